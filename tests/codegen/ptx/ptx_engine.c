/* ptx_engine.c: rustg_result_run's CUDA target on this interpreter. The linker gives these functions in the place of
 * the library's (--wrap), so that all else is what runs on a GPU: the emitter, NVRTC, the panic record. NVRTC is asked
 * for PTX where the runtime asks for a cubin. */
#include "base/error.h"
#include "codegen/codegen.h"
#include "codegen/toolchain/toolchain.h"
#include "launch/module_internal.h"
#include "ptx.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

rustg_status __real_tool_nvrtc(arena *memory, const char *cuda, const char *arch, bool cubin,
                               const codegen_options *options, tool_cuda_code *result, rustg_error *error);
rustg_status __wrap_tool_nvrtc(arena *memory, const char *cuda, const char *arch, bool cubin,
                               const codegen_options *options, tool_cuda_code *result, rustg_error *error);
rustg_status __real_rustg_result_run(rustg_result *result, const char *kernel, const rustg_run_options *options,
                                     const rustg_argument *args, size_t n_args, rustg_panic *panic, rustg_error *error);
rustg_status __wrap_rustg_result_run(rustg_result *result, const char *kernel, const rustg_run_options *options,
                                     const rustg_argument *args, size_t n_args, rustg_panic *panic, rustg_error *error);

rustg_status __wrap_tool_nvrtc(arena *memory, const char *cuda, const char *arch, bool cubin,
                               const codegen_options *options, tool_cuda_code *result, rustg_error *error)
{
    (void)cubin;
    return __real_tool_nvrtc(memory, cuda, arch, false, options, result, error);
}

typedef struct engine_run {
    const rustg_kernel *kernel;
    const char *image;
    const rustg_run_options *options;
    const rustg_argument *args;
    const void **params;
    uint64_t *addresses;
    uint32_t flag; /* of a panic, in the host's memory */
    const char *entry;
    uint32_t n_lanes; /* of the entry; 0: it is not coarse */
    bool is_proved;   /* it is for launches of which the proof holds; is_refused: this one does not */
    bool is_refused;
    uint64_t printed; /* a hash of what the last entry printed */
} engine_run;

static bool is_refused(ptx_machine *m, const engine_run *run)
{
    static launch_proof proof;
    const ptx_segment *words = ptx_find_variable(m, "rustg_launch_proofs");
    return !words ||
           !launch_proof_find((const uint64_t *)(const void *)words->bytes, words->n_bytes / 8, run->kernel, &proof) ||
           !launch_proof_holds_of(&proof, run->options->grid, run->options->block,
                                  (void *const *)(uintptr_t)run->params);
}

static bool run_on(ptx_machine *m, engine_run *run)
{
    ptx_launch launch = {
        .kernel = run->entry, .dynamic_shared = run->options->dynamic_shared_bytes, .params = run->params};
    memcpy(launch.grid, run->options->grid, sizeof launch.grid);
    memcpy(launch.block, run->options->block, sizeof launch.block);
    jmp_buf out;
    m->entry = run->entry;
    if (!ptx_read(m, run->image))
        return false;
    m->memory.out_of_memory = &out;
    if (setjmp(out))
        return ptx_fail(m, 0, "out of memory");
    uint64_t flag = ptx_map(m, "flag", &run->flag, sizeof run->flag, true);
    ptx_segment *variable = ptx_find_variable(m, "rustg_panic_flag");
    if (variable && variable->n_bytes == sizeof flag)
        memcpy(variable->bytes, &flag, sizeof flag);
    for (size_t i = 0; i < run->kernel->n_params; i++) {
        const rustg_kernel_param *param = &run->kernel->params[i];
        const rustg_argument *arg = &run->args[i];
        bool is_buffer = launch_is_buffer(param);
        if (is_buffer && arg->length > 0 && param->size > 0)
            run->addresses[i] =
                ptx_map(m, "argument", arg->data, arg->length * param->size, param->role == RUSTG_PARAM_GRID_MUT);
        if (launch_is_nothing(param))
            continue;
        run->params[launch.n_params++] = is_buffer ? &run->addresses[i] : arg->data;
        if (is_buffer)
            run->params[launch.n_params++] = &arg->length;
    }
    if (run->is_proved && is_refused(m, run)) {
        run->is_refused = true;
        return true;
    }
    const uint64_t n_threads = (uint64_t)launch.grid[0] * launch.block[0];
    if (run->n_lanes) {
        launch.grid[0] = (launch.grid[0] + run->n_lanes - 1) / run->n_lanes;
        run->params[launch.n_params++] = &n_threads;
    }
    return ptx_run(m, &launch);
}

/* The caller is told what the kernel's own entry prints; of others it is compared with that. */
static void note_printed(void *user, const rustg_printed *printed)
{
    engine_run *run = user;
    for (uint64_t i = 0; i < printed->n_bytes; i++)
        run->printed = (run->printed ^ (uint8_t)printed->text[i]) * 0x100000001b3u;
    run->printed += printed->n_lost + 1;
    if (run->entry == run->kernel->name)
        run->options->print(run->options->user, printed);
}

static void report_printed(ptx_machine *m, engine_run *run, const rustg_result *result)
{
    const ptx_segment *variable = ptx_find_variable(m, "rustg_printed");
    static print_ring ring;
    run->printed = 0;
    if (!variable || variable->n_bytes != sizeof ring || !run->options->print)
        return;
    memcpy(&ring, variable->bytes, sizeof ring);
    for (; ring.freed < ring.taken; ring.freed++)
        if (ring.slots[ring.freed % PRINT_SLOTS].turn == ring.freed / PRINT_SLOTS + 1)
            launch_print_message(result, &ring.slots[ring.freed % PRINT_SLOTS], note_printed, run);
    if (ring.lost)
        note_printed(run, &(rustg_printed){.text = "", .n_lost = ring.lost});
}

static rustg_status run_and_report(engine_run *run, const rustg_result *result, rustg_panic *panic, rustg_error *error)
{
    ptx_machine m = {0};
    panic_record found = {0};
    rustg_panic own;
    rustg_status status = RUSTG_OK;
    if (!run_on(&m, run))
        status = error_set(error, RUSTG_ERR_CUDA, "PTX interpreter: %s", m.message);
    const ptx_segment *record = status == RUSTG_OK ? ptx_find_variable(&m, "rustg_panic") : NULL;
    if (record && record->n_bytes == sizeof found)
        memcpy(&found, record->bytes, sizeof found);
    if (status == RUSTG_OK && run->flag != (found.state == 2))
        status = error_set(error, RUSTG_ERR_CUDA, "the record's state is %u, the flag %u", found.state, run->flag);
    if (status == RUSTG_OK)
        report_printed(&m, run, result);
    const char *dump = getenv("RUSTG_PTX_DUMP"); /* a file for the text of what failed */
    FILE *file = status != RUSTG_OK && dump ? fopen(dump, "w") : NULL;
    if (file) {
        fputs(run->image, file);
        fclose(file);
    }
    ptx_free(&m);
    return status == RUSTG_OK && found.state ? launch_panic_report(result, &found, panic ? panic : &own, error)
                                             : status;
}

static size_t bytes_written(const engine_run *run, size_t i)
{
    const rustg_kernel_param *param = &run->kernel->params[i];
    return param->role == RUSTG_PARAM_GRID_MUT ? run->args[i].length * param->size : 0;
}

/* All that the kernel may write: from the arguments into copy, back, or whether it is equal. */
static bool move_written(const engine_run *run, char *copy, char how)
{
    bool same = true;
    for (size_t i = 0; i < run->kernel->n_params; i++) {
        size_t n = bytes_written(run, i);
        void *data = (void *)(uintptr_t)run->args[i].data;
        if (n && how == '<')
            memcpy(copy, data, n);
        else if (n && how == '>')
            memcpy(data, copy, n);
        else
            same &= n == 0 || memcmp(copy, data, n) == 0;
        copy += n;
    }
    return same;
}

/* The coarse entry of the kernel, for launches that could take it; false: there is none. */
static bool find_coarse(engine_run *run, char *name, size_t capacity)
{
    const uint32_t *grid = run->options->grid, *block = run->options->block;
    char head[320];
    for (run->n_lanes = 2; run->n_lanes <= 8; run->n_lanes *= 2) {
        snprintf(name, capacity, "rustg_x%u_%s", (unsigned)run->n_lanes, run->kernel->name);
        snprintf(head, sizeof head, ".entry %s(", name);
        if (strstr(run->image, head))
            return grid[1] == 1 && grid[2] == 1 && block[1] == 1 && block[2] == 1 &&
                   run->options->dynamic_shared_bytes == 0;
    }
    return false;
}

static bool find_proved(engine_run *run, char *name, size_t capacity)
{
    char head[320];
    snprintf(name, capacity, "rustg_proved_%s", run->kernel->name);
    snprintf(head, sizeof head, ".entry %s(", name);
    run->n_lanes = 0;
    return run->is_proved = strstr(run->image, head) != NULL;
}

/* What the entry of this name does must be what the kernel's own has done: `after`, and the status. */
static rustg_status run_other(engine_run *run, const rustg_result *result, rustg_panic *panic, rustg_error *error,
                              rustg_status own, char *before, char *after)
{
    rustg_error found = {0};
    const uint64_t printed = run->printed;
    move_written(run, before, '>');
    run->flag = 0;
    run->is_refused = false;
    rustg_status then = run_and_report(run, result, panic, &found);
    if (run->is_refused) {
        move_written(run, after, '>');
        return own;
    }
    if (then != own || run->printed != printed || !move_written(run, after, '='))
        return error_set(error, RUSTG_ERR_CUDA, "entry `%s` differs from the kernel's own: status %d, then %d: %s",
                         run->entry, (int)own, (int)then, found.message);
    if (error)
        *error = found;
    return own;
}

/* Further entries of the kernel must do just what its own does. */
static rustg_status run_entries(engine_run *run, const rustg_result *result, rustg_panic *panic, rustg_error *error)
{
    char coarse[300], proved[300];
    size_t n = 1;
    const bool has_coarse = find_coarse(run, coarse, sizeof coarse);
    const uint32_t n_lanes = run->n_lanes;
    const bool has_proved = find_proved(run, proved, sizeof proved);
    for (size_t i = 0; i < run->kernel->n_params; i++)
        n += bytes_written(run, i);
    char *before = malloc(2 * n), *after = before ? before + n : NULL;
    if (!before)
        return error_set(error, RUSTG_ERR_MEMORY, "out of memory");
    run->entry = run->kernel->name;
    run->is_proved = false;
    move_written(run, before, '<');
    rustg_error own = {0};
    rustg_status status = run_and_report(run, result, panic, &own);
    if (error)
        *error = own;
    move_written(run, after, '<');
    if (has_coarse && (status == RUSTG_OK || status == RUSTG_ERR_PANIC)) {
        run->entry = coarse;
        run->n_lanes = n_lanes;
        status = run_other(run, result, panic, error, status, before, after);
        run->n_lanes = 0;
    }
    if (has_proved && (status == RUSTG_OK || status == RUSTG_ERR_PANIC)) {
        run->entry = proved;
        run->is_proved = true;
        status = run_other(run, result, panic, error, status, before, after);
    }
    free(before);
    return status;
}

/* RUSTG_PTX_ARCH: default sm_90 */
rustg_status __wrap_rustg_result_run(rustg_result *result, const char *kernel, const rustg_run_options *options,
                                     const rustg_argument *args, size_t n_args, rustg_panic *panic, rustg_error *error)
{
    const char *arch = getenv("RUSTG_PTX_ARCH");
    engine_run run = {.options = options, .args = args};
    const uint8_t *image;
    if (options->target != RUSTG_TARGET_CUDA)
        return __real_rustg_result_run(result, kernel, options, args, n_args, panic, error);
    if (panic)
        memset(panic, 0, sizeof *panic);
    for (size_t i = 0; i < rustg_result_n_kernels(result); i++)
        if (strcmp(result->kernels->kernels[i].name, kernel) == 0)
            run.kernel = &result->kernels->kernels[i];
    if (!run.kernel || run.kernel->n_params != n_args)
        return error_set(error, RUSTG_ERR_ARGUMENT, "there is no kernel `%s` of %zu arguments", kernel, n_args);
    rustg_status status = compile_image(result->kernels, arch ? arch : "sm_90", &image, error);
    if (status != RUSTG_OK)
        return status;
    run.image = (const char *)image;
    run.params = calloc(2 * n_args + 2, sizeof *run.params);
    run.addresses = calloc(n_args + 1, sizeof *run.addresses);
    status = run.params && run.addresses ? run_entries(&run, result, panic, error)
                                         : error_set(error, RUSTG_ERR_MEMORY, "out of memory");
    free(run.addresses);
    free(run.params);
    return status;
}
