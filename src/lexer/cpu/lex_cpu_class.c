/* lex_cpu_class.c: byte classes and kinds of one-character tokens for the CPU engine, see lex_cpu.h. */
#include "lexer/cpu/lex_cpu.h"

_Static_assert(RUSTG_N_TOKEN_KINDS - RUSTG_TOK_SEMI <= 128,
               "token_kind.def: adding 128 less SEMI must set bit 7 of punctuation's kinds and of no other");

/* Rows of 16 bytes, 0x00 to 0x7F. */
#define O 0               /* odd: starts no token, or a quote */
#define S LEX_CLASS_PLAIN /* white space */
#define D (LEX_CLASS_PLAIN | LEX_CLASS_DIGIT)
#define L (LEX_CLASS_PLAIN | LEX_CLASS_LETTER)
#define U (LEX_CLASS_PLAIN | LEX_CLASS_UNDERSCORE)
#define P (LEX_CLASS_PLAIN | LEX_CLASS_PUNCT)
#define B (LEX_CLASS_PLAIN | LEX_CLASS_DELIMITER)
#define H (P | LEX_CLASS_MARK_A)
#define T (P | LEX_CLASS_MARK_B)
#define X (P | LEX_CLASS_MARK_A | LEX_CLASS_MARK_B)
const uint8_t lex_cpu_class[128] __attribute__((aligned(64))) = {
    O, O, O, O, O, O, O, O, O, S, S, S, S, S, O, O, O, O, O, O, O, O, O, O, O, O, O, O, O, O, O, O,
    S, P, O, H, P, P, P, O, B, B, P, P, P, P, T, X, D, D, D, D, D, D, D, D, D, D, P, P, P, P, P, P,
    P, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, B, O, B, P, U,
    O, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, B, P, B, P, O,
};
#undef O
#undef S
#undef D
#undef L
#undef U
#undef P
#undef B
#undef H
#undef T
#undef X

#define R4(b)  b, b, b, b
#define R16(b) R4(b), R4(b), R4(b), R4(b)
#define R64(b)                                                                                                         \
    {                                                                                                                  \
        R16(b), R16(b), R16(b), R16(b)                                                                                 \
    }
const uint8_t lex_cpu_repeated[LEX_N_REPEATED][64] __attribute__((aligned(64))) = {
    {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
     22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
     44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63},
    R64(RUSTG_TOK_IDENT),
    R64(RUSTG_TOK_INT),
    R64(RUSTG_TOK_L_PAREN),
    R64(128 - RUSTG_TOK_SEMI),
    R64(LEX_MEET_COMMENT | LEX_MEET_GUARD | LEX_MEET_ODD),
    R64(LEX_MEET_ODD | LEX_MEET_HASH | LEX_MEET_DOT),
};
#undef R4
#undef R16
#undef R64

#define K(name) RUSTG_TOK_##name
#define N       RUSTG_TOK_UNKNOWN
#define D       RUSTG_TOK_INT
#define I       RUSTG_TOK_IDENT
const uint8_t lex_cpu_kind[128] __attribute__((aligned(64))) = {
    N,          N,
    N,          N,
    N,          N,
    N,          N,
    N,          N,
    N,          N,
    N,          N,
    N,          N,
    N,          N,
    N,          N,
    N,          N,
    N,          N,
    N,          N,
    N,          N,
    N,          N,
    N,          N,
    N,          K(BANG),
    N,          K(POUND),
    K(DOLLAR),  K(PERCENT),
    K(AND),     N,
    K(L_PAREN), K(R_PAREN),
    K(STAR),    K(PLUS),
    K(COMMA),   K(MINUS),
    K(DOT),     K(SLASH),
    D,          D,
    D,          D,
    D,          D,
    D,          D,
    D,          D,
    K(COLON),   K(SEMI),
    K(LT),      K(EQ),
    K(GT),      K(QUESTION),
    K(AT),      I,
    I,          I,
    I,          I,
    I,          I,
    I,          I,
    I,          I,
    I,          I,
    I,          I,
    I,          I,
    I,          I,
    I,          I,
    I,          I,
    I,          I,
    I,          K(L_BRACKET),
    N,          K(R_BRACKET),
    K(CARET),   I,
    N,          I,
    I,          I,
    I,          I,
    I,          I,
    I,          I,
    I,          I,
    I,          I,
    I,          I,
    I,          I,
    I,          I,
    I,          I,
    I,          I,
    I,          I,
    I,          K(L_BRACE),
    K(OR),      K(R_BRACE),
    K(TILDE),   N,
};
