/* check_body.c: checks one body, of a function, constant or closure, from its first parameter to the types that are
 * written back (sema_body). */
#include "sema/bodies/check_internal.h"
#include "sema/borrow/borrow.h"
#include "rustg/diagnostic_kind.h"

typedef struct check_entry {
    thir_body *body;
    bool done;
} check_entry;
typedef struct check_table {
    arena_map map; /* def: 1 + index */
    VEC(check_entry) entries;
} check_table;

static check_entry *check_body_entry_of(sema *s, sema_def owner)
{
    uint32_t *at = arena_map_at(s->memory, &s->bodies->map, owner, 1);
    if (!*at) {
        vec_push(s->memory, &s->bodies->entries, (check_entry){0});
        *at = s->bodies->entries.n;
    }
    return &s->bodies->entries.at[*at - 1];
}

enum { BODY_EXPRS = 16 }; /* that most bodies have */

/* Small ones have about an expression for each node of theirs. */
static uint32_t check_body_exprs(const sema *s, sema_def owner)
{
    const sema_node node = def_get(s, owner)->node;
    const uint32_t n_nodes = syntax_is(node) ? s->files.at[node.file]->ast.next[node.node] - node.node : BODY_EXPRS;
    return n_nodes < BODY_EXPRS ? n_nodes + 1 : BODY_EXPRS;
}

thir_body *check_new_body(check *c, sema_def owner)
{
    arena *memory = c->s->memory;
    thir_body *body = ARENA_NEW(memory, thir_body);
    body->owner = owner;
    body->generics_of = c->owner;
    vec_reserve(memory, &body->exprs, check_body_exprs(c->s, owner));
    vec_push(memory, &body->exprs, (thir_node){0});
    vec_push(memory, &body->pats, (thir_pat_node){0});
    vec_push(memory, &body->locals, (thir_local_node){0});
    vec_push(memory, &body->stmts, (thir_stmt_node){0});
    vec_push(memory, &body->arms, (thir_arm_node){0});
    vec_push(memory, &body->labels, (thir_label){0});
    vec_push(memory, &c->bodies, body);
    return body;
}

void check_params(check *c, const sema_node *params, uint32_t n_params, const sema_ty *types)
{
    sema *s = c->s;
    thir_body *body = c->frame->body;
    thir_param *list = ARENA_ARRAY(s->memory, thir_param, n_params);
    for (uint32_t i = 0; i < n_params; i++) {
        sema_node pat = syntax_child_in(s, params[i], RUSTG_AST_CLASS_PAT, 0);
        sema_span span = sema_node_span(s, syntax_is(pat) ? pat : params[i]);
        thir_param p = {.ty = types[i], .span = span};
        bool is_self = syntax_is(pat) && syntax_kind(s, pat) == RUSTG_AST_PatIdent &&
                       syntax_name(s, pat) == sema_intern_text(s, "self");
        if (is_self) {
            bool mutable = syntax_tok_is(s, pat.file, syntax_first_tok(s, pat), "mut");
            p.local = check_local_new(c, syntax_name(s, pat), types[i], span, mutable);
            body->locals.at[p.local].is_self = true;
            check_bind(c, sema_local_name(s, syntax_name(s, pat), syntax_name_span(s, pat)), p.local);
            vec_push(s->memory, &body->pats,
                     (thir_pat_node){.op = PAT_BINDING, .ty = types[i], .span = span, .local = p.local});
            p.pat = body->pats.n - 1;
        } else if (syntax_is(pat)) {
            c->sized_elsewhere = types[i];
            p.pat = check_pat(c, pat, types[i], NULL);
            c->sized_elsewhere = TY_NONE;
            const thir_pat_node *made = &body->pats.at[p.pat];
            if (made->op == PAT_BINDING && made->index == BIND_VALUE && !made->a)
                p.local = made->local;
        }
        if (!p.local)
            p.local = check_local_new(c, 0, types[i], span, false);
        body->locals.at[p.local].is_param = true;
        list[i] = p;
    }
    vec_push_all(s->memory, &body->params, list, n_params);
}

/* ---- impl Trait as a result: a variable while the body is checked ---- */

typedef struct hidden_list {
    check *c;
    VEC(infer_hidden) list;
    sema_span at;
} hidden_list;

static sema_ty check_hide(sema *s, sema_ty t, void *user)
{
    hidden_list *h = user;
    const ty_info *i = ty_get(s, t);
    if (i->kind != TY_OPAQUE || def_get(s, i->def)->parent != h->c->owner)
        return t;
    sema_def opaque = i->def;
    for (uint32_t k = 0; k < h->list.n; k++)
        if (h->list.at[k].opaque == opaque)
            return h->list.at[k].var;
    sema_ty var = check_var(h->c, h->at);
    vec_push(s->memory, &h->list, (infer_hidden){.opaque = opaque, .ty = ty_erase_regions(s, t), .var = var});
    return var;
}

static void check_hide_bounds(check *c, hidden_list *h)
{
    sema *s = c->s;
    for (uint32_t k = 0; k < h->list.n; k++) {
        uint32_t n;
        const def_predicate *bounds = def_bounds(s, h->list.at[k].opaque, &n);
        for (uint32_t i = 0; i < n; i++) {
            def_predicate p = bounds[i];
            if (p.kind != PREDICATE_TRAIT && p.kind != PREDICATE_PROJECTION)
                continue;
            sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, p.n_args);
            for (uint32_t j = 0; j < p.n_args; j++)
                args[j] = check_norm(c, ty_fold(s, p.args[j], TY_HAS_OPAQUE, check_hide, h), h->at);
            p.args = args;
            if (p.kind == PREDICATE_PROJECTION)
                p.equals = check_norm(c, ty_fold(s, p.equals, TY_HAS_OPAQUE, check_hide, h), h->at);
            check_note_fn_bound(c, (sema_span){0, 0, 0}, &p, p.called_as ? &p : NULL);
            infer_require(c->infer, p, (infer_cause){.at = h->at});
        }
    }
}

/* ---- Writing back ---- */

static sema_ty check_resolved(check *c, thir_body *body, sema_ty t, sema_span at)
{
    if (!ty_has(c->s, t, TY_HAS_INFER))
        return t;
    t = infer_resolve(c->infer, t);
    if (!ty_has(c->s, t, TY_HAS_INFER))
        return t;
    if (!c->failed && !ty_has(c->s, t, TY_HAS_ERROR)) {
        sema_report r = check_error(c, RUSTG_DIAG_TYPE_ANNOTATIONS_NEEDED, at);
        sema_primary_label(&r, "cannot infer type");
    }
    c->failed = body->failed = true;
    return TY_ERROR;
}

static const sema_ty *check_resolved_args(check *c, thir_body *body, const sema_ty *args, uint32_t n, sema_span at)
{
    bool any = false;
    for (uint32_t i = 0; i < n; i++)
        any |= ty_has(c->s, args[i], TY_HAS_INFER);
    if (!any)
        return args;
    sema_ty *list = ARENA_ARRAY(c->s->memory, sema_ty, n);
    for (uint32_t i = 0; i < n; i++)
        list[i] = check_resolved(c, body, args[i], at);
    return list;
}

static bool check_body_is_unknown(const check *c, const thir_local_node *l)
{
    return ty_has(c->s, l->ty, TY_HAS_INFER) && ty_has(c->s, infer_resolve(c->infer, l->ty), TY_HAS_INFER);
}

bool check_has_unknown_local(const check *c, sema_span before, sema_ty other)
{
    other = infer_resolve(c->infer, other);
    for (uint32_t k = 0; k < c->bodies.n; k++)
        for (uint32_t i = 1; i < c->bodies.at[k]->locals.n; i++) {
            const thir_local_node *l = &c->bodies.at[k]->locals.at[i];
            if (l->span.file == before.file && l->span.start < before.start && check_body_is_unknown(c, l) &&
                infer_resolve(c->infer, l->ty) != other)
                return true;
        }
    return false;
}

static void check_report_unknown_locals(check *c, thir_body *body)
{
    for (uint32_t i = 1; i < body->locals.n; i++) {
        const thir_local_node *l = &body->locals.at[i];
        if (!c->failed && check_body_is_unknown(c, l)) {
            const char *shown = check_show(c, l->ty);
            sema_report r = check_error(c, RUSTG_DIAG_TYPE_ANNOTATIONS_NEEDED, l->span);
            if (strcmp(shown, "_") != 0)
                sema_arg(&r, " for `%s`", shown);
            if (l->name)
                sema_suggest(&r, (sema_span){l->span.file, l->span.end, l->span.end},
                             arena_format(c->s->memory, ": %s", strcmp(shown, "_") ? shown : "/* Type */"),
                             "consider giving %s an explicit type%s",
                             l->is_param && body->owner != c->owner
                                 ? "this closure parameter"
                                 : arena_format(c->s->memory, "`%s`", sema_text(c->s, l->name)),
                             strcmp(shown, "_") ? ", where the placeholders `_` are specified" : "");
        }
    }
}

static void check_write_back_locals(check *c, thir_body *body)
{
    for (uint32_t i = 1; i < body->locals.n; i++) {
        body->locals.at[i].ty = check_resolved(c, body, body->locals.at[i].ty, body->locals.at[i].span);
    }
}

static void check_write_back(check *c, thir_body *body)
{
    check_write_back_locals(c, body);
    for (uint32_t i = 1; i < body->exprs.n; i++) {
        thir_node *e = &body->exprs.at[i];
        if (ty_has(c->s, e->ty, TY_HAS_INFER)) {
            sema_ty ty = check_resolved(c, body, e->ty, e->span);
            body->exprs.at[i].ty = ty;
        }
        e = &body->exprs.at[i];
        if (e->n_args)
            e->args = check_resolved_args(c, body, e->args, e->n_args, e->span);
    }
    for (uint32_t i = 1; i < body->pats.n; i++) {
        thir_pat_node *p = &body->pats.at[i];
        p->ty = check_resolved(c, body, p->ty, p->span);
    }
    for (uint32_t i = 0; i < body->stmts.n; i++) {
        sema_ty *written = &body->stmts.at[i].written; /* `&'static _` keeps its lifetime */
        if (*written && ty_has(c->s, *written, TY_HAS_INFER))
            *written = infer_resolve(c->infer, *written);
        if (*written && ty_has(c->s, *written, TY_HAS_INFER | TY_HAS_ERROR))
            *written = TY_NONE;
    }
    for (uint32_t i = 1; i < body->labels.n; i++)
        if (body->labels.at[i].ty)
            body->labels.at[i].ty = check_resolved(c, body, body->labels.at[i].ty, body->labels.at[i].span);
    for (uint32_t i = 0; i < body->params.n; i++)
        body->params.at[i].ty = check_resolved(c, body, body->params.at[i].ty, body->params.at[i].span);
    for (uint32_t i = 0; i < body->captures.n; i++)
        body->captures.at[i].ty = check_resolved(c, body, body->captures.at[i].ty, body->captures.at[i].use);
    body->result = check_resolved(c, body, body->result, c->frame->result_span);
    for (uint32_t i = 1; i < body->exprs.n; i++)
        check_op_write_back(c, body, i);
    check_literals_write_back(c, body);
}

/* ---- The end of inference ---- */

static void check_run_deferred(check *c, bool last)
{
    check_frame *before = c->frame;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->deferred.n; i++) {
        check_deferred d = c->deferred.at[i];
        c->frame = d.frame;
        if (!d.step(c, &d, last) && !last)
            c->deferred.at[kept++] = d;
    }
    if (last)
        kept = 0;
    c->deferred.n = kept;
    c->frame = before;
}

/* rustc evaluates these, and so looks at all of them, as it checks their types. */
static bool check_is_evaluated(const sema *s, sema_def owner)
{
    const def_info *i = def_get(s, owner);
    const def_kind kind = (def_kind)i->kind, parent = i->parent ? def_kind_of(s, i->parent) : DEF_NONE;
    return kind == DEF_STATIC || (kind == DEF_CONST && parent != DEF_IMPL && parent != DEF_TRAIT);
}

/* What rustc looks at once all bodies have their types, for each body with the closures in it first. */
static void check_body_uses(check *c)
{
    sema *s = c->s;
    const sema_order_key before = s->order;
    const sema_step step = check_is_evaluated(s, c->owner) ? SEMA_STEP_BODY : SEMA_STEP_BORROW;
    const sema_span at = sema_node_span(s, def_get(s, c->owner)->node);
    uint32_t part = 1;
    sema_order_enter(s, step, at, part++);
    check_report_late(c);
    for (uint32_t i = c->bodies.n; i-- > 0;) {
        sema_order_enter(s, step, at, part++);
        pattern_check_body(s, c->bodies.at[i]);
    }
    for (uint32_t i = c->bodies.n; i-- > 0;) {
        sema_order_enter(s, step, at, part++);
        if (!c->bodies.at[i]->failed)
            borrow_check_body(s, c->bodies.at[i]);
    }
    s->order = before;
}

static void check_body_finish(check *c, hidden_list *hidden_types)
{
    check_settle_unfit(c);
    infer_progress(c->infer);
    check_run_deferred(c, false);
    infer_default_numbers(c->infer);
    infer_progress(c->infer);
    for (uint32_t i = 0; i < c->diverging.n; i++)
        if (check_is_var(c, infer_shallow(c->infer, c->diverging.at[i])))
            infer_unify(c->infer, c->diverging.at[i], TY_NEVER);
    infer_progress(c->infer);
    check_run_deferred(c, true);
    infer_default_numbers(c->infer);
    infer_progress(c->infer);
    for (uint32_t i = 0; i < hidden_types->list.n; i++)
        infer_settle_hidden(c->infer, &hidden_types->list.at[i]);
    check_closure_captures(c);
    infer_progress(c->infer);
    infer_default_numbers(c->infer);
    for (uint32_t i = 0; i < c->bodies.n; i++)
        check_report_unknown_locals(c, c->bodies.at[i]);
    uint32_t n_diags = c->s->diags.n;
    infer_finish(c->infer);
    if (c->s->diags.n != n_diags)
        c->failed = c->bodies.at[0]->failed = true;
    for (uint32_t i = 0; i < hidden_types->list.n; i++) {
        sema_ty t = infer_resolve(c->infer, hidden_types->list.at[i].var);
        infer_set_opaque(c->s, hidden_types->list.at[i].opaque, ty_has(c->s, t, TY_HAS_INFER) ? (sema_ty)TY_ERROR : t);
    }
    for (uint32_t i = 0; i < c->bodies.n; i++)
        check_write_back(c, c->bodies.at[i]);
    check_closure_signatures(c);
    for (uint32_t i = 0; i < hidden_types->list.n; i++)
        infer_check_opaque(c->s, hidden_types->list.at[i].opaque);
    for (uint32_t i = 0; i < c->bodies.n; i++)
        c->bodies.at[i]->failed |= c->failed;
    if (!c->failed)
        check_body_uses(c);
}

/* ---- Beginnings ---- */

static void check_fn_value_of(check *c, sema_node block)
{
    check_frame *frame = c->frame;
    frame->body_block = block;
    thir_expr value = check_block(c, block, (check_expect){EXPECT_TYPE, frame->result});
    frame->body->value = value;
    check_coerce(c, value, frame->result, NULL);
}

/* E0746 */
static void check_report_object_result(check *c, sema_span at)
{
    sema_report r = check_error(c, RUSTG_DIAG_RETURN_DYN, at);
    sema_suggest(&r, (sema_span){at.file, at.start, at.start + 3}, "impl",
                 "consider returning an `impl Trait` instead of a `dyn Trait`");
}

static void check_fn_body(check *c, sema_node node, hidden_list *hidden_types)
{
    sema *s = c->s;
    check_frame *frame = c->frame;
    syntax_fn f = syntax_fn_of(s, node);
    def_sig sig = def_fn_sig(s, c->owner);
    sema_span head = def_span(s, c->owner);
    frame->result_written = syntax_is(f.result);
    frame->result_span = frame->result_written ? sema_node_span(s, f.result) : head;
    if (f.is_async)
        check_not_yet(c, node, "an async function", "write a plain function");
    if (sig.is_unsafe)
        c->unsafe_depth = 1;
    sema_ty *types = ARENA_ARRAY(s->memory, sema_ty, f.params.n);
    for (uint32_t i = 0; i < f.params.n; i++) {
        types[i] =
            i < sig.n_inputs ? check_norm(c, sig.inputs[i], sema_node_span(s, f.params.at[i])) : (sema_ty)TY_ERROR;
        const bool is_object = ty_kind_of(s, types[i]) == TY_DYN;
        const sema_node written = syntax_child_in(s, f.params.at[i], RUSTG_AST_CLASS_TY, 0);
        check_require_sized(c, is_object ? sig.inputs[i] : types[i],
                            sema_node_span(s, syntax_is(written) ? written : f.params.at[i]), NULL);
        types[i] = is_object ? (sema_ty)TY_ERROR : types[i];
        if (check_is_error(c, types[i]))
            c->failed = frame->body->failed = true;
    }
    sema_ty result = ty_erase_regions(s, sig.output);
    hidden_types->at = frame->result_span;
    if (ty_has(s, result, TY_HAS_OPAQUE))
        result = ty_fold(s, result, TY_HAS_OPAQUE, check_hide, hidden_types);
    frame->result = check_norm(c, result, frame->result_span);
    if (check_is_error(c, frame->result))
        c->failed = frame->body->failed = true;
    check_hide_bounds(c, hidden_types);
    infer_hide(c->infer, hidden_types->list.at, hidden_types->list.n);
    if (ty_kind_of(s, frame->result) == TY_DYN && frame->result_written &&
        syntax_kind(s, f.result) == RUSTG_AST_TyTraitObject) {
        check_report_object_result(c, frame->result_span);
        frame->result = TY_ERROR;
    }
    check_require_sized(c, frame->result, frame->result_span, NULL);
    frame->body->result = frame->result;
    check_params(c, f.params.at, f.params.n, types);
    check_fn_value_of(c, f.body);
}

static void check_const_body(check *c, sema_node node)
{
    sema *s = c->s;
    check_frame *frame = c->frame;
    frame->is_const = true;
    sema_ty ty = def_type(s, c->owner);
    sema_node value = node;
    uint8_t kind = syntax_kind(s, node);
    if (rustg_ast_kind_class(kind) != RUSTG_AST_CLASS_EXPR && kind != RUSTG_AST_Block) {
        value = syntax_child_in(s, node, RUSTG_AST_CLASS_EXPR, 0);
        sema_node type = syntax_child_in(s, node, RUSTG_AST_CLASS_TY, 0);
        frame->result_span = sema_node_span(s, syntax_is(type) ? type : node);
    } else
        frame->result_span = sema_node_span(s, node);
    frame->result = ty ? check_norm(c, ty, frame->result_span) : (sema_ty)TY_USIZE;
    frame->body->result = frame->result;
    check_why why = {0};
    if (kind == RUSTG_AST_Block) {
        frame->body->value = check_block(c, value, (check_expect){EXPECT_TYPE, frame->result});
        check_coerce(c, frame->body->value, frame->result, &why);
    } else
        frame->body->value = check_expr_coerce(c, value, frame->result, &why);
}

static sema_def check_enclosing_body(sema *s, sema_def d)
{
    while (d && (def_kind_of(s, d) == DEF_CLOSURE || def_kind_of(s, d) == DEF_BLOCK))
        d = def_get(s, d)->parent;
    return d;
}

bool sema_body_is_begun(sema *s, sema_def owner)
{
    const check_entry *e = s->bodies ? check_body_entry_of(s, owner) : NULL;
    return e && e->body && !e->done;
}

const thir_body *sema_body(sema *s, sema_def owner)
{
    if (!s->bodies)
        s->bodies = ARENA_NEW(s->memory, check_table);
    if (def_kind_of(s, owner) == DEF_CLOSURE) {
        sema_body(s, check_enclosing_body(s, owner));
        return check_body_entry_of(s, owner)->body;
    }
    check_entry *e = check_body_entry_of(s, owner);
    if (e->body)
        return e->done ? e->body : NULL;
    def_info about = *def_get(s, owner);
    bool is_fn = about.kind == DEF_FN;
    if (!is_fn && about.kind != DEF_CONST && about.kind != DEF_STATIC && about.kind != DEF_ANON_CONST)
        return NULL;
    sema_node node = about.node;
    if (!syntax_is(node))
        return NULL;
    if (is_fn && !syntax_is(syntax_fn_of(s, node).body))
        return NULL;
    uint8_t node_kind = syntax_kind(s, node);
    if (!is_fn && node_kind != RUSTG_AST_Block && rustg_ast_kind_class(node_kind) != RUSTG_AST_CLASS_EXPR &&
        !syntax_is(syntax_child_in(s, node, RUSTG_AST_CLASS_EXPR, 0)))
        return NULL;
    check *c = ARENA_NEW(s->memory, check);
    check_frame *frame = ARENA_NEW(s->memory, check_frame);
    const sema_order_key before = s->order;
    if (about.kind != DEF_ANON_CONST)
        sema_order_enter(s, SEMA_STEP_BODY, sema_node_span(s, node), 0);
    c->s = s;
    c->owner = c->scope = owner;
    c->infer = infer_begin(s, owner);
    c->frame = frame;
    frame->body = check_new_body(c, owner);
    e = check_body_entry_of(s, owner);
    e->body = frame->body;
    c->self_ty_owner = about.self_owner;
    hidden_list hidden_types = {.c = c};
    if (is_fn)
        check_fn_body(c, node, &hidden_types);
    else
        check_const_body(c, node);
    check_body_finish(c, &hidden_types);
    for (uint32_t i = 0; i < c->bodies.n; i++) {
        e = check_body_entry_of(s, c->bodies.at[i]->owner);
        e->body = c->bodies.at[i];
        e->done = true;
    }
    s->order = before;
    return c->bodies.at[0];
}
