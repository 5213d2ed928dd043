/* ir_site.c: a panic's message with its operands in place. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/c_number.h"
#include "ir/ir.h"

typedef struct site_out {
    char *buffer;
    size_t capacity, n;
} site_out;

static void put(site_out *out, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++, out->n++)
        if (out->n + 1 < out->capacity)
            out->buffer[out->n] = bytes[i];
}

static void put_text(site_out *out, const char *text)
{
    put(out, text, strlen(text));
}

static void put_zeros(site_out *out, int n)
{
    for (; n > 0; n--)
        put(out, "0", 1);
}

/* The fewest digits that read back; {} never writes an exponent, {:?} does from 1e16 on and below 1e-4. */
static void put_float(site_out *out, double value, bool is_f32, bool debug)
{
    char text[40], digits[24];
    double size = value < 0 ? -value : value;
    int n = 0, shift;
    if (value != value) {
        put_text(out, "NaN");
        return;
    }
    c_print_double(text, sizeof text, "%.*e", 0, value);
    if (text[0] == '-')
        put_text(out, "-");
    if (size - size != 0) {
        put_text(out, "inf");
        return;
    }
    for (int precision = 0; precision < 17; precision++) {
        c_print_double(text, sizeof text, "%.*e", precision, size);
        if (is_f32 ? c_strtof(text, NULL) == (float)size : c_strtod(text, NULL) == size)
            break;
    }
    const char *c = text;
    for (; *c != 'e'; c++)
        if (*c >= '0' && *c <= '9')
            digits[n++] = *c;
    shift = atoi(c + 1);
    while (n > 1 && digits[n - 1] == '0')
        n--;
    if (debug && size != 0 && (size >= 1e16 || size < 1e-4)) {
        put(out, digits, 1);
        put(out, ".", n > 1);
        put(out, digits + 1, (size_t)(n - 1));
        snprintf(text, sizeof text, "e%d", shift);
        put_text(out, text);
        return;
    }
    if (shift < 0) {
        put_text(out, "0.");
        put_zeros(out, -shift - 1);
        put(out, digits, (size_t)n);
        return;
    }
    put(out, digits, (size_t)(n < shift + 1 ? n : shift + 1));
    put_zeros(out, shift + 1 - n);
    put(out, ".", n > shift + 1);
    if (n > shift + 1)
        put(out, digits + shift + 1, (size_t)(n - shift - 1));
    else if (debug)
        put_text(out, ".0");
}

static void put_char(site_out *out, uint64_t code)
{
    char utf8[4];
    size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (n == 1)
        utf8[0] = (char)code;
    for (size_t i = n; n > 1 && i-- > 0; code >>= 6)
        utf8[i] = (char)(i ? 0x80 | (code & 0x3F) : (0xF00 >> n & 0xFF) | code);
    put(out, utf8, n);
}

static void put_char_debug(site_out *out, uint64_t code)
{
    static const char escaped[] = "\t\r\n'\\", letters[] = "trn'\\";
    char text[24];
    const char *escape = code && code < 0x80 ? strchr(escaped, (int)code) : NULL;
    put_text(out, "'");
    if (escape || !code) {
        put_text(out, "\\");
        put(out, escape ? &letters[escape - escaped] : "0", 1);
    } else if (code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0xAD) {
        snprintf(text, sizeof text, "\\u{%" PRIx64 "}", code);
        put_text(out, text);
    } else {
        put_char(out, code);
    }
    put_text(out, "'");
}

static bool is(const char *kind, size_t n, const char *name)
{
    return strlen(name) == n && memcmp(kind, name, n) == 0;
}

static void put_operand(site_out *out, const char *kind, size_t n, uint64_t bits)
{
    char text[32];
    bool debug = n && kind[n - 1] == '?';
    n -= debug;
    if (is(kind, n, "f32")) {
        uint32_t low = (uint32_t)bits;
        float value;
        memcpy(&value, &low, sizeof value);
        put_float(out, (double)value, true, debug);
    } else if (is(kind, n, "f64")) {
        double value;
        memcpy(&value, &bits, sizeof value);
        put_float(out, value, false, debug);
    } else if (is(kind, n, "char")) {
        (debug ? put_char_debug : put_char)(out, bits);
    } else if (is(kind, n, "utf8")) {
        for (; bits; bits >>= 8) {
            char byte = (char)(bits & 0xFF);
            put(out, &byte, byte != 0);
        }
    } else if (is(kind, n, "bool")) {
        put_text(out, bits ? "true" : "false");
    } else {
        snprintf(text, sizeof text, is(kind, n, "i64") ? "%" PRId64 : "%" PRIu64, bits);
        put_text(out, text);
    }
}

size_t ir_site_text(const ir_site *site, const uint64_t operands[IR_MOST_OPERANDS], char *buffer, size_t capacity)
{
    site_out out = {buffer, capacity, 0};
    uint32_t index = 0;
    for (const char *c = site->message; *c; c++) {
        const char *end = *c == '{' && c[1] != '{' ? strchr(c, '}') : NULL;
        if (end && index < IR_MOST_OPERANDS) {
            put_operand(&out, c + 1, (size_t)(end - c - 1), operands[index++]);
            c = end;
        } else {
            put(&out, c, 1);
            if ((*c == '{' || *c == '}') && c[1] == *c)
                c++;
        }
    }
    if (capacity)
        buffer[out.n < capacity ? out.n : capacity - 1] = 0;
    return out.n;
}
