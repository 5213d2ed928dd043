/* lex_cpu_emit.h: emit() of lex_cpu_walk.h for instruction sets without a vector compress: bit by bit. */

LEX_TARGET static inline void LEX_FN(emit)(const lex_tokens *toks, const lex_emission *e)
{
    uint64_t left;
    size_t slot = e->n_starts;
    uint16_t *word_slot = e->word_slots;
    for (left = e->starts; left; left &= left - 1, slot++) {
        const uint32_t at = (uint32_t)__builtin_ctzll(left);
        const bool patched = e->patch->set >> at & 1;
        toks->start[slot] = e->offset + at;
        toks->kind[slot] = patched ? e->patch->kind[at] : lex_cpu_kind[e->source[at] & 127];
        toks->flags[slot] = (uint8_t)(e->joint >> at & 1);
        *word_slot = (uint16_t)(e->word_slot_0 + (slot - e->n_starts));
        word_slot += e->words >> at & 1;
    }
    slot = e->n_ends;
    for (left = e->ends; left; left &= left - 1)
        toks->end[slot++] = e->offset + (uint32_t)__builtin_ctzll(left);
}
