/* sources.h: finds the Rust files of folders as git and cargo see them, for rustg_compile. */
#ifndef RUSTG_SOURCES_H
#define RUSTG_SOURCES_H

#include "compile.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Patterns are lines of gitignore(5), matched against paths from the folder that was named. Texts are borrowed until
 * rustg_find_sources returns.
 *   includes   of folders read the files that match; none: those in .rs
 *   excludes   leave out files and folders that match
 *   no_ignore  nonzero: hidden files, what cargo built and what git ignores are read too
 *   edition    of all sources; 0: of each that of the nearest Cargo.toml, 2024 where there is none */
typedef struct rustg_find_options {
    size_t struct_size; /* sizeof(rustg_find_options) */
    const char *const *includes;
    size_t n_includes;
    const char *const *excludes;
    size_t n_excludes;
    uint32_t no_ignore, edition;
} rustg_find_options;

/* What is known of a source beside itself.
 *   n_bytes    its size on disk, a hint; 0 where it is not known
 *   path       index of the path it was found by; in_folder: nonzero where that is a folder */
typedef struct rustg_found_source {
    uint64_t n_bytes;
    size_t path;
    uint32_t in_folder;
} rustg_found_source;

/* What the search met and went on after.
 *   path         a folder
 *   is_left_out  nonzero: it could not be read, or not to its end; 0: its Cargo.toml was not understood */
typedef struct rustg_find_problem {
    const char *path, *message;
    uint32_t is_left_out;
} rustg_find_problem;

typedef struct rustg_found rustg_found;

/* Find sources. A path of a folder stands for the files below it in the order of their paths' bytes, folder by folder:
 * those that `git ls-files --cached --others --exclude-standard` would list, without hidden ones and what cargo built.
 * Links to files are followed, links to folders are not. Any other path stands for itself, whether it exists or not:
 * rustg_compile says so. The library need not be initialized.
 * in     paths     char*[n_paths]; n_paths may be 0
 *        options   NULL for the defaults
 * out    found     a handle to free with rustg_found_free; NULL on failure
 * fails  RUSTG_ERR_ARGUMENT: a NULL path, a wrong struct_size, an edition that there is not; _MEMORY
 * Thread-safe, but where another thread changes the environment: HOME and XDG_CONFIG_HOME tell where git's
 * rules are. */
rustg_status rustg_find_sources(const char *const *paths, size_t n_paths, const rustg_find_options *options,
                                rustg_found **found, rustg_error *error);
/* NULL is accepted. */
void rustg_found_free(rustg_found *found);

/* Accessors: constant time, thread-safe on what no thread is freeing; pointers, and the texts behind them, belong to
 * found. A result of rustg_compile uses the names, so found must outlive it. */

/* rustg_source[*n_sources] with name and edition; bytes are NULL. */
const rustg_source *rustg_found_sources(const rustg_found *found, size_t *n_sources);
/* rustg_found_source[n_sources], a row for each source. */
const rustg_found_source *rustg_found_about(const rustg_found *found);
/* In the order in which they were met. */
const rustg_find_problem *rustg_found_problems(const rustg_found *found, size_t *n_problems);

/* SHA-256 (FIPS 180-4) of a text: a name for what is in a file. bytes may be NULL where n_bytes is 0. Linear in
 * n_bytes, thread-safe. */
void rustg_content_digest(const void *bytes, size_t n_bytes, uint8_t digest[32]);

#ifdef __cplusplus
}
#endif
#endif
