/* cli_emit_ast.c: writes the AST as text, tsv and json, a line a node in preorder. */
#include "cli/cli_emit.h"

/* Text is indented no further than this, and a leaf's source is cut there, so that its size is linear in the nodes. */
enum { TEXT_MOST_DEPTH = 32, TEXT_INDENT = 2, TEXT_LEAF_BYTES = 48 };

static emit_name node_names[256];

void emit_ast_begin(void)
{
    emit_names_fill(node_names, rustg_ast_kind_name);
}

/* One node, whose offsets count from the start of its file. */
typedef struct node_view {
    const emit_name *name;
    uint32_t start, end;
} node_view;

static node_view cli_view_node(const cli_file *file, uint32_t node)
{
    uint32_t base = file->file.base;
    return (node_view){&node_names[file->ast.kind[node]], file->ast.start[node] - base, file->ast.end[node] - base};
}

/* What the node declares or sets; 0 bytes where it has no name. */
static const char *cli_node_name(const cli_file *file, uint32_t node, size_t *n_bytes)
{
    const rustg_file *f = &file->file;
    return (const char *)rustg_ast_name(&file->ast, &file->batch_toks, node, f->bytes, f->base, n_bytes);
}

/* False where the file has no tree. */
static bool cli_emit_ast_begin(rustg_ast_cursor *cursor, const cli_file *file)
{
    return file->file.n_nodes > 0 && rustg_ast_cursor_begin(cursor, &file->ast, file->file.first_node);
}

void emit_ast_tsv(cli_emitter *emitter, const cli_file *file)
{
    cli_writer *out = &emitter->out;
    rustg_ast_cursor cursor;
    for (int at_node = cli_emit_ast_begin(&cursor, file); at_node; at_node = rustg_ast_cursor_next(&cursor)) {
        node_view node = cli_view_node(file, cursor.node);
        char *at = writer_room(out, EMIT_LINE);
        at = writer_digits_u32(at, cursor.depth);
        *at++ = '\t';
        at = emit_put_name(at, node.name);
        *at++ = '\t';
        at = writer_digits_u32(at, node.start);
        *at++ = '\t';
        at = writer_digits_u32(at, node.end);
        *at++ = '\t';
        writer_advance(out, at);
        size_t n_name;
        const char *name = cli_node_name(file, cursor.node, &n_name);
        if (n_name > 0)
            writer_bytes(out, name, n_name);
        emit_line_end_tsv(emitter, file);
    }
}

/* A leaf's source in backquotes, or as much of it as fits. */
static void cli_leaf_text(cli_writer *out, const uint8_t *text, size_t n_bytes)
{
    size_t n = n_bytes;
    if (n == 0)
        return;
    if (n > TEXT_LEAF_BYTES) {
        n = TEXT_LEAF_BYTES;
        while (n > 0 && (text[n] & 0xC0) == 0x80)
            n--;
    }
    writer_string(out, " `");
    emit_escaped(out, text, n);
    writer_string(out, n < n_bytes ? "`..." : "`");
}

void emit_ast_text(cli_emitter *emitter, const cli_file *file)
{
    cli_writer *out = &emitter->out;
    rustg_ast_cursor cursor;
    emit_path_text(emitter, file);
    for (int at_node = cli_emit_ast_begin(&cursor, file); at_node; at_node = rustg_ast_cursor_next(&cursor)) {
        node_view node = cli_view_node(file, cursor.node);
        uint32_t depth = cursor.depth < TEXT_MOST_DEPTH ? cursor.depth : TEXT_MOST_DEPTH;
        char *at = writer_room(out, EMIT_LINE);
        memset(at, ' ', depth * TEXT_INDENT);
        at += depth * TEXT_INDENT;
        if (cursor.depth > TEXT_MOST_DEPTH) {
            *at++ = '(';
            at = emit_put_text(writer_digits_u32(at, cursor.depth), ") ");
        }
        at = emit_put_name(at, node.name);
        *at++ = ' ';
        at = emit_put_text(writer_digits_u32(at, node.start), "..");
        writer_advance(out, writer_digits_u32(at, node.end));
        size_t n_name;
        const char *name = cli_node_name(file, cursor.node, &n_name);
        if (rustg_ast_node_first_child(&file->ast, cursor.node) == 0) {
            cli_leaf_text(out, file->file.bytes + node.start, node.end - node.start);
        } else if (n_name > 0) {
            writer_char(out, ' ');
            emit_escaped(out, (const uint8_t *)name, n_name);
        }
        writer_char(out, '\n');
    }
}

void emit_ast_json(cli_emitter *emitter, const cli_file *file)
{
    cli_writer *out = &emitter->out;
    rustg_ast_cursor cursor;
    emit_file_json(emitter, file);
    writer_string(out, ",\"n_errors\":");
    writer_u64(out, file->file.n_diags);
    writer_string(out, ",\"nodes\":[");
    for (int at_node = cli_emit_ast_begin(&cursor, file); at_node; at_node = rustg_ast_cursor_next(&cursor)) {
        node_view node = cli_view_node(file, cursor.node);
        char *at = writer_room(out, EMIT_LINE);
        at = emit_put_text(at, cursor.depth > 0 ? ",\n{\"depth\":" : "\n{\"depth\":");
        at = emit_put_text(writer_digits_u32(at, cursor.depth), ",\"kind\":\"");
        at = emit_put_text(emit_put_name(at, node.name), "\",\"start\":");
        at = emit_put_text(writer_digits_u32(at, node.start), ",\"end\":");
        at = emit_put_text(writer_digits_u32(at, node.end), ",\"token\":");
        at = emit_put_text(writer_digits_u32(at, file->ast.tok[cursor.node] - file->file.first_tok), ",\"parent\":");
        if (cursor.depth == 0)
            at = emit_put_text(at, "null");
        else
            at = writer_digits_u32(at, file->ast.parent[cursor.node] - file->file.first_node);
        writer_advance(out, at);
        size_t n_name;
        const char *name = cli_node_name(file, cursor.node, &n_name);
        if (n_name > 0) {
            writer_string(out, ",\"name\":");
            writer_json(out, name, n_name);
        }
        writer_char(out, '}');
    }
    writer_string(out, "]}");
}
