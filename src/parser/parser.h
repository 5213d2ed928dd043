/* parser.h: the files of the parser and what they hand each other.
 *
 *   parse_groups.c     finds glued kinds and partners of delimiters
 *   rules_*.h          the grammar, in the words of parse_machine.h
 *   parse_cpu.c        runs the grammar at full speed: it makes nodes as they finish, or says that there is an error
 *   parse_preorder.c   puts finished nodes into the arrays of ast.h
 *   parse_diagnose.c   runs the grammar again where there is an error, with messages and recovery; parse_explain.c
 *                      words the errors
 *   kernels/parser     the same for the CUDA engine */
#ifndef RUSTG_PARSER_H
#define RUSTG_PARSER_H

#include "lexer/lexer.h"
#include "parser/grammar/parse_machine.h"

/* What a thread keeps from file to file. Zeroed is empty; parse_scratch_free empties it. */
typedef struct parse_scratch {
    uint8_t *kinds;    /* [capacity_toks] */
    uint32_t *partner; /* [capacity_toks] */
    size_t capacity_toks;
    parse_frame *frames;
    size_t capacity_frames;
    parse_node *nodes; /* in the order in which they finish; nodes[0] is the first */
    size_t n_nodes, capacity_nodes;
    uint32_t *opened; /* [capacity_opened] scratch of parse_preorder */
    size_t capacity_opened;
} parse_scratch;

void parse_scratch_free(parse_scratch *scratch);

/* One file to parse. Tokens as the lexer left them: toks[0..n_toks], the last one EOF.
 *   base  start and end count from base bytes before bytes[0] */
typedef struct parse_file {
    const uint8_t *bytes;
    uint32_t n_bytes, base, edition;
    const uint8_t *kind, *flags;
    const uint32_t *start, *end;
    uint32_t n_toks; /* EOF not counted */
} parse_file;

typedef enum parse_verdict { PARSE_GOOD, PARSE_BAD, PARSE_NO_MEMORY } parse_verdict;

/* Writes glued kinds and partners into scratch. PARSE_BAD: a delimiter has no partner of its kind. */
parse_verdict parse_groups(const parse_file *file, parse_scratch *scratch);
/* One rule to be read at a token, whatever follows behind it, as for a macro's fragment.
 *   state  the S_ constant of a RULE */
typedef struct parse_entry {
    uint32_t state, tok;
    uint8_t flags, aux;
} parse_entry;
/* Reads that rule. *end_tok is the token behind what was read, and scratch->nodes holds the nodes. */
parse_verdict parse_cpu_rule(const parse_file *file, parse_scratch *scratch, const parse_entry *entry,
                             uint32_t *end_tok);
/* Writes the file's nodes into scratch->nodes, a File last. PARSE_BAD: there is an error, and the nodes are void. */
parse_verdict parse_cpu_file(const parse_file *file, parse_scratch *scratch);
/* The same, reporting each error (.file = index) and reading on behind it; always leaves a tree. Lexical errors of the
 * file are the list's last rows already; all rows of the file are sorted by start on return. */
parse_verdict parse_diagnose_file(const parse_file *file, parse_scratch *scratch, uint32_t index, diag_list *list);

/* parse_file.c: does all of these as needed, and lex_diagnose too where the file is suspicious. It answers PARSE_GOOD
 * where there are errors, too. */
parse_verdict parse_whole_file(const parse_file *file, bool suspicious, uint32_t index, parse_scratch *scratch,
                               diag_list *list);

/* AST arrays being written. */
typedef struct parse_ast {
    uint8_t *kind;
    uint32_t *tok, *start, *end, *next, *parent;
} parse_ast;

/* Puts scratch->nodes into preorder at ast[0..scratch->n_nodes]. In what it writes, tok counts from first_tok (the
 * file's token 0), and next and parent count from first_node (the place of ast[0]); the root's parent is 0. It uses
 * the memory of scratch->opened. */
parse_verdict parse_preorder(const parse_file *file, parse_scratch *scratch, uint32_t first_tok, uint32_t first_node,
                             parse_ast ast);

#endif
