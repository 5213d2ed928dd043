/* infer_vars.c: makes inference variables, unifies types with them, and undoes both. */
#include "sema/infer/infer_internal.h"

infer_cache *infer_cache_of(sema *s)
{
    if (!s->cache)
        s->cache = ARENA_NEW(s->memory, infer_cache);
    return s->cache;
}

infer_ctx *infer_begin(sema *s, sema_def owner)
{
    infer_ctx *c = ARENA_NEW(s->memory, infer_ctx);
    c->s = s;
    c->owner = owner;
    c->n_diags = s->diags.n;
    c->env = trait_env_of(s, owner);
    return c;
}

void infer_trail(infer_ctx *c, uint32_t what, uint32_t index)
{
    vec_push(c->s->memory, &c->trail, (uint64_t)what << 32 | index);
}

sema_ty infer_new(infer_ctx *c, ty_infer_kind kind, sema_span at)
{
    ty_info info = {.kind = TY_INFER, .sub = (uint8_t)kind, .value = c->vars.n};
    infer_var var = {.self = ty_make(c->s, info, NULL), .at = at, .kind = (uint8_t)kind};
    vec_push(c->s->memory, &c->vars, var);
    return var.self;
}

const sema_ty *infer_fresh_args(infer_ctx *c, sema_def d, const sema_ty *parents, uint32_t n_parents, sema_span at,
                                uint32_t *n_args)
{
    def_generics_list generics = def_generics(c->s, d);
    sema_ty *args = ARENA_ARRAY(c->s->memory, sema_ty, generics.n_params);
    for (uint32_t i = 0; i < generics.n_params; i++) {
        if (i < n_parents) {
            args[i] = parents[i];
            continue;
        }
        switch (def_kind_of(c->s, generics.params[i])) {
        case DEF_LIFETIME_PARAM: args[i] = ty_erased(c->s); break;
        case DEF_CONST_PARAM: args[i] = infer_new(c, INFER_CONST, at); break;
        case DEF_NONE:
        case DEF_CASES_MODULE:
        case DEF_FN:
        case DEF_CASES_ADT:
        case DEF_CASES_OF_ADT:
        case DEF_TRAIT:
        case DEF_IMPL:
        case DEF_CASES_VALUE:
        case DEF_CASES_ALIAS:
        case DEF_TYPE_PARAM:
        case DEF_CASES_NAMELESS: args[i] = infer_new(c, INFER_GENERAL, at);
        }
    }
    *n_args = generics.n_params;
    return args;
}

static inline sema_ty infer_known(const infer_ctx *c, sema_ty t)
{
    for (;;) {
        const ty_info *info = ty_get(c->s, t);
        if (info->kind != TY_INFER || info->value >= c->vars.n || !c->vars.at[info->value].value)
            return t;
        t = c->vars.at[info->value].value;
    }
}

sema_ty infer_shallow(infer_ctx *c, sema_ty t)
{
    return infer_known(c, t);
}

static sema_ty infer_resolve_part(sema *s, sema_ty t, void *user)
{
    if (ty_kind_of(s, t) != TY_INFER)
        return t;
    infer_ctx *c = user;
    sema_ty known = infer_known(c, t);
    if (known == t)
        return t;
    c->work += c->nesting > 0;
    if (++c->n_resolved > (c->gave_up ? INFER_MAX_RESOLVED / 100 : INFER_MAX_RESOLVED)) {
        c->gave_up = c->overflowed = true;
        return t;
    }
    return infer_resolve(c, known);
}

sema_ty infer_resolve(infer_ctx *c, sema_ty t)
{
    if (!ty_has(c->s, t, TY_HAS_INFER))
        return t;
    if (!c->resolving)
        c->n_resolved = 0;
    c->resolving++;
    t = ty_kind_of(c->s, t) == TY_INFER ? infer_resolve_part(c->s, t, c)
                                        : ty_fold(c->s, t, TY_HAS_INFER, infer_resolve_part, c);
    c->resolving--;
    return t;
}

const sema_ty *infer_resolve_all(infer_ctx *c, const sema_ty *types, uint32_t n)
{
    uint32_t i = 0;
    while (i < n && !ty_has(c->s, types[i], TY_HAS_INFER))
        i++;
    if (i == n)
        return types;
    sema_ty *known = ARENA_ARRAY(c->s->memory, sema_ty, n);
    for (i = 0; i < n; i++)
        known[i] = infer_resolve(c, types[i]);
    return known;
}

bool infer_any(infer_ctx *c, const sema_ty *types, uint32_t n, uint8_t flags)
{
    for (uint32_t i = 0; i < n; i++)
        if (ty_has(c->s, types[i], flags))
            return true;
    return false;
}

static void infer_collect_unknowns(infer_ctx *c, sema_ty t, uint32_t roots[INFER_MAX_STALLED], uint32_t *n)
{
    if (*n > INFER_MAX_STALLED || !ty_has(c->s, t, TY_HAS_INFER))
        return;
    t = infer_shallow(c, t);
    ty_info info = *ty_get(c->s, t);
    if (info.kind == TY_INFER) {
        for (uint32_t i = 0; i < *n && i < INFER_MAX_STALLED; i++)
            if (roots[i] == info.value)
                return;
        if (*n < INFER_MAX_STALLED)
            roots[*n] = (uint32_t)info.value;
        ++*n;
        return;
    }
    for (uint32_t i = 0; i < info.n_args; i++)
        infer_collect_unknowns(c, ty_arg(c->s, t, i), roots, n);
}

uint32_t infer_unknowns(infer_ctx *c, const sema_ty *types, uint32_t n, uint32_t roots[INFER_MAX_STALLED])
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < n; i++)
        infer_collect_unknowns(c, types[i], roots, &found);
    return found;
}

static bool infer_occurs(infer_ctx *c, sema_ty var, sema_ty t)
{
    if (!ty_has(c->s, t, TY_HAS_INFER))
        return false;
    t = infer_shallow(c, t);
    if (t == var)
        return true;
    uint32_t n = ty_get(c->s, t)->n_args;
    for (uint32_t i = 0; i < n; i++)
        if (infer_occurs(c, var, ty_arg(c->s, t, i)))
            return true;
    return false;
}

static void infer_bind(infer_ctx *c, uint32_t var, sema_ty value)
{
    c->vars.at[var].value = value;
    c->version++;
    if (var < c->n_older_vars) { /* from now on it is also as old as what it is said to be */
        c->question++;
        c->n_older_vars = c->vars.n;
    }
    infer_trail(c, TRAIL_BIND, var);
}

static bool infer_unify_vars(infer_ctx *c, uint32_t a, uint32_t b)
{
    infer_var *x = &c->vars.at[a], *y = &c->vars.at[b];
    if (x->kind != y->kind) {
        if (x->kind == INFER_CONST || y->kind == INFER_CONST)
            return false;
        if (x->kind == INFER_GENERAL)
            infer_bind(c, a, y->self);
        else if (y->kind == INFER_GENERAL)
            infer_bind(c, b, x->self);
        else
            return false;
        return true;
    }
    if (x->rank < y->rank) {
        infer_bind(c, a, y->self);
    } else {
        if (x->rank == y->rank && x->rank < UINT8_MAX)
            x->rank++;
        infer_bind(c, b, x->self);
    }
    return true;
}

static sema_ty infer_find_escaping(sema *s, sema_ty region, uint32_t depth, void *user)
{
    const ty_info *info = ty_get(s, region);
    if (info->sub == REGION_LATE && info->value / TY_LATE_DEPTH >= depth)
        *(bool *)user = true;
    return region;
}

/* Whether t stands in a fn pointer's type and has lifetimes that the pointer leaves to each call. */
static bool infer_escapes(sema *s, sema_ty t)
{
    bool found = false;
    ty_fold_regions(s, t, infer_find_escaping, &found);
    return found;
}

static bool infer_bind_var(infer_ctx *c, uint32_t var, sema_ty t)
{
    sema *s = c->s;
    switch ((ty_infer_kind)c->vars.at[var].kind) {
    case INFER_INT:
        if (!ty_is_integer(s, t))
            return false;
        break;
    case INFER_FLOAT:
        if (!ty_is_float(s, t))
            return false;
        break;
    case INFER_CONST:
        switch (ty_kind_of(s, t)) {
        case TY_CONST:
        case TY_CONST_UNEVALUATED: break;
        case TY_PARAM:
            if (def_kind_of(s, ty_get(s, t)->def) != DEF_CONST_PARAM)
                return false;
            break;
        case TY_CASES_NOTHING:
        case TY_ERROR:
        case TY_CASES_SCALAR:
        case TY_NEVER:
        case TY_STR:
        case TY_DYN:
        case TY_TUPLE:
        case TY_CASES_LIST:
        case TY_CASES_POINTER:
        case TY_ADT:
        case TY_CASES_CALLABLE:
        case TY_PROJECTION:
        case TY_OPAQUE:
        case TY_INFER:
        case TY_REGION: return false;
        }
        break;
    case INFER_GENERAL:
        if (ty_kind_of(s, t) == TY_CONST || ty_kind_of(s, t) == TY_CONST_UNEVALUATED)
            return false;
        break;
    }
    if (ty_has(s, t, TY_HAS_REGION))
        t = ty_erase_regions(s, t);
    if (c->exact && infer_escapes(s, t))
        return false;
    if (infer_occurs(c, c->vars.at[var].self, t))
        return false;
    infer_bind(c, var, t);
    return true;
}

/* What a part of a fn pointer's type is unified with has none of the lifetimes that the pointer leaves to calls. */
static const sema_ty *infer_parts(sema *s, sema_ty t)
{
    uint32_t n;
    return ty_kind_of(s, t) == TY_FN_PTR && ty_has(s, t, TY_HAS_LIFETIME) ? ty_fn_ptr_parts(s, t, &n) : NULL;
}

/* The body's hidden type that t is. One with lifetimes is none: it is only where they are its function's own, and they
 * are not looked at. */
static infer_hidden *infer_hidden_of(infer_ctx *c, sema_ty t)
{
    if (!c->equates || ty_kind_of(c->s, t) != TY_OPAQUE)
        return NULL;
    t = ty_erase_regions(c->s, t);
    for (uint32_t i = 0; i < c->n_hidden_types; i++)
        if (c->hidden[i].ty == t)
            return ty_has(c->s, t, TY_HAS_REGION | TY_HAS_LIFETIME) ? NULL : &c->hidden[i];
    return NULL;
}

static sema_ty infer_normal_of(infer_ctx *c, sema_ty t)
{
    const bool exact = c->exact;
    c->exact = false;
    t = infer_shallow(c, infer_normalize(c, t, (sema_span){0, 0, 0}));
    c->exact = exact;
    return t;
}

static bool infer_vars_unify(infer_ctx *c, sema_ty a, sema_ty b);

/* As infer_vars_unify(), of what has taken the place of types that can go on without end. */
static bool infer_unify_deeper(infer_ctx *c, sema_ty a, sema_ty b)
{
    if (c->nesting >= INFER_MAX_NESTING) {
        c->overflowed = true;
        return false;
    }
    c->nesting++;
    const bool same = infer_vars_unify(c, a, b);
    c->nesting--;
    return same;
}

/* A type that the body hides with another, which is no such variable as can stand for it. */
static bool infer_unify_hidden(infer_ctx *c, infer_hidden *hidden, sema_ty other)
{
    if (infer_known(c, hidden->var) == other) {
        hidden->is_itself = true;
        return true;
    }
    return infer_unify_deeper(c, hidden->var, other);
}

static bool infer_vars_unify(infer_ctx *c, sema_ty a, sema_ty b)
{
    sema *s = c->s;
    a = infer_known(c, a);
    b = infer_known(c, b);
    if (a == b)
        return true;
    ty_info x = *ty_get(s, a), y = *ty_get(s, b);
    if (x.kind == TY_ERROR || y.kind == TY_ERROR) { /* of what an error is a part of nothing more is told */
        const ty_info other = x.kind == TY_ERROR ? y : x;
        return other.kind != TY_INFER || other.sub != INFER_GENERAL ||
               infer_bind_var(c, (uint32_t)other.value, TY_ERROR);
    }
    if (x.kind == TY_REGION || y.kind == TY_REGION)
        return x.kind == y.kind && !(c->exact && (x.sub == REGION_LATE || y.sub == REGION_LATE));
    bool x_alias = x.kind == TY_PROJECTION || x.kind == TY_CONST_UNEVALUATED;
    bool y_alias = y.kind == TY_PROJECTION || y.kind == TY_CONST_UNEVALUATED;
    bool x_opaque = c->concrete && x.kind == TY_OPAQUE, y_opaque = c->concrete && y.kind == TY_OPAQUE;
    if (x_alias || y_alias || x_opaque || y_opaque ||
        (x.kind == TY_INFER && ty_has(s, b, TY_HAS_PROJECTION | TY_HAS_UNEVALUATED)) ||
        (y.kind == TY_INFER && ty_has(s, a, TY_HAS_PROJECTION | TY_HAS_UNEVALUATED))) {
        const sema_ty known_a = infer_normal_of(c, a), known_b = infer_normal_of(c, b);
        if (known_a == known_b)
            return true;
        if (known_a != a || known_b != b)
            return infer_unify_deeper(c, known_a, known_b);
    }
    infer_hidden *hidden_a = infer_hidden_of(c, a), *hidden_b = infer_hidden_of(c, b),
                 *hidden = hidden_a ? hidden_a : hidden_b;
    const sema_ty other = hidden_a ? b : a;
    if (hidden && hidden_a != hidden_b && (ty_kind_of(s, other) != TY_INFER || infer_known(c, hidden->var) == other))
        return infer_unify_hidden(c, hidden, other);
    if (x.kind == TY_INFER && y.kind == TY_INFER)
        return infer_unify_vars(c, (uint32_t)x.value, (uint32_t)y.value);
    if (x.kind == TY_INFER)
        return infer_bind_var(c, (uint32_t)x.value, b);
    if (y.kind == TY_INFER)
        return infer_bind_var(c, (uint32_t)y.value, a);
    if (x.kind == TY_CONST && y.kind == TY_CONST)
        return x.value == y.value;
    if (x.kind != y.kind || x.def != y.def || x.sub != y.sub || x.mutable != y.mutable || x.value != y.value ||
        x.n_args != y.n_args || x.n_args == 0)
        return false;
    const sema_ty *of_a = c->exact ? NULL : infer_parts(s, a), *of_b = c->exact ? NULL : infer_parts(s, b);
    for (uint32_t i = 0; i < x.n_args; i++)
        if (!infer_vars_unify(c, of_a ? of_a[i] : ty_arg(s, a, i), of_b ? of_b[i] : ty_arg(s, b, i)))
            return false;
    return true;
}

bool infer_unify(infer_ctx *c, sema_ty a, sema_ty b)
{
    if (a == b)
        return true;
    infer_snapshot before = infer_save(c);
    const bool equated = c->equates;
    c->equates = c->n_hidden_types > 0;
    const bool same = infer_vars_unify(c, a, b);
    c->equates = equated;
    if (!same)
        infer_restore(c, before);
    return same;
}

void infer_hide(infer_ctx *c, infer_hidden *list, uint32_t n)
{
    c->hidden = list;
    c->n_hidden_types = n;
}

bool infer_settle_hidden(infer_ctx *c, const infer_hidden *hidden)
{
    return hidden->is_itself && ty_kind_of(c->s, infer_known(c, hidden->var)) == TY_INFER &&
           infer_unify_all(c, &hidden->var, &hidden->ty, 1);
}

bool infer_unify_all(infer_ctx *c, const sema_ty *a, const sema_ty *b, uint32_t n)
{
    infer_snapshot before = infer_save(c);
    const bool equated = c->equates;
    bool same = true;
    c->equates = false;
    for (uint32_t i = 0; i < n && same; i++)
        same = infer_vars_unify(c, a[i], b[i]);
    c->equates = equated;
    if (!same)
        infer_restore(c, before);
    return same;
}

bool infer_unify_exactly(infer_ctx *c, const sema_ty *a, const sema_ty *b, uint32_t n)
{
    const bool exact = c->exact;
    c->exact = true;
    const bool same = infer_unify_all(c, a, b, n);
    c->exact = exact;
    return same;
}

infer_snapshot infer_save(infer_ctx *c)
{
    return (infer_snapshot){c->trail.n, c->vars.n, c->pending.n};
}

void infer_restore(infer_ctx *c, infer_snapshot to)
{
    while (c->trail.n > to.trail) {
        uint64_t entry = c->trail.at[--c->trail.n];
        uint32_t index = (uint32_t)entry;
        switch ((infer_change)(entry >> 32)) {
        case TRAIL_BIND: c->vars.at[index].value = 0; break;
        case TRAIL_STATE:
            c->pending.at[index].state = PENDING_OPEN;
            c->pending.at[index].n_stalled = 0;
            if (index < c->first_open)
                c->first_open = index;
            c->version++;
            break;
        case TRAIL_STALL:
            c->pending.at[index].n_stalled = 0;
            c->version++;
            break;
        }
    }
    c->vars.n = to.n_vars;
    c->pending.n = to.n_pending;
    if (c->first_open > c->pending.n)
        c->first_open = c->pending.n;
}

void infer_default_numbers(infer_ctx *c)
{
    infer_progress(c);
    bool any = false;
    for (uint32_t i = 0; i < c->vars.n; i++) {
        if (c->vars.at[i].value)
            continue;
        if (c->vars.at[i].kind == INFER_INT)
            infer_bind(c, i, TY_I32);
        else if (c->vars.at[i].kind == INFER_FLOAT)
            infer_bind(c, i, TY_F64);
        else
            continue;
        vec_push(c->s->memory, &c->defaults, i);
        any = true;
    }
    if (any)
        infer_progress(c);
}

void infer_show_defaults(infer_ctx *c, uint32_t from)
{
    const uint32_t before = c->defaults.n - c->n_hidden;
    for (uint32_t i = before; i < from; i++) {
        infer_var *var = &c->vars.at[c->defaults.at[i]];
        var->value = var->kind == INFER_INT ? (sema_ty)TY_I32 : (sema_ty)TY_F64;
    }
    for (uint32_t i = from; i < before; i++)
        c->vars.at[c->defaults.at[i]].value = TY_NONE;
    c->n_hidden = c->defaults.n - from;
}
