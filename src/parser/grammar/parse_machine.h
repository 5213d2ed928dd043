/* parse_machine.h: the machine that walks the grammar, and the words in which the grammar is written.
 *
 * The grammar is a set of states (rules_*.h). A RULE is where a grammar rule begins, at the rule's first token; it
 * returns behind its last. A STATE is where a rule goes on after a CALL. All states are cases of one function, whose
 * registers are below and whose stack of frames is explicit, so no input makes it recurse. Three backends include the
 * rules: parse_cpu.c (fast), parse_diagnose.c (the same, with messages and recovery) and the kernel.
 *
 * Registers, all u32
 *   pos     the token at hand, k its kind (parse_kind.h)
 *   start   first token of the construct being read (its span begins there)
 *   mark    how many nodes were finished when it began (they are not its children; all later ones are). Attributes come
 *           after mark and before start.
 *   anchor, flags, aux   the rule's own: anchor holds a token, flags PARSE_* restrictions (8 bits), aux a small number
 *                        (8 bits)
 *   ret     what a rule tells its caller, read before the next CALL; each rule says what
 * CALL saves start, mark, anchor, flags and aux and the caller finds them again in the STATE; the callee starts with
 * the caller's values (a rule that says "attributes read" uses the caller's mark).
 *
 * Words
 *   RULE(name) STATE(name)   labels; names are unique, parse_states.def is made from them
 *   GOTO(state)              go on there, same frame
 *   CALL(rule, state)        read a rule, then go on at state
 *   CALL_WITH(rule, state, flags, aux)   the same, the callee starting with these flags and aux
 *   CALL_GROUP(rule, state), CALL_GROUP_WITH   CALL for a rule that begins at an opening delimiter and ends behind its
 *                        partner, and depends on nothing but flags and aux: the kernel may give it to another thread
 *   DIVIDE(WHAT, state), DIVIDE_BLOCK(state)   before each element of a group's list, at state: the kernel may give
 *                        runs of the elements to other threads and come back to state behind them. WHAT: ITEMS, EXPRS,
 *                        ARMS, FIELDS; the second is for statements
 *   DIVIDE_LOOP(WHAT, state) the same for elements whose states are the list's own: VARIANTS, FIELD_DEFS
 *   RETURN()                 back to the caller
 *   BEGIN()                  start = pos, mark = nodes so far
 *   MARK()                   nodes so far, for mark or for a node that follows at once; MARK_NOW(): for more than one
 *                        node
 *   EMIT(Kind)               a node: [start, pos), children since mark, anchor
 *   EMIT_AT(Kind, anchor, start, end, mark)   the same, said in full; tokens, end exclusive
 *   BUMP() / BUMP_ONE()      past the glued token / past its first character
 *   SKIP_GROUP()             from an opening delimiter to behind its partner
 *   PEEK(n)                  the kind n tokens on; PEEK_PAST() the kind behind the glued token at hand. What lies
 *                        behind EOF is not defined: look at n + 1 only where n was not EOF
 *   AT(T)                    is k T? if not, T is noted as expected;   EAT(T) the same, and bumps
 *   WANT(T)                  note T (or a W_ word below) as expected
 *   EXPECT(T)                bump T or UNEXPECTED()
 *   UNEXPECTED()             error: expected what was noted, found k; does not return
 *   UNEXPECTED_NAME()        the same, expected a name; parse_diagnose.c may go on behind it as if one stood there
 *   UNEXPECTED_BETWEEN(state)  the same, between two elements of a list, the second of which state would read
 *   ERROR(KIND, from, to)    error RUSTG_DIAG_KIND over tokens [from, to); does not return
 *   SOFT_ERROR(KIND, from, to)   the same, and reading goes on (the fast backends do not: the file is read again by
 *                        parse_diagnose.c, so only it goes on)
 *   EDITION_AT_LEAST(year), TEXT_IS(tok, "text")
 * */
#ifndef RUSTG_PARSE_MACHINE_H
#define RUSTG_PARSE_MACHINE_H

#include "parser/grammar/parse_kind.h"
#include "rustg/ast.h"

enum {
#define PARSE_STATE(name) S_##name,
#include "parser/parse_states.def"
#undef PARSE_STATE
    PARSE_N_STATES
};

/* What is expected besides kinds of tokens; numbered behind them. */
enum {
    W_IDENT = PARSE_N_KINDS,
    W_LIFETIME,
    W_PATH,
    W_TYPE,
    W_EXPR,
    W_PATTERN,
    W_LITERAL,
    W_OPERATOR,
    W_CONST,
    W_ITEM,
    W_STATEMENT,
    PARSE_N_WANTS
};

/* Restrictions; rustc_parse's Restrictions where the name is the same. */
enum {
    PARSE_NO_STRUCT = 1,  /* `{` does not begin a struct literal: conditions, matched values */
    PARSE_STMT = 2,       /* an expression that is a statement ends behind its block */
    PARSE_ALLOW_LET = 4,  /* `let` may stand here: a condition */
    PARSE_CONST_ARG = 8,  /* `>` ends the expression */
    PARSE_NO_PLUS = 16,   /* types: `A + B` is not one type */
    PARSE_IS_PATTERN = 32 /* an expression read in a pattern's place */
};

typedef struct parse_frame {
    uint16_t state;
    uint8_t flags, aux;
    uint32_t start, mark, anchor;
} parse_frame;

/* A finished node, in the order in which nodes finish: children before parents.
 *   start, end   tokens, half-open; mark: nodes finished before the first inside it
 *   PARSE_SPLIT  the node ends at the `.` inside the float token before `end` (`x.0` of `x.0.1`) */
typedef struct parse_node {
    uint32_t start, end, anchor, mark;
    uint8_t kind, split;
} parse_node;

#include "parser/grammar/parse_item_ahead.h"
#include "parser/grammar/parse_type_ahead.h"
#include "parser/grammar/parse_operator.h"

#endif
