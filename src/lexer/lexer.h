/* lexer.h: the lexer's rooms and what they hand each other.
 *
 *   lex_scan.h      one token at a time, byte by byte: the rule of the language (host and device)
 *   lex_prologue.c  byte-order mark, shebang and frontmatter
 *   lex_cpu.c       the CPU engine: 64 bytes at a time, lex_scan for what is not plain
 *   lex_diagnose.c  the diagnostics of one file; lex_explain.c: what they say
 *   ../../kernels/lexer  the CUDA engine
 *
 * Offsets here count from the first byte of one file unless a name says otherwise. */
#ifndef RUSTG_LEXER_H
#define RUSTG_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diagnostic_list.h"
#include "rustg/token.h"

/* Files lie in a batch at multiples of LEX_FILE_ALIGN with at least LEX_FILE_GAP zero bytes behind each, so that
 * both engines agree on bases and the kernels may read past an end. base(next) = align(base + n_bytes + GAP). */
#define LEX_FILE_ALIGN 64u
#define LEX_FILE_GAP   16u

/* Where tokens begin: past byte-order mark, shebang, and white space with frontmatter. Never past n_bytes. */
uint32_t lex_prologue(const uint8_t *bytes, uint32_t n_bytes);

/* Token arrays being written; capacity in tokens. */
typedef struct lex_tokens {
    uint8_t *kind;
    uint8_t *flags;
    uint32_t *start;
    uint32_t *end;
} lex_tokens;

/* Tokens of one file, EOF token included, appended at toks[0..]; offsets written are base + offset in the file.
 * The arrays must hold lex_max_toks(n_bytes) entries.
 * out  suspicious  false when the file surely has no lexical error; true asks for lex_diagnose
 * return tokens written. No allocation, no failure. lex_cpu_file is fast; lex_scalar_file is the plain loop over
 * lex_scan that it must equal. */
size_t lex_cpu_file(const uint8_t *bytes, uint32_t n_bytes, uint32_t edition, uint32_t base, lex_tokens toks,
                    bool *suspicious);
size_t lex_scalar_file(const uint8_t *bytes, uint32_t n_bytes, uint32_t edition, uint32_t base, lex_tokens toks);

static inline size_t lex_max_toks(size_t n_bytes)
{
    return n_bytes + 1 + 64; /* a token a byte, EOF, and a vector store's overhang */
}

/* Names what lex_cpu_file uses here: "AVX-512", "AVX2" or "portable". lex_cpu_limit(name) forces a lesser one, for
 * tests and benchmarks ("" undoes that); it returns false if the machine does not have it. Not thread-safe while
 * lexers run. */
const char *lex_cpu_isa(void);
bool lex_cpu_limit(const char *isa);

/* Appends all lexical errors of one file to list, in the order of their start and with their parts, with .file =
 * file. */
void lex_diagnose(const uint8_t *bytes, uint32_t n_bytes, uint32_t edition, uint32_t file, diag_list *list);

#endif
