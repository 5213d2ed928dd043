/* parse_units.h: how a file's tokens are divided into units that are walked on their own, before any is: which rule
 * reads a group is guessed from the tokens about it, and long lists are cut into runs of their elements. The walk of
 * what is around a unit meets it with the right state, and so finds what was wrong: that costs time, and never a tree.
 */
#ifndef RUSTG_PARSE_UNITS_H
#define RUSTG_PARSE_UNITS_H

#include "base/tuning.h"
#include "parser/grammar/parse_input.h"
#include "parser/table/parse_role.h"
#include "parser/table/parse_table_form.h"

enum {
    PARSE_RUN_TOKS = 32,      /* a run has at least this many tokens of its own level */
    PARSE_GUESS_BRACKETS = 8, /* at most this many `[` before a group are looked at */
    PARSE_GUESS_TOKS = 128,   /* at most this many tokens before a group are looked at, */
    PARSE_GUESS_FAR = 64,     /* this many for what is around it */
    PARSE_GUESS_KEYWORDS = 3, /* of the keywords among them, the nearest ones count, this many */
    PARSE_GUESS_AROUND = 4    /* at most this many groups around a group are asked for */
};

/* All names are alike to a guess, and so are all literals. */
RUSTG_HD uint32_t parse_guess_kind(uint32_t k)
{
    return PARSE_IS_IDENT(k) ? (uint32_t)T_IDENT : PARSE_IS_LITERAL(k) ? (uint32_t)T_INT : k;
}

/* Whether a keyword says what the group behind it is. */
RUSTG_HD bool parse_guess_leads(uint32_t k)
{
    switch (k) {
    case T_KW_MUT:
    case T_KW_REF:
    case T_KW_AS:
    case T_KW_DYN:
    case T_KW_PUB:
    case T_KW_SELF:
    case T_KW_SELF_TYPE:
    case T_KW_SUPER:
    case T_KW_CRATE:
    case T_KW_TRUE:
    case T_KW_FALSE: return false;
    default: break;
    }
    return PARSE_IS_RESERVED(k) || k == T_WEAK_UNION || k == T_R_ARROW;
}

/* Whether a keyword that would say so is part of a type: `for` of lifetimes, `impl` of bounds. */
RUSTG_HD bool parse_guess_is_in_type(uint32_t k, uint32_t last, uint32_t next)
{
    if (k == T_KW_FOR)
        return next == T_LT;
    return k == T_KW_IMPL && (last == T_R_ARROW || last == T_LT || last == T_COMMA || last == T_COLON ||
                              last == T_AND || last == T_EQ || last == T_L_PAREN || last == T_KW_MUT);
}

/* What the token behind a group says of it: the few that follow patterns, heads and items; 0: any other. */
RUSTG_HD uint32_t parse_guess_behind(uint32_t k)
{
    switch (k) {
    case T_FAT_ARROW:
    case T_EQ:
    case T_OR:
    case T_COMMA:
    case T_SEMI:
    case T_COLON:
    case T_R_ARROW:
    case T_POUND:
    case T_DOC_COMMENT:
    case T_L_BRACE:
    case T_KW_IF:
    case T_KW_ELSE:
    case T_KW_WHERE:
    case T_KW_PUB:
    case T_KW_FN: return k;
    case T_QUESTION:
    case T_DOT: return T_DOT;
    case T_R_PAREN:
    case T_R_BRACKET:
    case T_R_BRACE: return T_R_PAREN;
    default: return 0;
    }
}

/* Does the token open the tokens of a macro that is called, or those of macro_rules? */
RUSTG_HD bool parse_is_macro(const parse_input *in, uint32_t open)
{
    if (open < in->first_tok + 3)
        return false;
    const uint32_t bang = open - 1 - PARSE_IS_IDENT(in->kinds[open - 1]);
    return in->kinds[bang] == T_BANG && PARSE_IS_IDENT(in->kinds[bang - 1]);
}

/* Kinds of tokens, read one by one towards the front: 8 at a time where that can be done. */
typedef struct parse_guess_kinds {
    const uint8_t *kinds;
#ifdef __CUDA_ARCH__
    uint2 bytes;
    uint32_t at; /* the 8 that are in bytes */
#endif
} parse_guess_kinds;

RUSTG_HD uint32_t parse_guess_kind_at(parse_guess_kinds *k, uint32_t at)
{
#ifdef __CUDA_ARCH__
    if (at / 8 != k->at) {
        k->at = at / 8;
        k->bytes = ((const uint2 *)k->kinds)[k->at];
    }
    return (at & 4 ? k->bytes.y : k->bytes.x) >> (at & 3) * 8 & 255;
#else
    return k->kinds[at];
#endif
}

RUSTG_HD parse_guess_kinds parse_guess_kinds_of(const parse_input *in)
{
#ifdef __CUDA_ARCH__
    return {in->kinds, {0, 0}, ~0u};
#else
    parse_guess_kinds kinds = {in->kinds};
    return kinds;
#endif
}

/* The first `[` of arrays in arrays, which are read alike, or the token itself. */
RUSTG_HD uint32_t parse_guess_begin(const parse_input *in, uint32_t open)
{
    for (uint32_t looked = 0; looked < PARSE_GUESS_BRACKETS && in->kinds[open] == T_L_BRACKET; looked++) {
        if (open > in->first_tok && in->kinds[open - 1] == T_L_BRACKET)
            open--;
        else if (open > in->first_tok + 1 && in->kinds[open - 1] == T_COMMA && in->kinds[open - 2] == T_R_BRACKET)
            open = in->partner[open - 2];
    }
    return open;
}

/* A look back from a group, token by token of its level. looked: so many tokens
 *   at      the token that was looked at last; next: its kind
 *   h, n    the key so far; keywords that are in it */
typedef struct parse_guess_look {
    uint32_t at, next, looked, h, n;
    bool is_over;
} parse_guess_look;

/* Whether a look back for a key ends at a token of kind k, behind which is one of kind next. */
RUSTG_HD bool parse_guess_ends(uint32_t k, uint32_t next)
{
    return PARSE_IS_OPEN(k) || k == T_SEMI || k == T_FAT_ARROW ||
           (k == T_R_BRACE && next != T_EQ && next != T_DOT && next != T_QUESTION); /* those go on an expression */
}

/* Begins the key of the group that the token opens. False: it is no unit. */
RUSTG_HD bool parse_guess_begin_key(const parse_input *in, uint32_t open, parse_guess_look *look)
{
    parse_guess_kinds kinds = parse_guess_kinds_of(in);
    open = parse_guess_begin(in, open);
    const uint32_t kind = parse_guess_kind_at(&kinds, open);
    const uint32_t last = open > in->first_tok ? parse_guess_kind_at(&kinds, open - 1) : 0;
    if (kind == T_L_BRACKET && (last == T_POUND || last == T_BANG))
        return false; /* the group is an attribute's or a macro's, which is no unit */
    const bool may_be_types = kind == T_L_PAREN && in->edition == 2015; /* parameters of a trait's functions */
    uint32_t h = parse_guess_mix(1, kind + (may_be_types ? 256 : 0));
    h = parse_guess_mix(h, parse_guess_kind(last));
    h = parse_guess_mix(h, open > in->first_tok + 1 ? parse_guess_kind(parse_guess_kind_at(&kinds, open - 2)) : 0);
    look->h = parse_guess_mix(h, parse_guess_behind(in->kinds[in->partner[open] + 1]));
    look->at = open;
    look->next = kind;
    look->looked = look->n = 0;
    look->is_over = false;
    return true;
}

/* Goes on until `most` tokens have been looked at. */
RUSTG_HD void parse_guess_go_on(const parse_input *in, parse_guess_look *look, uint32_t most)
{
    parse_guess_kinds kinds = parse_guess_kinds_of(in);
    uint32_t at = look->at, next = look->next;
    for (; look->looked < most; look->looked++) {
        look->is_over = at <= in->first_tok || look->n >= PARSE_GUESS_KEYWORDS;
        if (look->is_over)
            break;
        const uint32_t k = parse_guess_kind_at(&kinds, --at);
        look->is_over = parse_guess_ends(k, next);
        if (look->is_over)
            break;
        if (PARSE_IS_CLOSE(k)) {
            at = in->partner[at];
        } else if (parse_guess_leads(k) &&
                   !parse_guess_is_in_type(k, at > in->first_tok ? parse_guess_kind_at(&kinds, at - 1) : 0, next)) {
            look->h = parse_guess_mix(look->h, k);
            look->n++;
        }
        next = k;
    }
    look->at = at;
    look->next = next;
}

/* What is known of the group that the token opens, as a key: its delimiter, the two tokens before it, the one behind it
 * and the nearest keywords before it on its own level, up to `;`, `}`, `=>` or what opens that level. 0: it is no
 * unit. */
RUSTG_HD uint32_t parse_guess_key(const parse_input *in, uint32_t open)
{
    parse_guess_look look;
    if (!parse_guess_begin_key(in, open, &look))
        return 0;
    parse_guess_go_on(in, &look, PARSE_GUESS_TOKS);
    return parse_guess_mix(look.h, look.n);
}

/* What opens the group around the group that the token opens; 0: not close by, or a file's first token, which opens no
 * unit. */
RUSTG_HD uint32_t parse_guess_around(const parse_input *in, uint32_t open)
{
    parse_guess_kinds kinds = parse_guess_kinds_of(in);
    uint32_t at = parse_guess_begin(in, open);
    for (uint32_t looked = 0; looked < PARSE_GUESS_FAR && at > in->first_tok; looked++) {
        const uint32_t k = parse_guess_kind_at(&kinds, --at);
        if (PARSE_IS_OPEN(k))
            return at > in->first_tok ? at : 0;
        if (PARSE_IS_CLOSE(k))
            at = in->partner[at];
    }
    return 0;
}

/* What GUESSES holds for a key: a kind of unit, and PARSE_GUESS_ASKS. */
RUSTG_HD uint32_t parse_guess_of_key(const uint8_t *guesses, uint32_t key)
{
    return guesses[parse_guess_place(key, guesses[PARSE_N_GUESSES + key % PARSE_N_SHIFTS])];
}

/* The guess for the first of n groups, each of them in the next, by their keys and that of the last one, which asks no
 * more or has nothing around it. */
RUSTG_HD uint32_t parse_guess_within(const uint8_t *guesses, const uint32_t *keys, uint32_t n, uint32_t key)
{
    uint32_t guess = parse_guess_of_key(guesses, key) & ~(uint32_t)PARSE_GUESS_ASKS;
    while (n-- > 0) {
        guess = parse_guess_of_key(guesses, parse_guess_key_in(keys[n], guess));
        if (guess == PARSE_UNIT_NONE || guess & PARSE_GUESS_ASKS)
            guess = parse_guess_of_key(guesses, keys[n]) & ~(uint32_t)PARSE_GUESS_ASKS;
    }
    return guess;
}

/* The most likely kind of unit of the group that the token opens; PARSE_UNIT_NONE where it is no unit. Where the tokens
 * around the group do not tell, the group that holds it does: a group in a pattern is a pattern. */
RUSTG_HD uint32_t parse_guess(const uint8_t *guesses, const parse_input *in, uint32_t open)
{
    uint32_t keys[PARSE_GUESS_AROUND], n = 0, key = parse_guess_key(in, open);
    if (key == 0)
        return PARSE_UNIT_NONE;
    while (key != 0 && parse_guess_of_key(guesses, key) & PARSE_GUESS_ASKS && n < PARSE_GUESS_AROUND) {
        open = parse_guess_around(in, open);
        if (open == 0)
            break;
        keys[n++] = key;
        key = parse_guess_key(in, open);
    }
    return parse_guess_within(guesses, keys, n, key);
}

/* What looking ahead in a list has seen since the last cut: in bits 0-15 the tokens of its level, in 16-23 the `<`
 * that no `>` has closed, and in bit 24 whether it stands between two `|`. */
enum {
    PARSE_AHEAD_TOKS = 0xFFFF,
    PARSE_AHEAD_ANGLE = 1 << 16,
    PARSE_AHEAD_ANGLES = 0xFF << 16,
    PARSE_AHEAD_BAR = 1 << 24
};

/* Steps over the token at pos, or over the group that it opens, and says whether the list may be cut behind it. A wrong
 * cut is found, as a run that does not end where it was cut is bad. So commas between `<` and `>`, or between two `|`,
 * are no cuts. Behind an operand `<` means less, except in types, and `|` means or. */
RUSTG_HD bool parse_list_ahead(const uint8_t *kinds, const uint32_t *partners, uint32_t list, uint32_t *pos,
                               uint32_t *seen)
{
    const uint32_t at = *pos, kind = kinds[at];
    *pos = PARSE_IS_OPEN(kind) ? partners[at] + 1 : at + parse_kind_toks(kind);
    *seen += !PARSE_IS_OPEN(kind) ? 1 : *pos - at - 1 <= TUNING_INLINE_TOKS ? *pos - at : 2;
    if (list == PARSE_LIST_STMTS)
        return kind == T_SEMI || (kind == T_L_BRACE && parse_begins_stmt(kinds[*pos]));
    if (list == PARSE_LIST_ITEMS)
        return kind == T_SEMI ||
               (kind == T_L_BRACE && (parse_begins_item(kinds[*pos]) || PARSE_IS_IDENT(kinds[*pos]))); /* a macro */
    switch (kind) {
    case T_LT:
        if (list == PARSE_LIST_VARIANTS || list == PARSE_LIST_FIELD_DEFS || !parse_ends_operand(kinds[at - 1]))
            *seen += (*seen & PARSE_AHEAD_ANGLES) != PARSE_AHEAD_ANGLES ? PARSE_AHEAD_ANGLE : 0;
        return false;
    case T_GT:
    case T_SHR:
        for (uint32_t i = 0; i < (kind == T_SHR ? 2 : 1) && (*seen & PARSE_AHEAD_ANGLES) != 0; i++)
            *seen -= PARSE_AHEAD_ANGLE;
        return false;
    case T_OR:
        if ((*seen & PARSE_AHEAD_BAR) != 0 || !parse_ends_operand(kinds[at - 1]))
            *seen ^= PARSE_AHEAD_BAR;
        return false;
    case T_FAT_ARROW: /* `<` and bars before it are a guard's and a pattern's */
        *seen &= ~(uint32_t)(PARSE_AHEAD_BAR | PARSE_AHEAD_ANGLES);
        return false;
    case T_COMMA: return (*seen & (PARSE_AHEAD_ANGLES | PARSE_AHEAD_BAR)) == 0;
    case T_L_BRACE:
        return list == PARSE_LIST_ARMS && kinds[at - 2] == T_FAT_ARROW && kinds[*pos] != T_COMMA &&
               kinds[*pos] != T_DOT && kinds[*pos] != T_QUESTION;
    default: return false;
    }
}

/* The next cut of a list, behind which there are other elements before its end; end where there is none.
 * pos: behind the last cut, or the list's first token */
RUSTG_HD uint32_t parse_next_cut(const parse_input *in, uint32_t list, uint32_t pos, uint32_t end)
{
    uint32_t seen = 0;
    while (pos < end) {
        const bool may_cut = parse_list_ahead(in->kinds, in->partner, list, &pos, &seen);
        if (may_cut && (seen & PARSE_AHEAD_TOKS) >= PARSE_RUN_TOKS && pos < end)
            return pos;
    }
    return end;
}

#endif
