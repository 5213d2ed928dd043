/* keyword_test.c: every row of token_kind.def and status.def against the functions that answer for it. */
#include <stdio.h>
#include <string.h>

#include "base/test_random.h"
#include "lexer/lex_keyword.h"
#include "rustg/status.h"

static int n_failures;

static void expect(int holds, const char *what, const char *word)
{
    if (!holds) {
        fprintf(stderr, "%s: '%s'\n", what, word);
        n_failures++;
    }
}

static const struct {
    uint8_t kind;
    const char *name, *spelling;
    rustg_token_class class_of;
    uint32_t edition;
} rows[] = {
#define TOK(name, spelling, class)  {RUSTG_TOK_##name, #name, spelling, RUSTG_CLASS_##class, 2015},
#define KW(name, spelling, edition) {RUSTG_TOK_##name, #name, spelling, RUSTG_CLASS_KEYWORD, edition},
#include "rustg/token_kind.def"
};

enum { N_ROWS = sizeof rows / sizeof rows[0] };

static uint8_t keyword(const char *word, uint32_t edition)
{
    return lex_keyword((const uint8_t *)word, (uint32_t)strlen(word), edition);
}

/* What lex_keyword must say, by looking through the rows. */
static uint8_t keyword_slow(const char *word, uint32_t edition)
{
    for (int i = 0; i < N_ROWS; i++)
        if ((rows[i].class_of == RUSTG_CLASS_KEYWORD || rows[i].class_of == RUSTG_CLASS_WEAK) &&
            edition >= rows[i].edition && strcmp(rows[i].spelling, word) == 0)
            return rows[i].kind;
    return RUSTG_TOK_IDENT;
}

static void check_word(const char *word)
{
    for (uint32_t edition = 2015; edition <= 2024; edition += 3)
        expect(keyword(word, edition) == keyword_slow(word, edition), "lex_keyword", word);
}

/* A word, and everything close to it. */
static void check_around(const char *spelling)
{
    static const char extra[] = "_09azAZ\x80\xFF";
    char word[32];
    size_t length = strlen(spelling);
    check_word(spelling);
    for (size_t i = 1; i < length; i++) {
        memcpy(word, spelling, i);
        word[i] = 0;
        check_word(word);
        check_word(spelling + i);
    }
    for (size_t at = 0; at <= length; at++) {
        for (size_t i = 0; i < sizeof extra - 1; i++) {
            memcpy(word, spelling, at);
            word[at] = extra[i];
            memcpy(word + at + 1, spelling + at, length - at + 1);
            check_word(word);
            if (at < length) {
                strcpy(word, spelling);
                word[at] = extra[i];
                check_word(word);
            }
        }
    }
}

static void check_random(void)
{
    uint64_t seed = 88172645463325252u;
    for (int i = 0; i < 1000000; i++) {
        char word[16];
        uint32_t length;
        test_random(&seed);
        length = 1 + (uint32_t)(seed >> 60) % 11;
        for (uint32_t k = 0; k < length; k++)
            word[k] = (char)('a' + (seed >> (5 * k)) % 26);
        word[length] = 0;
        check_word(word);
    }
}

static void check_kinds(void)
{
    int n_keywords = 0;
    for (int i = 0; i < N_ROWS; i++) {
        expect(rows[i].kind == i, "value", rows[i].name);
        expect(strcmp(rustg_token_kind_name((uint8_t)i), rows[i].name) == 0, "name", rows[i].name);
        expect(strcmp(rustg_token_kind_spelling((uint8_t)i), rows[i].spelling) == 0, "spelling", rows[i].name);
        expect(rustg_token_kind_class((uint8_t)i) == rows[i].class_of, "class", rows[i].name);
        n_keywords += rows[i].class_of == RUSTG_CLASS_KEYWORD;
    }
    expect(n_keywords == 53, "number of keywords", "token_kind.def");
    for (unsigned i = N_ROWS; i < 256; i++) {
        expect(strcmp(rustg_token_kind_name((uint8_t)i), "?") == 0, "name", "no kind");
        expect(rustg_token_kind_spelling((uint8_t)i)[0] == 0, "spelling", "no kind");
        expect(rustg_token_kind_class((uint8_t)i) == RUSTG_CLASS_NONE, "class", "no kind");
    }
}

static void check_statuses(void)
{
#define STATUS(name, value, text, hint)                                                                                \
    expect(RUSTG_##name == (value) && strcmp(rustg_status_string(RUSTG_##name), text) == 0, "status", #name);          \
    expect(strcmp(rustg_status_hint(RUSTG_##name), hint) == 0 && !hint[0] == !(value), "hint", #name);
#include "rustg/status.def"
    expect(strcmp(rustg_status_string((rustg_status)9999), "unknown status") == 0, "status", "9999");
    expect(rustg_status_hint((rustg_status)9999)[0] == 0, "hint", "9999");
}

int main(void)
{
    static const char *const long_words[] = {"abstracts",   "continue_",    "overrides",   "macro_rules", "macro_rule",
                                             "macro_rulez", "macro_ruless", "Macro_rules", "abstract\x80"};
    for (int i = 0; i < N_ROWS; i++)
        if (rows[i].class_of == RUSTG_CLASS_KEYWORD || rows[i].class_of == RUSTG_CLASS_WEAK)
            check_around(rows[i].spelling);
    for (size_t i = 0; i < sizeof long_words / sizeof long_words[0]; i++)
        check_word(long_words[i]);
    expect(keyword("macro_rules", 2015) == RUSTG_TOK_WEAK_MACRO_RULES, "weak", "macro_rules");
    expect(keyword("fn", 2015) == RUSTG_TOK_KW_FN, "keyword", "fn");
    expect(keyword("gen", 2021) == RUSTG_TOK_IDENT && keyword("gen", 2024) == RUSTG_TOK_KW_GEN, "edition", "gen");
    check_random();
    check_kinds();
    check_statuses();
    if (n_failures != 0)
        fprintf(stderr, "%d failures\n", n_failures);
    return n_failures != 0;
}
