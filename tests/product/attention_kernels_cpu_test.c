/* attention_kernels_cpu_test.c: the Rust kernel of attention for sm_80 and later on the CPU device: the build puts it
 * in the place of the CPU's own. */
#include <string.h>

#include "base/error_check.h"
#include "product/attention_checked.h"
#include "product/attention_reference.h"

static rustg_context *context;
static rustg_stream *stream;
static unsigned n_runs;

rustg_status __wrap_attention_on_cpu(const attention *a, uint32_t n_threads, rustg_error *why);
rustg_status __wrap_attention_on_cpu(const attention *a, uint32_t n_threads, rustg_error *why)
{
    const char *kernel = NULL;
    (void)n_threads;
    n_runs++;
    rustg_status status = attention_by_kernels(stream, a, &kernel, why);
    CHECK(status != RUSTG_OK || strcmp(kernel, "mma") == 0);
    return status;
}

rustg_status __wrap_attention_gradient_on_cpu(const attention_gradient *g, uint32_t n_threads, rustg_error *why);
rustg_status __wrap_attention_gradient_on_cpu(const attention_gradient *g, uint32_t n_threads, rustg_error *why)
{
    const char *kernel = NULL;
    (void)n_threads;
    n_runs++;
    rustg_status status = attention_gradient_by_kernels(stream, g, &kernel, why);
    CHECK(status != RUSTG_OK || strcmp(kernel, "mma") == 0);
    return status;
}

int main(void)
{
    static const attention_case rows[] = {
        {"bf16 128", RUSTG_ELEMENT_BF16, 1, 2, 1, 70, 150, 128, false, LAYOUT_ROWS, 0},
        {"f16 64 causal", RUSTG_ELEMENT_F16, 2, 1, 1, 150, 131, 64, true, LAYOUT_ODD, 0.3},
    };
    GOOD(rustg_initialize(NULL, &error));
    GOOD(rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &context, &error));
    GOOD(rustg_stream_create(context, &stream, &error));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const int wrong = attention_case_run(&rows[i], context, stream);
        if (wrong == -1)
            printf("%s\n", attention_case_error.message);
        CHECK(wrong == 0);
        const int wrong_gradients = attention_gradient_case_run(&rows[i], context, stream);
        if (wrong_gradients == -1)
            printf("%s\n", attention_case_error.message);
        CHECK(wrong_gradients == 0);
    }
    CHECK(n_runs == 3 * sizeof rows / sizeof rows[0]);
    rustg_stream_destroy(stream);
    rustg_context_close(context);
    rustg_shutdown();
    return 0;
}
