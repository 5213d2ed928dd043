/* lint_internal.h: what lint_panic*.c share: the values that are known while a body is walked, as rustc's
 * KnownPanicsLint knows them.
 *
 * rustc's lint looks at a body's MIR, block by block; this one walks the THIR in the order of evaluation. A value
 * that rustc surely does not know is KNOWN_NOT. One that rustc may know and this walk does not is KNOWN_DOUBT: where a
 * doubt decides whether control gets to a place, nothing is reported there, so that no error is told that rustc has
 * not.
 *
 * rustc's lint follows one path to its end before it turns to the next, and what it knows of a variable is gone once a
 * path has left the variable's scope. So values are known on the path that it takes first, the true side of an `if`; on
 * the others, and behind what returns, those from before are in doubt. */
#ifndef RUSTG_LINT_INTERNAL_H
#define RUSTG_LINT_INTERNAL_H

#include "sema/lints/lint.h"

typedef enum known_kind { KNOWN_NOT, KNOWN_DOUBT, KNOWN_SCALAR, KNOWN_PARTS } known_kind;
typedef struct known {
    uint8_t kind;
    uint32_t stamp;   /* when it came to be: lint_ctx's dead_until */
    uint64_t bits;    /* SCALAR: an integer, bool or char; of signed types sign-extended */
    sema_def variant; /* PARTS of an enum */
    uint32_t n;       /* PARTS: fields or elements; of an enum they are not looked at */
    struct known *parts;
} known;

/* Does control get to a place? MAYBE: a doubt decides. */
typedef enum reach { REACH_NOT, REACH_MAYBE, REACH_YES } reach;

typedef struct lint_local {
    known value;
    uint32_t n_writes; /* 2 and more: a value is known inside of its basic block only */
    bool is_lost;      /* borrowed somewhere: never known */
    bool is_doubt;
} lint_local;

/* Inner values are followed for this many steps. */
enum { LINT_MOST_STEPS = 6 };
typedef struct lint_place {
    thir_local root; /* 0: temp */
    known temp;
    uint8_t how; /* KNOWN_PARTS: as the steps say; KNOWN_NOT, KNOWN_DOUBT: that is what a read gives */
    bool is_indirect, is_projected;
    uint32_t n, steps[LINT_MOST_STEPS];
} lint_place;

typedef struct lint_label {
    uint8_t out;
    bool has_back_edge;
    uint32_t n_jumps; /* to it, in this walk */
    uint32_t n_breaks;
    known value; /* of a break, where there is one only */
} lint_label;

typedef struct lint_ctx {
    sema *s;
    const thir_body *body;
    bool is_counting; /* the first walk: writes and borrows of variables, nothing is known */
    bool is_in_const_block;
    bool has_drops; /* the crate has destructors, which end blocks in places that this walk does not follow */
    uint8_t reach;
    uint32_t now, dead_until; /* values with stamps up to dead_until are in doubt */
    uint32_t n_exits;         /* jumps and returns so far that leave what is walked */
    thir_expr assigned; /* the right side of the assignment in work, which is the place of a shift or sign in it */
    sema_span assigned_span;
    lint_local *locals;
    lint_label *labels;
    uint8_t *n_ends; /* of an `if`, `match`, && and ||, by expression: how many of its branches come to their ends; 2:
                        several */
    VEC(thir_local) in_block; /* written in this basic block, with n_writes > 1 */
} lint_ctx;

/* ---- lint_panic.c ---- */
known lint_eval(lint_ctx *c, thir_expr e);
lint_place lint_place_of(lint_ctx *c, thir_expr e);
/* Notes that a basic block of rustc's MIR ends here, or may end if is_sure is false. */
void lint_end_block(lint_ctx *c, bool is_sure);
void lint_write(lint_ctx *c, const lint_place *to, known value);
void lint_lose(lint_ctx *c, const lint_place *place); /* it is borrowed */

/* ---- lint_panic_value.c ---- */
known lint_scalar(uint64_t bits);
known lint_unknown(known_kind kind);
known lint_fresh(lint_ctx *c, known v);       /* as a new temporary or variable */
known lint_alive(const lint_ctx *c, known v); /* itself, or in doubt where a path has ended since */
/* Numbers of 128 bits are in doubt to these lints. */
static inline bool lint_is_wide(const sema *s, sema_ty ty)
{
    return ty_is_integer(s, ty) && ty_bits(s, ty) == 128;
}
uint64_t lint_fit(const sema *s, sema_ty ty, uint64_t bits); /* the low bits as a value of that type */
known lint_read(lint_ctx *c, const lint_place *place);
known lint_constant(lint_ctx *c, const thir_node *n);
known lint_cast(lint_ctx *c, const thir_node *n, known value);
known lint_negate(lint_ctx *c, const thir_node *n, known value);
/* Computes a binary operation. If place is given, the left side is read from it again after each check, as in rustc;
 * otherwise it is lhs. */
known lint_binary(lint_ctx *c, const thir_node *n, const lint_place *place, known lhs, known rhs);
void lint_check_index(lint_ctx *c, const thir_node *n, known index);
/* Whether a type is too large for rustc to follow (1024 bytes and more), as far as one can say without a layout. */
bool lint_is_large(sema *s, sema_ty ty);

/* ---- lint_panic_branch.c ---- */
typedef enum lint_first { FIRST_ANY, FIRST_YES, FIRST_NO } lint_first;
/* How far each side of a branch is reached. first is the side that rustc follows first; on it, values from before
 * dead_until's `level` are dead. */
typedef struct lint_branch {
    uint8_t yes, no, first;
    uint32_t level;
} lint_branch;
void lint_bind(lint_ctx *c, thir_pat pat, lint_place place, bool is_guarded);
known lint_if(lint_ctx *c, thir_expr e);
known lint_match(lint_ctx *c, thir_expr e);
known lint_logical(lint_ctx *c, thir_expr e);
void lint_let(lint_ctx *c, const thir_stmt_node *stmt);

#endif
