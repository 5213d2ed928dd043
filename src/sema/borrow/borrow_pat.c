/* borrow_pat.c: adds patterns to the graph, with what they look at and bind, and conditions and match. */
#include "sema/borrow/borrow_internal.h"
#include "rustg/diagnostic_kind.h"

#define PAT(i)  (&c->body->pats.at[i])
#define LIST(i) (c->body->lists.at[i])

bool borrow_pat_binds_all(borrow_ctx *c, thir_pat pat)
{
    const thir_pat_node *p = PAT(pat);
    return p->op == PAT_BINDING && p->index == BIND_VALUE && !p->a;
}

bool borrow_pat_borrows(borrow_ctx *c, thir_pat pat)
{
    const thir_pat_node *p = PAT(pat);
    if (p->op == PAT_BINDING && p->index != BIND_VALUE)
        return true;
    if (p->op != PAT_DEREF && p->a && borrow_pat_borrows(c, p->a))
        return true;
    const bool pairs = p->op == PAT_VARIANT || p->op == PAT_LEAF;
    for (uint32_t i = 0; i < p->n; i++)
        if (borrow_pat_borrows(c, LIST(p->first + (pairs ? 2 * i + 1 : i))))
            return true;
    return false;
}

/* What patterns bind by reference, and whether they may change a part of what they are matched with. */
typedef struct pat_references {
    bool any, changes;
} pat_references;

/* is_part: the pattern is matched with a part. */
static void borrow_pat_refers(borrow_ctx *c, thir_pat pat, bool is_part, pat_references *to)
{
    const thir_pat_node *p = PAT(pat);
    const bool pairs = p->op == PAT_VARIANT || p->op == PAT_LEAF;
    if (p->op == PAT_BINDING && p->index != BIND_VALUE) {
        to->any = true;
        to->changes |= p->index == BIND_REF_MUT && is_part;
    }
    if (p->a)
        borrow_pat_refers(c, p->a, is_part || p->op != PAT_BINDING, to);
    for (uint32_t i = 0; i < p->n; i++)
        borrow_pat_refers(c, LIST(p->first + (pairs ? 2 * i + 1 : i)), is_part || p->op != PAT_OR, to);
}

/* As in rustc, where a part of a value is borrowed to be changed the whole of it is no constant. */
static bool borrow_matches_for_ever(borrow_ctx *c, const pat_references *references, thir_expr e)
{
    return c->body->exprs.at[e].matched_for_ever = references->any && !references->changes && borrow_is_promoted(c, e);
}

bool borrow_pat_is_for_ever(borrow_ctx *c, thir_pat pat, thir_expr e)
{
    pat_references references = {0};
    borrow_pat_refers(c, pat, c->body->exprs.at[e].is_place, &references);
    return borrow_matches_for_ever(c, &references, e);
}

static bool borrow_arms_are_for_ever(borrow_ctx *c, const thir_node *match)
{
    pat_references references = {0};
    for (uint32_t i = 0; i < match->n; i++)
        borrow_pat_refers(c, c->body->arms.at[LIST(match->first + i)].pat, c->body->exprs.at[match->a].is_place,
                          &references);
    return borrow_matches_for_ever(c, &references, match->a);
}

void borrow_declare(borrow_ctx *c, thir_pat pat, build_scope *scope)
{
    const thir_pat_node *p = PAT(pat);
    switch ((thir_pat_op)p->op) {
    case PAT_BINDING:
        if (c->locals.at[p->local].scope == scope->number)
            break;
        mir_push(c, MIR_LIVE, c->locals.at[p->local].place, p->span);
        borrow_scope_local(c, scope, p->local);
        if (p->a)
            borrow_declare(c, p->a, scope);
        break;
    case PAT_DEREF: borrow_declare(c, p->a, scope); break;
    case PAT_VARIANT:
    case PAT_LEAF:
        for (uint32_t i = 0; i < p->n; i++)
            borrow_declare(c, LIST(p->first + 2 * i + 1), scope);
        break;
    case PAT_SLICE:
        if (p->a)
            borrow_declare(c, p->a, scope);
        for (uint32_t i = 0; i < p->n; i++)
            borrow_declare(c, LIST(p->first + i), scope);
        break;
    case PAT_OR:
        for (uint32_t i = 0; i < p->n; i++)
            borrow_declare(c, LIST(p->first + i), scope);
        break;
    case PAT_NONE:
    case PAT_WILD:
    case PAT_CONST:
    case PAT_RANGE:
    case PAT_ERROR: break;
    }
}

static borrow_place borrow_slice_part(borrow_ctx *c, const thir_pat_node *p, uint32_t i, borrow_place place)
{
    bool from_end = i >= p->n_prefix;
    uint32_t index = from_end ? p->n - 1 - i : i, n = p->n;
    sema_ty ty = c->places.at[place].ty;
    const ty_info *length = ty_kind_of(c->s, ty) == TY_ARRAY ? ty_get(c->s, ty_arg(c->s, ty, 1)) : NULL;
    if (length && length->kind == TY_CONST && length->value >= p->n && length->value <= UINT32_MAX) {
        n = (uint32_t)length->value;
        index = from_end ? n - 1 - index : index;
        from_end = false;
    }
    return borrow_slice_elem(c, place, ELEM_CONST_INDEX, index, n, from_end);
}

static borrow_place borrow_slice_middle(borrow_ctx *c, const thir_pat_node *p, borrow_place place)
{
    sema_ty ty = c->places.at[place].ty;
    const ty_info *length = ty_kind_of(c->s, ty) == TY_ARRAY ? ty_get(c->s, ty_arg(c->s, ty, 1)) : NULL;
    uint32_t behind = p->n - p->n_prefix;
    if (length && length->kind == TY_CONST && length->value >= p->n && length->value <= UINT32_MAX)
        return borrow_slice_elem(c, place, ELEM_SUBSLICE, p->n_prefix, (uint32_t)length->value - behind, false);
    return borrow_slice_elem(c, place, ELEM_SUBSLICE, p->n_prefix, behind, true);
}

typedef enum pat_visit { VISIT_TEST, VISIT_BIND, VISIT_BIND_VALUES, VISIT_TYPE } pat_visit;

/* Whether a reference to the place is one to a promoted constant. */
static bool borrow_is_of_constant(borrow_ctx *c, const thir_pat_node *p, borrow_place place)
{
    if (!c->matched_for_ever || p->index == BIND_VALUE)
        return false;
    if (p->index == BIND_REF_MUT)
        return borrow_is_empty(c, c->places.at[place].ty);
    while (c->places.at[place].parent && c->places.at[place].elem != ELEM_DEREF)
        place = c->places.at[place].parent;
    return c->places.at[place].elem == ELEM_LOCAL;
}

static void borrow_bind_local(borrow_ctx *c, const thir_pat_node *p, borrow_place place)
{
    sema *s = c->s;
    borrow_place to = c->locals.at[p->local].place;
    sema_ty from = c->places.at[place].ty;
    if (borrow_is_of_constant(c, p, place)) {
        from = borrow_static_ty(c, c->body->locals.at[p->local].ty);
    } else if (p->index != BIND_VALUE) {
        borrow_region r = borrow_new_region(c);
        borrow_loan loan = {
            .place = place, .region = r, .kind = p->index == BIND_REF_MUT ? LOAN_MUT : LOAN_SHARED, .span = p->span};
        borrow_reborrow(c, place, r, p->span);
        borrow_check_packed(c, place, p->span);
        loan.point = mir_push(c, MIR_BORROW, place, p->span);
        c->stmts.at[loan.point].loan = c->loans.n;
        vec_push(&s->scratch, &c->loans, loan);
        from = ty_ref(s, borrow_region_ty(c, r), p->index == BIND_REF_MUT, from);
    } else {
        borrow_place_use(c, place, from, p->span);
        mir_stmt *use = &c->stmts.at[c->stmts.n - 1];
        if (use->op == MIR_MOVE && place != c->matched) {
            use->extra = MOVED_BY_PATTERN;
            use->by = c->matched_span;
        }
    }
    borrow_relate(c, from, c->places.at[to].ty, WHY_ASSIGN, p->span);
    mir_write_to(c, to, WRITE_INIT, p->span);
}

static void borrow_type_local(borrow_ctx *c, const thir_pat_node *p, borrow_place place)
{
    sema_ty from = c->places.at[place].ty, to = c->locals.at[p->local].ty;
    sema_span at = c->locals.at[c->places.at[place].local].span;
    c->locals.at[p->local].declared_bare = c->unset;
    if (from == TY_ERROR) /* no type is written */
        return;
    if (p->index != BIND_VALUE)
        from = ty_ref(c->s, borrow_region_ty(c, borrow_new_region(c)), p->index == BIND_REF_MUT, from);
    borrow_relate(c, from, to, WHY_OTHER, at);
    borrow_relate(c, to, from, WHY_TYPE, at);
}

static void borrow_pat_visit(borrow_ctx *c, thir_pat pat, borrow_place place, pat_visit what)
{
    thir_pat_node node = *PAT(pat);
    const thir_pat_node *p = &node;
    const bool binds = what == VISIT_BIND || what == VISIT_BIND_VALUES;
    if (p->written && what == VISIT_BIND) {
        const sema_ty written = borrow_normalize(c, borrow_fresh(c, p->written));
        borrow_relate(c, c->places.at[place].ty, written, WHY_OTHER, p->span);
        borrow_relate(c, written, c->places.at[place].ty, WHY_OTHER, p->span);
    }
    switch ((thir_pat_op)p->op) {
    case PAT_BINDING:
        if (p->a)
            borrow_pat_visit(c, p->a, place, what);
        if (what == VISIT_BIND || (binds && p->index == BIND_VALUE))
            borrow_bind_local(c, p, place);
        else if (what == VISIT_TYPE)
            borrow_type_local(c, p, place);
        break;
    case PAT_DEREF:
        if (ty_kind_of(c->s, c->places.at[place].ty) == TY_REF || ty_kind_of(c->s, c->places.at[place].ty) == TY_PTR)
            place = borrow_elem(c, place, ELEM_DEREF, 0, 0);
        borrow_pat_visit(c, p->a, place, what);
        break;
    case PAT_VARIANT:
        if (what == VISIT_TEST && !def_has_one_variant(c->s, p->ty))
            mir_push(c, MIR_READ, place, c->matched_span);
        for (uint32_t i = 0; i < p->n; i++)
            borrow_pat_visit(c, LIST(p->first + 2 * i + 1),
                             borrow_elem(c, place, ELEM_FIELD, LIST(p->first + 2 * i), p->def), what);
        break;
    case PAT_LEAF:
        for (uint32_t i = 0; i < p->n; i++)
            borrow_pat_visit(c, LIST(p->first + 2 * i + 1),
                             borrow_elem(c, place, ELEM_FIELD, LIST(p->first + 2 * i), 0), what);
        break;
    case PAT_SLICE:
        if (what == VISIT_TEST && ty_kind_of(c->s, p->ty) == TY_SLICE)
            mir_push(c, MIR_FAKE_READ, place, p->span);
        for (uint32_t i = 0; i < p->n; i++)
            borrow_pat_visit(c, LIST(p->first + i), borrow_slice_part(c, p, i, place), what);
        if (p->a)
            borrow_pat_visit(c, p->a, borrow_slice_middle(c, p, place), what);
        break;
    case PAT_CONST:
    case PAT_RANGE:
        if (what == VISIT_TEST)
            mir_push(c, MIR_COPY, place, c->matched_span);
        break;
    case PAT_OR: {
        if (!binds) {
            for (uint32_t i = 0; i < p->n; i++)
                borrow_pat_visit(c, LIST(p->first + i), place, what);
            break;
        }
        uint32_t from = c->block, after = mir_new_block(c);
        for (uint32_t i = 0; i < p->n; i++) {
            uint32_t alternative = mir_new_block(c);
            mir_goto(c, from, alternative);
            mir_begin_block(c, alternative);
            borrow_pat_visit(c, LIST(p->first + i), place, what);
            mir_goto(c, c->block, after);
        }
        mir_begin_block(c, after);
        break;
    }
    case PAT_NONE:
    case PAT_WILD:
    case PAT_ERROR: break;
    }
}

/* Whether some `name @ part` in it binds a part, too. */
static bool borrow_pat_binds_twice(borrow_ctx *c, thir_pat pat)
{
    const thir_pat_node *p = PAT(pat);
    const bool pairs = p->op == PAT_VARIANT || p->op == PAT_LEAF;
    if (p->a && (p->op == PAT_BINDING || borrow_pat_binds_twice(c, p->a)))
        return true;
    for (uint32_t i = 0; i < p->n; i++)
        if (borrow_pat_binds_twice(c, LIST(p->first + (pairs ? 2 * i + 1 : i))))
            return true;
    return false;
}

static void borrow_bind_as(borrow_ctx *c, thir_pat pat, borrow_place place, pat_visit what)
{
    c->matched = place;
    if (c->places.at[place].elem == ELEM_LOCAL && borrow_pat_binds_twice(c, pat))
        c->locals.at[c->places.at[place].local].is_taken_apart = true;
    borrow_pat_visit(c, pat, place, what);
}

void borrow_bind_pat(borrow_ctx *c, thir_pat pat, borrow_place place)
{
    borrow_bind_as(c, pat, place, VISIT_BIND);
}

void borrow_type_pat(borrow_ctx *c, thir_pat pat, borrow_place place, bool unset)
{
    c->unset = unset;
    borrow_pat_visit(c, pat, place, VISIT_TYPE);
}

void borrow_test_pat(borrow_ctx *c, thir_pat pat, borrow_place place)
{
    borrow_pat_visit(c, pat, place, VISIT_TEST);
}

static borrow_place borrow_pat_scrutinee(borrow_ctx *c, thir_expr e)
{
    const thir_node *node = &c->body->exprs.at[e];
    if (node->is_place) {
        const borrow_place place = borrow_as_place(c, e);
        borrow_look_at(c, place, node->span);
        return place;
    }
    const uint32_t temp = borrow_new_local(c, borrow_fresh(c, node->ty), 0, node->span);
    borrow_into(c, e, c->locals.at[temp].place);
    borrow_scope_temp(c, NULL, temp);
    return c->locals.at[temp].place;
}

void borrow_condition(borrow_ctx *c, thir_expr e, uint32_t no)
{
    thir_node node = c->body->exprs.at[e];
    if (!sema_enter(c->s, node.span))
        return;
    uint32_t yes = mir_new_block(c);
    switch ((thir_op)node.op) {
    case THIR_LOGICAL:
        if (node.sub == OP_AND) {
            borrow_condition(c, node.a, no);
            borrow_condition(c, node.b, no);
            sema_leave(c->s);
            return;
        }
        {
            uint32_t second = mir_new_block(c);
            borrow_condition(c, node.a, second);
            mir_goto(c, c->block, yes);
            mir_begin_block(c, second);
            borrow_condition(c, node.b, no);
            mir_goto(c, c->block, yes);
            mir_begin_block(c, yes);
        }
        sema_leave(c->s);
        return;
    case THIR_USE:
        borrow_condition(c, node.a, no);
        sema_leave(c->s);
        return;
    case THIR_LET: {
        build_scope *scope = c->scope;
        borrow_place place = borrow_pat_scrutinee(c, node.a);
        const bool for_ever = borrow_pat_is_for_ever(c, node.pat, node.a);
        c->matched_span = c->body->exprs.at[node.a].span;
        borrow_test_pat(c, node.pat, place);
        mir_goto(c, c->block, yes);
        mir_goto(c, c->block, no);
        mir_begin_block(c, yes);
        borrow_declare(c, node.pat, scope);
        c->matched_span = c->body->exprs.at[node.a].span;
        c->matched_for_ever = for_ever;
        borrow_bind_pat(c, node.pat, place);
        c->matched_for_ever = false;
        sema_leave(c->s);
        return;
    }
    case THIR_CASES_NOTHING:
    case THIR_CASES_PLACE:
    case THIR_CASES_CONSTANT:
    case THIR_CASES_BORROW:
    case THIR_BINARY:
    case THIR_UNARY:
    case THIR_CASES_CONVERSION:
    case THIR_NEVER:
    case THIR_CASES_ASSIGN:
    case THIR_CALL:
    case THIR_CASES_AGGREGATE:
    case THIR_BLOCK:
    case THIR_IF:
    case THIR_MATCH:
    case THIR_LOOP:
    case THIR_CASES_LEAVE:
    case THIR_CASES_TEXT: {
        build_scope temps;
        borrow_push_scope(c, &temps, true, node.span);
        borrow_into(c, e, 0);
        borrow_pop_scope(c);
        mir_goto(c, c->block, yes);
        mir_goto(c, c->block, no);
        mir_begin_block(c, yes);
    }
    }
    sema_leave(c->s);
}

/* A guard sees the bindings by reference: they exist already, but nothing has been moved yet. What is bound by
 * reference stays as it is for the arm. */
static void borrow_bind_for_guard(borrow_ctx *c, thir_pat pat, borrow_place place)
{
    uint32_t n = c->stmts.n;
    borrow_pat_visit(c, pat, place, VISIT_BIND);
    for (; n < c->stmts.n; n++)
        if (c->stmts.at[n].op == MIR_MOVE)
            c->stmts.at[n].op = MIR_READ;
}

static bool borrow_is_at_or_below(const borrow_ctx *c, borrow_place place, borrow_place above)
{
    while (place && place != above)
        place = c->places.at[place].parent;
    return place != 0;
}

/* Whether the place is one that a guard sees through the reference to a binding of its arm. */
static bool borrow_is_of_binding(const borrow_ctx *c, borrow_place place, const build_scope *arm)
{
    const borrow_local *local = &c->locals.at[c->places.at[place].local];
    for (; c->places.at[place].parent; place = c->places.at[place].parent)
        if (c->places.at[place].elem == ELEM_DEREF) {
            const ty_info *base = ty_get(c->s, c->places.at[c->places.at[place].parent].ty);
            if (base->kind != TY_REF || !base->mutable)
                return false;
        }
    return local->is_user && local->scope == arm->number;
}

/* The matched place must stay as it is until an arm is chosen (E0510), and so must what the arm binds (E0596). */
static void borrow_check_guard(borrow_ctx *c, uint32_t first, borrow_place matched, sema_span matched_span,
                               const build_scope *arm)
{
    for (uint32_t i = first; i < c->stmts.n; i++) {
        mir_stmt stmt = c->stmts.at[i];
        bool assigns = stmt.op == MIR_WRITE && stmt.extra != WRITE_INIT;
        bool borrows = stmt.op == MIR_BORROW && c->loans.at[stmt.loan].kind == LOAN_MUT;
        if (borrows && borrow_is_of_binding(c, stmt.place, arm)) {
            sema_report r = sema_error(c->s, RUSTG_DIAG_BORROW_MUT, stmt.span);
            sema_arg(&r, "%s", borrow_describe(c, stmt.place));
            sema_arg(&r, ", as it is immutable for the pattern guard");
            sema_note(&r, "variables bound in patterns are immutable until the end of the pattern guard");
        }
        if ((!assigns && !borrows) ||
            !(borrow_is_at_or_below(c, stmt.place, matched) || borrow_is_at_or_below(c, matched, stmt.place)))
            continue;
        sema_report r = sema_error(c->s, RUSTG_DIAG_GUARD_CHANGES, stmt.span);
        sema_arg(&r, assigns ? "assign" : "mutably borrow");
        sema_arg(&r, "%s", borrow_describe(c, matched));
        sema_label(&r, matched_span, "value is immutable in match guard");
    }
}

void borrow_match(borrow_ctx *c, const thir_node *e, borrow_place dest)
{
    borrow_place place = borrow_pat_scrutinee(c, e->a);
    sema_span matched_span = c->body->exprs.at[e->a].span;
    const bool for_ever = borrow_arms_are_for_ever(c, e);
    uint32_t after = mir_new_block(c);
    if (!e->n)
        mir_push(c, MIR_FAKE_READ, place, c->body->exprs.at[e->a].span);
    for (uint32_t i = 0; i < e->n; i++) {
        thir_arm_node arm = c->body->arms.at[LIST(e->first + i)];
        c->matched_span = matched_span;
        borrow_test_pat(c, arm.pat, place);
        uint32_t next = mir_new_block(c), matched = mir_new_block(c);
        mir_goto(c, c->block, matched);
        if (i + 1 < e->n)
            mir_goto(c, c->block, next);
        mir_begin_block(c, matched);
        build_scope scope, temps;
        borrow_push_scope(c, &scope, false, arm.span);
        borrow_declare(c, arm.pat, &scope);
        if (arm.guard) {
            uint32_t failed = mir_new_block(c);
            borrow_push_scope(c, &temps, true, arm.span);
            c->matched_for_ever = for_ever;
            borrow_bind_for_guard(c, arm.pat, place);
            c->matched_for_ever = false;
            uint32_t first = c->stmts.n;
            borrow_condition(c, arm.guard, failed);
            borrow_check_guard(c, first, place, matched_span, &scope);
            uint32_t passed = c->block;
            borrow_leave_scopes(c, temps.outer);
            passed = c->block;
            uint32_t body = mir_new_block(c);
            mir_goto(c, passed, body);
            mir_begin_block(c, failed);
            borrow_leave_scopes(c, scope.outer);
            if (i + 1 < e->n)
                mir_goto(c, c->block, next);
            c->scope = temps.outer;
            mir_begin_block(c, body);
        }
        c->matched_span = matched_span;
        c->matched_for_ever = for_ever;
        borrow_bind_as(c, arm.pat, place, arm.guard ? VISIT_BIND_VALUES : VISIT_BIND);
        c->matched_for_ever = false;
        borrow_push_scope(c, &temps, true, arm.span);
        borrow_into(c, arm.body, dest);
        borrow_pop_scope(c);
        borrow_pop_scope(c);
        mir_goto(c, c->block, after);
        mir_begin_block(c, next);
    }
    mir_begin_block(c, after);
}
