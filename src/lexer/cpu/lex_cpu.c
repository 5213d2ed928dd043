/* lex_cpu.c: chooses the instruction set with which the CPU engine lexes a file. */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "lexer/cpu/lex_cpu.h"

typedef struct lex_isa {
    const char *name;
    lex_cpu_fn file;
} lex_isa;

/* The lexers, the fastest first. The last one runs on every machine. */
static const lex_isa lex_isas[] = {
#if LEX_CPU_X86
    {"AVX-512", lex_avx512_file},
    {"AVX2", lex_avx2_file},
#endif
    {"portable", lex_portable_file},
};

enum { LEX_N_ISAS = sizeof lex_isas / sizeof lex_isas[0] };

static bool lex_isa_available(const lex_isa *isa)
{
#if LEX_CPU_X86
    bool bits = __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
    if (isa->file == lex_avx2_file)
        return bits && __builtin_cpu_supports("avx2");
    if (isa->file == lex_avx512_file)
        return bits && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2");
#endif
    return isa->file == lex_portable_file;
}

uint8_t lex_cpu_pair[2][128];
uint8_t lex_cpu_row[4][256];
_Static_assert(sizeof lex_keyword_word / sizeof lex_keyword_word[0] <= 256, "lex_cpu_row has 256 slots");
static pthread_once_t lex_tables_once = PTHREAD_ONCE_INIT;

static void lex_add_pair(uint64_t word)
{
    const uint8_t first = word & 127, second = word >> 8 & 127;
    const uint8_t bit = (uint8_t)(1 << first % 7);
    lex_cpu_pair[0][first] |= bit;
    lex_cpu_pair[1][second] |= bit;
}

static void lex_fill_tables(void)
{
    static const char long_word[] = LEX_KEYWORD_LONG;
    uint32_t i, edition;
    for (i = 0; i < sizeof lex_keyword_word / sizeof lex_keyword_word[0]; i++) {
        if (lex_keyword_word[i] > 255)
            lex_add_pair(lex_keyword_word[i]);
        for (edition = 0; edition < 4; edition++)
            if (lex_keyword_word[i] != 0)
                lex_cpu_row[edition][i] =
                    (uint8_t)(lex_keyword_8(lex_keyword_word[i], 2015 + 3 * edition) - RUSTG_TOK_IDENT);
    }
    lex_add_pair((uint64_t)long_word[0] | (uint64_t)long_word[1] << 8);
    lex_cpu_pair[0]['_'] |= 128;
    for (i = 0; i < 128; i++)
        if (!lex_is_ascii_continue((uint8_t)i))
            lex_cpu_pair[1][i] |= 128;
}

/* Index of the one in use plus one; 0: not chosen yet. Choosing twice at once gives the same answer. */
static atomic_uint lex_chosen;

static const lex_isa *lex_choose(void)
{
    unsigned chosen = atomic_load_explicit(&lex_chosen, memory_order_acquire);
    if (chosen == 0) {
        (void)pthread_once(&lex_tables_once, lex_fill_tables);
        while (!lex_isa_available(&lex_isas[chosen]))
            chosen++;
        chosen++;
        atomic_store_explicit(&lex_chosen, chosen, memory_order_release);
    }
    return &lex_isas[chosen - 1];
}

size_t lex_cpu_file(const uint8_t *bytes, uint32_t n_bytes, uint32_t edition, uint32_t base, lex_tokens toks,
                    bool *suspicious)
{
    static const uint8_t nothing[1] = {0};
    if (!bytes) /* an empty file; no null pointer goes to memcpy */
        bytes = nothing;
    return lex_choose()->file(bytes, n_bytes, edition, base, toks, suspicious);
}

const char *lex_cpu_isa(void)
{
    return lex_choose()->name;
}

bool lex_cpu_limit(const char *isa)
{
    unsigned i;
    (void)lex_choose();
    if (isa[0] == 0) {
        atomic_store(&lex_chosen, 0);
        return true;
    }
    for (i = 0; i < LEX_N_ISAS; i++) {
        if (strcmp(isa, lex_isas[i].name) == 0 && lex_isa_available(&lex_isas[i])) {
            atomic_store(&lex_chosen, i + 1);
            return true;
        }
    }
    return false;
}
