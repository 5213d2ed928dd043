/* cli.h: the files of rustgc and what they hand each other. rustgc uses the public interface only.
 *
 *   cli_main.c     the whole run on one page
 *   cli_options.c  the command line and --help, from cli_option.def and cli_emit.def; cli_dump.c has the names that
 *                  --dump-after takes; cli_combination.c tells whether options go together
 *   cli_args.c     puts the words of an @FILE in its place; cli_similar.c finds what was probably meant
 *   cli_file.c     reads files whole
 *   cli_inputs.c   turns files, directories and standard input into a list of sources
 *   cli_emit.c     where output goes. cli_emit_tokens.c, cli_emit_ast.c and cli_emit_check.c write it as text, tsv and
 *                  json, cli_npy.c as NumPy arrays
 *   cli_watch.c    --watch: runs again when a file changes
 *   cli_shard.c    --shard: one part of many, kept with a manifest
 *   cli_check.c    checks the kernels of files that are only checked
 *   cli_report.c   what goes to stderr: diagnostics, progress, timings, messages
 *   cli_launch.c   the launch header of kernels and the C text that holds them
 *   cli_kernels.c  compiles kernels; cli_output.c writes PTX and the like, each into its file; cli_cuda.c does both
 *                  for CUDA C++
 *   cli_run.c      --run: arguments from words (cli_value.c) and .npy files (cli_array.c), the launch, its results;
 *                  cli_run_cuda.c launches CUDA C++
 *   cli_devices.c  --devices; cli_completion.c --completions; cli_explain.c --explain
 *   cli_cache.c    --cache-info, --cache-clear
 *   cli_writer.c   buffered output */
#ifndef RUSTG_CLI_H
#define RUSTG_CLI_H

#include "cli/cli_writer.h"
#include "rustg/ast.h"
#include "rustg/cache.h"
#include "rustg/compile.h"
#include "rustg/device.h"
#include "rustg/diagnostic.h"
#include "rustg/module.h"
#include "rustg/launch.h"
#include "rustg/sources.h"
#include "rustg/token.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CLI_EXIT_OK = 0, CLI_EXIT_SOURCE = 1, CLI_EXIT_CALL = 2, CLI_EXIT_MACHINE = 3 };

typedef enum cli_emit_kind { CLI_EMIT_CHECK, CLI_EMIT_TOKENS, CLI_EMIT_AST } cli_emit_kind;
typedef enum cli_text {
#define EMIT_TEXT(name, word, ending) CLI_TEXT_##name,
#include "cli/cli_emit.def"
    CLI_N_TEXTS
} cli_text;
typedef enum cli_format {
    CLI_FORMAT_TEXT,
    CLI_FORMAT_TSV,
    CLI_FORMAT_JSON,
    CLI_FORMAT_NPY,
    CLI_FORMAT_ARROW
} cli_format;
typedef enum cli_action {
    CLI_ACTION_COMPILE,
    CLI_ACTION_KERNELS,
    CLI_ACTION_HELP,
    CLI_ACTION_VERSION,
    CLI_ACTION_COMPLETIONS,
    CLI_ACTION_DEVICES,
    CLI_ACTION_EXPLAIN,
    CLI_ACTION_CACHE_INFO,
    CLI_ACTION_CACHE_CLEAR
} cli_action;
typedef enum cli_color { CLI_COLOR_AUTO, CLI_COLOR_ALWAYS, CLI_COLOR_NEVER } cli_color;

typedef enum cli_shell { CLI_SHELL_BASH, CLI_SHELL_ZSH, CLI_SHELL_FISH } cli_shell;

/* The words of an option that may be given several times, in their order. */
typedef struct cli_words {
    const char **at;
    size_t n;
} cli_words;

enum { CLI_ARCH_BYTES = 16 }; /* "sm_90" */

/* What the command line says of kernels.
 *   outputs, texts  what --emit or the end of -o's name says, bit i for rustg_output i, and bit i for cli_text i
 *   arch_names      room for a name of each of archs
 *   run             the entry to launch, or NULL
 *   profile, trace  --profile, and the file that it names, or NULL
 *   n_for           --for: a launch has at least so many threads; 0: grid and block say how many */
typedef struct cli_kernel_options {
    uint32_t outputs, texts;
    cli_words archs, cfgs, instances, defines, include_dirs, args, outs;
    char (*arch_names)[CLI_ARCH_BYTES];
    uint32_t opt_level, max_registers, backend, cc_seconds, cc_mebibytes; /* as in rustg_kernel_options */
    bool no_checks, debug, fast_math, coarse_entries, interpret, verify_passes, for_tvm_ffi;
    rustg_lint *lints; /* what --allow and its kin say, in their order */
    size_t n_lints;
    bool caps_lints;        /* no warnings */
    const char *out_dir;    /* NULL: none */
    const char *dump_after; /* the name of a pass of the optimizer; NULL: none */
    const char *run, *trace;
    bool profile;
    uint64_t n_for;
    uint32_t grid[3], block[3], shared_bytes;
} cli_kernel_options;

/* The rows of rustg/limits.def as constants, such as CLI_SOURCE_KIB. */
enum {
#define LIMIT(name, value, kind, shown, option, text) CLI_##name = (value),
#include "rustg/limits.def"
};

/* What the command line says. Strings and inputs point into the words that it was read from. */
typedef struct cli_options {
    cli_action action;
    bool emit_given, format_given;
    cli_emit_kind emit;
    cli_format format;
    rustg_engine engine;
    int32_t devices[RUSTG_MAX_DEVICES];
    uint32_t n_devices; /* 0: none given; RUSTG_ALL_DEVICES: devices is not filled */
    uint32_t edition;   /* 0: --edition=auto */
    uint32_t n_threads;
    uint64_t error_limit; /* 0: all errors are shown */
    bool has_error_limit;
    rustg_error_format error_format;
    cli_color color;
    cli_shell shell; /* of --completions */
    bool timings;
    bool syntax_only, no_ignore;
    bool watch;
    int watch_to;                 /* where a run of --watch tells which files it read; -1: nobody asks */
    uint32_t shard, n_shards;     /* from 1; n_shards 0: all is done */
    cli_words includes, excludes; /* patterns of paths in directories */
    cli_kernel_options kernels;
    const char *explain; /* the word behind --explain */
    const char *output;  /* NULL: standard output */
    const char **inputs;
    size_t n_inputs;
    bool is_out_of_memory;
    uint64_t given; /* bit i: row i of cli_option.def was given */
} cli_options;

/* The command line with each word `@FILE` replaced by the lines of FILE, in memory of its own. False: a file could not
 * be read, or memory has run out, which has been reported. Free it in any case. */
typedef struct cli_args {
    char **at;
    size_t n, capacity;
    bool is_out_of_memory;
} cli_args;
bool cli_args_expand(int argc, char **argv, cli_args *args);
void cli_args_free(cli_args *args);

/* Where there is no kernel. */
#define CLI_HINT_KERNEL                                                                                                \
    "a kernel is a function with `#[kernel]`, after `use rustg_std::prelude::*;`; of a generic one --instance says "   \
    "what is wanted"

/* The candidate that is nearest to a word. It is zero before the first one, and word stays NULL while none is near
 * enough. */
typedef struct cli_similar {
    const char *word;
    size_t distance;
} cli_similar;
/* What other compilers have a word for: an option, without its dashes, a value of --emit, or the ending of a name after
 * -o. */
typedef enum cli_other { CLI_OTHER_OPTION, CLI_OTHER_EMIT, CLI_OTHER_ENDING } cli_other;
/* Tells in a hint what rustgc has in the word's place. False: it knows no such word. */
bool cli_other_word(cli_other kind, const char *word, size_t n);
/* Tells what is meant by a word that other programs have for a command, where there is no file of that name. */
bool cli_is_command(const char *word);
/* Reports a wrong call of an option: `similar`, or NULL, is what was probably meant. Returns false. */
bool cli_wrong_call(const cli_similar *similar);
/* Reports options that do not go together; false then. */
bool cli_combination_is_right(const cli_options *options);
void cli_similar_add(cli_similar *similar, const char *word, size_t n, const char *candidate);
/* Says which file beside a path that does not exist was probably meant, if any. */
void cli_similar_file(const char *path);

/* Reads --dump-after=NAME. *emit gets the value of --emit that shows what stage NAME hands on, or NULL if NAME is a
 * pass of the optimizer. False: the name is wrong, which has been reported. */
bool cli_dump_after(const char *name, const char **emit);
/* The names that it takes, from 0; NULL: there are no more. */
const char *cli_dump_name(size_t at);
/* The column `value` of options that take one of their CHOICE rows, known by its address (cli_option.def). */
extern const char CLI_CHOICES[];
/* False: the call is wrong, or memory has run out, which has been reported. Free the options in any case. */
bool cli_options_read(const cli_args *args, cli_options *options);
void cli_options_free(cli_options *options);
/* Makes `native` and bare numbers names of architectures. CLI_EXIT_OK, or the exit status after a failure that has been
 * reported. */
int cli_archs_resolve(cli_options *options);
void cli_help(cli_writer *out);
void cli_completions(cli_writer *out, cli_shell shell);
/* The word that stands for it behind --emit. */
const char *cli_emit_word(cli_emit_kind emit);

/* Sources to compile, in order. Names belong to found, the bytes of standard input to the list.
 *   about[i]    n_bytes: size on disk, a hint for batches and progress, 0 where unknown; is_named: on the command line,
 *               and not found in a directory
 *   several     more than one source or a directory was named
 *   n_failed    how many directories could not be read, and standard input; each has been reported, and the others were
 *               read */
typedef struct cli_input_about {
    uint64_t n_bytes;
    bool is_named;
} cli_input_about;
typedef struct cli_inputs {
    rustg_found *found;
    rustg_source *sources;
    cli_input_about *about;
    uint8_t *stdin_bytes;
    size_t n;
    bool several;
    size_t n_failed;
} cli_inputs;

/* CLI_EXIT_OK, or the exit status after a failure that has been reported. */
int cli_inputs_collect(const cli_options *options, cli_inputs *inputs);
void cli_inputs_free(cli_inputs *inputs);

/* A file's bytes and a final 0, malloc'd. NULL, with errno, where it cannot be read. */
char *cli_read_file(const char *path, size_t *n_bytes);

/* One file of a result; toks starts at its first token and leaves the EOF token out, batch_toks and ast are the whole
 * batch's. */
typedef struct cli_file {
    rustg_file file;
    rustg_tokens toks, batch_toks;
    rustg_ast ast;
    const rustg_diagnostic *diags;
} cli_file;

/* True for a diagnostic that speaks of the file and not of its source: it could not be read. */
bool cli_is_unreadable(const rustg_diagnostic *diagnostic);

/* Whether a function of the file, which is without errors, is marked as a kernel, by a macro too, or the file names
 * what only kernels have, so that its mark may be misspelled. */
bool cli_has_kernels(const cli_file *file);
/* The same of a module of the file, which is a root, that is in a file of its own. */
bool cli_modules_have_kernels(const cli_options *options, const cli_file *file);
/* Whether the function whose name begins at the byte is marked as a kernel; nothing but the file's tokens is asked. */
bool cli_marks_kernel(const cli_file *file, uint32_t name_start);
/* Checks the file as the root of a crate of kernels, without making code. *result is to be freed; its first file is
 * this one, and the others are its modules. */
rustg_status cli_check_kernels(const cli_options *options, const cli_file *file, rustg_result **result,
                               rustg_error *error);

/* Where results go. CLI_FORMAT_NPY uses npy, all others out. */
typedef struct cli_npy cli_npy;
typedef struct cli_shard cli_shard;
typedef struct cli_emitter {
    const cli_options *options;
    bool several;
    cli_writer out;
    bool removable; /* out is a regular file that this run made or emptied */
    cli_npy *npy;
    cli_shard *shard; /* NULL: none */
    uint64_t n_files, n_files_bad, n_errors, n_toks, n_nodes, n_bytes;
} cli_emitter;

/* Each is false after a failure; cli_emit_failure says which. */
bool cli_emit_begin(cli_emitter *emitter, const cli_options *options, bool several);
bool cli_emit_file(cli_emitter *emitter, const cli_file *file);
bool cli_emit_end(cli_emitter *emitter);
/* Closes what is open. With keep false it removes what was written to files. */
void cli_emit_close(cli_emitter *emitter, bool keep);
/* Reports a failed write on stderr. */
void cli_emit_failure(const cli_emitter *emitter);

/* The whole result as an Arrow IPC file, for CLI_FORMAT_ARROW. False: it failed, which has been reported. */
bool cli_emit_arrow(const cli_options *options, rustg_result *result);

/* Runs again and again; true: this is the process of one run, which goes on as without --watch. False: the exit status
 * after a failure that has been reported. */
bool cli_watch(cli_options *options, int *exit_status);
/* A file that the run read. */
void cli_watch_note(const cli_options *options, const char *name);

/* One part of the inputs, and the manifest that says that it is done (cli_shard.c). cli_shard_begin leaves the part's
 * sources in inputs, and options->output is where they are to be written. *is_done: they were, and nothing is left to
 * do but to exit with *status. Returns the exit status of a failure that has been reported, or CLI_EXIT_OK. */
int cli_shard_begin(cli_options *options, cli_inputs *inputs, cli_shard **shard, bool *is_done, int *status);
/* The next source of the part, as it was read. False: out of memory. */
bool cli_shard_file(cli_shard *shard, const rustg_file *file);
/* Gives the files their names, and writes the manifest. Returns the exit status. */
int cli_shard_end(cli_shard *shard, int exit_status);
void cli_shard_free(cli_shard *shard);

/* PREFIX.kind.npy and its siblings, of the tokens or of the AST. */
cli_npy *cli_npy_new(const char *prefix, cli_emit_kind emit);
bool cli_npy_file(cli_npy *npy, const cli_file *file);
bool cli_npy_end(cli_npy *npy);
void cli_npy_free(cli_npy *npy, bool keep);
/* Gives the path of the first failed write, and returns its errno; 0 if none failed. */
int cli_npy_error(const cli_npy *npy, const char **path);

/* What is written to standard error, and how. */
typedef struct cli_report {
    const cli_options *options;
    bool color;    /* diagnostics and messages in colour */
    bool progress; /* stderr is a terminal that may show a progress line */
    bool shown;    /* a progress line is on the screen */
    double began, drawn;
    uint64_t done_before, total; /* bytes of the groups that are done, and of all */
    uint64_t n_errors, n_warnings, n_unreadable;
    uint64_t n_unchecked; /* files with kernels that were found in directories: only their syntax was checked */
    uint64_t most_shown;  /* how many errors are shown; 0: all */
    bool *codes;          /* which kinds of diagnostics have been seen */
    char *text;           /* scratch for rendering */
    size_t text_capacity;
} cli_report;

/* False when memory ran out. */
bool cli_report_begin(cli_report *report, const cli_options *options);
void cli_report_end(cli_report *report);
void cli_report_diagnostics(cli_report *report, const cli_file *file);
void cli_report_warnings(cli_report *report, const rustg_result *result);
/* Writes the lines with which rustc ends, as `error: aborting due to 2 previous errors`. */
void cli_report_closing(const cli_report *report);
int cli_report_progress(void *report, uint64_t bytes_done, uint64_t bytes_total);
void cli_report_clear(cli_report *report);
/* Writes the time of each stage of rustg/pipeline.def; without has_kernels, only of the stages up to the tree.
 * seconds_write is the time that writing the result, or a launch, took. */
void cli_report_timings(const rustg_stats *stats, rustg_engine engine, bool has_kernels, double seconds_write,
                        double seconds_all);

/* `rustgc: error: ...`, `rustgc: warning: ...` and `rustgc: hint: ...` on stderr. */
void cli_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Reports that memory has run out, and returns the exit status for that. */
int cli_no_memory(void);
void cli_hint(const char *format, ...) __attribute__((format(printf, 1, 2)));
void cli_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* A failed write; path NULL: to standard output. Where nobody reads that any longer the process ends as a write would
 * have ended it, by SIGPIPE and without a word, which pipes such as `rustgc ... | head` want. */
void cli_write_error(const char *path, int error);
/* Writes what a failed call said. */
void cli_status_error(rustg_status status, const rustg_error *error);
double cli_seconds(void);

/* Whether a path names a .cu file, which is CUDA C++ for NVRTC and not Rust. */
bool cli_is_cuda(const char *path);
int cli_cuda(const cli_options *options);
/* Writes bytes to a file, or to standard output for NULL. False: it failed, which has been reported. */
bool cli_write_bytes(const char *path, const uint8_t *bytes, size_t n_bytes);

/* Compiles all inputs into one module of kernels and does what --emit names, or --run. Returns the exit status. */
int cli_kernels(const cli_options *options, const cli_inputs *inputs, cli_report *report);
int cli_run(const cli_options *options, const cli_inputs *inputs, rustg_result *result);
/* Launches once and waits; outputs among args are written, and options->profiled is called where it is set. */
typedef rustg_status (*cli_launch_fn)(void *user, const rustg_kernel *kernel, const rustg_run_options *run,
                                      const rustg_argument *args, rustg_error *error);
/* Reads arguments for kernel, calls launch with them and writes what --out names. Returns the exit status. */
int cli_run_kernel(const cli_options *options, const rustg_kernel *kernel, cli_launch_fn launch, void *user);
/* Does --run of CUDA C++. how has the options of the text; its arch may be NULL. Returns the exit status. */
int cli_run_cuda(const cli_options *options, const char *text, const char *name, const rustg_cuda_options *how);
/* Whether a text is among what --emit, or the end of -o's name, asks for. */
bool cli_has_text(const cli_options *options, cli_text text);
/* Whether --emit, with --arch, asks for several files. */
bool cli_outputs_are_several(const cli_options *options);
/* Makes a folder and those above it. */
bool cli_make_folder(const char *folder);
/* Writes all that --emit names of a compile without errors. Returns the exit status. */
int cli_outputs_write(const cli_options *options, const cli_inputs *inputs, rustg_result *result);
/* The prefix of the names that --emit=launch-c declares in objects. False: there is none, which has been reported. */
enum { OUTPUT_PREFIX_BYTES = 160 };
bool cli_outputs_prefix(const cli_options *options, const cli_inputs *inputs, char prefix[OUTPUT_PREFIX_BYTES]);

/* An array in memory and in a .npy file. shape_text: "(4, 3)" as in the file, kept for writing. */
typedef struct cli_array {
    char kind; /* NumPy's: f, i, u, b, c, V */
    uint32_t item_bytes;
    uint64_t n_items;
    char shape_text[128];
    uint8_t *data; /* malloc'd */
} cli_array;
/* A scalar in words, as in Rust without a suffix. False: it is none of the element's. */
enum { CLI_VALUE_BYTES = 16 };
bool cli_value_read(const char *word, uint32_t element, uint8_t to[CLI_VALUE_BYTES]);
void cli_value_print(cli_writer *out, const uint8_t *bytes, uint32_t element);
/* A list in words: [1, 2, 3], [0; 1000] or 0..1000. The array's data are to be freed in any case. */
typedef enum value_list_problem {
    VALUE_LIST_FINE,
    VALUE_LIST_WRONG_FORM,
    VALUE_LIST_WRONG_ITEM,
    VALUE_LIST_NO_MEMORY
} value_list_problem;
bool cli_value_is_list(const char *word);
value_list_problem cli_value_read_list(const char *word, uint32_t element, cli_array *array);
/* path `-`: standard input, or output. False after a failure that has been reported. */
bool cli_array_read(const char *path, cli_array *array);
bool cli_array_write(const char *path, const cli_array *array);

/* Does --devices and returns the exit status. */
int cli_devices(const cli_options *options);
int cli_explain(const char *word);
int cli_cache(const cli_options *options);

#endif
