/* ptx_engine.c: rustg's CUDA target on this interpreter. The linker gives these functions in the place of the runtime's
 * (--wrap), so that all else is what runs on a GPU: the emitter, NVRTC, the arguments, the panic record. NVRTC is asked for PTX
 * where the runtime asks for a cubin. */
#include "base/error.h"
#include "codegen/codegen.h"
#include "ptx.h"
#include "runtime/cuda_run.h"

#include <stdio.h>
#include <stdlib.h>

rustg_status __real_gen_nvrtc(arena *memory, const char *cuda, const char *arch, bool cubin, const gen_options *options, gen_cuda_result *result,
                              rustg_error *error);
rustg_status __wrap_gen_nvrtc(arena *memory, const char *cuda, const char *arch, bool cubin, const gen_options *options, gen_cuda_result *result,
                              rustg_error *error);
rustg_status __wrap_cuda_run_arch(int32_t device, char arch[16], rustg_error *error);
rustg_status __wrap_cuda_run_kernel(const cuda_run *run, rustg_error *error);

rustg_status __wrap_gen_nvrtc(arena *memory, const char *cuda, const char *arch, bool cubin, const gen_options *options, gen_cuda_result *result,
                              rustg_error *error)
{
    (void)cubin;
    return __real_gen_nvrtc(memory, cuda, arch, false, options, result, error);
}

/* RUSTG_PTX_ARCH: default sm_90 */
rustg_status __wrap_cuda_run_arch(int32_t device, char arch[16], rustg_error *error)
{
    const char *own = getenv("RUSTG_PTX_ARCH");
    (void)device;
    (void)error;
    snprintf(arch, 16, "%s", own ? own : "sm_90");
    return RUSTG_OK;
}

static bool run_on(ptx_machine *m, const cuda_run *run, const void **params, uint64_t *addresses)
{
    ptx_launch launch = {.kernel = run->kernel, .dynamic_shared = run->dynamic_shared_bytes, .params = params};
    memcpy(launch.grid, run->grid, sizeof launch.grid);
    memcpy(launch.block, run->block, sizeof launch.block);
    jmp_buf out;
    if (!ptx_read(m, run->image))
        return false;
    m->memory.out_of_memory = &out;
    if (setjmp(out))
        return ptx_fail(m, 0, "out of memory");
    for (size_t i = 0; i < run->n_args; i++) {
        const cuda_run_argument *arg = &run->args[i];
        if (arg->is_buffer && arg->n_bytes)
            addresses[i] = ptx_map(m, "argument", arg->data, arg->n_bytes, arg->is_written);
        params[launch.n_params++] = arg->is_buffer ? &addresses[i] : arg->data;
        if (arg->is_buffer)
            params[launch.n_params++] = &arg->length;
    }
    return ptx_run(m, &launch);
}

rustg_status __wrap_cuda_run_kernel(const cuda_run *run, rustg_error *error)
{
    ptx_machine m = {0};
    const void **params = calloc(2 * run->n_args + 1, sizeof *params);
    uint64_t *addresses = calloc(run->n_args + 1, sizeof *addresses);
    rustg_status status = RUSTG_OK;
    if (!params || !addresses)
        status = error_set(error, RUSTG_ERR_MEMORY, "out of memory");
    else if (!run_on(&m, run, params, addresses))
        status = error_set(error, RUSTG_ERR_CUDA, "PTX interpreter: %s", m.message);
    const ptx_segment *record = status == RUSTG_OK ? ptx_find_variable(&m, "rustg_panic") : NULL;
    if (record && run->panic && record->n_bytes == run->panic_bytes)
        memcpy(run->panic, record->bytes, run->panic_bytes);
    const char *dump = getenv("RUSTG_PTX_DUMP"); /* a file for the text of what failed */
    FILE *file = status != RUSTG_OK && dump ? fopen(dump, "w") : NULL;
    if (file) {
        fputs(run->image, file);
        fclose(file);
    }
    ptx_free(&m);
    free(addresses);
    free(params);
    return status;
}
