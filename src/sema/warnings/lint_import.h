/* lint_import.h: declares what lint_import*.c share: which imports are used. */
#ifndef RUSTG_LINT_IMPORT_H
#define RUSTG_LINT_IMPORT_H

#include "sema/items/def_table.h"
#include "sema/names/resolve.h"
#include "sema/warnings/lint_warn.h"

/* USED: a name was found through it. ASKED: it brings a trait, of which an item was looked for, but not taken. */
typedef enum import_state { IMPORT_UNUSED, IMPORT_ASKED, IMPORT_USED } import_state;

typedef struct import_lint {
    sema *s;
    uint8_t *states;    /* by import */
    uint32_t n;         /* imports */
    arena_map of_tree;  /* a UseTree: its import + 1 */
    arena_map asked;    /* a block or module, and a name that was looked for in the traits there -> 1 */
    arena_map bringers; /* a module and a trait: the import that brings it there + 1; UINT32_MAX: it is its own */
    arena_map filled;   /* modules whose bringers are known -> 1 */
    arena_map called;   /* the names of macros and attributes that are called somewhere -> 1 */
    VEC(sema_symbol) macros;
} import_lint;

/* lint_import_uses.c */
void import_find_uses(import_lint *l);
bool import_is_trait(import_lint *l, uint32_t index);

#endif
