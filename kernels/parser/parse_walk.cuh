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

enum { WALK_STAY, WALK_POP, WALK_PUSH, WALK_PUSH_GROUP };

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

/* What a thread keeps about its nodes, in shared memory: the rules emit at 150 places, and each is only a call.
 *   key    the token that nodes finished now count for; order: how many have, first_order of them by the parent
 *   slot   where the next record goes; a multiple of WALK_CHUNK: take a chunk first
 *   is_bad what the records cannot hold has been met, or they are full */
struct walk_lane {
    uint32_t key, order, first_order, unit_first, unit_end, slot, is_bad;
};

/* Behind a unit's last token nodes count for that one: the next token is the parent's. */
RUSTG_D uint32_t walk_key(const walk_lane &lane, uint32_t pos)
{
    return pos - (pos == lane.unit_end);
}

RUSTG_D void walk_flush(const parse_batch_view &v, const walk_lane &lane)
{
    if (lane.order > lane.first_order)
        v.d_counts[lane.key] = (uint16_t)lane.order;
}

static __device__ __noinline__ uint32_t walk_mark(const walk_lane *lane, uint32_t pos)
{
    uint32_t key = walk_key(*lane, pos);
    return (key - lane->unit_first) << WALK_MARK_BITS | (key == lane->key ? lane->order : 0);
}

/* node: start, end, anchor, mark; what: kind, and bit 14 as in a record */
static __device__ __noinline__ void walk_put(const parse_batch_view *v, walk_lane *lane, uint32_t pos, uint4 node,
                                             uint32_t what)
{
    uint32_t key = walk_key(*lane, pos);
    if (key != lane->key) {
        walk_flush(*v, *lane);
        lane->key = key;
        lane->order = lane->first_order = 0;
    }
    uint32_t slot = lane->slot;
    if (slot % WALK_CHUNK == 0)
        slot = walk_take_records(*v);
    if (slot == v->n_record_slots || lane->order >= PARSE_MAX_MARK_COUNT) {
        lane->is_bad = 1;
        return;
    }
    uint2 *record = (uint2 *)&v->d_records[slot];
    record[0] = make_uint2(node.x, node.y);
    record[1] = make_uint2(node.z, key);
    record[2] = make_uint2(lane->unit_first + (node.w >> WALK_MARK_BITS),
                           what | (node.w & PARSE_MAX_MARK_COUNT) << 8 | lane->order << 16);
    lane->slot = slot + 1;
    lane->order++;
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
/* Calls and returns are only noted in a state; the warp does them together behind the switch. */
#define RETURN()                                                                                                       \
    do {                                                                                                               \
        step = WALK_POP;                                                                                               \
        goto next;                                                                                                     \
    } while (0)
#define PARSE_PUSH(to)                                                                                                 \
    do {                                                                                                               \
        step = WALK_PUSH;                                                                                              \
        caller = (to) | (flags & 0xFF) << 16 | (aux & 0xFF) << 24;                                                     \
    } while (0)
#define CALL_GROUP_WITH(rule, to, new_flags, new_aux)                                                                  \
    do {                                                                                                               \
        step = WALK_PUSH_GROUP;                                                                                        \
        caller = (uint32_t)(S_##to) | (flags & 0xFF) << 16 | (aux & 0xFF) << 24;                                       \
        flags = (new_flags);                                                                                           \
        aux = (new_aux);                                                                                               \
        GOTO(rule);                                                                                                    \
    } while (0)
#define CALL_GROUP(rule, to) CALL_GROUP_WITH(rule, to, flags, aux)
#define MARK() walk_mark(lane, pos)
#define EMIT_AT(kind, anchor_tok, start_tok, end_tok, mark_nodes)                                                      \
    walk_put(&v, lane, pos, make_uint4((start_tok), (end_tok), (anchor_tok), (mark_nodes)), RUSTG_AST_##kind)
#define EMIT_SPLIT(kind, anchor_tok, start_tok, end_tok, mark_nodes)                                                   \
    walk_put(&v, lane, pos, make_uint4((start_tok), (end_tok), (anchor_tok), (mark_nodes)),                            \
             RUSTG_AST_##kind | 1 << 14)
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
    uint32_t file = 0, step = WALK_STAY, caller = 0;
    __shared__ walk_lane lanes[PARSE_WALK_THREADS];
    walk_lane *lane = &lanes[threadIdx.x];
    lane->slot = 0;
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
                pos = v.d_file_first_tok[file];
                lane->unit_end = PARSE_NO_TOK;
                lane->order = 0;
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
                pos = unit.x;
                lane->order = unit.y;
                file = unit.z;
                lane->unit_end = v.d_partner[pos] + 1;
                state = what & 0x7FFF;
                flags = what >> 16 & 0xFF;
                aux = what >> 24;
            }
            input.edition = v.d_files[file].edition;
            input.first_tok = v.d_file_first_tok[file];
            lane->key = lane->unit_first = start = pos;
            lane->first_order = lane->order;
            lane->is_bad = 0;
            k = v.d_kinds[pos];
            mark = lane->order;
            anchor = 0;
            n_frames = 1;
            frames[0] = make_uint4(S_finished, 0, 0, 0);
            goto next;

#include "parser/rules.h"

        PARSE_LABEL(finished)
            walk_flush(v, *lane);
            if (lane->is_bad || (lane->unit_end != PARSE_NO_TOK && pos != lane->unit_end))
                goto bad;
            n_finished++;
            state = S_fetch;
            goto next;
        }
    bad:
        v.d_parse_flags[file] = PARSE_BAD_FILE;
        n_finished++;
        state = S_fetch;
        step = WALK_STAY;
    next:
        if (step == WALK_STAY)
            continue;
        if (step == WALK_POP) {
            uint4 frame = frames[--n_frames];
            state = frame.x & 0xFFFF;
            flags = frame.x >> 16 & 0xFF;
            aux = frame.x >> 24;
            start = frame.y;
            mark = frame.z;
            anchor = frame.w;
            step = WALK_STAY;
            continue;
        }
        if (step == WALK_PUSH_GROUP && v.d_partner[pos] - pos > v.inline_toks) {
            uint32_t slot = atomicAdd(&v.d_walk->tail, 1u);
            if (slot >= v.capacity_units) { /* the file goes to the host; the unit that is counted must still finish */
                n_finished++;
                goto bad;
            }
            v.d_units[slot] = make_uint4(pos, lane->key == pos ? lane->order : 0, file, 0);
            __threadfence();
            *(volatile uint32_t *)&v.d_units[slot].w = state | (flags & 0xFF) << 16 | (aux & 0xFF) << 24 | 0x8000u;
            SKIP_GROUP();
            state = caller & 0xFFFF;
            flags = caller >> 16 & 0xFF;
            aux = caller >> 24;
            step = WALK_STAY;
            continue;
        }
        if (n_frames == WALK_FRAMES)
            goto bad;
        frames[n_frames++] = make_uint4(caller, start, mark, anchor);
        step = WALK_STAY;
    }
done:
    for (; lane->slot % WALK_CHUNK != 0; lane->slot++)
        v.d_records[lane->slot].packed = 0;
}

#endif
