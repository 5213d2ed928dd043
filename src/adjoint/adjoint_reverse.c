/* adjoint_reverse.c: the statements of a list backwards. The reverse of a list is a list of its own, with the same
 * brackets: an IF tests what its IF tested, a LOOP goes round as often as its LOOP did.
 *
 * The adjoint of a value lies in a local. Its uses come before its definition on the way back and add to it; its
 * definition takes it, sets it to zero for the next round, and adds to the adjoints of what it is made of. The adjoint
 * of a local of the kernel and of memory lies in its shadow: reading it back adds to that, and writing takes it. */
#include "adjoint/adjoint_work.h"

enum { MOST_LEAVES = 8 };

/* LEAF_ADD_ALIKE | axes: atomically, and threads that differ along these axes of a block alone add together to the same
 * float. */
typedef enum leaf_work { LEAF_ADD, LEAF_CLEAR, LEAF_ADD_TOGETHER, LEAF_ADD_ALIKE = 1 << 4 } leaf_work;

static void adjoint_store(adjoint *a, ir_value pointer, ir_value v)
{
    adjoint_put_node(a, IR_STORE, 0, (ir_value[]){pointer, v}, 2, 0)->i.type = adjoint_type_of(a, v);
}

static ir_value adjoint_load(adjoint *a, ir_type type, ir_value pointer)
{
    return adjoint_put(a, IR_LOAD, type, &pointer, 1, 0);
}

static void adjoint_add_float(adjoint *a, ir_type type, ir_value to, ir_value x, leaf_work work)
{
    if (work != LEAF_ADD) {
        const uint64_t together =
            work == LEAF_ADD_TOGETHER ? IR_TOGETHER : IR_UNREAD | (uint64_t)(work & ~LEAF_ADD_ALIKE) << IR_ALIKE_SHIFT;
        opt_node *add = adjoint_put_node(a, IR_INTRINSIC, type, (ir_value[]){to, x}, 2,
                                         (uint64_t)IR_SCOPE_DEVICE << 8 | IR_RELAXED | together);
        add->i.aux = IR_IN_ATOMIC_ADD;
    } else {
        adjoint_store(a, to, adjoint_binary(a, IR_ADD, type, adjoint_load(a, type, to), x));
    }
}

static void adjoint_leaves_of(adjoint *a, ir_type type, ir_value to, ir_value from, leaf_work work);

static void adjoint_leaves_of_array(adjoint *a, const ir_type_info *array, ir_value to, ir_value from, leaf_work work)
{
    const ir_type element = array->element;
    const uint64_t n = array->n;
    if (n <= MOST_LEAVES) {
        for (uint64_t k = 0; k < n; k++) {
            const ir_value index = adjoint_integer(a, IR_U64, k);
            adjoint_leaves_of(a, element, adjoint_element_of(a, element, to, index),
                              from ? adjoint_element_of(a, element, from, index) : 0, work);
        }
        return;
    }
    const adjoint_rounds rounds = adjoint_begin_rounds(a, adjoint_integer(a, IR_U64, n));
    adjoint_leaves_of(a, element, adjoint_element_of(a, element, to, rounds.index),
                      from ? adjoint_element_of(a, element, from, rounds.index) : 0, work);
    adjoint_end_rounds(a, &rounds);
}

/* Works on each float of the type at `to`, with that at `from`. */
static void adjoint_leaves_of(adjoint *a, ir_type type, ir_value to, ir_value from, leaf_work work)
{
    const ir_type_info about = a->m->types.at[type];
    if (!adjoint_has_floats(a->m, type))
        return;
    if (adjoint_is_scalar(a, type)) {
        if (work == LEAF_CLEAR)
            adjoint_store(a, to, adjoint_float(a, type, 0));
        else
            adjoint_add_float(a, type, to, adjoint_load(a, type, from), work);
        return;
    }
    if (about.kind == IR_ARRAY) {
        adjoint_leaves_of_array(a, &about, to, from, work);
        return;
    }
    const bool is_union = about.kind == IR_UNION;
    const uint32_t first = is_union ? adjoint_field_of_floats(a->m, type) : 0,
                   end = is_union ? first + 1 : about.n_fields;
    for (uint32_t k = first; k < end && k < about.n_fields; k++) {
        const ir_type field = a->m->fields.at[about.first_field + k];
        if (adjoint_has_floats(a->m, field))
            adjoint_leaves_of(a, field, adjoint_field_of(a, type, to, k), from ? adjoint_field_of(a, type, from, k) : 0,
                              work);
    }
}

void adjoint_clear(adjoint *a, ir_type type, ir_value to)
{
    adjoint_leaves_of(a, type, to, 0, LEAF_CLEAR);
}

/* ---- the adjoints of values ---- */

static bool adjoint_is_active(const adjoint *a, ir_value v)
{
    return v < a->n_values && (a->bits[v] & ADJOINT_ACTIVE);
}

static ir_local adjoint_local_of(adjoint *a, ir_value v)
{
    if (!a->adjoint_local[v])
        a->adjoint_local[v] = adjoint_zeroed_local(a, adjoint_type_of(a, v), "d");
    return a->adjoint_local[v];
}

static ir_value adjoint_address(adjoint *a, ir_local l)
{
    return adjoint_put(a, IR_LOCAL_ADDR, ir_ptr(a->m, IR_SPACE_GENERIC), NULL, 0, l);
}

static ir_value adjoint_address_of(adjoint *a, ir_value v)
{
    return adjoint_address(a, adjoint_local_of(a, v));
}

void adjoint_grow(adjoint *a, ir_value v, ir_value x)
{
    if (!x || !adjoint_is_active(a, v))
        return;
    const bool is_first = !a->adjoint_local[v] && a->home[v] == a->list;
    const ir_local l = adjoint_local_of(a, v);
    if (is_first || (a->n_uses[v] == 1 && a->lists.at[a->home[v]].loop == a->loop)) { /* nothing was added before */
        adjoint_set(a, l, x);
        return;
    }
    adjoint_set(a, l, adjoint_binary(a, IR_ADD, adjoint_type_of(a, v), adjoint_get(a, l), x));
}

void adjoint_grow_from(adjoint *a, ir_value v, ir_value from)
{
    if (!adjoint_is_active(a, v))
        return;
    if (adjoint_is_scalar(a, adjoint_type_of(a, v)))
        adjoint_grow(a, v, adjoint_load(a, adjoint_type_of(a, v), from));
    else
        adjoint_leaves_of(a, adjoint_type_of(a, v), adjoint_address_of(a, v), from, LEAF_ADD);
}

/* Sets the adjoint of a value that has been passed on to zero, which a loop may meet again. */
static void adjoint_settle(adjoint *a, ir_value v)
{
    if (a->lists.at[a->home[v]].loop)
        adjoint_set(a, a->adjoint_local[v], adjoint_zero(a, adjoint_type_of(a, v)));
}

ir_value adjoint_take(adjoint *a, ir_value v)
{
    const ir_value d = adjoint_get(a, a->adjoint_local[v]);
    adjoint_settle(a, v);
    return d;
}

/* ---- nodes ---- */

static void adjoint_back_get(adjoint *a, const opt_node *node)
{
    const ir_local l = (ir_local)node->i.imm, shadow = adjoint_shadow_local(a, l);
    if (adjoint_is_scalar(a, node->i.type)) {
        const ir_value d = adjoint_take(a, node->i.result);
        const bool is_zero = a->is_zero_in[l] == a->list + 1;
        adjoint_set(a, shadow, is_zero ? d : adjoint_binary(a, IR_ADD, node->i.type, adjoint_get(a, shadow), d));
        a->is_zero_in[l] = 0;
        return;
    }
    adjoint_leaves_of(a, node->i.type, adjoint_address(a, shadow), adjoint_address_of(a, node->i.result), LEAF_ADD);
    adjoint_settle(a, node->i.result);
}

static void adjoint_back_set(adjoint *a, const opt_node *node)
{
    const ir_local l = (ir_local)node->i.imm;
    const ir_type type = a->t->f->locals.at[l].type;
    if (!(a->local_bits[l] & ADJOINT_ACTIVE) || a->is_zero_in[l] == a->list + 1)
        return;
    const ir_local shadow = adjoint_shadow_local(a, l);
    if (adjoint_is_scalar(a, type)) {
        const ir_value d = adjoint_get(a, shadow);
        adjoint_set(a, shadow, adjoint_float(a, type, 0));
        a->is_zero_in[l] = a->has_address[l] ? 0 : a->list + 1;
        adjoint_grow(a, node->args[0], d);
        return;
    }
    adjoint_grow_from(a, node->args[0], adjoint_address(a, shadow));
    adjoint_leaves_of(a, type, adjoint_address(a, shadow), 0, LEAF_CLEAR);
}

/* How to add to what a pointer of the list leads to. */
static leaf_work adjoint_adding(const adjoint *a, ir_value pointer, const adjoint_list *list)
{
    if ((a->bits[pointer] & (ADJOINT_FRAME | ADJOINT_TAPE)) ||
        a->is_own[pointer]) /* each thread has words of its own */
        return LEAF_ADD;
    if (!list->is_together)
        return LEAF_ADD_ALIKE;
    return adjoint_is_uniform(a, pointer) ? LEAF_ADD_TOGETHER
                                          : (leaf_work)(LEAF_ADD_ALIKE | (~a->axes[pointer] & IR_ALIKE_AXES));
}

static void adjoint_back_load(adjoint *a, const opt_node *node)
{
    const leaf_work work = adjoint_adding(a, node->args[0], &a->lists.at[a->home[node->i.result]]);
    const ir_value shadow = adjoint_need(a, a->shadow[node->args[0]]);
    if (adjoint_is_scalar(a, node->i.type)) {
        adjoint_add_float(a, node->i.type, shadow, adjoint_take(a, node->i.result), work);
        return;
    }
    adjoint_leaves_of(a, node->i.type, shadow, adjoint_address_of(a, node->i.result), work);
    adjoint_settle(a, node->i.result);
}

static void adjoint_back_half(adjoint *a, const opt_node *node)
{
    const adjoint_half half = adjoint_half_of(a, node);
    if (half.kind == ADJOINT_HALF_ROUNDED) {
        adjoint_grow(a, half.value, adjoint_take(a, node->i.result));
        return;
    }
    const leaf_work work = adjoint_adding(a, half.pointer, &a->lists.at[a->home[node->i.result]]);
    const ir_value shadow = adjoint_need(a, a->shadow[half.pointer]);
    adjoint_add_float(a, IR_F32, shadow, adjoint_take(a, node->i.result), work);
}

static ir_value adjoint_exchanged(adjoint *a, ir_type type, ir_value at)
{
    opt_node *node = adjoint_put_node(a, IR_INTRINSIC, type, (ir_value[]){at, adjoint_float(a, type, 0)}, 2,
                                      (uint64_t)IR_SCOPE_BLOCK << 8 | IR_RELAXED);
    node->i.aux = IR_IN_ATOMIC_EXCHANGE;
    return node->i.result;
}

static ir_value adjoint_exact(adjoint *a, ir_type type, ir_intrinsic what, ir_value x, ir_value y)
{
    opt_node *node = adjoint_put_node(a, IR_INTRINSIC, type, (ir_value[]){x, y}, y ? 2 : 1, 0);
    node->i.aux = (uint16_t)what;
    return node->i.result;
}

/* Zero, but not before d is there: of memory that other threads see. A GPU does a store again if its line is still on
 * the way to the thread. The zero stands first, so that its derivative is zero, too, where d is. */
static ir_value adjoint_zero_after(adjoint *a, ir_type type, ir_value d)
{
    return adjoint_exact(a, type, IR_IN_FMIN, adjoint_float(a, type, 0), adjoint_exact(a, type, IR_IN_FABS, d, 0));
}

static void adjoint_back_half_store(adjoint *a, const opt_node *node, uint16_t format)
{
    ir_value v;
    const ir_value shadow = adjoint_need(a, a->shadow[node->args[0]]);
    const ir_value d = adjoint_load(a, IR_F32, shadow);
    adjoint_store(a, shadow, adjoint_zero_after(a, IR_F32, d));
    if (adjoint_half_stored(a, node, format, &v) && v)
        adjoint_grow(a, v, d);
}

/* Where threads of a block may write together, one of them takes the adjoint. */
static void adjoint_back_store(adjoint *a, const opt_node *node)
{
    const ir_type type = adjoint_type_of(a, node->args[1]);
    const uint16_t format = a->bits[node->args[0]] & (ADJOINT_HALF | ADJOINT_BRAIN);
    if (format) {
        adjoint_back_half_store(a, node, format);
        return;
    }
    if (!adjoint_has_floats(a->m, type) || !(a->bits[node->args[0]] & ADJOINT_SHADOWED))
        return;
    const ir_value shadow = adjoint_need(a, a->shadow[node->args[0]]);
    if (adjoint_is_scalar(a, type)) {
        const bool may_meet = (a->bits[node->args[0]] & ADJOINT_BLOCK) && (node->i.flags & IR_VOLATILE);
        const ir_value d = may_meet ? adjoint_exchanged(a, type, shadow) : adjoint_load(a, type, shadow);
        const bool is_outside = (a->bits[node->args[0]] & ADJOINT_OUTSIDE) != 0;
        if (!may_meet)
            adjoint_store(a, shadow, is_outside ? adjoint_zero_after(a, type, d) : adjoint_float(a, type, 0));
        adjoint_grow(a, node->args[1], d);
        return;
    }
    adjoint_grow_from(a, node->args[1], shadow);
    adjoint_leaves_of(a, type, shadow, 0, LEAF_CLEAR);
}

static void adjoint_back_field(adjoint *a, const opt_node *node)
{
    const ir_type of = adjoint_type_of(a, node->args[0]);
    const ir_value to = adjoint_field_of(a, of, adjoint_address_of(a, node->args[0]), (uint32_t)node->i.imm);
    adjoint_leaves_of(a, node->i.type, to, adjoint_address_of(a, node->i.result), LEAF_ADD);
    adjoint_settle(a, node->i.result);
}

static void adjoint_back_make(adjoint *a, const opt_node *node)
{
    const bool is_union = a->m->types.at[node->i.type].kind == IR_UNION;
    for (uint32_t k = 0; k < node->i.n_args; k++)
        if (adjoint_is_active(a, node->args[k]))
            adjoint_grow_from(a, node->args[k],
                              adjoint_field_of(a, node->i.type, adjoint_address_of(a, node->i.result),
                                               is_union ? (uint32_t)node->i.imm : k));
    adjoint_settle(a, node->i.result);
}

static void adjoint_back_formula(adjoint *a, const opt_node *node)
{
    const ir_value d = adjoint_take(a, node->i.result);
    for (uint32_t k = 0; k < node->i.n_args; k++)
        if (adjoint_is_active(a, node->args[k]))
            adjoint_grow(a, node->args[k], adjoint_scaled(a, node, k, d));
}

/* A result whose adjoint nothing has added to is passed over. */
static void adjoint_back_result(adjoint *a, const opt_node *node)
{
    const char *about;
    if (!adjoint_is_active(a, node->i.result) || !a->adjoint_local[node->i.result])
        return;
    if (node->i.op == IR_GET)
        adjoint_back_get(a, node);
    else if (node->i.op == IR_LOAD)
        adjoint_back_load(a, node);
    else if (node->i.op == IR_FIELD)
        adjoint_back_field(a, node);
    else if (node->i.op == IR_MAKE)
        adjoint_back_make(a, node);
    else if (adjoint_is_given(a, node))
        adjoint_back_given(a, node);
    else if (adjoint_half_format(node))
        adjoint_back_half(a, node);
    else if (node->i.op == IR_INTRINSIC && ir_group_of(node->i.aux) == IR_GROUP_WARP)
        adjoint_back_shuffle(a, node);
    else if (adjoint_rule_of(a, node, &about) == ADJOINT_FORMULA)
        adjoint_back_formula(a, node);
    else
        adjoint_refuse(a, node, "this operation has no rule");
}

static void adjoint_back_effect(adjoint *a, const opt_node *node)
{
    if (node->i.op == IR_SET && node->i.imm < a->n_locals)
        adjoint_back_set(a, node);
    if (node->i.op == IR_STORE && node->args[0] < a->n_values)
        adjoint_back_store(a, node);
    if (node->i.op == IR_INTRINSIC && (node->i.aux == IR_IN_BARRIER || node->i.aux == IR_IN_WARP_SYNC))
        adjoint_meet(a, node);
    if (adjoint_intrinsic_of(a, node) == IR_IN_ATOMIC_ADD && adjoint_is_active(a, node->args[1]))
        adjoint_grow(a, node->args[1],
                     adjoint_load(a, adjoint_type_of(a, node->args[1]), adjoint_need(a, a->shadow[node->args[0]])));
}

static void adjoint_back_list(adjoint *a, opt_list *list, opt_list *out);

static void adjoint_back_loop(adjoint *a, opt_node *node)
{
    opt_list *outer = a->out;
    opt_node *loop = opt_tree_bracket(a->t, IR_LOOP, 1);
    opt_list body = {0};
    const ir_local left = opt_tree_local(a->t, IR_U64);
    a->t->f->locals.at[left].name = "rounds_left";
    *arena_map_at(a->m->memory, &a->rounds_left, (uint64_t)(uintptr_t)node, 1) = left;
    const opt_list *round = adjoint_full_round(a, node);
    if (round) {
        *arena_map_at(a->m->memory, &a->full, (uint64_t)(uintptr_t)node, 1) = 1;
        adjoint_back_list(a, (opt_list *)round, &body);
        adjoint_keep_list(a, &node->arms[0].list, &body);
    } else {
        adjoint_back_list(a, &node->arms[0].list, &body);
    }
    if (!body.n)
        return;
    if (round)
        adjoint_drop_frame(a, &node->arms[0].list);
    loop->i.imm = ++a->t->f->n_labels;
    adjoint_set(a, left, adjoint_rounds_of(a, node));
    vec_push(a->m->memory, a->out, loop);
    a->out = &loop->arms[0].list;
    const ir_value now = adjoint_get(a, left);
    opt_node *end = opt_tree_if(a->t, adjoint_binary(a, IR_EQ, IR_BOOL, now, adjoint_integer(a, IR_U64, 0)), 1);
    vec_push(a->m->memory, &end->arms[0].list, opt_tree_node(a->t, IR_BREAK, 0, NULL, 0, loop->i.imm));
    vec_push(a->m->memory, a->out, end);
    adjoint_set(a, left, adjoint_binary(a, IR_SUB, IR_U64, now, adjoint_integer(a, IR_U64, 1)));
    opt_tree_append(a->t, a->out, &body);
    a->out = outer;
}

static void adjoint_back_choice(adjoint *a, opt_node *node)
{
    opt_node *back = opt_tree_bracket(a->t, (ir_op)node->i.op, node->n_arms);
    bool any = false;
    for (uint32_t arm = 0; arm < node->n_arms; arm++) {
        back->arms[arm].heads = node->arms[arm].heads;
        back->arms[arm].n_heads = node->arms[arm].n_heads;
        adjoint_back_list(a, &node->arms[arm].list, &back->arms[arm].list);
        any |= back->arms[arm].list.n > 0;
    }
    if (!any)
        return;
    const ir_value on = adjoint_need(a, node->args[0]);
    back->i.n_args = 1;
    back->args = arena_copy(a->m->memory, &on, sizeof on);
    vec_push(a->m->memory, a->out, back);
}

static bool adjoint_is_barrier(const opt_node *node)
{
    return node->i.op == IR_INTRINSIC && node->i.aux == IR_IN_BARRIER;
}

static void adjoint_forget(adjoint *a, uint32_t began)
{
    while (a->undo.n > began)
        a->again[a->undo.at[--a->undo.n]] = 0;
}

static void adjoint_back_list(adjoint *a, opt_list *list, opt_list *out)
{
    opt_list *outer = a->out;
    const uint32_t began = a->undo.n, n_nodes = list->n, outer_loop = a->loop, outer_list = a->list;
    opt_list replay = {0};
    a->list = (uint32_t)(adjoint_list_of(a, list) - a->lists.at);
    a->loop = a->lists.at[a->list].loop;
    a->out = &replay;
    adjoint_replay(a, list);
    adjoint_forget(a, began);
    a->out = out;
    for (uint32_t n = n_nodes; n-- > 0;) {
        opt_node *node = list->at[n];
        a->line = node->i.line;
        if (node->i.op == IR_LOOP)
            adjoint_back_loop(a, node);
        else if (node->i.op == IR_IF || node->i.op == IR_SWITCH)
            adjoint_back_choice(a, node);
        else if (node->i.result)
            adjoint_back_result(a, node);
        adjoint_back_effect(a, node);
    }
    adjoint_forget(a, began);
    if (adjoint_list_of(a, list)->is_replayed) {
        replay.n -= out->n && adjoint_is_barrier(out->at[0]); /* one is enough */
        opt_tree_append(a->t, &replay, out);
        *out = replay;
    }
    adjoint_keep_list(a, list, out);
    a->loop = outer_loop;
    a->list = outer_list;
    a->out = outer;
}

/* The gradient of a parameter that is passed by value is one for all threads, which are together at the end. */
static void adjoint_back_scalars(adjoint *a)
{
    for (uint32_t k = 1; k <= a->t->f->n_params; k++)
        if (a->gradient[k] && a->adjoint_local[k])
            adjoint_leaves_of(a, adjoint_type_of(a, k), a->gradient[k], adjoint_address(a, a->adjoint_local[k]),
                              LEAF_ADD_TOGETHER);
}

void adjoint_go_back(adjoint *a)
{
    opt_list first = {0}, back = {0};
    a->primal = adjoint_need;
    a->adjoint_local = ARENA_ARRAY(a->m->memory, ir_local, a->n_values);
    a->is_zero_in = ARENA_ARRAY(a->m->memory, uint32_t, a->n_locals);
    a->has_address = opt_tree_index(a->t).has_address;
    adjoint_back_list(a, &a->t->body, &back);
    if (a->request->mode == ADJOINT_COUNT)
        return;
    a->line = 0;
    a->out = &back;
    adjoint_back_scalars(a);
    a->out = &first;
    adjoint_clear_shared(a);
    opt_tree_append(a->t, &a->t->body, &first);
    opt_tree_append(a->t, &a->t->body, &back);
}
