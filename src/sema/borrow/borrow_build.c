/* borrow_build.c: turns expressions into accesses of places, in the order in which they are evaluated. */
#include "sema/borrow/borrow_internal.h"

static outlives_why borrow_why_of(borrow_ctx *c, borrow_place dest)
{
    uint32_t local = c->places.at[dest].local;
    return local == c->return_local ? WHY_RETURN : c->locals.at[local].is_user ? WHY_ASSIGN : WHY_OTHER;
}

void borrow_result(borrow_ctx *c, sema_ty rich, borrow_place dest, outlives_why why, sema_span span)
{
    if (!dest) {
        if (c->stmts.at[c->stmts.n - 1].operand)
            mir_push(c, MIR_NOP, 0, span);
        return;
    }
    borrow_relate(c, rich, c->places.at[dest].ty, why == WHY_OTHER ? borrow_why_of(c, dest) : why, span);
    mir_write_to(c, dest, WRITE_INIT, span);
}

void borrow_place_use(borrow_ctx *c, borrow_place place, sema_ty erased, sema_span span)
{
    const bool is_copy = borrow_is_copy(c, erased);
    mir_push(c, is_copy ? MIR_COPY : MIR_MOVE, place, span);
    if (is_copy)
        borrow_want_copy(c, c->places.at[place].ty, span);
}

operand borrow_operand_extending(borrow_ctx *c, thir_expr e)
{
    thir_node node = c->body->exprs.at[e];
    operand o = {0, node.ty, node.span};
    if (!borrow_has_regions(c, node.ty)) {
        borrow_into(c, e, 0);
        return o;
    }
    if (node.is_place) {
        borrow_place place = borrow_as_place(c, e);
        o.ty = c->places.at[place].ty;
        o.temp = borrow_new_local(c, o.ty, 0, node.span);
        borrow_place_use(c, place, node.ty, node.span);
        mir_write_to(c, c->locals.at[o.temp].place, WRITE_INIT, node.span);
        return o;
    }
    o.ty = borrow_fresh(c, node.ty);
    o.temp = borrow_new_local(c, o.ty, 0, node.span);
    borrow_into(c, e, c->locals.at[o.temp].place);
    return o;
}

operand borrow_operand(borrow_ctx *c, thir_expr e)
{
    build_scope *extended = c->extended;
    c->extended = NULL;
    operand o = borrow_operand_extending(c, e);
    c->extended = extended;
    return o;
}

void borrow_use_operand(borrow_ctx *c, const operand *o, bool by_call)
{
    if (!o->temp)
        return;
    uint32_t at = mir_push(c, MIR_MOVE, c->locals.at[o->temp].place, by_call ? c->call_span : o->span);
    c->stmts.at[at].by_call = by_call;
    c->stmts.at[at].operand = true;
}

static sema_ty borrow_static_part(sema *s, sema_ty t, void *user)
{
    borrow_ctx *c = user;
    return ty_kind_of(s, t) == TY_REGION ? borrow_region_ty(c, c->of_static) : t;
}

/* Those that a fn pointer or `dyn Fn` leaves open are chosen by each call. */
static bool borrow_has_static_part(sema *s, sema_ty t, void *user)
{
    return ty_kind_of(s, t) != TY_FN_PTR && ty_kind_of(s, t) != TY_DYN && borrow_has_regions(user, t);
}

sema_ty borrow_static_ty(borrow_ctx *c, sema_ty t)
{
    return borrow_has_regions(c, t) ? ty_fold_each(c->s, t, borrow_has_static_part, borrow_static_part, c) : t;
}

static void borrow_want_args_formed(borrow_ctx *c, const sema_ty *args, uint32_t n, sema_span span)
{
    for (uint32_t i = 0; i < n; i++)
        borrow_want_formed(c, args[i], span);
}

/* The type of a static or constant, with the lifetimes that are written in it. */
static sema_ty borrow_item_ty(borrow_ctx *c, const thir_node *e)
{
    const sema_def parent = def_get(c->s, e->def)->parent;
    const def_kind kind = parent ? def_kind_of(c->s, parent) : DEF_NONE;
    if (borrow_has_regions(c, e->ty) && e->op == THIR_CONST && (e->bits || e->high)) {
        const sema_ty rich = borrow_fresh(c, ty_fn_def(c->s, e->def, e->args, e->n_args));
        borrow_relate_path(c, e, e->def, rich);
        uint32_t n;
        const sema_ty *args = ty_args(c->s, rich, &n);
        borrow_want_args_formed(c, args, n, e->span);
        const sema_ty ty = borrow_normalize(c, borrow_subst(c, def_type(c->s, e->def), e->def, args, n, NULL));
        return borrow_agree(c, ty, e->ty);
    }
    if (borrow_has_regions(c, e->ty) && e->n_args && kind == DEF_TRAIT) {
        uint32_t n, n_trait = def_generics(c->s, parent).n_params;
        const sema_ty rich = borrow_fresh(c, ty_fn_def(c->s, e->def, e->args, e->n_args)),
                      *args = ty_args(c->s, rich, &n);
        borrow_want_trait(c, parent, args, n_trait < n ? n_trait : n, e->span);
        borrow_want_args_formed(c, args, n_trait < n ? n_trait : n, e->span);
        return borrow_agree(c, borrow_normalize(c, borrow_subst(c, def_type(c->s, e->def), e->def, args, n, NULL)),
                            e->ty);
    }
    if (!borrow_has_regions(c, e->ty) || e->n_args || kind == DEF_TRAIT || kind == DEF_IMPL)
        return borrow_static_ty(c, e->ty);
    return borrow_agree(c, borrow_normalize(c, borrow_bind(c, def_type(c->s, e->def), NULL)), e->ty);
}

/* The lifetimes that the path of a number's constant has must be those of the impl where it stands. */
static void borrow_const_path(borrow_ctx *c, const thir_node *e)
{
    const sema_ty path = ty_fn_def(c->s, e->def, e->args, e->n_args);
    const sema_def parent = def_get(c->s, e->def)->parent;
    const bool of_trait = parent && def_kind_of(c->s, parent) == DEF_TRAIT && borrow_has_regions(c, path);
    if (borrow_has_regions(c, e->ty) || (!e->bits && !e->high && !of_trait))
        return;
    uint32_t n;
    const sema_ty rich = borrow_fresh(c, path);
    const sema_ty *args = ty_args(c->s, rich, &n);
    const uint32_t n_trait = of_trait ? def_generics(c->s, parent).n_params : 0;
    if (of_trait)
        borrow_want_trait(c, parent, args, n_trait < n ? n_trait : n, e->span);
    borrow_relate_path(c, e, e->def, rich);
    borrow_outlives_bounds(c, e->def, args, n, e->span);
}

/* A fn that is named, but not called at once, has its where clauses kept already. */
static sema_ty borrow_fn_value(borrow_ctx *c, const thir_node *e)
{
    uint32_t n;
    const sema_ty rich = borrow_path_ty(c, e), *args = ty_args(c->s, rich, &n);
    const sema_span outer_span = c->call_span;
    c->call_span = e->span;
    if (ty_kind_of(c->s, rich) == TY_FN_DEF)
        borrow_outlives_bounds(c, ty_get(c->s, rich)->def, args, n, e->span);
    c->call_span = outer_span;
    return rich;
}

static borrow_place borrow_static_place(borrow_ctx *c, const thir_node *e)
{
    uint32_t *at = arena_map_at(&c->s->scratch, &c->statics, e->def, 1);
    if (!*at) {
        uint32_t local = borrow_new_local(c, borrow_item_ty(c, e), def_get(c->s, e->def)->name, e->span);
        c->locals.at[local].is_static = true;
        c->locals.at[local].mutable = syntax_is_mut(c->s, def_get(c->s, e->def)->node);
        *at = local;
    }
    return c->locals.at[*at].place;
}

/* Evaluates a value into a new place of its own. */
static borrow_place borrow_value_place(borrow_ctx *c, thir_expr e)
{
    const thir_node *node = &c->body->exprs.at[e];
    build_scope *extended = c->extended;
    const uint32_t temp = borrow_new_local(c, borrow_fresh(c, node->ty), 0, node->span);
    const borrow_place place = c->locals.at[temp].place;
    borrow_into(c, e, place);
    borrow_scope_temp(c, extended, temp);
    return place;
}

borrow_place borrow_as_place(borrow_ctx *c, thir_expr e)
{
    thir_node node = c->body->exprs.at[e];
    if (!sema_enter(c->s, node.span))
        return c->locals.at[c->return_local].place;
    borrow_place place = 0;
    switch ((thir_op)node.op) {
    case THIR_LOCAL: place = c->locals.at[node.local].place; break;
    case THIR_UPVAR: place = c->locals.at[c->first_upvar + node.index].place; break;
    case THIR_STATIC: place = borrow_static_place(c, &node); break;
    case THIR_DEREF:
        if (c->body->exprs.at[node.a].is_place) {
            place = borrow_as_place(c, node.a);
        } else {
            operand o = borrow_operand_extending(c, node.a);
            if (!o.temp) {
                o.temp = borrow_new_local(c, o.ty, 0, node.span);
                mir_write_to(c, c->locals.at[o.temp].place, WRITE_INIT, node.span);
            }
            place = c->locals.at[o.temp].place;
        }
        place = borrow_elem(c, place, ELEM_DEREF, 0, 0);
        break;
    case THIR_FIELD: place = borrow_elem(c, borrow_as_place(c, node.a), ELEM_FIELD, node.index, node.def); break;
    case THIR_INDEX: {
        place = borrow_as_place(c, node.a);
        build_scope *extended = c->extended;
        c->extended = NULL;
        borrow_into(c, node.b, 0);
        c->extended = extended;
        if (ty_kind_of(c->s, c->places.at[place].ty) != TY_ARRAY)
            mir_push(c, MIR_FAKE_READ, place, node.span);
        else
            borrow_look_at(c, place, node.span);
        place = borrow_elem(c, place, ELEM_INDEX, 0, 0);
        break;
    }
    case THIR_USE:
        if (node.is_place && c->body->exprs.at[node.a].is_place) {
            place = borrow_as_place(c, node.a);
            break;
        }
        place = borrow_value_place(c, e);
        break;
    case THIR_CASES_NOTHING:
    case THIR_CASES_CONSTANT:
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
    case THIR_CASES_TEXT: place = borrow_value_place(c, e);
    }
    sema_leave(c->s);
    return place;
}

/* What a reborrow through references asks: they must live as long. */
void borrow_reborrow(borrow_ctx *c, borrow_place place, borrow_region r, sema_span span)
{
    sema *s = c->s;
    borrow_place at = place;
    for (; c->places.at[at].parent; at = c->places.at[at].parent) {
        if (c->places.at[at].elem != ELEM_DEREF)
            continue;
        sema_ty reference = c->places.at[c->places.at[at].parent].ty;
        if (ty_kind_of(s, reference) != TY_REF)
            return;
        borrow_outlives(c, borrow_region_of(c, ty_arg(s, reference, 0)), r, WHY_OTHER, span);
        if (!ty_get(s, reference)->mutable)
            return;
    }
    const borrow_local *local = &c->locals.at[c->places.at[at].local];
    if (local->is_borrowed)
        borrow_outlives(c, local->borrowed_for, r, WHY_OTHER, span);
    if (local->is_upvar && local->capture_mode != CAPTURE_REF && c->of_env)
        borrow_outlives(c, c->of_env, r, WHY_OTHER, span);
}

/* A part of a constant, or a reborrow, moves nothing; but its indices are evaluated. */
static void borrow_promoted_parts(borrow_ctx *c, thir_expr of)
{
    const thir_node node = c->body->exprs.at[of];
    if (!sema_enter(c->s, node.span))
        return;
    if (!node.is_place || !node.a)
        borrow_into(c, of, 0);
    else
        borrow_promoted_parts(c, node.a);
    if (node.op == THIR_INDEX)
        borrow_into(c, node.b, 0);
    sema_leave(c->s);
}

/* Whether it borrows a temporary that lives as long as the constant. */
static bool borrow_is_kept(borrow_ctx *c, thir_expr place)
{
    return c->is_const && c->extended && c->extended == c->for_ever &&
           !c->body->exprs.at[borrow_root(c, place)].is_place;
}

static void borrow_of(borrow_ctx *c, const thir_node *e, borrow_place dest)
{
    sema *s = c->s;
    const bool is_value = !c->body->exprs.at[borrow_root(c, e->a)].is_place;
    bool kept = e->kept;
    if (borrow_check_kept(c, e))
        kept = is_value;
    if (e->index != BORROW_SHARED
            ? kept && ((borrow_is_mutable_static(c) && !c->in_const_block) || c->extended == c->for_ever)
            : kept || e->promoted) {
        borrow_promoted_parts(c, e->a);
        borrow_result(c, borrow_static_ty(c, e->ty), dest, WHY_OTHER, e->span);
        return;
    }
    const thir_node *of = &c->body->exprs.at[e->a];
    bool empty_array = (of->op == THIR_ARRAY && of->n == 0) || (of->op == THIR_REPEAT && borrow_is_empty(c, of->ty));
    borrow_place place = borrow_as_place(c, e->a);
    borrow_region r = borrow_new_region(c);
    borrow_loan loan = {
        .place = place, .region = r, .kind = e->index != BORROW_SHARED ? LOAN_MUT : LOAN_SHARED, .span = e->span};
    loan.two_phase = e->index == BORROW_TWO_PHASE;
    loan.implicit = e->desugared;
    borrow_reborrow(c, place, r, e->span);
    if (!empty_array) {
        borrow_check_packed(c, place, e->span);
        loan.point = mir_push(c, MIR_BORROW, place, e->span);
        c->stmts.at[loan.point].loan = c->loans.n;
        vec_push(&s->scratch, &c->loans, loan);
    }
    sema_ty rich = ty_ref(s, borrow_region_ty(c, r), e->index != BORROW_SHARED, c->places.at[place].ty);
    borrow_result(c, borrow_agree(c, rich, e->ty), dest, WHY_OTHER, e->span);
}

static void borrow_aggregate(borrow_ctx *c, const thir_node *e, borrow_place dest)
{
    sema *s = c->s;
    sema_ty rich = dest || borrow_has_regions(c, e->ty) ? borrow_fresh(c, e->ty) : e->ty;
    operand *parts = ARENA_ARRAY(&s->scratch, operand, e->n);
    uint32_t step = e->op == THIR_ADT ? 2 : 1, n_fields = 0, n_args = 0;
    const sema_def *fields = NULL;
    const sema_ty *args = NULL;
    if (e->op == THIR_ADT && e->c && s->options->warnings)
        borrow_look_at(c, borrow_as_place(c, e->c), e->span);
    if (e->op == THIR_ADT && ty_kind_of(s, rich) == TY_ADT) {
        fields = def_fields(s, e->def, &n_fields);
        args = ty_args(s, rich, &n_args);
        if (e->bits || e->high)
            borrow_relate_path(c, e, e->def, rich);
        if (!borrow_has_regions(c, e->ty)) /* others are asked where they are written */
            borrow_want_formed(c, rich, e->span);
        borrow_want_struct_formed(c, rich, e->span);
    }
    for (uint32_t i = 0; i < e->n; i++) {
        parts[i] = borrow_operand_extending(c, c->body->lists.at[e->first + step * i + step - 1]);
        sema_ty want = parts[i].ty;
        if (!parts[i].temp)
            continue;
        if (e->op == THIR_TUPLE)
            want = i < ty_get(s, rich)->n_args ? ty_arg(s, rich, i) : want;
        else if (e->op == THIR_ARRAY)
            want = ty_get(s, rich)->n_args ? ty_arg(s, rich, 0) : want;
        else if (c->body->lists.at[e->first + 2 * i] < n_fields)
            want = borrow_normalize(c, borrow_subst(c, def_type(s, fields[c->body->lists.at[e->first + 2 * i]]),
                                                    ty_get(s, rich)->def, args, n_args, NULL));
        borrow_relate(c, parts[i].ty, want, WHY_OTHER, parts[i].span);
    }
    if (e->op == THIR_ADT && e->b) {
        borrow_place base = borrow_as_place(c, e->b);
        for (uint32_t f = 0; f < n_fields; f++) {
            bool given = false;
            for (uint32_t i = 0; i < e->n; i++)
                given |= c->body->lists.at[e->first + 2 * i] == f;
            if (given)
                continue;
            borrow_place field = borrow_elem(c, base, ELEM_FIELD, f, 0);
            sema_ty ty = c->places.at[field].ty;
            borrow_place_use(c, field, ty, c->body->exprs.at[e->b].span);
            borrow_relate(
                c, ty,
                borrow_normalize(c, borrow_subst(c, def_type(s, fields[f]), ty_get(s, rich)->def, args, n_args, NULL)),
                WHY_OTHER, e->span);
        }
    }
    /* What a `write!` is given that shows an argument twice. */
    const thir_node *first = &c->body->exprs.at[e->n ? c->body->lists.at[e->first + step - 1] : 0];
    const bool is_written = e->desugared && first->op == THIR_BORROW && first->index == BORROW_TWO_PHASE;
    const sema_span outer_span = c->call_span;
    c->call_span = e->span;
    for (uint32_t i = 0; i < e->n; i++)
        borrow_use_operand(c, &parts[i], is_written);
    c->call_span = outer_span;
    borrow_result(c, rich, dest, WHY_OTHER, e->span);
}

/* A cast of raw pointers leaves lifetimes free, unless they are those of an object that it leads to. */
static bool borrow_is_free_cast(const sema *s, sema_ty from, sema_ty to)
{
    if (ty_kind_of(s, from) != TY_PTR || ty_kind_of(s, to) != TY_PTR)
        return false;
    const ty_info of = *ty_get(s, ty_arg(s, from, 0));
    bool has_object = of.kind == TY_DYN;
    for (uint32_t i = 0; i < of.n_args && of.kind == TY_ADT; i++)
        has_object |= ty_kind_of(s, ty_arg(s, ty_arg(s, from, 0), i)) == TY_DYN;
    return !has_object;
}

static void borrow_build_convert(borrow_ctx *c, const thir_node *e, borrow_place dest)
{
    sema *s = c->s;
    operand o = borrow_operand_extending(c, e->a);
    sema_ty rich = borrow_fresh(c, e->ty), from = o.ty;
    const ty_kind to = ty_kind_of(s, rich);
    if (e->op == THIR_UNSIZE && (to == TY_REF || to == TY_PTR) &&
        ty_kind_of(s, ty_arg(s, rich, to == TY_REF)) == TY_DYN) {
        borrow_to_object(c, from, rich, e->span);
        borrow_use_operand(c, &o, false);
        borrow_result(c, rich, dest, WHY_OTHER, e->span);
        return;
    }
    const ty_info pointer = *ty_get(s, from);
    const bool is_ref = pointer.kind == TY_REF;
    if (e->op == THIR_UNSIZE && pointer.kind == to && (is_ref || to == TY_PTR)) {
        const sema_ty seen = borrow_unsized_as(c, ty_arg(s, from, is_ref), ty_arg(s, rich, is_ref), e->span);
        from = is_ref ? ty_ref(s, ty_arg(s, from, 0), pointer.mutable, seen) : ty_ptr(s, pointer.mutable, seen);
    }
    if (e->op == THIR_REIFY)
        borrow_reify(c, from, rich, e->span);
    else if (ty_kind_of(s, from) == ty_kind_of(s, rich) && !(e->op == THIR_CAST && borrow_is_free_cast(s, from, rich)))
        borrow_relate(c, from, rich, WHY_OTHER, e->span);
    borrow_use_operand(c, &o, false);
    borrow_result(c, rich, dest, WHY_OTHER, e->span);
}

static void borrow_if_expr(borrow_ctx *c, const thir_node *e, borrow_place dest)
{
    uint32_t no = mir_new_block(c), after = mir_new_block(c);
    build_scope scope;
    borrow_push_scope(c, &scope, true, c->body->exprs.at[e->b].span);
    build_scope *extended = c->extended;
    c->extended = NULL;
    borrow_condition(c, e->a, no);
    c->extended = extended;
    borrow_into(c, e->b, dest);
    borrow_leave_scopes(c, scope.outer);
    mir_goto(c, c->block, after);
    mir_begin_block(c, no);
    borrow_leave_scopes(c, scope.outer);
    c->scope = scope.outer;
    if (e->c)
        borrow_into(c, e->c, dest);
    else if (dest)
        mir_write_to(c, dest, WRITE_INIT, e->span);
    mir_goto(c, c->block, after);
    mir_begin_block(c, after);
}

static void borrow_unreachable_from_here(borrow_ctx *c)
{
    mir_begin_block(c, mir_new_block(c));
}

static void borrow_loop_expr(borrow_ctx *c, const thir_node *e, borrow_place dest)
{
    uint32_t header = mir_new_block(c), after = mir_new_block(c);
    mir_goto(c, c->block, header);
    mir_begin_block(c, header);
    c->blocks.at[header].is_loop = true;
    build_label label = {e->index, after, header, dest, c->scope, c->labels};
    build_scope scope;
    c->labels = &label;
    borrow_push_scope(c, &scope, true, e->span);
    borrow_into(c, e->a, 0);
    borrow_pop_scope(c);
    c->labels = label.outer;
    mir_goto(c, c->block, header);
    mir_begin_block(c, after);
}

static void borrow_labelled_block(borrow_ctx *c, const thir_node *e, borrow_place dest)
{
    uint32_t after = mir_new_block(c);
    build_label label = {e->index, after, after, dest, c->scope, c->labels};
    c->labels = &label;
    borrow_block(c, e, dest);
    c->labels = label.outer;
    mir_goto(c, c->block, after);
    mir_begin_block(c, after);
}

static void borrow_build_jump(borrow_ctx *c, const thir_node *e)
{
    build_label *label = c->labels;
    while (label && label->label != e->index)
        label = label->outer;
    if (!label)
        return;
    if (e->op == THIR_BREAK) {
        if (e->a)
            borrow_into(c, e->a, label->dest);
        else if (label->dest)
            mir_write_to(c, label->dest, WRITE_INIT, e->span);
    }
    borrow_leave_scopes(c, label->scope);
    mir_goto(c, c->block, e->op == THIR_BREAK ? label->break_to : label->continue_to);
    borrow_unreachable_from_here(c);
}

static void borrow_build_assign(borrow_ctx *c, const thir_node *e, borrow_place dest)
{
    operand value = borrow_operand(c, e->b);
    borrow_place place = borrow_as_place(c, e->a);
    if (e->op == THIR_ASSIGN_OP) {
        const uint32_t copy = mir_push(c, MIR_COPY, place, e->span);
        c->stmts.at[copy].extra = COPIED_BY_OP;
    }
    borrow_relate(c, value.ty, c->places.at[place].ty, WHY_ASSIGN, e->span);
    borrow_use_operand(c, &value, false);
    if (borrow_needs_drop(c, c->places.at[place].ty)) {
        const sema_span to = c->body->exprs.at[e->a].span;
        const uint32_t drop = mir_push(c, MIR_DROP, place, e->span);
        c->stmts.at[drop].by = to;
        c->stmts.at[drop].extra = DROP_REPLACES;
        borrow_check_const_assigned(c, place, to);
    }
    mir_write_to(c, place, e->op == THIR_ASSIGN ? WRITE_ASSIGN : WRITE_OP, e->span);
    borrow_result(c, e->ty, dest, WHY_OTHER, e->span);
}

static void borrow_place_value(borrow_ctx *c, thir_expr e, borrow_place dest)
{
    const thir_node *node = &c->body->exprs.at[e];
    sema_ty erased = node->ty;
    sema_span span = node->span;
    build_scope *extended = c->extended;
    c->extended = NULL; /* a value that is read from a temporary needs it no longer */
    borrow_place place = borrow_as_place(c, e);
    c->extended = extended;
    borrow_place_use(c, place, erased, span);
    borrow_result(c, c->places.at[place].ty, dest, WHY_OTHER, span);
}

static void borrow_each_operand(borrow_ctx *c, const thir_node *e)
{
    for (uint32_t i = 0; i < e->n; i++) {
        operand o = borrow_operand(c, c->body->lists.at[e->first + i]);
        borrow_use_operand(c, &o, false);
        mir_push(c, MIR_NOP, 0, o.span);
    }
}

/* What a message shows is borrowed in order, and until all of it is evaluated; numbers too, which are only copied. */
static void borrow_shown(borrow_ctx *c, const thir_node *e)
{
    operand *shown = ARENA_ARRAY(&c->s->scratch, operand, e->n);
    for (uint32_t i = 0; i < e->n; i++) {
        const thir_expr index = c->body->lists.at[e->first + i];
        const thir_node *node = &c->body->exprs.at[index];
        if (node->op != THIR_USE || !c->body->exprs.at[node->a].is_place) {
            shown[i] = borrow_operand(c, index);
            continue;
        }
        const thir_node borrow = {.op = THIR_BORROW,
                                  .ty = ty_ref(c->s, ty_erased(c->s), false, node->ty),
                                  .span = node->span,
                                  .index = BORROW_SHARED,
                                  .a = node->a};
        shown[i] = (operand){.ty = borrow_fresh(c, borrow.ty), .span = node->span};
        shown[i].temp = borrow_new_local(c, shown[i].ty, 0, node->span);
        borrow_of(c, &borrow, c->locals.at[shown[i].temp].place);
    }
    const bool is_written = e->op == THIR_PRINT && thir_is_written(e->sub);
    const sema_span outer_span = c->call_span;
    c->call_span = e->span;
    if (is_written)
        borrow_activate_at(c, c->body->exprs.at[c->body->lists.at[e->first]].span, e->span);
    for (uint32_t i = 0; i < e->n; i++) {
        shown[i].span = e->span;
        borrow_use_operand(c, &shown[i], is_written);
    }
    c->call_span = outer_span;
    mir_push(c, MIR_NOP, 0, e->span);
}

/* A constant of its own: what its value borrows lives to the end of the program. */
static void borrow_const_block(borrow_ctx *c, const thir_node *e, borrow_place dest)
{
    build_scope kept, *const for_ever = c->for_ever, *const extended = c->extended;
    const bool is_const = c->is_const, in_const_block = c->in_const_block;
    borrow_push_scope(c, &kept, false, e->span);
    c->extended = c->for_ever = &kept;
    c->is_const = c->in_const_block = true;
    if (!dest && borrow_has_regions(c, e->ty)) /* its value is given on, whether or not it is used */
        dest = c->locals.at[borrow_new_local(c, borrow_fresh(c, e->ty), 0, e->span)].place;
    borrow_into(c, e->a, dest);
    c->is_const = is_const;
    c->in_const_block = in_const_block;
    c->for_ever = for_ever;
    c->extended = extended;
    borrow_pop_scope(c);
    if (dest)
        mir_push(c, MIR_READ, dest, e->span);
}

static void borrow_build_into(borrow_ctx *c, thir_expr index, borrow_place dest)
{
    thir_node node = c->body->exprs.at[index];
    const thir_node *e = &node;
    switch ((thir_op)e->op) {
    case THIR_LOCAL:
    case THIR_UPVAR:
    case THIR_DEREF:
    case THIR_FIELD:
    case THIR_INDEX:
    case THIR_STATIC: borrow_place_value(c, index, dest); break;
    case THIR_LITERAL:
    case THIR_STRING:
    case THIR_CONST_PARAM: borrow_result(c, dest ? borrow_static_ty(c, e->ty) : e->ty, dest, WHY_OTHER, e->span); break;
    case THIR_CONST:
        borrow_const_path(c, e);
        borrow_result(c, dest ? borrow_item_ty(c, e) : e->ty, dest, WHY_OTHER, e->span);
        break;
    case THIR_FN: {
        const bool asks = dest || ty_has(c->s, e->ty, TY_HAS_PARAM);
        borrow_result(c, asks ? borrow_fn_value(c, e) : e->ty, dest, WHY_OTHER, e->span);
        break;
    }
    case THIR_BORROW:
        node.promoted = c->body->exprs.at[index].promoted =
            node.index == BORROW_SHARED && borrow_is_promoted(c, node.a);
        node.kept = c->body->exprs.at[index].kept = borrow_is_kept(c, node.a);
        borrow_of(c, e, dest);
        break;
    case THIR_RAW_BORROW: {
        borrow_place place = borrow_as_place(c, e->a);
        uint32_t at = mir_push(c, MIR_RAW_BORROW, place, e->span);
        c->stmts.at[at].extra = (uint8_t)e->index;
        borrow_result(c, ty_ptr(c->s, e->index == BORROW_MUT, c->places.at[place].ty), dest, WHY_OTHER, e->span);
        break;
    }
    case THIR_BINARY: {
        operand a = borrow_operand(c, e->a), b = borrow_operand(c, e->b);
        if (ty_kind_of(c->s, a.ty) == TY_PTR || ty_kind_of(c->s, a.ty) == TY_FN_PTR) { /* both are of one type */
            const sema_ty both = borrow_fresh(c, c->body->exprs.at[e->a].ty);
            borrow_relate(c, a.ty, both, WHY_OTHER, e->span);
            borrow_relate(c, b.ty, both, WHY_OTHER, e->span);
        }
        borrow_use_operand(c, &a, false);
        borrow_use_operand(c, &b, false);
        borrow_result(c, e->ty, dest, WHY_OTHER, e->span);
        break;
    }
    case THIR_LOGICAL:
    case THIR_LET: {
        uint32_t no = mir_new_block(c), after = mir_new_block(c);
        /* The left side may settle the value, or else the right side is it. */
        const sema_span right = e->op == THIR_LOGICAL ? c->body->exprs.at[e->b].span : e->span;
        const bool is_and = e->op == THIR_LOGICAL && e->sub == OP_AND;
        borrow_condition(c, index, no);
        borrow_result(c, e->ty, dest, WHY_OTHER, is_and ? right : e->span);
        mir_goto(c, c->block, after);
        mir_begin_block(c, no);
        borrow_result(c, e->ty, dest, WHY_OTHER, is_and ? e->span : right);
        mir_goto(c, c->block, after);
        mir_begin_block(c, after);
        break;
    }
    case THIR_UNARY:
        borrow_into(c, e->a, 0);
        borrow_result(c, e->ty, dest, WHY_OTHER, e->span);
        break;
    case THIR_CAST:
    case THIR_UNSIZE:
    case THIR_REIFY: borrow_build_convert(c, e, dest); break;
    case THIR_USE:
        if (e->sub == USE_CONST_BLOCK) {
            borrow_const_block(c, e, dest);
            break;
        }
        borrow_into(c, e->a, dest);
        if (dest && e->bits)
            borrow_relate(c, c->places.at[dest].ty, borrow_normalize(c, borrow_fresh(c, (sema_ty)e->bits)), WHY_OTHER,
                          e->span);
        break;
    case THIR_NEVER: borrow_into(c, e->a, 0); break;
    case THIR_ASSIGN:
    case THIR_ASSIGN_OP: borrow_build_assign(c, e, dest); break;
    case THIR_CALL:
        borrow_call(c, e, dest);
        if (ty_kind_of(c->s, e->ty) == TY_NEVER)
            borrow_unreachable_from_here(c);
        break;
    case THIR_TUPLE:
    case THIR_ARRAY:
    case THIR_ADT: borrow_aggregate(c, e, dest); break;
    case THIR_REPEAT: {
        operand o = borrow_operand_extending(c, e->a);
        sema_ty rich = borrow_fresh(c, e->ty);
        borrow_relate(c, o.ty, ty_arg(c->s, rich, 0), WHY_OTHER, e->span);
        if (borrow_is_copy(c, o.ty))
            borrow_want_copy(c, o.ty, e->span);
        borrow_use_operand(c, &o, false);
        borrow_result(c, rich, dest, WHY_OTHER, e->span);
        break;
    }
    case THIR_CLOSURE: borrow_closure(c, e, dest); break;
    case THIR_BLOCK:
        if (e->index)
            borrow_labelled_block(c, e, dest);
        else
            borrow_block(c, e, dest);
        break;
    case THIR_IF: borrow_if_expr(c, e, dest); break;
    case THIR_MATCH: borrow_match(c, e, dest); break;
    case THIR_LOOP: borrow_loop_expr(c, e, dest); break;
    case THIR_BREAK:
    case THIR_CONTINUE: borrow_build_jump(c, e); break;
    case THIR_RETURN:
        if (e->a)
            borrow_into(c, e->a, c->locals.at[c->return_local].place);
        borrow_leave_scopes(c, NULL);
        mir_push(c, MIR_RETURN, 0, e->span);
        borrow_unreachable_from_here(c);
        break;
    case THIR_PRINT:
        borrow_shown(c, e);
        borrow_result(c, e->ty, dest, WHY_OTHER, e->span);
        break;
    case THIR_PANIC:
        borrow_shown(c, e);
        borrow_unreachable_from_here(c);
        break;
    case THIR_PTX:
        borrow_each_operand(c, e);
        borrow_into(c, e->a, dest);
        break;
    case THIR_CASES_NOTHING: break;
    }
}

/* A reborrow that nobody wrote, which stands where the reference itself does, extends no temporary of the place that
 * holds that. */
static bool borrow_extends(const borrow_ctx *c, const thir_node *e)
{
    const thir_node *of = &c->body->exprs.at[e->a];
    bool is_written = true;
    for (; of->op == THIR_DEREF && sema_same_span(c->body->exprs.at[of->a].span, e->span);
         of = &c->body->exprs.at[of->a])
        is_written = false;
    return is_written || !of->is_place;
}

void borrow_into(borrow_ctx *c, thir_expr e, borrow_place dest)
{
    if (!e || !sema_enter(c->s, c->body->exprs.at[e].span))
        return;
    build_scope *extended = c->extended;
    switch ((thir_op)c->body->exprs.at[e].op) {
    case THIR_BORROW:
        if (!borrow_extends(c, &c->body->exprs.at[e]))
            c->extended = NULL;
        break;
    case THIR_TUPLE:
    case THIR_ARRAY:
    case THIR_ADT:
    case THIR_CAST:
    case THIR_UNSIZE:
    case THIR_USE:
    case THIR_RAW_BORROW:
    case THIR_BLOCK:
    case THIR_IF:
    case THIR_MATCH:
    case THIR_DEREF:
    case THIR_FIELD:
    case THIR_INDEX:
    case THIR_REPEAT: break;
    case THIR_CALL:
        if (borrow_is_index_call(c, &c->body->exprs.at[e]))
            break;
        c->extended = NULL;
        break;
    case THIR_CASES_NOTHING:
    case THIR_LOCAL:
    case THIR_UPVAR:
    case THIR_STATIC:
    case THIR_CASES_CONSTANT:
    case THIR_CASES_OPERATOR:
    case THIR_REIFY:
    case THIR_NEVER:
    case THIR_CASES_ASSIGN:
    case THIR_CLOSURE:
    case THIR_LET:
    case THIR_LOOP:
    case THIR_CASES_LEAVE:
    case THIR_CASES_TEXT: c->extended = NULL;
    }
    borrow_build_into(c, e, dest);
    c->extended = extended;
    sema_leave(c->s);
}
