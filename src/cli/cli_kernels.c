/* cli_kernels.c: compiles all inputs into one module of kernels, and writes what --emit names into files. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Columns of output.def. */
static const struct {
    const char *ending;
    bool per_arch;
} outputs[RUSTG_N_OUTPUTS] = {
#define OUTPUT(name, word, ending, per_arch, text) {ending, per_arch},
#include "rustg/output.def"
};

bool cli_write_bytes(const char *path, const uint8_t *bytes, size_t n_bytes)
{
    FILE *out = path ? fopen(path, "wb") : stdout;
    bool fine = out && fwrite(bytes, 1, n_bytes, out) == n_bytes;
    int error = errno;
    if (out && fflush(out) != 0) {
        fine = false;
        error = errno;
    }
    if (out && path && fclose(out) != 0)
        fine = false;
    if (!fine) {
        cli_write_error(path, error);
        if (path && out)
            unlink(path);
    }
    return fine;
}

/* For several architectures the files are NAME.sm_90.ptx and so on, where NAME is -o's without its ending. */
static bool cli_write_archs(const cli_options *options, const rustg_result *result)
{
    const cli_kernel_options *kernels = &options->kernels;
    const char *ending = outputs[kernels->output].ending;
    size_t n_name = options->output ? strlen(options->output) : 0, n_ending = strlen(ending);
    char path[4096];
    if (n_name > n_ending && strcmp(options->output + n_name - n_ending, ending) == 0)
        n_name -= n_ending;
    for (size_t i = 0; i < kernels->archs.n; i++) {
        const uint8_t *bytes;
        size_t n_bytes;
        int n = snprintf(path, sizeof path, "%.*s.%s%s", (int)n_name, options->output, kernels->archs.at[i], ending);
        if (n < 0 || (size_t)n >= sizeof path) {
            cli_error("the name after -o is too long");
            return false;
        }
        if (rustg_result_output(result, kernels->output, i, &bytes, &n_bytes) != RUSTG_OK ||
            !cli_write_bytes(path, bytes, n_bytes))
            return false;
    }
    return true;
}

/* Whether an output is code, of which there is none without a kernel. */
static bool cli_kernels_is_code(rustg_output output)
{
    switch (output) {
    case RUSTG_OUTPUT_CUDA:
    case RUSTG_OUTPUT_PTX:
    case RUSTG_OUTPUT_CUBIN:
    case RUSTG_OUTPUT_FATBIN:
    case RUSTG_OUTPUT_C:
    case RUSTG_OUTPUT_OBJ:
    case RUSTG_OUTPUT_SO: return true;
    case RUSTG_OUTPUT_IR:
    case RUSTG_OUTPUT_KERNELS:
    case RUSTG_OUTPUT_THIR:
    case RUSTG_OUTPUT_IR_OPT:
    case RUSTG_OUTPUT_DUMP:
    case RUSTG_N_OUTPUTS: break;
    }
    return false;
}

static int cli_write_output(const cli_options *options, const rustg_result *result)
{
    const cli_kernel_options *kernels = &options->kernels;
    const uint8_t *bytes;
    size_t n_bytes;
    bool fine;
    if (kernels->archs.n > 1 && outputs[kernels->output].per_arch) {
        fine = cli_write_archs(options, result);
    } else {
        rustg_status status = rustg_result_output(result, kernels->output, 0, &bytes, &n_bytes);
        if (status != RUSTG_OK) {
            cli_status_error(status, NULL);
            return CLI_EXIT_MACHINE;
        }
        fine = cli_write_bytes(options->output, bytes, n_bytes);
    }
    return fine ? CLI_EXIT_OK : CLI_EXIT_MACHINE;
}

static void cli_report_files(const rustg_result *result, cli_report *report)
{
    size_t n_diags;
    const rustg_diagnostic *diags = rustg_result_diagnostics(result, &n_diags);
    for (size_t i = 0; i < rustg_result_n_files(result); i++) {
        cli_file view = {0};
        if (rustg_result_file(result, i, &view.file) != RUSTG_OK || view.file.n_diags == 0)
            continue;
        view.diags = diags + view.file.first_diag;
        cli_report_diagnostics(report, &view);
    }
    cli_report_closing(report);
}

/* The library prints nothing, but a cache that goes bad is worth a line, once a compile. */
static void cli_report_damage(const rustg_result *result)
{
    rustg_stats stats = {.struct_size = sizeof stats};
    if (rustg_result_stats(result, &stats) == RUSTG_OK && stats.n_cache_damaged > 0)
        cli_warning("the cache held a damaged entry, which was deleted and made again");
}

static void cli_kernels_report_timings(const rustg_result *result, double seconds_use, double seconds_all)
{
    rustg_stats stats = {.struct_size = sizeof stats};
    if (rustg_result_stats(result, &stats) == RUSTG_OK)
        cli_report_timings(&stats, rustg_result_engine(result), true, seconds_use, seconds_all);
}

int cli_kernels(const cli_options *options, const cli_inputs *inputs, cli_report *report)
{
    const cli_kernel_options *own = &options->kernels;
    rustg_kernel_options kernels = {
        .struct_size = sizeof kernels,
        .outputs = own->output == RUSTG_N_OUTPUTS ? 0 : 1u << own->output,
        .archs = own->archs.at,
        .n_archs = own->archs.n,
        .no_opt_level = 3 - own->opt_level,
        .no_checks = own->no_checks,
        .debug = own->debug,
        .max_registers = own->max_registers,
        .fast_math = own->fast_math,
        .coarse_entries = own->coarse_entries,
        .cfgs = own->cfgs.at,
        .n_cfgs = own->cfgs.n,
        .dump_after = own->dump_after,
        .verify_passes = own->verify_passes,
        .cc_seconds = own->cc_seconds,
        .cc_mebibytes = own->cc_mebibytes,
    };
    const double began = cli_seconds();
    rustg_compile_options compile = {
        .struct_size = sizeof compile,
        .engine = RUSTG_ENGINE_CPU,
        .n_threads = options->n_threads,
        .kernels = &kernels,
    };
    rustg_result *result = NULL;
    rustg_error error = {0};
    rustg_status status = rustg_compile(inputs->sources, inputs->n, &compile, &result, &error);
    if (status != RUSTG_OK) {
        cli_status_error(status, &error);
        return status == RUSTG_ERR_ARGUMENT ? CLI_EXIT_CALL : CLI_EXIT_MACHINE;
    }
    int exit_status = CLI_EXIT_OK;
    const double use_began = cli_seconds();
    if (!rustg_result_success(result)) {
        cli_report_files(result, report);
        exit_status = report->n_unreadable > 0 ? CLI_EXIT_MACHINE : CLI_EXIT_SOURCE;
    } else if (own->run) {
        exit_status = cli_run(options, result);
    } else if (cli_kernels_is_code(own->output) && rustg_result_n_kernels(result) == 0) {
        cli_error("there is no kernel in %s`%s`", inputs->n > 1 ? "any of the inputs, such as " : "",
                  inputs->n > 0 ? inputs->sources[0].name : "");
        cli_hint("a kernel is a public function marked `#[kernel]`, after `use rustg_std::prelude::*;`");
        exit_status = CLI_EXIT_SOURCE;
    } else if (own->output != RUSTG_N_OUTPUTS) {
        exit_status = cli_write_output(options, result);
    }
    const double ended = cli_seconds();
    cli_report_damage(result);
    if (options->timings)
        cli_kernels_report_timings(result, ended - use_began, ended - began);
    rustg_result_free(result);
    return exit_status;
}
