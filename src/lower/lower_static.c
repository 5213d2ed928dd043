/* lower_static.c: makes the data of statics. In a module of constants one may have no value yet when it is met. */
#include "lower/lower_internal.h"

const lower *lower_around(const lower *l)
{
    return l->outer ? l->outer : l->around;
}

/* In a module of constants a static's data is made only where it is read. */
static bool lower_static_is_filled(const lower *l, sema_def def)
{
    for (const lower_filling *one = l->constants ? l->filling : NULL; one; one = one->outer)
        if (one->def == def)
            return true;
    return false;
}

bool lower_is_evaluated(const lower *l, sema_def def, sema_span *at)
{
    const sema_ty is = ty_fn_def(l->s, def, NULL, 0);
    *at = l->static_at;
    for (const lower *around = l; around; around = lower_around(around)) {
        for (const lower_evaluation *one = around->evaluation; one; *at = one->at, one = one->outer)
            if (one->instance == is)
                return true;
        if (lower_static_is_filled(around, def))
            return true;
    }
    return false;
}

/* How far names are gone through, and what a static counts for: each on the way is evaluated in a module of its own. */
enum { DEEPEST_NAMES = 64, A_STATIC = 16 };

static bool lower_is_open(lower *l, sema_def def, uint32_t depth);

static bool lower_call_is_open(lower *l, const thir_node *callee, uint32_t depth)
{
    sema *s = l->s;
    if (callee->op != THIR_FN || ty_kind_of(s, callee->ty) != TY_FN_DEF)
        return true;
    const sema_def def = ty_get(s, callee->ty)->def;
    return def_kind_of(s, def) == DEF_FN && lower_is_open(l, def, depth + 1);
}

static bool lower_expr_is_open(lower *l, const thir_body *body, thir_expr e, uint32_t depth)
{
    const thir_node *n = &body->exprs.at[e];
    switch ((thir_op)n->op) {
    case THIR_CALL: return lower_call_is_open(l, &body->exprs.at[n->a], depth);
    case THIR_CONST: return n->n_args || lower_is_open(l, n->def, depth + 1);
    case THIR_STATIC: return lower_is_open(l, n->def, depth + A_STATIC);
    case THIR_UPVAR:
    case THIR_CLOSURE:
    case THIR_CASES_TEXT: return true;
    case THIR_CASES_NOTHING:
    case THIR_LOCAL:
    case THIR_DEREF:
    case THIR_FIELD:
    case THIR_INDEX:
    case THIR_LITERAL:
    case THIR_STRING:
    case THIR_FN:
    case THIR_CONST_PARAM:
    case THIR_CASES_BORROW:
    case THIR_CASES_OPERATOR:
    case THIR_CASES_CONVERSION:
    case THIR_CASES_AS_IT_IS:
    case THIR_CASES_ASSIGN:
    case THIR_TUPLE:
    case THIR_ARRAY:
    case THIR_REPEAT:
    case THIR_ADT:
    case THIR_BLOCK:
    case THIR_CASES_BRANCH:
    case THIR_CASES_LEAVE: break;
    }
    return false;
}

/* Whether what a function, constant or static names, and what that names in turn, may lead back to it, is far to go
 * through, or is not known. */
static bool lower_is_open(lower *l, sema_def def, uint32_t depth)
{
    enum { IS_CLOSED = 1, IS_OPEN };
    sema *s = l->s;
    uint32_t *known = arena_map_at(s->memory, &l->open_defs, def, 1);
    if (*known)
        return *known == IS_OPEN;
    *known = IS_OPEN; /* where it leads back to itself */
    const thir_body *body = depth < DEEPEST_NAMES ? sema_body(s, def) : NULL;
    bool is_open = !body || body->failed || def_kind_of(s, def_get(s, def)->parent) == DEF_TRAIT;
    for (thir_expr e = 1; !is_open && e < body->exprs.n; e++)
        is_open = lower_expr_is_open(l, body, e, depth);
    *arena_map_at(s->memory, &l->open_defs, def, 1) = is_open ? IS_OPEN : IS_CLOSED;
    return is_open;
}

/* One of a module of constants that fails has no value, which is told there; what only refers to it may have one.
 * at: where it is read */
static void lower_fill_static(lower *l, sema_def def, ir_global_id global, sema_span at)
{
    const thir_body *body = lower_value_of(l, def);
    if (!body)
        return;
    lower_fn f = {.l = l, .body = body};
    f.subst = (ty_subst){body->generics_of, NULL, 0};
    const sema_span before = l->static_at;
    const lower_filling filling = {def, l->filling};
    const bool was_broken = l->broken;
    l->static_at = at;
    l->filling = &filling;
    l->broken = false;
    lower_fill_global(&f, ty_fn_def(l->s, def, NULL, 0), body->value, global);
    l->filling = filling.outer;
    l->static_at = before;
    l->m->globals.at[global].is_unready = l->constants && l->broken;
    l->broken = was_broken || (!l->constants && l->broken);
}

bool lower_settle_static(lower *c, ir_global_id global)
{
    uint32_t *waits = arena_map_at(c->s->memory, &c->late_statics, global, 0);
    if (!waits || !*waits)
        return false;
    *waits = 0;
    lower_fill_static(c, c->origins.at[global].def, global, c->static_at);
    return !c->failed && !c->m->globals.at[global].is_unready;
}

ir_global_id lower_static(lower *l, sema_def def, sema_span at)
{
    sema *s = l->s;
    const uint32_t *known = arena_map_at(s->memory, &l->static_map, def, 0);
    if (known)
        return *known;
    /* of one whose own body asks for it the address may be all that is needed */
    if (!(l->constants && sema_body_is_begun(s, def)) && !lower_value_of(l, def)) {
        l->failed = true;
        return 0;
    }
    const sema_ty ty = trait_concrete(s, def_type(s, def));
    ir_type type = lower_ir_type(l, ty, at);
    /* Where what it names may lead back to it, it is computed when its value is read. */
    const bool is_late = type && l->constants && lower_is_open(l, def, 0);
    bool changes = syntax_is_mut(s, def_get(s, def)->node) || lower_has_cell(l, ty, at);
    ir_global about = {.type = type ? type : ir_array(l->m, IR_U8, 1),
                       .space = changes ? IR_SPACE_GLOBAL : IR_SPACE_CONST,
                       .is_unready = type && l->constants};
    about.name = arena_format(s->memory, "%s_g%u", lower_symbol(l, def_path(s, def)), l->m->globals.n);
    ir_global_id global = lower_add_global(l, about, (lower_origin){.def = def});
    *arena_map_at(s->memory, &l->static_map, def, 1) = global;
    if (is_late)
        *arena_map_at(s->memory, &l->late_statics, global, 1) = 1;
    else if (type)
        lower_fill_static(l, def, global, at);
    return l->failed ? 0 : global;
}
