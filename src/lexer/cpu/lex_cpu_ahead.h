/* lex_cpu_ahead.h: completes a lex_masks by the rules that need the next byte, for instruction sets that classify each
 * byte by itself. On entry odd, hash and dot say what bytes are; keyish is complete. */

static inline void LEX_FN(look_ahead)(const uint8_t *bytes, uint32_t left, uint64_t slash, uint64_t star,
                                      uint64_t quote, lex_masks *m)
{
    const uint8_t ahead = left > 64 ? bytes[64] : (uint8_t)' ';
    const uint64_t ahead_mark = (uint64_t)(ahead == '/' || ahead == '*') << 63;
    const uint64_t ahead_hash = (uint64_t)(ahead == '#' || ahead == '"') << 63;
    const uint64_t ahead_dot = (uint64_t)(ahead == '.' || lex_is_ascii_start(ahead)) << 63;
    m->odd |= slash & ((slash | star) >> 1 | ahead_mark);
    m->odd |= m->hash & ((m->hash | quote) >> 1 | ahead_hash);
    m->dot &= ~(((m->word & ~m->digit) | m->dot) >> 1 | ahead_dot);
}
