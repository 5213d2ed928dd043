/* product_ptx_test.c: the Rust kernels of products that CUDA devices run, as NVRTC compiles them, on the PTX
 * interpreter: a context of ours stands for a device, and the launch, its module and its tensor maps end here. Copies
 * come and products are done as late as PTX allows; kernels from which a wait or a fence was taken are found out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "codegen/ptx/ptx.h"
#include "product/matmul_reference.h"
#include "product/product.h"
#include "product/product_kernels.h"
#include "runtime/runtime_objects.h"

#include "base/error_check.h"

/* Addresses of the matrices on the device, of which each has its own terabyte. */
enum { A, B, C, BIAS, MAPS, N_PLACES };
#define PLACE(i) (PTX_GLOBAL_WINDOW + ((uint64_t)(i) + 1) * (UINT64_C(1) << 40))

typedef struct place {
    uint8_t *bytes;
    uint64_t n_bytes;
} place;
static place places[N_PLACES];
static rustg_context *context, device;
static rustg_stream *stream, device_stream;
static int n_multiprocessors, compute_capability;
static const char *expected, *taken, *instead; /* the kernel's name; what is changed in its text */
static bool was_taken;
static unsigned n_launches;

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
    ptx_tensor_map made = {.magic = PTX_TENSOR_MAP, .address = (uint64_t)(uintptr_t)tensor, .rank = rank};
    bool is_good = (type == CUDA_TENSOR_BF16 || type == CUDA_TENSOR_F16) && rank == 3 && made.address % 16 == 0 &&
                   interleave == CUDA_TENSOR_NO_INTERLEAVE && swizzle == CUDA_TENSOR_SWIZZLE_128 &&
                   promotion == CUDA_TENSOR_PROMOTE_256 && fill == CUDA_TENSOR_ZEROS && tile[0] * 2 <= 128;
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
        const char *at = taken ? strstr(text->text, taken) : NULL;
        *bytes = (const uint8_t *)text->text;
        *n_bytes = strlen(text->text);
        if (at) {
            const size_t before = (size_t)(at - text->text), n = strlen(instead);
            const char *rest = at + strlen(taken);
            CHECK(*n_bytes + n < sizeof changed);
            memcpy(changed, text->text, before);
            memcpy(changed + before, instead, n);
            memcpy(changed + before + n, rest, strlen(rest) + 1);
            *bytes = (const uint8_t *)changed;
            *n_bytes = strlen(changed);
            was_taken = true;
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
rustg_status __wrap_product_on_cpu(const product *p, uint32_t n_threads, rustg_error *why);

rustg_status __wrap_rustg_compile(const rustg_source *sources, size_t n_sources, const rustg_compile_options *options,
                                  rustg_result **result, rustg_error *why)
{
    rustg_compile_options how = *options;
    rustg_kernel_options kernels = *options->kernels;
    how.kernels = &kernels;
    kernels.outputs = 1u << RUSTG_OUTPUT_PTX;
    kernels.read_mod = read_mod;
    return __real_rustg_compile(sources, n_sources, &how, result, why);
}

rustg_status __wrap_rustg_module_from_result(rustg_context *of, rustg_result *result, rustg_module **module,
                                             rustg_error *why)
{
    ptx_module *made = calloc(1, sizeof *made);
    const uint8_t *bytes;
    size_t n;
    CHECK(of == &device && rustg_result_output(result, RUSTG_OUTPUT_PTX, 0, &bytes, &n) == RUSTG_OK);
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
    return PLACE(MAPS) + ((uint64_t)i << 30);
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
    if (of != &device)
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
    return __real_rustg_copy_to_buffer(to, at, from, n_bytes, on == &device_stream ? stream : on, why);
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
    for (int i = 0; i < MAPS; i++) {
        m->next_address = PLACE(i);
        if (places[i].n_bytes)
            ptx_map(m, "matrix", places[i].bytes, places[i].n_bytes, i == C);
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
    CHECK(on == &device_stream);
    n_launches++;
    if (!run_ptx(&m, (const ptx_module *)function, config, args, n_args))
        status = error_set(why, RUSTG_ERR_CUDA, "PTX interpreter: %s", m.message);
    ptx_free(&m);
    return status;
}

static void put_place(int which, const product_matrix *matrix, uint64_t n_batch, uint64_t bytes, uint64_t *pointer)
{
    const uint64_t n = matrix->rows && matrix->columns ? (n_batch - 1) * matrix->batch_stride +
                                                             (matrix->rows - 1) * matrix->row_stride + matrix->columns
                                                       : 0;
    const uint64_t before = *pointer % 16;
    places[which] = (place){(uint8_t *)(uintptr_t)(*pointer - before), n ? n * bytes + before : 0};
    *pointer = PLACE(which) + before;
}

rustg_status __wrap_product_on_cpu(const product *p, uint32_t n_threads, rustg_error *why)
{
    product own = *p;
    const char *kernel = NULL;
    (void)n_threads;
    put_place(A, &p->a, p->n_batch, rustg_element_size(p->element), &own.a.pointer);
    put_place(B, &p->b, p->n_batch, rustg_element_size(p->element), &own.b.pointer);
    put_place(C, &p->c, p->n_batch, rustg_element_size(p->output), &own.c.pointer);
    memset(&places[BIAS], 0, sizeof places[BIAS]);
    if (p->bias)
        put_place(BIAS, &(product_matrix){.rows = 1, .columns = p->n}, 1, rustg_element_size(p->output), &own.bias);
    rustg_status status = product_by_kernels(&device_stream, &own, &kernel, why);
    CHECK(status != RUSTG_OK || strcmp(kernel, expected) == 0);
    return status;
}

static void open_device(int n, int capability)
{
    static cuda_driver driver;
    driver.cuDeviceGetAttribute = attribute;
    driver.cuTensorMapEncodeTiled = encode;
    memset(&device, 0, sizeof device);
    memset(&device_stream, 0, sizeof device_stream);
    device.driver = &driver;
    device_stream.context = &device;
    pthread_mutex_init(&device.lock, NULL);
    n_multiprocessors = n;
    compute_capability = capability;
}

static void close_device(void)
{
    if (device.close_products)
        device.close_products(&device);
    pthread_mutex_destroy(&device.lock);
}

/* n: multiprocessors, which decide the width of tiles. kinds: bits. */
static const struct ptx_case {
    case_row row;
    int n, capability;
    uint32_t kinds;
    const char *kernel;
} cases[] = {
    {{"bf16", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_BF16, 136, 72, 328, 2}, 132, 90, 0x00F, "hopper"},
    {{"f16", RUSTG_ELEMENT_F16, RUSTG_ELEMENT_F16, 64, 200, 40, 1}, 132, 90, 0xF00, "hopper"},
    {{"bf16, narrow", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_BF16, 264, 64, 24, 1}, 1, 90, 0x001, "hopper"},
    {{"f16 to f32, wide", RUSTG_ELEMENT_F16, RUSTG_ELEMENT_F32, 24, 264, 72, 1}, 1, 90, 0x001, "hopper"},
    {{"bf16 to f32", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_F32, 72, 200, 136, 2}, 132, 90, 0x7000, "hopper"},
    {{"bf16, alpha 0", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_BF16, 24, 40, 16, 1}, 132, 90, 0x8000, "mma"},
    {{"bf16, inside", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_BF16, 128, 128, 24, 1}, 1, 90, 0x020, "hopper"},
    {{"bf16, odd", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_BF16, 67, 37, 101, 2}, 132, 90, 0xF00, "mma"},
    {{"f16, aligned", RUSTG_ELEMENT_F16, RUSTG_ELEMENT_F16, 72, 136, 104, 2}, 1, 80, 0x00F, "mma"},
    {{"f16 to f32", RUSTG_ELEMENT_F16, RUSTG_ELEMENT_F32, 72, 136, 40, 1}, 4, 80, 0x0F0, "mma"},
    {{"bf16, packed", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_BF16, 259, 257, 37, 2}, 132, 90, 0x421, "hopper"},
    {{"bf16, thin", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_BF16, 13, 37, 101, 2}, 132, 90, 0xF00, "thin"},
    {{"f16, thin", RUSTG_ELEMENT_F16, RUSTG_ELEMENT_F32, 16, 72, 1040, 1}, 132, 80, 0x00F, "thin"},
    {{"tf32", RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, 67, 37, 35, 2}, 132, 90, 0x00F, "mma"},
    {{"tf32, wide", RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, 72, 136, 40, 1}, 1, 80, 0x0F0, "mma"},
    {{"f32", RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, 9, 7, 5, 1}, 132, 90, 0x001, "general"},
    {{"bf16, old", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_BF16, 9, 7, 5, 1}, 132, 75, 0x001, "general"},
};

/* What is taken from the kernel, and what the interpreter says then. */
static const struct ptx_mistake {
    const char *taken, *instead, *message;
} mistakes[] = {
    {"        fence();\n", "", "no fence is behind a write to shared memory"},
    {"stages.full().wait(stages.parity);", "", "may still write these bytes"},
    {"stages.full().wait(stages.parity);", "stages.full().wait(stages.parity ^ 1);", "may still write these bytes"},
    {"stages.empty().wait(stages.parity ^ 1);", "", "more threads arrive than the mbarrier was begun with"},
    {"stages.empty().wait(stages.parity ^ 1);", "stages.empty().wait(stages.parity);", "deadlock"},
    {"see_map(maps.add(1));", "", "no fence.proxy.tensormap"},
    {"unsafe { see_map(maps.add(2)) };", "", "no fence.proxy.tensormap"},
    {"sums.begin();", "", "no wgmma.fence"},
    {"sums.wait::<1>();", "sums.wait::<9>();", "the product of line"},
    {"sums.wait::<0>();", "", "the product of line"},
    {"stages.empty().init(2)", "stages.empty().init(1)", "deadlock"},
    {"stages.empty().init(2)", "stages.empty().init(3)", "deadlock"},
    {"                fence();\n", "", "no fence is behind a write to shared memory"},
    {"stores_wait::<{ PARTS - 1 }>();", "", "the store of line"},
    {"        stores_wait::<0>();\n", "", "the block ends before this store is done"},
    {"expect(Stages::<COLUMNS>::STAGE)", "expect(Stages::<COLUMNS>::STAGE + 16)", "deadlock"},
};

/* With tf32 2^-10 of all magnitudes together, whatever k is. */
static double unit_of(const case_row *row)
{
    return case_allow_tf32 ? 0x1p-10 / (double)(row->k + 8) : 0x1p-24;
}

int main(void)
{
    int n_wrong = 0;
    GOOD(rustg_initialize(NULL, &error));
    GOOD(rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &context, &error));
    GOOD(rustg_stream_create(context, &stream, &error));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        open_device(cases[i].n, cases[i].capability);
        expected = cases[i].kernel;
        case_allow_tf32 = strncmp(cases[i].row.name, "tf32", 4) == 0;
        for (uint32_t kind = 0; kind < CASE_N_KINDS; kind++) {
            if (!(cases[i].kinds >> kind & 1))
                continue;
            const int wrong = case_run(&cases[i].row, kind, context, stream, RUSTG_MATMUL_OWN, unit_of(&cases[i].row));
            if (wrong == -1 && strstr(case_error.message, "NVRTC") && n_launches == 0) {
                printf("skipped: %s\n", case_error.message);
                return 77;
            }
            n_wrong += wrong != 0;
        }
        close_device();
    }
    const case_row row = {"a mistake", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_BF16, 24, 264, 600, 1};
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        open_device(1, 90);
        taken = mistakes[i].taken;
        instead = mistakes[i].instead;
        expected = "hopper";
        was_taken = false;
        const int wrong = case_run(&row, 0, context, stream, RUSTG_MATMUL_OWN, 0x1p-24);
        if (!was_taken || wrong != -1 || !strstr(case_error.message, mistakes[i].message))
            n_wrong += printf("FAIL: without `%s`: %d, %s\n", mistakes[i].taken, wrong, case_error.message) > 0;
        close_device();
    }
    rustg_stream_destroy(stream);
    rustg_context_close(context);
    rustg_shutdown();
    printf("%u launches, %d wrong, greatest error over its bound %.3f\n", n_launches, n_wrong, case_worst);
    return n_wrong != 0;
}
