/* ptx_block.c: a launch's blocks, one after another; a block's threads take turns, meet at barriers and in warps. */
#define _GNU_SOURCE
#include "ptx_number.h"

#include <stdlib.h>
#include <sys/mman.h>

enum { WARP = 32, MOST_THREADS = 1024, TURN = 20000 };
#define NOT_THERE UINT64_C(0xDEADBEEF) /* of a lane that gives nothing */

static uint64_t *slots_of(ptx_thread *t)
{
    return t->slots + t->frames.at[t->frames.n - 1].slots;
}

/* How the lanes of one operation stand: bits of those that wait in it. */
typedef struct meeting {
    ptx_thread *lanes;
    uint32_t mask;
    const ptx_op *op;
} meeting;

static bool takes_part(const meeting *with, uint32_t lane)
{
    return lane < WARP && with->mask >> lane & 1;
}

static uint64_t given(const meeting *with, uint32_t lane)
{
    return slots_of(&with->lanes[lane])[with->lanes[lane].at->a];
}

static void shuffle(const meeting *with, uint32_t lane, uint64_t *result, uint64_t *valid_too)
{
    const uint64_t *r = slots_of(&with->lanes[lane]);
    const ptx_op *op = with->lanes[lane].at;
    uint32_t b = (uint32_t)r[op->b] & 31, c = (uint32_t)r[op->c], clamp = c & 31, segment = c >> 8 & 31;
    uint32_t most = (lane & segment) | (clamp & ~segment & 31);
    int from = (int)lane;
    bool valid;
    switch ((int)op->code) {
    case PTX_SHFL_UP:
        from -= (int)b;
        valid = from >= (int)most;
        break;
    case PTX_SHFL_DOWN:
        from += (int)b;
        valid = from <= (int)most;
        break;
    case PTX_SHFL_BFLY:
        from ^= (int)b;
        valid = from <= (int)most;
        break;
    default:
        from = (int)((lane & segment) | (b & ~segment));
        valid = from <= (int)most;
        break;
    }
    if (!valid)
        from = (int)lane;
    *valid_too = valid;
    *result = (uint32_t)(takes_part(with, (uint32_t)from) ? given(with, (uint32_t)from) : NOT_THERE);
}

static uint32_t ballot(const meeting *with)
{
    uint32_t bits = 0;
    for (uint32_t lane = 0; lane < WARP; lane++)
        if (takes_part(with, lane) && (given(with, lane) != 0) != with->lanes[lane].at->what)
            bits |= 1u << lane;
    return bits;
}

static uint32_t matching(const meeting *with, uint32_t lane, uint64_t mask)
{
    uint32_t bits = 0;
    for (uint32_t other = 0; other < WARP; other++)
        if (takes_part(with, other) && (given(with, other) & mask) == (given(with, lane) & mask))
            bits |= 1u << other;
    return bits;
}

static uint32_t reduced(const meeting *with)
{
    uint32_t result = 0;
    bool any = false;
    for (uint32_t lane = 0; lane < WARP; lane++) {
        if (!takes_part(with, lane))
            continue;
        uint32_t x = (uint32_t)given(with, lane);
        if (!any) {
            result = x;
            any = true;
            continue;
        }
        switch ((int)with->op->code) {
        case PTX_REDUX_ADD: result += x; break;
        case PTX_REDUX_MIN_U: result = x < result ? x : result; break;
        case PTX_REDUX_MAX_U: result = x > result ? x : result; break;
        case PTX_REDUX_MIN_S: result = (int32_t)x < (int32_t)result ? x : result; break;
        case PTX_REDUX_MAX_S: result = (int32_t)x > (int32_t)result ? x : result; break;
        case PTX_REDUX_AND: result &= x; break;
        case PTX_REDUX_OR: result |= x; break;
        default: result ^= x; break;
        }
    }
    return result;
}

static void serve_lane(const meeting *with, uint32_t lane, uint64_t *result, uint64_t *second)
{
    uint64_t mask =
        with->op->code == PTX_MATCH_ANY_64 || with->op->code == PTX_MATCH_ALL_64 ? ~UINT64_C(0) : UINT32_MAX;
    switch ((int)with->op->code) {
    case PTX_WARP_SYNC: break;
    case PTX_ACTIVEMASK: *result = with->mask; break;
    case PTX_VOTE_ALL: *result = ballot(with) == with->mask; break;
    case PTX_VOTE_ANY: *result = ballot(with) != 0; break;
    case PTX_VOTE_UNI: *result = ballot(with) == with->mask || ballot(with) == 0; break;
    case PTX_VOTE_BALLOT: *result = ballot(with); break;
    case PTX_MATCH_ANY_32:
    case PTX_MATCH_ANY_64: *result = matching(with, lane, mask); break;
    case PTX_MATCH_ALL_32:
    case PTX_MATCH_ALL_64:
        *second = matching(with, lane, mask) == with->mask;
        *result = *second ? with->mask : 0;
        break;
    case PTX_SHFL_UP:
    case PTX_SHFL_DOWN:
    case PTX_SHFL_BFLY:
    case PTX_SHFL_IDX: shuffle(with, lane, result, second); break;
    default: *result = reduced(with); break;
    }
}

/* All results before any is written: a result's register may be another operand's. */
static void serve(const meeting *with)
{
    uint64_t results[WARP] = {0}, seconds[WARP] = {0};
    if (with->op->code == PTX_MMA || with->op->code == PTX_LDMATRIX || with->op->code == PTX_STMATRIX) {
        ptx_serve_tensor(with->lanes, with->mask);
        return;
    }
    for (uint32_t lane = 0; lane < WARP; lane++)
        if (takes_part(with, lane))
            serve_lane(with, lane, &results[lane], &seconds[lane]);
    for (uint32_t lane = 0; lane < WARP; lane++) {
        if (!takes_part(with, lane))
            continue;
        ptx_thread *t = &with->lanes[lane];
        if (t->at->e)
            slots_of(t)[t->at->e] = seconds[lane];
        if (t->at->d)
            slots_of(t)[t->at->d] = results[lane];
        t->at++;
        t->state = PTX_READY;
    }
}

static uint32_t mask_of(ptx_thread *t)
{
    return (uint32_t)slots_of(t)[t->at->f];
}

/* Lets the lanes [first, end) of a warp go on that wait for each other and are all there. What is asked of an ended
 * lane is waived. False: none could go on. */
bool ptx_release_warp(ptx_machine *m, uint32_t first, uint32_t end)
{
    bool any = false;
    uint32_t alive = 0, ready = 0;
    for (uint32_t i = first; i < end; i++) {
        alive |= (uint32_t)(m->threads[i].state != PTX_ENDED) << (i - first);
        ready |= (uint32_t)(m->threads[i].state == PTX_READY) << (i - first);
    }
    for (uint32_t i = first; i < end && !m->failed; i++) {
        ptx_thread *t = &m->threads[i];
        if (t->state != PTX_AT_WARP)
            continue;
        bool active = t->at->code == PTX_ACTIVEMASK;
        uint32_t asked = active ? UINT32_MAX : mask_of(t), here = 0;
        if (!(asked >> (i - first) & 1)) {
            ptx_fail(m, t->at->line, "a lane is not in its own mask %#x", (unsigned)asked);
            return false;
        }
        for (uint32_t k = first; k < end; k++) {
            ptx_thread *other = &m->threads[k];
            if (other->state == PTX_AT_WARP && other->at->code == t->at->code &&
                (active ? other->at == t->at : mask_of(other) == asked))
                here |= 1u << (k - first);
        }
        if (active ? ready != 0 : (here & asked) != (alive & asked))
            continue;
        serve(&(meeting){m->threads + first, here & asked, t->at});
        any = true;
    }
    return any;
}

static bool release_barrier(ptx_machine *m)
{
    const ptx_thread *one = NULL;
    for (uint32_t i = 0; i < m->n_threads; i++) {
        ptx_thread *t = &m->threads[i];
        if (t->state != PTX_AT_BARRIER && t->state != PTX_ENDED)
            return false;
        if (t->state == PTX_AT_BARRIER && one &&
            slots_of(t)[t->at->a] != slots_of(&m->threads[one->number])[one->at->a])
            return false; /* barriers of two numbers */
        if (t->state == PTX_AT_BARRIER)
            one = t;
    }
    for (uint32_t i = 0; i < m->n_threads && one; i++)
        if (m->threads[i].state == PTX_AT_BARRIER) {
            m->threads[i].state = PTX_READY;
            m->threads[i].at++;
        }
    return one != NULL;
}

static bool begin_block(ptx_machine *m, const ptx_function *f, const ptx_launch *launch)
{
    memset(m->shared, 0xCD, m->static_shared + m->dynamic_shared);
    memset(m->warpgroups, 0, sizeof m->warpgroups);
    memset(m->passed, 0, sizeof m->passed);
    m->tiles.n = m->readings.n = 0;
    for (uint32_t i = 0; i < m->n_threads; i++) {
        ptx_thread *t = &m->threads[i];
        t->number = i;
        t->index[0] = i % m->block[0];
        t->index[1] = i / m->block[0] % m->block[1];
        t->index[2] = i / m->block[0] / m->block[1];
        if (!ptx_begin_thread(t, f))
            return false;
        for (uint32_t p = 0; p < f->params.n; p++)
            memcpy(t->bytes + PTX_LOCAL_START + f->params.at[p].offset, launch->params[p], f->params.at[p].size);
    }
    return true;
}

static bool run_block(ptx_machine *m)
{
    for (;;) {
        bool ran = false, alive = false;
        for (uint32_t first = 0; first < m->n_threads; first += WARP) {
            uint32_t end = first + WARP < m->n_threads ? first + WARP : m->n_threads;
            for (uint32_t i = first; i < end && !m->failed; i++)
                if (m->threads[i].state == PTX_READY) {
                    ptx_run_thread(&m->threads[i], TURN);
                    ran = true;
                }
            ran |= ptx_release_warp(m, first, end);
            for (uint32_t i = first; i < end; i++)
                alive |= m->threads[i].state != PTX_ENDED;
        }
        ran |= ptx_release_warpgroups(m);
        ran |= ptx_release_parts(m);
        ran |= ptx_release_phases(m);
        if (m->failed)
            return false;
        if (!alive)
            return ptx_end_hopper(m);
        if (!release_barrier(m) && !ran)
            return ptx_fail(m, 0, "deadlock: not all threads reach a barrier or a warp operation");
        if (m->steps > m->max_steps)
            return ptx_fail(m, 0, "no end within %llu instructions", (unsigned long long)m->max_steps);
    }
}

static const ptx_function *find_kernel(ptx_machine *m, const ptx_launch *launch)
{
    for (uint32_t i = 1; i < m->functions.n; i++) {
        const ptx_function *f = &m->functions.at[i];
        if (!f->is_entry || strcmp(f->name, launch->kernel) != 0)
            continue;
        if (f->params.n != launch->n_params)
            ptx_fail(m, 0, "`%s` has %u parameters, not %zu", f->name, (unsigned)f->params.n, launch->n_params);
        else if (m->n_threads == 0 || m->n_threads > MOST_THREADS || (f->max_threads && m->n_threads > f->max_threads))
            ptx_fail(m, 0, "`%s` cannot have blocks of %u threads", f->name, (unsigned)m->n_threads);
        return f;
    }
    ptx_fail(m, 0, "there is no kernel `%s`", launch->kernel);
    return NULL;
}

static bool run_blocks(ptx_machine *m, const ptx_function *f, const ptx_launch *launch)
{
    jmp_buf out;
    m->memory.out_of_memory = &out;
    if (setjmp(out))
        return ptx_fail(m, 0, "out of memory");
    for (uint32_t z = 0; z < m->grid[2]; z++)
        for (uint32_t y = 0; y < m->grid[1]; y++)
            for (uint32_t x = 0; x < m->grid[0]; x++) {
                const uint32_t at[3] = {x, y, z};
                memcpy(m->block_index, at, sizeof at);
                if (!begin_block(m, f, launch) || !run_block(m))
                    return false;
            }
    return true;
}

bool ptx_run(ptx_machine *m, const ptx_launch *launch)
{
    size_t n_slots = PTX_N_SLOTS * sizeof(uint64_t), each = n_slots + PTX_LOCAL_BYTES;
    memcpy(m->grid, launch->grid, sizeof m->grid);
    memcpy(m->block, launch->block, sizeof m->block);
    m->n_threads = launch->block[0] * launch->block[1] * launch->block[2];
    m->dynamic_shared = launch->dynamic_shared;
    m->steps = 0;
    if (!m->max_steps)
        m->max_steps = UINT64_C(20000000000);
    const ptx_function *f = find_kernel(m, launch);
    if (m->failed)
        return false;
    for (uint32_t i = 0; i < m->segments.n; i++)
        m->segments.at[i].written = m->segments.at[i].read_only_read = false;
    uint8_t *room =
        mmap(NULL, each * m->n_threads, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    m->shared = malloc(m->static_shared + m->dynamic_shared + 1);
    m->threads = calloc(m->n_threads, sizeof *m->threads);
    bool is_there = room != MAP_FAILED && m->shared && m->threads;
    if (!is_there) {
        ptx_fail(m, 0, "out of memory");
    } else {
        for (uint32_t i = 0; i < m->n_threads; i++) {
            m->threads[i].m = m;
            m->threads[i].slots = (uint64_t *)(void *)(room + each * i);
            m->threads[i].bytes = room + each * i + n_slots;
        }
        run_blocks(m, f, launch);
    }
    m->memory.out_of_memory = NULL;
    if (room != MAP_FAILED)
        munmap(room, each * m->n_threads);
    free(m->shared);
    free(m->threads);
    m->threads = NULL;
    m->shared = NULL;
    return !m->failed;
}
