/* image_fake_test.c: images through the fake driver: launches whose arguments are not the function's, as the driver
 * tells; images that are cut short; the stack of kernels that recurse. */
#define _GNU_SOURCE
#include "codegen/codegen.h"
#include "codegen/toolchain/toolchain.h"
#include "runtime/fake_cuda/fake_check.h"

static const char ptx[] = ".version 7.0\n.entry two(.param .u32 a, .param .u64 p)\n.entry none()\n.entry unknown\n";

static void refuse(rustg_function *function, rustg_stream *stream, const rustg_launch_argument *args, size_t n_args,
                   const char *words)
{
    rustg_launch_config config = {.struct_size = sizeof config, .grid = {1, 1, 1}, .block = {1, 1, 1}};
    CHECK(rustg_launch(function, stream, &config, args, n_args, &error) == RUSTG_ERR_ARGUMENT);
    CHECK(strstr(error.message, words));
}

/* Each image that is shorter than its headers say is refused before the driver reads behind it. malloc'd: valgrind sees
 * it do so. */
static void cut_images(rustg_context *context)
{
    arena memory = {0};
    jmp_buf out_of_memory;
    uint8_t cubin[64 + 2 * 64 + 32] = "\177ELF\2\1\1";
    rustg_module *module;
    if (setjmp(out_of_memory))
        exit(1);
    memory.out_of_memory = &out_of_memory;
    cubin[40] = 64; /* sections: none, and one of 32 bytes behind the table */
    cubin[54] = 56;
    cubin[58] = 64;
    cubin[60] = 2;
    cubin[128 + 4] = 1;
    cubin[128 + 24] = 192;
    cubin[128 + 32] = 32;
    tool_image images[] = {{"sm_90", false, cubin, sizeof cubin},
                           {"sm_80", true, (const uint8_t *)ptx, sizeof ptx - 1}};
    codegen_text fatbin = tool_fatbin(&memory, images, 2);
    const struct {
        const void *bytes;
        size_t n;
        const char *words;
    } whole[] = {{cubin, sizeof cubin, "cubin is cut"}, {fatbin.text, fatbin.n, "fatbin is cut"}};
    for (size_t i = 0; i < 2; i++)
        for (size_t n = 4; n <= whole[i].n; n++) {
            void *bytes = malloc(n);
            memcpy(bytes, whole[i].bytes, n);
            rustg_status status = rustg_module_load(context, bytes, n, &module, &error);
            CHECK((n < whole[i].n) == (status == RUSTG_ERR_ARGUMENT && strstr(error.message, whole[i].words)));
            CHECK(n < whole[i].n ||
                  status == (i == 0 ? RUSTG_ERR_CUDA : RUSTG_OK)); /* the fake driver knows no cubin */
            CHECK((module != NULL) == (status == RUSTG_OK));
            rustg_module_free(module);
            free(bytes);
        }
    fatbin.text[16 + 8] = 0; /* an image that ends before it begins */
    fatbin.text[16 + 4] = 0;
    CHECK(rustg_module_load(context, fatbin.text, fatbin.n, &module, &error) == RUSTG_ERR_ARGUMENT);
    arena_free(&memory);
}

/* A function of which the driver tells nothing, with what libclang reads of its text. */
static void test_signatures(rustg_context *context, rustg_stream *stream, rustg_buffer *buffer)
{
    static const char cuda[] = "extern \"C\" __global__ void unknown(int a, const float4 *p);\n"
                               "template <typename T> __global__ void none(T *p);\n";
    rustg_cuda_signatures *signatures;
    rustg_module *module;
    rustg_function *unknown, *none;
    const rustg_status status = rustg_cuda_signatures_read(cuda, "two.cu", NULL, &signatures, &error);
    if (status == RUSTG_ERR_NO_CC) {
        printf("no libclang here: launches of CUDA C++ are not checked\n");
        return;
    }
    CHECK(status == RUSTG_OK);
    CHECK(rustg_module_load(context, ptx, sizeof ptx, &module, &error) == RUSTG_OK);
    CHECK(rustg_module_use_signatures(module, NULL, &error) == RUSTG_ERR_ARGUMENT);
    CHECK(rustg_module_use_signatures(module, signatures, &error) == RUSTG_OK);
    CHECK(rustg_module_use_signatures(module, signatures, &error) == RUSTG_ERR_ARGUMENT);
    CHECK(rustg_module_function(module, "unknown", &unknown, &error) == RUSTG_OK);
    CHECK(rustg_module_function(module, "none", &none, &error) == RUSTG_OK);
    const rustg_launch_config config = {.struct_size = sizeof config, .grid = {1, 1, 1}, .block = {1, 1, 1}};
    const int32_t a = 1;
    const uint64_t wide = 1;
    rustg_launch_argument args[] = {{.value = &a, .n_bytes = 4}, {.buffer = buffer}, {.value = &a, .n_bytes = 4}};
    CHECK(rustg_launch(unknown, stream, &config, args, 2, &error) == RUSTG_OK);
    refuse(unknown, stream, args, 3, "function `unknown` takes 2 arguments, not 3");
    args[1].offset = 4;
    refuse(unknown, stream, args, 2, "`const float4 * p` of function `unknown` wants 16");
    args[1] = (rustg_launch_argument){.value = &a, .n_bytes = 4};
    refuse(unknown, stream, args, 2, "args[1] has 4 bytes; `const float4 * p` of function `unknown` has 8");
    args[1] = (rustg_launch_argument){.value = &wide, .n_bytes = 8};
    CHECK(rustg_launch(unknown, stream, &config, args, 2, &error) == RUSTG_OK);
    args[0] = (rustg_launch_argument){.value = &wide, .n_bytes = 8};
    refuse(unknown, stream, args, 2, "args[0] has 8 bytes; `int a` of function `unknown` has 4");
    args[0] = (rustg_launch_argument){.buffer = buffer};
    refuse(unknown, stream, args, 2, "args[0] is a buffer; `a` of function `unknown` is a value, `int`");
    CHECK(rustg_launch(none, stream, &config, NULL, 0, &error) == RUSTG_OK);
    CHECK(rustg_stream_wait(stream, &error) == RUSTG_OK);
    rustg_module_free(module);
}

static unsigned last_block;

static void note_block(const char *name, const unsigned shape[6], unsigned shared_bytes, const uint64_t *parameters)
{
    (void)name, (void)shared_bytes, (void)parameters;
    last_block = shape[3];
}

/* The driver is asked for the best block once for each size of shared memory that is not the one before. */
static void test_occupancy(rustg_function *function, rustg_stream *stream)
{
    unsigned before = fake_calls("cuOccupancyMaxPotentialBlockSize");
    fake_cuda_run_fn run;
    fake_find("rustg_fake_run", &run);
    run(note_block, 0);
    for (uint32_t i = 0; i < 9; i++) {
        rustg_launch_config config = {
            .struct_size = sizeof config, .n_elements = 1000 + i, .dynamic_shared_bytes = i / 3 * 16};
        CHECK(rustg_launch(function, stream, &config, NULL, 0, &error) == RUSTG_OK);
        CHECK(fake_calls("cuOccupancyMaxPotentialBlockSize") == before + 1 + i / 3);
        CHECK(rustg_stream_wait(stream, &error) == RUSTG_OK);
        CHECK(last_block == (i < 3 ? 256 : 1024)); /* the fake's best is 1024 */
    }
    run(NULL, 0);
}

/* Calls cuCtxSetLimit of `set` first, where it is not 0. Returns what cuCtxGetLimit then answers. */
static size_t stack_of(rustg_context *context, size_t set)
{
    void *previous;
    int (*push)(void *), (*pop)(void **), (*get_limit)(size_t *, int), (*set_limit)(int, size_t);
    *(void **)&push = fake_symbol("cuCtxPushCurrent_v2");
    *(void **)&pop = fake_symbol("cuCtxPopCurrent_v2");
    *(void **)&get_limit = fake_symbol("cuCtxGetLimit");
    *(void **)&set_limit = fake_symbol("cuCtxSetLimit");
    size_t stack = 0;
    CHECK(push(rustg_context_raw(context)) == 0);
    CHECK(set == 0 || set_limit(0, set) == 0);
    CHECK(get_limit(&stack, 0) == 0 && pop(&previous) == 0);
    return stack;
}

/* 132 multiprocessors of 2048 threads: 4 KiB a thread is the most that fits in a part in 32 of 64 GiB. */
static void recurse(rustg_context *context)
{
    static const char plain[] = ".version 7.0\n.entry none()\n",
                      recursive[] = ".version 7.0\n.entry none()\nrustg_recursion[1]\n";
    rustg_module *module;
    CHECK(stack_of(context, 0) == 1024);
    CHECK(rustg_module_load(context, plain, sizeof plain, &module, &error) == RUSTG_OK);
    rustg_module_free(module);
    CHECK(stack_of(context, 0) == 1024);
    CHECK(rustg_module_load(context, recursive, sizeof recursive, &module, &error) == RUSTG_OK);
    rustg_module_free(module);
    CHECK(stack_of(context, 0) == 4096);
    CHECK(stack_of(context, 65536) == 65536);
    CHECK(rustg_module_load(context, recursive, sizeof recursive, &module, &error) == RUSTG_OK);
    rustg_module_free(module);
    CHECK(stack_of(context, 0) == 65536);
}

/* What loses a context after kernels that recurse is told with the last one's name and its stack; else it is an unsafe
 * access. */
static void overrun(bool recurses)
{
    static const char plain[] = ".version 7.0\n.entry none()\n",
                      recursive[] = ".version 7.0\n.entry none()\nrustg_recursion[1]\n";
    rustg_context *context;
    rustg_stream *stream;
    rustg_module *module;
    rustg_function *none;
    rustg_launch_config config = {.struct_size = sizeof config, .grid = {1, 1, 1}, .block = {1, 1, 1}};
    CHECK(rustg_context_open(RUSTG_BACKEND_CUDA, 0, NULL, &context, &error) == RUSTG_OK);
    CHECK(rustg_stream_create(context, &stream, &error) == RUSTG_OK);
    CHECK(rustg_module_load(context, recurses ? recursive : plain, recurses ? sizeof recursive : sizeof plain, &module,
                            &error) == RUSTG_OK);
    CHECK(rustg_module_function(module, "none", &none, &error) == RUSTG_OK);
    CHECK(rustg_launch(none, stream, &config, NULL, 0, &error) == RUSTG_OK);
    fake_cuda_fail_fn fail;
    fake_find("rustg_fake_fail", &fail);
    fail("cuStreamSynchronize", 1, 700);
    CHECK(rustg_stream_wait(stream, &error) == RUSTG_ERR_CUDA_STICKY &&
          strstr(error.message, "CUDA_ERROR_ILLEGAL_ADDRESS"));
    CHECK(rustg_error_category_of(&error) == RUSTG_CATEGORY_LAUNCH &&
          strstr(error.hint, "restart the process, or use the CPU"));
    CHECK(!strstr(error.hint, "kernel `none` recurses") == !recurses &&
          !strstr(error.hint, "stack of 65536 bytes") == !recurses);
    rustg_error newest;
    CHECK(rustg_error_history(&newest, 1) > 0 && strcmp(newest.hint, error.hint) == 0);
    CHECK(!strstr(error.hint, "an unsafe access") == recurses && rustg_context_is_lost(context));
    rustg_module_free(module);
    rustg_stream_destroy(stream);
    rustg_context_close(context);
}

int main(void)
{
    rustg_context *context;
    rustg_stream *stream;
    rustg_module *module;
    rustg_function *two, *none, *unknown;
    rustg_buffer *buffer;
    rustg_launch_config config = {.struct_size = sizeof config, .grid = {1, 1, 1}, .block = {1, 1, 1}};
    uint32_t a = 1;
    uint64_t wide = 2;
    setenv("FAKE_CUDA_MEMORY", "68719476736", 1);
    CHECK(rustg_initialize(NULL, &error) == RUSTG_OK);
    CHECK(rustg_context_open(RUSTG_BACKEND_CUDA, 0, NULL, &context, &error) == RUSTG_OK);
    CHECK(rustg_stream_create(context, &stream, &error) == RUSTG_OK);
    CHECK(rustg_buffer_allocate(context, 16, stream, &buffer, &error) == RUSTG_OK);
    CHECK(rustg_module_load(context, ptx, sizeof ptx, &module, &error) == RUSTG_OK);
    CHECK(rustg_module_function(module, "two", &two, &error) == RUSTG_OK);
    CHECK(rustg_module_function(module, "none", &none, &error) == RUSTG_OK);
    CHECK(rustg_module_function(module, "unknown", &unknown, &error) == RUSTG_OK);
    rustg_launch_argument args[] = {{.value = &a, .n_bytes = 4}, {.buffer = buffer}, {.value = &a, .n_bytes = 4}};
    refuse(two, stream, args, 1, "function `two` takes 2 arguments, not 1");
    refuse(two, stream, args, 3, "takes 2 arguments, not 3");
    refuse(two, stream, NULL, 0, "takes 2 arguments, not 0");
    refuse(none, stream, args, 1, "takes 0 arguments, not 1");
    args[0] = (rustg_launch_argument){.value = &wide, .n_bytes = 8};
    refuse(two, stream, args, 2, "args[0] has 8 bytes; that parameter of function `two` has 4");
    args[0] = (rustg_launch_argument){.buffer = buffer};
    refuse(two, stream, args, 2, "args[0] has 8 bytes");
    args[0] = (rustg_launch_argument){.value = &a, .n_bytes = 4};
    CHECK(rustg_launch(two, stream, &config, args, 2, &error) == RUSTG_OK);
    args[1] = (rustg_launch_argument){.value = &wide, .n_bytes = 8}; /* a pointer as it is */
    CHECK(rustg_launch(two, stream, &config, args, 2, &error) == RUSTG_OK);
    CHECK(rustg_launch(none, stream, &config, NULL, 0, &error) == RUSTG_OK);
    CHECK(rustg_launch(unknown, stream, &config, args, 2, &error) ==
          RUSTG_OK); /* a driver that does not tell is trusted */
    test_occupancy(none, stream);
    CHECK(rustg_stream_wait(stream, &error) == RUSTG_OK);
    cut_images(context);
    test_signatures(context, stream, buffer);
    recurse(context);
    rustg_buffer_free(buffer);
    rustg_module_free(module);
    rustg_stream_destroy(stream);
    overrun(true);
    rustg_context_close(context);
    rustg_shutdown(); /* gives the lost context back */
    CHECK(rustg_initialize(NULL, &error) == RUSTG_OK);
    overrun(false);
    rustg_shutdown();
    return 0;
}
