/* devices_gpu_test.c: one, two and four GPUs, as many as there are: vector add, numbers and a product of matrices split
 * over them through the runtime, with copies between them; lexing and parsing shared among them, byte for byte what the
 * CPU engine gives. Exits 77 without a device or NVRTC. */
#define _POSIX_C_SOURCE 200809L
#include "diagnostics/same_diagnostics.h"
#include "launch/split_check.h"

enum { N_SOURCES = 400, N_RUNS = 4 };

static rustg_source sources[N_SOURCES];

/* Good items, and in some sources errors of the lexer and of the parser. */
static void make_sources(void)
{
    static const char *const items[] = {
        "fn f%zu<'a>(x: &'a str, y: u32) -> u32 { x.len() as u32 + y * %zu }\n",
        "/* comment %zu /* nested */ */ struct S%zu { a: u8, b: Vec<Option<u64>> }\n",
        "impl S%zu { pub const fn g(&self) -> usize { match self.a { 0..=9 => %zu, _ => 1 } } }\n",
        "const T%zu: &str = r#\"raw \"quoted\" %zu\"#;\n", "macro_rules! m%zu { ($x:expr) => { $x + %zu }; }\n"};
    static const char *const faults[] = {"let = 3;\n", "0b12\n", "fn broken( {\n", "'ab'\n"};
    for (size_t s = 0; s < N_SOURCES; s++) {
        size_t n_items = 20 + s * 7 % 300, capacity = n_items * 128 + 64, n = 0;
        char *text = malloc(capacity), *name = malloc(32);
        for (size_t i = 0; i < n_items; i++)
            n += (size_t)snprintf(text + n, capacity - n, items[(s + i) % 5], i, s);
        if (s % 11 == 3)
            n += (size_t)snprintf(text + n, capacity - n, "%s", faults[s % 4]);
        snprintf(name, 32, "made_%zu.rs", s);
        sources[s] =
            (rustg_source){.name = name, .bytes = (const uint8_t *)text, .n_bytes = n, .edition = s % 2 ? 2021 : 2018};
    }
}

static rustg_result *compile(rustg_engine engine, rustg_stage stage, uint32_t leave, const int32_t *devices,
                             uint32_t n_devices)
{
    rustg_compile_options options = {.struct_size = sizeof options,
                                     .engine = engine,
                                     .stop_after = stage,
                                     .batch_bytes = 200000,
                                     .leave_on_device = leave,
                                     .devices = devices,
                                     .n_devices = n_devices};
    rustg_result *result;
    GOOD(rustg_compile(sources, N_SOURCES, &options, &result, &error));
    return result;
}

static void compare_tokens(const rustg_result *cpu, const rustg_result *gpu, size_t batch)
{
    rustg_tokens a, b;
    CHECK(rustg_result_tokens(cpu, batch, &a) == RUSTG_OK && rustg_result_tokens(gpu, batch, &b) == RUSTG_OK);
    CHECK(a.n_toks == b.n_toks && memcmp(a.kind, b.kind, a.n_toks) == 0 && memcmp(a.flags, b.flags, a.n_toks) == 0);
    CHECK(memcmp(a.start, b.start, 4 * a.n_toks) == 0 && memcmp(a.end, b.end, 4 * a.n_toks) == 0);
}

static void compare_ast(const rustg_result *cpu, const rustg_result *gpu, size_t batch)
{
    rustg_ast a, b;
    CHECK(rustg_result_ast(cpu, batch, &a) == RUSTG_OK && rustg_result_ast(gpu, batch, &b) == RUSTG_OK);
    CHECK(a.n_nodes == b.n_nodes && memcmp(a.kind, b.kind, a.n_nodes) == 0);
    const uint32_t *x[] = {a.tok, a.start, a.end, a.next, a.parent}, *y[] = {b.tok, b.start, b.end, b.next, b.parent};
    for (int i = 0; i < 5; i++)
        CHECK(memcmp(x[i], y[i], 4 * a.n_nodes) == 0);
}

static void compare(const rustg_result *cpu, const rustg_result *gpu, rustg_stage stage)
{
    size_t n_cpu, n_gpu;
    const rustg_diagnostic *a = rustg_result_diagnostics(cpu, &n_cpu), *b = rustg_result_diagnostics(gpu, &n_gpu);
    CHECK(rustg_result_engine(gpu) == RUSTG_ENGINE_CUDA);
    CHECK(n_cpu == n_gpu && n_cpu > 0 && same_diagnostics(a, b, n_cpu));
    CHECK(rustg_result_n_batches(cpu) == rustg_result_n_batches(gpu) && rustg_result_n_batches(cpu) > 8);
    for (size_t i = 0; i < rustg_result_n_batches(cpu); i++) {
        compare_tokens(cpu, gpu, i);
        if (stage == RUSTG_STAGE_AST)
            compare_ast(cpu, gpu, i);
    }
    for (size_t i = 0; i < N_SOURCES; i++) {
        rustg_file x, y;
        CHECK(rustg_result_file(cpu, i, &x) == RUSTG_OK && rustg_result_file(gpu, i, &y) == RUSTG_OK);
        CHECK(x.batch == y.batch && x.base == y.base && x.first_tok == y.first_tok && x.n_toks == y.n_toks);
        CHECK(x.first_node == y.first_node && x.n_nodes == y.n_nodes && x.first_diag == y.first_diag &&
              x.n_diags == y.n_diags);
    }
}

static void share_source(const int32_t *devices, uint32_t n_devices)
{
    static const rustg_stage stages[] = {RUSTG_STAGE_TOKENS, RUSTG_STAGE_AST};
    for (int s = 0; s < 2; s++) {
        rustg_result *cpu = compile(RUSTG_ENGINE_CPU, stages[s], 0, NULL, 0);
        for (int run = 0; run < N_RUNS; run++) { /* the threads' turns differ from run to run */
            rustg_result *gpu = compile(RUSTG_ENGINE_CUDA, stages[s], 0, devices, n_devices);
            compare(cpu, gpu, stages[s]);
            rustg_result_free(gpu);
        }
        rustg_result *left = compile(RUSTG_ENGINE_CUDA, stages[s], 1, devices, n_devices);
        for (size_t i = 0; i < rustg_result_n_batches(left); i++) {
            rustg_device_tokens tokens;
            rustg_device_ast ast;
            CHECK(rustg_result_device_tokens(left, i, &tokens) == RUSTG_OK);
            CHECK(tokens.device == devices[i % n_devices] && tokens.d_kind);
            if (stages[s] == RUSTG_STAGE_AST)
                CHECK(rustg_result_device_ast(left, i, &ast) == RUSTG_OK && ast.device == devices[i % n_devices]);
        }
        rustg_result_free(left);
        rustg_result_free(cpu);
    }
}

static void split_launches(const int32_t *devices, size_t n_devices)
{
    rustg_context *contexts[SPLIT_MOST];
    for (size_t i = 0; i < n_devices; i++)
        GOOD(rustg_context_open(RUSTG_BACKEND_CUDA, devices[i], NULL, &contexts[i], &error));
    split_check(contexts, n_devices);
    for (size_t i = 0; i < n_devices; i++)
        rustg_context_close(contexts[i]);
}

int main(void)
{
    static const int32_t devices[] = {0, 1, 2, 3}, twice[] = {0, 0};
    char *text, *log = NULL;
    rustg_cuda_options options = {.struct_size = sizeof options, .arch = "sm_75"};
    size_t n;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (rustg_cuda_missing()[0]) {
        printf("skipped: %s\n", rustg_cuda_missing());
        return 77;
    }
    GOOD(rustg_initialize(NULL, &error));
    if (rustg_cuda_compile("", "empty.cu", &options, 0, &text, &n, &log, &error) == RUSTG_ERR_NO_NVRTC) {
        printf("skipped: %s\n", error.message);
        return 77;
    }
    rustg_log_free(text);
    rustg_log_free(log);
    make_sources();
    size_t n_gpus = rustg_device_count() - 1;
    for (size_t n_used = 1; n_used <= 4 && n_used <= n_gpus; n_used *= 2) {
        split_launches(devices, n_used);
        share_source(devices, (uint32_t)n_used);
        printf("%zu of %zu GPUs: launches split, source shared\n", n_used, n_gpus);
    }
    split_launches(twice, 2); /* two contexts, two engines of one device */
    share_source(twice, 2);
    rustg_shutdown();
    for (size_t s = 0; s < N_SOURCES; s++) {
        free((void *)(uintptr_t)sources[s].bytes);
        free((void *)(uintptr_t)sources[s].name);
    }
    printf("passed\n");
    return 0;
}
