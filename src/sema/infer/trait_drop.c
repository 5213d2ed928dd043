/* trait_drop.c: tells whether dropping a value of a type does something. */
#include "sema/infer/infer_internal.h"
#include "sema/thir.h"

typedef struct trait_dropping {
    sema *s;
    infer_ctx *in; /* NULL: types are concrete */
    arena_map *known;
} trait_dropping;

static bool trait_drops(const trait_dropping *d, sema_ty ty);

static bool trait_drops_fields(const trait_dropping *d, sema_ty adt)
{
    sema *s = d->s;
    const sema_def def = ty_get(s, adt)->def;
    uint32_t n_variants, n_fields, n_args;
    const sema_ty *args = ty_args(s, adt, &n_args);
    const ty_subst subst = {def, args, n_args};
    const sema_def *variants = def_variants(s, def, &n_variants);
    const sema_span nowhere = {0, 0, 0};
    if (def == def_lang(s, LANG_MANUALLY_DROP) || def_kind_of(s, def) == DEF_UNION)
        return false;
    for (uint32_t v = 0; v < n_variants; v++) {
        const sema_def *fields = def_fields(s, variants[v], &n_fields);
        for (uint32_t i = 0; i < n_fields; i++) {
            const sema_ty field = ty_substitute(s, def_type(s, fields[i]), &subst);
            if (trait_drops(d, d->in ? infer_resolve(d->in, infer_normalize(d->in, ty_erase_regions(s, field), nowhere))
                                     : trait_concrete(s, field)))
                return true;
        }
    }
    return false;
}

static bool trait_drops_captures(const trait_dropping *d, sema_ty closure)
{
    sema *s = d->s;
    uint32_t n_args;
    const sema_ty *args = ty_args(s, closure, &n_args);
    const thir_body *body = sema_body(s, ty_get(s, closure)->def);
    if (!body || body->failed)
        return false;
    const ty_subst subst = {body->generics_of, args, n_args};
    for (uint32_t i = 0; i < body->captures.n; i++) {
        const sema_ty capture = ty_substitute(s, body->captures.at[i].ty, &subst);
        if (body->captures.at[i].mode == CAPTURE_VALUE && trait_drops(d, d->in ? capture : trait_concrete(s, capture)))
            return true;
    }
    return false;
}

static bool trait_drops_any(const trait_dropping *d, const sema_ty *types, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (trait_drops(d, types[i]))
            return true;
    return false;
}

static bool trait_drops(const trait_dropping *d, sema_ty ty)
{
    sema *s = d->s;
    const ty_info info = *ty_get(s, ty);
    const sema_span nowhere = {0, 0, 0};
    if (d->in && infer_is_copy(d->in, ty))
        return false;
    switch ((ty_kind)info.kind) {
    case TY_PARAM:
    case TY_PROJECTION:
    case TY_OPAQUE:
    case TY_DYN: return true;
    case TY_SLICE: return trait_drops(d, ty_arg(s, ty, 0));
    case TY_ARRAY: {
        const ty_info *length = ty_get(s, ty_arg(s, ty, 1));
        return (length->kind != TY_CONST || length->value > 0) && trait_drops(d, ty_arg(s, ty, 0));
    }
    case TY_TUPLE:
    case TY_ADT:
    case TY_CLOSURE: break;
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_CASES_SCALAR:
    case TY_NEVER:
    case TY_STR:
    case TY_CASES_POINTER:
    case TY_FN_DEF:
    case TY_FN_PTR:
    case TY_INFER:
    case TY_CASES_NO_TYPE: return false;
    }
    uint32_t *known = arena_map_at(s->memory, d->known, (uint64_t)ty + 1, 1);
    if (*known)
        return *known == SEMA_ANSWER_YES;
    *known = SEMA_ANSWER_NO; /* for a type inside itself, until its parts are known */
    if (!sema_enter(s, nowhere))
        return false;
    uint32_t n;
    const sema_ty *args = ty_args(s, ty, &n);
    const bool drops = info.kind == TY_TUPLE     ? trait_drops_any(d, args, n)
                       : info.kind == TY_CLOSURE ? trait_drops_captures(d, ty)
                                                 : def_destructor(s, info.def) || trait_drops_fields(d, ty);
    sema_leave(s);
    if (drops)
        *arena_map_at(s->memory, d->known, (uint64_t)ty + 1, 1) = SEMA_ANSWER_YES;
    return drops;
}

bool trait_needs_drop(sema *s, infer_ctx *in, arena_map *known, sema_ty ty)
{
    const trait_dropping d = {s, in, known};
    return trait_drops(&d, ty);
}
