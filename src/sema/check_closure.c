/* check_closure.c: closures: their signatures from what is expected, their captures and kinds from their uses, after
 * rustc's closure.rs and upvar.rs. Variables are captured whole. */
#include "sema/check_inside.h"

typedef struct expected_sig {
    bool known;
    uint8_t kind;          /* 0 Fn, 1 FnMut, 2 FnOnce; 3 not told */
    const sema_ty *params; /* NULL: not told */
    uint32_t n_params;
    sema_ty output;        /* TY_NONE: not told */
} expected_sig;

static expected_sig sig_of_expectation(check *c, check_expect expect)
{
    sema *s = c->s;
    expected_sig sig = {.kind = 3};
    sema_ty want = check_expect_ty(c, expect);
    if (!want)
        return sig;
    if (ty_kind_of(s, want) == TY_FN_PTR) {
        uint32_t n;
        sig.params = ty_args(s, want, &n);
        sig.n_params = n - 1;
        sig.output = sig.params[n - 1];
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
            sig.params = ty_args(s, params, &sig.n_params);
        b = &c->fn_bounds.at[i];
        if (b->kind == 3)
            sig.output = b->output;
        else if (b->kind < sig.kind)
            sig.kind = b->kind;
        sig.known = true;
    }
    return sig;
}

thir_expr check_closure(check *c, sema_node n, check_expect expect)
{
    sema *s = c->s;
    sema_span at = sema_node_span(s, n);
    expected_sig expected = sig_of_expectation(c, expect);
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
    sema_def def = def_add(s, (def_info){.kind = DEF_CLOSURE, .parent = c->owner, .node = n, .is_library = owner->is_library, .crate = owner->crate});
    check_frame *outer = c->frame, *frame = ARENA_NEW(s->memory, check_frame);
    thir_body *body = check_new_body(c, def);
    sema_ty *types = ARENA_ARRAY(s->memory, sema_ty, params.n);
    bool use_expected = expected.params && expected.n_params == params.n;
    for (uint32_t i = 0; i < params.n; i++) {
        sema_node type = syntax_child_in(s, params.at[i], RUSTG_AST_CLASS_TY, 0);
        sema_span span = sema_node_span(s, params.at[i]);
        sema_ty written = syntax_is(type) && syntax_kind(s, type) != RUSTG_AST_TyInfer ? check_type(c, type) : (sema_ty)TY_NONE;
        if (written && use_expected)
            check_equal(c, span, expected.params[i], written, NULL);
        types[i] = written ? written : use_expected ? expected.params[i] : check_var(c, span);
    }
    sema_ty output = syntax_is(result) ? check_type(c, result) : expected.output ? expected.output : check_var(c, at);
    frame->outer = outer;
    frame->body = body;
    frame->is_closure = true;
    frame->closure = n;
    frame->closure_def = def;
    frame->result = output;
    frame->result_written = syntax_is(result);
    frame->result_span = syntax_is(result) ? sema_node_span(s, result) : at;
    infer_set_closure(s, def, (infer_closure){.inputs = types, .n_inputs = params.n, .output = output, .kind = expected.kind});
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
        else if (got != TY_ERROR)
            infer_unify(c->infer, output, got);
    } else
        check_coerce(c, v, output, &why);
    body->value = v;
    check_leave(c, scope);
    c->frame = outer;
    if (body->failed)
        outer->body->failed = true;
    vec_push(s->memory, &c->closure_frames, frame);
    return e;
}

/* ---- Captures: what the body does with each captured variable ---- */

typedef enum use_mode { USE_SHARED, USE_MUT, USE_VALUE } use_mode;
typedef struct capture_use { bool any, shared, mut, moved, only_unique; } capture_use;
typedef struct capture_walk {
    check *c;
    thir_body *body;
    capture_use *uses;
} capture_walk;

static void walk(capture_walk *w, thir_expr e);

static void record(capture_walk *w, uint32_t index, use_mode mode, bool unique)
{
    capture_use *u = &w->uses[index];
    if (!u->any)
        u->only_unique = true;
    u->any = true;
    if (mode == USE_SHARED)
        u->shared = true;
    else if (mode == USE_MUT) {
        u->mut = true;
        u->only_unique &= unique;
    } else
        u->moved = true;
}

static void use_place(capture_walk *w, thir_expr e, use_mode mode, bool unique)
{
    for (;;) {
        const thir_node *n = &w->body->exprs.at[e];
        if (!n->is_place) {
            walk(w, e);
            return;
        }
        if (mode == USE_VALUE) { /* copied out, or moved */
            if (infer_is_copy(w->c->infer, n->ty))
                mode = USE_SHARED;
            n = &w->body->exprs.at[e];
        }
        switch (n->op) {
        case THIR_UPVAR: record(w, n->index, mode, unique); return;
        case THIR_FIELD:
        case THIR_USE: e = n->a; break;
        case THIR_INDEX: {
            thir_expr index = n->b;
            e = n->a;
            walk(w, index);
            break;
        }
        case THIR_DEREF: {
            e = n->a;
            sema_ty through = infer_shallow(w->c->infer, w->body->exprs.at[e].ty);
            const ty_info *i = ty_get(w->c->s, through);
            if (mode == USE_MUT && i->kind == TY_REF && i->mutable)
                unique = true;
            else
                mode = USE_SHARED;
            break;
        }
        default: return;
        }
    }
}

static use_mode mode_of_pattern(capture_walk *w, thir_pat p)
{
    const thir_pat_node n = w->body->pats.at[p];
    use_mode mode = USE_SHARED, inner;
    if (n.op == PAT_BINDING) {
        if (n.index == 2)
            mode = USE_MUT;
        else if (n.index == 0 && !infer_is_copy(w->c->infer, n.ty))
            mode = USE_VALUE;
    }
    if (n.a && (inner = mode_of_pattern(w, n.a)) > mode)
        mode = inner;
    bool pairs = n.op == PAT_VARIANT || n.op == PAT_LEAF;
    for (uint32_t i = 0; i < n.n; i++) {
        inner = mode_of_pattern(w, w->body->lists.at[n.first + (pairs ? 2 * i + 1 : i)]);
        if (inner > mode)
            mode = inner;
    }
    return mode;
}

static void use_scrutinee(capture_walk *w, thir_expr e, use_mode mode)
{
    if (!w->body->exprs.at[e].is_place) {
        walk(w, e);
        return;
    }
    sema_ty ty = infer_shallow(w->c->infer, w->body->exprs.at[e].ty);
    bool by_reference = ty_kind_of(w->c->s, ty) == TY_REF;
    if (by_reference && mode == USE_VALUE)
        mode = infer_is_copy(w->c->infer, ty) ? USE_SHARED : USE_VALUE;
    use_place(w, e, mode, by_reference);
}

static void walk_block(capture_walk *w, const thir_node *n)
{
    for (uint32_t i = 0; i < n->n; i++) {
        thir_stmt_node stmt = w->body->stmts.at[w->body->lists.at[n->first + i]];
        if (stmt.kind == THIR_STMT_LET && stmt.expr)
            use_scrutinee(w, stmt.expr, mode_of_pattern(w, stmt.pat));
        else if (stmt.expr)
            walk(w, stmt.expr);
        if (stmt.otherwise)
            walk(w, stmt.otherwise);
    }
    if (n->a)
        walk(w, n->a);
}

static void walk(capture_walk *w, thir_expr e)
{
    if (!e)
        return;
    thir_node n = w->body->exprs.at[e];
    if (n.is_place) {
        use_place(w, e, USE_VALUE, false);
        return;
    }
    switch (n.op) {
    case THIR_BORROW: use_place(w, n.a, n.index ? USE_MUT : USE_SHARED, n.index == 3); return;
    case THIR_RAW_BORROW: use_place(w, n.a, n.index ? USE_MUT : USE_SHARED, false); return;
    case THIR_ASSIGN:
    case THIR_ASSIGN_OP:
        walk(w, n.b);
        use_place(w, n.a, USE_MUT, false);
        return;
    case THIR_BLOCK: walk_block(w, &n); return;
    case THIR_LET: use_scrutinee(w, n.a, mode_of_pattern(w, n.pat)); return;
    case THIR_MATCH: {
        use_mode mode = USE_SHARED;
        for (uint32_t i = 0; i < n.n; i++) {
            thir_arm_node arm = w->body->arms.at[w->body->lists.at[n.first + i]];
            use_mode one = mode_of_pattern(w, arm.pat);
            mode = one > mode ? one : mode;
            walk(w, arm.guard);
            walk(w, arm.body);
        }
        use_scrutinee(w, n.a, mode);
        return;
    }
    case THIR_ADT:
        for (uint32_t i = 0; i < n.n; i++)
            walk(w, w->body->lists.at[n.first + 2 * i + 1]);
        walk(w, n.b);
        return;
    case THIR_LITERAL:
    case THIR_STRING:
    case THIR_FN:
    case THIR_CONST:
    case THIR_ERROR: return;
    default:
        walk(w, n.a);
        walk(w, n.b);
        walk(w, n.c);
        for (uint32_t i = 0; i < n.n; i++)
            walk(w, w->body->lists.at[n.first + i]);
    }
}

static void settle_calls(check *c, sema_def closure, uint8_t kind)
{
    check_frame *before = c->frame;
    for (uint32_t i = 0; i < c->closure_calls.n; i++) {
        check_closure_call call = c->closure_calls.at[i];
        if (call.closure != closure)
            continue;
        c->frame = call.frame;
        uint32_t n_args;
        const thir_node *n = check_at(c, call.call);
        thir_expr receiver = c->frame->body->lists.at[n->first];
        const sema_ty *args = ty_args(c->s, check_at(c, n->a)->ty, &n_args);
        check_set_fn_call(c, call.call, check_at(c, receiver)->a, kind, args[0], args[1]);
    }
    c->frame = before;
}

static void settle(check *c, check_frame *frame)
{
    sema *s = c->s;
    thir_body *body = frame->body;
    uint32_t n = body->captures.n;
    capture_walk w = {.c = c, .body = body, .uses = ARENA_ARRAY(s->memory, capture_use, n)};
    walk(&w, body->value);
    bool move = syntax_is_move(s, frame->closure), copy = true;
    uint8_t kind = 0;
    check_frame *before = c->frame;
    c->frame = frame->outer;
    uint32_t *values = ARENA_ARRAY(s->memory, uint32_t, n);
    for (uint32_t i = 0; i < n; i++) {
        const capture_use *u = &w.uses[i];
        thir_capture *capture = &body->captures.at[i];
        if (u->moved)
            kind = 2;
        else if (u->mut && kind < 1)
            kind = 1;
        capture->mode = move || u->moved ? 2 : u->mut ? 1 : 0;
        bool unique = u->mut && u->only_unique;
        if (capture->mode == 1 || (capture->mode == 2 && !infer_is_copy(c->infer, body->captures.at[i].ty)))
            copy = false;
        capture = &body->captures.at[i];
        thir_node place = {.op = capture->is_upvar ? THIR_UPVAR : THIR_LOCAL, .is_place = true, .ty = capture->ty, .span = capture->use,
                           .local = capture->outer, .index = capture->outer_upvar};
        uint8_t mode = capture->mode;
        sema_ty ty = capture->ty;
        sema_span use = capture->use;
        thir_expr value = check_node(c, place);
        if (mode != 2)
            value = check_node(c, (thir_node){.op = THIR_BORROW, .ty = ty_ref(s, ty_erased(s), mode == 1, ty), .span = use, .a = value,
                                              .index = mode == 1 ? (unique ? 3u : 1u) : 0u, .desugared = true});
        values[i] = value;
    }
    uint32_t first = check_list(c, values, n);
    thir_node *node = check_at(c, frame->closure_expr);
    while (node->op != THIR_CLOSURE && node->a) /* coerced since */
        node = check_at(c, node->a);
    if (node->op == THIR_CLOSURE) {
        node->first = first;
        node->n = n;
    }
    c->frame = before;
    infer_closure about = *infer_closure_of(s, frame->closure_def);
    if (about.kind == 3)
        about.kind = kind;
    about.is_copy = copy;
    infer_set_closure(s, frame->closure_def, about);
    settle_calls(c, frame->closure_def, about.kind);
}

void check_closure_captures(check *c)
{
    for (uint32_t i = 0; i < c->closure_frames.n; i++)
        settle(c, c->closure_frames.at[i]);
}

/* Lowering asks for signatures without this body's variables. */
void check_closure_signatures(check *c)
{
    for (uint32_t i = 0; i < c->closure_frames.n; i++) {
        sema_def closure = c->closure_frames.at[i]->closure_def;
        infer_closure about = *infer_closure_of(c->s, closure);
        sema_ty *inputs = ARENA_ARRAY(c->s->memory, sema_ty, about.n_inputs);
        for (uint32_t k = 0; k < about.n_inputs; k++)
            inputs[k] = infer_resolve(c->infer, about.inputs[k]);
        about.inputs = inputs;
        about.output = infer_resolve(c->infer, about.output);
        infer_set_closure(c->s, closure, about);
    }
}
