/* batch.h: defines what src/compile hands to an engine and gets back. */
#ifndef RUSTG_BATCH_H
#define RUSTG_BATCH_H

#include "engine/host_pool.h"
#include "lexer/lexer.h"
#include "parser/parser.h"
#include "rustg/compile.h"

/* One file of a batch. suspicious says that it wants lex_diagnose, and relexed that its tokens were made twice.
 * in   bytes[n_bytes], edition, base (LEX_FILE_ALIGN and LEX_FILE_GAP in lexer.h)
 * out  first_tok, n_toks (EOF token not counted), first_node, n_nodes, suspicious, relexed */
typedef struct batch_file {
    const uint8_t *bytes;
    uint32_t n_bytes, edition, base;
    uint32_t first_tok, n_toks, first_node, n_nodes;
    bool suspicious, relexed;
} batch_file;

/* in   pool: where large arrays come from; NULL: nothing is kept
 *      files[n_files], n_bytes = end of the last file's slot, a multiple of LEX_FILE_ALIGN
 *      parse: make the AST, and report the files' errors in lists: one a thread of the call, .file counting from
 *      first_source
 * out  toks with n_toks entries, slot 0 and EOF tokens included; or, left on the device, device.*. The arrays are
 *      freed by batch_free_toks: malloc'd, or in toks_block (token_memory.h)
 *      ast with n_nodes entries, slot 0 included, freed by batch_free_ast; or device_ast */
typedef struct batch {
    host_pool *pool;
    batch_file *files;
    size_t n_files;
    uint32_t n_bytes;
    bool parse;
    uint32_t first_source;
    diag_list *lists;
    lex_tokens toks;
    size_t n_toks;
    host_block toks_block;
    parse_ast ast;
    size_t n_nodes, ast_capacity; /* ast_capacity: how many nodes the block that holds the arrays has room for */
    host_block ast_block;
    bool on_device;
    rustg_device_tokens device;
    rustg_device_ast device_ast;
    void *device_memory; /* belongs to the engine; engine_cuda_release frees it */
} batch;

/* Free the batch's token arrays, and those of its tree, and set them to NULL. Without arrays they do nothing. */
void batch_free_toks(batch *work);
void batch_free_ast(batch *work);

/* The CUDA engine (src/engine/engine_cuda.c, or engine_none.c in builds without CUDA). One engine_cuda is used by one
 * thread at a time; several may be open at once, also on one device, so that one batch is staged, or its results come
 * back, while others are lexed and parsed. */
typedef struct engine_cuda engine_cuda;
rustg_status engine_cuda_open(int32_t device, bool leave_on_device, uint32_t n_threads, engine_cuda **engine,
                              rustg_error *error);
/* Copies the files to the device, lexes and parses them, waits, and fills the outputs. After a failure the only valid
 * call is engine_cuda_close; the batch may be run by another engine, once batch_free_toks, batch_free_ast and
 * engine_cuda_release have cleared it. */
rustg_status engine_cuda_run(engine_cuda *engine, batch *work, rustg_error *error);
/* Adds the engine's own figures to stats: scratch_bytes (as a maximum), seconds, and files that the CPU has parsed. */
void engine_cuda_stats(const engine_cuda *engine, rustg_stats *stats);
void engine_cuda_close(engine_cuda *engine);
/* Whether an engine of the device is kept, so that the next open costs nothing. Thread-safe. */
bool engine_cuda_is_warm(int32_t device);
/* Frees what was left on the device; does nothing where nothing was. */
void engine_cuda_release(batch *work);

#endif
