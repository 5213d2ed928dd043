/* cli_main.c: is rustgc: it reads options and inputs, compiles in groups, emits and reports. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* How many source bytes are compiled at a time, which bounds memory: the arrays take 4 to 6 times as much. CUDA wants
 * two batches; for the CPU engine smaller groups are also faster, because their memory is used again: 321 MB were
 * checked on 2 cores in 2.9 s with 146 MB at the peak, and as one group in 5.5 s with 1.8 GB. */
#define CLI_CUDA_GROUP_BYTES   ((uint64_t)512 << 20)
#define CLI_CPU_GROUP_BYTES    ((uint64_t)8 << 20)
#define CLI_BYTES_A_CPU_THREAD ((uint64_t)512 << 10)
/* Several devices get a group in small pieces. */
#define CLI_SHARED_BATCH_BYTES ((uint64_t)32 << 20)

/* A file that is opened must not take the place of a closed standard stream; reading or writing these still fails. */
static void cli_reserve_standard_streams(void)
{
    for (int fd = 0; fd < 3; fd++) {
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
            return;
    }
}

static int cli_print_and_exit(const cli_options *options)
{
    cli_writer out;
    if (writer_open(&out, NULL)) {
        if (options->action == CLI_ACTION_HELP)
            cli_help(&out);
        else if (options->action == CLI_ACTION_COMPLETIONS)
            cli_completions(&out, options->shell);
        else
            writer_format(&out, "rustgc %s\n", rustg_version());
    }
    if (writer_close(&out))
        return CLI_EXIT_OK;
    cli_write_error(NULL, out.error);
    return CLI_EXIT_MACHINE;
}

static void cli_add_stats(rustg_stats *all, const rustg_stats *part)
{
    all->n_bytes += part->n_bytes;
    all->n_toks += part->n_toks;
    all->n_nodes += part->n_nodes;
    all->n_files += part->n_files;
    all->n_relexed += part->n_relexed;
    all->n_diagnosed += part->n_diagnosed;
    all->n_left_files += part->n_left_files;
    all->n_left_bytes += part->n_left_bytes;
    if (part->scratch_bytes > all->scratch_bytes)
        all->scratch_bytes = part->scratch_bytes;
    all->seconds_total += part->seconds_total;
    all->seconds_read += part->seconds_read;
    all->seconds_copy += part->seconds_copy;
    all->seconds_lex += part->seconds_lex;
    all->seconds_parse += part->seconds_parse;
    all->seconds_diagnose += part->seconds_diagnose;
}

static bool cli_report_and_emit(const cli_file *file, cli_emitter *emitter, cli_report *report)
{
    cli_report_diagnostics(report, file);
    return cli_emit_file(emitter, file);
}

/* A file with kernels: its own errors, and those of the files of its modules that have some. */
static rustg_status cli_emit_kernels(cli_file *file, cli_emitter *emitter, cli_report *report, rustg_error *error)
{
    rustg_result *checked = NULL;
    rustg_status status = cli_check_kernels(report->options, file, &checked, error);
    size_t n_diags = 0;
    const rustg_diagnostic *diags = rustg_result_diagnostics(checked, &n_diags);
    for (size_t i = 0; status == RUSTG_OK && i < rustg_result_n_files(checked); i++) {
        cli_file own = {0};
        status = rustg_result_file(checked, i, &own.file);
        if (status == RUSTG_OK && i > 0)
            cli_watch_note(report->options, own.file.name);
        if (status != RUSTG_OK || (i > 0 && own.file.n_diags == 0))
            continue;
        own.diags = own.file.n_diags > 0 ? diags + own.file.first_diag : NULL;
        if (i == 0) {
            file->diags = own.diags;
            file->file.n_diags = own.file.n_diags;
        }
        if (!cli_report_and_emit(i == 0 ? file : &own, emitter, report))
            status = RUSTG_ERR_IO;
    }
    cli_report_warnings(report, checked);
    rustg_result_free(checked);
    return status;
}

/* Emits and reports every file of a result. about: of the files' inputs */
static rustg_status cli_emit_result(const rustg_result *result, const cli_input_about *about, cli_emitter *emitter,
                                    cli_report *report, rustg_error *error)
{
    const cli_options *options = report->options;
    const bool is_checked = options->emit == CLI_EMIT_CHECK && !options->syntax_only;
    size_t n_diags = 0;
    const rustg_diagnostic *diags = rustg_result_diagnostics(result, &n_diags);
    size_t n_files = rustg_result_n_files(result);
    size_t batch_held = SIZE_MAX;
    rustg_tokens batch = {0};
    rustg_ast ast = {0};
    for (size_t i = 0; i < n_files; i++) {
        cli_file view = {0};
        rustg_status status = rustg_result_file(result, i, &view.file);
        if (status == RUSTG_OK && view.file.n_toks + view.file.n_nodes > 0 && batch_held != view.file.batch) {
            status = rustg_result_tokens(result, view.file.batch, &batch);
            if (status == RUSTG_OK)
                status = rustg_result_ast(result, view.file.batch, &ast);
            batch_held = view.file.batch;
        }
        if (status != RUSTG_OK)
            return status;
        cli_watch_note(options, view.file.name);
        if (view.file.n_toks > 0) {
            size_t first = view.file.first_tok;
            view.toks = (rustg_tokens){batch.kind + first, batch.flags + first, batch.start + first, batch.end + first,
                                       view.file.n_toks};
        }
        view.ast = ast;
        view.batch_toks = batch;
        view.diags = view.file.n_diags > 0 ? diags + view.file.first_diag : NULL;
        const bool has_kernels =
            is_checked && view.file.n_diags == 0 &&
            (cli_has_kernels(&view) || (about[i].is_named && cli_modules_have_kernels(options, &view)));
        report->n_unchecked += has_kernels && !about[i].is_named;
        if (has_kernels && about[i].is_named) {
            status = cli_emit_kernels(&view, emitter, report, error);
            if (status != RUSTG_OK)
                return status;
        } else if (!cli_report_and_emit(&view, emitter, report)) {
            return RUSTG_ERR_IO;
        }
    }
    return RUSTG_OK;
}

static uint64_t cli_group_bytes(const cli_options *options)
{
    /* auto is the CPU engine where tokens come back to the host, as they do here */
    if (options->engine == RUSTG_ENGINE_CUDA)
        return CLI_CUDA_GROUP_BYTES;
    const long n_here = sysconf(_SC_NPROCESSORS_ONLN);
    const uint64_t n_threads = options->n_threads ? options->n_threads : n_here > 0 ? (uint64_t)n_here : 1;
    const uint64_t n_bytes = n_threads * CLI_BYTES_A_CPU_THREAD;
    return n_bytes < CLI_CPU_GROUP_BYTES ? CLI_CPU_GROUP_BYTES : n_bytes;
}

/* Compiles the inputs group by group. Returns the exit status of a failure of the machine, or CLI_EXIT_OK. */
static int cli_compile_all(const cli_options *options, const cli_inputs *inputs, cli_emitter *emitter,
                           cli_report *report)
{
    double began = cli_seconds(), seconds_write = 0;
    rustg_stats total = {.struct_size = sizeof total};
    rustg_compile_options compile = {
        .struct_size = sizeof compile,
        .engine = options->engine,
        .devices = options->n_devices == RUSTG_ALL_DEVICES ? NULL : options->devices,
        .n_devices = options->n_devices,
        .batch_bytes = options->n_devices > 1 ? CLI_SHARED_BATCH_BYTES : 0,
        .n_threads = options->n_threads,
        .progress = report->progress ? cli_report_progress : NULL,
        .user = report,
        .stop_after = options->emit == CLI_EMIT_TOKENS ? RUSTG_STAGE_TOKENS : RUSTG_STAGE_AST,
    };
    for (size_t i = 0; i < inputs->n; i++)
        report->total += inputs->about[i].n_bytes;
    /* An Arrow file is of one result. */
    const uint64_t most_bytes = options->format == CLI_FORMAT_ARROW ? UINT64_MAX : cli_group_bytes(options);

    size_t first = 0;
    do { /* once even without inputs: the engine asked for must be there */
        size_t end = first;
        uint64_t group_bytes = 0;
        while (end < inputs->n && (end == first || group_bytes + inputs->about[end].n_bytes <= most_bytes))
            group_bytes += inputs->about[end++].n_bytes;

        rustg_result *result = NULL;
        rustg_error error = {0};
        const rustg_source *sources = inputs->n > 0 ? inputs->sources + first : NULL;
        rustg_status status = rustg_compile(sources, end - first, &compile, &result, &error);
        cli_report_clear(report);
        if (status != RUSTG_OK) {
            cli_status_error(status, &error);
            return status == RUSTG_ERR_ARGUMENT ? CLI_EXIT_CALL : CLI_EXIT_MACHINE;
        }
        rustg_stats stats = {.struct_size = sizeof stats};
        if (rustg_result_stats(result, &stats) == RUSTG_OK)
            cli_add_stats(&total, &stats);
        /* auto decides once, on the first group, so that one run is one engine's. */
        compile.engine = rustg_result_engine(result);

        double emit_began = cli_seconds();
        status = cli_emit_result(result, inputs->about ? inputs->about + first : NULL, emitter, report, &error);
        if (status == RUSTG_OK && options->format == CLI_FORMAT_ARROW && !cli_emit_arrow(options, result)) {
            rustg_result_free(result);
            return CLI_EXIT_MACHINE;
        }
        seconds_write += cli_seconds() - emit_began;
        rustg_result_free(result);
        if (status == RUSTG_ERR_IO) {
            cli_emit_failure(emitter);
            return CLI_EXIT_MACHINE;
        }
        if (status != RUSTG_OK) {
            cli_status_error(status, &error);
            return CLI_EXIT_MACHINE;
        }
        report->done_before += group_bytes;
        first = end;
    } while (first < inputs->n);
    double emit_began = cli_seconds();
    if (!cli_emit_end(emitter)) {
        cli_emit_failure(emitter);
        return CLI_EXIT_MACHINE;
    }
    seconds_write += cli_seconds() - emit_began;
    cli_report_closing(report);
    if (report->n_unchecked > 0 && options->format == CLI_FORMAT_TEXT)
        cli_hint("of %" PRIu64 " file%s with kernels only the syntax was checked; name %s to check the kernels too",
                 report->n_unchecked, report->n_unchecked == 1 ? "" : "s", report->n_unchecked == 1 ? "it" : "them");
    if (options->timings)
        cli_report_timings(&total, compile.engine, false, seconds_write, cli_seconds() - began);
    return CLI_EXIT_OK;
}

static int cli_main_run(cli_options *options)
{
    const int resolved = cli_archs_resolve(options);
    if (resolved != CLI_EXIT_OK)
        return resolved;
    if (options->n_inputs > 0 && cli_is_cuda(options->inputs[0]))
        return cli_cuda(options);
    cli_inputs inputs = {0};
    cli_emitter emitter = {.out.fd = -1};
    cli_report report = {0};
    cli_shard *shard = NULL;
    bool is_done = false;
    int exit_status = cli_inputs_collect(options, &inputs), done_status = CLI_EXIT_OK;
    if (exit_status == CLI_EXIT_OK && options->n_shards > 0)
        exit_status = cli_shard_begin(options, &inputs, &shard, &is_done, &done_status);
    if (is_done) {
        exit_status = done_status;
        goto done;
    }
    if (exit_status == CLI_EXIT_OK && !cli_report_begin(&report, options)) {
        exit_status = cli_no_memory();
    }
    if (exit_status == CLI_EXIT_OK && options->action == CLI_ACTION_KERNELS) {
        exit_status = cli_kernels(options, &inputs, &report);
        goto done;
    }
    if (exit_status == CLI_EXIT_OK && !cli_emit_begin(&emitter, options, inputs.several)) {
        cli_emit_failure(&emitter);
        exit_status = CLI_EXIT_MACHINE;
    }
    emitter.shard = shard;
    if (exit_status == CLI_EXIT_OK)
        exit_status = cli_compile_all(options, &inputs, &emitter, &report);
    cli_emit_close(&emitter, exit_status == CLI_EXIT_OK);
    if (exit_status == CLI_EXIT_OK && (report.n_unreadable > 0 || inputs.n_failed > 0))
        exit_status = CLI_EXIT_MACHINE;
    else if (exit_status == CLI_EXIT_OK && report.n_errors > 0)
        exit_status = CLI_EXIT_SOURCE;
    if (shard != NULL)
        exit_status = cli_shard_end(shard, exit_status);
done:
    for (size_t i = 0; report.n_unreadable > 0 && options->error_format == RUSTG_FORMAT_HUMAN && i < options->n_inputs;
         i++)
        cli_similar_file(options->inputs[i]);
    if (report.n_unreadable > 0 && options->kernels.run && options->n_inputs > 1 && options->kernels.args.n == 0)
        cli_hint("arguments of the kernel are given by --arg, once for each");
    if (exit_status == CLI_EXIT_OK && inputs.n == 0 && !is_done && options->format == CLI_FORMAT_TEXT)
        cli_hint(
            "there is no Rust file in `%s` that git would show; --no-ignore reads what it hides, --include other names",
            options->inputs[0]);
    cli_shard_free(shard);
    cli_report_end(&report);
    cli_inputs_free(&inputs);
    return exit_status;
}

int main(int argc, char **argv)
{
    cli_reserve_standard_streams();
    signal(SIGPIPE, SIG_IGN);
    setvbuf(stderr, NULL, _IOFBF, 1 << 16); /* many diagnostics; every message flushes */

    cli_args args;
    cli_options options = {0};
    int exit_status = CLI_EXIT_CALL;
    if (!cli_args_expand(argc, argv, &args) || !cli_options_read(&args, &options)) {
        if (args.is_out_of_memory || options.is_out_of_memory)
            exit_status = CLI_EXIT_MACHINE;
        goto done;
    }
    if (options.action == CLI_ACTION_HELP || options.action == CLI_ACTION_VERSION ||
        options.action == CLI_ACTION_COMPLETIONS) {
        exit_status = cli_print_and_exit(&options);
        goto done;
    }
    if (options.action == CLI_ACTION_EXPLAIN) {
        exit_status = cli_explain(options.explain);
        goto done;
    }
    const bool is_run = options.action == CLI_ACTION_COMPILE || options.action == CLI_ACTION_KERNELS;
    if (options.watch && is_run && !cli_watch(&options, &exit_status))
        goto done;
    rustg_init_options init = {.struct_size = sizeof init, .n_threads = options.n_threads};
    rustg_error error = {0};
    rustg_status status = rustg_initialize(&init, &error);
    if (status != RUSTG_OK) {
        cli_status_error(status, &error);
        exit_status = CLI_EXIT_MACHINE;
        goto done;
    }
    if (options.action == CLI_ACTION_DEVICES)
        exit_status = cli_devices(&options);
    else if (options.action == CLI_ACTION_CACHE_INFO || options.action == CLI_ACTION_CACHE_CLEAR)
        exit_status = cli_cache(&options);
    else
        exit_status = cli_main_run(&options);
    rustg_shutdown();
done:
    cli_options_free(&options);
    cli_args_free(&args);
    return exit_status;
}
