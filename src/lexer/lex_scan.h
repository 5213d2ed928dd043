/* lex_scan.h: one token at a time, byte by byte: the rule of the language, for host and device.
 *
 * What rustc calls a character is here the character at a byte offset, with CR LF read as one line feed: rustc turns
 * CR LF into LF before it lexes, and offsets here count the file as read.
 * source: the Rust Reference, "Lexical structure"; rustc 1.95's lexer for what the Reference leaves open. */
#ifndef RUSTG_LEX_SCAN_H
#define RUSTG_LEX_SCAN_H

#include "base/hd.h"
#include "lexer/lex_keyword.h"
#include "lexer/lex_unicode.h"
#include "lexer/token_class.h"

/* LEX_SKIP(text, pos, low, high, rest): where the caller is a warp whose lanes run in unison, the first offset from pos
 * on whose byte is not in a set; else pos. Nothing but speed depends on it: kernels/lexer/lex_warp.cuh defines it.
 *   low, high  u64 bits: ASCII bytes 0..63 and 64..127 of the set;  rest  whether all others are in it */
#ifdef LEX_SKIP
#define LEX_TEXT_IS_WARP bool is_warp = false; /* all lanes of a warp run in unison over this text */
#else
#define LEX_SKIP(text, pos, low, high, rest) ((void)(low), (void)(high), (pos))
#define LEX_TEXT_IS_WARP
#endif

typedef struct lex_text {
    const uint8_t *bytes;
    uint32_t n_bytes;
    uint32_t edition; /* 2015, 2018, 2021 or 2024 */
    LEX_TEXT_IS_WARP
} lex_text;

/* Sets for LEX_SKIP. */
#define LEX_SET_LOW(byte)  ((byte) < 64 ? UINT64_C(1) << ((byte)&63) : 0)
#define LEX_SET_HIGH(byte) ((byte) >= 64 ? UINT64_C(1) << ((byte)&63) : 0)
#define LEX_SET_SPACE      UINT64_C(0x0000000100003E00) /* low; tab to carriage return, blank */
#define LEX_SET_DIGIT      UINT64_C(0x03FF000000000000) /* low */
#define LEX_SET_LETTER     UINT64_C(0x07FFFFFE87FFFFFE) /* high; with the underscore */
#define LEX_SET_HEX        UINT64_C(0x0000007E0000007E) /* high; a to f */

typedef struct lex_token {
    uint32_t start, end;
    uint8_t kind, flags;
} lex_token;

/* What lex_char_at answers at the end of the text. */
#define LEX_END 0xFFFFFFFEu

/* More hashes than this make a raw string an error. */
#define LEX_MAX_HASHES 255u

/* The byte at pos, or 0 past the end, for comparisons with characters other than NUL. */
RUSTG_HD uint8_t lex_byte(const lex_text *text, uint32_t pos)
{
    return pos < text->n_bytes ? text->bytes[pos] : 0;
}

RUSTG_HD bool lex_starts_with(const lex_text *text, uint32_t pos, const char *what)
{
    while (*what != 0 && lex_byte(text, pos) == (uint8_t)*what)
        what++, pos++;
    return *what == 0;
}

/* Past blanks and tabs at pos. */
RUSTG_HD uint32_t lex_skip_blanks(const lex_text *text, uint32_t pos)
{
    while (lex_byte(text, pos) == ' ' || lex_byte(text, pos) == '\t')
        pos++;
    return pos;
}

/* The character at pos, and where the next one begins. CR LF is one line feed. At the end it is LEX_END, and *next is
 * pos. */
RUSTG_HD uint32_t lex_char_at(const lex_text *text, uint32_t pos, uint32_t *next)
{
    uint32_t length = 1, c;
    if (pos >= text->n_bytes) {
        *next = pos;
        return LEX_END;
    }
    c = text->bytes[pos];
    if (c >= 0x80) {
        c = utf8_decode(text->bytes, text->n_bytes, pos, &length);
    } else if (c == '\r' && lex_byte(text, pos + 1) == '\n') {
        c = '\n';
        length = 2;
    }
    *next = pos + length;
    return c;
}

/* The length in bytes of the white space character at pos, or 0. */
RUSTG_HD uint32_t lex_space_at(const lex_text *text, uint32_t pos)
{
    uint8_t b = lex_byte(text, pos);
    if (b < 0x80)
        return b == ' ' || (b >= '\t' && b <= '\r');
    if (b == 0xC2)
        return lex_byte(text, pos + 1) == 0x85 ? 2 : 0;
    if (b == 0xE2 && lex_byte(text, pos + 1) == 0x80) {
        b = lex_byte(text, pos + 2);
        return b == 0x8E || b == 0x8F || b == 0xA8 || b == 0xA9 ? 3 : 0;
    }
    return 0;
}

RUSTG_HD bool lex_is_digit(uint8_t b)
{
    return (uint8_t)(b - '0') < 10;
}

RUSTG_HD bool lex_is_ascii_start(uint8_t b)
{
    return (uint8_t)((b | 0x20) - 'a') < 26 || b == '_';
}

RUSTG_HD bool lex_is_ascii_continue(uint8_t b)
{
    return lex_is_ascii_start(b) || lex_is_digit(b);
}

/* The length in bytes of the character at pos if it can start an identifier, else 0. */
RUSTG_HD uint32_t lex_start_at(const lex_text *text, uint32_t pos)
{
    uint8_t b = lex_byte(text, pos);
    uint32_t length;
    if (b < 0x80)
        return lex_is_ascii_start(b);
    return lex_is_xid_start(utf8_decode(text->bytes, text->n_bytes, pos, &length)) ? length : 0;
}

/* The first offset from pos on whose character cannot continue an identifier. */
RUSTG_HD uint32_t lex_continue_end(const lex_text *text, uint32_t pos)
{
    while ((pos = LEX_SKIP(text, pos, LEX_SET_DIGIT, LEX_SET_LETTER, false)) < text->n_bytes) {
        uint32_t length = 1;
        uint8_t b = text->bytes[pos];
        if (b < 0x80 ? !lex_is_ascii_continue(b)
                     : !lex_is_xid_continue(utf8_decode(text->bytes, text->n_bytes, pos, &length)))
            break;
        pos += length;
    }
    return pos;
}

/* The end of the identifier at pos; pos where there is none. */
RUSTG_HD uint32_t lex_word_end(const lex_text *text, uint32_t pos)
{
    uint32_t length = lex_start_at(text, pos);
    return length ? lex_continue_end(text, pos + length) : pos;
}

/* The end of an identifier that emoji spoil, from an offset inside it; pos itself where no emoji stands at pos. */
RUSTG_HD uint32_t lex_emoji_word_end(const lex_text *text, uint32_t pos)
{
    uint32_t next, c = lex_char_at(text, pos, &next);
    if (!lex_is_emoji(c))
        return pos;
    do {
        pos = next;
        c = lex_char_at(text, pos, &next);
    } while (c == 0x200D || lex_is_xid_continue(c) || lex_is_emoji(c));
    return pos;
}

/* The end of a line comment: before its LF or CR LF. */
RUSTG_HD uint32_t lex_line_end(const lex_text *text, uint32_t pos)
{
    const uint64_t line = ~(LEX_SET_LOW('\n') | LEX_SET_LOW('\r'));
    while ((pos = LEX_SKIP(text, pos, line, ~UINT64_C(0), true)) < text->n_bytes) {
        uint8_t b = text->bytes[pos];
        if (b == '\n' || (b == '\r' && lex_byte(text, pos + 1) == '\n'))
            break;
        pos++;
    }
    return pos;
}

/* The first byte from pos on that is a or b, or n_bytes. It looks at eight at a time if they lie in one word. */
RUSTG_HD uint32_t lex_find_either(const lex_text *text, uint32_t pos, uint8_t a, uint8_t b)
{
    const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
    pos = LEX_SKIP(text, pos, ~(LEX_SET_LOW(a) | LEX_SET_LOW(b)), ~(LEX_SET_HIGH(a) | LEX_SET_HIGH(b)), true);
    while (pos < text->n_bytes && text->bytes[pos] != a && text->bytes[pos] != b) {
        pos++;
        while (((uintptr_t)(text->bytes + pos) & 7) == 0 && pos + 8 <= text->n_bytes) {
            const uint64_t word = hd_load_8(text->bytes + pos);
            const uint64_t x = word ^ ones * a, y = word ^ ones * b;
            if ((((x - ones) & ~x) | ((y - ones) & ~y)) & tops)
                break;
            pos += 8;
        }
    }
    return pos;
}

/* The end of a block comment from behind its opening; *complete says whether it is closed. */
RUSTG_HD uint32_t lex_block_comment_end(const lex_text *text, uint32_t pos, bool *complete)
{
    uint32_t depth = 1;
    while ((pos = lex_find_either(text, pos, '*', '/')) < text->n_bytes) {
        uint8_t b = text->bytes[pos++];
        if (b == '/' && lex_byte(text, pos) == '*') {
            pos++;
            depth++;
        } else if (b == '*' && lex_byte(text, pos) == '/') {
            pos++;
            if (--depth == 0)
                break;
        }
    }
    *complete = depth == 0;
    return pos;
}

/* Goes from behind the opening double quote to behind the closing one, or to the end of the text. */
RUSTG_HD uint32_t lex_string_end(const lex_text *text, uint32_t pos, bool *complete)
{
    *complete = false;
    while ((pos = lex_find_either(text, pos, '"', '\\')) < text->n_bytes) {
        uint8_t b = text->bytes[pos++];
        if (b == '"') {
            *complete = true;
            break;
        }
        if (b == '\\' && (lex_byte(text, pos) == '\\' || lex_byte(text, pos) == '"'))
            pos++;
    }
    return pos;
}

/* From behind the opening single quote to behind the closing one; unclosed, to before a slash, a line feed or the
 * end of the text. */
RUSTG_HD uint32_t lex_char_end(const lex_text *text, uint32_t pos, bool *complete)
{
    uint32_t next, c = lex_char_at(text, pos, &next);
    *complete = true;
    if (c != '\\' && c != LEX_END && lex_byte(text, next) == '\'')
        return next + 1;
    for (;;) {
        if (c == '\'')
            return next;
        if (c == '/' || c == LEX_END || (c == '\n' && lex_byte(text, next) != '\''))
            break;
        if (c == '\\')
            (void)lex_char_at(text, next, &next);
        pos = next;
        c = lex_char_at(text, pos, &next);
    }
    *complete = false;
    return pos;
}

RUSTG_HD uint32_t lex_hashes_end(const lex_text *text, uint32_t pos)
{
    pos = LEX_SKIP(text, pos, LEX_SET_LOW('#'), 0, false);
    while (lex_byte(text, pos) == '#')
        pos++;
    return pos;
}

/* A raw string from behind its letters: hashes, body, hashes.
 * out  n_hashes  hashes before the opening quote
 *      complete  closed, and with at most LEX_MAX_HASHES hashes
 * Without an opening quote the token takes in the character found in its place. */
RUSTG_HD uint32_t lex_raw_string_end(const lex_text *text, uint32_t pos, uint32_t *n_hashes, bool *complete)
{
    const uint32_t hashes_end = lex_hashes_end(text, pos), hashes = hashes_end - pos;
    pos = hashes_end;
    *n_hashes = hashes;
    *complete = false;
    if (lex_byte(text, pos) != '"') {
        (void)lex_char_at(text, pos, &pos);
        return pos;
    }
    pos++;
    while ((pos = lex_find_either(text, pos, '"', '"')) < text->n_bytes) {
        uint32_t closing = 0;
        pos++;
        while (closing < hashes && lex_byte(text, pos) == '#') {
            closing++;
            pos++;
        }
        if (closing == hashes) {
            *complete = hashes <= LEX_MAX_HASHES;
            break;
        }
    }
    return pos;
}

/* A guarded string (2024) from its first hash: hashes, a string, at most as many hashes. Returns pos where no string
 * follows the hashes. */
RUSTG_HD uint32_t lex_guarded_string_end(const lex_text *text, uint32_t pos, uint32_t *n_hashes, bool *complete)
{
    const uint32_t hashes = lex_hashes_end(text, pos) - pos;
    uint32_t end;
    *n_hashes = hashes;
    *complete = false;
    if (lex_byte(text, pos + hashes) != '"')
        return pos;
    end = lex_string_end(text, pos + hashes + 1, complete);
    if (*complete) {
        uint32_t closing = 0;
        while (closing < hashes && lex_byte(text, end) == '#') {
            closing++;
            end++;
        }
    }
    return end;
}

RUSTG_HD uint32_t lex_digits_end(const lex_text *text, uint32_t pos, bool hexadecimal, bool *any)
{
    *any = false;
    for (;; pos++) {
        const uint32_t digits_end = LEX_SKIP(text, pos, LEX_SET_DIGIT, hexadecimal ? LEX_SET_HEX : 0, false);
        *any |= digits_end > pos;
        pos = digits_end;
        uint8_t b = lex_byte(text, pos);
        if (lex_is_digit(b) || (hexadecimal && (uint8_t)((b | 0x20) - 'a') < 6))
            *any = true;
        else if (b != '_')
            return pos;
    }
}

RUSTG_HD uint32_t lex_exponent_end(const lex_text *text, uint32_t pos)
{
    bool any;
    if (lex_byte(text, pos) == '+' || lex_byte(text, pos) == '-')
        pos++;
    return lex_digits_end(text, pos, false, &any);
}

/* The end of the number before its suffix. */
RUSTG_HD uint32_t lex_number_body_end(const lex_text *text, uint32_t pos, bool *is_float)
{
    bool any;
    uint8_t b;
    *is_float = false;
    if (text->bytes[pos] == '0') {
        b = lex_byte(text, pos + 1);
        if (b == 'b' || b == 'o' || b == 'x') {
            pos = lex_digits_end(text, pos + 2, b == 'x', &any);
            if (!any)
                return pos;
        } else if (lex_is_digit(b) || b == '_') {
            pos = lex_digits_end(text, pos + 1, false, &any);
        } else if (b == '.' || b == 'e' || b == 'E') {
            pos++;
        } else {
            return pos + 1;
        }
    } else {
        pos = lex_digits_end(text, pos, false, &any);
    }
    b = lex_byte(text, pos);
    if (b == '.' && lex_byte(text, pos + 1) != '.' && !lex_start_at(text, pos + 1)) {
        *is_float = true;
        pos++;
        if (lex_is_digit(lex_byte(text, pos))) {
            pos = lex_digits_end(text, pos, false, &any);
            b = lex_byte(text, pos);
            if (b == 'e' || b == 'E')
                pos = lex_exponent_end(text, pos + 1);
        }
    } else if (b == 'e' || b == 'E') {
        *is_float = true;
        pos = lex_exponent_end(text, pos + 1);
    }
    return pos;
}

/* The end of the number at pos, its suffix included. */
RUSTG_HD uint32_t lex_number_end(const lex_text *text, uint32_t pos, bool *is_float, uint32_t *suffix_start)
{
    *suffix_start = lex_number_body_end(text, pos, is_float);
    return lex_word_end(text, *suffix_start);
}

/* The kind of one ASCII punctuation character or delimiter, and UNKNOWN for every other byte. */
RUSTG_HD uint8_t lex_punct_kind(uint8_t b)
{
    switch (b) {
    case '(': return RUSTG_TOK_L_PAREN;
    case ')': return RUSTG_TOK_R_PAREN;
    case '[': return RUSTG_TOK_L_BRACKET;
    case ']': return RUSTG_TOK_R_BRACKET;
    case '{': return RUSTG_TOK_L_BRACE;
    case '}': return RUSTG_TOK_R_BRACE;
    case ';': return RUSTG_TOK_SEMI;
    case ',': return RUSTG_TOK_COMMA;
    case '.': return RUSTG_TOK_DOT;
    case '@': return RUSTG_TOK_AT;
    case '#': return RUSTG_TOK_POUND;
    case '~': return RUSTG_TOK_TILDE;
    case '?': return RUSTG_TOK_QUESTION;
    case ':': return RUSTG_TOK_COLON;
    case '$': return RUSTG_TOK_DOLLAR;
    case '=': return RUSTG_TOK_EQ;
    case '!': return RUSTG_TOK_BANG;
    case '<': return RUSTG_TOK_LT;
    case '>': return RUSTG_TOK_GT;
    case '-': return RUSTG_TOK_MINUS;
    case '&': return RUSTG_TOK_AND;
    case '|': return RUSTG_TOK_OR;
    case '+': return RUSTG_TOK_PLUS;
    case '*': return RUSTG_TOK_STAR;
    case '/': return RUSTG_TOK_SLASH;
    case '^': return RUSTG_TOK_CARET;
    case '%': return RUSTG_TOK_PERCENT;
    default: return RUSTG_TOK_UNKNOWN;
    }
}

/* Whether a PUNCT token starts at pos, which a delimiter, a comment or a guarded string is not. */
RUSTG_HD bool lex_punct_at(const lex_text *text, uint32_t pos)
{
    uint8_t b = lex_byte(text, pos), after;
    if (!TOKEN_IS_PUNCT(lex_punct_kind(b)))
        return false;
    after = lex_byte(text, pos + 1);
    if (b == '/')
        return after != '/' && after != '*';
    return b != '#' || text->edition < 2024 || (after != '#' && after != '"');
}

RUSTG_HD lex_token lex_make_token(uint32_t start, uint32_t end, uint32_t kind, uint32_t flags)
{
    lex_token token;
    token.start = start;
    token.end = end;
    token.kind = (uint8_t)kind;
    token.flags = (uint8_t)flags;
    return token;
}

/* A quoted literal whose quotes end at end: only a complete one has a suffix. */
RUSTG_HD lex_token lex_make_literal(const lex_text *text, uint32_t start, uint32_t end, bool complete, uint32_t kind)
{
    uint32_t suffix_end = complete ? lex_word_end(text, end) : end;
    return lex_make_token(start, suffix_end, kind, suffix_end > end ? RUSTG_TOKEN_SUFFIX : 0);
}

/* Reads the comment at pos, where a slash and then a slash or star stand. */
RUSTG_HD lex_token lex_comment_at(const lex_text *text, uint32_t pos)
{
    uint8_t mark = lex_byte(text, pos + 1), b = lex_byte(text, pos + 2), c = lex_byte(text, pos + 3);
    uint32_t flags = mark == '*' ? RUSTG_TOKEN_BLOCK : 0, end;
    bool doc = true, complete;
    if (b == '!')
        flags |= RUSTG_TOKEN_INNER;
    else
        doc = b == mark && c != mark && !(mark == '*' && c == '/');
    end = mark == '/' ? lex_line_end(text, pos + 2) : lex_block_comment_end(text, pos + 2, &complete);
    return lex_make_token(pos, end, doc ? RUSTG_TOK_DOC_COMMENT : RUSTG_TOK_NONE, doc ? flags : 0);
}

/* The lifetime or character literal at pos, where a single quote stands. */
RUSTG_HD lex_token lex_quote_at(const lex_text *text, uint32_t pos)
{
    uint32_t next, end, c = lex_char_at(text, pos + 1, &next);
    bool complete, name = c == '_' || (c < 0x80 ? lex_is_ascii_continue((uint8_t)c) : lex_is_xid_start(c));
    if (!name || lex_byte(text, next) == '\'') {
        end = lex_char_end(text, pos + 1, &complete);
        return lex_make_literal(text, pos, end, complete, RUSTG_TOK_CHAR);
    }
    if (c == 'r' && lex_byte(text, pos + 2) == '#' && lex_start_at(text, pos + 3)) {
        if (text->edition < 2021)
            return lex_make_token(pos, pos + 2, RUSTG_TOK_LIFETIME, 0);
        return lex_make_token(pos, lex_continue_end(text, pos + 3), RUSTG_TOK_LIFETIME, RUSTG_TOKEN_RAW);
    }
    end = lex_continue_end(text, next);
    if (lex_byte(text, end) == '\'')
        return lex_make_token(pos, end + 1, RUSTG_TOK_CHAR, 0);
    return lex_make_token(pos, end, RUSTG_TOK_LIFETIME, 0);
}

/* Reads the identifier, keyword or prefixed literal at pos, where an identifier can start. */
RUSTG_HD lex_token lex_word_at(const lex_text *text, uint32_t pos)
{
    uint8_t first = text->bytes[pos], b = lex_byte(text, pos + 1), c = lex_byte(text, pos + 2);
    uint32_t end, emoji_end, hashes;
    bool complete;
    if (first == 'r' && (b == '#' || b == '"')) {
        if (b == '#' && lex_start_at(text, pos + 2))
            return lex_make_token(pos, lex_word_end(text, pos + 2), RUSTG_TOK_IDENT, RUSTG_TOKEN_RAW);
        end = lex_raw_string_end(text, pos + 1, &hashes, &complete);
        return lex_make_literal(text, pos, end, complete, RUSTG_TOK_RAW_STR);
    }
    if (first == 'b' || (first == 'c' && text->edition >= 2021)) {
        if (b == '"') {
            end = lex_string_end(text, pos + 2, &complete);
            return lex_make_literal(text, pos, end, complete, first == 'b' ? RUSTG_TOK_BYTE_STR : RUSTG_TOK_C_STR);
        }
        if (b == 'r' && (c == '#' || c == '"')) {
            end = lex_raw_string_end(text, pos + 2, &hashes, &complete);
            return lex_make_literal(text, pos, end, complete,
                                    first == 'b' ? RUSTG_TOK_RAW_BYTE_STR : RUSTG_TOK_RAW_C_STR);
        }
        if (b == '\'' && first == 'b') {
            end = lex_char_end(text, pos + 2, &complete);
            return lex_make_literal(text, pos, end, complete, RUSTG_TOK_BYTE);
        }
    }
    end = lex_continue_end(text, pos);
    if (lex_byte(text, end) >= 0x80) {
        emoji_end = lex_emoji_word_end(text, end);
        if (emoji_end > end)
            return lex_make_token(pos, emoji_end, RUSTG_TOK_IDENT, 0);
    }
    return lex_make_token(pos, end, lex_keyword(text->bytes + pos, end - pos, text->edition), 0);
}

/* Reads the token or plain comment that starts exactly at pos, where pos < n_bytes and no white space stands. A plain
 * comment has kind RUSTG_TOK_NONE. Flags are complete but for JOINT. end > start always. */
RUSTG_HD lex_token lex_token_at(const lex_text *text, uint32_t pos)
{
    uint8_t b = text->bytes[pos], after = lex_byte(text, pos + 1);
    uint32_t end, hashes, suffix_start;
    bool is_float, complete;
    if (b < 0x80 ? lex_is_ascii_start(b) : lex_start_at(text, pos) != 0)
        return lex_word_at(text, pos);
    if (lex_is_digit(b)) {
        end = lex_number_end(text, pos, &is_float, &suffix_start);
        return lex_make_token(pos, end, is_float ? RUSTG_TOK_FLOAT : RUSTG_TOK_INT,
                              end > suffix_start ? RUSTG_TOKEN_SUFFIX : 0);
    }
    if (b == '/' && (after == '/' || after == '*'))
        return lex_comment_at(text, pos);
    if (b == '"') {
        end = lex_string_end(text, pos + 1, &complete);
        return lex_make_literal(text, pos, end, complete, RUSTG_TOK_STR);
    }
    if (b == '\'')
        return lex_quote_at(text, pos);
    if (b == '#' && (after == '#' || after == '"') && text->edition >= 2024) {
        end = lex_guarded_string_end(text, pos, &hashes, &complete);
        if (end == pos)
            return lex_make_token(pos, pos + 2, RUSTG_TOK_GUARDED_STR, 0);
        return lex_make_literal(text, pos, end, complete, RUSTG_TOK_GUARDED_STR);
    }
    if (b >= 0x80) {
        end = lex_emoji_word_end(text, pos);
        if (end > pos)
            return lex_make_token(pos, end, RUSTG_TOK_IDENT, 0);
        (void)lex_char_at(text, pos, &end);
        return lex_make_token(pos, end, RUSTG_TOK_UNKNOWN, 0);
    }
    return lex_make_token(pos, pos + 1, lex_punct_kind(b), 0);
}

/* Does lex_token_at(text, pos) for a loop that knows the token or comment found before. In edition 2024 a `##` token
 * has looked for a quote behind all the hashes that follow it. If there was none, this need not be found out again,
 * so a long run of hashes takes linear time. */
RUSTG_HD lex_token lex_token_at_after(const lex_text *text, uint32_t pos, lex_token previous)
{
    if (previous.kind != RUSTG_TOK_GUARDED_STR || previous.end != pos || pos - previous.start != 2 ||
        text->bytes[pos - 1] != '#' || text->bytes[pos] != '#')
        return lex_token_at(text, pos);
    if (lex_byte(text, pos + 1) == '#')
        return lex_make_token(pos, pos + 2, RUSTG_TOK_GUARDED_STR, 0);
    return lex_make_token(pos, pos + 1, RUSTG_TOK_POUND, 0);
}

/* The first token behind the previous one and its white space and plain comments, with JOINT set. Behind the last
 * token it is EOF at n_bytes. lex_next finds the first token of a file. */
RUSTG_HD lex_token lex_token_after(const lex_text *text, lex_token previous)
{
    uint32_t pos = previous.end;
    while (pos < text->n_bytes) {
        uint32_t space = lex_space_at(text, pos);
        if (space) {
            pos = LEX_SKIP(text, pos + space, LEX_SET_SPACE, 0, false);
            continue;
        }
        previous = lex_token_at_after(text, pos, previous);
        if (previous.kind != RUSTG_TOK_NONE) {
            if (TOKEN_IS_PUNCT(previous.kind) && lex_punct_at(text, previous.end))
                previous.flags = (uint8_t)(previous.flags | RUSTG_TOKEN_JOINT);
            return previous;
        }
        pos = previous.end;
    }
    return lex_make_token(text->n_bytes, text->n_bytes, RUSTG_TOK_EOF, 0);
}

/* The next token from pos on, found as lex_token_after does. */
RUSTG_HD lex_token lex_next(const lex_text *text, uint32_t pos)
{
    return lex_token_after(text, lex_make_token(pos, pos, RUSTG_TOK_NONE, 0));
}

#endif
