/* adjoint.h: the derivative of a kernel as a further kernel, IR to IR.
 *
 *   adjoint_rule.def     what is made of each operation and intrinsic: a formula, zero by definition, or a refusal
 *   adjoint_formula.c    the formulas, which both modes use
 *   adjoint_given.c      rules that users give functions
 *   adjoint_half.c       f16 and bf16
 *   adjoint_copy.c       copies of bytes become copies of floats
 *   adjoint_merge.c      equal reads become one
 *   adjoint_layout.c     where floats lie in types
 *   adjoint_activity.c   which values depend on what has a gradient; refuses what has none
 *   adjoint_mirror.c     each pointer's shadow, and in tangent mode each float's tangent (dual numbers)
 *   adjoint_structure.c  break, continue and return become tests of an exit number
 *   adjoint_step.c       numbers that loops count
 *   adjoint_own.c        elements that only one thread reaches
 *   adjoint_uniform.c    which code the threads of a block run together
 *   adjoint_reverse.c    the statements backwards
 *   adjoint_shuffle.c    those of warps; adjoint_shared.c, adjoint_replay.c: of blocks
 *   adjoint_keep.c       what they need of the way forward
 *   adjoint.c            the functions' signatures and frames
 *
 * docs/gradients.md says what the kernels that it makes take and do. */
#ifndef RUSTG_ADJOINT_H
#define RUSTG_ADJOINT_H

#include "ir/ir.h"

/* COUNT: the kernel as it is, which also tells how much of the tape its REVERSE takes. */
typedef enum adjoint_mode { ADJOINT_REVERSE, ADJOINT_TANGENT, ADJOINT_COUNT } adjoint_mode;

/* Of a parameter of the kernel's IR function: floats that are passed by value, a pointer to elements that hold floats,
 * or neither. */
typedef enum adjoint_role { ADJOINT_NONE, ADJOINT_SCALAR, ADJOINT_READ, ADJOINT_WRITTEN } adjoint_role;
typedef enum adjoint_half_kind { ADJOINT_NO_HALF, ADJOINT_F16, ADJOINT_BF16 } adjoint_half_kind;
typedef struct adjoint_param {
    adjoint_role role;
    adjoint_half_kind half; /* of elements that are of half precision: their gradients are f32 */
    bool is_tape;           /* of an adjoint's tape, whose words hold floats and others */
    ir_type type;           /* of what is passed, or of the elements */
    const char *name;
} adjoint_param;

enum { ADJOINT_SIN_COS = UINT16_MAX - 1, ADJOINT_NO_RULE = UINT16_MAX };

/* A rule that the user gives a function: it takes what the function takes and then the gradient for its result. fields:
 * of each of the function's parameters the field of the rule's result that is its gradient. function 0: there is none,
 * since an error was reported. */
enum { ADJOINT_GIVES_NONE = UINT32_MAX, ADJOINT_GIVES_WHOLE = UINT32_MAX - 1 };
typedef struct adjoint_given {
    ir_function_id function;
    const uint32_t *fields;
} adjoint_given;

/* name      of the kernel to be made
 * params    one for each parameter of the kernel's function; behind a READ or WRITTEN one stands its length
 * file, line, column  of the kernel, for what it panics with
 * math_of   1 + the intrinsic that a function of the library computes, ADJOINT_SIN_COS if it gives a struct of sine and
 *           cosine, ADJOINT_NO_RULE if it computes something else by tricks with bits that have no derivative; 0:
 *           another function
 * math      a function that computes the intrinsic for the type; 0: none, so the intrinsic itself is used. It may add
 *           functions to the module
 * is_given  whether the function has a rule by `#[derivative]`; given: that rule, lowered now
 * user      passed to all */
typedef struct adjoint_request {
    adjoint_mode mode;
    ir_function_id kernel;
    const char *name;
    const adjoint_param *params;
    const char *file;
    uint32_t line, column;
    uint16_t (*math_of)(void *user, ir_function_id f);
    ir_function_id (*math)(void *user, ir_intrinsic what, ir_type type);
    bool (*is_given)(void *user, ir_function_id f);
    adjoint_given (*given)(void *user, ir_function_id f);
    void *user;
} adjoint_request;

/* function  0: refused; then reason says why, and line where (of the kernel's file; 0: nowhere in particular)
 * has_tape  the last two parameters are the tape and its length
 * has_shared  it has shadows of arrays that blocks share; then line says where one is first named */
typedef struct adjoint_answer {
    ir_function_id function;
    const char *reason;
    uint32_t line;
    bool has_tape, has_shared;
} adjoint_answer;

/* Adds the kernel to m, whose arena has all that it makes. Its parameters are the kernel's own, then for each with a
 * role its gradient: pointer and length, but in tangent mode a SCALAR's tangent is a scalar; then the tape. COUNT has
 * no gradients, and in the tape's place a number that becomes the words of 64 bits that a thread takes, if that is
 * more. */
adjoint_answer adjoint_make(ir_module *m, const adjoint_request *request);

/* Whether floats or pointers are in the type. */
bool adjoint_has_floats(const ir_module *m, ir_type type);
bool adjoint_has_pointers(const ir_module *m, ir_type type);

#endif
