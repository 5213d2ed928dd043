/* pattern_lower.c: turns THIR's patterns into constructors and fields, and tells the constructors of a type. */
#include "sema/patterns/pattern_internal.h"

pattern *pattern_new(pattern_ctx *c, pattern_ctor ctor, sema_ty ty, uint32_t n_fields)
{
    pattern *p = ARENA_NEW(c->s->memory, pattern);
    p->ctor = (uint8_t)ctor;
    p->ty = ty;
    p->n = n_fields;
    p->fields = ARENA_ARRAY(c->s->memory, pattern *, n_fields);
    for (uint32_t i = 0; i < n_fields; i++)
        p->fields[i] = c->wild;
    return p;
}

bool pattern_is_irrefutable(const thir_body *body, thir_pat pat)
{
    const thir_pat_node *p = &body->pats.at[pat];
    switch ((thir_pat_op)p->op) {
    case PAT_WILD:
    case PAT_ERROR: return true;
    case PAT_BINDING: return !p->a || pattern_is_irrefutable(body, p->a);
    case PAT_DEREF: return pattern_is_irrefutable(body, p->a);
    case PAT_LEAF:
        for (uint32_t i = 0; i < p->n; i++)
            if (!pattern_is_irrefutable(body, body->lists.at[p->first + 2 * i + 1]))
                return false;
        return true;
    case PAT_OR:
        for (uint32_t i = 0; i < p->n; i++)
            if (pattern_is_irrefutable(body, body->lists.at[p->first + i]))
                return true;
        return false;
    case PAT_NONE:
    case PAT_VARIANT:
    case PAT_CONST:
    case PAT_RANGE:
    case PAT_SLICE: break;
    }
    return false;
}

bool pattern_array_length(const sema *s, sema_ty array, uint64_t *n)
{
    if (ty_kind_of(s, array) != TY_ARRAY)
        return false;
    const ty_info *length = ty_get(s, ty_arg(s, array, 1));
    *n = length->value;
    return length->kind == TY_CONST;
}

wide_u128 pattern_bias(const sema *s, sema_ty ty)
{
    if (!ty_is_integer(s, ty) || !ty_is_signed(s, ty))
        return 0;
    return ty_bits(s, ty) == 128 ? WIDE_SIGN : (wide_u128)1 << 63;
}

bool pattern_has_beyond(const sema *s, sema_ty ty)
{
    ty_kind kind = ty_kind_of(s, ty);
    return kind == TY_USIZE || kind == TY_ISIZE;
}

uint32_t pattern_domain(const sema *s, sema_ty ty, wide_u128 lo[2], wide_u128 hi[2])
{
    lo[0] = lo[1] = 0;
    hi[0] = hi[1] = UINT64_MAX;
    switch (ty_kind_of(s, ty)) {
    case TY_BOOL: hi[0] = 1; return 1;
    case TY_CHAR:
        hi[0] = 0xD7FF;
        lo[1] = 0xE000;
        hi[1] = 0x10FFFF;
        return 2;
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_CASES_NUMBER:
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
    if (!ty_is_integer(s, ty))
        return 0;
    uint32_t bits = ty_bits(s, ty);
    if (bits == 128)
        hi[0] = WIDE_MAX;
    if (bits >= 64)
        return 1;
    if (ty_is_signed(s, ty)) {
        wide_u128 half = (wide_u128)1 << (bits - 1), bias = (wide_u128)1 << 63;
        lo[0] = bias - half;
        hi[0] = bias + half - 1;
    } else {
        hi[0] = ((uint64_t)1 << bits) - 1;
    }
    return 1;
}

bool pattern_is_empty(pattern_ctx *c, sema_ty ty)
{
    sema *s = c->s;
    ty_info info = *ty_get(s, ty);
    if (info.kind == TY_NEVER)
        return true;
    uint64_t length;
    uint32_t n_variants, n_fields;
    bool empty = false;
    if (info.n_args && ++c->steps > c->most_steps)
        return false;
    switch (info.kind) {
    case TY_TUPLE:
        for (uint32_t i = 0; i < info.n_args && !empty; i++)
            empty = pattern_is_empty(c, ty_arg(s, ty, i));
        return empty;
    case TY_ARRAY: return pattern_array_length(s, ty, &length) && length && pattern_is_empty(c, ty_arg(s, ty, 0));
    case TY_ADT: break;
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_CASES_SCALAR:
    case TY_NEVER:
    case TY_STR:
    case TY_SLICE:
    case TY_CASES_POINTER:
    case TY_CASES_CALLABLE:
    case TY_CASES_UNKNOWN:
    case TY_CASES_NO_TYPE: return false;
    }
    if (def_kind_of(s, info.def) == DEF_UNION || def_is_infinite(s, info.def))
        return false;
    sema_span nowhere = {0, 0, 0};
    if (!sema_enter(s, nowhere))
        return false;
    const sema_def *variants = def_variants(s, info.def, &n_variants);
    empty = true;
    for (uint32_t v = 0; v < n_variants && empty; v++) {
        def_fields(s, variants[v], &n_fields);
        bool variant_empty = false;
        if (n_fields) {
            pattern ctor = {.ctor = CTOR_VARIANT, .index = v};
            uint32_t n;
            const sema_ty *types = pattern_field_types(c, &ctor, ty, &n);
            for (uint32_t i = 0; i < n && !variant_empty; i++)
                variant_empty = types[i] != ty && pattern_is_empty(c, types[i]);
        }
        empty = variant_empty;
    }
    sema_leave(s);
    return empty;
}

const sema_ty *pattern_field_types(pattern_ctx *c, const pattern *ctor, sema_ty ty, uint32_t *n)
{
    sema *s = c->s;
    ty_info info = *ty_get(s, ty);
    *n = 0;
    sema_ty *types;
    switch ((ty_kind)info.kind) {
    case TY_TUPLE: return ty_args(s, ty, n);
    case TY_REF:
        types = ARENA_NEW(s->memory, sema_ty);
        *types = ty_arg(s, ty, 1);
        *n = 1;
        return types;
    case TY_ARRAY:
    case TY_SLICE:
        *n = ctor->prefix + ctor->suffix;
        types = ARENA_ARRAY(s->memory, sema_ty, *n);
        for (uint32_t i = 0; i < *n; i++)
            types[i] = ty_arg(s, ty, 0);
        return types;
    case TY_ADT: break;
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_CASES_SCALAR:
    case TY_NEVER:
    case TY_STR:
    case TY_DYN:
    case TY_PTR:
    case TY_CASES_CALLABLE:
    case TY_CASES_UNKNOWN:
    case TY_CASES_NO_TYPE: return NULL;
    }
    uint32_t n_variants, n_args;
    const sema_def *variants = def_variants(s, info.def, &n_variants);
    uint32_t index = ctor->ctor == CTOR_VARIANT ? ctor->index : 0;
    if (index >= n_variants)
        return NULL;
    const sema_def *fields = def_fields(s, variants[index], n);
    const sema_ty *args = ty_args(s, ty, &n_args);
    ty_subst subst = {info.def, args, n_args};
    types = ARENA_ARRAY(s->memory, sema_ty, *n);
    c->infer = c->infer ? c->infer : infer_begin(s, c->body->generics_of);
    sema_span nowhere = {0, 0, 0};
    for (uint32_t i = 0; i < *n; i++) {
        types[i] = ty_erase_regions(s, ty_substitute(s, def_type(s, fields[i]), &subst));
        types[i] = infer_resolve(c->infer, infer_normalize(c->infer, types[i], nowhere));
    }
    return types;
}

static bool pattern_set_fields(pattern_ctx *c, pattern *p, const thir_pat_node *of)
{
    for (uint32_t i = 0; i < of->n; i++) {
        uint32_t index = c->body->lists.at[of->first + 2 * i];
        pattern *field = pattern_of(c, c->body->lists.at[of->first + 2 * i + 1]);
        if (!field || index >= p->n)
            return false;
        p->fields[index] = field;
    }
    return true;
}

/* A str, or bytes, which are a pattern each. */
static pattern *pattern_of_text(pattern_ctx *c, const thir_pat_node *of, sema_ty ty)
{
    const bool is_str = ty_kind_of(c->s, ty) != TY_ARRAY && ty_kind_of(c->s, ty) != TY_SLICE;
    pattern *p = pattern_new(c, is_str ? CTOR_OPAQUE : CTOR_SLICE, ty, is_str ? 0 : of->n_text);
    p->text_is_str = is_str;
    p->text = is_str ? of->text : NULL;
    p->n_text = is_str ? of->n_text : 0;
    p->prefix = p->n;
    for (uint32_t i = 0; i < p->n; i++) {
        p->fields[i] = pattern_new(c, CTOR_RANGE, TY_U8, 0);
        p->fields[i]->lo = p->fields[i]->hi = (uint8_t)of->text[i];
    }
    return p;
}

static pattern *pattern_of_constant(pattern_ctx *c, const thir_pat_node *of)
{
    sema *s = c->s;
    if (of->text) {
        bool behind = ty_kind_of(s, of->ty) == TY_REF;
        pattern *p = pattern_of_text(c, of, behind ? ty_arg(s, of->ty, 1) : of->ty);
        if (!behind)
            return p;
        pattern *reference = pattern_new(c, CTOR_SINGLE, of->ty, 1);
        reference->fields[0] = p;
        return reference;
    }
    wide_u128 lo[2], hi[2];
    pattern *p = pattern_new(c, CTOR_RANGE, of->ty, 0);
    p->lo = p->hi = of->lo;
    if (!pattern_domain(s, of->ty, lo, hi)) {
        p->ctor = CTOR_OPAQUE;
        return p;
    }
    p->lo = p->hi = of->lo ^ pattern_bias(s, of->ty);
    return p;
}

static pattern *pattern_of_range(pattern_ctx *c, const thir_pat_node *of)
{
    sema *s = c->s;
    wide_u128 lo[2], hi[2];
    uint32_t n = pattern_domain(s, of->ty, lo, hi);
    pattern *p = pattern_new(c, CTOR_RANGE, of->ty, 0);
    if (!n) {
        p->ctor = CTOR_OPAQUE;
        p->lo = of->lo;
        p->hi = of->hi;
        p->open = true;
        return p;
    }
    wide_u128 bias = pattern_bias(s, of->ty);
    p->lo = of->lo_open ? lo[0] : of->lo ^ bias;
    p->hi = of->hi_open ? hi[n - 1] : of->hi ^ bias;
    if (!of->hi_open && !of->inclusive) {
        if (p->hi == 0)
            return NULL;
        p->hi--;
    }
    if (pattern_has_beyond(s, of->ty)) {
        if (!of->hi_open && p->hi == UINT64_MAX)
            p->hi--;
        if (!of->lo_open && bias && p->lo == 0)
            p->lo++;
    }
    return p->lo <= p->hi ? p : NULL;
}

static pattern *pattern_of_slice(pattern_ctx *c, const thir_pat_node *of)
{
    uint32_t n_suffix = of->n - of->n_prefix, prefix = of->n_prefix;
    uint64_t length;
    bool known = pattern_array_length(c->s, of->ty, &length);
    bool open = of->has_rest && !(known && length == of->n);
    pattern *p = pattern_new(c, CTOR_SLICE, of->ty, prefix + n_suffix);
    p->prefix = prefix;
    p->suffix = n_suffix;
    p->open = open;
    for (uint32_t i = 0; i < of->n; i++) {
        pattern *field = pattern_of(c, c->body->lists.at[of->first + i]);
        if (!field)
            return NULL;
        p->fields[i < of->n_prefix ? i : prefix + i - of->n_prefix] = field;
    }
    return p;
}

static pattern *pattern_of_kind(pattern_ctx *c, thir_pat pat)
{
    sema *s = c->s;
    thir_pat_node of = c->body->pats.at[pat];
    pattern *p;
    uint32_t n;
    switch ((thir_pat_op)of.op) {
    case PAT_WILD: return c->wild;
    case PAT_BINDING: return of.a ? pattern_of(c, of.a) : c->wild;
    case PAT_DEREF: {
        pattern *inner = pattern_of(c, of.a);
        if (!inner || ty_kind_of(s, of.ty) != TY_REF)
            return inner;
        p = pattern_new(c, CTOR_SINGLE, of.ty, 1);
        p->fields[0] = inner;
        return p;
    }
    case PAT_VARIANT:
    case PAT_LEAF:
        if (ty_kind_of(s, of.ty) == TY_TUPLE) {
            p = pattern_new(c, CTOR_SINGLE, of.ty, ty_get(s, of.ty)->n_args);
        } else if (ty_kind_of(s, of.ty) == TY_ADT) {
            sema_def adt = ty_get(s, of.ty)->def;
            if (def_kind_of(s, adt) == DEF_UNION)
                return pattern_is_irrefutable(c->body, pat) ? c->wild : pattern_new(c, CTOR_OPAQUE, of.ty, 0);
            sema_def variant = of.op == PAT_VARIANT ? of.def : adt;
            def_fields(s, variant, &n);
            bool is_enum = def_kind_of(s, adt) == DEF_ENUM;
            p = pattern_new(c, is_enum ? CTOR_VARIANT : CTOR_SINGLE, of.ty, n);
            p->index = is_enum ? def_get(s, variant)->index : 0;
        } else {
            return NULL;
        }
        return pattern_set_fields(c, p, &of) ? p : NULL;
    case PAT_CONST: return pattern_of_constant(c, &of);
    case PAT_RANGE: return pattern_of_range(c, &of);
    case PAT_SLICE: return pattern_of_slice(c, &of);
    case PAT_OR:
        p = pattern_new(c, CTOR_OR, of.ty, of.n);
        for (uint32_t i = 0; i < of.n; i++) {
            p->fields[i] = pattern_of(c, c->body->lists.at[of.first + i]);
            if (!p->fields[i])
                return NULL;
        }
        return p;
    case PAT_NONE:
    case PAT_ERROR: break;
    }
    return NULL;
}

pattern *pattern_of(pattern_ctx *c, thir_pat pat)
{
    pattern *p = pattern_of_kind(c, pat);
    if (!p || !c->keeps_places || p->of)
        return p;
    if (p == c->wild)
        p = pattern_new(c, CTOR_WILD, c->body->pats.at[pat].ty, 0);
    p->of = pat;
    return p;
}
