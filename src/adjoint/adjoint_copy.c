/* adjoint_copy.c: copies of memory as bytes (copy_from_slice) become loops over their floats.
 *
 * That is done where both sides are known to hold floats of one type and nothing else, and do not overlap. A copy of no
 * bytes is left out. Any other stays what it is, and is refused if floats may be in it. */
#include "adjoint/adjoint_work.h"

/* The type of the floats of which the type is made, and of nothing else; 0: it is not so. */
static ir_type adjoint_floats_of(const ir_module *m, ir_type type)
{
    const ir_type_info *about = &m->types.at[type];
    if (about->kind == IR_F32 || about->kind == IR_F64)
        return type;
    if (about->kind == IR_ARRAY)
        return about->n ? adjoint_floats_of(m, about->element) : 0;
    if (about->kind != IR_STRUCT)
        return 0;
    ir_type all = 0;
    for (uint32_t k = 0; k < about->n_fields; k++) {
        const ir_type field = adjoint_floats_of(m, m->fields.at[about->first_field + k]);
        if (!field || (all && field != all))
            return 0;
        all = field;
    }
    return all && ir_align(m, type) == ir_align(m, all) ? all : 0;
}

/* The floats where the pointer leads; 0: they are not known. */
static ir_type adjoint_floats_at(const adjoint *a, ir_value pointer)
{
    const opt_node *node = a->defined[pointer];
    while (node && (node->i.op == IR_ELEMENT_ADDR || node->i.op == IR_FIELD_ADDR)) {
        pointer = node->args[0];
        node = a->defined[pointer];
    }
    if (node)
        return node->i.op == IR_LOCAL_ADDR ? adjoint_floats_of(a->m, a->t->f->locals.at[node->i.imm].type) : 0;
    const bool is_own = pointer && pointer <= a->t->f->n_params && a->gradient[pointer];
    return is_own ? adjoint_floats_of(a->m, a->request->params[pointer - 1].type) : 0;
}

static void adjoint_copy_floats(adjoint *a, const opt_node *copy, ir_type type)
{
    const ir_value to = copy->args[0], from = copy->args[1];
    const ir_value size = adjoint_integer(a, IR_U64, ir_size(a->m, type));
    const adjoint_rounds rounds = adjoint_begin_rounds(a, adjoint_binary(a, IR_DIV, IR_U64, copy->args[2], size));
    const ir_value at = adjoint_element_of(a, type, from, rounds.index);
    const ir_value x = adjoint_put(a, IR_LOAD, type, &at, 1, 0);
    const ir_value there = adjoint_element_of(a, type, to, rounds.index);
    adjoint_put_node(a, IR_STORE, type, (ir_value[]){there, x}, 2, 0);
    adjoint_end_rounds(a, &rounds);
}

/* Whether no bytes are copied. An array without elements is no memory: its address is a number. */
static bool adjoint_copy_is_empty(const adjoint *a, const opt_node *copy)
{
    const opt_node *node = a->defined[copy->args[2]];
    return node && node->i.op == IR_CONST && node->i.imm == 0;
}

static void adjoint_copy_list(adjoint *a, opt_list *list)
{
    opt_list out = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            adjoint_copy_list(a, &node->arms[arm].list);
        const bool is_copy = node->i.op == IR_INTRINSIC && node->i.aux == IR_IN_MEMCPY;
        if (is_copy && adjoint_copy_is_empty(a, node))
            continue;
        const ir_type type = is_copy && (node->i.imm & 1) ? adjoint_floats_at(a, node->args[0]) : 0;
        if (!type || adjoint_floats_at(a, node->args[1]) != type) {
            vec_push(a->m->memory, &out, node);
            continue;
        }
        a->out = &out;
        a->line = node->i.line;
        adjoint_copy_floats(a, node, type);
    }
    *list = out;
}

bool adjoint_is_of_floats(const ir_module *m, ir_type type)
{
    return adjoint_floats_of(m, type) != 0;
}

void adjoint_copy_by_floats(adjoint *a)
{
    a->defined = opt_tree_index(a->t).defined;
    adjoint_copy_list(a, &a->t->body);
}
