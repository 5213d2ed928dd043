/* lower_format.c: lowers what is formatted as the kernel runs: `write!`, and fmt of what the library or a derive
 * shows. */
#include "lower/lower_internal.h"

/* Shapes of formatter_before and formatter_end (kernels/library/fmt/mod.rs). */
enum { SHAPE_OF_STRUCT, SHAPE_OF_TUPLE, SHAPE_OF_ONE = 4 };

/* fmt of one of the traits of core::fmt. Returns a core::fmt::Result. */
static ir_value lower_fmt(lower_fn *f, lower_place place, ir_value formatter, sema_lang_item how, sema_span at)
{
    sema *s = f->l->s;
    uint32_t n;
    const sema_def *items = def_assoc_items(s, def_lang(s, how), &n);
    const ir_value args[] = {lower_reference(f, &place), formatter};
    return n ? lower_call_closure(f, ty_fn_def(s, items[0], &place.ty, 1), NULL, args, 2, at) : 0;
}

static ir_value lower_format_constant(lower_fn *f, const char *text, uint32_t n)
{
    return lower_make_fat(f, ir_global_addr(&f->b, lower_text(f->l, text, n)), ir_const(&f->b, IR_U64, n));
}

static ir_value lower_format_name(lower_fn *f, const char *text)
{
    return lower_format_constant(f, text, (uint32_t)strlen(text));
}

/* A core::fmt::Result without an error, for which nothing is written that a sink sees. */
static ir_value lower_format_ok(lower_fn *f, ir_value formatter, sema_span at)
{
    const ir_value args[] = {formatter, lower_format_constant(f, "", 0)};
    return f->l->s->has_sinks ? lower_call_lang(f, LANG_FORMATTER_OK, NULL, 0, at)
                              : lower_call_lang(f, LANG_FORMATTER_WRITE, args, 2, at);
}

static ir_value lower_format_write(lower_fn *f, ir_value formatter, const char *text, uint32_t n, sema_span at)
{
    const ir_value args[] = {formatter, lower_format_constant(f, text, n)};
    return lower_call_lang(f, LANG_FORMATTER_WRITE, args, 2, at);
}

/* What comes until ir_end is done where nothing has failed so far. */
static void lower_format_if_ok(lower_fn *f, ir_local so_far, sema_span at)
{
    const ir_value result = ir_get(&f->b, so_far);
    ir_if(&f->b, lower_call_lang(f, LANG_FORMATTER_IS_OK, &result, 1, at));
}

static ir_value lower_format_digits(lower_fn *f, sema_ty ty, ir_value v, ir_value formatter, bool debug, bool is_radix,
                                    sema_span at)
{
    ir_builder *b = &f->b;
    lower_number_shown number = lower_show_as(f, ty, v, is_radix);
    if (number.kind == IR_SHOWN_SIGNED) {
        v = ir_convert(b, IR_I64, number.low);
        number.low = ir_binary(b, IR_XOR, IR_I64, ir_binary(b, IR_SHL, IR_I64, v, ir_const(b, IR_U32, 1)),
                               ir_binary(b, IR_SHR, IR_I64, v, ir_const(b, IR_U32, 63)));
    }
    const ir_value args[] = {formatter, ir_const(b, IR_U8, number.kind | (debug ? IR_SHOWN_DEBUG : 0u)),
                             ir_convert(b, IR_U64, number.low),
                             number.high ? ir_convert(b, IR_U64, number.high) : ir_const(b, IR_U64, 0)};
    sema_lang_item fn = LANG_FORMATTER_NUMBER;
    if (f->l->s->has_sinks)
        fn = number.high                                                  ? LANG_FORMATTER_WIDE
             : number.kind == IR_SHOWN_F32 || number.kind == IR_SHOWN_F64 ? LANG_FORMATTER_FLOAT
             : number.kind == IR_SHOWN_CHAR && debug                      ? LANG_FORMATTER_QUOTED_CHAR
                                                                          : LANG_FORMATTER_NUMBER;
    return lower_call_lang(f, fn, args, 4, at);
}

static ir_value lower_format_number(lower_fn *f, sema_ty ty, ir_value v, ir_value formatter, sema_lang_item how,
                                    sema_span at)
{
    ir_builder *b = &f->b;
    const bool is_radix = how == LANG_LOWER_HEX || how == LANG_UPPER_HEX || how == LANG_BINARY || how == LANG_OCTAL;
    if (how != LANG_DEBUG || !f->l->s->has_debug_hex || !ty_is_signed(f->l->s, ty))
        return lower_format_digits(f, ty, v, formatter, how == LANG_DEBUG, is_radix, at);
    ir_if(b, lower_call_lang(f, LANG_FORMATTER_IS_HEX, &formatter, 1, at));
    const ir_value hex = lower_format_digits(f, ty, v, formatter, true, true, at);
    const ir_local result = ir_add_local(b, lower_value_type(f, hex), NULL);
    ir_set(b, result, hex);
    ir_else(b);
    ir_set(b, result, lower_format_digits(f, ty, v, formatter, true, false, at));
    ir_end(b);
    return ir_get(b, result);
}

static ir_value lower_format_text(lower_fn *f, ir_value text, ir_value formatter, bool debug, sema_span at)
{
    const uint32_t kind = IR_SHOWN_TEXT | (debug ? IR_SHOWN_DEBUG : 0u);
    const ir_value args[] = {formatter, ir_const(&f->b, IR_U8, kind), text};
    return lower_call_lang(f, debug && f->l->s->has_sinks ? LANG_FORMATTER_QUOTED : LANG_FORMATTER_SHOW_TEXT, args, 3,
                           at);
}

/* The address that a reference or a pointer is. */
static ir_value lower_format_address(lower_fn *f, lower_place place, ir_value formatter, sema_span at)
{
    sema *s = f->l->s;
    const sema_ty pointee = ty_arg(s, place.ty, ty_kind_of(s, place.ty) == TY_REF);
    return lower_format_digits(f, ty_ptr(s, false, pointee), lower_read(f, &place), formatter, false, false, at);
}

/* A value, by what its type is or by its own fmt. */
static ir_value lower_format_value(lower_fn *f, lower_place place, ir_value formatter, sema_lang_item how, sema_span at)
{
    sema *s = f->l->s;
    if (how == LANG_POINTER) {
        if (ty_kind_of(s, place.ty) == TY_REF)
            place = lower_behind(f, lower_read(f, &place), ty_arg(s, place.ty, 1));
        const ty_kind kind = ty_kind_of(s, place.ty);
        return kind == TY_REF || kind == TY_PTR ? lower_format_address(f, place, formatter, at)
                                                : lower_fmt(f, place, formatter, how, at);
    }
    while (ty_kind_of(s, place.ty) == TY_REF && ty_kind_of(s, ty_arg(s, place.ty, 1)) != TY_STR)
        place = lower_behind(f, lower_read(f, &place), ty_arg(s, place.ty, 1));
    if (ty_kind_of(s, place.ty) == TY_REF)
        return lower_format_text(f, lower_read(f, &place), formatter, how == LANG_DEBUG, at);
    return ty_is_scalar(s, place.ty) ? lower_format_number(f, place.ty, lower_read(f, &place), formatter, how, at)
                                     : lower_fmt(f, place, formatter, how, at);
}

/* Name { a: 1, b: 2 }, Name(1, 2), (1, 2), Name */
static void lower_format_variant(lower_fn *f, lower_place place, const lower_variant *v, ir_value formatter,
                                 ir_local so_far, sema_span at)
{
    sema *s = f->l->s;
    ir_builder *b = &f->b;
    const bool is_tuple = ty_kind_of(s, place.ty) == TY_TUPLE;
    const bool is_struct = !is_tuple && def_shape(s, v->def) == SHAPE_NAMED;
    const char *name = is_tuple ? "" : sema_text(s, def_get(s, v->def)->name);
    const ir_value shape = ir_const(b, IR_U64,
                                    is_struct                      ? SHAPE_OF_STRUCT
                                    : is_tuple && v->n_fields == 1 ? SHAPE_OF_ONE
                                                                   : SHAPE_OF_TUPLE);
    uint32_t n_fields = 0;
    const sema_def *fields = is_struct ? def_fields(s, v->def, &n_fields) : NULL;
    ir_set(b, so_far,
           is_tuple && !v->n_fields ? lower_format_text(f, lower_format_name(f, "()"), formatter, false, at)
                                    : lower_format_write(f, formatter, name, (uint32_t)strlen(name), at));
    for (uint32_t i = 0; i < v->n_fields; i++) {
        lower_format_if_ok(f, so_far, at);
        const char *label = fields && i < n_fields ? sema_text(s, def_get(s, fields[i])->name) : "";
        const ir_value before[] = {formatter, shape, ir_const(b, IR_BOOL, i > 0), lower_format_name(f, label)};
        const ir_value begun = lower_call_lang(f, LANG_FORMATTER_BEFORE, before, 4, at);
        if (s->has_sinks) {
            ir_set(b, so_far, begun);
            lower_format_if_ok(f, so_far, at);
        }
        const ir_value after[] = {formatter,
                                  lower_format_value(f, lower_field(f, place, v, i), formatter, LANG_DEBUG, at)};
        ir_set(b, so_far, lower_call_lang(f, LANG_FORMATTER_AFTER, after, 2, at));
        if (s->has_sinks)
            ir_end(b);
        ir_end(b);
    }
    if (!v->n_fields)
        return;
    lower_format_if_ok(f, so_far, at);
    const ir_value end[] = {formatter, shape, ir_const(b, IR_U64, v->n_fields)};
    ir_set(b, so_far, lower_call_lang(f, LANG_FORMATTER_END, end, 3, at));
    ir_end(b);
}

static ir_value lower_format_parts(lower_fn *f, lower_place place, ir_value formatter, sema_span at)
{
    ir_builder *b = &f->b;
    const lower_layout *layout = lower_layout_of(f->l, place.ty, at);
    const ir_value nothing = lower_format_ok(f, formatter, at);
    const ir_local so_far = ir_add_local(b, lower_value_type(f, nothing), NULL);
    ir_set(b, so_far, nothing);
    if (layout->tag)
        ir_switch(b, lower_tag(f, &place));
    for (uint32_t i = 0; i < layout->n_variants; i++) {
        const uint64_t bits = layout->variants[i].discriminant, size = layout->tag ? ir_size(f->l->m, layout->tag) : 8;
        if (layout->tag && i + 1 == layout->n_variants)
            ir_default(b);
        else if (layout->tag)
            ir_case(b, size < 8 ? bits & ((UINT64_C(1) << (8 * size)) - 1) : bits);
        lower_format_variant(f, place, &layout->variants[i], formatter, so_far, at);
    }
    if (layout->tag)
        ir_end(b);
    return ir_get(b, so_far);
}

ir_value lower_format_body(lower_fn *f, sema_ty ty, ir_value reference, ir_value formatter, bool debug, sema_span at)
{
    sema *s = f->l->s;
    const ty_kind kind = ty_kind_of(s, ty);
    const sema_lang_item how = debug ? LANG_DEBUG : LANG_DISPLAY;
    if (kind == TY_STR)
        return lower_format_text(f, reference, formatter, debug, at);
    const lower_place place = lower_behind(f, reference, ty);
    if (kind == TY_REF)
        return lower_format_value(f, place, formatter, how, at);
    if (ty_is_scalar(s, ty))
        return lower_format_number(f, ty, lower_read(f, &place), formatter, how, at);
    if (debug && (kind == TY_TUPLE || (kind == TY_ADT && lower_derives_debug(s, ty))))
        return lower_format_parts(f, place, formatter, at);
    if (kind != TY_NEVER)
        lower_not_yet(f->l, at, arena_format(s->memory, "showing a value of type `%s`", ty_print_short(s, ty)),
                      "write its `fmt`");
    return lower_format_ok(f, formatter, at);
}

bool lower_is_for_sinks(const lower_fn *f, const thir_node *n)
{
    const sema *s = f->l->s;
    if (!f->is_library || s->has_sinks)
        return false;
    const thir_node *condition = lower_node(f, n->a);
    while (condition->op == THIR_BLOCK && !condition->n)
        condition = lower_node(f, condition->a);
    if (condition->op != THIR_CALL)
        return false;
    const ty_info *callee = ty_get(s, lower_node(f, condition->a)->ty);
    return callee->kind == TY_FN_DEF && callee->def == def_lang(s, LANG_HAS_SINKS);
}

void lower_counts_of(const char *spec, size_t n, bool *width, bool *precision)
{
    *width = *precision = false;
    for (size_t i = 0; i < n; i++)
        if (spec[i] == '$' && !(i + 1 < n && strchr("<^>", spec[i + 1])))
            *(i && spec[i - 1] == '.' && !(i == 2 && strchr("<^>", spec[1])) ? precision : width) = true;
}

/* Whether a trait of {:x} and its like is not that of a number, whose fmt shows digits as it wishes. */
static bool lower_is_own_format(lower_fn *f, const lower_shown *value, sema_lang_item how)
{
    sema *s = f->l->s;
    sema_ty ty = value->place.ty;
    while (!value->text && ty_kind_of(s, ty) == TY_REF)
        ty = ty_arg(s, ty, 1);
    return how != LANG_DEBUG && how != LANG_DISPLAY && !(ty && ty_is_scalar(s, ty));
}

/* As formatter_options has them, with the operands for width and precision. */
static ir_value lower_format_options(lower_fn *f, const char *spec, size_t n, const lower_shown *value,
                                     sema_lang_item how, sema_span at)
{
    enum { WIDTH_BIT = 26, PRECISION_BIT = 43 };
    ir_builder *b = &f->b;
    VEC(char) plain = {0};
    n -= value && lower_is_own_format(f, value, how);
    for (size_t i = 0; i < n; i++)
        if (spec[i] != '$' || (i + 1 < n && strchr("<^>", spec[i + 1])))
            vec_push(f->l->s->memory, &plain, spec[i]);
    if (how == LANG_DEBUG)
        vec_push(f->l->s->memory, &plain, '?');
    ir_value options = ir_const(b, IR_U64, ir_site_options(plain.at ? plain.at : "", plain.n));
    for (uint32_t k = 0; value && k < 2; k++) {
        const ir_value count = k ? value->precision : value->width;
        if (!count)
            continue;
        const ir_value args[] = {options, ir_const(b, IR_U32, k ? PRECISION_BIT : WIDTH_BIT), count};
        const sema_ty fn = ty_fn_def(f->l->s, def_lang(f->l->s, LANG_FORMATTER_COUNT), NULL, 0);
        options = lower_call_closure(f, fn, NULL, args, 3, at); /* its panic is blamed on the message */
    }
    return options;
}

static ir_value lower_format_kept(lower_fn *f, ir_value formatter)
{
    const ir_local kept = ir_add_local(&f->b, lower_value_type(f, formatter), NULL);
    ir_set(&f->b, kept, formatter);
    return ir_local_addr(&f->b, kept);
}

static ir_value lower_formatter(lower_fn *f, ir_value options, sema_span at)
{
    return lower_format_kept(f, lower_call_lang(f, LANG_FORMATTER_NEW, &options, 1, at));
}

ir_value lower_sink(lower_fn *f, lower_place *to, sema_span at)
{
    sema *s = f->l->s;
    sema_ty args[] = {ty_erased(s), ty_arg(s, to->ty, 1)};
    ir_value reference = to->v;
    if (lower_is_unsized(f->l, args[1])) { /* a `&mut dyn Write` is a sink, too */
        args[1] = to->ty;
        reference = lower_reference(f, to);
    }
    const sema_ty fn = ty_fn_def(s, def_lang(s, LANG_FORMATTER_SINK), args, 2);
    return lower_format_kept(f, lower_call_closure(f, fn, NULL, &reference, 1, at));
}

static ir_value lower_format_shown(lower_fn *f, const lower_shown *value, ir_value formatter, sema_lang_item how,
                                   sema_span at)
{
    if (!value->text)
        return lower_format_value(f, value->place, formatter, how, at);
    sema *s = f->l->s;
    const ir_value text = lower_format_constant(f, value->text, value->n_text);
    const lower_place place = {.kind = PLACE_VALUE, .ty = ty_ref(s, ty_erased(s), false, TY_STR), .v = text};
    return how == LANG_POINTER ? lower_format_address(f, place, formatter, at)
                               : lower_format_text(f, text, formatter, how == LANG_DEBUG, at);
}

ir_value lower_formatted(lower_fn *f, const lower_shown *value, const char *spec, bool debug, sema_span at)
{
    spec += *spec == ':';
    const sema_lang_item how = thir_shown_trait_of(debug ? '?' : *spec ? spec[strlen(spec) - 1] : 0)->item;
    const ir_value formatter = lower_formatter(f, lower_format_options(f, spec, strlen(spec), value, how, at), at);
    lower_format_shown(f, value, formatter, how, at);
    return lower_call_lang(f, LANG_FORMATTER_TEXT, &formatter, 1, at);
}

ir_value lower_write_message(lower_fn *f, ir_value formatter, const char *text, const lower_shown *values, uint32_t n,
                             sema_span at)
{
    lower *l = f->l;
    ir_builder *b = &f->b;
    const ir_value nothing = lower_format_ok(f, formatter, at);
    const ir_local so_far = ir_add_local(b, lower_value_type(f, nothing), NULL);
    ir_set(b, so_far, nothing);
    VEC(char) plain = {0};
    uint32_t i = 0;
    bool is_all_text = l->s->has_sinks; /* which is written even if there is none */
    while (*text || plain.n || is_all_text) {
        const char *hole = lower_next_hole(text), *end = hole ? hole : text + strlen(text);
        for (const char *c = text; c < end; c += 1 + (*c == '{' || *c == '}')) /* braces are doubled */
            vec_push(l->s->memory, &plain, *c);
        text = hole ? lower_hole_end(hole) + 1 : end;
        if (hole && i < n && values[i].literal && l->s->has_sinks && hole[1] == '}') {
            for (const char *c = values[i++].literal; *c; c++)
                vec_push(l->s->memory, &plain, *c);
            continue;
        }
        lower_format_if_ok(f, so_far, at);
        if (plain.n || (is_all_text && !hole))
            ir_set(b, so_far, lower_format_write(f, formatter, plain.at, (uint32_t)plain.n, at));
        const bool may_fail = plain.n && hole && l->s->has_sinks;
        if (may_fail)
            lower_format_if_ok(f, so_far, at);
        plain.n = 0;
        is_all_text = false;
        if (hole && i < n) {
            const char *close = text - 1;
            const bool debug = close[-1] == '?';
            const char *spec = hole[1] == ':' ? hole + 2 : close - debug;
            const size_t n_spec = (size_t)(close - debug - spec);
            const sema_lang_item how = thir_shown_trait_of(debug ? '?' : n_spec ? spec[n_spec - 1] : 0)->item;
            ir_value args[] = {formatter, lower_format_options(f, spec, n_spec, &values[i], how, at)};
            args[1] = lower_call_lang(f, LANG_FORMATTER_OPTIONS, args, 2, at);
            ir_set(b, so_far, lower_format_shown(f, &values[i], formatter, how, at));
            lower_call_lang(f, LANG_FORMATTER_OPTIONS, args, 2, at);
            i++;
        }
        if (may_fail)
            ir_end(b);
        ir_end(b);
    }
    return ir_get(b, so_far);
}

ir_value lower_formatted_message(lower_fn *f, const char *text, const lower_shown *values, uint32_t n, sema_span at)
{
    const ir_value formatter = lower_formatter(f, ir_const(&f->b, IR_U64, 0), at);
    lower_write_message(f, formatter, text, values, n, at);
    return lower_call_lang(f, LANG_FORMATTER_TEXT, &formatter, 1, at);
}
