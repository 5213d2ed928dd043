/* cuda_context.h: has one primary context a device, with a memory pool, which all users of the device share. */
#ifndef RUSTG_CUDA_CONTEXT_H
#define RUSTG_CUDA_CONTEXT_H

#include <pthread.h>

#include "runtime/cuda_driver.h"

typedef struct cuda_context_entry {
    const cuda_driver *driver;
    int32_t ordinal;
    cuda_device device;
    cuda_context context;
    cuda_pool pool; /* NULL: plain cuMemAlloc */
    uint64_t n_users;
    pthread_mutex_t staging;        /* who holds it brings memory to the device by all threads */
    struct engine_kernels *kernels; /* the engine's, loaded by its first user */
    void (*close_kernels)(struct cuda_context_entry *entry); /* called before the context goes, which is current */
} cuda_context_entry;

/* Retains the primary context of a device, or shares what another caller holds. Each success wants one
 * cuda_context_release. Thread-safe. fails RUSTG_ERR_NO_CUDA, RUSTG_ERR_DEVICE, and what the driver answers */
rustg_status cuda_context_acquire(int32_t ordinal, cuda_context_entry **entry, rustg_error *error);
void cuda_context_release(cuda_context_entry *entry);
/* Keeps contexts that no caller holds, until the matching call with false: rustg_initialize and the last
 * rustg_shutdown. Thread-safe. */
void cuda_contexts_keep(bool keep);
bool cuda_contexts_are_kept(void);
/* Gives the device memory that the pools keep back to the driver. Thread-safe. */
void cuda_contexts_trim(void);

/* Kernels' atomics of 8 and 16 bits exchange the 32 bits around, so memory ends with whole ones. */
static inline size_t cuda_whole_words(size_t n_bytes)
{
    return n_bytes > SIZE_MAX - 3 ? n_bytes : (n_bytes + 3) / 4 * 4;
}
/* Allocates in the order of a stream if the driver has pools. The context must be current. n_bytes > 0. */
rustg_status cuda_allocate(cuda_context_entry *entry, size_t n_bytes, cuda_stream stream, cuda_pointer *pointer,
                           rustg_error *error);
/* 0 is accepted. */
void cuda_release(cuda_context_entry *entry, cuda_pointer pointer, cuda_stream stream);

#endif
