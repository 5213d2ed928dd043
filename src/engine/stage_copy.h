/* stage_copy.h: copies into memory that a device reads next, bypassing the processor's caches. */
#ifndef RUSTG_STAGE_COPY_H
#define RUSTG_STAGE_COPY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* to[0..n_bytes) = from[0..n_bytes); to is a multiple of 64. Ordinary stores would first read each line of `to`, a
 * third more traffic. */
static inline void stage_copy(uint8_t *to, const uint8_t *from, size_t n_bytes)
{
    size_t at = 0;
#ifdef __SSE2__
    for (; n_bytes - at >= 64; at += 64)
        for (size_t i = 0; i < 64; i += 16)
            _mm_stream_si128((__m128i *)(void *)(to + at + i),
                             _mm_loadu_si128((const __m128i *)(const void *)(from + at + i)));
    _mm_sfence();
#endif
    memcpy(to + at, from + at, n_bytes - at);
}

#endif
