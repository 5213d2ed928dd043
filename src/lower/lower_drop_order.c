/* lower_drop_order.c: in which order the elements of an array are dropped that patterns move elements out of. rustc
 * drops it from the front where it knows the array to be whole, and else from the back (its open drop). What it knows
 * is a dataflow over its MIR: where control may come from, whatever the values are. So each such drop is lowered in
 * both orders under a constant, and once the body is there, the same dataflow over the drop flags sets the constants.
 *
 *   moved     a part may have been moved, or was never there
 *   inactive  it is part of a variant that a test has found not to be there, which rustc takes for moved
 *
 * All ways out of a body, and all ways out of a loop or block to the same place, share their drops in rustc: what one
 * of them has moved counts for all. */
#include "lower/lower_internal.h"

#include "base/hash.h"

typedef struct order_state {
    uint64_t *moved, *inactive;
    bool is_reached;
} order_state;

typedef struct order_bracket {
    ir_op op;
    ir_label label;
    order_state before, behind; /* where ELSE, CASE and DEFAULT begin; what leaves for the END */
    bool has_rest;              /* an ELSE or a DEFAULT */
} order_bracket;

typedef struct order_flow {
    lower_fn *f;
    const ir_function *code;
    uint32_t n_words;
    uint32_t *path_of; /* indexed by local: the move path whose flag it is */
    order_state now;
    order_state *out, *again; /* indexed by label: what leaves for its end, and what its loop begins with */
    order_state *tested;      /* indexed by test: what was known where the first test of its match stands */
    VEC(order_bracket) brackets;
    uint32_t n_open; /* of the brackets; those behind are kept for their memory */
    bool has_changed;
} order_flow;

void lower_order_test(lower_fn *f, const lower_place *p, sema_def variant, lower_test_kind kind)
{
    if (!p->path || (kind != LOWER_TEST_BEGINS && !f->move_paths.at[p->path].first_child))
        return;
    const uint32_t at = f->b.m->functions.at[f->b.f].code.n;
    vec_push(f->l->s->memory, &f->variant_tests, ((lower_variant_test){at, p->path, f->match, variant, (uint8_t)kind}));
}

uint32_t lower_begin_tests(lower_fn *f, const lower_place *p)
{
    f->match = p->path ? ++f->n_matches : 0;
    lower_order_test(f, p, 0, LOWER_TEST_BEGINS);
    return f->match;
}

/* The drops of rustc's tree of exits: equal for equal places that the same exit leaves, with the same ones behind. */
static uint64_t order_exit_key(const lower_fn *f, uint32_t path)
{
    if (!f->leaves_to)
        return 0;
    uint64_t key = f->leaves_to;
    for (const lower_drop_scope *scope = f->leaving; scope && scope != f->leaves_until; scope = scope->outer)
        for (uint32_t i = scope == f->leaving ? f->n_leaving : scope->places.n; i-- > 0;)
            key = hash_mix(key, scope->places.at[i].path);
    return hash_mix(key, path) | 1;
}

ir_value lower_order_is_whole(lower_fn *f, uint32_t path)
{
    const uint32_t at = f->b.m->functions.at[f->b.f].code.n;
    vec_push(f->l->s->memory, &f->drop_orders, ((lower_drop_order){at, path, order_exit_key(f, path), false}));
    return ir_const(&f->b, IR_BOOL, 0);
}

/* ---- states ---- */

static void order_copy(order_flow *o, order_state *to, const order_state *from)
{
    arena *memory = o->f->l->s->memory;
    if (!to->moved) {
        to->moved = ARENA_ARRAY(memory, uint64_t, o->n_words);
        to->inactive = ARENA_ARRAY(memory, uint64_t, o->n_words);
    }
    to->is_reached = from->is_reached;
    for (uint32_t i = 0; from->is_reached && i < o->n_words; i++) {
        to->moved[i] = from->moved[i];
        to->inactive[i] = from->inactive[i];
    }
}

/* True: the joined state knows less than before. */
static bool order_join(order_flow *o, order_state *to, const order_state *from)
{
    if (!from->is_reached)
        return false;
    if (!to->moved || !to->is_reached) {
        order_copy(o, to, from);
        return true;
    }
    bool more = false;
    for (uint32_t i = 0; i < o->n_words; i++) {
        more |= (from->moved[i] & ~to->moved[i]) || (from->inactive[i] & ~to->inactive[i]);
        to->moved[i] |= from->moved[i];
        to->inactive[i] |= from->inactive[i];
    }
    return more;
}

static void order_set_bit(uint64_t *bits, uint32_t path, bool to)
{
    const uint64_t mask = UINT64_C(1) << (path % 64);
    bits[path / 64] = to ? bits[path / 64] | mask : bits[path / 64] & ~mask;
}

static bool order_bit(const uint64_t *bits, uint32_t path)
{
    return bits[path / 64] >> (path % 64) & 1;
}

/* ---- what instructions do ---- */

static bool order_may_be_parted(const order_flow *o, uint32_t path)
{
    const lower_move_path *node = &o->f->move_paths.at[path];
    if (!node->first_child)
        return order_bit(o->now.moved, path) || order_bit(o->now.inactive, path);
    for (uint32_t child = node->first_child; child; child = o->f->move_paths.at[child].next)
        if (order_may_be_parted(o, child))
            return true;
    return false;
}

/* Marks the parts of one variant inactive, or as they were before. */
static void order_mark(order_flow *o, uint32_t path, const order_state *as)
{
    if (!o->f->move_paths.at[path].first_child)
        order_set_bit(o->now.inactive, path, as ? order_bit(as->inactive, path) : true);
    for (uint32_t child = o->f->move_paths.at[path].first_child; child; child = o->f->move_paths.at[child].next)
        order_mark(o, child, as);
}

static void order_apply_test(order_flow *o, const lower_variant_test *test)
{
    if (test->kind == LOWER_TEST_BEGINS) {
        order_copy(o, &o->tested[test->match], &o->now);
        return;
    }
    uint32_t child = o->f->move_paths.at[test->path].first_child;
    for (; child && o->now.is_reached; child = o->f->move_paths.at[child].next) {
        const sema_def variant = o->f->move_paths.at[child].variant;
        if ((variant == test->variant) == (test->kind == LOWER_TEST_FAILED))
            order_mark(o, child, NULL);
        else if (test->kind == LOWER_TEST_HELD && o->tested[test->match].is_reached)
            order_mark(o, child, &o->tested[test->match]);
    }
}

static void order_open(order_flow *o, ir_op op, ir_label label)
{
    if (o->n_open == o->brackets.n)
        vec_push(o->f->l->s->memory, &o->brackets, (order_bracket){0});
    order_bracket *bracket = &o->brackets.at[o->n_open++];
    bracket->op = op;
    bracket->label = label;
    bracket->has_rest = false;
    bracket->behind.is_reached = false;
    order_copy(o, &bracket->before, &o->now);
}

static void order_end(order_flow *o)
{
    order_bracket *bracket = &o->brackets.at[--o->n_open];
    if (bracket->op == IR_LOOP) {
        o->has_changed |= order_join(o, &o->again[bracket->label], &o->now);
        o->now.is_reached = false;
    } else {
        order_join(o, &o->now, &bracket->behind);
        if (!bracket->has_rest && (bracket->op == IR_IF || bracket->op == IR_SWITCH))
            order_join(o, &o->now, &bracket->before);
    }
    if (bracket->label)
        order_join(o, &o->now, &o->out[bracket->label]);
}

static void order_flag(order_flow *o, const ir_instr *instr)
{
    const uint32_t path = o->path_of[instr->imm];
    if (!path || !o->now.is_reached)
        return;
    const bool is_there = instr[-1].op == IR_CONST && instr[-1].imm; /* lower_set_drop_flags makes both */
    if (is_there)
        order_set_bit(o->now.inactive, path, false);
    order_set_bit(o->now.moved, path, !is_there);
}

static void order_step(order_flow *o, const ir_instr *instr)
{
    switch ((ir_op)instr->op) {
    case IR_IF:
    case IR_SWITCH:
    case IR_PTX: order_open(o, (ir_op)instr->op, 0); break;
    case IR_BLOCK: order_open(o, IR_BLOCK, (ir_label)instr->imm); break;
    case IR_LOOP:
        order_join(o, &o->again[instr->imm], &o->now);
        order_copy(o, &o->now, &o->again[instr->imm]);
        order_open(o, IR_LOOP, (ir_label)instr->imm);
        break;
    case IR_ELSE:
    case IR_CASE:
    case IR_DEFAULT: {
        order_bracket *bracket = &o->brackets.at[o->n_open - 1];
        bracket->has_rest |= instr->op != IR_CASE;
        if (instr[-1].op == IR_CASE) /* cases in a row share a list */
            break;
        if (instr[-1].op != IR_SWITCH)
            order_join(o, &bracket->behind, &o->now);
        order_copy(o, &o->now, &bracket->before);
        break;
    }
    case IR_END: order_end(o); break;
    case IR_BREAK:
        order_join(o, &o->out[instr->imm], &o->now);
        o->now.is_reached = false;
        break;
    case IR_CONTINUE:
        o->has_changed |= order_join(o, &o->again[instr->imm], &o->now);
        o->now.is_reached = false;
        break;
    case IR_RETURN:
    case IR_TRAP: o->now.is_reached = false; break;
    case IR_SET: order_flag(o, instr); break;
    case IR_CHECK:
    case IR_GET:
    case IR_CASES_CONSTANT:
    case IR_CASES_COMPUTED:
    case IR_CASES_MEMORY:
    case IR_CASES_ADDRESS:
    case IR_CASES_AGGREGATE:
    case IR_CASES_CALL:
    case IR_FUNCTION_ADDR:
    case IR_INTRINSIC:
    case IR_N_OPS: break;
    }
}

static void order_walk(order_flow *o)
{
    lower_fn *f = o->f;
    uint32_t test = 0, order = 0;
    o->now.is_reached = true;
    for (uint32_t i = 0; i < o->n_words; i++) {
        o->now.moved[i] = UINT64_MAX;
        o->now.inactive[i] = 0;
    }
    for (uint32_t i = 0; i < o->code->code.n; i++) {
        for (; test < f->variant_tests.n && f->variant_tests.at[test].at == i; test++)
            order_apply_test(o, &f->variant_tests.at[test]);
        for (; order < f->drop_orders.n && f->drop_orders.at[order].at == i; order++)
            if (o->now.is_reached && order_may_be_parted(o, f->drop_orders.at[order].path))
                f->drop_orders.at[order].is_open = true;
        order_step(o, &o->code->code.at[i]);
    }
}

void lower_order_drops(lower_fn *f)
{
    if (!f->drop_orders.n || f->l->failed)
        return;
    arena *memory = f->l->s->memory;
    ir_function *code = &f->b.m->functions.at[f->b.f];
    order_flow o = {.f = f, .code = code, .n_words = f->move_paths.n / 64 + 1};
    o.path_of = ARENA_ARRAY(memory, uint32_t, code->locals.n + 1);
    for (uint32_t i = 1; i < f->move_paths.n; i++)
        o.path_of[f->move_paths.at[i].drop_flag] = i;
    o.path_of[0] = 0;
    o.out = ARENA_ARRAY(memory, order_state, code->n_labels + 1);
    o.again = ARENA_ARRAY(memory, order_state, code->n_labels + 1);
    o.tested = ARENA_ARRAY(memory, order_state, f->n_matches + 1);
    o.now.moved = ARENA_ARRAY(memory, uint64_t, o.n_words);
    o.now.inactive = ARENA_ARRAY(memory, uint64_t, o.n_words);
    do {
        o.has_changed = false;
        order_walk(&o);
    } while (o.has_changed);
    arena_map open = {0};
    for (uint32_t i = 0; i < f->drop_orders.n; i++)
        if (f->drop_orders.at[i].exit && f->drop_orders.at[i].is_open)
            *arena_map_at(memory, &open, f->drop_orders.at[i].exit, 1) = 1;
    for (uint32_t i = 0; i < f->drop_orders.n; i++) {
        const lower_drop_order *order = &f->drop_orders.at[i];
        const bool is_open = order->is_open || (order->exit && *arena_map_at(memory, &open, order->exit, 1));
        code->code.at[order->at].imm = !is_open;
    }
}
