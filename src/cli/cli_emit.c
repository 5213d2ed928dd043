/* cli_emit.c: opens the files that output goes to, and has what all formats share. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli_emit.h"
#include "rustg/arrow.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void emit_names_fill(emit_name names[256], emit_name_fn name_of)
{
    for (unsigned kind = 0; kind < 256; kind++) {
        names[kind].text = name_of((uint8_t)kind);
        names[kind].n_bytes = strlen(names[kind].text);
    }
}

emit_place emit_place_begin(const rustg_file *file)
{
    bool mark = file->n_bytes >= 3 && memcmp(file->bytes, "\xEF\xBB\xBF", 3) == 0;
    return (emit_place){mark ? 3 : 0, 1, 1};
}

void emit_place_move(emit_place *here, const uint8_t *bytes, uint32_t to)
{
    for (; here->at < to; here->at++) {
        if (bytes[here->at] == '\n') {
            here->line++;
            here->column = 1;
        } else {
            here->column += (bytes[here->at] & 0xC0) != 0x80;
        }
    }
}

void emit_escaped(cli_writer *out, const uint8_t *text, size_t n_bytes)
{
    for (size_t i = 0; i < n_bytes;) {
        size_t plain = i;
        while (plain < n_bytes && text[plain] >= 0x20 && text[plain] < 0x7F)
            plain++;
        if (plain > i) {
            writer_bytes(out, text + i, plain - i);
            i = plain;
            continue;
        }
        uint8_t c = text[i];
        size_t length = writer_utf8(text + i, n_bytes - i);
        bool c1_control = length == 2 && c == 0xC2 && text[i + 1] < 0xA0;
        if (c == '\n')
            writer_string(out, "\\n");
        else if (c == '\t')
            writer_string(out, "\\t");
        else if (c == '\r')
            writer_string(out, "\\r");
        else if (length == 0 || c < 0x20 || c == 0x7F)
            writer_format(out, "\\x%02x", (unsigned)c);
        else if (c1_control)
            writer_format(out, "\\u{%x}", (unsigned)text[i + 1]);
        else
            writer_bytes(out, text + i, length);
        i += length > 0 ? length : 1;
    }
}

void emit_line_end_tsv(cli_emitter *emitter, const cli_file *file)
{
    if (emitter->several) {
        writer_char(&emitter->out, '\t');
        writer_tsv(&emitter->out, file->file.name, strlen(file->file.name));
    }
    writer_char(&emitter->out, '\n');
}

void emit_path_text(cli_emitter *emitter, const cli_file *file)
{
    if (!emitter->several)
        return;
    writer_string(&emitter->out, emitter->n_files > 0 ? "\n# " : "# ");
    emit_escaped(&emitter->out, (const uint8_t *)file->file.name, strlen(file->file.name));
    writer_char(&emitter->out, '\n');
}

void emit_file_json(cli_emitter *emitter, const cli_file *file)
{
    cli_writer *out = &emitter->out;
    writer_string(out, emitter->n_files > 0 ? ",\n{\"path\":" : "\n{\"path\":");
    writer_json(out, file->file.name, strlen(file->file.name));
    writer_format(out, ",\"ok\":%s,\"edition\":%" PRIu32 ",\"bytes\":%zu,\"n_tokens\":%" PRIu32,
                  file->file.n_diags == 0 ? "true" : "false", file->file.edition, file->file.n_bytes,
                  file->file.n_toks);
    if (emitter->options->emit != CLI_EMIT_TOKENS)
        writer_format(out, ",\"n_nodes\":%" PRIu32, file->file.n_nodes);
}

bool cli_emit_begin(cli_emitter *emitter, const cli_options *options, bool several)
{
    *emitter = (cli_emitter){.options = options, .several = several, .out.fd = -1};
    emit_tokens_begin();
    emit_ast_begin();
    if (options->format == CLI_FORMAT_NPY) {
        emitter->npy = cli_npy_new(options->output, options->emit);
        return emitter->npy != NULL && cli_npy_error(emitter->npy, NULL) == 0;
    }
    if (options->format == CLI_FORMAT_ARROW)
        return true;
    if (!writer_open(&emitter->out, options->output))
        return false;
    struct stat info;
    emitter->removable = options->output != NULL && fstat(emitter->out.fd, &info) == 0 && S_ISREG(info.st_mode);
    if (options->format == CLI_FORMAT_JSON) {
        writer_format(&emitter->out, "{\"rustg\":\"%s\",\"emit\":\"%s\",\"files\":[", rustg_version(),
                      cli_emit_word(options->emit));
    }
    return true;
}

bool cli_emit_file(cli_emitter *emitter, const cli_file *file)
{
    bool tokens = emitter->options->emit == CLI_EMIT_TOKENS, tree = emitter->options->emit == CLI_EMIT_AST;
    bool fine = true;
    switch (emitter->options->format) {
    case CLI_FORMAT_TEXT:
        if (tokens)
            emit_tokens_text(emitter, file);
        else if (tree)
            emit_ast_text(emitter, file);
        break;
    case CLI_FORMAT_TSV:
        if (tokens)
            emit_tokens_tsv(emitter, file);
        else if (tree)
            emit_ast_tsv(emitter, file);
        else
            fine = emit_check_tsv(emitter, file);
        break;
    case CLI_FORMAT_JSON:
        if (tokens)
            emit_tokens_json(emitter, file);
        else if (tree)
            emit_ast_json(emitter, file);
        else
            fine = emit_check_json(emitter, file);
        break;
    case CLI_FORMAT_NPY: fine = cli_npy_file(emitter->npy, file); break;
    case CLI_FORMAT_ARROW: break; /* cli_emit_arrow */
    }
    if (emitter->shard != NULL && !cli_shard_file(emitter->shard, &file->file))
        return false;
    emitter->n_files++;
    emitter->n_files_bad += file->file.n_diags > 0;
    emitter->n_errors += file->file.n_diags;
    emitter->n_toks += file->file.n_toks;
    emitter->n_nodes += file->file.n_nodes;
    emitter->n_bytes += file->file.n_bytes;
    return fine && emitter->out.error == 0;
}

bool cli_emit_end(cli_emitter *emitter)
{
    if (emitter->npy != NULL)
        return cli_npy_end(emitter->npy);
    if (emitter->options->format == CLI_FORMAT_ARROW)
        return true;
    if (emitter->options->format == CLI_FORMAT_JSON)
        writer_string(&emitter->out, "\n]}\n");
    else if (emitter->options->format == CLI_FORMAT_TEXT && emitter->options->emit == CLI_EMIT_CHECK)
        emit_check_text(emitter);
    return writer_close(&emitter->out);
}

bool cli_emit_arrow(const cli_options *options, rustg_result *result)
{
    rustg_error error;
    const rustg_arrow_table table = options->emit == CLI_EMIT_TOKENS ? RUSTG_ARROW_TOKENS : RUSTG_ARROW_AST;
    const rustg_status status = rustg_result_arrow_file(result, table, options->output, &error);
    if (status != RUSTG_OK)
        cli_status_error(status, &error);
    return status == RUSTG_OK;
}

void cli_emit_close(cli_emitter *emitter, bool keep)
{
    cli_npy_free(emitter->npy, keep);
    emitter->npy = NULL;
    writer_close(&emitter->out);
    if (emitter->removable && !keep)
        unlink(emitter->options->output);
}

void cli_emit_failure(const cli_emitter *emitter)
{
    const char *path = emitter->options->output;
    int error = emitter->out.error;
    if (emitter->npy != NULL)
        error = cli_npy_error(emitter->npy, &path);
    if (error != 0)
        cli_write_error(path, error);
    else
        cli_error("out of memory");
}
