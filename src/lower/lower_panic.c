/* lower_panic.c: lowers panics, and what prints. */
#include <inttypes.h>

#include "lower/lower_internal.h"

void lower_trap(lower_fn *f, sema_span at, const char *message)
{
    ir_trap(&f->b, lower_site(f, at, message), NULL, 0);
}

bool lower_known_text(lower_fn *f, thir_expr e, lower_shown *shown)
{
    sema *s = f->l->s;
    const thir_body *body = f->body;
    for (uint32_t steps = 0; body && steps < 64; steps++) {
        const thir_node *n = &body->exprs.at[e];
        if (n->op == THIR_STRING) {
            if (ty_kind_of(s, ty_arg(s, n->ty, 1)) == TY_ADT) /* a C string */
                return false;
            shown->text = n->text ? n->text : "";
            shown->n_text = n->n_text;
            return true;
        }
        if (n->op == THIR_LOCAL && body == f->body && f->slots[n->local].text && f->caller) {
            const lower_caller *caller = &f->l->callers.at[f->caller];
            uint32_t which = f->slots[n->local].text - 1;
            if (which >= caller->n_texts || !caller->texts[which])
                return false;
            shown->text = caller->texts[which];
            shown->n_text = caller->text_sizes[which];
            return true;
        }
        if (n->op == THIR_CONST && n->n_args == 0 && ty_kind_of(s, n->ty) == TY_REF &&
            ty_arg(s, n->ty, 1) == (sema_ty)TY_STR) {
            body = sema_body(s, n->def);
            if (!body || body->failed)
                return false;
            e = body->value;
        } else if (n->op == THIR_USE || n->op == THIR_BORROW || n->op == THIR_DEREF) {
            e = n->a;
        } else {
            return false;
        }
    }
    return false;
}

/* Gives each value the width and the precision that are operands before it. Returns how many values there are. */
static uint32_t lower_panic_counts(lower_shown *values, uint32_t n, const char *text)
{
    uint32_t from = 0, to = 0;
    for (const char *hole = text; from < n && (hole = lower_next_hole(hole)) != NULL; hole = lower_hole_end(hole) + 1) {
        bool width = false, precision = false;
        if (hole[1] == ':')
            lower_counts_of(hole + 2, (size_t)(lower_hole_end(hole) - hole - 2), &width, &precision);
        if (from + width + precision >= n)
            break;
        const ir_value w = width ? values[from++].place.v : 0, p = precision ? values[from++].place.v : 0;
        values[to] = values[from++];
        values[to].width = w;
        values[to++].precision = p;
    }
    return to;
}

/* The text of what rustc puts into the message itself, or NULL. */
static const char *lower_panic_literal(lower_fn *f, const thir_node *n)
{
    sema *s = f->l->s;
    while (n->op == THIR_USE || n->op == THIR_BORROW)
        n = lower_node(f, n->a);
    if (n->op == THIR_STRING)
        return arena_text(s->memory, n->text ? n->text : "", n->n_text);
    const bool is_integer = n->op == THIR_LITERAL && !n->high && ty_is_integer(s, lower_ty(f, n->ty));
    return is_integer ? arena_format(s->memory, "%" PRIu64, n->bits) : NULL;
}

/* The operands of a message. */
static lower_shown *lower_panic_values(lower_fn *f, const thir_node *n)
{
    lower_shown *values = ARENA_ARRAY(f->l->s->memory, lower_shown, n->n);
    for (uint32_t i = 0; i < n->n; i++) {
        thir_expr e = f->body->lists.at[n->first + i];
        sema_ty ty = lower_ty(f, lower_node(f, e)->ty);
        values[i].literal = lower_panic_literal(f, lower_node(f, e));
        if (lower_known_text(f, e, &values[i]))
            continue;
        ir_value v = lower_value(f, e);
        values[i].place = (lower_place){.kind = v ? PLACE_VALUE : PLACE_NOTHING, .ty = ty, .v = v};
    }
    return values;
}

ir_value lower_print(lower_fn *f, const thir_node *n)
{
    lower_shown *values = lower_panic_values(f, n);
    const char *text = arena_text(f->l->s->memory, n->text, n->n_text);
    if (thir_is_written(n->sub)) {
        const ir_value formatter =
            n->sub == THIR_PRINT_SINK ? lower_sink(f, &values[0].place, n->span) : values[0].place.v;
        const uint32_t n_values = lower_panic_counts(values + 1, n->n - 1, text);
        return lower_write_message(f, formatter, text, values + 1, n_values, n->span);
    }
    lower_show(f, n->sub == THIR_PRINT_ERROR_OUTPUT ? IR_SITE_ERROR_OUTPUT : IR_SITE_OUTPUT, text, NULL, values,
               lower_panic_counts(values, n->n, text), n->span);
    return 0;
}

void lower_panic(lower_fn *f, const thir_node *n)
{
    sema *s = f->l->s;
    lower_shown *values = lower_panic_values(f, n);
    const char *text = n->text ? arena_text(s->memory, n->text, n->n_text) : "explicit panic", *plain = NULL,
               *hole = strstr(text, ": {?}");
    if (n->index)
        plain = arena_text(s->memory, text, n->index);
    else if (f->is_library && hole)
        plain = arena_text(s->memory, text, (size_t)(hole - text));
    lower_show(f, IR_SITE_PANIC, text, plain, values, lower_panic_counts(values, n->n, text), n->span);
}
