/* def_derive.c: expands #[derive(...)]. It writes the impls that rustc's derives would write as text, which is parsed
 * and checked like the user's own. In the library a derive is expanded only when the trait's impls are asked for, in
 * the user's crates always. */
#include "sema/items/def_table.h"
#include "rustg/diagnostic_kind.h"

typedef enum derive_kind {
    DERIVE_CLONE,
    DERIVE_COPY,
    DERIVE_PARTIAL_EQ,
    DERIVE_EQ,
    DERIVE_PARTIAL_ORD,
    DERIVE_ORD,
    DERIVE_DEFAULT,
    DERIVE_DEBUG,
    DERIVE_HASH,
    DERIVE_N
} derive_kind;

static const char *const derive_names[DERIVE_N] = {"Clone", "Copy",    "PartialEq", "Eq",  "PartialOrd",
                                                   "Ord",   "Default", "Debug",     "Hash"};
static const char *const derive_paths[DERIVE_N] = {
    "::core::clone::Clone",     "::core::marker::Copy",    "::core::cmp::PartialEq",
    "::core::cmp::Eq",          "::core::cmp::PartialOrd", "::core::cmp::Ord",
    "::core::default::Default", "::core::fmt::Debug",      "::core::hash::Hash"};

static derive_kind def_kind_of_name(const char *name)
{
    uint32_t kind = 0;
    while (kind < DERIVE_N && strcmp(derive_names[kind], name) != 0)
        kind++;
    return (derive_kind)kind;
}

/* Text that grows, and the fields that stretches of it stand for. */
typedef struct writer {
    sema *s;
    VEC(char) text;
    VEC(sema_piece) pieces;
} writer;

static void def_derive_put(writer *w, const char *text)
{
    size_t n = strlen(text);
    vec_reserve(w->s->memory, &w->text, n + 1);
    memcpy(w->text.at + w->text.n, text, n + 1);
    w->text.n += (uint32_t)n;
}

#define PUT(w, ...) def_derive_put((w), arena_format((w)->s->memory, __VA_ARGS__))

/* What is written from here on stands for the field, where rustc reports its errors; with 0, for the derive. */
static void def_derive_at(writer *w, sema_def field)
{
    const sema_span at = field && !def_get(w->s, field)->is_library ? def_item_span(w->s, field) : (sema_span){0, 0, 0};
    if (!at.file && !w->pieces.n)
        return;
    sema_piece piece = {.start = w->text.n, .from = at.file, .first = at.start, .last = at.end};
    vec_push(w->s->memory, &w->pieces, piece);
}

static void def_derive_put_at(writer *w, sema_def field, const char *text)
{
    def_derive_at(w, field);
    def_derive_put(w, text);
    def_derive_at(w, 0);
}

#define PUT_AT(w, field, ...) def_derive_put_at((w), (field), arena_format((w)->s->memory, __VA_ARGS__))

/* The name as written: raw identifiers keep their r#. */
static const char *def_name_text(sema *s, sema_node n)
{
    return source_text(s, syntax_name_span(s, n));
}

void def_collect_derives(sema *s, sema_def item, sema_node node)
{
    def_table *t = def_tab(s);
    def_attr attr;
    uint32_t first = t->derives.n;
    bool copy = false;
    for (uint32_t i = 0; def_find_attr(s, node, "derive", i, &attr); i++) {
        uint32_t at = attr.first + 1, entry, entry_last;
        if (attr.first >= attr.last || def_tok_kind(s, attr.file, attr.first) != RUSTG_TOK_L_PAREN)
            continue;
        while (def_attr_entry(s, attr.file, &at, attr.last - 1, &entry, &entry_last)) {
            if (entry == entry_last)
                continue;
            sema_symbol name = syntax_tok_name(s, attr.file, entry_last - 1);
            sema_span span = def_toks_span(s, attr.file, entry, entry_last);
            derive_kind kind = def_kind_of_name(sema_text(s, name));
            if (kind == DERIVE_N) {
                sema_report r = sema_error(s, RUSTG_DIAG_NO_DERIVE_MACRO, span);
                sema_arg(&r, "%s", sema_text(s, name));
                continue;
            }
            copy = copy || kind == DERIVE_COPY;
            vec_push(s->memory, &t->derives,
                     (def_derive){.item = item, .module = def_get(s, item)->parent, .trait = name, .at = span});
            def_add_pending(s, &t->trait_buckets, name, (def_pending){item, t->derives.n - 1});
        }
    }
    for (uint32_t i = first; i < t->derives.n; i++)
        t->derives.at[i].copy_too = copy;
}

/* Writes `<'a, T: Bound + Derived, const N: usize>`, or `<'a, T, N>` if not declare. False: there are no generics. */
static bool def_put_generics(writer *w, sema_def item, const char *bound, bool declare)
{
    sema *s = w->s;
    sema_node generics = syntax_child_of(s, def_get(s, item)->node, RUSTG_AST_Generics);
    bool any = false;
    if (!syntax_is(generics))
        return false;
    def_derive_put(w, "<");
    EACH_CHILD(s, generics, c)
    {
        uint8_t kind = def_node_kind(s, c);
        if (kind != RUSTG_AST_GenericParamLifetime && kind != RUSTG_AST_GenericParamType &&
            kind != RUSTG_AST_GenericParamConst)
            continue;
        if (kind == RUSTG_AST_GenericParamConst && declare) {
            PUT(w, "const %s: %s, ", def_name_text(s, c),
                source_text(s, sema_node_span(s, syntax_child_in(s, c, RUSTG_AST_CLASS_TY, 0))));
            continue;
        }
        any = any || kind == RUSTG_AST_GenericParamType;
        PUT(w, "%s%s", kind == RUSTG_AST_GenericParamLifetime ? "'" : "", sema_text(s, syntax_name(s, c)));
        if (declare) {
            def_derive_put(w, ": ");
            EACH_CHILD(s, c, b)
            {
                uint8_t inner = def_node_kind(s, b);
                if (inner == RUSTG_AST_Bound || inner == RUSTG_AST_BoundLifetime ||
                    (inner == RUSTG_AST_Lifetime && kind == RUSTG_AST_GenericParamLifetime))
                    PUT(w, "%s + ", source_text(s, sema_node_span(s, b)));
            }
            if (kind == RUSTG_AST_GenericParamType)
                def_derive_put(w, bound);
        }
        def_derive_put(w, ", ");
    }
    def_derive_put(w, ">");
    return any;
}

/* Writes what stands between two predicates, or before the first. */
static void def_put_predicate_start(writer *w, const char *clause)
{
    const size_t n = clause ? strlen(clause) : 0;
    const bool is_bare = n && (clause[n - 1] == ',' || strcmp(clause, "where") == 0);
    def_derive_put(w, !n ? " where " : is_bare ? " " : ", ");
}

/* The `for<'a, >` of a fn pointer or a bound, after those around it. */
static const char *def_lifetimes_of(sema *s, sema_node binder, const char *around)
{
    EACH_CHILD(s, binder, c)
    if (def_node_kind(s, c) == RUSTG_AST_GenericParamLifetime)
        around = arena_format(s->memory, "%s'%s, ", *around ? around : "for<", sema_text(s, syntax_name(s, c)));
    return around;
}

/* Writes `T::A: Bound` for the types in a field's type that begin with a parameter; around: `for<'a, ` or nothing. */
static void def_put_bounds_in(writer *w, sema_node generics, sema_node type, const char *bound, const char *around,
                              const char **clause)
{
    sema *s = w->s;
    if (def_node_kind(s, type) == RUSTG_AST_TyFnPtr || def_node_kind(s, type) == RUSTG_AST_Bound)
        around = def_lifetimes_of(s, type, around);
    if (def_node_kind(s, type) == RUSTG_AST_TyPath) {
        const syntax_path path = syntax_path_of(s, type);
        if (path.n_segments > 1 && !path.global && !syntax_is(path.qself))
            EACH_CHILD(s, generics, c)
        if (def_node_kind(s, c) == RUSTG_AST_GenericParamType && syntax_name(s, c) == path.segments[0].name) {
            const char *text = source_text(s, sema_node_span(s, type));
            def_put_predicate_start(w, *clause);
            PUT(w, "%s%s%s: %s", around, *around ? "> " : "", text, bound);
            *clause = text;
        }
    }
    EACH_CHILD(s, type, c)
    def_put_bounds_in(w, generics, c, bound, around, clause);
}

static void def_put_where(writer *w, sema_def item, const char *bound)
{
    sema *s = w->s;
    const char *clause = NULL;
    EACH_CHILD(s, def_get(s, item)->node, c)
    if (def_node_kind(s, c) == RUSTG_AST_WhereClause) {
        clause = source_text(s, sema_node_span(s, c));
        PUT(w, " %s", clause);
    }
    const sema_node generics = syntax_child_of(s, def_get(s, item)->node, RUSTG_AST_Generics);
    if (!syntax_is(generics) || !*bound)
        return;
    uint32_t n, n_fields;
    const sema_def *variants = def_variants(s, item, &n);
    for (uint32_t i = 0; i < n; i++) {
        const sema_def *fields = def_fields(s, variants[i], &n_fields);
        for (uint32_t k = 0; k < n_fields; k++)
            def_put_bounds_in(w, generics, syntax_child_in(s, def_get(s, fields[k])->node, RUSTG_AST_CLASS_TY, 0),
                              bound, "", &clause);
    }
}

/* The name of one field, as in `self.x` and in struct literals. */
static const char *def_field_name(sema *s, sema_def variant, uint32_t i, sema_def field)
{
    return def_shape(s, variant) == SHAPE_TUPLE ? arena_format(s->memory, "%u", i)
                                                : def_name_text(s, def_get(s, field)->node);
}

/* Writes a pattern or value of the variant, `Self::V(x0, x1)`, with before and behind around each x. */
static void def_put_variant(writer *w, sema_def variant, const char *before, const char *letter, const char *behind)
{
    sema *s = w->s;
    uint32_t n;
    const sema_def *fields = def_fields(s, variant, &n);
    syntax_shape shape = def_shape(s, variant);
    def_derive_put(w, "Self");
    if (def_kind_of(s, variant) == DEF_VARIANT)
        PUT(w, "::%s", def_name_text(s, def_get(s, variant)->node));
    if (shape == SHAPE_UNIT)
        return;
    def_derive_put(w, shape == SHAPE_TUPLE ? "(" : " { ");
    for (uint32_t i = 0; i < n; i++) {
        if (shape == SHAPE_NAMED)
            PUT(w, "%s: ", def_field_name(s, variant, i, fields[i]));
        PUT_AT(w, *before ? fields[i] : 0, "%s%s%u%s", before, letter, i, behind);
        def_derive_put(w, ", ");
    }
    def_derive_put(w, shape == SHAPE_TUPLE ? ")" : " }");
}

/* Writes `let` for copies of a packed struct's fields and references to them, a0 and on. */
static void def_put_copies(writer *w, sema_def adt, const char *letter, const char *from)
{
    uint32_t n;
    def_fields(w->s, adt, &n);
    def_derive_put(w, "let ");
    def_put_variant(w, adt, "", letter, "");
    PUT(w, " = *%s; ", from);
    for (uint32_t i = 0; i < n; i++)
        PUT(w, "let %s%u = &%s%u; ", letter, i, letter, i);
}

/* Writes something for the fields of each variant in turn. It binds a0.. to self's fields and, with two, b0.. to
 * other's. */
typedef void (*put_fields)(writer *w, const sema_def *fields, uint32_t n_fields);

static void def_put_match(writer *w, sema_def adt, bool two, put_fields each, const char *otherwise)
{
    sema *s = w->s;
    uint32_t n, n_fields, n_arms = 0;
    const sema_def *variants = def_variants(s, adt, &n);
    if (!n && def_kind_of(s, adt) == DEF_ENUM) {
        def_derive_put(w, "match *self {}");
        return;
    }
    if (def_repr_of(s, adt).packed) { /* the fields are copied, because references to them may not be aligned */
        const sema_def *fields = def_fields(s, variants[0], &n_fields);
        def_put_copies(w, variants[0], "a", "self");
        if (two)
            def_put_copies(w, variants[0], "b", "other");
        each(w, fields, n_fields);
        return;
    }
    def_derive_put(w, two ? "match (self, other) { " : "match self { ");
    for (uint32_t i = 0; i < n; i++) {
        const sema_def *fields = def_fields(s, variants[i], &n_fields);
        if (!n_fields && n > 1 && otherwise)
            continue;
        n_arms++;
        def_derive_put(w, two ? "(" : "");
        def_put_variant(w, variants[i], "", "a", "");
        if (two) {
            def_derive_put(w, ", ");
            def_put_variant(w, variants[i], "", "b", "");
            def_derive_put(w, ")");
        }
        def_derive_put(w, " => { ");
        each(w, fields, n_fields);
        def_derive_put(w, " } ");
    }
    if (otherwise && (n > 1 || !n_arms))
        PUT(w, "_ => { %s } ", otherwise);
    def_derive_put(w, "}");
}

static void def_fields_eq(writer *w, const sema_def *fields, uint32_t n)
{
    if (!n)
        def_derive_put(w, "true");
    for (uint32_t i = 0; i < n; i++) {
        def_derive_put(w, i ? " && " : "");
        PUT_AT(w, fields[i], "*a%u == *b%u", i, i);
    }
}

static void def_fields_order(writer *w, const sema_def *fields, uint32_t n, const char *call, const char *equal)
{
    if (!n)
        def_derive_put(w, equal);
    for (uint32_t i = 0; i < n; i++) {
        def_derive_put(w, i + 1 < n ? "match " : "");
        PUT_AT(w, fields[i], "%s(a%u, b%u)", call, i, i);
        if (i + 1 < n)
            PUT(w, " { %s => ", equal);
    }
    for (uint32_t i = 0; i + 1 < n; i++)
        def_derive_put(w, ", order => order }");
}

static void def_fields_partial_cmp(writer *w, const sema_def *fields, uint32_t n)
{
    def_fields_order(w, fields, n, "::core::cmp::PartialOrd::partial_cmp",
                     "::core::option::Option::Some(::core::cmp::Ordering::Equal)");
}

static void def_fields_cmp(writer *w, const sema_def *fields, uint32_t n)
{
    def_fields_order(w, fields, n, "::core::cmp::Ord::cmp", "::core::cmp::Ordering::Equal");
}

static void def_fields_hash(writer *w, const sema_def *fields, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        PUT_AT(w, fields[i], "::core::hash::Hash::hash(a%u, state)", i);
        def_derive_put(w, "; ");
    }
}

#define NUMBER_OF "unsafe { ::rustg_derive::discriminant("

/* The type that an enum's discriminants are compared and hashed as. */
static const char *def_number_type(sema *s, sema_def adt)
{
    def_repr repr = def_repr_of(s, adt);
    return repr.tag ? ty_print(s, repr.tag) : "isize";
}

static const char *def_compare_numbers(writer *w, sema_def adt, const char *with)
{
    const char *type = def_number_type(w->s, adt);
    return arena_format(w->s->memory, "%s(&(" NUMBER_OF "self) } as %s), &(" NUMBER_OF "other) } as %s))", with, type,
                        type);
}

static void def_put_clone(writer *w, sema_def adt, bool trivial)
{
    sema *s = w->s;
    def_derive_put(w, "fn clone(&self) -> Self { ");
    uint32_t n, n_fields;
    const sema_def *variants = def_variants(s, adt, &n);
    if (def_kind_of(s, adt) == DEF_UNION) {
        def_derive_put(w, "fn is_copy<T: ::core::marker::Copy>() {} is_copy::<Self>(); *self");
    } else if (trivial) {
        def_derive_put(w, "*self");
    } else if (!n) {
        def_derive_put(w, "match *self {}");
    } else if (def_repr_of(s, adt).packed) {
        def_put_copies(w, adt, "a", "self");
        def_put_variant(w, adt, "::core::clone::Clone::clone(", "a", ")");
    } else {
        def_derive_put(w, "match self { ");
        for (uint32_t i = 0; i < n; i++) {
            def_fields(s, variants[i], &n_fields);
            def_put_variant(w, variants[i], "", "a", "");
            def_derive_put(w, " => ");
            def_put_variant(w, variants[i], "::core::clone::Clone::clone(", "a", ")");
            def_derive_put(w, ", ");
        }
        def_derive_put(w, "}");
    }
    def_derive_put(w, " }");
}

static bool def_put_default(writer *w, sema_def adt, sema_span at)
{
    sema *s = w->s;
    uint32_t n_fields;
    const sema_def chosen = def_derived_default(s, adt, at);
    if (!chosen)
        return false;
    def_derive_put(w, "fn default() -> Self { Self");
    if (chosen != adt)
        PUT(w, "::%s", def_name_text(s, def_get(s, chosen)->node));
    const sema_def *fields = def_fields(s, chosen, &n_fields);
    syntax_shape shape = def_shape(s, chosen);
    if (shape != SHAPE_UNIT)
        def_derive_put(w, shape == SHAPE_TUPLE ? "(" : " { ");
    for (uint32_t i = 0; i < n_fields; i++) {
        if (shape == SHAPE_NAMED)
            PUT(w, "%s: ", def_field_name(s, chosen, i, fields[i]));
        def_derive_put_at(w, fields[i], "::core::default::Default::default()");
        def_derive_put(w, ", ");
    }
    if (shape != SHAPE_UNIT)
        def_derive_put(w, shape == SHAPE_TUPLE ? ")" : " }");
    def_derive_put(w, " }");
    return true;
}

static bool def_put_body(writer *w, const def_derive *derive, derive_kind kind, bool has_types)
{
    sema *s = w->s;
    sema_def adt = derive->item;
    bool is_enum = def_kind_of(s, adt) == DEF_ENUM;
    uint32_t n_variants;
    def_variants(s, adt, &n_variants);
    bool numbered = is_enum && n_variants > 1;
    switch (kind) {
    case DERIVE_CLONE: def_put_clone(w, adt, derive->copy_too && !has_types); return true;
    case DERIVE_PARTIAL_EQ:
        def_derive_put(w, "fn eq(&self, other: &Self) -> bool { ");
        if (numbered)
            def_derive_put(w, "(" NUMBER_OF "self) == ::rustg_derive::discriminant(other) }) && ");
        def_put_match(w, adt, true, def_fields_eq, numbered ? "true" : NULL);
        def_derive_put(w, " }");
        return true;
    case DERIVE_PARTIAL_ORD:
        def_derive_put(w, "fn partial_cmp(&self, other: &Self) -> ::core::option::Option<::core::cmp::Ordering> { ");
        def_put_match(w, adt, true, def_fields_partial_cmp,
                      numbered ? def_compare_numbers(w, adt, "::core::cmp::PartialOrd::partial_cmp") : NULL);
        def_derive_put(w, " }");
        return true;
    case DERIVE_ORD:
        def_derive_put(w, "fn cmp(&self, other: &Self) -> ::core::cmp::Ordering { ");
        def_put_match(w, adt, true, def_fields_cmp,
                      numbered ? def_compare_numbers(w, adt, "::core::cmp::Ord::cmp") : NULL);
        def_derive_put(w, " }");
        return true;
    case DERIVE_DEFAULT: return def_put_default(w, adt, derive->at);
    case DERIVE_HASH:
        def_derive_put(w, "fn hash<HasherType: ::core::hash::Hasher>(&self, state: &mut HasherType) { ");
        if (numbered)
            PUT(w, "::core::hash::Hash::hash(&(" NUMBER_OF "self) } as %s), state); ", def_number_type(w->s, adt));
        def_put_match(w, adt, false, def_fields_hash, numbered ? "" : NULL);
        def_derive_put(w, " }");
        return true;
    case DERIVE_COPY:
    case DERIVE_EQ:
    case DERIVE_DEBUG:
    case DERIVE_N: break;
    }
    return true;
}

sema_def def_expand_derive(sema *s, uint32_t index)
{
    def_table *t = def_tab(s);
    def_derive derive = t->derives.at[index];
    if (derive.impl)
        return derive.impl == UINT32_MAX ? 0 : derive.impl;
    t->derives.at[index].impl = UINT32_MAX;
    derive_kind kind = def_kind_of_name(sema_text(s, derive.trait));
    writer w = {.s = s};
    const bool is_union = def_kind_of(s, derive.item) == DEF_UNION;
    if (is_union && kind != DERIVE_COPY && kind != DERIVE_CLONE && kind != DERIVE_EQ) {
        sema_error(s, RUSTG_DIAG_DERIVE_UNION, derive.at);
        return 0;
    }
    /* The variant that is an enum's default has no fields. */
    const bool is_unit = kind == DERIVE_DEFAULT && def_kind_of(s, derive.item) == DEF_ENUM;
    const char *bound = is_unit ? "" : derive_paths[kind];
    /* Fields of a packed type are copied, for references to them may not be aligned, and unions as a whole. */
    if ((kind != DERIVE_COPY && kind != DERIVE_DEFAULT && def_repr_of(s, derive.item).packed) ||
        (is_union && kind == DERIVE_CLONE))
        bound = arena_format(s->memory, "%s + ::core::marker::Copy", bound);
    def_derive_put(&w, "impl");
    bool has_types = def_put_generics(&w, derive.item, bound, true);
    t->derives.at[index].copies = kind == DERIVE_CLONE && derive.copy_too && !has_types;
    PUT(&w, " %s for %s", derive_paths[kind], def_name_text(s, def_get(s, derive.item)->node));
    def_put_generics(&w, derive.item, "", false);
    def_put_where(&w, derive.item, bound);
    def_derive_put(&w, " { ");
    if (!def_put_body(&w, &derive, kind, has_types))
        return 0;
    def_derive_put(&w, " }");
    sema_node root = syntax_expand_items(s, w.text.at, derive.at, w.pieces.at, w.pieces.n);
    if (!syntax_is(root))
        return 0;
    sema_def impl = 0;
    EACH_CHILD(s, root, c)
    {
        if (def_node_kind(s, c) != RUSTG_AST_ItemImpl)
            continue;
        impl = def_add(s, (def_info){.kind = DEF_IMPL, .parent = derive.module, .node = c});
        vec_push(s->memory, &def_module_in(s, derive.module)->items, impl);
        def_rec_own(s, impl)->head = def_get(s, derive.item)->name;
        EACH_CHILD(s, c, part)
        {
            if (def_node_kind(s, part) == RUSTG_AST_TraitRef)
                def_rec_own(s, impl)->impl_trait = part.node;
            if (!def_rec(s, impl)->impl_self && def_is_type(def_node_kind(s, part)))
                def_rec_own(s, impl)->impl_self = part.node;
        }
    }
    t->derives.at[index].impl = impl ? impl : UINT32_MAX;
    return impl;
}

void def_expand_all_derives(sema *s)
{
    for (uint32_t i = 1; i < def_tab(s)->derives.n; i++)
        if (!def_get(s, def_tab(s)->derives.at[i].item)->is_library)
            def_expand_derive(s, i);
}
