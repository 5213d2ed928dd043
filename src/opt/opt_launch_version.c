/* opt_launch_version.c: a kernel gets an entry for launches whose numbers prove checks.
 *
 * What most checks compare is made of the thread's place, the grid, scalar arguments and lengths. The host knows all of
 * these at a launch, so it can tell whether such a check may fail in any thread. The entry rustg_proved_NAME is the
 * kernel without these checks, and beside it stands a proof (launch_proof.h): steps that make an interval of each
 * value, and the conditions that must be true of them. A launch of which one is not takes the kernel itself, so a panic
 * is told as ever. Conditions of branches that a check stands in narrow the intervals, as `if i < y.len()` does.
 *
 * The proof also requires a launch of one dimension and at most 2^32 threads if the kernel asks for a thread's number,
 * which is then computed with 32 bits, and that parameters which it is compared with fit 32 bits; that sums and
 * products which branches ask about do not overflow; that the block has the kernel's shape; and that what 64-bit
 * divisions take fits 32 bits.
 *
 * Requires OPT_INLINED, OPT_SCALARS and OPT_SINGLE_CHECKS. Breaks nothing: the kernel stays as it is, and the entry is
 * another function. */
#include "opt/opt_launch_proof.h"

enum { MOST_NODES = 3000 };

/* ---- the kernel ---- */

static bool opt_launch_is_number(const opt_node *node)
{
    return node->i.op == IR_INTRINSIC && node->i.aux == IR_IN_THREAD_INDEX;
}

static bool opt_launch_asks_number(const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        if (opt_launch_is_number(node))
            return true;
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            if (opt_launch_asks_number(&node->arms[arm].list))
                return true;
    }
    return false;
}

/* What locals hold that the list sets is not known. */
static void opt_launch_lose(launch_versioning *p, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        if (node->i.op == IR_SET)
            p->held[node->i.imm] = LAUNCH_NO_STEP;
        if (node->i.op == IR_PTX)
            p->held[node->i.aux] = LAUNCH_NO_STEP;
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_launch_lose(p, &node->arms[arm].list);
    }
}

/* Whether all that the list sets the local to is at most what a round found there: a part of it, or some of its bits.
 */
static bool opt_launch_shrinks(const launch_versioning *p, const opt_list *round, const opt_list *list, uint64_t local)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        if (node->i.op == IR_SET && node->i.imm == local) {
            const opt_node *to = opt_definition(&p->index, node->args[0]);
            const opt_node *of = to && (to->i.op == IR_SHR || to->i.op == IR_DIV || to->i.op == IR_AND)
                                     ? opt_definition(&p->index, to->args[0])
                                     : NULL;
            if (!of || of->i.op != IR_GET || of->i.imm != local || opt_launch_kind(of->i.type) & LAUNCH_SIGNED ||
                !opt_tree_holds(round, of))
                return false;
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            if (!opt_launch_shrinks(p, round, &node->arms[arm].list, local))
                return false;
    }
    return true;
}

/* What a loop's locals hold where a round begins. before: what they held ahead of it. */
static void opt_launch_begin_round(launch_versioning *p, const opt_list *list, const uint32_t *before)
{
    opt_launch_lose(p, list);
    for (uint32_t l = 0; l < p->t->f->locals.n; l++)
        if (p->held[l] != before[l] && opt_launch_shrinks(p, list, list, l)) {
            const uint32_t kind = launch_proof_kind(&p->steps[before[l]]);
            p->held[l] = opt_launch_step(p, LAUNCH_AT_MOST, kind, opt_launch_any(p, kind), before[l], 0);
        }
}

static void opt_launch_local(launch_versioning *p, const opt_node *node)
{
    const uint32_t local = (uint32_t)node->i.imm;
    if (node->i.op == IR_SET)
        p->held[local] = opt_launch_value(p, node->args[0]);
    else if (p->held[local] != LAUNCH_NO_STEP && !p->index.has_address[local])
        p->found[node->i.result] = p->held[local] + 1;
}

static bool opt_launch_has_no_effect(const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        if (node->i.op == IR_IF && node->n_arms == 1 && opt_launch_has_no_effect(&node->arms[0].list))
            continue;
        if (node->i.op != IR_TRAP && !opt_is_pure(&node->i))
            return false;
    }
    return true;
}

/* Whether the list only ends the thread. */
static bool opt_launch_stops(const opt_list *list)
{
    return list->n && list->at[list->n - 1]->i.op == IR_TRAP && opt_launch_has_no_effect(list);
}

static void opt_launch_walk(launch_versioning *p, opt_list *list);

/* Whether the value is at least low and at most high in all threads, as the proof then requires. */
static bool opt_launch_bounds(launch_versioning *p, ir_value v, uint64_t low, uint64_t high)
{
    const uint32_t step = opt_launch_value(p, v);
    if (step == LAUNCH_NO_STEP || p->tells[step] != LAUNCH_TELLS_BOTH)
        return false;
    const uint32_t kind = launch_proof_kind(&p->steps[step]), most = opt_launch_step(p, LAUNCH_CONST, kind, 0, 0, high),
                   below = opt_launch_step(p, LAUNCH_LE, LAUNCH_BOOL, step, most, 0);
    if (low || kind & LAUNCH_SIGNED) {
        const uint32_t least = opt_launch_step(p, LAUNCH_CONST, kind, 0, 0, low),
                       above = opt_launch_step(p, LAUNCH_LE, LAUNCH_BOOL, least, step, 0);
        if (opt_launch_step(p, LAUNCH_REQUIRE, LAUNCH_BOOL, above, 0, 0) == LAUNCH_NO_STEP)
            return false;
    }
    return opt_launch_step(p, LAUNCH_REQUIRE, LAUNCH_BOOL, below, 0, 0) != LAUNCH_NO_STEP;
}

static ir_value opt_launch_convert(launch_versioning *p, opt_list *out, ir_type to, ir_value v)
{
    return opt_tree_push(p->t, out, opt_tree_node(p->t, IR_CONVERT, to, &v, 1, 0));
}

/* Division of 64 bits takes several times as long as one of 32. */
static void opt_launch_divide(launch_versioning *p, opt_node *node, opt_list *out)
{
    const bool is_signed = node->i.type == IR_I64;
    const opt_node *by = opt_constant(&p->index, node->args[1]);
    const uint64_t low = is_signed ? (uint64_t)-INT64_C(0x7FFFFFFF) : 0, high = is_signed ? INT32_MAX : UINT32_MAX;
    if ((node->i.type != IR_U64 && !is_signed) || (by && !(by->i.imm & (by->i.imm - 1))) ||
        !opt_launch_bounds(p, node->args[0], low, high) || !opt_launch_bounds(p, node->args[1], low, high))
        return;
    const uint32_t step = opt_launch_value(p, node->i.result);
    if (step != LAUNCH_NO_STEP)
        p->found[node->i.result] = step + 1;
    const ir_type narrow = is_signed ? IR_I32 : IR_U32;
    const ir_value x = opt_launch_convert(p, out, narrow, node->args[0]),
                   y = opt_launch_convert(p, out, narrow, node->args[1]);
    opt_node *quotient = opt_tree_node(p->t, (ir_op)node->i.op, narrow, (ir_value[]){x, y}, 2, 0);
    vec_push(p->t->m->memory, out, quotient);
    node->i.op = IR_CONVERT;
    node->i.n_args = 1;
    node->args = arena_copy(p->t->m->memory, &quotient->i.result, sizeof quotient->i.result);
    p->n_removed++;
}

/* A sum or product that a branch asks about: launches in which it overflows are rare. */
static void opt_launch_overflow(launch_versioning *p, opt_node *node)
{
    if (node->i.aux == IR_SUB || !opt_launch_require(p, node->i.result, false))
        return;
    node->i.op = IR_CONST;
    node->i.aux = 0;
    node->i.n_args = 0;
    node->i.imm = 0;
    p->n_removed++;
}

static void opt_launch_arms(launch_versioning *p, opt_node *node)
{
    arena *a = p->t->m->memory;
    const uint32_t n_locals = p->t->f->locals.n, n_bytes = n_locals * (uint32_t)sizeof *p->held;
    const bool is_if = node->i.op == IR_IF;
    uint32_t *before = arena_copy(a, p->held, n_bytes), *first = NULL;
    for (uint32_t arm = 0; arm < node->n_arms; arm++) {
        const uint32_t n_outside = p->n_narrowed;
        memcpy(p->held, before, n_bytes);
        if (node->i.op == IR_LOOP)
            opt_launch_begin_round(p, &node->arms[arm].list, before);
        if (is_if)
            opt_launch_assume(p, node->args[0], arm == 0);
        opt_launch_walk(p, &node->arms[arm].list);
        opt_launch_forget(p, n_outside);
        if (arm == 0)
            first = arena_copy(a, p->held, n_bytes);
    }
    if (is_if) {
        const bool first_ends = opt_tree_ends(&node->arms[0].list),
                   second_ends = node->n_arms == 2 && opt_tree_ends(&node->arms[1].list);
        const uint32_t *second = node->n_arms == 2 ? arena_copy(a, p->held, n_bytes) : before;
        for (uint32_t l = 0; l < n_locals; l++)
            p->held[l] =
                first_ends              ? second[l]
                : second_ends           ? first[l]
                : first[l] == second[l] ? first[l]
                : first[l] == LAUNCH_NO_STEP || second[l] == LAUNCH_NO_STEP
                    ? LAUNCH_NO_STEP
                    : opt_launch_step(p, LAUNCH_EITHER, launch_proof_kind(&p->steps[first[l]]), first[l], second[l], 0);
        return;
    }
    memcpy(p->held, before, n_bytes);
    for (uint32_t arm = 0; arm < node->n_arms; arm++)
        opt_launch_lose(p, &node->arms[arm].list);
}

/* Appends what is left of the node. */
static void opt_launch_node(launch_versioning *p, opt_node *node, opt_list *out)
{
    arena *a = p->t->m->memory;
    if (node->i.op == IR_CHECK) {
        if (!opt_launch_require(p, node->args[0], true)) {
            vec_push(a, out,
                     node); /* what it tells is rarely enough for another check, which the proof would then want */
            return;
        }
        p->n_removed++;
        opt_launch_assume(p, node->args[0], true);
        return;
    }
    if (node->i.op == IR_IF) {
        const bool first_stops = opt_launch_stops(&node->arms[0].list),
                   second_stops = node->n_arms == 2 && opt_launch_stops(&node->arms[1].list);
        if ((first_stops || second_stops) && opt_launch_require(p, node->args[0], !first_stops)) {
            p->n_removed++;
            opt_launch_assume(p, node->args[0], !first_stops);
            for (uint32_t n = 0; node->n_arms == 2 && n < node->arms[first_stops].list.n; n++)
                opt_launch_node(p, node->arms[first_stops].list.at[n], out);
            return;
        }
    }
    if (node->i.op == IR_SET || node->i.op == IR_GET)
        opt_launch_local(p, node);
    if (node->i.op == IR_OVERFLOWS)
        opt_launch_overflow(p, node);
    if (node->i.op == IR_DIV || node->i.op == IR_REM) {
        opt_launch_divide(p, node, out);
    }
    if (node->n_arms)
        opt_launch_arms(p, node);
    vec_push(a, out, node);
    for (uint32_t arm = 0; arm < node->n_arms && node->i.op == IR_IF; arm++)
        if (opt_tree_ends(&node->arms[arm].list))
            opt_launch_assume(p, node->args[0], arm == 1);
}

static void opt_launch_walk(launch_versioning *p, opt_list *list)
{
    const uint32_t n_before = p->n_narrowed;
    opt_list out = {0};
    for (uint32_t n = 0; n < list->n; n++)
        opt_launch_node(p, list->at[n], &out);
    opt_launch_forget(p, n_before);
    *list = out;
}

/* ---- the thread's number ---- */

static ir_value opt_launch_ask(opt_tree *t, opt_list *list, ir_intrinsic what)
{
    opt_node *node = opt_tree_node(t, IR_INTRINSIC, IR_U32, NULL, 0, 0);
    node->i.aux = (uint16_t)what;
    return opt_tree_push(t, list, node);
}

/* Whether the node compares the thread's number with a parameter, as `i < y.len()` does. */
static bool opt_launch_asks_place(const launch_versioning *p, const opt_node *node)
{
    switch ((ir_op)node->i.op) {
    case IR_LT:
    case IR_LE:
    case IR_GT:
    case IR_GE: break;
    case IR_CASES_CONSTANT:
    case IR_CASES_ARITHMETIC:
    case IR_CASES_BITS:
    case IR_CASES_UNARY:
    case IR_EQ:
    case IR_NE:
    case IR_OVERFLOWS:
    case IR_CASES_CAST:
    case IR_SELECT:
    case IR_CASES_BEYOND_VALUES: return false;
    }
    for (uint32_t k = 0; k < 2; k++) {
        const opt_node *side = opt_definition(&p->index, node->args[k]);
        if (side && opt_launch_is_number(side) && node->args[!k] <= p->t->f->n_params)
            return true;
    }
    return false;
}

/* Compares the thread's number with parameters in 32 bits where the proof may require that these fit. */
static void opt_launch_compare_short(launch_versioning *p, opt_list *list)
{
    opt_list out = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        if (opt_launch_asks_place(p, node) && opt_launch_bounds(p, node->args[0], 0, UINT32_MAX) &&
            opt_launch_bounds(p, node->args[1], 0, UINT32_MAX)) {
            const ir_value narrow[] = {opt_launch_convert(p, &out, IR_U32, node->args[0]),
                                       opt_launch_convert(p, &out, IR_U32, node->args[1])};
            node->args = arena_copy(p->t->m->memory, narrow, sizeof narrow);
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_launch_compare_short(p, &node->arms[arm].list);
        vec_push(p->t->m->memory, &out, node);
    }
    *list = out;
}

/* thread_index -> block_idx.x * block_dim.x + thread_idx.x */
static void opt_launch_count_short(opt_tree *t, opt_list *list)
{
    opt_list out = {0};
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        if (opt_launch_is_number(node)) {
            const ir_value block = opt_launch_ask(t, &out, IR_IN_BLOCK_IDX),
                           width = opt_launch_ask(t, &out, IR_IN_BLOCK_DIM),
                           thread = opt_launch_ask(t, &out, IR_IN_THREAD_IDX);
            opt_node *first = opt_tree_node(t, IR_MUL, IR_U32, (ir_value[]){block, width}, 2, 0);
            vec_push(t->m->memory, &out, first);
            opt_node *sum = opt_tree_node(t, IR_ADD, IR_U32, (ir_value[]){first->i.result, thread}, 2, 0);
            vec_push(t->m->memory, &out, sum);
            node->i.op = IR_CONVERT;
            node->i.aux = 0;
            node->i.n_args = 1;
            node->args = arena_copy(t->m->memory, &sum->i.result, sizeof sum->i.result);
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_launch_count_short(t, &node->arms[arm].list);
        vec_push(t->m->memory, &out, node);
    }
    *list = out;
}

/* block_dim -> what the kernel says it is; false: the proof cannot require it. */
static bool opt_launch_require_block(launch_versioning *p)
{
    for (uint64_t axis = 0; axis < 3; axis++) {
        const uint32_t is = opt_launch_step(p, LAUNCH_BLOCK_DIM, 32, 0, 0, axis),
                       wanted = opt_launch_step(p, LAUNCH_CONST, 32, 0, 0, p->t->f->block[axis]);
        const uint32_t same = opt_launch_step(p, LAUNCH_EQ, LAUNCH_BOOL, is, wanted, 0);
        if (opt_launch_step(p, LAUNCH_REQUIRE, LAUNCH_BOOL, same, 0, 0) == LAUNCH_NO_STEP)
            return false;
    }
    return true;
}

static void opt_launch_fix_block(opt_tree *t, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        if (node->i.op == IR_INTRINSIC && node->i.aux == IR_IN_BLOCK_DIM) {
            node->i.op = IR_CONST;
            node->i.aux = 0;
            node->i.imm = t->f->block[node->i.imm];
        }
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_launch_fix_block(t, &node->arms[arm].list);
    }
}

static bool opt_launch_require_line(launch_versioning *p)
{
    const uint32_t one = opt_launch_step(p, LAUNCH_CONST, 32, 0, 0, 1),
                   most = opt_launch_step(p, LAUNCH_CONST, LAUNCH_U64, 0, 0, UINT32_MAX),
                   number = opt_launch_step(p, LAUNCH_THREAD_INDEX, LAUNCH_U64, 0, 0, 0);
    uint32_t made = opt_launch_step(p, LAUNCH_LE, LAUNCH_BOOL, number, most, 0);
    made = opt_launch_step(p, LAUNCH_REQUIRE, LAUNCH_BOOL, made, 0, 0);
    for (uint64_t axis = 1; axis <= 2 && made != LAUNCH_NO_STEP; axis++)
        for (int of_block = 0; of_block < 2 && made != LAUNCH_NO_STEP; of_block++) {
            made = opt_launch_step(p, of_block ? LAUNCH_BLOCK_DIM : LAUNCH_GRID_DIM, 32, 0, 0, axis);
            made = opt_launch_step(p, LAUNCH_EQ, LAUNCH_BOOL, made, one, 0);
            made = opt_launch_step(p, LAUNCH_REQUIRE, LAUNCH_BOOL, made, 0, 0);
        }
    return made != LAUNCH_NO_STEP;
}

static bool opt_launch_is_plain_name(const char *name)
{
    return !name[strspn(name, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_")];
}

opt_tree *opt_launch_version(opt_tree *kernel, ir_function_id id)
{
    arena *a = kernel->m->memory;
    if (!(opt_tree_has(&kernel->body, IR_CHECK) || opt_tree_has(&kernel->body, IR_TRAP)) ||
        opt_tree_size(&kernel->body) > MOST_NODES || !opt_launch_is_plain_name(kernel->f->name))
        return NULL;
    const char *name = arena_format(a, "rustg_proved_%s", kernel->f->name);
    for (ir_function_id other = 1; other < kernel->m->functions.n; other++)
        if (strcmp(kernel->m->functions.at[other].name, name) == 0)
            return NULL;
    launch_versioning *p = ARENA_NEW(a, launch_versioning);
    p->t = opt_tree_twin(kernel, id, name);
    p->index = opt_tree_index(p->t);
    p->held = ARENA_ARRAY(a, uint32_t, p->t->f->locals.n + 1);
    p->found = ARENA_ARRAY(a, uint32_t, p->index.n_values);
    for (uint32_t l = 0; l <= p->t->f->locals.n; l++)
        p->held[l] = LAUNCH_NO_STEP;
    p->known = ARENA_ARRAY(a, uint32_t, p->index.n_values);
    p->known_in = ARENA_ARRAY(a, uint32_t, p->index.n_values);
    p->n_changes = 1;
    opt_launch_walk(p, &p->t->body);
    const uint32_t *block = p->t->f->block;
    const bool may_be_line = !block[0] || (block[1] == 1 && block[2] == 1);
    if (may_be_line && opt_launch_asks_number(&p->t->body) && opt_launch_require_line(p)) {
        opt_launch_compare_short(p, &p->t->body);
        opt_launch_count_short(p->t, &p->t->body);
        p->n_removed++;
    }
    if (p->n_removed == 0 || (p->t->f->block[0] && !opt_launch_require_block(p)))
        return NULL;
    if (p->t->f->block[0])
        opt_launch_fix_block(p->t, &p->t->body);
    opt_launch_write(p);
    return p->t;
}
