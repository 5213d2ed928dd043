/* matmul_gpu_test.c: products on a GPU against long double, within the error that matmul.h states: by cuBLASLt, where
 * it is there, and by rustg's own kernels. */
#include <stdio.h>
#include <string.h>

#include "base/error_check.h"
#include "gpu/gpu_part.h"
#include "product/matmul_reference.h"

/* The f32 sums of tensor cores are rounded less carefully: 2^-20 of all magnitudes together, whatever k is, and with
 * tf32 2^-10. */
static double unit_of(const case_row *row, rustg_matmul_backend backend)
{
    const bool is_half = row->element == RUSTG_ELEMENT_F16 || row->element == RUSTG_ELEMENT_BF16;
    const double all = (case_allow_tf32 ? 0x1p-10 : 0x1p-20) / (double)(row->k + 8);
    const bool has_tensor_cores = is_half || case_allow_tf32;
    return has_tensor_cores && (all > 0x1p-24 || backend != RUSTG_MATMUL_OWN) ? all : 0x1p-24;
}

/* Factors that tf32 has not are rounded, not cut: 1 + 3 2^-12 is nearer to 1 + 2^-10 than to 1. */
static void check_rounding(rustg_context *context, rustg_stream *stream)
{
    enum { SIDE = 256, DEPTH = 32 };
    static float factors[SIDE * DEPTH], sums[SIDE * SIDE];
    const rustg_matmul_options options = {.struct_size = sizeof options,
                                          .backend = RUSTG_MATMUL_OWN,
                                          .element = RUSTG_ELEMENT_F32,
                                          .m = SIDE,
                                          .n = SIDE,
                                          .k = DEPTH,
                                          .transpose_b = 1,
                                          .allow_tf32 = 1,
                                          .alpha = 1};
    rustg_matrix a = {0}, b = {0}, c = {0};
    rustg_matmul_info info = {.struct_size = sizeof info};
    for (size_t i = 0; i < SIDE * DEPTH; i++)
        factors[i] = 1 + 0x3p-12f;
    GOOD(rustg_buffer_allocate(context, sizeof factors, stream, &a.buffer, &error));
    GOOD(rustg_buffer_allocate(context, sizeof factors, stream, &b.buffer, &error));
    GOOD(rustg_buffer_allocate(context, sizeof sums, stream, &c.buffer, &error));
    GOOD(rustg_copy_to_buffer(a.buffer, 0, factors, sizeof factors, stream, &error));
    for (size_t i = 0; i < SIDE * DEPTH; i++)
        factors[i] = 1;
    GOOD(rustg_copy_to_buffer(b.buffer, 0, factors, sizeof factors, stream, &error));
    GOOD(rustg_matmul(stream, &options, &a, &b, &c, &info, &error));
    GOOD(rustg_copy_from_buffer(sums, c.buffer, 0, sizeof sums, stream, &error));
    GOOD(rustg_stream_wait(stream, &error));
    printf("tf32 of 1 + 3 2^-12 times 32 is %.9g by %s\n", (double)sums[SIDE + 1], info.kernel);
    for (size_t i = 0; i < SIDE * SIDE; i++)
        CHECK(sums[i] == DEPTH * (1 + 0x1p-10f) || strcmp(info.kernel, "general") == 0);
    rustg_buffer_free(a.buffer);
    rustg_buffer_free(b.buffer);
    rustg_buffer_free(c.buffer);
}

int main(void)
{
    static const case_row rows[] = {
        {"f32", RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, 65, 33, 47, 3},
        {"f32 large", RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, 1700, 900, 21, 1},
        {"f32 k = 0", RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, 5, 7, 0, 2},
        {"f64", RUSTG_ELEMENT_F64, RUSTG_ELEMENT_F64, 65, 33, 47, 2},
        {"f16", RUSTG_ELEMENT_F16, RUSTG_ELEMENT_F16, 72, 40, 136, 2},
        {"f16 to f32", RUSTG_ELEMENT_F16, RUSTG_ELEMENT_F32, 72, 40, 136, 1},
        {"bf16", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_BF16, 200, 264, 136, 2},
        {"bf16 thin", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_BF16, 9, 264, 1000, 2},
        {"bf16 to f32 large", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_F32, 1504, 2056, 72, 1},
        {"tf32", RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, 72, 40, 136, 2},
        {"tf32 thin", RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, 9, 264, 1000, 2},
        {"tf32 large", RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, 520, 300, 203, 2},
        {"bf16, 192 columns", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_BF16, 1408, 2304, 40, 1},
        {"bf16 odd", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_BF16, 33, 17, 65, 1},
        {"bf16 to f32", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_F32, 200, 264, 136, 1},
    };
    static const rustg_matmul_backend backends[] = {RUSTG_MATMUL_AUTO, RUSTG_MATMUL_OWN, RUSTG_MATMUL_LIBRARY};
    rustg_context *context;
    rustg_stream *stream;
    size_t n_cases = 0;
    int is_there = 0, n_wrong = 0, n_library = 0, n_without = 0;
    GOOD(rustg_initialize(NULL, &error));
    if (rustg_context_open(RUSTG_BACKEND_CUDA, 0, NULL, &context, &error) != RUSTG_OK) {
        printf("skipped: %s\n", error.message);
        return 77;
    }
    GOOD(rustg_stream_create(context, &stream, &error));
    printf("%s\n", rustg_matmul_library(&is_there));
    check_rounding(context, stream);
    for (size_t b = 0; b < sizeof backends / sizeof backends[0]; b++)
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
            for (uint32_t kind = 0; kind<CASE_N_KINDS; kind += rows[i].m> 1000 ? 5 : 1) {
                if (!gpu_part_has(n_cases++) || (backends[b] == RUSTG_MATMUL_LIBRARY && !is_there))
                    continue;
                case_allow_tf32 = strncmp(rows[i].name, "tf32", 4) == 0;
                const int wrong =
                    case_run(&rows[i], kind, context, stream, backends[b], unit_of(&rows[i], backends[b]));
                const bool lacks = case_library_lacks(&rows[i], kind);
                if (wrong == CASE_REFUSED) {
                    n_without++;
                    if (!lacks)
                        printf("%s, kind %u: %s\n", rows[i].name, (unsigned)kind, case_error.message);
                } else {
                    n_wrong += wrong != 0;
                }
                CHECK(backends[b] != RUSTG_MATMUL_LIBRARY || !lacks || wrong == CASE_REFUSED);
                CHECK(backends[b] != RUSTG_MATMUL_AUTO || !lacks || wrong ||
                      (case_info.backend == RUSTG_MATMUL_OWN && *case_info.why));
                n_library += wrong == 0 && case_info.backend == RUSTG_MATMUL_LIBRARY;
                CHECK(backends[b] == RUSTG_MATMUL_AUTO || wrong < 0 || case_info.backend == backends[b]);
            }
    printf("%d wrong; %d by the library, which lacks %d; greatest error over its bound %.3f\n", n_wrong, n_library,
           n_without, case_worst);
    rustg_stream_destroy(stream);
    rustg_context_close(context);
    rustg_shutdown();
    return n_wrong != 0 || (is_there && n_library == 0 && !getenv("RUSTG_PART"));
}
