/* entry_name.h: defines the entry names of instances of generic kernels, for compiles and for who looks them up. */
#ifndef RUSTG_ENTRY_NAME_H
#define RUSTG_ENTRY_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* Writes `m::k::<f32, Pair<u8>>` as m__k__f32__Pair__u8: what is no letter, digit or _ becomes __ between two names, a
 * minus becomes m, white space goes. Returns the bytes that it needs without the final 0; capacity cuts it. */
static inline size_t entry_name_of(const char *instance, char *to, size_t capacity)
{
    size_t n = 0;
    bool is_between = false;
    for (const char *at = instance; *at; at++) {
        const char c = *at == '-' ? 'm' : *at;
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r')
            continue;
        const bool is_name = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                             (unsigned char)c >= 0x80;
        for (int i = 0; i < 2 && is_name && is_between && n > 0; i++, n++)
            if (n + 1 < capacity)
                to[n] = '_';
        is_between = !is_name;
        if (is_name && n + 1 < capacity)
            to[n] = c;
        n += is_name;
    }
    if (capacity)
        to[n < capacity ? n : capacity - 1] = 0;
    return n;
}

#endif
