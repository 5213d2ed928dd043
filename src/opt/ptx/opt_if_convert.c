/* opt_if_convert.c: a small IF that only chooses what locals hold becomes SELECTs.
 *
 *   if c { x = ..; set l, x } else { y = ..; set l, y }    ->    x = ..; y = ..; set l, select c, x, y
 *
 * What is chosen is then a value, which gvn finds again, and warps do not part. Both arms are computed, so they hold
 * nothing that costs much, reads memory or may end the thread.
 *
 * Requires OPT_SCALARS. Breaks OPT_SCALARS: what the locals hold is not forwarded. It runs behind what learns from
 * conditions, since ranges see less in a SELECT. */
#include "opt/opt_tree.h"

enum { MOST_COMPUTED = 4, MOST_SET = 4 };

typedef struct if_convert {
    opt_tree *t;
    opt_index index;
    bool changed;
} if_convert;

/* Whether the arm may be computed where it is not taken. n_set counts its SETs. */
static bool opt_if_convert_is_small(const if_convert *p, const opt_list *list, uint32_t *n_set)
{
    uint32_t n_computed = 0;
    for (uint32_t n = 0; n < list->n; n++) {
        const ir_instr *i = &list->at[n]->i;
        const ir_type type = i->op == IR_SET ? p->t->f->locals.at[i->imm].type : i->type;
        switch ((ir_op)i->op) {
        case IR_CONST: break;
        case IR_ADD:
        case IR_SUB:
        case IR_MUL:
        case IR_CASES_BITS:
        case IR_CASES_UNARY:
        case IR_CASES_COMPARISON:
        case IR_CASES_CAST:
        case IR_SELECT:
        case IR_FIELD_ADDR:
        case IR_ELEMENT_ADDR: n_computed++; break;
        case IR_SET:
            ++*n_set;
            if (type == IR_BOOL || p->t->m->types.at[type].kind > IR_PTR || p->index.has_address[i->imm])
                return false;
            break;
        case IR_GET:
            if (p->index.has_address[i->imm] || opt_tree_count_first(list, n, IR_SET, i->imm))
                return false; /* sroa has what was set yet to forward */
            break;
        case IR_ZERO:
        case IR_UNDEF:
        case IR_DIV:
        case IR_REM:
        case IR_OVERFLOWS:
        case IR_LOCAL_ADDR:
        case IR_GLOBAL_ADDR:
        case IR_CASES_MEMORY:
        case IR_CASES_AGGREGATE:
        case IR_CASES_CALL:
        case IR_FUNCTION_ADDR:
        case IR_INTRINSIC:
        case IR_PTX:
        case IR_CASES_FLOW:
        case IR_N_OPS: return false;
        }
    }
    return n_computed <= MOST_COMPUTED && *n_set <= MOST_SET;
}

/* What the local is set to in the arm, or else holds before. */
static ir_value opt_if_convert_choice(if_convert *p, opt_list *out, const opt_list *arm, uint64_t local)
{
    for (uint32_t n = arm ? arm->n : 0; n-- > 0;)
        if (arm->at[n]->i.op == IR_SET && arm->at[n]->i.imm == local)
            return arm->at[n]->args[0];
    opt_node *get = opt_tree_node(p->t, IR_GET, p->t->f->locals.at[local].type, NULL, 0, local);
    vec_push(p->t->m->memory, out, get);
    return get->i.result;
}

static void opt_if_convert_write(if_convert *p, opt_list *out, const opt_node *node)
{
    arena *a = p->t->m->memory;
    const opt_list *arms[2] = {&node->arms[0].list, node->n_arms == 2 ? &node->arms[1].list : NULL};
    opt_list sets = {0};
    for (uint32_t arm = 0; arm < node->n_arms; arm++)
        for (uint32_t n = 0; n < arms[arm]->n; n++)
            if (arms[arm]->at[n]->i.op != IR_SET)
                vec_push(a, out, arms[arm]->at[n]);
    for (uint32_t arm = 0; arm < node->n_arms; arm++)
        for (uint32_t n = 0; n < arms[arm]->n; n++) {
            const opt_node *set = arms[arm]->at[n];
            if (set->i.op != IR_SET || opt_tree_count(&sets, IR_SET, set->i.imm))
                continue;
            const ir_value x = opt_if_convert_choice(p, out, arms[0], set->i.imm),
                           y = opt_if_convert_choice(p, out, arms[1], set->i.imm);
            opt_node *choice = opt_tree_node(p->t, IR_SELECT, p->t->f->locals.at[set->i.imm].type,
                                             (ir_value[]){node->args[0], x, y}, 3, 0);
            vec_push(a, out, choice);
            vec_push(a, &sets, opt_tree_set(p->t, (ir_local)set->i.imm, choice->i.result));
        }
    opt_tree_append(p->t, out, &sets);
    p->changed = true;
}

static void opt_if_convert_list(if_convert *p, opt_list *list)
{
    opt_list out = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        uint32_t n_set = 0;
        bool is_small = node->i.op == IR_IF;
        for (uint32_t arm = 0; arm < node->n_arms; arm++) {
            if (node->i.op != IR_PTX)
                opt_if_convert_list(p, &node->arms[arm].list);
            is_small = is_small && opt_if_convert_is_small(p, &node->arms[arm].list, &n_set);
        }
        if (is_small && n_set)
            opt_if_convert_write(p, &out, node);
        else
            vec_push(p->t->m->memory, &out, node);
    }
    *list = out;
}

bool opt_if_convert(opt_tree *t)
{
    if_convert p = {.t = t, .index = opt_tree_index(t)};
    opt_if_convert_list(&p, &t->body);
    return p.changed;
}
