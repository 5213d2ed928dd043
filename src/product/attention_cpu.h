/* attention_cpu.h: what attention of the CPU device and its gradient have in common. */
#ifndef RUSTG_ATTENTION_CPU_H
#define RUSTG_ATTENTION_CPU_H

#include <stddef.h>

#include "product/attention_checked.h"
#include "product/product_cpu_half.h"

/* The queries or keys of a block, and the most elements that a head's vector has. */
enum { SIDE = 64, MOST_SIZE = 128 };

static inline size_t attention_least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static inline uint16_t *attention_vector(const attention_tensor *tensor, size_t batch, size_t head, size_t i)
{
    return (uint16_t *)(uintptr_t)tensor->pointer + batch * tensor->strides[0] + head * tensor->strides[1] +
           i * tensor->strides[2];
}

static inline void attention_widen(const attention *a, const uint16_t *from, float *to)
{
    const bool is_f16 = a->element == RUSTG_ELEMENT_F16;
    for (size_t d = 0; d < a->head_size; d++)
        to[d] = is_f16 ? half_from_f16(from[d]) : half_from_bf16(from[d]);
}

#endif
