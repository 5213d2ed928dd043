/* lower_reach.c: finds the code of a body that control may come to, whatever the values are. rustc removes all other
 * code before it asks which elements patterns move out of an array, so what such code moves does not count. */
#include "lower/lower_internal.h"

typedef struct reach_flow {
    lower_fn *f;
    bool *is_left; /* indexed by label: a break that is reached leaves it */
} reach_flow;

/* What a condition may lead to. */
typedef struct reach_ways {
    bool yes, no;
} reach_ways;

static bool reach_expr(reach_flow *r, thir_expr e);
static reach_ways reach_condition(reach_flow *r, thir_expr e);

/* The entries of the list in turn, of which step - 1 are passed over before each. */
static bool reach_list(reach_flow *r, const thir_node *n, uint32_t step)
{
    for (uint32_t i = step - 1; i < n->n * step; i += step)
        if (!reach_expr(r, r->f->body->lists.at[n->first + i]))
            return false;
    return true;
}

static bool reach_statement(reach_flow *r, thir_stmt at)
{
    const thir_stmt_node *stmt = &r->f->body->stmts.at[at];
    r->f->reached_stmts[at] = true;
    if (stmt->expr && !reach_expr(r, stmt->expr))
        return false;
    if (stmt->kind == THIR_STMT_LET && stmt->otherwise && !lower_is_sure(r->f, stmt->pat))
        reach_expr(r, stmt->otherwise);
    return true;
}

static bool reach_block(reach_flow *r, const thir_node *n)
{
    bool goes_on = true;
    for (uint32_t i = 0; goes_on && i < n->n; i++)
        goes_on = reach_statement(r, r->f->body->lists.at[n->first + i]);
    goes_on = goes_on && reach_expr(r, n->a);
    return goes_on || (n->index && r->is_left[n->index]);
}

static bool reach_match(reach_flow *r, const thir_node *n)
{
    const thir_body *body = r->f->body;
    bool goes_on = false;
    if (!reach_expr(r, n->a))
        return false;
    for (uint32_t k = 0; k < n->n; k++) {
        const thir_arm_node *arm = &body->arms.at[body->lists.at[n->first + k]];
        if (lower_is_behind(r->f, n, k))
            continue;
        if (!arm->guard || reach_condition(r, arm->guard).yes)
            goes_on |= reach_expr(r, arm->body);
    }
    return goes_on;
}

static bool reach_if(reach_flow *r, const thir_node *n)
{
    const reach_ways ways = reach_condition(r, n->a);
    bool goes_on = ways.yes && reach_expr(r, n->b);
    if (ways.no)
        goes_on |= reach_expr(r, n->c);
    return goes_on;
}

/* Whether control comes out behind it. */
static bool reach_node(reach_flow *r, thir_expr e)
{
    const thir_node *n = lower_node(r->f, e);
    switch ((thir_op)n->op) {
    case THIR_CASES_NOTHING:
    case THIR_LOCAL:
    case THIR_UPVAR:
    case THIR_STATIC:
    case THIR_CASES_CONSTANT: return true;
    case THIR_DEREF:
    case THIR_FIELD:
    case THIR_CASES_BORROW:
    case THIR_UNARY:
    case THIR_CASES_CONVERSION:
    case THIR_USE:
    case THIR_REPEAT: return reach_expr(r, n->a);
    case THIR_INDEX:
    case THIR_BINARY: return reach_expr(r, n->a) && reach_expr(r, n->b);
    case THIR_CASES_ASSIGN: return reach_expr(r, n->b) && reach_expr(r, n->a);
    case THIR_LOGICAL:
    case THIR_LET: {
        const reach_ways ways = reach_condition(r, e);
        return ways.yes || ways.no;
    }
    case THIR_CALL:
        return reach_expr(r, n->a) && reach_list(r, n, 1) && ty_kind_of(r->f->l->s, lower_ty(r->f, n->ty)) != TY_NEVER;
    case THIR_TUPLE:
    case THIR_ARRAY:
    case THIR_CLOSURE: return reach_list(r, n, 1);
    case THIR_CASES_TEXT: return reach_list(r, n, 1) && reach_expr(r, n->a);
    case THIR_ADT: return reach_list(r, n, 2) && reach_expr(r, n->b);
    case THIR_BLOCK: return reach_block(r, n);
    case THIR_IF: return reach_if(r, n);
    case THIR_MATCH: return reach_match(r, n);
    case THIR_LOOP: reach_expr(r, n->a); return r->is_left[n->index];
    case THIR_BREAK:
        if (reach_expr(r, n->a))
            r->is_left[n->index] = true;
        return false;
    case THIR_NEVER:
    case THIR_RETURN: reach_expr(r, n->a); return false;
    case THIR_PANIC: reach_list(r, n, 1); return false;
    case THIR_CONTINUE: return false;
    }
    return true;
}

static bool reach_expr(reach_flow *r, thir_expr e)
{
    sema *s = r->f->l->s;
    if (!e || !sema_enter(s, lower_node(r->f, e)->span))
        return true;
    r->f->reached_exprs[e] = true;
    const bool goes_on = reach_node(r, e);
    sema_leave(s);
    return goes_on;
}

static reach_ways reach_condition(reach_flow *r, thir_expr e)
{
    sema *s = r->f->l->s;
    const thir_node *n = lower_node(r->f, e);
    reach_ways a = {true, true}, b = {false, false};
    if (!sema_enter(s, n->span))
        return a;
    r->f->reached_exprs[e] = true;
    if (n->op == THIR_LOGICAL) {
        a = reach_condition(r, n->a);
        if (n->sub == OP_AND ? a.yes : a.no)
            b = reach_condition(r, n->b);
        a = n->sub == OP_AND ? (reach_ways){b.yes, a.no || b.no} : (reach_ways){a.yes || b.yes, b.no};
    } else if (n->op == THIR_UNARY && n->sub == OP_NOT) {
        b = reach_condition(r, n->a);
        a = (reach_ways){b.no, b.yes};
    } else if (n->op == THIR_LET) {
        a.yes = reach_expr(r, n->a);
        a.no = a.yes && !lower_is_sure(r->f, n->pat);
    } else if (n->op == THIR_USE && n->sub != USE_CONST_BLOCK) {
        a = reach_condition(r, n->a);
    } else {
        a.yes = a.no = reach_node(r, e);
    }
    sema_leave(s);
    return a;
}

void lower_find_reached(lower_fn *f)
{
    arena *memory = f->l->s->memory;
    reach_flow r = {f, ARENA_ARRAY(memory, bool, f->body->labels.n + 1)};
    f->reached_exprs = ARENA_ARRAY(memory, bool, f->body->exprs.n + 1);
    f->reached_stmts = ARENA_ARRAY(memory, bool, f->body->stmts.n + 1);
    reach_expr(&r, f->body->value);
}
