/* cli_args.c: the words of the command line, with those of response files (@FILE) in their place. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* word is malloc'd and the list's from here on. */
static bool args_add(cli_args *args, char *word)
{
    if (word != NULL && args->n == args->capacity) {
        const size_t capacity = args->capacity == 0 ? 16 : 2 * args->capacity;
        char **at = realloc(args->at, capacity * sizeof *at);
        if (at != NULL) {
            args->at = at;
            args->capacity = capacity;
        }
    }
    if (word == NULL || args->n == args->capacity) {
        free(word);
        cli_error("out of memory");
        args->is_out_of_memory = true;
        return false;
    }
    args->at[args->n++] = word;
    return true;
}

/* Each line is a word, as it stands: rustc's form. `-` is standard input. */
static bool args_add_file(cli_args *args, const char *path)
{
    const bool is_stdin = strcmp(path, "-") == 0;
    errno = 0;
    FILE *file = is_stdin ? stdin : fopen(path, "rb");
    char *line = NULL;
    size_t capacity = 0;
    bool fine = true;
    while (file != NULL && fine) {
        ssize_t n = getline(&line, &capacity, file);
        if (n < 0)
            break;
        if (n > 0 && line[n - 1] == '\n')
            line[--n] = 0;
        if (n > 0 && line[n - 1] == '\r')
            line[--n] = 0;
        if (strlen(line) != (size_t)n) {
            cli_error("`%s` is no file of arguments: a line of it holds a NUL byte",
                      is_stdin ? "standard input" : path);
            fine = false;
        } else if (n > 0) {
            fine = args_add(args, strdup(line));
        }
    }
    const int error = errno;
    free(line);
    if (file == NULL || (fine && !feof(file))) {
        cli_error("cannot read the arguments in `%s`: %s", is_stdin ? "standard input" : path, strerror(error));
        if (file == NULL && error == ENOENT) {
            cli_similar_file(path);
            cli_hint("@FILE stands for the lines of FILE, each a word; an input that is called so is `./@%s`", path);
        }
        args->is_out_of_memory = error == ENOMEM;
        fine = false;
    }
    if (file != NULL && !is_stdin)
        fclose(file);
    return fine;
}

bool cli_args_expand(int argc, char **argv, cli_args *args)
{
    *args = (cli_args){0};
    for (int i = 1; i < argc; i++)
        if (!(argv[i][0] == '@' && argv[i][1] != 0 ? args_add_file(args, argv[i] + 1)
                                                   : args_add(args, strdup(argv[i]))))
            return false;
    return true;
}

void cli_args_free(cli_args *args)
{
    for (size_t i = 0; i < args->n; i++)
        free(args->at[i]);
    free(args->at);
    *args = (cli_args){0};
}
