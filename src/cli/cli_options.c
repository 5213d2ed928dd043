/* cli_options.c: the command line and --help. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef enum option_id {
    OPTION_EMIT,
    OPTION_DUMP_AFTER,
    OPTION_VERIFY_PASSES,
    OPTION_ARCH,
    OPTION_OPT_LEVEL,
    OPTION_CHECKS,
    OPTION_DEBUG,
    OPTION_MAX_REGISTERS,
    OPTION_COARSE_ENTRIES,
    OPTION_FAST_MATH,
    OPTION_CFG,
    OPTION_DEFINE,
    OPTION_RUN,
    OPTION_FOR,
    OPTION_GRID,
    OPTION_BLOCK,
    OPTION_SHARED,
    OPTION_ARG,
    OPTION_OUT,
    OPTION_PROFILE,
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
    OPTION_CACHE_INFO,
    OPTION_CACHE_CLEAR,
    OPTION_VERSION,
    OPTION_HELP,
    OPTION_UNKNOWN
} option_id;

/* value: what the option takes, as --help shows it; NULL for nothing; [=...] may be left out, and follows `=` only. */
typedef struct option_row {
    const char *name;
    char letter;
    const char *value;
    option_id id;
    const char *help;
} option_row;

static const option_row options_known[] = {
    {"emit", 0, "tokens|ast|check|cuda|ptx|cubin|fatbin|c|obj|so|ir|kernels|thir|ir-opt", OPTION_EMIT,
     "what to make of the sources (default: what -o's name ends in, else check)"},
    {"dump-after", 0, "NAME", OPTION_DUMP_AFTER, "kernels: what a stage or a pass of the optimizer leaves"},
    {"verify-passes", 0, NULL, OPTION_VERIFY_PASSES, "kernels: verify the IR behind each pass of the optimizer"},
    {"format", 0, "text|tsv|json|npy", OPTION_FORMAT, "how to write it (default: text); npy wants -o PREFIX"},
    {"output", 'o', "FILE", OPTION_OUTPUT, "write to FILE instead of standard output (npy: PREFIX.kind.npy, ...)"},
    {"edition", 0, "2015|2018|2021|2024|auto", OPTION_EDITION,
     "edition of the sources (default: 2024); auto asks Cargo.toml"},
    {"arch", 0, "sm_NN", OPTION_ARCH, "kernels: architecture, several times for several (default: sm_75)"},
    {"opt-level", 'O', "0|1|2|3", OPTION_OPT_LEVEL, "kernels: optimization (default: 3)"},
    {"checks", 0, "on|off", OPTION_CHECKS, "kernels: bounds and overflow checks (default: on)"},
    {"debug", 'g', NULL, OPTION_DEBUG, "kernels: line info to the Rust source"},
    {"coarse-entries", 0, NULL, OPTION_COARSE_ENTRIES,
     "kernels: further entries rustg_xN_NAME, N elements a thread, where possible"},
    {"maxrregcount", 0, "N", OPTION_MAX_REGISTERS, "kernels: at most N registers a thread"},
    {"fast-math", 0, NULL, OPTION_FAST_MATH, "kernels: faster, less exact floating point"},
    {"cfg", 0, "NAME[=\"VALUE\"]", OPTION_CFG, "kernels: set a cfg, several times for several"},
    {"define", 'D', "NAME[=VALUE]", OPTION_DEFINE, "CUDA C++ (a .cu input): define a macro, several times for several"},
    {"run", 0, "NAME", OPTION_RUN, "launch a kernel"},
    {"for", 0, "N", OPTION_FOR, "run: at least N threads, in blocks of a fitting size"},
    {"grid", 0, "X[,Y[,Z]]", OPTION_GRID, "run: blocks"},
    {"block", 0, "X[,Y[,Z]]", OPTION_BLOCK, "run: threads a block"},
    {"shared", 0, "BYTES", OPTION_SHARED, "run: dynamic shared memory"},
    {"arg", 0, "V", OPTION_ARG, "run: the next argument: a literal, or a .npy file for a slice"},
    {"out", 0, "INDEX=FILE", OPTION_OUT, "run: write the slice that is argument INDEX (from 0) to a .npy file"},
    {"profile", 0, "[=FILE]", OPTION_PROFILE,
     "run: print times of kernels and copies; FILE: write them as a Chrome trace"},
    {"engine", 0, "auto|cpu|cuda|interpreter", OPTION_ENGINE,
     "where to run (default: auto, by size); interpreter goes with --run"},
    {"device", 0, "N[,N]...", OPTION_DEVICE, "CUDA device (default: 0), or several, or `all`, which share the work"},
    {"threads", 'j', "N", OPTION_THREADS, "CPU threads to use (default: 0, all)"},
    {"error-format", 0, "human|short|json", OPTION_ERROR_FORMAT, "how errors are shown (default: human)"},
    {"color", 0, "auto|always|never", OPTION_COLOR, "colour of errors (default: auto)"},
    {"timings", 0, NULL, OPTION_TIMINGS, "print times and speed on standard error"},
    {"devices", 0, NULL, OPTION_DEVICES, "list the devices that can be used (also with --format=json)"},
    {"cache-info", 0, NULL, OPTION_CACHE_INFO, "show where the cache lies and what it holds (also with --format=json)"},
    {"cache-clear", 0, NULL, OPTION_CACHE_CLEAR, "delete what the cache holds"},
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
        char left[160] = "      ";
        if (row->letter != 0)
            memcpy(left, (char[]){' ', ' ', '-', row->letter, ',', ' '}, 6);
        strcat(strcat(left, "--"), row->name);
        if (row->value != NULL)
            strcat(strcat(left, row->value[0] == '[' ? "" : "="), row->value);
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

/* "8", "8,4" or "8,4,2" into three numbers above 0, 1 where none is given. */
static bool read_shape(const char *value, uint32_t shape[3])
{
    for (int axis = 0; axis < 3; axis++) {
        char *end;
        errno = 0;
        unsigned long number = *value >= '0' && *value <= '9' ? strtoul(value, &end, 10) : 0;
        if (number == 0 || number > INT32_MAX || errno)
            return false;
        shape[axis] = (uint32_t)number;
        if (*end == 0) {
            while (++axis < 3)
                shape[axis] = 1;
            return true;
        }
        if (*end != ',')
            return false;
        value = end + 1;
    }
    return false;
}

/* "0", "2,0,3" or "all". */
static bool read_devices(const char *value, cli_options *options)
{
    options->n_devices = RUSTG_ALL_DEVICES;
    if (strcmp(value, "all") == 0)
        return true;
    for (options->n_devices = 0; options->n_devices < RUSTG_MAX_DEVICES; value++) {
        char *end;
        errno = 0;
        long number = *value >= '0' && *value <= '9' ? strtol(value, &end, 10) : -1;
        if (number < 0 || number > INT32_MAX || errno)
            return false;
        options->devices[options->n_devices++] = (int32_t)number;
        value = end;
        if (*value == 0)
            return true;
        if (*value != ',')
            return false;
    }
    return false;
}

static void add_word(cli_words *words, const char *value)
{
    words->at[words->n++] = value;
}

/* Options that only kernels know. False: the value is wrong. */
static bool apply_to_kernels(const option_row *row, const char *value, int choice, long number,
                             cli_kernel_options *kernels)
{
    switch (row->id) {
    case OPTION_ARCH: add_word(&kernels->archs, value); return strncmp(value, "sm_", 3) == 0;
    case OPTION_OPT_LEVEL: kernels->opt_level = (uint32_t)choice; return true;
    case OPTION_CHECKS: kernels->no_checks = choice == 1; return true;
    case OPTION_DEBUG: kernels->debug = true; return true;
    case OPTION_VERIFY_PASSES: kernels->verify_passes = true; return true;
    case OPTION_MAX_REGISTERS: kernels->max_registers = (uint32_t)number; return true;
    case OPTION_FAST_MATH: kernels->fast_math = true; return true;
    case OPTION_COARSE_ENTRIES: kernels->coarse_entries = true; return true;
    case OPTION_CFG: add_word(&kernels->cfgs, value); return *value != 0;
    case OPTION_DEFINE: add_word(&kernels->defines, value); return *value != 0;
    case OPTION_RUN: kernels->run = value; return *value != 0;
    case OPTION_FOR: kernels->n_for = (uint64_t)number; return number > 0;
    case OPTION_GRID: return read_shape(value, kernels->grid);
    case OPTION_BLOCK: return read_shape(value, kernels->block);
    case OPTION_SHARED: kernels->shared_bytes = (uint32_t)number; return true;
    case OPTION_ARG: add_word(&kernels->args, value); return true;
    case OPTION_OUT: add_word(&kernels->outs, value); return strchr(value, '=') != NULL;
    case OPTION_PROFILE:
        kernels->profile = true;
        kernels->trace = value;
        return value == NULL || *value != 0;
    default: return true;
    }
}

/* The output that a file name ends in; RUSTG_N_OUTPUTS for none. */
static rustg_output output_of_name(const char *name)
{
    static const struct {
        const char *ending;
        rustg_output output;
    } endings[] = {
        {".cu", RUSTG_OUTPUT_CUDA},       {".ptx", RUSTG_OUTPUT_PTX}, {".cubin", RUSTG_OUTPUT_CUBIN},
        {".fatbin", RUSTG_OUTPUT_FATBIN}, {".c", RUSTG_OUTPUT_C},     {".o", RUSTG_OUTPUT_OBJ},
        {".so", RUSTG_OUTPUT_SO},         {".ir", RUSTG_OUTPUT_IR},
    };
    size_t n_name = name ? strlen(name) : 0;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t n = strlen(endings[i].ending);
        if (n_name > n && strcmp(name + n_name - n, endings[i].ending) == 0)
            return endings[i].output;
    }
    return RUSTG_N_OUTPUTS;
}

static bool is_number(option_id id)
{
    return id == OPTION_THREADS || id == OPTION_MAX_REGISTERS || id == OPTION_FOR || id == OPTION_SHARED;
}

/* choice: of the values of --emit, which are those of sources and then rustg_output's. */
static void apply_emit(int choice, cli_options *options)
{
    static const cli_emit_kind emits[] = {CLI_EMIT_TOKENS, CLI_EMIT_AST, CLI_EMIT_CHECK};
    options->emit_given = true;
    options->emit = choice < 3 ? emits[choice] : CLI_EMIT_CHECK;
    options->kernels.output = choice < 3 ? RUSTG_N_OUTPUTS : (rustg_output)(choice - 3);
}

static bool apply_dump_after(const char *name, cli_options *options)
{
    const char *emit;
    if (!cli_dump_after(name, &emit))
        return wrong_call();
    if (emit != NULL) {
        apply_emit(choose(options_known[OPTION_EMIT].value, emit), options);
        return true;
    }
    options->emit_given = true;
    options->emit = CLI_EMIT_CHECK;
    options->kernels.output = RUSTG_OUTPUT_DUMP;
    options->kernels.dump_after = name;
    return true;
}

static bool apply(const option_row *row, const char *value, cli_options *options)
{
    static const uint32_t editions[] = {2015, 2018, 2021, 2024, 0};
    static const rustg_engine engines[] = {RUSTG_ENGINE_AUTO, RUSTG_ENGINE_CPU, RUSTG_ENGINE_CUDA, RUSTG_ENGINE_CPU};
    static const rustg_error_format error_formats[] = {RUSTG_FORMAT_HUMAN, RUSTG_FORMAT_SHORT, RUSTG_FORMAT_JSON};
    bool is_choice = row->value != NULL && strchr(row->value, '|') != NULL;
    int choice = is_choice ? choose(row->value, value) : 0;
    long number = 0;
    if (choice < 0) {
        cli_error("`%s` is no value of --%s; it takes one of %s", value, row->name, row->value);
        return wrong_call();
    }
    if (is_number(row->id)) {
        long most = row->id == OPTION_FOR ? INT64_C(1) << 40 : row->id == OPTION_THREADS ? 65536 : INT32_MAX;
        if (!read_number(value, most, &number)) {
            cli_error("`%s` is no value of --%s; it takes a number from 0 to %ld", value, row->name, most);
            return wrong_call();
        }
    }
    if (!apply_to_kernels(row, value, choice, number, &options->kernels)) {
        cli_error("`%s` is no value of --%s; it takes %s", value, row->name, row->value);
        return wrong_call();
    }
    switch (row->id) {
    case OPTION_EMIT: apply_emit(choice, options); break;
    case OPTION_DUMP_AFTER: return apply_dump_after(value, options);
    case OPTION_FORMAT: options->format = (cli_format)choice; break;
    case OPTION_ENGINE:
        options->engine = engines[choice];
        options->kernels.interpret = choice == 3;
        break;
    case OPTION_DEVICE:
        if (!read_devices(value, options)) {
            cli_error("`%s` is no value of --device; it takes numbers from 0, at most %u of them with commas between, "
                      "or `all`",
                      value, (unsigned)RUSTG_MAX_DEVICES);
            return wrong_call();
        }
        break;
    case OPTION_EDITION: options->edition = editions[choice]; break;
    case OPTION_ERROR_FORMAT: options->error_format = error_formats[choice]; break;
    case OPTION_OUTPUT: options->output = value; break;
    case OPTION_COLOR: options->color = (cli_color)choice; break;
    case OPTION_THREADS: options->n_threads = (uint32_t)number; break;
    case OPTION_TIMINGS: options->timings = true; break;
    case OPTION_DEVICES: options->action = CLI_ACTION_DEVICES; break;
    case OPTION_CACHE_INFO: options->action = CLI_ACTION_CACHE_INFO; break;
    case OPTION_CACHE_CLEAR: options->action = CLI_ACTION_CACHE_CLEAR; break;
    case OPTION_VERSION: options->action = CLI_ACTION_VERSION; break;
    case OPTION_HELP: options->action = CLI_ACTION_HELP; break;
    default: break;
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
    if (row->value != NULL && row->value[0] != '[' && value == NULL) {
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
    if (options->action == CLI_ACTION_DEVICES || options->action == CLI_ACTION_CACHE_INFO ||
        options->action == CLI_ACTION_CACHE_CLEAR) {
        if (options->format != CLI_FORMAT_TEXT && options->format != CLI_FORMAT_JSON)
            problem = options->action == CLI_ACTION_DEVICES
                          ? "--devices is written as text or json"
                          : "--cache-info and --cache-clear are written as text or json";
    } else if (options->action == CLI_ACTION_COMPILE || options->action == CLI_ACTION_KERNELS) {
        const cli_kernel_options *kernels = &options->kernels;
        if (options->action == CLI_ACTION_COMPILE && (kernels->interpret || kernels->args.n || kernels->outs.n))
            problem = "--engine=interpreter, --arg and --out go with --run";
        else if (kernels->profile && !kernels->run)
            problem = "--profile goes with --run";
        else if (kernels->run && kernels->n_for == 0 && (kernels->grid[0] == 0 || kernels->block[0] == 0))
            problem = "--run wants --for N, or --grid and --block";
        else if (kernels->run && options->n_devices > 1)
            problem = "--run is on one device";
        else if (kernels->run && kernels->output != RUSTG_N_OUTPUTS)
            problem = "--run and --emit exclude each other";
        else if (options->n_inputs == 0)
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
    *options = (cli_options){.edition = 2024, .kernels = {.opt_level = 3, .output = RUSTG_N_OUTPUTS}};
    cli_kernel_options *kernels = &options->kernels;
    enum { N_WORD_LISTS = 5 };
    cli_words *const lists[N_WORD_LISTS] = {&kernels->archs, &kernels->cfgs, &kernels->defines, &kernels->args,
                                            &kernels->outs};
    size_t n_words = (size_t)(argc > 0 ? argc : 1);
    options->inputs = malloc((1 + N_WORD_LISTS) * n_words * sizeof *options->inputs);
    if (options->inputs == NULL) {
        cli_error("out of memory");
        return false;
    }
    for (size_t i = 0; i < N_WORD_LISTS; i++)
        lists[i]->at = options->inputs + (i + 1) * n_words;
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
    if (!options->emit_given && !kernels->run)
        kernels->output = output_of_name(options->output);
    if (options->action == CLI_ACTION_COMPILE && (kernels->run || kernels->output != RUSTG_N_OUTPUTS))
        options->action = CLI_ACTION_KERNELS;
    if (!combination_is_right(options))
        return false;
    if (options->output != NULL && strcmp(options->output, "-") == 0)
        options->output = NULL;
    return true;
}

void cli_options_free(cli_options *options)
{
    free(options->inputs);
    options->inputs = NULL;
}
