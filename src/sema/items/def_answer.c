/* def_answer.c: where the answers about a definition are kept. */
#include "sema/items/def_table.h"

static const def_predicate *def_unpack_predicates(sema *s, uint32_t at, uint32_t n)
{
    const uint32_t *numbers = def_tab(s)->numbers, *from = numbers + at;
    def_predicate *all = n ? ARENA_ARRAY(s->memory, def_predicate, n) : NULL;
    for (uint32_t i = 0; i < n; i++, from += PACKED_PREDICATE)
        all[i] = (def_predicate){.kind = from[0],
                                 .trait = from[1],
                                 .args = numbers + from[2],
                                 .n_args = from[3],
                                 .equals = from[4],
                                 .bound_of = from[5],
                                 .called_as = from[6],
                                 .fn_trait = from[7],
                                 .span = {from[8], from[9], from[10]}};
    return all;
}

static def_trait_ref def_unpack_trait_ref(const sema *s, uint32_t at)
{
    const uint32_t *numbers = def_tab(s)->numbers, *from = numbers + at;
    return (def_trait_ref){from[0], numbers + from[1], from[2]};
}

static const def_trait_ref *def_unpack_trait_refs(sema *s, uint32_t at, uint32_t n)
{
    def_trait_ref *all = n ? ARENA_ARRAY(s->memory, def_trait_ref, n) : NULL;
    for (uint32_t i = 0; i < n; i++)
        all[i] = def_unpack_trait_ref(s, at + i * PACKED_TRAIT_REF);
    return all;
}

static def_answers *def_unpack(sema *s, sema_def d)
{
    const def_packed *p = &def_tab(s)->packed[d];
    const uint32_t *numbers = def_tab(s)->numbers;
    const def_answers a = {.own_params_state = p->own_params_state,
                           .generics_state = p->generics_state,
                           .predicates_state = p->predicates_state,
                           .type_state = p->type_state,
                           .sig_state = p->sig_state,
                           .variants_state = p->variants_state,
                           .fields_state = p->fields_state,
                           .items_state = p->items_state,
                           .trait_state = p->trait_state,
                           .bounds_state = p->bounds_state,
                           .discriminant_state = p->discriminant_state,
                           .supers_state = p->supers_state,
                           .default_state = p->default_state,
                           .unsized_state = p->unsized_state,
                           .unsized_param = p->unsized_param,
                           .synthetic = p->synthetic,
                           .own_params = numbers + p->own_params,
                           .n_own_params = p->n_own_params,
                           .generics = {numbers + p->params, p->n_params, p->n_parent},
                           .predicates = def_unpack_predicates(s, p->predicates, p->n_predicates),
                           .n_predicates = p->n_predicates,
                           .type = p->type,
                           .default_type = p->default_type,
                           .sig = {.inputs = numbers + p->inputs,
                                   .n_inputs = p->n_inputs,
                                   .output = p->output,
                                   .is_unsafe = p->is_unsafe,
                                   .has_self = p->has_self,
                                   .n_elided = p->n_elided},
                           .variants = numbers + p->variants,
                           .fields = numbers + p->fields,
                           .items = numbers + p->items,
                           .n_variants = p->n_variants,
                           .n_fields = p->n_fields,
                           .n_items = p->n_items,
                           .trait_ref = def_unpack_trait_ref(s, p->trait_ref),
                           .supers = def_unpack_trait_refs(s, p->supers, p->n_supers),
                           .n_supers = p->n_supers,
                           .bounds = def_unpack_predicates(s, p->bounds, p->n_bounds),
                           .n_bounds = p->n_bounds,
                           .discriminant = p->discriminant,
                           .anon_type = p->anon_type};
    return arena_copy(s->memory, &a, sizeof a);
}

def_answers *def_new_answer(sema *s, sema_def d)
{
    def_table *t = def_tab(s);
    if (d >= t->n_packed)
        return def_rec_own(s, d)->answers = ARENA_NEW(s->memory, def_answers);
    def_answers ***block = &t->unpacked[d >> DEF_BLOCK_BITS];
    if (!*block)
        *block = ARENA_ARRAY(s->memory, def_answers *, DEF_PER_BLOCK);
    return (*block)[d & (DEF_PER_BLOCK - 1)] = def_unpack(s, d);
}
