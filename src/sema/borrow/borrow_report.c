/* borrow_report.c: reports accesses that a loan forbids, in rustc's words. */
#include "sema/borrow/borrow_internal.h"
#include "rustg/diagnostic_kind.h"

bool borrow_first_report(borrow_ctx *c, sema_span span)
{
    uint32_t *seen = arena_map_at(&c->s->scratch, &c->reported, sema_span_key(span), 1);
    return !(*seen)++;
}

static borrow_search *borrow_begin_search(borrow_ctx *c)
{
    arena *memory = &c->s->scratch;
    if (!c->search) {
        borrow_search *f = c->search = ARENA_NEW(memory, borrow_search);
        f->first = ARENA_ARRAY(memory, uint32_t, c->regions.n);
        f->next = ARENA_ARRAY(memory, uint32_t, c->constraints.n);
        f->kept = ARENA_ARRAY(memory, uint8_t, c->regions.n);
        f->one = ARENA_ARRAY(memory, uint8_t, c->regions.n);
        f->seen_regions = ARENA_ARRAY(memory, uint32_t, c->regions.n);
        f->seen_blocks = ARENA_ARRAY(memory, uint32_t, c->blocks.n);
        for (uint32_t i = c->constraints.n; i-- > 0;) {
            f->next[i] = f->first[c->constraints.at[i].sup];
            f->first[c->constraints.at[i].sup] = i + 1;
        }
    }
    c->search->n_searches++;
    c->search->todo.n = 0;
    return c->search;
}

/* Searches the regions into which one flows, the nearest first, for one that is itself alive at the point, if that is
 * not UINT32_MAX. The search's todo has those that were found. */
static borrow_region borrow_search_regions(borrow_ctx *c, borrow_region from, uint32_t point)
{
    borrow_search *f = borrow_begin_search(c);
    f->seen_regions[from] = f->n_searches;
    vec_push(&c->s->scratch, &f->todo, from);
    for (uint32_t i = 0; i < f->todo.n; i++) {
        const borrow_region region = f->todo.at[i];
        if (point != UINT32_MAX && point_set_has(&c->regions.at[region].live, point))
            return region;
        for (uint32_t k = f->first[region]; k; k = f->next[k - 1]) {
            const borrow_region sub = c->constraints.at[k - 1].sub;
            if (f->seen_regions[sub] == f->n_searches)
                continue;
            f->seen_regions[sub] = f->n_searches;
            vec_push(&c->s->scratch, &f->todo, sub);
        }
    }
    return from;
}

/* The regions into which a loan's region flows, until the next call. Values that have one of them keep the loan. */
static const uint8_t *borrow_regions_kept_by(borrow_ctx *c, borrow_region from)
{
    borrow_search_regions(c, from, UINT32_MAX);
    borrow_search *f = c->search;
    for (uint32_t i = 0; i < f->kept_list.n; i++)
        f->kept[f->kept_list.at[i]] = 0;
    f->kept_list.n = 0;
    for (uint32_t i = 0; i < f->todo.n; i++) {
        f->kept[f->todo.at[i]] = 1;
        vec_push(&c->s->scratch, &f->kept_list, f->todo.at[i]);
    }
    return f->kept;
}

typedef struct holding {
    const uint8_t *kept;
    bool any;
} holding;

static void borrow_region_is_kept(borrow_ctx *c, borrow_region r, void *user)
{
    holding *h = user;
    (void)c;
    h->any |= h->kept[r] != 0;
}

static bool borrow_is_later_use(borrow_ctx *c, const mir_stmt *s, const uint8_t *kept)
{
    switch ((mir_op)s->op) {
    case MIR_COPY:
    case MIR_MOVE:
    case MIR_READ:
    case MIR_MENTION:
    case MIR_BORROW:
    case MIR_RAW_BORROW:
    case MIR_DROP: break;
    case MIR_WRITE:
        if (c->places.at[s->place].elem == ELEM_LOCAL)
            return false;
        break;
    case MIR_NOP:
    case MIR_FAKE_READ:
    case MIR_ACTIVATE:
    case MIR_LIVE:
    case MIR_DEAD:
    case MIR_RETURN: return false;
    }
    holding h = {kept, false};
    borrow_each_region(c, c->locals.at[c->places.at[s->place].local].ty, borrow_region_is_kept, &h);
    return h.any;
}

/* Finds the nearest statement after the point that uses what holds the loan, or UINT32_MAX. */
static uint32_t borrow_later_use(borrow_ctx *c, const borrow_loan *loan, uint32_t point, const uint8_t *kept)
{
    borrow_search *f = borrow_begin_search(c);
    uint32_t block = borrow_block_of(c, point), at = point + 1;
    for (uint32_t next = 0;;) {
        bool on = true;
        for (; at < c->blocks.at[block].end && on; at++) {
            const mir_stmt *s = &c->stmts.at[at];
            if (s->place && borrow_is_later_use(c, s, kept))
                return at;
            on = borrow_region_has(c, loan->region, at) || s->op == MIR_NOP || s->op == MIR_DEAD;
        }
        for (uint32_t e = on ? c->blocks.at[block].first_out : 0; e; e = c->outs.at[e - 1].next)
            if (f->seen_blocks[c->outs.at[e - 1].to] != f->n_searches) {
                f->seen_blocks[c->outs.at[e - 1].to] = f->n_searches;
                vec_push(&c->s->scratch, &f->todo, c->outs.at[e - 1].to);
            }
        if (next == f->todo.n)
            return UINT32_MAX;
        block = f->todo.at[next++];
        at = c->blocks.at[block].first;
    }
}

const char *borrow_why_words(outlives_why why)
{
    switch (why) {
    case WHY_ASSIGN: return "assignment";
    case WHY_RETURN: return "returning this value";
    case WHY_ARGUMENT: return "argument";
    case WHY_CAPTURE: return "closure capture";
    case WHY_TYPE: return "type annotation";
    case WHY_OTHER:
    case WHY_FORMED: break;
    }
    return "";
}

/* Whether a label says of it that a loan must live for a lifetime with a name. */
static bool borrow_tells_why(outlives_why why)
{
    switch (why) {
    case WHY_ASSIGN:
    case WHY_RETURN:
    case WHY_ARGUMENT: return true;
    case WHY_OTHER:
    case WHY_CAPTURE:
    case WHY_TYPE:
    case WHY_FORMED: break;
    }
    return false;
}

/* Adds the label "... later used here" for a loan that is alive at a point. */
static void borrow_explain(borrow_ctx *c, sema_report *r, const borrow_loan *loan, uint32_t point, const char *which)
{
    const uint8_t *kept = borrow_regions_kept_by(c, loan->region);
    const borrow_region alive = borrow_search_regions(c, loan->region, point);
    const char *prefix = *which ? arena_format(c->s->memory, "%s ", which) : "";
    /* Whether the use is an argument of the very call that the loan forbids. */
    c->search->one[alive] = 1;
    uint32_t use = borrow_later_use(c, loan, point, c->search->one);
    c->search->one[alive] = 0;
    if (use == UINT32_MAX)
        use = borrow_later_use(c, loan, point, kept);
    if (use != UINT32_MAX) {
        const mir_stmt *s = &c->stmts.at[use];
        const borrow_local *local = &c->locals.at[c->places.at[s->place].local];
        const char *when = use <= loan->point ? ", in later iteration of loop" : "";
        if (s->op == MIR_DROP && local->name)
            sema_label(r, s->span,
                       "%sborrow might be used here, when `%s` is dropped and runs the destructor for type `%s`",
                       prefix, sema_text(c->s, local->name), ty_print(c->s, ty_erase_regions(c->s, local->ty)));
        else if (s->op == MIR_DROP)
            sema_label(r, s->span, "a temporary with access to the %sborrow is created here ...", prefix);
        else if (s->by_call)
            sema_label(r, s->span, "%sborrow later used by call%s", prefix, when);
        else if (s->closure)
            sema_label(r, borrow_span_of(c, s->closure, s->span), "%sborrow later captured here by closure%s", prefix,
                       when);
        else
            sema_label(r, s->span, "%sborrow later used here%s", prefix, when);
        return;
    }
    for (uint32_t i = 0; i < c->constraints.n; i++) {
        const outlives *o = &c->constraints.at[i];
        if (!kept[o->sup] || !c->regions.at[o->sub].universal || !o->span.file)
            continue;
        if (o->sub == c->of_static) {
            sema_label(r, o->span, "%s requires that %s is borrowed for `'static`",
                       borrow_why_words(o->why == WHY_TYPE || borrow_tells_why(o->why) ? o->why : WHY_ASSIGN),
                       borrow_describe(c, loan->place));
            return;
        }
        const region_node *u = &c->regions.at[o->sub];
        if (u->param && borrow_tells_why(o->why)) {
            sema_label(r, o->span, "%s requires that %s is borrowed for `'%s`", borrow_why_words(o->why),
                       borrow_describe(c, loan->place), sema_text(c->s, def_get(c->s, u->param)->name));
            return;
        }
    }
}

sema_span borrow_span_of(borrow_ctx *c, sema_def closure, sema_span span)
{
    return closure ? def_closure_head(c->s, closure) : span;
}

static void borrow_closure_label(borrow_ctx *c, sema_report *r, const borrow_loan *loan, const char *which)
{
    if (loan->closure)
        sema_label(r, loan->span, "%s occurs due to use%s in closure", which,
                   strcmp(which, "borrow") ? arena_format(c->s->memory, " of %s", borrow_describe(c, loan->place))
                                           : "");
}

static bool borrow_reaches_end(const borrow_ctx *c, const borrow_loan *loan)
{
    return c->regions.at[loan->region].ends.n != 0;
}

static bool borrow_report_is_in_closure(const borrow_ctx *c, sema_span at)
{
    for (uint32_t e = 1; e < c->body->exprs.n; e++) {
        const thir_node *node = &c->body->exprs.at[e];
        if (node->op == THIR_CLOSURE && node->span.file == at.file && at.start >= node->span.start &&
            at.end <= node->span.end)
            return true;
    }
    return false;
}

/* The return that hands the loan out, if it does: one of the fn's own before that of a closure in it. */
static const outlives *borrow_returned_by(borrow_ctx *c, const borrow_loan *loan)
{
    const uint8_t *kept = borrow_regions_kept_by(c, loan->region);
    const outlives *of_closure = NULL;
    for (uint32_t i = 0; i < c->constraints.n; i++) {
        const outlives *one = &c->constraints.at[i];
        if (!kept[one->sup] || one->why != WHY_RETURN || !one->span.file)
            continue;
        if (!borrow_report_is_in_closure(c, one->span))
            return one;
        of_closure = of_closure ? of_closure : one;
    }
    return of_closure;
}

static void report_returned(borrow_ctx *c, const borrow_loan *loan, const outlives *by)
{
    sema *s = c->s;
    if (!borrow_first_report(c, by->span))
        return;
    const borrow_local *local = &c->locals.at[c->places.at[loan->place].local];
    bool whole = by->span.start == loan->span.start && by->span.end == loan->span.end;
    if (loan->closure && local->name) {
        sema_report r = sema_error(s, RUSTG_DIAG_CLOSURE_OUTLIVES, borrow_span_of(c, loan->closure, loan->span));
        sema_arg(&r, "%s", sema_text(s, local->name));
        sema_label(&r, loan->span, "`%s` is borrowed here", sema_text(s, local->name));
        sema_primary_here(&r, borrow_span_of(c, loan->closure, loan->span));
        sema_span head = borrow_span_of(c, loan->closure, loan->span);
        sema_note_at(&r, by->span, "closure is returned here");
        sema_suggest(&r, (sema_span){head.file, head.start, head.start}, "move ",
                     "to force the closure to take ownership of `%s` (and any other referenced variables), use the "
                     "`move` keyword",
                     sema_text(s, local->name));
        sema_suggest_is(&r, "MachineApplicable");
        return;
    }
    sema_report r = sema_error(s, RUSTG_DIAG_RETURN_LOCAL, by->span);
    const char *what = !local->name      ? "temporary value"
                       : local->is_param ? arena_format(s->memory, "function parameter `%s`", sema_text(s, local->name))
                                         : arena_format(s->memory, "local variable `%s`", sema_text(s, local->name));
    if (local->name && c->places.at[loan->place].elem != ELEM_LOCAL)
        what = arena_format(s->memory, "local data %s", borrow_describe(c, loan->place));
    sema_arg(&r, "%s", whole ? "reference to" : "value referencing");
    sema_arg(&r, "%s", what);
    sema_primary_label(&r, "returns a %s data owned by the current function",
                       whole ? "reference to" : "value referencing");
    if (!whole || !local->name)
        sema_label(&r, local->name ? loan->span : local->span,
                   local->name ? "%s is borrowed here" : "%stemporary value created here",
                   local->name ? borrow_describe(c, loan->place) : "");
}

/* What holds a place, without references between them, and has a destructor of its own; 0: nothing. */
static borrow_place borrow_with_destructor(borrow_ctx *c, borrow_place place)
{
    borrow_place found = 0;
    for (; c->places.at[place].parent; place = c->places.at[place].parent) {
        const borrow_place parent = c->places.at[place].parent;
        const ty_info *of = ty_get(c->s, c->places.at[parent].ty);
        if (c->places.at[place].elem == ELEM_DEREF)
            return 0;
        if (of->kind == TY_ADT && def_destructor(c->s, of->def))
            found = parent;
    }
    return found;
}

/* The value of a constant or static has to live to the end of the program. */
static void report_used_as_constant(borrow_ctx *c, sema_report *r, const outlives *by, const char *what)
{
    const bool is_static = def_kind_of(c->s, c->owner) == DEF_STATIC;
    sema_label(r, by->span, "using this value as a %s requires that %s for `'static`",
               is_static ? "static" : "constant", what);
}

static void report_dead(borrow_ctx *c, const borrow_loan *loan, uint32_t point)
{
    sema *s = c->s;
    const mir_stmt *at = &c->stmts.at[point];
    const borrow_local *local = &c->locals.at[c->places.at[loan->place].local];
    const outlives *by = borrow_reaches_end(c, loan) ? borrow_returned_by(c, loan) : NULL;
    if (by && !c->is_const && !borrow_is_in_const_block(c, loan->span)) {
        report_returned(c, loan, by);
        return;
    }
    if (!borrow_first_report(c, loan->span))
        return;
    if (!local->name) {
        sema_report r = sema_error(s, RUSTG_DIAG_TEMPORARY_DROPPED, local->span);
        sema_label(&r, at->span, "temporary value is freed at the end of this statement");
        if (by) {
            report_used_as_constant(c, &r, by, "borrow lasts");
            return;
        }
        borrow_explain(c, &r, loan, point, "");
        borrow_suggest_binding(c, &r, local->span, loan->kind == LOAN_MUT);
        return;
    }
    if (borrow_report_loan_escapes(c, loan))
        return;
    const char *name = borrow_describe(c, loan->place);
    const borrow_place owner = at->op == MIR_DROP ? borrow_with_destructor(c, loan->place) : 0;
    if (owner) {
        sema_report r = sema_error(s, RUSTG_DIAG_BORROW_AT_DESTRUCTOR, loan->span);
        sema_label(&r, at->span,
                   "here, drop of %s needs exclusive access to %s, because the type `%s` implements the `Drop` trait",
                   borrow_describe(c, at->place), name, ty_print(s, ty_erase_regions(s, c->places.at[owner].ty)));
        borrow_explain(c, &r, loan, point, "");
        sema_note(&r, "consider using a `let` binding to create a longer lived value");
        return;
    }
    sema_report r = sema_error(s, RUSTG_DIAG_NOT_LIVE_ENOUGH, loan->span);
    sema_arg(&r, "%s", name);
    if (loan->closure)
        sema_label(&r, def_closure_head(s, loan->closure), "value captured here");
    sema_label(&r, at->span, "%s dropped here while still borrowed", name);
    if (local->name)
        sema_label(&r, local->span, "binding `%s` declared here", sema_text(s, local->name));
    if (by)
        report_used_as_constant(c, &r, by, arena_format(s->memory, "%s is borrowed", name));
    else
        borrow_explain(c, &r, loan, point, "");
}

/* Whether both are elements of one array or slice, whose parts could be borrowed apart. */
static void borrow_help_split(borrow_ctx *c, sema_report *r, const borrow_loan *loan, const borrow_loan *second)
{
    const place_node *a = &c->places.at[loan->place], *b = &c->places.at[second->place];
    if (a->elem == ELEM_INDEX && b->elem == ELEM_INDEX)
        sema_help(r, "use `.split_at_mut(position)` to obtain two mutable non-overlapping sub-slices");
}

/* at is the second borrow, or, if that is two-phase, its use. */
static void borrow_two_borrows(borrow_ctx *c, const borrow_loan *loan, uint32_t point, const borrow_loan *second,
                               sema_span at)
{
    sema *s = c->s;
    bool known = !borrow_first_report(c, second->span);
    if (known || ((at.start != second->span.start || at.end != second->span.end) && !borrow_first_report(c, at)))
        return;
    const char *name = borrow_describe(c, second->place);
    bool in_loop = second == loan;
    if (loan->kind == LOAN_MUT && second->kind == LOAN_MUT) {
        sema_report r = sema_error(s, RUSTG_DIAG_TWO_MUT_BORROWS, borrow_span_of(c, second->closure, at));
        sema_arg(&r, "%s", name);
        if (in_loop) {
            sema_primary_label(&r, "%s was mutably borrowed here in the previous iteration of the loop", name);
        } else {
            sema_label(&r, borrow_span_of(c, loan->closure, loan->span), "first mutable borrow occurs here");
            sema_primary_label(&r, "second mutable borrow occurs here");
            borrow_closure_label(c, &r, loan, "first borrow");
            borrow_closure_label(c, &r, second, "second borrow");
        }
        borrow_explain(c, &r, loan, point, in_loop ? "" : "first");
        if (!in_loop)
            borrow_help_split(c, &r, loan, second);
        return;
    }
    bool second_mut = second->kind == LOAN_MUT;
    sema_report r = sema_error(s, RUSTG_DIAG_MIXED_BORROWS, borrow_span_of(c, second->closure, at));
    sema_arg(&r, "%s", name);
    sema_arg(&r, "%s", second_mut ? "mutable" : "immutable");
    sema_arg(&r, "%s", second_mut ? "immutable" : "mutable");
    sema_label(&r, borrow_span_of(c, loan->closure, loan->span), "%s borrow occurs here",
               second_mut ? "immutable" : "mutable");
    borrow_closure_label(c, &r, loan, "first borrow");
    borrow_closure_label(c, &r, second, "second borrow");
    borrow_explain(c, &r, loan, point, second_mut ? "immutable" : "mutable");
    borrow_help_split(c, &r, loan, second);
}

static void report_assignment(borrow_ctx *c, const borrow_loan *loan, uint32_t point)
{
    const mir_stmt *at = &c->stmts.at[point];
    const char *name = borrow_describe(c, at->place);
    if (!borrow_first_report(c, at->span))
        return;
    sema_report r = sema_error(c->s, RUSTG_DIAG_ASSIGN_BORROWED, at->span);
    sema_arg(&r, "%s", name);
    sema_label(&r, borrow_span_of(c, loan->closure, loan->span), "%s is borrowed here", name);
    sema_primary_here(&r, at->span);
    borrow_closure_label(c, &r, loan, "borrow");
    borrow_explain(c, &r, loan, point, "");
}

/* Suggests to clone the value behind the `&value` that made the loan. */
static void borrow_suggest_clone_of_borrowed(borrow_ctx *c, sema_report *r, const borrow_loan *loan)
{
    for (uint32_t i = 1; i < c->body->exprs.n; i++) {
        const thir_node *e = &c->body->exprs.at[i];
        if (e->op != THIR_BORROW || e->index != BORROW_SHARED || e->span.file != loan->span.file ||
            e->span.start != loan->span.start || e->span.end != loan->span.end)
            continue;
        borrow_suggest_clone(c, r, c->places.at[loan->place].ty, c->body->exprs.at[e->a].span);
        return;
    }
}

void borrow_report_conflict(borrow_ctx *c, const borrow_loan *loan, uint32_t point)
{
    sema *s = c->s;
    const mir_stmt *at = &c->stmts.at[point];
    const char *name = borrow_describe(c, at->place);
    const char *borrowed = borrow_describe(c, loan->place);
    switch ((mir_op)at->op) {
    case MIR_BORROW:
    case MIR_ACTIVATE:
        borrow_two_borrows(c, loan, point, &c->loans.at[at->loan],
                           at->op == MIR_ACTIVATE ? at->span : c->loans.at[at->loan].span);
        return;
    case MIR_RAW_BORROW: {
        borrow_loan raw = {.place = at->place, .kind = at->extra ? LOAN_MUT : LOAN_SHARED, .span = at->span};
        borrow_two_borrows(c, loan, point, &raw, raw.span);
        return;
    }
    case MIR_DEAD: report_dead(c, loan, point); return;
    case MIR_DROP:
        if (!at->extra) {
            report_dead(c, loan, point);
            return;
        }
        __attribute__((fallthrough));
    case MIR_WRITE: report_assignment(c, loan, point); return;
    case MIR_MOVE: {
        if (!borrow_first_report(c, at->span))
            return;
        sema_report r = sema_error(s, RUSTG_DIAG_MOVE_BORROWED, borrow_span_of(c, at->closure, at->span));
        sema_arg(&r, "%s", name);
        const borrow_local *local = &c->locals.at[c->places.at[loan->place].local];
        sema_label(&r, borrow_span_of(c, loan->closure, loan->span), "borrow of %s occurs here", borrowed);
        if (local->name && !loan->closure)
            sema_label(&r, local->span, "binding `%s` declared here", sema_text(s, local->name));
        borrow_closure_label(c, &r, loan, "borrow");
        if (at->closure)
            sema_label(&r, at->span, "move occurs due to use in closure");
        borrow_explain(c, &r, loan, point, "");
        if (!loan->closure)
            borrow_suggest_clone_of_borrowed(c, &r, loan);
        return;
    }
    case MIR_NOP:
    case MIR_COPY:
    case MIR_READ:
    case MIR_FAKE_READ:
    case MIR_MENTION:
    case MIR_LIVE:
    case MIR_RETURN: {
        if (!borrow_first_report(c, at->span))
            return;
        sema_report r = sema_error(s, RUSTG_DIAG_USE_BORROWED, at->span);
        sema_arg(&r, "%s", name);
        sema_arg(&r, "%s", borrowed);
        sema_label(&r, borrow_span_of(c, loan->closure, loan->span), "%s is borrowed here", borrowed);
        sema_primary_here(&r, at->span);
        borrow_closure_label(c, &r, loan, "borrow");
        borrow_explain(c, &r, loan, point, "");
    }
    }
}
