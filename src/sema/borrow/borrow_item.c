/* borrow_item.c: checks the lifetimes of items: that the types in fields, in where clauses and in impls are well-formed
 * and keep what traits ask of them, and that a method of an impl takes all that the trait's takes. What a signature or
 * the header of an impl is made of is assumed to be well-formed. */
#include "sema/borrow/borrow.h"
#include "sema/borrow/borrow_internal.h"
#include "sema/syntax/syntax.h"

static borrow_ctx *borrow_item_begin(sema *s, sema_def owner, sema_def generics_of)
{
    if (s->n_scratch_users++ == 0)
        s->scratch.out_of_memory = s->memory->out_of_memory;
    borrow_ctx *c = ARENA_NEW(&s->scratch, borrow_ctx);
    c->s = s;
    c->body = ARENA_NEW(&s->scratch, thir_body);
    c->owner = owner;
    c->generics_of = generics_of;
    c->infer = infer_begin(s, generics_of);
    c->is_item = true;
    vec_push(&s->scratch, &c->places, (place_node){0});
    vec_push(&s->scratch, &c->locals, (borrow_local){0});
    borrow_declare_universals(c);
    return c;
}

static void borrow_item_end(borrow_ctx *c)
{
    sema *s = c->s;
    borrow_number_universals(c);
    borrow_solve_regions(c);
    borrow_check_outlives(c);
    if (--s->n_scratch_users == 0)
        arena_free(&s->scratch);
}

static void borrow_item_assume(borrow_ctx *c, sema_ty t)
{
    if (borrow_has_regions(c, t))
        vec_push(&c->s->scratch, &c->implied, t);
}

static void borrow_item_assume_header(borrow_ctx *c, sema_def impl)
{
    const def_trait_ref of = def_impl_trait(c->s, impl);
    borrow_item_assume(c, borrow_bind(c, def_type(c->s, impl), NULL));
    for (uint32_t i = 0; i < of.n_args; i++)
        borrow_item_assume(c, borrow_bind(c, of.args[i], NULL));
}

static void borrow_item_want(borrow_ctx *c, sema_ty t, sema_span span)
{
    c->call_span = span;
    if (!ty_has(c->s, t, TY_HAS_ERROR | TY_HAS_OPAQUE))
        borrow_want_written_formed(c, t, span);
}

static bool borrow_item_concerns(sema *s, sema_ty t)
{
    return t && ty_has(s, t, TY_HAS_LIFETIME | TY_HAS_REGION);
}

/* The bounds of `of`, whose parameters args are, in terms of the item. */
static void borrow_item_want_bounds(borrow_ctx *c, const def_predicate *bounds, uint32_t n, sema_def of,
                                    const sema_ty *args, uint32_t n_args, sema_span span)
{
    sema *s = c->s;
    c->call_span = span;
    for (uint32_t i = 0; i < n; i++) {
        const def_predicate *p = &bounds[i];
        if (p->of_any || p->bound_of || (p->kind == PREDICATE_TRAIT && p->trait == of))
            continue;
        sema_ty *own = ARENA_ARRAY(s->memory, sema_ty, p->n_args);
        for (uint32_t k = 0; k < p->n_args; k++)
            own[k] = borrow_normalize(c, borrow_subst(c, p->args[k], of, args, n_args, NULL));
        if (p->kind == PREDICATE_TRAIT)
            borrow_want_trait(c, p->trait, own, p->n_args, span);
        else if (p->kind == PREDICATE_OUTLIVES || p->kind == PREDICATE_OUTLIVES_TY)
            borrow_want_outlives(c, own[0], own[1], span);
    }
}

/* ---- Fields ---- */

static void borrow_item_adt(sema *s, sema_def adt)
{
    uint32_t n_variants, n_fields;
    const sema_def *variants = def_variants(s, adt, &n_variants);
    borrow_ctx *c = NULL;
    for (uint32_t i = 0; i < n_variants; i++) {
        const sema_def *fields = def_fields(s, variants[i], &n_fields);
        for (uint32_t k = 0; k < n_fields; k++) {
            const sema_ty t = def_type(s, fields[k]);
            if (!borrow_item_concerns(s, t) && !(t && ty_has(s, t, TY_HAS_PARAM)))
                continue;
            if (!c)
                c = borrow_item_begin(s, adt, adt);
            c->is_adt = true;
            const sema_ty own = borrow_bind(c, t, NULL);
            const sema_node type = syntax_child_in(s, def_get(s, fields[k])->node, RUSTG_AST_CLASS_TY, 0);
            borrow_item_assume(c, own);
            if (syntax_is(type))
                borrow_item_want(c, own, sema_node_span(s, type));
        }
    }
    if (c)
        borrow_item_end(c);
}

/* ---- Where clauses and signatures ---- */

static bool borrow_item_is_own(const def_predicate *p, sema_span item)
{
    return p->span.file == item.file && p->span.start >= item.start && p->span.end <= item.end && !p->of_any &&
           !p->bound_of && !p->called_as;
}

static void borrow_item_where(borrow_ctx *c, sema_def d)
{
    sema *s = c->s;
    uint32_t n;
    const def_predicate *own = def_predicates(s, d, &n);
    const sema_span item = sema_node_span(s, def_get(s, d)->node);
    for (uint32_t i = 0; i < n; i++) {
        if (!borrow_item_is_own(&own[i], item))
            continue;
        for (uint32_t k = 0; k < own[i].n_args; k++)
            if (ty_kind_of(s, own[i].args[k]) != TY_REGION)
                borrow_item_want(c, borrow_bind(c, own[i].args[k], NULL), own[i].span);
        if (own[i].kind == PREDICATE_PROJECTION)
            borrow_item_want(c, borrow_bind(c, own[i].equals, NULL), own[i].span);
    }
}

static bool borrow_item_where_concerns(sema *s, sema_def d)
{
    uint32_t n;
    const def_predicate *own = def_predicates(s, d, &n);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < own[i].n_args; k++)
            if (ty_kind_of(s, own[i].args[k]) != TY_REGION && borrow_item_concerns(s, own[i].args[k]))
                return true;
    return false;
}

static sema_span borrow_item_type_span(sema *s, sema_def fn, const syntax_fn *parts, uint32_t i)
{
    const sema_node type =
        i < parts->params.n ? syntax_child_in(s, parts->params.at[i], RUSTG_AST_CLASS_TY, 0) : parts->result;
    return syntax_is(type) ? sema_node_span(s, type) : def_span(s, fn);
}

static void borrow_item_signature(borrow_ctx *c, const def_sig *sig, const region_binder *elided, sema_ty *types)
{
    for (uint32_t i = 0; i <= sig->n_inputs; i++) {
        types[i] = borrow_bind(c, i < sig->n_inputs ? sig->inputs[i] : sig->output, elided);
        borrow_item_assume(c, types[i]);
        borrow_item_assume(c, borrow_normalize(c, types[i]));
    }
}

static region_binder borrow_item_elided(borrow_ctx *c, uint32_t n)
{
    const region_binder elided = {ARENA_ARRAY(c->s->memory, borrow_region, n), n};
    for (uint32_t i = 0; i < c->universals.n; i++) {
        const uint32_t number = c->regions.at[c->universals.at[i]].elided;
        if (number && number <= n)
            elided.elided[number - 1] = c->universals.at[i];
    }
    return elided;
}

/* Whether a type of a signature has bounds that the signature does not imply by itself: of references and of the
 * library's types it does. left: how many parts are looked at before it is taken to have some. */
static bool borrow_item_has_bounds(sema *s, sema_ty t, uint32_t *left)
{
    if (!borrow_item_concerns(s, t))
        return false;
    if (!*left)
        return true;
    --*left;
    const ty_info info = *ty_get(s, t);
    switch ((ty_kind)info.kind) {
    case TY_CASES_SCALAR:
    case TY_STR:
    case TY_NEVER:
    case TY_PARAM:
    case TY_REGION: return false;
    case TY_ADT:
        if (!def_get(s, info.def)->is_library && info.n_args)
            return true;
        break;
    case TY_REF:
    case TY_SLICE:
    case TY_ARRAY:
    case TY_TUPLE: break;
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_PTR:
    case TY_CASES_CALLABLE:
    case TY_DYN:
    case TY_PROJECTION:
    case TY_OPAQUE:
    case TY_INFER:
    case TY_CONST:
    case TY_CONST_UNEVALUATED: return true;
    }
    for (uint32_t i = 0; i < info.n_args; i++)
        if (borrow_item_has_bounds(s, ty_arg(s, t, i), left))
            return true;
    return false;
}

static void borrow_item_fn(sema *s, sema_def fn)
{
    enum { MOST_PARTS = 64 };
    const def_sig sig = def_fn_sig(s, fn);
    bool any = borrow_item_where_concerns(s, fn);
    for (uint32_t i = 0; i <= sig.n_inputs && !any; i++) {
        const sema_ty t = i < sig.n_inputs ? sig.inputs[i] : sig.output;
        uint32_t left = MOST_PARTS;
        any = ty_has(s, t, TY_HAS_PROJECTION) || borrow_item_has_bounds(s, t, &left);
    }
    if (!any)
        return;
    borrow_ctx *c = borrow_item_begin(s, fn, fn);
    const region_binder elided = borrow_item_elided(c, sig.n_elided);
    sema_ty *types = ARENA_ARRAY(s->memory, sema_ty, sig.n_inputs + 1);
    const sema_def above = def_get(s, fn)->parent;
    if (above && def_kind_of(s, above) == DEF_IMPL)
        borrow_item_assume_header(c, above);
    borrow_item_signature(c, &sig, &elided, types);
    const syntax_fn parts = syntax_fn_of(s, def_get(s, fn)->node);
    for (uint32_t i = 0; i <= sig.n_inputs; i++)
        borrow_item_want(c, types[i], borrow_item_type_span(s, fn, &parts, i < sig.n_inputs ? i : UINT32_MAX));
    borrow_item_where(c, fn);
    borrow_item_end(c);
}

/* ---- Impls ---- */

static bool borrow_item_header_concerns(sema *s, sema_def impl, const def_trait_ref *of)
{
    enum { OPEN = TY_HAS_PARAM | TY_HAS_PROJECTION };
    const sema_ty self = def_type(s, impl);
    bool any = borrow_item_concerns(s, self) || ty_has(s, self, OPEN) || borrow_item_where_concerns(s, impl);
    for (uint32_t i = 0; i < of->n_args && !any; i++)
        any = borrow_item_concerns(s, of->args[i]) || ty_has(s, of->args[i], OPEN);
    return any;
}

static void borrow_item_header(sema *s, sema_def impl, def_trait_ref of)
{
    uint32_t n;
    if (!borrow_item_header_concerns(s, impl, &of))
        return;
    borrow_ctx *c = borrow_item_begin(s, impl, impl);
    const def_predicate *asked = of.trait ? def_predicates(s, of.trait, &n) : NULL;
    sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, of.n_args);
    borrow_item_assume_header(c, impl);
    for (uint32_t i = 0; i < of.n_args; i++)
        args[i] = borrow_bind(c, of.args[i], NULL);
    if (asked)
        borrow_item_want_bounds(c, asked, n, of.trait, args, of.n_args,
                                sema_node_span(s, syntax_impl_of(s, def_get(s, impl)->node).self_ty));
    borrow_item_where(c, impl);
    borrow_item_end(c);
}

/* A type that an impl gives is well-formed, and keeps the where clauses of the trait's type. */
static void borrow_item_assoc_type(sema *s, sema_def impl, sema_def item, sema_def in_trait)
{
    uint32_t n, n_args;
    const sema_ty value = def_type(s, item);
    const sema_node type = syntax_child_in(s, def_get(s, item)->node, RUSTG_AST_CLASS_TY, 0);
    if (!value || !syntax_is(type) || ty_has(s, value, TY_HAS_ERROR))
        return;
    borrow_ctx *c = borrow_item_begin(s, item, item);
    const sema_span at = sema_node_span(s, type);
    borrow_item_assume_header(c, impl);
    borrow_item_want(c, borrow_bind(c, value, NULL), at);
    const sema_ty *args = def_args_in_trait(s, item, in_trait, true, &n_args);
    sema_ty *own = ARENA_ARRAY(s->memory, sema_ty, n_args);
    for (uint32_t i = 0; i < n_args; i++)
        own[i] = borrow_bind(c, args[i], NULL);
    const def_predicate *asked = def_predicates(s, in_trait, &n);
    const sema_span there = sema_node_span(s, def_get(s, in_trait)->node);
    for (uint32_t i = 0; i < n; i++)
        if (borrow_item_is_own(&asked[i], there) &&
            (asked[i].kind == PREDICATE_OUTLIVES || asked[i].kind == PREDICATE_OUTLIVES_TY))
            borrow_item_want_bounds(c, &asked[i], 1, in_trait, own, n_args, at);
    borrow_item_end(c);
}

/* ---- Methods ---- */

/* The fn's own lifetimes are chosen by a call with the trait's method; those of its type are the trait's. */
static const sema_ty *borrow_item_open(borrow_ctx *c, sema_def fn, sema_def of, uint32_t *n)
{
    sema *s = c->s;
    const sema_ty *identity = def_identity_args(s, fn, n);
    const def_generics_list own = def_generics(s, fn), theirs = def_generics(s, of);
    sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, *n);
    uint32_t at = theirs.n_parent;
    for (uint32_t i = 0; i < *n; i++) {
        args[i] = borrow_bind(c, identity[i], NULL);
        if (i < own.n_parent || def_kind_of(s, own.params[i]) != DEF_LIFETIME_PARAM)
            continue;
        args[i] = borrow_region_ty(c, borrow_new_region(c));
        if (!def_is_early(s, fn, own.params[i]))
            continue;
        while (at < theirs.n_params &&
               (def_kind_of(s, theirs.params[at]) != DEF_LIFETIME_PARAM || !def_is_early(s, of, theirs.params[at])))
            at++;
        if (at < theirs.n_params)
            args[i] = borrow_bind(c, ty_region_of(s, REGION_PARAM, theirs.params[at++], 0), NULL);
    }
    return args;
}

static void borrow_item_assume_bounds(borrow_ctx *c, sema_def of, const sema_ty *args, uint32_t n_args)
{
    sema *s = c->s;
    uint32_t n;
    const def_predicate *known = def_predicates(s, of, &n);
    for (uint32_t i = 0; i < n; i++) {
        const def_predicate *p = &known[i];
        if ((p->kind != PREDICATE_OUTLIVES && p->kind != PREDICATE_OUTLIVES_TY) || p->of_any)
            continue;
        const sema_ty shorter = borrow_subst(c, p->args[1], of, args, n_args, NULL);
        const param_outlives also = {.param = borrow_subst(c, p->args[0], of, args, n_args, NULL),
                                     .region = borrow_region_of(c, shorter)};
        if (ty_kind_of(s, shorter) == TY_REGION)
            vec_push(&s->scratch, &c->also, also);
    }
}

static void borrow_item_method(sema *s, sema_def impl, sema_def fn, sema_def of)
{
    const def_sig ours = def_fn_sig(s, fn), theirs = def_fn_sig(s, of);
    uint32_t n_ours, n_theirs;
    bool any = false;
    for (uint32_t i = 0; i <= ours.n_inputs && !any; i++)
        any = borrow_item_concerns(s, i < ours.n_inputs ? ours.inputs[i] : ours.output);
    if (!any || ours.n_inputs != theirs.n_inputs)
        return;
    const sema_ty *args = def_args_in_trait(s, fn, of, false, &n_theirs);
    borrow_ctx *c = borrow_item_begin(s, of, impl);
    const region_binder named = borrow_item_elided(c, theirs.n_elided);
    c->compared = fn;
    c->infer = infer_begin(s, fn);
    const def_generics_list generics = def_generics(s, of);
    for (uint32_t i = generics.n_parent; i < generics.n_params; i++)
        if (def_kind_of(s, generics.params[i]) == DEF_LIFETIME_PARAM)
            borrow_new_universal(c, generics.params[i], 0);
    borrow_item_assume_header(c, impl);
    sema_ty *bound = ARENA_ARRAY(s->memory, sema_ty, n_theirs);
    for (uint32_t i = 0; i < n_theirs; i++)
        bound[i] = borrow_bind(c, args[i], NULL);
    borrow_item_assume_bounds(c, of, bound, n_theirs);
    region_binder chosen = {ARENA_ARRAY(s->memory, borrow_region, ours.n_elided), ours.n_elided};
    for (uint32_t i = 0; i < ours.n_elided; i++)
        chosen.elided[i] = borrow_new_region(c);
    const sema_ty *own = borrow_item_open(c, fn, of, &n_ours);
    const sema_span at = def_head_span(s, fn);
    for (uint32_t i = 0; i <= ours.n_inputs; i++) {
        const bool is_input = i < ours.n_inputs;
        const sema_ty want = borrow_subst(c, is_input ? theirs.inputs[i] : theirs.output, of, bound, n_theirs, &named),
                      have = borrow_subst(c, is_input ? ours.inputs[i] : ours.output, fn, own, n_ours, &chosen);
        if (ty_has(s, want, TY_HAS_OPAQUE | TY_HAS_ERROR) || ty_has(s, have, TY_HAS_OPAQUE | TY_HAS_ERROR))
            continue;
        const sema_ty from = borrow_normalize(c, is_input ? want : have),
                      to = borrow_normalize(c, is_input ? have : want);
        borrow_item_assume(c, want);
        borrow_item_assume(c, is_input ? from : to);
        borrow_relate(c, from, to, is_input ? WHY_ARGUMENT : WHY_RETURN, at);
    }
    borrow_item_end(c);
}

static void borrow_item_impl(sema *s, sema_def impl)
{
    uint32_t n;
    const def_trait_ref of = def_impl_trait(s, impl);
    borrow_item_header(s, impl, of);
    const sema_def *items = def_assoc_items(s, impl, &n);
    for (uint32_t i = 0; i < n; i++) {
        const sema_def in_trait =
            of.trait ? def_assoc_item(s, of.trait, def_get(s, items[i])->name, def_kind_of(s, items[i])) : 0;
        if (!in_trait || def_kind_of(s, in_trait) != def_kind_of(s, items[i]))
            continue;
        if (def_kind_of(s, items[i]) == DEF_ASSOC_TY)
            borrow_item_assoc_type(s, impl, items[i], in_trait);
        else if (def_kind_of(s, items[i]) == DEF_FN)
            borrow_item_method(s, impl, items[i], in_trait);
    }
}

void borrow_check_items(sema *s)
{
    uint32_t n;
    const sema_def *crates = def_user_crates(s, &n);
    for (sema_def d = n ? crates[0] : def_count(s); d < def_count(s); d++) {
        if (def_get(s, d)->is_library || !def_get(s, d)->node.node)
            continue;
        const def_kind kind = def_kind_of(s, d);
        sema_order_enter(s, SEMA_STEP_ITEM, sema_node_span(s, def_get(s, d)->node), 0);
        if (kind == DEF_STRUCT || kind == DEF_ENUM || kind == DEF_UNION)
            borrow_item_adt(s, d);
        else if (kind == DEF_FN)
            borrow_item_fn(s, d);
        else if (kind == DEF_IMPL && !sema_is_derived(s, def_get(s, d)->node.file))
            borrow_item_impl(s, d);
    }
}
