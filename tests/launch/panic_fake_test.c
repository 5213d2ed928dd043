/* panic_fake_test.c: panics through the fake driver: which wait tells of them, and how little a wait without one costs.
 */
#define _GNU_SOURCE
#include "launch/module_internal.h"
#include "runtime/fake_cuda/fake_check.h"

static fake_cuda_fail_fn fail;
static fake_cuda_calls_fn calls;
static fake_cuda_live_fn live;
static fake_cuda_run_fn run;

enum { N_MODULES = 20 };
#define ENTRY ".version 7.0\n.entry k(.param .u64 record, .param .u64 flag, .param .u32 site)\nrustg_panic[168]\n"
static const char flagless[] = ENTRY, flagged[] = ENTRY "rustg_panic_flag[8]\n";

/* What a panicking thread does: the first one fills the record, and sets the flag that the variable leads to. */
static void panic_at(const char *name, const unsigned shape[6], unsigned shared_bytes, const uint64_t *parameters)
{
    panic_record *record = (panic_record *)(uintptr_t)parameters[0];
    uint32_t *const *flag = (uint32_t *const *)(uintptr_t)parameters[1];
    (void)name, (void)shape, (void)shared_bytes;
    if (!record || record->state)
        return;
    record->state = 2;
    record->site = (uint32_t)parameters[2];
    if (flag && *flag)
        **flag = 1;
}

static rustg_module *load(rustg_context *context, const char *ptx)
{
    rustg_module *module;
    GOOD(rustg_module_load(context, ptx, strlen(ptx) + 1, &module, &error));
    CHECK(module->d_panic);
    return module;
}

/* site 0: does not panic. */
static void launch(rustg_module *module, rustg_stream *stream, uint32_t site)
{
    rustg_function *function;
    const cuda_driver *driver = module->context->driver;
    uint64_t record = site ? module->d_panic : 0;
    cuda_pointer flag;
    size_t n;
    GOOD(context_enter(module->context, &error));
    if (driver->cuModuleGetGlobal(&flag, &n, module->cuda, "rustg_panic_flag") != CUDA_OK)
        flag = 0;
    context_leave(module->context);
    rustg_launch_argument args[] = {
        {.value = &record, .n_bytes = 8}, {.value = &flag, .n_bytes = 8}, {.value = &site, .n_bytes = 4}};
    rustg_launch_config config = {.struct_size = sizeof config, .grid = {1, 1, 1}, .block = {1, 1, 1}};
    GOOD(rustg_module_function(module, "k", &function, &error));
    GOOD(rustg_launch(function, stream, &config, args, 3, &error));
}

static void expect_panic(rustg_stream *stream, uint32_t site)
{
    rustg_panic panic;
    CHECK(rustg_stream_wait(stream, &error) == RUSTG_ERR_PANIC);
    CHECK(rustg_stream_panic(stream, &panic, NULL) == RUSTG_OK && panic.happened && panic.site == site);
}

static void test_streams(rustg_context *context, rustg_module *module, rustg_stream *a, rustg_stream *b)
{
    launch(module, a, 7);
    expect_panic(a, 7);
    GOOD(rustg_stream_wait(a, &error)); /* told once */
    launch(module, a, 0);
    GOOD(rustg_stream_wait(a, &error)); /* and not again by the next launch */
    launch(module, a, 8);               /* b, launched from the same module, is told as well, whoever waits first */
    launch(module, b, 0);
    expect_panic(a, 8);
    expect_panic(b, 8);
    launch(module, b, 0);
    launch(module, a, 9);
    GOOD(rustg_context_wait(context, &error));
    expect_panic(b, 9);
    expect_panic(a, 9);
    launch(module, a, 10);
    expect_panic(a, 10);
    launch(module, b, 0); /* after it was told */
    GOOD(rustg_stream_wait(b, &error));
}

/* A wait is the driver's, and with a flag nothing else. */
static void test_cost(rustg_module *module, rustg_stream *stream)
{
    unsigned n_own = module->panic_flag ? 0 : 1;
    launch(module, stream, 0);
    unsigned n_waits = calls("cuStreamSynchronize"), n_copies = calls("cuMemcpyDtoHAsync");
    GOOD(rustg_stream_wait(stream, &error));
    CHECK(calls("cuStreamSynchronize") == n_waits + 1 + n_own && calls("cuMemcpyDtoHAsync") == n_copies + n_own);
    GOOD(rustg_stream_wait(stream, &error)); /* nothing was launched since */
    CHECK(calls("cuStreamSynchronize") == n_waits + 2 + n_own && calls("cuMemcpyDtoHAsync") == n_copies + n_own);
}

/* Whatever goes wrong with the flag, panics are told. */
static void test_no_flag(rustg_context *context, rustg_stream *stream)
{
    static const char *const fails[] = {"cuMemHostAlloc", "cuDeviceGetAttribute", "cuMemcpyHtoDAsync"};
    for (size_t i = 0; i < sizeof fails / sizeof fails[0]; i++) {
        GOOD(rustg_memory_trim(context, 0, &error));
        fail(fails[i], 1, 2);
        rustg_module *module = load(context, flagged);
        CHECK(!module->panic_flag);
        launch(module, stream, 4);
        expect_panic(stream, 4);
        rustg_module_free(module);
    }
}

/* Many modules of one stream; and a driver that fails while a record is read. */
static void test_limits(rustg_context *context)
{
    rustg_module *modules[N_MODULES];
    rustg_stream *stream;
    GOOD(rustg_stream_create(context, &stream, &error));
    for (uint32_t i = 0; i < N_MODULES; i++)
        modules[i] = load(context, i % 3 ? flagged : flagless);
    for (uint32_t bad = 0; bad < N_MODULES; bad += N_MODULES - 1) {
        for (uint32_t i = 0; i < N_MODULES; i++)
            launch(modules[i], stream, i == bad ? 100 + i : 0);
        expect_panic(stream, 100 + bad);
        GOOD(rustg_stream_wait(stream, &error));
    }
    fail("cuMemcpyDtoHAsync", 1, 700);
    launch(modules[1], stream, 5);
    CHECK(rustg_stream_wait(stream, &error) == RUSTG_ERR_CUDA_STICKY && rustg_context_is_lost(context));
    rustg_stream_destroy(stream);
    for (uint32_t i = 0; i < N_MODULES; i++)
        rustg_module_free(modules[i]);
}

int main(void)
{
    rustg_context *context;
    rustg_stream *a, *b;
    GOOD(rustg_initialize(NULL, &error));
    GOOD(rustg_context_open(RUSTG_BACKEND_CUDA, 0, NULL, &context, &error));
    fake_find("rustg_fake_fail", &fail);
    fake_find("rustg_fake_calls", &calls);
    fake_find("rustg_fake_live", &live);
    fake_find("rustg_fake_run", &run);
    run(panic_at, 3);
    GOOD(rustg_stream_create(context, &a, &error));
    GOOD(rustg_stream_create(context, &b, &error));
    for (int i = 0; i < 2; i++) {
        rustg_module *module = load(context, i ? flagged : flagless);
        CHECK(!module->panic_flag == !i);
        test_streams(context, module, a, b);
        test_cost(module, a);
        rustg_module_free(module);
    }
    test_no_flag(context, a);
    rustg_stream_destroy(a);
    rustg_stream_destroy(b);
    test_limits(context);
    rustg_context_close(context);
    rustg_shutdown();
    CHECK(live() == 0);
    return 0;
}
