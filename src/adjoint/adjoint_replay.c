/* adjoint_replay.c: shared arrays that a list fills anew, such as tiles, which its reverse fills again instead of
 * keeping what was read there.
 *
 * All writes of such an array stand in one list, all reads behind a barrier that follows them in that list, and what is
 * written where is cheap to have again. The reverse of the list begins with these writes between two barriers, and
 * from there on reads can be repeated. */
#include "adjoint/adjoint_work.h"

/* PART_WRITTEN: behind a write of the array in its list; PART_READ: behind a barrier that follows it; PART_PAST: behind
 * the list. */
typedef enum replay_part { PART_BEFORE, PART_WRITTEN, PART_READ, PART_PAST } replay_part;

ir_global_id adjoint_shared_root(const adjoint *a, ir_value pointer)
{
    const opt_node *node = a->defined[pointer];
    while (node && (node->i.op == IR_ELEMENT_ADDR || node->i.op == IR_FIELD_ADDR ||
                    (node->i.op == IR_BITCAST && a->m->types.at[node->i.type].kind == IR_PTR)))
        node = a->defined[node->args[0]];
    const bool is_global = node && node->i.op == IR_GLOBAL_ADDR && node->i.imm < a->n_globals;
    return is_global && a->m->globals.at[node->i.imm].space == IR_SPACE_SHARED ? (ir_global_id)node->i.imm : 0;
}

static bool adjoint_leads_on(const adjoint *a, const opt_node *node, uint32_t k)
{
    return k == 0 &&
           (node->i.op == IR_ELEMENT_ADDR || node->i.op == IR_FIELD_ADDR || node->i.op == IR_LOAD ||
            node->i.op == IR_STORE || (node->i.op == IR_BITCAST && a->m->types.at[node->i.type].kind == IR_PTR));
}

/* Notes the list of each array's writes, and forgets arrays that are used otherwise. */
static void adjoint_see_writes(adjoint *a, const opt_list *list, bool *is_other)
{
    const uint32_t number = (uint32_t)(adjoint_list_of(a, list) - a->lists.at);
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        for (uint32_t k = 0; k < node->i.n_args; k++) {
            const ir_global_id g = adjoint_shared_root(a, node->args[k]);
            if (!g)
                continue;
            is_other[g] |= !adjoint_leads_on(a, node, k);
            if (node->i.op == IR_STORE) {
                is_other[g] |= a->filled_in[g] && a->filled_in[g] != number + 1;
                a->filled_in[g] = number + 1;
            }
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            adjoint_see_writes(a, &node->arms[arm].list, is_other);
    }
}

static void adjoint_see_reads(const adjoint *a, const opt_list *list, uint32_t number, bool *is_other, uint8_t *parts)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        const bool is_barrier = node->i.op == IR_INTRINSIC && node->i.aux == IR_IN_BARRIER;
        const bool is_access = node->i.op == IR_STORE || node->i.op == IR_LOAD;
        const ir_global_id g = is_access ? adjoint_shared_root(a, node->args[0]) : 0;
        if (g && node->i.op == IR_LOAD)
            is_other[g] |= parts[g] != PART_READ;
        if (g && node->i.op == IR_STORE) {
            is_other[g] |= parts[g] == PART_READ || parts[g] == PART_PAST;
            parts[g] = PART_WRITTEN;
        }
        for (ir_global_id each = 1; is_barrier && each < a->n_globals; each++)
            if (a->filled_in[each] == number + 1 && parts[each] == PART_WRITTEN)
                parts[each] = PART_READ;
        for (uint32_t arm = 0; arm < node->n_arms; arm++) {
            const opt_list *inner = &node->arms[arm].list;
            adjoint_see_reads(a, inner, (uint32_t)(adjoint_list_of((adjoint *)a, inner) - a->lists.at), is_other,
                              parts);
        }
    }
    for (ir_global_id each = 1; each < a->n_globals; each++)
        if (a->filled_in[each] == number + 1)
            parts[each] = PART_PAST;
}

static void adjoint_see_costs(adjoint *a, const opt_list *list, bool *is_other)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        const ir_global_id g = node->i.op == IR_STORE ? adjoint_shared_root(a, node->args[0]) : 0;
        if (g)
            is_other[g] |= !adjoint_is_scalar(a, adjoint_type_of(a, node->args[1])) ||
                           !adjoint_list_of(a, list)->is_together || !adjoint_is_cheaper_than_float(a, node->args[0]) ||
                           !adjoint_is_cheaper_than_float(a, node->args[1]);
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            adjoint_see_costs(a, &node->arms[arm].list, is_other);
    }
}

void adjoint_find_replays(adjoint *a)
{
    bool *is_other = ARENA_ARRAY(a->m->memory, bool, a->n_globals + 1);
    a->filled_in = ARENA_ARRAY(a->m->memory, uint32_t, a->n_globals + 1);
    adjoint_see_writes(a, &a->t->body, is_other);
    adjoint_see_reads(a, &a->t->body, 0, is_other, ARENA_ARRAY(a->m->memory, uint8_t, a->n_globals + 1));
    uint32_t *filled_in = a->filled_in; /* hidden: a barrier is between filling an array and filling one from it */
    a->filled_in = ARENA_ARRAY(a->m->memory, uint32_t, a->n_globals + 1);
    adjoint_see_costs(a, &a->t->body, is_other);
    a->filled_in = filled_in;
    for (ir_global_id g = 1; g < a->n_globals; g++)
        if (is_other[g])
            a->filled_in[g] = 0;
    memset(a->costs, 0, a->t->f->values.n * sizeof *a->costs); /* reads of these have become cheap */
}

void adjoint_replay(adjoint *a, const opt_list *list)
{
    opt_list stores = {0}, *outer = a->out;
    const uint32_t number = (uint32_t)(adjoint_list_of(a, list) - a->lists.at);
    a->out = &stores;
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        const ir_global_id g = node->i.op == IR_STORE ? adjoint_shared_root(a, node->args[0]) : 0;
        if (!g || a->filled_in[g] != number + 1)
            continue;
        const ir_value args[2] = {adjoint_need(a, node->args[0]), adjoint_need(a, node->args[1])};
        adjoint_put_node(a, IR_STORE, node->i.type, args, 2, 0)->i.flags = node->i.flags;
    }
    a->out = outer;
    if (!stores.n)
        return;
    adjoint_barrier(a, IR_IN_BARRIER);
    opt_tree_append(a->t, a->out, &stores);
    adjoint_barrier(a, IR_IN_BARRIER);
}
