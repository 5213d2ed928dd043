/* lex_cpu_emission.h: what lex_cpu_walk.h hands to emit() for one block; included after lex_vec is defined. */

/* Where tokens end, tokens begin and what they are. */
typedef struct lex_emission {
    const uint8_t *source; /* the block's bytes, where they lie */
    lex_vec bytes;
    uint64_t starts, ends, joint, words;
    uint32_t offset; /* of the block, base included */
    const lex_patch *patch;
    size_t n_starts, n_ends; /* written before this block */
    uint16_t *word_slots;    /* where the slots of words are to go */
    uint32_t word_slot_0;    /* the slot of the block's first token */
} lex_emission;
