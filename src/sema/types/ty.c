/* ty.c: keeps the table of types, and rebuilds types with parts replaced. */
#include "sema/types/ty.h"

#include "sema/items/def.h"

static uint32_t ty_hash_type(const ty_info *info, const sema_ty *args)
{
    uint64_t hash =
        (uint64_t)info->kind | (uint64_t)info->sub << 8 | (uint64_t)info->mutable << 16 | (uint64_t)info->n_args << 24;
    hash = (hash ^ info->def) * 0x9E3779B97F4A7C15u;
    hash = (hash ^ hash >> 32 ^ info->value) * 0x9E3779B97F4A7C15u;
    for (uint32_t i = 0; i < info->n_args; i++)
        hash = (hash ^ hash >> 29 ^ args[i]) * 0xBF58476D1CE4E5B9u;
    return (uint32_t)(hash >> 32 ^ hash);
}

static bool ty_same_args(const sema_ty *a, const sema_ty *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

static bool ty_same_type(const struct ty_table *t, const ty_info *a, const ty_info *info, const sema_ty *args)
{
    return a->kind == info->kind && a->sub == info->sub && a->mutable == info->mutable && a->def == info->def &&
           a->value == info->value && a->n_args == info->n_args &&
           ty_same_args(info->n_args ? ty_args_at(t, a->first_arg) : NULL, args, info->n_args);
}

static uint8_t ty_own_flags(const ty_info *info)
{
    switch ((ty_kind)info->kind) {
    case TY_ERROR: return TY_HAS_ERROR;
    case TY_PARAM: return TY_HAS_PARAM;
    case TY_PROJECTION: return TY_HAS_PROJECTION;
    case TY_OPAQUE: return TY_HAS_OPAQUE;
    case TY_INFER: return TY_HAS_INFER;
    case TY_CONST_UNEVALUATED: return TY_HAS_UNEVALUATED;
    case TY_REGION:
        return info->sub == REGION_ERASED || info->sub == REGION_LATE ? TY_HAS_LIFETIME
                                                                      : TY_HAS_REGION | TY_HAS_LIFETIME;
    case TY_CLOSURE: return TY_HAS_LIFETIME;
    case TY_CASES_NOTHING:
    case TY_CASES_SCALAR:
    case TY_NEVER:
    case TY_STR:
    case TY_DYN:
    case TY_TUPLE:
    case TY_CASES_LIST:
    case TY_CASES_POINTER:
    case TY_ADT:
    case TY_FN_DEF:
    case TY_FN_PTR:
    case TY_CONST: break;
    }
    return 0;
}

static void ty_grow_slots(sema *s, struct ty_table *t)
{
    t->n_slots = t->n_slots ? 2 * t->n_slots : 1024;
    t->slots = ARENA_ARRAY(s->memory, sema_ty, t->n_slots);
    for (uint32_t i = t->first ? 0 : 1; i < t->infos.n; i++) {
        uint32_t at = t->hashes.at[i] & (t->n_slots - 1);
        while (t->slots[at])
            at = (at + 1) & (t->n_slots - 1);
        t->slots[at] = t->first + i;
    }
}

/* TY_NONE: it is not there. *at gets the slot in which it would be. */
static sema_ty ty_find(const struct ty_table *t, uint32_t hash, const ty_info *info, const sema_ty *args, uint32_t *at)
{
    *at = hash & (t->n_slots - 1);
    for (sema_ty ty; (ty = t->slots[*at]) != 0; *at = (*at + 1) & (t->n_slots - 1))
        if (t->hashes.at[ty - t->first] == hash && ty_same_type(t, &t->infos.at[ty - t->first], info, args))
            return ty;
    return TY_NONE;
}

sema_ty ty_make(sema *s, ty_info info, const sema_ty *args)
{
    struct ty_table *t = s->types;
    uint32_t hash = ty_hash_type(&info, args);
    if (2 * (t->infos.n + 1) > t->n_slots)
        ty_grow_slots(s, t);
    uint32_t at;
    /* Whose types have no parts of this compile's. */
    bool may_be_librarys = t->library != NULL && info.kind != TY_INFER;
    for (uint32_t i = 0; i < info.n_args; i++)
        may_be_librarys &= args[i] < t->first;
    sema_ty known = may_be_librarys ? ty_find(t->library, hash, &info, args, &at) : TY_NONE;
    known = known ? known : ty_find(t, hash, &info, args, &at);
    if (known)
        return known;
    info.first_arg = t->first_arg + t->args.n;
    info.flags = ty_own_flags(&info);
    for (uint32_t i = 0; i < info.n_args; i++) {
        info.flags |= ty_info_of(t, args[i])->flags;
        vec_push(s->memory, &t->args, args[i]);
    }
    vec_push(s->memory, &t->infos, info);
    vec_push(s->memory, &t->hashes, hash);
    return t->slots[at] = t->first + t->infos.n - 1;
}

void ty_begin(sema *s, const sema *library)
{
    const struct ty_table *from = library->types;
    struct ty_table *t = s->types = ARENA_NEW(s->memory, struct ty_table);
    t->library = from;
    t->first = from->infos.n;
    t->first_arg = from->args.n;
    t->unit = from->unit;
    t->erased = from->erased;
}

void ty_begin_library(sema *s)
{
    struct ty_table *t = s->types = ARENA_NEW(s->memory, struct ty_table);
    ty_info none = {0};
    vec_push(s->memory, &t->infos, none);
    vec_push(s->memory, &t->hashes, 0);
    for (uint8_t kind = TY_ERROR; kind <= TY_STR; kind++) {
        ty_info info = {.kind = kind};
        ty_make(s, info, NULL);
    }
    t->unit = ty_tuple(s, NULL, 0);
    t->erased = ty_region_of(s, REGION_ERASED, 0, 0);
}

const sema_ty *ty_args(sema *s, sema_ty t, uint32_t *n_args)
{
    static const sema_ty none[4]; /* for whoever asks an error's type for arguments of a function or a tuple */
    const ty_info *info = ty_get(s, t);
    *n_args = info->n_args;
    /* Arguments never change, and what a growing array leaves behind stays in the arena. */
    return info->n_args ? ty_args_at(s->types, info->first_arg) : none;
}

/* ---- Making ---- */

sema_ty ty_unit(sema *s)
{
    return s->types->unit;
}

sema_ty ty_tuple(sema *s, const sema_ty *elements, uint32_t n)
{
    ty_info info = {.kind = TY_TUPLE, .n_args = n};
    return ty_make(s, info, elements);
}

sema_ty ty_array(sema *s, sema_ty element, sema_ty length)
{
    sema_ty args[2] = {element, length};
    ty_info info = {.kind = TY_ARRAY, .n_args = 2};
    return ty_make(s, info, args);
}

sema_ty ty_slice(sema *s, sema_ty element)
{
    ty_info info = {.kind = TY_SLICE, .n_args = 1};
    return ty_make(s, info, &element);
}

sema_ty ty_ref(sema *s, sema_ty region, bool mutable, sema_ty to)
{
    sema_ty args[2] = {region ? region : s->types->erased, to};
    ty_info info = {.kind = TY_REF, .mutable = mutable, .n_args = 2};
    return ty_make(s, info, args);
}

sema_ty ty_ptr(sema *s, bool mutable, sema_ty to)
{
    ty_info info = {.kind = TY_PTR, .mutable = mutable, .n_args = 1};
    return ty_make(s, info, &to);
}

sema_ty ty_adt(sema *s, sema_def def, const sema_ty *args, uint32_t n)
{
    ty_info info = {.kind = TY_ADT, .def = def, .n_args = n};
    return ty_make(s, info, args);
}

sema_ty ty_fn_def(sema *s, sema_def def, const sema_ty *args, uint32_t n)
{
    ty_info info = {.kind = TY_FN_DEF, .def = def, .n_args = n};
    return ty_make(s, info, args);
}

/* Numbers the lifetimes that a fn pointer leaves to each call as they come. */
typedef struct late_order {
    VEC(uint32_t) found;
} late_order;

static sema_ty ty_number_late(sema *s, uint32_t number, uint32_t depth, void *user)
{
    late_order *order = user;
    uint32_t at = 0;
    while (at < order->found.n && order->found.at[at] != number)
        at++;
    if (at == order->found.n)
        vec_push(s->memory, &order->found, number);
    return ty_late(s, depth, at);
}

sema_ty ty_fn_ptr(sema *s, bool is_unsafe, const sema_ty *params_and_result, uint32_t n)
{
    late_order order = {0};
    sema_ty *parts = ARENA_ARRAY(s->memory, sema_ty, n);
    for (uint32_t i = 0; i < n; i++)
        parts[i] = ty_fold_late(s, params_and_result[i], ty_number_late, &order);
    ty_info info = {.kind = TY_FN_PTR, .mutable = is_unsafe, .n_args = n};
    return ty_make(s, info, parts);
}

sema_ty ty_param(sema *s, sema_def param)
{
    ty_info info = {.kind = TY_PARAM, .def = param};
    return ty_make(s, info, NULL);
}

sema_ty ty_dyn(sema *s, sema_def trait, uint64_t autos, const sema_ty *args, uint32_t n)
{
    ty_info info = {.kind = TY_DYN, .def = trait, .value = autos, .n_args = n};
    return ty_make(s, info, args);
}

sema_ty ty_projection(sema *s, sema_def assoc, const sema_ty *args, uint32_t n)
{
    ty_info info = {.kind = TY_PROJECTION, .def = assoc, .n_args = n};
    return ty_make(s, info, args);
}

sema_ty ty_const(sema *s, sema_ty type, uint64_t bits)
{
    ty_info info = {.kind = TY_CONST, .value = bits, .n_args = 1};
    return ty_make(s, info, &type);
}

sema_ty ty_usize_const(sema *s, uint64_t n)
{
    return ty_const(s, TY_USIZE, n);
}

sema_ty ty_erased(sema *s)
{
    return s->types->erased;
}

sema_ty ty_region_of(sema *s, ty_region kind, sema_def param, uint32_t value)
{
    ty_info info = {.kind = TY_REGION, .sub = (uint8_t)kind, .def = param, .value = value};
    return ty_make(s, info, NULL);
}

/* ---- Asking ---- */

bool ty_is_integer(const sema *s, sema_ty t)
{
    ty_kind kind = ty_kind_of(s, t);
    return kind >= TY_I8 && kind <= TY_USIZE;
}

bool ty_is_signed(const sema *s, sema_ty t)
{
    ty_kind kind = ty_kind_of(s, t);
    return kind >= TY_I8 && kind <= TY_ISIZE;
}

bool ty_is_float(const sema *s, sema_ty t)
{
    ty_kind kind = ty_kind_of(s, t);
    return kind == TY_F32 || kind == TY_F64;
}

bool ty_is_numeric_var(const sema *s, sema_ty t)
{
    const ty_info *info = ty_get(s, t);
    return info->kind == TY_INFER && (info->sub == INFER_INT || info->sub == INFER_FLOAT);
}

bool ty_is_scalar(const sema *s, sema_ty t)
{
    ty_kind kind = ty_kind_of(s, t);
    return (kind >= TY_BOOL && kind <= TY_F64) || kind == TY_PTR || kind == TY_FN_PTR || ty_is_numeric_var(s, t);
}

bool ty_mentions(sema *s, sema_ty t, sema_ty part)
{
    uint32_t n;
    const sema_ty *args = ty_args(s, t, &n);
    bool found = t == part;
    for (uint32_t i = 0; i < n && !found; i++)
        found = ty_mentions(s, args[i], part);
    return found;
}

uint32_t ty_bits(const sema *s, sema_ty t)
{
    switch (ty_kind_of(s, t)) {
    case TY_I8:
    case TY_U8:
    case TY_BOOL: return 8;
    case TY_I16:
    case TY_U16: return 16;
    case TY_I32:
    case TY_U32:
    case TY_F32:
    case TY_CHAR: return 32;
    case TY_I128:
    case TY_U128: return 128;
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_I64:
    case TY_ISIZE:
    case TY_U64:
    case TY_USIZE:
    case TY_F64:
    case TY_NEVER:
    case TY_STR:
    case TY_DYN:
    case TY_TUPLE:
    case TY_CASES_LIST:
    case TY_CASES_POINTER:
    case TY_ADT:
    case TY_CASES_CALLABLE:
    case TY_CASES_UNKNOWN:
    case TY_CASES_NO_TYPE: break;
    }
    return 64;
}

/* ---- Rebuilding ---- */

/* Types are interned, so one of few parts may be a tree of very many: after so many visits each part is visited once.
 */
enum { TY_FEW_ARGS = 8, TY_FEW_VISITS = 64 };

typedef struct ty_folding {
    uint8_t flags;
    bool (*concerns)(sema *s, sema_ty t, void *user);
    sema_ty (*fn)(sema *s, sema_ty t, void *user);
    void *user;
    uint32_t n_visits;
    arena_map made;
} ty_folding;

/* t with each argument replaced by what folding makes of it. */
static sema_ty ty_fold_part(sema *s, sema_ty t, ty_folding *folding);
static sema_ty ty_rebuild(sema *s, sema_ty t, ty_folding *folding)
{
    uint32_t n_args;
    const sema_ty *olds = ty_args(s, t, &n_args);
    sema_ty few[TY_FEW_ARGS];
    sema_ty *args = n_args <= TY_FEW_ARGS ? few : ARENA_ARRAY(s->memory, sema_ty, n_args);
    bool changed = false;
    for (uint32_t i = 0; i < n_args; i++) {
        const sema_ty old = olds[i];
        args[i] = ty_fold_part(s, old, folding);
        changed |= args[i] != old;
    }
    return changed ? ty_make(s, *ty_get(s, t), args) : t;
}

static sema_ty ty_fold_part(sema *s, sema_ty t, ty_folding *folding)
{
    const ty_info *info = ty_get(s, t);
    if (folding->concerns ? !folding->concerns(s, t, folding->user) : !(info->flags & folding->flags))
        return t;
    if (!info->n_args)
        return folding->fn(s, t, folding->user);
    bool is_shared = !folding->concerns && ++folding->n_visits > TY_FEW_VISITS;
    const uint32_t *known = is_shared ? arena_map_at(s->memory, &folding->made, t, 0) : NULL;
    if (known)
        return *known;
    sema_ty out = folding->fn(s, ty_rebuild(s, t, folding), folding->user);
    if (is_shared)
        *arena_map_at(s->memory, &folding->made, t, 1) = out;
    return out;
}

sema_ty ty_fold(sema *s, sema_ty t, uint8_t flags, sema_ty (*fn)(sema *s, sema_ty t, void *user), void *user)
{
    if (!ty_has(s, t, flags))
        return t;
    ty_folding folding = {.flags = flags, .fn = fn, .user = user};
    return ty_fold_part(s, t, &folding);
}

sema_ty ty_fold_each(sema *s, sema_ty t, bool (*concerns)(sema *s, sema_ty t, void *user),
                     sema_ty (*fn)(sema *s, sema_ty t, void *user), void *user)
{
    ty_folding folding = {.concerns = concerns, .fn = fn, .user = user};
    return ty_fold_part(s, t, &folding);
}

static sema_ty ty_subst_part(sema *s, sema_ty t, void *user)
{
    const ty_subst *subst = user;
    const ty_info *info = ty_get(s, t);
    if (info->kind == TY_PARAM || (info->kind == TY_REGION && info->sub == REGION_PARAM)) {
        sema_def param = info->def;
        def_generics_list generics = def_generics(s, subst->owner);
        const uint32_t n = generics.n_params < subst->n_args ? generics.n_params : subst->n_args;
        const uint32_t likely = def_get(s, param)->index; /* where nothing around has parameters */
        if (likely < n && generics.params[likely] == param)
            return subst->args[likely];
        for (uint32_t i = 0; i < n; i++)
            if (generics.params[i] == param)
                return subst->args[i];
    }
    return t;
}

sema_ty ty_substitute(sema *s, sema_ty t, const ty_subst *subst)
{
    if (!subst->n_args)
        return t;
    return ty_fold(s, t, TY_HAS_PARAM | TY_HAS_REGION, ty_subst_part, (void *)subst);
}

static sema_ty ty_erase_part(sema *s, sema_ty t, void *user)
{
    (void)user;
    return ty_kind_of(s, t) == TY_REGION && ty_get(s, t)->sub != REGION_LATE ? s->types->erased : t;
}

sema_ty ty_erase_regions(sema *s, sema_ty t)
{
    if (!ty_has(s, t, TY_HAS_REGION))
        return t;
    const uint32_t *known = arena_map_at(s->memory, &s->types->erasures, t, 0);
    if (known)
        return *known;
    const sema_ty erased = ty_fold(s, t, TY_HAS_REGION, ty_erase_part, NULL);
    *arena_map_at(s->memory, &s->types->erasures, t, 1) = erased;
    return erased;
}

/* ---- Fn pointers ---- */

sema_ty ty_late(sema *s, uint32_t depth, uint32_t number)
{
    return ty_region_of(s, REGION_LATE, 0, depth * TY_LATE_DEPTH + number);
}

static sema_ty ty_fold_regions_part(sema *s, sema_ty t, uint32_t depth, ty_region_fn fn, void *user)
{
    const ty_info info = *ty_get(s, t);
    if (info.kind == TY_REGION)
        return fn(s, t, depth, user);
    if (!(info.flags & TY_HAS_LIFETIME) || !info.n_args)
        return t;
    uint32_t n;
    const sema_ty *args = ty_args(s, t, &n);
    sema_ty *folded = ARENA_ARRAY(s->memory, sema_ty, n);
    bool changed = false;
    for (uint32_t i = 0; i < n; i++) {
        folded[i] = ty_fold_regions_part(s, args[i], depth + (info.kind == TY_FN_PTR), fn, user);
        changed |= folded[i] != args[i];
    }
    return changed ? ty_make(s, info, folded) : t;
}

sema_ty ty_fold_regions(sema *s, sema_ty t, ty_region_fn fn, void *user)
{
    return ty_has(s, t, TY_HAS_LIFETIME) ? ty_fold_regions_part(s, t, 0, fn, user) : t;
}

typedef struct late_folding {
    ty_late_fn fn;
    void *user;
} late_folding;

static sema_ty ty_fold_late_part(sema *s, sema_ty region, uint32_t depth, void *user)
{
    const late_folding *folding = user;
    const ty_info *info = ty_get(s, region);
    if (info->sub != REGION_LATE || info->value / TY_LATE_DEPTH != depth)
        return region;
    return folding->fn(s, (uint32_t)info->value % TY_LATE_DEPTH, depth, folding->user);
}

sema_ty ty_fold_late(sema *s, sema_ty t, ty_late_fn fn, void *user)
{
    late_folding folding = {fn, user};
    return ty_fold_regions(s, t, ty_fold_late_part, &folding);
}

static sema_ty ty_erase_late(sema *s, uint32_t number, uint32_t depth, void *user)
{
    (void)number, (void)depth, (void)user;
    return s->types->erased;
}

const sema_ty *ty_fn_ptr_parts(sema *s, sema_ty pointer, uint32_t *n)
{
    const sema_ty *parts = ty_args(s, pointer, n);
    if (!ty_has(s, pointer, TY_HAS_LIFETIME))
        return parts;
    sema_ty *opened = ARENA_ARRAY(s->memory, sema_ty, *n);
    for (uint32_t i = 0; i < *n; i++)
        opened[i] = ty_fold_late(s, parts[i], ty_erase_late, NULL);
    return opened;
}
