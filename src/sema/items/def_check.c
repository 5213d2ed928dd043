/* def_check.c: checks the rules that items follow on their own: names are given once, types have a size, generic
 * parameters are used. */
#include "sema/items/def_table.h"
#include "sema/infer/infer.h"
#include "sema/syntax/syntax.h"
#include "sema/names/resolve.h"
#include "rustg/diagnostic_kind.h"

static const char *def_space_name(int space)
{
    return space == NAMESPACE_TYPE ? "type" : space == NAMESPACE_VALUE ? "value" : "macro";
}

static const char *def_container_name(const sema *s, sema_def module)
{
    switch (def_kind_of(s, module)) {
    case DEF_BLOCK: return "block";
    case DEF_ENUM: return "enum";
    case DEF_TRAIT: return "trait";
    case DEF_NONE:
    case DEF_CASES_MODULE:
    case DEF_FN:
    case DEF_STRUCT:
    case DEF_UNION:
    case DEF_CASES_OF_ADT:
    case DEF_IMPL:
    case DEF_CASES_VALUE:
    case DEF_CASES_ALIAS:
    case DEF_CASES_PARAM:
    case DEF_CLOSURE:
    case DEF_OPAQUE:
    case DEF_ANON_CONST: break;
    }
    return "module";
}

static sema_span def_binding_span(sema *s, const def_binding *b)
{
    return b->import ? sema_node_span(s, def_tab(s)->imports.at[b->import]->node) : def_head_span(s, b->def);
}

/* Reports a name's binding that comes after another one in a namespace (E0428, E0252, E0255). */
static void def_check_pair(sema *s, sema_def module, int space, const def_binding *first, const def_binding *second)
{
    const char *name = sema_text(s, first->name);
    bool imports = first->import || second->import;
    uint32_t kind = !imports                          ? RUSTG_DIAG_DEFINED_TWICE
                    : first->import && second->import ? RUSTG_DIAG_IMPORTED_TWICE
                                                      : RUSTG_DIAG_IMPORT_AND_ITEM;
    sema_report r = sema_error(s, kind, def_binding_span(s, second));
    sema_arg(&r, "%s", name);
    sema_primary_label(&r, "`%s` %s here", name, second->import ? "reimported" : "redefined");
    sema_label(&r, def_binding_span(s, first), "previous %s of the %s `%s` here",
               first->import ? "import" : "definition", def_space_name(space), name);
    sema_note(&r, "`%s` must be defined only once in the %s namespace of this %s", name, def_space_name(space),
              def_container_name(s, module));
    const def_binding *import = second->import ? second : first;
    if (import->import) {
        sema_span at = def_binding_span(s, import);
        at.start = at.end;
        sema_suggest(&r, at, arena_format(s->memory, " as other_%s", name),
                     "you can use `as` to change the binding name of the import");
    }
}

static bool def_check_binds(sema *s, const def_binding *b, int space)
{
    sema_def def;
    bool is_macro;
    return b->import ? resolve_import(s, b->import, (res_namespace)space, &def, &is_macro) : b->spaces >> space & 1;
}

/* Reports what else one name stands for. rustc defines items first and imports after them, so all are compared with
 * the first item, or with the first import where there is none, and one place is reported once. */
static void def_check_name(sema *s, sema_def module, uint32_t newest)
{
    const def_table *t = def_tab(s);
    VEC(def_binding) all = {0};
    for (uint32_t b = newest; b; b = def_binding_at(t, b)->next)
        if (!def_binding_at(t, b)->is_macro)
            vec_push(s->memory, &all, *def_binding_at(t, b));
    bool *is_said = ARENA_ARRAY(s->memory, bool, all.n);
    for (int space = 0; space < 2; space++) {
        uint32_t kept = UINT32_MAX;
        for (int imports = 0; imports < 2; imports++)
            for (uint32_t i = all.n; i-- > 0;) {
                if ((all.at[i].import != 0) != imports || !def_check_binds(s, &all.at[i], space))
                    continue;
                const uint32_t first = i > kept ? i : kept, second = i > kept ? kept : i; /* the newest is number 0 */
                if (kept == UINT32_MAX) {
                    kept = i;
                } else if (!is_said[second]) {
                    def_check_pair(s, module, space, &all.at[first], &all.at[second]);
                    is_said[second] = true;
                }
            }
    }
}

bool def_is_no_std(const sema *s, sema_def crate)
{
    const sema_file *f = s->files.at[def_get(s, crate)->node.file];
    static const char word[] = "no_std";
    for (uint32_t i = 0; i + 1 < f->toks.n_toks; i++)
        if (f->toks.kind[i] == RUSTG_TOK_L_BRACKET && f->toks.end[i + 1] - f->toks.start[i + 1] == sizeof word - 1 &&
            memcmp(f->bytes + f->toks.start[i + 1], word, sizeof word - 1) == 0)
            return true;
    return false;
}

/* E0254, E0259, E0260: edition 2015 has an `extern crate std` at the root of each crate, or one of core. */
static void def_check_std_name(sema *s, sema_def crate, const def_binding *b)
{
    const sema_file *f = s->files.at[def_get(s, crate)->node.file];
    const char *name = sema_text(s, b->name);
    if (f->edition >= 2018 || b->is_macro || (strcmp(name, "std") != 0 && strcmp(name, "core") != 0) ||
        strcmp(name, def_is_no_std(s, crate) ? "core" : "std") != 0 || !def_check_binds(s, b, NAMESPACE_TYPE))
        return;
    const bool is_extern = b->import && def_tab(s)->imports.at[b->import]->is_extern;
    sema_report r = sema_error(s,
                               is_extern   ? RUSTG_DIAG_EXTERN_STD
                               : b->import ? RUSTG_DIAG_IMPORT_STD
                                           : RUSTG_DIAG_ITEM_STD,
                               def_binding_span(s, b));
    sema_arg(&r, "%s", name);
    sema_primary_label(&r, "`%s` %s here", name, b->import ? "reimported" : "redefined");
    sema_note(&r, "`%s` must be defined only once in the type namespace of this module", name);
}

void def_check_names(sema *s, sema_def module)
{
    def_module *m = def_names_of(s, module);
    def_table *t = def_tab(s);
    for (uint32_t i = 0; i < m->names.capacity && def_kind_of(s, module) == DEF_CRATE; i++)
        for (uint32_t b = m->names.keys[i] ? m->names.values[i] : 0; b; b = def_binding_at(t, b)->next)
            def_check_std_name(s, module, def_binding_at(t, b));
    for (uint32_t i = 0; i < m->names.capacity; i++)
        if (m->names.keys[i] && def_binding_at(t, m->names.values[i])->next)
            def_check_name(s, module, m->names.values[i]);
    resolve_check_imports(s, module);
}

/* ---- Fields and variants ---- */

static void check_fields(sema *s, sema_def variant)
{
    uint32_t n;
    const sema_def *fields = def_fields(s, variant, &n);
    arena_map seen = {0};
    for (uint32_t i = 0; i < n; i++) {
        uint32_t *at = arena_map_at(s->memory, &seen, def_get(s, fields[i])->name, 1);
        if (*at) {
            sema_report r = sema_error(s, RUSTG_DIAG_FIELD_TWICE, sema_node_span(s, def_get(s, fields[i])->node));
            sema_arg(&r, "%s", sema_text(s, def_get(s, fields[i])->name));
            sema_label(&r, sema_node_span(s, def_get(s, fields[*at - 1])->node), "`%s` first declared here",
                       sema_text(s, def_get(s, fields[i])->name));
        } else {
            *at = i + 1;
        }
        def_type(s, fields[i]);
    }
}

static void check_discriminants(sema *s, sema_def adt)
{
    uint32_t n;
    const sema_def *variants = def_variants(s, adt, &n);
    arena_map seen = {0};
    uint32_t minus_one = 0; /* whose key would be 0, which the map has not */
    for (uint32_t i = 0; i < n; i++) {
        int64_t value = def_discriminant(s, variants[i]);
        uint32_t *at = value == -1 ? &minus_one : arena_map_at(s->memory, &seen, (uint64_t)value + 1, 1);
        if (*at) {
            sema_report r = sema_error(s, RUSTG_DIAG_DISCRIMINANT_TWICE, def_head_span(s, adt));
            sema_arg(&r, "%lld", (long long)value);
            for (int k = 0; k < 2; k++) {
                sema_def v = k ? variants[i] : variants[*at - 1];
                sema_node expr = syntax_child_in(s, def_get(s, v)->node, RUSTG_AST_CLASS_EXPR, 0);
                sema_label(&r, syntax_is(expr) ? sema_node_span(s, expr) : def_span(s, v), "`%lld` assigned here",
                           (long long)value);
            }
        }
        *at = i + 1;
    }
}

/* ---- E0072 ---- */

enum { MOST_RECURSIVE_TYPES = 5 }; /* that rustc names and shows */

/* Whether a part of a written type is the recursive one. */
static bool def_is_recursive_part(sema *s, sema_node part, sema_def adt)
{
    if (def_node_kind(s, part) != RUSTG_AST_TyPath)
        return false;
    const char *text = source_text(s, sema_node_span(s, part)), *name = sema_text(s, def_get(s, adt)->name);
    const size_t length = strlen(name);
    return strncmp(text, name, length) == 0 && (text[length] == 0 || text[length] == '<');
}

static void def_show_recursive_part(sema_report *r, sema_span at, bool is_first)
{
    sema_label(r, at, "recursive without indirection");
    if (is_first)
        sema_suggest(r, source_start(at), "Box<",
                     "insert some indirection (e.g., a `Box`, `Rc`, or `&`) to break the cycle");
    else
        sema_suggest_further(r, source_start(at), "Box<");
    sema_suggest_further(r, source_end(at), ">");
}

/* Shows where in a field's type the next one of the cycle stands; the whole type where its name is not in it. */
static void def_show_recursive_field(sema *s, sema_report *r, const def_size_step *step, bool is_first)
{
    const sema_node type = syntax_child_in(s, def_get(s, step->field)->node, RUSTG_AST_CLASS_TY, 0);
    const rustg_ast *ast = def_ast(s, type.file);
    bool found = false;
    for (uint32_t n = type.node; n < ast->next[type.node];) {
        const sema_node part = {type.file, n};
        if (def_is_recursive_part(s, part, step->next)) {
            def_show_recursive_part(r, sema_node_span(s, part), is_first && !found);
            found = true;
            n = ast->next[n];
        } else {
            n++;
        }
    }
    if (!found)
        def_show_recursive_part(r, sema_node_span(s, type), is_first);
}

/* `A`, `B` and `C` */
static const char *def_recursive_names(sema *s, const def_size_step *steps, uint32_t first, uint32_t n)
{
    const char *text = "";
    for (uint32_t i = 0; i < n; i++) {
        const char *name = sema_text(s, def_get(s, steps[(first + i) % n].adt)->name);
        text = arena_format(s->memory, "%s`%s`", text, name);
        if (i + 1 == MOST_RECURSIVE_TYPES && n > MOST_RECURSIVE_TYPES)
            return arena_format(s->memory, "%s and %u more", text, (unsigned)(n - MOST_RECURSIVE_TYPES));
        if (i + 1 < n)
            text = arena_format(s->memory, "%s%s", text, i + 2 < n ? ", " : " and ");
    }
    return text;
}

static void check_size(sema *s, sema_def adt)
{
    uint32_t n, first = 0;
    const def_size_step *steps = def_is_infinite(s, adt) ? def_infinite_cycle(s, adt, &n) : NULL;
    if (!steps)
        return;
    for (uint32_t i = 1; i < n; i++) {
        const sema_span at = def_type_head_span(s, steps[i].adt), least = def_type_head_span(s, steps[first].adt);
        if (at.file < least.file || (at.file == least.file && at.start < least.start))
            first = i;
    }
    sema_report r = sema_error(s, RUSTG_DIAG_INFINITE_SIZE, def_type_head_span(s, steps[first].adt));
    sema_arg(&r, "%s", n > 1 ? "s" : "");
    sema_arg(&r, "%s", def_recursive_names(s, steps, first, n));
    sema_arg(&r, "%s", n > 1 ? "have" : "has");
    for (uint32_t i = 0; n > 1 && i < n && i < MOST_RECURSIVE_TYPES; i++)
        sema_primary_here(&r, def_type_head_span(s, steps[(first + i) % n].adt));
    for (uint32_t i = 0; i < n && i < MOST_RECURSIVE_TYPES; i++)
        def_show_recursive_field(s, &r, &steps[(first + i) % n], i == 0);
    sema_suggest_is(&r, "HasPlaceholders");
}

/* ---- E0392 ---- */

static void def_mark_params(sema *s, sema_ty t, arena_map *used)
{
    ty_info info = *ty_get(s, t);
    if (info.kind == TY_PARAM || (info.kind == TY_REGION && info.def)) {
        *arena_map_at(s->memory, used, info.def, 1) = 1;
        return;
    }
    uint32_t n;
    const sema_ty *args = ty_args(s, t, &n);
    for (uint32_t i = 0; i < n; i++)
        def_mark_params(s, args[i], used);
}

static void check_used_params(sema *s, sema_def adt)
{
    uint32_t n_params, n, n_fields;
    const sema_def *params = def_own_params(s, adt, &n_params);
    if (!n_params || def_get(s, adt)->is_library)
        return;
    arena_map used = {0};
    const sema_def *variants = def_variants(s, adt, &n);
    for (uint32_t i = 0; i < n; i++) {
        const sema_def *fields = def_fields(s, variants[i], &n_fields);
        for (uint32_t k = 0; k < n_fields; k++) {
            sema_ty t = def_type(s, fields[k]);
            if (ty_has(s, t, TY_HAS_ERROR))
                return;
            def_mark_params(s, t, &used);
        }
    }
    uint32_t n_predicates;
    const def_predicate *predicates = def_predicates(s, adt, &n_predicates);
    for (uint32_t i = 0; i < n_predicates; i++) /* `H: Handle<Inner = T>` ties T to H */
        if (predicates[i].kind == PREDICATE_PROJECTION)
            def_mark_params(s, predicates[i].equals, &used);
    for (uint32_t i = 0; i < n_params; i++) {
        def_kind kind = def_kind_of(s, params[i]);
        if (kind == DEF_CONST_PARAM || arena_map_at(s->memory, &used, params[i], 0))
            continue;
        bool lifetime = kind == DEF_LIFETIME_PARAM;
        const char *name =
            arena_format(s->memory, "%s%s", lifetime ? "'" : "", sema_text(s, def_get(s, params[i])->name));
        sema_report r = sema_error(s, RUSTG_DIAG_UNUSED_PARAM, def_span(s, params[i]));
        sema_arg(&r, "%s", lifetime ? "lifetime" : "type");
        sema_arg(&r, "%s", name);
        sema_help(&r, "consider removing `%s`, referring to it in a field, or using a marker such as `PhantomData`",
                  name);
        if (!lifetime)
            sema_help(&r, "if you intended `%s` to be a const parameter, use `const %s: /* Type */` instead", name,
                      name);
    }
}

/* ---- Items ---- */

/* Lifetimes stand before types and constants. */
static void check_param_order(sema *s, const sema_def *own, uint32_t n)
{
    uint32_t first_other = UINT32_MAX;
    for (uint32_t i = 0; i < n; i++)
        if (def_get(s, own[i])->kind != DEF_LIFETIME_PARAM && !def_answer(s, own[i])->synthetic &&
            def_span(s, own[i]).start < first_other)
            first_other = def_span(s, own[i]).start;
    sema_report r = {.s = s, .diag = UINT32_MAX};
    bool is_wrong = false;
    for (uint32_t i = 0; i < n; i++) {
        const sema_span at = def_span(s, own[i]);
        if (def_get(s, own[i])->kind != DEF_LIFETIME_PARAM || at.start < first_other || first_other == UINT32_MAX ||
            def_get(s, own[i])->name == def_tab(s)->names.underscore)
            continue;
        if (is_wrong)
            sema_primary_here(&r, at);
        else
            r = sema_error(s, RUSTG_DIAG_LIFETIMES_NOT_FIRST, at);
        is_wrong = true;
    }
}

/* A bound by a trait without its lifetimes; TY_NONE where these are not known, or are a `for<..>`'s. */
static sema_ty def_check_bound_key(sema *s, const def_predicate *p)
{
    if (p->kind != PREDICATE_TRAIT || p->of_any || p->bound_of)
        return TY_NONE;
    sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, p->n_args);
    for (uint32_t i = 0; i < p->n_args; i++) {
        if (ty_has(s, p->args[i], TY_HAS_ERROR) || ty_mentions(s, p->args[i], ty_erased(s)))
            return TY_NONE;
        args[i] = ty_erase_regions(s, p->args[i]);
    }
    return ty_fn_def(s, p->trait, args, p->n_args);
}

/* E0283: two bounds by a trait that are the same but for lifetimes, neither of them is the bound then. */
static bool def_check_ambiguous(sema *s, sema_def d)
{
    uint32_t n;
    const def_predicate *predicates = def_predicates(s, d, &n);
    arena_map first = {0}; /* 1 + the number of the first predicate, by key */
    for (uint32_t i = 0; i < n; i++) {
        const sema_ty key = def_check_bound_key(s, &predicates[i]);
        if (!key)
            continue;
        uint32_t *at = arena_map_at(s->memory, &first, key, 1);
        if (!*at)
            *at = i + 1;
        const def_predicate *before = &predicates[*at - 1];
        if (memcmp(before->args, predicates[i].args, predicates[i].n_args * sizeof *before->args) == 0)
            continue;
        sema_report r = sema_error(s, RUSTG_DIAG_BOUNDS_AMBIGUOUS, before->span);
        sema_arg(&r, "%s", ty_print(s, before->args[0]));
        sema_arg(&r, "%s", trait_print_ref(s, before->trait, before->args, before->n_args));
        sema_note_at(&r, predicates[i].span, "it may be this bound as well");
        return true;
    }
    return false;
}

/* E0391: a bound of T that names `T::Name`, where its trait has a type of that name. Which type that is, the bounds of
 * T tell. */
static void def_check_bound_cycle(sema *s, sema_def d, sema_def param)
{
    enum { ROOM = 64 };
    def_bound_at bounds[ROOM];
    const char *name = sema_text(s, def_get(s, param)->name);
    const uint32_t n = def_param_bounds(s, d, param, bounds, ROOM);
    for (uint32_t i = 0; i < n; i++) {
        if (bounds[i].scope != d || resolve_bound_is_maybe(s, bounds[i].bound))
            continue;
        const sema_node bound = bounds[i].bound;
        const rustg_ast *ast = def_ast(s, bound.file);
        const syntax_path path = resolve_bound_path(s, bound);
        const sema_def trait = resolve_trait_path(s, d, &path, path.n_segments, true);
        for (uint32_t k = bound.node; trait && k < ast->next[bound.node]; k++) {
            const sema_node at = {bound.file, k};
            if (ast->kind[k] != RUSTG_AST_TyPath)
                continue;
            const syntax_path type = syntax_path_of(s, at);
            def_trait_ref of = {.trait = trait}, holder;
            of.args = def_identity_args(s, trait, &of.n_args);
            if (type.n_segments != 2 || type.qself.node || type.segments[0].name != def_get(s, param)->name ||
                !def_find_assoc_ty(s, trait, type.segments[1].name, of, &holder))
                continue;
            const bool is_self = def_kind_of(s, d) == DEF_TRAIT && !strcmp(name, "Self");
            const char *doing =
                is_self ? arena_format(s->memory, "computing the super traits of `%s` with associated type name `%s`",
                                       sema_text(s, def_get(s, d)->name), sema_text(s, type.segments[1].name))
                        : arena_format(s->memory, "computing the bounds for type parameter `%s`", name);
            sema_report r = sema_error(s, RUSTG_DIAG_CYCLE, is_self ? def_head_span(s, d) : sema_node_span(s, at));
            sema_arg(&r, "%s", doing);
            sema_note(&r, "...which immediately requires %s again", doing);
            return;
        }
    }
}

static void check_generics(sema *s, sema_def d)
{
    uint32_t n;
    const sema_def *own = def_own_params(s, d, &n);
    if (def_kind_of(s, d) != DEF_TRAIT) /* Self stands at its name */
        check_param_order(s, own, n);
    def_kind kind = def_kind_of(s, d);
    bool seen_default = false;
    for (uint32_t i = 0; i < n; i++) {
        const def_info *about = def_get(s, own[i]);
        if (about->kind == DEF_TYPE_PARAM && !def_answer(s, own[i])->synthetic)
            def_check_bound_cycle(s, d, own[i]);
        if (about->kind == DEF_LIFETIME_PARAM || about->node.node == def_get(s, d)->node.node ||
            def_answer(s, own[i])->synthetic)
            continue;
        if (about->kind == DEF_CONST_PARAM)
            def_const_param_ty(s, own[i]);
        sema_node by_default = syntax_child_in(
            s, about->node, about->kind == DEF_TYPE_PARAM ? RUSTG_AST_CLASS_TY : RUSTG_AST_CLASS_EXPR, 0);
        if (!syntax_is(by_default)) {
            if (seen_default)
                sema_error(s, RUSTG_DIAG_DEFAULT_NOT_LAST, def_span(s, own[i - 1]));
            seen_default = false;
            continue;
        }
        seen_default = true;
        if (kind == DEF_FN || kind == DEF_IMPL) {
            sema_error(s, RUSTG_DIAG_DEFAULT_NOT_ALLOWED, sema_node_span(s, about->node));
            continue;
        }
        /* E0128: the default names the parameter itself or one that is declared later. */
        const rustg_ast *ast = def_ast(s, by_default.file);
        for (uint32_t k = by_default.node; k < ast->next[by_default.node]; k++) {
            if (ast->kind[k] != RUSTG_AST_TyPath && ast->kind[k] != RUSTG_AST_ExprPath)
                continue;
            sema_node at = {by_default.file, k};
            sema_symbol name = syntax_tok_name(s, at.file, syntax_first_tok(s, at));
            if (kind != DEF_TRAIT && syntax_tok_kind(s, at.file, syntax_first_tok(s, at)) == RUSTG_TOK_KW_SELF_TYPE)
                sema_error(s, RUSTG_DIAG_SELF_IN_DEFAULT, syntax_tok_span(s, at.file, syntax_first_tok(s, at)));
            for (uint32_t j = i; j < n; j++)
                if (def_get(s, own[j])->name == name) {
                    sema_report r =
                        sema_error(s, RUSTG_DIAG_FORWARD_DEFAULT, syntax_tok_span(s, at.file, syntax_first_tok(s, at)));
                    sema_arg(&r, "%s", sema_text(s, name));
                }
        }
        def_param_default(s, own[i]);
    }
    if (!def_check_ambiguous(s, d))
        def_check_wf_bounds(s, d);
}

static void check_params(sema *s, sema_def fn)
{
    sema_node node = def_get(s, fn)->node;
    arena_map seen = {0};
    uint32_t param = 0;
    if (!def_has_body(s, fn)) /* names there bind nothing */
        return;
    EACH_CHILD(s, node, c)
    {
        if (def_node_kind(s, c) != RUSTG_AST_Param)
            continue;
        param++;
        sema_node pat = syntax_child_in(s, c, RUSTG_AST_CLASS_PAT, 0);
        if (!syntax_is(pat))
            continue;
        const rustg_ast *ast = def_ast(s, pat.file);
        for (uint32_t n = pat.node; n < ast->next[pat.node]; n++) {
            if (ast->kind[n] != RUSTG_AST_PatIdent)
                continue;
            sema_node ident = {pat.file, n};
            uint32_t *at = arena_map_at(s->memory, &seen, syntax_name(s, ident), 1);
            if (*at && *at != param) {
                sema_report r = sema_error(s, RUSTG_DIAG_PARAM_TWICE, syntax_name_span(s, ident));
                sema_arg(&r, "%s", sema_text(s, syntax_name(s, ident)));
            }
            *at = param;
        }
    }
}

static void def_check_check_fn(sema *s, sema_def fn)
{
    check_generics(s, fn);
    check_params(s, fn);
    def_check_wf_fn(s, fn);
    def_check_kernel(s, fn);
    def_check_derivative(s, fn);
}

/* E0391: a trait above itself. */
static bool def_is_above(sema *s, sema_def looked_for, sema_def trait, arena_map *seen)
{
    uint32_t n;
    const def_trait_ref *supers = def_supertraits(s, trait, &n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t *at = arena_map_at(s->memory, seen, supers[i].trait, 1);
        if (supers[i].trait == looked_for)
            return true;
        if (*at)
            continue;
        *at = 1;
        if (def_is_above(s, looked_for, supers[i].trait, seen))
            return true;
    }
    return false;
}

/* Whether the cycle goes through an earlier trait, which then has the error. */
static bool def_has_cycle_before(sema *s, sema_def trait, arena_map *above)
{
    for (sema_def d = 1; d < trait; d++) {
        arena_map seen = {0};
        if (arena_map_at(s->memory, above, d, 0) && def_is_above(s, trait, d, &seen))
            return true;
    }
    return false;
}

/* E0391: `trait B: A<T: B>`, whose bound holds where B does, which it is a part of. */
static void check_implied_cycle(sema *s, sema_def trait)
{
    const sema_node node = def_get(s, trait)->node;
    const char *name = sema_text(s, def_get(s, trait)->name);
    EACH_CHILD(s, node, bound)
    {
        if (def_node_kind(s, bound) != RUSTG_AST_Bound)
            continue;
        for (uint32_t k = bound.node + 1; k < def_ast(s, bound.file)->next[bound.node]; k++) {
            const sema_node inner = {bound.file, k};
            if (def_node_kind(s, inner) != RUSTG_AST_Bound || resolve_bound_is_maybe(s, inner) ||
                syntax_kind(s, syntax_parent(s, inner)) != RUSTG_AST_AssocArg)
                continue;
            const syntax_path path = resolve_bound_path(s, inner);
            const sema_def of = resolve_trait_path(s, trait, &path, path.n_segments, true);
            arena_map seen = {0};
            if (!of || (of != trait && !def_is_above(s, trait, of, &seen)))
                continue;
            sema_report r = sema_error(s, RUSTG_DIAG_CYCLE, sema_node_span(s, inner));
            sema_arg(&r, "computing the implied predicates of `%s`", name);
            sema_note(&r, "...which immediately requires computing the implied predicates of `%s` again", name);
        }
    }
}

static void check_trait(sema *s, sema_def trait)
{
    uint32_t n, n_bounds;
    arena_map seen = {0};
    if (def_is_above(s, trait, trait, &seen) && !def_has_cycle_before(s, trait, &seen)) {
        sema_node bound = syntax_child_of(s, def_get(s, trait)->node, RUSTG_AST_Bound);
        const char *name = sema_text(s, def_get(s, trait)->name);
        sema_report r =
            sema_error(s, RUSTG_DIAG_CYCLE, syntax_is(bound) ? sema_node_span(s, bound) : def_span(s, trait));
        sema_arg(&r, "computing the super predicates of `%s`", name);
        sema_note(&r, "...which immediately requires computing the super predicates of `%s` again", name);
    }
    check_generics(s, trait);
    check_implied_cycle(s, trait);
    const sema_def *items = def_assoc_items(s, trait, &n);
    def_check_qualifiers(s, items, n, "traits");
    for (uint32_t i = 0; i < n; i++)
        switch (def_kind_of(s, items[i])) {
        case DEF_FN: def_check_check_fn(s, items[i]); break;
        case DEF_ASSOC_TY:
            check_generics(s, items[i]);
            def_bounds(s, items[i], &n_bounds);
            def_type(s, items[i]);
            break;
        case DEF_CONST:
            def_type(s, items[i]);
            def_check_dyn_types(s, items[i], def_type_node(s, def_get(s, items[i])->node), false);
            break;
        case DEF_NONE:
        case DEF_CASES_MODULE:
        case DEF_CASES_ADT:
        case DEF_CASES_OF_ADT:
        case DEF_TRAIT:
        case DEF_IMPL:
        case DEF_STATIC:
        case DEF_TY_ALIAS:
        case DEF_CASES_PARAM:
        case DEF_CASES_NAMELESS: def_type(s, items[i]); break;
        }
    def_check_names(s, trait);
}

static void def_no_body(sema *s, sema_def d, const char *what)
{
    sema_report r = sema_error(s, RUSTG_DIAG_NO_BODY_ITEM, sema_node_span(s, def_get(s, d)->node));
    sema_arg(&r, "%s", what);
}

/* E0732: numbers given to variants with fields want a type for them. */
static void check_explicit_numbers(sema *s, sema_def adt)
{
    uint32_t n, n_fields;
    bool fields = false, numbers = false;
    const sema_def *variants = def_variants(s, adt, &n);
    for (uint32_t i = 0; i < n; i++) {
        def_fields(s, variants[i], &n_fields);
        fields = fields || def_shape(s, variants[i]) != SHAPE_UNIT;
        numbers = numbers || syntax_is(syntax_child_in(s, def_get(s, variants[i])->node, RUSTG_AST_CLASS_EXPR, 0));
    }
    if (fields && numbers && !def_repr_of(s, adt).tag)
        sema_error(s, RUSTG_DIAG_NUMBERS_WANT_REPR, def_head_span(s, adt));
}

static void check_variant_visibility(sema *s, const sema_def *variants, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t n_fields;
        const sema_def *fields = def_fields(s, variants[i], &n_fields);
        for (uint32_t k = 0; k <= n_fields; k++) {
            sema_node vis = syntax_child_of(s, def_get(s, k ? fields[k - 1] : variants[i])->node, RUSTG_AST_Vis);
            if (!syntax_is(vis))
                continue;
            sema_report r = sema_error(s, RUSTG_DIAG_VISIBILITY_NOT_ALLOWED, sema_node_span(s, vis));
            sema_arg(&r, "enum variants and their fields always share the visibility of the enum they are in");
            sema_suggest(&r, sema_node_span(s, vis), "", "remove the qualifier");
        }
    }
}

/* E0091 */
static void def_check_alias_params(sema *s, sema_def alias, sema_ty t)
{
    uint32_t n;
    const sema_def *own = def_own_params(s, alias, &n);
    for (uint32_t i = 0; i < n && !ty_has(s, t, TY_HAS_ERROR); i++) {
        if (def_kind_of(s, own[i]) != DEF_TYPE_PARAM || ty_mentions(s, t, ty_param(s, own[i])))
            continue;
        sema_report r = sema_error(s, RUSTG_DIAG_ALIAS_PARAM_UNUSED, def_span(s, own[i]));
        sema_arg(&r, "%s", sema_text(s, def_get(s, own[i])->name));
        sema_help(&r, "consider removing `%s` or referring to it in the body of the type alias",
                  sema_text(s, def_get(s, own[i])->name));
    }
}

void def_check_item(sema *s, sema_def d)
{
    uint32_t n;
    if (!sema_enter(s, def_head_span(s, d)))
        return;
    const sema_order_key before = sema_order_enter(s, SEMA_STEP_ITEM, sema_node_span(s, def_get(s, d)->node), 0);
    if (def_kind_of(s, d) != DEF_FN)
        def_check_no_function(s, d);
    switch (def_kind_of(s, d)) {
    case DEF_MOD:
    case DEF_CRATE: {
        def_check_names(s, d);
        for (uint32_t i = 0; i < def_module_in(s, d)->items.n; i++)
            def_check_item(s, def_module_in(s, d)->items.at[i]);
        break;
    }
    case DEF_FN: def_check_check_fn(s, d); break;
    case DEF_STRUCT:
    case DEF_UNION:
    case DEF_ENUM: {
        check_generics(s, d);
        def_check_packed(s, d);
        const sema_def *variants = def_variants(s, d, &n);
        for (uint32_t i = 0; i < n; i++)
            check_fields(s, variants[i]);
        if (def_kind_of(s, d) == DEF_ENUM) {
            check_variant_visibility(s, variants, n);
            def_check_names(s, d);
            check_discriminants(s, d);
            check_explicit_numbers(s, d);
        }
        check_size(s, d);
        check_used_params(s, d);
        def_check_wf_fields(s, d);
        if (def_kind_of(s, d) == DEF_UNION)
            def_check_union(s, d);
        break;
    }
    case DEF_TRAIT: check_trait(s, d); break;
    case DEF_IMPL: {
        check_generics(s, d);
        def_check_impl(s, d);
        const sema_def *items = def_assoc_items(s, d, &n);
        for (uint32_t i = 0; i < n; i++) {
            def_kind kind = def_kind_of(s, items[i]);
            sema_node node = def_get(s, items[i])->node;
            sema_order_enter(s, SEMA_STEP_IMPL_ITEM, sema_node_span(s, node), 0);
            if (kind == DEF_FN)
                def_check_check_fn(s, items[i]);
            else
                def_check_wf_type(s, items[i], def_type(s, items[i]), syntax_child_in(s, node, RUSTG_AST_CLASS_TY, 0));
            if (kind == DEF_CONST && !def_has_body(s, items[i]))
                def_no_body(s, items[i], "associated constant in `impl`");
            if (kind == DEF_ASSOC_TY && !syntax_is(syntax_child_of(s, def_get(s, d)->node, RUSTG_AST_TraitRef)))
                sema_error(s, RUSTG_DIAG_INHERENT_ASSOC_TYPE, sema_node_span(s, node));
        }
        break;
    }
    case DEF_CONST:
    case DEF_STATIC: {
        sema_node node = def_get(s, d)->node;
        def_check_wf_type(s, d, def_type(s, d), syntax_child_in(s, node, RUSTG_AST_CLASS_TY, 0));
        if (def_kind_of(s, d) == DEF_STATIC && !syntax_is_mut(s, node))
            def_check_shared(s, d, syntax_child_in(s, node, RUSTG_AST_CLASS_TY, 0));
        if (!def_has_body(s, d))
            def_no_body(s, d, def_kind_of(s, d) == DEF_CONST ? "free constant item" : "free static item");
        break;
    }
    case DEF_TY_ALIAS:
        check_generics(s, d);
        def_check_alias_params(s, d, def_type(s, d));
        break;
    case DEF_NONE:
    case DEF_CASES_OF_ADT:
    case DEF_ASSOC_TY:
    case DEF_CASES_PARAM:
    case DEF_CASES_NAMELESS: break;
    }
    s->order = before;
    sema_leave(s);
}
