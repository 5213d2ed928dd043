/* lower_panic.c: panics with their words, and ptx!. */
#include "lower/lower_in.h"

enum { MOST_OPERANDS = 2 };

void lower_trap(lower_fn *f, sema_span at, const char *message)
{
    ir_trap(&f->b, lower_site(f, at, message, 0, 0, 0), NULL, 0);
}

typedef struct words {
    VEC(char) text;
    ir_value operands[MOST_OPERANDS];
    uint32_t n;
    uint8_t signs, floats, chars;
} words;

static void append(lower_fn *f, words *w, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        vec_push(f->l->s->memory, &w->text, bytes[i]);
}

static void finish(lower_fn *f, words w, const char *rest, const ir_value *values, const sema_ty *types, const char *const *texts,
                   uint32_t n, sema_span at);

/* `{}` for a bool: two traps with their own words. */
static void say_bool(lower_fn *f, words w, const char *rest, const ir_value *values, const sema_ty *types,
                     const char *const *texts, uint32_t n, sema_span at)
{
    words other = w;
    other.text.at = NULL;
    other.text.n = other.text.capacity = 0;
    append(f, &other, w.text.at, w.text.n);
    ir_if(&f->b, values[0]);
    append(f, &w, "true", 4);
    finish(f, w, rest, values + 1, types + 1, texts + 1, n - 1, at);
    ir_else(&f->b);
    append(f, &other, "false", 5);
    finish(f, other, rest, values + 1, types + 1, texts + 1, n - 1, at);
    ir_end(&f->b);
}

static void finish(lower_fn *f, words w, const char *rest, const ir_value *values, const sema_ty *types, const char *const *texts,
                   uint32_t n, sema_span at)
{
    sema *s = f->l->s;
    for (;;) {
        const char *hole = n ? strstr(rest, "{}") : NULL;
        append(f, &w, rest, hole ? (size_t)(hole - rest) : strlen(rest));
        if (!hole)
            break;
        rest = hole + 2;
        sema_ty ty = types[0];
        if (texts[0]) {
            append(f, &w, texts[0], strlen(texts[0]));
        } else if (ty == (sema_ty)TY_BOOL && values[0]) {
            say_bool(f, w, rest, values, types, texts, n, at);
            return;
        } else if (!ty_is_integer(s, ty) && !ty_is_float(s, ty) && ty != (sema_ty)TY_CHAR) {
            lower_not_yet(f->l, at, arena_format(s->memory, "a panic message that shows a value of type `%s`", ty_print(s, ty)),
                          "show numbers, characters or bools");
            return;
        } else if (w.n == MOST_OPERANDS) {
            lower_not_yet(f->l, at, "a panic message with more than two numbers", "show at most two");
            return;
        } else {
            ir_value v = values[0];
            if (ty_is_float(s, ty)) {
                w.floats |= (uint8_t)(1u << w.n);
                v = ir_convert(&f->b, IR_F64, v);
                v = ir_emit(&f->b, IR_BITCAST, IR_U64, &v, 1, 0, 0);
            } else if (ty == (sema_ty)TY_CHAR) {
                w.chars |= (uint8_t)(1u << w.n);
                v = ir_convert(&f->b, IR_U64, v);
            } else if (ty_is_signed(s, ty)) {
                w.signs |= (uint8_t)(1u << w.n);
                v = ir_convert(&f->b, IR_I64, v);
            } else {
                v = ir_convert(&f->b, IR_U64, v);
            }
            append(f, &w, "{}", 2);
            w.operands[w.n++] = v;
        }
        values++, types++, texts++, n--;
    }
    const char *message = arena_text(s->memory, w.text.at ? w.text.at : "", w.text.n);
    ir_trap(&f->b, lower_site(f, at, message, w.signs, w.floats, w.chars), w.operands, w.n);
}

/* What a `{}` shows when it is known at compile time: a literal text. */
static const char *known_text(lower_fn *f, thir_expr e)
{
    for (;;) {
        const thir_node *n = lower_node(f, e);
        if (n->op == THIR_STRING)
            return arena_text(f->l->s->memory, n->text, n->n_text);
        if (n->op != THIR_USE && n->op != THIR_BORROW && n->op != THIR_DEREF)
            return NULL;
        e = n->a;
    }
}

void lower_panic(lower_fn *f, const thir_node *n)
{
    sema *s = f->l->s;
    ir_value *values = ARENA_ARRAY(s->memory, ir_value, n->n);
    sema_ty *types = ARENA_ARRAY(s->memory, sema_ty, n->n);
    const char **texts = ARENA_ARRAY(s->memory, const char *, n->n);
    for (uint32_t i = 0; i < n->n; i++) {
        thir_expr e = f->body->lists.at[n->first + i];
        texts[i] = known_text(f, e);
        types[i] = lower_ty(f, lower_node(f, e)->ty);
        values[i] = texts[i] ? 0 : lower_value(f, e);
        while (!texts[i] && values[i] && ty_kind_of(s, types[i]) == TY_REF) {
            sema_ty pointee = lower_layout_of(f->l, types[i], n->span)->element;
            if (lower_is_unsized(s, pointee))
                break;
            lower_place p = lower_behind(f, values[i], pointee);
            values[i] = lower_read(f, &p);
            types[i] = pointee;
        }
    }
    words w = {0};
    finish(f, w, n->text ? arena_text(s->memory, n->text, n->n_text) : "explicit panic", values, types, texts, n->n, n->span);
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
