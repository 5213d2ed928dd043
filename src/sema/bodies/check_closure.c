/* check_closure.c: gives a closure its signature, from what is expected of it. It follows rustc's closure.rs. */
#include "sema/bodies/check_internal.h"

typedef struct expected_sig {
    bool known;
    uint8_t kind;          /* infer_fn_kind; NONE: not told */
    const sema_ty *params; /* NULL: not told */
    uint32_t n_params;
    sema_ty output;            /* TY_NONE: not told */
    sema_ty told, told_output; /* with lifetimes: a tuple, and the output; TY_NONE: not known */
    sema_span at;              /* what tells the parameters; nowhere: not a bound */
    bool by_pointer;
} expected_sig;

static void check_told_by_pointer(sema *s, expected_sig *sig, sema_ty pointer)
{
    uint32_t n;
    const sema_ty *parts = ty_args(s, pointer, &n);
    sig->told = ty_tuple(s, parts, n - 1);
    sig->told_output = parts[n - 1];
    sig->by_pointer = true;
}

/* What `dyn Fn(A) -> B` behind the reference that the closure is borrowed for says. */
static expected_sig check_sig_of_object(check *c, sema_ty object)
{
    sema *s = c->s;
    expected_sig sig = {.kind = FN_KIND_NONE};
    uint32_t n;
    const def_predicate *p = infer_dyn_bounds(s, object, &n);
    for (uint32_t i = 0; i < n; i++) {
        if (p[i].kind == PREDICATE_PROJECTION && p[i].trait == def_lang(s, LANG_FN_ONCE_OUTPUT))
            sig.output = p[i].equals;
        for (uint32_t kind = FN_KIND_FN; kind < FN_KIND_NONE && p[i].kind == PREDICATE_TRAIT && p[i].n_args > 1;
             kind++) {
            const sema_ty params = infer_shallow(c->infer, p[i].args[1]);
            if (p[i].trait != def_lang(s, check_fn_traits[kind]) || kind >= sig.kind ||
                ty_kind_of(s, params) != TY_TUPLE)
                continue;
            sig.kind = (uint8_t)kind;
            sig.params = ty_args(s, params, &sig.n_params);
            const sema_ty called_as = def_dyn_called_as(s, object);
            if (called_as)
                check_told_by_pointer(s, &sig, called_as);
            sig.known = true;
        }
    }
    return sig;
}

static expected_sig check_sig_of_expectation(check *c, check_expect expect)
{
    sema *s = c->s;
    expected_sig sig = {.kind = FN_KIND_NONE};
    const sema_ty hint = expect.kind == EXPECT_CASTABLE ? check_shallow(c, expect.ty) : (sema_ty)TY_NONE;
    if (hint && ty_kind_of(s, hint) == TY_DYN)
        return check_sig_of_object(c, hint);
    const bool to_pointer = hint && ty_kind_of(s, hint) == TY_FN_PTR;
    sema_ty want = to_pointer ? hint : check_expect_ty(c, expect);
    if (!want)
        return sig;
    if (ty_kind_of(s, want) == TY_FN_PTR) {
        uint32_t n;
        sig.params = ty_fn_ptr_parts(s, want, &n);
        sig.n_params = n - 1;
        sig.output = sig.params[n - 1];
        check_told_by_pointer(s, &sig, want);
        sig.known = true;
        return sig;
    }
    if (!check_is_var(c, want))
        return sig;
    for (uint32_t i = 0; i < c->fn_bounds.n; i++) {
        const check_fn_bound *b = &c->fn_bounds.at[i];
        if (infer_shallow(c->infer, b->self) != want)
            continue;
        sema_ty params = infer_shallow(c->infer, b->params);
        if (ty_kind_of(s, params) == TY_TUPLE && !sig.params)
            sig.params = ty_args(s, params, &sig.n_params), sig.told = b->told, sig.at = b->at;
        b = &c->fn_bounds.at[i];
        if (b->kind == FN_KIND_NONE)
            sig.output = b->output, sig.told_output = b->told;
        else if (b->kind < sig.kind)
            sig.kind = b->kind;
        if (b->called_as)
            check_told_by_pointer(s, &sig, b->called_as);
        sig.known = true;
    }
    return sig;
}

/* The call whose callee a bound is of, or the method's name. */
static sema_span check_told_at(const sema *s, sema_node closure, sema_span bound)
{
    sema_node at = closure;
    if (!bound.file)
        return syntax_closure_head(s, closure);
    while (syntax_is(at) && !sema_is_within(bound, sema_node_span(s, at)))
        at = syntax_parent(s, at);
    return syntax_is(at) && syntax_kind(s, at) == RUSTG_AST_ExprCall ? sema_node_span(s, at) : bound;
}

static void check_tell_count(check *c, const expected_sig *expected, sema_def closure, uint32_t has)
{
    sema *s = c->s;
    sema_ty *wanted = ARENA_ARRAY(s->memory, sema_ty, expected->n_params);
    for (uint32_t i = 0; i < expected->n_params; i++)
        wanted[i] = infer_resolve(c->infer, expected->params[i]);
    infer_report_argument_count(s, check_told_at(s, def_get(s, closure)->node, expected->at), closure, wanted,
                                expected->n_params, has);
}

/* The types of a signature that is wrong. */
static const sema_ty *check_wrong_types(check *c, uint32_t n)
{
    sema_ty *types = ARENA_ARRAY(c->s->memory, sema_ty, n);
    for (uint32_t i = 0; i < n; i++)
        types[i] = TY_ERROR;
    return types;
}

thir_expr check_closure(check *c, sema_node n, check_expect expect)
{
    sema *s = c->s;
    sema_span at = sema_node_span(s, n);
    expected_sig expected = check_sig_of_expectation(c, expect);
    VEC(sema_node) params = {0};
    sema_node value = {0}, result = {0};
    for (sema_node k = syntax_first_real(s, n); syntax_is(k); k = syntax_next_real(s, k)) {
        uint8_t kind = syntax_kind(s, k);
        if (kind == RUSTG_AST_Param)
            vec_push(s->memory, &params, k);
        else if (rustg_ast_kind_class(kind) == RUSTG_AST_CLASS_TY)
            result = k;
        else if (rustg_ast_kind_class(kind) == RUSTG_AST_CLASS_EXPR)
            value = k;
    }
    const def_info *owner = def_get(s, c->owner);
    sema_def def = def_add(s, (def_info){.kind = DEF_CLOSURE,
                                         .parent = c->owner,
                                         .node = n,
                                         .is_library = owner->is_library,
                                         .crate = owner->crate});
    check_frame *outer = c->frame, *frame = ARENA_NEW(s->memory, check_frame);
    thir_body *body = check_new_body(c, def);
    sema_ty *types = ARENA_ARRAY(s->memory, sema_ty, params.n), *told = ARENA_ARRAY(s->memory, sema_ty, params.n);
    thir_written *in_head = ARENA_ARRAY(s->memory, thir_written, params.n + 1);
    const bool is_wrong = expected.params && expected.n_params != params.n;
    bool use_expected = expected.params && !is_wrong;
    if (is_wrong) {
        check_tell_count(c, &expected, def, params.n);
        expected.output = TY_ERROR;
    }
    uint32_t n_told = 0;
    const sema_ty *told_of_bound =
        expected.told && ty_kind_of(s, expected.told) == TY_TUPLE ? ty_args(s, expected.told, &n_told) : NULL;
    for (uint32_t i = 0; i < params.n; i++) {
        sema_node type = syntax_child_in(s, params.at[i], RUSTG_AST_CLASS_TY, 0);
        sema_span span = sema_node_span(s, params.at[i]);
        bool is_written = syntax_is(type) && syntax_kind(s, type) != RUSTG_AST_TyInfer;
        sema_ty written = is_written ? check_type_with_lifetimes(c, type, &told[i]) : (sema_ty)TY_NONE;
        in_head[i] = (thir_written){told[i], span};
        if (use_expected)
            told[i] = told_of_bound && i < n_told ? told_of_bound[i] : (sema_ty)TY_NONE;
        if (written && use_expected && !infer_unify(c->infer, expected.params[i], written))
            expected.output = TY_NONE; /* the bound or the coercion says so */
        types[i] = is_wrong       ? (sema_ty)TY_ERROR
                   : written      ? written
                   : use_expected ? expected.params[i]
                                  : check_var(c, span);
        check_require_sized(c, types[i], syntax_is(type) ? sema_node_span(s, type) : span, NULL);
    }
    thir_written *of_result = &in_head[params.n];
    of_result->span = syntax_is(result) ? sema_node_span(s, result) : at;
    sema_ty output = syntax_is(result) ? check_written_type(c, result, &of_result->ty)
                     : expected.output ? expected.output
                                       : check_var(c, at);
    frame->outer = outer;
    frame->body = body;
    frame->is_closure = true;
    frame->closure = n;
    frame->closure_def = def;
    frame->result = output;
    frame->result_written = syntax_is(result);
    frame->result_span = syntax_is(result) ? sema_node_span(s, result) : at;
    if (is_wrong)
        output = TY_ERROR;
    const infer_closure signature = {.inputs = is_wrong ? check_wrong_types(c, expected.n_params) : types,
                                     .n_inputs = is_wrong ? expected.n_params : params.n,
                                     .output = output,
                                     .kind = expected.kind};
    infer_set_closure(s, def, signature);
    uint32_t n_args;
    const sema_ty *args = def_identity_args(s, c->owner, &n_args);
    sema_ty ty = ty_erase_regions(s, ty_make(s, (ty_info){.kind = TY_CLOSURE, .def = def, .n_args = n_args}, args));
    thir_expr e = check_node(c, (thir_node){.op = THIR_CLOSURE, .ty = ty, .span = at, .def = def});
    frame->closure_expr = e;
    vec_push(s->memory, &outer->body->closures, def);
    c->frame = frame;
    check_scope scope = check_enter(c);
    check_params(c, params.at, params.n, types);
    check_merge returns;
    check_merge_begin(&returns, output);
    frame->returns = frame->result_written ? NULL : &returns;
    body->result = output;
    body->told = told;
    body->told_by_bound = use_expected;
    body->told_by_pointer = use_expected && expected.by_pointer;
    body->told_result = use_expected ? expected.told_output : (sema_ty)TY_NONE;
    body->written = in_head;
    thir_expr v = check_expr(c, value, (check_expect){EXPECT_TYPE, output});
    check_why why = {0};
    if (frame->result_written) {
        why.at = frame->result_span;
        why.label = arena_format(s->memory, "expected `%s` because of return type", check_show(c, output));
    }
    if (frame->returns) {
        check_merge_add(c, &returns, v, &why);
        sema_ty got = check_merge_end(c, &returns);
        if (got == TY_NEVER)
            check_try_coerce(c, v, output);
        else
            infer_unify(c->infer, output, check_at(c, v)->ty == TY_ERROR ? (sema_ty)TY_ERROR : got);
    } else
        check_coerce(c, v, output, &why);
    check_require_sized(c, output, sema_node_span(s, syntax_is(result) ? result : value), NULL);
    body->value = v;
    check_leave(c, scope);
    c->frame = outer;
    if (body->failed)
        outer->body->failed = true;
    vec_push(s->memory, &c->closure_frames, frame);
    return e;
}
