/* opt_inclusive_loop.c: loops over `a..=b`.
 *
 * RangeInclusive keeps a flag that it has given its last value, since its counter cannot step beyond b:
 *
 *   f = false; loop { if f { break } v = get c; if v <= b { if v < b { c = v + 1 } else { f = true } body } else {
 * break } }
 *
 * Such a loop becomes one that leaves at its bottom, after the round of b, and that needs no flag:
 *
 *   if a <= b { loop { v = get c; { body } if v == b { break } c = v + 1 } }
 *
 * Where a and b are constants and few rounds apart, the loop is unrolled into a row of bodies.
 *
 * Requires OPT_INLINED and OPT_SCALARS: the iterator's `next` must be in the loop, and its fields must be locals.
 * Breaks OPT_SCALARS: in a row of bodies the counter is a constant that sroa has not used yet. */
#include "opt/opt_tree.h"

enum { MOST_ROUNDS = 4, MOST_UNROLLED = 2000 };

typedef struct unrolling {
    opt_tree *t;
    opt_index index;
    bool changed;
    /* What follows is of the loop at hand. */
    const opt_node *loop;
    uint64_t flag, counter;
    ir_value v, end;
    opt_list constants, body; /* constants: those between the tests */
} unrolling;

static const opt_node *opt_inclusive_first_of(const opt_list *list, uint32_t at)
{
    return at < list->n ? list->at[at] : NULL;
}

static bool opt_inclusive_is_break(const opt_list *list, uint64_t label)
{
    return list->n == 1 && list->at[0]->i.op == IR_BREAK && list->at[0]->i.imm == label;
}

/* The index of `set c, v + 1` in the list; the list's length: it is not there. */
static uint32_t opt_inclusive_find_step(const unrolling *p, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *set = list->at[n], *sum = set->i.op == IR_SET ? opt_definition(&p->index, set->args[0]) : NULL;
        const opt_node *one = sum && sum->i.op == IR_ADD ? opt_constant(&p->index, sum->args[1]) : NULL;
        if (one && one->i.imm == 1 && sum->args[0] == p->v && set->i.imm == p->counter)
            return n;
        if (!opt_is_pure(&set->i))
            break;
    }
    return list->n;
}

/* Whether the node is `if v < end { set c, v + 1 } else { set f, true }`. */
static bool opt_inclusive_is_advance(const unrolling *p, const opt_node *node)
{
    const opt_node *less = node->i.op == IR_IF && node->n_arms == 2 ? opt_definition(&p->index, node->args[0]) : NULL;
    if (!less || less->i.op != IR_LT || less->args[0] != p->v || less->args[1] != p->end)
        return false;
    const opt_list *step = &node->arms[0].list, *last = &node->arms[1].list;
    const opt_node *set = last->n ? last->at[last->n - 1] : NULL;
    for (uint32_t n = 0; n + 1 < last->n; n++)
        if (!opt_is_pure(&last->at[n]->i))
            return false;
    return opt_inclusive_find_step(p, step) + 1 == step->n && set && set->i.op == IR_SET && set->i.imm == p->flag;
}

static bool opt_inclusive_is_outside(const unrolling *p, ir_value v, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        if (list->at[n]->i.result == v)
            return opt_constant(&p->index, v) != NULL;
        for (uint32_t arm = 0; arm < list->at[n]->n_arms; arm++)
            if (!opt_inclusive_is_outside(p, v, &list->at[n]->arms[arm].list))
                return false;
    }
    return true;
}

static bool opt_inclusive_is_inclusive(unrolling *p, const opt_node *loop)
{
    const opt_list *top = &loop->arms[0].list;
    const opt_node *flag = opt_inclusive_first_of(top, 0), *ended = opt_inclusive_first_of(top, 1);
    if (top->n != 2 || flag->i.op != IR_GET || flag->i.type != IR_BOOL || ended->i.op != IR_IF ||
        ended->args[0] != flag->i.result || ended->n_arms != 2 ||
        !opt_inclusive_is_break(&ended->arms[0].list, loop->i.imm))
        return false;
    opt_list *list = &p->constants, rest = {0};
    p->constants = (opt_list){0};
    for (uint32_t n = 0; n < ended->arms[1].list.n; n++) {
        opt_node *node = ended->arms[1].list.at[n];
        vec_push(p->t->m->memory, node->i.op == IR_CONST ? list : &rest, node);
    }
    const opt_node *get = opt_inclusive_first_of(&rest, 0), *order = opt_inclusive_first_of(&rest, 1),
                   *test = opt_inclusive_first_of(&rest, 2);
    if (rest.n != 3 || get->i.op != IR_GET || get->i.type < IR_I8 || get->i.type > IR_U64)
        return false;
    if (order->i.op != IR_LE || order->args[0] != get->i.result || test->i.op != IR_IF ||
        test->args[0] != order->i.result || test->n_arms != 2 ||
        !opt_inclusive_is_break(&test->arms[1].list, loop->i.imm))
        return false;
    p->loop = loop;
    p->flag = flag->i.imm;
    p->counter = get->i.imm;
    p->v = get->i.result;
    p->end = order->args[1];
    const opt_list *then = &test->arms[0].list;
    uint32_t at = 0;
    while (at < then->n && opt_is_pure(&then->at[at]->i) && then->at[at]->n_arms == 0)
        at++;
    if (at == then->n || !opt_inclusive_is_advance(p, then->at[at]) || !opt_inclusive_is_outside(p, p->end, top))
        return false;
    p->body = (opt_list){0};
    for (uint32_t n = 0; n < then->n; n++)
        if (n != at)
            vec_push(p->t->m->memory, &p->body, then->at[n]);
    const opt_list *all = &p->t->body;
    return !p->index.has_address[p->flag] && !p->index.has_address[p->counter] &&
           opt_tree_count(all, IR_GET, p->flag) == 1 && opt_tree_count(all, IR_GET, p->counter) == 1 &&
           opt_tree_count(&p->body, IR_SET, p->counter) == 0 && opt_tree_count(&p->body, IR_SET, p->flag) == 0;
}

static void opt_inclusive_continue_to_break(opt_list *list, uint64_t label, uint64_t to)
{
    for (uint32_t n = 0; n < list->n; n++) {
        if (list->at[n]->i.op == IR_CONTINUE && list->at[n]->i.imm == label) {
            list->at[n]->i.op = IR_BREAK;
            list->at[n]->i.imm = to;
        }
        for (uint32_t arm = 0; arm < list->at[n]->n_arms; arm++)
            opt_inclusive_continue_to_break(&list->at[n]->arms[arm].list, label, to);
    }
}

/* Appends the body; where it has `continue`s they become breaks out of a BLOCK around it. */
static void opt_inclusive_push_round(unrolling *p, opt_list *to, opt_list *body)
{
    opt_tree *t = p->t;
    if (opt_tree_count(body, IR_CONTINUE, p->loop->i.imm) == 0) {
        opt_tree_append(t, to, body);
        return;
    }
    opt_node *block = opt_tree_bracket(t, IR_BLOCK, 1);
    block->i.imm = ++t->f->n_labels;
    opt_inclusive_continue_to_break(body, p->loop->i.imm, block->i.imm);
    block->arms[0].list = *body;
    vec_push(t->m->memory, to, block);
}

static void opt_inclusive_push_rounds(unrolling *p, opt_list *out, uint64_t start, uint64_t n_rounds)
{
    opt_tree *t = p->t;
    opt_list rounds = {0};
    for (uint64_t k = 0; k < n_rounds; k++) {
        opt_copy c = opt_tree_own_again(t);
        opt_list body = {0};
        opt_node *v = opt_tree_node(t, IR_CONST, t->f->values.at[p->v], NULL, 0, start + k);
        vec_push(t->m->memory, &rounds, v);
        opt_tree_copy_is(t, &c, p->v, v->i.result);
        opt_tree_copy(t, &body, &p->body, &c);
        opt_inclusive_push_round(p, &rounds, &body);
    }
    if (opt_tree_count(&rounds, IR_BREAK, p->loop->i.imm) == 0) {
        opt_tree_append(t, out, &rounds);
        return;
    }
    opt_node *block = opt_tree_bracket(t, IR_BLOCK, 1);
    block->i.imm = p->loop->i.imm;
    block->arms[0].list = rounds;
    vec_push(t->m->memory, out, block);
}

static void opt_inclusive_push_loop(unrolling *p, opt_list *out)
{
    opt_tree *t = p->t;
    ir_type type = t->f->values.at[p->v];
    opt_list list = {0}, leave = {0}, again = {0};
    opt_node *get = opt_tree_node(t, IR_GET, 0, NULL, 0, p->counter), *loop = opt_tree_bracket(t, IR_LOOP, 1);
    get->i.type = type;
    get->i.result = p->v;
    opt_tree_push(p->t, &list, get);
    opt_inclusive_push_round(p, &list, &p->body);
    ir_value is_last = opt_tree_push(p->t, &list, opt_tree_node(t, IR_EQ, IR_BOOL, (ir_value[]){p->v, p->end}, 2, 0));
    opt_node *last = opt_tree_if(t, is_last, 1);
    opt_tree_push(p->t, &leave, opt_tree_node(t, IR_BREAK, 0, NULL, 0, p->loop->i.imm));
    last->arms[0].list = leave;
    opt_tree_push(p->t, &list, last);
    ir_value one = opt_tree_push(p->t, &list, opt_tree_node(t, IR_CONST, type, NULL, 0, 1));
    ir_value next = opt_tree_push(p->t, &list, opt_tree_node(t, IR_ADD, type, (ir_value[]){p->v, one}, 2, 0));
    opt_node *set = opt_tree_node(t, IR_SET, 0, &next, 1, p->counter);
    set->i.type = type;
    opt_tree_push(p->t, &list, set);
    loop->i.imm = p->loop->i.imm;
    loop->arms[0].list = list;
    ir_value start = opt_tree_push(p->t, out, opt_tree_node(t, IR_GET, type, NULL, 0, p->counter));
    ir_value any = opt_tree_push(p->t, out, opt_tree_node(t, IR_LE, IR_BOOL, (ir_value[]){start, p->end}, 2, 0));
    opt_node *if_any = opt_tree_if(t, any, 1);
    opt_tree_push(p->t, &again, loop);
    if_any->arms[0].list = again;
    opt_tree_push(p->t, out, if_any);
}

static void opt_inclusive_unroll_list(unrolling *p, opt_list *list)
{
    opt_list out = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_inclusive_unroll_list(p, &node->arms[arm].list);
        const opt_node *flag = node->i.op == IR_LOOP && opt_inclusive_is_inclusive(p, node)
                                   ? opt_start_of(&p->index, list, n, p->flag)
                                   : NULL;
        if (!flag || flag->i.imm) {
            vec_push(p->t->m->memory, &out, node);
            continue;
        }
        const opt_node *start = opt_start_of(&p->index, list, n, p->counter), *end = opt_constant(&p->index, p->end);
        uint64_t more = start && end ? end->i.imm - start->i.imm : UINT64_MAX;
        p->changed = true;
        opt_tree_append(p->t, &out, &p->constants);
        if (more < MOST_ROUNDS && (more + 1) * opt_tree_size(&p->body) <= MOST_UNROLLED)
            opt_inclusive_push_rounds(p, &out, start->i.imm, more + 1);
        else
            opt_inclusive_push_loop(p, &out);
    }
    *list = out;
}

bool opt_inclusive_loop(opt_tree *t)
{
    unrolling p = {.t = t, .index = opt_tree_index(t)};
    opt_inclusive_unroll_list(&p, &t->body);
    return p.changed;
}
