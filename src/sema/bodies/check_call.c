/* check_call.c: checks calls of functions, constructors and function pointers, and of values that implement the Fn
 * traits. */
#include "sema/bodies/check_internal.h"
#include "sema/items/def.h"
#include "rustg/diagnostic_kind.h"

typedef struct call_why {
    sema_def fn;
    const char *noun;
    uint32_t argument;
} call_why;

/* Where the callee is, and its parameters first..first+n, without `self`. */
static void check_note_callee(check *c, sema_report *r, sema_def fn, const char *noun, uint32_t first, uint32_t n)
{
    sema *s = c->s;
    if (!fn || def_get(s, fn)->is_library)
        return;
    sema_note_at(r, def_span(s, fn), "%s defined here",
                 strcmp(noun, "enum variant") == 0 ? "tuple variant"
                 : strcmp(noun, "struct") == 0     ? "tuple struct"
                                                   : check_def_word(c, fn));
    if (def_kind_of(s, fn) != DEF_FN)
        return;
    syntax_fn parts = syntax_fn_of(s, def_get(s, fn)->node);
    for (uint32_t i = first + parts.has_self; i < first + n + parts.has_self && i < parts.params.n; i++)
        sema_note_label(r, sema_node_span(s, parts.params.at[i]), "%s", "");
}

static void check_more_of_call(check *c, sema_report *r, thir_expr found, sema_ty want, void *user)
{
    (void)found;
    (void)want;
    const call_why *why = user;
    check_note_callee(c, r, why->fn, why->noun, why->argument, 1);
}

static bool check_is_closure_node(check *c, sema_node n)
{
    while (syntax_kind(c->s, n) == RUSTG_AST_ExprParen)
        n = syntax_first_real(c->s, n);
    return syntax_kind(c->s, n) == RUSTG_AST_ExprClosure;
}

/* What stands in the place of an argument that is missing: its type, or the order that most atomics want. */
static const char *check_call_missing(check *c, sema_ty t)
{
    const ty_info *i = ty_get(c->s, infer_shallow(c->infer, t));
    const def_info *about = i->kind == TY_ADT ? def_get(c->s, i->def) : NULL;
    return about && about->is_library && strcmp(sema_text(c->s, about->name), "Order") == 0
               ? "Relaxed"
               : arena_format(c->s->memory, "/* %s */", check_show(c, t));
}

/* Finds which argument is one too many or too few, so that all others fit their places. */
static uint32_t check_odd_one(check *c, const check_args *a, const thir_expr *values, bool extra)
{
    uint32_t most = extra ? a->n_given : a->n_inputs, fewest = most - 1;
    for (uint32_t k = 0; k < most; k++) {
        uint32_t odd = most - 1 - k;
        infer_snapshot before = infer_save(c->infer);
        bool fits = true;
        for (uint32_t i = 0; fits && i < fewest; i++) {
            uint32_t shifted = i < odd ? i : i + 1;
            sema_ty value = check_ty_of(c, values[extra ? shifted : i]);
            fits = infer_unify(c->infer, a->inputs[extra ? i : shifted], value);
        }
        infer_restore(c->infer, before);
        if (fits)
            return odd;
    }
    return fewest;
}

static void check_report_count(check *c, const check_args *a, const thir_expr *values)
{
    sema *s = c->s;
    sema_report r =
        check_error(c, a->is_closure ? RUSTG_DIAG_CLOSURE_CALL_ARGUMENT_COUNT : RUSTG_DIAG_ARGUMENT_COUNT, a->callee);
    sema_arg(&r, "%s", a->noun);
    sema_arg(&r, "%u argument%s", a->n_inputs, a->n_inputs == 1 ? "" : "s");
    sema_arg(&r, "%u argument%s %s", a->n_given, a->n_given == 1 ? "" : "s", a->n_given == 1 ? "was" : "were");
    if (a->n_given == a->n_inputs + 1) {
        uint32_t i = check_odd_one(c, a, values, true);
        sema_ty ty = check_ty_of(c, values[i]);
        sema_span extra = check_at(c, values[i])->span;
        sema_label(&r, extra, "unexpected argument%s%s", a->n_given > 1 ? arena_format(s->memory, " #%u", i + 1) : "",
                   ty == TY_ERROR ? "" : arena_format(s->memory, " of type `%s`", check_show(c, ty)));
        check_note_callee(c, &r, a->fn, a->noun, 0, 0);
        if (i > 0)
            extra.start = check_at(c, values[i - 1])->span.end;
        else if (a->n_given > 1)
            extra.end = check_at(c, values[1])->span.start;
        sema_suggest(&r, extra, "", "remove the extra argument");
        sema_suggest_is(&r, "HasPlaceholders");
        return;
    }
    if (a->n_given > a->n_inputs) {
        for (uint32_t i = a->n_inputs; i < a->n_given; i++) {
            sema_ty ty = check_ty_of(c, values[i]);
            sema_label(&r, check_at(c, values[i])->span, "unexpected argument%s%s",
                       a->n_given > 1 ? arena_format(s->memory, " #%u", i + 1) : "",
                       ty == TY_ERROR ? "" : arena_format(s->memory, " of type `%s`", check_show(c, ty)));
        }
    } else {
        uint32_t missing = a->n_inputs - a->n_given;
        const char *text;
        uint32_t lacking = missing == 1 ? check_odd_one(c, a, values, false) : a->n_given;
        if (missing == 1)
            text = a->n_inputs == 1
                       ? arena_format(s->memory, "argument #1 of type `%s` is missing", check_show(c, a->inputs[0]))
                       : arena_format(s->memory, "argument #%u of type `%s` is missing", lacking + 1,
                                      check_show(c, a->inputs[lacking]));
        else if (missing == 2)
            text = arena_format(s->memory, "two arguments of type `%s` and `%s` are missing",
                                check_show(c, a->inputs[a->n_given]), check_show(c, a->inputs[a->n_given + 1]));
        else if (missing == 3)
            text = arena_format(s->memory, "three arguments of type `%s`, `%s`, and `%s` are missing",
                                check_show(c, a->inputs[a->n_given]), check_show(c, a->inputs[a->n_given + 1]),
                                check_show(c, a->inputs[a->n_given + 2]));
        else
            text = "multiple arguments are missing";
        sema_label(&r, a->list, "%s", text);
        check_note_callee(c, &r, a->fn, a->noun, lacking, missing);
        const char *list = "(";
        for (uint32_t i = 0, given = 0; i < a->n_inputs; i++) {
            bool lacks = missing == 1 ? i == lacking : i >= a->n_given;
            sema_span at = lacks ? (sema_span){0, 0, 0} : check_at(c, values[given++])->span;
            list = arena_format(
                s->memory, "%s%s%s", list, i ? ", " : "",
                lacks ? check_call_missing(c, a->inputs[i])
                      : arena_text(s->memory, (const char *)s->files.at[at.file]->bytes + at.start, at.end - at.start));
        }
        sema_suggest(&r, a->list, arena_format(s->memory, "%s)", list), "provide the argument%s",
                     missing == 1 ? "" : "s");
        sema_suggest_is(&r, "HasPlaceholders");
        return;
    }
    check_note_callee(c, &r, a->fn, a->noun, 0, 0);
}

/* What the arguments are expected to be if the call is to give `wish`. */
static sema_ty *check_wished_inputs(check *c, const check_args *a)
{
    sema_ty *wishes = ARENA_ARRAY(c->s->memory, sema_ty, a->n_inputs);
    for (uint32_t i = 0; i < a->n_inputs; i++)
        wishes[i] = a->inputs[i];
    sema_ty wish = a->wish ? infer_shallow(c->infer, a->wish) : (sema_ty)TY_NONE;
    if (!wish || wish == TY_ERROR || check_is_var(c, wish) || !ty_has(c->s, a->output, TY_HAS_INFER))
        return wishes;
    infer_snapshot before = infer_save(c->infer);
    if (infer_unify(c->infer, a->output, wish))
        for (uint32_t i = 0; i < a->n_inputs; i++) {
            sema_ty t = infer_resolve(c->infer, a->inputs[i]);
            if (!ty_has(c->s, t, TY_HAS_INFER))
                wishes[i] = t;
        }
    infer_restore(c->infer, before);
    return wishes;
}

/* Whether two arguments fit in each other's place. */
static bool check_are_swapped(check *c, const sema_ty *wishes, const thir_expr *values, uint32_t i, uint32_t k)
{
    const infer_snapshot before = infer_save(c->infer);
    const bool fit = infer_unify(c->infer, wishes[i], check_ty_of(c, values[k])) &&
                     infer_unify(c->infer, wishes[k], check_ty_of(c, values[i]));
    infer_restore(c->infer, before);
    return fit;
}

static void check_suggest_swap(check *c, sema_report *r, const check_args *a, const thir_expr *values, uint32_t one,
                               uint32_t other)
{
    sema *s = c->s;
    const char *list = "(";
    for (uint32_t i = 0; i < a->n_given; i++) {
        const uint32_t from = i == one ? other : i == other ? one : i;
        list = arena_format(s->memory, "%s%s%s", list, i ? ", " : "", source_text(s, check_at(c, values[from])->span));
    }
    sema_suggest(r, a->list, arena_format(s->memory, "%s)", list), "swap these arguments");
}

/* Arguments of other types: several of one call are one error. */
static void check_report_arguments(check *c, const check_args *a, const sema_ty *wishes, const thir_expr *values,
                                   const uint32_t *wrong, uint32_t n)
{
    if (n == 1) {
        call_why user = {.fn = a->fn, .noun = a->noun, .argument = wrong[0]};
        const check_why why = {.at = a->callee, .noun = a->noun, .more = check_more_of_call, .user = &user};
        const thir_expr e = values[wrong[0]];
        check_mismatch(c, check_at(c, e)->span, wishes[wrong[0]], check_at(c, e)->ty, e, &why);
        return;
    }
    const bool are_swapped = n == 2 && check_are_swapped(c, wishes, values, wrong[0], wrong[1]);
    sema_report r = check_error(c, RUSTG_DIAG_ARGUMENTS_INCORRECT, a->callee);
    sema_arg(&r, "%s", a->noun);
    for (uint32_t i = 0; i < n; i++)
        sema_label(&r, check_at(c, values[wrong[i]])->span, "expected %s, found %s",
                   check_sort(c, infer_shallow(c->infer, wishes[wrong[i]])),
                   check_sort(c, infer_shallow(c->infer, check_ty_of(c, values[wrong[i]]))));
    check_note_callee(c, &r, a->fn, a->noun, 0, are_swapped ? 0 : a->n_inputs);
    if (are_swapped)
        check_suggest_swap(c, &r, a, values, wrong[0], wrong[1]);
    else if (check_is_tid(c, wishes[wrong[0]]))
        check_suggest_tid_argument(c, &r, check_at(c, values[wrong[0]])->span);
}

void check_arguments(check *c, const check_args *a, sema_node first, thir_expr *values)
{
    sema *s = c->s;
    bool counts = a->n_given == a->n_inputs;
    sema_ty *wishes = check_wished_inputs(c, a);
    uint32_t *wrong = ARENA_ARRAY(s->memory, uint32_t, a->n_given), n_wrong = 0;
    bool any_closure = false;
    check_settle_unfit(c);
    for (uint32_t i = 0; i < a->n_inputs; i++)
        if (ty_has(s, a->inputs[i], TY_HAS_ERROR)) { /* reported where the parameter's type is written */
            c->failed = c->frame->body->failed = true;
            infer_taint(c->infer);
        }
    for (uint32_t pass = 0; pass < 2; pass++) {
        if (pass == 1) {
            if (!any_closure)
                break;
            infer_progress(c->infer);
        }
        uint32_t i = 0;
        for (sema_node k = first; syntax_is(k) && i < a->n_given; k = syntax_next_real(s, k), i++) {
            bool closure = check_is_closure_node(c, k);
            any_closure |= closure;
            if (closure != (pass == 1))
                continue;
            if (i >= a->n_inputs) {
                values[i] = check_expr(c, k, CHECK_ANY);
                continue;
            }
            values[i] = check_expr(c, k, (check_expect){EXPECT_TYPE, wishes[i]});
            if (!counts)
                continue;
            if (ty_has(s, infer_resolve(c->infer, wishes[i]), TY_HAS_INFER)) /* bounds may tell what is coerced to */
                infer_progress(c->infer);
            if (check_is_error(c, wishes[i]) || check_is_error(c, check_ty_of(c, values[i])))
                check_coerce(c, values[i], wishes[i], NULL);
            else if (!check_try_coerce(c, values[i], wishes[i]))
                wrong[n_wrong++] = i;
            if (wishes[i] != a->inputs[i])
                infer_unify(c->infer, a->inputs[i], wishes[i]);
        }
    }
    if (n_wrong)
        check_report_arguments(c, a, wishes, values, wrong, n_wrong);
    for (uint32_t i = 0; i < n_wrong; i++)
        check_wrap(c, values[wrong[i]],
                   (thir_node){.op = THIR_ERROR, .ty = TY_ERROR, .span = check_at(c, values[wrong[i]])->span});
    if (!counts)
        check_report_count(c, a, values);
}

uint32_t check_count(check *c, sema_node first)
{
    uint32_t n = 0;
    for (sema_node k = first; syntax_is(k); k = syntax_next_real(c->s, k))
        n++;
    return n;
}

/* From the opening parenthesis to the end of the call. */
sema_span check_list_span(check *c, sema_node call)
{
    sema_span at = sema_node_span(c->s, call);
    if (syntax_kind(c->s, call) == RUSTG_AST_ExprCall)
        at.start = syntax_tok_span(c->s, call.file, syntax_anchor(c->s, call)).start;
    else {
        uint32_t tok = syntax_anchor(c->s, call), last = syntax_last_tok(c->s, call);
        while (tok < last && !syntax_tok_is(c->s, call.file, tok, "("))
            tok++;
        at.start = syntax_tok_span(c->s, call.file, tok).start;
    }
    return at;
}

static const char *check_noun_of(check *c, sema_def fn)
{
    def_kind kind = def_kind_of(c->s, fn);
    return kind == DEF_STRUCT ? "struct" : kind == DEF_VARIANT ? "enum variant" : "function";
}

static const char *check_unsafe_name(check *c, sema_def fn)
{
    sema_def parent = def_get(c->s, fn)->parent;
    def_kind kind = parent ? def_kind_of(c->s, parent) : DEF_NONE;
    const char *name = sema_text(c->s, def_get(c->s, fn)->name);
    if (kind == DEF_IMPL) {
        uint32_t n_args;
        const sema_ty *args = def_identity_args(c->s, fn, &n_args);
        return ty_print_fn(c->s, fn, args, def_generics(c->s, fn).n_parent);
    }
    if (kind == DEF_TRAIT)
        return arena_format(c->s->memory, "%s::%s", sema_text(c->s, def_get(c->s, parent)->name), name);
    return name;
}

const char *check_const_context(const check *c)
{
    const def_info *owner = def_get(c->s, c->owner);
    if (owner->is_library || (!c->frame->is_const && !owner->is_const))
        return NULL;
    return owner->kind == DEF_STATIC                      ? "static"
           : owner->kind == DEF_FN && !c->frame->is_const ? "constant function"
                                                          : "constant";
}

void check_callable(check *c, sema_def fn, bool is_unsafe, sema_span at)
{
    sema *s = c->s;
    if (is_unsafe && !c->unsafe_depth)
        check_need_unsafe(c, at,
                          fn ? arena_format(s->memory, "call to unsafe function `%s`", check_unsafe_name(c, fn))
                             : "call to unsafe function",
                          "consult the function's documentation for information on how to avoid undefined behavior");
}

static thir_expr call_fn_item(check *c, sema_node n, thir_expr callee, sema_ty ty, check_expect expect)
{
    sema *s = c->s;
    sema_span at = sema_node_span(s, n);
    sema_def fn = ty_get(s, ty)->def;
    uint32_t n_args;
    const sema_ty *args = ty_args(s, ty, &n_args);
    def_sig sig = def_fn_sig(s, fn);
    sema_node first = syntax_next_real(s, syntax_first_real(s, n));
    sema_def owner = def_kind_of(s, fn) == DEF_VARIANT ? def_enum_of(s, fn) : fn;
    sema_ty *inputs = ARENA_ARRAY(s->memory, sema_ty, sig.n_inputs);
    for (uint32_t i = 0; i < sig.n_inputs; i++)
        inputs[i] = check_subst(c, sig.inputs[i], owner, args, n_args, at);
    sema_ty output = check_subst(c, sig.output, owner, args, n_args, at);
    check_args a = {.fn = fn,
                    .noun = check_noun_of(c, fn),
                    .inputs = inputs,
                    .n_inputs = sig.n_inputs,
                    .n_given = check_count(c, first),
                    .callee = check_at(c, callee)->span,
                    .list = check_list_span(c, n),
                    .output = output,
                    .wish = check_expect_ty(c, expect)};
    thir_expr *values = ARENA_ARRAY(s->memory, thir_expr, a.n_given);
    check_callable(c, fn, sig.is_unsafe, at);
    check_arguments(c, &a, first, values);
    if (a.n_given != a.n_inputs)
        return check_node(c, (thir_node){.op = THIR_ERROR, .ty = output, .span = at});
    if (def_kind_of(s, fn) != DEF_FN) {
        uint32_t *list = ARENA_ARRAY(s->memory, uint32_t, a.n_given * 2);
        for (uint32_t i = 0; i < a.n_given; i++) {
            list[2 * i] = i;
            list[2 * i + 1] = values[i];
        }
        return check_node(c, (thir_node){.op = THIR_ADT,
                                         .ty = output,
                                         .span = at,
                                         .def = fn,
                                         .c = check_at(c, callee)->is_place ? callee : 0,
                                         .bits = check_at(c, callee)->bits,
                                         .high = check_at(c, callee)->high,
                                         .first = check_list(c, list, a.n_given * 2),
                                         .n = a.n_given});
    }
    check_require_sized(c, output, at, "the return type of a function must have a statically known size");
    return check_node(c, (thir_node){.op = THIR_CALL,
                                     .ty = output,
                                     .span = at,
                                     .a = callee,
                                     .first = check_list(c, values, a.n_given),
                                     .n = a.n_given});
}

static thir_expr check_call_call_pointer(check *c, sema_node n, thir_expr callee, sema_ty ty, check_expect expect)
{
    sema *s = c->s;
    sema_span at = sema_node_span(s, n);
    uint32_t n_parts;
    const sema_ty *parts = ty_fn_ptr_parts(s, ty, &n_parts);
    sema_node first = syntax_next_real(s, syntax_first_real(s, n));
    check_callable(c, 0, ty_get(s, ty)->mutable, at);
    check_args a = {.noun = "function",
                    .inputs = parts,
                    .n_inputs = n_parts - 1,
                    .n_given = check_count(c, first),
                    .callee = check_at(c, callee)->span,
                    .list = check_list_span(c, n),
                    .output = parts[n_parts - 1],
                    .wish = check_expect_ty(c, expect),
                    .is_closure = true};
    thir_expr *values = ARENA_ARRAY(s->memory, thir_expr, a.n_given);
    check_arguments(c, &a, first, values);
    if (a.n_given != a.n_inputs)
        return check_node(c, (thir_node){.op = THIR_ERROR, .ty = a.output, .span = at});
    const char *where = check_const_context(c);
    if (where) {
        sema_report r = check_error(c, RUSTG_DIAG_CONST_POINTER_CALL, at);
        sema_arg(&r, "%s", where);
    }
    return check_node(c, (thir_node){.op = THIR_CALL,
                                     .ty = a.output,
                                     .span = at,
                                     .a = callee,
                                     .first = check_list(c, values, a.n_given),
                                     .n = a.n_given});
}

static const char *const fn_methods[FN_KIND_NONE] = {
    [FN_KIND_FN] = "call", [FN_KIND_MUT] = "call_mut", [FN_KIND_ONCE] = "call_once"};
const sema_lang_item check_fn_traits[FN_KIND_NONE] = {
    [FN_KIND_FN] = LANG_FN_TRAIT, [FN_KIND_MUT] = LANG_FN_MUT, [FN_KIND_ONCE] = LANG_FN_ONCE};

void check_is_stable_call(check *c, sema_def trait, sema_span at)
{
    if (!def_is_fn_trait(c->s, trait) || def_get(c->s, c->scope)->is_library)
        return;
    sema_report r = check_error(c, RUSTG_DIAG_LIBRARY_UNSTABLE, at);
    sema_arg(&r, "fn_traits");
}

/* Turns the call into place.call((args)), or call_mut or call_once. */
void check_set_fn_call(check *c, thir_expr call, thir_expr place, infer_fn_kind kind, sema_ty self, sema_ty tuple)
{
    sema *s = c->s;
    sema_span at = check_at(c, place)->span;
    sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, 2);
    args[0] = self;
    args[1] = tuple;
    sema_def trait = def_lang(s, check_fn_traits[kind]);
    sema_def fn = def_assoc_item(s, trait, sema_intern_text(s, fn_methods[kind]), DEF_FN);
    thir_expr receiver = kind == FN_KIND_ONCE
                             ? place
                             : check_borrow(c, place, kind == FN_KIND_MUT ? BORROW_TWO_PHASE : BORROW_SHARED, at);
    if (kind != FN_KIND_ONCE)
        check_at(c, receiver)->desugared = true;
    uint32_t first = check_at(c, call)->first;
    check_at(c, check_at(c, call)->a)->ty = ty_fn_def(s, fn, args, 2);
    c->frame->body->lists.at[first] = receiver;
}

static thir_expr call_overloaded(check *c, sema_node n, thir_expr place, infer_fn_kind kind, sema_ty self,
                                 const sema_ty *params, uint32_t n_params, sema_ty output, check_expect expect,
                                 sema_def closure)
{
    sema *s = c->s;
    sema_span at = sema_node_span(s, n);
    sema_node first = syntax_next_real(s, syntax_first_real(s, n));
    check_args a = {.fn = closure,
                    .noun = closure ? "function" : "function",
                    .inputs = params,
                    .n_inputs = n_params,
                    .n_given = check_count(c, first),
                    .callee = check_at(c, place)->span,
                    .list = check_list_span(c, n),
                    .output = output,
                    .wish = check_expect_ty(c, expect),
                    .is_closure = true};
    if (closure)
        a.fn = 0;
    thir_expr *values = ARENA_ARRAY(s->memory, thir_expr, a.n_given);
    check_arguments(c, &a, first, values);
    if (a.n_given != a.n_inputs)
        return check_node(c, (thir_node){.op = THIR_ERROR, .ty = output, .span = at});
    sema_ty tuple = ty_tuple(s, params, n_params);
    thir_expr packed = check_node(c, (thir_node){.op = THIR_TUPLE,
                                                 .ty = tuple,
                                                 .span = at,
                                                 .desugared = true,
                                                 .first = check_list(c, values, a.n_given),
                                                 .n = a.n_given});
    thir_expr callee = check_node(c, (thir_node){.op = THIR_FN, .span = check_at(c, place)->span, .ty = TY_ERROR});
    thir_expr both[2] = {place, packed};
    thir_expr call = check_node(
        c,
        (thir_node){.op = THIR_CALL, .ty = output, .span = at, .a = callee, .first = check_list(c, both, 2), .n = 2});
    if (kind == FN_KIND_NONE)
        vec_push(s->memory, &c->closure_calls,
                 (check_closure_call){.frame = c->frame, .call = call, .closure = closure});
    check_set_fn_call(c, call, place, kind == FN_KIND_NONE ? FN_KIND_FN : kind, self, tuple);
    return call;
}

/* For a callee whose type is a parameter or opaque, finds the Fn trait that its bounds name. */
static bool call_by_bounds(check *c, sema_ty self, infer_fn_kind *kind, sema_ty *params)
{
    sema *s = c->s;
    for (infer_fn_kind k = FN_KIND_FN; k < FN_KIND_NONE; k++) {
        sema_def trait = def_lang(s, check_fn_traits[k]);
        if (!trait)
            continue;
        sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, 2);
        args[0] = self;
        args[1] = check_var(c, (sema_span){0});
        if (infer_holds(c->infer, trait, args, 2) != ANSWER_YES)
            continue;
        *kind = k;
        *params = infer_shallow(c->infer, args[1]);
        return ty_kind_of(s, *params) == TY_TUPLE;
    }
    return false;
}

static thir_expr check_report_not_callable(check *c, sema_node n, thir_expr callee, sema_ty ty)
{
    sema *s = c->s;
    sema_node node = syntax_first_real(s, n);
    sema_span at = sema_node_span(s, node);
    if (ty_has(s, ty, TY_HAS_ERROR)) {
        c->failed = c->frame->body->failed = true;
        return check_error_expr(c, at);
    }
    sema_report r = check_error(c, RUSTG_DIAG_NOT_A_FUNCTION, at);
    sema_arg(&r, "`%s`", check_show(c, ty));
    if (check_at(c, callee)->op == THIR_ADT && !def_get(s, check_at(c, callee)->def)->is_library)
        sema_label(&r, check_head_span(c, check_at(c, callee)->def), "`%s` defined here",
                   arena_text(s->memory, (const char *)s->files.at[at.file]->bytes + at.start, at.end - at.start));
    sema_label(&r, sema_node_span(s, n), "call expression requires function");
    const thir_node *e = check_at(c, callee);
    if (e->op == THIR_LOCAL)
        sema_label(&r, c->frame->body->locals.at[e->local].span, "`%s` has type `%s`",
                   sema_text(s, c->frame->body->locals.at[e->local].name), check_show(c, ty));
    for (sema_node k = syntax_next_real(s, node); syntax_is(k); k = syntax_next_real(s, k))
        check_expr(c, k, CHECK_ANY);
    return check_error_expr(c, sema_node_span(s, n));
}

thir_expr check_call(check *c, sema_node n, check_expect expect)
{
    sema *s = c->s;
    sema_node node = syntax_first_real(s, n);
    const uint32_t n_diags = s->diags.n;
    thir_expr callee = check_expr(c, node, CHECK_ANY);
    const uint32_t n_behind = s->diags.n;
    sema_ty ty = check_known(c, check_at(c, callee)->ty, sema_node_span(s, node));
    if (ty == TY_ERROR) {
        for (sema_node k = syntax_next_real(s, node); syntax_is(k); k = syntax_next_real(s, k))
            check_expr(c, k, CHECK_ANY);
        if (n_behind == n_diags + 1)
            sema_order_call(s, n_diags, syntax_path_of(s, node).n_segments == 1);
        return check_error_expr(c, sema_node_span(s, n));
    }
    check_steps steps;
    check_autoderef(c, ty, &steps, false);
    for (uint32_t i = 0; i < steps.n; i++) {
        sema_ty t = steps.ty[i];
        sema_span at = check_at(c, callee)->span;
        ty_info info = *ty_get(s, t);
        if (info.kind == TY_FN_DEF)
            return call_fn_item(c, n, check_apply_steps(c, callee, &steps, i, at), t, expect);
        if (info.kind == TY_FN_PTR)
            return check_call_call_pointer(c, n, check_apply_steps(c, callee, &steps, i, at), t, expect);
        if (info.kind == TY_CLOSURE) {
            const infer_closure *about = infer_closure_of(s, info.def);
            if (!about)
                break;
            infer_closure copy = *about;
            return call_overloaded(c, n, check_apply_steps(c, callee, &steps, i, at), (infer_fn_kind)copy.kind, t,
                                   copy.inputs, copy.n_inputs, copy.output, expect, info.def);
        }
        infer_fn_kind kind;
        sema_ty params;
        if ((info.kind == TY_PARAM || info.kind == TY_OPAQUE || info.kind == TY_PROJECTION || info.kind == TY_DYN) &&
            call_by_bounds(c, t, &kind, &params)) {
            uint32_t n_params;
            const sema_ty *list = ty_args(s, params, &n_params);
            sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, 2);
            args[0] = t;
            args[1] = params;
            sema_ty output = check_norm(c, ty_projection(s, def_lang(s, LANG_FN_ONCE_OUTPUT), args, 2), at);
            return call_overloaded(c, n, check_apply_steps(c, callee, &steps, i, at), kind, t, list, n_params, output,
                                   expect, 0);
        }
    }
    if (steps.unknown) {
        check_known(c, steps.ty[steps.n - 1], check_at(c, callee)->span);
        return check_error_expr(c, sema_node_span(s, n));
    }
    return check_report_not_callable(c, n, callee, ty);
}
