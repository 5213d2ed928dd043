/* check_pat_value.c: turns a named constant that is not a number into a pattern, by reading its value off its body. */
#include "sema/patterns/check_pat.h"

enum { MOST_ELEMENTS = 256, MOST_DEPTH = 32 };

/* What is read: an expression of a constant's body. */
typedef struct value_reader {
    pat_ctx *p;
    sema_span span;
    const thir_body *body;
    uint32_t depth;
} value_reader;

static thir_pat check_read(value_reader *r, thir_expr e, sema_ty ty);

/* Only a derived PartialEq compares what a pattern does. */
static bool check_is_structural(sema *s, sema_ty ty)
{
    uint32_t n;
    const sema_def *impls = def_impls_of(s, def_lang(s, LANG_EQ), &n);
    if (def_get(s, ty_get(s, ty)->def)->is_library)
        return true;
    for (uint32_t i = 0; i < n; i++) {
        sema_span at = sema_node_span(s, def_get(s, impls[i])->node);
        if (def_impl_may_fit(s, impls[i], ty) && sema_is_derived(s, at.file))
            return true;
    }
    return false;
}

static thir_pat check_pat_value_number(value_reader *r, const thir_node *n, bool negative)
{
    sema *s = r->p->c->s;
    uint64_t bits = n->bits;
    wide_u128 all = wide_of(bits, n->high);
    if (ty_is_float(s, n->ty)) {
        bits ^= negative ? (uint64_t)1 << (ty_bits(s, n->ty) - 1) : 0;
    } else if (ty_is_integer(s, n->ty) && ty_bits(s, n->ty) < 64) {
        uint64_t mask = ((uint64_t)1 << ty_bits(s, n->ty)) - 1;
        bits = (negative ? 0 - bits : bits) & mask;
        if (ty_is_signed(s, n->ty) && bits >> (ty_bits(s, n->ty) - 1))
            bits |= ~mask;
    } else if (negative) {
        bits = 0 - bits;
    }
    all = !ty_is_integer(s, n->ty) || ty_bits(s, n->ty) < 128 ? bits : negative ? 0 - all : all;
    return pat_new(r->p, (thir_pat_node){.op = PAT_CONST, .ty = n->ty, .span = r->span, .lo = all, .hi = all});
}

/* Reads the `count` sub-patterns of a constructor. With step 2 the list holds field numbers as well. */
static thir_pat check_pat_parts(value_reader *r, thir_pat_node made, const thir_node *n, uint32_t count, uint32_t step)
{
    check *c = r->p->c;
    uint32_t *list = ARENA_ARRAY(c->s->memory, uint32_t, 2 * count);
    bool pairs = made.op != PAT_SLICE;
    for (uint32_t i = 0; i < count; i++) {
        thir_expr e = n->op == THIR_REPEAT ? n->a : r->body->lists.at[n->first + step * i + step - 1];
        thir_pat pat = check_read(r, e, r->body->exprs.at[e].ty);
        if (!pat)
            return 0;
        if (pairs)
            list[2 * i] = step == 2 ? r->body->lists.at[n->first + 2 * i] : i;
        list[pairs ? 2 * i + 1 : i] = pat;
    }
    made.n = count;
    made.n_prefix = pairs ? 0 : count;
    made.first = check_list(c, list, pairs ? 2 * count : count);
    return pat_new(r->p, made);
}

static thir_pat check_pat_value_adt(value_reader *r, const thir_node *n, sema_def variant, uint32_t step)
{
    sema *s = r->p->c->s;
    def_kind kind = def_kind_of(s, variant);
    if (ty_kind_of(s, n->ty) != TY_ADT || (kind != DEF_VARIANT && kind != DEF_STRUCT) || n->b ||
        !check_is_structural(s, n->ty))
        return 0;
    thir_pat_node made = {
        .op = kind == DEF_VARIANT ? PAT_VARIANT : PAT_LEAF, .ty = n->ty, .span = r->span, .def = variant};
    return check_pat_parts(r, made, n, n->n, step);
}

static thir_pat check_pat_value_behind(value_reader *r, thir_expr e, sema_ty ty)
{
    thir_pat inner = check_read(r, e, ty_arg(r->p->c->s, ty, 1));
    return inner ? pat_new(r->p, (thir_pat_node){.op = PAT_DEREF, .ty = ty, .span = r->span, .a = inner}) : 0;
}

static thir_pat check_read_node(value_reader *r, const thir_node *n, sema_ty ty)
{
    sema *s = r->p->c->s;
    const thir_node *a = n->a ? &r->body->exprs.at[n->a] : NULL;
    bool is_sequence = ty_kind_of(s, ty) == TY_ARRAY || ty_kind_of(s, ty) == TY_SLICE;
    switch ((thir_op)n->op) {
    case THIR_USE:
    case THIR_NEVER: return check_read(r, n->a, ty);
    case THIR_LITERAL: return check_pat_value_number(r, n, false);
    case THIR_UNARY: return n->sub == OP_NEG && a->op == THIR_LITERAL ? check_pat_value_number(r, a, true) : 0;
    case THIR_STRING:
        return pat_new(
            r->p, (thir_pat_node){
                      .op = PAT_CONST, .ty = ty, .span = r->span, .text = n->text ? n->text : "", .n_text = n->n_text});
    case THIR_BORROW:
        if (a->op == THIR_DEREF)
            return check_read(r, a->a, ty);
        return n->index == BORROW_SHARED && ty_kind_of(s, ty) == TY_REF ? check_pat_value_behind(r, n->a, ty) : 0;
    case THIR_UNSIZE: return ty_kind_of(s, ty) == TY_REF ? check_read(r, n->a, ty) : 0;
    case THIR_TUPLE: return check_pat_parts(r, (thir_pat_node){.op = PAT_LEAF, .ty = ty, .span = r->span}, n, n->n, 1);
    case THIR_ARRAY:
        return is_sequence ? check_pat_parts(r, (thir_pat_node){.op = PAT_SLICE, .ty = ty, .span = r->span}, n, n->n, 1)
                           : 0;
    case THIR_REPEAT: {
        uint64_t count = ty_get(s, ty_arg(s, n->ty, 1))->value;
        if (!is_sequence || count > MOST_ELEMENTS || ty_kind_of(s, ty_arg(s, n->ty, 1)) != TY_CONST)
            return 0;
        return check_pat_parts(r, (thir_pat_node){.op = PAT_SLICE, .ty = ty, .span = r->span}, n, (uint32_t)count, 1);
    }
    case THIR_ADT: return check_pat_value_adt(r, n, n->def, 2);
    case THIR_CALL:
        if (a->op != THIR_FN || ty_kind_of(s, a->ty) != TY_FN_DEF)
            return 0;
        return check_pat_value_adt(r, n, ty_get(s, a->ty)->def, 1);
    case THIR_CONST: return n->n_args ? 0 : pat_const_value(r->p, r->span, n->def, ty, r->depth + 1);
    case THIR_CASES_NOTHING:
    case THIR_CASES_PLACE:
    case THIR_FN:
    case THIR_CONST_PARAM:
    case THIR_RAW_BORROW:
    case THIR_BINARY:
    case THIR_LOGICAL:
    case THIR_CAST:
    case THIR_REIFY:
    case THIR_CASES_ASSIGN:
    case THIR_CLOSURE:
    case THIR_BLOCK:
    case THIR_CASES_BRANCH:
    case THIR_CASES_LEAVE:
    case THIR_CASES_TEXT: break;
    }
    return 0;
}

static thir_pat check_read(value_reader *r, thir_expr e, sema_ty ty)
{
    thir_node n = r->body->exprs.at[e];
    if (r->depth >= MOST_DEPTH || ty_has(r->p->c->s, n.ty, TY_HAS_PARAM | TY_HAS_ERROR))
        return 0;
    r->depth++;
    thir_pat made = check_read_node(r, &n, ty);
    r->depth--;
    return made;
}

thir_pat pat_const_value(pat_ctx *p, sema_span span, sema_def constant, sema_ty ty, uint32_t depth)
{
    sema *s = p->c->s;
    if (def_kind_of(s, constant) != DEF_CONST || depth >= MOST_DEPTH)
        return 0;
    const thir_body *body = sema_body(s, constant);
    if (!body || body->failed)
        return 0;
    const thir_node *value = &body->exprs.at[body->value];
    if (ty_is_scalar(s, value->ty) && value->op != THIR_LITERAL && s->evaluate) {
        wide_u128 bits = 0;
        if (!s->evaluate(s, constant, NULL, 0, &bits))
            return 0;
        thir_node literal = {.op = THIR_LITERAL, .ty = value->ty, .bits = (uint64_t)bits, .high = wide_high(bits)};
        return check_pat_value_number(&(value_reader){.p = p, .span = span, .body = body}, &literal, false);
    }
    value_reader r = {.p = p, .span = span, .body = body, .depth = depth};
    return check_read(&r, body->value, ty);
}
