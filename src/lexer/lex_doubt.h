/* lex_doubt.h: whether a token may hold a lexical error, for host and device. A wrong yes costs time, since the file
 * goes to lex_diagnose; a wrong no loses an error. Bytes that are wrong wherever they stand (NUL, a carriage return
 * without a line feed, what is no UTF-8) are found elsewhere. */
#ifndef RUSTG_LEX_DOUBT_H
#define RUSTG_LEX_DOUBT_H

#include "lexer/lex_scan.h"

/* The literals whose escapes are checked. */
typedef enum lex_quoted { LEX_QUOTED_STR, LEX_QUOTED_CHAR, LEX_QUOTED_BYTE, LEX_QUOTED_C } lex_quoted;

enum {
    LEX_DOUBT_NUMBER = 4096,   /* a number of more bytes is doubtful: one thread reads it */
    LEX_DOUBT_BACKSLASHES = 64 /* so is a string with so many in a row */
};

RUSTG_HD bool lex_is_hex(uint8_t b)
{
    return lex_is_digit(b) || (uint8_t)((b | 0x20) - 'a') < 6;
}

RUSTG_HD uint32_t lex_hex_value(uint8_t b)
{
    return lex_is_digit(b) ? (uint32_t)(b - '0') : (uint32_t)((b | 0x20) - 'a' + 10);
}

/* Whether the escape at pos (a backslash) may be wrong. */
RUSTG_HD bool lex_doubt_escape(const lex_text *text, uint32_t pos, lex_quoted quoted)
{
    uint8_t b = lex_byte(text, pos + 1);
    uint32_t value = 0, n_digits = 0;
    switch (b) {
    case 'n':
    case 'r':
    case 't':
    case '\\':
    case '\'':
    case '"': return false;
    case '0': return quoted == LEX_QUOTED_C;
    case '\n':
    case '\r': return quoted == LEX_QUOTED_CHAR;
    case 'x':
        b = lex_byte(text, pos + 2);
        if (!lex_is_hex(b) || !lex_is_hex(lex_byte(text, pos + 3)))
            return true;
        if (quoted == LEX_QUOTED_C)
            return b == '0' && lex_byte(text, pos + 3) == '0';
        return quoted != LEX_QUOTED_BYTE && b >= '8';
    case 'u':
        if (quoted == LEX_QUOTED_BYTE || lex_byte(text, pos + 2) != '{')
            return true;
        for (pos += 3; lex_is_hex(b = lex_byte(text, pos)) && n_digits < 7; pos++, n_digits++)
            value = value << 4 | lex_hex_value(b);
        return b != '}' || n_digits < 1 || n_digits > 6 || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF) ||
               (quoted == LEX_QUOTED_C && value == 0);
    default: return true;
    }
}

RUSTG_HD bool lex_doubt_number(const lex_text *text, lex_token token)
{
    const uint8_t *bytes = text->bytes;
    uint32_t pos = token.start, n_digits = 0;
    uint8_t b = pos + 1 < token.end ? bytes[pos + 1] : 0;
    if (token.end - token.start > LEX_DOUBT_NUMBER)
        return true;
    if (bytes[pos] == '0' && (b == 'b' || b == 'o' || b == 'x')) {
        uint8_t limit = b == 'b' ? '2' : '8';
        if (token.kind == RUSTG_TOK_FLOAT)
            return true;
        for (pos += 2; pos < token.end; pos++) {
            uint8_t c = bytes[pos];
            if (c == '_')
                continue;
            if (b == 'x' ? !lex_is_hex(c) : !lex_is_digit(c))
                break;
            if (b != 'x' && c >= limit)
                return true;
            n_digits++;
        }
        return n_digits == 0;
    }
    if (token.kind != RUSTG_TOK_FLOAT)
        return false;
    while (pos < token.end && (lex_is_digit(bytes[pos]) || bytes[pos] == '_' || bytes[pos] == '.'))
        pos++;
    if (pos == token.end || (bytes[pos] | 0x20) != 'e')
        return false;
    pos++;
    if (pos < token.end && (bytes[pos] == '+' || bytes[pos] == '-'))
        pos++;
    while (pos < token.end && bytes[pos] == '_')
        pos++;
    return pos == token.end || !lex_is_digit(bytes[pos]);
}

/* A char or byte literal is right if it is one plain character or one escape, and has no suffix. */
RUSTG_HD bool lex_doubt_char(const lex_text *text, lex_token token)
{
    const uint8_t *bytes = text->bytes;
    bool byte = token.kind == RUSTG_TOK_BYTE;
    uint32_t pos = token.start + 1 + byte, length = 1;
    if (token.flags || token.end < pos + 2 || bytes[token.end - 1] != '\'')
        return true;
    if (bytes[pos] == '\\') {
        if (lex_doubt_escape(text, pos, byte ? LEX_QUOTED_BYTE : LEX_QUOTED_CHAR) || bytes[pos + 1] == '\n' ||
            bytes[pos + 1] == '\r')
            return true;
        length = bytes[pos + 1] == 'x' ? 4 : 2;
        if (bytes[pos + 1] == 'u')
            while (bytes[pos + length - 1] != '}')
                length++;
    } else if (bytes[pos] >= 0x80) {
        if (byte || utf8_decode(bytes, text->n_bytes, pos, &length) == UTF8_INVALID)
            return true;
    } else if (bytes[pos] == '\'' || bytes[pos] == '\n' || bytes[pos] == '\r' || bytes[pos] == '\t') {
        return true;
    }
    return pos + length + 1 != token.end;
}

/* A string of any kind but a guarded one. One that ends its file, or has a suffix, is doubtful.
 * in  lane, n_lanes  the caller looks at each n_lanes-th byte from the lane-th on; the string is doubtful where one of
 *                    the lanes says so */
RUSTG_HD bool lex_doubt_string(const lex_text *text, lex_token token, uint32_t lane, uint32_t n_lanes)
{
    const uint8_t *bytes = text->bytes;
    const bool is_raw =
        token.kind == RUSTG_TOK_RAW_STR || token.kind == RUSTG_TOK_RAW_BYTE_STR || token.kind == RUSTG_TOK_RAW_C_STR;
    const bool is_bytes = token.kind == RUSTG_TOK_BYTE_STR || token.kind == RUSTG_TOK_RAW_BYTE_STR;
    const lex_quoted quoted = is_bytes                        ? LEX_QUOTED_BYTE
                              : token.kind == RUSTG_TOK_C_STR ? LEX_QUOTED_C
                                                              : LEX_QUOTED_STR;
    uint32_t from = token.start;
    while (from < token.end && from - token.start <= LEX_MAX_HASHES && bytes[from] != '"')
        from++;
    if (token.flags || token.end == text->n_bytes || from + 1 >= token.end || bytes[from] != '"')
        return true;
    from++;
    for (uint32_t pos = from + lane; pos < token.end; pos += n_lanes) {
        uint32_t before = 0;
        if (is_bytes && bytes[pos] >= 0x80)
            return true;
        if (is_raw || bytes[pos] != '\\')
            continue;
        while (before < LEX_DOUBT_BACKSLASHES && pos - before > from && bytes[pos - before - 1] == '\\')
            before++;
        if (before == LEX_DOUBT_BACKSLASHES || (before % 2 == 0 && lex_doubt_escape(text, pos, quoted)))
            return true;
    }
    return false;
}

/* Words that name a path segment, and `_`, have no raw form. */
RUSTG_HD bool lex_doubt_raw(const lex_text *text, uint32_t start, uint32_t end)
{
    const uint8_t word = lex_keyword(text->bytes + start, end - start, 2024);
    return word == RUSTG_TOK_KW_CRATE || word == RUSTG_TOK_KW_SELF || word == RUSTG_TOK_KW_SELF_TYPE ||
           word == RUSTG_TOK_KW_SUPER || word == RUSTG_TOK_UNDERSCORE;
}

/* in  any_high  the file has bytes from 0x80 on */
RUSTG_HD bool lex_doubt_word(const lex_text *text, lex_token token, bool any_high)
{
    const uint8_t after = lex_byte(text, token.end);
    if (token.flags & RUSTG_TOKEN_RAW)
        return lex_doubt_raw(text, token.start + 2, token.end);
    if (text->edition >= 2021 && (after == '#' || after == '"' || after == '\''))
        return true;
    return any_high && lex_word_end(text, token.start) != token.end; /* emoji */
}

RUSTG_HD bool lex_doubt_lifetime(const lex_text *text, lex_token token)
{
    const uint8_t after = lex_byte(text, token.end);
    if (token.flags & RUSTG_TOKEN_RAW)
        return after == '\'' || lex_doubt_raw(text, token.start + 3, token.end);
    return lex_is_digit(text->bytes[token.start + 1]) || (after == '#' && text->edition >= 2021);
}

/* A token of lex_token_at, or a plain comment, whose kind is NONE. The lanes are lex_doubt_string's, and do the same
 * for all other kinds. */
RUSTG_HD bool lex_doubt_token(const lex_text *text, lex_token token, bool any_high, uint32_t lane, uint32_t n_lanes)
{
    switch (token.kind) {
    case RUSTG_TOK_INT:
    case RUSTG_TOK_FLOAT: return lex_doubt_number(text, token);
    case RUSTG_TOK_CHAR:
    case RUSTG_TOK_BYTE: return lex_doubt_char(text, token);
    case RUSTG_TOK_STR:
    case RUSTG_TOK_BYTE_STR:
    case RUSTG_TOK_C_STR:
    case RUSTG_TOK_RAW_STR:
    case RUSTG_TOK_RAW_BYTE_STR:
    case RUSTG_TOK_RAW_C_STR: return lex_doubt_string(text, token, lane, n_lanes);
    case RUSTG_TOK_LIFETIME: return lex_doubt_lifetime(text, token);
    case RUSTG_TOK_NONE:
    case RUSTG_TOK_DOC_COMMENT: /* a block comment that is not closed goes on to the end */
        return token.end == text->n_bytes && lex_byte(text, token.start + 1) == '*';
    case RUSTG_TOK_UNKNOWN:
    case RUSTG_TOK_GUARDED_STR: return true;
    default:
        return (TOKEN_IS_IDENT(token.kind) || TOKEN_IS_KEYWORD(token.kind)) && lex_doubt_word(text, token, any_high);
    }
}
HD_STATIC_ASSERT(TOKEN_N_LITERALS == 11, "token_kind.def: let lex_doubt_token say when the new literal may be wrong");

#endif
