/* infer_report.c: reports obligations that do not hold, in rustc's words. */
#include "sema/items/def.h"
#include "sema/infer/infer_internal.h"
#include "sema/syntax/syntax.h"
#include "rustg/diagnostic_kind.h"

const char *trait_print_ref(sema *s, sema_def trait, const sema_ty *args, uint32_t n_args)
{
    const char *name = def_shown_name(s, trait);
    infer_fn_kind kind = trait_fn_kind(s, trait);
    if (kind != FN_KIND_NONE && n_args > 1 && ty_kind_of(s, args[1]) == TY_TUPLE) {
        const char *text = arena_format(s->memory, "%s(", name);
        uint32_t n = ty_get(s, args[1])->n_args;
        for (uint32_t i = 0; i < n; i++)
            text = arena_format(s->memory, "%s%s%s", text, i ? ", " : "", ty_print(s, ty_arg(s, args[1], i)));
        return arena_format(s->memory, "%s)", text);
    }
    const char *text = name;
    bool any = false;
    for (uint32_t i = 1; i < n_args; i++) {
        if (ty_kind_of(s, args[i]) == TY_REGION)
            continue;
        text = arena_format(s->memory, "%s%s%s", text, any ? ", " : "<", ty_print(s, args[i]));
        any = true;
    }
    return any ? arena_format(s->memory, "%s>", text) : text;
}

/* Messages that traits of the library ask for (rustc's on_unimplemented). {S} stands for Self and {R} for the trait's
 * argument. */
static const struct special {
    sema_lang_item item;
    const char *message, *label;
} specials[] = {
    {LANG_ADD, "cannot add `{R}` to `{S}`", "no implementation for `{S} + {R}`"},
    {LANG_SUB, "cannot subtract `{R}` from `{S}`", "no implementation for `{S} - {R}`"},
    {LANG_MUL, "cannot multiply `{S}` by `{R}`", "no implementation for `{S} * {R}`"},
    {LANG_DIV, "cannot divide `{S}` by `{R}`", "no implementation for `{S} / {R}`"},
    {LANG_REM, "cannot calculate the remainder of `{S}` divided by `{R}`", "no implementation for `{S} % {R}`"},
    {LANG_BITAND, "no implementation for `{S} & {R}`", "no implementation for `{S} & {R}`"},
    {LANG_BITOR, "no implementation for `{S} | {R}`", "no implementation for `{S} | {R}`"},
    {LANG_BITXOR, "no implementation for `{S} ^ {R}`", "no implementation for `{S} ^ {R}`"},
    {LANG_SHL, "no implementation for `{S} << {R}`", "no implementation for `{S} << {R}`"},
    {LANG_SHR, "no implementation for `{S} >> {R}`", "no implementation for `{S} >> {R}`"},
    {LANG_ADD_ASSIGN, "cannot add-assign `{R}` to `{S}`", "no implementation for `{S} += {R}`"},
    {LANG_SUB_ASSIGN, "cannot subtract-assign `{R}` from `{S}`", "no implementation for `{S} -= {R}`"},
    {LANG_MUL_ASSIGN, "cannot multiply-assign `{S}` by `{R}`", "no implementation for `{S} *= {R}`"},
    {LANG_DIV_ASSIGN, "cannot divide-assign `{S}` by `{R}`", "no implementation for `{S} /= {R}`"},
    {LANG_REM_ASSIGN, "cannot calculate and assign the remainder of `{S}` divided by `{R}`",
     "no implementation for `{S} %= {R}`"},
    {LANG_BITAND_ASSIGN, "no implementation for `{S} &= {R}`", "no implementation for `{S} &= {R}`"},
    {LANG_BITOR_ASSIGN, "no implementation for `{S} |= {R}`", "no implementation for `{S} |= {R}`"},
    {LANG_BITXOR_ASSIGN, "no implementation for `{S} ^= {R}`", "no implementation for `{S} ^= {R}`"},
    {LANG_SHL_ASSIGN, "no implementation for `{S} <<= {R}`", "no implementation for `{S} <<= {R}`"},
    {LANG_SHR_ASSIGN, "no implementation for `{S} >>= {R}`", "no implementation for `{S} >>= {R}`"},
    {LANG_EQ, "can't compare `{S}` with `{R}`", "no implementation for `{S} == {R}`"},
    {LANG_PARTIAL_ORD, "can't compare `{S}` with `{R}`", "no implementation for `{S} < {R}` and `{S} > {R}`"},
    {LANG_ITERATOR, "`{S}` is not an iterator", "`{S}` is not an iterator"},
    {LANG_INTO_ITERATOR, "`{S}` is not an iterator", "`{S}` is not an iterator"},
    {LANG_SYNC, "`{S}` cannot be shared between threads safely", "`{S}` cannot be shared between threads safely"},
    {LANG_INDEX, "the type `{S}` cannot be indexed by `{R}`", "`{S}` cannot be indexed by `{R}`"},
    {LANG_INDEX_MUT, "the type `{S}` cannot be mutably indexed by `{R}`", "`{S}` cannot be mutably indexed by `{R}`"},
    {LANG_SEND, "`{S}` cannot be sent between threads safely", "`{S}` cannot be sent between threads safely"},
};
/* And traits that are no items of the language. */
static const struct {
    const char *path;
    struct special about;
} special_paths[] = {
    {"iter::Sum",
     {0, "a value of type `{S}` cannot be made by summing an iterator over elements of type `{R}`",
      "value of type `{S}` cannot be made by summing a `std::iter::Iterator<Item={R}>`"}},
    {"iter::Product",
     {0, "a value of type `{S}` cannot be made by multiplying all elements of type `{R}` from an iterator",
      "value of type `{S}` cannot be made by multiplying all elements from a `std::iter::Iterator<Item={R}>`"}},
};

/* Of FromIterator, by what should be built. */
static const struct special built_array = {0, "an array of type `{S}` cannot be built directly from an iterator",
                                           "try collecting into a `Vec<{R}>`, then using `.try_into()`"};
static const struct special built_slice = {0, "a slice of type `{S}` cannot be built since `{S}` has no definite size",
                                           "try explicitly collecting into a `Vec<{R}>`"};
static const struct special built_reference = {
    0, "a slice of type `{S}` cannot be built since we need to store the elements somewhere",
    "try explicitly collecting into a `Vec<{R}>`"};
static const struct special built = {
    0, "a value of type `{S}` cannot be built from an iterator over elements of type `{R}`",
    "value of type `{S}` cannot be built from `std::iter::Iterator<Item={R}>`"};

static const struct special *infer_report_built(sema *s, sema_ty self, sema_ty element)
{
    const bool is_ref = ty_kind_of(s, self) == TY_REF;
    const sema_ty list = is_ref ? ty_arg(s, self, 1) : self;
    const ty_kind kind = ty_kind_of(s, list);
    if ((kind != TY_SLICE && (kind != TY_ARRAY || is_ref)) || ty_arg(s, list, 0) != element)
        return &built;
    return kind == TY_ARRAY ? &built_array : is_ref ? &built_reference : &built_slice;
}

enum { N_SPECIALS = sizeof specials / sizeof *specials }; /* Send's is the last */

static const char *infer_report_fill(sema *s, const char *text, const char *self, const char *other)
{
    const char *out = "";
    for (const char *at; (at = strchr(text, '{')) != NULL; text = at + 3)
        out = arena_format(s->memory, "%s%.*s%s", out, (int)(at - text), text, at[1] == 'S' ? self : other);
    return arena_format(s->memory, "%s%s", out, text);
}

static const char *infer_kind_text(sema *s, sema_def d)
{
    switch (def_kind_of(s, d)) {
    case DEF_FN:
    case DEF_STRUCT:
    case DEF_ENUM:
    case DEF_TRAIT: return sema_text(s, def_get(s, d)->name);
    case DEF_ASSOC_TY:
    case DEF_VARIANT:
        return arena_format(s->memory, "%s::%s", sema_text(s, def_get(s, def_get(s, d)->parent)->name),
                            sema_text(s, def_get(s, d)->name));
    case DEF_NONE:
    case DEF_CASES_MODULE:
    case DEF_UNION:
    case DEF_FIELD:
    case DEF_IMPL:
    case DEF_CASES_VALUE:
    case DEF_TY_ALIAS:
    case DEF_CASES_PARAM:
    case DEF_CASES_NAMELESS: break;
    }
    return NULL;
}

void infer_add_required_by(sema *s, sema_report *r, const infer_pending *p)
{
    const char *name = p->cause.bound_of ? infer_kind_text(s, p->cause.bound_of) : NULL;
    if (!name)
        return;
    if (def_get(s, p->cause.bound_of)->is_library || !p->predicate.span.file)
        sema_note(r, "required by a bound in `%s`", name);
    else {
        sema_def of = p->cause.bound_of;
        sema_note_at(r, p->predicate.span, "required by a bound in `%s`", name);
        sema_span at = def_span(s, of);
        if (source_is_multiline(s, (sema_span){at.file, at.start, p->predicate.span.end}))
            sema_note_label(r, at, "required by a bound in this %s", def_kind_text(s, of));
        sema_note_label(r, p->predicate.span, "required by this bound in `%s`", name);
    }
}

/* A parameter of the user's without `?Sized` is why. */
static void infer_add_implicit_bound(sema *s, sema_report *r, const infer_pending *p)
{
    const sema_def of = p->cause.bound_of;
    const char *name = of && p->written ? infer_kind_text(s, of) : NULL;
    if (!name || ty_kind_of(s, p->written) != TY_PARAM || def_get(s, of)->is_library)
        return;
    const sema_def param = ty_get(s, p->written)->def;
    const sema_span at = def_span(s, param);
    sema_note_at(r, at, "required by an implicit `Sized` bound in `%s`", name);
    sema_note_label(r, at, "required by the implicit `Sized` requirement on this type parameter in `%s`", name);
    if (sema_node_span(s, def_get(s, param)->node).end == at.end)
        sema_suggest(r, (sema_span){at.file, at.end, at.end}, ": ?Sized",
                     "consider relaxing the implicit `Sized` restriction");
}

void infer_label_call(sema_report *r, sema_span call)
{
    if (call.file)
        sema_label(r, call, "required by a bound introduced by this call");
}

/* The outermost tuple or closure whose Clone or Copy by its parts is what wants that of the type at `index`. */
static sema_ty infer_report_within(infer_ctx *c, uint32_t index)
{
    sema *s = c->s;
    const sema_def trait = c->pending.at[index].predicate.trait;
    sema_ty within = TY_NONE;
    if (trait != def_lang(s, LANG_CLONE) && trait != def_lang(s, LANG_COPY))
        return within;
    for (uint32_t at = c->pending.at[index].parent; at; at = c->pending.at[at - 1].parent) {
        const def_predicate *p = &c->pending.at[at - 1].predicate;
        const sema_ty self = p->kind == PREDICATE_TRAIT && p->trait == trait ? infer_resolve(c, p->args[0]) : TY_NONE;
        if (ty_kind_of(s, self) != TY_TUPLE && ty_kind_of(s, self) != TY_CLOSURE)
            break;
        within = self;
    }
    return within;
}

static void infer_add_chain(infer_ctx *c, sema_report *r, uint32_t index)
{
    sema *s = c->s;
    sema_ty within;
    if (trait_auto_chain(c, r, index, &within))
        return;
    const bool is_within = infer_report_within(c, index);
    uint32_t shown = 0;
    for (uint32_t at = c->pending.at[index].parent; at && shown < 3; at = c->pending.at[at - 1].parent) {
        const infer_pending *p = &c->pending.at[at - 1];
        if (p->predicate.kind != PREDICATE_TRAIT)
            continue;
        const sema_ty *args = infer_resolve_all(c, p->predicate.args, p->predicate.n_args);
        if (is_within && (ty_kind_of(s, args[0]) == TY_TUPLE || ty_kind_of(s, args[0]) == TY_CLOSURE)) {
            sema_note(r, "required because it appears within the type `%s`", ty_print(s, args[0]));
            continue;
        }
        sema_note(r, "required for `%s` to implement `%s`", ty_print(s, args[0]),
                  trait_print_ref(s, p->predicate.trait, args, p->predicate.n_args));
        shown++;
    }
}

/* Impls that do exist, as rustc lists them: at most eight. */
static void infer_add_other_impls(infer_ctx *c, sema_report *r, sema_def trait, sema_ty self)
{
    sema *s = c->s;
    uint32_t n, shown = 0, left = 0;
    if (def_get(s, trait)->is_library)
        return;
    const sema_def *impls = def_impls_of(s, trait, &n);
    const char *list = "";
    sema_def only = 0;
    for (uint32_t i = 0; i < n; i++) {
        def_trait_ref of = def_impl_trait(s, impls[i]);
        if (!of.trait || !of.n_args || ty_kind_of(s, of.args[0]) == TY_PARAM || of.args[0] == self)
            continue;
        if (shown == 8) {
            left++;
            continue;
        }
        list = arena_format(s->memory, "%s\n  %s", list, ty_print(s, ty_erase_regions(s, of.args[0])));
        only = impls[i];
        shown++;
    }
    if (!shown && !n)
        sema_help_at(r, def_head_span(s, trait), "this trait has no implementations, consider adding one");
    if (!shown)
        return;
    if (shown == 1 && !def_get(s, only)->is_library)
        sema_help_at(r, def_head_span(s, only), "the trait `%s` is implemented for `%s`",
                     sema_text(s, def_get(s, trait)->name), list + 3);
    else if (shown == 1)
        sema_help(r, "the trait `%s` is implemented for `%s`", sema_text(s, def_get(s, trait)->name), list + 3);
    else if (left)
        sema_help(r, "the following other types implement trait `%s`:%s\nand %u others",
                  sema_text(s, def_get(s, trait)->name), list, (unsigned)left);
    else
        sema_help(r, "the following other types implement trait `%s`:%s", sema_text(s, def_get(s, trait)->name), list);
}

sema_report infer_report_argument_count(sema *s, sema_span at, sema_def closure, const sema_ty *wanted,
                                        uint32_t n_wanted, uint32_t has)
{
    sema_report r = sema_error(s, RUSTG_DIAG_CLOSURE_ARGUMENT_COUNT, at);
    infer_add_argument_count(&r, closure, wanted, n_wanted, has);
    return r;
}

static void report_callable(infer_ctx *c, const infer_pending *p, const sema_ty *args, sema_span at, sema_span call)
{
    sema *s = c->s;
    infer_fn_kind kind = trait_fn_kind(s, p->predicate.trait);
    sema_ty inputs = TY_NONE, output;
    ty_info self = *ty_get(s, args[0]);
    if (self.kind == TY_CLOSURE) {
        const infer_closure *closure = infer_closure_of(s, self.def);
        if (closure && closure->kind != FN_KIND_NONE && closure->kind > kind) {
            sema_report r = sema_error(s, RUSTG_DIAG_CLOSURE_KIND, def_closure_head(s, self.def));
            sema_arg(&r, "%s", infer_fn_kind_name(kind));
            sema_arg(&r, "%s", infer_fn_kind_name(closure->kind));
            sema_label(&r, at, "the requirement to implement `%s` derives from here", infer_fn_kind_name(kind));
            infer_add_required_by(s, &r, p);
            return;
        }
    }
    if (trait_callable(c, args[0], &inputs, &output) && p->predicate.n_args > 1 && ty_kind_of(s, args[1]) == TY_TUPLE) {
        inputs = infer_resolve(c, inputs);
        uint32_t has = ty_get(s, inputs)->n_args, wants = ty_get(s, args[1])->n_args;
        const char *what = self.kind == TY_CLOSURE ? "closure" : "function";
        if (has != wants) {
            sema_report r = infer_report_argument_count(s, at, self.kind == TY_CLOSURE ? self.def : 0,
                                                        ty_args(s, args[1], &wants), wants, has);
            infer_label_call(&r, call);
            infer_add_required_by(s, &r, p);
            return;
        }
        sema_report r = sema_error(s, RUSTG_DIAG_CLOSURE_ARGUMENTS, at);
        sema_arg(&r, "%s", what);
        const char *expected = "", *found = "";
        for (uint32_t i = 0; i < has; i++) {
            expected = arena_format(s->memory, "%s%s%s", expected, i ? ", " : "", ty_print(s, ty_arg(s, args[1], i)));
            found = arena_format(s->memory, "%s%s%s", found, i ? ", " : "", ty_print(s, ty_arg(s, inputs, i)));
        }
        sema_note(&r, "expected %s signature `fn(%s) -> _`\n   found %s signature `fn(%s) -> _`", what, expected, what,
                  found);
        infer_add_required_by(s, &r, p);
        return;
    }
    sema_report r = sema_error(s, RUSTG_DIAG_NOT_CALLABLE_BOUND, at);
    sema_arg(&r, "%s", trait_print_ref(s, p->predicate.trait, args, p->predicate.n_args));
    sema_arg(&r, "%s", ty_print(s, args[0]));
    infer_label_call(&r, call);
    sema_help(&r, "the trait `%s` is not implemented for `%s`",
              trait_print_ref(s, p->predicate.trait, args, p->predicate.n_args), ty_print(s, args[0]));
    infer_add_required_by(s, &r, p);
}

/* Whether the same has been said about the same place. A method's bound and what follows from its trait are two
 * obligations but one error. */
static bool infer_is_said(infer_ctx *c, uint32_t index, const sema_ty *args)
{
    const infer_pending *p = &c->pending.at[index];
    const infer_cause *cause = &infer_outermost(c, index)->cause;
    uint64_t key = sema_span_key(cause->at) + p->predicate.trait;
    if (cause->part.file && !cause->is_shown)
        key += sema_span_key(cause->part);
    for (uint32_t i = 0; i < p->predicate.n_args; i++)
        key = (key ^ key >> 29 ^ args[i]) * 0x9e3779b97f4a7c15u;
    uint32_t *said = arena_map_at(c->s->memory, &c->said, key | !key, 1);
    return (*said)++;
}

/* If `&T: Send` failed because T is not Sync, the message names the reference. */
static bool infer_is_shared_of(infer_ctx *c, const infer_pending *root, sema_ty t)
{
    sema *s = c->s;
    if (root->predicate.kind != PREDICATE_TRAIT || root->predicate.trait != def_lang(s, LANG_SEND))
        return false;
    sema_ty of = infer_resolve(c, root->predicate.args[0]);
    bool is_ref = ty_kind_of(s, of) == TY_REF && !ty_get(s, of)->mutable;
    while (ty_kind_of(s, of) == TY_REF)
        of = infer_resolve(c, ty_arg(s, of, 1));
    return is_ref && of == t;
}

/* rustc offers a derive rather than to say at the type that the trait is missing. */
static bool infer_report_derivable(infer_ctx *c, sema_def trait, sema_ty self)
{
    static const char *const derivable[] = {"default::Default", "cmp::Eq", "cmp::Ord", "hash::Hash"};
    sema *s = c->s;
    const sema_def adt = ty_get(s, self)->def;
    const bool is_union = def_kind_of(s, adt) == DEF_UNION;
    bool is_derivable = trait == def_lang(s, LANG_CLONE) || trait == def_lang(s, LANG_COPY);
    for (size_t i = 0; !is_union && def_get(s, trait)->is_library && i < sizeof derivable / sizeof *derivable; i++)
        is_derivable |= strcmp(def_path(s, trait), derivable[i]) == 0;
    uint32_t n, n_fields, n_args;
    const sema_def *variants = def_variants(s, adt, &n);
    const sema_ty *args = ty_args(s, self, &n_args);
    const ty_subst subst = {adt, args, n_args};
    for (uint32_t i = 0; is_derivable && i < n; i++) {
        const sema_def *fields = def_fields(s, variants[i], &n_fields);
        for (uint32_t k = 0; is_derivable && k < n_fields; k++) {
            const sema_ty of =
                infer_normalize(c, trait_subst(s, def_type(s, fields[k]), &subst), def_span(s, fields[k]));
            is_derivable = infer_holds(c, trait, &of, 1) == ANSWER_YES;
        }
    }
    return is_derivable;
}

static void infer_report_not_shown(infer_ctx *c, uint32_t index, sema_ty t, sema_span at, sema_span call)
{
    sema *s = c->s;
    const infer_cause *cause = &infer_outermost(c, index)->cause;
    const bool debug = c->pending.at[index].predicate.trait == def_lang(s, LANG_DEBUG);
    const char *self = ty_print(s, t), *trait = debug ? "Debug" : "std::fmt::Display";
    const bool is_users = ty_kind_of(s, t) == TY_ADT && !def_get(s, ty_get(s, t)->def)->is_library;
    sema_report r =
        sema_error_about(s, RUSTG_DIAG_FORMAT_TRAIT, at, cause->is_shown ? (sema_span){0, 0, 0} : cause->part);
    sema_arg(&r, "%s", self);
    sema_arg(&r, "%s", trait);
    infer_label_call(&r, call);
    if (cause->is_shown) {
        sema_primary_label(&r,
                           debug ? "`%s` cannot be formatted using `{:?}` because it doesn't implement `Debug`"
                                 : "`%s` cannot be formatted with the default formatter",
                           self);
        if (cause->part.file && !sema_same_span(cause->part, at))
            sema_label(&r, cause->part, "required by this formatting parameter");
    } else if (is_users && !debug) {
        sema_primary_label(&r, "unsatisfied trait bound");
    } else if (ty_kind_of(s, t) == TY_FN_DEF || ty_kind_of(s, t) == TY_CLOSURE) {
        sema_primary_label(&r, "the trait `%s` is not implemented for %s `%s`", trait,
                           ty_kind_of(s, t) == TY_FN_DEF ? "fn item" : "closure", self);
    }
    if (is_users && !debug)
        sema_help_at(&r, def_type_head_span(s, ty_get(s, t)->def), "the trait `%s` is not implemented for `%s`", trait,
                     self);
    else if (cause->is_shown)
        sema_help(&r, "the trait `%s` is not implemented for `%s`", trait, self);
    if (cause->is_shown && !debug)
        sema_note(&r, "in format strings you may be able to use `{:?}` (or {:#?} for pretty-print) instead");
    if (debug && is_users)
        sema_note(&r, "add `#[derive(Debug)]` to `%s` or manually `impl Debug for %s`", self, self);
    infer_add_required_by(s, &r, infer_outermost(c, index));
}

void infer_report_trait(infer_ctx *c, uint32_t index)
{
    sema *s = c->s;
    const infer_pending *p = &c->pending.at[index];
    const infer_pending *root = infer_outermost(c, index);
    sema_def trait = p->predicate.trait;
    const sema_ty *args = infer_resolve_all(c, p->predicate.args, p->predicate.n_args);
    if (!p->predicate.n_args || infer_any(c, args, p->predicate.n_args, TY_HAS_ERROR) || infer_is_said(c, index, args))
        return;
    sema_span call, at = infer_blame(c, index, &call);
    const char *self = ty_print(s, args[0]);
    const char *other = p->predicate.n_args > 1 ? ty_print(s, args[1]) : self;
    if (trait_fn_kind(s, trait) != FN_KIND_NONE) {
        report_callable(c, p, args, at, call);
        return;
    }
    if (trait == def_lang(s, LANG_SIZED)) {
        sema_span origin = sema_origin(s, at);
        for (uint32_t i = 0; i < s->diags.n; i++) /* a parameter and its binding begin at one place */
            if (s->diags.data[i].kind == RUSTG_DIAG_NOT_SIZED && s->diags.data[i].start == origin.start &&
                s->diags.data[i].file == s->files.at[origin.file]->index)
                return;
        const bool is_within = root != p && root->predicate.kind == PREDICATE_TRAIT && root->predicate.trait == trait;
        const char *whole = is_within ? ty_print(s, infer_resolve(c, root->predicate.args[0])) : "";
        sema_report r = sema_error(s, RUSTG_DIAG_NOT_SIZED, at);
        sema_arg(&r, "%s", self);
        sema_help(&r, "%s%s%sthe trait `Sized` is not implemented for `%s`", is_within ? "within `" : "", whole,
                  is_within ? "`, " : "", self);
        if (root->cause.what)
            sema_note(&r, "%s", root->cause.what);
        infer_add_implicit_bound(s, &r, root);
        return;
    }
    if (trait == def_lang(s, LANG_DEBUG) || trait == def_lang(s, LANG_DISPLAY)) {
        infer_report_not_shown(c, index, args[0], at, call);
        return;
    }
    sema_report r;
    const struct special *special = NULL;
    for (size_t i = 0; i < N_SPECIALS; i++)
        if (trait == def_lang(s, specials[i].item))
            special = &specials[i];
    const char *path = def_get(s, trait)->is_library ? def_path(s, trait) : "";
    for (size_t i = 0; i < sizeof special_paths / sizeof *special_paths; i++)
        if (strcmp(special_paths[i].path, path) == 0)
            special = &special_paths[i].about;
    if (strcmp(path, "iter::collect::FromIterator") == 0 && p->predicate.n_args > 1)
        special = infer_report_built(s, args[0], args[1]);
    const char *printed = trait_print_ref(s, trait, args, p->predicate.n_args);
    if (special) {
        sema_ty within = TY_NONE;
        r = sema_error(s, RUSTG_DIAG_TRAIT_SPECIAL, at);
        if (trait_auto_chain(c, NULL, index, &within) && infer_is_shared_of(c, root, args[0])) {
            special = &specials[N_SPECIALS - 1];
            const char *of_root = ty_print(s, infer_resolve(c, root->predicate.args[0]));
            sema_arg(&r, "%s", infer_report_fill(s, special->message, of_root, other));
            sema_primary_label(&r, "%s", infer_report_fill(s, special->label, of_root, other));
        } else {
            sema_arg(&r, "%s", infer_report_fill(s, special->message, self, other));
            sema_primary_label(&r, "%s", infer_report_fill(s, special->label, self, other));
        }
        if (within && ty_kind_of(s, within) == TY_CLOSURE)
            sema_label(&r, def_closure_head(s, ty_get(s, within)->def), "within this `%s`", ty_print(s, within));
        if (within)
            sema_help(&r, "within `%s`, the trait `%s` is not implemented for `%s`", ty_print(s, within), printed,
                      self);
        else
            sema_help(&r, "the trait `%s` is not implemented for `%s`", printed, self);
        const ty_info *over = ty_get(s, ty_kind_of(s, args[0]) == TY_REF ? ty_arg(s, args[0], 1) : args[0]);
        if (trait == def_lang(s, LANG_ITERATOR) && over->kind == TY_ADT && over->def == def_lang(s, LANG_GRID_MUT))
            sema_help(&r, "each thread has its own elements: `for i in thread::grid_stride(y.len())`, then `y[i]`");
        if ((trait == def_lang(s, LANG_ITERATOR) || trait == def_lang(s, LANG_INTO_ITERATOR)) &&
            ty_is_integer(s, args[0])) {
            sema_note(&r, "if you want to iterate between `start` until a value `end`, use the exclusive range syntax "
                          "`start..end` or the inclusive range syntax `start..=end`");
            if (!p->parent && trait == def_lang(s, LANG_ITERATOR))
                sema_note(&r, "required for `%s` to implement `IntoIterator`", self);
        }
    } else {
        ty_info of = *ty_get(s, args[0]);
        const bool is_users = of.kind == TY_ADT && !def_get(s, of.def)->is_library;
        const sema_ty within = infer_report_within(c, index);
        const char *where = within ? arena_format(s->memory, "within `%s`, ", ty_print(s, within)) : "";
        r = sema_error(s, RUSTG_DIAG_TRAIT_NOT_SATISFIED, at);
        sema_arg(&r, "%s", self);
        sema_arg(&r, "%s", printed);
        sema_arg(&r, "%s", within ? arena_format(s->memory, " in `%s`", ty_print(s, within)) : "");
        if (is_users && !infer_report_derivable(c, trait, args[0])) {
            sema_primary_label(&r, "unsatisfied trait bound");
            sema_help_at(&r, def_type_head_span(s, of.def), "%sthe trait `%s` is not implemented for `%s`", where,
                         printed, self);
        } else {
            sema_primary_label(&r, "%sthe trait `%s` is not implemented for %s`%s`", where, printed,
                               of.kind == TY_FN_DEF    ? "fn item "
                               : of.kind == TY_CLOSURE ? "closure "
                                                       : "",
                               self);
        }
        infer_add_other_impls(c, &r, trait, args[0]);
    }
    infer_label_call(&r, call);
    infer_add_chain(c, &r, index);
    if (root->cause.what)
        sema_note(&r, "%s", root->cause.what);
    else
        infer_add_required_by(s, &r, root);
}

void infer_report_pending(infer_ctx *c, uint32_t index)
{
    sema *s = c->s;
    const infer_pending *p = &c->pending.at[index];
    if (p->overflow && p->predicate.n_args) {
        const sema_ty *args = infer_resolve_all(c, p->predicate.args, p->predicate.n_args);
        if (infer_any(c, args, p->predicate.n_args, TY_HAS_ERROR))
            return;
        sema_report r = sema_error(s, RUSTG_DIAG_OVERFLOW_REQUIREMENT, infer_outermost(c, index)->cause.at);
        if (p->predicate.kind == PREDICATE_TRAIT)
            sema_arg(&r, "%s: %s", ty_print(s, args[0]),
                     trait_print_ref(s, p->predicate.trait, args, p->predicate.n_args));
        else
            sema_arg(&r, "%s == _", ty_print(s, ty_projection(s, p->predicate.trait, args, p->predicate.n_args)));
        return;
    }
    switch ((def_predicate_kind)p->predicate.kind) {
    case PREDICATE_TRAIT: infer_report_trait(c, index); break;
    case PREDICATE_PROJECTION: infer_report_projection(c, index); break;
    case PREDICATE_CLOSURE_KIND: {
        infer_pending fn = *infer_outermost(c, index);
        sema_ty self = infer_resolve(c, p->predicate.args[0]);
        const infer_closure *closure =
            ty_kind_of(s, self) == TY_CLOSURE ? infer_closure_of(s, ty_get(s, self)->def) : NULL;
        if (!closure || closure->kind == FN_KIND_NONE || p->predicate.trait == FN_KIND_NONE)
            break;
        sema_report r = sema_error(s, RUSTG_DIAG_CLOSURE_KIND, def_closure_head(s, ty_get(s, self)->def));
        sema_arg(&r, "%s", infer_fn_kind_name(p->predicate.trait));
        sema_arg(&r, "%s", infer_fn_kind_name(closure->kind));
        sema_label(&r, fn.cause.at, "the requirement to implement `%s` derives from here",
                   infer_fn_kind_name(p->predicate.trait));
        infer_add_required_by(s, &r, &fn);
        break;
    }
    case PREDICATE_OUTLIVES_TY:
    case PREDICATE_OUTLIVES: break;
    }
}

void infer_report_ambiguous(infer_ctx *c, uint32_t index)
{
    sema *s = c->s;
    const infer_pending *p = &c->pending.at[index];
    if (s->diags.n != c->n_diags || !p->predicate.n_args || p->predicate.kind == PREDICATE_CLOSURE_KIND)
        return;
    const sema_ty *args = infer_resolve_all(c, p->predicate.args, p->predicate.n_args);
    if (infer_any(c, args, p->predicate.n_args, TY_HAS_ERROR) || !infer_any(c, args, p->predicate.n_args, TY_HAS_INFER))
        return;
    sema_span at = infer_outermost(c, index)->cause.at;
    sema_def trait = p->predicate.trait;
    if (p->predicate.kind == PREDICATE_PROJECTION) {
        if (ty_kind_of(s, args[0]) == TY_INFER)
            return;
        trait = def_get(s, trait)->parent;
    }
    if (!at.file)
        return;
    if (trait == def_lang(s, LANG_SIZED)) {
        const ty_info *info = ty_get(s, args[0]);
        sema_span origin = info->kind == TY_INFER && info->value < c->vars.n ? c->vars.at[info->value].at : at;
        sema_report r = sema_error(s, RUSTG_DIAG_TYPE_ANNOTATIONS_NEEDED, origin.file ? origin : at);
        sema_arg(&r, "%s", "");
        sema_primary_label(&r, "cannot infer type");
        return;
    }
    sema_report r = sema_error(s, RUSTG_DIAG_TYPE_ANNOTATIONS_TRAIT, at);
    sema_note(&r, "cannot satisfy `%s: %s`", ty_print(s, args[0]),
              trait_print_ref(s, trait, args, def_generics(s, trait).n_params));
}

void infer_taint(infer_ctx *c)
{
    c->n_diags = UINT32_MAX;
}
