/* ir_site.c: a panic's message with its operands in place. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

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

/* As Rust displays a float: the fewest digits that read back, never an exponent, no ".0". */
static void put_float(site_out *out, uint64_t bits)
{
    char digits[40], plain[400];
    double value;
    memcpy(&value, &bits, sizeof value);
    if (value != value) {
        put(out, "NaN", 3);
        return;
    }
    for (int precision = 0; precision < 17; precision++) {
        snprintf(digits, sizeof digits, "%.*e", precision, value);
        if (strtod(digits, NULL) == value || value - value != 0)
            break;
    }
    if (value - value != 0) {
        put(out, value < 0 ? "-inf" : "inf", value < 0 ? 4 : 3);
        return;
    }
    const char *exponent = strchr(digits, 'e');
    int shift = atoi(exponent + 1), n_digits = 0;
    for (const char *c = digits; c < exponent; c++)
        n_digits += *c >= '0' && *c <= '9';
    snprintf(plain, sizeof plain, "%.*f", n_digits - 1 > shift ? n_digits - 1 - shift : 0, value);
    put(out, plain, strlen(plain));
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

static void put_operand(site_out *out, const ir_site *site, uint32_t index, uint64_t bits)
{
    char text[32];
    if (site->floats >> index & 1) {
        put_float(out, bits);
    } else if (site->chars >> index & 1) {
        put_char(out, bits);
    } else {
        if (site->signs >> index & 1)
            snprintf(text, sizeof text, "%" PRId64, (int64_t)bits);
        else
            snprintf(text, sizeof text, "%" PRIu64, bits);
        put(out, text, strlen(text));
    }
}

size_t ir_site_text(const ir_site *site, const uint64_t operands[2], char *buffer, size_t capacity)
{
    site_out out = {buffer, capacity, 0};
    uint32_t index = 0;
    for (const char *c = site->message; *c; c++) {
        if (c[0] == '{' && c[1] == '}' && index < 2) {
            put_operand(&out, site, index, operands[index]);
            index++;
            c++;
        } else {
            put(&out, c, 1);
        }
    }
    if (capacity)
        buffer[out.n < capacity ? out.n : capacity - 1] = 0;
    return out.n;
}
