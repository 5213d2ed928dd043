/* library_answer.c: asks each question about the library's definitions whose answer every compile would otherwise work
 * out anew: generics, signatures, fields, members, what impls are of. Bodies are left. */
#include "sema/gen/library_collect.h"

#include "sema/items/def_table.h"
#include "sema/names/resolve.h"

static void library_answer_generics(sema *s, sema_def d)
{
    uint32_t n;
    def_generics(s, d);
    def_predicates(s, d, &n);
}

static void library_answer(sema *s, sema_def d)
{
    const def_kind kind = def_kind_of(s, d);
    uint32_t n;
    resolve_vis_of(s, d);
    switch (kind) {
    case DEF_FN:
        library_answer_generics(s, d);
        def_fn_sig(s, d);
        break;
    case DEF_STRUCT:
    case DEF_UNION:
    case DEF_ENUM:
        library_answer_generics(s, d);
        def_type(s, d);
        def_variants(s, d, &n);
        def_names_of(s, d);
        if (kind == DEF_STRUCT)
            def_fn_sig(s, d);
        if (kind != DEF_ENUM)
            def_fields(s, d, &n);
        break;
    case DEF_VARIANT:
        def_generics(s, d);
        def_fields(s, d, &n);
        def_fn_sig(s, d);
        def_discriminant(s, d);
        break;
    case DEF_TRAIT:
        library_answer_generics(s, d);
        def_supertraits(s, d, &n);
        def_assoc_items(s, d, &n);
        def_names_of(s, d);
        break;
    case DEF_IMPL:
        library_answer_generics(s, d);
        def_type(s, d);
        def_impl_trait(s, d);
        def_assoc_items(s, d, &n);
        break;
    case DEF_CONST:
    case DEF_STATIC:
    case DEF_TY_ALIAS:
    case DEF_FIELD:
        library_answer_generics(s, d);
        def_type(s, d);
        break;
    case DEF_ASSOC_TY:
        library_answer_generics(s, d);
        def_type(s, d);
        def_bounds(s, d, &n);
        break;
    case DEF_OPAQUE:
        library_answer_generics(s, d);
        def_bounds(s, d, &n);
        break;
    case DEF_TYPE_PARAM:
        def_param_default(s, d);
        def_param_is_sized(s, d);
        break;
    case DEF_CONST_PARAM:
        def_param_default(s, d);
        def_const_param_ty(s, d);
        break;
    case DEF_CRATE:
    case DEF_MOD: def_traits_in_scope(s, d, &n); break;
    case DEF_NONE:
    case DEF_LIFETIME_PARAM:
    case DEF_CLOSURE:
    case DEF_ANON_CONST:
    case DEF_BLOCK: break;
    }
}

void library_answer_all(sema *s)
{
    uint32_t n;
    for (sema_def d = 1; d < def_count(s); d++) /* answers add definitions */
        library_answer(s, d);
    for (sema_def d = 1; d < def_count(s); d++) {
        if (def_kind_of(s, d) == DEF_TRAIT)
            def_impls_of(s, d, &n);
        const sema_ty type = def_kind_of(s, d) == DEF_STRUCT || def_kind_of(s, d) == DEF_ENUM ? def_type(s, d) : 0;
        if (type && ty_kind_of(s, type) == TY_ADT)
            def_inherent_impls(s, type, &n);
    }
    for (sema_ty type = TY_BOOL; type <= TY_STR; type++)
        def_inherent_impls(s, type, &n);
}
