/* product_cpu.c: blocks of a product for the CPU's caches and threads. Panels of B of one part of k are packed once and
 * shared; a task packs some rows of A and multiplies them with some panels. Sums of all parts of k but the last stay in
 * memory, in the type that they are added in. */
#include "product/product_cpu.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/parallel.h"
#include "base/tuning.h"

enum { MOST_PANEL = 32, MOST_ROWS = 14 };

/* width, tall: columns and rows of a task. n_wide: tasks beside each other.
 * first_column, first_k, depth: the part that is being multiplied. */
typedef struct block_run {
    const product *p;
    const product_arithmetic *by;
    size_t real_bytes, c_bytes, in_bytes;
    size_t batch, first_column, columns, first_k, depth, tall, width, n_wide, a_room;
    char *packed_a, *packed_b, *sums;
} block_run;

static const product_instructions *product_cpu_best(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("fma"))
        return &product_avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return &product_avx2;
#endif
    return &product_plain;
}

const char *product_cpu_name(void)
{
    return product_cpu_best()->name;
}

static const char *product_at(const product_matrix *matrix, size_t batch, size_t row, size_t column, size_t bytes)
{
    return (const char *)(uintptr_t)matrix->pointer +
           (batch * matrix->batch_stride + row * matrix->row_stride + column) * bytes;
}

static size_t product_least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static void product_pack_b(void *context, size_t index, uint32_t thread)
{
    const block_run *run = context;
    const product *p = run->p;
    const size_t first = index * run->by->panel, column = run->first_column + first;
    (void)thread;
    product_pack pack = {.element = p->element,
                         .n = product_least(run->by->panel, run->columns - first),
                         .width = run->by->panel,
                         .k = run->depth,
                         .to = run->packed_b + first * run->depth * run->real_bytes};
    pack.from = p->transpose_b ? product_at(&p->b, run->batch, column, run->first_k, run->in_bytes)
                               : product_at(&p->b, run->batch, run->first_k, column, run->in_bytes);
    pack.stride = p->transpose_b ? p->b.row_stride : 1;
    pack.k_stride = p->transpose_b ? 1 : p->b.row_stride;
    run->by->pack(&pack);
}

static void product_do_finish(const block_run *run, const void *sums, size_t stride, size_t row, size_t column,
                              size_t rows, size_t columns)
{
    const product *p = run->p;
    const product_finish finish = {.sums = sums,
                                   .sums_stride = stride,
                                   .c = (void *)(uintptr_t)product_at(&p->c, run->batch, row, column, run->c_bytes),
                                   .c_stride = p->c.row_stride,
                                   .bias = p->bias ? (const char *)(uintptr_t)p->bias + column * run->c_bytes : NULL,
                                   .rows = rows,
                                   .columns = columns};
    run->by->finish(p, &finish);
}

static void product_task(void *context, size_t index, uint32_t thread)
{
    const block_run *run = context;
    const product *p = run->p;
    const product_arithmetic *by = run->by;
    const size_t row = index / run->n_wide * run->tall, rows = product_least(run->tall, p->m - row);
    const size_t first = index % run->n_wide * run->width, end = product_least(first + run->width, run->columns);
    const bool is_first = run->first_k == 0, is_last = run->first_k + run->depth == p->k;
    char *packed = run->packed_a + thread * run->a_room;
    _Alignas(64) char local[MOST_ROWS * MOST_PANEL * sizeof(float)];
    product_pack pack = {.element = p->element, .n = rows, .width = by->rows, .k = run->depth, .to = packed};
    pack.from = p->transpose_a ? product_at(&p->a, run->batch, run->first_k, row, run->in_bytes)
                               : product_at(&p->a, run->batch, row, run->first_k, run->in_bytes);
    pack.stride = p->transpose_a ? 1 : p->a.row_stride;
    pack.k_stride = p->transpose_a ? p->a.row_stride : 1;
    by->pack(&pack);
    const size_t sums_stride = (run->columns + by->panel - 1) / by->panel * by->panel;
    for (size_t column = first; column < end; column += by->panel) {
        const char *panel = run->packed_b + column * run->depth * run->real_bytes;
        for (size_t r = 0; r < rows; r += by->rows) {
            char *sums = run->sums ? run->sums + ((row + r) * sums_stride + column) * run->real_bytes : local;
            const size_t stride = run->sums ? sums_stride : by->panel;
            by->tile(run->depth, packed + r * run->depth * run->real_bytes, panel, sums, stride, is_first);
            if (is_last)
                product_do_finish(run, sums, stride, row + r, run->first_column + column,
                                  product_least(by->rows, rows - r), product_least(by->panel, end - column));
        }
    }
}

/* C without a product: beta, bias and activation of zero sums, a row at a time. */
static void product_nothing(const block_run *run)
{
    const product *p = run->p;
    const char zeros[MOST_PANEL * sizeof(double)] = {0};
    for (size_t row = 0; row < p->m; row++)
        for (size_t column = 0; column < p->n; column += MOST_PANEL)
            product_do_finish(run, zeros, 0, row, column, 1, product_least(MOST_PANEL, p->n - column));
}

static size_t product_whole(size_t n, size_t of)
{
    return (n + of - 1) / of * of;
}

/* A matrix of the batch. */
static void product_blocks(block_run *run, uint32_t n_threads)
{
    const product *p = run->p;
    for (run->first_column = 0; run->first_column < p->n; run->first_column += TUNING_PRODUCT_COLUMNS) {
        run->columns = product_least(TUNING_PRODUCT_COLUMNS, p->n - run->first_column);
        run->n_wide = (run->columns + run->width - 1) / run->width;
        for (run->first_k = 0; run->first_k < p->k; run->first_k += run->depth) {
            run->depth = product_least(TUNING_PRODUCT_DEPTH, p->k - run->first_k);
            parallel_for((run->columns + run->by->panel - 1) / run->by->panel, n_threads, product_pack_b, run);
            parallel_for((p->m + run->tall - 1) / run->tall * run->n_wide, n_threads, product_task, run);
        }
    }
}

rustg_status product_on_cpu(const product *p, uint32_t n_threads, rustg_error *error)
{
    const bool is_f64 = p->element == RUSTG_ELEMENT_F64;
    const product_instructions *best = product_cpu_best();
    block_run run = {.p = p, .by = is_f64 ? &best->f64 : &best->f32};
    run.real_bytes = is_f64 ? sizeof(double) : sizeof(float);
    run.in_bytes = rustg_element_size(p->element);
    run.c_bytes = rustg_element_size(p->output);
    if (p->k == 0 || p->alpha == 0) {
        for (run.batch = 0; run.batch < p->n_batch; run.batch++)
            product_nothing(&run);
        return RUSTG_OK;
    }
    const size_t rows = run.by->rows, panel = run.by->panel;
    if ((double)p->m * (double)p->n * (double)p->k < TUNING_PRODUCT_THREADS)
        n_threads = 1;
    n_threads = n_threads > PARALLEL_MAX_THREADS ? PARALLEL_MAX_THREADS : n_threads;
    run.tall = product_whole(product_least(TUNING_PRODUCT_ROWS, p->m / n_threads + 1), rows);
    run.width = n_threads > 1 ? product_whole(TUNING_PRODUCT_WIDTH, panel) : TUNING_PRODUCT_COLUMNS;
    const size_t columns = product_whole(product_least(TUNING_PRODUCT_COLUMNS, p->n), panel);
    const size_t depth = product_least(TUNING_PRODUCT_DEPTH, p->k);
    run.a_room = product_whole(run.tall * depth * run.real_bytes, 64);
    const size_t a_bytes = run.a_room * n_threads, b_bytes = product_whole(columns * depth * run.real_bytes, 64);
    size_t sums_bytes = 0;
    if (p->k > TUNING_PRODUCT_DEPTH &&
        (__builtin_mul_overflow(product_whole(p->m, rows), columns * run.real_bytes, &sums_bytes) ||
         sums_bytes > SIZE_MAX / 2))
        return error_set(error, RUSTG_ERR_MEMORY, "out of memory for a product");
    char *memory = aligned_alloc(64, a_bytes + b_bytes + product_whole(sums_bytes, 64));
    if (!memory)
        return error_set(error, RUSTG_ERR_MEMORY, "out of memory for a product");
    run.packed_a = memory;
    run.packed_b = memory + a_bytes;
    run.sums = sums_bytes ? memory + a_bytes + b_bytes : NULL;
    for (run.batch = 0; run.batch < p->n_batch; run.batch++)
        product_blocks(&run, n_threads);
    free(memory);
    return RUSTG_OK;
}
