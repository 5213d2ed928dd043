/* lex_cpu_doubt.c: decides whether something that is not plain may hold a lexical error. A wrong yes costs time,
 * since the file goes to lex_diagnose; a wrong no loses an error. */
#include <string.h>

#include "lexer/cpu/lex_cpu.h"

static bool lex_is_hex(uint8_t b)
{
    return lex_is_digit(b) || (uint8_t)((b | 0x20) - 'a') < 6;
}

static uint32_t lex_hex_value(uint8_t b)
{
    return lex_is_digit(b) ? (uint32_t)(b - '0') : (uint32_t)((b | 0x20) - 'a' + 10);
}

bool lex_escape_fine(const uint8_t *bytes, uint32_t n_bytes, uint32_t pos, lex_quoted quoted)
{
    lex_text text = {bytes, n_bytes, 2024};
    uint8_t b = lex_byte(&text, pos + 1);
    uint32_t value = 0, n_digits = 0;
    switch (b) {
    case 'n':
    case 'r':
    case 't':
    case '\\':
    case '\'':
    case '"': return true;
    case '0': return quoted != LEX_QUOTED_C;
    case '\n':
    case '\r': return quoted != LEX_QUOTED_CHAR;
    case 'x':
        b = lex_byte(&text, pos + 2);
        if (!lex_is_hex(b) || !lex_is_hex(lex_byte(&text, pos + 3)))
            return false;
        if (quoted == LEX_QUOTED_C)
            return b != '0' || lex_byte(&text, pos + 3) != '0';
        return quoted == LEX_QUOTED_BYTE || b < '8';
    case 'u':
        if (quoted == LEX_QUOTED_BYTE || lex_byte(&text, pos + 2) != '{')
            return false;
        for (pos += 3; lex_is_hex(b = lex_byte(&text, pos)) && n_digits < 7; pos++, n_digits++)
            value = value << 4 | lex_hex_value(b);
        return b == '}' && n_digits >= 1 && n_digits <= 6 && value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF) &&
               (quoted != LEX_QUOTED_C || value != 0);
    default: return false;
    }
}

static bool lex_number_doubtful(const lex_text *text, lex_token token)
{
    const uint8_t *bytes = text->bytes;
    uint32_t pos = token.start, n_digits = 0;
    uint8_t b = pos + 1 < token.end ? bytes[pos + 1] : 0;
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

/* A char or byte literal is fine when it is one plain character or one escape and has no suffix. */
static bool lex_char_doubtful(const lex_text *text, lex_token token)
{
    const uint8_t *bytes = text->bytes;
    bool byte = token.kind == RUSTG_TOK_BYTE;
    uint32_t pos = token.start + 1 + byte, length = 1;
    if (token.flags || token.end < pos + 2 || bytes[token.end - 1] != '\'')
        return true;
    if (bytes[pos] == '\\') {
        if (!lex_escape_fine(bytes, text->n_bytes, pos, byte ? LEX_QUOTED_BYTE : LEX_QUOTED_CHAR) ||
            bytes[pos + 1] == '\n' || bytes[pos + 1] == '\r')
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

static bool lex_reserved_raw(const uint8_t *word, uint32_t length)
{
    return (length == 1 && word[0] == '_') || (length == 5 && memcmp(word, "crate", 5) == 0) ||
           (length == 5 && memcmp(word, "super", 5) == 0) ||
           (length == 4 && (memcmp(word, "self", 4) == 0 || memcmp(word, "Self", 4) == 0));
}

static bool lex_ident_doubtful(const lex_text *text, uint32_t start, uint32_t end)
{
    uint8_t after = lex_byte(text, end);
    if (text->edition >= 2021 && (after == '#' || after == '"' || after == '\''))
        return true;
    return lex_word_end(text, start) != end; /* emoji */
}

bool lex_token_doubtful(const lex_text *text, lex_token token)
{
    switch (token.kind) {
    case RUSTG_TOK_INT:
    case RUSTG_TOK_FLOAT: return lex_number_doubtful(text, token);
    case RUSTG_TOK_CHAR:
    case RUSTG_TOK_BYTE: return lex_char_doubtful(text, token);
    case RUSTG_TOK_LIFETIME:
        if (token.flags & RUSTG_TOKEN_RAW)
            return lex_byte(text, token.end) == '\'' ||
                   lex_reserved_raw(text->bytes + token.start + 3, token.end - token.start - 3);
        return lex_is_digit(text->bytes[token.start + 1]) ||
               (lex_byte(text, token.end) == '#' && text->edition >= 2021);
    case RUSTG_TOK_UNKNOWN:
    case RUSTG_TOK_STR:
    case RUSTG_TOK_BYTE_STR:
    case RUSTG_TOK_C_STR:
    case RUSTG_TOK_RAW_STR:
    case RUSTG_TOK_RAW_BYTE_STR:
    case RUSTG_TOK_RAW_C_STR:
    case RUSTG_TOK_GUARDED_STR:
    case RUSTG_TOK_DOC_COMMENT:
    case RUSTG_TOK_NONE: return true;
    default: /* words; punctuation is always fine */
        if (token.kind > RUSTG_TOK_DOC_COMMENT)
            return false;
        if (token.flags & RUSTG_TOKEN_RAW)
            return lex_reserved_raw(text->bytes + token.start + 2, token.end - token.start - 2);
        return lex_ident_doubtful(text, token.start, token.end);
    }
}

bool lex_prologue_doubtful(const uint8_t *bytes, uint32_t n_skipped)
{
    uint32_t i;
    for (i = 0; i + 3 <= n_skipped; i++)
        if (memcmp(bytes + i, "---", 3) == 0)
            return true;
    return false;
}
