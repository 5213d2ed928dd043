/* trait_impls.c: keeps impls by trait, by the name in their header and by the head of their Self type, so that a
 * question looks at few of them. The type that an impl is for is worked out only if the name in its header fits the
 * question. */
#include "sema/infer/infer_internal.h"
#include "base/hash.h"

typedef struct impl_list {
    VEC(sema_def) impls;
    uint32_t n_seen; /* of def_impls_of */
} impl_list;

/* Places in def_impls_of, ascending. */
typedef struct impl_places {
    VEC(uint32_t) at;
} impl_places;

/* The places of impls by a key that their headers have: of how many impls, and beside how many aliases it was read. */
typedef struct trait_index {
    arena_map at; /* key: index into lists, plus 1 */
    VEC(impl_places) lists;
    uint32_t n_read, n_aliases;
    uint64_t n_looked_at; /* impls, one by one, for want of an index */
} trait_index;

struct trait_impls {
    arena_map by_head; /* head + 1: index into lists */
    VEC(impl_list) lists;
    trait_index by_name, by_header; /* def_header_name + 1; trait_header_key */
};

enum { FEW = 32, SOME = 192, LOOKS = 8 };

/* Heads that no type has. */
enum { HEAD_BLANKET, HEAD_INTEGERS, HEAD_FLOATS, HEAD_ALL, HEAD_N_OF_NO_TYPE };

/* A key that two types share if they unify, unless one of them is a variable or an alias. */
static uint64_t trait_impls_head_of(const sema *s, sema_ty t)
{
    const ty_info *info = ty_get(s, t);
    uint64_t kind = info->kind;
    switch ((ty_kind)info->kind) {
    case TY_PARAM:
    case TY_PROJECTION:
    case TY_OPAQUE:
    case TY_INFER:
    case TY_ERROR: return HEAD_BLANKET;
    case TY_REF:
    case TY_PTR: return kind << 40 | info->mutable;
    case TY_TUPLE:
    case TY_FN_PTR: return kind << 40 | info->n_args;
    case TY_ADT:
    case TY_FN_DEF:
    case TY_DYN:
    case TY_CLOSURE: return kind << 40 | info->def;
    case TY_CASES_NOTHING:
    case TY_CASES_SCALAR:
    case TY_NEVER:
    case TY_STR:
    case TY_CASES_LIST:
    case TY_CASES_NO_TYPE: break;
    }
    return kind << 40;
}

static bool trait_may_fit_one_of(const sema *s, sema_def impl, sema_ty first, sema_ty last)
{
    for (sema_ty t = first; t <= last; t++)
        if (def_impl_may_fit(s, impl, t))
            return true;
    return false;
}

/* Going by the names in its header: nothing is worked out. */
static bool trait_header_may_fit(const sema *s, sema_def impl, uint64_t head, sema_ty self)
{
    switch (head) {
    case HEAD_ALL: return true;
    case HEAD_INTEGERS: return trait_may_fit_one_of(s, impl, TY_I8, TY_USIZE);
    case HEAD_FLOATS: return trait_may_fit_one_of(s, impl, TY_F32, TY_F64);
    default: break;
    }
    return def_impl_may_fit(s, impl, self);
}

static bool trait_impls_fits(sema *s, sema_def impl, uint64_t head)
{
    def_trait_ref of = def_impl_trait(s, impl);
    if (!of.trait || !of.n_args)
        return false;
    sema_ty self = of.args[0];
    uint64_t of_impl = trait_impls_head_of(s, self);
    if (head == HEAD_ALL)
        return true;
    if (of_impl == HEAD_BLANKET)
        return ty_kind_of(s, self) != TY_ERROR;
    return of_impl == head || (head == HEAD_INTEGERS && ty_is_integer(s, self)) ||
           (head == HEAD_FLOATS && ty_is_float(s, self));
}

static struct trait_impls *impls_of(sema *s, sema_def trait)
{
    infer_cache *cache = infer_cache_of(s);
    uint32_t *known = arena_map_at(s->memory, &cache->impls_at, trait, 0);
    if (known)
        return cache->impls.at[*known];
    struct trait_impls *index = ARENA_NEW(s->memory, struct trait_impls);
    *arena_map_at(s->memory, &cache->impls_at, trait, 1) = cache->impls.n;
    vec_push(s->memory, &cache->impls, index);
    return index;
}

static impl_places *trait_index_of(sema *s, trait_index *index, uint64_t key)
{
    uint32_t *at = arena_map_at(s->memory, &index->at, key, 1);
    if (!*at) {
        vec_push(s->memory, &index->lists, (impl_places){0});
        *at = index->lists.n;
    }
    return &index->lists.at[*at - 1];
}

/* What was read is forgotten where there are more aliases since. */
static void trait_index_renew(const sema *s, trait_index *index)
{
    if (index->n_aliases == def_n_aliases(s))
        return;
    index->n_aliases = def_n_aliases(s);
    index->n_read = 0;
    for (uint32_t i = 0; i < index->lists.n; i++)
        index->lists.at[i].at.n = 0;
}

static void trait_impls_read_names(sema *s, trait_index *index, const sema_def *impls, uint32_t n)
{
    trait_index_renew(s, index);
    for (; index->n_read < n; index->n_read++) {
        const uint64_t key = (uint64_t)def_header_name(s, impls[index->n_read]) + 1;
        impl_places *places = trait_index_of(s, index, key);
        vec_push(s->memory, &places->at, index->n_read);
    }
}

/* The index of the first impl that is not before `from`; UINT32_MAX where all are. */
static uint32_t trait_impls_from(const impl_places *places, uint32_t from)
{
    uint32_t low = 0, high = places->at.n;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (places->at.at[middle] < from)
            low = middle + 1;
        else
            high = middle;
    }
    return low < places->at.n ? places->at.at[low] : UINT32_MAX;
}

/* To look at each impl costs less than the index, until each was looked at some times. */
static bool trait_looks_at_each(const trait_index *index, uint32_t n)
{
    return index->n_looked_at < (uint64_t)LOOKS * n;
}

/* As trait_next_impl, of n impls that are known. */
static sema_def trait_impls_next(sema *s, trait_index *by_name, const sema_def *impls, uint32_t n, sema_symbol name,
                                 uint32_t *at)
{
    if (name && trait_looks_at_each(by_name, n)) {
        const uint32_t from = *at;
        *at = def_next_in_header(s, impls, n, from, name);
        by_name->n_looked_at += *at - from;
    } else if (name) {
        trait_impls_read_names(s, by_name, impls, n);
        const uint32_t any = trait_impls_from(trait_index_of(s, by_name, 1), *at);
        const uint32_t named = trait_impls_from(trait_index_of(s, by_name, (uint64_t)name + 1), *at);
        *at = any < named ? any : named;
    }
    if (*at < n)
        return impls[(*at)++];
    *at = n;
    return 0;
}

sema_def trait_next_impl(sema *s, sema_def trait, sema_symbol name, uint32_t *at)
{
    uint32_t n;
    const sema_def *impls = def_impls_of(s, trait, &n);
    return trait_impls_next(s, &impls_of(s, trait)->by_name, impls, n, name, at);
}

/* Two headers that are closed are of one type only if they are the same. The key of one that is not is that of its
 * name. */
static uint64_t trait_header_key(const sema *s, def_trait_ref of, sema_symbol name)
{
    const uint64_t closed = UINT64_C(1) << 63;
    uint64_t key = 0;
    for (uint32_t i = 0; i < of.n_args; i++) {
        if (ty_has(s, of.args[i], TY_OPEN))
            return (uint64_t)name + 1;
        key = hash_mix(key, of.args[i]);
    }
    return key | closed;
}

sema_def trait_next_overlapping(sema *s, sema_def impl, def_trait_ref of, uint32_t *at)
{
    struct trait_impls *index = impls_of(s, of.trait);
    const sema_symbol name = def_header_name(s, impl);
    const uint64_t of_name = (uint64_t)name + 1, key = trait_header_key(s, of, name);
    uint32_t n;
    const sema_def *impls = def_impls_of(s, of.trait, &n);
    if (key == of_name || (n <= SOME && trait_looks_at_each(&index->by_name, n)))
        return trait_impls_next(s, &index->by_name, impls, n, name, at);
    trait_impls_read_names(s, &index->by_name, impls, n);
    if (trait_index_of(s, &index->by_name, of_name)->at.n <= FEW) /* which costs less than the headers of all */
        return trait_impls_next(s, &index->by_name, impls, n, name, at);
    trait_index *headers = &index->by_header;
    trait_index_renew(s, headers);
    /* Working out a header may find new impls. */
    for (; headers->n_read < n; headers->n_read++) {
        const sema_def other = impls[headers->n_read];
        const uint64_t of_other = trait_header_key(s, def_impl_trait(s, other), def_header_name(s, other));
        impl_places *places = trait_index_of(s, headers, of_other);
        vec_push(s->memory, &places->at, headers->n_read);
        impls = def_impls_of(s, of.trait, &n);
    }
    const uint64_t keys[] = {key, of_name, 1};
    uint32_t next = UINT32_MAX;
    for (uint32_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const uint32_t place = trait_impls_from(trait_index_of(s, headers, keys[i]), *at);
        next = place < next ? place : next;
    }
    *at = next < n ? next + 1 : n;
    return next < n ? impls[next] : 0;
}

const sema_def *trait_impls_for(infer_ctx *c, sema_def trait, sema_ty self, uint32_t *n)
{
    sema *s = c->s;
    struct trait_impls *index = impls_of(s, trait);
    const ty_info *info = ty_get(s, self);
    uint64_t head = trait_impls_head_of(s, self);
    if (info->kind == TY_INFER)
        head = info->sub == INFER_INT ? HEAD_INTEGERS : info->sub == INFER_FLOAT ? HEAD_FLOATS : HEAD_ALL;
    else if (info->kind == TY_OPAQUE && c->concrete)
        head = HEAD_ALL;
    uint32_t *at = arena_map_at(s->memory, &index->by_head, head + 1, 1);
    if (!*at) {
        vec_push(s->memory, &index->lists, (impl_list){0});
        *at = index->lists.n;
    }
    const uint32_t which = *at - 1;
    const sema_symbol name = head < HEAD_N_OF_NO_TYPE ? 0 : def_name_in_headers(s, self);
    /* Working out a header may ask for the same list, which may find new impls, so nothing is held across it. */
    for (;;) {
        uint32_t n_impls;
        const sema_def *impls = def_impls_of(s, trait, &n_impls);
        const sema_def impl =
            trait_impls_next(s, &index->by_name, impls, n_impls, name, &index->lists.at[which].n_seen);
        if (!impl)
            break;
        if (trait_header_may_fit(s, impl, head, self) && !syntax_is_negative(s, def_get(s, impl)->node) &&
            trait_impls_fits(s, impl, head))
            vec_push(s->memory, &index->lists.at[which].impls, impl);
    }
    *n = index->lists.at[which].impls.n;
    return index->lists.at[which].impls.at;
}

bool trait_may_match(infer_ctx *c, sema_ty of_impl, sema_ty t)
{
    sema *s = c->s;
    ty_info x = *ty_get(s, of_impl);
    switch ((ty_kind)x.kind) {
    case TY_PARAM:
    case TY_PROJECTION:
    case TY_OPAQUE:
    case TY_ERROR:
    case TY_REGION:
    case TY_CONST_UNEVALUATED: return true;
    case TY_CASES_NOTHING:
    case TY_CASES_SCALAR:
    case TY_NEVER:
    case TY_STR:
    case TY_DYN:
    case TY_TUPLE:
    case TY_CASES_LIST:
    case TY_CASES_POINTER:
    case TY_ADT:
    case TY_CASES_CALLABLE:
    case TY_INFER:
    case TY_CONST: break;
    }
    t = infer_shallow(c, t);
    ty_info y = *ty_get(s, t);
    switch ((ty_kind)y.kind) {
    case TY_INFER:
        return y.sub == INFER_INT ? ty_is_integer(s, of_impl) : y.sub == INFER_FLOAT ? ty_is_float(s, of_impl) : true;
    case TY_PROJECTION:
    case TY_ERROR:
    case TY_CONST_UNEVALUATED: return true;
    case TY_OPAQUE: return c->concrete;
    case TY_CONST: return x.kind == TY_CONST && x.value == y.value;
    case TY_CASES_NOTHING:
    case TY_CASES_SCALAR:
    case TY_NEVER:
    case TY_STR:
    case TY_DYN:
    case TY_TUPLE:
    case TY_CASES_LIST:
    case TY_CASES_POINTER:
    case TY_ADT:
    case TY_CASES_CALLABLE:
    case TY_PARAM:
    case TY_REGION: break;
    }
    if (x.kind != y.kind || x.def != y.def || x.mutable != y.mutable || x.n_args != y.n_args || x.value != y.value)
        return false;
    for (uint32_t i = 0; i < x.n_args; i++)
        if (!trait_may_match(c, ty_arg(s, of_impl, i), ty_arg(s, t, i)))
            return false;
    return true;
}
