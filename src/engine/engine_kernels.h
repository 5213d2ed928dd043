/* engine_kernels.h: lists rustg's own kernels, which are loaded into a device's context once. */
#ifndef RUSTG_ENGINE_KERNELS_H
#define RUSTG_ENGINE_KERNELS_H

#include "runtime/cuda_context.h"

/* The kernels, in the order in which they run. Of the lexer KERNEL(launch, function): a function may be
 * launched for several steps (lex_step). */
#define CUDA_LEX_KERNELS(KERNEL)                                                                                       \
    KERNEL(lex_gather_kernel, lex_gather_kernel)                                                                       \
    KERNEL(lex_map_kernel, lex_map_kernel)                                                                             \
    KERNEL(lex_tile_state_kernel, lex_tile_state_kernel)                                                               \
    KERNEL(lex_mark_kernel, lex_mark_kernel)                                                                           \
    KERNEL(lex_hard_kernel, lex_hard_kernel)                                                                           \
    KERNEL(lex_try_kernel, lex_pieces_kernel)                                                                          \
    KERNEL(lex_region_kernel, lex_pieces_kernel)                                                                       \
    KERNEL(lex_relex_kernel, lex_pieces_kernel)                                                                        \
    KERNEL(lex_piece_kernel, lex_pieces_kernel)                                                                        \
    KERNEL(lex_tile_base_kernel, lex_tile_base_kernel)                                                                 \
    KERNEL(lex_emit_kernel, lex_emit_kernel)                                                                           \
    KERNEL(lex_again_kernel, lex_again_kernel)                                                                         \
    KERNEL(lex_doubt_kernel, lex_doubt_kernel)

/* The parser's: TILED(name) for those that there are for small tiles, too, and OTHER(name). */
#define CUDA_PARSE_KERNELS_BY(TILED, OTHER)                                                                            \
    TILED(parse_match_kernel)                                                                                          \
    TILED(parse_match_list_kernel)                                                                                     \
    TILED(parse_match_rest_kernel)                                                                                     \
    TILED(parse_class_kernel)                                                                                          \
    OTHER(parse_guess_kernel)                                                                                          \
    OTHER(parse_guess_rest_kernel)                                                                                     \
    TILED(parse_depth_kernel)                                                                                          \
    TILED(parse_line_base_kernel)                                                                                      \
    TILED(parse_line_kernel)                                                                                           \
    TILED(parse_cut_kernel)                                                                                            \
    TILED(parse_slot_kernel)                                                                                           \
    TILED(parse_line_unit_kernel)                                                                                      \
    OTHER(parse_walk_kernel)                                                                                           \
    OTHER(parse_meet_kernel)                                                                                           \
    OTHER(parse_check_kernel)                                                                                          \
    OTHER(parse_gap_kernel)                                                                                            \
    TILED(parse_base_kernel)                                                                                           \
    OTHER(parse_place_kernel)                                                                                          \
    TILED(parse_parent_kernel)                                                                                         \
    TILED(parse_parent_rest_kernel)
#define CUDA_PARSE_KERNELS(KERNEL) CUDA_PARSE_KERNELS_BY(KERNEL, KERNEL)
#define CUDA_NO_KERNEL(name)
#define CUDA_TILED_KERNELS(KERNEL) CUDA_PARSE_KERNELS_BY(KERNEL, CUDA_NO_KERNEL)

#define CUDA_KERNEL_INDEX(name)             CUDA_##name,
#define CUDA_LAUNCH_INDEX(launch, function) CUDA_##launch,
typedef enum cuda_lex_kernel { CUDA_LEX_KERNELS(CUDA_LAUNCH_INDEX) CUDA_N_KERNELS } cuda_lex_kernel;
typedef enum cuda_parse_kernel { CUDA_PARSE_KERNELS(CUDA_KERNEL_INDEX) CUDA_N_PARSE_KERNELS } cuda_parse_kernel;
#undef CUDA_LAUNCH_INDEX
#undef CUDA_KERNEL_INDEX

typedef struct engine_kernels {
    cuda_module lexer, parser, parser_small;
    cuda_function lex[CUDA_N_KERNELS], parse[CUDA_N_PARSE_KERNELS];
    cuda_function of_small_tiles[CUDA_N_PARSE_KERNELS]; /* where there is none that of parse */
    cuda_pointer d_table, d_steps;                      /* parse_table_bytes; engine_steps_make */
    bool may_overlap; /* their code begins with grid_await(), and the driver knows such launches */
} engine_kernels;

/* Enqueues one of the kernels. Its blocks may be there before the kernels ahead of it in the stream are done. Source:
 * cuLaunchKernelEx, CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION. */
rustg_status engine_kernels_launch(const cuda_context_entry *context, cuda_function kernel, uint32_t n_blocks,
                                   uint32_t n_threads, uint32_t shared_bytes, cuda_stream stream, void **parameters,
                                   rustg_error *error);

/* The outcomes of the grammar's table as the walk takes them, for parse_batch_view.d_steps. n_bytes: of them. NULL: no
 * memory. The caller frees them. */
void *engine_steps_make(size_t *n_bytes);

/* Does cuda_context_acquire, with entry->kernels loaded. Thread-safe. Fails as it does, and with RUSTG_ERR_CUDA if the
 * library holds no code for the device. */
rustg_status engine_kernels_acquire(int32_t ordinal, cuda_context_entry **entry, rustg_error *error);
/* The architectures that the library holds code for, as in "75 80 90"; "" if it was built without nvcc. */
const char *engine_kernels_archs(void);

#endif
