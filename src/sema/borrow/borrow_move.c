/* borrow_move.c: finds where each place is initialized. It reports uses of places that may have been moved from or
 * never set (E0381, E0382), and second assignments of places that are not mut (E0384). */
#include "sema/borrow/borrow_internal.h"
#include "rustg/diagnostic_kind.h"

typedef struct move_state {
    borrow_ctx *c;
    uint32_t n_words;
    uint32_t *bit; /* of places; 0: not tracked */
    uint64_t *in;  /* of blocks: maybe uninitialized, then maybe initialized */
    uint64_t *now;
    bool *tracked;              /* locals */
    arena_map reported;         /* by the first move and the variable: the place whose use was told */
    arena_map told;             /* and 1 + that report */
    uint32_t *seen, n_searches; /* seen: of blocks, the number of the search that came there last */
} move_state;

static bool borrow_is_path(const borrow_ctx *c, borrow_place place)
{
    uint8_t elem = c->places.at[place].elem;
    return elem == ELEM_FIELD || elem == ELEM_LOCAL || elem == ELEM_CONST_INDEX;
}

/* The longest part of a place that can be initialized on its own. */
static borrow_place borrow_move_path_of(const borrow_ctx *c, borrow_place place)
{
    borrow_place path = place;
    for (borrow_place at = place; at; at = c->places.at[at].parent)
        if (!borrow_is_path(c, at))
            path = c->places.at[at].parent;
    return path;
}

/* What is moved with the place: of a field of a union the union, which a write to any field initializes again. */
static borrow_place borrow_union_of(const borrow_ctx *c, borrow_place place)
{
    borrow_place whole = place;
    for (borrow_place at = place; at && c->places.at[at].elem == ELEM_FIELD; at = c->places.at[at].parent) {
        const borrow_place parent = c->places.at[at].parent;
        const ty_info *of = ty_get(c->s, c->places.at[parent].ty);
        if (of->kind == TY_ADT && def_kind_of(c->s, of->def) == DEF_UNION)
            whole = parent;
    }
    return whole;
}

static bool borrow_get(const move_state *m, uint32_t bit, bool init)
{
    const uint64_t *words = m->now + (init ? m->n_words : 0);
    return words[bit / 64] >> (bit % 64) & 1;
}

static void borrow_move_set(move_state *m, borrow_place place, bool uninit, bool init)
{
    uint32_t bit = m->bit[place];
    if (!bit)
        return;
    uint64_t mask = (uint64_t)1 << (bit % 64);
    uint64_t *a = &m->now[bit / 64], *b = &m->now[m->n_words + bit / 64];
    *a = uninit ? *a | mask : *a & ~mask;
    *b = init ? *b | mask : *b & ~mask;
    for (borrow_place at = m->c->places.at[place].first_child; at; at = m->c->places.at[at].next_sibling)
        borrow_move_set(m, at, uninit, init);
}

static void borrow_move_apply(move_state *m, const mir_stmt *s)
{
    if (!s->place || !m->tracked[m->c->places.at[s->place].local])
        return;
    switch ((mir_op)s->op) {
    case MIR_MOVE:
        if (borrow_move_path_of(m->c, s->place) == s->place)
            borrow_move_set(m, borrow_union_of(m->c, s->place), true, false);
        break;
    case MIR_WRITE:
        if (borrow_move_path_of(m->c, s->place) == s->place)
            borrow_move_set(m, borrow_union_of(m->c, s->place), false, true);
        break;
    case MIR_LIVE:
    case MIR_DEAD: borrow_move_set(m, s->place, true, false); break;
    case MIR_NOP:
    case MIR_COPY:
    case MIR_READ:
    case MIR_FAKE_READ:
    case MIR_MENTION:
    case MIR_BORROW:
    case MIR_RAW_BORROW:
    case MIR_ACTIVATE:
    case MIR_DROP:
    case MIR_RETURN: break;
    }
}

static bool borrow_any_below(const move_state *m, borrow_place place, borrow_place *found)
{
    if (m->bit[place] && borrow_get(m, m->bit[place], false)) {
        *found = place;
        return true;
    }
    for (borrow_place at = m->c->places.at[place].first_child; at; at = m->c->places.at[at].next_sibling)
        if (m->bit[at] && borrow_any_below(m, at, found))
            return true;
    return false;
}

static bool borrow_move_is_within(const borrow_ctx *c, borrow_place inner, borrow_place outer)
{
    for (borrow_place at = inner; at; at = c->places.at[at].parent)
        if (at == outer)
            return true;
    return false;
}

static bool borrow_has_index(const borrow_ctx *c, borrow_place place)
{
    for (borrow_place at = place; at; at = c->places.at[at].parent)
        if (c->places.at[at].elem == ELEM_INDEX)
            return true;
    return false;
}

/* An element of an array is known to rustc by that array, one behind a reference only where it is written to. */
static bool borrow_shows_own(const borrow_ctx *c, const mir_stmt *s, borrow_place base)
{
    if (s->op == MIR_WRITE)
        return borrow_has_index(c, s->place);
    for (borrow_place at = s->place; at; at = c->places.at[at].parent)
        if (c->places.at[at].elem == ELEM_INDEX && c->places.at[at].parent == base)
            return true;
    return false;
}

/* Finds where the place was moved, going back from the use to the last move on each path. */
typedef VEC(uint32_t) move_list;

static move_list borrow_moves_before(move_state *m, uint32_t point, borrow_place place, bool *never_set)
{
    move_list moves = {0};
    borrow_ctx *c = m->c;
    arena *memory = &c->s->scratch;
    VEC(uint32_t) todo = {0};
    if (!m->seen)
        m->seen = ARENA_ARRAY(memory, uint32_t, c->blocks.n);
    m->n_searches++;
    const uint32_t own_block = borrow_block_of(c, point);
    uint32_t block = own_block, at = point, down_to = c->blocks.at[block].first;
    *never_set = false;
    for (;;) {
        bool stopped = false;
        while (at > down_to && !stopped) {
            const mir_stmt *s = &c->stmts.at[--at];
            if (!s->place || c->places.at[s->place].local != c->places.at[place].local)
                continue;
            const borrow_place whole = borrow_union_of(c, s->place);
            if (s->op == MIR_MOVE && borrow_move_path_of(c, s->place) == s->place &&
                (borrow_move_is_within(c, whole, place) || borrow_move_is_within(c, place, whole))) {
                vec_push(memory, &moves, at);
                stopped = true;
            } else if (s->op == MIR_WRITE && borrow_move_is_within(c, place, whole)) {
                stopped = true;
            } else if (s->op == MIR_LIVE) {
                *never_set = true;
                stopped = true;
            }
        }
        for (uint32_t e = stopped ? 0 : c->blocks.at[block].first_in; e; e = c->ins.at[e - 1].next) {
            uint32_t from = c->ins.at[e - 1].to;
            if (m->seen[from] != m->n_searches && c->blocks.at[from].reachable) {
                m->seen[from] = m->n_searches;
                vec_push(memory, &todo, from);
            }
        }
        if (!todo.n)
            return moves;
        block = todo.at[--todo.n];
        at = c->blocks.at[block].end;
        down_to = block == own_block ? point : c->blocks.at[block].first; /* what is before the point was looked at */
    }
}

static void borrow_report_unset(borrow_ctx *c, const mir_stmt *s, borrow_place base, bool partly)
{
    const borrow_local *local = &c->locals.at[c->places.at[base].local];
    const char *name = local->name ? sema_text(c->s, local->name) : "_";
    bool assigns = s->op == MIR_WRITE;
    const char *verb = assigns ? "partially assigned" : "used";
    const char *how = assigns ? "isn't fully initialized" : partly ? "is possibly-uninitialized" : "isn't initialized";
    sema_report r = sema_error(c->s, RUSTG_DIAG_USE_UNINITIALIZED, s->span);
    sema_arg(&r, "%s", verb);
    sema_arg(&r, "%s", name);
    sema_arg(&r, "%s", how);
    sema_primary_label(&r, "`%s` %s here but it %s", name, verb, how);
    bool in_branch = borrow_label_branch(c, &r, local, s->span);
    sema_label(&r, local->span, "binding declared here but left uninitialized");
    if (assigns)
        sema_help(
            &r, "partial initialization isn't supported, fully initialize the binding with a default value and mutate "
                "it, or use `std::mem::MaybeUninit`");
    if (!in_branch)
        borrow_suggest_value(c, &r, local);
}

/* A field of an enum's variant has no name of its own. */
static bool borrow_names_variant(const borrow_ctx *c, borrow_place place)
{
    for (; place; place = c->places.at[place].parent)
        if (c->places.at[place].elem == ELEM_FIELD && c->places.at[place].variant)
            return true;
    return false;
}

static void borrow_report_moved(move_state *m, uint32_t point, borrow_place base, borrow_place moved,
                                const move_list *moves)
{
    borrow_ctx *c = m->c;
    const mir_stmt *s = &c->stmts.at[point];
    const mir_stmt *move = &c->stmts.at[moves->at[0]];
    const borrow_place from = borrow_union_of(c, move->place);
    bool partial = moved != base && !borrow_move_is_within(c, base, from);
    bool is_borrow = s->op == MIR_BORROW || s->op == MIR_RAW_BORROW;
    const bool has_index = borrow_has_index(c, s->place); /* no element is known to be another's */
    borrow_place shown = !borrow_shows_own(c, s, base) && borrow_move_is_within(c, base, from) ? from : base;
    const char *name = borrow_names_variant(c, shown) ? NULL : borrow_place_name(c, shown);
    uint64_t key = (uint64_t)moves->at[0] << 32 | c->places.at[base].local;
    uint32_t *used = arena_map_at(&c->s->scratch, &m->reported, key, 1);
    if (*used && !has_index && borrow_move_is_within(c, *used, s->place))
        return;
    *used = s->place;
    sema_report r = sema_error(c->s, RUSTG_DIAG_USE_MOVED, borrow_span_of(c, s->closure, s->span));
    if (r.diag == UINT32_MAX) /* told of the length that an index is compared with */
        return;
    uint32_t *told = arena_map_at(&c->s->scratch, &m->told, key, 1);
    if (*told) /* of what the same moves took, rustc tells where the last part of it is used */
        sema_order_drop(c->s, *told - 1);
    *told = r.diag + 1;
    sema_arg(&r, "%s", is_borrow ? "borrow" : "use");
    sema_arg(&r, "%smoved", partial ? "partially " : "");
    sema_arg(&r, name ? ": `%s`" : "%s", name ? name : "");
    bool in_loop = false;
    for (uint32_t i = 0; i < moves->n; i++) {
        const mir_stmt *at = &c->stmts.at[moves->at[i]];
        bool earlier = moves->at[i] >= point;
        const char *when = earlier ? ", in previous iteration of loop" : "";
        if (!at->closure && c->locals.at[c->places.at[base].local].name)
            borrow_label_loops(c, &r, at->span, c->locals.at[c->places.at[base].local].span);
        if (moves->at[i] == point) {
            in_loop = true;
            sema_primary_label(&r, at->closure ? "value moved into closure here%s" : "value moved here%s", when);
        } else if (at->extra == MOVED_BY_METHOD) {
            sema_label(&r, at->by, "%s moved due to this method call%s", borrow_describe(c, at->place), when);
        } else if (at->extra == MOVED_BY_FOR) {
            sema_label(&r, at->span, "%s moved due to this implicit call to `.into_iter()`%s",
                       borrow_describe(c, at->place), when);
        } else {
            sema_label(&r, borrow_span_of(c, at->closure, at->span), "value %smoved %shere%s",
                       partial ? "partially " : "", at->closure ? "into closure " : "", when);
            if (at->closure)
                sema_label(&r, at->span, "variable moved due to use in closure");
        }
    }
    if (s->closure && (in_loop || is_borrow))
        sema_label(&r, s->span, "%s due to use in closure", in_loop ? "use occurs" : "borrow occurs");
    if (!in_loop)
        sema_primary_label(&r, "value %s here after %smove", is_borrow ? "borrowed" : "used",
                           partial ? "partial " : "");
    const borrow_local *local = &c->locals.at[c->places.at[base].local];
    const char *type = ty_print(c->s, ty_erase_regions(c->s, c->places.at[from].ty));
    if (c->places.at[from].elem == ELEM_LOCAL && local->name)
        sema_label(&r, local->span, "move occurs because `%s` has type `%s`, which does not implement the `Copy` trait",
                   sema_text(c->s, local->name), type);
    else
        sema_note(&r, "%smove occurs because %s has type `%s`, which does not implement the `Copy` trait",
                  partial ? "partial " : "", borrow_names_variant(c, from) ? "value" : borrow_describe(c, from), type);
    if (move->extra == MOVED_BY_PATTERN && !move->closure) {
        sema_suggest(&r, (sema_span){move->span.file, move->span.start, move->span.start}, "ref ",
                     "borrow this binding in the pattern to avoid moving the value");
        sema_suggest_is(&r, "MachineApplicable");
    } else if (moves->n == 1 && !move->closure && c->places.at[from].elem == ELEM_LOCAL && local->name &&
               move->extra != MOVED_BY_FOR) {
        if (move->extra == MOVED_BY_METHOD) {
            borrow_note_receiver(c, &r, move);
        } else {
            borrow_note_taker(c, &r, move->span);
            borrow_suggest_clone(c, &r, c->places.at[from].ty, move->span);
        }
        borrow_suggest_copy(c, &r, c->places.at[from].ty);
    }
}

static void borrow_check_use(move_state *m, uint32_t point)
{
    borrow_ctx *c = m->c;
    const mir_stmt *s = &c->stmts.at[point];
    if (!s->place || !m->tracked[c->places.at[s->place].local])
        return;
    bool deep = true;
    borrow_place base = borrow_move_path_of(c, s->place);
    const bool is_of_union = borrow_union_of(c, base) != base;
    switch ((mir_op)s->op) {
    case MIR_COPY:
    case MIR_MOVE:
    case MIR_BORROW:
    case MIR_RAW_BORROW:
    case MIR_FAKE_READ: break;
    case MIR_READ: deep = false; break;
    case MIR_WRITE:
        if (base == s->place) {
            if (c->places.at[base].elem != ELEM_FIELD || s->extra == WRITE_INIT)
                return;
            base = c->places.at[base].parent;
        }
        deep = false;
        break;
    case MIR_NOP:
    case MIR_MENTION:
    case MIR_ACTIVATE:
    case MIR_LIVE:
    case MIR_DEAD:
    case MIR_DROP:
    case MIR_RETURN: return;
    }
    base = borrow_union_of(c, base);
    borrow_place moved = base;
    if (!m->bit[base] ||
        !(deep && base == s->place ? borrow_any_below(m, base, &moved) : borrow_get(m, m->bit[base], false)))
        return;
    bool never_set;
    move_list moves = borrow_moves_before(m, point, moved, &never_set);
    if (moves.n && is_of_union && s->op == MIR_WRITE)
        return;
    if (moves.n)
        borrow_report_moved(m, point, base, moved, &moves);
    else if (borrow_first_report(c, c->locals.at[c->places.at[base].local].span))
        borrow_report_unset(c, s, base, borrow_get(m, m->bit[moved], true));
}

static void borrow_flow(move_state *m)
{
    borrow_ctx *c = m->c;
    uint32_t size = 2 * m->n_words;
    VEC(uint32_t) work = {0};
    uint8_t *queued = ARENA_ARRAY(&c->s->scratch, uint8_t, c->blocks.n);
    vec_push(&c->s->scratch, &work, 0);
    while (work.n) {
        uint32_t b = work.at[--work.n];
        queued[b] = 0;
        memcpy(m->now, m->in + (size_t)b * size, size * sizeof *m->now);
        for (uint32_t i = c->blocks.at[b].first; i < c->blocks.at[b].end; i++)
            borrow_move_apply(m, &c->stmts.at[i]);
        for (uint32_t e = c->blocks.at[b].first_out; e; e = c->outs.at[e - 1].next) {
            uint32_t to = c->outs.at[e - 1].to;
            uint64_t *in = m->in + (size_t)to * size;
            bool changed = !c->blocks.at[to].reachable;
            c->blocks.at[to].reachable = true;
            for (uint32_t w = 0; w < size; w++) {
                changed |= (m->now[w] & ~in[w]) != 0;
                in[w] |= m->now[w];
            }
            if (changed && !queued[to]) {
                queued[to] = 1;
                vec_push(&c->s->scratch, &work, to);
            }
        }
    }
}

/* ---- E0384 ---- */

/* Finds which assignment of a local is the first of those that may have been made before a point. */
typedef struct move_firsts {
    uint32_t *in;    /* of blocks: 1 + the statement, where they begin; 0: none is made */
    uint8_t *queued; /* blocks */
    VEC(uint32_t) todo;
    VEC(uint32_t) passed; /* blocks where in may be set */
    VEC(uint32_t) own;    /* the local's assignments, beginnings and ends, in order */
} move_firsts;

static void borrow_gather_own(borrow_ctx *c, move_firsts *f, const borrow_local *local)
{
    f->own.n = 0;
    for (uint32_t at = local->first_stmt; at; at = c->stmts.at[at - 1].next_of_local) {
        const mir_stmt *s = &c->stmts.at[at - 1];
        if (s->op == MIR_LIVE || s->op == MIR_DEAD || (s->op == MIR_WRITE && s->place == local->place))
            vec_push(&c->s->scratch, &f->own, at - 1);
    }
    for (uint32_t i = 0; i < f->own.n / 2; i++) { /* the newest came first */
        const uint32_t last = f->own.at[f->own.n - 1 - i];
        f->own.at[f->own.n - 1 - i] = f->own.at[i];
        f->own.at[i] = last;
    }
}

/* The first of the local's statements that is not before a point. */
static uint32_t borrow_own_from(const move_firsts *f, uint32_t point)
{
    uint32_t low = 0, high = f->own.n;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (f->own.at[middle] < point)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static uint32_t borrow_first_after(const borrow_ctx *c, uint32_t stmt, uint32_t first)
{
    if (c->stmts.at[stmt].op != MIR_WRITE)
        return 0;
    return first && first <= stmt ? first : stmt + 1;
}

static void borrow_queue_block(borrow_ctx *c, move_firsts *f, uint32_t block)
{
    if (f->queued[block])
        return;
    f->queued[block] = 1;
    vec_push(&c->s->scratch, &f->todo, block);
    vec_push(&c->s->scratch, &f->passed, block);
}

static void borrow_flow_firsts(borrow_ctx *c, move_firsts *f)
{
    for (uint32_t i = 0; i < f->own.n; i++)
        borrow_queue_block(c, f, borrow_block_of(c, f->own.at[i]));
    while (f->todo.n) {
        const uint32_t b = f->todo.at[--f->todo.n];
        uint32_t first = f->in[b];
        f->queued[b] = 0;
        for (uint32_t i = borrow_own_from(f, c->blocks.at[b].first); i < f->own.n; i++) {
            if (f->own.at[i] >= c->blocks.at[b].end)
                break;
            first = borrow_first_after(c, f->own.at[i], first);
        }
        for (uint32_t e = first ? c->blocks.at[b].first_out : 0; e; e = c->outs.at[e - 1].next) {
            const uint32_t to = c->outs.at[e - 1].to;
            if (f->in[to] && f->in[to] <= first)
                continue;
            f->in[to] = first;
            borrow_queue_block(c, f, to);
        }
    }
}

/* The last byte before a binding, without white space. */
static uint32_t borrow_byte_before(const borrow_ctx *c, sema_span binding, uint32_t *end)
{
    const uint8_t *bytes = c->s->files.at[binding.file]->bytes;
    for (*end = binding.start; *end > 0 && bytes[*end - 1] <= ' ';)
        (*end)--;
    return *end ? bytes[*end - 1] : 0;
}

/* `for i in ...` */
static bool borrow_is_loops_own(const borrow_ctx *c, sema_span binding)
{
    uint32_t end;
    return borrow_byte_before(c, binding, &end) == 'r' && end >= 3 && end < binding.start &&
           memcmp(c->s->files.at[binding.file]->bytes + end - 3, "for", 3) == 0;
}

static bool borrow_is_part_of_pattern(const borrow_ctx *c, sema_span binding)
{
    uint32_t end, before = borrow_byte_before(c, binding, &end);
    return before && strchr("([{,:", (int)before);
}

static void borrow_report_reassigned(borrow_ctx *c, const borrow_local *local, uint32_t first, uint32_t at)
{
    const mir_stmt *s = &c->stmts.at[at], *before = &c->stmts.at[first];
    if (!borrow_first_report(c, s->span))
        return;
    const char *name = sema_text(c->s, local->name);
    sema_report r = sema_error(c->s, local->is_param ? RUSTG_DIAG_ASSIGN_ARGUMENT : RUSTG_DIAG_ASSIGN_TWICE, s->span);
    sema_arg(&r, "%s", name);
    if (first != at && !local->is_param)
        sema_label(&r, before->extra == WRITE_INIT ? local->span : before->span, "first assignment to `%s`", name);
    sema_primary_here(&r, s->span);
    sema_span mut_at = {local->span.file, local->span.start, local->span.start};
    sema_suggest(&r, mut_at,
                 borrow_is_loops_own(c, local->span) ? arena_format(c->s->memory, "(mut %s) ", name) : "mut ",
                 "consider making this binding mutable");
    sema_suggest_is(&r, "MachineApplicable");
    if (!local->is_param && !local->declared_bare && borrow_is_part_of_pattern(c, local->span))
        sema_suggest(&r, mut_at, "ref mut ", "to modify the original value, take a borrow instead");
}

/* Calls fn for each assignment of a local, `at`, before which one may have been made, `first`. NULL: it is not called.
 * Tells whether there is any. */
static bool borrow_each_reassigned(borrow_ctx *c, move_firsts *f, uint32_t index,
                                   void (*fn)(borrow_ctx *c, const borrow_local *local, uint32_t first, uint32_t at))
{
    const borrow_local *local = &c->locals.at[index];
    bool any = false;
    borrow_gather_own(c, f, local);
    borrow_flow_firsts(c, f);
    for (uint32_t i = 0; i < f->own.n;) {
        const mir_block *block = &c->blocks.at[borrow_block_of(c, f->own.at[i])];
        uint32_t first = f->in[borrow_block_of(c, f->own.at[i])];
        for (; i < f->own.n && f->own.at[i] < block->end; i++) {
            const uint32_t at = f->own.at[i];
            if (first && block->reachable && c->stmts.at[at].op == MIR_WRITE && c->stmts.at[at].extra != WRITE_INIT) {
                any = true;
                if (fn)
                    fn(c, local, first - 1, at);
            }
            first = borrow_first_after(c, at, first);
        }
    }
    for (uint32_t i = 0; i < f->passed.n; i++)
        f->in[f->passed.at[i]] = 0;
    f->passed.n = 0;
    return any;
}

static void borrow_begin_firsts(borrow_ctx *c, move_firsts *f)
{
    if (f->in)
        return;
    f->in = ARENA_ARRAY(&c->s->scratch, uint32_t, c->blocks.n);
    f->queued = ARENA_ARRAY(&c->s->scratch, uint8_t, c->blocks.n);
}

void borrow_ask_reassigned(borrow_ctx *c, uint8_t *answers)
{
    move_firsts firsts = {0};
    for (uint32_t i = 1; i < c->locals.n; i++) {
        if (answers[i] != REASSIGNED_ASKED)
            continue;
        borrow_begin_firsts(c, &firsts);
        answers[i] = borrow_each_reassigned(c, &firsts, i, NULL) ? REASSIGNED_YES : REASSIGNED_NO;
    }
}

void borrow_check_moves(borrow_ctx *c)
{
    arena *memory = &c->s->scratch;
    move_state m = {.c = c};
    m.tracked = ARENA_ARRAY(memory, bool, c->locals.n);
    m.bit = ARENA_ARRAY(memory, uint32_t, c->places.n);
    bool *rewritten = ARENA_ARRAY(memory, bool, c->locals.n);
    for (uint32_t i = 0; i < c->stmts.n; i++) {
        const mir_stmt *s = &c->stmts.at[i];
        if (!s->place)
            continue;
        uint32_t l = c->places.at[s->place].local;
        if (!c->locals.at[l].is_user && !c->locals.at[l].is_taken_apart)
            continue;
        if (s->op == MIR_MOVE && borrow_move_path_of(c, s->place) == s->place)
            m.tracked[l] = true;
        if (s->op == MIR_WRITE && s->extra != WRITE_INIT && c->places.at[s->place].elem == ELEM_LOCAL) {
            m.tracked[l] |= c->locals.at[l].declared_bare;
            rewritten[l] = !c->locals.at[l].mutable && !c->locals.at[l].is_upvar;
        }
    }
    for (uint32_t i = 1; i < c->locals.n; i++)
        m.tracked[i] |= c->locals.at[i].declared_bare;
    uint32_t n_bits = 1;
    for (uint32_t p = 1; p < c->places.n; p++)
        if (m.tracked[c->places.at[p].local] && borrow_move_path_of(c, p) == p)
            m.bit[p] = n_bits++;
    m.n_words = (n_bits + 63) / 64;
    m.in = ARENA_ARRAY(memory, uint64_t, (size_t)2 * m.n_words * c->blocks.n);
    m.now = ARENA_ARRAY(memory, uint64_t, 2 * m.n_words);
    c->blocks.at[0].reachable = true;
    borrow_flow(&m);
    for (uint32_t b = 0; b < c->blocks.n; b++) {
        if (!c->blocks.at[b].reachable)
            continue;
        memcpy(m.now, m.in + (size_t)b * 2 * m.n_words, 2 * m.n_words * sizeof *m.now);
        for (uint32_t i = c->blocks.at[b].first; i < c->blocks.at[b].end; i++) {
            mir_stmt *s = &c->stmts.at[i];
            borrow_check_use(&m, i);
            if (s->op == MIR_DROP && m.bit[s->place] && !borrow_get(&m, m.bit[s->place], true))
                s->op = MIR_NOP;
            else if (s->op == MIR_DROP)
                borrow_check_const_drop(c, i);
            borrow_move_apply(&m, s);
        }
    }
    move_firsts firsts = {0};
    for (uint32_t i = 1; i < c->locals.n; i++) {
        if (!rewritten[i])
            continue;
        borrow_begin_firsts(c, &firsts);
        borrow_each_reassigned(c, &firsts, i, borrow_report_reassigned);
    }
}
