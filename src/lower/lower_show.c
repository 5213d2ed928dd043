/* lower_show.c: makes the message of a panic, or of what prints. It takes values apart into the numbers that {} and
 * {:?} show. */
#include "lower/lower_internal.h"

enum { IMPOSSIBLE = UINT32_MAX, MOST_WAYS = 64, MOST_DEPTH = 16, LEAST_PARTS = 2 };

/* What is still to be said: a text, or a value. */
typedef struct piece {
    const struct piece *next;
    const char *text;
    size_t n_text;
    lower_place place;
    bool debug;
    const lower_shown *formatted; /* as the kernel runs; or NULL */
    const char *spec;             /* `:` and how, or "" */
    uint32_t depth;               /* how far {:#?} moves lines in */
} piece;

typedef struct words {
    VEC(char) text;
    ir_value operands[IR_MOST_OPERANDS];
    uint32_t n, n_parts; /* n_parts: operands that hold the bytes of each text */
    ir_site_kind kind;
} words;

static void lower_append(lower_fn *f, words *w, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        vec_push(f->l->s->memory, &w->text, bytes[i]);
}

static const piece *lower_text_before(lower_fn *f, const char *text, size_t n_text, const piece *next)
{
    piece *p = ARENA_NEW(f->l->s->memory, piece);
    *p = (piece){.next = next, .text = text, .n_text = n_text};
    return p;
}

/* Is shown as `how` says; the specification and the depth are those of what it is a part of. */
static const piece *lower_value_before(lower_fn *f, lower_place place, const piece *how, const piece *next)
{
    piece *p = ARENA_NEW(f->l->s->memory, piece);
    *p = *how;
    p->next = next;
    p->text = NULL;
    p->place = place;
    return p;
}

/* Of {:#?}, which writes each part into a line of its own. */
static bool lower_is_pretty(const piece *how)
{
    const char *flags = how->spec;
    for (const char *at = flags; *at; at++) /* a fill may be # too */
        flags = strchr("<^>", *at) ? at + 1 : flags;
    return how->debug && strchr(flags, '#') != NULL;
}

/* What stands before a part, or behind the last one at the depth of the whole. {:#?} has a line of its own for it. */
static const piece *lower_line_before(lower_fn *f, const piece *how, const char *text, const char *line,
                                      const char *rest, uint32_t depth, const piece *next)
{
    const char *all = lower_is_pretty(how)
                          ? arena_format(f->l->s->memory, "%s\n%*s%s", line, (int)(4 * depth), "", rest)
                          : arena_format(f->l->s->memory, "%s%s", text, rest);
    return lower_text_before(f, all, strlen(all), next);
}

/* A text for such a message, with its braces doubled, and with debug as {:?} writes it. */
static const char *lower_show_text(lower *l, const char *text, size_t n, bool debug)
{
    VEC(char) out = {0};
    arena *memory = l->s->memory;
    if (debug) {
        const size_t n_quoted = ir_site_quote(text, n, NULL, 0);
        char *quoted = ARENA_ARRAY(memory, char, n_quoted + 1);
        ir_site_quote(text, n, quoted, n_quoted + 1);
        text = quoted;
        n = n_quoted;
    }
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '{' || text[i] == '}')
            vec_push(memory, &out, text[i]);
        vec_push(memory, &out, text[i]);
    }
    return arena_text(memory, out.at ? out.at : "", out.n);
}

/* Only what a derive shows is known; a fmt that the user wrote may write anything. */
bool lower_derives_debug(sema *s, sema_ty ty)
{
    uint32_t n;
    const sema_def *impls = def_impls_of(s, def_lang(s, LANG_DEBUG), &n);
    for (uint32_t i = 0; i < n; i++) {
        sema_span at = sema_node_span(s, def_get(s, impls[i])->node);
        if (def_impl_may_fit(s, impls[i], ty) && sema_is_derived(s, at.file))
            return true;
    }
    return false;
}

/* ways: enums make one message for each variant; texts: operands that are left over hold their bytes. operands is
 * IMPOSSIBLE for what is formatted as the kernel runs, into a text. */
typedef struct need {
    uint32_t operands, ways, texts;
} need;

static bool lower_show_is_lang(const sema *s, sema_ty ty, sema_lang_item what)
{
    return ty_kind_of(s, ty) == TY_ADT && ty_get(s, ty)->def == def_lang(s, what);
}

/* A thread's witness shows as its number. */
static bool lower_is_tid(const sema *s, sema_ty ty)
{
    return lower_show_is_lang(s, ty, LANG_TID);
}

static bool lower_is_text(const sema *s, sema_ty ty)
{
    return ty_kind_of(s, ty) == TY_REF && ty_kind_of(s, ty_arg(s, ty, 1)) == TY_STR;
}

static need lower_need_of(lower_fn *f, sema_ty ty, bool debug, uint32_t depth)
{
    static const need impossible = {.operands = IMPOSSIBLE};
    lower *l = f->l;
    sema *s = l->s;
    ty_kind kind = ty_kind_of(s, ty);
    need all = {.ways = 1};
    if (kind == TY_I128 || kind == TY_U128)
        return (need){.operands = 2, .ways = 1};
    if (lower_is_tid(s, ty) || kind == TY_BOOL || kind == TY_CHAR || ty_is_integer(s, ty) || ty_is_float(s, ty))
        return (need){.operands = 1, .ways = 1};
    if (depth >= MOST_DEPTH)
        return impossible;
    if (lower_is_text(s, ty))
        return (need){.ways = 1, .texts = 1};
    if (kind == TY_REF)
        return lower_is_unsized(l, ty_arg(s, ty, 1)) ? impossible
                                                     : lower_need_of(f, ty_arg(s, ty, 1), debug, depth + 1);
    if (!debug || (kind != TY_TUPLE && kind != TY_ARRAY && (kind != TY_ADT || !lower_derives_debug(s, ty))))
        return impossible;
    const lower_layout *layout = lower_layout_of(l, ty, (sema_span){0});
    if (layout->shape == SHAPE_RUST_UNION)
        return impossible;
    if (kind == TY_ARRAY) {
        need one = lower_need_of(f, layout->element, debug, depth + 1);
        for (uint64_t i = 0; i < layout->n && all.operands <= IR_MOST_OPERANDS && all.ways <= MOST_WAYS; i++)
            all = (need){one.operands > IR_MOST_OPERANDS ? IMPOSSIBLE : all.operands + one.operands,
                         all.ways * one.ways, all.texts + one.texts};
        return all.operands > IR_MOST_OPERANDS || all.ways > MOST_WAYS ? impossible : all;
    }
    if (layout->tag)
        all.ways = 0;
    for (uint32_t v = 0; v < layout->n_variants; v++) {
        need variant = {.ways = 1};
        for (uint32_t i = 0; i < layout->variants[v].n_fields; i++) {
            need field = lower_need_of(f, layout->variants[v].fields[i], debug, depth + 1);
            variant = (need){variant.operands + field.operands, variant.ways * field.ways, variant.texts + field.texts};
            if (field.operands > IR_MOST_OPERANDS || variant.operands > IR_MOST_OPERANDS || variant.ways > MOST_WAYS)
                return impossible;
        }
        all.operands = variant.operands > all.operands ? variant.operands : all.operands;
        all.texts = variant.texts > all.texts ? variant.texts : all.texts;
        all.ways = layout->tag ? all.ways + variant.ways : variant.ways;
    }
    return all.ways > MOST_WAYS ? impossible : all;
}

static bool lower_is_radix(const char *spec, size_t n)
{
    return n && thir_shown_trait_of(spec[n - 1])->is_radix;
}

lower_number_shown lower_show_as(lower_fn *f, sema_ty ty, ir_value v, bool is_radix)
{
    sema *s = f->l->s;
    ir_builder *b = &f->b;
    const ty_kind kind = ty_kind_of(s, ty);
    if (lower_is_wide(f, v)) {
        const ir_value low = lower_wide_half(f, v, false);
        return (lower_number_shown){ty_is_signed(s, ty) && !is_radix ? IR_SHOWN_I128 : IR_SHOWN_U128, low,
                                    lower_wide_half(f, v, true)};
    }
    if (ty_is_float(s, ty))
        return (lower_number_shown){kind == TY_F32 ? IR_SHOWN_F32 : IR_SHOWN_F64,
                                    ir_emit(b, IR_BITCAST, kind == TY_F32 ? IR_U32 : IR_U64, &v, 1, 0, 0), 0};
    if (kind == TY_PTR && lower_is_unsized(f->l, ty_arg(s, ty, 0)))
        v = ir_field(b, v, 0);
    if (kind == TY_PTR)
        return (lower_number_shown){IR_SHOWN_POINTER, ir_emit(b, IR_BITCAST, IR_U64, &v, 1, 0, 0), 0};
    if (ty_is_signed(s, ty) && !is_radix)
        return (lower_number_shown){IR_SHOWN_SIGNED, v, 0};
    if (ty_is_signed(s, ty))
        v = ir_convert(b, lower_value_type(f, v) - IR_I8 + IR_U8, v);
    return (lower_number_shown){kind == TY_BOOL   ? IR_SHOWN_BOOL
                                : kind == TY_CHAR ? IR_SHOWN_CHAR
                                                  : IR_SHOWN_UNSIGNED,
                                v, 0};
}

static void lower_show_number(lower_fn *f, words *w, sema_ty ty, const piece *how, ir_value v)
{
    static const char *const holes[IR_N_SHOWN] = {
        [IR_SHOWN_UNSIGNED] = "{", [IR_SHOWN_SIGNED] = "{i64", [IR_SHOWN_U128] = "{u128", [IR_SHOWN_I128] = "{i128",
        [IR_SHOWN_F32] = "{f32",   [IR_SHOWN_F64] = "{f64",    [IR_SHOWN_TEXT] = "{text", [IR_SHOWN_BOOL] = "{bool",
        [IR_SHOWN_CHAR] = "{char", [IR_SHOWN_POINTER] = "{:#x"};
    const lower_number_shown number = lower_show_as(f, ty, v, lower_is_radix(how->spec, strlen(how->spec)));
    const bool tells_debug = number.kind == IR_SHOWN_F32 || number.kind == IR_SHOWN_F64 || number.kind == IR_SHOWN_CHAR;
    if (number.high) {
        lower_append(f, w, "{low}", 5);
        w->operands[w->n++] = number.low;
    }
    lower_append(f, w, holes[number.kind], strlen(holes[number.kind]));
    lower_append(f, w, "?", how->debug && tells_debug);
    if (strcmp(how->spec, ":#") != 0)
        lower_append(f, w, how->spec, strlen(how->spec));
    lower_append(f, w, "}", 1);
    w->operands[w->n++] =
        ir_convert(&f->b, number.kind == IR_SHOWN_SIGNED ? IR_I64 : IR_U64, number.high ? number.high : number.low);
}

/* A text as its specification shows it. */
static const char *lower_pad_text(lower *l, const char *text, size_t *n, const char *spec)
{
    if (!*spec)
        return text;
    const size_t room = *n + 4 * 1000 + 1;
    char *out = ARENA_ARRAY(l->s->memory, char, room);
    *n = ir_site_pad(spec + 1, strlen(spec + 1), text, *n, false, out, room);
    return out;
}

/* Name { a: 1, b: 2 }, Name(1, 2), (1, 2), Name */
static const piece *lower_variant_before(lower_fn *f, const piece *whole, const lower_variant *v)
{
    sema *s = f->l->s;
    const lower_place place = whole->place;
    bool is_tuple = ty_kind_of(s, place.ty) == TY_TUPLE;
    syntax_shape shape = is_tuple ? SHAPE_TUPLE : def_shape(s, v->def);
    const char *name = is_tuple ? "" : sema_text(s, def_get(s, v->def)->name);
    uint32_t n_fields = 0;
    const sema_def *fields = shape == SHAPE_NAMED ? def_fields(s, v->def, &n_fields) : NULL;
    const char *last = shape == SHAPE_NAMED           ? " "
                       : is_tuple && v->n_fields == 1 ? ","
                                                      : "",
               *closing = shape == SHAPE_NAMED ? "}}" : ")";
    const piece *next = whole->next;
    piece part = *whole;
    part.debug = true;
    part.depth++;
    if (v->n_fields)
        next = lower_line_before(f, &part, last, ",", closing, whole->depth, next);
    for (uint32_t i = v->n_fields; i-- > 0;) {
        const char *label = fields && i < n_fields ? sema_text(s, def_get(s, fields[i])->name) : NULL,
                   *written = label ? arena_format(s->memory, "%s: ", label) : "";
        next = lower_value_before(f, lower_field(f, place, v, i), &part, next);
        if (i)
            next = lower_line_before(f, &part, ", ", ",", written, part.depth, next);
        else if (shape == SHAPE_NAMED)
            next = lower_line_before(f, &part, " {{ ", " {{", written, part.depth, next);
        else
            next = lower_line_before(f, &part, "(", "(", written, part.depth, next);
    }
    if (is_tuple && !v->n_fields) {
        size_t n = 2;
        const char *shown = lower_pad_text(f->l, "()", &n, whole->spec);
        next = lower_text_before(f, shown, n, next);
    }
    return lower_text_before(f, name, strlen(name), next);
}

static const piece *lower_array_before(lower_fn *f, const piece *whole, uint64_t n)
{
    const piece *next = whole->next;
    piece part = *whole;
    part.depth++;
    if (!n)
        return lower_text_before(f, "[]", 2, next);
    next = lower_line_before(f, &part, "", ",", "]", whole->depth, next);
    for (uint64_t i = n; i-- > 0;) {
        next = lower_value_before(f, lower_element(f, whole->place, ir_const(&f->b, IR_U64, i)), &part, next);
        next = i ? lower_line_before(f, &part, ", ", ",", "", part.depth, next)
                 : lower_line_before(f, &part, "[", "[", "", part.depth, next);
    }
    return next;
}

static void lower_show_parts(lower_fn *f, words *w, const piece *how, ir_value text, sema_span at)
{
    const bool is_padded = *how->spec && !how->debug;
    for (uint32_t i = 0; i < w->n_parts; i++) {
        const ir_value args[] = {text, ir_const(&f->b, IR_U64, i)};
        lower_append(f, w, "{part}", 6);
        w->operands[w->n++] = lower_call_lang(f, LANG_TEXT_WORD, args, 2, at);
    }
    lower_append(f, w, how->debug ? "{text?" : "{text", how->debug ? 6 : 5);
    lower_append(f, w, how->spec, is_padded ? strlen(how->spec) : 0);
    lower_append(f, w, "}", 1);
    w->operands[w->n++] = ir_field(&f->b, text, 1);
}

static void lower_say(lower_fn *f, words w, const piece *p, sema_span at);

static void lower_say_enum(lower_fn *f, const words *w, const piece *p, const lower_layout *layout, sema_span at)
{
    ir_builder *b = &f->b;
    uint64_t size = ir_size(f->l->m, layout->tag);
    ir_switch(b, lower_tag(f, &p->place));
    for (uint32_t i = 0; i < layout->n_variants; i++) {
        uint64_t bits = layout->variants[i].discriminant;
        if (i + 1 == layout->n_variants)
            ir_default(b);
        else
            ir_case(b, size < 8 ? bits & ((UINT64_C(1) << (8 * size)) - 1) : bits);
        words copy = *w;
        copy.text.at = NULL;
        copy.text.n = copy.text.capacity = 0;
        lower_append(f, &copy, w->text.at, w->text.n);
        lower_say(f, copy, lower_variant_before(f, p, &layout->variants[i]), at);
    }
    ir_end(b);
}

static void lower_say(lower_fn *f, words w, const piece *p, sema_span at)
{
    lower *l = f->l;
    sema *s = l->s;
    while (p) {
        if (p->text) {
            lower_append(f, &w, p->text, p->n_text);
            p = p->next;
            continue;
        }
        lower_place place = p->place;
        ty_kind kind = ty_kind_of(s, place.ty);
        if (p->formatted) {
            lower_show_parts(f, &w, &(piece){.spec = ""}, lower_formatted(f, p->formatted, p->spec, p->debug, at), at);
            p = p->next;
            continue;
        }
        if (lower_is_text(s, place.ty)) {
            lower_show_parts(f, &w, p, lower_read(f, &place), at);
            p = p->next;
            continue;
        }
        if (kind == TY_REF) {
            p = lower_value_before(f, lower_behind(f, lower_read(f, &place), ty_arg(s, place.ty, 1)), p, p->next);
            continue;
        }
        if (lower_is_tid(s, place.ty)) {
            p = lower_value_before(f, lower_field(f, place, &lower_layout_of(l, place.ty, at)->variants[0], 0), p,
                                   p->next);
            continue;
        }
        if (kind != TY_TUPLE && kind != TY_ARRAY && kind != TY_ADT) {
            lower_show_number(f, &w, place.ty, p, lower_read(f, &place));
            p = p->next;
            continue;
        }
        const lower_layout *layout = lower_layout_of(l, place.ty, at);
        if (layout->tag) {
            lower_say_enum(f, &w, p, layout, at);
            return;
        }
        if (kind == TY_ADT && layout->shape != SHAPE_ARRAY && !layout->n_variants) { /* no value of it is ever shown */
            p = p->next;
            continue;
        }
        p = layout->shape == SHAPE_ARRAY || kind == TY_ARRAY ? lower_array_before(f, p, layout->n)
                                                             : lower_variant_before(f, p, &layout->variants[0]);
    }
    const ir_site_id site = lower_site_of(f, at, arena_text(s->memory, w.text.at ? w.text.at : "", w.text.n), w.kind);
    if (w.kind == IR_SITE_PANIC)
        ir_trap(&f->b, site, w.operands, w.n);
    else
        ir_intrinsic_call(&f->b, IR_IN_PRINT, IR_VOID, w.operands, w.n, site);
}

const char *lower_next_hole(const char *at)
{
    for (; *at; at++)
        if (*at == '{' && (at[1] == '}' || at[1] == '?' || at[1] == ':'))
            return at;
        else if (*at == '{' || *at == '}')
            at++;
    return NULL;
}

/* Whether the library says what an operator says that the compiler lowers. */
static bool lower_is_of_operator(const char *text)
{
    static const char bounds[] = "index out of bounds: ";
    return strncmp(text, bounds, sizeof bounds - 1) == 0;
}

/* A fill may be anything but a brace. */
const char *lower_hole_end(const char *hole)
{
    return strchr(hole, '}');
}

/* Whether the host knows how a hole shows a value of this type by itself. */
static bool lower_has_template(lower_fn *f, const char *hole, sema_ty ty)
{
    const char *end = lower_hole_end(hole);
    const bool debug = end[-1] == '?';
    const char *letter = end - 1 - debug;
    if (hole[1] != ':' || letter < hole + 2 || !thir_shown_trait_of(*letter)->letter)
        return true;
    while (ty && ty_kind_of(f->l->s, ty) == TY_REF)
        ty = ty_arg(f->l->s, ty, 1);
    return !debug && lower_is_radix(letter, 1) && ty && ty_is_integer(f->l->s, ty);
}

/* Finds what is formatted: what cannot be shown otherwise, and, where there are too many operands or ways, all but
 * scalars. Returns how many operands the rest has, or IMPOSSIBLE; two texts that are formatted get the room of one. */
static uint32_t lower_fit(lower_fn *f, const char *const *holes, const lower_shown *values, uint32_t n,
                          bool *is_formatted, uint32_t *n_texts)
{
    for (uint32_t attempt = 0; attempt < 2; attempt++) {
        uint32_t n_operands = 0, n_ways = 1, n_formatted = 0;
        *n_texts = 0;
        for (uint32_t i = 0; i < n; i++) {
            const bool is_formatted_only =
                values[i].width || values[i].precision || !lower_has_template(f, holes[i], values[i].place.ty);
            if (values[i].text && !is_formatted_only)
                continue;
            if (is_formatted_only) {
                is_formatted[i] = true;
                if (f->l->constants)
                    return IMPOSSIBLE;
                n_formatted++;
                ++*n_texts;
                continue;
            }
            const sema_ty ty = values[i].place.ty;
            const need wants = lower_need_of(f, ty, lower_hole_end(holes[i])[-1] == '?', 0);
            is_formatted[i] = wants.operands == IMPOSSIBLE || (attempt && !ty_is_scalar(f->l->s, ty));
            if (is_formatted[i] && f->l->constants)
                return IMPOSSIBLE;
            n_formatted += is_formatted[i];
            n_operands += is_formatted[i] ? 0 : wants.operands;
            *n_texts += is_formatted[i] ? 1 : wants.texts;
            n_ways *= n_ways <= MOST_WAYS && wants.ways && !is_formatted[i] ? wants.ways : 1;
        }
        if (n_operands + (1 + LEAST_PARTS) * *n_texts <= IR_MOST_OPERANDS && n_ways <= MOST_WAYS && n_formatted <= 1)
            return n_operands;
    }
    return IMPOSSIBLE;
}

/* A message of more values than there are operands, or of several that are formatted, is formatted as one text. */
static void lower_show_whole(lower_fn *f, ir_site_kind kind, const char *text, const lower_shown *values, uint32_t n,
                             sema_span at)
{
    words w = {.kind = kind, .n_parts = IR_MOST_OPERANDS - 1};
    lower_show_parts(f, &w, &(piece){.spec = ""}, lower_formatted_message(f, text, values, n, at), at);
    lower_say(f, w, NULL, at);
}

void lower_show(lower_fn *f, ir_site_kind kind, const char *text, const char *plain, const lower_shown *values,
                uint32_t n, sema_span at)
{
    lower *l = f->l;
    uint32_t n_texts = 0;
    const piece *first = NULL;
    VEC(const char *) holes = {0};
    for (const char *hole = text; n && (hole = lower_next_hole(hole)) != NULL; hole = lower_hole_end(hole) + 1)
        vec_push(l->s->memory, &holes, hole);
    const uint32_t n_shown = holes.n < n ? (uint32_t)holes.n : n;
    bool *is_formatted = ARENA_ARRAY(l->s->memory, bool, n_shown);
    uint32_t n_operands = lower_fit(f, holes.at, values, n_shown, is_formatted, &n_texts);
    if (n_operands == IMPOSSIBLE && plain && l->constants) {
        lower_show(f, kind, plain, NULL, values, n, at);
        return;
    }
    if (n_operands == IMPOSSIBLE && l->constants) {
        lower_not_yet(l, at, "a constant's message that shows this", "show a text");
        return;
    }
    if (n_operands == IMPOSSIBLE) {
        lower_show_whole(f, kind, text, values, n, at);
        return;
    }
    const char *rest = text + strlen(text), *end = rest;
    for (uint32_t i = n_shown; i-- > 0;) {
        const char *behind = lower_hole_end(holes.at[i]) + 1, *start = holes.at[i] + 1;
        bool debug = behind[-2] == '?';
        const char *spec = *start == ':' ? arena_text(l->s->memory, start, (size_t)(behind - 1 - start) - debug) : "";
        first = lower_text_before(f, behind, (size_t)(end - behind), first);
        if (values[i].text && !is_formatted[i]) {
            const char *shown = lower_show_text(l, values[i].text, values[i].n_text, debug);
            if (*spec && !debug) {
                size_t n_padded = values[i].n_text;
                const char *padded = lower_pad_text(l, values[i].text, &n_padded, spec);
                shown = lower_show_text(l, padded, n_padded, false);
            }
            first = lower_text_before(f, shown, strlen(shown), first);
        } else {
            const piece how = {.debug = debug, .formatted = is_formatted[i] ? &values[i] : NULL, .spec = spec};
            first = lower_value_before(f, values[i].place, &how, first);
        }
        end = holes.at[i];
    }
    first = lower_text_before(f, text, (size_t)(end - text), first);
    if (l->constants && kind == IR_SITE_PANIC && !(f->is_library && lower_is_of_operator(text)))
        first = lower_text_before(f, LOWER_SAID, 1, first);
    const uint32_t n_parts = n_texts ? (IR_MOST_OPERANDS - n_operands) / n_texts - 1 : 0;
    lower_say(f, (words){.kind = kind, .n_parts = n_parts}, first, at);
}
