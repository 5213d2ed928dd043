/* attention_check.c: what is checked of attention and of its gradient. */
#include "product/attention_checked.h"

#include <float.h>
#include <math.h>

#include "base/error.h"
#include "runtime/error_note.h"
#include "runtime/runtime_objects.h"

#define ATTENTION_MOST (UINT64_C(1) << 31) /* kernels count vectors and heads in 32 bits */

/* The elements from the first to the last one. False: beyond what 64 bits count. */
static bool attention_extent(const attention *a, const uint64_t *n, const uint64_t *strides, uint64_t *extent)
{
    *extent = 0;
    for (size_t i = 0; i < 3; i++) {
        uint64_t far;
        if (n[i] == 0) {
            *extent = 0;
            return true;
        }
        if (__builtin_mul_overflow(n[i] - 1, strides[i], &far) || __builtin_add_overflow(*extent, far, extent))
            return false;
    }
    return !__builtin_add_overflow(*extent, a->head_size, extent);
}

/* Whether no two elements are in one place, which is known if each dimension steps over all of the shorter ones. */
static bool attention_is_disjoint(const attention *a, const uint64_t *n, const attention_tensor *tensor)
{
    uint64_t covered = a->head_size;
    bool is_done[3] = {false, false, false};
    if (n[0] == 0 || n[1] == 0 || n[2] == 0)
        return true;
    for (size_t round = 0; round < 3; round++) {
        size_t least = 3;
        for (size_t i = 0; i < 3; i++)
            if (!is_done[i] && (least == 3 || tensor->strides[i] < tensor->strides[least]))
                least = i;
        is_done[least] = true;
        if (n[least] > 1 && tensor->strides[least] < covered)
            return false;
        if (n[least] > 1)
            covered += (n[least] - 1) * tensor->strides[least];
    }
    return true;
}

/* Also fills pointer, end and the tensor. */
static rustg_status attention_check_tensor(const rustg_context *context, const attention *a, attention_part *part,
                                           rustg_error *error)
{
    const uint64_t bytes = rustg_element_size(a->element), *n = part->n;
    const rustg_heads *given = part->given;
    attention_tensor *tensor = part->tensor;
    uint64_t extent, first, n_bytes;
    if (!given || !given->buffer)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s%s is NULL", part->name, given ? "->buffer" : "");
    if (given->buffer->context != context)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s->buffer belongs to another context", part->name);
    part->buffer = given->buffer;
    tensor->strides[0] = given->batch_stride;
    tensor->strides[1] = given->head_stride;
    tensor->strides[2] = given->row_stride;
    if (!given->batch_stride && !given->head_stride && !given->row_stride) {
        tensor->strides[2] = a->head_size;
        tensor->strides[1] = n[2] * a->head_size;
        if (__builtin_mul_overflow(n[1], tensor->strides[1], &tensor->strides[0]))
            return error_fail(error, RUSTG_ERR_ARGUMENT, "%s has more elements than 64 bits count", part->name);
    }
    if (!attention_extent(a, n, tensor->strides, &extent) || __builtin_mul_overflow(extent, bytes, &n_bytes) ||
        __builtin_mul_overflow(given->offset, bytes, &first) || first > given->buffer->n_bytes ||
        n_bytes > given->buffer->n_bytes - first)
        return error_fail(error, RUSTG_ERR_ARGUMENT,
                          "%s leaves its buffer: %llu batches of %llu heads of %llu vectors of %llu %s from element "
                          "%llu on, in %llu bytes",
                          part->name, (unsigned long long)n[0], (unsigned long long)n[1], (unsigned long long)n[2],
                          (unsigned long long)a->head_size, rustg_element_name(a->element),
                          (unsigned long long)given->offset, (unsigned long long)given->buffer->n_bytes);
    part->pointer = tensor->pointer = given->buffer->pointer + first;
    part->end = part->pointer + n_bytes;
    if (part->pointer % bytes)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s is not aligned to %llu bytes", part->name,
                          (unsigned long long)bytes);
    if (part->is_written && !attention_is_disjoint(a, n, tensor))
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s may overlap itself by its strides", part->name);
    return RUSTG_OK;
}

/* Names each value, so that a new one is an error here. */
static bool attention_is_backend(rustg_attention_backend backend)
{
    switch (backend) {
    case RUSTG_ATTENTION_AUTO:
    case RUSTG_ATTENTION_OWN:
    case RUSTG_ATTENTION_LIBRARY: return true;
    }
    return false;
}

rustg_status attention_check_sizes(const rustg_attention_options *options, attention *a, rustg_error *error)
{
    if (!attention_is_backend(options->backend))
        return error_fail(error, RUSTG_ERR_ARGUMENT, "options->backend %d is none of rustg_attention_backend's",
                          (int)options->backend);
    if (options->element != RUSTG_ELEMENT_F16 && options->element != RUSTG_ELEMENT_BF16)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "options->element is %s; attention is of f16 and bf16",
                          rustg_element_name(options->element));
    if (options->head_size != 64 && options->head_size != 128)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "options->head_size is %llu; it may be 64 or 128",
                          (unsigned long long)options->head_size);
    *a = (attention){.element = options->element,
                     .n_batch = options->n_batch ? options->n_batch : 1,
                     .n_heads = options->n_heads,
                     .n_kv_heads = options->n_kv_heads ? options->n_kv_heads : options->n_heads,
                     .sharing = 1,
                     .n_queries = options->n_queries,
                     .n_keys = options->n_keys,
                     .head_size = options->head_size,
                     .is_causal = options->is_causal != 0};
    if (a->n_batch >= ATTENTION_MOST || a->n_heads >= ATTENTION_MOST || a->n_queries >= ATTENTION_MOST ||
        a->n_keys >= ATTENTION_MOST || a->n_batch * a->n_heads >= ATTENTION_MOST)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "n_queries, n_keys and n_batch times n_heads are below 2^31");
    if (a->n_kv_heads && a->n_heads % a->n_kv_heads)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%llu heads do not share %llu of keys alike",
                          (unsigned long long)a->n_heads, (unsigned long long)a->n_kv_heads);
    if (a->n_kv_heads)
        a->sharing = a->n_heads / a->n_kv_heads;
    if (!(options->scale >= 0) || (float)options->scale > 0x1p100f ||
        (options->scale > 0 && (float)options->scale < FLT_MIN))
        return error_fail(error, RUSTG_ERR_ARGUMENT, "options->scale is %g; it is 0, or from 2^-126 to 2^100",
                          options->scale);
    a->scale = (float)(options->scale > 0 ? options->scale : 1 / sqrt((double)a->head_size));
    return RUSTG_OK;
}

rustg_status attention_check_log_sums(const rustg_context *context, const rustg_attention_options *options,
                                      attention *a, attention_part *part, rustg_error *error)
{
    rustg_buffer *buffer = options->log_sums;
    const uint64_t n = a->n_batch * a->n_heads; /* below 2^31, and so are queries */
    uint64_t first;
    if (buffer->context != context)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "options->log_sums belongs to another context");
    if (__builtin_mul_overflow(options->log_sums_offset, sizeof(float), &first) || first > buffer->n_bytes ||
        n * a->n_queries > (buffer->n_bytes - first) / sizeof(float))
        return error_fail(error, RUSTG_ERR_ARGUMENT,
                          "options->log_sums leaves its buffer: %llu heads of %llu f32 from element %llu on, in %llu "
                          "bytes",
                          (unsigned long long)n, (unsigned long long)a->n_queries,
                          (unsigned long long)options->log_sums_offset, (unsigned long long)buffer->n_bytes);
    part->name = "options->log_sums";
    part->buffer = buffer;
    part->pointer = a->log_sums = buffer->pointer + first;
    part->end = part->pointer + n * a->n_queries * sizeof(float);
    if (part->pointer % sizeof(float))
        return error_fail(error, RUSTG_ERR_ARGUMENT, "options->log_sums is not aligned to 4 bytes");
    return RUSTG_OK;
}

uint64_t attention_workspace_bytes(const attention *a)
{
    const uint64_t n =
        a->n_batch * a->n_heads * ATTENTION_ROOM(a->n_queries); /* heads are below 2^31, and so are queries */
    uint64_t bytes;
    return __builtin_mul_overflow(n, sizeof(float) * (2 + a->head_size), &bytes) ? 0 : bytes;
}

rustg_status attention_check_workspace(const rustg_context *context, const rustg_attention_options *options,
                                       attention_gradient *g, attention_part *part, rustg_error *error)
{
    enum { ALIGNED = 256 };
    rustg_buffer *buffer = options->workspace;
    const uint64_t bytes = attention_workspace_bytes(&g->of);
    if (buffer->context != context)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "options->workspace belongs to another context");
    if (buffer->n_bytes < bytes || buffer->pointer % ALIGNED)
        return error_fail(error, RUSTG_ERR_ARGUMENT,
                          "options->workspace has %llu bytes at %#llx; this gradient wants %llu, aligned to 256",
                          (unsigned long long)buffer->n_bytes, (unsigned long long)buffer->pointer,
                          (unsigned long long)bytes);
    *part = (attention_part){.name = "options->workspace",
                             .buffer = buffer,
                             .pointer = buffer->pointer,
                             .end = buffer->pointer + bytes,
                             .is_written = true};
    g->workspace = buffer->pointer;
    return RUSTG_OK;
}

rustg_status attention_check_parts(const rustg_context *context, const attention *a, attention_part *parts,
                                   size_t n_parts, rustg_error *error)
{
    for (size_t i = 0; i < n_parts; i++) {
        rustg_status status = parts[i].tensor ? attention_check_tensor(context, a, &parts[i], error) : RUSTG_OK;
        if (status != RUSTG_OK)
            return status;
    }
    for (size_t i = 0; i < n_parts; i++)
        for (size_t k = 0; k < n_parts; k++)
            if (parts[i].is_written && k != i && parts[k].pointer < parts[k].end && parts[i].pointer < parts[i].end &&
                parts[k].pointer < parts[i].end && parts[i].pointer < parts[k].end)
                return error_fail(error, RUSTG_ERR_ARGUMENT,
                                  "%s may overlap %s: what lies from the first to the last element of both has a part "
                                  "in common",
                                  parts[i].name, parts[k].name);
    return RUSTG_OK;
}
