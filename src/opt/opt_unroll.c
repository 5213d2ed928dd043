/* opt_unroll.c: loops of few rounds whose number constants tell become a row of bodies, where they have checks.
 *
 *   set c, 16; loop { v = get c; if v > 0 { body; set c, v >> 1 } else { break } }    ->    body; set c, 8; body; ..
 *
 * Each body then has ranges of its own, which decide checks that no range for all rounds does: in five sums of what two
 * lanes have, an i32 read as an i64 stays far from overflow.
 *
 * Requires OPT_SCALARS: the counter is a scalar local. Breaks OPT_SCALARS: the counter is a constant that sroa has not
 * used yet. */
#include "opt/opt_tree.h"

enum { MOST_ROUNDS = 8, MOST_UNROLLED = 400, MOST_DEPTH = 8 };

typedef struct unroll {
    opt_tree *t;
    opt_index index;
    bool changed;
    /* What follows is of the loop at hand. */
    const opt_node *loop, *test;
    uint64_t counter;
} unroll;

static bool opt_unroll_is_unsigned(ir_type type)
{
    return type >= IR_U8 && type <= IR_U64;
}

static const opt_node *opt_unroll_counter_of(const unroll *p, ir_value v, uint32_t depth)
{
    const opt_node *node = opt_definition(&p->index, v), *found = NULL;
    if (!node || !depth || node->i.op == IR_GET)
        return depth ? node : NULL;
    for (uint32_t k = 0; k < node->i.n_args && !found; k++)
        found = opt_unroll_counter_of(p, node->args[k], depth - 1);
    return found;
}

/* The value in the round in which the counter is `now`; false: it depends on more. */
static bool opt_unroll_compute(const unroll *p, ir_value v, uint64_t now, uint64_t *out, uint32_t depth)
{
    const opt_node *node = opt_definition(&p->index, v);
    uint64_t x[2] = {0};
    if (!node || !depth || node->i.n_args > 2)
        return false;
    if (node->i.op == IR_CONST || (node->i.op == IR_GET && node->i.imm == p->counter)) {
        *out = opt_low_bits(p->t, node->i.type, node->i.op == IR_CONST ? node->i.imm : now);
        return true;
    }
    for (uint32_t k = 0; k < node->i.n_args; k++)
        if (!opt_unroll_is_unsigned(p->t->f->values.at[node->args[0]]) ||
            !opt_unroll_compute(p, node->args[k], now, &x[k], depth - 1))
            return false;
    const uint64_t n_bits = node->i.n_args ? 8 * ir_size(p->t->m, p->t->f->values.at[node->args[0]]) : 0;
    switch ((ir_op)node->i.op) {
    case IR_ADD: *out = x[0] + x[1]; break;
    case IR_SUB: *out = x[0] - x[1]; break;
    case IR_MUL: *out = x[0] * x[1]; break;
    case IR_DIV:
        if (!x[1])
            return false;
        *out = x[0] / x[1];
        break;
    case IR_SHL:
    case IR_SHR:
        if (x[1] >= n_bits)
            return false;
        *out = node->i.op == IR_SHL ? x[0] << x[1] : x[0] >> x[1];
        break;
    case IR_LT: *out = x[0] < x[1]; return true;
    case IR_LE: *out = x[0] <= x[1]; return true;
    case IR_GT: *out = x[0] > x[1]; return true;
    case IR_GE: *out = x[0] >= x[1]; return true;
    case IR_EQ: *out = x[0] == x[1]; return true;
    case IR_NE: *out = x[0] != x[1]; return true;
    case IR_CASES_CONSTANT:
    case IR_REM:
    case IR_AND:
    case IR_OR:
    case IR_XOR:
    case IR_CASES_UNARY:
    case IR_OVERFLOWS:
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
    case IR_N_OPS: return false;
    }
    *out = opt_low_bits(p->t, node->i.type, *out);
    return true;
}

/* Whether the loop has the form above; the counter is found. */
static bool opt_unroll_find(unroll *p, const opt_node *loop)
{
    const opt_list *body = &loop->arms[0].list;
    const uint64_t label = loop->i.imm;
    p->loop = loop;
    p->test = body->n ? body->at[body->n - 1] : NULL;
    if (!p->test || p->test->i.op != IR_IF || p->test->n_arms != 2 || !opt_tree_has(body, IR_CHECK) ||
        opt_tree_has(body, IR_LOOP) || opt_tree_count(body, IR_CONTINUE, label))
        return false;
    const opt_list *leave = &p->test->arms[1].list;
    if (leave->n != 1 || leave->at[0]->i.op != IR_BREAK || leave->at[0]->i.imm != label ||
        opt_tree_ends(&p->test->arms[0].list))
        return false;
    for (uint32_t n = 0; n + 1 < body->n; n++)
        if (!opt_is_pure(&body->at[n]->i) && body->at[n]->i.op != IR_GET)
            return false;
    const opt_node *get = opt_unroll_counter_of(p, p->test->args[0], MOST_DEPTH);
    p->counter = get ? get->i.imm : 0;
    return get && !p->index.has_address[p->counter] && opt_tree_count(body, IR_SET, p->counter) == 1;
}

/* How many rounds the loop makes that follows list[0 .. at); 0: that is not known, or they are too many. */
static uint32_t opt_unroll_rounds(const unroll *p, const opt_list *list, uint32_t at)
{
    const opt_list *then = &p->test->arms[0].list;
    const opt_node *start = opt_tree_set_before(list, at, p->counter), *set = NULL;
    uint64_t now, goes_on;
    uint32_t n_rounds = 0;
    for (uint32_t n = 0; n < then->n; n++)
        if (then->at[n]->i.op == IR_SET && then->at[n]->i.imm == p->counter)
            set = then->at[n];
    start = start ? opt_constant(&p->index, start->args[0]) : NULL;
    if (!start || !set)
        return 0;
    now = opt_low_bits(p->t, start->i.type, start->i.imm);
    while (opt_unroll_compute(p, p->test->args[0], now, &goes_on, MOST_DEPTH) && goes_on)
        if (++n_rounds > MOST_ROUNDS || !opt_unroll_compute(p, set->args[0], now, &now, MOST_DEPTH))
            return 0;
    return opt_unroll_compute(p, p->test->args[0], now, &goes_on, MOST_DEPTH) && !goes_on ? n_rounds : 0;
}

static void opt_unroll_write(unroll *p, opt_list *out, uint32_t n_rounds)
{
    opt_tree *t = p->t;
    const opt_list *then = &p->test->arms[0].list;
    const opt_list head = {.at = p->loop->arms[0].list.at, .n = p->loop->arms[0].list.n - 1};
    opt_list rounds = {0};
    for (uint32_t k = 0; k < n_rounds; k++) {
        opt_copy c = opt_tree_own(t);
        opt_tree_copy(t, &rounds, &head, &c);
        opt_tree_copy(t, &rounds, then, &c);
    }
    p->changed = true;
    if (!opt_tree_count(then, IR_BREAK, p->loop->i.imm)) {
        opt_tree_append(t, out, &rounds);
        return;
    }
    opt_node *block = opt_tree_bracket(t, IR_BLOCK, 1);
    block->i.imm = p->loop->i.imm;
    block->arms[0].list = rounds;
    vec_push(t->m->memory, out, block);
}

static void opt_unroll_list(unroll *p, opt_list *list)
{
    opt_list out = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_unroll_list(p, &node->arms[arm].list);
        const uint32_t n_rounds =
            node->i.op == IR_LOOP && !node->i.flags && opt_unroll_find(p, node) ? opt_unroll_rounds(p, list, n) : 0;
        if (n_rounds && n_rounds * opt_tree_size(&node->arms[0].list) <= MOST_UNROLLED)
            opt_unroll_write(p, &out, n_rounds);
        else
            vec_push(p->t->m->memory, &out, node);
    }
    *list = out;
}

bool opt_unroll(opt_tree *t)
{
    unroll p = {.t = t, .index = opt_tree_index(t)};
    opt_unroll_list(&p, &t->body);
    return p.changed;
}
