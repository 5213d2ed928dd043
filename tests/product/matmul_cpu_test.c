/* matmul_cpu_test.c: products on the CPU device against sums in long double, within the error that matmul.h states, on
 * ragged sizes with every layout, type and epilogue; and every wrong call. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/error_check.h"
#include "product/matmul_reference.h"
#include "product/product_cpu.h"
#include "rustg/rustg.h"

static rustg_context *context;
static rustg_stream *stream;

static const case_row rows[] = {
    {"f32", RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, 1, 1, 1, 1},
    {"f32", RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, 17, 33, 5, 1},
    {"f32 deep", RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, 29, 65, 700, 1},
    {"f32 wide", RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, 3, 3200, 19, 1},
    {"f32 tall", RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, 700, 9, 40, 1},
    {"f32 batch", RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, 15, 14, 300, 3},
    {"f32 threads", RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, 301, 1100, 30, 1},
    {"f32 k = 0", RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, 5, 70, 0, 2},
    {"f64", RUSTG_ELEMENT_F64, RUSTG_ELEMENT_F64, 31, 47, 530, 2},
    {"f64 k = 0", RUSTG_ELEMENT_F64, RUSTG_ELEMENT_F64, 3, 40, 0, 1},
    {"f16", RUSTG_ELEMENT_F16, RUSTG_ELEMENT_F16, 19, 35, 270, 2},
    {"f16 to f32", RUSTG_ELEMENT_F16, RUSTG_ELEMENT_F32, 19, 35, 270, 1},
    {"bf16", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_BF16, 19, 35, 270, 2},
    {"bf16 to f32", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_F32, 19, 35, 270, 1},
};

static void check_all(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (uint32_t kind = 0; kind<CASE_N_KINDS; kind += rows[i].m * rows[i].n * rows[i].k> 200000 ? 7 : 1)
            CHECK(case_run(&rows[i], kind, context, stream, RUSTG_MATMUL_OWN, 0x1p-24) == 0);
    CHECK(case_worst > 0.01 && case_worst <= 1); /* the bound is no wish */
}

/* The other instructions that this processor has, a panel and a tile at a time. */
static void check_instructions(const product_instructions *by)
{
    for (int is_f64 = 0; is_f64 < 2; is_f64++) {
        const product_arithmetic *real = is_f64 ? &by->f64 : &by->f32;
        enum { DEPTH = 9, MOST = 32 };
        double from[DEPTH * MOST];
        _Alignas(64) double a[DEPTH * MOST], b[DEPTH * MOST], sums[MOST * MOST];
        float *single = (float *)(void *)from;
        for (int i = 0; i < DEPTH * MOST; i++) {
            if (is_f64)
                from[i] = i % 7 - 3;
            else
                single[i] = (float)(i % 7 - 3);
        }
        const rustg_element element = is_f64 ? RUSTG_ELEMENT_F64 : RUSTG_ELEMENT_F32;
        product_pack pack = {from, a, element, real->rows - 1, real->rows, DEPTH, DEPTH, 1};
        real->pack(&pack);
        pack = (product_pack){from, b, element, real->panel - 1, real->panel, DEPTH, 1, real->panel - 1};
        real->pack(&pack);
        real->tile(DEPTH, a, b, sums, real->panel, true);
        real->tile(DEPTH, a, b, sums, real->panel, false);
        for (size_t i = 0; i < real->rows; i++)
            for (size_t j = 0; j < real->panel; j++) {
                double wanted = 0;
                for (int k = 0; k < DEPTH && i < real->rows - 1 && j < real->panel - 1; k++)
                    wanted += 2 * ((int)(i * DEPTH + k) % 7 - 3) * ((int)(k * (real->panel - 1) + j) % 7 - 3);
                const double got =
                    is_f64 ? sums[i * real->panel + j] : ((const float *)(const void *)sums)[i * real->panel + j];
                CHECK(got == wanted);
            }
    }
}

static void check_refused(const char *words, rustg_matmul_options *options, const rustg_matrix *a,
                          const rustg_matrix *b, const rustg_matrix *c)
{
    rustg_error why = {0};
    CHECK(rustg_matmul(stream, options, a, b, c, NULL, &why) == RUSTG_ERR_ARGUMENT);
    if (!strstr(why.message, words))
        printf("wanted \"%s\", got \"%s\"\n", words, why.message);
    CHECK(strstr(why.message, words));
}

static void wrong_calls(void)
{
    rustg_buffer *x, *y;
    rustg_context *other;
    rustg_stream *others;
    GOOD(rustg_buffer_allocate(context, 4096, stream, &x, &error));
    GOOD(rustg_buffer_allocate(context, 4096, stream, &y, &error));
    GOOD(rustg_fill_buffer(x, 0, 0, 4, 4096, stream, &error));
    const rustg_matmul_options good = {.struct_size = sizeof good,
                                       .backend = RUSTG_MATMUL_AUTO,
                                       .element = RUSTG_ELEMENT_F32,
                                       .m = 8,
                                       .n = 16,
                                       .k = 4,
                                       .alpha = 1};
    rustg_matmul_options o = good;
    rustg_matmul_info info = {.struct_size = sizeof info};
    rustg_error why;
    const rustg_matrix a = {.buffer = x}, b = {.buffer = x, .offset = 32}, c = {.buffer = y}, none = {0};
    GOOD(rustg_matmul(stream, &o, &a, &b, &c, &info, &error));
    CHECK(info.backend == RUSTG_MATMUL_OWN && strcmp(info.kernel, product_cpu_name()) == 0 && !*info.why);
#define REFUSED(words, change, a, b, c)                                                                                \
    do {                                                                                                               \
        o = good;                                                                                                      \
        change;                                                                                                        \
        check_refused(words, &o, a, b, c);                                                                             \
    } while (0)
    REFUSED("struct_size", o.struct_size = 8, &a, &b, &c);
    REFUSED("backend 3", o.backend = 3, &a, &b, &c);
    REFUSED("element is i32", o.element = RUSTG_ELEMENT_I32, &a, &b, &c);
    REFUSED("output is f64; of f32 it may be f32", o.output = RUSTG_ELEMENT_F64, &a, &b, &c);
    REFUSED("of bf16 it may be bf16 or f32", (o.element = RUSTG_ELEMENT_BF16, o.output = RUSTG_ELEMENT_F16), &a, &b,
            &c);
    REFUSED("activation 3", o.activation = 3, &a, &b, &c);
    REFUSED("below 2^31", o.n_batch = UINT64_C(1) << 31, &a, &b, &c);
    REFUSED("a is NULL", (void)0, NULL, &b, &c);
    REFUSED("b->buffer is NULL", (void)0, &a, &none, &c);
    REFUSED("c leaves its buffer", o.m = 100, &a, &b, &c);
    REFUSED("a leaves its buffer", o.k = 1000, &a, &b, &c);
    REFUSED("b leaves its buffer", (void)0, &a, (&(rustg_matrix){.buffer = x, .offset = UINT64_MAX}), &c);
    REFUSED("b leaves its buffer", (void)0, &a, (&(rustg_matrix){.buffer = x, .row_stride = 1 << 20}), &c);
    REFUSED("b leaves its buffer", o.n_batch = 3, &a, (&(rustg_matrix){.buffer = x, .batch_stride = UINT64_MAX / 2}),
            &c);
    REFUSED("a->row_stride is 3", (void)0, (&(rustg_matrix){.buffer = x, .row_stride = 3}), &b, &c);
    REFUSED("c->batch_stride is 127", o.n_batch = 2, &a, &b, (&(rustg_matrix){.buffer = y, .batch_stride = 127}));
    REFUSED("c overlaps", (void)0, &a, &b, (&(rustg_matrix){.buffer = x, .offset = 90}));
    REFUSED("c overlaps", (void)0, &a, &b, (&(rustg_matrix){.buffer = x, .offset = 20}));
    REFUSED("c overlaps", o.bias.buffer = y, &a, &b, &c);
    REFUSED("bias leaves its buffer", (o.bias.buffer = x, o.bias.offset = 1020), &a, &b, &c);
    o = good;
    info.struct_size = 4;
    CHECK(rustg_matmul(stream, &o, &a, &b, &c, &info, &why) == RUSTG_ERR_ARGUMENT);
    CHECK(rustg_matmul(NULL, &o, &a, &b, &c, NULL, &why) == RUSTG_ERR_ARGUMENT);
    CHECK(rustg_matmul(stream, NULL, &a, &b, &c, NULL, &why) == RUSTG_ERR_ARGUMENT);
    o.backend = RUSTG_MATMUL_LIBRARY;
    CHECK(rustg_matmul(stream, &o, &a, &b, &c, NULL, &why) == RUSTG_ERR_NO_LIBRARY &&
          strstr(why.message, "CPU device"));
    GOOD(rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &other, &error));
    GOOD(rustg_stream_create(other, &others, &error));
    o.backend = RUSTG_MATMUL_OWN;
    CHECK(rustg_matmul(others, &o, &a, &b, &c, NULL, &why) == RUSTG_ERR_ARGUMENT &&
          strstr(why.message, "another context"));
    rustg_stream_destroy(others);
    rustg_context_close(other);
    rustg_buffer_free(x);
    rustg_buffer_free(y);
}

/* Each launch of a graph multiplies what the matrices hold then. */
static void in_a_graph(void)
{
    rustg_buffer *x, *y;
    rustg_graph *graph;
    const float two = 2, three = 3;
    float got = 0;
    GOOD(rustg_buffer_allocate(context, 8, stream, &x, &error));
    GOOD(rustg_buffer_allocate(context, 4, stream, &y, &error));
    const rustg_matmul_options options = {
        .struct_size = sizeof options, .element = RUSTG_ELEMENT_F32, .m = 1, .n = 1, .k = 1, .alpha = 1};
    const rustg_matrix a = {.buffer = x}, b = {.buffer = x, .offset = 1}, c = {.buffer = y};
    GOOD(rustg_graph_begin(stream, &error));
    GOOD(rustg_matmul(stream, &options, &a, &b, &c, NULL, &error));
    GOOD(rustg_graph_end(stream, &graph, &error));
    GOOD(rustg_copy_to_buffer(x, 0, &two, 4, stream, &error));
    GOOD(rustg_copy_to_buffer(x, 4, &three, 4, stream, &error));
    GOOD(rustg_graph_launch(graph, stream, &error));
    GOOD(rustg_copy_from_buffer(&got, y, 0, 4, stream, &error));
    CHECK(got == 6);
    rustg_graph_free(graph);
    rustg_buffer_free(x);
    rustg_buffer_free(y);
}

static void recorded(void)
{
    rustg_buffer *x, *y;
    const rustg_matmul_options options = {
        .struct_size = sizeof options, .element = RUSTG_ELEMENT_F32, .m = 3, .n = 5, .k = 4, .alpha = 1};
    size_t n_rows = 0;
    const rustg_profile_row *row = NULL;
    GOOD(rustg_buffer_allocate(context, 256, stream, &x, &error));
    GOOD(rustg_buffer_allocate(context, 60, stream, &y, &error));
    GOOD(rustg_fill_buffer(x, 0, 0, 4, 256, stream, &error));
    const rustg_matrix a = {.buffer = x}, c = {.buffer = y};
    GOOD(rustg_profile_start(context, &error));
    GOOD(rustg_matmul(stream, &options, &a, &a, &c, NULL, &error));
    GOOD(rustg_profile_rows(context, &row, &n_rows, &error));
    CHECK(n_rows == 1 && strcmp(row->name, "matmul") == 0 && row->n_bytes == 4 * (3 * 4 + 4 * 5 + 3 * 5));
    GOOD(rustg_profile_stop(context, &error));
    rustg_buffer_free(x);
    rustg_buffer_free(y);
}

int main(void)
{
    GOOD(rustg_initialize(&(rustg_init_options){.struct_size = sizeof(rustg_init_options), .n_threads = 3}, &error));
    GOOD(rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &context, &error));
    GOOD(rustg_stream_create(context, &stream, &error));
    wrong_calls();
    in_a_graph();
    recorded();
    check_all();
    check_instructions(&product_plain);
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        check_instructions(&product_avx2);
#endif
    rustg_stream_destroy(stream);
    rustg_context_close(context);
    rustg_shutdown();
    return 0;
}
