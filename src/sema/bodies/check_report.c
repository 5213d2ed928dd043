/* check_report.c: reports mismatched types (E0308), and words types for messages. */
#include "sema/bodies/check_internal.h"
#include "rustg/diagnostic_kind.h"

/* What the item of a TY_FN_DEF is called: a tuple struct and a variant are functions too. */
static const char *check_fn_sort(check *c, sema_def item)
{
    def_kind kind = def_kind_of(c->s, item);
    return kind == DEF_STRUCT ? "struct constructor" : kind == DEF_VARIANT ? "enum constructor" : "fn item";
}

const char *check_sort(check *c, sema_ty t)
{
    t = infer_shallow(c->infer, t);
    const ty_info *i = ty_get(c->s, t);
    switch ((ty_kind)i->kind) {
    case TY_FN_DEF: return check_fn_sort(c, i->def);
    case TY_FN_PTR: return "fn pointer";
    case TY_CLOSURE: return "closure";
    case TY_INFER:
        return i->sub == INFER_INT ? "integer" : i->sub == INFER_FLOAT ? "floating-point number" : "inferred type";
    case TY_PARAM: return arena_format(c->s->memory, "type parameter `%s`", check_show(c, t));
    case TY_PROJECTION: return "associated type";
    case TY_OPAQUE: return "opaque type";
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_CASES_SCALAR:
    case TY_NEVER:
    case TY_STR:
    case TY_DYN:
    case TY_TUPLE:
    case TY_CASES_LIST:
    case TY_CASES_POINTER:
    case TY_ADT:
    case TY_CASES_NO_TYPE: break;
    }
    return arena_format(c->s->memory, "`%s`", ty_print_short(c->s, infer_resolve(c->infer, t)));
}

const char *check_show_without(check *c, sema_ty t, sema_symbol name)
{
    sema *s = c->s;
    t = infer_shallow(c->infer, t);
    uint32_t n;
    if (ty_kind_of(s, t) != TY_ADT || !ty_get(s, t)->n_args)
        return check_show(c, t);
    check_steps steps;
    check_autoderef(c, t, &steps, false);
    const sema_def *impls = def_inherent_impls(s, t, &n);
    bool has_one = steps.n > 1;
    for (uint32_t i = 0; i < n; i++)
        has_one |= def_assoc_item(s, impls[i], name, DEF_FN) || def_assoc_item(s, impls[i], name, DEF_CONST);
    return has_one ? check_show(c, t) : ty_print(s, def_self_ty(s, ty_get(s, t)->def));
}

const char *check_prefix(check *c, sema_ty t)
{
    t = infer_shallow(c->infer, t);
    const ty_info *i = ty_get(c->s, t);
    switch ((ty_kind)i->kind) {
    case TY_TUPLE: return i->n_args ? "tuple" : "unit type";
    case TY_ADT: {
        def_kind adt = def_kind_of(c->s, i->def);
        return adt == DEF_ENUM ? "enum" : adt == DEF_UNION ? "union" : "struct";
    }
    case TY_ARRAY: return "array";
    case TY_SLICE: return "slice";
    case TY_DYN: return "trait object";
    case TY_PTR: return "raw pointer";
    case TY_REF: return i->mutable ? "mutable reference" : "reference";
    case TY_FN_DEF: return check_fn_sort(c, i->def);
    case TY_FN_PTR: return "fn pointer";
    case TY_CLOSURE: return "closure";
    case TY_PARAM: return "type parameter";
    case TY_PROJECTION: return "associated type";
    case TY_OPAQUE: return "opaque type";
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_CASES_SCALAR:
    case TY_NEVER:
    case TY_STR:
    case TY_INFER:
    case TY_CASES_NO_TYPE: break;
    }
    return "type";
}

static bool check_report_is_simple(check *c, sema_ty t)
{
    t = infer_shallow(c->infer, t);
    const ty_info *i = ty_get(c->s, t);
    if ((i->kind >= TY_BOOL && i->kind <= TY_F64) || i->kind == TY_STR)
        return true;
    if (i->kind == TY_INFER)
        return i->sub == INFER_INT || i->sub == INFER_FLOAT;
    if (i->kind == TY_REF)
        return check_report_is_simple(c, ty_arg(c->s, t, 1));
    if (i->kind == TY_ARRAY || i->kind == TY_SLICE)
        return check_report_is_simple(c, ty_arg(c->s, t, 0));
    return i->kind == TY_TUPLE && i->n_args == 0;
}

static bool check_is_simple_text(check *c, sema_ty t)
{
    t = infer_shallow(c->infer, t);
    uint32_t n;
    const sema_ty *args = ty_args(c->s, t, &n);
    switch (ty_kind_of(c->s, t)) {
    case TY_ADT:
        for (uint32_t i = 0; i < n; i++)
            if (ty_kind_of(c->s, args[i]) != TY_REGION)
                return false;
        return true;
    case TY_REF: return check_is_simple_text(c, args[1]);
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_CASES_SCALAR:
    case TY_NEVER:
    case TY_STR:
    case TY_DYN:
    case TY_TUPLE:
    case TY_CASES_LIST:
    case TY_PTR:
    case TY_CASES_CALLABLE:
    case TY_CASES_UNKNOWN:
    case TY_CASES_NO_TYPE: break;
    }
    return check_report_is_simple(c, t);
}

/* A type beside another: equal parts as _ */
static const char *check_beside(check *c, sema_ty t, sema_ty other)
{
    sema *s = c->s;
    t = infer_resolve(c->infer, t);
    other = infer_resolve(c->infer, other);
    ty_info a = *ty_get(s, t), b = *ty_get(s, other);
    if (a.kind != b.kind || a.n_args != b.n_args || a.n_args == 0 || a.def != b.def)
        return ty_print(s, t);
    if (a.kind != TY_ADT && a.kind != TY_TUPLE && a.kind != TY_REF)
        return ty_print(s, t);
    uint32_t n;
    const sema_ty *x = ty_args(s, t, &n), *y = ty_args(s, other, &n);
    sema_ty *shown = ARENA_ARRAY(s->memory, sema_ty, n);
    sema_ty hole = ty_make(s, (ty_info){.kind = TY_INFER, .sub = INFER_GENERAL, .value = UINT32_MAX}, NULL);
    for (uint32_t i = 0; i < n; i++)
        shown[i] = x[i] == y[i] && ty_kind_of(s, x[i]) != TY_REGION ? hole : x[i];
    a.n_args = n;
    return ty_print(s, ty_make(s, a, shown));
}

static void check_note_types(check *c, sema_report *r, sema_ty want, sema_ty found)
{
    ty_kind w = ty_kind_of(c->s, infer_shallow(c->infer, want)), f = ty_kind_of(c->s, infer_shallow(c->infer, found));
    if (check_is_simple_text(c, want) && check_is_simple_text(c, found) && !(w == TY_REF && f == TY_REF))
        return;
    if (w == TY_ERROR || f == TY_ERROR || (w == TY_ARRAY && f == TY_ARRAY))
        return;
    const char *pw = check_prefix(c, want), *pf = check_prefix(c, found);
    const char *sw = check_beside(c, want, found), *sf = check_beside(c, found, want);
    if (strcmp(sw, sf) == 0 && w != TY_FN_DEF && w != TY_CLOSURE)
        return;
    int nw = (int)strlen(pw) + 9, nf = (int)strlen(pf) + 6;
    int pad_w = nf > nw ? nf - nw : 0, pad_f = nw > nf ? nw - nf : 0;
    sema_note(r, "%*sexpected %s `%s`\n%*sfound %s `%s`", pad_w, "", pw, sw, pad_f, "", pf, sf);
    if (w == TY_CLOSURE && f == TY_CLOSURE) {
        sema_note(r, "no two closures, even if identical, have the same type");
        sema_help(r, "consider boxing your closure and/or using it as a trait object");
    }
}

/* Whether `at` is one of the expressions that the tail of the function's body is, through blocks, ifs and matches. */
bool check_in_tail(check *c, sema_node n, sema_span at)
{
    sema *s = c->s;
    for (;;) {
        if (!syntax_is(n))
            return false;
        sema_span span = sema_node_span(s, n);
        if (span.start == at.start && span.end == at.end && span.file == at.file &&
            syntax_kind(s, n) != RUSTG_AST_Block)
            return true;
        if (at.file == span.file && (at.start < span.start || at.end > span.end))
            return false;
        switch (syntax_kind(s, n)) {
        case RUSTG_AST_Block: {
            sema_node last = {0};
            for (sema_node k = syntax_first_real(s, n); syntax_is(k); k = syntax_next_real(s, k))
                last = k;
            if (!syntax_is(last) || syntax_kind(s, last) != RUSTG_AST_StmtExpr)
                return false;
            n = syntax_first_real(s, last);
            continue;
        }
        case RUSTG_AST_ExprBlock: n = syntax_first_real(s, n); continue;
        case RUSTG_AST_ExprIf:
            if (check_in_tail(c, syntax_child(s, n, 1), at))
                return true;
            n = syntax_child(s, n, 2);
            continue;
        case RUSTG_AST_ExprMatch:
            for (sema_node arm = syntax_first_real(s, n); syntax_is(arm); arm = syntax_next_real(s, arm)) {
                if (syntax_kind(s, arm) != RUSTG_AST_Arm)
                    continue;
                sema_node last = {0};
                for (sema_node k = syntax_first_real(s, arm); syntax_is(k); k = syntax_next_real(s, k))
                    last = k;
                if (check_in_tail(c, last, at))
                    return true;
            }
            return false;
        default: return false;
        }
    }
}

typedef struct sort_labels {
    ty_kind kind;
    VEC(sema_span) spans;
} sort_labels;

static sema_ty check_find_sort(sema *s, sema_ty t, void *user)
{
    sort_labels *found = user;
    const ty_info info = *ty_get(s, t);
    const sema_span span = info.kind != found->kind  ? (sema_span){0}
                           : info.kind == TY_CLOSURE ? def_closure_head(s, info.def)
                                                     : def_span(s, info.def);
    bool is_known = info.kind != found->kind;
    for (uint32_t i = 0; i < found->spans.n; i++)
        is_known |= memcmp(&found->spans.at[i], &span, sizeof span) == 0;
    if (!is_known)
        vec_push(s->memory, &found->spans, span);
    return t;
}

/* Labels where the closures and opaque types of a type are written, unless that is in the error's own place. */
static void check_label_sorts(check *c, sema_report *r, sema_span at, sema_ty t, const char *which)
{
    static const struct {
        ty_kind kind;
        const char *name;
    } sorts[] = {{TY_CLOSURE, "closure"}, {TY_OPAQUE, "opaque type"}};
    for (size_t k = 0; k < sizeof sorts / sizeof *sorts; k++) {
        sort_labels found = {.kind = sorts[k].kind};
        ty_fold(c->s, infer_resolve(c->infer, t), TY_HAS_OPAQUE | TY_HAS_LIFETIME, check_find_sort, &found);
        for (uint32_t i = 0; i < found.spans.n; i++) {
            const sema_span span = found.spans.at[i];
            if (span.file != at.file || span.end <= at.start || span.start >= at.end)
                sema_label(r, span, "%s %s %s%s", found.spans.n == 1 ? "the" : "one of the", which, sorts[k].name,
                           found.spans.n == 1 ? "" : "s");
        }
    }
}

sema_report check_mismatch(check *c, sema_span at, sema_ty want, sema_ty found, thir_expr e, const check_why *why)
{
    sema *s = c->s;
    want = infer_shallow(c->infer, want);
    found = infer_shallow(c->infer, found);
    if (check_is_error(c, want) || check_is_error(c, found)) {
        c->failed = c->frame->body->failed = true;
        return (sema_report){.s = s, .diag = UINT32_MAX};
    }
    ty_info w = *ty_get(s, want), f = *ty_get(s, found);
    sema_report r = check_error(c, why && why->kind ? why->kind : RUSTG_DIAG_MISMATCHED_TYPES, at);
    check_label_sorts(c, &r, at, want, "expected");
    check_label_sorts(c, &r, at, found, "found");
    if (why && why->primary)
        sema_primary_label(&r, "%s", why->primary);
    else if ((w.kind == TY_REF || w.kind == TY_PTR) && f.kind == w.kind && w.mutable && !f.mutable &&
             (infer_resolve(c->infer, ty_arg(s, want, w.kind == TY_REF)) ==
                  infer_resolve(c->infer, ty_arg(s, found, w.kind == TY_REF)) ||
              ty_kind_of(s, infer_shallow(c->infer, ty_arg(s, want, w.kind == TY_REF))) == TY_DYN))
        sema_primary_label(&r, "types differ in mutability");
    else if (w.kind == TY_TUPLE && f.kind == TY_TUPLE && w.n_args != f.n_args && w.n_args && f.n_args)
        sema_primary_label(&r, "expected a tuple with %u element%s, found one with %u element%s", w.n_args,
                           w.n_args == 1 ? "" : "s", f.n_args, f.n_args == 1 ? "" : "s");
    else if (w.kind == TY_ARRAY && f.kind == TY_ARRAY &&
             infer_resolve(c->infer, ty_arg(s, want, 0)) == infer_resolve(c->infer, ty_arg(s, found, 0)))
        sema_primary_label(&r, "expected an array with a size of %s, found one with a size of %s",
                           check_show(c, ty_arg(s, want, 1)), check_show(c, ty_arg(s, found, 1)));
    else {
        const char *a = check_sort(c, want), *b = check_sort(c, found);
        if (strcmp(a, b) == 0)
            sema_primary_label(&r, "expected %s, found a different %s", a, b);
        else
            sema_primary_label(&r, "expected %s, found %s", a, b);
    }
    if (why && why->noun)
        sema_label(&r, why->at, "arguments to this %s are incorrect", why->noun);
    else if (why && why->label)
        sema_label(&r, why->at, "%s", why->label);
    else if (why && why->kind == RUSTG_DIAG_IF_NO_ELSE && c->frame->result_written && syntax_is(c->frame->body_block) &&
             check_in_tail(c, c->frame->body_block, at))
        sema_label(&r, c->frame->result_span, "expected `%s` because of this return type",
                   check_show(c, c->frame->result));
    else if (!why && c->frame->result_written && syntax_is(c->frame->body_block) && e &&
             check_in_tail(c, c->frame->body_block, at))
        sema_label(&r, c->frame->result_span, "expected `%s` because of return type", check_show(c, c->frame->result));
    if (w.kind == TY_PARAM && w.def != f.def)
        sema_label(&r, def_span(s, w.def),
                   f.kind == TY_PARAM ? "expected type parameter" : "expected this type parameter");
    if (f.kind == TY_PARAM && w.def != f.def)
        sema_label(&r, def_span(s, f.def), w.kind == TY_PARAM ? "found type parameter" : "found this type parameter");
    check_note_types(c, &r, want, found);
    if (w.kind == TY_PARAM && f.kind != TY_PARAM)
        sema_note(&r, "the caller chooses a type for `%s` which can be different from `%s`", check_show(c, want),
                  check_show(c, found));
    if (why && why->more)
        why->more(c, &r, e, want, why->user);
    if (!check_suggest_return(c, &r, at, want, found, e, why))
        check_suggest_value(c, &r, at, want, found, e, why);
    return r;
}
