/* def_derivative.c: reads `#[derivative(rule)]`, which gives a function the rule of its derivative, and checks that the
 * rule fits: it takes what the function takes and then the gradient for its result, and gives the gradients for the
 * parameters that have floats, one as it is, several as a tuple. */
#include "lexer/token_class.h"
#include "rustg/diagnostic_kind.h"
#include "sema/infer/infer.h"
#include "sema/items/def_table.h"
#include "sema/names/resolve.h"

/* Where a type has floats. BEHIND: what it refers to has. CHOSEN: in an enum or union, whose parts share their place. A
 * type that is not known yet counts as floats. */
enum { FLOATS_WITHIN = 1, FLOATS_BEHIND = 2, FLOATS_CHOSEN = 4, DEEPEST_FLOATS = 24 };

static uint8_t def_derivative_floats(sema *s, sema_ty t, uint32_t depth);

static uint8_t def_derivative_floats_of_adt(sema *s, sema_ty t, uint32_t depth)
{
    const ty_info info = *ty_get(s, t);
    const ty_subst subst = {info.def, ty_args(s, t, &(uint32_t){0}), info.n_args};
    uint32_t n_variants, n_fields;
    uint8_t floats = 0;
    const sema_def *variants = def_variants(s, info.def, &n_variants);
    for (uint32_t i = 0; i < n_variants; i++) {
        const sema_def *fields = def_fields(s, variants[i], &n_fields);
        for (uint32_t k = 0; k < n_fields; k++)
            floats |= def_derivative_floats(s, ty_substitute(s, def_type(s, fields[k]), &subst), depth + 1);
    }
    if ((floats & FLOATS_WITHIN) && def_kind_of(s, info.def) != DEF_STRUCT)
        floats |= FLOATS_CHOSEN;
    return floats;
}

static uint8_t def_derivative_floats(sema *s, sema_ty t, uint32_t depth)
{
    const ty_info info = *ty_get(s, t);
    uint8_t floats = 0;
    if (depth > DEEPEST_FLOATS)
        return 0;
    switch ((ty_kind)info.kind) {
    case TY_CASES_FLOAT:
    case TY_CASES_UNKNOWN: return FLOATS_WITHIN;
    case TY_ADT: return def_derivative_floats_of_adt(s, t, depth);
    case TY_CASES_LIST: return def_derivative_floats(s, ty_arg(s, t, 0), depth + 1);
    case TY_TUPLE:
        for (uint32_t i = 0; i < info.n_args; i++)
            floats |= def_derivative_floats(s, ty_arg(s, t, i), depth + 1);
        return floats;
    case TY_CASES_POINTER:
        return def_derivative_floats(s, ty_arg(s, t, info.kind == TY_REF), depth + 1) ? FLOATS_BEHIND : 0;
    case TY_DYN: return FLOATS_BEHIND;
    case TY_CASES_CALLABLE:
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_BOOL:
    case TY_CHAR:
    case TY_CASES_SIGNED:
    case TY_CASES_UNSIGNED:
    case TY_NEVER:
    case TY_STR:
    case TY_CASES_NO_TYPE: break;
    }
    return 0;
}

bool def_has_gradient(sema *s, sema_ty t)
{
    return (def_derivative_floats(s, t, 0) & FLOATS_WITHIN) != 0;
}

static void def_derivative_wrong(sema *s, sema_span at, const char *what)
{
    sema_report r = sema_error(s, RUSTG_DIAG_DERIVATIVE_FORM, at);
    sema_arg(&r, "%s", what);
}

static bool def_derivative_is_word(sema *s, uint32_t file, uint32_t tok)
{
    const uint32_t kind = def_tok_kind(s, file, tok);
    return TOKEN_IS_IDENT(kind) || kind == RUSTG_TOK_KW_CRATE || kind == RUSTG_TOK_KW_SELF ||
           kind == RUSTG_TOK_KW_SUPER;
}

/* The path between the parentheses; n_segments 0: there is none. */
static syntax_path def_derivative_path(sema *s, const def_attr *attr)
{
    VEC(syntax_segment) segments = {0};
    syntax_path path = {0};
    uint32_t at = attr->first + 1, last = attr->last - 1;
    if (attr->first >= attr->last || def_tok_kind(s, attr->file, attr->first) != RUSTG_TOK_L_PAREN)
        return path;
    if (last > at && def_tok_kind(s, attr->file, last - 1) == RUSTG_TOK_COMMA)
        last--;
    path.span = at < last ? def_toks_span(s, attr->file, at, last) : sema_node_span(s, attr->node);
    for (bool is_first = true; at < last; is_first = false) {
        const bool has_colons = last > at + 1 && def_tok_kind(s, attr->file, at) == RUSTG_TOK_COLON &&
                                def_tok_kind(s, attr->file, at + 1) == RUSTG_TOK_COLON;
        path.global |= is_first && has_colons;
        if (!is_first && !has_colons)
            return path;
        at += has_colons ? 2 : 0;
        if (at >= last || !def_derivative_is_word(s, attr->file, at))
            return path;
        const syntax_segment segment = {.name = syntax_tok_name(s, attr->file, at),
                                        .span = syntax_tok_span(s, attr->file, at)};
        vec_push(s->memory, &segments, segment);
        at++;
    }
    path.segments = segments.at;
    path.n_segments = segments.n;
    return path;
}

/* What the function's signature has that no rule can give a gradient for, reported. */
static bool def_derivative_takes_rule(sema *s, sema_def fn, const def_sig *sig, sema_span at)
{
    const char *name = sema_text(s, def_get(s, fn)->name), *what = NULL;
    const def_kind above = def_kind_of(s, def_get(s, fn)->parent);
    def_attr other;
    uint32_t n_gradients = 0;
    for (uint32_t i = 0; i <= sig->n_inputs && !what; i++) {
        const bool is_result = i == sig->n_inputs;
        const sema_ty t = is_result ? sig->output : sig->inputs[i];
        const uint8_t floats = def_derivative_floats(s, t, 0);
        n_gradients += !is_result && (floats & FLOATS_WITHIN);
        if (floats & FLOATS_BEHIND)
            what = arena_format(s->memory, "`%s` %s `%s`, and a rule is for floats that are passed by value", name,
                                is_result ? "gives" : "takes", ty_print_short(s, t));
        else if (floats & FLOATS_CHOSEN)
            what = arena_format(s->memory, "`%s` %s `%s`, and a rule is for floats that are in no enum or union", name,
                                is_result ? "gives" : "takes", ty_print_short(s, t));
        else if (is_result && !floats)
            what = arena_format(s->memory, "`%s` gives no floats, so it has no derivative", name);
    }
    if (!what && !n_gradients)
        what = arena_format(s->memory, "`%s` takes no floats, so it has no derivative", name);
    if (above == DEF_TRAIT)
        what = "a trait's function has no rule: those of its impls may have";
    else if (def_find_attr(s, def_get(s, fn)->node, "kernel", 0, &other))
        what = "a kernel has no rule: `#[kernel(adjoint)]` makes its gradient";
    else if (def_find_attr(s, def_get(s, fn)->node, "derivative", 1, &other))
        what = "a function has one rule";
    if (what)
        def_derivative_wrong(s, at, what);
    return !what;
}

/* The function's generic arguments as the rule's; NULL: it has others. */
static const sema_ty *def_derivative_args(sema *s, sema_def fn, sema_def rule, uint32_t *n)
{
    const def_generics_list have = def_generics(s, fn), wanted = def_generics(s, rule);
    sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, wanted.n_params + 1);
    uint32_t from = 0;
    *n = wanted.n_params;
    for (uint32_t i = 0; i < wanted.n_params; i++) {
        if (def_kind_of(s, wanted.params[i]) == DEF_LIFETIME_PARAM) {
            args[i] = ty_erased(s);
            continue;
        }
        while (from < have.n_params && def_kind_of(s, have.params[from]) == DEF_LIFETIME_PARAM)
            from++;
        if (from == have.n_params || def_kind_of(s, have.params[from]) != def_kind_of(s, wanted.params[i]))
            return NULL;
        args[i] = ty_param(s, have.params[from++]);
    }
    while (from < have.n_params && def_kind_of(s, have.params[from]) == DEF_LIFETIME_PARAM)
        from++;
    return from == have.n_params ? args : NULL;
}

sema_ty def_derivative_gradients(sema *s, const sema_ty *inputs, const bool *has_gradient, uint32_t n)
{
    sema_ty *gradients = ARENA_ARRAY(s->memory, sema_ty, n + 1);
    uint32_t n_gradients = 0;
    for (uint32_t i = 0; i < n; i++)
        if (has_gradient[i])
            gradients[n_gradients++] = inputs[i];
    return n_gradients == 1 ? gradients[0] : ty_tuple(s, gradients, n_gradients);
}

/* The inputs and the result that a rule of the function has. */
static const sema_ty *def_derivative_wanted(sema *s, const def_sig *sig)
{
    sema_ty *wanted = ARENA_ARRAY(s->memory, sema_ty, sig->n_inputs + 2);
    bool *has_gradient = ARENA_ARRAY(s->memory, bool, sig->n_inputs + 1);
    for (uint32_t i = 0; i < sig->n_inputs; i++) {
        wanted[i] = ty_erase_regions(s, sig->inputs[i]);
        has_gradient[i] = def_has_gradient(s, wanted[i]);
    }
    wanted[sig->n_inputs] = ty_erase_regions(s, sig->output);
    wanted[sig->n_inputs + 1] = def_derivative_gradients(s, wanted, has_gradient, sig->n_inputs);
    return wanted;
}

static void def_derivative_unlike(sema *s, sema_def fn, sema_def rule, sema_span at, const sema_ty *wanted, uint32_t n,
                                  const char *why)
{
    sema_report r = sema_error(s, RUSTG_DIAG_DERIVATIVE_RULE, at);
    sema_arg(&r, "%s", sema_text(s, def_get(s, rule)->name));
    sema_arg(&r, "%s", sema_text(s, def_get(s, fn)->name));
    sema_arg(&r, "%s", why);
    sema_note(&r, "expected signature `%s`", ty_print_short(s, ty_fn_ptr(s, false, wanted, n + 2)));
    if (!def_get(s, rule)->is_library)
        sema_note_at(&r, def_head_span(s, rule), "the rule is this");
}

static bool def_derivative_fits(sema *s, sema_def fn, sema_def rule, sema_span at)
{
    const def_sig sig = def_fn_sig(s, fn), rules = def_fn_sig(s, rule);
    const sema_ty *wanted = def_derivative_wanted(s, &sig);
    uint32_t n_args;
    const sema_ty *args = def_derivative_args(s, fn, rule, &n_args);
    const char *why = NULL;
    if (!args)
        why = "it has other generic parameters";
    else if (rules.n_inputs != sig.n_inputs + 1)
        why = arena_format(s->memory, "its parameters are %u, and not %u", rules.n_inputs, sig.n_inputs + 1);
    else if (rules.is_unsafe && !sig.is_unsafe)
        why = "it is unsafe";
    if (why) {
        def_derivative_unlike(s, fn, rule, at, wanted, sig.n_inputs, why);
        return false;
    }
    const ty_subst subst = {rule, args, n_args};
    infer_ctx *c = infer_begin(s, fn);
    for (uint32_t i = 0; i < rules.n_inputs + 1 && !why; i++) {
        const sema_ty its = ty_erase_regions(s, i < rules.n_inputs ? rules.inputs[i] : rules.output);
        const sema_ty is = infer_normalize(c, ty_substitute(s, its, &subst), at);
        if (!infer_unify(c, is, infer_normalize(c, wanted[i], at)))
            why = i < rules.n_inputs ? arena_format(s->memory, "its parameter %u is `%s`, and not `%s`", i + 1,
                                                    ty_print_short(s, is), ty_print_short(s, wanted[i]))
                                     : arena_format(s->memory, "it gives `%s`, and not `%s`", ty_print_short(s, is),
                                                    ty_print_short(s, wanted[i]));
    }
    if (why) {
        def_derivative_unlike(s, fn, rule, at, wanted, sig.n_inputs, why);
        return false;
    }
    infer_require_all(c, rule, args, n_args, (infer_cause){.at = at, .bound_of = rule});
    infer_finish(c);
    return true;
}

void def_check_derivative(sema *s, sema_def fn)
{
    def_attr attr;
    if (!def_find_attr(s, def_get(s, fn)->node, "derivative", 0, &attr))
        return;
    if (!def_names_attribute(s, fn, &attr, "derivative"))
        return;
    const def_sig sig = def_fn_sig(s, fn);
    const syntax_path path = def_derivative_path(s, &attr);
    if (!path.n_segments) {
        def_derivative_wrong(s, path.span.file ? path.span : sema_node_span(s, attr.node),
                             "the attribute names the rule: `#[derivative(rule)]`");
        return;
    }
    if (!def_derivative_takes_rule(s, fn, &sig, sema_node_span(s, attr.node)))
        return;
    const sema_def scope = def_get(s, fn)->parent;
    const res found = resolve_path(s, scope, &path, NAMESPACE_VALUE, false);
    if (found.kind != RES_DEF || def_kind_of(s, found.def) != DEF_FN) {
        if (found.kind == RES_DEF)
            def_derivative_wrong(s, path.span, "a rule is a function of a module");
        return;
    }
    if (def_derivative_fits(s, fn, found.def, path.span))
        vec_push(s->memory, &def_tab(s)->derivatives, ((def_derivative){fn, found.def}));
}

sema_def def_derivative_rule(const sema *s, sema_def fn)
{
    const def_table *t = def_tab(s);
    for (uint32_t i = 0; i < t->derivatives.n; i++)
        if (t->derivatives.at[i].fn == fn)
            return t->derivatives.at[i].rule;
    return 0;
}
