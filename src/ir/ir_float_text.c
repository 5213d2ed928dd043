/* ir_float_text.c: writes floats as text. */
#include <stdio.h>

#include "base/c_number.h"
#include "ir/ir_text.h"

static uint64_t ir_bits_of(uint8_t kind, double value)
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

static double ir_float_text_value_of(uint8_t kind, uint64_t bits)
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
    const double value = ir_float_text_value_of(kind, bits);
    if (value - value != 0) { /* infinities and NaNs keep their bits */
        snprintf(room, 40, kind == IR_F32 ? "0x%08llx" : "0x%016llx", (unsigned long long)bits);
        return;
    }
    for (int digits = kind == IR_F32 ? 6 : 15; digits <= 17; digits++) {
        c_print_double(room, 40, "%.*g", digits, value);
        if (ir_bits_of(kind, kind == IR_F32 ? (double)c_strtof(room, NULL) : c_strtod(room, NULL)) == bits)
            break;
    }
    if (!strchr(room, '.') && !strchr(room, 'e'))
        strcat(room, ".0");
}

bool ir_float_bits(const char *text, size_t n, uint8_t kind, uint64_t *bits)
{
    char room[128], *end;
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
    if (n == 0 || n >= sizeof room)
        return false;
    for (size_t i = 0; i < n; i++)
        if (!((text[i] >= '0' && text[i] <= '9') || text[i] == '-' || text[i] == '+' || text[i] == 'e' ||
              text[i] == '.'))
            return false;
    memcpy(room, text, n);
    room[n] = 0;
    *bits = ir_bits_of(kind, kind == IR_F32 ? (double)c_strtof(room, &end) : c_strtod(room, &end));
    return *end == 0;
}
