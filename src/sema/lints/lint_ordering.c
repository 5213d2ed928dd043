/* lint_ordering.c: is the lint invalid_atomic_ordering: it reports an ordering that the operation on core's atomics
 * cannot have. */
#include "rustg/diagnostic.h"
#include "sema/items/def.h"
#include "sema/lints/lint.h"
#include "rustg/diagnostic_kind.h"

/* Orderings are letters: r Relaxed, l Release, a Acquire, b AcqRel. is_failure: the second of two. */
static const struct {
    const char *name;
    uint8_t argument;
    bool is_failure;
    const char *never, *what, *modes, *instead;
} operations[] = {
    {"load", 1, false, "lb", "atomic loads", "`Release` or `AcqRel`", "`Acquire`, `SeqCst` or `Relaxed`"},
    {"store", 2, false, "ab", "atomic stores", "`Acquire` or `AcqRel`", "`Release`, `SeqCst` or `Relaxed`"},
    {"fence", 0, false, "r", "memory fences", "`Relaxed`", "`Acquire`, `Release`, `AcqRel` or `SeqCst`"},
    {"compiler_fence", 0, false, "r", "memory fences", "`Relaxed`", "`Acquire`, `Release`, `AcqRel` or `SeqCst`"},
    {"compare_exchange", 4, true, "lb", NULL, NULL, NULL},
    {"compare_exchange_weak", 4, true, "lb", NULL, NULL, NULL},
    {"fetch_update", 2, true, "lb", NULL, NULL, NULL},
};

static char lint_letter_of(const char *variant)
{
    static const struct {
        const char *name;
        char letter;
    } all[] = {{"Relaxed", 'r'}, {"Release", 'l'}, {"Acquire", 'a'}, {"AcqRel", 'b'}};
    for (uint32_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].name, variant) == 0)
            return all[i].letter;
    return 0;
}

static bool lint_is_of_atomics(sema *s, sema_def def)
{
    for (; def; def = def_get(s, def)->parent)
        if (def_kind_of(s, def) == DEF_MOD)
            return def_get(s, def)->is_library && strcmp(sema_text(s, def_get(s, def)->name), "atomic") == 0 &&
                   strcmp(def_path(s, def), "sync::atomic") == 0;
    return false;
}

static void lint_ordering_check_call(sema *s, const thir_body *body, const thir_node *call)
{
    const thir_node *callee = &body->exprs.at[call->a];
    if (callee->op != THIR_FN || ty_kind_of(s, callee->ty) != TY_FN_DEF ||
        !lint_is_of_atomics(s, ty_get(s, callee->ty)->def))
        return;
    const char *name = sema_text(s, def_get(s, ty_get(s, callee->ty)->def)->name);
    for (uint32_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        if (strcmp(operations[i].name, name) != 0 || call->n <= operations[i].argument)
            continue;
        const thir_node *ordering = &body->exprs.at[body->lists.at[call->first + operations[i].argument]];
        sema_span said;
        if (ordering->op == THIR_USE)
            ordering = &body->exprs.at[ordering->a];
        const char letter =
            ordering->op == THIR_ADT ? lint_letter_of(sema_text(s, def_get(s, ordering->def)->name)) : 0;
        if (!letter || !strchr(operations[i].never, letter) ||
            !lint_is_denied(s, body->owner, ordering->span, LINT_INVALID_ATOMIC_ORDERING, &said))
            return;
        sema_report r = sema_error(
            s, operations[i].is_failure ? RUSTG_DIAG_FAILURE_ORDERING : RUSTG_DIAG_INVALID_ORDERING, ordering->span);
        sema_arg(&r, "%s", operations[i].is_failure ? name : operations[i].what);
        if (!operations[i].is_failure) {
            sema_arg(&r, "%s", operations[i].modes);
            sema_arg(&r, "%s", operations[i].instead);
        }
        lint_note(s, &r, LINT_INVALID_ATOMIC_ORDERING, said);
        return;
    }
}

void lint_orderings(sema *s, const thir_body *body)
{
    for (uint32_t e = 1; e < body->exprs.n; e++)
        if (body->exprs.at[e].op == THIR_CALL)
            lint_ordering_check_call(s, body, &body->exprs.at[e]);
}
