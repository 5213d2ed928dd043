/* parse_glue.cuh: glued kinds of the tokens of a thread, which are 16 or, of small tiles, 4.
 * ref   parse_glue() in src/parser/grammar/parse_kind.h, which is called where it can change a kind */
#pragma once

#include "parser/grammar/parse_kind.h"
#include "parse_scan.cuh"

enum { PARSE_BYTE_WORDS = PARSE_PER_THREAD / 4 };
HD_STATIC_ASSERT(PARSE_BYTE_WORDS == 4 || PARSE_BYTE_WORDS == 1, "bytes are loaded by 16 or by 4");

/* A byte of each token of a thread, in a register each four, and then the two bytes behind. */
struct parse_bytes {
    uint32_t word[5]; /* of small tiles the first two */
};

RUSTG_D uint32_t parse_byte(const parse_bytes &b, int i)
{
    return b.word[i >> 2] >> (i & 3) * 8 & 255;
}

/* The bytes i, i + 1, i + 2 and i + 3, for an i that is not constant. It selects, because registers cannot be
 * indexed. Behind the thread's bytes it means nothing. */
RUSTG_D uint32_t parse_window(const parse_bytes &b, uint32_t i)
{
    const uint32_t w = i >> 2;
    uint32_t low = b.word[0], high = b.word[1];
    if (PARSE_BYTE_WORDS == 4) {
        low = w < 2 ? w == 0 ? b.word[0] : b.word[1] : w == 2 ? b.word[2] : b.word[3];
        high = w < 2 ? w == 0 ? b.word[1] : b.word[2] : w == 2 ? b.word[3] : b.word[4];
    }
    return __funnelshift_r(low, high, (i & 3) * 8);
}

RUSTG_D void parse_load_bytes(parse_bytes &b, const uint8_t *from, bool has_next)
{
    if (PARSE_BYTE_WORDS == 4) {
        const uint4 words = *(const uint4 *)from;
        b.word[0] = words.x;
        b.word[1] = words.y;
        b.word[2] = words.z;
        b.word[3] = words.w;
    } else {
        b.word[0] = *(const uint32_t *)from;
    }
    b.word[PARSE_BYTE_WORDS] = has_next ? *(const uint16_t *)(from + PARSE_PER_THREAD) : 0;
}

/* What is at a thread's tokens: bits. */
struct parse_thread_toks {
    uint32_t opens, closes, edges; /* edges: slot 0 and the ends of files */
};

/* in   n_left  tokens from tok to the end of the batch, > 0
 * out  d_kinds of the tokens; *kinds: kinds as the lexer left them */
RUSTG_D parse_thread_toks parse_glue_toks(const parse_batch_view &v, uint32_t tok, uint32_t n_left, parse_bytes *kinds)
{
    parse_bytes flags;
    parse_thread_toks out = {0, 0, 0};
    uint32_t glued = 0;
    parse_load_bytes(*kinds, v.d_kind + tok, n_left > PARSE_PER_THREAD);
    parse_load_bytes(flags, v.d_flags + tok, n_left > PARSE_PER_THREAD);
#pragma unroll
    for (int i = 0; i < PARSE_PER_THREAD; i++) {
        const uint32_t k = parse_byte(*kinds, i);
        const bool joint = flags.word[i >> 2] >> (i & 3) * 8 & RUSTG_TOKEN_JOINT;
        glued |= (uint32_t)(joint || k == T_DOC_COMMENT) << i;
        if (k - T_L_PAREN < TOKEN_N_DELIMITERS) {
            if (k - T_L_PAREN & 1)
                out.closes |= 1u << i;
            else
                out.opens |= 1u << i;
        }
        out.edges |= (uint32_t)TOKEN_IS_NONE(k) << i;
    }
    const uint32_t valid = (1u << min(n_left, (uint32_t)PARSE_PER_THREAD)) - 1;
    out.opens &= valid;
    out.closes &= valid;
    out.edges &= valid;
    uint32_t result[4];
#pragma unroll
    for (uint32_t w = 0; w < PARSE_BYTE_WORDS; w++)
        result[w] = kinds->word[w];
    for (uint32_t rest = glued & valid; rest; rest &= rest - 1) {
        const uint32_t i = (uint32_t)__ffs((int)rest) - 1;
        const uint32_t k = parse_window(*kinds, i), f = parse_window(flags, i);
        const uint32_t now =
            parse_glue((uint8_t)k, (uint8_t)f, (uint8_t)(k >> 8), (uint8_t)(f >> 8), (uint8_t)(k >> 16));
        const uint32_t changed = (now ^ (k & 255)) << (i & 3) * 8;
#pragma unroll
        for (uint32_t w = 0; w < PARSE_BYTE_WORDS; w++)
            result[w] ^= i >> 2 == w ? changed : 0;
    }
    if (PARSE_BYTE_WORDS == 4)
        *(uint4 *)(v.d_kinds + tok) = make_uint4(result[0], result[1], result[2], result[3]);
    else
        *(uint32_t *)(v.d_kinds + tok) = result[0];
    return out;
}
