/* borrow.h: what the rest of sema asks of borrow checking. */
#ifndef RUSTG_BORROW_H
#define RUSTG_BORROW_H

#include "sema/thir.h"

/* Checks a body whose types and patterns are right, and reports its errors: E0381, E0382, E0384, E0499, E0502, E0503,
 * E0505, E0506, E0507, E0515, E0594, E0596, E0597, E0716, and those of lifetimes. */
void borrow_check_body(sema *s, thir_body *body);
/* Checks the lifetimes of all items of the user's crates, which have no other error. */
void borrow_check_items(sema *s);

#endif
