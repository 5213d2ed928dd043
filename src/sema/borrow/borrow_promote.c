/* borrow_promote.c: which borrows are promoted, so that what they borrow is a constant that lives for ever. As in
 * rustc, it goes by the value that the borrowed place is a part of, whatever the part is. */
#include "sema/borrow/borrow_internal.h"

bool borrow_is_empty(borrow_ctx *c, sema_ty t)
{
    if (ty_kind_of(c->s, t) != TY_ARRAY)
        return false;
    const ty_info *length = ty_get(c->s, ty_arg(c->s, t, 1));
    return length->kind == TY_CONST && length->value == 0;
}

/* Whether a closure without captures is told lifetimes or tells some. They are those of the temporary that it is in,
 * so it is not promoted, though rustc does that. */
static bool borrow_closure_has_regions(borrow_ctx *c, sema_def closure)
{
    const thir_body *body = borrow_closure_body(c->s, closure);
    bool any = !body || borrow_has_regions(c, body->result);
    for (uint32_t i = 0; !any && i < body->params.n; i++)
        any = borrow_has_regions(c, body->params.at[i].ty);
    return any;
}

/* A constant or static promotes calls of all constant functions, up to its first branch: they are evaluated anyway. */
static bool borrow_promotes_calls(const borrow_ctx *c)
{
    if (!c->is_const || c->in_const_block)
        return false;
    uint32_t block = 0;
    for (uint32_t n = 0; block != c->block && n < c->blocks.n; n++) {
        const mir_block *at = &c->blocks.at[block];
        const mir_edge *out = at->first_out ? &c->outs.at[at->first_out - 1] : NULL;
        if (!out || out->next || at->is_loop)
            return false;
        block = out->to;
    }
    return block == c->block && !c->blocks.at[block].is_loop;
}

/* Statics may read statics when they are evaluated. */
static bool borrow_promotes_statics(const borrow_ctx *c)
{
    return c->is_const && !c->in_const_block && def_kind_of(c->s, c->owner) == DEF_STATIC;
}

static bool borrow_promotes_value(borrow_ctx *c, thir_expr e);

static bool borrow_promotes_each(borrow_ctx *c, const thir_node *node)
{
    const uint32_t step = node->op == THIR_ADT ? 2 : 1;
    for (uint32_t i = 0; i < node->n; i++)
        if (!borrow_promotes_value(c, c->body->lists.at[node->first + step * i + step - 1]))
            return false;
    return true;
}

static bool borrow_promotes_call(borrow_ctx *c, const thir_node *node)
{
    const thir_node *callee = &c->body->exprs.at[node->a];
    if (callee->op != THIR_FN || ty_kind_of(c->s, callee->ty) != TY_FN_DEF)
        return false;
    const sema_def called = ty_get(c->s, callee->ty)->def;
    const def_kind kind = def_kind_of(c->s, called);
    const bool is_constructor = kind == DEF_VARIANT || kind == DEF_STRUCT;
    if (!is_constructor && !(def_get(c->s, called)->is_const && borrow_promotes_calls(c)) &&
        !(def_get(c->s, called)->is_library && borrow_is_marked(c, called, "rustc_promotable")))
        return false;
    return borrow_promotes_each(c, node);
}

/* A literal, with its sign or without. */
static bool borrow_literal(const sema *s, const thir_body *body, thir_expr e, wide_u128 *bits)
{
    const thir_node *node = &body->exprs.at[e];
    const bool is_negative = node->op == THIR_UNARY && node->sub == OP_NEG;
    if (is_negative)
        node = &body->exprs.at[node->a];
    const uint32_t width = ty_is_integer(s, node->ty) ? ty_bits(s, node->ty) : 0;
    if (node->op != THIR_LITERAL || !width)
        return false;
    const wide_u128 value = wide_of(node->bits, node->high);
    *bits = (is_negative ? 0 - value : value) & (WIDE_MAX >> (128 - width));
    return true;
}

/* The value of an integer that is a literal or a named constant, as many bits as its type has. As in rustc, nothing
 * else is a constant here, and what depends on parameters has no value. */
static bool borrow_promote_known(borrow_ctx *c, thir_expr e, wide_u128 *bits)
{
    sema *s = c->s;
    const thir_node *node = &c->body->exprs.at[e];
    if (node->op != THIR_CONST || !ty_is_integer(s, node->ty))
        return borrow_literal(s, c->body, e, bits);
    bool has_params = false;
    for (uint32_t i = 0; i < node->n_args; i++)
        has_params |= ty_has(s, node->args[i], TY_HAS_PARAM);
    if (has_params) {
        const sema_def parent = def_get(s, node->def)->parent;
        const bool of_trait = parent && def_kind_of(s, parent) == DEF_TRAIT;
        const thir_body *value = of_trait ? NULL : sema_body(s, node->def);
        return value && !value->failed && borrow_literal(s, value, value->value, bits);
    }
    if (!s->evaluate || !s->evaluate(s, node->def, node->args, node->n_args, bits))
        return false;
    *bits &= WIDE_MAX >> (128 - ty_bits(s, node->ty));
    return true;
}

/* A division must not panic. */
static bool borrow_promotes_division(borrow_ctx *c, const thir_node *node)
{
    wide_u128 by, of;
    if (!borrow_promote_known(c, node->b, &by) || by == 0)
        return false;
    const wide_u128 all = WIDE_MAX >> (128 - ty_bits(c->s, node->ty));
    if (!ty_is_signed(c->s, node->ty) || by != all)
        return true;
    return borrow_promote_known(c, node->a, &of) && of != all / 2 + 1;
}

static bool borrow_promotes_binary(borrow_ctx *c, const thir_node *node)
{
    const ty_kind kind = ty_kind_of(c->s, c->body->exprs.at[node->a].ty);
    if (kind == TY_PTR || kind == TY_FN_PTR)
        return false;
    if ((node->sub == OP_DIV || node->sub == OP_REM) && ty_is_integer(c->s, node->ty) &&
        !borrow_promotes_division(c, node))
        return false;
    return borrow_promotes_value(c, node->a) && borrow_promotes_value(c, node->b);
}

/* What a pointer inside of a constant points at: of a reborrow the reference itself counts. */
static bool borrow_promotes_behind(borrow_ctx *c, thir_expr place)
{
    const thir_node *node = &c->body->exprs.at[place];
    while (node->op == THIR_USE && node->is_place)
        node = &c->body->exprs.at[node->a];
    return node->op == THIR_DEREF && ty_kind_of(c->s, c->body->exprs.at[node->a].ty) == TY_REF &&
           borrow_promotes_value(c, node->a);
}

static bool borrow_promotes_borrow(borrow_ctx *c, const thir_node *node)
{
    if (node->op == THIR_RAW_BORROW)
        return borrow_promotes_behind(c, node->a);
    if (node->index != BORROW_SHARED)
        return borrow_is_empty(c, c->body->exprs.at[node->a].ty) && borrow_promotes_value(c, node->a);
    const thir_expr root = borrow_root(c, node->a);
    const thir_node *of = &c->body->exprs.at[root];
    if (of->op == THIR_DEREF)
        return borrow_promotes_behind(c, node->a);
    return !(borrow_has_cell(c, of->ty) && of->op != THIR_STATIC && borrow_const_holds_cell(c, c->body, root)) &&
           borrow_promotes_value(c, node->a);
}

/* Whether a value may be evaluated apart from the code around it, and cannot fail. */
static bool borrow_promotes_value(borrow_ctx *c, thir_expr e)
{
    const thir_node *node = &c->body->exprs.at[e];
    if ((!node->is_place && borrow_const_drops(c, c->body, e)) || !sema_enter(c->s, node->span))
        return false;
    bool is_promoted = false;
    switch ((thir_op)node->op) {
    case THIR_CASES_CONSTANT: is_promoted = true; break;
    case THIR_STATIC: is_promoted = borrow_promotes_statics(c); break;
    case THIR_USE: is_promoted = node->sub == USE_CONST_BLOCK || borrow_promotes_value(c, node->a); break;
    case THIR_UNARY:
    case THIR_UNSIZE:
    case THIR_CAST:
    case THIR_NEVER: is_promoted = borrow_promotes_value(c, node->a); break;
    case THIR_REPEAT: is_promoted = borrow_is_empty(c, node->ty) || borrow_promotes_value(c, node->a); break;
    case THIR_BLOCK: is_promoted = !node->index && !node->n && node->a && borrow_promotes_value(c, node->a); break;
    case THIR_CASES_BORROW: is_promoted = borrow_promotes_borrow(c, node); break;
    case THIR_FIELD: {
        const ty_info *of = ty_get(c->s, c->body->exprs.at[node->a].ty);
        is_promoted =
            !(of->kind == TY_ADT && def_kind_of(c->s, of->def) == DEF_UNION) && borrow_promotes_value(c, node->a);
        break;
    }
    case THIR_REIFY: is_promoted = c->body->exprs.at[node->a].op == THIR_FN; break;
    case THIR_INDEX: {
        sema_ty array = c->body->exprs.at[node->a].ty;
        const thir_expr index = thir_only_value(c->body, node->b);
        const ty_info *length = ty_kind_of(c->s, array) == TY_ARRAY ? ty_get(c->s, ty_arg(c->s, array, 1)) : NULL;
        wide_u128 at;
        is_promoted = length && length->kind == TY_CONST && index && borrow_promote_known(c, index, &at) &&
                      at < length->value && borrow_promotes_value(c, node->a);
        break;
    }
    case THIR_BINARY: is_promoted = borrow_promotes_binary(c, node); break;
    case THIR_TUPLE:
    case THIR_ARRAY: is_promoted = borrow_promotes_each(c, node); break;
    case THIR_ADT:
        is_promoted = (!node->b || (!borrow_needs_drop(c, node->ty) && borrow_promotes_value(c, node->b))) &&
                      borrow_promotes_each(c, node);
        break;
    case THIR_CALL: is_promoted = borrow_promotes_call(c, node); break;
    case THIR_CLOSURE: is_promoted = node->n == 0 && !borrow_closure_has_regions(c, node->def); break;
    case THIR_CASES_NOTHING:
    case THIR_LOCAL:
    case THIR_UPVAR:
    case THIR_DEREF: /* a promoted constant reads only what it holds itself */
    case THIR_LOGICAL:
    case THIR_CASES_ASSIGN:
    case THIR_CASES_BRANCH:
    case THIR_CASES_LEAVE:
    case THIR_CASES_TEXT: break;
    }
    sema_leave(c->s);
    return is_promoted;
}

bool borrow_is_promoted(borrow_ctx *c, thir_expr place)
{
    thir_expr root = borrow_root(c, place);
    if (c->body->exprs.at[root].is_place)
        return false;
    root = thir_only_value(c->body, root);
    return root && !(borrow_has_cell(c, c->body->exprs.at[root].ty) && borrow_const_holds_cell(c, c->body, root)) &&
           borrow_promotes_value(c, root);
}
