/* opt_unroll_rounds.c: see opt_unroll.h. */
#include "opt/unroll/opt_unroll.h"

const opt_node *opt_unroll_counter_of(const opt_unrolling *p, ir_value v, uint32_t depth)
{
    const opt_node *node = opt_definition(&p->index, v), *found = NULL;
    if (!node || !depth || node->i.op == IR_GET)
        return depth ? node : NULL;
    for (uint32_t k = 0; k < node->i.n_args && !found; k++)
        found = opt_unroll_counter_of(p, node->args[k], depth - 1);
    return found;
}

bool opt_unroll_compute(const opt_unrolling *p, ir_value v, uint64_t now, uint64_t *out, uint32_t depth)
{
    const opt_node *node = opt_definition(&p->index, v);
    uint64_t x[2] = {0};
    if (!node || !depth || node->i.n_args > 2)
        return false;
    if (node->i.op == IR_CONST || (node->i.op == IR_GET && node->i.imm == p->counter)) {
        *out = opt_low_bits(p->t, node->i.type, node->i.op == IR_CONST ? node->i.imm : now);
        return true;
    }
    const ir_type type = node->i.n_args ? p->t->f->values.at[node->args[0]] : IR_VOID;
    const bool is_signed = p->is_full && opt_is_signed(type);
    const uint64_t n_bits = is_signed || opt_is_unsigned(type) ? 8 * ir_size(p->t->m, type) : 0;
    if (!n_bits)
        return false;
    for (uint32_t k = 0; k < node->i.n_args; k++)
        if (!opt_unroll_compute(p, node->args[k], now, &x[k], depth - 1))
            return false;
    /* Signed numbers in the order of unsigned ones. */
    const uint64_t turned = is_signed ? UINT64_C(1) << (n_bits - 1) : 0, a = x[0] ^ turned, b = x[1] ^ turned;
    switch ((ir_op)node->i.op) {
    case IR_ADD: *out = x[0] + x[1]; break;
    case IR_SUB: *out = x[0] - x[1]; break;
    case IR_MUL: *out = x[0] * x[1]; break;
    case IR_DIV:
        if (!x[1] || is_signed)
            return false;
        *out = x[0] / x[1];
        break;
    case IR_SHL:
    case IR_SHR:
        if (x[1] >= n_bits || (is_signed && node->i.op == IR_SHR))
            return false;
        *out = node->i.op == IR_SHL ? x[0] << x[1] : x[0] >> x[1];
        break;
    case IR_LT: *out = a < b; return true;
    case IR_LE: *out = a <= b; return true;
    case IR_GT: *out = a > b; return true;
    case IR_GE: *out = a >= b; return true;
    case IR_EQ: *out = a == b; return true;
    case IR_NE: *out = a != b; return true;
    case IR_CONVERT:
        if (!p->is_full || node->i.type < IR_I8 || node->i.type > IR_U64)
            return false;
        *out = a - turned; /* extended by its sign */
        break;
    case IR_CASES_CONSTANT:
    case IR_REM:
    case IR_AND:
    case IR_OR:
    case IR_XOR:
    case IR_CASES_UNARY:
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
    case IR_N_OPS: return false;
    }
    *out = opt_low_bits(p->t, node->i.type, *out);
    return true;
}

/* Finds the test, what precedes it, and what follows where the loop goes on. The second form is for own PTX:
 *
 *   loop { head; if v { body } else { break } }        loop { head; if v { break } body } */
static bool opt_unroll_find_test(opt_unrolling *p, const opt_node *loop)
{
    const opt_list *all = &loop->arms[0].list;
    uint32_t at = 0;
    while (at < all->n && (opt_is_pure(&all->at[at]->i) || all->at[at]->i.op == IR_GET))
        at++;
    p->test = at < all->n && all->at[at]->i.op == IR_IF ? all->at[at] : NULL;
    if (!p->test)
        return false;
    p->goes_on = p->test->n_arms == 2;
    p->head = (opt_list){.at = all->at, .n = at};
    p->then = p->goes_on ? p->test->arms[0].list : (opt_list){.at = all->at + at + 1, .n = all->n - at - 1};
    const opt_list *leave = &p->test->arms[p->goes_on ? 1 : 0].list;
    return (p->goes_on ? at + 1 == all->n : p->is_full) && leave->n == 1 && leave->at[0]->i.op == IR_BREAK &&
           leave->at[0]->i.imm == loop->i.imm && !opt_tree_ends(&p->then);
}

/* Whether the loop has the form above; the counter is found. */
static bool opt_unroll_find(opt_unrolling *p, const opt_node *loop)
{
    const opt_list *body = &loop->arms[0].list;
    p->loop = loop;
    if (!opt_unroll_find_test(p, loop) || opt_tree_count(body, IR_CONTINUE, loop->i.imm))
        return false;
    if (!p->is_full && (!opt_tree_has(body, IR_CHECK) || opt_tree_has(body, IR_LOOP)))
        return false;
    const opt_node *get = opt_unroll_counter_of(p, p->test->args[0], OPT_UNROLL_DEPTH);
    p->counter = get ? get->i.imm : 0;
    return get && !p->index.has_address[p->counter] && opt_tree_count(body, IR_SET, p->counter) == 1;
}

/* Jump threading may have moved the SET into all arms of a bracket. */
const opt_node *opt_unroll_start(const opt_unrolling *p, const opt_list *list, uint32_t at, uint64_t local)
{
    while (at-- > 0) {
        const opt_node *node = list->at[at], *same = NULL;
        bool is_set = false;
        if (node->i.op == IR_SET && node->i.imm == local)
            return opt_constant(&p->index, node->args[0]);
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            is_set |= opt_tree_count(&node->arms[arm].list, IR_SET, local) != 0;
        if (!is_set)
            continue;
        if (!p->is_full ||
            !((node->i.op == IR_IF && node->n_arms == 2) || (node->i.op == IR_SWITCH && opt_tree_has_default(node))))
            return NULL;
        for (uint32_t arm = 0; arm < node->n_arms; arm++) {
            const opt_list *in = &node->arms[arm].list;
            const opt_node *set = opt_tree_ends(in) ? same : opt_unroll_start(p, in, in->n, local);
            if (!opt_tree_ends(in) && (!set || (same && same->i.imm != set->i.imm)))
                return NULL;
            same = set;
        }
        return same;
    }
    return NULL;
}

/* How many rounds the loop makes that follows list[0 .. at); 0: that is not known, or they are more than `most`. */
static uint32_t opt_unroll_rounds(const opt_unrolling *p, const opt_list *list, uint32_t at, uint32_t most)
{
    const opt_node *start = opt_unroll_start(p, list, at, p->counter), *set = NULL;
    uint64_t now, is_true;
    uint32_t n_rounds = 0;
    for (uint32_t n = 0; n < p->then.n; n++)
        if (p->then.at[n]->i.op == IR_SET && p->then.at[n]->i.imm == p->counter)
            set = p->then.at[n];
    if (!start || !set)
        return 0;
    now = opt_low_bits(p->t, start->i.type, start->i.imm);
    while (opt_unroll_compute(p, p->test->args[0], now, &is_true, OPT_UNROLL_DEPTH) && is_true == p->goes_on)
        if (++n_rounds > most || !opt_unroll_compute(p, set->args[0], now, &now, OPT_UNROLL_DEPTH))
            return 0;
    return opt_unroll_compute(p, p->test->args[0], now, &is_true, OPT_UNROLL_DEPTH) && is_true != p->goes_on ? n_rounds
                                                                                                             : 0;
}

static void opt_unroll_write(opt_unrolling *p, opt_list *out, uint32_t n_rounds)
{
    opt_tree *t = p->t;
    opt_list rounds = {0};
    for (uint32_t k = 0; k < n_rounds; k++) {
        opt_copy c = opt_tree_own_again(t);
        opt_tree_copy(t, &rounds, &p->head, &c);
        opt_tree_copy(t, &rounds, &p->then, &c);
    }
    p->changed = true;
    if (!opt_tree_count(&p->then, IR_BREAK, p->loop->i.imm)) {
        opt_tree_append(t, out, &rounds);
        return;
    }
    opt_node *block = opt_tree_bracket(t, IR_BLOCK, 1);
    block->i.imm = p->loop->i.imm;
    block->arms[0].list = rounds;
    vec_push(t->m->memory, out, block);
}

static void opt_unroll_list(opt_unrolling *p, opt_list *list)
{
    opt_list out = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_unroll_list(p, &node->arms[arm].list);
        uint32_t most_nodes = 0, n_rounds = 0;
        if (node->i.op == IR_LOOP && !node->i.flags && opt_unroll_find(p, node))
            n_rounds = opt_unroll_rounds(p, list, n, p->limits(p, list, n, &most_nodes));
        if (n_rounds && n_rounds * opt_tree_size(&node->arms[0].list) <= most_nodes)
            opt_unroll_write(p, &out, n_rounds);
        else
            vec_push(p->t->m->memory, &out, node);
    }
    *list = out;
}

bool opt_unroll_loops(opt_tree *t, opt_unroll_limits *limits, bool is_full)
{
    opt_unrolling p = {.t = t, .index = opt_tree_index(t), .limits = limits, .is_full = is_full};
    opt_unroll_list(&p, &t->body);
    return p.changed;
}
