/* gpu_part.h: RUSTG_PART=i/n leaves a test every nth of its cases, from the ith on, so that n processes share them. */
#ifndef RUSTG_GPU_PART_H
#define RUSTG_GPU_PART_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static inline bool gpu_part_has(size_t index)
{
    const char *part = getenv("RUSTG_PART");
    size_t i = 0, n = 1;
    if (part && (sscanf(part, "%zu/%zu", &i, &n) != 2 || i >= n)) {
        printf("RUSTG_PART must be i/n with i below n, and is '%s'\n", part);
        exit(1);
    }
    return index % n == i;
}

#endif
