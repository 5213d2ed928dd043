/* cuda_context.h: one primary context a device, with rustg's kernels loaded and a memory pool; shared by all engines. */
#ifndef RUSTG_CUDA_CONTEXT_H
#define RUSTG_CUDA_CONTEXT_H

#include "runtime/cuda_driver.h"

/* The kernels, in the order in which they run. KERNEL(name) */
#define CUDA_LEX_KERNELS(KERNEL)                                                                                   \
    KERNEL(lex_map_kernel)                                                                                         \
    KERNEL(lex_tile_state_kernel)                                                                                  \
    KERNEL(lex_mark_kernel)                                                                                        \
    KERNEL(lex_relex_kernel)                                                                                       \
    KERNEL(lex_tile_base_kernel)                                                                                   \
    KERNEL(lex_emit_kernel)                                                                                        \
    KERNEL(lex_straddle_kernel)

#define CUDA_PARSE_KERNELS(KERNEL)                                                                                 \
    KERNEL(parse_match_kernel)                                                                                     \
    KERNEL(parse_match_list_kernel)                                                                                \
    KERNEL(parse_match_rest_kernel)                                                                                \
    KERNEL(parse_walk_kernel)                                                                                      \
    KERNEL(parse_base_kernel)                                                                                      \
    KERNEL(parse_opened_count_kernel)                                                                              \
    KERNEL(parse_opened_kernel)                                                                                    \
    KERNEL(parse_scatter_kernel)                                                                                   \
    KERNEL(parse_parent_kernel)                                                                                    \
    KERNEL(parse_parent_rest_kernel)

#define CUDA_KERNEL_INDEX(name) CUDA_##name,
enum { CUDA_LEX_KERNELS(CUDA_KERNEL_INDEX) CUDA_N_KERNELS };
enum { CUDA_PARSE_KERNELS(CUDA_KERNEL_INDEX) CUDA_N_PARSE_KERNELS };
#undef CUDA_KERNEL_INDEX

typedef struct cuda_context_entry {
    const cuda_driver *driver;
    int32_t ordinal;
    cuda_device device;
    cuda_context context;
    cuda_module module, parse_module;
    cuda_function kernels[CUDA_N_KERNELS], parse_kernels[CUDA_N_PARSE_KERNELS];
    cuda_pool pool; /* NULL: plain cuMemAlloc */
    uint64_t n_users;
} cuda_context_entry;

/* Retains the primary context of a device and loads the kernels, or shares what another caller holds. Each success
 * wants one cuda_context_release. Thread-safe.
 * fails RUSTG_ERR_NO_CUDA, RUSTG_ERR_DEVICE, and what the driver answers */
rustg_status cuda_context_acquire(int32_t ordinal, cuda_context_entry **entry, rustg_error *error);
void cuda_context_release(cuda_context_entry *entry);
/* Keeps contexts that no caller holds until the matching call with false: rustg_initialize and the last
 * rustg_shutdown. Thread-safe. */
void cuda_contexts_keep(bool keep);

/* Stream-ordered where the driver has pools. The context must be current. n_bytes > 0. */
rustg_status cuda_allocate(cuda_context_entry *entry, size_t n_bytes, cuda_stream stream, cuda_pointer *pointer,
                           rustg_error *error);
/* 0 is accepted. */
void cuda_release(cuda_context_entry *entry, cuda_pointer pointer, cuda_stream stream);

#endif
