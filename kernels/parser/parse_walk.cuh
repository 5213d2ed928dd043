/* parse_walk.cuh: the grammar over all files of a batch, one thread a unit.
 *
 * A unit is a file, or a delimited group of more than WALK_INLINE_TOKS tokens: the thread that meets such a group where a
 * grammar rule begins (CALL_GROUP) leaves it to another and goes on behind it. Groups are all the context a rule needs,
 * so units are independent; what joins them is the order of finished nodes, which counts nodes by token (parse_record.h).
 *
 * in    kinds u8[n_toks] glued, partner u32[n_toks], the token arrays, files
 * out   records, counts u16[n_toks] (nodes finished at a token; zero on entry), PARSE_BAD in d_parse_flags of files with
 *       an error or with what this kernel leaves to the host (deep stacks, huge units)
 * map   a grid that is resident at one time; threads draw tickets: first the files, then the units others have made
 * moves 2 B read and 2 B written a token, 24 B written a node
 * ref   parse_cpu_file() in src/parser/parse_cpu.c */
#ifndef RUSTG_PARSE_WALK_CUH
#define RUSTG_PARSE_WALK_CUH

#include "parser/parse_batch.h"
#include "parser/parse_machine.h"

enum {
    WALK_FRAMES = 64,
    WALK_CHUNK = 8,       /* records a thread takes at a time */
    WALK_MARK_BITS = 6,   /* of a mark: nodes finished at its token; above: tokens since the unit's first */
    WALK_TURNS = 64,      /* states between two looks for work */
    WALK_NO_TICKET = 0xFFFFFFFFu
};

/* A first free slot of WALK_CHUNK records; the regions spread the counters. Full everywhere: n_record_slots. */
RUSTG_D uint32_t walk_take_records(const parse_batch_view &v)
{
    uint32_t region = (blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32) % PARSE_N_REGIONS;
    for (uint32_t tried = 0; tried < PARSE_N_REGIONS; tried++) {
        uint32_t at = atomicAdd(&v.d_region_used[region], (uint32_t)WALK_CHUNK);
        if (at + WALK_CHUNK <= v.region_records)
            return region * v.region_records + at;
        region = (region + 1) % PARSE_N_REGIONS;
    }
    atomicOr(&v.d_walk->overflow, 1u);
    return v.n_record_slots;
}

/* Writes a record at slot and answers the next slot; slot 0 or a multiple of WALK_CHUNK: takes a chunk first. 0: none left.
 * Called, not inlined: the rules emit at 150 places. */
static __device__ __noinline__ uint32_t walk_put(const parse_batch_view *v, uint32_t slot, uint4 node,
                                                 uint32_t mark_tok, uint32_t packed)
{
    if (slot % WALK_CHUNK == 0) {
        slot = walk_take_records(*v);
        if (slot == v->n_record_slots)
            return 0;
    }
    uint2 *record = (uint2 *)&v->d_records[slot];
    record[0] = make_uint2(node.x, node.y);
    record[1] = make_uint2(node.z, node.w);
    record[2] = make_uint2(mark_tok, packed);
    return slot + 1;
}

RUSTG_D bool walk_is_over(const parse_batch_view &v)
{
    uint32_t finished = *(volatile uint32_t *)&v.d_walk->finished;
    __threadfence();
    return finished == v.n_files + *(volatile uint32_t *)&v.d_walk->tail;
}

#define PARSE_LABEL(name) case S_##name:
#define GOTO(to)                                                                                                       \
    do {                                                                                                               \
        state = S_##to;                                                                                                \
        goto next;                                                                                                     \
    } while (0)
#define RETURN()                                                                                                       \
    do {                                                                                                               \
        n_frames--;                                                                                                    \
        start = frames[n_frames].y;                                                                                    \
        mark = frames[n_frames].z;                                                                                     \
        anchor = frames[n_frames].w;                                                                                   \
        state = frames[n_frames].x & 0xFFFF;                                                                           \
        flags = frames[n_frames].x >> 16 & 0xFF;                                                                       \
        aux = frames[n_frames].x >> 24;                                                                                \
        goto next;                                                                                                     \
    } while (0)
#define PARSE_PUSH(to)                                                                                                 \
    do {                                                                                                               \
        if (n_frames == WALK_FRAMES)                                                                                   \
            goto bad;                                                                                                  \
        frames[n_frames++] = make_uint4((to) | (flags & 0xFF) << 16 | (aux & 0xFF) << 24, start, mark, anchor);         \
    } while (0)
#define CALL_GROUP_WITH(rule, to, new_flags, new_aux)                                                                  \
    do {                                                                                                               \
        if (v.d_partner[pos] - pos > v.inline_toks) {                                                                  \
            uint32_t slot = atomicAdd(&v.d_walk->tail, 1u);                                                \
            if (slot >= v.capacity_units)                                                                              \
                goto lost;                                                                                             \
            v.d_units[slot] = make_uint4(pos, key == pos ? order : 0, file, 0);                                                     \
            __threadfence();                                                                                           \
            *(volatile uint32_t *)&v.d_units[slot].w =                                                                 \
                (uint32_t)(S_##rule) | ((new_flags) & 0xFFu) << 16 | ((new_aux) & 0xFFu) << 24 | 0x8000u;              \
            SKIP_GROUP();                                                                                              \
            GOTO(to);                                                                                                  \
        }                                                                                                              \
        CALL_WITH(rule, to, new_flags, new_aux);                                                                       \
    } while (0)
#define CALL_GROUP(rule, to) CALL_GROUP_WITH(rule, to, flags, aux)
/* The token that nodes finished now count for: behind a unit's last token it is that one, the next is the parent's. */
#define WALK_KEY() (pos - (pos == unit_end))
#define MARK() ((WALK_KEY() - unit_first) << WALK_MARK_BITS | (WALK_KEY() == key ? order : 0))
#define WALK_EMIT(kind_, anchor_, start_, end_, mark_, split_)                                                         \
    do {                                                                                                               \
        uint32_t mark_now = (mark_);                                                                                   \
        if (WALK_KEY() != key) {                                                                                       \
            if (order > first_order)                                                                                   \
                v.d_counts[key] = (uint16_t)order;                                                                     \
            key = WALK_KEY();                                                                                          \
            order = first_order = 0;                                                                                   \
        }                                                                                                              \
        slot_free = walk_put(&v, slot_free, make_uint4((start_), (end_), (anchor_), key),                              \
                             unit_first + (mark_now >> WALK_MARK_BITS),                                                \
                             parse_record_pack((kind_), mark_now & PARSE_MAX_MARK_COUNT, (split_), order));            \
        if (++order > PARSE_MAX_MARK_COUNT || slot_free == 0)                                                          \
            goto bad;                                                                                                  \
    } while (0)
#define EMIT_AT(kind, anchor_tok, start_tok, end_tok, mark_nodes)                                                      \
    WALK_EMIT(RUSTG_AST_##kind, anchor_tok, start_tok, end_tok, mark_nodes, 0)
#define EMIT_SPLIT(kind, anchor_tok, start_tok, end_tok, mark_nodes)                                                   \
    WALK_EMIT(RUSTG_AST_##kind, anchor_tok, start_tok, end_tok, mark_nodes, 1)
#define PARSE_MOVED() ((void)0)
#define PARSE_KINDS v.d_kinds
#define PARSE_PARTNER v.d_partner
#define WANT(what) ((void)0)
#define UNEXPECTED() goto bad
#define ERROR(kind, from, to) goto bad
#define SOFT_ERROR(kind, from, to) goto bad
#include "parser/parse_words.h"

extern "C" __global__ void __launch_bounds__(PARSE_WALK_THREADS) parse_walk_kernel(const __grid_constant__ parse_batch_view v)
{
    enum { S_fetch = PARSE_N_STATES };
    uint4 frames[WALK_FRAMES];
    uint32_t n_frames = 0;
    parse_input input = {v.d_kinds, v.d_partner, v.d_flags, v.d_tok_start, v.d_tok_end, v.d_source, 0, 0, 0, 0};
    const parse_input *in = &input;
    uint32_t pos = 0, k = 0, start = 0, mark = 0, anchor = 0, flags = 0, aux = 0, ret = 0;
    uint32_t state = S_fetch, ticket = WALK_NO_TICKET, n_finished = 0, turn = 0;
    uint32_t file = 0, unit_first = 0, unit_end = 0, key = 0, order = 0, first_order = 0;
    uint32_t slot_free = 0;
    (void)ret;

    for (;; turn++) {
        switch (state) {
        case S_fetch:
            if (ticket == WALK_NO_TICKET)
                ticket = atomicAdd(&v.d_walk->head, 1u);
            if (ticket < v.n_files) {
                file = ticket;
                ticket = WALK_NO_TICKET;
                n_finished++;
                if (v.d_parse_flags[file] != 0)
                    goto next;
                n_finished--;
                unit_first = v.d_file_first_tok[file];
                unit_end = PARSE_NO_TOK;
                order = 0;
                state = S_file;
                flags = aux = 0;
                input.eof_tok = (file + 1 < v.n_files ? v.d_file_first_tok[file + 1] : v.n_toks) - 1;
            } else {
                /* the lanes look together: each look is a wait of the whole warp */
                if (turn % WALK_TURNS != 0)
                    goto next;
                uint32_t slot = ticket - v.n_files;
                uint32_t what = slot < v.capacity_units ? *(volatile uint32_t *)&v.d_units[slot].w : 0;
                if (what == 0) {
                    if (n_finished > 0) {
                        __threadfence();
                        atomicAdd(&v.d_walk->finished, n_finished);
                        n_finished = 0;
                    }
                    if (walk_is_over(v))
                        goto done;
                    if (__activemask() == 0xFFFFFFFFu)
                        __nanosleep(500);
                    goto next;
                }
                __threadfence();
                uint4 unit = __ldcg(&v.d_units[slot]);
                ticket = WALK_NO_TICKET;
                unit_first = unit.x;
                order = unit.y;
                file = unit.z;
                unit_end = v.d_partner[unit_first] + 1;
                state = what & 0x7FFF;
                flags = what >> 16 & 0xFF;
                aux = what >> 24;
            }
            input.edition = v.d_files[file].edition;
            input.first_tok = v.d_file_first_tok[file];
            pos = start = key = unit_first;
            first_order = order;
            k = v.d_kinds[pos];
            mark = order;
            anchor = 0;
            n_frames = 1;
            frames[0] = make_uint4(S_finished, 0, 0, 0);
            goto next;

#include "parser/rules.h"

        PARSE_LABEL(finished)
            if (order > first_order)
                v.d_counts[key] = (uint16_t)order;
            if (unit_end != PARSE_NO_TOK && pos != unit_end)
                goto bad;
            n_finished++;
            state = S_fetch;
            goto next;
        }
    lost: /* no room for a unit: its file goes to the host, and what was counted must still finish */
        n_finished++;
    bad:
        v.d_parse_flags[file] = PARSE_BAD_FILE;
        n_finished++;
        state = S_fetch;
    next:;
    }
done:
    for (; slot_free % WALK_CHUNK != 0; slot_free++)
        v.d_records[slot_free].packed = 0;
}

#endif
