/* check_capture.c: finds out what a closure captures and how, from what its body does with outer variables; which of
 * Fn, FnMut and FnOnce the closure is follows from that. As in rustc's upvar.rs, a closure captures single fields of
 * a variable, so that the other fields stay free. */
#include "sema/bodies/check_internal.h"
#include "rustg/diagnostic_kind.h"

/* These are in the order of thir_capture_mode and of infer_fn_kind, which follow from the strongest use. */
typedef enum use_mode { USE_SHARED = CAPTURE_REF, USE_MUT = CAPTURE_MUT, USE_VALUE = CAPTURE_VALUE } use_mode;
_Static_assert((int)USE_SHARED == (int)FN_KIND_FN && (int)USE_MUT == (int)FN_KIND_MUT &&
                   (int)USE_VALUE == (int)FN_KIND_ONCE,
               "a use is the kind of its closure");
enum { MAX_PATH = 16, STEP_DEREF = UINT32_MAX };

/* One use of a captured variable: the fields and dereferences from it outwards. chain[k] is the place behind k steps,
 * modes[k] is what is done with it, and unique[k] says that this is done through a `&mut` further out. */
typedef struct capture_use {
    uint32_t index; /* of the variable among the captures */
    uint32_t n;
    uint32_t steps[MAX_PATH];
    thir_expr chain[MAX_PATH + 1];
    uint8_t modes[MAX_PATH + 1];
    bool unique[MAX_PATH + 1];
    bool by_copy; /* a shared reference to something unsized, which is what would be captured: the reference is */
} capture_use;
typedef struct capture_walk {
    check *c;
    check_frame *frame; /* the closure's */
    thir_body *body;
    VEC(capture_use) uses;
    bool reborrows; /* the place is a shared reference that an argument reborrows from */
    bool whole;     /* before edition 2021: variables are captured as a whole */
} capture_walk;

static void check_capture_walk(capture_walk *w, thir_expr e);

/* Whether an enum has one variant, so that a pattern only names its parts. As in rustc one that may get more does not
 * count. */
static bool check_has_one_variant(sema *s, sema_ty ty)
{
    def_attr attr;
    return ty_kind_of(s, ty) == TY_ADT && def_kind_of(s, ty_get(s, ty)->def) == DEF_ENUM &&
           def_has_one_variant(s, ty) &&
           !def_find_attr(s, def_get(s, ty_get(s, ty)->def)->node, "non_exhaustive", 0, &attr);
}

/* A use goes down to fields at most: what lies behind an index or a raw pointer, or in a union, is not told apart. */
static bool check_is_step(capture_walk *w, const thir_node *n)
{
    sema *s = w->c->s;
    sema_ty from = infer_shallow(w->c->infer, w->body->exprs.at[n->a].ty);
    ty_info info = *ty_get(s, from);
    if (n->op == THIR_DEREF)
        return info.kind == TY_REF;
    return n->op == THIR_FIELD && (info.kind == TY_TUPLE || (info.kind == TY_ADT && !def_repr_of(s, info.def).packed &&
                                                             (n->def || def_kind_of(s, info.def) == DEF_STRUCT)));
}

static bool check_is_unsized(capture_walk *w, thir_expr e)
{
    ty_kind kind = ty_kind_of(w->c->s, infer_shallow(w->c->infer, w->body->exprs.at[e].ty));
    return kind == TY_SLICE || kind == TY_STR || kind == TY_DYN || kind == TY_PARAM || kind == TY_PROJECTION;
}

/* Whether it is of a size that only a reference to it knows, and lies behind a `&mut`: a new one is captured. */
static bool check_is_reborrowed(capture_walk *w, thir_expr e)
{
    const ty_kind kind = ty_kind_of(w->c->s, infer_shallow(w->c->infer, w->body->exprs.at[e].ty));
    const thir_node *n = &w->body->exprs.at[e];
    return (kind == TY_SLICE || kind == TY_STR || kind == TY_DYN) && n->op == THIR_DEREF &&
           ty_get(w->c->s, infer_shallow(w->c->infer, w->body->exprs.at[n->a].ty))->mutable;
}

static bool check_is_shared_ref(capture_walk *w, thir_expr e)
{
    const ty_info *i = ty_get(w->c->s, infer_shallow(w->c->infer, w->body->exprs.at[e].ty));
    return i->kind == TY_REF && !i->mutable;
}

/* The steps that a capture may take. chain has all places from the variable outwards. */
static void check_record(capture_walk *w, const thir_expr *chain, uint32_t n_chain, const uint8_t *modes,
                         const bool *unique)
{
    capture_use u = {.index = w->body->exprs.at[chain[0]].index};
    u.chain[0] = chain[0];
    u.modes[0] = modes[0];
    u.unique[0] = unique[0];
    while (!w->whole && u.n + 1 < n_chain && u.n < MAX_PATH) {
        const thir_node *next = &w->body->exprs.at[chain[u.n + 1]];
        if (!check_is_step(w, next) || (next->op == THIR_DEREF && modes[u.n + 1] == USE_VALUE))
            break;
        u.steps[u.n] = next->op == THIR_DEREF ? (uint32_t)STEP_DEREF : next->index;
        u.n++;
        u.chain[u.n] = chain[u.n];
        u.modes[u.n] = modes[u.n];
        u.unique[u.n] = unique[u.n];
    }
    if (u.modes[u.n] == USE_SHARED) /* what a shared reference points to is reached by a copy of it */
        for (uint32_t k = u.n; k-- > 0;)
            if (u.steps[k] == STEP_DEREF && check_is_shared_ref(w, u.chain[k])) {
                u.n = k + 1;
                break;
            }
    while (u.n > 0 && check_is_unsized(w, u.chain[u.n]) && !check_is_reborrowed(w, u.chain[u.n])) {
        u.n--;
        u.by_copy = u.steps[u.n] == STEP_DEREF && check_is_shared_ref(w, u.chain[u.n]);
    }
    u.by_copy |= w->reborrows && u.n + 1 == n_chain && !w->whole;
    vec_push(w->c->s->memory, &w->uses, u);
}

static void check_use_place(capture_walk *w, thir_expr e, use_mode mode, bool unique)
{
    enum { MAX_CHAIN = 64 };
    thir_expr chain[MAX_CHAIN];
    uint8_t modes[MAX_CHAIN];
    bool uniques[MAX_CHAIN];
    uint32_t n_chain = 0;
    for (;;) {
        const thir_node *n = &w->body->exprs.at[e];
        if (!n->is_place) {
            check_capture_walk(w, e);
            return;
        }
        if (mode == USE_VALUE) { /* copied out, or moved */
            if (infer_is_copy(w->c->infer, n->ty))
                mode = USE_SHARED;
            n = &w->body->exprs.at[e];
        }
        if (n_chain == MAX_CHAIN) { /* only the innermost places matter */
            memmove(chain, chain + 1, (MAX_CHAIN - 1) * sizeof *chain);
            memmove(modes, modes + 1, (MAX_CHAIN - 1) * sizeof *modes);
            memmove(uniques, uniques + 1, (MAX_CHAIN - 1) * sizeof *uniques);
            n_chain--;
        }
        chain[n_chain] = e;
        modes[n_chain] = (uint8_t)mode;
        uniques[n_chain++] = unique;
        switch ((thir_op)n->op) {
        case THIR_UPVAR:
            for (uint32_t i = 0; i < n_chain / 2; i++) {
                uint32_t j = n_chain - 1 - i;
                thir_expr swap = chain[i];
                chain[i] = chain[j];
                chain[j] = swap;
                uint8_t swap_mode = modes[i];
                modes[i] = modes[j];
                modes[j] = swap_mode;
                bool swap_unique = uniques[i];
                uniques[i] = uniques[j];
                uniques[j] = swap_unique;
            }
            check_record(w, chain, n_chain, modes, uniques);
            return;
        case THIR_FIELD:
        case THIR_USE: e = n->a; break;
        case THIR_INDEX: {
            thir_expr index = n->b;
            e = n->a;
            check_capture_walk(w, index);
            break;
        }
        case THIR_DEREF: {
            e = n->a;
            sema_ty through = infer_shallow(w->c->infer, w->body->exprs.at[e].ty);
            const ty_info *i = ty_get(w->c->s, through);
            if (mode == USE_MUT && i->kind == TY_REF && i->mutable)
                unique = true;
            else
                mode = USE_SHARED;
            break;
        }
        case THIR_CASES_NOTHING:
        case THIR_LOCAL:
        case THIR_STATIC:
        case THIR_CASES_CONSTANT:
        case THIR_CASES_BORROW:
        case THIR_CASES_OPERATOR:
        case THIR_CASES_CONVERSION:
        case THIR_NEVER:
        case THIR_CASES_ASSIGN:
        case THIR_CALL:
        case THIR_CASES_AGGREGATE:
        case THIR_BLOCK:
        case THIR_CASES_BRANCH:
        case THIR_CASES_LEAVE:
        case THIR_CASES_TEXT: return;
        }
    }
}

static use_mode check_mode_of_pattern(capture_walk *w, thir_pat p)
{
    const thir_pat_node n = w->body->pats.at[p];
    use_mode mode = USE_SHARED, inner;
    if (n.op == PAT_BINDING) {
        if (n.index == BIND_REF_MUT)
            mode = USE_MUT;
        else if (n.index == BIND_VALUE && !infer_is_copy(w->c->infer, n.ty))
            mode = USE_VALUE;
    }
    if (n.a && (inner = check_mode_of_pattern(w, n.a)) > mode)
        mode = inner;
    bool pairs = n.op == PAT_VARIANT || n.op == PAT_LEAF;
    for (uint32_t i = 0; i < n.n; i++) {
        inner = check_mode_of_pattern(w, w->body->lists.at[n.first + (pairs ? 2 * i + 1 : i)]);
        if (inner > mode)
            mode = inner;
    }
    return mode;
}

static void check_use_scrutinee(capture_walk *w, thir_expr e, use_mode mode)
{
    if (!w->body->exprs.at[e].is_place) {
        check_capture_walk(w, e);
        return;
    }
    sema_ty ty = infer_shallow(w->c->infer, w->body->exprs.at[e].ty);
    bool by_reference = ty_kind_of(w->c->s, ty) == TY_REF;
    if (by_reference && mode == USE_VALUE)
        mode = infer_is_copy(w->c->infer, ty) ? USE_SHARED : USE_VALUE;
    check_use_place(w, e, mode, by_reference);
}

/* A place of a captured variable that may be named again and again. */
static bool check_is_plain_place(const capture_walk *w, thir_expr e)
{
    const thir_node *n = &w->body->exprs.at[e];
    while (n->op == THIR_FIELD || n->op == THIR_DEREF)
        n = &w->body->exprs.at[n->a];
    return n->op == THIR_UPVAR;
}

/* A pattern that matches whatever its type holds. */
static bool check_is_plain_pattern(capture_walk *w, thir_pat pat)
{
    const thir_pat_node p = w->body->pats.at[pat];
    const ty_info *of = ty_get(w->c->s, infer_shallow(w->c->infer, p.ty));
    const uint32_t step = p.op == PAT_LEAF || p.op == PAT_VARIANT ? 2 : 1;
    if (p.op == PAT_VARIANT ? !check_has_one_variant(w->c->s, infer_shallow(w->c->infer, p.ty))
        : p.op == PAT_LEAF ? of->kind != TY_TUPLE && (of->kind != TY_ADT || def_kind_of(w->c->s, of->def) != DEF_STRUCT)
        : p.op == PAT_SLICE ? of->kind != TY_ARRAY
                            : p.op != PAT_WILD && p.op != PAT_BINDING && p.op != PAT_DEREF)
        return false;
    if (p.a && !check_is_plain_pattern(w, p.a))
        return false;
    for (uint32_t i = 0; i < p.n; i++)
        if (!check_is_plain_pattern(w, w->body->lists.at[p.first + step * i + step - 1]))
            return false;
    return true;
}

static thir_expr check_copy_place(check *c, thir_expr e)
{
    thir_node n = *check_at(c, e);
    if (n.op == THIR_FIELD || n.op == THIR_DEREF)
        n.a = check_copy_place(c, n.a);
    return check_node(c, n);
}

/* Whether all that a pattern looks at, if it looks at anything, lies behind the reference that it is matched with. */
static bool check_looks_behind(const capture_walk *w, thir_pat pat, bool *any)
{
    const thir_pat_node *p = &w->body->pats.at[pat];
    *any |= p->op == PAT_DEREF;
    for (uint32_t i = 0; p->op == PAT_OR && i < p->n; i++)
        if (!check_looks_behind(w, w->body->lists.at[p->first + i], any))
            return false;
    return p->op == PAT_DEREF || p->op == PAT_WILD || p->op == PAT_OR;
}

static thir_pat check_pattern_behind(capture_walk *w, thir_pat pat, sema_ty ty)
{
    thir_pat_node *p = &w->body->pats.at[pat];
    if (p->op == PAT_DEREF)
        return p->a;
    for (uint32_t i = 0; p->op == PAT_OR && i < p->n; i++) {
        thir_pat *one = &w->body->lists.at[p->first + i];
        *one = check_pattern_behind(w, *one, ty);
    }
    p->ty = ty;
    return pat;
}

/* Where patterns look only behind a reference, they are matched with what it leads to, so that this is what is
 * captured. Patterns are replaced. */
static thir_expr check_match_behind(capture_walk *w, thir_expr e, thir_pat *const *pats, uint32_t n)
{
    check *c = w->c;
    for (bool any = !w->whole && check_is_plain_place(w, e); any;) {
        any = false;
        for (uint32_t i = 0; i < n; i++)
            if (!check_looks_behind(w, *pats[i], &any))
                return e;
        if (!any || ty_kind_of(c->s, infer_shallow(c->infer, w->body->exprs.at[e].ty)) != TY_REF)
            return e;
        check_frame *before = c->frame;
        c->frame = w->frame;
        e = check_deref(c, e, w->body->exprs.at[e].span);
        c->frame = before;
        for (uint32_t i = 0; i < n; i++)
            *pats[i] = check_pattern_behind(w, *pats[i], w->body->exprs.at[e].ty);
    }
    return e;
}

static void check_match_arms_behind(capture_walk *w, thir_expr match)
{
    const thir_node n = w->body->exprs.at[match];
    thir_pat **pats = ARENA_ARRAY(w->c->s->memory, thir_pat *, n.n);
    for (uint32_t i = 0; i < n.n; i++)
        pats[i] = &w->body->arms.at[w->body->lists.at[n.first + i]].pat;
    const thir_expr behind = check_match_behind(w, n.a, pats, n.n);
    w->body->exprs.at[match].a = behind;
}

static void check_let_behind(capture_walk *w, thir_stmt_node *stmt)
{
    thir_pat *pat = &stmt->pat;
    if (stmt->kind == THIR_STMT_LET && stmt->expr && !stmt->written)
        stmt->expr = check_match_behind(w, stmt->expr, &pat, 1);
}

typedef VEC(uint32_t) capture_stmts;

/* `let (a, (b, _)) = x` names the parts of x that it wants: what it does is `let a = x.0; let b = x.1.0`, and so it
 * captures those. `let _ = x.a` does nothing with x. */
static void check_split_let(capture_walk *w, thir_stmt_node stmt, capture_stmts *out)
{
    check *c = w->c;
    const thir_pat_node p = w->body->pats.at[stmt.pat];
    if (p.op == PAT_LEAF || p.op == PAT_VARIANT) {
        for (uint32_t i = 0; i < p.n; i++) {
            thir_stmt_node part = stmt;
            part.pat = w->body->lists.at[p.first + 2 * i + 1];
            const thir_pat_node *inner = &w->body->pats.at[part.pat];
            part.expr = check_field_of(c, check_copy_place(c, stmt.expr), w->body->lists.at[p.first + 2 * i], inner->ty,
                                       w->body->exprs.at[stmt.expr].span);
            check_at(c, part.expr)->def = p.op == PAT_VARIANT ? p.def : 0;
            check_split_let(w, part, out);
        }
    } else if (p.op != PAT_WILD) {
        vec_push(c->s->memory, &w->body->stmts, stmt);
        vec_push(c->s->memory, out, w->body->stmts.n - 1);
    }
}

/* Who looks at all of a body's nodes finds no place of a variable that is captured in parts. */
static void check_forget_let(capture_walk *w, uint32_t stmt)
{
    thir_body *body = w->body;
    thir_expr e = body->stmts.at[stmt].expr;
    while (e) {
        const thir_node n = body->exprs.at[e];
        body->exprs.at[e] = (thir_node){.op = THIR_TUPLE, .ty = ty_unit(w->c->s), .span = n.span};
        e = n.op == THIR_UPVAR ? 0 : n.a;
    }
    body->stmts.at[stmt].kind = THIR_STMT_EXPR;
    body->stmts.at[stmt].pat = 0;
}

static void check_split_lets(capture_walk *w, thir_expr block)
{
    const thir_node n = w->body->exprs.at[block];
    capture_stmts stmts = {0};
    bool any = false;
    check_frame *before = w->c->frame;
    w->c->frame = w->frame;
    for (uint32_t i = 0; i < n.n; i++) {
        const uint32_t at = w->body->lists.at[n.first + i];
        thir_stmt_node stmt = w->body->stmts.at[at];
        check_let_behind(w, &stmt);
        w->body->stmts.at[at] = stmt;
        const uint8_t op = stmt.kind == THIR_STMT_LET && stmt.expr ? w->body->pats.at[stmt.pat].op : PAT_NONE;
        if (!w->whole && !stmt.otherwise && !stmt.written && (op == PAT_WILD || op == PAT_LEAF || op == PAT_VARIANT) &&
            check_is_plain_place(w, stmt.expr) && check_is_plain_pattern(w, stmt.pat)) {
            check_split_let(w, stmt, &stmts);
            check_forget_let(w, at);
            any = true;
        } else {
            vec_push(w->c->s->memory, &stmts, at);
        }
    }
    if (any) {
        const uint32_t first = check_list(w->c, stmts.at, stmts.n);
        w->body->exprs.at[block].first = first;
        w->body->exprs.at[block].n = stmts.n;
    }
    w->c->frame = before;
}

/* Makes `match a { (x, _) => body }` of a captured variable a block, `{ let (x, _) = a; body }`. */
static bool check_match_as_let(capture_walk *w, thir_expr e)
{
    const thir_node n = w->body->exprs.at[e];
    const thir_arm_node arm = n.n == 1 ? w->body->arms.at[w->body->lists.at[n.first]] : (thir_arm_node){0};
    const uint8_t op = arm.pat ? w->body->pats.at[arm.pat].op : PAT_NONE;
    if (w->whole || arm.guard || (op != PAT_LEAF && op != PAT_VARIANT) || !check_is_plain_place(w, n.a) ||
        !check_is_plain_pattern(w, arm.pat))
        return false;
    const thir_stmt_node let = {.kind = THIR_STMT_LET, .expr = n.a, .pat = arm.pat, .span = arm.span};
    vec_push(w->c->s->memory, &w->body->stmts, let);
    const uint32_t at = w->body->stmts.n - 1;
    check_frame *before = w->c->frame;
    w->c->frame = w->frame;
    const uint32_t first = check_list(w->c, &at, 1);
    w->c->frame = before;
    w->body->exprs.at[e] =
        (thir_node){.op = THIR_BLOCK, .ty = n.ty, .span = n.span, .first = first, .n = 1, .a = arm.body};
    return true;
}

static void check_walk_block(capture_walk *w, thir_expr block)
{
    check_split_lets(w, block);
    const thir_node n = w->body->exprs.at[block];
    for (uint32_t i = 0; i < n.n; i++) {
        thir_stmt_node stmt = w->body->stmts.at[w->body->lists.at[n.first + i]];
        if (stmt.kind == THIR_STMT_LET && stmt.expr)
            check_use_scrutinee(w, stmt.expr, check_mode_of_pattern(w, stmt.pat));
        else if (stmt.expr)
            check_capture_walk(w, stmt.expr);
        if (stmt.otherwise)
            check_capture_walk(w, stmt.otherwise);
    }
    if (n.a)
        check_capture_walk(w, n.a);
}

static void check_capture_walk(capture_walk *w, thir_expr e)
{
    if (!e)
        return;
    thir_node n = w->body->exprs.at[e];
    if (n.is_place) {
        check_use_place(w, e, USE_VALUE, false);
        return;
    }
    switch ((thir_op)n.op) {
    case THIR_BORROW:
        check_use_place(w, n.a, n.index != BORROW_SHARED ? USE_MUT : USE_SHARED, n.index == BORROW_UNIQUE);
        return;
    case THIR_RAW_BORROW: check_use_place(w, n.a, n.index ? USE_MUT : USE_SHARED, false); return;
    case THIR_ASSIGN:
    case THIR_ASSIGN_OP:
        check_capture_walk(w, n.b);
        check_use_place(w, n.a, USE_MUT, false);
        return;
    case THIR_BLOCK: check_walk_block(w, e); return;
    case THIR_LET: {
        thir_pat *pat = &n.pat;
        n.a = check_match_behind(w, n.a, &pat, 1);
        w->body->exprs.at[e] = n;
        check_use_scrutinee(w, n.a, check_mode_of_pattern(w, n.pat));
        return;
    }
    case THIR_MATCH: {
        check_match_arms_behind(w, e);
        n = w->body->exprs.at[e];
        if (check_match_as_let(w, e)) {
            check_walk_block(w, e);
            return;
        }
        use_mode mode = USE_SHARED;
        for (uint32_t i = 0; i < n.n; i++) {
            thir_arm_node arm = w->body->arms.at[w->body->lists.at[n.first + i]];
            use_mode one = check_mode_of_pattern(w, arm.pat);
            mode = one > mode ? one : mode;
            check_capture_walk(w, arm.guard);
            check_capture_walk(w, arm.body);
        }
        check_use_scrutinee(w, n.a, mode);
        return;
    }
    case THIR_CALL:
        check_capture_walk(w, n.a);
        for (uint32_t i = 0; i < n.n; i++) {
            thir_expr argument = w->body->lists.at[n.first + i];
            w->reborrows = w->body->exprs.at[argument].op == THIR_UPVAR && check_is_shared_ref(w, argument);
            check_capture_walk(w, argument);
            w->reborrows = false;
        }
        return;
    case THIR_ADT:
        for (uint32_t i = 0; i < n.n; i++)
            check_capture_walk(w, w->body->lists.at[n.first + 2 * i + 1]);
        check_capture_walk(w, n.b);
        return;
    case THIR_LITERAL:
    case THIR_STRING:
    case THIR_FN:
    case THIR_CONST:
    case THIR_ERROR: return;
    case THIR_NONE:
    case THIR_CASES_PLACE:
    case THIR_CONST_PARAM:
    case THIR_CASES_OPERATOR:
    case THIR_CASES_CONVERSION:
    case THIR_CASES_AS_IT_IS:
    case THIR_TUPLE:
    case THIR_ARRAY:
    case THIR_REPEAT:
    case THIR_CLOSURE:
    case THIR_IF:
    case THIR_LOOP:
    case THIR_CASES_LEAVE:
    case THIR_CASES_TEXT:
        check_capture_walk(w, n.a);
        check_capture_walk(w, n.b);
        check_capture_walk(w, n.c);
        for (uint32_t i = 0; i < n.n; i++)
            check_capture_walk(w, w->body->lists.at[n.first + i]);
    }
}

static void check_settle_calls(check *c, sema_def closure, infer_fn_kind kind)
{
    check_frame *before = c->frame;
    for (uint32_t i = 0; i < c->closure_calls.n; i++) {
        check_closure_call call = c->closure_calls.at[i];
        if (call.closure != closure)
            continue;
        c->frame = call.frame;
        uint32_t n_args;
        const thir_node *n = check_at(c, call.call);
        thir_expr receiver = c->frame->body->lists.at[n->first];
        const sema_ty *args = ty_args(c->s, check_at(c, n->a)->ty, &n_args);
        if (n_args == 2) /* not where the call was an error */
            check_set_fn_call(c, call.call, check_at(c, receiver)->a, kind, args[0], args[1]);
    }
    c->frame = before;
}

/* Whether one place is a part of the other, that is, both are equal as far as the shorter one goes. */
static bool check_capture_overlap(const capture_use *a, const capture_use *b)
{
    uint32_t n = a->n < b->n ? a->n : b->n;
    return a->index == b->index && (n == 0 || memcmp(a->steps, b->steps, n * sizeof *a->steps) == 0);
}

/* The place of a capture, as the body around the closure sees it. */
static thir_expr check_captured_place(check *c, const thir_body *body, const thir_capture *capture,
                                      const capture_use *u)
{
    thir_expr place = check_node(c, (thir_node){.op = capture->is_upvar ? THIR_UPVAR : THIR_LOCAL,
                                                .is_place = true,
                                                .ty = body->exprs.at[u->chain[0]].ty,
                                                .span = capture->use,
                                                .local = capture->outer,
                                                .index = capture->outer_upvar});
    for (uint32_t k = 0; k < u->n; k++) {
        sema_ty ty = body->exprs.at[u->chain[k + 1]].ty;
        bool deref = u->steps[k] == STEP_DEREF;
        place = check_node(c, (thir_node){.op = deref ? THIR_DEREF : THIR_FIELD,
                                          .is_place = true,
                                          .ty = ty,
                                          .span = capture->use,
                                          .a = place,
                                          .index = deref ? 0 : u->steps[k],
                                          .def = deref ? 0 : body->exprs.at[u->chain[k + 1]].def});
    }
    return place;
}

typedef struct capture_group {
    capture_use least; /* the shortest path */
    uint8_t mode;
    bool mut_uses, only_unique, by_copy;
} capture_group;
typedef VEC(capture_group) capture_groups;

static void check_group_uses(capture_walk *w, bool move, capture_groups *groups)
{
    check *c = w->c;
    for (uint32_t i = 0; i < w->uses.n; i++) {
        capture_use *u = &w->uses.at[i];
        for (uint32_t k = 0; move && k < u->n; k++)
            if (u->steps[k] == STEP_DEREF)
                u->n = k;
        uint32_t g = 0;
        while (g < groups->n && !check_capture_overlap(&groups->at[g].least, u))
            g++;
        if (g == groups->n)
            vec_push(c->s->memory, groups, (capture_group){.least = *u});
        else if (u->n < groups->at[g].least.n)
            groups->at[g].least = *u;
    }
    for (uint32_t g = 0; g < groups->n; g++) /* a path cut short may reach over several groups */
        for (uint32_t k = g + 1; k < groups->n;)
            if (check_capture_overlap(&groups->at[g].least, &groups->at[k].least)) {
                if (groups->at[k].least.n < groups->at[g].least.n)
                    groups->at[g].least = groups->at[k].least;
                groups->at[k] = groups->at[--groups->n];
            } else
                k++;
    for (uint32_t g = 0; g < groups->n; g++) {
        capture_group *group = &groups->at[g];
        group->only_unique = group->by_copy = true;
        for (uint32_t i = 0; i < w->uses.n; i++) {
            const capture_use *u = &w->uses.at[i];
            if (!check_capture_overlap(&group->least, u))
                continue;
            uint8_t mode = u->modes[group->least.n];
            group->by_copy &= u->by_copy && u->n == group->least.n;
            if (mode > group->mode)
                group->mode = mode;
            if (mode == USE_MUT) {
                group->mut_uses = true;
                group->only_unique &= u->unique[group->least.n];
            }
        }
    }
}

/* A variable that is named is captured, whether or not it is used. */
static void check_record_named(capture_walk *w)
{
    check *c = w->c;
    check_frame *before = c->frame;
    c->frame = w->frame;
    for (uint32_t i = 0; i < w->body->captures.n; i++) {
        const thir_capture *capture = &w->body->captures.at[i];
        const thir_expr named = check_node(
            c, (thir_node){.op = THIR_UPVAR, .is_place = true, .ty = capture->ty, .span = capture->use, .index = i});
        const capture_use use = {.index = i, .chain = {named}, .modes = {USE_SHARED}};
        vec_push(c->s->memory, &w->uses, use);
    }
    c->frame = before;
}

static void check_capture_settle(check *c, check_frame *frame)
{
    sema *s = c->s;
    thir_body *body = frame->body;
    uint32_t n_variables = body->captures.n;
    const uint32_t edition = s->files.at[def_get(s, frame->closure_def)->node.file]->edition;
    capture_walk w = {.c = c, .frame = frame, .body = body, .whole = edition && edition < 2021};
    check_capture_walk(&w, body->value);
    if (w.whole)
        check_record_named(&w);
    bool move = syntax_is_move(s, frame->closure), copy = true;
    capture_groups groups = {0};
    uint8_t kind = 0;
    for (uint32_t i = 0; i < w.uses.n; i++)
        if (w.uses.at[i].modes[w.uses.at[i].n] > kind)
            kind = w.uses.at[i].modes[w.uses.at[i].n];
    check_group_uses(&w, move, &groups);
    check_frame *before = c->frame;
    c->frame = frame->outer;
    bool *taken = ARENA_ARRAY(s->memory, bool, n_variables);
    VEC(uint32_t) values = {0};
    for (uint32_t i = 0; i < n_variables; i++)
        vec_push(s->memory, &values, 0);
    for (uint32_t i = 0; i < n_variables; i++) { /* named, but not used: () in its place */
        bool used = false;
        for (uint32_t g = 0; g < groups.n; g++)
            used |= groups.at[g].least.index == i;
        if (!used) {
            thir_capture *capture = &body->captures.at[i];
            capture->ty = ty_unit(s);
            capture->mode = CAPTURE_VALUE;
            values.at[i] = check_node(c, (thir_node){.op = THIR_TUPLE, .ty = capture->ty, .span = capture->use});
        }
    }
    for (uint32_t g = 0; g < groups.n; g++) {
        capture_group *group = &groups.at[g];
        capture_use *least = &group->least;
        uint32_t index = least->index;
        thir_capture capture = body->captures.at[index];
        thir_expr value = check_captured_place(c, body, &capture, least);
        capture.ty = body->exprs.at[least->chain[least->n]].ty;
        const bool is_reborrowed = check_is_reborrowed(&w, least->chain[least->n]);
        capture.mode = move || group->by_copy || group->mode == USE_VALUE ? CAPTURE_VALUE : group->mode;
        capture.use = body->exprs.at[least->chain[least->n]].span;
        capture.is_mutable = capture.is_upvar || frame->outer->body->locals.at[capture.outer].mutable;
        for (uint32_t i = 0; i <= least->n; i++)
            capture.is_mutable |= body->exprs.at[least->chain[i]].op == THIR_DEREF;
        if (capture.mode == CAPTURE_MUT || (capture.mode == CAPTURE_VALUE && !infer_is_copy(c->infer, capture.ty)))
            copy = false;
        if (capture.mode != CAPTURE_VALUE) {
            bool mut = capture.mode == CAPTURE_MUT;
            value = check_node(c, (thir_node){.op = THIR_BORROW,
                                              .ty = ty_ref(s, ty_erased(s), mut, capture.ty),
                                              .span = capture.use,
                                              .a = value,
                                              .index = !mut                 ? BORROW_SHARED
                                                       : group->only_unique ? BORROW_UNIQUE
                                                                            : BORROW_MUT,
                                              .desugared = true});
        } else
            check_at(c, value)->span = capture.use;
        if (is_reborrowed) {
            capture.ty = check_at(c, value)->ty;
            capture.mode = CAPTURE_VALUE;
        }
        uint32_t slot = index;
        if (taken[index]) {
            vec_push(s->memory, &body->captures, capture);
            vec_push(s->memory, &values, 0);
            slot = body->captures.n - 1;
        } else
            body->captures.at[index] = capture;
        taken[index] = true;
        values.at[slot] = value;
        uint32_t depth = least->n;
        for (uint32_t i = 0; i < w.uses.n; i++) {
            const capture_use *u = &w.uses.at[i];
            if (u->index != index || u->n < depth ||
                (depth && memcmp(u->steps, least->steps, depth * sizeof *u->steps) != 0))
                continue;
            thir_node *at = &body->exprs.at[u->chain[is_reborrowed ? depth - 1 : depth]];
            *at = (thir_node){.op = THIR_UPVAR,
                              .is_place = true,
                              .ty = is_reborrowed ? capture.ty : at->ty,
                              .span = at->span,
                              .index = slot};
        }
    }
    uint32_t first = check_list(c, values.at, values.n);
    thir_node *node = check_at(c, frame->closure_expr);
    while (node->op != THIR_CLOSURE && node->a) /* coerced since */
        node = check_at(c, node->a);
    if (node->op == THIR_CLOSURE) {
        node->first = first;
        node->n = values.n;
    }
    c->frame = before;
    infer_closure about = *infer_closure_of(s, frame->closure_def);
    if (about.kind == FN_KIND_NONE)
        about.kind = kind;
    about.is_copy = copy;
    sema_ty *captured = ARENA_ARRAY(s->memory, sema_ty, body->captures.n);
    for (uint32_t i = 0; i < body->captures.n; i++) {
        const thir_capture *capture = &body->captures.at[i];
        captured[i] = capture->mode == CAPTURE_VALUE
                          ? capture->ty
                          : ty_ref(s, ty_erased(s), capture->mode == CAPTURE_MUT, capture->ty);
    }
    about.captures = captured;
    about.n_captures = body->captures.n;
    about.captures_known = true;
    infer_set_closure(s, frame->closure_def, about);
    check_settle_calls(c, frame->closure_def, (infer_fn_kind)about.kind);
}

void check_closure_captures(check *c)
{
    for (uint32_t i = 0; i < c->closure_frames.n; i++)
        check_capture_settle(c, c->closure_frames.at[i]);
}

static bool check_mentions_closure(const sema *s, sema_ty t, sema_def closure)
{
    const ty_info info = *ty_get(s, t);
    bool mentions = info.kind == TY_CLOSURE && info.def == closure;
    for (uint32_t i = 0; i < info.n_args && !mentions; i++)
        mentions = check_mentions_closure(s, ty_arg(s, t, i), closure);
    return mentions;
}

/* E0644: a closure that is given itself. */
static void check_closure_of_itself(check *c, sema_def closure)
{
    const infer_closure about = *infer_closure_of(c->s, closure);
    for (uint32_t i = 0; i < about.n_inputs; i++)
        if (check_mentions_closure(c->s, infer_resolve(c->infer, about.inputs[i]), closure)) {
            check_error(c, RUSTG_DIAG_CLOSURE_OF_ITSELF, def_closure_head(c->s, closure));
            return;
        }
}

/* Resolves the inference variables in the signatures of the body's closures, which lowering reads without them. */
void check_closure_signatures(check *c)
{
    for (uint32_t i = 0; i < c->closure_frames.n; i++) {
        sema_def closure = c->closure_frames.at[i]->closure_def;
        check_closure_of_itself(c, closure);
        infer_closure about = *infer_closure_of(c->s, closure);
        sema_ty *inputs = ARENA_ARRAY(c->s->memory, sema_ty, about.n_inputs);
        for (uint32_t k = 0; k < about.n_inputs; k++)
            inputs[k] = infer_resolve(c->infer, about.inputs[k]);
        about.inputs = inputs;
        sema_ty *captured = ARENA_ARRAY(c->s->memory, sema_ty, about.n_captures);
        for (uint32_t k = 0; k < about.n_captures; k++)
            captured[k] = infer_resolve(c->infer, about.captures[k]);
        about.captures = captured;
        about.output = infer_resolve(c->infer, about.output);
        thir_body *body = c->closure_frames.at[i]->body;
        sema_ty *told = ARENA_ARRAY(c->s->memory, sema_ty, about.n_inputs);
        for (uint32_t k = 0; body->told && k < about.n_inputs; k++)
            told[k] = body->told[k] ? infer_resolve(c->infer, body->told[k]) : (sema_ty)TY_NONE;
        body->told = body->told ? told : NULL;
        body->told_result = body->told_result ? infer_resolve(c->infer, body->told_result) : (sema_ty)TY_NONE;
        infer_set_closure(c->s, closure, about);
    }
}
