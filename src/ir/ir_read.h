/* ir_read.h: what the parts of the reader share: ir_read.c (module, functions), ir_read_instr.c (instructions),
 * ir_read_word.c (words, types). */
#ifndef RUSTG_IR_READ_H
#define RUSTG_IR_READ_H

#include "ir/ir_text.h"

/* A function named before it may have been read. */
typedef struct ir_fixup {
    uint32_t function, instr, line;
    const char *name;
} ir_fixup;
/* The same of a function's address in data. */
typedef struct ir_data_fixup {
    uint32_t global, relocation, line;
    const char *name;
} ir_data_fixup;

typedef struct ir_reader {
    ir_module *m;
    const char *at, *end;
    size_t n_bytes; /* of the text: no number of a value, local or label is larger */
    uint32_t line;
    const char *message;
    jmp_buf failed;
    VEC(ir_type) aggregates;
    VEC(ir_type) switches; /* of the open brackets: the switch's type, else 0 */
    VEC(ir_fixup) fixups;
    VEC(ir_data_fixup) data_fixups;
} ir_reader;

_Noreturn void ir_read_fail(ir_reader *r, const char *what);
/* White space and comments up to the end of the line. */
void ir_read_blanks(ir_reader *r);
bool ir_read_at_end_of_line(ir_reader *r);
void ir_read_end_line(ir_reader *r);
/* Whether the text goes on with these bytes; if so, it reads past them. A word must not go on with a letter. */
bool ir_read_mark(ir_reader *r, const char *mark);
bool ir_read_word(ir_reader *r, const char *word);
void ir_read_want(ir_reader *r, const char *mark);
const char *ir_read_any_word(ir_reader *r); /* letters, digits, _; in the arena */
const char *ir_read_quoted(ir_reader *r, size_t *n);
const char *ir_read_name(ir_reader *r); /* a word, a quoted text, or NULL */
uint64_t ir_read_number(ir_reader *r);
uint32_t ir_read_id(ir_reader *r, const char *mark); /* "%12" */
uint32_t ir_read_u32(ir_reader *r);
ir_type ir_read_type(ir_reader *r);
uint64_t ir_read_bits(ir_reader *r, ir_type type);
/* One line of a function's body. */
void ir_read_instr(ir_reader *r, ir_builder *b);

#endif
