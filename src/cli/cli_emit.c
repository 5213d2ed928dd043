/* cli_emit.c: tokens and check as text, tsv and json. Offsets written count from the first byte of the file. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Room for one token's line, its text not counted: three numbers, a kind, flags and what joins them. */
enum { EMIT_LINE = 256 };

/* Names of the kinds with their lengths, so that no token costs a strlen. */
typedef struct kind_name {
    const char *text;
    size_t n_bytes;
} kind_name;

static kind_name kind_names[256];

static void kind_names_fill(void)
{
    for (unsigned kind = 0; kind < 256; kind++) {
        kind_names[kind].text = rustg_token_kind_name((uint8_t)kind);
        kind_names[kind].n_bytes = strlen(kind_names[kind].text);
    }
}

static char *put(char *to, const char *text, size_t n_bytes)
{
    memcpy(to, text, n_bytes);
    return to + n_bytes;
}

static char *put_text(char *to, const char *text)
{
    return put(to, text, strlen(text));
}

/* One token, offsets counting from its file. suffix: where its suffix starts, n of the file for none. */
typedef struct token_view {
    uint8_t kind, flags;
    uint32_t start, end, suffix;
} token_view;

static token_view view_token(const cli_file *file, size_t tok)
{
    uint32_t base = file->file.base;
    token_view view = {file->toks.kind[tok], file->toks.flags[tok], file->toks.start[tok] - base,
                       file->toks.end[tok] - base, 0};
    view.suffix = view.end;
    if (view.flags & RUSTG_TOKEN_SUFFIX)
        view.suffix = view.start + rustg_token_suffix(file->file.bytes + view.start, view.end - view.start, view.kind);
    return view;
}

/* The flags without suffix, joined by `between`; returns `to` when there is none. */
static char *put_flags(char *to, const token_view *token, const char *quote, const char *between)
{
    const char *names[4];
    size_t n = 0;
    if (token->flags & RUSTG_TOKEN_JOINT)
        names[n++] = "joint";
    if (token->flags & RUSTG_TOKEN_RAW)
        names[n++] = "raw";
    if (token->kind == RUSTG_TOK_DOC_COMMENT) {
        names[n++] = token->flags & RUSTG_TOKEN_INNER ? "inner" : "outer";
        names[n++] = token->flags & RUSTG_TOKEN_BLOCK ? "block" : "line";
    }
    for (size_t i = 0; i < n; i++) {
        if (i > 0)
            to = put_text(to, between);
        to = put_text(to, quote);
        to = put_text(to, names[i]);
        to = put_text(to, quote);
    }
    return to;
}

/* Flags as tsv and text show them: `joint`, `suffix=17`, `-`. */
static char *put_flag_list(char *to, const token_view *token)
{
    if (token->flags == 0 && token->kind != RUSTG_TOK_DOC_COMMENT) {
        *to++ = '-';
        return to;
    }
    char *first = to;
    to = put_flags(to, token, "", ",");
    if (token->flags & RUSTG_TOKEN_SUFFIX) {
        if (to != first)
            *to++ = ',';
        to = writer_digits_u32(put_text(to, "suffix="), token->suffix);
    }
    return to;
}

static void tokens_tsv(cli_emitter *emitter, const cli_file *file)
{
    cli_writer *out = &emitter->out;
    if (emitter->several) {
        writer_string(out, "# ");
        writer_tsv(out, file->file.name, strlen(file->file.name));
        writer_char(out, '\n');
    }
    for (size_t tok = 0; tok < file->toks.n_toks; tok++) {
        token_view token = view_token(file, tok);
        char *at = writer_room(out, EMIT_LINE);
        at = writer_digits_u32(at, token.start);
        *at++ = '\t';
        at = writer_digits_u32(at, token.end);
        *at++ = '\t';
        at = put(at, kind_names[token.kind].text, kind_names[token.kind].n_bytes);
        *at++ = '\t';
        at = put_flag_list(at, &token);
        *at++ = '\n';
        writer_advance(out, at);
    }
}

/* A place in a file that moves forward: lines and columns from 1, columns in characters, no byte-order mark. */
typedef struct place {
    uint32_t at, line, column;
} place;

static place place_begin(const rustg_file *file)
{
    bool mark = file->n_bytes >= 3 && memcmp(file->bytes, "\xEF\xBB\xBF", 3) == 0;
    return (place){mark ? 3 : 0, 1, 1};
}

static void place_move(place *here, const uint8_t *bytes, uint32_t to)
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

/* A token's text on one line: control characters and what is not UTF-8 are escaped. */
static void put_escaped(cli_writer *out, const uint8_t *text, size_t n_bytes)
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

static char *put_spaces(char *from, char *at, size_t width)
{
    while ((size_t)(at - from) < width)
        *at++ = ' ';
    return at;
}

static void tokens_text(cli_emitter *emitter, const cli_file *file)
{
    cli_writer *out = &emitter->out;
    place here = place_begin(&file->file);
    if (emitter->several) {
        writer_string(out, emitter->n_files > 0 ? "\n# " : "# ");
        put_escaped(out, (const uint8_t *)file->file.name, strlen(file->file.name));
        writer_char(out, '\n');
    }
    for (size_t tok = 0; tok < file->toks.n_toks; tok++) {
        token_view token = view_token(file, tok);
        place_move(&here, file->file.bytes, token.start);
        char *line = writer_room(out, EMIT_LINE), *at = line;
        at = writer_digits_u32(at, here.line);
        *at++ = ':';
        at = put_spaces(line, writer_digits_u32(at, here.column), 10);
        *at++ = ' ';
        char *column = at;
        at = writer_digits_u32(at, token.start);
        at = put_text(at, "..");
        at = put_spaces(column, writer_digits_u32(at, token.end), 16);
        *at++ = ' ';
        column = at;
        at = put_spaces(column, put(at, kind_names[token.kind].text, kind_names[token.kind].n_bytes), 16);
        *at++ = ' ';
        column = at;
        at = put_spaces(column, put_flag_list(at, &token), 12);
        *at++ = ' ';
        writer_advance(out, at);
        put_escaped(out, file->file.bytes + token.start, token.end - token.start);
        writer_char(out, '\n');
    }
}

/* What both JSON documents say of a file, up to what follows. */
static void file_json(cli_emitter *emitter, const cli_file *file)
{
    cli_writer *out = &emitter->out;
    writer_string(out, emitter->n_files > 0 ? ",\n{\"path\":" : "\n{\"path\":");
    writer_json(out, file->file.name, strlen(file->file.name));
    writer_format(out, ",\"ok\":%s,\"edition\":%" PRIu32 ",\"bytes\":%zu,\"n_tokens\":%" PRIu32,
                  file->file.n_diags == 0 ? "true" : "false", file->file.edition, file->file.n_bytes,
                  file->file.n_toks);
}

static void tokens_json(cli_emitter *emitter, const cli_file *file)
{
    cli_writer *out = &emitter->out;
    file_json(emitter, file);
    writer_format(out, ",\"n_errors\":%" PRIu32 ",\"tokens\":[", file->file.n_diags);
    for (size_t tok = 0; tok < file->toks.n_toks; tok++) {
        token_view token = view_token(file, tok);
        char *at = writer_room(out, EMIT_LINE);
        at = put_text(at, tok > 0 ? ",\n{\"start\":" : "\n{\"start\":");
        at = put_text(writer_digits_u32(at, token.start), ",\"end\":");
        at = put_text(writer_digits_u32(at, token.end), ",\"kind\":\"");
        at = put(at, kind_names[token.kind].text, kind_names[token.kind].n_bytes);
        at = put_text(at, "\",\"flags\":[");
        at = put_flags(at, &token, "\"", ",");
        *at++ = ']';
        if (token.flags & RUSTG_TOKEN_SUFFIX)
            at = writer_digits_u32(put_text(at, ",\"suffix\":"), token.suffix);
        *at++ = '}';
        writer_advance(out, at);
    }
    writer_string(out, "]}");
}

/* A diagnostic's message, malloc'd; NULL without memory. */
static char *diagnostic_message(const cli_file *file, const rustg_diagnostic *diag)
{
    size_t n = rustg_diagnostic_message(diag, file->file.bytes, file->file.n_bytes, NULL, 0);
    char *text = malloc(n + 1);
    if (text != NULL)
        rustg_diagnostic_message(diag, file->file.bytes, file->file.n_bytes, text, n + 1);
    return text;
}

static bool check_tsv(cli_emitter *emitter, const cli_file *file)
{
    cli_writer *out = &emitter->out;
    writer_tsv(out, file->file.name, strlen(file->file.name));
    writer_format(out, "\t%s\t%" PRIu32 "\t", file->file.n_diags == 0 ? "ok" : "error", file->file.n_toks);
    if (file->file.n_diags == 0) {
        writer_string(out, "\t\n");
        return true;
    }
    const rustg_diagnostic *diag = &file->diags[0];
    if (!cli_is_unreadable(diag)) {
        uint32_t line = 1, column = 1;
        rustg_line_column(file->file.bytes, file->file.n_bytes, diag->start, &line, &column);
        writer_format(out, "%" PRIu32 ":%" PRIu32, line, column);
    }
    writer_char(out, '\t');
    char *text = diagnostic_message(file, diag);
    if (text == NULL)
        return false;
    writer_tsv(out, text, strlen(text));
    writer_char(out, '\n');
    free(text);
    return true;
}

static bool check_json(cli_emitter *emitter, const cli_file *file)
{
    cli_writer *out = &emitter->out;
    place here = place_begin(&file->file);
    file_json(emitter, file);
    writer_string(out, ",\"errors\":[");
    for (uint32_t i = 0; i < file->file.n_diags; i++) {
        const rustg_diagnostic *diag = &file->diags[i];
        char *text = diagnostic_message(file, diag);
        if (text == NULL)
            return false;
        place_move(&here, file->file.bytes, diag->start);
        writer_format(out, "%s\n{\"kind\":\"%s\",\"code\":", i > 0 ? "," : "", rustg_diagnostic_kind_name(diag->kind));
        const char *code = rustg_diagnostic_code(diag->kind);
        writer_format(out, code[0] != 0 ? "\"%s\"" : "null", code);
        writer_format(out, ",\"start\":%" PRIu32 ",\"end\":%" PRIu32 ",\"line\":%" PRIu32 ",\"column\":%" PRIu32
                           ",\"message\":", diag->start, diag->end, here.line, here.column);
        writer_json(out, text, strlen(text));
        writer_char(out, '}');
        free(text);
    }
    writer_string(out, "]}");
    return true;
}

static void check_text(cli_emitter *emitter)
{
    writer_format(&emitter->out, "%" PRIu64 " file%s, %" PRIu64 " bytes, %" PRIu64 " tokens: ", emitter->n_files,
                  emitter->n_files == 1 ? "" : "s", emitter->n_bytes, emitter->n_toks);
    if (emitter->n_errors == 0)
        writer_string(&emitter->out, "no errors\n");
    else
        writer_format(&emitter->out, "%" PRIu64 " error%s in %" PRIu64 " file%s\n", emitter->n_errors,
                      emitter->n_errors == 1 ? "" : "s", emitter->n_files_bad,
                      emitter->n_files_bad == 1 ? "" : "s");
}

bool cli_emit_begin(cli_emitter *emitter, const cli_options *options, bool several)
{
    *emitter = (cli_emitter){.options = options, .several = several, .out.fd = -1};
    kind_names_fill();
    if (options->format == CLI_FORMAT_NPY) {
        emitter->npy = cli_npy_new(options->output);
        return emitter->npy != NULL && cli_npy_error(emitter->npy, NULL) == 0;
    }
    if (!writer_open(&emitter->out, options->output))
        return false;
    struct stat info;
    emitter->removable = options->output != NULL && fstat(emitter->out.fd, &info) == 0 && S_ISREG(info.st_mode);
    if (options->format == CLI_FORMAT_JSON) {
        writer_format(&emitter->out, "{\"rustg\":\"%s\",\"emit\":\"%s\",\"files\":[", rustg_version(),
                      options->emit == CLI_EMIT_TOKENS ? "tokens" : "check");
    }
    return true;
}

bool cli_emit_file(cli_emitter *emitter, const cli_file *file)
{
    bool tokens = emitter->options->emit == CLI_EMIT_TOKENS;
    bool fine = true;
    switch (emitter->options->format) {
    case CLI_FORMAT_TEXT:
        if (tokens)
            tokens_text(emitter, file);
        break;
    case CLI_FORMAT_TSV:
        if (tokens)
            tokens_tsv(emitter, file);
        else
            fine = check_tsv(emitter, file);
        break;
    case CLI_FORMAT_JSON:
        if (tokens)
            tokens_json(emitter, file);
        else
            fine = check_json(emitter, file);
        break;
    case CLI_FORMAT_NPY:
        fine = cli_npy_file(emitter->npy, file);
        break;
    }
    emitter->n_files++;
    emitter->n_files_bad += file->file.n_diags > 0;
    emitter->n_errors += file->file.n_diags;
    emitter->n_toks += file->file.n_toks;
    emitter->n_bytes += file->file.n_bytes;
    return fine && emitter->out.error == 0;
}

bool cli_emit_end(cli_emitter *emitter)
{
    if (emitter->npy != NULL)
        return cli_npy_end(emitter->npy);
    if (emitter->options->format == CLI_FORMAT_JSON)
        writer_string(&emitter->out, "\n]}\n");
    else if (emitter->options->format == CLI_FORMAT_TEXT && emitter->options->emit == CLI_EMIT_CHECK)
        check_text(emitter);
    return writer_close(&emitter->out);
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
    const char *path = emitter->options->output != NULL ? emitter->options->output : "standard output";
    int error = emitter->out.error;
    if (emitter->npy != NULL)
        error = cli_npy_error(emitter->npy, &path);
    if (error != 0)
        cli_error("cannot write to `%s`: %s", path, strerror(error));
    else
        cli_error("out of memory");
}
