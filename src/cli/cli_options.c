/* cli_options.c: the command line and --help. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef enum option_id {
    OPTION_EMIT,
    OPTION_FORMAT,
    OPTION_ENGINE,
    OPTION_DEVICE,
    OPTION_EDITION,
    OPTION_ERROR_FORMAT,
    OPTION_OUTPUT,
    OPTION_COLOR,
    OPTION_THREADS,
    OPTION_TIMINGS,
    OPTION_DEVICES,
    OPTION_VERSION,
    OPTION_HELP,
    OPTION_UNKNOWN
} option_id;

/* value: what the option takes, as --help shows it; NULL for nothing. */
typedef struct option_row {
    const char *name;
    char letter;
    const char *value;
    option_id id;
    const char *help;
} option_row;

static const option_row options_known[] = {
    {"emit", 0, "tokens|ast|check", OPTION_EMIT, "what to make of the sources (default: check)"},
    {"format", 0, "text|tsv|json|npy", OPTION_FORMAT, "how to write it (default: text); npy wants -o PREFIX"},
    {"output", 'o', "FILE", OPTION_OUTPUT, "write to FILE instead of standard output (npy: PREFIX.kind.npy, ...)"},
    {"edition", 0, "2015|2018|2021|2024|auto", OPTION_EDITION,
     "edition of the sources (default: 2024); auto asks Cargo.toml"},
    {"engine", 0, "auto|cpu|cuda", OPTION_ENGINE, "where to run (default: auto, by size of the input)"},
    {"device", 0, "N", OPTION_DEVICE, "CUDA device (default: 0)"},
    {"threads", 'j', "N", OPTION_THREADS, "CPU threads to use (default: 0, all)"},
    {"error-format", 0, "human|short|json", OPTION_ERROR_FORMAT, "how errors are shown (default: human)"},
    {"color", 0, "auto|always|never", OPTION_COLOR, "colour of errors (default: auto)"},
    {"timings", 0, NULL, OPTION_TIMINGS, "print times and speed on standard error"},
    {"devices", 0, NULL, OPTION_DEVICES, "list the devices that can be used (also with --format=json)"},
    {"version", 'V', NULL, OPTION_VERSION, "print the version"},
    {"help", 'h', NULL, OPTION_HELP, "print this"},
};
enum { N_OPTIONS = sizeof options_known / sizeof options_known[0] };

void cli_help(cli_writer *out)
{
    writer_string(out, "Usage: rustgc [OPTIONS] INPUT...\n\n"
                       "Turns Rust source into tokens and syntax trees and reports what is wrong with it.\n"
                       "INPUT is a file, a directory (every .rs file below it) or - for standard input.\n\n"
                       "Options:\n");
    for (size_t i = 0; i < N_OPTIONS; i++) {
        const option_row *row = &options_known[i];
        char left[64] = "      ";
        if (row->letter != 0)
            memcpy(left, (char[]){' ', ' ', '-', row->letter, ',', ' '}, 6);
        strcat(strcat(left, "--"), row->name);
        if (row->value != NULL)
            strcat(strcat(left, "="), row->value);
        if (strlen(left) > 32)
            writer_format(out, "%s\n%34s%s\n", left, "", row->help);
        else
            writer_format(out, "%-34s%s\n", left, row->help);
    }
    writer_string(out, "\nA value follows its option after `=` or as the next word; `--` ends the options.\n"
                       "Exit status: 0 no errors, 1 the source has errors, 2 wrong call, 3 the machine failed\n"
                       "(a file that cannot be read or written, no memory, no CUDA where it was asked for).\n"
                       "See rustgc(1) for the formats.\n");
}

static bool wrong_call(void)
{
    cli_hint("`rustgc --help` lists the options");
    return false;
}

/* Finds value among `choices`, words separated by `|`; -1 where it is none. */
static int choose(const char *choices, const char *value)
{
    size_t n_value = strlen(value);
    for (int i = 0;; i++) {
        size_t n_word = strcspn(choices, "|");
        if (n_word == n_value && memcmp(choices, value, n_word) == 0)
            return i;
        if (choices[n_word] == 0)
            return -1;
        choices += n_word + 1;
    }
}

static bool read_number(const char *value, long most, long *number)
{
    char *end;
    errno = 0;
    *number = strtol(value, &end, 10);
    return value[0] >= '0' && value[0] <= '9' && *end == 0 && errno == 0 && *number <= most;
}

static bool apply(const option_row *row, const char *value, cli_options *options)
{
    static const uint32_t editions[] = {2015, 2018, 2021, 2024, 0};
    static const rustg_engine engines[] = {RUSTG_ENGINE_AUTO, RUSTG_ENGINE_CPU, RUSTG_ENGINE_CUDA};
    static const cli_emit_kind emits[] = {CLI_EMIT_TOKENS, CLI_EMIT_AST, CLI_EMIT_CHECK};
    static const rustg_error_format error_formats[] = {RUSTG_FORMAT_HUMAN, RUSTG_FORMAT_SHORT, RUSTG_FORMAT_JSON};
    bool is_choice = row->value != NULL && strchr(row->value, '|') != NULL;
    int choice = is_choice ? choose(row->value, value) : 0;
    long number = 0;
    if (choice < 0) {
        cli_error("`%s` is no value of --%s; it takes one of %s", value, row->name, row->value);
        return wrong_call();
    }
    if (row->id == OPTION_DEVICE || row->id == OPTION_THREADS) {
        long most = row->id == OPTION_DEVICE ? INT32_MAX : 65536;
        if (!read_number(value, most, &number)) {
            cli_error("`%s` is no value of --%s; it takes a number from 0 to %ld", value, row->name, most);
            return wrong_call();
        }
    }
    switch (row->id) {
    case OPTION_EMIT: options->emit = emits[choice]; break;
    case OPTION_FORMAT: options->format = (cli_format)choice; break;
    case OPTION_ENGINE: options->engine = engines[choice]; break;
    case OPTION_DEVICE: options->device = (int32_t)number; break;
    case OPTION_EDITION: options->edition = editions[choice]; break;
    case OPTION_ERROR_FORMAT: options->error_format = error_formats[choice]; break;
    case OPTION_OUTPUT: options->output = value; break;
    case OPTION_COLOR: options->color = (cli_color)choice; break;
    case OPTION_THREADS: options->n_threads = (uint32_t)number; break;
    case OPTION_TIMINGS: options->timings = true; break;
    case OPTION_DEVICES: options->action = CLI_ACTION_DEVICES; break;
    case OPTION_VERSION: options->action = CLI_ACTION_VERSION; break;
    case OPTION_HELP: options->action = CLI_ACTION_HELP; break;
    case OPTION_UNKNOWN: break;
    }
    return true;
}

/* Reads the option at argv[*at], which begins with `-`, and its value; *at ends on the last word used. */
static bool read_option(int argc, char **argv, int *at, cli_options *options)
{
    const char *word = argv[*at];
    const option_row *row = NULL;
    const char *value = NULL;
    if (word[1] == '-') {
        size_t n_name = strcspn(word + 2, "=");
        for (size_t i = 0; i < N_OPTIONS && row == NULL; i++) {
            const char *name = options_known[i].name;
            if (strlen(name) == n_name && memcmp(name, word + 2, n_name) == 0)
                row = &options_known[i];
        }
        if (word[2 + n_name] == '=')
            value = word + 2 + n_name + 1;
    } else {
        for (size_t i = 0; i < N_OPTIONS && row == NULL; i++) {
            if (options_known[i].letter == word[1])
                row = &options_known[i];
        }
        if (row != NULL && word[2] != 0) {
            if (row->value == NULL)
                row = NULL;
            else
                value = word + 2;
        }
    }
    if (row == NULL) {
        cli_error("unknown option `%s`", word);
        return wrong_call();
    }
    if (row->value == NULL && value != NULL) {
        cli_error("--%s takes no value", row->name);
        return wrong_call();
    }
    if (row->value != NULL && value == NULL) {
        if (*at + 1 >= argc) {
            cli_error("--%s wants a value: %s", row->name, row->value);
            return wrong_call();
        }
        value = argv[++*at];
    }
    return apply(row, value, options);
}

/* What single options cannot tell: the combination. */
static bool combination_is_right(const cli_options *options)
{
    const char *problem = NULL;
    if (options->action == CLI_ACTION_DEVICES) {
        if (options->format != CLI_FORMAT_TEXT && options->format != CLI_FORMAT_JSON)
            problem = "--devices is written as text or json";
    } else if (options->action == CLI_ACTION_COMPILE) {
        if (options->n_inputs == 0)
            problem = "no input: name a file, a directory or `-`";
        else if (options->format == CLI_FORMAT_NPY && options->emit == CLI_EMIT_CHECK)
            problem = "--format=npy goes with --emit=tokens and --emit=ast";
        else if (options->format == CLI_FORMAT_NPY && (options->output == NULL || strcmp(options->output, "-") == 0))
            problem = "--format=npy writes several files and wants -o PREFIX";
        else if (options->output != NULL && options->output[0] == 0)
            problem = "the name after -o is empty";
    }
    if (problem == NULL)
        return true;
    cli_error("%s", problem);
    return wrong_call();
}

bool cli_options_read(int argc, char **argv, cli_options *options)
{
    *options = (cli_options){.edition = 2024};
    options->inputs = malloc((size_t)(argc > 0 ? argc : 1) * sizeof *options->inputs);
    if (options->inputs == NULL) {
        cli_error("out of memory");
        return false;
    }
    bool options_ended = false;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (options_ended || word[0] != '-' || word[1] == 0) {
            options->inputs[options->n_inputs++] = word;
        } else if (strcmp(word, "--") == 0) {
            options_ended = true;
        } else if (!read_option(argc, argv, &i, options)) {
            return false;
        }
    }
    if (!combination_is_right(options))
        return false;
    if (options->output != NULL && strcmp(options->output, "-") == 0)
        options->output = NULL;
    return true;
}
