/* gen_fiber.h: fibers, which take turns on one thread of the system, and the stacks they run on. */
#ifndef RUSTG_GEN_FIBER_H
#define RUSTG_GEN_FIBER_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

/* A switch in assembly, as ucontext's makes two calls of the system. Sanitizers know ucontext's. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define GEN_FIBER_UCONTEXT 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define GEN_FIBER_UCONTEXT 1
#endif
#endif
#if !(defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__)) && defined(__LP64__))
#define GEN_FIBER_UCONTEXT 1
#endif

#ifdef GEN_FIBER_UCONTEXT
#include <ucontext.h>
typedef ucontext_t gen_fiber;
#else
typedef struct gen_fiber {
    void *stack_pointer;
} gen_fiber; /* the rest lies on the stack */
#endif

/* The first switch to the fiber calls main(argument), which must not return: it ends by a switch to another fiber. */
void gen_fiber_make(gen_fiber *fiber, uint8_t *stack, size_t n_bytes, void (*main)(void *argument), void *argument);
/* Goes on with `to`; returns when somebody switches to `from`. */
void gen_fiber_switch(gen_fiber *from, gen_fiber *to);

/* Stacks for the fibers of a block, kept for the next launch. Below each lies a page that may not be touched: a stack
 * that runs over is a fault, not another fiber's data. next: of those kept; for_owner: n_bytes_each for each stack, for
 * what the owner keeps of a fiber */
typedef struct gen_stacks {
    struct gen_stacks *next;
    size_t n, n_bytes_each;
    uint8_t *at;
    unsigned *valgrind_ids;
    void *for_owner;
} gen_stacks;

/* At least n stacks; NULL: no memory. Thread-safe, as the others. */
gen_stacks *gen_stacks_take(size_t n, size_t n_bytes_each);
void gen_stacks_give(gen_stacks *stacks); /* NULL is accepted */
uint8_t *gen_stacks_at(const gen_stacks *stacks, size_t index, size_t *n_bytes);
/* Frees those that nobody has taken. */
void gen_stacks_release_kept(void);
size_t gen_stacks_n_kept(void);
extern pthread_mutex_t gen_stacks_lock; /* library.c holds it while the process forks */

#endif
