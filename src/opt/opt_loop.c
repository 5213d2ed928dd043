/* opt_loop.c: loops that leave once a counter has reached an end. */
#include "opt/opt_loop.h"

void opt_loop_mark(opt_loop *p, const opt_list *list, uint8_t inside)
{
    for (uint32_t n = 0; n < list->n; n++) {
        if (list->at[n]->i.result && list->at[n]->i.result < p->index.n_values)
            p->inside[list->at[n]->i.result] = inside;
        for (uint32_t arm = 0; arm < list->at[n]->n_arms; arm++)
            opt_loop_mark(p, &list->at[n]->arms[arm].list, inside);
    }
}

bool opt_loop_is_simple(const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        switch ((ir_op)node->i.op) {
        case IR_LOOP:
        case IR_CALL:
        case IR_CALL_PTR:
        case IR_PTX: return false;
        case IR_INTRINSIC:
            if (opt_is_collective(&node->i))
                return false;
            break;
        case IR_CASES_CONSTANT:
        case IR_CASES_COMPUTED:
        case IR_CASES_LOCAL:
        case IR_CASES_ADDRESS:
        case IR_CASES_MEMORY:
        case IR_CASES_AGGREGATE:
        case IR_FUNCTION_ADDR:
        case IR_IF:
        case IR_ELSE:
        case IR_END:
        case IR_BLOCK:
        case IR_SWITCH:
        case IR_CASE:
        case IR_DEFAULT:
        case IR_CASES_JUMP:
        case IR_CASES_STOP:
        case IR_N_OPS: break;
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            if (!opt_loop_is_simple(&node->arms[arm].list))
                return false;
    }
    return true;
}

bool opt_loop_steps(const opt_loop *p, const opt_node *set, ir_value v, uint64_t *step)
{
    const opt_node *sum = set->i.op == IR_SET ? opt_definition(&p->index, set->args[0]) : NULL;
    if (!sum || sum->i.op != IR_ADD)
        return false;
    const opt_node *by = opt_constant(&p->index, sum->args[1]), *from = opt_definition(&p->index, sum->args[0]);
    *step = by ? by->i.imm : 0;
    return by && by->i.imm && from && (sum->args[0] == v || (from->i.op == IR_GET && from->i.imm == set->i.imm));
}

bool opt_loop_find_counter(opt_loop *p, opt_node *loop)
{
    const opt_list *body = &loop->arms[0].list;
    opt_node *test = body->n ? body->at[body->n - 1] : NULL;
    const opt_node *condition =
        test && test->i.op == IR_IF && test->n_arms == 2 ? opt_definition(&p->index, test->args[0]) : NULL;
    if (!condition || condition->i.op != IR_LT || !p->inside[test->args[0]] || !opt_tree_ends(&test->arms[1].list))
        return false;
    const opt_node *get = opt_definition(&p->index, condition->args[0]);
    if (!get || get->i.op != IR_GET || !p->inside[condition->args[0]] || !opt_is_unsigned(get->i.type) ||
        p->index.has_address[get->i.imm])
        return false;
    p->loop = loop;
    p->test = test;
    p->counter = (ir_local)get->i.imm;
    p->count = condition->args[0];
    p->end = condition->args[1];
    for (uint32_t n = 0; n + 1 < body->n; n++)
        if (!opt_is_pure(&body->at[n]->i) && body->at[n]->i.op != IR_GET)
            return false;
    const opt_list *then = &test->arms[0].list;
    p->set_at = then->n;
    for (uint32_t n = 0; n < then->n; n++)
        if (then->at[n]->i.op == IR_SET && then->at[n]->i.imm == p->counter)
            p->set_at = n;
    if (opt_tree_count(body, IR_SET, p->counter) != 1 || p->set_at == then->n ||
        !opt_loop_steps(p, then->at[p->set_at], p->count, &p->step))
        p->step = 0; /* it is below the end all the same, since the test says so */
    return true;
}

ir_value opt_loop_saturating_step(const opt_loop *p)
{
    const opt_list *then = &p->test->arms[0].list;
    if (p->set_at >= then->n || opt_tree_count(&p->loop->arms[0].list, IR_SET, p->counter) != 1)
        return 0;
    const opt_node *next = opt_definition(&p->index, then->at[p->set_at]->args[0]);
    if (!next || next->i.op != IR_SELECT)
        return 0;
    const opt_node *overflows = opt_definition(&p->index, next->args[0]),
                   *most = opt_constant(&p->index, next->args[1]), *sum = opt_definition(&p->index, next->args[2]);
    if (!overflows || overflows->i.op != IR_OVERFLOWS || overflows->i.aux != IR_ADD || !sum || sum->i.op != IR_ADD ||
        !most || most->i.imm != opt_low_bits(p->t, most->i.type, UINT64_MAX))
        return 0;
    const bool is_same = overflows->args[0] == sum->args[0] && overflows->args[1] == sum->args[1];
    return is_same && sum->args[0] == p->count ? sum->args[1] : 0;
}

int opt_loop_kind_of(opt_loop *p, ir_value v)
{
    const opt_node *node = opt_definition(&p->index, v);
    if (v == p->count)
        return OPT_GROWS;
    if (!node)
        return v < p->index.n_values ? OPT_FIXED : OPT_UNKNOWN; /* a parameter */
    if (!p->inside[v] || node->i.op == IR_CONST)
        return OPT_FIXED;
    if (node->i.op == IR_GET)
        return !p->index.has_address[node->i.imm] && opt_tree_count(&p->loop->arms[0].list, IR_SET, node->i.imm) == 0
                   ? OPT_FIXED
                   : OPT_UNKNOWN;
    if (!opt_is_pure(&node->i))
        return OPT_UNKNOWN;
    int most = OPT_FIXED;
    for (uint32_t k = 0; k < node->i.n_args; k++) {
        int kind = opt_loop_kind_of(p, node->args[k]);
        if (kind == OPT_UNKNOWN)
            return OPT_UNKNOWN;
        most = kind > most ? kind : most;
    }
    const opt_node *by = node->i.n_args == 2 ? opt_constant(&p->index, node->args[1]) : NULL;
    if (node->i.op == IR_DIV || node->i.op == IR_REM)
        return by && by->i.imm && opt_is_unsigned(node->i.type) && (most == OPT_FIXED || node->i.op == IR_DIV)
                   ? most
                   : OPT_UNKNOWN;
    if (most == OPT_FIXED)
        return OPT_FIXED;
    switch ((ir_op)node->i.op) {
    case IR_ADD:
    case IR_MUL: return opt_is_unsigned(node->i.type) ? OPT_GROWS : OPT_UNKNOWN;
    case IR_SHR: return by && opt_is_unsigned(node->i.type) ? OPT_GROWS : OPT_UNKNOWN;
    case IR_CONVERT: {
        ir_type from = p->t->f->values.at[node->args[0]];
        return opt_is_unsigned(from) && opt_is_unsigned(node->i.type) &&
                       ir_size(p->t->m, from) <= ir_size(p->t->m, node->i.type)
                   ? OPT_GROWS
                   : OPT_UNKNOWN;
    }
    case IR_CASES_CONSTANT:
    case IR_SUB:
    case IR_DIV:
    case IR_REM:
    case IR_AND:
    case IR_OR:
    case IR_XOR:
    case IR_SHL:
    case IR_CASES_UNARY:
    case IR_CASES_COMPARISON:
    case IR_OVERFLOWS:
    case IR_BITCAST:
    case IR_SELECT:
    case IR_CASES_LOCAL:
    case IR_CASES_ADDRESS:
    case IR_CASES_MEMORY:
    case IR_CASES_AGGREGATE:
    case IR_CASES_CALL:
    case IR_FUNCTION_ADDR:
    case IR_INTRINSIC:
    case IR_PTX:
    case IR_CASES_FLOW:
    case IR_N_OPS: break;
    }
    return OPT_UNKNOWN;
}

void opt_loop_copy(opt_tree *t, opt_node *loop, opt_list *to)
{
    opt_copy c = opt_tree_own_again(t);
    opt_list whole = {.at = &loop, .n = 1};
    opt_tree_copy(t, to, &whole, &c);
}
