/* adjoint_half.c: numbers of half precision, which are structs of 16 bits in the IR. What is in memory as f16 or bf16
 * has gradients in f32. A number is read where its bits are converted to f32, and written where an f32 is converted and
 * stored; a conversion there and back is no more than rounding, whose derivative is one. Bits that go any other way are
 * refused. */
#include "adjoint/adjoint_work.h"

static const opt_node *adjoint_half_at(const adjoint *a, ir_value v, ir_op op)
{
    const opt_node *node = a->defined[v];
    return node && node->i.op == op ? node : NULL;
}

uint16_t adjoint_half_format(const opt_node *node)
{
    if (node->i.op != IR_INTRINSIC)
        return 0;
    return node->i.aux == IR_IN_F16_TO_F32 || node->i.aux == IR_IN_F32_TO_F16     ? ADJOINT_HALF
           : node->i.aux == IR_IN_BF16_TO_F32 || node->i.aux == IR_IN_F32_TO_BF16 ? ADJOINT_BRAIN
                                                                                  : 0;
}

static bool adjoint_half_widens(const opt_node *node)
{
    return node->i.op == IR_INTRINSIC && (node->i.aux == IR_IN_F16_TO_F32 || node->i.aux == IR_IN_BF16_TO_F32);
}

/* The f32 that became the bits in this format; 0: they are of something else. */
static ir_value adjoint_half_rounded(const adjoint *a, ir_value bits, uint16_t format)
{
    const opt_node *node = adjoint_half_at(a, bits, IR_INTRINSIC);
    return node && adjoint_half_format(node) == format && !adjoint_half_widens(node) ? node->args[0] : 0;
}

adjoint_half adjoint_half_of(const adjoint *a, const opt_node *node)
{
    adjoint_half half = {.kind = ADJOINT_HALF_UNKNOWN};
    if (!adjoint_half_widens(node))
        return half;
    const uint16_t format = adjoint_half_format(node);
    const opt_node *field = adjoint_half_at(a, node->args[0], IR_FIELD);
    const opt_node *load = field ? adjoint_half_at(a, field->args[0], IR_LOAD) : NULL;
    const opt_node *make = field ? adjoint_half_at(a, field->args[0], IR_MAKE) : NULL;
    const ir_value bits = make ? make->args[0] : node->args[0];
    half.value = adjoint_half_rounded(a, bits, format);
    half.pointer = load ? load->args[0] : 0;
    half.kind = half.value                                                                ? ADJOINT_HALF_ROUNDED
                : half.pointer                                                            ? ADJOINT_HALF_READ
                : adjoint_half_at(a, bits, IR_CONST) || adjoint_half_at(a, bits, IR_ZERO) ? ADJOINT_HALF_CONSTANT
                                                                                          : ADJOINT_HALF_UNKNOWN;
    return half;
}

bool adjoint_half_stored(const adjoint *a, const opt_node *store, uint16_t format, ir_value *v)
{
    const opt_node *make = adjoint_half_at(a, store->args[1], IR_MAKE);
    const ir_value bits = make && make->i.n_args == 1 ? make->args[0] : 0;
    *v = bits ? adjoint_half_rounded(a, bits, format) : 0;
    return *v || (bits && (adjoint_half_at(a, bits, IR_CONST) || adjoint_half_at(a, bits, IR_ZERO))) ||
           adjoint_half_at(a, store->args[1], IR_ZERO);
}

/* ---- which bits go nowhere else ---- */

/* Users come before what they use. */
static void adjoint_half_count(adjoint *a, const opt_list *list)
{
    for (uint32_t n = list->n; n-- > 0;) {
        const opt_node *node = list->at[n];
        ir_value v;
        for (uint32_t arm = node->n_arms; arm-- > 0;)
            adjoint_half_count(a, &node->arms[arm].list);
        if (adjoint_half_of(a, node).kind != ADJOINT_HALF_UNKNOWN)
            a->half_uses[node->args[0]]++;
        if ((node->i.op == IR_FIELD || node->i.op == IR_MAKE) && node->i.n_args == 1 && a->n_uses[node->i.result] &&
            a->half_uses[node->i.result] == a->n_uses[node->i.result])
            a->half_uses[node->args[0]]++;
        if (node->i.op == IR_STORE) {
            const uint16_t format = a->bits[node->args[0]] & (ADJOINT_HALF | ADJOINT_BRAIN);
            if (format && adjoint_half_stored(a, node, format, &v))
                a->half_uses[node->args[1]]++;
        }
    }
}

void adjoint_count_half_uses(adjoint *a)
{
    a->half_uses = ARENA_ARRAY(a->m->memory, uint32_t, a->n_values);
    adjoint_half_count(a, &a->t->body);
}

bool adjoint_half_stays_one(const adjoint *a, ir_value v)
{
    return a->half_uses[v] == a->n_uses[v];
}

/* ---- a read is where its conversion is ---- */

typedef struct half_moves {
    adjoint *a;
    bool *is_moved;
    arena_map of_load; /* of a LOAD's result the list's number */
    VEC(opt_list) behind;
} half_moves;

static opt_list *adjoint_half_behind(half_moves *p, ir_value load)
{
    uint32_t *at = arena_map_at(p->a->m->memory, &p->of_load, load, 1);
    if (!*at) {
        vec_push(p->a->m->memory, &p->behind, (opt_list){0});
        *at = p->behind.n;
    }
    return &p->behind.at[*at - 1];
}

static void adjoint_half_find(half_moves *p, const opt_list *list)
{
    const adjoint *a = p->a;
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        if (adjoint_half_of(a, node).kind == ADJOINT_HALF_READ) {
            opt_node *field = (opt_node *)a->defined[node->args[0]];
            opt_list *behind = adjoint_half_behind(p, field->args[0]);
            if (!p->is_moved[field->i.result])
                vec_push(a->m->memory, behind, field);
            vec_push(a->m->memory, behind, node);
            p->is_moved[field->i.result] = p->is_moved[node->i.result] = true;
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            adjoint_half_find(p, &node->arms[arm].list);
    }
}

static void adjoint_half_move(half_moves *p, opt_list *list)
{
    opt_list out = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            adjoint_half_move(p, &node->arms[arm].list);
        if (node->i.result && p->is_moved[node->i.result])
            continue;
        vec_push(p->a->m->memory, &out, node);
        const uint32_t *at =
            node->i.op == IR_LOAD ? arena_map_at(p->a->m->memory, &p->of_load, node->i.result, 0) : NULL;
        if (at)
            opt_tree_append(p->a->t, &out, &p->behind.at[*at - 1]);
    }
    *list = out;
}

/* So that the way back comes by a read where it was, before what is written there later. */
void adjoint_move_half_reads(adjoint *a)
{
    half_moves p = {.a = a, .is_moved = ARENA_ARRAY(a->m->memory, bool, a->t->f->values.n)};
    a->defined = opt_tree_index(a->t).defined;
    adjoint_half_find(&p, &a->t->body);
    if (p.behind.n)
        adjoint_half_move(&p, &a->t->body);
}
