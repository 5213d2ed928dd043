/* def_dyn.c: finds out what an object `dyn Trait` tells of its trait, and why a trait may have none (E0038). */
#include "sema/items/def_table.h"
#include "sema/names/resolve.h"
#include "rustg/diagnostic_kind.h"

typedef VEC(def_trait_ref) trait_list;
typedef struct def_dyn_table {
    arena_map at, compatible; /* by trait; the second: SEMA_ANSWER_* */
    VEC(const def_dyn *) all;
} def_dyn_table;

static def_dyn_table *def_dyn_table_of(sema *s)
{
    if (!s->dyns)
        s->dyns = ARENA_NEW(s->memory, def_dyn_table);
    return s->dyns;
}

static const sema_ty *def_dyn_subst(sema *s, const sema_ty *args, uint32_t n, sema_def owner, const def_trait_ref *of)
{
    const ty_subst subst = {owner, of->args, of->n_args};
    sema_ty *out = ARENA_ARRAY(s->memory, sema_ty, n);
    for (uint32_t i = 0; i < n; i++)
        out[i] = ty_substitute(s, args[i], &subst);
    return out;
}

static bool def_dyn_same(sema *s, const sema_ty *a, const sema_ty *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (a[i] != b[i] && ty_erase_regions(s, a[i]) != ty_erase_regions(s, b[i]))
            return false;
    return true;
}

/* Appends the supertraits of the list's traits, each once. */
static void def_dyn_add_supertraits(sema *s, trait_list *list)
{
    for (uint32_t i = 0; i < list->n; i++) {
        uint32_t n;
        const def_trait_ref of = list->at[i], *supers = def_supertraits(s, of.trait, &n);
        for (uint32_t k = 0; k < n; k++) {
            def_trait_ref next = supers[k];
            uint32_t j = 0;
            next.args = def_dyn_subst(s, next.args, next.n_args, of.trait, &of);
            while (j < list->n && !(list->at[j].trait == next.trait && list->at[j].n_args == next.n_args &&
                                    def_dyn_same(s, list->at[j].args, next.args, next.n_args)))
                j++;
            if (j == list->n)
                vec_push(s->memory, list, next);
        }
    }
}

bool def_wants_sized_self(sema *s, sema_def item)
{
    const sema_def trait = def_get(s, item)->parent, sized = def_lang(s, LANG_SIZED);
    const sema_ty self = def_self_ty(s, trait);
    uint32_t n;
    const def_predicate *predicates = def_predicates(s, item, &n);
    for (uint32_t i = 0; i < n; i++) {
        if (predicates[i].kind != PREDICATE_TRAIT || predicates[i].args[0] != self)
            continue;
        if (predicates[i].trait == sized)
            return true;
        trait_list all = {0}; /* or of a trait whose types have one */
        def_trait_ref of = {predicates[i].trait, predicates[i].args, predicates[i].n_args};
        if (of.trait == trait)
            continue;
        vec_push(s->memory, &all, of);
        def_dyn_add_supertraits(s, &all);
        for (uint32_t k = 0; k < all.n; k++)
            if (all.at[k].trait == sized)
                return true;
    }
    return false;
}

/* Whether the item's own parameters are lifetimes alone. */
static bool def_dyn_is_plain(sema *s, sema_def item)
{
    const def_generics_list generics = def_generics(s, item);
    for (uint32_t i = generics.n_parent; i < generics.n_params; i++)
        if (def_kind_of(s, generics.params[i]) != DEF_LIFETIME_PARAM)
            return false;
    return true;
}

/* What the bounds of one of the traits say that a type is. */
static sema_ty def_dyn_known_type(sema *s, const trait_list *traits, sema_def assoc, const sema_ty *args,
                                  uint32_t n_args)
{
    for (uint32_t i = 0; i < traits->n; i++) {
        const def_trait_ref *of = &traits->at[i];
        uint32_t n;
        const def_predicate *predicates = def_predicates(s, of->trait, &n);
        for (uint32_t k = 0; k < n; k++) {
            const def_predicate *p = &predicates[k];
            if (p->kind != PREDICATE_PROJECTION || p->trait != assoc || p->n_args != n_args)
                continue;
            if (def_dyn_same(s, def_dyn_subst(s, p->args, n_args, of->trait, of), args, n_args))
                return *def_dyn_subst(s, &p->equals, 1, of->trait, of);
        }
    }
    return TY_NONE;
}

const def_dyn *def_dyn_of(sema *s, sema_def trait)
{
    def_dyn_table *table = def_dyn_table_of(s);
    const uint32_t *known = arena_map_at(s->memory, &table->at, trait, 0);
    if (known)
        return table->all.at[*known];
    trait_list traits = {0};
    VEC(def_dyn_type) types = {0};
    VEC(def_dyn_method) methods = {0};
    def_trait_ref self = {.trait = trait};
    self.args = def_identity_args(s, trait, &self.n_args);
    vec_push(s->memory, &traits, self);
    def_dyn_add_supertraits(s, &traits);
    for (uint32_t i = 0; i < traits.n; i++) {
        const def_trait_ref *of = &traits.at[i];
        uint32_t n;
        const sema_def *items = def_assoc_items(s, of->trait, &n);
        for (uint32_t k = 0; k < n; k++) {
            const def_kind kind = def_kind_of(s, items[k]);
            if (!def_dyn_is_plain(s, items[k]) || def_wants_sized_self(s, items[k]))
                continue;
            if (kind == DEF_ASSOC_TY) {
                const sema_ty known_type = def_dyn_known_type(s, &traits, items[k], of->args, of->n_args);
                vec_push(s->memory, &types, (def_dyn_type){items[k], of->n_args, of->args, known_type, 0});
            } else if (kind == DEF_FN && syntax_fn_of(s, def_get(s, items[k])->node).has_self) {
                vec_push(s->memory, &methods, (def_dyn_method){items[k], of->n_args, of->args});
            }
        }
    }
    def_dyn *out = ARENA_NEW(s->memory, def_dyn);
    *out = (def_dyn){traits.at, types.at, methods.at, traits.n, types.n, methods.n, 0};
    *arena_map_at(s->memory, &table->at, trait, 1) = table->all.n;
    vec_push(s->memory, &table->all, out);
    return out;
}

/* ---- Why a trait has no objects ---- */

typedef enum violation_kind {
    VIOLATES_SIZED,
    VIOLATES_SUPERTRAIT,
    VIOLATES_STATIC,
    VIOLATES_PARAMETER,
    VIOLATES_RESULT,
    VIOLATES_WHERE,
    VIOLATES_IMPL_TRAIT,
    VIOLATES_ASYNC,
    VIOLATES_GENERIC,
    VIOLATES_RECEIVER,
    VIOLATES_CONST,
    VIOLATES_TYPE
} violation_kind;
typedef struct violation {
    violation_kind kind;
    sema_def trait, item;
    sema_span at;
} violation;
typedef VEC(violation) violation_list;

/* Whether a type names Self, other than as what a projection of this very trait is of. */
static bool def_dyn_names_self(sema *s, sema_ty t, sema_ty self, const trait_list *traits)
{
    if (t == self)
        return true;
    if (!ty_has(s, t, TY_HAS_PARAM))
        return false;
    const ty_info info = *ty_get(s, t);
    if (info.kind == TY_OPAQUE)
        return false;
    if (info.kind == TY_PROJECTION && ty_arg(s, t, 0) == self)
        for (uint32_t i = 0; i < traits->n; i++)
            if (traits->at[i].trait == def_get(s, info.def)->parent)
                return false;
    for (uint32_t i = 0; i < info.n_args; i++)
        if (def_dyn_names_self(s, ty_arg(s, t, i), self, traits))
            return true;
    return false;
}

/* `self`, `&self` and `&mut self` in any spelling, and what Pin holds. */
static bool def_dyn_dispatches(sema *s, sema_ty receiver, sema_ty self)
{
    if (receiver == self)
        return true;
    const ty_info info = *ty_get(s, receiver);
    if (info.kind == TY_REF)
        return ty_arg(s, receiver, 1) == self;
    if (info.kind != TY_ADT || !def_get(s, info.def)->is_library ||
        strcmp(sema_text(s, def_get(s, info.def)->name), "Pin") != 0)
        return false;
    const sema_ty inner = ty_arg(s, receiver, 0);
    return ty_kind_of(s, inner) == TY_REF && ty_arg(s, inner, 1) == self;
}

/* Whether a method's own where clauses name Self; that Self has an auto trait may be asked. */
static bool def_dyn_asks_of_self(sema *s, sema_def fn, sema_ty self, const trait_list *traits)
{
    uint32_t n;
    const def_predicate *p = def_predicates(s, fn, &n);
    const sema_span whole = sema_node_span(s, def_get(s, fn)->node);
    for (uint32_t i = 0; i < n && !def_get(s, fn)->is_library; i++) {
        if (p[i].kind != PREDICATE_TRAIT || p[i].span.file != whole.file || p[i].span.start < whole.start ||
            p[i].span.end > whole.end)
            continue;
        const bool is_auto = p[i].trait == def_lang(s, LANG_SEND) || p[i].trait == def_lang(s, LANG_SYNC) ||
                             strcmp(sema_text(s, def_get(s, p[i].trait)->name), "Unpin") == 0;
        for (uint32_t k = is_auto && p[i].args[0] == self; k < p[i].n_args; k++)
            if (def_dyn_names_self(s, p[i].args[k], self, traits))
                return true;
    }
    return false;
}

static void def_dyn_find_in_method(sema *s, sema_def trait, sema_def fn, const trait_list *traits, violation_list *out)
{
    const sema_node node = def_get(s, fn)->node;
    const syntax_fn parts = syntax_fn_of(s, node);
    const def_sig sig = def_fn_sig(s, fn);
    const sema_ty self = def_self_ty(s, trait);
    const violation here = {.trait = trait, .item = fn, .at = def_span(s, fn)};
    violation v = here;
    if (!parts.has_self) {
        v.kind = VIOLATES_STATIC;
        vec_push(s->memory, out, v);
        return;
    }
    for (uint32_t i = 1; i < sig.n_inputs && i < parts.params.n; i++)
        if (def_dyn_names_self(s, sig.inputs[i], self, traits)) {
            v = here;
            v.kind = VIOLATES_PARAMETER;
            v.at = sema_node_span(s, syntax_child_in(s, parts.params.at[i], RUSTG_AST_CLASS_TY, 0));
            vec_push(s->memory, out, v);
        }
    v = here;
    if (syntax_is(parts.result) && def_dyn_names_self(s, sig.output, self, traits)) {
        v.kind = VIOLATES_RESULT;
        v.at = sema_node_span(s, parts.result);
        vec_push(s->memory, out, v);
    }
    v = here;
    if (parts.is_async) {
        v.kind = VIOLATES_ASYNC;
        vec_push(s->memory, out, v);
    } else if (ty_has(s, sig.output, TY_HAS_OPAQUE)) {
        v.kind = VIOLATES_IMPL_TRAIT;
        v.at = sema_node_span(s, parts.result);
        vec_push(s->memory, out, v);
    }
    v = here;
    if (def_dyn_asks_of_self(s, fn, self, traits)) {
        v.kind = VIOLATES_WHERE;
        vec_push(s->memory, out, v);
    }
    v = here;
    if (!def_dyn_is_plain(s, fn)) {
        v.kind = VIOLATES_GENERIC;
        vec_push(s->memory, out, v);
    } else if (sig.n_inputs && !def_dyn_dispatches(s, sig.inputs[0], self)) {
        v.kind = VIOLATES_RECEIVER;
        v.at = sema_node_span(s, syntax_child_in(s, parts.params.at[0], RUSTG_AST_CLASS_TY, 0));
        vec_push(s->memory, out, v);
    }
}

static void def_dyn_find_in_items(sema *s, sema_def trait, const trait_list *traits, violation_list *out)
{
    static const def_kind order[] = {DEF_FN, DEF_CONST, DEF_ASSOC_TY};
    uint32_t n;
    const sema_def *items = def_assoc_items(s, trait, &n);
    for (uint32_t pass = 0; pass < sizeof order / sizeof *order; pass++)
        for (uint32_t k = 0; k < n; k++) {
            if (def_kind_of(s, items[k]) != order[pass] || def_wants_sized_self(s, items[k]))
                continue;
            violation v = {.trait = trait, .item = items[k], .at = def_span(s, items[k])};
            v.kind = order[pass] == DEF_CONST ? VIOLATES_CONST : VIOLATES_TYPE;
            if (order[pass] == DEF_FN)
                def_dyn_find_in_method(s, trait, items[k], traits, out);
            else if (order[pass] == DEF_CONST ||
                     def_generics(s, items[k]).n_params > def_generics(s, items[k]).n_parent)
                vec_push(s->memory, out, v);
        }
}

static void def_dyn_find_in_bounds(sema *s, sema_def trait, const trait_list *traits, violation_list *out)
{
    const sema_ty self = def_self_ty(s, trait);
    uint32_t n;
    const def_predicate *predicates = def_predicates(s, trait, &n);
    for (uint32_t i = 0; i < n; i++) {
        const def_predicate *p = &predicates[i];
        violation v = {.kind = VIOLATES_SIZED, .trait = trait, .at = p->span};
        if (p->kind != PREDICATE_TRAIT || p->args[0] != self || p->trait == trait)
            continue;
        if (p->trait == def_lang(s, LANG_SIZED)) {
            vec_push(s->memory, out, v);
            continue;
        }
        for (uint32_t k = 1; k < p->n_args; k++)
            if (def_dyn_names_self(s, p->args[k], self, traits)) {
                v.kind = VIOLATES_SUPERTRAIT;
                vec_push(s->memory, out, v);
                break;
            }
    }
}

static violation_list def_dyn_violations(sema *s, sema_def trait)
{
    violation_list out = {0};
    const def_dyn *about = def_dyn_of(s, trait);
    trait_list traits = {.at = (def_trait_ref *)about->traits, .n = about->n_traits};
    for (uint32_t i = 0; i < traits.n; i++) {
        trait_list own = {0}; /* what a supertrait may name is told by its own supertraits */
        def_trait_ref self = {.trait = traits.at[i].trait};
        self.args = def_identity_args(s, self.trait, &self.n_args);
        vec_push(s->memory, &own, self);
        def_dyn_add_supertraits(s, &own);
        def_dyn_find_in_bounds(s, traits.at[i].trait, &own, &out);
        if (traits.at[i].trait != def_lang(s, LANG_SIZED))
            def_dyn_find_in_items(s, traits.at[i].trait, &own, &out);
    }
    return out;
}

bool def_is_fn_trait(const sema *s, sema_def trait)
{
    return trait && (trait == def_lang(s, LANG_FN_TRAIT) || trait == def_lang(s, LANG_FN_MUT) ||
                     trait == def_lang(s, LANG_FN_ONCE));
}

sema_ty def_fn_ptr_of(sema *s, sema_ty inputs, sema_ty output)
{
    uint32_t n;
    const sema_ty *of_tuple = ty_args(s, inputs, &n);
    sema_ty *parts = ARENA_ARRAY(s->memory, sema_ty, n + 1);
    for (uint32_t i = 0; i < n; i++)
        parts[i] = of_tuple[i];
    parts[n] = output;
    return ty_fn_ptr(s, false, parts, n + 1);
}

sema_ty def_dyn_called_as(sema *s, sema_ty object)
{
    const ty_info info = *ty_get(s, object);
    if (!def_is_fn_trait(s, info.def) || !info.n_args)
        return TY_NONE;
    const uint32_t at = def_generics(s, info.def).n_params + def_dyn_of(s, info.def)->n_types;
    return at < info.n_args ? ty_arg(s, object, at) : (sema_ty)TY_NONE;
}

bool def_is_dyn_compatible(sema *s, sema_def trait)
{
    def_dyn_table *table = def_dyn_table_of(s);
    const uint32_t *known = arena_map_at(s->memory, &table->compatible, trait, 0);
    if (known)
        return *known == SEMA_ANSWER_YES;
    const bool is = def_is_fn_trait(s, trait) || def_dyn_violations(s, trait).n == 0;
    *arena_map_at(s->memory, &table->compatible, trait, 1) = is ? SEMA_ANSWER_YES : SEMA_ANSWER_NO;
    return is;
}

static const char *def_dyn_reason(sema *s, const violation *v)
{
    const char *name = v->item ? sema_text(s, def_get(s, v->item)->name) : "";
    switch (v->kind) {
    case VIOLATES_SIZED: return "it requires `Self: Sized`";
    case VIOLATES_SUPERTRAIT: return "it uses `Self` as a type parameter";
    case VIOLATES_STATIC: return arena_format(s->memory, "associated function `%s` has no `self` parameter", name);
    case VIOLATES_PARAMETER:
        return arena_format(s->memory, "method `%s` references the `Self` type in this parameter", name);
    case VIOLATES_RESULT:
        return arena_format(s->memory, "method `%s` references the `Self` type in its return type", name);
    case VIOLATES_WHERE:
        return arena_format(s->memory, "method `%s` references the `Self` type in its `where` clause", name);
    case VIOLATES_IMPL_TRAIT:
        return arena_format(s->memory, "method `%s` references an `impl Trait` type in its return type", name);
    case VIOLATES_ASYNC: return arena_format(s->memory, "method `%s` is `async`", name);
    case VIOLATES_GENERIC: return arena_format(s->memory, "method `%s` has generic type parameters", name);
    case VIOLATES_RECEIVER:
        return arena_format(s->memory, "method `%s`'s `self` parameter cannot be dispatched on", name);
    case VIOLATES_CONST: return arena_format(s->memory, "it contains associated const `%s`", name);
    case VIOLATES_TYPE: return arena_format(s->memory, "it contains generic associated type `%s`", name);
    }
    return "";
}

/* How the item could be left out of objects. Of a method that has several reasons it is told once. */
static void def_dyn_solve(sema *s, sema_report *r, const violation *v)
{
    const char *name = v->item ? sema_text(s, def_get(s, v->item)->name) : "";
    switch (v->kind) {
    case VIOLATES_STATIC: {
        const sema_node node = def_get(s, v->item)->node;
        const syntax_fn parts = syntax_fn_of(s, node);
        sema_span open = syntax_name_span(s, node);
        const uint8_t *bytes = s->files.at[open.file]->bytes;
        while (open.end < s->files.at[open.file]->n_bytes && bytes[open.end] != '(')
            open.end++;
        open.start = ++open.end;
        sema_suggest(r, open, parts.params.n ? "&self, " : "&self",
                     "consider turning `%s` into a method by giving it a `&self` argument", name);
        sema_suggest_is(r, "MaybeIncorrect");
        sema_span end = syntax_is(parts.where_clause) ? sema_node_span(s, parts.where_clause)
                        : syntax_is(parts.result)     ? sema_node_span(s, parts.result)
                                                      : open;
        while (!syntax_is(parts.where_clause) && !syntax_is(parts.result) && end.end < s->files.at[end.file]->n_bytes &&
               bytes[end.end - 1] != ')')
            end.end++;
        end.start = end.end;
        sema_suggest(r, end, syntax_is(parts.where_clause) ? ", Self: Sized" : " where Self: Sized",
                     "alternatively, consider constraining `%s` so it does not apply to trait objects", name);
        sema_suggest_is(r, "MaybeIncorrect");
        break;
    }
    case VIOLATES_PARAMETER:
    case VIOLATES_RESULT:
    case VIOLATES_WHERE:
    case VIOLATES_IMPL_TRAIT:
    case VIOLATES_ASYNC:
    case VIOLATES_GENERIC:
    case VIOLATES_CONST:
    case VIOLATES_TYPE: sema_help(r, "consider moving `%s` to another trait", name); break;
    case VIOLATES_SIZED:
    case VIOLATES_SUPERTRAIT:
    case VIOLATES_RECEIVER: break;
    }
}

/* The types that could stand in the object's place. */
static void def_dyn_tell_types(sema *s, sema_report *r, sema_def trait)
{
    enum { MOST = 9 };
    const char *name = sema_text(s, def_get(s, trait)->name), *list = "", *only = NULL;
    uint32_t n;
    const sema_def *impls = def_impls_of(s, trait, &n);
    for (uint32_t i = 0; i < n && n <= MOST; i++) {
        const def_trait_ref of = def_impl_trait(s, impls[i]);
        if (!of.n_args || ty_kind_of(s, of.args[0]) == TY_PARAM)
            return;
        only = ty_print(s, of.args[0]);
        list = arena_format(s->memory, "%s  %s\n", list, only);
    }
    if (n == 1 && only)
        sema_help(r, "only type `%s` implements `%s`; consider using it directly instead.", only, name);
    else if (n > 1 && n <= MOST)
        sema_help(r,
                  "the following types implement `%s`:\n%sconsider defining an enum where each variant holds one of "
                  "these types,\nimplementing `%s` for this new enum and using it instead",
                  name, list, name);
}

/* Those that rustc finds where it reads the type's name, and then tells alone. */
static violation_list def_dyn_early(sema *s, sema_def trait)
{
    const violation_list all = def_dyn_violations(s, trait);
    violation_list list = {0};
    for (uint32_t i = 0; i < all.n; i++)
        if (all.at[i].kind == VIOLATES_SUPERTRAIT || all.at[i].kind == VIOLATES_TYPE)
            vec_push(s->memory, &list, all.at[i]);
    return list;
}

void def_report_dyn_incompatible(sema *s, sema_def trait, sema_span at)
{
    violation_list list = def_dyn_early(s, trait);
    if (!list.n)
        list = def_dyn_violations(s, trait);
    const char *name = sema_text(s, def_get(s, trait)->name);
    sema_report r = sema_error(s, RUSTG_DIAG_NOT_DYN_COMPATIBLE, at);
    sema_arg(&r, "%s", name);
    for (uint32_t i = 0; i < list.n; i++) {
        if (i == 0)
            sema_note_at(&r, list.at[0].at,
                         "for a trait to be dyn compatible it needs to allow building a vtable\nfor more information, "
                         "visit <https://doc.rust-lang.org/reference/items/traits.html#dyn-compatibility>");
        if (i == 0 && !def_get(s, trait)->is_library)
            sema_note_label(&r, def_span(s, trait), "this trait is not dyn compatible...");
        sema_note_label(&r, list.at[i].at, "...because %s", def_dyn_reason(s, &list.at[i]));
    }
    for (uint32_t i = 0; i < list.n; i++)
        if (i == 0 || list.at[i].item != list.at[i - 1].item)
            def_dyn_solve(s, &r, &list.at[i]);
    def_dyn_tell_types(s, &r, trait);
}

/* The trait of an object's bound, if it is one that has a vtable. */
static sema_def def_dyn_bound_trait(sema *s, sema_def scope, const syntax_path *path)
{
    const sema_def trait = path->qself.node ? 0 : resolve_trait_path(s, scope, path, path->n_segments, true);
    return trait == def_lang(s, LANG_SEND) || trait == def_lang(s, LANG_SYNC) ? 0 : trait;
}

static bool def_check_dyn_bound(sema *s, sema_def trait, sema_span at, sema_node object, bool in_body)
{
    if (def_is_dyn_compatible(s, trait))
        return true;
    const bool at_name = in_body || def_dyn_early(s, trait).n;
    def_report_dyn_incompatible(s, trait, at_name ? at : sema_node_span(s, object));
    return false;
}

bool def_check_dyn_types(sema *s, sema_def scope, sema_node type, bool in_body)
{
    bool good = true;
    if (!syntax_is(type))
        return true;
    const rustg_ast *ast = def_ast(s, type.file);
    for (uint32_t i = type.node; i < ast->next[type.node]; i++) {
        const sema_node object = {type.file, i};
        if (ast->kind[i] == RUSTG_AST_TyPath && resolve_may_lack_dyn(s, object)) {
            const syntax_path path = syntax_path_of(s, object);
            const sema_def trait = def_dyn_bound_trait(s, scope, &path);
            good &= !trait || def_check_dyn_bound(s, trait, path.span, object, in_body);
        }
        if (ast->kind[i] != RUSTG_AST_TyTraitObject)
            continue;
        EACH_CHILD(s, object, bound)
        {
            if (def_node_kind(s, bound) != RUSTG_AST_Bound || resolve_bound_is_maybe(s, bound))
                continue;
            const syntax_path path = resolve_bound_path(s, bound);
            const sema_def trait = def_dyn_bound_trait(s, scope, &path);
            if (!trait)
                continue;
            good &= def_check_dyn_bound(s, trait, path.span, object, in_body);
            break;
        }
    }
    return good;
}
