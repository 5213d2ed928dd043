/* cli_kernels.c: compiles all inputs into one module of kernels, and writes what --emit names into files. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static void cli_report_errors(const rustg_result *result, cli_report *report)
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
}

static void cli_report_files(const rustg_result *result, cli_report *report)
{
    cli_report_errors(result, report);
    cli_report_warnings(report, result);
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
        .outputs = own->outputs,
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
        .instances = own->instances.at,
        .n_instances = own->instances.n,
        .dump_after = own->dump_after,
        .verify_passes = own->verify_passes,
        .backend = own->backend,
        .warnings = !own->caps_lints,
        .lints = own->lints,
        .n_lints = own->n_lints,
        .cc_seconds = own->cc_seconds,
        .cc_mebibytes = own->cc_mebibytes,
    };
    char prefix[OUTPUT_PREFIX_BYTES];
    if (cli_has_text(options, CLI_TEXT_LAUNCH_C)) {
        if (!cli_outputs_prefix(options, inputs, prefix))
            return CLI_EXIT_CALL;
        kernels.c_prefix = prefix;
    }
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
    for (size_t i = 0; i < rustg_result_n_files(result); i++) {
        rustg_file file;
        if (rustg_result_file(result, i, &file) == RUSTG_OK)
            cli_watch_note(options, file.name);
    }
    int exit_status = CLI_EXIT_OK;
    const double use_began = cli_seconds();
    cli_report_files(result, report);
    if (!rustg_result_success(result)) {
        exit_status = report->n_unreadable > 0 ? CLI_EXIT_MACHINE : CLI_EXIT_SOURCE;
    } else if (own->run) {
        exit_status = cli_run(options, inputs, result);
    } else {
        exit_status = cli_outputs_write(options, inputs, result);
    }
    const double ended = cli_seconds();
    cli_report_damage(result);
    if (options->timings)
        cli_kernels_report_timings(result, ended - use_began, ended - began);
    rustg_result_free(result);
    return exit_status;
}
