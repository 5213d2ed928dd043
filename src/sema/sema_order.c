/* sema_order.c: puts errors in the order in which rustc reports them: step by step, and in the steps that look at
 * bodies one body at a time.
 *
 * Source: rustc 1.95's rustc_interface/src/passes.rs, rustc_resolve/src/lib.rs (resolve_crate), and
 * rustc_hir_analysis/src/lib.rs (check_crate). */
#include "sema/sema.h"

#include <stdlib.h>
#include <string.h>

#include "rustg/diagnostic_kind.h"

/* What a row's column `step` says beside steps. */
enum { SEMA_STEP_JUMP = SEMA_N_STEPS, SEMA_STEP_CONSTANT, SEMA_STEP_BODY_LINT, ORDER_AS_REPORTED };

static uint8_t order_of_kind(uint32_t kind)
{
    static const uint8_t column[RUSTG_N_DIAGNOSTIC_KINDS] = {
#define DIAG(...)
#define DIAG_STEP(value, name, code, message, label, note, help, step) [RUSTG_DIAG_##name] = 1 + SEMA_STEP_##step,
#include "rustg/diagnostic_sema.def"
#undef DIAG
    };
    return column[kind] ? column[kind] - 1 : ORDER_AS_REPORTED;
}

static bool order_is_lint(uint32_t kind)
{
    const uint8_t own = order_of_kind(kind);
    return own == SEMA_STEP_LINT || own == SEMA_STEP_BODY_LINT;
}

sema_order_key sema_order_enter(sema *s, sema_step step, sema_span owner, uint32_t part)
{
    const sema_order_key before = s->order;
    s->order = (sema_order_key){.step = (uint8_t)step, .owner = sema_origin(s, owner).start, .part = part};
    return before;
}

static sema_order_key order_now(const sema *s)
{
    sema_order_key key = s->order;
    key.number = s->order_keys.n;
    key.behind = 2 * (key.behind ? key.behind - 1 : key.number) + !key.behind;
    return key;
}

void sema_order_note(sema *s)
{
    const rustg_diagnostic *row = &s->diags.data[s->diags.n - 1];
    sema_order_key key = order_now(s);
    const uint8_t own = order_of_kind(row->kind);
    if (own < SEMA_N_STEPS)
        key = (sema_order_key){.step = own, .number = key.number};
    else if (own == SEMA_STEP_JUMP)
        key.behind = 0;
    else if (own == SEMA_STEP_CONSTANT)
        key = (sema_order_key){.step = SEMA_STEP_BODY, .owner = row->start, .number = key.number};
    vec_push(s->memory, &s->order_keys, key);
}

void sema_order_drop(sema *s, uint32_t diag)
{
    s->order_keys.at[diag].step = SEMA_N_STEPS;
}

void sema_order_now(sema *s, uint32_t diag)
{
    s->order_keys.at[diag].behind = 2 * s->order_keys.n;
}

static bool order_suggests_import(const rustg_diagnostic *row)
{
    for (uint32_t i = 0; i < row->n_parts; i++)
        if (row->parts[i].patch && strncmp(row->parts[i].patch, "use ", 4) == 0)
            return true;
    return false;
}

void sema_order_call(sema *s, uint32_t diag, bool is_name)
{
    const uint8_t step = s->order_keys.at[diag].step;
    if (step == SEMA_STEP_KEPT || (is_name && step == SEMA_STEP_NAME && !order_suggests_import(&s->diags.data[diag])))
        s->order_keys.at[diag] = order_now(s);
}

void sema_order_prefix(sema *s, uint32_t diag, bool is_short)
{
    const sema_step step = order_suggests_import(&s->diags.data[diag]) ? SEMA_STEP_NAME
                           : is_short                                  ? SEMA_STEP_KEPT
                                                                       : SEMA_STEP_SCOPE;
    s->order_keys.at[diag].step = (uint8_t)step;
}

typedef struct order_row {
    sema_order_key key;
    rustg_diagnostic row;
} order_row;

/* Types are solved in an order of their own, and what they leave open is reported at the end of a body. All else is a
 * walk over the source, or is sorted by place by rustc. */
static bool order_goes_by_place(const sema_order_key *key)
{
    const bool is_item = key->step >= SEMA_STEP_ITEM && key->step <= SEMA_STEP_TRAIT_ITEM;
    return !is_item && (key->step != SEMA_STEP_BODY || key->part);
}

static int order_compare_rows(const void *a, const void *b)
{
    const order_row *x = a, *y = b;
    if (x->row.file != y->row.file)
        return x->row.file < y->row.file ? -1 : 1;
    if (x->key.step != y->key.step)
        return x->key.step < y->key.step ? -1 : 1;
    if (x->key.owner != y->key.owner)
        return x->key.owner < y->key.owner ? -1 : 1;
    if (x->key.part != y->key.part)
        return x->key.part < y->key.part ? -1 : 1;
    if (order_goes_by_place(&x->key) && x->row.start != y->row.start)
        return x->row.start < y->row.start ? -1 : 1;
    if (order_goes_by_place(&x->key) && x->row.end != y->row.end)
        return x->row.end < y->row.end ? -1 : 1;
    if (x->key.behind != y->key.behind)
        return x->key.behind < y->key.behind ? -1 : 1;
    return x->key.number < y->key.number ? -1 : x->key.number > y->key.number;
}

bool sema_has_only_lints(const sema *s)
{
    for (uint32_t i = 0; i < s->diags.n; i++)
        if (!order_is_lint(s->diags.data[i].kind))
            return false;
    return true;
}

void sema_order_reports(sema *s)
{
    const uint32_t n = s->order_keys.n;
    order_row *rows = ARENA_ARRAY(s->memory, order_row, n);
    for (uint32_t i = 0; i < n; i++)
        rows[i] = (order_row){s->order_keys.at[i], s->diags.data[i]};
    qsort(rows, n, sizeof *rows, order_compare_rows);
    bool has_errors = false;
    s->diags.n = s->order_keys.n = 0;
    for (uint32_t i = 0; i < n; i++)
        has_errors |= rows[i].key.step < SEMA_STEP_FIELD && !order_is_lint(rows[i].row.kind);
    for (uint32_t i = 0; i < n; i++) {
        if (rows[i].key.step == SEMA_N_STEPS || (has_errors && rows[i].key.step >= SEMA_STEP_FIELD))
            continue;
        s->diags.data[s->diags.n++] = rows[i].row;
        vec_push(s->memory, &s->order_keys, rows[i].key);
    }
}

static int order_compare_warnings(const void *a, const void *b)
{
    const order_row *x = a, *y = b;
    if (x->row.file != y->row.file)
        return x->row.file < y->row.file ? -1 : 1;
    if (x->row.start != y->row.start)
        return x->row.start < y->row.start ? -1 : 1;
    if (x->row.end != y->row.end)
        return x->row.end < y->row.end ? -1 : 1;
    return x->key.number < y->key.number ? -1 : x->key.number > y->key.number;
}

void sema_order_warnings(sema *s)
{
    const uint32_t n = s->warnings.n;
    order_row *rows = ARENA_ARRAY(s->memory, order_row, n);
    for (uint32_t i = 0; i < n; i++)
        rows[i] = (order_row){{.number = i}, s->warnings.data[i]};
    qsort(rows, n, sizeof *rows, order_compare_warnings);
    for (uint32_t i = 0; i < n; i++)
        s->warnings.data[i] = rows[i].row;
}
