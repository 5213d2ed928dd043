/* trait_impls.c: impls by trait and by the head of their Self type, so that a question looks at few of them. */
#include "sema/infer_parts.h"

typedef struct impl_list {
    VEC(sema_def) impls;
} impl_list;

struct trait_impls {
    arena_map by_head; /* head + 1: lists */
    VEC(impl_list) lists;
    VEC(sema_def) blanket, integers, floats, all;
    uint32_t n_known; /* of def_impls_of */
};

enum { HEAD_BLANKET = 0 };

/* What two types that unify have in common, unless one is a variable or an alias. */
static uint64_t head_of(sema *s, sema_ty t)
{
    const ty_info *info = ty_get(s, t);
    uint64_t kind = info->kind;
    switch (info->kind) {
    case TY_PARAM:
    case TY_PROJECTION:
    case TY_OPAQUE:
    case TY_INFER:
    case TY_ERROR:
        return HEAD_BLANKET;
    case TY_REF:
    case TY_PTR:
        return kind << 40 | info->mutable;
    case TY_TUPLE:
    case TY_FN_PTR:
        return kind << 40 | info->n_args;
    case TY_ADT:
    case TY_FN_DEF:
    case TY_CLOSURE:
        return kind << 40 | info->def;
    default:
        return kind << 40;
    }
}

static void add_impl(sema *s, struct trait_impls *index, sema_def impl)
{
    if (syntax_is_negative(s, def_get(s, impl)->node))
        return;
    def_trait_ref of = def_impl_trait(s, impl);
    if (!of.trait || !of.n_args)
        return;
    sema_ty self = of.args[0];
    uint64_t head = head_of(s, self);
    vec_push(s->memory, &index->all, impl);
    if (head == HEAD_BLANKET) {
        if (ty_kind_of(s, self) == TY_ERROR)
            return;
        vec_push(s->memory, &index->blanket, impl);
        for (uint32_t i = 0; i < index->lists.n; i++)
            vec_push(s->memory, &index->lists.at[i].impls, impl);
        vec_push(s->memory, &index->integers, impl);
        vec_push(s->memory, &index->floats, impl);
        return;
    }
    uint32_t *known = arena_map_at(s->memory, &index->by_head, head, 0);
    uint32_t at;
    if (known) {
        at = *known;
    } else {
        impl_list list = {0};
        for (uint32_t i = 0; i < index->blanket.n; i++)
            vec_push(s->memory, &list.impls, index->blanket.at[i]);
        at = index->lists.n;
        vec_push(s->memory, &index->lists, list);
        *arena_map_at(s->memory, &index->by_head, head, 1) = at;
    }
    vec_push(s->memory, &index->lists.at[at].impls, impl);
    if (ty_is_integer(s, self))
        vec_push(s->memory, &index->integers, impl);
    if (ty_is_float(s, self))
        vec_push(s->memory, &index->floats, impl);
}

static struct trait_impls *impls_of(sema *s, sema_def trait)
{
    infer_cache *cache = infer_cache_of(s);
    const uint32_t *known = arena_map_at(s->memory, &cache->impls_at, trait, 0);
    struct trait_impls *index;
    if (known) {
        index = cache->impls.at[*known];
    } else {
        index = ARENA_NEW(s->memory, struct trait_impls);
        *arena_map_at(s->memory, &cache->impls_at, trait, 1) = cache->impls.n;
        vec_push(s->memory, &cache->impls, index);
    }
    uint32_t n;
    const sema_def *impls = def_impls_of(s, trait, &n);
    while (index->n_known < n)
        add_impl(s, index, impls[index->n_known++]);
    return index;
}

const sema_def *trait_impls_for(infer_ctx *c, sema_def trait, sema_ty self, uint32_t *n)
{
    struct trait_impls *index = impls_of(c->s, trait);
    const ty_info *info = ty_get(c->s, self);
    if (info->kind == TY_INFER && info->sub == INFER_INT) {
        *n = index->integers.n;
        return index->integers.at;
    }
    if (info->kind == TY_INFER && info->sub == INFER_FLOAT) {
        *n = index->floats.n;
        return index->floats.at;
    }
    if (info->kind == TY_INFER || (c->concrete && info->kind == TY_OPAQUE)) {
        *n = index->all.n;
        return index->all.at;
    }
    uint64_t head = head_of(c->s, self);
    const uint32_t *list = head == HEAD_BLANKET ? NULL : arena_map_at(c->s->memory, &index->by_head, head, 0);
    if (list) {
        *n = index->lists.at[*list].impls.n;
        return index->lists.at[*list].impls.at;
    }
    *n = index->blanket.n;
    return index->blanket.at;
}

bool trait_may_match(infer_ctx *c, sema_ty of_impl, sema_ty t)
{
    sema *s = c->s;
    ty_info x = *ty_get(s, of_impl);
    switch (x.kind) {
    case TY_PARAM:
    case TY_PROJECTION:
    case TY_OPAQUE:
    case TY_ERROR:
    case TY_REGION:
    case TY_CONST_UNEVALUATED:
        return true;
    default:
        break;
    }
    t = infer_shallow(c, t);
    ty_info y = *ty_get(s, t);
    switch (y.kind) {
    case TY_INFER:
        return y.sub == INFER_INT     ? ty_is_integer(s, of_impl)
               : y.sub == INFER_FLOAT ? ty_is_float(s, of_impl)
                                      : true;
    case TY_PROJECTION:
    case TY_ERROR:
    case TY_CONST_UNEVALUATED:
        return true;
    case TY_OPAQUE:
        return c->concrete;
    case TY_CONST:
        return x.kind == TY_CONST && x.value == y.value;
    default:
        break;
    }
    if (x.kind != y.kind || x.def != y.def || x.mutable != y.mutable || x.n_args != y.n_args)
        return false;
    for (uint32_t i = 0; i < x.n_args; i++)
        if (!trait_may_match(c, ty_arg(s, of_impl, i), ty_arg(s, t, i)))
            return false;
    return true;
}
