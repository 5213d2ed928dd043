/* parse_operator.h: binary operators, and which tokens begin an expression. */
#ifndef RUSTG_PARSE_OPERATOR_H
#define RUSTG_PARSE_OPERATOR_H

#include "parser/grammar/parse_type_ahead.h"

/* Precedences, the loosest first; 0 stands for no operator. Source: the Rust Reference, "Expression precedence". */
enum {
    PARSE_PREC_ASSIGN = 1,
    PARSE_PREC_RANGE,
    PARSE_PREC_OR_OR,
    PARSE_PREC_AND_AND,
    PARSE_PREC_COMPARE,
    PARSE_PREC_OR,
    PARSE_PREC_CARET,
    PARSE_PREC_AND,
    PARSE_PREC_SHIFT,
    PARSE_PREC_SUM,
    PARSE_PREC_PRODUCT,
    PARSE_PREC_CAST,
    PARSE_PREC_PREFIX, /* for what stands behind a prefix operator: no binary operator binds so tightly */
    PARSE_PREC_MASK = 15,
    /* Beside a precedence aux holds what is known of the left operand: whether attributes stand before it, it is a loop
     * with a label, or there is a `let` in it. Above that it holds the operator (PARSE_OP_). */
    PARSE_LHS_HAS_LABEL = 32,
    PARSE_LHS_HAS_ATTRS = 64,
    PARSE_LHS_HAS_LET = 128,
    PARSE_LHS_OP_SHIFT = 4,
    PARSE_LHS_OP_MASK = 7 << PARSE_LHS_OP_SHIFT
};

/* What an operator makes of its operands. */
enum {
    PARSE_OP_NONE,
    PARSE_OP_ASSIGN,
    PARSE_OP_ASSIGN_WITH,
    PARSE_OP_COMPARE,
    PARSE_OP_LAZY,
    PARSE_OP_CLOSED_RANGE,
    PARSE_OP_OTHER
};

/* What the rules of expressions answer: what the expression is that they read. */
enum {
    PARSE_EXPR_PLAIN,
    PARSE_EXPR_COMPLETE,   /* ends a statement by itself: `if`, `match`, blocks, loops */
    PARSE_EXPR_COMPARISON, /* `a < b`, not in parentheses */
    PARSE_EXPR_LAZY,       /* `a && b`, `a || b`, not in parentheses */
    PARSE_EXPR_LET,
    PARSE_EXPR_BINARY,     /* with any other binary operator, `as` and `..` included */
    PARSE_EXPR_BRACED_MAC, /* `m! {}` */
    PARSE_EXPR_STMT_MAC    /* a macro call that is a statement; its node is the statement's */
};

#define PARSE_EXPR_HAS_OPERATOR(ret)                                                                                   \
    ((ret) == PARSE_EXPR_BINARY || (ret) == PARSE_EXPR_COMPARISON || (ret) == PARSE_EXPR_LAZY)

/* Flags of expressions beside those of parse_machine.h, where PARSE_NO_PLUS is of types alone: `let` may be part of a
 * chain, and a macro call whose path begins here may be a statement. */
enum { PARSE_LET_CHAIN = 16, PARSE_STMT_HEAD = 64 };
/* A flag of blocks: inner attributes may not stand in it. */
enum { PARSE_BLOCK_NO_ATTRS = 1 };

#define PARSE_IS_ASSIGN_OP(k)                                                                                          \
    ((k) == T_PLUS_EQ || (k) == T_MINUS_EQ || (k) == T_STAR_EQ || (k) == T_SLASH_EQ || (k) == T_PERCENT_EQ ||          \
     (k) == T_CARET_EQ || (k) == T_AND_EQ || (k) == T_OR_EQ || (k) == T_SHL_EQ || (k) == T_SHR_EQ)
#define PARSE_IS_COMPARISON(k)                                                                                         \
    ((k) == T_EQ_EQ || (k) == T_NE || (k) == T_LT || (k) == T_GT || (k) == T_LE || (k) == T_GE || (k) == T_L_ARROW)
/* Behind a complete expression these can only go on with it. */
#define PARSE_GOES_ON(k)                                                                                               \
    ((k) == T_EQ || (k) == T_CARET || (k) == T_SLASH || (k) == T_PERCENT || (k) == T_SHR || (k) == T_LE ||             \
     (k) == T_GT || (k) == T_GE || (k) == T_KW_AS || PARSE_IS_ASSIGN_OP(k))

#define PARSE_PREC_OF(k)                                                                                               \
    ((k) == T_EQ || PARSE_IS_ASSIGN_OP(k)                              ? PARSE_PREC_ASSIGN                             \
     : (k) == T_DOT_DOT || (k) == T_DOT_DOT_EQ || (k) == T_DOT_DOT_DOT ? PARSE_PREC_RANGE                              \
     : (k) == T_OR_OR                                                  ? PARSE_PREC_OR_OR                              \
     : (k) == T_AND_AND                                                ? PARSE_PREC_AND_AND                            \
     : PARSE_IS_COMPARISON(k)                                          ? PARSE_PREC_COMPARE                            \
     : (k) == T_OR                                                     ? PARSE_PREC_OR                                 \
     : (k) == T_CARET                                                  ? PARSE_PREC_CARET                              \
     : (k) == T_AND                                                    ? PARSE_PREC_AND                                \
     : (k) == T_SHL || (k) == T_SHR                                    ? PARSE_PREC_SHIFT                              \
     : (k) == T_PLUS || (k) == T_MINUS                                 ? PARSE_PREC_SUM                                \
     : (k) == T_STAR || (k) == T_SLASH || (k) == T_PERCENT             ? PARSE_PREC_PRODUCT                            \
     : (k) == T_KW_AS                                                  ? PARSE_PREC_CAST                               \
                                                                       : 0)

#define PARSE_OP_OF(k)                                                                                                 \
    ((k) == T_EQ                                   ? PARSE_OP_ASSIGN                                                   \
     : PARSE_IS_ASSIGN_OP(k)                       ? PARSE_OP_ASSIGN_WITH                                              \
     : PARSE_IS_COMPARISON(k)                      ? PARSE_OP_COMPARE                                                  \
     : (k) == T_AND_AND || (k) == T_OR_OR          ? PARSE_OP_LAZY                                                     \
     : (k) == T_DOT_DOT_EQ || (k) == T_DOT_DOT_DOT ? PARSE_OP_CLOSED_RANGE                                             \
     : PARSE_PREC_OF(k) != 0                       ? PARSE_OP_OTHER                                                    \
                                                   : PARSE_OP_NONE)

/* Whether an expression begins with such a token, as rustc's can_begin_expr says. */
#define PARSE_BEGINS_EXPR(k)                                                                                           \
    (PARSE_IS_PATH_SEGMENT(k) || PARSE_IS_LIT(k) || (k) == T_L_PAREN || (k) == T_L_BRACE || (k) == T_L_BRACKET ||      \
     (k) == T_BANG || (k) == T_MINUS || (k) == T_STAR || (k) == T_OR || (k) == T_OR_OR || (k) == T_AND ||              \
     (k) == T_AND_AND || (k) == T_DOT_DOT || (k) == T_DOT_DOT_DOT || (k) == T_DOT_DOT_EQ || (k) == T_LT ||             \
     (k) == T_SHL || (k) == T_PATH_SEP || (k) == T_LIFETIME || (k) == T_POUND || (k) == T_KW_ASYNC ||                  \
     (k) == T_KW_DO || (k) == T_KW_BOX || (k) == T_KW_BREAK || (k) == T_KW_CONST || (k) == T_KW_CONTINUE ||            \
     (k) == T_KW_FOR || (k) == T_KW_GEN || (k) == T_KW_IF || (k) == T_KW_LET || (k) == T_KW_LOOP ||                    \
     (k) == T_KW_MATCH || (k) == T_KW_MOVE || (k) == T_KW_RETURN || (k) == T_KW_TRY || (k) == T_KW_UNSAFE ||           \
     (k) == T_KW_WHILE || (k) == T_KW_YIELD || (k) == T_KW_STATIC)

/* Each kind has a byte: bits 0 to 3 are its precedence, bit 4 says PARSE_BEGINS_EXPR, and bits 5 to 7 are PARSE_OP_. */
enum { PARSE_OPERATOR_BEGINS = 16 };
#define PARSE_OPERATOR_ROW(k)                                                                                          \
    (uint8_t)(PARSE_PREC_OF(k) | (PARSE_BEGINS_EXPR(k) ? PARSE_OPERATOR_BEGINS : 0) | PARSE_OP_OF(k) << 5),
#define PARSE_OP_OF_ROW(row) ((uint32_t)(row) >> 5)
RUSTG_TABLE uint8_t parse_operator_table[PARSE_N_KINDS] = {
#define TOK(name, spelling, class) PARSE_OPERATOR_ROW(T_##name)
#include "rustg/token_kind.def"
    PARSE_OPERATOR_ROW(T_INNER_DOC)
#define GLUED(name, spelling, first, second, third) PARSE_OPERATOR_ROW(T_##name)
#include "parse_glued.def"
};

/* What a float is behind `.`: `1e3` is one name, `1.` a name and a dot, and `1.2` two names with a dot between. */
enum { PARSE_FLOAT_WHOLE, PARSE_FLOAT_END_DOT, PARSE_FLOAT_MIDDLE_DOT, PARSE_FLOAT_BAD };

RUSTG_HD uint32_t parse_float_form(const parse_input *in, uint32_t tok)
{
    const uint8_t *text = in->source + (in->tok_start[tok] - in->base);
    uint32_t n_bytes = in->tok_end[tok] - in->tok_start[tok], form = PARSE_FLOAT_WHOLE;
    for (uint32_t i = 0; i < n_bytes; i++) {
        if (text[i] == '+' || text[i] == '-')
            return PARSE_FLOAT_BAD;
        if (text[i] == '.')
            form = i + 1 == n_bytes ? PARSE_FLOAT_END_DOT : PARSE_FLOAT_MIDDLE_DOT;
    }
    return form;
}

/* Finds the `!` of the macro call whose path begins at pos; 0 if there is none. */
RUSTG_HD uint32_t parse_macro_bang(const parse_input *in, uint32_t pos)
{
    if (in->kinds[pos] == T_PATH_SEP)
        pos += 2;
    while (PARSE_IS_PATH_SEGMENT(in->kinds[pos])) {
        if (in->kinds[pos + 1] == T_BANG)
            return pos + 1;
        if (in->kinds[pos + 1] != T_PATH_SEP)
            return 0;
        pos += 3;
    }
    return 0;
}

/* pos is at one more `>` behind those that close generic arguments. Finds the `::` that stands behind all of them, or
 * answers 0. */
RUSTG_HD uint32_t parse_angles_ahead(const parse_input *in, uint32_t pos)
{
    while (in->kinds[pos] == T_GT || in->kinds[pos] == T_SHR)
        pos += parse_kind_toks(in->kinds[pos]);
    return in->kinds[pos] == T_PATH_SEP ? pos : 0;
}

/* Whether the pattern in parentheses, from pos on, is alone there and has a guard. */
RUSTG_HD bool parse_pat_has_guard(const parse_input *in, uint32_t pos)
{
    bool has_if = false;
    for (; !PARSE_IS_CLOSE(in->kinds[pos]); pos += parse_kind_toks(in->kinds[pos])) {
        if (PARSE_IS_OPEN(in->kinds[pos]))
            pos = in->partner[pos];
        else if (in->kinds[pos] == T_KW_IF)
            has_if = true;
        else if (in->kinds[pos] == T_COMMA)
            return false;
    }
    return has_if;
}

/* `'static`, `'_` and keywords do not name a label. */
RUSTG_HD bool parse_label_is_reserved(const parse_input *in, uint32_t tok)
{
    return parse_lifetime_is_reserved(in, tok) || parse_text_is(in, tok, "'static", 7) ||
           parse_text_is(in, tok, "'_", 2);
}

/* Whether a token of this kind stands between from and the next `,` or `;` or the group's end. Groups in between do
 * not count. */
RUSTG_HD bool parse_kind_ahead(const parse_input *in, uint32_t from, uint32_t kind)
{
    while (!PARSE_IS_CLOSE(in->kinds[from]) && in->kinds[from] != T_EOF && in->kinds[from] != T_COMMA &&
           in->kinds[from] != T_SEMI) {
        if (in->kinds[from] == kind)
            return true;
        from = PARSE_IS_OPEN(in->kinds[from]) ? in->partner[from] + 1 : from + parse_kind_toks(in->kinds[from]);
    }
    return in->kinds[from] == kind;
}

/* Whether `#[..]` ends before the token. A file may begin with the bracket. */
RUSTG_HD bool parse_is_behind_attr(const parse_input *in, uint32_t at)
{
    return at > in->first_tok && in->kinds[at - 1] == T_R_BRACKET && in->partner[at - 1] > in->first_tok &&
           in->kinds[in->partner[at - 1] - 1] == T_POUND;
}

/* Whether the braces at open could be a struct literal's, as in `{ a: 1, b }`. */
RUSTG_HD bool parse_braces_hold_fields(const parse_input *in, uint32_t open)
{
    for (uint32_t i = open + 1; i < in->partner[open]; i++) {
        if (in->kinds[i] == T_SEMI || in->kinds[i] == T_FAT_ARROW)
            return false;
        if (PARSE_IS_OPEN(in->kinds[i]))
            i = in->partner[i];
    }
    return true;
}

/* Whether the expression [from, to) may be a generic argument without braces, as a literal, a name and a block may.
 * ret says what the expression is. */
RUSTG_HD bool parse_is_const_arg(const parse_input *in, uint32_t from, uint32_t to, uint32_t ret)
{
    uint32_t first = in->kinds[from];
    if (to == from + 1)
        return PARSE_IS_LIT(first) || PARSE_IS_PATH_SEGMENT(first);
    if (first == T_MINUS)
        return to == from + 2 && PARSE_IS_LIT(in->kinds[from + 1]);
    return ret == PARSE_EXPR_COMPLETE &&
           (first == T_KW_CONST || first == T_KW_UNSAFE || (first == T_LIFETIME && in->kinds[from + 2] == T_L_BRACE));
}

/* Whether a line ends between two tokens. */
RUSTG_HD bool parse_line_ends(const parse_input *in, uint32_t from, uint32_t to)
{
    for (uint32_t i = in->tok_end[from]; i < in->tok_start[to]; i++) {
        if (in->source[i - in->base] == '\n')
            return true;
    }
    return false;
}

/* Whether the next token begins where this one ends. */
#define PARSE_TOUCHES(tok) (in->tok_end[tok] == in->tok_start[(tok) + 1])

/* The token of a loop's keyword, worked out from start and aux of the loop's frame. */
/* Of an `else`: the token behind its block, and behind those of `else if` and `else` after it; itself where no block
 * follows. */
RUSTG_HD uint32_t parse_else_end(const parse_input *in, uint32_t pos)
{
    uint32_t end = pos;
    while (in->kinds[end] == T_KW_ELSE) {
        uint32_t at = end + 1;
        if (in->kinds[at] != T_KW_IF && in->kinds[at] != T_L_BRACE)
            return pos;
        while (in->kinds[at] != T_L_BRACE || in->kinds[in->partner[at] + 1] == T_EQ) {
            if (PARSE_IS_CLOSE(in->kinds[at]) || in->kinds[at] == T_SEMI || in->kinds[at] == T_EOF)
                return pos;
            at = PARSE_IS_OPEN(in->kinds[at]) ? in->partner[at] + 1 : at + 1;
        }
        end = in->partner[at] + 1;
    }
    return end;
}

#define PARSE_LOOP_TOK(start, aux) ((start) + ((aux)&PARSE_LHS_HAS_LABEL ? 2 : 0))

RUSTG_HD bool parse_begins_expr(uint32_t k)
{
    return parse_operator_table[k] & PARSE_OPERATOR_BEGINS;
}

/* Where the length begins of an array's type whose `;` is missing or another token, as in `[u8, 3]`; 0: none does. */
RUSTG_HD uint32_t parse_array_length(const parse_input *in, uint32_t pos)
{
    const uint32_t k = in->kinds[pos], length = pos + (k == T_COMMA || k == T_COLON || k == T_STAR ? 1 : 0);
    return parse_begins_expr(in->kinds[length]) && parse_kind_ahead(in, length, T_R_BRACKET) ? length : 0;
}

/* Whether what stands behind a pattern makes an expression of it, as in `a + b` and `a.b`, but not in `a &mut T`,
 * `a *const T` and `a & b: T`. This is for messages: rustc reads on to see whether it is an expression. */
RUSTG_HD bool parse_pat_is_expr(const parse_input *in, uint32_t pos)
{
    uint32_t k = in->kinds[pos], operand = pos + parse_kind_toks(k), next = k == T_EOF ? k : in->kinds[operand];
    switch (k) {
    case T_PLUS:
    case T_MINUS:
    case T_STAR:
    case T_SLASH:
    case T_PERCENT:
    case T_CARET:
    case T_AND:
    case T_SHL:
    case T_SHR:
        return parse_begins_expr(next) && next != T_KW_CONST && next != T_LIFETIME &&
               !(PARSE_IS_IDENT(next) && in->kinds[operand + 1] == T_COLON);
    case T_QUESTION:
    case T_KW_AS: return true;
    case T_L_BRACKET: return next != T_R_BRACKET;
    case T_DOT:
        return PARSE_IS_IDENT(next) || PARSE_IS_RESERVED(next) ||
               ((next == T_INT || next == T_FLOAT) && !(in->tok_flags[pos + 1] & RUSTG_TOKEN_SUFFIX));
    default: return false;
    }
}

#endif
