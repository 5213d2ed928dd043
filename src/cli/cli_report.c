/* cli_report.c: writes to standard error. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"
#include "rustg/diagnostic_kind.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A progress line appears after this long, and is drawn this often. */
#define PROGRESS_AFTER 0.5
#define PROGRESS_EVERY 0.1

static void cli_message(const char *label, const char *format, va_list args)
{
    fprintf(stderr, "rustgc: %s: ", label);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    fflush(stderr);
}

void cli_error(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    cli_message("error", format, args);
    va_end(args);
}

int cli_no_memory(void)
{
    cli_error("out of memory");
    return CLI_EXIT_MACHINE;
}

void cli_hint(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    cli_message("hint", format, args);
    va_end(args);
}

void cli_warning(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    cli_message("warning", format, args);
    va_end(args);
}

/* Tells of a path's folder if there is none. The root, whose name before the slash is empty, is always there. */
static void cli_tell_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash != NULL && slash != path ? strndup(path, (size_t)(slash - path)) : NULL;
    struct stat found;
    if (folder != NULL && stat(folder, &found) != 0)
        cli_hint("there is no directory `%s`; --out-dir makes the one that it names", folder);
    free(folder);
}

void cli_write_error(const char *path, int error)
{
    if (path == NULL && error == EPIPE) {
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
    }
    cli_error("cannot write to `%s`: %s", path != NULL ? path : "standard output", strerror(error));
    if (path != NULL && error == ENOENT)
        cli_tell_folder(path);
}

void cli_status_error(rustg_status status, const rustg_error *error)
{
    cli_error("%s", error != NULL && error->message[0] != 0 ? error->message : rustg_status_string(status));
    if (error != NULL && strcmp(error->hint, rustg_status_hint(status)) != 0) /* which is for programs */
        cli_hint("%s", error->hint);
}

double cli_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool cli_is_unreadable(const rustg_diagnostic *diagnostic)
{
    return diagnostic->kind == RUSTG_DIAG_FILE_UNREADABLE || diagnostic->kind == RUSTG_DIAG_FILE_TOO_LONG;
}

bool cli_report_begin(cli_report *report, const cli_options *options)
{
    const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR");
    bool terminal = isatty(STDERR_FILENO) && term != NULL && strcmp(term, "dumb") != 0;
    bool wanted = terminal && (no_color == NULL || no_color[0] == 0) && options->error_format != RUSTG_FORMAT_JSON;
    *report = (cli_report){.options = options, .progress = terminal, .began = cli_seconds()};
    report->color = options->color == CLI_COLOR_ALWAYS || (options->color == CLI_COLOR_AUTO && wanted);
    report->most_shown = options->has_error_limit                     ? options->error_limit
                         : options->error_format == RUSTG_FORMAT_JSON ? 0
                                                                      : CLI_SHOWN_ERRORS;
    report->text_capacity = 4096;
    report->text = malloc(report->text_capacity);
    report->codes = calloc(RUSTG_N_DIAGNOSTIC_KINDS, sizeof *report->codes);
    return report->text != NULL && report->codes != NULL;
}

void cli_report_end(cli_report *report)
{
    cli_report_clear(report);
    free(report->text);
    free(report->codes);
    report->text = NULL;
    report->codes = NULL;
}

/* Writes what was rendered, with the line ends rustc puts behind it. */
static void cli_put_rendered(const char *text, size_t n_bytes, rustg_error_format format)
{
    size_t n_ends = format == RUSTG_FORMAT_HUMAN ? 2 : 1;
    while (n_bytes > 0 && text[n_bytes - 1] == '\n')
        n_bytes--;
    fwrite(text, 1, n_bytes, stderr);
    fwrite("\n\n", 1, n_ends, stderr);
}

/* Draws the rows of a file, as far as the limit lets it, and counts them. */
static void cli_report_rows(cli_report *report, const cli_file *file, uint64_t *n_rows)
{
    const rustg_file *source = &file->file;
    rustg_error_format format = report->options->error_format;
    if (source->n_diags == 0)
        return;
    cli_report_clear(report);
    const bool is_shown = report->most_shown == 0 || *n_rows < report->most_shown;
    rustg_lines *lines = is_shown ? rustg_lines_make(source->bytes, source->n_bytes) : NULL;
    if (is_shown && lines == NULL)
        cli_error("out of memory for the lines of %s", source->name);
    for (uint32_t i = 0; (lines != NULL || !is_shown) && i < source->n_diags; i++) {
        const rustg_diagnostic *diag = &file->diags[i];
        ++*n_rows;
        report->n_unreadable += cli_is_unreadable(diag);
        if (report->most_shown && *n_rows > report->most_shown)
            continue;
        if (diag->kind < RUSTG_N_DIAGNOSTIC_KINDS)
            report->codes[diag->kind] = true;
        size_t n =
            rustg_lines_render(lines, diag, source->name, format, report->color, report->text, report->text_capacity);
        if (n >= report->text_capacity) {
            char *larger = realloc(report->text, n + 1);
            if (larger != NULL) {
                report->text = larger;
                report->text_capacity = n + 1;
                rustg_lines_render(lines, diag, source->name, format, report->color, report->text,
                                   report->text_capacity);
            } else {
                n = report->text_capacity - 1;
            }
        }
        cli_put_rendered(report->text, n, format);
    }
    rustg_lines_free(lines);
    fflush(stderr);
}

void cli_report_diagnostics(cli_report *report, const cli_file *file)
{
    cli_report_rows(report, file, &report->n_errors);
}

void cli_report_warnings(cli_report *report, const rustg_result *result)
{
    size_t n, n_of_file;
    const rustg_diagnostic *warnings = rustg_result_warnings(result, &n);
    for (size_t i = 0; i < n; i += n_of_file) {
        cli_file view = {.diags = warnings + i};
        for (n_of_file = 1; i + n_of_file < n && warnings[i + n_of_file].file == warnings[i].file;)
            n_of_file++;
        if (rustg_result_file(result, warnings[i].file, &view.file) != RUSTG_OK)
            continue;
        view.file.n_diags = (uint32_t)n_of_file;
        cli_report_rows(report, &view, &report->n_warnings);
    }
}

/* One closing line: level "error" and "warning" have their labels in colour before it, "failure-note" has none. */
static void cli_closing_line(const cli_report *report, const char *level, const char *text)
{
    const bool error = strcmp(level, "failure-note") != 0;
    const char *bold = report->color ? "\x1b[1m" : "";
    const char *own = !report->color ? "" : strcmp(level, "error") == 0 ? "\x1b[91m" : "\x1b[33m";
    const char *plain = report->color ? "\x1b[0m" : "";
    char rendered[512];
    if (error)
        snprintf(rendered, sizeof rendered, "%s%s%s%s%s: %s%s", bold, own, level, plain, bold, text, plain);
    else
        snprintf(rendered, sizeof rendered, "%s%s%s", bold, text, plain);
    if (report->options->error_format != RUSTG_FORMAT_JSON) {
        bool blank = error && report->options->error_format == RUSTG_FORMAT_HUMAN;
        fprintf(stderr, "%s\n%s", rendered, blank ? "\n" : "");
        return;
    }
    fprintf(stderr,
            "{\"$message_type\":\"diagnostic\",\"message\":\"%s\",\"code\":null,\"level\":\"%s\",\"spans\":[],"
            "\"children\":[],\"rendered\":\"",
            text, level);
    for (const char *c = rendered; *c != 0; c++) {
        if (*c == '\x1b')
            fputs("\\u001b", stderr);
        else
            fputc(*c, stderr);
    }
    fprintf(stderr, "%s\"}\n", error ? "\\n\\n" : "\\n");
}

static int cli_by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void cli_report_closing(const cli_report *report)
{
    char text[256];
    const char *codes[RUSTG_N_DIAGNOSTIC_KINDS];
    size_t n_codes = 0;
    snprintf(text, sizeof text, "%" PRIu64 " warning%s emitted", report->n_warnings,
             report->n_warnings == 1 ? "" : "s");
    if (report->n_errors == 0) {
        if (report->n_warnings > 0)
            cli_closing_line(report, "warning", text);
        fflush(stderr);
        return;
    }
    char errors[320];
    snprintf(errors, sizeof errors, "aborting due to %" PRIu64 " previous error%s%s%s", report->n_errors,
             report->n_errors == 1 ? "" : "s", report->n_warnings > 0 ? "; " : "", report->n_warnings > 0 ? text : "");
    cli_closing_line(report, "error", errors);
    if (report->most_shown && report->n_errors > report->most_shown) {
        snprintf(text, sizeof text, "only %" PRIu64 " of them %s shown; --error-limit=0 shows all", report->most_shown,
                 report->most_shown == 1 ? "is" : "are");
        cli_closing_line(report, "failure-note", text);
    }
    for (uint32_t kind = 0; kind < RUSTG_N_DIAGNOSTIC_KINDS; kind++) {
        const char first = rustg_diagnostic_code(kind)[0]; /* small: the name of a lint, which has no explanation */
        if (report->codes[kind] && first >= 'A' && first <= 'Z')
            codes[n_codes++] = rustg_diagnostic_code(kind);
    }
    qsort(codes, n_codes, sizeof *codes, cli_by_text);
    size_t n_unique = 0;
    for (size_t i = 0; i < n_codes; i++) {
        if (n_unique == 0 || strcmp(codes[i], codes[n_unique - 1]) != 0)
            codes[n_unique++] = codes[i];
    }
    if (n_unique > 0 && report->options->error_format != RUSTG_FORMAT_SHORT) {
        if (n_unique > 1) {
            /* rustc names at most nine codes. */
            size_t n = (size_t)snprintf(text, sizeof text, "Some errors have detailed explanations: ");
            for (size_t i = 0; i < n_unique && i < 9; i++)
                n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", i > 0 ? ", " : "", codes[i]);
            snprintf(text + n, sizeof text - n, "%s", n_unique > 9 ? "..." : ".");
            cli_closing_line(report, "failure-note", text);
        }
        snprintf(text, sizeof text, "For more information about %s error, try `rustgc --explain %s`.",
                 n_unique == 1 ? "this" : "an", codes[0]);
        cli_closing_line(report, "failure-note", text);
    }
    fflush(stderr);
}

int cli_report_progress(void *user, uint64_t bytes_done, uint64_t bytes_total)
{
    cli_report *report = user;
    double now = cli_seconds();
    if (now - report->began < PROGRESS_AFTER || now - report->drawn < PROGRESS_EVERY)
        return 0;
    uint64_t done = report->done_before + bytes_done;
    uint64_t total =
        report->total > report->done_before + bytes_total ? report->total : report->done_before + bytes_total;
    double percent = total > 0 ? 100.0 * (double)done / (double)total : 0;
    fprintf(stderr, "\r\x1b[Krustgc: %" PRIu64 " of %" PRIu64 " MiB, %.0f%%", done >> 20, total >> 20, percent);
    fflush(stderr);
    report->drawn = now;
    report->shown = true;
    return 0;
}

void cli_report_clear(cli_report *report)
{
    if (!report->shown)
        return;
    fputs("\r\x1b[K", stderr);
    fflush(stderr);
    report->shown = false;
}

/* n_bytes: of source, for the speed; 0: it would say nothing */
static void cli_timing(const char *name, double seconds, uint64_t n_bytes)
{
    fprintf(stderr, "%-9s %10.3f ms", name, 1e3 * seconds);
    if (seconds > 0 && n_bytes > 0)
        fprintf(stderr, " %10.1f MB/s", (double)n_bytes / 1e6 / seconds);
    fputc('\n', stderr);
}

void cli_report_timings(const rustg_stats *stats, rustg_engine engine, bool has_kernels, double seconds_write,
                        double seconds_all)
{
    const struct {
        const char *name;
        double seconds;
    } stages[] = {
#define PIPELINE_STAGE(NAME, text, seconds, emit, about) {text, stats->seconds},
#include "rustg/pipeline.def"
    };
    enum { N_STAGES = sizeof stages / sizeof stages[0], N_WITHOUT_KERNELS = 2 /* tokens and tree */ };
    fprintf(stderr, "engine    %s\n", engine == RUSTG_ENGINE_CUDA ? "cuda" : "cpu");
    fprintf(stderr, "files     %" PRIu64 "\n", stats->n_files);
    fprintf(stderr, "bytes     %" PRIu64 "\n", stats->n_bytes);
    fprintf(stderr, "n_tokens  %" PRIu64 "\n", stats->n_toks);
    fprintf(stderr, "n_nodes   %" PRIu64 "\n", stats->n_nodes);
    if (engine == RUSTG_ENGINE_CUDA)
        fprintf(stderr,
                "relexed   %" PRIu64 " files\ndiagnosed %" PRIu64 " files\nleft      %" PRIu64 " files, %" PRIu64
                " bytes\n",
                stats->n_relexed, stats->n_diagnosed, stats->n_left_files, stats->n_left_bytes);
    fprintf(stderr, "scratch   %" PRIu64 " bytes\n", stats->scratch_bytes);
    const uint64_t n_bytes = has_kernels ? 0 : stats->n_bytes;
    cli_timing("read", stats->seconds_read, stats->n_bytes);
    cli_timing("copy", stats->seconds_copy, n_bytes);
    cli_timing("diagnose", stats->seconds_diagnose, n_bytes);
    for (size_t i = 0; i < (has_kernels ? N_STAGES : N_WITHOUT_KERNELS); i++)
        cli_timing(stages[i].name, stages[i].seconds, i < N_WITHOUT_KERNELS ? stats->n_bytes : 0);
    cli_timing("compile", stats->seconds_total, n_bytes);
    cli_timing(has_kernels ? "use" : "write", seconds_write, n_bytes);
    cli_timing("all", seconds_all, n_bytes);
    fflush(stderr);
}
