/* check_method.c: checks method calls: it picks the method, adjusts the receiver and checks the arguments. Calls that
 * desugaring makes go through it as well. */
#include "sema/bodies/check_internal.h"
#include "sema/syntax/syntax.h"
#include "rustg/diagnostic_kind.h"

typedef struct confirmed {
    sema_def fn;
    const sema_ty *args;
    uint32_t n_args;
    thir_expr receiver;
    sema_ty *inputs;
    uint32_t n_inputs;
    sema_ty output, written; /* written: its type as check.written has it */
    bool is_unsafe;
} confirmed;

static thir_expr check_adjust_receiver(check *c, thir_expr e, const check_pick *pick)
{
    sema *s = c->s;
    sema_span at = check_at(c, e)->span;
    check_steps steps;
    check_autoderef_within(c, check_at(c, e)->ty, &steps, false, pick->step + 1);
    if (pick->autoref == AUTOREF_SHARED && !pick->unsize && pick->step > 0 && !steps.overloaded[pick->step] &&
        ty_kind_of(s, steps.ty[pick->step - 1]) == TY_REF && !ty_get(s, steps.ty[pick->step - 1])->mutable)
        return check_apply_steps(c, e, &steps, pick->step - 1, at); /* &*x of a shared reference is x */
    e = check_apply_steps(c, e, &steps, pick->step, at);
    if (pick->autoref) {
        e = check_borrow(c, e, pick->autoref == AUTOREF_MUT ? BORROW_TWO_PHASE : BORROW_SHARED, at);
        check_at(c, e)->desugared = true;
        if (pick->unsize) {
            sema_ty array = ty_arg(s, check_ty_of(c, e), 1);
            sema_ty ty = ty_ref(s, ty_erased(s), pick->autoref == AUTOREF_MUT, ty_slice(s, ty_arg(s, array, 0)));
            if (pick->autoref == AUTOREF_MUT)
                check_at(c, e)->index = BORROW_MUT;
            e = check_node(c, (thir_node){.op = THIR_UNSIZE, .ty = ty, .span = at, .a = e});
        }
    }
    return e;
}

/* Whether it is a method that a trait object does not have, which is reported. */
static bool check_is_hidden_in_object(check *c, const check_candidate *candidate, sema_span at)
{
    sema *s = c->s;
    if (def_kind_of(s, candidate->parent) != DEF_TRAIT || !def_wants_sized_self(s, candidate->item) ||
        ty_kind_of(s, infer_shallow(c->infer, candidate->args[0])) != TY_DYN)
        return false;
    const def_info *about = def_get(s, candidate->item);
    if (!def_is_dyn_compatible(s, candidate->parent)) { /* reported where the object's type is */
        c->failed = c->frame->body->failed = true;
        return true;
    }
    sema_report r = check_error(c, RUSTG_DIAG_DYN_METHOD_SIZED, at);
    sema_arg(&r, "%s", sema_text(s, about->name));
    uint32_t n;
    const def_predicate *p = def_predicates(s, candidate->item, &n);
    for (uint32_t i = 0; i < n && !about->is_library; i++)
        if (p[i].kind == PREDICATE_TRAIT && p[i].trait == def_lang(s, LANG_SIZED) &&
            p[i].args[0] == def_self_ty(s, candidate->parent))
            sema_label(&r, p[i].span, "this has a `Sized` requirement");
    return true;
}

static confirmed check_confirm(check *c, thir_expr receiver, const check_pick *pick, const syntax_segment *segment,
                               sema_span at)
{
    sema *s = c->s;
    check_candidate candidate = pick->candidate;
    confirmed m = {.fn = candidate.item};
    check_is_stable_call(c, candidate.parent, at);
    if (!candidate.args && !candidate.n_args) {
        const sema_ty *fresh = infer_fresh_args(c->infer, candidate.parent, NULL, 0, at, &candidate.n_args);
        candidate.args = ARENA_ARRAY(s->memory, sema_ty, candidate.n_args);
        for (uint32_t i = 0; i < candidate.n_args; i++)
            candidate.args[i] = fresh[i];
    }
    c->written = TY_NONE;
    c->n_written_trait = 0;
    c->is_method_args = true;
    m.args = check_own_args(c, m.fn, candidate.args, candidate.n_args, segment, at, &m.n_args);
    c->is_method_args = false;
    m.written = c->written;
    def_sig sig = def_fn_sig(s, m.fn);
    m.is_unsafe = sig.is_unsafe;
    m.n_inputs = sig.n_inputs;
    m.inputs = ARENA_ARRAY(s->memory, sema_ty, sig.n_inputs);
    m.receiver = check_adjust_receiver(c, receiver, pick);
    m.inputs[0] = check_subst(c, sig.inputs[0], m.fn, m.args, m.n_args, at);
    check_equal(c, check_at(c, m.receiver)->span, m.inputs[0], check_at(c, m.receiver)->ty, NULL);
    for (uint32_t i = 1; i < sig.n_inputs; i++)
        m.inputs[i] = check_subst(c, sig.inputs[i], m.fn, m.args, m.n_args, at);
    m.output = check_subst(c, sig.output, m.fn, m.args, m.n_args, at);
    if (check_is_hidden_in_object(c, &candidate, at))
        return m;
    if (def_kind_of(s, candidate.parent) == DEF_TRAIT)
        check_require(c, candidate.parent, candidate.args, candidate.n_args, at, NULL);
    check_require_all(c, m.fn, m.args, m.n_args, at);
    return m;
}

static bool check_has_field(check *c, sema_ty ty, sema_symbol name, sema_ty *field_ty, bool *is_visible)
{
    sema *s = c->s;
    ty_info info = *ty_get(s, ty);
    if (info.kind != TY_ADT || def_kind_of(s, info.def) == DEF_ENUM)
        return false;
    uint32_t n, n_args;
    const sema_def *fields = def_fields(s, info.def, &n);
    const sema_ty *args = ty_args(s, ty, &n_args);
    for (uint32_t i = 0; i < n; i++)
        if (def_get(s, fields[i])->name == name) {
            *field_ty = check_field_ty(c, fields[i], info.def, args, n_args, (sema_span){0});
            *is_visible = def_is_visible(s, fields[i], c->scope);
            return true;
        }
    return false;
}

/* Would i32 or f32 have that method? */
/* Whether a number of some type, or any trait, has the method. */
static bool check_numbers_have(check *c, sema_symbol name)
{
    for (sema_ty like = TY_I8; like <= (sema_ty)TY_F64; like++) {
        uint32_t n;
        const sema_def *impls = def_inherent_impls(c->s, like, &n);
        for (uint32_t i = 0; i < n; i++)
            if (def_assoc_item(c->s, impls[i], name, DEF_FN))
                return true;
    }
    for (sema_def d = 1; d < def_count(c->s); d++)
        if (def_kind_of(c->s, d) == DEF_TRAIT && def_assoc_item(c->s, d, name, DEF_FN))
            return true;
    return false;
}

typedef enum absent_of { ABSENT_CHAR, ABSENT_SLICE, ABSENT_STR, ABSENT_FORMATTER, ABSENT_ANY } absent_of;
static const struct {
    absent_of of;
    const char *name, *instead;
} absent_methods[] = {
#define ABSENT(of, name, instead) {ABSENT_##of, name, instead},
#include "sema/bodies/absent_method.def"
};

/* Says so if it is a method of Rust's own that kernels do not have. */
static bool check_report_absent(check *c, sema_ty ty, sema_symbol name, sema_span at)
{
    sema *s = c->s;
    const ty_info *info = ty_get(s, ty);
    bool is_formatter = info->kind == TY_ADT && def_get(s, info->def)->is_library &&
                        strcmp(sema_text(s, def_get(s, info->def)->name), "Formatter") == 0;
    absent_of of = info->kind == TY_SLICE || info->kind == TY_ARRAY ? ABSENT_SLICE
                   : info->kind == TY_STR                           ? ABSENT_STR
                   : ty == (sema_ty)TY_CHAR                         ? ABSENT_CHAR
                   : is_formatter                                   ? ABSENT_FORMATTER
                                                                    : ABSENT_ANY;
    bool is_users = info->kind == TY_ADT && !def_get(s, info->def)->is_library;
    for (size_t i = 0; i < sizeof absent_methods / sizeof absent_methods[0]; i++) {
        bool fits =
            absent_methods[i].of == of || (absent_methods[i].of == ABSENT_ANY && !is_users && info->kind != TY_PARAM);
        if (!fits || strcmp(absent_methods[i].name, sema_text(s, name)) != 0)
            continue;
        sema_report r = check_error(c, RUSTG_DIAG_NOT_COMPILED_YET, at);
        sema_arg(&r, "`%s`", sema_text(s, name));
        sema_arg(&r, "use %s", absent_methods[i].instead);
        return true;
    }
    return false;
}

/* What `write!` is given does not write. */
static void check_report_no_writer(check *c, thir_expr receiver, sema_span at, sema_span written)
{
    sema *s = c->s;
    const sema_ty ty = check_shallow(c, check_at(c, receiver)->ty);
    const char *shown = check_show_value(c, receiver);
    sema_report r = check_error(c, RUSTG_DIAG_NO_WRITER, at);
    sema_arg(&r, "%s", shown);
    sema_label(&r, written, "method not found in `%s`", shown);
    if (ty_kind_of(s, ty) == TY_ADT && !def_get(s, ty_get(s, ty)->def)->is_library)
        sema_label(&r, check_head_span(c, ty_get(s, ty)->def), "method `write_fmt` not found for this %s",
                   check_prefix(c, ty));
    sema_note_at(&r, at, "must implement `io::Write`, `fmt::Write`, or have a `write_fmt` method");
    if (check_at(c, receiver)->op == THIR_STRING)
        sema_help_at(&r, source_start(at), "a writer is needed before this format string");
}

/* written: the whole `write!` that calls the method, or nowhere. */
static void check_report_no_method(check *c, sema_node n, thir_expr receiver, sema_symbol name, sema_span at,
                                   sema_span written)
{
    sema *s = c->s;
    sema_ty ty = check_shallow(c, check_at(c, receiver)->ty);
    const ty_info *info = ty_get(s, ty);
    if (info->kind == TY_INFER && check_numbers_have(c, name)) {
        sema_report r = check_error(c, RUSTG_DIAG_AMBIGUOUS_NUMERIC, written.file ? written : at);
        sema_arg(&r, "%s", sema_text(s, name));
        sema_arg(&r, "%s", check_show(c, ty));
        const thir_node *e = check_at(c, receiver);
        const char *suffix = info->sub == INFER_INT ? "i32" : "f32";
        if (e->op == THIR_LITERAL)
            sema_suggest(&r, e->span, arena_format(s->memory, "%s_%s", source_text(s, e->span), suffix),
                         "you must specify a concrete type for this numeric value, like `%s`", suffix);
        else if (e->op == THIR_LOCAL && c->frame->body->locals.at[e->local].name) {
            sema_span end = c->frame->body->locals.at[e->local].span;
            end.start = end.end;
            sema_suggest(&r, end, arena_format(s->memory, ": %s", suffix),
                         "you must specify a type for this binding, like `%s`", suffix);
        }
        return;
    }
    sema_ty field;
    sema_ty inner = ty;
    while (ty_kind_of(s, inner) == TY_REF)
        inner = infer_shallow(c->infer, ty_arg(s, inner, 1));
    if (check_report_absent(c, inner, name, at))
        return;
    if (written.file) {
        check_report_no_writer(c, receiver, at, written);
        return;
    }
    sema_report r = check_error(c, RUSTG_DIAG_NO_METHOD, at);
    sema_arg(&r, "%s", def_shown_ident(s, name));
    const char *prefix = check_prefix(c, ty), *shown = check_show_value(c, receiver);
    const bool is_text = check_at(c, receiver)->op == THIR_STRING;
    sema_arg(&r, "%s `%s`", prefix, is_text ? shown : check_show_without(c, ty, name));
    bool is_visible;
    if (check_has_field(c, inner, name, &field, &is_visible)) {
        ty_kind kind = ty_kind_of(s, field);
        sema_primary_label(&r, is_visible ? "field, not a method" : "private field, not a method");
        if (ty_kind_of(s, ty) == TY_ADT)
            sema_label(&r, check_head_span(c, ty_get(s, ty)->def), "method `%s` not found for this %s",
                       sema_text(s, name), prefix);
        sema_span base = check_at(c, receiver)->span;
        if (!is_visible)
            return;
        if (kind == TY_FN_PTR || kind == TY_CLOSURE || kind == TY_FN_DEF || kind == TY_PARAM) {
            sema_suggest(&r, source_start(base), "(",
                         "to call the %s stored in `%s`, surround the field access with parentheses",
                         kind == TY_FN_PTR ? "function pointer" : "closure", sema_text(s, name));
            sema_suggest_further(&r, (sema_span){at.file, at.end, at.end}, ")");
            sema_suggest_is(&r, "MachineApplicable");
        } else {
            sema_span list = check_list_span(c, n);
            sema_suggest_beside(&r, list, "", "remove the arguments");
        }
        return;
    }
    const char *similar = check_similar_name(c, inner, name, true);
    const ty_info *i = ty_get(s, ty);
    if (similar && strcmp(similar, sema_text(s, name)) == 0) /* of an impl for other arguments */
        similar = NULL;
    if (check_is_tid(c, inner) && check_suggest_tid_method(c, &r, check_at(c, receiver)->span, name, at))
        similar = NULL;
    if (!similar)
        sema_primary_label(&r, "method not found in `%s`", shown);
    if (i->kind == TY_ADT && !def_get(s, i->def)->is_library)
        sema_label(&r, check_head_span(c, i->def), "method `%s` not found for this %s", sema_text(s, name), prefix);
    const ty_info *of = ty_get(s, inner);
    if (!similar && of->kind == TY_ADT && of->def == def_lang(s, LANG_GRID_MUT))
        sema_help(&r,
                  "each thread has its own elements of a `GridMut`: `y[i]` with `let i = thread::index();`, or with "
                  "`for i in thread::grid_stride(y.len())`");
    else if (!similar && ty_is_integer(s, inner) && strcmp(sema_text(s, name), "get") == 0)
        sema_suggest(&r, (sema_span){at.file, check_at(c, receiver)->span.end, sema_node_span(s, n).end}, "",
                     "it is a number already");
    else if (!similar && check_is_atomic(c, inner))
        check_help_atomic(&r);
    else if (!similar)
        check_help_trait(c, &r, inner, name);
    if (similar)
        sema_suggest(&r, at, similar, "there is a method `%s` with a similar name", similar);
}

static thir_expr method_error(check *c, sema_node n, sema_node first)
{
    for (sema_node k = first; syntax_is(k); k = syntax_next_real(c->s, k))
        check_expr(c, k, CHECK_ANY);
    return check_error_expr(c, sema_node_span(c->s, n));
}

thir_expr check_method_call(check *c, sema_node n, check_expect expect)
{
    sema *s = c->s;
    sema_span at = sema_node_span(s, n), name_span = syntax_name_span(s, n);
    sema_symbol name = syntax_name(s, n);
    sema_node receiver_node = syntax_first_real(s, n), generic = {0}, first = syntax_next_real(s, receiver_node);
    if (syntax_is(first) && syntax_kind(s, first) == RUSTG_AST_GenericArgs) {
        generic = first;
        first = syntax_next_real(s, first);
    }
    if (macro_is_write_fmt(c, name, first))
        return macro_write_fmt(c, receiver_node, first, at);
    thir_expr receiver = check_expr(c, receiver_node, CHECK_ANY);
    if (check_shallow(c, check_at(c, receiver)->ty) == TY_ERROR)
        return method_error(c, n, first);
    check_pick pick;
    bool reported = false;
    const bool found = check_probe_method(c, receiver, name, name_span, &pick, &reported);
    if (pick.past_limit)
        check_report_deref_limit(c, pick.past_limit, name_span);
    if (!found) {
        if (!reported && !check_is_error(c, check_at(c, receiver)->ty))
            check_report_no_method(c, n, receiver, name, name_span, (sema_span){0, 0, 0});
        return method_error(c, n, first);
    }
    syntax_segment segment = {.name = name, .span = name_span, .args = generic};
    confirmed m = check_confirm(c, receiver, &pick, &segment, name_span);
    sema_def drop = def_lang(s, LANG_DROP), owner = def_get(s, m.fn)->parent;
    if (drop && (owner == drop || (def_kind_of(s, owner) == DEF_IMPL && def_impl_trait(s, owner).trait == drop))) {
        sema_span receiver_span = sema_node_span(s, receiver_node);
        sema_report r = check_error(c, RUSTG_DIAG_EXPLICIT_DROP, name_span);
        sema_suggest(&r, source_start(receiver_span), "drop(", "consider using `drop` function");
        sema_suggest_further(&r, (sema_span){at.file, receiver_span.end, at.end}, ")");
        sema_suggest_is(&r, "Unspecified");
    }
    check_args a = {.fn = m.fn,
                    .noun = "method",
                    .inputs = m.inputs + 1,
                    .n_inputs = m.n_inputs - 1,
                    .n_given = check_count(c, first),
                    .callee = name_span,
                    .list = check_list_span(c, n),
                    .output = m.output,
                    .wish = check_expect_ty(c, expect)};
    thir_expr *values = ARENA_ARRAY(s->memory, thir_expr, a.n_given + 1);
    values[0] = m.receiver;
    check_callable(c, m.fn, m.is_unsafe, at);
    check_arguments(c, &a, first, values + 1);
    if (a.n_given != a.n_inputs)
        return check_node(c, (thir_node){.op = THIR_ERROR, .ty = m.output, .span = at});
    check_require_sized(c, m.output, at, "the return type of a function must have a statically known size");
    thir_expr callee = check_fn_value(c, m.fn, m.args, m.n_args, name_span);
    check_at(c, callee)->bits = m.written;
    return check_node(c, (thir_node){.op = THIR_CALL,
                                     .ty = m.output,
                                     .span = at,
                                     .a = callee,
                                     .first = check_list(c, values, a.n_given + 1),
                                     .n = a.n_given + 1});
}

bool check_receiver_of(check *c, thir_expr receiver, const char *method, sema_span at, sema_span written, sema_def *fn,
                       thir_expr *adjusted)
{
    const sema_symbol name = sema_intern_text(c->s, method);
    check_pick pick;
    bool reported = false;
    if (!check_probe_method(c, receiver, name, at, &pick, &reported)) {
        if (!reported && !check_is_error(c, check_at(c, receiver)->ty))
            check_report_no_method(c, (sema_node){0}, receiver, name, at, written);
        return false;
    }
    const syntax_segment segment = {.name = name, .span = at};
    const confirmed m = check_confirm(c, receiver, &pick, &segment, at);
    *fn = m.fn;
    *adjusted = m.receiver;
    return true;
}

thir_expr check_lang_call(check *c, sema_def trait, const char *name, sema_ty self, const thir_expr *values,
                          uint32_t n_values, sema_span at, const char *what)
{
    sema *s = c->s;
    sema_def fn = trait ? def_assoc_item(s, trait, sema_intern_text(s, name), DEF_FN) : 0;
    if (!fn)
        return check_error_expr(c, at);
    uint32_t n_trait, n_args;
    const sema_ty *trait_args = infer_fresh_args(c->infer, trait, &self, 1, at, &n_trait);
    check_require(c, trait, trait_args, n_trait, at, what);
    const sema_ty *args = infer_fresh_args(c->infer, fn, trait_args, n_trait, at, &n_args);
    def_sig sig = def_fn_sig(s, fn);
    for (uint32_t i = 0; i < n_values && i < sig.n_inputs; i++)
        infer_unify(c->infer, check_subst(c, sig.inputs[i], fn, args, n_args, at), check_at(c, values[i])->ty);
    return check_call_item(c, fn, args, n_args, values, n_values, at);
}
