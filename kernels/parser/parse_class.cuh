/* parse_class.cuh: what the table of the grammar sees of each token, and which groups may be units.
 * in    d_kinds, d_partner and the token arrays; files that d_parse_flags flags are left out
 * out   d_class  u8[n_toks]; of every group of more than inline_toks tokens a unit: its tokens and its file, and
 *       d_unit_of_tok of its opening delimiter
 * map   one block a tile: first all tokens that their kind and the next tell, then the others, those of a kind side
 *       by side, so that a warp's lanes look at the same things
 * cost  O(n_toks) work, but for what the rules look ahead
 * moves 7 B read, 1 B written a token
 * ref   make_units() in tests/parser/table/parse_units_on_host.c */
#pragma once

#include "parser/table/parse_table.h"
#include "parse_scan.cuh"

RUSTG_D parse_input class_input(const parse_batch_view &v)
{
    return {v.d_kinds, v.d_partner, v.d_flags, v.d_tok_start, v.d_tok_end, v.d_source, 0, 0, 0, 0};
}

RUSTG_D void class_enter_file(const parse_batch_view &v, parse_input *in, uint32_t file)
{
    in->first_tok = v.d_file_first_tok[file];
    in->eof_tok = parse_file_end(v, file) - 1;
    in->edition = v.d_files[file].edition;
}

/* The token of the tile that bit i of a thread's tokens stands for: 4 side by side, then those of the other threads. */
RUSTG_D uint32_t class_tok_of_bit(uint32_t i)
{
    return 4 * (i / 4 * PARSE_THREADS + threadIdx.x) + i % 4;
}

RUSTG_D void class_to_file(const parse_batch_view &v, parse_input *in, uint32_t tok, uint32_t *file)
{
    if (tok <= in->eof_tok)
        return;
    while (tok >= parse_file_end(v, *file))
        ++*file;
    class_enter_file(v, in, *file);
}

enum { CLASS_KINDS = 160 };
HD_STATIC_ASSERT(PARSE_PER_THREAD % 4 == 0, "a thread takes four tokens at a time");
HD_STATIC_ASSERT(PARSE_N_KINDS <= CLASS_KINDS, "all kinds have counts");

/* Tokens of the tile that want a closer look: by place with their kind, and then in the order of kinds.
 *   before  of each kind first the tokens, then those of lower kinds and, while they are put in order, of this one */
struct class_more {
    uint32_t found[PARSE_TILE], before[CLASS_KINDS], n;
    uint16_t sorted[PARSE_TILE];
};

RUSTG_D void class_sort(class_more &more)
{
    __syncthreads();
    if (threadIdx.x < 32) {
        uint32_t own[CLASS_KINDS / 32], sum = 0;
        for (uint32_t i = 0; i < CLASS_KINDS / 32; i++) {
            own[i] = sum;
            sum += more.before[CLASS_KINDS / 32 * threadIdx.x + i];
        }
        const uint32_t prefix = parse_warp_sum(sum) - sum;
        for (uint32_t i = 0; i < CLASS_KINDS / 32; i++)
            more.before[CLASS_KINDS / 32 * threadIdx.x + i] = prefix + own[i];
    }
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < more.n; i += PARSE_THREADS)
        more.sorted[atomicAdd(&more.before[more.found[i] / PARSE_TILE], 1u)] = (uint16_t)(more.found[i] % PARSE_TILE);
    __syncthreads();
}

PARSE_KERNEL void __launch_bounds__(PARSE_THREADS) parse_class_kernel(const parse_batch_view view)
{
    grid_await();
    const parse_batch_view v = parse_counted(view);
    if (v.n_toks > view.n_toks)
        return;
    __shared__ uint32_t warp_sums[PARSE_WARPS], tile_file, tile_unit;
    __shared__ class_more more;
    const uint32_t tile_tok = blockIdx.x * PARSE_TILE, lane = threadIdx.x & 31;
    const parse_table table = parse_table_of(v.d_table);
    const uint8_t *near = table.near + (v.has_old_edition ? PARSE_N_KINDS * PARSE_N_KINDS : 0);
    parse_input in = class_input(v);
    uint32_t found = 0, total;
    if (threadIdx.x == 0)
        more.n = 0;
    if (tile_tok >= v.n_toks)
        return;
    if (v.n_toks - tile_tok <= PARSE_TILE && threadIdx.x < PARSE_PAD) { /* what is read behind the tokens */
        v.d_kinds[v.n_toks + threadIdx.x] = threadIdx.x == 0 ? (uint8_t)T_EOF : 0;
        if (v.n_toks % 4 == 0 || threadIdx.x >= 4 - v.n_toks % 4) /* the others are written with the last tokens */
            v.d_class[v.n_toks + threadIdx.x] = 0;
    }
    if (threadIdx.x < CLASS_KINDS)
        more.before[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x / 32 == PARSE_WARPS - 1) {
        const uint32_t file = parse_file_by_warp(v, tile_tok);
        if (lane == 0)
            tile_file = file;
    }
    for (uint32_t i = 0; i < PARSE_PER_THREAD / 4; i++) {
        const uint32_t in_tile = 4 * (i * PARSE_THREADS + threadIdx.x), tok = tile_tok + in_tile;
        uint32_t wanted = 0, classes = 0;
        uint2 words = {0, 0};
        if (tok < v.n_toks) {
            words = {*(const uint32_t *)(v.d_kinds + tok), *(const uint32_t *)(v.d_kinds + tok + 4)};
            uint32_t partners[4]; /* asked for at once, before they are needed */
#pragma unroll
            for (uint32_t j = 0; j < 4; j++) {
                const uint32_t delimiter = (words.x >> 8 * j & 255) - T_L_PAREN;
                const bool is_open = delimiter < TOKEN_N_DELIMITERS && !(delimiter & 1);
                partners[j] = is_open && tok + j < v.n_toks ? v.d_partner[tok + j] : 0;
            }
#pragma unroll
            for (uint32_t j = 0; j < 4; j++) {
                const uint32_t kind = words.x >> 8 * j & 255;
                const uint32_t next = __byte_perm(words.x, words.y, j + parse_kind_toks(kind)) & 255;
                const uint32_t c = near[kind * PARSE_N_KINDS + next];
                const bool is_far = c == PARSE_CLASS_FAR;
                wanted |= (uint32_t)(is_far && tok + j < v.n_toks) << j;
                classes |= is_far ? 0 : c << 8 * j;
                found |= (uint32_t)(partners[j] > tok + j + v.inline_toks) << (4 * i + j);
            }
            *(uint32_t *)(v.d_class + tok) = classes;
        }
        const uint32_t n_wanted = (uint32_t)__popc(wanted), upto = parse_warp_sum(n_wanted);
        const uint32_t all = __shfl_sync(~0u, upto, 31);
        uint32_t at = lane == 0 && all ? atomicAdd(&more.n, all) : 0;
        at = __shfl_sync(~0u, at, 0) + upto - n_wanted;
        for (; wanted; wanted &= wanted - 1) {
            const uint32_t j = (uint32_t)__ffs((int)wanted) - 1, kind = words.x >> 8 * j & 255;
            more.found[at++] = kind * PARSE_TILE + in_tile + j;
            atomicAdd(&more.before[kind], 1u);
        }
    }
    class_sort(more);
    uint32_t file = tile_file;
    class_enter_file(v, &in, file);
    for (uint32_t i = threadIdx.x; i < more.n; i += PARSE_THREADS) {
        const uint32_t tok = tile_tok + more.sorted[i];
        if (tok < in.first_tok) { /* of another kind, and earlier */
            file = tile_file;
            class_enter_file(v, &in, file);
        }
        class_to_file(v, &in, tok, &file);
        if (tok >= in.first_tok && v.d_parse_flags[file] == 0)
            v.d_class[tok] = (uint8_t)parse_class(&table, &in, tok, false);
    }
    file = tile_file;
    for (uint32_t rest = found; rest; rest &= rest - 1) {
        const uint32_t tok = tile_tok + class_tok_of_bit((uint32_t)__ffs((int)rest) - 1);
        while (tok >= parse_file_end(v, file))
            file++;
        if (v.d_parse_flags[file] != 0 || tok == v.d_file_first_tok[file]) /* no file begins with a group */
            found &= ~(rest & (0 - rest));
    }
    const uint32_t before = parse_block_sums((uint32_t)__popc(found), warp_sums, &total);
    if (threadIdx.x == 0)
        tile_unit = v.n_files + (total > 0 ? atomicAdd(&v.d_walk->n_made, total) : 0);
    __syncthreads();
    uint32_t id = tile_unit + before;
    file = tile_file;
    for (uint32_t rest = found; rest; rest &= rest - 1, id++) {
        const uint32_t tok = tile_tok + class_tok_of_bit((uint32_t)__ffs((int)rest) - 1);
        v.d_unit_of_tok[tok] = id < v.capacity_units ? id : (uint32_t)PARSE_NO_TOK;
        if (id >= v.capacity_units)
            continue;
        while (tok >= parse_file_end(v, file))
            file++;
        v.d_units[id].tok = tok;
        v.d_units[id].file = file;
    }
}
