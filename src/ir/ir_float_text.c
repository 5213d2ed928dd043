/* ir_float_text.c: floats as text, without the locale's decimal point. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

#include "ir/ir_text.h"

static uint64_t bits_of(uint8_t kind, double value)
{
    uint64_t bits = 0;
    if (kind == IR_F32) {
        float narrow = (float)value;
        uint32_t low;
        memcpy(&low, &narrow, sizeof low);
        bits = low;
    } else {
        memcpy(&bits, &value, sizeof bits);
    }
    return bits;
}

static double value_of(uint8_t kind, uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    if (kind == IR_F32) {
        uint32_t low = (uint32_t)bits;
        float narrow;
        memcpy(&narrow, &low, sizeof narrow);
        value = (double)narrow;
    }
    return value;
}

void ir_float_text(char *room, uint8_t kind, uint64_t bits)
{
    const double value = value_of(kind, bits);
    if (value - value != 0) { /* infinities and NaNs keep their bits */
        snprintf(room, 40, kind == IR_F32 ? "0x%08llx" : "0x%016llx", (unsigned long long)bits);
        return;
    }
    const char *point = localeconv()->decimal_point;
    for (int digits = kind == IR_F32 ? 6 : 15; digits <= 17; digits++) {
        snprintf(room, 40, "%.*g", digits, value);
        if (bits_of(kind, kind == IR_F32 ? (double)strtof(room, NULL) : strtod(room, NULL)) == bits)
            break;
    }
    char *at = strstr(room, point);
    if (at) {
        *at = '.';
        memmove(at + 1, at + strlen(point), strlen(at + strlen(point)) + 1);
    } else if (!strchr(room, 'e')) {
        strcat(room, ".0");
    }
}

bool ir_float_bits(const char *text, size_t n, uint8_t kind, uint64_t *bits)
{
    char room[128], *end;
    const char *point = localeconv()->decimal_point;
    size_t at = 0;
    if (n > 2 && text[0] == '0' && text[1] == 'x') {
        *bits = 0;
        if (n > 18)
            return false;
        for (size_t i = 2; i < n; i++) {
            char c = text[i];
            if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')))
                return false;
            *bits = *bits << 4 | (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);
        }
        return kind == IR_F64 || *bits <= UINT32_MAX;
    }
    if (n + strlen(point) >= sizeof room)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '.') {
            memcpy(room + at, point, strlen(point));
            at += strlen(point);
        } else if ((text[i] >= '0' && text[i] <= '9') || text[i] == '-' || text[i] == '+' || text[i] == 'e') {
            room[at++] = text[i];
        } else {
            return false;
        }
        if (at + strlen(point) >= sizeof room)
            return false;
    }
    room[at] = 0;
    *bits = bits_of(kind, kind == IR_F32 ? (double)strtof(room, &end) : strtod(room, &end));
    return at > 0 && *end == 0;
}
