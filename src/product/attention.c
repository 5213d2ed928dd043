/* attention.c: implements rustg_attention: checks what is asked for and gives it to whoever does it. */
#include "product/attention_inner.h"

#include <float.h>
#include <math.h>

#include "base/error.h"
#include "base/struct_size.h"
#include "compile/initialize.h"
#include "runtime/error_note.h"
#include "runtime/profile_record.h"
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

/* n: batches, heads and vectors. end: where the last element ends, in bytes. */
static rustg_status attention_check_tensor(const rustg_context *context, const attention *a, const char *name,
                                           const rustg_heads *given, const uint64_t *n, attention_tensor *tensor,
                                           uint64_t *end, rustg_error *error)
{
    const uint64_t bytes = rustg_element_size(a->element);
    uint64_t extent, first, n_bytes;
    if (!given || !given->buffer)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s%s is NULL", name, given ? "->buffer" : "");
    if (given->buffer->context != context)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s->buffer belongs to another context", name);
    tensor->strides[0] = given->batch_stride;
    tensor->strides[1] = given->head_stride;
    tensor->strides[2] = given->row_stride;
    if (!given->batch_stride && !given->head_stride && !given->row_stride) {
        tensor->strides[2] = a->head_size;
        tensor->strides[1] = n[2] * a->head_size;
        if (__builtin_mul_overflow(n[1], tensor->strides[1], &tensor->strides[0]))
            return error_fail(error, RUSTG_ERR_ARGUMENT, "%s has more elements than 64 bits count", name);
    }
    if (!attention_extent(a, n, tensor->strides, &extent) || __builtin_mul_overflow(extent, bytes, &n_bytes) ||
        __builtin_mul_overflow(given->offset, bytes, &first) || first > given->buffer->n_bytes ||
        n_bytes > given->buffer->n_bytes - first)
        return error_fail(error, RUSTG_ERR_ARGUMENT,
                          "%s leaves its buffer: %llu batches of %llu heads of %llu vectors of %llu %s from element "
                          "%llu on, in %llu bytes",
                          name, (unsigned long long)n[0], (unsigned long long)n[1], (unsigned long long)n[2],
                          (unsigned long long)a->head_size, rustg_element_name(a->element),
                          (unsigned long long)given->offset, (unsigned long long)given->buffer->n_bytes);
    tensor->pointer = given->buffer->pointer + first;
    *end = tensor->pointer + n_bytes;
    if (tensor->pointer % bytes)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s is not aligned to %llu bytes", name,
                          (unsigned long long)bytes);
    return RUSTG_OK;
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

static rustg_status attention_check_sizes(const rustg_attention_options *options, attention *a, rustg_error *error)
{
    if (options->backend > RUSTG_ATTENTION_LIBRARY)
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

static rustg_status attention_check(const rustg_stream *stream, const rustg_attention_options *options,
                                    const rustg_heads *const *given, attention *a, rustg_error *error)
{
    static const char *const names[] = {"q", "k", "v", "o"};
    rustg_status status = attention_check_sizes(options, a, error);
    if (status != RUSTG_OK)
        return status;
    attention_tensor *const tensors[] = {&a->q, &a->k, &a->v, &a->o};
    uint64_t ends[4];
    for (size_t i = 0; i < 4; i++) {
        const bool is_kv = i == 1 || i == 2;
        const uint64_t n[] = {a->n_batch, is_kv ? a->n_kv_heads : a->n_heads, is_kv ? a->n_keys : a->n_queries};
        status = attention_check_tensor(stream->context, a, names[i], given[i], n, tensors[i], &ends[i], error);
        if (status != RUSTG_OK)
            return status;
        if (i == 3 && !attention_is_disjoint(a, n, &a->o))
            return error_fail(error, RUSTG_ERR_ARGUMENT, "o may overlap itself by its strides");
    }
    for (size_t i = 0; i < 3; i++)
        if (tensors[i]->pointer < ends[i] && a->o.pointer < ends[3] && tensors[i]->pointer < ends[3] &&
            a->o.pointer < ends[i])
            return error_fail(
                error, RUSTG_ERR_ARGUMENT,
                "o may overlap %s: what lies from the first to the last element of both has a part in common",
                names[i]);
    return RUSTG_OK;
}

static rustg_status attention_cpu_work(rustg_stream *stream, void *payload, rustg_error *error)
{
    uint32_t n_threads = 1;
    rustg_status status = library_threads(&n_threads, error);
    (void)stream;
    return status == RUSTG_OK ? attention_on_cpu(payload, n_threads, error) : status;
}

/* On the CPU device it is recorded as a kernel; those of CUDA are recorded by their launches. */
static rustg_status attention_cpu(rustg_stream *stream, attention *a, rustg_error *error)
{
    profile_span span;
    const bool is_on = profile_is_on(stream->context);
    const uint64_t n = a->n_batch * (2 * a->n_heads * a->n_queries + 2 * a->n_kv_heads * a->n_keys) * a->head_size;
    if (is_on)
        profile_begin(stream, RUSTG_PROFILE_KERNEL, "attention", n * rustg_element_size(a->element), &span);
    rustg_status status = stream_run(stream, attention_cpu_work, a, sizeof *a, error);
    if (is_on)
        profile_end(stream, &span, status);
    return status;
}

static rustg_status attention_do(rustg_stream *stream, attention *a, const rustg_heads *const *given,
                                 rustg_attention_info *info, rustg_error *error)
{
    rustg_status status = context_enter(stream->context, error);
    if (status != RUSTG_OK)
        return status;
    for (size_t i = 0; i < 4 && status == RUSTG_OK; i++)
        status = buffer_note_use(given[i]->buffer, stream, i == 3, error);
    if (status == RUSTG_OK && !stream->context->driver) {
        info->kernel = "cpu";
        status = attention_cpu(stream, a, error);
    } else if (status == RUSTG_OK) {
        status = attention_by_kernels(stream, a, &info->kernel, error);
    }
    if (status == RUSTG_OK)
        stream_submitted(stream);
    context_leave(stream->context);
    return status;
}

rustg_status rustg_attention(rustg_stream *stream, const rustg_attention_options *options, const rustg_heads *q,
                             const rustg_heads *k, const rustg_heads *v, const rustg_heads *o,
                             rustg_attention_info *info, rustg_error *error)
{
    attention a;
    rustg_attention_options full;
    rustg_attention_info done = {.backend = RUSTG_ATTENTION_OWN, .kernel = "none", .why = ""};
    rustg_error why;
    const rustg_heads *const given[] = {q, k, v, o};
    if (!stream || !options)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s is NULL", stream ? "options" : "stream");
    if ((info && struct_size_check(STRUCT_rustg_attention_info, info, "info", &why)) ||
        struct_size_read(STRUCT_rustg_attention_options, &full, sizeof full, options, "options", &why))
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s", why.message);
    rustg_status status = attention_check(stream, &full, given, &a, error);
    if (status != RUSTG_OK)
        return status;
    if (full.backend == RUSTG_ATTENTION_LIBRARY) {
        error_fail(error, RUSTG_ERR_NO_LIBRARY, "no library of attention is opened");
        error_hint(error, "take RUSTG_ATTENTION_OWN or RUSTG_ATTENTION_AUTO");
        return RUSTG_ERR_NO_LIBRARY;
    }
    if (full.backend == RUSTG_ATTENTION_AUTO)
        done.why = "no library of attention is opened";
    if (a.n_heads && a.n_queries)
        status = attention_do(stream, &a, given, &done, error);
    if (status == RUSTG_OK && info)
        struct_size_write(info, &done, sizeof done);
    return status;
}
