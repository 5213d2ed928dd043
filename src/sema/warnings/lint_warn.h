/* lint_warn.h: declares what lint_warn.c runs, and what tells who can name a definition. */
#ifndef RUSTG_LINT_WARN_H
#define RUSTG_LINT_WARN_H

#include "sema/lints/lint.h"

/* Runs non_snake_case, non_camel_case_types and non_upper_case_globals (lint_case.c). */
void lint_names_case(sema *s);
/* Runs unused_variables, unused_assignments and unused_mut (lint_variables.c). */
void lint_variables(sema *s);
/* Runs dead_code (lint_dead.c). */
void lint_dead_code(sema *s);
/* Runs unused_imports (lint_import.c). */
void lint_unused_imports(sema *s);
/* Runs unused_parens over the user's files (lint_parens.c). */
void lint_parens(sema *s);
/* Runs unused_must_use and path_statements over one body (lint_statement.c). */
void lint_statements(sema *s, const thir_body *body);
/* Runs unreachable_code over one body (lint_flow.c). */
void lint_unreachable(sema *s, const thir_body *body);

/* Effective visibility, as rustc computes it (lint_export.c). Exported: it can be named from outside of its crate, by
 * public modules or by public imports. Reachable: it is exported, or it is public and part of what can be named, as the
 * type of an argument is. */
bool lint_is_exported(sema *s, sema_def d);
bool lint_is_reachable(sema *s, sema_def d);
bool lint_is_import_exported(sema *s, uint32_t import); /* its number in the table of definitions */

/* What a module or enum has for a glob: names, and imports by the name `_`. */
typedef struct lint_name_in {
    sema_symbol name; /* 0: it has none */
    uint32_t import;  /* name 0: its number in the table of definitions */
} lint_name_in;
typedef VEC(lint_name_in) lint_named;
lint_named lint_names_in(sema *s, sema_def there);

#endif
