/* stack_test.c: work on a compile's stack: it may go deep, is called again on the same stack, leaves it for callbacks,
 * and threads have stacks of their own. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "compile/compile_stack.h"
#include "runtime/fiber.h"

typedef struct work {
    compile_stack *stack;
    uint32_t levels, sum;
    uintptr_t inside, outside;
} work;

enum { LEVEL_BYTES = 64 << 10 };

static uint32_t descend(uint32_t level)
{
    volatile uint8_t frame[LEVEL_BYTES];
    frame[0] = frame[LEVEL_BYTES - 1] = (uint8_t)level;
    uint32_t below = level ? descend(level - 1) : 0;
    return below + frame[0] + frame[LEVEL_BYTES - 1];
}

static void note_outside(void *argument)
{
    work *w = argument;
    char here;
    w->outside = (uintptr_t)&here;
}

static void do_work(void *argument)
{
    work *w = argument;
    char here;
    w->inside = (uintptr_t)&here;
    w->sum = descend(w->levels);
    compile_stack_leave(w->stack, note_outside, w);
    w->sum += 1;
}

static uintptr_t distance(uintptr_t a, uintptr_t b)
{
    return a > b ? a - b : b - a;
}

static void *run_some(void *unused)
{
    (void)unused;
    for (uint32_t i = 0; i < 40; i++) {
        uint32_t n_levels = 0;
        work w = {.levels = i == 20 ? 2000 : i};
        w.stack = compile_stack_take(&n_levels);
        assert(w.stack && n_levels == LIMIT_SEMA_DEPTH);
        for (int again = 0; again < 3; again++) {
            uint32_t expected = 1;
            for (uint32_t level = 0; level <= w.levels; level++)
                expected += 2 * (uint8_t)level;
            w.outside = 0;
            assert(compile_stack_run(w.stack, do_work, &w) && w.sum == expected && w.outside);
#ifndef FIBER_UCONTEXT
            assert(distance(w.outside, (uintptr_t)&w) < LEVEL_BYTES && distance(w.inside, w.outside) > 1 << 20);
#else
            (void)distance;
#endif
        }
        compile_stack_give(w.stack);
    }
    return NULL;
}

int main(void)
{
    enum { N_THREADS = 12 }; /* more than are kept */
    pthread_t threads[N_THREADS];
    run_some(NULL);
    for (int i = 0; i < N_THREADS; i++)
        assert(pthread_create(&threads[i], NULL, run_some, NULL) == 0);
    for (int i = 0; i < N_THREADS; i++)
        pthread_join(threads[i], NULL);
    compile_stacks_release_kept();
    compile_stacks_release_kept();
    return 0;
}
