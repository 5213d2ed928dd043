/* infer_blame.c: finds the expression to blame for a bound that does not hold: the argument of a call, and in it what
 * brought the type that lacks the trait, as X does in `f(&X)`.
 *
 * Source: rustc 1.95's rustc_hir_typeck/src/fn_ctxt/adjust_fulfillment_errors.rs. */
#include "sema/items/def.h"
#include "sema/infer/infer_internal.h"
#include "sema/syntax/syntax.h"

const infer_pending *infer_outermost(infer_ctx *c, uint32_t index)
{
    const infer_pending *p = &c->pending.at[index];
    while (p->parent)
        p = &c->pending.at[p->parent - 1];
    return p;
}

/* Finds the `T` in the path `f::<T>` that stands at `at`. */
static sema_span blame_generic_argument(sema *s, sema_def fn, sema_def param, sema_span at)
{
    uint32_t n_own, index = 0, k = 0;
    const sema_def *own = def_own_params(s, fn, &n_own);
    while (k < n_own && own[k] != param)
        index += def_kind_of(s, own[k++]) != DEF_LIFETIME_PARAM;
    sema_node node = syntax_innermost(s, at);
    const bool is_method = syntax_is(node) && syntax_kind(s, node) == RUSTG_AST_ExprMethodCall;
    while (!is_method && syntax_is(node) && sema_same_span(sema_node_span(s, node), at) &&
           syntax_kind(s, node) != RUSTG_AST_ExprPath)
        node = syntax_parent(s, node);
    if (k == n_own || !syntax_is(node) ||
        !sema_same_span(is_method ? syntax_name_span(s, node) : sema_node_span(s, node), at))
        return at;
    sema_node list = is_method ? syntax_child_of(s, node, RUSTG_AST_GenericArgs) : node;
    if (!is_method) {
        const syntax_path path = syntax_path_of(s, node);
        list = path.n_segments ? path.segments[path.n_segments - 1].args : (sema_node){0, 0};
    }
    if (!syntax_is(list))
        return at;
    uint32_t left = index;
    for (sema_node arg = syntax_first_real(s, list); syntax_is(arg); arg = syntax_next_real(s, arg))
        if (syntax_kind(s, arg) != RUSTG_AST_Lifetime && left-- == 0)
            return sema_node_span(s, arg);
    return at;
}

/* The outermost call that stands at a place, or whose callee does, with the callee's place. */
static sema_node blame_call_at(sema *s, sema_span at, sema_span *callee)
{
    sema_node found = {at.file, 0}, node = syntax_innermost(s, at);
    for (bool is_same = true; syntax_is(node) && is_same; node = syntax_parent(s, node)) {
        const uint8_t kind = syntax_kind(s, node);
        is_same = sema_same_span(sema_node_span(s, node), at);
        if (kind != RUSTG_AST_ExprCall && kind != RUSTG_AST_ExprMethodCall)
            continue;
        const sema_span its = kind == RUSTG_AST_ExprMethodCall
                                  ? syntax_name_span(s, node)
                                  : sema_node_span(s, syntax_child_in(s, node, RUSTG_AST_CLASS_EXPR, 0));
        if (is_same || sema_same_span(its, at)) {
            found = node;
            *callee = its;
        }
    }
    return found;
}

static sema_ty blame_bare_type(sema *s, sema_ty t)
{
    while (ty_kind_of(s, t) == TY_REF)
        t = ty_arg(s, t, 1);
    return t;
}

/* The only one of some types that mentions a parameter; n: there are none or several. */
static uint32_t blame_only_mention(sema *s, const sema_ty *types, uint32_t n, sema_ty param)
{
    uint32_t found = n;
    for (uint32_t i = 0; i < n; i++) {
        if (!ty_mentions(s, types[i], param))
            continue;
        if (found < n)
            return n;
        found = i;
    }
    return found;
}

static sema_node blame_part(sema *s, sema_node expr, sema_ty t, sema_ty param);

/* The part of `V(a, b)` or `V { x: a }`, whose type is that ADT. */
static sema_node blame_constructed(sema *s, sema_node expr, sema_ty t, sema_ty param)
{
    const sema_node none = {expr.file, 0};
    const bool is_call = syntax_kind(s, expr) == RUSTG_AST_ExprCall;
    const sema_node path_node = is_call ? syntax_child_in(s, expr, RUSTG_AST_CLASS_EXPR, 0) : expr;
    const sema_def adt = ty_get(s, t)->def;
    uint32_t n, n_variants, n_fields;
    const sema_ty *args = ty_args(s, t, &n);
    const uint32_t at = blame_only_mention(s, args, n, param);
    if (at == n || (is_call && syntax_kind(s, path_node) != RUSTG_AST_ExprPath))
        return none;
    const syntax_path path = syntax_path_of(s, path_node);
    const sema_def *variants = def_variants(s, adt, &n_variants);
    const sema_ty own = ty_param(s, def_generics(s, adt).params[at]);
    for (uint32_t i = 0; path.n_segments && i < n_variants; i++) {
        if (def_get(s, variants[i])->name != path.segments[path.n_segments - 1].name)
            continue;
        const sema_def *fields = def_fields(s, variants[i], &n_fields);
        sema_ty *types = ARENA_ARRAY(s->memory, sema_ty, n_fields);
        for (uint32_t k = 0; k < n_fields; k++)
            types[k] = def_type(s, fields[k]);
        const uint32_t field = blame_only_mention(s, types, n_fields, own);
        sema_node part = none;
        if (field < n_fields && is_call)
            part = syntax_child_in(s, expr, RUSTG_AST_CLASS_EXPR, field + 1);
        for (sema_node init = syntax_first_real(s, expr); field < n_fields && syntax_is(init);
             init = syntax_next_real(s, init))
            if (syntax_kind(s, init) == RUSTG_AST_FieldInit && syntax_name(s, init) == def_get(s, fields[field])->name)
                part = syntax_child_in(s, init, RUSTG_AST_CLASS_EXPR, 0);
        return syntax_is(part) ? blame_part(s, part, types[field], own) : none;
    }
    return none;
}

/* What of an expression of type t, which mentions the parameter, is of the parameter's type. None: it is not known. */
static sema_node blame_part(sema *s, sema_node expr, sema_ty t, sema_ty param)
{
    const sema_node none = {expr.file, 0};
    uint32_t n, at;
    const sema_ty *args = ty_args(s, t, &n);
    while (syntax_kind(s, expr) == RUSTG_AST_ExprParen)
        expr = syntax_child_in(s, expr, RUSTG_AST_CLASS_EXPR, 0);
    const uint8_t kind = syntax_kind(s, expr);
    if (t == param)
        return expr;
    if (ty_kind_of(s, t) == TY_REF && kind == RUSTG_AST_ExprAddrOf)
        return blame_part(s, syntax_child_in(s, expr, RUSTG_AST_CLASS_EXPR, 0), args[1], param);
    if (ty_kind_of(s, t) == TY_TUPLE && kind == RUSTG_AST_ExprTup) {
        at = blame_only_mention(s, args, n, param);
        const sema_node part = at < n ? syntax_child_in(s, expr, RUSTG_AST_CLASS_EXPR, at) : none;
        return syntax_is(part) ? blame_part(s, part, args[at], param) : none;
    }
    if (ty_kind_of(s, t) == TY_ADT && (kind == RUSTG_AST_ExprCall || kind == RUSTG_AST_ExprStruct))
        return blame_constructed(s, expr, t, param);
    return none;
}

static sema_def blame_impl_of(const sema *s, const infer_pending *p)
{
    const bool is_param = p->written && ty_kind_of(s, p->written) == TY_PARAM;
    const sema_def of = is_param ? def_get(s, ty_get(s, p->written)->def)->parent : 0;
    return of && def_kind_of(s, of) == DEF_IMPL ? of : 0;
}

/* Goes on from an expression to its part that wants what `index` does, which follows from impls, as far as that is
 * known: *known says whether it is all of the way. */
static sema_node blame_follow(infer_ctx *c, uint32_t index, sema_node expr, bool *known)
{
    sema *s = c->s;
    const infer_pending *p = &c->pending.at[index];
    if (!p->parent)
        return expr;
    const sema_node outer = blame_follow(c, p->parent - 1, expr, known);
    const sema_node part = *known ? blame_part(s, outer, def_type(s, blame_impl_of(s, p)), p->written) : outer;
    *known = *known && syntax_is(part);
    return *known ? part : outer;
}

/* Finds the argument that brought the type which a bound of the called function is about. *call says what the bound
 * comes from, and is none if there is no such argument. */
sema_span infer_blame(infer_ctx *c, uint32_t index, sema_span *call)
{
    sema *s = c->s;
    const infer_pending *root = infer_outermost(c, index);
    sema_span at = root->cause.at;
    *call = (sema_span){0, 0, 0};
    if (!root->written || ty_kind_of(s, root->written) != TY_PARAM || !at.file || !root->cause.bound_of ||
        def_kind_of(s, root->cause.bound_of) != DEF_FN)
        return at;
    def_sig sig = def_fn_sig(s, root->cause.bound_of);
    uint32_t input = 0, n_mentions = 0; /* of several arguments none is the one to blame */
    for (uint32_t i = 0; i < sig.n_inputs; i++)
        if (ty_mentions(s, sig.inputs[i], root->written)) {
            input = i;
            n_mentions++;
        }
    const ty_kind bare = n_mentions ? ty_kind_of(s, blame_bare_type(s, sig.inputs[input])) : TY_NONE;
    if (n_mentions != 1 || (bare != TY_PARAM && bare != TY_SLICE && bare != TY_ARRAY))
        return blame_generic_argument(s, root->cause.bound_of, ty_get(s, root->written)->def, at);
    sema_span callee;
    const sema_node node = blame_call_at(s, at, &callee);
    if (!syntax_is(node))
        return blame_generic_argument(s, root->cause.bound_of, ty_get(s, root->written)->def, at);
    sema_node argument =
        syntax_child_in(s, node, RUSTG_AST_CLASS_EXPR, input + (syntax_kind(s, node) == RUSTG_AST_ExprCall));
    if (!syntax_is(argument))
        return blame_generic_argument(s, root->cause.bound_of, ty_get(s, root->written)->def, at);
    *call = callee;
    bool known = true;
    for (uint32_t at_index = index; known && c->pending.at[at_index].parent;
         at_index = c->pending.at[at_index].parent - 1)
        known = blame_impl_of(s, &c->pending.at[at_index]) != 0;
    return sema_node_span(s, blame_follow(c, index, argument, &known));
}
