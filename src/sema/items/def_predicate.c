/* def_predicate.c: collects predicates from bounds, where clauses and supertraits. */
#include "sema/items/def_table.h"
#include "sema/infer/infer.h"
#include "sema/names/resolve.h"
#include "rustg/diagnostic_kind.h"

/* The type that a where predicate bounds; none if it bounds a lifetime. */
static sema_node def_bounded_type(const sema *s, sema_node predicate)
{
    EACH_CHILD(s, predicate, c)
    if (def_is_type(def_node_kind(s, c)))
        return c;
    return (sema_node){0, 0};
}

static bool def_is_bound(uint8_t kind)
{
    return kind == RUSTG_AST_Bound || kind == RUSTG_AST_BoundLifetime;
}

/* Is the type just that name? */
static bool def_predicate_is_name(const sema *s, sema_node type, sema_symbol name)
{
    if (!type.node || def_node_kind(s, type) != RUSTG_AST_TyPath)
        return false;
    uint32_t first = syntax_first_tok(s, type);
    return first == syntax_last_tok(s, type) && syntax_tok_name(s, type.file, first) == name;
}

static void def_add_bounds(sema *s, sema_node from, sema_def scope, def_bound_at *into, uint32_t room, uint32_t *n)
{
    EACH_CHILD(s, from, c)
    if (def_node_kind(s, c) == RUSTG_AST_Bound && *n < room)
        into[(*n)++] =
            (def_bound_at){c, def_node_kind(s, from) == RUSTG_AST_WherePredicate ? from : (sema_node){0, 0}, scope};
}

static void def_add_where_bounds(sema *s, sema_def scope, sema_symbol name, def_bound_at *into, uint32_t room,
                                 uint32_t *n)
{
    EACH_CHILD(s, def_get(s, scope)->node, clause)
    if (def_node_kind(s, clause) == RUSTG_AST_WhereClause)
        EACH_CHILD(s, clause, p)
    if (def_predicate_is_name(s, def_bounded_type(s, p), name))
        def_add_bounds(s, p, scope, into, room, n);
}

uint32_t def_param_bounds(sema *s, sema_def scope, sema_def param, def_bound_at *into, uint32_t room)
{
    const def_info *about = def_get(s, param);
    uint32_t n = 0;
    for (sema_def d = scope; d; d = def_get(s, d)->parent) {
        def_kind kind = def_kind_of(s, d);
        if (kind == DEF_MOD || kind == DEF_CRATE)
            break;
        if (kind != DEF_FN && kind != DEF_STRUCT && kind != DEF_UNION && kind != DEF_ENUM && kind != DEF_TRAIT &&
            kind != DEF_IMPL && kind != DEF_TY_ALIAS && kind != DEF_ASSOC_TY)
            continue;
        if (d == about->parent) {
            bool is_self = about->name == def_tab(s)->names.self_type && kind == DEF_TRAIT;
            def_add_bounds(s, about->node, d, into, room, &n);
            def_add_where_bounds(s, d, is_self ? def_tab(s)->names.self_type : about->name, into, room, &n);
            break;
        }
        def_add_where_bounds(s, d, about->name, into, room, &n);
    }
    return n;
}

bool def_param_is_sized(sema *s, sema_def param)
{
    def_answers *a = def_answer(s, param);
    if (a->unsized_state != STATE_DONE) {
        def_bound_at bounds[64];
        const def_info *about = def_get(s, param);
        a->unsized_state = STATE_DONE;
        a->unsized_param = def_kind_of(s, about->parent) == DEF_TRAIT && about->name == def_tab(s)->names.self_type;
        uint32_t n = a->unsized_param ? 0 : def_param_bounds(s, about->parent, param, bounds, 64);
        for (uint32_t i = 0; i < n; i++)
            if (resolve_bound_is_maybe(s, bounds[i].bound))
                a->unsized_param = true;
    }
    return !a->unsized_param;
}

bool def_assoc_is_sized(sema *s, sema_def assoc)
{
    EACH_CHILD(s, def_get(s, assoc)->node, c)
    if (def_node_kind(s, c) == RUSTG_AST_Bound && resolve_bound_is_maybe(s, c))
        return false;
    return true;
}

static void def_predicate_report_cycle(sema *s, sema_def d, const char *doing)
{
    if (def_get(s, d)->is_library)
        return;
    sema_report r = sema_error(s, RUSTG_DIAG_CYCLE, def_span(s, d));
    sema_arg(&r, "%s", doing);
    sema_note(&r, "...which immediately requires %s again", doing);
}

const def_trait_ref *def_supertraits(sema *s, sema_def trait, uint32_t *n)
{
    def_answers *a = def_answer(s, trait);
    *n = 0;
    if (a->supers_state == STATE_RUNNING) {
        def_predicate_report_cycle(
            s, trait,
            arena_format(s->memory, "computing the super predicates of `%s`", sema_text(s, def_get(s, trait)->name)));
        return NULL;
    }
    if (a->supers_state == STATE_UNKNOWN) {
        a->supers_state = STATE_RUNNING;
        VEC(def_trait_ref) list = {0};
        sema_node node = def_get(s, trait)->node;
        def_bound_at bounds[64];
        uint32_t n_bounds = 0;
        def_add_bounds(s, node, trait, bounds, 64, &n_bounds);
        def_add_where_bounds(s, trait, def_tab(s)->names.self_type, bounds, 64, &n_bounds);
        sema_ty self = def_self_ty(s, trait);
        for (uint32_t i = 0; i < n_bounds; i++) {
            if (resolve_bound_is_maybe(s, bounds[i].bound))
                continue;
            syntax_path path = resolve_bound_path(s, bounds[i].bound);
            sema_def super = resolve_trait_path(s, trait, &path, path.n_segments, true);
            if (!super)
                continue;
            resolve_lookup l = resolve_lookup_in(trait, ELIDE_ERASE, "traits");
            if (syntax_is(bounds[i].clause))
                l.bound_lifetimes[l.n_bound++] = bounds[i].clause;
            l.bound_lifetimes[l.n_bound++] = bounds[i].bound;
            vec_push(s->memory, &list, resolve_trait_ref(s, &l, super, self, &path.segments[path.n_segments - 1]));
        }
        a->supers = list.at;
        a->n_supers = list.n;
        a->supers_state = STATE_DONE;
    }
    *n = a->n_supers;
    return a->supers;
}

static void def_add_of_node(sema *s, resolve_lookup *l, sema_node from, sema_ty self, predicate_list *into)
{
    EACH_CHILD(s, from, c)
    if (def_is_bound(def_node_kind(s, c)))
        resolve_bound(s, l, c, self, into);
}

static void def_add_of_lifetime(sema *s, resolve_lookup *l, sema_node param, predicate_list *into)
{
    sema_ty self = TY_NONE;
    EACH_CHILD(s, param, c)
    if (def_node_kind(s, c) == RUSTG_AST_Lifetime || def_node_kind(s, c) == RUSTG_AST_BoundLifetime) {
        sema_ty region = resolve_lifetime(s, l, c);
        if (def_node_kind(s, param) == RUSTG_AST_WherePredicate && !self) {
            self = region;
            continue;
        }
        if (!self)
            self = resolve_lifetime(s, l, param);
        sema_ty *args = ARENA_ARRAY(s->memory, sema_ty, 2);
        args[0] = self;
        args[1] = region;
        vec_push(s->memory, into,
                 (def_predicate){.kind = PREDICATE_OUTLIVES, .args = args, .n_args = 2, .span = sema_node_span(s, c)});
    }
}

static void def_add_own(sema *s, sema_def d, predicate_list *into)
{
    uint32_t n;
    const sema_def *own = def_own_params(s, d, &n);
    sema_node node = def_get(s, d)->node;
    resolve_lookup l = resolve_lookup_in(d, ELIDE_ERASE, "bounds");
    if (def_kind_of(s, d) == DEF_TRAIT) {
        uint32_t n_args;
        const sema_ty *args = def_identity_args(s, d, &n_args);
        vec_push(s->memory, into,
                 (def_predicate){
                     .kind = PREDICATE_TRAIT, .trait = d, .args = args, .n_args = n_args, .span = def_span(s, d)});
        def_add_of_node(s, &l, node, def_self_ty(s, d), into);
    }
    for (uint32_t i = 0; i < n; i++) {
        const def_info *about = def_get(s, own[i]);
        if (about->kind == DEF_LIFETIME_PARAM)
            def_add_of_lifetime(s, &l, about->node, into);
        else if (about->kind == DEF_TYPE_PARAM && about->node.node != node.node)
            def_add_of_node(s, &l, about->node, ty_param(s, own[i]), into);
    }
    EACH_CHILD(s, node, clause)
    {
        if (def_node_kind(s, clause) != RUSTG_AST_WhereClause)
            continue;
        EACH_CHILD(s, clause, p)
        {
            sema_node type = def_bounded_type(s, p);
            resolve_lookup inner = l;
            inner.bound_lifetimes[inner.n_bound++] = p;
            if (type.node) {
                const uint32_t n_diags = s->diags.n;
                const sema_ty bounded = resolve_type(s, &inner, type);
                if (syntax_is(syntax_child_of(s, p, RUSTG_AST_GenericParamLifetime)) && s->diags.n == n_diags &&
                    !def_get(s, d)->is_library) {
                    resolve_lookup keeping = inner;
                    keeping.n_kept = inner.n_bound;
                    inner.of_any = resolve_type(s, &keeping, type);
                }
                def_add_of_node(s, &inner, p, bounded, into);
            } else
                def_add_of_lifetime(s, &l, p, into);
        }
    }
}

const def_predicate *def_predicates(sema *s, sema_def d, uint32_t *n)
{
    sema_def owner = d;
    *n = 0;
    while (owner)
        switch (def_kind_of(s, owner)) {
        case DEF_FN:
        case DEF_STRUCT:
        case DEF_UNION:
        case DEF_ENUM:
        case DEF_TRAIT:
        case DEF_IMPL:
        case DEF_TY_ALIAS:
        case DEF_ASSOC_TY:
        case DEF_CONST: goto found;
        case DEF_MOD:
        case DEF_CRATE:
        case DEF_STATIC: return NULL;
        case DEF_ANON_CONST:
            if (def_stands_alone(s, owner))
                return NULL;
            owner = def_get(s, owner)->parent;
            break;
        case DEF_NONE:
        case DEF_CASES_OF_ADT:
        case DEF_CASES_PARAM:
        case DEF_CLOSURE:
        case DEF_OPAQUE:
        case DEF_BLOCK: owner = def_get(s, owner)->parent;
        }
found:
    if (!owner)
        return NULL;
    def_answers *a = def_answer(s, owner);
    if (a->predicates_state == STATE_RUNNING)
        return NULL;
    if (a->predicates_state == STATE_UNKNOWN) {
        a->predicates_state = STATE_RUNNING;
        predicate_list list = {0};
        sema_def parent = def_get(s, owner)->parent;
        def_kind above = parent ? def_kind_of(s, parent) : DEF_NONE;
        if (above == DEF_IMPL || above == DEF_TRAIT) {
            uint32_t n_above;
            const def_predicate *from = def_predicates(s, parent, &n_above);
            for (uint32_t i = 0; i < n_above; i++)
                vec_push(s->memory, &list, from[i]);
        }
        def_add_own(s, owner, &list);
        a->predicates = list.at;
        a->n_predicates = list.n;
        a->predicates_state = STATE_DONE;
    }
    *n = a->n_predicates;
    return a->predicates;
}

sema_def def_said_of_type(sema *s, sema_def trait, const def_predicate *p)
{
    if ((p->kind != PREDICATE_TRAIT && p->kind != PREDICATE_PROJECTION) || p->bound_of)
        return 0;
    uint32_t n_args;
    const sema_ty *args = def_identity_args(s, trait, &n_args);
    for (sema_ty of = infer_bounded(s, p->args[0]); of; of = infer_bounded_next(s, of)) {
        bool is_its = ty_kind_of(s, of) == TY_PROJECTION && def_get(s, ty_get(s, of)->def)->parent == trait;
        for (uint32_t k = 0; is_its && k < n_args; k++)
            is_its = ty_arg(s, of, k) == args[k];
        if (is_its)
            return ty_get(s, of)->def;
    }
    return 0;
}

/* What a trait's where clauses say of its associated type is said of it everywhere. */
static void def_add_where_of_trait(sema *s, sema_def assoc, predicate_list *into)
{
    uint32_t n;
    const sema_def trait = def_get(s, assoc)->parent;
    const def_predicate *p = def_predicates(s, trait, &n);
    for (uint32_t i = 0; i < n; i++)
        if (def_said_of_type(s, trait, &p[i]) == assoc)
            vec_push(s->memory, into, p[i]);
}

const def_predicate *def_bounds(sema *s, sema_def d, uint32_t *n)
{
    def_answers *a = def_answer(s, d);
    *n = 0;
    if (a->bounds_state == STATE_RUNNING)
        return NULL;
    if (a->bounds_state == STATE_UNKNOWN) {
        a->bounds_state = STATE_RUNNING;
        predicate_list list = {0};
        resolve_lookup l = resolve_lookup_in(d, ELIDE_ERASE, "bounds");
        uint32_t n_args;
        const sema_ty *args = def_identity_args(s, d, &n_args);
        if (def_kind_of(s, d) == DEF_OPAQUE) {
            l.impl_trait = def_get(s, d)->parent;
            def_add_of_node(s, &l, def_get(s, d)->node,
                            ty_make(s, (ty_info){.kind = TY_OPAQUE, .def = d, .n_args = n_args}, args), &list);
        } else if (def_kind_of(s, d) == DEF_ASSOC_TY && def_kind_of(s, def_get(s, d)->parent) == DEF_TRAIT) {
            def_add_of_node(s, &l, def_get(s, d)->node, ty_projection(s, d, args, n_args), &list);
            def_add_where_of_trait(s, d, &list);
        }
        a->bounds = list.at;
        a->n_bounds = list.n;
        a->bounds_state = STATE_DONE;
    }
    *n = a->n_bounds;
    return a->bounds;
}
