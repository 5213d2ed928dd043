/* trait_builtin.c: implements the traits that the compiler implements itself: Sized, Copy and Clone of types without
 * impls, and the Fn traits. */
#include "sema/infer/infer_internal.h"
#include "rustg/diagnostic_kind.h"

static const sema_span trait_nowhere = {0, 0, 0};

void infer_set_closure(sema *s, sema_def closure, infer_closure about)
{
    infer_cache *cache = infer_cache_of(s);
    uint32_t *at = arena_map_at(s->memory, &cache->closure_at, closure, 1);
    if (!*at) {
        infer_closure none = {0};
        vec_push(s->memory, &cache->closures, none);
        *at = cache->closures.n;
    }
    cache->closures.at[*at - 1] = about;
    cache->closure_version++;
}

const infer_closure *infer_closure_of(sema *s, sema_def closure)
{
    infer_cache *cache = infer_cache_of(s);
    const uint32_t *at = arena_map_at(s->memory, &cache->closure_at, closure, 0);
    return at ? &cache->closures.at[*at - 1] : NULL;
}

void infer_set_opaque(sema *s, sema_def opaque, sema_ty hidden)
{
    *arena_map_at(s->memory, &infer_cache_of(s)->opaques, opaque, 1) = hidden;
}

/* A search for an opaque type in what it stands for. */
typedef struct opaque_search {
    sema *s;
    sema_def wanted;
    VEC(sema_def) path; /* the opaque types that led here */
    arena_map seen;
} opaque_search;

static void trait_search_opaque(opaque_search *o, sema_ty t)
{
    sema *s = o->s;
    const ty_info info = *ty_get(s, t);
    if (!sema_enter(s, trait_nowhere))
        return;
    for (uint32_t i = 0; i < info.n_args; i++)
        trait_search_opaque(o, ty_arg(s, t, i));
    if (info.kind == TY_OPAQUE && info.def == o->wanted) {
        for (uint32_t i = 0; i < o->path.n; i++)
            sema_error(s, RUSTG_DIAG_OPAQUE_CYCLE, def_span(s, o->path.at[i]));
    } else if ((info.kind == TY_OPAQUE || info.kind == TY_CLOSURE) && !arena_map_at(s->memory, &o->seen, info.def, 0)) {
        *arena_map_at(s->memory, &o->seen, info.def, 1) = 1;
        const infer_closure *closure = info.kind == TY_CLOSURE ? infer_closure_of(s, info.def) : NULL;
        const uint32_t *hidden = arena_map_at(s->memory, &infer_cache_of(s)->opaques, info.def, 0);
        vec_push(s->memory, &o->path, info.def);
        o->path.n -= info.kind == TY_CLOSURE;
        if (info.kind == TY_OPAQUE && hidden)
            trait_search_opaque(o, *hidden);
        for (uint32_t i = 0; closure && closure->captures_known && i < closure->n_captures; i++)
            trait_search_opaque(o, closure->captures[i]);
        o->path.n -= info.kind == TY_OPAQUE;
    }
    sema_leave(s);
}

void infer_check_opaque(sema *s, sema_def opaque)
{
    opaque_search search = {.s = s, .wanted = opaque};
    const uint32_t *hidden = arena_map_at(s->memory, &infer_cache_of(s)->opaques, opaque, 0);
    vec_push(s->memory, &search.path, opaque);
    /* A function that only calls itself returns (), as far as rustc can tell. */
    uint32_t n;
    const sema_ty *args = hidden ? ty_args(s, *hidden, &n) : NULL;
    bool is_itself = hidden && ty_kind_of(s, *hidden) == TY_OPAQUE && ty_get(s, *hidden)->def == opaque;
    for (uint32_t i = 0; is_itself && i < n; i++)
        is_itself = ty_kind_of(s, args[i]) == TY_PARAM || ty_kind_of(s, args[i]) == TY_REGION;
    if (hidden && *hidden && !is_itself)
        trait_search_opaque(&search, *hidden);
}

infer_fn_kind trait_fn_kind(const sema *s, sema_def trait)
{
    if (!trait)
        return FN_KIND_NONE;
    if (trait == def_lang(s, LANG_FN_TRAIT))
        return FN_KIND_FN;
    if (trait == def_lang(s, LANG_FN_MUT))
        return FN_KIND_MUT;
    return trait == def_lang(s, LANG_FN_ONCE) ? FN_KIND_ONCE : FN_KIND_NONE;
}

const char *infer_fn_kind_name(uint32_t kind)
{
    static const char *const names[FN_KIND_NONE] = {
        [FN_KIND_FN] = "Fn", [FN_KIND_MUT] = "FnMut", [FN_KIND_ONCE] = "FnOnce"};
    return names[kind];
}

static builtin_answer trait_is_sized(infer_ctx *c, sema_ty t)
{
    sema *s = c->s;
    const ty_info *info = ty_get(s, t);
    switch ((ty_kind)info->kind) {
    case TY_STR:
    case TY_DYN:
    case TY_SLICE: return BUILTIN_NO;
    case TY_PARAM:
        if (def_kind_of(s, info->def) == DEF_TYPE_PARAM && !def_param_is_sized(s, info->def))
            return BUILTIN_NO; /* an assumption may say otherwise: it is a candidate of its own */
        return BUILTIN_YES;
    case TY_INFER: return info->sub == INFER_GENERAL ? BUILTIN_MAYBE : BUILTIN_YES;
    case TY_PROJECTION:
        return def_get(s, info->def)->is_library || def_assoc_is_sized(s, info->def) ? BUILTIN_YES : BUILTIN_NO;
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_CASES_SCALAR:
    case TY_NEVER:
    case TY_TUPLE:
    case TY_ARRAY:
    case TY_CASES_POINTER:
    case TY_ADT:
    case TY_CASES_CALLABLE:
    case TY_OPAQUE:
    case TY_CASES_NO_TYPE: break;
    }
    return BUILTIN_YES;
}

static builtin_answer trait_is_copy_or_clone(infer_ctx *c, sema_def trait, sema_ty t)
{
    sema *s = c->s;
    const ty_info *info = ty_get(s, t);
    switch ((ty_kind)info->kind) {
    case TY_REF: return info->mutable ? BUILTIN_NO : BUILTIN_YES;
    case TY_STR:
    case TY_DYN:
    case TY_SLICE: return BUILTIN_NO;
    case TY_CLOSURE: {
        const infer_closure *closure = infer_closure_of(s, info->def);
        if (!closure || !closure->captures_known)
            return BUILTIN_MAYBE;
        return closure->is_copy || trait == def_lang(s, LANG_CLONE) ? BUILTIN_YES : BUILTIN_NO;
    }
    case TY_INFER: return info->sub == INFER_GENERAL ? BUILTIN_MAYBE : BUILTIN_YES;
    case TY_ADT:
    case TY_PARAM:
    case TY_PROJECTION:
    case TY_OPAQUE: return BUILTIN_NONE;
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_CASES_SCALAR:
    case TY_NEVER:
    case TY_TUPLE:
    case TY_ARRAY:
    case TY_PTR:
    case TY_FN_DEF:
    case TY_FN_PTR:
    case TY_CASES_NO_TYPE: break;
    }
    return BUILTIN_YES;
}

/* Only safe functions of Rust's own calling convention have the Fn traits. */
static bool trait_safe_to_call(sema *s, sema_def fn)
{
    if (def_kind_of(s, fn) != DEF_FN || def_get(s, fn)->is_library)
        return def_kind_of(s, fn) != DEF_FN || !def_get(s, fn)->is_unsafe;
    const sema_symbol abi = syntax_fn_of(s, def_get(s, fn)->node).abi;
    return !def_get(s, fn)->is_unsafe && (!abi || strcmp(sema_text(s, abi), "Rust") == 0);
}

static builtin_answer trait_is_callable(infer_ctx *c, sema_ty t, infer_fn_kind kind)
{
    sema *s = c->s;
    const ty_info *info = ty_get(s, t);
    switch ((ty_kind)info->kind) {
    case TY_FN_DEF: return trait_safe_to_call(s, info->def) ? BUILTIN_YES : BUILTIN_NO;
    case TY_FN_PTR: return info->mutable ? BUILTIN_NO : BUILTIN_YES;
    case TY_CLOSURE: {
        const infer_closure *closure = infer_closure_of(s, info->def);
        if (!closure)
            return BUILTIN_MAYBE;
        return closure->kind == FN_KIND_NONE || closure->kind <= kind ? BUILTIN_YES : BUILTIN_NO;
    }
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_CASES_SCALAR:
    case TY_NEVER:
    case TY_STR:
    case TY_DYN:
    case TY_TUPLE:
    case TY_CASES_LIST:
    case TY_CASES_POINTER:
    case TY_ADT:
    case TY_CASES_UNKNOWN:
    case TY_CASES_NO_TYPE: break;
    }
    return BUILTIN_NONE;
}

bool trait_is_of_addresses(const sema *s, sema_def trait)
{
    return trait && (trait == def_lang(s, LANG_PARTIAL_ORD) || trait == def_lang(s, LANG_ORD) ||
                     trait == def_lang(s, LANG_HASH));
}

/* Whether all fn pointers have that trait, of those that the Fn traits and the auto traits are not among. */
static bool trait_is_of_fn_ptrs(const sema *s, sema_def trait)
{
    return trait_is_of_addresses(s, trait) || trait == def_lang(s, LANG_DEBUG) || trait == def_lang(s, LANG_POINTER) ||
           trait == def_lang(s, LANG_EQ) || trait == def_lang(s, LANG_TOTAL_EQ);
}

builtin_answer trait_builtin(infer_ctx *c, sema_def trait, const sema_ty *args, uint32_t n_args)
{
    sema *s = c->s;
    (void)n_args;
    if (trait == def_lang(s, LANG_SIZED))
        return trait_is_sized(c, args[0]);
    if (trait == def_lang(s, LANG_COPY) || trait == def_lang(s, LANG_CLONE))
        return trait_is_copy_or_clone(c, trait, args[0]);
    if (trait_is_auto(s, trait))
        return trait_auto(c, trait, args[0]);
    if (ty_kind_of(s, infer_shallow(c, args[0])) == TY_FN_PTR && trait_is_of_fn_ptrs(s, trait))
        return BUILTIN_YES;
    infer_fn_kind kind = trait_fn_kind(s, trait);
    return kind != FN_KIND_NONE ? trait_is_callable(c, args[0], kind) : BUILTIN_NONE;
}

sema_def trait_generics_owner(const sema *s, sema_def closure)
{
    sema_def d = closure;
    for (;;) {
        switch (def_kind_of(s, d)) {
        case DEF_CLOSURE:
        case DEF_BLOCK:
        case DEF_ANON_CONST: d = def_get(s, d)->parent; continue;
        case DEF_NONE:
        case DEF_CASES_MODULE:
        case DEF_FN:
        case DEF_CASES_ADT:
        case DEF_CASES_OF_ADT:
        case DEF_TRAIT:
        case DEF_IMPL:
        case DEF_CASES_VALUE:
        case DEF_CASES_ALIAS:
        case DEF_CASES_PARAM:
        case DEF_OPAQUE: break;
        }
        return d;
    }
}

bool trait_callable(infer_ctx *c, sema_ty callee, sema_ty *inputs, sema_ty *output)
{
    sema *s = c->s;
    ty_info info = *ty_get(s, callee);
    uint32_t n_args;
    const sema_ty *args = ty_args(s, callee, &n_args);
    switch ((ty_kind)info.kind) {
    case TY_FN_DEF: {
        def_sig sig = def_fn_sig(s, info.def);
        ty_subst subst = {info.def, args, n_args};
        const sema_ty *params = trait_subst_all(s, sig.inputs, sig.n_inputs, &subst);
        *inputs = infer_normalize(c, ty_tuple(s, params, sig.n_inputs), trait_nowhere);
        *output = infer_normalize(c, trait_subst(s, sig.output, &subst), trait_nowhere);
        return true;
    }
    case TY_FN_PTR:
        if (info.mutable)
            return false;
        args = ty_fn_ptr_parts(s, callee, &n_args);
        *inputs = infer_normalize(c, ty_erase_regions(s, ty_tuple(s, args, n_args - 1)), trait_nowhere);
        *output = infer_normalize(c, ty_erase_regions(s, args[n_args - 1]), trait_nowhere);
        return true;
    case TY_CLOSURE: {
        const infer_closure *found = infer_closure_of(s, info.def);
        if (!found)
            return false;
        infer_closure closure = *found;
        ty_subst subst = {trait_generics_owner(s, info.def), args, n_args};
        const sema_ty *params = trait_subst_all(s, closure.inputs, closure.n_inputs, &subst);
        *inputs = infer_normalize(c, ty_tuple(s, params, closure.n_inputs), trait_nowhere);
        *output = infer_normalize(c, trait_subst(s, closure.output, &subst), trait_nowhere);
        return true;
    }
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_CASES_SCALAR:
    case TY_NEVER:
    case TY_STR:
    case TY_DYN:
    case TY_TUPLE:
    case TY_CASES_LIST:
    case TY_CASES_POINTER:
    case TY_ADT:
    case TY_CASES_UNKNOWN:
    case TY_CASES_NO_TYPE: break;
    }
    return false;
}

static void trait_builtin_add_part(infer_ctx *c, sema_def trait, sema_ty part, infer_cause cause, uint32_t parent)
{
    sema_ty *self = ARENA_NEW(c->s->memory, sema_ty);
    *self = part;
    infer_add(c, infer_trait_predicate(trait, self, 1), cause, parent);
}

/* The part that decides whether the size of t is known: what a struct or a tuple ends in, or t. */
static sema_ty trait_unsized_tail(sema *s, sema_ty t)
{
    enum { MOST_TAILS = 64 }; /* a struct that holds itself has its own error */
    for (uint32_t i = 0; i < MOST_TAILS; i++) {
        uint32_t n, n_fields = 0;
        const ty_info info = *ty_get(s, t);
        const bool is_struct = info.kind == TY_ADT && def_kind_of(s, info.def) == DEF_STRUCT;
        const sema_def *fields = is_struct ? def_fields(s, info.def, &n_fields) : NULL;
        if (info.kind == TY_TUPLE && info.n_args) {
            t = ty_arg(s, t, info.n_args - 1);
        } else if (n_fields) {
            const ty_subst subst = {info.def, ty_args(s, t, &n), info.n_args};
            t = ty_erase_regions(s, ty_substitute(s, def_type(s, fields[n_fields - 1]), &subst));
        } else {
            break;
        }
    }
    return t;
}

bool trait_builtin_confirm(infer_ctx *c, sema_def trait, const sema_ty *args, uint32_t n_args, infer_cause cause,
                           uint32_t parent)
{
    sema *s = c->s;
    sema_ty self = infer_shallow(c, infer_normalize(c, infer_shallow(c, args[0]), trait_nowhere));
    ty_info info = *ty_get(s, self);
    infer_fn_kind kind = trait_fn_kind(s, trait);
    if (kind != FN_KIND_NONE) {
        sema_ty inputs, output;
        if (n_args < 2 || !trait_callable(c, self, &inputs, &output))
            return false;
        if (!infer_unify(c, inputs, args[1]))
            return false;
        if (info.kind == TY_CLOSURE && infer_closure_of(s, info.def)->kind == FN_KIND_NONE) {
            def_predicate p = {.kind = PREDICATE_CLOSURE_KIND, .trait = kind, .args = args, .n_args = 1};
            infer_add(c, p, cause, parent);
        }
        return true;
    }
    if (trait_is_auto(s, trait))
        trait_auto_confirm(c, trait, self, cause, parent);
    if (trait == def_lang(s, LANG_EQ) || trait == def_lang(s, LANG_PARTIAL_ORD)) /* of function pointers */
        return n_args == 2 && infer_unify(c, self, args[1]);
    if (trait == def_lang(s, LANG_SIZED)) {
        const sema_ty tail = trait_unsized_tail(s, self);
        const ty_kind end = ty_kind_of(s, tail);
        if (tail != self && (end == TY_SLICE || end == TY_STR || end == TY_DYN || end == TY_PARAM))
            trait_builtin_add_part(c, trait, tail, cause, parent);
    }
    if (trait == def_lang(s, LANG_COPY) || trait == def_lang(s, LANG_CLONE)) {
        if (info.kind == TY_TUPLE)
            for (uint32_t i = 0; i < info.n_args; i++)
                trait_builtin_add_part(c, trait, ty_arg(s, self, i), cause, parent);
        else if (info.kind == TY_ARRAY)
            trait_builtin_add_part(c, trait, ty_arg(s, self, 0), cause, parent);
        else if (info.kind == TY_CLOSURE && !infer_closure_of(s, info.def)->is_copy)
            trait_auto_confirm(c, trait, self, cause, parent);
    }
    return true;
}
