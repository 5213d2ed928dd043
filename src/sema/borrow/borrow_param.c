/* borrow_param.c: checks `T: 'a` where a call asks for it. It holds if it is declared or implied by a signature;
 * otherwise it is an error (E0309, E0310, E0311). */
#include "sema/borrow/borrow_internal.h"
#include "rustg/diagnostic_kind.h"

/* A projection is asked about as a whole. What is behind a closure is taken on trust. */
static bool borrow_is_followed(ty_kind kind)
{
    return kind != TY_PROJECTION && kind != TY_CLOSURE && kind != TY_OPAQUE && kind != TY_FN_DEF;
}

static void borrow_each_param(sema *s, sema_ty t, void (*fn)(borrow_ctx *c, sema_ty param, void *user), borrow_ctx *c,
                              void *user)
{
    ty_info info = *ty_get(s, t);
    if ((info.kind == TY_PARAM && def_kind_of(s, info.def) == DEF_TYPE_PARAM) ||
        (info.kind == TY_PROJECTION && ty_has(s, t, TY_HAS_PARAM)))
        fn(c, ty_erase_regions(s, t), user);
    if (!ty_has(s, t, TY_HAS_PARAM) || !borrow_is_followed((ty_kind)info.kind))
        return;
    for (uint32_t i = 0; i < info.n_args; i++)
        borrow_each_param(s, ty_arg(s, t, i), fn, c, user);
}

static void borrow_add_test(borrow_ctx *c, sema_ty param, void *user)
{
    param_outlives test = *(const param_outlives *)user;
    test.param = param;
    vec_push(&c->s->scratch, &c->param_tests, test);
}

void borrow_param_outlives(borrow_ctx *c, sema_ty t, borrow_region region, sema_span span)
{
    param_outlives test = {.region = region, .span = span};
    borrow_each_param(c->s, borrow_normalize(c, t), borrow_add_test, c, &test);
}

typedef VEC(param_outlives) known_list;
typedef struct adding {
    known_list *list;
    borrow_region region;
} adding;

static void borrow_param_add_known(borrow_ctx *c, sema_ty param, void *user)
{
    adding *a = user;
    vec_push(&c->s->scratch, a->list, ((param_outlives){.param = param, .region = a->region}));
}

static void borrow_param_need(borrow_ctx *c, sema_ty longer, borrow_region shorter, void *user)
{
    adding a = {user, shorter};
    if (c->is_adt && shorter == c->of_static)
        return;
    borrow_each_param(c->s, longer, borrow_param_add_known, c, &a);
}

/* A struct with a lifetime may ask all its types to outlive it. */
static void borrow_param_implied(borrow_ctx *c, sema_ty t, known_list *list)
{
    sema *s = c->s;
    ty_info info = *ty_get(s, t);
    borrow_each_need(c, t, borrow_param_need, list);
    if (!ty_has(s, t, TY_HAS_PARAM) || !ty_has(s, t, TY_HAS_REGION))
        return;
    for (uint32_t i = 0; i < info.n_args && (info.kind == TY_REF || info.kind == TY_ADT); i++) {
        sema_ty region = ty_arg(s, t, i);
        if (ty_kind_of(s, region) != TY_REGION || ty_get(s, region)->sub == REGION_ERASED)
            continue;
        adding a = {list, borrow_region_of(c, region)};
        if (c->is_adt && a.region == c->of_static)
            continue;
        for (uint32_t k = 0; k < info.n_args; k++)
            borrow_each_param(s, ty_arg(s, t, k), borrow_param_add_known, c, &a);
    }
    for (uint32_t i = 0; i < info.n_args; i++)
        borrow_param_implied(c, ty_arg(s, t, i), list);
}

/* Collects the known bounds. *trusted gets the parameters that have a trait which may imply the bound. */
static known_list borrow_known_bounds(borrow_ctx *c, known_list *trusted)
{
    sema *s = c->s;
    known_list list = {0};
    uint32_t n;
    const def_predicate *predicates = def_predicates(s, c->generics_of, &n);
    for (uint32_t i = 0; i < n; i++) {
        const def_predicate *p = &predicates[i];
        if (p->kind == PREDICATE_OUTLIVES_TY && ty_kind_of(s, p->args[1]) == TY_REGION) {
            const bool of_any = p->of_any && ty_kind_of(s, p->args[0]) == TY_PARAM; /* `for<'a> T: 'a` */
            adding a = {&list, of_any ? c->of_static : borrow_region_of(c, p->args[1])};
            borrow_each_param(s, p->args[0], borrow_param_add_known, c, &a);
        } else if (p->kind == PREDICATE_TRAIT && def_trait_has_lifetime(s, p->trait)) {
            adding a = {trusted, c->of_static};
            borrow_each_param(s, p->args[0], borrow_param_add_known, c, &a);
        }
    }
    for (uint32_t i = 0; i < c->body->params.n; i++)
        borrow_param_implied(c, c->locals.at[c->body->params.at[i].local].ty, &list);
    borrow_param_implied(c, c->locals.at[c->return_local].ty, &list);
    for (uint32_t i = 0; i < c->implied.n; i++)
        borrow_param_implied(c, c->implied.at[i], &list);
    for (uint32_t i = 0; i < c->also.n; i++) {
        adding a = {&list, c->also.at[i].region};
        borrow_each_param(s, c->also.at[i].param, borrow_param_add_known, c, &a);
    }
    sema_def above = def_get(s, c->generics_of)->parent;
    if (def_kind_of(s, above) == DEF_IMPL)
        borrow_param_implied(c, borrow_bind(c, def_type(s, above), NULL), &list);
    return list;
}

static void borrow_param_report(borrow_ctx *c, const param_outlives *test, borrow_region shorter)
{
    sema *s = c->s;
    const region_node *u = &c->regions.at[shorter];
    const char *name = ty_print(s, test->param);
    bool is_param = ty_kind_of(s, test->param) == TY_PARAM;
    const char *what = arena_format(s->memory, "%s type `%s`", is_param ? "parameter" : "associated", name);
    if (!borrow_first_report(c, test->span))
        return;
    bool is_static = shorter == c->of_static;
    if (u->any) {
        sema_report not_long = sema_error(s, RUSTG_DIAG_TYPE_NOT_LONG, test->span);
        sema_arg(&not_long, "%s", name);
        return;
    }
    sema_report r = sema_error(s,
                               is_static  ? RUSTG_DIAG_PARAM_NOT_STATIC
                               : u->param ? RUSTG_DIAG_PARAM_LIFETIME
                                          : RUSTG_DIAG_PARAM_ANONYMOUS,
                               test->span);
    sema_arg(&r, "%s", what);
    sema_arg(&r, "%s", name);
    const char *lifetime =
        u->param ? arena_format(s->memory, "'%s", sema_text(s, def_get(s, u->param)->name)) : "'static";
    if (is_static)
        sema_label(&r, test->span, "...so that the type `%s` will meet its required lifetime bounds", name);
    else if (u->param) {
        sema_label(&r, def_span(s, u->param), "the %s must be valid for the lifetime `%s` as defined here...", what,
                   lifetime);
        sema_primary_here(&r, test->span);
    }
    if ((!is_static && !u->param) || !is_param)
        return;
    sema_def param = ty_get(s, test->param)->def;
    sema_span end = sema_node_span(s, def_get(s, param)->node);
    bool has_bounds = end.end > def_span(s, param).end;
    end.start = end.end;
    sema_suggest(&r, end, arena_format(s->memory, "%s %s", has_bounds ? " +" : ":", lifetime),
                 "consider adding an explicit lifetime bound");
}

static bool borrow_parts_are_known(borrow_ctx *c, const known_list *known, const known_list *trusted, sema_ty t,
                                   known_outlives *pairs, uint32_t end);

static bool borrow_param_is_known(borrow_ctx *c, const known_list *known, const known_list *trusted, sema_ty t,
                                  known_outlives *pairs, uint32_t end)
{
    sema *s = c->s;
    for (uint32_t k = 0; k < trusted->n; k++)
        if (trusted->at[k].param == t)
            return true;
    for (uint32_t k = 0; k < known->n; k++) {
        const region_node *longer = &c->regions.at[known->at[k].region];
        if (known->at[k].param == t && longer->universal && borrow_known_above(pairs, end, longer->end))
            return true;
    }
    if (ty_kind_of(s, t) != TY_PROJECTION)
        return false;
    if (ty_has(s, t, TY_HAS_REGION) || def_assoc_has_lifetime(s, ty_get(s, t)->def))
        return true;
    return borrow_parts_are_known(c, known, trusted, t, pairs, end);
}

/* A type lives as long as all that it is made of. */
static bool borrow_parts_are_known(borrow_ctx *c, const known_list *known, const known_list *trusted, sema_ty t,
                                   known_outlives *pairs, uint32_t end)
{
    sema *s = c->s;
    uint32_t n;
    const sema_ty *args = ty_args(s, t, &n);
    for (uint32_t i = 0; i < n; i++) {
        const ty_kind kind = ty_kind_of(s, args[i]);
        if (kind == TY_REGION ? !c->is_item
            : kind == TY_PARAM || kind == TY_PROJECTION
                ? !borrow_param_is_known(c, known, trusted, args[i], pairs, end)
                : !borrow_parts_are_known(c, known, trusted, args[i], pairs, end))
            return false;
    }
    return true;
}

void borrow_check_params(borrow_ctx *c, known_outlives *pairs)
{
    known_list trusted = {0}, known = borrow_known_bounds(c, &trusted);
    for (uint32_t i = 0; i < c->param_tests.n; i++) {
        const param_outlives *test = &c->param_tests.at[i];
        const point_set *ends = &c->regions.at[test->region].ends;
        for (uint32_t e = 0; e < ends->n; e++)
            for (uint32_t j = ends->at[e].first; j < ends->at[e].end; j++) {
                if (j == 1 || borrow_param_is_known(c, &known, &trusted, test->param, pairs, j))
                    continue;
                if (c->is_closure)
                    borrow_ask_around(c, test, pairs, j);
                else
                    borrow_param_report(c, test, c->universals.at[j]);
            }
    }
}
