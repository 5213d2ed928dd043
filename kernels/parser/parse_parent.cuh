/* parse_parent.cuh: the parent of every node: the nearest earlier node whose subtree reaches behind it.
 * in    d_node_kind  u8[n_nodes], d_node_next  u32[n_nodes]
 * out   d_node_parent  u32[n_nodes]; scratch: node_tree, d_rest
 * map   parse_parent_kernel: one block a tile of nodes, in shared memory; leaves node_tree and a list of the nodes
 *       whose parent lies in an earlier tile
 *       parse_parent_rest_kernel: a thread a node of the list, through node_tree
 * cost  O(n_nodes) work, O(n_nodes log n_nodes) for the second at worst
 * moves 5 B read, 4 B written a node
 * ref   parse_preorder() in src/parser/cpu/parse_preorder.c */
#pragma once

#include "rustg/ast.h"
#include "parse_nearest.cuh"

/* Nodes of a tile by how far they reach: their next, counted from the tile's first node, and at most PARENT_FAR, which
 * lies behind the tile. */
enum { PARENT_FAR = PARSE_SMALL_MOST };
HD_STATIC_ASSERT(PARENT_FAR >= PARSE_TILE, "no node of a tile is told to reach less far than its last one does");

enum { PARENT_GROUP = PARSE_PER_THREAD == 16 ? 256 : 16 };

struct parent_tile {
    parse_small_tree tree;
    uint32_t farthest[PARSE_TILE / PARENT_GROUP]; /* of a group, as node numbers */
};

RUSTG_D uint32_t parent_reach(uint32_t next, uint32_t first)
{
    return next > first ? min(next - first, (uint32_t)PARENT_FAR) : 0;
}

/* A tile of 16 nodes a thread. Ends with a barrier. */
RUSTG_D void parent_build_large(const parse_batch_view &v, parent_tile &t, uint32_t tile, uint32_t n_here)
{
    const uint32_t first = tile * PARSE_TILE, thread = threadIdx.x;
    uint32_t next[16], farthest = 0;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const uint4 four =
            16 * thread < n_here ? ((const uint4 *)(v.d_node_next + first + 16 * thread))[i] : make_uint4(0, 0, 0, 0);
        next[4 * i] = four.x;
        next[4 * i + 1] = four.y;
        next[4 * i + 2] = four.z;
        next[4 * i + 3] = four.w;
        farthest = max(farthest, max(max(four.x, four.y), max(four.z, four.w)));
    }
#pragma unroll
    for (int i = 0; i < 8; i++)
        t.tree.value[8 * thread + i] = parent_reach(next[i], first) | parent_reach(next[i + 8], first) << 16;
    parse_small_set(t.tree.level_1 + 8 * (thread / 16), thread % 16, parent_reach(farthest, first));
    v.node_tree.d_levels[0][tile * (PARSE_TILE / 16) + thread] = ~farthest; /* a tree of the smallest */
#pragma unroll
    for (int d = 1; d < 16; d *= 2)
        farthest = max(farthest, __shfl_xor_sync(~0u, farthest, d));
    if (thread % 16 == 0) {
        t.farthest[thread / 16] = farthest;
        parse_small_set(t.tree.level_2, thread / 16, parent_reach(farthest, first));
        v.node_tree.d_levels[1][tile * (PARSE_TILE / 256) + thread / 16] = ~farthest;
    }
    __syncthreads();
    if (thread == 0) {
        for (uint32_t i = 0; i < PARSE_TILE / 256; i++)
            farthest = max(farthest, t.farthest[i]);
        v.node_tree.d_levels[2][tile] = ~farthest;
    }
}

/* One of 4 nodes a thread. Ends with a barrier. */
RUSTG_D void parent_build_small(const parse_batch_view &v, parent_tile &t, uint32_t tile, uint32_t n_here)
{
    const uint32_t first = tile * PARSE_TILE, thread = threadIdx.x, group = thread / 4;
    const uint4 four =
        4 * thread < n_here ? *(const uint4 *)(v.d_node_next + first + 4 * thread) : make_uint4(0, 0, 0, 0);
    const uint32_t next[4] = {four.x, four.y, four.z, four.w};
    uint32_t farthest = max(max(four.x, four.y), max(four.z, four.w));
#pragma unroll
    for (uint32_t i = 0; i < 4; i++)
        parse_small_set(t.tree.value + 8 * group, 4 * (thread % 4) + i, parent_reach(next[i], first));
#pragma unroll
    for (int d = 1; d < 4; d *= 2)
        farthest = max(farthest, __shfl_xor_sync(~0u, farthest, d));
    if (thread % 4 == 0) {
        t.farthest[group] = farthest;
        parse_small_set(t.tree.level_1 + 8 * (group / 16), group % 16, parent_reach(farthest, first));
        v.node_tree.d_levels[0][tile * (PARSE_TILE / 16) + group] = ~farthest; /* a tree of the smallest */
    }
    __syncthreads();
    if (thread < PARSE_TILE / 256) {
        farthest = 0;
        for (uint32_t i = 0; i < 16; i++)
            farthest = max(farthest, t.farthest[16 * thread + i]);
        parse_small_set(t.tree.level_2, thread, parent_reach(farthest, first));
        v.node_tree.d_levels[1][tile * (PARSE_TILE / 256) + thread] = ~farthest;
    }
    __syncthreads();
}

RUSTG_D void parent_build(const parse_batch_view &v, parent_tile &t, uint32_t tile, uint32_t n_here)
{
    if (PARSE_PER_THREAD == 16)
        parent_build_large(v, t, tile, n_here);
    else
        parent_build_small(v, t, tile, n_here);
}

PARSE_KERNEL void __launch_bounds__(PARSE_THREADS) parse_parent_kernel(const parse_batch_view v)
{
    grid_await();
    __shared__ parent_tile t;
    const uint32_t n = v.d_counters->n_nodes, n_tiles = (n + PARSE_TILE - 1) / PARSE_TILE;
    const uint32_t tile = blockIdx.x, first = tile * PARSE_TILE;
    if (n > v.capacity_nodes || tile >= n_tiles || parse_is_left(v))
        return;
    const uint32_t n_here = min(n - first, (uint32_t)PARSE_TILE), lane = threadIdx.x & 31;
    parent_build(v, t, tile, n_here);
    for (uint32_t at = 0; at < n_here; at += PARSE_THREADS) {
        const uint32_t i = at + threadIdx.x, node = first + i;
        bool is_rest = false;
        if (i < n_here && node > 0) {
            uint32_t parent = 0;
            if (v.d_node_kind[node] != RUSTG_AST_File) {
                const uint32_t nearest = parse_small_nearest(t.tree, i, i);
                if (nearest != PARSE_NONE)
                    parent = first + nearest;
                else
                    is_rest = true;
            }
            if (!is_rest)
                v.d_node_parent[node] = parent;
        }
        const uint32_t rest = __ballot_sync(~0u, is_rest);
        if (rest) {
            uint32_t to = lane == 0 ? atomicAdd(&v.d_counters->n_rest, (uint32_t)__popc(rest)) : 0;
            to = __shfl_sync(~0u, to, 0) + (uint32_t)__popc(rest & ((1u << lane) - 1));
            if (is_rest)
                v.d_rest[to] = node;
        }
    }
    parse_tree_finish(v.node_tree, n_tiles, n_tiles, &v.d_counters->parent_done);
}

PARSE_KERNEL void __launch_bounds__(PARSE_THREADS) parse_parent_rest_kernel(const parse_batch_view v)
{
    grid_await();
    if (v.d_counters->n_nodes > v.capacity_nodes)
        return;
    const uint32_t n = v.d_counters->n_rest;
    for (uint32_t i = blockIdx.x * PARSE_THREADS + threadIdx.x; i < n; i += gridDim.x * PARSE_THREADS) {
        const uint32_t node = v.d_rest[i];
        const uint32_t nearest =
            parse_tree_nearest(v.node_tree, node / PARSE_TILE, ~node, [&](uint32_t at, uint32_t bound) {
                uint32_t mask = 0;
#pragma unroll
                for (int j = 0; j < 4; j++) {
                    const uint4 next = ((const uint4 *)(v.d_node_next + at))[j];
                    mask |= (uint32_t)(~next.x < bound) << 4 * j | (uint32_t)(~next.y < bound) << (4 * j + 1) |
                            (uint32_t)(~next.z < bound) << (4 * j + 2) | (uint32_t)(~next.w < bound) << (4 * j + 3);
                }
                return mask;
            });
        v.d_node_parent[node] = nearest == PARSE_NONE ? 0 : nearest;
    }
}
