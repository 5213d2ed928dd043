/* attention_reference.c: random attention, done once more in double. */
#include "product/attention_reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "product/product_cpu_half.h"

rustg_attention_info attention_case_info;
rustg_error attention_case_error;
double attention_case_worst;
static uint64_t attention_seed = 1;

typedef struct case_tensor {
    rustg_heads heads;
    uint64_t n[3], strides[3], count; /* batches, heads, vectors */
    uint16_t *host;
} case_tensor;

static double attention_uniform(void)
{
    attention_seed = attention_seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(attention_seed >> 33) / 0x1p30 - 1;
}

static uint16_t attention_put(const attention_case *row, double x)
{
    return row->element == RUSTG_ELEMENT_F16 ? half_to_f16((float)x) : half_to_bf16((float)x);
}

static double attention_get(const attention_case *row, uint16_t bits)
{
    return row->element == RUSTG_ELEMENT_F16 ? half_from_f16(bits) : half_from_bf16(bits);
}

static uint64_t attention_place(const case_tensor *t, uint64_t batch, uint64_t head, uint64_t i)
{
    return t->heads.offset + batch * t->strides[0] + head * t->strides[1] + i * t->strides[2];
}

static bool attention_make(const attention_case *row, case_tensor *t, rustg_context *context, rustg_stream *stream)
{
    const uint64_t gap = row->layout == LAYOUT_ODD ? 1 : 8;
    t->strides[2] = row->head_size;
    t->strides[1] = t->n[2] * row->head_size;
    t->strides[0] = t->n[1] * t->strides[1];
    if (row->layout != LAYOUT_PACKED) {
        t->heads.offset = gap;
        t->heads.head_stride = t->strides[1] = row->head_size + gap;
        t->heads.row_stride = t->strides[2] = t->n[1] * t->strides[1] + gap;
        t->heads.batch_stride = t->strides[0] = t->n[2] * t->strides[2] + gap;
    }
    t->count = attention_place(t, t->n[0], 0, 0) + 16;
    t->host = malloc(t->count * 2);
    if (!t->host)
        return false;
    for (uint64_t i = 0; i < t->count; i++)
        t->host[i] = attention_put(row, NAN);
    for (uint64_t b = 0; b < t->n[0]; b++)
        for (uint64_t h = 0; h < t->n[1]; h++)
            for (uint64_t i = 0; i < t->n[2]; i++)
                for (uint64_t d = 0; d < row->head_size; d++)
                    t->host[attention_place(t, b, h, i) + d] =
                        attention_put(row, attention_uniform() + attention_uniform() + attention_uniform());
    if (rustg_buffer_allocate(context, t->count * 2, stream, &t->heads.buffer, &attention_case_error) != RUSTG_OK)
        return false;
    return rustg_copy_to_buffer(t->heads.buffer, 0, t->host, t->count * 2, stream, &attention_case_error) == RUSTG_OK;
}

/* The exact vector of a query, and the sum of magnitudes for each element. Returns the logarithm of its sum. */
static double attention_exact(const attention_case *row, const case_tensor *t, uint64_t b, uint64_t h, uint64_t i,
                              double *exact, double *size)
{
    const uint64_t kv = h / (t[0].n[1] / t[1].n[1]);
    const double scale = row->scale > 0 ? row->scale : 1 / sqrt((double)row->head_size);
    const uint16_t *q = t[0].host + attention_place(&t[0], b, h, i);
    double total = 0;
    memset(exact, 0, row->head_size * sizeof *exact);
    memset(size, 0, row->head_size * sizeof *size);
    for (uint64_t j = 0; j < row->n_keys; j++) {
        const uint16_t *k = t[1].host + attention_place(&t[1], b, kv, j),
                       *v = t[2].host + attention_place(&t[2], b, kv, j);
        double product = 0;
        if (row->is_causal && j + row->n_queries > i + row->n_keys)
            break;
        for (uint64_t d = 0; d < row->head_size; d++)
            product += attention_get(row, q[d]) * attention_get(row, k[d]);
        const double weight = exp(product * scale);
        total += weight;
        for (uint64_t d = 0; d < row->head_size; d++) {
            exact[d] += weight * attention_get(row, v[d]);
            size[d] += weight * fabs(attention_get(row, v[d]));
        }
    }
    for (uint64_t d = 0; d < row->head_size && total > 0; d++) {
        exact[d] /= total;
        size[d] /= total;
    }
    return log(total);
}

/* Takes what it has looked at out of `got`, so that only gaps are left. */
static int attention_compare(const attention_case *row, const case_tensor *t, uint16_t *got, const float *logs)
{
    const double u = row->element == RUSTG_ELEMENT_F16 ? 0x1p-11 : 0x1p-8;
    const uint16_t gap = attention_put(row, NAN);
    double exact[128], size[128];
    int n_wrong = 0;
    for (uint64_t b = 0; b < t[0].n[0]; b++)
        for (uint64_t h = 0; h < t[0].n[1]; h++)
            for (uint64_t i = 0; i < row->n_queries; i++) {
                const double log_sum = attention_exact(row, t, b, h, i, exact, size);
                const float log_got = logs ? logs[(b * t[0].n[1] + h) * row->n_queries + i] : (float)log_sum;
                if (!(fabs(log_got - log_sum) <= 0x1p-12) && !(log_got == log_sum) && n_wrong++ == 0)
                    printf("%s: batch %llu, head %llu: the logarithm of query %llu is %g, not %g\n", row->name,
                           (unsigned long long)b, (unsigned long long)h, (unsigned long long)i, log_got, log_sum);
                for (uint64_t d = 0; d < row->head_size; d++) {
                    const uint64_t place = attention_place(&t[3], b, h, i) + d;
                    const double x = attention_get(row, got[place]), bound = u * (1.5 * size[d] + fabs(exact[d]));
                    got[place] = gap;
                    if (fabs(x - exact[d]) / bound > attention_case_worst)
                        attention_case_worst = fabs(x - exact[d]) / bound;
                    if (!(fabs(x - exact[d]) <= bound) && n_wrong++ == 0)
                        printf("%s: batch %llu, head %llu, query %llu, element %llu is %g, not %g\n", row->name,
                               (unsigned long long)b, (unsigned long long)h, (unsigned long long)i,
                               (unsigned long long)d, x, exact[d]);
                }
            }
    for (uint64_t i = 0; i < t[3].count; i++)
        if (got[i] != gap && n_wrong++ == 0)
            printf("%s: element %llu of o, which is in a gap, was written\n", row->name, (unsigned long long)i);
    return n_wrong;
}

/* Tensors of a case: q, k, v and o, then the gradients of o, q, k and v. */
enum { N_TENSORS = 8 };
typedef struct case_run {
    const attention_case *row;
    rustg_context *context;
    rustg_stream *stream;
    case_tensor t[N_TENSORS];
    rustg_buffer *log_buffer, *workspace;
    float *logs;
    rustg_attention_options options;
} case_run;

static bool attention_open(case_run *run, const attention_case *row, rustg_context *context, rustg_stream *stream,
                           size_t n_tensors, bool has_logs)
{
    const uint64_t kv = row->n_kv_heads ? row->n_kv_heads : row->n_heads, n_logs = row->n_batch * row->n_heads;
    *run = (case_run){.row = row, .context = context, .stream = stream};
    run->options = (rustg_attention_options){.struct_size = sizeof run->options,
                                             .element = row->element,
                                             .n_batch = row->n_batch,
                                             .n_heads = row->n_heads,
                                             .n_kv_heads = row->n_kv_heads,
                                             .n_queries = row->n_queries,
                                             .n_keys = row->n_keys,
                                             .head_size = row->head_size,
                                             .is_causal = row->is_causal,
                                             .scale = row->scale,
                                             .log_sums_offset = has_logs ? 3 : 0};
    attention_case_info = (rustg_attention_info){.struct_size = sizeof attention_case_info};
    for (size_t i = 0; i < n_tensors; i++) {
        const bool is_kv = i == 1 || i == 2 || i == 6 || i == 7;
        run->t[i].n[0] = row->n_batch;
        run->t[i].n[1] = is_kv ? kv : row->n_heads;
        run->t[i].n[2] = is_kv ? row->n_keys : row->n_queries;
        if (!attention_make(row, &run->t[i], context, stream))
            return false;
    }
    run->logs = calloc(n_logs * row->n_queries + 4, sizeof *run->logs);
    if (!run->logs || !has_logs)
        return run->logs;
    rustg_status status = rustg_buffer_allocate(context, (n_logs * row->n_queries + 4) * sizeof *run->logs, stream,
                                                &run->log_buffer, &attention_case_error);
    run->options.log_sums = run->log_buffer;
    return status == RUSTG_OK;
}

static bool attention_read(case_run *run, size_t i)
{
    return rustg_copy_from_buffer(run->t[i].host, run->t[i].heads.buffer, 0, run->t[i].count * 2, run->stream,
                                  &attention_case_error) == RUSTG_OK &&
           rustg_stream_wait(run->stream, &attention_case_error) == RUSTG_OK;
}

/* Attention, of which o and the logarithms come back. */
static bool attention_forward(case_run *run)
{
    case_tensor *t = run->t;
    const uint64_t n_logs = t[0].n[0] * t[0].n[1] * t[0].n[2] * sizeof(float);
    if (rustg_attention(run->stream, &run->options, &t[0].heads, &t[1].heads, &t[2].heads, &t[3].heads,
                        &attention_case_info, &attention_case_error) != RUSTG_OK ||
        (run->log_buffer && rustg_copy_from_buffer(run->logs, run->log_buffer, 3 * sizeof(float), n_logs, run->stream,
                                                   &attention_case_error) != RUSTG_OK))
        return false;
    return attention_read(run, 3);
}

/* Full of what is not a number. */
static bool attention_give_workspace(case_run *run)
{
    const uint64_t n_bytes = rustg_attention_backward_bytes(&run->options);
    uint8_t *bytes = malloc(n_bytes + 1);
    bool is_good = bytes && n_bytes > 0;
    if (is_good) {
        memset(bytes, 0xFF, n_bytes);
        is_good =
            rustg_buffer_allocate(run->context, n_bytes, run->stream, &run->workspace, &attention_case_error) ==
                RUSTG_OK &&
            rustg_copy_to_buffer(run->workspace, 0, bytes, n_bytes, run->stream, &attention_case_error) == RUSTG_OK &&
            rustg_stream_wait(run->stream, &attention_case_error) == RUSTG_OK;
    }
    free(bytes);
    run->options.workspace = run->workspace;
    return is_good;
}

static void attention_close(case_run *run)
{
    for (size_t i = 0; i < N_TENSORS; i++) {
        rustg_buffer_free(run->t[i].heads.buffer);
        free(run->t[i].host);
    }
    rustg_buffer_free(run->log_buffer);
    rustg_buffer_free(run->workspace);
    free(run->logs);
}

int attention_case_run(const attention_case *row, rustg_context *context, rustg_stream *stream)
{
    case_run run;
    int n_wrong = -1;
    const bool has_logs = row->n_queries % 2 == 0;
    if (attention_open(&run, row, context, stream, 4, has_logs) && attention_forward(&run))
        n_wrong = attention_compare(row, run.t, run.t[3].host, has_logs ? run.logs : NULL);
    attention_close(&run);
    return n_wrong;
}

/* What element d of vector i of a gradient is exactly, and how far it may be off, for the tensors behind 4. */
typedef struct exact_gradients {
    double *value[N_TENSORS], *bound[N_TENSORS];
} exact_gradients;

static double *attention_exact_at(double *const *all, const case_tensor *t, size_t which, uint64_t b, uint64_t h,
                                  uint64_t i, uint64_t size)
{
    return all[which] + ((b * t[which].n[1] + h) * t[which].n[2] + i) * size;
}

/* Adds what the gradient of a query's result makes of all three. */
static void attention_add_query(const attention_case *row, const case_tensor *t, exact_gradients *all, uint64_t b,
                                uint64_t h, uint64_t i)
{
    const uint64_t kv = h / (t[0].n[1] / t[1].n[1]), n = row->head_size;
    const double scale = row->scale > 0 ? row->scale : 1 / sqrt((double)n),
                 u = row->element == RUSTG_ELEMENT_F16 ? 0x1p-11 : 0x1p-8;
    const double least = row->element == RUSTG_ELEMENT_F16 ? 0x1p-25 : 0;
    double exact[128], size[128], mean = 0, mean_size = 0;
    const double log_sum = attention_exact(row, t, b, h, i, exact, size);
    const uint16_t *q = t[0].host + attention_place(&t[0], b, h, i), *g = t[4].host + attention_place(&t[4], b, h, i);
    for (uint64_t d = 0; d < n; d++) {
        mean += exact[d] * attention_get(row, g[d]);
        mean_size += size[d] * fabs(attention_get(row, g[d]));
    }
    for (uint64_t j = 0; j < row->n_keys && !(row->is_causal && j + row->n_queries > i + row->n_keys); j++) {
        const uint16_t *k = t[1].host + attention_place(&t[1], b, kv, j),
                       *v = t[2].host + attention_place(&t[2], b, kv, j);
        double product = 0, slope = 0, slope_size = 0;
        for (uint64_t d = 0; d < n; d++) {
            product += attention_get(row, q[d]) * attention_get(row, k[d]);
            slope += attention_get(row, g[d]) * attention_get(row, v[d]);
            slope_size += fabs(attention_get(row, g[d]) * attention_get(row, v[d]));
        }
        const double weight = exp(product * scale - log_sum), change = scale * weight * (slope - mean);
        const double change_bound =
            scale * (5 * u * weight * (slope_size + mean_size) + least * (1 + slope_size + mean_size));
        for (uint64_t d = 0; d < n; d++) {
            const double x = attention_get(row, q[d]), y = attention_get(row, k[d]), z = attention_get(row, g[d]);
            attention_exact_at(all->value, t, 5, b, h, i, n)[d] += change * y;
            attention_exact_at(all->bound, t, 5, b, h, i, n)[d] += change_bound * fabs(y);
            attention_exact_at(all->value, t, 6, b, kv, j, n)[d] += change * x;
            attention_exact_at(all->bound, t, 6, b, kv, j, n)[d] += change_bound * fabs(x);
            attention_exact_at(all->value, t, 7, b, kv, j, n)[d] += weight * z;
            attention_exact_at(all->bound, t, 7, b, kv, j, n)[d] += (1.5 * u * weight + least) * fabs(z);
        }
    }
}

/* Takes what it has looked at out of the tensor, so that only gaps are left. */
static int attention_compare_gradient(const attention_case *row, case_tensor *t, const exact_gradients *all,
                                      size_t which)
{
    static const char *const names[N_TENSORS] = {[5] = "q", [6] = "k", [7] = "v"};
    const double u = row->element == RUSTG_ELEMENT_F16 ? 0x1p-11 : 0x1p-8;
    const uint16_t gap = attention_put(row, NAN);
    int n_wrong = 0;
    for (uint64_t b = 0; b < t[which].n[0]; b++)
        for (uint64_t h = 0; h < t[which].n[1]; h++)
            for (uint64_t i = 0; i < t[which].n[2]; i++)
                for (uint64_t d = 0; d < row->head_size; d++) {
                    uint16_t *place = t[which].host + attention_place(&t[which], b, h, i) + d;
                    const double x = attention_get(row, *place),
                                 exact = attention_exact_at(all->value, t, which, b, h, i, row->head_size)[d],
                                 bound = attention_exact_at(all->bound, t, which, b, h, i, row->head_size)[d] +
                                         u * fabs(exact) + (row->element == RUSTG_ELEMENT_F16 ? 0x1p-25 : 0);
                    *place = gap;
                    if (bound > 0 && fabs(x - exact) / bound > attention_case_worst)
                        attention_case_worst = fabs(x - exact) / bound;
                    if (!(fabs(x - exact) <= bound) && n_wrong++ == 0)
                        printf("%s: gradient of %s: batch %llu, head %llu, vector %llu, element %llu is %g, not %g\n",
                               row->name, names[which], (unsigned long long)b, (unsigned long long)h,
                               (unsigned long long)i, (unsigned long long)d, x, exact);
                }
    for (uint64_t i = 0; i < t[which].count; i++)
        if (t[which].host[i] != gap && n_wrong++ == 0)
            printf("%s: element %llu of the gradient of %s, which is in a gap, was written\n", row->name,
                   (unsigned long long)i, names[which]);
    return n_wrong;
}

static int attention_compare_gradients(case_run *run)
{
    const attention_case *row = run->row;
    case_tensor *t = run->t;
    exact_gradients all = {{0}, {0}};
    bool is_made = true;
    int n_wrong = -1;
    for (size_t i = 5; i < N_TENSORS; i++) {
        const uint64_t n = t[i].n[0] * t[i].n[1] * t[i].n[2] * row->head_size + 1;
        all.value[i] = calloc(n, sizeof(double));
        all.bound[i] = calloc(n, sizeof(double));
        is_made = is_made && all.value[i] && all.bound[i];
    }
    if (is_made) {
        n_wrong = 0;
        for (uint64_t b = 0; b < t[0].n[0]; b++)
            for (uint64_t h = 0; h < t[0].n[1]; h++)
                for (uint64_t i = 0; i < row->n_queries; i++)
                    attention_add_query(row, t, &all, b, h, i);
        for (size_t i = 5; i < N_TENSORS; i++)
            n_wrong += attention_compare_gradient(row, t, &all, i);
    }
    for (size_t i = 5; i < N_TENSORS; i++) {
        free(all.value[i]);
        free(all.bound[i]);
    }
    return n_wrong;
}

int attention_gradient_case_run(const attention_case *row, rustg_context *context, rustg_stream *stream)
{
    case_run run;
    int n_wrong = -1;
    if (attention_open(&run, row, context, stream, N_TENSORS, true) && attention_forward(&run) &&
        (row->head_size == 128 || attention_give_workspace(&run))) {
        const rustg_attention_gradients tensors = {.struct_size = sizeof tensors,
                                                   .q = run.t[0].heads,
                                                   .k = run.t[1].heads,
                                                   .v = run.t[2].heads,
                                                   .o = run.t[3].heads,
                                                   .o_gradient = run.t[4].heads,
                                                   .q_gradient = run.t[5].heads,
                                                   .k_gradient = run.t[6].heads,
                                                   .v_gradient = run.t[7].heads};
        if (rustg_attention_backward(stream, &run.options, &tensors, &attention_case_info, &attention_case_error) ==
                RUSTG_OK &&
            attention_read(&run, 5) && attention_read(&run, 6) && attention_read(&run, 7))
            n_wrong = attention_compare_gradients(&run);
    }
    attention_close(&run);
    return n_wrong;
}
