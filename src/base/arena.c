/* arena.c: blocks that double in size. */
#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { FIRST_BLOCK = 1 << 16, LARGEST_BLOCK = 1 << 20 };

struct arena_block {
    arena_block *before;
    size_t n_bytes;
    _Alignas(16) uint8_t bytes[];
};

static void add_block(arena *a, size_t n_bytes)
{
    size_t size = a->blocks ? 2 * a->blocks->n_bytes : FIRST_BLOCK;
    if (size > LARGEST_BLOCK)
        size = LARGEST_BLOCK;
    if (size < n_bytes)
        size = n_bytes;
    arena_block *block = size > SIZE_MAX - sizeof *block ? NULL : malloc(sizeof *block + size);
    if (!block)
        longjmp(*a->out_of_memory, 1);
    block->before = a->blocks;
    block->n_bytes = size;
    a->blocks = block;
    a->next = block->bytes;
    a->end = block->bytes + size;
}

void *arena_alloc(arena *a, size_t n_bytes)
{
    if (n_bytes > SIZE_MAX - 64)
        longjmp(*a->out_of_memory, 1);
    size_t room = n_bytes ? (n_bytes + 15) & ~(size_t)15 : 16;
    if ((size_t)(a->end - a->next) < room)
        add_block(a, room);
    void *memory = a->next;
    a->next += room;
    return memset(memory, 0, room); /* here, not by block: only what is used is touched */
}

char *arena_text(arena *a, const char *bytes, size_t n)
{
    char *copy = arena_alloc(a, n + 1);
    if (n)
        memcpy(copy, bytes, n);
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

void arena_free(arena *a)
{
    while (a->blocks) {
        arena_block *before = a->blocks->before;
        free(a->blocks);
        a->blocks = before;
    }
    a->next = a->end = NULL;
}

void *arena_grow(arena *a, void *old, size_t size, uint32_t n, uint32_t *capacity, uint32_t more)
{
    uint64_t wanted = (uint64_t)n + more;
    uint64_t room = *capacity ? 2 * (uint64_t)*capacity : 8;
    if (room < wanted)
        room = wanted;
    if (room > UINT32_MAX)
        longjmp(*a->out_of_memory, 1);
    void *grown = arena_alloc(a, (size_t)room * size);
    if (n)
        memcpy(grown, old, (size_t)n * size);
    *capacity = (uint32_t)room;
    return grown;
}

static uint32_t find(const arena_map *map, uint64_t key)
{
    uint32_t mask = map->capacity - 1;
    uint32_t at = (uint32_t)((key * 0x9E3779B97F4A7C15u) >> 32) & mask;
    while (map->keys[at] && map->keys[at] != key)
        at = (at + 1) & mask;
    return at;
}

uint32_t *arena_map_at(arena *a, arena_map *map, uint64_t key, int add)
{
    if (map->capacity) {
        uint32_t at = find(map, key);
        if (map->keys[at])
            return &map->values[at];
    }
    if (!add)
        return NULL;
    if (2 * (map->n + 1) > map->capacity) {
        arena_map grown = {0};
        grown.capacity = map->capacity ? 2 * map->capacity : 64;
        grown.keys = ARENA_ARRAY(a, uint64_t, grown.capacity);
        grown.values = ARENA_ARRAY(a, uint32_t, grown.capacity);
        for (uint32_t i = 0; i < map->capacity; i++)
            if (map->keys[i]) {
                uint32_t at = find(&grown, map->keys[i]);
                grown.keys[at] = map->keys[i];
                grown.values[at] = map->values[i];
            }
        grown.n = map->n;
        *map = grown;
    }
    uint32_t at = find(map, key);
    map->keys[at] = key;
    map->n++;
    return &map->values[at];
}
