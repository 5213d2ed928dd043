/* token_class.h: the classes of token_kind.def as ranges of kinds, for code that asks at each token, on the host and in
 * kernels. The ends are counted from the rows, so a row that joins its class widens the range; a row that stands
 * elsewhere stops the build below and is named there. Cold code asks rustg_token_kind_class. */
#ifndef RUSTG_TOKEN_CLASS_H
#define RUSTG_TOKEN_CLASS_H

#include "base/hd.h"
#include "rustg/token.h"

/* How many rows each class has. */
enum {
#define TOK(name, spelling, class) +(RUSTG_CLASS_##class == RUSTG_CLASS_NONE)
    TOKEN_N_NONE = 0
#include "rustg/token_kind.def"
    ,
#define TOK(name, spelling, class) +(RUSTG_CLASS_##class == RUSTG_CLASS_WEAK)
    TOKEN_N_WEAK = 0
#include "rustg/token_kind.def"
    ,
#define TOK(name, spelling, class) +(RUSTG_CLASS_##class == RUSTG_CLASS_KEYWORD)
    TOKEN_N_KEYWORDS = 0
#include "rustg/token_kind.def"
    ,
#define TOK(name, spelling, class) +(RUSTG_CLASS_##class == RUSTG_CLASS_LITERAL)
    TOKEN_N_LITERALS = 0
#include "rustg/token_kind.def"
    ,
#define TOK(name, spelling, class)                                                                                     \
    +(RUSTG_CLASS_##class == RUSTG_CLASS_OPEN || RUSTG_CLASS_##class == RUSTG_CLASS_CLOSE)
    TOKEN_N_DELIMITERS = 0
#include "rustg/token_kind.def"
};

/* Constant expressions of k, a kind of token.h (or a larger number, where kinds of the parser's own follow). The casts
 * let k be of any enum. */
#define TOKEN_IN(k, first, n) ((k) >= (int)(first) && (k) < (int)(first) + (int)(n))
/* No bytes: slot 0 and the end of a file. */
#define TOKEN_IS_NONE(k) ((k) < (int)TOKEN_N_NONE)
/* Whether it is an identifier in the file's edition; `_` is none. */
#define TOKEN_IS_IDENT(k)     TOKEN_IN(k, RUSTG_TOK_IDENT, 1 + TOKEN_N_WEAK)
#define TOKEN_IS_KEYWORD(k)   TOKEN_IN(k, RUSTG_TOK_UNDERSCORE, TOKEN_N_KEYWORDS)
#define TOKEN_IS_LITERAL(k)   TOKEN_IN(k, RUSTG_TOK_INT, TOKEN_N_LITERALS)
#define TOKEN_IS_DELIMITER(k) TOKEN_IN(k, RUSTG_TOK_L_PAREN, TOKEN_N_DELIMITERS)
/* Of the kinds of token.h only: delimiters, then punctuation, are the last rows. */
#define TOKEN_IS_DELIMITER_OR_PUNCT(k) ((k) >= (int)RUSTG_TOK_L_PAREN)
#define TOKEN_IS_PUNCT(k)              ((k) >= (int)RUSTG_TOK_SEMI)

/* Whether a row stands among the rows of its class, and in no other class's range. */
#define TOKEN_ROW_STANDS_RIGHT(k, class)                                                                               \
    (TOKEN_IS_NONE(k) == ((class) == RUSTG_CLASS_NONE) &&                                                              \
     TOKEN_IS_IDENT(k) == ((class) == RUSTG_CLASS_IDENT || (class) == RUSTG_CLASS_WEAK) &&                             \
     TOKEN_IS_KEYWORD(k) == ((class) == RUSTG_CLASS_KEYWORD) &&                                                        \
     TOKEN_IS_LITERAL(k) == ((class) == RUSTG_CLASS_LITERAL) &&                                                        \
     TOKEN_IS_DELIMITER(k) == ((class) == RUSTG_CLASS_OPEN || (class) == RUSTG_CLASS_CLOSE) &&                         \
     TOKEN_IS_PUNCT(k) == ((class) == RUSTG_CLASS_PUNCT))

#define TOK(name, spelling, class)                                                                                     \
    HD_STATIC_ASSERT(TOKEN_ROW_STANDS_RIGHT(RUSTG_TOK_##name, RUSTG_CLASS_##class),                                    \
                     "token_kind.def: the row " #name                                                                  \
                     " (or one before it) does not stand among the rows of its class, " #class ": move it there");
#include "rustg/token_kind.def"
#define TOK(name, spelling, class)                                                                                     \
    HD_STATIC_ASSERT(RUSTG_CLASS_##class != RUSTG_CLASS_OPEN || (RUSTG_TOK_##name - RUSTG_TOK_L_PAREN) % 2 == 0,       \
                     "token_kind.def: behind each OPEN row comes its CLOSE row; " #name " breaks the pairs");
#include "rustg/token_kind.def"
#define TOK(name, spelling, class)                                                                                     \
    HD_STATIC_ASSERT(RUSTG_CLASS_##class != RUSTG_CLASS_CLOSE || (RUSTG_TOK_##name - RUSTG_TOK_L_PAREN) % 2 == 1,      \
                     "token_kind.def: behind each OPEN row comes its CLOSE row; " #name " breaks the pairs");
#include "rustg/token_kind.def"
HD_STATIC_ASSERT(TOKEN_N_DELIMITERS % 2 == 0,
                 "token_kind.def: behind each OPEN row comes its CLOSE row; the last has none");
HD_STATIC_ASSERT(RUSTG_TOK_DOC_COMMENT + 1 == RUSTG_TOK_L_PAREN,
                 "token_kind.def: documentation comments are the last row before the delimiters");
HD_STATIC_ASSERT(RUSTG_N_TOKEN_KINDS <= 256, "token_kind.def: a kind is one byte, so 256 rows are the most");

#endif
