/* opt_load_combine.c: a number made of neighbouring bytes of a local is one load.
 *
 *   u32::from_le_bytes([b[4], b[5], b[6], b[7]]), where b is in memory    ->    load u32 b + 4
 *
 * A local in memory is aligned to 8 bytes, so a number at a multiple of its size is too. Nothing may write between the
 * first load and the number.
 *
 * Requires OPT_SCALARS. Breaks nothing: what it no longer uses is dropped by sroa. */
#include "opt/opt_tree.h"

enum { MOST_BYTES = 8, MOST_DEPTH = 12 };

typedef struct load_combine {
    opt_tree *t;
    opt_index index;
    uint32_t *at; /* of each value: 1 + its node's place in the list at hand; 0: it is in none */
    bool changed;
    /* What follows is of the number at hand. */
    const opt_node *loads[MOST_BYTES]; /* by byte, the lowest first */
} load_combine;

static bool opt_load_combine_find(load_combine *p, ir_value v, uint64_t by, uint32_t depth);

/* The mask must leave the bytes that are found. */
static bool opt_load_combine_find_masked(load_combine *p, const opt_node *node, uint64_t by, uint32_t depth)
{
    const opt_node *mask = opt_constant(&p->index, node->args[1]), *before[MOST_BYTES];
    memcpy(before, p->loads, sizeof before);
    if (!mask || !opt_load_combine_find(p, node->args[0], by, depth - 1))
        return false;
    for (uint64_t k = 0; k < MOST_BYTES; k++)
        if (p->loads[k] != before[k] && (mask->i.imm >> 8 * (k - by) & 0xFF) != 0xFF)
            return false;
    return true;
}

/* Finds which byte each load gives of v shifted by so many bytes; false: it is something else. */
static bool opt_load_combine_find(load_combine *p, ir_value v, uint64_t by, uint32_t depth)
{
    const opt_node *node = opt_definition(&p->index, v);
    if (!node || !depth || !p->at[v])
        return false;
    if (node->i.op == IR_OR)
        return opt_load_combine_find(p, node->args[0], by, depth - 1) &&
               opt_load_combine_find(p, node->args[1], by, depth - 1);
    if (node->i.op == IR_AND)
        return opt_load_combine_find_masked(p, node, by, depth);
    if (node->i.op == IR_SHL) {
        const opt_node *n = opt_constant(&p->index, node->args[1]);
        return n && n->i.imm % 8 == 0 && n->i.imm < 8 * ir_size(p->t->m, node->i.type) &&
               opt_load_combine_find(p, node->args[0], by + n->i.imm / 8, depth - 1);
    }
    const opt_node *load = node->i.op == IR_CONVERT ? opt_definition(&p->index, node->args[0]) : NULL;
    if (!load || load->i.op != IR_LOAD || load->i.type != IR_U8 || load->i.flags & IR_VOLATILE || by >= MOST_BYTES ||
        p->loads[by] || !p->at[load->i.result])
        return false;
    p->loads[by] = load;
    return true;
}

/* The offset in the local that the address is in; false: it is in none, or not at a known place. */
static bool opt_load_combine_place(const load_combine *p, ir_value v, uint64_t *local, uint64_t *offset)
{
    const opt_node *node = opt_definition(&p->index, v);
    *offset = 0;
    while (node && (node->i.op == IR_FIELD_ADDR || node->i.op == IR_ELEMENT_ADDR)) {
        const opt_node *by = node->i.op == IR_ELEMENT_ADDR ? opt_constant(&p->index, node->args[1]) : NULL;
        if (node->i.op == IR_ELEMENT_ADDR && !by)
            return false;
        *offset += by ? by->i.imm * ir_size(p->t->m, (ir_type)node->i.imm)
                      : ir_field_offset(p->t->m, (ir_type)(node->i.imm >> 32), (uint32_t)node->i.imm);
        node = opt_definition(&p->index, node->args[0]);
    }
    *local = node && node->i.op == IR_LOCAL_ADDR ? node->i.imm : 0;
    return *local != 0;
}

static bool opt_load_combine_writes(const load_combine *p, const opt_node *node)
{
    if (node->i.op == IR_SET)
        return p->index.has_address[node->i.imm];
    return node->n_arms ||
           (!opt_is_pure(&node->i) && node->i.op != IR_GET && node->i.op != IR_LOAD && node->i.op != IR_CHECK);
}

static void opt_load_combine_visit(load_combine *p, const opt_list *list, uint32_t n)
{
    opt_node *node = list->at[n];
    const uint64_t size = ir_size(p->t->m, node->i.type);
    uint64_t local, first_local = 0, offset, first = 0;
    uint32_t from = n;
    memset(p->loads, 0, sizeof p->loads);
    if (!opt_load_combine_find(p, node->i.result, 0, MOST_DEPTH))
        return;
    for (uint64_t k = 0; k < size; k++) {
        if (!p->loads[k] || !opt_load_combine_place(p, p->loads[k]->args[0], &local, &offset))
            return;
        first_local = k ? first_local : local;
        first = k ? first : offset;
        if (local != first_local || offset != first + k || first % size)
            return;
        from = p->at[p->loads[k]->i.result] - 1 < from ? p->at[p->loads[k]->i.result] - 1 : from;
    }
    for (uint32_t k = from; k < n; k++)
        if (opt_load_combine_writes(p, list->at[k]))
            return;
    node->i.op = IR_LOAD;
    node->i.n_args = 1;
    node->args = arena_copy(p->t->m->memory, p->loads[0]->args, sizeof *node->args);
    p->changed = true;
}

static void opt_load_combine_list(load_combine *p, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++)
        for (uint32_t arm = 0; arm < list->at[n]->n_arms; arm++)
            opt_load_combine_list(p, &list->at[n]->arms[arm].list);
    for (uint32_t n = 0; n < list->n; n++)
        p->at[list->at[n]->i.result] = n + 1;
    for (uint32_t n = list->n; n-- > 0;)
        if (list->at[n]->i.op == IR_OR && (list->at[n]->i.type == IR_U32 || list->at[n]->i.type == IR_U64))
            opt_load_combine_visit(p, list, n);
    for (uint32_t n = 0; n < list->n; n++)
        p->at[list->at[n]->i.result] = 0;
}

bool opt_load_combine(opt_tree *t)
{
    load_combine p = {.t = t, .index = opt_tree_index(t)};
    p.at = ARENA_ARRAY(t->m->memory, uint32_t, p.index.n_values);
    opt_load_combine_list(&p, &t->body);
    return p.changed;
}
