/* fiber.h: declares fibers, which take turns on one thread of the system, and the stacks they run on. */
#ifndef RUSTG_FIBER_H
#define RUSTG_FIBER_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

/* A switch in assembly, as ucontext's makes two calls of the system. Sanitizers know ucontext's. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define FIBER_UCONTEXT 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define FIBER_UCONTEXT 1
#endif
#endif
#if !(defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__)) && defined(__LP64__))
#define FIBER_UCONTEXT 1
#endif

#ifdef FIBER_UCONTEXT
#include <ucontext.h>
typedef ucontext_t fiber_place;
#else
typedef struct fiber_place {
    void *stack_pointer;
} fiber_place; /* the rest lies on the stack */
#endif

/* The first switch to the fiber calls main(argument), which must not return: it ends by a switch to another fiber. */
void fiber_make(fiber_place *fiber, uint8_t *stack, size_t n_bytes, void (*main)(void *argument), void *argument);
/* Goes on with `to`; returns when somebody switches to `from`. */
void fiber_switch(fiber_place *from, fiber_place *to);

/* Stacks for the fibers of a block, which are kept for the next launch. Below each lies a page that must not be
 * touched, so that a stack that overflows is a fault and does not reach another fiber's data. next links stacks that
 * are kept; for_owner has n_bytes_each for each stack, for what the owner keeps of a fiber. */
typedef struct fiber_stacks {
    struct fiber_stacks *next;
    size_t n, n_bytes_each;
    uint8_t *at;
    unsigned *valgrind_ids;
    void *for_owner;
} fiber_stacks;

/* Takes at least n stacks. NULL: out of memory. Thread-safe, as are the others. */
fiber_stacks *fiber_stacks_take(size_t n, size_t n_bytes_each);
void fiber_stacks_give(fiber_stacks *stacks); /* NULL is accepted */
uint8_t *fiber_stacks_at(const fiber_stacks *stacks, size_t index, size_t *n_bytes);
/* Frees those that nobody has taken. */
void fiber_stacks_release_kept(void);
size_t fiber_stacks_n_kept(void);

#endif
