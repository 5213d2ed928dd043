/* ast.h: the abstract syntax tree, as arrays in preorder. */
#ifndef RUSTG_AST_H
#define RUSTG_AST_H

#include "token.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rustg_ast_kind {
#define NODE(name, class, anchor, ident, children) RUSTG_AST_##name,
#include "ast_kind.def"
    RUSTG_N_AST_KINDS
} rustg_ast_kind;

/* The nodes of one batch, structure of arrays in preorder; 21 bytes a node.
 *   kind        u8[n_nodes]: rustg_ast_kind; ast_kind.def tells each kind's anchor and children
 *   tok         u32[n_nodes]: the anchor, an index into the batch's token arrays
 *   start, end  u32[n_nodes]: bytes from the start of the batch, half-open
 *   next        u32[n_nodes]: the first node behind the node's subtree: its next sibling, if its parent reaches so far
 *   parent      u32[n_nodes]: 0 for a File
 * Slot 0 is a sentinel (kind None, all zero but next, which is 1). Each file is one tree whose root is a File from the
 * file's first token to its end; trees follow one another in the files' order. Children come in source order and nodes
 * within their parent's span, but for attributes, which are children of what they stand before, and the type of a
 * parameter `self`, whose span is rustc's: `self` alone. */
typedef struct rustg_ast {
    const uint8_t *kind;
    const uint32_t *tok;
    const uint32_t *start;
    const uint32_t *end;
    const uint32_t *next;
    const uint32_t *parent;
    size_t n_nodes;
} rustg_ast;

/* "ExprBinary" and the like; "?" for a number that is no kind. Never NULL, static storage. */
const char *rustg_ast_kind_name(uint8_t kind);

/* The `class` column of ast_kind.def: rustc's classes of nodes. NONE for all other kinds (Attr, Param, ...). */
typedef enum rustg_ast_class {
    RUSTG_AST_CLASS_NONE,
    RUSTG_AST_CLASS_ITEM,
    RUSTG_AST_CLASS_FOREIGN_ITEM,
    RUSTG_AST_CLASS_ASSOC_ITEM,
    RUSTG_AST_CLASS_EXPR,
    RUSTG_AST_CLASS_PAT,
    RUSTG_AST_CLASS_TY,
    RUSTG_AST_CLASS_STMT,
    RUSTG_AST_CLASS_BLOCK
} rustg_ast_class;
rustg_ast_class rustg_ast_kind_class(uint8_t kind);

/* One node at a time.
 * in     ast   arrays on the host, as rustg_result_ast gives them; borrowed for the call
 *        node  an index into them. 0, and whatever is not below n_nodes, is no node: all answers for it are 0
 * cost   constant, but for n_children: that many steps
 * fails  never; nothing is allocated or kept
 * thread-safe: any number at once */

/* Bytes from the start of the batch, half-open. */
typedef struct rustg_span {
    uint32_t start, end;
} rustg_span;

/* A rustg_ast_kind; for no node RUSTG_AST_None, which is 0. */
uint8_t rustg_ast_node_kind(const rustg_ast *ast, uint32_t node);
rustg_span rustg_ast_node_span(const rustg_ast *ast, uint32_t node);
/* 0 for a File. */
uint32_t rustg_ast_node_parent(const rustg_ast *ast, uint32_t node);
/* 0 for a leaf. */
uint32_t rustg_ast_node_first_child(const rustg_ast *ast, uint32_t node);
/* 0 for a last child and for a File: another file's tree is no sibling. */
uint32_t rustg_ast_node_next_sibling(const rustg_ast *ast, uint32_t node);
uint32_t rustg_ast_node_n_children(const rustg_ast *ast, uint32_t node);
/* The source text of a node, attributes before it left out.
 * in     bytes, base  of the file that the node belongs to (rustg_file); bytes is u8[n_bytes of the file], on the host
 * out    n_bytes      length of the text; may be NULL
 * Returns a pointer into bytes with no final 0: valid as long as they are. NULL and 0 for no node. */
const uint8_t *rustg_ast_node_text(const rustg_ast *ast, uint32_t node, const uint8_t *bytes, uint32_t base,
                                   size_t *n_bytes);

/* The token that names what a node declares or sets: an item, a generic parameter, a field, a variant, a binding, a
 * lifetime; of an `extern crate` with `as` the name behind that. The `ident` column of ast_kind.def.
 * in     tokens  the arrays of the same batch, on the host
 * Returns an index into the token arrays; 0 for no node, and for one without a name (`const _`, an `impl`, a field of a
 * tuple). */
uint32_t rustg_ast_name_tok(const rustg_ast *ast, const rustg_tokens *tokens, uint32_t node);
/* That name as text, without `r#`; else as rustg_ast_node_text. NULL and 0 where there is none. */
const uint8_t *rustg_ast_name(const rustg_ast *ast, const rustg_tokens *tokens, uint32_t node, const uint8_t *bytes,
                              uint32_t base, size_t *n_bytes);

/* A place in the subtree of one node. The caller's memory; it may be copied, and needs no release.
 *   ast    borrowed as long as the cursor moves; NULL after memory was cleared, which no move leaves
 *   root   the node that it began at and never leaves upwards or sidewards
 *   node   where it stands
 *   depth  steps from root down to node: 0 at root */
typedef struct rustg_ast_cursor {
    const rustg_ast *ast;
    uint32_t root;
    uint32_t node;
    uint32_t depth;
} rustg_ast_cursor;

/* Put a cursor on root. Returns nonzero where root is a node; a cursor on no node cannot move.
 *
 * To visit a file's nodes in preorder:
 *     for (int at = rustg_ast_cursor_begin(&cursor, &ast, file.first_node); at; at = rustg_ast_cursor_next(&cursor))
 *
 * Moves return nonzero where there was such a node; else the cursor stays. They neither allocate nor recurse. The
 * cost is constant, but next and skip may climb: over a whole walk from each node once, so that a walk is linear.
 * thread-safe: on different cursors, over the same arrays too. */
int rustg_ast_cursor_begin(rustg_ast_cursor *cursor, const rustg_ast *ast, uint32_t root);
int rustg_ast_cursor_first_child(rustg_ast_cursor *cursor);
int rustg_ast_cursor_next_sibling(rustg_ast_cursor *cursor);
int rustg_ast_cursor_parent(rustg_ast_cursor *cursor);
/* To the next node in preorder. */
int rustg_ast_cursor_next(rustg_ast_cursor *cursor);
/* To the next node in preorder that is not below this one. */
int rustg_ast_cursor_skip(rustg_ast_cursor *cursor);

#ifdef __cplusplus
}
#endif
#endif
