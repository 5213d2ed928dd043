/* lower_scan.c: looks through a body before it is lowered, to find which locals must live in memory. */
#include "lower/lower_internal.h"

/* Without parentheses; a use that makes a value of a place stays. */
thir_expr lower_strip(const lower_fn *f, thir_expr e)
{
    while (e && lower_node(f, e)->op == THIR_USE) {
        thir_expr inner = lower_node(f, e)->a;
        const thir_node *use = lower_node(f, e);
        if (use->sub == USE_CONST_BLOCK || (lower_node(f, inner)->is_place && !use->is_place))
            break;
        e = inner;
    }
    return e;
}

/* The local in whose own memory a place lies. *projected says that it is a part of the local. */
static thir_local lower_base_of(const lower_fn *f, thir_expr e, bool *projected)
{
    *projected = false;
    for (;;) {
        const thir_node *n = lower_node(f, e);
        if (n->op == THIR_LOCAL)
            return n->local;
        if (n->op == THIR_INDEX && ty_kind_of(f->l->s, lower_node(f, n->a)->ty) == TY_SLICE)
            return 0;
        if (n->op != THIR_FIELD && n->op != THIR_INDEX && n->op != THIR_USE)
            return 0;
        if (n->op != THIR_USE)
            *projected = true;
        e = n->a;
    }
}

bool lower_binds_by_reference(const lower_fn *f, thir_pat pat, bool mutable)
{
    if (!pat)
        return false;
    const thir_pat_node *p = lower_pattern(f, pat);
    if (p->op == PAT_BINDING && (mutable ? p->index == BIND_REF_MUT : p->index != BIND_VALUE))
        return true;
    if (lower_binds_by_reference(f, p->a, mutable))
        return true;
    bool pairs = p->op == PAT_VARIANT || p->op == PAT_LEAF;
    for (uint32_t i = 0; i < p->n; i++)
        if (lower_binds_by_reference(f, f->body->lists.at[p->first + (pairs ? 2 * i + 1 : i)], mutable))
            return true;
    return false;
}

static bool lower_is_slice_pattern(const lower_fn *f, thir_pat pat)
{
    return pat && f->body->pats.at[pat].op == PAT_SLICE;
}

static void lower_in_memory(lower_fn *f, thir_expr place)
{
    bool projected;
    thir_local local = lower_base_of(f, place, &projected);
    if (local)
        f->slots[local].in_memory = true;
}

static void lower_matched(lower_fn *f, thir_expr place, thir_pat pat)
{
    if (place && (lower_binds_by_reference(f, pat, false) || lower_is_slice_pattern(f, pat)))
        lower_in_memory(f, place);
}

void lower_scan(lower_fn *f)
{
    const thir_body *body = f->body;
    bool projected;
    for (uint32_t i = 1; i < body->exprs.n; i++) {
        const thir_node *n = &body->exprs.at[i];
        switch ((thir_op)n->op) {
        case THIR_BORROW:
        case THIR_RAW_BORROW: lower_in_memory(f, n->a); break;
        case THIR_INDEX:
            if (lower_node(f, lower_strip(f, n->b))->op != THIR_LITERAL)
                lower_in_memory(f, n->a);
            break;
        case THIR_ASSIGN:
        case THIR_ASSIGN_OP: {
            thir_local local = lower_base_of(f, n->a, &projected);
            if (local && projected)
                f->slots[local].in_memory = true;
            if (local)
                f->slots[local].assigned = true;
            break;
        }
        case THIR_LET: lower_matched(f, n->a, n->pat); break;
        case THIR_MATCH:
            for (uint32_t k = 0; k < n->n; k++)
                lower_matched(f, n->a, body->arms.at[body->lists.at[n->first + k]].pat);
            break;
        case THIR_CASES_NOTHING:
        case THIR_LOCAL:
        case THIR_UPVAR:
        case THIR_DEREF:
        case THIR_FIELD:
        case THIR_STATIC:
        case THIR_CASES_CONSTANT:
        case THIR_CASES_OPERATOR:
        case THIR_CASES_CONVERSION:
        case THIR_CASES_AS_IT_IS:
        case THIR_CALL:
        case THIR_CASES_AGGREGATE:
        case THIR_BLOCK:
        case THIR_IF:
        case THIR_LOOP:
        case THIR_CASES_LEAVE:
        case THIR_CASES_TEXT: break;
        }
    }
    for (uint32_t i = 0; i < body->stmts.n; i++)
        if (body->stmts.at[i].kind == THIR_STMT_LET)
            lower_matched(f, body->stmts.at[i].expr, body->stmts.at[i].pat);
}

bool lower_is_pure(const lower_fn *f, thir_expr e)
{
    for (uint32_t depth = 0; depth < 4; depth++) {
        const thir_node *n = lower_node(f, e);
        switch ((thir_op)n->op) {
        case THIR_LITERAL:
        case THIR_LOCAL:
        case THIR_CONST_PARAM: return true;
        case THIR_USE:
        case THIR_FIELD: e = n->a; break;
        case THIR_UNARY:
            if (n->sub != OP_NOT)
                return false;
            e = n->a;
            break;
        case THIR_BINARY:
            if (n->sub < OP_EQ || n->sub > OP_GE || !ty_is_scalar(f->l->s, lower_node(f, n->a)->ty) ||
                !lower_is_pure(f, n->a))
                return false;
            e = n->b;
            break;
        case THIR_CASES_NOTHING:
        case THIR_UPVAR:
        case THIR_DEREF:
        case THIR_INDEX:
        case THIR_STATIC:
        case THIR_STRING:
        case THIR_FN:
        case THIR_CONST:
        case THIR_CASES_BORROW:
        case THIR_LOGICAL:
        case THIR_CASES_CONVERSION:
        case THIR_NEVER:
        case THIR_CASES_ASSIGN:
        case THIR_CALL:
        case THIR_CASES_AGGREGATE:
        case THIR_BLOCK:
        case THIR_CASES_BRANCH:
        case THIR_CASES_LEAVE:
        case THIR_CASES_TEXT: return false;
        }
    }
    return false;
}
