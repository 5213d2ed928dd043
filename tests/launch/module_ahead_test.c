/* module_ahead_test.c: kernels saved as bytes and loaded again, on the CPU: by code of the program's own, and without
 * any. */
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"
#include "cache/build_id.h"
#include "codegen/codegen.h"
#include "runtime/cpu_run.h"
#include "rustg/runtime.h"

static const char text[] = "use rustg_std::prelude::*;\n"
                           "#[kernel]\n"
                           "pub fn twice(mut y: GridMut<u32>) {\n"
                           "    let i = thread::index();\n"
                           "    if i < y.len() {\n"
                           "        y[i] *= 2;\n"
                           "    }\n"
                           "}\n"
                           "#[kernel(block = 64)]\n"
                           "pub fn reverse(mut y: GridMut<u32>) {\n"
                           "    let keys = Shared::<u32, 64>::new();\n"
                           "    let i = thread::index();\n"
                           "    keys.set(i.get() % 64, y[i]);\n"
                           "    block::sync();\n"
                           "    y[i] = keys.get(63 - i.get() % 64);\n"
                           "}\n";
static const char panicking[] = "use rustg_std::prelude::*;\n"
                                "#[kernel]\n"
                                "pub fn beyond(mut y: GridMut<u32>) {\n"
                                "    let i = thread::index();\n"
                                "    assert!(i.get() + 1 < y.len(), \"no next\");\n"
                                "    y[i] += 1;\n"
                                "}\n";

static rustg_error error;

static rustg_result *compile_text(const char *of, const rustg_kernel_options *kernels)
{
    rustg_source source = {.name = "k.rs", .bytes = (const uint8_t *)of, .n_bytes = strlen(of)};
    rustg_compile_options options = {.struct_size = sizeof options, .kernels = kernels};
    rustg_result *result;
    rustg_status status = rustg_compile(&source, 1, &options, &result, &error);
    if (status != RUSTG_OK)
        fprintf(stderr, "%s\n", error.message);
    assert(status == RUSTG_OK && rustg_result_success(result));
    return result;
}

static rustg_result *compile(const rustg_kernel_options *kernels)
{
    return compile_text(text, kernels);
}

/* Launches `kernel` of a loaded result over 0, 1, ..., 63. */
static rustg_status launch(rustg_result *result, const char *kernel, uint32_t y[64])
{
    rustg_context *context;
    rustg_stream *stream;
    rustg_module *module;
    rustg_function *function;
    rustg_buffer *buffer;
    rustg_launch_config config = {.struct_size = sizeof config, .grid = {1, 1, 1}, .block = {64, 1, 1}};
    for (uint32_t i = 0; i < 64; i++)
        y[i] = i;
    assert(rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &context, &error) == RUSTG_OK);
    assert(rustg_stream_create(context, &stream, &error) == RUSTG_OK);
    assert(rustg_module_from_result(context, result, &module, &error) == RUSTG_OK);
    assert(rustg_module_function(module, kernel, &function, &error) == RUSTG_OK);
    assert(rustg_buffer_allocate(context, 256, stream, &buffer, &error) == RUSTG_OK);
    assert(rustg_copy_to_buffer(buffer, 0, y, 256, stream, &error) == RUSTG_OK);
    rustg_launch_argument arg = {.buffer = buffer, .length = 64};
    rustg_status status = rustg_launch(function, stream, &config, &arg, 1, &error);
    /* forged IR may do what the interpreter refuses, and nothing else may fail */
    assert(status == RUSTG_OK || strstr(error.message, "undefined behaviour in kernel"));
    if (status == RUSTG_OK)
        status = rustg_stream_wait(stream, &error);
    assert(rustg_copy_from_buffer(y, buffer, 0, 256, stream, &error) == RUSTG_OK);
    rustg_buffer_free(buffer);
    rustg_module_free(module);
    rustg_stream_destroy(stream);
    rustg_context_close(context);
    return status;
}

static void save(char **bytes, size_t *n)
{
    rustg_kernel_options kernels = {.struct_size = sizeof kernels};
    rustg_result *result = compile(&kernels);
    assert(rustg_kernels_save(result, bytes, n, &error) == RUSTG_OK);
    rustg_result_free(result);
}

/* By the C compiler, or by the interpreter where there is none. */
static void test_round_trip(void)
{
    char *bytes, *again;
    size_t n, n_again;
    rustg_result *result;
    rustg_kernel kernel;
    uint32_t y[64];
    save(&bytes, &n);
    assert(rustg_kernels_load(bytes, n, NULL, 0, &result, &error) == RUSTG_OK);
    assert(rustg_result_n_kernels(result) == 2 && rustg_result_n_files(result) == 0 && rustg_result_success(result));
    assert(rustg_result_kernel(result, 1, &kernel) == RUSTG_OK && strcmp(kernel.name, "reverse") == 0 &&
           kernel.block[0] == 64);
    assert(rustg_kernels_save(result, &again, &n_again, &error) == RUSTG_OK && n == n_again &&
           memcmp(bytes, again, n) == 0);
    rustg_log_free(bytes);
    assert(launch(result, "twice", y) == RUSTG_OK && y[0] == 0 && y[63] == 126);
    assert(launch(result, "reverse", y) == RUSTG_OK && y[0] == 63 && y[63] == 0);
    rustg_result_free(result);
    rustg_log_free(again);
}

/* Code of the program's own: it is what runs, with the memory and the fibers that it says it needs. */
static void own_twice(const rustg_cpu_thread *t, const void *const *args)
{
    uint32_t *y;
    memcpy(&y, args[0], sizeof y);
    y[t->thread[0]] += 1000;
}

static void own_reverse(const rustg_cpu_thread *t, const void *const *args)
{
    uint32_t *y, *keys = (uint32_t *)(void *)t->shared;
    memcpy(&y, args[0], sizeof y);
    keys[t->thread[0]] = y[t->thread[0]];
    t->barrier(t);
    y[t->thread[0]] = keys[63 - t->thread[0]] + 1;
}

static void test_linked(void)
{
    static const uint64_t none = 0, some = 1, unknown = 99, keys_bytes = 256;
    rustg_linked_kernel linked[2] = {{.name = "reverse", .shared_bytes = &keys_bytes, .call_kind = &some},
                                     {.name = "twice", .shared_bytes = &none, .call_kind = &none}};
    cpu_kernel *own[] = {own_reverse, own_twice};
    char *bytes;
    size_t n;
    rustg_result *result;
    uint32_t y[64];
    for (int i = 0; i < 2; i++)
        memcpy(&linked[i].function, &own[i], sizeof linked[i].function);
    save(&bytes, &n);
    assert(rustg_kernels_load(bytes, n, linked, 2, &result, &error) == RUSTG_OK);
    assert(launch(result, "twice", y) == RUSTG_OK && y[0] == 1000 && y[63] == 1063);
    assert(launch(result, "reverse", y) == RUSTG_OK && y[0] == 64 && y[63] == 1);
    rustg_result_free(result);
    linked[1].name = "thrice";
    assert(rustg_kernels_load(bytes, n, linked, 2, &result, &error) == RUSTG_ERR_ARGUMENT && !result &&
           strstr(error.message, "`thrice`"));
    linked[1].name = "twice";
    linked[1].call_kind = &unknown;
    assert(rustg_kernels_load(bytes, n, linked, 2, &result, &error) == RUSTG_ERR_ARGUMENT &&
           strstr(error.message, "linked[1]: 99 is no kind of call"));
    linked[1].call_kind = NULL;
    assert(rustg_kernels_load(bytes, n, linked, 2, &result, &error) == RUSTG_ERR_ARGUMENT &&
           strstr(error.message, "linked[1]"));
    assert(rustg_kernels_load(bytes, n, NULL, 2, &result, &error) == RUSTG_ERR_ARGUMENT &&
           strstr(error.message, "linked is NULL"));
    rustg_log_free(bytes);
}

/* The kernel's name is in the saved IR alone. */
static void test_panic(void)
{
    rustg_kernel_options kernels = {.struct_size = sizeof kernels};
    rustg_result *result = compile_text(panicking, &kernels), *loaded;
    char *bytes;
    size_t n;
    uint32_t y[64];
    assert(rustg_kernels_save(result, &bytes, &n, &error) == RUSTG_OK);
    assert(rustg_kernels_load(bytes, n, NULL, 0, &loaded, &error) == RUSTG_OK);
    assert(launch(loaded, "beyond", y) == RUSTG_ERR_PANIC);
    assert(strstr(error.message, "kernel `beyond` panicked at k.rs:5:5: no next"));
    rustg_result_free(loaded);
    rustg_result_free(result);
    rustg_log_free(bytes);
}

static void test_prefix(void)
{
    rustg_kernel_options kernels = {
        .struct_size = sizeof kernels, .outputs = 1u << RUSTG_OUTPUT_C, .c_prefix = "mine_"};
    rustg_compile_options options = {.struct_size = sizeof options, .kernels = &kernels};
    const uint8_t *c;
    size_t n;
    uint32_t y[64];
    rustg_result *result = compile(&kernels);
    assert(rustg_result_output(result, RUSTG_OUTPUT_C, 0, &c, &n) == RUSTG_OK);
    assert(strstr((const char *)c, "void mine_twice(") && !strstr((const char *)c, "rustg_cpu_twice"));
    assert(strstr((const char *)c, "mine_twice_call_kind = 3") &&
           strstr((const char *)c, "mine_reverse_call_kind = 4"));
    assert(launch(result, "twice", y) == RUSTG_OK && y[63] == 126);
    rustg_result_free(result);
    kernels.c_prefix = "1st";
    assert(rustg_compile(NULL, 0, &options, &result, &error) == RUSTG_ERR_ARGUMENT && strstr(error.message, "`1st`"));
}

static void test_wrong(void)
{
    rustg_compile_options options = {.struct_size = sizeof options};
    char *bytes, *none = NULL;
    size_t n;
    rustg_result *result, *no_kernels;
    save(&bytes, &n);
    for (size_t cut = 0; cut < n; cut += cut < 200 ? 1 : n / 50) /* never whole */
        assert(rustg_kernels_load(bytes, cut, NULL, 0, &result, &error) == RUSTG_ERR_ARGUMENT && !result);
    for (size_t at = 0; at < n; at++) { /* a bit anywhere */
        bytes[at] ^= (char)(1 << at % 8);
        assert(rustg_kernels_load(bytes, n, NULL, 0, &result, &error) == RUSTG_ERR_ARGUMENT && !result);
        bytes[at] ^= (char)(1 << at % 8);
    }
    bytes[8] ^= 1; /* the build's number */
    assert(rustg_kernels_load(bytes, n, NULL, 0, &result, &error) == RUSTG_ERR_ARGUMENT &&
           strstr(error.message, "another build"));
    bytes[0] ^= 1;
    assert(rustg_kernels_load(bytes, n, NULL, 0, &result, &error) == RUSTG_ERR_ARGUMENT &&
           strstr(error.message, "none of"));
    assert(rustg_kernels_load(NULL, n, NULL, 0, &result, &error) == RUSTG_ERR_ARGUMENT);
    rustg_log_free(bytes);
    assert(rustg_compile(NULL, 0, &options, &no_kernels, &error) == RUSTG_OK);
    assert(rustg_kernels_save(no_kernels, &none, &n, &error) == RUSTG_ERR_ARGUMENT && !none &&
           strstr(error.message, "no kernels"));
    assert(rustg_kernels_save(NULL, &none, &n, &error) == RUSTG_ERR_ARGUMENT);
    rustg_result_free(no_kernels);
}

/* The layout of compile_ahead.c's header: the digest ends it, and is of all bytes with itself 0. */
enum { DIGEST_AT = 8 + sizeof cache_build_id + 6 * 4, HEADER_BYTES = DIGEST_AT + SHA256_BYTES };

static void make_whole_again(char *bytes, size_t n)
{
    sha256 digest;
    memset(bytes + DIGEST_AT, 0, SHA256_BYTES);
    sha256_begin(&digest);
    sha256_add(&digest, bytes, n);
    sha256_end(&digest, (uint8_t *)bytes + DIGEST_AT);
}

static bool has_table_of(rustg_result *result, rustg_result *first)
{
    rustg_kernel is, was;
    for (size_t k = 0; k < 2; k++) {
        assert(rustg_result_kernel(result, k, &is) == RUSTG_OK && rustg_result_kernel(first, k, &was) == RUSTG_OK);
        if (strcmp(is.name, was.name) != 0 || is.n_params != was.n_params ||
            memcmp(is.block, was.block, sizeof is.block) != 0)
            return false;
        for (size_t i = 0; i < is.n_params; i++)
            if (is.params[i].role != was.params[i].role || is.params[i].size != was.params[i].size ||
                is.params[i].align != was.params[i].align)
                return false;
    }
    return true;
}

/* Whoever makes an image can make its digest too: what launches go by is the IR's, or the image is refused. */
static void test_forged(void)
{
    char *bytes, *again;
    size_t n, n_again, n_refused = 0, n_taken = 0, n_launched = 0;
    rustg_result *result, *first;
    uint32_t y[64];
    save(&bytes, &n);
    assert(rustg_kernels_load(bytes, n, NULL, 0, &first, &error) == RUSTG_OK);
    assert(rustg_kernels_save(first, &again, &n_again, &error) == RUSTG_OK && n == n_again);
    make_whole_again(again, n);
    assert(memcmp(bytes, again, n) == 0); /* the test knows the layout */
    rustg_log_free(again);
    for (size_t at = HEADER_BYTES; at < n; at++)
        for (int how = 0; how < 2; how++) {
            static const unsigned char flips[] = {1, 0xFF};
            rustg_kernel kernel;
            bytes[at] = (char)(bytes[at] ^ flips[how]);
            make_whole_again(bytes, n);
            rustg_status status = rustg_kernels_load(bytes, n, NULL, 0, &result, &error);
            if (status != RUSTG_OK) {
                assert(status == RUSTG_ERR_ARGUMENT && !result && strstr(error.message, "damaged"));
                n_refused++;
            } else {
                n_taken++;
                assert(rustg_result_n_kernels(result) == 2 && rustg_result_kernel(result, 0, &kernel) == RUSTG_OK);
                /* the IR's own text may say other things, as long as the table says them too */
                assert(has_table_of(result, first));
                if (n_taken % 40 == 0 && ++n_launched)
                    launch(result, "twice", y);
            }
            rustg_result_free(result);
            bytes[at] = (char)(bytes[at] ^ flips[how]);
        }
    assert(n_refused > n / 4 && n_taken && n_launched);
    rustg_result_free(first);
    rustg_log_free(bytes);
}

int main(void)
{
    assert(rustg_initialize(NULL, &error) == RUSTG_OK);
    test_round_trip();
    test_linked();
    test_panic();
    test_prefix();
    test_wrong();
    assert(setenv("PATH", "/nonexistent", 1) == 0 && unsetenv("CC") == 0); /* the interpreter runs what follows */
    test_forged();
    rustg_shutdown();
    return 0;
}
