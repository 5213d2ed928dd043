/* corpus_load.h: many source files in memory. */
#ifndef BENCH_CORPUS_LOAD_H
#define BENCH_CORPUS_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* files[i]: path, bytes[n_bytes]; n_bytes in all. Files that are not UTF-8 are left out, since rustc reads none. */
typedef struct corpus_file {
    char *path;
    uint8_t *bytes;
    size_t n_bytes;
} corpus_file;

typedef struct corpus {
    corpus_file *files;
    size_t n_files, capacity;
    uint64_t n_bytes;
    size_t n_left_out;
} corpus;

/* where: a folder (every .rs below, in order of path) or a text file that names one file a line.
 * false: nothing could be read; what was loaded is still to be freed. */
bool corpus_load(const char *where, corpus *out);
void corpus_free(corpus *c);

#endif
