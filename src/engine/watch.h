/* watch.h: reports the progress of one compile, and asks whether it is cancelled. */
#ifndef RUSTG_WATCH_H
#define RUSTG_WATCH_H

#include <stdatomic.h>
#include <stdbool.h>

#include "rustg/compile.h"

/* Any thread adds what it has done; the user's function is called on the caller's thread, number 0, alone. */
typedef struct watch {
    rustg_progress_fn progress;
    void *user;
    uint64_t n_bytes_total;
    _Atomic uint64_t n_bytes_done;
    atomic_bool cancelled;
} watch;

static inline bool watch_cancelled(watch *self)
{
    return atomic_load_explicit(&self->cancelled, memory_order_relaxed);
}

/* Counts bytes as done and, on thread 0, reports. False: the work should stop. */
static inline bool watch_add(watch *self, uint64_t n_bytes, uint32_t thread)
{
    uint64_t done = atomic_fetch_add_explicit(&self->n_bytes_done, n_bytes, memory_order_relaxed) + n_bytes;
    if (thread == 0 && self->progress && !watch_cancelled(self)) {
        if (done > self->n_bytes_total)
            done = self->n_bytes_total;
        if (self->progress(self->user, done, self->n_bytes_total) != 0)
            atomic_store_explicit(&self->cancelled, true, memory_order_relaxed);
    }
    return !watch_cancelled(self);
}

#endif
