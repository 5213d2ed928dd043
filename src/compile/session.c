/* session.c: keeps sessions, and the library's own. */
#include "compile/session_pool.h"
#include "base/global_lock.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/struct_size.h"
#include "base/tuning.h"
#include "engine/engine_cuda.h"

struct rustg_session {
    host_pool *pool;
};

/* Guarded by GLOBAL_LOCK_HOST_POOL. */
static host_pool *session_own;

static uint64_t session_default_bytes(void)
{
    long n_pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (n_pages <= 0 || page <= 0)
        return TUNING_SESSION_KEEP_BYTES;
    uint64_t part = (uint64_t)n_pages * (uint64_t)page / TUNING_SESSION_PART;
    return part < TUNING_SESSION_KEEP_BYTES ? part : TUNING_SESSION_KEEP_BYTES;
}

void session_keep(bool keep)
{
    host_pool *fresh = keep ? host_pool_open(session_default_bytes()) : NULL;
    global_lock(GLOBAL_LOCK_HOST_POOL);
    host_pool *before = session_own;
    session_own = fresh;
    global_unlock(GLOBAL_LOCK_HOST_POOL);
    host_pool_close(before);
}

host_pool *session_pool(rustg_session *session)
{
    global_lock(GLOBAL_LOCK_HOST_POOL);
    host_pool *pool = host_pool_hold_locked(session ? session->pool : session_own);
    global_unlock(GLOBAL_LOCK_HOST_POOL);
    return pool;
}

rustg_status rustg_session_create(const rustg_session_options *options, rustg_session **session, rustg_error *error)
{
    if (!session)
        return error_set(error, RUSTG_ERR_ARGUMENT, "session is NULL");
    *session = NULL;
    rustg_session_options full;
    const rustg_status status =
        struct_size_read(STRUCT_rustg_session_options, &full, sizeof full, options, "options", error);
    if (status != RUSTG_OK)
        return status;
    rustg_session *made = malloc(sizeof *made);
    if (made)
        made->pool = host_pool_open(full.keep_host_bytes ? full.keep_host_bytes : session_default_bytes());
    if (!made || !made->pool) {
        free(made);
        return error_set(error, RUSTG_ERR_MEMORY, "out of memory for a session");
    }
    *session = made;
    return RUSTG_OK;
}

void rustg_session_free(rustg_session *session)
{
    if (!session)
        return;
    host_pool_close(session->pool);
    free(session);
}

void rustg_session_trim(rustg_session *session, uint64_t keep_host_bytes)
{
    host_pool *pool = session_pool(session);
    if (pool)
        host_pool_trim(pool, keep_host_bytes);
    host_pool_release(pool);
    if (!session && keep_host_bytes == 0)
        engine_cuda_trim();
}

uint64_t rustg_session_kept_bytes(rustg_session *session)
{
    host_pool *pool = session_pool(session);
    uint64_t n_bytes = pool ? host_pool_kept(pool) : 0;
    host_pool_release(pool);
    return n_bytes;
}
