/* borrow_const_call.c: checks what constants may call (E0015, E0658): constant functions that are stable. A call of a
 * trait's method, of an overloaded operator, of a closure or of the formatting macros is none, and neither is `?`. */
#include "rustg/diagnostic_kind.h"
#include "sema/borrow/borrow_internal.h"
#include "sema/syntax/syntax.h"

/* What of a call's constness stops it from being made in a constant. */
typedef enum const_refusal { CONST_ALLOWED, CONST_REFUSED, CONST_CONDITIONAL, CONST_UNSTABLE } const_refusal;
typedef enum const_form { CONST_FORM_CALL, CONST_FORM_OPERATOR, CONST_FORM_DEREF, CONST_FORM_CLOSURE } const_form;
typedef struct const_call {
    const thir_node *node;
    sema_ty callee; /* of kind TY_FN_DEF */
    sema_def fn, trait;
    sema_node at;
    const_form form;
    const char *where; /* constant, static or constant function */
} const_call;

/* Whether a place of the body is evaluated in a constant: constant, static, constant function, or NULL. */
static const char *borrow_const_context(borrow_ctx *c, sema_span at)
{
    const def_info *owner = def_get(c->s, c->owner);
    if ((c->is_closure || owner->kind == DEF_FN) && c->body->has_const_block && borrow_is_in_const_block(c, at))
        return "constant";
    if (c->is_closure)
        return NULL;
    if (owner->kind == DEF_FN)
        return owner->is_const ? "constant function" : NULL;
    return owner->kind == DEF_STATIC ? "static" : "constant";
}

static void borrow_note_limit(sema_report *r, const char *where)
{
    sema_note(r, "calls in %ss are limited to constant functions, tuple structs and tuple variants", where);
}

static void borrow_note_issue(sema_report *r)
{
    sema_note(r, "see issue #143874 <https://github.com/rust-lang/rust/issues/143874> for more information");
}

static sema_ty borrow_without_refs(borrow_ctx *c, sema_ty t)
{
    while (ty_kind_of(c->s, t) == TY_REF)
        t = ty_arg(c->s, t, 1);
    return t;
}

static void borrow_report_unstable(borrow_ctx *c, sema_span at, const char *what, const char *kind)
{
    sema_report r = sema_error(c->s, RUSTG_DIAG_CONST_UNSTABLE, at);
    sema_arg(&r, "%s", what);
    sema_arg(&r, "%s", kind);
}

bool borrow_is_marked(borrow_ctx *c, sema_def d, const char *mark)
{
    def_attr attr;
    return def_find_attr(c->s, def_get(c->s, d)->node, mark, 0, &attr);
}

/* Whether the trait, one of those that core marks as const, holds by an impl of the library that may be called in
 * constants; that of a type with parts asks for those of its parts. */
static bool borrow_const_impl(borrow_ctx *c, sema_def trait, const sema_ty *args, uint32_t n_args)
{
    trait_candidate found;
    const ty_info self = *ty_get(c->s, args[0]);
    if (!sema_enter(c->s, c->body->exprs.at[c->body->value].span))
        return false;
    bool holds = trait_select(c->infer, trait, args, n_args, &found) == ANSWER_YES;
    if (holds && found.kind == CANDIDATE_IMPL)
        holds = def_get(c->s, found.impl)->is_library && !borrow_is_marked(c, found.impl, "never_const");
    else
        holds = holds && found.kind == CANDIDATE_BUILTIN && (ty_is_scalar(c->s, args[0]) || self.kind == TY_REF);
    const bool has_parts = self.kind == TY_ADT || self.kind == TY_TUPLE;
    for (uint32_t i = 0; holds && has_parts && n_args == 2 && args[0] == args[1] && i < self.n_args; i++) {
        sema_ty part[2] = {ty_arg(c->s, args[0], i), ty_arg(c->s, args[0], i)};
        const ty_kind kind = ty_kind_of(c->s, part[0]);
        if (kind != TY_REGION && kind != TY_CONST)
            holds = borrow_const_impl(c, trait, part, 2);
    }
    sema_leave(c->s);
    return holds;
}

/* The library marks what core's constness is: a fn without `const` may be `const_conditional`, which constants may
 * call where its bounds are const, or `const_unstable`, and a trait may be `const_conditional`. */
static const_refusal borrow_const_refusal(borrow_ctx *c, const const_call *call)
{
    sema *s = c->s;
    const def_info *fn = def_get(s, call->fn);
    if (call->trait) {
        if (call->form == CONST_FORM_CLOSURE || !def_get(s, call->trait)->is_library ||
            !borrow_is_marked(c, call->trait, "const_conditional"))
            return CONST_REFUSED;
        uint32_t n;
        const sema_ty *args = ty_args(s, call->callee, &n);
        const uint32_t n_trait = def_generics(s, call->fn).n_parent;
        return borrow_const_impl(c, call->trait, args, n_trait < n ? n_trait : n) ? CONST_CONDITIONAL : CONST_REFUSED;
    }
    if (fn->is_const || fn->is_intrinsic)
        return CONST_ALLOWED;
    return !fn->is_library                                      ? CONST_REFUSED
           : borrow_is_marked(c, call->fn, "const_conditional") ? CONST_CONDITIONAL
           : borrow_is_marked(c, call->fn, "const_unstable")    ? CONST_UNSTABLE
                                                                : CONST_REFUSED;
}

static const_form borrow_form_of(borrow_ctx *c, const const_call *call)
{
    sema *s = c->s;
    if (!call->trait)
        return CONST_FORM_CALL;
    if (call->trait == def_lang(s, LANG_FN_TRAIT) || call->trait == def_lang(s, LANG_FN_MUT) ||
        call->trait == def_lang(s, LANG_FN_ONCE))
        return CONST_FORM_CLOSURE;
    const sema_span callee = c->body->exprs.at[call->node->a].span;
    const bool is_written = callee.start != call->node->span.start || callee.end != call->node->span.end;
    if (!is_written && (call->trait == def_lang(s, LANG_DEREF) || call->trait == def_lang(s, LANG_DEREF_MUT)))
        return CONST_FORM_DEREF;
    return is_written && !call->node->desugared ? CONST_FORM_CALL : CONST_FORM_OPERATOR;
}

/* The part of the call that rustc blames: a method from its name on, an index from its bracket on. */
static sema_span borrow_blamed(borrow_ctx *c, const const_call *call)
{
    sema_span at = call->node->span;
    if (call->form == CONST_FORM_CALL && syntax_kind(c->s, call->at) == RUSTG_AST_ExprMethodCall)
        at.start = c->body->exprs.at[call->node->a].span.start;
    if (call->form == CONST_FORM_OPERATOR && syntax_kind(c->s, call->at) == RUSTG_AST_ExprIndex)
        at.start = sema_node_span(c->s, syntax_child_in(c->s, call->at, RUSTG_AST_CLASS_EXPR, 0)).end;
    return at;
}

static const char *borrow_fn_word(borrow_ctx *c, const const_call *call)
{
    const sema_def parent = def_get(c->s, call->fn)->parent;
    const def_kind kind = parent ? def_kind_of(c->s, parent) : DEF_NONE;
    return kind != DEF_IMPL && kind != DEF_TRAIT ? "function"
           : def_fn_sig(c->s, call->fn).has_self ? "method"
                                                 : "associated function";
}

static const char *borrow_callee_name(borrow_ctx *c, const const_call *call)
{
    uint32_t n;
    const sema_ty *args = ty_args(c->s, ty_erase_regions(c->s, call->callee), &n);
    return ty_print_fn(c->s, call->fn, args, n);
}

/* Where the impl of the operator stands, if it is not the library's. */
static void borrow_note_impl(borrow_ctx *c, sema_report *r, const const_call *call)
{
    uint32_t n;
    const sema_ty *args = ty_args(c->s, call->callee, &n);
    trait_candidate found;
    if (trait_select(c->infer, call->trait, args, n, &found) != ANSWER_YES || found.kind != CANDIDATE_IMPL ||
        def_get(c->s, found.impl)->is_library)
        return;
    if (call->form == CONST_FORM_DEREF) {
        sema_def target = def_assoc_item(c->s, found.impl, sema_intern_text(c->s, "Target"), DEF_ASSOC_TY);
        if (target)
            sema_note_at(r, def_head_span(c->s, target), "deref defined here");
    }
    sema_note_at(r, def_head_span(c->s, found.impl), "impl defined here, but it is not `const`");
}

static void borrow_note_trait(borrow_ctx *c, sema_report *r, const const_call *call)
{
    const def_info *trait = def_get(c->s, call->trait);
    if (trait->is_library)
        return;
    const char *word = borrow_fn_word(c, call);
    sema_span head = def_head_span(c->s, call->trait);
    sema_note_at(r, head, "%s `%s` is not const because trait `%s` is not const", word,
                 sema_text(c->s, def_get(c->s, call->fn)->name), sema_text(c->s, trait->name));
    sema_note_label(r, head, "this trait is not const");
    sema_note_label(r, def_head_span(c->s, call->fn), "this %s is not const", word);
    sema_help(r, "const traits are not yet supported on stable Rust");
}

static void borrow_report_refused(borrow_ctx *c, const const_call *call)
{
    static const uint32_t kinds[] = {[CONST_FORM_CALL] = RUSTG_DIAG_NON_CONST_CALL,
                                     [CONST_FORM_OPERATOR] = RUSTG_DIAG_CONST_OPERATOR,
                                     [CONST_FORM_DEREF] = RUSTG_DIAG_CONST_DEREF,
                                     [CONST_FORM_CLOSURE] = RUSTG_DIAG_CONST_CLOSURE};
    sema *s = c->s;
    sema_report r = sema_error(s, kinds[call->form], borrow_blamed(c, call));
    const def_info *fn = def_get(s, call->fn);
    uint32_t n;
    const sema_ty *args = ty_args(s, call->callee, &n);
    if (call->form == CONST_FORM_CALL) {
        sema_arg(&r, "%s", borrow_fn_word(c, call));
        sema_arg(&r, "%s", borrow_callee_name(c, call));
    } else if (call->form == CONST_FORM_DEREF) {
        sema_arg(&r, "%s", ty_print(s, ty_erase_regions(s, args[0])));
    }
    sema_arg(&r, "%s", call->where);
    if (call->form == CONST_FORM_DEREF)
        sema_note(&r, "attempting to deref into `%s`", ty_print(s, ty_erase_regions(s, ty_arg(s, call->node->ty, 1))));
    if (call->form == CONST_FORM_OPERATOR || call->form == CONST_FORM_DEREF)
        borrow_note_impl(c, &r, call);
    else if (call->form == CONST_FORM_CLOSURE && ty_kind_of(s, args[0]) == TY_CLOSURE)
        sema_note(&r, "closures need an RFC before allowed to be called in %ss", call->where);
    else if (call->form == CONST_FORM_CALL && call->trait)
        borrow_note_trait(c, &r, call);
    else if (call->form == CONST_FORM_CALL && !fn->is_library && def_kind_of(s, fn->parent) != DEF_IMPL)
        sema_note_at(&r, def_head_span(s, call->fn), "%s `%s` is not const", borrow_fn_word(c, call),
                     borrow_callee_name(c, call));
    borrow_note_limit(&r, call->where);
}

static void borrow_report_conditional(borrow_ctx *c, const const_call *call)
{
    sema *s = c->s;
    sema_report r = sema_error(s, RUSTG_DIAG_CONST_CONDITIONAL_CALL, borrow_blamed(c, call));
    if (call->form == CONST_FORM_CALL)
        sema_arg(&r, "cannot call conditionally-const %s `%s`", borrow_fn_word(c, call), borrow_callee_name(c, call));
    else if (call->form == CONST_FORM_DEREF)
        sema_arg(&r, "cannot perform conditionally-const deref coercion on `%s`",
                 ty_print(s, ty_erase_regions(s, ty_arg(s, call->callee, 0))));
    else
        sema_arg(&r, "cannot call conditionally-const operator");
    sema_arg(&r, "%s", call->where);
    borrow_note_limit(&r, call->where);
    borrow_note_issue(&r);
}

static void borrow_check_const_call(borrow_ctx *c, const thir_node *node)
{
    sema *s = c->s;
    const thir_node *callee = &c->body->exprs.at[node->a];
    if (callee->op != THIR_FN || ty_kind_of(s, callee->ty) != TY_FN_DEF || ty_has(s, callee->ty, TY_HAS_ERROR))
        return;
    const sema_def fn = ty_get(s, callee->ty)->def;
    if (def_kind_of(s, fn) != DEF_FN)
        return;
    const def_info *info = def_get(s, fn);
    const bool in_trait = info->parent && def_kind_of(s, info->parent) == DEF_TRAIT;
    if (info->is_const && !in_trait)
        return;
    const_call call = {.node = node, .callee = callee->ty, .fn = fn, .trait = in_trait ? info->parent : 0};
    call.where = borrow_const_context(c, node->span);
    if (!call.where)
        return;
    call.at = syntax_innermost(s, node->span);
    const uint8_t kind = syntax_kind(s, call.at);
    if (kind == RUSTG_AST_ExprTry || (node->desugared && (call.trait == def_lang(s, LANG_ITERATOR) ||
                                                          call.trait == def_lang(s, LANG_INTO_ITERATOR))))
        return; /* `?` and `for` are told as such */
    call.form = borrow_form_of(c, &call);
    const_refusal refusal = borrow_const_refusal(c, &call);
    if (refusal == CONST_ALLOWED)
        return;
    if (refusal == CONST_REFUSED) {
        borrow_report_refused(c, &call);
        return;
    }
    if (refusal == CONST_CONDITIONAL)
        borrow_report_conditional(c, &call);
    sema_span whole = call.form == CONST_FORM_OPERATOR ? borrow_blamed(c, &call) : node->span;
    uint32_t n_own;
    const sema_ty *own = def_identity_args(s, fn, &n_own);
    n_own = def_generics(s, fn).n_parent;
    if (call.trait)
        borrow_report_unstable(c, whole, sema_text(s, def_get(s, call.trait)->name), "trait");
    else
        borrow_report_unstable(c, whole, ty_print_fn(s, fn, own, n_own), "fn");
}

static void borrow_check_const_try(borrow_ctx *c, const thir_node *node)
{
    const char *where = borrow_const_context(c, node->span);
    if (!where || syntax_kind(c->s, syntax_innermost(c->s, node->span)) != RUSTG_AST_ExprTry)
        return;
    sema_report r = sema_error(c->s, RUSTG_DIAG_CONST_TRY, node->span);
    sema_arg(&r, "%s", ty_print(c->s, ty_erase_regions(c->s, c->body->exprs.at[node->a].ty)));
    sema_arg(&r, "%s", where);
    borrow_note_limit(&r, where);
    borrow_note_issue(&r);
    borrow_report_unstable(c, node->span, "Try", "trait");
    borrow_report_unstable(c, node->span, "FromResidual", "trait");
}

/* Before 2021 `unreachable!("text")` does not format, but shows the text. */
static bool borrow_shows_unreachable(const borrow_ctx *c, const thir_node *node)
{
    return node->sub == PANIC_UNREACHABLE && !node->n &&
           c->s->files.at[sema_place(c->s, node->span).file]->edition < 2021;
}

/* Whether what a message shows, which is borrowed for it unless it is a literal, is a `&str`. */
static bool borrow_is_str_shown(const borrow_ctx *c, const thir_node *shown)
{
    const sema *s = c->s;
    const sema_ty ty = shown->op == THIR_BORROW ? ty_arg(s, shown->ty, 1) : shown->ty;
    return ty_kind_of(s, ty) == TY_REF && ty_kind_of(s, ty_arg(s, ty, 1)) == TY_STR;
}

/* A panic's message is text, or `"{}"` of a &str; what must be formatted is not worked out in constants, nor is a text
 * behind the macro's own words. */
static void borrow_check_const_panic(borrow_ctx *c, const thir_node *node)
{
    sema *s = c->s;
    const char *where = borrow_const_context(c, node->span);
    const bool is_prefixed = node->bits & THIR_PANIC_PREFIXED;
    if (!where || (!node->n && !is_prefixed))
        return;
    const uint32_t *operands = c->body->lists.at + node->first;
    const bool compares = node->index != 0; /* assert_eq!: its sides are the last two */
    const bool is_formatted = compares ? node->n > 2 : is_prefixed || node->bits & THIR_PANIC_FORMATTED;
    if (compares) {
        sema_report r = sema_error(s, RUSTG_DIAG_NON_CONST_CALL, node->span);
        sema_ty sides[2];
        for (uint32_t i = 0; i < 2; i++)
            sides[i] = borrow_without_refs(c, c->body->exprs.at[operands[node->n - 2 + i]].ty);
        sema_arg(&r, "function");
        sema_arg(&r, "core::panicking::assert_failed::<%s, %s>", ty_print(s, sides[0]), ty_print(s, sides[1]));
        sema_arg(&r, "%s", where);
        borrow_note_limit(&r, where);
    }
    if (borrow_shows_unreachable(c, node)) {
        sema_report r = sema_error(s, RUSTG_DIAG_NON_CONST_CALL, node->span);
        sema_arg(&r, "function");
        sema_arg(&r, "core::panicking::unreachable_display::<&str>");
        sema_arg(&r, "%s", where);
        borrow_note_limit(&r, where);
    } else if (is_formatted) {
        sema_report r = sema_error(s, RUSTG_DIAG_CONST_FORMATTING, node->span);
        sema_arg(&r, "%s", where);
        borrow_note_limit(&r, where);
    } else if (!compares && !borrow_is_str_shown(c, &c->body->exprs.at[operands[0]])) {
        sema_error(s, RUSTG_DIAG_CONST_PANIC_ARGUMENT, node->span);
    }
}

static void borrow_check_const_print(borrow_ctx *c, const thir_node *node)
{
    const char *where = borrow_const_context(c, node->span);
    if (!where)
        return;
    if (node->n) {
        sema_report r = sema_error(c->s, RUSTG_DIAG_CONST_FORMATTING, node->span);
        sema_arg(&r, "%s", where);
        borrow_note_limit(&r, where);
    }
    sema_report r = sema_error(c->s, RUSTG_DIAG_NON_CONST_CALL, node->span);
    sema_arg(&r, "function");
    sema_arg(&r, "%s", node->sub ? "std::io::_eprint" : "std::io::_print");
    sema_arg(&r, "%s", where);
    borrow_note_limit(&r, where);
}

static void borrow_check_const_pattern(borrow_ctx *c, const thir_pat_node *pat)
{
    const char *where = borrow_const_context(c, pat->span);
    if (!where)
        return;
    sema_report r = sema_error(c->s, RUSTG_DIAG_CONST_MATCH, pat->span);
    sema_arg(&r, "%s", "str");
    sema_arg(&r, "%s", where);
    borrow_note_limit(&r, where);
    borrow_note_issue(&r);
    borrow_report_unstable(c, pat->span, "PartialEq", "trait");
}

void borrow_check_const_calls(borrow_ctx *c)
{
    for (uint32_t e = 1; e < c->body->exprs.n; e++) {
        const thir_node *node = &c->body->exprs.at[e];
        if (node->op == THIR_CALL)
            borrow_check_const_call(c, node);
        else if (node->op == THIR_MATCH)
            borrow_check_const_try(c, node);
        else if (node->op == THIR_PANIC)
            borrow_check_const_panic(c, node);
        else if (node->op == THIR_PRINT)
            borrow_check_const_print(c, node);
    }
    for (uint32_t p = 1; p < c->body->pats.n; p++) {
        const thir_pat_node *pat = &c->body->pats.at[p];
        if (pat->op == PAT_CONST && pat->text && borrow_without_refs(c, pat->ty) == TY_STR)
            borrow_check_const_pattern(c, pat);
    }
}
