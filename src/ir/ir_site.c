/* ir_site.c: writes a panic's message with its operands in place. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/byte.h"
#include "base/c_number.h"
#include "base/utf8.h"
#include "base/wide.h"
#include "ir/char_escape.h"
#include "ir/ir.h"

typedef struct site_out {
    char *buffer;
    size_t capacity, n;
    uint64_t low; /* the lower half of the number that comes next */
    size_t n_part;
    bool is_cut; /* a text was, and nothing says so yet */
    char part[8 * IR_MOST_OPERANDS];
} site_out;

static void ir_site_put(site_out *out, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++, out->n++)
        if (out->n + 1 < out->capacity)
            out->buffer[out->n] = bytes[i];
}

static size_t ir_site_end(const site_out *out)
{
    if (out->capacity)
        out->buffer[out->n < out->capacity ? out->n : out->capacity - 1] = 0;
    return out->n;
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

enum { MOST_BEHIND = 1100 };                    /* zeros stand for more digits behind a point */
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

/* d.dde7; type: e or E. */
static void ir_put_exponent(site_out *out, const char *digits, int n, int shift, char type)
{
    char text[16];
    ir_site_put(out, digits, 1);
    ir_site_put(out, ".", n > 1);
    ir_site_put(out, digits + 1, (size_t)(n - 1));
    snprintf(text, sizeof text, "%c%d", type, shift);
    ir_site_put_text(out, text);
}

/* {} never writes an exponent, {:?} does from 1e16 on and below 1e-4. type: e or E writes one always. */
static void ir_put_float(site_out *out, double value, bool is_f32, bool debug, char type)
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
    if (type ||
        (debug && size != 0 && (size >= (is_f32 ? (double)1e16f : 1e16) || size < (is_f32 ? (double)1e-4f : 1e-4)))) {
        ir_put_exponent(out, digits, n, shift, type ? type : 'e');
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

/* [[fill]align][+][#][0][width][.precision][xXboeE] */
typedef struct site_spec {
    const char *fill;
    size_t n_fill;
    char align, type; /* 0: none */
    bool plus, alternate, zeros;
    int width, precision; /* precision -1: none */
} site_spec;

static int ir_site_digits(const char **at, const char *end)
{
    int value = 0;
    for (; *at < end && **at >= '0' && **at <= '9' && value < 10000; (*at)++)
        value = 10 * value + (**at - '0');
    return value;
}

static size_t ir_site_char_bytes(const char *at, const char *end)
{
    const char *next = at + 1;
    while (next < end && ((uint8_t)*next & 0xC0) == 0x80)
        next++;
    return (size_t)(next - at);
}

static bool ir_site_is_align(const char *at, const char *end)
{
    return at < end && (*at == '<' || *at == '^' || *at == '>');
}

static site_spec ir_site_spec_of(const char *at, size_t n)
{
    const char *end = at + n;
    site_spec spec = {.fill = " ", .n_fill = 1, .precision = -1};
    const size_t first = n ? ir_site_char_bytes(at, end) : 0;
    if (n && ir_site_is_align(at + first, end)) {
        spec.fill = at;
        spec.n_fill = first;
        at += first;
    }
    if (ir_site_is_align(at, end))
        spec.align = *at++;
    if (at < end && *at == '+')
        spec.plus = *at++ != 0;
    if (at < end && *at == '#')
        spec.alternate = *at++ != 0;
    if (at < end && *at == '0')
        spec.zeros = *at++ != 0;
    spec.width = ir_site_digits(&at, end);
    if (at < end && *at == '.') {
        at++;
        spec.precision = ir_site_digits(&at, end);
    }
    if (at < end)
        spec.type = *at;
    return spec;
}

static int ir_n_chars(const char *text, size_t n)
{
    int n_chars = 0;
    for (const char *at = text; at < text + n; at += ir_site_char_bytes(at, text + n))
        n_chars++;
    return n_chars;
}

/* head: the sign and prefix, which zeros follow. Behind the text come n_zeros more, and the tail. */
static void ir_put_padded_parts(site_out *out, const site_spec *spec, const char *head, const char *text, size_t n,
                                int n_zeros, const char *tail, bool is_number)
{
    const int width = (int)strlen(head) + ir_n_chars(text, n) + n_zeros + (int)strlen(tail);
    const int more = spec->width > width ? spec->width - width : 0;
    const bool zeros = spec->zeros && is_number;
    const char align = spec->align ? spec->align : is_number ? '>' : '<';
    const int before = zeros || align == '<' ? 0 : align == '>' ? more : more / 2;
    for (int i = 0; i < before; i++)
        ir_site_put(out, spec->fill, spec->n_fill);
    ir_site_put_text(out, head);
    if (zeros)
        ir_put_zeros(out, more);
    ir_site_put(out, text, n);
    ir_put_zeros(out, n_zeros);
    ir_site_put_text(out, tail);
    for (int i = zeros ? more : before; i < more; i++)
        ir_site_put(out, spec->fill, spec->n_fill);
}

static void ir_put_padded(site_out *out, const site_spec *spec, const char *head, const char *text, size_t n,
                          bool is_number)
{
    ir_put_padded_parts(out, spec, head, text, n, 0, "", is_number);
}

static void ir_put_padded_text(site_out *out, const site_spec *spec, const char *text, size_t n_text)
{
    size_t n = spec->precision < 0 ? n_text : 0;
    for (int i = 0; i < spec->precision && n < n_text; i++)
        n += ir_site_char_bytes(text + n, text + n_text);
    ir_put_padded(out, spec, "", text, n, false);
}

size_t ir_site_pad(const char *spec, size_t n_spec, const char *text, size_t n_text, bool is_number, char *buffer,
                   size_t capacity)
{
    site_out out = {.buffer = buffer, .capacity = capacity};
    const site_spec how = ir_site_spec_of(spec, n_spec);
    if (is_number)
        ir_put_padded(&out, &how, "", text, n_text, true);
    else
        ir_put_padded_text(&out, &how, text, n_text);
    return ir_site_end(&out);
}

static bool ir_is_exponent(const site_spec *spec)
{
    return spec->type == 'e' || spec->type == 'E';
}

/* An integer of n digits with an exponent; half goes to even. */
static void ir_put_integer_exponent(site_out *out, const site_spec *spec, const char *head, char *digits, int n)
{
    int shift = n - 1, left = spec->precision >= 0 && spec->precision + 1 < n ? spec->precision + 1 : n;
    while (spec->precision < 0 && left > 1 && digits[left - 1] == '0')
        left--;
    if (spec->precision >= 0 && left < n) {
        bool is_up = digits[left] > '5';
        for (int i = left + 1; digits[left] == '5' && i < n; i++)
            is_up |= digits[i] != '0';
        is_up |= digits[left] == '5' && (digits[left - 1] & 1);
        for (int i = left; is_up && i-- > 0;) {
            is_up = digits[i] == '9';
            digits[i] = is_up ? '0' : (char)(digits[i] + 1);
        }
        if (is_up) {
            digits[0] = '1';
            shift++;
        }
    }
    const int n_zeros = spec->precision < left ? 0 : spec->precision + 1 - left;
    char text[48], tail[16];
    site_out plain = {.buffer = text, .capacity = sizeof text};
    ir_site_put(&plain, digits, 1);
    ir_site_put(&plain, ".", left + n_zeros > 1);
    ir_site_put(&plain, digits + 1, (size_t)(left - 1));
    snprintf(tail, sizeof tail, "%c%d", spec->type, shift);
    ir_put_padded_parts(out, spec, head, text, plain.n, n_zeros, tail, true);
}

static void ir_put_integer_as(site_out *out, const site_spec *spec, wide_u128 size, bool is_negative)
{
    char digits[130], *at = digits + sizeof digits, head[4];
    const bool is_exponent = ir_is_exponent(spec);
    const unsigned base = spec->type == 'b' ? 2 : spec->type == 'o' ? 8 : spec->type && !is_exponent ? 16 : 10;
    do {
        *--at = (spec->type == 'X' ? "0123456789ABCDEF" : "0123456789abcdef")[(unsigned)(size % base)];
        size /= base;
    } while (size);
    snprintf(head, sizeof head, "%s%s",
             is_negative  ? "-"
             : spec->plus ? "+"
                          : "",
             !spec->alternate ? ""
             : base == 2      ? "0b"
             : base == 8      ? "0o"
             : base == 16     ? "0x"
                              : "");
    const size_t n = (size_t)(digits + sizeof digits - at);
    if (is_exponent)
        ir_put_integer_exponent(out, spec, head, at, (int)n);
    else
        ir_put_padded(out, spec, head, at, n, true);
}

static void ir_put_float_as(site_out *out, const site_spec *spec, double value, bool is_f32, bool debug)
{
    char text[MOST_BEHIND + 400], tail[16] = "";
    const bool is_finite = value - value == 0, is_negative = value == value && __builtin_signbit(value);
    const double size = is_negative ? -value : value;
    site_out plain = {.buffer = text, .capacity = sizeof text};
    int n_zeros = 0;
    if (spec->precision >= 0 && is_finite) {
        const int precision = spec->precision < MOST_BEHIND ? spec->precision : MOST_BEHIND;
        n_zeros = spec->precision - precision;
        c_print_double(text, sizeof text, ir_is_exponent(spec) ? "%.*e" : "%.*f", precision, size);
        plain.n = strcspn(text, "e");
        if (text[plain.n])
            snprintf(tail, sizeof tail, "%c%d", spec->type, atoi(text + plain.n + 1));
    } else {
        ir_put_float(&plain, size, is_f32, debug, ir_is_exponent(spec) ? spec->type : 0);
    }
    ir_put_padded_parts(out, spec,
                        is_negative                    ? "-"
                        : spec->plus && value == value ? "+"
                                                       : "",
                        text, plain.n, n_zeros, tail, true);
}

/* An operand with a specification. False: its kind has none. */
static bool ir_put_operand_as(site_out *out, const site_spec *spec, const char *kind, size_t n, bool debug,
                              uint64_t bits)
{
    char text[200];
    if (byte_spells(kind, n, "f32") || byte_spells(kind, n, "f64")) {
        const bool is_f32 = kind[1] == '3';
        const uint32_t low = (uint32_t)bits;
        float narrow;
        double value;
        memcpy(&narrow, &low, sizeof narrow);
        memcpy(&value, &bits, sizeof value);
        ir_put_float_as(out, spec, is_f32 ? (double)narrow : value, is_f32, debug);
    } else if (byte_spells(kind, n, "") || byte_spells(kind, n, "i64")) {
        const bool is_negative = n && bits >> 63;
        ir_put_integer_as(out, spec, is_negative ? 0 - bits : bits, is_negative);
    } else if (byte_spells(kind, n, "u128") || byte_spells(kind, n, "i128")) {
        const bool is_negative = kind[0] == 'i' && bits >> 63;
        const wide_u128 value = wide_of(out->low, bits);
        ir_put_integer_as(out, spec, is_negative ? 0 - value : value, is_negative);
    } else if (byte_spells(kind, n, "bool") || (byte_spells(kind, n, "char") && !debug)) {
        site_out plain = {.buffer = text, .capacity = sizeof text};
        if (kind[0] == 'b')
            ir_site_put_text(&plain, bits ? "true" : "false");
        else
            ir_put_char(&plain, bits);
        ir_put_padded_text(out, spec, text, plain.n);
    } else {
        return false;
    }
    return true;
}

static void ir_put_text_debug(site_out *out, const char *text, size_t n)
{
    ir_site_put(out, "\"", 1);
    for (uint32_t at = 0, length; at < n; at += length) {
        char escape[CHAR_ESCAPE_ROOM];
        const uint32_t code = utf8_decode((const uint8_t *)text, (uint32_t)n, at, &length);
        if (code != UTF8_INVALID && char_escape(code, '"', escape))
            ir_site_put_text(out, escape);
        else
            ir_site_put(out, text + at, length);
    }
    ir_site_put(out, "\"", 1);
}

size_t ir_site_quote(const char *text, size_t n_text, char *buffer, size_t capacity)
{
    site_out out = {.buffer = buffer, .capacity = capacity};
    ir_put_text_debug(&out, text, n_text);
    return ir_site_end(&out);
}

/* By the upper three of four bits. The lower one makes E of e; HEX_BY_DEBUG on top of x and X are those of {:x?}. */
static const char shown_types[] = " xXbo";
enum { HEX_BY_DEBUG = 4, TYPE_EXPONENT = 7, POINTER_WIDTH = 18 };

uint64_t ir_site_options(const char *text, size_t n)
{
    const bool is_debug = n && text[n - 1] == '?';
    const site_spec spec = ir_site_spec_of(text, n - is_debug);
    uint32_t length;
    const uint32_t fill = utf8_decode((const uint8_t *)spec.fill, (uint32_t)spec.n_fill, 0, &length);
    const char *known = spec.type ? strchr(shown_types, spec.type) : NULL;
    const uint64_t type = ir_is_exponent(&spec) ? TYPE_EXPONENT << 1 | (spec.type == 'E')
                          : known               ? (uint64_t)(known - shown_types + (is_debug ? HEX_BY_DEBUG : 0)) << 1
                                                : 0;
    const uint64_t align = spec.align == '<' ? 1 : spec.align == '^' ? 2 : spec.align == '>' ? 3 : 0;
    const uint64_t width = spec.width ? (uint64_t)spec.width << 1 | 1 : 0,
                   precision = spec.precision >= 0 ? (uint64_t)spec.precision << 1 | 1 : 0;
    return (fill ^ ' ') | align << 21 | (uint64_t)spec.plus << 23 | (uint64_t)spec.alternate << 24 |
           (uint64_t)spec.zeros << 25 | width << 26 | precision << 43 | type << 60;
}

/* Of what type a number is shown. */
static char ir_site_type_of(uint64_t options, ir_shown kind, bool debug)
{
    const bool is_float = kind == IR_SHOWN_F32 || kind == IR_SHOWN_F64;
    const uint64_t type = options >> 61;
    if (type == TYPE_EXPONENT)
        return options >> 60 & 1 ? 'E' : 'e';
    if (type < sizeof shown_types - 1)
        return type ? shown_types[type] : 0;
    return debug && !is_float ? shown_types[type - HEX_BY_DEBUG] : 0;
}

/* fill: room for a character. */
static site_spec ir_site_spec_of_options(uint64_t options, char fill[5], ir_shown kind, bool debug)
{
    site_out out = {.buffer = fill, .capacity = 5};
    const uint64_t code = (options & 0x1FFFFF) ^ ' ';
    ir_put_char(&out, code <= 0x10FFFF ? code : ' ');
    return (site_spec){.fill = fill,
                       .n_fill = out.n,
                       .align = "\0<^>"[options >> 21 & 3],
                       .type = ir_site_type_of(options, kind, debug),
                       .plus = options >> 23 & 1,
                       .alternate = options >> 24 & 1,
                       .zeros = options >> 25 & 1,
                       .width = options >> 26 & 1 ? (int)(options >> 27 & 0xFFFF) : 0,
                       .precision = options >> 43 & 1 ? (int)(options >> 44 & 0xFFFF) : -1};
}

typedef struct shown_bytes {
    const char *at, *end;
} shown_bytes;

static bool ir_shown_number(shown_bytes *from, uint64_t *number)
{
    *number = 0;
    for (uint32_t shift = 0; from->at < from->end && shift < 64; shift += 7) {
        const uint8_t byte = (uint8_t)*from->at++;
        *number |= (uint64_t)(byte & 0x7F) << shift;
        if (byte < 0x80)
            return true;
    }
    return false;
}

/* False: not all of it is there. */
static bool ir_put_shown(site_out *out, shown_bytes *from)
{
    static const char *const kinds[IR_N_SHOWN] = {
        [IR_SHOWN_UNSIGNED] = "", [IR_SHOWN_SIGNED] = "i64", [IR_SHOWN_U128] = "u128", [IR_SHOWN_I128] = "i128",
        [IR_SHOWN_F32] = "f32",   [IR_SHOWN_F64] = "f64",    [IR_SHOWN_TEXT] = "text", [IR_SHOWN_BOOL] = "bool",
        [IR_SHOWN_CHAR] = "char", [IR_SHOWN_POINTER] = ""};
    uint8_t head = (uint8_t)*from->at++;
    if (head == IR_SHOWN_INDENT && from->at < from->end) {
        for (int left = (uint8_t)*from->at++; left > 0; left--)
            ir_site_put(out, "    ", 4);
        return true;
    }
    if (head == IR_SHOWN_VALUE && from->at < from->end)
        head = (uint8_t)*from->at++;
    else if (head - IR_SHOWN_SHORT <= IR_SHOWN_SIGNED)
        head -= IR_SHOWN_SHORT;
    else
        return false;
    const ir_shown kind = (ir_shown)(head & ~(IR_SHOWN_DEBUG | IR_SHOWN_OPTIONS));
    const bool debug = head & IR_SHOWN_DEBUG;
    uint64_t options = 0, bits;
    char fill[5];
    if ((head & IR_SHOWN_OPTIONS && !ir_shown_number(from, &options)) || !ir_shown_number(from, &bits))
        return false;
    site_spec spec = ir_site_spec_of_options(options, fill, kind, debug);
    if (kind == IR_SHOWN_TEXT) {
        const size_t n = bits < (uint64_t)(from->end - from->at) ? (size_t)bits : (size_t)(from->end - from->at);
        if (debug)
            ir_put_text_debug(out, from->at, n);
        else
            ir_put_padded_text(out, &spec, from->at, n);
        from->at += n;
        return n == bits;
    }
    if (kind == IR_SHOWN_U128 || kind == IR_SHOWN_I128) {
        out->low = bits;
        if (!ir_shown_number(from, &bits))
            return false;
    } else if (kind == IR_SHOWN_SIGNED) {
        bits = bits >> 1 ^ (0 - (bits & 1));
    } else if (kind == IR_SHOWN_POINTER) {
        spec.zeros |= spec.alternate;
        if (spec.alternate && !(options >> 26 & 1))
            spec.width = POINTER_WIDTH;
        spec.alternate = true;
        spec.type = 'x';
    } else if (kind >= IR_N_SHOWN) {
        return false;
    }
    if (debug && !spec.type) /* {:#?} writes numbers as {:?} does */
        spec.alternate = false;
    if (kind == IR_SHOWN_CHAR && debug)
        ir_put_char_debug(out, bits);
    else
        ir_put_operand_as(out, &spec, kinds[kind], strlen(kinds[kind]), debug, bits);
    return true;
}

/* Text with values in it. */
static void ir_put_text_and_values(site_out *out, const char *text, size_t n)
{
    shown_bytes from = {text, text + n};
    while (from.at < from.end) {
        const char *plain = from.at;
        while (from.at < from.end && (uint8_t)*from.at < IR_SHOWN_SHORT)
            from.at++;
        ir_site_put(out, plain, (size_t)(from.at - plain));
        if (from.at < from.end && !ir_put_shown(out, &from)) {
            out->is_cut = true;
            return;
        }
    }
}

/* Text of `length` bytes, as many whole characters of them as the parts before hold. */
static void ir_put_parts(site_out *out, const char *spec, size_t n_spec, bool debug, uint64_t length)
{
    size_t n = length < out->n_part ? (size_t)length : out->n_part;
    out->is_cut = n < length;
    out->n_part = 0;
    if (out->is_cut) {
        uint32_t start = (uint32_t)n, whole;
        while (start && ((uint8_t)out->part[--start] & 0xC0) == 0x80)
            ;
        if (start < n && utf8_decode((const uint8_t *)out->part, (uint32_t)n, start, &whole) == UTF8_INVALID)
            n = start;
    }
    if (debug) {
        ir_put_text_debug(out, out->part, n);
    } else if (n_spec) {
        const site_spec how = ir_site_spec_of(spec, n_spec);
        out->is_cut &= how.precision < 0 || ir_n_chars(out->part, n) < how.precision;
        ir_put_padded_text(out, &how, out->part, n);
    } else {
        ir_put_text_and_values(out, out->part, n);
    }
}

static void ir_put_operand(site_out *out, const char *kind, size_t n, uint64_t bits)
{
    char text[32];
    const char *colon = memchr(kind, ':', n);
    const size_t n_spec = colon ? n - (size_t)(colon + 1 - kind) : 0;
    n -= colon ? n_spec + 1 : 0;
    bool debug = n && kind[n - 1] == '?';
    n -= debug;
    if (byte_spells(kind, n, "text")) {
        ir_put_parts(out, n_spec ? colon + 1 : "", n_spec, debug, bits);
        return;
    }
    if (n_spec) {
        const site_spec spec = ir_site_spec_of(colon + 1, n_spec);
        if (ir_put_operand_as(out, &spec, kind, n, debug, bits))
            return;
    }
    if (byte_spells(kind, n, "f32")) {
        uint32_t low = (uint32_t)bits;
        float value;
        memcpy(&value, &low, sizeof value);
        ir_put_float(out, (double)value, true, debug, 0);
    } else if (byte_spells(kind, n, "f64")) {
        double value;
        memcpy(&value, &bits, sizeof value);
        ir_put_float(out, value, false, debug, 0);
    } else if (byte_spells(kind, n, "char")) {
        (debug ? ir_put_char_debug : ir_put_char)(out, bits);
    } else if (byte_spells(kind, n, "part")) {
        for (size_t i = 0; i < 8 && out->n_part < sizeof out->part; i++, bits >>= 8)
            out->part[out->n_part++] = (char)(bits & 0xFF);
    } else if (byte_spells(kind, n, "x32")) {
        snprintf(text, sizeof text, "0x%08" PRIx32, (uint32_t)bits);
        ir_site_put_text(out, text);
    } else if (byte_spells(kind, n, "low")) {
        out->low = bits;
    } else if (byte_spells(kind, n, "u128") || byte_spells(kind, n, "i128")) {
        const bool is_negative = kind[0] == 'i' && bits >> 63;
        const wide_u128 value = wide_of(out->low, bits);
        ir_site_put_text(out, wide_decimal(is_negative ? 0 - value : value, is_negative).text);
    } else if (byte_spells(kind, n, "bool")) {
        ir_site_put_text(out, bits ? "true" : "false");
    } else {
        snprintf(text, sizeof text, byte_spells(kind, n, "i64") ? "%" PRId64 : "%" PRIu64, bits);
        ir_site_put_text(out, text);
    }
}

/* As rustc marks a text that it cuts: behind its quote. */
static void ir_put_cut(site_out *out)
{
    if (out->is_cut)
        ir_site_put_text(out, "[...]");
    out->is_cut = false;
}

size_t ir_site_text(const ir_site *site, const uint64_t operands[IR_MOST_OPERANDS], char *buffer, size_t capacity)
{
    site_out out = {.buffer = buffer, .capacity = capacity};
    uint32_t index = 0;
    for (const char *c = site->message; *c; c++) {
        if (*c != '`')
            ir_put_cut(&out);
        const char *end = *c == '{' && c[1] != '{' ? strchr(c, '}') : NULL;
        if (end && index < IR_MOST_OPERANDS) {
            ir_put_operand(&out, c + 1, (size_t)(end - c - 1), operands[index++]);
            c = end;
        } else {
            ir_site_put(&out, c, 1);
            if ((*c == '{' || *c == '}') && c[1] == *c)
                c++;
            ir_put_cut(&out);
        }
    }
    ir_put_cut(&out);
    return ir_site_end(&out);
}
