/* parse_machine.h: the machine that walks the grammar, and the words in which the grammar is written.
 *
 * The grammar is a set of states (rules_*.h). A RULE is where a grammar rule begins, at the rule's first token; it
 * returns behind its last. A STATE is where a rule goes on after a CALL. All states are labels of one function, whose
 * registers are below and whose stack of frames is explicit, so no input makes it recurse. Three backends include the
 * rules: parse_cpu.c reads files at full speed, parse_diagnose.c does the same with messages and recovery, and
 * gen_parse_table.cpp makes the table of the grammar, which the kernels walk.
 *
 * The registers are all u32:
 *   pos     the token at hand, and k its kind (parse_kind.h)
 *   start   the first token of the construct that is being read: its span begins there
 *   mark    how many nodes were finished when the construct began: they are not its children, and all later ones are.
 *           Attributes come after mark and before start.
 *   anchor, flags, aux   are the rule's own: anchor holds a token, flags the restrictions PARSE_* (8 bits), and aux a
 *           small number (8 bits)
 *   ret     what a rule tells its caller, who reads it before the next CALL; each rule says what it is
 * CALL saves start, mark, anchor, flags and aux, and the caller finds them again in the STATE. The callee starts with
 * the caller's values: a rule whose attributes were read before it uses the caller's mark.
 *
 * The words are:
 *   RULE(name) STATE(name)   labels. Their names are unique; CMake lists them in parse_states.def
 *   GOTO(state)              goes on there, in the same frame
 *   CALL(rule, state)        reads a rule, then goes on at state
 *   CALL_WITH(rule, state, flags, aux)   does the same, and the callee starts with these flags and aux
 *   CALL_GROUP(rule, state), CALL_GROUP_WITH   call a rule that begins at an opening delimiter, ends behind its
 *                        partner, and depends on nothing but flags and aux. So the kernels may read the group as a unit
 *                        of its own, and parse_diagnose.c may go on behind it
 *   LIST_ELEMENT(WHAT, state)   stands at state, where an element of a list begins; the kernels may cut the list there.
 *                        PARSE_LIST_WHAT (parse_table_form.h) says what the elements are
 *   RETURN()                 goes back to the caller
 *   BEGIN()                  sets start to pos, and mark to the number of nodes so far
 *   MARK()                   is the number of nodes so far
 *   EMIT(Kind)               makes a node that spans [start, pos); its children are the nodes since mark
 *   EMIT_AT(Kind, anchor, start, end, mark)   makes a node for which all is said; the places are tokens, end exclusive
 *   BUMP() / BUMP_ONE()      goes past the glued token, or past its first character
 *   SKIP_GROUP()             goes from an opening delimiter to behind its partner
 *   PEEK(n)                  is the kind n tokens on, and PEEK_PAST() the kind behind the glued token at hand. What
 *                        lies behind EOF is not defined: look at n + 1 only where n was not EOF
 *   AT(T)                    asks whether k is T; if not, T is noted as expected. EAT(T) bumps it, too
 *   WANT(T)                  notes T, or one of the W_ words below, as expected
 *   EXPECT(T)                bumps T, or else does as UNEXPECTED()
 *   UNEXPECTED()             is an error: what was noted was expected, and k was found. It does not return
 *   UNEXPECTED_NAME()        is the same where a name was expected; parse_diagnose.c may go on as if one stood there
 *   UNEXPECTED_BETWEEN(state)   is the same between two elements of a list, the second of which state would read
 *   ERROR(KIND, from, to)    is the error RUSTG_DIAG_KIND over the tokens [from, to). It does not return
 *   SOFT_ERROR(KIND, from, to)   is the same, and reading goes on. Only in parse_diagnose.c does it: the other backends
 *                        give the file up, and it is read again there
 *   EDITION_AT_LEAST(year), TEXT_IS(tok, "text")   ask for the file's edition and for the letters of a token */
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

/* What may be expected besides kinds of tokens; the numbers follow those of the kinds. */
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

/* Restrictions. They are those of rustc_parse's Restrictions where the names are the same. */
enum {
    PARSE_NO_STRUCT = 1,  /* `{` begins no struct literal: in conditions and matched values */
    PARSE_STMT = 2,       /* an expression that is a statement ends behind its block */
    PARSE_ALLOW_LET = 4,  /* `let` may stand here, in a condition */
    PARSE_CONST_ARG = 8,  /* `>` ends the expression */
    PARSE_NO_PLUS = 16,   /* of types: `A + B` is not one type */
    PARSE_IS_PATTERN = 32 /* an expression read in a pattern's place */
};

typedef struct parse_frame {
    uint16_t state;
    uint8_t flags, aux;
    uint32_t start, mark, anchor;
} parse_frame;

/* A finished node. Nodes lie in the order in which they finish, children before parents.
 *   start, end   its tokens, half-open
 *   mark         how many nodes were finished before the first one inside it
 *   PARSE_SPLIT  says that the node ends at the `.` inside the float token before `end` (`x.0` of `x.0.1`) */
typedef struct parse_node {
    uint32_t start, end, anchor, mark;
    uint8_t kind, split;
} parse_node;

#include "parser/grammar/parse_item_ahead.h"
#include "parser/grammar/parse_type_ahead.h"
#include "parser/grammar/parse_operator.h"

#endif
