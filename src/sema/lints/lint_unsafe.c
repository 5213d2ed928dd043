/* lint_unsafe.c: is the lints invalid_from_utf8_unchecked, invalid_reference_casting, deref_nullptr,
 * mutable_transmutes and invalid_null_arguments: they report unsafe code that is wrong as it stands. rustc looks for
 * them in what is written, so adjustments, which have the places of what they adjust, are passed over here. */
#include "base/utf8.h"
#include "rustg/diagnostic_kind.h"
#include "sema/lints/lint.h"

static const thir_node *lint_node(lint_written at)
{
    return &at.body->exprs.at[at.e];
}

/* Whether a node is `a as T`, also one that came to be a coercion. */
static bool lint_is_cast(lint_written at)
{
    const thir_node *n = lint_node(at);
    const sema_span of = n->a ? at.body->exprs.at[n->a].span : n->span;
    return n->op == THIR_CAST || (n->op == THIR_USE && n->span.start == of.start && n->span.end > of.end);
}

bool lint_is_adjustment(lint_written at)
{
    const thir_node *n = lint_node(at);
    const bool may_be = n->op == THIR_BORROW || n->op == THIR_RAW_BORROW || n->op == THIR_DEREF ||
                        n->op == THIR_UNSIZE || n->op == THIR_REIFY;
    return (n->op == THIR_USE && !lint_is_cast(at)) ||
           (may_be && n->a && sema_same_span(n->span, at.body->exprs.at[n->a].span));
}

/* Without adjustments, parentheses and blocks around one expression. */
static lint_written lint_peel(lint_written at)
{
    for (;;) {
        const thir_node *n = lint_node(at);
        if (lint_is_adjustment(at) || (n->op == THIR_BLOCK && !n->n && n->a && !n->index))
            at.e = n->a;
        else
            return at;
    }
}

/* The initializer of a variable that is never written, or of a constant if outside is set; and its own in turn. */
static lint_written lint_initializer(sema *s, lint_written at, bool outside)
{
    for (uint32_t steps = 0; steps < 64; steps++) {
        at = lint_peel(at);
        const thir_node *n = lint_node(at);
        lint_written next = {at.body, 0};
        if (n->op == THIR_LOCAL && !at.body->locals.at[n->local].mutable) {
            for (uint32_t i = 1; i < at.body->stmts.n && !next.e; i++) {
                const thir_stmt_node *stmt = &at.body->stmts.at[i];
                const thir_pat_node *pat = stmt->kind == THIR_STMT_LET ? &at.body->pats.at[stmt->pat] : NULL;
                if (pat && pat->op == PAT_BINDING && pat->local == n->local && pat->index == BIND_VALUE && !pat->a)
                    next.e = stmt->expr;
            }
        } else if (outside && (n->op == THIR_CONST || n->op == THIR_STATIC) && !def_get(s, n->def)->is_library) {
            const def_kind parent = def_kind_of(s, def_get(s, n->def)->parent);
            const thir_body *body = parent == DEF_IMPL || parent == DEF_TRAIT ? NULL : sema_body(s, n->def);
            if (body && !body->failed)
                next = (lint_written){body, body->value};
        }
        if (!next.e)
            return at;
        at = next;
    }
    return at;
}

/* The module and the name of the library's fn that a node calls, as it is written; "" for none. */
static const char *lint_callee(sema *s, lint_written at)
{
    const thir_node *n = lint_node(at);
    const thir_node *callee = n->op == THIR_CALL ? lint_node(lint_peel((lint_written){at.body, n->a})) : NULL;
    if (!callee || callee->op != THIR_FN || ty_kind_of(s, callee->ty) != TY_FN_DEF)
        return "";
    const sema_def fn = ty_get(s, callee->ty)->def;
    if (!def_get(s, fn)->is_library)
        return "";
    const sema_def parent = def_get(s, fn)->parent;
    const char *name = sema_text(s, def_get(s, fn)->name);
    if (def_kind_of(s, parent) != DEF_IMPL) {
        const char *outermost = name;
        for (sema_def d = parent; d && def_kind_of(s, d) != DEF_CRATE; d = def_get(s, d)->parent)
            outermost = sema_text(s, def_get(s, d)->name);
        return arena_join(s->memory, (const char *const[]){outermost, "::", name}, 3);
    }
    const sema_ty self = def_self_ty(s, parent);
    const ty_kind kind = ty_kind_of(s, self);
    if (kind == TY_PTR)
        return arena_format(s->memory, "*%s", name);
    if (kind != TY_STR && kind != TY_ADT)
        return "";
    const char *of = kind == TY_STR ? "str" : sema_text(s, def_get(s, ty_get(s, self)->def)->name);
    return arena_join(s->memory, (const char *const[]){"<", of, ">::", name}, 4);
}

static lint_written lint_argument(lint_written call, uint32_t i)
{
    return (lint_written){call.body, call.body->lists.at[lint_node(call)->first + i]};
}

static void lint_check_utf8(sema *s, lint_written call, const char *path)
{
    const bool is_method = strcmp(path, "<str>::from_utf8_unchecked") == 0;
    if (!is_method && strcmp(path, "str::from_utf8_unchecked") != 0)
        return;
    lint_written at = lint_initializer(s, lint_argument(call, 0), true);
    while (lint_node(at)->op == THIR_BORROW)
        at = lint_initializer(s, (lint_written){at.body, lint_node(at)->a}, true);
    const thir_node *n = lint_node(at);
    const uint8_t *bytes = (const uint8_t *)n->text;
    uint32_t n_bytes = n->n_text, good = 0, length;
    if (n->op == THIR_ARRAY) {
        uint8_t *copy = arena_alloc(s->memory, n->n + 1u);
        for (uint32_t i = 0; i < n->n; i++) {
            const thir_node *element = lint_node((lint_written){at.body, at.body->lists.at[n->first + i]});
            if (element->op != THIR_LITERAL)
                return;
            copy[i] = (uint8_t)element->bits;
        }
        bytes = copy;
        n_bytes = n->n;
    } else if (n->op != THIR_STRING) {
        return;
    }
    while (good < n_bytes && utf8_decode(bytes, n_bytes, good, &length) != UTF8_INVALID)
        good += length;
    sema_span said;
    if (good == n_bytes || !lint_is_denied(s, call.body->owner, lint_node(call)->span, LINT_INVALID_FROM_UTF8, &said))
        return;
    sema_report r = sema_error(s, RUSTG_DIAG_INVALID_FROM_UTF8, lint_node(call)->span);
    sema_arg(&r, "%s", is_method ? "str::from_utf8_unchecked" : "std::str::from_utf8_unchecked");
    sema_label(&r, n->span, "the literal was valid UTF-8 up to the %u bytes", (unsigned)good);
    lint_note(s, &r, LINT_INVALID_FROM_UTF8, said);
}

/* What was cast, through casts, variables and the library's fns that only cast. */
static lint_written lint_without_casts(sema *s, lint_written at)
{
    static const char *const casts[] = {"*cast", "*cast_mut", "*cast_const", "ptr::from_ref", "mem::transmute", NULL};
    for (;;) {
        const lint_written before = at = lint_peel(at);
        if (lint_is_cast(at))
            at.e = lint_node(at)->a;
        else if (lint_node(at)->op == THIR_CALL && lint_node(at)->n == 1 && syntax_is_one_of(lint_callee(s, at), casts))
            at = lint_argument(at, 0);
        else
            at = lint_initializer(s, at, false);
        if (at.e == before.e)
            return at;
    }
}

/* The size of numbers, bools, chars and arrays of them; 0: not known here. */
static uint64_t lint_size_of(sema *s, sema_ty ty)
{
    const ty_info info = *ty_get(s, ty);
    if (info.kind == TY_BOOL || info.kind == TY_CHAR)
        return info.kind == TY_BOOL ? 1 : 4;
    if (ty_is_integer(s, ty) || ty_is_float(s, ty))
        return ty_bits(s, ty) / 8;
    if (info.kind != TY_ARRAY)
        return 0;
    const ty_info *length = ty_get(s, ty_arg(s, ty, 1));
    const uint64_t each = lint_size_of(s, ty_arg(s, ty, 0));
    return each && length->kind == TY_CONST && length->value < UINT32_MAX ? each * length->value : 0;
}

/* A reference's cast to what is larger than it and than the variable that it borrows. */
static void lint_check_layout(sema *s, lint_written at, lint_written init, lint_written from, bool is_through)
{
    const lint_written borrowed = lint_initializer(s, from, false);
    const bool is_borrow = lint_node(borrowed)->op == THIR_BORROW;
    const lint_written memory = is_borrow ? (lint_written){borrowed.body, lint_node(borrowed)->a} : borrowed;
    const thir_node *whole = lint_node(memory);
    const sema_ty from_ty = lint_node(from)->ty;
    sema_span said;
    if (ty_kind_of(s, from_ty) != TY_REF || (whole->op != THIR_LOCAL && whole->op != THIR_LITERAL))
        return;
    const sema_ty old = ty_arg(s, from_ty, 1), new = ty_arg(s, lint_node(init)->ty, 0);
    const uint64_t old_size = lint_size_of(s, old), new_size = lint_size_of(s, new),
                   whole_size = lint_size_of(s, whole->ty);
    if (!old_size || !whole_size || new_size <= old_size || new_size <= whole_size ||
        !lint_is_denied(s, at.body->owner, lint_node(at)->span, LINT_REFERENCE_CASTING, &said))
        return;
    sema_report r = sema_error(s, RUSTG_DIAG_BIGGER_LAYOUT, lint_node(at)->span);
    if (is_through)
        sema_label(&r, lint_node(init)->span, "casting happened here");
    sema_label(&r, whole->span, "backing allocation comes from here");
    sema_note(&r, "casting from `%s` (%llu bytes) to `%s` (%llu bytes)", ty_print(s, old), (unsigned long long)old_size,
              ty_print(s, new), (unsigned long long)new_size);
    lint_note(s, &r, LINT_REFERENCE_CASTING, said);
}

static void lint_check_cast(sema *s, lint_written at, const char *path)
{
    static const char *const writes[] = {"ptr::write", "ptr::write_volatile", "ptr::write_unaligned", NULL};
    const thir_node *n = lint_node(at);
    const bool is_call = n->op == THIR_CALL && n->n == 2 && syntax_is_one_of(path, writes);
    lint_written pointer = {at.body, 0};
    if (is_call) {
        pointer = lint_argument(at, 0);
    } else if (n->op == THIR_ASSIGN || n->op == THIR_ASSIGN_OP ||
               ((n->op == THIR_BORROW || n->op == THIR_RAW_BORROW) && !lint_is_adjustment(at))) {
        const thir_node *place = &at.body->exprs.at[n->a];
        while (place->op == THIR_USE)
            place = &at.body->exprs.at[place->a];
        if (place->op == THIR_DEREF)
            pointer.e = place->a;
    }
    if (!pointer.e)
        return;
    const thir_node *cast = &at.body->exprs.at[pointer.e];
    if (ty_kind_of(s, cast->ty) != TY_PTR)
        return;
    const lint_written init = lint_initializer(s, pointer, false), from = lint_without_casts(s, init);
    const sema_ty ty = lint_node(from)->ty;
    const bool is_borrow = n->op == THIR_BORROW || n->op == THIR_RAW_BORROW,
               is_through = init.e != lint_peel(pointer).e;
    sema_span said;
    lint_check_layout(s, at, init, from, is_through);
    if (!ty_get(s, cast->ty)->mutable || (is_borrow && n->index == BORROW_SHARED) || ty_kind_of(s, ty) != TY_REF ||
        ty_get(s, ty)->mutable || !lint_is_denied(s, at.body->owner, n->span, LINT_REFERENCE_CASTING, &said))
        return;
    sema_report r = sema_error(s, is_borrow ? RUSTG_DIAG_CAST_TO_MUT_REFERENCE : RUSTG_DIAG_ASSIGN_TO_SHARED, n->span);
    if (is_through)
        sema_label(&r, lint_node(init)->span, "casting happened here");
    sema_note(&r, "for more information, visit <https://doc.rust-lang.org/book/ch15-05-interior-mutability.html>");
    lint_note(s, &r, LINT_REFERENCE_CASTING, said);
}

/* Whether all values of a type are surely of size 0, so that nothing is read of them. */
static bool lint_has_no_size(sema *s, sema_ty ty)
{
    const ty_info info = *ty_get(s, ty);
    uint32_t n;
    if (info.kind == TY_FN_DEF)
        return true;
    if (info.kind == TY_ARRAY) {
        const ty_info *length = ty_get(s, ty_arg(s, ty, 1));
        return (length->kind == TY_CONST && length->value == 0) || lint_has_no_size(s, ty_arg(s, ty, 0));
    }
    if (info.kind == TY_TUPLE) {
        for (uint32_t i = 0; i < info.n_args; i++)
            if (!lint_has_no_size(s, ty_arg(s, ty, i)))
                return false;
        return true;
    }
    if (info.kind != TY_ADT || def_kind_of(s, info.def) != DEF_STRUCT || def_is_infinite(s, info.def))
        return false;
    const sema_def *fields = def_fields(s, info.def, &n);
    for (uint32_t i = 0; i < n; i++)
        if (!lint_has_no_size(s, def_type(s, fields[i])))
            return false;
    return true;
}

static bool lint_is_null(sema *s, lint_written pointer)
{
    static const char *const nulls[] = {"ptr::null", "ptr::null_mut", NULL};
    const thir_node *n = lint_node(pointer);
    return n->op == THIR_LITERAL ? n->bits == 0 && ty_is_integer(s, n->ty)
                                 : syntax_is_one_of(lint_callee(s, pointer), nulls);
}

/* Fns of the library that may not be given null, even where they read and write nothing. */
static const struct {
    const char *path;
    uint8_t n_pointers; /* the first arguments */
    bool may_be_empty;  /* null is a pointer to types of size 0 */
} lint_not_null[] = {{"ptr::read", 1, true},
                     {"ptr::read_unaligned", 1, true},
                     {"ptr::replace", 1, true},
                     {"ptr::write", 1, true},
                     {"ptr::write_bytes", 1, true},
                     {"ptr::write_unaligned", 1, true},
                     {"slice::from_raw_parts", 1, false},
                     {"slice::from_raw_parts_mut", 1, false},
                     {"ptr::copy", 2, true},
                     {"ptr::copy_nonoverlapping", 2, true},
                     {"ptr::swap", 2, true},
                     {"ptr::swap_nonoverlapping", 2, true}};

static void lint_check_null(sema *s, lint_written call, const char *path)
{
    uint32_t row = 0;
    const uint32_t n_rows = sizeof lint_not_null / sizeof *lint_not_null;
    while (row < n_rows && (path[0] != lint_not_null[row].path[0] || strcmp(path, lint_not_null[row].path) != 0))
        row++;
    for (uint32_t i = 0; row < n_rows && i < lint_not_null[row].n_pointers && i < lint_node(call)->n; i++) {
        const lint_written argument = lint_argument(call, i), null = lint_without_casts(s, argument);
        const sema_ty ty = lint_node(argument)->ty;
        const sema_span whole = lint_node(argument)->span, origin = lint_node(null)->span;
        sema_span said;
        if (!lint_is_null(s, null) || ty_kind_of(s, ty) != TY_PTR)
            continue;
        if (lint_not_null[row].may_be_empty && lint_has_no_size(s, ty_arg(s, ty, 0)))
            return;
        if (!lint_is_denied(s, call.body->owner, lint_node(call)->span, LINT_NULL_ARGUMENTS, &said))
            continue;
        sema_report r = sema_error_about(s, RUSTG_DIAG_NULL_ARGUMENT, lint_node(call)->span, whole);
        const bool is_inside = origin.file == whole.file && origin.start >= whole.start && origin.end <= whole.end;
        if (is_inside)
            sema_label(&r, origin, "null pointer originates from here");
        sema_help(&r, "for more information, visit <https://doc.rust-lang.org/std/ptr/index.html> and "
                      "<https://doc.rust-lang.org/reference/behavior-considered-undefined.html>");
        if (!is_inside)
            sema_note_at(&r, origin, "null pointer originates from here");
        lint_note(s, &r, LINT_NULL_ARGUMENTS, said);
    }
}

static void lint_check_deref(sema *s, lint_written at)
{
    lint_written pointer = lint_peel((lint_written){at.body, lint_node(at)->a});
    sema_span said;
    while (lint_is_cast(pointer) && ty_kind_of(s, lint_node(pointer)->ty) == TY_PTR)
        pointer = lint_peel((lint_written){at.body, lint_node(pointer)->a});
    if (!lint_is_null(s, pointer) || lint_has_no_size(s, lint_node(at)->ty) ||
        !lint_is_denied(s, at.body->owner, lint_node(at)->span, LINT_DEREF_NULL, &said))
        return;
    sema_report r = sema_error(s, RUSTG_DIAG_DEREF_NULL, lint_node(at)->span);
    lint_note(s, &r, LINT_DEREF_NULL, said);
}

static void lint_check_drop(sema *s, lint_written call, const char *path)
{
    if (strcmp(path, "mem::drop") != 0)
        return;
    const thir_node *argument = lint_node(lint_argument(call, 0));
    const sema_span at = lint_node(call)->span;
    sema_span said;
    if (ty_kind_of(s, argument->ty) != TY_ADT || ty_get(s, argument->ty)->def != def_lang(s, LANG_MANUALLY_DROP) ||
        !lint_is_denied(s, call.body->owner, at, LINT_UNDROPPED_MANUALLY_DROPS, &said))
        return;
    sema_report r = sema_error(s, RUSTG_DIAG_MANUALLY_DROP_DROPPED, at);
    sema_label(&r, argument->span, "argument has type `%s`", ty_print(s, argument->ty));
    sema_suggest(&r, source_end(argument->span), "std::mem::ManuallyDrop::into_inner(",
                 "use `std::mem::ManuallyDrop::into_inner` to get the inner value");
    lint_note(s, &r, LINT_UNDROPPED_MANUALLY_DROPS, said);
}

static void lint_check_transmute(sema *s, lint_written call, const char *path)
{
    sema_span said;
    if (strcmp(path, "mem::transmute") != 0)
        return;
    const thir_node *callee = &call.body->exprs.at[lint_node(call)->a];
    const sema_ty from = lint_node(lint_argument(call, 0))->ty, to = lint_node(call)->ty;
    lint_check_sizes(s, from, to, callee->span);
    if (ty_kind_of(s, from) != TY_REF || ty_kind_of(s, to) != TY_REF || ty_get(s, from)->mutable ||
        !ty_get(s, to)->mutable || !lint_is_denied(s, call.body->owner, callee->span, LINT_MUTABLE_TRANSMUTES, &said))
        return;
    sema_report r = sema_error(s, RUSTG_DIAG_MUTABLE_TRANSMUTE, callee->span);
    lint_note(s, &r, LINT_MUTABLE_TRANSMUTES, said);
}

static void lint_unsafe_body(sema *s, const thir_body *body)
{
    if (body->failed || !body->value)
        return;
    uint8_t *is_raw = arena_alloc(s->memory, body->exprs.n); /* the operand of a &raw, which may be *null */
    for (uint32_t e = 1; e < body->exprs.n; e++)
        if (body->exprs.at[e].op == THIR_RAW_BORROW)
            is_raw[body->exprs.at[e].a] = true;
    for (uint32_t e = 1; e < body->exprs.n; e++) {
        const lint_written at = {body, e};
        const char *path = lint_callee(s, at);
        if (*path && lint_node(at)->n)
            lint_check_utf8(s, at, path);
        if (*path)
            lint_check_null(s, at, path);
        if (*path && lint_node(at)->n == 1)
            lint_check_transmute(s, at, path);
        lint_check_drop(s, at, path);
        lint_check_cast(s, at, path);
        if (lint_node(at)->op == THIR_DEREF && !is_raw[e] && !lint_is_adjustment(at))
            lint_check_deref(s, at);
    }
    lint_static_references(s, body);
    for (uint32_t i = 0; i < body->closures.n; i++) {
        const thir_body *closure = sema_body(s, body->closures.at[i]);
        if (closure)
            lint_unsafe_body(s, closure);
    }
}

void lint_unsafe_code(sema *s)
{
    uint32_t n;
    def_all_bodies(s, &n);
    for (uint32_t i = 0; i < n; i++) {
        const sema_def d = def_all_bodies(s, &n)[i];
        const def_kind kind = def_kind_of(s, d);
        if (kind == DEF_CLOSURE || def_get(s, d)->is_library || !def_has_body(s, d))
            continue;
        const thir_body *body = sema_body(s, d);
        if (body)
            lint_unsafe_body(s, body);
    }
}
