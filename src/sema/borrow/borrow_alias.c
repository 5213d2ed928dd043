/* borrow_alias.c: which lifetimes count where a type has to live on, or to outlive something. An associated or opaque
 * type does so if all that it is made of does, or if it is known to outlive a lifetime that does. As in rustc the
 * latter is gone by where there is one such lifetime. */
#include "sema/borrow/borrow_internal.h"

typedef struct alias_bounds {
    bool any, is_static, is_open; /* is_open: there are several, or one that is not known */
    borrow_region region;
} alias_bounds;

static void borrow_alias_add(borrow_ctx *c, alias_bounds *to, sema_ty region)
{
    const ty_info *info = ty_get(c->s, region);
    if (info->kind != TY_REGION ||
        (info->sub != REGION_VAR && info->sub != REGION_PARAM && info->sub != REGION_STATIC)) {
        to->is_open = true;
        return;
    }
    const borrow_region r = borrow_region_of(c, region);
    to->is_static |= r == c->of_static;
    to->is_open |= to->any && r != to->region;
    to->any = true;
    to->region = r;
}

/* Whether a where clause speaks of the type. for_any gets, by REGION_BOUND, the lifetimes that its `for<'a>` is for. */
static bool borrow_alias_is(borrow_ctx *c, sema_ty said, sema_ty t, arena_map *for_any)
{
    sema *s = c->s;
    const ty_info x = *ty_get(s, said), y = *ty_get(s, t);
    if (x.kind != y.kind)
        return false;
    if (x.kind == TY_REGION && x.sub == REGION_BOUND) {
        uint32_t *known = arena_map_at(&s->scratch, for_any, said, 1);
        const bool is_new = *known == 0;
        *known = is_new ? t : *known;
        return *known == t;
    }
    if (x.kind == TY_REGION)
        return borrow_region_of(c, said) == borrow_region_of(c, t) && borrow_region_of(c, t) != c->of_exit;
    if (!ty_has(s, said, TY_HAS_REGION) || x.n_args != y.n_args || x.def != y.def || x.mutable != y.mutable)
        return said == t;
    for (uint32_t i = 0; i < x.n_args; i++)
        if (!borrow_alias_is(c, ty_arg(s, said, i), ty_arg(s, t, i), for_any))
            return false;
    return true;
}

static void borrow_alias_where(borrow_ctx *c, const def_predicate *p, sema_ty t, alias_bounds *to)
{
    arena_map for_any = {0};
    const sema_ty *args = p->of_any ? p->of_any : p->args;
    if (p->kind != PREDICATE_OUTLIVES_TY || !borrow_alias_is(c, args[0], t, &for_any))
        return;
    const uint32_t *any = arena_map_at(&c->s->scratch, &for_any, args[1], 0);
    borrow_alias_add(c, to, any ? *any : args[1]);
}

static alias_bounds borrow_alias_bounds(borrow_ctx *c, sema_ty t)
{
    sema *s = c->s;
    alias_bounds found = {0};
    uint32_t n, n_args;
    const ty_info info = *ty_get(s, t);
    const sema_ty *args = ty_args(s, t, &n_args);
    const def_predicate *p = def_bounds(s, info.def, &n);
    const sema_def owner = info.kind == TY_OPAQUE ? def_get(s, info.def)->parent : info.def;
    const ty_subst subst = {owner, args, n_args};
    for (uint32_t i = 0; i < n; i++)
        if (p[i].kind == PREDICATE_OUTLIVES_TY && ty_kind_of(s, p[i].args[0]) == info.kind &&
            ty_get(s, p[i].args[0])->def == info.def)
            borrow_alias_add(c, &found, ty_substitute(s, p[i].args[1], &subst));
    p = info.kind == TY_PROJECTION ? def_predicates(s, c->generics_of, &n) : NULL;
    for (uint32_t i = 0; p && i < n; i++)
        borrow_alias_where(c, &p[i], t, &found);
    return found;
}

void borrow_each_live_region(borrow_ctx *c, sema_ty t, void (*fn)(borrow_ctx *c, borrow_region r, void *user),
                             void *user)
{
    sema *s = c->s;
    const ty_info info = *ty_get(s, t);
    if (!ty_has(s, t, TY_HAS_REGION))
        return;
    if (info.kind == TY_REGION) {
        borrow_each_region(c, t, fn, user);
        return;
    }
    const bool is_opaque = info.kind == TY_OPAQUE;
    if (is_opaque || info.kind == TY_PROJECTION) {
        const alias_bounds bounds = borrow_alias_bounds(c, t);
        if (bounds.is_static)
            return;
        if (bounds.any && !bounds.is_open) {
            fn(c, bounds.region, user);
            return;
        }
    }
    const def_generics_list generics = is_opaque ? def_generics(s, info.def) : (def_generics_list){0};
    for (uint32_t i = 0; i < info.n_args; i++)
        if (i >= generics.n_params || def_kind_of(s, generics.params[i]) != DEF_LIFETIME_PARAM ||
            borrow_opaque_captures(c, info.def, generics.params[i]))
            borrow_each_live_region(c, ty_arg(s, t, i), fn, user);
}
