/* codegen_gpu_test.c: the kernels of tests/codegen on the GPU, through NVRTC, give the C target's bytes: every
 * operation and intrinsic on edge values, control flow, memory, barriers, warps, atomics, and the panic record.
 * Transcendental functions: within 8 ulps; NaNs are equal. Exits 77 without a device, NVRTC or a C compiler. */
#include "codegen/codegen_flow.h"
#include "codegen/codegen_ops.h"
#include "runtime/cuda_driver.h"

typedef cuda_result get_global_fn(cuda_pointer *pointer, size_t *n, cuda_module module, const char *name);
static const cuda_driver *driver;
static get_global_fn *get_global;

static void must(cuda_result result, const char *what)
{
    if (result != CUDA_OK) {
        fprintf(stderr, "%s failed with %d\n", what, result);
        exit(1);
    }
}

static cuda_module load(ir_module *module, const char *arch, bool cubin)
{
    codegen_options options = {.checks = true, .opt_level = 3};
    tool_cuda_code result;
    cuda_module loaded;
    rustg_error error;
    rustg_status status = tool_nvrtc(&rig_arena, codegen_text_of(&codegen_target_cuda, module, &options).text, arch,
                                     cubin, &options, &result, &error);
    if (status == RUSTG_ERR_NO_NVRTC) {
        printf("skipped: %s\n", error.message);
        exit(77);
    }
    if (status != RUSTG_OK) {
        fprintf(stderr, "%s\n%s\n", error.message, result.log);
        exit(1);
    }
    tool_image image = {arch, !cubin, result.bytes, result.n};
    must(driver->cuModuleLoadData(&loaded, tool_fatbin(&rig_arena, &image, 1).text),
         cubin ? "loading a cubin's fatbin" : "loading a PTX fatbin");
    return loaded;
}

static void run_on_gpu(cuda_module module, const char *name, const ir_launch *launch, const rig_buffer *buffers,
                       uint32_t n, uint8_t *out, panic_record *panic)
{
    cuda_function function;
    cuda_pointer at[8], record = 0;
    void *parameters[8];
    size_t size = 0;
    must(driver->cuModuleGetFunction(&function, module, name), name);
    for (uint32_t i = 0; i < n; i++) {
        must(driver->cuMemAlloc(&at[i], buffers[i].n), "cuMemAlloc");
        must(driver->cuMemcpyHtoDAsync(at[i], buffers[i].bytes, buffers[i].n, NULL), "a copy to the device");
        parameters[i] = &at[i];
    }
    if (get_global(&record, &size, module, "rustg_panic") == CUDA_OK) {
        CHECK(size == sizeof *panic);
        must(driver->cuMemsetD8Async(record, 0, sizeof *panic, NULL), "clearing the record");
    }
    must(driver->cuLaunchKernel(function, launch->grid[0], 1, 1, launch->block[0], 1, 1,
                                (unsigned)launch->dynamic_shared, NULL, parameters, NULL),
         name);
    must(driver->cuStreamSynchronize(NULL), name);
    must(driver->cuMemcpyDtoHAsync(out, at[n - 1], buffers[n - 1].n, NULL), "a copy from the device");
    if (record)
        must(driver->cuMemcpyDtoHAsync(panic, record, sizeof *panic, NULL), "a copy of the record");
    must(driver->cuStreamSynchronize(NULL), "the copies");
    for (uint32_t i = 0; i < n; i++)
        driver->cuMemFree(at[i]);
}

static void compare(ir_module *module, cuda_module loaded, void *library, ir_function_id f, const ir_launch *launch,
                    const rig_buffer *buffers, uint32_t n, unsigned float_size, uint64_t ulps)
{
    const char *name = module->functions.at[f].name;
    uint8_t *of[8], *out = calloc(1, buffers[n - 1].n + 1);
    const void *pointers[8], *args[8];
    panic_record panic = {0}, seen = {0};
    for (uint32_t i = 0; i < n; i++) {
        of[i] = malloc(buffers[i].n + 16);
        memcpy(of[i], buffers[i].bytes, buffers[i].n);
        pointers[i] = of[i];
        args[i] = &pointers[i];
    }
    rig_run_c(module, library, f, launch, args, &panic);
    run_on_gpu(loaded, name, launch, buffers, n, out, &seen);
    bool same = panic.state == seen.state;
    if (panic.state)
        same &= panic.site == seen.site && panic.kernel == seen.kernel && panic.thread[0] == seen.thread[0] &&
                panic.block[0] == seen.block[0] && panic.operands[0] == seen.operands[0] &&
                panic.operands[1] == seen.operands[1];
    if (!same)
        fprintf(stderr, "%s: the panic differs: state %u %u, thread %u %u\n", name, panic.state, seen.state,
                panic.thread[0], seen.thread[0]);
    size_t bytes = buffers[n - 1].n, step = float_size ? float_size : 1;
    for (size_t i = 0; i < bytes && same; i += step)
        if (float_size ? rig_distance(of[n - 1] + i, out + i, float_size) > ulps : of[n - 1][i] != out[i]) {
            uint64_t x = 0, y = 0;
            size_t word = i / 8 * 8;
            memcpy(&x, of[n - 1] + word, 8);
            memcpy(&y, out + word, 8);
            fprintf(stderr, "%s: byte %zu of the result differs: %016llx, on the GPU %016llx\n", name, i,
                    (unsigned long long)x, (unsigned long long)y);
            same = false;
        }
    rig_n_failed += !same;
    for (uint32_t i = 0; i < n; i++)
        free(of[i]);
    free(out);
}

static void run_ops(cuda_module loaded, void *library)
{
    static uint8_t a[N_VALUES * N_VALUES * 8], b[sizeof a], out[sizeof a];
    ir_launch launch = {.grid = {N_VALUES * N_VALUES / BLOCK, 1, 1}, .block = {BLOCK, 1, 1}};
    for (uint32_t k = 0; k < n_cases; k++) {
        const kernel_case *c = &cases[k];
        const ir_function *f = &m.functions.at[c->f];
        size_t size_a = ir_size(&m, c->a), size_b = c->b ? ir_size(&m, c->b) : 0, size_out = ir_size(&m, c->out);
        bool fast = false;
        for (uint32_t i = 0; i < f->code.n; i++)
            fast |= f->code.at[i].op == IR_INTRINSIC && f->code.at[i].aux >= IR_IN_FAST_SIN &&
                    f->code.at[i].aux <= IR_IN_FAST_DIV;
        if (fast)
            continue;
        for (unsigned i = 0; i < N_VALUES * N_VALUES; i++) {
            uint64_t x = edge(c->a, i % N_VALUES, false), y = c->b ? edge(c->b, i / N_VALUES, c->whole_b) : 0;
            x = swept(c, i, x);
            memcpy(a + i * size_a, &x, size_a);
            memcpy(b + i * size_b, &y, size_b);
        }
        if (c->a == IR_F32 && c->out == IR_U16) /* the bits of a NaN are the platform's */
            for (unsigned i = 0; i < N_VALUES * N_VALUES; i++)
                if (i % N_VALUES == 22)
                    memset(a + i * size_a, 0, size_a);
        rig_buffer buffers[] = {{a, sizeof a}, {b, sizeof b}, {out, N_VALUES * N_VALUES * size_out}};
        unsigned float_size = c->out == IR_F32 ? 4 : c->out == IR_F64 ? 8 : 0;
        compare(&m, loaded, library, c->f, &launch, buffers, 3, float_size, c->ulps ? 8 : 0);
    }
}

static void run_flow(ir_module *flow, cuda_module loaded, void *library)
{
    static uint32_t input[FLOW_WORDS], output[FLOW_WORDS];
    for (uint32_t i = 0; i < flow_n; i++) {
        ir_launch launch = flow_launch(i, input);
        rig_buffer buffers[] = {{input, sizeof input}, {output, sizeof output}};
        compare(flow, loaded, library, flow_cases[i].f, &launch, buffers, 2, 0, 0);
    }
}

int main(void)
{
    static ir_module flow;
    const char *why, *text;
    cuda_context context;
    cuda_device device;
    int major = 0, minor = 0;
    setvbuf(stdout, NULL, _IOLBF, 0);
    driver = cuda_driver_get(&why);
    void *symbol = driver ? dlsym(dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL), "cuModuleGetGlobal_v2") : NULL;
    memcpy(&get_global, &symbol, sizeof get_global);
    if (!driver || !get_global) {
        printf("skipped: %s\n", driver ? "the driver has no cuModuleGetGlobal" : why);
        return 77;
    }
    if (setjmp(rig_out)) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    must(driver->cuDeviceGet(&device, 0), "cuDeviceGet");
    must(driver->cuDevicePrimaryCtxRetain(&context, device), "the context");
    must(driver->cuCtxPushCurrent(context), "the context");
    driver->cuDeviceGetAttribute(&major, CUDA_ATTRIBUTE_COMPUTE_MAJOR, device);
    driver->cuDeviceGetAttribute(&minor, CUDA_ATTRIBUTE_COMPUTE_MINOR, device);
    rig_begin(&flow);
    flow_all(&flow);
    rig_begin(&m);
    add_all(10 * major + minor >= 89);
    char *arch = arena_format(&rig_arena, "sm_%d%d", major, minor);
    run_flow(&flow, load(&flow, arch, true), rig_open(&flow, &text));
    printf("cubin: %d failed\n", rig_n_failed);
    run_flow(&flow, load(&flow, "sm_75", false), rig_open(&flow, &text));
    printf("and PTX: %d failed\n", rig_n_failed);
    run_ops(load(&m, arch, true), rig_open(&m, &text));
    printf("%s: %u kernels, %d failed\n", arch, n_cases + 2 * flow_n, rig_n_failed);
    arena_free(&rig_arena);
    return rig_n_failed != 0;
}
