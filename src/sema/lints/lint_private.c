/* lint_private.c: types that a place may not name, but has by an alias or by inference. As in rustc it comes last. */
#include "sema/lints/lint.h"
#include "rustg/diagnostic_kind.h"

/* What is looked at in one item. seen: types that were, for a type may hold others of which it has many. */
typedef struct private_walk {
    sema *s;
    sema_def from;
    arena_map seen;
} private_walk;

/* A type or trait in t that is hidden from the item and was not seen before; 0: there is none. */
static sema_def private_part(private_walk *w, sema_ty t)
{
    sema *s = w->s;
    const sema_def from = w->from;
    const ty_info info = *ty_get(s, t);
    uint32_t *seen = arena_map_at(s->memory, &w->seen, t, 1);
    if (*seen)
        return 0;
    *seen = 1;
    if (info.kind == TY_CLOSURE || info.kind == TY_FN_DEF)
        return 0;
    if ((info.kind == TY_ADT || info.kind == TY_DYN) && info.def && !def_get(s, info.def)->is_library &&
        !def_is_visible(s, info.def, from))
        return info.def;
    sema_def found = 0;
    for (uint32_t i = 0; i < info.n_args && !found; i++)
        found = private_part(w, ty_arg(s, t, i));
    return found;
}

static bool private_check(private_walk *w, sema_ty t, sema_span at)
{
    sema *s = w->s;
    const sema_def hidden = t ? private_part(w, t) : 0;
    if (!hidden || s->files.at[at.file]->origin == SEMA_FILE_LIBRARY)
        return false;
    sema_report r = sema_error(s, RUSTG_DIAG_TYPE_PRIVATE, at);
    sema_arg(&r, "%s", def_kind_of(s, hidden) == DEF_TRAIT ? "trait" : "type");
    sema_arg(&r, "%s", sema_text(s, def_get(s, hidden)->name));
    return true;
}

/* Of a declaration, in which each part is told of. */
static void private_check_one(sema *s, sema_ty t, sema_def from, sema_span at)
{
    private_check(&(private_walk){.s = s, .from = from}, t, at);
}

static void private_check_body(sema *s, const thir_body *body)
{
    private_walk w = {.s = s, .from = body->owner};
    if (body->failed || !body->value)
        return;
    for (uint32_t e = 1; e < body->exprs.n; e++)
        if (private_check(&w, body->exprs.at[e].ty, body->exprs.at[e].span))
            return;
    for (uint32_t i = 0; i < body->closures.n; i++) {
        const thir_body *closure = sema_body(s, body->closures.at[i]);
        if (closure)
            private_check_body(s, closure);
    }
}

static void private_check_fields(sema *s, sema_def adt)
{
    uint32_t n, n_fields;
    const sema_def *variants = def_variants(s, adt, &n);
    for (uint32_t i = 0; i < n; i++) {
        const sema_def *fields = def_fields(s, variants[i], &n_fields);
        for (uint32_t k = 0; k < n_fields; k++)
            private_check_one(s, def_type(s, fields[k]), adt, sema_node_span(s, def_get(s, fields[k])->node));
    }
}

static void private_check_sig(sema *s, sema_def fn)
{
    const def_sig sig = def_fn_sig(s, fn);
    const syntax_fn parts = syntax_fn_of(s, def_get(s, fn)->node);
    for (uint32_t i = 0; i < sig.n_inputs && i < parts.params.n; i++)
        private_check_one(s, sig.inputs[i], fn, sema_node_span(s, parts.params.at[i]));
    if (syntax_is(parts.result))
        private_check_one(s, sig.output, fn, sema_node_span(s, parts.result));
}

/* Within one module all is visible. */
static bool private_has_modules(const sema *s, sema_def first)
{
    for (sema_def d = first + 1; d < def_count(s); d++)
        if (def_kind_of(s, d) == DEF_MOD && !def_get(s, d)->is_library)
            return true;
    return false;
}

void lint_private_types(sema *s)
{
    uint32_t n;
    const sema_def *crates = def_user_crates(s, &n);
    if (n == 0 || (n == 1 && !private_has_modules(s, crates[0])))
        return;
    for (sema_def d = crates[0]; d < def_count(s); d++) {
        const sema_node node = def_get(s, d)->node;
        if (def_get(s, d)->is_library || !syntax_is(node) || sema_is_derived(s, node.file))
            continue;
        switch (def_kind_of(s, d)) {
        case DEF_STRUCT:
        case DEF_ENUM:
        case DEF_UNION: private_check_fields(s, d); break;
        case DEF_FN: private_check_sig(s, d); break;
        case DEF_NONE:
        case DEF_CASES_MODULE:
        case DEF_CASES_OF_ADT:
        case DEF_TRAIT:
        case DEF_IMPL:
        case DEF_CASES_VALUE:
        case DEF_CASES_ALIAS:
        case DEF_CASES_PARAM:
        case DEF_CASES_NAMELESS: break;
        }
        const def_kind kind = def_kind_of(s, d);
        const thir_body *body =
            (kind == DEF_FN || kind == DEF_CONST || kind == DEF_STATIC) && def_has_body(s, d) ? sema_body(s, d) : NULL;
        if (body)
            private_check_body(s, body);
    }
}
