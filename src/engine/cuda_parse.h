/* cuda_parse.h: parses one batch with CUDA, from tokens on the device to the AST on the device. */
#ifndef RUSTG_CUDA_PARSE_H
#define RUSTG_CUDA_PARSE_H

#include "engine/batch.h"
#include "lexer/lex_batch.h"
#include "engine/parse_cuda_launch.h"

/* What the kernels tell the host of a batch, in page-locked memory: a copy to other memory holds up all that other
 * threads ask of the device. Behind it are u32[n_files] words and the files' flags, u8[n_files]. */
typedef struct cuda_parse_told {
    parse_walk_counters walked;
    parse_counters counters;
} cuda_parse_told;

/* A batch being parsed. Zeroed is empty, but for told. */
typedef struct cuda_parse {
    parse_batch_view view;
    parse_walk_grid grid;
    cuda_pointer d_work; /* scratch that lasts from match to compact */
    cuda_pointer d_pool; /* the events */
    cuda_pointer d_compact;
    cuda_pointer d_nodes;                /* the AST arrays */
    uint64_t work_bytes;                 /* how many bytes d_work has */
    cuda_parse_told *told;               /* of cuda_parse_told_bytes(), the caller's, until it is released */
    uint32_t *words;                     /* [n_files] behind it: gaps that are sent, and then first nodes */
    uint8_t *report;                     /* [n_files] behind these: the files' flags */
    uint64_t scratch_bytes;              /* the most scratch that was there at one time */
    uint64_t n_diagnosed;                /* how many files the host parsed */
    uint64_t n_left_files, n_left_bytes; /* how many of them have no errors, and their bytes */
} cuda_parse;

size_t cuda_parse_told_bytes(size_t n_files);

/* Parses a batch whose tokens `lexed` holds, on `stream`, and waits. Files with errors and what the kernels
 * leave are parsed by the host on n_threads threads; all errors are reported in work->lists.
 * in     parse->told; all else of it is zero
 * out    parse->d_nodes, view.d_node_*; work->n_nodes and the files' first_node and n_nodes
 * fails  as the engine's calls; cuda_parse_release is wanted in any case
 * The context must be current. */
rustg_status cuda_parse_run(cuda_context_entry *context, cuda_stream stream, const lex_batch_view *lexed, batch *work,
                            uint32_t n_threads, cuda_parse *parse, rustg_error *error);
/* The same for a small batch in steps, of which none waits: begin before its tokens are there, work->n_toks being those
 * for which lexed has room; enqueue, all kernels, and the way back of what they tell; end, when the stream has come so
 * far.
 * out    of end, where it returns true, as cuda_parse_run; false: files may have errors, or are left to the host, or
 *        guesses were wrong, or there is no room: the batch is to be parsed by cuda_parse_run */
rustg_status cuda_parse_small_begin(cuda_context_entry *context, cuda_stream stream, const lex_batch_view *lexed,
                                    const batch *work, cuda_parse *parse, rustg_error *error);
rustg_status cuda_parse_small_enqueue(cuda_context_entry *context, cuda_stream stream, cuda_parse *parse,
                                      rustg_error *error);
bool cuda_parse_small_end(const cuda_parse *parse, batch *work);
/* Frees all but d_nodes, which the caller may have taken (then it is 0). */
void cuda_parse_release(cuda_context_entry *context, cuda_stream stream, cuda_parse *parse);

/* For benchmarks: all scratch for a batch whose tokens are there (parses it once, and waits); then kernel k of
 * CUDA_PARSE_KERNELS, with what must be zeroed before it, enqueued. Files that the kernels
 * leave get no nodes. */
rustg_status cuda_parse_prepare(cuda_context_entry *context, cuda_stream stream, const lex_batch_view *lexed,
                                const batch *work, cuda_parse *parse, rustg_error *error);
rustg_status cuda_parse_enqueue(cuda_context_entry *context, cuda_stream stream, cuda_parse *parse, int kernel,
                                rustg_error *error);

#endif
