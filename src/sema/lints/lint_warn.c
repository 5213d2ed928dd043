/* lint_warn.c: runs the lints that warn. */
#include "sema/lints/lint.h"

void lint_warn(sema *s)
{
    if (!s->options->warnings)
        return;
    lint_names_case(s);
}
