/* opt_loop_versioning.c: loops whose checks one test before them proves run without these checks.
 *
 *   loop { i = get; if i < end { set i + 1; check i * n + k < len; .. } else { break } }
 *
 * In such a loop i is at most end - 1. A check that an i passes is passed by all smaller ones, if it compares sums and
 * products of i that do not overflow with what does not change. So where i = end - 1 passes all of them, a copy of the
 * loop without them is run, else the loop as it is, which panics where and as it did. Counters that go with i are
 * replaced by it.
 *
 * opt_saturating_step: a loop whose counter takes steps that might overflow, as nobody knows how far its end is, is
 * there twice: for ends up to i64::MAX, below which opt_ranges decide that no step does, and for others. */
#include "opt/opt_tree.h"

enum { MOST_NODES = 300, MOST_FOUND = 24, FEWEST_ROUNDS = 5, MOST_GROWTH = 6000, MOST_BOUND = 150 };
enum { UNKNOWN, FIXED, GROWS };

typedef struct versioning {
    opt_tree *t;
    opt_index index;
    uint8_t *inside; /* by value: defined in the loop at hand */
    uint32_t n_nodes;
    /* of the loop at hand */
    opt_node *loop, *test;
    ir_local counter;
    ir_value count, end;
    uint64_t step;
    uint32_t set_at;             /* where the counter steps, in the list of the test */
    opt_list ahead;              /* what is computed before it */
    ir_value *copies, last, all; /* of values, there; end - 1; whether all checks pass */
    bool changed;
} versioning;

static void opt_versioning_mark(versioning *p, const opt_list *list, uint8_t inside)
{
    for (uint32_t n = 0; n < list->n; n++) {
        if (list->at[n]->i.result && list->at[n]->i.result < p->index.n_values)
            p->inside[list->at[n]->i.result] = inside;
        for (uint32_t arm = 0; arm < list->at[n]->n_arms; arm++)
            opt_versioning_mark(p, &list->at[n]->arms[arm].list, inside);
    }
}

/* Threads must not part before what they do together, and what is called may do anything. */
static bool opt_versioning_is_simple(const opt_list *list)
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
        default: break;
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            if (!opt_versioning_is_simple(&node->arms[arm].list))
                return false;
    }
    return true;
}

static bool opt_versioning_is_unsigned(ir_type type)
{
    return type >= IR_U8 && type <= IR_U64;
}

static const opt_node *opt_versioning_constant(const versioning *p, ir_value v)
{
    const opt_node *node = opt_definition(&p->index, v);
    return node && node->i.op == IR_CONST ? node : NULL;
}

/* v = get $c; set $c, v + step */
static bool opt_versioning_steps(const versioning *p, const opt_node *set, ir_value v, uint64_t *step)
{
    const opt_node *sum = set->i.op == IR_SET ? opt_definition(&p->index, set->args[0]) : NULL;
    if (!sum || sum->i.op != IR_ADD)
        return false;
    const opt_node *by = opt_versioning_constant(p, sum->args[1]), *from = opt_definition(&p->index, sum->args[0]);
    *step = by ? by->i.imm : 0;
    return by && by->i.imm && from && (sum->args[0] == v || (from->i.op == IR_GET && from->i.imm == set->i.imm));
}

static bool opt_versioning_find_counter(versioning *p, opt_node *loop)
{
    const opt_list *body = &loop->arms[0].list;
    opt_node *test = body->n ? body->at[body->n - 1] : NULL;
    const opt_node *condition =
        test && test->i.op == IR_IF && test->n_arms == 2 ? opt_definition(&p->index, test->args[0]) : NULL;
    if (!condition || condition->i.op != IR_LT || !p->inside[test->args[0]] || !opt_tree_ends(&test->arms[1].list))
        return false;
    const opt_node *get = opt_definition(&p->index, condition->args[0]);
    if (!get || get->i.op != IR_GET || !p->inside[condition->args[0]] || !opt_versioning_is_unsigned(get->i.type) ||
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
        !opt_versioning_steps(p, then->at[p->set_at], p->count, &p->step))
        p->step = 0; /* however it goes on, it is less than the end */
    return true;
}

/* ---- counters that go with it ---- */

static const opt_node *opt_versioning_start_of(const versioning *p, const opt_list *list, uint32_t at, uint64_t local)
{
    const opt_node *set = opt_tree_set_before(list, at, local);
    return set ? opt_versioning_constant(p, set->args[0]) : NULL;
}

/* Reads of the local give the counter's value. */
static void opt_versioning_read_counter(versioning *p, const opt_list *list, uint64_t local)
{
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        for (uint32_t k = 0; k < node->i.n_args; k++) {
            const opt_node *get = opt_definition(&p->index, node->args[k]);
            if (get && get->i.op == IR_GET && get->i.imm == local && p->inside[node->args[k]]) {
                node->args[k] = p->count;
                p->changed = true;
            }
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_versioning_read_counter(p, &node->arms[arm].list, local);
    }
}

static void opt_versioning_merge_counters(versioning *p, const opt_list *list, uint32_t at)
{
    const opt_list *body = &p->loop->arms[0].list, *then = &p->test->arms[0].list;
    const opt_node *start = opt_versioning_start_of(p, list, at, p->counter);
    for (uint32_t n = 0; n < then->n && start && p->step; n++) {
        const opt_node *set = then->at[n];
        uint64_t step;
        if (set->i.op != IR_SET || set->i.imm == p->counter || p->index.has_address[set->i.imm] ||
            !opt_versioning_steps(p, set, 0, &step) || step != p->step)
            continue;
        const opt_node *other = opt_versioning_start_of(p, list, at, set->i.imm);
        if (!other || other->i.type != start->i.type || other->i.imm != start->i.imm ||
            opt_tree_count(body, IR_SET, set->i.imm) != 1)
            continue;
        uint32_t both = n > p->set_at ? n : p->set_at;
        if (!opt_tree_count_first(then, both, IR_CONTINUE, p->loop->i.imm) &&
            opt_tree_count_first(body, body->n - 1, IR_GET, set->i.imm) +
                    opt_tree_count_first(then, n, IR_GET, set->i.imm) ==
                opt_tree_count(body, IR_GET, set->i.imm))
            opt_versioning_read_counter(p, body, set->i.imm);
    }
}

/* ---- checks ---- */

static int opt_versioning_kind_of(versioning *p, ir_value v)
{
    const opt_node *node = opt_definition(&p->index, v);
    if (v == p->count)
        return GROWS;
    if (!node)
        return v < p->index.n_values ? FIXED : UNKNOWN; /* a parameter */
    if (!p->inside[v] || node->i.op == IR_CONST)
        return FIXED;
    if (node->i.op == IR_GET)
        return !p->index.has_address[node->i.imm] && opt_tree_count(&p->loop->arms[0].list, IR_SET, node->i.imm) == 0
                   ? FIXED
                   : UNKNOWN;
    if (!opt_is_pure(&node->i))
        return UNKNOWN;
    int most = FIXED;
    for (uint32_t k = 0; k < node->i.n_args; k++) {
        int kind = opt_versioning_kind_of(p, node->args[k]);
        if (kind == UNKNOWN)
            return UNKNOWN;
        most = kind > most ? kind : most;
    }
    const opt_node *by = node->i.n_args == 2 ? opt_versioning_constant(p, node->args[1]) : NULL;
    if (node->i.op == IR_DIV || node->i.op == IR_REM)
        return by && by->i.imm && opt_versioning_is_unsigned(node->i.type) && (most == FIXED || node->i.op == IR_DIV)
                   ? most
                   : UNKNOWN;
    if (most == FIXED)
        return FIXED;
    switch ((ir_op)node->i.op) {
    case IR_ADD:
    case IR_MUL: return opt_versioning_is_unsigned(node->i.type) ? GROWS : UNKNOWN;
    case IR_SHR: return by && opt_versioning_is_unsigned(node->i.type) ? GROWS : UNKNOWN;
    case IR_CONVERT: {
        ir_type from = p->t->f->values.at[node->args[0]];
        return opt_versioning_is_unsigned(from) && opt_versioning_is_unsigned(node->i.type) &&
                       ir_size(p->t->m, from) <= ir_size(p->t->m, node->i.type)
                   ? GROWS
                   : UNKNOWN;
    }
    default: return UNKNOWN;
    }
}

/* Whether a condition can be judged at the counter's last value: that it is `wanted` there says so for all values. */
static bool opt_versioning_is_judged(versioning *p, ir_value condition, bool wanted)
{
    const opt_node *node = opt_definition(&p->index, condition);
    if (opt_versioning_kind_of(p, condition) == FIXED)
        return true;
    if (!node || !p->inside[condition])
        return false;
    const ir_value x = node->i.n_args ? node->args[0] : 0, y = node->i.n_args > 1 ? node->args[1] : 0;
    switch ((ir_op)node->i.op) {
    case IR_NOT: return node->i.type == IR_BOOL && opt_versioning_is_judged(p, x, !wanted);
    case IR_OR:
    case IR_AND:
        return node->i.type == IR_BOOL && (node->i.op == IR_AND) == wanted && opt_versioning_is_judged(p, x, wanted) &&
               opt_versioning_is_judged(p, y, wanted);
    case IR_OVERFLOWS:
        if (wanted || !opt_versioning_is_unsigned(p->t->f->values.at[x]))
            return false;
        return node->i.aux == IR_SUB
                   ? opt_versioning_kind_of(p, x) == FIXED && opt_versioning_kind_of(p, y) != UNKNOWN
                   : opt_versioning_kind_of(p, x) != UNKNOWN && opt_versioning_kind_of(p, y) != UNKNOWN;
    case IR_LT:
    case IR_LE:
    case IR_GT:
    case IR_GE: {
        bool less = (node->i.op == IR_LT || node->i.op == IR_LE) == wanted;
        ir_value grows = less ? x : y, fixed = less ? y : x;
        return opt_versioning_is_unsigned(p->t->f->values.at[x]) && opt_versioning_kind_of(p, grows) != UNKNOWN &&
               opt_versioning_kind_of(p, fixed) == FIXED;
    }
    default: return false;
    }
}

static ir_value opt_versioning_push(versioning *p, opt_node *node)
{
    vec_push(p->t->m->memory, &p->ahead, node);
    return node->i.result;
}

static void opt_versioning_require(versioning *p, ir_value condition)
{
    p->all = p->all
                 ? opt_versioning_push(p, opt_tree_node(p->t, IR_AND, IR_BOOL, (ir_value[]){p->all, condition}, 2, 0))
                 : condition;
}

/* The value before the loop, with the counter at its last value. Sums and products that grow must not overflow. */
static ir_value opt_versioning_ahead(versioning *p, ir_value v)
{
    const opt_node *node = opt_definition(&p->index, v);
    if (v == p->count)
        return p->last;
    if (!node || !p->inside[v])
        return v;
    if (p->copies[v])
        return p->copies[v];
    ir_value args[3] = {0};
    for (uint32_t k = 0; k < node->i.n_args; k++)
        args[k] = opt_versioning_ahead(p, node->args[k]);
    if ((node->i.op == IR_ADD || node->i.op == IR_MUL) && opt_versioning_kind_of(p, v) == GROWS) {
        opt_node *overflows = opt_tree_node(p->t, IR_OVERFLOWS, IR_BOOL, args, 2, 0);
        overflows->i.aux = node->i.op;
        opt_versioning_require(
            p, opt_versioning_push(
                   p, opt_tree_node(p->t, IR_NOT, IR_BOOL, (ir_value[]){opt_versioning_push(p, overflows)}, 1, 0)));
    }
    opt_node *copy = opt_tree_node(p->t, node->i.op, node->i.type, args, node->i.n_args, node->i.imm);
    copy->i.aux = node->i.aux;
    copy->i.flags = node->i.flags;
    return p->copies[v] = opt_versioning_push(p, copy);
}

static bool opt_versioning_is_small(const versioning *p, ir_value v, uint32_t depth)
{
    const opt_node *node = opt_definition(&p->index, v);
    if (!node || !p->inside[v])
        return true;
    if (depth == 0 || node->i.n_args > 3)
        return false;
    for (uint32_t k = 0; k < node->i.n_args; k++)
        if (!opt_versioning_is_small(p, node->args[k], depth - 1))
            return false;
    return true;
}

/* CHECK, or an IF that does nothing but fail. */
static bool opt_versioning_is_check(const opt_node *node, bool *wanted)
{
    *wanted = node->i.op == IR_CHECK;
    if (node->i.op == IR_CHECK)
        return true;
    if (node->i.op != IR_IF || node->n_arms != 1)
        return false;
    const opt_list *fail = &node->arms[0].list;
    if (fail->n == 0 || fail->at[fail->n - 1]->i.op != IR_TRAP)
        return false;
    for (uint32_t n = 0; n + 1 < fail->n; n++)
        if (!opt_is_pure(&fail->at[n]->i) && fail->at[n]->i.op != IR_GET)
            return false;
    return true;
}

/* Finds the checks that are judged ahead; with `out`, they are left out. */
static uint32_t opt_versioning_find_checks(versioning *p, opt_list *list, bool out)
{
    uint32_t found = 0, n_left = 0;
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        bool wanted;
        if (opt_versioning_is_check(node, &wanted) && opt_versioning_is_small(p, node->args[0], 8) &&
            opt_versioning_is_judged(p, node->args[0], wanted)) {
            found++;
            if (!out) {
                ir_value passes = opt_versioning_ahead(p, node->args[0]);
                opt_versioning_require(
                    p, wanted ? passes : opt_versioning_push(p, opt_tree_node(p->t, IR_NOT, IR_BOOL, &passes, 1, 0)));
            }
            if (out)
                continue;
        } else {
            for (uint32_t arm = 0; arm < node->n_arms; arm++)
                found += opt_versioning_find_checks(p, &node->arms[arm].list, out);
        }
        list->at[n_left++] = node;
    }
    list->n = n_left;
    return found;
}

static opt_node *opt_versioning_set_of(versioning *p, ir_local local, ir_value v)
{
    opt_node *set = opt_tree_node(p->t, IR_SET, 0, &v, 1, local);
    set->i.type = IR_BOOL;
    return set;
}

static bool opt_versioning_has_few_rounds(const versioning *p, const opt_list *list, uint32_t at)
{
    const opt_node *start = opt_versioning_start_of(p, list, at, p->counter), *end = opt_versioning_constant(p, p->end);
    return start && end && p->step && end->i.imm < start->i.imm + FEWEST_ROUNDS * p->step;
}

static void opt_versioning_copy_loop(opt_tree *t, opt_node *loop, opt_list *to)
{
    opt_copy c = opt_tree_own(t);
    opt_list whole = {.at = &loop, .n = 1};
    opt_tree_copy(t, to, &whole, &c);
}

/* if start < end { ok = checks pass at end - 1 }; if ok { loop without } else { loop } */
static void opt_versioning_split_loop(versioning *p, opt_list *out)
{
    opt_tree *t = p->t;
    ir_type type = t->f->values.at[p->count];
    ir_local ok = opt_tree_local(t, IR_BOOL);
    opt_node *start = opt_tree_node(t, IR_GET, type, NULL, 0, p->counter),
             *no = opt_tree_node(t, IR_CONST, IR_BOOL, NULL, 0, 0);
    opt_list before = {0}, slow = {0};
    p->ahead = (opt_list){0};
    ir_value end = opt_versioning_ahead(p, p->end),
             one = opt_versioning_push(p, opt_tree_node(t, IR_CONST, type, NULL, 0, 1));
    ir_value runs = opt_versioning_push(p, start),
             any = opt_versioning_push(p, opt_tree_node(t, IR_LT, IR_BOOL, (ir_value[]){runs, end}, 2, 0));
    vec_push(t->m->memory, &p->ahead, no);
    vec_push(t->m->memory, &p->ahead, opt_versioning_set_of(p, ok, no->i.result));
    before = p->ahead;
    p->ahead = (opt_list){0};
    p->last = opt_versioning_push(p, opt_tree_node(t, IR_SUB, type, (ir_value[]){end, one}, 2, 0));
    p->all = 0;
    uint32_t n_found = opt_versioning_find_checks(p, &p->test->arms[0].list, false);
    if (n_found == 0 || n_found > MOST_FOUND) {
        vec_push(t->m->memory, out, p->loop);
        return;
    }
    vec_push(t->m->memory, &p->ahead, opt_versioning_set_of(p, ok, p->all));
    opt_versioning_copy_loop(t, p->loop, &slow);
    opt_versioning_find_checks(p, &p->test->arms[0].list, true);
    opt_node *judge = opt_tree_bracket(t, IR_IF, 1), *choose = opt_tree_bracket(t, IR_IF, 2);
    opt_node *get = opt_tree_node(t, IR_GET, IR_BOOL, NULL, 0, ok);
    judge->i.n_args = choose->i.n_args = 1;
    judge->args = arena_copy(t->m->memory, &any, sizeof any);
    choose->args = arena_copy(t->m->memory, &get->i.result, sizeof get->i.result);
    judge->arms[0].list = p->ahead;
    vec_push(t->m->memory, &choose->arms[0].list, p->loop);
    choose->arms[1].list = slow;
    opt_tree_append(t, out, &before);
    vec_push(t->m->memory, out, judge);
    vec_push(t->m->memory, out, get);
    vec_push(t->m->memory, out, choose);
    p->n_nodes += opt_tree_size(&slow);
    p->changed = true;
}

static void opt_versioning_version_list(versioning *p, opt_list *list)
{
    opt_list out = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_versioning_version_list(p, &node->arms[arm].list);
        bool tries = node->i.op == IR_LOOP && opt_versioning_is_simple(&node->arms[0].list) &&
                     opt_tree_size(&node->arms[0].list) <= MOST_NODES && p->n_nodes < MOST_GROWTH;
        if (tries)
            opt_versioning_mark(p, &node->arms[0].list, 1);
        if (tries && opt_versioning_find_counter(p, node)) {
            opt_versioning_merge_counters(p, list, n);
            memset(p->copies, 0, p->index.n_values * sizeof *p->copies);
            if (opt_versioning_is_small(p, p->end, 8) && opt_versioning_kind_of(p, p->end) == FIXED &&
                !opt_versioning_has_few_rounds(p, list, n))
                opt_versioning_split_loop(p, &out);
            else
                vec_push(p->t->m->memory, &out, node);
        } else {
            vec_push(p->t->m->memory, &out, node);
        }
        if (tries)
            opt_versioning_mark(p, &node->arms[0].list, 0);
    }
    *list = out;
}

bool opt_loop_versioning(opt_tree *t)
{
    versioning p = {.t = t, .index = opt_tree_index(t), .n_nodes = opt_tree_size(&t->body)};
    p.inside = ARENA_ARRAY(t->m->memory, uint8_t, p.index.n_values);
    p.copies = ARENA_ARRAY(t->m->memory, ir_value, p.index.n_values);
    opt_versioning_version_list(&p, &t->body);
    return p.changed;
}

/* ---- ends that nobody knows ---- */

/* A test in the list whether the counter plus a constant overflows: sum > count. */
static bool opt_versioning_tests_overflow(const versioning *p, const opt_list *list, ir_value count)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        const bool more = node->i.op == IR_GT;
        if (more || node->i.op == IR_LT) {
            const opt_node *sum = opt_definition(&p->index, node->args[more ? 0 : 1]);
            const opt_node *by =
                sum && sum->i.op == IR_ADD && node->args[more ? 1 : 0] == count && sum->args[0] == count
                    ? opt_versioning_constant(p, sum->args[1])
                    : NULL;
            if (by && by->i.imm <= UINT32_MAX)
                return true;
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            if (opt_versioning_tests_overflow(p, &node->arms[arm].list, count))
                return true;
    }
    return false;
}

static void opt_versioning_bound_list(versioning *p, opt_list *list)
{
    opt_tree *t = p->t;
    opt_list out = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_versioning_bound_list(p, &node->arms[arm].list);
        bool splits = node->i.op == IR_LOOP && opt_versioning_is_simple(&node->arms[0].list) &&
                      opt_tree_size(&node->arms[0].list) <= MOST_BOUND;
        if (splits)
            opt_versioning_mark(p, &node->arms[0].list, 1);
        splits = splits && opt_versioning_find_counter(p, node) && p->t->f->values.at[p->count] == IR_U64 &&
                 !opt_versioning_constant(p, p->end) && opt_versioning_kind_of(p, p->end) == FIXED &&
                 !p->inside[p->end] && opt_versioning_tests_overflow(p, &p->test->arms[0].list, p->count);
        if (splits) {
            opt_node *most = opt_tree_node(t, IR_CONST, IR_U64, NULL, 0, INT64_MAX),
                     *choose = opt_tree_bracket(t, IR_IF, 2);
            opt_node *is_near = opt_tree_node(t, IR_LE, IR_BOOL, (ir_value[]){p->end, most->i.result}, 2, 0);
            choose->i.n_args = 1;
            choose->args = arena_copy(t->m->memory, &is_near->i.result, sizeof is_near->i.result);
            vec_push(t->m->memory, &choose->arms[0].list, node);
            opt_versioning_copy_loop(t, node, &choose->arms[1].list);
            vec_push(t->m->memory, &out, most);
            vec_push(t->m->memory, &out, is_near);
            vec_push(t->m->memory, &out, choose);
            p->changed = true;
        } else {
            vec_push(t->m->memory, &out, node);
        }
        if (node->i.op == IR_LOOP)
            opt_versioning_mark(p, &node->arms[0].list, 0);
    }
    *list = out;
}

bool opt_saturating_step(opt_tree *t)
{
    versioning p = {.t = t, .index = opt_tree_index(t)};
    p.inside = ARENA_ARRAY(t->m->memory, uint8_t, p.index.n_values);
    opt_versioning_bound_list(&p, &t->body);
    return p.changed;
}
