/* lex_scalar.c: the reference lexer of a file: a plain loop over lex_scan.h. */
#include "lexer/lex_scan.h"
#include "lexer/lexer.h"

size_t lex_scalar_file(const uint8_t *bytes, uint32_t n_bytes, uint32_t edition, uint32_t base, lex_tokens toks)
{
    const lex_text text = {bytes, n_bytes, edition};
    lex_token token = lex_next(&text, lex_prologue(bytes, n_bytes));
    size_t n_toks = 0;
    for (;;) {
        toks.kind[n_toks] = token.kind;
        toks.flags[n_toks] = token.flags;
        toks.start[n_toks] = base + token.start;
        toks.end[n_toks] = base + token.end;
        n_toks++;
        if (token.kind == RUSTG_TOK_EOF)
            return n_toks;
        token = lex_token_after(&text, token);
    }
}
