/* parse_nearest.cuh: the nearest earlier value below a bound, by trees of the smallest of 16. Delimiters find their
 * partners by it, nodes their parents. A search climbs while the 16 it looks at hold nothing, then comes down: at most
 * twice the height of the tree, however deep the nesting and however many siblings there are. */
#pragma once

#include "parse_scan.cuh"

#define PARSE_NONE 0xFFFFFFFFu

/* Which of 16 values are below the bound. */
RUSTG_D uint32_t parse_below(const uint32_t *group, uint32_t bound)
{
    const uint4 *four = (const uint4 *)group;
    uint32_t mask = 0;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const uint4 x = four[i];
        mask |= (uint32_t)(x.x < bound) << 4 * i | (uint32_t)(x.y < bound) << (4 * i + 1) |
                (uint32_t)(x.z < bound) << (4 * i + 2) | (uint32_t)(x.w < bound) << (4 * i + 3);
    }
    return mask;
}

RUSTG_D uint32_t parse_smallest(const uint32_t *group)
{
    const uint4 *four = (const uint4 *)group;
    uint32_t smallest = PARSE_NONE;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const uint4 x = four[i];
        smallest = min(min(min(smallest, x.x), x.y), min(x.z, x.w));
    }
    return smallest;
}

RUSTG_D uint32_t parse_last_bit(uint32_t mask)
{
    return 31 - (uint32_t)__clz((int)mask);
}

/* The last place before this one of a tile whose value is wanted, or PARSE_NONE.
 * in  which(level, group)  the wanted ones of 16 values of a level, from 16 * group on, as bits */
template <typename Which> RUSTG_D uint32_t parse_nearest_place(uint32_t before, Which which)
{
    uint32_t group = before >> 4;
    uint32_t mask = before & 15 ? which(0, group) & ((1u << (before & 15)) - 1) : 0;
    if (mask)
        return 16 * group + parse_last_bit(mask);
    uint32_t upper = group >> 4;
    mask = group & 15 ? which(1, upper) & ((1u << (group & 15)) - 1) : 0;
    if (!mask) {
        mask = which(2, 0) & ((1u << upper) - 1);
        if (!mask)
            return PARSE_NONE;
        upper = parse_last_bit(mask);
        mask = which(1, upper);
    }
    group = 16 * upper + parse_last_bit(mask);
    return 16 * group + parse_last_bit(which(0, group));
}

/* A tile in shared memory, with its values and two levels above them. Values behind the last one do not count, as
 * only earlier values are looked at. */
struct __align__(16) parse_tile_tree
{
    uint32_t value[PARSE_TILE];
    uint32_t level_1[PARSE_TILE / 16];
    uint32_t level_2[16]; /* PARSE_TILE / 256 of them */
};

/* Both levels, when value is filled; begins and ends with a barrier. */
RUSTG_D void parse_tile_build(parse_tile_tree &t)
{
    __syncthreads();
    if (threadIdx.x < PARSE_TILE / 16)
        t.level_1[threadIdx.x] = parse_smallest(t.value + 16 * threadIdx.x);
    __syncthreads();
    if (threadIdx.x < PARSE_TILE / 256)
        t.level_2[threadIdx.x] = parse_smallest(t.level_1 + 16 * threadIdx.x);
    __syncthreads();
}

/* The last i < before with value[i] < bound, or PARSE_NONE. */
RUSTG_D uint32_t parse_tile_nearest(const parse_tile_tree &t, uint32_t before, uint32_t bound)
{
    return parse_nearest_place(before, [&](int level, uint32_t group) {
        const uint32_t *values = level == 0 ? t.value : level == 1 ? t.level_1 : t.level_2;
        return parse_below(values + 16 * group, bound);
    });
}

/* The same for values of 15 bits, the largest of 16 above them: two in a word are compared at a time. Of 16 side by
 * side word i holds the values i and i + 8. */
struct __align__(16) parse_small_tree
{
    uint32_t value[PARSE_TILE / 2], level_1[PARSE_TILE / 32], level_2[8]; /* half as many as values */
};

enum { PARSE_SMALL_MOST = 0x7FFF };

/* Value i of 16. */
RUSTG_D void parse_small_set(uint32_t *pairs, uint32_t i, uint32_t value)
{
    ((uint16_t *)pairs)[2 * (i & 7) + (i >> 3)] = (uint16_t)value;
}

RUSTG_D uint32_t parse_small_get(const uint32_t *pairs, uint32_t i)
{
    return ((const uint16_t *)pairs)[2 * (i & 7) + (i >> 3)];
}

/* Which of 16 are above the bound, as bits. */
RUSTG_D uint32_t parse_small_above(const uint32_t *pairs, uint32_t bound)
{
    const uint4 low = ((const uint4 *)pairs)[0], high = ((const uint4 *)pairs)[1];
    const uint32_t words[8] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
    const uint32_t limit = 0x80008000u + bound * 0x00010001u; /* less a word: bits 15 and 31 where it is not above */
    uint32_t others = 0;
#pragma unroll
    for (int i = 0; i < 8; i++)
        others |= (limit - words[i]) >> (15 - i) & 0x00010001u << i;
    return ~((others & 0xFF) | (others >> 8 & 0xFF00)) & 0xFFFF;
}

RUSTG_D uint32_t parse_small_largest(const uint32_t *pairs)
{
    uint32_t largest = 0;
#pragma unroll
    for (int i = 0; i < 8; i++)
        largest = max(largest, max(pairs[i] & 0xFFFF, pairs[i] >> 16));
    return largest;
}

/* Both levels, when value is filled; begins and ends with a barrier. */
RUSTG_D void parse_small_build(parse_small_tree &t)
{
    const uint32_t i = threadIdx.x;
    __syncthreads();
    if (i < PARSE_TILE / 16)
        parse_small_set(t.level_1 + 8 * (i / 16), i % 16, parse_small_largest(t.value + 8 * i));
    __syncthreads();
    if (i < PARSE_TILE / 256)
        parse_small_set(t.level_2, i, parse_small_largest(t.level_1 + 8 * i));
    __syncthreads();
}

/* The last i < before with a value above the bound, or PARSE_NONE. */
RUSTG_D uint32_t parse_small_nearest(const parse_small_tree &t, uint32_t before, uint32_t bound)
{
    return parse_nearest_place(before, [&](int level, uint32_t group) {
        const uint32_t *values = level == 0 ? t.value : level == 1 ? t.level_1 : t.level_2;
        return parse_small_above(values + 8 * group, bound);
    });
}

/* The level above those of which tiles have whole groups of 16, and how many of its values are a tile's. */
enum {
    PARSE_TILE_LEVEL = PARSE_TILE == 16 * 16 * 16 ? 2 : 1,
    PARSE_TILE_VALUES = PARSE_TILE_LEVEL == 2 ? 1 : PARSE_TILE / 256
};
HD_STATIC_ASSERT(PARSE_TILE % 256 == 0 && PARSE_TILE <= 16 * 16 * 16, "a tile has whole values of level 1");

/* The part of the levels up to PARSE_TILE_LEVEL that the tile writes to device memory. */
RUSTG_D void parse_tile_store(const parse_tile_tree &t, const parse_tree &tree, uint32_t tile)
{
    if (threadIdx.x < PARSE_TILE / 16)
        tree.d_levels[0][tile * (PARSE_TILE / 16) + threadIdx.x] = t.level_1[threadIdx.x];
    if (threadIdx.x < PARSE_TILE / 256)
        tree.d_levels[1][tile * (PARSE_TILE / 256) + threadIdx.x] = t.level_2[threadIdx.x];
    if (PARSE_TILE_LEVEL == 2 && threadIdx.x == 0)
        tree.d_levels[2][tile] = parse_smallest(t.level_2);
}

/* A level is read 16 at a time: behind its n values follow some that are no smaller than any. */
RUSTG_D void parse_tree_pad(uint32_t *values, uint32_t n)
{
    if (n + threadIdx.x < (n + 15) / 16 * 16)
        values[n + threadIdx.x] = PARSE_NONE;
}

/* The levels above, by the block that finishes last. Every block calls this when it has stored its tiles. A search does
 * not climb over 16 values, nor in the tree of one tile.
 * in  done  zero before the launch;  n_blocks  that will call;  n_tiles  of the tree */
RUSTG_D void parse_tree_finish(const parse_tree &tree, uint32_t n_tiles, uint32_t n_blocks, uint32_t *done)
{
    __shared__ bool is_last;
    if (n_tiles <= 1)
        return;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        is_last = atomicAdd(done, 1u) == n_blocks - 1;
    __syncthreads();
    if (!is_last)
        return;
    __threadfence();
    uint32_t n = PARSE_TILE_VALUES * n_tiles;
    parse_tree_pad(tree.d_levels[PARSE_TILE_LEVEL], n);
#pragma unroll
    for (int level = PARSE_TILE_LEVEL + 1; level < PARSE_TREE_LEVELS && n > 16; level++) {
        const volatile uint32_t *from = tree.d_levels[level - 1];
        const uint32_t n_groups = (n + 15) / 16;
        for (uint32_t i = threadIdx.x; i < n_groups; i += PARSE_THREADS) {
            uint32_t smallest = PARSE_NONE;
            for (uint32_t j = 16 * i; j < 16 * i + 16 && j < n; j++)
                smallest = min(smallest, from[j]);
            tree.d_levels[level][i] = smallest;
        }
        n = n_groups;
        parse_tree_pad(tree.d_levels[level], n);
        __threadfence();
        __syncthreads();
    }
}

/* The last i < tile * PARSE_TILE with value[i] < bound, or PARSE_NONE.
 * in  values_below(at, bound)  which of the 16 values from at on, a multiple of 16, are below the bound */
template <typename Below>
RUSTG_D uint32_t parse_tree_nearest(const parse_tree &tree, uint32_t tile, uint32_t bound, Below values_below)
{
    int level = PARSE_TILE_LEVEL;
    uint32_t at = PARSE_TILE_VALUES * tile, mask = 0;
    for (;; level++, at >>= 4) {
        mask = at & 15 ? parse_below(tree.d_levels[level] + (at & ~15u), bound) & ((1u << (at & 15)) - 1) : 0;
        if (mask)
            break;
        if (level == PARSE_TREE_LEVELS - 1)
            return PARSE_NONE;
    }
    at = (at & ~15u) + parse_last_bit(mask);
    for (; level > 0; level--)
        at = 16 * at + parse_last_bit(parse_below(tree.d_levels[level - 1] + 16 * at, bound));
    return 16 * at + parse_last_bit(values_below(16 * at, bound));
}
