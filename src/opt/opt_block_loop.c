/* opt_block_loop.c: a call of a kernel does the work of a block whose threads meet at barriers, in loops between them.
 *
 *   A; barrier; loop { if c { B; barrier; C } else { break } } D
 *
 * becomes, where all threads of the block come by each barrier together,
 *
 *   for all threads { A }  loop { if c { for all threads { B }  for all threads { C } } else { break } } for all { D }
 *
 * The list of the kernel, and those of brackets that hold a barrier or leave such a bracket, are joint: all threads
 * that are not done take the same way through them. What lies between in a joint list is a segment, a loop over the
 * threads with versions as opt_thread_version.h has them. What is the same for all threads is computed once, in the
 * joint list; a read of memory there ends the segment before it, as if all threads had come by.
 *
 * A value of a thread that a later segment uses is computed again, or kept in an array by the thread's number; so is a
 * local. A thread that returns or panics is done: segments skip it, and the block ends with its last thread. Of the
 * panics between two barriers the one of the lowest thread counts, since threads on fibers come by there in turn; the
 * barrier, which stays a call where a thread may be done, makes it known.
 *
 * Kernels with other meetings than barriers stay as they are, as do those whose threads may part before a barrier.
 * Requires and breaks what opt_thread_loop.c does. */
#include "opt/opt_block_loop.h"

enum { MOST_FETCHED = 4, MOST_BYTES = 128 << 10, MOST_BLOCK_NODES = 6000 };

/* ---- what is joint, and what is the same for all threads ---- */

static bool opt_block_list_is_joint(const block_loop *b, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        if (node->i.op == IR_INTRINSIC && node->i.aux == IR_IN_BARRIER)
            return true;
        if ((node->i.op == IR_BREAK || node->i.op == IR_CONTINUE) && b->is_joint_label[node->i.imm])
            return true;
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            if (opt_block_list_is_joint(b, &node->arms[arm].list))
                return true;
    }
    return false;
}

static bool opt_block_is_joint(const block_loop *b, const opt_node *node)
{
    bool ends = false;
    if (node->i.op == IR_LOOP && node->i.flags == OPT_LOOP_ROUNDS)
        return true;
    for (uint32_t arm = 0; arm < node->n_arms; arm++) {
        const opt_list *list = &node->arms[arm].list;
        if (opt_block_list_is_joint(b, list))
            return true;
        ends |= list->n && (list->at[list->n - 1]->i.op == IR_RETURN || list->at[list->n - 1]->i.op == IR_TRAP);
    }
    return node->i.op == IR_IF && ends && !b->varies[node->args[0]];
}

static bool opt_block_value_varies(const block_loop *b, const opt_node *node)
{
    const bool is_place = node->i.op == IR_INTRINSIC;
    if (node->i.op == IR_GET)
        return b->index.has_address[node->i.imm] || b->local_varies[node->i.imm];
    if (node->i.op == IR_LOCAL_ADDR || (is_place && (node->i.aux == IR_IN_THREAD_IDX || node->i.aux == IR_IN_LANE ||
                                                     node->i.aux == IR_IN_THREAD_INDEX)))
        return true;
    if (!opt_is_pure(&node->i) && (node->i.op != IR_LOAD || (node->i.flags & IR_VOLATILE)))
        return true;
    for (uint32_t k = 0; k < node->i.n_args; k++)
        if (b->varies[node->args[k]])
            return true;
    return false;
}

static void opt_block_note(block_loop *b, uint8_t *flag)
{
    b->changed |= !*flag;
    *flag = 1;
}

static void opt_block_note_sets(block_loop *b, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        if (list->at[n]->i.op == IR_SET)
            opt_block_note(b, &b->local_varies[list->at[n]->i.imm]);
        for (uint32_t arm = 0; arm < list->at[n]->n_arms; arm++)
            opt_block_note_sets(b, &list->at[n]->arms[arm].list);
    }
}

/* One round of the search for what varies in a joint list: at first everything counts as the same for all threads. */
static void opt_block_find_varying(block_loop *b, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        if (node->n_arms && opt_block_is_joint(b, node)) {
            b->parts |= node->i.op == IR_PTX || (node->i.n_args && b->varies[node->args[0]]);
            if (node->i.op == IR_LOOP || node->i.op == IR_BLOCK)
                b->is_joint_label[node->i.imm] = 1;
            for (uint32_t arm = 0; arm < node->n_arms; arm++)
                opt_block_find_varying(b, &node->arms[arm].list);
        } else if (node->n_arms) {
            for (uint32_t arm = 0; arm < node->n_arms; arm++)
                opt_block_note_sets(b, &node->arms[arm].list);
        } else if (node->i.result && opt_block_value_varies(b, node)) {
            opt_block_note(b, &b->varies[node->i.result]);
        } else if (node->i.op == IR_SET && b->varies[node->args[0]]) {
            opt_block_note(b, &b->local_varies[node->i.imm]);
        }
    }
}

/* Whether a thread may be done behind the list. */
static bool opt_block_stops(const opt_list *list, uint32_t n_nodes)
{
    for (uint32_t n = 0; n < n_nodes; n++) {
        const opt_node *node = list->at[n];
        if (node->i.op == IR_CHECK || node->i.op == IR_TRAP || node->i.op == IR_RETURN)
            return true;
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            if (opt_block_stops(&node->arms[arm].list, node->arms[arm].list.n))
                return true;
    }
    return false;
}

/* ---- segments ---- */

typedef struct block_list {
    opt_list made;
    opt_node *open; /* the segment at its end: a BLOCK for what comes of it, with its nodes so far */
} block_list;

static void opt_block_add(block_loop *b, block_list *to, opt_node *node)
{
    arena *a = b->t->m->memory;
    if (!to->open) {
        to->open = opt_tree_bracket(b->t, IR_BLOCK, 1);
        to->open->i.imm = ++b->t->f->n_labels;
        vec_push(a, &b->segments, to->open);
    }
    if (node->i.result)
        b->segment_of[node->i.result] = b->segments.n;
    vec_push(a, &to->open->arms[0].list, node);
}

/* Ends the segment. A block of which no thread is left has nothing more to do. */
static void opt_block_close(block_loop *b, block_list *to)
{
    if (!to->open)
        return;
    const opt_list *list = &to->open->arms[0].list;
    opt_tree_push(b->p.t, &to->made, to->open);
    if (opt_block_stops(list, list->n)) {
        const ir_value n_done = opt_thread_get(&b->p, &to->made, b->p.n_done, IR_U64);
        opt_node *none =
            opt_thread_if(&b->p, &to->made, opt_thread_make(&b->p, &to->made, IR_GE, IR_BOOL, n_done, b->n_threads));
        opt_tree_push(b->p.t, &none->arms[0].list, opt_tree_node(b->t, IR_RETURN, 0, NULL, 0, 0));
    }
    to->open = NULL;
}

static bool opt_block_names(const opt_list *list, uint64_t local)
{
    return opt_tree_count(list, IR_GET, local) + opt_tree_count(list, IR_SET, local) != 0;
}

static bool opt_block_may_stop(const block_loop *b, const opt_node *node)
{
    const opt_node *by = node->i.n_args == 2 ? opt_constant(&b->index, node->args[1]) : NULL;
    const ir_type type = node->i.type;
    return (node->i.op == IR_DIV || node->i.op == IR_REM) && ir_is_int(b->t->m, type) &&
           !(by && by->i.imm && by->i.imm != opt_low_bits(b->t, type, UINT64_MAX));
}

/* A check of what is the same for all threads: they all panic, or none. */
static void opt_block_check(block_loop *b, block_list *to, const opt_node *check)
{
    block_list otherwise = {0};
    opt_node *test = opt_thread_if(&b->p, &to->made, check->args[0]);
    opt_block_add(b, &otherwise, opt_tree_node(b->t, IR_TRAP, 0, check->args + 1, check->i.n_args - 1, check->i.imm));
    opt_block_close(b, &otherwise);
    opt_tree_push(b->p.t, &otherwise.made, opt_tree_node(b->t, IR_RETURN, 0, NULL, 0, 0));
    test->arms[1].list = otherwise.made;
}

static void opt_block_barrier(block_loop *b, block_list *to, opt_node *barrier)
{
    opt_block_close(b, to);
    if (!b->p.done)
        return;
    const ir_value n_done = opt_thread_get(&b->p, &to->made, b->p.n_done, IR_U64);
    const ir_value zero = opt_thread_constant(&b->p, &to->made, IR_U64, 0);
    opt_node *some = opt_thread_if(&b->p, &to->made, opt_thread_make(&b->p, &to->made, IR_NE, IR_BOOL, n_done, zero));
    opt_tree_push(b->p.t, &some->arms[0].list, barrier);
}

static opt_list opt_block_split(block_loop *b, const opt_list *list);

static opt_node *opt_block_split_bracket(block_loop *b, const opt_node *node)
{
    opt_node *copy = arena_copy(b->t->m->memory, node, sizeof *node);
    copy->i.flags = 0;
    copy->arms = arena_copy(b->t->m->memory, node->arms, node->n_arms * sizeof *node->arms);
    for (uint32_t arm = 0; arm < node->n_arms; arm++)
        copy->arms[arm].list = opt_block_split(b, &node->arms[arm].list);
    return copy;
}

/* A joint list with its segments. */
static opt_list opt_block_split(block_loop *b, const opt_list *list)
{
    block_list to = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        const uint8_t op = node->i.op;
        const bool is_same = node->i.result && !b->varies[node->i.result];
        const bool is_set = op == IR_SET && !b->local_varies[node->i.imm] && !b->index.has_address[node->i.imm];
        if (is_same || is_set) {
            if (op == IR_LOAD || opt_block_may_stop(b, node) ||
                (is_set && to.open && opt_block_names(&to.open->arms[0].list, node->i.imm)))
                opt_block_close(b, &to);
            opt_tree_push(b->p.t, &to.made, node);
        } else if (op == IR_INTRINSIC && node->i.aux == IR_IN_PREFETCH) {
            opt_tree_push(b->p.t, &to.made, node);
        } else if (op == IR_INTRINSIC && node->i.aux == IR_IN_BARRIER) {
            opt_block_barrier(b, &to, node);
        } else if (op == IR_CHECK && !to.open && !b->varies[node->args[0]]) {
            opt_block_check(b, &to, node);
        } else if (op == IR_BREAK || op == IR_CONTINUE || op == IR_RETURN) {
            opt_block_close(b, &to);
            opt_tree_push(b->p.t, &to.made, node);
        } else if (node->n_arms && opt_block_is_joint(b, node)) {
            opt_block_close(b, &to);
            opt_tree_push(b->p.t, &to.made, opt_block_split_bracket(b, node));
        } else {
            opt_block_add(b, &to, node);
            if (op == IR_TRAP) {
                opt_block_close(b, &to);
                opt_tree_push(b->p.t, &to.made, opt_tree_node(b->t, IR_RETURN, 0, NULL, 0, 0));
            }
        }
    }
    opt_block_close(b, &to);
    return to.made;
}

/* ---- read again ---- */

static void opt_block_replace(const opt_list *list, uint32_t from, ir_value old, ir_value new)
{
    for (uint32_t n = from; n < list->n; n++) {
        for (uint32_t k = 0; k < list->at[n]->i.n_args; k++)
            if (list->at[n]->args[k] == old)
                list->at[n]->args[k] = new;
        for (uint32_t arm = 0; arm < list->at[n]->n_arms; arm++)
            opt_block_replace(&list->at[n]->arms[arm].list, 0, old, new);
    }
}

static bool opt_block_is_used(const opt_list *list, uint32_t from, ir_value v)
{
    for (uint32_t n = from; n < list->n; n++) {
        for (uint32_t k = 0; k < list->at[n]->i.n_args; k++)
            if (list->at[n]->args[k] == v)
                return true;
        for (uint32_t arm = 0; arm < list->at[n]->n_arms; arm++)
            if (opt_block_is_used(&list->at[n]->arms[arm].list, 0, v))
                return true;
    }
    return false;
}

static bool opt_block_sets(const opt_list *list, uint32_t from, uint32_t end, uint64_t local)
{
    for (uint32_t n = from; n < end; n++) {
        if (list->at[n]->i.op == IR_SET && list->at[n]->i.imm == local)
            return true;
        for (uint32_t arm = 0; arm < list->at[n]->n_arms; arm++)
            if (opt_tree_count(&list->at[n]->arms[arm].list, IR_SET, local))
                return true;
    }
    return false;
}

/* What was read from a local before a barrier is read again behind it, if the local has it still: the local is kept
 * anyway, and the value would be kept beside it. */
static void opt_block_read_again(block_loop *b, opt_list *list)
{
    opt_list out = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_block_read_again(b, &node->arms[arm].list);
        const uint32_t n_before = out.n;
        opt_tree_push(b->p.t, &out, node);
        for (uint32_t k = 0; k < n_before && node->i.op == IR_INTRINSIC && node->i.aux == IR_IN_BARRIER; k++) {
            const opt_node *get = out.at[k];
            if (get->i.op != IR_GET || b->index.has_address[get->i.imm] ||
                opt_block_sets(&out, k, n_before, get->i.imm) || !opt_block_is_used(list, n + 1, get->i.result))
                continue;
            opt_node *again = opt_tree_node(b->t, IR_GET, get->i.type, NULL, 0, get->i.imm);
            opt_tree_push(b->p.t, &out, again);
            opt_block_replace(list, n + 1, get->i.result, again->i.result);
        }
    }
    *list = out;
}

/* x == 0 -> x < 1: rows are cut where a comparison of the thread's number changes once (`if r == 0`). */
static void opt_block_order_zero(block_loop *b, opt_list *list)
{
    opt_list out = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        const bool is_equality = node->i.op == IR_EQ || node->i.op == IR_NE;
        const ir_type type = is_equality ? b->t->f->values.at[node->args[0]] : IR_VOID;
        const opt_node *zero = is_equality ? opt_constant(&b->index, node->args[1]) : NULL;
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_block_order_zero(b, &node->arms[arm].list);
        if (zero && zero->i.imm == 0 && opt_is_unsigned(type)) {
            node->args[1] = opt_thread_constant(&b->p, &out, type, 1);
            node->i.op = node->i.op == IR_EQ ? IR_LT : IR_GE;
        }
        opt_tree_push(b->p.t, &out, node);
    }
    *list = out;
}

/* ---- the whole ---- */

/* How many threads a block may have, and its sides. */
static void opt_block_measure(block_loop *b, opt_list *list)
{
    const uint32_t *shape = b->t->f->block;
    b->is_row = shape[0] && shape[1] * shape[2] == 1;
    b->is_flat = shape[0] && shape[2] == 1;
    b->n_most = shape[0] ? shape[0] * shape[1] * shape[2] : MOST_THREADS_OF_BLOCK;
    for (uint32_t k = 0; k < 3; k++)
        b->sides[k] = shape[0] ? opt_thread_constant(&b->p, list, IR_U64, shape[k])
                               : opt_thread_make(&b->p, list, IR_CONVERT, IR_U64,
                                                 opt_thread_ask(&b->p, list, IR_IN_BLOCK_DIM, IR_U32, k), 0);
    b->n_rows = opt_thread_make(&b->p, list, IR_MUL, IR_U64, b->sides[1], b->sides[2]);
    b->n_threads = opt_thread_make(&b->p, list, IR_MUL, IR_U64, b->sides[0], b->n_rows);
    b->p.first_index = opt_thread_ask(&b->p, list, IR_IN_THREAD_INDEX, IR_U64, 0);
}

/* Fetches what the threads of the next block load and store at their own number, while this one works. */
static uint32_t opt_block_fetch(block_loop *b, opt_list *to, const opt_list *list, ir_value next)
{
    uint32_t n_fetched = 0;
    for (uint32_t n = 0; n < list->n && n_fetched < MOST_FETCHED; n++) {
        const opt_node *node = list->at[n];
        const bool moves = (node->i.op == IR_LOAD || node->i.op == IR_STORE) && !(node->i.flags & IR_VOLATILE);
        const opt_node *at = moves ? opt_definition(&b->index, node->args[0]) : NULL,
                       *index = at && at->i.op == IR_ELEMENT_ADDR && at->args[0] <= b->t->f->n_params
                                    ? opt_definition(&b->index, at->args[1])
                                    : NULL;
        for (uint32_t arm = 0; arm < node->n_arms && node->i.op != IR_LOOP; arm++)
            n_fetched += opt_block_fetch(b, to, &node->arms[arm].list, next);
        index = index && index->i.op == IR_CONVERT ? opt_definition(&b->index, index->args[0]) : index;
        if (!index || index->i.op != IR_INTRINSIC || index->i.aux != IR_IN_THREAD_INDEX)
            continue;
        const ir_value size = opt_thread_constant(&b->p, to, IR_U64, ir_size(b->t->m, (ir_type)at->i.imm)),
                       n_bytes = opt_thread_make(&b->p, to, IR_MUL, IR_U64, b->n_threads, size),
                       there = opt_tree_push(b->p.t, to,
                                             opt_tree_node(b->t, IR_ELEMENT_ADDR, at->i.type,
                                                           (ir_value[]){at->args[0], next}, 2, at->i.imm));
        opt_node *fetch = opt_tree_node(b->t, IR_INTRINSIC, 0, (ir_value[]){there, n_bytes}, 2, 0);
        fetch->i.aux = IR_IN_PREFETCH;
        opt_tree_push(b->p.t, to, fetch);
        n_fetched++;
    }
    return n_fetched;
}

/* Before the first segment nobody is done. */
static void opt_block_begin_done(block_loop *b, opt_list *list)
{
    const ir_type type = b->t->f->locals.at[b->p.done].type;
    opt_thread_set(&b->p, list, b->p.done, opt_tree_push(b->p.t, list, opt_tree_node(b->t, IR_ZERO, type, NULL, 0, 0)));
    opt_thread_set(&b->p, list, b->p.n_done, opt_thread_constant(&b->p, list, IR_U64, 0));
}

bool opt_block_loop(opt_tree *t)
{
    arena *a = t->m->memory;
    block_loop b = {.p = {.t = t, .range = IR_RANGE_BLOCK}, .t = t, .index = opt_tree_index(t)};
    opt_list whole = {0};
    const uint32_t *shape = t->f->block;
    if (opt_tree_size(&t->body) > MOST_BLOCK_NODES ||
        (shape[0] && (uint64_t)shape[0] * shape[1] - 1 >= MOST_THREADS_OF_BLOCK) ||
        (shape[0] && (uint64_t)shape[0] * shape[1] * shape[2] - 1 >= MOST_THREADS_OF_BLOCK))
        return false;
    opt_block_order_zero(&b, &t->body);
    opt_block_read_again(&b, &t->body);
    b.index = opt_tree_index(t);
    b.varies = ARENA_ARRAY(a, uint8_t, t->f->values.n);
    b.local_varies = ARENA_ARRAY(a, uint8_t, t->f->locals.n);
    b.is_joint_label = ARENA_ARRAY(a, uint8_t, t->f->n_labels + 1);
    do {
        b.changed = false;
        opt_block_find_varying(&b, &t->body);
    } while (b.changed && !b.parts);
    if (b.parts)
        return false;
    b.n_values = t->f->values.n;
    b.n_locals = t->f->locals.n;
    b.segment_of = ARENA_ARRAY(a, uint32_t, b.n_values + opt_tree_size(&t->body));
    opt_block_measure(&b, &whole);
    const ir_value behind = opt_thread_make(&b.p, &whole, IR_ADD, IR_U64, b.p.first_index, b.n_threads);
    opt_block_fetch(&b, &whole, &t->body, opt_thread_make(&b.p, &whole, IR_CONVERT, IR_I64, behind, 0));
    const bool is_last_return = t->body.n && t->body.at[t->body.n - 1]->i.op == IR_RETURN;
    if (opt_block_stops(&t->body, t->body.n - is_last_return)) {
        b.p.done = opt_tree_local(t, ir_array(t->m, IR_BOOL, b.n_most));
        b.p.n_done = opt_tree_local(t, IR_U64);
        opt_block_begin_done(&b, &whole);
    }
    const opt_list split = opt_block_split(&b, &t->body);
    if (!opt_block_keep(&b, MOST_BYTES))
        return false;
    for (uint32_t s = 0; s < b.segments.n; s++)
        opt_block_fill(&b, s);
    opt_tree_append(t, &whole, &split);
    t->body = whole;
    t->f->range = IR_RANGE_BLOCK;
    return true;
}
