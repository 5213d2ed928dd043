/* opt_together_add.c: an atomic addition that all threads of a block do together to one float (IR_TOGETHER) becomes one
 * of a warp in loops, and one of the block elsewhere. What is added in which order was not said before.
 *
 * In a loop, additions to memory that the kernel only adds to are late. A sum over 32 lanes in each of 32 rounds takes
 * 31 exchanges if it is done for all rounds at once: of two rounds, half of the lanes go on with one and half with the
 * other. So each round goes on with what is there to be paired: its first step in each second round, its second step in
 * each fourth. After 32 rounds each lane has the sum of one round, and the warp adds these together.
 *
 * Requires OPT_INLINED: a function that is still called has no such additions. Breaks OPT_SCALARS. */
#include "opt/adding/opt_adding.h"

enum { LEVELS = 5, MOST_LATE = 6 };

/* An addition that is late.
 *   base, kept   of a pointer into a parameter: that, and the local with the index of the lane's round; base 0: kept
 *                has the pointer
 *   waiting      for each level, what waits for the next round */
typedef struct late_add {
    const opt_node *node;
    ir_type type;
    ir_value base, where;
    uint64_t element;
    ir_local kept, waiting[LEVELS];
} late_add;
/* Those of one list, which are done where its last one stands. count: of its rounds. */
typedef struct late_group {
    late_add adds[MOST_LATE];
    uint32_t n, last;
    ir_local count;
} late_group;

typedef struct togethering {
    opt_adding p;
    bool *is_read;        /* of each parameter: the kernel does more than to add there */
    ir_value whole, lane; /* at the outermost loop at hand */
    VEC(late_group) late; /* in that loop */
} togethering;

/* The lanes of a whole warp sum what they add, and the first adds it; in another warp each adds its own. */
static void opt_add_of_warp(opt_adding *p, ir_type type, ir_value to, ir_value x, ir_scope scope)
{
    opt_list *outer = p->out;
    const ir_value all = opt_add_number(p, IR_BOOL, 1);
    const ir_value mask = opt_add_intrinsic(p, IR_IN_BALLOT, IR_U32, &all, 1, 0);
    opt_node *is_whole = opt_add_if(p, mask, opt_add_number(p, IR_U32, UINT32_MAX), 2);
    ir_value sum = x;
    p->out = &is_whole->arms[0].list;
    for (uint32_t by = LANES / 2; by > 0; by /= 2) {
        const ir_value with[2] = {sum, opt_add_number(p, IR_U32, by)};
        sum = opt_add_binary(p, IR_ADD, type, sum, opt_add_intrinsic(p, IR_IN_SHUFFLE_XOR, type, with, 2, IR_WHOLE));
    }
    const ir_value lane = opt_add_intrinsic(p, IR_IN_LANE, IR_U32, NULL, 0, 0);
    opt_node *is_first = opt_add_if(p, lane, opt_add_number(p, IR_U32, 0), 1);
    p->out = &is_first->arms[0].list;
    opt_add_atomic(p, type, to, sum, scope);
    p->out = &is_whole->arms[1].list;
    opt_add_atomic(p, type, to, x, scope);
    p->out = outer;
}

static opt_list *opt_add_open_first_thread(opt_adding *p)
{
    ir_value sum = 0;
    for (uint64_t axis = 0; axis < 3; axis++) {
        const ir_value place = opt_add_intrinsic(p, IR_IN_THREAD_IDX, IR_U32, NULL, 0, axis);
        sum = sum ? opt_add_binary(p, IR_OR, IR_U32, sum, place) : place;
    }
    return &opt_add_if(p, sum, opt_add_number(p, IR_U32, 0), 1)->arms[0].list;
}

/* ---- memory of the block ---- */

static uint64_t opt_add_rounded(uint64_t n_bytes)
{
    return (n_bytes + SHARED_ALIGN - 1) / SHARED_ALIGN * SHARED_ALIGN;
}

/* Bytes of the memory of a block that the list names, once each, in whatever order they lie there. */
static uint64_t opt_add_shared_of(const ir_module *m, const opt_list *list, bool *is_seen)
{
    uint64_t sum = 0;
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        const ir_global *g = node->i.op == IR_GLOBAL_ADDR ? &m->globals.at[node->i.imm] : NULL;
        if (g && g->space == IR_SPACE_SHARED && !g->dynamic && !is_seen[node->i.imm]) {
            is_seen[node->i.imm] = true;
            const uint64_t align = ir_align(m, g->type);
            sum += opt_add_rounded(ir_size(m, g->type)) + (align > SHARED_ALIGN ? align : 0);
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            sum += opt_add_shared_of(m, &node->arms[arm].list, is_seen);
    }
    return sum;
}

bool opt_add_takes_room(opt_adding *p, uint64_t n_bytes)
{
    const uint64_t with = p->shared + opt_add_rounded(n_bytes);
    if (with > ALL_SHARED)
        return false;
    p->shared = with;
    return true;
}

/* In shared memory, which begins as zero. */
static void opt_add_of_block(opt_adding *p, ir_type type, ir_value to, ir_value x, ir_scope scope)
{
    opt_list *outer = p->out;
    if (!opt_add_takes_room(p, ir_size(p->t->m, type))) {
        opt_add_of_warp(p, type, to, x, scope);
        return;
    }
    const ir_global about = {
        .name = arena_format(p->t->m->memory, "sum_g%u", p->t->m->globals.n), .type = type, .space = IR_SPACE_SHARED};
    const ir_global_id sum = ir_add_global(p->t->m, about);
    const ir_value at = opt_add_put(p, IR_GLOBAL_ADDR, ir_ptr(p->t->m, IR_SPACE_GENERIC), NULL, 0, sum);
    p->out = opt_add_open_first_thread(p);
    opt_add_put(p, IR_STORE, type, (ir_value[]){at, opt_add_number(p, type, 0)}, 2, 0);
    p->out = outer;
    opt_add_barrier(p);
    opt_add_of_warp(p, type, at, x, IR_SCOPE_BLOCK);
    opt_add_barrier(p);
    p->out = opt_add_open_first_thread(p);
    opt_add_atomic(p, type, to, opt_add_put(p, IR_LOAD, type, &at, 1, 0), scope);
    p->out = outer;
}

/* ---- late additions ---- */

static ir_value opt_add_root(const opt_adding *p, ir_value v)
{
    while (v > p->t->f->n_params) {
        const opt_node *node = opt_definition(&p->index, v);
        if (!node || (node->i.op != IR_ELEMENT_ADDR && node->i.op != IR_FIELD_ADDR))
            return 0;
        v = node->args[0];
    }
    return v;
}

static void opt_add_see_uses(togethering *g, const opt_list *list, const uint32_t *n_uses)
{
    opt_adding *p = &g->p;
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        for (uint32_t k = 0; k < node->i.n_args; k++) {
            const bool is_way = node->i.op == IR_ELEMENT_ADDR || node->i.op == IR_FIELD_ADDR;
            const bool is_add =
                node->i.op == IR_INTRINSIC && node->i.aux == IR_IN_ATOMIC_ADD && !n_uses[node->i.result];
            if (k || !(is_way || is_add))
                g->is_read[opt_add_root(p, node->args[k])] = true;
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_add_see_uses(g, &node->arms[arm].list, n_uses);
    }
}

static void opt_add_count_uses(const opt_list *list, uint32_t *n_uses)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        for (uint32_t k = 0; k < node->i.n_args; k++)
            n_uses[node->args[k]]++;
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_add_count_uses(&node->arms[arm].list, n_uses);
    }
}

static bool opt_add_is_together(const opt_node *node)
{
    return node->i.op == IR_INTRINSIC && node->i.aux == IR_IN_ATOMIC_ADD && ir_is_together(node->i.imm);
}

static bool opt_add_can_be_late(const togethering *g, const opt_node *node)
{
    const opt_adding *p = &g->p;
    const ir_function *f = p->t->f;
    const ir_value root = opt_add_is_together(node) ? opt_add_root(p, node->args[0]) : 0;
    return root && !g->is_read[root] && f->param_flags && (f->param_flags[root - 1] & IR_PARAM_NO_ALIAS);
}

/* Whether control may leave the list from within the node. */
static bool opt_add_may_leave(const opt_node *node)
{
    if (node->i.op == IR_RETURN || node->i.op == IR_BREAK || node->i.op == IR_CONTINUE)
        return true;
    for (uint32_t arm = 0; arm < node->n_arms; arm++)
        for (uint32_t n = 0; n < node->arms[arm].list.n; n++)
            if (node->i.op != IR_LOOP && opt_add_may_leave(node->arms[arm].list.at[n]))
                return true;
    return opt_tree_has(&(opt_list){(opt_node *[]){(opt_node *)node}, 1, 1}, IR_RETURN);
}

/* The additions of the list that are to be late: rounds bring all of them or none. */
static late_group opt_add_late_of(togethering *g, const opt_list *list)
{
    opt_adding *p = &g->p;
    late_group group = {.n = 0};
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        if (group.n && opt_add_may_leave(node))
            break;
        if (group.n == MOST_LATE || !opt_add_can_be_late(g, node))
            continue;
        const opt_node *way = opt_definition(&p->index, node->args[0]);
        const bool is_element = way && way->i.op == IR_ELEMENT_ADDR && way->args[0] <= p->t->f->n_params &&
                                p->t->f->values.at[way->args[1]] == IR_U64;
        group.adds[group.n++] = (late_add){.node = node,
                                           .type = p->t->f->values.at[node->args[1]],
                                           .base = is_element ? way->args[0] : 0,
                                           .where = is_element ? way->args[1] : node->args[0],
                                           .element = is_element ? way->i.imm : 0};
        group.last = n;
    }
    return group;
}

static void opt_add_open_late(togethering *g, late_group *group)
{
    opt_adding *p = &g->p;
    group->count = opt_tree_local(p->t, IR_U32);
    for (uint32_t k = 0; k < group->n; k++) {
        late_add *add = &group->adds[k];
        for (uint32_t other = 0; other < k && !add->kept; other++)
            if (group->adds[other].where == add->where)
                add->kept = group->adds[other].kept;
        if (!add->kept)
            add->kept = opt_tree_local(p->t, p->t->f->values.at[add->where]);
        for (uint32_t level = 0; level < LEVELS; level++)
            add->waiting[level] = opt_tree_local(p->t, add->type);
    }
}

/* Pairs what the round `count` brings with what waits. n_rounds: only the lanes below have a round; 0: all have. */
static void opt_add_pair(togethering *g, const late_group *group, const ir_value *values, uint32_t level,
                         ir_value count, ir_value n_rounds)
{
    opt_adding *p = &g->p;
    opt_list *outer = p->out;
    ir_value next[MOST_LATE];
    if (level == LEVELS) {
        if (n_rounds) {
            opt_node *has = opt_tree_if(p->t, opt_add_binary(p, IR_LT, IR_BOOL, g->lane, n_rounds), 1);
            vec_push(p->t->m->memory, p->out, has);
            p->out = &has->arms[0].list;
        }
        for (uint32_t k = 0; k < group->n; k++) {
            const late_add *add = &group->adds[k];
            const ir_value kept = opt_add_get(p, add->kept);
            const ir_value to = add->base ? opt_add_put(p, IR_ELEMENT_ADDR, p->t->f->values.at[add->base],
                                                        (ir_value[]){add->base, kept}, 2, add->element)
                                          : kept;
            opt_add_atomic(p, add->type, to, values[k], ir_scope_of(add->node->i.imm));
        }
        p->out = outer;
        return;
    }
    const ir_value zero = opt_add_number(p, IR_U32, 0);
    opt_node *waits = opt_add_if(p, opt_add_bits(p, count, 1u << level), zero, 2);
    p->out = &waits->arms[0].list;
    for (uint32_t k = 0; k < group->n; k++)
        opt_add_set(p, group->adds[k].waiting[level], values[k]);
    p->out = &waits->arms[1].list;
    const ir_value has_bit = opt_add_has_bit(p, g->lane, level);
    for (uint32_t k = 0; k < group->n; k++)
        next[k] = opt_add_halves(p, group->adds[k].type, has_bit, level, opt_add_get(p, group->adds[k].waiting[level]),
                                 values[k]);
    opt_add_pair(g, group, next, level + 1, count, n_rounds);
    p->out = outer;
}

static void opt_add_step(togethering *g, const late_group *group, ir_value count)
{
    opt_adding *p = &g->p;
    opt_add_set(p, group->count, opt_add_binary(p, IR_ADD, IR_U32, count, opt_add_number(p, IR_U32, 1)));
}

/* Where the last of the group stands. */
static void opt_add_late(togethering *g, const late_group *group)
{
    opt_adding *p = &g->p;
    opt_list *outer = p->out;
    ir_value values[MOST_LATE];
    opt_node *is_whole = opt_tree_if(p->t, g->whole, 2);
    vec_push(p->t->m->memory, p->out, is_whole);
    p->out = &is_whole->arms[0].list;
    const ir_value count = opt_add_get(p, group->count);
    const ir_value is_own = opt_add_binary(p, IR_EQ, IR_BOOL, g->lane, opt_add_bits(p, count, LANES - 1));
    for (uint32_t k = 0; k < group->n; k++) {
        const late_add *add = &group->adds[k];
        bool is_new = true;
        for (uint32_t other = 0; other < k; other++)
            is_new &= group->adds[other].kept != add->kept;
        values[k] = add->node->args[1];
        if (is_new)
            opt_add_set(
                p, add->kept,
                opt_add_select(p, p->t->f->values.at[add->where], is_own, add->where, opt_add_get(p, add->kept)));
    }
    opt_add_pair(g, group, values, 0, count, 0);
    opt_add_step(g, group, count);
    p->out = &is_whole->arms[1].list;
    for (uint32_t k = 0; k < group->n; k++)
        opt_add_atomic(p, group->adds[k].type, group->adds[k].node->args[0], values[k],
                       ir_scope_of(group->adds[k].node->i.imm));
    p->out = outer;
}

/* Behind the outermost loop: rounds that bring zero, until nothing waits. */
static void opt_add_end_late(togethering *g, const late_group *group)
{
    opt_adding *p = &g->p;
    opt_list *outer = p->out;
    ir_value values[MOST_LATE];
    opt_node *is_whole = opt_tree_if(p->t, g->whole, 1), *loop = opt_tree_bracket(p->t, IR_LOOP, 1);
    vec_push(p->t->m->memory, p->out, is_whole);
    p->out = &is_whole->arms[0].list;
    const ir_value n_rounds = opt_add_bits(p, opt_add_get(p, group->count), LANES - 1);
    loop->i.imm = ++p->t->f->n_labels;
    vec_push(p->t->m->memory, p->out, loop);
    p->out = &loop->arms[0].list;
    const ir_value count = opt_add_get(p, group->count);
    opt_node *end = opt_add_if(p, opt_add_bits(p, count, LANES - 1), opt_add_number(p, IR_U32, 0), 1);
    vec_push(p->t->m->memory, &end->arms[0].list, opt_tree_node(p->t, IR_BREAK, 0, NULL, 0, loop->i.imm));
    for (uint32_t k = 0; k < group->n; k++)
        values[k] = opt_add_number(p, group->adds[k].type, 0);
    opt_add_pair(g, group, values, 0, count, n_rounds);
    opt_add_step(g, group, count);
    p->out = outer;
}

static void opt_add_begin_late(togethering *g, const late_group *group)
{
    opt_adding *p = &g->p;
    opt_add_set(p, group->count, opt_add_number(p, IR_U32, 0));
    for (uint32_t k = 0; k < group->n; k++) {
        const late_add *add = &group->adds[k];
        const ir_type kept = p->t->f->locals.at[add->kept].type;
        opt_add_set(p, add->kept, add->base ? opt_add_number(p, kept, 0) : opt_add_root(p, add->where));
        for (uint32_t level = 0; level < LEVELS; level++)
            opt_add_set(p, add->waiting[level], opt_add_number(p, add->type, 0));
    }
}

/* ---- lists ---- */

static void opt_add_list(togethering *g, opt_list *list, bool is_once);

/* An outermost loop, which goes to the list. */
static void opt_add_loop(togethering *g, opt_list *list, opt_node *loop)
{
    opt_adding *p = &g->p;
    opt_list *outer = p->out, first = {0};
    p->out = &first;
    g->late.n = 0;
    const ir_value all = opt_add_number(p, IR_BOOL, 1);
    const ir_value there = opt_add_intrinsic(p, IR_IN_BALLOT, IR_U32, &all, 1, 0);
    g->whole = opt_add_binary(p, IR_EQ, IR_BOOL, there, opt_add_number(p, IR_U32, UINT32_MAX));
    g->lane = opt_add_intrinsic(p, IR_IN_LANE, IR_U32, NULL, 0, 0);
    opt_add_list(g, &loop->arms[0].list, false);
    p->out = &first;
    for (uint32_t k = 0; k < g->late.n; k++)
        opt_add_begin_late(g, &g->late.at[k]);
    if (g->late.n)
        opt_tree_append(p->t, list, &first);
    vec_push(p->t->m->memory, list, loop);
    p->out = list;
    for (uint32_t k = 0; k < g->late.n; k++)
        opt_add_end_late(g, &g->late.at[k]);
    p->out = outer;
}

static void opt_add_list(togethering *g, opt_list *list, bool is_once)
{
    opt_adding *p = &g->p;
    opt_list out = {0};
    late_group group = {.n = 0};
    if (!is_once)
        group = opt_add_late_of(g, list);
    if (group.n) {
        opt_add_open_late(g, &group);
        vec_push(p->t->m->memory, &g->late, group);
    }
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        bool is_late = false;
        for (uint32_t k = 0; k < group.n; k++)
            is_late |= group.adds[k].node == node;
        p->line = node->i.line;
        if (is_once && node->i.op == IR_LOOP) {
            opt_add_loop(g, &out, node);
            continue;
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_add_list(g, &node->arms[arm].list, is_once && node->i.op != IR_LOOP);
        const bool is_together = opt_add_is_together(node);
        if (is_together)
            node->i.imm &= ~(uint64_t)IR_TOGETHER;
        p->out = &out;
        p->line = node->i.line;
        const ir_type type = is_together ? p->t->f->values.at[node->args[1]] : 0;
        if (is_late && n == group.last)
            opt_add_late(g, &group);
        else if (!is_late && !is_together)
            vec_push(p->t->m->memory, &out, node);
        else if (!is_late)
            (is_once ? opt_add_of_block : opt_add_of_warp)(p, type, node->args[0], node->args[1],
                                                           ir_scope_of(node->i.imm));
    }
    *list = out;
}

bool opt_add_together(opt_tree *t)
{
    togethering g = {.p = {.t = t}};
    bool *is_seen = ARENA_ARRAY(t->m->memory, bool, t->m->globals.n);
    g.p.shared = opt_add_shared_of(t->m, &t->body, is_seen);
    const bool any = opt_tree_any(&t->body, opt_add_is_together), any_alike = opt_add_alike(&g.p);
    if (!any)
        return any_alike;
    uint32_t *n_uses = ARENA_ARRAY(t->m->memory, uint32_t, t->f->values.n);
    g.p.index = opt_tree_index(t);
    g.is_read = ARENA_ARRAY(t->m->memory, bool, t->f->n_params + 1);
    opt_add_count_uses(&t->body, n_uses);
    opt_add_see_uses(&g, &t->body, n_uses);
    opt_add_list(&g, &t->body, true);
    return true;
}
