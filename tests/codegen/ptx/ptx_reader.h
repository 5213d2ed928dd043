/* ptx_reader.h: what the files that read PTX share. */
#ifndef PTX_READER_H
#define PTX_READER_H

#include "ptx.h"

typedef struct ptx_word {
    const char *at;
    uint32_t n;
} ptx_word; /* n 0: the end */

typedef enum ptx_name_kind {
    PTX_NAME_REGISTER,
    PTX_NAME_FRAME,
    PTX_NAME_ADDRESS,
    PTX_NAME_FUNCTION,
    PTX_NAME_PROTOTYPE,
    PTX_NAME_TARGETS
} ptx_name_kind;
/* value: a register's (first) slot; an offset in the frame, of space's kind; an address; a function; a list of targets.
 * n_numbered: names NAME0, NAME1, ..
 * is_used: the function at hand names the array of shared memory, of which `align` is told. */
typedef struct ptx_name {
    ptx_word word;
    ptx_name_kind kind;
    ptx_space space;
    uint8_t width;
    bool is_used;
    uint32_t n_numbered, size, align;
    uint64_t value;
} ptx_name;

typedef struct ptx_label {
    ptx_word word;
    uint32_t scope, at;
} ptx_label;
typedef struct ptx_use {
    ptx_word word;
    uint32_t scope, instruction, targets, index, line;
} ptx_use; /* of a label; targets 1..: in a list */

/* Where a function that has a body begins, and how many names the module had then: bodies are read behind the module's
 * end. */
typedef struct ptx_start {
    const char *at; /* behind the word; NULL: there is no body */
    ptx_word word;
    uint32_t line, n_names;
    bool is_entry, is_wanted;
} ptx_start;

typedef struct ptx_reader {
    ptx_machine *m;
    const char *at;
    uint32_t line;
    ptx_word word; /* the one at hand */
    jmp_buf out;
    VEC(ptx_name) names;
    VEC(ptx_start) starts;        /* as functions */
    uint32_t n_seen, n_of_module; /* names from the first to the second stand behind the function at hand */
    arena_map constants;          /* of the function: value + 1 to slot */
    ptx_function *f;              /* the one at hand, not in the list yet */
    uint32_t scope;
    VEC(uint32_t) scope_parents, scope_names; /* scope_names: names.n at its start */
    VEC(ptx_label) labels;
    VEC(ptx_use) uses;
} ptx_reader;

/* ptx_word.c */
void ptx_next(ptx_reader *r);
void ptx_wrong(ptx_reader *r, const char *what) __attribute__((noreturn)); /* at the word at hand */
bool ptx_is(const ptx_reader *r, const char *word);
bool ptx_word_is(ptx_word word, const char *text);
bool ptx_take(ptx_reader *r, const char *word);
void ptx_expect(ptx_reader *r, const char *word);
ptx_word ptx_take_word(ptx_reader *r);
uint64_t ptx_integer(ptx_reader *r); /* [-]12, 0x1F */
bool ptx_is_number(const ptx_reader *r);
uint64_t ptx_number(ptx_reader *r);                                    /* that, or the bits of 0f.., 0d.. */
ptx_name *ptx_find(ptx_reader *r, ptx_word word, uint32_t *number);    /* NULL: none */
ptx_name *ptx_name_of(ptx_reader *r, ptx_word word, uint32_t *number); /* that, without a use of what it names */
void ptx_add_name(ptx_reader *r, ptx_name name);
void ptx_open_scope(ptx_reader *r);
void ptx_close_scope(ptx_reader *r);
bool ptx_type_of(ptx_word word, ptx_type *type); /* ".u32", "u32" */

void ptx_want(ptx_reader *r, uint32_t id); /* ptx_read.c: the function's body will be read */

/* ptx_decode.c: the instruction at hand, its guard included, up to its semicolon. */
void ptx_decode(ptx_reader *r);
uint32_t ptx_new_slot(ptx_reader *r, uint64_t value);
uint32_t ptx_constant(ptx_reader *r, uint64_t value);
uint32_t ptx_source(ptx_reader *r);
uint32_t ptx_result(ptx_reader *r, uint8_t *width);
void ptx_use_label(ptx_reader *r, uint32_t instruction, uint32_t targets, uint32_t index);
/* ptx_decode_memory.c: false: it is none of these. words: the opcode's parts. */
typedef struct ptx_parts {
    ptx_word at[12];
    uint32_t n;
} ptx_parts;
bool ptx_decode_memory(ptx_reader *r, const ptx_parts *parts, ptx_op *op);
bool ptx_decode_tensor(ptx_reader *r, const ptx_parts *parts, ptx_op *op);        /* ptx_tensor.c */
void ptx_registers(ptx_reader *r, ptx_list *list, uint32_t n, bool results);      /* {a, b, ..} into a list of slots */
bool ptx_parts_are(const ptx_parts *parts, const char *const *words, uint32_t n); /* NULL: any word */
bool ptx_decode_hopper(ptx_reader *r, const ptx_parts *parts, ptx_op *op);        /* ptx_hopper.c */
bool ptx_decode_convert(ptx_reader *r, const ptx_parts *parts, ptx_op *op);
bool ptx_decode_move(ptx_reader *r, const ptx_parts *parts, ptx_op *op);

#endif
