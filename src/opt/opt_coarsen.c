/* opt_coarsen.c: thread coarsening: a kernel gets a second entry, whose threads each do the work of several.
 *
 * Where each thread of a kernel only does a little for the element of its own number, memory waits for threads: each
 * loads its element, waits, and stores. A thread that works for several elements has all their loads under way before
 * it does anything else.
 *
 *   entry rustg_x4_k(.., n_threads) {
 *       i = block * 4 * block_dim + thread; j = i + block_dim; ..; last = i + 3 * block_dim
 *       if last < n_threads && last < each length that the kernel compares its number with {
 *           k's loads for i, j, .., then the rest for i, j, .. in turn, without these comparisons; where a check of
 *           another kind fails for one of them, control goes on below
 *           return
 *       }
 *       loop over those of i, j, .. that are less than n_threads { k_one(.., i, 1 + lane) }
 *   }
 *
 * Threads of a launch run in any order, so the order within this thread is right too. k_one is k with its number as a
 * parameter. Emitters let a panic in it end k_one but not the thread, and write the lane into the record, so that a
 * reader finds which block and thread it was.
 *
 * Requires OPT_INLINED, OPT_SCALARS and OPT_SINGLE_CHECKS: it looks for comparisons of the thread's number in checks.
 * Breaks nothing: the kernel itself stays as it is, and the two functions are added to the module. */
#include "opt/opt_tree.h"

enum {
    MOST_COST = 120,
    MATH_COST = 12,
    MOST_LIMITS = 16,
    MOST_DEPTH = 4,
    BYTES_UNDER_WAY = 16,
    MOST_LANES = 8,
    MOST_PARAM_BYTES = 2048,
    MOST_TOLD = 2 /* operands of a panic, of those that a call passes on */
};

typedef struct coarsening {
    opt_tree *t; /* of the entry */
    opt_index index;
    uint8_t *is_number; /* by value: whether it is the thread's number */
    opt_list ahead;
    ir_value limits[MOST_LIMITS];
    uint32_t n_limits;
    ir_label out;
    uint32_t cost, least_bytes, depth;
    bool is_fit, has_effect;
    opt_list loads; /* what is done first: loads and what their addresses are computed from */
    ir_value *same; /* by value: an earlier one that is the same, or 0 */
} coarsening;

static void opt_coarsen_push(const coarsening *p, opt_list *list, opt_node *node)
{
    vec_push(p->t->m->memory, list, node);
}

/* ---- what a thread does ---- */

static bool opt_coarsen_is_allowed(const opt_tree *t, const ir_instr *i)
{
    switch ((ir_op)i->op) {
    case IR_LOOP:
    case IR_CASES_CALL:
    case IR_FUNCTION_ADDR:
    case IR_PTX:
    case IR_CONTINUE: return false;
    case IR_GLOBAL_ADDR: return t->m->globals.at[i->imm].space == IR_SPACE_CONST;
    case IR_LOAD:
    case IR_STORE: return !(i->flags & IR_VOLATILE);
    case IR_TRAP: return i->n_args <= MOST_TOLD;
    case IR_CHECK: return i->n_args <= 1 + MOST_TOLD;
    case IR_INTRINSIC: {
        const ir_group group = ir_group_of(i->aux);
        return i->aux == IR_IN_THREAD_INDEX || i->aux == IR_IN_BLOCK_DIM || i->aux == IR_IN_MEMCPY ||
               (opt_is_pure(i) && group != IR_GROUP_PLACE && group != IR_GROUP_THREAD);
    }
    case IR_CASES_CONSTANT:
    case IR_CASES_COMPUTED:
    case IR_CASES_LOCAL:
    case IR_LOCAL_ADDR:
    case IR_FIELD_ADDR:
    case IR_ELEMENT_ADDR:
    case IR_CASES_AGGREGATE:
    case IR_IF:
    case IR_ELSE:
    case IR_END:
    case IR_BLOCK:
    case IR_SWITCH:
    case IR_CASE:
    case IR_DEFAULT:
    case IR_BREAK:
    case IR_RETURN: return true;
    case IR_N_OPS: break;
    }
    return false;
}

static void opt_coarsen_look(coarsening *p, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        const ir_instr *i = &node->i;
        p->is_fit &= opt_coarsen_is_allowed(p->t, i);
        p->cost += i->op == IR_INTRINSIC && ir_group_of(i->aux) == IR_GROUP_MATH ? MATH_COST : 1;
        if (i->op == IR_LOAD || i->op == IR_STORE) {
            ir_type type = i->op == IR_LOAD ? i->type : p->t->f->values.at[node->args[1]];
            uint64_t bytes = ir_size(p->t->m, type);
            if (bytes > 0 && bytes < p->least_bytes)
                p->least_bytes = (uint32_t)bytes;
        }
        if (i->op == IR_INTRINSIC && i->aux == IR_IN_THREAD_INDEX)
            p->is_number[i->result] = 1;
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_coarsen_look(p, &node->arms[arm].list);
    }
}

/* ---- what one comparison tells of all elements ---- */

static bool opt_coarsen_is_fixed(const coarsening *p, ir_value v, uint32_t depth)
{
    const opt_node *node = opt_definition(&p->index, v);
    if (!node)
        return v <= p->t->f->n_params;
    if (depth == 0 || !opt_is_pure(&node->i) || node->i.op == IR_LOCAL_ADDR || node->i.op == IR_INTRINSIC ||
        node->i.op == IR_DIV || node->i.op == IR_REM)
        return false;
    for (uint32_t k = 0; k < node->i.n_args; k++)
        if (!opt_coarsen_is_fixed(p, node->args[k], depth - 1))
            return false;
    return true;
}

static ir_value opt_coarsen_ahead(coarsening *p, ir_value v)
{
    const opt_node *node = opt_definition(&p->index, v);
    if (!node)
        return v;
    ir_value *args = ARENA_ARRAY(p->t->m->memory, ir_value, node->i.n_args + 1);
    for (uint32_t k = 0; k < node->i.n_args; k++)
        args[k] = opt_coarsen_ahead(p, node->args[k]);
    opt_node *copy = opt_tree_node(p->t, node->i.op, node->i.type, args, node->i.n_args, node->i.imm);
    copy->i.aux = node->i.aux;
    opt_coarsen_push(p, &p->ahead, copy);
    return copy->i.result;
}

static void opt_coarsen_limit(coarsening *p, ir_value v)
{
    const opt_node *constant = opt_definition(&p->index, v);
    for (uint32_t k = 0; k < p->n_limits && !constant; k++)
        if (p->limits[k] == v)
            return;
    if (p->n_limits < MOST_LIMITS)
        p->limits[p->n_limits++] = opt_coarsen_ahead(p, v);
    else
        p->is_fit = false;
}

/* Whether the condition is `wanted` for each number below some limits; sets: the entry compares with these limits. */
static bool opt_coarsen_is_told(coarsening *p, ir_value condition, bool wanted, bool sets)
{
    const opt_node *node = opt_definition(&p->index, condition);
    if (!node)
        return false;
    const ir_value x = node->i.n_args ? node->args[0] : 0, y = node->i.n_args > 1 ? node->args[1] : 0;
    ir_value number = 0, most = 0;
    switch ((ir_op)node->i.op) {
    case IR_NOT: return node->i.type == IR_BOOL && opt_coarsen_is_told(p, x, !wanted, sets);
    case IR_AND:
    case IR_OR:
        return node->i.type == IR_BOOL && (node->i.op == IR_AND) == wanted && opt_coarsen_is_told(p, x, wanted, sets) &&
               opt_coarsen_is_told(p, y, wanted, sets);
    case IR_LT:
    case IR_GE:
        number = x;
        most = y;
        if ((node->i.op == IR_LT) != wanted)
            return false;
        break;
    case IR_GT:
    case IR_LE:
        number = y;
        most = x;
        if ((node->i.op == IR_GT) != wanted)
            return false;
        break;
    case IR_CASES_CONSTANT:
    case IR_CASES_ARITHMETIC:
    case IR_XOR:
    case IR_SHL:
    case IR_SHR:
    case IR_NEG:
    case IR_EQ:
    case IR_NE:
    case IR_OVERFLOWS:
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
    case IR_N_OPS: return false;
    }
    if (!p->is_number[number] || !opt_coarsen_is_fixed(p, most, MOST_DEPTH))
        return false;
    if (sets)
        opt_coarsen_limit(p, most);
    return true;
}

static void opt_coarsen_ask(coarsening *p, ir_value condition, bool wanted)
{
    opt_coarsen_is_told(p, condition, wanted, true);
}

static void opt_coarsen_leave(coarsening *p, opt_list *list)
{
    p->is_fit &= !p->has_effect; /* or the stores of the elements before would be made twice */
    opt_coarsen_push(p, list, opt_tree_node(p->t, IR_BREAK, 0, NULL, 0, p->out));
}

static void opt_coarsen_leave_if_not(coarsening *p, opt_list *list, ir_value condition)
{
    opt_node *not = opt_tree_node(p->t, IR_NOT, IR_BOOL, &condition, 1, 0);
    opt_node *branch = opt_tree_if(p->t, not ->i.result, 1);
    opt_coarsen_leave(p, &branch->arms[0].list);
    opt_coarsen_push(p, list, not );
    opt_coarsen_push(p, list, branch);
}

/* Copies the list without the comparisons that the limits decide. */
static void opt_coarsen_settle(coarsening *p, const opt_list *list, opt_list *out)
{
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        switch ((ir_op)node->i.op) {
        case IR_INTRINSIC:
            if (node->i.aux == IR_IN_THREAD_INDEX)
                continue;
            p->has_effect |= node->i.aux == IR_IN_MEMCPY;
            break;
        case IR_STORE: p->has_effect = true; break;
        case IR_CHECK:
            if (opt_coarsen_is_told(p, node->args[0], true, false)) {
                opt_coarsen_ask(p, node->args[0], true);
                continue;
            }
            if (p->depth > 0) {
                opt_coarsen_leave_if_not(p, out, node->args[0]);
                continue;
            }
            p->is_fit &= !p->has_effect; /* all lanes leave together, opt_coarsen_interleave */
            break;
        case IR_TRAP: opt_coarsen_leave(p, out); return;
        case IR_IF:
            if (opt_coarsen_is_told(p, node->args[0], true, false)) {
                opt_coarsen_ask(p, node->args[0], true);
                opt_coarsen_settle(p, &node->arms[0].list, out);
                continue;
            }
            if (opt_coarsen_is_told(p, node->args[0], false, false)) {
                opt_coarsen_ask(p, node->args[0], false);
                if (node->n_arms == 2)
                    opt_coarsen_settle(p, &node->arms[1].list, out);
                continue;
            }
            break;
        case IR_CASES_CONSTANT:
        case IR_CASES_COMPUTED:
        case IR_CASES_LOCAL:
        case IR_CASES_ADDRESS:
        case IR_LOAD:
        case IR_CASES_AGGREGATE:
        case IR_CASES_CALL:
        case IR_FUNCTION_ADDR:
        case IR_PTX:
        case IR_ELSE:
        case IR_END:
        case IR_LOOP:
        case IR_BLOCK:
        case IR_SWITCH:
        case IR_CASE:
        case IR_DEFAULT:
        case IR_CASES_JUMP:
        case IR_N_OPS: break;
        }
        p->depth++;
        for (uint32_t arm = 0; arm < node->n_arms; arm++) {
            opt_list settled = {0};
            opt_coarsen_settle(p, &node->arms[arm].list, &settled);
            node->arms[arm].list = settled;
        }
        p->depth--;
        opt_coarsen_push(p, out, node);
    }
}

/* ---- loads first ---- */

/* Whether a load behind it may be done before it. */
static bool opt_coarsen_is_passed(const ir_instr *i)
{
    return opt_is_pure(i) || i->op == IR_LOAD || i->op == IR_GET || i->op == IR_SET;
}

static bool opt_coarsen_is_early(const uint8_t *is_late, const opt_node *node)
{
    const ir_op op = (ir_op)node->i.op;
    if ((!opt_is_pure(&node->i) && op != IR_LOAD) || op == IR_LOCAL_ADDR || op == IR_DIV || op == IR_REM)
        return false;
    for (uint32_t k = 0; k < node->i.n_args; k++)
        if (is_late[node->args[k]])
            return false;
    return true;
}

/* Whether the node gives what memory holds, or a field of it. */
static bool opt_coarsen_is_loaded(const coarsening *p, const opt_node *node)
{
    const opt_node *of = node->i.op == IR_FIELD ? opt_definition(&p->index, node->args[0]) : node;
    return of && of->i.op == IR_LOAD;
}

/* Moves what is loaded whatever the thread finds, up to the first check, branch or store, from the list to
 * p->loads. */
static void opt_coarsen_take_loads(coarsening *p, opt_list *list)
{
    const uint32_t n_values = p->t->f->values.n;
    uint8_t *is_late = ARENA_ARRAY(p->t->m->memory, uint8_t, n_values),
            *is_wanted = ARENA_ARRAY(p->t->m->memory, uint8_t, n_values);
    opt_list rest = {0};
    uint32_t n = 0;
    for (; n < list->n && opt_coarsen_is_passed(&list->at[n]->i); n++)
        if (list->at[n]->i.result)
            is_late[list->at[n]->i.result] = !opt_coarsen_is_early(is_late, list->at[n]);
    for (uint32_t k = n; k-- > 0;) {
        const opt_node *node = list->at[k];
        if (!node->i.result || is_late[node->i.result] ||
            (!opt_coarsen_is_loaded(p, node) && !is_wanted[node->i.result]))
            continue;
        is_wanted[node->i.result] = 1;
        for (uint32_t a = 0; a < node->i.n_args; a++)
            is_wanted[node->args[a]] = 1;
    }
    for (uint32_t k = 0; k < list->n; k++) {
        opt_node *node = list->at[k];
        opt_coarsen_push(p, k < n && node->i.result && is_wanted[node->i.result] ? &p->loads : &rest, node);
    }
    *list = rest;
}

static ir_value opt_coarsen_instead(const coarsening *p, ir_value v)
{
    return p->same[v] ? p->same[v] : v;
}

static bool opt_coarsen_is_same(const coarsening *p, const opt_node *x, const opt_node *y)
{
    if (x->i.op != y->i.op || x->i.type != y->i.type || x->i.imm != y->i.imm || x->i.aux != y->i.aux ||
        x->i.flags != y->i.flags || x->i.n_args != y->i.n_args)
        return false;
    for (uint32_t k = 0; k < x->i.n_args; k++)
        if (opt_coarsen_instead(p, x->args[k]) != opt_coarsen_instead(p, y->args[k]))
            return false;
    return true;
}

/* Finds which loads read the same, now that they come before all stores, and what is computed twice from them. */
static void opt_coarsen_find_same(coarsening *p, const opt_list *rest)
{
    opt_list seen = {0};
    p->same = ARENA_ARRAY(p->t->m->memory, ir_value, p->t->f->values.n);
    opt_tree_append(p->t, &seen, &p->loads);
    opt_tree_append(p->t, &seen, rest);
    for (uint32_t n = 0; n < seen.n; n++) {
        const opt_node *node = seen.at[n];
        if (!node->i.result || (n >= p->loads.n && !opt_is_pure(&node->i)))
            continue;
        for (uint32_t k = 0; k < n && !p->same[node->i.result]; k++)
            if (opt_coarsen_is_same(p, seen.at[k], node))
                p->same[node->i.result] = seen.at[k]->i.result;
    }
}

/* An empty piece of PTX that has the values as operands, so that no compiler moves the loads behind the branches of
 * what follows, as those of a division. */
static void opt_coarsen_hold(coarsening *p, opt_list *list, const ir_value *values, uint32_t n, uint32_t text)
{
    const ir_type_info *about = &p->t->m->types.at[p->t->f->values.at[values[0]]];
    if (about->kind > IR_PTR || about->kind == IR_VOID || ir_size(p->t->m, p->t->f->values.at[values[0]]) > 8)
        return;
    opt_node *node = opt_tree_bracket(p->t, IR_PTX, 1);
    node->i.n_args = n;
    node->args = arena_copy(p->t->m->memory, values, n * sizeof *values);
    node->i.imm = text;
    opt_coarsen_push(p, list, node);
}

/* ---- the two functions ---- */

static void opt_coarsen_replace_numbers(opt_tree *t, const opt_list *list, ir_value number)
{
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        if (node->i.op == IR_INTRINSIC && node->i.aux == IR_IN_THREAD_INDEX) {
            node->i.op = IR_CONVERT;
            node->i.aux = 0;
            node->i.n_args = 1;
            node->args = arena_copy(t->m->memory, &number, sizeof number);
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_coarsen_replace_numbers(t, &node->arms[arm].list, number);
    }
}

/* The kernel as a function of the number of the element. */
static opt_tree *opt_coarsen_make_one(opt_tree *kernel, ir_function_id id)
{
    const char *name = arena_format(kernel->m->memory, "%s_one", kernel->f->name);
    opt_tree *t = opt_tree_begin_like(kernel, id, name, (const ir_type[]){IR_U64, IR_U32},
                                      (const char *const[]){"index", "lane"}, 2);
    opt_copy c = opt_tree_like(t, kernel->f);
    t->f->is_kernel = false;
    opt_tree_copy(t, &t->body, &kernel->body, &c);
    opt_coarsen_replace_numbers(t, &t->body, t->f->n_params - 1);
    opt_merge_checks(t);
    return t;
}

static ir_value opt_coarsen_number(coarsening *p, opt_list *list, ir_op op, ir_value a, ir_value b)
{
    opt_node *node = opt_tree_node(p->t, op, op == IR_LT ? IR_BOOL : IR_U64, (ir_value[]){a, b}, 2, 0);
    opt_coarsen_push(p, list, node);
    return node->i.result;
}

static ir_value opt_coarsen_constant(coarsening *p, opt_list *list, uint64_t bits)
{
    opt_node *node = opt_tree_node(p->t, IR_CONST, IR_U64, NULL, 0, bits);
    opt_coarsen_push(p, list, node);
    return node->i.result;
}

static ir_value opt_coarsen_place(coarsening *p, opt_list *list, ir_intrinsic what)
{
    opt_node *node = opt_tree_node(p->t, IR_INTRINSIC, IR_U32, NULL, 0, 0);
    node->i.aux = (uint16_t)what;
    opt_coarsen_push(p, list, node);
    opt_node *wide = opt_tree_node(p->t, IR_CONVERT, IR_U64, &node->i.result, 1, 0);
    opt_coarsen_push(p, list, wide);
    return wide->i.result;
}

static void opt_coarsen_copy(coarsening *p, const opt_list *from, uint32_t at, opt_list *to, opt_copy *copies,
                             uint32_t n_lanes)
{
    const ir_value v = from->at[at]->i.result;
    for (uint32_t k = 0; k < n_lanes; k++) {
        opt_list one = {.at = &from->at[at], .n = 1};
        if (v && p->same[v])
            copies[k].values[v] = copies[k].values[p->same[v]];
        else
            opt_tree_copy(p->t, to, &one, &copies[k]);
    }
}

static void opt_coarsen_copy_loads(coarsening *p, opt_list *to, opt_copy *copies, uint32_t n_lanes)
{
    opt_tree *t = p->t;
    const uint32_t text = t->m->files.n;
    for (uint32_t n = 0; n < p->loads.n; n++)
        opt_coarsen_copy(p, &p->loads, n, to, copies, n_lanes);
    for (uint32_t n = 0; n < p->loads.n; n++) {
        const ir_value v = p->loads.at[n]->i.result;
        ir_value values[MOST_LANES];
        if (!opt_coarsen_is_loaded(p, p->loads.at[n]) || p->same[v])
            continue;
        for (uint32_t k = 0; k < n_lanes; k++)
            values[k] = copies[k].values[v];
        if (t->m->files.n == text)
            vec_push(t->m->memory, &t->m->files, "");
        opt_coarsen_hold(p, to, values, n_lanes, text);
    }
}

/* Copies each instruction for all lanes before the next one; a bracket is copied whole for one lane after another. */
static void opt_coarsen_interleave(coarsening *p, const opt_list *from, opt_list *to, const ir_value *numbers,
                                   uint32_t n_lanes)
{
    opt_tree *t = p->t;
    const uint32_t n_locals = t->f->locals.n;
    opt_copy copies[MOST_LANES];
    for (uint32_t k = 0; k < n_lanes; k++) {
        copies[k] = opt_tree_own(t);
        copies[k].local_base = k * (n_locals - 1);
        for (ir_value v = 0; v < p->index.n_values; v++)
            if (p->is_number[v])
                copies[k].values[v] = numbers[k];
        for (ir_local l = 1; k > 0 && l < n_locals; l++) {
            ir_local_info info = t->f->locals.at[l];
            vec_push(t->m->memory, &t->f->locals, info);
        }
    }
    opt_coarsen_copy_loads(p, to, copies, n_lanes);
    for (uint32_t n = 0; n < from->n; n++) {
        if (from->at[n]->i.op != IR_CHECK) {
            opt_coarsen_copy(p, from, n, to, copies, n_lanes);
            continue;
        }
        ir_value all = copies[0].values[from->at[n]->args[0]];
        for (uint32_t k = 1; k < n_lanes; k++) {
            const ir_value both[] = {all, copies[k].values[from->at[n]->args[0]]};
            opt_node *node = opt_tree_node(t, IR_AND, IR_BOOL, both, 2, 0);
            opt_coarsen_push(p, to, node);
            all = node->i.result;
        }
        opt_coarsen_leave_if_not(p, to, all);
    }
}

/* lane = 0; loop { i = first + lane * step; if lane < n_lanes && i < n_threads { lane += 1; one(.., i, lane) } else {
 * break } } */
static void opt_coarsen_write_loop(coarsening *p, opt_list *list, ir_value first, ir_value step, uint32_t n_lanes,
                                   ir_function_id one)
{
    opt_tree *t = p->t;
    const uint32_t n_own = t->f->n_params - 1;
    const ir_local lane = opt_tree_local(t, IR_U64);
    ir_value start = opt_coarsen_constant(p, list, 0), *args = ARENA_ARRAY(t->m->memory, ir_value, n_own + 2);
    opt_node *loop = opt_tree_bracket(t, IR_LOOP, 1), *get = opt_tree_node(t, IR_GET, IR_U64, NULL, 0, lane),
             *test = opt_tree_bracket(t, IR_IF, 2);
    opt_list *body = &loop->arms[0].list, *then = &test->arms[0].list;
    opt_coarsen_push(p, list, opt_tree_set(t, lane, start));
    opt_coarsen_push(p, body, get);
    ir_value at = opt_coarsen_number(p, body, IR_ADD, first, opt_coarsen_number(p, body, IR_MUL, step, get->i.result));
    ir_value is_lane = opt_coarsen_number(p, body, IR_LT, get->i.result, opt_coarsen_constant(p, body, n_lanes)),
             is_there = opt_coarsen_number(p, body, IR_LT, at, t->f->n_params);
    opt_node *both = opt_tree_node(t, IR_AND, IR_BOOL, (ir_value[]){is_lane, is_there}, 2, 0);
    opt_coarsen_push(p, body, both);
    test->i.n_args = 1;
    test->args = arena_copy(t->m->memory, &both->i.result, sizeof both->i.result);
    ir_value next = opt_coarsen_number(p, then, IR_ADD, get->i.result, opt_coarsen_constant(p, then, 1));
    opt_coarsen_push(p, then, opt_tree_set(t, lane, next));
    opt_node *narrow = opt_tree_node(t, IR_CONVERT, IR_U32, &next, 1, 0);
    opt_coarsen_push(p, then, narrow);
    for (uint32_t n = 0; n < n_own; n++)
        args[n] = n + 1;
    args[n_own] = at;
    args[n_own + 1] = narrow->i.result;
    opt_coarsen_push(p, then, opt_tree_node(t, IR_CALL, 0, args, n_own + 2, one));
    loop->i.imm = ++t->f->n_labels;
    opt_coarsen_push(p, &test->arms[1].list, opt_tree_node(t, IR_BREAK, 0, NULL, 0, loop->i.imm));
    opt_coarsen_push(p, body, test);
    opt_coarsen_push(p, list, loop);
}

static void opt_coarsen_write_entry(coarsening *p, const opt_list *fast, uint32_t n_lanes, ir_function_id one)
{
    opt_tree *t = p->t;
    const ir_value n_threads = t->f->n_params;
    ir_value numbers[MOST_LANES], last, all;
    opt_list body = {0};
    ir_value block = opt_coarsen_place(p, &body, IR_IN_BLOCK_IDX), step = opt_coarsen_place(p, &body, IR_IN_BLOCK_DIM),
             thread = opt_coarsen_place(p, &body, IR_IN_THREAD_IDX);
    ir_value row = opt_coarsen_number(p, &body, IR_MUL, step, opt_coarsen_constant(p, &body, n_lanes));
    numbers[0] = opt_coarsen_number(p, &body, IR_ADD, opt_coarsen_number(p, &body, IR_MUL, block, row), thread);
    for (uint32_t k = 1; k < n_lanes; k++)
        numbers[k] = opt_coarsen_number(p, &body, IR_ADD, numbers[0],
                                        opt_coarsen_number(p, &body, IR_MUL, step, opt_coarsen_constant(p, &body, k)));
    last = numbers[n_lanes - 1];
    opt_tree_append(t, &body, &p->ahead);
    all = opt_coarsen_number(p, &body, IR_LT, last, n_threads);
    for (uint32_t k = 0; k < p->n_limits; k++) {
        ir_value less = opt_coarsen_number(p, &body, IR_LT, last, p->limits[k]);
        opt_node *both = opt_tree_node(t, IR_AND, IR_BOOL, (ir_value[]){all, less}, 2, 0);
        opt_coarsen_push(p, &body, both);
        all = both->i.result;
    }
    opt_node *block_of = opt_tree_bracket(t, IR_BLOCK, 1), *whole = opt_tree_if(t, all, 1);
    block_of->i.imm = p->out;
    opt_coarsen_interleave(p, fast, &whole->arms[0].list, numbers, n_lanes);
    opt_coarsen_push(p, &whole->arms[0].list, opt_tree_node(t, IR_RETURN, 0, NULL, 0, 0));
    opt_coarsen_push(p, &block_of->arms[0].list, whole);
    opt_coarsen_push(p, &body, block_of);
    opt_coarsen_write_loop(p, &body, numbers[0], step, n_lanes, one);
    opt_coarsen_push(p, &body, opt_tree_node(t, IR_RETURN, 0, NULL, 0, 0));
    t->body = body;
}

static bool opt_coarsen_is_taken(const ir_module *m, const char *name)
{
    for (ir_function_id id = 1; id < m->functions.n; id++)
        if (strcmp(m->functions.at[id].name, name) == 0)
            return true;
    return false;
}

/* Whether its blocks have one dimension and there is room for another parameter. */
static bool opt_coarsen_is_plain(const ir_module *m, const ir_function *f)
{
    uint64_t n_bytes = 0;
    for (uint32_t k = 0; k < f->n_params; k++)
        n_bytes += ir_size(m, f->params[k]);
    return f->is_kernel && f->block[1] <= 1 && f->block[2] <= 1 && n_bytes <= MOST_PARAM_BYTES;
}

bool opt_coarsen(opt_tree *kernel, ir_function_id id, ir_function_id one_id, opt_tree **one, opt_tree **entry)
{
    coarsening p = {.is_fit = true, .least_bytes = BYTES_UNDER_WAY};
    opt_list fast = {0};
    if (!opt_coarsen_is_plain(kernel->m, kernel->f) || opt_tree_size(&kernel->body) > MOST_COST)
        return false;
    p.t = opt_tree_begin_like(kernel, id, NULL, (const ir_type[]){IR_U64}, (const char *const[]){"n_threads"}, 1);
    opt_copy c = opt_tree_like(p.t, kernel->f);
    opt_tree_copy(p.t, &p.t->body, &kernel->body, &c);
    p.index = opt_tree_index(p.t);
    p.is_number = ARENA_ARRAY(p.t->m->memory, uint8_t, p.index.n_values);
    opt_coarsen_look(&p, &p.t->body);
    const uint32_t n_lanes =
        BYTES_UNDER_WAY / p.least_bytes < MOST_LANES ? BYTES_UNDER_WAY / p.least_bytes : MOST_LANES;
    if (!p.is_fit || p.cost > MOST_COST || n_lanes < 2)
        return false;
    p.t->f->n_lanes = n_lanes;
    p.t->f->name = arena_format(p.t->m->memory, "rustg_x%u_%s", (unsigned)n_lanes, kernel->f->name);
    if (opt_coarsen_is_taken(kernel->m, p.t->f->name))
        return false;
    p.out = ++p.t->f->n_labels;
    opt_coarsen_settle(&p, &p.t->body, &fast);
    opt_coarsen_take_loads(&p, &fast);
    opt_coarsen_find_same(&p, &fast);
    if (fast.n && fast.at[fast.n - 1]->i.op == IR_RETURN)
        fast.n--;
    if (!p.is_fit || !p.has_effect || p.n_limits == 0 || opt_tree_has(&fast, IR_RETURN))
        return false;
    opt_coarsen_write_entry(&p, &fast, n_lanes, one_id);
    *entry = p.t;
    *one = opt_coarsen_make_one(kernel, id);
    return true;
}
