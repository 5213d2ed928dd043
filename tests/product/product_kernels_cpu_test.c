/* product_kernels_cpu_test.c: the Rust kernels of products (kernels/product), which CUDA devices run, on the CPU
 * device: the build puts them in the place of the CPU's own product. */
#include <stdio.h>
#include <string.h>

#include "base/error_check.h"
#include "product/matmul_reference.h"
#include "product/product.h"

static rustg_context *context;
static rustg_stream *stream;
static unsigned n_products;

rustg_status __wrap_product_on_cpu(const product *p, uint32_t n_threads, rustg_error *why);
rustg_status __wrap_product_on_cpu(const product *p, uint32_t n_threads, rustg_error *why)
{
    const char *kernel = NULL;
    (void)n_threads;
    n_products++;
    rustg_status status = product_by_kernels(stream, p, &kernel, why);
    const char *const expected = p->element == RUSTG_ELEMENT_F64 ? "general" : p->m <= 16 ? "thin" : "mma";
    CHECK(status != RUSTG_OK || strcmp(kernel, expected) == 0);
    return status;
}

int main(void)
{
    static const case_row rows[] = {
        {"f64", RUSTG_ELEMENT_F64, RUSTG_ELEMENT_F64, 131, 37, 19, 2},
        {"bf16 to f32", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_F32, 5, 140, 33, 2},
        {"tf32", RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, 23, 37, 22, 2},
        {"tf32, thin", RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, 13, 37, 22, 2},
        {"f16", RUSTG_ELEMENT_F16, RUSTG_ELEMENT_F16, 33, 21, 70, 2},
        {"bf16 to f32, k = 0", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_F32, 5, 7, 0, 2},
    };
    GOOD(rustg_initialize(NULL, &error));
    GOOD(rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &context, &error));
    GOOD(rustg_stream_create(context, &stream, &error));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        case_allow_tf32 = rows[i].element == RUSTG_ELEMENT_F32;
        for (uint32_t kind = 0; kind < CASE_N_KINDS; kind++)
            CHECK(case_run(&rows[i], kind, context, stream, RUSTG_MATMUL_OWN,
                           case_allow_tf32 ? 0x1p-10 / (double)(rows[i].k + 8) : 0x1p-24) == 0);
    }
    CHECK(n_products == CASE_N_KINDS * sizeof rows / sizeof rows[0]);
    rustg_stream_destroy(stream);
    rustg_context_close(context);
    rustg_shutdown();
    return 0;
}
