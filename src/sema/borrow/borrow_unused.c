/* borrow_unused.c: finds variables that nothing reads and values that nothing reads, for lints. As in rustc's liveness
 * of MIR a variable is alive where a later use may see its value. A part of it is no variable of its own: writing one
 * neither uses the variable nor gives it a new value, and neither does `x += 1`; what is written behind a reference
 * uses the reference. */
#include "sema/borrow/borrow_internal.h"

typedef struct closure_captures {
    const uint8_t *flags; /* of each capture */
    uint32_t n, first;    /* first: in around's lists */
    const thir_body *around;
} closure_captures;
struct unused_table {
    VEC(borrow_unused) found;
    VEC(closure_captures) closures;
    arena_map closure_at; /* by definition */
};

typedef enum unused_role { ROLE_NONE, ROLE_USE, ROLE_VALUE } unused_role;
typedef struct unused_stmt {
    uint32_t at;
    uint8_t role;
    bool assigns, is_entry; /* is_entry: a parameter or capture gets its value */
    bool is_alive;          /* the variable is, behind it */
} unused_stmt;

/* All assignments at one place in the source are one. */
typedef struct unused_entry {
    sema_span at;
    bool is_alive, is_whole, is_entry;
} unused_entry;

enum { ENDS_ALIVE = 1, /* the variable is, at the block's end */ HAS_VALUE = 2, IS_TOUCHED = 4 };
/* own: the statements about the variable in work that can be reached, in order. first_own: of blocks, 1 + the first of
 * these. */
typedef struct unused_walk {
    borrow_ctx *c;
    VEC(unused_stmt) own;
    VEC(unused_entry) entries;
    uint32_t *first_own;
    uint8_t *flags; /* of blocks */
    VEC(uint32_t) touched, todo;
    VEC(uint32_t) exits;  /* the blocks with which the body ends */
    arena_map entry_at;   /* by variable and place: 1 + the index in entries */
    arena_map introduced; /* by variable and place of its name in patterns */
    sema_span *value_of;  /* of a variable: what `let x = ..` gives it */
    bool is_called_again; /* an FnMut closure, whose captures keep their values until the next call */
    bool can_be_reached;  /* the variable in work is declared where control gets to */
    bool is_used, is_dropped;
} unused_walk;

static struct unused_table *unused_table_of(sema *s)
{
    if (!s->unused)
        s->unused = ARENA_NEW(s->memory, struct unused_table);
    return s->unused;
}

const borrow_unused *borrow_unused_list(const sema *s, uint32_t *n)
{
    *n = s->unused ? s->unused->found.n : 0;
    return s->unused ? s->unused->found.at : NULL;
}

void borrow_push_unused(borrow_ctx *c, borrow_unused found)
{
    found.body = c->body;
    vec_push(c->s->memory, &unused_table_of(c->s)->found, found);
}

static closure_captures *unused_closure(const sema *s, sema_def closure)
{
    struct unused_table *table = s->unused;
    const uint32_t *at = table ? arena_map_at(s->memory, &table->closure_at, closure, 0) : NULL;
    return at ? &table->closures.at[*at] : NULL;
}

/* What a closure names and does not capture, as in `let _ = x`, is looked at where the closure is made. */
static void unused_look_at_named(borrow_ctx *c, const thir_capture *capture)
{
    const uint32_t local = capture->is_upvar ? c->first_upvar + capture->outer_upvar : capture->outer;
    borrow_look_at(c, c->locals.at[local].place, capture->use);
}

void borrow_note_captured(borrow_ctx *c, const thir_node *closure, uint32_t i, uint32_t first)
{
    const thir_body *body = borrow_closure_body(c->s, closure->def);
    if (body && i < body->captures.n && c->body->exprs.at[c->body->lists.at[closure->first + i]].op == THIR_TUPLE)
        unused_look_at_named(c, &body->captures.at[i]);
    const capture_stmts made = {first, c->stmts.n, i, closure->def};
    vec_push(&c->s->scratch, &c->capture_stmts, made);
    closure_captures *known = unused_closure(c->s, closure->def);
    if (known && closure->n == known->n) {
        known->around = c->body;
        known->first = closure->first;
    }
}

const thir_body *borrow_captured_place(const sema *s, sema_def closure, uint32_t capture, thir_expr *place)
{
    const closure_captures *known = unused_closure(s, closure);
    if (!known || !known->around)
        return NULL;
    const thir_node *exprs = known->around->exprs.at;
    *place = known->around->lists.at[known->first + capture];
    if (exprs[*place].op == THIR_BORROW)
        *place = exprs[*place].a;
    return exprs[*place].is_place ? known->around : NULL;
}

uint8_t borrow_capture_flags(const borrow_ctx *c, uint32_t stmt)
{
    uint32_t low = 0, high = c->capture_stmts.n;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (c->capture_stmts.at[middle].end <= stmt)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == c->capture_stmts.n || c->capture_stmts.at[low].first > stmt)
        return 0;
    const closure_captures *known = unused_closure(c->s, c->capture_stmts.at[low].closure);
    const uint32_t capture = c->capture_stmts.at[low].capture;
    return known && capture < known->n ? known->flags[capture] : 0;
}

/* ---- What a statement does with the variable ---- */

static bool unused_is_indirect(const borrow_ctx *c, borrow_place place)
{
    for (; place; place = c->places.at[place].parent)
        if (c->places.at[place].elem == ELEM_DEREF)
            return true;
    return false;
}

static unused_stmt unused_stmt_of(const borrow_ctx *c, uint32_t at)
{
    const mir_stmt *s = &c->stmts.at[at];
    const bool is_indirect = unused_is_indirect(c, s->place);
    unused_stmt of = {.at = at, .role = ROLE_NONE};
    switch ((mir_op)s->op) {
    case MIR_COPY:
    case MIR_MOVE:
        if ((s->op == MIR_COPY && s->extra == COPIED_BY_OP && !is_indirect) ||
            borrow_capture_flags(c, at) & CAPTURE_IS_DEAD)
            break;
        of.role = ROLE_USE;
        break;
    case MIR_READ:
    case MIR_FAKE_READ:
    case MIR_MENTION:
    case MIR_BORROW:
    case MIR_RAW_BORROW: of.role = ROLE_USE; break;
    case MIR_NOP: of.role = s->extra == NOP_LOOKED_AT ? ROLE_USE : ROLE_NONE; break;
    case MIR_WRITE:
        of.assigns = !is_indirect;
        if (is_indirect)
            of.role = ROLE_USE;
        else if (s->extra != WRITE_OP && c->places.at[s->place].elem == ELEM_LOCAL)
            of.role = ROLE_VALUE;
        break;
    case MIR_ACTIVATE:
    case MIR_LIVE:
    case MIR_DEAD:
    case MIR_DROP:
    case MIR_RETURN: break;
    }
    return of;
}

static void unused_touch(unused_walk *w, uint32_t block, uint8_t flag)
{
    if (!(w->flags[block] & IS_TOUCHED))
        vec_push(&w->c->s->scratch, &w->touched, block);
    w->flags[block] |= IS_TOUCHED | flag;
}

/* Gathers the statements about a variable. The newest is the first of its chain. */
static void unused_gather(unused_walk *w, const borrow_local *local)
{
    borrow_ctx *c = w->c;
    arena *memory = &c->s->scratch;
    while (w->touched.n) {
        const uint32_t block = w->touched.at[--w->touched.n];
        w->flags[block] = 0;
        w->first_own[block] = 0;
    }
    w->own.n = w->entries.n = 0;
    w->is_used = w->is_dropped = w->can_be_reached = false;
    for (uint32_t at = local->first_stmt; at; at = c->stmts.at[at - 1].next_of_local) {
        const mir_stmt *s = &c->stmts.at[at - 1];
        const bool is_reachable = c->blocks.at[borrow_block_of(c, at - 1)].reachable;
        w->is_dropped |=
            s->place == local->place && (s->op == MIR_DROP || (s->op == MIR_NOP && s->extra != NOP_LOOKED_AT));
        w->can_be_reached |= is_reachable && s->op == MIR_LIVE;
        unused_stmt of = unused_stmt_of(c, at - 1);
        of.is_entry = of.assigns && !s->next_of_local && (local->is_param || local->is_upvar);
        if (of.is_entry) /* an FnMut closure begins anew behind it */
            of.role = ROLE_NONE;
        if (is_reachable && (of.role != ROLE_NONE || of.assigns))
            vec_push(memory, &w->own, of);
    }
    for (uint32_t i = 0; i < w->own.n / 2; i++) {
        const unused_stmt last = w->own.at[w->own.n - 1 - i];
        w->own.at[w->own.n - 1 - i] = w->own.at[i];
        w->own.at[i] = last;
    }
}

/* ---- Where it is alive ---- */

static void unused_end_alive(unused_walk *w, uint32_t block)
{
    if (w->flags[block] & ENDS_ALIVE || !w->c->blocks.at[block].reachable)
        return;
    unused_touch(w, block, ENDS_ALIVE);
    if (!(w->flags[block] & HAS_VALUE))
        vec_push(&w->c->s->scratch, &w->todo, block);
}

static void unused_begins_alive(unused_walk *w, uint32_t block)
{
    borrow_ctx *c = w->c;
    for (uint32_t e = c->blocks.at[block].first_in; e; e = c->ins.at[e - 1].next)
        unused_end_alive(w, c->ins.at[e - 1].to);
    for (uint32_t i = 0; block == 0 && w->is_called_again && i < w->exits.n; i++)
        unused_end_alive(w, w->exits.at[i]);
}

/* What a closure has borrowed is there for others once it is left. */
static void unused_flow(unused_walk *w, const borrow_local *local)
{
    borrow_ctx *c = w->c;
    for (uint32_t i = 0; i < w->own.n; i++) {
        const uint32_t block = borrow_block_of(c, w->own.at[i].at);
        if (w->own.at[i].role == ROLE_NONE)
            continue;
        unused_touch(w, block, w->own.at[i].role == ROLE_VALUE ? HAS_VALUE : 0);
        if (!w->first_own[block])
            w->first_own[block] = i + 1;
        w->is_used |= w->own.at[i].role == ROLE_USE;
    }
    for (uint32_t i = 0; i < w->own.n; i++) {
        const uint32_t block = borrow_block_of(c, w->own.at[i].at);
        if (w->own.at[i].role == ROLE_USE && w->first_own[block] == i + 1)
            unused_begins_alive(w, block);
    }
    const bool is_lent = local->is_upvar && local->capture_mode != CAPTURE_VALUE;
    w->is_used |= is_lent && w->exits.n;
    for (uint32_t i = 0; is_lent && i < w->exits.n; i++)
        unused_end_alive(w, w->exits.at[i]);
    while (w->todo.n)
        unused_begins_alive(w, w->todo.at[--w->todo.n]);
}

/* Goes back through what each block does with the variable. */
static void unused_find_alive(unused_walk *w)
{
    uint32_t block = UINT32_MAX;
    bool is_alive = false;
    for (uint32_t i = w->own.n; i-- > 0;) {
        unused_stmt *of = &w->own.at[i];
        if (borrow_block_of(w->c, of->at) != block) {
            block = borrow_block_of(w->c, of->at);
            is_alive = w->flags[block] & ENDS_ALIVE;
        }
        of->is_alive = is_alive;
        if (of->role != ROLE_NONE)
            is_alive = of->role == ROLE_USE;
    }
}

static void unused_gather_entries(unused_walk *w, uint32_t index, const borrow_local *local)
{
    borrow_ctx *c = w->c;
    arena *memory = &c->s->scratch;
    unused_find_alive(w);
    for (uint32_t i = 0; i < w->own.n; i++) {
        const unused_stmt *of = &w->own.at[i];
        const mir_stmt *s = &c->stmts.at[of->at];
        if (!of->assigns)
            continue;
        /* What is replaced is dropped first, and its place is what rustc tells then. */
        const mir_stmt *before = &c->stmts.at[of->at - 1];
        const bool replaces = before->place == s->place && before->extra == DROP_REPLACES && before->by.file &&
                              (before->op == MIR_DROP || before->op == MIR_NOP);
        const unused_entry entry = {.at = replaces ? before->by : s->span,
                                    .is_alive = of->is_alive,
                                    .is_whole = s->place == local->place,
                                    .is_entry = of->is_entry};
        /* A capture comes to be where it is first used, which may be an assignment. */
        uint32_t *known =
            entry.is_entry ? NULL : arena_map_at(memory, &w->entry_at, sema_span_key(entry.at) + index, 1);
        if (known && *known) {
            w->entries.at[*known - 1].is_alive |= entry.is_alive;
            w->entries.at[*known - 1].is_whole &= entry.is_whole;
            continue;
        }
        vec_push(memory, &w->entries, entry);
        if (known)
            *known = w->entries.n;
    }
}

/* ---- What is told ---- */

static bool unused_is_inside(const sema *s, sema_span inner, sema_span outer)
{
    return sema_is_within(inner, outer) ||
           (inner.file != outer.file && sema_is_within(sema_origin(s, inner), sema_origin(s, outer)));
}

/* A value that may do something when it is dropped, and so be what the variable is for. */
static bool unused_may_guard(const unused_walk *w, const borrow_local *local)
{
    const ty_kind kind = ty_kind_of(w->c->s, local->ty);
    return w->is_dropped &&
           (kind == TY_CLOSURE || kind == TY_TUPLE || kind == TY_ADT || kind == TY_DYN || kind == TY_ARRAY ||
            kind == TY_SLICE || kind == TY_OPAQUE) &&
           borrow_needs_drop(w->c, local->ty);
}

/* Drops those entries that are there because the variable is declared. */
static void unused_keep_later(unused_walk *w, uint32_t index)
{
    const sema_span value = w->value_of[index];
    uint32_t n = 0;
    for (uint32_t i = 0; i < w->entries.n; i++) {
        const unused_entry e = w->entries.at[i];
        const bool is_first = e.is_entry || (value.file && unused_is_inside(w->c->s, e.at, value)) ||
                              arena_map_at(&w->c->s->scratch, &w->introduced, sema_span_key(e.at) + index, 0);
        if (!is_first)
            w->entries.at[n++] = e;
    }
    w->entries.n = n;
}

static void unused_keep_whole(unused_walk *w)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < w->entries.n; i++)
        if (w->entries.at[i].is_whole)
            w->entries.at[n++] = w->entries.at[i];
    w->entries.n = n;
}

static void unused_report_variable(unused_walk *w, uint32_t index, bool may_guard)
{
    borrow_ctx *c = w->c;
    const bool is_declared = c->locals.at[index].declared_bare || w->value_of[index].file;
    if (!w->entries.n && !(is_declared && w->can_be_reached))
        return;
    unused_keep_later(w, index);
    const bool is_set = w->entries.n;
    if (may_guard)
        unused_keep_whole(w);
    if (!is_set || w->entries.n)
        borrow_push_unused(c, (borrow_unused){.what = is_set ? UNUSED_BUT_SET : UNUSED_VARIABLE, .local = index});
}

static void unused_check_local(unused_walk *w, uint32_t index, uint8_t *flags)
{
    borrow_ctx *c = w->c;
    const borrow_local *local = &c->locals.at[index];
    const bool is_told = sema_text(c->s, local->name)[0] != '_';
    if (local->is_self || (!is_told && !local->is_upvar))
        return;
    unused_gather(w, local);
    unused_flow(w, local);
    if (local->is_upvar && !w->is_used)
        flags[index - c->first_upvar] |= CAPTURE_IS_DEAD;
    if (!is_told)
        return;
    unused_gather_entries(w, index, local);
    const bool may_guard = unused_may_guard(w, local);
    if (!w->is_used && !local->is_upvar)
        unused_report_variable(w, index, may_guard);
    for (uint32_t i = 0; i < w->entries.n; i++) {
        const unused_entry *e = &w->entries.at[i];
        const bool is_lent = local->is_upvar && local->capture_mode != CAPTURE_VALUE;
        if (e->is_alive || (!e->is_whole && may_guard) || (e->is_entry && is_lent))
            continue;
        const unused_what what = !e->is_entry ? UNUSED_VALUE : local->is_upvar ? UNUSED_CAPTURE : UNUSED_ARGUMENT;
        borrow_push_unused(c, (borrow_unused){.what = (uint8_t)what,
                                              .local = local->is_upvar ? 0 : index,
                                              .capture = local->is_upvar ? index - c->first_upvar : 0,
                                              .at = e->at});
    }
}

static unused_walk *unused_begin(borrow_ctx *c)
{
    arena *memory = &c->s->scratch;
    const thir_body *body = c->body;
    unused_walk *w = ARENA_NEW(memory, unused_walk);
    w->c = c;
    w->first_own = ARENA_ARRAY(memory, uint32_t, c->blocks.n);
    w->flags = ARENA_ARRAY(memory, uint8_t, c->blocks.n);
    w->value_of = ARENA_ARRAY(memory, sema_span, c->locals.n);
    w->is_called_again = c->is_closure && c->closure_kind == FN_KIND_MUT;
    for (uint32_t i = 0; i < c->blocks.n && c->is_closure; i++)
        if (c->blocks.at[i].reachable && !c->blocks.at[i].first_out)
            vec_push(memory, &w->exits, i);
    for (uint32_t i = 1; i < body->pats.n; i++)
        if (body->pats.at[i].op == PAT_BINDING)
            *arena_map_at(memory, &w->introduced, sema_span_key(body->pats.at[i].span) + body->pats.at[i].local, 1) = 1;
    for (uint32_t i = 1; i < body->stmts.n; i++) {
        const thir_stmt_node *stmt = &body->stmts.at[i];
        if (stmt->kind == THIR_STMT_LET && stmt->expr && borrow_pat_binds_all(c, stmt->pat))
            w->value_of[body->pats.at[stmt->pat].local] = body->exprs.at[stmt->expr].span;
    }
    return w;
}

/* What a derive wrote is nobody's to mend. */
static bool unused_is_derived(const borrow_ctx *c)
{
    sema *s = c->s;
    const sema_def impl = def_get(s, c->generics_of)->parent;
    def_attr attr;
    return sema_is_derived(s, def_get(s, c->generics_of)->node.file) ||
           (impl && def_kind_of(s, impl) == DEF_IMPL && def_impl_trait(s, impl).trait &&
            def_find_attr(s, def_get(s, impl)->node, "automatically_derived", 0, &attr));
}

void borrow_note_unused(borrow_ctx *c)
{
    sema *s = c->s;
    const uint32_t n = c->body->captures.n;
    uint8_t *flags = ARENA_ARRAY(s->memory, uint8_t, n);
    unused_walk *w = unused_is_derived(c) ? NULL : unused_begin(c);
    for (uint32_t i = 1; w && i < c->first_upvar + n; i++)
        if (c->locals.at[i].is_user)
            unused_check_local(w, i, flags);
    borrow_note_unused_mut(c, flags);
    if (!c->is_closure)
        return;
    struct unused_table *table = unused_table_of(s);
    *arena_map_at(s->memory, &table->closure_at, c->owner, 1) = table->closures.n;
    vec_push(s->memory, &table->closures, (closure_captures){.flags = flags, .n = n});
}
