/* opt_reassociate.c: what indices differ by becomes a constant offset of an address.
 *
 *   a[r + (i + 2)]        ->    ((a + r) + i) + 2
 *   a[(i + 2) * n + c]    ->    (a + (2 * n + c)) + i * n
 *
 * An address that grows with a counter by more than its size, as the second, becomes a pointer that each round steps
 * (strength reduction):
 *
 *   set p, (a + c) + get i * n; loop { q = get p; .. load q; .. set p, q + step * n }
 *
 * What does not change in the loop is added first, so it is computed before the loop; in rounds of an unrolled loop the
 * sums of what changes are equal, so one of them is left; and the constant is in the instruction that loads. An index
 * wraps as addresses do, so the order of its terms means nothing.
 *
 * Requires OPT_SCALARS: sums are not looked for behind locals. Breaks OPT_SCALARS: pointers are read from locals. */
#include "opt/opt_tree.h"

enum { MOST_TERMS = 6, MOST_DEPTH = 10, MOST_COUNTERS = 4, MOST_POINTERS = 2 };

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

/* A local that each round of the loop at hand adds `step` to; v: what it is in the round. */
typedef struct reassociate_counter {
    ir_local local;
    ir_value v;
    uint64_t step;
} reassociate_counter;
/* A pointer that is stepped: now is it in the round. */
typedef struct reassociate_pointer {
    ir_value base, now;
    uint64_t element;
    reassociate_sum sum;
} reassociate_pointer;

/*   loop_of  of each value: the loop that defines it; n_loops: how many have begun; loop: the one at hand
 *   before   what is computed before that
 *   head, tail  what begins and ends each round */
typedef struct reassociate {
    opt_tree *t;
    opt_index index;
    uint32_t *loop_of, n_loops, loop;
    opt_list *before, *head, *tail;
    reassociate_counter counters[MOST_COUNTERS];
    reassociate_pointer pointers[MOST_POINTERS + 1];
    uint32_t n_counters, n_pointers;
    bool changed;
} reassociate;

/* Whether the loop at hand defines it; what this pass has made is taken to be. */
static bool opt_reassociate_is_inside(const reassociate *p, ir_value v)
{
    return v >= p->index.n_values || p->loop_of[v] == p->loop;
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
    return node && opt_is_wide(node->i.type) && (node->i.op == IR_CONST || opt_reassociate_is_inside(p, v)) ? node
                                                                                                            : NULL;
}

static bool opt_reassociate_linear(const reassociate *p, ir_value v, uint64_t by, reassociate_sum *sum, uint32_t depth);

/* Multiplies out (x + constant) * y: the product of each part becomes a term. Any other product is one term. */
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
        if (opt_constant(&p->index, node->args[0]))
            return opt_reassociate_linear(p, node->args[1], by * opt_constant(&p->index, node->args[0])->i.imm, sum,
                                          depth - 1);
        return opt_reassociate_product(p, node, by, sum, depth);
    case IR_SHL:
        if (last && last->i.imm < 64)
            return opt_reassociate_linear(p, node->args[0], by << last->i.imm, sum, depth - 1);
        break;
    case IR_CONVERT:
        if (opt_is_wide(p->t->f->values.at[node->args[0]]))
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
    return opt_tree_push(p->t, out, opt_tree_node(p->t, op, IR_U64, (ir_value[]){a, b}, 2, 0));
}

static ir_value opt_reassociate_constant(reassociate *p, opt_list *out, uint64_t bits)
{
    return opt_tree_push(p->t, out, opt_tree_node(p->t, IR_CONST, IR_U64, NULL, 0, bits));
}

static ir_value opt_reassociate_as_u64(reassociate *p, opt_list *out, ir_value v)
{
    if (p->t->f->values.at[v] == IR_U64)
        return v;
    return opt_tree_push(p->t, out, opt_tree_node(p->t, IR_CONVERT, IR_U64, &v, 1, 0));
}

static bool opt_reassociate_is_fixed(const reassociate *p, const reassociate_term *t)
{
    return p->loop && !opt_reassociate_is_inside(p, t->v) && (!t->times || !opt_reassociate_is_inside(p, t->times));
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

/* ---- pointers ---- */

static const reassociate_counter *opt_reassociate_counter_of(const reassociate *p, const reassociate_term *t)
{
    for (uint32_t k = 0; k < p->n_counters; k++)
        if (t->v == p->counters[k].v || t->times == p->counters[k].v)
            return &p->counters[k];
    return NULL;
}

/* Whether what changes grows with counters, and not only by a power of two, which an address is soon made with. */
static bool opt_reassociate_is_stepped(const reassociate *p, const reassociate_sum *sum)
{
    bool is_costly = false;
    for (uint32_t k = 0; k < sum->n; k++) {
        const reassociate_term *t = &sum->at[k];
        if (!t->by || opt_reassociate_is_fixed(p, t))
            continue;
        const reassociate_counter *c = opt_reassociate_counter_of(p, t);
        const ir_value other = c && t->times ? (t->v == c->v ? t->times : t->v) : 0;
        if (!c || (other && opt_reassociate_is_inside(p, other)))
            return false;
        is_costly |= other || (t->by & (t->by - 1));
    }
    return is_costly;
}

static bool opt_reassociate_is_same(const reassociate_sum *a, const reassociate_sum *b)
{
    bool same = a->n == b->n;
    for (uint32_t k = 0; same && k < a->n; k++)
        same = a->at[k].v == b->at[k].v && a->at[k].times == b->at[k].times && a->at[k].by == b->at[k].by;
    return same;
}

/* What the index grows by in a round. */
static ir_value opt_reassociate_growth(reassociate *p, const reassociate_sum *sum)
{
    ir_value all = 0;
    for (uint32_t k = 0; k < sum->n; k++) {
        const reassociate_term *t = &sum->at[k];
        if (!t->by || opt_reassociate_is_fixed(p, t))
            continue;
        const reassociate_counter *c = opt_reassociate_counter_of(p, t);
        ir_value v = opt_reassociate_constant(p, p->before, t->by * c->step);
        if (t->times)
            v = opt_reassociate_push(p, p->before, IR_MUL,
                                     opt_reassociate_as_u64(p, p->before, t->v == c->v ? t->times : t->v), v);
        all = all ? opt_reassociate_push(p, p->before, IR_ADD, all, v) : v;
    }
    return all;
}

/* The sum as it is before the loop, where counters are in their locals. */
static reassociate_sum opt_reassociate_at_start(reassociate *p, const reassociate_sum *sum)
{
    reassociate_sum start = *sum;
    for (uint32_t k = 0; k < start.n; k++) {
        reassociate_term *t = &start.at[k];
        const reassociate_counter *c = opt_reassociate_is_fixed(p, t) ? NULL : opt_reassociate_counter_of(p, t);
        if (!c)
            continue;
        opt_node *get = opt_tree_node(p->t, IR_GET, p->t->f->locals.at[c->local].type, NULL, 0, c->local);
        vec_push(p->t->m->memory, p->before, get);
        if (t->v == c->v)
            t->v = get->i.result;
        else
            t->times = get->i.result;
    }
    return start;
}

/* The pointer of the round to what the node addresses, less the constant; 0: none is stepped for that. */
static ir_value opt_reassociate_pointer(reassociate *p, const opt_node *node, const reassociate_sum *sum)
{
    arena *a = p->t->m->memory;
    for (uint32_t k = 0; k < p->n_pointers; k++)
        if (p->pointers[k].base == node->args[0] && p->pointers[k].element == node->i.imm &&
            opt_reassociate_is_same(&p->pointers[k].sum, sum))
            return p->pointers[k].now;
    if (p->n_pointers == MOST_POINTERS || !opt_reassociate_is_stepped(p, sum))
        return 0;
    opt_node at = *node;
    const ir_type type = node->i.type;
    const ir_local local = opt_tree_local(p->t, type);
    const reassociate_sum start = opt_reassociate_at_start(p, sum);
    at.args = arena_copy(a, node->args, 2 * sizeof *node->args);
    opt_reassociate_step(p, p->before, &at, opt_reassociate_build(p, p->before, &start, true));
    opt_reassociate_step(p, p->before, &at, opt_reassociate_build(p, p->before, &start, false));
    vec_push(a, p->before, opt_tree_set(p->t, local, at.args[0]));
    opt_node *now = opt_tree_node(p->t, IR_GET, type, NULL, 0, local);
    vec_push(a, p->head, now);
    const ir_value by = opt_reassociate_growth(p, sum);
    opt_node *next = opt_tree_node(p->t, IR_ELEMENT_ADDR, type, (ir_value[]){now->i.result, by}, 2, node->i.imm);
    vec_push(a, p->tail, next);
    vec_push(a, p->tail, opt_tree_set(p->t, local, next->i.result));
    p->pointers[p->n_pointers++] =
        (reassociate_pointer){.base = node->args[0], .now = now->i.result, .element = node->i.imm, .sum = *sum};
    return now->i.result;
}

static void opt_reassociate_visit(reassociate *p, opt_list *out, opt_node *node)
{
    reassociate_sum sum = {.n = 0};
    const ir_value index = node->args[1];
    uint32_t n_fixed = 0;
    if (opt_constant(&p->index, index) || !opt_is_wide(p->t->f->values.at[index]) ||
        !opt_reassociate_linear(p, index, 1, &sum, MOST_DEPTH))
        return;
    for (uint32_t k = 0; k < sum.n; k++)
        n_fixed += opt_reassociate_is_fixed(p, &sum.at[k]);
    const bool is_outside = p->loop && !opt_reassociate_is_inside(p, node->args[0]),
               splits = is_outside && n_fixed && n_fixed < sum.n;
    const ir_value stepped = is_outside ? opt_reassociate_pointer(p, node, &sum) : 0;
    if (!sum.constant && !splits && !stepped)
        return;
    p->changed = true;
    if (stepped) {
        node->args[0] = stepped;
    } else if (splits) {
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

/* Finds the locals of 64 bits that each round adds a constant to. */
static void opt_reassociate_find_counters(reassociate *p, const opt_node *loop)
{
    const opt_list *body = &loop->arms[0].list;
    const opt_node *test = body->n ? body->at[body->n - 1] : NULL;
    const bool has_test = test && test->i.op == IR_IF && test->n_arms == 2 && opt_tree_ends(&test->arms[1].list);
    p->n_counters = p->n_pointers = 0;
    if (opt_tree_ends(body) || opt_tree_count(body, IR_CONTINUE, loop->i.imm) || opt_tree_has(body, IR_CHECK) ||
        opt_tree_has(body, IR_TRAP))
        return; /* a loop with checks is mostly the second version of one without, whose registers it would raise */
    for (uint32_t n = 0; n < body->n && p->n_counters < MOST_COUNTERS; n++) {
        const opt_node *get = body->at[n], *set = NULL;
        if (get->i.op != IR_GET || !opt_is_wide(get->i.type) || p->index.has_address[get->i.imm] ||
            opt_tree_count(body, IR_SET, get->i.imm) != 1)
            continue;
        const opt_list *lists[2] = {body, has_test ? &test->arms[0].list : NULL};
        for (uint32_t k = 0; k < 2; k++)
            for (uint32_t j = 0; lists[k] && j < lists[k]->n; j++)
                if (lists[k]->at[j]->i.op == IR_SET && lists[k]->at[j]->i.imm == get->i.imm)
                    set = lists[k]->at[j];
        reassociate_sum sum = {.n = 0};
        if (set && opt_reassociate_linear(p, set->args[0], 1, &sum, MOST_DEPTH) && sum.n == 1 &&
            sum.at[0].v == get->i.result && !sum.at[0].times && sum.at[0].by == 1)
            p->counters[p->n_counters++] = (reassociate_counter){(ir_local)get->i.imm, get->i.result, sum.constant};
    }
}

/* Counts the pointers that the list wants stepped, without those of loops in it. */
static void opt_reassociate_count_pointers(reassociate *p, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        reassociate_sum sum = {.n = 0};
        bool is_new = node->i.op == IR_ELEMENT_ADDR && p->n_pointers <= MOST_POINTERS &&
                      !opt_reassociate_is_inside(p, node->args[0]) && opt_is_wide(p->t->f->values.at[node->args[1]]) &&
                      opt_reassociate_linear(p, node->args[1], 1, &sum, MOST_DEPTH) &&
                      opt_reassociate_is_stepped(p, &sum);
        for (uint32_t k = 0; is_new && k < p->n_pointers; k++)
            is_new = p->pointers[k].base != node->args[0] || !opt_reassociate_is_same(&p->pointers[k].sum, &sum);
        if (is_new)
            p->pointers[p->n_pointers++] = (reassociate_pointer){.base = node->args[0], .sum = sum};
        for (uint32_t arm = 0; arm < node->n_arms && node->i.op != IR_LOOP; arm++)
            opt_reassociate_count_pointers(p, &node->arms[arm].list);
    }
}

static void opt_reassociate_list(reassociate *p, opt_list *list);

static void opt_reassociate_loop(reassociate *p, opt_list *out, opt_node *loop)
{
    const reassociate around = *p;
    opt_list before = {0}, head = {0}, tail = {0};
    opt_list *body = &loop->arms[0].list;
    p->loop = ++p->n_loops;
    p->before = &before;
    p->head = &head;
    p->tail = &tail;
    opt_reassociate_find_counters(p, loop);
    opt_reassociate_count_pointers(p, body);
    if (p->n_pointers > MOST_POINTERS) /* they would take more registers than they save instructions */
        p->n_counters = 0;
    p->n_pointers = 0;
    opt_reassociate_list(p, body);
    opt_tree_append(p->t, out, &before);
    if (head.n) {
        opt_tree_append(p->t, &head, body);
        opt_tree_append(p->t, &head, &tail);
        *body = head;
    }
    const uint32_t n_loops = p->n_loops;
    const bool changed = p->changed;
    *p = around;
    p->n_loops = n_loops;
    p->changed = changed;
}

static void opt_reassociate_list(reassociate *p, opt_list *list)
{
    opt_list out = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        if (node->i.op == IR_ELEMENT_ADDR)
            opt_reassociate_visit(p, &out, node);
        if (node->i.op == IR_LOOP)
            opt_reassociate_loop(p, &out, node);
        for (uint32_t arm = 0; arm < node->n_arms && node->i.op != IR_LOOP; arm++)
            opt_reassociate_list(p, &node->arms[arm].list);
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
