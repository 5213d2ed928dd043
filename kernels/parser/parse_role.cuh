/* parse_role.cuh: gives each entry of a line its role in the list that it lies in. The role is all that cutting the
 * list (parse_cut.cuh) asks of an entry, and follows from its class, how far its partner is, and those beside it
 * (parser/table/parse_role.h).
 * map   a thread PARSE_PER_THREAD entries, a block a tile
 * cost  O(entries) work */
#pragma once

#include "parse_glue.cuh"
#include "parse_line.cuh"
#include "parse_nearest.cuh"
#include "parser/table/parse_role.h"

enum {
    ROLE_INLINE_THREADS = TUNING_MANY_INLINE_TOKS / PARSE_PER_THREAD /* whose entries a group without units may have */
};
HD_STATIC_ASSERT(TUNING_MANY_INLINE_TOKS % PARSE_PER_THREAD == 0, "whole threads have its entries");
HD_STATIC_ASSERT(PARSE_MAX_CLASSES == PARSE_THREADS, "a thread loads the role of a class");

/* Of a block. roles: of classes (PARSE_PART_ROLES); reach: role_reach of each thread's entries, first of the last
 * threads' of the tile before */
struct role_shared {
    uint16_t roles[PARSE_MAX_CLASSES];
    uint32_t reach[ROLE_INLINE_THREADS + PARSE_THREADS];
};

/* A thread's entries. edges: where lines begin, as bits; some: those that have roles, where they are known; edge:
 * where the line begins that the first one is in, 0: there is none; list: its list. */
struct role_entries {
    parse_bytes roles;
    uint32_t first, edges, some, edge, list;
};

RUSTG_D uint32_t role_nonzero(uint32_t bytes)
{
    const uint32_t tops = (((bytes & 0x7F7F7F7F) + 0x7F7F7F7F) | bytes) & 0x80808080;
    return (tops >> 7) * 0x10204080u >> 28;
}

enum { ROLE_WORDS = PARSE_PER_THREAD / 2 };

/* A thread's entries of d_line, from first on, two a word. */
struct role_words {
    uint32_t word[8]; /* of small tiles the first two */
};

RUSTG_D role_words role_load(const parse_batch_view &v, uint32_t first, uint32_t n)
{
    role_words w = {{0}};
    if (first >= n)
        return w;
    if (ROLE_WORDS == 2) {
        const uint2 two = *(const uint2 *)(v.d_line + first);
        w.word[0] = two.x;
        w.word[1] = two.y;
        return w;
    }
    const uint4 *from = (const uint4 *)(v.d_line + first);
    const uint4 low = from[0], high = from[1];
    return {{low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w}};
}

/* Those of the entries that hold a PARSE_LINE_ value, as bits. */
RUSTG_D uint32_t role_marks(const role_words &w)
{
    uint32_t all = 0;
#pragma unroll
    for (int i = 0; i < ROLE_WORDS; i++) /* of a value the two highest bits are 1 and 0, of a distance they are not */
        all |= (w.word[i] & ~(w.word[i] << 1) & 0x80008000) >> (15 - 2 * i);
    return (all & 0x5555) | (all >> 15 & 0xAAAA);
}
HD_STATIC_ASSERT(PARSE_LINE_BEHIND < -64 && TUNING_MANY_INLINE_TOKS <= 64, "role_marks tells them by two bits");

/* How far on the partner of an entry is, or a PARSE_LINE_ value. */
RUSTG_D int32_t role_partner(uint32_t entry)
{
    return (int32_t)(entry << 16) >> 24;
}

/* The list of the unit or the file that begins there. */
RUSTG_D uint32_t role_list_of_edge(uint32_t entry)
{
    return (uint32_t)(role_partner(entry) - PARSE_LINE_EDGE);
}

/* Those of the marked entries where lines begin, as bits. */
RUSTG_D uint32_t role_edges(const parse_batch_view &v, uint32_t marks, uint32_t first)
{
    uint32_t edges = 0;
    for (uint32_t rest = marks; rest; rest &= rest - 1) {
        const uint32_t bit = rest & (0 - rest);
        const int32_t on = role_partner(v.d_line[first + (uint32_t)__ffs((int)rest) - 1]);
        edges |= on >= PARSE_LINE_EDGE && on < PARSE_LINE_END ? bit : 0;
    }
    return edges;
}

/* Where the group ends that reaches furthest of those that are read where they stand and begin among the entries, from
 * the first of these on. It is less than their number where none reaches behind them. */
RUSTG_D int32_t role_reach(const role_words &w)
{
    int32_t reach = 0;
#pragma unroll
    for (int i = 0; i < PARSE_PER_THREAD; i++) {
        const int32_t on = i & 1 ? (int32_t)w.word[i / 2] >> 24 : role_partner(w.word[i / 2]);
        reach = i + on > reach ? i + on : reach;
    }
    return reach;
}

/* Puts where groups end that begin among each thread's entries, as entries of the tile and those of
 * ROLE_INLINE_THREADS threads before it. The caller has to put a barrier behind it. */
RUSTG_D void role_put_reach(const parse_batch_view &v, role_shared &s, const role_words &w, uint32_t tile, uint32_t n)
{
    s.reach[ROLE_INLINE_THREADS + threadIdx.x] =
        (ROLE_INLINE_THREADS + threadIdx.x) * PARSE_PER_THREAD + (uint32_t)role_reach(w);
    if (threadIdx.x >= ROLE_INLINE_THREADS)
        return;
    uint32_t before = 0;
    if (tile > 0) {
        const uint32_t first = tile * PARSE_TILE - (ROLE_INLINE_THREADS - threadIdx.x) * PARSE_PER_THREAD;
        before = threadIdx.x * PARSE_PER_THREAD + (uint32_t)role_reach(role_load(v, first, n));
    }
    s.reach[threadIdx.x] = before;
}

/* How many of the thread's entries lie in groups that begin before them. */
RUSTG_D int32_t role_covered(const role_shared &s)
{
    uint32_t reach = 0;
#pragma unroll
    for (uint32_t i = 0; i < ROLE_INLINE_THREADS; i++)
        reach = max(reach, s.reach[threadIdx.x + i]);
    return (int32_t)(reach - (ROLE_INLINE_THREADS + threadIdx.x) * PARSE_PER_THREAD);
}

RUSTG_D uint32_t role_of_class(const role_shared &s, uint32_t entry)
{
    return s.roles[entry & 255];
}

/* What may be cut behind a `}`. next: what the token behind it is (parse_role_of_kind); is_arm: its `{` stands behind
 * `=>` */
RUSTG_D uint32_t role_of_brace(uint32_t next, bool is_arm)
{
    return next & (PARSE_ROLE_ENDS_STMT | PARSE_ROLE_ENDS_ITEM | (is_arm ? (uint32_t)PARSE_ROLE_ENDS_ARM : 0));
}

/* Is what precedes the entry the last of its line? */
RUSTG_D bool role_is_over(const role_shared &s, uint32_t entry)
{
    const int32_t on = role_partner(entry);
    return (on != PARSE_LINE_FAR && on <= PARSE_LINE_BEHIND) ||
           (role_of_class(s, entry) & PARSE_ROLE_MASK) == PARSE_ROLE_END;
}

/* The role of a delimiter, or where a unit begins, ends or has ended. at: the entry */
RUSTG_D uint32_t role_of_delimiter(const parse_batch_view &v, const role_shared &s, uint32_t entry, uint32_t next,
                                   uint32_t at)
{
    const int32_t on = role_partner(entry);
    const uint32_t own = role_of_class(s, entry);
    if (on == PARSE_LINE_FAR) {
        if (own & PARSE_ROLE_IS_OPEN)
            return PARSE_ROLE_OPEN;
        if (!(own & PARSE_ROLE_IS_BRACE))
            return PARSE_ROLE_CLOSE;
        const uint32_t open = v.d_partner[v.d_line_tok[at]];
        return PARSE_ROLE_CLOSE | role_of_brace(next, open >= 2 && v.d_kinds[open - 2] == T_FAT_ARROW);
    }
    if (on < PARSE_LINE_END)
        return PARSE_ROLE_EDGE | role_list_of_edge(entry);
    if (on <= PARSE_LINE_BEHIND)
        return on == PARSE_LINE_END ? (uint32_t)PARSE_ROLE_END : (uint32_t)PARSE_ROLE_NONE;
    const uint32_t open = at + (uint32_t)on;
    if (!(role_of_class(s, v.d_line[open]) & PARSE_ROLE_IS_BRACE))
        return PARSE_ROLE_NONE;
    const uint32_t before = open >= 2 ? role_of_class(s, v.d_line[open - 2]) : 0;
    return role_of_brace(next, (before & PARSE_ROLE_MASK) == PARSE_ROLE_FAT_ARROW);
}

HD_STATIC_ASSERT(PARSE_ROLE_IS_OPERAND == 1 << 7 && PARSE_ROLE_COVERS == 1 << 8 && PARSE_ROLE_HAS_KIN == 1 << 12,
                 "role_find shifts them to bit 0");

/* The roles of the entries. n: entries of all lines; covered: how many lie in groups that begin before them */
RUSTG_D void role_find(const parse_batch_view &v, const role_shared &s, const role_words &w, role_entries *t,
                       uint32_t n, int32_t covered)
{
    const uint32_t two = t->first - 1 < n ? ((const uint32_t *)v.d_line)[t->first / 2 - 1] : 0;
    uint32_t last = role_of_class(s, two >> 16), later = 0; /* the entry before; bits */
    /* is the first entry a second one? */
    uint32_t is_second = last >> 8 & ~(role_of_class(s, two) >> 8) & 1;
#pragma unroll
    for (int i = 0; i < PARSE_PER_THREAD; i++) {
        const uint32_t entry = i & 1 ? w.word[i / 2] >> 16 : w.word[i / 2] & 0xFFFF;
        const int32_t on = role_partner(entry);
        const uint32_t own = role_of_class(s, entry);
        const bool has_own = i >= covered && on == 0 && !is_second;
        const uint32_t role = (own & PARSE_ROLE_MASK) + (own >> 12 & last >> 7 & 1);
        t->roles.word[i / 4] |= (has_own ? role : 0) << 8 * (i % 4);
        later |= (uint32_t)(i >= covered && on < 0 && (own & PARSE_ROLE_IS_BRACE || on <= PARSE_LINE_BEHIND)) << i;
        is_second = own >> 8 & ~is_second & 1;
        covered = i + on > covered ? i + on : covered;
        last = own;
    }
    for (uint32_t rest = later; rest; rest &= rest - 1) {
        const uint32_t i = (uint32_t)__ffs((int)rest) - 1, at = t->first + i;
        const uint32_t next = role_of_class(s, v.d_line[at + 1]);
        const uint32_t role = role_of_delimiter(v, s, v.d_line[at], next, at) << (i & 3) * 8;
#pragma unroll
        for (uint32_t word = 0; word < PARSE_BYTE_WORDS; word++)
            t->roles.word[word] |= i >> 2 == word ? role : 0;
    }
    t->some = 0;
#pragma unroll
    for (int i = 0; i < PARSE_BYTE_WORDS; i++)
        t->some |= role_nonzero(t->roles.word[i]) << 4 * i;
}

RUSTG_D uint32_t role_at(const role_entries &t, uint32_t i)
{
    return parse_window(t.roles, i) & 255;
}
