/* check_probe.c: finds the method or associated item that a name on a type means, as rustc's method/probe.rs does. It
 * tries each step of dereferencing by value, by & and by &mut, and inherent items before those of traits in scope. */
#include "sema/bodies/check_internal.h"
#include "sema/items/def.h"
#include "sema/names/resolve.h"
#include "rustg/diagnostic_kind.h"

typedef VEC(check_candidate) candidate_list;
struct check_bound_list {
    VEC(check_bound) bounds; /* of all parameters of the owner */
};

static void check_add_bound(check *c, struct check_bound_list *list, sema_def trait, const sema_ty *args,
                            uint32_t n_args, uint32_t depth)
{
    sema *s = c->s;
    for (uint32_t i = 0; i < list->bounds.n; i++)
        if (list->bounds.at[i].trait == trait && list->bounds.at[i].n_args == n_args &&
            memcmp(list->bounds.at[i].args, args, n_args * sizeof *args) == 0)
            return;
    vec_push(s->memory, &list->bounds, (check_bound){.trait = trait, .args = args, .n_args = n_args});
    if (depth > 16)
        return;
    uint32_t n;
    const def_predicate *p = def_predicates(s, trait, &n);
    ty_subst subst = {.owner = trait, .args = args, .n_args = n_args};
    for (uint32_t i = 0; i < n; i++) {
        if (p[i].kind != PREDICATE_TRAIT || p[i].trait == trait)
            continue;
        sema_ty *own = ARENA_ARRAY(s->memory, sema_ty, p[i].n_args);
        for (uint32_t k = 0; k < p[i].n_args; k++)
            own[k] = check_norm(c, ty_substitute(s, p[i].args[k], &subst), p[i].span);
        if (own[0] == args[0])
            check_add_bound(c, list, p[i].trait, own, p[i].n_args, depth + 1);
    }
}

static const struct check_bound_list *check_owner_bounds(check *c)
{
    if (c->bounds)
        return c->bounds;
    struct check_bound_list *list = ARENA_NEW(c->s->memory, struct check_bound_list);
    c->bounds = list;
    sema_def owner = c->owner;
    while (owner && def_kind_of(c->s, owner) == DEF_ANON_CONST)
        owner = def_get(c->s, owner)->parent;
    uint32_t n;
    const def_predicate *p = def_predicates(c->s, owner, &n);
    for (uint32_t i = 0; i < n; i++) {
        if (p[i].kind != PREDICATE_TRAIT)
            continue;
        sema_ty *args = ARENA_ARRAY(c->s->memory, sema_ty, p[i].n_args);
        for (uint32_t k = 0; k < p[i].n_args; k++)
            args[k] = check_norm(c, p[i].args[k], p[i].span);
        check_add_bound(c, list, p[i].trait, args, p[i].n_args, 0);
    }
    return list;
}

static uint32_t check_bounds_of_object(check *c, sema_ty self, const check_bound **bounds)
{
    struct check_bound_list found = {0};
    uint32_t n;
    const def_predicate *p = infer_dyn_bounds(c->s, self, &n);
    for (uint32_t i = 0; i < n; i++) {
        if (p[i].kind != PREDICATE_TRAIT)
            continue;
        sema_ty *own = ARENA_ARRAY(c->s->memory, sema_ty, p[i].n_args);
        bool has_types = true; /* nothing asks for what the supertrait's projections want where the object is named */
        for (uint32_t k = 0; k < p[i].n_args; k++) {
            own[k] = k == 0 ? self : p[i].args[k];
            if (k == 0 || !ty_has(c->s, own[k], TY_HAS_PROJECTION | TY_HAS_UNEVALUATED))
                continue;
            own[k] = check_var(c, p[i].span);
            has_types = has_types && infer_unify_known(c->infer, &own[k], &p[i].args[k], 1);
            own[k] = infer_resolve(c->infer, own[k]);
        }
        if (has_types)
            vec_push(c->s->memory, &found.bounds,
                     ((check_bound){.trait = p[i].trait, .args = own, .n_args = p[i].n_args}));
    }
    *bounds = found.bounds.at;
    return found.bounds.n;
}

uint32_t check_bounds_of(check *c, sema_ty self, const check_bound **bounds)
{
    sema *s = c->s;
    ty_info info = *ty_get(s, self);
    struct check_bound_list found = {0};
    if (info.kind == TY_DYN)
        return check_bounds_of_object(c, self, bounds);
    if (info.kind != TY_PARAM && info.kind != TY_PROJECTION && info.kind != TY_OPAQUE)
        return 0;
    const struct check_bound_list *all = check_owner_bounds(c);
    for (uint32_t i = 0; i < all->bounds.n; i++)
        if (all->bounds.at[i].args[0] == self)
            vec_push(s->memory, &found.bounds, all->bounds.at[i]);
    const uint32_t n_said = found.bounds.n;
    for (sema_ty of = infer_bounded(s, self); of; of = infer_bounded_next(s, of)) {
        uint32_t n, n_args;
        const def_predicate *p = def_bounds(s, ty_get(s, of)->def, &n);
        const sema_ty *args = ty_args(s, of, &n_args);
        ty_subst subst = {.owner = ty_get(s, of)->def, .args = args, .n_args = n_args};
        for (uint32_t i = 0; i < n; i++) {
            bool is_own = of == self && !p[i].bound_of;
            if (p[i].kind != PREDICATE_TRAIT ||
                (!is_own &&
                 infer_resolve(c->infer, check_norm(c, ty_substitute(s, p[i].args[0], &subst), p[i].span)) != self))
                continue;
            sema_ty *own = ARENA_ARRAY(s->memory, sema_ty, p[i].n_args);
            own[0] = self;
            for (uint32_t k = 1; k < p[i].n_args; k++)
                own[k] = check_norm(c, ty_substitute(s, p[i].args[k], &subst), p[i].span);
            check_add_bound(c, &found, p[i].trait, own, p[i].n_args, 0);
        }
    }
    for (uint32_t i = n_said; i < found.bounds.n; i++)
        found.bounds.at[i].is_of_item = true;
    *bounds = found.bounds.at;
    return found.bounds.n;
}

static sema_ty *check_copy_args(check *c, const sema_ty *args, uint32_t n)
{
    sema_ty *own = ARENA_ARRAY(c->s->memory, sema_ty, n);
    for (uint32_t i = 0; i < n; i++)
        own[i] = args[i];
    return own;
}

static bool check_is_value(check *c, sema_def item)
{
    def_kind kind = def_kind_of(c->s, item);
    return kind == DEF_FN || kind == DEF_CONST;
}

/* Collects items of inherent impls of a type, and of the bounds of a parameter. args is filled in when a candidate is
 * tried. */
static void check_inherent_candidates(check *c, sema_ty self, sema_symbol name, candidate_list *out)
{
    sema *s = c->s;
    uint32_t n;
    ty_info info = *ty_get(s, self);
    if (info.kind == TY_PARAM || info.kind == TY_PROJECTION || info.kind == TY_OPAQUE || info.kind == TY_DYN) {
        const check_bound *bounds;
        n = check_bounds_of(c, self, &bounds);
        for (uint32_t i = 0; i < n; i++) {
            sema_def item = def_assoc_item(s, bounds[i].trait, name, DEF_NONE);
            if (item && check_is_value(c, item))
                vec_push(s->memory, out,
                         (check_candidate){.item = item,
                                           .parent = bounds[i].trait,
                                           .args = check_copy_args(c, bounds[i].args, bounds[i].n_args),
                                           .n_args = bounds[i].n_args,
                                           .is_of_item = bounds[i].is_of_item});
        }
        if (info.kind != TY_DYN)
            return;
    }
    const sema_def *impls = def_inherent_impls(s, self, &n);
    for (uint32_t i = 0; i < n; i++) {
        sema_def item = def_assoc_item(s, impls[i], name, DEF_NONE);
        if (item && check_is_value(c, item))
            vec_push(s->memory, out, (check_candidate){.item = item, .parent = impls[i]});
    }
}

static void check_trait_candidates(check *c, sema_symbol name, candidate_list *out)
{
    uint32_t n;
    const sema_def *traits = def_traits_in_scope(c->s, c->scope, &n);
    resolve_note_asked(c->s, c->scope, 0, name);
    for (uint32_t i = 0; i < n; i++) {
        sema_def item = def_assoc_item(c->s, traits[i], name, DEF_NONE);
        bool known = !item || !check_is_value(c, item);
        for (uint32_t k = 0; !known && k < out->n; k++)
            known = out->at[k].item == item;
        if (!known)
            vec_push(c->s->memory, out, (check_candidate){.item = item, .parent = traits[i]});
    }
}

/* Makes fresh arguments for a candidate's parent, if bounds have not given them. */
static void check_fill_args(check *c, check_candidate *candidate, sema_span at)
{
    if (candidate->args || candidate->n_args)
        return;
    uint32_t n;
    const sema_ty *args = infer_fresh_args(c->infer, candidate->parent, NULL, 0, at, &n);
    candidate->args = check_copy_args(c, args, n);
    candidate->n_args = n;
}

static bool check_predicates_may_hold(check *c, const check_candidate *candidate, sema_span at)
{
    sema *s = c->s;
    if (def_kind_of(s, candidate->parent) == DEF_TRAIT)
        return infer_holds(c->infer, candidate->parent, candidate->args, candidate->n_args) != ANSWER_NO;
    uint32_t n;
    const def_predicate *p = def_predicates(s, candidate->parent, &n);
    ty_subst subst = {.owner = candidate->parent, .args = candidate->args, .n_args = candidate->n_args};
    for (uint32_t i = 0; i < n; i++) {
        if (p[i].kind != PREDICATE_TRAIT)
            continue;
        sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, p[i].n_args);
        for (uint32_t k = 0; k < p[i].n_args; k++)
            args[k] = check_norm(c, ty_substitute(s, p[i].args[k], &subst), at);
        if (infer_holds(c->infer, p[i].trait, args, p[i].n_args) == ANSWER_NO)
            return false;
    }
    return true;
}

/* Before edition 2021 `array.into_iter()` is not that of the array, which gives its elements, but of a reference. */
static bool check_is_passed_over(const check *c, const check_candidate *candidate, sema_ty receiver, sema_span at)
{
    const sema *s = c->s;
    const uint32_t edition = s->files.at[at.file]->edition;
    return ty_kind_of(s, receiver) == TY_ARRAY && edition && edition < 2021 &&
           candidate->parent == def_lang(s, LANG_INTO_ITERATOR);
}

/* Whether the candidate could be called with a receiver of this type. Nothing stays bound. */
static bool check_receiver_fits(check *c, check_candidate *candidate, sema_ty receiver, sema_span at)
{
    sema *s = c->s;
    if (def_kind_of(s, candidate->item) != DEF_FN)
        return false;
    def_sig sig = def_fn_sig(s, candidate->item);
    if (!sig.has_self || check_is_passed_over(c, candidate, receiver, at))
        return false;
    infer_snapshot before = infer_save(c->infer);
    check_candidate trial = *candidate;
    check_fill_args(c, &trial, at);
    sema_ty self = ty_erase_regions(s, sig.inputs[0]);
    ty_subst subst = {.owner = candidate->parent, .args = trial.args, .n_args = trial.n_args};
    self = check_norm(c, ty_substitute(s, self, &subst), at);
    ty_kind kind =
        ty_kind_of(s, receiver); /* nothing unsized is passed by value; impls for all T are for those of known size */
    bool fits = kind != TY_SLICE && kind != TY_STR && kind != TY_DYN && infer_unify(c->infer, self, receiver) &&
                check_predicates_may_hold(c, &trial, at);
    infer_restore(c->infer, before);
    return fits;
}

typedef struct probe {
    check *c;
    sema_span at;
    sema_symbol name;
    candidate_list inherent, traits;
    check_candidate *hidden; /* private ones that would fit */
} probe;

static void check_probe_report_ambiguous(check *c, sema_symbol name, sema_span at, const check_candidate *a,
                                         const check_candidate *b)
{
    sema *s = c->s;
    sema_report r = check_error(c, RUSTG_DIAG_AMBIGUOUS_ITEM, at);
    sema_primary_label(&r, "multiple `%s` found", sema_text(s, name));
    const check_candidate *all[2] = {a, b};
    for (uint32_t i = 0; i < 2; i++)
        sema_note_at(&r, def_span(s, all[i]->item), "candidate #%u is defined in %s `%s`", i + 1,
                     def_kind_of(s, all[i]->parent) == DEF_TRAIT ? "the trait" : "an impl of",
                     def_kind_of(s, all[i]->parent) == DEF_TRAIT ? sema_text(s, def_get(s, all[i]->parent)->name)
                                                                 : check_show(c, def_type(s, all[i]->parent)));
}

/* Of a trait reference that is known only Self stays. */
static void check_forget_args(check *c, check_candidate *candidate)
{
    const sema_span nowhere = {0, 0, 0};
    uint32_t n;
    const sema_ty *args = infer_fresh_args(c->infer, candidate->parent, candidate->args, 1, nowhere, &n);
    candidate->args = check_copy_args(c, args, n);
    candidate->n_args = n;
}

/* Whether they are one trait with other arguments. What the fn says of an associated type comes before what the type's
 * own bounds do. */
static bool check_differ_in_args(const check_candidate *a, const check_candidate *b)
{
    return a->n_args && b->n_args && a->is_of_item == b->is_of_item;
}

/* How many candidates fit. Where several do, that was reported. */
typedef enum check_picked { PICKED_NONE, PICKED_ONE, PICKED_SEVERAL } check_picked;

static check_picked check_pick_from(probe *p, candidate_list *list, sema_ty receiver, check_candidate *found)
{
    check *c = p->c;
    check_candidate *first = NULL;
    bool several = false;
    for (uint32_t i = 0; i < list->n; i++) {
        check_candidate *k = &list->at[i];
        if (!check_receiver_fits(c, k, receiver, p->at))
            continue;
        if (!def_is_visible(c->s, k->item, c->scope)) {
            p->hidden = k;
            continue;
        }
        if (first && first->parent != k->parent) {
            check_probe_report_ambiguous(c, p->name, p->at, first, k);
            return PICKED_SEVERAL;
        }
        several |= first && check_differ_in_args(first, k);
        if (!first)
            first = k;
    }
    if (!first)
        return PICKED_NONE;
    *found = *first;
    if (several) /* one trait with several arguments: the call's own tell which */
        check_forget_args(c, found);
    return PICKED_ONE;
}

static check_picked check_pick_receiver(probe *p, sema_ty receiver, check_candidate *found)
{
    check_picked picked = check_pick_from(p, &p->inherent, receiver, found);
    if (picked != PICKED_NONE)
        return picked;
    picked = check_pick_from(p, &p->traits, receiver, found);
    if (picked == PICKED_ONE)
        resolve_note_asked(p->c->s, p->c->scope, found->parent, 0);
    return picked;
}

/* Probes with at most so many of the types that dereferencing gives. */
static bool check_probe_steps(check *c, thir_expr receiver, sema_symbol name, sema_span at, uint32_t most,
                              check_pick *pick, bool *reported)
{
    sema *s = c->s;
    check_steps steps;
    check_autoderef_within(c, check_at(c, receiver)->ty, &steps, false, most);
    probe p = {.c = c, .at = at, .name = name};
    *pick = (check_pick){.past_limit = check_past_deref_limit(c, &steps)};
    if (steps.unknown && steps.n == 1) {
        check_known(c, steps.ty[0], check_at(c, receiver)->span);
        *reported = true;
        return false;
    }
    bool unsize = false;
    uint32_t n = steps.n;
    if (ty_kind_of(s, steps.ty[n - 1]) == TY_ARRAY && n < CHECK_MOST_STEPS) {
        sema_ty element = ty_arg(s, steps.ty[n - 1], 0);
        steps.ty[n++] = ty_slice(s, element);
        unsize = true;
    }
    for (uint32_t i = 0; i < n; i++)
        check_inherent_candidates(c, steps.ty[i], name, &p.inherent);
    check_trait_candidates(c, name, &p.traits);
    if (p.inherent.n == 0 && p.traits.n == 0)
        return false;
    sema_ty erased = ty_erased(s);
    for (uint32_t i = 0; i < n; i++) {
        bool last_unsized = unsize && i + 1 == n;
        sema_ty self = steps.ty[i];
        if (check_is_var(c, infer_shallow(c->infer, self)))
            break;
        for (uint8_t autoref = last_unsized ? AUTOREF_SHARED : AUTOREF_NONE; autoref <= AUTOREF_MUT; autoref++) {
            sema_ty type = autoref ? ty_ref(s, erased, autoref == AUTOREF_MUT, self) : self;
            check_candidate found;
            check_picked picked = check_pick_receiver(&p, type, &found);
            if (picked == PICKED_SEVERAL) {
                *reported = true;
                return false;
            }
            if (picked != PICKED_NONE && !autoref && ty_kind_of(s, self) == TY_REF &&
                i + 1 < steps.n) { /* &*x, &mut *x */
                *pick = (check_pick){.past_limit = pick->past_limit,
                                     .candidate = found,
                                     .step = i + 1,
                                     .autoref = ty_get(s, self)->mutable ? AUTOREF_MUT : AUTOREF_SHARED};
                return true;
            }
            if (picked != PICKED_NONE) {
                *pick = (check_pick){.candidate = found,
                                     .step = last_unsized ? i - 1 : i,
                                     .unsize = last_unsized,
                                     .autoref = autoref,
                                     .past_limit = pick->past_limit};
                return true;
            }
        }
    }
    if (p.hidden && most == CHECK_ALL_STEPS) {
        sema_report r = check_error(c, RUSTG_DIAG_PRIVATE_ASSOC, at);
        sema_arg(&r, "%s", check_def_word(c, p.hidden->item));
        sema_arg(&r, "%s", def_shown_ident(s, name));
        sema_primary_label(&r, "private %s", check_def_word(c, p.hidden->item));
        sema_label(&r, def_head_span(s, p.hidden->item), "private %s defined here", check_def_word(c, p.hidden->item));
        *reported = true;
    }
    return false;
}

/* How many types dereferencing gives, if that tells something of the first one, as a Deref of `A<u8>` alone does of
 * `A<_>`; 0: it tells nothing. */
static uint32_t check_guessed_steps(check *c, sema_ty ty)
{
    const sema_ty before = infer_resolve(c->infer, ty);
    if (!ty_has(c->s, before, TY_HAS_INFER))
        return 0;
    check_steps steps;
    const infer_snapshot snapshot = infer_save(c->infer);
    check_autoderef(c, ty, &steps, false);
    const bool is_same = infer_resolve(c->infer, ty) == before;
    infer_restore(c->infer, snapshot);
    return is_same ? 0 : steps.n;
}

bool check_probe_method(check *c, thir_expr receiver, sema_symbol name, sema_span at, check_pick *pick, bool *reported)
{
    const sema_ty ty = check_at(c, receiver)->ty;
    if (ty_has(c->s, infer_resolve(c->infer, ty), TY_HAS_INFER))
        infer_progress(c->infer);
    const uint32_t n = check_guessed_steps(c, ty);
    for (uint32_t most = 1; most < n; most++) { /* only the impls of Deref up to the pick tell anything */
        const infer_snapshot snapshot = infer_save(c->infer);
        if (check_probe_steps(c, receiver, name, at, most, pick, reported))
            return true;
        if (*reported)
            return false;
        infer_restore(c->infer, snapshot);
    }
    return check_probe_steps(c, receiver, name, at, CHECK_ALL_STEPS, pick, reported);
}

static bool check_self_fits(check *c, check_candidate *k, sema_ty self, sema_span at)
{
    infer_snapshot before = infer_save(c->infer);
    check_candidate trial = *k;
    check_fill_args(c, &trial, at);
    sema_ty own;
    if (def_kind_of(c->s, k->parent) == DEF_TRAIT)
        own = trial.args[0];
    else
        own = check_subst(c, def_type(c->s, k->parent), k->parent, trial.args, trial.n_args, at);
    bool fits = infer_unify(c->infer, own, self) && check_predicates_may_hold(c, &trial, at);
    infer_restore(c->infer, before);
    return fits;
}

bool check_probe_assoc(check *c, sema_ty self, sema_symbol name, sema_span at, check_candidate *found, bool *ambiguous)
{
    candidate_list lists[2] = {{0}, {0}};
    check_inherent_candidates(c, self, name, &lists[0]);
    check_trait_candidates(c, name, &lists[1]);
    for (uint32_t l = 0; l < 2; l++) {
        check_candidate *first = NULL;
        bool several = false;
        for (uint32_t i = 0; i < lists[l].n; i++) {
            check_candidate *k = &lists[l].at[i];
            if (!check_self_fits(c, k, self, at))
                continue;
            if (first && first->parent != k->parent) {
                check_probe_report_ambiguous(c, name, at, first, k);
                *ambiguous = true;
                return false;
            }
            several |= first && check_differ_in_args(first, k);
            if (!first)
                first = k;
        }
        if (!first)
            continue;
        *found = *first;
        if (l == 1)
            resolve_note_asked(c->s, c->scope, found->parent, 0);
        if (several)
            check_forget_args(c, found);
        check_fill_args(c, found, at);
        if (def_kind_of(c->s, found->parent) == DEF_TRAIT) {
            infer_unify(c->infer, found->args[0], self);
            check_require(c, found->parent, found->args, found->n_args, at, NULL);
        } else
            infer_unify(c->infer,
                        check_subst(c, def_type(c->s, found->parent), found->parent, found->args, found->n_args, at),
                        self);
        return true;
    }
    return false;
}

/* ---- Names that are nearly right ---- */

static void check_closer(check *c, sema_def item, sema_symbol name, bool methods, uint32_t *best, const char **found)
{
    sema *s = c->s;
    const def_info *i = def_get(s, item);
    if (!i->name || (methods && (i->kind != DEF_FN || !def_fn_sig(s, item).has_self)) ||
        !def_is_visible(s, item, c->scope))
        return;
    const char *candidate = sema_text(s, def_get(s, item)->name);
    uint32_t d = resolve_distance(sema_text(s, name), candidate);
    if (d < *best) {
        *best = d;
        *found = candidate;
    }
}

const char *check_similar_field(check *c, const sema_def *fields, uint32_t n, sema_symbol name)
{
    uint32_t length = (uint32_t)strlen(sema_text(c->s, name)), best = (length < 3 ? 3 : length) / 3 + 1;
    const char *found = NULL;
    for (uint32_t i = 0; i < n; i++)
        check_closer(c, fields[i], name, false, &best, &found);
    return found;
}

const char *check_similar_name(check *c, sema_ty self, sema_symbol name, bool methods)
{
    sema *s = c->s;
    uint32_t length = (uint32_t)strlen(sema_text(s, name)), best = (length < 3 ? 3 : length) / 3 + 1, n, n_items;
    const char *found = NULL;
    self = infer_shallow(c->infer, self);
    ty_info info = *ty_get(s, self);
    if (info.kind == TY_ADT && def_kind_of(s, info.def) == DEF_ENUM && !methods) {
        const sema_def *variants = def_variants(s, info.def, &n);
        for (uint32_t i = 0; i < n; i++)
            check_closer(c, variants[i], name, false, &best, &found);
    }
    const sema_def *impls = def_inherent_impls(s, self, &n);
    for (uint32_t i = 0; i < n; i++) {
        const sema_def *items = def_assoc_items(s, impls[i], &n_items);
        for (uint32_t k = 0; k < n_items; k++)
            check_closer(c, items[k], name, methods, &best, &found);
    }
    const check_bound *bounds;
    n = check_bounds_of(c, self, &bounds);
    for (uint32_t i = 0; i < n; i++) {
        const sema_def *items = def_assoc_items(s, bounds[i].trait, &n_items);
        for (uint32_t k = 0; k < n_items; k++)
            check_closer(c, items[k], name, methods, &best, &found);
    }
    return found;
}
