/* lint_dead.c: dead_code. What can be reached from outside of the crate is live, and so is what live items mention; all
 * else is told (lint_dead_report.c). Impls of traits are live once the trait and the type are.
 *
 * Source: rustc 1.95's rustc_passes/src/dead.rs (MarkSymbolVisitor). */
#include <stdlib.h>

#include "sema/items/def_table.h"
#include "sema/warnings/lint_dead.h"

static void dead_push(dead_lint *l, sema_def d, bool is_allowed)
{
    if (dead_is_user(l, d))
        vec_push(l->s->memory, &l->work, (dead_work){d, is_allowed});
}

/* ---- Where it begins ---- */

/* An attribute such as `no_mangle`, also within `unsafe(..)`, that gives it to others. */
static bool dead_is_given_away(dead_lint *l, sema_def d)
{
    static const char *const marks[] = {"no_mangle", "export_name", "linkage", "used", "test", "bench", NULL};
    sema *s = l->s;
    def_attr attr;
    const sema_node node = def_get(s, d)->node;
    if (def_is_marked_kernel(s, d))
        return true;
    for (uint32_t i = 0; def_nth_attr(s, node, i, &attr); i++) {
        const bool is_wrapped = attr.first < attr.last && syntax_tok_is(s, attr.file, attr.path, "unsafe");
        const uint32_t name = is_wrapped ? attr.first + 1 : attr.path;
        for (const char *const *mark = marks; *mark; mark++)
            if (syntax_tok_is(s, attr.file, name, *mark))
                return true;
    }
    return false;
}

static bool dead_is_allowed(dead_lint *l, sema_def d)
{
    if (!l->is_level_set)
        return false;
    const lint_level level = lint_level_of(l->s, LINT_DEAD_CODE, d, def_span(l->s, d));
    return level == LEVEL_ALLOW || level == LEVEL_EXPECT;
}

static sema_def dead_trait_of(dead_lint *l, sema_def impl)
{
    return def_kind_of(l->s, impl) == DEF_IMPL ? def_impl_trait(l->s, impl).trait : 0;
}

static sema_def dead_trait_item(dead_lint *l, sema_def item)
{
    sema *s = l->s;
    const sema_def trait = dead_trait_of(l, def_get(s, item)->parent);
    return trait ? def_assoc_item(s, trait, def_get(s, item)->name, def_kind_of(s, item)) : 0;
}

/* d is an impl of a trait or an item in it. It is live where the trait or its item (of) may be dead by an attribute. */
static void dead_seed_impl(dead_lint *l, sema_def d, sema_def of)
{
    if (dead_is_user(l, of) && (dead_is_allowed(l, of) || dead_is_given_away(l, of)))
        dead_push(l, d, dead_is_allowed(l, of));
    vec_push(l->s->memory, &l->woken, d);
}

static void dead_seed(dead_lint *l, sema_def d)
{
    sema *s = l->s;
    const bool is_allowed = dead_is_allowed(l, d);
    const def_kind kind = def_kind_of(s, d);
    const bool is_item = kind == DEF_FN || kind == DEF_CONST || kind == DEF_ASSOC_TY;
    if (is_allowed || dead_is_given_away(l, d))
        dead_push(l, d, is_allowed);
    else if (kind == DEF_IMPL && dead_trait_of(l, d))
        dead_seed_impl(l, d, dead_trait_of(l, d));
    else if (is_item && dead_trait_of(l, def_get(s, d)->parent))
        dead_seed_impl(l, d, dead_trait_item(l, d));
    if (kind == DEF_CONST && (!def_get(s, d)->name || def_get(s, d)->name == def_tab(s)->names.underscore))
        dead_push(l, d, false);
}

static void dead_seed_all(dead_lint *l)
{
    for (sema_def d = l->first; d < l->n; d++) {
        if (!dead_is_user(l, d))
            continue;
        const def_kind kind = def_kind_of(l->s, d);
        if (lint_is_reachable(l->s, d) && kind != DEF_FIELD)
            dead_push(l, d, false);
        if (dead_item_of(l->s, d) == d && syntax_is(def_get(l->s, d)->node))
            dead_seed(l, d);
    }
}

/* ---- What follows ---- */

/* A derived Clone or Debug reads all fields, which does not count. */
static sema_def dead_ignored_trait(dead_lint *l, sema_def impl)
{
    sema *s = l->s;
    const sema_def trait = dead_trait_of(l, impl);
    const bool is_ignored = trait && sema_is_derived(s, def_get(s, impl)->node.file) &&
                            (trait == def_lang(s, LANG_CLONE) || trait == def_lang(s, LANG_DEBUG));
    return is_ignored ? trait : 0;
}

static void dead_look_at_impl(dead_lint *l, sema_def impl)
{
    sema *s = l->s;
    const sema_def trait = dead_ignored_trait(l, impl);
    const ty_info self = *ty_get(s, def_type(s, impl));
    if (!trait || self.kind != TY_ADT)
        return;
    uint32_t *known = arena_map_at(s->memory, &l->ignored, self.def, 1);
    *known = *known * DEAD_N_IGNORED + (trait == def_lang(s, LANG_CLONE) ? DEAD_CLONE : DEAD_DEBUG);
}

static void dead_look_at_trait(dead_lint *l, sema_def trait)
{
    uint32_t n;
    const sema_def *items = def_assoc_items(l->s, trait, &n);
    for (uint32_t i = 0; i < n; i++)
        if (def_kind_of(l->s, items[i]) == DEF_ASSOC_TY)
            dead_push(l, items[i], false);
}

/* What has a live item is live: a trait, or the type that an impl of no trait is for. */
static void dead_look_at_owner(dead_lint *l, sema_def owner)
{
    sema *s = l->s;
    if (def_kind_of(s, owner) == DEF_TRAIT)
        dead_push(l, owner, false);
    if (def_kind_of(s, owner) != DEF_IMPL || dead_trait_of(l, owner))
        return;
    const ty_info self = *ty_get(s, def_type(s, owner));
    if (self.kind == TY_ADT || self.kind == TY_DYN)
        dead_push(l, self.def, false);
}

static void dead_look_at(dead_lint *l, sema_def d)
{
    sema *s = l->s;
    const def_kind kind = def_kind_of(s, d);
    const bool is_item = kind == DEF_FN || kind == DEF_CONST || kind == DEF_ASSOC_TY;
    if (is_item && dead_ignored_trait(l, def_get(s, d)->parent))
        return;
    if (kind == DEF_IMPL)
        dead_look_at_impl(l, d);
    if (kind == DEF_TRAIT)
        dead_look_at_trait(l, d);
    if (is_item)
        dead_look_at_owner(l, def_get(s, d)->parent);
    for (uint32_t i = l->starts[d - l->first]; i < l->starts[d - l->first + 1]; i++)
        dead_push(l, l->targets[i], false);
}

static void dead_make_live(dead_lint *l, sema_def d)
{
    l->marks[d] |= DEAD_LIVE;
    if (!l->waiting)
        return;
    for (sema_def w = l->waiting[d - l->first]; w; w = l->next_waiting[w - l->first])
        vec_push(l->s->memory, &l->woken, w);
    l->waiting[d - l->first] = 0;
}

static void dead_mark(dead_lint *l)
{
    while (l->work.n) {
        const dead_work at = l->work.at[--l->work.n];
        if (!at.is_allowed)
            dead_make_live(l, at.d);
        if (l->marks[at.d] & DEAD_LOOKED_AT)
            continue;
        l->marks[at.d] |= DEAD_LOOKED_AT;
        dead_look_at(l, at.d);
    }
}

/* What an impl of a trait, or an item in one, waits for: the trait or its item, and the type; 0: they are live, or not
 * of this crate. */
static sema_def dead_awaited(dead_lint *l, sema_def d)
{
    sema *s = l->s;
    const bool is_impl = def_kind_of(s, d) == DEF_IMPL;
    const sema_def impl = is_impl ? d : def_get(s, d)->parent;
    const sema_def of = is_impl ? dead_trait_of(l, d) : dead_trait_item(l, d);
    const ty_info self = *ty_get(s, def_type(s, impl));
    if (dead_is_user(l, of) && !dead_is_live(l, of))
        return of;
    return self.kind == TY_ADT && dead_is_user(l, self.def) && !dead_is_live(l, self.def) ? self.def : 0;
}

static int dead_compare(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Goes through all, then through those for which something has become live, in their order. */
static void dead_solve_impls(dead_lint *l)
{
    sema *s = l->s;
    l->waiting = ARENA_ARRAY(s->memory, uint32_t, l->n - l->first);
    l->next_waiting = ARENA_ARRAY(s->memory, uint32_t, l->n - l->first);
    while (l->woken.n) {
        const uint32_t n = l->woken.n;
        qsort(l->woken.at, n, sizeof *l->woken.at, dead_compare);
        for (uint32_t i = 0; i < n; i++) {
            const sema_def d = l->woken.at[i], awaited = dead_awaited(l, d);
            if (!awaited) {
                dead_push(l, d, false);
                continue;
            }
            l->next_waiting[d - l->first] = l->waiting[awaited - l->first];
            l->waiting[awaited - l->first] = d;
        }
        l->woken.n = 0;
        dead_mark(l);
    }
}

/* Puts the edges in the order of the items that they lead from. */
static void dead_sort_edges(dead_lint *l)
{
    const uint32_t n = l->n - l->first;
    l->starts = ARENA_ARRAY(l->s->memory, uint32_t, n + 2);
    l->targets = ARENA_ARRAY(l->s->memory, uint32_t, l->edges.n + 1);
    for (uint32_t i = 0; i < l->edges.n; i++)
        l->starts[l->edges.at[i].from - l->first + 2]++;
    for (uint32_t i = 2; i < n + 2; i++)
        l->starts[i] += l->starts[i - 1];
    for (uint32_t i = 0; i < l->edges.n; i++)
        l->targets[l->starts[l->edges.at[i].from - l->first + 1]++] = l->edges.at[i].to;
}

void lint_dead_code(sema *s)
{
    uint32_t n_crates;
    const sema_def *crates = def_user_crates(s, &n_crates);
    if (!n_crates)
        return;
    dead_lint l = {.s = s, .first = crates[0], .n = def_count(s), .is_level_set = lint_is_set(s, LINT_DEAD_CODE)};
    l.marks = arena_alloc(s->memory, l.n);
    dead_find_edges(&l);
    dead_sort_edges(&l);
    dead_seed_all(&l);
    dead_mark(&l);
    dead_solve_impls(&l);
    dead_report(&l);
    dead_report_assignments(&l);
}
