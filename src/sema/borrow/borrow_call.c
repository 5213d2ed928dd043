/* borrow_call.c: adds calls to the graph, with the lifetimes that the callee's signature relates, and closures with
 * what they capture. */
#include "sema/borrow/borrow_internal.h"

void borrow_outlives_region(borrow_ctx *c, borrow_region r, void *user)
{
    borrow_outlives(c, r, *(const borrow_region *)user, WHY_ARGUMENT, c->call_span);
}

sema_ty borrow_path_ty(borrow_ctx *c, const thir_node *path)
{
    sema *s = c->s;
    const sema_ty rich = borrow_fresh(c, path->ty);
    borrow_relate_path(c, path, ty_get(s, rich)->def, rich);
    return rich;
}

void borrow_relate_path(borrow_ctx *c, const thir_node *path, sema_def item, sema_ty rich)
{
    sema *s = c->s;
    const sema_ty own = (sema_ty)path->bits, self = (sema_ty)path->high;
    uint32_t n, n_own;
    const sema_ty *args = ty_args(s, rich, &n);
    const sema_ty *written = own ? ty_args(s, own, &n_own) : NULL;
    /* An opaque result may hold none of the lifetimes that are among its arguments. */
    const bool is_opaque = def_kind_of(s, item) == DEF_FN && ty_has(s, def_fn_sig(s, item).output, TY_HAS_OPAQUE);
    /* What a closure asks of lifetimes is not told as finely as rustc does. */
    for (uint32_t i = 0; i < n; i++)
        if (ty_kind_of(s, args[i]) == TY_CLOSURE)
            return;
    for (uint32_t i = 0; written && i < n && i < n_own; i++)
        if (written[i] != (sema_ty)TY_ERROR && !(is_opaque && ty_kind_of(s, written[i]) == TY_REGION))
            borrow_equate(c, args[i], borrow_normalize(c, borrow_fresh(c, written[i])), path->span);
    if (!self)
        return;
    const sema_ty named = borrow_normalize(c, borrow_fresh(c, self));
    borrow_want_formed(c, named, path->span);
    const sema_def parent = def_get(s, item)->parent;
    sema_ty of = rich;
    if (ty_kind_of(s, rich) == TY_FN_DEF) {
        const bool is_constructor = def_kind_of(s, item) != DEF_FN && def_kind_of(s, item) != DEF_CONST;
        if (is_constructor)
            of = ty_adt(s, def_kind_of(s, item) == DEF_VARIANT ? def_enum_of(s, item) : item, args, n);
        else if (parent && def_kind_of(s, parent) == DEF_IMPL)
            of = borrow_subst(c, def_type(s, parent), item, args, n, NULL);
        else if (parent && def_kind_of(s, parent) == DEF_TRAIT && n)
            of = args[0];
    }
    borrow_equate(c, of, named, path->span);
}

static bool borrow_asks_of_types(sema *s, sema_def fn)
{
    uint32_t n;
    const def_predicate *predicates = def_predicates(s, fn, &n);
    for (uint32_t i = 0; i < n; i++)
        if (predicates[i].kind == PREDICATE_OUTLIVES_TY)
            return true;
    return false;
}

static bool borrow_asks_of_any(borrow_ctx *c, sema_def fn)
{
    uint32_t n;
    const def_predicate *predicates = def_predicates(c->s, fn, &n);
    for (uint32_t i = 0; i < n; i++)
        if (predicates[i].of_any || (predicates[i].called_as && borrow_has_regions(c, predicates[i].called_as)))
            return true;
    return false;
}

static void borrow_want_bound(borrow_ctx *c, const def_predicate *p, sema_def of, const sema_ty *args, uint32_t n_args,
                              sema_span call)
{
    sema_ty *own = ARENA_ARRAY(c->s->memory, sema_ty, p->n_args);
    for (uint32_t i = 0; i < p->n_args; i++)
        own[i] = borrow_normalize(c, borrow_subst(c, p->args[i], of, args, n_args, NULL));
    borrow_want_trait(c, p->trait, own, p->n_args, call);
}

/* The arguments of a fn, with other lifetimes in the place of those that each call chooses. */
const sema_ty *borrow_called_anew(borrow_ctx *c, sema_def fn, const sema_ty *args, uint32_t n_args)
{
    const def_generics_list generics = def_generics(c->s, fn);
    sema_ty *anew = ARENA_ARRAY(c->s->memory, sema_ty, n_args);
    for (uint32_t i = 0; i < n_args; i++) {
        const bool is_own = i >= generics.n_parent && i < generics.n_params && ty_kind_of(c->s, args[i]) == TY_REGION &&
                            def_kind_of(c->s, fn) == DEF_FN;
        anew[i] =
            is_own && !def_is_early(c->s, fn, generics.params[i]) ? borrow_region_ty(c, borrow_new_region(c)) : args[i];
    }
    return anew;
}

void borrow_outlives_bounds(borrow_ctx *c, sema_def fn, const sema_ty *args, uint32_t n_args, sema_span call)
{
    sema *s = c->s;
    uint32_t n;
    const def_predicate *predicates = def_predicates(s, fn, &n);
    for (uint32_t i = 0; i < n; i++) {
        const def_predicate *p = &predicates[i];
        if (p->of_any && !c->is_closure) {
            borrow_want_of_any(c, p, TY_NONE, fn, args, n_args, call);
        } else if (p->kind == PREDICATE_PROJECTION && p->trait == def_lang(s, LANG_FN_ONCE_OUTPUT)) {
            const sema_ty called_as = p->called_as
                                          ? borrow_normalize(c, borrow_subst(c, p->called_as, fn, args, n_args, NULL))
                                          : (sema_ty)TY_NONE;
            const sema_ty projection =
                borrow_subst(c, ty_projection(s, p->trait, p->args, p->n_args), fn, args, n_args, NULL);
            const sema_ty callable = ty_arg(s, projection, 0);
            if (called_as && borrow_want_callable(c, callable, called_as, p->fn_trait, WHY_ARGUMENT, call))
                continue;
            if (ty_kind_of(s, callable) == TY_CLOSURE)
                borrow_relate(c, borrow_normalize(c, projection),
                              borrow_normalize(c, borrow_subst(c, p->equals, fn, args, n_args, NULL)), WHY_OTHER, call);
        } else if (p->kind == PREDICATE_TRAIT) {
            borrow_want_bound(c, p, fn, args, n_args, call);
        } else if (p->kind == PREDICATE_OUTLIVES) {
            sema_ty sup = borrow_subst(c, p->args[0], fn, args, n_args, NULL);
            sema_ty sub = borrow_subst(c, p->args[1], fn, args, n_args, NULL);
            if (ty_kind_of(s, sup) == TY_REGION && ty_kind_of(s, sub) == TY_REGION)
                borrow_outlives(c, borrow_region_of(c, sup), borrow_region_of(c, sub), WHY_ARGUMENT, c->call_span);
        } else if (p->kind == PREDICATE_OUTLIVES_TY && ty_kind_of(s, p->args[1]) == TY_REGION) {
            sema_ty bound = borrow_subst(c, p->args[1], fn, args, n_args, NULL);
            borrow_region region = borrow_region_of(c, bound);
            sema_ty type = borrow_subst(c, p->args[0], fn, args, n_args, NULL);
            borrow_param_outlives(c, type, region, call);
            const bool is_fn = ty_kind_of(s, type) == TY_FN_DEF; /* whose own lifetimes it does not hold */
            for (uint32_t k = 0; is_fn && region != c->of_exit && k < ty_get(s, type)->n_args; k++)
                if (ty_kind_of(s, ty_arg(s, type, k)) != TY_REGION)
                    borrow_each_live_region(c, ty_arg(s, type, k), borrow_outlives_region, &region);
            if (!is_fn && region != c->of_exit)
                borrow_each_live_region(c, type, borrow_outlives_region, &region);
        }
    }
}

/* The same for a call, whose types have to be well-formed as they are written. */
static sema_ty borrow_signature_at(borrow_ctx *c, sema_def fn, const sema_ty *args, uint32_t n_args, sema_ty *inputs,
                                   uint32_t n_inputs, const sema_span *call)
{
    def_sig sig = def_fn_sig(c->s, fn);
    region_binder elided = {ARENA_ARRAY(c->s->memory, borrow_region, sig.n_elided), sig.n_elided};
    for (uint32_t i = 0; i < sig.n_elided; i++)
        elided.elided[i] = borrow_new_region(c);
    for (uint32_t i = 0; i < n_inputs && i < sig.n_inputs; i++) {
        const sema_ty input = borrow_subst(c, sig.inputs[i], fn, args, n_args, &elided);
        if (call)
            borrow_want_written_formed(c, input, *call);
        inputs[i] = borrow_normalize(c, input);
    }
    const sema_ty output = borrow_subst(c, sig.output, fn, args, n_args, &elided);
    if (call)
        borrow_want_written_formed(c, output, *call);
    return borrow_normalize(c, output);
}

sema_ty borrow_signature(borrow_ctx *c, sema_def fn, const sema_ty *args, uint32_t n_args, sema_ty *inputs,
                         uint32_t n_inputs)
{
    return borrow_signature_at(c, fn, args, n_args, inputs, n_inputs, NULL);
}

static void borrow_activate(borrow_ctx *c, uint32_t first, sema_span call)
{
    uint32_t n = c->loans.n;
    for (uint32_t i = first; i < n; i++) {
        if (!c->loans.at[i].two_phase || c->loans.at[i].activated)
            continue;
        uint32_t at = mir_push(c, MIR_ACTIVATE, c->loans.at[i].place, call);
        c->stmts.at[at].loan = i;
        c->loans.at[i].activated = at;
    }
}

bool borrow_is_index_call(borrow_ctx *c, const thir_node *e)
{
    sema *s = c->s;
    const thir_node *callee = &c->body->exprs.at[e->a];
    if (e->op != THIR_CALL || !e->desugared || ty_kind_of(s, callee->ty) != TY_FN_DEF)
        return false;
    sema_def trait = def_get(s, ty_get(s, callee->ty)->def)->parent;
    return trait && (trait == def_lang(s, LANG_INDEX) || trait == def_lang(s, LANG_INDEX_MUT) ||
                     trait == def_lang(s, LANG_DEREF) || trait == def_lang(s, LANG_DEREF_MUT));
}

/* A receiver that is moved: the message says by which call. */
static void borrow_mark_receiver(borrow_ctx *c, const thir_node *e, const thir_node *callee, sema_def fn,
                                 uint32_t first_stmt)
{
    if (!e->n)
        return;
    sema_span receiver = c->body->exprs.at[c->body->lists.at[e->first]].span;
    bool by_for = e->desugared && fn && fn == def_lang(c->s, LANG_INTO_ITER);
    if (!by_for && callee->span.start <= receiver.start)
        return;
    for (uint32_t i = first_stmt; i < c->stmts.n; i++) {
        mir_stmt *s = &c->stmts.at[i];
        if (s->op != MIR_MOVE || s->operand || s->span.start != receiver.start)
            continue;
        s->extra = by_for ? MOVED_BY_FOR : MOVED_BY_METHOD;
        s->by = by_for ? callee->span : (sema_span){callee->span.file, callee->span.start, e->span.end};
    }
}

void borrow_activate_at(borrow_ctx *c, sema_span receiver, sema_span call)
{
    uint32_t i = c->loans.n;
    while (i-- > 0)
        if (c->loans.at[i].two_phase && !c->loans.at[i].activated) {
            if (sema_same_span(c->loans.at[i].span, receiver))
                borrow_activate(c, i, call);
            return;
        }
}

/* An argument that is a `&mut` variable is reborrowed in two phases, as a method's receiver is. */
static void borrow_allow_two_phases(borrow_ctx *c, thir_expr e)
{
    thir_node *node = &c->body->exprs.at[e];
    if (node->op != THIR_BORROW || node->index != BORROW_MUT)
        return;
    const thir_node *place = &c->body->exprs.at[node->a];
    if (place->op == THIR_DEREF && place->span.start == node->span.start && place->span.end == node->span.end)
        node->index = BORROW_TWO_PHASE;
}

/* The lifetimes in the path of what is called are alive there. */
static void borrow_named_here(borrow_ctx *c, borrow_region r, void *user)
{
    (void)user;
    point_span here = {c->stmts.n - 1, c->stmts.n};
    const point_set one = {&here, 1, 0};
    if (!c->regions.at[r].universal)
        point_set_add(&c->s->scratch, &c->regions.at[r].points, &one);
}

/* Notes what a call of Index or Deref was made for. */
static void borrow_note_source(borrow_ctx *c, const thir_node *e, borrow_place dest)
{
    sema *s = c->s;
    uint32_t n;
    const sema_ty fn = c->body->exprs.at[e->a].ty, *args = ty_args(s, fn, &n);
    const sema_def trait = def_get(s, ty_get(s, fn)->def)->parent;
    const bool is_index = trait == def_lang(s, LANG_INDEX) || trait == def_lang(s, LANG_INDEX_MUT);
    if (c->places.at[dest].elem == ELEM_LOCAL && n)
        c->locals.at[c->places.at[dest].local].source = arena_format(
            s->memory, "%s of `%s`", is_index ? "index" : "dereference", ty_print(s, ty_erase_regions(s, args[0])));
}

void borrow_call(borrow_ctx *c, const thir_node *e, borrow_place dest)
{
    sema *s = c->s;
    if (borrow_is_index_call(c, e))
        borrow_note_source(c, e, dest);
    const thir_node *callee = &c->body->exprs.at[e->a];
    uint32_t first_loan = c->loans.n, first_stmt = c->stmts.n, n_args = 0;
    sema_ty *inputs = ARENA_ARRAY(&s->scratch, sema_ty, e->n);
    operand *values = ARENA_ARRAY(&s->scratch, operand, e->n);
    sema_ty output = e->ty;
    bool is_item = ty_kind_of(s, callee->ty) == TY_FN_DEF;
    bool is_constructor = is_item && def_kind_of(s, ty_get(s, callee->ty)->def) != DEF_FN;
    sema_span outer_span = c->call_span, call_span = callee->desugared ? e->span : callee->span;
    const sema_ty *args = NULL;
    sema_def fn = 0;
    operand pointer = {0};
    bool known = false;
    if (is_item) {
        fn = ty_get(s, callee->ty)->def;
        args = ty_args(s, callee->ty, &n_args);
        if (callee->is_place && s->options->warnings)
            borrow_look_at(c, borrow_as_place(c, e->a), callee->span);
    } else {
        pointer = borrow_operand(c, e->a);
    }
    build_scope *extended = c->extended;
    bool keeps = borrow_is_index_call(c, e);
    for (uint32_t i = 0; i < e->n; i++) {
        borrow_allow_two_phases(c, c->body->lists.at[e->first + i]);
        values[i] = (is_constructor || (keeps && i == 0) ? borrow_operand_extending
                                                         : borrow_operand)(c, c->body->lists.at[e->first + i]);
    }
    borrow_mark_receiver(c, e, callee, fn, first_stmt);
    c->extended = extended;
    bool any = borrow_has_regions(c, e->ty) || (is_item && borrow_has_regions(c, callee->ty));
    for (uint32_t i = 0; i < e->n; i++)
        any |= values[i].temp != 0;
    c->call_span = call_span;
    if (is_item &&
        (any || (ty_has(s, callee->ty, TY_HAS_PARAM) && borrow_asks_of_types(s, fn)) || borrow_asks_of_any(c, fn))) {
        /* A variable that holds a fn has the lifetimes with which the fn was named. */
        sema_ty rich = callee->is_place ? c->places.at[borrow_as_place(c, e->a)].ty : borrow_path_ty(c, callee);
        args = ty_args(s, rich, &n_args);
        borrow_each_region(c, rich, borrow_named_here, NULL);
        output = borrow_signature_at(c, fn, args, n_args, inputs, e->n, is_constructor ? NULL : &e->span);
        known = true;
        const sema_def above = def_get(s, fn)->parent;
        if (!is_constructor && above && def_kind_of(s, above) == DEF_IMPL)
            borrow_want_formed(c, borrow_subst(c, def_type(s, above), fn, args, n_args, NULL), e->span);
        borrow_outlives_bounds(c, fn, args, n_args, e->span);
        borrow_call_on_object(c, fn, args, n_args, e->span);
    } else if (!is_item && ty_kind_of(s, pointer.ty) == TY_FN_PTR) {
        uint32_t n;
        const sema_ty *parts = borrow_open_pointer(c, pointer.ty, false, &n);
        output = parts[n - 1];
        for (uint32_t i = 0; i < e->n && i + 1 < n; i++)
            inputs[i] = parts[i];
        known = true;
    }
    for (uint32_t i = 0; known && i < e->n; i++)
        if (inputs[i])
            borrow_relate(c, values[i].ty, inputs[i], WHY_ARGUMENT, e->span);
    borrow_activate(c, first_loan, e->span);
    borrow_use_operand(c, &pointer, true);
    for (uint32_t i = 0; i < e->n; i++)
        borrow_use_operand(c, &values[i], !is_constructor);
    c->call_span = outer_span;
    if (!dest)
        borrow_result(c, output, 0, WHY_OTHER, e->span);
    else
        borrow_result(c, borrow_agree(c, output, e->ty), dest, WHY_OTHER, e->span);
}

static void borrow_captured(borrow_ctx *c, borrow_region r, void *user)
{
    sema_span nowhere = {0, 0, 0};
    borrow_outlives(c, r, *(borrow_region *)user, WHY_CAPTURE, nowhere);
}

void borrow_closure(borrow_ctx *c, const thir_node *e, borrow_place dest)
{
    sema *s = c->s;
    sema_ty rich = borrow_fresh(c, e->ty);
    uint32_t n_args, first_loan = c->loans.n, first_stmt = c->stmts.n;
    const sema_ty *args = ty_args(s, rich, &n_args);
    borrow_region all = c->of_exit;
    if (n_args && ty_kind_of(s, args[n_args - 1]) == TY_REGION)
        all = borrow_region_of(c, args[n_args - 1]);
    operand *values = ARENA_ARRAY(&s->scratch, operand, e->n);
    for (uint32_t i = 0; i < e->n; i++) {
        const uint32_t first = c->stmts.n;
        values[i] = borrow_operand(c, c->body->lists.at[e->first + i]);
        borrow_each_region(c, values[i].ty, borrow_captured, &all);
        if (s->options->warnings)
            borrow_note_captured(c, e, i, first);
    }
    borrow_capture_lifetimes(c, rich, values, e->n);
    for (uint32_t i = first_loan; i < c->loans.n; i++)
        c->loans.at[i].closure = e->def;
    for (uint32_t i = first_stmt; i < c->stmts.n; i++)
        c->stmts.at[i].closure = e->def;
    for (uint32_t i = 0; i < e->n; i++)
        borrow_use_operand(c, &values[i], false);
    borrow_result(c, rich, dest, WHY_OTHER, e->span);
}
