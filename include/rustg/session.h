/* session.h: memory that compiles leave for those after them. */
#ifndef RUSTG_SESSION_H
#define RUSTG_SESSION_H

#include <stddef.h>

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A session keeps the host memory of results that were freed, the texts of files that the library read among them, and
 * the scratch of the CPU engine's threads, for the compiles that name it in rustg_compile_options.session, so that they
 * touch no fresh pages. A compile that names none uses the library's own, which lives from the first rustg_initialize
 * to the last rustg_shutdown.
 *
 * Threads    Any number of compiles may use one session at once. They wait for one another only while one brings a
 *            batch to pinned memory for the device that the other wants, too.
 * Results    A result holds its memory alone. It stays valid when its session is trimmed or freed, and goes back to the
 *            session, where that still is there and has room for it, by rustg_result_free.
 * Errors     A compile that fails leaves nothing behind but what the session keeps.
 * Device     Pinned host memory for the way to a CUDA device, streams and events are kept a device, for all sessions
 *            together, until the last rustg_shutdown or rustg_session_trim(NULL, 0); device memory in the pool that the
 *            library makes for the device, at most a sixth of what the device has. Arrays that are left on a device are
 *            complete when rustg_compile returns: no event is to be waited for, whatever stream reads them.
 * Pinned     Large arrays that come back from a device lie in memory that the driver has pinned, so that the device
 *            writes them itself. They stay pinned while a result or its session holds them, and hold the device's
 *            context; where pinning fails they are copied instead.
 * First call It pays for all: the system clears fresh pages, the driver pins memory (touched pages at 30 to 50 GB/s,
 *            fresh ones at 2) and makes a CUDA context (about 0.4 s; an H200, driver 580).
 * A process that forks: the child may use the session, and shares no memory with its parent. */
typedef struct rustg_session rustg_session;

typedef struct rustg_session_options {
    size_t struct_size;       /* sizeof(rustg_session_options) */
    uint64_t keep_host_bytes; /* at most so much is kept between compiles; 0: 4 GiB or a quarter of the machine's
                                 memory, what is less, as for the library's own */
} rustg_session_options;

/* options may be NULL. Wants one rustg_session_free; needs no rustg_initialize. Thread-safe.
 * fails RUSTG_ERR_ARGUMENT, _MEMORY */
rustg_status rustg_session_create(const rustg_session_options *options, rustg_session **session, rustg_error *error);
/* NULL is accepted. No compile may be using the session, but results of it may live on. */
void rustg_session_free(rustg_session *session);
/* Gives memory back to the system until at most keep_host_bytes are kept, what was kept longest first; the cap stays as
 * it is. session NULL: the library's own; with keep_host_bytes 0 pinned memory that no compile is using goes too, and
 * device memory that the pools keep. Thread-safe. */
void rustg_session_trim(rustg_session *session, uint64_t keep_host_bytes);
/* Bytes of host memory kept now. session NULL: the library's own. Thread-safe. */
uint64_t rustg_session_kept_bytes(rustg_session *session);

#ifdef __cplusplus
}
#endif
#endif
