/* lower_place.c: lowers places: it finds where a value is, before the value is read, written or borrowed. */
#include "lower/lower_internal.h"

static lower_place lower_nothing(sema_ty ty)
{
    return (lower_place){.kind = PLACE_NOTHING, .ty = ty};
}

lower_place lower_temporary(lower_fn *f, sema_ty ty, ir_value v)
{
    if (!v)
        return lower_nothing(ty);
    ir_local local = ir_add_local(&f->b, lower_value_type(f, v), NULL);
    ir_set(&f->b, local, v);
    return (lower_place){.kind = PLACE_LOCAL, .ty = ty, .local = local};
}

ir_value lower_address(lower_fn *f, const lower_place *p)
{
    switch ((lower_place_kind)p->kind) {
    case PLACE_LOCAL: return ir_local_addr(&f->b, p->local);
    case PLACE_MEMORY: return p->v;
    case PLACE_VALUE: {
        lower_place at = lower_temporary(f, p->ty, p->v);
        return ir_local_addr(&f->b, at.local);
    }
    case PLACE_NOTHING: break;
    }
    return ir_const(&f->b, f->l->ptr, lower_layout_of(f->l, p->ty, (sema_span){0})->align);
}

ir_value lower_make_fat(lower_fn *f, ir_value ptr, ir_value len)
{
    const ir_type type = lower_value_type(f, len) == f->l->ptr ? lower_object_type(f->l) : f->l->fat;
    return ir_make(&f->b, type, (ir_value[]){ptr, len}, 2);
}

ir_value lower_reference(lower_fn *f, const lower_place *p)
{
    ir_value address = lower_address(f, p);
    return p->len ? lower_make_fat(f, address, p->len) : address;
}

ir_value lower_shared_reference(lower_fn *f, const lower_place *p)
{
    ir_value address = lower_address(f, p);
    if (f->l->constants && !lower_has_cell(f->l, p->ty, (sema_span){0}))
        address = ir_emit(&f->b, IR_BITCAST, f->l->ptr, &address, 1, IR_SHARED_REFERENCE, 0);
    return p->len ? lower_make_fat(f, address, p->len) : address;
}

/* Whether a field of a packed struct is bytes. */
static bool lower_is_loose(lower_fn *f, const lower_variant *variant, uint32_t field)
{
    return variant->packed && lower_layout_of(f->l, variant->fields[field], (sema_span){0})->align > variant->packed;
}

static ir_value lower_tighten(lower_fn *f, sema_ty ty, ir_value bytes)
{
    const ir_type type = lower_ir_type(f->l, ty, (sema_span){0});
    const ir_local local = ir_add_local(&f->b, type, NULL);
    ir_store(&f->b, ir_local_addr(&f->b, local), bytes);
    return ir_get(&f->b, local);
}

static ir_value lower_loosen(lower_fn *f, ir_value v)
{
    ir_module *m = f->l->m;
    const ir_type type = lower_value_type(f, v);
    const ir_local local = ir_add_local(&f->b, type, NULL);
    ir_set(&f->b, local, v);
    return ir_load(&f->b, ir_array(m, IR_U8, ir_size(m, type)), ir_local_addr(&f->b, local));
}

ir_value lower_for_field(lower_fn *f, const lower_variant *variant, uint32_t field, ir_value v)
{
    return v && lower_is_loose(f, variant, field) ? lower_loosen(f, v) : v;
}

/* An access to a part of a place wants all of the place aligned. */
static void lower_expect_aligned(lower_fn *f, const lower_place *p, ir_type type, bool writes)
{
    ir_module *m = f->l->m;
    if (p->align > (p->loose ? 1 : ir_align(m, type)))
        ir_intrinsic_call(&f->b, IR_IN_ALIGNED_AROUND, IR_VOID, (ir_value[]){p->around, p->v}, 2,
                          ir_around(ir_size(m, type), writes, p->align));
}

ir_value lower_read(lower_fn *f, const lower_place *p)
{
    switch ((lower_place_kind)p->kind) {
    case PLACE_LOCAL:
        if (p->borrowed && f->l->constants)
            lower_expect_scalars(f, p->ty, ir_local_addr(&f->b, p->local));
        return ir_get(&f->b, p->local);
    case PLACE_MEMORY: {
        ir_type type = lower_ir_type(f->l, p->ty, (sema_span){0});
        if (!type)
            return 0;
        lower_expect_aligned(f, p, type, false);
        if (p->loose) {
            const ir_type bytes = ir_array(f->l->m, IR_U8, ir_size(f->l->m, type));
            return lower_tighten(f, p->ty, ir_load(&f->b, bytes, p->v));
        }
        lower_expect_scalars(f, p->ty, p->v);
        ir_value v = ir_load(&f->b, type, p->v);
        if (p->invariant) {
            ir_function *fn = &f->b.m->functions.at[f->b.f];
            fn->code.at[fn->code.n - 1].flags = IR_INVARIANT;
        }
        return v;
    }
    case PLACE_VALUE: return p->v;
    case PLACE_NOTHING: break;
    }
    return 0;
}

void lower_write(lower_fn *f, const lower_place *p, ir_value v)
{
    if (!v)
        return;
    if (p->kind == PLACE_LOCAL)
        ir_set(&f->b, p->local, v);
    if (p->kind != PLACE_MEMORY)
        return;
    lower_expect_aligned(f, p, lower_value_type(f, v), true);
    ir_store(&f->b, p->v, p->loose ? lower_loosen(f, v) : v);
}

lower_place lower_behind(lower_fn *f, ir_value pointer, sema_ty pointee)
{
    if (!pointer)
        return lower_nothing(pointee);
    lower_place p = {.kind = PLACE_MEMORY, .ty = pointee, .v = pointer};
    if (lower_is_unsized(f->l, pointee)) {
        p.v = ir_field(&f->b, pointer, 0);
        p.len = ir_field(&f->b, pointer, 1);
    }
    if (lower_finds_undefined(f)) {
        p.around = p.v;
        p.align = lower_layout_of(f->l, pointee, (sema_span){0})->align;
    }
    return p;
}

/* A field of a struct, or of a variant of an enum. */
lower_place lower_field(lower_fn *f, lower_place p, const lower_variant *variant, uint32_t field)
{
    ir_builder *b = &f->b;
    const lower_layout *layout = lower_layout_of(f->l, p.ty, (sema_span){0});
    lower_place out = {.kind = p.kind, .ty = variant->fields[field], .invariant = p.invariant, .loose = p.loose};
    out.around = p.around;
    out.align = p.align;
    if (p.path)
        out.path = lower_move_path_part(f, p.path, variant->def, field);
    if (layout->shape == SHAPE_TAIL && field + 1 == variant->n_fields) {
        out.v = lower_tail_address(f, &p);
        out.len = p.len;
        out.loose |= lower_is_loose(f, variant, field);
        return out;
    }
    uint32_t slot = variant->slots[field];
    if (p.kind == PLACE_NOTHING || slot == LOWER_NO_SLOT) {
        if (p.kind == PLACE_MEMORY)
            out.v = p.v;
        else
            out.kind = PLACE_NOTHING;
        return out;
    }
    bool is_enum = layout->shape == SHAPE_ENUM;
    if (p.kind == PLACE_VALUE) {
        ir_value v = p.v;
        if (is_enum)
            v = ir_field(b, ir_field(b, v, 1), variant->slot);
        out.v = ir_field(b, v, slot);
        if (lower_is_loose(f, variant, field))
            out.v = lower_tighten(f, out.ty, out.v);
        return out;
    }
    ir_value at = lower_address(f, &p);
    out.kind = PLACE_MEMORY;
    if (is_enum) {
        at = ir_field_addr(b, layout->ir, at, 1);
        ir_type both = b->m->fields.at[b->m->types.at[layout->ir].first_field + 1];
        at = ir_field_addr(b, both, at, variant->slot);
    }
    out.v = ir_field_addr(b, variant->ir, at, slot);
    out.loose |= lower_is_loose(f, variant, field);
    return out;
}

/* An element of an array or slice, without a check of the index. */
lower_place lower_element(lower_fn *f, lower_place p, ir_value index)
{
    const lower_layout *layout = lower_layout_of(f->l, p.ty, (sema_span){0});
    lower_place out = {.kind = PLACE_MEMORY, .ty = layout->element, .invariant = p.invariant, .loose = p.loose};
    out.around = p.around;
    out.align = p.align;
    ir_type element = lower_ir_type(f->l, layout->element, (sema_span){0});
    uint64_t known;
    if (p.path && lower_known(f, index, &known))
        out.path = lower_move_path_part(f, p.path, 0, (uint32_t)known);
    if (!element || p.kind == PLACE_NOTHING) {
        out.v = p.kind == PLACE_MEMORY ? p.v : 0;
        out.kind = out.v ? PLACE_MEMORY : PLACE_NOTHING;
        return out;
    }
    if (p.kind == PLACE_VALUE && lower_known(f, index, &known) && known < layout->n) {
        out.kind = PLACE_VALUE;
        out.v = ir_field(&f->b, p.v, (uint32_t)known);
        return out;
    }
    ir_value at[2] = {lower_address(f, &p), index};
    out.v = f->l->constants ? ir_emit(&f->b, IR_ELEMENT_ADDR, f->l->ptr, at, 2, IR_WITHIN_ALLOCATION, element)
                            : ir_element_addr(&f->b, element, at[0], index);
    return out;
}

/* A tag that no variant has ends the evaluation of a constant, and an interpreted kernel that looks for it. */
static ir_value lower_checked_tag(lower_fn *f, const lower_layout *layout, ir_value v)
{
    ir_builder *b = &f->b;
    if (!lower_finds_undefined(f) || !layout->n_variants)
        return v;
    ir_switch(b, v);
    for (uint32_t i = 0; i < layout->n_variants; i++)
        ir_case(b, layout->variants[i].discriminant);
    ir_const(b, IR_BOOL, 0); /* or their list would be the default's */
    ir_default(b);
    ir_value size = ir_const(b, IR_U64, ir_size(b->m, layout->tag)), bits = ir_convert(b, IR_U64, v);
    if (f->l->constants)
        ir_trap(b, lower_site(f, f->l->at, LOWER_BAD_TAG), (ir_value[]){bits, size}, 2);
    else
        lower_expect(f, ir_const(b, IR_BOOL, 0), (lower_undefined){.what = IR_UNDEFINED_TAG, .number = bits}, f->l->at);
    ir_end(b);
    return v;
}

ir_value lower_tag(lower_fn *f, const lower_place *p)
{
    const lower_layout *layout = lower_layout_of(f->l, p->ty, (sema_span){0});
    if (layout->shape == SHAPE_STRUCT)
        return ir_const(&f->b, layout->tag, lower_present(layout)->discriminant);
    if (layout->shape != SHAPE_ENUM)
        return lower_checked_tag(f, layout, lower_read(f, p));
    if (p->loose) {
        const lower_place whole = lower_temporary(f, p->ty, lower_read(f, p));
        return lower_tag(f, &whole);
    }
    if (f->b.m->types.at[layout->ir].kind == IR_CODED)
        return ir_field(&f->b, lower_read(f, p), 0);
    if (p->kind == PLACE_VALUE)
        return lower_checked_tag(f, layout, ir_field(&f->b, lower_read(f, p), 0));
    lower_place tag = *p;
    tag.v = ir_field_addr(&f->b, layout->ir, lower_address(f, p), 0);
    if (p->kind == PLACE_MEMORY)
        lower_expect_aligned(f, &tag, layout->tag, false);
    return lower_checked_tag(f, layout, ir_load(&f->b, layout->tag, tag.v));
}

static lower_place lower_of_slot(lower_fn *f, const lower_slot *slot, sema_ty ty)
{
    lower_place p = {.kind = PLACE_NOTHING, .ty = ty};
    if (slot->kind == SLOT_VALUE) {
        p.kind = PLACE_VALUE;
        p.v = slot->value;
    } else if (slot->kind == SLOT_MEMORY) {
        p.kind = PLACE_LOCAL;
        p.local = slot->local;
        p.borrowed = slot->in_memory;
    } else if (slot->kind == SLOT_UNSET && lower_ir_type(f->l, ty, (sema_span){0})) {
        p.kind = PLACE_VALUE; /* only dead code gets here */
        p.v = ir_emit(&f->b, IR_UNDEF, lower_ir_type(f->l, ty, (sema_span){0}), NULL, 0, 0, 0);
    }
    return p;
}

lower_place lower_local_place(lower_fn *f, thir_local local)
{
    lower_place p = lower_of_slot(f, &f->slots[local], lower_ty(f, f->body->locals.at[local].ty));
    if (f->has_drops)
        p.path = f->local_paths[local];
    return p;
}

lower_place lower_upvar_place(lower_fn *f, uint32_t index)
{
    const thir_capture *capture = &f->body->captures.at[index];
    sema_ty ty = lower_ty(f, capture->ty);
    const lower_variant *v = f->env_layout ? f->env_layout->variants : NULL;
    const uint32_t path = f->has_drops ? f->upvar_paths[index] : 0;
    if (!v || v->slots[index] == LOWER_NO_SLOT || !f->env)
        return (lower_place){.kind = PLACE_NOTHING, .ty = ty, .path = path};
    ir_value at = ir_field_addr(&f->b, v->ir, f->env, v->slots[index]);
    if (capture->mode == CAPTURE_VALUE)
        return (lower_place){.kind = PLACE_MEMORY, .ty = ty, .v = at, .path = path};
    return (lower_place){.kind = PLACE_MEMORY, .ty = ty, .v = ir_load(&f->b, f->l->ptr, at)};
}

static bool lower_is_invariant(const lower_fn *f, thir_expr pointer)
{
    const thir_node *n = lower_node(f, lower_strip(f, pointer));
    if (n->op == THIR_BORROW) {
        const thir_node *inner = lower_node(f, lower_strip(f, n->a));
        return inner->op == THIR_DEREF && lower_is_invariant(f, inner->a);
    }
    return n->op == THIR_LOCAL && f->slots[n->local].invariant;
}

static lower_place lower_index_place(lower_fn *f, const thir_node *n)
{
    lower_place p = lower_place_of(f, n->a);
    const lower_layout *layout = lower_layout_of(f->l, p.ty, n->span);
    const uint32_t line = f->b.line;
    ir_value index = lower_value(f, n->b);
    uint64_t known;
    f->b.line = line; /* what is wrong with a place is wrong with the whole of it */
    if (layout->shape == SHAPE_ARRAY) {
        if (!lower_known(f, index, &known) || known >= layout->n)
            lower_check_bounds(f, index, ir_const(&f->b, IR_U64, layout->n), n->span);
    } else if (p.len) {
        lower_check_bounds(f, index, p.len, n->span);
    }
    return lower_element(f, p, index);
}

ir_value lower_pointer(lower_fn *f, thir_expr e)
{
    if (!f->l->constants || !lower_node(f, e)->is_place)
        return lower_value(f, e);
    const lower_place from = lower_place_of(f, e);
    return lower_read(f, &from);
}

static lower_place lower_place_itself(lower_fn *f, thir_expr e)
{
    const thir_node *n = lower_node(f, e);
    if (f->promoted && lower_strip(f, e) == f->promoted) {
        const thir_expr whole = f->promoted;
        f->promoted = THIR_NONE;
        lower_value(f, whole);
        const ir_value at = lower_promote(f, thir_only_value(f->body, whole));
        return at ? (lower_place){.kind = PLACE_MEMORY, .ty = lower_ty(f, n->ty), .v = at}
                  : lower_nothing(lower_ty(f, n->ty));
    }
    switch ((thir_op)n->op) {
    case THIR_USE:
        if (lower_node(f, n->a)->is_place && n->is_place)
            return lower_place_of(f, n->a);
        break;
    case THIR_LOCAL: return lower_local_place(f, n->local);
    case THIR_UPVAR: return lower_upvar_place(f, n->index);
    case THIR_DEREF: {
        lower_place p = lower_behind(f, lower_pointer(f, n->a), lower_ty(f, n->ty));
        p.invariant = lower_is_invariant(f, n->a);
        return p;
    }
    case THIR_FIELD: {
        lower_place p = lower_place_of(f, n->a);
        if (p.kind == PLACE_LOCAL) {
            thir_expr base = lower_strip(f, n->a);
            if (lower_node(f, base)->op == THIR_LOCAL && !f->slots[lower_node(f, base)->local].in_memory)
                p = (lower_place){.kind = PLACE_VALUE, .ty = p.ty, .v = ir_get(&f->b, p.local)};
        }
        const lower_layout *layout = lower_layout_of(f->l, p.ty, n->span);
        if (!layout->n_variants || n->index >= layout->variants->n_fields)
            return lower_nothing(lower_ty(f, n->ty));
        if (layout->shape == SHAPE_RUST_UNION && p.kind == PLACE_VALUE)
            p = lower_temporary(f, p.ty, p.v);
        return lower_field(f, p, layout->variants, n->index);
    }
    case THIR_INDEX: return lower_index_place(f, n);
    case THIR_STATIC: {
        sema_ty ty = lower_ty(f, n->ty);
        ir_global_id global = lower_static(f->l, n->def, n->span);
        if (!global)
            return lower_nothing(ty);
        return (lower_place){.kind = PLACE_MEMORY, .ty = ty, .v = ir_global_addr(&f->b, global)};
    }
    case THIR_CONST:
        if (!f->has_drops || !lower_needs_drop(f->l, lower_ty(f, n->ty))) {
            const lower_place p = lower_named_const(f, n);
            if (f->anew != e || p.kind != PLACE_MEMORY)
                return p;
            f->anew = THIR_NONE;
            return lower_temporary(f, p.ty, lower_read(f, &p));
        }
        break; /* each use is a value of its own */
    case THIR_CASES_NOTHING:
    case THIR_LITERAL:
    case THIR_STRING:
    case THIR_FN:
    case THIR_CONST_PARAM:
    case THIR_CASES_BORROW:
    case THIR_CASES_OPERATOR:
    case THIR_CASES_CONVERSION:
    case THIR_NEVER:
    case THIR_CASES_ASSIGN:
    case THIR_CALL:
    case THIR_CASES_AGGREGATE:
    case THIR_BLOCK:
    case THIR_CASES_BRANCH:
    case THIR_CASES_LEAVE:
    case THIR_CASES_TEXT: break;
    }
    sema_ty ty = lower_ty(f, n->ty);
    ir_value v = lower_value(f, e);
    if (f->has_drops && lower_needs_drop(f->l, ty))
        return lower_drop_temporary(f, e, ty, v);
    if (!v)
        return lower_nothing(ty);
    return (lower_place){.kind = PLACE_VALUE, .ty = ty, .v = v};
}

lower_place lower_place_anew(lower_fn *f, thir_expr e)
{
    f->anew = lower_value_around(f, e);
    return lower_place_of(f, e);
}

lower_place lower_place_of(lower_fn *f, thir_expr e)
{
    const uint32_t line = f->b.line;
    const lower_place p = lower_place_itself(f, e);
    f->b.line = line;
    return p;
}
