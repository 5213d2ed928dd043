/* punct_test.c: every row of token_kind.def that is one character against the tables of the lexers. */
#include <stdio.h>
#include <string.h>

#include "lexer/cpu/lex_cpu.h"
#include "lexer/lexer.h"

static const struct {
    const char *name, *spelling;
    uint8_t kind;
    rustg_token_class class_of;
} rows[] = {
#define TOK(name, spelling, class) {#name, spelling, RUSTG_TOK_##name, RUSTG_CLASS_##class},
#include "rustg/token_kind.def"
};

int main(void)
{
    int n_failures = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].class_of != RUSTG_CLASS_OPEN && rows[i].class_of != RUSTG_CLASS_CLOSE &&
            rows[i].class_of != RUSTG_CLASS_PUNCT)
            continue;
        uint8_t text[64 + LEX_FILE_GAP] = {(uint8_t)rows[i].spelling[0]}, kind[80], flags[80];
        uint32_t start[80], end[80];
        size_t n = lex_scalar_file(text, 1, 2024, 0, (lex_tokens){kind, flags, start, end});
        bool has_class = lex_cpu_class[text[0]] & (LEX_CLASS_PUNCT | LEX_CLASS_DELIMITER);
        if (strlen(rows[i].spelling) != 1 || n != 2 || kind[0] != rows[i].kind) {
            fprintf(stderr, "token_kind.def: lex_scan.h does not read `%s` as %s\n", rows[i].spelling, rows[i].name);
            n_failures++;
        }
        if (lex_cpu_kind[text[0]] != rows[i].kind || !has_class) {
            fprintf(stderr, "token_kind.def: lex_cpu_class.c does not know `%s` as %s\n", rows[i].spelling,
                    rows[i].name);
            n_failures++;
        }
    }
    return n_failures != 0;
}
