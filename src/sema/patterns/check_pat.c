/* check_pat.c: checks patterns against types, as rustc_hir_typeck's pat.rs does: default binding modes, references,
 * tuples, slices. */
#include "sema/patterns/check_pat.h"
#include "sema/bodies/check.h"
#include "sema/macros/macro.h"
#include "rustg/diagnostic_kind.h"

thir_pat pat_new(pat_ctx *p, thir_pat_node node)
{
    thir_body *body = p->c->frame->body;
    vec_push(p->c->s->memory, &body->pats, node);
    return body->pats.n - 1;
}

thir_pat_node *check_pat_at(check *c, thir_pat pat)
{
    return &c->frame->body->pats.at[pat];
}

thir_pat pat_error(pat_ctx *p, sema_node n)
{
    pat_bind_anyway(p, n);
    return pat_failed(p, n);
}

thir_pat pat_failed(pat_ctx *p, sema_node n)
{
    p->c->failed = p->c->frame->body->failed = true;
    return pat_new(p, (thir_pat_node){.op = PAT_ERROR, .ty = TY_ERROR, .span = sema_node_span(p->c->s, n)});
}

void pat_bind_anyway(pat_ctx *p, sema_node n)
{
    sema *s = p->c->s;
    for (sema_node at = syntax_first_real(s, n); syntax_is(at); at = syntax_next_real(s, at)) {
        uint8_t kind = syntax_kind(s, at);
        if (rustg_ast_kind_class(kind) == RUSTG_AST_CLASS_PAT && kind != RUSTG_AST_PatRest)
            pat_check(p, at, TY_ERROR, BIND_VALUE);
        else if (kind == RUSTG_AST_FieldPat && def_cfg_holds(s, at))
            pat_bind_anyway(p, at);
    }
}

pat_peeled pat_peel(pat_ctx *p, sema_ty expected, pat_mode mode)
{
    check *c = p->c;
    pat_peeled peeled = {.mode = mode};
    peeled.ty = check_shallow(c, expected);
    while (ty_kind_of(c->s, peeled.ty) == TY_REF && peeled.n < 8) {
        bool mutable = ty_get(c->s, peeled.ty)->mutable;
        peeled.refs[peeled.n++] = peeled.ty;
        if (peeled.mode != BIND_REF)
            peeled.mode = mutable ? BIND_REF_MUT : BIND_REF;
        peeled.ty = check_shallow(c, ty_arg(c->s, peeled.ty, 1));
        p->implicit = p->at;
    }
    return peeled;
}

thir_pat pat_wrap(pat_ctx *p, const pat_peeled *peeled, thir_pat pat, sema_span at)
{
    for (uint32_t i = peeled->n; i-- > 0;)
        pat = pat_new(p, (thir_pat_node){.op = PAT_DEREF, .ty = peeled->refs[i], .span = at, .a = pat});
    return pat;
}

/* Edition 2024: reported at the end, and where nothing else is wrong. */
typedef struct implicit_error {
    uint32_t kind;
    sema_span at, around;
    const char *written;
} implicit_error;

static bool check_report_implicit(check *c, check_deferred *d, bool last)
{
    const implicit_error *e = d->user;
    if (!last)
        return false;
    if (c->failed)
        return true;
    sema_report r = check_error(c, e->kind, e->at);
    sema_arg(&r, "%s", e->written);
    sema_note(&r, "for more information, see <https://doc.rust-lang.org/reference/patterns.html#binding-modes>");
    sema_note_at(&r, e->around,
                 "matching on a reference type with a non-reference pattern implicitly borrows the contents");
    c->failed = false; /* others are told of, too */
    return true;
}

void pat_implicit_error(pat_ctx *p, uint32_t kind, sema_span at, const char *written)
{
    implicit_error *e = ARENA_NEW(p->c->s->memory, implicit_error);
    *e = (implicit_error){kind, at, p->implicit, written};
    check_defer(p->c, (check_deferred){.step = check_report_implicit, .user = e});
}

static thir_pat check_pat_not_yet(pat_ctx *p, sema_node n, const char *what, const char *instead)
{
    check_not_yet(p->c, n, what, instead);
    return pat_error(p, n);
}

/* ---- References ---- */

static thir_pat pat_reference(pat_ctx *p, sema_node n, sema_ty expected, pat_mode mode)
{
    check *c = p->c;
    sema *s = c->s;
    sema_span span = sema_node_span(s, n);
    sema_node inner = syntax_child_in(s, n, RUSTG_AST_CLASS_PAT, 0);
    bool mutable = syntax_is_mut(s, n);
    if (mode != BIND_VALUE && s->files.at[n.file]->edition >= 2024)
        pat_implicit_error(p, RUSTG_DIAG_PATTERN_DEREF_IN_IMPLICIT, syntax_tok_span(s, n.file, syntax_anchor(s, n)),
                           "");
    sema_ty ty = check_shallow(c, expected), to;
    if (ty_kind_of(s, ty) == TY_REF && ty_get(s, ty)->mutable == mutable) {
        to = ty_arg(s, ty, 1);
    } else {
        to = ty == TY_ERROR ? (sema_ty)TY_ERROR : check_var(c, span);
        sema_ty made = ty_ref(s, ty_erased(s), mutable, to);
        if (ty != TY_ERROR && !check_equal(c, span, ty, made, p->why))
            to = TY_ERROR;
        ty = made;
    }
    thir_pat a = pat_check(p, inner, to, BIND_VALUE);
    return pat_new(p, (thir_pat_node){.op = PAT_DEREF, .ty = ty, .span = span, .a = a});
}

/* ---- Tuples ---- */

static thir_pat pat_tuple(pat_ctx *p, sema_node n, sema_ty expected, pat_mode mode)
{
    check *c = p->c;
    sema *s = c->s;
    sema_span span = sema_node_span(s, n);
    pat_peeled peeled = pat_peel(p, expected, mode);
    uint32_t n_pats = 0, rest = UINT32_MAX;
    for (sema_node at = syntax_first_real(s, n); syntax_is(at); at = syntax_next_real(s, at)) {
        if (syntax_kind(s, at) == RUSTG_AST_PatRest && rest == UINT32_MAX)
            rest = n_pats;
        else
            n_pats++;
    }
    uint32_t n_fields = n_pats;
    if (ty_kind_of(s, peeled.ty) == TY_TUPLE) {
        uint32_t n_known = ty_get(s, peeled.ty)->n_args;
        if (rest != UINT32_MAX && n_known > n_fields)
            n_fields = n_known;
    }
    sema_ty ty = peeled.ty;
    if (ty != TY_ERROR && !(ty_kind_of(s, ty) == TY_TUPLE && ty_get(s, ty)->n_args == n_fields)) {
        sema_ty *elements = ARENA_ARRAY(s->memory, sema_ty, n_fields);
        for (uint32_t i = 0; i < n_fields; i++)
            elements[i] = check_var(c, span);
        ty = ty_tuple(s, elements, n_fields);
        if (!check_equal(c, span, peeled.ty, ty, p->why))
            return pat_error(p, n);
    }
    uint32_t *pairs = ARENA_ARRAY(s->memory, uint32_t, 2 * n_pats);
    uint32_t k = 0, field = 0;
    for (sema_node at = syntax_first_real(s, n); syntax_is(at); at = syntax_next_real(s, at)) {
        if (syntax_kind(s, at) == RUSTG_AST_PatRest && k == rest && field == rest) {
            field += n_fields - n_pats;
            rest = UINT32_MAX - 1;
            continue;
        }
        pairs[2 * k] = field;
        pairs[2 * k + 1] = pat_check(p, at, ty == TY_ERROR ? ty : ty_arg(s, ty, field), peeled.mode);
        k++;
        field++;
    }
    thir_pat made = pat_new(
        p, (thir_pat_node){.op = PAT_LEAF, .ty = ty, .span = span, .first = check_list(c, pairs, 2 * k), .n = k});
    return pat_wrap(p, &peeled, made, span);
}

/* ---- Slices ---- */

/* `..`, or `name @ ..` */
static bool check_pat_is_rest(const sema *s, sema_node n)
{
    return syntax_kind(s, n) == RUSTG_AST_PatRest ||
           (syntax_kind(s, n) == RUSTG_AST_PatIdent && syntax_kind(s, syntax_first_real(s, n)) == RUSTG_AST_PatRest);
}

/* The length of an array type, UINT64_MAX where it is not known. */
static uint64_t check_pat_array_length(check *c, sema_ty array)
{
    sema_ty length = infer_resolve(c->infer, ty_arg(c->s, array, 1));
    return ty_kind_of(c->s, length) == TY_CONST ? ty_get(c->s, length)->value : UINT64_MAX;
}

/* Whether a pattern of that many elements fits; *middle gets the type that `..` stands for. */
static bool check_slice_fits(pat_ctx *p, sema_node n, sema_ty ty, uint32_t n_pats, bool has_rest, sema_ty *middle)
{
    check *c = p->c;
    sema *s = c->s;
    sema_span span = sema_node_span(s, n);
    *middle = ty_slice(s, ty_arg(s, ty, 0));
    if (ty_kind_of(s, ty) == TY_SLICE)
        return true;
    uint64_t length = check_pat_array_length(c, ty);
    if (length == UINT64_MAX) {
        if (!has_rest)
            return check_equal(c, span, ty, ty_array(s, ty_arg(s, ty, 0), ty_usize_const(s, n_pats)), p->why);
        check_error(c, RUSTG_DIAG_PATTERN_ARRAY_LENGTH, span);
        return false;
    }
    if (has_rest ? n_pats > length : n_pats != length) {
        sema_report r = check_error(c, has_rest ? RUSTG_DIAG_PATTERN_AT_LEAST : RUSTG_DIAG_PATTERN_ELEMENTS, span);
        sema_arg(&r, "%u element%s", n_pats, n_pats == 1 ? "" : "s");
        sema_arg(&r, "%llu", (unsigned long long)length);
        sema_arg(&r, "%llu element%s", (unsigned long long)length, length == 1 ? "" : "s");
        return false;
    }
    *middle = ty_array(s, ty_arg(s, ty, 0), ty_usize_const(s, length - n_pats));
    return true;
}

static thir_pat pat_slice(pat_ctx *p, sema_node n, sema_ty expected, pat_mode mode)
{
    check *c = p->c;
    sema *s = c->s;
    sema_span span = sema_node_span(s, n);
    pat_peeled peeled = pat_peel(p, expected, mode);
    uint32_t n_pats = 0, n_prefix = UINT32_MAX, n_rests = 0;
    for (sema_node at = syntax_first_real(s, n); syntax_is(at); at = syntax_next_real(s, at)) {
        if (check_pat_is_rest(s, at)) {
            if (n_rests++)
                check_error(c, RUSTG_DIAG_PATTERN_RESTS, sema_node_span(s, at));
            else
                n_prefix = n_pats;
        } else {
            n_pats++;
        }
    }
    if (p->of_let && n_rests == 0 && check_is_var(c, peeled.ty))
        check_equal(c, span, peeled.ty, ty_array(s, check_var(c, span), ty_usize_const(s, n_pats)), p->why);
    sema_ty ty = check_known(c, peeled.ty, span);
    ty_kind kind = ty_kind_of(s, ty);
    if (ty == TY_ERROR || n_rests > 1)
        return pat_error(p, n);
    if (kind != TY_ARRAY && kind != TY_SLICE) {
        sema_report r = check_error(c, RUSTG_DIAG_PATTERN_NOT_SLICE, span);
        sema_arg(&r, "%s", check_show(c, ty));
        return pat_error(p, n);
    }
    sema_ty middle;
    if (!check_slice_fits(p, n, ty, n_pats, n_rests > 0, &middle))
        return pat_error(p, n);
    uint32_t *list = ARENA_ARRAY(s->memory, uint32_t, n_pats), k = 0;
    thir_pat a = 0;
    for (sema_node at = syntax_first_real(s, n); syntax_is(at); at = syntax_next_real(s, at)) {
        if (!check_pat_is_rest(s, at))
            list[k++] = pat_check(p, at, ty_arg(s, ty, 0), peeled.mode);
        else if (syntax_kind(s, at) == RUSTG_AST_PatIdent)
            a = pat_bind(p, at, middle, peeled.mode);
    }
    thir_pat made = pat_new(p, (thir_pat_node){.op = PAT_SLICE,
                                               .ty = ty,
                                               .span = span,
                                               .a = a,
                                               .has_rest = n_rests > 0,
                                               .n_prefix = n_rests ? n_prefix : n_pats,
                                               .first = check_list(c, list, n_pats),
                                               .n = n_pats});
    return pat_wrap(p, &peeled, made, span);
}

/* ---- All ---- */

static thir_pat pat_kind(pat_ctx *p, sema_node n, sema_ty expected, pat_mode mode)
{
    check *c = p->c;
    sema *s = c->s;
    sema_span span = sema_node_span(s, n);
    switch (syntax_kind(s, n)) {
    case RUSTG_AST_PatMissing: /* of a parameter that is a type alone */
    case RUSTG_AST_PatWild: return pat_new(p, (thir_pat_node){.op = PAT_WILD, .ty = expected, .span = span});
    case RUSTG_AST_PatIdent: return pat_ident(p, n, expected, mode);
    case RUSTG_AST_PatStruct: return pat_struct(p, n, expected, mode);
    case RUSTG_AST_PatTupleStruct: return pat_tuple_struct(p, n, expected, mode);
    case RUSTG_AST_PatOr: return pat_or(p, n, expected, mode);
    case RUSTG_AST_PatPath: return pat_path(p, n, expected, mode);
    case RUSTG_AST_PatTuple: return pat_tuple(p, n, expected, mode);
    case RUSTG_AST_PatRef: return pat_reference(p, n, expected, mode);
    case RUSTG_AST_PatExpr: return pat_literal(p, n, expected, mode);
    case RUSTG_AST_PatRange: return pat_range(p, n, expected, mode);
    case RUSTG_AST_PatSlice: return pat_slice(p, n, expected, mode);
    case RUSTG_AST_PatParen: return pat_check(p, syntax_child_in(s, n, RUSTG_AST_CLASS_PAT, 0), expected, mode);
    case RUSTG_AST_PatRest: check_error(c, RUSTG_DIAG_PATTERN_REST_HERE, span); return pat_error(p, n);
    case RUSTG_AST_PatMacCall: macro_report_missing(s, n); return pat_error(p, n);
    case RUSTG_AST_PatGuard:
        return check_pat_not_yet(p, n, "a guard inside of a pattern", "write the guard behind the whole pattern");
    default:
        return check_pat_not_yet(p, n, "this kind of pattern",
                                 "match with bindings, literals, structs, tuples and slices");
    }
}

thir_pat pat_check(pat_ctx *p, sema_node n, sema_ty expected, pat_mode mode)
{
    sema *s = p->c->s;
    if (!sema_enter(s, sema_node_span(s, n))) {
        p->c->failed = p->c->frame->body->failed = true;
        return pat_new(p, (thir_pat_node){.op = PAT_ERROR, .ty = TY_ERROR, .span = sema_node_span(s, n)});
    }
    sema_span at = p->at, implicit = p->implicit;
    p->at = sema_node_span(s, n);
    thir_pat made = pat_kind(p, n, expected, mode);
    p->at = at;
    p->implicit = implicit;
    sema_leave(s);
    return made;
}

thir_pat check_pat(check *c, sema_node pat, sema_ty expected, const check_why *why)
{
    sema_node around = syntax_parent(c->s, pat);
    pat_ctx p = {.c = c, .why = why};
    p.of_let =
        syntax_kind(c->s, around) == RUSTG_AST_StmtLet && !syntax_is(syntax_child_of(c->s, around, RUSTG_AST_Block));
    thir_pat made = pat_check(&p, pat, expected, BIND_VALUE);
    uint32_t n_before = c->bindings.n;
    /* For functions the checks of definitions report this. */
    bool param = syntax_kind(c->s, around) == RUSTG_AST_Param &&
                 syntax_kind(c->s, syntax_parent(c->s, around)) == RUSTG_AST_ExprClosure;
    for (uint32_t i = 0; i < p.bound.n; i++) {
        for (uint32_t k = n_before; param && k-- > 0 && c->bindings.at[k].frame == c->frame;) {
            if (c->bindings.at[k].name != p.bound.at[i].name)
                continue;
            sema_report r = check_error(c, RUSTG_DIAG_PARAM_TWICE, p.bound.at[i].span);
            sema_arg(&r, "%s", sema_text(c->s, p.bound.at[i].name));
        }
        check_bind(c, p.bound.at[i].name, p.bound.at[i].local);
    }
    return made;
}

bool check_pat_wants_mut(check *c, thir_pat pat)
{
    thir_body *body = c->frame->body;
    thir_pat_node node = body->pats.at[pat];
    switch ((thir_pat_op)node.op) {
    case PAT_BINDING: return node.index == BIND_REF_MUT || (node.a && check_pat_wants_mut(c, node.a));
    case PAT_VARIANT:
    case PAT_LEAF:
        for (uint32_t i = 0; i < node.n; i++)
            if (check_pat_wants_mut(c, body->lists.at[node.first + 2 * i + 1]))
                return true;
        return false;
    case PAT_SLICE:
    case PAT_OR:
        for (uint32_t i = 0; i < node.n; i++)
            if (check_pat_wants_mut(c, body->lists.at[node.first + i]))
                return true;
        return node.a && check_pat_wants_mut(c, node.a);
    case PAT_NONE:
    case PAT_WILD:
    case PAT_DEREF:
    case PAT_CONST:
    case PAT_RANGE:
    case PAT_ERROR: break;
    }
    return false;
}
