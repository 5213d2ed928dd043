/* sema_order.c: puts errors in the order in which rustc reports them: step by step, and in the steps that look at
 * bodies one body at a time.
 *
 * Source: rustc 1.95's rustc_interface/src/passes.rs, rustc_resolve/src/lib.rs (resolve_crate), and
 * rustc_hir_analysis/src/lib.rs (check_crate). */
#include "sema/sema.h"

#include <stdlib.h>
#include <string.h>

#include "rustg/diagnostic_kind.h"

/* Kinds that belong to one step of rustc's, whichever of ours meets them. */
static uint8_t order_of_kind(uint32_t kind)
{
    switch (kind) {
    case RUSTG_DIAG_NOT_COMPILED_YET: /* other errors may follow from it */
    case RUSTG_DIAG_MACRO_NOT_FOUND:
    case RUSTG_DIAG_MOD_FILE_MISSING:
    case RUSTG_DIAG_MOD_FILE_TWICE:
    case RUSTG_DIAG_MOD_PATH_UNREADABLE:
    case RUSTG_DIAG_MOD_CIRCULAR:
    case RUSTG_DIAG_CRATE_MISSING:
    case RUSTG_DIAG_DEFINED_TWICE:
    case RUSTG_DIAG_CFG_INVALID_PREDICATE:
    case RUSTG_DIAG_CFG_MALFORMED:
    case RUSTG_DIAG_CFG_ARGUMENTS:
    case RUSTG_DIAG_MACRO_ARGUMENTS:
    case RUSTG_DIAG_DERIVE_TARGET:
    case RUSTG_DIAG_NO_DEFAULT_VARIANT: return SEMA_STEP_EXPAND;
    case RUSTG_DIAG_SELF_NOT_ALLOWED:
    case RUSTG_DIAG_NO_BODY:
    case RUSTG_DIAG_NO_BODY_ITEM:
    case RUSTG_DIAG_ALIAS_NO_BODY:
    case RUSTG_DIAG_UNION_EMPTY:
    case RUSTG_DIAG_DEFAULT_NOT_LAST:
    case RUSTG_DIAG_LIFETIMES_NOT_FIRST:
    case RUSTG_DIAG_VISIBILITY_NOT_ALLOWED:
    case RUSTG_DIAG_CONST_FN_IN_TRAIT:
    case RUSTG_DIAG_CONSTRAINT_FIRST:
    case RUSTG_DIAG_WHERE_EQUALITY:
    case RUSTG_DIAG_NO_TRAIT_BOUND:
    case RUSTG_DIAG_AUTO_TRAIT_GENERIC: return SEMA_STEP_SYNTAX;
    case RUSTG_DIAG_UNRESOLVED_IMPORT:
    case RUSTG_DIAG_REEXPORT_VALUE:
    case RUSTG_DIAG_REEXPORT_TYPE:
    case RUSTG_DIAG_IMPORTED_TWICE:
    case RUSTG_DIAG_IMPORT_AND_ITEM: return SEMA_STEP_IMPORT;
    case RUSTG_DIAG_NO_DERIVE_MACRO:
    case RUSTG_DIAG_NO_ATTRIBUTE: return SEMA_STEP_MACRO;
    case RUSTG_DIAG_PATTERN_BOUND_TWICE:
    case RUSTG_DIAG_PATTERN_BOUND_INCONSISTENTLY:
    case RUSTG_DIAG_PATTERN_NOT_BOUND:
    case RUSTG_DIAG_BINDING_SHADOWS:
    case RUSTG_DIAG_LABEL_UNDECLARED:
    case RUSTG_DIAG_LABEL_UNREACHABLE:
    case RUSTG_DIAG_NON_CONSTANT_VALUE:
    case RUSTG_DIAG_DYNAMIC_ENVIRONMENT:
    case RUSTG_DIAG_PARAM_TWICE:
    case RUSTG_DIAG_GENERIC_TWICE:
    case RUSTG_DIAG_FORWARD_DEFAULT:
    case RUSTG_DIAG_OUTER_GENERIC:
    case RUSTG_DIAG_UNRESOLVED_SEGMENT:
    case RUSTG_DIAG_UNDECLARED_TYPE:
    case RUSTG_DIAG_UNRESOLVED_MODULE:
    case RUSTG_DIAG_UNRESOLVED_CRATE:
    case RUSTG_DIAG_TOO_MANY_SUPER:
    case RUSTG_DIAG_LIFETIME_SHADOWS:
    case RUSTG_DIAG_LIFETIME_RESERVED:
    case RUSTG_DIAG_LIFETIME_ANONYMOUS:
    case RUSTG_DIAG_REF_WITHOUT_LIFETIME:
    case RUSTG_DIAG_HEADER_LIFETIME:
    case RUSTG_DIAG_MISSING_LIFETIME:
    case RUSTG_DIAG_UNDECLARED_LIFETIME:
    case RUSTG_DIAG_CONST_PARAM_TYPE:
    case RUSTG_DIAG_GENERIC_IN_CONST:
    case RUSTG_DIAG_METHOD_NOT_IN_TRAIT:
    case RUSTG_DIAG_TYPE_NOT_IN_TRAIT:
    case RUSTG_DIAG_CONST_NOT_IN_TRAIT:
    case RUSTG_DIAG_DUPLICATE_MEMBER: return SEMA_STEP_SCOPE;
    case RUSTG_DIAG_PATTERN_NOT_UNIT:
    case RUSTG_DIAG_PATTERN_NOT_TUPLE:
    case RUSTG_DIAG_PATTERN_UNKNOWN:
    case RUSTG_DIAG_NO_STRUCT:
    case RUSTG_DIAG_NO_STRUCT_IN:
    case RUSTG_DIAG_NOT_A_STRUCT:
    case RUSTG_DIAG_UNRESOLVED_NAME:
    case RUSTG_DIAG_UNRESOLVED_TRAIT:
    case RUSTG_DIAG_NAME_IS_NO_VALUE:
    case RUSTG_DIAG_NAME_IS_NO_TYPE:
    case RUSTG_DIAG_NAME_IS_NO_TRAIT:
    case RUSTG_DIAG_PRIVATE_FIELDS_CONSTRUCTOR:
    case RUSTG_DIAG_SELF_VALUE:
    case RUSTG_DIAG_SELF_TYPE:
    case RUSTG_DIAG_NOT_IN_TRAIT:
    case RUSTG_DIAG_NO_ASSOC_IN_TRAIT: return SEMA_STEP_NAME;
    case RUSTG_DIAG_PRIVATE_ITEM:
    case RUSTG_DIAG_AMBIGUOUS_NAME: return SEMA_STEP_PRIVACY;
    case RUSTG_DIAG_RETURN_OUTSIDE:
    case RUSTG_DIAG_UNDERSCORE_EXPRESSION:
    case RUSTG_DIAG_PATTERN_RESTS:
    case RUSTG_DIAG_PATTERN_REST_HERE:
    case RUSTG_DIAG_ATTRIBUTE_MALFORMED:
    case RUSTG_DIAG_ATTRIBUTE_ARGUMENTS:
    case RUSTG_DIAG_ATTRIBUTE_SINGLE:
    case RUSTG_DIAG_ATTRIBUTE_TARGET:
    case RUSTG_DIAG_UNRECOGNIZED_REPR:
    case RUSTG_DIAG_ALIGN_INVALID:
    case RUSTG_DIAG_ALIGN_FORMAT:
    case RUSTG_DIAG_IMPL_TRAIT_NOT_ALLOWED: return SEMA_STEP_LOWER;
    case RUSTG_DIAG_REPR_TARGET:
    case RUSTG_DIAG_REPR_CONFLICTS: return SEMA_STEP_ATTRIBUTE;
    case RUSTG_DIAG_ORPHAN:
    case RUSTG_DIAG_ORPHAN_PARAM:
    case RUSTG_DIAG_CONFLICTING_IMPLS:
    case RUSTG_DIAG_IMPL_WANTS_UNSAFE:
    case RUSTG_DIAG_IMPL_NOT_UNSAFE:
    case RUSTG_DIAG_COPY_FIELD:
    case RUSTG_DIAG_COPY_DROP:
    case RUSTG_DIAG_DROP_NO_ADT:
    case RUSTG_DIAG_DYN_OWN_IMPL: return SEMA_STEP_COHERENCE;
    case RUSTG_DIAG_INHERENT_FOREIGN:
    case RUSTG_DIAG_INHERENT_PRIMITIVE:
    case RUSTG_DIAG_INHERENT_NO_NOMINAL: return SEMA_STEP_INHERENT;
    case RUSTG_DIAG_DUPLICATE_INHERENT: return SEMA_STEP_OVERLAP;
    case RUSTG_DIAG_FIELD_PRIVATE:
    case RUSTG_DIAG_PRIVATE_IN_PUBLIC:
    case RUSTG_DIAG_TYPE_PRIVATE: return SEMA_STEP_FIELD;
    case RUSTG_DIAG_LITERAL_OUT_OF_RANGE:
    case RUSTG_DIAG_RANGE_END_OUT_OF_RANGE:
    case RUSTG_DIAG_CHAR_OF_LARGE_LITERAL: return SEMA_STEP_LINT;
    default: return SEMA_N_STEPS;
    }
}

/* rustc looks at the jumps of a body before its types. */
static bool order_is_jump(uint32_t kind)
{
    return kind == RUSTG_DIAG_BREAK_IN_CLOSURE || kind == RUSTG_DIAG_BREAK_OUTSIDE || kind == RUSTG_DIAG_BREAK_VALUE ||
           kind == RUSTG_DIAG_BREAK_UNLABELLED || kind == RUSTG_DIAG_CONTINUE_BLOCK ||
           kind == RUSTG_DIAG_JUMP_IN_CONDITION;
}

static bool order_is_lint(uint32_t kind)
{
    switch (kind) {
    case RUSTG_DIAG_LITERAL_OUT_OF_RANGE:
    case RUSTG_DIAG_RANGE_END_OUT_OF_RANGE:
    case RUSTG_DIAG_CHAR_OF_LARGE_LITERAL:
    case RUSTG_DIAG_ARITHMETIC_OVERFLOW:
    case RUSTG_DIAG_UNCONDITIONAL_PANIC:
    case RUSTG_DIAG_BINDING_NAMED_AS_VARIANT:
    case RUSTG_DIAG_INVALID_ORDERING:
    case RUSTG_DIAG_FAILURE_ORDERING: return true;
    default: return false;
    }
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
    else if (order_is_jump(row->kind))
        key.behind = 0;
    else if (row->kind == RUSTG_DIAG_CONST_PANICKED || row->kind == RUSTG_DIAG_CONST_INVALID)
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

void sema_order_call(sema *s, uint32_t diag)
{
    const rustg_diagnostic *row = &s->diags.data[diag];
    if (s->order_keys.at[diag].step != SEMA_STEP_NAME)
        return;
    for (uint32_t i = 0; i < row->n_parts; i++)
        if (row->parts[i].patch && strncmp(row->parts[i].patch, "use ", 4) == 0)
            return;
    s->order_keys.at[diag] = order_now(s);
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
