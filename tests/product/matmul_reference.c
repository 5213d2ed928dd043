/* matmul_reference.c: random products, multiplied once more in long double. */
#include "product/matmul_reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "product/product_cpu_half.h"

bool case_allow_tf32;
rustg_matmul_info case_info;
rustg_error case_error;
double case_worst;
static uint64_t case_seed = 1;

static double case_random(void)
{
    case_seed = case_seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(case_seed >> 33) / 0x1p30 - 1;
}

static void case_put(void *to, size_t i, rustg_element element, double x)
{
    switch (element) {
    case RUSTG_ELEMENT_F64: ((double *)to)[i] = x; break;
    case RUSTG_ELEMENT_F32: ((float *)to)[i] = (float)x; break;
    case RUSTG_ELEMENT_F16: ((uint16_t *)to)[i] = half_to_f16((float)x); break;
    default: ((uint16_t *)to)[i] = half_to_bf16((float)x);
    }
}

static double case_get(const void *from, size_t i, rustg_element element)
{
    switch (element) {
    case RUSTG_ELEMENT_F64: return ((const double *)from)[i];
    case RUSTG_ELEMENT_F32: return ((const float *)from)[i];
    case RUSTG_ELEMENT_F16: return half_from_f16(((const uint16_t *)from)[i]);
    default: return half_from_bf16(((const uint16_t *)from)[i]);
    }
}

typedef struct operand {
    rustg_matrix matrix;
    rustg_element element;
    uint64_t rows, columns, n_batch, n;
    void *host;
} operand;

static uint64_t case_place(const operand *o, uint64_t batch, uint64_t row, uint64_t column)
{
    return o->matrix.offset + batch * o->matrix.batch_stride + row * o->matrix.row_stride + column;
}

/* NaN lies where there is no element: whoever reads it shows it. */
static bool case_make(operand *o, uint64_t gap, bool same, rustg_context *context, rustg_stream *stream)
{
    o->matrix.offset = gap * 8;
    o->matrix.row_stride = o->columns + gap * 8;
    o->matrix.batch_stride = same ? 0 : o->rows * o->matrix.row_stride + gap * 8;
    o->n = case_place(o, o->n_batch - 1, o->rows, 0) + 8;
    const size_t bytes = rustg_element_size(o->element);
    o->host = malloc(o->n * bytes);
    if (!o->host)
        return false;
    for (uint64_t i = 0; i < o->n; i++)
        case_put(o->host, i, o->element, NAN);
    for (uint64_t b = 0; b < (same ? 1 : o->n_batch); b++)
        for (uint64_t i = 0; i < o->rows; i++)
            for (uint64_t j = 0; j < o->columns; j++)
                case_put(o->host, case_place(o, b, i, j), o->element, case_random());
    if (rustg_buffer_allocate(context, o->n * bytes, stream, &o->matrix.buffer, &case_error) != RUSTG_OK)
        return false;
    return rustg_copy_to_buffer(o->matrix.buffer, 0, o->host, o->n * bytes, stream, &case_error) == RUSTG_OK;
}

static long double case_activate(rustg_activation activation, long double x)
{
    return activation == RUSTG_ACTIVATION_NONE ? x
           : activation == RUSTG_ACTIVATION_RELU
               ? (x < 0 ? 0 : x)
               : x / 2 * (1 + tanhl(0.79788456080286535588L * (x + 0.044715L * x * x * x)));
}

static rustg_activation case_activation(uint32_t kind)
{
    return (rustg_activation)((kind / 4 + kind) % 3);
}

bool case_library_lacks(const case_row *row, uint32_t kind)
{
    return row->k == 0 || kind == CASE_N_KINDS - 1 ||
           (row->element == RUSTG_ELEMENT_F64 && case_activation(kind) == RUSTG_ACTIVATION_GELU);
}

static double case_rounding(rustg_element element)
{
    return element == RUSTG_ELEMENT_F64   ? 0x1p-53
           : element == RUSTG_ELEMENT_F32 ? 0x1p-24
           : element == RUSTG_ELEMENT_F16 ? 0x1p-11
                                          : 0x1p-8;
}

static int case_compare(const rustg_matmul_options *o, const operand *a, const operand *b, const operand *c,
                        const operand *bias, const void *got, double unit)
{
    const bool rounds_twice = case_info.backend == RUSTG_MATMUL_LIBRARY && rustg_element_size(o->output) == 2;
    int n_wrong = 0;
    bool *is_element = calloc(c->n, sizeof *is_element);
    if (!is_element)
        return -1;
    for (uint64_t batch = 0; batch < o->n_batch; batch++)
        for (uint64_t i = 0; i < o->m; i++)
            for (uint64_t j = 0; j < o->n; j++) {
                const uint64_t at = case_place(c, batch, i, j);
                long double sum = 0, size = 0;
                for (uint64_t k = 0; k < o->k; k++) {
                    const uint64_t l = o->transpose_a ? case_place(a, batch, k, i) : case_place(a, batch, i, k);
                    const uint64_t r = o->transpose_b ? case_place(b, batch, j, k) : case_place(b, batch, k, j);
                    const long double x =
                        (long double)case_get(a->host, l, a->element) * case_get(b->host, r, b->element);
                    sum += x;
                    size += fabsl(x);
                }
                sum *= o->alpha;
                size *= fabs(o->alpha);
                const long double more = o->beta != 0 ? o->beta * case_get(c->host, at, c->element) : 0;
                const long double last =
                    o->bias.buffer ? case_get(bias->host, case_place(bias, 0, 0, j), bias->element) : 0;
                const long double exact = case_activate(o->activation, sum + more + last);
                size += fabsl(more) + fabsl(last);
                const double between = rounds_twice ? (double)fmaxl(fabsl(sum), fabsl(sum + more)) : 0;
                /* The slope of GELU is at most 1.13, and it rounds some ten times itself. */
                const double slope = o->activation == RUSTG_ACTIVATION_GELU ? 1.13 : 1;
                const double bound = slope * ((double)o->k + 8) * unit * (double)size +
                                     slope * case_rounding(o->output) * between +
                                     2 * case_rounding(o->output) * fabs((double)exact) +
                                     (o->activation == RUSTG_ACTIVATION_GELU ? 16 * unit * (double)size : 0) +
                                     (o->output == RUSTG_ELEMENT_F16 ? 0x1p-24 : 0);
                const double difference = fabs((double)(case_get(got, at, c->element) - exact));
                is_element[at] = true;
                if (bound > 0 && difference / bound > case_worst)
                    case_worst = difference / bound;
                if (!(difference <= bound) && n_wrong++ == 0)
                    printf("batch %llu (%llu, %llu): %.17g, exactly %.17g, bound %g\n", (unsigned long long)batch,
                           (unsigned long long)i, (unsigned long long)j, case_get(got, at, c->element), (double)exact,
                           bound);
            }
    for (uint64_t i = 0; i < c->n; i++)
        if (!is_element[i] && !isnan(case_get(got, i, c->element)) && n_wrong++ == 0)
            printf("element %llu of the buffer, between those of C, was written\n", (unsigned long long)i);
    free(is_element);
    return n_wrong;
}

int case_run(const case_row *row, uint32_t kind, rustg_context *context, rustg_stream *stream,
             rustg_matmul_backend backend, double unit)
{
    static const double alphas[] = {1, -0.75, 1.5, 3}, betas[] = {0, 0.5, 1, -2};
    rustg_matmul_options o = {.struct_size = sizeof o,
                              .backend = backend,
                              .element = row->element,
                              .output = row->output,
                              .m = row->m,
                              .n = row->n,
                              .k = row->k,
                              .n_batch = row->n_batch,
                              .transpose_a = kind & 1,
                              .transpose_b = kind >> 1 & 1,
                              .allow_tf32 = case_allow_tf32,
                              .activation = case_activation(kind),
                              .alpha = kind == CASE_N_KINDS - 1 ? 0 : alphas[kind / 4 % 4],
                              .beta = betas[(kind + kind / 4) % 4]};
    if (row->element == RUSTG_ELEMENT_F64)
        unit = 0x1p-53;
    const uint64_t gap = kind / 2 % 2;
    operand a = {.element = row->element,
                 .n_batch = row->n_batch,
                 .rows = o.transpose_a ? o.k : o.m,
                 .columns = o.transpose_a ? o.m : o.k};
    operand b = {.element = row->element,
                 .n_batch = row->n_batch,
                 .rows = o.transpose_b ? o.n : o.k,
                 .columns = o.transpose_b ? o.k : o.n};
    operand c = {.element = row->output, .n_batch = row->n_batch, .rows = o.m, .columns = o.n};
    operand bias = {.element = row->output, .n_batch = 1, .rows = 1, .columns = o.n};
    void *got = NULL;
    int n_wrong = -1;
    rustg_status status;
    memset(&case_error, 0, sizeof case_error);
    case_info = (rustg_matmul_info){.struct_size = sizeof case_info};
    if (!case_make(&a, gap, false, context, stream) || !case_make(&b, gap, kind % 5 == 0, context, stream) ||
        !case_make(&c, gap, false, context, stream) || !case_make(&bias, 0, false, context, stream))
        goto done;
    if (kind % 3 == 1)
        o.bias = bias.matrix;
    if (o.beta == 0)
        for (uint64_t i = 0; i < c.n; i++)
            case_put(c.host, i, c.element, NAN);
    const size_t n_bytes = c.n * rustg_element_size(c.element);
    got = malloc(n_bytes);
    if (!got || rustg_copy_to_buffer(c.matrix.buffer, 0, c.host, n_bytes, stream, &case_error) != RUSTG_OK)
        goto done;
    status = rustg_matmul(stream, &o, &a.matrix, &b.matrix, &c.matrix, &case_info, &case_error);
    if (status == RUSTG_ERR_ARGUMENT && backend == RUSTG_MATMUL_LIBRARY)
        n_wrong = CASE_REFUSED;
    if (status != RUSTG_OK ||
        rustg_copy_from_buffer(got, c.matrix.buffer, 0, n_bytes, stream, &case_error) != RUSTG_OK ||
        rustg_stream_wait(stream, &case_error) != RUSTG_OK)
        goto done;
    n_wrong = case_compare(&o, &a, &b, &c, &bias, got, unit);
done:
    if (n_wrong && n_wrong != CASE_REFUSED)
        printf("%s, %llu by %llu by %llu, kind %u, by %s: %d wrong. %s\n", row->name, (unsigned long long)row->m,
               (unsigned long long)row->n, (unsigned long long)row->k, (unsigned)kind,
               case_info.kernel ? case_info.kernel : "nobody", n_wrong, case_error.message);
    free(got);
    operand *const all[] = {&a, &b, &c, &bias};
    for (size_t i = 0; i < 4; i++) {
        rustg_buffer_free(all[i]->matrix.buffer);
        free(all[i]->host);
    }
    return n_wrong;
}
