/* warnings.h: declares the lints that warn. */
#ifndef RUSTG_WARNINGS_H
#define RUSTG_WARNINGS_H

#include "sema/sema.h"

/* Runs them over the user's crates, which have no errors but those of lints (lint_warn.c). */
void lint_warn(sema *s);

#endif
