/* opt_block_segment.c: a segment of opt_block_loop.c becomes loops over the block's threads, row by row; what lives
 * longer than a segment is kept by the thread's number, or computed again. */
#include "opt/opt_block_loop.h"

enum { MOST_OF_VERSION = 3000, MOST_AGAIN = 24 };

/* ---- what is kept ---- */

typedef enum block_first { NOT_NAMED, SETS_FIRST, GETS_FIRST } block_first;

/* What the list does first with the local on every way through it. */
static block_first opt_block_first(const opt_list *list, uint64_t local)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        uint32_t n_set = 0;
        if (node->i.op == IR_GET && node->i.imm == local)
            return GETS_FIRST;
        if (node->i.op == IR_SET && node->i.imm == local)
            return SETS_FIRST;
        for (uint32_t arm = 0; arm < node->n_arms; arm++) {
            const block_first first = opt_block_first(&node->arms[arm].list, local);
            if (first == GETS_FIRST)
                return GETS_FIRST;
            n_set += first == SETS_FIRST || opt_tree_ends(&node->arms[arm].list);
        }
        if (node->i.op == IR_IF && n_set == 2)
            return SETS_FIRST;
    }
    return NOT_NAMED;
}

static opt_list *opt_block_nodes(const block_loop *b, uint32_t segment)
{
    return &b->segments.at[segment]->arms[0].list;
}

/* Whether the segment can compute the value again, for little, from what is there for all threads and their places. */
static bool opt_block_is_again(block_loop *b, ir_value v, uint32_t depth)
{
    enum { YES = 1, NO };
    const opt_node *node = opt_definition(&b->index, v);
    if (v >= b->n_values || !b->segment_of[v])
        return true;
    if (b->is_again[v])
        return b->is_again[v] == YES;
    bool is_again = depth && opt_is_pure(&node->i) && node->i.op != IR_DIV && node->i.op != IR_REM &&
                    !(node->i.op == IR_INTRINSIC && ir_group_of(node->i.aux) == IR_GROUP_MATH);
    for (uint32_t k = 0; k < node->i.n_args && is_again; k++)
        is_again = opt_block_is_again(b, node->args[k], depth - 1);
    b->is_again[v] = is_again ? YES : NO;
    return is_again;
}

static void opt_block_keep_values(block_loop *b, uint32_t segment, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        for (uint32_t k = 0; k < node->i.n_args; k++) {
            const ir_value v = node->args[k];
            const bool is_other = v < b->n_values && b->segment_of[v] && b->segment_of[v] != segment + 1;
            if (is_other && !b->value_arrays[v] && !opt_block_is_again(b, v, MOST_AGAIN))
                b->value_arrays[v] = opt_tree_local(b->t, ir_array(b->t->m, b->t->f->values.at[v], b->n_most));
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_block_keep_values(b, segment, &node->arms[arm].list);
    }
}

/* A local that each segment sets before it reads it needs no array. The address of a local may be anywhere. */
static bool opt_block_keeps_local(const block_loop *b, ir_local local)
{
    if (b->index.has_address[local])
        return true;
    for (uint32_t s = 0; b->local_varies[local] && s < b->segments.n; s++)
        if (opt_block_first(opt_block_nodes(b, s), local) == GETS_FIRST)
            return true;
    return false;
}

bool opt_block_keep(block_loop *b, uint64_t most_bytes)
{
    arena *a = b->t->m->memory;
    const uint32_t first = b->t->f->locals.n;
    uint64_t n_bytes = 0;
    b->value_arrays = ARENA_ARRAY(a, ir_local, b->n_values);
    b->local_arrays = ARENA_ARRAY(a, ir_local, b->n_locals);
    b->is_again = ARENA_ARRAY(a, uint8_t, b->n_values);
    for (uint32_t s = 0; s < b->segments.n; s++)
        opt_block_keep_values(b, s, opt_block_nodes(b, s));
    for (ir_local local = 1; local < b->n_locals; local++)
        if (opt_block_keeps_local(b, local))
            b->local_arrays[local] = opt_tree_local(b->t, ir_array(b->t->m, b->t->f->locals.at[local].type, b->n_most));
    for (ir_local local = first; local < b->t->f->locals.n; local++)
        n_bytes += ir_size(b->t->m, b->t->f->locals.at[local].type);
    return n_bytes <= most_bytes;
}

/* ---- a thread's instructions ---- */

/* One segment at work: number is the thread's in the block, y and z its place; copied are its values. */
typedef struct block_thread {
    block_loop *b;
    uint32_t segment;
    ir_value count, number, y, z;
    opt_copy copy;
    uint8_t *is_there; /* by value: the copy has it */
} block_thread;

static ir_value opt_block_element(block_loop *b, opt_list *list, ir_local array, ir_type type, ir_value number)
{
    const ir_type pointer = ir_ptr(b->t->m, IR_SPACE_GENERIC);
    const ir_value first = opt_tree_push(b->p.t, list, opt_tree_node(b->t, IR_LOCAL_ADDR, pointer, NULL, 0, array));
    return opt_tree_push(b->p.t, list,
                         opt_tree_node(b->t, IR_ELEMENT_ADDR, pointer, (ir_value[]){first, number}, 2, type));
}

static void opt_block_store(block_loop *b, opt_list *list, ir_local array, ir_value number, ir_value v)
{
    const ir_type type = b->t->f->values.at[v];
    const ir_value at = opt_block_element(b, list, array, type, number);
    opt_node *store = opt_tree_node(b->t, IR_STORE, 0, (ir_value[]){at, v}, 2, 0);
    store->i.type = type;
    opt_tree_push(b->p.t, list, store);
}

static ir_value opt_block_load(block_loop *b, opt_list *list, ir_local array, ir_value number, ir_type type)
{
    return opt_thread_make(&b->p, list, IR_LOAD, type, opt_block_element(b, list, array, type, number), 0);
}

/* Makes the value there for the segment's copy: constants too, which the versions look at. */
static void opt_block_want(block_thread *s, opt_list *to, ir_value v)
{
    block_loop *b = s->b;
    const opt_node *node = opt_definition(&b->index, v);
    const bool is_constant = node && node->i.op == IR_CONST;
    if (v >= b->n_values || s->is_there[v] || b->segment_of[v] == s->segment + 1 || !node ||
        (!b->segment_of[v] && !is_constant) || (s->is_there[v] = 1, false))
        return;
    if (b->value_arrays[v]) {
        s->copy.values[v] = opt_block_load(b, to, b->value_arrays[v], s->number, node->i.type);
        return;
    }
    for (uint32_t k = 0; k < node->i.n_args; k++)
        opt_block_want(s, to, node->args[k]);
    opt_node *again = (opt_node *)(uintptr_t)node;
    opt_tree_copy(b->t, to, &(opt_list){.at = &again, .n = 1}, &s->copy);
}

static void opt_block_want_all(block_thread *s, opt_list *to, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        for (uint32_t k = 0; k < node->i.n_args; k++)
            opt_block_want(s, to, node->args[k]);
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_block_want_all(s, to, &node->arms[arm].list);
    }
}

/* The thread's place by the counters. */
static void opt_block_place(block_thread *s, opt_list *to, opt_node *node)
{
    thread_loop *p = &s->b->p;
    if (node->i.aux == IR_IN_THREAD_INDEX) {
        opt_thread_become(p, node, IR_ADD, p->first_index, s->number);
    } else if (node->i.aux == IR_IN_LANE) {
        const ir_value low = opt_thread_make(p, to, IR_CONVERT, IR_U32, s->number, 0);
        opt_thread_become(p, node, IR_AND, low, opt_thread_constant(p, to, IR_U32, 31));
    } else if (node->i.aux == IR_IN_THREAD_IDX) {
        const ir_value places[3] = {s->count, s->y, s->z};
        opt_thread_become(p, node, IR_CONVERT, places[node->i.imm], 0);
    }
}

/* Places, and locals that lie in arrays and may be pointed to. */
static void opt_block_rewrite(block_thread *s, const opt_list *list, opt_list *to)
{
    block_loop *b = s->b;
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        const bool names = node->i.op == IR_GET || node->i.op == IR_SET || node->i.op == IR_LOCAL_ADDR;
        const ir_local local = names && node->i.imm < b->n_locals ? (ir_local)node->i.imm : 0;
        if (local && b->index.has_address[local]) {
            const ir_type type = b->t->f->locals.at[local].type;
            const ir_value array = opt_tree_push(
                b->p.t, to,
                opt_tree_node(b->t, IR_LOCAL_ADDR, ir_ptr(b->t->m, IR_SPACE_GENERIC), NULL, 0, b->local_arrays[local]));
            if (node->i.op == IR_LOCAL_ADDR) {
                opt_thread_become(&b->p, node, IR_ELEMENT_ADDR, array, s->number);
                node->i.imm = type;
            } else {
                opt_node *at = opt_tree_node(b->t, IR_ELEMENT_ADDR, ir_ptr(b->t->m, IR_SPACE_GENERIC),
                                             (ir_value[]){array, s->number}, 2, type);
                opt_tree_push(b->p.t, to, at);
                opt_thread_become(&b->p, node, node->i.op == IR_GET ? IR_LOAD : IR_STORE, at->i.result,
                                  node->i.op == IR_GET ? 0 : node->args[0]);
            }
        } else if (node->i.op == IR_INTRINSIC) {
            opt_block_place(s, to, node);
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++) {
            opt_list made = {0};
            opt_block_rewrite(s, &node->arms[arm].list, &made);
            node->arms[arm].list = made;
        }
        opt_tree_push(b->p.t, to, node);
    }
}

/* Locals that have no address are read from their arrays before, and written back behind. */
static void opt_block_move_locals(block_thread *s, opt_list *to, const opt_list *nodes, bool is_behind)
{
    block_loop *b = s->b;
    for (ir_local local = 1; local < b->n_locals; local++) {
        const ir_type type = b->t->f->locals.at[local].type;
        if (!b->local_arrays[local] || b->index.has_address[local])
            continue;
        if (is_behind && opt_tree_count(nodes, IR_SET, local))
            opt_block_store(b, to, b->local_arrays[local], s->number, opt_thread_get(&b->p, to, local, type));
        if (!is_behind && opt_tree_count(nodes, IR_SET, local) + opt_tree_count(nodes, IR_GET, local) &&
            opt_block_first(nodes, local) != SETS_FIRST)
            opt_thread_set(&b->p, to, local, opt_block_load(b, to, b->local_arrays[local], s->number, type));
    }
}

static void opt_block_write_thread(block_thread *s, const opt_list *nodes, thread_body *body)
{
    block_loop *b = s->b;
    opt_list copied = {0};
    s->copy = opt_tree_own(b->t);
    s->is_there = ARENA_ARRAY(b->t->m->memory, uint8_t, b->n_values);
    s->count = body->count->i.result;
    s->number = b->is_row ? s->count : opt_thread_make(&b->p, &body->list, IR_ADD, IR_U64, b->p.row_first, s->count);
    opt_block_move_locals(s, &body->list, nodes, false);
    opt_block_want_all(s, &copied, nodes);
    opt_tree_copy(b->t, &copied, nodes, &s->copy);
    opt_block_rewrite(s, &copied, &body->list);
    opt_block_move_locals(s, &body->list, nodes, true);
    for (uint32_t n = 0; n < nodes->n; n++) {
        const ir_value v = nodes->at[n]->i.result;
        if (v && b->value_arrays[v])
            opt_block_store(b, &body->list, b->value_arrays[v], s->number, s->copy.values[v]);
    }
}

/* ---- the loops ---- */

/* The list for what is done with a stretch of the row: all of it, or one of those it is cut into. */
static opt_list *opt_block_begin_stretch(block_loop *b, opt_list *list, const thread_body *body, thread_stretch *x)
{
    thread_cuts cuts = {.n = 0};
    x->from = opt_thread_constant(&b->p, list, IR_U64, 0);
    if (body)
        opt_thread_find_cuts(&b->p, body, list, &cuts);
    if (!cuts.n)
        return list;
    x->at = opt_tree_local(b->t, IR_U64);
    opt_thread_set(&b->p, list, x->at, x->from);
    opt_node *loop = opt_thread_loop_in(&b->p, list);
    opt_list *round = &loop->arms[0].list;
    x->from = opt_thread_get(&b->p, round, x->at, IR_U64);
    opt_node *test = opt_thread_if(&b->p, round, opt_thread_make(&b->p, round, IR_LT, IR_BOOL, x->from, x->stop));
    opt_thread_jump(&b->p, &test->arms[1].list, IR_BREAK, (ir_label)loop->i.imm);
    opt_list *in = &test->arms[0].list;
    for (uint32_t k = 0; k < cuts.n; k++) {
        const ir_value is_ahead = opt_thread_make(&b->p, in, IR_LT, IR_BOOL, x->from, cuts.at[k]),
                       is_nearer = opt_thread_make(&b->p, in, IR_LT, IR_BOOL, cuts.at[k], x->stop),
                       is_next = opt_thread_make(&b->p, in, IR_AND, IR_BOOL, is_ahead, is_nearer);
        x->stop = opt_tree_push(
            b->p.t, in, opt_tree_node(b->t, IR_SELECT, IR_U64, (ir_value[]){is_next, cuts.at[k], x->stop}, 3, 0));
    }
    return in;
}

static void opt_block_write_row(block_loop *b, opt_list *list, thread_body *body)
{
    thread_body versions[4];
    thread_stretch x = {.stop = b->sides[0]};
    uint32_t n_versions = 0;
    const bool is_large = opt_tree_size(&body->list) > MOST_OF_VERSION, panics = opt_tree_ends(&body->list);
    opt_list *in = opt_block_begin_stretch(b, list, is_large || panics ? NULL : body, &x);
    opt_thread_count(&b->p, body, GUESS_LIKELY);
    if (b->p.n_guessed)
        versions[n_versions++] = opt_thread_copy(b->t, body, GUESS_LIKELY);
    opt_thread_count(&b->p, body, GUESS_OTHER);
    if (x.at && b->p.n_asked)
        versions[n_versions++] = opt_thread_copy(b->t, body, GUESS_OTHER);
    opt_thread_count(&b->p, body, GUESS_NOTHING);
    if (b->p.n_asked || (b->p.done && !is_large && !panics))
        versions[n_versions++] = opt_thread_copy(b->t, body, GUESS_NOTHING);
    x.last = opt_thread_make(&b->p, in, IR_SUB, IR_U64, x.stop, opt_thread_constant(&b->p, in, IR_U64, 1));
    for (uint32_t k = 0; k < n_versions; k++) {
        versions[k].knows_no_done = b->p.done != 0;
        in = opt_thread_write_version(&b->p, in, &versions[k], &x);
    }
    opt_thread_run(&b->p, in, body, x.from, x.stop);
    if (x.at)
        opt_thread_set(&b->p, in, x.at, x.stop);
}

void opt_block_fill(block_loop *b, uint32_t segment)
{
    opt_tree *t = b->t;
    const opt_list nodes = *opt_block_nodes(b, segment);
    thread_body body = {.count = opt_tree_node(t, IR_GET, IR_U64, NULL, 0, opt_tree_local(t, IR_U64))};
    block_thread s = {.b = b, .segment = segment};
    opt_list rows = {0}, *in = &rows;
    const ir_value zero = opt_thread_constant(&b->p, in, IR_U64, 0);
    s.y = s.z = b->p.row_first = zero;
    if (!b->is_row) {
        const ir_local row = opt_tree_local(t, IR_U64);
        opt_thread_set(&b->p, in, row, zero);
        opt_node *loop = opt_thread_loop_in(&b->p, in);
        opt_list *round = &loop->arms[0].list;
        const ir_value now = opt_thread_get(&b->p, round, row, IR_U64);
        opt_node *test = opt_thread_if(&b->p, round, opt_thread_make(&b->p, round, IR_LT, IR_BOOL, now, b->n_rows));
        opt_thread_jump(&b->p, &test->arms[1].list, IR_BREAK, (ir_label)loop->i.imm);
        in = &test->arms[0].list;
        opt_thread_set(&b->p, in, row,
                       opt_thread_make(&b->p, in, IR_ADD, IR_U64, now, opt_thread_constant(&b->p, in, IR_U64, 1)));
        b->p.row_first = opt_thread_make(&b->p, in, IR_MUL, IR_U64, now, b->sides[0]);
        s.y = b->is_flat ? now : opt_thread_make(&b->p, in, IR_REM, IR_U64, now, b->sides[1]);
        s.z = b->is_flat ? zero : opt_thread_make(&b->p, in, IR_DIV, IR_U64, now, b->sides[1]);
    }
    opt_block_write_thread(&s, &nodes, &body);
    opt_block_write_row(b, in, &body);
    *opt_block_nodes(b, segment) = rows;
}

/* ---- a thread that is done ---- */

static void opt_block_mark_done(thread_loop *p, opt_list *list, ir_value at)
{
    const ir_type pointer = ir_ptr(p->t->m, IR_SPACE_GENERIC);
    const ir_value flags = opt_tree_push(p->t, list, opt_tree_node(p->t, IR_LOCAL_ADDR, pointer, NULL, 0, p->done)),
                   flag = opt_tree_push(
                       p->t, list, opt_tree_node(p->t, IR_ELEMENT_ADDR, pointer, (ir_value[]){flags, at}, 2, IR_BOOL)),
                   yes = opt_thread_constant(p, list, IR_BOOL, 1);
    opt_node *store = opt_tree_node(p->t, IR_STORE, 0, (ir_value[]){flag, yes}, 2, 0);
    store->i.type = IR_BOOL;
    opt_tree_push(p->t, list, store);
    const ir_value n_done = opt_thread_get(p, list, p->n_done, IR_U64);
    opt_thread_set(p, list, p->n_done,
                   opt_thread_make(p, list, IR_ADD, IR_U64, n_done, opt_thread_constant(p, list, IR_U64, 1)));
}

/* The check fails: a CHECK notes it, and the thread is done. */
static void opt_block_panic(thread_loop *p, opt_list *list, opt_node *check, ir_label next, ir_value at)
{
    opt_node *tell = opt_tree_node(p->t, IR_INTRINSIC, 0, &at, 1, IR_RANGE_BLOCK);
    tell->i.aux = IR_IN_RANGE_AT;
    opt_tree_push(p->t, list, tell);
    opt_tree_push(p->t, list, check);
    opt_block_mark_done(p, list, at);
    opt_thread_jump(p, list, IR_CONTINUE, next);
}

void opt_block_end(thread_loop *p, opt_list *list, ir_label next, ir_value at)
{
    opt_list made = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_block_end(p, &node->arms[arm].list, next, at);
        if (node->i.op == IR_RETURN) {
            opt_block_mark_done(p, &made, at);
            opt_thread_jump(p, &made, IR_CONTINUE, next);
        } else if (node->i.op == IR_CHECK) {
            opt_node *test = opt_thread_if(p, &made, node->args[0]);
            opt_block_panic(p, &test->arms[1].list, node, next, at);
        } else if (node->i.op == IR_TRAP) {
            VEC(ir_value) args = {0};
            vec_push(p->t->m->memory, &args, opt_thread_constant(p, &made, IR_BOOL, 0));
            for (uint32_t k = 0; k < node->i.n_args; k++)
                vec_push(p->t->m->memory, &args, node->args[k]);
            opt_block_panic(p, &made, opt_tree_node(p->t, IR_CHECK, 0, args.at, args.n, node->i.imm), next, at);
        } else {
            opt_tree_push(p->t, &made, node);
        }
    }
    *list = made;
}
