/* lex_plain.h: where tokens start and end in a plain chunk, without a branch for each thing that stands there.
 *
 * A chunk is plain if all that it holds is code, line comments, strings and characters without prefixes, lifetimes and
 * numbers without signs, as 97 to 98% of real chunks are. lex_marks.h reads the others. A warp's lanes do the same here
 * whatever their chunks hold: a round of the only loop passes one literal or comment. */
#ifndef RUSTG_LEX_PLAIN_H
#define RUSTG_LEX_PLAIN_H

#include "lex_chunk_map.h"

/* The literals and comments of a chunk.
 *   covered     their bytes, without suffixes;  literals: those of strings and characters
 *   start, last of literals and doc comments
 *   ends        last bytes of literals
 *   opens       first bytes of literals in this chunk;  chars: those of characters
 *   is_hard     one is not plain */
typedef struct plain_spans {
    uint64_t covered, literals, start, last, ends, opens, chars;
    bool is_hard;
} plain_spans;

RUSTG_HD uint64_t plain_lowest(uint64_t mask)
{
    return mask & (0 - mask);
}

/* The last byte of a doc comment before the line end, which is a bit or none. */
RUSTG_HD uint64_t plain_doc_last(const lex_masks *m, uint64_t newline)
{
    return newline >> 1 & m->cr ? newline >> 2 : newline >> 1;
}

/* Passes a literal or comment from a byte on, of which the bits of left say that they come later.
 *   open  its first byte, 0: it began in an earlier chunk
 *   end   its last byte, or the line end behind it; 0: it goes on in the next chunk */
RUSTG_HD uint64_t plain_pass(plain_spans *s, uint64_t open, uint64_t end, bool is_line)
{
    const uint64_t upto = (end - 1) | (is_line ? 0 : end), span = upto & ~(open - (open != 0));
    s->covered |= span;
    s->literals |= is_line ? 0 : span;
    s->ends |= is_line ? 0 : end;
    return end ? ~upto : 0;
}

/* in   escaped  bytes behind an odd run of backslashes
 *      behind, ahead  the 4 bytes before the chunk and behind it */
RUSTG_HD plain_spans plain_find_spans(const lex_chunk *c, int state, uint64_t escaped, uint32_t ahead)
{
    const lex_masks *m = &c->m;
    const uint32_t next_slash = chunk_match_4(ahead, '/'), b64 = ahead & 255;
    const uint64_t slash_1 = chunk_ahead(m->slash, next_slash, 1), slash_2 = chunk_ahead(m->slash, next_slash, 2);
    const uint64_t slash_3 = chunk_ahead(m->slash, next_slash, 3);
    const uint64_t bang_2 = chunk_ahead(m->bang, chunk_match_4(ahead, '!'), 2);
    const uint64_t line = m->slash & slash_1, doc = bang_2 | (slash_2 & ~slash_3);
    const uint64_t block = m->slash & (m->star >> 1 | (uint64_t)(b64 == '*') << 63);
    const uint64_t escape_1 = chunk_ahead(m->backslash, b64 == '\\', 1);
    const uint64_t quote_2 = chunk_ahead(m->apostrophe, chunk_match_4(ahead, '\''), 2);
    const uint64_t opens_char = m->apostrophe & (quote_2 | escape_1);
    const uint64_t ends_string = m->quote & ~escaped & lex_from(state == LEX_STRING_ESCAPE);
    const uint64_t events = m->quote | line | block | opens_char;
    const bool in_line = state == LEX_LINE || state == LEX_LINE_DOC, in_string = state >= LEX_STRING;
    const bool line_goes_on = b64 != '\n' && b64 != '\r'; /* where no line end is in the chunk */
    plain_spans s = {0, 0, 0, 0, 0, 0, 0, false};
    uint64_t left = ~(uint64_t)0;
    if (in_line || in_string) {
        const uint64_t end = plain_lowest(in_line ? m->newline : ends_string);
        left = plain_pass(&s, 0, end, in_line);
        s.last = state == LEX_LINE_DOC ? plain_doc_last(m, end) : 0;
        s.is_hard = state == LEX_LINE_DOC && !end && !line_goes_on;
    }
    for (uint64_t rest; (rest = events & left) != 0;) {
        const uint64_t open = plain_lowest(rest), later = ~(open | (open - 1));
        const bool is_line = line & open, is_quote = m->quote & open, is_doc = is_line && doc & open;
        const uint64_t closes = plain_lowest((is_line ? m->newline : ends_string) & later);
        const uint64_t end = is_line || is_quote ? closes : open << (escape_1 & open ? 3 : 2);
        left = plain_pass(&s, open, end, is_line);
        s.start |= is_line && !is_doc ? 0 : open;
        s.last |= is_doc ? plain_doc_last(m, end) : 0;
        s.opens |= is_line ? 0 : open;
        s.chars |= is_line || is_quote ? 0 : open;
        s.is_hard |= (block & open) != 0 || (is_doc && !end && !line_goes_on);
    }
    s.last |= s.ends;
    /* a character's closing quote, what it may hold, and where it is too near to the edge */
    const uint64_t plain_char = m->apostrophe | (m->space & ~m->blank);
    s.is_hard |= (s.chars & ((escape_1 & (~(m->apostrophe >> 3) | m->newline >> 2)) | (~escape_1 & plain_char >> 1))) |
                 s.chars >> 61;
    return s;
}

/* in   c      as lex_chunk_load leaves it
 *      state  at byte 0
 * out  *out   what lex_chunk_bounds() has, and exact where that has LEX_WEIRD
 * returns false for a chunk that is not plain */
RUSTG_HD bool lex_chunk_plain_bounds(const lex_chunk *c, int state, lex_bounds *out)
{
    const lex_masks *m = &c->m;
    const uint32_t states = 1u << LEX_CODE | 1u << LEX_GLUED | 1u << LEX_LINE | 1u << LEX_LINE_DOC | 1u << LEX_STRING |
                            1u << LEX_STRING_ESCAPE;
    const uint32_t behind = chunk_load_4(c, -4), ahead = chunk_load_4(c, 64);
    const uint32_t b64 = ahead & 255, before = behind >> 24;
    const bool word_before = lex_chunk_word_byte(before), word_behind = lex_chunk_word_byte(b64);
    const bool mark_behind = b64 == '"' || b64 == '\'' || b64 == '#',
               number_behind = b64 == '.' || b64 == '+' || b64 == '-';
    const uint64_t ident = m->word & ~m->digit, behind_ident = ident << 1 | (uint64_t)(word_before && before > '9');
    bool goes_on;
    const uint64_t escaped = chunk_escaped(m->backslash, &goes_on);
    plain_spans s = plain_find_spans(c, state, escaped, ahead);
    uint64_t hard = m->high | (uint64_t)(c->n_left < 68 || !(states >> state & 1) || s.is_hard);
    hard |= state == LEX_STRING_ESCAPE ? m->backslash & 1 : state == LEX_GLUED ? ~m->word & 1 : 0;
    hard |= m->slash & (m->star << 1 | (uint64_t)(before == '*')) & m->star >> 1 & m->slash >> 2;

    /* prefixes and hashes before literals, escapes in them that want a closer look, suffixes behind them */
    const uint64_t behind_word = m->word << 1 | (uint64_t)word_before;
    hard |= s.opens & (behind_word | m->hash << 1 | (uint64_t)(before == '#'));
    hard |= s.literals & m->backslash & ~escaped &
            ~((m->n | m->t | m->r | m->backslash | m->apostrophe | m->quote | m->newline) >> 1);
    hard |= (s.ends << 1 & ident) | (s.ends >> 63 & (uint64_t)(word_behind && b64 > '9'));

    /* lifetimes, and a word that was glued to what stands before the chunk */
    const uint64_t lifetimes = m->apostrophe & ~s.covered;
    const uint64_t glued = lifetimes << 1 | (uint64_t)(state == LEX_GLUED), behind_glued = m->word + glued;
    hard |= lifetimes & (~(ident >> 1) | behind_word | (m->r >> 1 & m->hash >> 2));
    hard |= (behind_glued & ~m->word & m->apostrophe) | (uint64_t)(behind_glued < m->word && mark_behind);

    const uint64_t code = ~(s.covered | lifetimes), word = m->word & code;
    hard |= m->hash & ~s.covered & (m->r << 1 | (uint64_t)(before == 'r'));
    const bool goes_on_before = (state == LEX_CODE || state == LEX_GLUED) && word_before;
    const uint64_t after_word = word << 1 | (uint64_t)goes_on_before;
    const uint64_t word_start = word & ~after_word & ~glued,
                   word_last = word & ~(word >> 1 | (uint64_t)word_behind << 63);
    hard |= word_last >> 63 & (uint64_t)mark_behind;

    /* numbers that go on behind a dot or a sign: those that begin here, and one that began before */
    const uint64_t dot_goes_on = m->dot & ~((m->dot | ident) >> 1), goes_on_at = dot_goes_on | (m->sign & behind_ident);
    const uint64_t digit_start = word_start & m->digit, behind_number = word + digit_start;
    const uint64_t dots = behind_number & ~word & dot_goes_on, fraction = dots << 1 & word;
    const uint64_t behind_fraction = word + fraction, digit = word & m->digit;
    hard |= dots & ~((digit + digit_start) & ~digit); /* suffixes and other bases */
    hard |= behind_number & ~word & m->sign & behind_ident;
    hard |= behind_fraction & ~word & goes_on_at & (0 - (uint64_t)(fraction != 0));
    hard |= (uint64_t)((behind_number < word || behind_fraction < word) && number_behind) | dots >> 63;
    if (state == LEX_CODE) {
        const uint32_t b2 = behind >> 16 & 255;
        const bool sign_before = before == '+' || before == '-';
        const uint64_t inside =
            (word & m->digit & (uint64_t)(before == '.')) | (word & (uint64_t)(sign_before && (b2 | 32u) == 'e'));
        const uint64_t at_end = (~word & (word + 1) & goes_on_at) | (uint64_t)(!~word && number_behind);
        hard |= word_before ? at_end : inside & 1;
    }

    const uint64_t single = code & ~word & ~m->space;
    const uint64_t next = (m->hash | m->quote) >> 1 | (uint64_t)(b64 == '#' || b64 == '"') << 63;
    hard |= c->edition >= 2024 ? m->hash & code & next : 0;
    const bool is_bad = m->nul || m->cr & ~(m->newline >> 1 | (uint64_t)(b64 == '\n') << 63);
    const bool is_maybe = (m->other & code) || (c->edition >= 2021 && m->hash & code & after_word);
    out->flags = (is_bad ? LEX_BAD : 0) | (is_maybe ? LEX_MAYBE : 0);
    out->start = s.start | lifetimes | ((word_start | single) & ~(dots | fraction));
    out->last = s.last | ((word_last | single) & ~(dots >> 1 | fraction >> 1));
    return hard == 0;
}

#endif
