/* ir_site.c: writes a panic's message with its operands in place. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/c_number.h"
#include "base/char_escape.h"
#include "base/wide.h"
#include "ir/ir.h"

typedef struct site_out {
    char *buffer;
    size_t capacity, n;
    uint64_t low; /* the lower half of the number that comes next */
} site_out;

static void ir_site_put(site_out *out, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++, out->n++)
        if (out->n + 1 < out->capacity)
            out->buffer[out->n] = bytes[i];
}

static void ir_site_put_text(site_out *out, const char *text)
{
    ir_site_put(out, text, strlen(text));
}

static void ir_put_zeros(site_out *out, int n)
{
    for (; n > 0; n--)
        ir_site_put(out, "0", 1);
}

enum { EXACT_DIGITS = 768, FLOAT_DIGITS = 17 }; /* that a float can have; that always read back */

static bool ir_reads_back(const char *digits, int n, int shift, double size, bool is_f32)
{
    char text[FLOAT_DIGITS + 16];
    snprintf(text, sizeof text, "%.*se%d", n, digits, shift - (n - 1));
    return is_f32 ? c_strtof(text, NULL) == (float)size : c_strtod(text, NULL) == size;
}

/* Finds the fewest digits that read back, and of those the closest: with the digits behind left off, or with one more
 * in the last place. Half is rounded up, as in rustc. The digits mean d.ddd * 10^shift; returns how many there are. */
static int ir_shortest(double size, bool is_f32, char digits[FLOAT_DIGITS + 2], int *shift)
{
    char exact[EXACT_DIGITS + 16];
    c_print_double(exact, sizeof exact, "%.*e", EXACT_DIGITS - 1, size);
    const int exponent = atoi(strchr(exact, 'e') + 1);
    memmove(exact + 1, exact + 2, EXACT_DIGITS - 1); /* the point */
    for (int n = 1; n <= FLOAT_DIGITS; n++) {
        const bool half = exact[n] >= '5';
        memcpy(digits, exact, (size_t)n);
        *shift = exponent;
        const bool down = ir_reads_back(digits, n, exponent, size, is_f32);
        if (down && !half)
            return n;
        int last = n;
        while (last > 0 && digits[last - 1] == '9')
            digits[--last] = '0';
        if (last > 0)
            digits[last - 1]++;
        else
            digits[0] = '1';
        *shift = exponent + (last == 0);
        if (ir_reads_back(digits, n, *shift, size, is_f32))
            return n;
        if (down) {
            memcpy(digits, exact, (size_t)n);
            *shift = exponent;
            return n;
        }
    }
    return FLOAT_DIGITS;
}

/* {} never writes an exponent, {:?} does from 1e16 on and below 1e-4. */
static void ir_put_float(site_out *out, double value, bool is_f32, bool debug)
{
    char text[40], digits[FLOAT_DIGITS + 2];
    double size = value < 0 ? -value : value == 0 ? 0 : value; /* -0.0 has a sign, too */
    int n, shift;
    if (value != value) {
        ir_site_put_text(out, "NaN");
        return;
    }
    c_print_double(text, sizeof text, "%.*e", 0, value);
    if (text[0] == '-')
        ir_site_put_text(out, "-");
    if (size - size != 0) {
        ir_site_put_text(out, "inf");
        return;
    }
    n = ir_shortest(size, is_f32, digits, &shift);
    while (n > 1 && digits[n - 1] == '0')
        n--;
    if (debug && size != 0 && (size >= (is_f32 ? (double)1e16f : 1e16) || size < (is_f32 ? (double)1e-4f : 1e-4))) {
        ir_site_put(out, digits, 1);
        ir_site_put(out, ".", n > 1);
        ir_site_put(out, digits + 1, (size_t)(n - 1));
        snprintf(text, sizeof text, "e%d", shift);
        ir_site_put_text(out, text);
        return;
    }
    if (shift < 0) {
        ir_site_put_text(out, "0.");
        ir_put_zeros(out, -shift - 1);
        ir_site_put(out, digits, (size_t)n);
        return;
    }
    ir_site_put(out, digits, (size_t)(n < shift + 1 ? n : shift + 1));
    ir_put_zeros(out, shift + 1 - n);
    ir_site_put(out, ".", n > shift + 1);
    if (n > shift + 1)
        ir_site_put(out, digits + shift + 1, (size_t)(n - shift - 1));
    else if (debug)
        ir_site_put_text(out, ".0");
}

static void ir_put_char(site_out *out, uint64_t code)
{
    char utf8[4];
    size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (n == 1)
        utf8[0] = (char)code;
    for (size_t i = n; n > 1 && i-- > 0; code >>= 6)
        utf8[i] = (char)(i ? 0x80 | (code & 0x3F) : (0xF00 >> n & 0xFF) | code);
    ir_site_put(out, utf8, n);
}

static void ir_put_char_debug(site_out *out, uint64_t code)
{
    char text[CHAR_ESCAPE_ROOM];
    ir_site_put_text(out, "'");
    if (char_escape((uint32_t)code, '\'', text))
        ir_site_put_text(out, text);
    else
        ir_put_char(out, code);
    ir_site_put_text(out, "'");
}

static bool ir_is(const char *kind, size_t n, const char *name)
{
    return strlen(name) == n && memcmp(kind, name, n) == 0;
}

static void ir_put_operand(site_out *out, const char *kind, size_t n, uint64_t bits)
{
    char text[32];
    bool debug = n && kind[n - 1] == '?';
    n -= debug;
    if (ir_is(kind, n, "f32")) {
        uint32_t low = (uint32_t)bits;
        float value;
        memcpy(&value, &low, sizeof value);
        ir_put_float(out, (double)value, true, debug);
    } else if (ir_is(kind, n, "f64")) {
        double value;
        memcpy(&value, &bits, sizeof value);
        ir_put_float(out, value, false, debug);
    } else if (ir_is(kind, n, "char")) {
        (debug ? ir_put_char_debug : ir_put_char)(out, bits);
    } else if (ir_is(kind, n, "utf8")) {
        for (; bits; bits >>= 8) {
            char byte = (char)(bits & 0xFF);
            ir_site_put(out, &byte, byte != 0);
        }
    } else if (ir_is(kind, n, "x32")) {
        snprintf(text, sizeof text, "0x%08" PRIx32, (uint32_t)bits);
        ir_site_put_text(out, text);
    } else if (ir_is(kind, n, "low")) {
        out->low = bits;
    } else if (ir_is(kind, n, "u128") || ir_is(kind, n, "i128")) {
        const bool is_negative = kind[0] == 'i' && bits >> 63;
        const wide_u128 value = wide_of(out->low, bits);
        ir_site_put_text(out, wide_decimal(is_negative ? 0 - value : value, is_negative).text);
    } else if (ir_is(kind, n, "bool")) {
        ir_site_put_text(out, bits ? "true" : "false");
    } else {
        snprintf(text, sizeof text, ir_is(kind, n, "i64") ? "%" PRId64 : "%" PRIu64, bits);
        ir_site_put_text(out, text);
    }
}

size_t ir_site_text(const ir_site *site, const uint64_t operands[IR_MOST_OPERANDS], char *buffer, size_t capacity)
{
    site_out out = {buffer, capacity, 0, 0};
    uint32_t index = 0;
    for (const char *c = site->message; *c; c++) {
        const char *end = *c == '{' && c[1] != '{' ? strchr(c, '}') : NULL;
        if (end && index < IR_MOST_OPERANDS) {
            ir_put_operand(&out, c + 1, (size_t)(end - c - 1), operands[index++]);
            c = end;
        } else {
            ir_site_put(&out, c, 1);
            if ((*c == '{' || *c == '}') && c[1] == *c)
                c++;
        }
    }
    if (capacity)
        buffer[out.n < capacity ? out.n : capacity - 1] = 0;
    return out.n;
}
