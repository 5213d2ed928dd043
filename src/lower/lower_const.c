/* lower_const.c: lowers named and promoted constants where they are used, and answers sema's questions about the
 * values of constants. */
#include "lower/lower_internal.h"

static bool lower_const_is_scalar(const lower_layout *layout)
{
    return layout->shape == SHAPE_SCALAR || layout->shape == SHAPE_TAG;
}

/* Literals need no interpreter. */
static bool lower_is_literal(const thir_body *body, wide_u128 *bits)
{
    thir_expr e = body->value;
    while (e && (body->exprs.at[e].op == THIR_USE ||
                 (body->exprs.at[e].op == THIR_BLOCK && !body->exprs.at[e].n && body->exprs.at[e].a)))
        e = body->exprs.at[e].a;
    if (!e || body->exprs.at[e].op != THIR_LITERAL)
        return false;
    *bits = wide_of(body->exprs.at[e].bits, body->exprs.at[e].high);
    return true;
}

/* The bits of a constant of scalar type, which whichever module asks first runs, once for each set of arguments. */
static bool lower_run_scalar(lower *l, sema_ty key, wide_u128 *bits, sema_span at, const char **message)
{
    sema *s = l->s;
    const uint32_t *known = arena_map_at(s->memory, &s->constant_map, (uint64_t)key + 1, 0);
    if (known) {
        *bits = s->constants.at[*known];
        return true;
    }
    if (!lower_run(l, key, 0, bits, at, message))
        return false;
    vec_push(s->memory, &s->constants, *bits);
    *arena_map_at(s->memory, &s->constant_map, (uint64_t)key + 1, 1) = s->constants.n - 1;
    return true;
}

/* The same; a constant that has failed is told once in a module, and is 0. */
static wide_u128 lower_scalar_bits(lower *l, sema_ty key, const thir_body *body, sema_span at)
{
    wide_u128 bits = 0;
    const uint32_t *known = arena_map_at(l->s->memory, &l->scalar_map, (uint64_t)key + 1, 0);
    if (known) {
        l->broken = true;
        return l->scalars.at[*known];
    }
    const char *message = NULL;
    if (lower_is_literal(body, &bits) || lower_run_scalar(l, key, &bits, at, &message))
        return bits;
    lower_constant_failed(l, key, message, body->exprs.at[body->value].span);
    vec_push(l->s->memory, &l->scalars, bits);
    *arena_map_at(l->s->memory, &l->scalar_map, (uint64_t)key + 1, 1) = l->scalars.n - 1;
    return bits;
}

/* A lower_fn that only knows types: of the body of a constant. */
static lower_fn lower_frame(lower *l, sema_ty key, const thir_body *body)
{
    uint32_t n;
    const sema_ty *args = ty_args(l->s, key, &n);
    lower_fn f = {.l = l, .body = body};
    f.subst = (ty_subst){body->generics_of, args, n};
    return f;
}

/* Runs a constant that has no value but may panic, such as `const OK: () = assert!(..)`. */
static void lower_run_for_effect(lower *l, sema_ty key, const thir_body *body, sema_span at)
{
    uint32_t *done = arena_map_at(l->s->memory, &l->scalar_map, (uint64_t)key + 1, 1);
    const thir_node *value = &body->exprs.at[body->value];
    if (*done || (value->op == THIR_TUPLE && !value->n))
        return;
    *done = 1;
    uint64_t bytes = 0;
    const char *message = NULL;
    if (!lower_run(l, key, 0, &bytes, at, &message))
        lower_constant_failed(l, key, message, value->span);
}

lower_place lower_named_const(lower_fn *f, const thir_node *n)
{
    lower *l = f->l;
    sema *s = l->s;
    sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, n->n_args);
    for (uint32_t i = 0; i < n->n_args; i++)
        args[i] = lower_ty(f, n->args[i]);
    sema_ty key = ty_fn_def(s, n->def, args, n->n_args), ty = lower_ty(f, n->ty);
    lower_place none = {.kind = PLACE_NOTHING, .ty = ty};
    bool builtin;
    const lower_layout *layout = lower_layout_of(l, ty, n->span);
    if (!lower_resolve(l, &key, &builtin) || builtin) {
        lower_not_yet(l, n->span, "this constant", "name the constant of a concrete type");
        return none;
    }
    const thir_body *body = lower_value_of(l, ty_get(s, key)->def);
    if (!body) {
        l->failed = true;
        return none;
    }
    if (!layout->ir) {
        lower_run_for_effect(l, key, body, n->span);
        return none;
    }
    if (lower_const_is_scalar(layout) && layout->ir != l->ptr) {
        const wide_u128 bits = lower_scalar_bits(l, key, body, n->span);
        return (lower_place){.kind = PLACE_VALUE, .ty = ty, .v = lower_number(f, ty, bits)};
    }
    /* It is computed where it is used, so that calls through it are known. */
    if (lower_has_fn_pointer(l, ty, n->span) && !lower_has_fn_table(l, ty, n->span))
        return (lower_place){.kind = PLACE_VALUE, .ty = ty, .v = lower_call_constant(f, key, n->span)};
    lower_fn inner = lower_frame(l, key, body);
    const char *name = lower_symbol(l, def_path(s, ty_get(s, key)->def));
    ir_global_id global = lower_data(&inner, key, body->value, name, IR_SPACE_CONST);
    if (!global)
        return none;
    return (lower_place){.kind = PLACE_MEMORY, .ty = ty, .v = ir_global_addr(&f->b, global), .invariant = true};
}

ir_value lower_const_block(lower_fn *f, thir_expr e)
{
    lower *l = f->l;
    const thir_node *n = lower_node(f, e);
    const sema_ty key = l->instances.at[f->instance].ty, ty = lower_ty(f, n->ty);
    const lower_layout *layout = lower_layout_of(l, ty, n->span);
    const bool points = layout->ir && lower_has_pointer(l, ty, n->span),
               calls = points && !lower_has_fn_table(l, ty, n->span) &&
                       (lower_has_fn_pointer(l, ty, n->span) || lower_has_union(l, ty, n->span));
    const bool is_own = f->is_part && l->instances.at[f->instance].part == e;
    if (l->constants &&
        (is_own || !points || calls)) { /* it is evaluated now, with checks even in a promoted constant */
        const bool before = f->overflow_checks, was_block = f->is_const_block;
        f->overflow_checks |= !f->is_library;
        f->is_const_block |= calls;
        const ir_value v = lower_raw(f, n->a);
        f->overflow_checks = before;
        f->is_const_block = was_block;
        return v;
    }
    if (layout->ir && (points ? !calls : !lower_const_is_scalar(layout))) {
        const ir_global_id global = lower_data(f, key, e, "block", IR_SPACE_CONST);
        if (!global)
            return 0;
        const lower_place place = {
            .kind = PLACE_MEMORY, .ty = ty, .v = ir_global_addr(&f->b, global), .invariant = true};
        return lower_read(f, &place);
    }
    const uint64_t size = layout->ir ? ir_size(l->m, layout->ir) : 0;
    uint64_t *bits = ARENA_ARRAY(l->s->memory, uint64_t, size / sizeof(uint64_t) + 1);
    const char *message = NULL;
    if (!lower_run(l, key, e, bits, n->span, &message))
        lower_constant_failed(l, key, message, n->span);
    if (!layout->ir)
        return 0;
    /* a pointer to a fn, or in a union, is computed where it is used, now that it is known not to fail */
    if (!calls)
        return lower_number(f, ty, wide_of(bits[0], size > 8 ? bits[1] : 0));
    const bool before = f->is_const_block;
    f->is_const_block = true;
    const ir_value v = lower_raw(f, n->a);
    f->is_const_block = before;
    return v;
}

/* One for all blocks, since a fn may have thousands. What has failed is not used again; nor is one that is at work. */
static lower *lower_take_for_blocks(sema *s)
{
    lower *l = s->for_blocks;
    s->for_blocks = NULL;
    if (l)
        return l;
    ir_module *m = ARENA_NEW(s->memory, ir_module);
    lower_options options = {.checks = true};
    l = ARENA_NEW(s->memory, lower);
    ir_begin(m, s->memory);
    lower_begin(l, s, m, &options);
    return l;
}

bool lower_evaluate_block(sema *s, sema_def fn, const thir_body *body, thir_expr block)
{
    lower *l = lower_take_for_blocks(s);
    l->around = s->lowering;
    const thir_node *n = &body->exprs.at[block];
    uint32_t n_args;
    const sema_ty *args = def_identity_args(s, fn, &n_args);
    const sema_ty key = trait_concrete(s, ty_fn_def(s, fn, args, n_args));
    lower_fn f = lower_frame(l, key, body);
    const lower_layout *layout = lower_layout_of(l, lower_ty(&f, n->ty), n->span);
    const uint64_t size = layout->ir ? ir_size(l->m, layout->ir) : 0;
    const char *message = NULL;
    if (l->failed)
        return false;
    const bool ran =
        lower_run(l, key, block, ARENA_ARRAY(s->memory, uint64_t, size / sizeof(uint64_t) + 1), n->span, &message);
    if (!ran)
        lower_constant_failed(l, key, message, n->span);
    if (!l->failed && (ran || message))
        s->for_blocks = l;
    return ran;
}

void lower_check_constants(sema *s, const lower_options *options)
{
    uint32_t n, n_params;
    const sema_def *bodies = def_all_bodies(s, &n);
    lower *l = NULL;
    for (uint32_t i = 0; i < n; i++) {
        def_kind kind = def_kind_of(s, bodies[i]), parent = def_kind_of(s, def_get(s, bodies[i])->parent);
        const thir_body *body = kind == DEF_CONST || kind == DEF_STATIC ? sema_body(s, bodies[i]) : NULL;
        def_identity_args(s, bodies[i], &n_params);
        if (!body || body->failed || n_params || parent == DEF_IMPL || parent == DEF_TRAIT)
            continue;
        if (!l) {
            ir_module *m = ARENA_NEW(s->memory, ir_module);
            l = ARENA_NEW(s->memory, lower);
            ir_begin(m, s->memory);
            lower_begin(l, s, m, options);
        }
        sema_ty key = ty_fn_def(s, bodies[i], NULL, 0);
        sema_span at = body->exprs.at[body->value].span;
        lower_fn f = lower_frame(l, key, body);
        const lower_layout *layout = lower_layout_of(l, lower_ty(&f, body->result), at);
        if (!layout->ir)
            lower_run_for_effect(l, key, body, at);
        else if (lower_const_is_scalar(layout) && layout->ir != l->ptr)
            lower_scalar_bits(l, key, body, at);
        else
            lower_data(&f, key, body->value, "constant", IR_SPACE_CONST);
    }
}

static bool lower_all_promotable(const lower_fn *f, const thir_node *n, bool pairs)
{
    for (uint32_t i = 0; i < n->n; i++)
        if (!lower_is_promotable(f, f->body->lists.at[n->first + (pairs ? 2 * i + 1 : i)]))
            return false;
    return true;
}

bool lower_is_promotable(const lower_fn *f, thir_expr e)
{
    const thir_node *n = lower_node(f, e);
    sema *s = f->l->s;
    switch ((thir_op)n->op) {
    case THIR_LITERAL:
    case THIR_STRING:
    case THIR_CONST:
    case THIR_CONST_PARAM:
    case THIR_FN: return true;
    case THIR_REIFY: return lower_node(f, lower_strip(f, n->a))->op == THIR_FN;
    case THIR_USE:
    case THIR_UNSIZE:
    case THIR_REPEAT: return lower_is_promotable(f, n->a);
    case THIR_BORROW:
        return n->index == BORROW_SHARED && !lower_node(f, lower_strip(f, n->a))->is_place &&
               lower_is_promotable(f, n->a);
    case THIR_UNARY:
        return (n->sub == OP_NOT || lower_node(f, lower_strip(f, n->a))->op == THIR_LITERAL) &&
               lower_is_promotable(f, n->a);
    case THIR_CAST:
        return ty_kind_of(s, n->ty) != TY_FN_PTR && ty_kind_of(s, n->ty) != TY_PTR && lower_is_promotable(f, n->a);
    case THIR_BINARY: {
        bool cannot_fail = ty_is_float(s, n->ty) || n->sub == OP_BIT_AND || n->sub == OP_BIT_OR ||
                           n->sub == OP_BIT_XOR || (n->sub >= OP_EQ && n->sub <= OP_GE);
        const ty_kind of = ty_kind_of(s, lower_node(f, n->a)->ty);
        return cannot_fail && of != TY_PTR && of != TY_FN_PTR && lower_is_promotable(f, n->a) &&
               lower_is_promotable(f, n->b);
    }
    case THIR_TUPLE:
    case THIR_ARRAY: return lower_all_promotable(f, n, false);
    case THIR_ADT: return !n->b && !n->n;
    case THIR_CALL: {
        const thir_node *callee = lower_node(f, lower_strip(f, n->a));
        if (callee->op != THIR_FN || ty_kind_of(s, callee->ty) != TY_FN_DEF)
            return false;
        def_kind kind = def_kind_of(s, ty_get(s, callee->ty)->def);
        return (kind == DEF_STRUCT || kind == DEF_VARIANT) && lower_all_promotable(f, n, false);
    }
    case THIR_CASES_NOTHING:
    case THIR_CASES_PLACE:
    case THIR_RAW_BORROW:
    case THIR_LOGICAL:
    case THIR_NEVER:
    case THIR_CASES_ASSIGN:
    case THIR_CLOSURE:
    case THIR_BLOCK:
    case THIR_CASES_BRANCH:
    case THIR_CASES_LEAVE:
    case THIR_CASES_TEXT: break;
    }
    return false;
}

thir_expr lower_value_around(const lower_fn *f, thir_expr e)
{
    e = lower_strip(f, e);
    while (lower_node(f, e)->op == THIR_FIELD || lower_node(f, e)->op == THIR_INDEX)
        e = lower_strip(f, lower_node(f, e)->a);
    return e;
}

bool lower_is_of_value(const lower_fn *f, thir_expr e)
{
    return !lower_node(f, lower_value_around(f, e))->is_place;
}

/* Whether the expression is written with locals, which what is evaluated apart from the body does not have. */
static bool lower_mentions_locals(const lower_fn *f, thir_expr e)
{
    const sema_span whole = lower_node(f, e)->span;
    for (thir_expr k = 1; k < f->body->exprs.n; k++) {
        const thir_node *n = lower_node(f, k);
        if (n->op == THIR_LOCAL && n->span.file == whole.file && n->span.start >= whole.start &&
            n->span.end <= whole.end)
            return true;
    }
    return false;
}

bool lower_is_kept_by_constant(lower_fn *f, const thir_node *n, thir_expr of)
{
    const sema_def def = ty_get(f->l->s, f->l->instances.at[f->instance].ty)->def;
    const sema_ty ty = lower_ty(f, lower_node(f, of)->ty);
    return (f->is_const_block || (!f->is_part && def_kind_of(f->l->s, def) == DEF_CONST)) && n->op == THIR_BORROW &&
           n->index == BORROW_SHARED && n->kept && lower_is_of_value(f, of) && !lower_has_cell(f->l, ty, n->span) &&
           !lower_needs_drop(f->l, ty) && !lower_mentions_locals(f, of);
}

ir_value lower_promote(lower_fn *f, thir_expr e)
{
    lower *l = f->l;
    const lower_layout *layout = lower_node_layout(f, e);
    if (!layout->ir)
        return ir_const(&f->b, l->ptr, layout->align);
    ir_global_id global = lower_data(f, l->instances.at[f->instance].ty, e, "promoted", IR_SPACE_CONST);
    return global ? ir_global_addr(&f->b, global) : 0;
}

/* The instance of a constant that sema asks about, in a module of its own, and its body; NULL: there is none. */
static const thir_body *lower_begin_constant(sema *s, lower *l, sema_def constant, const sema_ty *args, uint32_t n_args,
                                             sema_ty *key)
{
    sema_ty *concrete = ARENA_ARRAY(s->memory, sema_ty, n_args);
    for (uint32_t i = 0; i < n_args; i++)
        concrete[i] = trait_concrete(s, args[i]);
    *key = ty_fn_def(s, constant, concrete, n_args);
    ir_module *m = ARENA_NEW(s->memory, ir_module);
    lower_options options = {.checks = true};
    bool builtin;
    ir_begin(m, s->memory);
    lower_begin(l, s, m, &options);
    l->around = s->lowering;
    if (!lower_resolve(l, key, &builtin) || builtin)
        return NULL;
    return lower_value_of(l, ty_get(s, *key)->def);
}

bool lower_evaluate_parts(sema *s, sema_def constant, const sema_ty *args, uint32_t n_args, sema_constant *value,
                          bool *reported)
{
    lower *l = ARENA_NEW(s->memory, lower);
    sema_ty key;
    const uint32_t n_errors = s->diags.n;
    const thir_body *body = lower_begin_constant(s, l, constant, args, n_args, &key);
    if (!body) {
        *reported = true;
        return false;
    }
    const sema_span at = body->exprs.at[body->value].span;
    lower_fn f = lower_frame(l, key, body);
    const sema_ty ty = lower_ty(&f, body->result);
    const lower_layout *layout = lower_layout_of(l, ty, at);
    const uint64_t size = layout->ir ? ir_size(l->m, layout->ir) : 0;
    ir_constant is = {.bytes = ARENA_ARRAY(s->memory, uint64_t, size / sizeof(uint64_t) + 1)};
    const char *message = NULL;
    bool good = !l->failed && size <= LOWER_MOST_ELEMENTS;
    if (good && !lower_run_whole(l, key, &is, at, &message)) {
        lower_constant_failed(l, key, message, at);
        good = false;
    }
    good = good && lower_tree(l, ty, &is, value, at);
    *reported = s->diags.n > n_errors;
    return good;
}

bool lower_evaluate(sema *s, sema_def constant, const sema_ty *args, uint32_t n_args, wide_u128 *bits)
{
    *bits = 0;
    lower *l = ARENA_NEW(s->memory, lower);
    sema_ty key;
    const thir_body *body = lower_begin_constant(s, l, constant, args, n_args, &key);
    if (!body)
        return false;
    if (lower_is_literal(body, bits))
        return true;
    ir_module *m = l->m;
    lower_fn f = lower_frame(l, key, body);
    const lower_layout *layout = lower_layout_of(l, lower_ty(&f, body->result), def_span(s, constant));
    if (!layout->ir || !lower_const_is_scalar(layout) || l->failed)
        return !l->failed && !layout->ir;
    wide_u128 read = 0;
    const char *message = NULL;
    if (!lower_run_scalar(l, key, &read, def_span(s, constant), &message)) {
        lower_constant_failed(l, key, message, body->exprs.at[body->value].span);
        return false;
    }
    *bits = read;
    uint64_t width = 8 * ir_size(m, layout->ir);
    if (ir_is_signed(m, layout->ir) && width < 64 && (read >> (width - 1) & 1))
        *bits = (uint64_t)(read | ~((UINT64_C(1) << width) - 1));
    return true;
}
