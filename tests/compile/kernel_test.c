/* kernel_test.c: compiling and running kernels through the public interface. */
#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "launch/saxpy_text.h"
#include "rustg/rustg.h"

static const char saxpy[] = SAXPY_TEXT;

static rustg_status compile(const rustg_source *sources, size_t n, const rustg_kernel_options *kernels,
                            rustg_result **result, rustg_error *error)
{
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = kernels};
    return rustg_compile(sources, n, &options, result, error);
}

static rustg_result *compile_text(const char *text, uint32_t outputs)
{
    rustg_source source = {.name = "k.rs", .bytes = (const uint8_t *)text, .n_bytes = strlen(text)};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels, .outputs = outputs};
    rustg_result *result;
    rustg_error error = {0};
    rustg_status status = compile(&source, 1, &kernels, &result, &error);
    if (status != RUSTG_OK)
        fprintf(stderr, "%s\n", error.message);
    assert(status == RUSTG_OK);
    return result;
}

static void test_wrong_options(void)
{
    rustg_source source = {.name = "k.rs", .bytes = (const uint8_t *)saxpy, .n_bytes = sizeof saxpy - 1};
    const char *archs[] = {"compute_90"};
    rustg_result *result;
    rustg_error error;
    rustg_kernel_options kernels = {0};
    assert(compile(&source, 1, &kernels, &result, &error) == RUSTG_ERR_ARGUMENT && !result);
    kernels.struct_size = sizeof kernels;
    kernels.outputs = 1u << RUSTG_N_OUTPUTS;
    assert(compile(&source, 1, &kernels, &result, &error) == RUSTG_ERR_ARGUMENT);
    kernels.outputs = 0;
    kernels.archs = archs;
    kernels.n_archs = 1;
    assert(compile(&source, 1, &kernels, &result, &error) == RUSTG_ERR_ARGUMENT);
    assert(strstr(error.message, "compute_90"));
    kernels.n_archs = 0;
    kernels.no_opt_level = 4;
    assert(compile(&source, 1, &kernels, &result, &error) == RUSTG_ERR_ARGUMENT);
    kernels.no_opt_level = 0;
    const char *none[] = {"k::<u8>", NULL};
    kernels.instances = kernels.cfgs = none;
    kernels.n_instances = 2;
    assert(compile(&source, 1, &kernels, &result, &error) == RUSTG_ERR_ARGUMENT);
    assert(strstr(error.message, "instances[1] is NULL"));
    kernels.n_instances = 0;
    kernels.n_cfgs = 2;
    assert(compile(&source, 1, &kernels, &result, &error) == RUSTG_ERR_ARGUMENT);
    kernels.n_cfgs = 0;
    rustg_compile_options options = {.struct_size = sizeof options, .kernels = &kernels};
    options.stop_after = RUSTG_STAGE_TOKENS;
    assert(rustg_compile(&source, 1, &options, &result, &error) == RUSTG_ERR_ARGUMENT);
}

static void test_outputs(void)
{
    rustg_result *result = compile_text(saxpy, 1u << RUSTG_OUTPUT_CUDA | 1u << RUSTG_OUTPUT_C | 1u << RUSTG_OUTPUT_IR |
                                                   1u << RUSTG_OUTPUT_KERNELS);
    rustg_kernel kernel;
    const uint8_t *bytes;
    size_t n;
    assert(rustg_result_success(result) && rustg_result_n_kernels(result) == 1);
    assert(rustg_result_kernel(result, 1, &kernel) == RUSTG_ERR_ARGUMENT);
    assert(rustg_result_kernel(result, 0, &kernel) == RUSTG_OK);
    assert(strcmp(kernel.name, "saxpy") == 0 && kernel.n_params == 3 && kernel.line == 4 && kernel.column == 8);
    assert(kernel.params[0].role == RUSTG_PARAM_SCALAR && kernel.params[0].element == RUSTG_ELEMENT_F32);
    assert(kernel.params[1].role == RUSTG_PARAM_SLICE && kernel.params[1].size == 4 && kernel.params[1].align == 4);
    assert(kernel.params[2].role == RUSTG_PARAM_GRID_MUT && strcmp(kernel.params[2].name, "y") == 0);
    assert(strcmp(kernel.params[1].rust_type, "&[f32]") == 0);
    assert(rustg_result_output(result, RUSTG_OUTPUT_CUDA, 0, &bytes, &n) == RUSTG_OK);
    assert(strlen((const char *)bytes) == n && strstr((const char *)bytes, "saxpy") &&
           !strstr((const char *)bytes, "#include"));
    assert(rustg_result_output(result, RUSTG_OUTPUT_C, 0, &bytes, &n) == RUSTG_OK &&
           strstr((const char *)bytes, "saxpy"));
    assert(rustg_result_output(result, RUSTG_OUTPUT_KERNELS, 0, &bytes, &n) == RUSTG_OK);
    assert(strstr((const char *)bytes, "\"name\": \"saxpy\""));
    assert(rustg_result_output(result, RUSTG_OUTPUT_IR, 1, &bytes, &n) == RUSTG_ERR_ARGUMENT);
    assert(rustg_result_output(result, RUSTG_OUTPUT_PTX, 0, &bytes, &n) == RUSTG_ERR_ARGUMENT);
    rustg_result_free(result);
}

static rustg_status run(rustg_result *result, const char *kernel, rustg_target target, uint32_t n_threads,
                        const rustg_argument *args, size_t n_args, rustg_panic *panic, rustg_error *error)
{
    rustg_run_options options = {.struct_size = sizeof options, .target = target, .grid = {1, 1, 1}};
    options.block[0] = n_threads;
    options.block[1] = options.block[2] = 1;
    return rustg_result_run(result, kernel, &options, args, n_args, panic, error);
}

static void test_run(rustg_target target)
{
    rustg_result *result = compile_text(saxpy, 0);
    float a = 2, x[5] = {1, 2, 3, 4, 5}, y[5] = {10, 20, 30, 40, 50};
    rustg_argument args[] = {{&a, 0}, {x, 5}, {y, 4}};
    rustg_panic panic;
    rustg_error error;
    assert(run(result, "saxpy", target, 8, args, 3, &panic, &error) == RUSTG_OK && !panic.happened);
    assert(y[0] == 12 && y[3] == 48 && y[4] == 50);
    assert(run(result, "sax", target, 8, args, 3, &panic, &error) == RUSTG_ERR_ARGUMENT);
    assert(run(result, "saxpy", target, 8, args, 2, &panic, &error) == RUSTG_ERR_ARGUMENT);
    assert(run(result, "saxpy", target, 0, args, 3, &panic, &error) == RUSTG_ERR_ARGUMENT);
    assert(run(result, "saxpy", target, 1025, args, 3, &panic, &error) == RUSTG_ERR_ARGUMENT);
    args[1].data = y + 1;
    assert(run(result, "saxpy", target, 8, args, 3, &panic, &error) == RUSTG_ERR_ARGUMENT);
    assert(strstr(error.message, "overlaps"));
    args[1].data = (char *)x + 1;
    args[1].length = 2;
    assert(run(result, "saxpy", target, 8, args, 3, &panic, &error) == RUSTG_ERR_ARGUMENT);
    args[1].data = NULL;
    assert(run(result, "saxpy", target, 8, args, 3, &panic, &error) == RUSTG_ERR_ARGUMENT);

    /* the fourth element of x is missing: one thread panics, the others have written */
    char words[128];
    rustg_panic_site site;
    args[1].data = x;
    args[1].length = 3;
    assert(run(result, "saxpy", target, 8, args, 3, &panic, &error) == RUSTG_ERR_PANIC && panic.happened);
    assert(panic.thread[0] == 3 && panic.block[0] == 0);
    assert(rustg_result_panic_site(result, panic.site, &site) == RUSTG_OK && site.line == 7);
    assert(strcmp(site.path, "k.rs") == 0);
    rustg_panic_message(result, &panic, words, sizeof words);
    assert(strcmp(words, "index out of bounds: the len is 3 but the index is 3") == 0);
    assert(rustg_panic_message(result, &panic, words, 6) ==
           strlen("index out of bounds: the len is 3 but the index is 3"));
    assert(strcmp(words, "index") == 0 && y[0] == 14 && y[2] == 42 && y[3] == 48);
    rustg_result_free(result);
}

/* A folder of sources in memory. */
static int read_mod(void *user, const char *path, const uint8_t **bytes, size_t *n_bytes)
{
    static const char helper[] = "pub fn twice(v: u64) -> u64 { v * 2 }\n";
    ++*(int *)user;
    if (strcmp(path, "src/helper.rs") != 0)
        return 1;
    *bytes = (const uint8_t *)helper;
    *n_bytes = sizeof helper - 1;
    return 0;
}

static void test_mod_files(void)
{
    static const char root[] =
        "use rustg_std::prelude::*;\nmod helper;\n#[kernel]\npub fn go(mut out: GridMut<u64>) {\n"
        "    let i = thread::index();\n    out[i] = helper::twice(i.get() as u64);\n}\n";
    rustg_source source = {.name = "src/root.rs", .bytes = (const uint8_t *)root, .n_bytes = sizeof root - 1};
    int n_calls = 0;
    rustg_kernel_options kernels = {.struct_size = sizeof kernels, .read_mod = read_mod, .user = &n_calls};
    rustg_result *result;
    rustg_error error = {0};
    rustg_file file;
    uint64_t out[4] = {0};
    rustg_argument arg = {out, 4};
    assert(compile(&source, 1, &kernels, &result, &error) == RUSTG_OK && n_calls >= 1);
    if (!rustg_result_success(result))
        fprintf(stderr, "%s\n", rustg_result_message(result));
    assert(rustg_result_success(result) && rustg_result_n_files(result) == 2);
    assert(rustg_result_file(result, 1, &file) == RUSTG_OK && strcmp(file.name, "src/helper.rs") == 0 &&
           file.n_bytes > 0);
    assert(run(result, "go", RUSTG_TARGET_INTERPRETER, 4, &arg, 1, NULL, &error) == RUSTG_OK && out[3] == 6);
    rustg_result_free(result);

    static const char missing[] = "mod nowhere;\n";
    source.bytes = (const uint8_t *)missing;
    source.n_bytes = sizeof missing - 1;
    assert(compile(&source, 1, &kernels, &result, &error) == RUSTG_OK && !rustg_result_success(result));
    size_t n_diags;
    const rustg_diagnostic *diags = rustg_result_diagnostics(result, &n_diags);
    assert(n_diags == 1 && strcmp(rustg_diagnostic_code(diags[0].kind), "E0583") == 0);
    rustg_result_free(result);
}

static int read_macro_mod(void *user, const char *path, const uint8_t **bytes, size_t *n_bytes)
{
    static const char *const files[][2] = {
        {"src/macros.rs", "mod inner;\nmacro_rules! double { ($e:expr) => { $e * 2 }; }\n"
                          "#[macro_export]\nmacro_rules! more { ($e:expr) => { $crate::macros::helper($e) }; }\n"
                          "pub fn helper(x: u64) -> u64 { x + 100 }\npub fn seven() -> u64 { inner::seven() }\n"},
        {"src/macros/inner.rs", "pub fn seven() -> u64 { crate::more!(7) }\n"},
        {"src/late.rs", "use crate::more as again;\npub fn f(x: u64) -> u64 { double!(x) + again!(1) }\n"}};
    (void)user;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        if (strcmp(path, files[i][0]) != 0)
            continue;
        *bytes = (const uint8_t *)files[i][1];
        *n_bytes = strlen(files[i][1]);
        return 0;
    }
    return 1;
}

/* Macros go from file to file: in scope, by their path, and by imports; of a root that calls none too. */
static void test_macro_files(const char *root, uint64_t first, uint64_t step)
{
    rustg_source source = {.name = "src/root.rs", .bytes = (const uint8_t *)root, .n_bytes = strlen(root)};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels, .read_mod = read_macro_mod};
    rustg_result *result;
    rustg_error error = {0};
    uint64_t out[4] = {0};
    rustg_argument arg = {out, 4};
    assert(compile(&source, 1, &kernels, &result, &error) == RUSTG_OK);
    if (!rustg_result_success(result))
        fprintf(stderr, "%s\n", rustg_result_message(result));
    assert(rustg_result_success(result) && rustg_result_n_files(result) == 4);
    assert(run(result, "go", RUSTG_TARGET_INTERPRETER, 4, &arg, 1, NULL, &error) == RUSTG_OK && out[0] == first &&
           out[3] == first + 3 * step);
    rustg_result_free(result);
}

static void test_errors(void)
{
    rustg_result *result =
        compile_text("use rustg_std::prelude::*;\n#[kernel]\npub fn k(a: f32, mut y: GridMut<f32>) {\n"
                     "    let b: u32 = a;\n    y[thread::index()] = c;\n}\n",
                     0);
    size_t n_diags;
    char text[2048];
    rustg_file file;
    const rustg_diagnostic *diags = rustg_result_diagnostics(result, &n_diags);
    assert(!rustg_result_success(result) && rustg_result_n_kernels(result) == 0 && n_diags == 2);
    assert(strcmp(rustg_diagnostic_code(diags[0].kind), "E0425") == 0); /* names come before types */
    assert(strcmp(rustg_diagnostic_code(diags[1].kind), "E0308") == 0);
    assert(strcmp(rustg_result_message(result), "k.rs:5:26: cannot find value `c` in this scope") == 0);
    assert(rustg_result_file(result, 0, &file) == RUSTG_OK && file.n_diags == 2);
    rustg_diagnostic_render(&diags[1], "k.rs", file.bytes, file.n_bytes, RUSTG_FORMAT_HUMAN, 0, text, sizeof text);
    assert(strstr(text, "expected `u32`, found `f32`") && strstr(text, "expected due to this"));
    /* Whoever runs, loads or saves it nevertheless is told the error. */
    rustg_error error;
    rustg_context *context;
    rustg_module *module;
    char *saved;
    size_t n_saved;
    assert(run(result, "k", RUSTG_TARGET_CPU, 1, NULL, 0, NULL, &error) == RUSTG_ERR_SOURCE);
    assert(strcmp(error.message, rustg_result_message(result)) == 0);
    assert(rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &context, &error) == RUSTG_OK);
    assert(rustg_module_from_result(context, result, &module, &error) == RUSTG_ERR_SOURCE && !module);
    assert(strcmp(error.message, rustg_result_message(result)) == 0);
    rustg_context_close(context);
    assert(rustg_kernels_save(result, &saved, &n_saved, &error) == RUSTG_ERR_SOURCE && !saved);
    rustg_result_free(result);
    assert(run(NULL, "k", RUSTG_TARGET_CPU, 1, NULL, 0, NULL, &error) == RUSTG_ERR_ARGUMENT);
    result = compile_text("fn broken( {\n", 1u << RUSTG_OUTPUT_C);
    const uint8_t *bytes;
    size_t n;
    assert(!rustg_result_success(result) &&
           rustg_result_output(result, RUSTG_OUTPUT_C, 0, &bytes, &n) == RUSTG_ERR_ARGUMENT);
    rustg_result_free(result);
}

static void test_several_sources(void)
{
    static const char one[] =
        "use rustg_std::prelude::*;\n#[kernel]\npub fn one(mut o: GridMut<u8>) { o[thread::index()] = 1; }\n";
    static const char two[] =
        "use rustg_std::prelude::*;\n#[kernel]\npub fn two(mut o: GridMut<u8>) { o[thread::index()] = 2; }\n";
    rustg_source sources[] = {{.name = "one.rs", .bytes = (const uint8_t *)one, .n_bytes = sizeof one - 1},
                              {.name = "two.rs", .bytes = (const uint8_t *)two, .n_bytes = sizeof two - 1}};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels};
    rustg_result *result;
    rustg_kernel kernel;
    uint8_t out[2] = {0};
    rustg_argument arg = {out, 2};
    assert(compile(sources, 2, &kernels, &result, NULL) == RUSTG_OK && rustg_result_n_kernels(result) == 2);
    assert(rustg_result_kernel(result, 1, &kernel) == RUSTG_OK && kernel.file == 1 && strcmp(kernel.name, "two") == 0);
    assert(run(result, "two", RUSTG_TARGET_INTERPRETER, 2, &arg, 1, NULL, NULL) == RUSTG_OK && out[0] == 2 &&
           out[1] == 2);
    rustg_result_free(result);
    /* nothing to compile is no error */
    assert(compile(sources, 0, &kernels, &result, NULL) == RUSTG_OK && rustg_result_n_kernels(result) == 0);
    rustg_result_free(result);
}

/* Outputs between stages, the optimizer's passes, and the time of each stage. */
static void test_stages(void)
{
    static const rustg_output outputs[] = {RUSTG_OUTPUT_THIR, RUSTG_OUTPUT_IR_OPT, RUSTG_OUTPUT_DUMP,
                                           RUSTG_OUTPUT_CUDA};
    rustg_source source = {.name = "k.rs", .bytes = (const uint8_t *)saxpy, .n_bytes = sizeof saxpy - 1};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels, .verify_passes = 1};
    rustg_stats stats = {.struct_size = sizeof stats};
    rustg_result *result;
    rustg_error error;
    const uint8_t *bytes;
    size_t n_bytes;
    uint32_t n_passes = 0;
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++)
        kernels.outputs |= 1u << outputs[i];
    assert(compile(&source, 1, &kernels, &result, &error) == RUSTG_ERR_ARGUMENT && strstr(error.message, "dump_after"));
    kernels.dump_after = "gnv";
    assert(compile(&source, 1, &kernels, &result, &error) == RUSTG_ERR_ARGUMENT && strstr(error.message, "`gnv`") &&
           strstr(error.message, "gvn"));
    uint32_t n_own = 0; /* passes that own PTX alone has */
    for (; (kernels.dump_after = rustg_pass_name(n_passes)) != NULL; n_passes++) {
        assert(compile(&source, 1, &kernels, &result, &error) == RUSTG_OK && rustg_result_success(result));
        if (rustg_result_output(result, RUSTG_OUTPUT_DUMP, 0, &bytes, &n_bytes) != RUSTG_OK || n_bytes == 0) {
            rustg_result_free(result);
            kernels.backend = RUSTG_KERNEL_BACKEND_PTX;
            n_own++;
            assert(compile(&source, 1, &kernels, &result, &error) == RUSTG_OK && rustg_result_success(result));
            kernels.backend = RUSTG_KERNEL_BACKEND_NVRTC;
        }
        for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++) {
            assert(rustg_result_output(result, outputs[i], 0, &bytes, &n_bytes) == RUSTG_OK && n_bytes > 0);
            assert(strlen((const char *)bytes) == n_bytes && strstr((const char *)bytes, "saxpy"));
        }
        rustg_result_free(result);
    }
    assert(n_passes > 5 && n_own > 0 && n_own < n_passes && rustg_pass_name(n_passes + 1) == NULL);

    /* a caller of an older release: what it does not know is not read */
    kernels = (rustg_kernel_options){.struct_size = offsetof(rustg_kernel_options, dump_after), .verify_passes = 99};
    kernels.outputs = 1u << RUSTG_OUTPUT_CUDA;
    kernels.dump_after = (const char *)1;
    assert(compile(&source, 1, &kernels, &result, &error) == RUSTG_OK && rustg_result_success(result));
    assert(rustg_result_stats(result, &stats) == RUSTG_OK);
    if (stats.n_cache_hits == 0)
        assert(stats.seconds_sema > 0 && stats.seconds_lower > 0 && stats.seconds_optimize > 0 &&
               stats.seconds_emit > 0);
    assert(stats.seconds_backend == 0 && stats.seconds_load == 0);
    float x[4] = {1, 2, 3, 4}, y[4] = {0}, a = 2;
    const rustg_argument args[] = {{&a, 1}, {x, 4}, {y, 4}};
    rustg_status status = run(result, "saxpy", RUSTG_TARGET_CPU, 4, args, 3, NULL, &error);
    assert(status == RUSTG_OK || status == RUSTG_ERR_NO_CC);
    assert(rustg_result_stats(result, &stats) == RUSTG_OK);
    if (status == RUSTG_OK) /* the run had the kernels made and loaded */
        assert(y[3] == 8 && stats.seconds_backend > 0 && stats.seconds_load > 0);
    rustg_result_free(result);
}

int main(void)
{
    uint8_t code, bits;
    rustg_element_dlpack(RUSTG_ELEMENT_COMPLEX_F64, &code, &bits);
    assert(code == 5 && bits == 128 && strcmp(rustg_element_name(99), "none") == 0);
    assert(rustg_initialize(NULL, NULL) == RUSTG_OK);
    test_wrong_options();
    test_outputs();
    test_run(RUSTG_TARGET_INTERPRETER);
    test_run(RUSTG_TARGET_CPU);
    test_mod_files();
    test_macro_files("use rustg_std::prelude::*;\n#[macro_use]\nmod macros;\nmod late;\n#[kernel]\n"
                     "pub fn go(mut out: GridMut<u64>) {\n    let i = thread::index();\n"
                     "    out[i] = double!(i.get() as u64) + crate::more!(1) + late::f(2) + macros::seven();\n}\n",
                     101 + 4 + 101 + 107, 2);
    test_macro_files("use rustg_std::prelude::*;\n#[macro_use]\nmod macros;\nmod late;\n#[kernel]\n"
                     "pub fn go(mut out: GridMut<u64>) {\n    let i = thread::index();\n"
                     "    out[i] = i.get() as u64 + late::f(2) + macros::seven();\n}\n",
                     4 + 101 + 107, 1);
    test_errors();
    test_several_sources();
    test_stages();
    rustg_shutdown();
    return 0;
}
