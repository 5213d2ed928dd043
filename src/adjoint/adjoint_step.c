/* adjoint_step.c: numbers that a loop counts by steps, which the way back has from the number of the round.
 *
 * A local is counted by a loop if one SET in the loop adds a step to it that stays the same, in each round but perhaps
 * the last. In round r it is then its first value + r * step before the SET, and one step more behind it. A sum that
 * saturates does so once at most, if the SET is where the local is below something. */
#include "adjoint/adjoint_work.h"

/* Where in a round a GET stands. PAST: what it gets is one step more, but for the last round perhaps. */
typedef enum round_part { ROUND_BEFORE, ROUND_BEHIND, ROUND_PAST } round_part;
typedef struct stepping {
    adjoint *a;
    const opt_node *loop;
    ir_local local;
    const opt_node *set, *guard; /* the IF in whose first arm the SET is; NULL: it is in none */
    ir_value first, step;
    bool is_less, saturates;
    round_part part;
} stepping;

static uint32_t adjoint_count_sets(const opt_list *list, ir_local local)
{
    return opt_tree_count(list, IR_SET, local) + opt_tree_count(list, IR_LOCAL_ADDR, local);
}

/* Whether the list ends the loop: the last that it does is to set the exit number to that of a break or return. */
static bool adjoint_breaks(const adjoint *a, const opt_list *list, const opt_node *loop)
{
    const opt_node *last = loop->arms[0].list.at[loop->arms[0].list.n - 1];
    if (!adjoint_is_way_out(last) || !list->n)
        return false;
    const opt_node *test = a->defined[last->args[0]], *set = list->at[list->n - 1];
    const opt_node *exit = test && test->i.op == IR_NE ? a->defined[test->args[0]] : NULL;
    const opt_node *number = set->i.op == IR_SET ? a->defined[set->args[0]] : NULL;
    return exit && exit->i.op == IR_GET && set->i.op == IR_SET && set->i.imm == exit->i.imm && number &&
           number->i.op == IR_CONST && (number->i.imm == 2 * loop->i.imm || number->i.imm == 1);
}

/* The SET of the local that each round comes by, but perhaps the last; NULL: there is none. */
static const opt_node *adjoint_steady_set(stepping *s, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n], *set = NULL;
        if (node->i.op == IR_SET && node->i.imm == s->local)
            return node;
        for (uint32_t arm = 0; arm < 2 && node->i.op == IR_IF && node->n_arms == 2 && !set; arm++)
            if (adjoint_breaks(s->a, &node->arms[1 - arm].list, s->loop)) {
                set = adjoint_steady_set(s, &node->arms[arm].list);
                if (set && !s->guard && arm == 0)
                    s->guard = node;
            }
        if (set)
            return set;
    }
    return NULL;
}

/* In the order in which a round comes by them. */
static void adjoint_note_gets(stepping *s, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        const bool is_before = s->part == ROUND_BEFORE;
        if (node == s->set)
            s->part = ROUND_BEHIND;
        if (node->i.op == IR_GET && node->i.imm == s->local && s->part != ROUND_PAST)
            s->a->steps[node->i.result] =
                (adjoint_step){s->loop, s->first, s->step, s->is_less, s->part == ROUND_BEHIND, s->saturates};
        for (uint32_t arm = 0; arm < node->n_arms; arm++) {
            adjoint_note_gets(s, &node->arms[arm].list);
            if (is_before && s->part != ROUND_BEFORE)
                s->part = ROUND_PAST;
        }
    }
}

static bool adjoint_is_greatest(const adjoint *a, const opt_node *node)
{
    const uint8_t kind = a->m->types.at[node->i.type].kind;
    return node->i.op == IR_CONST && kind >= IR_U8 && kind <= IR_U64 &&
           node->i.imm == ir_low_bits(UINT64_MAX, ir_size(a->m, node->i.type));
}

/* What the SET sets to, or the sum in it if that saturates and the guard lets no saturated one in. */
static const opt_node *adjoint_sum_of(stepping *s)
{
    const adjoint *a = s->a;
    const opt_node *value = a->defined[s->set->args[0]];
    if (!value || value->i.op != IR_SELECT)
        return value;
    const opt_node *over = a->defined[value->args[0]], *most = a->defined[value->args[1]];
    const opt_node *sum = a->defined[value->args[2]], *test = s->guard ? a->defined[s->guard->args[0]] : NULL;
    const opt_node *below = test && test->i.op == IR_LT ? a->defined[test->args[0]] : NULL;
    s->saturates = over && over->i.op == IR_OVERFLOWS && over->i.aux == IR_ADD && most &&
                   adjoint_is_greatest(a, most) && sum && sum->i.op == IR_ADD && over->args[0] == sum->args[0] &&
                   over->args[1] == sum->args[1] && below && below->i.op == IR_GET && below->i.imm == s->local &&
                   opt_tree_holds(&s->loop->arms[0].list, below);
    return s->saturates ? sum : NULL;
}

/* Whether the SET adds a step to the local; reads what is added. */
static bool adjoint_reads_step(stepping *s)
{
    const adjoint *a = s->a;
    const opt_list *body = &s->loop->arms[0].list;
    const opt_node *sum = adjoint_sum_of(s);
    if (!sum || (sum->i.op != IR_ADD && sum->i.op != IR_SUB) || !ir_is_int(a->m, sum->i.type))
        return false;
    for (uint32_t k = 0; k < (sum->i.op == IR_ADD ? 2u : 1u); k++) {
        const opt_node *before = a->defined[sum->args[k]], *step = a->defined[sum->args[1 - k]];
        if (!before || before->i.op != IR_GET || before->i.imm != s->local || !opt_tree_holds(body, before))
            continue;
        s->step = sum->args[1 - k];
        s->is_less = sum->i.op == IR_SUB;
        return !step || step->i.op == IR_CONST || !opt_tree_holds(body, step);
    }
    return false;
}

/* A loop that counts by one, or by steps of which the last may saturate, and leaves only where the counter is no longer
 * below a value that stays the same. */
static void adjoint_note_bounds(stepping *s)
{
    adjoint *a = s->a;
    const opt_list *body = &s->loop->arms[0].list;
    const opt_node *test = s->guard ? a->defined[s->guard->args[0]] : NULL, *step = a->defined[s->step];
    if (!test || test->i.op != IR_LT) /* a loop without a guard may have no way out at all */
        return;
    const opt_node *below = a->defined[test->args[0]], *end = a->defined[test->args[1]];
    const opt_node *exit = a->defined[body->at[body->n - 1]->args[0]];
    const uint8_t kind = a->m->types.at[a->t->f->locals.at[s->local].type].kind;
    const bool is_one = step && step->i.op == IR_CONST && step->i.imm == 1;
    if (s->is_less || !(is_one || s->saturates) || kind < IR_U8 || kind > IR_U64 || !below || below->i.op != IR_GET ||
        below->i.imm != s->local || !opt_tree_holds(body, below) ||
        (end && end->i.op != IR_CONST && opt_tree_holds(body, end)) ||
        opt_tree_count(body, IR_SET, a->defined[exit->args[0]]->i.imm) != 1)
        return;
    *arena_map_at(a->m->memory, &a->firsts, (uint64_t)(uintptr_t)s->loop, 1) = s->first;
    *arena_map_at(a->m->memory, &a->ends, (uint64_t)(uintptr_t)s->loop, 1) = test->args[1];
    *arena_map_at(a->m->memory, &a->strides, (uint64_t)(uintptr_t)s->loop, 1) = is_one ? 0 : s->step;
}

bool adjoint_is_full(const adjoint *a, const opt_node *loop)
{
    return arena_map_at(a->m->memory, (arena_map *)&a->full, (uint64_t)(uintptr_t)loop, 0) != NULL;
}

ir_value adjoint_rounds_of(adjoint *a, const opt_node *loop)
{
    const uint64_t key = (uint64_t)(uintptr_t)loop;
    if (!arena_map_at(a->m->memory, &a->firsts, key, 0))
        return adjoint_need(a, *arena_map_at(a->m->memory, &a->rounds, key, 0));
    const ir_value first = *arena_map_at(a->m->memory, &a->firsts, key, 0);
    const ir_value end = *arena_map_at(a->m->memory, &a->ends, key, 0);
    const ir_type type = adjoint_type_of(a, end);
    const ir_value low = adjoint_need(a, first), high = adjoint_need(a, end);
    const ir_value any = adjoint_binary(a, IR_LT, IR_BOOL, low, high),
                   stride = *arena_map_at(a->m->memory, &a->strides, key, 1);
    ir_value all = adjoint_binary(a, IR_SUB, type, high, low);
    if (stride) { /* the quotient, rounded up; a stride of zero has no second round */
        const ir_value by = adjoint_need(a, stride), one = adjoint_integer(a, type, 1);
        const ir_value is_none = adjoint_binary(a, IR_EQ, IR_BOOL, by, adjoint_integer(a, type, 0));
        const ir_value safe = adjoint_put(a, IR_SELECT, type, (ir_value[]){is_none, one, by}, 3, 0);
        all = adjoint_binary(a, IR_ADD, type,
                             adjoint_binary(a, IR_DIV, type, adjoint_binary(a, IR_SUB, type, all, one), safe), one);
    }
    const ir_value args[3] = {any, all, adjoint_integer(a, type, 0)};
    ir_value n = adjoint_put(a, IR_SELECT, type, args, 3, 0);
    if (type != IR_U64)
        n = adjoint_put(a, IR_CONVERT, IR_U64, &n, 1, 0);
    return adjoint_is_full(a, loop) ? n : adjoint_binary(a, IR_ADD, IR_U64, n, adjoint_integer(a, IR_U64, 1));
}

static void adjoint_step_loop(adjoint *a, opt_list *outer, const opt_node *loop)
{
    for (ir_local local = 1; local < a->t->f->locals.n; local++) {
        stepping s = {.a = a, .loop = loop, .local = local};
        if (!ir_is_int(a->m, a->t->f->locals.at[local].type) || opt_tree_count(&a->t->body, IR_LOCAL_ADDR, local) ||
            adjoint_count_sets(&loop->arms[0].list, local) != 1)
            continue;
        s.set = adjoint_steady_set(&s, &loop->arms[0].list);
        if (!s.set || !adjoint_reads_step(&s))
            continue;
        const opt_node *start = opt_tree_set_before(outer, outer->n, local);
        a->out = outer;
        s.first = start ? start->args[0] : adjoint_get(a, local);
        adjoint_note_gets(&s, &loop->arms[0].list);
        adjoint_note_bounds(&s);
    }
}

static void adjoint_step_list(adjoint *a, opt_list *list)
{
    opt_list out = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        if (node->i.op == IR_LOOP)
            adjoint_step_loop(a, &out, node);
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            adjoint_step_list(a, &node->arms[arm].list);
        vec_push(a->m->memory, &out, node);
    }
    *list = out;
}

void adjoint_find_steps(adjoint *a)
{
    a->defined = opt_tree_index(a->t).defined;
    a->n_steps = a->t->f->values.n;
    a->steps = ARENA_ARRAY(a->m->memory, adjoint_step, a->n_steps);
    adjoint_step_list(a, &a->t->body);
}
