/* ptx_device.c: a device for tests: rustg compiles for it, and the launch, its module, its buffers and its tensor maps
 * end here. */
#include "product/ptx_device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "codegen/ptx/ptx.h"
#include "product/product_kernels.h"

#include "base/error_check.h"

rustg_context ptx_device;
rustg_stream ptx_device_stream;
ptx_place ptx_places[PTX_N_PLACES];
const char *ptx_taken, *ptx_instead, *ptx_of = "";
bool ptx_was_taken;
unsigned ptx_n_launches;
uint32_t ptx_backend = RUSTG_KERNEL_BACKEND_NVRTC;
static rustg_context *context;
static rustg_stream *stream;
static int n_multiprocessors, compute_capability;

typedef struct ptx_module {
    char *text;
    char name[256];
} ptx_module;

static int attribute(int *value, int which, cuda_device of)
{
    (void)of;
    *value = which == CUDA_ATTRIBUTE_MULTIPROCESSORS ? n_multiprocessors
             : which == CUDA_ATTRIBUTE_COMPUTE_MAJOR ? compute_capability / 10
                                                     : compute_capability % 10;
    return 0;
}

static int encode(void *map, int type, unsigned rank, void *tensor, const uint64_t *sizes, const uint64_t *strides,
                  const unsigned *tile, const unsigned *steps, int interleave, int swizzle, int promotion, int fill)
{
    ptx_tensor_map made = {.magic = PTX_TENSOR_MAP,
                           .address = (uint64_t)(uintptr_t)tensor,
                           .rank = rank,
                           .bytes = type == CUDA_TENSOR_TF32 ? 4 : 2};
    bool is_good = (type == CUDA_TENSOR_BF16 || type == CUDA_TENSOR_F16 || type == CUDA_TENSOR_TF32) &&
                   (rank == 3 || rank == 4) && made.address % 16 == 0 && interleave == CUDA_TENSOR_NO_INTERLEAVE &&
                   swizzle == CUDA_TENSOR_SWIZZLE_128 && promotion == CUDA_TENSOR_PROMOTE_256 &&
                   fill == CUDA_TENSOR_ZEROS && tile[0] * made.bytes <= 128;
    for (unsigned i = 0; is_good && i < rank; i++) {
        is_good = sizes[i] > 0 && tile[i] <= 256 && steps[i] == 1 && (i == 0 || strides[i - 1] % 16 == 0);
        made.sizes[i] = sizes[i];
        made.tile[i] = tile[i];
        if (i)
            made.strides[i - 1] = strides[i - 1];
    }
    memcpy(map, &made, sizeof made);
    return is_good ? 0 : 1;
}

static int read_mod(void *user, const char *path, const uint8_t **bytes, size_t *n_bytes)
{
    static char changed[1 << 16];
    const char *slash = strrchr(path, '/');
    (void)user;
    for (const product_text *text = product_texts; text->name; text++) {
        if (strcmp(text->name, slash ? slash + 1 : path) != 0)
            continue;
        const char *at = ptx_taken && strstr(text->name, ptx_of) ? strstr(text->text, ptx_taken) : NULL;
        *bytes = (const uint8_t *)text->text;
        *n_bytes = strlen(text->text);
        if (at) {
            const size_t before = (size_t)(at - text->text), n = strlen(ptx_instead);
            const char *rest = at + strlen(ptx_taken);
            CHECK(*n_bytes + n < sizeof changed);
            memcpy(changed, text->text, before);
            memcpy(changed + before, ptx_instead, n);
            memcpy(changed + before + n, rest, strlen(rest) + 1);
            *bytes = (const uint8_t *)changed;
            *n_bytes = strlen(changed);
            ptx_was_taken = true;
        }
        return 0;
    }
    return 1;
}

rustg_status __real_rustg_compile(const rustg_source *sources, size_t n_sources, const rustg_compile_options *options,
                                  rustg_result **result, rustg_error *why);
rustg_status __wrap_rustg_compile(const rustg_source *sources, size_t n_sources, const rustg_compile_options *options,
                                  rustg_result **result, rustg_error *why);
rustg_status __wrap_rustg_module_from_result(rustg_context *of, rustg_result *result, rustg_module **module,
                                             rustg_error *why);
rustg_status __wrap_rustg_module_from_rust(rustg_context *of, const rustg_source *sources, size_t n_sources,
                                           const rustg_kernel_options *options, rustg_module **module,
                                           rustg_error *why);
rustg_status __wrap_rustg_module_function(rustg_module *module, const char *name, rustg_function **function,
                                          rustg_error *why);
void __wrap_rustg_module_free(rustg_module *module);
rustg_status __real_rustg_buffer_allocate(rustg_context *of, uint64_t n_bytes, rustg_stream *on, rustg_buffer **buffer,
                                          rustg_error *why);
rustg_status __wrap_rustg_buffer_allocate(rustg_context *of, uint64_t n_bytes, rustg_stream *on, rustg_buffer **buffer,
                                          rustg_error *why);
void __real_rustg_buffer_free(rustg_buffer *buffer);
void __wrap_rustg_buffer_free(rustg_buffer *buffer);
uint64_t __wrap_rustg_buffer_pointer(const rustg_buffer *buffer);
rustg_status __real_rustg_copy_to_buffer(rustg_buffer *to, uint64_t at, const void *from, uint64_t n_bytes,
                                         rustg_stream *on, rustg_error *why);
rustg_status __wrap_rustg_copy_to_buffer(rustg_buffer *to, uint64_t at, const void *from, uint64_t n_bytes,
                                         rustg_stream *on, rustg_error *why);
rustg_status __wrap_rustg_launch(rustg_function *function, rustg_stream *on, const rustg_launch_config *config,
                                 const rustg_launch_argument *args, size_t n_args, rustg_error *why);

rustg_status __wrap_rustg_compile(const rustg_source *sources, size_t n_sources, const rustg_compile_options *options,
                                  rustg_result **result, rustg_error *why)
{
    rustg_compile_options how = *options;
    rustg_kernel_options kernels = *options->kernels;
    how.kernels = &kernels;
    kernels.outputs = 1u << RUSTG_OUTPUT_PTX;
    kernels.backend = ptx_backend;
    kernels.read_mod = read_mod;
    return __real_rustg_compile(sources, n_sources, &how, result, why);
}

rustg_status __wrap_rustg_module_from_result(rustg_context *of, rustg_result *result, rustg_module **module,
                                             rustg_error *why)
{
    ptx_module *made = calloc(1, sizeof *made);
    const uint8_t *bytes;
    size_t n;
    CHECK(of == &ptx_device && rustg_result_output(result, RUSTG_OUTPUT_PTX, 0, &bytes, &n) == RUSTG_OK);
    CHECK(made && (made->text = malloc(n + 1)) != NULL);
    (void)why;
    memcpy(made->text, bytes, n);
    made->text[n] = 0;
    *module = (rustg_module *)made;
    return RUSTG_OK;
}

rustg_status __wrap_rustg_module_from_rust(rustg_context *of, const rustg_source *sources, size_t n_sources,
                                           const rustg_kernel_options *options, rustg_module **module, rustg_error *why)
{
    static const char *const archs[] = {"sm_80"};
    rustg_kernel_options kernels = *options;
    const rustg_compile_options how = {.struct_size = sizeof how, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    rustg_result *result;
    kernels.archs = archs;
    kernels.n_archs = 1;
    rustg_status status = __wrap_rustg_compile(sources, n_sources, &how, &result, why);
    if (status != RUSTG_OK)
        return status;
    status = rustg_result_success(result) ? __wrap_rustg_module_from_result(of, result, module, why)
                                          : error_set(why, RUSTG_ERR_SOURCE, "%s", rustg_result_message(result));
    rustg_result_free(result);
    return status;
}

rustg_status __wrap_rustg_module_function(rustg_module *module, const char *name, rustg_function **function,
                                          rustg_error *why)
{
    ptx_module *of = (ptx_module *)module;
    (void)why;
    snprintf(of->name, sizeof of->name, "%s", name);
    *function = (rustg_function *)of;
    return RUSTG_OK;
}

void __wrap_rustg_module_free(rustg_module *module)
{
    ptx_module *of = (ptx_module *)module;
    if (of)
        free(of->text);
    free(of);
}

/* Buffers of the device: each has its address while it lives. */
enum { N_BUFFERS = 96 };
static rustg_buffer *buffers[N_BUFFERS];

static uint64_t address_of(size_t i)
{
    return PTX_PLACE(PTX_N_PLACES) + ((uint64_t)i << 30);
}

static rustg_buffer **find_buffer(const rustg_buffer *buffer)
{
    for (size_t i = 0; i < N_BUFFERS; i++)
        if (buffers[i] == buffer)
            return &buffers[i];
    return NULL;
}

rustg_status __wrap_rustg_buffer_allocate(rustg_context *of, uint64_t n_bytes, rustg_stream *on, rustg_buffer **buffer,
                                          rustg_error *why)
{
    if (of != &ptx_device)
        return __real_rustg_buffer_allocate(of, n_bytes, on, buffer, why);
    rustg_buffer **found = find_buffer(NULL);
    rustg_status status = __real_rustg_buffer_allocate(context, n_bytes, stream, buffer, why);
    CHECK(found);
    *found = status == RUSTG_OK ? *buffer : NULL;
    return status;
}

void __wrap_rustg_buffer_free(rustg_buffer *buffer)
{
    rustg_buffer **found = buffer ? find_buffer(buffer) : NULL;
    if (found)
        *found = NULL;
    __real_rustg_buffer_free(buffer);
}

uint64_t __wrap_rustg_buffer_pointer(const rustg_buffer *buffer)
{
    rustg_buffer **found = find_buffer(buffer);
    return found ? address_of((size_t)(found - buffers)) : buffer->pointer;
}

rustg_status __wrap_rustg_copy_to_buffer(rustg_buffer *to, uint64_t at, const void *from, uint64_t n_bytes,
                                         rustg_stream *on, rustg_error *why)
{
    return __real_rustg_copy_to_buffer(to, at, from, n_bytes, on == &ptx_device_stream ? stream : on, why);
}

/* Buffers are what a kernel has beside the matrices. */
static bool run_ptx(ptx_machine *m, const ptx_module *of, const rustg_launch_config *config,
                    const rustg_launch_argument *args, size_t n_args)
{
    const void *params[8];
    uint64_t addresses[8];
    ptx_launch launch = {
        .kernel = of->name, .dynamic_shared = config->dynamic_shared_bytes, .params = params, .n_params = n_args};
    memcpy(launch.grid, config->grid, sizeof launch.grid);
    memcpy(launch.block, config->block, sizeof launch.block);
    CHECK(n_args <= 8);
    if (!ptx_read(m, of->text))
        return false;
    jmp_buf out;
    m->memory.out_of_memory = &out;
    if (setjmp(out))
        return ptx_fail(m, 0, "out of memory");
    for (int i = 0; i < PTX_N_PLACES; i++) {
        m->next_address = PTX_PLACE(i);
        if (ptx_places[i].n_bytes)
            ptx_map(m, "matrix", ptx_places[i].bytes, ptx_places[i].n_bytes, ptx_places[i].is_written);
    }
    for (size_t i = 0; i < N_BUFFERS; i++) {
        m->next_address = address_of(i);
        if (buffers[i])
            ptx_map(m, "buffer", (void *)(uintptr_t)buffers[i]->pointer, buffers[i]->n_bytes, true);
    }
    for (size_t i = 0; i < n_args; i++) {
        params[i] = args[i].value;
        if (args[i].buffer) {
            addresses[i] = rustg_buffer_pointer(args[i].buffer);
            params[i] = &addresses[i];
        }
    }
    return ptx_run(m, &launch);
}

rustg_status __wrap_rustg_launch(rustg_function *function, rustg_stream *on, const rustg_launch_config *config,
                                 const rustg_launch_argument *args, size_t n_args, rustg_error *why)
{
    ptx_machine m = {.max_steps = UINT64_C(1000000000)};
    rustg_status status = RUSTG_OK;
    CHECK(on == &ptx_device_stream);
    ptx_n_launches++;
    if (!run_ptx(&m, (const ptx_module *)function, config, args, n_args))
        status = error_set(why, RUSTG_ERR_CUDA, "PTX interpreter: %s", m.message);
    ptx_free(&m);
    return status;
}

void ptx_open_device(rustg_context *host, rustg_stream *host_stream, int n, int capability)
{
    static cuda_driver driver;
    driver.cuDeviceGetAttribute = attribute;
    driver.cuTensorMapEncodeTiled = encode;
    memset(&ptx_device, 0, sizeof ptx_device);
    memset(&ptx_device_stream, 0, sizeof ptx_device_stream);
    ptx_device.driver = &driver;
    ptx_device_stream.context = &ptx_device;
    pthread_mutex_init(&ptx_device.lock, NULL);
    context = host;
    stream = host_stream;
    n_multiprocessors = n;
    compute_capability = capability;
}

void ptx_close_device(void)
{
    if (ptx_device.close_products)
        ptx_device.close_products(&ptx_device);
    pthread_mutex_destroy(&ptx_device.lock);
}
