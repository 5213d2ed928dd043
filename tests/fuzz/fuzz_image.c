/* fuzz_image.c: libFuzzer's entry for saved kernels. The first byte says whether the rest is what stands behind the
 * header or edits of that of real kernels; the header is made here, digest and all, so that the reader sees whatever
 * the fuzzer thinks of. Checked: what loads can be looked at, saves as the same bytes, and its kernels run in the
 * interpreter, whatever they do there. */
#include "fuzz/fuzz_rig.h"

#include "compile/compile_ahead.c"
#include "ir/ir.h"
#include "rustg/rustg.h"

unsigned long fuzz_n_taken;

enum { MOST_STEPS = 20000, MOST_BYTES = 4096 };

static volatile size_t n_seen; /* so that what is looked at is read */

/* In the place of the library's (--wrap): no launch goes on for ever. */
ir_outcome __real_ir_run_kernel(ir_module *m, ir_function_id kernel, const ir_launch *launch, const void *const *args,
                                ir_panic *panic);
ir_outcome __wrap_ir_run_kernel(ir_module *m, ir_function_id kernel, const ir_launch *launch, const void *const *args,
                                ir_panic *panic);
ir_outcome __wrap_ir_run_kernel(ir_module *m, ir_function_id kernel, const ir_launch *launch, const void *const *args,
                                ir_panic *panic)
{
    ir_launch limited = *launch;
    limited.max_steps = MOST_STEPS;
    return __real_ir_run_kernel(m, kernel, &limited, args, panic);
}

static void launch_kernel(rustg_result *result, const rustg_kernel *kernel)
{
    rustg_run_options options = {
        .struct_size = sizeof options, .target = RUSTG_TARGET_INTERPRETER, .grid = {1, 1, 1}, .n_threads = 1};
    rustg_argument *args = calloc(kernel->n_params + 1, sizeof *args);
    rustg_error error = {0};
    rustg_panic panic = {0};
    bool fits = true;
    for (int i = 0; i < 3; i++)
        options.block[i] = kernel->block[i] && kernel->block[i] <= 64 ? kernel->block[i] : 1;
    for (size_t i = 0; i < kernel->n_params && fits; i++) {
        fits = kernel->params[i].size <= MOST_BYTES;
        args[i].length = 4;
        args[i].data = fits ? calloc(4, kernel->params[i].size + 16) : NULL;
    }
    if (fits && rustg_result_run(result, kernel->name, &options, args, kernel->n_params, &panic, &error)) {
        char words[256];
        if (!error.message[0])
            fuzz_fail("a launch fails and says nothing", kernel->name);
        if (panic.happened)
            rustg_panic_message(result, &panic, words, sizeof words);
    }
    for (size_t i = 0; i < kernel->n_params; i++)
        free(args[i].data);
    free(args);
}

static void look_at(rustg_result *result)
{
    rustg_kernel kernel;
    rustg_panic_site site;
    for (uint32_t output = 0; output < RUSTG_N_OUTPUTS; output++) {
        const uint8_t *bytes;
        size_t n = 0;
        for (size_t arch = 0; arch < 3; arch++)
            if (rustg_result_output(result, (rustg_output)output, arch, &bytes, &n) == RUSTG_OK)
                for (size_t i = 0; i < n; i++)
                    n_seen += bytes[i];
    }
    for (uint32_t i = 1; rustg_result_panic_site(result, i, &site) == RUSTG_OK; i++) {
        char words[256];
        rustg_panic panic = {.happened = 1, .site = i};
        n_seen += strlen(site.message) + (site.path ? strlen(site.path) : 0);
        rustg_panic_message(result, &panic, words, sizeof words);
    }
    for (size_t k = 0; k < rustg_result_n_kernels(result); k++) {
        if (rustg_result_kernel(result, k, &kernel) != RUSTG_OK)
            fuzz_fail("a kernel is missing", "");
        n_seen += strlen(kernel.name);
        for (size_t i = 0; i < kernel.n_params; i++)
            n_seen += strlen(kernel.params[i].name) + strlen(kernel.params[i].rust_type);
        if (k < 8)
            launch_kernel(result, &kernel);
    }
}

static const char text[] =
    "use rustg_std::prelude::*;\n#[kernel]\npub fn k(x: &[u32], n: u32, mut o: GridMut<u32>) {\n"
    "    let i = thread::index();\n    if i < o.len() {\n        o[i] = x[i.get()] / n;\n    }\n}\n"
    "#[kernel(block = 4)]\npub fn s(mut o: GridMut<u8>) {\n    let a = Shared::<u8, 4>::new();\n"
    "    a.set(thread::index().get() % 4, 1);\n    block::sync();\n    o[thread::index()] = a.get(0);\n}\n";
static uint8_t *base;
static size_t n_base;

static void make_base(void)
{
    rustg_source source = {.name = "k.rs", .bytes = (const uint8_t *)text, .n_bytes = sizeof text - 1};
    rustg_kernel_options kernels = {.struct_size = sizeof kernels, .outputs = 1u << RUSTG_OUTPUT_C};
    rustg_compile_options options = {.struct_size = sizeof options, .engine = RUSTG_ENGINE_CPU, .kernels = &kernels};
    rustg_result *result;
    rustg_error error = {0};
    char *image;
    size_t n_image;
    if (rustg_initialize(NULL, &error) || rustg_compile(&source, 1, &options, &result, &error) ||
        rustg_kernels_save(result, &image, &n_image, &error))
        fuzz_fail("fuzz_image", error.message);
    n_base = n_image - sizeof(ahead_header);
    base = malloc(n_base);
    if (!base)
        fuzz_fail("fuzz_image", "out of memory");
    memcpy(base, image + sizeof(ahead_header), n_base);
    rustg_log_free(image);
    rustg_result_free(result);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_data)
{
    const rustg_kernel_options options = {.struct_size = sizeof options};
    static int is_ready;
    char *image = NULL, *again = NULL;
    size_t n_image = 0, n_again = 0;
    rustg_result *result;
    rustg_error error = {0};
    if (!is_ready)
        make_base();
    is_ready = 1;
    if (n_data == 0)
        return 0;
    size_t n_edited;
    uint8_t *edited = fuzz_edited(base, n_base, data + 1, n_data - 1, &n_edited);
    const bool is_given = data[0] & 1;
    if (compile_ahead_put(&options, is_given ? data + 1 : edited, is_given ? n_data - 1 : n_edited, &image, &n_image,
                          &error))
        fuzz_fail("fuzz_image", error.message);
    free(edited);
    if (rustg_kernels_load(image, n_image, NULL, 0, &result, &error) == RUSTG_OK) {
        fuzz_n_taken++;
        look_at(result);
        if (rustg_kernels_save(result, &again, &n_again, &error) || n_again != n_image || memcmp(again, image, n_image))
            fuzz_fail("what was loaded saves as another", error.message);
        rustg_result_free(result);
    } else if (!error.message[0] || error.status == RUSTG_ERR_INTERNAL) {
        fuzz_fail("a refused image", error.message);
    }
    rustg_log_free(again);
    rustg_log_free(image);
    return 0;
}
