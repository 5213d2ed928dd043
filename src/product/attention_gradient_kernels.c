/* attention_gradient_kernels.c: the gradient of attention on CUDA: kernels in Rust (kernels/attention), compiled when
 * they are first used. */
#include <stdio.h>

#include "base/error.h"
#include "product/attention_checked.h"
#include "product/product_kernels.h"
#include "runtime/error_note.h"

/* Job of attention_gradient_numbers.rs. strides: of q, k, v, o and the gradients of o, q, k and v. */
typedef struct gradient_job {
    uint32_t n_batch, n_heads, sharing, n_queries, n_keys, room, together;
    float scale;
    uint64_t strides[8][3];
} gradient_job;

enum { PREPARE_ROWS = 8, PREPARE_BLOCK = 256, FINISH_BLOCK = 128 }; /* of attention_gradient_numbers.rs */
enum {
    HOPPER_KEYS = 128,
    HOPPER_PART = 64,
    HOPPER_STAGES = 2,
    HOPPER_BLOCK = 384,
    HOPPER_MAPS_BYTES = 768
};                                       /* of its _hopper.rs */
enum { MMA_ROWS = 64, MMA_BLOCK = 128 }; /* of its _mma.rs */
enum { CACHE_BYTES = 32 << 20 };         /* of queries and gradients, that heads which take turns may have */

/* Kinds of modules behind those of attention itself. */
typedef enum gradient_part {
    GRADIENT_HOPPER,
    GRADIENT_KEYS,
    GRADIENT_QUERIES,
    GRADIENT_PREPARE,
    GRADIENT_FINISH
} gradient_part;

/* What is under way: buffers for the time of the call, which are NULL where there is a workspace, and sums where it
 * needs none; places in the workspace likewise 0. */
typedef struct gradient_run {
    rustg_stream *stream;
    product_state *state;
    const attention_gradient *g;
    gradient_job job;
    rustg_buffer *stats, *sums;
    uint64_t stats_at, sums_at;
} gradient_run;

static const attention_tensor *gradient_tensor(const attention_gradient *g, size_t i)
{
    const attention_tensor *const tensors[] = {&g->of.q,       &g->of.k,       &g->of.v,       &g->of.o,
                                               &g->o_gradient, &g->q_gradient, &g->k_gradient, &g->v_gradient};
    return tensors[i];
}

/* Of keys, values and their gradients, else of queries. */
static void gradient_sizes(const attention *a, size_t i, uint64_t *sizes)
{
    const bool is_kv = i == 1 || i == 2 || i == 6 || i == 7;
    sizes[0] = a->n_batch;
    sizes[1] = is_kv ? a->n_kv_heads : a->n_heads;
    sizes[2] = is_kv ? a->n_keys : a->n_queries;
}

/* Causal tiles of keys are of different lengths, as those of queries are in attention. */
static uint32_t gradient_together(const attention *a)
{
    const uint64_t bytes = a->sharing * a->n_queries * a->head_size * 2 * rustg_element_size(a->element);
    const uint64_t n = bytes ? CACHE_BYTES / bytes : 1, most = a->n_batch * a->n_kv_heads;
    return !a->is_causal || n == 0 ? 1 : (uint32_t)(n < most ? n : most);
}

static gradient_job gradient_job_of(const attention_gradient *g)
{
    const attention *a = &g->of;
    gradient_job job = {.n_batch = (uint32_t)a->n_batch,
                        .n_heads = (uint32_t)a->n_heads,
                        .sharing = (uint32_t)a->sharing,
                        .n_queries = (uint32_t)a->n_queries,
                        .n_keys = (uint32_t)a->n_keys,
                        .room = (uint32_t)ATTENTION_ROOM(a->n_queries),
                        .together = gradient_together(a),
                        .scale = a->scale};
    for (size_t i = 0; i < 8; i++)
        for (size_t k = 0; k < 3; k++)
            job.strides[i][k] = gradient_tensor(g, i)->strides[k];
    return job;
}

static size_t gradient_place(const attention *a, gradient_part part)
{
    if (part == GRADIENT_PREPARE || part == GRADIENT_FINISH)
        return PRODUCT_N_KERNELS + 40 + attention_kind(a) + 4 * (size_t)(part == GRADIENT_FINISH);
    return PRODUCT_N_KERNELS + 16 + 8 * (size_t)part + attention_kind(a) + 4 * (size_t)a->is_causal;
}

/* A kernel of a block each of what there are so many of. The job is the first argument, the others follow. */
static rustg_status gradient_launch(gradient_run *run, gradient_part part, uint64_t n_blocks, uint32_t n_threads,
                                    rustg_launch_argument *args, size_t n_args, rustg_error *error)
{
    static const char root[] = "use rustg_std::prelude::*;\nmod attention_numbers;\nmod attention_lines;\n"
                               "mod attention_gradient_numbers;\nmod attention_gradient_mma;\n";
    static const char *const kernels[] = {[GRADIENT_KEYS] = "attention_gradient_mma::keys",
                                          [GRADIENT_QUERIES] = "attention_gradient_mma::queries",
                                          [GRADIENT_PREPARE] = "attention_gradient_numbers::prepare",
                                          [GRADIENT_FINISH] = "attention_gradient_numbers::finish"};
    const attention *a = &run->g->of;
    rustg_function *function;
    char instance[96];
    if (n_blocks == 0)
        return RUSTG_OK;
    if (n_blocks > INT32_MAX)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "the gradient has %llu tiles; a launch has 2^31 - 1",
                          (unsigned long long)n_blocks);
    if (part == GRADIENT_PREPARE || part == GRADIENT_FINISH)
        snprintf(instance, sizeof instance, "%s::<%s, %u>", kernels[part], attention_type(a), (unsigned)a->head_size);
    else
        snprintf(instance, sizeof instance, "%s::<%s, %u, %u>", kernels[part], attention_type(a),
                 (unsigned)a->head_size, a->is_causal);
    pthread_mutex_lock(&run->state->lock);
    rustg_status status = product_kernel_get(run->stream->context, &run->state->modules[gradient_place(a, part)], root,
                                             instance, &function, error);
    pthread_mutex_unlock(&run->state->lock);
    const rustg_launch_config config = {
        .struct_size = sizeof config, .grid = {(uint32_t)n_blocks, 1, 1}, .block = {n_threads, 1, 1}};
    args[0] = (rustg_launch_argument){.value = &run->job, .n_bytes = sizeof run->job};
    return status == RUSTG_OK ? rustg_launch(function, run->stream, &config, args, n_args, error) : status;
}

static rustg_launch_argument gradient_pointer(const uint64_t *pointer)
{
    return (rustg_launch_argument){.value = pointer, .n_bytes = sizeof *pointer};
}

/* A buffer, or where there is none a place; 0 is NULL on the device. */
static rustg_launch_argument gradient_memory(rustg_buffer *buffer, const uint64_t *at)
{
    return buffer ? (rustg_launch_argument){.buffer = buffer} : gradient_pointer(at);
}

static rustg_status gradient_prepare(gradient_run *run, rustg_error *error)
{
    const attention_gradient *g = run->g;
    rustg_launch_argument args[6] = {{0}};
    args[1] = gradient_pointer(&g->of.log_sums);
    args[2] = gradient_pointer(&g->of.o.pointer);
    args[3] = gradient_pointer(&g->o_gradient.pointer);
    args[4] = gradient_memory(run->stats, &run->stats_at);
    args[5] = gradient_memory(run->sums, &run->sums_at);
    return gradient_launch(run, GRADIENT_PREPARE, g->of.n_batch * g->of.n_heads * run->job.room / PREPARE_ROWS,
                           PREPARE_BLOCK, args, 6, error);
}

static rustg_status gradient_finish(gradient_run *run, rustg_error *error)
{
    const attention *a = &run->g->of;
    rustg_launch_argument args[3] = {{0}};
    args[1] = gradient_memory(run->sums, &run->sums_at);
    args[2] = gradient_pointer(&run->g->q_gradient.pointer);
    return gradient_launch(run, GRADIENT_FINISH,
                           a->n_batch * a->n_heads * (run->job.room / HOPPER_PART) * (a->head_size / HOPPER_PART),
                           FINISH_BLOCK, args, 3, error);
}

static rustg_status gradient_mma(gradient_run *run, rustg_error *error)
{
    const attention_gradient *g = run->g;
    const attention *a = &g->of;
    rustg_launch_argument args[8] = {{0}};
    for (size_t i = 0; i < 3; i++)
        args[1 + i] = gradient_pointer(&gradient_tensor(g, i)->pointer);
    args[4] = gradient_pointer(&g->o_gradient.pointer);
    args[5] = gradient_memory(run->stats, &run->stats_at);
    args[6] = gradient_pointer(&g->k_gradient.pointer);
    args[7] = gradient_pointer(&g->v_gradient.pointer);
    rustg_status status =
        gradient_launch(run, GRADIENT_KEYS, (a->n_keys + MMA_ROWS - 1) / MMA_ROWS * a->n_kv_heads * a->n_batch,
                        MMA_BLOCK, args, 8, error);
    if (status != RUSTG_OK)
        return status;
    args[6] = gradient_pointer(&g->q_gradient.pointer);
    return gradient_launch(run, GRADIENT_QUERIES, (a->n_queries + MMA_ROWS - 1) / MMA_ROWS * a->n_heads * a->n_batch,
                           MMA_BLOCK, args, 7, error);
}

/* Queries of a tile of attention_gradient_hopper.rs. */
static uint32_t gradient_rows(const attention *a)
{
    return a->head_size == 64 ? 128 : 64;
}

static uint64_t gradient_tiles(const attention *a)
{
    return (a->n_keys + HOPPER_KEYS - 1) / HOPPER_KEYS * a->n_kv_heads * a->n_batch;
}

static bool gradient_hopper_fits(const rustg_stream *stream, const attention_gradient *g)
{
    static const size_t aligned[] = {0, 1, 2, 4, 5, 6, 7};
    const attention *a = &g->of;
    uint64_t sizes[3];
    if (!product_has_hopper(stream->context) || a->n_keys == 0 || a->n_queries == 0 ||
        gradient_tiles(a) > INT32_MAX / 2)
        return false;
    for (size_t i = 0; i < sizeof aligned / sizeof aligned[0]; i++) {
        gradient_sizes(a, aligned[i], sizes);
        if (!attention_map_takes(gradient_tensor(g, aligned[i]), sizes))
            return false;
    }
    return true;
}

/* Of queries, keys, values and the results' gradient, and the gradients of keys and values. */
static rustg_status gradient_maps(const gradient_run *run, uint8_t *maps, rustg_error *error)
{
    const attention *a = &run->g->of;
    const struct {
        size_t tensor;
        uint32_t lines;
    } rows[] = {{0, gradient_rows(a)}, {1, HOPPER_KEYS}, {2, HOPPER_KEYS},
                {4, gradient_rows(a)}, {6, HOPPER_PART}, {7, HOPPER_PART}};
    rustg_status status = RUSTG_OK;
    uint64_t sizes[3];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] && status == RUSTG_OK; i++) {
        gradient_sizes(a, rows[i].tensor, sizes);
        status = attention_map(run->stream->context, a, gradient_tensor(run->g, rows[i].tensor), sizes, rows[i].lines,
                               maps + 128 * i, error);
    }
    return status;
}

static rustg_status gradient_hopper_launch(gradient_run *run, const uint8_t *maps, rustg_error *error)
{
    static const char root[] = "use rustg_std::prelude::*;\nmod attention_numbers;\nmod attention_tiles;\n"
                               "mod attention_gradient_numbers;\nmod attention_gradient_tiles;\n"
                               "mod attention_gradient_hopper;\n";
    const attention *a = &run->g->of;
    const uint32_t size = (uint32_t)a->head_size, rows = gradient_rows(a);
    const uint64_t tiles = gradient_tiles(a);
    /* Causal tiles are of different lengths: a multiprocessor takes the next one when it is done. */
    const uint64_t n =
        a->is_causal ? tiles : (uint64_t)product_attribute(run->stream->context, CUDA_ATTRIBUTE_MULTIPROCESSORS);
    rustg_function *function;
    char instance[96];
    snprintf(instance, sizeof instance, "attention_gradient_hopper::hopper_%u::<%s, %u>", (unsigned)size,
             attention_type(a), a->is_causal);
    pthread_mutex_lock(&run->state->lock);
    rustg_status status = product_kernel_get_hopper(
        run->stream->context, run->state, gradient_place(a, GRADIENT_HOPPER), root, instance, &function, error);
    pthread_mutex_unlock(&run->state->lock);
    if (status != RUSTG_OK)
        return status;
    const rustg_launch_argument args[] = {{.value = &run->job, .n_bytes = sizeof run->job},
                                          {.value = maps, .n_bytes = HOPPER_MAPS_BYTES},
                                          gradient_memory(run->stats, &run->stats_at),
                                          gradient_memory(run->sums, &run->sums_at)};
    const rustg_launch_config config = {.struct_size = sizeof config,
                                        .grid = {(uint32_t)(tiles < n ? tiles : n), 1, 1},
                                        .block = {HOPPER_BLOCK, 1, 1},
                                        .dynamic_shared_bytes = 1024 + 8 * HOPPER_KEYS * size +
                                                                4 * HOPPER_STAGES * rows * (size + 2) +
                                                                4 * HOPPER_KEYS * rows};
    return rustg_launch(function, run->stream, &config, args, sizeof args / sizeof args[0], error);
}

static rustg_status gradient_hopper(gradient_run *run, rustg_error *error)
{
    _Alignas(64) uint8_t maps[HOPPER_MAPS_BYTES] = {0};
    rustg_status status = gradient_maps(run, maps, error);
    if (status == RUSTG_OK)
        status = gradient_hopper_launch(run, maps, error);
    return status == RUSTG_OK ? gradient_finish(run, error) : status;
}

static rustg_status gradient_allocate(gradient_run *run, bool is_hopper, rustg_error *error)
{
    rustg_context *context = run->stream->context;
    const attention *a = &run->g->of;
    const uint64_t n = a->n_batch * a->n_heads * run->job.room, stats_bytes = n * 2 * sizeof(float);
    if (attention_workspace_bytes(a) == 0 && n)
        return error_fail(error, RUSTG_ERR_DEVICE_MEMORY, "the gradient of attention wants more memory than there is");
    if (run->g->workspace) {
        run->stats_at = run->g->workspace;
        run->sums_at = is_hopper ? run->g->workspace + stats_bytes : 0;
        return RUSTG_OK;
    }
    if (run->stream->capture)
        return error_fail(error, RUSTG_ERR_ARGUMENT,
                          "the gradient of attention wants options->workspace in a capture, which allocates nothing");
    rustg_status status = rustg_buffer_allocate(context, stats_bytes, run->stream, &run->stats, error);
    if (status == RUSTG_OK && is_hopper)
        status = rustg_buffer_allocate(context, n * a->head_size * sizeof(float), run->stream, &run->sums, error);
    return status;
}

static rustg_status gradient_by(rustg_stream *stream, const attention_gradient *g, bool is_hopper, const char **kernel,
                                rustg_error *error)
{
    rustg_context *context = stream->context;
    gradient_run run = {.stream = stream, .g = g, .job = gradient_job_of(g)};
    if (context->driver && product_capability(context) < 80)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "attention wants compute capability 8.0; this device has %d.%d",
                          product_capability(context) / 10, product_capability(context) % 10);
    *kernel = is_hopper ? "hopper" : "mma";
    rustg_status status = product_state_get(context, &run.state, error);
    if (status == RUSTG_OK)
        status = gradient_allocate(&run, is_hopper, error);
    if (status == RUSTG_OK)
        status = gradient_prepare(&run, error);
    if (status == RUSTG_OK)
        status = is_hopper ? gradient_hopper(&run, error) : gradient_mma(&run, error);
    rustg_buffer_free(run.sums);
    rustg_buffer_free(run.stats);
    return status;
}

rustg_status attention_gradient_by_kernels(rustg_stream *stream, const attention_gradient *g, const char **kernel,
                                           rustg_error *error)
{
    rustg_error why = {0};
    const rustg_status status =
        gradient_hopper_fits(stream, g) ? gradient_by(stream, g, true, kernel, &why) : RUSTG_ERR_NO_NVRTC;
    if (status == RUSTG_ERR_NO_NVRTC)
        return gradient_by(stream, g, false, kernel, error);
    if (status != RUSTG_OK && error)
        *error = why;
    return status;
}
