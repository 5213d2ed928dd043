/* lower_static.c: makes the data of statics. In a module of constants one may have no value yet when it is met. */
#include "lower/lower_internal.h"

const lower *lower_around(const lower *l)
{
    return l->outer ? l->outer : l->around;
}

bool lower_is_evaluated(const lower *l, sema_def def, sema_span *at)
{
    const sema_ty is = ty_fn_def(l->s, def, NULL, 0);
    *at = l->static_at;
    for (const lower *around = l; around; *at = around->evaluating_at, around = lower_around(around))
        if (around->evaluating == is)
            return true;
    return false;
}

static bool lower_static_is_filled(const lower *l, sema_def def)
{
    for (const lower *around = l; around; around = lower_around(around))
        for (const lower_filling *one = around->filling; one; one = one->outer)
            if (one->def == def)
                return true;
    return false;
}

/* One of a module of constants that fails has no value, which is told there; what only refers to it may have one. */
static void lower_fill_static(lower *l, const lower_unready *is)
{
    const thir_body *body = sema_body(l->s, is->def);
    lower_fn f = {.l = l, .body = body};
    f.subst = (ty_subst){body->generics_of, NULL, 0};
    const sema_span before = l->static_at;
    const lower_filling filling = {is->def, l->filling};
    const bool was_broken = l->broken;
    l->static_at = is->at;
    l->filling = &filling;
    l->broken = false;
    lower_fill_global(&f, ty_fn_def(l->s, is->def, NULL, 0), body->value, is->global);
    l->filling = filling.outer;
    l->static_at = before;
    l->m->globals.at[is->global].is_unready = l->constants && l->broken;
    l->broken = was_broken || (!l->constants && l->broken);
}

bool lower_settle_static(lower *c, ir_global_id global)
{
    for (uint32_t i = 0; i < c->unready.n; i++) {
        const lower_unready is = c->unready.at[i];
        if (is.global != global)
            continue;
        c->unready.at[i] = c->unready.at[--c->unready.n];
        lower_fill_static(c, &is);
        return !c->failed && !c->m->globals.at[global].is_unready;
    }
    return false;
}

ir_global_id lower_static(lower *l, sema_def def, sema_span at)
{
    sema *s = l->s;
    const uint32_t *known = arena_map_at(s->memory, &l->static_map, def, 0);
    if (known)
        return *known;
    const thir_body *body = lower_value_of(l, def);
    if (!body) {
        l->failed = true;
        return 0;
    }
    const sema_ty ty = trait_concrete(s, body->result);
    ir_type type = lower_ir_type(l, ty, at);
    sema_span read_at;
    const bool is_unready =
        type && l->constants && (lower_is_evaluated(l, def, &read_at) || lower_static_is_filled(l, def));
    bool changes = syntax_is_mut(s, def_get(s, def)->node) || lower_has_cell(l, ty, at);
    ir_global about = {.type = type ? type : ir_array(l->m, IR_U8, 1),
                       .space = changes ? IR_SPACE_GLOBAL : IR_SPACE_CONST,
                       .is_unready = is_unready};
    about.name = arena_format(s->memory, "%s_g%u", lower_symbol(l, def_path(s, def)), l->m->globals.n);
    ir_global_id global = lower_add_global(l, about, (lower_origin){.def = def});
    *arena_map_at(s->memory, &l->static_map, def, 1) = global;
    const lower_unready one = {def, global, at};
    if (is_unready)
        vec_push(s->memory, &l->unready, one);
    else if (type)
        lower_fill_static(l, &one);
    return l->failed ? 0 : global;
}
