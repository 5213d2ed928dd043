/* corpus_load.c: see corpus_load.h. */
#define _GNU_SOURCE
#include "bench/corpus_load.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lexer/lex_unicode.h"

static corpus *loading; /* nftw hands its visitor no context */

static bool is_utf8(const uint8_t *bytes, size_t n_bytes)
{
    uint32_t length;
    for (size_t at = 0; at < n_bytes; at += length) {
        if (utf8_decode(bytes, (uint32_t)n_bytes, (uint32_t)at, &length) == UTF8_INVALID)
            return false;
    }
    return true;
}

static void load_file(corpus *c, const char *path)
{
    FILE *in = fopen(path, "rb");
    struct stat info;
    corpus_file file = {0};
    if (!in)
        return;
    if (fstat(fileno(in), &info) == 0 && S_ISREG(info.st_mode)) {
        file.n_bytes = (size_t)info.st_size;
        file.bytes = malloc(file.n_bytes + 1);
        file.path = strdup(path);
    }
    if (file.bytes && file.path && fread(file.bytes, 1, file.n_bytes, in) == file.n_bytes &&
        is_utf8(file.bytes, file.n_bytes)) {
        if (c->n_files == c->capacity) {
            size_t capacity = c->capacity ? 2 * c->capacity : 1024;
            corpus_file *files = realloc(c->files, capacity * sizeof *files);
            if (!files)
                goto out;
            c->files = files;
            c->capacity = capacity;
        }
        c->files[c->n_files++] = file;
        c->n_bytes += file.n_bytes;
        file = (corpus_file){0};
    } else {
        c->n_left_out++;
    }
out:
    free(file.bytes);
    free(file.path);
    fclose(in);
}

static int visit(const char *path, const struct stat *info, int type, struct FTW *walk)
{
    size_t length = strlen(path);
    (void)info;
    (void)walk;
    if (type == FTW_F && length > 3 && strcmp(path + length - 3, ".rs") == 0)
        load_file(loading, path);
    return 0;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const corpus_file *)a)->path, ((const corpus_file *)b)->path);
}

bool corpus_load(const char *where, corpus *out)
{
    struct stat info;
    memset(out, 0, sizeof *out);
    if (stat(where, &info) != 0)
        return false;
    if (S_ISDIR(info.st_mode)) {
        loading = out;
        (void)nftw(where, visit, 64, FTW_PHYS);
        if (out->n_files)
            qsort(out->files, out->n_files, sizeof *out->files, by_path);
    } else {
        char line[4096];
        FILE *list = fopen(where, "r");
        if (!list)
            return false;
        while (fgets(line, sizeof line, list)) {
            line[strcspn(line, "\r\n")] = 0;
            if (line[0])
                load_file(out, line);
        }
        fclose(list);
    }
    return out->n_files > 0;
}

void corpus_free(corpus *c)
{
    for (size_t i = 0; i < c->n_files; i++) {
        free(c->files[i].path);
        free(c->files[i].bytes);
    }
    free(c->files);
    memset(c, 0, sizeof *c);
}
