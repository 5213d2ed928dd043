/* lower.h: checked bodies into IR, one function for each set of concrete arguments that kernels reach.
 *
 *   lower_type.c      types: layout of structs, enums, closures, slices (struct of pointer and u64 length)
 *   lower_body.c, lower_place.c, lower_match.c, ...   THIR into instructions
 *   lower_intrinsic.c the library's intrinsics (lower_intrinsic.def)
 *   lower_kernel.c    entry points: parameters as loaders pass them
 *   lower_const.c     constants, by the interpreter
 *   lower_math.c      the library's functions of floats
 *   lower_uniform.c   barriers that only some threads of a block reach
 *
 * A panic is TRAP or CHECK with a site. With checks off, index and overflow checks are left out; asserts, explicit
 * panics and division by zero stay. */
#ifndef RUSTG_LOWER_H
#define RUSTG_LOWER_H

#include "ir/ir.h"
#include "sema/thir.h"

typedef struct lower_options {
    bool checks;
    bool fast_math;          /* of the whole compile */
    bool lines;              /* -g */
    bool finds_undefined;    /* tell the interpreter where a user's locals end whose addresses were taken, and what must
                             hold where the program would be undefined */
    const char *oldest_arch; /* that code is wanted for; NULL: none */
    uint32_t oldest_number;  /* 75 for sm_75 */
    const char *not_sm_90a;  /* one of them that is not that; NULL: none */
} lower_options;

/* A kernel's parameter as a loader sees it. */
typedef struct lower_param {
    const char *name;
    const char *rust_type;
    uint8_t role;         /* rustg_param_role (rustg/kernel.h) */
    uint8_t element;      /* rustg_element of scalars and slices' elements; RUSTG_ELEMENT_STRUCT with size and align */
    ir_type type;         /* of it */
    uint32_t size, align; /* likewise */
    uint32_t first_param, n_params; /* of the IR function: 1 scalar, or pointer and length */
} lower_param;
typedef struct lower_kernel {
    ir_function_id function;
    const sema_kernel *kernel;
    const lower_param *params;
    uint32_t n_params;
    uint32_t line, column; /* of its name */
} lower_kernel;

typedef struct lower lower; /* the work on one crate; in s's arena */

/* Lowers all kernels of the crate, and what they reach, into m. NULL: an error was reported. What cannot be compiled
 * yet has its own kind of diagnostic. */
lower *lower_crate(sema *s, ir_module *m, const lower_options *options, const lower_kernel **kernels,
                   uint32_t *n_kernels);
/* Reports E0080 and E0391 of the user's constants and statics that no kernel reaches, because rustc evaluates those
 * too. */
void lower_check_constants(sema *s, const lower_options *options);
/* For differentiation: 1 + the intrinsic that a function of the library's `math` computes, LOWER_SIN_COS for the one
 * that gives two numbers, LOWER_OTHER_MATH for its other functions, 0 for all else; and the function that computes an
 * intrinsic, which is lowered now; 0: there is none, or no function of `math` was asked about before. */
enum { LOWER_SIN_COS = UINT16_MAX - 1, LOWER_OTHER_MATH = UINT16_MAX };
uint16_t lower_math_of(lower *l, ir_function_id f);
ir_function_id lower_math(lower *l, ir_intrinsic what, ir_type type);
/* Whether `#[derivative]` gives the function a rule; and that rule, lowered now. fields: of each of the function's
 * parameters the field of the rule's result that is its gradient, or RULE_WHOLE or RULE_NONE. function 0: an error was
 * reported. */
#define LOWER_RULE_NONE  UINT32_MAX
#define LOWER_RULE_WHOLE (UINT32_MAX - 1)
typedef struct lower_rule {
    ir_function_id function;
    uint32_t *fields;
} lower_rule;
bool lower_has_rule(lower *l, ir_function_id f);
lower_rule lower_rule_of(lower *l, ir_function_id f);
/* Reports barriers that provably only some threads of a block reach. */
void lower_check_barriers(lower *l);
/* These are what sema.evaluate, sema.evaluate_parts and sema.evaluate_block call. */
bool lower_evaluate(sema *s, sema_def constant, const sema_ty *args, uint32_t n_args, wide_u128 *bits);
bool lower_evaluate_parts(sema *s, sema_def constant, const sema_ty *args, uint32_t n_args, sema_constant *value,
                          bool *reported);
bool lower_evaluate_block(sema *s, sema_def fn, const thir_body *body, thir_expr block);

#endif
