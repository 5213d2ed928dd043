/* validation_kernels.c: see validation_kernels.h. Compiled with -ffp-contract=off: kernels do not contract either. */
#include "validation/validation_kernels.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct complex128 {
    double re, im;
} complex128;

/* The same numbers on every machine, from -2 to 2 and never 0. */
static uint32_t random_state;
static double next_number(void)
{
    random_state = random_state * 1664525u + 1013904223u;
    double value = (double)(random_state >> 8) / 16777216.0 * 2.0 + 1.0 / 67108864.0;
    return random_state & 0x80 ? value : -value;
}
static float next_f32(void)
{
    return (float)next_number();
}
static double next_f64(void)
{
    return next_number();
}
static complex128 next_c128(void)
{
    complex128 z = {next_number(), 0};
    z.im = next_number();
    return z;
}

static float add_f32(float a, float b)
{
    return a + b;
}
static float sub_f32(float a, float b)
{
    return a - b;
}
static float mul_f32(float a, float b)
{
    return a * b;
}
static float div_f32(float a, float b)
{
    return a / b;
}
static double add_f64(double a, double b)
{
    return a + b;
}
static double sub_f64(double a, double b)
{
    return a - b;
}
static double mul_f64(double a, double b)
{
    return a * b;
}
static double div_f64(double a, double b)
{
    return a / b;
}
static complex128 add_c128(complex128 a, complex128 b)
{
    return (complex128){a.re + b.re, a.im + b.im};
}
static complex128 sub_c128(complex128 a, complex128 b)
{
    return (complex128){a.re - b.re, a.im - b.im};
}
static complex128 mul_c128(complex128 a, complex128 b)
{
    return (complex128){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
static complex128 div_c128(complex128 a, complex128 b)
{
    double n = b.re * b.re + b.im * b.im;
    return (complex128){(a.re * b.re + a.im * b.im) / n, (a.im * b.re - a.re * b.im) / n};
}
static float neg_f32(float x)
{
    return -x;
}
static double neg_f64(double x)
{
    return -x;
}
static complex128 neg_c128(complex128 x)
{
    return (complex128){-x.re, -x.im};
}
static float abs_f32(float x)
{
    return fabsf(x);
}
static double abs_f64(double x)
{
    return fabs(x);
}
static double abs_c128(complex128 x)
{
    return sqrt(x.re * x.re + x.im * x.im);
}

/* The result of a kernel in found, what it should be in wanted; size bytes an element. */
static void compare(rig *g, report *r, const char *name, const void *found, const void *wanted, size_t n, size_t size)
{
    char why[160];
    if (g->error.status != RUSTG_OK) {
        report_failed(r, "kernels", g->device, name, &g->error);
        memset(&g->error, 0, sizeof g->error);
        return;
    }
    for (size_t i = 0; i < n; i++)
        if (memcmp((const char *)found + i * size, (const char *)wanted + i * size, size) != 0) {
            snprintf(why, sizeof why, "element %zu of %zu differs", i, n);
            report_verdict(r, "kernels", g->device, name, VERDICT_WRONG, why);
            return;
        }
    snprintf(why, sizeof why, "%zu elements exact", n);
    report_verdict(r, "kernels", g->device, name, VERDICT_OK, why);
}

enum { N = 10007, MAX_BYTES = N * 16 };

static char a_bytes[MAX_BYTES], b_bytes[MAX_BYTES], found_bytes[MAX_BYTES], wanted_bytes[MAX_BYTES];

/* One elementwise kernel: scalar NULL or its first argument; b NULL for one operand. */
static void run_elementwise(rig *g, report *r, const char *kernel, const void *scalar, int has_b, size_t size,
                            size_t out_size)
{
    char name[64];
    snprintf(name, sizeof name, "elementwise %s", kernel);
    rustg_launch_argument args[3] = {{0}};
    size_t n_args = 0;
    rustg_buffer *a = rig_upload(g, a_bytes, N * size), *b = has_b ? rig_upload(g, b_bytes, N * size) : NULL;
    rustg_buffer *y = rig_buffer(g, N * out_size);
    if (scalar)
        args[n_args++] = (rustg_launch_argument){.value = scalar, .n_bytes = size};
    args[n_args++] = (rustg_launch_argument){.buffer = a, .length = N};
    if (has_b)
        args[n_args++] = (rustg_launch_argument){.buffer = b, .length = N};
    args[n_args++] = (rustg_launch_argument){.buffer = y, .length = N};
    memset(found_bytes, 0xff, sizeof found_bytes);
    rig_launch_n(g, kernel, N, args, n_args);
    rig_download(g, found_bytes, y, N * out_size);
    compare(g, r, name, found_bytes, wanted_bytes, N, out_size);
    rustg_buffer_free(a);
    rustg_buffer_free(b);
    rustg_buffer_free(y);
}

/* The elementwise set of one type: T and its suffix; abs has a result type of its own. */
#define ELEMENTWISE(T, suffix, result)                                                                                 \
    static void elementwise_##suffix(rig *g, report *r)                                                                \
    {                                                                                                                  \
        T a[N], b[N], wanted[N], s = next_##suffix();                                                                  \
        result sizes[N];                                                                                               \
        for (int i = 0; i < N; i++)                                                                                    \
            a[i] = next_##suffix(), b[i] = next_##suffix();                                                            \
        memcpy(a_bytes, a, sizeof a);                                                                                  \
        memcpy(b_bytes, b, sizeof b);                                                                                  \
        BINARY(T, suffix, add)                                                                                         \
        BINARY(T, suffix, sub)                                                                                         \
        BINARY(T, suffix, mul)                                                                                         \
        BINARY(T, suffix, div)                                                                                         \
        EACH(T, suffix, neg_##suffix(a[i])) run_elementwise(g, r, "neg_" #suffix, NULL, 0, sizeof(T), sizeof(T));      \
        EACH(T, suffix, add_##suffix(a[i], s))                                                                         \
        run_elementwise(g, r, "scalar_add_" #suffix, &s, 0, sizeof(T), sizeof(T));                                     \
        EACH(T, suffix, mul_##suffix(a[i], s))                                                                         \
        run_elementwise(g, r, "scalar_mul_" #suffix, &s, 0, sizeof(T), sizeof(T));                                     \
        for (int i = 0; i < N; i++)                                                                                    \
            sizes[i] = abs_##suffix(a[i]);                                                                             \
        memcpy(wanted_bytes, sizes, sizeof sizes);                                                                     \
        run_elementwise(g, r, "abs_" #suffix, NULL, 0, sizeof(T), sizeof(result));                                     \
    }
#define EACH(T, suffix, value)                                                                                         \
    for (int i = 0; i < N; i++)                                                                                        \
        wanted[i] = value;                                                                                             \
    memcpy(wanted_bytes, wanted, sizeof wanted);
#define BINARY(T, suffix, op)                                                                                          \
    EACH(T, suffix, op##_##suffix(a[i], b[i]))                                                                         \
    run_elementwise(g, r, #op "_" #suffix, NULL, 1, sizeof(T), sizeof(T));
ELEMENTWISE(float, f32, float)
ELEMENTWISE(double, f64, double)
ELEMENTWISE(complex128, c128, double)

static void vector_add(rig *g, report *r)
{
    float a[N], b[N], wanted[N], found[N] = {0};
    for (int i = 0; i < N; i++)
        wanted[i] = (a[i] = next_f32()) + (b[i] = next_f32());
    rustg_buffer *d_a = rig_upload(g, a, sizeof a), *d_b = rig_upload(g, b, sizeof b),
                 *d_c = rig_buffer(g, sizeof found);
    rustg_launch_argument args[] = {
        {.buffer = d_a, .length = N}, {.buffer = d_b, .length = N}, {.buffer = d_c, .length = N}};
    rig_launch_n(g, "vector_add", N, args, 3);
    rig_download(g, found, d_c, sizeof found);
    compare(g, r, "vector_add", found, wanted, N, sizeof *found);
    rustg_buffer_free(d_a);
    rustg_buffer_free(d_b);
    rustg_buffer_free(d_c);
}

/* Sums run over l in order in both kernels, so their rounding is C's. Sides are no multiples of a tile. */
static void matmul(rig *g, report *r)
{
    enum { ROWS = 61, INNER = 77, COLUMNS = 53 };
    static float a[ROWS * INNER], b[INNER * COLUMNS], wanted[ROWS * COLUMNS], found[ROWS * COLUMNS];
    for (int i = 0; i < ROWS * INNER; i++)
        a[i] = next_f32();
    for (int i = 0; i < INNER * COLUMNS; i++)
        b[i] = next_f32();
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            float sum = 0;
            for (int l = 0; l < INNER; l++)
                sum += a[i * INNER + l] * b[l * COLUMNS + j];
            wanted[i * COLUMNS + j] = sum;
        }
    rustg_buffer *d_a = rig_upload(g, a, sizeof a), *d_b = rig_upload(g, b, sizeof b),
                 *d_c = rig_buffer(g, sizeof found);
    uint64_t n = COLUMNS, k = INNER;
    rustg_launch_argument args[] = {{.value = &n, .n_bytes = 8},
                                    {.value = &k, .n_bytes = 8},
                                    {.buffer = d_a, .length = ROWS * INNER},
                                    {.buffer = d_b, .length = INNER * COLUMNS},
                                    {.buffer = d_c, .length = ROWS * COLUMNS}};
    memset(found, 0xff, sizeof found);
    rig_launch_n(g, "matmul", ROWS * COLUMNS, args, 5);
    rig_download(g, found, d_c, sizeof found);
    compare(g, r, "matmul", found, wanted, ROWS * COLUMNS, sizeof *found);

    uint32_t sides[3] = {ROWS, COLUMNS, INNER};
    rustg_launch_argument tiled[] = {{.value = &sides[0], .n_bytes = 4},
                                     {.value = &sides[1], .n_bytes = 4},
                                     {.value = &sides[2], .n_bytes = 4},
                                     args[2],
                                     args[3],
                                     args[4]};
    rustg_launch_config config = {
        .struct_size = sizeof config, .grid = {(COLUMNS + 15) / 16, (ROWS + 15) / 16, 1}, .block = {16, 16, 1}};
    memset(found, 0xff, sizeof found);
    rig_launch(g, "matmul_tiled", &config, tiled, 6);
    rig_download(g, found, d_c, sizeof found);
    compare(g, r, "matmul_tiled, with shared memory and barriers", found, wanted, ROWS * COLUMNS, sizeof *found);
    rustg_buffer_free(d_a);
    rustg_buffer_free(d_b);
    rustg_buffer_free(d_c);
}

/* vector_add of inputs that are too short: its threads panic, which is told, and the context goes on. */
static void panicking(rig *g, report *r)
{
    static const char name[] = "a panic is told, the context goes on";
    float zeros[64] = {0}, found[64];
    rustg_buffer *in = rig_upload(g, zeros, sizeof zeros), *out = rig_buffer(g, sizeof zeros);
    rustg_launch_argument args[] = {
        {.buffer = in, .length = 40}, {.buffer = in, .length = 64}, {.buffer = out, .length = 64}};
    rig_launch_n(g, "vector_add", 64, args, 3);
    rig_wait(g);
    rustg_error told = g->error;
    memset(&g->error, 0, sizeof g->error);
    args[0].length = 64;
    rig_launch_n(g, "vector_add", 64, args, 3);
    rig_download(g, found, out, sizeof found);
    if (told.status != RUSTG_ERR_PANIC)
        report_verdict(r, "kernels", g->device, name, VERDICT_WRONG,
                       told.status ? told.message : "no panic was reported");
    else if (g->error.status != RUSTG_OK)
        report_failed(r, "kernels", g->device, name, &g->error);
    else
        report_verdict(r, "kernels", g->device, name, VERDICT_OK, told.message);
    rustg_buffer_free(in);
    rustg_buffer_free(out);
}

void validate_kernels(rig *g, report *r)
{
    random_state = 2024;
    vector_add(g, r);
    matmul(g, r);
    elementwise_f32(g, r);
    elementwise_f64(g, r);
    elementwise_c128(g, r);
    panicking(g, r);
}
