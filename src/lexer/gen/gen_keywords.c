/* gen_keywords.c: writes lex_keyword_table.h from the words of token_kind.def. Usage: gen_keywords OUT
 * The hash is (first 8 bytes, little-endian) * multiplier >> shift; multipliers are tried until no two words share a
 * slot. At most one word may be longer than 8 bytes; it is written apart. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct word_row {
    const char *name, *spelling, *class_name;
    unsigned edition;
} word_row;

static const word_row gen_word_rows[] = {
#define TOK(name, spelling, class)  {#name, spelling, #class, 2015},
#define KW(name, spelling, edition) {#name, spelling, "KEYWORD", edition},
#include "rustg/token_kind.def"
};

enum { N_ROWS = sizeof gen_word_rows / sizeof gen_word_rows[0], N_SLOTS = 256, SHIFT = 64 - 8, FIRST_EDITION = 2015 };

static uint64_t gen_first8(const char *spelling)
{
    uint64_t key = 0;
    for (size_t i = 0; spelling[i] != 0; i++)
        key |= (uint64_t)(unsigned char)spelling[i] << (8 * i);
    return key;
}

static int gen_is_word(const word_row *row)
{
    return strcmp(row->class_name, "KEYWORD") == 0 || strcmp(row->class_name, "WEAK") == 0;
}

/* A slot holds a row's number plus one; 0 is free. */
static int gen_fill_slots(uint64_t multiplier, unsigned slots[N_SLOTS])
{
    memset(slots, 0, N_SLOTS * sizeof slots[0]);
    for (unsigned i = 0; i < N_ROWS; i++) {
        if (!gen_is_word(&gen_word_rows[i]) || strlen(gen_word_rows[i].spelling) > 8)
            continue;
        unsigned *slot = &slots[(gen_first8(gen_word_rows[i].spelling) * multiplier) >> SHIFT];
        if (*slot != 0)
            return 0;
        *slot = i + 1;
    }
    return 1;
}

static void gen_write_table(FILE *out, uint64_t multiplier, const unsigned slots[N_SLOTS], const word_row *long_word)
{
    fprintf(out, "/* lex_keyword_table.h: made by gen_keywords.c from token_kind.def. */\n"
                 "#ifndef RUSTG_LEX_KEYWORD_TABLE_H\n#define RUSTG_LEX_KEYWORD_TABLE_H\n\n"
                 "#include \"base/hd.h\"\n#include \"rustg/token.h\"\n\n");
    fprintf(out, "#define LEX_KEYWORD_MULTIPLIER UINT64_C(0x%016llx)\n", (unsigned long long)multiplier);
    fprintf(out, "#define LEX_KEYWORD_SHIFT %d\n", SHIFT);
    fprintf(out, "#define LEX_KEYWORD_EDITION_0 %du\n", FIRST_EDITION);
    fprintf(out, "#define LEX_KEYWORD_LONG \"%s\"\n", long_word->spelling);
    fprintf(out, "#define LEX_KEYWORD_LONG_LENGTH %uu\n", (unsigned)strlen(long_word->spelling));
    fprintf(out, "#define LEX_KEYWORD_LONG_KIND RUSTG_TOK_%s\n\n", long_word->name);
    fprintf(out, "/* The word of each slot, 0 for none. */\nRUSTG_TABLE uint64_t lex_keyword_word[%d] = {\n", N_SLOTS);
    for (int i = 0; i < N_SLOTS; i++)
        fprintf(out, "%sUINT64_C(0x%llx),%s", i % 4 == 0 ? "    " : " ",
                slots[i] ? (unsigned long long)gen_first8(gen_word_rows[slots[i] - 1].spelling) : 0ull,
                i % 4 == 3 ? "\n" : "");
    fprintf(out,
            "};\n\n/* Its kind, and above bit 8 the first edition that has it, less LEX_KEYWORD_EDITION_0. */\n"
            "RUSTG_TABLE uint16_t lex_keyword_row[%d] = {\n",
            N_SLOTS);
    for (int i = 0; i < N_SLOTS; i++) {
        if (slots[i])
            fprintf(out, "    RUSTG_TOK_%s | %u << 8,\n", gen_word_rows[slots[i] - 1].name,
                    gen_word_rows[slots[i] - 1].edition - FIRST_EDITION);
        else
            fprintf(out, "    RUSTG_TOK_IDENT,\n");
    }
    fprintf(out, "};\n\n#endif\n");
}

int main(int argc, char **argv)
{
    const word_row *long_word = NULL;
    unsigned slots[N_SLOTS], n_long = 0;
    uint64_t multiplier = UINT64_C(0x9E3779B97F4A7C15);

    if (argc != 2) {
        fprintf(stderr, "usage: gen_keywords OUT\n");
        return 2;
    }
    for (unsigned i = 0; i < N_ROWS; i++) {
        if (gen_is_word(&gen_word_rows[i]) && strlen(gen_word_rows[i].spelling) > 8) {
            long_word = &gen_word_rows[i];
            n_long++;
        }
    }
    if (n_long != 1) {
        fprintf(stderr, "gen_keywords: %u words are longer than 8 bytes, want 1\n", n_long);
        return 1;
    }
    for (unsigned tries = 0; !gen_fill_slots(multiplier, slots); tries++) {
        if (tries == 100000000u) {
            fprintf(stderr, "gen_keywords: no multiplier found; raise N_SLOTS\n");
            return 1;
        }
        multiplier = multiplier * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        multiplier |= 1;
    }
    FILE *out = fopen(argv[1], "w");
    if (out == NULL) {
        perror(argv[1]);
        return 1;
    }
    gen_write_table(out, multiplier, slots, long_word);
    int failed = ferror(out);
    if (fclose(out) != 0 || failed) {
        perror(argv[1]);
        return 1;
    }
    return 0;
}
