/* library_pack.c: packs the answers about the library's definitions (def_packed). */
#include "sema/gen/library_collect.h"

#include "sema/items/def_table.h"

typedef struct pack_numbers {
    arena *memory;
    VEC(uint32_t) all;
} pack_numbers;

static uint32_t pack_list(pack_numbers *p, const uint32_t *list, uint32_t n)
{
    const uint32_t at = p->all.n;
    vec_push_all(p->memory, &p->all, list, n);
    return at;
}

static uint32_t pack_predicates(pack_numbers *p, const def_predicate *list, uint32_t n)
{
    uint32_t *packed = ARENA_ARRAY(p->memory, uint32_t, (size_t)n * PACKED_PREDICATE);
    for (uint32_t i = 0; i < n; i++) {
        const def_predicate *of = &list[i];
        const uint32_t args = pack_list(p, of->args, of->n_args);
        const uint32_t one[PACKED_PREDICATE] = {of->kind,      of->trait,      args,          of->n_args,
                                                of->equals,    of->bound_of,   of->called_as, of->fn_trait,
                                                of->span.file, of->span.start, of->span.end};
        memcpy(packed + (size_t)i * PACKED_PREDICATE, one, sizeof one);
    }
    return pack_list(p, packed, n * PACKED_PREDICATE);
}

static uint32_t pack_trait_refs(pack_numbers *p, const def_trait_ref *list, uint32_t n)
{
    uint32_t *packed = ARENA_ARRAY(p->memory, uint32_t, (size_t)n * PACKED_TRAIT_REF);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t one[PACKED_TRAIT_REF] = {list[i].trait, pack_list(p, list[i].args, list[i].n_args),
                                                list[i].n_args};
        memcpy(packed + (size_t)i * PACKED_TRAIT_REF, one, sizeof one);
    }
    return pack_list(p, packed, n * PACKED_TRAIT_REF);
}

static def_packed pack_answers(pack_numbers *p, const def_answers *a)
{
    return (def_packed){.own_params_state = a->own_params_state,
                        .generics_state = a->generics_state,
                        .predicates_state = a->predicates_state,
                        .type_state = a->type_state,
                        .sig_state = a->sig_state,
                        .variants_state = a->variants_state,
                        .fields_state = a->fields_state,
                        .items_state = a->items_state,
                        .trait_state = a->trait_state,
                        .bounds_state = a->bounds_state,
                        .discriminant_state = a->discriminant_state,
                        .supers_state = a->supers_state,
                        .default_state = a->default_state,
                        .unsized_state = a->unsized_state,
                        .unsized_param = a->unsized_param,
                        .synthetic = a->synthetic,
                        .is_unsafe = a->sig.is_unsafe,
                        .has_self = a->sig.has_self,
                        .own_params = pack_list(p, a->own_params, a->n_own_params),
                        .n_own_params = a->n_own_params,
                        .params = pack_list(p, a->generics.params, a->generics.n_params),
                        .n_params = a->generics.n_params,
                        .n_parent = a->generics.n_parent,
                        .predicates = pack_predicates(p, a->predicates, a->n_predicates),
                        .n_predicates = a->n_predicates,
                        .type = a->type,
                        .default_type = a->default_type,
                        .output = a->sig.output,
                        .anon_type = a->anon_type,
                        .inputs = pack_list(p, a->sig.inputs, a->sig.n_inputs),
                        .n_inputs = a->sig.n_inputs,
                        .n_elided = a->sig.n_elided,
                        .variants = pack_list(p, a->variants, a->n_variants),
                        .n_variants = a->n_variants,
                        .fields = pack_list(p, a->fields, a->n_fields),
                        .n_fields = a->n_fields,
                        .items = pack_list(p, a->items, a->n_items),
                        .n_items = a->n_items,
                        .trait_ref = pack_trait_refs(p, &a->trait_ref, 1),
                        .supers = pack_trait_refs(p, a->supers, a->n_supers),
                        .n_supers = a->n_supers,
                        .bounds = pack_predicates(p, a->bounds, a->n_bounds),
                        .n_bounds = a->n_bounds,
                        .discriminant = a->discriminant};
}

void library_pack_answers(sema *s)
{
    def_table *t = def_tab(s);
    static const def_answers none;
    pack_numbers numbers = {.memory = s->memory};
    def_packed *packed = ARENA_ARRAY(s->memory, def_packed, t->n);
    for (sema_def d = 1; d < t->n; d++) {
        const def_answers *a = def_rec(s, d)->answers;
        packed[d] = pack_answers(&numbers, a ? a : &none);
        def_rec_own(s, d)->answers = NULL;
    }
    t->packed = packed;
    t->numbers = numbers.all.at;
    t->n_packed = t->n;
}
