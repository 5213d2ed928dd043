/* check_macro_internal.h: declares what check_macro*.c share. */
#ifndef RUSTG_CHECK_MACRO_INTERNAL_H
#define RUSTG_CHECK_MACRO_INTERNAL_H

#include "sema/bodies/check_control_internal.h"

/* Arguments of a call, in order. */
typedef struct macro_args {
    sema_node call;
    VEC(sema_node) list;
    bool failed; /* a syntax error, reported */
} macro_args;

/* A macro's call without the `;` that makes a statement of it. */
sema_span macro_call_span(const sema *s, sema_node call);

/* A message with {} for each operand. sides: the arguments, each borrowed once and in order, where operands are not
 * just that: these are then the locals to which sides are bound. n_plain: bytes of the text that a panic also has
 * without operands, if not 0. */
typedef struct macro_message {
    const char *text;
    uint32_t n_text, n_plain;
    VEC(thir_expr) operands;
    VEC(thir_expr) sides;
    VEC(thir_local) locals;
    bool is_prefixed;  /* words of the macro stand before those that it was given */
    bool is_formatted; /* the macro was given another text than "{}" */
    bool failed;
} macro_message;

/* check_macro_format.c reads the arguments from `first` on: a format string and what it shows. Without arguments the
 * text is `none`; with some, prefix comes before it. */
macro_message macro_format(check *c, const macro_args *args, uint32_t first, const char *prefix, const char *none);
/* check_macro_hole.c: what is wrong with the text between two braces, if anything. text: the message, or the letters
 * of a trait that there is not; bytes first to last are to blame. */
typedef enum macro_hole_kind { HOLE_FINE, HOLE_TRAIT, HOLE_FIELD, HOLE_GROUPED, HOLE_OPEN } macro_hole_kind;
typedef struct macro_hole_error {
    const char *text;
    size_t first, last;
    macro_hole_kind kind;
} macro_hole_error;
macro_hole_error macro_hole_wrong(arena *memory, const char *at, size_t n);
/* `match (sides) { (locals) => body }`. */
thir_expr macro_match_sides(check *c, const thir_expr *sides, const thir_local *locals, uint32_t n, thir_expr body,
                            sema_ty ty, sema_span at);
/* It implements Debug, else E0277 at the end; part: the operand. */
void macro_require_debug(check *c, sema_ty ty, sema_span at, sema_span part);
sema_report macro_error(check *c, sema_span at, const char *text);
thir_expr macro_panic(check *c, const macro_message *message, thir_panic why, sema_ty ty, sema_span at);
/* print! and its like; is_error: to the standard error output; ends_line: with a newline. */
thir_expr macro_print_node(check *c, const macro_message *message, thir_print_to to, bool ends_line, sema_ty ty,
                           sema_span at);
/* check_macro_write.c: `write!` and `writeln!`. */
thir_expr macro_write_to(check *c, const macro_args *args, bool ends_line, sema_span at);
macro_args check_macro_read_args(check *c, sema_node n, sema_node tokens);
thir_expr macro_print(check *c, const macro_args *args, bool is_error, bool ends_line, sema_span at);
/* Parses the expression that a short text spells. Its names are looked up where the macro is called. */
sema_node macro_expr(check *c, const char *text, sema_span call);

/* check_macro_assert.c */
thir_expr macro_assert(check *c, const macro_args *args);
thir_expr macro_assert_eq(check *c, const macro_args *args, bool equal);
thir_expr macro_dbg(check *c, sema_node tokens, sema_span at);
thir_expr macro_matches(check *c, sema_node n, sema_node tokens);
thir_expr macro_ptx(check *c, const macro_args *args);

/* check_macro_text.c. Is it a call of concat!, stringify!, file! or module_path!? */
bool macro_is_text(sema *s, sema_node n);
/* The text of such a call; NULL: an error was reported. */
const char *macro_text_of(check *c, sema_node n, uint32_t *n_bytes);
thir_expr macro_text_expr(check *c, sema_node n);
/* rustc's space_between, for kinds of tokens that did not touch. */
bool macro_is_spaced(uint8_t first, uint8_t second);

#endif
