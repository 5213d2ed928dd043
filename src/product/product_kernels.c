/* product_kernels.c: rustg's own products on CUDA: kernels in Rust (kernels/product), compiled when they are first used
 * and kept by the context, and in the cache if that is on. */
#include "product/product_library.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "product/product_kernels.h"
#include "runtime/error_note.h"

/* Job of product_numbers.rs. */
typedef struct kernel_job {
    uint64_t m, n, k, n_batch, a_row, a_column, a_batch, b_row, b_column, b_batch, c_row, c_batch;
    double alpha, beta;
    uint32_t activation, has_bias;
} kernel_job;

/* The types of A and B and of C, and of the sums, as Rust names them. */
typedef struct kernel_types {
    rustg_element element, output;
    const char *sum, *in, *out;
} kernel_types;
static const kernel_types types[] = {{RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, "f32", "f32", "f32"},
                                     {RUSTG_ELEMENT_F64, RUSTG_ELEMENT_F64, "f64", "f64", "f64"},
                                     {RUSTG_ELEMENT_F16, RUSTG_ELEMENT_F16, "f32", "f16", "f16"},
                                     {RUSTG_ELEMENT_F16, RUSTG_ELEMENT_F32, "f32", "f16", "f32"},
                                     {RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_BF16, "f32", "bf16", "bf16"},
                                     {RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_F32, "f32", "bf16", "f32"}};
enum { N_TYPES = sizeof types / sizeof types[0], N_SIDES = 3, BLOCK = 256, MOST_GRID_Y = 65535 };
_Static_assert(N_TYPES *N_SIDES <= PRODUCT_N_KERNELS, "modules of a context");

static int kernel_read_mod(void *user, const char *path, const uint8_t **bytes, size_t *n_bytes)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    (void)user;
    for (const product_text *text = product_texts; text->name; text++)
        if (strcmp(text->name, name) == 0) {
            *bytes = (const uint8_t *)text->text;
            *n_bytes = strlen(text->text);
            return 0;
        }
    return 1;
}

/* The kernel `instance` of a module of kernels/product, compiled in the place of the state. The lock is held. */
static rustg_status kernel_get(rustg_context *context, rustg_module **module, const char *root, const char *instance,
                               rustg_function **function, rustg_error *error)
{
    const char *const instances[] = {instance};
    char name[160];
    rustg_instance_name(instance, name, sizeof name);
    if (!*module) {
        const rustg_kernel_options options = {.struct_size = sizeof options,
                                              .no_checks = 1,
                                              .read_mod = kernel_read_mod,
                                              .instances = instances,
                                              .n_instances = 1};
        const rustg_source source = {.name = "product.rs", .bytes = (const uint8_t *)root, .n_bytes = strlen(root)};
        rustg_status status = rustg_module_from_rust(context, &source, 1, &options, module, error);
        if (status != RUSTG_OK)
            return status;
    }
    return rustg_module_function(*module, name, function, error);
}

static kernel_job kernel_job_of(const product *p)
{
    kernel_job job = {.m = p->m,
                      .n = p->n,
                      .k = p->alpha == 0 ? 0 : p->k,
                      .n_batch = p->n_batch,
                      .a_row = p->transpose_a ? 1 : p->a.row_stride,
                      .a_column = p->transpose_a ? p->a.row_stride : 1,
                      .a_batch = p->a.batch_stride,
                      .b_row = p->transpose_b ? 1 : p->b.row_stride,
                      .b_column = p->transpose_b ? p->b.row_stride : 1,
                      .b_batch = p->b.batch_stride,
                      .c_row = p->c.row_stride,
                      .c_batch = p->c.batch_stride,
                      .alpha = p->alpha,
                      .beta = p->beta,
                      .activation = (uint32_t)p->activation,
                      .has_bias = p->bias != 0};
    return job;
}

static uint64_t kernel_tiles(const product *p, uint64_t side)
{
    return ((p->m + side - 1) / side) * ((p->n + side - 1) / side);
}

/* Tiles of 128, 64 or 32 rows and columns: the largest with which each multiprocessor has one. */
static uint32_t kernel_side(const rustg_context *context, const product *p)
{
    int n = 1;
    if (context->driver)
        context->driver->cuDeviceGetAttribute(&n, CUDA_ATTRIBUTE_MULTIPROCESSORS, context->device);
    uint32_t per = 8;
    while (per > 2 && kernel_tiles(p, 16 * per) * p->n_batch < (uint64_t)n)
        per /= 2;
    return per;
}

static rustg_status kernel_general(rustg_stream *stream, product_state *state, const product *p, rustg_error *error)
{
    static const char root[] = "use rustg_std::prelude::*;\nmod product_numbers;\nmod product_general;\n";
    const uint32_t per = kernel_side(stream->context, p);
    const uint64_t tiles = kernel_tiles(p, 16 * per);
    const kernel_job job = kernel_job_of(p);
    char instance[96];
    rustg_function *function;
    size_t i = 0;
    while (types[i].element != p->element || types[i].output != p->output)
        i++;
    snprintf(instance, sizeof instance, "product_general::general::<%s, %s, %s, %u>", types[i].sum, types[i].in,
             types[i].out, (unsigned)per);
    pthread_mutex_lock(&state->lock);
    rustg_status status = kernel_get(stream->context, &state->modules[i * N_SIDES + (per == 4) + 2 * (per == 8)], root,
                                     instance, &function, error);
    pthread_mutex_unlock(&state->lock);
    if (status != RUSTG_OK)
        return status;
    if (tiles > INT32_MAX)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "C has %llu tiles; a launch has 2^31 - 1",
                          (unsigned long long)tiles);
    const uint64_t pointers[] = {p->a.pointer, p->b.pointer, p->c.pointer, p->bias};
    rustg_launch_argument args[5] = {{.value = &job, .n_bytes = sizeof job}};
    for (size_t a = 0; a < 4; a++)
        args[a + 1] = (rustg_launch_argument){.value = &pointers[a], .n_bytes = sizeof pointers[a]};
    const rustg_launch_config config = {
        .struct_size = sizeof config,
        .grid = {(uint32_t)tiles, (uint32_t)(p->n_batch < MOST_GRID_Y ? p->n_batch : MOST_GRID_Y), 1},
        .block = {BLOCK, 1, 1}};
    return rustg_launch(function, stream, &config, args, 5, error);
}

rustg_status product_by_kernels(rustg_stream *stream, const product *p, const char **kernel, rustg_error *error)
{
    product_state *state;
    rustg_status status = product_state_get(stream->context, &state, error);
    if (status != RUSTG_OK)
        return status;
    *kernel = "general";
    return kernel_general(stream, state, p, error);
}
