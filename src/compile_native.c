/* compile_native.c: the code that runs the kernels of a compile, made when it is first asked for. */
#define _GNU_SOURCE
#include "compile_kernels.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/error.h"

static rustg_status load_native(compile_kernels *kernels, ir_module *module, rustg_error *error)
{
    gen_options how = compile_gen_options(kernels);
    uint8_t *bytes;
    size_t n, done = 0;
    char path[64];
    if (kernels->native)
        return RUSTG_OK;
    gen_text c = gen_emit_c(module, &how);
    rustg_status status = compile_cc(kernels, c.text, true, &how, &bytes, &n, error);
    if (status != RUSTG_OK)
        return status;
    int fd = memfd_create("rustg", MFD_CLOEXEC);
    while (fd >= 0 && done < n) {
        ssize_t written = write(fd, bytes + done, n - done);
        if (written <= 0)
            break;
        done += (size_t)written;
    }
    if (done == n) {
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
        kernels->native = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    }
    /* The loader knows libraries by name: while this one is open no other may have its number. */
    if (kernels->native)
        kernels->native_fd = fd;
    else if (fd >= 0)
        close(fd);
    if (!kernels->native)
        return error_set(error, RUSTG_ERR_IO, "the compiled kernels cannot be loaded: %s", done == n ? dlerror() : "no memory file");
    return RUSTG_OK;
}

static rustg_status make_image(compile_kernels *kernels, ir_module *module, const char *arch, rustg_error *error)
{
    if (kernels->image && strcmp(kernels->image_arch, arch) == 0)
        return RUSTG_OK;
    gen_options how = compile_gen_options(kernels);
    gen_text cuda = gen_emit_cuda(module, &how);
    gen_cuda_result made;
    rustg_status status = compile_nvrtc(kernels, cuda.text, arch, true, &how, &made, error);
    if (status == RUSTG_OK) {
        kernels->image = made.bytes;
        snprintf(kernels->image_arch, sizeof kernels->image_arch, "%s", arch);
    }
    return status;
}

/* One at a time: all of it adds to the arena. */
static rustg_status make(compile_kernels *kernels, const char *arch, const uint8_t **image, uint32_t index, bool *meets, rustg_error *error)
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
            status = arch ? make_image(kernels, module, arch, error) : load_native(kernels, module, error);
        if (status == RUSTG_OK && meets)
            *meets = gen_meets(module, compile_function(kernels, module, index));
        if (status == RUSTG_OK && image)
            *image = kernels->image;
    }
    kernels->memory.out_of_memory = NULL;
    pthread_mutex_unlock(&kernels->running);
    return status;
}

rustg_status compile_native_kernel(compile_kernels *kernels, uint32_t index, compile_native *native, rustg_error *error)
{
    const char *name = kernels->kernels[index].name;
    char symbol[512];
    rustg_status status = make(kernels, NULL, NULL, index, &native->meets, error);
    if (status != RUSTG_OK)
        return status;
    snprintf(symbol, sizeof symbol, "rustg_cpu_%s", name);
    void *found = dlsym(kernels->native, symbol);
    snprintf(symbol, sizeof symbol, "rustg_cpu_%s_shared_bytes", name);
    const uint64_t *shared = dlsym(kernels->native, symbol);
    if (!found || !shared)
        return error_set(error, RUSTG_ERR_INTERNAL, "kernel `%s` is missing in its own library", name);
    memcpy(&native->function, &found, sizeof native->function);
    native->shared_bytes = (uint32_t)*shared;
    return RUSTG_OK;
}

rustg_status compile_image(compile_kernels *kernels, const char *arch, const uint8_t **image, rustg_error *error)
{
    return make(kernels, arch, image, 0, NULL, error);
}
