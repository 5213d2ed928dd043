/* attention_kernels.c: rustg's own attention on CUDA: kernels in Rust (kernels/attention), compiled when they are first
 * used. */
#include "product/attention_checked.h"

#include <stdio.h>

#include "base/error.h"
#include "product/product_kernels.h"
#include "runtime/error_note.h"

/* Job of attention_numbers.rs. strides: of q, k, v and o. */
typedef struct attention_job {
    uint32_t n_batch, n_heads, sharing, n_queries, n_keys, together;
    float scale;
    uint64_t strides[4][3];
} attention_job;

enum { HOPPER_KEYS = 128, HOPPER_PART = 64, HOPPER_STAGES = 4, HOPPER_MAPS_BYTES = 512 }; /* of attention_hopper.rs */
enum { MMA_BLOCK = 128, MMA_ROWS = 64 };                                                  /* of attention_mma.rs */
enum { CACHE_BYTES = 32 << 20 }; /* of keys and values, that heads which take turns may have */

/* Causal tiles are of different lengths; those of several heads take turns, the longest ones first, for blocks to end
 * together. */
static uint32_t attention_together(const attention *a)
{
    const uint64_t bytes = a->n_keys * a->head_size * 2 * rustg_element_size(a->element);
    const uint64_t n = bytes ? CACHE_BYTES / bytes * a->sharing : 1, most = a->n_batch * a->n_heads;
    return !a->is_causal || n == 0 ? 1 : (uint32_t)(n < most ? n : most);
}

/* Queries of a tile of attention_hopper.rs. */
static uint32_t attention_rows(const attention *a)
{
    return a->head_size == 64 ? 192 : 128;
}

static attention_job attention_job_of(const attention *a)
{
    const attention_tensor *const tensors[] = {&a->q, &a->k, &a->v, &a->o};
    attention_job job = {.n_batch = (uint32_t)a->n_batch,
                         .n_heads = (uint32_t)a->n_heads,
                         .sharing = (uint32_t)a->sharing,
                         .n_queries = (uint32_t)a->n_queries,
                         .n_keys = (uint32_t)a->n_keys,
                         .together = attention_together(a),
                         .scale = (float)((double)a->scale * 1.4426950408889634)};
    for (size_t i = 0; i < 4; i++)
        for (size_t k = 0; k < 3; k++)
            job.strides[i][k] = tensors[i]->strides[k];
    return job;
}

size_t attention_kind(const attention *a)
{
    return (a->element == RUSTG_ELEMENT_F16) + 2 * (size_t)(a->head_size == 128);
}

static size_t attention_place(const attention *a, bool is_hopper)
{
    return PRODUCT_N_KERNELS + attention_kind(a) + 4 * (size_t)a->is_causal + 8 * (size_t)is_hopper;
}

const char *attention_type(const attention *a)
{
    return a->element == RUSTG_ELEMENT_F16 ? "f16" : "bf16";
}

static uint64_t attention_tiles(const attention *a, uint64_t rows)
{
    return (a->n_queries + rows - 1) / rows * a->n_heads * a->n_batch;
}

static rustg_status attention_mma(rustg_stream *stream, product_state *state, const attention *a, rustg_error *error)
{
    static const char root[] =
        "use rustg_std::prelude::*;\nmod attention_numbers;\nmod attention_lines;\nmod attention_mma;\n";
    const attention_job job = attention_job_of(a);
    const uint64_t tiles = attention_tiles(a, MMA_ROWS);
    rustg_function *function;
    char instance[96];
    snprintf(instance, sizeof instance, "attention_mma::mma::<%s, %u, %u>", attention_type(a), (unsigned)a->head_size,
             a->is_causal);
    pthread_mutex_lock(&state->lock);
    rustg_status status = product_kernel_get(stream->context, &state->modules[attention_place(a, false)], root,
                                             instance, &function, error);
    pthread_mutex_unlock(&state->lock);
    if (status != RUSTG_OK)
        return status;
    if (tiles > INT32_MAX)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "queries have %llu tiles; a launch has 2^31 - 1",
                          (unsigned long long)tiles);
    const uint64_t pointers[] = {a->q.pointer, a->k.pointer, a->v.pointer, a->o.pointer, a->log_sums};
    rustg_launch_argument args[6] = {{.value = &job, .n_bytes = sizeof job}};
    for (size_t i = 0; i < 5; i++)
        args[i + 1] = (rustg_launch_argument){.value = &pointers[i], .n_bytes = sizeof pointers[i]};
    const rustg_launch_config config = {
        .struct_size = sizeof config, .grid = {(uint32_t)tiles, 1, 1}, .block = {MMA_BLOCK, 1, 1}};
    return rustg_launch(function, stream, &config, args, 6, error);
}

/* Whether a tensor map takes it. Strides of what there is one of are not used. */
bool attention_map_takes(const attention_tensor *tensor, const uint64_t *n)
{
    const uint64_t most = UINT64_C(1) << 39; /* elements of a stride, not included */
    for (size_t i = 0; i < 3; i++)
        if (n[i] > 1 && (tensor->strides[i] % 8 || tensor->strides[i] == 0 || tensor->strides[i] >= most))
            return false;
    return tensor->pointer % 16 == 0;
}

/* Batches, heads and vectors of q, k, v and o. */
static void attention_sizes(const attention *a, uint64_t sizes[4][3])
{
    for (size_t i = 0; i < 4; i++) {
        const bool is_kv = i == 1 || i == 2;
        sizes[i][0] = a->n_batch;
        sizes[i][1] = is_kv ? a->n_kv_heads : a->n_heads;
        sizes[i][2] = is_kv ? a->n_keys : a->n_queries;
    }
}

static bool attention_hopper_fits(const rustg_stream *stream, const attention *a)
{
    const attention_tensor *const tensors[] = {&a->q, &a->k, &a->v, &a->o};
    uint64_t sizes[4][3];
    attention_sizes(a, sizes);
    if (!product_has_hopper(stream->context) || a->n_keys == 0 || attention_tiles(a, attention_rows(a)) > INT32_MAX / 2)
        return false;
    for (size_t i = 0; i < 4; i++)
        if (!attention_map_takes(tensors[i], sizes[i]))
            return false;
    return true;
}

/* Of tiles of 64 elements of so many vectors. */
rustg_status attention_map(rustg_context *context, const attention *a, const attention_tensor *tensor,
                           const uint64_t *n, uint32_t lines, void *map, rustg_error *error)
{
    const int type = a->element == RUSTG_ELEMENT_BF16 ? CUDA_TENSOR_BF16 : CUDA_TENSOR_F16;
    const uint64_t sizes[] = {a->head_size, n[2], n[1], n[0]};
    const uint32_t tile[] = {64, lines, 1, 1}, steps[] = {1, 1, 1, 1};
    uint64_t strides[3];
    for (size_t i = 0; i < 3; i++)
        strides[i] = n[2 - i] > 1 ? tensor->strides[2 - i] * 2 : a->head_size * 2;
    return runtime_check(context,
                         context->driver->cuTensorMapEncodeTiled(map, type, 4, (void *)(uintptr_t)tensor->pointer,
                                                                 sizes, strides, tile, steps, CUDA_TENSOR_NO_INTERLEAVE,
                                                                 CUDA_TENSOR_SWIZZLE_128, CUDA_TENSOR_PROMOTE_256,
                                                                 CUDA_TENSOR_ZEROS),
                         "cuTensorMapEncodeTiled", error);
}

static rustg_status attention_hopper_launch(rustg_stream *stream, product_state *state, const attention *a,
                                            const void *maps, rustg_error *error)
{
    static const char root[] =
        "use rustg_std::prelude::*;\nmod attention_numbers;\nmod attention_tiles;\nmod attention_hopper;\n";
    const attention_job job = attention_job_of(a);
    const uint32_t size = (uint32_t)a->head_size, rows = attention_rows(a);
    const uint64_t tiles = attention_tiles(a, rows);
    const uint64_t n = (uint64_t)product_attribute(stream->context, CUDA_ATTRIBUTE_MULTIPROCESSORS);
    rustg_function *function;
    char instance[96];
    snprintf(instance, sizeof instance, "attention_hopper::hopper_%u::<%s, %u>", (unsigned)size, attention_type(a),
             a->is_causal);
    pthread_mutex_lock(&state->lock);
    rustg_status status =
        product_kernel_get_hopper(stream->context, state, attention_place(a, true), root, instance, &function, error);
    pthread_mutex_unlock(&state->lock);
    if (status != RUSTG_OK)
        return status;
    const rustg_launch_argument args[] = {{.value = &job, .n_bytes = sizeof job},
                                          {.value = maps, .n_bytes = HOPPER_MAPS_BYTES},
                                          {.value = &a->log_sums, .n_bytes = sizeof a->log_sums}};
    const rustg_launch_config config = {.struct_size = sizeof config,
                                        .grid = {(uint32_t)(tiles < n ? tiles : n), 1, 1},
                                        .block = {128 + 2 * rows, 1, 1},
                                        .dynamic_shared_bytes =
                                            1024 + 2 * 2 * rows * size + HOPPER_STAGES * 2 * HOPPER_KEYS * size};
    return rustg_launch(function, stream, &config, args, sizeof args / sizeof args[0], error);
}

static rustg_status attention_hopper(rustg_stream *stream, product_state *state, const attention *a, rustg_error *error)
{
    _Alignas(64) uint8_t maps[HOPPER_MAPS_BYTES] = {0};
    const attention_tensor *const tensors[] = {&a->q, &a->k, &a->v, &a->o};
    uint64_t sizes[4][3];
    rustg_status status = RUSTG_OK;
    attention_sizes(a, sizes);
    for (size_t i = 0; i < 4 && status == RUSTG_OK; i++)
        status = attention_map(stream->context, a, tensors[i], sizes[i],
                               i == 0   ? attention_rows(a)
                               : i == 3 ? HOPPER_PART
                                        : HOPPER_KEYS,
                               maps + 128 * i, error);
    return status == RUSTG_OK ? attention_hopper_launch(stream, state, a, maps, error) : status;
}

rustg_status attention_by_kernels(rustg_stream *stream, const attention *a, const char **kernel, rustg_error *error)
{
    const rustg_context *context = stream->context;
    product_state *state;
    if (context->driver && product_capability(context) < 80)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "attention wants compute capability 8.0; this device has %d.%d",
                          product_capability(context) / 10, product_capability(context) % 10);
    rustg_status status = product_state_get(stream->context, &state, error);
    if (status != RUSTG_OK)
        return status;
    const bool is_hopper = attention_hopper_fits(stream, a);
    *kernel = "hopper";
    rustg_error why = {0};
    status = is_hopper ? attention_hopper(stream, state, a, &why) : RUSTG_ERR_NO_NVRTC;
    if (status != RUSTG_ERR_NO_NVRTC) {
        if (status != RUSTG_OK && error)
            *error = why;
        return status;
    }
    *kernel = "mma";
    return attention_mma(stream, state, a, error);
}
