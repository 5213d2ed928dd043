/* adjoint_own.c: finds pointers whose accesses are all at numbers of the thread's own: what only one thread reaches
 * needs no atomic addition. Those are its number in the grid, and what a loop counts from there by the number of the
 * grid's threads. */
#include "adjoint/adjoint_work.h"

static const opt_node *adjoint_intrinsic_at(const adjoint *a, ir_value v, ir_intrinsic what)
{
    const opt_node *node = a->defined[v];
    return node && node->i.op == IR_INTRINSIC && node->i.aux == what ? node : NULL;
}

enum { ALL_SIDES = (1 << 6) - 1, SIDES_OF_BLOCK = 3 };

/* Reads a product of sides of the grid and of its blocks, a bit for each, and of constants; false: it is none. */
static bool adjoint_read_sides(const adjoint *a, ir_value v, uint32_t *sides, uint64_t *constant)
{
    const opt_node *node = a->defined[v];
    if (!node)
        return false;
    if (node->i.op == IR_CONST) {
        *constant *= node->i.imm;
        return true;
    }
    if (node->i.op == IR_CONVERT)
        return node->i.type == IR_U64 && adjoint_type_of(a, node->args[0]) == IR_U32 &&
               adjoint_read_sides(a, node->args[0], sides, constant);
    if (node->i.op == IR_MUL)
        return node->i.type == IR_U64 && adjoint_read_sides(a, node->args[0], sides, constant) &&
               adjoint_read_sides(a, node->args[1], sides, constant);
    const bool is_block = adjoint_intrinsic_at(a, v, IR_IN_BLOCK_DIM) != NULL;
    if (!is_block && !adjoint_intrinsic_at(a, v, IR_IN_GRID_DIM))
        return false;
    const uint32_t side = 1u << (node->i.imm + (is_block ? SIDES_OF_BLOCK : 0));
    const bool is_new = !(*sides & side);
    *sides |= side;
    return is_new;
}

/* Whether it is the number of threads of the grid. A kernel's own block has constant sides. */
static bool adjoint_is_all_threads(const adjoint *a, ir_value v)
{
    uint32_t sides = 0;
    uint64_t constant = 1, wanted = 1;
    if (!adjoint_read_sides(a, v, &sides, &constant))
        return false;
    for (uint32_t axis = 0; axis < 3 && a->t->f->block[0]; axis++)
        if (!(sides & 1u << (axis + SIDES_OF_BLOCK))) {
            sides |= 1u << (axis + SIDES_OF_BLOCK);
            wanted *= a->t->f->block[axis];
        }
    return sides == ALL_SIDES && constant == wanted;
}

static bool adjoint_is_own_index(const adjoint *a, ir_value v)
{
    if (adjoint_intrinsic_at(a, v, IR_IN_THREAD_INDEX))
        return true;
    const adjoint_step *step = v < a->n_steps ? &a->steps[v] : NULL;
    return step && step->loop && !step->is_less && adjoint_intrinsic_at(a, step->first, IR_IN_THREAD_INDEX) &&
           adjoint_is_all_threads(a, step->step);
}

static void adjoint_count_foreign(const adjoint *a, const opt_list *list, bool *is_foreign)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        for (uint32_t k = 0; k < node->i.n_args; k++) {
            const ir_value v = node->args[k];
            const opt_node *made = a->defined[v];
            if (v <= a->t->f->n_params) {
                is_foreign[v] |= node->i.op != IR_ELEMENT_ADDR || k != 0 || !adjoint_is_own_index(a, node->args[1]);
            } else if (made && made->i.op == IR_ELEMENT_ADDR) {
                const bool is_access = k == 0 && (node->i.op == IR_LOAD || node->i.op == IR_STORE);
                is_foreign[made->args[0]] |= !is_access;
            }
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            adjoint_count_foreign(a, &node->arms[arm].list, is_foreign);
    }
}

void adjoint_find_own(adjoint *a)
{
    bool *is_foreign = ARENA_ARRAY(a->m->memory, bool, a->t->f->values.n);
    a->is_own = ARENA_ARRAY(a->m->memory, bool, a->n_values);
    adjoint_count_foreign(a, &a->t->body, is_foreign);
    for (ir_value v = a->t->f->n_params + 1; v < a->n_values; v++) {
        const opt_node *node = a->defined[v];
        a->is_own[v] =
            node && node->i.op == IR_ELEMENT_ADDR && node->args[0] <= a->t->f->n_params && !is_foreign[node->args[0]];
    }
}
