/* lint_warn.c: runs the lints that warn. */
#include "sema/warnings/lint_warn.h"
#include "sema/warnings/warnings.h"

/* Those that look at one body; of a fn or constant those of the closures in it, too. */
static void lint_warn_body(sema *s, const thir_body *body)
{
    if (body->failed)
        return;
    lint_statements(s, body);
    lint_unreachable(s, body);
    pattern_warn_body(s, body);
    for (uint32_t i = 0; i < body->closures.n; i++) {
        const thir_body *closure = sema_body(s, body->closures.at[i]);
        if (closure)
            lint_warn_body(s, closure);
    }
}

static void lint_warn_bodies(sema *s)
{
    uint32_t n;
    def_all_bodies(s, &n);
    for (uint32_t i = 0; i < n; i++) {
        const sema_def d = def_all_bodies(s, &n)[i];
        if (def_kind_of(s, d) == DEF_CLOSURE || def_get(s, d)->is_library || !def_has_body(s, d))
            continue;
        const thir_body *body = sema_body(s, d);
        if (body)
            lint_warn_body(s, body);
    }
}

void lint_warn(sema *s)
{
    if (!s->options->warnings)
        return;
    const bool was_quiet = sema_be_quiet(s, true);
    lint_names_case(s);
    lint_warn_bodies(s);
    lint_parens(s);
    lint_variables(s);
    lint_dead_code(s);
    lint_unused_imports(s);
    sema_be_quiet(s, was_quiet);
}
