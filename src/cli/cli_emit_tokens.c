/* cli_emit_tokens.c: writes tokens as text, tsv and json. */
#include "cli/cli_emit.h"

#include <inttypes.h>

static emit_name token_names[256];

void emit_tokens_begin(void)
{
    emit_names_fill(token_names, rustg_token_kind_name);
}

/* One token, whose offsets count from the start of its file. suffix is where its suffix starts, or the file's number of
 * bytes if it has none. */
typedef struct token_view {
    uint8_t kind, flags;
    uint32_t start, end, suffix;
} token_view;

static token_view cli_view_token(const cli_file *file, size_t tok)
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
static char *cli_put_flags(char *to, const token_view *token, const char *quote, const char *between)
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
            to = emit_put_text(to, between);
        to = emit_put_text(to, quote);
        to = emit_put_text(to, names[i]);
        to = emit_put_text(to, quote);
    }
    return to;
}

/* Flags as tsv and text show them: `joint`, `suffix=17`, `-`. */
static char *cli_put_flag_list(char *to, const token_view *token)
{
    if (token->flags == 0 && token->kind != RUSTG_TOK_DOC_COMMENT) {
        *to++ = '-';
        return to;
    }
    char *first = to;
    to = cli_put_flags(to, token, "", ",");
    if (token->flags & RUSTG_TOKEN_SUFFIX) {
        if (to != first)
            *to++ = ',';
        to = writer_digits_u32(emit_put_text(to, "suffix="), token->suffix);
    }
    return to;
}

void emit_tokens_tsv(cli_emitter *emitter, const cli_file *file)
{
    cli_writer *out = &emitter->out;
    for (size_t tok = 0; tok < file->toks.n_toks; tok++) {
        token_view token = cli_view_token(file, tok);
        char *at = writer_room(out, EMIT_LINE);
        at = writer_digits_u32(at, token.start);
        *at++ = '\t';
        at = writer_digits_u32(at, token.end);
        *at++ = '\t';
        at = emit_put_name(at, &token_names[token.kind]);
        *at++ = '\t';
        writer_advance(out, cli_put_flag_list(at, &token));
        emit_line_end_tsv(emitter, file);
    }
}

static char *cli_put_spaces(char *from, char *at, size_t width)
{
    while ((size_t)(at - from) < width)
        *at++ = ' ';
    return at;
}

void emit_tokens_text(cli_emitter *emitter, const cli_file *file)
{
    cli_writer *out = &emitter->out;
    emit_place here = emit_place_begin(&file->file);
    emit_path_text(emitter, file);
    for (size_t tok = 0; tok < file->toks.n_toks; tok++) {
        token_view token = cli_view_token(file, tok);
        emit_place_move(&here, file->file.bytes, token.start);
        char *line = writer_room(out, EMIT_LINE), *at = line;
        at = writer_digits_u32(at, here.line);
        *at++ = ':';
        at = cli_put_spaces(line, writer_digits_u32(at, here.column), 10);
        *at++ = ' ';
        char *column = at;
        at = writer_digits_u32(at, token.start);
        at = emit_put_text(at, "..");
        at = cli_put_spaces(column, writer_digits_u32(at, token.end), 16);
        *at++ = ' ';
        column = at;
        at = cli_put_spaces(column, emit_put_name(at, &token_names[token.kind]), 16);
        *at++ = ' ';
        column = at;
        at = cli_put_spaces(column, cli_put_flag_list(at, &token), 12);
        *at++ = ' ';
        writer_advance(out, at);
        emit_escaped(out, file->file.bytes + token.start, token.end - token.start);
        writer_char(out, '\n');
    }
}

void emit_tokens_json(cli_emitter *emitter, const cli_file *file)
{
    cli_writer *out = &emitter->out;
    emit_file_json(emitter, file);
    writer_format(out, ",\"n_errors\":%" PRIu32 ",\"tokens\":[", file->file.n_diags);
    for (size_t tok = 0; tok < file->toks.n_toks; tok++) {
        token_view token = cli_view_token(file, tok);
        char *at = writer_room(out, EMIT_LINE);
        at = emit_put_text(at, tok > 0 ? ",\n{\"start\":" : "\n{\"start\":");
        at = emit_put_text(writer_digits_u32(at, token.start), ",\"end\":");
        at = emit_put_text(writer_digits_u32(at, token.end), ",\"kind\":\"");
        at = emit_put_name(at, &token_names[token.kind]);
        at = emit_put_text(at, "\",\"flags\":[");
        at = cli_put_flags(at, &token, "\"", ",");
        *at++ = ']';
        if (token.flags & RUSTG_TOKEN_SUFFIX)
            at = writer_digits_u32(emit_put_text(at, ",\"suffix\":"), token.suffix);
        *at++ = '}';
        writer_advance(out, at);
    }
    writer_string(out, "]}");
}
