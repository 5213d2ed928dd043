/* attention_gpu_test.c: rustg_attention on a GPU against double, within the error that attention.h states. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/error_check.h"
#include "gpu/gpu_part.h"
#include "product/attention_reference.h"

/* A buffer of f16 that are given. */
static rustg_heads heads_of(rustg_context *context, rustg_stream *stream, const uint16_t *from, size_t n)
{
    rustg_heads heads = {0};
    GOOD(rustg_buffer_allocate(context, n * sizeof *from, stream, &heads.buffer, &error));
    GOOD(rustg_copy_to_buffer(heads.buffer, 0, from, n * sizeof *from, stream, &error));
    return heads;
}

/* Attention and its gradient in a graph, which has the tensor maps, give what they give outside: o and the gradients of
 * keys and values, while sums of that of queries are in any order. Returns whether they do not. */
static bool is_graph_wrong(rustg_context *context, rustg_stream *stream)
{
    enum { QUERIES = 200, SIZE = 128, N = QUERIES * SIZE, N_OUT = 3 };
    static uint16_t in[N], out[2][N_OUT][N];
    rustg_attention_options options = {.struct_size = sizeof options,
                                       .element = RUSTG_ELEMENT_F16,
                                       .n_heads = 1,
                                       .n_queries = QUERIES,
                                       .n_keys = QUERIES,
                                       .head_size = SIZE,
                                       .is_causal = 1};
    rustg_attention_info info[2] = {{.struct_size = sizeof info[0]}, {.struct_size = sizeof info[0]}};
    rustg_attention_gradients g[2];
    rustg_graph *graph = NULL;
    bool is_wrong = false;
    for (size_t i = 0; i < N; i++)
        in[i] = (uint16_t)(0x3000 + i * 7919 % 0x0B00); /* from 0.125 to 0.97 */
    const rustg_heads q = heads_of(context, stream, in, N);
    GOOD(rustg_buffer_allocate(context, QUERIES * sizeof(float), stream, &options.log_sums, &error));
    GOOD(rustg_buffer_allocate(context, rustg_attention_backward_bytes(&options), stream, &options.workspace, &error));
    for (size_t i = 0; i < 2; i++) {
        g[i] = (rustg_attention_gradients){.struct_size = sizeof g[i], .q = q, .k = q, .v = q, .o_gradient = q};
        g[i].o = heads_of(context, stream, in, N);
        g[i].q_gradient = heads_of(context, stream, in, N);
        g[i].k_gradient = heads_of(context, stream, in, N);
        g[i].v_gradient = heads_of(context, stream, in, N);
        if (i)
            GOOD(rustg_graph_begin(stream, &error));
        GOOD(rustg_attention(stream, &options, &q, &q, &q, &g[i].o, NULL, &error));
        GOOD(rustg_attention_backward(stream, &options, &g[i], &info[i], &error));
    }
    GOOD(rustg_graph_end(stream, &graph, &error));
    GOOD(rustg_graph_launch(graph, stream, &error));
    for (size_t i = 0; i < 2; i++) {
        const rustg_heads *const made[] = {&g[i].o, &g[i].k_gradient, &g[i].v_gradient};
        for (size_t k = 0; k < N_OUT; k++)
            GOOD(rustg_copy_from_buffer(out[i][k], made[k]->buffer, 0, sizeof in, stream, &error));
    }
    GOOD(rustg_stream_wait(stream, &error));
    rustg_graph_free(graph);
    for (size_t k = 0; k < N_OUT; k++)
        is_wrong |= memcmp(out[0][k], out[1][k], sizeof in) != 0 || memcmp(out[0][k], in, sizeof in) == 0;
    for (size_t i = 0; i < 2; i++) {
        rustg_buffer_free(g[i].o.buffer);
        rustg_buffer_free(g[i].q_gradient.buffer);
        rustg_buffer_free(g[i].k_gradient.buffer);
        rustg_buffer_free(g[i].v_gradient.buffer);
    }
    rustg_buffer_free(q.buffer);
    rustg_buffer_free(options.log_sums);
    rustg_buffer_free(options.workspace);
    printf("in a graph: %s, outside: %s, %s\n", info[1].kernel, info[0].kernel, is_wrong ? "wrong" : "alike");
    return is_wrong || strcmp(info[0].kernel, info[1].kernel) != 0;
}

int main(void)
{
    static const attention_case rows[] = {
        {"bf16 128", RUSTG_ELEMENT_BF16, 2, 4, 2, 300, 300, 128, false, LAYOUT_ROWS, 0},
        {"bf16 128 causal", RUSTG_ELEMENT_BF16, 1, 3, 1, 1000, 1000, 128, true, LAYOUT_PACKED, 0},
        {"bf16 64", RUSTG_ELEMENT_BF16, 1, 2, 2, 77, 1500, 64, false, LAYOUT_PACKED, 0},
        {"bf16 64 causal", RUSTG_ELEMENT_BF16, 3, 40, 8, 70, 70, 64, true, LAYOUT_ROWS, 0},
        {"f16 128", RUSTG_ELEMENT_F16, 1, 2, 1, 1, 257, 128, false, LAYOUT_ROWS, 0},
        {"f16 128 causal", RUSTG_ELEMENT_F16, 1, 2, 1, 500, 130, 128, true, LAYOUT_ROWS, 0},
        {"f16 64 causal", RUSTG_ELEMENT_F16, 2, 2, 1, 129, 700, 64, true, LAYOUT_PACKED, 0.3},
        {"f16 64", RUSTG_ELEMENT_F16, 1, 1, 1, 128, 128, 64, false, LAYOUT_PACKED, 0},
        {"bf16 128 odd", RUSTG_ELEMENT_BF16, 2, 3, 1, 200, 333, 128, true, LAYOUT_ODD, 0},
        {"f16 64 odd", RUSTG_ELEMENT_F16, 2, 3, 3, 65, 64, 64, false, LAYOUT_ODD, 0},
        {"no keys", RUSTG_ELEMENT_BF16, 1, 1, 1, 5, 0, 128, false, LAYOUT_PACKED, 0},
    };
    rustg_context *context;
    rustg_stream *stream;
    int n_wrong = 0;
    GOOD(rustg_initialize(NULL, &error));
    if (rustg_context_open(RUSTG_BACKEND_CUDA, 0, NULL, &context, &error) != RUSTG_OK) {
        printf("skipped: %s\n", error.message);
        return 77;
    }
    GOOD(rustg_stream_create(context, &stream, &error));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!gpu_part_has(i))
            continue;
        const int wrong = attention_case_run(&rows[i], context, stream);
        if (wrong == -1)
            printf("%s: %s\n", rows[i].name, attention_case_error.message);
        const double worst = attention_case_worst;
        const char *kernel = attention_case_info.kernel;
        attention_case_worst = 0;
        const int wrong_gradients = attention_gradient_case_run(&rows[i], context, stream);
        if (wrong_gradients == -1)
            printf("%s: gradient: %s\n", rows[i].name, attention_case_error.message);
        printf("%s: %s, %d wrong, %.3f; gradient: %s, %d wrong, %.3f\n", rows[i].name, kernel ? kernel : "-", wrong,
               worst, attention_case_info.kernel ? attention_case_info.kernel : "-", wrong_gradients,
               attention_case_worst);
        attention_case_worst = attention_case_worst > worst ? attention_case_worst : worst;
        n_wrong += wrong != 0 || wrong_gradients != 0;
    }
    n_wrong += is_graph_wrong(context, stream);
    printf("greatest error over its bound %.3f\n", attention_case_worst);
    rustg_stream_destroy(stream);
    rustg_context_close(context);
    rustg_shutdown();
    return n_wrong != 0;
}
