/* attention_cpu_test.c: rustg_attention on the CPU device, against double, and what it refuses. */
#include <stdio.h>
#include <string.h>

#include "base/error_check.h"
#include "product/attention_reference.h"

static rustg_context *context;
static rustg_stream *stream;
static rustg_buffer *buffer;

/* How a good call is changed, and what is said. */
static const struct refusal {
    const char *message;
    rustg_status status;
    rustg_attention_options options;
    rustg_heads q, o;
} refusals[] = {
    {"attention is of f16 and bf16", RUSTG_ERR_ARGUMENT, {.element = RUSTG_ELEMENT_F32}, {0}, {0}},
    {"it may be 64 or 128", RUSTG_ERR_ARGUMENT, {.head_size = 96}, {0}, {0}},
    {"do not share", RUSTG_ERR_ARGUMENT, {.n_heads = 3, .n_kv_heads = 2}, {0}, {0}},
    {"options->scale is -1", RUSTG_ERR_ARGUMENT, {.scale = -1}, {0}, {0}},
    {"options->scale is 1e-46", RUSTG_ERR_ARGUMENT, {.scale = 1e-46}, {0}, {0}},
    {"below 2^31", RUSTG_ERR_ARGUMENT, {.n_keys = UINT64_C(1) << 31}, {0}, {0}},
    {"q leaves its buffer", RUSTG_ERR_ARGUMENT, {0}, {.offset = 16384 - 511}, {0}},
    {"o may overlap q", RUSTG_ERR_ARGUMENT, {0}, {0}, {.offset = 511}},
    {"o may overlap itself", RUSTG_ERR_ARGUMENT, {0}, {0}, {.offset = 8192, .batch_stride = 512, .row_stride = 63}},
    {"none of rustg_attention_backend's", RUSTG_ERR_ARGUMENT, {.backend = (rustg_attention_backend)7}, {0}, {0}},
    {"no library of attention", RUSTG_ERR_NO_LIBRARY, {.backend = RUSTG_ATTENTION_LIBRARY}, {0}, {0}},
};

static void check_refusal(const struct refusal *r)
{
    rustg_attention_options options = r->options;
    rustg_heads q = r->q, k = {.offset = 2048}, o = r->o;
    options.struct_size = sizeof options;
    options.element = options.element ? options.element : RUSTG_ELEMENT_BF16;
    options.n_heads = options.n_heads ? options.n_heads : 1;
    options.n_queries = 8;
    options.n_keys = options.n_keys ? options.n_keys : 8;
    options.head_size = options.head_size ? options.head_size : 64;
    o.offset = o.offset ? o.offset : 8192;
    q.buffer = k.buffer = o.buffer = buffer;
    const rustg_status status = rustg_attention(stream, &options, &q, &k, &k, &o, NULL, &error);
    if (status != r->status || !strstr(error.message, r->message))
        printf("%s: %d, %s\n", r->message, (int)status, error.message);
    CHECK(status == r->status && strstr(error.message, r->message));
}

/* Gradients that are refused: what is changed of a good call, and what is said. */
static void check_backward_refusals(void)
{
    enum { N = 8, SIZE = 64, VECTORS = N * SIZE };
    static const struct {
        const char *message;
        bool no_logs;
        uint64_t logs_at, q_gradient_at;
        bool small_workspace;
    } rows[] = {{"options->log_sums is NULL", true, 0, 0, false},
                {"options->log_sums leaves its buffer", false, 8192, 0, false},
                {"q_gradient may overlap v_gradient", false, 0, 7 * VECTORS, false},
                {"q_gradient may overlap options->log_sums", false, 0, 8 * VECTORS, false},
                {"options->workspace has 256 bytes", false, 0, 0, true}};
    rustg_buffer *small;
    GOOD(rustg_buffer_allocate(context, 256, stream, &small, &error));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const rustg_attention_options options = {.struct_size = sizeof options,
                                                 .element = RUSTG_ELEMENT_BF16,
                                                 .n_heads = 1,
                                                 .n_queries = N,
                                                 .n_keys = N,
                                                 .head_size = SIZE,
                                                 .log_sums = rows[i].no_logs ? NULL : buffer,
                                                 .log_sums_offset = rows[i].logs_at ? rows[i].logs_at : 8 * VECTORS / 2,
                                                 .workspace = rows[i].small_workspace ? small : NULL};
        rustg_attention_gradients g = {.struct_size = sizeof g};
        rustg_heads *const all[] = {&g.q, &g.k, &g.v, &g.o, &g.o_gradient, &g.q_gradient, &g.k_gradient, &g.v_gradient};
        for (size_t k = 0; k < 8; k++)
            *all[k] = (rustg_heads){.buffer = buffer, .offset = k * VECTORS};
        if (rows[i].q_gradient_at)
            g.q_gradient.offset = rows[i].q_gradient_at;
        const rustg_status status = rustg_attention_backward(stream, &options, &g, NULL, &error);
        if (status != RUSTG_ERR_ARGUMENT || !strstr(error.message, rows[i].message))
            printf("%s: %d, %s\n", rows[i].message, (int)status, error.message);
        CHECK(status == RUSTG_ERR_ARGUMENT && strstr(error.message, rows[i].message));
    }
    rustg_buffer_free(small);
}

int main(void)
{
    static const attention_case rows[] = {
        {"bf16 128", RUSTG_ELEMENT_BF16, 2, 4, 2, 130, 300, 128, false, LAYOUT_ROWS, 0},
        {"bf16 64 causal", RUSTG_ELEMENT_BF16, 1, 2, 0, 200, 131, 64, true, LAYOUT_ODD, 0},
        {"f16 64", RUSTG_ELEMENT_F16, 1, 1, 1, 1, 1, 64, false, LAYOUT_PACKED, 0},
        {"f16 128 causal", RUSTG_ELEMENT_F16, 3, 3, 1, 65, 129, 128, true, LAYOUT_PACKED, 0.5},
        {"no keys", RUSTG_ELEMENT_F16, 1, 1, 1, 3, 0, 128, false, LAYOUT_PACKED, 0},
    };
    GOOD(rustg_initialize(NULL, &error));
    GOOD(rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &context, &error));
    GOOD(rustg_stream_create(context, &stream, &error));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CHECK(attention_case_run(&rows[i], context, stream) == 0);
        CHECK(attention_case_info.backend == RUSTG_ATTENTION_OWN && strcmp(attention_case_info.kernel, "cpu") == 0);
        CHECK(attention_gradient_case_run(&rows[i], context, stream) == 0);
        CHECK(attention_case_info.backend == RUSTG_ATTENTION_OWN && strcmp(attention_case_info.kernel, "cpu") == 0);
    }
    GOOD(rustg_buffer_allocate(context, 32768, stream, &buffer, &error));
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++)
        check_refusal(&refusals[i]);
    check_backward_refusals();
    rustg_buffer_free(buffer);
    rustg_stream_destroy(stream);
    rustg_context_close(context);
    rustg_shutdown();
    printf("greatest error over its bound %.3f\n", attention_case_worst);
    return 0;
}
