/* syntax_literal.c: works out the value of a literal. The lexer and lex_diagnose have reported malformed ones. */
#include "base/wide.h"
#include "sema/syntax/syntax.h"

typedef struct literal_text {
    const uint8_t *at, *end;
} literal_text;

static uint32_t syntax_digit_value(uint8_t c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f')
        return (uint32_t)(c | 0x20) - 'a' + 10;
    return 16;
}

static uint32_t syntax_next_utf8(literal_text *t)
{
    uint8_t first = *t->at++;
    if (first < 0xC0)
        return first;
    uint32_t n = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
    uint32_t value = first & (0x3Fu >> n);
    while (n-- && t->at < t->end)
        value = value << 6 | (*t->at++ & 0x3F);
    return value;
}

/* Reads what stands behind a backslash. UINT32_MAX: it is a line's end, which stands for nothing. *byte says that it
 * was `\x`, one byte as it is. */
static uint32_t syntax_read_escape(literal_text *t, bool *byte)
{
    uint8_t c = t->at < t->end ? *t->at++ : 0;
    uint32_t value = 0;
    switch (c) {
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case '0': return 0;
    case 'x':
        for (uint32_t i = 0; i < 2 && t->at < t->end; i++)
            value = value << 4 | (syntax_digit_value(*t->at++) & 15);
        *byte = true;
        return value;
    case 'u':
        while (t->at < t->end && *t->at != '}') {
            uint32_t digit = syntax_digit_value(*t->at++);
            if (digit < 16)
                value = (value << 4 | digit) & 0xFFFFFF;
        }
        if (t->at < t->end)
            t->at++;
        return value > 0x10FFFF ? 0xFFFD : value;
    case '\r':
    case '\n':
        while (t->at < t->end && (*t->at == ' ' || *t->at == '\t' || *t->at == '\n' || *t->at == '\r'))
            t->at++;
        return UINT32_MAX;
    default: return c;
    }
}

uint32_t syntax_put_utf8(uint8_t *to, uint32_t c)
{
    if (c < 0x80) {
        to[0] = (uint8_t)c;
        return 1;
    }
    if (c < 0x800) {
        to[0] = (uint8_t)(0xC0 | c >> 6);
        to[1] = (uint8_t)(0x80 | (c & 0x3F));
        return 2;
    }
    if (c < 0x10000) {
        to[0] = (uint8_t)(0xE0 | c >> 12);
        to[1] = (uint8_t)(0x80 | (c >> 6 & 0x3F));
        to[2] = (uint8_t)(0x80 | (c & 0x3F));
        return 3;
    }
    to[0] = (uint8_t)(0xF0 | c >> 18);
    to[1] = (uint8_t)(0x80 | (c >> 12 & 0x3F));
    to[2] = (uint8_t)(0x80 | (c >> 6 & 0x3F));
    to[3] = (uint8_t)(0x80 | (c & 0x3F));
    return 4;
}

/* No escape is shorter than what it stands for. */
static void syntax_read_string(sema *s, literal_text t, bool raw, syntax_lit *lit)
{
    uint8_t *to = ARENA_ARRAY(s->memory, uint8_t, t.end - t.at + 1);
    uint32_t n = 0;
    while (t.at < t.end) {
        uint8_t c = *t.at;
        if (c == '\\' && !raw) {
            bool byte = false;
            t.at++;
            uint32_t value = syntax_read_escape(&t, &byte);
            if (value == UINT32_MAX)
                continue;
            if (byte)
                to[n++] = (uint8_t)value;
            else
                n += syntax_put_utf8(to + n, value);
        } else if (c == '\r' && t.end - t.at > 1 && t.at[1] == '\n') {
            t.at++;
        } else {
            to[n++] = *t.at++;
        }
    }
    lit->bytes = to;
    lit->n_bytes = n;
}

/* Goes past prefix letters, hashes and the opening quote; t then ends before the closing one. */
static literal_text syntax_string_body(const uint8_t *at, const uint8_t *end)
{
    uint32_t n_hashes = 0;
    while (at < end && *at != '"') {
        n_hashes += *at == '#';
        at++;
    }
    if (at < end)
        at++;
    if ((size_t)(end - at) > n_hashes)
        end -= n_hashes + 1;
    literal_text body = {at, end > at ? end : at};
    return body;
}

static void syntax_read_char(literal_text t, syntax_lit *lit)
{
    while (t.at < t.end && *t.at != '\'')
        t.at++;
    if (t.at < t.end)
        t.at++;
    if (t.at >= t.end) {
        lit->kind = LIT_BAD;
        return;
    }
    bool byte = false;
    if (*t.at == '\\') {
        t.at++;
        lit->bits = syntax_read_escape(&t, &byte);
    } else {
        lit->bits = syntax_next_utf8(&t);
    }
}

static void syntax_literal_read_number(sema *s, literal_text t, syntax_lit *lit)
{
    char *digits = ARENA_ARRAY(s->memory, char, t.end - t.at + 1);
    uint32_t n = 0;
    for (const uint8_t *at = t.at; at < t.end; at++)
        if (*at != '_')
            digits[n++] = (char)*at;
    lit->digits = digits;
    if (lit->kind != LIT_INT)
        return;
    uint32_t base = 10, i = 0;
    if (n > 1 && digits[0] == '0') {
        base = digits[1] == 'x' ? 16 : digits[1] == 'o' ? 8 : digits[1] == 'b' ? 2 : 10;
        i = base == 10 ? 0 : 2;
    }
    wide_u128 value = 0;
    for (; i < n; i++) {
        uint32_t digit = syntax_digit_value((uint8_t)digits[i]);
        lit->beyond |= value > (WIDE_MAX - digit) / base;
        value = value * base + digit;
    }
    lit->bits = (uint64_t)value;
    lit->high = wide_high(value);
    lit->too_large = lit->beyond || lit->high;
}

syntax_lit syntax_literal(sema *s, sema_node expr_lit)
{
    syntax_lit lit = {.kind = LIT_BAD};
    uint32_t tok = syntax_anchor(s, expr_lit);
    uint8_t kind = syntax_tok_kind(s, expr_lit.file, tok);
    sema_span span = syntax_tok_span(s, expr_lit.file, tok);
    const uint8_t *bytes = s->files.at[expr_lit.file]->bytes + span.start;
    uint32_t n = span.end - span.start;
    if (kind == RUSTG_TOK_KW_TRUE || kind == RUSTG_TOK_KW_FALSE) {
        lit.kind = LIT_BOOL;
        lit.bits = kind == RUSTG_TOK_KW_TRUE;
        return lit;
    }
    if (rustg_token_kind_class(kind) != RUSTG_CLASS_LITERAL)
        return lit;
    uint32_t suffix = rustg_token_suffix(bytes, n, kind);
    if (suffix < n)
        lit.suffix = sema_intern(s, (const char *)bytes + suffix, n - suffix);
    literal_text text = {bytes, bytes + suffix};
    switch ((rustg_token_kind)kind) {
    case RUSTG_TOK_INT:
    case RUSTG_TOK_FLOAT:
        lit.kind = kind == RUSTG_TOK_INT ? LIT_INT : LIT_FLOAT;
        syntax_literal_read_number(s, text, &lit);
        break;
    case RUSTG_TOK_CHAR:
    case RUSTG_TOK_BYTE:
        lit.kind = kind == RUSTG_TOK_CHAR ? LIT_CHAR : LIT_BYTE;
        syntax_read_char(text, &lit);
        break;
    case RUSTG_TOK_STR:
    case RUSTG_TOK_RAW_STR:
    case RUSTG_TOK_GUARDED_STR:
        lit.kind = LIT_STR;
        syntax_read_string(s, syntax_string_body(text.at, text.end), kind != RUSTG_TOK_STR, &lit);
        break;
    case RUSTG_TOK_BYTE_STR:
    case RUSTG_TOK_RAW_BYTE_STR:
        lit.kind = LIT_BYTE_STR;
        syntax_read_string(s, syntax_string_body(text.at, text.end), kind != RUSTG_TOK_BYTE_STR, &lit);
        break;
    case RUSTG_TOK_C_STR:
    case RUSTG_TOK_RAW_C_STR:
        lit.kind = LIT_C_STR;
        syntax_read_string(s, syntax_string_body(text.at, text.end), kind != RUSTG_TOK_C_STR, &lit);
        break;
#include "lexer/token_not_literal.inc"
        break;
    }
    return lit;
}
