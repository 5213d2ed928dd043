/* syntax_macro.c: parses a piece of a file alone, wrapped in a text that makes it a whole file. */
#include "sema/syntax/syntax.h"

/* Puts first..last of a file between prefix and suffix, as a file of its own. Returns its number. */
static uint32_t syntax_macro_expand(sema *s, sema_span piece, const char *prefix, const char *suffix, sema_span call)
{
    const sema_file *from = s->files.at[piece.file];
    size_t n_prefix = strlen(prefix), n_suffix = strlen(suffix), n_piece = piece.end - piece.start;
    /* The lexers read whole vectors. */
    uint8_t *bytes = ARENA_ARRAY(s->memory, uint8_t, n_prefix + n_piece + n_suffix + 64);
    memcpy(bytes, prefix, n_prefix);
    if (n_piece)
        memcpy(bytes + n_prefix, from->bytes + piece.start, n_piece);
    memcpy(bytes + n_prefix + n_piece, suffix, n_suffix);
    sema_file file = {.name = from->name,
                      .bytes = bytes,
                      .n_bytes = (uint32_t)(n_prefix + n_piece + n_suffix),
                      .edition = from->edition,
                      .index = from->index,
                      .origin = SEMA_FILE_EXPANSION,
                      .from = piece.file,
                      .first = (uint32_t)n_prefix,
                      .last = (uint32_t)(n_prefix + n_piece),
                      .shift = (int64_t)n_prefix - (int64_t)piece.start,
                      .call = call};
    return sema_add_file(s, file);
}

/* The value of the one constant of this kind that an expansion holds; none if there was a syntax error. */
static sema_node syntax_constant_value(const sema *s, uint32_t file)
{
    sema_node none = {0, 0}, root = {file, 1};
    if (!file)
        return none;
    sema_node item = syntax_child_of(s, root, RUSTG_AST_ItemConst);
    sema_node value = syntax_child_in(s, item, RUSTG_AST_CLASS_EXPR, 0);
    if (syntax_is(syntax_next(s, item)))
        return none;
    return value;
}

static sema_node macro_call_of(const sema *s, sema_node token_tree)
{
    sema_node call = syntax_parent(s, token_tree);
    return syntax_is(call) ? call : token_tree;
}

sema_node syntax_macro_piece(sema *s, sema_node token_tree, uint32_t first, uint32_t last, const char *prefix,
                             const char *suffix)
{
    sema_span piece = {token_tree.file, syntax_tok_span(s, token_tree.file, first).start,
                       syntax_tok_span(s, token_tree.file, first).start};
    if (last > first)
        piece.end = syntax_tok_span(s, token_tree.file, last - 1).end;
    sema_span call = sema_node_span(s, macro_call_of(s, token_tree));
    return syntax_constant_value(s, syntax_macro_expand(s, piece, prefix, suffix, call));
}

sema_node syntax_macro_args(sema *s, sema_node token_tree)
{
    uint32_t first, last;
    sema_node none = {0, 0};
    if (!syntax_group(s, token_tree, &first, &last))
        return none;
    return syntax_macro_piece(s, token_tree, first, last, "const _:()=[", "\n];");
}

sema_node syntax_expand_items(sema *s, const char *text, sema_span call, const sema_piece *pieces, uint32_t n_pieces)
{
    size_t n = strlen(text);
    uint8_t *bytes = ARENA_ARRAY(s->memory, uint8_t, n + 64);
    memcpy(bytes, text, n);
    const sema_file *from = s->files.at[call.file];
    sema_file file = {.name = from->name,
                      .bytes = bytes,
                      .n_bytes = (uint32_t)n,
                      .edition = from->edition,
                      .index = from->index,
                      .origin = SEMA_FILE_EXPANSION,
                      .from = call.file,
                      .call = call,
                      .pieces = pieces,
                      .n_pieces = n_pieces};
    sema_node root = {sema_add_file(s, file), 0};
    root.node = root.file ? 1 : 0;
    return root;
}
