/* cli_inputs.c: turns files, directories and standard input into a list of sources. */
#define _XOPEN_SOURCE 700
#include "cli/cli_ignore.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What the walk shares: inputs being made, and the output, which must be none of them. */
typedef struct input_walk {
    const cli_options *options;
    cli_inputs *inputs;
    cli_editions *editions;
    bool output_exists, is_in_folder;
    cli_ignore *ignore; /* of the folder; NULL: nothing is ignored */
    size_t n_folder;    /* of its path, with the slash */
    struct stat output;
    int exit_status;
} input_walk;

static bool cli_out_of_memory(input_walk *walk)
{
    cli_error("out of memory");
    walk->exit_status = CLI_EXIT_MACHINE;
    return false;
}

/* Adds a source. name and bytes are malloc'd and belong to the list from here on. */
static bool cli_add_source(input_walk *walk, char *name, uint8_t *bytes, size_t n_bytes, uint64_t size)
{
    cli_inputs *inputs = walk->inputs;
    if (inputs->n == inputs->capacity) {
        size_t capacity = inputs->capacity == 0 ? 64 : 2 * inputs->capacity;
        rustg_source *sources = realloc(inputs->sources, capacity * sizeof *sources);
        if (sources != NULL)
            inputs->sources = sources;
        cli_input_about *about = realloc(inputs->about, capacity * sizeof *about);
        if (about != NULL)
            inputs->about = about;
        if (sources == NULL || about == NULL) {
            free(name);
            free(bytes);
            return cli_out_of_memory(walk);
        }
        inputs->capacity = capacity;
    }
    uint32_t edition = walk->options->edition;
    if (edition == 0)
        edition = bytes != NULL ? cli_edition_of_folder(walk->editions, ".") : cli_edition_of(walk->editions, name);
    inputs->sources[inputs->n] = (rustg_source){name, bytes, n_bytes, edition};
    inputs->about[inputs->n++] = (cli_input_about){size, !walk->is_in_folder};
    return true;
}

static bool cli_add_stdin(input_walk *walk)
{
    for (size_t i = 0; i < walk->inputs->n; i++) {
        if (walk->inputs->sources[i].bytes != NULL) {
            cli_error("`-` may be given once");
            walk->exit_status = CLI_EXIT_CALL;
            return false;
        }
    }
    size_t n = 0, capacity = (size_t)1 << 16;
    uint8_t *bytes = malloc(capacity);
    for (;;) {
        if (bytes != NULL && n == capacity) {
            uint8_t *larger = capacity > SIZE_MAX / 2 ? NULL : realloc(bytes, 2 * capacity);
            if (larger == NULL)
                free(bytes);
            bytes = larger;
            capacity *= 2;
        }
        if (bytes == NULL)
            return cli_out_of_memory(walk);
        ssize_t got = read(STDIN_FILENO, bytes + n, capacity - n);
        if (got > 0 && n + (size_t)got > (size_t)CLI_STREAM_KIB << 10) {
            cli_error("standard input is longer than 1 GiB");
            cli_hint("give the name of the file");
            walk->inputs->n_failed++;
            free(bytes);
            return true;
        }
        if (got > 0)
            n += (size_t)got;
        else if (got == 0)
            break;
        else if (errno != EINTR) {
            cli_error("cannot read standard input: %s", strerror(errno));
            walk->inputs->n_failed++;
            free(bytes);
            return true;
        }
    }
    char *name = strdup("<stdin>");
    if (name == NULL) {
        free(bytes);
        return cli_out_of_memory(walk);
    }
    return cli_add_source(walk, name, bytes, n, n);
}

/* Adds a file. Where it cannot be read, the library says so. */
static bool cli_inputs_add_file(input_walk *walk, char *name, const struct stat *info)
{
    bool known = info != NULL;
    if (known && walk->output_exists && S_ISREG(info->st_mode) && info->st_dev == walk->output.st_dev &&
        info->st_ino == walk->output.st_ino) {
        cli_error("`%s` is both an input and the output", name);
        free(name);
        walk->exit_status = CLI_EXIT_CALL;
        return false;
    }
    return cli_add_source(walk, name, NULL, 0, known && S_ISREG(info->st_mode) ? (uint64_t)info->st_size : 0);
}

/* The paths that are still to be visited; the last one is next. */
typedef struct path_stack {
    char **paths;
    size_t n, capacity;
} path_stack;

static bool cli_push_path(path_stack *stack, char *path)
{
    if (path != NULL && stack->n == stack->capacity) {
        size_t capacity = stack->capacity == 0 ? 64 : 2 * stack->capacity;
        char **paths = realloc(stack->paths, capacity * sizeof *paths);
        if (paths == NULL) {
            free(path);
            return false;
        }
        stack->paths = paths;
        stack->capacity = capacity;
    }
    if (path != NULL)
        stack->paths[stack->n++] = path;
    return path != NULL;
}

static int cli_last_first(const void *a, const void *b)
{
    return -strcmp(*(char *const *)a, *(char *const *)b);
}

static bool cli_ends_in_rs(const char *path)
{
    size_t n = strlen(path);
    return n > 3 && strcmp(path + n - 3, ".rs") == 0 && path[n - 4] != '/';
}

static bool cli_matches_one_of(const cli_words *patterns, const char *path, bool is_folder)
{
    cli_glob glob;
    for (size_t i = 0; i < patterns->n; i++)
        if (cli_glob_read(patterns->at[i], strlen(patterns->at[i]), &glob) && cli_glob_matches(&glob, path, is_folder))
            return true;
    return false;
}

/* Whether a file in a folder is one that is read, or a folder one to enter. */
static bool cli_is_wanted(const input_walk *walk, const char *path, bool is_folder)
{
    const cli_options *options = walk->options;
    const char *rest = path + walk->n_folder;
    if (cli_matches_one_of(&options->excludes, rest, is_folder))
        return false;
    if (!is_folder &&
        !(options->includes.n ? cli_matches_one_of(&options->includes, rest, false) : cli_ends_in_rs(path)))
        return false;
    return !walk->ignore || !cli_ignore_has(walk->ignore, path, is_folder);
}

/* Pushes the entries of a folder, the last in byte order first. */
static bool cli_push_folder(input_walk *walk, path_stack *stack, const char *folder)
{
    DIR *stream = opendir(folder);
    if (stream == NULL) {
        cli_error("cannot read directory `%s`: %s", folder, strerror(errno));
        walk->inputs->n_failed++;
        return true;
    }
    size_t first = stack->n;
    bool fine = !walk->ignore || cli_ignore_enter(walk->ignore, folder);
    while (fine) {
        errno = 0;
        const struct dirent *entry = readdir(stream);
        if (entry == NULL)
            break;
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            fine = cli_push_path(stack, cli_join_path(folder, entry->d_name));
    }
    if (fine && errno != 0) {
        cli_error("cannot read directory `%s`: %s", folder, strerror(errno));
        walk->inputs->n_failed++;
    }
    closedir(stream);
    if (!fine)
        return cli_out_of_memory(walk);
    if (stack->n > first + 1)
        qsort(stack->paths + first, stack->n - first, sizeof *stack->paths, cli_last_first);
    return true;
}

/* Adds the files below that are wanted. Links to files are read, but links to directories are not entered, so there
 * are no loops and nothing is read twice. */
static bool cli_add_folder(input_walk *walk, const char *folder)
{
    path_stack stack = {0};
    const size_t n_folder = strlen(folder);
    walk->n_folder = n_folder + (n_folder > 0 && folder[n_folder - 1] != '/');
    walk->ignore = walk->options->no_ignore ? NULL : cli_ignore_new(folder);
    bool fine =
        walk->ignore || walk->options->no_ignore ? cli_push_folder(walk, &stack, folder) : cli_out_of_memory(walk);
    while (fine && stack.n > 0) {
        char *path = stack.paths[--stack.n];
        struct stat info;
        bool known = lstat(path, &info) == 0;
        if (!cli_is_wanted(walk, path, known && S_ISDIR(info.st_mode))) {
            free(path);
            continue;
        }
        if (known && S_ISDIR(info.st_mode)) {
            fine = cli_push_folder(walk, &stack, path);
            free(path);
            continue;
        }
        if (known && S_ISLNK(info.st_mode))
            known = stat(path, &info) == 0;
        if (!known || S_ISREG(info.st_mode))
            fine = cli_inputs_add_file(walk, path, known ? &info : NULL);
        else
            free(path);
    }
    while (stack.n > 0)
        free(stack.paths[--stack.n]);
    free(stack.paths);
    cli_ignore_free(walk->ignore);
    walk->ignore = NULL;
    return fine;
}

int cli_inputs_collect(const cli_options *options, cli_inputs *inputs)
{
    input_walk walk = {.options = options, .inputs = inputs};
    if (options->output != NULL && options->format != CLI_FORMAT_NPY)
        walk.output_exists = stat(options->output, &walk.output) == 0;
    if (options->edition == 0 && (walk.editions = cli_editions_new()) == NULL)
        cli_out_of_memory(&walk);
    for (size_t i = 0; i < options->n_inputs && walk.exit_status == CLI_EXIT_OK; i++) {
        const char *input = options->inputs[i];
        struct stat info;
        if (strcmp(input, "-") == 0) {
            cli_add_stdin(&walk);
            continue;
        }
        bool known = stat(input, &info) == 0;
        if (known && S_ISDIR(info.st_mode)) {
            inputs->several = true;
            walk.is_in_folder = true;
            cli_add_folder(&walk, input);
            walk.is_in_folder = false;
            continue;
        }
        char *name = strdup(input);
        if (name == NULL)
            cli_out_of_memory(&walk);
        else
            cli_inputs_add_file(&walk, name, known ? &info : NULL);
    }
    inputs->several = inputs->several || options->n_inputs > 1;
    cli_editions_free(walk.editions);
    return walk.exit_status;
}

void cli_inputs_free(cli_inputs *inputs)
{
    for (size_t i = 0; i < inputs->n; i++) {
        free((void *)(uintptr_t)inputs->sources[i].name);
        free((void *)(uintptr_t)inputs->sources[i].bytes);
    }
    free(inputs->sources);
    free(inputs->about);
    *inputs = (cli_inputs){0};
}
