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

/* The exact vector of a query, and the sum of magnitudes for each element. */
static void attention_exact(const attention_case *row, const case_tensor *t, uint64_t b, uint64_t h, uint64_t i,
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
}

/* Takes what it has looked at out of `got`, so that only gaps are left. */
static int attention_compare(const attention_case *row, const case_tensor *t, uint16_t *got)
{
    const double u = row->element == RUSTG_ELEMENT_F16 ? 0x1p-11 : 0x1p-8;
    const uint16_t gap = attention_put(row, NAN);
    double exact[128], size[128];
    int n_wrong = 0;
    for (uint64_t b = 0; b < t[0].n[0]; b++)
        for (uint64_t h = 0; h < t[0].n[1]; h++)
            for (uint64_t i = 0; i < row->n_queries; i++) {
                attention_exact(row, t, b, h, i, exact, size);
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

int attention_case_run(const attention_case *row, rustg_context *context, rustg_stream *stream)
{
    const uint64_t kv = row->n_kv_heads ? row->n_kv_heads : row->n_heads;
    case_tensor t[4] = {{.n = {row->n_batch, row->n_heads, row->n_queries}},
                        {.n = {row->n_batch, kv, row->n_keys}},
                        {.n = {row->n_batch, kv, row->n_keys}},
                        {.n = {row->n_batch, row->n_heads, row->n_queries}}};
    const rustg_attention_options options = {.struct_size = sizeof options,
                                             .element = row->element,
                                             .n_batch = row->n_batch,
                                             .n_heads = row->n_heads,
                                             .n_kv_heads = row->n_kv_heads,
                                             .n_queries = row->n_queries,
                                             .n_keys = row->n_keys,
                                             .head_size = row->head_size,
                                             .is_causal = row->is_causal,
                                             .scale = row->scale};
    int n_wrong = -1;
    bool is_made = true;
    attention_case_info = (rustg_attention_info){.struct_size = sizeof attention_case_info};
    for (size_t i = 0; i < 4; i++)
        is_made = is_made && attention_make(row, &t[i], context, stream);
    if (is_made &&
        rustg_attention(stream, &options, &t[0].heads, &t[1].heads, &t[2].heads, &t[3].heads, &attention_case_info,
                        &attention_case_error) == RUSTG_OK &&
        rustg_copy_from_buffer(t[3].host, t[3].heads.buffer, 0, t[3].count * 2, stream, &attention_case_error) ==
            RUSTG_OK &&
        rustg_stream_wait(stream, &attention_case_error) == RUSTG_OK)
        n_wrong = attention_compare(row, t, t[3].host);
    for (size_t i = 0; i < 4; i++) {
        rustg_buffer_free(t[i].heads.buffer);
        free(t[i].host);
    }
    return n_wrong;
}
