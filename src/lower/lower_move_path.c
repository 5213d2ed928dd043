/* lower_move_path.c: finds the move paths of a body before it is lowered: its values that need destructors, and the
 * parts of them that may be moved on their own. A move path without parts has a drop flag, a bool that tells whether
 * the value is there. Lowering sets the flags at moves and assignments and asks them where scopes end. The optimizer
 * removes those whose value it knows, which is what rustc calls drop elaboration. */
#include "lower/lower_internal.h"

static uint32_t lower_new_move_path(lower_fn *f, sema_ty ty, sema_def variant, uint32_t index)
{
    if (!f->move_paths.n)
        vec_push(f->l->s->memory, &f->move_paths, (lower_move_path){0});
    vec_push(f->l->s->memory, &f->move_paths, ((lower_move_path){.ty = ty, .variant = variant, .index = index}));
    return f->move_paths.n - 1;
}

static void lower_add_move_path_parts(lower_fn *f, uint32_t path, sema_def variant, const sema_ty *types, uint32_t n)
{
    uint32_t last = f->move_paths.at[path].first_child;
    while (last && f->move_paths.at[last].next)
        last = f->move_paths.at[last].next;
    for (uint32_t i = 0; i < n; i++) {
        if (!lower_needs_drop(f->l, types[i]))
            continue;
        const uint32_t child = lower_new_move_path(f, types[i], variant, i);
        f->move_paths.at[child].parent = path;
        if (last)
            f->move_paths.at[last].next = child;
        else
            f->move_paths.at[path].first_child = child;
        last = child;
    }
}

/* Gives each part of a value a path of its own. False: the value is only moved as a whole. */
static bool lower_split_move_path(lower_fn *f, uint32_t path)
{
    sema *s = f->l->s;
    const sema_ty ty = f->move_paths.at[path].ty;
    const ty_info info = *ty_get(s, ty);
    uint32_t n, n_variants, n_fields;
    const sema_ty *args = ty_args(s, ty, &n);
    if (f->move_paths.at[path].first_child)
        return true;
    if (info.kind == TY_TUPLE) {
        lower_add_move_path_parts(f, path, 0, args, n);
    } else if (info.kind == TY_ARRAY) {
        const uint64_t length = ty_get(s, args[1])->value;
        if (length > LOWER_MOST_ELEMENTS)
            return false;
        sema_ty *types = ARENA_ARRAY(s->memory, sema_ty, length);
        for (uint32_t i = 0; i < length; i++)
            types[i] = args[0];
        lower_add_move_path_parts(f, path, 0, types, (uint32_t)length);
    } else if (info.kind == TY_ADT && !def_destructor(f->l->s, info.def)) {
        const sema_def *variants = def_variants(s, info.def, &n_variants);
        for (uint32_t i = 0; i < n_variants; i++) {
            const sema_ty *fields = lower_field_types(f->l, info.def, variants[i], args, n, &n_fields);
            lower_add_move_path_parts(f, path, def_kind_of(s, info.def) == DEF_ENUM ? variants[i] : 0, fields,
                                      n_fields);
        }
    }
    return f->move_paths.at[path].first_child != 0;
}

/* The path of a place, or of a value that may become a temporary; 0: nothing is moved from it, or it needs none. */
static uint32_t lower_move_path_of(lower_fn *f, thir_expr e)
{
    const thir_node *n = lower_node(f, e);
    switch ((thir_op)n->op) {
    case THIR_LOCAL: return f->local_paths[n->local];
    case THIR_UPVAR: return f->upvar_paths[n->index];
    case THIR_USE:
        if (n->is_place && lower_node(f, n->a)->is_place)
            return lower_move_path_of(f, n->a);
        return f->expr_paths[e];
    case THIR_FIELD: {
        const uint32_t whole = lower_move_path_of(f, n->a);
        return whole && lower_split_move_path(f, whole) ? lower_move_path_part(f, whole, n->def, n->index) : 0;
    }
    case THIR_DEREF:
    case THIR_INDEX:
    case THIR_STATIC: return 0;
    case THIR_CASES_NOTHING:
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
    case THIR_CASES_TEXT: break;
    }
    return f->expr_paths[e];
}

bool lower_pattern_moves(lower_fn *f, thir_pat pat)
{
    if (!pat || !f->has_drops)
        return false;
    const thir_pat_node *p = lower_pattern(f, pat);
    if (p->op == PAT_BINDING && p->index == BIND_VALUE && lower_needs_drop(f->l, lower_ty(f, p->ty)))
        return true;
    if (p->op == PAT_DEREF)
        return false;
    if (lower_pattern_moves(f, p->a))
        return true;
    for (uint32_t i = 0; i < p->n; i++)
        if (lower_pattern_moves(f, lower_sub_pat(f, p, i)))
            return true;
    return false;
}

/* is_reached: control may come to the pattern. */
static void lower_split_by_pattern(lower_fn *f, uint32_t path, thir_pat pat, bool is_reached)
{
    if (!path || !lower_pattern_moves(f, pat))
        return;
    f->move_paths.at[path].is_named |= is_reached;
    const thir_pat_node *p = lower_pattern(f, pat);
    if (p->op == PAT_OR) {
        for (uint32_t i = 0; i < p->n; i++)
            lower_split_by_pattern(f, path, lower_sub_pat(f, p, i), is_reached);
        return;
    }
    if (p->op != PAT_VARIANT && p->op != PAT_LEAF && p->op != PAT_SLICE)
        return;
    if (!lower_split_move_path(f, path)) {
        if (p->op == PAT_SLICE)
            lower_not_yet(f->l, p->span, "a pattern that moves elements with destructors out of so long an array",
                          "of at most 1024 elements they can be moved; borrow them, or move the whole array");
        return;
    }
    const uint64_t length =
        p->op == PAT_SLICE ? ty_get(f->l->s, ty_arg(f->l->s, f->move_paths.at[path].ty, 1))->value : 0;
    const uint64_t end = p->op == PAT_SLICE && lower_pattern_moves(f, p->a) ? length - (p->n - p->n_prefix) : 0;
    for (uint64_t i = p->n_prefix; i < end; i++)
        f->move_paths.at[lower_move_path_part(f, path, 0, (uint32_t)i)].is_named |= is_reached;
    for (uint32_t i = 0; i < p->n; i++) {
        const uint32_t index = p->op != PAT_SLICE ? f->body->lists.at[p->first + 2 * i]
                               : i < p->n_prefix  ? i
                                                  : (uint32_t)(length - (p->n - i));
        lower_split_by_pattern(f, lower_move_path_part(f, path, p->op == PAT_VARIANT ? p->def : 0, index),
                               lower_sub_pat(f, p, i), is_reached);
    }
}

/* Whether a matches whatever b matches, as far as one pattern tells; b 0: all. */
static bool lower_covers(lower_fn *f, thir_pat a, thir_pat b)
{
    const thir_pat_node *x = lower_pattern(f, a), *y = lower_pattern(f, b);
    if (lower_is_sure(f, a))
        return true;
    if (x->op == PAT_BINDING)
        return lower_covers(f, x->a, b);
    if (!b || y->op == PAT_BINDING)
        return b && y->a && lower_covers(f, a, y->a);
    bool all = true, any = false;
    for (uint32_t i = 0; y->op == PAT_OR && i < y->n; i++)
        all &= lower_covers(f, a, lower_sub_pat(f, y, i));
    for (uint32_t i = 0; y->op != PAT_OR && x->op == PAT_OR && i < x->n; i++)
        any |= lower_covers(f, lower_sub_pat(f, x, i), b);
    if (x->op == PAT_OR || y->op == PAT_OR)
        return y->op == PAT_OR ? all : any;
    if (x->op != y->op)
        return false;
    if (x->op == PAT_CONST)
        return !x->text && !ty_is_float(f->l->s, x->ty) && x->lo == y->lo;
    if (x->op == PAT_DEREF)
        return lower_covers(f, x->a, y->a);
    if (x->op == PAT_SLICE)
        all = x->n == y->n && x->n_prefix == y->n_prefix && x->has_rest == y->has_rest && !x->a;
    else
        all = x->op == PAT_LEAF || (x->op == PAT_VARIANT && x->def == y->def);
    for (uint32_t i = 0; all && i < x->n; i++) {
        thir_pat same = x->op == PAT_SLICE ? lower_sub_pat(f, y, i) : 0;
        for (uint32_t k = 0; x->op != PAT_SLICE && k < y->n && !same; k++)
            if (f->body->lists.at[x->first + 2 * i] == f->body->lists.at[y->first + 2 * k])
                same = lower_sub_pat(f, y, k);
        all = lower_covers(f, lower_sub_pat(f, x, i), same);
    }
    return all;
}

bool lower_is_behind(lower_fn *f, const thir_node *match, uint32_t arm)
{
    const uint32_t *arms = &f->body->lists.at[match->first];
    for (uint32_t k = 0; k < arm; k++)
        if (!f->body->arms.at[arms[k]].guard &&
            lower_covers(f, f->body->arms.at[arms[k]].pat, f->body->arms.at[arms[arm]].pat))
            return true;
    return false;
}

static void lower_find_move_paths_in(lower_fn *f, thir_expr e)
{
    const thir_body *body = f->body;
    const thir_node *n = &body->exprs.at[e];
    const bool is_reached = !f->reached_exprs || f->reached_exprs[e];
    switch ((thir_op)n->op) {
    case THIR_FIELD:
        if (lower_needs_drop(f->l, lower_ty(f, n->ty)))
            lower_move_path_of(f, e);
        break;
    case THIR_LET: lower_split_by_pattern(f, lower_move_path_of(f, n->a), n->pat, is_reached); break;
    case THIR_MATCH:
        for (uint32_t k = 0; k < n->n; k++) {
            const thir_pat pat = body->arms.at[body->lists.at[n->first + k]].pat;
            const uint32_t path = lower_move_path_of(f, n->a);
            if (path && lower_pattern_moves(f, pat) && !lower_is_behind(f, n, k))
                lower_split_by_pattern(f, path, pat, is_reached);
        }
        break;
    case THIR_ADT:
        if (n->b) {
            const uint32_t base = lower_move_path_of(f, n->b);
            if (base)
                lower_split_move_path(f, base);
        }
        break;
    case THIR_BREAK:
    case THIR_CONTINUE:
    case THIR_RETURN: f->may_leave = true; break;
    case THIR_CASES_NOTHING:
    case THIR_LOCAL:
    case THIR_UPVAR:
    case THIR_DEREF:
    case THIR_INDEX:
    case THIR_STATIC:
    case THIR_CASES_CONSTANT:
    case THIR_CASES_BORROW:
    case THIR_CASES_OPERATOR:
    case THIR_CASES_CONVERSION:
    case THIR_CASES_AS_IT_IS:
    case THIR_CASES_ASSIGN:
    case THIR_CALL:
    case THIR_TUPLE:
    case THIR_ARRAY:
    case THIR_REPEAT:
    case THIR_CLOSURE:
    case THIR_BLOCK:
    case THIR_IF:
    case THIR_LOOP:
    case THIR_PANIC:
    case THIR_CASES_TEXT: break;
    }
}

/* An operand that is moved out of a place is a value of its own until all operands are there. */
static void lower_drop_scan_operand(lower_fn *f, thir_expr e)
{
    const thir_node *n = lower_node(f, e);
    if (!n->is_place || !n->ty || f->expr_paths[e])
        return;
    const sema_ty ty = lower_ty(f, n->ty);
    if (lower_needs_drop(f->l, ty))
        f->expr_paths[e] = lower_new_move_path(f, ty, 0, 0);
}

static void lower_drop_scan_operands(lower_fn *f, const thir_node *n)
{
    const bool pairs = n->op == THIR_ADT;
    if (n->op == THIR_ASSIGN)
        lower_drop_scan_operand(f, n->b);
    else if (pairs || n->op == THIR_CALL || n->op == THIR_TUPLE || n->op == THIR_ARRAY)
        for (uint32_t i = 0; i < n->n; i++)
            lower_drop_scan_operand(f, f->body->lists.at[n->first + (pairs ? 2 * i + 1 : i)]);
}

static bool lower_drop_is_once(lower_fn *f, sema_ty instance)
{
    sema *s = f->l->s;
    if (ty_kind_of(s, instance) != TY_CLOSURE)
        return false;
    const infer_closure *closure = infer_closure_of(s, ty_get(s, instance)->def);
    return closure && closure->kind == FN_KIND_ONCE;
}

void lower_find_move_paths(lower_fn *f, sema_ty instance)
{
    const thir_body *body = f->body;
    arena *memory = f->l->s->memory;
    if (!def_has_destructors(f->l->s))
        return;
    f->local_paths = ARENA_ARRAY(memory, uint32_t, body->locals.n + 1);
    f->upvar_paths = ARENA_ARRAY(memory, uint32_t, body->captures.n + 1);
    f->expr_paths = ARENA_ARRAY(memory, uint32_t, body->exprs.n + 1);
    for (uint32_t i = 1; i < body->locals.n; i++) {
        const sema_ty ty = lower_ty(f, body->locals.at[i].ty);
        if (!lower_needs_drop(f->l, ty))
            continue;
        f->local_paths[i] = lower_new_move_path(f, ty, 0, 0);
        f->slots[i].in_memory = true;
    }
    for (uint32_t i = 0; i < body->captures.n && lower_drop_is_once(f, instance); i++) {
        const sema_ty ty = lower_ty(f, body->captures.at[i].ty);
        if (body->captures.at[i].mode == CAPTURE_VALUE && lower_needs_drop(f->l, ty))
            f->upvar_paths[i] = lower_new_move_path(f, ty, 0, 0);
    }
    for (uint32_t i = 1; i < body->exprs.n; i++) {
        const thir_node *n = &body->exprs.at[i];
        const sema_ty ty = n->is_place || !n->ty ? 0 : lower_ty(f, n->ty);
        if (ty && lower_needs_drop(f->l, ty))
            f->expr_paths[i] = lower_new_move_path(f, ty, 0, 0);
        else
            f->has_drops |= !f->has_drops && n->ty && lower_needs_drop(f->l, lower_ty(f, n->ty));
    }
    f->has_drops |= f->move_paths.n != 0;
    if (!f->has_drops)
        return;
    for (uint32_t i = 1; i < body->pats.n && !f->reached_exprs; i++)
        if (body->pats.at[i].op == PAT_SLICE)
            lower_find_reached(f);
    for (uint32_t i = 1; i < body->exprs.n; i++)
        lower_find_move_paths_in(f, i);
    for (uint32_t i = 1; f->may_leave && i < body->exprs.n; i++)
        lower_drop_scan_operands(f, &body->exprs.at[i]);
    for (uint32_t i = 0; i < body->stmts.n; i++)
        if (body->stmts.at[i].kind == THIR_STMT_LET && body->stmts.at[i].expr)
            lower_split_by_pattern(f, lower_move_path_of(f, body->stmts.at[i].expr), body->stmts.at[i].pat,
                                   !f->reached_stmts || f->reached_stmts[i]);
    for (uint32_t i = 0; i < body->params.n; i++)
        if (body->params.at[i].local)
            lower_split_by_pattern(f, f->local_paths[body->params.at[i].local], body->params.at[i].pat, true);
    for (uint32_t i = 1; i < f->move_paths.n; i++)
        if (!f->move_paths.at[i].first_child) {
            f->move_paths.at[i].drop_flag = ir_add_local(&f->b, IR_BOOL, NULL);
            ir_set(&f->b, f->move_paths.at[i].drop_flag, ir_const(&f->b, IR_BOOL, 0));
        }
}

void lower_drop_upvars(lower_fn *f)
{
    /* scopes end from the back, but a closure's captures are dropped in order */
    for (uint32_t i = f->body->captures.n; f->has_drops && i-- > 0;) {
        if (!f->upvar_paths[i])
            continue;
        const lower_place p = lower_upvar_place(f, i);
        lower_set_drop_flags(f, p.path, true);
        lower_schedule_drop(f, f->drop_scope, p);
    }
}
