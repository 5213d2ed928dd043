/* lint_case.h: declares what lint_case_words.c tells of names: whether one is written in a case, and how it would be
 * written in it. */
#ifndef RUSTG_LINT_CASE_H
#define RUSTG_LINT_CASE_H

#include "sema/sema.h"

bool lint_is_camel(const char *name);
bool lint_is_snake(const char *name);
/* Whether it has no lower case letter. */
bool lint_is_upper(const char *name);
const char *lint_to_camel(sema *s, const char *name);
const char *lint_to_snake(sema *s, const char *name);
const char *lint_to_upper(sema *s, const char *name);

#endif
