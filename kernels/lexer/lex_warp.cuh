/* lex_warp.cuh: long runs of bytes looked through by a warp. Its lanes run lex_scan.h in unison, over a lex_text with
 * is_warp set; where that comes to a run (a comment, a string, a word), the lanes share its bytes out. */
#pragma once

#include <stdint.h>

#include "base/hd.h"

enum {
    LEX_WARP_UNROLL = 4, /* loads of 16 bytes that a lane has in flight in a long run */
    LEX_WARP_STEP = 32 * 16
};

/* nvcc's pass over host code has no warps. */
#if defined(__CUDACC_VER_MAJOR__) && !defined(__CUDA_ARCH__)
#define LEX_SKIP(text, pos, low, high, rest) ((void)(low), (void)(high), (pos))
#else
#define LEX_SKIP(text, pos, low, high, rest)                                                                           \
    ((text)->is_warp ? lex_warp_skip((text)->bytes, (text)->n_bytes, pos, low, high, rest) : (pos))
#endif

RUSTG_D bool lex_in_set(uint32_t b, uint64_t low, uint64_t high, bool rest)
{
    return b < 64 ? low >> b & 1 : b < 128 ? high >> (b & 63) & 1 : rest;
}

/* The first of 16 bytes, the ones below `from` left out, that is not in the set; 16 if none. */
RUSTG_D uint32_t lex_first_outside(const uint4 v, uint32_t from, uint64_t low, uint64_t high, bool rest)
{
    const uint32_t words[4] = {v.x, v.y, v.z, v.w};
    uint32_t outside = 0;
#pragma unroll
    for (int w = 0; w < 4; w++)
#pragma unroll
        for (int i = 0; i < 4; i++)
            outside |= (uint32_t)!lex_in_set(words[w] >> 8 * i & 255, low, high, rest) << (4 * w + i);
    outside &= from < 16 ? ~0u << from : 0;
    return outside ? (uint32_t)__ffs((int)outside) - 1 : 16;
}

/* in   bytes  a multiple of 16, readable to the next one behind n_bytes; arguments are the same in all lanes
 * out  the first offset from pos on, at most n_bytes, whose byte is not in the set (LEX_SKIP in lex_scan.h) */
RUSTG_D_CALL uint32_t lex_warp_skip(const uint8_t *bytes, uint32_t n_bytes, uint32_t pos, uint64_t low, uint64_t high,
                                    bool rest)
{
    const uint32_t lane = threadIdx.x & 31;
    /* Most runs are short, so first each lane looks at one byte. */
    const bool is_in = pos + lane < n_bytes && lex_in_set(bytes[pos + lane], low, high, rest);
    const uint32_t short_stop = __ballot_sync(~0u, !is_in);
    if (short_stop)
        return min(pos + (uint32_t)__ffs((int)short_stop) - 1, n_bytes);
    pos += 32;
    uint32_t at = pos & ~15u;
    for (bool first = true;; first = false) {
        const int n_loads = first ? 1 : LEX_WARP_UNROLL;
        uint4 v[LEX_WARP_UNROLL];
#pragma unroll
        for (int i = 0; i < LEX_WARP_UNROLL; i++) {
            const uint32_t mine = at + i * LEX_WARP_STEP + lane * 16;
            v[i] = make_uint4(0, 0, 0, 0);
            if (i < n_loads && mine < n_bytes)
                v[i] = *(const uint4 *)(bytes + mine);
        }
#pragma unroll
        for (int i = 0; i < LEX_WARP_UNROLL; i++) {
            if (i >= n_loads)
                break;
            const uint32_t mine = at + lane * 16;
            uint32_t stop = 0; /* at the end of the text */
            if (mine < n_bytes) {
                stop = lex_first_outside(v[i], pos > mine ? pos - mine : 0, low, high, rest);
                stop = min(stop, n_bytes - mine);
            }
            const uint32_t stopped = __ballot_sync(~0u, stop < 16);
            if (stopped) {
                const int from = __ffs((int)stopped) - 1;
                return min(at + from * 16 + __shfl_sync(~0u, stop, from), n_bytes);
            }
            at += LEX_WARP_STEP;
        }
    }
}
