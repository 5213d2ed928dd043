/* compile_ahead.c: saves kernels that a build compiles, and loads them in programs that run where there is neither a
 * compiler nor NVRTC. */
#include <stdlib.h>
#include <string.h>

#include "base/cpu_call.h"
#include "base/error.h"
#include "base/sha256.h"
#include "cache/build_id.h"
#include "compile/compile_cache.h"
#include "compile/compile_saved.h"
#include "rustg/module.h"

/* What precedes compile_save's bytes. Only the rustg that wrote it reads it back. digest is that of all bytes, with
 * itself as 0. */
typedef struct ahead_header {
    char magic[8];
    uint8_t build_id[sizeof cache_build_id];
    uint32_t no_opt_level, no_checks, debug, max_registers, fast_math, backend;
    uint8_t digest[SHA256_BYTES];
} ahead_header;
_Static_assert(sizeof(ahead_header) % 16 == 0, "compile_save's bytes begin at a multiple of 16");

static const char magic[8] = {'r', 'u', 's', 't', 'g', 'k', '0', '1'};

static void compile_digest_of(ahead_header header, const uint8_t *bytes, size_t n, uint8_t digest[SHA256_BYTES])
{
    sha256 hash;
    memset(header.digest, 0, sizeof header.digest);
    sha256_begin(&hash);
    sha256_add(&hash, &header, sizeof header);
    sha256_add(&hash, bytes, n);
    sha256_end(&hash, digest);
}

static rustg_status compile_ahead_save(compile_kernels *kernels, const uint8_t **bytes, size_t *n, rustg_error *error)
{
    jmp_buf out_of_memory;
    if (kernels->saved) {
        *bytes = kernels->saved->blob->bytes;
        *n = kernels->saved->blob->n;
        return RUSTG_OK;
    }
    kernels->memory.out_of_memory = &out_of_memory;
    if (setjmp(out_of_memory)) {
        kernels->memory.out_of_memory = NULL;
        return error_set(error, RUSTG_ERR_MEMORY, "out of memory for the kernels' bytes");
    }
    compile_save(kernels, kernels->checked.n_sources, bytes, n);
    kernels->memory.out_of_memory = NULL;
    return RUSTG_OK;
}

static rustg_status compile_ahead_put(const rustg_kernel_options *options, const uint8_t *bytes, size_t n, char **to,
                                      size_t *n_bytes, rustg_error *error)
{
    ahead_header header = {
        .no_opt_level = options->no_opt_level, .no_checks = options->no_checks, .debug = options->debug};
    memcpy(header.magic, magic, sizeof magic);
    memcpy(header.build_id, cache_build_id, sizeof header.build_id);
    header.max_registers = options->max_registers;
    header.fast_math = options->fast_math;
    header.backend = options->backend;
    compile_digest_of(header, bytes, n, header.digest);
    char *made = malloc(sizeof header + n);
    if (!made)
        return error_set(error, RUSTG_ERR_MEMORY, "out of memory for the kernels' bytes");
    memcpy(made, &header, sizeof header);
    memcpy(made + sizeof header, bytes, n);
    *to = made;
    *n_bytes = sizeof header + n;
    return RUSTG_OK;
}

rustg_status rustg_kernels_save(rustg_result *result, char **bytes, size_t *n_bytes, rustg_error *error)
{
    const uint8_t *made = NULL;
    size_t n = 0;
    if (bytes)
        *bytes = NULL;
    if (!bytes || !n_bytes)
        return error_set(error, RUSTG_ERR_ARGUMENT, "bytes or n_bytes is NULL");
    const char *missing;
    rustg_status status = result_has_kernels(result, &missing);
    if (status != RUSTG_OK)
        return error_set(error, status, "%s", missing);
    compile_kernels *kernels = result->kernels;
    pthread_mutex_lock(&kernels->running);
    status = compile_ahead_save(kernels, &made, &n, error);
    pthread_mutex_unlock(&kernels->running);
    return status == RUSTG_OK ? compile_ahead_put(&kernels->options, made, n, bytes, n_bytes, error) : status;
}

/* Reading. */

static rustg_status compile_ahead_check(const ahead_header *header, size_t n_bytes, rustg_error *error)
{
    if (n_bytes < sizeof *header || memcmp(header->magic, magic, sizeof magic) != 0)
        return error_set(error, RUSTG_ERR_ARGUMENT, "bytes are none of rustg_kernels_save");
    if (memcmp(header->build_id, cache_build_id, sizeof header->build_id) == 0)
        return RUSTG_OK;
    error_set(error, RUSTG_ERR_ARGUMENT, "the kernels were saved by another build of rustg");
    error_hint(error, "compile them again with the rustg that the program is linked with");
    return RUSTG_ERR_ARGUMENT;
}

static rustg_status compile_check_linked(const compile_saved *saved, const rustg_linked_kernel *linked, size_t n_linked,
                                         rustg_error *error)
{
    if (n_linked && !linked)
        return error_set(error, RUSTG_ERR_ARGUMENT, "linked is NULL and n_linked is not 0");
    for (size_t i = 0; i < n_linked; i++) {
        uint32_t k = 0;
        if (!linked[i].name || !linked[i].function || !linked[i].shared_bytes || !linked[i].call_kind)
            return error_set(error, RUSTG_ERR_ARGUMENT, "linked[%zu] has a field that is NULL", i);
        if (*linked[i].call_kind >= CPU_N_CALLS)
            return error_set(error, RUSTG_ERR_ARGUMENT, "linked[%zu]: %llu is no kind of call", i,
                             (unsigned long long)*linked[i].call_kind);
        while (k < saved->n_kernels && strcmp(saved->kernels[k].name, linked[i].name) != 0)
            k++;
        if (k == saved->n_kernels)
            return error_set(error, RUSTG_ERR_ARGUMENT, "linked[%zu]: there is no kernel `%s`", i, linked[i].name);
    }
    return RUSTG_OK;
}

/* bytes: what follows the header. */
static rustg_status compile_ahead_load(const uint8_t *bytes, size_t n, compile_saved **saved, rustg_error *error)
{
    cache_blob *blob = cache_blob_new(bytes, n);
    rustg_status status = RUSTG_ERR_MEMORY;
    if (blob)
        *saved = compile_load(blob, &status);
    cache_release(blob ? &blob->shared : NULL);
    if (status == RUSTG_ERR_MEMORY)
        return error_set(error, status, "out of memory for kernels");
    return status ? error_set(error, status, "the saved kernels are damaged") : RUSTG_OK;
}

/* Whether the tables are the IR's. The module that this reads stays for later. */
static rustg_status compile_check_tables(compile_kernels *kernels, rustg_error *error)
{
    jmp_buf out_of_memory;
    rustg_error own = {0};
    kernels->memory.out_of_memory = &out_of_memory;
    rustg_status status = RUSTG_OK;
    if (setjmp(out_of_memory))
        return error_set(error, RUSTG_ERR_MEMORY, "out of memory for kernels");
    if (!compile_module(kernels, &own))
        status = error_set(error, RUSTG_ERR_ARGUMENT, "%s", own.message);
    kernels->memory.out_of_memory = NULL;
    return status;
}

rustg_status rustg_kernels_load(const void *bytes, size_t n_bytes, const rustg_linked_kernel *linked, size_t n_linked,
                                rustg_result **result, rustg_error *error)
{
    ahead_header header = {0};
    compile_saved *saved = NULL;
    if (result)
        *result = NULL;
    if (!bytes || !result)
        return error_set(error, RUSTG_ERR_ARGUMENT, "bytes or result is NULL");
    memcpy(&header, bytes, n_bytes < sizeof header ? n_bytes : sizeof header);
    rustg_status status = compile_ahead_check(&header, n_bytes, error);
    if (status == RUSTG_OK && header.backend >= RUSTG_N_KERNEL_BACKENDS)
        status =
            error_set(error, RUSTG_ERR_ARGUMENT, "the saved kernels are damaged: backend %u", (unsigned)header.backend);
    if (status == RUSTG_OK && header.no_opt_level > 3)
        status = error_set(error, RUSTG_ERR_ARGUMENT, "the saved kernels are damaged: a level of optimization of %u",
                           (unsigned)header.no_opt_level);
    if (status == RUSTG_OK) {
        uint8_t digest[SHA256_BYTES];
        compile_digest_of(header, (const uint8_t *)bytes + sizeof header, n_bytes - sizeof header, digest);
        if (memcmp(digest, header.digest, sizeof digest) != 0)
            status = error_set(error, RUSTG_ERR_ARGUMENT, "the saved kernels are damaged");
    }
    if (status == RUSTG_OK)
        status = compile_ahead_load((const uint8_t *)bytes + sizeof header, n_bytes - sizeof header, &saved, error);
    if (status == RUSTG_OK)
        status = compile_check_linked(saved, linked, n_linked, error);
    rustg_result *made = status == RUSTG_OK ? calloc(1, sizeof *made) : NULL;
    compile_kernels *kernels = made ? compile_new_kernels() : NULL;
    if (status == RUSTG_OK && !kernels)
        status = error_set(error, RUSTG_ERR_MEMORY, "out of memory for kernels");
    if (status == RUSTG_OK) {
        rustg_kernel_options options = {.struct_size = sizeof options, .n_archs = saved->n_archs};
        options.no_opt_level = header.no_opt_level;
        options.no_checks = header.no_checks;
        options.debug = header.debug;
        options.max_registers = header.max_registers;
        options.fast_math = header.fast_math;
        options.backend = header.backend;
        made->engine = RUSTG_ENGINE_CPU;
        made->kernels = kernels;
        compile_attach_saved(kernels, saved, &options);
        kernels->linked = linked;
        kernels->n_linked = n_linked;
        status = compile_check_tables(kernels, error);
    }
    if (status == RUSTG_OK)
        *result = made;
    else if (kernels)
        rustg_result_free(made);
    else
        free(made);
    if (saved)
        cache_release(&saved->shared);
    return status;
}
