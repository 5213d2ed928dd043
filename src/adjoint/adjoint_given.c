/* adjoint_given.c: calls of functions whose rule the user gives by `#[derivative]`. They stay calls, and nothing looks
 * into the function. On the way back the rule is called with what the function was called with and the gradient for its
 * result. A rule is linear in that, so in tangent mode each float of the result gets its tangent by a call with a
 * gradient that is one there and zero elsewhere. */
#include "adjoint/adjoint_work.h"

enum { MOST_SEEDS = 8 };

bool adjoint_is_given(const adjoint *a, const opt_node *node)
{
    return node->i.op == IR_CALL && a->request->is_given &&
           a->request->is_given(a->request->user, (ir_function_id)node->i.imm);
}

static adjoint_given adjoint_given_rule(const adjoint *a, const opt_node *node)
{
    return a->request->given(a->request->user, (ir_function_id)node->i.imm);
}

/* ---- what is refused ---- */

/* It lets threads work on each other's floats, of which a rule that one thread calls knows nothing. */
static bool adjoint_given_is_of_block(const ir_module *m, const ir_instr *i)
{
    return (i->op == IR_GLOBAL_ADDR && m->globals.at[i->imm].space == IR_SPACE_SHARED) ||
           (i->op == IR_INTRINSIC && (i->aux == IR_IN_DYN_SHARED || opt_is_collective(i)));
}

/* In the function, or in one that it calls. */
static bool adjoint_given_has_block(const adjoint *a, ir_function_id id, arena_map *seen)
{
    const ir_function *f = &a->m->functions.at[id];
    uint32_t *at = arena_map_at(a->m->memory, seen, (uint64_t)id + 1, 1);
    if (*at)
        return false;
    *at = 1;
    for (uint32_t i = 0; i < f->code.n; i++) {
        const ir_instr *instr = &f->code.at[i];
        if (adjoint_given_is_of_block(a->m, instr) || ((instr->op == IR_CALL || instr->op == IR_FUNCTION_ADDR) &&
                                                       adjoint_given_has_block(a, (ir_function_id)instr->imm, seen)))
            return true;
    }
    return false;
}

/* Whether each float of the type has a place of its own. */
static bool adjoint_given_is_plain(const ir_module *m, ir_type type)
{
    const ir_type_info *about = &m->types.at[type];
    if (!adjoint_has_floats(m, type) || about->kind < IR_ARRAY)
        return true;
    if (about->kind == IR_ARRAY)
        return adjoint_given_is_plain(m, about->element);
    for (uint32_t k = 0; k < about->n_fields && about->kind == IR_STRUCT; k++)
        if (!adjoint_given_is_plain(m, m->fields.at[about->first_field + k]))
            return false;
    return about->kind == IR_STRUCT;
}

/* Whether the way back finds what the pointers in the value lead to as it was. */
static bool adjoint_given_stays(const adjoint *a, ir_value v)
{
    const ir_type type = adjoint_type_of(a, v);
    const opt_node *node = a->defined[v];
    if (!adjoint_has_pointers(a->m, type))
        return true;
    if (a->m->types.at[type].kind == IR_PTR)
        return adjoint_stays(a, v);
    for (uint32_t k = 0; node && node->i.op == IR_MAKE && k < node->i.n_args; k++)
        if (!adjoint_given_stays(a, node->args[k]))
            return false;
    return node && node->i.op == IR_MAKE;
}

void adjoint_check_given(adjoint *a, const opt_node *node, uint16_t joined)
{
    const char *name = a->m->functions.at[node->i.imm].name;
    const int n_name = adjoint_own_name(name);
    arena_map seen = {0};
    if (joined & (ADJOINT_SHADOWED | ADJOINT_UNKNOWN)) {
        adjoint_refuse(a, node, "a reference to floats is passed to `%.*s`, whose rule is for floats by value", n_name,
                       name);
        return;
    }
    if (joined & ADJOINT_BITS)
        adjoint_refuse(a, node, "a float goes through integers by its bits");
    if (!(joined & ADJOINT_ACTIVE))
        return;
    const adjoint_given rule = adjoint_given_rule(a, node);
    bool is_plain = adjoint_given_is_plain(a->m, adjoint_type_of(a, node->i.result));
    if (!rule.function) {
        adjoint_refuse(a, node, "the rule of `%.*s` cannot be compiled", n_name, name);
        return;
    }
    for (uint32_t k = 0; k < node->i.n_args; k++) {
        const ir_value v = node->args[k];
        is_plain &= adjoint_given_is_plain(a->m, adjoint_type_of(a, v));
        if (rule.fields[k] == ADJOINT_GIVES_NONE && (a->bits[v] & ADJOINT_ACTIVE))
            adjoint_refuse(a, node, "the rule of `%.*s` gives nothing for a parameter with floats", n_name, name);
        if (!adjoint_given_stays(a, v))
            adjoint_refuse(a, node, "`%.*s`, which has a rule, is passed a reference to what may change", n_name, name);
    }
    if (!is_plain)
        adjoint_refuse(a, node, "`%.*s`, which has a rule, has floats in an enum or union", n_name, name);
    if (adjoint_given_has_block(a, (ir_function_id)node->i.imm, &seen) ||
        adjoint_given_has_block(a, rule.function, &seen))
        adjoint_refuse(a, node, "in `%.*s`, which has a rule, or in the rule, threads work together", n_name, name);
}

/* ---- both ways ---- */

static ir_value adjoint_given_call(adjoint *a, const opt_node *node, const adjoint_given *rule, ir_value d)
{
    ir_value *args = ARENA_ARRAY(a->m->memory, ir_value, node->i.n_args + 1);
    for (uint32_t k = 0; k < node->i.n_args; k++)
        args[k] = a->primal(a, node->args[k]);
    args[node->i.n_args] = d;
    return adjoint_put(a, IR_CALL, a->m->functions.at[rule->function].result, args, node->i.n_args + 1, rule->function);
}

/* What the rule gives for the k-th argument, if that has a gradient; else 0. */
static ir_value adjoint_given_part(adjoint *a, const opt_node *node, const adjoint_given *rule, ir_value gradients,
                                   uint32_t k)
{
    const ir_value v = node->args[k];
    if (rule->fields[k] == ADJOINT_GIVES_NONE || !(a->bits[v] & ADJOINT_ACTIVE))
        return 0;
    return rule->fields[k] == ADJOINT_GIVES_WHOLE
               ? gradients
               : adjoint_put(a, IR_FIELD, adjoint_type_of(a, v), &gradients, 1, rule->fields[k]);
}

/* The address of a local that holds the value. */
static ir_value adjoint_given_address(adjoint *a, ir_value v)
{
    const ir_local l = opt_tree_local(a->t, adjoint_type_of(a, v));
    adjoint_set(a, l, v);
    return adjoint_put(a, IR_LOCAL_ADDR, ir_ptr(a->m, IR_SPACE_GENERIC), NULL, 0, l);
}

void adjoint_back_given(adjoint *a, const opt_node *node)
{
    const adjoint_given rule = adjoint_given_rule(a, node);
    const ir_value gradients = adjoint_given_call(a, node, &rule, adjoint_take(a, node->i.result));
    for (uint32_t k = 0; k < node->i.n_args; k++) {
        const ir_value part = adjoint_given_part(a, node, &rule, gradients, k);
        if (part && adjoint_is_scalar(a, adjoint_type_of(a, part)))
            adjoint_grow(a, node->args[k], part);
        else if (part)
            adjoint_grow_from(a, node->args[k], adjoint_given_address(a, part));
    }
}

/* ---- tangents ---- */

/* A call of the rule. seed: a local with the gradient for the result; sum: one with the tangent at hand. */
typedef struct given_seed {
    const opt_node *node;
    adjoint_given rule;
    ir_local seed, sum;
} given_seed;

static void adjoint_given_store(adjoint *a, ir_value to, ir_value v)
{
    adjoint_put_node(a, IR_STORE, adjoint_type_of(a, v), (ir_value[]){to, v}, 2, 0);
}

static void adjoint_given_add(adjoint *a, const given_seed *g, ir_value x, ir_value t)
{
    const ir_type type = a->t->f->locals.at[g->sum].type, own = adjoint_type_of(a, x);
    ir_value product = adjoint_binary(a, IR_MUL, own, x, t);
    if (own != type)
        product = adjoint_put(a, IR_CONVERT, type, &product, 1, 0);
    adjoint_set(a, g->sum, adjoint_binary(a, IR_ADD, type, adjoint_get(a, g->sum), product));
}

static void adjoint_given_visit(adjoint *a, const given_seed *g, ir_type type, ir_value x, ir_value y,
                                void (*visit)(adjoint *a, const given_seed *g, ir_type type, ir_value x, ir_value y))
{
    const ir_type_info about = a->m->types.at[type];
    if (!adjoint_has_floats(a->m, type))
        return;
    if (adjoint_is_scalar(a, type)) {
        visit(a, g, type, x, y);
    } else if (about.kind == IR_ARRAY && about.n > MOST_SEEDS) {
        const adjoint_rounds rounds = adjoint_begin_rounds(a, adjoint_integer(a, IR_U64, about.n));
        adjoint_given_visit(a, g, about.element, adjoint_element_of(a, about.element, x, rounds.index),
                            adjoint_element_of(a, about.element, y, rounds.index), visit);
        adjoint_end_rounds(a, &rounds);
    } else {
        const uint32_t n = about.kind == IR_ARRAY ? (uint32_t)about.n : about.n_fields;
        for (uint32_t k = 0; k < n; k++)
            adjoint_given_visit(a, g, about.kind == IR_ARRAY ? about.element : a->m->fields.at[about.first_field + k],
                                adjoint_field_of(a, type, x, k), adjoint_field_of(a, type, y, k), visit);
    }
}

static void adjoint_given_product(adjoint *a, const given_seed *g, ir_type type, ir_value x, ir_value y)
{
    const ir_value gradient = adjoint_put(a, IR_LOAD, type, &x, 1, 0);
    adjoint_given_add(a, g, gradient, adjoint_put(a, IR_LOAD, type, &y, 1, 0));
}

/* The tangent of one float of the result, whose gradient is at `seed`. */
static void adjoint_given_float(adjoint *a, const given_seed *about, ir_type type, ir_value seed, ir_value to)
{
    given_seed g = *about;
    g.sum = opt_tree_local(a->t, type);
    adjoint_given_store(a, seed, adjoint_float(a, type, 1));
    const ir_value gradients = adjoint_given_call(a, g.node, &g.rule, adjoint_get(a, g.seed));
    adjoint_given_store(a, seed, adjoint_float(a, type, 0));
    adjoint_set(a, g.sum, adjoint_float(a, type, 0));
    for (uint32_t k = 0; k < g.node->i.n_args; k++) {
        const ir_value part = adjoint_given_part(a, g.node, &g.rule, gradients, k);
        const ir_value t = a->shadow[g.node->args[k]];
        if (part && adjoint_is_scalar(a, adjoint_type_of(a, part)))
            adjoint_given_add(a, &g, part, t);
        else if (part)
            adjoint_given_visit(a, &g, adjoint_type_of(a, part), adjoint_given_address(a, part),
                                adjoint_given_address(a, t), adjoint_given_product);
    }
    adjoint_given_store(a, to, adjoint_get(a, g.sum));
}

ir_value adjoint_tangent_of_given(adjoint *a, const opt_node *node)
{
    const ir_type type = adjoint_type_of(a, node->i.result);
    const given_seed g = {
        .node = node, .rule = adjoint_given_rule(a, node), .seed = opt_tree_local(a->t, type), .sum = 0};
    const ir_local result = opt_tree_local(a->t, type);
    const ir_type pointer = ir_ptr(a->m, IR_SPACE_GENERIC);
    adjoint_set(a, g.seed, adjoint_zero(a, type));
    adjoint_set(a, result, adjoint_zero(a, type));
    const ir_value seed = adjoint_put(a, IR_LOCAL_ADDR, pointer, NULL, 0, g.seed);
    const ir_value to = adjoint_put(a, IR_LOCAL_ADDR, pointer, NULL, 0, result);
    adjoint_given_visit(a, &g, type, seed, to, adjoint_given_float);
    return adjoint_get(a, result);
}
