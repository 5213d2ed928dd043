/* module_load.c: loads images on a device, finds their functions, and asks the driver about them. */
#include "launch/module_internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/source_read.h"
#include "base/struct_size.h"
#include "base/tuning.h"
#include "codegen/codegen.h"
#include "runtime/error_note.h"
#include "runtime/profile_record.h"

enum {
    JIT_ERROR_LOG = 5,       /* CU_JIT_ERROR_LOG_BUFFER */
    JIT_ERROR_LOG_BYTES = 6, /* CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES */
    CPU_BLOCK = 256,
    MOST_PROOF_BYTES = 1 << 24
};

void module_arch(const rustg_context *context, char arch[16])
{
    int major = 0, minor = 0;
    context->driver->cuDeviceGetAttribute(&major, CUDA_ATTRIBUTE_COMPUTE_MAJOR, context->device);
    context->driver->cuDeviceGetAttribute(&minor, CUDA_ATTRIBUTE_COMPUTE_MINOR, context->device);
    snprintf(arch, 16, "sm_%d%d", major, minor);
}

rustg_status module_make(rustg_context *context, rustg_module **module, rustg_error *error)
{
    rustg_module *made = calloc(1, sizeof *made);
    if (!made || pthread_mutex_init(&made->lock, NULL)) {
        free(made);
        return error_fail(error, RUSTG_ERR_MEMORY, "out of memory for a module");
    }
    made->context = context;
    atomic_init(&made->n_holders, 1);
    atomic_init(&made->is_freed, false);
    *module = made;
    return RUSTG_OK;
}

void module_release(rustg_module *module)
{
    rustg_error ignored;
    if (atomic_fetch_sub(&module->n_holders, 1) > 1)
        return;
    while (module->functions) {
        rustg_function *function = module->functions;
        module->functions = function->next;
        free(function->param_bytes);
        free(function->gradients);
        free(function->proof);
        free(function);
    }
    free(module->proofs);
    if (module->cuda && context_enter(module->context, &ignored) == RUSTG_OK) {
        module->context->driver->cuModuleUnload(module->cuda);
        context_leave(module->context);
    }
    rustg_pinned_free(module->panic_flag);
    free(atomic_load(&module->printed));
    rustg_cuda_signatures_free(module->signatures);
    if (module->owns_result)
        rustg_result_free(module->result);
    pthread_mutex_destroy(&module->lock);
    free(module);
}

void rustg_module_free(rustg_module *module)
{
    rustg_error ignored;
    if (!module)
        return;
    rustg_context_wait(module->context, &ignored);
    atomic_store(&module->is_freed, true);
    module_release(module);
}

const rustg_result *rustg_module_result(const rustg_module *module)
{
    return module ? module->result : NULL;
}

/* The driver's log of PTX that it refused says more than its result does. */
static rustg_status module_load_load(rustg_module *module, const void *image, const char *what, rustg_error *error)
{
    const cuda_driver *driver = module->context->driver;
    char log[400] = "";
    int options[] = {JIT_ERROR_LOG, JIT_ERROR_LOG_BYTES};
    void *values[] = {log, (void *)(uintptr_t)sizeof log};
    rustg_error own;
    if (!error)
        error = &own;
    const double began = clock_seconds();
    cuda_result result = driver->cuModuleLoadDataEx(&module->cuda, image, 2, options, values);
    if (module->result)
        compile_add_seconds(module->result->kernels, PIPELINE_LOAD, clock_seconds() - began);
    rustg_status status = runtime_check(module->context, result, "cuModuleLoadDataEx", error);
    if (status == RUSTG_OK)
        return RUSTG_OK;
    module->cuda = NULL;
    log[sizeof log - 1] = 0;
    size_t n = strlen(log);
    while (n > 0 && (log[n - 1] == '\n' || log[n - 1] == ' '))
        log[--n] = 0;
    rustg_error said = *error;
    error_set(error, status, "%s cannot be loaded: %.100s%s%.300s", what, said.message, n ? ": " : "", log);
    error_hint(error, "%s", said.hint);
    error->cuda_result = said.cuda_result;
    return status;
}

/* A thread's stack is 1 KiB unless somebody asked for more, and a recursion that overflows it loses the context. If
 * the driver does not grant more, the stack is left as it is. Returns its bytes. */
static size_t module_allow_recursion(rustg_context *context)
{
    const cuda_driver *driver = context->driver;
    int n_processors = 0, n_threads = 0;
    size_t n_memory = 0, most = TUNING_KERNEL_STACK_BYTES, now = 1024;
    driver->cuDeviceGetAttribute(&n_processors, CUDA_ATTRIBUTE_MULTIPROCESSORS, context->device);
    driver->cuDeviceGetAttribute(&n_threads, CUDA_ATTRIBUTE_MULTIPROCESSOR_THREADS, context->device);
    driver->cuDeviceTotalMem(&n_memory, context->device);
    uint64_t n_at_once = (uint64_t)n_processors * (uint64_t)n_threads;
    while (most > 0 && n_at_once * most > n_memory / TUNING_KERNEL_STACK_PART)
        most /= 2;
    if (driver->cuCtxGetLimit(&now, CUDA_LIMIT_STACK) == CUDA_OK && now < most &&
        driver->cuCtxSetLimit(CUDA_LIMIT_STACK, most) == CUDA_OK)
        return most;
    return now;
}

/* Where device and host share one address space, the device can write all page-locked memory. The copy is waited for,
 * because a launch may go into any stream. */
static rustg_status module_give_flag(rustg_context *context, cuda_pointer to, const rustg_pinned *flag)
{
    const cuda_driver *driver = context->driver;
    cuda_pointer address = (cuda_pointer)(uintptr_t)rustg_pinned_pointer(flag);
    rustg_stream *stream;
    rustg_status status = rustg_stream_create(context, &stream, NULL);
    if (status != RUSTG_OK)
        return status;
    if (driver->cuMemcpyHtoDAsync(to, &address, sizeof address, stream->cuda) != CUDA_OK ||
        driver->cuStreamSynchronize(stream->cuda) != CUDA_OK)
        status = RUSTG_ERR_CUDA;
    rustg_stream_destroy(stream);
    return status;
}

/* What cannot be had is done without. */
static void module_make_panic_flag(rustg_module *module)
{
    rustg_context *context = module->context;
    const cuda_driver *driver = context->driver;
    cuda_pointer d_flag;
    size_t n = 0;
    int maps = 0, is_unified = 0;
    if (driver->cuModuleGetGlobal(&d_flag, &n, module->cuda, "rustg_panic_flag") != CUDA_OK || n != sizeof d_flag)
        return;
    driver->cuDeviceGetAttribute(&maps, CUDA_ATTRIBUTE_MAPS_HOST, context->device);
    driver->cuDeviceGetAttribute(&is_unified, CUDA_ATTRIBUTE_UNIFIED_ADDRESSING, context->device);
    if (!maps || !is_unified ||
        rustg_pinned_allocate(context, sizeof(atomic_uint), &module->panic_flag, NULL) != RUSTG_OK)
        return;
    atomic_init((atomic_uint *)rustg_pinned_pointer(module->panic_flag), 0);
    if (module_give_flag(context, d_flag, module->panic_flag) != RUSTG_OK) {
        rustg_pinned_free(module->panic_flag);
        module->panic_flag = NULL;
    }
}

/* What the code tells of launches that need no checks. What cannot be had is done without. */
static void module_read_proofs(rustg_module *module)
{
    const cuda_driver *driver = module->context->driver;
    cuda_pointer d_proofs;
    rustg_stream *stream;
    size_t n = 0;
    if (driver->cuModuleGetGlobal(&d_proofs, &n, module->cuda, "rustg_launch_proofs") != CUDA_OK || n < 8 ||
        n > MOST_PROOF_BYTES || n % 8 || rustg_stream_create(module->context, &stream, NULL) != RUSTG_OK)
        return;
    module->proofs = malloc(n);
    if (module->proofs && driver->cuMemcpyDtoHAsync(module->proofs, d_proofs, n, stream->cuda) == CUDA_OK &&
        driver->cuStreamSynchronize(stream->cuda) == CUDA_OK)
        module->n_proof_words = n / 8;
    rustg_stream_destroy(stream);
}

rustg_status module_load_image(rustg_module *module, const void *image, const char *what, rustg_error *error)
{
    rustg_context *context = module->context;
    size_t n_panic = 0, n_mark = 0, n_ring = 0;
    cuda_pointer mark;
    rustg_status status = context_enter(context, error);
    if (status != RUSTG_OK)
        return status;
    status = module_load_load(module, image, what, error);
    if (status == RUSTG_OK &&
        (context->driver->cuModuleGetGlobal(&module->d_panic, &n_panic, module->cuda, "rustg_panic") != CUDA_OK ||
         n_panic != sizeof(panic_record)))
        module->d_panic = 0;
    if (status == RUSTG_OK && module->d_panic)
        module_make_panic_flag(module);
    if (status == RUSTG_OK)
        module_read_proofs(module);
    if (status == RUSTG_OK &&
        (context->driver->cuModuleGetGlobal(&module->d_printed, &n_ring, module->cuda, "rustg_printed") != CUDA_OK ||
         n_ring != sizeof(print_ring)))
        module->d_printed = 0;
    if (status == RUSTG_OK &&
        context->driver->cuModuleGetGlobal(&mark, &n_mark, module->cuda, "rustg_recursion") == CUDA_OK)
        module->recursion_stack = module_allow_recursion(context);
    context_leave(context);
    return status;
}

static rustg_status load_new(rustg_context *context, const void *image, const char *what, rustg_module **module,
                             rustg_error *error)
{
    rustg_module *made;
    if (context->backend != RUSTG_BACKEND_CUDA)
        return error_refuse(error, "open a CUDA context, or compile the kernel's Rust source for the CPU",
                            "%s is for a CUDA context; the CPU runs kernels that are compiled from Rust", what);
    rustg_status status = module_make(context, &made, error);
    if (status != RUSTG_OK)
        return status;
    status = module_load_image(made, image, what, error);
    if (status == RUSTG_OK)
        *module = made;
    else
        module_release(made);
    return status;
}

static uint64_t module_load_number_at(const unsigned char *at, uint32_t n_bytes)
{
    uint64_t value = 0;
    for (uint32_t i = n_bytes; i-- > 0;)
        value = value << 8 | at[i];
    return value;
}

static bool module_load_fits(uint64_t at, uint64_t n, uint64_t n_bytes)
{
    return at <= n_bytes && n <= n_bytes - at;
}

/* The driver is given no size; it reads as far as the headers say. */
static bool module_is_whole_elf(const unsigned char *bytes, size_t n_bytes)
{
    enum { NO_BYTES = 8, SECTION_BYTES = 64 }; /* SHT_NOBITS */
    if (n_bytes < 64)
        return false;
    uint64_t segments_at = module_load_number_at(bytes + 32, 8), sections_at = module_load_number_at(bytes + 40, 8);
    uint64_t segment = module_load_number_at(bytes + 54, 2), n_segments = module_load_number_at(bytes + 56, 2),
             section = module_load_number_at(bytes + 58, 2), n_sections = module_load_number_at(bytes + 60, 2);
    if (!module_load_fits(segments_at, segment * n_segments, n_bytes) ||
        !module_load_fits(sections_at, section * n_sections, n_bytes))
        return false;
    for (uint64_t i = 0; i < n_sections && section >= SECTION_BYTES; i++) {
        const unsigned char *at = bytes + sections_at + i * section;
        if (module_load_number_at(at + 4, 4) != NO_BYTES &&
            !module_load_fits(module_load_number_at(at + 24, 8), module_load_number_at(at + 32, 8), n_bytes))
            return false;
    }
    return true;
}

/* A fatbin is a header and the bytes behind it, which are images, each with a header that tells its own size and the
 * image's. */
static bool module_is_whole_fatbin(const unsigned char *bytes, size_t n_bytes)
{
    enum { HEADER_BYTES = 16, IMAGE_BYTES = 16 };
    if (n_bytes < HEADER_BYTES)
        return false;
    uint64_t at = module_load_number_at(bytes + 6, 2), n = module_load_number_at(bytes + 8, 8);
    if (at < HEADER_BYTES || !module_load_fits(at, n, n_bytes))
        return false;
    for (uint64_t end = at + n; at < end;) {
        uint64_t header = end - at < IMAGE_BYTES ? 0 : module_load_number_at(bytes + at + 4, 4);
        if (header < IMAGE_BYTES || !module_load_fits(at, header, end) ||
            !module_load_fits(at + header, module_load_number_at(bytes + at + 8, 8), end))
            return false;
        at += header + module_load_number_at(bytes + at + 8, 8);
    }
    return true;
}

static const char MODULE_HINT_CUT[] = "compile or copy it again: an image is loaded whole";

/* PTX must end with a 0; the others say their size themselves. */
rustg_status rustg_module_load(rustg_context *context, const void *image, size_t n_bytes, rustg_module **module,
                               rustg_error *error)
{
    const unsigned char *bytes = image;
    char *text = NULL;
    if (module)
        *module = NULL;
    if (!context || !image || !module || n_bytes < 4)
        return error_fail(error, RUSTG_ERR_ARGUMENT,
                          "context, image or module is NULL, or the image is shorter than any");
    bool is_elf = memcmp(bytes, "\177ELF", 4) == 0;
    if (is_elf && !module_is_whole_elf(bytes, n_bytes))
        return error_refuse(error, MODULE_HINT_CUT, "the cubin is cut short");
    bool is_fatbin = bytes[0] == 0x50 && bytes[1] == 0xED && bytes[2] == 0x55 && bytes[3] == 0xBA;
    if (is_fatbin && !module_is_whole_fatbin(bytes, n_bytes))
        return error_refuse(error, MODULE_HINT_CUT, "the fatbin is cut short");
    if (!is_elf && !is_fatbin) {
        text = malloc(n_bytes + 1);
        if (!text)
            return error_fail(error, RUSTG_ERR_MEMORY, "out of memory for a module");
        memcpy(text, image, n_bytes);
        text[n_bytes] = 0;
        if (!strstr(text, ".version")) {
            free(text);
            return error_refuse(error, "compile source first: `rustgc k.rs -o k.ptx` and nvcc make images",
                                "the image is no PTX, no cubin and no fatbin");
        }
    }
    const char *what = is_elf ? "the cubin" : is_fatbin ? "the fatbin" : "the PTX";
    rustg_error refusal = {0};
    rustg_status status = load_new(context, text ? text : image, what, module, &refusal);
    if (status != RUSTG_OK && text && refusal.cuda_result == CUDA_UNSUPPORTED_PTX && tool_lower_ptx(text, &n_bytes))
        status = load_new(context, text, what, module, error); /* of a younger toolkit than the driver */
    else if (status != RUSTG_OK && error)
        *error = refusal;
    free(text);
    return status;
}

rustg_status rustg_module_load_file(rustg_context *context, const char *path, rustg_module **module, rustg_error *error)
{
    uint8_t *bytes;
    size_t n;
    if (module)
        *module = NULL;
    if (!context || !path || !module)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "context, path or module is NULL");
    int failed = source_read(path, (size_t)LIMIT_IMAGE_KIB << 10, &bytes, &n);
    if (failed == ENOMEM)
        return error_fail(error, RUSTG_ERR_MEMORY, "out of memory for `%s`", path);
    if (failed)
        return error_fail(error, RUSTG_ERR_IO, "couldn't read `%s` (os error %d)", path, failed);
    rustg_status status = rustg_module_load(context, bytes, n, module, error);
    free(bytes);
    return status;
}

rustg_status module_no_kernel(const compile_kernels *kernels, const char *name, rustg_error *error)
{
    char hint[sizeof error->hint] = "there are ";
    bool fits = true;
    for (size_t i = 0; i < kernels->n_lowered && fits; i++)
        fits = error_list_add(hint, sizeof hint, "`%s`", kernels->kernels[i].name);
    return error_refuse(error, kernels->n_lowered ? hint : "there are no kernels", "there is no kernel `%s`", name);
}

/* Finds the kernel of this name in the compile. */
static rustg_status module_find_kernel(rustg_module *module, rustg_function *function, rustg_error *error)
{
    compile_kernels *kernels = module->result->kernels;
    for (uint32_t i = 0; i < kernels->n_lowered; i++) {
        if (strcmp(kernels->kernels[i].name, function->name) == 0) {
            function->kernel = &kernels->kernels[i];
            function->index = i;
            return RUSTG_OK;
        }
    }
    return module_no_kernel(kernels, function->name, error);
}

static rustg_status module_find_native(rustg_function *function, rustg_error *error)
{
    rustg_module *module = function->module;
    compile_kernels *kernels = module->result->kernels;
    if (module->interpret)
        return RUSTG_OK;
    profile_span span;
    profile_host_begin(module->context, RUSTG_PROFILE_COMPILE, function->name, &span);
    rustg_status status = compile_native_kernel(kernels, function->index, &function->native, error);
    profile_host_end(module->context, &span);
    /* The interpreter needs no compiler, but it does not take over from one that the user has named. */
    return status == RUSTG_ERR_NO_CC && !getenv("CC") ? RUSTG_OK : status;
}

/* From the driver of CUDA 12.4 on. */
static rustg_status module_find_params(rustg_function *function, rustg_error *error)
{
    const cuda_driver *driver = function->module->context->driver;
    cuda_result result = CUDA_OK;
    size_t capacity = 0, offset, n_bytes;
    uint32_t n = 0;
    function->n_params = UINT32_MAX;
    while (driver->cuFuncGetParamInfo &&
           (result = driver->cuFuncGetParamInfo(function->cuda, n, &offset, &n_bytes)) == CUDA_OK) {
        if (n == capacity) {
            capacity = 2 * capacity + 8;
            size_t *more = realloc(function->param_bytes, capacity * sizeof *more);
            if (!more)
                return error_fail(error, RUSTG_ERR_MEMORY, "out of memory for a function");
            function->param_bytes = more;
        }
        function->param_bytes[n++] = n_bytes;
    }
    if (result == CUDA_INVALID_VALUE) /* the index behind the last */
        function->n_params = n;
    return RUSTG_OK;
}

/* The kernel's entry for launches that prove its checks, if it can do all launches that the kernel can. */
static void module_find_proved(rustg_function *function)
{
    const rustg_module *module = function->module;
    const cuda_driver *driver = module->context->driver;
    const size_t n_name = strlen(function->name) + sizeof "rustg_proved_";
    char *name = malloc(n_name);
    launch_proof *proof = malloc(sizeof *proof);
    int own = 0, of_proved = 0;
    bool is_there = name && proof && launch_proof_find(module->proofs, module->n_proof_words, function->kernel, proof);
    if (is_there) {
        snprintf(name, n_name, "rustg_proved_%s", function->name);
        is_there = driver->cuModuleGetFunction(&function->proved, module->cuda, name) == CUDA_OK &&
                   driver->cuFuncGetAttribute(&own, CUDA_FUNCTION_MOST_THREADS, function->cuda) == CUDA_OK &&
                   driver->cuFuncGetAttribute(&of_proved, CUDA_FUNCTION_MOST_THREADS, function->proved) == CUDA_OK &&
                   of_proved >= own;
    }
    function->proof = is_there ? proof : NULL;
    if (!is_there) {
        function->proved = NULL;
        free(proof);
    }
    free(name);
}

static rustg_status module_find_on_device(rustg_function *function, rustg_error *error)
{
    rustg_context *context = function->module->context;
    rustg_status status = context_enter(context, error);
    if (status != RUSTG_OK)
        return status;
    cuda_result result = context->driver->cuModuleGetFunction(&function->cuda, function->module->cuda, function->name);
    if (result == 500) { /* CUDA_ERROR_NOT_FOUND */
        status = error_fail(error, RUSTG_ERR_ARGUMENT, "the module has no function `%s`", function->name);
        error_hint(error, "%s", cuda_error_hint(result));
    } else {
        status = runtime_check(context, result, "cuModuleGetFunction", error);
    }
    int allowed = 0;
    if (status == RUSTG_OK &&
        context->driver->cuFuncGetAttribute(&allowed, CUDA_FUNCTION_DYNAMIC_SHARED, function->cuda) == CUDA_OK &&
        allowed > 0)
        function->dynamic_allowed = (uint32_t)allowed;
    if (status == RUSTG_OK && !function->kernel)
        status = module_find_params(function, error);
    if (status == RUSTG_OK && function->kernel && function->module->n_proof_words)
        module_find_proved(function);
    context_leave(context);
    return status;
}

rustg_status rustg_module_function(rustg_module *module, const char *name, rustg_function **function,
                                   rustg_error *error)
{
    rustg_status status = RUSTG_OK;
    if (function)
        *function = NULL;
    if (!module || !name || !function)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "module, name or function is NULL");
    pthread_mutex_lock(&module->lock);
    rustg_function *found = module->functions;
    while (found && strcmp(found->name, name) != 0)
        found = found->next;
    if (!found) {
        size_t n = strlen(name) + 1;
        found = calloc(1, sizeof *found + n);
        if (!found)
            status = error_fail(error, RUSTG_ERR_MEMORY, "out of memory for a function");
        if (status == RUSTG_OK) {
            memcpy(found->name, name, n);
            found->module = module;
            if (module->result)
                status = module_find_kernel(module, found, error);
            found->most_threads = launch_most_threads(found->kernel);
            found->signature = module_cuda_signature(module->signatures, name);
        }
        if (status == RUSTG_OK)
            status = module->cuda ? module_find_on_device(found, error) : module_find_native(found, error);
        if (status == RUSTG_OK) {
            found->next = module->functions;
            module->functions = found;
        } else if (found) {
            free(found->param_bytes);
            free(found->proof);
            free(found);
        }
    }
    pthread_mutex_unlock(&module->lock);
    if (status == RUSTG_OK)
        *function = found;
    return status;
}

void *rustg_function_raw(const rustg_function *function)
{
    return function ? (void *)function->cuda : NULL;
}

rustg_status rustg_function_info_get(const rustg_function *function, rustg_function_info *info, rustg_error *error)
{
    /* CU_FUNC_ATTRIBUTE_*, in the order of the fields. */
    enum { MAX_THREADS, SHARED_BYTES, CONST_BYTES, LOCAL_BYTES, REGISTERS, PTX_VERSION, BINARY_VERSION, N_ATTRIBUTES };
    int values[N_ATTRIBUTES] = {0};
    if (!function || !info || struct_size_check(STRUCT_rustg_function_info, info, "info", NULL) != RUSTG_OK)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "function or info is NULL, or info->struct_size is wrong");
    rustg_context *context = function->module->context;
    if (function->cuda) {
        rustg_status status = context_enter(context, error);
        if (status != RUSTG_OK)
            return status;
        for (int i = 0; i < N_ATTRIBUTES && status == RUSTG_OK; i++)
            status = runtime_check(context, context->driver->cuFuncGetAttribute(&values[i], i, function->cuda),
                                   "cuFuncGetAttribute", error);
        context_leave(context);
        if (status != RUSTG_OK)
            return status;
    } else {
        values[MAX_THREADS] = (int)launch_most_threads(function->kernel);
        values[SHARED_BYTES] = (int)function->native.shared_bytes;
    }
    const rustg_function_info full = {.max_threads = (uint32_t)values[MAX_THREADS],
                                      .registers = (uint32_t)values[REGISTERS],
                                      .shared_bytes = (uint32_t)values[SHARED_BYTES],
                                      .local_bytes = (uint32_t)values[LOCAL_BYTES],
                                      .const_bytes = (uint32_t)values[CONST_BYTES],
                                      .ptx_version = (uint32_t)values[PTX_VERSION],
                                      .binary_version = (uint32_t)values[BINARY_VERSION]};
    struct_size_write(info, &full, sizeof full);
    return RUSTG_OK;
}

rustg_status module_occupancy(const rustg_function *function, uint32_t dynamic_shared_bytes, int most_threads,
                              uint32_t *block, uint32_t *min_grid, rustg_error *error)
{
    int best_grid = 1, best_block = CPU_BLOCK;
    if (!function || !block || !min_grid)
        return error_fail(error, RUSTG_ERR_ARGUMENT, "function, block or min_grid is NULL");
    rustg_context *context = function->module->context;
    if (function->cuda) {
        rustg_status status = context_enter(context, error);
        if (status != RUSTG_OK)
            return status;
        status = runtime_check(context,
                               context->driver->cuOccupancyMaxPotentialBlockSize(
                                   &best_grid, &best_block, function->cuda, NULL, dynamic_shared_bytes, most_threads),
                               "cuOccupancyMaxPotentialBlockSize", error);
        context_leave(context);
        if (status != RUSTG_OK)
            return status;
    } else if (launch_most_threads(function->kernel) < CPU_BLOCK) {
        best_block = (int)launch_most_threads(function->kernel);
    }
    *block = (uint32_t)best_block;
    *min_grid = (uint32_t)best_grid;
    return RUSTG_OK;
}

rustg_status rustg_function_occupancy(const rustg_function *function, uint32_t dynamic_shared_bytes, uint32_t *block,
                                      uint32_t *min_grid, rustg_error *error)
{
    return module_occupancy(function, dynamic_shared_bytes, 0, block, min_grid, error);
}
