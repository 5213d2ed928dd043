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

extern "C" __global__ void __launch_bounds__(PARSE_THREADS) parse_parent_kernel(const parse_batch_view v)
{
    __shared__ parse_tile_tree t;
    const uint32_t n = v.d_counters->n_nodes, n_tiles = (n + PARSE_TILE - 1) / PARSE_TILE;
    const uint32_t tile = blockIdx.x, first = tile * PARSE_TILE;
    if (n > v.capacity_nodes || tile >= n_tiles)
        return;
    const uint32_t n_here = min(n - first, (uint32_t)PARSE_TILE), lane = threadIdx.x & 31;
    /* The values are inverted, so that a larger next is a smaller value. */
    for (uint32_t i = threadIdx.x; i < n_here; i += PARSE_THREADS)
        t.value[i] = ~v.d_node_next[first + i];
    parse_tile_build(t);
    parse_tile_store(t, v.node_tree, tile);
    for (uint32_t at = 0; at < n_here; at += PARSE_THREADS) {
        const uint32_t i = at + threadIdx.x, node = first + i;
        bool is_rest = false;
        if (i < n_here && node > 0) {
            uint32_t parent = 0;
            if (v.d_node_kind[node] != RUSTG_AST_File) {
                if (i > 0 && t.value[i - 1] < ~node)
                    parent = node - 1;
                else if (const uint32_t nearest = parse_tile_nearest(t, i, ~node); nearest != PARSE_NONE)
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

extern "C" __global__ void __launch_bounds__(PARSE_THREADS) parse_parent_rest_kernel(const parse_batch_view v)
{
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
