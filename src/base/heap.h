/* heap.h: arrays of malloc's memory that grow. In an arena: vec_push (arena.h). */
#ifndef RUSTG_HEAP_H
#define RUSTG_HEAP_H

#include <stddef.h>

/* The array with room for `wanted` elements of size bytes: itself, or moved, with at least twice the room it had and at
 * first for `first`. *capacity follows. NULL: out of memory, and array and capacity are as they were. */
void *heap_grow(void *array, size_t *capacity, size_t wanted, size_t first, size_t size);

#endif
