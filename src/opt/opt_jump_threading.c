/* opt_jump_threading.c: jump threading: a branch moves into the arms that decide it.
 *
 *   if a { set r = Some(x) } else { set r = None }       if a { set r = Some(x); body } else { set r = None; rest }
 *   switch (r) { Some: body, None: rest }           ->
 *
 * The bracket before sets what the branch asks to a constant in each of its arms. Each arm gets what the branch does
 * for its constant, and the branch is gone. Likewise a SET whose value is a constant in each arm goes into the arms,
 * and so do copies of locals of which one is a constant in some arm. So `for x in iterator` becomes a loop with one
 * exit, whose rounds an optimizer can count. A BLOCK's ends are its own and its BREAKs: where a `?` leaves an inlined
 * function, the branch behind it goes there.
 *
 * Requires OPT_SCALARS: what an arm sets is read back by a GET or FIELD right behind it. Breaks OPT_SCALARS: the moved
 * branch reads what the arm has just set. */
#include "opt/opt_tree.h"

enum { MOST_BETWEEN = 12, MOST_COPIED = 16, MOST_ARMS = 64, MOST_SUNK = 24 };

/* A list up to an instruction, and the list around it. */
typedef struct scope {
    const opt_list *list;
    uint32_t upto;
    const struct scope *outer;
    ir_value condition; /* of the IF that the list is an arm of; 0: of none */
    bool holds;
} scope;

typedef struct threading {
    opt_tree *t;
    opt_index index;
    uint32_t *uses; /* by value: how many operands it is; NULL: nothing has asked, and nothing has moved */
    bool changed;
    /* What follows is of the bracket at hand. */
    opt_node *decided;
    opt_list between;              /* what is computed between the two brackets */
    uint32_t picks[MOST_ARMS + 1]; /* how many ends of lists pick each arm; the last: none of them */
} threading;

static bool opt_jump_sets(const opt_node *node, uint64_t local)
{
    if (node->i.op == IR_SET && node->i.imm == local)
        return true;
    for (uint32_t arm = 0; arm < node->n_arms; arm++)
        for (uint32_t n = 0; n < node->arms[arm].list.n; n++)
            if (opt_jump_sets(node->arms[arm].list.at[n], local))
                return true;
    return false;
}

/* The value that the local holds at the end of the scope; 0: it is not known. */
static ir_value opt_jump_last_set(const scope *s, uint64_t local)
{
    for (; s; s = s->outer)
        for (uint32_t n = s->upto; n-- > 0;) {
            const opt_node *node = s->list->at[n];
            if (node->i.op == IR_SET && node->i.imm == local)
                return node->args[0];
            if (opt_jump_sets(node, local))
                return 0;
        }
    return 0;
}

static bool opt_jump_is_between(const threading *p, const opt_node *node)
{
    for (uint32_t n = 0; n < p->between.n; n++)
        if (p->between.at[n] == node)
            return true;
    return false;
}

/* The value that v would be at the end of the scope, found through GETs and FIELDs; 0: it is not known. */
static ir_value opt_jump_resolve(const threading *p, ir_value v, const scope *s)
{
    const opt_node *node = opt_definition(&p->index, v);
    if (!node || !opt_jump_is_between(p, node))
        return v;
    if (node->i.op == IR_GET)
        return p->index.has_address[node->i.imm] ? 0 : opt_jump_last_set(s, node->i.imm);
    if (node->i.op == IR_FIELD) {
        ir_value of = opt_jump_resolve(p, node->args[0], s);
        const opt_node *made = of ? opt_definition(&p->index, of) : NULL;
        if (!made || made->i.op != IR_MAKE || (made->i.n_args == 1 && made->i.imm != node->i.imm))
            return 0;
        return p->t->m->types.at[made->i.type].kind == IR_UNION ? made->args[0] : made->args[node->i.imm];
    }
    return v;
}

static bool opt_jump_is_constant(const threading *p, ir_value v, const scope *s, uint64_t *bits)
{
    ir_value at = opt_jump_resolve(p, v, s);
    const opt_node *node = at ? opt_definition(&p->index, at) : NULL;
    uint64_t a, b;
    for (const scope *in = at ? s : NULL; in; in = in->outer)
        if (in->condition == at) {
            *bits = in->holds;
            return true;
        }
    if (!node)
        return false;
    switch ((ir_op)node->i.op) {
    case IR_CONST: *bits = opt_low_bits(p->t, node->i.type, node->i.imm); return node->i.type <= IR_U64;
    case IR_EQ:
    case IR_NE:
        if (!opt_jump_is_between(p, node) || !opt_jump_is_constant(p, node->args[0], s, &a) ||
            !opt_jump_is_constant(p, node->args[1], s, &b))
            return false;
        *bits = (a == b) == (node->i.op == IR_EQ);
        return true;
    case IR_NOT:
        if (!opt_jump_is_between(p, node) || node->i.type != IR_BOOL || !opt_jump_is_constant(p, node->args[0], s, &a))
            return false;
        *bits = !a;
        return true;
    case IR_ZERO:
    case IR_UNDEF:
    case IR_CASES_ARITHMETIC:
    case IR_CASES_BITS:
    case IR_NEG:
    case IR_LT:
    case IR_LE:
    case IR_GT:
    case IR_GE:
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
    case IR_N_OPS: break;
    }
    return false;
}

/* The arm of the decided bracket that the bits pick; n_arms: none of them. */
static uint32_t opt_jump_arm_for(const threading *p, uint64_t bits)
{
    const opt_node *node = p->decided;
    uint32_t otherwise = node->n_arms;
    if (node->i.op == IR_SET)
        return 0;
    if (node->i.op == IR_IF)
        return bits ? 0 : 1; /* without an ELSE, 1 is none */
    ir_type type = p->t->f->values.at[node->args[0]];
    for (uint32_t k = 0; k < node->n_arms; k++)
        for (uint32_t h = 0; h < node->arms[k].n_heads; h++) {
            if (node->arms[k].heads[h].op == IR_DEFAULT)
                otherwise = k;
            else if (opt_low_bits(p->t, type, node->arms[k].heads[h].imm) == bits)
                return k;
        }
    return otherwise;
}

/* each: 1 to add the uses, -1 to take them. */
static void opt_jump_count_uses(threading *p, const opt_list *list, int each)
{
    for (uint32_t n = 0; n < list->n; n++) {
        const opt_node *node = list->at[n];
        for (uint32_t k = 0; k < node->i.n_args; k++)
            if (node->args[k] < p->index.n_values)
                p->uses[node->args[k]] += (uint32_t)each;
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_jump_count_uses(p, &node->arms[arm].list, each);
    }
}

static void opt_jump_put(threading *p, opt_list *list, uint32_t arm)
{
    opt_tree *t = p->t;
    opt_copy c = opt_tree_own_again(t);
    opt_list set = {.at = &p->decided, .n = 1};
    const uint32_t n_before = list->n;
    opt_tree_copy(t, list, &p->between, &c);
    if (p->decided->i.op == IR_SET)
        opt_tree_copy(t, list, &set, &c);
    else if (arm < p->decided->n_arms)
        opt_tree_copy(t, list, &p->decided->arms[arm].list, &c);
    if (list->n > n_before) /* a list without nodes has no address */
        opt_jump_count_uses(p, &(opt_list){.at = list->at + n_before, .n = list->n - n_before}, 1);
}

/* Counts which arm each end of the list picks or, when the caller has seen that all ends pick one, copies it there. */
static bool opt_jump_place(threading *p, opt_node *of, uint32_t arm_of, const scope *outer, bool counting)
{
    opt_list *list = &of->arms[arm_of].list;
    scope s = {list, list->n, outer, of->i.op == IR_IF ? of->args[0] : 0, arm_of == 0};
    uint64_t bits;
    if (opt_tree_ends(list))
        return true;
    if (opt_jump_is_constant(p, p->decided->args[0], &s, &bits)) {
        uint32_t arm = opt_jump_arm_for(p, bits);
        if (counting)
            p->picks[arm]++;
        else
            opt_jump_put(p, list, arm);
        return true;
    }
    opt_node *last = list->n ? list->at[list->n - 1] : NULL;
    if (!last ||
        !((last->i.op == IR_IF && last->n_arms == 2) || (last->i.op == IR_SWITCH && opt_tree_has_default(last))))
        return false;
    s.upto--;
    for (uint32_t k = 0; k < last->n_arms; k++)
        if (!opt_jump_place(p, last, k, &s, counting))
            return false;
    return true;
}

/* The same for the BREAKs out of a BLOCK, which *n_breaks counts. What was set before a loop is not known within it: a
 * round before may have set it. The last come first: what is copied to one may set what those behind it ask. */
static bool opt_jump_place_breaks(threading *p, opt_node *of, uint32_t arm_of, uint64_t label, const scope *outer,
                                  bool counting, uint32_t *n_breaks)
{
    opt_list *list = &of->arms[arm_of].list;
    const ir_value condition = of->i.op == IR_IF ? of->args[0] : 0;
    for (uint32_t n = list->n; n-- > 0;) {
        opt_node *node = list->at[n];
        scope s = {list, n, outer, condition, arm_of == 0};
        uint64_t bits;
        for (uint32_t k = 0; k < node->n_arms; k++)
            if (!opt_jump_place_breaks(p, node, k, label, node->i.op == IR_LOOP ? NULL : &s, counting, n_breaks))
                return false;
        if (node->i.op != IR_BREAK || node->i.imm != label)
            continue;
        if (n + 1 != list->n || !opt_jump_is_constant(p, p->decided->args[0], &s, &bits))
            return false;
        ++*n_breaks;
        const uint32_t arm = opt_jump_arm_for(p, bits);
        if (counting) {
            p->picks[arm]++;
            continue;
        }
        list->n--;
        opt_jump_put(p, list, arm);
        if (!opt_tree_ends(list))
            vec_push(p->t->m->memory, list, node);
    }
    return true;
}

static bool opt_jump_place_block(threading *p, opt_node *block, const scope *outer, bool counting)
{
    uint32_t n_breaks = 0;
    const uint32_t n_all = opt_tree_count(&block->arms[0].list, IR_BREAK, block->i.imm);
    return opt_jump_place(p, block, 0, outer, counting) &&
           opt_jump_place_breaks(p, block, 0, block->i.imm, outer, counting, &n_breaks) && n_breaks == n_all;
}

/* Takes the uses in the list of what is between from *n_left, until none is left. */
static void opt_jump_find_uses(const threading *p, const opt_list *list, uint32_t *n_left)
{
    for (uint32_t n = 0; n < list->n && *n_left; n++) {
        const opt_node *node = list->at[n];
        for (uint32_t k = 0; k < node->i.n_args; k++)
            for (uint32_t b = 0; b < p->between.n && node->args[k]; b++)
                *n_left -= p->between.at[b]->i.result == node->args[k];
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_jump_find_uses(p, &node->arms[arm].list, n_left);
    }
}

/* Whether anything but what is between, and the decided bracket if there is one, uses what is between. */
static bool opt_jump_uses_between(threading *p, opt_node *decided)
{
    uint32_t n_left = 0;
    if (!p->uses) {
        p->uses = ARENA_ARRAY(p->t->m->memory, uint32_t, p->index.n_values);
        opt_jump_count_uses(p, &p->t->body, 1);
    }
    for (uint32_t b = 0; b < p->between.n; b++)
        n_left += p->between.at[b]->i.result ? p->uses[p->between.at[b]->i.result] : 0;
    opt_jump_find_uses(p, &p->between, &n_left);
    opt_jump_find_uses(p, &(opt_list){.at = &decided, .n = decided ? 1 : 0}, &n_left);
    return n_left != 0;
}

/* Whether threads do something together in the list, which is to stay one instruction. */
static bool opt_jump_meets(const opt_list *list)
{
    for (uint32_t n = 0; n < list->n; n++) {
        if (opt_is_collective(&list->at[n]->i))
            return true;
        for (uint32_t arm = 0; arm < list->at[n]->n_arms; arm++)
            if (opt_jump_meets(&list->at[n]->arms[arm].list))
                return true;
    }
    return false;
}

/* Threads the branch behind list[at] through the arms of list[at], behind the first n_kept of the list; gives how many
 * nodes behind it are not needed any more. 0: the arms do not decide the branch, or it is too large. */
static uint32_t opt_jump_thread_at(threading *p, const opt_list *list, uint32_t n_kept, uint32_t at)
{
    opt_node *decider = list->at[at];
    uint32_t next = at + 1;
    const bool is_block = decider->i.op == IR_BLOCK;
    if (decider->i.op != IR_IF && !is_block && !(decider->i.op == IR_SWITCH && opt_tree_has_default(decider)))
        return 0;
    while (next < list->n && list->at[next]->n_arms == 0 &&
           (opt_is_pure(&list->at[next]->i) || list->at[next]->i.op == IR_GET))
        next++;
    if (next == list->n || next - at > MOST_BETWEEN)
        return 0;
    if (list->at[next]->i.op != IR_IF && list->at[next]->i.op != IR_SWITCH &&
        !(list->at[next]->i.op == IR_SET && next > at + 1 && !is_block))
        return 0;
    p->decided = list->at[next];
    p->between = (opt_list){.at = list->at + at + 1, .n = next - at - 1};
    if (p->decided->n_arms > MOST_ARMS || p->decided->args[0] >= p->index.n_values)
        return 0;
    for (uint32_t n = 0; n < p->between.n; n++)
        if (p->between.at[n]->i.result >= p->index.n_values)
            return 0;
    const opt_node *on = opt_definition(&p->index, p->decided->args[0]);
    if (p->decided->i.op == IR_SET && (!on || on->i.op == IR_CONST || !opt_jump_is_between(p, on)))
        return 0;
    if (decider->i.op == IR_IF && decider->n_arms == 1) {
        opt_arm *arms = ARENA_ARRAY(p->t->m->memory, opt_arm, 2);
        arms[0] = decider->arms[0];
        decider->arms = arms;
        decider->n_arms = 2;
    }
    scope outer = {.list = list, .upto = n_kept};
    uint32_t n_copied = 0;
    memset(p->picks, 0, sizeof p->picks);
    if (is_block && !opt_jump_place_block(p, decider, &outer, true))
        return 0;
    for (uint32_t k = 0; k < decider->n_arms && !is_block; k++)
        if (!opt_jump_place(p, decider, k, &outer, true))
            return 0;
    for (uint32_t k = 0; k < p->decided->n_arms; k++)
        if (p->picks[k] > 1 && opt_jump_meets(&p->decided->arms[k].list))
            return 0;
        else if (p->picks[k] > 1)
            n_copied += (p->picks[k] - 1) * opt_tree_size(&p->decided->arms[k].list);
    if (n_copied > MOST_COPIED || opt_jump_uses_between(p, p->decided))
        return 0;
    if (is_block)
        opt_jump_place_block(p, decider, &outer, false);
    for (uint32_t k = 0; k < decider->n_arms && !is_block; k++)
        opt_jump_place(p, decider, k, &outer, false);
    opt_jump_count_uses(p, &(opt_list){.at = list->at + at + 1, .n = next - at}, -1);
    return next - at;
}

/* Whether the local is a constant at the end of some arm. */
static bool opt_jump_is_set(const threading *p, const opt_node *decider, uint64_t local)
{
    for (uint32_t k = 0; k < decider->n_arms; k++) {
        const scope s = {.list = &decider->arms[k].list, .upto = decider->arms[k].list.n};
        const ir_value v = opt_tree_ends(s.list) ? 0 : opt_jump_last_set(&s, local);
        if (v && opt_constant(&p->index, v))
            return true;
    }
    return false;
}

/* Moves GETs and SETs behind list[at] into its arms; gives how many. */
static uint32_t opt_jump_sink(threading *p, const opt_list *list, uint32_t at)
{
    opt_tree *t = p->t;
    opt_node *decider = list->at[at];
    uint32_t end = at + 1;
    bool pays = false;
    if (decider->i.op != IR_IF && !(decider->i.op == IR_SWITCH && opt_tree_has_default(decider)))
        return 0;
    for (uint32_t n = at + 1; n < list->n && n - at <= MOST_BETWEEN; n++) {
        const opt_node *node = list->at[n];
        if ((node->i.op != IR_GET && node->i.op != IR_SET) || p->index.has_address[node->i.imm] ||
            node->i.result >= p->index.n_values)
            break;
        const opt_node *from = node->i.op == IR_SET ? opt_definition(&p->index, node->args[0]) : NULL;
        end = from ? n + 1 : end;
        for (uint32_t k = at + 1; k < n && from; k++)
            pays |= list->at[k] == from && from->i.op == IR_GET && opt_jump_is_set(p, decider, from->i.imm);
    }
    p->between = (opt_list){.at = list->at + at + 1, .n = end - at - 1};
    if (!pays || (decider->n_arms + 1) * p->between.n > MOST_SUNK || opt_jump_uses_between(p, NULL))
        return 0;
    if (decider->i.op == IR_IF && decider->n_arms == 1) {
        opt_arm *arms = ARENA_ARRAY(t->m->memory, opt_arm, 2);
        arms[0] = decider->arms[0];
        decider->arms = arms;
        decider->n_arms = 2;
    }
    for (uint32_t k = 0; k < decider->n_arms; k++) {
        opt_copy c = opt_tree_own_again(t);
        if (opt_tree_ends(&decider->arms[k].list))
            continue;
        opt_tree_copy(t, &decider->arms[k].list, &p->between, &c);
        opt_jump_count_uses(p, &p->between, 1);
    }
    opt_jump_count_uses(p, &p->between, -1);
    return p->between.n;
}

static void opt_jump_thread_list(threading *p, opt_list *list)
{
    uint32_t n_kept = 0;
    for (uint32_t n = 0; n < list->n; n++) {
        opt_node *node = list->at[n];
        uint32_t n_gone = 0;
        for (uint32_t arm = 0; arm < node->n_arms; arm++)
            opt_jump_thread_list(p, &node->arms[arm].list);
        if (node->n_arms)
            n_gone = opt_jump_thread_at(p, list, n_kept, n);
        if (node->n_arms && !n_gone)
            n_gone = opt_jump_sink(p, list, n);
        if (n_gone)
            p->changed = true;
        else if (node->i.op == IR_IF && node->n_arms == 2 && node->arms[1].list.n == 0)
            node->n_arms = 1;
        list->at[n_kept++] = node;
        n += n_gone;
    }
    list->n = n_kept;
}

bool opt_jump_threading(opt_tree *t)
{
    threading p = {.t = t, .index = opt_tree_index(t)};
    opt_jump_thread_list(&p, &t->body);
    return p.changed;
}
