/* initialize.c: initializes and shuts down the library, counted, and tells its version. */
#include "compile/initialize.h"
#include "compile/compile_stack.h"
#include "base/global_lock.h"
#include "compile/session_pool.h"

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/parallel.h"
#include "base/arena.h"
#include "base/struct_size.h"
#include "cache/cache_entries.h"
#include "runtime/fiber.h"
#include "codegen/toolchain/tool_identity.h"
#include "engine/engine_cuda.h"
#include "runtime/error_note.h"
#include "runtime/runtime_objects.h"
#include "sema/sema.h"

static struct {
    uint64_t n_users;
    uint32_t n_threads;
} initialized;

static void initialize_keep(bool wanted)
{
    parallel_keep(wanted);
    session_keep(wanted);
    engine_cuda_keep(wanted);
    cuda_contexts_keep(wanted);
}

static void initialize_forked(void)
{
    parallel_forked();
    cache_forked();
}

uint32_t rustg_abi_version(void)
{
    return RUSTG_ABI_VERSION;
}

#define LIBRARY_TEXT(number)                 #number
#define LIBRARY_VERSION(major, minor, patch) LIBRARY_TEXT(major) "." LIBRARY_TEXT(minor) "." LIBRARY_TEXT(patch)

const char *rustg_version(void)
{
    return LIBRARY_VERSION(RUSTG_VERSION_MAJOR, RUSTG_VERSION_MINOR, RUSTG_VERSION_PATCH);
}

rustg_status rustg_check_version(uint32_t abi, uint32_t major, uint32_t minor, uint32_t patch, rustg_error *error)
{
    const uint32_t own = RUSTG_VERSION_MINOR;
    const bool is_released = major > 0;
    if (abi == RUSTG_ABI_VERSION && major == RUSTG_VERSION_MAJOR && (is_released ? minor <= own : minor == own))
        return RUSTG_OK;
    rustg_status status =
        error_set(error, RUSTG_ERR_ARGUMENT,
                  "the program was compiled with headers of rustg %u.%u.%u (ABI %u), and the library is %s (ABI %u)",
                  major, minor, patch, abi, rustg_version(), RUSTG_ABI_VERSION);
    error_hint(error, "compile it again with the headers of that library, or link the library of its headers");
    return status;
}

rustg_status rustg_initialize(const rustg_init_options *options, rustg_error *error)
{
    rustg_init_options full;
    const rustg_status status =
        struct_size_read(STRUCT_rustg_init_options, &full, sizeof full, options, "options", error);
    if (status != RUSTG_OK)
        return status;
    global_lock_watch_forks(initialize_forked);
    global_lock(GLOBAL_LOCK_LIBRARY);
    /* Later callers share what the first one set up. If one asks for a number of threads, that holds for all. */
    if (full.n_threads > 0)
        initialized.n_threads = full.n_threads;
    else if (initialized.n_users == 0)
        initialized.n_threads = parallel_hardware_threads();
    if (initialized.n_users++ == 0) {
        initialize_keep(true);
        cache_open();
    }
    global_unlock(GLOBAL_LOCK_LIBRARY);
    return RUSTG_OK;
}

void rustg_shutdown(void)
{
    global_lock(GLOBAL_LOCK_LIBRARY);
    if (initialized.n_users > 0 && --initialized.n_users == 0) {
        initialize_keep(false);
        cache_close();
        sema_library_release();
        arena_release_kept();
        fiber_stacks_release_kept();
        compile_stacks_release_kept();
    }
    global_unlock(GLOBAL_LOCK_LIBRARY);
}

rustg_status library_threads(uint32_t *n_threads, rustg_error *error)
{
    global_lock(GLOBAL_LOCK_LIBRARY);
    uint64_t n_users = initialized.n_users;
    *n_threads = initialized.n_threads;
    global_unlock(GLOBAL_LOCK_LIBRARY);
    if (n_users > 0)
        return RUSTG_OK;
    error_set(error, RUSTG_ERR_NOT_INITIALIZED, "rustg_initialize has not been called");
    error_hint(error, "call rustg_initialize before rustg_compile");
    return RUSTG_ERR_NOT_INITIALIZED;
}
