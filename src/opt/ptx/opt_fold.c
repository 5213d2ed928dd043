/* opt_fold.c: integers computed from constants are constants.
 *
 *   %3: u32 = neg 7; %4: u64 = rem 2, 2    ->    %3: u32 = const 4294967289; %4: u64 = const 0
 *
 * gvn does this for what ranges tell. The compilers of CUDA C++ and C do the rest for the other targets.
 *
 * Requires nothing. Breaks OPT_SCALARS: a branch on what has become a constant stays for sroa to remove. */
#include "opt/opt_tree.h"

typedef struct fold {
    opt_tree *t;
    opt_index index;
    bool changed;
} fold;

/* A number of a type: its bits, and itself where the type has a sign. */
typedef struct fold_number {
    ir_type type;
    uint64_t bits;
    int64_t value;
} fold_number;

static fold_number opt_fold_number(const fold *p, ir_type type, uint64_t bits)
{
    const uint64_t n = 8 * ir_size(p->t->m, type), sign = opt_is_signed(type) ? UINT64_C(1) << (n - 1) : 0;
    fold_number number = {.type = type, .bits = type == IR_BOOL ? bits & 1 : opt_low_bits(p->t, type, bits)};
    number.value = (int64_t)((number.bits ^ sign) - sign);
    return number;
}

static bool opt_fold_overflows(const fold *p, ir_op op, fold_number a, fold_number b)
{
    const uint64_t n = 8 * ir_size(p->t->m, a.type);
    uint64_t u;
    int64_t s;
    if (opt_is_signed(a.type)) {
        const bool wraps = op == IR_ADD   ? __builtin_add_overflow(a.value, b.value, &s)
                           : op == IR_SUB ? __builtin_sub_overflow(a.value, b.value, &s)
                                          : __builtin_mul_overflow(a.value, b.value, &s);
        return wraps || opt_fold_number(p, a.type, (uint64_t)s).value != s;
    }
    const bool wraps = op == IR_ADD   ? __builtin_add_overflow(a.bits, b.bits, &u)
                       : op == IR_SUB ? __builtin_sub_overflow(a.bits, b.bits, &u)
                                      : __builtin_mul_overflow(a.bits, b.bits, &u);
    return wraps || (n < 64 && u >> n);
}

/* False: DIV and REM that are not defined. */
static bool opt_fold_divide(ir_op op, fold_number a, fold_number b, uint64_t *out)
{
    const bool is_signed = opt_is_signed(a.type);
    if (!b.bits || (is_signed && b.value == -1))
        return false;
    if (is_signed)
        *out = (uint64_t)(op == IR_DIV ? a.value / b.value : a.value % b.value);
    else
        *out = op == IR_DIV ? a.bits / b.bits : a.bits % b.bits;
    return true;
}

static bool opt_fold_compare(ir_op op, fold_number a, fold_number b)
{
    const bool is_signed = opt_is_signed(a.type), less = is_signed ? a.value < b.value : a.bits < b.bits;
    const bool equal = a.bits == b.bits;
    return op == IR_EQ   ? equal
           : op == IR_NE ? !equal
           : op == IR_LT ? less
           : op == IR_LE ? less || equal
           : op == IR_GT ? !less && !equal
                         : !less;
}

/* False: it is not known. */
static bool opt_fold_compute(const fold *p, const opt_node *node, fold_number a, fold_number b, uint64_t *out)
{
    const uint64_t n_bits = 8 * ir_size(p->t->m, a.type), by = b.bits & (n_bits - 1);
    switch ((ir_op)node->i.op) {
    case IR_ADD: *out = a.bits + b.bits; return true;
    case IR_SUB: *out = a.bits - b.bits; return true;
    case IR_MUL: *out = a.bits * b.bits; return true;
    case IR_DIV:
    case IR_REM: return opt_fold_divide((ir_op)node->i.op, a, b, out);
    case IR_AND: *out = a.bits & b.bits; return true;
    case IR_OR: *out = a.bits | b.bits; return true;
    case IR_XOR: *out = a.bits ^ b.bits; return true;
    case IR_SHL: *out = a.bits << by; return true;
    case IR_SHR: *out = opt_is_signed(a.type) ? (uint64_t)(a.value >> by) : a.bits >> by; return true;
    case IR_NEG: *out = 0 - a.bits; return true;
    case IR_NOT: *out = ~a.bits; return true;
    case IR_CASES_COMPARISON: *out = opt_fold_compare((ir_op)node->i.op, a, b); return true;
    case IR_OVERFLOWS: *out = opt_fold_overflows(p, (ir_op)node->i.aux, a, b); return true;
    case IR_CONVERT: *out = (uint64_t)a.value; return true;
    case IR_CASES_CONSTANT:
    case IR_BITCAST:
    case IR_SELECT:
    case IR_CASES_LOCAL:
    case IR_CASES_ADDRESS:
    case IR_CASES_MEMORY:
    case IR_CASES_AGGREGATE:
    case IR_CASES_CALL:
    case IR_FUNCTION_ADDR:
    case IR_INTRINSIC:
    case IR_PTX:
    case IR_CASES_FLOW:
    case IR_N_OPS: break;
    }
    return false;
}

static void opt_fold_node(fold *p, opt_node *node)
{
    fold_number x[2] = {{0}};
    uint64_t bits;
    if (!node->i.result || !opt_is_integer_or_bool(node->i.type) || !node->i.n_args || node->i.n_args > 2 ||
        !opt_is_pure(&node->i))
        return;
    for (uint32_t k = 0; k < node->i.n_args; k++) {
        const opt_node *of = opt_constant(&p->index, node->args[k]);
        if (!of || !opt_is_integer_or_bool(of->i.type))
            return;
        x[k] = opt_fold_number(p, of->i.type, of->i.imm);
    }
    if (!opt_fold_compute(p, node, x[0], x[1], &bits))
        return;
    bits = (uint64_t)opt_fold_number(p, node->i.type, bits).value;
    node->i =
        (ir_instr){.op = IR_CONST, .type = node->i.type, .result = node->i.result, .imm = bits, .line = node->i.line};
    p->changed = true;
}

static void opt_fold_list(fold *p, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        opt_fold_node(p, list->at[n]);
        for (uint32_t arm = 0; arm < list->at[n]->n_arms; arm++)
            opt_fold_list(p, &list->at[n]->arms[arm].list);
    }
}

bool opt_fold(opt_tree *t)
{
    fold p = {.t = t, .index = opt_tree_index(t)};
    opt_fold_list(&p, &t->body);
    return p.changed;
}
