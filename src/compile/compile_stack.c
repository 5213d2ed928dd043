/* compile_stack.c: the stacks that compiles run on, and that wait for the next one. The calling thread changes to such
 * a stack: to start a thread and wait for it took longer than a small kernel's compile. Where fibers would be
 * ucontext's (sanitizers, other processors) it is a thread. */
#define _GNU_SOURCE
#include "compile/compile_stack.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/global_lock.h"
#include "base/limits.h"
#include "base/tuning.h"
#include "runtime/valgrind_stack.h"
#include "runtime/fiber.h"

enum { HALVINGS = 5 };

struct compile_stack {
    compile_stack *next; /* of those that are kept */
    int halvings;
    void (*work)(void *argument);
    void *argument;
#ifdef FIBER_UCONTEXT
    pthread_attr_t attributes;
#else
    uint8_t *at;
    size_t n_bytes;
    unsigned valgrind_id;
    fiber_place caller, fiber;
    bool is_done;
    void (*outside)(void *argument); /* to be called on the caller's stack */
    void *outside_argument;
#endif
};

static size_t stack_bytes(int halvings)
{
    return ((size_t)LIMIT_SEMA_STACK_KIB << 10) >> halvings;
}

#ifdef FIBER_UCONTEXT

static void *stack_main(void *argument)
{
    compile_stack *stack = argument;
    stack->work(stack->argument);
    return NULL;
}

static bool stack_map(compile_stack *stack, int halvings)
{
    pthread_t probe;
    stack->halvings = halvings;
    stack->work = free; /* of NULL: whether a thread with such a stack can be started */
    if (pthread_attr_setstacksize(&stack->attributes, stack_bytes(halvings)) != 0 ||
        pthread_create(&probe, &stack->attributes, stack_main, stack) != 0)
        return false;
    pthread_join(probe, NULL);
    return true;
}

static bool stack_begin(compile_stack *stack)
{
    return pthread_attr_init(&stack->attributes) == 0;
}

static void stack_end(compile_stack *stack)
{
    pthread_attr_destroy(&stack->attributes);
}

bool compile_stack_run(compile_stack *stack, void (*work)(void *argument), void *argument)
{
    pthread_t thread;
    stack->work = work;
    stack->argument = argument;
    if (pthread_create(&thread, &stack->attributes, stack_main, stack) != 0)
        return false;
    pthread_join(thread, NULL);
    return true;
}

void compile_stack_leave(compile_stack *stack, void (*fn)(void *argument), void *argument)
{
    (void)stack;
    fn(argument);
}

static bool stack_may_be_kept(const compile_stack *stack)
{
    (void)stack;
    return false;
}

#else

static void stack_main(void *argument)
{
    compile_stack *stack = argument;
    for (;;) {
        stack->work(stack->argument);
        stack->is_done = true;
        fiber_switch(&stack->fiber, &stack->caller);
    }
}

/* Below it lies a page that must not be touched. */
static bool stack_map(compile_stack *stack, int halvings)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), n_bytes = stack_bytes(halvings);
    void *at =
        mmap(NULL, n_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (at == MAP_FAILED)
        return false;
#ifdef MADV_NOHUGEPAGE
    (void)madvise(at, n_bytes, MADV_NOHUGEPAGE); /* a compile touches some pages of it */
#endif
    if (mprotect(at, page, PROT_NONE)) {
        munmap(at, n_bytes);
        return false;
    }
    stack->halvings = halvings;
    stack->at = at;
    stack->n_bytes = n_bytes;
    stack->valgrind_id = (unsigned)VALGRIND_STACK_REGISTER(stack->at + page, stack->at + n_bytes - 1);
    fiber_make(&stack->fiber, stack->at + page, n_bytes - page, stack_main, stack);
    return true;
}

static bool stack_begin(compile_stack *stack)
{
    (void)stack;
    return true;
}

static void stack_end(compile_stack *stack)
{
    if (!stack->at)
        return;
    VALGRIND_STACK_DEREGISTER(stack->valgrind_id);
    munmap(stack->at, stack->n_bytes);
}

bool compile_stack_run(compile_stack *stack, void (*work)(void *argument), void *argument)
{
    stack->work = work;
    stack->argument = argument;
    stack->is_done = false;
    while (!stack->is_done) {
        stack->outside = NULL;
        fiber_switch(&stack->caller, &stack->fiber);
        if (stack->outside)
            stack->outside(stack->outside_argument);
    }
    return true;
}

void compile_stack_leave(compile_stack *stack, void (*fn)(void *argument), void *argument)
{
    stack->outside = fn;
    stack->outside_argument = argument;
    fiber_switch(&stack->fiber, &stack->caller);
}

/* A process whose address space is limited gets it back. What a deep program has touched goes back to the system. */
static bool stack_may_be_kept(const compile_stack *stack)
{
    struct rlimit most;
    if (stack->halvings || getrlimit(RLIMIT_AS, &most) || most.rlim_cur != RLIM_INFINITY)
        return false;
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return madvise(stack->at + page, stack->n_bytes - page - TUNING_KEPT_STACK_BYTES, MADV_DONTNEED) == 0;
}

#endif

/* ---- those that wait ---- */

static compile_stack *stack_kept;
static uint32_t stack_n_kept;

static void stack_free(compile_stack *stack)
{
    stack_end(stack);
    free(stack);
}

compile_stack *compile_stack_take(uint32_t *n_levels)
{
    global_lock(GLOBAL_LOCK_COMPILE_STACKS);
    compile_stack *stack = stack_kept;
    if (stack) {
        stack_kept = stack->next;
        stack_n_kept--;
    }
    global_unlock(GLOBAL_LOCK_COMPILE_STACKS);
    bool is_there = stack != NULL;
    if (!stack) {
        stack = calloc(1, sizeof *stack);
        if (!stack || !stack_begin(stack)) {
            free(stack);
            return NULL;
        }
    }
    for (int halvings = 0; halvings <= HALVINGS && !is_there; halvings++)
        is_there = stack_map(stack, halvings);
    if (!is_there) {
        stack_free(stack);
        return NULL;
    }
    *n_levels = (uint32_t)LIMIT_SEMA_DEPTH >> stack->halvings;
    return stack;
}

void compile_stack_give(compile_stack *stack)
{
    bool keep = stack_may_be_kept(stack);
    if (keep) {
        global_lock(GLOBAL_LOCK_COMPILE_STACKS);
        keep = stack_n_kept < TUNING_KEPT_COMPILE_STACKS;
        if (keep) {
            stack->next = stack_kept;
            stack_kept = stack;
            stack_n_kept++;
        }
        global_unlock(GLOBAL_LOCK_COMPILE_STACKS);
    }
    if (!keep)
        stack_free(stack);
}

void compile_stacks_release_kept(void)
{
    global_lock(GLOBAL_LOCK_COMPILE_STACKS);
    compile_stack *all = stack_kept;
    stack_kept = NULL;
    stack_n_kept = 0;
    global_unlock(GLOBAL_LOCK_COMPILE_STACKS);
    while (all) {
        compile_stack *next = all->next;
        stack_free(all);
        all = next;
    }
}
