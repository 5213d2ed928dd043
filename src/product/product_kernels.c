/* product_kernels.c: rustg's own products on CUDA: kernels in Rust (kernels/product), compiled when they are first used
 * and kept by the context, and in the cache if that is on. */
#include "product/product_cublaslt.h"

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
enum { N_TYPES = sizeof types / sizeof types[0], N_SIDES = 3, N_SIZES = 4, MOST_GRID_Y = 65535 };
enum { N_LAYOUTS = 4 };
enum { PACK_U16 = PRODUCT_N_KERNELS - 3, PACK_U32, PACK_TURNED, MOST_GRID_X = 1 << 20 };
_Static_assert(N_TYPES *(N_SIDES + 4 * N_SIZES * N_LAYOUTS * PRODUCT_N_ACTIVATIONS) <= PACK_U16,
               "modules of a context");
/* Of product_hopper.rs. */
enum { HOPPER_BLOCK = 384, HOPPER_ROWS = 128, HOPPER_DEPTH = 64, HOPPER_SHARED = 230400, HOPPER_MAPS_BYTES = 384 };
/* Of product_thin.rs. */
enum { THIN_ROWS = 16, THIN_COLUMNS = 32, THIN_BLOCK = 512 };

static int kernels_read_mod(void *user, const char *path, const uint8_t **bytes, size_t *n_bytes)
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

rustg_status product_kernel_get(rustg_context *context, rustg_module **module, const char *root, const char *instance,
                                rustg_function **function, rustg_error *error)
{
    const char *const instances[] = {instance};
    char name[160];
    rustg_instance_name(instance, name, sizeof name);
    if (!*module) {
        const rustg_kernel_options options = {.struct_size = sizeof options,
                                              .no_checks = 1,
                                              .read_mod = kernels_read_mod,
                                              .instances = instances,
                                              .n_instances = 1};
        const rustg_source source = {.name = "product.rs", .bytes = (const uint8_t *)root, .n_bytes = strlen(root)};
        rustg_status status = rustg_module_from_rust(context, &source, 1, &options, module, error);
        if (status != RUSTG_OK)
            return status;
    }
    return rustg_module_function(*module, name, function, error);
}

rustg_status product_kernel_get_hopper(rustg_context *context, product_state *state, size_t place, const char *root,
                                       const char *instance, rustg_function **function, rustg_error *error)
{
    static const char *const archs[] = {"sm_90a"};
    const char *const instances[] = {instance};
    char name[160];
    rustg_instance_name(instance, name, sizeof name);
    if (!state->modules[place]) {
        const rustg_kernel_options options = {.struct_size = sizeof options,
                                              .outputs = 1u << RUSTG_OUTPUT_CUBIN,
                                              .archs = archs,
                                              .n_archs = 1,
                                              .no_checks = 1,
                                              .read_mod = kernels_read_mod,
                                              .instances = instances,
                                              .n_instances = 1};
        const rustg_compile_options how = {.struct_size = sizeof how, .engine = RUSTG_ENGINE_CPU, .kernels = &options};
        const rustg_source source = {.name = "product.rs", .bytes = (const uint8_t *)root, .n_bytes = strlen(root)};
        rustg_result *result;
        rustg_status status = rustg_compile(&source, 1, &how, &result, error);
        state->lacks_nvrtc = state->lacks_nvrtc || status == RUSTG_ERR_NO_NVRTC;
        if (status != RUSTG_OK)
            return status;
        status = rustg_result_success(result) ? rustg_module_from_result(context, result, &state->modules[place], error)
                                              : error_fail(error, RUSTG_ERR_SOURCE, "%s", rustg_result_message(result));
        if (status != RUSTG_OK) {
            rustg_result_free(result);
            return status;
        }
        state->results[place] = result;
    }
    return rustg_module_function(state->modules[place], name, function, error);
}

static kernel_job kernels_job_of(const product *p)
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

static uint64_t kernels_tiles(uint64_t m, uint64_t tall, uint64_t n, uint64_t wide)
{
    return ((m + tall - 1) / tall) * ((n + wide - 1) / wide);
}

int product_attribute(const rustg_context *context, int which)
{
    int value = 0;
    context->driver->cuDeviceGetAttribute(&value, which, context->device);
    return value;
}

int product_capability(const rustg_context *context)
{
    return product_attribute(context, CUDA_ATTRIBUTE_COMPUTE_MAJOR) * 10 +
           product_attribute(context, CUDA_ATTRIBUTE_COMPUTE_MINOR);
}

bool product_has_hopper(rustg_context *context)
{
    return context->driver && context->driver->cuTensorMapEncodeTiled && product_capability(context) == 90 &&
           !product_lacks_nvrtc(context);
}

/* Tiles of 128, 64 or 32 rows and columns: the largest with which each multiprocessor has one. */
static uint32_t kernels_side(const rustg_context *context, const product *p)
{
    const int n = context->driver ? product_attribute(context, CUDA_ATTRIBUTE_MULTIPROCESSORS) : 1;
    uint32_t side = 128;
    while (side > 32 && kernels_tiles(p->m, side, p->n, side) * p->n_batch < (uint64_t)n)
        side /= 2;
    return side;
}

static size_t kernels_types_of(const product *p)
{
    size_t i = 0;
    while (types[i].element != p->element || types[i].output != p->output)
        i++;
    return i;
}

static bool kernels_is_half(const product *p)
{
    return p->element == RUSTG_ELEMENT_F16 || p->element == RUSTG_ELEMENT_BF16;
}

/* Launches the kernel in that place of the state, of a block a tile and matrix of the batch. */
static rustg_status kernels_by_tiles(rustg_stream *stream, product_state *state, const product *p, size_t at,
                                     const char *root, const char *instance, uint64_t tiles, uint32_t n_threads,
                                     rustg_error *error)
{
    const kernel_job job = kernels_job_of(p);
    rustg_function *function;
    pthread_mutex_lock(&state->lock);
    rustg_status status = product_kernel_get(stream->context, &state->modules[at], root, instance, &function, error);
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
        .block = {n_threads, 1, 1}};
    return rustg_launch(function, stream, &config, args, 5, error);
}

static rustg_status kernels_general(rustg_stream *stream, product_state *state, const product *p, rustg_error *error)
{
    static const char root[] = "use rustg_std::prelude::*;\nmod product_numbers;\nmod product_general;\n";
    const uint32_t side = kernels_side(stream->context, p);
    const size_t i = kernels_types_of(p);
    char instance[96];
    snprintf(instance, sizeof instance, "product_general::general::<%s, %s, %s, %u>", types[i].sum, types[i].in,
             types[i].out, (unsigned)side / 16);
    return kernels_by_tiles(stream, state, p, i * N_SIDES + (side == 64) + 2 * (side == 128), root, instance,
                            kernels_tiles(p->m, side, p->n, side), 256, error);
}

/* The place of a kernel of tensor cores in the state, by its size. */
static size_t kernels_place(const product *p, size_t which, size_t size)
{
    const size_t layout = p->transpose_a + 2 * (size_t)!p->transpose_b;
    return N_TYPES * N_SIDES +
           (((which * N_TYPES + kernels_types_of(p)) * N_LAYOUTS + layout) * N_SIZES + size) * PRODUCT_N_ACTIVATIONS +
           p->activation;
}

/* Of f32 the widest tiles have half the columns, for all to fit the registers. */
static rustg_status kernels_mma(rustg_stream *stream, product_state *state, const product *p, rustg_error *error)
{
    static const char root[] = "use rustg_std::prelude::*;\nmod product_numbers;\nmod product_mma;\n";
    const uint32_t side = kernels_side(stream->context, p);
    const uint32_t wide = side == 128 && p->element == RUSTG_ELEMENT_F32 ? 64 : side;
    const kernel_types *t = &types[kernels_types_of(p)];
    char instance[96];
    snprintf(instance, sizeof instance, "product_mma::mma::<%s, %s, %u, %u, %u, %u, %u>", t->in, t->out,
             (unsigned)side / 32, (unsigned)wide / 32, p->transpose_a, !p->transpose_b, (unsigned)p->activation);
    return kernels_by_tiles(stream, state, p, kernels_place(p, 0, (side == 64) + 2 * (size_t)(side == 128)), root,
                            instance, kernels_tiles(p->m, side, p->n, wide), 128, error);
}

/* Of few rows. */
static rustg_status kernels_thin(rustg_stream *stream, product_state *state, const product *p, rustg_error *error)
{
    static const char root[] = "use rustg_std::prelude::*;\nmod product_numbers;\nmod product_thin;\n";
    const kernel_types *t = &types[kernels_types_of(p)];
    char instance[96];
    snprintf(instance, sizeof instance, "product_thin::thin::<%s, %s, %u, %u>", t->in, t->out, p->transpose_a,
             !p->transpose_b);
    return kernels_by_tiles(stream, state, p, kernels_place(p, 3, 0), root, instance,
                            (p->n + THIN_COLUMNS - 1) / THIN_COLUMNS, THIN_BLOCK, error);
}

/* Whether a tensor map takes the matrix. */
static bool kernels_map_takes(const product_matrix *matrix, uint64_t n_batch, rustg_element element)
{
    const uint64_t most = UINT64_C(1) << 40; /* bytes of a stride, not included */
    const uint64_t bytes = rustg_element_size(element);
    return matrix->pointer % 16 == 0 && matrix->row_stride * bytes % 16 == 0 &&
           (n_batch == 1 || (matrix->batch_stride < most / bytes && matrix->batch_stride * bytes % 16 == 0));
}

/* Whether operands are taken as they are, and none is copied first. */
static bool kernels_hopper_takes(const product *p)
{
    return kernels_map_takes(&p->a, p->n_batch, p->element) && kernels_map_takes(&p->b, p->n_batch, p->element) &&
           (p->element != RUSTG_ELEMENT_F32 || (!p->transpose_a && p->transpose_b));
}

/* Whether product_hopper.rs has the product. What no tensor map takes, and f32 along whose rows k does not run, is
 * copied first where that is little beside the product. A capture allocates nothing for copies. */
static bool kernels_hopper_fits(const rustg_stream *stream, const product *p)
{
    enum { MUCH = 256 };
    const bool is_tf32 = p->element == RUSTG_ELEMENT_F32 && p->allow_tf32;
    return product_has_hopper(stream->context) && p->alpha != 0 && p->k != 0 && (kernels_is_half(p) || is_tf32) &&
           ((p->m >= MUCH && p->n >= MUCH && !stream->capture) || kernels_hopper_takes(p));
}

/* Puts a matrix that no tensor map takes into a buffer with aligned rows, and one that is to be turned into one with
 * rows for columns; of others the buffer is NULL. */
static rustg_status kernels_pack(rustg_stream *stream, product_state *state, const product *p, bool is_turned,
                                 product_matrix *matrix, rustg_buffer **buffer, rustg_error *error)
{
    static const char root[] = "use rustg_std::prelude::*;\nmod product_pack;\n";
    static const char *const instances[] = {"product_pack::pack::<u16>", "product_pack::pack::<u32>",
                                            "product_pack::turn::<u32>"};
    enum { TURNED_SIDE = 32 };
    const uint64_t bytes = rustg_element_size(p->element);
    const size_t place = is_turned ? PACK_TURNED : bytes == 2 ? PACK_U16 : PACK_U32;
    rustg_function *function;
    *buffer = NULL;
    if (!is_turned && kernels_map_takes(matrix, p->n_batch, p->element))
        return RUSTG_OK;
    const uint64_t rows = is_turned ? matrix->columns : matrix->rows;
    const uint64_t columns = is_turned ? matrix->rows : matrix->columns;
    const uint64_t row = (columns + 7) / 8 * 8, n = matrix->batch_stride ? p->n_batch : 1;
    rustg_status status = rustg_buffer_allocate(stream->context, n * rows * row * bytes, stream, buffer, error);
    if (status != RUSTG_OK)
        return status;
    pthread_mutex_lock(&state->lock);
    status = product_kernel_get(stream->context, &state->modules[place], root, instances[place - PACK_U16], &function,
                                error);
    pthread_mutex_unlock(&state->lock);
    const uint64_t numbers[] = {matrix->rows,       matrix->columns,      n, matrix->pointer,
                                matrix->row_stride, matrix->batch_stride, 0, row};
    rustg_launch_argument args[8];
    for (size_t i = 0; i < 8; i++)
        args[i] = (rustg_launch_argument){.value = &numbers[i], .n_bytes = sizeof numbers[i]};
    args[6] = (rustg_launch_argument){.buffer = *buffer};
    const uint64_t wide = is_turned ? kernels_tiles(rows, TURNED_SIDE, columns, TURNED_SIDE) : rows;
    const rustg_launch_config config = {
        .struct_size = sizeof config,
        .grid = {(uint32_t)(wide < MOST_GRID_X ? wide : MOST_GRID_X), (uint32_t)(n < MOST_GRID_Y ? n : MOST_GRID_Y), 1},
        .block = {256, 1, 1}};
    if (status == RUSTG_OK)
        status = rustg_launch(function, stream, &config, args, 8, error);
    *matrix = (product_matrix){.pointer = rustg_buffer_pointer(*buffer),
                               .rows = rows,
                               .columns = columns,
                               .row_stride = row,
                               .batch_stride = matrix->batch_stride ? rows * row : 0};
    return status;
}

/* Of tiles of 128 bytes of so many lines. f32 is rounded to tf32 where it is copied. */
static rustg_status kernels_tensor_map(rustg_context *context, const product *p, const product_matrix *matrix,
                                       uint32_t lines, void *map, rustg_error *error)
{
    const uint32_t bytes = (uint32_t)rustg_element_size(p->element);
    const int type = p->element == RUSTG_ELEMENT_BF16  ? CUDA_TENSOR_BF16
                     : p->element == RUSTG_ELEMENT_F16 ? CUDA_TENSOR_F16
                                                       : CUDA_TENSOR_TF32;
    const bool is_one = p->n_batch == 1 || matrix->batch_stride == 0;
    const uint64_t sizes[] = {matrix->columns, matrix->rows, is_one ? 1 : p->n_batch};
    const uint64_t strides[] = {matrix->row_stride * bytes,
                                (is_one ? matrix->row_stride : matrix->batch_stride) * bytes};
    const uint32_t tile[] = {128 / bytes, lines, 1}, steps[] = {1, 1, 1};
    return runtime_check(context,
                         context->driver->cuTensorMapEncodeTiled(map, type, 3, (void *)(uintptr_t)matrix->pointer,
                                                                 sizes, strides, tile, steps, CUDA_TENSOR_NO_INTERLEAVE,
                                                                 CUDA_TENSOR_SWIZZLE_128, CUDA_TENSOR_PROMOTE_256,
                                                                 CUDA_TENSOR_ZEROS),
                         "cuTensorMapEncodeTiled", error);
}

static uint64_t kernels_hopper_tiles(const product *p, uint32_t columns)
{
    return kernels_tiles(p->m, HOPPER_ROWS, p->n, columns) * p->n_batch;
}

/* Columns of a tile: those with which the multiprocessors are done first, if each has one tile after another. A tile
 * takes as long as its columns and some more. */
static uint32_t kernels_hopper_columns(const product *p, uint64_t n_multiprocessors)
{
    enum { MORE = 32 };
    uint32_t best = 256;
    uint64_t least = UINT64_MAX;
    for (uint32_t columns = 256; columns >= 64; columns -= 64) {
        const uint64_t turns = (kernels_hopper_tiles(p, columns) + n_multiprocessors - 1) / n_multiprocessors;
        if (turns * (columns + MORE) < least) {
            least = turns * (columns + MORE);
            best = columns;
        }
    }
    return best;
}

static rustg_status kernels_hopper_launch(rustg_stream *stream, rustg_function *function, const product *p,
                                          uint64_t n_blocks, const uint8_t *maps, rustg_error *error)
{
    const kernel_job job = kernels_job_of(p);
    const rustg_launch_argument args[] = {{.value = &job, .n_bytes = sizeof job},
                                          {.value = maps, .n_bytes = HOPPER_MAPS_BYTES},
                                          {.value = &p->c.pointer, .n_bytes = sizeof p->c.pointer},
                                          {.value = &p->bias, .n_bytes = sizeof p->bias}};
    const rustg_launch_config config = {.struct_size = sizeof config,
                                        .grid = {(uint32_t)n_blocks, 1, 1},
                                        .block = {HOPPER_BLOCK, 1, 1},
                                        .dynamic_shared_bytes = HOPPER_SHARED};
    return rustg_launch(function, stream, &config, args, sizeof args / sizeof args[0], error);
}

static rustg_status kernels_hopper_aligned(rustg_stream *stream, product_state *state, const product *p,
                                           rustg_error *error)
{
    static const char root[] = "use rustg_std::prelude::*;\nmod product_numbers;\nmod product_hopper;\n";
    rustg_context *context = stream->context;
    _Alignas(64) uint8_t maps[HOPPER_MAPS_BYTES] = {0};
    rustg_function *function;
    char instance[96];
    const kernel_types *t = &types[kernels_types_of(p)];
    const uint64_t n = (uint64_t)product_attribute(context, CUDA_ATTRIBUTE_MULTIPROCESSORS);
    const uint32_t columns = kernels_hopper_columns(p, n);
    const uint64_t tiles = kernels_hopper_tiles(p, columns);
    const size_t size = columns / 64 - 1;
    const bool is_staged =
        rustg_element_size(p->output) == 2 && p->beta == 0 && kernels_map_takes(&p->c, p->n_batch, p->output);
    snprintf(instance, sizeof instance, "product_hopper::hopper::<%s, %s, %u, %u, %u, %u, %u, %u>", t->in, t->out,
             (unsigned)columns / 2, (unsigned)columns, p->transpose_a, !p->transpose_b, (unsigned)p->activation,
             is_staged);
    rustg_status status =
        kernels_tensor_map(context, p, &p->a, p->transpose_a ? HOPPER_DEPTH : HOPPER_ROWS, maps, error);
    if (status == RUSTG_OK)
        status = kernels_tensor_map(context, p, &p->b, p->transpose_b ? columns : HOPPER_DEPTH, maps + 128, error);
    if (status == RUSTG_OK && is_staged)
        status = kernels_tensor_map(context, p, &p->c, 64, maps + 256, error);
    if (status != RUSTG_OK)
        return status;
    pthread_mutex_lock(&state->lock);
    status = product_kernel_get_hopper(context, state, kernels_place(p, 1 + is_staged, size), root, instance, &function,
                                       error);
    pthread_mutex_unlock(&state->lock);
    return status == RUSTG_OK ? kernels_hopper_launch(stream, function, p, tiles < n ? tiles : n, maps, error) : status;
}

static rustg_status kernels_hopper(rustg_stream *stream, product_state *state, const product *p, rustg_error *error)
{
    product aligned = *p;
    const bool is_tf32 = p->element == RUSTG_ELEMENT_F32;
    rustg_buffer *a, *b = NULL;
    rustg_status status = kernels_pack(stream, state, p, is_tf32 && p->transpose_a, &aligned.a, &a, error);
    if (status == RUSTG_OK)
        status = kernels_pack(stream, state, p, is_tf32 && !p->transpose_b, &aligned.b, &b, error);
    if (is_tf32) {
        aligned.transpose_a = false;
        aligned.transpose_b = true;
    }
    if (status == RUSTG_OK)
        status = kernels_hopper_aligned(stream, state, &aligned, error);
    rustg_buffer_free(a);
    rustg_buffer_free(b);
    return status;
}

product_kernel product_kernel_of(const rustg_stream *stream, const product *p)
{
    const rustg_context *context = stream->context;
    if ((!kernels_is_half(p) && !p->allow_tf32) || (context->driver && product_capability(context) < 80))
        return PRODUCT_KERNEL_GENERAL;
    if (p->m <= THIN_ROWS)
        return PRODUCT_KERNEL_THIN;
    if (kernels_hopper_fits(stream, p) && kernels_hopper_tiles(p, 64) < INT32_MAX)
        return PRODUCT_KERNEL_HOPPER;
    return PRODUCT_KERNEL_MMA;
}

rustg_status product_by_kernels(rustg_stream *stream, const product *p, const char **kernel, rustg_error *error)
{
    static const struct {
        const char *name;
        rustg_status (*run)(rustg_stream *stream, product_state *state, const product *p, rustg_error *error);
    } kernels[] = {[PRODUCT_KERNEL_GENERAL] = {"general", kernels_general},
                   [PRODUCT_KERNEL_MMA] = {"mma", kernels_mma},
                   [PRODUCT_KERNEL_THIN] = {"thin", kernels_thin},
                   [PRODUCT_KERNEL_HOPPER] = {"hopper", kernels_hopper}};
    const product_kernel which = product_kernel_of(stream, p);
    product_state *state;
    rustg_status status = product_state_get(stream->context, &state, error);
    if (status != RUSTG_OK)
        return status;
    *kernel = kernels[which].name;
    return kernels[which].run(stream, state, p, error);
}
