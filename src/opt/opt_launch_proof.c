/* opt_launch_proof.c: what a launch tells of the values of a kernel, as steps of a proof.
 *
 * A value becomes a step with those of its operands, down to what the host knows; what branches around it tell narrows
 * the result. `tells` says of each step whether the host can find ends for it that are worth a comparison, so that no
 * check is left to a condition that no launch fulfils. */
#include "opt/opt_launch_proof.h"

enum { MOST_DEPTH = 20 };

static uint32_t opt_launch_look(launch_versioning *p, ir_value v, uint32_t depth);

static const uint8_t opt_launch_n_args[] = {
#define STEP(NAME, n_args) n_args,
#include "base/launch/launch_step.def"
};

uint32_t opt_launch_kind(ir_type type)
{
    switch ((ir_kind)type) {
    case IR_BOOL: return LAUNCH_BOOL;
    case IR_I8:
    case IR_I16:
    case IR_I32:
    case IR_I64: return LAUNCH_SIGNED | 8u << (type - IR_I8);
    case IR_U8:
    case IR_U16:
    case IR_U32:
    case IR_U64: return 8u << (type - IR_U8);
    case IR_VOID:
    case IR_F32:
    case IR_F64:
    case IR_PTR: /* from here on any type of the module, by its number */
    case IR_ARRAY:
    case IR_STRUCT:
    case IR_UNION:
    case IR_CODED: break;
    }
    return 0;
}

/* ---- steps ---- */

static bool opt_launch_all(const launch_versioning *p, uint32_t a, uint32_t b, uint8_t tells)
{
    return (p->tells[a] & p->tells[b] & tells) == tells;
}

/* Which ends of the result follow from which ends of the arguments. */
static uint8_t opt_launch_tells(const launch_versioning *p, launch_step step, uint32_t kind, uint32_t a, uint32_t b)
{
    const uint8_t of_a = p->tells[a], of_b = p->tells[b];
    const bool is_signed = kind & LAUNCH_SIGNED, all = opt_launch_all(p, a, b, LAUNCH_TELLS_BOTH);
    switch (step) {
    case LAUNCH_CONST:
    case LAUNCH_PARAM:
    case LAUNCH_THREAD_IDX:
    case LAUNCH_BLOCK_IDX:
    case LAUNCH_BLOCK_DIM:
    case LAUNCH_GRID_DIM:
    case LAUNCH_THREAD_INDEX:
    case LAUNCH_UP_TO: return LAUNCH_TELLS_BOTH;
    case LAUNCH_ANY: return kind == LAUNCH_BOOL || is_signed ? 0 : LAUNCH_TELLS_LOW;
    case LAUNCH_ADD:
    case LAUNCH_MUL:
    case LAUNCH_SHL: return all || (!is_signed && opt_launch_all(p, a, b, LAUNCH_TELLS_HIGH)) ? LAUNCH_TELLS_BOTH : 0;
    case LAUNCH_SUB:
    case LAUNCH_XOR: return all ? LAUNCH_TELLS_BOTH : 0;
    case LAUNCH_SHR:
        if (!is_signed && of_b == LAUNCH_TELLS_BOTH)
            return LAUNCH_TELLS_BOTH;
        return all ? LAUNCH_TELLS_BOTH : 0;
    case LAUNCH_DIV: return all || (!is_signed && of_a & LAUNCH_TELLS_HIGH) ? LAUNCH_TELLS_BOTH : 0;
    case LAUNCH_REM: return of_b == LAUNCH_TELLS_BOTH || all ? LAUNCH_TELLS_BOTH : 0;
    case LAUNCH_AND:
        if (kind == LAUNCH_BOOL)
            return (uint8_t)((of_a & of_b & LAUNCH_TELLS_TRUE) | ((of_a | of_b) & LAUNCH_TELLS_FALSE));
        return all || (!is_signed && (of_a | of_b) & LAUNCH_TELLS_HIGH) ? LAUNCH_TELLS_BOTH : 0;
    case LAUNCH_OR:
        if (kind == LAUNCH_BOOL)
            return (uint8_t)(((of_a | of_b) & LAUNCH_TELLS_TRUE) | (of_a & of_b & LAUNCH_TELLS_FALSE));
        return all ? LAUNCH_TELLS_BOTH : 0;
    case LAUNCH_NOT: return (uint8_t)((of_a & 1) << 1 | of_a >> 1);
    case LAUNCH_LT:
    case LAUNCH_LE:
        return (uint8_t)((of_a & LAUNCH_TELLS_HIGH && of_b == LAUNCH_TELLS_BOTH ? LAUNCH_TELLS_TRUE : 0) |
                         (of_b & LAUNCH_TELLS_HIGH && of_a == LAUNCH_TELLS_BOTH ? LAUNCH_TELLS_FALSE : 0));
    case LAUNCH_EQ:
    case LAUNCH_ADD_FITS:
    case LAUNCH_SUB_FITS:
    case LAUNCH_MUL_FITS: return all ? LAUNCH_TELLS_BOTH : 0;
    case LAUNCH_CONVERT:
        return of_a == LAUNCH_TELLS_BOTH ||
                       (of_a & LAUNCH_TELLS_HIGH && !(launch_proof_kind(&p->steps[a]) & LAUNCH_SIGNED))
                   ? LAUNCH_TELLS_BOTH
                   : 0;
    case LAUNCH_EITHER: return of_a & of_b;
    case LAUNCH_BELOW:
    case LAUNCH_AT_MOST: return (uint8_t)(of_a | (of_b & LAUNCH_TELLS_HIGH));
    case LAUNCH_ABOVE:
    case LAUNCH_AT_LEAST: return (uint8_t)(of_a | (of_b & LAUNCH_TELLS_LOW));
    case LAUNCH_REQUIRE:
    case LAUNCH_N_STEPS: break;
    }
    return 0;
}

/* The number of such a step; equal ones are one. */
uint32_t opt_launch_step(launch_versioning *p, launch_step step, uint32_t kind, uint32_t a, uint32_t b, uint64_t imm)
{
    const launch_proof_step made = launch_proof_make(step, kind, a, b, imm);
    if ((opt_launch_n_args[step] > 0 && a == LAUNCH_NO_STEP) || (opt_launch_n_args[step] > 1 && b == LAUNCH_NO_STEP))
        return LAUNCH_NO_STEP;
    for (uint32_t n = 0; n < p->n_steps; n++)
        if (p->steps[n].what == made.what && p->steps[n].imm == made.imm)
            return n;
    if (p->n_steps == LAUNCH_MOST_STEPS)
        return LAUNCH_NO_STEP;
    p->steps[p->n_steps] = made;
    p->tells[p->n_steps] =
        opt_launch_tells(p, step, kind, opt_launch_n_args[step] ? a : 0, opt_launch_n_args[step] > 1 ? b : 0);
    return p->n_steps++;
}

uint32_t opt_launch_any(launch_versioning *p, uint32_t kind)
{
    return opt_launch_step(p, LAUNCH_ANY, kind, 0, 0, 0);
}

/* ---- what is known where the walk is ---- */

static void opt_launch_narrow(launch_versioning *p, ir_value v, launch_step step, ir_value by)
{
    const opt_node *constant = opt_constant(&p->index, v);
    const uint32_t of = constant || p->n_narrowed == LAUNCH_MOST_NARROWED ? LAUNCH_NO_STEP : opt_launch_value(p, by);
    const uint8_t wanted = step == LAUNCH_BELOW || step == LAUNCH_AT_MOST ? LAUNCH_TELLS_HIGH : LAUNCH_TELLS_LOW;
    if (of == LAUNCH_NO_STEP || !(p->tells[of] & wanted) || launch_proof_op(&p->steps[of]) == LAUNCH_ANY)
        return;
    p->narrowed[p->n_narrowed++] = (launch_narrowed){v, step, of};
    p->n_changes++;
}

void opt_launch_forget(launch_versioning *p, uint32_t n_narrowed)
{
    if (p->n_narrowed != n_narrowed)
        p->n_changes++;
    p->n_narrowed = n_narrowed;
}

void opt_launch_assume(launch_versioning *p, ir_value condition, bool holds)
{
    const opt_node *node = opt_definition(&p->index, condition);
    if (!node || node->i.type != IR_BOOL || node->i.n_args == 0)
        return;
    const ir_value x = node->args[0], y = node->i.n_args > 1 ? node->args[1] : 0;
    const bool is_number = y && opt_launch_kind(p->t->f->values.at[x]) > LAUNCH_BOOL;
    switch ((ir_op)node->i.op) {
    case IR_NOT: opt_launch_assume(p, x, !holds); break;
    case IR_AND:
    case IR_OR:
        if ((node->i.op == IR_AND) == holds) {
            opt_launch_assume(p, x, holds);
            opt_launch_assume(p, y, holds);
        }
        break;
    case IR_EQ:
    case IR_NE:
        if (is_number && (node->i.op == IR_EQ) == holds) {
            opt_launch_narrow(p, x, LAUNCH_AT_MOST, y);
            opt_launch_narrow(p, x, LAUNCH_AT_LEAST, y);
        }
        break;
    case IR_LT:
    case IR_LE:
    case IR_GT:
    case IR_GE:
        if (is_number) {
            const bool is_less = (node->i.op == IR_LT || node->i.op == IR_LE) == holds,
                       is_strict = (node->i.op == IR_LT || node->i.op == IR_GT) == holds;
            opt_launch_narrow(p, is_less ? x : y, is_strict ? LAUNCH_BELOW : LAUNCH_AT_MOST, is_less ? y : x);
            opt_launch_narrow(p, is_less ? y : x, is_strict ? LAUNCH_ABOVE : LAUNCH_AT_LEAST, is_less ? x : y);
        }
        break;
    case IR_CASES_CONSTANT:
    case IR_CASES_ARITHMETIC:
    case IR_XOR:
    case IR_SHL:
    case IR_SHR:
    case IR_NEG:
    case IR_OVERFLOWS:
    case IR_CASES_CAST:
    case IR_SELECT:
    case IR_CASES_BEYOND_VALUES: break;
    }
}

/* ---- values as steps ---- */

static uint32_t opt_launch_place(launch_versioning *p, const opt_node *node)
{
    const uint32_t kind = opt_launch_kind(node->i.type);
    switch (node->i.aux) {
    case IR_IN_THREAD_IDX: return opt_launch_step(p, LAUNCH_THREAD_IDX, kind, 0, 0, node->i.imm);
    case IR_IN_BLOCK_IDX: return opt_launch_step(p, LAUNCH_BLOCK_IDX, kind, 0, 0, node->i.imm);
    case IR_IN_BLOCK_DIM: return opt_launch_step(p, LAUNCH_BLOCK_DIM, kind, 0, 0, node->i.imm);
    case IR_IN_GRID_DIM: return opt_launch_step(p, LAUNCH_GRID_DIM, kind, 0, 0, node->i.imm);
    case IR_IN_THREAD_INDEX: return opt_launch_step(p, LAUNCH_THREAD_INDEX, kind, 0, 0, 0);
    case IR_IN_LANE: return opt_launch_step(p, LAUNCH_UP_TO, kind, 0, 0, 31);
    case IR_IN_COUNT_ONES:
    case IR_IN_LEADING_ZEROS:
    case IR_IN_TRAILING_ZEROS: return opt_launch_step(p, LAUNCH_UP_TO, kind, 0, 0, 64);
    default: return opt_launch_any(p, kind); /* what always holds */
    }
}

/* Whether v is x + k; returns k, or 0. */
static ir_value opt_launch_more_than(const launch_versioning *p, ir_value v, ir_value x)
{
    const opt_node *node = opt_definition(&p->index, v);
    if (!node || node->i.op != IR_ADD || opt_launch_kind(node->i.type) & LAUNCH_SIGNED)
        return 0;
    return node->args[0] == x ? node->args[1] : node->args[1] == x ? node->args[0] : 0;
}

/* Whether x and y are i * c and (i + k) * c. */
typedef struct launch_multiples {
    ir_value i, k, more, c;
} launch_multiples;

static bool opt_launch_are_multiples(const launch_versioning *p, ir_value x, ir_value y, launch_multiples *of)
{
    const opt_node *a = opt_definition(&p->index, x), *b = opt_definition(&p->index, y);
    if (!a || !b || a->i.op != IR_MUL || b->i.op != IR_MUL || opt_launch_kind(a->i.type) & LAUNCH_SIGNED)
        return false;
    for (uint32_t n = 0; n < 4; n++) {
        const ir_value i = a->args[n & 1], more = b->args[n >> 1], c = b->args[!(n >> 1)];
        *of = (launch_multiples){i, opt_launch_more_than(p, more, i), more, c};
        if (of->k && a->args[!(n & 1)] == c)
            return true;
    }
    return false;
}

static uint32_t opt_launch_fits(launch_versioning *p, launch_step step, ir_value x, ir_value y, uint32_t depth)
{
    const uint32_t a = opt_launch_look(p, x, depth), b = opt_launch_look(p, y, depth);
    return opt_launch_step(p, step, LAUNCH_BOOL, a, b, 0);
}

/* A step that is true only if x is at most y by what they are, though their intervals overlap: x + k, i * c and
 * (i + k) * c, y / c * c. */
static uint32_t opt_launch_order(launch_versioning *p, ir_value x, ir_value y, uint32_t depth)
{
    const opt_node *a = opt_definition(&p->index, x);
    const ir_value more = opt_launch_more_than(p, y, x);
    launch_multiples of;
    if (more)
        return opt_launch_fits(p, LAUNCH_ADD_FITS, x, more, depth);
    if (opt_launch_are_multiples(p, x, y, &of))
        return opt_launch_step(p, LAUNCH_AND, LAUNCH_BOOL, opt_launch_fits(p, LAUNCH_ADD_FITS, of.i, of.k, depth),
                               opt_launch_fits(p, LAUNCH_MUL_FITS, of.more, of.c, depth), 0);
    for (uint32_t k = 0; k < 2 && a && a->i.op == IR_MUL; k++) {
        const opt_node *part = opt_definition(&p->index, a->args[k]);
        if (part && part->i.op == IR_DIV && !(opt_launch_kind(a->i.type) & LAUNCH_SIGNED) && part->args[0] == y &&
            part->args[1] == a->args[!k])
            return opt_launch_step(p, LAUNCH_CONST, LAUNCH_BOOL, 0, 0, 1);
    }
    return LAUNCH_NO_STEP;
}

/* What else equals the difference x - y, as numbers that wrap: (i + k) * c - i * c is k * c. */
static uint32_t opt_launch_difference(launch_versioning *p, ir_value x, ir_value y, uint32_t kind, uint32_t depth)
{
    const ir_value more = opt_launch_more_than(p, x, y);
    launch_multiples of;
    if (more)
        return opt_launch_look(p, more, depth);
    if (!opt_launch_are_multiples(p, y, x, &of))
        return LAUNCH_NO_STEP;
    const uint32_t k = opt_launch_look(p, of.k, depth), c = opt_launch_look(p, of.c, depth);
    return opt_launch_step(p, LAUNCH_MUL, kind, k, c, 0);
}

/* What else equals the sum (a + b) + c: a + (b + c), where branches tell of b + c. */
static uint32_t opt_launch_sum(launch_versioning *p, const opt_node *node, uint32_t kind, uint32_t depth)
{
    for (uint32_t n = 0; n < p->n_narrowed; n++) {
        const opt_node *told = opt_definition(&p->index, p->narrowed[n].v);
        if (!told || told->i.op != IR_ADD)
            continue;
        for (uint32_t k = 0; k < 8; k++) {
            const ir_value c = node->args[k & 1], b = told->args[k >> 1 & 1];
            const opt_node *rest = opt_definition(&p->index, node->args[!(k & 1)]);
            if (!rest || rest->i.op != IR_ADD || rest->args[k >> 2] != b || told->args[!(k >> 1 & 1)] != c)
                continue;
            const uint32_t x = opt_launch_look(p, rest->args[!(k >> 2)], depth),
                           y = opt_launch_look(p, p->narrowed[n].v, depth);
            return opt_launch_step(p, LAUNCH_ADD, kind, x, y, 0);
        }
    }
    return LAUNCH_NO_STEP;
}

/* The numbers that lie in both intervals. */
static uint32_t opt_launch_both(launch_versioning *p, uint32_t kind, uint32_t x, uint32_t y)
{
    if (y == LAUNCH_NO_STEP)
        return x;
    return opt_launch_step(p, LAUNCH_AT_LEAST, kind, opt_launch_step(p, LAUNCH_AT_MOST, kind, x, y, 0), y, 0);
}

static uint32_t opt_launch_compare(launch_versioning *p, const opt_node *node, uint32_t x, uint32_t y, uint32_t depth)
{
    const bool swaps = node->i.op == IR_GT || node->i.op == IR_GE;
    const launch_step step = node->i.op == IR_EQ || node->i.op == IR_NE   ? LAUNCH_EQ
                             : node->i.op == IR_LT || node->i.op == IR_GT ? LAUNCH_LT
                                                                          : LAUNCH_LE;
    const ir_value less = node->args[swaps], more = node->args[!swaps];
    uint32_t made = opt_launch_step(p, step, LAUNCH_BOOL, swaps ? y : x, swaps ? x : y, 0);
    const uint32_t in_order = step == LAUNCH_LE   ? opt_launch_order(p, less, more, depth)
                              : step == LAUNCH_LT ? opt_launch_order(p, more, less, depth)
                                                  : LAUNCH_NO_STEP;
    if (in_order != LAUNCH_NO_STEP && step == LAUNCH_LE)
        made = opt_launch_step(p, LAUNCH_OR, LAUNCH_BOOL, made, in_order, 0);
    else if (in_order != LAUNCH_NO_STEP)
        made = opt_launch_step(p, LAUNCH_AND, LAUNCH_BOOL, made,
                               opt_launch_step(p, LAUNCH_NOT, LAUNCH_BOOL, in_order, 0, 0), 0);
    return node->i.op == IR_NE ? opt_launch_step(p, LAUNCH_NOT, LAUNCH_BOOL, made, 0, 0) : made;
}

/* Each of the two values is the result only where the condition says so. */
static uint32_t opt_launch_select(launch_versioning *p, const opt_node *node, uint32_t depth)
{
    const uint32_t n = p->n_narrowed;
    uint32_t made[2];
    for (uint32_t k = 0; k < 2; k++) {
        opt_launch_assume(p, node->args[0], k == 0);
        made[k] = opt_launch_look(p, node->args[1 + k], depth);
        opt_launch_forget(p, n);
    }
    return opt_launch_step(p, LAUNCH_EITHER, opt_launch_kind(node->i.type), made[0], made[1], 0);
}

static uint32_t opt_launch_binary(launch_versioning *p, const opt_node *node, uint32_t x, uint32_t y, uint32_t depth)
{
    const uint32_t kind = opt_launch_kind(node->i.type);
    switch ((ir_op)node->i.op) {
    case IR_ADD:
        return opt_launch_both(p, kind, opt_launch_step(p, LAUNCH_ADD, kind, x, y, 0),
                               opt_launch_sum(p, node, kind, depth));
    case IR_SUB:
        return opt_launch_both(p, kind, opt_launch_step(p, LAUNCH_SUB, kind, x, y, 0),
                               opt_launch_difference(p, node->args[0], node->args[1], kind, depth));
    case IR_MUL: return opt_launch_step(p, LAUNCH_MUL, kind, x, y, 0);
    case IR_DIV: return opt_launch_step(p, LAUNCH_DIV, kind, x, y, 0);
    case IR_REM: return opt_launch_step(p, LAUNCH_REM, kind, x, y, 0);
    case IR_AND: return opt_launch_step(p, LAUNCH_AND, kind, x, y, 0);
    case IR_OR: return opt_launch_step(p, LAUNCH_OR, kind, x, y, 0);
    case IR_XOR: return opt_launch_step(p, LAUNCH_XOR, kind, x, y, 0);
    case IR_SHL: return opt_launch_step(p, LAUNCH_SHL, kind, x, y, 0);
    case IR_SHR: return opt_launch_step(p, LAUNCH_SHR, kind, x, y, 0);
    case IR_OVERFLOWS: {
        const launch_step step = node->i.aux == IR_ADD   ? LAUNCH_ADD_FITS
                                 : node->i.aux == IR_SUB ? LAUNCH_SUB_FITS
                                                         : LAUNCH_MUL_FITS;
        return opt_launch_step(p, LAUNCH_NOT, LAUNCH_BOOL, opt_launch_step(p, step, LAUNCH_BOOL, x, y, 0), 0, 0);
    }
    case IR_CASES_COMPARISON: return opt_launch_compare(p, node, x, y, depth);
    case IR_CASES_CONSTANT:
    case IR_CASES_UNARY:
    case IR_CASES_CAST:
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
    return opt_launch_any(p, kind);
}

/* Values of size 0 are no parameters of the text. */
static uint32_t opt_launch_param(launch_versioning *p, ir_value v)
{
    uint64_t number = 0;
    for (uint32_t k = 0; k < v; k++)
        number += ir_size(p->t->m, p->t->f->params[k]) > 0;
    return opt_launch_step(p, LAUNCH_PARAM, opt_launch_kind(p->t->f->params[v - 1]), 0, 0, number);
}

/* The step of a value, but for what branches tell. */
static uint32_t opt_launch_plain(launch_versioning *p, ir_value v, uint32_t depth)
{
    const opt_node *node = opt_definition(&p->index, v);
    const uint32_t kind = opt_launch_kind(p->t->f->values.at[v]);
    if (p->found[v])
        return p->found[v] - 1;
    if (!node)
        return v <= p->t->f->n_params ? opt_launch_param(p, v) : opt_launch_any(p, kind);
    switch ((ir_op)node->i.op) {
    case IR_CONST: return opt_launch_step(p, LAUNCH_CONST, kind, 0, 0, node->i.imm);
    case IR_CASES_ARITHMETIC:
    case IR_CASES_BITS:
    case IR_CASES_COMPARISON:
    case IR_OVERFLOWS: {
        const uint32_t of = opt_launch_kind(p->t->f->values.at[node->args[0]]);
        if (!of || (of == LAUNCH_BOOL && node->i.op == IR_XOR))
            break;
        const uint32_t x = opt_launch_look(p, node->args[0], depth), y = opt_launch_look(p, node->args[1], depth);
        return opt_launch_binary(p, node, x, y, depth);
    }
    case IR_NOT:
        if (kind == LAUNCH_BOOL)
            return opt_launch_step(p, LAUNCH_NOT, kind, opt_launch_look(p, node->args[0], depth), 0, 0);
        break;
    case IR_CONVERT:
        if (opt_launch_kind(p->t->f->values.at[node->args[0]]))
            return opt_launch_step(p, LAUNCH_CONVERT, kind, opt_launch_look(p, node->args[0], depth), 0, 0);
        break;
    case IR_SELECT: return opt_launch_select(p, node, depth);
    case IR_INTRINSIC: return opt_launch_place(p, node);
    case IR_ZERO:
    case IR_UNDEF:
    case IR_NEG:
    case IR_BITCAST:
    case IR_CASES_LOCAL:
    case IR_CASES_MEMORY:
    case IR_CASES_ADDRESS:
    case IR_CASES_AGGREGATE:
    case IR_CASES_CALL:
    case IR_FUNCTION_ADDR:
    case IR_PTX:
    case IR_CASES_FLOW:
    case IR_N_OPS: break;
    }
    return opt_launch_any(p, kind);
}

static uint32_t opt_launch_look(launch_versioning *p, ir_value v, uint32_t depth)
{
    if (v >= p->index.n_values || !opt_launch_kind(p->t->f->values.at[v]))
        return LAUNCH_NO_STEP;
    if (p->known_in[v] == p->n_changes)
        return p->known[v];
    const uint32_t kind = opt_launch_kind(p->t->f->values.at[v]);
    uint32_t step = depth ? opt_launch_plain(p, v, depth - 1) : opt_launch_any(p, kind);
    for (uint32_t n = 0; n < p->n_narrowed; n++)
        if (p->narrowed[n].v == v)
            step = opt_launch_step(p, p->narrowed[n].step, kind, step, p->narrowed[n].by, 0);
    p->known[v] = step;
    p->known_in[v] = p->n_changes;
    return step;
}

uint32_t opt_launch_value(launch_versioning *p, ir_value v)
{
    return opt_launch_look(p, v, MOST_DEPTH);
}

/* ---- conditions ---- */

static bool opt_launch_require_step(launch_versioning *p, uint32_t step)
{
    return opt_launch_step(p, LAUNCH_REQUIRE, LAUNCH_BOOL, step, 0, 0) != LAUNCH_NO_STEP;
}

bool opt_launch_require(launch_versioning *p, ir_value condition, bool wanted)
{
    uint32_t step = opt_launch_value(p, condition);
    if (step == LAUNCH_NO_STEP || !(p->tells[step] & (wanted ? LAUNCH_TELLS_TRUE : LAUNCH_TELLS_FALSE)))
        return false;
    if (!wanted)
        step = opt_launch_step(p, LAUNCH_NOT, LAUNCH_BOOL, step, 0, 0);
    return opt_launch_require_step(p, step);
}

/* The steps that conditions need, in order. */
void opt_launch_write(const launch_versioning *p)
{
    bool needed[LAUNCH_MOST_STEPS] = {false};
    uint32_t place[LAUNCH_MOST_STEPS], n = 0;
    launch_proof_step *steps = ARENA_ARRAY(p->t->m->memory, launch_proof_step, p->n_steps);
    for (uint32_t k = p->n_steps; k-- > 0;) {
        needed[k] |= launch_proof_op(&p->steps[k]) == LAUNCH_REQUIRE;
        for (uint32_t arg = 0; needed[k] && arg < opt_launch_n_args[launch_proof_op(&p->steps[k])]; arg++)
            needed[launch_proof_arg(&p->steps[k], arg)] = true;
    }
    for (uint32_t k = 0; k < p->n_steps; k++) {
        const launch_proof_step *step = &p->steps[k];
        const uint32_t op = launch_proof_op(step), a = opt_launch_n_args[op] > 0 ? place[launch_proof_arg(step, 0)] : 0,
                       b = opt_launch_n_args[op] > 1 ? place[launch_proof_arg(step, 1)] : 0;
        place[k] = n;
        if (needed[k])
            steps[n++] = launch_proof_make((launch_step)op, launch_proof_kind(step), a, b, step->imm);
    }
    p->t->f->proof = steps;
    p->t->f->n_proof = n;
}
