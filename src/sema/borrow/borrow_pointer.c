/* borrow_pointer.c: the lifetimes that a fn pointer leaves to each call. Where one is given for another, the wanted one
 * has lifetimes of which nothing is known, and the given one chooses those that fit them. */
#include "sema/borrow/borrow_internal.h"

typedef struct pointer_opening {
    borrow_ctx *c;
    bool any;
    VEC(sema_ty) chosen; /* by number; TY_NONE: not made yet */
} pointer_opening;

static sema_ty borrow_pointer_part(sema *s, uint32_t number, uint32_t depth, void *user)
{
    pointer_opening *o = user;
    (void)depth;
    while (o->chosen.n <= number)
        vec_push(&s->scratch, &o->chosen, TY_NONE);
    if (!o->chosen.at[number]) {
        const borrow_region r = o->any ? borrow_new_any(o->c) : borrow_new_region(o->c);
        o->chosen.at[number] = borrow_region_ty(o->c, r);
    }
    return o->chosen.at[number];
}

const sema_ty *borrow_open_pointer(borrow_ctx *c, sema_ty pointer, bool any, uint32_t *n)
{
    sema *s = c->s;
    pointer_opening o = {.c = c, .any = any};
    const sema_ty *parts = ty_args(s, pointer, n);
    sema_ty *opened = ARENA_ARRAY(s->memory, sema_ty, *n);
    for (uint32_t i = 0; i < *n; i++)
        opened[i] = ty_fold_late(s, parts[i], borrow_pointer_part, &o);
    return opened;
}

/* A pointer to a fn with these parameters and this result is wanted. What is made meanwhile may depend on lifetimes
 * that are any. */
typedef struct pointer_wanting {
    const sema_ty *parts;
    uint32_t n, universe;
    sema_def any_trait;
    bool any_mismatch;
} pointer_wanting;

static pointer_wanting borrow_want_pointer(borrow_ctx *c, sema_ty pointer, sema_def trait, bool is_mismatch)
{
    pointer_wanting w = {.universe = c->universe, .any_trait = c->any_trait, .any_mismatch = c->any_mismatch};
    c->universe = ++c->n_universes;
    c->any_trait = trait;
    c->any_mismatch = is_mismatch;
    w.parts = borrow_open_pointer(c, pointer, true, &w.n);
    return w;
}

static void borrow_end_wanting(borrow_ctx *c, const pointer_wanting *w)
{
    c->universe = w->universe;
    c->any_trait = w->any_trait;
    c->any_mismatch = w->any_mismatch;
}

static void borrow_give_fn(borrow_ctx *c, const pointer_wanting *w, const sema_ty *inputs, sema_ty output,
                           outlives_why why, sema_span span)
{
    for (uint32_t i = 0; i + 1 < w->n; i++)
        if (inputs[i])
            borrow_relate(c, w->parts[i], inputs[i], why, span);
    if (output)
        borrow_relate(c, output, w->parts[w->n - 1], why, span);
    borrow_end_wanting(c, w);
}

void borrow_relate_pointers(borrow_ctx *c, sema_ty from, sema_ty to, bool are_equal, outlives_why why, sema_span span)
{
    uint32_t n;
    if (ty_get(c->s, from)->n_args != ty_get(c->s, to)->n_args || from == to)
        return;
    const pointer_wanting w = borrow_want_pointer(c, to, c->in_trait, !c->in_trait);
    const sema_ty *parts = borrow_open_pointer(c, from, false, &n);
    if (!are_equal) {
        borrow_give_fn(c, &w, parts, parts[n - 1], why, span);
        return;
    }
    for (uint32_t i = 0; i < n; i++)
        borrow_equal(c, parts[i], w.parts[i], why, span);
    borrow_end_wanting(c, &w);
}

/* What one call of a fn, fn pointer or closure takes, and its result; TY_NONE: nothing is known of it. */
static sema_ty borrow_callable_signature(borrow_ctx *c, sema_ty callable, sema_ty *inputs, uint32_t n_inputs)
{
    sema *s = c->s;
    const ty_info info = *ty_get(s, callable);
    uint32_t n, n_args;
    const sema_ty *args = ty_args(s, callable, &n_args);
    if (info.kind == TY_FN_DEF)
        return borrow_signature(c, info.def, borrow_called_anew(c, info.def, args, n_args), n_args, inputs, n_inputs);
    if (info.kind == TY_FN_PTR) {
        const sema_ty *parts = borrow_open_pointer(c, callable, false, &n);
        for (uint32_t i = 0; i < n_inputs && i + 1 < n; i++)
            inputs[i] = parts[i];
        return parts[n - 1];
    }
    const closure_summary *summary = info.kind == TY_CLOSURE ? borrow_summary(s, info.def) : NULL;
    if (!summary)
        return TY_NONE;
    region_binder binder = borrow_closure_binder(c, callable, summary);
    for (uint32_t i = 0; i < n_inputs && i < summary->n_inputs; i++)
        inputs[i] = borrow_bind(c, summary->inputs[i], &binder);
    return borrow_bind(c, summary->output, &binder);
}

void borrow_reify(borrow_ctx *c, sema_ty callable, sema_ty pointer, sema_span span)
{
    if (ty_kind_of(c->s, pointer) != TY_FN_PTR)
        return;
    const pointer_wanting w = borrow_want_pointer(c, pointer, 0, ty_kind_of(c->s, callable) != TY_CLOSURE);
    sema_ty *inputs = ARENA_ARRAY(&c->s->scratch, sema_ty, w.n);
    const sema_ty output = borrow_callable_signature(c, callable, inputs, w.n - 1);
    for (uint32_t i = 0; i + 1 < w.n && ty_kind_of(c->s, callable) == TY_FN_DEF; i++)
        if (inputs[i]) /* what the fn takes for granted */
            borrow_want_formed(c, inputs[i], span);
    borrow_give_fn(c, &w, inputs, output, WHY_OTHER, span);
}

sema_ty borrow_assumed_callable(borrow_ctx *c, sema_ty self)
{
    sema *s = c->s;
    while (ty_kind_of(s, self) == TY_REF)
        self = ty_arg(s, self, 1);
    uint32_t n = 0, n_args;
    const ty_info info = *ty_get(s, self);
    if (info.kind == TY_DYN)
        return def_dyn_called_as(s, self);
    const sema_ty *args = ty_args(s, self, &n_args);
    const def_predicate *bounds = info.kind == TY_PARAM    ? def_predicates(s, c->generics_of, &n)
                                  : info.kind == TY_OPAQUE ? def_bounds(s, info.def, &n)
                                                           : NULL;
    const def_predicate *found = NULL;
    for (uint32_t i = 0; i < n; i++) {
        const def_predicate *p = &bounds[i];
        if (!p->called_as || (info.kind == TY_PARAM ? p->args[0] != self : ty_get(s, p->args[0])->def != info.def))
            continue;
        if (found)
            return TY_NONE;
        found = p;
    }
    if (!found)
        return TY_NONE;
    return borrow_normalize(c, info.kind == TY_OPAQUE
                                   ? borrow_subst(c, found->called_as, def_get(s, info.def)->parent, args, n_args, NULL)
                                   : borrow_bind(c, found->called_as, NULL));
}

bool borrow_want_callable(borrow_ctx *c, sema_ty callable, sema_ty pointer, sema_def trait, outlives_why why,
                          sema_span span)
{
    sema *s = c->s;
    while (ty_kind_of(s, callable) == TY_REF)
        callable = ty_arg(s, callable, 1);
    const ty_kind kind = ty_kind_of(s, callable);
    const sema_ty assumed = borrow_assumed_callable(c, callable);
    const bool is_known = kind == TY_FN_DEF || kind == TY_FN_PTR ||
                          (kind == TY_CLOSURE && borrow_summary(s, ty_get(s, callable)->def)) || assumed;
    if (!is_known)
        return false;
    const pointer_wanting w = borrow_want_pointer(c, pointer, trait, false);
    sema_ty *inputs = ARENA_ARRAY(&s->scratch, sema_ty, w.n);
    const sema_ty output = borrow_callable_signature(c, assumed ? assumed : callable, inputs, w.n - 1);
    borrow_give_fn(c, &w, inputs, output, why, span);
    return true;
}
