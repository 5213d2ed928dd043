/* pattern_print.c: writes uncovered patterns as rustc does. */
#include "sema/patterns/pattern_internal.h"

static const char *print_value(pattern_ctx *c, sema_ty ty, wide_u128 value)
{
    sema *s = c->s;
    arena *memory = s->memory;
    if (ty_kind_of(s, ty) == TY_BOOL)
        return value ? "true" : "false";
    if (ty_kind_of(s, ty) == TY_CHAR) {
        if (value == 0)
            return "'\\0'";
        if (value == '\'' || value == '\\')
            return arena_format(memory, "'\\%c'", (int)value);
        if (value == '\n' || value == '\t' || value == '\r')
            return arena_format(memory, "'\\%c'", value == '\n' ? 'n' : value == '\t' ? 't' : 'r');
        if (value >= ' ' && value < 0x7F)
            return arena_format(memory, "'%c'", (int)value);
        return arena_format(memory, "'\\u{%llx}'", (unsigned long long)value);
    }
    wide_u128 lo[2], hi[2];
    pattern_domain(s, ty, lo, hi);
    const char *name = ty_print(s, ty);
    wide_u128 bias = pattern_bias(s, ty);
    if (value == hi[0])
        return arena_format(memory, "%s::MAX", name);
    if (bias && value == lo[0])
        return arena_format(memory, "%s::MIN", name);
    const bool is_negative = value < bias;
    return arena_format(memory, "%s_%s", wide_decimal(is_negative ? bias - value : value - bias, is_negative).text,
                        name);
}

static const char *print_range(pattern_ctx *c, const pattern *p)
{
    arena *memory = c->s->memory;
    if (pattern_has_beyond(c->s, p->ty)) {
        const char *name = ty_print(c->s, p->ty);
        bool low = pattern_bias(c->s, p->ty) && p->lo == 0, high = p->hi == UINT64_MAX;
        if (low && high)
            return "_";
        if (high && p->lo == UINT64_MAX)
            return arena_format(memory, "%s::MAX..", name);
        if (high)
            return arena_format(memory, "%s..", print_value(c, p->ty, p->lo));
        if (low && p->hi == 0)
            return arena_format(memory, "..%s::MIN", name);
        if (low)
            return arena_format(memory, "..=%s", print_value(c, p->ty, p->hi));
    }
    if (p->lo == p->hi)
        return print_value(c, p->ty, p->lo);
    if (p->hi == WIDE_MAX) /* rustc has no number for what is behind it */
        return arena_format(memory, "%s..", print_value(c, p->ty, p->lo));
    return arena_format(memory, "%s..=%s", print_value(c, p->ty, p->lo), print_value(c, p->ty, p->hi));
}

static const char *print_fields(pattern_ctx *c, const pattern *p, const char *text)
{
    for (uint32_t i = 0; i < p->n; i++)
        text = arena_format(c->s->memory, "%s%s%s", text, i ? ", " : "", pattern_print(c, p->fields[i]));
    return text;
}

/* An array's length is known, so `_` beside `..` tells nothing. */
static const char *print_slice(pattern_ctx *c, const pattern *p)
{
    arena *memory = c->s->memory;
    const bool is_array = ty_kind_of(c->s, p->ty) == TY_ARRAY;
    uint32_t before = p->prefix, behind = p->prefix;
    const char *text = "[", *comma = "";
    while (p->open && is_array && before && p->fields[before - 1]->ctor == CTOR_WILD)
        before--;
    while (p->open && is_array && behind < p->n && p->fields[behind]->ctor == CTOR_WILD)
        behind++;
    for (uint32_t i = 0; i < p->n; i++) {
        if (p->open && i == before) {
            text = arena_format(memory, "%s%s..", text, comma);
            comma = ", ";
        }
        if (i >= before && i < behind)
            continue;
        text = arena_format(memory, "%s%s%s", text, comma, pattern_print(c, p->fields[i]));
        comma = ", ";
    }
    return arena_format(memory, "%s%s%s]", text, p->open && before == p->n ? comma : "",
                        p->open && before == p->n ? ".." : "");
}

static const char *print_adt(pattern_ctx *c, const pattern *p)
{
    sema *s = c->s;
    arena *memory = s->memory;
    sema_def adt = ty_get(s, p->ty)->def;
    uint32_t n_variants, n_fields;
    const sema_def *variants = def_variants(s, adt, &n_variants);
    if (p->index >= n_variants)
        return "_";
    sema_def variant = variants[p->index];
    const char *name = sema_text(s, def_get(s, variant)->name);
    if (def_kind_of(s, adt) == DEF_ENUM && adt != def_lang(s, LANG_OPTION) && adt != def_lang(s, LANG_RESULT))
        name = arena_format(memory, "%s::%s", def_shown_name(s, adt), name);
    const sema_def *fields = def_fields(s, variant, &n_fields);
    switch (def_shape(s, variant)) {
    case SHAPE_UNIT: return name;
    case SHAPE_TUPLE: return arena_format(memory, "%s)", print_fields(c, p, arena_format(memory, "%s(", name)));
    case SHAPE_NAMED: break;
    }
    const char *text = arena_format(memory, "%s { ", name);
    uint32_t printed = 0;
    for (uint32_t i = 0; i < p->n && i < n_fields; i++) {
        if (p->fields[i]->ctor == CTOR_WILD)
            continue;
        text = arena_format(memory, "%s%s%s: %s", text, printed ? ", " : "", sema_text(s, def_get(s, fields[i])->name),
                            pattern_print(c, p->fields[i]));
        printed++;
    }
    if (printed == p->n)
        return arena_format(memory, printed ? "%s }" : "%s}", text);
    return arena_format(memory, "%s%s.. }", text, printed ? ", " : "");
}

const char *pattern_print(pattern_ctx *c, const pattern *p)
{
    arena *memory = c->s->memory;
    switch ((pattern_ctor)p->ctor) {
    case CTOR_RANGE: return print_range(c, p);
    case CTOR_SINGLE:
        if (ty_kind_of(c->s, p->ty) == TY_REF)
            return arena_format(memory, "&%s%s", ty_get(c->s, p->ty)->mutable ? "mut " : "",
                                pattern_print(c, p->fields[0]));
        if (ty_kind_of(c->s, p->ty) == TY_TUPLE)
            return arena_format(memory, "%s%s)", print_fields(c, p, "("), p->n == 1 ? "," : "");
        return print_adt(c, p);
    case CTOR_VARIANT: return print_adt(c, p);
    case CTOR_SLICE: return print_slice(c, p);
    case CTOR_WILD:
    case CTOR_OPAQUE:
    case CTOR_OR: break;
    }
    return "_";
}

const char *pattern_print_list(pattern_ctx *c, const pattern_list *list)
{
    enum { MOST = 3 };
    arena *memory = c->s->memory;
    uint32_t n = list->n, shown = n > MOST ? MOST : n;
    const char *text = "";
    for (uint32_t i = 0; i < shown; i++) {
        const char *between = i == 0 ? "" : i + 1 == n ? " and " : ", ";
        text = arena_format(memory, "%s%s`%s`", text, between, pattern_print(c, list->at[i]));
    }
    return n > MOST ? arena_format(memory, "%s and %u more", text, (unsigned)(n - MOST)) : text;
}
