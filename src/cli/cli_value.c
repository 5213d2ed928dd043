/* cli_value.c: values of kernels' arguments in words: scalars, lists in Rust's form, and both as text again. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ASCII_MOST = 0x7F };

/* A literal of Rust without its suffix: 12, -3, 0xFF, 1_000. */
static bool cli_value_integer(const char *word, bool is_signed, uint32_t n_bits, uint64_t *bits)
{
    char digits[80];
    size_t n = 0;
    bool negative = *word == '-';
    char *end;
    for (const char *c = word + negative; *c && n + 1 < sizeof digits; c++)
        if (*c != '_')
            digits[n++] = *c;
    digits[n] = 0;
    int base = 10;
    const char *start = digits;
    if (digits[0] == '0' && digits[1] && strchr("xob", digits[1])) {
        base = digits[1] == 'x' ? 16 : digits[1] == 'o' ? 8 : 2;
        start += 2;
    }
    errno = 0;
    uint64_t value = isalnum((unsigned char)*start) ? strtoull(start, &end, base) : 0;
    if (!isalnum((unsigned char)*start) || *end || errno || (negative && !is_signed))
        return false;
    uint64_t most = is_signed      ? (UINT64_C(1) << (n_bits - 1)) - !negative
                    : n_bits == 64 ? UINT64_MAX
                                   : (UINT64_C(1) << n_bits) - 1;
    *bits = negative ? 0 - value : value;
    return value <= most;
}

/* One character of UTF-8 that ends the text. */
static bool cli_value_utf8(const char *text, uint64_t *bits)
{
    const unsigned char *at = (const unsigned char *)text;
    const int n = *at < 0x80 ? 0 : *at >= 0xF0 ? 3 : *at >= 0xE0 ? 2 : *at >= 0xC2 ? 1 : -1;
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    if (n < 0 || *at == 0)
        return false;
    *bits = n == 0 ? *at : *at & (0x3Fu >> n);
    for (int i = 1; i <= n; i++) {
        if ((at[i] & 0xC0) != 0x80)
            return false;
        *bits = *bits << 6 | (at[i] & 0x3F);
    }
    return at[n + 1] == 0 && *bits >= least[n];
}

/* What stands behind a backslash, to the end of the text. */
static bool cli_value_escape(const char *text, uint64_t most_x, uint64_t *bits)
{
    static const char names[] = "nrt0\\'\"", values[] = "\n\r\t\0\\'\"";
    const char *name = *text ? strchr(names, *text) : NULL, *digits = text + 1;
    if (name && text[1] == 0) {
        *bits = (unsigned char)values[name - names];
        return true;
    }
    const bool is_long = strncmp(text, "u{", 2) == 0;
    digits += is_long;
    if (!is_long && *text != 'x')
        return false;
    const size_t n = strspn(digits, "0123456789abcdefABCDEF");
    const char *behind = digits + n;
    if (n == 0 || n > 6)
        return false;
    *bits = strtoull(digits, NULL, 16);
    return is_long ? strcmp(behind, "}") == 0 : n == 2 && *behind == 0 && *bits <= most_x;
}

/* 'a', '\n' and '\u{e9}', and the character alone, as shells take quotes away; a digit alone is a number. */
static bool cli_value_char(const char *word, uint64_t most_x, uint64_t *bits)
{
    char inner[16];
    const size_t n = strlen(word);
    if (*word != '\'' || n < 3)
        return !isdigit((unsigned char)*word) && cli_value_utf8(word, bits);
    if (word[n - 1] != '\'' || n - 2 >= sizeof inner)
        return false;
    memcpy(inner, word + 1, n - 2);
    inner[n - 2] = 0;
    if (*inner == '\\')
        return cli_value_escape(inner + 1, most_x, bits);
    return *inner != '\'' && cli_value_utf8(inner, bits);
}

/* b'a', b'\n' and b'\xff'. */
static bool cli_value_byte(const char *word, uint64_t *bits)
{
    return strlen(word) >= sizeof "b'a'" - 1 && strncmp(word, "b'\\u", 4) != 0 &&
           cli_value_char(word + 1, UINT8_MAX, bits) && *bits <= (word[2] == '\\' ? UINT8_MAX : ASCII_MOST);
}

static bool cli_value_floating(const char *word, char **end, bool is_f32, uint8_t *to)
{
    double value = strtod(word, end);
    float narrow = is_f32 ? strtof(word, end) : 0;
    memcpy(to, is_f32 ? (const void *)&narrow : (const void *)&value, is_f32 ? sizeof narrow : sizeof value);
    return *end != word;
}

/* The half and FP8 types: bits of exponent and mantissa; the largest number, and whether what is larger becomes it, as
 * CUDA's conversions have it, or an infinity; without infinities all bits set are the one NaN. */
typedef struct value_float_form {
    int n_exponent, n_mantissa;
    double most;
    bool saturates, has_infinities;
} value_float_form;

static value_float_form cli_value_form_of(rustg_element element)
{
    static const value_float_form f16 = {5, 10, 65504, false, true}, bf16 = {8, 7, 0x1.FEp127, false, true};
    static const value_float_form f8_e5m2 = {5, 2, 57344, true, true}, f8_e4m3 = {4, 3, 448, true, false};
    return element == RUSTG_ELEMENT_F16       ? f16
           : element == RUSTG_ELEMENT_BF16    ? bf16
           : element == RUSTG_ELEMENT_F8_E5M2 ? f8_e5m2
                                              : f8_e4m3;
}

/* Rounds to nearest, ties to even. */
static uint64_t cli_value_round(double value, value_float_form form)
{
    const int bias = (1 << (form.n_exponent - 1)) - 1, n = form.n_mantissa;
    const uint64_t sign = (uint64_t)(signbit(value) != 0) << (form.n_exponent + n);
    const uint64_t most_exponent = (UINT64_C(1) << form.n_exponent) - 1;
    const double size = fabs(value);
    if (isnan(value))
        return sign | most_exponent << n | (form.has_infinities ? UINT64_C(1) << (n - 1) : (UINT64_C(1) << n) - 1);
    const int exponent = size > 0 && ilogb(size) > 1 - bias ? ilogb(size) : 1 - bias;
    const double rounded = ldexp(nearbyint(ldexp(size, n - exponent)), exponent - n);
    if (rounded > form.most && !form.saturates)
        return sign | most_exponent << n;
    const double kept = rounded > form.most ? form.most : rounded;
    if (kept < ldexp(1, 1 - bias))
        return sign | (uint64_t)ldexp(kept, n + bias - 1);
    const int power = ilogb(kept);
    return sign | (uint64_t)(power + bias) << n | ((uint64_t)ldexp(kept, n - power) - (UINT64_C(1) << n));
}

/* A number, or after 0x, 0o and 0b its bits. */
static bool cli_value_short_float(const char *word, rustg_element element, uint32_t n_bits, uint64_t *bits)
{
    char *end;
    if (word[0] == '0' && word[1] && strchr("xob", word[1]))
        return cli_value_integer(word, false, n_bits, bits);
    const double value = strtod(word, &end);
    if (end == word || *end)
        return false;
    *bits = cli_value_round(value, cli_value_form_of(element));
    return true;
}

bool cli_value_read(const char *word, uint32_t element, uint8_t to[CLI_VALUE_BYTES])
{
    uint32_t n_bytes = rustg_element_size(element);
    char *end = NULL;
    uint64_t bits = 0;
    bool is_f32 = element == RUSTG_ELEMENT_F32 || element == RUSTG_ELEMENT_COMPLEX_F32;
    switch ((rustg_element)element) {
    case RUSTG_ELEMENT_BOOL: to[0] = strcmp(word, "true") == 0; return to[0] || strcmp(word, "false") == 0;
    case RUSTG_ELEMENT_F32:
    case RUSTG_ELEMENT_F64: return cli_value_floating(word, &end, is_f32, to) && *end == 0;
    case RUSTG_ELEMENT_COMPLEX_F32: /* RE,IM */
    case RUSTG_ELEMENT_COMPLEX_F64:
        return cli_value_floating(word, &end, is_f32, to) && *end == ',' &&
               cli_value_floating(end + 1, &end, is_f32, to + n_bytes / 2) && *end == 0;
    case RUSTG_ELEMENT_I8:
    case RUSTG_ELEMENT_I16:
    case RUSTG_ELEMENT_I32:
    case RUSTG_ELEMENT_I64:
        if (!cli_value_integer(word, true, 8 * n_bytes, &bits))
            return false;
        break;
    case RUSTG_ELEMENT_U8:
    case RUSTG_ELEMENT_U16:
    case RUSTG_ELEMENT_U32:
    case RUSTG_ELEMENT_U64:
        if (element == RUSTG_ELEMENT_U8 && strncmp(word, "b'", 2) == 0) {
            if (!cli_value_byte(word, &bits))
                return false;
        } else if (!cli_value_integer(word, false, 8 * n_bytes, &bits)) {
            return false;
        }
        break;
    case RUSTG_ELEMENT_CHAR:
        if (!cli_value_char(word, ASCII_MOST, &bits) && !cli_value_integer(word, false, 8 * n_bytes, &bits))
            return false;
        break;
    case RUSTG_ELEMENT_F16:
    case RUSTG_ELEMENT_BF16:
    case RUSTG_ELEMENT_F8_E4M3:
    case RUSTG_ELEMENT_F8_E5M2:
        if (!cli_value_short_float(word, (rustg_element)element, 8 * n_bytes, &bits))
            return false;
        break;
    case RUSTG_ELEMENT_NONE:
    case RUSTG_ELEMENT_STRUCT:
    case RUSTG_N_ELEMENTS: return false;
    }
    memcpy(to, &bits, n_bytes);
    return element != RUSTG_ELEMENT_CHAR || (bits < 0x110000 && bits - 0xD800 >= 0x800);
}

/* Room for one more item of an array; false: out of memory. */
static bool cli_value_grow(cli_array *array, uint64_t n_items, uint64_t *capacity)
{
    if (n_items <= *capacity)
        return true;
    uint64_t wanted = *capacity ? *capacity : 64;
    while (wanted < n_items)
        wanted *= 2;
    uint8_t *data = wanted > SIZE_MAX / array->item_bytes ? NULL : realloc(array->data, wanted * array->item_bytes);
    if (data == NULL)
        return false;
    array->data = data;
    *capacity = wanted;
    return true;
}

static value_list_problem cli_value_add(cli_array *array, uint64_t *capacity, const char *word, uint32_t element)
{
    uint8_t value[CLI_VALUE_BYTES];
    if (!cli_value_read(word, element, value))
        return VALUE_LIST_WRONG_ITEM;
    if (!cli_value_grow(array, array->n_items + 1, capacity))
        return VALUE_LIST_NO_MEMORY;
    memcpy(array->data + array->n_items++ * array->item_bytes, value, array->item_bytes);
    return VALUE_LIST_FINE;
}

/* "0..100": whole numbers, the last one left out; "0..=99": with the last one. */
static value_list_problem cli_value_range(const char *word, uint32_t element, cli_array *array, uint64_t *capacity)
{
    char *end, text[32];
    errno = 0;
    const long long first = strtoll(word, &end, 10);
    if (end == word || strncmp(end, "..", 2) != 0 || errno)
        return VALUE_LIST_WRONG_FORM;
    const bool is_inclusive = end[2] == '=';
    const char *second = end + 2 + is_inclusive;
    const long long last = strtoll(second, &end, 10);
    if (end == second || *end || errno || last == LLONG_MAX)
        return VALUE_LIST_WRONG_FORM;
    value_list_problem problem = VALUE_LIST_FINE;
    for (long long value = first; value < last + is_inclusive && problem == VALUE_LIST_FINE; value++) {
        snprintf(text, sizeof text, "%lld", value);
        problem = cli_value_add(array, capacity, text, element);
    }
    return problem;
}

/* An item's word, of a list's text from *at on; *at ends on the comma, semicolon or bracket behind it. */
static bool cli_value_item(const char **at, char word[64])
{
    const char *from = *at + strspn(*at, " ");
    const size_t n_before = *from == 'b' && from[1] == '\'';
    const char *quoted = from[n_before] == '\'' ? from + n_before + 1 : from;
    if (quoted != from) { /* to the quote that ends it, which may be a character itself */
        quoted += *quoted == '\\' && quoted[1] ? 2 : *quoted != 0;
        quoted += strcspn(quoted, "'");
    }
    const size_t n = (size_t)(quoted - from) + strcspn(quoted, ",;]");
    size_t n_word = n;
    while (n_word > 0 && from[n_word - 1] == ' ')
        n_word--;
    if (n_word >= 64)
        return false;
    memcpy(word, from, n_word);
    word[n_word] = 0;
    *at = from + n;
    return true;
}

/* "[1, 2, 3]" or "[0; 1000]". */
static value_list_problem cli_value_bracketed(const char *at, uint32_t element, cli_array *array, uint64_t *capacity)
{
    char word[64], *end;
    for (at += strspn(at, " "); *at && *at != ']';) {
        if (!cli_value_item(&at, word))
            return VALUE_LIST_WRONG_ITEM;
        value_list_problem problem = cli_value_add(array, capacity, word, element);
        if (problem != VALUE_LIST_FINE)
            return problem;
        if (*at == ';' && array->n_items == 1) {
            const uint64_t n = strtoull(at + 1, &end, 10);
            end += strspn(end, " ");
            if (*end != ']' || !isdigit((unsigned char)at[1 + strspn(at + 1, " ")]))
                return VALUE_LIST_WRONG_FORM;
            if (!cli_value_grow(array, n, capacity))
                return VALUE_LIST_NO_MEMORY;
            for (uint64_t i = 1; i < n; i++)
                memcpy(array->data + i * array->item_bytes, array->data, array->item_bytes);
            array->n_items = n;
            at = end;
        } else if (*at == ',') {
            at += 1 + strspn(at + 1, " ");
        } else if (*at != ']') {
            return VALUE_LIST_WRONG_FORM;
        }
    }
    return *at == ']' && at[1] == 0 ? VALUE_LIST_FINE : VALUE_LIST_WRONG_FORM;
}

bool cli_value_is_list(const char *word)
{
    const char *from = word + (*word == '-');
    return *word == '[' || (isdigit((unsigned char)*from) && strncmp(from + strspn(from, "0123456789"), "..", 2) == 0);
}

value_list_problem cli_value_read_list(const char *word, uint32_t element, cli_array *array)
{
    uint64_t capacity = 0;
    *array = (cli_array){.kind = rustg_element_numpy(element), .item_bytes = rustg_element_size(element)};
    if (array->item_bytes == 0)
        return VALUE_LIST_WRONG_ITEM;
    value_list_problem problem = cli_value_grow(array, 1, &capacity) ? VALUE_LIST_FINE : VALUE_LIST_NO_MEMORY;
    if (problem == VALUE_LIST_FINE)
        problem = word[0] == '[' ? cli_value_bracketed(word + 1, element, array, &capacity)
                                 : cli_value_range(word, element, array, &capacity);
    snprintf(array->shape_text, sizeof array->shape_text, "(%" PRIu64 ",)", array->n_items);
    return problem;
}

/* The number that the bits of a half or FP8 type are. */
static double cli_value_of_bits(uint64_t bits, value_float_form form)
{
    const int n = form.n_mantissa, bias = (1 << (form.n_exponent - 1)) - 1;
    const uint64_t most_exponent = (UINT64_C(1) << form.n_exponent) - 1, most_mantissa = (UINT64_C(1) << n) - 1;
    const uint64_t exponent = bits >> n & most_exponent, mantissa = bits & most_mantissa;
    const double sign = bits >> (form.n_exponent + n) & 1 ? -1 : 1;
    if (exponent == most_exponent && (form.has_infinities || mantissa == most_mantissa))
        return form.has_infinities && mantissa == 0 ? sign * INFINITY : NAN;
    if (exponent == 0)
        return sign * ldexp((double)mantissa, 1 - bias - n);
    return sign * ldexp((double)(mantissa | UINT64_C(1) << n), (int)exponent - bias - n);
}

/* Six digits, or as many more as it takes for the text to read back as the same number. */
static void cli_value_print_float(cli_writer *out, double value, bool is_f64)
{
    char text[40];
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (isnan(value) || (is_f64 ? strtod(text, NULL) == value : strtof(text, NULL) == (float)value))
            break;
    }
    writer_string(out, text);
}

static void cli_value_print_short(cli_writer *out, uint64_t bits, value_float_form form)
{
    char text[40];
    const double value = cli_value_of_bits(bits, form);
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (isnan(value) || cli_value_round(strtod(text, NULL), form) == bits)
            break;
    }
    writer_string(out, text);
}

/* One number, or the two of a complex one. */
static void cli_value_print_floats(cli_writer *out, const uint8_t *bytes, rustg_element element)
{
    const bool is_complex = element == RUSTG_ELEMENT_COMPLEX_F32 || element == RUSTG_ELEMENT_COMPLEX_F64;
    const bool is_f64 = element == RUSTG_ELEMENT_F64 || element == RUSTG_ELEMENT_COMPLEX_F64;
    for (int i = 0; i <= is_complex; i++) {
        float narrow;
        double wide;
        memcpy(&narrow, bytes + (size_t)i * sizeof narrow, sizeof narrow);
        if (is_f64)
            memcpy(&wide, bytes + (size_t)i * sizeof wide, sizeof wide);
        else
            wide = (double)narrow;
        writer_string(out, i > 0 ? "," : "");
        cli_value_print_float(out, wide, is_f64);
    }
}

void cli_value_print(cli_writer *out, const uint8_t *bytes, uint32_t element)
{
    uint64_t bits = 0;
    const uint32_t n_bytes = rustg_element_size(element);
    memcpy(&bits, bytes, n_bytes < sizeof bits ? n_bytes : sizeof bits);
    switch ((rustg_element)element) {
    case RUSTG_ELEMENT_BOOL: writer_string(out, bits ? "true" : "false"); break;
    case RUSTG_ELEMENT_I8: writer_format(out, "%" PRId8, (int8_t)bits); break;
    case RUSTG_ELEMENT_I16: writer_format(out, "%" PRId16, (int16_t)bits); break;
    case RUSTG_ELEMENT_I32: writer_format(out, "%" PRId32, (int32_t)bits); break;
    case RUSTG_ELEMENT_I64: writer_format(out, "%" PRId64, (int64_t)bits); break;
    case RUSTG_ELEMENT_U8:
    case RUSTG_ELEMENT_U16:
    case RUSTG_ELEMENT_U32:
    case RUSTG_ELEMENT_U64:
    case RUSTG_ELEMENT_CHAR: writer_format(out, "%" PRIu64, bits); break;
    case RUSTG_ELEMENT_F32:
    case RUSTG_ELEMENT_F64:
    case RUSTG_ELEMENT_COMPLEX_F32:
    case RUSTG_ELEMENT_COMPLEX_F64: cli_value_print_floats(out, bytes, (rustg_element)element); break;
    case RUSTG_ELEMENT_F16:
    case RUSTG_ELEMENT_BF16:
    case RUSTG_ELEMENT_F8_E4M3:
    case RUSTG_ELEMENT_F8_E5M2: cli_value_print_short(out, bits, cli_value_form_of((rustg_element)element)); break;
    case RUSTG_ELEMENT_NONE:
    case RUSTG_ELEMENT_STRUCT:
    case RUSTG_N_ELEMENTS: break;
    }
}
