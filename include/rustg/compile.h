/* compile.h: the part of the interface that stays stable: initialize, compile, results, shutdown. */
#ifndef RUSTG_COMPILE_H
#define RUSTG_COMPILE_H

#include "ast.h"
#include "diagnostic.h"
#include "kernel.h"
#include "session.h"
#include "status.h"
#include "token.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RUSTG_VERSION_MAJOR 0
#define RUSTG_VERSION_MINOR 1
#define RUSTG_VERSION_PATCH 0
#define RUSTG_ABI_VERSION   1

/* The ABI of the linked library; compare with RUSTG_ABI_VERSION. Thread-safe. */
uint32_t rustg_abi_version(void);
/* "0.1.0", static storage. Thread-safe. */
const char *rustg_version(void);

/* Whether a program that was compiled with headers of this version may use the linked library: the ABI is the same, the
 * major version too, and the library's minor version is not older; before 1.0 it is the same.
 * fails RUSTG_ERR_ARGUMENT: it may not; the message names both. Thread-safe, before rustg_initialize too */
rustg_status rustg_check_version(uint32_t abi, uint32_t major, uint32_t minor, uint32_t patch, rustg_error *error);
/* That, of the headers that the call is compiled with. */
#define RUSTG_CHECK_VERSION(error)                                                                                     \
    rustg_check_version(RUSTG_ABI_VERSION, RUSTG_VERSION_MAJOR, RUSTG_VERSION_MINOR, RUSTG_VERSION_PATCH, (error))

typedef enum rustg_engine {
    RUSTG_ENGINE_AUTO, /* CUDA where a device is usable and the input is above the measured crossover: 256 KiB for
                          what stays on the device, 4 MiB for what comes back to the host where the initialized
                          library has used the device before, and else 1 GiB for trees, for opening it takes so long;
                          else CPU */
    RUSTG_ENGINE_CPU,
    RUSTG_ENGINE_CUDA
} rustg_engine;

/* How far a compile goes; each stage needs the ones before it. */
typedef enum rustg_stage {
    RUSTG_STAGE_AUTO,   /* as far as there are stages */
    RUSTG_STAGE_TOKENS, /* tokens and lexical errors */
    RUSTG_STAGE_AST     /* syntax errors and the AST too */
} rustg_stage;

typedef struct rustg_init_options {
    size_t struct_size; /* sizeof(rustg_init_options) */
    uint32_t n_threads; /* CPU threads a compile may use; 0: all the machine has */
} rustg_init_options;

/* Prepare the library. Calls are counted: each successful one needs one rustg_shutdown. No CUDA call is made until an
 * engine or device is asked for. options may be NULL. Thread-safe. A process that has called it may fork while other
 * threads are in the library: the child can go on using it, but for CUDA and for handles that those threads were using.
 * Threads that have worked for a call wait for the next one, asleep, until the last rustg_shutdown.
 * fails RUSTG_ERR_ARGUMENT: struct_size is wrong */
rustg_status rustg_initialize(const rustg_init_options *options, rustg_error *error);
/* Undo one rustg_initialize; the last one releases all that no result holds. Without a matching initialize it does
 * nothing. Results stay valid and are freed by rustg_result_free. Thread-safe. */
void rustg_shutdown(void);

/* One source.
 *   name     shown in diagnostics; the path to read where bytes is NULL. Borrowed until the result is freed
 *   bytes    u8[n_bytes], borrowed until rustg_compile returns; no final 0 needed. NULL: the library reads the file.
 *            Where all of a batch lie in page-locked memory (rustg_pinned_allocate, cuMemHostAlloc,
 *            cuMemHostRegister), a CUDA device reads them there itself, fastest where they lie side by side
 *   edition  2015, 2018, 2021, 2024; 0 means 2024 */
typedef struct rustg_source {
    const char *name;
    const uint8_t *bytes;
    size_t n_bytes;
    uint32_t edition;
} rustg_source;

/* Progress: bytes done of all bytes. A nonzero answer cancels: the compile returns RUSTG_ERR_CANCELLED.
 * Called on the thread that called rustg_compile. */
typedef int (*rustg_progress_fn)(void *user, uint64_t bytes_done, uint64_t bytes_total);

/* For rustg_compile_options.n_devices. */
#define RUSTG_MAX_DEVICES 64u
#define RUSTG_ALL_DEVICES UINT32_MAX

typedef struct rustg_compile_options {
    size_t struct_size; /* sizeof(rustg_compile_options) */
    rustg_engine engine;
    int32_t device;             /* CUDA ordinal; 0 is the first */
    uint32_t n_threads;         /* CPU threads for this call; 0: as initialized */
    uint32_t leave_on_device;   /* CUDA engine: nonzero keeps the arrays on the device and does not copy them back */
    uint64_t batch_bytes;       /* source bytes a batch, at most 4 GiB - 64 KiB. 0: 256 MiB; where the library reads
                                   files, an eighth of all bytes, but 16 to 256 MiB. Of several batches of at least
                                   32 MiB the first is a quarter and the second a half, so that work begins sooner */
    rustg_progress_fn progress; /* may be NULL */
    void *user;                 /* passed to progress */
    rustg_stage stop_after;
    const rustg_kernel_options *kernels; /* NULL: no kernels are compiled; borrowed until rustg_compile returns */
    const int32_t *devices; /* n_devices CUDA ordinals, used instead of device; NULL: the first n_devices. One may be
                               listed twice */
    uint32_t n_devices;     /* batches go to this many devices in turn; RUSTG_ALL_DEVICES: to all there are; 0: to
                               device alone */
    rustg_session *session; /* whose memory is used (session.h); NULL: the library's own */
} rustg_compile_options;

typedef struct rustg_result rustg_result;

/* Turn sources into tokens and syntax trees.
 * in     sources     rustg_source[n_sources]; n_sources may be 0
 *        options     NULL for the defaults
 * out    result      a handle to free with rustg_result_free; NULL on failure
 *        error       may be NULL
 * fails  RUSTG_ERR_ARGUMENT, _NOT_INITIALIZED, _MEMORY, _CANCELLED, and for the CUDA engine _NO_CUDA, _DEVICE,
 *        _DEVICE_MEMORY, _CUDA, _CUDA_STICKY. Bad Rust is no failure: see rustg_result_diagnostics. A source that
 *        cannot be read or is longer than 4 GiB - 64 KiB is no failure either: it gives a diagnostic and no tokens.
 * thread-safe: any number at once. Both engines, and any number of devices, give the same bytes in the same order: what
 * is in which batch depends on the sources and batch_bytes alone. A batch is of one device, so small batches keep more
 * devices busy. */
rustg_status rustg_compile(const rustg_source *sources, size_t n_sources, const rustg_compile_options *options,
                           rustg_result **result, rustg_error *error);
/* NULL is accepted. All that accessors returned becomes invalid; what rustg_result_arrow gave (arrow.h) does not. */
void rustg_result_free(rustg_result *result);

/* Accessors: constant time, thread-safe on a result that no thread is freeing; pointers belong to the result. */

/* Nonzero when there is no diagnostic. */
int rustg_result_success(const rustg_result *result);
/* "no errors" or the first error as `path:line:column: message`. */
const char *rustg_result_message(const rustg_result *result);
/* The engine that ran: RUSTG_ENGINE_CPU or RUSTG_ENGINE_CUDA. */
rustg_engine rustg_result_engine(const rustg_result *result);

/* One source in a result.
 *   bytes      the file as read, valid while the result lives where the library read it, else the caller's pointer
 *   batch      index of its batch; base: where its byte 0 lies in the batch's offsets
 *   first_tok  its first token's index in the batch; n_toks: its tokens, the EOF token not counted
 *   first_diag, n_diags  its rows in rustg_result_diagnostics
 *   first_node, n_nodes  its tree in the batch's AST; the first node is its File. 0 and 0 where nothing was parsed
 * Behind the sources come the `mod` files that kernels asked for, in the order in which they were read: with name,
 * bytes and diagnostics only. */
typedef struct rustg_file {
    const char *name;
    const uint8_t *bytes;
    size_t n_bytes;
    uint32_t edition;
    uint32_t batch;
    uint32_t base;
    uint32_t first_tok;
    uint32_t n_toks;
    uint32_t first_diag;
    uint32_t n_diags;
    uint32_t first_node;
    uint32_t n_nodes;
} rustg_file;

size_t rustg_result_n_files(const rustg_result *result);
/* Fails with RUSTG_ERR_ARGUMENT where index is out of range. */
rustg_status rustg_result_file(const rustg_result *result, size_t index, rustg_file *file);

size_t rustg_result_n_batches(const rustg_result *result);
/* Token arrays of a batch on the host; n_toks includes slot 0 and the EOF tokens.
 * fails RUSTG_ERR_ARGUMENT (index), RUSTG_ERR_DEVICE when the arrays were left on the device. */
rustg_status rustg_result_tokens(const rustg_result *result, size_t batch, rustg_tokens *tokens);

/* The AST of a batch on the host; n_nodes includes slot 0. Where the compile stopped before, all is NULL and 0.
 * fails RUSTG_ERR_ARGUMENT (index), RUSTG_ERR_DEVICE when the arrays were left on the device. */
rustg_status rustg_result_ast(const rustg_result *result, size_t batch, rustg_ast *ast);

/* Token arrays of a batch on the device, as rustg_tokens says; CUdeviceptr values in the primary context of `device`.
 *   d_source  u8[n_bytes], the text as uploaded: file i at its base, byte-order mark, shebang and frontmatter blanked,
 *             zeros between files */
typedef struct rustg_device_tokens {
    int32_t device;
    uint32_t reserved;
    uint64_t d_kind, d_flags, d_start, d_end, d_source;
    size_t n_toks, n_bytes;
} rustg_device_tokens;
/* The arrays are the result's.
 * fails RUSTG_ERR_ARGUMENT (index), RUSTG_ERR_NO_CUDA where nothing was left on a device */
rustg_status rustg_result_device_tokens(const rustg_result *result, size_t batch, rustg_device_tokens *tokens);

/* The AST of a batch on the device, as rustg_ast says; CUdeviceptr values in the primary context of `device`. */
typedef struct rustg_device_ast {
    int32_t device;
    uint32_t reserved;
    uint64_t d_kind, d_tok, d_start, d_end, d_next, d_parent;
    size_t n_nodes;
} rustg_device_ast;
/* The arrays are the result's.
 * fails RUSTG_ERR_ARGUMENT (index), RUSTG_ERR_NO_CUDA where nothing was left on a device */
rustg_status rustg_result_device_ast(const rustg_result *result, size_t batch, rustg_device_ast *ast);

/* What a compile with options->kernels made; texts and bytes are the result's memory.
 * in     output    rustg_output; one that was asked for
 *        arch      index into options->archs for PTX and CUBIN, else 0
 * out    bytes     u8[*n_bytes]; texts end with a 0 that is not counted
 * fails  RUSTG_ERR_ARGUMENT: not asked for, no such arch, or the source has errors */
rustg_status rustg_result_output(const rustg_result *result, rustg_output output, size_t arch, const uint8_t **bytes,
                                 size_t *n_bytes);
size_t rustg_result_n_kernels(const rustg_result *result);
/* In the order of the sources. fails RUSTG_ERR_ARGUMENT where index is out of range */
rustg_status rustg_result_kernel(const rustg_result *result, size_t index, rustg_kernel *kernel);
/* Where a thread of a kernel may end: rustg_panic.site counts these. fails RUSTG_ERR_ARGUMENT: 0, or out of range */
rustg_status rustg_result_panic_site(const rustg_result *result, uint32_t site, rustg_panic_site *about);

/* All diagnostics, sorted by file; of a file first those of its syntax, by place, then those of its names, types and
 * borrows, in the order in which rustc reports them. */
const rustg_diagnostic *rustg_result_diagnostics(const rustg_result *result, size_t *n_diags);
/* What rustc warns of in the kernels' sources, where options->kernels->warnings asks for it: rows as those of errors,
 * with a part RUSTG_PART_IS_WARNING, sorted by place. A source with other errors than a lint's has none. The result's
 * memory; NULL with *n_warnings 0 for none. n_warnings may be NULL. Source: the rustc book's chapter on lints */
const rustg_diagnostic *rustg_result_warnings(const rustg_result *result, size_t *n_warnings);
/* All diagnostics, then all warnings, drawn one behind another, as rustg_diagnostic_render draws one; sizes as there.
 * Linear in the files and in what is drawn. Thread-safe. */
size_t rustg_result_render(const rustg_result *result, rustg_error_format format, int color, char *buffer,
                           size_t capacity);

/* Counts and wall times of a compile.
 *   n_relexed   files that the CUDA engine lexed again, one thread a file, for constructs its fast path leaves out
 *   n_diagnosed files whose diagnostics the CPU worked out for the CUDA engine, or that it parsed in its place
 *   n_left_files, n_left_bytes  of these the files without errors that the CUDA kernels did not parse, and their size
 *   n_nodes     AST nodes, slots 0 not counted
 *   seconds_lex, seconds_parse  the CPU engine lexes and parses file by file and counts both as seconds_parse
 *   seconds_sema, _lint, _lower, _verify, _optimize, _emit, _backend, _load  of kernels: the stages that pipeline.def
 *               lists, as `check` to `load`. Code that is made after the compile, for a launch, adds to them
 *   scratch_bytes  the most scratch memory that the engine held at one time, results not counted; of several devices,
 *               that of the one that held most
 * Seconds of several devices are summed. */
typedef struct rustg_stats {
    size_t struct_size; /* set by the caller to sizeof(rustg_stats) */
    uint64_t n_bytes, n_toks, n_files, n_relexed, n_diagnosed, scratch_bytes;
    double seconds_total, seconds_read, seconds_copy, seconds_lex, seconds_diagnose;
    uint64_t n_nodes;
    double seconds_parse;
    double seconds_sema, seconds_lower, seconds_emit, seconds_backend;
    uint64_t n_cache_hits, n_cache_misses, n_cache_damaged; /* entries of the cache (cache.h) that were asked for */
    double seconds_lint, seconds_verify, seconds_optimize, seconds_load;
    uint64_t n_left_files, n_left_bytes;
} rustg_stats;
/* fails RUSTG_ERR_ARGUMENT: a pointer is NULL, or struct_size is wrong */
rustg_status rustg_result_stats(const rustg_result *result, rustg_stats *stats);

#ifdef __cplusplus
}
#endif
#endif
