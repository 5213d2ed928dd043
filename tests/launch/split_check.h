/* split_check.h: launches split over contexts, on whatever devices those are: each result exact, every item done once.
 */
#ifndef SPLIT_CHECK_H
#define SPLIT_CHECK_H

#include <string.h>

#include "base/error_check.h"

enum { SPLIT_MOST = 8, SPLIT_ROWS = 37, SPLIT_INNER = 19, SPLIT_COLUMNS = 23 };

static const char split_kernels[] = "use rustg_std::prelude::*;\n"
                                    "#[kernel]\n"
                                    "pub fn add(a: &[f32], b: &[f32], mut c: GridMut<f32>) {\n"
                                    "    let i = thread::index();\n"
                                    "    if i < c.len() {\n"
                                    "        c[i] = a[i] + b[i];\n"
                                    "    }\n"
                                    "}\n"
                                    "#[kernel(block = 64)]\n"
                                    "pub fn number(first: u32, wide: u64, mut out: GridMut<u64>) {\n"
                                    "    let i = thread::index();\n"
                                    "    if i < out.len() {\n"
                                    "        out[i] = (first as usize + i.get()) as u64 * 1000 + wide;\n"
                                    "    }\n"
                                    "}\n"
                                    "#[kernel]\n"
                                    "pub fn matmul(n: usize, k: usize, a: &[f32], b: &[f32], mut c: GridMut<f32>) {\n"
                                    "    let i = thread::index();\n"
                                    "    if i < c.len() {\n"
                                    "        let (row, column) = (i.get() / n, i.get() % n);\n"
                                    "        let mut sum = 0.0;\n"
                                    "        for l in 0..k {\n"
                                    "            sum += a[row * k + l] * b[l * n + column];\n"
                                    "        }\n"
                                    "        c[i] = sum;\n"
                                    "    }\n"
                                    "}\n";

/* A split over contexts, with the kernels in each. */
typedef struct split_rig {
    size_t n;
    rustg_split *split;
    rustg_module *modules[SPLIT_MOST];
    rustg_function *functions[SPLIT_MOST];
} split_rig;

static rustg_function *const *split_kernel(split_rig *rig, const char *name)
{
    for (size_t i = 0; i < rig->n; i++)
        GOOD(rustg_module_function(rig->modules[i], name, &rig->functions[i], &error));
    return rig->functions;
}

static rustg_split_buffer *split_upload(split_rig *rig, uint64_t n_items, uint64_t item_bytes, rustg_split_place place,
                                        const void *from)
{
    rustg_split_buffer *buffer;
    GOOD(rustg_split_buffer_allocate(rig->split, n_items, item_bytes, place, &buffer, &error));
    GOOD(rustg_split_buffer_write(buffer, from, &error));
    return buffer;
}

static rustg_split_argument split_buffer_arg(rustg_split_buffer *buffer)
{
    return (rustg_split_argument){.role = RUSTG_SPLIT_BUFFER, .buffer = buffer};
}

/* Exact, for sums of small integers have no rounding. */
static void split_add(split_rig *rig, uint64_t n)
{
    float *a = calloc(n + 1, sizeof *a), *b = calloc(n + 1, sizeof *b), *c = calloc(n + 1, sizeof *c);
    for (uint64_t i = 0; i < n; i++) {
        a[i] = (float)(i % 4096);
        b[i] = (float)(3 * (i % 1021));
    }
    rustg_split_buffer *d_a = split_upload(rig, n, 4, RUSTG_SPLIT_PARTS, a),
                       *d_b = split_upload(rig, n, 4, RUSTG_SPLIT_PARTS, b),
                       *d_c = split_upload(rig, n, 4, RUSTG_SPLIT_PARTS, c);
    rustg_split_argument args[] = {split_buffer_arg(d_a), split_buffer_arg(d_b), split_buffer_arg(d_c)};
    GOOD(rustg_split_launch(rig->split, split_kernel(rig, "add"), n, 1, args, 3, &error));
    GOOD(rustg_split_buffer_read(c, d_c, &error));
    GOOD(rustg_split_wait(rig->split, &error));
    for (uint64_t i = 0; i < n; i++)
        CHECK(c[i] == a[i] + b[i]);
    /* part 0's sums into the last part's first operand, from one context to the other */
    size_t last = rig->n - 1;
    uint64_t first, n_first, begin, n_last;
    GOOD(rustg_split_range(rig->split, n, 0, &first, &n_first));
    GOOD(rustg_split_range(rig->split, n, last, &begin, &n_last));
    CHECK(first == 0 && begin + n_last == n && n_first >= n_last && n_first - n_last <= 1);
    if (last > 0 && n_last > 0) {
        GOOD(rustg_copy_between(rustg_split_buffer_part(d_a, last), 0, rustg_split_buffer_part(d_c, 0), 0, 4 * n_last,
                                rustg_split_stream(rig->split, last), &error));
        GOOD(rustg_split_buffer_read(a, d_a, &error));
        CHECK(memcmp(a + begin, c, 4 * n_last) == 0);
    }
    rustg_split_buffer_free(d_a);
    rustg_split_buffer_free(d_b);
    rustg_split_buffer_free(d_c);
    free(a);
    free(b);
    free(c);
}

static void split_number(split_rig *rig)
{
    enum { N = 1001 };
    uint64_t out[N] = {0};
    rustg_split_buffer *d_out = split_upload(rig, N, 8, RUSTG_SPLIT_PARTS, out);
    rustg_split_argument args[] = {
        {.role = RUSTG_SPLIT_FIRST, .n_bytes = 4}, {.role = RUSTG_SPLIT_FIRST, .n_bytes = 8}, split_buffer_arg(d_out)};
    GOOD(rustg_split_launch(rig->split, split_kernel(rig, "number"), N, 1, args, 3, &error));
    GOOD(rustg_split_buffer_read(out, d_out, &error));
    GOOD(rustg_split_wait(rig->split, &error));
    for (size_t part = 0; part < rig->n; part++) {
        uint64_t first, n;
        GOOD(rustg_split_range(rig->split, N, part, &first, &n));
        for (uint64_t i = first; i < first + n; i++)
            CHECK(out[i] == i * 1000 + first);
    }
    rustg_split_buffer_free(d_out);
}

/* Rows are shared out, the second factor is whole everywhere. */
static void split_matmul(split_rig *rig)
{
    static float a[SPLIT_ROWS * SPLIT_INNER], b[SPLIT_INNER * SPLIT_COLUMNS], c[SPLIT_ROWS * SPLIT_COLUMNS];
    const uint64_t n = SPLIT_COLUMNS, k = SPLIT_INNER;
    for (int i = 0; i < SPLIT_ROWS * SPLIT_INNER; i++)
        a[i] = (float)(i % 17 - 8);
    for (int i = 0; i < SPLIT_INNER * SPLIT_COLUMNS; i++)
        b[i] = (float)(i % 13 - 6);
    memset(c, 0x55, sizeof c);
    rustg_split_buffer *d_a = split_upload(rig, SPLIT_ROWS, 4 * k, RUSTG_SPLIT_PARTS, a),
                       *d_b = split_upload(rig, k, 4 * n, RUSTG_SPLIT_WHOLE, b),
                       *d_c = split_upload(rig, SPLIT_ROWS, 4 * n, RUSTG_SPLIT_PARTS, c);
    rustg_split_argument args[] = {{.value = &n, .n_bytes = 8},
                                   {.value = &k, .n_bytes = 8},
                                   split_buffer_arg(d_a),
                                   split_buffer_arg(d_b),
                                   split_buffer_arg(d_c)};
    GOOD(rustg_split_launch(rig->split, split_kernel(rig, "matmul"), SPLIT_ROWS, n, args, 5, &error));
    GOOD(rustg_split_buffer_read(c, d_c, &error));
    GOOD(rustg_split_wait(rig->split, &error));
    for (int row = 0; row < SPLIT_ROWS; row++)
        for (int column = 0; column < SPLIT_COLUMNS; column++) {
            float sum = 0;
            for (int l = 0; l < SPLIT_INNER; l++)
                sum += a[row * SPLIT_INNER + l] * b[l * SPLIT_COLUMNS + column];
            CHECK(c[row * SPLIT_COLUMNS + column] == sum);
        }
    memset(b, 0, sizeof b);
    GOOD(rustg_split_buffer_read(b, d_b, &error));
    GOOD(rustg_split_wait(rig->split, &error));
    CHECK(b[0] == -6 && b[SPLIT_INNER * SPLIT_COLUMNS - 1] == (float)((SPLIT_INNER * SPLIT_COLUMNS - 1) % 13 - 6));
    rustg_split_buffer_free(d_a);
    rustg_split_buffer_free(d_b);
    rustg_split_buffer_free(d_c);
}

static void split_refuse(split_rig *rig, uint64_t n_items, const rustg_split_argument *args, size_t n_args,
                         const char *words)
{
    error.message[0] = 0;
    CHECK(rustg_split_launch(rig->split, split_kernel(rig, "add"), n_items, 1, args, n_args, &error) ==
          RUSTG_ERR_ARGUMENT);
    CHECK(strstr(error.message, words));
}

static void split_wrong(split_rig *rig)
{
    float x[96] = {0};
    const float one = 1;
    uint64_t first;
    rustg_split_buffer *d_x = split_upload(rig, 32, 4, RUSTG_SPLIT_PARTS, x),
                       *d_y = split_upload(rig, 32, 4, RUSTG_SPLIT_PARTS, x),
                       *d_odd = split_upload(rig, 32, 3, RUSTG_SPLIT_PARTS, x), *none;
    rustg_split_argument args[] = {split_buffer_arg(d_x), split_buffer_arg(d_x), split_buffer_arg(d_y)};
    split_refuse(rig, 33, args, 3, "has 32 items; the launch is of 33");
    split_refuse(rig, 32, args, 2, "takes 3 arguments");
    args[2].buffer = d_x;
    split_refuse(rig, 32, args, 3, "overlaps the output");
    args[2].buffer = d_odd;
    split_refuse(rig, 32, args, 3, "items of 3 bytes");
    args[2].buffer = NULL;
    split_refuse(rig, 32, args, 3, "args[2].buffer is NULL");
    args[2] = (rustg_split_argument){.role = RUSTG_SPLIT_FIRST, .n_bytes = 2};
    split_refuse(rig, 32, args, 3, "must be 4 or 8");
    args[2] = (rustg_split_argument){.value = &one, .n_bytes = 4};
    split_refuse(rig, 32, args, 3, "wants a buffer");
    args[2].role = (rustg_split_role)9;
    split_refuse(rig, 32, args, 3, "none of rustg_split_role's");
    CHECK(rustg_split_buffer_allocate(rig->split, UINT64_MAX, 2, RUSTG_SPLIT_PARTS, &none, &error) ==
              RUSTG_ERR_ARGUMENT &&
          !none);
    CHECK(rustg_split_range(rig->split, 5, rig->n, &first, &first) == RUSTG_ERR_ARGUMENT);
    CHECK(!rustg_split_stream(rig->split, rig->n) && !rustg_split_buffer_part(d_x, rig->n));
    rustg_split_buffer_free(d_x);
    rustg_split_buffer_free(d_y);
    rustg_split_buffer_free(d_odd);
}

/* All of it over the contexts. */
static void split_check(rustg_context *const *contexts, size_t n)
{
    split_rig rig = {.n = n};
    rustg_source source = {
        .name = "split.rs", .bytes = (const uint8_t *)split_kernels, .n_bytes = sizeof split_kernels - 1};
    GOOD(rustg_split_open(contexts, n, &rig.split, &error));
    CHECK(rustg_split_n_parts(rig.split) == n);
    for (size_t i = 0; i < n; i++)
        GOOD(rustg_module_from_rust(contexts[i], &source, 1, NULL, &rig.modules[i], &error));
    split_add(&rig, 100003);
    split_add(&rig, 0);
    split_add(&rig, 1);
    split_add(&rig, n);
    split_number(&rig);
    split_matmul(&rig);
    split_wrong(&rig);
    for (size_t i = 0; i < n; i++)
        rustg_module_free(rig.modules[i]);
    rustg_split_close(rig.split);
}

#endif
