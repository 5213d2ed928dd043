/* borrow.h: what the rest of sema asks of borrow checking. */
#ifndef RUSTG_BORROW_H
#define RUSTG_BORROW_H

#include "sema/thir.h"

/* Checks a body whose types and patterns are right, and reports its errors: E0381, E0382, E0384, E0499, E0502, E0503,
 * E0505, E0506, E0507, E0515, E0594, E0596, E0597, E0716, and those of lifetimes. */
void borrow_check_body(sema *s, thir_body *body);
/* What lints tell of a variable. */
typedef enum unused_what {
    UNUSED_VARIABLE,
    UNUSED_BUT_SET, /* nothing reads what is assigned to it later */
    UNUSED_VALUE,   /* that is assigned to it */
    UNUSED_ARGUMENT,
    UNUSED_CAPTURE, /* the value that it has when a closure comes to be */
    UNUSED_MUTABLE  /* it need not be `mut` */
} unused_what;
typedef struct borrow_unused {
    const thir_body *body;
    uint8_t what;     /* an unused_what */
    thir_local local; /* 0: it is a capture */
    uint32_t capture;
    sema_span at; /* VALUE: the assignment */
} borrow_unused;
/* What was found in the bodies so far; nothing without sema_options.warnings. */
const borrow_unused *borrow_unused_list(const sema *s, uint32_t *n);
/* The place that a closure captures, an expression of the body around it; NULL: nothing is captured. */
const thir_body *borrow_captured_place(const sema *s, sema_def closure, uint32_t capture, thir_expr *place);

/* Checks the lifetimes of all items of the user's crates, which have no other error. */
void borrow_check_items(sema *s);

#endif
