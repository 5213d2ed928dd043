/* opt_reassociate.c: what indices differ by becomes a constant offset of an address.
 *
 *   a[r + (i + 2)]        ->    ((a + r) + i) + 2
 *   a[(i + 2) * n + c]    ->    (a + (2 * n + c)) + i * n
 *
 * What does not change in the loop is added first, so it is computed before the loop; in rounds of an unrolled loop the
 * sums of what changes are equal, so one of them is left; and the constant is in the instruction that loads. An index
 * wraps as addresses do, so the order of its terms means nothing.
 *
 * Requires OPT_SCALARS: sums are not looked for behind locals. Breaks nothing. */
#include "opt/opt_tree.h"

enum { MOST_TERMS = 6, MOST_DEPTH = 10 };

/* by * v, or by * v * times. */
typedef struct reassociate_term {
    ir_value v, times;
    uint64_t by;
} reassociate_term;
typedef struct reassociate_sum {
    reassociate_term at[MOST_TERMS];
    uint32_t n;
    uint64_t constant;
} reassociate_sum;

/*   loop_of  of each value: the loop that defines it; n_loops: how many have begun; loop: the one at hand
 *   before   what is computed before that */
typedef struct reassociate {
    opt_tree *t;
    opt_index index;
    uint32_t *loop_of, n_loops, loop;
    opt_list *before;
    bool changed;
} reassociate;

static bool opt_reassociate_is_wide(ir_type type)
{
    return type == IR_U64 || type == IR_I64;
}

static bool opt_reassociate_add_term(reassociate_sum *sum, ir_value v, ir_value times, uint64_t by)
{
    for (uint32_t k = 0; k < sum->n; k++)
        if ((sum->at[k].v == v && sum->at[k].times == times) ||
            (times && sum->at[k].v == times && sum->at[k].times == v)) {
            sum->at[k].by += by;
            return true;
        }
    if (sum->n == MOST_TERMS)
        return false;
    sum->at[sum->n++] = (reassociate_term){v, times, by};
    return true;
}

/* The definition, if it is a sum or product of 64 bits in the loop at hand: another is not computed again. */
static const opt_node *opt_reassociate_definition(const reassociate *p, ir_value v)
{
    const opt_node *node = opt_definition(&p->index, v);
    return node && opt_reassociate_is_wide(node->i.type) && (node->i.op == IR_CONST || p->loop_of[v] == p->loop) ? node
                                                                                                                 : NULL;
}

static bool opt_reassociate_linear(const reassociate *p, ir_value v, uint64_t by, reassociate_sum *sum, uint32_t depth);

/* A product with a sum that has a constant: of each of its parts. */
static bool opt_reassociate_product(const reassociate *p, const opt_node *node, uint64_t by, reassociate_sum *sum,
                                    uint32_t depth)
{
    for (uint32_t k = 0; k < 2; k++) {
        reassociate_sum part = {.n = 0};
        if (!opt_reassociate_linear(p, node->args[k], 1, &part, depth - 1) || !part.constant || part.n != 1 ||
            part.at[0].times)
            continue;
        return opt_reassociate_add_term(sum, part.at[0].v, node->args[1 - k], by * part.at[0].by) &&
               opt_reassociate_add_term(sum, node->args[1 - k], 0, by * part.constant);
    }
    return opt_reassociate_add_term(sum, node->args[0], node->args[1], by);
}

/* Adds by * v to the sum; false: it has too many terms. */
static bool opt_reassociate_linear(const reassociate *p, ir_value v, uint64_t by, reassociate_sum *sum, uint32_t depth)
{
    const opt_node *node = opt_reassociate_definition(p, v);
    const opt_node *last = node && node->i.n_args == 2 ? opt_constant(&p->index, node->args[1]) : NULL;
    if (!node || !depth)
        return opt_reassociate_add_term(sum, v, 0, by);
    switch ((ir_op)node->i.op) {
    case IR_CONST: sum->constant += by * node->i.imm; return true;
    case IR_ADD:
    case IR_SUB:
        return opt_reassociate_linear(p, node->args[0], by, sum, depth - 1) &&
               opt_reassociate_linear(p, node->args[1], node->i.op == IR_ADD ? by : 0 - by, sum, depth - 1);
    case IR_MUL:
        if (last)
            return opt_reassociate_linear(p, node->args[0], by * last->i.imm, sum, depth - 1);
        return opt_reassociate_product(p, node, by, sum, depth);
    case IR_SHL:
        if (last && last->i.imm < 64)
            return opt_reassociate_linear(p, node->args[0], by << last->i.imm, sum, depth - 1);
        break;
    case IR_CONVERT:
        if (opt_reassociate_is_wide(p->t->f->values.at[node->args[0]]))
            return opt_reassociate_linear(p, node->args[0], by, sum, depth - 1);
        break;
    case IR_ZERO:
    case IR_UNDEF:
    case IR_DIV:
    case IR_REM:
    case IR_AND:
    case IR_OR:
    case IR_XOR:
    case IR_SHR:
    case IR_CASES_UNARY:
    case IR_CASES_COMPARISON:
    case IR_OVERFLOWS:
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
    return opt_reassociate_add_term(sum, v, 0, by);
}

/* ---- the sum as nodes ---- */

static ir_value opt_reassociate_push(reassociate *p, opt_list *out, ir_op op, ir_value a, ir_value b)
{
    opt_node *node = opt_tree_node(p->t, op, IR_U64, (ir_value[]){a, b}, 2, 0);
    vec_push(p->t->m->memory, out, node);
    return node->i.result;
}

static ir_value opt_reassociate_constant(reassociate *p, opt_list *out, uint64_t bits)
{
    opt_node *node = opt_tree_node(p->t, IR_CONST, IR_U64, NULL, 0, bits);
    vec_push(p->t->m->memory, out, node);
    return node->i.result;
}

static ir_value opt_reassociate_as_u64(reassociate *p, opt_list *out, ir_value v)
{
    if (p->t->f->values.at[v] == IR_U64)
        return v;
    opt_node *node = opt_tree_node(p->t, IR_CONVERT, IR_U64, &v, 1, 0);
    vec_push(p->t->m->memory, out, node);
    return node->i.result;
}

static bool opt_reassociate_is_fixed(const reassociate *p, const reassociate_term *t)
{
    return p->loop && p->loop_of[t->v] != p->loop && (!t->times || p->loop_of[t->times] != p->loop);
}

/* The terms that change in the loop at hand, or those that do not; 0: there are none. */
static ir_value opt_reassociate_build(reassociate *p, opt_list *out, const reassociate_sum *sum, bool is_fixed)
{
    ir_value all = 0;
    for (uint32_t k = 0; k < sum->n; k++) {
        const reassociate_term *t = &sum->at[k];
        if (!t->by || opt_reassociate_is_fixed(p, t) != is_fixed)
            continue;
        ir_value v = opt_reassociate_as_u64(p, out, t->v);
        if (t->times)
            v = opt_reassociate_push(p, out, IR_MUL, v, opt_reassociate_as_u64(p, out, t->times));
        if (t->by != 1)
            v = opt_reassociate_push(p, out, IR_MUL, v, opt_reassociate_constant(p, out, t->by));
        all = all ? opt_reassociate_push(p, out, IR_ADD, all, v) : v;
    }
    return all;
}

/* The address that the index of the node is then added to. */
static void opt_reassociate_step(reassociate *p, opt_list *out, opt_node *node, ir_value by)
{
    if (!by)
        return;
    opt_node *first =
        opt_tree_node(p->t, IR_ELEMENT_ADDR, node->i.type, (ir_value[]){node->args[0], by}, 2, node->i.imm);
    vec_push(p->t->m->memory, out, first);
    node->args[0] = first->i.result;
}

static void opt_reassociate_visit(reassociate *p, opt_list *out, opt_node *node)
{
    reassociate_sum sum = {.n = 0};
    const ir_value index = node->args[1];
    uint32_t n_fixed = 0;
    if (opt_constant(&p->index, index) || !opt_reassociate_is_wide(p->t->f->values.at[index]) ||
        !opt_reassociate_linear(p, index, 1, &sum, MOST_DEPTH))
        return;
    for (uint32_t k = 0; k < sum.n; k++)
        n_fixed += opt_reassociate_is_fixed(p, &sum.at[k]);
    const bool splits = n_fixed && n_fixed < sum.n && p->loop_of[node->args[0]] != p->loop;
    if (!sum.constant && !splits)
        return;
    p->changed = true;
    if (splits) {
        opt_reassociate_step(p, p->before, node, opt_reassociate_build(p, p->before, &sum, true));
        opt_reassociate_step(p, out, node, opt_reassociate_build(p, out, &sum, false));
    } else {
        const ir_value fixed = opt_reassociate_build(p, out, &sum, true),
                       rest = opt_reassociate_build(p, out, &sum, false);
        const bool has_both = fixed && rest;
        opt_reassociate_step(p, out, node,
                             has_both ? opt_reassociate_push(p, out, IR_ADD, fixed, rest)
                             : fixed  ? fixed
                                      : rest);
    }
    node->args[1] = opt_reassociate_constant(p, out, sum.constant);
}

static void opt_reassociate_mark(reassociate *p, const opt_list *list, uint32_t loop)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        p->loop_of[node->i.result] = loop;
        const uint32_t inner = node->i.op == IR_LOOP ? ++p->n_loops : loop;
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_reassociate_mark(p, &node->arms[arm].list, inner);
    }
}

static void opt_reassociate_list(reassociate *p, opt_list *list)
{
    opt_list out = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        const uint32_t loop = p->loop;
        opt_list *const before = p->before;
        opt_list mine = {0};
        if (node->i.op == IR_ELEMENT_ADDR)
            opt_reassociate_visit(p, &out, node);
        if (node->i.op == IR_LOOP) {
            p->loop = ++p->n_loops;
            p->before = &mine;
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_reassociate_list(p, &node->arms[arm].list);
        p->loop = loop;
        p->before = before;
        opt_tree_append(p->t, &out, &mine);
        vec_push(p->t->m->memory, &out, node);
    }
    *list = out;
}

bool opt_reassociate(opt_tree *t)
{
    reassociate p = {.t = t, .index = opt_tree_index(t)};
    p.loop_of = ARENA_ARRAY(t->m->memory, uint32_t, p.index.n_values);
    opt_reassociate_mark(&p, &t->body, 0);
    p.n_loops = 0;
    opt_reassociate_list(&p, &t->body);
    return p.changed;
}
