/* ir_read_word.c: reads words, numbers, texts and types of the text form. */
#include "ir/ir_read.h"

#include "base/byte.h"
#include "base/limits.h"

_Noreturn void ir_read_fail(ir_reader *r, const char *what)
{
    r->message = arena_format(r->m->memory, "line %u: %s", r->line, what);
    longjmp(r->failed, 1);
}

void ir_read_blanks(ir_reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\r'))
        r->at++;
    if (r->end - r->at >= 2 && r->at[0] == '/' && r->at[1] == '/')
        while (r->at < r->end && *r->at != '\n')
            r->at++;
}

bool ir_read_at_end_of_line(ir_reader *r)
{
    ir_read_blanks(r);
    return r->at == r->end || *r->at == '\n';
}

void ir_read_end_line(ir_reader *r)
{
    if (!ir_read_at_end_of_line(r))
        ir_read_fail(r, arena_format(r->m->memory, "unexpected `%.20s`",
                                     arena_text(r->m->memory, r->at,
                                                (size_t)(r->end - r->at) < 20 ? (size_t)(r->end - r->at) : 20)));
    while (r->at < r->end && ir_read_at_end_of_line(r)) {
        if (r->at == r->end)
            break;
        r->at++;
        r->line++;
    }
}

bool ir_read_mark(ir_reader *r, const char *mark)
{
    const size_t n = strlen(mark);
    ir_read_blanks(r);
    if ((size_t)(r->end - r->at) < n || memcmp(r->at, mark, n) != 0)
        return false;
    r->at += n;
    return true;
}

bool ir_read_word(ir_reader *r, const char *word)
{
    const char *before = r->at;
    if (ir_read_mark(r, word) && (r->at == r->end || !byte_is_word(*r->at)))
        return true;
    r->at = before;
    return false;
}

void ir_read_want(ir_reader *r, const char *mark)
{
    if (!ir_read_mark(r, mark))
        ir_read_fail(r, arena_format(r->m->memory, "expected `%s`", mark));
}

const char *ir_read_any_word(ir_reader *r)
{
    ir_read_blanks(r);
    const char *start = r->at;
    while (r->at < r->end && byte_is_word(*r->at))
        r->at++;
    if (r->at == start)
        ir_read_fail(r, "expected a word");
    return arena_text(r->m->memory, start, (size_t)(r->at - start));
}

static int ir_hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

const char *ir_read_quoted(ir_reader *r, size_t *n)
{
    ir_read_want(r, "\"");
    const char *close = r->at;
    while (close < r->end && *close != '"' && *close != '\n')
        close += *close == '\\' && r->end - close > 1 ? 2 : 1;
    if (close >= r->end || *close != '"')
        ir_read_fail(r, "a text is not closed");
    char *text = arena_alloc(r->m->memory, (size_t)(close - r->at) + 1);
    size_t length = 0;
    while (r->at < close) {
        char c = *r->at++;
        if (c == '\\') {
            c = *r->at++;
            if (c == 'n') {
                c = '\n';
            } else if (c == 'x') {
                if (close - r->at < 2 || ir_hex_digit(r->at[0]) < 0 || ir_hex_digit(r->at[1]) < 0)
                    ir_read_fail(r, "\\x wants two digits");
                c = (char)(ir_hex_digit(r->at[0]) << 4 | ir_hex_digit(r->at[1]));
                r->at += 2;
            } else if (c != '"' && c != '\\') {
                ir_read_fail(r, "unknown escape");
            }
        }
        text[length++] = c;
    }
    r->at++;
    if (n)
        *n = length;
    else if (strlen(text) != length)
        ir_read_fail(r, "a name has a zero byte");
    return text;
}

const char *ir_read_name(ir_reader *r)
{
    ir_read_blanks(r);
    if (r->at < r->end && *r->at == '"')
        return ir_read_quoted(r, NULL);
    return r->at < r->end && byte_is_word(*r->at) ? ir_read_any_word(r) : NULL;
}

uint64_t ir_read_number(ir_reader *r)
{
    ir_read_blanks(r);
    const char *start = r->at;
    uint64_t n = 0;
    for (; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++) {
        const uint64_t digit = (uint64_t)(*r->at - '0');
        if (n > (UINT64_MAX - digit) / 10)
            ir_read_fail(r, "a number is too large");
        n = n * 10 + digit;
    }
    if (r->at == start)
        ir_read_fail(r, "expected a number");
    return n;
}

uint32_t ir_read_u32(ir_reader *r)
{
    const uint64_t n = ir_read_number(r);
    if (n > UINT32_MAX)
        ir_read_fail(r, "a number is too large");
    return (uint32_t)n;
}

uint32_t ir_read_id(ir_reader *r, const char *mark)
{
    ir_read_want(r, mark);
    const uint32_t n = ir_read_u32(r);
    if (n > r->n_bytes)
        ir_read_fail(r, "a number is too large");
    return n;
}

static ir_type read_type(ir_reader *r, uint32_t depth)
{
    if (depth > LIMIT_IR_TYPE_DEPTH)
        ir_read_fail(r, "types nest too deeply");
    if (ir_read_mark(r, "[")) {
        const ir_type element = read_type(r, depth + 1);
        ir_read_want(r, ";");
        const uint64_t n = ir_read_number(r);
        ir_read_want(r, "]");
        return ir_array(r->m, element, n);
    }
    if (ir_read_mark(r, "#")) {
        const uint32_t number = ir_read_u32(r);
        if (number >= r->aggregates.n)
            ir_read_fail(r, arena_format(r->m->memory, "type #%u is not declared above", number));
        return r->aggregates.at[number];
    }
    for (ir_type t = 0; t <= IR_F64; t++)
        if (ir_read_word(r, ir_scalar_names[t]))
            return t;
    if (!ir_read_word(r, "ptr"))
        ir_read_fail(r, "expected a type");
    if (!ir_read_mark(r, "."))
        return ir_ptr(r->m, IR_SPACE_GENERIC);
    for (uint32_t space = IR_SPACE_GLOBAL; space < IR_N_SPACES; space++)
        if (ir_read_word(r, ir_space_names[space]))
            return ir_ptr(r->m, (ir_space)space);
    ir_read_fail(r, "expected global, shared, const or local");
}

ir_type ir_read_type(ir_reader *r)
{
    return read_type(r, 0);
}

static uint64_t ir_read_word_read_float(ir_reader *r, uint8_t kind)
{
    ir_read_blanks(r);
    const char *start = r->at;
    uint64_t bits;
    while (r->at < r->end && (byte_is_word(*r->at) || *r->at == '.' || *r->at == '-' || *r->at == '+'))
        r->at++;
    if (!ir_float_bits(start, (size_t)(r->at - start), kind, &bits))
        ir_read_fail(r, "expected a float");
    return bits;
}

uint64_t ir_read_bits(ir_reader *r, ir_type type)
{
    const uint8_t kind = r->m->types.at[type].kind;
    const uint64_t size = ir_size(r->m, type);
    if (kind == IR_F32 || kind == IR_F64)
        return ir_read_word_read_float(r, kind);
    if (kind == IR_BOOL && (ir_read_word(r, "true") || ir_read_word(r, "false")))
        return r->at[-2] == 'u';
    if (kind == IR_PTR) {
        if (ir_read_word(r, "null"))
            return 0;
        return ir_read_word_read_float(r, IR_F64);
    }
    const bool negative = ir_read_mark(r, "-");
    const uint64_t n = ir_read_number(r);
    if (n != ir_low_bits(n, size))
        ir_read_fail(r, "a number is too large for its type");
    return ir_low_bits(negative ? 0 - n : n, size);
}
