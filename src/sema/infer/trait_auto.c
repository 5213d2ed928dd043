/* trait_auto.c: decides Send and Sync: a type has them if all its parts do, unless an impl says otherwise. */
#include "sema/infer/infer_internal.h"

bool trait_is_auto(const sema *s, sema_def trait)
{
    return trait && (trait == def_lang(s, LANG_SEND) || trait == def_lang(s, LANG_SYNC));
}

static bool trait_has_impl(sema *s, sema_def trait, sema_ty t)
{
    uint32_t n;
    const sema_def *impls = def_impls_of(s, trait, &n);
    for (uint32_t i = 0; i < n; i++) {
        if (!def_impl_may_fit(s, impls[i], t))
            continue;
        def_trait_ref of = def_impl_trait(s, impls[i]);
        if (of.n_args && ty_kind_of(s, of.args[0]) == TY_ADT && ty_get(s, of.args[0])->def == ty_get(s, t)->def)
            return true;
    }
    return false;
}

builtin_answer trait_auto(infer_ctx *c, sema_def trait, sema_ty t)
{
    sema *s = c->s;
    const ty_info *info = ty_get(s, t);
    switch ((ty_kind)info->kind) {
    case TY_PTR:
    case TY_PARAM:
    case TY_PROJECTION: return BUILTIN_NO;
    case TY_DYN:
        return info->value & (trait == def_lang(s, LANG_SEND) ? TY_AUTO_SEND : TY_AUTO_SYNC) ? BUILTIN_YES : BUILTIN_NO;
    case TY_INFER: return info->sub == INFER_GENERAL ? BUILTIN_MAYBE : BUILTIN_YES;
    case TY_ADT: return trait_has_impl(s, trait, t) ? BUILTIN_NONE : BUILTIN_YES;
    case TY_CLOSURE: {
        const infer_closure *closure = infer_closure_of(s, info->def);
        return closure && closure->captures_known ? BUILTIN_YES : BUILTIN_MAYBE;
    }
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_CASES_SCALAR:
    case TY_NEVER:
    case TY_STR:
    case TY_TUPLE:
    case TY_CASES_LIST:
    case TY_REF:
    case TY_FN_DEF:
    case TY_FN_PTR:
    case TY_OPAQUE:
    case TY_CASES_NO_TYPE: break;
    }
    return BUILTIN_YES;
}

typedef struct auto_parts {
    infer_ctx *c;
    sema_def trait;
    infer_cause cause;
    uint32_t parent;
} auto_parts;

static void trait_auto_add(const auto_parts *to, sema_def trait, sema_ty part)
{
    infer_ctx *c = to->c;
    sema_span nowhere = {0, 0, 0};
    sema_ty *self = ARENA_NEW(c->s->memory, sema_ty);
    *self = infer_normalize(c, ty_erase_regions(c->s, part), nowhere);
    infer_add(c, infer_trait_predicate(trait, self, 1), to->cause, to->parent);
}

static void trait_add_fields(const auto_parts *to, sema_ty t)
{
    sema *s = to->c->s;
    uint32_t n_args, n_variants, n_fields;
    const sema_ty *args = ty_args(s, t, &n_args);
    sema_def adt = ty_get(s, t)->def;
    if (adt == def_lang(s, LANG_PHANTOM_DATA)) {
        trait_auto_add(to, to->trait, args[0]);
        return;
    }
    const sema_def *variants = def_variants(s, adt, &n_variants);
    for (uint32_t v = 0; v < n_variants; v++) {
        const sema_def *fields = def_fields(s, variants[v], &n_fields);
        for (uint32_t f = 0; f < n_fields; f++) {
            ty_subst subst = {adt, args, n_args};
            trait_auto_add(to, to->trait, trait_subst(s, def_type(s, fields[f]), &subst));
        }
    }
}

static void trait_add_captures(const auto_parts *to, sema_ty t)
{
    sema *s = to->c->s;
    uint32_t n_args;
    const sema_ty *args = ty_args(s, t, &n_args);
    const infer_closure closure = *infer_closure_of(s, ty_get(s, t)->def);
    ty_subst subst = {trait_generics_owner(s, ty_get(s, t)->def), args, n_args};
    for (uint32_t i = 0; i < closure.n_captures; i++)
        trait_auto_add(to, to->trait, trait_subst(s, closure.captures[i], &subst));
}

void trait_auto_confirm(infer_ctx *c, sema_def trait, sema_ty t, infer_cause cause, uint32_t parent)
{
    sema *s = c->s;
    auto_parts to = {c, trait, cause, parent};
    ty_info info = *ty_get(s, t);
    switch ((ty_kind)info.kind) {
    case TY_REF: trait_auto_add(&to, info.mutable ? trait : def_lang(s, LANG_SYNC), ty_arg(s, t, 1)); break;
    case TY_TUPLE:
        for (uint32_t i = 0; i < info.n_args; i++)
            trait_auto_add(&to, trait, ty_arg(s, t, i));
        break;
    case TY_ARRAY:
    case TY_SLICE: trait_auto_add(&to, trait, ty_arg(s, t, 0)); break;
    case TY_ADT: trait_add_fields(&to, t); break;
    case TY_CLOSURE: trait_add_captures(&to, t); break;
    case TY_OPAQUE: {
        sema_ty hidden = trait_hidden(s, t);
        if (hidden)
            trait_auto_add(&to, trait, hidden);
        break;
    }
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_CASES_SCALAR:
    case TY_NEVER:
    case TY_STR:
    case TY_DYN:
    case TY_PTR:
    case TY_FN_DEF:
    case TY_FN_PTR:
    case TY_PARAM:
    case TY_PROJECTION:
    case TY_INFER:
    case TY_CASES_NO_TYPE: break;
    }
}

/* Notes what follows from what, from the obligation at `index` outwards; *within is the outermost type that has the
 * trait by its parts. */
bool trait_auto_chain(infer_ctx *c, sema_report *r, uint32_t index, sema_ty *within)
{
    sema *s = c->s;
    sema_def trait = c->pending.at[index].predicate.trait;
    bool still_within = true;
    *within = TY_NONE;
    if (!trait_is_auto(s, trait))
        return false;
    for (uint32_t at = c->pending.at[index].parent; at; at = c->pending.at[at - 1].parent) {
        const infer_pending *p = &c->pending.at[at - 1];
        sema_ty self = p->predicate.kind == PREDICATE_TRAIT && trait_is_auto(s, p->predicate.trait)
                           ? infer_resolve(c, p->predicate.args[0])
                           : (sema_ty)TY_NONE;
        bool by_parts =
            self && p->predicate.trait == trait &&
            !(ty_kind_of(s, self) == TY_REF && !ty_get(s, self)->mutable && trait == def_lang(s, LANG_SEND)) &&
            !(ty_kind_of(s, self) == TY_ADT && trait_has_impl(s, trait, self));
        still_within &= by_parts;
        if (still_within)
            *within = self;
        if (!r || !self)
            continue;
        ty_info info = *ty_get(s, self);
        const char *shown = ty_print(s, self);
        if (p->predicate.trait != trait || !by_parts)
            trait = p->predicate.trait;
        bool required = ty_kind_of(s, self) == TY_REF && !info.mutable && p->predicate.trait == def_lang(s, LANG_SEND);
        if (required || (info.kind == TY_ADT && trait_has_impl(s, p->predicate.trait, self)))
            sema_note(r, "required for `%s` to implement `%s`", shown,
                      sema_text(s, def_get(s, p->predicate.trait)->name));
        else if (info.kind == TY_CLOSURE)
            sema_note_at(r, def_closure_head(s, info.def), "required because it's used within this closure");
        else if ((info.kind == TY_ADT || info.kind == TY_OPAQUE) && !def_get(s, info.def)->is_library)
            sema_note_at(r, info.kind == TY_ADT ? def_span(s, info.def) : sema_node_span(s, def_get(s, info.def)->node),
                         "required because it appears within the type `%s`", shown);
        else
            sema_note(r, "required because it appears within the type `%s`", shown);
    }
    return true;
}
