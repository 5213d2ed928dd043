/* lint_dead.h: declares what lint_dead*.c share: which definitions are used, as rustc's MarkSymbolVisitor finds. */
#ifndef RUSTG_LINT_DEAD_H
#define RUSTG_LINT_DEAD_H

#include "sema/warnings/lint_warn.h"

/* The item `from` mentions `to`. */
typedef struct dead_edge {
    sema_def from, to;
} dead_edge;

/* is_allowed: it is to be looked at because the lint is allowed there, and is not live itself. */
typedef struct dead_work {
    sema_def d;
    bool is_allowed;
} dead_work;

/* Derives that do not count as a use of a type's fields. */
enum { DEAD_CLONE = 1, DEAD_DEBUG, DEAD_N_IGNORED };

typedef struct dead_lint {
    sema *s;
    sema_def first, n; /* the user's definitions are [first, n) */
    VEC(dead_edge) edges;
    uint8_t *marks;             /* by definition: of DEAD_.. */
    uint32_t *starts, *targets; /* what an item mentions: targets[starts[d - first]..starts[d - first + 1]) */
    VEC(dead_work) work;        /* to be marked as live and looked at, the last one first */
    VEC(sema_def) woken;        /* impls of traits, and the items in them, that may have become live */
    uint32_t *waiting;          /* by what is waited for, - first: the last of woken's that waits for it */
    uint32_t *next_waiting;     /* from it, - first, to the one before */
    arena_map ignored;      /* by type, the derives in the order in which they are met: first * N_IGNORED + second */
    arena_map arms, needed; /* an arm: its number; that number and a variant that its pattern needs: 1 */
    arena_map sizes;        /* of types, as lint_dead_report.c knows them */
    uint32_t n_arms;
    bool is_level_set; /* an attribute speaks of this lint somewhere */
} dead_lint;

/* LIVE: it is used. LOOKED_AT: what it mentions is live. */
enum { DEAD_LIVE = 1, DEAD_LOOKED_AT = 2 };

static inline bool dead_is_user(const dead_lint *l, sema_def d)
{
    return d >= l->first && d < l->n && !def_get(l->s, d)->is_library;
}

static inline bool dead_is_live(const dead_lint *l, sema_def d)
{
    return d >= l->n || (l->marks[d] & DEAD_LIVE);
}

/* lint_dead_uses.c: who mentions what. */
sema_def dead_item_of(const sema *s, sema_def d); /* the item that a place in d belongs to; 0: none */
void dead_find_edges(dead_lint *l);
void dead_report_assignments(dead_lint *l); /* of places to themselves, in what has been looked at */
/* lint_dead_report.c */
void dead_report(dead_lint *l);

#endif
