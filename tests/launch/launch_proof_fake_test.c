/* launch_proof_fake_test.c: which launches take the entry without the checks that they prove, on the fake driver: by
 * grid and block, by elements, in a graph, in parts of a split, of saved kernels. Words that are no proof do no harm.
 *
 * In the place of NVRTC (--wrap) this file gives a module with both entries and with the proofs of the CUDA C++. */
#define _GNU_SOURCE
#include "launch/module_internal.h"

#include "codegen/codegen.h"
#include "codegen/toolchain/toolchain.h"
#include "runtime/fake_cuda/fake_check.h"
#include "rustg/split.h"

enum { N = 1000, BLOCK = 64, MOST_WORDS = 4096 };
static const char text[] = "use rustg_std::prelude::*;\n"
                           "#[kernel]\n"
                           "pub fn add(a: &[u32], b: &[u32], mut c: GridMut<u32>) {\n"
                           "    let i = thread::index();\n"
                           "    if i < c.len() {\n"
                           "        c[i] = a[i] ^ b[i];\n"
                           "    }\n"
                           "}\n";

static uint64_t words[MOST_WORDS];
static size_t n_words;

rustg_status __wrap_tool_nvrtc(arena *memory, const char *cuda, const char *arch, bool cubin,
                               const codegen_options *options, tool_cuda_code *result, rustg_error *made);
rustg_status __wrap_tool_nvrtc(arena *memory, const char *cuda, const char *arch, bool cubin,
                               const codegen_options *options, tool_cuda_code *result, rustg_error *made)
{
#define PAIR ".param .u64 p, .param .u64 n"
    const char *proofs = strstr(cuda, "__device__ u64 rustg_launch_proofs["), *at = proofs ? strchr(proofs, '=') : NULL;
    const char *code = ".version 7.0\n.entry add(" PAIR ", " PAIR ", " PAIR ")\nrustg_panic[168]\n";
    (void)arch, (void)cubin, (void)options, (void)made;
    n_words = 0;
    while (at && *at != '}') {
        char *end;
        const uint64_t word = strtoull(at, &end, 0);
        if (end != at && n_words < MOST_WORDS)
            words[n_words++] = word;
        at = end != at ? end : at + 1;
    }
    if (n_words)
        code = arena_format(memory,
                            "%s.entry rustg_proved_add(" PAIR ", " PAIR ", " PAIR ")\nrustg_launch_proofs[%zu]=", code,
                            8 * n_words);
    for (size_t i = 0; i < n_words; i++)
        for (int byte = 0; byte < 8; byte++)
            code = arena_format(memory, "%s%02x", code, (unsigned)(words[i] >> 8 * byte & 0xFF));
    *result = (tool_cuda_code){.bytes = (uint8_t *)arena_text(memory, code, strlen(code)),
                               .n = strlen(code),
                               .log = arena_text(memory, "", 0)};
    return RUSTG_OK;
}

static unsigned n_own, n_proved;

static void run(const char *name, const unsigned shape[6], unsigned shared_bytes, const uint64_t *p)
{
    (void)shape, (void)shared_bytes, (void)p;
    n_own += strcmp(name, "add") == 0;
    n_proved += strcmp(name, "rustg_proved_add") == 0;
}

static const rustg_source source = {.name = "add.rs", .bytes = (const uint8_t *)text, .n_bytes = sizeof text - 1};

typedef struct rig {
    rustg_context *context;
    rustg_stream *stream;
    rustg_buffer *buffers[3];
} rig;

/* One launch has taken this entry. */
static void expect(rig *r, bool proved, unsigned n)
{
    GOOD(rustg_stream_wait(r->stream, &error));
    CHECK(n_own == (proved ? 0 : n) && n_proved == (proved ? n : 0));
    n_own = n_proved = 0;
}

static rustg_status launch(rig *r, rustg_module *module, uint64_t n_elements, uint32_t n_rows,
                           const uint64_t lengths[3])
{
    rustg_function *function;
    rustg_launch_argument args[3] = {{0}};
    rustg_launch_config config = {.struct_size = sizeof config, .n_elements = n_elements};
    for (int i = 0; i < 3; i++)
        args[i] = (rustg_launch_argument){.buffer = r->buffers[i], .length = lengths[i]};
    if (!n_elements) {
        const uint32_t grid[] = {(N + BLOCK - 1) / BLOCK, n_rows, 1}, block[] = {BLOCK, 1, 1};
        memcpy(config.grid, grid, sizeof grid);
        memcpy(config.block, block, sizeof block);
    }
    GOOD(rustg_module_function(module, "add", &function, &error));
    return rustg_launch(function, r->stream, &config, args, 3, &error);
}

static void test_launches(rig *r, rustg_module *module)
{
    const uint64_t all[] = {N, N, N}, first_is_short[] = {N - 1, N, N}, last_is_short[] = {N, N, N - 500};
    rustg_graph *graph;
    GOOD(launch(r, module, 0, 1, all));
    expect(r, true, 1);
    GOOD(launch(r, module, 0, 1, last_is_short));
    expect(r, true, 1);
    GOOD(launch(r, module, 0, 1, first_is_short));
    expect(r, false, 1);
    GOOD(launch(r, module, 0, 2, all)); /* of two dimensions */
    expect(r, false, 1);
    GOOD(launch(r, module, N, 0, all));
    expect(r, true, 1);
    GOOD(launch(r, module, N, 0, first_is_short));
    expect(r, false, 1);
    GOOD(rustg_graph_begin(r->stream, &error));
    GOOD(launch(r, module, 0, 1, all));
    GOOD(rustg_graph_end(r->stream, &graph, &error));
    n_own = n_proved = 0;
    for (int i = 0; i < 3; i++)
        GOOD(rustg_graph_launch(graph, r->stream, &error));
    expect(r, true, 3);
    rustg_graph_free(graph);
}

static const cuda_driver *real;
static uint64_t *changing, seen;

static void note_length(const char *name, const unsigned shape[6], unsigned shared_bytes, const uint64_t *p)
{
    run(name, shape, shared_bytes, p);
    seen = p[1];
}

static cuda_result launch_after_change(cuda_function f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                                       unsigned bz, unsigned shared, cuda_stream stream, void **params, void **extra)
{
    *changing = N - 1;
    return real->cuLaunchKernel(f, gx, gy, gz, bx, by, bz, shared, stream, params, extra);
}

/* The caller's number changes behind the proof: the launch takes the one that was proved. */
static void test_changed_number(rig *r, rustg_module *module, fake_cuda_run_fn run_kernels)
{
    rustg_function *function;
    rustg_launch_argument args[3] = {{0}};
    const rustg_launch_config config = {
        .struct_size = sizeof config, .grid = {(N + BLOCK - 1) / BLOCK, 1, 1}, .block = {BLOCK, 1, 1}};
    cuda_driver changes = *(real = r->context->driver);
    for (int i = 0; i < 3; i++)
        args[i] = (rustg_launch_argument){.buffer = r->buffers[i], .length = N};
    changing = &args[0].length;
    changes.cuLaunchKernel = launch_after_change;
    run_kernels(note_length, 6);
    GOOD(rustg_module_function(module, "add", &function, &error));
    r->context->driver = &changes;
    GOOD(rustg_launch(function, r->stream, &config, args, 3, &error));
    r->context->driver = real;
    expect(r, true, 1);
    CHECK(seen == N && args[0].length == N - 1);
    GOOD(rustg_launch(function, r->stream, &config, args, 3, &error));
    expect(r, false, 1);
    CHECK(seen == N - 1);
    run_kernels(run, 0);
}

static void test_split(rig *r, rustg_module *module)
{
    static uint32_t x[N];
    rustg_split *split;
    rustg_split_buffer *buffers[3];
    rustg_function *function;
    rustg_split_argument args[3] = {{0}};
    GOOD(rustg_split_open(&r->context, 1, &split, &error));
    for (int i = 0; i < 3; i++) {
        GOOD(rustg_split_buffer_allocate(split, N, 4, RUSTG_SPLIT_PARTS, &buffers[i], &error));
        GOOD(rustg_split_buffer_write(buffers[i], x, &error));
        args[i] = (rustg_split_argument){.role = RUSTG_SPLIT_BUFFER, .buffer = buffers[i]};
    }
    GOOD(rustg_module_function(module, "add", &function, &error));
    GOOD(rustg_split_launch(split, &function, N, 1, args, 3, &error));
    GOOD(rustg_split_wait(split, &error));
    expect(r, true, 1);
    for (int i = 0; i < 3; i++)
        rustg_split_buffer_free(buffers[i]);
    rustg_split_close(split);
}

/* Whatever is changed in the words, what reads them stays within them and the arguments. */
static void test_words(const rustg_kernel *kernel)
{
    static uint64_t changed[MOST_WORDS];
    static launch_proof proof;
    const uint32_t grid[] = {UINT32_MAX, 3, UINT32_MAX}, block[] = {UINT32_MAX, 1, UINT32_MAX};
    uint64_t length = N, pointer = 0, seed = 1;
    void *params[] = {&pointer, &length, &pointer, &length, &pointer, &length};
    unsigned n_sound = 0, n_holds = 0;
    CHECK(n_words > 0 && launch_proof_find(words, n_words, kernel, &proof));
    for (size_t cut = 0; cut < n_words; cut++)
        CHECK(!launch_proof_find(words, cut, kernel, &proof));
    for (int round = 0; round < 200000; round++) {
        memcpy(changed, words, n_words * sizeof *words);
        for (int k = 0; k < 3; k++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            changed[(seed >> 33) % n_words] ^= UINT64_C(1) << (seed >> 20) % 64;
            changed[(seed >> 40) % n_words] ^= seed >> 30 & 0xFF;
        }
        const bool is_sound = launch_proof_find(changed, n_words, kernel, &proof);
        n_sound += is_sound;
        n_holds += is_sound && launch_proof_holds_of(&proof, grid, block, params);
    }
    CHECK(n_sound > 100 && n_holds < n_sound);
}

static rustg_module *module_of(rig *r, uint32_t no_opt_level)
{
    rustg_kernel_options kernels = {.struct_size = sizeof kernels, .no_opt_level = no_opt_level};
    rustg_module *module;
    GOOD(rustg_module_from_rust(r->context, &source, 1, &kernels, &module, &error));
    return module;
}

/* Device code that was made ahead, through the bytes of rustg_kernels_save. */
static rustg_module *saved_module(rig *r, uint32_t coarse_entries, rustg_result **result)
{
    static const char *const arch = "sm_90";
    rustg_kernel_options kernels = {.struct_size = sizeof kernels,
                                    .outputs = 1u << RUSTG_OUTPUT_PTX,
                                    .archs = &arch,
                                    .n_archs = 1,
                                    .coarse_entries = coarse_entries};
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    rustg_module *module;
    char *bytes;
    size_t n;
    GOOD(rustg_compile(&source, 1, &options, result, &error));
    GOOD(rustg_kernels_save(*result, &bytes, &n, &error));
    rustg_result_free(*result);
    GOOD(rustg_kernels_load(bytes, n, NULL, 0, result, &error));
    rustg_log_free(bytes);
    GOOD(rustg_module_from_result(r->context, *result, &module, &error));
    return module;
}

int main(void)
{
    const uint64_t all[] = {N, N, N};
    fake_cuda_run_fn run_kernels;
    fake_cuda_live_fn live;
    rustg_result *result;
    rustg_kernel kernel;
    rig r;
    GOOD(rustg_initialize(NULL, &error));
    CHECK(rustg_device_count() == 2); /* the CPU, and the driver is loaded */
    fake_find("rustg_fake_run", &run_kernels);
    fake_find("rustg_fake_live", &live);
    run_kernels(run, 0);
    GOOD(rustg_context_open(RUSTG_BACKEND_CUDA, 0, NULL, &r.context, &error));
    GOOD(rustg_stream_create(r.context, &r.stream, &error));
    for (int i = 0; i < 3; i++)
        GOOD(rustg_buffer_allocate(r.context, 4 * N, r.stream, &r.buffers[i], &error));

    rustg_module *module = module_of(&r, 0);
    test_launches(&r, module);
    test_changed_number(&r, module, run_kernels);
    test_split(&r, module);
    GOOD(rustg_result_kernel(rustg_module_result(module), 0, &kernel));
    test_words(&kernel);
    rustg_module_free(module);

    module = module_of(&r, 2); /* at -O1 there is no such entry */
    GOOD(launch(&r, module, 0, 1, all));
    expect(&r, false, 1);
    rustg_module_free(module);

    for (uint32_t asked = 0; asked < 2; asked++) {
        module = saved_module(&r, asked, &result);
        GOOD(launch(&r, module, 0, 1, all));
        expect(&r, asked, 1);
        rustg_module_free(module);
        rustg_result_free(result);
    }

    for (int i = 0; i < 3; i++)
        rustg_buffer_free(r.buffers[i]);
    rustg_stream_destroy(r.stream);
    rustg_context_close(r.context);
    rustg_shutdown();
    CHECK(live() == 0);
    return 0;
}
