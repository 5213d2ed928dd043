/* fuzz_rig.h: what fuzz targets share. A target is one function of bytes that ends the program when something that it
 * checks does not hold; fuzz.sh links it with libFuzzer, CTest with fuzz_replay.c. */
#ifndef FUZZ_RIG_H
#define FUZZ_RIG_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_data);

/* Inputs that got past all checks of what is read. A replay wants some: seeds that are refused at once test nothing. */
extern unsigned long fuzz_n_taken;

static inline _Noreturn void fuzz_fail(const char *what, const char *detail)
{
    fprintf(stderr, "%s: %s\n", what, detail ? detail : "");
    abort();
}

/* A copy of base, malloc'd, with the edits that data lists, 4 bytes each: place (u16), what, value. */
static inline uint8_t *fuzz_edited(const uint8_t *base, size_t n_base, const uint8_t *data, size_t n_data, size_t *n)
{
    uint8_t *bytes = malloc(n_base + n_data / 4 + 1);
    if (!bytes)
        fuzz_fail("out of memory", "");
    memcpy(bytes, base, n_base);
    *n = n_base;
    for (; n_data >= 4 && *n > 0; data += 4, n_data -= 4) {
        const size_t at = (data[0] | (size_t)data[1] << 8) % *n;
        switch (data[2] % 6) {
        case 0: bytes[at] = data[3]; break;
        case 1: bytes[at] = (uint8_t)(bytes[at] + data[3]); break;
        case 2: /* one more */
            memmove(bytes + at + 1, bytes + at, *n - at);
            bytes[at] = data[3];
            ++*n;
            break;
        case 3: /* some fewer */ {
            const size_t n_gone = data[3] < *n - at ? data[3] : *n - at;
            memmove(bytes + at, bytes + at + n_gone, *n - at - n_gone);
            *n -= n_gone;
            break;
        }
        case 4: memset(bytes + at, data[3] & 1 ? 255 : 0, *n - at < 8 ? *n - at : 8); break;
        default: *n = data[3] & 1 ? at : *n; break;
        }
    }
    return bytes;
}

#endif
