/* adjoint_shared.c: the memory that the threads of a block share, and where they meet.
 *
 * Each shared array that holds floats has a second one, its shadow. Between two barriers an element is written by one
 * thread, or read by any number of them. On the way back a barrier lies between the same accesses, so what readers add
 * to an element's adjoint (atomically) is there when its writer takes it. Threads may also write one element together,
 * if they write the same; then the one that exchanges it for zero takes all, and the others get nothing. */
#include "adjoint/adjoint_work.h"

ir_global_id adjoint_shadow_of_global(adjoint *a, ir_global_id g)
{
    const ir_global *of = &a->m->globals.at[g];
    if (a->request->mode == ADJOINT_COUNT) /* nothing is read or written through its shadows */
        return g;
    if (!a->has_shared)
        a->shared_line = a->line;
    a->has_shared = true;
    if (!a->shadow_global[g]) {
        const ir_global about = {.name = arena_format(a->m->memory, "%s_d%u", of->name, a->m->globals.n),
                                 .type = of->type,
                                 .space = IR_SPACE_SHARED};
        a->shadow_global[g] = ir_add_global(a->m, about);
    }
    return a->shadow_global[g];
}

static ir_value adjoint_side(adjoint *a, ir_intrinsic what, uint64_t axis)
{
    opt_node *node = adjoint_put_node(a, IR_INTRINSIC, IR_U32, NULL, 0, axis);
    node->i.aux = (uint16_t)what;
    return adjoint_put(a, IR_CONVERT, IR_U64, &node->i.result, 1, 0);
}

/* The thread's number in its block; *n_threads: of the block. */
static ir_value adjoint_rank(adjoint *a, ir_value *n_threads)
{
    ir_value rank = adjoint_side(a, IR_IN_THREAD_IDX, 2);
    *n_threads = adjoint_side(a, IR_IN_BLOCK_DIM, 2);
    for (uint64_t axis = 2; axis-- > 0;) {
        const ir_value side = adjoint_side(a, IR_IN_BLOCK_DIM, axis);
        rank = adjoint_binary(a, IR_ADD, IR_U64, adjoint_binary(a, IR_MUL, IR_U64, rank, side),
                              adjoint_side(a, IR_IN_THREAD_IDX, axis));
        *n_threads = adjoint_binary(a, IR_MUL, IR_U64, *n_threads, side);
    }
    return rank;
}

void adjoint_barrier(adjoint *a, ir_intrinsic what)
{
    adjoint_put_node(a, IR_INTRINSIC, 0, NULL, 0, 0)->i.aux = (uint16_t)what;
}

/* The threads of the block share the elements of the array at the pointer. */
static void adjoint_clear_array(adjoint *a, ir_type array, ir_value to, ir_value rank, ir_value n_threads)
{
    const ir_type element = a->m->types.at[array].element;
    const ir_value n = adjoint_integer(a, IR_U64, a->m->types.at[array].n);
    const ir_local counter = opt_tree_local(a->t, IR_U64);
    opt_list *outer = a->out;
    opt_node *loop = opt_tree_bracket(a->t, IR_LOOP, 1);
    loop->i.imm = ++a->t->f->n_labels;
    adjoint_set(a, counter, rank);
    vec_push(a->m->memory, a->out, loop);
    a->out = &loop->arms[0].list;
    const ir_value index = adjoint_get(a, counter);
    opt_node *end = opt_tree_if(a->t, adjoint_binary(a, IR_GE, IR_BOOL, index, n), 1);
    vec_push(a->m->memory, &end->arms[0].list, opt_tree_node(a->t, IR_BREAK, 0, NULL, 0, loop->i.imm));
    vec_push(a->m->memory, a->out, end);
    adjoint_clear(a, element,
                  adjoint_put(a, IR_ELEMENT_ADDR, adjoint_type_of(a, to), (ir_value[]){to, index}, 2, element));
    adjoint_set(a, counter, adjoint_binary(a, IR_ADD, IR_U64, index, n_threads));
    a->out = outer;
}

static ir_value adjoint_global(adjoint *a, ir_global_id g)
{
    return adjoint_put(a, IR_GLOBAL_ADDR, ir_ptr(a->m, IR_SPACE_GENERIC), NULL, 0, g);
}

void adjoint_clear_shared(adjoint *a)
{
    ir_value rank = 0, n_threads = 0;
    for (ir_global_id g = 1; g < a->n_globals; g++) {
        if (!a->shadow_global[g])
            continue;
        if (!rank)
            rank = adjoint_rank(a, &n_threads);
        ir_type type = a->m->globals.at[a->shadow_global[g]].type;
        const ir_value to = adjoint_global(a, a->shadow_global[g]);
        while (a->m->types.at[type].kind == IR_STRUCT && a->m->types.at[type].n_fields == 1)
            type = a->m->fields.at[a->m->types.at[type].first_field];
        if (a->m->types.at[type].kind == IR_ARRAY)
            adjoint_clear_array(a, type, to, rank, n_threads);
        else
            adjoint_refuse(a, NULL, "memory of a block that is no array");
    }
    if (rank)
        adjoint_barrier(a, IR_IN_BARRIER);
}

void adjoint_meet(adjoint *a, const opt_node *node)
{
    const opt_node *last = a->out->n ? a->out->at[a->out->n - 1] : NULL;
    if (!last || last->i.op != IR_INTRINSIC || last->i.aux != node->i.aux)
        adjoint_barrier(a, (ir_intrinsic)node->i.aux);
}
