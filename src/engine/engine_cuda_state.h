/* engine_cuda_state.h: what the files of the CUDA engine share: an engine, and what each of them does with it. The
 * context is current in all calls. */
#ifndef RUSTG_ENGINE_CUDA_STATE_H
#define RUSTG_ENGINE_CUDA_STATE_H

#include "base/error.h"
#include "engine/batch.h"
#include "engine/cuda_parse.h"
#include "engine/engine_cuda.h"
#include "engine/engine_kernels.h"

enum {
    ENGINE_LEAD = 256,        /* zero bytes before the source on the device */
    ENGINE_BUS_PRIORITY = -16 /* the driver takes the first that there is */
};

/* One batch at a time is on its way.
 *   input, d_input  the batch on the host and on the device: zeros, source, zeros, file table, tile table
 *            or, where the device reads the sources itself (is_gathered), only the tables
 *   always_stages  of page-locked sources, too, for what launches the kernels again
 *   span     of page-locked memory, that one copy takes to d_span; 0 bytes: the device reads each source where it lies
 *   report   file flags, first tokens and n_toks, copied to pinned memory
 *   told     what the parser's kernels tell, in pinned memory
 *   bounce   two halves of pinned memory, through which arrays come back into memory that is not pinned
 *   fetches  the stream in which tokens come back while the batch is parsed
 *   bus      the stream in which the device reads sources across the bus, before what other streams wait to run */
struct engine_cuda {
    cuda_context_entry *context;
    const cuda_driver *driver;
    bool leave_on_device, failed;
    uint32_t n_threads;
    uint64_t scratch_bytes;
    uint64_t n_diagnosed, n_left_files, n_left_bytes;
    double seconds_copy, seconds_lex, seconds_parse;
    struct engine_cuda *next_idle;

    cuda_stream stream, fetches, bus;
    cuda_event began, copied, lexed, done;
    uint8_t *input;
    size_t input_capacity;
    uint32_t *report;
    size_t report_capacity;
    cuda_parse_told *told;
    size_t told_capacity;
    uint8_t *bounce;
    size_t bounce_capacity;
    cuda_pointer d_input, d_scratch, d_report, d_toks, d_span;
    size_t files_at, tiles_at, from_at, input_bytes, report_bytes, zeroed_bytes;
    bool is_gathered, always_stages;
    uintptr_t span;
    size_t span_bytes;
    lex_batch_view view;
};

#define ENGINE_TRY(call, arguments)                                                                                    \
    do {                                                                                                               \
        rustg_status tried = cuda_check(engine->driver->call arguments, #call, error);                                 \
        if (tried != RUSTG_OK)                                                                                         \
            return tried;                                                                                              \
    } while (0)

/* engine_cuda.c: pinned memory of at least n_bytes; what *buffer held is gone where it has to grow. */
rustg_status engine_cuda_pinned(const cuda_driver *driver, void **buffer, size_t *capacity, size_t n_bytes,
                                rustg_error *error);
/* An empty parse of the batch, with the engine's room for what it is told. */
rustg_status engine_cuda_parse_begin(engine_cuda *engine, const batch *work, cuda_parse *parse, rustg_error *error);
/* Stages, lexes, and waits for the report. */
rustg_status engine_cuda_lex(engine_cuda *engine, batch *work, rustg_error *error);
/* The arrays of the batch on the device, and its source, of which nothing is waited for. */
rustg_status engine_cuda_bring(engine_cuda *engine, batch *work, rustg_error *error);
/* The files' tokens, when the report is there. */
void engine_cuda_read_report(const engine_cuda *engine, batch *work);
/* How long copying and lexing have taken, when both are done. */
void engine_cuda_count_seconds(engine_cuda *engine);
/* Enqueues the lexer's kernels from `first` on. */
rustg_status engine_cuda_enqueue_lexer(engine_cuda *engine, int first, rustg_error *error);
/* Gives back the device memory of the batch, all but what was handed over. */
void engine_cuda_drop(engine_cuda *engine);

/* engine_cuda_lex.c: the lexer's arrays and kernels. */
rustg_status engine_cuda_lex_allocate(engine_cuda *engine, const batch *work, rustg_error *error);
/* Allocates device arrays for so many tokens, in place of those that are there. */
rustg_status engine_cuda_lex_tokens(engine_cuda *engine, uint32_t capacity, rustg_error *error);
rustg_status engine_cuda_lex_launch(engine_cuda *engine, int kernel, cuda_stream stream, rustg_error *error);

/* engine_cuda_small.c: small batches, of which nothing is waited for before their trees are there. */

bool engine_cuda_is_small(const batch *work);
/* Lexes and parses one. *is_done: the results are handed over, on the host or on the device; else the batch may have
 * errors, or is not as batches mostly are, and is to be parsed as others are: its tokens are there, or d_toks is 0. */
rustg_status engine_cuda_small(engine_cuda *engine, batch *work, bool *is_done, rustg_error *error);

/* engine_cuda_gather.c: finds out whether all sources of the batch lie in page-locked memory that the device can read,
 * and sets is_gathered and the span. Memory of which the driver does not say so counts as pageable. */
void engine_cuda_find_sources(engine_cuda *engine, const batch *work);
/* Takes the place of engine_cuda_stage for a batch that is_gathered. */
rustg_status engine_cuda_gather(engine_cuda *engine, const batch *work, rustg_error *error);

/* engine_cuda_stage.c: the tables of files and tiles, as they lie from files_at on. */
void engine_cuda_tables(const engine_cuda *engine, const batch *work, uint8_t *to);
/* Copies the files to pinned memory, by all threads, and enqueues their way to the device. */
rustg_status engine_cuda_stage(engine_cuda *engine, const batch *work, rustg_error *error);

/* engine_cuda_fetch.c: results to the caller. */

/* Enqueues the tokens' way to the host behind the lexer; they are there after engine_cuda_fetched. */
rustg_status engine_cuda_fetch_tokens(engine_cuda *engine, batch *work, rustg_error *error);
/* The same for the tree. */
rustg_status engine_cuda_fetch_ast(engine_cuda *engine, batch *work, const cuda_parse *parse, rustg_error *error);
rustg_status engine_cuda_fetched(engine_cuda *engine, rustg_error *error);
/* Hand the arrays on the device over to the batch. */
rustg_status engine_cuda_leave_begin(engine_cuda *engine, batch *work, rustg_error *error);
void engine_cuda_leave_ast(engine_cuda *engine, batch *work, cuda_parse *parse);
void engine_cuda_leave_tokens(engine_cuda *engine, batch *work);

#endif
