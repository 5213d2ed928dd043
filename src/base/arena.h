/* arena.h: has memory that is freed all at once, and growing arrays in it.
 *
 * One arena serves one compile. When memory runs out, a call does not return: it jumps to arena.out_of_memory, which
 * the owner has set with setjmp, so code on top of an arena needs no checks. */
#ifndef RUSTG_ARENA_H
#define RUSTG_ARENA_H

#include <pthread.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct arena_block arena_block;
typedef struct arena {
    arena_block *blocks;
    uint8_t *next, *end;
    jmp_buf *out_of_memory;
    /* NULL: blocks of its own. Else it is asked for n_bytes where fewer lie between next and end, and sets both. */
    void (*more)(struct arena *a, size_t n_bytes);
} arena;

/* Zeroed memory, aligned to 16; n_bytes may be 0. Never NULL. */
void *arena_alloc(arena *a, size_t n_bytes);
void *arena_copy(arena *a, const void *from, size_t n_bytes);
/* A copy of n bytes with a final 0. */
char *arena_text(arena *a, const char *bytes, size_t n);
/* The texts, at most ARENA_JOIN_MOST, one behind another. */
enum { ARENA_JOIN_MOST = 8 };
char *arena_join(arena *a, const char *const *texts, uint32_t n);
/* Formats as printf does, into the arena; it takes longer. */
char *arena_format(arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Gives all memory back; the arena is empty and can be used again. Some of the memory is kept for later arenas. */
void arena_free(arena *a);
/* What was kept goes back to the system. Thread-safe. */
void arena_release_kept(void);

#define ARENA_NEW(a, type)      ((type *)arena_alloc((a), sizeof(type)))
#define ARENA_ARRAY(a, type, n) ((type *)arena_alloc((a), sizeof(type) * (size_t)(n)))

/* A growing array: VEC(uint32_t) list = {0}; vec_push(a, &list, 7); list.at[0]; list.n. Growing moves it within the
 * arena (old room is left behind), so keep indices, not pointers. */
#define VEC(type)                                                                                                      \
    struct {                                                                                                           \
        type *at;                                                                                                      \
        uint32_t n, capacity;                                                                                          \
    }
#define vec_reserve(a, v, more)                                                                                        \
    do {                                                                                                               \
        if ((v)->n + (uint32_t)(more) > (v)->capacity)                                                                 \
            (v)->at = arena_grow((a), (v)->at, sizeof *(v)->at, (v)->n, &(v)->capacity, (uint32_t)(more));             \
    } while (0)
#define vec_push(a, v, ...)                                                                                            \
    do {                                                                                                               \
        if ((v)->n >= (v)->capacity)                                                                                   \
            (v)->at = arena_grow_by_one((a), (v)->at, sizeof *(v)->at, (v)->n, &(v)->capacity);                        \
        (v)->at[(v)->n++] = __VA_ARGS__;                                                                               \
    } while (0)
/* from: of another array. */
#define vec_push_all(a, v, from, n_from)                                                                               \
    do {                                                                                                               \
        for (size_t vec_i = 0; vec_i < (n_from); vec_i++)                                                              \
            vec_push((a), (v), (from)[vec_i]);                                                                         \
    } while (0)
/* The room behind n is zeroed. */
void *arena_grow(arena *a, void *old, size_t size, uint32_t n, uint32_t *capacity, uint32_t more);
/* It is not. */
void *arena_grow_by_one(arena *a, const void *old, size_t size, uint32_t n, uint32_t *capacity);
/* After this, copies of the header may share what is in the array: the first push to one of them moves it into its
 * own arena. Elements must stay as they are. */
#define vec_share(v) ((v)->capacity = (v)->n)

/* A map from 64-bit keys (0 is no key) to u32. Zeroed is empty.
 *   shared  copies of the header share its arrays: the first question with add moves them into that copy's arena, and
 *           what a question without add finds must stay as it is */
typedef struct arena_map {
    uint64_t *keys;
    uint32_t *values;
    uint32_t n, capacity;
    bool shared;
} arena_map;
/* Where the value is or, with add, will be (a new one is 0). NULL without add: there is none. Valid until the next
 * add. */
uint32_t *arena_map_at(arena *a, arena_map *map, uint64_t key, int add);

#endif
