/* lower_body.c: lowers expressions and statements. */
#include "lower/lower_internal.h"

sema_ty lower_ty(lower_fn *f, sema_ty t)
{
    sema *s = f->l->s;
    if (ty_has(s, t, TY_HAS_PARAM))
        t = ty_substitute(s, t, &f->subst);
    uint32_t *known = arena_map_at(s->memory, &f->l->memo, (uint64_t)t + 1, 1);
    if (!*known) {
        sema_ty concrete = trait_concrete(s, t);
        *arena_map_at(s->memory, &f->l->memo, (uint64_t)t + 1, 1) = concrete;
        return concrete;
    }
    return *known;
}

const lower_layout *lower_node_layout(lower_fn *f, thir_expr e)
{
    const thir_node *n = lower_node(f, e);
    return lower_layout_of(f->l, lower_ty(f, n->ty), n->span);
}

ir_type lower_value_type(const lower_fn *f, ir_value v)
{
    return f->b.m->functions.at[f->b.f].values.at[v];
}

ir_value lower_make_variant(lower_fn *f, const lower_layout *layout, const lower_variant *variant,
                            const ir_value *fields)
{
    ir_builder *b = &f->b;
    if (!layout->ir)
        return 0;
    if (layout->shape == SHAPE_TAG)
        return ir_const(b, layout->tag, variant->discriminant);
    const uint32_t n = variant->ir ? b->m->types.at[variant->ir].n_fields : 0;
    ir_value *kept = ARENA_ARRAY(f->l->s->memory, ir_value, n);
    for (uint32_t i = 0; i < variant->n_fields; i++)
        if (variant->slots[i] != LOWER_NO_SLOT)
            kept[variant->slots[i]] = lower_for_field(f, variant, i, fields[i]);
    for (uint32_t k = 0; k < n; k++)
        if (!kept[k])
            kept[k] = ir_emit(b, IR_UNDEF, b->m->fields.at[b->m->types.at[variant->ir].first_field + k], NULL, 0, 0, 0);
    if (layout->shape != SHAPE_ENUM)
        return variant->ir ? ir_make(b, variant->ir, kept, n) : ir_emit(b, IR_UNDEF, layout->ir, NULL, 0, 0, 0);
    ir_value tag = ir_const(b, layout->tag, variant->discriminant), payload;
    ir_type both = b->m->fields.at[b->m->types.at[layout->ir].first_field + 1];
    if (variant->ir) {
        ir_value one = ir_make(b, variant->ir, kept, n);
        payload = ir_emit(b, IR_MAKE, both, &one, 1, 0, variant->slot);
    } else {
        payload = ir_emit(b, IR_UNDEF, both, NULL, 0, 0, 0);
    }
    return ir_make(b, layout->ir, (ir_value[]){tag, payload}, 2);
}

static ir_value lower_body_adt(lower_fn *f, const thir_node *n)
{
    const lower_layout *layout = lower_layout_of(f->l, lower_ty(f, n->ty), n->span);
    const lower_variant *variant = lower_variant_of(f->l, layout, n->def);
    if (!variant)
        return 0;
    ir_value *fields = ARENA_ARRAY(f->l->s->memory, ir_value, variant->n_fields);
    bool *given = ARENA_ARRAY(f->l->s->memory, bool, variant->n_fields);
    uint32_t union_field = 0;
    const lower_drop_scope *operands = lower_drop_operands(f);
    const uint32_t n_pairs = lower_n_pairs(n, variant);
    for (uint32_t i = 0; i < n_pairs; i++) {
        uint32_t field = f->body->lists.at[n->first + 2 * i];
        const thir_expr value = f->body->lists.at[n->first + 2 * i + 1];
        fields[field] = lower_value(f, value);
        lower_hold(f, value, fields[field], i + 1 == n_pairs && !n->b);
        given[field] = true;
        union_field = field;
    }
    for (uint32_t i = 0; f->has_drops && !n->b && i < n_pairs; i++)
        lower_release(f, f->body->lists.at[n->first + 2 * i + 1]);
    if (n->b) {
        lower_place base = lower_place_of(f, n->b);
        for (uint32_t i = 0; i < variant->n_fields; i++)
            if (!given[i]) {
                lower_place part = lower_field(f, base, variant, i);
                fields[i] = lower_take(f, &part);
            }
        for (uint32_t i = 0; f->has_drops && i < n_pairs; i++)
            lower_release(f, f->body->lists.at[n->first + 2 * i + 1]);
    }
    lower_drop_all_there(f, operands);
    if (layout->shape == SHAPE_RUST_UNION)
        fields[union_field] = lower_for_field(f, variant, union_field, fields[union_field]);
    if (layout->shape == SHAPE_RUST_UNION)
        return layout->ir && fields[union_field]
                   ? ir_emit(&f->b, IR_MAKE, layout->ir, &fields[union_field], 1, 0, variant->slots[union_field])
               : layout->ir ? ir_emit(&f->b, IR_UNDEF, layout->ir, NULL, 0, 0, 0)
                            : 0;
    return lower_make_variant(f, layout, variant, fields);
}

/* Elements of a tuple, array or closure. */
static ir_value lower_list(lower_fn *f, const thir_node *n)
{
    const lower_layout *layout = lower_layout_of(f->l, lower_ty(f, n->ty), n->span);
    ir_value *values = ARENA_ARRAY(f->l->s->memory, ir_value, n->n);
    lower_values(f, &f->body->lists.at[n->first], n->n, values);
    if (layout->shape == SHAPE_STRUCT)
        return lower_make_variant(f, layout, layout->variants, values);
    return layout->ir ? ir_make(&f->b, layout->ir, values, n->n) : 0;
}

/* ---- control ---- */

static bool lower_is_2024(const lower_fn *f)
{
    const sema *s = f->l->s;
    return s->files.at[def_get(s, f->body->owner)->node.file]->edition >= 2024;
}

/* These have a scope of their own for temporaries. */
static ir_value lower_once(lower_fn *f, thir_expr e)
{
    lower_drop_scope *temps = lower_drop_open_of(f, e);
    const ir_value v = lower_value(f, e);
    lower_drop_close(f, temps);
    return v;
}

void lower_into_scope(lower_fn *f, thir_expr e, ir_local result)
{
    lower_drop_scope *temps = lower_drop_open(f, true);
    lower_into(f, e, result);
    lower_drop_close(f, temps);
}

static ir_local lower_result_local(lower_fn *f, const thir_node *n)
{
    ir_type type = lower_ir_type(f->l, lower_ty(f, n->ty), n->span);
    return type ? ir_add_local(&f->b, type, NULL) : 0;
}

/* Whether a statement is one of the library's own index checks: `if .. { panic!("index out of bounds: ..") }`. */
static bool lower_is_bounds_check(const lower_fn *f, const thir_node *n)
{
    if (!f->is_library || n->c)
        return false;
    const thir_node *then = lower_node(f, n->b);
    while (then->op == THIR_BLOCK || then->op == THIR_USE || then->op == THIR_NEVER) {
        thir_expr inner = then->a;
        if (then->op == THIR_BLOCK && then->n == 1 && !inner)
            inner = f->body->stmts.at[f->body->lists.at[then->first]].expr;
        else if (then->op == THIR_BLOCK && then->n)
            return false;
        if (!inner)
            return false;
        then = lower_node(f, inner);
    }
    static const char words[] = "index out of bounds";
    return then->op == THIR_PANIC && then->n_text >= sizeof words - 1 &&
           memcmp(then->text, words, sizeof words - 1) == 0;
}

static void lower_body_branch(lower_fn *f, const thir_node *n, ir_local result)
{
    ir_builder *b = &f->b;
    if ((!f->bounds_checks && lower_is_bounds_check(f, n)) || lower_is_for_sinks(f, n))
        return;
    if (!lower_has_let(f, n->a)) {
        ir_value condition = lower_once(f, n->a);
        if (!condition)
            return;
        ir_if(b, condition);
        lower_into_scope(f, n->b, result);
        if (n->c) {
            ir_else(b);
            lower_into_scope(f, n->c, result);
        }
        ir_end(b);
        return;
    }
    ir_label done = n->c || f->has_drops ? ir_new_label(b) : 0, fail = ir_new_label(b);
    if (done)
        ir_block(b, done);
    ir_block(b, fail);
    lower_drop_scope *scope = lower_drop_open(f, lower_is_2024(f)), *outer = f->drop_scope;
    lower_condition(f, n->a, fail);
    f->drop_scope = outer;
    lower_into_scope(f, n->b, result);
    if (scope)
        lower_drop_leave(f, scope->outer);
    if (done && !ir_ends_here(b))
        ir_break(b, done);
    ir_end(b);
    lower_drop_close(f, scope); /* what was made before the condition failed */
    if (n->c)
        lower_into_scope(f, n->c, result);
    if (done)
        ir_end(b);
}

static void lower_loop(lower_fn *f, const thir_node *n, ir_local result)
{
    lower_exit *exit = &f->exits[n->index];
    ir_label label = ir_new_label(&f->b);
    *exit = (lower_exit){label, label, result, false, f->in_scope.n, f->drop_scope};
    ir_loop(&f->b, label);
    lower_into_scope(f, n->a, 0);
    ir_end(&f->b);
}

/* The local's value is there, and ends with a scope. */
static void lower_bound(lower_fn *f, thir_local local, lower_drop_scope *scope)
{
    if (!f->has_drops || !f->local_paths[local])
        return;
    const lower_place p = lower_local_place(f, local);
    lower_set_drop_flags(f, p.path, true);
    lower_schedule_drop(f, scope, p);
}

static void lower_let_else(lower_fn *f, const thir_stmt_node *s)
{
    ir_builder *b = &f->b;
    const lower_drop_scope *temps = f->drop_scope;
    lower_place p = lower_matched_place(f, s->expr, s->pat);
    ir_label matched = ir_new_label(b), fail = ir_new_label(b);
    bool before = f->as_locals;
    ir_block(b, matched);
    ir_block(b, fail);
    f->as_locals = true;
    lower_look_at(f, s->expr, f->body->pats.at[s->pat].span);
    lower_begin_tests(f, &p);
    lower_test(f, p, s->pat, fail);
    if (temps)
        f->bind_scope = temps->outer;
    lower_bind(f, p, s->pat);
    f->as_locals = before;
    ir_break(b, matched);
    ir_end(b);
    if (temps)
        lower_drop_leave(f, temps->outer);
    lower_into(f, s->otherwise, 0);
    ir_end(b);
}

/* Lowers a `let` with a value; the temporaries of that are in the innermost scope. */
static void lower_let(lower_fn *f, const thir_stmt_node *s)
{
    const thir_pat_node *pat = lower_pattern(f, s->pat);
    lower_drop_scope *block = f->drop_scope ? f->drop_scope->outer : NULL;
    if (!s->otherwise) {
        lower_slot *slot = pat->op == PAT_BINDING && pat->index == BIND_VALUE && !pat->a ? &f->slots[pat->local] : NULL;
        if (slot && (slot->in_memory || slot->assigned)) {
            lower_set_slot(f, pat->local, lower_ty(f, pat->ty), 0);
            lower_into(f, s->expr, slot->kind == SLOT_MEMORY ? slot->local : 0);
            lower_bound(f, pat->local, block);
            return;
        }
        f->into = !slot && lower_binds_by_reference(f, s->pat, false) ? block : NULL;
        lower_place p = slot ? (lower_place){.kind = PLACE_NOTHING} : lower_matched_place(f, s->expr, s->pat);
        f->into = NULL;
        f->bind_scope = block;
        if (slot)
            lower_set_slot(f, pat->local, lower_ty(f, pat->ty), lower_value(f, s->expr));
        else
            lower_bind(f, p, s->pat);
        return;
    }
    lower_let_else(f, s);
}

static void lower_body_statement(lower_fn *f, const thir_stmt_node *s)
{
    if (s->kind == THIR_STMT_LET && s->pat && !s->expr) {
        f->bind_scope = f->drop_scope;
        lower_declare(f, s->pat);
        return;
    }
    lower_drop_scope *block = f->drop_scope, *before = f->extended, *temps = lower_drop_open(f, true);
    f->extended = s->kind == THIR_STMT_LET ? block : NULL;
    if (s->kind == THIR_STMT_EXPR || !s->pat)
        lower_discard(f, s->expr);
    else
        lower_let(f, s);
    f->extended = before;
    lower_drop_close(f, temps);
}

/* Lowers statements. False: control does not get to the tail. */
static bool lower_statements(lower_fn *f, const thir_node *n)
{
    ir_builder *b = &f->b;
    bool ended = false;
    for (uint32_t i = 0; i < n->n && !ended; i++) {
        lower_body_statement(f, &f->body->stmts.at[f->body->lists.at[n->first + i]]);
        ended = ir_ends_here(b) || f->l->failed;
    }
    return !ended;
}

static ir_value lower_block_value(lower_fn *f, const thir_node *n)
{
    ir_value v = 0;
    lower_drop_scope *own = lower_drop_open(f, false);
    if (lower_statements(f, n) && n->a) {
        lower_drop_scope *temps = lower_is_2024(f) ? lower_drop_open_of(f, n->a) : NULL;
        v = lower_raw(f, n->a);
        lower_drop_close(f, temps);
    }
    lower_drop_close(f, own);
    return v;
}

static void lower_body_block(lower_fn *f, const thir_node *n, ir_local result)
{
    ir_label label = 0;
    if (n->index) {
        label = ir_new_label(&f->b);
        f->exits[n->index] = (lower_exit){label, 0, result, false, f->in_scope.n, f->drop_scope};
        ir_block(&f->b, label);
    }
    lower_drop_scope *own = lower_drop_open(f, false);
    if (lower_statements(f, n) && n->a) {
        lower_drop_scope *temps = lower_is_2024(f) ? lower_drop_open_of(f, n->a) : NULL;
        lower_into(f, n->a, result);
        lower_drop_close(f, temps);
    }
    lower_drop_close(f, own);
    if (label)
        ir_end(&f->b);
}

static void lower_body_leave(lower_fn *f, const thir_node *n)
{
    const lower_exit exit = f->exits[n->index];
    if (n->op == THIR_CONTINUE) {
        lower_drop_exit(f, exit.drops, 2 * n->index + 1);
        lower_leave_scopes(f, exit.scope);
        ir_continue(&f->b, exit.again);
        return;
    }
    if (n->a)
        lower_into(f, n->a, exit.result);
    lower_drop_exit(f, exit.drops, 2 * n->index);
    lower_leave_scopes(f, exit.scope);
    if (!ir_ends_here(&f->b))
        ir_break(&f->b, exit.out);
}

static void lower_body_give_back(lower_fn *f, const thir_node *n)
{
    ir_value v = n->a ? lower_raw(f, n->a) : 0;
    if (ir_ends_here(&f->b))
        return;
    lower_drop_exit(f, NULL, UINT32_MAX);
    ir_type result = f->b.m->functions.at[f->b.f].result;
    if (result && !v)
        v = ir_emit(&f->b, IR_UNDEF, result, NULL, 0, 0, 0);
    ir_return(&f->b, result ? v : 0);
}

/* Lowers `a && b` and `a || b` without `let`. */
static ir_value lower_body_logical(lower_fn *f, const thir_node *n)
{
    ir_builder *b = &f->b;
    bool both = n->sub == OP_AND;
    ir_value x = lower_once(f, n->a);
    if (!x)
        return 0;
    if (lower_is_pure(f, n->b))
        return ir_binary(b, both ? IR_AND : IR_OR, IR_BOOL, x, lower_value(f, n->b));
    ir_local result = ir_add_local(b, IR_BOOL, NULL);
    ir_set(b, result, x);
    ir_if(b, both ? x : lower_not(f, x));
    ir_value y = lower_once(f, n->b);
    if (y && !ir_ends_here(b))
        ir_set(b, result, y);
    ir_end(b);
    return ir_get(b, result);
}

/* `let` in a condition that is used as a value. */
static ir_value lower_condition_value(lower_fn *f, thir_expr e)
{
    ir_builder *b = &f->b;
    ir_local result = ir_add_local(b, IR_BOOL, NULL);
    ir_label fail = ir_new_label(b);
    ir_set(b, result, ir_const(b, IR_BOOL, 0));
    ir_block(b, fail);
    lower_drop_scope *scope = lower_drop_open(f, true);
    lower_condition(f, e, fail);
    ir_set(b, result, ir_const(b, IR_BOOL, 1));
    ir_end(b);
    lower_drop_close(f, scope);
    return ir_get(b, result);
}

static void lower_body_assign(lower_fn *f, const thir_node *n)
{
    const thir_node *to = lower_node(f, lower_strip(f, n->a));
    if (to->op == THIR_LOCAL && f->slots[to->local].kind == SLOT_MEMORY && n->op == THIR_ASSIGN &&
        !f->slots[to->local].in_memory) {
        ir_value v = lower_raw(f, n->b);
        if (!ir_ends_here(&f->b) && v)
            ir_set(&f->b, f->slots[to->local].local, v);
        return;
    }
    ir_value v = lower_value(f, n->b);
    const lower_drop_scope *operands = lower_drop_operands(f);
    lower_hold(f, n->b, v, false);
    lower_stand_at(f, n->span);
    lower_place p = lower_place_anew(f, n->a);
    lower_drop_all_there(f, operands);
    if (f->has_drops && n->op == THIR_ASSIGN && lower_needs_drop(f->l, p.ty) && !ir_ends_here(&f->b)) {
        lower_release(f, n->b);
        lower_drop_by_flags(f, p);
        lower_set_drop_flags(f, p.path, true);
    }
    if (n->op == THIR_ASSIGN_OP && p.kind != PLACE_NOTHING)
        v = lower_binary(f, (syntax_op)n->sub, (sema_ty[]){p.ty, lower_ty(f, lower_node(f, n->b)->ty)},
                         lower_read(f, &p), v, n->span);
    lower_write(f, &p, v);
}

static ir_value lower_body_borrow(lower_fn *f, const thir_node *n)
{
    thir_expr of = lower_strip(f, n->a);
    const thir_node *inner = lower_node(f, of);
    if (inner->op == THIR_DEREF && n->op == THIR_BORROW) {
        const thir_node *pointer = lower_node(f, inner->a);
        const bool is_weaker = n->index == BORROW_SHARED && ty_get(f->l->s, pointer->ty)->mutable;
        if (ty_kind_of(f->l->s, pointer->ty) == TY_REF && !(is_weaker && f->l->constants)) /* &*r is r */
            return lower_pointer(f, inner->a);
    }
    bool cannot_fail = !inner->is_place && n->op == THIR_BORROW && n->index == BORROW_SHARED &&
                       lower_is_promotable(f, of) && !(f->has_drops && lower_needs_drop(f->l, lower_ty(f, inner->ty)));
    if (cannot_fail && !lower_has_cell(f->l, lower_ty(f, inner->ty), inner->span))
        return lower_promote(f, of);
    if (n->promoted && lower_is_of_value(f, of)) { /* what is promoted holds no cell */
        const thir_expr whole = lower_value_around(f, of);
        if (whole != of) {
            f->promoted = whole;
            const lower_place part = lower_place_of(f, of);
            return lower_shared_reference(f, &part);
        }
        lower_value(f, of); /* the constant is of numbers that wrap: what panics does so here */
        return lower_promote(f, thir_only_value(f->body, of));
    }
    if (lower_is_kept_by_constant(f, n, of))
        return lower_promote(f, of);
    lower_drop_scope *into = f->into;
    f->into = f->extended;
    const thir_node *whole = lower_node(f, lower_value_around(f, of));
    const bool may_change = n->op == THIR_RAW_BORROW || n->index != BORROW_SHARED ||
                            (whole->op == THIR_CONST && lower_has_cell(f->l, lower_ty(f, whole->ty), whole->span));
    lower_place p = may_change ? lower_place_anew(f, n->a) : lower_place_of(f, n->a);
    f->into = into;
    return n->op == THIR_BORROW && n->index == BORROW_SHARED ? lower_shared_reference(f, &p) : lower_reference(f, &p);
}

static ir_value lower_unsize(lower_fn *f, const thir_node *n)
{
    ir_value v = lower_value(f, n->a);
    const lower_layout *from = lower_node_layout(f, n->a);
    const lower_layout *to = lower_layout_of(f->l, lower_ty(f, n->ty), n->span);
    sema_ty was = from->element, is = to->element;
    if (to->shape == SHAPE_FAT)
        lower_unsized_parts(f->l, &was, &is);
    if (to->shape == SHAPE_FAT && ty_kind_of(f->l->s, is) == TY_DYN)
        return lower_unsize_to_object(f, v, was, is, n->span);
    if (from->shape == SHAPE_FAT || to->shape != SHAPE_FAT)
        return v;
    const lower_layout *array = lower_layout_of(f->l, was, n->span);
    if (array->shape != SHAPE_ARRAY) {
        lower_not_yet(f->l, n->span, "a reference to something of unknown type", "use a generic fn");
        return 0;
    }
    return lower_make_fat(f, v, ir_const(&f->b, IR_U64, array->n));
}

static ir_value lower_body_text(lower_fn *f, const thir_node *n)
{
    ir_global_id global = lower_text(f->l, n->text, n->n_text);
    ir_value at = ir_global_addr(&f->b, global);
    const lower_layout *layout = lower_layout_of(f->l, lower_ty(f, n->ty), n->span);
    return layout->shape == SHAPE_FAT ? lower_make_fat(f, at, ir_const(&f->b, IR_U64, n->n_text)) : at;
}

static ir_value lower_const_param(lower_fn *f, const thir_node *n)
{
    sema *s = f->l->s;
    sema_ty value = lower_ty(f, ty_param(s, n->def));
    const sema_ty ty = lower_ty(f, n->ty);
    const uint64_t bits = ty_get(s, value)->value;
    return lower_number(f, ty, ty_kind_of(s, ty) == TY_I128 ? (wide_u128)(int64_t)bits : bits);
}

/* -128i8 is a literal under a minus: nothing overflows. */
static ir_value lower_body_unary(lower_fn *f, const thir_node *n)
{
    bool before = f->overflow_checks;
    ir_value a = lower_value(f, n->a);
    f->overflow_checks = before && lower_node(f, lower_strip(f, n->a))->op != THIR_LITERAL;
    lower_stand_at(f, n->span);
    ir_value v = lower_unary(f, (syntax_op)n->sub, lower_ty(f, n->ty), a, n->span);
    f->overflow_checks = before;
    return v;
}

/* Whether the temporaries in an operand of such an expression live as long as those of the expression do, which a
 * `let` may extend. */
static bool lower_extends(const lower_fn *f, const thir_node *n)
{
    switch ((thir_op)n->op) {
    case THIR_BORROW:
    case THIR_RAW_BORROW:
    case THIR_TUPLE:
    case THIR_ARRAY:
    case THIR_REPEAT:
    case THIR_ADT:
    case THIR_CAST:
    case THIR_UNSIZE:
    case THIR_USE:
    case THIR_BLOCK:
    case THIR_IF:
    case THIR_MATCH: return true;
    case THIR_CASES_NOTHING:
    case THIR_CASES_PLACE:
    case THIR_CASES_CONSTANT:
    case THIR_CASES_OPERATOR:
    case THIR_REIFY:
    case THIR_NEVER:
    case THIR_CASES_ASSIGN:
    case THIR_CLOSURE:
    case THIR_LET:
    case THIR_LOOP:
    case THIR_CASES_LEAVE:
    case THIR_CASES_TEXT: break;
    case THIR_CALL: return lower_is_place_call(f, n);
    }
    return false;
}

static ir_value lower_raw_itself(lower_fn *f, thir_expr e)
{
    const thir_node *n = lower_node(f, e);
    ir_builder *b = &f->b;
    lower_stand_at(f, n->span);
    switch ((thir_op)n->op) {
    case THIR_LOCAL:
    case THIR_UPVAR:
    case THIR_DEREF:
    case THIR_FIELD:
    case THIR_INDEX:
    case THIR_STATIC:
    case THIR_CONST: {
        lower_place p = n->op == THIR_CONST && f->has_drops ? lower_named_const(f, n) : lower_place_of(f, e);
        return lower_take(f, &p);
    }
    case THIR_LITERAL: {
        ir_type type = lower_ir_type(f->l, lower_ty(f, n->ty), n->span);
        if (!type || type != f->l->wide)
            return type ? ir_const(b, type, n->bits) : 0;
        return lower_wide_const(f, wide_of(n->bits, n->high));
    }
    case THIR_STRING: return lower_body_text(f, n);
    case THIR_FN: return 0;
    case THIR_CONST_PARAM: return lower_const_param(f, n);
    case THIR_BORROW:
    case THIR_RAW_BORROW: return lower_body_borrow(f, n);
    case THIR_BINARY: {
        ir_value x = lower_value(f, n->a), y = lower_value(f, n->b);
        lower_stand_at(f, n->span);
        return lower_binary(f, (syntax_op)n->sub,
                            (sema_ty[]){lower_ty(f, lower_node(f, n->a)->ty), lower_ty(f, lower_node(f, n->b)->ty)}, x,
                            y, n->span);
    }
    case THIR_LOGICAL: return lower_has_let(f, e) ? lower_condition_value(f, e) : lower_body_logical(f, n);
    case THIR_LET: return lower_condition_value(f, e);
    case THIR_UNARY: return lower_body_unary(f, n);
    case THIR_CAST: return lower_cast(f, n);
    case THIR_UNSIZE: return lower_unsize(f, n);
    case THIR_REIFY: return lower_reify(f, n);
    case THIR_NEVER: lower_raw(f, n->a); return 0;
    case THIR_USE: return n->sub == USE_CONST_BLOCK ? lower_const_block(f, e) : lower_raw(f, n->a);
    case THIR_ASSIGN:
    case THIR_ASSIGN_OP: lower_body_assign(f, n); return 0;
    case THIR_CALL: return lower_call(f, n);
    case THIR_TUPLE:
    case THIR_ARRAY:
    case THIR_CLOSURE: return lower_list(f, n);
    case THIR_REPEAT: return lower_repeat(f, n, 0);
    case THIR_ADT: return lower_body_adt(f, n);
    case THIR_BLOCK:
    case THIR_IF:
    case THIR_MATCH:
    case THIR_LOOP: {
        if (n->op == THIR_BLOCK && !n->index) {
            const uint32_t scope = lower_begin_scope(f);
            const ir_value v = lower_block_value(f, n);
            lower_end_scope(f, scope);
            return v;
        }
        ir_local result = lower_result_local(f, n);
        lower_into(f, e, result);
        return result && !ir_ends_here(b) ? ir_get(b, result) : 0;
    }
    case THIR_BREAK:
    case THIR_CONTINUE: lower_body_leave(f, n); return 0;
    case THIR_RETURN: lower_body_give_back(f, n); return 0;
    case THIR_PANIC: lower_panic(f, n); return 0;
    case THIR_PRINT: return lower_print(f, n);
    case THIR_PTX: return lower_ptx(f, n);
    case THIR_ERROR: f->l->failed = true; return 0;
    case THIR_NONE: break;
    }
    return 0;
}

ir_value lower_raw(lower_fn *f, thir_expr e)
{
    if (f->l->failed)
        return 0;
    if (!f->has_drops)
        return lower_raw_itself(f, e);
    lower_drop_scope *into = f->into, *extended = f->extended;
    const thir_expr around = f->lowered;
    f->into = NULL;
    f->lowered = e;
    if (!lower_extends(f, lower_node(f, e)))
        f->extended = NULL;
    const ir_value v = lower_raw_itself(f, e);
    f->into = into;
    f->extended = extended;
    f->lowered = around;
    return v;
}

ir_value lower_value(lower_fn *f, thir_expr e)
{
    ir_value v = lower_raw(f, e);
    if (v || f->l->failed)
        return v;
    ir_type type = lower_node_layout(f, e)->ir;
    return type ? ir_emit(&f->b, IR_UNDEF, type, NULL, 0, 0, 0) : 0;
}

/* What may declare locals of its own. */
static void lower_scoped(lower_fn *f, const thir_node *n, ir_local result)
{
    const uint32_t scope = lower_begin_scope(f);
    if (n->op == THIR_BLOCK)
        lower_body_block(f, n, result);
    else if (n->op == THIR_IF)
        lower_body_branch(f, n, result);
    else
        lower_match(f, n, result);
    lower_end_scope(f, scope);
}

void lower_into(lower_fn *f, thir_expr e, ir_local result)
{
    const thir_node *n = lower_node(f, e);
    if (f->l->failed)
        return;
    switch ((thir_op)n->op) {
    case THIR_BLOCK:
    case THIR_IF:
    case THIR_MATCH: lower_scoped(f, n, result); return;
    case THIR_LOOP: lower_loop(f, n, result); return;
    case THIR_USE:
        if (n->sub != USE_CONST_BLOCK) {
            lower_into(f, n->a, result);
            return;
        }
        break;
    case THIR_REPEAT:
        if (result) {
            lower_repeat(f, n, result);
            return;
        }
        break;
    case THIR_CASES_NOTHING:
    case THIR_CASES_PLACE:
    case THIR_CASES_CONSTANT:
    case THIR_CASES_BORROW:
    case THIR_CASES_OPERATOR:
    case THIR_CASES_CONVERSION:
    case THIR_NEVER:
    case THIR_CASES_ASSIGN:
    case THIR_CALL:
    case THIR_TUPLE:
    case THIR_ARRAY:
    case THIR_ADT:
    case THIR_CLOSURE:
    case THIR_LET:
    case THIR_CASES_LEAVE:
    case THIR_CASES_TEXT: break;
    }
    ir_value v = lower_raw(f, e);
    if (result && v && !ir_ends_here(&f->b))
        ir_set(&f->b, result, v);
}

void lower_params(lower_fn *f, const ir_value *args)
{
    const thir_body *body = f->body;
    for (uint32_t i = 0; i < body->params.n; i++) {
        const thir_param *param = &body->params.at[i];
        sema_ty ty = lower_ty(f, param->ty);
        if (param->local) {
            lower_slot *slot = &f->slots[param->local];
            lower_set_slot(f, param->local, ty, args[i]);
            lower_bound(f, param->local, f->drop_scope);
            if (ty_kind_of(f->l->s, ty) == TY_REF && f->caller)
                slot->text = i + 1;
        }
        const thir_pat_node *pat = param->pat ? &body->pats.at[param->pat] : NULL;
        if (!pat || (pat->op == PAT_BINDING && pat->local == param->local))
            continue;
        if (pat->op == PAT_BINDING && pat->index == BIND_VALUE && f->caller)
            f->slots[pat->local].text = i + 1;
        lower_place p = {.kind = args[i] ? PLACE_VALUE : PLACE_NOTHING, .ty = ty, .v = args[i]};
        bool by_value = pat->op == PAT_BINDING && pat->index == BIND_VALUE;
        if (!by_value && args[i])
            p = lower_temporary(f, ty, args[i]);
        if (f->has_drops && param->local && f->local_paths[param->local])
            p = lower_local_place(f, param->local);
        f->bind_scope = f->drop_scope;
        lower_bind(f, p, param->pat);
    }
}

void lower_body_part(lower_fn *f, thir_expr value)
{
    ir_builder *b = &f->b;
    ir_type result = b->m->functions.at[b->f].result;
    ir_value v = 0;
    lower_drop_open_of(f, value);
    if (result)
        v = lower_raw(f, value);
    else
        lower_into(f, value, 0);
    if (f->l->failed || ir_ends_here(b))
        return;
    lower_drop_leave(f, NULL);
    if (result && !v)
        v = ir_emit(b, IR_UNDEF, result, NULL, 0, 0, 0);
    ir_return(b, v);
}
