/* resolve_lifetime.c: reports lifetimes that are missing, and suggests how to name them. */
#include "sema/items/def.h"
#include "sema/names/resolve.h"
#include "sema/syntax/syntax.h"
#include "rustg/diagnostic_kind.h"

static bool resolve_is_reference(const sema *s, sema_span at)
{
    return at.end > at.start && s->files.at[at.file]->bytes[at.start] == '&';
}

/* The lifetimes that could be used there: those of the item and of what it stands in. */
static bool resolve_any_in_scope(sema *s, sema_def scope)
{
    for (sema_def d = scope; d && def_kind_of(s, d) != DEF_MOD && def_kind_of(s, d) != DEF_CRATE;
         d = def_get(s, d)->parent) {
        uint32_t n;
        const sema_def *own = def_own_params(s, d, &n);
        for (uint32_t i = 0; i < n; i++)
            if (def_kind_of(s, own[i]) == DEF_LIFETIME_PARAM)
                return true;
    }
    return false;
}

/* Suggests a new lifetime: in the item's generics, in the place where it is missing, and in the references it may
 * come from. */
static void resolve_suggest_named(sema *s, sema_report *r, sema_node item, sema_span at, const sema_span *from,
                                  uint32_t n_from)
{
    sema_node generics = syntax_child_of(s, item, RUSTG_AST_Generics);
    sema_span names = syntax_is(generics) ? sema_node_span(s, generics) : source_end(syntax_name_span(s, item));
    if (syntax_is(generics))
        names.end = ++names.start;
    sema_suggest(r, names, syntax_is(generics) ? "'a, " : "<'a>", "consider introducing a named lifetime parameter");
    sema_suggest_further(r, (sema_span){at.file, at.start + 1, at.start + 1}, "'a ");
    for (uint32_t i = 0; i < n_from; i++)
        sema_suggest_further(r, (sema_span){from[i].file, from[i].start + 1, from[i].start + 1}, "'a ");
}

void resolve_report_lifetime(sema *s, resolve_lookup *l, sema_span at, uint32_t n_left_out)
{
    sema_report r = sema_error(s, RUSTG_DIAG_MISSING_LIFETIME, at);
    sema_primary_label(&r, n_left_out > 1 ? "expected %u lifetime parameters" : "expected named lifetime parameter",
                       n_left_out);
    sema_def owner = def_generics_owner(s, l->how.scope);
    bool is_nameable = owner && resolve_is_reference(s, at) && !resolve_any_in_scope(s, owner);
    if (!l->fn.node) {
        if (is_nameable)
            resolve_suggest_named(s, &r, def_get(s, owner)->node, at, NULL, 0);
        else
            sema_help(&r, "consider introducing a named lifetime parameter");
        return;
    }
    syntax_fn fn = syntax_fn_of(s, l->fn);
    sema_span *from = ARENA_ARRAY(s->memory, sema_span, fn.params.n + 1);
    const char *names = "";
    uint32_t n = 0, n_named = 0;
    for (uint32_t i = 0; i < fn.params.n; i++) {
        sema_node type = syntax_child_in(s, fn.params.at[i], RUSTG_AST_CLASS_TY, 0);
        sema_node pat = syntax_child_in(s, fn.params.at[i], RUSTG_AST_CLASS_PAT, 0);
        if (!syntax_is(type) || def_node_kind(s, type) != RUSTG_AST_TyRef || !syntax_is(pat))
            continue;
        from[n] = sema_node_span(s, type);
        n_named += syntax_is(syntax_child_of(s, type, RUSTG_AST_Lifetime));
        sema_label(&r, from[n], "%s", "");
        names = arena_format(s->memory, "%s%s`%s`", names, n ? " or " : "", sema_text(s, syntax_name(s, pat)));
        n++;
    }
    if (!n) {
        sema_help(
            &r,
            "this function's return type contains a borrowed value, but there is no value for it to be borrowed from");
        return;
    }
    sema_help(
        &r,
        "this function's return type contains a borrowed value, but the signature does not say whether it is borrowed "
        "from %s",
        names);
    if (is_nameable && !n_named)
        resolve_suggest_named(s, &r, l->fn, at, from, n);
}
