/* find_sources.c: walks folders for sources; see rustg/sources.h. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/heap.h"
#include "base/sha256.h"
#include "base/struct_size.h"
#include "rustg/sources.h"
#include "sources/edition.h"
#include "sources/ignore.h"
#include "sources/path.h"

struct rustg_found {
    rustg_source *sources;
    rustg_found_source *about;
    size_t n, source_capacity, about_capacity;
    problem_list problems;
};

/* What the walk shares.
 *   editions  NULL: all have that of the options
 *   ignore    the rules of the folder that is walked; NULL: nothing is ignored
 *   n_folder  bytes of its path, with the slash */
typedef struct find_walk {
    const rustg_find_options *options;
    rustg_found *found;
    edition_table *editions;
    ignore_rules *ignore;
    size_t n_folder, path;
    bool in_folder;
} find_walk;

/* Every function of the walk answers false where memory has run out. Takes name. */
static bool find_add(find_walk *walk, char *name, uint64_t n_bytes)
{
    rustg_found *found = walk->found;
    rustg_source *sources = heap_grow(found->sources, &found->source_capacity, found->n + 1, 64, sizeof *sources);
    if (sources)
        found->sources = sources;
    rustg_found_source *about = heap_grow(found->about, &found->about_capacity, found->n + 1, 64, sizeof *about);
    if (about)
        found->about = about;
    if (!name || !sources || !about) {
        free(name);
        return false;
    }
    const uint32_t edition = walk->editions ? edition_of(walk->editions, name) : walk->options->edition;
    sources[found->n] = (rustg_source){.name = name, .edition = edition};
    about[found->n++] = (rustg_found_source){.n_bytes = n_bytes, .path = walk->path, .in_folder = walk->in_folder};
    return !found->problems.no_memory;
}

/* The paths that are still to be visited; the last one is next. */
typedef struct find_stack {
    char **paths;
    size_t n, capacity;
} find_stack;

/* Takes path. */
static bool find_push(find_stack *stack, char *path)
{
    char **paths = path ? heap_grow(stack->paths, &stack->capacity, stack->n + 1, 64, sizeof *paths) : NULL;
    if (!paths) {
        free(path);
        return false;
    }
    stack->paths = paths;
    paths[stack->n++] = path;
    return true;
}

static int find_last_first(const void *a, const void *b)
{
    return -strcmp(*(char *const *)a, *(char *const *)b);
}

static bool find_ends_in_rs(const char *path)
{
    const size_t n = strlen(path);
    return n > 3 && strcmp(path + n - 3, ".rs") == 0 && path[n - 4] != '/';
}

static bool find_matches_one_of(const char *const *patterns, size_t n, const char *path, bool is_folder)
{
    glob_pattern glob;
    for (size_t i = 0; i < n; i++)
        if (glob_read(patterns[i], strlen(patterns[i]), &glob) && glob_matches(&glob, path, is_folder))
            return true;
    return false;
}

/* Whether a file in a folder is one that is read, or a folder one to enter. */
static bool find_is_wanted(const find_walk *walk, const char *path, bool is_folder)
{
    const rustg_find_options *options = walk->options;
    const char *rest = path + walk->n_folder;
    if (find_matches_one_of(options->excludes, options->n_excludes, rest, is_folder))
        return false;
    if (!is_folder && !(options->n_includes ? find_matches_one_of(options->includes, options->n_includes, rest, false)
                                            : find_ends_in_rs(path)))
        return false;
    return !walk->ignore || !ignore_has(walk->ignore, path, is_folder);
}

static void find_leave_out(find_walk *walk, const char *folder, int problem)
{
    char words[128];
    problems_add(&walk->found->problems, folder, true, "cannot read directory `%s`: %s", folder,
                 strerror_r(problem, words, sizeof words));
}

/* Pushes the entries of a folder, the last in byte order first. */
static bool find_push_folder(find_walk *walk, find_stack *stack, const char *folder)
{
    DIR *stream = opendir(folder);
    if (!stream) {
        find_leave_out(walk, folder, errno);
        return !walk->found->problems.no_memory;
    }
    const size_t first = stack->n;
    bool fine = !walk->ignore || ignore_enter(walk->ignore, folder);
    while (fine) {
        errno = 0;
        const struct dirent *entry = readdir(stream);
        if (!entry)
            break;
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            fine = find_push(stack, path_join(folder, entry->d_name));
    }
    if (fine && errno != 0)
        find_leave_out(walk, folder, errno);
    closedir(stream);
    if (stack->n > first + 1)
        qsort(stack->paths + first, stack->n - first, sizeof *stack->paths, find_last_first);
    return fine && !walk->found->problems.no_memory;
}

/* One path of the stack, which it takes. A link to a folder is not entered, so there are no loops and nothing is read
 * twice. */
static bool find_visit(find_walk *walk, find_stack *stack, char *path)
{
    struct stat info;
    bool known = lstat(path, &info) == 0, fine = true;
    if (find_is_wanted(walk, path, known && S_ISDIR(info.st_mode))) {
        if (known && S_ISDIR(info.st_mode)) {
            fine = find_push_folder(walk, stack, path);
        } else {
            if (known && S_ISLNK(info.st_mode))
                known = stat(path, &info) == 0;
            if (!known || S_ISREG(info.st_mode))
                return find_add(walk, path, known ? (uint64_t)info.st_size : 0);
        }
    }
    free(path);
    return fine;
}

static bool find_in_folder(find_walk *walk, const char *folder)
{
    find_stack stack = {0};
    const size_t n_folder = strlen(folder);
    const bool ignores = !walk->options->no_ignore;
    walk->n_folder = n_folder + (n_folder > 0 && folder[n_folder - 1] != '/');
    walk->ignore = ignores ? ignore_new(folder) : NULL;
    bool fine = (walk->ignore || !ignores) && find_push_folder(walk, &stack, folder);
    while (fine && stack.n > 0)
        fine = find_visit(walk, &stack, stack.paths[--stack.n]);
    while (stack.n > 0)
        free(stack.paths[--stack.n]);
    free(stack.paths);
    ignore_free(walk->ignore);
    walk->ignore = NULL;
    return fine;
}

static bool find_path(find_walk *walk, const char *path)
{
    struct stat info;
    const bool known = stat(path, &info) == 0;
    walk->in_folder = known && S_ISDIR(info.st_mode);
    if (walk->in_folder)
        return find_in_folder(walk, path);
    return find_add(walk, strdup(path), known && S_ISREG(info.st_mode) ? (uint64_t)info.st_size : 0);
}

static rustg_status find_check_patterns(const char *const *patterns, size_t n, const char *name, rustg_error *error)
{
    for (size_t i = 0; i < n; i++)
        if (!patterns || !patterns[i])
            return error_set(error, RUSTG_ERR_ARGUMENT, "options->%s or one of them is NULL", name);
    return RUSTG_OK;
}

static rustg_status find_check(const char *const *paths, size_t n_paths, const rustg_find_options *options,
                               rustg_error *error)
{
    static const uint32_t editions[] = {0, 2015, 2018, 2021, 2024};
    for (size_t i = 0; i < n_paths; i++)
        if (!paths || !paths[i])
            return error_set(error, RUSTG_ERR_ARGUMENT, "paths or one of them is NULL");
    bool is_edition = false;
    for (size_t i = 0; i < sizeof editions / sizeof *editions; i++)
        is_edition |= options->edition == editions[i];
    if (!is_edition)
        return error_set(error, RUSTG_ERR_ARGUMENT, "options->edition is %u; there are 2015, 2018, 2021 and 2024",
                         options->edition);
    rustg_status status = find_check_patterns(options->includes, options->n_includes, "includes", error);
    return status ? status : find_check_patterns(options->excludes, options->n_excludes, "excludes", error);
}

rustg_status rustg_find_sources(const char *const *paths, size_t n_paths, const rustg_find_options *options,
                                rustg_found **found, rustg_error *error)
{
    rustg_find_options full;
    if (!found)
        return error_set(error, RUSTG_ERR_ARGUMENT, "found is NULL");
    *found = NULL;
    find_walk walk = {.options = &full};
    rustg_status status = struct_size_read(STRUCT_rustg_find_options, &full, sizeof full, options, "options", error);
    if (!status)
        status = find_check(paths, n_paths, &full, error);
    if (status)
        return status;
    walk.found = calloc(1, sizeof *walk.found);
    if (walk.found && walk.options->edition == 0)
        walk.editions = editions_new(&walk.found->problems);
    bool fine = walk.found && (walk.editions || walk.options->edition);
    for (size_t i = 0; fine && i < n_paths; i++) {
        walk.path = i;
        fine = find_path(&walk, paths[i]);
    }
    editions_free(walk.editions);
    if (!fine) {
        rustg_found_free(walk.found);
        return error_set(error, RUSTG_ERR_MEMORY, "out of memory for the list of sources");
    }
    *found = walk.found;
    return RUSTG_OK;
}

void rustg_found_free(rustg_found *found)
{
    if (!found)
        return;
    for (size_t i = 0; i < found->n; i++)
        free((void *)(uintptr_t)found->sources[i].name);
    free(found->sources);
    free(found->about);
    problems_free(&found->problems);
    free(found);
}

const rustg_source *rustg_found_sources(const rustg_found *found, size_t *n_sources)
{
    if (n_sources)
        *n_sources = found ? found->n : 0;
    return found ? found->sources : NULL;
}

const rustg_found_source *rustg_found_about(const rustg_found *found)
{
    return found ? found->about : NULL;
}

const rustg_find_problem *rustg_found_problems(const rustg_found *found, size_t *n_problems)
{
    if (n_problems)
        *n_problems = found ? found->problems.n : 0;
    return found ? found->problems.at : NULL;
}

void rustg_content_digest(const void *bytes, size_t n_bytes, uint8_t digest[32])
{
    sha256 hash;
    sha256_begin(&hash);
    sha256_add(&hash, bytes, n_bytes);
    sha256_end(&hash, digest);
}
