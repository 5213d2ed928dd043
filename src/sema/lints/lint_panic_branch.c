/* lint_panic_branch.c: follows control through conditions, patterns, `if`, `match` and `let`, as far as values are
 * known. */
#include "sema/lints/lint_internal.h"

static uint8_t lint_panic_branch_most(uint8_t a, uint8_t b)
{
    return a > b ? a : b;
}

static uint8_t lint_doubted(uint8_t at)
{
    return at == REACH_YES ? REACH_MAYBE : at;
}

/* What a test says: SCALAR with 1 or 0, NOT, DOUBT. */
static known lint_all_of(known a, known b)
{
    if ((a.kind == KNOWN_SCALAR && !a.bits) || (b.kind == KNOWN_SCALAR && !b.bits))
        return lint_scalar(0);
    if (a.kind == KNOWN_SCALAR)
        return b;
    return b.kind == KNOWN_SCALAR || a.kind == KNOWN_DOUBT ? a : b;
}

static lint_place lint_panic_branch_step(lint_place place, uint32_t index)
{
    place.is_projected = true;
    if (place.n == LINT_MOST_STEPS)
        place.how = KNOWN_DOUBT;
    else
        place.steps[place.n++] = index;
    return place;
}

static lint_place lint_hidden(lint_place place, known_kind how)
{
    place.how = (uint8_t)how;
    place.is_projected = true;
    return place;
}

static lint_place lint_panic_branch_behind(lint_place place)
{
    place.is_indirect = true;
    return lint_hidden(place, KNOWN_NOT);
}

static lint_place lint_element(const lint_ctx *c, const thir_pat_node *p, lint_place place, uint32_t i)
{
    if (i >= p->n_prefix || ty_kind_of(c->s, p->ty) != TY_ARRAY)
        return lint_hidden(place, KNOWN_DOUBT);
    return lint_panic_branch_step(place, i);
}

static known lint_in_range(const lint_ctx *c, const thir_pat_node *p, known v)
{
    if (v.kind != KNOWN_SCALAR)
        return lint_unknown(v.kind == KNOWN_DOUBT ? KNOWN_DOUBT : KNOWN_NOT);
    if (ty_is_float(c->s, p->ty) || p->text)
        return lint_unknown(KNOWN_DOUBT);
    uint64_t lo = lint_fit(c->s, p->ty, (uint64_t)p->lo), hi = lint_fit(c->s, p->ty, (uint64_t)p->hi), at = v.bits;
    if (p->op == PAT_CONST)
        return lint_scalar(at == lo);
    uint64_t flip = ty_is_integer(c->s, p->ty) && ty_is_signed(c->s, p->ty) ? UINT64_C(1) << 63 : 0;
    at ^= flip, lo ^= flip, hi ^= flip;
    return lint_scalar((p->lo_open || at >= lo) && (p->hi_open || (p->inclusive ? at <= hi : at < hi)));
}

static known lint_test(lint_ctx *c, thir_pat pat, lint_place place)
{
    const thir_pat_node *p = &c->body->pats.at[pat];
    const uint32_t *list = p->n ? c->body->lists.at + p->first : NULL;
    known result = lint_scalar(1);
    switch ((thir_pat_op)p->op) {
    case PAT_BINDING: return p->a ? lint_test(c, p->a, place) : result;
    case PAT_DEREF: return lint_test(c, p->a, lint_panic_branch_behind(place));
    case PAT_CONST:
    case PAT_RANGE: return lint_in_range(c, p, lint_read(c, &place));
    case PAT_VARIANT: {
        known v = lint_read(c, &place);
        if (v.kind == KNOWN_PARTS && v.variant)
            result = lint_scalar(v.variant == p->def);
        else if (!def_has_one_variant(c->s, p->ty))
            result = lint_unknown(v.kind == KNOWN_DOUBT ? KNOWN_DOUBT : KNOWN_NOT);
        for (uint32_t i = 0; i < p->n; i++)
            result = lint_all_of(result, lint_test(c, list[2 * i + 1], lint_hidden(place, KNOWN_NOT)));
        return result;
    }
    case PAT_LEAF:
        for (uint32_t i = 0; i < p->n; i++)
            result = lint_all_of(result, lint_test(c, list[2 * i + 1], lint_panic_branch_step(place, list[2 * i])));
        return result;
    case PAT_SLICE:
        if (ty_kind_of(c->s, p->ty) != TY_ARRAY && !(p->has_rest && !p->n))
            result = lint_unknown(KNOWN_NOT);
        for (uint32_t i = 0; i < p->n; i++)
            result = lint_all_of(result, lint_test(c, list[i], lint_element(c, p, place, i)));
        return p->a ? lint_all_of(result, lint_test(c, p->a, lint_hidden(place, KNOWN_NOT))) : result;
    case PAT_OR: {
        known any = lint_scalar(0);
        for (uint32_t i = 0; i < p->n; i++) {
            known one = lint_test(c, list[i], place);
            if (one.kind == KNOWN_SCALAR && one.bits)
                return one;
            if (one.kind != KNOWN_SCALAR && any.kind != KNOWN_DOUBT)
                any = one;
        }
        return any;
    }
    case PAT_NONE:
    case PAT_WILD:
    case PAT_ERROR: break;
    }
    return result;
}

/* is_guarded: the guard of its arm sees the value by a reference. */
void lint_bind(lint_ctx *c, thir_pat pat, lint_place place, bool is_guarded)
{
    const thir_pat_node *p = &c->body->pats.at[pat];
    const uint32_t *list = p->n ? c->body->lists.at + p->first : NULL;
    switch ((thir_pat_op)p->op) {
    case PAT_BINDING: {
        lint_place to = {.root = p->local, .how = KNOWN_PARTS};
        if (p->index || is_guarded)
            lint_lose(c, &place);
        known v = p->index ? lint_unknown(KNOWN_NOT) : lint_read(c, &place);
        lint_write(c, &to, v.kind == KNOWN_PARTS ? lint_unknown(KNOWN_NOT) : v);
        if (p->a)
            lint_bind(c, p->a, place, is_guarded);
        break;
    }
    case PAT_DEREF: lint_bind(c, p->a, lint_panic_branch_behind(place), is_guarded); break;
    case PAT_VARIANT:
        for (uint32_t i = 0; i < p->n; i++)
            lint_bind(c, list[2 * i + 1], lint_hidden(place, KNOWN_NOT), is_guarded);
        break;
    case PAT_LEAF:
        for (uint32_t i = 0; i < p->n; i++)
            lint_bind(c, list[2 * i + 1], lint_panic_branch_step(place, list[2 * i]), is_guarded);
        break;
    case PAT_SLICE:
        for (uint32_t i = 0; i < p->n; i++)
            lint_bind(c, list[i], lint_element(c, p, place, i), is_guarded);
        if (p->a)
            lint_bind(c, p->a, lint_hidden(place, KNOWN_NOT), is_guarded);
        break;
    case PAT_OR:
        for (uint32_t i = 0; i < p->n; i++)
            lint_bind(c, list[i], lint_hidden(place, KNOWN_DOUBT), is_guarded);
        break;
    case PAT_NONE:
    case PAT_WILD:
    case PAT_CONST:
    case PAT_RANGE:
    case PAT_ERROR: break;
    }
}

static lint_place lint_panic_branch_scrutinee(lint_ctx *c, thir_expr e)
{
    if (c->body->exprs.at[e].is_place)
        return lint_place_of(c, e);
    return (lint_place){.how = KNOWN_PARTS, .temp = lint_eval(c, e)};
}

static lint_branch lint_panic_branch_branch(const lint_ctx *c, known v, lint_first first)
{
    lint_branch to = {c->reach, c->reach, (uint8_t)first, c->dead_until};
    if (v.kind == KNOWN_SCALAR && v.bits)
        to.no = REACH_NOT;
    else if (v.kind == KNOWN_SCALAR)
        to.yes = REACH_NOT;
    else if (v.kind == KNOWN_DOUBT)
        to.yes = to.no = lint_doubted(c->reach);
    return to;
}

/* Values from before are in doubt from here. */
static uint32_t lint_panic_branch_forget(lint_ctx *c)
{
    return c->dead_until = c->now;
}

static lint_branch lint_condition(lint_ctx *c, thir_expr e);

static lint_branch lint_panic_branch_logical(lint_ctx *c, const thir_node *n)
{
    bool is_and = n->sub == OP_AND;
    uint32_t n_exits = c->n_exits;
    lint_branch a = lint_condition(c, n->a);
    c->reach = is_and ? a.yes : a.no;
    c->dead_until = a.level;
    if ((is_and ? a.no : a.yes) && !(is_and && a.first == FIRST_YES) && !(!is_and && a.first == FIRST_NO))
        lint_panic_branch_forget(c);
    lint_branch b = lint_condition(c, n->b);
    lint_branch to = is_and ? (lint_branch){b.yes, lint_panic_branch_most(a.no, b.no), FIRST_ANY, b.level}
                            : (lint_branch){lint_panic_branch_most(a.yes, b.yes), b.no, FIRST_ANY, b.level};
    bool is_known = is_and ? !a.no : !a.yes;
    if (is_known)
        to.first = b.first;
    else if (is_and && a.first == FIRST_YES && b.first == FIRST_YES)
        to.first = FIRST_YES;
    else if (!is_and && a.first == FIRST_YES) {
        to.first = FIRST_YES;
        to.level = a.level;
    }
    if (c->n_exits != n_exits)
        to.level = lint_panic_branch_forget(c);
    return to;
}

static lint_branch lint_condition(lint_ctx *c, thir_expr e)
{
    const thir_node *n = &c->body->exprs.at[e];
    lint_branch to = {REACH_NOT, REACH_NOT, FIRST_ANY, c->dead_until};
    if (!c->reach || !sema_enter(c->s, n->span))
        return to;
    if (n->op == THIR_USE)
        to = lint_condition(c, n->a);
    else if (n->op == THIR_UNARY && n->sub == OP_NOT && n->ty == TY_BOOL) {
        lint_branch in = lint_condition(c, n->a);
        to = (lint_branch){in.no, in.yes,
                           in.first == FIRST_ANY   ? FIRST_ANY
                           : in.first == FIRST_YES ? FIRST_NO
                                                   : FIRST_YES,
                           in.level};
    } else if (n->op == THIR_LOGICAL) {
        to = lint_panic_branch_logical(c, n);
    } else if (n->op == THIR_LET) {
        lint_place place = lint_panic_branch_scrutinee(c, n->a);
        to = lint_panic_branch_branch(c, lint_test(c, n->pat, place), FIRST_ANY);
        lint_end_block(c, true);
        if (to.yes)
            lint_bind(c, n->pat, place, false);
    } else {
        to = lint_panic_branch_branch(c, lint_eval(c, e), FIRST_YES);
        lint_end_block(c, true);
    }
    sema_leave(c->s);
    return to;
}

/* The value of an expression with branches. It is known if it is written once, but not where several values meet. */
static known lint_joined(lint_ctx *c, thir_expr e, uint32_t n_ends, known v)
{
    if (c->is_counting)
        c->n_ends[e] = (uint8_t)(n_ends > 1 ? 2 : n_ends);
    bool is_several = c->n_ends[e] > 1;
    lint_end_block(c, is_several);
    return is_several ? lint_unknown(KNOWN_NOT) : v;
}

known lint_logical(lint_ctx *c, thir_expr e)
{
    lint_branch to = lint_condition(c, e);
    c->reach = lint_panic_branch_most(to.yes, to.no);
    c->dead_until = to.level;
    return lint_joined(c, e, (uint32_t)((to.yes != REACH_NOT) + (to.no != REACH_NOT)), lint_unknown(KNOWN_DOUBT));
}

/* The `break` that a `while` ends with. */
static bool lint_is_loop_end(const lint_ctx *c, thir_expr e)
{
    const thir_node *n = &c->body->exprs.at[e];
    if (n->op == THIR_NEVER)
        n = &c->body->exprs.at[n->a];
    return e && n->op == THIR_BREAK && n->desugared;
}

known lint_if(lint_ctx *c, thir_expr e)
{
    const thir_node *n = &c->body->exprs.at[e];
    uint8_t before = c->reach;
    lint_branch to = lint_condition(c, n->a);
    bool is_choice = to.yes && to.no;
    uint32_t n_exits = c->n_exits;
    c->reach = to.yes;
    c->dead_until = to.level;
    if (is_choice && to.first != FIRST_YES)
        lint_panic_branch_forget(c);
    known a = lint_eval(c, n->b), b = lint_unknown(KNOWN_NOT);
    uint8_t after_yes = c->reach;
    uint32_t level_yes = c->dead_until;
    lint_end_block(c, false);
    bool ends_path = c->n_exits != n_exits || (after_yes && !lint_is_loop_end(c, n->c));
    c->reach = to.no;
    c->dead_until = to.level;
    if (is_choice && (to.first == FIRST_ANY || (to.first == FIRST_YES && ends_path)))
        lint_panic_branch_forget(c);
    if (n->c)
        b = lint_eval(c, n->c);
    uint8_t after_no = c->reach;
    bool is_whole = after_yes == to.yes && after_no == to.no && after_yes && after_no;
    c->reach = is_whole ? before : lint_panic_branch_most(after_yes, after_no);
    if (!is_choice)
        c->dead_until = to.yes ? level_yes : c->dead_until;
    else if (to.first == FIRST_ANY && c->n_exits == n_exits)
        c->dead_until = to.level;
    else if (to.first == FIRST_YES && after_yes)
        c->dead_until = level_yes;
    else if (to.first == FIRST_ANY || (to.first == FIRST_NO && !after_no))
        lint_panic_branch_forget(c);
    return lint_joined(c, e, (uint32_t)((after_yes != REACH_NOT) + (after_no != REACH_NOT)), after_yes ? a : b);
}

typedef struct arms {
    lint_place place;
    uint8_t rest; /* reach of the next arm */
    uint32_t level;
    bool is_choice; /* rustc follows one arm after the other; else one only */
    bool is_for, is_whole;
} arms;

static known lint_arm(lint_ctx *c, const thir_arm_node *a, arms *all)
{
    known fits = lint_test(c, a->pat, all->place);
    c->reach = REACH_NOT;
    if (fits.kind == KNOWN_SCALAR && !fits.bits)
        return fits;
    uint8_t entered = fits.kind == KNOWN_DOUBT ? lint_doubted(all->rest) : all->rest;
    c->reach = entered;
    c->dead_until = all->level;
    all->is_choice = all->is_choice || fits.kind != KNOWN_SCALAR || a->guard;
    if (all->is_choice && !all->is_for)
        lint_panic_branch_forget(c);
    lint_bind(c, a->pat, all->place, a->guard != 0);
    all->rest = fits.kind == KNOWN_SCALAR ? REACH_NOT : entered;
    if (a->guard) {
        lint_branch to = lint_condition(c, a->guard);
        all->rest = lint_panic_branch_most(all->rest, to.no);
        c->reach = to.yes;
        lint_panic_branch_forget(c);
    }
    known v = lint_eval(c, a->body);
    all->is_whole = all->is_whole && c->reach && c->reach == entered;
    return v;
}

/* Follows the `match next() { None => break, Some(pat) => body }` of a `for`. As in rustc, the body comes first. */
static bool lint_is_of_for(const lint_ctx *c, const thir_node *n)
{
    return n->desugared && n->n == 2 && lint_is_loop_end(c, c->body->arms.at[c->body->lists.at[n->first]].body);
}

known lint_match(lint_ctx *c, thir_expr e)
{
    const thir_node *n = &c->body->exprs.at[e];
    arms all = {.place = lint_panic_branch_scrutinee(c, n->a), .is_whole = true, .is_for = lint_is_of_for(c, n)};
    uint8_t before = c->reach, after = REACH_NOT;
    uint32_t n_done = 0, n_exits = c->n_exits;
    all.rest = before;
    all.level = c->dead_until;
    known v = lint_unknown(KNOWN_NOT);
    for (uint32_t i = 0; i < n->n && all.rest; i++) {
        const thir_arm_node *a = &c->body->arms.at[c->body->lists.at[n->first + i]];
        if (n->n > 1 || a->guard)
            lint_end_block(c, true);
        known of_arm = lint_arm(c, a, &all);
        if (c->reach) {
            v = of_arm;
            n_done++;
        }
        after = lint_panic_branch_most(after, c->reach);
    }
    c->reach = all.is_whole && after ? before : after;
    if (n->n == 1)
        return v;
    if (all.is_choice)
        c->dead_until = c->n_exits == n_exits ? all.level : c->now;
    return lint_joined(c, e, n_done, v);
}

void lint_let(lint_ctx *c, const thir_stmt_node *stmt)
{
    const thir_pat_node *p = &c->body->pats.at[stmt->pat];
    if (!stmt->expr)
        return;
    if (p->op == PAT_BINDING && p->index == BIND_VALUE && !p->a) {
        lint_place to = {.root = p->local, .how = KNOWN_PARTS};
        known v = lint_eval(c, stmt->expr);
        lint_write(c, &to, v);
        return;
    }
    lint_place place = lint_panic_branch_scrutinee(c, stmt->expr);
    if (!stmt->otherwise) {
        if (c->reach)
            lint_bind(c, stmt->pat, place, false);
        return;
    }
    lint_branch to = lint_panic_branch_branch(c, lint_test(c, stmt->pat, place), FIRST_ANY);
    uint32_t n_exits = c->n_exits;
    lint_end_block(c, true);
    c->reach = to.no;
    if (to.yes)
        lint_panic_branch_forget(c);
    lint_eval(c, stmt->otherwise);
    lint_end_block(c, true);
    c->reach = to.yes;
    c->dead_until = to.level;
    if (c->n_exits != n_exits)
        lint_panic_branch_forget(c);
    if (to.yes)
        lint_bind(c, stmt->pat, place, false);
    lint_end_block(c, false);
}
