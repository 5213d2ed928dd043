/* borrow_write.c: checks which places may be written or borrowed mutably (E0594, E0596) and moved from (E0507, E0508,
 * E0509). */
#include "sema/borrow/borrow_internal.h"
#include "sema/syntax/syntax.h"
#include "rustg/diagnostic_kind.h"

typedef enum write_refusal {
    REFUSED_NOT,
    REFUSED_LOCAL,
    REFUSED_REF,
    REFUSED_PTR,
    REFUSED_UPVAR,
    REFUSED_STATIC
} write_refusal;

/* Tells why a place may not be written; *at is the part of it that forbids it. */
static write_refusal borrow_refusal_of(borrow_ctx *c, borrow_place place, bool through_reference, borrow_place *at)
{
    const place_node *p = &c->places.at[place];
    *at = place;
    if (p->elem == ELEM_LOCAL) {
        const borrow_local *local = &c->locals.at[p->local];
        if (local->is_static)
            return local->mutable || through_reference ? REFUSED_NOT : REFUSED_STATIC;
        if (local->is_upvar && local->capture_mode != CAPTURE_REF && c->closure_kind == FN_KIND_FN)
            return REFUSED_UPVAR; /* told to be Fn: what it captures is behind `&self` */
        if (!local->is_user || local->mutable || through_reference)
            return REFUSED_NOT;
        if (local->is_upvar)
            return local->capture_mode == CAPTURE_MUT   ? REFUSED_NOT
                   : local->capture_mode == CAPTURE_REF ? REFUSED_UPVAR
                                                        : REFUSED_LOCAL;
        return REFUSED_LOCAL;
    }
    if (p->elem == ELEM_DEREF) {
        const ty_info *base = ty_get(c->s, c->places.at[p->parent].ty);
        if (base->kind == TY_PTR)
            return base->mutable ? REFUSED_NOT : REFUSED_PTR;
        if (base->kind != TY_REF)
            return REFUSED_NOT;
        if (!base->mutable)
            return REFUSED_REF;
        return borrow_refusal_of(c, p->parent, true, at);
    }
    return borrow_refusal_of(c, p->parent, through_reference, at);
}

static void borrow_suggest_mut(borrow_ctx *c, sema_report *r, const borrow_local *local)
{
    sema_span before = {local->span.file, local->span.start, local->span.start};
    if (local->is_self && local->span.end - local->span.start != 4)
        return;
    (void)c;
    sema_suggest(r, before, "mut ", "consider changing this to be mutable");
    sema_suggest_is(r, "MachineApplicable");
}

/* Suggests a `mut` behind the `&` in a parameter's type, or behind the `&` that a variable begins with. */
static void borrow_suggest_mut_reference(borrow_ctx *c, sema_report *r, const borrow_local *reference)
{
    sema *s = c->s;
    const uint8_t *bytes = s->files.at[reference->span.file]->bytes;
    sema_span at = {0, 0, 0};
    sema_node owner = def_get(s, c->owner)->node;
    if (reference->is_param && def_suggest_grid(s, c->owner, reference->span, r))
        return;
    if (reference->is_param && def_kind_of(s, c->owner) == DEF_FN && owner.node) {
        syntax_fn parts = syntax_fn_of(s, owner);
        for (uint32_t i = 0; i < parts.params.n; i++) {
            sema_span param = sema_node_span(s, parts.params.at[i]);
            if (param.file == reference->span.file && reference->span.start >= param.start &&
                reference->span.end <= param.end)
                at = (sema_span){param.file, reference->span.end, param.end};
        }
    }
    while (at.file && at.start < at.end && (bytes[at.start] == ' ' || bytes[at.start] == ':'))
        at.start++;
    if (!at.file || at.start == at.end || bytes[at.start] != '&') {
        sema_help(r, "consider changing this to be a mutable reference");
        return;
    }
    at.end = ++at.start;
    if (bytes[at.start] == '\'') {
        while (bytes[at.end] != ' ')
            at.end++;
        at.start = ++at.end;
    }
    sema_suggest(r, at, "mut ", "consider changing this to be a mutable reference");
    sema_suggest_is(r, "MachineApplicable");
}

/* What a closure does with a variable that it captures mutably: the assignment, if it is one. */
static void write_in_closure(borrow_ctx *c, const mir_stmt *s, sema_span *span, bool *is_borrow)
{
    const thir_body *inner = borrow_closure_body(c->s, s->closure);
    uint32_t local = c->places.at[s->place].local;
    for (uint32_t i = 1; inner && i < inner->exprs.n; i++) {
        const thir_node *e = &inner->exprs.at[i];
        if (e->op != THIR_ASSIGN && e->op != THIR_ASSIGN_OP)
            continue;
        const thir_node *to = &inner->exprs.at[e->a];
        while (to->op == THIR_FIELD || to->op == THIR_INDEX)
            to = &inner->exprs.at[to->a];
        if (to->op == THIR_UPVAR && to->index < inner->captures.n && !inner->captures.at[to->index].is_upvar &&
            inner->captures.at[to->index].outer == local) {
            *span = e->span;
            *is_borrow = false;
            return;
        }
    }
}

static void borrow_suggest_mut_self(borrow_ctx *c, sema_report *r)
{
    sema *s = c->s;
    sema_node owner = def_kind_of(s, c->owner) == DEF_FN ? def_get(s, c->owner)->node : (sema_node){0, 0};
    syntax_fn parts = {0};
    if (owner.node)
        parts = syntax_fn_of(s, owner);
    sema_span at = parts.has_self ? sema_node_span(s, parts.params.at[0]) : (sema_span){0, 0, 0};
    if (!at.file || s->files.at[at.file]->bytes[at.start] != '&') {
        sema_help(r, "consider changing this to be a mutable reference: `&mut self`");
        return;
    }
    at.start = at.end = at.end - 4; /* before `self` */
    sema_suggest(r, at, "mut ", "consider changing this to be a mutable reference");
    sema_suggest_is(r, "MachineApplicable");
}

/* A closure that is called must be `mut` if it changes what it captures. */
static void borrow_label_closure(borrow_ctx *c, sema_report *r, const borrow_local *local)
{
    sema *s = c->s;
    if (ty_kind_of(s, local->ty) != TY_CLOSURE || !local->name)
        return;
    const thir_body *inner = borrow_closure_body(s, ty_get(s, local->ty)->def);
    for (uint32_t i = 0; inner && i < inner->captures.n; i++)
        if (inner->captures.at[i].mode == CAPTURE_MUT) {
            sema_label(r, inner->captures.at[i].use,
                       "calling `%s` requires mutable binding due to mutable borrow of `%s`", sema_text(s, local->name),
                       sema_text(s, inner->captures.at[i].name));
            return;
        }
}

/* `cannot borrow x as mutable`: of the local itself, or of a part of it. */
static sema_report borrow_begin_refused(borrow_ctx *c, const write_refused *refused, sema_span at)
{
    const borrow_local *local = &c->locals.at[refused->local];
    sema_report r = sema_error(c->s, refused->is_borrow ? RUSTG_DIAG_BORROW_MUT : RUSTG_DIAG_ASSIGN_IMMUTABLE, at);
    sema_arg(&r, "%s", refused->described);
    if (refused->is_whole)
        sema_arg(&r, ", as it is not declared as mutable");
    else
        sema_arg(&r, ", as `%s` is not declared as mutable", local->name ? sema_text(c->s, local->name) : "value");
    return r;
}

static void borrow_end_refused(borrow_ctx *c, sema_report *r, const write_refused *refused)
{
    const borrow_local *local = &c->locals.at[refused->local];
    borrow_label_closure(c, r, local);
    if (local->name && !local->is_upvar)
        borrow_suggest_mut(c, r, local);
}

/* Of several borrows of one variable, rustc blames the variable. */
static void borrow_tell_refused(borrow_ctx *c)
{
    enum { MOST_SHOWN = 9 };
    for (uint32_t i = 0; i < c->refused.n; i++) {
        const write_refused *first = &c->refused.at[i];
        uint32_t n = 1;
        if (first->is_told)
            continue;
        for (uint32_t next = first->next; next; next = c->refused.at[next - 1].next)
            n++;
        const sema_span bound = c->locals.at[first->local].span;
        sema_report r = borrow_begin_refused(c, first, n > 1 ? bound : first->span);
        if (n > 1) {
            sema_primary_label(&r, "not mutable");
            sema_label(&r, first->span, "cannot borrow as mutable");
        }
        borrow_end_refused(c, &r, first);
        uint32_t n_shown = 1;
        for (uint32_t next = first->next; next; next = c->refused.at[next - 1].next) {
            c->refused.at[next - 1].is_told = true;
            if (n_shown++ < MOST_SHOWN)
                sema_label(&r, c->refused.at[next - 1].span, "cannot borrow as mutable");
        }
        if (n > MOST_SHOWN + 1)
            sema_note(&r, "...and %u other attempted mutable borrows", n - MOST_SHOWN - 1);
    }
}

static void borrow_keep_refused(borrow_ctx *c, const write_refused *refused)
{
    arena *memory = &c->s->scratch;
    uint32_t *last = arena_map_at(memory, &c->last_refused, refused->local, 1);
    vec_push(memory, &c->refused, *refused);
    if (*last)
        c->refused.at[*last - 1].next = c->refused.n;
    *last = c->refused.n;
}

static void borrow_report_write(borrow_ctx *c, const mir_stmt *s, bool is_borrow)
{
    sema *sm = c->s;
    borrow_place at;
    write_refusal why = borrow_refusal_of(c, s->place, false, &at);
    if (why == REFUSED_NOT || ty_kind_of(sm, c->places.at[s->place].ty) == TY_ERROR)
        return;
    const borrow_local *local = &c->locals.at[c->places.at[s->place].local];
    if (s->op == MIR_WRITE && why == REFUSED_LOCAL && local->declared_bare)
        return;
    if (s->closure && local->is_user && ty_kind_of(sm, local->ty) == TY_REF && ty_get(sm, local->ty)->mutable)
        return;
    sema_span span = s->span;
    if (s->closure)
        write_in_closure(c, s, &span, &is_borrow);
    if (!borrow_first_report(c, span))
        return;
    const char *name = borrow_place_name(c, s->place);
    const char *described = borrow_describe(c, s->place);
    const write_refused refused = {.local = c->places.at[s->place].local,
                                   .span = span,
                                   .described = described,
                                   .is_whole = c->places.at[s->place].elem == ELEM_LOCAL,
                                   .is_borrow = is_borrow};
    if (why == REFUSED_LOCAL && is_borrow && local->name && !local->is_upvar) {
        borrow_keep_refused(c, &refused);
        return;
    }
    if (why == REFUSED_LOCAL) {
        sema_report of_local = borrow_begin_refused(c, &refused, span);
        borrow_end_refused(c, &of_local, &refused);
        return;
    }
    sema_report r = sema_error(sm, is_borrow ? RUSTG_DIAG_BORROW_MUT : RUSTG_DIAG_ASSIGN_IMMUTABLE, span);
    switch (why) {
    case REFUSED_UPVAR:
        sema_arg(&r, "%s", described);
        sema_arg(&r, local->capture_mode == CAPTURE_VALUE ? ", as `Fn` closures cannot mutate their captured variables"
                                                          : ", as it is a captured variable in a `Fn` closure");
        break;
    case REFUSED_REF:
    case REFUSED_PTR: {
        const char *kind = why == REFUSED_REF ? "`&` reference" : "`*const` pointer";
        sema_arg(&r, name ? "%s" : "data in a %s", name ? described : kind);
        if (name)
            sema_arg(&r, ", %s is behind a %s", is_borrow ? "as it" : "which", kind);
        borrow_place base = c->places.at[at].parent;
        const char *base_name = borrow_place_name(c, base);
        const char *verb = is_borrow ? "borrowed as mutable" : "written to";
        if (base_name && c->places.at[base].elem == ELEM_LOCAL)
            sema_primary_label(&r, "`%s` is a %s, so it cannot be %s", base_name, kind, verb);
        const borrow_local *reference = &c->locals.at[c->places.at[base].local];
        if (c->places.at[base].elem == ELEM_LOCAL && reference->is_param && reference->is_self && why == REFUSED_REF)
            borrow_suggest_mut_self(c, &r);
        else if (c->places.at[base].elem == ELEM_LOCAL && reference->name && why == REFUSED_REF)
            borrow_suggest_mut_reference(c, &r, reference);
        break;
    }
    case REFUSED_NOT:
    case REFUSED_LOCAL:
    case REFUSED_STATIC:
        if (c->places.at[s->place].elem == ELEM_LOCAL || !local->name) {
            sema_arg(&r, "immutable static item %s", described);
            sema_arg(&r, "%s", "");
        } else {
            sema_arg(&r, "%s", described);
            sema_arg(&r, ", as `%s` is an immutable static item", sema_text(sm, local->name));
        }
        break;
    }
}

/* Names what a pattern moves out of: "`o` as enum variant `Some`". */
static const char *borrow_describe_moved(borrow_ctx *c, borrow_place place)
{
    const place_node *p = &c->places.at[place];
    if (!p->variant)
        return borrow_describe(c, place);
    const char *base = borrow_place_name(c, p->parent);
    if (!base)
        return "value";
    while (*base == '*')
        base++;
    return arena_format(c->s->memory, "`%s` as enum variant `%s`", base,
                        sema_text(c->s, def_get(c->s, p->variant)->name));
}

/* All moves of one match are one error at what is matched. */
static bool borrow_moves_with(const mir_stmt *other, const mir_stmt *s)
{
    return other->op == MIR_MOVE && other->extra == MOVED_BY_PATTERN && other->by.start == s->by.start &&
           other->by.end == s->by.end && other->by.file == s->by.file;
}

static void borrow_explain_pattern_move(borrow_ctx *c, sema_report *r, const mir_stmt *s)
{
    sema *sm = c->s;
    sema_span first = s->span;
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->stmts.n; i++) {
        const mir_stmt *other = &c->stmts.at[i];
        if (!borrow_moves_with(other, s))
            continue;
        sema_label(r, other->span, n ? "...and here" : "data moved here");
        n++;
    }
    if (n == 1) {
        const borrow_local *bound = NULL;
        for (uint32_t i = 1; i < c->first_upvar && !bound; i++)
            if (c->locals.at[i].span.start == first.start && c->locals.at[i].span.file == first.file)
                bound = &c->locals.at[i];
        if (bound && bound->name)
            sema_label(r, first, "move occurs because `%s` has type `%s`, which does not implement the `Copy` trait",
                       sema_text(sm, bound->name), ty_print(sm, ty_erase_regions(sm, c->places.at[s->place].ty)));
    } else if (n > 1) {
        sema_note(r, "move occurs because these variables have types that don't implement the `Copy` trait");
    }
}

/* What the dereference of a place without a name goes through. */
static const char *borrow_source_of(borrow_ctx *c, borrow_place base, const char *kind)
{
    const place_node *p = &c->places.at[base];
    const char *source = p->elem == ELEM_LOCAL ? c->locals.at[p->local].source : NULL;
    return source ? source : arena_format(c->s->memory, "a %s", kind);
}

static void borrow_report_pattern_move(borrow_ctx *c, const mir_stmt *s, borrow_place base, const char *kind)
{
    sema *sm = c->s;
    if (!borrow_first_report(c, s->by))
        return;
    sema_report r = sema_error(sm, RUSTG_DIAG_MOVE_OUT_OF, s->by);
    const char *moved = borrow_describe_moved(c, s->place);
    if (*moved == '`')
        sema_arg(&r, "%s which is behind a %s", moved, kind);
    else
        sema_arg(&r, "%s", borrow_source_of(c, base, kind));
    borrow_explain_pattern_move(c, &r, s);
    bool is_deref = sm->files.at[s->by.file]->bytes[s->by.start] == '*';
    sema_suggest(&r, (sema_span){s->by.file, s->by.start, s->by.start + is_deref}, is_deref ? "" : "&",
                 is_deref ? "consider removing the dereference here" : "consider borrowing here");
}

/* What is moved out of an element, or of a type with a destructor, by a pattern or by its name. */
static void borrow_explain_move(borrow_ctx *c, sema_report *r, const mir_stmt *s)
{
    sema *sm = c->s;
    if (s->extra != MOVED_BY_PATTERN) {
        sema_label(r, s->span, "move occurs because %s has type `%s`, which does not implement the `Copy` trait",
                   borrow_describe(c, s->place), ty_print(sm, ty_erase_regions(sm, c->places.at[s->place].ty)));
        borrow_suggest_no_move(c, r, c->places.at[s->place].ty, s->span);
        return;
    }
    borrow_explain_pattern_move(c, r, s);
    for (uint32_t i = 0; i < c->stmts.n; i++)
        if (borrow_moves_with(&c->stmts.at[i], s))
            sema_suggest(r, (sema_span){c->stmts.at[i].span.file, c->stmts.at[i].span.start, c->stmts.at[i].span.start},
                         "ref ", "consider borrowing the pattern binding");
}

static void borrow_report_move_out(borrow_ctx *c, const mir_stmt *s)
{
    sema *sm = c->s;
    sema_ty ty = ty_erase_regions(sm, c->places.at[s->place].ty);
    if (ty_has(sm, ty, TY_HAS_ERROR))
        return;
    for (borrow_place at = s->place; at; at = c->places.at[at].parent) {
        const place_node *p = &c->places.at[at];
        const borrow_local *local = &c->locals.at[p->local];
        if (p->elem == ELEM_LOCAL) {
            if (local->is_static && borrow_first_report(c, s->span)) {
                sema_report r = sema_error(sm, RUSTG_DIAG_MOVE_OUT_OF, s->span);
                sema_arg(&r, "static item %s", borrow_describe(c, at));
                sema_primary_label(&r,
                                   "move occurs because %s has type `%s`, which does not implement the `Copy` trait",
                                   borrow_describe(c, s->place), ty_print(sm, ty));
            } else if (local->is_upvar && (local->capture_mode != CAPTURE_VALUE || c->closure_kind < FN_KIND_ONCE) &&
                       borrow_first_report(c, s->span)) {
                const char *kind = infer_fn_kind_name(c->closure_kind >= FN_KIND_ONCE ? FN_KIND_FN : c->closure_kind);
                sema_report r = sema_error(sm, RUSTG_DIAG_MOVE_OUT_OF, s->span);
                sema_arg(&r, "%s, a captured variable in an `%s` closure", borrow_describe(c, at), kind);
                sema_primary_label(&r,
                                   "move occurs because %s has type `%s`, which does not implement the `Copy` trait",
                                   borrow_describe(c, s->place), ty_print(sm, ty));
                sema_label(&r, def_closure_head(sm, c->owner), "captured by this `%s` closure", kind);
            }
            return;
        }
        sema_ty base = c->places.at[p->parent].ty;
        const ty_info *info = ty_get(sm, base);
        if (p->elem == ELEM_DEREF) {
            const char *kind = info->kind == TY_PTR ? "raw pointer"
                               : info->mutable      ? "mutable reference"
                                                    : "shared reference";
            if (s->extra == MOVED_BY_PATTERN) {
                borrow_report_pattern_move(c, s, p->parent, kind);
                return;
            }
            if (!borrow_first_report(c, s->span))
                return;
            sema_report r = sema_error(sm, RUSTG_DIAG_MOVE_OUT_OF, s->span);
            const char *name = borrow_place_name(c, s->place);
            if (name)
                sema_arg(&r, "`%s` which is behind a %s", name, kind);
            else
                sema_arg(&r, "%s", borrow_source_of(c, p->parent, kind));
            sema_primary_label(&r, "move occurs because %s has type `%s`, which does not implement the `Copy` trait",
                               borrow_describe(c, s->place), ty_print(sm, ty));
            borrow_suggest_no_move(c, &r, c->places.at[s->place].ty, s->span);
            return;
        }
        if (p->elem == ELEM_INDEX || (p->elem != ELEM_FIELD && info->kind == TY_SLICE)) {
            const sema_span at_move = s->extra == MOVED_BY_PATTERN ? s->by : s->span;
            if (!borrow_first_report(c, at_move))
                return;
            sema_report r = sema_error(sm, RUSTG_DIAG_MOVE_OUT_OF_ARRAY, at_move);
            sema_arg(&r, "%s", ty_print(sm, ty_erase_regions(sm, base)));
            sema_arg(&r, "%s", info->kind == TY_SLICE ? "slice" : "array");
            borrow_explain_move(c, &r, s);
            return;
        }
        if (p->elem == ELEM_FIELD && info->kind == TY_ADT && def_destructor(sm, info->def)) {
            const sema_span at_move = s->extra == MOVED_BY_PATTERN ? s->by : s->span;
            if (!borrow_first_report(c, at_move))
                return;
            sema_report r = sema_error(sm, RUSTG_DIAG_MOVE_OUT_OF_DROP, at_move);
            sema_arg(&r, "%s", ty_print(sm, ty_erase_regions(sm, base)));
            borrow_explain_move(c, &r, s);
            return;
        }
    }
}

void borrow_check_writes(borrow_ctx *c)
{
    for (uint32_t b = 0; b < c->blocks.n; b++) {
        if (!c->blocks.at[b].reachable)
            continue;
        for (uint32_t i = c->blocks.at[b].first; i < c->blocks.at[b].end; i++) {
            const mir_stmt *s = &c->stmts.at[i];
            switch ((mir_op)s->op) {
            case MIR_WRITE:
                if (s->extra != WRITE_INIT && (c->places.at[s->place].elem != ELEM_LOCAL ||
                                               c->locals.at[c->places.at[s->place].local].is_static ||
                                               c->locals.at[c->places.at[s->place].local].is_upvar))
                    borrow_report_write(c, s, false);
                break;
            case MIR_BORROW:
                if (c->loans.at[s->loan].kind == LOAN_MUT)
                    borrow_report_write(c, s, true);
                break;
            case MIR_RAW_BORROW:
                if (s->extra)
                    borrow_report_write(c, s, true);
                break;
            case MIR_MOVE: borrow_report_move_out(c, s); break;
            case MIR_NOP:
            case MIR_COPY:
            case MIR_READ:
            case MIR_FAKE_READ:
            case MIR_MENTION:
            case MIR_ACTIVATE:
            case MIR_LIVE:
            case MIR_DEAD:
            case MIR_DROP:
            case MIR_RETURN: break;
            }
        }
    }
    borrow_tell_refused(c);
}
