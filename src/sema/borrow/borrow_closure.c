/* borrow_closure.c: treats the lifetimes in a closure's signature and captures. Some are chosen anew by each call,
 * others come from the function around the closure; a reference that was given for one call must not get out (E0521).
 */
#include "sema/borrow/borrow_internal.h"
#include "rustg/diagnostic_kind.h"

typedef struct telling {
    borrow_ctx *c;
    borrow_region shared; /* of a bound's lifetimes that each call chooses: one for all; 0: not made yet */
    bool by_bound, by_pointer;
    VEC(sema_ty) late; /* those of a fn pointer, by number; TY_NONE: not made yet */
} telling;

static borrow_region borrow_new_chosen(borrow_ctx *c)
{
    const borrow_region r = borrow_new_region(c);
    borrow_make_universal(c, r);
    c->regions.at[r].bound = true;
    return r;
}

static sema_ty borrow_chosen_by_call(telling *t)
{
    if (!t->by_bound || !t->shared)
        t->shared = borrow_new_chosen(t->c);
    return borrow_region_ty(t->c, t->shared);
}

static sema_ty borrow_chosen_late(telling *t, uint32_t number)
{
    while (t->late.n <= number)
        vec_push(&t->c->s->scratch, &t->late, TY_NONE);
    if (!t->late.at[number])
        t->late.at[number] = borrow_region_ty(t->c, borrow_new_chosen(t->c));
    return t->late.at[number];
}

/* Gives ty, which has no lifetimes, those that the same type has in `told`. */
static sema_ty borrow_with_lifetimes(telling *t, sema_ty told, sema_ty ty)
{
    borrow_ctx *c = t->c;
    sema *s = c->s;
    told = borrow_normalize(c, told);
    ty_info x = *ty_get(s, told), y = *ty_get(s, ty);
    if (x.kind == TY_REGION && y.kind == TY_REGION) {
        if (x.sub == REGION_LATE)
            return borrow_chosen_late(t, (uint32_t)x.value);
        if (x.sub != REGION_STATIC && x.sub != REGION_PARAM && !t->by_pointer)
            return borrow_chosen_by_call(t);
        bool of_callee = x.sub == REGION_PARAM && borrow_region_of(c, told) == c->of_exit;
        return borrow_fresh(c, of_callee ? ty : told);
    }
    if (x.kind != y.kind || x.def != y.def || x.n_args != y.n_args || !x.n_args || x.kind == TY_FN_PTR ||
        x.kind == TY_CLOSURE)
        return borrow_fresh(c, ty);
    sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, x.n_args);
    for (uint32_t i = 0; i < x.n_args; i++)
        args[i] = borrow_with_lifetimes(t, ty_arg(s, told, i), ty_arg(s, ty, i));
    return ty_make(s, y, args);
}

/* Gives ty the lifetimes that have a name in `written`, the same type. */
static sema_ty borrow_with_written(borrow_ctx *c, sema_ty written, sema_ty ty)
{
    sema *s = c->s;
    const ty_info x = *ty_get(s, written), y = *ty_get(s, ty);
    if (x.kind == TY_REGION && y.kind == TY_REGION)
        return x.sub == REGION_STATIC || x.sub == REGION_PARAM ? borrow_fresh(c, written) : ty;
    if (x.kind != y.kind || x.def != y.def || x.n_args != y.n_args || !x.n_args)
        return ty;
    sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, x.n_args);
    for (uint32_t i = 0; i < x.n_args; i++)
        args[i] = borrow_with_written(c, ty_arg(s, written, i), ty_arg(s, ty, i));
    return ty_make(s, y, args);
}

static void borrow_from_around(borrow_ctx *c, borrow_region r, void *user)
{
    (void)user;
    borrow_make_universal(c, r);
}

static void borrow_closure_set_type(borrow_ctx *c, uint32_t local, sema_ty ty)
{
    c->locals.at[local].ty = ty;
    c->places.at[c->locals.at[local].place].ty = ty;
    borrow_each_region(c, ty, borrow_from_around, NULL);
}

void borrow_declare_closure(borrow_ctx *c)
{
    const thir_body *body = c->body;
    c->called_with = ARENA_ARRAY(&c->s->scratch, sema_ty, body->params.n);
    telling t = {.c = c, .by_bound = body->told_by_bound, .by_pointer = body->told_by_pointer};
    for (uint32_t i = 0; i < body->params.n; i++) {
        const thir_param *p = &body->params.at[i];
        borrow_closure_set_type(c, p->local,
                                body->told && body->told[i] ? borrow_with_lifetimes(&t, body->told[i], p->ty)
                                                            : borrow_fresh(c, p->ty));
    }
    borrow_closure_set_type(c, c->return_local,
                            body->told_result ? borrow_with_lifetimes(&t, body->told_result, body->result)
                                              : borrow_fresh(c, body->result));
    for (uint32_t i = 0; i <= body->params.n; i++) {
        const thir_written *written = &body->written[i];
        const uint32_t local = i < body->params.n ? body->params.at[i].local : c->return_local;
        const sema_ty of_bound = c->locals.at[local].ty,
                      ty = written->ty ? borrow_with_written(c, written->ty, of_bound) : of_bound;
        if (i < body->params.n)
            c->called_with[i] = of_bound;
        if (ty == of_bound)
            continue;
        borrow_relate(c, of_bound, ty, WHY_OTHER, written->span);
        borrow_relate(c, ty, of_bound, WHY_OTHER, written->span);
        borrow_closure_set_type(c, local, ty);
    }
    for (uint32_t i = c->first_upvar; i < c->first_upvar + body->captures.n; i++) {
        borrow_each_region(c, c->locals.at[i].ty, borrow_from_around, NULL);
        if (body->captures.at[i - c->first_upvar].mode == CAPTURE_VALUE)
            continue;
        borrow_region r = borrow_new_region(c);
        borrow_make_universal(c, r);
        c->locals.at[i].is_borrowed = true;
        c->locals.at[i].borrowed_for = r;
    }
    if (c->closure_kind < FN_KIND_ONCE)
        c->of_env = borrow_new_chosen(c);
}

typedef struct numbering {
    borrow_ctx *c;
    uint32_t *number_of;
} numbering;

/* Which REGION_ELIDED each universal region is for the body around. */
static uint32_t borrow_number_regions(borrow_ctx *c, uint32_t *number_of, uint32_t *n_around)
{
    uint32_t n = 0;
    for (int bound = 0; bound < 2; bound++) {
        for (uint32_t i = 2; i < c->universals.n; i++) {
            const region_node *u = &c->regions.at[c->universals.at[i]];
            if (!u->param && !u->any && u->bound == bound)
                number_of[i] = n++;
        }
        if (!bound)
            *n_around = n;
    }
    return n;
}

static sema_ty borrow_number_part(sema *s, sema_ty t, void *user)
{
    const numbering *by = user;
    if (ty_kind_of(s, t) != TY_REGION || ty_get(s, t)->sub != REGION_VAR)
        return t;
    borrow_region r = borrow_region_of(by->c, t);
    const region_node *u = &by->c->regions.at[r];
    if (r == by->c->of_static)
        return ty_region_of(s, REGION_STATIC, 0, 0);
    if (u->param)
        return ty_region_of(s, REGION_PARAM, u->param, 0);
    return u->universal && r != by->c->of_exit ? ty_region_of(s, REGION_ELIDED, 0, by->number_of[u->end])
                                               : ty_erased(s);
}

static bool borrow_numbers(sema *s, sema_ty t, void *user)
{
    (void)s;
    const numbering *by = user;
    return borrow_has_regions(by->c, t);
}

static sema_ty borrow_numbered(const numbering *by, sema_ty t)
{
    return borrow_has_regions(by->c, t) ? ty_fold_each(by->c->s, t, borrow_numbers, borrow_number_part, (void *)by) : t;
}

/* What outlives a lifetime that each call chooses has to be 'static. */
static sema_ty borrow_least_around(const numbering *by, borrow_region shorter)
{
    borrow_ctx *c = by->c;
    return c->regions.at[shorter].bound ? ty_region_of(c->s, REGION_STATIC, 0, 0)
                                        : borrow_numbered(by, borrow_region_ty(c, shorter));
}

void borrow_sum_up_closure(borrow_ctx *c)
{
    sema *s = c->s;
    const thir_body *body = c->body;
    closure_summary *summary = ARENA_NEW(s->memory, closure_summary);
    numbering by = {c, ARENA_ARRAY(s->memory, uint32_t, c->universals.n)};
    summary->n_elided = borrow_number_regions(c, by.number_of, &summary->n_around);
    sema_ty *inputs = ARENA_ARRAY(s->memory, sema_ty, body->params.n),
            *captures = ARENA_ARRAY(s->memory, sema_ty, body->captures.n);
    for (uint32_t i = 0; i < body->params.n; i++)
        inputs[i] = borrow_numbered(&by, c->called_with[i]);
    for (uint32_t i = 0; i < body->captures.n; i++) {
        const borrow_local *local = &c->locals.at[c->first_upvar + i];
        captures[i] = local->is_borrowed ? ty_ref(s, borrow_region_ty(c, local->borrowed_for),
                                                  local->capture_mode == CAPTURE_MUT, local->ty)
                                         : local->ty;
        captures[i] = borrow_numbered(&by, captures[i]);
    }
    summary->inputs = inputs;
    summary->captures = captures;
    summary->n_inputs = body->params.n;
    summary->n_captures = body->captures.n;
    summary->output = borrow_numbered(&by, c->locals.at[c->return_local].ty);
    for (uint32_t i = 2; i < c->universals.n; i++) {
        borrow_region longer = c->universals.at[i];
        const region_node *u = &c->regions.at[longer];
        for (uint32_t j = 0; j < c->universals.n && !u->bound && !u->any; j++) {
            borrow_region shorter = c->universals.at[j];
            const outlives *why = i != j && j != 1 && !c->regions.at[shorter].any && point_set_has(&u->ends, j)
                                      ? borrow_blame(c, longer, shorter)
                                      : NULL;
            if (!why)
                continue;
            vec_push(s->memory, &summary->needs,
                     ((closure_need){borrow_numbered(&by, borrow_region_ty(c, longer)),
                                     borrow_least_around(&by, shorter), why->why, why->span}));
        }
    }
    borrow_remember_summary(s, c->owner, summary);
    c->summary = summary;
}

void borrow_ask_around(borrow_ctx *c, const param_outlives *test, known_outlives *known, uint32_t shorter)
{
    uint32_t n_around;
    borrow_region least = c->universals.at[shorter];
    if (c->regions.at[least].any)
        return;
    for (uint32_t i = 2; i < c->universals.n && c->regions.at[least].bound; i++)
        if (!c->regions.at[c->universals.at[i]].bound && borrow_known_above(known, shorter, i))
            least = c->universals.at[i];
    numbering by = {c, ARENA_ARRAY(&c->s->scratch, uint32_t, c->universals.n)};
    borrow_number_regions(c, by.number_of, &n_around);
    vec_push(c->s->memory, &c->summary->param_needs,
             ((closure_need){test->param, borrow_least_around(&by, least), WHY_OTHER, test->span}));
}

region_binder borrow_closure_binder(borrow_ctx *c, sema_ty closure, const closure_summary *summary)
{
    sema *s = c->s;
    uint32_t n;
    const sema_ty *args = ty_args(s, closure, &n);
    region_binder binder = {ARENA_ARRAY(s->memory, borrow_region, summary->n_elided), summary->n_elided};
    bool has_all = n > summary->n_around;
    for (uint32_t i = 0; i < summary->n_elided; i++)
        binder.elided[i] = has_all && i < summary->n_around ? borrow_region_of(c, args[n - 1 - summary->n_around + i])
                                                            : borrow_new_region(c);
    return binder;
}

void borrow_capture_lifetimes(borrow_ctx *c, sema_ty closure, const operand *values, uint32_t n)
{
    sema *s = c->s;
    const closure_summary *summary = borrow_summary(s, ty_get(s, closure)->def);
    sema_span nowhere = {0, 0, 0};
    if (!summary)
        return;
    region_binder binder = borrow_closure_binder(c, closure, summary);
    for (uint32_t i = 0; i < n && i < summary->n_captures; i++) {
        borrow_relate(c, values[i].ty, borrow_bind(c, summary->captures[i], &binder), WHY_CAPTURE, nowhere);
    }
    for (uint32_t i = 0; i < summary->needs.n; i++) {
        const closure_need *need = &summary->needs.at[i];
        borrow_outlives(c, borrow_region_of(c, borrow_bind(c, need->longer, &binder)),
                        borrow_region_of(c, borrow_bind(c, need->shorter, &binder)), (outlives_why)need->why,
                        need->span);
    }
    for (uint32_t i = 0; i < summary->param_needs.n; i++) {
        const closure_need *need = &summary->param_needs.at[i];
        const borrow_region shorter = borrow_region_of(c, borrow_bind(c, need->shorter, &binder));
        vec_push(&s->scratch, &c->param_tests,
                 ((param_outlives){.param = need->longer, .region = shorter, .span = need->span}));
    }
}

/* What a call gave, at longer, is kept. */
bool borrow_may_leave_closure(const borrow_ctx *c, known_outlives *known, uint32_t longer)
{
    if (!c->regions.at[c->universals.at[longer]].bound)
        return true;
    for (uint32_t around = 2; around < c->universals.n; around++) /* the fn around is asked for more: not followed */
        if (!c->regions.at[c->universals.at[around]].bound && borrow_known_below(known, longer, around))
            return true;
    return false;
}

/* Finds the parameter or captured variable that has this lifetime in its type. */
static const borrow_local *borrow_holder_of(borrow_ctx *c, borrow_region r)
{
    for (uint32_t i = c->first_upvar; i < c->first_upvar + c->body->captures.n; i++)
        if (borrow_mentions(c, c->locals.at[i].ty, r))
            return &c->locals.at[i];
    for (uint32_t i = 0; i < c->body->params.n; i++)
        if (borrow_mentions(c, c->locals.at[c->body->params.at[i].local].ty, r))
            return &c->locals.at[c->body->params.at[i].local];
    return NULL;
}

bool borrow_report_escape(borrow_ctx *c, const outlives *by, borrow_region longer, borrow_region shorter)
{
    sema *s = c->s;
    if (longer == c->of_env && c->closure_kind == FN_KIND_MUT && by->why == WHY_RETURN) {
        sema_error(s, RUSTG_DIAG_CAPTURED_ESCAPES, by->span);
        return true;
    }
    if (!c->regions.at[longer].bound || c->regions.at[shorter].bound || by->why == WHY_RETURN ||
        (by->why == WHY_OTHER && (shorter == c->of_static || c->regions.at[shorter].param))) /* its head says so */
        return false;
    const borrow_local *given = borrow_holder_of(c, longer), *kept = borrow_holder_of(c, shorter);
    if (!given && !kept)
        return false;
    sema_report r = sema_error(s, RUSTG_DIAG_DATA_ESCAPES, by->span);
    sema_arg(&r, "closure");
    if (kept && kept->name)
        sema_label(&r, kept->span, "`%s` declared here, outside of the closure body", sema_text(s, kept->name));
    if (given && given->name) {
        sema_label(&r, given->span, "`%s` is a reference that is only valid in the closure body",
                   sema_text(s, given->name));
        sema_primary_label(&r, "`%s` escapes the closure body here", sema_text(s, given->name));
    } else {
        sema_primary_label(&r, "a temporary borrow escapes the closure body here");
    }
    return true;
}

bool borrow_report_loan_escapes(borrow_ctx *c, const borrow_loan *loan)
{
    sema *s = c->s;
    const point_set ends = c->regions.at[loan->region].ends;
    const borrow_local *local = &c->locals.at[c->places.at[loan->place].local];
    for (uint32_t i = 2; i < c->universals.n && ends.n && c->is_closure; i++) {
        borrow_region around = c->universals.at[i];
        const borrow_local *kept = point_set_has(&ends, i) ? borrow_holder_of(c, around) : NULL;
        if (!kept || !kept->is_upvar || !kept->name || c->regions.at[around].bound)
            continue;
        const outlives *by = borrow_blame(c, loan->region, around);
        if (!by || by->why != WHY_ASSIGN)
            return false;
        sema_report r = sema_error(s, RUSTG_DIAG_DATA_ESCAPES, by->span);
        sema_arg(&r, "closure");
        sema_label(&r, kept->span, "`%s` declared here, outside of the closure body", sema_text(s, kept->name));
        sema_label(&r, loan->span, "borrow is only valid in the closure body");
        sema_primary_label(&r, "reference to `%s` escapes the closure body here", sema_text(s, local->name));
        return true;
    }
    return false;
}
