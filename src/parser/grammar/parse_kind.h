/* parse_kind.h: token kinds as the parser sees them, and what the grammar asks of a kind.
 *
 * At each token the parser sees the longest punctuation that begins there ("glued": `>>=`, `::`), so breaking the
 * first character off (`>` of `>>`) needs no more than stepping one token on. */
#ifndef RUSTG_PARSE_KIND_H
#define RUSTG_PARSE_KIND_H

#include "lexer/token_class.h"

/* Every kind of token.h has a short name here. Inner doc comments follow, and then glued punctuation. */
enum {
#define TOK(name, spelling, class) T_##name,
#include "rustg/token_kind.def"
    T_INNER_DOC,
#define GLUED(name, spelling, first, second, third) T_##name,
#include "parse_glued.def"
    PARSE_N_KINDS
};

/* How many rows have three characters; they come first. */
enum {
    PARSE_N_OF_THREE = 0
#define GLUED(name, spelling, first, second, third) +(T_##third != T_NONE)
#include "parse_glued.def"
};
#define GLUED(name, spelling, first, second, third)                                                                    \
    HD_STATIC_ASSERT((T_##name <= T_INNER_DOC + PARSE_N_OF_THREE) == (T_##third != T_NONE),                            \
                     "parse_glued.def: rows of three characters come before rows of two; " #name                       \
                     " (or one before it) does not");                                                                  \
    HD_STATIC_ASSERT(TOKEN_IS_PUNCT(T_##first) && TOKEN_IS_PUNCT(T_##second) &&                                        \
                         (T_##third == T_NONE || TOKEN_IS_PUNCT(T_##third)),                                           \
                     "parse_glued.def: the parts of " #name " must be PUNCT rows of token_kind.def");
#include "parse_glued.def"
HD_STATIC_ASSERT(PARSE_N_KINDS <= 256, "token_kind.def and parse_glued.def: a kind is one byte");

/* Answers the kind that begins at a token.
 * in  kind, flags    those of the token (token.h)
 *     second, third  the kinds of the two tokens behind it; they may be anything where JOINT does not reach them
 *     second_flags   the flags of the first of those */
RUSTG_HD uint8_t parse_glue(uint8_t kind, uint8_t flags, uint8_t second, uint8_t second_flags, uint8_t third)
{
    if (kind == T_DOC_COMMENT)
        return flags & RUSTG_TOKEN_INNER ? T_INNER_DOC : T_DOC_COMMENT;
    if (!(flags & RUSTG_TOKEN_JOINT))
        return kind;
    bool reaches_third = second_flags & RUSTG_TOKEN_JOINT;
#define GLUED(name, spelling, first_kind, second_kind, third_kind)                                                     \
    if (kind == T_##first_kind && second == T_##second_kind &&                                                         \
        (T_##third_kind == T_NONE || (reaches_third && third == T_##third_kind)))                                      \
        return T_##name;
#include "parse_glued.def"
    return kind;
}

/* How many tokens of the lexer a kind covers. */
RUSTG_HD uint32_t parse_kind_toks(uint32_t kind)
{
    return kind <= T_INNER_DOC ? 1 : kind <= T_INNER_DOC + PARSE_N_OF_THREE ? 3 : 2;
}

/* Sets of kinds, which are constant expressions where k is. */
/* Names that are not reserved in the file's edition; `_` is none. */
#define PARSE_IS_IDENT(k)    TOKEN_IS_IDENT(k)
#define PARSE_IS_RESERVED(k) TOKEN_IS_KEYWORD(k)
#define PARSE_IS_WORD(k)     (PARSE_IS_IDENT(k) || PARSE_IS_RESERVED(k))
#define PARSE_IS_LITERAL(k)  TOKEN_IS_LITERAL(k)
#define PARSE_IS_LIT(k)      (PARSE_IS_LITERAL(k) || (k) == T_KW_TRUE || (k) == T_KW_FALSE)
#define PARSE_IS_OPEN(k)     ((k) == T_L_PAREN || (k) == T_L_BRACKET || (k) == T_L_BRACE)
#define PARSE_IS_CLOSE(k)    ((k) == T_R_PAREN || (k) == T_R_BRACKET || (k) == T_R_BRACE)
#define PARSE_IS_PATH_SEGMENT(k)                                                                                       \
    (PARSE_IS_IDENT(k) || (k) == T_KW_SELF || (k) == T_KW_SELF_TYPE || (k) == T_KW_SUPER || (k) == T_KW_CRATE)

/* Whether an item begins with such a token, where one may: for recovery and for cutting lists, which need no more. */
RUSTG_HD bool parse_begins_item(uint32_t k)
{
    switch (k) {
    case T_KW_CONST:
    case T_KW_ENUM:
    case T_KW_EXTERN:
    case T_KW_FN:
    case T_KW_IMPL:
    case T_KW_MACRO:
    case T_KW_MOD:
    case T_KW_PUB:
    case T_KW_STATIC:
    case T_KW_STRUCT:
    case T_KW_TRAIT:
    case T_KW_TYPE:
    case T_KW_UNSAFE:
    case T_KW_USE:
    case T_KW_ASYNC:
    case T_WEAK_MACRO_RULES:
    case T_WEAK_UNION:
    case T_POUND:
    case T_DOC_COMMENT: return true;
    default: return false;
    }
}

#endif
