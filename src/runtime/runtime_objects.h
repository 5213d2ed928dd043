/* runtime_objects.h: defines the objects behind the handles of context.h. */
#ifndef RUSTG_RUNTIME_OBJECTS_H
#define RUSTG_RUNTIME_OBJECTS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "runtime/block_pool.h"
#include "runtime/cuda_context.h"
#include "rustg/context.h"

typedef struct runtime_launches runtime_launches;
typedef struct runtime_profile runtime_profile;

/* entry     counted primary context; NULL on the CPU and with a raw context of the caller's
 * driver    NULL on the CPU
 * below lock: guarded by it */
struct rustg_context {
    rustg_backend backend;
    int32_t ordinal;
    const cuda_driver *driver;
    cuda_context_entry *entry;
    cuda_context cuda;
    cuda_device device;
    cuda_pool pool; /* NULL: plain cuMemAlloc, and on the CPU */
    atomic_bool is_lost, is_profiled;
    runtime_profile *_Atomic profile; /* NULL: was never started (runtime/profile.h) */
    rustg_memory_log_fn memory_log;
    void *user;
    char fallback[256];
    struct product_state *products; /* of rustg_matmul; guarded by lock until it is made */
    void (*close_products)(rustg_context *context);

    pthread_mutex_t lock;
    cuda_event sync_event;   /* lends itself to a wait between two streams; made by the first */
    cuda_stream free_stream; /* frees what several streams used; made by the first such buffer */
    rustg_stream *idle_streams;
    rustg_event *idle_events;
    block_pool blocks; /* device memory of the CPU */
    block_pool pinned;
    cuda_result pinned_result; /* of the last cuMemHostAlloc */
    uint64_t current_bytes, peak_bytes, limit_bytes, reserved_bytes;
    uint64_t n_allocations, n_releases, n_hits;
    uint64_t peers_asked; /* a bit for each device ordinal */
    rustg_print_fn print; /* NULL: what kernels print is dropped */
    void *print_user;

    /* The last kernel that was launched of those whose need of stack no compiler knows, and the stack that it had. It
     * has its own lock, because errors come up under the other one. */
    pthread_mutex_t recursion_lock;
    char recursing[64]; /* "": none */
    size_t recursing_stack;
};

/* How much of another stream has been waited for. id is that stream's, or 0 for none. */
typedef struct stream_seen {
    uint64_t id, n_submitted;
} stream_seen;
enum { STREAM_N_SEEN = 16 };

/* A stream. After it was destroyed its context keeps it and gives it out again, even while buffers remember it. A
 * wrapped stream is freed when no buffer does.
 *   id           is unique in the process
 *   n_submitted  counts pieces of work; a buffer's use says how many there were with it
 *   seen         the streams that this one waited for last. The oldest makes room, and is then waited for again
 *   mark         stands for all work so far when no event can be recorded any more: in a capture, or when the caller's
 *                CUstream is gone */
struct rustg_stream {
    rustg_context *context;
    uint64_t id;
    cuda_stream cuda;
    int32_t priority;
    bool is_wrapped;
    rustg_graph *capture; /* NULL: none */
    atomic_uint_fast64_t n_submitted;
    atomic_uint_fast32_t n_holders; /* the handle and each use that a buffer remembers */
    cuda_event mark;
    bool is_marked; /* guarded by the context's lock, mark too */
    stream_seen seen[STREAM_N_SEEN];
    uint32_t next_seen;
    rustg_stream *next_idle;

    /* The launcher's. after_wait is called when the host has waited and all is well so far, with the context current;
     * it reports panics. close_launches is called when the stream is destroyed. All may be NULL. */
    runtime_launches *launches;
    rustg_status (*after_wait)(rustg_stream *stream, rustg_error *error);
    void (*close_launches)(rustg_stream *stream);
};

typedef struct buffer_use {
    rustg_stream *stream; /* NULL: none */
    uint64_t n_submitted; /* UINT64_MAX: work that rustg does not count */
} buffer_use;

/* readers: streams that read since the last write, each once. */
struct rustg_buffer {
    rustg_context *context;
    uint64_t pointer, n_bytes;
    bool is_wrapped, is_managed;
    buffer_use writer;
    buffer_use *readers;
    uint32_t n_readers, readers_capacity;
};

/* cpu_seconds: of the monotonic clock. */
struct rustg_event {
    rustg_context *context;
    cuda_event cuda;
    bool is_recorded;
    double cpu_seconds;
    rustg_event *next_idle;
};

struct rustg_pinned {
    rustg_context *context;
    void *pointer;
    uint64_t n_bytes;
};

/* Make the context current, and make current again what was so before. They do nothing on the CPU. fails
 * RUSTG_ERR_CUDA_STICKY where the context is lost, and what the driver answers */
rustg_status context_enter(rustg_context *context, rustg_error *error);
void context_leave(rustg_context *context);
/* cuda_check, which notes a sticky error in the context. */
rustg_status context_failed(rustg_context *context, cuda_result result, const char *call, rustg_error *error);
static inline rustg_status runtime_check(rustg_context *context, cuda_result result, const char *call,
                                         rustg_error *error)
{
    return __builtin_expect(result == CUDA_OK, 1) ? RUSTG_OK : context_failed(context, result, call, error);
}
/* Notes that a kernel is launched that may overflow its stack; if the context is lost then, the error names it. */
void context_note_recursion(rustg_context *context, const char *kernel, size_t stack_bytes);
/* RUSTG_ERR_ARGUMENT where stream is NULL or of another context. */
rustg_status context_check_stream(const rustg_context *context, const rustg_stream *stream, rustg_error *error);

/* Work that uses buffers: first buffer_note_use for each, then the work is put into the stream, then runtime_submitted.
 * Makes stream wait for the uses by other streams that must be over (a reader waits for the writer, a writer for all),
 * and notes this one. In a capture it only notes: the graph's launch does the waiting. The stream's context must be
 * current. */
rustg_status buffer_note_use(rustg_buffer *buffer, rustg_stream *stream, bool is_written, rustg_error *error);
/* Counts a piece of work. A stream belongs to one thread at a time; others only read. */
static inline void runtime_submitted(rustg_stream *stream)
{
    uint64_t n = atomic_load_explicit(&stream->n_submitted, memory_order_relaxed);
    atomic_store_explicit(&stream->n_submitted, n + 1, memory_order_relaxed);
}
/* Answers RUSTG_ERR_ARGUMENT if a range leaves the buffer, or buffer is NULL; what names the buffer in the message. */
rustg_status buffer_check_range(const rustg_buffer *buffer, uint64_t offset, uint64_t n_bytes, const char *what,
                                rustg_error *error);

/* Makes stream wait for what is in the use's stream. The stream's context must be current. */
rustg_status stream_wait_use(rustg_stream *stream, const buffer_use *use, rustg_error *error);
/* The same for a raw stream of context, whose lock is held. */
rustg_status stream_wait_locked(rustg_context *context, cuda_stream raw, rustg_stream *other, rustg_error *error);
/* From now on mark stands for the stream's work so far. */
rustg_status stream_set_mark(rustg_stream *stream, rustg_error *error);
void stream_hold(rustg_stream *stream);
void stream_release(rustg_stream *stream); /* NULL is accepted */

/* Does work on the CPU device now; in a capture it copies the work into the graph, which does it at each of its
 * launches, in the stream that the graph is launched into. payload is aligned to 16. What it points to must outlive
 * the graph. */
typedef rustg_status (*stream_work)(rustg_stream *stream, void *payload, rustg_error *error);
rustg_status stream_run(rustg_stream *stream, stream_work work, const void *payload, size_t n_bytes,
                        rustg_error *error);

/* Adds a function that is called at each launch of the graph that stream captures, before the graph's work is put
 * into the stream, on both backends. It is for what must be known of a launch, such as the modules whose panics a
 * wait reads. */
typedef rustg_status (*graph_hook)(rustg_stream *stream, void *what, rustg_error *error);
rustg_status graph_add_hook(rustg_stream *stream, graph_hook hook, void *what, rustg_error *error);

/* graph.c, for the other files here. */
/* Whether a stream of the context, or of another one with the same CUcontext, is being captured. */
bool graph_is_capturing(const rustg_context *context);
rustg_status graph_add_use(rustg_graph *graph, rustg_buffer *buffer, bool is_written, rustg_error *error);
rustg_status graph_add_work(rustg_graph *graph, stream_work work, const void *payload, size_t n_bytes,
                            rustg_error *error);

#endif
