/* opt_inclusive_loop.c: loops over `a..=b`.
 *
 *   f = false; loop { if f { break } v = get c; if v <= b { if v < b { c = v + 1 } else { f = true } body } else {
 * break } }
 *
 * become loops that leave behind the round of b, which no optimizer has to understand f for:
 *
 *   if a <= b { loop { v = get c; { body } if v == b { break } c = v + 1 } }
 *
 * and a few rounds between constants become a row of bodies. */
#include "opt/opt_tree.h"

enum { MOST_ROUNDS = 4, MOST_UNROLLED = 900 };

typedef struct unrolling {
    ir_tree *t;
    ir_index index;
    bool changed;
    /* of the loop at hand */
    const ir_node *loop;
    uint64_t flag, counter;
    ir_value v, end;
    ir_list constants, body; /* constants: between the tests */
} unrolling;

static const ir_node *first_of(const ir_list *list, uint32_t at)
{
    return at < list->n ? list->at[at] : NULL;
}

static bool is_break(const ir_list *list, uint64_t label)
{
    return list->n == 1 && list->at[0]->i.op == IR_BREAK && list->at[0]->i.imm == label;
}

static const ir_node *constant(const unrolling *p, ir_value v)
{
    const ir_node *node = ir_definition(&p->index, v);
    return node && node->i.op == IR_CONST ? node : NULL;
}

/* set c, v + 1: its place in the list or, not there, the list's length */
static uint32_t find_step(const unrolling *p, const ir_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const ir_node *set = list->at[n], *sum = set->i.op == IR_SET ? ir_definition(&p->index, set->args[0]) : NULL;
        const ir_node *one = sum && sum->i.op == IR_ADD ? constant(p, sum->args[1]) : NULL;
        if (one && one->i.imm == 1 && sum->args[0] == p->v && set->i.imm == p->counter)
            return n;
        if (!ir_is_pure(&set->i))
            break;
    }
    return list->n;
}

/* if v < end { set c, v + 1 } else { set f, true } */
static bool is_advance(const unrolling *p, const ir_node *node)
{
    const ir_node *less = node->i.op == IR_IF && node->n_arms == 2 ? ir_definition(&p->index, node->args[0]) : NULL;
    if (!less || less->i.op != IR_LT || less->args[0] != p->v || less->args[1] != p->end)
        return false;
    const ir_list *step = &node->arms[0].list, *last = &node->arms[1].list;
    const ir_node *set = last->n ? last->at[last->n - 1] : NULL;
    for (uint32_t n = 0; n + 1 < last->n; n++)
        if (!ir_is_pure(&last->at[n]->i))
            return false;
    return find_step(p, step) + 1 == step->n && set && set->i.op == IR_SET && set->i.imm == p->flag;
}

static bool is_outside(const unrolling *p, ir_value v, const ir_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        if (list->at[n]->i.result == v)
            return constant(p, v) != NULL;
        for (uint32_t arm = 0; arm < list->at[n]->n_arms; arm++)
            if (!is_outside(p, v, &list->at[n]->arms[arm].list))
                return false;
    }
    return true;
}

static bool is_inclusive(unrolling *p, const ir_node *loop)
{
    const ir_list *top = &loop->arms[0].list;
    const ir_node *flag = first_of(top, 0), *ended = first_of(top, 1);
    if (top->n != 2 || flag->i.op != IR_GET || flag->i.type != IR_BOOL || ended->i.op != IR_IF ||
        ended->args[0] != flag->i.result || ended->n_arms != 2 || !is_break(&ended->arms[0].list, loop->i.imm))
        return false;
    ir_list *list = &p->constants, rest = {0};
    p->constants = (ir_list){0};
    for (uint32_t n = 0; n < ended->arms[1].list.n; n++) {
        ir_node *node = ended->arms[1].list.at[n];
        vec_push(p->t->m->memory, node->i.op == IR_CONST ? list : &rest, node);
    }
    const ir_node *get = first_of(&rest, 0), *order = first_of(&rest, 1), *test = first_of(&rest, 2);
    if (rest.n != 3 || get->i.op != IR_GET || get->i.type < IR_I8 || get->i.type > IR_U64)
        return false;
    if (order->i.op != IR_LE || order->args[0] != get->i.result || test->i.op != IR_IF ||
        test->args[0] != order->i.result || test->n_arms != 2 || !is_break(&test->arms[1].list, loop->i.imm))
        return false;
    p->loop = loop;
    p->flag = flag->i.imm;
    p->counter = get->i.imm;
    p->v = get->i.result;
    p->end = order->args[1];
    const ir_list *then = &test->arms[0].list;
    uint32_t at = 0;
    while (at < then->n && ir_is_pure(&then->at[at]->i) && then->at[at]->n_arms == 0)
        at++;
    if (at == then->n || !is_advance(p, then->at[at]) || !is_outside(p, p->end, top))
        return false;
    p->body = (ir_list){0};
    for (uint32_t n = 0; n < then->n; n++)
        if (n != at)
            vec_push(p->t->m->memory, &p->body, then->at[n]);
    const ir_list *all = &p->t->body;
    return !p->index.has_address[p->flag] && !p->index.has_address[p->counter] &&
           ir_tree_count(all, IR_GET, p->flag) == 1 && ir_tree_count(all, IR_GET, p->counter) == 1 &&
           ir_tree_count(&p->body, IR_SET, p->counter) == 0 && ir_tree_count(&p->body, IR_SET, p->flag) == 0;
}

/* The constant that the local is set to last before `at`; NULL: none. */
static const ir_node *start_of(const unrolling *p, const ir_list *list, uint32_t at, uint64_t local)
{
    const ir_node *set = ir_tree_set_before(list, at, local);
    return set ? constant(p, set->args[0]) : NULL;
}

static void continue_to_break(ir_list *list, uint64_t label, uint64_t to)
{
    for (uint32_t n = 0; n < list->n; n++) {
        if (list->at[n]->i.op == IR_CONTINUE && list->at[n]->i.imm == label) {
            list->at[n]->i.op = IR_BREAK;
            list->at[n]->i.imm = to;
        }
        for (uint32_t arm = 0; arm < list->at[n]->n_arms; arm++)
            continue_to_break(&list->at[n]->arms[arm].list, label, to);
    }
}

/* The body as a block that its `continue`s leave. */
static void push_round(unrolling *p, ir_list *to, ir_list *body)
{
    ir_tree *t = p->t;
    if (ir_tree_count(body, IR_CONTINUE, p->loop->i.imm) == 0) {
        ir_tree_append(t, to, body);
        return;
    }
    ir_node *block = ir_tree_bracket(t, IR_BLOCK, 1);
    block->i.imm = ++t->f->n_labels;
    continue_to_break(body, p->loop->i.imm, block->i.imm);
    block->arms[0].list = *body;
    vec_push(t->m->memory, to, block);
}

static void push_rounds(unrolling *p, ir_list *out, uint64_t start, uint64_t n_rounds)
{
    ir_tree *t = p->t;
    ir_list rounds = {0};
    for (uint64_t k = 0; k < n_rounds; k++) {
        ir_copy c = ir_tree_own(t);
        ir_list body = {0};
        ir_node *v = ir_tree_node(t, IR_CONST, t->f->values.at[p->v], NULL, 0, start + k);
        vec_push(t->m->memory, &rounds, v);
        c.values[p->v] = v->i.result;
        ir_tree_copy(t, &body, &p->body, &c);
        push_round(p, &rounds, &body);
    }
    if (ir_tree_count(&rounds, IR_BREAK, p->loop->i.imm) == 0) {
        ir_tree_append(t, out, &rounds);
        return;
    }
    ir_node *block = ir_tree_bracket(t, IR_BLOCK, 1);
    block->i.imm = p->loop->i.imm;
    block->arms[0].list = rounds;
    vec_push(t->m->memory, out, block);
}

static ir_value push(unrolling *p, ir_list *list, ir_node *node)
{
    vec_push(p->t->m->memory, list, node);
    return node->i.result;
}

static void push_loop(unrolling *p, ir_list *out)
{
    ir_tree *t = p->t;
    ir_type type = t->f->values.at[p->v];
    ir_list list = {0}, leave = {0}, again = {0};
    ir_node *get = ir_tree_node(t, IR_GET, 0, NULL, 0, p->counter), *loop = ir_tree_bracket(t, IR_LOOP, 1);
    get->i.type = type;
    get->i.result = p->v;
    push(p, &list, get);
    push_round(p, &list, &p->body);
    ir_value is_last = push(p, &list, ir_tree_node(t, IR_EQ, IR_BOOL, (ir_value[]){p->v, p->end}, 2, 0));
    ir_node *last = ir_tree_bracket(t, IR_IF, 1);
    last->i.n_args = 1;
    last->args = arena_copy(t->m->memory, &is_last, sizeof is_last);
    push(p, &leave, ir_tree_node(t, IR_BREAK, 0, NULL, 0, p->loop->i.imm));
    last->arms[0].list = leave;
    push(p, &list, last);
    ir_value one = push(p, &list, ir_tree_node(t, IR_CONST, type, NULL, 0, 1));
    ir_value next = push(p, &list, ir_tree_node(t, IR_ADD, type, (ir_value[]){p->v, one}, 2, 0));
    ir_node *set = ir_tree_node(t, IR_SET, 0, &next, 1, p->counter);
    set->i.type = type;
    push(p, &list, set);
    loop->i.imm = p->loop->i.imm;
    loop->arms[0].list = list;
    ir_value start = push(p, out, ir_tree_node(t, IR_GET, type, NULL, 0, p->counter));
    ir_value any = push(p, out, ir_tree_node(t, IR_LE, IR_BOOL, (ir_value[]){start, p->end}, 2, 0));
    ir_node *if_any = ir_tree_bracket(t, IR_IF, 1);
    if_any->i.n_args = 1;
    if_any->args = arena_copy(t->m->memory, &any, sizeof any);
    push(p, &again, loop);
    if_any->arms[0].list = again;
    push(p, out, if_any);
}

static void unroll_list(unrolling *p, ir_list *list)
{
    ir_list out = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        ir_node *node = list->at[n];
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            unroll_list(p, &node->arms[arm].list);
        const ir_node *flag = node->i.op == IR_LOOP && is_inclusive(p, node) ? start_of(p, list, n, p->flag) : NULL;
        if (!flag || flag->i.imm) {
            vec_push(p->t->m->memory, &out, node);
            continue;
        }
        const ir_node *start = start_of(p, list, n, p->counter), *end = constant(p, p->end);
        uint64_t more = start && end ? end->i.imm - start->i.imm : UINT64_MAX;
        p->changed = true;
        ir_tree_append(p->t, &out, &p->constants);
        if (more < MOST_ROUNDS && (more + 1) * ir_tree_size(&p->body) <= MOST_UNROLLED)
            push_rounds(p, &out, start->i.imm, more + 1);
        else
            push_loop(p, &out);
    }
    *list = out;
}

bool ir_unroll(ir_tree *t)
{
    unrolling p = {.t = t, .index = ir_tree_index(t)};
    unroll_list(&p, &t->body);
    return p.changed;
}
