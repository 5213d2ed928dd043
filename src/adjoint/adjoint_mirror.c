/* adjoint_mirror.c: gives each pointer its shadow, which leads to the gradient of what the pointer leads to. In tangent
 * mode it gives each float its tangent too, which makes the kernel one of dual numbers.
 *
 * Behind each operation that makes or moves a pointer stands the same operation on shadows: gradients have the layout
 * of what they are of. Locals that hold floats or pointers have a shadow of their type. On the way forward to a reverse
 * pass the floats in shadows are all zero. */
#include "adjoint/adjoint_work.h"

static bool adjoint_is_tangent(const adjoint *a)
{
    return a->request->mode == ADJOINT_TANGENT;
}

static bool adjoint_wants_shadow(const adjoint *a, ir_value v)
{
    const ir_type type = adjoint_type_of(a, v);
    if (adjoint_is_tangent(a) && (a->bits[v] & ADJOINT_ACTIVE))
        return true;
    return (a->bits[v] & ADJOINT_SHADOWED) && adjoint_has_pointers(a->m, type);
}

static bool adjoint_has_shadow_local(const adjoint *a, ir_local l)
{
    return (adjoint_is_tangent(a) && (a->local_bits[l] & ADJOINT_ACTIVE)) || (a->local_bits[l] & ADJOINT_SHADOWED);
}

/* What stands for a value in the mirrored operation. Floats that depend on nothing have the tangent 0. */
static ir_value adjoint_shadow_of(adjoint *a, ir_value v)
{
    const ir_type type = adjoint_type_of(a, v);
    if (a->shadow[v])
        return a->shadow[v];
    return adjoint_has_floats(a->m, type) ? adjoint_zero(a, type) : v;
}

static ir_value adjoint_mirrored(adjoint *a, const opt_node *node)
{
    ir_value *args = ARENA_ARRAY(a->m->memory, ir_value, node->i.n_args + 1);
    for (uint32_t k = 0; k < node->i.n_args; k++)
        args[k] = adjoint_shadow_of(a, node->args[k]);
    if (node->i.op == IR_ELEMENT_ADDR)
        args[1] = node->args[1];
    if (node->i.op == IR_SELECT)
        args[0] = node->args[0];
    const bool is_half = node->i.op == IR_ELEMENT_ADDR && (a->bits[node->args[0]] & (ADJOINT_HALF | ADJOINT_BRAIN));
    opt_node *mirrored = adjoint_put_node(a, (ir_op)node->i.op, node->i.type, args, node->i.n_args,
                                          is_half ? (uint64_t)IR_F32 : node->i.imm);
    mirrored->i.aux = node->i.aux;
    mirrored->i.flags = node->i.flags & IR_VOLATILE;
    return mirrored->i.result;
}

/* The tangent of a result by the formulas. */
static ir_value adjoint_tangent(adjoint *a, const opt_node *node)
{
    ir_value sum = 0;
    for (uint32_t k = 0; k < node->i.n_args; k++) {
        if (!(a->bits[node->args[k]] & ADJOINT_ACTIVE))
            continue;
        const ir_value term = adjoint_scaled(a, node, k, a->shadow[node->args[k]]);
        if (term)
            sum = sum ? adjoint_binary(a, IR_ADD, node->i.type, sum, term) : term;
    }
    return sum ? sum : adjoint_zero(a, node->i.type);
}

static ir_value adjoint_tangent_of_half(adjoint *a, const opt_node *node)
{
    const adjoint_half half = adjoint_half_of(a, node);
    return half.kind == ADJOINT_HALF_ROUNDED ? a->shadow[half.value]
                                             : adjoint_put(a, IR_LOAD, IR_F32, &a->shadow[half.pointer], 1, 0);
}

static void adjoint_mirror_half_store(adjoint *a, const opt_node *node, uint16_t format)
{
    ir_value v;
    adjoint_half_stored(a, node, format, &v);
    const ir_value t = v ? adjoint_shadow_of(a, v) : adjoint_float(a, IR_F32, 0);
    adjoint_put_node(a, IR_STORE, IR_F32, (ir_value[]){a->shadow[node->args[0]], t}, 2, 0);
}

static void adjoint_mirror_result(adjoint *a, const opt_node *node)
{
    const ir_value v = node->i.result;
    const char *about;
    if (!adjoint_wants_shadow(a, v))
        return;
    if (node->i.op == IR_GET)
        a->shadow[v] = adjoint_get(a, adjoint_shadow_local(a, (ir_local)node->i.imm));
    else if (node->i.op == IR_LOCAL_ADDR)
        a->shadow[v] =
            adjoint_put(a, IR_LOCAL_ADDR, node->i.type, NULL, 0, adjoint_shadow_local(a, (ir_local)node->i.imm));
    else if (node->i.op == IR_GLOBAL_ADDR)
        a->shadow[v] = adjoint_put(a, IR_GLOBAL_ADDR, node->i.type, NULL, 0,
                                   adjoint_shadow_of_global(a, (ir_global_id)node->i.imm));
    else if (adjoint_half_format(node))
        a->shadow[v] = adjoint_tangent_of_half(a, node);
    else if (adjoint_is_given(a, node))
        a->shadow[v] = adjoint_tangent_of_given(a, node);
    else if (adjoint_rule_of(a, node, &about) == ADJOINT_FORMULA && adjoint_is_scalar(a, node->i.type))
        a->shadow[v] = adjoint_tangent(a, node);
    else
        a->shadow[v] = adjoint_mirrored(a, node);
}

static void adjoint_mirror_effect(adjoint *a, const opt_node *node)
{
    const bool is_tangent = adjoint_is_tangent(a);
    if (node->i.op == IR_SET && adjoint_has_shadow_local(a, (ir_local)node->i.imm))
        adjoint_set(a, adjoint_shadow_local(a, (ir_local)node->i.imm), adjoint_shadow_of(a, node->args[0]));
    const uint16_t half = node->i.op == IR_STORE ? a->bits[node->args[0]] & (ADJOINT_HALF | ADJOINT_BRAIN) : 0;
    if (half && is_tangent)
        adjoint_mirror_half_store(a, node, half);
    else if (node->i.op == IR_STORE && !half && (a->bits[node->args[0]] & ADJOINT_SHADOWED) &&
             (is_tangent ? adjoint_has_floats(a->m, node->i.type) || (a->bits[node->args[1]] & ADJOINT_SHADOWED)
                         : (a->bits[node->args[1]] & ADJOINT_SHADOWED) != 0))
        adjoint_mirrored(a, node);
    if (is_tangent && adjoint_intrinsic_of(a, node) == IR_IN_ATOMIC_ADD &&
        (a->bits[node->args[0]] & ADJOINT_SHADOWED) && (a->bits[node->args[1]] & ADJOINT_ACTIVE))
        adjoint_mirrored(a, node);
}

static void adjoint_mirror_list(adjoint *a, opt_list *list)
{
    opt_list out = {0}, *outer = a->out;
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            adjoint_mirror_list(a, &node->arms[arm].list);
        a->out = &out;
        a->line = node->i.line;
        vec_push(a->m->memory, &out, node);
        if (node->i.result)
            adjoint_mirror_result(a, node);
        adjoint_mirror_effect(a, node);
    }
    *list = out;
    a->out = outer;
}

void adjoint_mirror(adjoint *a)
{
    for (uint32_t k = 1; k <= a->t->f->n_params; k++)
        if (a->gradient[k] && (adjoint_is_tangent(a) || (a->bits[k] & ADJOINT_SHADOWED)))
            a->shadow[k] = a->gradient[k];
    adjoint_mirror_list(a, &a->t->body);
}
