/* lex_doubt.cuh: looks at each token of the files whose flags leave open whether they hold a lexical error.
 * in    d_doubtful, the token arrays, d_file_first_tok, d_file_flags, d_source
 * out   d_file_flags: LEX_BAD or-ed to those with a doubtful token (lex_doubt.h)
 * map   the tokens of each such file are shared out among all warps: a thread a token, the whole warp for a long one
 * moves of such a file its tokens' 10 B and its source */
#pragma once

#include "lex_token_info.cuh"
#include "lexer/lex_doubt.h"

enum { LEX_DOUBT_UNIT = 128 }; /* tokens a warp takes at a time */
HD_STATIC_ASSERT(LEX_DOUBT_UNIT == 4 * 32, "a lane's kinds are the bytes of a word");

/* A token; of kind EOF, the white space and plain comments from its start to the end of the file. */
RUSTG_D_CALL bool lex_is_doubtful(const lex_text *text, lex_token token, bool any_high, uint32_t lane, uint32_t n_lanes)
{
    if (token.kind != RUSTG_TOK_EOF)
        return lex_doubt_token(text, token, any_high, lane, n_lanes);
    for (uint32_t pos = token.start; pos < token.end;) {
        const uint32_t space = lex_space_at(text, pos);
        if (space) {
            pos = LEX_SKIP(text, pos + space, LEX_SET_SPACE, 0, false);
            continue;
        }
        bool is_complete = lex_byte(text, pos) == '/' && lex_byte(text, pos + 1) == '/';
        if (is_complete)
            pos = lex_line_end(text, pos + 2);
        else if (lex_byte(text, pos) == '/' && lex_byte(text, pos + 1) == '*')
            pos = lex_block_comment_end(text, pos + 2, &is_complete);
        if (!is_complete)
            return true;
    }
    return false;
}

/* Whether a token of that kind may be why the file's flags leave it open (lex_flags_doubtful). */
RUSTG_D bool lex_may_doubt(uint32_t flags, uint32_t kind)
{
    if (flags & (LEX_WEIRD | LEX_MAYBE))
        return true;
    switch (kind) {
    case RUSTG_TOK_CHAR:
    case RUSTG_TOK_STR: return (flags & LEX_HAS_HIGH_ESCAPE) != 0;
    case RUSTG_TOK_BYTE:
    case RUSTG_TOK_BYTE_STR:
    case RUSTG_TOK_RAW_BYTE_STR: return (flags & LEX_HAS_BYTE_LITERAL) != 0;
    case RUSTG_TOK_C_STR:
    case RUSTG_TOK_RAW_C_STR: return (flags & LEX_HAS_C_STRING) != 0;
    default: return false;
    }
}

/* The tokens first .. end - 1 of a file, at most LEX_DOUBT_UNIT, by a warp. Returns whether one of them is doubtful. */
RUSTG_D bool lex_doubt_toks(const lex_batch_view &v, uint32_t file, uint32_t first, uint32_t end, uint32_t flags)
{
    const uint32_t lane = threadIdx.x & 31, base = v.d_files[file].base;
    const bool any_high = flags & LEX_HAS_HIGH;
    lex_text text = lex_whole_file(v, file);
    uint32_t kinds = 0;
#pragma unroll
    for (uint32_t k = 0; k < LEX_DOUBT_UNIT / 32; k++) {
        const uint32_t t = first + lane + 32 * k;
        kinds |= (t < end ? (uint32_t)v.d_kind[t] : 0) << 8 * k;
    }
    for (uint32_t t = first + lane; t - lane < end; t += 32, kinds >>= 8) {
        lex_token token = {0, 0, RUSTG_TOK_EOF, 0};
        const bool is_one = t < end && lex_may_doubt(flags, kinds & 255);
        if (!__any_sync(~0u, is_one))
            continue;
        if (is_one) {
            token.kind = (uint8_t)kinds;
            token.flags = v.d_flags[t];
            token.start = v.d_tok_start[t] - base;
            token.end = v.d_tok_end[t] - base;
            if (token.kind == RUSTG_TOK_EOF)
                token.start = t == v.d_file_first_tok[file] ? 0 : v.d_tok_end[t - 1] - base;
        }
        const bool is_long = token.end - token.start > LEX_ALONE_BYTES;
        text.is_warp = false;
        if (__any_sync(~0u, !is_long && lex_is_doubtful(&text, token, any_high, 0, 1)))
            return true;
        for (uint32_t rest = __ballot_sync(~0u, is_long); rest; rest &= rest - 1) {
            const int from = __ffs((int)rest) - 1;
            lex_token its;
            its.start = __shfl_sync(~0u, token.start, from);
            its.end = __shfl_sync(~0u, token.end, from);
            its.kind = (uint8_t)__shfl_sync(~0u, (uint32_t)token.kind, from);
            its.flags = (uint8_t)__shfl_sync(~0u, (uint32_t)token.flags, from);
            text.is_warp = true;
            if (__any_sync(~0u, lex_is_doubtful(&text, its, any_high, lane, 32)))
                return true;
        }
    }
    return false;
}

/* The lane's value and those of all lanes below it together. */
RUSTG_D uint32_t lex_sum_below(uint32_t value)
{
    for (int d = 1; d < 32; d *= 2) {
        const uint32_t below = __shfl_up_sync(~0u, value, (uint32_t)d);
        value += (threadIdx.x & 31) >= (uint32_t)d ? below : 0;
    }
    return value;
}

/* 32 files at a time, one a lane, so that a warp waits for their tables once; their units go to the warps in turn. */
extern "C" __global__ void __launch_bounds__(LEX_TILE_CHUNKS) lex_doubt_kernel(lex_batch_view v)
{
    grid_await();
    const uint32_t lane = threadIdx.x & 31;
    const uint32_t warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, n_warps = gridDim.x * blockDim.x / 32;
    const uint32_t n_toks = *v.d_n_toks, n_doubtful = *v.d_n_doubtful;
    uint32_t n_before = 0; /* units of the files before */
    if (n_toks > v.capacity)
        return;
    for (uint32_t i = lane; i - lane < n_doubtful; i += 32) {
        uint32_t file = 0, flags = 0, first = 0, end = 0;
        if (i < n_doubtful) {
            file = v.d_doubtful[i];
            flags = v.d_file_flags[file];
            first = v.d_file_first_tok[file];
            end = file + 1 < v.n_files ? v.d_file_first_tok[file + 1] : n_toks;
        }
        /* of all files: other warps may just be finding the first doubtful token, and all have to count alike */
        const uint32_t n_units = (end - first + LEX_DOUBT_UNIT - 1) / LEX_DOUBT_UNIT;
        const uint32_t upto = lex_sum_below(n_units), n_all = __shfl_sync(~0u, upto, 31);
        for (uint32_t u = (warp + n_warps - n_before % n_warps) % n_warps; u < n_all; u += n_warps) {
            const int from = __popc(__ballot_sync(~0u, upto <= u));
            const uint32_t its_file = __shfl_sync(~0u, file, from), its_flags = __shfl_sync(~0u, flags, from);
            const uint32_t its_end = __shfl_sync(~0u, end, from);
            const uint32_t t = its_end - (__shfl_sync(~0u, upto, from) - u) * LEX_DOUBT_UNIT;
            /* units are counted from the file's end, so the first may be short */
            const uint32_t its_first = __shfl_sync(~0u, first, from);
            const uint32_t begin = (int32_t)(t - its_first) > 0 ? t : its_first;
            if (lex_doubt_toks(v, its_file, begin, t + LEX_DOUBT_UNIT, its_flags) && lane == 0)
                atomicOr(&v.d_file_flags[its_file], LEX_BAD);
        }
        n_before += n_all;
    }
}
