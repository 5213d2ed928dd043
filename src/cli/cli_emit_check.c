/* cli_emit_check.c: writes the verdict on each file as text, tsv and json. */
#include "cli/cli_emit.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A diagnostic's message, malloc'd, and its length; NULL without memory. */
static char *cli_diagnostic_message(const cli_file *file, const rustg_diagnostic *diag, size_t *n)
{
    *n = rustg_diagnostic_message(diag, file->file.bytes, file->file.n_bytes, NULL, 0);
    char *text = malloc(*n + 1);
    if (text != NULL)
        rustg_diagnostic_message(diag, file->file.bytes, file->file.n_bytes, text, *n + 1);
    return text;
}

bool emit_check_tsv(cli_emitter *emitter, const cli_file *file)
{
    cli_writer *out = &emitter->out;
    writer_tsv(out, file->file.name, strlen(file->file.name));
    writer_format(out, "\t%s\t%" PRIu32 "\t", file->file.n_diags == 0 ? "ok" : "error", file->file.n_toks);
    if (file->file.n_diags == 0) {
        writer_format(out, "\t\t%" PRIu32 "\n", file->file.n_nodes);
        return true;
    }
    const rustg_diagnostic *diag = &file->diags[0];
    if (!cli_is_unreadable(diag)) {
        uint32_t line = 1, column = 1;
        rustg_line_column(file->file.bytes, file->file.n_bytes, diag->start, &line, &column);
        writer_format(out, "%" PRIu32 ":%" PRIu32, line, column);
    }
    writer_char(out, '\t');
    size_t n;
    char *text = cli_diagnostic_message(file, diag, &n);
    if (text == NULL)
        return false;
    writer_tsv(out, text, n);
    writer_format(out, "\t%" PRIu32 "\n", file->file.n_nodes);
    free(text);
    return true;
}

bool emit_check_json(cli_emitter *emitter, const cli_file *file)
{
    cli_writer *out = &emitter->out;
    emit_place here = emit_place_begin(&file->file);
    emit_file_json(emitter, file);
    writer_string(out, ",\"errors\":[");
    for (uint32_t i = 0; i < file->file.n_diags; i++) {
        const rustg_diagnostic *diag = &file->diags[i];
        size_t n;
        char *text = cli_diagnostic_message(file, diag, &n);
        if (text == NULL)
            return false;
        emit_place_move(&here, file->file.bytes, diag->start);
        writer_format(out, "%s\n{\"kind\":\"%s\",\"code\":", i > 0 ? "," : "", rustg_diagnostic_kind_name(diag->kind));
        const char *code = rustg_diagnostic_code(diag->kind);
        writer_format(out, code[0] != 0 ? "\"%s\"" : "null", code);
        writer_format(
            out, ",\"start\":%" PRIu32 ",\"end\":%" PRIu32 ",\"line\":%" PRIu32 ",\"column\":%" PRIu32 ",\"message\":",
            diag->start, diag->end, here.line, here.column);
        writer_json(out, text, n);
        writer_char(out, '}');
        free(text);
    }
    writer_string(out, "]}");
    return true;
}

static void emit_check_count(cli_writer *out, uint64_t n, const char *what, const char *behind)
{
    writer_format(out, "%" PRIu64 " %s%s%s", n, what, n == 1 ? "" : "s", behind);
}

void emit_check_text(cli_emitter *emitter)
{
    cli_writer *out = &emitter->out;
    emit_check_count(out, emitter->n_files, "file", ", ");
    emit_check_count(out, emitter->n_bytes, "byte", ", ");
    emit_check_count(out, emitter->n_toks, "token", ", ");
    emit_check_count(out, emitter->n_nodes, "node", ": ");
    if (emitter->n_errors == 0) {
        writer_string(out, "no errors\n");
        return;
    }
    emit_check_count(out, emitter->n_errors, "error", " in ");
    emit_check_count(out, emitter->n_files_bad, "file", "\n");
}
