/* borrow_check.c: builds the graph of a body and runs all checks on it: initialization and moves, writes, loans,
 * lifetimes. */
#include "sema/borrow/borrow.h"
#include "sema/borrow/borrow_internal.h"

static void borrow_declare_locals(borrow_ctx *c)
{
    const thir_body *body = c->body;
    sema_span nowhere = {0, 0, 0};
    vec_push(&c->s->scratch, &c->places, (place_node){0});
    vec_push(&c->s->scratch, &c->locals, (borrow_local){0});
    for (uint32_t i = 1; i < body->locals.n; i++) {
        const thir_local_node *of = &body->locals.at[i];
        uint32_t local = borrow_new_local(c, borrow_fresh(c, of->ty), of->name, of->span);
        c->locals.at[local].mutable = of->mutable;
        c->locals.at[local].is_param = of->is_param;
        c->locals.at[local].is_self = of->is_self;
        c->locals.at[local].is_user = of->name != 0;
    }
    c->first_upvar = c->locals.n;
    for (uint32_t i = 0; i < body->captures.n; i++) {
        const thir_capture *of = &body->captures.at[i];
        uint32_t local = borrow_new_local(c, borrow_fresh(c, of->ty), of->name, of->use);
        c->locals.at[local].is_upvar = c->locals.at[local].is_user = true;
        c->locals.at[local].capture_mode = of->mode;
        c->locals.at[local].mutable = of->mode == CAPTURE_MUT || (of->mode == CAPTURE_VALUE && of->is_mutable);
    }
    c->return_local = borrow_new_local(c, body->result, 0, nowhere);
    c->locals.at[c->return_local].is_return = true;
}

static void borrow_check_set_type(borrow_ctx *c, uint32_t local, sema_ty ty)
{
    c->locals.at[local].ty = ty;
    c->places.at[c->locals.at[local].place].ty = ty;
}

static void borrow_end_region(borrow_ctx *c, borrow_region r, void *user)
{
    (void)user;
    sema_span nowhere = {0, 0, 0};
    borrow_outlives(c, r, c->of_exit, WHY_RETURN, nowhere);
}

/* Declares parameters and result with the lifetimes of the signature. */
static void borrow_declare_signature(borrow_ctx *c)
{
    sema *s = c->s;
    const thir_body *body = c->body;
    if (c->is_closure) {
        borrow_declare_closure(c);
        return;
    }
    if (def_kind_of(s, c->owner) != DEF_FN) {
        sema_ty result = borrow_fresh(c, body->result);
        borrow_check_set_type(c, c->return_local, result);
        borrow_each_region(c, result, borrow_end_region, NULL);
        return;
    }
    def_sig sig = def_fn_sig(s, c->owner);
    region_binder elided = {ARENA_ARRAY(s->memory, borrow_region, sig.n_elided), sig.n_elided};
    for (uint32_t i = 0; i < c->universals.n; i++) {
        uint32_t number = c->regions.at[c->universals.at[i]].elided;
        if (number)
            elided.elided[number - 1] = c->universals.at[i];
    }
    for (uint32_t i = 0; i < body->params.n && i < sig.n_inputs; i++) {
        sema_ty ty = borrow_normalize(c, borrow_bind(c, sig.inputs[i], &elided));
        borrow_check_set_type(c, body->params.at[i].local, borrow_agree(c, ty, body->params.at[i].ty));
    }
    sema_ty output = borrow_normalize(c, borrow_bind(c, sig.output, &elided));
    borrow_check_set_type(c, c->return_local,
                          ty_has(s, output, TY_HAS_OPAQUE) ? output : borrow_agree(c, output, body->result));
}

static void borrow_check_build(borrow_ctx *c)
{
    const thir_body *body = c->body;
    build_scope params, temps;
    c->is_const = def_kind_of(c->s, c->owner) != DEF_FN && !c->is_closure;
    const thir_node *value = &body->exprs.at[body->value];
    mir_new_block(c);
    c->blocks.at[0].started = true;
    mir_push(c, MIR_NOP, 0, value->span);
    borrow_push_scope(c, &params, false, value->span);
    for (uint32_t i = 0; i < body->captures.n; i++)
        mir_write_to(c, c->locals.at[c->first_upvar + i].place, WRITE_INIT, body->captures.at[i].use);
    for (uint32_t i = 0; i < body->params.n; i++) {
        const thir_param *p = &body->params.at[i];
        borrow_place place = c->locals.at[p->local].place;
        borrow_scope_local(c, &params, p->local);
        mir_write_to(c, place, WRITE_INIT, p->span);
    }
    for (uint32_t i = 0; i < body->params.n; i++) {
        const thir_param *p = &body->params.at[i];
        if (!p->pat || (borrow_pat_binds_all(c, p->pat) && body->pats.at[p->pat].local == p->local))
            continue;
        borrow_declare(c, p->pat, &params);
        borrow_bind_pat(c, p->pat, c->locals.at[p->local].place);
    }
    borrow_push_scope(c, &temps, true, value->span);
    c->extended = c->for_ever = c->is_const ? &params : NULL;
    borrow_into(c, body->value, c->locals.at[c->return_local].place);
    c->extended = NULL;
    borrow_pop_scope(c);
    borrow_pop_scope(c);
    mir_push(c, MIR_RETURN, 0, value->span);
    c->blocks.at[c->block].end = c->stmts.n;
}

void borrow_check_body(sema *s, thir_body *body)
{
    if (body->failed || !body->value || def_get(s, body->owner)->is_library ||
        def_get(s, body->generics_of)->is_library)
        return;
    uint32_t n_diags = s->diags.n;
    s->scratch.out_of_memory = s->memory->out_of_memory;
    s->n_scratch_users++;
    borrow_ctx *c = ARENA_NEW(&s->scratch, borrow_ctx);
    c->s = s;
    c->body = body;
    c->owner = body->owner;
    c->generics_of = body->generics_of;
    c->infer = infer_begin(s, body->generics_of);
    c->is_closure = def_kind_of(s, body->owner) == DEF_CLOSURE;
    if (c->is_closure)
        borrow_remember_body(s, body);
    const infer_closure *closure = c->is_closure ? infer_closure_of(s, body->owner) : NULL;
    c->closure_kind = closure ? closure->kind : FN_KIND_NONE;
    c->edition_2024 = s->files.at[def_get(s, body->owner)->node.file]->edition >= 2024;
    borrow_declare_universals(c);
    borrow_declare_locals(c);
    borrow_declare_signature(c);
    borrow_number_universals(c);
    borrow_check_build(c);
    borrow_check_constant(c);
    if (def_get(s, c->owner)->is_const || c->is_const || body->has_const_block)
        borrow_check_const_calls(c);
    borrow_check_moves(c);
    borrow_check_writes(c);
    borrow_solve_regions(c);
    borrow_check_loans(c);
    if (c->is_closure)
        borrow_sum_up_closure(c);
    borrow_check_outlives(c);
    if (s->diags.n != n_diags)
        body->failed = true;
    else if (s->options->warnings)
        borrow_note_unused(c);
    if (--s->n_scratch_users == 0) /* a question about another body may have its borrows checked first */
        arena_free(&s->scratch);
}
