/* lex_cpu_doubt.c: calls of lex_doubt.h, so that each processor's code does not hold it again; and the prologue's. */
#include <string.h>

#include "lexer/cpu/lex_cpu.h"

bool lex_escape_fine(const uint8_t *bytes, uint32_t n_bytes, uint32_t pos, lex_quoted quoted)
{
    const lex_text text = {bytes, n_bytes, 2024};
    return !lex_doubt_escape(&text, pos, quoted);
}

bool lex_token_doubtful(const lex_text *text, lex_token token)
{
    return lex_doubt_token(text, token, true, 0, 1);
}

bool lex_prologue_doubtful(const uint8_t *bytes, uint32_t n_skipped)
{
    uint32_t i;
    for (i = 0; i + 3 <= n_skipped; i++)
        if (memcmp(bytes + i, "---", 3) == 0)
            return true;
    return false;
}
