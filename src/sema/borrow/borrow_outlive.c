/* borrow_outlive.c: collects which lifetimes of a signature outlive which, by declaration or implication, and checks
 * what a body asks of them beyond that. */
#include "sema/borrow/borrow_internal.h"
#include "sema/syntax/syntax.h"
#include "rustg/diagnostic_kind.h"

void borrow_make_universal(borrow_ctx *c, borrow_region r)
{
    region_node *node = &c->regions.at[r];
    if (node->universal)
        return;
    node->universal = true;
    node->all_points = true;
    node->end = c->universals.n;
    vec_push(&c->s->scratch, &c->universals, r);
}

borrow_region borrow_new_universal(borrow_ctx *c, sema_def param, uint32_t elided)
{
    borrow_region r = borrow_new_region(c);
    borrow_make_universal(c, r);
    c->regions.at[r].param = param;
    c->regions.at[r].elided = elided;
    if (param)
        *arena_map_at(&c->s->scratch, &c->universal_of, param, 1) = r;
    return r;
}

void borrow_declare_universals(borrow_ctx *c)
{
    sema *s = c->s;
    c->of_static = borrow_new_universal(c, 0, 0);
    c->of_exit = borrow_new_universal(c, 0, 0);
    def_generics_list generics = def_generics(s, c->generics_of);
    for (uint32_t i = 0; i < generics.n_params; i++)
        if (def_kind_of(s, generics.params[i]) == DEF_LIFETIME_PARAM)
            borrow_new_universal(c, generics.params[i], 0);
    if (def_kind_of(s, c->owner) == DEF_FN) {
        uint32_t n = def_fn_sig(s, c->owner).n_elided;
        for (uint32_t i = 0; i < n; i++)
            borrow_new_universal(c, 0, i + 1);
    }
}

void borrow_number_universals(borrow_ctx *c)
{
    sema *s = c->s;
    for (uint32_t i = 0; i < c->universals.n; i++) {
        point_span own = {i, i + 1};
        const point_set one = {&own, 1, 0};
        point_set_add(&s->scratch, &c->regions.at[c->universals.at[i]].ends, &one);
    }
}

/* Which universals outlive which: pairs, then listed by either end, and what the one asked of last reaches. */
typedef struct known_side {
    uint32_t *first, *other; /* those next to universal i are other[first[i]] up to other[first[i + 1]] */
    uint32_t *reached;       /* what the last walk, which began at `from`, came to has its number */
    uint32_t *todo;          /* and stands here, up to n_todo; those before done have been gone on from */
    uint32_t from, walk, n_todo, done;
} known_side;
struct known_outlives {
    borrow_ctx *c;
    VEC(uint32_t) longer, shorter;
    known_side below, above, of_static; /* of_static: above, for walks that begin at 'static */
    uint32_t n;
    borrow_region of_need;
};

static void borrow_outlive_add_known(known_outlives *k, borrow_region longer, borrow_region shorter)
{
    const region_node *a = &k->c->regions.at[longer], *b = &k->c->regions.at[shorter];
    if (!a->universal || !b->universal)
        return;
    vec_push(&k->c->s->scratch, &k->longer, a->end);
    vec_push(&k->c->s->scratch, &k->shorter, b->end);
}

static void borrow_implied_region(borrow_ctx *c, borrow_region r, void *user)
{
    (void)c;
    known_outlives *k = user;
    borrow_outlive_add_known(k, r, k->of_need);
}

static void borrow_implied_need(borrow_ctx *c, sema_ty longer, borrow_region shorter, void *user)
{
    known_outlives *k = user;
    if (c->is_adt && shorter == c->of_static)
        return; /* the fields of a type imply what they ask of its lifetimes, but not that */
    k->of_need = shorter;
    borrow_each_region(c, longer, borrow_implied_region, k);
}

/* What a type of the signature asks for is implied. */
static void borrow_outlive_implied(known_outlives *k, sema_ty t)
{
    borrow_each_need(k->c, t, borrow_implied_need, k);
}

/* The header of an impl implies as much for its methods. */
static void borrow_header_implied(known_outlives *k)
{
    borrow_ctx *c = k->c;
    const sema_def above = def_get(c->s, c->generics_of)->parent;
    if (!above || def_kind_of(c->s, above) != DEF_IMPL)
        return;
    borrow_outlive_implied(k, borrow_bind(c, def_type(c->s, above), NULL));
    const def_trait_ref of = def_impl_trait(c->s, above);
    for (uint32_t i = 0; i < of.n_args; i++)
        borrow_outlive_implied(k, borrow_bind(c, of.args[i], NULL));
}

static known_side borrow_list_known(known_outlives *k, const uint32_t *from, const uint32_t *to)
{
    arena *memory = &k->c->s->scratch;
    known_side side = {.first = ARENA_ARRAY(memory, uint32_t, k->n + 2),
                       .other = ARENA_ARRAY(memory, uint32_t, k->longer.n),
                       .reached = ARENA_ARRAY(memory, uint32_t, k->n),
                       .todo = ARENA_ARRAY(memory, uint32_t, k->n),
                       .from = UINT32_MAX};
    for (uint32_t i = 0; i < k->longer.n; i++)
        side.first[from[i] + 2]++;
    for (uint32_t i = 1; i < k->n; i++)
        side.first[i + 1] += side.first[i];
    for (uint32_t i = 0; i < k->longer.n; i++)
        side.other[side.first[from[i] + 1]++] = to[i];
    return side;
}

/* The walk goes on only until it has come to `to`, for most ask of what is near. */
static bool borrow_reaches(known_side *side, uint32_t from, uint32_t to)
{
    if (side->from != from) {
        side->from = from;
        side->reached[from] = ++side->walk;
        side->todo[0] = from;
        side->n_todo = 1;
        side->done = 0;
    }
    for (; side->reached[to] != side->walk && side->done < side->n_todo; side->done++)
        for (uint32_t at = side->todo[side->done], e = side->first[at]; e < side->first[at + 1]; e++) {
            const uint32_t next = side->other[e];
            if (side->reached[next] == side->walk)
                continue;
            side->reached[next] = side->walk;
            side->todo[side->n_todo++] = next;
        }
    return side->reached[to] == side->walk;
}

/* What outlives 'static, number 0, outlives all. */
bool borrow_known_below(known_outlives *k, uint32_t longer, uint32_t shorter)
{
    return borrow_reaches(&k->below, longer, shorter) || borrow_reaches(&k->of_static, 0, longer);
}

bool borrow_known_above(known_outlives *k, uint32_t shorter, uint32_t longer)
{
    return borrow_reaches(&k->above, shorter, longer) || borrow_reaches(&k->of_static, 0, longer);
}

/* The constraints in which each region is sup, in the order in which they were made. */
static void borrow_list_blames(borrow_ctx *c)
{
    borrow_blames *b = &c->blames;
    arena *memory = &c->s->scratch;
    if (b->n_constraints == c->constraints.n && b->n_regions == c->regions.n)
        return;
    b->n_constraints = c->constraints.n;
    b->n_regions = c->regions.n;
    b->by = ARENA_ARRAY(memory, uint32_t, b->n_regions);
    b->first = ARENA_ARRAY(memory, uint32_t, b->n_regions);
    b->next = ARENA_ARRAY(memory, uint32_t, b->n_constraints);
    for (uint32_t i = b->n_constraints; i > 0; i--) {
        uint32_t *first = &b->first[c->constraints.at[i - 1].sup];
        b->next[i - 1] = *first;
        *first = i;
    }
}

/* Chooses the constraint to blame for longer: shorter, from those on the shortest way between them. */
const outlives *borrow_blame(borrow_ctx *c, borrow_region longer, borrow_region shorter)
{
    arena *memory = &c->s->scratch;
    borrow_blames *b = &c->blames;
    borrow_list_blames(c);
    borrow_region end = longer;
    b->todo.n = 0;
    vec_push(memory, &b->todo, longer);
    for (uint32_t i = 0; i < b->todo.n && end == longer; i++)
        for (uint32_t e = b->first[b->todo.at[i]]; e && end == longer; e = b->next[e - 1]) {
            const borrow_region sub = c->constraints.at[e - 1].sub;
            if (sub == longer && shorter == c->of_static && c->regions.at[longer].any)
                end = b->todo.at[i]; /* what outlives such a one, which outlives it */
            if (b->by[sub] || sub == longer)
                continue;
            b->by[sub] = e;
            vec_push(memory, &b->todo, sub);
            if (sub == shorter || (shorter == c->of_static && c->regions.at[sub].any)) /* these outlive 'static */
                end = sub;
        }
    const outlives *best = NULL;
    for (borrow_region at = end; at != longer; at = c->constraints.at[b->by[at] - 1].sup) {
        const outlives *o = &c->constraints.at[b->by[at] - 1];
        if (!o->span.file)
            continue;
        if (!best || o->why == WHY_RETURN ||
            (best->why != WHY_RETURN && (o->why != WHY_OTHER || best->why == WHY_OTHER)))
            best = o;
    }
    for (uint32_t i = 0; i < b->todo.n; i++)
        b->by[b->todo.at[i]] = 0;
    return best;
}

static void borrow_note_param(borrow_ctx *c, borrow_region r, void *user)
{
    if (!c->param_with[r])
        c->param_with[r] = *(const uint32_t *)user;
}

/* The first parameter that has the universal region in its type. */
static const borrow_local *borrow_param_with(borrow_ctx *c, borrow_region r)
{
    if (!c->param_with) {
        c->param_with = ARENA_ARRAY(&c->s->scratch, uint32_t, c->regions.n);
        for (uint32_t i = 0; i < c->body->params.n; i++) {
            uint32_t local = c->body->params.at[i].local;
            borrow_each_region(c, c->locals.at[local].ty, borrow_note_param, &local);
        }
    }
    return c->param_with[r] ? &c->locals.at[c->param_with[r]] : NULL;
}

/* The `&` of a parameter's type, where its lifetime is not written. */
static sema_span borrow_type_span(borrow_ctx *c, const borrow_local *param)
{
    sema *s = c->s;
    sema_node node = def_get(s, c->owner)->node;
    if (def_kind_of(s, c->owner) != DEF_FN || param->is_self)
        return param->span;
    syntax_fn fn = syntax_fn_of(s, node);
    for (uint32_t i = 0; i < fn.params.n && i < c->body->params.n; i++) {
        if (&c->locals.at[c->body->params.at[i].local] != param)
            continue;
        sema_node type = syntax_child_in(s, fn.params.at[i], RUSTG_AST_CLASS_TY, 0);
        if (syntax_is(type) && syntax_kind(s, type) == RUSTG_AST_TyRef)
            return syntax_tok_span(s, type.file, syntax_first_tok(s, type));
        return syntax_is(type) ? sema_node_span(s, type) : param->span;
    }
    return param->span;
}

static const char *borrow_outlive_name_of(borrow_ctx *c, borrow_region r, uint32_t *n_anonymous, sema_span *at,
                                          bool *anonymous)
{
    const region_node *u = &c->regions.at[r];
    *anonymous = false;
    *at = (sema_span){0, 0, 0};
    if (r == c->of_static)
        return "'static";
    if (u->param && strcmp(sema_text(c->s, def_get(c->s, u->param)->name), "_") == 0) {
        *at = def_span(c->s, u->param);
        *anonymous = true;
        return arena_format(c->s->memory, "'%u", (unsigned)++*n_anonymous);
    }
    if (u->param) {
        *at = def_span(c->s, u->param);
        return arena_format(c->s->memory, "'%s", sema_text(c->s, def_get(c->s, u->param)->name));
    }
    const borrow_local *param = borrow_param_with(c, r);
    if (param)
        *at = borrow_type_span(c, param);
    *anonymous = true;
    return arena_format(c->s->memory, "'%u", (unsigned)++*n_anonymous);
}

static sema_ty borrow_item_named(sema *s, sema_ty region, uint32_t depth, void *user)
{
    const borrow_ctx *c = user;
    const ty_info info = *ty_get(s, region);
    const sema_def param = info.sub == REGION_VAR ? c->regions.at[info.value].param : 0;
    (void)depth;
    if (info.sub == REGION_VAR && info.value == c->of_static)
        return ty_region_of(s, REGION_STATIC, 0, 0);
    return param ? ty_region_of(s, REGION_PARAM, param, 0) : region;
}

/* What an item asks of its lifetimes. */
static void borrow_item_report(borrow_ctx *c, const outlives *by, borrow_region longer, borrow_region shorter)
{
    sema *s = c->s;
    const sema_def own = c->regions.at[longer].param, other = c->regions.at[shorter].param;
    const uint32_t index = (uint32_t)(by - c->constraints.at);
    const uint32_t *reference = arena_map_at(&s->scratch, &c->references, index + 1, 0);
    if (!borrow_first_report(c, by->span))
        return;
    if (c->compared) {
        const bool is_direct = c->regions.at[by->sup].universal && c->regions.at[by->sub].universal;
        sema_report r = sema_error(s, is_direct ? RUSTG_DIAG_LIFETIMES_UNLIKE : RUSTG_DIAG_SIGNATURES_UNLIKE, by->span);
        sema_arg(&r, "method");
        sema_note_at(&r, def_span(s, c->owner), "the trait's method takes or gives other lifetimes");
        return;
    }
    if (by->why == WHY_FORMED && reference) {
        sema_report r = sema_error(s, RUSTG_DIAG_REF_OUTLIVES_DATA, by->span);
        sema_arg(&r, "%s", ty_print(s, ty_fold_regions(s, *reference, borrow_item_named, c)));
        return;
    }
    sema_report r =
        sema_error(s, by->why == WHY_FORMED ? RUSTG_DIAG_LIFETIME_BOUND : RUSTG_DIAG_LIFETIME_CONFLICT, by->span);
    sema_arg(&r, "'%s", own ? sema_text(s, def_get(s, own)->name) : "_");
    if (own)
        sema_note_at(&r, def_span(s, own), "the lifetime `'%s` is defined here", sema_text(s, def_get(s, own)->name));
    if (other)
        sema_note_at(&r, def_span(s, other), "but it must outlive the lifetime `'%s` as defined here",
                     sema_text(s, def_get(s, other)->name));
    else if (shorter == c->of_static)
        sema_note(&r, "but it must outlive the static lifetime");
}

static void borrow_outlive_report(borrow_ctx *c, borrow_region longer, borrow_region shorter)
{
    sema *s = c->s;
    if (c->regions.at[longer].any) {
        borrow_report_not_general(c, longer, shorter);
        return;
    }
    const outlives *by = borrow_blame(c, longer, shorter);
    if (by && c->is_item) {
        borrow_item_report(c, by, longer, shorter);
        return;
    }
    if (!by || !borrow_first_report(c, by->span) || borrow_report_escape(c, by, longer, shorter))
        return;
    uint32_t n_anonymous = 0;
    sema_span longer_at, shorter_at;
    bool longer_anonymous, shorter_anonymous;
    const char *longer_name = borrow_outlive_name_of(c, longer, &n_anonymous, &longer_at, &longer_anonymous);
    const char *shorter_name = borrow_outlive_name_of(c, shorter, &n_anonymous, &shorter_at, &shorter_anonymous);
    const borrow_local *param = borrow_param_with(c, longer);
    const char *what = c->is_closure ? "closure"
                       : def_kind_of(s, def_get(s, c->owner)->parent) == DEF_IMPL ||
                               def_kind_of(s, def_get(s, c->owner)->parent) == DEF_TRAIT
                           ? "method"
                           : "function";
    if (def_kind_of(s, c->owner) == DEF_FN && !(def_fn_sig(s, c->owner).has_self) && !strcmp(what, "method"))
        what = "associated function";
    if (shorter == c->of_static && by->why == WHY_ARGUMENT && param && param->name) {
        const char *name = sema_text(s, param->name);
        sema_report r = sema_error(s, RUSTG_DIAG_DATA_ESCAPES, by->span);
        sema_arg(&r, "%s", what);
        sema_primary_label(&r, "`%s` escapes the %s body here", name, what);
        sema_label(&r, by->span, "argument requires that `%s` must outlive `'static`", longer_name);
        sema_label(&r, param->span, "`%s` is a reference that is only valid in the %s body", name, what);
        if (longer_at.file)
            sema_label(&r, longer_at,
                       longer_anonymous ? "let's call the lifetime of this reference `%s`"
                                        : "lifetime `%s` defined here",
                       longer_name);
        return;
    }
    if (!longer_anonymous)
        param = NULL;
    if (param && param->name && !param->is_self && !shorter_anonymous && shorter != c->of_static && !c->is_closure) {
        sema_report r = sema_error(s, RUSTG_DIAG_EXPLICIT_LIFETIME, by->span);
        sema_arg(&r, "%s", sema_text(s, param->name));
        sema_arg(&r, "%s", shorter_name);
        sema_node written = source_parent(s, param->span, RUSTG_AST_Param);
        sema_node type = syntax_is(written) ? syntax_child_in(s, written, RUSTG_AST_CLASS_TY, 0) : written;
        const char *text = syntax_is(type) ? source_text(s, sema_node_span(s, type)) : "";
        if (text[0] == '&' && text[1] != '\'') {
            sema_suggest(&r, sema_node_span(s, type), arena_format(s->memory, "&%s %s", shorter_name, text + 1),
                         "add explicit lifetime `%s` to the type of `%s`", shorter_name, sema_text(s, param->name));
            sema_suggest_is(&r, "Unspecified");
        } else {
            sema_help(&r, "add explicit lifetime `%s` to the type of `%s`", shorter_name, sema_text(s, param->name));
        }
        return;
    }
    sema_report r = sema_error(s, RUSTG_DIAG_LIFETIME, by->span);
    sema_span spans[2] = {longer_at, shorter_at};
    const char *names[2] = {longer_name, shorter_name};
    bool anonymous[2] = {longer_anonymous, shorter_anonymous};
    for (int i = 0; i < 2; i++)
        if (spans[i].file)
            sema_label(&r, spans[i],
                       anonymous[i] ? "let's call the lifetime of this reference `%s`" : "lifetime `%s` defined here",
                       names[i]);
    const char *why = borrow_why_words(by->why);
    if (by->why == WHY_RETURN && shorter != c->of_static && (!c->is_closure || c->regions.at[shorter].bound))
        sema_primary_label(
            &r, "%s was supposed to return data with lifetime `%s` but it is returning data with lifetime `%s`", what,
            shorter_name, longer_name);
    else
        sema_primary_label(&r, "%s%srequires that `%s` must outlive `%s`", why, *why ? " " : "", longer_name,
                           shorter_name);
    if (!longer_anonymous && !shorter_anonymous && shorter != c->of_static)
        sema_help(&r, "consider adding the following bound: `%s: %s`", longer_name, shorter_name);
}

void borrow_check_outlives(borrow_ctx *c)
{
    sema *s = c->s;
    uint32_t n = c->universals.n;
    const uint32_t n_diags = s->diags.n;
    borrow_check_any_points(c);
    if (n <= 2 && !c->param_tests.n && !c->captures.n)
        return;
    bool any = c->param_tests.n || c->captures.n;
    for (uint32_t i = 2; i < n && !any; i++) {
        const region_node *u = &c->regions.at[c->universals.at[i]];
        for (uint32_t e = 0; e < u->ends.n; e++)
            for (uint32_t j = u->ends.at[e].first; j < u->ends.at[e].end; j++)
                any |= i != j && j != 1;
    }
    if (!any)
        return;
    known_outlives k = {.c = c, .n = n};
    uint32_t n_predicates;
    const def_predicate *predicates = def_predicates(s, c->generics_of, &n_predicates);
    for (uint32_t i = 0; i < n_predicates; i++)
        if (predicates[i].kind == PREDICATE_OUTLIVES)
            borrow_outlive_add_known(&k, borrow_region_of(c, predicates[i].args[0]),
                                     borrow_region_of(c, predicates[i].args[1]));
    for (uint32_t i = 0; i < c->body->params.n; i++)
        borrow_outlive_implied(&k, c->locals.at[c->body->params.at[i].local].ty);
    borrow_outlive_implied(&k, c->locals.at[c->return_local].ty);
    borrow_header_implied(&k);
    for (uint32_t i = 0; i < c->implied.n; i++)
        borrow_outlive_implied(&k, c->implied.at[i]);
    for (uint32_t i = 0; i < c->also.n; i++)
        if (ty_kind_of(s, c->also.at[i].param) == TY_REGION)
            borrow_outlive_add_known(&k, borrow_region_of(c, c->also.at[i].param), c->also.at[i].region);
    k.below = borrow_list_known(&k, k.longer.at, k.shorter.at);
    k.above = borrow_list_known(&k, k.shorter.at, k.longer.at);
    k.of_static = k.above;
    k.of_static.reached = ARENA_ARRAY(&s->scratch, uint32_t, n);
    k.of_static.todo = ARENA_ARRAY(&s->scratch, uint32_t, n);
    for (uint32_t i = 2; i < n; i++) {
        const region_node *u = &c->regions.at[c->universals.at[i]];
        for (uint32_t e = 0; e < u->ends.n; e++)
            for (uint32_t j = u->ends.at[e].first; j < u->ends.at[e].end; j++)
                if (i != j && j != 1 && !borrow_known_below(&k, i, j) &&
                    (c->regions.at[c->universals.at[i]].any || !c->regions.at[c->universals.at[j]].any) &&
                    !(c->is_closure && !c->regions.at[c->universals.at[i]].any && borrow_may_leave_closure(c, &k, i)))
                    borrow_outlive_report(c, c->universals.at[i], c->universals.at[j]);
    }
    if (c->param_tests.n)
        borrow_check_params(c, &k);
    if (c->captures.n && s->diags.n == n_diags)
        borrow_check_captures(c, &k);
}
