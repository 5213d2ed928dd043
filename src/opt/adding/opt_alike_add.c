/* opt_alike_add.c: atomic additions of floats, to elements that only a constant tells apart, are done together. What is
 * added in which order was not said before either.
 *
 * Alike: threads of a row of the block add to the same floats, each of them to as many as the row has threads or has in
 * a warp (the gradient of a tile). At each step half of the lanes go on with half of the floats, and half with the
 * others, until each lane has the whole sum for one. Over several warps, memory of the block has the warps' sums.
 *
 * Neighbours: each thread adds around the element of its own number (the gradient of a stencil). Lanes give one another
 * what is for their elements, and add it at once; the outermost ones also add what is for other warps.
 *
 * Requires OPT_INLINED, for barriers are seen in the kernel itself. Breaks OPT_SCALARS. */
#include "opt/adding/opt_adding.h"

enum { FEWEST = 2, MOST_ADDS = 64, MOST_GROUPS = 8, MOST_BITS = 5, MOST_SHARED = 8192, FARTHEST = 8, DEEPEST = 6 };

/* Additions of one list to base[root + offset], which are done where the last one stands. */
typedef struct alike_group {
    const opt_node *adds[MOST_ADDS];
    uint64_t offsets[MOST_ADDS];
    uint32_t n, last, axes, memory;
    ir_value base, root;
    uint64_t element;
    bool is_open;
} alike_group;

/* Bits of a thread's number in its block that threads which are alike differ in: within a warp, and above. */
typedef struct alike_bits {
    uint32_t lane[MOST_BITS], n_lane, warp[MOST_BITS], n_warp, n_threads;
} alike_bits;

/* Of an element's place: the sum of a value, or of none, and a constant. */
static ir_value opt_alike_split(const opt_adding *p, ir_value v, uint64_t *offset)
{
    for (;;) {
        const opt_node *node = opt_definition(&p->index, v);
        const opt_node *last = node && node->i.n_args == 2 ? opt_constant(&p->index, node->args[1]) : NULL;
        const opt_node *first = node && node->i.n_args == 2 ? opt_constant(&p->index, node->args[0]) : NULL;
        if (!node || !opt_is_wide(node->i.type))
            return v;
        if (node->i.op == IR_CONST) {
            *offset += node->i.imm;
            return 0;
        }
        if ((node->i.op == IR_ADD || node->i.op == IR_SUB) && last) {
            *offset += node->i.op == IR_ADD ? last->i.imm : 0 - last->i.imm;
            v = node->args[0];
        } else if (node->i.op == IR_ADD && first) {
            *offset += first->i.imm;
            v = node->args[1];
        } else if (node->i.op == IR_CONVERT && opt_is_wide(p->t->f->values.at[node->args[0]])) {
            v = node->args[0];
        } else {
            return v;
        }
    }
}

static bool opt_alike_same(const opt_adding *p, ir_value x, ir_value y, uint32_t depth)
{
    const opt_node *a = opt_definition(&p->index, x), *b = opt_definition(&p->index, y);
    if (x == y)
        return true;
    if (!a || !b || depth > DEEPEST || !opt_is_pure(&a->i) || a->i.op != b->i.op || a->i.aux != b->i.aux ||
        a->i.imm != b->i.imm || a->i.type != b->i.type || a->i.n_args != b->i.n_args)
        return false;
    for (uint32_t k = 0; k < a->i.n_args; k++)
        if (!opt_alike_same(p, a->args[k], b->args[k], depth + 1))
            return false;
    return true;
}

static bool opt_alike_is_add(const opt_node *node)
{
    return node->i.op == IR_INTRINSIC && node->i.aux == IR_IN_ATOMIC_ADD && ir_is_unread(node->i.imm);
}

/* Whether additions to the memory can be put off from before the node until behind it. */
static bool opt_alike_lets_pass(const opt_adding *p, const opt_node *node, uint32_t memory)
{
    if (opt_is_pure(&node->i) || node->i.op == IR_GET || node->i.op == IR_SET || opt_alike_is_add(node))
        return true;
    const uint32_t there =
        node->i.op == IR_LOAD || node->i.op == IR_STORE ? opt_memory_of(p->t, &p->index, node->args[0]) : 0;
    return there && there != memory;
}

/* ---- groups ---- */

static void opt_alike_note(const opt_adding *p, const opt_node *node, uint32_t at, alike_group *groups, uint32_t *n)
{
    const opt_node *way = opt_definition(&p->index, node->args[0]);
    const uint32_t memory = opt_memory_of(p->t, &p->index, node->args[0]);
    uint64_t offset = 0;
    if (!way || way->i.op != IR_ELEMENT_ADDR || !memory || !opt_is_wide(p->t->f->values.at[way->args[1]]))
        return;
    const ir_value root = opt_alike_split(p, way->args[1], &offset);
    for (uint32_t k = 0; k < *n; k++) {
        alike_group *g = &groups[k];
        if (!g->is_open || g->n == MOST_ADDS || g->memory != memory || g->element != way->i.imm ||
            g->axes != ir_alike_of(node->i.imm) || g->adds[0]->i.type != node->i.type ||
            ir_scope_of(g->adds[0]->i.imm) != ir_scope_of(node->i.imm) ||
            !(root ? g->root && opt_alike_same(p, g->root, root, 0) : !g->root) ||
            !opt_alike_same(p, g->base, way->args[0], 0))
            continue;
        g->offsets[g->n] = offset;
        g->adds[g->n++] = node;
        g->last = at;
        return;
    }
    if (*n == MOST_GROUPS)
        return;
    groups[*n] = (alike_group){.adds = {node},
                               .offsets = {offset},
                               .n = 1,
                               .last = at,
                               .axes = ir_alike_of(node->i.imm),
                               .memory = memory,
                               .base = way->args[0],
                               .root = root,
                               .element = way->i.imm,
                               .is_open = true};
    ++*n;
}

static uint32_t opt_alike_find(const opt_adding *p, const opt_list *list, alike_group *groups)
{
    uint32_t n_groups = 0;
    for (uint32_t n = 0; n < list->n; n++) {
        for (uint32_t k = 0; k < n_groups; k++)
            groups[k].is_open &= opt_alike_lets_pass(p, list->at[n], groups[k].memory);
        if (opt_alike_is_add(list->at[n]))
            opt_alike_note(p, list->at[n], n, groups, &n_groups);
    }
    return n_groups;
}

static ir_value opt_alike_wide(opt_adding *p, ir_value x)
{
    return opt_add_put(p, IR_CONVERT, IR_U64, &x, 1, 0);
}

static void opt_alike_add_at(opt_adding *p, const alike_group *g, ir_value offset, ir_value x)
{
    const ir_value root = g->root && p->t->f->values.at[g->root] != IR_U64 ? opt_alike_wide(p, g->root) : g->root;
    const ir_value at = root ? opt_add_binary(p, IR_ADD, IR_U64, root, offset) : offset;
    const ir_value to =
        opt_add_put(p, IR_ELEMENT_ADDR, p->t->f->values.at[g->base], (ir_value[]){g->base, at}, 2, g->element);
    opt_add_atomic(p, g->adds[0]->i.type, to, x, ir_scope_of(g->adds[0]->i.imm));
}

/* ---- alike ---- */

/* false: the sides of the block are not known, or no powers of two. */
static bool opt_alike_bits_of(const opt_tree *t, uint32_t axes, alike_bits *bits)
{
    uint32_t bit = 0;
    *bits = (alike_bits){.n_threads = 1};
    for (uint32_t axis = 0; axis < 3; axis++) {
        const uint32_t side = t->f->block[axis] ? t->f->block[axis] : 1;
        bits->n_threads *= side;
        if (!t->f->block[0] || (side & (side - 1)))
            return false;
        for (uint32_t s = side; s > 1; s /= 2, bit++) {
            if (!(axes >> axis & 1))
                continue;
            if (bits->n_lane == MOST_BITS || bits->n_warp == MOST_BITS)
                return false;
            if (1u << bit < LANES)
                bits->lane[bits->n_lane++] = bit;
            else
                bits->warp[bits->n_warp++] = bit;
        }
    }
    return bits->n_threads % LANES == 0;
}

/* The number of the thread in its block. */
static ir_value opt_alike_rank(opt_adding *p)
{
    ir_value rank = 0;
    for (uint64_t axis = 3; axis-- > 0;) {
        const ir_value place = opt_add_intrinsic(p, IR_IN_THREAD_IDX, IR_U32, NULL, 0, axis);
        const uint32_t side = p->t->f->block[axis] ? p->t->f->block[axis] : 1;
        rank = rank ? opt_add_binary(p, IR_ADD, IR_U32,
                                     opt_add_binary(p, IR_MUL, IR_U32, rank, opt_add_number(p, IR_U32, side)), place)
                    : place;
    }
    return rank;
}

/* The number whose bit k is bit bits[k] of the thread's rank. */
static ir_value opt_alike_gathered(opt_adding *p, ir_value rank, const uint32_t *bits, uint32_t n)
{
    ir_value sum = opt_add_number(p, IR_U32, 0);
    for (uint32_t k = 0; k < n; k++) {
        const ir_value down = opt_add_binary(p, IR_SHR, IR_U32, rank, opt_add_number(p, IR_U32, bits[k]));
        const ir_value up = opt_add_binary(p, IR_SHL, IR_U32, opt_add_bits(p, down, 1), opt_add_number(p, IR_U32, k));
        sum = opt_add_binary(p, IR_OR, IR_U32, sum, up);
    }
    return sum;
}

/* The offset of the group's k-th addition; they go by equal steps. */
static ir_value opt_alike_offset(opt_adding *p, const alike_group *g, ir_value k)
{
    const ir_value step = opt_add_number(p, IR_U64, g->offsets[1] - g->offsets[0]);
    return opt_add_binary(p, IR_ADD, IR_U64, opt_add_number(p, IR_U64, g->offsets[0]),
                          opt_add_binary(p, IR_MUL, IR_U64, opt_alike_wide(p, k), step));
}

/* Sums of several warps, each of which has sums[k] for the k-th of as many floats: each warp gets one of them. */
static ir_value opt_alike_over_warps(opt_adding *p, const alike_bits *bits, ir_type type, const ir_value *sums,
                                     ir_value rank, ir_value own)
{
    const uint32_t n = 1u << bits->n_warp;
    uint32_t mask = 0;
    ir_module *m = p->t->m;
    for (uint32_t k = 0; k < bits->n_warp; k++)
        mask |= 1u << bits->warp[k];
    const ir_type row = ir_array(m, type, (uint64_t)n * bits->n_threads);
    const ir_global_id array = ir_add_global(
        m,
        (ir_global){.name = arena_format(m->memory, "sums_g%u", m->globals.n), .type = row, .space = IR_SPACE_SHARED});
    const ir_type pointer = ir_ptr(m, IR_SPACE_GENERIC);
    const ir_value base = opt_add_put(p, IR_GLOBAL_ADDR, pointer, NULL, 0, array);
    opt_add_barrier(p);
    for (uint32_t k = 0; k < n; k++) {
        const ir_value at =
            opt_add_binary(p, IR_ADD, IR_U32, rank, opt_add_number(p, IR_U32, (uint64_t)k * bits->n_threads));
        const ir_value to =
            opt_add_put(p, IR_ELEMENT_ADDR, pointer, (ir_value[]){base, opt_alike_wide(p, at)}, 2, type);
        opt_add_put(p, IR_STORE, type, (ir_value[]){to, sums[k]}, 2, 0);
    }
    opt_add_barrier(p);
    const ir_value first =
        opt_add_binary(p, IR_ADD, IR_U32, opt_add_bits(p, rank, ~mask),
                       opt_add_binary(p, IR_MUL, IR_U32, own, opt_add_number(p, IR_U32, bits->n_threads)));
    ir_value sum = 0;
    for (uint32_t warp = 0; warp < n; warp++) {
        uint32_t spread = 0;
        for (uint32_t k = 0; k < bits->n_warp; k++)
            spread |= (warp >> k & 1) << bits->warp[k];
        const ir_value at = opt_add_binary(p, IR_ADD, IR_U32, first, opt_add_number(p, IR_U32, spread));
        const ir_value from =
            opt_add_put(p, IR_ELEMENT_ADDR, pointer, (ir_value[]){base, opt_alike_wide(p, at)}, 2, type);
        const ir_value one = opt_add_put(p, IR_LOAD, type, &from, 1, 0);
        sum = sum ? opt_add_binary(p, IR_ADD, type, sum, one) : one;
    }
    return sum;
}

static bool opt_alike_fits(opt_adding *p, const alike_group *g, alike_bits *bits)
{
    if (!g->axes || g->n < FEWEST || !opt_alike_bits_of(p->t, g->axes, bits))
        return false;
    for (uint32_t k = 1; k < g->n; k++)
        if (g->offsets[k] - g->offsets[k - 1] != g->offsets[1] - g->offsets[0])
            return false;
    const uint32_t lanes = 1u << bits->n_lane;
    const uint64_t n_bytes = ir_size(p->t->m, g->adds[0]->i.type) * bits->n_threads << bits->n_warp;
    if (g->n % lanes)
        return false;
    if (!bits->n_warp || g->n != lanes << bits->n_warp || n_bytes > MOST_SHARED || !opt_add_takes_room(p, n_bytes))
        bits->n_warp = 0;
    return lanes > 1 || bits->n_warp;
}

static void opt_alike_write(opt_adding *p, const alike_group *g, const alike_bits *bits)
{
    const ir_type type = g->adds[0]->i.type;
    const uint32_t lanes = 1u << bits->n_lane;
    const ir_value rank = opt_alike_rank(p);
    const ir_value own = opt_alike_gathered(p, rank, bits->lane, bits->n_lane);
    ir_value sums[MOST_ADDS];
    for (uint32_t k = 0; k < g->n; k++)
        sums[k] = g->adds[k]->args[1];
    for (uint32_t k = bits->n_lane, half = lanes / 2; k-- > 0; half /= 2) {
        const ir_value has_bit = opt_add_has_bit(p, rank, bits->lane[k]);
        for (uint32_t chunk = 0; chunk < g->n; chunk += lanes)
            for (uint32_t at = chunk; at < chunk + half; at++)
                sums[at] = opt_add_halves(p, type, has_bit, bits->lane[k], sums[at], sums[at + half]);
    }
    for (uint32_t k = 0; k < g->n / lanes; k++)
        sums[k] = sums[k * lanes];
    if (bits->n_warp) {
        const ir_value warp = opt_alike_gathered(p, rank, bits->warp, bits->n_warp);
        const ir_value sum = opt_alike_over_warps(p, bits, type, sums, rank, warp);
        const ir_value first = opt_add_binary(p, IR_MUL, IR_U32, warp, opt_add_number(p, IR_U32, lanes));
        opt_alike_add_at(p, g, opt_alike_offset(p, g, opt_add_binary(p, IR_ADD, IR_U32, first, own)), sum);
        return;
    }
    for (uint32_t k = 0; k < g->n / lanes; k++) {
        const ir_value number = opt_add_binary(p, IR_ADD, IR_U32, own, opt_add_number(p, IR_U32, (uint64_t)k * lanes));
        opt_alike_add_at(p, g, opt_alike_offset(p, g, number), sums[k]);
    }
}

/* ---- neighbours ---- */

static int64_t opt_alike_apart(const alike_group *g, uint32_t from, uint32_t to)
{
    return (int64_t)(g->offsets[to] - g->offsets[from]);
}

/* The addition from which the others are least apart; g->n: some are too far. */
static uint32_t opt_alike_middle(const alike_group *g)
{
    uint32_t best = g->n;
    int64_t least = INT64_MAX;
    for (uint32_t k = 0; k < g->n; k++) {
        int64_t sum = 0;
        for (uint32_t other = 0; other < g->n; other++) {
            const int64_t apart = opt_alike_apart(g, k, other);
            if (apart > FARTHEST || apart < -FARTHEST)
                return g->n;
            sum += apart < 0 ? -apart : apart;
        }
        if (sum < least) {
            least = sum;
            best = k;
        }
    }
    return best;
}

static bool opt_alike_are_neighbours(const opt_adding *p, const alike_group *g)
{
    const opt_node *root = opt_definition(&p->index, g->root);
    return g->n >= FEWEST && root && root->i.op == IR_INTRINSIC && root->i.aux == IR_IN_THREAD_INDEX &&
           opt_alike_middle(g) < g->n;
}

/* Of the addition that goes `apart` elements beyond the lane's own: what the lane gets, whose own goes to another. */
static ir_value opt_alike_from_neighbour(opt_adding *p, ir_type type, ir_value lane, ir_value x, int64_t apart)
{
    const uint64_t by = (uint64_t)(apart < 0 ? -apart : apart);
    const ir_value with[2] = {x, opt_add_number(p, IR_U32, by)};
    const ir_intrinsic what = apart < 0 ? IR_IN_SHUFFLE_DOWN : IR_IN_SHUFFLE_UP;
    const ir_value got = opt_add_intrinsic(p, what, type, with, 2, IR_WHOLE);
    const ir_value has = opt_add_binary(p, apart < 0 ? IR_LT : IR_GE, IR_BOOL, lane,
                                        opt_add_number(p, IR_U32, apart < 0 ? LANES - by : by));
    return opt_add_select(p, type, has, got, opt_add_number(p, type, 0));
}

static void opt_alike_write_neighbours(opt_adding *p, const alike_group *g, ir_value whole)
{
    opt_list *outer = p->out;
    const ir_type type = g->adds[0]->i.type;
    const uint32_t middle = opt_alike_middle(g);
    opt_node *is_whole = opt_tree_if(p->t, whole, 2);
    vec_push(p->t->m->memory, p->out, is_whole);
    opt_list *then = &is_whole->arms[0].list;
    p->out = then;
    const ir_value lane = opt_add_intrinsic(p, IR_IN_LANE, IR_U32, NULL, 0, 0);
    ir_value sum = g->adds[middle]->args[1];
    for (uint32_t k = 0; k < g->n; k++) {
        const int64_t apart = opt_alike_apart(g, middle, k);
        const ir_value x = g->adds[k]->args[1];
        if (k == middle)
            continue;
        sum = opt_add_binary(p, IR_ADD, type, sum, apart ? opt_alike_from_neighbour(p, type, lane, x, apart) : x);
    }
    opt_alike_add_at(p, g, opt_add_number(p, IR_U64, g->offsets[middle]), sum);
    for (uint32_t k = 0; k < g->n; k++) {
        const int64_t apart = opt_alike_apart(g, middle, k);
        if (!apart)
            continue;
        p->out = then;
        const ir_value edge = opt_add_number(p, IR_U32, (uint64_t)(apart < 0 ? -apart : LANES - apart));
        opt_node *is_outer = opt_tree_if(p->t, opt_add_binary(p, apart < 0 ? IR_LT : IR_GE, IR_BOOL, lane, edge), 1);
        vec_push(p->t->m->memory, p->out, is_outer);
        p->out = &is_outer->arms[0].list;
        opt_alike_add_at(p, g, opt_add_number(p, IR_U64, g->offsets[k]), g->adds[k]->args[1]);
    }
    p->out = &is_whole->arms[1].list;
    for (uint32_t k = 0; k < g->n; k++)
        opt_alike_add_at(p, g, opt_add_number(p, IR_U64, g->offsets[k]), g->adds[k]->args[1]);
    p->out = outer;
}

/* ---- lists ---- */

/* whole: whether all lanes of the warp are in the list together; 0: that is not known. True: something changed. */
static bool opt_alike_change(opt_adding *p, opt_list *list, ir_value whole)
{
    uint32_t n_adds = 0;
    for (uint32_t n = 0; n < list->n; n++)
        n_adds += opt_alike_is_add(list->at[n]);
    if (n_adds < FEWEST)
        return false;
    alike_group *groups = ARENA_ARRAY(p->t->m->memory, alike_group, MOST_GROUPS);
    alike_bits bits[MOST_GROUPS];
    bool is_alike[MOST_GROUPS], is_near[MOST_GROUPS], any = false;
    const uint32_t n_groups = opt_alike_find(p, list, groups);
    for (uint32_t k = 0; k < n_groups; k++) {
        is_alike[k] = opt_alike_fits(p, &groups[k], &bits[k]);
        is_near[k] = !is_alike[k] && whole && opt_alike_are_neighbours(p, &groups[k]);
        any |= is_alike[k] || is_near[k];
    }
    opt_list out = {0};
    for (uint32_t n = 0; any && n < list->n; n++) {
        bool is_done = false;
        for (uint32_t k = 0; k < n_groups; k++)
            for (uint32_t each = 0; each < groups[k].n && (is_alike[k] || is_near[k]); each++)
                is_done |= groups[k].adds[each] == list->at[n];
        if (!is_done)
            vec_push(p->t->m->memory, &out, list->at[n]);
        p->out = &out;
        p->line = list->at[n]->i.line;
        for (uint32_t k = 0; k < n_groups; k++)
            if (groups[k].last == n && is_alike[k])
                opt_alike_write(p, &groups[k], &bits[k]);
            else if (groups[k].last == n && is_near[k])
                opt_alike_write_neighbours(p, &groups[k], whole);
    }
    if (any)
        *list = out;
    return any;
}

/* is_outermost: all threads of a block come by the list, but those that have ended. */
static bool opt_alike_walk(opt_adding *p, opt_list *list, bool is_outermost)
{
    bool changed = false;
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        for (uint32_t arm = 0; arm < node->n_arms; arm++) {
            const bool is_near = is_outermost && node->i.op == IR_IF && arm == 0;
            opt_list first = {0};
            ir_value whole = 0;
            changed |= opt_alike_walk(p, &node->arms[arm].list, false);
            if (is_near) {
                p->out = &first;
                p->line = node->i.line;
                const ir_value there = opt_add_intrinsic(p, IR_IN_BALLOT, IR_U32, node->args, 1, 0);
                whole = opt_add_binary(p, IR_EQ, IR_BOOL, there, opt_add_number(p, IR_U32, UINT32_MAX));
            }
            if (!opt_alike_change(p, &node->arms[arm].list, whole))
                continue;
            changed = true;
            if (is_near) {
                opt_list out = {0};
                opt_tree_append(p->t, &out, &(opt_list){list->at, n, n});
                opt_tree_append(p->t, &out, &first);
                opt_tree_append(p->t, &out, &(opt_list){list->at + n, list->n - n, list->n - n});
                *list = out;
                n += first.n;
            }
        }
    }
    return changed;
}

bool opt_add_alike(opt_adding *p)
{
    opt_tree *t = p->t;
    if (!t->f->is_kernel || !opt_tree_any(&t->body, opt_alike_is_add))
        return false;
    p->index = opt_tree_index(t);
    const bool in_brackets = opt_alike_walk(p, &t->body, true);
    return opt_alike_change(p, &t->body, 0) || in_brackets;
}
