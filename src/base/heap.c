/* heap.c: see heap.h. */
#include "base/heap.h"

#include <stdint.h>
#include <stdlib.h>

void *heap_grow(void *array, size_t *capacity, size_t wanted, size_t first, size_t size)
{
    if (wanted <= *capacity)
        return array;
    size_t room = *capacity ? *capacity > SIZE_MAX / 2 ? SIZE_MAX : 2 * *capacity : first;
    if (room < wanted)
        room = wanted;
    void *grown = room <= SIZE_MAX / size ? realloc(array, room * size) : NULL;
    if (grown)
        *capacity = room;
    return grown;
}
