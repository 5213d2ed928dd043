/* cli_run.c: does --run: it reads arguments as the kernel's parameters want them, launches once and writes outputs to
 * files. cli_run_cuda.c launches what is CUDA C++. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"
#include "rustg/diagnostic_kind.h"
#include "rustg/profile.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_BLOCK = 256, MOST_BLOCKS = INT32_MAX };

/* One parameter's value: an array from a file, or a scalar's bytes. */
typedef struct run_value {
    cli_array array;
    _Alignas(16) uint8_t scalar[CLI_VALUE_BYTES];
} run_value;

static void cli_tell_wrong(size_t index, const rustg_kernel_param *param, const char *word)
{
    cli_error("argument %zu, `%s`, is no value for `%s: %s`", index, word, param->name, param->rust_type);
}

static bool cli_wrong_form(size_t index, const rustg_kernel_param *param, const char *word)
{
    cli_tell_wrong(index, param, word);
    cli_hint("a list is `[1, 2, 3]`, `[0; 1000]` or `0..1000`");
    return false;
}

/* What a scalar, or an element of a list, takes, in words. */
static void cli_run_tell_range(const rustg_kernel_param *param)
{
    char what[128];
    snprintf(what, sizeof what, "%s`%s`", param->role == RUSTG_PARAM_SCALAR ? "" : "an element of ", param->name);
    const uint32_t n_bits = 8 * rustg_element_size(param->element);
    const uint64_t half = n_bits ? UINT64_C(1) << (n_bits - 1) : 0;
    switch ((rustg_element)param->element) {
    case RUSTG_ELEMENT_BOOL: cli_hint("%s is true or false", what); break;
    case RUSTG_ELEMENT_I8:
    case RUSTG_ELEMENT_I16:
    case RUSTG_ELEMENT_I32:
    case RUSTG_ELEMENT_I64: cli_hint("%s is a whole number from -%" PRIu64 " to %" PRIu64, what, half, half - 1); break;
    case RUSTG_ELEMENT_U8:
    case RUSTG_ELEMENT_U16:
    case RUSTG_ELEMENT_U32:
    case RUSTG_ELEMENT_U64: cli_hint("%s is a whole number from 0 to %" PRIu64, what, half - 1 + half); break;
    case RUSTG_ELEMENT_F16:
    case RUSTG_ELEMENT_BF16:
    case RUSTG_ELEMENT_F8_E4M3:
    case RUSTG_ELEMENT_F8_E5M2: cli_hint("%s is a number such as 1.5, or its bits as 0x3C00", what); break;
    case RUSTG_ELEMENT_F32:
    case RUSTG_ELEMENT_F64: cli_hint("%s is a number such as 1.5, 1e-3, inf or nan", what); break;
    case RUSTG_ELEMENT_COMPLEX_F32:
    case RUSTG_ELEMENT_COMPLEX_F64: cli_hint("%s is two numbers, as in 1.5,-2", what); break;
    case RUSTG_ELEMENT_CHAR: cli_hint("%s is a character, as 'A', or its number, as 0x41", what); break;
    case RUSTG_ELEMENT_STRUCT: cli_hint("the command line cannot give a structure"); break;
    case RUSTG_ELEMENT_NONE:
    case RUSTG_N_ELEMENTS: break;
    }
}

static bool cli_wrong_argument(size_t index, const rustg_kernel_param *param, const char *word)
{
    cli_tell_wrong(index, param, word);
    cli_run_tell_range(param);
    if (param->role != RUSTG_PARAM_SCALAR)
        cli_hint("a list is `[1, 2, 3]`, `[0; 1000]` or `0..1000`");
    return false;
}

static bool cli_read_slice(size_t index, const rustg_kernel_param *param, const char *word, run_value *value)
{
    cli_array *array = &value->array;
    if (cli_value_is_list(word)) {
        const value_list_problem problem = cli_value_read_list(word, param->element, array);
        if (problem == VALUE_LIST_NO_MEMORY)
            cli_error("out of memory");
        else if (problem == VALUE_LIST_WRONG_ITEM)
            cli_wrong_argument(index, param, word);
        else if (problem == VALUE_LIST_WRONG_FORM)
            cli_wrong_form(index, param, word);
        return problem == VALUE_LIST_FINE;
    }
    if (!cli_array_read(word, array)) {
        cli_hint("`%s: %s` is a .npy file, or a list such as `[1, 2, 3]`, `[0; 1000]` or `0..1000`", param->name,
                 param->rust_type);
        return false;
    }
    char wanted = rustg_element_numpy(param->element);
    if (array->item_bytes == param->size && (array->kind == wanted || wanted == 'V'))
        return true;
    if (wanted == 'V' && param->size && array->item_bytes && array->n_items * array->item_bytes % param->size == 0) {
        return true; /* raw bytes in other pieces */
    }
    cli_error("argument %zu: `%s` holds %c%u elements, but `%s: %s` wants %c%u", index, word, array->kind,
              (unsigned)array->item_bytes, param->name, param->rust_type, wanted, (unsigned)param->size);
    if (wanted == 'V')
        cli_hint("an array of any type will do, of a whole number of %u bytes", (unsigned)param->size);
    else
        cli_hint("numpy.save of `array.astype(\"%c%u\")` in Python writes such a file", wanted, (unsigned)param->size);
    return false;
}

static void cli_run_tell_params(const rustg_kernel *kernel)
{
    if (kernel->n_params == 0)
        cli_hint("leave out --arg");
    for (size_t i = 0; i < kernel->n_params; i++)
        cli_hint("argument %zu is `%s: %s`", i, kernel->params[i].name, kernel->params[i].rust_type);
}

static void cli_wrong_number(const rustg_kernel *kernel, size_t n_given)
{
    cli_error("kernel `%s` takes %zu argument%s, %zu %s given with --arg", kernel->name, kernel->n_params,
              kernel->n_params == 1 ? "" : "s", n_given, n_given == 1 ? "was" : "were");
    if (n_given > kernel->n_params)
        cli_run_tell_params(kernel);
    for (size_t i = n_given; i < kernel->n_params; i++)
        cli_hint("argument %zu is missing, `%s: %s`", i, kernel->params[i].name, kernel->params[i].rust_type);
}

static bool cli_read_values(const cli_options *options, const rustg_kernel *kernel, run_value *values,
                            rustg_argument *args)
{
    const cli_words *words = &options->kernels.args;
    if (words->n != kernel->n_params) {
        cli_wrong_number(kernel, words->n);
        return false;
    }
    for (size_t i = 0; i < words->n; i++) {
        const rustg_kernel_param *param = &kernel->params[i];
        if (param->role == RUSTG_PARAM_SCALAR) {
            if (param->size > CLI_VALUE_BYTES || !cli_value_read(words->at[i], param->element, values[i].scalar))
                return cli_wrong_argument(i, param, words->at[i]);
            args[i].data = values[i].scalar;
        } else if (param->role == RUSTG_PARAM_POINTER) {
            cli_error("argument %zu: `%s: %s` is a raw pointer, which the command line cannot give", i, param->name,
                      param->rust_type);
            return false;
        } else {
            if (!cli_read_slice(i, param, words->at[i], &values[i]))
                return false;
            args[i].data = values[i].array.data;
            args[i].length = param->size ? values[i].array.n_items * values[i].array.item_bytes / param->size : 0;
        }
    }
    return true;
}

/* --out INDEX or INDEX=FILE, where a name may stand for the index: checked before the launch. *path NULL: none is
 * given. */
static bool cli_read_out(const cli_options *options, const rustg_kernel *kernel, size_t i, size_t *index,
                         const char **path)
{
    const char *word = options->kernels.outs.at[i];
    const size_t n = strcspn(word, "=");
    char *end;
    size_t at = 0;
    while (at < kernel->n_params &&
           (strlen(kernel->params[at].name) != n || memcmp(kernel->params[at].name, word, n) != 0))
        at++;
    const size_t number = at < kernel->n_params || *word < '0' || *word > '9' ? at : strtoul(word, &end, 10);
    const bool is_index = number == at || end == word + n;
    if (number < kernel->n_params && is_index && kernel->params[number].role == RUSTG_PARAM_GRID_MUT &&
        (word[n] == 0 || word[n + 1] != 0)) {
        *index = number;
        *path = word[n] ? word + n + 1 : NULL;
        return true;
    }
    if (n == 0 || !is_index || (word[n] && word[n + 1] == 0))
        cli_error("`%s` is no value of --out; it takes INDEX or INDEX=FILE, or an output's name for INDEX", word);
    else
        cli_error("--out %s: `%.*s` is no output of kernel `%s`", word, (int)n, word, kernel->name);
    for (size_t k = 0; k < kernel->n_params; k++)
        if (kernel->params[k].role == RUSTG_PARAM_GRID_MUT)
            cli_hint("argument %zu is one, `%s: %s`", k, kernel->params[k].name, kernel->params[k].rust_type);
    return false;
}

static bool cli_fit_shape(const cli_kernel_options *own, const rustg_kernel *kernel, rustg_run_options *run)
{
    memcpy(run->grid, own->grid, sizeof run->grid);
    memcpy(run->block, own->block, sizeof run->block);
    if (own->n_for == 0) {
        if (run->block[0] == 0)
            memcpy(run->block, kernel->block, sizeof run->block);
        if (run->block[0] != 0)
            return true;
        cli_error("--grid goes with --block: kernel `%s` says no size of its own", kernel->name);
        cli_hint("add --block=%d, or say --for N instead of --grid: N threads, in blocks of a fitting size",
                 DEFAULT_BLOCK);
        return false;
    }
    if (run->block[0] == 0) {
        const uint32_t plain[3] = {DEFAULT_BLOCK, 1, 1};
        memcpy(run->block, kernel->block[0] ? kernel->block : plain, sizeof run->block);
        if (!kernel->block[0] && kernel->max_threads && kernel->max_threads < DEFAULT_BLOCK)
            run->block[0] = kernel->max_threads;
        if (!kernel->block[0] && own->n_for < run->block[0])
            run->block[0] = (uint32_t)own->n_for;
    }
    uint64_t n_threads = (uint64_t)run->block[0] * run->block[1] * run->block[2];
    uint64_t n_blocks = n_threads ? own->n_for / n_threads + (own->n_for % n_threads != 0) : 0;
    if (n_blocks > MOST_BLOCKS) {
        cli_error("--for %" PRIu64 ": in blocks of %" PRIu64 " threads that is a grid of %" PRIu64
                  " blocks, more than %d",
                  own->n_for, n_threads, n_blocks, MOST_BLOCKS);
        return false;
    }
    run->grid[0] = (uint32_t)n_blocks;
    run->grid[1] = run->grid[2] = 1;
    return true;
}

/* Where the trace goes, and whether it got there. */
typedef struct run_profile {
    const char *path;
    bool failed;
} run_profile;

/* What a kernel prints is put out as it is told. */
static void cli_run_printed(void *user, const rustg_printed *printed)
{
    (void)user;
    FILE *to = printed->to_stderr ? stderr : stdout;
    if (printed->n_lost)
        cli_warning("%" PRIu64 " messages of the kernel were lost: a launch prints at most 4,096", printed->n_lost);
    fwrite(printed->text, 1, printed->n_bytes, to);
    fflush(to);
}

/* Returns the profile's text or trace, malloc'd; NULL: memory has run out. */
static char *cli_profile_words(size_t (*words)(rustg_context *, char *, size_t), rustg_context *context, size_t *n)
{
    *n = words(context, NULL, 0);
    char *text = malloc(*n + 1);
    if (text)
        words(context, text, *n + 1);
    return text;
}

static void cli_show_profile(void *user, rustg_context *context)
{
    run_profile *profile = user;
    size_t n, n_trace = 0;
    char *text = cli_profile_words(rustg_profile_text, context, &n);
    char *trace = profile->path ? cli_profile_words(rustg_profile_trace, context, &n_trace) : NULL;
    if (text)
        fputs(text, stderr);
    fflush(stderr);
    profile->failed = !text || (profile->path && !trace);
    if (profile->failed)
        cli_error("out of memory for the profile");
    else if (trace &&
             !cli_write_bytes(strcmp(profile->path, "-") == 0 ? NULL : profile->path, (const uint8_t *)trace, n_trace))
        profile->failed = true;
    free(text);
    free(trace);
}

/* The output's first and last values: "y: [f32; 1000] = [0, 1, 2, .., 998, 999]". */
static bool cli_run_print(const cli_options *options, const rustg_kernel_param *param, const cli_array *array)
{
    enum { SHOWN = 16, SHOWN_LAST = 2 };
    const uint64_t n = param->size ? array->n_items * array->item_bytes / param->size : 0;
    cli_writer out;
    if (writer_open(&out, options->output)) {
        writer_format(&out, "%s: [%s; %" PRIu64 "] = [", param->name, rustg_element_name(param->element), n);
        for (uint64_t i = 0; i < n; i++) {
            writer_string(&out, i > 0 ? ", " : "");
            if (n > SHOWN && i == SHOWN - SHOWN_LAST) {
                writer_string(&out, ".., ");
                i = n - SHOWN_LAST;
            }
            cli_value_print(&out, array->data + i * param->size, param->element);
        }
        writer_string(&out, "]\n");
    }
    const bool fine = writer_close(&out);
    if (!fine)
        cli_write_error(options->output, out.error);
    return fine;
}

static rustg_status cli_run_result(void *user, const rustg_kernel *kernel, const rustg_run_options *run,
                                   const rustg_argument *args, rustg_error *error)
{
    rustg_panic panic;
    return rustg_result_run(user, kernel->name, run, args, kernel->n_params, &panic, error);
}

static int cli_run_launch(const cli_options *options, const rustg_kernel *kernel, cli_launch_fn launch, void *user,
                          run_value *values, rustg_argument *args)
{
    const cli_words *outs = &options->kernels.outs;
    rustg_run_options run = {.struct_size = sizeof run,
                             .device = options->devices[0],
                             .n_threads = options->n_threads,
                             .print = cli_run_printed};
    rustg_error error = {0};
    const char *path;
    size_t index;
    if (!cli_read_values(options, kernel, values, args))
        return CLI_EXIT_CALL;
    for (size_t i = 0; i < outs->n; i++)
        if (!cli_read_out(options, kernel, i, &index, &path))
            return CLI_EXIT_CALL;
    if (!cli_fit_shape(&options->kernels, kernel, &run))
        return CLI_EXIT_CALL;
    run.dynamic_shared_bytes = options->kernels.shared_bytes;
    run_profile profile = {.path = options->kernels.trace};
    if (options->kernels.profile) {
        run.profiled = cli_show_profile;
        run.user = &profile;
    }
    run.target = options->kernels.interpret             ? RUSTG_TARGET_INTERPRETER
                 : options->engine == RUSTG_ENGINE_CPU  ? RUSTG_TARGET_CPU
                 : options->engine == RUSTG_ENGINE_CUDA ? RUSTG_TARGET_CUDA
                 : rustg_driver_missing()[0] == 0       ? RUSTG_TARGET_CUDA
                                                        : RUSTG_TARGET_CPU;
    rustg_status status = launch(user, kernel, &run, args, &error);
    for (size_t i = 0; i < outs->n && (status == RUSTG_OK || status == RUSTG_ERR_PANIC); i++) {
        if (!cli_read_out(options, kernel, i, &index, &path) ||
            !(path ? cli_array_write(path, &values[index].array)
                   : cli_run_print(options, &kernel->params[index], &values[index].array)))
            return CLI_EXIT_MACHINE;
    }
    if (status == RUSTG_OK)
        return profile.failed ? CLI_EXIT_MACHINE : CLI_EXIT_OK;
    cli_status_error(status, &error);
    return status == RUSTG_ERR_ARGUMENT                              ? CLI_EXIT_CALL
           : status == RUSTG_ERR_PANIC || status == RUSTG_ERR_SOURCE ? CLI_EXIT_SOURCE
                                                                     : CLI_EXIT_MACHINE;
}

int cli_run_kernel(const cli_options *options, const rustg_kernel *kernel, cli_launch_fn launch, void *user)
{
    run_value *values = calloc(kernel->n_params + 1, sizeof *values);
    rustg_argument *args = calloc(kernel->n_params + 1, sizeof *args);
    int exit_status = CLI_EXIT_MACHINE;
    if (values && args)
        exit_status = cli_run_launch(options, kernel, launch, user, values, args);
    else
        cli_error("out of memory");
    for (size_t i = 0; values && i < kernel->n_params; i++)
        free(values[i].array.data);
    free(values);
    free(args);
    return exit_status;
}

/* Is it the name that --run gives, or the entry name of the instance that it gives? */
static bool cli_run_names(const char *run, const char *name)
{
    const size_t n = strlen(name);
    char *entry = malloc(n + 2);
    const bool is_instance =
        entry && strchr(run, '<') && rustg_instance_name(run, entry, n + 2) == n && strcmp(entry, name) == 0;
    free(entry);
    return is_instance || strcmp(run, name) == 0;
}

/* Whether what the diagnostic shows is the name of a function that is marked as a kernel. */
static bool cli_run_is_marked(const rustg_result *result, const rustg_diagnostic *diag)
{
    rustg_file found;
    if (rustg_result_file(result, diag->file, &found) != RUSTG_OK)
        return false;
    const rustg_source source = {
        .name = found.name, .bytes = found.bytes, .n_bytes = found.n_bytes, .edition = found.edition};
    const rustg_compile_options compile = {
        .struct_size = sizeof compile, .engine = RUSTG_ENGINE_CPU, .stop_after = RUSTG_STAGE_TOKENS};
    rustg_result *lexed = NULL;
    cli_file file = {0};
    const bool is_marked = rustg_compile(&source, 1, &compile, &lexed, NULL) == RUSTG_OK &&
                           rustg_result_file(lexed, 0, &file.file) == RUSTG_OK &&
                           rustg_result_tokens(lexed, file.file.batch, &file.batch_toks) == RUSTG_OK &&
                           cli_marks_kernel(&file, diag->start);
    rustg_result_free(lexed);
    return is_marked;
}

/* Whether a path leads to a generic kernel, of which a compile without instances makes no code. Its one error as an
 * instance is at the function's name: types are missing. */
static bool cli_run_is_generic(const cli_options *options, const cli_inputs *inputs, const char *path)
{
    const rustg_kernel_options kernels = {.struct_size = sizeof kernels,
                                          .cfgs = options->kernels.cfgs.at,
                                          .n_cfgs = options->kernels.cfgs.n,
                                          .instances = &path,
                                          .n_instances = 1};
    const rustg_compile_options compile = {.struct_size = sizeof compile,
                                           .engine = RUSTG_ENGINE_CPU,
                                           .n_threads = options->n_threads,
                                           .kernels = &kernels};
    rustg_result *result;
    if (rustg_compile(inputs->sources, inputs->n, &compile, &result, NULL) != RUSTG_OK)
        return false;
    size_t n_diags;
    const rustg_diagnostic *diags = rustg_result_diagnostics(result, &n_diags);
    const bool is_generic =
        n_diags == 1 &&
        (diags->kind == RUSTG_DIAG_TYPE_ANNOTATIONS_NEEDED || diags->kind == RUSTG_DIAG_TYPE_ANNOTATIONS_TRAIT) &&
        cli_run_is_marked(result, diags);
    rustg_result_free(result);
    return is_generic;
}

static void cli_run_tell_kernels(const cli_options *options, const cli_inputs *inputs, const rustg_result *result)
{
    const char *wanted = options->kernels.run;
    const size_t n_kernels = rustg_result_n_kernels(result);
    rustg_kernel kernel;
    cli_similar similar = {0};
    if (!strchr(wanted, '<') && cli_run_is_generic(options, inputs, wanted)) {
        cli_hint("`%s` is generic, and an instance of it is launched, as by --run '%s::<f32>'", wanted, wanted);
        return;
    }
    for (size_t i = 0; i < n_kernels && rustg_result_kernel(result, i, &kernel) == RUSTG_OK; i++)
        cli_similar_add(&similar, wanted, strlen(wanted), kernel.name);
    if (similar.word)
        cli_hint("did you mean `%s`?", similar.word);
    for (size_t i = 0; !similar.word && i < n_kernels && rustg_result_kernel(result, i, &kernel) == RUSTG_OK; i++)
        cli_hint("there is `%s`", kernel.name);
    if (n_kernels == 0)
        cli_hint(CLI_HINT_KERNEL);
}

int cli_run(const cli_options *options, const cli_inputs *inputs, rustg_result *result)
{
    rustg_kernel kernel;
    size_t n_kernels = rustg_result_n_kernels(result), i = 0;
    while (i < n_kernels &&
           (rustg_result_kernel(result, i, &kernel) != RUSTG_OK || !cli_run_names(options->kernels.run, kernel.name)))
        i++;
    if (i < n_kernels)
        return cli_run_kernel(options, &kernel, cli_run_result, result);
    cli_error("there is no kernel `%s`", options->kernels.run);
    cli_run_tell_kernels(options, inputs, result);
    return CLI_EXIT_CALL;
}
