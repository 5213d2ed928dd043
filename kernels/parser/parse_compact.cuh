/* parse_compact.cuh: records into preorder.
 *
 * Nodes are numbered in the order in which they finish (children before parents, post) from the counts of nodes by
 * token. A node whose first inner node has number mark holds all of mark..post; with opened(p) = the nodes whose mark
 * is at most p, its place in preorder is opened(post) - (post - mark + 1).
 *
 * in    d_records, d_region_used, d_base, the token arrays; d_source where a node ends inside a token
 * out   d_opened; then kind, tok, start, end, next of every node and d_file_first_node
 * map   a thread a record slot (opened_count, scatter), 16 nodes a thread (opened)
 * moves 32 B read, 4 B added a node (count); 4 B read and written (opened); 44 B read, 17 B written (scatter)
 * ref   parse_preorder() in src/parser/cpu/parse_preorder.c */
#pragma once

#include "rustg/ast.h"
#include "parse_scan.cuh"

struct compact_node {
    parse_record record;
    uint32_t post, mark;
};

/* Reads the node of slot blockIdx.x * PARSE_THREADS + threadIdx.x of region blockIdx.y. False: there is none. */
RUSTG_D bool compact_load(const parse_batch_view &v, compact_node *node)
{
    const uint32_t in_region = blockIdx.x * PARSE_THREADS + threadIdx.x;
    if (v.d_counters->n_nodes > v.capacity_nodes || in_region >= v.d_region_used[blockIdx.y])
        return false;
    const uint2 *from = (const uint2 *)(v.d_records + (size_t)blockIdx.y * v.region_records + in_region);
    const uint2 packed = from[2];
    if ((packed.y & 255) == 0)
        return false;
    const uint2 span = from[0], anchor = from[1];
    parse_record r = {span.x, span.y, anchor.x, anchor.y, packed.x, packed.y};
    const uint32_t base = v.d_base[r.key];
    node->record = r;
    node->post = base + (r.packed >> 16) + (r.packed & PARSE_LATE ? v.d_counts[r.key] & 0xFF : 0);
    node->mark = v.d_base[r.mark_tok] + (r.packed >> 8 & PARSE_MAX_MARK_COUNT);
    return base != PARSE_NO_TOK;
}

extern "C" __global__ void __launch_bounds__(PARSE_THREADS) parse_opened_count_kernel(const parse_batch_view v)
{
    compact_node node;
    if (compact_load(v, &node))
        atomicAdd(&v.d_opened[node.mark], 1u);
}

/* Inclusive sums, in place. */
extern "C" __global__ void __launch_bounds__(PARSE_THREADS) parse_opened_kernel(const parse_batch_view v)
{
    __shared__ uint32_t warp_sums[PARSE_WARPS], shared_tile, shared_before;
    const uint32_t n = v.d_counters->n_nodes - 1, n_nodes = v.d_counters->n_nodes;
    const uint32_t tile = parse_next_tile(&v.d_counters->opened_ticket, &shared_tile);
    if (n_nodes > v.capacity_nodes || tile * PARSE_TILE >= n)
        return;
    const uint32_t first = tile * PARSE_TILE + threadIdx.x * PARSE_PER_THREAD;
    uint32_t value[PARSE_PER_THREAD], own = 0, total;
#pragma unroll
    for (int i = 0; i < PARSE_PER_THREAD / 4; i++) {
        const uint4 four = first < n ? ((const uint4 *)(v.d_opened + first))[i] : make_uint4(0, 0, 0, 0);
        value[4 * i] = own += four.x;
        value[4 * i + 1] = own += four.y;
        value[4 * i + 2] = own += four.z;
        value[4 * i + 3] = own += four.w;
    }
    const uint32_t prefix = parse_block_sums(own, warp_sums, &total);
    const uint32_t at = prefix + parse_tile_before(tile, total, v.d_node_states, &shared_before);
    if (first >= n)
        return;
#pragma unroll
    for (int i = 0; i < PARSE_PER_THREAD / 4; i++)
        ((uint4 *)(v.d_opened + first))[i] =
            make_uint4(at + value[4 * i], at + value[4 * i + 1], at + value[4 * i + 2], at + value[4 * i + 3]);
}

RUSTG_D uint32_t compact_end(const parse_batch_view &v, const parse_record &r)
{
    if (r.start == r.end)
        return v.d_tok_start[r.start];
    if (!(r.packed >> 14 & 1))
        return v.d_tok_end[r.end - 1];
    uint32_t at = v.d_tok_start[r.end - 1];
    while (v.d_source[at] != '.')
        at++;
    return at;
}

extern "C" __global__ void __launch_bounds__(PARSE_THREADS) parse_scatter_kernel(const parse_batch_view v)
{
    const uint32_t thread = (blockIdx.y * gridDim.x + blockIdx.x) * PARSE_THREADS + threadIdx.x;
    if (v.d_counters->n_nodes > v.capacity_nodes)
        return;
    for (uint32_t file = thread; file < v.n_files; file += gridDim.x * gridDim.y * PARSE_THREADS) {
        const uint32_t base = v.d_base[v.d_file_first_tok[file]];
        if (base != PARSE_NO_TOK)
            v.d_file_first_node[file] = base + 1;
    }
    if (thread == 0) {
        v.d_node_kind[0] = RUSTG_AST_None;
        v.d_node_tok[0] = v.d_node_start[0] = v.d_node_end[0] = v.d_node_parent[0] = 0;
        v.d_node_next[0] = 1;
    }
    compact_node node;
    if (!compact_load(v, &node))
        return;
    const uint32_t size = node.post - node.mark + 1;
    const uint32_t at = v.d_opened[node.post] - size + 1;
    v.d_node_kind[at] = (uint8_t)node.record.packed;
    v.d_node_tok[at] = node.record.anchor;
    v.d_node_start[at] = v.d_tok_start[node.record.start];
    v.d_node_end[at] = compact_end(v, node.record);
    v.d_node_next[at] = at + size;
}
