/* parse_type_ahead.h: what paths, types, generics and patterns ask of the tokens at hand. */
#ifndef RUSTG_PARSE_TYPE_AHEAD_H
#define RUSTG_PARSE_TYPE_AHEAD_H

#include "parser/grammar/parse_item_ahead.h"

#include "lexer/lex_keyword.h"
#include "lexer/lex_scan.h"

/* Bits of ret by which the path rules answer. */
enum { PARSE_PATH_LONG = 1, PARSE_PATH_HAS_ARGS = 2 };

/* Flags of the rule type, beside those of parse_machine.h: `::` may follow, as behind `Fn(A) -> `, or `?` may follow,
 * as behind `as`. */
enum { PARSE_TYPE_IN_PATH = 64, PARSE_TYPE_OF_CAST = 128 };

/* Whether a token begins with the character, so that it can be broken off, as rustc does. */
#define PARSE_IS_LT(k)   ((k) == T_LT || (k) == T_SHL || (k) == T_LE || (k) == T_L_ARROW || (k) == T_SHL_EQ)
#define PARSE_IS_GT(k)   ((k) == T_GT || (k) == T_SHR || (k) == T_GE || (k) == T_SHR_EQ)
#define PARSE_IS_PLUS(k) ((k) == T_PLUS || (k) == T_PLUS_EQ)

/* Behind a `>` that closed generic arguments: rustc glues from the left, so in `>>>`, `>==` and `>=>` it has two tokens
 * where the parser's kinds have one. */
#define PARSE_IS_MISGLUED(tok)                                                                                         \
    ((in->kinds[(tok)-1] == T_SHR && (in->kinds[tok] == T_SHR || in->kinds[tok] == T_SHR_EQ)) ||                       \
     (in->kinds[(tok)-1] == T_GE && (in->kinds[tok] == T_EQ_EQ || in->kinds[tok] == T_FAT_ARROW)))

/* Whether generic arguments begin here, in a place where they need no `::` before them. */
#define PARSE_BEGINS_ARGS(k) ((k) == T_LT || (k) == T_L_PAREN || (k) == T_SHL || (k) == T_L_ARROW)
/* Whether a type begins with such a token, as rustc's can_begin_type says. */
#define PARSE_BEGINS_TYPE(k)                                                                                           \
    (PARSE_IS_PATH_SEGMENT(k) || (k) == T_UNDERSCORE || (k) == T_KW_FOR || (k) == T_KW_IMPL || (k) == T_KW_FN ||       \
     (k) == T_KW_UNSAFE || (k) == T_KW_EXTERN || (k) == T_KW_TYPEOF || (k) == T_KW_DYN || (k) == T_L_PAREN ||          \
     (k) == T_L_BRACKET || (k) == T_BANG || (k) == T_STAR || (k) == T_AND || (k) == T_AND_AND || (k) == T_QUESTION ||  \
     (k) == T_LIFETIME || (k) == T_LT || (k) == T_SHL || (k) == T_PATH_SEP)
/* Whether a constant argument begins with such a token, as rustc's can_begin_const_arg says; `const {` does, too. */
#define PARSE_BEGINS_CONST_ARG(k) ((k) == T_L_BRACE || (k) == T_MINUS || PARSE_IS_LIT(k))
/* Whether a name that stands before this token is a whole type, or a whole pattern. Not all such tokens are listed. */
#define PARSE_ENDS_TYPE(k)                                                                                             \
    ((k) == T_COMMA || (k) == T_GT || (k) == T_R_PAREN || (k) == T_SEMI || (k) == T_EQ || (k) == T_L_BRACE ||          \
     (k) == T_SHR || (k) == T_R_BRACKET || (k) == T_R_BRACE || (k) == T_COLON || (k) == T_KW_WHERE)
#define PARSE_ENDS_PAT(k)                                                                                              \
    ((k) == T_COMMA || (k) == T_R_PAREN || (k) == T_EQ || (k) == T_COLON || (k) == T_FAT_ARROW || (k) == T_SEMI ||     \
     (k) == T_R_BRACKET || (k) == T_R_BRACE || (k) == T_KW_IN)
#define PARSE_IS_RANGE(k) ((k) == T_DOT_DOT || (k) == T_DOT_DOT_EQ || (k) == T_DOT_DOT_DOT)
/* Whether the bound of a range pattern begins with such a token. */
#define PARSE_BEGINS_PAT_BOUND(k)                                                                                      \
    (PARSE_IS_LIT(k) || PARSE_IS_PATH_SEGMENT(k) || (k) == T_MINUS || (k) == T_PATH_SEP || (k) == T_LT ||              \
     (k) == T_SHL || (k) == T_LIFETIME)
/* A name before one of these is a path and no binding. */
#define PARSE_IS_PATH_PAT(k)                                                                                           \
    ((k) == T_L_PAREN || (k) == T_L_BRACE || (k) == T_PATH_SEP || (k) == T_BANG || PARSE_IS_RANGE(k))
/* Whether `pin mut` or `pin const` stands at tok. */
#define PARSE_IS_PIN(tok)                                                                                              \
    (in->kinds[tok] == T_IDENT && (in->kinds[(tok) + 1] == T_KW_MUT || in->kinds[(tok) + 1] == T_KW_CONST) &&          \
     TEXT_IS(tok, "pin"))

/* Bits of aux of the pattern rules, and of aux of a list: whose list it is, and whether a comma was read. */
enum { PARSE_PAT_MAY_GUARD = 1, PARSE_PAT_HAS_VERT = 2, PARSE_PAT_NO_RANGE = 4, PARSE_PAT_CLOSED_RANGE = 8 };
enum { PARSE_LIST_PARENS, PARSE_LIST_SLICE, PARSE_LIST_ARGS, PARSE_LIST_MASK = 3, PARSE_LIST_HAS_COMMA = 4 };
/* Bits of aux of the rule bound. */
enum { PARSE_BOUND_IN_PARENS = 1, PARSE_BOUND_HAS_BINDER = 2, PARSE_BOUND_HAS_MODIFIERS = 4 };

/* Whether a lifetime is one that Rust keeps for itself: a keyword of the edition, but not `'static` and `'_`. */
RUSTG_HD bool parse_lifetime_is_reserved(const parse_input *in, uint32_t tok)
{
    uint32_t n_bytes = in->tok_end[tok] - in->tok_start[tok];
    if (n_bytes < 3 || (in->tok_flags[tok] & RUSTG_TOKEN_RAW))
        return false;
    uint8_t kind = lex_keyword(in->source + (in->tok_start[tok] - in->base) + 1, n_bytes - 1, in->edition);
    return PARSE_IS_RESERVED(kind) && kind != T_KW_STATIC;
}

/* Whether a parameter `self`, `&self`, `&'a mut self` and the like stands here, where only types may. */
RUSTG_HD bool parse_self_ahead(const parse_input *in, uint32_t pos)
{
    uint32_t k = in->kinds[pos];
    if (k == T_AND) {
        pos++;
        if (in->kinds[pos] == T_LIFETIME)
            pos++;
        if (in->kinds[pos] == T_IDENT && parse_text_is(in, pos, "pin", 3) &&
            (in->kinds[pos + 1] == T_KW_MUT || in->kinds[pos + 1] == T_KW_CONST))
            pos += 2;
        else if (in->kinds[pos] == T_KW_MUT)
            pos++;
    } else if (k == T_STAR) {
        pos++;
        if (in->kinds[pos] == T_KW_MUT || in->kinds[pos] == T_KW_CONST)
            pos++;
    } else if (k == T_KW_MUT) {
        pos++;
    }
    return in->kinds[pos] == T_KW_SELF && in->kinds[pos + 1] != T_PATH_SEP;
}

/* Whether a type or a lifetime stands behind the attributes at pos. */
RUSTG_HD bool parse_predicate_behind_attrs(const parse_input *in, uint32_t pos)
{
    for (;;) {
        uint32_t k = in->kinds[pos];
        if (k == T_POUND) {
            pos += in->kinds[pos + 1] == T_BANG ? 2 : 1;
            if (in->kinds[pos] != T_L_BRACKET)
                return true; /* the attribute is wrong, and has an error of its own */
            pos = in->partner[pos] + 1;
        } else if (k == T_DOC_COMMENT || k == T_INNER_DOC) {
            pos++;
        } else {
            return PARSE_BEGINS_TYPE(k);
        }
    }
}

/* Whether a parameter that begins with `&`, `&&`, `mut` or a word has a name, where it needs none. */
RUSTG_HD bool parse_param_is_named(const parse_input *in, uint32_t pos)
{
    uint32_t k = in->kinds[pos];
    uint32_t name = pos + (k == T_AND || k == T_KW_MUT ? 1 : k == T_AND_AND ? 2 : 0);
    return PARSE_IS_WORD(in->kinds[name]) && in->kinds[name + 1] == T_COLON;
}

/* Whether `dyn`, which is a plain name before 2018, is the keyword here. */
RUSTG_HD bool parse_old_dyn_ahead(const parse_input *in, uint32_t pos)
{
    if (in->edition >= 2018 || in->kinds[pos] != T_IDENT || !parse_text_is(in, pos, "dyn", 3))
        return false;
    uint32_t next = in->kinds[pos + 1];
    return PARSE_IS_PATH_SEGMENT(next) || next == T_L_PAREN || next == T_QUESTION || next == T_LIFETIME ||
           next == T_KW_FOR;
}

/* Whether a number is none, like `1x`, which rustc reads as a badly chosen name. So it reads a number that is too large
 * and has a suffix, which is a number here. */
RUSTG_HD bool parse_number_is_name(const parse_input *in, uint32_t tok)
{
    const uint8_t *bytes = in->source + (in->tok_start[tok] - in->base);
    uint32_t n_bytes = in->tok_end[tok] - in->tok_start[tok], suffix = 0, n_bits = 0;
    bool is_float = false,
         is_decimal = bytes[0] != '0' || n_bytes < 2 || (bytes[1] != 'b' && bytes[1] != 'o' && bytes[1] != 'x');
    if (!(in->tok_flags[tok] & RUSTG_TOKEN_SUFFIX) || (in->kinds[tok] != T_INT && in->kinds[tok] != T_FLOAT))
        return false;
    lex_text text = {bytes, n_bytes, in->edition};
    (void)lex_number_end(&text, 0, &is_float, &suffix);
    uint8_t letter = bytes[suffix];
    if (letter == 'f' ? !is_decimal && !is_float : is_float || (letter != 'i' && letter != 'u'))
        return true;
    uint32_t n_left = n_bytes - suffix - 1;
    if (letter != 'f' && n_left == 4 && bytes[suffix + 1] == 's' && bytes[suffix + 2] == 'i' &&
        bytes[suffix + 3] == 'z' && bytes[suffix + 4] == 'e')
        return false;
    if (n_left == 0 || n_left > 3 || bytes[suffix + 1] == '0')
        return true;
    for (uint32_t i = suffix + 1; i < n_bytes; i++)
        n_bits = 10 * n_bits + bytes[i] - '0';
    return n_bits != 16 && n_bits != 32 && n_bits != 64 && n_bits != 128 && (letter == 'f' || n_bits != 8);
}

/* Whether the last alternative of the pattern [from, to) may be one that matches nothing, because `!` or a macro call
 * is in it. */
RUSTG_HD bool parse_pat_may_be_never(const parse_input *in, uint32_t from, uint32_t to)
{
    uint32_t depth = 0;
    bool may_be = false;
    for (uint32_t i = from; i < to; i++) {
        uint32_t k = in->kinds[i];
        if (PARSE_IS_OPEN(k))
            depth++;
        else if (PARSE_IS_CLOSE(k))
            depth--;
        else if (k == T_BANG)
            may_be = true;
        else if (k == T_OR && depth == 0)
            may_be = false;
    }
    return may_be;
}

#endif
