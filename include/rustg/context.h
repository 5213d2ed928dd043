/* context.h: a device opened for use: memory, streams, events. Part of runtime.h.
 *
 * Everything works on both backends: on the CPU device memory is the host's and what is put into a stream is done
 * before the call returns, so that streams, events and graphs keep their meaning (order) and lose their overlap.
 *
 * Handles: any number of threads may use different handles at once, and one context from many threads; one stream,
 * buffer, event or graph belongs to one thread at a time. Free what was made in a context before closing it. Freeing
 * NULL does nothing. A handle that a call makes is the caller's, to be given to the function that frees its kind; where
 * the call fails it is NULL.
 *
 * Failures: calls that return a status fail with RUSTG_ERR_ARGUMENT where a pointer that must not be NULL is, or where
 * two handles belong to different contexts; error may be NULL. On the CPU device no call fails with _CUDA or
 * _CUDA_STICKY. Where a call of the driver's finds no device memory, _DEVICE_MEMORY stands for _CUDA.
 * Accessors, which return no status, take handles that are not NULL, cannot fail, and take constant time. */
#ifndef RUSTG_CONTEXT_H
#define RUSTG_CONTEXT_H

#include <stddef.h>
#include <stdint.h>

#include "device.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rustg_context rustg_context;
typedef struct rustg_stream rustg_stream;
typedef struct rustg_event rustg_event;
typedef struct rustg_graph rustg_graph;
typedef struct rustg_buffer rustg_buffer;
typedef struct rustg_pinned rustg_pinned;

/* Told what the memory pools do, one call an allocation or release; n_bytes > 0, negative for a release. Called on the
 * thread that asked. */
typedef void (*rustg_memory_log_fn)(void *user, int64_t n_bytes, uint64_t current_bytes);

/* What a kernel has printed, told by rustg_stream_wait on the thread that waits: the bytes of one print!, println!,
 * eprint!, eprintln! or dbg! of one thread, with its newline, valid during the call. Those of one thread that one wait
 * tells come in its order. Waits of several host threads may call the function at once, each with a part of the
 * messages, so it has to be thread-safe. With n_lost, so many messages were lost since the last time, as they found the
 * ring of 4,096 messages full; then there are no bytes. */
typedef struct rustg_printed {
    const char *text; /* UTF-8, char[n_bytes] */
    size_t n_bytes;
    uint32_t to_stderr; /* nonzero: eprint!, eprintln!, dbg! */
    uint64_t n_lost;
} rustg_printed;
typedef void (*rustg_print_fn)(void *user, const rustg_printed *printed);

typedef struct rustg_context_options {
    size_t struct_size; /* sizeof(rustg_context_options) */
    void *raw_context;  /* a CUcontext of the caller's, kept current by nobody; NULL: the device's primary context is
                           retained */
    uint32_t allow_cpu; /* nonzero: where the device cannot be had, the CPU stands in: rustg_context_fallback tells */
    uint64_t memory_limit;          /* bytes of device memory that buffers may hold at a time; 0: no limit */
    rustg_memory_log_fn memory_log; /* may be NULL */
    void *user;
} rustg_context_options;

/* Open a device.
 * in     backend, ordinal   rustg_device_info's; with a raw_context ordinal is ignored
 *        options            NULL for the defaults
 * out    context            to be closed with rustg_context_close; NULL on failure
 * fails  RUSTG_ERR_ARGUMENT, _NOT_INITIALIZED, _MEMORY, _NO_CUDA, _DEVICE, _CUDA, _CUDA_STICKY
 * thread-safe */
rustg_status rustg_context_open(rustg_backend backend, int32_t ordinal, const rustg_context_options *options,
                                rustg_context **context, rustg_error *error);
/* Waits for the context's work. All handles that were made in it must have been freed. */
void rustg_context_close(rustg_context *context);

rustg_backend rustg_context_backend(const rustg_context *context);
int32_t rustg_context_ordinal(const rustg_context *context);
/* Set what is told of what kernels in the context print; NULL, as at first: nobody. It may launch and wait in other
 * streams. A wait tells what the modules have printed that were launched in its stream, in other streams too.
 * thread-safe; a wait that has begun may still call what was set before */
void rustg_context_on_print(rustg_context *context, rustg_print_fn print, void *user);
/* Why the CPU stands in for the device that was asked for; "" where it does not. The context's storage. */
const char *rustg_context_fallback(const rustg_context *context);
/* The CUcontext; NULL on the CPU. */
void *rustg_context_raw(const rustg_context *context);
/* Nonzero after an error that left the CUDA context unusable: all further calls fail with RUSTG_ERR_CUDA_STICKY. */
int rustg_context_is_lost(const rustg_context *context);
/* Wait for all work of the context, other people's too (cuCtxSynchronize). Panics are reported by rustg_stream_wait
 * alone. fails RUSTG_ERR_ARGUMENT during a capture (rustg_graph_begin), _CUDA, _CUDA_STICKY */
rustg_status rustg_context_wait(rustg_context *context, rustg_error *error);

/* ---- memory ---- */

/* Counts of a context's pool, in bytes and numbers.
 *   n_hits     allocations served from memory that the pool already held
 *   reserved   held from the system, in use or not
 *   pinned     with 64 bytes of rustg's for each stream that waited for kernels */
typedef struct rustg_memory_stats {
    size_t struct_size; /* set by the caller to sizeof(rustg_memory_stats) */
    uint64_t current_bytes, peak_bytes, reserved_bytes, limit_bytes;
    uint64_t n_allocations, n_releases, n_hits, n_buffers;
    uint64_t pinned_current_bytes, pinned_peak_bytes, pinned_reserved_bytes, n_pinned_hits;
} rustg_memory_stats;
/* Counts as they are now. Thread-safe. fails RUSTG_ERR_ARGUMENT: struct_size is wrong */
rustg_status rustg_memory_stats_get(const rustg_context *context, rustg_memory_stats *stats);
/* 0: no limit. Buffers that exist stay. Thread-safe. */
rustg_status rustg_memory_limit(rustg_context *context, uint64_t n_bytes, rustg_error *error);
/* Give memory that no buffer holds back to the system until at most n_bytes_to_keep stay reserved, of device memory and
 * of pinned memory each. Until then a CUDA device's pool keeps what buffers gave back; on the CPU 512 MiB. Waits for
 * the context. An allocation that finds no memory does this by itself, then tries again. Thread-safe.
 * fails RUSTG_ERR_ARGUMENT during a capture (rustg_graph_begin), _CUDA, _CUDA_STICKY */
rustg_status rustg_memory_trim(rustg_context *context, uint64_t n_bytes_to_keep, rustg_error *error);

/* Device memory, stream-ordered: usable by work put into stream from now on, and by other streams too: a buffer
 * remembers who used it last, and a second stream is made to wait (an event is recorded only then). n_bytes 0 is a
 * buffer without memory. Contents are undefined. Aligned to 256 bytes.
 * fails RUSTG_ERR_DEVICE_MEMORY (at the limit too; the context stays usable), _MEMORY, _CUDA, _CUDA_STICKY;
 *       RUSTG_ERR_ARGUMENT where stream is being captured */
rustg_status rustg_buffer_allocate(rustg_context *context, uint64_t n_bytes, rustg_stream *stream,
                                   rustg_buffer **buffer, rustg_error *error);
/* Memory that the host reads and writes too, at the address that rustg_buffer_pointer gives, while no work that uses
 * the buffer is under way; the driver moves its pages. On the CPU device as any other. Counted and limited as
 * rustg_buffer_allocate's, kept by no pool; freeing it waits for its users. Contents are undefined.
 * fails as rustg_buffer_allocate */
rustg_status rustg_buffer_allocate_managed(rustg_context *context, uint64_t n_bytes, rustg_buffer **buffer,
                                           rustg_error *error);
/* Memory of the caller's (a CUdeviceptr, on the CPU a pointer), which outlives the buffer and is not freed with it.
 * fails RUSTG_ERR_ARGUMENT: pointer is 0 while n_bytes is not, or the range passes the end of memory; _MEMORY */
rustg_status rustg_buffer_wrap(rustg_context *context, uint64_t pointer, uint64_t n_bytes, rustg_buffer **buffer,
                               rustg_error *error);
/* Work that uses the buffer may still run: its memory is given out again only behind that work. */
void rustg_buffer_free(rustg_buffer *buffer);
uint64_t rustg_buffer_pointer(const rustg_buffer *buffer); /* CUdeviceptr; on the CPU the address */
uint64_t rustg_buffer_bytes(const rustg_buffer *buffer);
rustg_context *rustg_buffer_context(const rustg_buffer *buffer);
/* For work that rustg does not see (raw driver calls, another library): makes stream wait for all earlier use of the
 * buffer and notes the use. is_written: it will be written. fails RUSTG_ERR_MEMORY, _CUDA, _CUDA_STICKY */
rustg_status rustg_buffer_use(rustg_buffer *buffer, rustg_stream *stream, int is_written, rustg_error *error);

/* Page-locked host memory, pooled; on the CPU ordinary memory. Contents are undefined; with n_bytes 0 its pointer is
 * NULL. Free it when the copies that use it are done.
 * fails RUSTG_ERR_MEMORY: of host memory, page-locked memory among it; _CUDA, _CUDA_STICKY */
rustg_status rustg_pinned_allocate(rustg_context *context, uint64_t n_bytes, rustg_pinned **pinned, rustg_error *error);
void rustg_pinned_free(rustg_pinned *pinned);
void *rustg_pinned_pointer(const rustg_pinned *pinned);
uint64_t rustg_pinned_bytes(const rustg_pinned *pinned);

/* Copies and fills: put into stream; offsets and sizes in bytes. Host memory that is not pinned is read or written
 * before the call returns; pinned memory must stay until the stream has got there.
 * fails RUSTG_ERR_ARGUMENT where a range leaves its buffer, _MEMORY, _CUDA, _CUDA_STICKY */
rustg_status rustg_copy_to_buffer(rustg_buffer *to, uint64_t offset, const void *from, uint64_t n_bytes,
                                  rustg_stream *stream, rustg_error *error);
rustg_status rustg_copy_from_buffer(void *to, rustg_buffer *from, uint64_t offset, uint64_t n_bytes,
                                    rustg_stream *stream, rustg_error *error);
/* Within a context, or between two, peer to peer where the devices can: then the copy is waited for. The ranges must
 * not overlap: RUSTG_ERR_ARGUMENT, and so in a capture where the buffers are of two contexts. stream is of to's
 * context. */
rustg_status rustg_copy_between(rustg_buffer *to, uint64_t to_offset, rustg_buffer *from, uint64_t from_offset,
                                uint64_t n_bytes, rustg_stream *stream, rustg_error *error);
/* value_bytes: 1, 2 or 4, which divides n_bytes and the address at offset, else RUSTG_ERR_ARGUMENT. */
rustg_status rustg_fill_buffer(rustg_buffer *to, uint64_t offset, uint32_t value, uint32_t value_bytes,
                               uint64_t n_bytes, rustg_stream *stream, rustg_error *error);

/* ---- streams, events, graphs ---- */

/* A stream of the context's. Streams that were destroyed are kept and given out again. Its work does not wait for that
 * of the legacy default stream. Thread-safe. fails RUSTG_ERR_MEMORY, _CUDA, _CUDA_STICKY */
rustg_status rustg_stream_create(rustg_context *context, rustg_stream **stream, rustg_error *error);
/* The priorities that streams may have: smaller numbers go first, so greatest <= least. Both 0 on the CPU and where
 * the device has none. Thread-safe. fails RUSTG_ERR_CUDA, _CUDA_STICKY */
rustg_status rustg_stream_priorities(rustg_context *context, int32_t *least, int32_t *greatest, rustg_error *error);
/* rustg_stream_create with a priority, which is cut to that range; 0 is rustg_stream_create's. Blocks of such streams
 * start before those of others that wait; what runs is not stopped. fails as rustg_stream_create */
rustg_status rustg_stream_create_with_priority(rustg_context *context, int32_t priority, rustg_stream **stream,
                                               rustg_error *error);
int32_t rustg_stream_priority(const rustg_stream *stream);
/* A CUstream of the caller's, which outlives the handle and is not destroyed with it. Thread-safe.
 * fails RUSTG_ERR_ARGUMENT: raw is not NULL on the CPU; _MEMORY */
rustg_status rustg_stream_wrap(rustg_context *context, void *raw, rustg_stream **stream, rustg_error *error);
/* Work that was put into the stream goes on. */
void rustg_stream_destroy(rustg_stream *stream);
void *rustg_stream_raw(const rustg_stream *stream);
rustg_context *rustg_stream_context(const rustg_stream *stream);
/* Wait until all work in it is done.
 * fails RUSTG_ERR_PANIC: a kernel launched in it since the last wait panicked (rustg_stream_panic tells more; the
 * context lives on), RUSTG_ERR_ARGUMENT during a capture, _CUDA_STICKY, _CUDA */
rustg_status rustg_stream_wait(rustg_stream *stream, rustg_error *error);
/* is_done: nonzero where nothing is left to do; 0 on failure. Returns at once; of panics rustg_stream_wait tells.
 * fails RUSTG_ERR_ARGUMENT during a capture, _CUDA, _CUDA_STICKY */
rustg_status rustg_stream_query(rustg_stream *stream, int *is_done, rustg_error *error);

typedef void (*rustg_host_fn)(void *user);
/* Call a function on the host when the stream gets there: on a thread of the driver's, on the CPU on the caller's
 * before rustg_stream_call returns; in a capture at each launch of the graph. user is borrowed so long. It must call
 * nothing of rustg's or CUDA's. After an error of the device it may never be called.
 * fails RUSTG_ERR_ARGUMENT, _CUDA (a driver too old), _CUDA_STICKY */
rustg_status rustg_stream_call(rustg_stream *stream, rustg_host_fn call, void *user, rustg_error *error);

/* An event of the context's. Destroyed events are kept and given out again. One that was never recorded counts as done.
 * Thread-safe. fails RUSTG_ERR_MEMORY, _CUDA, _CUDA_STICKY */
rustg_status rustg_event_create(rustg_context *context, rustg_event **event, rustg_error *error);
void rustg_event_destroy(rustg_event *event);
void *rustg_event_raw(const rustg_event *event);
/* The event is done when the stream has done what was put into it before. What was recorded earlier is forgotten.
 * fails RUSTG_ERR_ARGUMENT: the stream is of another context, or is being captured; _CUDA, _CUDA_STICKY */
rustg_status rustg_event_record(rustg_event *event, rustg_stream *stream, rustg_error *error);
/* Wait on the host until the event is done. Of panics rustg_stream_wait tells. fails RUSTG_ERR_CUDA, _CUDA_STICKY */
rustg_status rustg_event_wait(rustg_event *event, rustg_error *error);
/* is_done: nonzero where the event is done; 0 on failure. Returns at once. fails RUSTG_ERR_CUDA, _CUDA_STICKY */
rustg_status rustg_event_query(rustg_event *event, int *is_done, rustg_error *error);
/* Work put into stream from now on waits for event, which may be of another context; on the CPU device the call itself
 * waits. fails RUSTG_ERR_ARGUMENT during a capture, _CUDA, _CUDA_STICKY */
rustg_status rustg_stream_wait_event(rustg_stream *stream, rustg_event *event, rustg_error *error);
/* The seconds between two events of one context, which must have been recorded and be done.
 * fails RUSTG_ERR_ARGUMENT where that is not so, _CUDA, _CUDA_STICKY */
rustg_status rustg_event_elapsed(rustg_event *start, rustg_event *end, double *seconds, rustg_error *error);

/* Capture what is put into stream between begin and end instead of doing it, then replay it as a whole. During a
 * capture nothing may wait for the stream or its context, no event is recorded in it, and buffers are not allocated in
 * it: RUSTG_ERR_ARGUMENT. Each replay reads and writes host memory anew and waits for other streams' use of its
 * buffers. Buffers, modules and host memory must outlive the graph; free it when its launches are done.
 * fails RUSTG_ERR_ARGUMENT where begin and end do not match, or a graph is launched into a stream that is being
 *       captured; _MEMORY, _CUDA (also of a driver too old for graphs), _CUDA_STICKY */
rustg_status rustg_graph_begin(rustg_stream *stream, rustg_error *error);
rustg_status rustg_graph_end(rustg_stream *stream, rustg_graph **graph, rustg_error *error);
rustg_status rustg_graph_launch(rustg_graph *graph, rustg_stream *stream, rustg_error *error);
void rustg_graph_free(rustg_graph *graph);

#ifdef __cplusplus
}
#endif
#endif
