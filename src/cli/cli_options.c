/* cli_options.c: reads the command line and prints --help. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

typedef enum option_id {
#define OPTION(id, name, letter, value, most, help) OPTION_##id,
#include "cli/cli_option.def"
    OPTION_UNKNOWN
} option_id;

/* The columns of cli_option.def. */
typedef struct option_row {
    const char *word, *name; /* with and without the two dashes */
    char letter;
    const char *value;
    int64_t most;
    const char *help;
    option_id id;
} option_row;
const char CLI_CHOICES[] = "";
static const option_row options_known[] = {
#define OPTION(id, name, letter, value, most, help) {"--" name, name, letter, value, most, help, OPTION_##id},
#include "cli/cli_option.def"
};
enum { N_OPTIONS = sizeof options_known / sizeof options_known[0] };
_Static_assert(N_OPTIONS <= 64, "cli_options.given has a bit for each");

enum { CLI_ENGINE_INTERPRETER = -1 };
static const struct choice {
    option_id id;
    const char *word;
    int value;
} options_choices[] = {
#define OPTION(id, name, letter, value, most, help)
#define CHOICE(id, word, value) {OPTION_##id, word, value},
#include "cli/cli_option.def"
};
enum { N_CHOICES = sizeof options_choices / sizeof options_choices[0] };

static const struct emit_choice {
    const char *word;
    cli_emit_kind emit;
    cli_text text;
    rustg_output output;
    const char *ending;
} emits[] = {
#define EMIT(word, kind, text, output, ending) {word, CLI_EMIT_##kind, text, output, ending},
#include "cli/cli_emit.def"
};
enum { N_EMITS = sizeof emits / sizeof emits[0] };

static bool cli_emit_is_of_sources(const struct emit_choice *row)
{
    return row->text == CLI_N_TEXTS && row->output == RUSTG_N_OUTPUTS;
}

const char *cli_emit_word(cli_emit_kind emit)
{
    size_t i = 0;
    while (i + 1 < N_EMITS && (emits[i].emit != emit || !cli_emit_is_of_sources(&emits[i])))
        i++;
    return emits[i].word;
}

/* What the option takes: its words with `|` between them, the text of its row, or "" for nothing. */
typedef struct option_value {
    char text[192];
} option_value;

static option_value cli_options_value_of(const option_row *row)
{
    option_value v = {""};
    size_t n = 0;
    if (row->value != CLI_CHOICES) {
        snprintf(v.text, sizeof v.text, "%s", row->value ? row->value : "");
        return v;
    }
    for (size_t i = 0; i < N_CHOICES && n < sizeof v.text; i++)
        if (options_choices[i].id == row->id && options_choices[i].word[0])
            n += (size_t)snprintf(v.text + n, sizeof v.text - n, "%s%s", n ? "|" : "", options_choices[i].word);
    return v;
}

void cli_help(cli_writer *out)
{
    writer_string(out, "Usage: rustgc [OPTIONS] INPUT...\n\n"
                       "Turns Rust source into tokens and syntax trees and reports what is wrong with it.\n"
                       "INPUT is a file, a directory (every .rs file below it) or - for standard input.\n\n"
                       "Options:\n");
    for (size_t i = 0; i < N_OPTIONS; i++) {
        const option_row *row = &options_known[i];
        const option_value value = cli_options_value_of(row);
        char left[256] = "      ";
        if (row->letter != 0)
            memcpy(left, (char[]){' ', ' ', '-', row->letter, ',', ' '}, 6);
        strcat(strcat(left, "--"), row->name);
        if (row->value != NULL)
            strcat(strcat(left, value.text[0] == '[' ? "" : "="), value.text);
        if (strlen(left) > 32)
            writer_format(out, "%s\n%34s%s\n", left, "", row->help);
        else
            writer_format(out, "%-34s%s\n", left, row->help);
    }
    writer_string(out,
                  "\nA value follows its option after `=` or as the next word; `--` ends the options; @FILE stands\n"
                  "for the lines of FILE, each a word.\n"
                  "Exit status: 0 no errors, 1 the source has errors, 2 wrong call, 3 the machine failed\n"
                  "(a file that cannot be read or written, no memory, no CUDA where it was asked for).\n"
                  "See rustgc(1) for the formats.\n");
}

bool cli_wrong_call(const cli_similar *similar)
{
    if (similar != NULL && similar->word != NULL)
        cli_hint("did you mean `%s`?", similar->word);
    cli_hint("`rustgc --help` lists the options");
    return false;
}

/* The place of the word among the choices, or N_CHOICES if the option has no such choice. */
static size_t cli_choose(option_id id, const char *word, size_t n)
{
    size_t i = 0;
    while (i < N_CHOICES && (options_choices[i].id != id || n == 0 || strlen(options_choices[i].word) != n ||
                             memcmp(options_choices[i].word, word, n) != 0))
        i++;
    return i;
}

static bool cli_options_read_number(const char *value, int64_t most, int64_t *number)
{
    char *end;
    errno = 0;
    *number = strtoll(value, &end, 10);
    return value[0] >= '0' && value[0] <= '9' && *end == 0 && errno == 0 && *number <= most;
}

/* "8", "8,4" or "8,4,2" into three numbers above 0, 1 where none is given. */
static bool cli_read_shape(const char *value, uint32_t shape[3])
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
static bool cli_read_devices(const char *value, cli_options *options)
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

/* "3/8". */
static bool cli_read_shard(const char *value, cli_options *options)
{
    enum { MOST_SHARDS = 1000000 };
    int64_t at, n;
    const char *slash = strchr(value, '/');
    char first[16];
    const int n_first = slash ? snprintf(first, sizeof first, "%.*s", (int)(slash - value), value) : 0;
    if (n_first <= 0 || n_first >= (int)sizeof first || !cli_options_read_number(first, MOST_SHARDS, &at) ||
        !cli_options_read_number(slash + 1, MOST_SHARDS, &n) || at < 1 || at > n)
        return false;
    options->shard = (uint32_t)at;
    options->n_shards = (uint32_t)n;
    return true;
}

static void cli_add_word(cli_words *words, const char *value)
{
    words->at[words->n++] = value;
}

/* False: the name is none, or what C compilers call their warnings. */
static bool cli_add_lint(cli_kernel_options *kernels, rustg_lint_level level, const char *name)
{
    static const char *const of_c[] = {"all", "extra", "error", "pedantic"};
    for (size_t i = 0; i < sizeof of_c / sizeof *of_c; i++)
        if (strcmp(name, of_c[i]) == 0)
            return false;
    kernels->lints[kernels->n_lints++] = (rustg_lint){name, (uint32_t)level};
    return *name != 0 && strncmp(name, "no-", 3) != 0;
}

/* "sm_90", "90" and "native", to which cli_archs_resolve gives the first form. */
static bool cli_is_arch(const char *value)
{
    const char *number = strncmp(value, "sm_", 3) == 0 ? value + 3 : value;
    const size_t n = strspn(number, "0123456789");
    const bool has_end = number[n] == 0 || (number[n] >= 'a' && number[n] <= 'z' && number[n + 1] == 0);
    return strcmp(value, "native") == 0 || (n >= 2 && n <= 4 && number[0] != '0' && has_end);
}

/* "sm_90" for "sm90", "compute_90" and "9.0". */
static bool cli_guess_arch(const char *value, char arch[16])
{
    size_t n = 0;
    char digits[4];
    for (const char *c = value; *c; c++) {
        if (*c >= '0' && *c <= '9' && n == sizeof digits - 1)
            return false;
        if (*c >= '0' && *c <= '9')
            digits[n++] = *c;
    }
    digits[n] = 0;
    snprintf(arch, 16, "sm_%s", digits);
    return n >= 2 && digits[0] != '0';
}

/* Applies an option that only kernels have. False: the value is wrong. */
static bool cli_apply_to_kernels(option_id id, const char *value, int choice, int64_t number,
                                 cli_kernel_options *kernels)
{
    switch (id) {
    case OPTION_ARCH: cli_add_word(&kernels->archs, value); return cli_is_arch(value);
    case OPTION_OPT_LEVEL: kernels->opt_level = (uint32_t)choice; return true;
    case OPTION_CHECKS: kernels->no_checks = !choice; return true;
    case OPTION_DEBUG: kernels->debug = true; return true;
    case OPTION_VERIFY_PASSES: kernels->verify_passes = true; return true;
    case OPTION_MAX_REGISTERS: kernels->max_registers = (uint32_t)number; return true;
    case OPTION_CC_SECONDS: kernels->cc_seconds = number ? (uint32_t)number : UINT32_MAX; return true;
    case OPTION_CC_MEMORY: kernels->cc_mebibytes = number ? (uint32_t)number : UINT32_MAX; return true;
    case OPTION_BACKEND: kernels->backend = (uint32_t)choice; return true;
    case OPTION_ALLOW: return cli_add_lint(kernels, RUSTG_LINT_ALLOW, value);
    case OPTION_WARN: return cli_add_lint(kernels, RUSTG_LINT_WARN, value);
    case OPTION_DENY: return cli_add_lint(kernels, RUSTG_LINT_DENY, value);
    case OPTION_FORBID: return cli_add_lint(kernels, RUSTG_LINT_FORBID, value);
    case OPTION_CAP_LINTS: kernels->caps_lints = choice != 0; return true;
    case OPTION_FAST_MATH: kernels->fast_math = true; return true;
    case OPTION_COARSE_ENTRIES: kernels->coarse_entries = true; return true;
    case OPTION_ABI: kernels->for_tvm_ffi = choice != 0; return true;
    case OPTION_CFG: cli_add_word(&kernels->cfgs, value); return *value != 0;
    case OPTION_INSTANCE: cli_add_word(&kernels->instances, value); return *value != 0;
    case OPTION_DEFINE: cli_add_word(&kernels->defines, value); return *value != 0;
    case OPTION_INCLUDE_DIR: cli_add_word(&kernels->include_dirs, value); return *value != 0;
    case OPTION_OUT_DIR: kernels->out_dir = value; return *value != 0;
    case OPTION_RUN:
        kernels->run = value;
        if (strchr(value, '<'))
            cli_add_word(&kernels->instances, value);
        return *value != 0;
    case OPTION_FOR: kernels->n_for = (uint64_t)number; return true;
    case OPTION_GRID: return cli_read_shape(value, kernels->grid);
    case OPTION_BLOCK: return cli_read_shape(value, kernels->block);
    case OPTION_SHARED: kernels->shared_bytes = (uint32_t)number; return true;
    case OPTION_ARG: cli_add_word(&kernels->args, value); return true;
    case OPTION_OUT: cli_add_word(&kernels->outs, value); return *value != 0;
    case OPTION_PROFILE:
        kernels->profile = true;
        kernels->trace = value;
        return value == NULL || *value != 0;
#define OPTION(id, name, letter, value, most, help) case OPTION_##id:
#define KERNEL_OPTION(id, name, letter, value, most, help)
#include "cli/cli_option.def"
    case OPTION_UNKNOWN: break;
    }
    return true;
}

/* Whether a word is that name but for case and what stands between its parts: "opengl-es". */
static bool cli_is_spelling_of(const char *name, const char *word)
{
    while (*name && *word) {
        if (*word == '-' || *word == '_' || *word == ' ')
            word++;
        else if (*name == ' ')
            name++;
        else if (tolower((unsigned char)*name++) != tolower((unsigned char)*word++))
            return false;
    }
    return !*name && !*word;
}

/* Says why rustg has no such GPU interface. False: it knows of none of that name. */
static bool cli_hint_interface(const char *name)
{
    const rustg_gpu_interface *known;
    for (size_t i = 0; (known = rustg_gpu_interface_at(i)) != NULL; i++) {
        if (cli_is_spelling_of(known->name, name)) {
            cli_hint("rustg has no %s: it %s", known->name, known->reason);
            return true;
        }
    }
    return false;
}

static bool cli_is_other_arch(const char *value)
{
#define OTHER_ARCH(begin, name)                                                                                        \
    if (strncasecmp(value, begin, sizeof begin - 1) == 0)                                                              \
        return cli_hint_interface(name);
#include "cli/cli_other_word.def"
    return false;
}

/* Says what the option takes and what may be meant; of an engine that is a GPU interface, why there is none. */
static bool cli_wrong_choice(option_id id, const char *name, const char *value, size_t n)
{
    const option_row *row = options_known;
    while (row->id != id)
        row++;
    cli_similar similar = {0};
    cli_error("`%.*s` is no value of --%s; it takes one of %s", (int)n, value, name, cli_options_value_of(row).text);
    for (size_t i = 0; i < N_CHOICES; i++)
        if (options_choices[i].id == id)
            cli_similar_add(&similar, value, n, options_choices[i].word);
    if (id == OPTION_EMIT && cli_other_word(CLI_OTHER_EMIT, value, n))
        similar.word = NULL;
    const char *interface = value;
#define SAME_ENGINE(spelling, meant)                                                                                   \
    if (id == OPTION_ENGINE && strcasecmp(value, spelling) == 0)                                                       \
        similar.word = meant;
#define OTHER_ENGINE(word, name)                                                                                       \
    if (cli_is_spelling_of(word, value))                                                                               \
        interface = name;
#define OTHER_PLATFORM(spelling, name, reason)                                                                         \
    if (id == OPTION_ENGINE && cli_is_spelling_of(spelling, value)) {                                                  \
        cli_hint("rustg has no %s: it %s", name, reason);                                                              \
        similar.word = NULL;                                                                                           \
    }
#include "cli/cli_other_word.def"
    if (id == OPTION_ENGINE && cli_hint_interface(interface))
        similar.word = NULL;
    return cli_wrong_call(&similar);
}

/* Outputs of kernels are added to those given before; what is written of sources replaces all. */
static void cli_apply_emit(const struct emit_choice *row, cli_options *options)
{
    cli_kernel_options *kernels = &options->kernels;
    options->emit_given = true;
    options->emit = row->emit;
    if (row->output != RUSTG_N_OUTPUTS) {
        kernels->outputs |= 1u << row->output;
    } else if (row->text != CLI_N_TEXTS) {
        kernels->texts |= 1u << row->text;
    } else {
        kernels->outputs = 0;
        kernels->texts = 0;
    }
}

static const struct emit_choice *cli_emit_row(const char *word, size_t n)
{
    size_t i = 0;
    while (i < N_EMITS && (strlen(emits[i].word) != n || n == 0 || memcmp(emits[i].word, word, n) != 0))
        i++;
    return i < N_EMITS ? &emits[i] : NULL;
}

/* One word, or several with commas between them. */
static bool cli_apply_emits(const char *value, cli_options *options)
{
    bool has_source = false, has_several = strchr(value, ',') != NULL;
    for (const char *at = value;; at++) {
        const size_t n = strcspn(at, ",");
        const struct emit_choice *row = cli_emit_row(at, n);
        if (row == NULL)
            return cli_wrong_choice(OPTION_EMIT, "emit", at, n);
        has_source |= cli_emit_is_of_sources(row);
        cli_apply_emit(row, options);
        at += n;
        if (*at == 0)
            break;
    }
    if (!has_source || !has_several)
        return true;
    cli_error("--emit=%s: tokens, ast and check are written alone", value);
    return cli_wrong_call(NULL);
}

/* Takes the output that a file name ends in, if there is one. */
static void cli_apply_ending(const char *name, cli_options *options)
{
    size_t n_name = name ? strlen(name) : 0;
    for (size_t i = 0; i < N_EMITS; i++) {
        size_t n = strlen(emits[i].ending);
        if (n > 0 && n_name > n && strcmp(name + n_name - n, emits[i].ending) == 0) {
            cli_apply_emit(&emits[i], options);
            return;
        }
    }
}

/* A name after -o without --emit or --format whose ending asks for nothing. */
static bool cli_ending_is_wrong(const cli_options *options)
{
    const char *name = options->output, *slash = name ? strrchr(name, '/') : NULL;
    const char *ending = name ? strrchr(slash ? slash : name, '.') : NULL;
    struct stat about;
    const bool is_file = name && *name && strcmp(name, "-") != 0 && (stat(name, &about) != 0 || S_ISREG(about.st_mode));
    if (!is_file || options->emit_given || options->format_given || options->kernels.run || options->n_shards > 0 ||
        options->action != CLI_ACTION_COMPILE)
        return false;
    if (!ending || ending[1] == 0) {
        cli_error("`%s` after -o does not say what to write: it has no ending, such as `.ptx`", name);
        cli_hint("--emit says what to write, whatever the name");
        cli_wrong_call(NULL);
        return true;
    }
    cli_similar similar = {0};
    cli_error("`%s` after -o does not say what to write: no output's name ends in `%s`", name, ending);
    /* one letter is like any other */
    if (!cli_other_word(CLI_OTHER_ENDING, ending, strlen(ending)) && ending[2] != 0)
        for (size_t i = 0; i < N_EMITS; i++)
            cli_similar_add(&similar, ending, strlen(ending), strlen(emits[i].ending) > 2 ? emits[i].ending : "");
    cli_hint("--emit says what to write, whatever the name");
    cli_wrong_call(&similar);
    return true;
}

static bool cli_apply_dump_after(const char *name, cli_options *options)
{
    const char *emit;
    if (!cli_dump_after(name, &emit))
        return false;
    if (emit != NULL) {
        return cli_apply_emits(emit, options);
    }
    options->emit_given = true;
    options->emit = CLI_EMIT_CHECK;
    options->kernels.outputs |= 1u << RUSTG_OUTPUT_DUMP;
    options->kernels.dump_after = name;
    return true;
}

static bool cli_options_apply(const option_row *row, const char *value, cli_options *options)
{
    int choice = 0;
    int64_t number = 0;
    if (row->value == CLI_CHOICES && row->id != OPTION_EMIT) {
        size_t i = cli_choose(row->id, value, strlen(value));
        if (i == N_CHOICES)
            return cli_wrong_choice(row->id, row->name, value, strlen(value));
        choice = options_choices[i].value;
    }
    const int64_t least = row->id == OPTION_FOR;
    if (row->most > 0 && (!cli_options_read_number(value, row->most, &number) || number < least)) {
        cli_error("`%s` is no value of --%s; it takes a number from %lld to %lld", value, row->name, (long long)least,
                  (long long)row->most);
        return cli_wrong_call(NULL);
    }
    if (!cli_apply_to_kernels(row->id, value, choice, number, &options->kernels)) {
        char arch[16];
        cli_error("`%s` is no value of --%s; it takes %s", value, row->name, row->value);
        const bool is_guessed = row->id == OPTION_ARCH && !cli_is_other_arch(value) && cli_guess_arch(value, arch);
        cli_similar similar = {.word = is_guessed ? arch : NULL};
        return cli_wrong_call(&similar);
    }
    switch (row->id) {
    case OPTION_EMIT: return cli_apply_emits(value, options);
    case OPTION_DUMP_AFTER: return cli_apply_dump_after(value, options);
    case OPTION_FORMAT:
        options->format = (cli_format)choice;
        options->format_given = true;
        break;
    case OPTION_ENGINE:
        options->kernels.interpret = choice == CLI_ENGINE_INTERPRETER;
        options->engine = options->kernels.interpret ? RUSTG_ENGINE_CPU : (rustg_engine)choice;
        break;
    case OPTION_DEVICE:
        if (!cli_read_devices(value, options)) {
            cli_error("`%s` is no value of --device; it takes numbers from 0, at most %u of them with commas between, "
                      "or `all`",
                      value, (unsigned)RUSTG_MAX_DEVICES);
            cli_similar similar = {0};
            cli_similar_add(&similar, value, strlen(value), "all");
            return cli_wrong_call(&similar);
        }
        break;
    case OPTION_EDITION: options->edition = (uint32_t)choice; break;
    case OPTION_ERROR_LIMIT:
        options->error_limit = (uint64_t)number;
        options->has_error_limit = true;
        return true;
    case OPTION_ERROR_FORMAT: options->error_format = (rustg_error_format)choice; break;
    case OPTION_OUTPUT: options->output = value; break;
    case OPTION_COLOR: options->color = (cli_color)choice; break;
    case OPTION_THREADS: options->n_threads = (uint32_t)number; break;
    case OPTION_SYNTAX_ONLY: options->syntax_only = true; break;
    case OPTION_INCLUDE: cli_add_word(&options->includes, value); break;
    case OPTION_EXCLUDE: cli_add_word(&options->excludes, value); break;
    case OPTION_NO_IGNORE: options->no_ignore = true; break;
    case OPTION_WATCH: options->watch = true; break;
    case OPTION_SHARD:
        if (!cli_read_shard(value, options)) {
            cli_error("`%s` is no value of --shard; it takes I/N, as 3/8, with I from 1 to N", value);
            return cli_wrong_call(NULL);
        }
        break;
    case OPTION_TIMINGS: options->timings = true; break;
    case OPTION_EXPLAIN:
        options->action = CLI_ACTION_EXPLAIN;
        options->explain = value;
        break;
    case OPTION_DEVICES: options->action = CLI_ACTION_DEVICES; break;
    case OPTION_CACHE_INFO: options->action = CLI_ACTION_CACHE_INFO; break;
    case OPTION_CACHE_CLEAR: options->action = CLI_ACTION_CACHE_CLEAR; break;
    case OPTION_COMPLETIONS:
        options->action = CLI_ACTION_COMPLETIONS;
        options->shell = (cli_shell)choice;
        break;
    case OPTION_VERSION: options->action = CLI_ACTION_VERSION; break;
    case OPTION_HELP: options->action = CLI_ACTION_HELP; break;
#define OPTION(id, name, letter, value, most, help)
#define KERNEL_OPTION(id, name, letter, value, most, help) case OPTION_##id:
#include "cli/cli_option.def"
    case OPTION_UNKNOWN: break;
    }
    return true;
}

/* Reads the option at args->at[*at], which begins with `-`, and its value. *at ends on the last word that was used. */
static bool cli_options_read_option(const cli_args *args, size_t *at, cli_options *options)
{
    const char *word = args->at[*at];
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
        cli_similar similar = {0};
        for (size_t i = 0; i < N_OPTIONS; i++)
            cli_similar_add(&similar, word, strcspn(word, "="), options_known[i].word);
        cli_error("unknown option `%s`", word);
        const char *name = word + strspn(word, "-");
        return cli_wrong_call(cli_other_word(CLI_OTHER_OPTION, name, strcspn(name, "=")) ? NULL : &similar);
    }
    if (row->value == NULL && value != NULL) {
        cli_error("--%s takes no value", row->name);
        return cli_wrong_call(NULL);
    }
    /* rustc's -O, which has no level. */
    const char *next = *at + 1 < args->n ? args->at[*at + 1] : "";
    if (row->id == OPTION_OPT_LEVEL && word[1] != '-' && !value && cli_choose(row->id, next, strlen(next)) == N_CHOICES)
        value = "3";
    if (row->value != NULL && row->value[0] != '[' && value == NULL) {
        if (*at + 1 >= args->n) {
            cli_error("--%s wants a value: %s", row->name, cli_options_value_of(row).text);
            return cli_wrong_call(NULL);
        }
        value = args->at[++*at];
    }
    options->given |= UINT64_C(1) << row->id;
    return cli_options_apply(row, value, options);
}

bool cli_options_read(const cli_args *args, cli_options *options)
{
    enum { OPT_LEVEL_UNSAID = 4 };
    *options = (cli_options){.kernels = {.opt_level = OPT_LEVEL_UNSAID}, .watch_to = -1};
    cli_kernel_options *kernels = &options->kernels;
    enum { N_WORD_LISTS = 9 };
    cli_words *const lists[N_WORD_LISTS] = {&kernels->archs,    &kernels->cfgs,         &kernels->defines,
                                            &kernels->args,     &kernels->outs,         &options->includes,
                                            &options->excludes, &kernels->include_dirs, &kernels->instances};
    const size_t n_words = args->n + 1;
    options->inputs = malloc((1 + N_WORD_LISTS) * n_words * sizeof *options->inputs);
    kernels->arch_names = calloc(n_words, sizeof *kernels->arch_names);
    kernels->lints = calloc(n_words, sizeof *kernels->lints);
    if (options->inputs == NULL || kernels->arch_names == NULL || kernels->lints == NULL) {
        cli_error("out of memory");
        options->is_out_of_memory = true;
        return false;
    }
    for (size_t i = 0; i < N_WORD_LISTS; i++)
        lists[i]->at = options->inputs + (i + 1) * n_words;
    bool options_ended = false;
    for (size_t i = 0; i < args->n; i++) {
        const char *word = args->at[i];
        if (options_ended || word[0] != '-' || word[1] == 0) {
            options->inputs[options->n_inputs++] = word;
        } else if (strcmp(word, "--") == 0) {
            options_ended = true;
        } else if (!cli_options_read_option(args, &i, options)) {
            return false;
        }
    }
    /* The interpreter gets unoptimized kernels: it cannot report an error in code that the optimizer has removed. */
    if (kernels->opt_level == OPT_LEVEL_UNSAID)
        kernels->opt_level = kernels->interpret ? 0 : 3;
    kernels->debug |= kernels->interpret;
    if (options->n_inputs > 0 && cli_is_command(options->inputs[0]))
        return cli_wrong_call(NULL);
    if (!options->emit_given && !kernels->run)
        cli_apply_ending(options->output, options);
    if (cli_ending_is_wrong(options))
        return false;
    if (options->action == CLI_ACTION_COMPILE && (kernels->run || kernels->outputs || kernels->texts))
        options->action = CLI_ACTION_KERNELS;
    if (!cli_combination_is_right(options))
        return false;
    if (kernels->for_tvm_ffi)
        kernels->outputs = (kernels->outputs & ~(1u << RUSTG_OUTPUT_SO)) | 1u << RUSTG_OUTPUT_TVM_FFI;
    if (options->output != NULL && strcmp(options->output, "-") == 0)
        options->output = NULL;
    return true;
}

int cli_archs_resolve(cli_options *options)
{
    cli_words *archs = &options->kernels.archs;
    for (size_t i = 0; i < archs->n; i++) {
        char *name = options->kernels.arch_names[i];
        if (strcmp(archs->at[i], "native") == 0) {
            const size_t device = 1 + (size_t)(options->n_devices != RUSTG_ALL_DEVICES ? options->devices[0] : 0);
            rustg_device_info info = {.struct_size = sizeof info};
            rustg_error error = {0};
            const char *missing = rustg_driver_missing();
            if (missing[0] != 0 || rustg_device_info_get(device, &info, &error) != RUSTG_OK) {
                cli_error("--arch=native wants a CUDA device: %s", missing[0] != 0 ? missing : error.message);
                cli_hint("--arch=sm_90 and the like make code for a GPU that is elsewhere");
                return CLI_EXIT_MACHINE;
            }
            snprintf(name, CLI_ARCH_BYTES, "sm_%d%d", (int)info.compute_major, (int)info.compute_minor);
        } else {
            snprintf(name, CLI_ARCH_BYTES, "%s%s", strncmp(archs->at[i], "sm_", 3) == 0 ? "" : "sm_", archs->at[i]);
        }
        archs->at[i] = name;
    }
    return CLI_EXIT_OK;
}

void cli_options_free(cli_options *options)
{
    free(options->kernels.arch_names);
    free(options->kernels.lints);
    options->kernels.arch_names = NULL;
    options->kernels.lints = NULL;
    free(options->inputs);
    options->inputs = NULL;
}
