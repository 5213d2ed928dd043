/* lex_cpu.h: what the parts of the CPU engine's lexer share.
 *
 *   lex_cpu.c          chooses the instruction set
 *   lex_cpu_walk.inc     the lexer itself, compiled once for each instruction set by
 *   lex_cpu_avx512.c, lex_cpu_avx2.c, lex_cpu_portable.c
 *   lex_cpu_ahead.inc, lex_cpu_emit.inc  what those without AVX-512 share
 *   lex_cpu_class.c    byte classes and vector constants
 *   lex_cpu_doubt.c    whether something that is not plain may hold an error
 */
#ifndef RUSTG_LEX_CPU_H
#define RUSTG_LEX_CPU_H

#include "lexer/lex_doubt.h"
#include "lexer/lexer.h"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define LEX_CPU_X86 1
#else
#define LEX_CPU_X86 0
#endif

/* Class bits of an ASCII byte; bytes from 0x80 on have none. PLAIN is clear for what the bit-parallel code never
 * handles by itself: quotes, and bytes that start no token and are no white space. '/' has MARK_A and MARK_B, '#' has
 * MARK_A, '.' has MARK_B. */
enum {
    LEX_CLASS_DIGIT = 1,
    LEX_CLASS_LETTER = 2,
    LEX_CLASS_UNDERSCORE = 4,
    LEX_CLASS_PUNCT = 8,
    LEX_CLASS_DELIMITER = 16,
    LEX_CLASS_MARK_A = 32,
    LEX_CLASS_MARK_B = 64,
    LEX_CLASS_PLAIN = 128
};
extern const uint8_t lex_cpu_class[128];
/* Bits of two tables that meet in a byte and the next one: what lex_masks.odd and .dot ask for. */
enum { LEX_MEET_COMMENT = 1, LEX_MEET_GUARD = 2, LEX_MEET_DOT = 4, LEX_MEET_HASH = 8, LEX_MEET_ODD = 128 };

/* Vector constants: one byte repeated, or the numbers 0 to 63 (IOTA). */
enum lex_repeated {
    LEX_REPEATED_IOTA,
    LEX_REPEATED_IDENT,
    LEX_REPEATED_INT,
    LEX_REPEATED_L_PAREN,
    LEX_REPEATED_ABOVE_SEMI,  /* what lifts SEMI and all kinds above to 128 */
    LEX_REPEATED_MEET,        /* see LEX_MEET_* */
    LEX_REPEATED_BEHIND_HIGH, /* as if behind a byte from 0x80 on */
    LEX_N_REPEATED
};
extern const uint8_t lex_cpu_repeated[LEX_N_REPEATED][64];
/* The kind of the token that a byte starts, if nothing special does: IDENT, INT, or the kind of punctuation. */
extern const uint8_t lex_cpu_kind[128];

/* One 64-byte block as bits, bit i for byte i. Rules that need the next byte look past the block, too. */
typedef struct lex_masks {
    uint64_t word, digit;   /* [A-Za-z0-9_], [0-9] */
    uint64_t single, punct; /* one-character tokens; without delimiters */
    uint64_t hash, high;    /* '#'; 0x80 and above */
    uint64_t odd;    /* not LEX_CLASS_PLAIN; a slash that begins a comment; a hash before a hash or double quote */
    uint64_t dot;    /* a dot that belongs to a number it follows: no dot and no identifier comes next */
    uint64_t keyish; /* where a word begins, it may be a keyword if this is set */
} lex_masks;

/* The first two bytes of every keyword share a bit here, lex_cpu_pair[0][first] & lex_cpu_pair[1][second]; so do `_`
 * and what may follow it if it is a word of its own. Filled before the first file is lexed. */
extern uint8_t lex_cpu_pair[2][128];
/* By edition (2015, 2018, 2021, 2024) and slot of lex_keyword_word: the kind less IDENT. Filled likewise. */
extern uint8_t lex_cpu_row[4][256];

/* The tokens of a block that were lexed one by one, with their kinds and flags. set says which entries count, and
 * flagged which of them have flags. */
typedef struct lex_patch {
    uint64_t set, flagged;
    uint8_t kind[64];
    uint8_t flags[64];
} lex_patch;

/* Whether the escape at pos (a backslash) is surely right. */
bool lex_escape_fine(const uint8_t *bytes, uint32_t n_bytes, uint32_t pos, lex_quoted quoted);
/* Whether lex_diagnose could report anything for this token of lex_token_at. */
bool lex_token_doubtful(const lex_text *text, lex_token token);
/* Whether what lex_prologue skipped could be wrong. */
bool lex_prologue_doubtful(const uint8_t *bytes, uint32_t n_skipped);

typedef size_t (*lex_cpu_fn)(const uint8_t *bytes, uint32_t n_bytes, uint32_t edition, uint32_t base, lex_tokens toks,
                             bool *suspicious);
size_t lex_portable_file(const uint8_t *bytes, uint32_t n_bytes, uint32_t edition, uint32_t base, lex_tokens toks,
                         bool *suspicious);
#if LEX_CPU_X86
size_t lex_avx2_file(const uint8_t *bytes, uint32_t n_bytes, uint32_t edition, uint32_t base, lex_tokens toks,
                     bool *suspicious);
size_t lex_avx512_file(const uint8_t *bytes, uint32_t n_bytes, uint32_t edition, uint32_t base, lex_tokens toks,
                       bool *suspicious);
#endif

#endif
