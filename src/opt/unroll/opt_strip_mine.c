/* opt_strip_mine.c: strip mining: a loop with a wide step does four rounds at a time, with the reads of all four first.
 *
 *   loop { v = get c; if v < end { set c, v + s; x = load a[v]; .. } else { leave } }
 * becomes
 *   loop { v = get c; if v < end && end - v > 3 * s { x0 = load a[v]; x1 = load a[v + s]; ..;
 *          (the four rounds' other work in its order) set c, v + 3 * s + s } else { break } }
 * and, behind it, the loop as it was, for the rest.
 *
 * NVVM unrolls loops that count by one, but not loops with a wider step or one that only the run tells (`grid_stride`).
 * One round at a time, each read waits for the one before. Nothing in a round may end the loop. What is read must not
 * be what another of the four rounds writes, so either the loop writes nothing, or it reads and writes only the element
 * of the counter's own number. opt_partial_unroll.c has more loops done so (is_narrow).
 *
 * Requires OPT_INLINED and OPT_SCALARS, and finds most after loop versioning, since a check may end the loop. Breaks
 * nothing: a round's instructions are copied. */
#include "opt/unroll/opt_strip_mine.h"

enum { N_ROUNDS = 4, MOST_NODES = 40, MOST_NARROW = 64, MOST_GROWTH = 1500, WIDEST_STEP = 60 /* bits */ };

typedef struct streaming {
    opt_tree *t;
    opt_index index;
    uint8_t *inside, *early; /* by value: defined in the loop at hand; computed before the rounds' other work */
    uint32_t n_grown;
    bool changed, is_narrow;
    /* What follows is of the loop at hand. */
    opt_node *loop, *get;
    ir_value count, end, step;
    uint64_t constant_step;        /* 0: it is not known before the run */
    opt_list round;                /* what a round does */
    bool reads, reads_any, writes; /* reads_any: of what another thread may write */
} streaming;

static void opt_strip_mark(streaming *p, const opt_list *list, uint8_t inside)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const ir_value v = list->at[n]->i.result;
        if (v && v < p->index.n_values)
            p->inside[v] = inside;
        for (uint32_t arm = 0; arm < list->at[n]->n_arms; arm++)
            opt_strip_mark(p, &list->at[n]->arms[arm].list, inside);
    }
}

static bool opt_strip_is_inside(const streaming *p, ir_value v)
{
    return v >= p->index.n_values || p->inside[v];
}

/* Whether the counter is set to v + s or, where that overflows, to the greatest number. */
static bool opt_strip_is_step(streaming *p, ir_value next)
{
    const opt_node *node = opt_definition(&p->index, next);
    if (node && node->i.op == IR_SELECT) {
        const opt_node *overflows = opt_definition(&p->index, node->args[0]),
                       *most = opt_definition(&p->index, node->args[1]);
        const opt_node *sum = opt_definition(&p->index, node->args[2]);
        if (!overflows || overflows->i.op != IR_OVERFLOWS || overflows->i.aux != IR_ADD || !most ||
            most->i.op != IR_CONST || most->i.imm != opt_low_bits(p->t, most->i.type, UINT64_MAX) || !sum ||
            sum->i.op != IR_ADD || overflows->args[0] != sum->args[0] || overflows->args[1] != sum->args[1])
            return false;
        node = sum;
    }
    if (!node || node->i.op != IR_ADD || node->args[0] != p->count)
        return false;
    const opt_node *by = opt_definition(&p->index, node->args[1]);
    const uint64_t largest = p->get->i.type == IR_U32 ? UINT32_MAX / 4 : UINT32_MAX; /* for several steps at once */
    if (by && by->i.op == IR_CONST ? by->i.imm < (p->is_narrow ? 1 : 2) || by->i.imm > largest
                                   : opt_strip_is_inside(p, node->args[1]))
        return false;
    p->step = node->args[1];
    p->constant_step = by && by->i.op == IR_CONST ? by->i.imm : 0;
    return true;
}

/* Whether the address is of the element of a parameter whose number is the counter: no other round has it. */
static bool opt_strip_is_own_element(const streaming *p, ir_value pointer)
{
    const opt_node *at = opt_definition(&p->index, pointer);
    while (at && at->i.op == IR_FIELD_ADDR)
        at = opt_definition(&p->index, at->args[0]);
    if (!at || at->i.op != IR_ELEMENT_ADDR || opt_definition(&p->index, at->args[0]) || at->args[0] > p->t->f->n_params)
        return false;
    const opt_node *number = opt_definition(&p->index, at->args[1]);
    return at->args[1] == p->count || (number && (number->i.op == IR_CONVERT || number->i.op == IR_BITCAST) &&
                                       number->args[0] == p->count && ir_size(p->t->m, number->i.type) == 8);
}

/* Whether the address is in memory of a parameter that nothing writes during the launch. */
static bool opt_strip_is_read_only(const streaming *p, ir_value pointer)
{
    const opt_node *at = opt_definition(&p->index, pointer);
    while (at && (at->i.op == IR_FIELD_ADDR || at->i.op == IR_ELEMENT_ADDR)) {
        pointer = at->args[0];
        at = opt_definition(&p->index, pointer);
    }
    const ir_function *f = p->t->f;
    return !at && f->is_kernel && pointer <= f->n_params && f->param_flags &&
           f->param_flags[pointer - 1] & IR_PARAM_READ_ONLY;
}

static bool opt_strip_is_simple(streaming *p, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        switch ((ir_op)node->i.op) {
        case IR_SET: p->writes |= p->index.has_address[node->i.imm]; break;
        case IR_GET:
        case IR_IF:
        case IR_SWITCH: break;
        case IR_LOAD:
            if (node->i.flags & IR_VOLATILE)
                return false;
            p->reads = true;
            p->reads_any |= !opt_strip_is_read_only(p, node->args[0]) && !opt_strip_is_own_element(p, node->args[0]);
            break;
        case IR_STORE:
            if (node->i.flags & IR_VOLATILE || !opt_strip_is_own_element(p, node->args[0]))
                return false;
            p->writes = true;
            break;
        case IR_CASES_CONSTANT:
        case IR_CASES_COMPUTED:
        case IR_CASES_ADDRESS:
        case IR_CASES_AGGREGATE:
        case IR_CASES_CALL:
        case IR_FUNCTION_ADDR:
        case IR_INTRINSIC:
        case IR_PTX:
        case IR_ELSE:
        case IR_END:
        case IR_LOOP:
        case IR_BLOCK:
        case IR_CASE:
        case IR_DEFAULT:
        case IR_CASES_JUMP:
        case IR_CASES_STOP:
        case IR_N_OPS:
            if (!opt_is_pure(&node->i) || node->i.op == IR_LOCAL_ADDR)
                return false;
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            if (!opt_strip_is_simple(p, &node->arms[arm].list))
                return false;
    }
    return true;
}

static bool opt_strip_find_round(streaming *p, opt_node *loop)
{
    const opt_list *body = &loop->arms[0].list;
    opt_node *test = body->n ? body->at[body->n - 1] : NULL;
    const opt_node *order =
        test && test->i.op == IR_IF && test->n_arms == 2 ? opt_definition(&p->index, test->args[0]) : NULL;
    if (!order || order->i.op != IR_LT || !opt_tree_ends(&test->arms[1].list) || opt_strip_is_inside(p, order->args[1]))
        return false;
    p->get = (opt_node *)opt_definition(&p->index, order->args[0]);
    if (!p->get || p->get->i.op != IR_GET ||
        !(p->get->i.type == IR_U64 || (p->is_narrow && p->get->i.type == IR_U32)) ||
        !opt_strip_is_inside(p, order->args[0]) || p->index.has_address[p->get->i.imm])
        return false;
    p->loop = loop;
    p->count = order->args[0];
    p->end = order->args[1];
    p->reads = p->reads_any = p->writes = false;
    p->round = (opt_list){0};
    for (uint32_t n = 0; n + 1 < body->n; n++)
        if (body->at[n] != p->get && body->at[n] != order)
            vec_push(p->t->m->memory, &p->round, body->at[n]);
    opt_tree_append(p->t, &p->round, &test->arms[0].list);
    const opt_node *set = NULL;
    for (uint32_t n = 0; n < p->round.n; n++)
        if (p->round.at[n]->i.op == IR_SET && p->round.at[n]->i.imm == p->get->i.imm)
            set = p->round.at[n];
    return set && opt_tree_count(body, IR_SET, p->get->i.imm) == 1 &&
           opt_tree_count(body, IR_GET, p->get->i.imm) == 1 && opt_strip_is_step(p, set->args[0]) &&
           opt_strip_is_simple(p, &p->round) && (p->reads || p->is_narrow) &&
           (!p->reads_any || (p->is_narrow && !p->writes));
}

/* Marks reads, and what they need, as early where they do not depend on a local that the loop sets. */
static void opt_strip_find_early(streaming *p)
{
    const opt_list *all = &p->loop->arms[0].list;
    for (uint32_t n = 0; n < p->round.n; n++) {
        const opt_node *node = p->round.at[n];
        bool early = opt_is_pure(&node->i) || node->i.op == IR_LOAD;
        early |=
            node->i.op == IR_GET && !p->index.has_address[node->i.imm] && opt_tree_count(all, IR_SET, node->i.imm) == 0;
        for (uint32_t k = 0; k < node->i.n_args && early; k++)
            early = node->args[k] == p->count || !opt_strip_is_inside(p, node->args[k]) || p->early[node->args[k]];
        if (node->i.result)
            p->early[node->i.result] = early;
    }
}

static ir_value opt_strip_push(streaming *p, opt_list *list, ir_op op, ir_type type, ir_value a, ir_value b)
{
    opt_node *node = opt_tree_node(p->t, op, type, (ir_value[]){a, b}, 2, 0);
    vec_push(p->t->m->memory, list, node);
    return node->i.result;
}

/* Of the counter's type. */
static ir_value opt_strip_constant(streaming *p, opt_list *list, uint64_t bits)
{
    opt_node *node = opt_tree_node(p->t, IR_CONST, p->get->i.type, NULL, 0, bits);
    vec_push(p->t->m->memory, list, node);
    return node->i.result;
}

static void opt_strip_copy_part(streaming *p, opt_copy *c, opt_list *to, bool early, bool is_last)
{
    for (uint32_t n = 0; n < p->round.n; n++) {
        opt_node *node = p->round.at[n];
        const bool is_set = node->i.op == IR_SET && node->i.imm == p->get->i.imm;
        opt_list one = {.at = &node, .n = 1};
        if ((node->i.result && p->early[node->i.result]) == early && (!is_set || is_last))
            opt_tree_copy(p->t, to, &one, c);
    }
}

static void opt_strip_push_rounds(streaming *p, opt_list *out)
{
    opt_tree *t = p->t;
    const ir_type type = p->get->i.type;
    opt_copy copies[N_ROUNDS];
    opt_node *loop = opt_tree_bracket(t, IR_LOOP, 1), *test = opt_tree_bracket(t, IR_IF, 2);
    opt_node *get = opt_tree_node(t, IR_GET, type, NULL, 0, p->get->i.imm);
    opt_list *body = &loop->arms[0].list, *then = &test->arms[0].list;
    ir_value fits = 0, far, step = p->step;
    if (p->constant_step) {
        step = opt_strip_constant(p, out, p->constant_step);
        far = opt_strip_constant(p, out, (N_ROUNDS - 1) * p->constant_step);
    } else { /* with a step of 0, or one so wide that three of them overflow, `fits` is false */
        ir_value less = opt_strip_push(p, out, IR_SUB, type, step, opt_strip_constant(p, out, 1));
        far = opt_strip_push(p, out, IR_MUL, type, step, opt_strip_constant(p, out, N_ROUNDS - 1));
        fits = opt_strip_push(
            p, out, IR_LT, IR_BOOL, less,
            opt_strip_constant(p, out, UINT64_C(1) << (type == IR_U64 ? WIDEST_STEP : WIDEST_STEP - 32)));
    }
    vec_push(t->m->memory, body, get);
    ir_value v = get->i.result;
    if (p->is_narrow && p->constant_step) { /* the end less the far rounds, or 0: one comparison a time */
        const ir_value is_far = opt_strip_push(p, out, IR_GT, IR_BOOL, p->end, far),
                       rest = opt_strip_push(p, out, IR_SUB, type, p->end, far),
                       choice[] = {is_far, rest, opt_strip_constant(p, out, 0)};
        opt_node *last = opt_tree_node(t, IR_SELECT, type, choice, 3, 0);
        vec_push(t->m->memory, out, last);
        p->end = last->i.result;
    }
    ir_value less = opt_strip_push(p, body, IR_LT, IR_BOOL, v, p->end);
    ir_value go = less;
    if (!p->is_narrow || !p->constant_step) {
        const ir_value room =
            opt_strip_push(p, body, IR_GT, IR_BOOL, opt_strip_push(p, body, IR_SUB, type, p->end, v), far);
        go = opt_strip_push(p, body, IR_AND, IR_BOOL, less, room);
    }
    go = fits ? opt_strip_push(p, body, IR_AND, IR_BOOL, go, fits) : go;
    test->i.n_args = 1;
    test->args = arena_copy(t->m->memory, &go, sizeof go);
    for (uint32_t k = 0; k < N_ROUNDS; k++) {
        copies[k] = opt_tree_own(t);
        copies[k].values[p->count] =
            k ? opt_strip_push(p, then, IR_ADD, type, copies[k - 1].values[p->count], step) : v;
    }
    for (uint32_t k = 0; k < N_ROUNDS; k++)
        opt_strip_copy_part(p, &copies[k], then, true, false);
    for (uint32_t k = 0; k < N_ROUNDS; k++)
        opt_strip_copy_part(p, &copies[k], then, false, k + 1 == N_ROUNDS);
    loop->i.imm = ++t->f->n_labels;
    vec_push(t->m->memory, &test->arms[1].list, opt_tree_node(t, IR_BREAK, 0, NULL, 0, loop->i.imm));
    vec_push(t->m->memory, body, test);
    vec_push(t->m->memory, out, loop);
}

static void opt_strip_stream_list(streaming *p, opt_list *list)
{
    opt_list out = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_strip_stream_list(p, &node->arms[arm].list);
        const uint32_t most = p->is_narrow ? MOST_NARROW : MOST_NODES;
        const uint32_t size = node->i.op == IR_LOOP ? opt_tree_size(&node->arms[0].list) : UINT32_MAX;
        if (size <= most && p->n_grown < MOST_GROWTH) {
            opt_strip_mark(p, &node->arms[0].list, 1);
            if (opt_strip_find_round(p, node)) {
                opt_strip_find_early(p);
                opt_strip_push_rounds(p, &out);
                p->n_grown += N_ROUNDS * size;
                p->changed = true;
            }
            opt_strip_mark(p, &node->arms[0].list, 0);
        }
        vec_push(p->t->m->memory, &out, node);
    }
    *list = out;
}

bool opt_strip_loops(opt_tree *t, bool is_narrow)
{
    streaming p = {.t = t, .index = opt_tree_index(t), .is_narrow = is_narrow};
    p.inside = ARENA_ARRAY(t->m->memory, uint8_t, p.index.n_values);
    p.early = ARENA_ARRAY(t->m->memory, uint8_t, p.index.n_values);
    if (t->f->is_kernel || is_narrow)
        opt_strip_stream_list(&p, &t->body);
    return p.changed;
}

bool opt_strip_mine(opt_tree *t)
{
    return opt_strip_loops(t, false);
}
