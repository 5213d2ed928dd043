/* parse_groups.c: finds glued kinds and the partners of delimiters. */
#include "parser/parser.h"

#include <stdlib.h>

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

/* The open delimiters that wait for a partner are a list from the innermost outwards; the links lie in partner. */
parse_verdict parse_groups(const parse_file *file, parse_scratch *scratch)
{
    const uint32_t none = UINT32_MAX;
    const uint32_t n = file->n_toks + 1;
    uint32_t innermost = none;
    bool is_balanced = true;

    if (!groups_reserve(scratch, (size_t)n + 2))
        return PARSE_NO_MEMORY;
    uint8_t *kinds = scratch->kinds;
    uint32_t *partner = scratch->partner;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t kind = file->kind[i];
        if (TOKEN_IS_PUNCT(kind)) {
            kinds[i] = !(file->flags[i] & RUSTG_TOKEN_JOINT)
                           ? (uint8_t)kind
                           : parse_glue((uint8_t)kind, file->flags[i], file->kind[i + 1], file->flags[i + 1],
                                        file->flags[i + 1] & RUSTG_TOKEN_JOINT ? file->kind[i + 2] : T_NONE);
            continue;
        }
        kinds[i] = (uint8_t)kind;
        if (kind < T_DOC_COMMENT) /* what is left is a doc comment or a delimiter */
            continue;
        if (kind == T_DOC_COMMENT) {
            kinds[i] = parse_glue((uint8_t)kind, file->flags[i], T_NONE, 0, T_NONE);
        } else if (PARSE_IS_OPEN(kind)) {
            partner[i] = innermost;
            innermost = i;
        } else if (innermost == none || kinds[innermost] + 1u != kind) {
            is_balanced = false;
        } else {
            uint32_t open = innermost;
            innermost = partner[open];
            partner[open] = i;
            partner[i] = open;
        }
    }
    kinds[n] = kinds[n + 1] = T_EOF;
    return is_balanced && innermost == none ? PARSE_GOOD : PARSE_BAD;
}
