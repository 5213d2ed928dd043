/* opt_gvn.c: global value numbering with ranges: what is known of values decides what comes later.
 *
 * In one walk from the top, equal computations become one value. Ranges of integers and orders between them, learned
 * from conditions, checks and operations (opt_range.c), turn comparisons and overflow tests into constants and leave
 * out checks that always hold:
 *
 *   if i < len { check i < len; .. }      check rank < 256, where rank is threadIdx.x of a block of 128
 *
 * Requires OPT_SCALARS: it does not look through locals. Breaks OPT_SCALARS: a branch on a value that has become a
 * constant stays for sroa to remove. */
#include "opt/opt_range.h"

enum { MOST_SPECULATED = 6, FEWEST_BUCKETS = 512 };

/* ---- equal computations ---- */

static bool opt_gvn_is_shared(const opt_ranges *p, const opt_node *node)
{
    return node->i.result && node->i.result < p->n_values && opt_is_integer_or_bool(node->i.type) &&
           opt_is_pure(&node->i) && node->i.op != IR_UNDEF && node->i.op != IR_ZERO && node->i.op != IR_FIELD;
}

static bool opt_gvn_is_same(const opt_node *x, const opt_node *y)
{
    if (x->i.op != y->i.op || x->i.type != y->i.type || x->i.aux != y->i.aux || x->i.imm != y->i.imm ||
        x->i.n_args != y->i.n_args)
        return false;
    for (uint32_t k = 0; k < x->i.n_args; k++)
        if (x->args[k] != y->args[k])
            return false;
    return true;
}

static const opt_node *opt_gvn_find_made(opt_ranges *p, const opt_node *node)
{
    uint64_t hash = node->i.op + node->i.imm * 31 + (uint64_t)node->i.aux * 131 + (uint64_t)node->i.type * 17;
    for (uint32_t k = 0; k < node->i.n_args; k++)
        hash = hash * UINT64_C(0x9E3779B97F4A7C15) + node->args[k];
    uint32_t bucket = (uint32_t)(hash ^ hash >> 29) & p->bucket_mask;
    for (uint32_t at = p->buckets[bucket]; at; at = p->made.at[at - 1].before)
        if (opt_gvn_is_same(p->made.at[at - 1].node, node))
            return p->made.at[at - 1].node;
    vec_push(p->t->m->memory, &p->made, (opt_gvn_entry){node, bucket, p->buckets[bucket]});
    p->buckets[bucket] = p->made.n;
    return NULL;
}

/* ---- the walk ---- */

typedef struct mark {
    uint32_t undone, orders, made;
} mark;

static mark opt_gvn_marked(const opt_ranges *p)
{
    return (mark){p->undone.n, p->orders.n, p->made.n};
}

static void opt_gvn_go_back(opt_ranges *p, mark to)
{
    while (p->undone.n > to.undone) {
        const opt_range_undo *u = &p->undone.at[--p->undone.n];
        p->low[u->v] = u->low;
        p->high[u->v] = u->high;
        p->least[u->v] = u->least;
        p->greatest[u->v] = u->greatest;
    }
    opt_range_drop_orders(p, to.orders);
    while (p->made.n > to.made) {
        const opt_gvn_entry *e = &p->made.at[--p->made.n];
        p->buckets[e->bucket] = e->before;
    }
}

static void opt_gvn_become(opt_ranges *p, opt_node *node, uint64_t value)
{
    if (opt_is_signed(node->i.type) && value > opt_range_most(p, node->i.type) >> 1)
        value |= ~opt_range_most(p, node->i.type);
    node->i =
        (ir_instr){.op = IR_CONST, .type = node->i.type, .result = node->i.result, .imm = value, .line = node->i.line};
    p->changed = true;
}

/* Whether the node loads from a constant global whose bytes are known. */
static bool opt_gvn_is_constant_load(const opt_ranges *p, const opt_node *node, uint64_t *bits)
{
    const ir_module *m = p->t->m;
    uint64_t offset = 0, size = opt_is_integer_or_bool(node->i.type) ? ir_size(m, node->i.type) : 0;
    const opt_node *at = node->i.op == IR_LOAD && !(node->i.flags & IR_VOLATILE) && size
                             ? opt_definition(&p->index, node->args[0])
                             : NULL;
    while (at && at->i.op == IR_FIELD_ADDR) {
        offset += ir_field_offset(m, (ir_type)(at->i.imm >> 32), (uint32_t)at->i.imm);
        at = opt_definition(&p->index, at->args[0]);
    }
    const ir_global *g = at && at->i.op == IR_GLOBAL_ADDR ? &m->globals.at[at->i.imm] : NULL;
    if (!g || g->space != IR_SPACE_CONST || g->n_relocations || offset > ir_size(m, g->type) ||
        size > ir_size(m, g->type) - offset)
        return false;
    *bits = 0;
    if (g->bytes)
        memcpy(bits, g->bytes + offset, size); /* the host is little-endian, as the GPU is */
    *bits &= opt_range_most(p, node->i.type);
    return true;
}

static bool opt_gvn_is_constant_half(const opt_ranges *p, const opt_node *node, uint64_t *bits)
{
    if (node->i.op != IR_INTRINSIC || (node->i.aux != IR_IN_F16_TO_F32 && node->i.aux != IR_IN_F32_TO_F16 &&
                                       node->i.aux != IR_IN_BF16_TO_F32 && node->i.aux != IR_IN_F32_TO_BF16))
        return false;
    const opt_node *from = opt_constant(&p->index, node->args[0]);
    if (from)
        *bits = ir_half_bits((ir_intrinsic)node->i.aux, from->i.imm);
    return from;
}

static bool opt_gvn_is_all(const opt_ranges *p, ir_value v, uint64_t value)
{
    return opt_range_is_known(p, v) && p->low[v] == value && p->high[v] == value;
}

/* The operand that the result equals; 0: it equals neither. */
static ir_value opt_gvn_simpler(const opt_ranges *p, const opt_node *node)
{
    const ir_value a = node->i.n_args ? node->args[0] : 0, b = node->i.n_args > 1 ? node->args[1] : 0;
    switch ((ir_op)node->i.op) {
    case IR_ADD:
    case IR_OR:
    case IR_XOR: return opt_gvn_is_all(p, b, 0) ? a : opt_gvn_is_all(p, a, 0) ? b : 0;
    case IR_SUB:
    case IR_SHL:
    case IR_SHR: return opt_gvn_is_all(p, b, 0) ? a : 0;
    case IR_MUL: return opt_gvn_is_all(p, b, 1) ? a : opt_gvn_is_all(p, a, 1) ? b : 0;
    case IR_AND: return node->i.type != IR_BOOL ? 0 : opt_gvn_is_all(p, b, 1) ? a : opt_gvn_is_all(p, a, 1) ? b : 0;
    case IR_DIV: return opt_gvn_is_all(p, b, 1) ? a : 0;
    case IR_SELECT: return opt_gvn_is_all(p, a, 1) ? b : opt_gvn_is_all(p, a, 0) ? node->args[2] : 0;
    case IR_REM:
        return opt_range_is_natural(p, a) && opt_range_is_natural(p, b) && opt_range_is_less(p, a, b, true) ? a : 0;
    case IR_CASES_CONSTANT:
    case IR_CASES_UNARY:
    case IR_CASES_COMPARISON:
    case IR_OVERFLOWS:
    case IR_CASES_CAST:
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
    return 0;
}

/* Notes the values that locals are known to have at the end of the list; false: there are none. */
static bool opt_gvn_note_last_sets(opt_ranges *p, const opt_list *list)
{
    bool any = false;
    for (uint32_t n = list->n; n-- > 0 && !list->at[n]->n_arms;) {
        const opt_node *node = list->at[n];
        if (node->i.op != IR_SET || p->last_sets[node->i.imm])
            continue;
        p->last_sets[node->i.imm] = node->args[0];
        any = true;
    }
    return any;
}

static void opt_gvn_forget_last_sets(opt_ranges *p, const opt_list *list)
{
    for (uint32_t n = list->n; n-- > 0 && !list->at[n]->n_arms;)
        if (list->at[n]->i.op == IR_SET)
            p->last_sets[list->at[n]->i.imm] = 0;
}

static void opt_gvn_forget_choices(opt_ranges *p, const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        if (list->at[n]->i.op == IR_SET)
            p->choices[list->at[n]->i.imm].of[0] = 0;
        for (uint32_t arm = 0; arm < list->at[n]->n_arms; arm++)
            opt_gvn_forget_choices(p, &list->at[n]->arms[arm].list);
    }
}

/* At the end of the first arm of an IF, while what was learned in it still holds: notes the value and range of each
 * local that it sets. NULL: none is known. */
static opt_range_choice *opt_gvn_note_first(opt_ranges *p, const opt_list *list)
{
    if (!opt_gvn_note_last_sets(p, list))
        return NULL;
    opt_range_choice *notes = ARENA_ARRAY(p->t->m->memory, opt_range_choice, list->n);
    for (uint32_t n = 0; n < list->n; n++) {
        ir_value v = list->at[n]->i.op == IR_SET ? p->last_sets[list->at[n]->i.imm] : 0;
        if (v && opt_range_is_known(p, v))
            notes[n] = (opt_range_choice){.of = {v, 0},
                                          .low = opt_range_low(p, v),
                                          .high = opt_range_high(p, v),
                                          .least = opt_range_least(p, v),
                                          .greatest = opt_range_greatest(p, v)};
    }
    opt_gvn_forget_last_sets(p, list);
    return notes;
}

static void opt_gvn_note_second(opt_ranges *p, const opt_list *first, const opt_list *list, opt_range_choice *notes)
{
    const bool any = notes && opt_gvn_note_last_sets(p, list);
    for (uint32_t n = 0; n < first->n && any; n++) {
        opt_range_choice *c = &notes[n];
        ir_value v = c->of[0] ? p->last_sets[first->at[n]->i.imm] : 0;
        if (!v || !opt_range_is_known(p, v))
            continue;
        c->of[1] = v;
        c->below = p->visible[c->of[0]] && opt_range_is_less(p, v, c->of[0], false);
        c->low = opt_range_low(p, v) < c->low ? opt_range_low(p, v) : c->low;
        c->high = opt_range_high(p, v) > c->high ? opt_range_high(p, v) : c->high;
        c->least = opt_range_least(p, v) < c->least ? opt_range_least(p, v) : c->least;
        c->greatest = opt_range_greatest(p, v) > c->greatest ? opt_range_greatest(p, v) : c->greatest;
    }
    if (any)
        opt_gvn_forget_last_sets(p, list);
}

static void opt_gvn_use_choice(opt_ranges *p, const opt_node *get)
{
    const opt_range_choice *c = &p->choices[get->i.imm];
    if (!c->of[0] || !c->of[1] || p->index.has_address[get->i.imm])
        return;
    opt_range_narrow(p, get->i.result, c->low, c->high);
    opt_range_narrow_signed(p, get->i.result, c->least, c->greatest);
    if (c->below)
        opt_range_put_order(p, get->i.result, c->of[0], false);
}

/*   set l, c; if c { x = ..; set l, x }    ->    x = ..; set l, c & x
 *
 * That is how `&&` is lowered; with `if !c` and an OR it is `||`. */
static bool opt_gvn_is_speculated(const opt_ranges *p, const opt_list *out, const opt_node *node)
{
    const opt_node *before = out->n ? out->at[out->n - 1] : NULL;
    const opt_node *condition = node->i.op == IR_IF ? opt_definition(&p->index, node->args[0]) : NULL;
    if (!before || before->i.op != IR_SET || !condition || node->n_arms != 1 ||
        p->t->f->values.at[before->args[0]] != IR_BOOL)
        return false;
    bool is_or = condition->i.op == IR_NOT && condition->args[0] == before->args[0];
    const opt_list *list = &node->arms[0].list;
    if ((!is_or && node->args[0] != before->args[0]) || list->n == 0 || list->n > MOST_SPECULATED)
        return false;
    const opt_node *set = list->at[list->n - 1];
    if (set->i.op != IR_SET || set->i.imm != before->i.imm)
        return false;
    for (uint32_t n = 0; n + 1 < list->n; n++)
        if (!opt_is_pure(&list->at[n]->i) || list->at[n]->i.op == IR_DIV || list->at[n]->i.op == IR_REM)
            return false;
    return true;
}

static void opt_gvn_speculate(opt_ranges *p, opt_list *out, const opt_node *node)
{
    const opt_list *list = &node->arms[0].list;
    opt_node *set = out->at[--out->n];
    const ir_value first = set->args[0];
    const ir_op op = node->args[0] == first ? IR_AND : IR_OR;
    opt_list some = {.at = list->at, .n = list->n - 1};
    opt_tree_append(p->t, out, &some);
    opt_node *both = opt_tree_node(p->t, op, IR_BOOL, (ir_value[]){first, list->at[list->n - 1]->args[0]}, 2, 0);
    vec_push(p->t->m->memory, out, both);
    set->args[0] = both->i.result;
    vec_push(p->t->m->memory, out, set);
    p->changed = true;
}

static void opt_gvn_walk(opt_ranges *p, opt_list *list);

static void opt_gvn_walk_arms(opt_ranges *p, opt_node *node)
{
    const bool chooses = node->i.op == IR_IF && node->n_arms == 2;
    opt_range_choice *notes = NULL;
    mark before = opt_gvn_marked(p);
    if (node->i.op == IR_LOOP) {
        opt_stepping s;
        opt_gvn_forget_choices(p, &node->arms[0].list);
        if (opt_find_saturating_step(p->t, &p->index, node, &s) && opt_range_high(p, s.end) <= UINT64_MAX - s.step) {
            opt_make_step_plain(p->t, &s);
            p->changed = true;
        }
    }
    for (uint32_t arm = 0; arm < node->n_arms; arm++) {
        if (node->i.op == IR_IF)
            opt_range_assume(p, node->args[0], arm == 0);
        if (node->i.op == IR_SWITCH && node->arms[arm].n_heads == 1 && node->arms[arm].heads[0].op == IR_CASE) {
            uint64_t bits = node->arms[arm].heads[0].imm & opt_range_most(p, p->t->f->values.at[node->args[0]]);
            opt_range_narrow(p, node->args[0], bits, bits);
        }
        opt_gvn_walk(p, &node->arms[arm].list);
        if (chooses && arm == 0)
            notes = opt_gvn_note_first(p, &node->arms[0].list);
        else if (chooses)
            opt_gvn_note_second(p, &node->arms[0].list, &node->arms[1].list, notes);
        opt_gvn_go_back(p, before);
    }
    for (uint32_t arm = 0; arm < node->n_arms; arm++)
        opt_gvn_forget_choices(p, &node->arms[arm].list);
    if (!notes || opt_tree_ends(&node->arms[0].list) || opt_tree_ends(&node->arms[1].list))
        return;
    for (uint32_t n = 0; n < node->arms[0].list.n; n++)
        if (notes[n].of[1])
            p->choices[node->arms[0].list.at[n]->i.imm] = notes[n];
}

static void opt_gvn_after_if(opt_ranges *p, const opt_node *node)
{
    if (opt_tree_ends(&node->arms[0].list))
        opt_range_assume(p, node->args[0], false);
    else if (node->n_arms == 2 && opt_tree_ends(&node->arms[1].list))
        opt_range_assume(p, node->args[0], true);
}

/* Replaces what is known of the node; false: the node is not needed. */
static bool opt_gvn_visit(opt_ranges *p, opt_node *node)
{
    for (uint32_t k = 0; k < node->i.n_args; k++)
        if (node->args[k] < p->n_values && p->instead[node->args[k]])
            node->args[k] = p->instead[node->args[k]];
    if (node->i.op == IR_CHECK && opt_range_low(p, node->args[0]) == 1 && opt_range_high(p, node->args[0]) == 1) {
        p->changed = true;
        return false;
    }
    uint64_t bits;
    if (node->i.op == IR_LOAD && node->i.result < p->n_values && opt_gvn_is_constant_load(p, node, &bits))
        opt_gvn_become(p, node, bits);
    else if (opt_gvn_is_constant_half(p, node, &bits))
        opt_gvn_become(p, node, bits);
    int decided = opt_is_pure(&node->i) ? opt_range_decide(p, node) : -1;
    if (decided >= 0)
        opt_gvn_become(p, node, (uint64_t)decided);
    if (opt_gvn_is_shared(p, node)) {
        const ir_value operand = opt_gvn_simpler(p, node);
        const opt_node *same = operand ? NULL : opt_gvn_find_made(p, node);
        if (operand || (same && opt_range_low(p, same->i.result) != opt_range_high(p, same->i.result)) ||
            (same && same->i.op == IR_CONST)) {
            p->instead[node->i.result] = operand ? operand : same->i.result;
            p->changed |= node->i.op != IR_CONST;
            return false;
        }
        if (same)
            opt_gvn_become(p, node, opt_range_low(p, same->i.result));
    }
    if (node->i.result && node->i.result < p->n_values)
        p->visible[node->i.result] = 1;
    if (node->i.result && opt_range_is_known(p, node->i.result)) {
        opt_range_of(p, node);
        if (opt_gvn_is_shared(p, node) && node->i.op != IR_CONST &&
            opt_range_low(p, node->i.result) == opt_range_high(p, node->i.result))
            opt_gvn_become(p, node, opt_range_low(p, node->i.result));
    }
    if (node->i.op == IR_GET)
        opt_gvn_use_choice(p, node);
    if (node->i.op == IR_SET)
        p->choices[node->i.imm].of[0] = 0;
    return true;
}

/* A BLOCK that no break leaves dissolves into its list. Where the first arm of an IF leaves, its ELSE becomes what
 * follows. */
static void opt_gvn_unwrap(opt_ranges *p, const opt_list *list, opt_list *to)
{
    for (uint32_t n = 0; n < list->n && !opt_tree_ends(to); n++) {
        opt_node *node = list->at[n];
        if (node->i.op == IR_BLOCK && !opt_tree_count(&node->arms[0].list, IR_BREAK, node->i.imm)) {
            opt_gvn_unwrap(p, &node->arms[0].list, to);
            continue;
        }
        vec_push(p->t->m->memory, to, node);
        if (node->i.op != IR_IF || node->n_arms != 2 || !opt_tree_ends(&node->arms[0].list) ||
            opt_tree_ends(&node->arms[1].list))
            continue;
        node->n_arms = 1;
        opt_gvn_unwrap(p, &node->arms[1].list, to);
        p->changed = true;
    }
}

static void opt_gvn_walk(opt_ranges *p, opt_list *list)
{
    opt_list out = {0}, all = {0};
    opt_gvn_unwrap(p, list, &all);
    *list = all;
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        uint64_t limit;
        if (opt_range_compares_factor(p, node, &limit)) {
            const opt_node *product = opt_definition(&p->index, node->args[0]);
            opt_node *most = opt_tree_node(p->t, IR_CONST, product->i.type, NULL, 0, limit);
            vec_push(p->t->m->memory, &out, most);
            node->i.op = IR_GT;
            node->i.aux = 0;
            node->args[0] = product->args[0];
            node->args[1] = most->i.result;
            p->changed = true;
        }
        if (!opt_gvn_visit(p, node))
            continue;
        if (opt_gvn_is_speculated(p, &out, node)) {
            mark before = opt_gvn_marked(p);
            opt_gvn_walk(p, &node->arms[0].list);
            opt_gvn_go_back(p, before);
            if (opt_gvn_is_speculated(p, &out, node)) {
                opt_gvn_speculate(p, &out, node);
                continue;
            }
        } else if (node->n_arms) {
            opt_gvn_walk_arms(p, node);
        }
        vec_push(p->t->m->memory, &out, node);
        if (node->i.op == IR_CHECK)
            opt_range_assume(p, node->args[0], true);
        if (node->i.op == IR_IF)
            opt_gvn_after_if(p, node);
    }
    for (uint32_t n = 0; n < out.n; n++)
        if (out.at[n]->i.result && out.at[n]->i.result < p->n_values)
            p->visible[out.at[n]->i.result] = 0;
    *list = out;
}

/* Whether the kernel begins with checks that the launch's blocks have the kernel's shape. */
static bool opt_gvn_checks_shape(const opt_ranges *p)
{
    for (uint32_t n = 0; n < p->t->body.n; n++) {
        const opt_node *node = p->t->body.at[n],
                       *is = node->i.op == IR_CHECK ? opt_definition(&p->index, node->args[0]) : NULL;
        const opt_node *dim = is && is->i.op == IR_EQ ? opt_definition(&p->index, is->args[0]) : NULL;
        if (dim && dim->i.op == IR_INTRINSIC && dim->i.aux == IR_IN_BLOCK_DIM)
            return true;
    }
    return false;
}

bool opt_gvn(opt_tree *t)
{
    opt_ranges p = {.t = t, .index = opt_tree_index(t), .n_values = t->f->values.n};
    arena *a = t->m->memory;
    p.instead = ARENA_ARRAY(a, ir_value, p.n_values);
    p.visible = ARENA_ARRAY(a, uint8_t, p.n_values);
    p.choices = ARENA_ARRAY(a, opt_range_choice, t->f->locals.n + 1);
    p.last_sets = ARENA_ARRAY(a, ir_value, t->f->locals.n + 1);
    p.bucket_mask = FEWEST_BUCKETS - 1;
    while (p.bucket_mask < p.n_values / 2)
        p.bucket_mask = 2 * p.bucket_mask + 1;
    p.buckets = ARENA_ARRAY(a, uint32_t, p.bucket_mask + 1);
    opt_range_begin(&p);
    for (uint32_t v = 1; v <= t->f->n_params; v++) {
        p.visible[v] = 1;
        if (t->f->param_flags && (t->f->param_flags[v - 1] & IR_PARAM_LENGTH) && t->f->params[v - 1] == IR_U64)
            p.high[v] = INT64_MAX;
    }
    p.has_shape = t->f->is_kernel && t->f->block[0] && !opt_gvn_checks_shape(&p);
    opt_gvn_walk(&p, &t->body);
    return p.changed;
}
