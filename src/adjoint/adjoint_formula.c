/* adjoint_formula.c: has the partial derivatives. Both modes take them from here: a tangent is the sum over operands
 * of adjoint_scaled(operand, its tangent), and the adjoint of an operand grows by adjoint_scaled(operand, the
 * result's). */
#include "adjoint/adjoint_work.h"

#include <float.h>

enum {
    N_OP_ROWS = 0
#define ADJOINT_OP(name, rule, about) +1
#define ADJOINT_IN(name, rule, about)
#include "adjoint/adjoint_rule.def"
    ,
    N_INTRINSIC_ROWS = 0
#define ADJOINT_OP(name, rule, about)
#define ADJOINT_IN(name, rule, about) +1
#include "adjoint/adjoint_rule.def"
};
_Static_assert((int)N_OP_ROWS == (int)IR_N_OPS, "adjoint_rule.def: an operation has no row");
_Static_assert((int)N_INTRINSIC_ROWS == (int)IR_N_INTRINSICS, "adjoint_rule.def: an intrinsic has no row");

typedef struct rule_row {
    uint8_t rule;
    const char *about;
} rule_row;
static const rule_row adjoint_ops[IR_N_OPS] = {
#define ADJOINT_OP(name, rule, about) [IR_##name] = {ADJOINT_##rule, about},
#define ADJOINT_IN(name, rule, about)
#include "adjoint/adjoint_rule.def"
};
static const rule_row adjoint_intrinsics[IR_N_INTRINSICS] = {
#define ADJOINT_OP(name, rule, about)
#define ADJOINT_IN(name, rule, about) [IR_IN_##name] = {ADJOINT_##rule, about},
#include "adjoint/adjoint_rule.def"
};

adjoint_rule adjoint_rule_of(const adjoint *a, const opt_node *node, const char **about)
{
    const uint32_t what = adjoint_intrinsic_of(a, node);
    const rule_row *row = what < IR_N_INTRINSICS ? &adjoint_intrinsics[what] : &adjoint_ops[node->i.op];
    *about = row->about;
    return (adjoint_rule)row->rule;
}

/* ---- words for the formulas ---- */

typedef struct formula {
    adjoint *a;
    const opt_node *node;
    ir_type type;
} formula;

static ir_value formula_x(const formula *f, uint32_t k)
{
    return f->a->primal(f->a, f->node->args[k]);
}

static ir_value formula_result(const formula *f)
{
    return f->a->primal(f->a, f->node->i.result);
}

static ir_value formula_number(const formula *f, double x)
{
    return adjoint_float(f->a, f->type, x);
}

static ir_value formula_mul(const formula *f, ir_value x, ir_value y)
{
    return adjoint_binary(f->a, IR_MUL, f->type, x, y);
}

static ir_value formula_div(const formula *f, ir_value x, ir_value y)
{
    return adjoint_binary(f->a, IR_DIV, f->type, x, y);
}

static ir_value formula_add(const formula *f, ir_value x, ir_value y)
{
    return adjoint_binary(f->a, IR_ADD, f->type, x, y);
}

static ir_value formula_sub(const formula *f, ir_value x, ir_value y)
{
    return adjoint_binary(f->a, IR_SUB, f->type, x, y);
}

static ir_value formula_neg(const formula *f, ir_value x)
{
    return adjoint_put(f->a, IR_NEG, f->type, &x, 1, 0);
}

static ir_value formula_select(const formula *f, ir_value condition, ir_value x, ir_value y)
{
    return adjoint_put(f->a, IR_SELECT, f->type, (ir_value[]){condition, x, y}, 3, 0);
}

static ir_value formula_math(const formula *f, ir_intrinsic what, const ir_value *args, uint32_t n)
{
    const ir_function_id id = f->a->request->math ? f->a->request->math(f->a->request->user, what, f->type) : 0;
    if (id)
        return adjoint_put(f->a, IR_CALL, f->type, args, n, id);
    opt_node *node = adjoint_put_node(f->a, IR_INTRINSIC, f->type, args, n, 0);
    node->i.aux = (uint16_t)what;
    return node->i.result;
}

static ir_value formula_of(const formula *f, ir_intrinsic what, ir_value x)
{
    return formula_math(f, what, &x, 1);
}

static ir_value formula_exact(const formula *f, ir_intrinsic what, ir_value x, ir_value y)
{
    opt_node *node = adjoint_put_node(f->a, IR_INTRINSIC, f->type, (ir_value[]){x, y}, y ? 2 : 1, 0);
    node->i.aux = (uint16_t)what;
    return node->i.result;
}

/* (1 - x)(1 + x), without the cancellation of 1 - x * x. */
static ir_value formula_one_minus_square(const formula *f, ir_value x)
{
    const ir_value one = formula_number(f, 1);
    return formula_mul(f, formula_sub(f, one, x), formula_add(f, one, x));
}

static ir_value formula_one_plus_square(const formula *f, ir_value x)
{
    return formula_add(f, formula_number(f, 1), formula_mul(f, x, x));
}

static ir_value formula_size(const formula *f, ir_value x)
{
    return formula_exact(f, IR_IN_FABS, x, 0);
}

/* -(s * result / by). Of s and the result, the larger is divided where that makes it smaller, else the smaller one is,
 * so that nothing on the way is too large or too small for its type if the whole is not. */
static ir_value formula_by_divisor(const formula *f, ir_value s, ir_value by)
{
    const ir_value result = formula_result(f), one = formula_number(f, 1);
    const ir_value is_larger = adjoint_binary(f->a, IR_GE, IR_BOOL, formula_size(f, s), formula_size(f, result));
    const ir_value shrinks = adjoint_binary(f->a, IR_GE, IR_BOOL, formula_size(f, by), one);
    const ir_value is_first = adjoint_binary(f->a, IR_EQ, IR_BOOL, is_larger, shrinks);
    const ir_value first = formula_select(f, is_first, s, result), last = formula_select(f, is_first, result, s);
    return formula_neg(f, formula_mul(f, formula_div(f, first, by), last));
}

/* That of s / by, which the other operand's adjoint has already, where it is neither too large nor too small. A zero
 * is what most adjoints are in some kernels. */
static ir_value formula_by_quotient(const formula *f, ir_value s, ir_value by)
{
    adjoint *a = f->a;
    opt_list *out = a->out;
    const ir_local l = opt_tree_local(a->t, f->type);
    const double least = f->type == IR_F32 ? (double)FLT_MIN : DBL_MIN,
                 most = f->type == IR_F32 ? (double)FLT_MAX : DBL_MAX;
    const ir_value quotient = formula_div(f, s, by), size = formula_size(f, quotient), result = formula_result(f);
    const ir_value is_large = adjoint_binary(a, IR_GE, IR_BOOL, size, formula_number(f, least));
    const ir_value is_small = adjoint_binary(a, IR_LE, IR_BOOL, size, formula_number(f, most));
    const ir_value is_zero = adjoint_binary(a, IR_EQ, IR_BOOL, s, formula_number(f, 0));
    const ir_value is_exact = adjoint_binary(a, IR_AND, IR_BOOL, is_large, is_small);
    opt_node *is = opt_tree_if(a->t, adjoint_binary(a, IR_OR, IR_BOOL, is_zero, is_exact), 2);
    vec_push(a->m->memory, out, is);
    a->out = &is->arms[0].list;
    adjoint_set(a, l, formula_neg(f, formula_mul(f, quotient, result)));
    a->out = &is->arms[1].list;
    adjoint_set(a, l, formula_by_divisor(f, s, by));
    a->out = out;
    return adjoint_get(a, l);
}

static ir_value formula_quotient(const formula *f, uint32_t k, ir_value s)
{
    const ir_value by = formula_x(f, 1), of = f->node->args[0];
    if (k == 0)
        return formula_div(f, s, by);
    return f->a->request->mode != ADJOINT_TANGENT && (f->a->bits[of] & ADJOINT_ACTIVE) ? formula_by_quotient(f, s, by)
                                                                                       : formula_by_divisor(f, s, by);
}

/* s where the k-th of two operands is the result of FMIN or FMAX; at equal ones the first is. A NaN loses. */
static ir_value formula_chosen(const formula *f, ir_op order, uint32_t k, ir_value s)
{
    const ir_value x = formula_x(f, 0), y = formula_x(f, 1), zero = formula_number(f, 0);
    const ir_value wins = adjoint_binary(f->a, order, IR_BOOL, x, y);
    const ir_value alone = adjoint_binary(f->a, IR_NE, IR_BOOL, y, y);
    const ir_value first = adjoint_binary(f->a, IR_OR, IR_BOOL, wins, alone);
    return k ? formula_select(f, first, zero, s) : formula_select(f, first, s, zero);
}

static ir_value formula_intrinsic(const formula *f, ir_intrinsic what, uint32_t k, ir_value s)
{
    const double ln_2 = 0.693147180559945309417, ln_10 = 2.302585092994045684018;
    switch (what) {
    case IR_IN_FMA: return k == 2 ? s : formula_mul(f, s, formula_x(f, 1 - k));
    case IR_IN_SQRT: return formula_div(f, formula_mul(f, s, formula_number(f, 0.5)), formula_result(f));
    case IR_IN_FABS: return formula_mul(f, s, formula_exact(f, IR_IN_COPYSIGN, formula_number(f, 1), formula_x(f, 0)));
    case IR_IN_COPYSIGN: {
        if (k)
            return 0;
        const ir_value one = formula_number(f, 1);
        const ir_value own = formula_exact(f, IR_IN_COPYSIGN, one, formula_x(f, 0));
        return formula_mul(f, s, formula_mul(f, own, formula_exact(f, IR_IN_COPYSIGN, one, formula_x(f, 1))));
    }
    case IR_IN_FMIN: return formula_chosen(f, IR_LE, k, s);
    case IR_IN_FMAX: return formula_chosen(f, IR_GE, k, s);
    case IR_IN_SIN: return formula_mul(f, s, formula_of(f, IR_IN_COS, formula_x(f, 0)));
    case IR_IN_COS: return formula_neg(f, formula_mul(f, s, formula_of(f, IR_IN_SIN, formula_x(f, 0))));
    case IR_IN_TAN: return formula_mul(f, s, formula_one_plus_square(f, formula_result(f)));
    case IR_IN_ASIN:
    case IR_IN_ACOS: {
        const ir_value root = formula_exact(f, IR_IN_SQRT, formula_one_minus_square(f, formula_x(f, 0)), 0);
        const ir_value grown = formula_div(f, s, root);
        return what == IR_IN_ASIN ? grown : formula_neg(f, grown);
    }
    case IR_IN_ATAN: return formula_div(f, s, formula_one_plus_square(f, formula_x(f, 0)));
    case IR_IN_ATAN2: { /* of y and x */
        const ir_value y = formula_x(f, 0), x = formula_x(f, 1);
        const ir_value square = formula_add(f, formula_mul(f, x, x), formula_mul(f, y, y));
        return formula_mul(f, s, formula_div(f, k ? formula_neg(f, y) : x, square));
    }
    case IR_IN_SINH: return formula_mul(f, s, formula_of(f, IR_IN_COSH, formula_x(f, 0)));
    case IR_IN_COSH: return formula_mul(f, s, formula_of(f, IR_IN_SINH, formula_x(f, 0)));
    case IR_IN_TANH: return formula_mul(f, s, formula_one_minus_square(f, formula_result(f)));
    case IR_IN_ASINH:
        return formula_div(f, s, formula_exact(f, IR_IN_SQRT, formula_one_plus_square(f, formula_x(f, 0)), 0));
    case IR_IN_ACOSH: {
        const ir_value square = formula_neg(f, formula_one_minus_square(f, formula_x(f, 0)));
        return formula_div(f, s, formula_exact(f, IR_IN_SQRT, square, 0));
    }
    case IR_IN_ATANH: return formula_div(f, s, formula_one_minus_square(f, formula_x(f, 0)));
    case IR_IN_EXP:
    case IR_IN_FAST_EXP: return formula_mul(f, s, formula_result(f));
    case IR_IN_EXP2: return formula_mul(f, s, formula_mul(f, formula_result(f), formula_number(f, ln_2)));
    case IR_IN_EXPM1: return formula_mul(f, s, formula_add(f, formula_result(f), formula_number(f, 1)));
    case IR_IN_LN:
    case IR_IN_FAST_LN: return formula_div(f, s, formula_x(f, 0));
    case IR_IN_LOG2: return formula_div(f, s, formula_mul(f, formula_x(f, 0), formula_number(f, ln_2)));
    case IR_IN_LOG10: return formula_div(f, s, formula_mul(f, formula_x(f, 0), formula_number(f, ln_10)));
    case IR_IN_LN_1P: return formula_div(f, s, formula_add(f, formula_x(f, 0), formula_number(f, 1)));
    case IR_IN_POW: {
        const ir_value x = formula_x(f, 0), y = formula_x(f, 1);
        if (k == 0) {
            const ir_value less[2] = {x, formula_sub(f, y, formula_number(f, 1))};
            return formula_mul(f, s, formula_mul(f, y, formula_math(f, IR_IN_POW, less, 2)));
        }
        const ir_value zero = formula_number(f, 0), result = formula_result(f); /* 0 to the y is 0 for all y > 0 */
        const ir_value is_zero = adjoint_binary(f->a, IR_EQ, IR_BOOL, result, zero);
        const ir_value grown = formula_mul(f, result, formula_of(f, IR_IN_LN, x));
        return formula_mul(f, s, formula_select(f, is_zero, zero, grown));
    }
    case IR_IN_CBRT: {
        const ir_value result = formula_result(f);
        return formula_div(f, s, formula_mul(f, formula_number(f, 3), formula_mul(f, result, result)));
    }
    case IR_IN_HYPOT: return formula_mul(f, s, formula_div(f, formula_x(f, k), formula_result(f)));
    case IR_IN_FAST_SIN: return formula_mul(f, s, formula_exact(f, IR_IN_FAST_COS, formula_x(f, 0), 0));
    case IR_IN_FAST_COS: return formula_neg(f, formula_mul(f, s, formula_exact(f, IR_IN_FAST_SIN, formula_x(f, 0), 0)));
    case IR_IN_FAST_DIV: return formula_quotient(f, k, s);
    case IR_IN_RSQRT: {
        const ir_value half = formula_mul(f, formula_result(f), formula_number(f, -0.5));
        return formula_mul(f, s, formula_div(f, half, formula_x(f, 0)));
    }
#define ADJOINT_CASE_FORMULA(name)
#define ADJOINT_CASE_ZERO(name)    case IR_IN_##name:
#define ADJOINT_CASE_MOVED(name)   case IR_IN_##name:
#define ADJOINT_CASE_REFUSED(name) case IR_IN_##name:
#define ADJOINT_OP(name, rule, about)
#define ADJOINT_IN(name, rule, about) ADJOINT_CASE_##rule(name)
#include "adjoint/adjoint_rule.def"
    case IR_N_INTRINSICS: break;
    }
    return 0;
}

static ir_value formula_op(const formula *f, ir_op op, uint32_t k, ir_value s)
{
    switch (op) {
    case IR_ADD: return s;
    case IR_SUB: return k ? formula_neg(f, s) : s;
    case IR_MUL: return formula_mul(f, s, formula_x(f, 1 - k));
    case IR_DIV: return formula_quotient(f, k, s);
    case IR_REM: /* x - trunc(x / y) * y */
        if (k == 0)
            return s;
        return formula_neg(
            f, formula_mul(f, s, formula_exact(f, IR_IN_TRUNC, formula_div(f, formula_x(f, 0), formula_x(f, 1)), 0)));
    case IR_NEG: return formula_neg(f, s);
    case IR_CONVERT: {
        const bool is_tangent = f->a->request->mode == ADJOINT_TANGENT;
        return adjoint_put(f->a, IR_CONVERT, is_tangent ? f->type : adjoint_type_of(f->a, f->node->args[0]), &s, 1, 0);
    }
    case IR_SELECT: {
        if (k == 0)
            return 0;
        const ir_value zero = formula_number(f, 0), condition = formula_x(f, 0);
        return k == 1 ? formula_select(f, condition, s, zero) : formula_select(f, condition, zero, s);
    }
#define ADJOINT_OP(name, rule, about) ADJOINT_CASE_OP_##rule(name)
#define ADJOINT_CASE_OP_FORMULA(name)
#define ADJOINT_CASE_OP_ZERO(name)    case IR_##name:
#define ADJOINT_CASE_OP_MOVED(name)   case IR_##name:
#define ADJOINT_CASE_OP_REFUSED(name) case IR_##name:
#define ADJOINT_IN(name, rule, about)
#include "adjoint/adjoint_rule.def"
    case IR_N_OPS: break;
    }
    return 0;
}

ir_value adjoint_scaled(adjoint *a, const opt_node *node, uint32_t k, ir_value s)
{
    const formula f = {a, node, node->i.type};
    const uint32_t what = adjoint_intrinsic_of(a, node);
    return what < IR_N_INTRINSICS ? formula_intrinsic(&f, (ir_intrinsic)what, k, s)
                                  : formula_op(&f, (ir_op)node->i.op, k, s);
}
