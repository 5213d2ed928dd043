/* parse_units.h: how a file's tokens are divided into units that are walked on their own, before any is: which rule
 * reads a group is guessed from the tokens about it, and long lists are cut into runs of their elements. The walk of
 * what is around a unit meets it with the right state, and so finds what was wrong: that costs time, and never a tree.
 */
#ifndef RUSTG_PARSE_UNITS_H
#define RUSTG_PARSE_UNITS_H

#include "base/tuning.h"
#include "parser/grammar/parse_input.h"
#include "parser/table/parse_table_form.h"

enum {
    PARSE_RUN_TOKS = 32,      /* a run has at least this many tokens of its own level */
    PARSE_GUESS_BRACKETS = 8, /* at most this many `[` before a group are looked at */
    PARSE_GUESS_TOKS = 512,   /* at most this many tokens before a group are looked at */
    PARSE_GUESS_KEYWORDS = 2, /* of the keywords among them, the nearest ones count, this many */
    PARSE_GUESS_SEED = 1      /* of 1 to 8 this seed gives the fewest wrong guesses to groups that share a place */
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
    default: return PARSE_IS_RESERVED(k) || k == T_WEAK_UNION || k == T_BANG;
    }
}

RUSTG_HD uint32_t parse_guess_mix(uint32_t h, uint32_t k)
{
    h = (h ^ k) * 0x9E3779B1u;
    return h ^ h >> 15;
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

/* Where PARSE_PART_GUESSES holds the guess for the group that the token opens: by its delimiter (of `[` in
 * `[`, or behind some others, the first, for arrays lie in arrays), the two tokens before it, the one behind it and the
 * nearest keywords before it on its own level, up to `;`, `}`, `=>` or what opens that level. */
RUSTG_HD uint32_t parse_guess_place(const parse_input *in, uint32_t open)
{
    for (uint32_t looked = 0; looked < PARSE_GUESS_BRACKETS && in->kinds[open] == T_L_BRACKET; looked++) {
        if (open > in->first_tok && in->kinds[open - 1] == T_L_BRACKET)
            open--;
        else if (open > in->first_tok + 1 && in->kinds[open - 1] == T_COMMA && in->kinds[open - 2] == T_R_BRACKET)
            open = in->partner[open - 2];
    }
    uint32_t h = parse_guess_mix(PARSE_GUESS_SEED, in->kinds[open]), at = open, n = 0;
    if (in->kinds[open] == T_L_BRACKET && open > in->first_tok &&
        (in->kinds[open - 1] == T_POUND || in->kinds[open - 1] == T_BANG))
        return 0; /* the group is an attribute's or a macro's, which is no unit */
    h = parse_guess_mix(h, open > in->first_tok ? parse_guess_kind(in->kinds[open - 1]) : 0);
    h = parse_guess_mix(h, open > in->first_tok + 1 ? parse_guess_kind(in->kinds[open - 2]) : 0);
    h = parse_guess_mix(h, parse_guess_behind(in->kinds[in->partner[open] + 1]));
    for (uint32_t looked = 0; looked < PARSE_GUESS_TOKS && at > in->first_tok && n < PARSE_GUESS_KEYWORDS; looked++) {
        const uint32_t k = in->kinds[--at];
        if (PARSE_IS_OPEN(k) || k == T_SEMI || k == T_R_BRACE || k == T_FAT_ARROW)
            break;
        if (PARSE_IS_CLOSE(k)) {
            at = in->partner[at];
        } else if (parse_guess_leads(k)) {
            h = parse_guess_mix(h, k);
            n++;
        }
    }
    h = parse_guess_mix(h, n);
    h = (h ^ h >> 16) & (PARSE_N_GUESSES - 1);
    return h == 0 ? 1 : h;
}

/* What looking ahead in a list has seen since the last cut: in bits 0-15 the tokens of its level, in 16-23 the `<`
 * that no `>` has closed, and in bit 24 whether it stands between two `|`. */
enum {
    PARSE_AHEAD_TOKS = 0xFFFF,
    PARSE_AHEAD_ANGLE = 1 << 16,
    PARSE_AHEAD_ANGLES = 0xFF << 16,
    PARSE_AHEAD_BAR = 1 << 24
};

RUSTG_HD bool parse_ends_operand(uint32_t k)
{
    return PARSE_IS_IDENT(k) || PARSE_IS_LITERAL(k) || PARSE_IS_CLOSE(k);
}

/* Whether a token begins a statement where a block stands before it. */
RUSTG_HD bool parse_begins_stmt(uint32_t k)
{
    switch (k) {
    case T_KW_AS:
    case T_KW_ELSE:
    case T_KW_IN:
    case T_KW_WHERE: return false;
    case T_POUND:
    case T_DOC_COMMENT: return true;
    default: return PARSE_IS_IDENT(k) || PARSE_IS_LITERAL(k) || PARSE_IS_RESERVED(k);
    }
}

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
        return kind == T_SEMI || (kind == T_L_BRACE && parse_begins_item(kinds[*pos]));
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
