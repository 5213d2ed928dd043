/* syntax.h: reads the AST. The arrays hold nodes only; a single token (a name, an operator, `mut`) is found here from
 * the anchor and between the children. ast_kind.def tells the children of each kind. */
#ifndef RUSTG_SYNTAX_H
#define RUSTG_SYNTAX_H

#include "sema/sema.h"

static inline const sema_file *syntax_file_of(const sema *s, uint32_t file)
{
    return s->files.at[file < s->files.n ? file : 0];
}

static inline sema_node syntax_node_in(sema_node n, uint32_t node)
{
    sema_node found = {node ? n.file : 0, node};
    return found;
}

static inline bool syntax_is(sema_node n)
{
    return n.node != 0;
}

/* RUSTG_AST_*, 0 for none. */
static inline uint8_t syntax_kind(const sema *s, sema_node n)
{
    return n.node ? syntax_file_of(s, n.file)->ast.kind[n.node] : RUSTG_AST_None;
}

static inline sema_node syntax_parent(const sema *s, sema_node n)
{
    return syntax_node_in(n, n.node ? syntax_file_of(s, n.file)->ast.parent[n.node] : 0);
}

/* The first child, attributes included. */
static inline sema_node syntax_first(const sema *s, sema_node n)
{
    if (!n.node)
        return n;
    return syntax_node_in(n, syntax_file_of(s, n.file)->ast.next[n.node] > n.node + 1 ? n.node + 1 : 0);
}

/* The next sibling. */
static inline sema_node syntax_next(const sema *s, sema_node n)
{
    if (!n.node)
        return n;
    const rustg_ast *ast = &syntax_file_of(s, n.file)->ast;
    uint32_t parent = ast->parent[n.node], next = ast->next[n.node];
    return syntax_node_in(n, parent && next < ast->next[parent] ? next : 0);
}

static inline uint32_t syntax_anchor(const sema *s, sema_node n)
{
    return n.node ? syntax_file_of(s, n.file)->ast.tok[n.node] : 0;
}

/* The first child or next sibling that is neither Attr nor DocComment. */
sema_node syntax_first_real(const sema *s, sema_node n);
sema_node syntax_next_real(const sema *s, sema_node n);
/* The i-th real child, from 0. */
sema_node syntax_child(const sema *s, sema_node n, uint32_t i);
/* The first child of a kind, or of a class (rustg_ast_class). */
sema_node syntax_child_of(const sema *s, sema_node n, uint8_t kind);
sema_node syntax_child_in(const sema *s, sema_node n, rustg_ast_class class, uint32_t i);
/* The innermost node around a place. It is quick where places are asked for in about their order. */
sema_node syntax_innermost(sema *s, sema_span at);

/* Tokens. */
uint8_t syntax_tok_kind(const sema *s, uint32_t file, uint32_t tok); /* RUSTG_TOK_*, of the file's edition */
sema_span syntax_tok_span(const sema *s, uint32_t file, uint32_t tok);
bool syntax_tok_joint(const sema *s, uint32_t file, uint32_t tok);
sema_symbol syntax_tok_name(const sema *s, uint32_t file,
                            uint32_t tok); /* an identifier's or lifetime's name (without ') */
/* syntax_normal.c: whether a text is its own canonical composition by the looks of its bytes, and that composition. */
bool syntax_is_surely_normal(const char *bytes, size_t n);
const char *syntax_normal(arena *memory, const char *bytes, size_t n_bytes, size_t *n);
bool syntax_tok_is(const sema *s, uint32_t file, uint32_t tok, const char *text);
bool syntax_is_one_of(const char *text, const char *const *texts);   /* the last of texts is NULL */
uint32_t syntax_tok_at(const sema *s, uint32_t file, uint32_t byte); /* the token that begins at or after byte */
/* The first and the last token of a node's span. */
uint32_t syntax_first_tok(const sema *s, sema_node n);
uint32_t syntax_last_tok(const sema *s, sema_node n);
bool syntax_ends_with_semicolon(const sema *s, sema_node n);

/* The name of an item, generic parameter, field, variant, method call, field access, PatIdent, FieldInit, FieldPat,
 * AssocArg, loop label's user and so on; 0 if it has none. For a tuple field it is the digits as a symbol. */
sema_symbol syntax_name(const sema *s, sema_node n);
sema_span syntax_name_span(const sema *s, sema_node n);
sema_span syntax_head_span(const sema *s, sema_node item); /* from its first token to its name */

/* Paths, which stand in ExprPath, TyPath, PatPath, ExprStruct, PatStruct, PatTupleStruct, TraitRef, Bound,
 * Expr/Pat/Ty/Item/StmtMacCall, UseTree, Vis (`pub(in a::b)`) and Attr. */
typedef struct syntax_segment {
    sema_symbol name; /* `self`, `Self`, `super`, `crate` as symbols of that text */
    sema_span span;
    sema_node args; /* GenericArgs or none */
} syntax_segment;
typedef struct syntax_path {
    bool global;     /* begins with :: */
    sema_node qself; /* QSelf: <T as Trait>::..; the trait's path is its n_qself first segments */
    uint32_t n_qself;
    const syntax_segment *segments;
    uint32_t n_segments;
    sema_span span;
} syntax_path;
syntax_path syntax_path_of(sema *s, sema_node n);

/* Operators of ExprBinary, ExprUnary and ExprAssignOp ("+", "&&", "<<", ...), and of ExprRange (".." or "..="). */
typedef enum syntax_op {
    OP_NONE,
    OP_ADD,
    OP_SUB,
    OP_MUL,
    OP_DIV,
    OP_REM,
    OP_BIT_AND,
    OP_BIT_OR,
    OP_BIT_XOR,
    OP_SHL,
    OP_SHR,
    OP_EQ,
    OP_NE,
    OP_LT,
    OP_LE,
    OP_GT,
    OP_GE,
    OP_AND,
    OP_OR,
    OP_NEG,
    OP_NOT,
    OP_DEREF,
    OP_RANGE,
    OP_RANGE_INCLUSIVE
} syntax_op;
_Static_assert(OP_GE - OP_EQ == 5, "syntax_op: comparisons stand together, from OP_EQ to OP_GE");
syntax_op syntax_operator(const sema *s, sema_node n);
sema_span syntax_operator_span(const sema *s, sema_node n);
const char *syntax_op_text(syntax_op op);

/* Literals. */
typedef enum syntax_lit_kind {
    LIT_BOOL,
    LIT_CHAR,
    LIT_BYTE,
    LIT_INT,
    LIT_FLOAT,
    LIT_STR,
    LIT_BYTE_STR,
    LIT_C_STR,
    LIT_BAD
} syntax_lit_kind;
typedef struct syntax_lit {
    syntax_lit_kind kind;
    sema_symbol suffix;   /* 0: none */
    uint64_t bits;        /* BOOL, CHAR, BYTE, INT */
    uint64_t high;        /* INT: the bits above those */
    bool too_large;       /* INT over u64: E... is the caller's */
    bool beyond;          /* INT over u128, of which the low bits are there */
    const char *digits;   /* FLOAT: without underscores and suffix, for c_strtod, c_strtof. INT too: `1f32` */
    const uint8_t *bytes; /* STR, BYTE_STR: escapes decoded */
    uint32_t n_bytes;
} syntax_lit;
syntax_lit syntax_literal(sema *s, sema_node expr_lit);
/* Writes a character as UTF-8, and gives the number of bytes, at most 4. */
uint32_t syntax_put_utf8(uint8_t *to, uint32_t c);

/* Small facts. */
typedef struct syntax_binding {
    bool by_ref, ref_mut, mutable;
} syntax_binding; /* PatIdent: ref / ref mut / mut */
syntax_binding syntax_pat_ident(const sema *s, sema_node n);
bool syntax_is_mut(const sema *s, sema_node n);      /* ExprAddrOf, TyRef, TyPtr, PatRef, self params, ItemStatic */
bool syntax_is_raw(const sema *s, sema_node n);      /* ExprAddrOf: &raw */
bool syntax_is_unsafe(const sema *s, sema_node n);   /* fn, impl, trait, block, extern block */
bool syntax_is_const(const sema *s, sema_node n);    /* fn, block, closure */
bool syntax_is_move(const sema *s, sema_node n);     /* closure */
bool syntax_is_negative(const sema *s, sema_node n); /* impl !Trait for T */
bool syntax_has_rest(const sema *s, sema_node n);    /* PatStruct: `..` at the end; ExprStruct: base is a child Expr */
bool syntax_inclusive(const sema *s, sema_node n);   /* PatRange, ExprRange: ..= */
sema_span syntax_closure_head(const sema *s, sema_node n); /* its `move |x| -> T` */
sema_symbol syntax_label(const sema *s, sema_node n);      /* of a loop, block, break or continue; 0: none */
/* The Attr child whose path is name ("inline", "repr", ...), or none. */
sema_node syntax_attr(const sema *s, sema_node n, const char *name);
/* The tokens between the delimiters of the outermost group of an Attr or TokenTree, [*first, *last). False: there is
 * no group. */
bool syntax_group(const sema *s, sema_node n, uint32_t *first, uint32_t *last);

/* The parts of an item, with kinds as ast_kind.def lists them. Absent ones are none. */
typedef struct syntax_fn {
    sema_node generics, where_clause, result, body;
    VEC(sema_node) params; /* Param nodes, self included */
    bool has_self;         /* the first param is self; its type node is TyImplicitSelf or written */
    bool is_const, is_unsafe, is_async, is_extern;
    sema_symbol abi; /* extern "C": C */
} syntax_fn;
syntax_fn syntax_fn_of(sema *s, sema_node item);
typedef struct syntax_impl {
    sema_node generics, trait_ref, self_ty, where_clause;
    bool negative, is_unsafe;
} syntax_impl;
syntax_impl syntax_impl_of(const sema *s, sema_node item);
/* The form of an ItemStruct or Variant: with named fields, with tuple fields, or with none. */
typedef enum syntax_shape { SHAPE_UNIT, SHAPE_TUPLE, SHAPE_NAMED } syntax_shape;
syntax_shape syntax_shape_of(const sema *s, sema_node n);

/* Parses macro arguments as expressions. It parses the tokens inside a TokenTree as `[ args ]` and returns an
 * ExprArray in a new EXPANSION file, whose children are the arguments. None: there was a syntax error, which was
 * reported. */
sema_node syntax_macro_args(sema *s, sema_node token_tree);
/* Parses the expression of `prefix tokens suffix`, which must spell one constant item; the tokens are [first, last)
 * of the tree. */
sema_node syntax_macro_piece(sema *s, sema_node token_tree, uint32_t first, uint32_t last, const char *prefix,
                             const char *suffix);
/* Parses items that rustg wrote as text, for derives, and returns a File node. Spans in it mean `call`, but those
 * inside of a piece mean its [first, last). */
sema_node syntax_expand_items(sema *s, const char *text, sema_span call, const sema_piece *pieces, uint32_t n_pieces);

/* source.c: what suggestions ask of the text around a place. */

/* A span's text; arena memory. */
const char *source_text(const sema *s, sema_span span);
/* The white space at the beginning of the line in which the span begins. */
const char *source_indentation(const sema *s, sema_span span);
bool source_is_multiline(const sema *s, sema_span span);
/* The node of this kind that has a node with that span as its child. */
sema_node source_parent(const sema *s, sema_span child, uint8_t kind);
/* The empty spans at both ends. */
sema_span source_start(sema_span span);
sema_span source_end(sema_span span);
/* For qsort: orders elements of type const char * by their texts. */
int source_compare_texts(const void *a, const void *b);

#endif
