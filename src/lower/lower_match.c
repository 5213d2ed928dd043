/* lower_match.c: lowers patterns: their tests and bindings, match, and conditions with `let`. A test that fails
 * breaks to a label. */
#include "lower/lower_internal.h"

/* Whether the pattern binds by a reference what a constant is matched for, so that it may be changed. */
static bool lower_may_change(lower_fn *f, thir_expr e, thir_pat pat)
{
    const thir_node *whole = lower_node(f, lower_value_around(f, e));
    return whole->op == THIR_CONST &&
           (lower_binds_by_reference(f, pat, true) ||
            (lower_binds_by_reference(f, pat, false) && lower_has_cell(f->l, lower_ty(f, whole->ty), whole->span)));
}

static lower_place lower_place_for(lower_fn *f, thir_expr e, bool may_change)
{
    const bool is_promoted = lower_node(f, e)->matched_for_ever;
    if (is_promoted)
        f->promoted = lower_value_around(f, e);
    return may_change && !is_promoted ? lower_place_anew(f, e) : lower_place_of(f, e);
}

lower_place lower_matched_place(lower_fn *f, thir_expr e, thir_pat pat)
{
    return lower_place_for(f, e, lower_may_change(f, e, pat));
}

static const lower_layout *lower_match_layout_of(lower_fn *f, sema_ty ty)
{
    return lower_layout_of(f->l, ty, (sema_span){0});
}

void lower_set_slot(lower_fn *f, thir_local local, sema_ty ty, ir_value v)
{
    lower_slot *slot = &f->slots[local];
    ir_type type = lower_ir_type(f->l, ty, f->body->locals.at[local].span);
    if (f->is_part && slot->kind == SLOT_UNSET)
        vec_push(f->l->s->memory, &f->locals_set, local);
    if (!type) {
        slot->kind = SLOT_NOTHING;
        return;
    }
    if (v && !slot->in_memory && !slot->assigned && !f->as_locals && slot->kind != SLOT_MEMORY) {
        slot->kind = SLOT_VALUE;
        slot->value = v;
        return;
    }
    if (slot->kind != SLOT_MEMORY) {
        sema_symbol name = f->body->locals.at[local].name;
        slot->kind = SLOT_MEMORY;
        slot->local = ir_add_local(&f->b, type, name ? lower_symbol(f->l, sema_text(f->l->s, name)) : NULL);
        lower_enter_scope(f, slot);
    }
    if (v)
        ir_set(&f->b, slot->local, v);
}

bool lower_is_sure(lower_fn *f, thir_pat pat)
{
    if (!pat)
        return true;
    const thir_pat_node *p = lower_pattern(f, pat);
    switch ((thir_pat_op)p->op) {
    case PAT_WILD: return true;
    case PAT_BINDING:
    case PAT_DEREF: return lower_is_sure(f, p->a);
    case PAT_VARIANT:
        if (lower_match_layout_of(f, lower_ty(f, p->ty))->n_variants != 1)
            return false;
        break;
    case PAT_LEAF: break;
    case PAT_SLICE:
        if (ty_kind_of(f->l->s, p->ty) != TY_ARRAY && !(p->has_rest && p->n == 0))
            return false;
        if (!lower_is_sure(f, p->a))
            return false;
        break;
    case PAT_OR:
        if (f->choices && f->choices[pat]) /* whichever is chosen */
            break;
        for (uint32_t i = 0; i < p->n; i++)
            if (lower_is_sure(f, lower_sub_pat(f, p, i)))
                return true;
        return false;
    case PAT_NONE:
    case PAT_CONST:
    case PAT_RANGE:
    case PAT_ERROR: return false;
    }
    for (uint32_t i = 0; i < p->n; i++)
        if (!lower_is_sure(f, lower_sub_pat(f, p, i)))
            return false;
    return true;
}

static bool lower_has_bindings(const lower_fn *f, thir_pat pat)
{
    if (!pat)
        return false;
    const thir_pat_node *p = lower_pattern(f, pat);
    if (p->op == PAT_BINDING || lower_has_bindings(f, p->a))
        return true;
    for (uint32_t i = 0; i < p->n; i++)
        if (lower_has_bindings(f, lower_sub_pat(f, p, i)))
            return true;
    return false;
}

static void lower_fail_unless(lower_fn *f, ir_value condition, ir_label fail)
{
    ir_if(&f->b, lower_not(f, condition));
    ir_break(&f->b, fail);
    ir_end(&f->b);
}

static lower_place lower_match_behind(lower_fn *f, const lower_place *p)
{
    const lower_layout *layout = lower_match_layout_of(f, p->ty);
    return lower_behind(f, lower_read(f, p), layout->element);
}

static const lower_variant *lower_match_variant_of(lower_fn *f, const lower_place *p, const thir_pat_node *pat)
{
    const lower_layout *layout = lower_match_layout_of(f, p->ty);
    return pat->op == PAT_VARIANT ? lower_variant_of(f->l, layout, pat->def) : layout->variants;
}

static lower_place lower_match_part_of(lower_fn *f, const lower_place *p, const thir_pat_node *pat, uint32_t i)
{
    const lower_variant *variant = lower_match_variant_of(f, p, pat);
    return lower_field(f, *p, variant, f->body->lists.at[pat->first + 2 * i]);
}

/* Finds the elements of a slice pattern: the i-th of those that are written, with the suffix counted from the end. */
static lower_place lower_match_element_of(lower_fn *f, const lower_place *p, const thir_pat_node *pat, uint32_t i)
{
    ir_builder *b = &f->b;
    const lower_layout *layout = lower_match_layout_of(f, p->ty);
    ir_value index;
    if (i < pat->n_prefix)
        index = ir_const(b, IR_U64, i);
    else if (layout->shape == SHAPE_ARRAY)
        index = ir_const(b, IR_U64, layout->n - (pat->n - i));
    else
        index = ir_binary(b, IR_SUB, IR_U64, p->len, ir_const(b, IR_U64, pat->n - i));
    return lower_element(f, *p, index);
}

static lower_place lower_middle_of(lower_fn *f, const lower_place *p, const thir_pat_node *pat)
{
    ir_builder *b = &f->b;
    const lower_layout *layout = lower_match_layout_of(f, p->ty);
    sema_ty ty = lower_ty(f, lower_pattern(f, pat->a)->ty);
    lower_place whole = *p;
    if (whole.kind == PLACE_VALUE)
        whole = lower_temporary(f, whole.ty, whole.v);
    lower_place out = lower_element(f, whole, ir_const(b, IR_U64, pat->n_prefix));
    out.ty = ty;
    out.path = 0;
    if (layout->shape == SHAPE_UNSIZED) {
        out.kind = PLACE_MEMORY;
        out.len = ir_binary(b, IR_SUB, IR_U64, p->len, ir_const(b, IR_U64, pat->n));
    }
    return out;
}

static ir_value lower_compare_text(lower_fn *f, const lower_place *p, const thir_pat_node *pat)
{
    ir_builder *b = &f->b;
    ir_local same = ir_add_local(b, IR_BOOL, NULL), i = ir_add_local(b, IR_U64, NULL);
    ir_value n = ir_const(b, IR_U64, pat->n_text), text = ir_global_addr(b, lower_text(f->l, pat->text, pat->n_text));
    ir_value address = lower_address(f, p);
    ir_set(b, same, p->len ? ir_binary(b, IR_EQ, IR_BOOL, p->len, n) : ir_const(b, IR_BOOL, 1));
    ir_set(b, i, ir_const(b, IR_U64, 0));
    ir_label again = ir_new_label(b);
    ir_loop(b, again);
    ir_value more = ir_binary(b, IR_LT, IR_BOOL, ir_get(b, i), n);
    ir_if(b, lower_not(f, ir_binary(b, IR_AND, IR_BOOL, ir_get(b, same), more)));
    ir_break(b, again);
    ir_end(b);
    ir_value x = ir_load(b, IR_U8, ir_element_addr(b, IR_U8, address, ir_get(b, i)));
    ir_value y = ir_load(b, IR_U8, ir_element_addr(b, IR_U8, text, ir_get(b, i)));
    ir_set(b, same, ir_binary(b, IR_EQ, IR_BOOL, x, y));
    ir_set(b, i, ir_binary(b, IR_ADD, IR_U64, ir_get(b, i), ir_const(b, IR_U64, 1)));
    ir_end(b);
    return ir_get(b, same);
}

/* Where a constant fails as it looks at a tag, and at another value: there at a `match`, or at a pattern elsewhere. */
void lower_look_at(lower_fn *f, thir_expr scrutinee, sema_span values)
{
    f->looked_at = values;
    if (f->l->constants)
        lower_stand_at(f, lower_node(f, scrutinee)->span);
}

static ir_value lower_pattern_number(lower_fn *f, ir_value v, wide_u128 bits)
{
    return lower_is_wide(f, v) ? lower_wide_const(f, bits) : ir_const(&f->b, lower_value_type(f, v), (uint64_t)bits);
}

static void lower_test_constant(lower_fn *f, const lower_place *p, const thir_pat_node *pat, ir_label fail)
{
    ir_builder *b = &f->b;
    if (pat->text) {
        bool is_reference = ty_kind_of(f->l->s, p->ty) == TY_REF;
        lower_place at = is_reference ? lower_match_behind(f, p) : *p;
        lower_fail_unless(f, lower_compare_text(f, &at, pat), fail);
        return;
    }
    ir_value v = lower_read(f, p);
    if (!v)
        return;
    ir_type type = lower_value_type(f, v);
    if (f->l->constants)
        lower_stand_at(f, f->looked_at);
    lower_check_char(f, p->ty, v, pat->op == PAT_CONST ? f->looked_at : pat->span);
    if (pat->op == PAT_CONST && type == IR_BOOL) {
        ir_if(b, pat->lo ? lower_not(f, v) : v);
        ir_break(b, fail);
        ir_end(b);
        return;
    }
    if (pat->op == PAT_CONST) {
        const ir_op op = ir_is_float(b->m, type) ? IR_EQ : IR_NE;
        ir_if(b, lower_operate(f, op, p->ty, v, lower_pattern_number(f, v, pat->lo), pat->span));
        if (ir_is_float(b->m, type)) /* NaN is equal to nothing */
            ir_else(b);
        ir_break(b, fail);
        ir_end(b);
        return;
    }
    if (!pat->lo_open)
        lower_fail_unless(f, lower_operate(f, IR_GE, p->ty, v, lower_pattern_number(f, v, pat->lo), pat->span), fail);
    const ir_op last = pat->inclusive ? IR_LE : IR_LT;
    if (!pat->hi_open)
        lower_fail_unless(f, lower_operate(f, last, p->ty, v, lower_pattern_number(f, v, pat->hi), pat->span), fail);
}

static void lower_filler(lower_fn *f, uint32_t empty)
{
    if (f->b.m->functions.at[f->b.f].code.n == empty) /* a case without a list would share the next one's */
        ir_const(&f->b, IR_BOOL, 0);
}

/* Tests only the alternative that a guard is asked about now. False: no guard asks. */
static bool lower_chosen(lower_fn *f, const lower_place *p, thir_pat pat, ir_label fail)
{
    ir_builder *b = &f->b;
    const thir_pat_node *n = lower_pattern(f, pat);
    if (!f->choices || !f->choices[pat])
        return false;
    ir_switch(b, ir_get(b, f->choices[pat]));
    for (uint32_t i = 0; i < n->n; i++) {
        if (i + 1 == n->n)
            ir_default(b);
        else
            ir_case(b, i);
        uint32_t empty = b->m->functions.at[b->f].code.n;
        if (fail)
            lower_test(f, *p, lower_sub_pat(f, n, i), fail);
        else
            lower_bind(f, *p, lower_sub_pat(f, n, i));
        lower_filler(f, empty);
    }
    ir_end(b);
    return true;
}

/* bind says that which alternative matched also decides what is bound; then the last one needs no test. */
static void lower_alternatives(lower_fn *f, const lower_place *p, const thir_pat_node *pat, ir_label fail, bool bind)
{
    ir_builder *b = &f->b;
    ir_label matched = ir_new_label(b);
    bool before = f->as_locals;
    f->as_locals |= bind;
    ir_block(b, matched);
    for (uint32_t i = 0; i < pat->n; i++) {
        thir_pat one = lower_sub_pat(f, pat, i);
        bool last = bind && i + 1 == pat->n;
        ir_label next = last ? 0 : ir_new_label(b);
        if (!last) {
            ir_block(b, next);
            lower_test(f, *p, one, next);
        }
        if (bind)
            lower_bind(f, *p, one);
        if (!last) {
            ir_break(b, matched);
            ir_end(b);
        }
    }
    if (!bind)
        ir_break(b, fail);
    ir_end(b);
    f->as_locals = before;
}

void lower_test(lower_fn *f, lower_place p, thir_pat pat, ir_label fail)
{
    if (!pat || f->l->failed)
        return;
    ir_builder *b = &f->b;
    const thir_pat_node *n = lower_pattern(f, pat);
    if (n->op == PAT_OR && lower_chosen(f, &p, pat, fail))
        return;
    if (lower_is_sure(f, pat))
        return;
    switch ((thir_pat_op)n->op) {
    case PAT_BINDING: lower_test(f, p, n->a, fail); break;
    case PAT_DEREF: lower_test(f, lower_match_behind(f, &p), n->a, fail); break;
    case PAT_VARIANT: {
        const lower_layout *layout = lower_match_layout_of(f, p.ty);
        if (layout->n_variants > 1) {
            const lower_variant *variant = lower_variant_of(f->l, layout, n->def);
            ir_if(b, ir_binary(b, IR_NE, IR_BOOL, lower_tag(f, &p), ir_const(b, layout->tag, variant->discriminant)));
            lower_order_test(f, &p, n->def, LOWER_TEST_FAILED);
            ir_break(b, fail);
            ir_end(b);
            lower_order_test(f, &p, n->def, LOWER_TEST_HELD);
        }
    } /* fall through */
    case PAT_LEAF:
        for (uint32_t i = 0; i < n->n; i++)
            if (!lower_is_sure(f, lower_sub_pat(f, n, i)))
                lower_test(f, lower_match_part_of(f, &p, n, i), lower_sub_pat(f, n, i), fail);
        break;
    case PAT_SLICE:
        if (p.len && (n->n || !n->has_rest))
            lower_fail_unless(f, ir_binary(b, n->has_rest ? IR_GE : IR_EQ, IR_BOOL, p.len, ir_const(b, IR_U64, n->n)),
                              fail);
        for (uint32_t i = 0; i < n->n; i++)
            if (!lower_is_sure(f, lower_sub_pat(f, n, i)))
                lower_test(f, lower_match_element_of(f, &p, n, i), lower_sub_pat(f, n, i), fail);
        if (n->a && !lower_is_sure(f, n->a))
            lower_test(f, lower_middle_of(f, &p, n), n->a, fail);
        break;
    case PAT_CONST:
    case PAT_RANGE: lower_test_constant(f, &p, n, fail); break;
    case PAT_OR: lower_alternatives(f, &p, n, fail, false); break;
    case PAT_ERROR: f->l->failed = true; break;
    case PAT_NONE:
    case PAT_WILD: break;
    }
}

void lower_declare(lower_fn *f, thir_pat pat)
{
    if (!pat)
        return;
    const thir_pat_node *n = lower_pattern(f, pat);
    if (n->op == PAT_BINDING)
        lower_set_slot(f, n->local, lower_ty(f, f->body->locals.at[n->local].ty), 0);
    if (n->op == PAT_BINDING && f->has_drops)
        lower_schedule_drop(f, f->bind_scope, lower_local_place(f, n->local));
    const uint32_t n_before = n->op == PAT_SLICE ? n->n_prefix : 0;
    for (uint32_t i = 0; i < n_before; i++)
        lower_declare(f, lower_sub_pat(f, n, i));
    lower_declare(f, n->a);
    for (uint32_t i = n_before; i < n->n; i++)
        lower_declare(f, lower_sub_pat(f, n, i));
}

/* A binding takes a value over, unless a guard only looks at it. */
static void lower_match_moved(lower_fn *f, thir_local local, const lower_place *from)
{
    if (!f->has_drops || !f->local_paths[local])
        return;
    const lower_place p = lower_local_place(f, local);
    lower_schedule_drop(f, f->bind_scope, p);
    if (f->keeps || p.path == from->path)
        return;
    lower_set_drop_flags(f, from->path, false);
    lower_set_drop_flags(f, p.path, true);
}

static void lower_bind_elements(lower_fn *f, const lower_place *p, const thir_pat_node *n, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        if (lower_has_bindings(f, lower_sub_pat(f, n, i)))
            lower_bind(f, lower_match_element_of(f, p, n, i), lower_sub_pat(f, n, i));
}

void lower_bind(lower_fn *f, lower_place p, thir_pat pat)
{
    if (!pat || f->l->failed)
        return;
    const thir_pat_node *n = lower_pattern(f, pat);
    switch ((thir_pat_op)n->op) {
    case PAT_BINDING:
        if (n->index != BIND_VALUE) {
            sema_ty ty = ty_ref(f->l->s, ty_erased(f->l->s), n->index == BIND_REF_MUT, p.ty);
            lower_set_slot(f, n->local, ty,
                           n->index == BIND_REF ? lower_shared_reference(f, &p) : lower_reference(f, &p));
        } else {
            if (f->l->constants && p.kind == PLACE_MEMORY)
                lower_stand_at(f, n->span);
            lower_set_slot(f, n->local, p.ty, lower_read(f, &p));
            lower_match_moved(f, n->local, &p);
        }
        lower_bind(f, p, n->a);
        break;
    case PAT_DEREF:
        if (lower_has_bindings(f, n->a))
            lower_bind(f, lower_match_behind(f, &p), n->a);
        break;
    case PAT_VARIANT:
    case PAT_LEAF:
        for (uint32_t i = 0; i < n->n; i++)
            if (lower_has_bindings(f, lower_sub_pat(f, n, i)))
                lower_bind(f, lower_match_part_of(f, &p, n, i), lower_sub_pat(f, n, i));
        break;
    case PAT_SLICE:
        lower_bind_elements(f, &p, n, 0, n->n_prefix);
        if (n->a && lower_has_bindings(f, n->a))
            lower_bind(f, lower_middle_of(f, &p, n), n->a);
        lower_bind_elements(f, &p, n, n->n_prefix, n->n);
        if (p.path && n->a && !f->keeps && lower_pattern_moves(f, n->a))
            for (uint64_t i = n->n_prefix; i + (n->n - n->n_prefix) < lower_match_layout_of(f, p.ty)->n; i++)
                lower_set_drop_flags(f, lower_move_path_part(f, p.path, 0, (uint32_t)i), false);
        break;
    case PAT_OR:
        if (lower_has_bindings(f, pat) && !lower_chosen(f, &p, pat, 0))
            lower_alternatives(f, &p, n, 0, true);
        break;
    case PAT_NONE:
    case PAT_WILD:
    case PAT_CONST:
    case PAT_RANGE:
    case PAT_ERROR: break;
    }
}

/* ---- conditions ---- */

bool lower_has_let(const lower_fn *f, thir_expr e)
{
    for (;;) {
        const thir_node *n = lower_node(f, e);
        if (n->op == THIR_LET)
            return true;
        if (n->op == THIR_USE) {
            e = n->a;
        } else if (n->op == THIR_LOGICAL && n->sub == OP_AND) {
            if (lower_has_let(f, n->b))
                return true;
            e = n->a;
        } else {
            return false;
        }
    }
}

void lower_condition(lower_fn *f, thir_expr e, ir_label fail)
{
    const thir_node *n = lower_node(f, e);
    if (n->op == THIR_USE) {
        lower_condition(f, n->a, fail);
    } else if (n->op == THIR_LET) {
        lower_place p = lower_matched_place(f, n->a, n->pat);
        lower_look_at(f, n->a, lower_pattern(f, n->pat)->span);
        lower_begin_tests(f, &p);
        lower_test(f, p, n->pat, fail);
        f->bind_scope = f->drop_scope;
        lower_bind(f, p, n->pat);
    } else if (n->op == THIR_LOGICAL && n->sub == OP_AND) {
        lower_condition(f, n->a, fail);
        lower_condition(f, n->b, fail);
    } else {
        lower_drop_scope *temps = lower_drop_open(f, true);
        ir_value v = lower_value(f, e);
        lower_drop_close(f, temps);
        if (v)
            lower_fail_unless(f, v, fail);
    }
}

/* Binds what the guard looks at, and moves it once the guard is true. */
void lower_guard(lower_fn *f, lower_place p, const thir_arm_node *arm, ir_label fail)
{
    ir_builder *b = &f->b;
    const bool moves = lower_pattern_moves(f, arm->pat);
    lower_drop_scope *scope = f->drop_scope;
    f->bind_scope = scope;
    f->keeps = moves;
    lower_bind(f, p, arm->pat);
    f->keeps = false;
    if (!f->has_drops) {
        lower_condition(f, arm->guard, fail);
        return;
    }
    const ir_label passed = ir_new_label(b), failed = ir_new_label(b);
    lower_drop_scope *temps = lower_drop_open(f, true);
    ir_block(b, passed);
    ir_block(b, failed);
    lower_condition(f, arm->guard, failed);
    lower_drop_leave(f, scope);
    if (!ir_ends_here(b))
        ir_break(b, passed);
    ir_end(b);
    lower_drop_close(f, temps);
    ir_break(b, fail);
    ir_end(b);
    f->bind_scope = scope;
    if (moves)
        lower_bind(f, p, arm->pat);
}

/* ---- match ---- */

static const thir_arm_node *lower_arm_of(const lower_fn *f, const thir_node *n, uint32_t i)
{
    return &f->body->arms.at[f->body->lists.at[n->first + i]];
}

/* Whether a CASE alone decides the pattern: a variant whose parts always match, an integer, or alternatives of those.
 */
static bool lower_match_is_case(lower_fn *f, thir_pat pat)
{
    const thir_pat_node *p = lower_pattern(f, pat);
    if (p->op == PAT_OR) {
        if (lower_has_bindings(f, pat))
            return false;
        for (uint32_t i = 0; i < p->n; i++)
            if (!lower_match_is_case(f, lower_sub_pat(f, p, i)))
                return false;
        return p->n > 0;
    }
    if (p->op == PAT_VARIANT) {
        for (uint32_t i = 0; i < p->n; i++)
            if (!lower_is_sure(f, lower_sub_pat(f, p, i)))
                return false;
        return true;
    }
    return p->op == PAT_CONST && !p->text;
}

static bool lower_can_switch(lower_fn *f, const thir_node *n, const lower_place *p)
{
    const lower_layout *layout = lower_match_layout_of(f, p->ty);
    bool tagged = (layout->shape == SHAPE_ENUM || layout->shape == SHAPE_TAG) && layout->n_variants > 1;
    if (!tagged && !(layout->shape == SHAPE_SCALAR && ir_is_int(f->l->m, layout->ir)))
        return false;
    for (uint32_t i = 0; i < n->n; i++) {
        const thir_arm_node *arm = lower_arm_of(f, n, i);
        if (arm->guard)
            return false;
        if (i + 1 == n->n && lower_is_sure(f, arm->pat))
            return n->n > 1;
        if (!lower_match_is_case(f, arm->pat))
            return false;
    }
    return n->n > 1;
}

/* Cases that an earlier arm has taken are left out, since the first arm wins. */
static uint32_t lower_cases(lower_fn *f, const lower_layout *layout, thir_pat pat, arena_map *taken)
{
    const thir_pat_node *p = lower_pattern(f, pat);
    uint32_t n = 0;
    if (p->op == PAT_OR) {
        for (uint32_t i = 0; i < p->n; i++)
            n += lower_cases(f, layout, lower_sub_pat(f, p, i), taken);
        return n;
    }
    uint64_t bits = p->op == PAT_VARIANT ? lower_variant_of(f->l, layout, p->def)->discriminant : (uint64_t)p->lo;
    ir_type type = p->op == PAT_VARIANT ? layout->tag : layout->ir;
    uint64_t size = ir_size(f->l->m, type);
    if (size < 8)
        bits &= (UINT64_C(1) << (8 * size)) - 1;
    uint32_t *at = arena_map_at(f->l->s->memory, &taken[bits == UINT64_MAX], bits == UINT64_MAX ? 1 : bits + 1, 1);
    if (*at)
        return 0;
    *at = 1;
    ir_case(&f->b, bits);
    return 1;
}

/* What the CASEs of an arm tell of the variant. */
static void lower_match_told(lower_fn *f, const thir_node *n, const lower_place *p, uint32_t i)
{
    const thir_pat_node *pat = lower_pattern(f, lower_arm_of(f, n, i)->pat);
    if (pat->op == PAT_VARIANT) {
        lower_order_test(f, p, pat->def, LOWER_TEST_HELD);
    } else if (pat->op == PAT_OR) { /* each is absent where another one is there */
        const sema_def first = lower_pattern(f, lower_sub_pat(f, pat, 0))->def;
        lower_order_test(f, p, first, LOWER_TEST_HELD);
        lower_order_test(f, p, first, LOWER_TEST_FAILED);
    } else {
        for (uint32_t k = 0; k < i; k++) {
            const thir_pat_node *before = lower_pattern(f, lower_arm_of(f, n, k)->pat);
            for (uint32_t one = 0; before->op == PAT_OR && one < before->n; one++)
                lower_order_test(f, p, lower_pattern(f, lower_sub_pat(f, before, one))->def, LOWER_TEST_FAILED);
            if (before->op == PAT_VARIANT)
                lower_order_test(f, p, before->def, LOWER_TEST_FAILED);
        }
    }
}

static void match_by_switch(lower_fn *f, const thir_node *n, lower_place p, ir_local result)
{
    ir_builder *b = &f->b;
    const lower_layout *layout = lower_match_layout_of(f, p.ty);
    arena_map taken[2] = {{0}, {0}}; /* [1]: of all ones */
    const ir_value v = layout->shape == SHAPE_SCALAR ? lower_read(f, &p) : lower_tag(f, &p);
    lower_check_char(f, p.ty, v, f->looked_at);
    ir_switch(b, v);
    for (uint32_t i = 0; i < n->n; i++) {
        const thir_arm_node *arm = lower_arm_of(f, n, i);
        if (i + 1 == n->n)
            ir_default(b);
        else if (!lower_cases(f, layout, arm->pat, taken))
            continue;
        uint32_t empty = b->m->functions.at[b->f].code.n;
        if (p.path)
            lower_match_told(f, n, &p, i);
        lower_drop_scope *scope = lower_drop_open(f, false);
        f->bind_scope = scope;
        lower_bind(f, p, arm->pat);
        lower_into_scope(f, arm->body, result);
        lower_drop_close(f, scope);
        lower_filler(f, empty);
    }
    ir_end(b);
}

/* The range of integers whose next number the match of a `for` asks for; 0 for other matches. */
static thir_expr lower_range_of_step(lower_fn *f, const thir_node *n)
{
    sema *s = f->l->s;
    const thir_node *call = n->n == 2 ? lower_node(f, n->a) : NULL;
    if (!call || call->op != THIR_CALL || call->n != 1)
        return 0;
    const thir_node *callee = lower_node(f, lower_strip(f, call->a));
    const thir_node *borrow = lower_node(f, f->body->lists.at[call->first]);
    if (callee->op != THIR_FN || ty_kind_of(s, callee->ty) != TY_FN_DEF || borrow->op != THIR_BORROW ||
        ty_get(s, callee->ty)->def != def_lang(s, LANG_NEXT))
        return 0;
    const thir_arm_node *none = lower_arm_of(f, n, 0), *some = lower_arm_of(f, n, 1);
    const thir_pat_node *pats[2] = {lower_pattern(f, none->pat), lower_pattern(f, some->pat)};
    if (none->guard || some->guard || pats[0]->op != PAT_VARIANT || pats[0]->def != def_lang(s, LANG_OPTION_NONE) ||
        pats[1]->op != PAT_VARIANT || pats[1]->n != 1 || !lower_is_sure(f, lower_sub_pat(f, pats[1], 0)))
        return 0;
    sema_ty range = lower_ty(f, lower_node(f, borrow->a)->ty);
    if (ty_kind_of(s, range) != TY_ADT || ty_get(s, range)->def != def_lang(s, LANG_RANGE) ||
        !ty_is_integer(s, ty_arg(s, range, 0)))
        return 0;
    return borrow->a;
}

/* Lowers Range::next and the match on its Option together, into a loop whose counter the backends see. */
static void lower_step_range(lower_fn *f, const thir_node *n, thir_expr range, ir_local result)
{
    ir_builder *b = &f->b;
    lower_place p = lower_place_of(f, range);
    const lower_layout *layout = lower_match_layout_of(f, p.ty);
    lower_place start = lower_field(f, p, &layout->variants[0], 0), end = lower_field(f, p, &layout->variants[0], 1);
    ir_value at = lower_read(f, &start);
    ir_if(b, lower_operate(f, IR_LT, start.ty, at, lower_read(f, &end), n->span));
    lower_write(f, &start, lower_operate(f, IR_ADD, start.ty, at, lower_number(f, start.ty, 1), n->span));
    lower_place number = {.kind = PLACE_VALUE, .ty = start.ty, .v = at};
    lower_bind(f, number, lower_sub_pat(f, lower_pattern(f, lower_arm_of(f, n, 1)->pat), 0));
    lower_into_scope(f, lower_arm_of(f, n, 1)->body, result);
    ir_else(b);
    lower_into_scope(f, lower_arm_of(f, n, 0)->body, result);
    ir_end(b);
}

void lower_match(lower_fn *f, const thir_node *n, ir_local result)
{
    ir_builder *b = &f->b;
    thir_expr range = lower_range_of_step(f, n);
    if (range) {
        lower_step_range(f, n, range, result);
        return;
    }
    bool may_change = false;
    for (uint32_t i = 0; i < n->n && !may_change; i++)
        may_change = lower_may_change(f, n->a, lower_arm_of(f, n, i)->pat);
    lower_place p = lower_place_for(f, n->a, may_change);
    const sema_span head = lower_node(f, n->a)->span;
    const bool is_written = head.file == n->span.file && !n->desugared;
    lower_look_at(f, n->a, is_written ? (sema_span){head.file, n->span.start, head.end} : n->span);
    if (n->n == 0)
        return;
    const uint32_t match = lower_begin_tests(f, &p);
    if (lower_can_switch(f, n, &p)) {
        match_by_switch(f, n, p, result);
        return;
    }
    ir_label done = ir_new_label(b);
    ir_block(b, done);
    for (uint32_t i = 0; i < n->n && !f->l->failed; i++) {
        const thir_arm_node *arm = lower_arm_of(f, n, i);
        bool last = i + 1 == n->n && !arm->guard;
        ir_label next = last ? 0 : ir_new_label(b);
        if (!last)
            ir_block(b, next);
        lower_drop_scope *scope = lower_drop_open(f, false);
        f->match = match;
        if (arm->guard && lower_has_choice(f, arm->pat)) {
            lower_choose(f, p, arm, next);
        } else {
            if (!last)
                lower_test(f, p, arm->pat, next);
            if (arm->guard) {
                lower_guard(f, p, arm, next);
            } else {
                f->bind_scope = scope;
                lower_bind(f, p, arm->pat);
            }
        }
        lower_into_scope(f, arm->body, result);
        lower_drop_close(f, scope);
        if (!ir_ends_here(b) && !last)
            ir_break(b, done);
        if (!last)
            ir_end(b);
    }
    ir_end(b);
}
