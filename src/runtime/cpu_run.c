/* cpu_run.c: runs the blocks of a kernel on the CPU's threads. If the kernel has no barriers, a call of its code works
 * for a range of threads, or for one. If all threads come by its barriers together, a call works for a block. Else each
 * thread is a fiber with its own stack, and the fibers of a block
 * take turns until all are done or none can go on. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/parallel.h"
#include "runtime/cpu_run.h"
#include "runtime/fiber.h"

enum { LARGEST_BLOCK = 1024, SHARES = 4, LEAST_PARTS = 16, MOST_TAKEN = 1 << 16 };
/* A thread that has less to do than HELPER_NS is not asked for, as it takes about so long to come. Each worker asks for
 * so many before a part of its own, so that asking for all is no chain. */
enum { HELPER_NS = 40000, HELPERS_AT_ONCE = 2 };
typedef enum fiber_state { READY, AT_BARRIER, AT_WARP, ENDED } fiber_state;

typedef struct fiber {
    rustg_cpu_thread thread; /* first, so that the kernel's pointer is the fiber's */
    fiber_place place;
    fiber_state state;
    uint64_t value, given; /* to an exchange; and as it was when the warp met */
    bool took_part;
} fiber;

/* A thread that works on a launch, and the next of those that one worker asked for and gives back. */
typedef struct helper {
    parallel_helper *thread;
    struct helper *next;
} helper;

typedef struct runner {
    cpu_kernel *kernel;
    const void *const *args;
    const cpu_run_shape *launch;
    panic_record *panic;
    uint32_t n_threads; /* of a block */
    cpu_call call;
    bool has_avx2;
    uint32_t n_workers;
    atomic_uint n_wanted, n_started; /* workers, the caller among them; helpers */
    helper *helpers;
    atomic_uint_fast64_t next_block;
    uint64_t n_blocks;
    atomic_int status;
} runner;

/* One of the CPU's threads at work on blocks. */
typedef struct worker {
    runner *run;
    helper *helpers;
    uint64_t n_blocks; /* that it has run, in so many seconds */
    double seconds;
    fiber *fibers; /* of stacks */
    fiber_stacks *stacks;
    uint8_t *shared;
    fiber_place home;
    jmp_buf out; /* of a thread that ends, where there are no fibers */
    rustg_cpu_thread alone;
    uint32_t number; /* of the next thread of the block */
    fiber *now;
    panic_record of_block; /* of CPU_CALL_BLOCK: what a thread has noted since the last barrier */
} worker;

static worker *cpu_worker_of(const rustg_cpu_thread *t)
{
    return t->runner;
}

static fiber *cpu_fiber_of(const rustg_cpu_thread *t)
{
    return cpu_worker_of(t)->now;
}

static void cpu_wait_as(const rustg_cpu_thread *t, fiber_state state)
{
    fiber *f = cpu_fiber_of(t);
    f->state = state;
    fiber_switch(&f->place, &cpu_worker_of(t)->home);
}

static void cpu_on_barrier(const rustg_cpu_thread *t)
{
    cpu_wait_as(t, AT_BARRIER);
}

static uint32_t cpu_on_exchange(const rustg_cpu_thread *t, uint64_t value, uint64_t all[32])
{
    worker *w = cpu_worker_of(t);
    fiber *f = cpu_fiber_of(t);
    f->value = value;
    cpu_wait_as(t, AT_WARP);
    uint32_t first = (uint32_t)(f - w->fibers) / 32 * 32, mask = 0;
    for (uint32_t i = 0; i < 32; i++) {
        all[i] = 0;
        if (first + i < w->run->n_threads && w->fibers[first + i].took_part) {
            all[i] = w->fibers[first + i].given;
            mask |= 1u << i;
        }
    }
    return mask;
}

static void cpu_on_end_of_fiber(const rustg_cpu_thread *t)
{
    cpu_wait_as(t, ENDED);
}

static void cpu_on_end(const rustg_cpu_thread *t)
{
    longjmp(cpu_worker_of(t)->out, 1);
}

static uint32_t cpu_on_exchange_alone(const rustg_cpu_thread *t, uint64_t value, uint64_t all[32])
{
    memset(all, 0, 32 * sizeof all[0]);
    all[t->lane] = value;
    return 1u << t->lane;
}

static void cpu_on_barrier_alone(const rustg_cpu_thread *t)
{
    (void)t;
}

static void cpu_on_print(const rustg_cpu_thread *t, uint32_t site, uint32_t n, const uint64_t *operands)
{
    const cpu_run_shape *launch = cpu_worker_of(t)->run->launch;
    if (launch->print)
        launch->print(launch->user, site, operands, n);
}

static void cpu_fiber_main(void *of)
{
    fiber *f = of;
    worker *w = cpu_worker_of(&f->thread);
    w->run->kernel(&f->thread, w->run->args);
    cpu_wait_as(&f->thread, ENDED);
}

static void cpu_set_thread(worker *w, rustg_cpu_thread *t, const uint32_t *block, uint32_t number)
{
    const cpu_run_shape *launch = w->run->launch;
    t->thread[0] = number % launch->block[0];
    t->thread[1] = number / launch->block[0] % launch->block[1];
    t->thread[2] = number / launch->block[0] / launch->block[1];
    for (int i = 0; i < 3; i++) {
        t->block[i] = block[i];
        t->block_dim[i] = launch->block[i];
        t->grid_dim[i] = launch->grid[i];
    }
    t->lane = number % 32;
    t->dyn_shared_bytes = launch->dyn_shared;
    t->shared = w->shared;
    t->dyn_shared = w->shared + ((size_t)launch->static_shared + 15) / 16 * 16;
    t->panic = w->run->panic;
    t->runner = w;
    t->print = cpu_on_print;
}

static void cpu_begin_alone(worker *w, const uint32_t *block)
{
    w->alone =
        (rustg_cpu_thread){.barrier = cpu_on_barrier_alone, .exchange = cpu_on_exchange_alone, .end = cpu_on_end};
    cpu_set_thread(w, &w->alone, block, 0);
    w->alone.has_avx2 = w->run->has_avx2;
}

static void cpu_run_threads(worker *w, const uint32_t *block)
{
    const cpu_run_shape *launch = w->run->launch;
    rustg_cpu_thread *t = &w->alone;
    cpu_begin_alone(w, block);
    w->number = 0;
    (void)setjmp(w->out); /* a thread that ends comes back here, and the next one goes on */
    while (w->number < w->run->n_threads) {
        t->lane = w->number++ % 32;
        if (w->number > 1 && ++t->thread[0] == launch->block[0]) {
            t->thread[0] = 0;
            if (++t->thread[1] == launch->block[1]) {
                t->thread[1] = 0;
                t->thread[2]++;
            }
        }
        w->run->kernel(t, w->run->args);
    }
}

static void cpu_run_rows(worker *w, const uint32_t *block)
{
    const uint32_t *shape = w->run->launch->block;
    rustg_cpu_thread *t = &w->alone;
    cpu_begin_alone(w, block);
    t->range_end = shape[0];
    t->range_first = 0;
    w->number = 0;      /* of the row */
    if (setjmp(w->out)) /* the thread has ended; the row goes on behind it */
        t->range_first = (uint64_t)t->thread[0] + 1;
    for (; w->number < shape[1] * shape[2]; w->number++, t->range_first = 0) {
        t->thread[0] = 0;
        t->thread[1] = w->number % shape[1];
        t->thread[2] = w->number / shape[1];
        t->lane = w->number * shape[0] % 32;
        w->run->kernel(t, w->run->args);
    }
}

static void cpu_run_range(worker *w, uint64_t from, uint64_t to)
{
    rustg_cpu_thread *t = &w->alone;
    cpu_begin_alone(w, (const uint32_t[3]){0});
    t->by_index = 1;
    t->range_first = from * w->run->n_threads;
    t->range_end = to * w->run->n_threads;
    if (setjmp(w->out))
        t->range_first = t->range_at + 1;
    if (t->range_first < t->range_end)
        w->run->kernel(t, w->run->args);
}

/* The first panic that is made known is the launch's. */
static void cpu_tell_panic(const rustg_cpu_thread *t)
{
    worker *w = cpu_worker_of(t);
    panic_record *to = w->run->panic;
    uint32_t none = PANIC_RECORD_EMPTY;
    if (w->of_block.state == PANIC_RECORD_EMPTY)
        return;
    if (__atomic_compare_exchange_n(&to->state, &none, PANIC_RECORD_IN_WORK, false, __ATOMIC_SEQ_CST,
                                    __ATOMIC_SEQ_CST)) {
        w->of_block.reserved = 0;
        memcpy(&to->site, &w->of_block.site, sizeof *to - offsetof(panic_record, site));
        __atomic_store_n(&to->state, PANIC_RECORD_WRITTEN, __ATOMIC_RELEASE);
    }
    w->of_block.state = PANIC_RECORD_EMPTY;
}

static void cpu_run_whole_block(worker *w, const uint32_t *block)
{
    rustg_cpu_thread *t = &w->alone;
    cpu_begin_alone(w, block);
    t->panic = &w->of_block;
    t->barrier = cpu_tell_panic;
    w->run->kernel(t, w->run->args);
    cpu_tell_panic(t);
}

/* Lets all threads of the range go that wait as `state`, if all that are not done wait so. */
static bool cpu_let_go(worker *w, uint32_t from, uint32_t to, fiber_state state)
{
    bool any = false;
    for (uint32_t i = from; i < to; i++) {
        if (w->fibers[i].state != state && w->fibers[i].state != ENDED)
            return false;
        any |= w->fibers[i].state == state;
    }
    for (uint32_t i = from; i < to && any; i++) {
        fiber *f = &w->fibers[i];
        if (state == AT_WARP) {
            f->took_part = f->state == AT_WARP;
            f->given = f->value;
        }
        if (f->state == state)
            f->state = READY;
    }
    return any;
}

static void cpu_switch_to(worker *w, fiber *f)
{
    w->now = f;
    fiber_switch(&w->home, &f->place);
}

static void cpu_begin_fiber(worker *w, uint32_t index, const uint32_t *block)
{
    size_t n_bytes;
    uint8_t *stack = fiber_stacks_at(w->stacks, index, &n_bytes);
    fiber *f = &w->fibers[index];
    f->thread = (rustg_cpu_thread){.barrier = cpu_on_barrier, .exchange = cpu_on_exchange, .end = cpu_on_end_of_fiber};
    cpu_set_thread(w, &f->thread, block, index);
    f->state = READY;
    fiber_make(&f->place, stack, n_bytes, cpu_fiber_main, f);
}

/* False: a deadlock. */
static bool run_fibers(worker *w, const uint32_t *block)
{
    uint32_t n = w->run->n_threads;
    for (uint32_t i = 0; i < n; i++)
        cpu_begin_fiber(w, i, block);
    for (;;) {
        bool ran = false, alive = false;
        for (uint32_t first = 0; first < n; first += 32) {
            uint32_t end = first + 32 < n ? first + 32 : n;
            bool again;
            do {
                for (uint32_t i = first; i < end; i++)
                    if (w->fibers[i].state == READY) {
                        cpu_switch_to(w, &w->fibers[i]);
                        ran = true;
                    }
                again = cpu_let_go(w, first, end, AT_WARP);
            } while (again);
            for (uint32_t i = first; i < end; i++)
                alive |= w->fibers[i].state != ENDED;
        }
        if (!alive)
            return true;
        if (!cpu_let_go(w, 0, n, AT_BARRIER) && !ran)
            return false;
    }
}

static void cpu_give_up(worker *w)
{
    fiber_stacks_give(w->stacks);
    free(w->shared);
}

static bool cpu_make_fibers(worker *w)
{
    w->stacks = fiber_stacks_take(w->run->n_threads, sizeof *w->fibers);
    w->fibers = w->stacks ? w->stacks->for_owner : NULL;
    return w->stacks != NULL;
}

static void cpu_run_blocks(worker *w, uint64_t from, uint64_t to)
{
    runner *run = w->run;
    const uint32_t *grid = run->launch->grid;
    if (run->call == CPU_CALL_GRID) {
        cpu_run_range(w, from, to);
        return;
    }
    for (uint64_t number = from; number < to; number++) {
        const uint32_t block[3] = {(uint32_t)(number % grid[0]), (uint32_t)(number / grid[0] % grid[1]),
                                   (uint32_t)(number / grid[0] / grid[1])};
        if (run->call == CPU_CALL_THREAD)
            cpu_run_threads(w, block);
        else if (run->call == CPU_CALL_ROW)
            cpu_run_rows(w, block);
        else if (run->call == CPU_CALL_BLOCK)
            cpu_run_whole_block(w, block);
        else if (!run_fibers(w, block))
            atomic_store(&run->status, RUSTG_ERR_DEADLOCK);
    }
}

/* A part of what is left, so that workers take large parts first and are done at nearly the same time; small enough
 * where one worker is wanted to tell in time that more are. */
static bool cpu_take_blocks(runner *run, uint64_t *from, uint64_t *to)
{
    const uint32_t n_parts = SHARES * atomic_load(&run->n_wanted);
    uint64_t next = atomic_load(&run->next_block), n;
    do {
        if (next >= run->n_blocks)
            return false;
        n = (run->n_blocks - next) / (n_parts > LEAST_PARTS ? n_parts : LEAST_PARTS);
        n = n * run->n_threads > MOST_TAKEN ? MOST_TAKEN / run->n_threads : n;
        n += n == 0;
    } while (!atomic_compare_exchange_weak(&run->next_block, &next, next + n));
    *from = next;
    *to = next + n;
    return true;
}

/* What a block of a kernel took when it was launched last, in seconds; a kernel has the place that its address leads
 * to. No more than a hint: another kernel's may stand there, and 0 is none. */
typedef struct block_time {
    _Atomic(cpu_kernel *) kernel;
    _Atomic(double) seconds;
} block_time;

static block_time *cpu_block_time(cpu_kernel *kernel)
{
    enum { N_TIMES = 256 };
    static block_time times[N_TIMES];
    return &times[(uintptr_t)kernel / 16 % N_TIMES];
}

/* How many workers are worth their start for all blocks from this one on. */
static uint32_t cpu_worth(const runner *run, uint64_t first, double block_seconds)
{
    const double left = (double)(run->n_blocks - (first < run->n_blocks ? first : run->n_blocks));
    const double n = left * block_seconds * 1e9 / HELPER_NS;
    return n >= run->n_workers ? run->n_workers : n > 1 ? (uint32_t)n : 1;
}

static void cpu_help(void *of);

static void cpu_ask_for_help(worker *w)
{
    runner *run = w->run;
    for (int i = 0; i < HELPERS_AT_ONCE; i++) {
        uint32_t n = atomic_load(&run->n_started);
        do {
            if (n + 1 >= atomic_load(&run->n_wanted))
                return;
        } while (!atomic_compare_exchange_weak(&run->n_started, &n, n + 1));
        helper *h = &run->helpers[n];
        *h = (helper){parallel_help(cpu_help, run), w->helpers};
        if (!h->thread) {
            atomic_store(&run->n_wanted, 1);
            return;
        }
        w->helpers = h;
    }
}

static void cpu_run_parts(worker *w)
{
    runner *run = w->run;
    const double began = clock_seconds();
    uint64_t from, to;
    while (atomic_load(&run->status) == RUSTG_OK && cpu_take_blocks(run, &from, &to)) {
        cpu_run_blocks(w, from, to);
        w->n_blocks += to - from;
        w->seconds = clock_seconds() - began;
        const uint32_t worth = cpu_worth(run, atomic_load(&run->next_block), w->seconds / (double)w->n_blocks);
        if (worth > atomic_load(&run->n_wanted))
            atomic_store(&run->n_wanted, worth);
        cpu_ask_for_help(w);
    }
}

static void cpu_work(worker *w)
{
    const runner *run = w->run;
    const cpu_run_shape *launch = run->launch;
    const size_t shared = ((size_t)launch->static_shared + 15) / 16 * 16 + launch->dyn_shared;
    cpu_ask_for_help(w);
    w->shared = aligned_alloc(128, (shared + 128) / 128 * 128);
    /* without memory the blocks are left to others */
    if (w->shared && (run->call != CPU_CALL_FIBER || cpu_make_fibers(w))) {
        memset(w->shared, 0, (shared + 128) / 128 * 128);
        cpu_run_parts(w);
    }
    cpu_give_up(w);
    for (const helper *h = w->helpers; h; h = h->next)
        parallel_await(h->thread);
}

static void cpu_help(void *of)
{
    worker w = {.run = of};
    cpu_work(&w);
}

static void cpu_run_all(runner *run)
{
    helper helpers[PARALLEL_MAX_THREADS];
    worker w = {.run = run};
    block_time *time = cpu_block_time(run->kernel);
    const double seconds = atomic_load(&time->kernel) == run->kernel ? atomic_load(&time->seconds) : 0;
    run->helpers = helpers;
    atomic_init(&run->n_wanted, seconds > 0 ? cpu_worth(run, 0, seconds) : run->n_workers);
    cpu_work(&w);
    if (w.n_blocks > 0) {
        atomic_store(&time->seconds, w.seconds / (double)w.n_blocks);
        atomic_store(&time->kernel, run->kernel);
    }
}

static bool cpu_has_avx2(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return false;
#endif
}

static rustg_status cpu_check_launch(const cpu_run_shape *launch, rustg_error *error)
{
    uint64_t threads = 1, blocks = 1;
    for (int i = 0; i < 3; i++) {
        if (!launch->grid[i] || !launch->block[i])
            return error_set(error, RUSTG_ERR_ARGUMENT, "a launch's grid and block are at least 1 in each dimension");
        threads = threads > LARGEST_BLOCK ? threads : threads * launch->block[i];
        blocks = blocks > UINT64_MAX / launch->grid[i] ? UINT64_MAX : blocks * launch->grid[i];
    }
    if (threads > LARGEST_BLOCK)
        return error_set(error, RUSTG_ERR_ARGUMENT, "a block has at most %d threads", LARGEST_BLOCK);
    if (blocks == UINT64_MAX)
        return error_set(error, RUSTG_ERR_ARGUMENT, "the launch's grid is too large");
    return RUSTG_OK;
}

rustg_status cpu_run(cpu_kernel *kernel, const cpu_run_shape *launch, cpu_call call, const void *const *args,
                     panic_record *panic, rustg_error *error)
{
    rustg_status status = cpu_check_launch(launch, error);
    if (status != RUSTG_OK)
        return status;
    runner run = {.kernel = kernel, .args = args, .launch = launch, .panic = panic, .call = call};
    run.n_threads = launch->block[0] * launch->block[1] * launch->block[2];
    run.n_blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    uint32_t n = launch->n_threads ? launch->n_threads : parallel_hardware_threads();
    n = n > PARALLEL_MAX_THREADS ? PARALLEL_MAX_THREADS : n;
    if (n > run.n_blocks)
        n = (uint32_t)run.n_blocks;
    run.n_workers = n;
    run.has_avx2 = cpu_has_avx2();
    atomic_init(&run.status, RUSTG_OK);
    cpu_run_all(&run);
    if (atomic_load(&run.status) == RUSTG_ERR_DEADLOCK) {
        error_set(error, RUSTG_ERR_DEADLOCK,
                  "threads of a block wait at a barrier or warp operation that the others never reach");
        error_hint(error, "call block::sync() and warp operations where all threads of the block or warp come by");
        return RUSTG_ERR_DEADLOCK;
    }
    if (atomic_load(&run.next_block) < run.n_blocks)
        return error_set(error, RUSTG_ERR_MEMORY, "no memory for the stacks of a block's threads");
    if (panic->state)
        return error_set(error, RUSTG_ERR_PANIC, "a thread panicked");
    return RUSTG_OK;
}
