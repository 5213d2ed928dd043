/* lex_cpu.c: the CPU engine's lexer of a file: chooses the instruction set. */
#include <stdatomic.h>
#include <string.h>

#include "lexer/lex_cpu.h"

typedef struct lex_isa {
    const char *name;
    lex_cpu_fn file;
} lex_isa;

/* The best first; the last one runs everywhere. */
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

/* Index of the one in use plus one; 0: not chosen yet. Choosing twice at once gives the same answer. */
static atomic_uint lex_chosen;

static const lex_isa *lex_choose(void)
{
    unsigned chosen = atomic_load_explicit(&lex_chosen, memory_order_relaxed);
    if (chosen == 0) {
        while (!lex_isa_available(&lex_isas[chosen]))
            chosen++;
        chosen++;
        atomic_store_explicit(&lex_chosen, chosen, memory_order_relaxed);
    }
    return &lex_isas[chosen - 1];
}

size_t lex_cpu_file(const uint8_t *bytes, uint32_t n_bytes, uint32_t edition, uint32_t base, lex_tokens toks,
                    bool *suspicious)
{
    return lex_choose()->file(bytes, n_bytes, edition, base, toks, suspicious);
}

const char *lex_cpu_isa(void)
{
    return lex_choose()->name;
}

bool lex_cpu_limit(const char *isa)
{
    unsigned i;
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
