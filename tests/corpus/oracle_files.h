/* oracle_files.h: what the tests against rustc share: where the oracle is, its files, building a program from its
 * crates, the files that may differ. threads may call excepted and below_root.
 *   RUSTG_ORACLE_DIR   the oracle's folder; its usual place in the user's cache
 *   RUSTG_CORPUS_ENGINE  the engine: cpu, which it is by default, cuda or auto
 *   RUSTG_CORPUS_LIST  a list of files instead of the oracle's and tests/fuzz/saved
 *   RUSTG_CORPUS_EDITIONS  all: each file in all four editions, as scripts/nightly.sh wants it. By default a file of
 *                      the oracle's is compared in one, which its path decides, but for those that exceptions name */
#ifndef TESTS_CORPUS_ORACLE_FILES_H
#define TESTS_CORPUS_ORACLE_FILES_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <ftw.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "oracle_folder.h"
#include "rustg/rustg.h"

enum { EXIT_SKIP = 77, MAX_EXCEPTIONS = 256, N_EDITIONS = 4 };
static const char *const all_editions[N_EDITIONS] = {"2015", "2018", "2021", "2024"};

static inline rustg_engine oracle_engine(void)
{
    const char *name = getenv("RUSTG_CORPUS_ENGINE");
    if (!name || strcmp(name, "cpu") == 0)
        return RUSTG_ENGINE_CPU;
    return strcmp(name, "cuda") == 0 ? RUSTG_ENGINE_CUDA : RUSTG_ENGINE_AUTO;
}

/* One row of an exceptions file. */
typedef struct oracle_exception {
    char path[256], edition[8], what[12];
    atomic_uint n_used;
} oracle_exception;

typedef struct oracle_path_list {
    char **paths;
    size_t *n_bytes;
    size_t n, capacity;
} oracle_path_list;

static oracle_path_list files;
static oracle_exception exceptions[MAX_EXCEPTIONS];
static size_t n_exceptions;
static const char *oracle_program = "";
static char sources_root[2064] = "";

static void fail_hard(const char *what, const char *detail)
{
    fprintf(stderr, "%s: %s: %s\n", oracle_program, what, detail);
    exit(1);
}

static void *grow(void *memory, size_t n_bytes)
{
    memory = realloc(memory, n_bytes);
    if (!memory)
        fail_hard("memory", "realloc");
    return memory;
}

static bool read_exactly(FILE *in, void *to, size_t n_bytes)
{
    return fread(to, 1, n_bytes, in) == n_bytes;
}

static void add_path_to(oracle_path_list *list, char *path, size_t n_bytes)
{
    if (list->n == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 4096;
        list->paths = (char **)grow(list->paths, list->capacity * sizeof *list->paths);
        list->n_bytes = (size_t *)grow(list->n_bytes, list->capacity * sizeof *list->n_bytes);
    }
    list->paths[list->n] = path;
    list->n_bytes[list->n++] = n_bytes;
}

static void add_path(const char *path, size_t n_bytes)
{
    add_path_to(&files, strdup(path), n_bytes);
}

static int visit_any(const char *path, const struct stat *info, int type, struct FTW *walk)
{
    (void)walk;
    if (type == FTW_F && S_ISREG(info->st_mode))
        add_path(path, (size_t)info->st_size);
    return 0;
}

static int visit_source(const char *path, const struct stat *info, int type, struct FTW *walk)
{
    size_t length = strlen(path);
    return length > 3 && strcmp(path + length - 3, ".rs") == 0 ? visit_any(path, info, type, walk) : 0;
}

static void find_listed_files(const char *list)
{
    char line[4096];
    FILE *in = fopen(list, "r");
    struct stat info;
    if (!in)
        fail_hard("RUSTG_CORPUS_LIST", list);
    while (fgets(line, sizeof line, in)) {
        line[strcspn(line, "\n")] = 0;
        if (line[0] && stat(line, &info) == 0)
            add_path(line, (size_t)info.st_size);
    }
    fclose(in);
}

static void find_files(const char *oracle)
{
    static const char *const folders[] = {"library", "compiler", "src/tools", "tests/ui"};
    char folder[4096];
    if (getenv("RUSTG_CORPUS_LIST")) {
        find_listed_files(getenv("RUSTG_CORPUS_LIST"));
        return;
    }
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        snprintf(folder, sizeof folder, "%s/src/%s", oracle, folders[i]);
        if (nftw(folder, visit_source, 64, FTW_PHYS) != 0)
            fail_hard("cannot walk", folder);
    }
    if (nftw("tests/fuzz/saved", visit_any, 64, FTW_PHYS) != 0)
        fail_hard("cannot walk", "tests/fuzz/saved");
}

static void write_list(const char *path, const oracle_path_list *of)
{
    FILE *out = fopen(path, "w");
    if (!out)
        fail_hard("cannot write", path);
    for (size_t i = 0; i < of->n; i++)
        fprintf(out, "%s\n", of->paths[i]);
    if (fclose(out) != 0)
        fail_hard("cannot write", path);
}

static void find_oracle(char *oracle, size_t capacity)
{
    oracle_folder(oracle, capacity);
    snprintf(sources_root, sizeof sources_root, "%.2040s/src/", oracle);
}

/* A path as exceptions name it. */
static const char *below_root(const char *path)
{
    size_t length = strlen(sources_root);
    return strncmp(path, sources_root, length) == 0 ? path + length : path;
}

/* Builds one of the programs beside this file; its path in program. Without oracle or cargo the test is skipped. */
static void build_program(const char *oracle, const char *work, const char *name, char *program, size_t capacity)
{
    char command[9000];
    FILE *out;
    int status;
    snprintf(command, sizeof command, "sh tests/corpus/build_rustc_program.sh '%s' '%s' %s", oracle, work, name);
    out = popen(command, "r");
    if (!out)
        fail_hard("cannot run", command);
    if (!fgets(program, (int)capacity, out))
        program[0] = 0;
    program[strcspn(program, "\n")] = 0;
    status = pclose(out);
    if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SKIP) {
        printf("skipped: %s cannot be built here, so there is nothing to compare with\n", name);
        exit(EXIT_SKIP);
    }
    if (status != 0)
        fail_hard("build_rustc_program.sh", "failed");
}

static void read_exceptions(const char *path)
{
    FILE *in = fopen(path, "r");
    char line[1024];
    if (!in)
        fail_hard("cannot read", path);
    while (fgets(line, sizeof line, in)) {
        oracle_exception *e = &exceptions[n_exceptions];
        char reason[512];
        if (line[0] == '#' || line[0] == '\n')
            continue;
        if (n_exceptions == MAX_EXCEPTIONS ||
            sscanf(line, "%255[^\t]\t%7[^\t]\t%11[^\t]\t%511[^\n]", e->path, e->edition, e->what, reason) != 4)
            fail_hard("bad row of exceptions", line);
        n_exceptions++;
    }
    fclose(in);
}

static bool excepted(const char *path, const char *edition, const char *what)
{
    for (size_t i = 0; i < n_exceptions; i++) {
        oracle_exception *e = &exceptions[i];
        if (strcmp(e->what, what) == 0 && strcmp(e->path, below_root(path)) == 0 &&
            (e->edition[0] == '*' || strcmp(e->edition, edition) == 0)) {
            e->n_used++;
            return true;
        }
    }
    return false;
}

static bool in_all_editions(void)
{
    const char *editions = getenv("RUSTG_CORPUS_EDITIONS");
    return getenv("RUSTG_CORPUS_LIST") || (editions && strcmp(editions, "all") == 0);
}

static bool named_by_exception(const char *path)
{
    for (size_t i = 0; i < n_exceptions; i++)
        if (strcmp(exceptions[i].path, path) == 0)
            return true;
    return false;
}

/* The files that are compared in an edition, by its number from 0; the paths are those of files. */
static oracle_path_list files_of_edition(size_t number, bool all)
{
    oracle_path_list chosen = {0};
    for (size_t i = 0; i < files.n; i++) {
        const char *path = below_root(files.paths[i]);
        uint32_t hash = 2166136261u;
        for (const char *at = path; *at; at++)
            hash = (hash ^ (uint8_t)*at) * 16777619u;
        const bool of_oracle = path != files.paths[i];
        if (all || !of_oracle || (hash >> 16) % N_EDITIONS == number || named_by_exception(path))
            add_path_to(&chosen, files.paths[i], files.n_bytes[i]);
    }
    return chosen;
}

static void free_path_list(oracle_path_list *list)
{
    free(list->paths);
    free(list->n_bytes);
}

/* Says which rows were not needed; false when there are any. */
static bool all_exceptions_needed(const char *path)
{
    bool all = true;
    for (size_t i = 0; i < n_exceptions; i++) {
        if (exceptions[i].n_used == 0) {
            fprintf(stderr, "%s: %s %s is not needed\n", path, exceptions[i].path, exceptions[i].what);
            all = false;
        }
    }
    return all;
}

#endif
