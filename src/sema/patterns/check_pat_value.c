/* check_pat_value.c: turns a named constant that is not a number into a pattern, by reading its value off its body. */
#include "sema/patterns/check_pat.h"
#include "rustg/diagnostic_kind.h"

enum { MOST_ELEMENTS = 256, MOST_DEPTH = 32 };

/* What is read: an expression of a constant's body. */
typedef struct value_reader {
    pat_ctx *p;
    sema_span span;
    const thir_body *body;
    uint32_t depth;
    const sema_constant *wrong; /* no pattern has this part */
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
    if (pat_is_nan(s, n->ty, all))
        return 0;
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
        if (ty_kind_of(s, ty_arg(s, ty, 1)) == TY_ADT) /* a C string */
            return 0;
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

static thir_pat check_pat_of_value(value_reader *r, const sema_constant *v);

/* The sub-patterns of a struct, tuple, variant, array or slice. */
static thir_pat check_pat_of_parts(value_reader *r, thir_pat_node made, const sema_constant *v)
{
    check *c = r->p->c;
    const bool pairs = made.op != PAT_SLICE;
    uint32_t *list = ARENA_ARRAY(c->s->memory, uint32_t, 2 * v->n);
    for (uint32_t i = 0; i < v->n; i++) {
        const thir_pat part = check_pat_of_value(r, &v->parts[i]);
        if (!part)
            return 0;
        list[2 * i] = i;
        list[pairs ? 2 * i + 1 : i] = part;
    }
    made.n = v->n;
    made.n_prefix = pairs ? 0 : v->n;
    made.first = check_list(c, list, pairs ? 2 * v->n : v->n);
    return pat_new(r->p, made);
}

static thir_pat check_pat_of_value(value_reader *r, const sema_constant *v)
{
    sema *s = r->p->c->s;
    thir_pat_node made = {.op = PAT_LEAF, .ty = v->ty, .span = r->span};
    switch (ty_kind_of(s, v->ty)) {
    case TY_CASES_SCALAR:
    case TY_PTR: {
        r->wrong = v->is_pointer || pat_is_nan(s, v->ty, v->bits) ? v : r->wrong;
        if (r->wrong)
            return 0;
        const thir_node literal = {.ty = v->ty, .bits = (uint64_t)v->bits, .high = wide_high(v->bits)};
        return check_pat_value_number(r, &literal, false);
    }
    case TY_REF:
        if (v->text) {
            made.op = PAT_CONST;
            made.text = v->text;
            made.n_text = v->n;
            return pat_new(r->p, made);
        }
        made.op = PAT_DEREF;
        made.a = check_pat_of_value(r, v->parts);
        return made.a ? pat_new(r->p, made) : 0;
    case TY_ARRAY:
    case TY_SLICE: made.op = PAT_SLICE; return check_pat_of_parts(r, made, v);
    case TY_TUPLE: return check_pat_of_parts(r, made, v);
    case TY_ADT:
        if (!check_is_structural(s, v->ty)) {
            r->wrong = v;
            return 0;
        }
        made.op = v->variant ? PAT_VARIANT : PAT_LEAF;
        made.def = v->variant ? v->variant : ty_get(s, v->ty)->def;
        return check_pat_of_parts(r, made, v);
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_NEVER:
    case TY_STR:
    case TY_DYN: break;
    case TY_CASES_CALLABLE: r->wrong = v; break;
    case TY_CASES_UNKNOWN:
    case TY_CASES_NO_TYPE: break;
    }
    return 0;
}

bool pat_is_nan(const sema *s, sema_ty ty, wide_u128 bits)
{
    const uint64_t all = (uint64_t)bits;
    if (ty_kind_of(s, ty) == TY_F32)
        return (all & 0x7FFFFFFF) > 0x7F800000;
    return ty_kind_of(s, ty) == TY_F64 && (all & INT64_MAX) > UINT64_C(0x7FF0000000000000);
}

/* `const NAME: T`, where a constant in a pattern is told to be. */
static void check_label_constant(check *c, sema_report *r, sema_def constant)
{
    sema *s = c->s;
    const sema_node node = def_get(s, constant)->node, ty = syntax_child_in(s, node, RUSTG_AST_CLASS_TY, 0);
    sema_span at = sema_node_span(s, node);
    if (syntax_is(ty))
        at.end = sema_node_span(s, ty).end;
    sema_label(r, at, "constant defined here");
}

void pat_report_nan(check *c, sema_span at, sema_def constant)
{
    sema_report r = check_error(c, RUSTG_DIAG_PATTERN_NAN, at);
    check_label_constant(c, &r, constant);
}

static const char *const pat_structural_rule =
    "https://doc.rust-lang.org/stable/std/marker/trait.StructuralPartialEq.html for details";

/* The first struct or enum of the program's in a type that is not equal to anything. */
static sema_def check_without_eq(check *c, sema_ty t)
{
    sema *s = c->s;
    uint32_t n;
    const sema_ty *args = ty_args(s, t, &n);
    const sema_ty both[2] = {t, t};
    if (ty_kind_of(s, t) == TY_ADT && !def_get(s, ty_get(s, t)->def)->is_library &&
        infer_holds(c->infer, def_lang(s, LANG_EQ), both, 2) == ANSWER_NO)
        return ty_get(s, t)->def;
    sema_def found = 0;
    for (uint32_t i = 0; i < n && !found; i++)
        found = check_without_eq(c, args[i]);
    return found;
}

static sema_report check_report_structural(check *c, sema_span at, sema_def constant, sema_ty ty)
{
    sema_report r = check_error(c, RUSTG_DIAG_PATTERN_NOT_STRUCTURAL, at);
    sema_arg(&r, "%s", check_show(c, ty));
    check_label_constant(c, &r, constant);
    return r;
}

static void check_report_wrong_part(check *c, sema_span at, sema_def constant, const sema_constant *wrong)
{
    sema *s = c->s;
    if (ty_kind_of(s, wrong->ty) != TY_ADT) {
        if (pat_is_nan(s, wrong->ty, wrong->bits)) {
            pat_report_nan(c, at, constant);
            return;
        }
        sema_report r = check_error(c, RUSTG_DIAG_PATTERN_POINTER, at);
        check_label_constant(c, &r, constant);
        return;
    }
    const sema_def adt = ty_get(s, wrong->ty)->def;
    uint32_t n;
    const sema_def *impls = def_impls_of(s, def_lang(s, LANG_EQ), &n);
    sema_report r = check_report_structural(c, at, constant, wrong->ty);
    sema_label(&r, def_type_head_span(s, adt),
               "`%s` must be annotated with `#[derive(PartialEq)]` to be usable in patterns", check_show(c, wrong->ty));
    for (uint32_t i = 0; i < n; i++)
        if (def_impl_may_fit(s, impls[i], wrong->ty) && !def_get(s, impls[i])->is_library) {
            sema_note_at(&r, def_head_span(s, impls[i]),
                         "the `PartialEq` trait must be derived, manual `impl`s are not sufficient; see %s",
                         pat_structural_rule);
            return;
        }
    sema_note(&r, "see %s", pat_structural_rule);
}

bool pat_check_constant(check *c, sema_span at, sema_def constant, sema_ty ty)
{
    sema *s = c->s;
    const sema_ty both[2] = {ty, ty};
    const sema_def adt =
        infer_holds(c->infer, def_lang(s, LANG_EQ), both, 2) == ANSWER_NO ? check_without_eq(c, ty) : 0;
    if (!adt)
        return true;
    sema_report r = check_report_structural(c, at, constant, ty);
    sema_label(&r, def_type_head_span(s, adt),
               "must be annotated with `#[derive(PartialEq)]` to be usable in patterns");
    sema_note(&r, "see %s", pat_structural_rule);
    return false;
}

thir_pat pat_const_evaluated(pat_ctx *p, sema_span span, sema_def constant, const sema_ty *args, uint32_t n_args,
                             bool *reported)
{
    sema *s = p->c->s;
    sema_constant value = {0};
    *reported = false;
    if (!s->evaluate_parts || !s->evaluate_parts(s, constant, args, n_args, &value, reported))
        return 0;
    value_reader r = {.p = p, .span = span};
    const thir_pat made = check_pat_of_value(&r, &value);
    if (r.wrong) {
        check_report_wrong_part(p->c, span, constant, r.wrong);
        *reported = true;
    }
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
    const ty_kind kind = ty_kind_of(s, value->ty);
    if (kind == TY_FN_PTR || kind == TY_PTR)
        return 0;
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
