/* token.h: token kinds, flags and arrays.
 *
 * The functions here read constant tables and what they are given, allocate nothing and cannot fail, so any number of
 * threads may call them at once. */
#ifndef RUSTG_TOKEN_H
#define RUSTG_TOKEN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rustg_token_kind {
#define TOK(name, spelling, class) RUSTG_TOK_##name,
#include "token_kind.def"
    RUSTG_N_TOKEN_KINDS
} rustg_token_kind;

/* What a kind is; the `class` column of token_kind.def. */
typedef enum rustg_token_class {
    RUSTG_CLASS_NONE,
    RUSTG_CLASS_ERROR,
    RUSTG_CLASS_IDENT,
    RUSTG_CLASS_WEAK,
    RUSTG_CLASS_KEYWORD,
    RUSTG_CLASS_LIFETIME,
    RUSTG_CLASS_LITERAL,
    RUSTG_CLASS_DOC,
    RUSTG_CLASS_OPEN,
    RUSTG_CLASS_CLOSE,
    RUSTG_CLASS_PUNCT
} rustg_token_class;

/* Flag bits of a token.
 *   bit 0  JOINT   punctuation directly followed by punctuation (another PUNCT token starts where this one ends)
 *   bit 1  RAW     IDENT or LIFETIME written with r#
 *   bit 2  SUFFIX  a literal with a suffix: rustg_token_suffix() says where it starts
 *   bit 3  INNER   DOC_COMMENT: inner (//! or slash-star-bang); clear: outer
 *   bit 4  BLOCK   DOC_COMMENT: block; clear: line */
enum {
    RUSTG_TOKEN_JOINT = 1,
    RUSTG_TOKEN_RAW = 2,
    RUSTG_TOKEN_SUFFIX = 4,
    RUSTG_TOKEN_INNER = 8,
    RUSTG_TOKEN_BLOCK = 16
};

/* The tokens of one batch, structure of arrays; 10 bytes a token.
 *   kind, flags  u8[n_toks]
 *   start, end   u32[n_toks]: bytes from the start of the batch, half-open
 * Slot 0 is a sentinel (all zero). Each file's tokens follow in order and end with an EOF token whose start and
 * end are the end of the file. White space and plain comments are not tokens. A line doc comment ends before its
 * line ending (LF or CR LF). */
typedef struct rustg_tokens {
    const uint8_t *kind;
    const uint8_t *flags;
    const uint32_t *start;
    const uint32_t *end;
    size_t n_toks;
} rustg_tokens;

/* "KW_FN" and the like; "?" for a number that is no kind. Never NULL, static storage. */
const char *rustg_token_kind_name(uint8_t kind);
/* The exact bytes of a kind that has only one spelling, else "", also for a number that is no kind. Never NULL, static
 * storage. */
const char *rustg_token_kind_spelling(uint8_t kind);
/* The class of a kind; RUSTG_CLASS_NONE for a number that is no kind. */
rustg_token_class rustg_token_kind_class(uint8_t kind);

/* Where the suffix of a literal starts.
 * in     text     u8[n_bytes], the bytes of the token; borrowed during the call
 *        kind     its kind
 * return the offset in bytes from text[0] at which the suffix starts; n_bytes where there is none, and for a token that
 *        is no literal
 * source Rust Reference, "Suffixes" */
uint32_t rustg_token_suffix(const uint8_t *text, uint32_t n_bytes, uint8_t kind);

#ifdef __cplusplus
}
#endif
#endif
