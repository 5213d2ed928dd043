/* compile_native.c: makes the code that runs the kernels of a compile, when it is first asked for. */
#define _GNU_SOURCE
#include "compile/compile_kernels.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/error.h"
#include "compile/compile_saved.h"

typedef struct native_object {
    uint8_t *bytes;
    size_t n;
} native_object;

static rustg_status compile_make_object(pipeline *p)
{
    native_object *object = p->user;
    return compile_cc(p->kernels, p->text.text, true, &p->how, &object->bytes, &object->n, p->error);
}

static rustg_status compile_load_object(pipeline *p)
{
    compile_kernels *kernels = p->kernels;
    const native_object *object = p->user;
    const uint8_t *bytes = object->bytes;
    size_t n = object->n, done = 0;
    char path[64];
    int fd = memfd_create("rustg", MFD_CLOEXEC);
    while (fd >= 0 && done < n) {
        ssize_t written = write(fd, bytes + done, n - done);
        if (written == 0 || (written < 0 && errno != EINTR))
            break;
        done += written > 0 ? (size_t)written : 0;
    }
    if (done == n) {
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
        kernels->native = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    }
    /* The loader knows libraries by name, so while this one is open no other may have its number. */
    if (kernels->native)
        kernels->native_fd = fd;
    else if (fd >= 0)
        close(fd);
    if (!kernels->native)
        return error_set(p->error, RUSTG_ERR_IO, "the compiled kernels cannot be loaded: %s",
                         done == n ? dlerror() : "no memory file");
    return RUSTG_OK;
}

static rustg_status compile_load_native(compile_kernels *kernels, ir_module *module, rustg_error *error)
{
    codegen_options how = compile_codegen_options(kernels);
    how.cpu = tool_cpu();
    native_object object = {0};
    pipeline p = {.kernels = kernels, .error = error, .user = &object};
    if (kernels->native)
        return RUSTG_OK;
    compile_for_target(&p, &codegen_target_c, module, &how);
    p.toolchain = compile_make_object;
    p.load = compile_load_object;
    pipeline_target(&p);
    return p.status;
}

/* What runs the kernels: native code if arch is NULL, else an image of this kind. */
typedef struct wanted_code {
    const char *arch;
    bool is_ptx;
} wanted_code;

enum { COARSENED_FROM = 2 }; /* the level of optimization */

static rustg_status compile_run_nvrtc_for_image(pipeline *p)
{
    compile_kernels *kernels = p->kernels;
    const wanted_code *wanted = p->user;
    const char *arch = tool_own_arch(&kernels->memory, p->text.text, wanted->arch);
    tool_cuda_code made;
    rustg_status status = compile_nvrtc(kernels, p->text.text, arch, !wanted->is_ptx, &p->how, NULL, &made, p->error);
    if (status == RUSTG_OK) {
        kernels->image = made.bytes;
        kernels->image_is_ptx = wanted->is_ptx;
        snprintf(kernels->image_arch, sizeof kernels->image_arch, "%s", wanted->arch);
    }
    return status;
}

static rustg_status compile_emit_image(pipeline *p)
{
    const wanted_code *wanted = p->user;
    bool is_lowered;
    rustg_status status = compile_emit_ptx(p, wanted->arch, &is_lowered);
    const char *own = status == RUSTG_OK ? tool_own_arch(&p->kernels->memory, p->text.text, wanted->arch) : NULL;
    if (own && own != wanted->arch && !is_lowered) /* PTX of the source may be for this one device alone */
        status = compile_emit_ptx(p, own, &is_lowered);
    if (status == RUSTG_OK) {
        p->kernels->image = (uint8_t *)p->text.text;
        p->kernels->image_is_ptx = wanted->is_ptx;
        snprintf(p->kernels->image_arch, sizeof p->kernels->image_arch, "%s", wanted->arch);
    }
    return status;
}

static rustg_status compile_make_image_by(compile_kernels *kernels, ir_module *module, wanted_code *wanted,
                                          bool own_ptx, rustg_error *error)
{
    pipeline p = {.kernels = kernels, .error = error, .user = wanted};
    codegen_options how = compile_codegen_options(kernels);
    how.coarsen = how.opt_level >= COARSENED_FROM;
    how.own_ptx = own_ptx;
    compile_for_target(&p, &codegen_target_cuda, module, &how);
    if (own_ptx)
        p.emit = compile_emit_image;
    else
        p.toolchain = compile_run_nvrtc_for_image;
    pipeline_target(&p);
    return p.status;
}

/* A machine without NVRTC has the driver, which takes rustg's own PTX. */
static rustg_status compile_make_image(compile_kernels *kernels, ir_module *module, wanted_code *wanted,
                                       rustg_error *error)
{
    if (kernels->image && kernels->image_is_ptx == wanted->is_ptx && strcmp(kernels->image_arch, wanted->arch) == 0)
        return RUSTG_OK;
    if (kernels->options.backend == RUSTG_KERNEL_BACKEND_PTX)
        return compile_make_image_by(kernels, module, wanted, true, error);
    rustg_error missing = {0}, refused = {0};
    const rustg_status status = compile_make_image_by(kernels, module, wanted, false, &missing);
    if (status == RUSTG_ERR_NO_NVRTC) {
        const rustg_status own = compile_make_image_by(kernels, module, wanted, true, &refused);
        if (own == RUSTG_ERR_ARGUMENT) { /* it has no form for the kernels */
            error_set(error, status, "%s; %s", missing.message, refused.message);
            error_hint(error, "%s", missing.hint);
            return status;
        }
        if (own != RUSTG_OK && error)
            *error = refused;
        return own;
    }
    if (status != RUSTG_OK && error)
        *error = missing;
    return status;
}

/* One at a time: all of it adds to the arena. */
static rustg_status compile_native_make(compile_kernels *kernels, wanted_code *wanted, const uint8_t **image,
                                        rustg_error *error)
{
    jmp_buf out_of_memory;
    rustg_status status;
    pthread_mutex_lock(&kernels->running);
    kernels->memory.out_of_memory = &out_of_memory;
    if (setjmp(out_of_memory)) {
        status = error_set(error, RUSTG_ERR_MEMORY, "out of memory for the kernels' code");
    } else {
        ir_module *module = compile_module(kernels, error);
        if (!module)
            status = RUSTG_ERR_INTERNAL;
        else
            status = wanted->arch ? compile_make_image(kernels, module, wanted, error)
                                  : compile_load_native(kernels, module, error);
        if (status == RUSTG_OK && image)
            *image = kernels->image;
    }
    kernels->memory.out_of_memory = NULL;
    pthread_mutex_unlock(&kernels->running);
    return status;
}

static bool compile_find_linked(const compile_kernels *kernels, const char *name, compile_native *native)
{
    for (size_t i = 0; i < kernels->n_linked; i++) {
        const rustg_linked_kernel *linked = &kernels->linked[i];
        if (strcmp(linked->name, name) != 0)
            continue;
        memcpy(&native->function, &linked->function, sizeof native->function);
        native->shared_bytes = (uint32_t)*linked->shared_bytes;
        native->call = (cpu_call)*linked->call_kind;
        return true;
    }
    return false;
}

rustg_status compile_native_kernel(compile_kernels *kernels, uint32_t index, compile_native *native, rustg_error *error)
{
    const char *name = kernels->kernels[index].name;
    if (compile_find_linked(kernels, name, native))
        return RUSTG_OK;
    wanted_code wanted = {0};
    rustg_status status = compile_native_make(kernels, &wanted, NULL, error);
    if (status != RUSTG_OK)
        return status;
    const size_t n_symbol = strlen(name) + sizeof "rustg_cpu__shared_bytes";
    char *symbol = malloc(n_symbol);
    if (!symbol)
        return error_set(error, RUSTG_ERR_MEMORY, "out of memory for the kernels' code");
    snprintf(symbol, n_symbol, "rustg_cpu_%s", name);
    void *found = dlsym(kernels->native, symbol);
    snprintf(symbol, n_symbol, "rustg_cpu_%s_shared_bytes", name);
    const uint64_t *shared = dlsym(kernels->native, symbol);
    snprintf(symbol, n_symbol, "rustg_cpu_%s_call_kind", name);
    const uint64_t *call = dlsym(kernels->native, symbol);
    free(symbol);
    if (!found || !shared || !call || *call >= CPU_N_CALLS)
        return error_set(error, RUSTG_ERR_INTERNAL, "kernel `%s` is missing in its own library", name);
    memcpy(&native->function, &found, sizeof native->function);
    native->shared_bytes = (uint32_t)*shared;
    native->call = (cpu_call)*call;
    return RUSTG_OK;
}

/* Twice 90 for "sm_90", and one more for "sm_90a", whose code runs on no other architecture; -1 for other names. */
static long compile_native_number_of(const char *arch)
{
    char *end;
    const long number = strncmp(arch, "sm_", 3) == 0 ? strtol(arch + 3, &end, 10) : -1;
    const bool is_own = number >= 0 && end[0] == 'a' && !end[1];
    return number < 0 || (*end && !is_own) ? -1 : 2 * number + is_own;
}

/* Cubins run on their architecture and on later ones of the same generation, PTX on all later ones. */
static bool compile_runs_on(const char *made, const char *device, bool is_ptx)
{
    const long from = compile_native_number_of(made), to = compile_native_number_of(device);
    if (from < 0 || to < 0 || from % 2)
        return strcmp(made, device) == 0 || (from > 0 && from == to + 1);
    return from <= to && (is_ptx || from / 20 == to / 20);
}

/* Of the outputs that the compile was asked for, the newest that runs on arch, its own before others; NULL if none
 * does. only_ptx leaves out cubins. */
static const uint8_t *compile_ready_image(const compile_kernels *kernels, const char *arch, bool only_ptx)
{
    static const rustg_output outputs[] = {RUSTG_OUTPUT_CUBIN, RUSTG_OUTPUT_PTX};
    const compile_saved *saved = kernels->saved;
    const char *const *archs = saved ? saved->archs : kernels->options.archs;
    size_t n_archs = saved ? saved->n_archs : kernels->options.n_archs;
    for (size_t o = only_ptx; o < sizeof outputs / sizeof outputs[0]; o++) {
        const compile_output *made = kernels->outputs[outputs[o]];
        size_t best = n_archs;
        for (size_t i = 0; made && i < n_archs; i++)
            if (compile_runs_on(archs[i], arch, outputs[o] == RUSTG_OUTPUT_PTX) &&
                (best == n_archs || compile_native_number_of(archs[i]) > compile_native_number_of(archs[best])))
                best = i;
        if (best < n_archs)
            return made[best].bytes;
    }
    return NULL;
}

rustg_status compile_image(compile_kernels *kernels, const char *arch, const uint8_t **image, rustg_error *error)
{
    wanted_code wanted = {.arch = arch};
    *image = compile_ready_image(kernels, arch, false);
    return *image ? RUSTG_OK : compile_native_make(kernels, &wanted, image, error);
}

/* A toolkit and the driver that came with it have the same version number. */
static bool compile_nvrtc_is_newer(int driver_version)
{
    int major = 0, minor = 0;
    return sscanf(tool_nvrtc_version(), "%d.%d", &major, &minor) == 2 && 1000 * major + 10 * minor > driver_version;
}

rustg_status compile_image_for_old_driver(compile_kernels *kernels, const char *arch, int driver_version,
                                          const uint8_t **image, rustg_error *error)
{
    wanted_code wanted = {.arch = arch, .is_ptx = true};
    *image = compile_ready_image(kernels, arch, true);
    if (kernels->options.backend == RUSTG_KERNEL_BACKEND_PTX) /* its version is as old as it can be */
        return RUSTG_OK;
    if (*image || !compile_nvrtc_is_newer(driver_version))
        return RUSTG_OK;
    return compile_native_make(kernels, &wanted, image, error);
}
