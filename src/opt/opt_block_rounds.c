/* opt_block_rounds.c: threads of a block do a loop over `grid_stride` round by round together.
 *
 *   set i, thread_index; loop { if i < end { set i saturating i + step; .. } else { break } }
 *
 * becomes, with the number of the block's first thread, and the thread's rank in the block,
 *
 *   set at, first;
 *   loop { if at < end { set at saturating at + step; i = at + rank; if i < end { .. } } else { break } }
 *
 * The loop's way is the same for all threads, so opt_block_loop.c makes it a loop around loops over threads: these
 * read neighbours in turn, where each thread by itself would go through all of memory. What the next round reads lies
 * too far away for the processor to guess, so it is fetched ahead. Ahead of that loop stands another, which does four
 * rounds at a time while all threads have an element in each of the four: what a thread keeps is then read and written
 * once for four elements. Between barriers no order of threads is promised,
 * but what a round leaves to later rounds of other threads stays as it is: a loop with an atomic operation whose
 * result depends on the order is left alone.
 *
 * Requires OPT_SCALARS, since counters are scalar locals. Breaks OPT_SCALARS: the counter is still set. */
#include "opt/opt_loop.h"

enum { MOST_FETCHED = 4, N_TOGETHER = 4, MOST_TOGETHER = 40, WIDEST_STEP = 60 /* bits */ };

typedef struct block_rounds {
    opt_loop l;
    ir_value first, rank, n_threads; /* 0: not computed yet */
    opt_list out;
    bool changed;
} block_rounds;

static ir_value opt_rounds_push(block_rounds *p, opt_list *to, opt_node *node)
{
    vec_push(p->l.t->m->memory, to, node);
    return node->i.result;
}

static ir_value opt_rounds_make(block_rounds *p, opt_list *to, ir_op op, ir_type type, ir_value x, ir_value y)
{
    return opt_rounds_push(p, to, opt_tree_node(p->l.t, op, type, (ir_value[]){x, y}, y ? 2 : 1, 0));
}

/* Whether all threads of the block have the same value, by its operations alone. */
static bool opt_rounds_is_same(const block_rounds *p, ir_value v, uint32_t depth)
{
    const opt_node *node = opt_definition(&p->l.index, v);
    if (!node)
        return v && v <= p->l.t->f->n_params;
    const bool is_own = node->i.op == IR_LOCAL_ADDR ||
                        (node->i.op == IR_INTRINSIC && (node->i.aux == IR_IN_THREAD_IDX || node->i.aux == IR_IN_LANE ||
                                                        node->i.aux == IR_IN_THREAD_INDEX));
    if (!depth || is_own || !opt_is_pure(&node->i))
        return false;
    for (uint32_t k = 0; k < node->i.n_args; k++)
        if (!opt_rounds_is_same(p, node->args[k], depth - 1))
            return false;
    return true;
}

static bool opt_rounds_is_used(const opt_list *list, ir_value v)
{
    for (uint32_t n = 0; n < list->n; n++) {
        for (uint32_t k = 0; k < list->at[n]->i.n_args; k++)
            if (list->at[n]->args[k] == v)
                return true;
        for (uint32_t arm = 0; arm < list->at[n]->n_arms; arm++)
            if (opt_rounds_is_used(&list->at[n]->arms[arm].list, v))
                return true;
    }
    return false;
}

/* Whether it comes to the same in whatever order threads do it. */
static bool opt_rounds_has_no_order(const block_rounds *p, const opt_list *whole, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        if (node->i.op == IR_CALL || node->i.op == IR_CALL_PTR || node->i.op == IR_PTX)
            return false;
        if (node->i.op == IR_INTRINSIC && opt_is_collective(&node->i))
            return false;
        if (node->i.op == IR_INTRINSIC && ir_group_of(node->i.aux) == IR_GROUP_ATOMIC) {
            const bool keeps_last = node->i.aux == IR_IN_ATOMIC_STORE || node->i.aux == IR_IN_ATOMIC_EXCHANGE ||
                                    node->i.aux == IR_IN_ATOMIC_COMPARE_EXCHANGE;
            if (keeps_last || (node->i.result && opt_rounds_is_used(whole, node->i.result)) ||
                ir_is_float(p->l.t->m, node->i.type))
                return false;
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            if (!opt_rounds_has_no_order(p, whole, &node->arms[arm].list))
                return false;
    }
    return true;
}

/* Whether a round goes through to its end, and the counter begins with the thread's number and ends with the loop. */
static bool opt_rounds_is_whole(const block_rounds *p, const opt_list *list, uint32_t at)
{
    const opt_list *body = &p->l.loop->arms[0].list, *then = &p->l.test->arms[0].list,
                   *leave = &p->l.test->arms[1].list;
    const uint64_t label = p->l.loop->i.imm;
    const opt_node *start = opt_tree_set_before(list, at, p->l.counter);
    const opt_node *from = start ? opt_definition(&p->l.index, start->args[0]) : NULL;
    return from && from->i.op == IR_INTRINSIC && from->i.aux == IR_IN_THREAD_INDEX && body->n >= 2 &&
           opt_tree_count(then, IR_BREAK, label) + opt_tree_count(then, IR_CONTINUE, label) == 0 && leave->n == 1 &&
           leave->at[0]->i.op == IR_BREAK && leave->at[0]->i.imm == label &&
           opt_tree_count(&p->l.t->body, IR_GET, p->l.counter) == 1 && opt_tree_count(body, IR_SET, p->l.counter) == 1;
}

/* The number of the block's first thread, and the thread's rank in the block. */
static void opt_rounds_find_place(block_rounds *p)
{
    opt_tree *t = p->l.t;
    ir_value sides[3], grid[3], block[3];
    static const ir_intrinsic asked[3] = {IR_IN_BLOCK_DIM, IR_IN_GRID_DIM, IR_IN_BLOCK_IDX};
    ir_value *const of[3] = {sides, grid, block};
    for (uint32_t k = 0; k < 9; k++) {
        opt_node *ask = opt_tree_node(t, IR_INTRINSIC, IR_U32, NULL, 0, k % 3);
        ask->i.aux = (uint16_t)asked[k / 3];
        of[k / 3][k % 3] = opt_rounds_make(p, &p->out, IR_CONVERT, IR_U64, opt_rounds_push(p, &p->out, ask), 0);
    }
    ir_value number = block[2], n_threads = sides[0];
    for (uint32_t k = 2; k-- > 0;)
        number = opt_rounds_make(p, &p->out, IR_ADD, IR_U64,
                                 opt_rounds_make(p, &p->out, IR_MUL, IR_U64, number, grid[k]), block[k]);
    for (uint32_t k = 1; k < 3; k++)
        n_threads = opt_rounds_make(p, &p->out, IR_MUL, IR_U64, n_threads, sides[k]);
    opt_node *index = opt_tree_node(t, IR_INTRINSIC, IR_U64, NULL, 0, 0);
    index->i.aux = IR_IN_THREAD_INDEX;
    p->n_threads = n_threads;
    p->first = opt_rounds_make(p, &p->out, IR_MUL, IR_U64, number, n_threads);
    p->rank = opt_rounds_make(p, &p->out, IR_SUB, IR_U64, opt_rounds_push(p, &p->out, index), p->first);
}

/* Fetches what the loads at the counter's index read where the counter is `next` for the block's first thread. */
static uint32_t opt_rounds_fetch(block_rounds *p, opt_list *to, const opt_list *list, ir_value next)
{
    opt_tree *t = p->l.t;
    uint32_t n_fetched = 0;
    for (uint32_t n = 0; n < list->n && n_fetched < MOST_FETCHED; n++) {
        const opt_node *node = list->at[n],
                       *at = node->i.op == IR_LOAD ? opt_definition(&p->l.index, node->args[0]) : NULL,
                       *index = at && at->i.op == IR_ELEMENT_ADDR ? opt_definition(&p->l.index, at->args[1]) : NULL;
        const bool is_own =
            index && (at->args[1] == p->l.count || (index->i.op == IR_CONVERT && index->args[0] == p->l.count));
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            n_fetched += opt_rounds_fetch(p, to, &node->arms[arm].list, next);
        if (!is_own || p->l.inside[at->args[0]] || !opt_rounds_is_same(p, at->args[0], 24))
            continue;
        opt_node *size = opt_tree_node(t, IR_CONST, IR_U64, NULL, 0, ir_size(t->m, node->i.type));
        const ir_value place = opt_rounds_make(p, to, IR_CONVERT, IR_I64, next, 0),
                       n_bytes = opt_rounds_make(p, to, IR_MUL, IR_U64, p->n_threads, opt_rounds_push(p, to, size));
        opt_node *there = opt_tree_node(t, IR_ELEMENT_ADDR, at->i.type, (ir_value[]){at->args[0], place}, 2, at->i.imm);
        opt_rounds_push(p, to, there);
        opt_node *fetch = opt_tree_node(t, IR_INTRINSIC, 0, (ir_value[]){there->i.result, n_bytes}, 2, 0);
        fetch->i.aux = IR_IN_PREFETCH;
        opt_rounds_push(p, to, fetch);
        n_fetched++;
    }
    return n_fetched;
}

/* loop { all = get at; if all < end && end - all > 3 * by + n_threads { the round for all + rank, all + by + rank, ..;
 * set at all + 4 * by } else { break } } */
static void opt_rounds_together(block_rounds *p, ir_local at, ir_value by, const opt_list *old)
{
    opt_tree *t = p->l.t;
    const opt_list *prefix = &p->l.loop->arms[0].list;
    opt_node *loop = opt_tree_bracket(t, IR_LOOP, 1), *step = opt_tree_node(t, IR_CONST, IR_U64, NULL, 0, 1),
             *rest = opt_tree_node(t, IR_CONST, IR_U64, NULL, 0, N_TOGETHER - 1),
             *widest = opt_tree_node(t, IR_CONST, IR_U64, NULL, 0, UINT64_C(1) << WIDEST_STEP);
    opt_list *body = &loop->arms[0].list;
    loop->i.imm = ++t->f->n_labels;
    loop->i.flags = OPT_LOOP_ROUNDS;
    opt_rounds_push(p, &p->out, step);
    opt_rounds_push(p, &p->out, rest);
    opt_rounds_push(p, &p->out, widest);
    const ir_value is_narrow = opt_rounds_make(p, &p->out, IR_LT, IR_BOOL,
                                               opt_rounds_make(p, &p->out, IR_SUB, IR_U64, by, step->i.result),
                                               widest->i.result),
                   most =
                       opt_rounds_make(p, &p->out, IR_ADD, IR_U64,
                                       opt_rounds_make(p, &p->out, IR_MUL, IR_U64, by, rest->i.result), p->n_threads);
    ir_value all = opt_rounds_push(p, body, opt_tree_node(t, IR_GET, IR_U64, NULL, 0, at));
    const ir_value is_below = opt_rounds_make(p, body, IR_LT, IR_BOOL, all, p->l.end),
                   left = opt_rounds_make(p, body, IR_SUB, IR_U64, p->l.end, all),
                   is_whole = opt_rounds_make(p, body, IR_GT, IR_BOOL, left, most);
    opt_node *test =
        opt_tree_if(t,
                    opt_rounds_make(p, body, IR_AND, IR_BOOL,
                                    opt_rounds_make(p, body, IR_AND, IR_BOOL, is_below, is_whole), is_narrow),
                    2);
    opt_list *then = &test->arms[0].list;
    for (uint32_t round = 0; round < N_TOGETHER; round++) {
        opt_copy c = opt_tree_own_again(t);
        opt_tree_copy_is(t, &c, p->l.count, opt_rounds_make(p, then, IR_ADD, IR_U64, all, p->rank));
        for (uint32_t n = 0; n + 1 < prefix->n; n++)
            if (prefix->at[n]->i.result != p->l.count)
                opt_tree_copy(t, then, &(opt_list){.at = &prefix->at[n], .n = 1}, &c);
        for (uint32_t n = 0; n < old->n; n++)
            if (n != p->l.set_at)
                opt_tree_copy(t, then, &(opt_list){.at = &old->at[n], .n = 1}, &c);
        all = opt_rounds_make(p, then, IR_ADD, IR_U64, all, by);
    }
    opt_list ahead = {0};
    opt_rounds_push(p, &ahead, opt_tree_set(t, at, all));
    for (uint32_t round = 0; round < N_TOGETHER; round++) {
        opt_rounds_fetch(p, &ahead, old, all);
        all = opt_rounds_make(p, &ahead, IR_ADD, IR_U64, all, by);
    }
    opt_tree_append(t, then, &ahead);
    opt_rounds_push(p, &test->arms[1].list, opt_tree_node(t, IR_BREAK, 0, NULL, 0, loop->i.imm));
    opt_rounds_push(p, body, test);
    opt_rounds_push(p, &p->out, loop);
}

/* The counter's own GET and SET become those of the block's; what the round reads of it is the sum with the rank. */
static void opt_rounds_rewrite(block_rounds *p)
{
    opt_tree *t = p->l.t;
    opt_node *loop = p->l.loop, *test = p->l.test;
    const ir_local at = opt_tree_local(t, IR_U64);
    opt_list body = {0}, then = {0}, round = {0};
    const opt_list *old = &test->arms[0].list;
    opt_node *step = (opt_node *)(uintptr_t)opt_definition(&p->l.index, old->at[p->l.set_at]->args[0]);
    const ir_value by = opt_definition(&p->l.index, step->args[2])->args[1];
    opt_node *get = (opt_node *)(uintptr_t)opt_definition(&p->l.index, p->l.count);
    opt_rounds_push(p, &p->out, opt_tree_set(t, at, p->first));
    if (opt_tree_size(old) <= MOST_TOGETHER && opt_loop_is_simple(old))
        opt_rounds_together(p, at, by, old);
    const ir_value all = opt_rounds_push(p, &body, opt_tree_node(t, IR_GET, IR_U64, NULL, 0, at));
    opt_node *again = opt_tree_if(t, opt_rounds_make(p, &body, IR_LT, IR_BOOL, all, p->l.end), 2);
    again->arms[1] = test->arms[1];
    opt_node *stops = opt_tree_node(t, IR_OVERFLOWS, IR_BOOL, (ir_value[]){all, by}, 2, 0);
    stops->i.aux = IR_ADD;
    opt_rounds_push(p, &then, stops);
    const ir_value sum = opt_rounds_make(p, &then, IR_ADD, IR_U64, all, by);
    const ir_value most = opt_rounds_push(p, &then, opt_tree_node(t, IR_CONST, IR_U64, NULL, 0, UINT64_MAX));
    const ir_value next =
        opt_rounds_push(p, &then, opt_tree_node(t, IR_SELECT, IR_U64, (ir_value[]){stops->i.result, most, sum}, 3, 0));
    opt_rounds_push(p, &then, opt_tree_set(t, at, next));
    opt_rounds_fetch(p, &then, old, sum);
    opt_node *wraps = opt_tree_node(t, IR_OVERFLOWS, IR_BOOL, (ir_value[]){all, p->rank}, 2, 0);
    wraps->i.aux = IR_ADD;
    const ir_value is_number = opt_rounds_make(p, &then, IR_NOT, IR_BOOL, opt_rounds_push(p, &then, wraps), 0);
    get->i.op = IR_ADD;
    get->i.imm = 0;
    get->i.n_args = 2;
    get->args = arena_copy(t->m->memory, (ir_value[]){all, p->rank}, 2 * sizeof(ir_value));
    for (uint32_t n = 0; n + 1 < loop->arms[0].list.n; n++)
        opt_rounds_push(p, &then, loop->arms[0].list.at[n]);
    for (uint32_t n = 0; n < old->n; n++)
        if (n != p->l.set_at)
            opt_rounds_push(p, &round, old->at[n]);
    opt_node *inside = opt_tree_if(t, opt_rounds_make(p, &then, IR_AND, IR_BOOL, is_number, test->args[0]), 1);
    inside->arms[0].list = round;
    opt_rounds_push(p, &then, inside);
    again->arms[0].list = then;
    opt_rounds_push(p, &body, again);
    loop->arms[0].list = body;
    loop->i.flags = OPT_LOOP_ROUNDS;
    p->changed = true;
}

bool opt_block_rounds(opt_tree *t)
{
    block_rounds p = {.l = {.t = t, .index = opt_tree_index(t)}};
    const opt_list list = t->body;
    p.l.inside = ARENA_ARRAY(t->m->memory, uint8_t, p.l.index.n_values);
    for (uint32_t n = 0; n < list.n; n++) {
        opt_node *node = list.at[n];
        if (node->i.op == IR_LOOP) {
            const opt_list *body = &node->arms[0].list;
            opt_loop_mark(&p.l, body, 1);
            const bool is_found = opt_loop_find_counter(&p.l, node) && opt_rounds_is_whole(&p, &list, n);
            const ir_value step = is_found ? opt_loop_saturating_step(&p.l) : 0;
            if (step && !p.l.inside[step] && opt_rounds_is_same(&p, step, 24) && opt_rounds_is_same(&p, p.l.end, 24) &&
                opt_rounds_has_no_order(&p, body, body)) {
                if (!p.first)
                    opt_rounds_find_place(&p);
                opt_rounds_rewrite(&p);
            }
            opt_loop_mark(&p.l, body, 0);
        }
        opt_rounds_push(&p, &p.out, node);
    }
    if (p.changed)
        t->body = p.out;
    return p.changed;
}
