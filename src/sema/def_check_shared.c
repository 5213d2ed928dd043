/* def_check_shared.c: the type of a static may be shared between threads (E0277). Kernels' Sync is everybody's, so what is not
 * is found here: cells and raw pointers, behind no `unsafe impl Sync` of the user's. */
#include "sema/def_table.h"

typedef struct search {
    sema *s;
    sema_def sync;
    VEC(sema_ty) seen;
} search;

static bool is_named(const sema *s, sema_def adt, const char *module, const char *name)
{
    const def_info *about = def_get(s, adt);
    return strcmp(sema_text(s, about->name), name) == 0 && strcmp(sema_text(s, def_get(s, about->parent)->name), module) == 0;
}

static bool says_so(sema *s, sema_def sync, sema_ty t)
{
    uint32_t n;
    const sema_def *impls = def_impls_of(s, sync, &n);
    for (uint32_t i = 0; i < n; i++)
        if (!def_get(s, impls[i])->is_library && def_impl_may_fit(s, impls[i], t))
            return true;
    return false;
}

/* What in a type may not be shared; TY_NONE: nothing. */
static sema_ty unshared(search *in, sema_ty t)
{
    sema *s = in->s;
    const ty_info *info = ty_get(s, t);
    uint32_t n_args;
    const sema_ty *args = ty_args(s, t, &n_args);
    for (uint32_t i = 0; i < in->seen.n; i++)
        if (in->seen.at[i] == t)
            return TY_NONE;
    vec_push(s->memory, &in->seen, t);
    if (info->kind == TY_FN_PTR || info->kind == TY_FN_DEF)
        return TY_NONE;
    if (info->kind == TY_PTR)
        return t;
    if (info->kind == TY_ADT) {
        sema_def adt = info->def;
        bool is_library = def_get(s, adt)->is_library;
        if (is_library && (is_named(s, adt, "cell", "Cell") || is_named(s, adt, "cell", "UnsafeCell") ||
                           is_named(s, adt, "ptr_non_null", "NonNull")))
            return t;
        if (!is_library) {
            if (says_so(s, in->sync, t))
                return TY_NONE;
            uint32_t n_variants, n_fields;
            const sema_def *variants = def_variants(s, adt, &n_variants);
            ty_subst subst = {.owner = adt, .args = args, .n_args = n_args};
            for (uint32_t v = 0; v < n_variants; v++) {
                const sema_def *fields = def_fields(s, variants[v], &n_fields);
                for (uint32_t f = 0; f < n_fields; f++) {
                    sema_ty found = unshared(in, ty_substitute(s, def_type(s, fields[f]), &subst));
                    if (found)
                        return found;
                }
            }
            return TY_NONE;
        }
    }
    for (uint32_t i = 0; i < n_args; i++) {
        sema_ty found = unshared(in, args[i]);
        if (found)
            return found;
    }
    return TY_NONE;
}

void def_check_shared(sema *s, sema_def constant, sema_node type)
{
    sema_def marker = def_lang(s, LANG_SYNC);
    sema_ty t = def_type(s, constant);
    search in = {.s = s, .sync = marker};
    sema_ty culprit = marker && !ty_has(s, t, TY_HAS_ERROR) ? unshared(&in, t) : (sema_ty)TY_NONE;
    if (!culprit)
        return;
    const char *shown = ty_print(s, culprit);
    sema_report r = sema_error(s, RUSTG_DIAG_TRAIT_SPECIAL, sema_node_span(s, type));
    sema_arg(&r, "`%s` cannot be shared between threads safely", shown);
    sema_primary_label(&r, "`%s` cannot be shared between threads safely", shown);
    if (culprit == t)
        sema_help(&r, "the trait `Sync` is not implemented for `%s`", shown);
    else
        sema_help(&r, "within `%s`, the trait `Sync` is not implemented for `%s`", ty_print(s, t), shown);
    sema_note(&r, "shared static variables must have a type that implements `Sync`");
}
