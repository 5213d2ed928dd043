/* lex_cpu_emit.h: emit() of lex_cpu_walk.h for instruction sets without a vector compress: bit by bit. */

/* Writes offset + bit for each bit of places, in groups of 8 so that the loop's end is easy to foresee. */
LEX_TARGET static inline void LEX_FN(offsets)(uint32_t *out, uint64_t places, uint32_t offset)
{
    while (places) {
        uint32_t i;
        for (i = 0; i < 8; i++) {
            out[i] = offset + (uint32_t)__builtin_ctzll(places | UINT64_C(1) << 63); /* past the last: anything */
            places &= places - 1;
        }
        out += 8;
    }
}

LEX_TARGET static inline void LEX_FN(emit)(const lex_tokens *toks, const lex_emission *e)
{
    const uint32_t n = (uint32_t)__builtin_popcountll(e->starts);
    uint32_t *starts = toks->start + e->n_starts;
    uint8_t *kinds = toks->kind + e->n_starts, *flags = toks->flags + e->n_starts;
    uint16_t *word_slot = e->word_slots;
    uint64_t left;
    uint32_t i;
    LEX_FN(offsets)(starts, e->starts, e->offset);
    LEX_FN(offsets)(toks->end + e->n_ends, e->ends, e->offset);
    for (i = 0; i < n; i++) {
        const uint32_t at = starts[i] - e->offset;
        kinds[i] = lex_cpu_kind[e->source[at] & 127];
        flags[i] = (uint8_t)(e->joint >> at & 1);
        *word_slot = (uint16_t)(e->word_slot_0 + i);
        word_slot += e->words >> at & 1;
    }
    for (left = e->patch->set; left; left &= left - 1) {
        const uint32_t at = (uint32_t)__builtin_ctzll(left);
        kinds[__builtin_popcountll(e->starts & ((left & (0 - left)) - 1))] = e->patch->kind[at];
    }
}
