/* cli_run.c: does --run: it reads arguments as the kernel's parameters want them, launches once and writes outputs to
 * files. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"

#include <inttypes.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_BLOCK = 256, MAX_SCALAR = 16, MOST_BLOCKS = INT32_MAX };

/* One parameter's value: an array from a file, or a scalar's bytes. */
typedef struct run_value {
    cli_array array;
    _Alignas(16) uint8_t scalar[MAX_SCALAR];
} run_value;

static bool cli_wrong_argument(size_t index, const rustg_kernel_param *param, const char *word)
{
    cli_error("argument %zu, `%s`, is no value for `%s: %s`", index, word, param->name, param->rust_type);
    return false;
}

/* A literal of Rust without its suffix: 12, -3, 0xFF, 1_000. */
static bool cli_read_integer(const char *word, bool is_signed, uint32_t n_bits, uint64_t *bits)
{
    char digits[80];
    size_t n = 0;
    bool negative = *word == '-';
    char *end;
    for (const char *c = word + negative; *c && n + 1 < sizeof digits; c++)
        if (*c != '_')
            digits[n++] = *c;
    digits[n] = 0;
    int base = 10;
    const char *start = digits;
    if (digits[0] == '0' && digits[1] && strchr("xob", digits[1])) {
        base = digits[1] == 'x' ? 16 : digits[1] == 'o' ? 8 : 2;
        start += 2;
    }
    errno = 0;
    uint64_t value = isalnum((unsigned char)*start) ? strtoull(start, &end, base) : 0;
    if (!isalnum((unsigned char)*start) || *end || errno || (negative && !is_signed))
        return false;
    uint64_t most = is_signed      ? (UINT64_C(1) << (n_bits - 1)) - !negative
                    : n_bits == 64 ? UINT64_MAX
                                   : (UINT64_C(1) << n_bits) - 1;
    *bits = negative ? 0 - value : value;
    return value <= most;
}

static bool cli_read_floating(const char *word, char **end, bool is_f32, uint8_t *to)
{
    double value = strtod(word, end);
    float narrow = is_f32 ? strtof(word, end) : 0;
    memcpy(to, is_f32 ? (const void *)&narrow : (const void *)&value, is_f32 ? sizeof narrow : sizeof value);
    return *end != word;
}

static bool cli_run_read_scalar(const char *word, uint32_t element, uint8_t to[MAX_SCALAR])
{
    uint32_t n_bytes = rustg_element_size(element);
    char *end = NULL;
    uint64_t bits = 0;
    bool is_f32 = element == RUSTG_ELEMENT_F32 || element == RUSTG_ELEMENT_COMPLEX_F32;
    switch ((rustg_element)element) {
    case RUSTG_ELEMENT_BOOL: to[0] = strcmp(word, "true") == 0; return to[0] || strcmp(word, "false") == 0;
    case RUSTG_ELEMENT_F32:
    case RUSTG_ELEMENT_F64: return cli_read_floating(word, &end, is_f32, to) && *end == 0;
    case RUSTG_ELEMENT_COMPLEX_F32: /* RE,IM */
    case RUSTG_ELEMENT_COMPLEX_F64:
        return cli_read_floating(word, &end, is_f32, to) && *end == ',' &&
               cli_read_floating(end + 1, &end, is_f32, to + n_bytes / 2) && *end == 0;
    case RUSTG_ELEMENT_I8:
    case RUSTG_ELEMENT_I16:
    case RUSTG_ELEMENT_I32:
    case RUSTG_ELEMENT_I64:
        if (!cli_read_integer(word, true, 8 * n_bytes, &bits))
            return false;
        break;
    case RUSTG_ELEMENT_U8:
    case RUSTG_ELEMENT_U16:
    case RUSTG_ELEMENT_U32:
    case RUSTG_ELEMENT_U64:
    case RUSTG_ELEMENT_CHAR:
    case RUSTG_ELEMENT_F16: /* half and FP8 types: their bits */
    case RUSTG_ELEMENT_BF16:
    case RUSTG_ELEMENT_F8_E4M3:
    case RUSTG_ELEMENT_F8_E5M2:
        if (!cli_read_integer(word, false, 8 * n_bytes, &bits))
            return false;
        break;
    case RUSTG_ELEMENT_NONE:
    case RUSTG_ELEMENT_STRUCT:
    case RUSTG_N_ELEMENTS: return false;
    }
    memcpy(to, &bits, n_bytes);
    return element != RUSTG_ELEMENT_CHAR || (bits < 0x110000 && bits - 0xD800 >= 0x800);
}

static bool cli_read_slice(size_t index, const rustg_kernel_param *param, const char *word, run_value *value)
{
    cli_array *array = &value->array;
    if (!cli_array_read(word, array))
        return false;
    char wanted = rustg_element_numpy(param->element);
    if (array->item_bytes == param->size && (array->kind == wanted || wanted == 'V'))
        return true;
    if (wanted == 'V' && param->size && array->item_bytes && array->n_items * array->item_bytes % param->size == 0) {
        return true; /* raw bytes in other pieces */
    }
    cli_error("argument %zu: `%s` holds %c%u elements, but `%s: %s` wants %c%u", index, word, array->kind,
              (unsigned)array->item_bytes, param->name, param->rust_type, wanted, (unsigned)param->size);
    return false;
}

static bool cli_read_values(const cli_options *options, const rustg_kernel *kernel, run_value *values,
                            rustg_argument *args)
{
    const cli_words *words = &options->kernels.args;
    if (words->n != kernel->n_params) {
        cli_error("kernel `%s` takes %zu arguments, %zu were given with --arg", kernel->name, kernel->n_params,
                  words->n);
        return false;
    }
    for (size_t i = 0; i < words->n; i++) {
        const rustg_kernel_param *param = &kernel->params[i];
        if (param->role == RUSTG_PARAM_SCALAR) {
            if (param->size > MAX_SCALAR || !cli_run_read_scalar(words->at[i], param->element, values[i].scalar))
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

/* --out INDEX=FILE: checked before the launch. */
static bool cli_read_out(const cli_options *options, const rustg_kernel *kernel, size_t i, size_t *index,
                         const char **path)
{
    const char *word = options->kernels.outs.at[i];
    char *end;
    unsigned long number = strtoul(word, &end, 10);
    if (end == word || *end != '=' || end[1] == 0) {
        cli_error("`%s` is no value of --out; it takes INDEX=FILE", word);
        return false;
    }
    if (number >= kernel->n_params || kernel->params[number].role != RUSTG_PARAM_GRID_MUT) {
        cli_error("--out %s: argument %lu of kernel `%s` is no output", word, number, kernel->name);
        return false;
    }
    *index = number;
    *path = end + 1;
    return true;
}

static bool cli_fit_shape(const cli_kernel_options *own, const rustg_kernel *kernel, rustg_run_options *run)
{
    memcpy(run->grid, own->grid, sizeof run->grid);
    memcpy(run->block, own->block, sizeof run->block);
    if (own->n_for == 0)
        return true;
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
    else if (trace && !cli_write_bytes(profile->path, (const uint8_t *)trace, n_trace))
        profile->failed = true;
    free(text);
    free(trace);
}

static int cli_run_launch(const cli_options *options, rustg_result *result, const rustg_kernel *kernel,
                          run_value *values, rustg_argument *args)
{
    const cli_words *outs = &options->kernels.outs;
    rustg_run_options run = {.struct_size = sizeof run, .device = options->devices[0], .n_threads = options->n_threads};
    rustg_error error = {0};
    rustg_panic panic;
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
    rustg_status status = rustg_result_run(result, kernel->name, &run, args, kernel->n_params, &panic, &error);
    for (size_t i = 0; i < outs->n && (status == RUSTG_OK || status == RUSTG_ERR_PANIC); i++) {
        if (!cli_read_out(options, kernel, i, &index, &path) || !cli_array_write(path, &values[index].array))
            return CLI_EXIT_MACHINE;
    }
    if (status == RUSTG_OK)
        return profile.failed ? CLI_EXIT_MACHINE : CLI_EXIT_OK;
    cli_status_error(status, &error);
    return status == RUSTG_ERR_ARGUMENT ? CLI_EXIT_CALL
           : status == RUSTG_ERR_PANIC  ? CLI_EXIT_SOURCE
                                        : CLI_EXIT_MACHINE;
}

int cli_run(const cli_options *options, rustg_result *result)
{
    rustg_kernel kernel;
    size_t n_kernels = rustg_result_n_kernels(result), i = 0;
    while (i < n_kernels &&
           (rustg_result_kernel(result, i, &kernel) != RUSTG_OK || strcmp(kernel.name, options->kernels.run) != 0))
        i++;
    if (i == n_kernels) {
        cli_error("there is no kernel `%s`", options->kernels.run);
        for (i = 0; i < n_kernels && rustg_result_kernel(result, i, &kernel) == RUSTG_OK; i++)
            cli_hint("there is `%s`", kernel.name);
        return CLI_EXIT_CALL;
    }
    run_value *values = calloc(kernel.n_params + 1, sizeof *values);
    rustg_argument *args = calloc(kernel.n_params + 1, sizeof *args);
    int exit_status = CLI_EXIT_MACHINE;
    if (values && args)
        exit_status = cli_run_launch(options, result, &kernel, values, args);
    else
        cli_error("out of memory");
    for (i = 0; values && i < kernel.n_params; i++)
        free(values[i].array.data);
    free(values);
    free(args);
    return exit_status;
}
