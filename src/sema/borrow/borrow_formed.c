/* borrow_formed.c: what a type asks of the lifetimes in it so that it is well-formed: all in T of `&'a T` outlives 'a,
 * and so do the arguments of a struct as its where clauses say and as its fields do. A signature implies that of its
 * types, and a type in a body has to show it. */
#include "sema/borrow/borrow_internal.h"

enum { DEEPEST_FIELDS = 3 }; /* of structs in structs whose fields are looked at */

typedef struct forming {
    borrow_ctx *c;
    borrow_needed fn;
    void *user;
    uint32_t depth;
} forming;

/* Those in the types of functions and closures may be chosen by each call; a fn pointer tells which. */
static bool borrow_formed_is_open(ty_kind kind)
{
    return kind == TY_FN_DEF || kind == TY_CLOSURE || kind == TY_DYN || kind == TY_OPAQUE;
}

static bool borrow_formed_is_known(sema *s, sema_ty region)
{
    return ty_kind_of(s, region) == TY_REGION && ty_get(s, region)->sub != REGION_LATE;
}

static void borrow_formed_visit(forming *f, sema_ty t);

/* What the where clauses of a struct or of an associated type ask of its arguments. */
static void borrow_formed_bounds(forming *f, sema_ty t)
{
    borrow_ctx *c = f->c;
    sema *s = c->s;
    const sema_def of = ty_get(s, t)->def;
    uint32_t n, n_args;
    const sema_ty *args = ty_args(s, t, &n_args);
    const def_predicate *predicates = def_predicates(s, of, &n);
    for (uint32_t i = 0; i < n; i++) {
        const def_predicate *p = &predicates[i];
        if (p->kind != PREDICATE_OUTLIVES && p->kind != PREDICATE_OUTLIVES_TY)
            continue;
        const sema_ty longer = borrow_subst(c, p->args[0], of, args, n_args, NULL);
        const sema_ty shorter = borrow_subst(c, p->args[1], of, args, n_args, NULL);
        if (borrow_formed_is_known(s, shorter))
            f->fn(c, longer, borrow_region_of(c, shorter), f->user);
    }
}

static void borrow_formed_adt(forming *f, sema_ty t)
{
    borrow_ctx *c = f->c;
    sema *s = c->s;
    const sema_def adt = ty_get(s, t)->def;
    uint32_t n_args, n_variants, n_fields;
    const sema_ty *args = ty_args(s, t, &n_args);
    borrow_formed_bounds(f, t);
    if (f->depth == DEEPEST_FIELDS || def_get(s, adt)->is_library)
        return;
    f->depth++;
    const sema_def *variants = def_variants(s, adt, &n_variants);
    for (uint32_t i = 0; i < n_variants; i++) {
        const sema_def *fields = def_fields(s, variants[i], &n_fields);
        for (uint32_t j = 0; j < n_fields; j++)
            if (ty_has(s, def_type(s, fields[j]), TY_HAS_REGION))
                borrow_formed_visit(f, borrow_subst(c, def_type(s, fields[j]), adt, args, n_args, NULL));
    }
    f->depth--;
}

static void borrow_formed_visit(forming *f, sema_ty t)
{
    sema *s = f->c->s;
    const ty_info info = *ty_get(s, t);
    if (!ty_has(s, t, TY_HAS_REGION | TY_HAS_PARAM) || borrow_formed_is_open((ty_kind)info.kind))
        return;
    f->c->reference = info.kind == TY_REF ? t : (sema_ty)TY_NONE;
    if (info.kind == TY_REF && borrow_formed_is_known(s, ty_arg(s, t, 0)))
        f->fn(f->c, ty_arg(s, t, 1), borrow_region_of(f->c, ty_arg(s, t, 0)), f->user);
    else if (info.kind == TY_ADT)
        borrow_formed_adt(f, t);
    else if (info.kind == TY_PROJECTION)
        borrow_formed_bounds(f, t);
    for (uint32_t i = 0; i < info.n_args; i++)
        borrow_formed_visit(f, ty_arg(s, t, i));
}

void borrow_each_need(borrow_ctx *c, sema_ty t, borrow_needed fn, void *user)
{
    forming f = {c, fn, user, 0};
    borrow_formed_visit(&f, t);
}

typedef struct formed_at {
    borrow_region shorter;
    sema_span span;
    sema_ty reference; /* that makes it so, of an item */
} formed_at;

static void borrow_formed_outlives(borrow_ctx *c, sema_ty t, const formed_at *at)
{
    sema *s = c->s;
    const ty_info info = *ty_get(s, t);
    if (borrow_formed_is_known(s, t) && info.sub != REGION_ERASED) {
        const uint32_t n = c->constraints.n;
        borrow_outlives(c, borrow_region_of(c, t), at->shorter, c->is_item ? WHY_FORMED : WHY_OTHER, at->span);
        if (at->reference && c->constraints.n > n)
            *arena_map_at(&s->scratch, &c->references, c->constraints.n, 1) = at->reference;
    }
    if (!ty_has(s, t, TY_HAS_REGION) || borrow_formed_is_open((ty_kind)info.kind) || info.kind == TY_PROJECTION)
        return;
    for (uint32_t i = 0; i < info.n_args; i++)
        borrow_formed_outlives(c, ty_arg(s, t, i), at);
}

static void borrow_formed_need(borrow_ctx *c, sema_ty longer, borrow_region shorter, void *user)
{
    formed_at at = *(const formed_at *)user;
    at.shorter = shorter;
    at.reference = c->is_item ? c->reference : (sema_ty)TY_NONE;
    borrow_formed_outlives(c, longer, &at);
    borrow_param_outlives(c, longer, shorter, at.span);
}

void borrow_want_outlives(borrow_ctx *c, sema_ty longer, sema_ty shorter, sema_span span)
{
    formed_at at = {.span = span};
    c->reference = TY_NONE;
    if (borrow_formed_is_known(c->s, shorter))
        borrow_formed_need(c, longer, borrow_region_of(c, shorter), &at);
}

void borrow_want_formed(borrow_ctx *c, sema_ty t, sema_span span)
{
    formed_at at = {.span = span};
    if (!c->is_closure)
        borrow_each_need(c, t, borrow_formed_need, &at);
}

static void borrow_formed_projected(borrow_ctx *c, sema_ty t, sema_span span)
{
    sema *s = c->s;
    const ty_info info = *ty_get(s, t);
    if (!ty_has(s, t, TY_HAS_REGION) || borrow_formed_is_open((ty_kind)info.kind))
        return;
    for (uint32_t i = 0; i < info.n_args; i++)
        borrow_formed_projected(c, ty_arg(s, t, i), span);
    if (info.kind != TY_PROJECTION)
        return;
    const sema_def trait = def_get(s, info.def)->parent;
    const uint32_t n_trait = def_generics(s, trait).n_params, n = n_trait < info.n_args ? n_trait : info.n_args;
    sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, n);
    for (uint32_t i = 0; i < n; i++)
        args[i] = borrow_normalize(c, ty_arg(s, t, i));
    borrow_want_trait(c, trait, args, n, span);
}

void borrow_want_written_formed(borrow_ctx *c, sema_ty t, sema_span span)
{
    borrow_want_formed(c, t, span);
    borrow_formed_projected(c, t, span);
}

void borrow_want_struct_formed(borrow_ctx *c, sema_ty t, sema_span span)
{
    formed_at at = {.span = span};
    forming f = {c, borrow_formed_need, &at, DEEPEST_FIELDS};
    if (!c->is_closure && ty_has(c->s, t, TY_HAS_REGION))
        borrow_formed_adt(&f, t);
}
