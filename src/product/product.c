/* product.c: implements rustg_matmul: checks a product and gives it to whoever does it. */
#include "product/product.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/struct_size.h"
#include "compile/initialize.h"
#include "product/product_cublaslt.h"
#include "runtime/error_note.h"
#include "runtime/profile_record.h"

#define PRODUCT_MOST (UINT64_C(1) << 31) /* libraries count rows, columns and elements between rows in 32 bits */

/* The two below name each value, so that a new one is an error here. */
static bool product_is_activation(rustg_activation activation)
{
    switch (activation) {
    case RUSTG_ACTIVATION_NONE:
    case RUSTG_ACTIVATION_RELU:
    case RUSTG_ACTIVATION_GELU: return true;
    }
    return false;
}
_Static_assert(PRODUCT_N_ACTIVATIONS == 3, "rustg_activation: one for each case of product_is_activation");

static bool product_is_backend(rustg_matmul_backend backend)
{
    switch (backend) {
    case RUSTG_MATMUL_AUTO:
    case RUSTG_MATMUL_OWN:
    case RUSTG_MATMUL_LIBRARY: return true;
    }
    return false;
}

static rustg_status product_check_types(const rustg_matmul_options *options, product *p, rustg_error *error)
{
    const rustg_element element = options->element;
    const bool is_half = element == RUSTG_ELEMENT_F16 || element == RUSTG_ELEMENT_BF16;
    if (!is_half && element != RUSTG_ELEMENT_F32 && element != RUSTG_ELEMENT_F64)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "options->element is %s; products are of f64, f32, f16 and bf16",
                          rustg_element_name(element));
    p->element = element;
    p->output = options->output == RUSTG_ELEMENT_NONE ? element : options->output;
    if (p->output != element && !(is_half && p->output == RUSTG_ELEMENT_F32))
        return error_fail(error, RUSTG_ERR_ARGUMENT, "options->output is %s; of %s it may be %s%s",
                          rustg_element_name(p->output), rustg_element_name(element), rustg_element_name(element),
                          is_half ? " or f32" : "");
    if (!product_is_activation(options->activation))
        return error_fail(error, RUSTG_ERR_ARGUMENT, "options->activation %d is none of rustg_activation's",
                          (int)options->activation);
    p->activation = options->activation;
    p->allow_tf32 = options->allow_tf32 && element == RUSTG_ELEMENT_F32;
    return RUSTG_OK;
}

/* Where the last element ends, in elements from the first. False: beyond what 64 bits count. */
static bool product_extent(const product_matrix *matrix, uint64_t n_batch, uint64_t *n)
{
    uint64_t rows, batches;
    if (matrix->rows == 0 || matrix->columns == 0 || n_batch == 0) {
        *n = 0;
        return true;
    }
    return !__builtin_mul_overflow(matrix->rows - 1, matrix->row_stride, &rows) &&
           !__builtin_mul_overflow(n_batch - 1, matrix->batch_stride, &batches) &&
           !__builtin_add_overflow(rows, matrix->columns, &rows) && !__builtin_add_overflow(rows, batches, n);
}

/* first, n_bytes: the bytes of the buffer that it reaches from and how many. */
static rustg_status product_check_matrix(const char *name, const rustg_matrix *given, uint64_t rows, uint64_t columns,
                                         const product *p, rustg_element element, const rustg_context *context,
                                         product_matrix *matrix, uint64_t *n_bytes, rustg_error *error)
{
    const uint64_t bytes = rustg_element_size(element);
    uint64_t n, first;
    if (!given || !given->buffer)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s%s is NULL", name, given ? "->buffer" : "");
    if (given->buffer->context != context)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s->buffer belongs to another context", name);
    matrix->rows = rows;
    matrix->columns = columns;
    matrix->row_stride = given->row_stride ? given->row_stride : columns;
    matrix->batch_stride = given->batch_stride;
    if (matrix->row_stride < columns || matrix->row_stride >= PRODUCT_MOST)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s->row_stride is %llu; a row has %llu elements", name,
                          (unsigned long long)given->row_stride, (unsigned long long)columns);
    if (!product_extent(matrix, p->n_batch, &n) || __builtin_mul_overflow(n, bytes, n_bytes) ||
        __builtin_mul_overflow(given->offset, bytes, &first) || first > given->buffer->n_bytes ||
        *n_bytes > given->buffer->n_bytes - first)
        return error_fail(error, RUSTG_ERR_ARGUMENT,
                          "%s leaves its buffer: %llu matrices of %llu by %llu %s from element %llu on, in %llu bytes",
                          name, (unsigned long long)p->n_batch, (unsigned long long)rows, (unsigned long long)columns,
                          rustg_element_name(element), (unsigned long long)given->offset,
                          (unsigned long long)given->buffer->n_bytes);
    matrix->pointer = given->buffer->pointer + first;
    if (matrix->pointer % bytes)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s is not aligned to %llu bytes", name,
                          (unsigned long long)bytes);
    return RUSTG_OK;
}

static bool product_overlap(uint64_t a, uint64_t n_a, uint64_t b, uint64_t n_b)
{
    return n_a && n_b && a < b + n_b && b < a + n_a;
}

static rustg_status product_check_output(const product *p, const rustg_matmul_options *options, const uint64_t *n_bytes,
                                         rustg_error *error)
{
    const uint64_t bytes = rustg_element_size(p->output), c = p->c.pointer;
    uint64_t n = 0;
    if (p->n_batch > 1 && (!product_extent(&p->c, 1, &n) || p->c.batch_stride < n))
        return error_fail(error, RUSTG_ERR_ARGUMENT, "c->batch_stride is %llu; a matrix of C spans %llu elements",
                          (unsigned long long)p->c.batch_stride, (unsigned long long)n);
    if (product_overlap(c, n_bytes[2], p->a.pointer, n_bytes[0]) ||
        product_overlap(c, n_bytes[2], p->b.pointer, n_bytes[1]) ||
        (options->bias.buffer && product_overlap(c, n_bytes[2], p->bias, p->n * bytes)))
        return error_fail(error, RUSTG_ERR_ARGUMENT, "c overlaps a, b or the bias");
    return RUSTG_OK;
}

static rustg_status product_check(const rustg_stream *stream, const rustg_matmul_options *options,
                                  const rustg_matrix *a, const rustg_matrix *b, const rustg_matrix *c, product *p,
                                  rustg_error *error)
{
    uint64_t n_bytes[4] = {0};
    if (!product_is_backend(options->backend))
        return error_fail(error, RUSTG_ERR_ARGUMENT, "options->backend %d is none of rustg_matmul_backend's",
                          (int)options->backend);
    rustg_status status = product_check_types(options, p, error);
    if (status != RUSTG_OK)
        return status;
    p->m = options->m;
    p->n = options->n;
    p->k = options->k;
    p->n_batch = options->n_batch ? options->n_batch : 1;
    if (p->m >= PRODUCT_MOST || p->n >= PRODUCT_MOST || p->k >= PRODUCT_MOST || p->n_batch >= PRODUCT_MOST)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "m, n, k and n_batch are below 2^31");
    p->transpose_a = options->transpose_a != 0;
    p->transpose_b = options->transpose_b != 0;
    p->alpha = options->alpha;
    p->beta = options->beta;
    const rustg_context *context = stream->context;
    status = product_check_matrix("a", a, p->transpose_a ? p->k : p->m, p->transpose_a ? p->m : p->k, p, p->element,
                                  context, &p->a, &n_bytes[0], error);
    if (status == RUSTG_OK)
        status = product_check_matrix("b", b, p->transpose_b ? p->n : p->k, p->transpose_b ? p->k : p->n, p, p->element,
                                      context, &p->b, &n_bytes[1], error);
    if (status == RUSTG_OK)
        status = product_check_matrix("c", c, p->m, p->n, p, p->output, context, &p->c, &n_bytes[2], error);
    if (status == RUSTG_OK && options->bias.buffer) {
        product_matrix bias;
        rustg_matrix row = options->bias;
        row.row_stride = row.batch_stride = 0;
        status = product_check_matrix("options->bias", &row, 1, p->n, p, p->output, context, &bias, &n_bytes[3], error);
        p->bias = bias.pointer;
    }
    return status == RUSTG_OK ? product_check_output(p, options, n_bytes, error) : status;
}

static rustg_status product_cpu_work(rustg_stream *stream, void *payload, rustg_error *error)
{
    uint32_t n_threads = 1;
    rustg_status status = library_threads(&n_threads, error);
    (void)stream;
    return status == RUSTG_OK ? product_on_cpu(payload, n_threads, error) : status;
}

static rustg_status product_note_uses(rustg_stream *stream, const rustg_matmul_options *options, const rustg_matrix *a,
                                      const rustg_matrix *b, const rustg_matrix *c, rustg_error *error)
{
    rustg_status status = buffer_note_use(a->buffer, stream, false, error);
    if (status == RUSTG_OK)
        status = buffer_note_use(b->buffer, stream, false, error);
    if (status == RUSTG_OK && options->bias.buffer)
        status = buffer_note_use(options->bias.buffer, stream, false, error);
    return status == RUSTG_OK ? buffer_note_use(c->buffer, stream, true, error) : status;
}

/* Bytes that a product reads and writes, each matrix once. */
static uint64_t product_bytes(const product *p)
{
    const uint64_t n_in =
        p->m * p->k * (p->a.batch_stride ? p->n_batch : 1) + p->k * p->n * (p->b.batch_stride ? p->n_batch : 1);
    return n_in * rustg_element_size(p->element) + p->m * p->n * p->n_batch * rustg_element_size(p->output);
}

/* The launch of an own kernel on CUDA is recorded as any. */
static rustg_status product_recorded(rustg_stream *stream, const product *p, const char *name, rustg_error *error)
{
    profile_span span;
    const bool is_on = profile_is_on(stream->context);
    if (is_on)
        profile_begin(stream, RUSTG_PROFILE_KERNEL, name, product_bytes(p), &span);
    rustg_status status = stream->context->driver ? product_by_cublaslt(stream, p, error)
                                                  : stream_run(stream, product_cpu_work, p, sizeof *p, error);
    if (is_on)
        profile_end(stream, &span, status);
    return status;
}

static rustg_status product_by_backend(rustg_stream *stream, const product *p, rustg_matmul_info *info,
                                       rustg_error *error)
{
    if (info->backend == RUSTG_MATMUL_OWN)
        return product_by_kernels(stream, p, &info->kernel, error);
    info->kernel = "cuBLASLt";
    return product_recorded(stream, p, "cuBLASLt", error);
}

/* On CUDA, with the context current. AUTO is left with the other one: own kernels where the library is missing or has
 * no such product, the library where there is no NVRTC for the own kernel. Where neither is there, another own one does
 * it. */
static rustg_status product_on_cuda(rustg_stream *stream, rustg_matmul_backend backend, const product *p,
                                    rustg_matmul_info *info, rustg_error *error)
{
    rustg_error first, second;
    info->backend = backend == RUSTG_MATMUL_AUTO ? product_choice(stream, p) : backend;
    rustg_status status = product_by_backend(stream, p, info, &first);
    if (backend == RUSTG_MATMUL_AUTO && info->backend == RUSTG_MATMUL_LIBRARY &&
        (status == RUSTG_ERR_NO_LIBRARY || status == RUSTG_ERR_ARGUMENT)) {
        info->why = status == RUSTG_ERR_NO_LIBRARY ? rustg_matmul_library(NULL) : "cuBLASLt has no such product";
        info->backend = RUSTG_MATMUL_OWN;
        status = product_by_backend(stream, p, info, &first);
    } else if (backend == RUSTG_MATMUL_AUTO && status == RUSTG_ERR_NO_NVRTC) {
        info->backend = RUSTG_MATMUL_LIBRARY;
        const rustg_status other = product_by_backend(stream, p, info, &second);
        if (other != RUSTG_ERR_NO_LIBRARY && other != RUSTG_ERR_ARGUMENT) {
            first = second;
            status = other;
        }
    }
    if (status == RUSTG_ERR_NO_NVRTC && backend != RUSTG_MATMUL_LIBRARY && product_lacks_nvrtc(stream->context)) {
        info->backend = RUSTG_MATMUL_OWN;
        status = product_by_backend(stream, p, info, &first);
    }
    if (status != RUSTG_OK && error)
        *error = first;
    return status;
}

rustg_status rustg_matmul(rustg_stream *stream, const rustg_matmul_options *options, const rustg_matrix *a,
                          const rustg_matrix *b, const rustg_matrix *c, rustg_matmul_info *info, rustg_error *error)
{
    product p; /* its padding is compared too */
    rustg_matmul_info done = {.backend = RUSTG_MATMUL_OWN, .kernel = "none", .why = ""};
    memset(&p, 0, sizeof p);
    rustg_matmul_options full;
    rustg_error why;
    if (!stream || !options)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s is NULL", stream ? "options" : "stream");
    if ((info && struct_size_check(STRUCT_rustg_matmul_info, info, "info", &why)) ||
        struct_size_read(STRUCT_rustg_matmul_options, &full, sizeof full, options, "options", &why))
        return error_fail(error, RUSTG_ERR_ARGUMENT, "%s", why.message);
    options = &full;
    rustg_status status = product_check(stream, options, a, b, c, &p, error);
    if (status != RUSTG_OK)
        return status;
    rustg_context *context = stream->context;
    if (!context->driver && options->backend == RUSTG_MATMUL_LIBRARY) {
        error_fail(error, RUSTG_ERR_NO_LIBRARY, "cuBLASLt multiplies on CUDA devices; this is the CPU device");
        error_hint(error, "take RUSTG_MATMUL_OWN or RUSTG_MATMUL_AUTO");
        return RUSTG_ERR_NO_LIBRARY;
    }
    if (p.m && p.n) {
        status = context_enter(context, error);
        if (status != RUSTG_OK)
            return status;
        status = product_note_uses(stream, options, a, b, c, error);
        if (status == RUSTG_OK && !context->driver) {
            done.kernel = product_cpu_name();
            status = product_recorded(stream, &p, "matmul", error);
        } else if (status == RUSTG_OK) {
            status = product_on_cuda(stream, options->backend, &p, &done, error);
        }
        if (status == RUSTG_OK)
            runtime_submitted(stream);
        context_leave(context);
    }
    if (status == RUSTG_OK && info)
        struct_size_write(info, &done, sizeof done);
    return status;
}
