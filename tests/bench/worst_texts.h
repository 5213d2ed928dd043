/* worst_texts.h: the texts of the worst cases, for timing; tests/engine knows their tokens. */
#ifndef BENCH_WORST_TEXTS_H
#define BENCH_WORST_TEXTS_H

#include <stddef.h>
#include <stdint.h>

size_t worst_texts_count(void);
const char *worst_texts_name(size_t i);
/* Malloc'd text, the caller's; scale 1 is full size. NULL when memory ran out. */
uint8_t *worst_texts_make(size_t i, double scale, size_t *n_bytes);

#endif
