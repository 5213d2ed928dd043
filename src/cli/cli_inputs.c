/* cli_inputs.c: turns files, directories and standard input into a list of sources. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Standard input to its end, malloc'd. *status is CLI_EXIT_OK where only this source cannot be read. */
static uint8_t *inputs_read_stdin(size_t *n_bytes, int *status)
{
    size_t n = 0, capacity = (size_t)1 << 16;
    uint8_t *bytes = malloc(capacity);
    *status = CLI_EXIT_OK;
    for (;;) {
        if (bytes != NULL && n == capacity) {
            uint8_t *larger = capacity > SIZE_MAX / 2 ? NULL : realloc(bytes, 2 * capacity);
            if (larger == NULL)
                free(bytes);
            bytes = larger;
            capacity *= 2;
        }
        if (bytes == NULL) {
            *status = cli_no_memory();
            return NULL;
        }
        ssize_t got = read(STDIN_FILENO, bytes + n, capacity - n);
        if (got > 0 && n + (size_t)got > (size_t)CLI_STREAM_KIB << 10) {
            cli_error("standard input is longer than 1 GiB");
            cli_hint("give the name of the file");
            free(bytes);
            return NULL;
        }
        if (got > 0)
            n += (size_t)got;
        else if (got == 0)
            break;
        else if (errno != EINTR) {
            cli_error("cannot read standard input: %s", strerror(errno));
            free(bytes);
            return NULL;
        }
    }
    *n_bytes = n;
    return bytes;
}

/* The words of the command line as paths, malloc'd, `-` under the name that its source has. *at_stdin: its index, or
 * n_inputs. */
static int inputs_paths(const cli_options *options, const char ***paths, size_t *at_stdin)
{
    *at_stdin = options->n_inputs;
    for (size_t i = 0; i < options->n_inputs; i++) {
        if (strcmp(options->inputs[i], "-") != 0)
            continue;
        if (*at_stdin < options->n_inputs) {
            cli_error("`-` may be given once");
            return CLI_EXIT_CALL;
        }
        *at_stdin = i;
    }
    *paths = malloc((options->n_inputs + 1) * sizeof **paths);
    if (*paths == NULL)
        return cli_no_memory();
    for (size_t i = 0; i < options->n_inputs; i++)
        (*paths)[i] = i == *at_stdin ? "<stdin>" : options->inputs[i];
    return CLI_EXIT_OK;
}

static void inputs_report(const rustg_found *found, cli_inputs *inputs)
{
    size_t n;
    const rustg_find_problem *problems = rustg_found_problems(found, &n);
    for (size_t i = 0; i < n; i++) {
        if (problems[i].is_left_out)
            cli_error("%s", problems[i].message);
        else
            cli_warning("%s", problems[i].message);
        inputs->n_failed += problems[i].is_left_out != 0;
    }
}

/* Copies what was found, with the bytes of standard input in their place. */
static int inputs_take(cli_inputs *inputs, size_t at_stdin)
{
    size_t n;
    int status = CLI_EXIT_OK;
    const rustg_source *sources = rustg_found_sources(inputs->found, &n);
    const rustg_found_source *about = rustg_found_about(inputs->found);
    inputs->sources = malloc((n + 1) * sizeof *inputs->sources);
    inputs->about = malloc((n + 1) * sizeof *inputs->about);
    if (inputs->sources == NULL || inputs->about == NULL)
        return cli_no_memory();
    for (size_t i = 0; i < n && status == CLI_EXIT_OK; i++) {
        rustg_source source = sources[i];
        uint64_t n_bytes = about[i].n_bytes;
        if (about[i].path == at_stdin && inputs->stdin_bytes == NULL) {
            inputs->stdin_bytes = inputs_read_stdin(&source.n_bytes, &status);
            inputs->n_failed += inputs->stdin_bytes == NULL;
            if (inputs->stdin_bytes == NULL)
                continue;
            source.bytes = inputs->stdin_bytes;
            n_bytes = source.n_bytes;
        }
        inputs->sources[inputs->n] = source;
        inputs->about[inputs->n++] = (cli_input_about){n_bytes, !about[i].in_folder};
    }
    return status;
}

/* Whether none of the sources is the file that will be written. */
static bool inputs_leave_output(const cli_options *options, const cli_inputs *inputs)
{
    struct stat output, info;
    if (options->output == NULL || options->format == CLI_FORMAT_NPY || stat(options->output, &output) != 0 ||
        !S_ISREG(output.st_mode))
        return true;
    for (size_t i = 0; i < inputs->n; i++) {
        const char *name = inputs->sources[i].name;
        if (inputs->sources[i].bytes == NULL && stat(name, &info) == 0 && info.st_dev == output.st_dev &&
            info.st_ino == output.st_ino) {
            cli_error("`%s` is both an input and the output", name);
            return false;
        }
    }
    return true;
}

int cli_inputs_collect(const cli_options *options, cli_inputs *inputs)
{
    struct stat info;
    size_t at_stdin;
    const char **paths;
    int status = inputs_paths(options, &paths, &at_stdin);
    if (status != CLI_EXIT_OK)
        return status;
    const rustg_find_options find = {.struct_size = sizeof find,
                                     .includes = options->includes.at,
                                     .excludes = options->excludes.at,
                                     .n_includes = options->includes.n,
                                     .n_excludes = options->excludes.n,
                                     .no_ignore = options->no_ignore,
                                     .edition = options->edition};
    rustg_error error;
    const rustg_status found = rustg_find_sources(paths, options->n_inputs, &find, &inputs->found, &error);
    free(paths);
    if (found != RUSTG_OK) {
        cli_status_error(found, &error);
        return CLI_EXIT_MACHINE;
    }
    inputs->several = options->n_inputs > 1 || (options->n_inputs == 1 && at_stdin > 0 &&
                                                stat(options->inputs[0], &info) == 0 && S_ISDIR(info.st_mode));
    inputs_report(inputs->found, inputs);
    status = inputs_take(inputs, at_stdin);
    return status != CLI_EXIT_OK || inputs_leave_output(options, inputs) ? status : CLI_EXIT_CALL;
}

void cli_inputs_free(cli_inputs *inputs)
{
    free(inputs->sources);
    free(inputs->about);
    free(inputs->stdin_bytes);
    rustg_found_free(inputs->found);
    *inputs = (cli_inputs){0};
}
