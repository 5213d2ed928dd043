/* lex_literal.c: reports the errors inside literals: their ends, escapes, digits and suffixes. source: rustc 1.95's
 * rustc_parse (lexer) and rustc-literal-escaper. */
#include "lexer/diagnose/lex_explain.h"
#include "rustg/diagnostic_kind.h"

typedef enum literal_mode { MODE_CHAR, MODE_BYTE, MODE_STR, MODE_BYTE_STR, MODE_C_STR } literal_mode;

/* The part of a literal between its quotes, and the whole literal without its suffix. */
typedef struct literal_body {
    literal_mode mode;
    uint32_t start, end;
    uint32_t full_start, full_end;
} literal_body;

static bool lex_is_byte_mode(literal_mode mode)
{
    return mode == MODE_BYTE || mode == MODE_BYTE_STR;
}

/* The next character before end, or LEX_END. */
static uint32_t lex_next_char(const lex_text *text, uint32_t *pos, uint32_t end)
{
    return *pos < end ? lex_char_at(text, *pos, pos) : LEX_END;
}

static uint32_t lex_literal_hex_value(uint32_t c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f')
        return (c | 0x20) - 'a' + 10;
    return 16;
}

/* Where the last character of start..end begins, and what it is. */
static uint32_t lex_last_char(const lex_text *text, uint32_t start, uint32_t end, uint32_t *at)
{
    uint32_t pos = start, c = 0;
    while (pos < end) {
        *at = pos;
        c = lex_char_at(text, pos, &pos);
    }
    return c;
}

static void lex_add_last_char(lex_report *report, uint32_t kind, uint32_t start, uint32_t end)
{
    uint32_t at = start, c = lex_last_char(&report->text, start, end, &at);
    lex_add_argument(report, kind, at, end, c, 0, 0);
}

/* Reads the hexadecimal escape behind `\x`. */
static void lex_check_hex_escape(lex_report *report, const literal_body *body, uint32_t start, uint32_t *pos)
{
    uint32_t value = 0, i;
    for (i = 0; i < 2; i++) {
        uint32_t c = lex_next_char(&report->text, pos, body->end);
        if (c == LEX_END) {
            lex_add(report, RUSTG_DIAG_SHORT_HEX_ESCAPE, start, *pos);
            return;
        }
        if (lex_literal_hex_value(c) == 16) {
            lex_add_last_char(report, RUSTG_DIAG_HEX_ESCAPE_CHAR, start, *pos);
            return;
        }
        value = value * 16 + lex_literal_hex_value(c);
    }
    if (value >= 0x80 && (body->mode == MODE_CHAR || body->mode == MODE_STR)) {
        lex_add_argument(report, RUSTG_DIAG_HEX_ESCAPE_RANGE, start, *pos, 0, body->start, body->end);
        lex_explain_hex_range(report, body->end - body->start);
    } else if (value == 0 && body->mode == MODE_C_STR) {
        lex_add(report, RUSTG_DIAG_NUL_IN_C_STR, start, *pos);
    }
}

/* Reads the Unicode escape behind `\u`. */
static void lex_check_unicode_escape(lex_report *report, const literal_body *body, uint32_t start, uint32_t *pos)
{
    const lex_text *text = &report->text;
    uint32_t value = 0, n_digits = 0;
    if (lex_next_char(text, pos, body->end) != '{') {
        uint32_t at = start, c = lex_last_char(text, start, *pos, &at);
        lex_add_argument(report, RUSTG_DIAG_UNICODE_ESCAPE_BRACE, start, *pos, c, body->start, body->end);
        lex_explain_unicode_brace(report, body->end);
        return;
    }
    for (;;) {
        uint32_t c = lex_next_char(text, pos, body->end);
        if (c == LEX_END) {
            lex_add(report, RUSTG_DIAG_UNICODE_ESCAPE_UNCLOSED, start, *pos);
            lex_explain_unicode_unclosed(report);
            return;
        }
        if (c == '_') {
            if (n_digits > 0)
                continue;
            lex_add_last_char(report, RUSTG_DIAG_UNICODE_ESCAPE_UNDERSCORE, start, *pos);
            return;
        }
        if (c == '}')
            break;
        if (lex_literal_hex_value(c) == 16) {
            lex_add_last_char(report, RUSTG_DIAG_UNICODE_ESCAPE_CHAR, start, *pos);
            return;
        }
        if (n_digits < 7)
            n_digits++;
        if (n_digits <= 6)
            value = value * 16 + lex_literal_hex_value(c);
    }
    if (n_digits == 0)
        lex_add(report, RUSTG_DIAG_UNICODE_ESCAPE_EMPTY, start, *pos);
    else if (n_digits > 6)
        lex_add(report, RUSTG_DIAG_UNICODE_ESCAPE_LONG, start, *pos);
    else if (lex_is_byte_mode(body->mode))
        lex_add(report, RUSTG_DIAG_UNICODE_ESCAPE_BYTE, start, *pos);
    else if (value > 0x10FFFF)
        lex_add(report, RUSTG_DIAG_UNICODE_ESCAPE_RANGE, start, *pos);
    else if (value >= 0xD800 && value <= 0xDFFF)
        lex_add(report, RUSTG_DIAG_UNICODE_ESCAPE_SURROGATE, start, *pos);
    else if (value == 0 && body->mode == MODE_C_STR)
        lex_add(report, RUSTG_DIAG_NUL_IN_C_STR, start, *pos);
}

/* Reads what follows the backslash at start. */
static void lex_check_escape(lex_report *report, const literal_body *body, uint32_t start, uint32_t *pos)
{
    uint32_t at = *pos, c = lex_next_char(&report->text, pos, body->end);
    switch (c) {
    case LEX_END: lex_add(report, RUSTG_DIAG_LONE_BACKSLASH, start, *pos); break;
    case '"':
    case 'n':
    case 'r':
    case 't':
    case '\\':
    case '\'': break;
    case '0':
        if (body->mode == MODE_C_STR)
            lex_add(report, RUSTG_DIAG_NUL_IN_C_STR, start, *pos);
        break;
    case 'x': lex_check_hex_escape(report, body, start, pos); break;
    case 'u': lex_check_unicode_escape(report, body, start, pos); break;
    default:
        lex_add_argument(report,
                         lex_is_byte_mode(body->mode) ? RUSTG_DIAG_UNKNOWN_BYTE_ESCAPE : RUSTG_DIAG_UNKNOWN_ESCAPE, at,
                         *pos, c, body->full_start, body->full_end);
        lex_explain_escape(report, c, body->full_start, body->full_end);
        break;
    }
}

static void lex_check_plain_char(lex_report *report, const literal_body *body, uint32_t c, uint32_t start, uint32_t end)
{
    if (lex_is_byte_mode(body->mode) && c >= 0x80) {
        lex_add_argument(report, body->mode == MODE_BYTE ? RUSTG_DIAG_NON_ASCII_BYTE : RUSTG_DIAG_NON_ASCII_BYTE_STR,
                         start, end, c, 0, 0);
        lex_explain_non_ascii(report, c);
    } else if (body->mode == MODE_C_STR && c == 0) {
        lex_add(report, RUSTG_DIAG_NUL_IN_C_STR, start, end);
    }
}

/* Checks what stands between single quotes. It must be one character, and there is at most one error. */
static void lex_check_single(lex_report *report, const literal_body *body)
{
    uint32_t pos = body->start, c = lex_next_char(&report->text, &pos, body->end);
    size_t n_before = report->list->n;
    switch (c) {
    case LEX_END: lex_add(report, RUSTG_DIAG_EMPTY_CHAR, pos, pos); return;
    case '\\': lex_check_escape(report, body, body->start, &pos); break;
    case '\n':
    case '\t':
    case '\'':
        lex_add_argument(report, body->mode == MODE_BYTE ? RUSTG_DIAG_UNESCAPED_BYTE : RUSTG_DIAG_UNESCAPED_CHAR,
                         body->start, pos, c, 0, 0);
        lex_explain_bare(report, c);
        return;
    case '\r':
        lex_add(report, RUSTG_DIAG_CR_CHAR, body->start, pos);
        lex_explain_bare(report, c);
        return;
    default: lex_check_plain_char(report, body, c, body->start, pos); break;
    }
    if (report->list->n == n_before && pos < body->end) {
        (void)lex_next_char(&report->text, &pos, body->end);
        lex_add_argument(report, RUSTG_DIAG_LONG_CHAR, body->full_start, body->full_end, 0, body->start, pos);
        lex_explain_long_char(report, body->start, pos);
    }
}

/* Between double quotes. */
static void lex_check_string(lex_report *report, const literal_body *body)
{
    const lex_text *text = &report->text;
    uint32_t pos = body->start;
    while (pos < body->end) {
        uint32_t start = pos, next, c = lex_next_char(text, &pos, body->end);
        if (c == '\\') {
            if (pos < body->end && lex_char_at(text, pos, &next) == '\n') {
                uint8_t b;
                do {
                    pos = next++;
                    b = pos < body->end ? text->bytes[pos] : 0;
                } while (b == ' ' || b == '\t' || b == '\n' || b == '\r');
            } else {
                lex_check_escape(report, body, start, &pos);
            }
        } else if (c == '\r') {
            lex_add(report, RUSTG_DIAG_CR_STR, start, pos);
            lex_explain_bare(report, c);
        } else if (c == '"') {
            /* The lexer has skipped this one behind a backslash that a broken escape took. */
            lex_add_argument(report, RUSTG_DIAG_UNESCAPED_CHAR, start, pos, c, 0, 0);
            lex_explain_bare(report, c);
        } else {
            lex_check_plain_char(report, body, c, start, pos);
        }
    }
}

static void lex_check_raw_string(lex_report *report, const literal_body *body)
{
    uint32_t pos = body->start;
    while (pos < body->end) {
        uint32_t start = pos, c = lex_next_char(&report->text, &pos, body->end);
        if (c == '\r') {
            lex_add(report, RUSTG_DIAG_CR_RAW_STR, start, pos);
        } else if (c >= 0x80 && body->mode == MODE_BYTE_STR) {
            lex_add_argument(report, RUSTG_DIAG_NON_ASCII_RAW_BYTE_STR, start, pos, c, 0, 0);
            lex_explain_non_ascii(report, c);
        } else {
            lex_check_plain_char(report, body, c, start, pos);
        }
    }
}

static void lex_check_suffix(lex_report *report, uint32_t start, uint32_t end)
{
    if (end - start == 1 && report->text.bytes[start] == '_')
        lex_add(report, RUSTG_DIAG_UNDERSCORE_SUFFIX, start, end);
}

static bool lex_check_quoted(lex_report *report, lex_token token, literal_mode mode, uint32_t n_prefix,
                             uint32_t unterminated)
{
    const lex_text *text = &report->text;
    bool single = mode == MODE_CHAR || mode == MODE_BYTE, complete = true;
    literal_body body;
    body.mode = mode;
    body.full_start = token.start;
    body.start = token.start + n_prefix + 1;
    if (mode == MODE_CHAR && lex_continue_end(text, body.start) == token.end - 1 && text->bytes[token.end - 1] == '\'')
        body.full_end = token.end; /* 'abc': the lexer took it for a lifetime first, so that it has no suffix */
    else if (single)
        body.full_end = lex_char_end(text, body.start, &complete);
    else
        body.full_end = lex_string_end(text, body.start, &complete);
    if (!complete) {
        bool string_meant = mode == MODE_CHAR && report->last_tick != LEX_NO_TICK;
        lex_add_argument(report, unterminated, token.start + n_prefix, body.full_end, 0,
                         string_meant ? report->last_tick : 0, string_meant ? report->last_tick + 1 : 0);
        if (string_meant)
            lex_explain_string_ticks(report, report->last_tick);
        return false;
    }
    body.end = body.full_end - 1;
    if (single)
        lex_check_single(report, &body);
    else
        lex_check_string(report, &body);
    lex_check_suffix(report, body.full_end, token.end);
    return true;
}

/* The longest run of hashes behind a quote of an unterminated raw string, the first of its length. */
static void lex_find_raw_terminator(const lex_text *text, uint32_t pos, uint32_t end, uint32_t *start, uint32_t *stop)
{
    uint32_t most = 0;
    *start = *stop = 0;
    while (pos < end) {
        uint32_t n_hashes = 0;
        if (text->bytes[pos++] != '"')
            continue;
        while (lex_byte(text, pos) == '#') {
            pos++;
            n_hashes++;
        }
        if (n_hashes > most) {
            most = n_hashes;
            *stop = pos;
            *start = pos - n_hashes;
        }
    }
}

static bool lex_literal_check_raw(lex_report *report, lex_token token, literal_mode mode, uint32_t n_prefix)
{
    const lex_text *text = &report->text;
    uint32_t n_hashes, next, quote, terminator, terminator_end;
    bool complete;
    literal_body body;
    body.mode = mode;
    body.full_start = token.start;
    body.full_end = lex_raw_string_end(text, token.start + n_prefix, &n_hashes, &complete);
    quote = token.start + n_prefix + n_hashes;
    if (lex_byte(text, quote) != '"') {
        uint32_t c = lex_char_at(text, quote, &next);
        lex_add_argument(report, RUSTG_DIAG_RAW_STR_START, token.start, next, c == LEX_END ? 0 : c, 0, 0);
        return false;
    }
    body.start = quote + 1;
    body.end = body.full_end - n_hashes - 1;
    if (complete) {
        lex_check_raw_string(report, &body);
        lex_check_suffix(report, body.full_end, token.end);
        return true;
    }
    lex_find_raw_terminator(text, body.start, body.full_end, &terminator, &terminator_end);
    if (n_hashes > LEX_MAX_HASHES && terminator_end - terminator >= n_hashes) {
        lex_add_argument(report, RUSTG_DIAG_TOO_MANY_HASHES, token.start, body.full_end, n_hashes, 0, 0);
        return false;
    }
    lex_add_argument(report, RUSTG_DIAG_UNTERMINATED_RAW_STR, token.start, token.start, n_hashes, terminator,
                     terminator_end);
    lex_explain_raw_string(report, n_hashes, terminator, terminator_end);
    return false;
}

static void lex_check_number(lex_report *report, lex_token token)
{
    const lex_text *text = &report->text;
    bool is_float, any = true;
    uint32_t end = lex_number_body_end(text, token.start, &is_float), pos = token.start, base = 10;
    if (text->bytes[pos] == '0') {
        uint8_t b = lex_byte(text, pos + 1);
        base = b == 'b' ? 2 : b == 'o' ? 8 : b == 'x' ? 16 : 10;
    }
    pos = lex_digits_end(text, base == 10 ? pos : pos + 2, base == 16, &any);
    if (is_float) {
        uint8_t b;
        bool has_exponent;
        if (lex_byte(text, pos) == '.')
            pos = lex_digits_end(text, pos + 1, false, &any);
        b = pos < end ? text->bytes[pos] : 0;
        has_exponent = b == 'e' || b == 'E';
        if (has_exponent) {
            pos++;
            if (lex_byte(text, pos) == '+' || lex_byte(text, pos) == '-')
                pos++;
            (void)lex_digits_end(text, pos, false, &any);
        }
        if (has_exponent && !any)
            lex_add(report, RUSTG_DIAG_EMPTY_EXPONENT, token.start, token.end);
        if (base != 10)
            lex_add_argument(report, RUSTG_DIAG_FLOAT_BASE, token.start, end, base, 0, 0);
    } else if (!any) {
        lex_add(report, RUSTG_DIAG_NO_DIGITS, token.start, end);
    } else if (base == 2 || base == 8) {
        for (pos = token.start + 2; pos < end; pos++)
            if (text->bytes[pos] != '_' && lex_literal_hex_value(text->bytes[pos]) >= base)
                lex_add_argument(report, RUSTG_DIAG_INVALID_DIGIT, pos, pos + 1, base, 0, 0);
    }
    lex_check_suffix(report, end, token.end);
}

/* A guarded string or a run of hashes, reserved in 2024. */
static bool lex_check_guarded(lex_report *report, lex_token token)
{
    const lex_text *text = &report->text;
    uint32_t n_hashes, end;
    bool complete;
    if (token.end - token.start == 2) { /* no string is that short */
        lex_add(report, RUSTG_DIAG_RESERVED_MULTIHASH, token.start, token.end);
        lex_explain_space(report, token.start + 1);
        return true;
    }
    end = lex_guarded_string_end(text, token.start, &n_hashes, &complete);
    if (!complete) {
        lex_add(report, RUSTG_DIAG_UNTERMINATED_STR, token.start + n_hashes, end);
        return false;
    }
    lex_add(report, RUSTG_DIAG_RESERVED_STRING, token.start, token.end);
    lex_explain_space(report, token.start + 1);
    return true;
}

bool lex_check_literal(lex_report *report, lex_token token)
{
    switch ((rustg_token_kind)token.kind) {
    case RUSTG_TOK_INT:
    case RUSTG_TOK_FLOAT: lex_check_number(report, token); return true;
    case RUSTG_TOK_CHAR: return lex_check_quoted(report, token, MODE_CHAR, 0, RUSTG_DIAG_UNTERMINATED_CHAR);
    case RUSTG_TOK_BYTE: return lex_check_quoted(report, token, MODE_BYTE, 1, RUSTG_DIAG_UNTERMINATED_BYTE);
    case RUSTG_TOK_STR: return lex_check_quoted(report, token, MODE_STR, 0, RUSTG_DIAG_UNTERMINATED_STR);
    case RUSTG_TOK_BYTE_STR: return lex_check_quoted(report, token, MODE_BYTE_STR, 1, RUSTG_DIAG_UNTERMINATED_BYTE_STR);
    case RUSTG_TOK_C_STR: return lex_check_quoted(report, token, MODE_C_STR, 1, RUSTG_DIAG_UNTERMINATED_C_STR);
    case RUSTG_TOK_RAW_STR: return lex_literal_check_raw(report, token, MODE_STR, 1);
    case RUSTG_TOK_RAW_BYTE_STR: return lex_literal_check_raw(report, token, MODE_BYTE_STR, 2);
    case RUSTG_TOK_RAW_C_STR: return lex_literal_check_raw(report, token, MODE_C_STR, 2);
    case RUSTG_TOK_GUARDED_STR: return lex_check_guarded(report, token);
#include "lexer/token_not_literal.inc"
        break;
    }
    return true;
}
