/* parse_groups.c: finds glued kinds and the partners of delimiters. */
#include "parser/parser.h"

#include <stdlib.h>
#include <string.h>

enum { GROUPS_FIRST_TOKS = 4096 };

static bool groups_reserve(parse_scratch *scratch, size_t n_toks)
{
    if (scratch->capacity_toks >= n_toks)
        return true;
    size_t capacity = scratch->capacity_toks ? scratch->capacity_toks : GROUPS_FIRST_TOKS;
    while (capacity < n_toks)
        capacity *= 2;
    free(scratch->kinds);
    free(scratch->partner);
    scratch->capacity_toks = 0;
    scratch->kinds = (uint8_t *)malloc(capacity);
    scratch->partner = (uint32_t *)malloc(capacity * sizeof *scratch->partner);
    if (!scratch->kinds || !scratch->partner)
        return false;
    scratch->capacity_toks = capacity;
    return true;
}

/* The kind of token that two punctuation characters make, by the first and the second; 0 where they make none. Tokens
 * of three characters fall into the last row, which nothing reads. */
enum { GROUPS_N_PUNCT = RUSTG_N_TOKEN_KINDS - RUSTG_TOK_SEMI };
static const uint8_t groups_pair[GROUPS_N_PUNCT + 1][GROUPS_N_PUNCT] = {
#define GLUED(name, spelling, first, second, third)                                                                    \
    [T_##third == T_NONE ? T_##first - T_SEMI                                                                          \
                         : GROUPS_N_PUNCT][T_##third == T_NONE ? T_##second - T_SEMI : T_##name - T_INNER_DOC - 1] =   \
        T_##name,
#include "parser/grammar/parse_glued.def"
};

/* Answers as parse_glue does, for a token that is marked JOINT. */
static uint8_t groups_glue(const parse_file *file, uint32_t i)
{
    if (file->flags[i + 1] & RUSTG_TOKEN_JOINT)
        return parse_glue(file->kind[i], file->flags[i], file->kind[i + 1], file->flags[i + 1], file->kind[i + 2]);
    const uint8_t pair = groups_pair[file->kind[i] - T_SEMI][file->kind[i + 1] - T_SEMI];
    return pair ? pair : file->kind[i];
}

/* The open delimiters that wait for a partner: a list from the innermost outwards, whose links lie in partner, up to
 * none, which is its own link. */
typedef struct groups_open {
    uint8_t *kinds;
    uint32_t *partner;
    uint32_t innermost, none;
    bool is_wrong;
} groups_open;

/* There is no branch on whether the delimiter opens or closes, which no processor foresees. */
static inline void groups_delimiter(groups_open *g, uint32_t i)
{
    const uint32_t kind = g->kinds[i], top = g->innermost, link = g->partner[top];
    const bool is_open = (kind - T_L_PAREN) % 2 == 0;
    g->is_wrong |= !is_open & (g->kinds[top] + 1u != kind);
    g->partner[i] = top;
    g->partner[top] = is_open ? link : i;
    g->innermost = is_open ? i : link;
}

/* Bit k of the answer says that byte k of the 8 is 1; each byte is 0 or 1. */
static inline uint64_t groups_bits_8(const uint8_t *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word * 0x0102040810204080u >> 56;
}

/* Words, literals and most punctuation keep their kind, so that only the rest is visited: masks of 64 tokens say
 * where delimiters, doc comments and joint punctuation are. */
parse_verdict parse_groups(const parse_file *file, parse_scratch *scratch)
{
    const uint32_t n = file->n_toks + 1;
    if (!groups_reserve(scratch, (size_t)n + 2))
        return PARSE_NO_MEMORY;
    uint8_t *kinds = scratch->kinds;
    groups_open g = {kinds, scratch->partner, n + 1, n + 1, false};
    memcpy(kinds, file->kind, n);
    kinds[n] = kinds[n + 1] = T_EOF;
    g.partner[g.none] = g.none;
    for (uint32_t first = 0; first < n; first += 64) {
        const uint8_t *kind = file->kind + first, *flags = file->flags + first;
        uint8_t last_kind[64] = {0}, last_flags[64] = {0}, is_delimiter[64], is_other[64];
        uint64_t delimiters = 0, others = 0;
        if (n - first < 64) {
            kind = memcpy(last_kind, kind, n - first);
            flags = memcpy(last_flags, flags, n - first);
        }
        for (uint32_t k = 0; k < 64; k++) {
            is_delimiter[k] = (uint8_t)(kind[k] - T_L_PAREN) < TOKEN_N_DELIMITERS;
            is_other[k] = (flags[k] & RUSTG_TOKEN_JOINT) | (kind[k] == T_DOC_COMMENT);
        }
        for (uint32_t k = 0; k < 8; k++) {
            delimiters |= groups_bits_8(is_delimiter + 8 * k) << 8 * k;
            others |= groups_bits_8(is_other + 8 * k) << 8 * k;
        }
        for (; delimiters; delimiters &= delimiters - 1)
            groups_delimiter(&g, first + (uint32_t)__builtin_ctzll(delimiters));
        for (; others; others &= others - 1) {
            const uint32_t i = first + (uint32_t)__builtin_ctzll(others);
            kinds[i] = file->flags[i] & RUSTG_TOKEN_JOINT
                           ? groups_glue(file, i)
                           : parse_glue(T_DOC_COMMENT, file->flags[i], T_NONE, 0, T_NONE);
        }
    }
    return !g.is_wrong && g.innermost == g.none ? PARSE_GOOD : PARSE_BAD;
}
