/* opt_unroll.c: loops of few rounds whose number constants tell become a row of bodies, where they have checks.
 *
 *   set c, 16; loop { v = get c; if v > 0 { body; set c, v >> 1 } else { break } }    ->    body; set c, 8; body; ..
 *
 * Each body then has ranges of its own, which decide checks that no range for all rounds does: in five sums of what two
 * lanes have, an i32 read as an i64 stays far from overflow.
 *
 * For own PTX, which no compiler unrolls behind, loops without checks and with loops in them are unrolled too, and
 * longer ones where they index an array of the function by what changes in them: its elements can then be registers
 * (opt_mem2reg.c).
 *
 * Requires OPT_SCALARS: the counter is a scalar local. Breaks OPT_SCALARS: the counter is a constant that sroa has not
 * used yet. */
#include "opt/opt_tree.h"

/* MOST_ROUNDS, MOST_UNROLLED: of a loop with checks. The others are for own PTX: of any loop, of one that indexes an
 * array, of one of these that something else may end too, and of a function. */
enum { MOST_ROUNDS = 8, MOST_UNROLLED = 400, MOST_DEPTH = 8 };
enum { MOST_FULL_ROUNDS = 16, MOST_FULL = 800 };
enum { MOST_INDEXING_ROUNDS = 64, MOST_INDEXING = 6000, MOST_LEFT_ROUNDS = 16, MOST_NODES = 12000 };

typedef struct unroll {
    opt_tree *t;
    opt_index index;
    bool changed, is_full; /* is_full: for own PTX */
    /* What follows is of the loop at hand. */
    const opt_node *loop, *test;
    opt_list head, then; /* of a round, before and behind the test */
    bool goes_on;        /* the loop goes on where what is tested is true */
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
    const ir_type type = node->i.n_args ? p->t->f->values.at[node->args[0]] : IR_VOID;
    const bool is_signed = p->is_full && type >= IR_I8 && type <= IR_I64;
    const uint64_t n_bits = is_signed || opt_unroll_is_unsigned(type) ? 8 * ir_size(p->t->m, type) : 0;
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

/* Whether the list addresses an element of an array of the function by an index that is no constant. */
static bool opt_unroll_indexes(const unroll *p, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n], *of = NULL;
        if (node->i.op == IR_ELEMENT_ADDR && !opt_constant(&p->index, node->args[1]))
            of = opt_definition(&p->index, node->args[0]);
        while (of && (of->i.op == IR_FIELD_ADDR || of->i.op == IR_ELEMENT_ADDR))
            of = opt_definition(&p->index, of->args[0]);
        if (of && of->i.op == IR_LOCAL_ADDR)
            return true;
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            if (opt_unroll_indexes(p, &node->arms[arm].list))
                return true;
    }
    return false;
}

/* Finds the test, what precedes it, and what follows where the loop goes on. The second form is for own PTX:
 *
 *   loop { head; if v { body } else { break } }        loop { head; if v { break } body } */
static bool opt_unroll_find_test(unroll *p, const opt_node *loop)
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
static bool opt_unroll_find(unroll *p, const opt_node *loop)
{
    const opt_list *body = &loop->arms[0].list;
    p->loop = loop;
    if (!opt_unroll_find_test(p, loop) || opt_tree_count(body, IR_CONTINUE, loop->i.imm))
        return false;
    if (!p->is_full && (!opt_tree_has(body, IR_CHECK) || opt_tree_has(body, IR_LOOP)))
        return false;
    const opt_node *get = opt_unroll_counter_of(p, p->test->args[0], MOST_DEPTH);
    p->counter = get ? get->i.imm : 0;
    return get && !p->index.has_address[p->counter] && opt_tree_count(body, IR_SET, p->counter) == 1;
}

/* The constant that the local is before list[at]; NULL: it may be another. Jump threading may have moved the SET into
 * all arms of a bracket. */
static const opt_node *opt_unroll_start(const unroll *p, const opt_list *list, uint32_t at, uint64_t local)
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
static uint32_t opt_unroll_rounds(const unroll *p, const opt_list *list, uint32_t at, uint32_t most)
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
    while (opt_unroll_compute(p, p->test->args[0], now, &is_true, MOST_DEPTH) && is_true == p->goes_on)
        if (++n_rounds > most || !opt_unroll_compute(p, set->args[0], now, &now, MOST_DEPTH))
            return 0;
    return opt_unroll_compute(p, p->test->args[0], now, &is_true, MOST_DEPTH) && is_true != p->goes_on ? n_rounds : 0;
}

static void opt_unroll_write(unroll *p, opt_list *out, uint32_t n_rounds)
{
    opt_tree *t = p->t;
    opt_list rounds = {0};
    for (uint32_t k = 0; k < n_rounds; k++) {
        opt_copy c = opt_tree_own(t);
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

/* Whether the condition depends only on a local that is a constant before list[at]. */
static bool opt_unroll_is_counted(const unroll *p, ir_value condition, const opt_list *list, uint32_t at)
{
    unroll other = *p;
    uint64_t unused;
    const opt_node *get = opt_unroll_counter_of(p, condition, MOST_DEPTH),
                   *start = get ? opt_unroll_start(p, list, at, get->i.imm) : NULL;
    other.counter = get ? get->i.imm : 0;
    return start && !p->index.has_address[other.counter] &&
           opt_unroll_compute(&other, condition, start->i.imm, &unused, MOST_DEPTH);
}

/* Whether what is no counter may leave the loop list[at] in the list. */
static bool opt_unroll_is_left(const unroll *p, const opt_list *in, const opt_list *list, uint32_t at)
{
    for (uint32_t n = 0; n < in->n; n++) {
        const opt_node *node = in->at[n];
        if (node->i.op == IR_BREAK && node->i.imm == p->loop->i.imm)
            return true;
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            if (opt_unroll_is_left(p, &node->arms[arm].list, list, at) &&
                (node->i.op != IR_IF || !opt_unroll_is_counted(p, node->args[0], list, at)))
                return true;
    }
    return false;
}

/* The most rounds of the loop list[at], and the most nodes that they may make. */
static uint32_t opt_unroll_limits(const unroll *p, const opt_list *list, uint32_t at, uint32_t *most_nodes)
{
    *most_nodes = p->is_full ? MOST_FULL : MOST_UNROLLED;
    if (!p->is_full)
        return MOST_ROUNDS;
    if (!opt_unroll_indexes(p, &list->at[at]->arms[0].list))
        return MOST_FULL_ROUNDS;
    *most_nodes = MOST_INDEXING;
    return opt_unroll_is_left(p, &p->then, list, at) ? MOST_LEFT_ROUNDS : MOST_INDEXING_ROUNDS;
}

static void opt_unroll_list(unroll *p, opt_list *list)
{
    opt_list out = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_unroll_list(p, &node->arms[arm].list);
        uint32_t most_nodes = 0, n_rounds = 0;
        if (node->i.op == IR_LOOP && !node->i.flags && opt_unroll_find(p, node))
            n_rounds = opt_unroll_rounds(p, list, n, opt_unroll_limits(p, list, n, &most_nodes));
        if (n_rounds && n_rounds * opt_tree_size(&node->arms[0].list) <= most_nodes)
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

bool opt_unroll_fully(opt_tree *t)
{
    unroll p = {.t = t, .index = opt_tree_index(t), .is_full = true};
    if (opt_tree_size(&t->body) <= MOST_NODES)
        opt_unroll_list(&p, &t->body);
    return p.changed;
}
