/* library.c: initialize and shut down, counted; version. */
#include "compile/initialize.h"
#include "compile/session.h"

#include <pthread.h>

#include "base/error.h"
#include "base/parallel.h"
#include "base/arena.h"
#include "cache/cache.h"
#include "runtime/fiber.h"
#include "codegen/toolchain/tool_identity.h"
#include "engine/engine_cuda.h"
#include "runtime/error_note.h"
#include "runtime/runtime.h"
#include "sema/sema.h"

static struct {
    pthread_mutex_t lock;
    uint64_t n_users;
    uint32_t n_threads;
} library = {PTHREAD_MUTEX_INITIALIZER, 0, 0};

/* All locks that are not of an object, each before those that are taken while it is held: around a fork nobody holds
 * one, so that the child, in which only the forking thread is left, finds them free and what they guard whole. */
static pthread_mutex_t *const *fork_locks(size_t *n)
{
    static pthread_mutex_t *const locks[] = {&library.lock,      &engine_idle_lock,     &cuda_context_lock,
                                             &sema_library_lock, &cache_lock,           &tool_identity_lock,
                                             &arena_lock,        &graph_capturing_lock, &fiber_stacks_lock,
                                             &error_note_lock,   &host_pool_lock};
    *n = sizeof locks / sizeof locks[0];
    return locks;
}

static void fork_begins(void)
{
    size_t n;
    pthread_mutex_t *const *locks = fork_locks(&n);
    for (size_t i = 0; i < n; i++)
        pthread_mutex_lock(locks[i]);
}

static void fork_ends(void)
{
    size_t n;
    pthread_mutex_t *const *locks = fork_locks(&n);
    while (n-- > 0)
        pthread_mutex_unlock(locks[n]);
}

static void fork_ends_in_child(void)
{
    cache_forked();
    fork_ends();
}

static void watch_forks(void)
{
    pthread_atfork(fork_begins, fork_ends, fork_ends_in_child);
}

static void keep(bool wanted)
{
    session_keep(wanted);
    engine_cuda_keep(wanted);
    cuda_contexts_keep(wanted);
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

rustg_status rustg_initialize(const rustg_init_options *options, rustg_error *error)
{
    const size_t oldest = offsetof(rustg_init_options, n_threads) + sizeof options->n_threads;
    uint32_t n_threads = 0;
    if (options) {
        if (options->struct_size < oldest)
            return error_set(error, RUSTG_ERR_ARGUMENT,
                             "options->struct_size is %zu; set it to sizeof(rustg_init_options)", options->struct_size);
        n_threads = options->n_threads;
    }
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_forks);
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
        fiber_stacks_release_kept();
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
