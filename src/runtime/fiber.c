/* fiber.c: switches between fibers, and keeps stacks for the next ones. */
#define _GNU_SOURCE
#include "runtime/fiber.h"
#include "base/global_lock.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/tuning.h"
#include "runtime/valgrind_stack.h"

/* ---- switching ---- */

#ifdef FIBER_UCONTEXT

/* makecontext passes ints only. */
static void fiber_enter_of(unsigned main_high, unsigned main_low, unsigned high, unsigned low)
{
    void (*main)(void *) = (void (*)(void *))(uintptr_t)((uint64_t)main_high << 32 | main_low);
    main((void *)(uintptr_t)((uint64_t)high << 32 | low));
}

void fiber_make(fiber_place *fiber, uint8_t *stack, size_t n_bytes, void (*main)(void *argument), void *argument)
{
    uint64_t of_main = (uint64_t)(uintptr_t)main, of_argument = (uint64_t)(uintptr_t)argument;
    getcontext(fiber);
    fiber->uc_stack.ss_sp = stack;
    fiber->uc_stack.ss_size = n_bytes;
    fiber->uc_link = NULL;
    makecontext(fiber, (void (*)(void))fiber_enter_of, 4, (unsigned)(of_main >> 32), (unsigned)of_main,
                (unsigned)(of_argument >> 32), (unsigned)of_argument);
}

void fiber_switch(fiber_place *from, fiber_place *to)
{
    swapcontext(from, to);
}

#else

/* The registers that a called function keeps, on the fiber's stack. The floating-point environment belongs to the
 * thread. The first switch to a fiber takes main and its argument from two of these registers. */
#ifdef __x86_64__
enum {
    N_SAVED = 8,
    AT_ARGUMENT = 3,
    AT_MAIN = 2,
    AT_RETURN = 6
}; /* r15 r14 r13 r12 rbx rbp, where to, and 0: nobody called it */
__asm__(".text\n"
        ".p2align 4\n"
        ".globl fiber_switch\n"
        ".hidden fiber_switch\n"
        ".type fiber_switch, @function\n"
        "fiber_switch:\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    movq %rsp, (%rdi)\n"
        "    movq (%rsi), %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    ret\n"
        ".size fiber_switch, . - fiber_switch\n"
        ".globl fiber_enter\n"
        ".hidden fiber_enter\n"
        ".type fiber_enter, @function\n"
        "fiber_enter:\n"
        "    movq %r12, %rdi\n"
        "    jmpq *%r13\n"
        ".size fiber_enter, . - fiber_enter\n");
#else
enum { N_SAVED = 20, AT_ARGUMENT = 0, AT_MAIN = 1, AT_RETURN = 11 }; /* x19 to x30, d8 to d15 */
__asm__(".text\n"
        ".p2align 4\n"
        ".globl fiber_switch\n"
        ".hidden fiber_switch\n"
        ".type fiber_switch, %function\n"
        "fiber_switch:\n"
        "    sub sp, sp, #160\n"
        "    stp x19, x20, [sp, #0]\n"
        "    stp x21, x22, [sp, #16]\n"
        "    stp x23, x24, [sp, #32]\n"
        "    stp x25, x26, [sp, #48]\n"
        "    stp x27, x28, [sp, #64]\n"
        "    stp x29, x30, [sp, #80]\n"
        "    stp d8, d9, [sp, #96]\n"
        "    stp d10, d11, [sp, #112]\n"
        "    stp d12, d13, [sp, #128]\n"
        "    stp d14, d15, [sp, #144]\n"
        "    mov x9, sp\n"
        "    str x9, [x0]\n"
        "    ldr x9, [x1]\n"
        "    mov sp, x9\n"
        "    ldp x19, x20, [sp, #0]\n"
        "    ldp x21, x22, [sp, #16]\n"
        "    ldp x23, x24, [sp, #32]\n"
        "    ldp x25, x26, [sp, #48]\n"
        "    ldp x27, x28, [sp, #64]\n"
        "    ldp x29, x30, [sp, #80]\n"
        "    ldp d8, d9, [sp, #96]\n"
        "    ldp d10, d11, [sp, #112]\n"
        "    ldp d12, d13, [sp, #128]\n"
        "    ldp d14, d15, [sp, #144]\n"
        "    add sp, sp, #160\n"
        "    ret\n"
        ".size fiber_switch, . - fiber_switch\n"
        ".globl fiber_enter\n"
        ".hidden fiber_enter\n"
        ".type fiber_enter, %function\n"
        "fiber_enter:\n"
        "    mov x0, x19\n"
        "    mov x30, xzr\n"
        "    mov x16, x20\n" /* from which a guarded page lets a function be entered */
        "    br x16\n"
        ".size fiber_enter, . - fiber_enter\n");
#endif
void fiber_enter(void);

void fiber_make(fiber_place *fiber, uint8_t *stack, size_t n_bytes, void (*main)(void *argument), void *argument)
{
    uintptr_t saved[N_SAVED] = {0};
    uint8_t *top = stack + n_bytes / 16 * 16 - sizeof saved;
    saved[AT_ARGUMENT] = (uintptr_t)argument;
    saved[AT_MAIN] = (uintptr_t)main;
    saved[AT_RETURN] = (uintptr_t)fiber_enter;
    memcpy(top, saved, sizeof saved);
    fiber->stack_pointer = top;
}

#endif

/* ---- stacks ---- */

/* Stacks end at different places of a page, because otherwise their frames would share one set of each cache. */
enum { STACK_BYTES = 256 << 10, FEWEST = 32, N_COLOURS = 16, COLOUR_BYTES = 256 };
static fiber_stacks *fiber_kept;
static size_t fiber_n_kept; /* stacks in all */

static size_t fiber_step(void)
{
    return STACK_BYTES + (size_t)sysconf(_SC_PAGESIZE);
}

static void fiber_unmap(fiber_stacks *stacks)
{
    for (size_t i = 0; i < stacks->n; i++)
        VALGRIND_STACK_DEREGISTER(stacks->valgrind_ids[i]);
    munmap(stacks->at, stacks->n * fiber_step());
    free(stacks);
}

/* The stacks' begin is the lowest address that may be touched. */
static fiber_stacks *fiber_map(size_t n, size_t n_bytes_each)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), ids_at = (sizeof(fiber_stacks) + n * n_bytes_each + 15) / 16 * 16;
    fiber_stacks *stacks = calloc(1, ids_at + n * sizeof(unsigned));
    if (!stacks)
        return NULL;
    void *at = mmap(NULL, n * fiber_step(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) {
        free(stacks);
        return NULL;
    }
    stacks->at = at;
    stacks->n_bytes_each = n_bytes_each;
    stacks->for_owner = stacks + 1;
    stacks->valgrind_ids = (unsigned *)(void *)((uint8_t *)stacks + ids_at);
    for (size_t i = 0; i < n; i++) {
        if (mprotect(stacks->at + i * fiber_step(), page, PROT_NONE)) {
            munmap(stacks->at + i * fiber_step(), (n - i) * fiber_step());
            fiber_unmap(stacks);
            return NULL;
        }
        uint8_t *stack = fiber_stacks_at(stacks, i, NULL);
        stacks->valgrind_ids[i] = (unsigned)VALGRIND_STACK_REGISTER(stack, stack + STACK_BYTES - 1);
        stacks->n++;
    }
    return stacks;
}

fiber_stacks *fiber_stacks_take(size_t n, size_t n_bytes_each)
{
    size_t rounded = FEWEST;
    while (rounded < n)
        rounded *= 2;
    global_lock(GLOBAL_LOCK_FIBER_STACKS);
    fiber_stacks **at = &fiber_kept, *found;
    while (*at && ((*at)->n != rounded || (*at)->n_bytes_each != n_bytes_each))
        at = &(*at)->next;
    found = *at;
    if (found) {
        *at = found->next;
        fiber_n_kept -= found->n;
    }
    global_unlock(GLOBAL_LOCK_FIBER_STACKS);
    return found ? found : fiber_map(rounded, n_bytes_each);
}

void fiber_stacks_give(fiber_stacks *stacks)
{
    if (!stacks)
        return;
    global_lock(GLOBAL_LOCK_FIBER_STACKS);
    bool keep = fiber_n_kept + stacks->n <= TUNING_KEPT_FIBER_STACKS;
    if (keep) {
        stacks->next = fiber_kept;
        fiber_kept = stacks;
        fiber_n_kept += stacks->n;
    }
    global_unlock(GLOBAL_LOCK_FIBER_STACKS);
    if (!keep)
        fiber_unmap(stacks);
}

uint8_t *fiber_stacks_at(const fiber_stacks *stacks, size_t index, size_t *n_bytes)
{
    if (n_bytes)
        *n_bytes = STACK_BYTES - index % N_COLOURS * COLOUR_BYTES;
    return stacks->at + (index + 1) * fiber_step() - STACK_BYTES;
}

void fiber_stacks_release_kept(void)
{
    global_lock(GLOBAL_LOCK_FIBER_STACKS);
    fiber_stacks *all = fiber_kept;
    fiber_kept = NULL;
    fiber_n_kept = 0;
    global_unlock(GLOBAL_LOCK_FIBER_STACKS);
    while (all) {
        fiber_stacks *next = all->next;
        fiber_unmap(all);
        all = next;
    }
}

size_t fiber_stacks_n_kept(void)
{
    global_lock(GLOBAL_LOCK_FIBER_STACKS);
    size_t n = fiber_n_kept;
    global_unlock(GLOBAL_LOCK_FIBER_STACKS);
    return n;
}
