/* infer_report_projection.c: reports associated types that are not what a bound wants (E0271). What is blamed is where
 * an adaptor's own bounds fail once its item is what is wanted: the closure behind `map`, for example. */
#include "sema/items/def.h"
#include "sema/infer/infer_internal.h"
#include "sema/syntax/syntax.h"
#include "rustg/diagnostic_kind.h"

typedef struct projected {
    sema_def item;
    const sema_ty *args;
    uint32_t n_args;
    sema_ty wants, found;
} projected;

static bool infer_project_inner(infer_ctx *c, projected *p);

/* Goes on to a type that another one is a projection of, if that is not to blame itself. */
static bool infer_project_through(infer_ctx *c, projected *p, sema_ty t, sema_ty wants, sema_ty found,
                                  const ty_subst *subst)
{
    sema *s = c->s;
    if (ty_kind_of(s, t) != TY_PROJECTION)
        return false;
    uint32_t n;
    const sema_ty *args = ty_args(s, t, &n);
    projected inner = {ty_get(s, t)->def, infer_resolve_all(c, trait_subst_all(s, args, n, subst), n), n, wants, found};
    if (!infer_project_inner(c, &inner))
        return false;
    *p = inner;
    return true;
}

/* The bound of the impl that tells its parameter, whose value is what the projection is. */
static bool infer_project_param(infer_ctx *c, projected *p, sema_ty param, const ty_subst *subst)
{
    sema *s = c->s;
    uint32_t n, at = 0;
    const def_predicate *bounds = def_predicates(s, subst->owner, &n);
    const def_generics_list generics = def_generics(s, subst->owner);
    while (at < subst->n_args && (at >= generics.n_params || generics.params[at] != ty_get(s, param)->def))
        at++;
    for (uint32_t i = 0; at < subst->n_args && i < n; i++) {
        if (bounds[i].kind != PREDICATE_PROJECTION || !ty_mentions(s, bounds[i].equals, param))
            continue;
        sema_ty *values[2];
        const sema_ty ends[2] = {p->wants, p->found};
        sema_ty equals[2];
        for (uint32_t k = 0; k < 2; k++) {
            values[k] = ARENA_ARRAY(s->memory, sema_ty, subst->n_args);
            memcpy(values[k], subst->args, subst->n_args * sizeof *values[k]);
            values[k][at] = ends[k];
            equals[k] = trait_subst(s, bounds[i].equals, &(ty_subst){subst->owner, values[k], subst->n_args});
        }
        const sema_ty *args = trait_subst_all(s, bounds[i].args, bounds[i].n_args, subst);
        *p = (projected){bounds[i].trait, infer_resolve_all(c, args, bounds[i].n_args), bounds[i].n_args, equals[0],
                         equals[1]};
        return true;
    }
    return false;
}

static bool infer_project_inner(infer_ctx *c, projected *p)
{
    sema *s = c->s;
    const sema_def trait = def_get(s, p->item)->parent;
    trait_candidate found;
    if (def_kind_of(s, trait) != DEF_TRAIT || trait_select(c, trait, p->args, p->n_args, &found) != ANSWER_YES ||
        found.kind != CANDIDATE_IMPL)
        return false;
    uint32_t n;
    const sema_ty *args;
    const sema_def own = def_assoc_item(s, found.impl, def_get(s, p->item)->name, DEF_ASSOC_TY);
    if (!own || !trait_match_impl(c, found.impl, p->args, p->n_args, &args, &n))
        return false;
    const ty_subst subst = {found.impl, args, n};
    const sema_ty is = def_type(s, own);
    if (ty_kind_of(s, is) == TY_PARAM)
        return infer_project_param(c, p, is, &subst);
    if (ty_kind_of(s, is) != TY_TUPLE)
        return infer_project_through(c, p, is, p->wants, p->found, &subst);
    uint32_t n_parts, n_wants, n_found, differs = 0, n_differ = 0;
    const sema_ty *parts = ty_args(s, is, &n_parts), *wants = ty_args(s, p->wants, &n_wants),
                  *has = ty_args(s, p->found, &n_found);
    if (ty_kind_of(s, p->wants) != TY_TUPLE || n_wants != n_parts || n_found != n_parts)
        return false;
    for (uint32_t i = 0; i < n_parts; i++)
        if (infer_resolve(c, wants[i]) != infer_resolve(c, has[i])) {
            differs = i;
            n_differ++;
        }
    return n_differ == 1 && infer_project_through(c, p, parts[differs], wants[differs], has[differs], &subst);
}

/* The type that a closure's result is written with, or the expression that it is. */
static sema_span infer_closure_result(sema *s, sema_def closure)
{
    const sema_node node = def_get(s, closure)->node, type = syntax_child_in(s, node, RUSTG_AST_CLASS_TY, 0);
    if (syntax_is(type))
        return sema_node_span(s, type);
    sema_node value = syntax_child_in(s, node, RUSTG_AST_CLASS_EXPR, 0);
    for (sema_node tail = value; syntax_is(tail);) {
        value = tail;
        const sema_node block = syntax_child_of(s, value, RUSTG_AST_Block);
        sema_node last = {0, 0};
        if (syntax_kind(s, value) != RUSTG_AST_ExprBlock)
            break;
        for (sema_node at = syntax_first_real(s, block); syntax_is(at); at = syntax_next_real(s, at))
            last = at;
        const bool is_value = syntax_is(last) && syntax_kind(s, last) == RUSTG_AST_StmtExpr;
        tail = is_value ? syntax_child_in(s, last, RUSTG_AST_CLASS_EXPR, 0) : (sema_node){0, 0};
    }
    return sema_node_span(s, value);
}

static void infer_report_result(infer_ctx *c, const projected *p, sema_span at, sema_span call,
                                const infer_pending *root)
{
    sema *s = c->s;
    const ty_info self = *ty_get(s, p->args[0]);
    const bool is_closure = self.kind == TY_CLOSURE;
    const sema_span result = is_closure ? infer_closure_result(s, self.def) : at;
    sema_report r = sema_error(s, RUSTG_DIAG_PROJECTION_OF_CALL, result);
    sema_arg(&r, "%s", is_closure ? ty_print_short(s, p->args[0]) : sema_text(s, def_get(s, self.def)->name));
    sema_arg(&r, "%s", ty_print(s, p->wants));
    sema_arg(&r, "%s", ty_print(s, p->found));
    if (is_closure) {
        const sema_span whole = sema_node_span(s, def_get(s, self.def)->node);
        sema_label(&r, def_closure_head(s, self.def), "this closure");
        if (whole.file != at.file || whole.start < at.start || whole.end > at.end)
            sema_label(&r, at, "closure used here");
    }
    infer_label_call(&r, call);
    infer_add_required_by(s, &r, root);
}

void infer_report_projection(infer_ctx *c, uint32_t index)
{
    sema *s = c->s;
    const infer_pending *p = &c->pending.at[index];
    const infer_pending *root = infer_outermost(c, index);
    const sema_ty *args = infer_resolve_all(c, p->predicate.args, p->predicate.n_args);
    if (!p->predicate.n_args || infer_any(c, args, p->predicate.n_args, TY_HAS_ERROR))
        return;
    if (!p->mismatch) {
        sema_def trait = def_get(s, p->predicate.trait)->parent;
        infer_pending as_trait = *p;
        as_trait.predicate = infer_trait_predicate(trait, args, def_generics(s, trait).n_params);
        as_trait.predicate.span = p->predicate.span;
        c->pending.at[index] = as_trait;
        if (infer_holds(c, trait, args, as_trait.predicate.n_args) == ANSWER_NO)
            infer_report_trait(c, index);
        return;
    }
    projected of = {p->predicate.trait, args, p->predicate.n_args, infer_resolve(c, p->predicate.equals),
                    infer_resolve(c, p->found)};
    if (ty_has(s, of.wants, TY_HAS_ERROR) || ty_has(s, of.found, TY_HAS_ERROR))
        return;
    const infer_snapshot before = infer_save(c);
    while (infer_project_inner(c, &of))
        ;
    of.wants = infer_resolve(c, of.wants);
    of.found = infer_resolve(c, of.found);
    of.args = infer_resolve_all(c, of.args, of.n_args);
    infer_restore(c, before);
    sema_span call, at = infer_blame(c, index, &call);
    const ty_kind self = ty_kind_of(s, of.args[0]);
    if (of.item == def_lang(s, LANG_FN_ONCE_OUTPUT) && (self == TY_CLOSURE || self == TY_FN_DEF)) {
        infer_report_result(c, &of, at, call, root);
        return;
    }
    if (def_get(s, of.item)->parent == def_lang(s, LANG_ITERATOR)) {
        sema_report r = sema_error(s, RUSTG_DIAG_ITERATOR_YIELDS, at);
        sema_arg(&r, "%s", ty_print_short(s, of.args[0]));
        sema_arg(&r, "%s", ty_print_short(s, of.wants));
        sema_arg(&r, "%s", ty_print_short(s, of.found));
        infer_label_call(&r, call);
        infer_add_required_by(s, &r, root);
        return;
    }
    sema_report r = sema_error(s, RUSTG_DIAG_PROJECTION_MISMATCH, at);
    infer_label_call(&r, call);
    sema_arg(&r, "%s", ty_print(s, ty_projection(s, of.item, of.args, of.n_args)));
    sema_arg(&r, "%s", ty_print(s, of.wants));
    sema_primary_label(&r, "expected `%s`, found `%s`", ty_print(s, of.wants), ty_print(s, of.found));
    infer_add_required_by(s, &r, root);
}
