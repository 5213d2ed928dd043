/* emit_rust.h: kernels as Rust text that rustg and rustc compile and that a person can read; inner header.
 *
 *   emit_rust.c        the text's parts, functions, statements
 *   emit_rust_value.c  what computes a value, as an expression
 *   emit_rust_place.c  what a pointer leads to, as a place
 *   emit_rust_type.c   types and constants
 *
 * A value that is used once stands where it is used, if the line does not get too long: others are `let`s. What has no
 * form in Rust here, such as a copy of bytes, is refused. */
#ifndef RUSTG_EMIT_RUST_H
#define RUSTG_EMIT_RUST_H

#include "codegen/codegen.h"

/* What is known of a pointer whose memory has a name and a type.
 *   BASE      a parameter, or a shared array: its elements lie there
 *   ELEMENT   of that, by an index; a place inside of it has the text `inside` behind
 *   LOCAL     a local, or a place inside of it
 * root: of BASE and ELEMENT, what the memory is */
typedef enum rust_place_kind { RUST_PLACE_NONE, RUST_PLACE_BASE, RUST_PLACE_ELEMENT, RUST_PLACE_LOCAL } rust_place_kind;
typedef enum rust_root { RUST_ROOT_SLICE, RUST_ROOT_GRID, RUST_ROOT_SHARED } rust_root;
typedef struct rust_place {
    rust_place_kind kind;
    rust_root root;
    ir_type type; /* of what lies there; of a BASE, of the elements */
    const char *name, *index, *inside;
} rust_place;

/* A value as text. is_open: an operator is outermost in it. is_pending: it stands nowhere yet. reads: what it says
 * changes with memory or a local. */
typedef struct rust_value {
    const char *text;
    bool is_open, is_pending, reads;
    rust_place place;
} rust_value;

typedef struct emit_rust {
    ir_module *m;
    arena *a;
    const codegen_rust_request *request;
    VEC(char) text;
    const ir_function *f;
    uint32_t *n_uses;
    rust_value *values;
    bool *is_read, *is_set; /* of each local */
    VEC(ir_value) pending;
    VEC(ir_type) structs;
    VEC(ir_function_id) functions; /* that the kernels call */
    VEC(ir_global_id) constants;
    uint32_t indent, line;
    bool has_atomics, is_in_bracket; /* is_in_bracket: one was opened before */
    const char *refused;
} emit_rust;

void emit_rust_refuse(emit_rust *r, const char *what);
void emit_rust_add(emit_rust *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
void emit_rust_line(emit_rust *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static inline ir_value emit_rust_arg(const emit_rust *r, const ir_instr *i, uint32_t k)
{
    return r->m->args.at[i->first_arg + k];
}
static inline ir_type emit_rust_type_of(const emit_rust *r, ir_value v)
{
    return r->f->values.at[v];
}
const char *emit_rust_local(emit_rust *r, ir_local l);
const char *emit_rust_callee(emit_rust *r, ir_function_id f);

/* emit_rust_type.c */
const char *emit_rust_type(emit_rust *r, ir_type t);
const char *emit_rust_zero(emit_rust *r, ir_type t);
const char *emit_rust_number(emit_rust *r, ir_type t, uint64_t bits);
const char *emit_rust_bare(emit_rust *r, const char *text); /* a number without its type, where that is known */
const char *emit_rust_data(emit_rust *r, ir_type t, const uint8_t *bytes); /* NULL: zeros */
void emit_rust_structs(emit_rust *r);

/* emit_rust_place.c */
rust_place emit_rust_place_of(emit_rust *r, const ir_instr *i); /* of an instruction that gives a pointer */
/* The array that is a shared one; NULL: it is none, or of a size by the launch. */
const ir_type_info *emit_rust_shared_array(const ir_module *m, const ir_global *g);
const char *emit_rust_load(emit_rust *r, const ir_instr *i);
void emit_rust_store(emit_rust *r, const ir_instr *i);
const char *emit_rust_address(emit_rust *r, ir_value pointer); /* as *mut u8 */
const char *emit_rust_atomic_at(emit_rust *r, ir_value pointer, ir_type t);

/* emit_rust_value.c */
const char *emit_rust_use(emit_rust *r, ir_value v);   /* as an operand */
const char *emit_rust_whole(emit_rust *r, ir_value v); /* where nothing stands beside it */
const char *emit_rust_index(emit_rust *r, ir_value v);
void emit_rust_flush(emit_rust *r); /* makes all that reads `let`s */
void emit_rust_result(emit_rust *r, const ir_instr *i);
const char *emit_rust_expression(emit_rust *r, const ir_instr *i, bool *is_open, bool *reads);

#endif
