/* arena.c: takes memory in blocks that double in size. Freed blocks wait for the next arena, as fresh pages took a
 * third of the time of a compile. */
#include "base/arena.h"
#include "base/global_lock.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/tuning.h"

enum { FIRST_BLOCK = 1 << 16, LARGEST_BLOCK = 1 << 20 };
enum { FEW_BYTES = 64 };        /* quicker to zero than memset can be called */
enum { LARGE_ARRAY = 1 << 16 }; /* bytes: such arrays of another arena, the library's, grow by a few elements */
enum { FIRST_SLOTS = 8 };       /* of a map: most have few keys */
enum { FEW_SLOTS = 64 };        /* maps with fewer, and arrays of fewer bytes than FEW_BYTES, grow by four */

/* Not inline, so that who finds room saves no registers. */
#define ARENA_CALL __attribute__((noinline))

/* A sanitizer that watches accesses must see that memory was freed. */
#ifdef __SANITIZE_ADDRESS__
enum { KEEPS_BLOCKS = 0 };
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
enum { KEEPS_BLOCKS = 0 };
#else
enum { KEEPS_BLOCKS = 1 };
#endif
#else
enum { KEEPS_BLOCKS = 1 };
#endif

struct arena_block {
    arena_block *before;
    size_t n_bytes;
    _Alignas(16) uint8_t bytes[];
};

static struct {
    arena_block *blocks; /* those of one arena stay in order: a small one first, as the next arena asks for them */
    size_t n_bytes;
} arena_kept;

static arena_block *arena_take_kept(size_t n_bytes)
{
    arena_block *block = NULL;
    global_lock(GLOBAL_LOCK_ARENA);
    for (arena_block **at = &arena_kept.blocks; *at; at = &(*at)->before)
        if ((*at)->n_bytes >= n_bytes) {
            block = *at;
            *at = block->before;
            arena_kept.n_bytes -= block->n_bytes;
            break;
        }
    global_unlock(GLOBAL_LOCK_ARENA);
    return block;
}

static void arena_add_block(arena *a, size_t n_bytes)
{
    size_t size = a->blocks ? 2 * a->blocks->n_bytes : FIRST_BLOCK;
    if (size > LARGEST_BLOCK)
        size = LARGEST_BLOCK;
    if (size < n_bytes)
        size = n_bytes;
    arena_block *block = size > LARGEST_BLOCK ? NULL : arena_take_kept(size);
    if (block) {
        size = block->n_bytes;
    } else {
        block = size > SIZE_MAX - sizeof *block ? NULL : malloc(sizeof *block + size);
        if (!block)
            longjmp(*a->out_of_memory, 1);
        block->n_bytes = size;
    }
    block->before = a->blocks;
    a->blocks = block;
    a->next = block->bytes;
    a->end = block->bytes + size;
}

static ARENA_CALL void arena_make_room(arena *a, size_t room)
{
    if (room == 0) /* more than there can be */
        longjmp(*a->out_of_memory, 1);
    (a->more ? a->more : arena_add_block)(a, room);
}

static inline size_t arena_room(size_t n_bytes)
{
    return n_bytes ? (n_bytes + 15) & ~(size_t)15 : 16;
}

static ARENA_CALL uint8_t *arena_take_after(arena *a, size_t room)
{
    arena_make_room(a, room);
    return (a->next += room) - room;
}

static inline uint8_t *arena_take(arena *a, size_t room)
{
    if (room - 1 >= (size_t)(a->end - a->next))
        return arena_take_after(a, room);
    return (a->next += room) - room;
}

/* n is a multiple of 16. */
static inline void *arena_zero(uint8_t *at, size_t n)
{
    if (n > FEW_BYTES)
        return memset(at, 0, n);
    for (size_t i = 0; i < n; i += 16)
        memset(at + i, 0, 16);
    return at;
}

void *arena_alloc(arena *a, size_t n_bytes)
{
    const size_t room = arena_room(n_bytes);
    return arena_zero(arena_take(a, room), room); /* here, not by block: only what is used is touched */
}

void *arena_copy(arena *a, const void *from, size_t n_bytes)
{
    void *memory = arena_take(a, arena_room(n_bytes));
    return n_bytes ? memcpy(memory, from, n_bytes) : memory;
}

char *arena_text(arena *a, const char *bytes, size_t n)
{
    char *copy = (char *)arena_take(a, arena_room(n + 1));
    if (n)
        memcpy(copy, bytes, n);
    copy[n] = 0;
    return copy;
}

char *arena_format(arena *a, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    int n = vsnprintf(NULL, 0, format, values);
    va_end(values);
    char *text = arena_alloc(a, (size_t)(n < 0 ? 0 : n) + 1);
    va_start(values, format);
    vsnprintf(text, (size_t)(n < 0 ? 0 : n) + 1, format, values);
    va_end(values);
    return text;
}

char *arena_join(arena *a, const char *const *texts, uint32_t n)
{
    size_t lengths[ARENA_JOIN_MOST], length = 0;
    for (uint32_t i = 0; i < n; i++)
        length += lengths[i] = strlen(texts[i]);
    char *all = arena_alloc(a, length + 1), *to = all;
    for (uint32_t i = 0; i < n; to += lengths[i++])
        memcpy(to, texts[i], lengths[i]);
    return all;
}

static void arena_free_blocks(arena_block *blocks)
{
    while (blocks) {
        arena_block *before = blocks->before;
        free(blocks);
        blocks = before;
    }
}

void arena_free(arena *a)
{
    arena_block *unwanted = NULL;
    global_lock(GLOBAL_LOCK_ARENA);
    while (a->blocks) {
        arena_block *block = a->blocks;
        bool keep = KEEPS_BLOCKS && block->n_bytes <= LARGEST_BLOCK &&
                    arena_kept.n_bytes + block->n_bytes <= TUNING_ARENA_KEEP_BYTES;
        a->blocks = block->before;
        block->before = keep ? arena_kept.blocks : unwanted;
        *(keep ? &arena_kept.blocks : &unwanted) = block;
        if (keep)
            arena_kept.n_bytes += block->n_bytes;
    }
    global_unlock(GLOBAL_LOCK_ARENA);
    arena_free_blocks(unwanted);
    a->next = a->end = NULL;
}

void arena_release_kept(void)
{
    global_lock(GLOBAL_LOCK_ARENA);
    arena_block *blocks = arena_kept.blocks;
    arena_kept.blocks = NULL;
    arena_kept.n_bytes = 0;
    global_unlock(GLOBAL_LOCK_ARENA);
    arena_free_blocks(blocks);
}

static bool arena_has(const arena *a, const void *memory)
{
    const uint8_t *at = memory;
    for (const arena_block *block = a->blocks; block; block = block->before)
        if (at >= block->bytes && at < block->bytes + block->n_bytes)
            return true;
    return false;
}

/* A large array that is another arena's, the library's, grows by a quarter. */
static ARENA_CALL uint64_t arena_large_room(const arena *a, const void *old, uint32_t capacity)
{
    return arena_has(a, old) ? 2 * (uint64_t)capacity : capacity + (uint64_t)capacity / 4;
}

static inline uint32_t arena_first_room(size_t size)
{
    return size > 24 ? 4 : 8;
}

static inline size_t arena_grown(const arena *a, const void *old, size_t size, uint32_t *capacity, uint64_t wanted)
{
    uint64_t room = arena_first_room(size);
    if (*capacity)
        room = (*capacity * size <= FEW_BYTES ? 4 : 2) * (uint64_t)*capacity;
    if (room * size > LARGE_ARRAY)
        room = arena_large_room(a, old, *capacity);
    if (room < wanted)
        room = wanted;
    if (room > UINT32_MAX)
        longjmp(*a->out_of_memory, 1);
    *capacity = (uint32_t)room;
    return (size_t)room * size;
}

void *arena_grow(arena *a, void *old, size_t size, uint32_t n, uint32_t *capacity, uint32_t more)
{
    const size_t n_bytes = arena_grown(a, old, size, capacity, (uint64_t)n + more), n_old = n * size;
    if (!n)
        return arena_alloc(a, n_bytes);
    const size_t n_whole = n_old & ~(size_t)15, room = arena_room(n_bytes);
    uint8_t *grown = arena_take(a, room);
    arena_zero(grown + n_whole, room - n_whole);
    return memcpy(grown, old, n_old);
}

void *arena_grow_by_one(arena *a, const void *old, size_t size, uint32_t n, uint32_t *capacity)
{
    if (!n && !*capacity) { /* most arrays grow once */
        *capacity = arena_first_room(size);
        return arena_take(a, arena_room(*capacity * size));
    }
    const size_t n_bytes = arena_grown(a, old, size, capacity, (uint64_t)n + 1);
    return memcpy(arena_take(a, arena_room(n_bytes)), old, n * size);
}

static uint32_t arena_find(const arena_map *map, uint64_t key)
{
    uint32_t mask = map->capacity - 1;
    uint32_t at = (uint32_t)((key * 0x9E3779B97F4A7C15u) >> 32) & mask;
    while (map->keys[at] && map->keys[at] != key)
        at = (at + 1) & mask;
    return at;
}

static void arena_copy_map(arena *a, arena_map *map, uint32_t capacity)
{
    arena_map grown = {.capacity = capacity, .n = map->n};
    grown.keys = ARENA_ARRAY(a, uint64_t, capacity);
    grown.values = ARENA_ARRAY(a, uint32_t, capacity);
    for (uint32_t i = 0; i < map->capacity; i++)
        if (map->keys[i]) {
            uint32_t at = arena_find(&grown, map->keys[i]);
            grown.keys[at] = map->keys[i];
            grown.values[at] = map->values[i];
        }
    *map = grown;
}

/* The slots of a map that stays as large as it is. */
static void arena_own_map(arena *a, arena_map *map)
{
    map->keys = arena_copy(a, map->keys, map->capacity * sizeof *map->keys);
    map->values = arena_copy(a, map->values, map->capacity * sizeof *map->values);
    map->shared = false;
}

static ARENA_CALL uint32_t *arena_map_add(arena *a, arena_map *map, uint64_t key)
{
    if (2 * (map->n + 1) > map->capacity)
        arena_copy_map(a, map, map->capacity ? (map->capacity < FEW_SLOTS ? 4 : 2) * map->capacity : FIRST_SLOTS);
    else if (map->shared)
        arena_own_map(a, map);
    const uint32_t at = arena_find(map, key);
    map->n += !map->keys[at];
    map->keys[at] = key;
    return &map->values[at];
}

uint32_t *arena_map_at(arena *a, arena_map *map, uint64_t key, int add)
{
    if (map->capacity && !(add && map->shared)) {
        const uint32_t at = arena_find(map, key);
        if (map->keys[at])
            return &map->values[at];
    }
    return add ? arena_map_add(a, map, key) : NULL;
}
