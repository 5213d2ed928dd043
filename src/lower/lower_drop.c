/* lower_drop.c: destructors. Each type that needs one gets a function, its drop glue, which drops the value behind a
 * pointer: it calls Drop::drop and then drops the parts in order. A scope that ends drops its values, as far as their
 * drop flags say that they are there (lower_move_path.c). None of this is done for a program that implements Drop for
 * no type. */
#include "lower/lower_internal.h"

#include "base/hash.h"

static bool lower_drop_any(lower *l, const sema_ty *types, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (lower_needs_drop(l, types[i]))
            return true;
    return false;
}

bool lower_needs_drop(lower *l, sema_ty ty)
{
    return def_has_destructors(l->s) && trait_needs_drop(l->s, NULL, &l->drop_map, ty);
}

/* ---- glue ---- */

void lower_drop_value(lower_fn *f, const lower_place *p, sema_span at)
{
    if (f->l->failed || !lower_needs_drop(f->l, p->ty))
        return;
    if (p->loose) { /* its destructor wants an aligned place */
        const lower_place moved = lower_temporary(f, p->ty, lower_read(f, p));
        lower_drop_value(f, &moved, at);
        return;
    }
    const ir_value pointer = lower_reference(f, p);
    lower_call_function(f, lower_instance_of(f->l, p->ty, 0, LOWER_DROP_GLUE, at), &pointer, 1, at);
}

static void lower_drop_fields(lower_fn *f, const lower_place *p, const lower_variant *v, sema_span at)
{
    for (uint32_t i = 0; i < v->n_fields; i++)
        if (lower_needs_drop(f->l, v->fields[i])) {
            const lower_place field = lower_field(f, *p, v, i);
            lower_drop_value(f, &field, at);
        }
}

static void lower_drop_variants(lower_fn *f, const lower_place *p, const lower_layout *layout, sema_span at)
{
    ir_builder *b = &f->b;
    for (uint32_t i = 0; i < layout->n_variants; i++) {
        const lower_variant *v = &layout->variants[i];
        if (!lower_drop_any(f->l, v->fields, v->n_fields))
            continue;
        ir_if(b, ir_binary(b, IR_EQ, IR_BOOL, lower_tag(f, p), ir_const(b, layout->tag, v->discriminant)));
        lower_drop_fields(f, p, v, at);
        ir_end(b);
    }
}

static void lower_drop_elements(lower_fn *f, const lower_place *p, const lower_layout *layout, sema_span at)
{
    ir_builder *b = &f->b;
    const ir_local i = ir_add_local(b, IR_U64, NULL);
    const ir_label again = ir_new_label(b);
    const ir_value n = p->len ? p->len : ir_const(b, IR_U64, layout->n);
    ir_set(b, i, ir_const(b, IR_U64, 0));
    ir_loop(b, again);
    ir_if(b, ir_binary(b, IR_GE, IR_BOOL, ir_get(b, i), n));
    ir_break(b, again);
    ir_end(b);
    const lower_place element = lower_element(f, *p, ir_get(b, i));
    lower_drop_value(f, &element, at);
    ir_set(b, i, ir_binary(b, IR_ADD, IR_U64, ir_get(b, i), ir_const(b, IR_U64, 1)));
    ir_end(b);
}

static void lower_drop_call(lower_fn *f, const lower_place *p, sema_span at)
{
    sema *s = f->l->s;
    uint32_t n;
    const sema_def *items = def_assoc_items(s, def_lang(s, LANG_DROP), &n);
    sema_ty fn = n ? ty_fn_def(s, items[0], &p->ty, 1) : (sema_ty)TY_ERROR;
    bool builtin;
    if (!n || !lower_resolve(f->l, &fn, &builtin) || builtin) {
        lower_not_yet(f->l, at, "this destructor", "implement `Drop` for the type itself");
        return;
    }
    const ir_value pointer = lower_reference(f, p);
    lower_call_function(f, lower_instance_of(f->l, fn, 0, 0, at), &pointer, 1, at);
}

void lower_drop_glue(lower_fn *f, sema_ty ty)
{
    lower *l = f->l;
    sema *s = l->s;
    const sema_span at = {0, 0, 0};
    const lower_place p = lower_behind(f, 1, ty);
    const lower_layout *layout = lower_layout_of(l, ty, at);
    const bool is_adt = ty_kind_of(s, ty) == TY_ADT;
    if (ty_kind_of(s, ty) == TY_DYN)
        lower_drop_object(f, &p);
    if (is_adt && def_destructor(s, ty_get(s, ty)->def))
        lower_drop_call(f, &p, at);
    if (ty_kind_of(s, ty) == TY_ARRAY || ty_kind_of(s, ty) == TY_SLICE)
        lower_drop_elements(f, &p, layout, at);
    else if (is_adt && def_kind_of(s, ty_get(s, ty)->def) == DEF_ENUM && layout->n_variants > 1)
        lower_drop_variants(f, &p, layout, at);
    else if (layout->n_variants && layout->shape != SHAPE_RUST_UNION)
        lower_drop_fields(f, &p, lower_present(layout), at);
    ir_return(&f->b, 0);
}

/* ---- scopes ---- */

lower_drop_scope *lower_drop_open(lower_fn *f, bool is_temps)
{
    if (!f->has_drops)
        return NULL;
    lower_drop_scope *scope = ARENA_NEW(f->l->s->memory, lower_drop_scope);
    scope->outer = f->drop_scope;
    scope->is_temps = is_temps;
    f->drop_scope = scope;
    return scope;
}

static void lower_drop_end(lower_fn *f, const lower_drop_scope *scope)
{
    for (uint32_t i = scope->places.n; i-- > 0;) {
        f->leaving = scope;
        f->n_leaving = i + 1;
        lower_drop_by_flags(f, scope->places.at[i]);
    }
}

lower_drop_scope *lower_drop_open_of(lower_fn *f, thir_expr e)
{
    lower_drop_scope *scope = lower_drop_open(f, true);
    if (scope)
        scope->of = e;
    return scope;
}

void lower_drop_close(lower_fn *f, lower_drop_scope *scope)
{
    if (!scope)
        return;
    if (!ir_ends_here(&f->b) && !f->l->failed)
        lower_drop_end(f, scope);
    f->drop_scope = scope->outer;
}

void lower_drop_leave(lower_fn *f, const lower_drop_scope *until)
{
    if (ir_ends_here(&f->b) || f->l->failed)
        return;
    for (const lower_drop_scope *at = f->drop_scope; at && at != until; at = at->outer)
        lower_drop_end(f, at);
}

void lower_drop_exit(lower_fn *f, const lower_drop_scope *until, uint32_t exit)
{
    f->leaves_to = exit;
    f->leaves_until = until;
    lower_drop_leave(f, until);
    f->leaves_to = 0;
}

void lower_schedule_drop(lower_fn *f, lower_drop_scope *scope, lower_place p)
{
    if (!f->has_drops || !scope || !p.path)
        return;
    for (uint32_t i = 0; i < scope->places.n; i++)
        if (scope->places.at[i].path == p.path) {
            scope->places.at[i] = p;
            return;
        }
    vec_push(f->l->s->memory, &scope->places, p);
}

static lower_drop_scope *lower_scope_of_temporaries(lower_fn *f)
{
    lower_drop_scope *scope = f->drop_scope;
    while (scope && !scope->is_temps && scope->outer)
        scope = scope->outer;
    return scope;
}

/* ---- what is initialized ---- */

void lower_set_drop_flags(lower_fn *f, uint32_t path, bool is_there)
{
    if (!path || ir_ends_here(&f->b))
        return;
    const lower_move_path *node = &f->move_paths.at[path];
    if (node->drop_flag)
        ir_set(&f->b, node->drop_flag, ir_const(&f->b, IR_BOOL, is_there));
    for (uint32_t child = node->first_child; child; child = f->move_paths.at[child].next)
        lower_set_drop_flags(f, child, is_there);
}

uint32_t lower_move_path_part(const lower_fn *f, uint32_t path, sema_def variant, uint32_t index)
{
    uint32_t child = path ? f->move_paths.at[path].first_child : 0;
    for (; child; child = f->move_paths.at[child].next) {
        const lower_move_path *node = &f->move_paths.at[child];
        if (node->index == index && (!node->variant || !variant || node->variant == variant))
            break;
    }
    return child;
}

/* Whether any part is there, as far as flags tell. */
static ir_value lower_drop_flags(lower_fn *f, uint32_t path)
{
    ir_builder *b = &f->b;
    const uint32_t first = f->move_paths.at[path].first_child;
    if (!first)
        return ir_get(b, f->move_paths.at[path].drop_flag);
    ir_value any = 0;
    for (uint32_t child = first; child; child = f->move_paths.at[child].next) {
        const ir_value one = lower_drop_flags(f, child);
        any = any ? ir_binary(b, IR_OR, IR_BOOL, any, one) : one;
    }
    return any;
}

static void lower_drop_parts(lower_fn *f, lower_place p, const lower_variant *v)
{
    for (uint32_t i = 0; i < v->n_fields; i++) {
        const lower_place field = lower_field(f, p, v, i);
        if (field.path)
            lower_drop_by_flags(f, field);
    }
}

static bool lower_drop_is_named(const lower_fn *f, uint32_t path, uint64_t index)
{
    return f->move_paths.at[lower_move_path_part(f, path, 0, (uint32_t)index)].is_named;
}

/* rustc drops the rest of an array from the back: elements that patterns move one by one, and each run of others, in
 * which the first goes first. An array that it knows to be whole is dropped as any other. */
static void lower_drop_rest(lower_fn *f, lower_place p, uint64_t n)
{
    ir_if(&f->b, lower_order_is_whole(f, p.path));
    lower_drop_value(f, &p, (sema_span){0, 0, 0});
    ir_else(&f->b);
    for (uint64_t end = n, start; end > 0; end = start) {
        start = end - 1;
        while (start > 0 && !lower_drop_is_named(f, p.path, end - 1) && !lower_drop_is_named(f, p.path, start - 1))
            start--;
        for (uint64_t i = start; i < end; i++) {
            lower_place element = lower_element(f, p, ir_const(&f->b, IR_U64, i));
            element.path = lower_move_path_part(f, p.path, 0, (uint32_t)i);
            lower_drop_by_flags(f, element);
        }
    }
    ir_end(&f->b);
}

void lower_drop_by_flags(lower_fn *f, lower_place p)
{
    ir_builder *b = &f->b;
    const sema_span at = {0, 0, 0};
    if (!p.path) {
        lower_drop_value(f, &p, at);
        return;
    }
    const lower_move_path *node = &f->move_paths.at[p.path];
    const uint32_t first = node->first_child;
    const lower_layout *layout = lower_layout_of(f->l, p.ty, at);
    ir_if(b, first ? lower_drop_flags(f, p.path) : ir_get(b, node->drop_flag));
    if (!first) {
        lower_drop_value(f, &p, at);
    } else if (layout->shape == SHAPE_ARRAY) {
        lower_drop_rest(f, p, layout->n);
    } else if (layout->n_variants > 1) {
        for (uint32_t i = 0; i < layout->n_variants; i++) {
            const lower_variant *v = &layout->variants[i];
            if (!lower_drop_any(f->l, v->fields, v->n_fields))
                continue;
            ir_if(b, ir_binary(b, IR_EQ, IR_BOOL, lower_tag(f, &p), ir_const(b, layout->tag, v->discriminant)));
            lower_drop_parts(f, p, v);
            ir_end(b);
        }
    } else if (layout->n_variants) {
        lower_drop_parts(f, p, lower_present(layout));
    }
    lower_set_drop_flags(f, p.path, false);
    ir_end(b);
}

ir_value lower_take(lower_fn *f, const lower_place *p)
{
    const ir_value v = lower_read(f, p);
    if (p->path)
        lower_set_drop_flags(f, p->path, false);
    return v;
}

lower_place lower_drop_temporary(lower_fn *f, thir_expr e, sema_ty ty, ir_value v)
{
    lower_place p = lower_temporary(f, ty, v);
    p.path = f->expr_paths[e];
    if (ir_ends_here(&f->b))
        return p;
    lower_set_drop_flags(f, p.path, true);
    lower_schedule_drop(f, f->into ? f->into : lower_scope_of_temporaries(f), p);
    return p;
}

void lower_discard(lower_fn *f, thir_expr e)
{
    const sema_ty ty = f->has_drops ? lower_ty(f, lower_node(f, e)->ty) : (sema_ty)TY_ERROR;
    if (!f->has_drops || !lower_needs_drop(f->l, ty)) {
        lower_into(f, e, 0);
        return;
    }
    const ir_value v = lower_value(f, e);
    if (ir_ends_here(&f->b) || f->l->failed)
        return;
    const lower_place p = lower_drop_temporary(f, e, ty, v);
    if (!p.path) /* `x;` is a move out of x */
        lower_drop_value(f, &p, lower_node(f, e)->span);
}

/* Operands that are there already are dropped if a later one leaves, before the temporaries of what is around them. */
lower_drop_scope *lower_drop_operands(lower_fn *f)
{
    const bool is_in_own = f->drop_scope && f->drop_scope->of && lower_strip(f, f->drop_scope->of) == f->lowered;
    return f->may_leave && !is_in_own ? lower_drop_open(f, false) : NULL;
}

void lower_drop_all_there(lower_fn *f, const lower_drop_scope *operands)
{
    if (operands)
        f->drop_scope = operands->outer;
}

void lower_hold(lower_fn *f, thir_expr e, ir_value v, bool is_last)
{
    if (!f->has_drops || !f->may_leave || is_last || ir_ends_here(&f->b) || f->l->failed)
        return;
    const sema_ty ty = lower_ty(f, lower_node(f, e)->ty);
    if (!lower_needs_drop(f->l, ty))
        return;
    lower_place p = lower_temporary(f, ty, v);
    p.path = f->expr_paths[e];
    lower_set_drop_flags(f, p.path, true);
    lower_schedule_drop(f, f->drop_scope, p);
}

void lower_release(lower_fn *f, thir_expr e)
{
    if (f->has_drops && f->may_leave && f->expr_paths[e])
        lower_set_drop_flags(f, f->expr_paths[e], false);
}
