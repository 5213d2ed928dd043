/* case_test.c: counts the characters of each case, and those that become others. With the argument --list it prints
 * what char_case.rs prints, by which char_case_test.py compares every character with rustc. */
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "lexer/lex_case.h"
#include "lexer/lex_unicode_tables.h"

static void print_text(const uint32_t *text, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        printf("%s%X", i ? "," : " ", text[i]);
}

int main(int argc, char **argv)
{
    const bool is_list = argc > 1 && strcmp(argv[1], "--list") == 0;
    uint32_t n_lower = 0, n_upper = 0, n_to_lower = 0, n_to_upper = 0;
    if (is_list)
        printf("%s\n", LEX_CASE_VERSION);
    for (uint32_t c = 0; c <= 0x10FFFF; c++) {
        uint32_t lower[LEX_CASE_MOST], upper[LEX_CASE_MOST];
        const uint32_t lower_length = lex_to_lowercase(c, lower), upper_length = lex_to_uppercase(c, upper);
        const bool becomes_lower = lower_length != 1 || lower[0] != c,
                   becomes_upper = upper_length != 1 || upper[0] != c;
        n_lower += lex_is_lowercase(c);
        n_upper += lex_is_uppercase(c);
        n_to_lower += becomes_lower;
        n_to_upper += becomes_upper;
        if (!is_list || !(lex_is_lowercase(c) || lex_is_uppercase(c) || becomes_lower || becomes_upper))
            continue;
        printf("%X %d %d", c, lex_is_lowercase(c), lex_is_uppercase(c));
        print_text(lower, lower_length);
        print_text(upper, upper_length);
        printf("\n");
    }
    if (lex_is_lowercase(UTF8_INVALID) || lex_is_uppercase(UTF8_INVALID)) {
        fprintf(stderr, "what is no character has a case\n");
        return 1;
    }
    /* Counts of Unicode 17.0.0. */
    if (strcmp(LEX_CASE_VERSION, LEX_UNICODE_VERSION) == 0 && n_lower == 2595 && n_upper == 2006 &&
        n_to_lower == 1488 && n_to_upper == 1580)
        return 0;
    fprintf(stderr, "Unicode %s: %u lower, %u upper, %u become lower, %u become upper\n", LEX_CASE_VERSION, n_lower,
            n_upper, n_to_lower, n_to_upper);
    return 1;
}
