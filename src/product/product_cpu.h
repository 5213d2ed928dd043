/* product_cpu.h: what the CPU's products by different instructions share. */
#ifndef RUSTG_PRODUCT_CPU_H
#define RUSTG_PRODUCT_CPU_H

#include <stddef.h>
#include <string.h>

#include "product/product.h"

/* The blocks of a product. k is cut into parts of `depth`; a panel of B is depth by `panel` elements, which lie in the
 * first cache while panels of A of `rows` rows pass by.
 *   pack   rows r of a matrix as panels of `width` of them: element (r, k) to panel r / width, at k * width + r %
 *          width. Zeros fill up the last panel. `from` is the matrix's element (0, 0)
 *   tile   adds the product of one panel of each to rows by panel sums, or writes it there if is_first
 *   finish rows by columns sums to C: alpha, beta, bias and activation; c and bias are of the type output */
typedef struct product_pack {
    const void *from;
    void *to;
    rustg_element element;
    size_t n, width, k, stride, k_stride;
} product_pack;
typedef struct product_finish {
    const void *sums;
    void *c;
    const void *bias; /* NULL: none */
    size_t sums_stride, c_stride, rows, columns;
} product_finish;
typedef struct product_arithmetic {
    size_t rows, panel;
    void (*pack)(const product_pack *pack);
    void (*tile)(size_t depth, const void *a, const void *b, void *sums, size_t stride, bool is_first);
    void (*finish)(const product *p, const product_finish *finish);
} product_arithmetic;
typedef struct product_instructions {
    const char *name;
    product_arithmetic f32, f64;
} product_instructions;

extern const product_instructions product_plain;
#if defined(__x86_64__)
extern const product_instructions product_avx2, product_avx512;
#endif

#endif
