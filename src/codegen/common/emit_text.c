/* emit_text.c: formats text into the buffer and into the arena. Emitters use few formats, which are done here because
 * printf takes several times as long. */
#include <stdarg.h>
#include <stdio.h>

#include "codegen/common/emit.h"

enum { ROOM = 480, ROOM_LEFT = 32 };
#define DOES_NOT_FIT UINT32_MAX

static uint32_t emit_text_put_number(char *to, unsigned long long value, unsigned base)
{
    char digits[24];
    uint32_t n = 0, k = 0;
    do
        digits[n++] = "0123456789abcdef"[value % base];
    while (value /= base);
    while (n)
        to[k++] = digits[--n];
    return k;
}

/* Knows %s %c %u %d %llu %lld %llx %%. Answers DOES_NOT_FIT where fewer than ROOM_LEFT of `room` bytes would be left,
 * and for every other form. */
static uint32_t emit_put_format(char *to, size_t room, const char *format, va_list values)
{
    uint32_t n = 0;
    for (const char *at = format; *at; at++) {
        if (n + ROOM_LEFT > room)
            return DOES_NOT_FIT;
        if (*at != '%') {
            to[n++] = *at;
            continue;
        }
        at++;
        bool wide = at[0] == 'l' && at[1] == 'l';
        at += wide ? 2 : 0;
        if (*at == '%' && !wide) {
            to[n++] = '%';
        } else if (*at == 's' && !wide) {
            const char *text = va_arg(values, const char *);
            size_t length = strlen(text);
            if (length + n + ROOM_LEFT > room)
                return DOES_NOT_FIT;
            memcpy(to + n, text, length);
            n += (uint32_t)length;
        } else if (*at == 'c' && !wide) {
            to[n++] = (char)va_arg(values, int);
        } else if (*at == 'u' || (*at == 'x' && wide)) {
            unsigned long long value = wide ? va_arg(values, unsigned long long) : va_arg(values, unsigned);
            n += emit_text_put_number(to + n, value, *at == 'u' ? 10 : 16);
        } else if (*at == 'd') {
            long long value = wide ? va_arg(values, long long) : va_arg(values, int);
            if (value < 0)
                to[n++] = '-';
            n += emit_text_put_number(to + n, value < 0 ? 0ull - (unsigned long long)value : (unsigned long long)value,
                                      10);
        } else {
            return DOES_NOT_FIT;
        }
    }
    return n;
}

void emit_add_bytes(emit *e, const char *bytes, size_t n)
{
    if (!n)
        return;
    vec_reserve(e->a, &e->text, n);
    memcpy(e->text.at + e->text.n, bytes, n);
    e->text.n += (uint32_t)n;
}

void emit_format(emit *e, const char *format, ...)
{
    char small[ROOM];
    va_list values;
    va_start(values, format);
    uint32_t n = emit_put_format(small, sizeof small, format, values);
    va_end(values);
    if (n != DOES_NOT_FIT) {
        emit_add_bytes(e, small, n);
        return;
    }
    va_start(values, format);
    int length = vsnprintf(NULL, 0, format, values);
    va_end(values);
    if (length <= 0)
        return;
    vec_reserve(e->a, &e->text, (uint32_t)length + 1);
    va_start(values, format);
    vsnprintf(e->text.at + e->text.n, (size_t)length + 1, format, values);
    va_end(values);
    e->text.n += (uint32_t)length;
}

/* The bytes that a format of %s alone makes at most; 0: it has others. */
static size_t emit_text_most(const char *format, va_list values)
{
    size_t n = strlen(format);
    for (const char *at = format; (at = strchr(at, '%')) != NULL; at += 2) {
        if (at[1] != 's')
            return 0;
        n += strlen(va_arg(values, const char *));
    }
    return n;
}

const char *emit_print(emit *e, const char *format, ...)
{
    char small[ROOM];
    va_list values;
    va_start(values, format);
    uint32_t n = emit_put_format(small, sizeof small, format, values);
    va_end(values);
    if (n != DOES_NOT_FIT)
        return arena_text(e->a, small, n);
    va_start(values, format);
    const size_t most = emit_text_most(format, values);
    va_end(values);
    if (most) {
        char *all = arena_alloc(e->a, most + ROOM_LEFT + 1);
        va_start(values, format);
        (void)emit_put_format(all, most + ROOM_LEFT, format, values);
        va_end(values);
        return all;
    }
    va_start(values, format);
    int length = vsnprintf(NULL, 0, format, values);
    va_end(values);
    size_t size = length < 0 ? 1 : (size_t)length + 1;
    char *text = arena_alloc(e->a, size);
    va_start(values, format);
    vsnprintf(text, size, format, values);
    va_end(values);
    return text;
}

void emit_new_line(emit *e)
{
    emit_add(e, "\n");
    for (uint32_t i = 0; i < e->indent && i < 32; i++)
        emit_add(e, "    ");
}

const char *emit_fill(emit *e, const char *form, const char *keys, const char *const *values)
{
    VEC(char) text = {0};
    for (const char *at = form; *at; at++) {
        const char *key = at[0] == '$' && at[1] ? strchr(keys, at[1]) : NULL;
        if (key) {
            const char *value = values[key - keys];
            size_t n = strlen(value);
            vec_reserve(e->a, &text, n + 1);
            memcpy(text.at + text.n, value, n);
            text.n += (uint32_t)n;
            at++;
        } else {
            vec_push(e->a, &text, *at);
        }
    }
    vec_push(e->a, &text, 0);
    return text.at;
}
