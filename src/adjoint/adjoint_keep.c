/* adjoint_keep.c: what the way back needs of the way forward. A parameter and what the outermost list defines are
 * still there; what is cheap is computed again; the rest is kept.
 *
 * Outside of loops a value is kept in a local. In a loop each list pushes what it keeps of a round as one frame, at
 * its end, on the thread's part of the tape; the way back pops it at the beginning of the list's reverse. Since each
 * list is entered at its top and left at its end (adjoint_structure.c), pushes and pops pair. */
#include "adjoint/adjoint_work.h"

/* A value is computed again for at most MOST_COST operations, or for MOST_COST_OF_ROUND if it is of the round that is
 * gone through backwards, where the tape would cost memory, and what several values are made of is computed once. What
 * has to be kept for that counts too: a number, such as a counter, is mostly kept for many values, a float for few. */
enum { MOST_COST = 12, MOST_COST_OF_ROUND = 250, NEVER = 1000 };
enum { COST_OF_LOAD = 3, COST_OF_FUNCTION = 10, COST_OF_NUMBER = 2, COST_OF_FLOAT = 126 };

static void adjoint_number_list(adjoint *a, const opt_list *list, uint32_t loop)
{
    const uint32_t number = a->lists.n;
    vec_push(a->m->memory, &a->lists, (adjoint_list){.loop = loop});
    *arena_map_at(a->m->memory, &a->list_numbers, (uint64_t)(uintptr_t)list, 1) = number;
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        if (node->i.result)
            a->home[node->i.result] = number;
        const uint32_t inner = node->i.op == IR_LOOP ? ++a->n_loops : loop;
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            adjoint_number_list(a, &node->arms[arm].list, inner);
    }
}

void adjoint_number_lists(adjoint *a)
{
    const uint32_t n = a->t->f->values.n;
    const opt_index index = opt_tree_index(a->t);
    a->defined = index.defined;
    a->home = ARENA_ARRAY(a->m->memory, uint32_t, n);
    a->again = ARENA_ARRAY(a->m->memory, ir_value, n);
    a->costs = ARENA_ARRAY(a->m->memory, uint16_t, n);
    adjoint_number_list(a, &a->t->body, 0);
}

adjoint_list *adjoint_list_of(adjoint *a, const opt_list *list)
{
    return &a->lists.at[*arena_map_at(a->m->memory, &a->list_numbers, (uint64_t)(uintptr_t)list, 0)];
}

bool adjoint_stays(const adjoint *a, ir_value pointer)
{
    const ir_function *f = a->t->f;
    while (pointer > f->n_params) {
        const opt_node *node = a->defined[pointer];
        if (node->i.op != IR_ELEMENT_ADDR && node->i.op != IR_FIELD_ADDR)
            return false;
        pointer = node->args[0];
    }
    return f->param_flags && (f->param_flags[pointer - 1] & IR_PARAM_READ_ONLY);
}

/* The list whose reverse fills again what the LOAD reads, counted from 1; 0: there is none. */
static uint32_t adjoint_filled_in(const adjoint *a, const opt_node *node)
{
    const ir_global_id g = node->i.op == IR_LOAD ? adjoint_shared_root(a, node->args[0]) : 0;
    return g && adjoint_is_scalar(a, node->i.type) ? a->filled_in[g] : 0;
}

static bool adjoint_can_repeat(const adjoint *a, const opt_node *node)
{
    return opt_is_pure(&node->i) || adjoint_filled_in(a, node) ||
           (node->i.op == IR_LOAD && ((node->i.flags & IR_INVARIANT) || adjoint_stays(a, node->args[0])));
}

static bool adjoint_is_counted(const adjoint *a, ir_value v)
{
    return v < a->n_steps && a->steps[v].loop;
}

/* What it costs to have the value again, operands included. */
static uint16_t adjoint_cost(adjoint *a, ir_value v)
{
    if (v <= a->t->f->n_params || a->home[v] == 0)
        return 1;
    if (a->costs[v])
        return a->costs[v];
    if (adjoint_is_counted(a, v))
        return a->costs[v] = COST_OF_NUMBER;
    const opt_node *node = a->defined[v];
    if (!adjoint_can_repeat(a, node)) {
        const uint8_t kind = a->m->types.at[adjoint_type_of(a, v)].kind;
        return a->costs[v] = kind >= IR_ARRAY                   ? NEVER
                             : kind == IR_F32 || kind == IR_F64 ? COST_OF_FLOAT
                                                                : COST_OF_NUMBER;
    }
    uint32_t cost = node->i.op == IR_LOAD ? COST_OF_LOAD : 1;
    const uint32_t what = adjoint_intrinsic_of(a, node);
    if (what < IR_N_INTRINSICS && (ir_group_of(what) == IR_GROUP_MATH || ir_group_of(what) == IR_GROUP_FAST))
        cost += COST_OF_FUNCTION;
    for (uint32_t k = 0; k < node->i.n_args && cost < NEVER; k++)
        cost += adjoint_cost(a, node->args[k]);
    return a->costs[v] = (uint16_t)(cost < NEVER ? cost : NEVER);
}

bool adjoint_is_cheaper_than_float(adjoint *a, ir_value v)
{
    return adjoint_cost(a, v) < COST_OF_FLOAT;
}

/* Whether to compute it again. Scalars are kept where they can be, so no struct may be left over that would have to
 * be. */
static bool adjoint_is_cheap(adjoint *a, ir_value v)
{
    if (v <= a->t->f->n_params || a->home[v] == 0)
        return true;
    const uint32_t loop = a->lists.at[a->home[v]].loop;
    if (adjoint_cost(a, v) > (loop && loop == a->loop ? MOST_COST_OF_ROUND : MOST_COST))
        return false;
    const opt_node *node = a->defined[v];
    if (!adjoint_can_repeat(a, node))
        return false;
    for (uint32_t k = 0; k < node->i.n_args; k++)
        if (a->m->types.at[adjoint_type_of(a, node->args[k])].kind >= IR_ARRAY && !adjoint_is_cheap(a, node->args[k]))
            return false;
    return true;
}

static ir_value adjoint_keep(adjoint *a, ir_value v)
{
    adjoint_list *list = &a->lists.at[a->home[v]];
    const ir_type type = adjoint_type_of(a, v);
    const ir_value not_known = 0; /* where it lies on the tape: told once all that the list keeps is known */
    const bool is_on_tape = list->loop && a->m->types.at[type].kind < IR_ARRAY;
    opt_node *restore = is_on_tape ? opt_tree_node(a->t, IR_LOAD, type, &not_known, 1, 0)
                                   : opt_tree_node(a->t, IR_GET, type, NULL, 0, opt_tree_local(a->t, type));
    if (!is_on_tape)
        a->t->f->locals.at[restore->i.imm].name = "kept";
    vec_push(a->m->memory, &list->kept, (adjoint_kept){v, restore->i.result, restore});
    return restore->i.result;
}

/* A sum that saturates does so by its last step. */
static ir_value adjoint_counted_at_most(adjoint *a, ir_value v, ir_value round)
{
    const adjoint_step *step = &a->steps[v];
    const ir_type type = adjoint_type_of(a, v);
    const ir_value is_first = adjoint_binary(a, IR_EQ, IR_BOOL, round, adjoint_integer(a, IR_U64, 0));
    ir_value before = adjoint_binary(a, IR_SUB, IR_U64, round, adjoint_integer(a, IR_U64, 1));
    if (type != IR_U64)
        before = adjoint_put(a, IR_CONVERT, type, &before, 1, 0);
    const ir_value first = adjoint_need(a, step->first), by = adjoint_need(a, step->step);
    const ir_value sum = adjoint_binary(a, IR_ADD, type, first, adjoint_binary(a, IR_MUL, type, before, by));
    opt_node *over = adjoint_put_node(a, IR_OVERFLOWS, IR_BOOL, (ir_value[]){sum, by}, 2, 0);
    over->i.aux = IR_ADD;
    const ir_value most = adjoint_integer(a, type, ir_low_bits(UINT64_MAX, ir_size(a->m, type)));
    const ir_value args[3] = {over->i.result, most, adjoint_binary(a, IR_ADD, type, sum, by)};
    const ir_value next = adjoint_put(a, IR_SELECT, type, args, 3, 0);
    return adjoint_put(a, IR_SELECT, type, (ir_value[]){is_first, first, next}, 3, 0);
}

/* What a loop has counted, from the number of the round. */
static ir_value adjoint_counted(adjoint *a, ir_value v)
{
    const adjoint_step *step = &a->steps[v];
    const ir_type type = adjoint_type_of(a, v);
    const ir_local left = *arena_map_at(a->m->memory, &a->rounds_left, (uint64_t)(uintptr_t)step->loop, 0);
    ir_value round = adjoint_get(a, left);
    if (step->is_behind)
        round = adjoint_binary(a, IR_ADD, IR_U64, round, adjoint_integer(a, IR_U64, 1));
    if (step->saturates && (step->is_behind || !adjoint_is_full(a, step->loop)))
        return adjoint_counted_at_most(a, v, round);
    if (type != IR_U64)
        round = adjoint_put(a, IR_CONVERT, type, &round, 1, 0);
    const ir_value way = adjoint_binary(a, IR_MUL, type, round, adjoint_need(a, step->step));
    return adjoint_binary(a, step->is_less ? IR_SUB : IR_ADD, type, adjoint_need(a, step->first), way);
}

ir_value adjoint_need(adjoint *a, ir_value v)
{
    if (v <= a->t->f->n_params || a->home[v] == 0)
        return v;
    if (a->again[v])
        return a->again[v];
    if (adjoint_is_counted(a, v)) {
        const ir_value again = adjoint_counted(a, v);
        vec_push(a->m->memory, &a->undo, v);
        return a->again[v] = again;
    }
    if (!adjoint_is_cheap(a, v))
        return a->again[v] = adjoint_keep(a, v);
    const opt_node *node = a->defined[v];
    if (adjoint_filled_in(a, node))
        a->lists.at[adjoint_filled_in(a, node) - 1].is_replayed = true;
    ir_value *args = ARENA_ARRAY(a->m->memory, ir_value, node->i.n_args + 1);
    for (uint32_t k = 0; k < node->i.n_args; k++)
        args[k] = adjoint_need(a, node->args[k]);
    opt_node *copy = adjoint_put_node(a, (ir_op)node->i.op, node->i.type, args, node->i.n_args, node->i.imm);
    copy->i.aux = node->i.aux;
    copy->i.flags = node->i.flags;
    a->again[v] = copy->i.result;
    vec_push(a->m->memory, &a->undo, v);
    return copy->i.result;
}

/* ---- in locals ---- */

static void adjoint_keep_in_locals(adjoint *a, const adjoint_list *about, opt_list *list)
{
    opt_list out = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        vec_push(a->m->memory, &out, list->at[n]);
        for (uint32_t k = 0; k < about->kept.n && node->i.result; k++)
            if (about->kept.at[k].value == node->i.result)
                vec_push(a->m->memory, &out,
                         opt_tree_set(a->t, (ir_local)about->kept.at[k].restore->i.imm, node->i.result));
    }
    *list = out;
}

/* ---- on the tape ---- */

/* What a list keeps of a round: byte offsets from its first word, structs and arrays first, of which each scalar has a
 * word, and then the widest values first, so that each is aligned. */
typedef struct frame {
    const adjoint_list *about;
    uint32_t *offsets;
    uint32_t n_bytes;
} frame;

enum { MOST_KEPT_SCALARS = 64 };

/* The scalars in the type, or more than MOST_KEPT_SCALARS if it cannot be kept scalar by scalar. */
static uint32_t adjoint_scalars_in(const ir_module *m, ir_type type)
{
    const ir_type_info *about = &m->types.at[type];
    uint64_t n = about->kind < IR_ARRAY && about->kind != IR_PTR                    ? 1
                 : about->kind == IR_ARRAY && about->n <= MOST_KEPT_SCALARS         ? about->n
                 : about->kind == IR_STRUCT && about->n_fields <= MOST_KEPT_SCALARS ? 0
                                                                                    : MOST_KEPT_SCALARS + 1;
    if (about->kind == IR_ARRAY)
        n *= adjoint_scalars_in(m, about->element);
    for (uint32_t k = 0; about->kind == IR_STRUCT && k < about->n_fields; k++)
        n += adjoint_scalars_in(m, m->fields.at[about->first_field + k]);
    return n <= MOST_KEPT_SCALARS ? (uint32_t)n : MOST_KEPT_SCALARS + 1;
}

static bool adjoint_is_whole(const adjoint *a, ir_value v)
{
    return a->m->types.at[adjoint_type_of(a, v)].kind >= IR_ARRAY;
}

static frame adjoint_frame_of(adjoint *a, const adjoint_list *about)
{
    frame f = {.about = about, .offsets = ARENA_ARRAY(a->m->memory, uint32_t, about->kept.n)};
    for (uint32_t k = 0; k < about->kept.n; k++) {
        if (!adjoint_is_whole(a, about->kept.at[k].value))
            continue;
        const uint32_t n = adjoint_scalars_in(a->m, adjoint_type_of(a, about->kept.at[k].value));
        if (n > MOST_KEPT_SCALARS)
            adjoint_refuse(a, NULL, "a large struct or array, or one with enums, has to be kept in a loop");
        f.offsets[k] = f.n_bytes;
        f.n_bytes += 8 * n;
    }
    for (uint32_t size = 8; size > 0; size /= 2)
        for (uint32_t k = 0; k < about->kept.n; k++) {
            const ir_value v = about->kept.at[k].value;
            if (adjoint_is_whole(a, v) || ir_size(a->m, adjoint_type_of(a, v)) != size)
                continue;
            f.offsets[k] = f.n_bytes;
            f.n_bytes += size;
        }
    return f;
}

static ir_value adjoint_words_of(adjoint *a, const frame *f)
{
    return adjoint_integer(a, IR_U64, (f->n_bytes + 7) / 8);
}

/* What is so many bytes behind the word number `used` of each thread. The same words of all threads lie side by side,
 * as the threads of a warp write them together. */
static ir_value adjoint_on_tape(adjoint *a, uint32_t offset, ir_value used)
{
    const ir_value word = adjoint_binary(a, IR_ADD, IR_U64, used, adjoint_integer(a, IR_U64, offset / 8));
    const ir_value row = adjoint_binary(a, IR_MUL, IR_U64, word, a->n_threads);
    const ir_value at = adjoint_binary(a, IR_ADD, IR_U64, row, a->thread);
    const ir_type pointer = adjoint_type_of(a, a->tape);
    const ir_value begin = adjoint_put(a, IR_ELEMENT_ADDR, pointer, (ir_value[]){a->tape, at}, 2, IR_U64);
    const ir_value byte = adjoint_integer(a, IR_U64, offset % 8);
    return offset % 8 ? adjoint_put(a, IR_ELEMENT_ADDR, pointer, (ir_value[]){begin, byte}, 2, IR_U8) : begin;
}

/* Copies the scalars of the type at `place` to the tape, or from there, a word each. Returns the offset behind them. */
static uint32_t adjoint_copy_scalars(adjoint *a, ir_type type, ir_value place, uint32_t offset, ir_value used,
                                     bool is_push)
{
    const ir_type_info about = a->m->types.at[type];
    if (about.kind < IR_ARRAY) {
        const ir_value tape = adjoint_on_tape(a, offset, used), from = is_push ? place : tape;
        const ir_value v = adjoint_put(a, IR_LOAD, type, &from, 1, 0);
        adjoint_put_node(a, IR_STORE, type, (ir_value[]){is_push ? tape : place, v}, 2, 0);
        return offset + 8;
    }
    const uint32_t n = about.kind == IR_ARRAY ? (uint32_t)about.n : about.n_fields;
    for (uint32_t k = 0; k < n; k++) {
        const ir_type part = about.kind == IR_ARRAY ? about.element : a->m->fields.at[about.first_field + k];
        offset = adjoint_copy_scalars(a, part, adjoint_field_of(a, type, place, k), offset, used, is_push);
    }
    return offset;
}

static void adjoint_copy_whole(adjoint *a, ir_local l, uint32_t offset, ir_value used, bool is_push)
{
    const ir_value place = adjoint_put(a, IR_LOCAL_ADDR, ir_ptr(a->m, IR_SPACE_GENERIC), NULL, 0, l);
    adjoint_copy_scalars(a, a->t->f->locals.at[l].type, place, offset, used, is_push);
}

static void adjoint_push(adjoint *a, const frame *f)
{
    const ir_value used = adjoint_get(a, a->tape_used);
    const ir_value end = adjoint_binary(a, IR_ADD, IR_U64, used, adjoint_words_of(a, f));
    adjoint_set(a, a->tape_used, end);
    if (a->request->mode == ADJOINT_COUNT)
        return;
    const ir_value fits = adjoint_binary(a, IR_LE, IR_BOOL, end, a->tape_capacity);
    adjoint_put(a, IR_CHECK, 0, (ir_value[]){fits, a->tape_capacity}, 2, a->tape_short);
    for (uint32_t k = 0; k < f->about->kept.n; k++) {
        const adjoint_kept *kept = &f->about->kept.at[k];
        if (adjoint_is_whole(a, kept->value)) {
            const ir_local l = (ir_local)kept->restore->i.imm;
            adjoint_set(a, l, kept->value);
            adjoint_copy_whole(a, l, f->offsets[k], used, true);
        } else {
            const ir_value to = adjoint_on_tape(a, f->offsets[k], used);
            adjoint_put_node(a, IR_STORE, adjoint_type_of(a, kept->value), (ir_value[]){to, kept->value}, 2, 0);
        }
    }
}

static void adjoint_pop(adjoint *a, const frame *f)
{
    const ir_value used = adjoint_get(a, a->tape_used);
    const ir_value begin = adjoint_binary(a, IR_SUB, IR_U64, used, adjoint_words_of(a, f));
    adjoint_set(a, a->tape_used, begin);
    for (uint32_t k = 0; k < f->about->kept.n; k++) {
        opt_node *restore = f->about->kept.at[k].restore;
        if (restore->i.op == IR_GET)
            adjoint_copy_whole(a, (ir_local)restore->i.imm, f->offsets[k], begin, false);
        else
            restore->args[0] = adjoint_on_tape(a, f->offsets[k], begin);
        vec_push(a->m->memory, a->out, restore);
    }
}

void adjoint_drop_frame(adjoint *a, const opt_list *list)
{
    const adjoint_list *about = adjoint_list_of(a, list);
    if (!about->kept.n || !a->has_tape || a->request->mode == ADJOINT_COUNT)
        return;
    const frame f = adjoint_frame_of(a, about);
    const ir_value used = adjoint_get(a, a->tape_used);
    adjoint_set(a, a->tape_used, adjoint_binary(a, IR_SUB, IR_U64, used, adjoint_words_of(a, &f)));
}

bool adjoint_is_way_out(const opt_node *node)
{
    return node->i.op == IR_IF && node->arms[0].list.n && node->arms[0].list.at[0]->i.op == IR_BREAK;
}

static void adjoint_keep_on_tape(adjoint *a, const adjoint_list *about, opt_list *list, opt_list *back)
{
    const frame f = adjoint_frame_of(a, about);
    a->needs_tape = true;
    if (!a->has_tape)
        return;
    if (!opt_tree_ends(list)) {
        opt_node *way_out = list->n && adjoint_is_way_out(list->at[list->n - 1]) ? list->at[--list->n] : NULL;
        a->out = list;
        adjoint_push(a, &f);
        if (way_out)
            vec_push(a->m->memory, list, way_out);
    }
    if (a->request->mode == ADJOINT_COUNT)
        return;
    a->out = back;
    adjoint_pop(a, &f);
}

void adjoint_keep_list(adjoint *a, opt_list *list, opt_list *back)
{
    const adjoint_list *about = adjoint_list_of(a, list);
    opt_list *outer = a->out, body = *back;
    if (!about->kept.n)
        return;
    memset(back, 0, sizeof *back);
    if (about->loop) {
        adjoint_keep_on_tape(a, about, list, back);
    } else {
        adjoint_keep_in_locals(a, about, list);
        for (uint32_t k = 0; k < about->kept.n; k++)
            vec_push(a->m->memory, back, about->kept.at[k].restore);
    }
    opt_tree_append(a->t, back, &body);
    a->out = outer;
}
