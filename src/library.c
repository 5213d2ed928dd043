/* library.c: initialize and shut down, counted; version. */
#include "library.h"

#include <pthread.h>

#include "base/error.h"
#include "base/parallel.h"
#include "cache/cache.h"
#include "engine/engine_cuda.h"
#include "runtime/cuda_context.h"
#include "sema/sema.h"

static struct {
    pthread_mutex_t lock;
    uint64_t n_users;
    uint32_t n_threads;
} library = {PTHREAD_MUTEX_INITIALIZER, 0, 0};

static void keep(bool wanted)
{
    engine_cuda_keep(wanted);
    cuda_contexts_keep(wanted);
}

uint32_t rustg_abi_version(void)
{
    return RUSTG_ABI_VERSION;
}

#define LIBRARY_TEXT(number) #number
#define LIBRARY_VERSION(major, minor, patch) LIBRARY_TEXT(major) "." LIBRARY_TEXT(minor) "." LIBRARY_TEXT(patch)

const char *rustg_version(void)
{
    return LIBRARY_VERSION(RUSTG_VERSION_MAJOR, RUSTG_VERSION_MINOR, RUSTG_VERSION_PATCH);
}

rustg_status rustg_initialize(const rustg_init_options *options, rustg_error *error)
{
    const size_t oldest = offsetof(rustg_init_options, n_threads) + sizeof options->n_threads;
    uint32_t n_threads = 0;
    if (options) {
        if (options->struct_size < oldest)
            return error_set(error, RUSTG_ERR_ARGUMENT,
                             "options->struct_size is %zu; set it to sizeof(rustg_init_options)",
                             options->struct_size);
        n_threads = options->n_threads;
    }
    pthread_mutex_lock(&library.lock);
    /* Later callers share what the first one set up; one that asks for a number of threads has it for all. */
    if (n_threads > 0)
        library.n_threads = n_threads;
    else if (library.n_users == 0)
        library.n_threads = parallel_hardware_threads();
    if (library.n_users++ == 0) {
        keep(true);
        cache_open();
    }
    pthread_mutex_unlock(&library.lock);
    return RUSTG_OK;
}

void rustg_shutdown(void)
{
    pthread_mutex_lock(&library.lock);
    if (library.n_users > 0 && --library.n_users == 0) {
        keep(false);
        cache_close();
        sema_library_release();
        arena_release_kept();
    }
    pthread_mutex_unlock(&library.lock);
}

rustg_status library_threads(uint32_t *n_threads, rustg_error *error)
{
    pthread_mutex_lock(&library.lock);
    uint64_t n_users = library.n_users;
    *n_threads = library.n_threads;
    pthread_mutex_unlock(&library.lock);
    if (n_users > 0)
        return RUSTG_OK;
    error_set(error, RUSTG_ERR_NOT_INITIALIZED, "rustg_initialize has not been called");
    error_hint(error, "call rustg_initialize before rustg_compile");
    return RUSTG_ERR_NOT_INITIALIZED;
}
