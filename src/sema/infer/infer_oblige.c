/* infer_oblige.c: keeps obligations. Each is registered, tried again when what it waits for is known, and reported
 * where it fails. */
#include "sema/infer/infer_internal.h"

#include <stdlib.h>

def_predicate infer_trait_predicate(sema_def trait, const sema_ty *args, uint32_t n_args)
{
    return (def_predicate){.kind = PREDICATE_TRAIT, .trait = trait, .args = args, .n_args = n_args};
}

/* No question is being worked on. */
static bool infer_is_outermost(const infer_ctx *c)
{
    return !c->nesting && !c->questions && !c->normalizing && !c->current;
}

void infer_begin_question(infer_ctx *c)
{
    if (!infer_is_outermost(c))
        return;
    c->question++;
    c->n_older_vars = c->vars.n;
}

bool infer_is_waiting(infer_ctx *c, uint64_t key)
{
    const uint32_t closures = infer_cache_of(c->s)->closure_version;
    c->question += closures != c->question_closures;
    c->question_closures = closures;
    const uint32_t *known = arena_map_at(c->s->memory, &c->waiting, key, 0);
    return known && *known == c->question;
}

void infer_add(infer_ctx *c, def_predicate predicate, infer_cause cause, uint32_t parent)
{
    if (predicate.kind == PREDICATE_OUTLIVES || predicate.kind == PREDICATE_OUTLIVES_TY)
        return;
    infer_pending p = {.predicate = predicate, .cause = cause, .parent = parent};
    c->n_roots += !parent && infer_is_outermost(c);
    if (parent)
        p.depth = (uint16_t)(c->pending.at[parent - 1].depth + 1);
    vec_push(c->s->memory, &c->pending, p);
    c->version++;
}

/* It is normalized once, here; otherwise each new try would wait for variables of its own. */
static const sema_ty *infer_normal_args(infer_ctx *c, const sema_ty *args, uint32_t n_args, infer_cause cause,
                                        uint32_t parent)
{
    if (!infer_any(c, args, n_args, TY_HAS_PROJECTION | TY_HAS_UNEVALUATED))
        return args;
    sema_ty *normal = ARENA_ARRAY(c->s->memory, sema_ty, n_args);
    uint32_t before = c->current;
    c->current = parent;
    for (uint32_t i = 0; i < n_args; i++)
        normal[i] = infer_normalize(c, args[i], cause.at);
    c->current = before;
    return normal;
}

void infer_add_all(infer_ctx *c, sema_def d, sema_def owner, const sema_ty *args, uint32_t n_args, infer_cause cause,
                   uint32_t parent)
{
    sema *s = c->s;
    uint32_t n;
    const def_predicate *predicates = def_predicates(s, d, &n);
    ty_subst subst = {owner, args, n_args};
    for (uint32_t i = 0; i < n; i++) {
        def_predicate p = predicates[i];
        if (p.kind != PREDICATE_TRAIT && p.kind != PREDICATE_PROJECTION)
            continue;
        p.args = infer_normal_args(c, trait_subst_all(s, p.args, p.n_args, &subst), p.n_args, cause, parent);
        if (p.kind == PREDICATE_PROJECTION)
            p.equals = trait_subst(s, p.equals, &subst);
        infer_add(c, p, cause, parent);
        c->pending.at[c->pending.n - 1].written = predicates[i].args[0];
    }
}

/* Parameters without ?Sized want sized arguments. */
static void infer_require_sized_args(infer_ctx *c, sema_def d, const sema_ty *args, uint32_t n_args, infer_cause cause)
{
    sema *s = c->s;
    sema_def sized = def_lang(s, LANG_SIZED);
    def_generics_list generics = def_generics(s, d);
    for (uint32_t i = 0; sized && i < generics.n_params && i < n_args; i++) {
        if (def_kind_of(s, generics.params[i]) != DEF_TYPE_PARAM || !def_param_is_sized(s, generics.params[i]))
            continue;
        switch (ty_kind_of(s, infer_shallow(c, args[i]))) {
        case TY_INFER:
        case TY_STR:
        case TY_DYN:
        case TY_SLICE:
        case TY_PARAM:
        case TY_ADT: {
            sema_ty *self = ARENA_NEW(s->memory, sema_ty);
            *self = args[i];
            infer_add(c, infer_trait_predicate(sized, self, 1), cause, 0);
            c->pending.at[c->pending.n - 1].written = ty_param(s, generics.params[i]);
            break;
        }
        case TY_CASES_NOTHING:
        case TY_ERROR:
        case TY_CASES_SCALAR:
        case TY_NEVER:
        case TY_TUPLE:
        case TY_ARRAY:
        case TY_CASES_POINTER:
        case TY_CASES_CALLABLE:
        case TY_PROJECTION:
        case TY_OPAQUE:
        case TY_CASES_NO_TYPE: break;
        }
    }
}

void infer_require(infer_ctx *c, def_predicate predicate, infer_cause cause)
{
    infer_add(c, predicate, cause, 0);
}

void infer_require_all(infer_ctx *c, sema_def d, const sema_ty *args, uint32_t n_args, infer_cause cause)
{
    if (!cause.bound_of)
        cause.bound_of = d;
    infer_add_all(c, d, d, args, n_args, cause, 0);
    infer_require_sized_args(c, d, args, n_args, cause);
}

/* Whether the same obligation is among those that this one follows from, so that only itself would prove it. */
static bool infer_is_cycle(infer_ctx *c, uint32_t index)
{
    const infer_pending *p = &c->pending.at[index];
    if (p->predicate.kind != PREDICATE_TRAIT || p->depth < 2)
        return false;
    const sema_ty *args = infer_resolve_all(c, p->predicate.args, p->predicate.n_args);
    for (uint32_t at = p->parent; at; at = c->pending.at[at - 1].parent) {
        const infer_pending *q = &c->pending.at[at - 1];
        if (q->predicate.kind != PREDICATE_TRAIT || q->predicate.trait != p->predicate.trait)
            continue;
        uint32_t i = 0;
        while (i < p->predicate.n_args && infer_resolve(c, q->predicate.args[i]) == args[i])
            i++;
        if (i == p->predicate.n_args)
            return true;
    }
    return false;
}

static infer_answer infer_try_projection(infer_ctx *c, uint32_t index)
{
    infer_pending p = c->pending.at[index];
    sema_ty out;
    switch (trait_project(c, p.predicate.trait, p.predicate.args, p.predicate.n_args, p.cause, index + 1, &out)) {
    case PROJECT_NO: return ANSWER_NO;
    case PROJECT_MAYBE: return ANSWER_MAYBE;
    case PROJECT_RIGID:
    case PROJECT_YES: break;
    }
    if (infer_unify(c, out, p.predicate.equals))
        return ANSWER_YES;
    c->pending.at[index].mismatch = true;
    c->pending.at[index].found = out;
    return ANSWER_NO;
}

static infer_answer infer_oblige_holds(infer_ctx *c, sema_def trait, const sema_ty *args, uint32_t n_args,
                                       uint32_t parent);

static infer_answer infer_try_trait(infer_ctx *c, uint32_t index)
{
    infer_pending p = c->pending.at[index];
    trait_candidate found;
    if (p.depth && !p.in_question && !infer_any(c, p.predicate.args, p.predicate.n_args, TY_HAS_PROJECTION)) {
        const sema_ty *args = infer_resolve_all(c, p.predicate.args, p.predicate.n_args);
        if (!infer_any(c, args, p.predicate.n_args, TY_HAS_INFER | TY_HAS_ERROR)) {
            const bool waits = infer_is_waiting(c, ty_fn_def(c->s, p.predicate.trait, args, p.predicate.n_args));
            infer_answer known =
                waits ? ANSWER_MAYBE : infer_oblige_holds(c, p.predicate.trait, args, p.predicate.n_args, p.parent);
            if (waits || known == ANSWER_YES || (known == ANSWER_NO && c->questions))
                return known;
        }
    }
    infer_answer answer = trait_select(c, p.predicate.trait, p.predicate.args, p.predicate.n_args, &found);
    if (answer != ANSWER_YES)
        return answer;
    const sema_ty *args;
    uint32_t n_args;
    return trait_confirm(c, &found, p.predicate.trait, p.predicate.args, p.predicate.n_args, p.cause, index + 1, &args,
                         &n_args)
               ? ANSWER_YES
               : ANSWER_NO;
}

static infer_answer infer_try_closure_kind(infer_ctx *c, uint32_t index)
{
    const def_predicate *p = &c->pending.at[index].predicate;
    sema_ty self = infer_shallow(c, p->args[0]);
    if (ty_kind_of(c->s, self) != TY_CLOSURE)
        return ANSWER_YES;
    const infer_closure *closure = infer_closure_of(c->s, ty_get(c->s, self)->def);
    if (!closure || closure->kind == FN_KIND_NONE)
        return ANSWER_MAYBE;
    return closure->kind <= p->trait ? ANSWER_YES : ANSWER_NO;
}

bool infer_step(infer_ctx *c, bool follows)
{
    if (!follows && infer_is_outermost(c)) {
        c->work = 0;
        if (c->concrete)
            c->gave_up = false;
    }
    c->work += 1 + c->nesting; /* deep questions are about large types */
    if (c->work > INFER_MAX_WORK + (uint64_t)INFER_WORK_OF_ROOT * c->n_roots)
        c->gave_up = true;
    return !c->gave_up;
}

static infer_answer infer_try_one(infer_ctx *c, uint32_t index)
{
    if (c->pending.at[index].depth > INFER_MAX_DEPTH || c->nesting > INFER_MAX_NESTING ||
        !infer_step(c, c->pending.at[index].depth > 0)) {
        c->pending.at[index].overflow = true;
        c->overflowed = true;
        return ANSWER_NO;
    }
    uint32_t before = c->current;
    infer_answer answer = ANSWER_YES;
    c->nesting++;
    if (infer_is_cycle(c, index)) {
        bool by_parts =
            trait_is_auto(c->s, c->pending.at[index].predicate.trait); /* a type inside itself adds nothing */
        c->pending.at[index].overflow = !by_parts;
        c->nesting--;
        return by_parts ? ANSWER_YES : ANSWER_NO;
    }
    c->current = index + 1;
    switch ((def_predicate_kind)c->pending.at[index].predicate.kind) {
    case PREDICATE_TRAIT: answer = infer_try_trait(c, index); break;
    case PREDICATE_PROJECTION: answer = infer_try_projection(c, index); break;
    case PREDICATE_CLOSURE_KIND: answer = infer_try_closure_kind(c, index); break;
    case PREDICATE_OUTLIVES_TY:
    case PREDICATE_OUTLIVES: break; /* lifetimes are the borrow checker's */
    }
    c->nesting--;
    c->current = before;
    return answer;
}

static bool infer_is_stalled(const infer_ctx *c, const infer_pending *p)
{
    if (p->n_stalled == 0 || p->closures != c->s->cache->closure_version)
        return false;
    for (uint32_t i = 0; i < p->n_stalled; i++)
        if (c->vars.at[p->stalled[i]].value)
            return false;
    return true;
}

static void infer_stall(infer_ctx *c, uint32_t index)
{
    infer_pending *p = &c->pending.at[index];
    uint32_t roots[INFER_MAX_STALLED] = {0};
    uint32_t n = infer_unknowns(c, p->predicate.args, p->predicate.n_args, roots);
    if (p->predicate.kind == PREDICATE_PROJECTION) {
        uint32_t more[INFER_MAX_STALLED];
        uint32_t n_more = infer_unknowns(c, &p->predicate.equals, 1, more);
        for (uint32_t i = 0; i < n_more; i++, n++)
            if (n < INFER_MAX_STALLED && i < INFER_MAX_STALLED)
                roots[n] = more[i];
    }
    if (n > INFER_MAX_STALLED)
        n = 0;
    p->n_stalled = (uint8_t)n;
    memcpy(p->stalled, roots, sizeof roots);
    p->closures = infer_cache_of(c->s)->closure_version;
    infer_trail(c, TRAIL_STALL, index);
}

infer_answer infer_solve(infer_ctx *c, uint32_t from, bool stop)
{
    bool changed, open;
    infer_cache_of(c->s);
    infer_begin_question(c);
    do {
        changed = open = false;
        for (uint32_t i = from; i < c->pending.n; i++) {
            if (c->pending.at[i].state != PENDING_OPEN)
                continue;
            if (infer_is_stalled(c, &c->pending.at[i])) {
                open = true;
                continue;
            }
            infer_answer answer = infer_try_one(c, i);
            if (answer == ANSWER_MAYBE) {
                infer_stall(c, i);
                open = true;
                continue;
            }
            c->pending.at[i].state = answer == ANSWER_YES ? PENDING_DONE : PENDING_FAILED;
            c->pending.at[i].failed_behind = c->s->order_keys.n;
            c->pending.at[i].n_defaults = c->defaults.n;
            infer_trail(c, TRAIL_STATE, i);
            changed = true;
            if (answer == ANSWER_NO && stop)
                return ANSWER_NO;
        }
    } while (changed && open);
    return open ? ANSWER_MAYBE : ANSWER_YES;
}

bool infer_progress(infer_ctx *c)
{
    infer_cache *cache = infer_cache_of(c->s);
    if (c->version == c->tried_version && c->tried_closures == cache->closure_version)
        return false;
    uint32_t n_bound = c->trail.n;
    infer_solve(c, c->first_open, false);
    while (c->first_open < c->pending.n && c->pending.at[c->first_open].state != PENDING_OPEN)
        c->first_open++;
    c->tried_version = c->version;
    c->tried_closures = cache->closure_version;
    for (; n_bound < c->trail.n; n_bound++)
        if (c->trail.at[n_bound] >> 32 == TRAIL_BIND)
            return true;
    return false;
}

bool infer_unify_known(infer_ctx *c, const sema_ty *a, const sema_ty *b, uint32_t n)
{
    const infer_snapshot before = infer_save(c);
    const bool same = infer_unify_all(c, a, b, n) &&
                      (c->pending.n == before.n_pending || infer_solve(c, before.n_pending, true) != ANSWER_NO);
    if (!same)
        infer_restore(c, before);
    return same;
}

static int infer_compare_ranks(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* rustc looks at the obligations of a call, with all that follows from them, before those of the next one: at the place
 * of the first that came with that which one follows from, and of these in the order in which they are. */
static void infer_order_failed(infer_ctx *c, uint32_t *failed, uint32_t n)
{
    arena *memory = c->s->memory;
    arena_map firsts = {0};
    if (n < 2)
        return;
    uint64_t *ranks = ARENA_ARRAY(memory, uint64_t, n);
    for (uint32_t i = 0; i < c->pending.n; i++) {
        if (c->pending.at[i].parent)
            continue;
        uint32_t *first = arena_map_at(memory, &firsts, sema_span_key(c->pending.at[i].cause.at), 1);
        *first = *first ? *first : i + 1;
    }
    for (uint32_t i = 0; i < n; i++)
        ranks[i] = (uint64_t)*arena_map_at(memory, &firsts, sema_span_key(infer_outermost(c, failed[i])->cause.at), 0)
                       << 32 |
                   failed[i];
    qsort(ranks, n, sizeof *ranks, infer_compare_ranks);
    for (uint32_t i = 0; i < n; i++)
        failed[i] = (uint32_t)ranks[i];
}

static void infer_report_all(infer_ctx *c, bool by_place)
{
    const uint32_t n_diags = c->s->diags.n;
    VEC(uint32_t) failed = {0};
    for (uint32_t i = 0; i < c->pending.n; i++)
        if (c->pending.at[i].state == PENDING_FAILED && (!c->gave_up || c->pending.at[i].overflow))
            vec_push(c->s->memory, &failed, i);
    if (by_place)
        infer_order_failed(c, failed.at, failed.n);
    for (uint32_t i = 0; i < failed.n; i++) {
        infer_pending *p = &c->pending.at[failed.at[i]];
        p->state = PENDING_REPORTED;
        c->s->order.behind = p->failed_behind + 1;
        infer_show_defaults(c, p->n_defaults);
        infer_report_pending(c, failed.at[i]);
        c->s->order.behind = 0;
        if (c->gave_up && c->s->diags.n > n_diags)
            break;
    }
    infer_show_defaults(c, c->defaults.n);
    if (c->gave_up)
        return;
    for (uint32_t i = 0; i < c->pending.n; i++)
        if (c->pending.at[i].state == PENDING_OPEN)
            infer_report_ambiguous(c, i);
}

void infer_finish_together(infer_ctx *c)
{
    infer_progress(c);
    infer_report_all(c, false);
}

void infer_finish(infer_ctx *c)
{
    infer_progress(c);
    infer_report_all(c, true);
}

/* Without variables the answer stays: it is worked out once. */
static infer_answer infer_oblige_holds(infer_ctx *c, sema_def trait, const sema_ty *args, uint32_t n_args,
                                       uint32_t parent)
{
    infer_cache *cache = infer_cache_of(c->s);
    bool is_known = !infer_any(c, args, n_args, TY_HAS_INFER | TY_HAS_ERROR);
    const bool is_own = c->env->has_concrete || infer_any(c, args, n_args, TY_HAS_PARAM | TY_HAS_OPAQUE);
    arena_map *map = is_own ? &c->held : &cache->evaluated;
    uint64_t key = 0;
    infer_begin_question(c);
    if (is_known) {
        key = ty_fn_def(c->s, trait, args, n_args);
        const uint32_t *known = arena_map_at(c->s->memory, map, key, 0);
        if (known)
            return (infer_answer)(*known - 1);
        if (infer_is_waiting(c, key))
            return ANSWER_MAYBE;
    }
    infer_snapshot before = infer_save(c);
    uint32_t from = c->pending.n, closures = cache->closure_version;
    bool overflowed = c->overflowed;
    infer_cause cause = {0};
    infer_add(c, infer_trait_predicate(trait, args, n_args), cause, parent);
    c->pending.at[from].in_question = true;
    c->questions++;
    infer_answer answer = infer_solve(c, from, true);
    c->questions--;
    if (answer != ANSWER_YES)
        infer_restore(c, before);
    else
        c->pending.n = from;
    if (is_known && answer != ANSWER_MAYBE && closures == cache->closure_version && c->overflowed == overflowed)
        *arena_map_at(c->s->memory, map, key, 1) = (uint32_t)answer + 1;
    else if (is_known && answer == ANSWER_MAYBE && c->overflowed == overflowed)
        *arena_map_at(c->s->memory, &c->waiting, key, 1) = c->question;
    return answer;
}

infer_answer infer_holds(infer_ctx *c, sema_def trait, const sema_ty *args, uint32_t n_args)
{
    return infer_oblige_holds(c, trait, infer_resolve_all(c, args, n_args), n_args, c->current);
}

static infer_answer infer_holds_alone(infer_ctx *c, sema_def trait, sema_ty t)
{
    if (!trait)
        return ANSWER_MAYBE;
    infer_snapshot before = infer_save(c);
    infer_answer answer = infer_holds(c, trait, &t, 1);
    infer_restore(c, before);
    return answer;
}

bool infer_is_copy(infer_ctx *c, sema_ty t)
{
    t = infer_shallow(c, t);
    if (ty_is_scalar(c->s, t))
        return true;
    return infer_holds_alone(c, def_lang(c->s, LANG_COPY), t) == ANSWER_YES;
}
