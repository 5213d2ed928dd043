/* borrow_region.c: puts region variables into types, and relates them as subtyping asks. */
#include "sema/borrow/borrow_internal.h"

borrow_region borrow_new_region(borrow_ctx *c)
{
    region_node none = {.universe = c->universe};
    vec_push(&c->s->scratch, &c->regions, none);
    return c->regions.n - 1;
}

sema_ty borrow_region_ty(borrow_ctx *c, borrow_region r)
{
    return ty_region_of(c->s, REGION_VAR, 0, r);
}

/* Of a lifetime that the signature names. */
static borrow_region borrow_universal_of(borrow_ctx *c, sema_def param)
{
    const uint32_t *found = arena_map_at(&c->s->scratch, &c->universal_of, param, 0);
    return found ? *found : c->of_exit;
}

borrow_region borrow_region_of(borrow_ctx *c, sema_ty region)
{
    const ty_info *info = ty_get(c->s, region);
    switch ((ty_region)info->sub) {
    case REGION_VAR: return (borrow_region)info->value;
    case REGION_PARAM: return borrow_universal_of(c, info->def);
    case REGION_STATIC: return c->of_static;
    case REGION_LATE:
    case REGION_ERASED:
    case REGION_BOUND:
    case REGION_ELIDED: break;
    }
    return c->of_exit;
}

typedef struct binding {
    borrow_ctx *c;
    const region_binder *elided;
} binding;

static sema_ty borrow_bind_part(sema *s, sema_ty t, void *user)
{
    binding *b = user;
    borrow_ctx *c = b->c;
    ty_info info = *ty_get(s, t);
    if (info.kind == TY_CLOSURE) {
        uint32_t n;
        const sema_ty *args = ty_args(s, t, &n);
        if (n && ty_kind_of(s, args[n - 1]) == TY_REGION && ty_get(s, args[n - 1])->sub == REGION_VAR &&
            def_generics(s, info.def).n_params < n)
            return t;
        const closure_summary *summary = borrow_summary(s, info.def);
        uint32_t n_rich = n + (summary ? summary->n_around : 0) + 1;
        sema_ty *rich = ARENA_ARRAY(s->memory, sema_ty, n_rich);
        if (n)
            memcpy(rich, args, n * sizeof *rich);
        for (uint32_t i = n; i < n_rich; i++)
            rich[i] = borrow_region_ty(c, borrow_new_region(c));
        return ty_make(s, info, (info.n_args = n_rich, rich));
    }
    if (info.kind != TY_REGION)
        return t;
    switch ((ty_region)info.sub) {
    case REGION_LATE:
    case REGION_VAR: return t;
    case REGION_STATIC: return borrow_region_ty(c, c->of_static);
    case REGION_PARAM: return borrow_region_ty(c, borrow_universal_of(c, info.def));
    case REGION_ELIDED:
        if (b->elided && info.value < b->elided->n_elided)
            return borrow_region_ty(c, b->elided->elided[info.value]);
        break;
    case REGION_BOUND: return borrow_any_lifetime(c, t);
    case REGION_ERASED: break;
    }
    return borrow_region_ty(c, borrow_new_region(c));
}

bool borrow_has_regions(borrow_ctx *c, sema_ty t)
{
    return ty_has(c->s, t, TY_HAS_LIFETIME);
}

bool borrow_part_has_regions(sema *s, sema_ty t, void *ctx)
{
    (void)ctx;
    return ty_has(s, t, TY_HAS_LIFETIME);
}

sema_ty borrow_bind(borrow_ctx *c, sema_ty t, const region_binder *elided)
{
    if (!borrow_has_regions(c, t))
        return t;
    binding b = {c, elided};
    return ty_fold_each(c->s, t, borrow_part_has_regions, borrow_bind_part, &b);
}

sema_ty borrow_fresh(borrow_ctx *c, sema_ty t)
{
    return borrow_bind(c, t, NULL);
}

sema_ty borrow_subst(borrow_ctx *c, sema_ty t, sema_def owner, const sema_ty *args, uint32_t n_args,
                     const region_binder *elided)
{
    ty_subst subst = {owner, args, n_args};
    if (ty_has(c->s, t, TY_HAS_PARAM | TY_HAS_REGION))
        t = ty_substitute(c->s, t, &subst);
    return borrow_bind(c, t, elided);
}

void borrow_each_region(borrow_ctx *c, sema_ty t, void (*fn)(borrow_ctx *c, borrow_region r, void *user), void *user)
{
    if (!ty_has(c->s, t, TY_HAS_REGION))
        return;
    if (ty_kind_of(c->s, t) == TY_REGION) {
        if (ty_get(c->s, t)->sub != REGION_ERASED && ty_get(c->s, t)->sub != REGION_LATE)
            fn(c, borrow_region_of(c, t), user);
        return;
    }
    uint32_t n = ty_get(c->s, t)->n_args;
    for (uint32_t i = 0; i < n; i++)
        borrow_each_region(c, ty_arg(c->s, t, i), fn, user);
}

typedef struct region_mention {
    borrow_region r;
    bool found;
} region_mention;

static void borrow_is_mentioned(borrow_ctx *c, borrow_region r, void *user)
{
    (void)c;
    region_mention *mention = user;
    mention->found |= mention->r == r;
}

bool borrow_mentions(borrow_ctx *c, sema_ty t, borrow_region r)
{
    region_mention mention = {r, false};
    borrow_each_region(c, t, borrow_is_mentioned, &mention);
    return mention.found;
}

void borrow_outlives(borrow_ctx *c, borrow_region sup, borrow_region sub, outlives_why why, sema_span span)
{
    if (sup == sub)
        return;
    outlives o = {sup, sub, (uint8_t)why, c->regions.at[sub].first_out, span};
    vec_push(&c->s->scratch, &c->constraints, o);
    c->regions.at[sub].first_out = c->constraints.n;
}

static void borrow_relate_regions(borrow_ctx *c, sema_ty from, sema_ty to, variance v, outlives_why why, sema_span span)
{
    const uint8_t a_sub = ty_get(c->s, from)->sub, b_sub = ty_get(c->s, to)->sub;
    if (a_sub == REGION_ERASED || b_sub == REGION_ERASED || a_sub == REGION_LATE || b_sub == REGION_LATE)
        return;
    borrow_region a = borrow_region_of(c, from), b = borrow_region_of(c, to);
    if (v == COVARIANT || v == INVARIANT)
        borrow_outlives(c, a, b, why, span);
    if (v == CONTRAVARIANT || v == INVARIANT)
        borrow_outlives(c, b, a, why, span);
}

static variance borrow_compose(variance outer, variance inner)
{
    if (outer == BIVARIANT || inner == BIVARIANT)
        return BIVARIANT;
    if (outer == INVARIANT || inner == INVARIANT)
        return INVARIANT;
    return outer == inner ? COVARIANT : CONTRAVARIANT;
}

static void borrow_end_everywhere(borrow_ctx *c, borrow_region r, void *user)
{
    borrow_outlives(c, r, c->of_exit, WHY_RETURN, *(const sema_span *)user);
}

static void borrow_becomes_opaque(borrow_ctx *c, sema_ty hidden, sema_ty opaque, sema_span span)
{
    borrow_each_region(c, hidden, borrow_end_everywhere, &span);
    borrow_note_captures(c, hidden, opaque, span);
}

static const uint8_t *borrow_variances(sema *s, sema_def adt, uint32_t *n);

static void borrow_region_relate(borrow_ctx *c, sema_ty from, sema_ty to, variance v, outlives_why why, sema_span span)
{
    sema *s = c->s;
    if (from == to || v == BIVARIANT)
        return;
    ty_info x = *ty_get(s, from), y = *ty_get(s, to);
    if (x.kind == TY_REGION && y.kind == TY_REGION) {
        borrow_relate_regions(c, from, to, v, why, span);
        return;
    }
    if (!borrow_has_regions(c, from) && !borrow_has_regions(c, to))
        return;
    if (y.kind == TY_OPAQUE && x.kind != TY_OPAQUE && v != CONTRAVARIANT) {
        borrow_becomes_opaque(c, from, to, span);
        return;
    }
    if (x.kind != y.kind || x.def != y.def)
        return;
    uint32_t n = x.n_args < y.n_args ? x.n_args : y.n_args;
    switch ((ty_kind)x.kind) {
    case TY_REF:
        borrow_relate_regions(c, ty_arg(s, from, 0), ty_arg(s, to, 0), v, why, span);
        borrow_region_relate(c, ty_arg(s, from, 1), ty_arg(s, to, 1), y.mutable ? borrow_compose(v, INVARIANT) : v, why,
                             span);
        return;
    case TY_PTR:
        borrow_region_relate(c, ty_arg(s, from, 0), ty_arg(s, to, 0), y.mutable ? borrow_compose(v, INVARIANT) : v, why,
                             span);
        return;
    case TY_ADT: {
        uint32_t n_variances;
        const uint8_t *variances = borrow_variances(s, x.def, &n_variances);
        for (uint32_t i = 0; i < n && i < n_variances; i++)
            borrow_region_relate(c, ty_arg(s, from, i), ty_arg(s, to, i), borrow_compose(v, (variance)variances[i]),
                                 why, span);
        return;
    }
    case TY_FN_PTR:
        if (v != CONTRAVARIANT)
            borrow_relate_pointers(c, from, to, v == INVARIANT, why, span);
        if (v != COVARIANT)
            borrow_relate_pointers(c, to, from, v == INVARIANT, why, span);
        return;
    case TY_TUPLE:
    case TY_ARRAY:
    case TY_SLICE:
        for (uint32_t i = 0; i < n; i++)
            borrow_region_relate(c, ty_arg(s, from, i), ty_arg(s, to, i), v, why, span);
        return;
    case TY_DYN: {
        const bool is_called = def_dyn_called_as(s, from) && def_dyn_called_as(s, to);
        for (uint32_t i = 0; i < n; i++)
            borrow_region_relate(c, ty_arg(s, from, i), ty_arg(s, to, i),
                                 i == 0 || (is_called && i + 1 == n) ? v : borrow_compose(v, INVARIANT), why, span);
        return;
    }
    case TY_CLOSURE:
        for (uint32_t i = 0; i < n; i++)
            borrow_region_relate(c, ty_arg(s, from, i), ty_arg(s, to, i), i + 1 < n ? borrow_compose(v, INVARIANT) : v,
                                 why, span);
        return;
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_CASES_SCALAR:
    case TY_NEVER:
    case TY_STR:
    case TY_FN_DEF:
    case TY_CASES_UNKNOWN:
    case TY_CASES_NO_TYPE:
        for (uint32_t i = 0; i < n; i++)
            borrow_region_relate(c, ty_arg(s, from, i), ty_arg(s, to, i), borrow_compose(v, INVARIANT), why, span);
    }
}

void borrow_equal(borrow_ctx *c, sema_ty a, sema_ty b, outlives_why why, sema_span span)
{
    borrow_region_relate(c, a, b, INVARIANT, why, span);
}

void borrow_relate(borrow_ctx *c, sema_ty from, sema_ty to, outlives_why why, sema_span span)
{
    if (ty_kind_of(c->s, to) == TY_OPAQUE && ty_kind_of(c->s, from) != TY_OPAQUE) {
        borrow_becomes_opaque(c, from, to, span);
        return;
    }
    const bool is_ref = ty_kind_of(c->s, to) == TY_REF;
    if (ty_kind_of(c->s, from) == ty_kind_of(c->s, to) && (is_ref || ty_kind_of(c->s, to) == TY_PTR) &&
        ty_kind_of(c->s, ty_arg(c->s, from, is_ref)) == TY_DYN &&
        ty_kind_of(c->s, ty_arg(c->s, to, is_ref)) == TY_DYN) {
        /* It is coerced to one that promises less: the object's lifetime may be shorter, whatever the pointer is. */
        if (is_ref)
            borrow_relate_regions(c, ty_arg(c->s, from, 0), ty_arg(c->s, to, 0), COVARIANT, why, span);
        borrow_region_relate(c, ty_arg(c->s, from, is_ref), ty_arg(c->s, to, is_ref), COVARIANT, why, span);
        return;
    }
    borrow_region_relate(c, from, to, COVARIANT, why, span);
}

void borrow_equate(borrow_ctx *c, sema_ty a, sema_ty b, sema_span span)
{
    borrow_relate(c, a, b, WHY_OTHER, span);
    borrow_relate(c, b, a, WHY_OTHER, span);
}

/* ---- Variance ---- */

typedef struct variance_entry {
    uint8_t *of;
    uint32_t n;
    bool done;
} variance_entry;
typedef struct borrow_table {
    arena_map at;
    VEC(variance_entry) entries;
    arena_map body_at, summary_at; /* of closures: bodies that were checked */
    VEC(const thir_body *) bodies;
    VEC(const closure_summary *) summaries;
} borrow_table;

static void borrow_region_visit(sema *s, sema_def adt, uint8_t *of, sema_ty t, variance v, bool *changed);

static borrow_table *borrow_table_of(sema *s)
{
    if (!s->variances)
        s->variances = ARENA_NEW(s->memory, borrow_table);
    return s->variances;
}

void borrow_remember_body(sema *s, const thir_body *closure)
{
    borrow_table *table = borrow_table_of(s);
    *arena_map_at(s->memory, &table->body_at, closure->owner, 1) = table->bodies.n;
    vec_push(s->memory, &table->bodies, closure);
}

const thir_body *borrow_closure_body(sema *s, sema_def closure)
{
    borrow_table *table = borrow_table_of(s);
    const uint32_t *at = arena_map_at(s->memory, &table->body_at, closure, 0);
    return at ? table->bodies.at[*at] : NULL;
}

void borrow_remember_summary(sema *s, sema_def closure, const closure_summary *summary)
{
    borrow_table *table = borrow_table_of(s);
    *arena_map_at(s->memory, &table->summary_at, closure, 1) = table->summaries.n;
    vec_push(s->memory, &table->summaries, summary);
}

const closure_summary *borrow_summary(sema *s, sema_def closure)
{
    borrow_table *table = borrow_table_of(s);
    const uint32_t *at = arena_map_at(s->memory, &table->summary_at, closure, 0);
    return at ? table->summaries.at[*at] : NULL;
}

static variance_entry *borrow_region_entry_of(sema *s, sema_def adt)
{
    borrow_table *table = borrow_table_of(s);
    uint32_t *at = arena_map_at(s->memory, &table->at, adt, 1);
    if (!*at) {
        variance_entry fresh = {NULL, def_generics(s, adt).n_params, false};
        fresh.of = ARENA_ARRAY(s->memory, uint8_t, fresh.n);
        vec_push(s->memory, &table->entries, fresh);
        *at = table->entries.n;
        bool phantom = adt == def_lang(s, LANG_PHANTOM_DATA);
        bool changed = true;
        uint8_t *of = fresh.of;
        uint32_t index = *at - 1;
        while (changed) {
            changed = false;
            uint32_t n_variants, n_fields;
            if (phantom) {
                for (uint32_t i = 0; i < fresh.n; i++)
                    of[i] = COVARIANT;
                break;
            }
            const sema_def *variants = def_variants(s, adt, &n_variants);
            for (uint32_t i = 0; i < n_variants; i++) {
                const sema_def *fields = def_fields(s, variants[i], &n_fields);
                for (uint32_t j = 0; j < n_fields; j++)
                    borrow_region_visit(s, adt, of, def_type(s, fields[j]), COVARIANT, &changed);
            }
        }
        const char *name = sema_text(s, def_get(s, adt)->name);
        if (def_get(s, adt)->is_library && (!strcmp(name, "UnsafeCell") || !strcmp(name, "Cell")))
            memset(of, INVARIANT, fresh.n);
        table->entries.at[index].done = true;
        return &table->entries.at[index];
    }
    return &table->entries.at[*at - 1];
}

static void borrow_region_join(uint8_t *of, variance v, bool *changed)
{
    uint8_t both = (uint8_t)(*of | v);
    if (both != *of) {
        *of = both;
        *changed = true;
    }
}

static void borrow_region_visit(sema *s, sema_def adt, uint8_t *of, sema_ty t, variance v, bool *changed)
{
    ty_info info = *ty_get(s, t);
    if (info.kind == TY_PARAM || (info.kind == TY_REGION && info.sub == REGION_PARAM)) {
        def_generics_list generics = def_generics(s, adt);
        for (uint32_t i = 0; i < generics.n_params; i++)
            if (generics.params[i] == info.def)
                borrow_region_join(&of[i], v, changed);
        return;
    }
    if (!ty_has(s, t, TY_HAS_PARAM | TY_HAS_REGION))
        return;
    for (uint32_t i = 0; i < info.n_args; i++) {
        variance inner = INVARIANT;
        switch ((ty_kind)info.kind) {
        case TY_REF: inner = i == 1 && info.mutable ? INVARIANT : COVARIANT; break;
        case TY_PTR: inner = info.mutable ? INVARIANT : COVARIANT; break;
        case TY_TUPLE:
        case TY_ARRAY:
        case TY_SLICE: inner = COVARIANT; break;
        case TY_FN_PTR: inner = i + 1 < info.n_args ? CONTRAVARIANT : COVARIANT; break;
        case TY_DYN: inner = i == 0 ? COVARIANT : INVARIANT; break;
        case TY_ADT: {
            const variance_entry *entry = borrow_region_entry_of(s, info.def);
            inner = i < entry->n ? (variance)entry->of[i] : INVARIANT;
            break;
        }
        case TY_CASES_NOTHING:
        case TY_ERROR:
        case TY_CASES_SCALAR:
        case TY_NEVER:
        case TY_STR:
        case TY_FN_DEF:
        case TY_CLOSURE:
        case TY_CASES_UNKNOWN:
        case TY_CASES_NO_TYPE: break;
        }
        if (inner != BIVARIANT)
            borrow_region_visit(s, adt, of, ty_arg(s, t, i), borrow_compose(v, inner), changed);
    }
}

static const uint8_t *borrow_variances(sema *s, sema_def adt, uint32_t *n)
{
    const variance_entry *entry = borrow_region_entry_of(s, adt);
    *n = entry->n;
    return entry->of;
}
