/* lower_panic.c: panics, and ptx!. */
#include "lower/lower_in.h"

void lower_trap(lower_fn *f, sema_span at, const char *message)
{
    ir_trap(&f->b, lower_site(f, at, message), NULL, 0);
}

/* What a hole shows when it is known at compile time: a literal text. */
static bool known_text(lower_fn *f, thir_expr e, lower_shown *shown)
{
    for (;;) {
        const thir_node *n = lower_node(f, e);
        if (n->op == THIR_STRING) {
            shown->text = n->text ? n->text : "";
            shown->n_text = n->n_text;
            return true;
        }
        if (n->op != THIR_USE && n->op != THIR_BORROW && n->op != THIR_DEREF)
            return false;
        e = n->a;
    }
}

void lower_panic(lower_fn *f, const thir_node *n)
{
    sema *s = f->l->s;
    lower_shown *values = ARENA_ARRAY(s->memory, lower_shown, n->n);
    for (uint32_t i = 0; i < n->n; i++) {
        thir_expr e = f->body->lists.at[n->first + i];
        sema_ty ty = lower_ty(f, lower_node(f, e)->ty);
        if (known_text(f, e, &values[i]))
            continue;
        ir_value v = lower_value(f, e);
        values[i].place = (lower_place){.kind = v ? PLACE_VALUE : PLACE_NOTHING, .ty = ty, .v = v};
    }
    const char *text = n->text ? arena_text(s->memory, n->text, n->n_text) : "explicit panic", *plain = NULL, *hole = strstr(text, ": {?}");
    if (n->index)
        plain = arena_text(s->memory, text, n->index);
    else if (f->is_library && hole)
        plain = arena_text(s->memory, text, (size_t)(hole - text));
    lower_show(f, text, plain, values, n->n, n->span);
}

ir_value lower_ptx(lower_fn *f, const thir_node *n)
{
    ir_builder *b = &f->b;
    sema *s = f->l->s;
    ir_value *values = ARENA_ARRAY(s->memory, ir_value, n->n);
    uint32_t k = 0;
    for (uint32_t i = 0; i < n->n; i++) {
        ir_value v = lower_value(f, f->body->lists.at[n->first + i]);
        if (v)
            values[k++] = v;
    }
    ir_type type = lower_ir_type(f->l, lower_ty(f, n->ty), n->span);
    ir_local out = type ? ir_add_local(b, type, NULL) : 0;
    if (out > UINT16_MAX) {
        lower_not_yet(f->l, n->span, "ptx! in a fn this large", "put it into a fn of its own");
        return 0;
    }
    vec_push(b->m->memory, &b->m->files, arena_text(s->memory, n->text ? n->text : "", n->n_text));
    ir_emit(b, IR_PTX, 0, values, k, (uint16_t)out, b->m->files.n - 1);
    if (n->a)
        lower_into(f, n->a, out);
    ir_end(b);
    return out ? ir_get(b, out) : 0;
}
