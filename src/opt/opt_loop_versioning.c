/* opt_loop_versioning.c: loop versioning: a loop gets a second version without the checks that one test proves.
 *
 *   loop { i = get; if i < end { set i + 1; check i * n + k < len; .. } else { break } }
 *
 * In such a loop i is at most end - 1. A check that compares sums and products of i, which do not overflow, with values
 * that do not change holds for all i if it holds for the largest. So a test before the loop makes the loop's checks for
 * i = end - 1. Where they hold, the version without checks runs; where one does not, the loop as it was runs, and
 * panics where and as it did. Other counters that start and step as i does are replaced by i.
 *
 * Requires OPT_SCALARS, since counters are scalar locals, and OPT_SINGLE_CHECKS. Breaks OPT_SCALARS: counters that were
 * replaced are still set. */
#include "opt/opt_loop.h"

enum { MOST_NODES = 300, MOST_FOUND = 24, FEWEST_ROUNDS = 5, MOST_GROWTH = 6000 };

typedef struct versioning {
    opt_loop l;
    uint32_t n_nodes; /* of the tree */
    bool changed;
    /* What follows is of the loop at hand. */
    opt_list ahead;     /* what is computed before the loop */
    ir_value *copies;   /* by value: what it is there; 0: not there yet */
    ir_value last, all; /* end - 1; whether all checks hold */
} versioning;

/* ---- other counters ---- */

/* Replaces what is read from the local by the counter's value. */
static void opt_versioning_read_counter(versioning *p, const opt_list *list, uint64_t local)
{
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        for (uint32_t k = 0; k < node->i.n_args; k++) {
            const opt_node *get = opt_definition(&p->l.index, node->args[k]);
            if (get && get->i.op == IR_GET && get->i.imm == local && p->l.inside[node->args[k]]) {
                node->args[k] = p->l.count;
                p->changed = true;
            }
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_versioning_read_counter(p, &node->arms[arm].list, local);
    }
}

static void opt_versioning_merge_counters(versioning *p, const opt_list *list, uint32_t at)
{
    const opt_list *body = &p->l.loop->arms[0].list, *then = &p->l.test->arms[0].list;
    const opt_node *start = opt_start_of(&p->l.index, list, at, p->l.counter);
    for (uint32_t n = 0; n < then->n && start && p->l.step; n++) {
        const opt_node *set = then->at[n];
        uint64_t step;
        if (set->i.op != IR_SET || set->i.imm == p->l.counter || p->l.index.has_address[set->i.imm] ||
            !opt_loop_steps(&p->l, set, 0, &step) || step != p->l.step)
            continue;
        const opt_node *other = opt_start_of(&p->l.index, list, at, set->i.imm);
        if (!other || other->i.type != start->i.type || other->i.imm != start->i.imm ||
            opt_tree_count(body, IR_SET, set->i.imm) != 1)
            continue;
        uint32_t both = n > p->l.set_at ? n : p->l.set_at;
        if (!opt_tree_count_first(then, both, IR_CONTINUE, p->l.loop->i.imm) &&
            opt_tree_count_first(body, body->n - 1, IR_GET, set->i.imm) +
                    opt_tree_count_first(then, n, IR_GET, set->i.imm) ==
                opt_tree_count(body, IR_GET, set->i.imm))
            opt_versioning_read_counter(p, body, set->i.imm);
    }
}

/* ---- checks ---- */

/* Whether a condition that is `wanted` at the counter's last value is so at all values before. */
static bool opt_versioning_is_judged(versioning *p, ir_value condition, bool wanted)
{
    const opt_node *node = opt_definition(&p->l.index, condition);
    if (opt_loop_kind_of(&p->l, condition) == OPT_FIXED)
        return true;
    if (!node || !p->l.inside[condition])
        return false;
    const ir_value x = node->i.n_args ? node->args[0] : 0, y = node->i.n_args > 1 ? node->args[1] : 0;
    switch ((ir_op)node->i.op) {
    case IR_NOT: return node->i.type == IR_BOOL && opt_versioning_is_judged(p, x, !wanted);
    case IR_OR:
    case IR_AND:
        return node->i.type == IR_BOOL && (node->i.op == IR_AND) == wanted && opt_versioning_is_judged(p, x, wanted) &&
               opt_versioning_is_judged(p, y, wanted);
    case IR_OVERFLOWS:
        if (wanted || !opt_is_unsigned(p->l.t->f->values.at[x]))
            return false;
        return node->i.aux == IR_SUB
                   ? opt_loop_kind_of(&p->l, x) == OPT_FIXED && opt_loop_kind_of(&p->l, y) != OPT_UNKNOWN
                   : opt_loop_kind_of(&p->l, x) != OPT_UNKNOWN && opt_loop_kind_of(&p->l, y) != OPT_UNKNOWN;
    case IR_LT:
    case IR_LE:
    case IR_GT:
    case IR_GE: {
        bool less = (node->i.op == IR_LT || node->i.op == IR_LE) == wanted;
        ir_value grows = less ? x : y, fixed = less ? y : x;
        return opt_is_unsigned(p->l.t->f->values.at[x]) && opt_loop_kind_of(&p->l, grows) != OPT_UNKNOWN &&
               opt_loop_kind_of(&p->l, fixed) == OPT_FIXED;
    }
    case IR_CASES_CONSTANT:
    case IR_CASES_ARITHMETIC:
    case IR_XOR:
    case IR_SHL:
    case IR_SHR:
    case IR_NEG:
    case IR_EQ:
    case IR_NE:
    case IR_CASES_CAST:
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
    return false;
}

static ir_value opt_versioning_push(versioning *p, opt_node *node)
{
    return opt_tree_push(p->l.t, &p->ahead, node);
}

static void opt_versioning_require(versioning *p, ir_value condition)
{
    p->all = p->all
                 ? opt_versioning_push(p, opt_tree_node(p->l.t, IR_AND, IR_BOOL, (ir_value[]){p->all, condition}, 2, 0))
                 : condition;
}

/* Computes before the loop what v is at the counter's last value, and requires that no growing sum or product
 * overflows. */
static ir_value opt_versioning_ahead(versioning *p, ir_value v)
{
    const opt_node *node = opt_definition(&p->l.index, v);
    if (v == p->l.count)
        return p->last;
    if (!node || !p->l.inside[v])
        return v;
    if (p->copies[v])
        return p->copies[v];
    ir_value args[3] = {0};
    for (uint32_t k = 0; k < node->i.n_args; k++)
        args[k] = opt_versioning_ahead(p, node->args[k]);
    if ((node->i.op == IR_ADD || node->i.op == IR_MUL) && opt_loop_kind_of(&p->l, v) == OPT_GROWS) {
        opt_node *overflows = opt_tree_node(p->l.t, IR_OVERFLOWS, IR_BOOL, args, 2, 0);
        overflows->i.aux = node->i.op;
        opt_versioning_require(
            p, opt_versioning_push(
                   p, opt_tree_node(p->l.t, IR_NOT, IR_BOOL, (ir_value[]){opt_versioning_push(p, overflows)}, 1, 0)));
    }
    opt_node *copy = opt_tree_node(p->l.t, node->i.op, node->i.type, args, node->i.n_args, node->i.imm);
    copy->i.aux = node->i.aux;
    copy->i.flags = node->i.flags;
    return p->copies[v] = opt_versioning_push(p, copy);
}

static bool opt_versioning_is_small(const versioning *p, ir_value v, uint32_t depth)
{
    const opt_node *node = opt_definition(&p->l.index, v);
    if (!node || !p->l.inside[v])
        return true;
    if (depth == 0 || node->i.n_args > 3)
        return false;
    for (uint32_t k = 0; k < node->i.n_args; k++)
        if (!opt_versioning_is_small(p, node->args[k], depth - 1))
            return false;
    return true;
}

/* Whether the node is a CHECK, or an IF that does nothing but trap; *wanted: the value of its condition that passes. */
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

/* Counts the checks that can be judged ahead, and requires that they hold; with `out` they are left out instead. */
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
                    p, wanted ? passes : opt_versioning_push(p, opt_tree_node(p->l.t, IR_NOT, IR_BOOL, &passes, 1, 0)));
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

static bool opt_versioning_has_few_rounds(const versioning *p, const opt_list *list, uint32_t at)
{
    const opt_node *start = opt_start_of(&p->l.index, list, at, p->l.counter),
                   *end = opt_constant(&p->l.index, p->l.end);
    return start && end && p->l.step && end->i.imm < start->i.imm + FEWEST_ROUNDS * p->l.step;
}

/*   if start < end { ok = the checks hold at end - 1 }; if ok { loop without checks } else { loop } */
static void opt_versioning_split_loop(versioning *p, opt_list *out)
{
    opt_tree *t = p->l.t;
    ir_type type = t->f->values.at[p->l.count];
    ir_local ok = opt_tree_local(t, IR_BOOL);
    opt_node *start = opt_tree_node(t, IR_GET, type, NULL, 0, p->l.counter),
             *no = opt_tree_node(t, IR_CONST, IR_BOOL, NULL, 0, 0);
    opt_list before = {0}, slow = {0};
    p->ahead = (opt_list){0};
    ir_value end = opt_versioning_ahead(p, p->l.end),
             one = opt_versioning_push(p, opt_tree_node(t, IR_CONST, type, NULL, 0, 1));
    ir_value runs = opt_versioning_push(p, start),
             any = opt_versioning_push(p, opt_tree_node(t, IR_LT, IR_BOOL, (ir_value[]){runs, end}, 2, 0));
    vec_push(t->m->memory, &p->ahead, no);
    vec_push(t->m->memory, &p->ahead, opt_tree_set(t, ok, no->i.result));
    before = p->ahead;
    p->ahead = (opt_list){0};
    p->last = opt_versioning_push(p, opt_tree_node(t, IR_SUB, type, (ir_value[]){end, one}, 2, 0));
    p->all = 0;
    uint32_t n_found = opt_versioning_find_checks(p, &p->l.test->arms[0].list, false);
    if (n_found == 0 || n_found > MOST_FOUND) {
        vec_push(t->m->memory, out, p->l.loop);
        return;
    }
    vec_push(t->m->memory, &p->ahead, opt_tree_set(t, ok, p->all));
    opt_loop_copy(t, p->l.loop, &slow);
    opt_versioning_find_checks(p, &p->l.test->arms[0].list, true);
    opt_node *get = opt_tree_node(t, IR_GET, IR_BOOL, NULL, 0, ok);
    opt_node *judge = opt_tree_if(t, any, 1), *choose = opt_tree_if(t, get->i.result, 2);
    judge->arms[0].list = p->ahead;
    vec_push(t->m->memory, &choose->arms[0].list, p->l.loop);
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
        bool tries = node->i.op == IR_LOOP && !node->i.flags && opt_loop_is_simple(&node->arms[0].list) &&
                     opt_tree_size(&node->arms[0].list) <= MOST_NODES && p->n_nodes < MOST_GROWTH;
        if (tries)
            opt_loop_mark(&p->l, &node->arms[0].list, 1);
        if (tries && opt_loop_find_counter(&p->l, node)) {
            opt_versioning_merge_counters(p, list, n);
            memset(p->copies, 0, p->l.index.n_values * sizeof *p->copies);
            if (opt_versioning_is_small(p, p->l.end, 8) && opt_loop_kind_of(&p->l, p->l.end) == OPT_FIXED &&
                !opt_versioning_has_few_rounds(p, list, n))
                opt_versioning_split_loop(p, &out);
            else
                vec_push(p->l.t->m->memory, &out, node);
        } else {
            vec_push(p->l.t->m->memory, &out, node);
        }
        if (tries)
            opt_loop_mark(&p->l, &node->arms[0].list, 0);
    }
    *list = out;
}

bool opt_loop_versioning(opt_tree *t)
{
    versioning p = {.l = {.t = t, .index = opt_tree_index(t)}, .n_nodes = opt_tree_size(&t->body)};
    p.l.inside = ARENA_ARRAY(t->m->memory, uint8_t, p.l.index.n_values);
    p.copies = ARENA_ARRAY(t->m->memory, ir_value, p.l.index.n_values);
    opt_versioning_version_list(&p, &t->body);
    return p.changed;
}
