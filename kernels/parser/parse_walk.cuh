/* parse_walk.cuh: the grammar over all files of a batch, in rounds.
 *
 * A block holds v.n_contexts units that are being read (parse_walk_unit.cuh). In each round it sorts them by the state
 * they are in, and its warps take them in that order, a context a lane, for v.n_turns states or more: lanes side by
 * side run the same code. A group of more than v.inline_toks tokens where a grammar rule begins (CALL_GROUP) is left to
 * another context, and so are runs of the elements of long lists (DIVIDE); what joins the units is the order of
 * finished nodes, which counts nodes by token (parse_record.h).
 *
 * in    kinds u8[n_toks] glued, partner u32[n_toks], the token arrays, files
 * out   records, counts u16[n_toks] (parse_count_all; zero on entry), PARSE_BAD in d_parse_flags of files with an error
 *       or with what this kernel leaves to the host (deep stacks, runs cut wrongly)
 * map   a grid that is resident at one time, PARSE_WALK_BLOCKS_PER_SM blocks a multiprocessor; contexts draw tickets:
 *       first the files, then the units others have made
 * moves 2 B read and 2 B written a token, 24 B written a node
 * ref   parse_cpu_file() in src/parser/cpu/parse_cpu.c */
#ifndef RUSTG_PARSE_WALK_CUH
#define RUSTG_PARSE_WALK_CUH

#include "parse_scan.cuh"
#include "parse_walk_unit.cuh"

enum {
    WALK_BINS = 512,
    WALK_BINS_A_THREAD = 4,
    WALK_BIN_THREADS = WALK_BINS / WALK_BINS_A_THREAD,
    WALK_MOST_TURNS = 64
};
static_assert(WALK_N_STATES <= WALK_BINS, "a bin for each state");
static_assert(sizeof(walk_context) + 2 * sizeof(uint16_t) == PARSE_WALK_CONTEXT_BYTES,
              "a context, its state and its place");

#ifndef WALK_SHARED
#define WALK_SHARED(name) extern __shared__ uint4 name[]
#endif

/* What the threads of a block tell one another. */
struct walk_block {
    uint32_t bins[WALK_BINS], sums[WALK_BIN_THREADS / 32];
    uint32_t n_idle, n_active, next, first_ticket, n_tickets, n_finished, is_over;
};

#define PARSE_LABEL(name) case S_##name:
#define GOTO(to)                                                                                                       \
    do {                                                                                                               \
        next = S_##to | step | what;                                                                                   \
        goto next;                                                                                                     \
    } while (0)
/* A state only notes its calls, returns, marks and nodes; the warp does them together behind the switch. */
#define RETURN()                                                                                                       \
    do {                                                                                                               \
        next = WALK_POP | what;                                                                                        \
        goto next;                                                                                                     \
    } while (0)
#define WALK_CALL(how, rule, to)                                                                                       \
    do {                                                                                                               \
        step = (how) | (uint32_t)S_##to << WALK_STATE_BITS;                                                            \
        GOTO(rule);                                                                                                    \
    } while (0)
#define WALK_CALL_WITH(how, rule, to, new_flags, new_aux)                                                              \
    do {                                                                                                               \
        given = ((new_flags)&0xFF) | ((new_aux)&0xFF) << 8;                                                            \
        WALK_CALL((how) | WALK_GIVEN, rule, to);                                                                       \
    } while (0)
#define CALL(rule, to)                          WALK_CALL(WALK_PUSH, rule, to)
#define CALL_WITH(rule, to, new_flags, new_aux) WALK_CALL_WITH(WALK_PUSH, rule, to, new_flags, new_aux)
#define CALL_GROUP(rule, to)                    WALK_CALL(WALK_PUSH | WALK_GROUP, rule, to)
#define CALL_GROUP_WITH(rule, to, new_flags, new_aux)                                                                  \
    WALK_CALL_WITH(WALK_PUSH | WALK_GROUP, rule, to, new_flags, new_aux)
/* The list that a unit is, is divided once, before its first element. */
#define WALK_DIVIDE(what, back)                                                                                        \
    do {                                                                                                               \
        if (walk_close(v, nodes, file) - pos > v.inline_toks) {                                                        \
            nodes->is_divided = true;                                                                                  \
            CALL_WITH(walk_divide_begin, back, flags, what);                                                           \
        }                                                                                                              \
    } while (0)
#define DIVIDE(what, back)                                                                                             \
    do {                                                                                                               \
        if (!nodes->is_divided && context->n_frames == 1)                                                              \
            WALK_DIVIDE(WALK_##what, back);                                                                            \
    } while (0)
/* A run of such a list begins at back, too. */
#define DIVIDE_LOOP(what, back)                                                                                        \
    do {                                                                                                               \
        if (context->n_frames == 1) {                                                                                  \
            if (nodes->is_run && pos >= nodes->unit_end)                                                               \
                RETURN();                                                                                              \
            if (!nodes->is_run && !nodes->is_divided)                                                                  \
                WALK_DIVIDE(WALK_##what, back);                                                                        \
        }                                                                                                              \
    } while (0)
#define DIVIDE_BLOCK(back)                                                                                             \
    do {                                                                                                               \
        if (!nodes->is_divided && v.d_partner[anchor] + 1 == nodes->unit_end)                                          \
            WALK_DIVIDE(WALK_STMTS, back);                                                                             \
    } while (0)
/* But if a state finishes two nodes, the first is put at once, behind a mark that was made before it. */
#define MARK() (what != 0 ? (walk_put_later(&v, nodes, node_pos, node, &what, &mark), 0u) : 0u, WALK_MARK_LATER | pos)
#define MARK_NOW()                                                                                                     \
    (what != 0 ? (walk_put_later(&v, nodes, node_pos, node, &what, &mark), 0u) : 0u, walk_mark(nodes, pos))
#define WALK_EMIT(kind_bits, anchor_tok, start_tok, end_tok, mark_nodes)                                               \
    do {                                                                                                               \
        if (what != 0)                                                                                                 \
            walk_put_later(&v, nodes, node_pos, node, &what, &mark);                                                   \
        node = make_uint4((start_tok), (end_tok), (anchor_tok), (mark_nodes));                                         \
        node_pos = pos;                                                                                                \
        what = (kind_bits);                                                                                            \
    } while (0)
#define EMIT_AT(kind, anchor_tok, start_tok, end_tok, mark_nodes)                                                      \
    WALK_EMIT((uint32_t)RUSTG_AST_##kind << WALK_KIND_SHIFT, anchor_tok, start_tok, end_tok, mark_nodes)
#define EMIT_SPLIT(kind, anchor_tok, start_tok, end_tok, mark_nodes)                                                   \
    WALK_EMIT((uint32_t)RUSTG_AST_##kind << WALK_KIND_SHIFT | WALK_SPLIT, anchor_tok, start_tok, end_tok, mark_nodes)
#define PARSE_MOVED()              ((void)0)
#define PARSE_KINDS                v.d_kinds
#define PARSE_PARTNER              v.d_partner
#define WANT(what)                 ((void)0)
#define UNEXPECTED()               goto bad
#define ERROR(kind, from, to)      goto bad
#define SOFT_ERROR(kind, from, to) goto bad
#include "parser/grammar/parse_words.h"

/* The token that ends the list which a unit is. */
RUSTG_D uint32_t walk_close(const parse_batch_view &v, const walk_nodes *nodes, uint32_t file)
{
    return nodes->unit_end == PARSE_NO_TOK ? parse_file_end(v, file) - 1 : nodes->unit_end - 1;
}

/* Counts how many of the block's contexts are in each state, without idle ones, which get tickets if there are some.
 * ranks gets the rank of each of the thread's contexts among those of its state. */
RUSTG_D void walk_count(const parse_batch_view &v, walk_block &block, walk_context *contexts, uint16_t *states,
                        uint32_t *ranks)
{
    const uint32_t lane = threadIdx.x % 32;
#pragma unroll
    for (uint32_t i = 0; i < PARSE_WALK_PER_THREAD; i++) {
        const uint32_t c = i * blockDim.x + threadIdx.x;
        uint32_t state = c < v.n_contexts ? states[c] : (uint32_t)WALK_N_STATES;
        const uint32_t idle = __ballot_sync(0xFFFFFFFFu, state == WALK_IDLE);
        if (idle != 0) {
            uint32_t first = 0;
            if (lane == 0)
                first = atomicAdd(&block.n_idle, (uint32_t)__popc(idle));
            const uint32_t at = __shfl_sync(0xFFFFFFFFu, first, 0) + (uint32_t)__popc(idle & ((1u << lane) - 1));
            if (state == WALK_IDLE && at < block.n_tickets) {
                contexts[c].pos = block.first_ticket + at;
                states[c] = (uint16_t)(state = S_walk_fetch);
            }
        }
        ranks[i] = state < WALK_N_STATES ? atomicAdd(&block.bins[state], 1u) : WALK_IDLE;
    }
}

/* Turns the bins from counts into the first place of each. The first WALK_BIN_THREADS threads call it, and the block
 * meets inside. */
RUSTG_D void walk_place(walk_block &block)
{
    const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    uint32_t own[WALK_BINS_A_THREAD], sum = 0;
    if (threadIdx.x < WALK_BIN_THREADS) {
#pragma unroll
        for (int i = 0; i < WALK_BINS_A_THREAD; i++) {
            own[i] = sum;
            sum += block.bins[threadIdx.x * WALK_BINS_A_THREAD + i];
        }
        const uint32_t mine = sum;
        for (int d = 1; d < 32; d *= 2) {
            const uint32_t other = __shfl_up_sync(0xFFFFFFFFu, sum, d);
            sum += lane >= (uint32_t)d ? other : 0;
        }
        if (lane == 31)
            block.sums[warp] = sum;
        sum -= mine;
    }
    __syncthreads();
    if (threadIdx.x < WALK_BIN_THREADS) {
        for (uint32_t i = 0; i < warp; i++)
            sum += block.sums[i];
#pragma unroll
        for (int i = 0; i < WALK_BINS_A_THREAD; i++)
            block.bins[threadIdx.x * WALK_BINS_A_THREAD + i] = sum + own[i];
    }
    if (threadIdx.x == 0) {
        uint32_t n = 0;
        for (int i = 0; i < WALK_BIN_THREADS / 32; i++)
            n += block.sums[i];
        block.n_active = n;
        block.next = 0;
    }
}

/* One thread of the block does this while the others read: it notes what has been finished, and draws tickets for the
 * next round. */
RUSTG_D void walk_supply(const parse_batch_view &v, walk_block &block)
{
    const uint32_t n_idle = block.n_idle - min(block.n_idle, block.n_tickets);
    const uint32_t n_finished = atomicExch(&block.n_finished, 0u);
    block.n_idle = block.n_tickets = 0;
    if (n_finished > 0)
        atomicAdd(&v.d_walk->finished, n_finished);
    if (n_idle > 0)
        block.n_tickets = walk_draw(v, n_idle, &block.first_ticket);
    if (block.n_active == 0 && block.n_tickets == 0) {
        if (walk_is_over(v))
            block.is_over = 1;
        else
            __nanosleep(200);
    }
}

extern "C" __global__ void __launch_bounds__(PARSE_WALK_THREADS, PARSE_WALK_BLOCKS_PER_SM)
    parse_walk_kernel(const __grid_constant__ parse_batch_view v)
{
    WALK_SHARED(walk_shared);
    __shared__ walk_block block;
    __shared__ uint4 nodes_of_threads[PARSE_WALK_THREADS]; /* finished in a state, not yet among the records */
    __shared__ uint32_t toks_of_nodes[PARSE_WALK_THREADS]; /* the token at hand then */
    walk_context *const contexts = (walk_context *)walk_shared;
    uint16_t *const states = (uint16_t *)(contexts + v.n_contexts), *const sorted = states + v.n_contexts;
    parse_input input = {v.d_kinds, v.d_partner, v.d_flags, v.d_tok_start, v.d_tok_end, v.d_source, 0, 0, 0, 0};
    const parse_input *in = &input;
    uint32_t ranks[PARSE_WALK_PER_THREAD];

    for (uint32_t c = threadIdx.x; c < v.n_contexts; c += blockDim.x) {
        contexts[c].nodes.slot = 0;
        states[c] = WALK_IDLE;
    }
    for (uint32_t i = threadIdx.x; i < WALK_BINS; i += blockDim.x)
        block.bins[i] = 0;
    if (threadIdx.x == 0) {
        block.n_idle = v.n_contexts;
        block.n_active = block.n_tickets = block.n_finished = block.is_over = 0;
        walk_supply(v, block);
    }
    __syncthreads();
    while (!block.is_over) {
        walk_count(v, block, contexts, states, ranks);
        __syncthreads();
        walk_place(block);
        __syncthreads();
#pragma unroll
        for (uint32_t i = 0; i < PARSE_WALK_PER_THREAD; i++) {
            const uint32_t c = i * blockDim.x + threadIdx.x;
            if (ranks[i] != WALK_IDLE)
                sorted[block.bins[states[c]] + ranks[i]] = (uint16_t)c;
        }
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < WALK_BINS; i += blockDim.x)
            block.bins[i] = 0;
        if (threadIdx.x == 0)
            walk_supply(v, block);
        __syncwarp();
        const uint32_t n_active = block.n_active, n_warps = blockDim.x / 32;
        /* If there is little to read, lanes side by side gain nothing, so there are more warps and longer rounds. */
        const uint32_t n_together = min(32u, (n_active + n_warps - 1) / n_warps);
        const uint32_t n_turns = n_active == 0 ? 0 : min(v.n_turns * (32 / n_together), (uint32_t)WALK_MOST_TURNS);
        while (n_active > 0) {
            uint32_t first = 0;
            if (threadIdx.x % 32 == 0)
                first = atomicAdd(&block.next, n_together);
            first = __shfl_sync(0xFFFFFFFFu, first, 0);
            if (first >= n_active)
                break;
            if (threadIdx.x % 32 < n_together && first + threadIdx.x % 32 < n_active) {
                const uint32_t c = sorted[first + threadIdx.x % 32];
                walk_context *const context = &contexts[c];
                walk_nodes *const nodes = &context->nodes;
                uint4 *const frames = v.d_frames + ((size_t)blockIdx.x * v.n_contexts + c) * PARSE_WALK_FRAMES;
                /* These are in memory: as registers, the copies where states meet were half of the kernel's
                 * instructions. */
                uint32_t &start = context->start, &mark = context->mark, &anchor = context->anchor;
                uint32_t &file = context->file;
                uint8_t &flags = context->flags, &aux = context->aux, &ret = context->ret;
                uint8_t &n_frames = context->n_frames;
                uint4 &node = nodes_of_threads[threadIdx.x];
                uint32_t &node_pos = toks_of_nodes[threadIdx.x];
                uint32_t pos = context->pos, state = states[c], next, given = 0, k = 0;
                input.edition = 2015 + 3 * nodes->edition;
                for (uint32_t turn = 0; turn < n_turns; turn++) {
                    uint32_t what = 0, step = 0;
                    if (state != S_walk_fetch)
                        k = v.d_kinds[pos];
                    switch (state) {
#include "parse_walk_rules.cuh"

#include "parser/grammar/rules.h"
                    }
                bad:
                    v.d_parse_flags[file] = PARSE_BAD_FILE;
                    atomicAdd(&block.n_finished, 1u);
                    state = WALK_IDLE;
                    goto stop;
                next:
                    if (mark & WALK_MARK_LATER)
                        mark = walk_mark(nodes, mark & ~WALK_MARK_LATER);
                    if (next >> WALK_KIND_SHIFT != 0)
                        walk_put(&v, nodes, node_pos, node, next);
                    state = next & WALK_STATE_MASK;
                    if (!(next & (WALK_POP | WALK_PUSH)))
                        continue;
                    if (next & WALK_POP) {
                        const uint4 frame = frames[--n_frames];
                        state = frame.x & 0xFFFF;
                        flags = (uint8_t)(frame.x >> 16);
                        aux = (uint8_t)(frame.x >> 24);
                        start = frame.y;
                        mark = frame.z;
                        anchor = frame.w;
                        continue;
                    }
                    const uint32_t own = flags | (uint32_t)aux << 8;
                    if (!(next & WALK_GIVEN))
                        given = own;
                    if ((next & WALK_GROUP) && v.d_partner[pos] - pos > v.inline_toks) {
                        if (!walk_leave(v, nodes, pos, 0, file, state | given << 9)) {
                            atomicAdd(&block.n_finished, 1u);
                            goto bad;
                        }
                        SKIP_GROUP();
                        state = next >> WALK_STATE_BITS & WALK_STATE_MASK;
                        continue;
                    }
                    if (n_frames == PARSE_WALK_FRAMES)
                        goto bad;
                    const uint32_t caller = next >> WALK_STATE_BITS & WALK_STATE_MASK;
                    frames[n_frames++] = make_uint4(caller | own << 16, start, mark, anchor);
                    flags = (uint8_t)given;
                    aux = (uint8_t)(given >> 8);
                }
            stop:
                context->pos = pos;
                states[c] = (uint16_t)state;
            }
            __syncwarp();
        }
        __syncthreads();
    }
    for (uint32_t c = threadIdx.x; c < v.n_contexts; c += blockDim.x)
        for (uint32_t slot = contexts[c].nodes.slot; slot % WALK_CHUNK != 0; slot++)
            v.d_records[slot].packed = 0;
}

#endif
