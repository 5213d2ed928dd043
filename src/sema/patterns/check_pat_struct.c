/* check_pat_struct.c: checks patterns with braces, of structs, unions and enum variants.
 *
 * Source: rustc 1.95's rustc_hir_typeck/src/pat.rs (check_struct_pat_fields). */
#include "sema/patterns/check_pat.h"
#include "sema/items/def.h"
#include "sema/names/resolve.h"
#include "rustg/diagnostic_kind.h"

typedef VEC(sema_def) field_list;

/* A pattern's fields beside those of the struct or variant def.
 *   first    where the pattern names each of fields first
 *   given    the pattern's fields
 *   unknown  those of them that def lacks */
typedef struct pat_braces {
    pat_ctx *p;
    sema_node n;
    sema_def def;
    const sema_def *fields;
    uint32_t n_fields;
    bool *seen;
    sema_span *first;
    VEC(sema_node) given;
    VEC(sema_node) unknown;
} pat_braces;

static const char *pat_name_of_field(const pat_braces *b, sema_def field)
{
    return def_shown_ident(b->p->c->s, def_get(b->p->c->s, field)->name);
}

/* A pattern that a macro wrote names no field but those that it was written with. */
static bool pat_may_name(const pat_braces *b, sema_def field)
{
    const check *c = b->p->c;
    return !sema_mark_of(c->s, sema_node_span(c->s, b->n)) && def_is_visible(c->s, field, c->scope);
}

static bool pat_is_number(const char *name)
{
    return *name >= '0' && *name <= '9';
}

/* Another field than the pattern's has a name like the one that def lacks, or is the only one that is left. */
static void pat_suggest_field(const pat_braces *b, sema_report *r, field_list *left)
{
    sema *s = b->p->c->s;
    const sema_node field = b->unknown.at[b->unknown.n - 1];
    if (left->n != 1 || !pat_may_name(b, left->at[0]))
        return;
    const sema_symbol name = def_get(s, left->at[0])->name;
    const sema_span at = syntax_name_span(s, field);
    if (resolve_closest(s, syntax_name(s, field), &name, 1)) {
        sema_suggest(r, at, sema_text(s, name), "a field with a similar name exists");
        if (!pat_is_number(sema_text(s, name)))
            left->n = 0;
    } else if (b->unknown.n == 1 &&
               syntax_kind(s, syntax_child_in(s, field, RUSTG_AST_CLASS_PAT, 0)) != RUSTG_AST_PatExpr) {
        sema_suggest_marked(r, at, sema_text(s, name), "`%s` has a field named `%s`", check_adt_path(b->p->c, b->def),
                            sema_text(s, name));
    }
}

static void pat_report_unknown(const pat_braces *b, field_list *left)
{
    check *c = b->p->c;
    sema *s = c->s;
    const uint32_t n = b->unknown.n;
    const char *names = "";
    for (uint32_t i = 0; i < n; i++)
        names = arena_format(s->memory, "%s%s`%s`", names, i ? ", " : "",
                             def_shown_ident(s, syntax_name(s, b->unknown.at[i])));
    sema_report r = check_error(c, RUSTG_DIAG_PATTERN_NO_FIELD, syntax_name_span(s, b->unknown.at[0]));
    sema_arg(&r, "%s", check_adt_word(c, b->def));
    sema_arg(&r, "%s", check_adt_path(c, b->def));
    sema_arg(&r, n == 1 ? "a field named %s" : "fields named %s", names);
    sema_arg(&r, n == 1 ? "this field" : "these fields");
    if (n > 1)
        sema_primary_label(&r, "%s", "");
    for (uint32_t i = 1; i + 1 < n; i++)
        sema_primary_here(&r, syntax_name_span(s, b->unknown.at[i]));
    if (n > 1)
        sema_primary_there(&r, syntax_name_span(s, b->unknown.at[n - 1]), "%s `%s` does not have these fields",
                           check_adt_word(c, b->def), check_adt_path(c, b->def));
    pat_suggest_field(b, &r, left);
}

/* What takes the place of all behind the last field, or behind the path: `, x, y }`, ` { x, y, .. }`. */
static const char *pat_missing_patch(const pat_braces *b, const field_list *missing, const char *behind_name,
                                     bool has_hidden)
{
    arena *memory = b->p->c->s->memory;
    const char *text = b->given.n ? ", " : " { ";
    for (uint32_t i = 0; i < missing->n; i++) {
        const char *name = pat_name_of_field(b, missing->at[i]);
        text = arena_format(memory, "%s%s%s%s", text, i ? ", " : "", name, pat_is_number(name) ? ": _" : behind_name);
    }
    return arena_format(memory, "%s%s }", text, has_hidden ? ", .." : "");
}

/* From behind the last field, or the path, to the end. */
static sema_span pat_tail(const pat_braces *b)
{
    sema *s = b->p->c->s;
    sema_span tail = sema_node_span(s, b->n);
    tail.start = b->given.n ? sema_node_span(s, b->given.at[b->given.n - 1]).end : syntax_path_of(s, b->n).span.end;
    return tail;
}

static void pat_report_missing(const pat_braces *b, const field_list *missing, bool has_hidden)
{
    check *c = b->p->c;
    sema *s = c->s;
    const sema_span span = sema_node_span(s, b->n), tail = pat_tail(b);
    if (missing->n == 0) {
        sema_report r = check_error(c, RUSTG_DIAG_PATTERN_NEEDS_REST, span);
        sema_suggest(&r, tail, b->given.n ? ", .. }" : " { .. }", "ignore the inaccessible and unused fields");
        return;
    }
    const bool is_one = missing->n == 1;
    const char *names = "";
    for (uint32_t i = 0; i < missing->n; i++)
        names = arena_format(s->memory, "%s%s`%s`", names, i ? ", " : "", pat_name_of_field(b, missing->at[i]));
    sema_report r = check_error(c, RUSTG_DIAG_PATTERN_FIELD_MISSING, span);
    sema_arg(&r, "field%s %s%s", is_one ? "" : "s", names, has_hidden ? " and inaccessible fields" : "");
    sema_suggest(&r, tail, pat_missing_patch(b, missing, "", has_hidden),
                 "include the missing field%s in the pattern%s", is_one ? "" : "s",
                 has_hidden ? " and ignore the inaccessible fields" : "");
    sema_suggest_is(&r, "MachineApplicable");
    sema_suggest(&r, tail, pat_missing_patch(b, missing, ": _", has_hidden),
                 "if you don't care about %s missing field%s, you can explicitly ignore %s", is_one ? "this" : "these",
                 is_one ? "" : "s", is_one ? "it" : "them");
    sema_suggest_is(&r, "MachineApplicable");
    sema_suggest(&r, tail, b->given.n ? ", .. }" : " { .. }", "or always ignore missing fields here");
    sema_suggest_is(&r, "MachineApplicable");
}

/* Whether this was a tuple that was written with braces: then no other error of its fields is reported. */
static bool pat_report_tuple(const pat_braces *b)
{
    check *c = b->p->c;
    sema *s = c->s;
    bool has_numbers = b->given.n > 0;
    for (uint32_t i = 0; i < b->given.n; i++)
        has_numbers = has_numbers && pat_is_number(sema_text(s, syntax_name(s, b->given.at[i])));
    if (def_shape(s, b->def) != SHAPE_TUPLE || has_numbers)
        return false;
    sema_report r = check_error(c, RUSTG_DIAG_PATTERN_TUPLE_AS_STRUCT, sema_node_span(s, b->n));
    sema_arg(&r, "%s", source_text(s, syntax_path_of(s, b->n).span));
    const char *inner = "";
    for (uint32_t i = 0; i < b->n_fields; i++) {
        const bool is_given = b->given.n == b->n_fields;
        const sema_node field = is_given ? b->given.at[i] : b->n;
        const char *text = !is_given || pat_is_number(sema_text(s, syntax_name(s, field)))
                               ? "_"
                               : source_text(s, sema_node_span(s, syntax_child_in(s, field, RUSTG_AST_CLASS_PAT, 0)));
        inner = arena_format(s->memory, "%s%s%s", inner, i ? ", " : "", text);
    }
    sema_span from_path = sema_node_span(s, b->n);
    from_path.start = syntax_path_of(s, b->n).span.end;
    sema_suggest(&r, from_path, arena_format(s->memory, "(%s)", inner), "use the tuple variant pattern syntax instead");
    if (b->given.n == b->n_fields)
        sema_suggest_is(&r, "MachineApplicable");
    return true;
}

static void pat_report_fields(const pat_braces *b)
{
    sema *s = b->p->c->s;
    field_list left = {0}, visible = {0};
    const bool is_union = def_kind_of(s, b->def) == DEF_UNION, has_rest = syntax_has_rest(s, b->n);
    for (uint32_t i = 0; i < b->n_fields; i++)
        if (!b->seen[i])
            vec_push(s->memory, &left, b->fields[i]);
    const bool is_tuple = !is_union && !has_rest && left.n > 0 && pat_report_tuple(b);
    if (b->unknown.n && !is_tuple)
        pat_report_unknown(b, &left);
    if (is_union || has_rest || is_tuple || !left.n)
        return;
    for (uint32_t i = 0; i < left.n; i++)
        if (pat_may_name(b, left.at[i]))
            vec_push(s->memory, &visible, left.at[i]);
    pat_report_missing(b, &visible, visible.n < left.n);
}

/* A pattern of a union's field reads it, but for `_`. */
static void pat_need_unsafe(check *c, thir_pat pat)
{
    const thir_pat_node n = *check_pat_at(c, pat);
    for (uint32_t i = 0; n.op == PAT_OR && i < n.n; i++)
        pat_need_unsafe(c, c->frame->body->lists.at[n.first + i]);
    if (n.op != PAT_WILD && n.op != PAT_OR && n.op != PAT_ERROR)
        check_need_unsafe(
            c, n.span, "access to union field",
            "the field may not be properly initialized: using uninitialized data will cause undefined behavior");
}

static void pat_report_union(const pat_braces *b)
{
    const sema_span span = sema_node_span(b->p->c->s, b->n);
    if (b->given.n != 1)
        check_error(b->p->c, RUSTG_DIAG_PATTERN_UNION, span);
    if (syntax_has_rest(b->p->c->s, b->n))
        check_error(b->p->c, RUSTG_DIAG_PATTERN_UNION_REST, span);
}

/* Where the pattern has named the field before; none if it has not. */
static const sema_span *pat_named_before(const pat_braces *b, sema_symbol name, uint32_t i, sema_span *unknown)
{
    sema *s = b->p->c->s;
    if (i < b->n_fields)
        return b->seen[i] ? &b->first[i] : NULL;
    for (uint32_t k = 0; k < b->unknown.n; k++)
        if (syntax_name(s, b->unknown.at[k]) == name) {
            *unknown = sema_node_span(s, b->unknown.at[k]);
            return unknown;
        }
    return NULL;
}

/* The number of the field that the pattern names at n; n_fields if it cannot be bound, which is or will be reported. */
static uint32_t pat_braces_field(pat_braces *b, sema_node at)
{
    check *c = b->p->c;
    sema *s = c->s;
    const sema_symbol name = syntax_name(s, at);
    sema_span unknown;
    uint32_t i = 0;
    while (i < b->n_fields && def_get(s, b->fields[i])->name != name)
        i++;
    const sema_span *before = pat_named_before(b, name, i, &unknown);
    if (before) {
        sema_report r = check_error(c, RUSTG_DIAG_PATTERN_FIELD_TWICE, sema_node_span(s, at));
        sema_arg(&r, "%s", def_shown_ident(s, name));
        sema_label(&r, *before, "first use of `%s`", def_shown_ident(s, name));
        return b->n_fields;
    }
    if (i == b->n_fields) {
        vec_push(s->memory, &b->unknown, at);
        return i;
    }
    b->seen[i] = true;
    b->first[i] = sema_node_span(s, at);
    if (!def_is_visible(s, b->fields[i], c->scope)) {
        sema_report r = check_error(c, RUSTG_DIAG_FIELD_PRIVATE, syntax_name_span(s, at));
        sema_arg(&r, "%s", def_shown_ident(s, name));
        sema_arg(&r, "%s `%s`", check_adt_word(c, b->def), def_shown_ident(s, def_get(s, b->def)->name));
    }
    return i;
}

thir_pat pat_struct(pat_ctx *p, sema_node n, sema_ty expected, pat_mode mode)
{
    check *c = p->c;
    sema *s = c->s;
    sema_span span = sema_node_span(s, n);
    check_path path = check_struct_path(c, n);
    const sema_ty written = c->written;
    if (!path.def)
        return pat_error(p, n);
    sema_def def = path.def, adt = def_kind_of(s, def) == DEF_VARIANT ? def_enum_of(s, def) : def;
    pat_peeled peeled = pat_peel(p, expected, mode);
    const bool fits = peeled.ty != TY_ERROR && check_equal(c, span, peeled.ty, path.ty, p->why);
    pat_braces b = {.p = p, .n = n, .def = def};
    b.fields = def_fields(s, def, &b.n_fields);
    b.seen = ARENA_ARRAY(s->memory, bool, b.n_fields);
    b.first = ARENA_ARRAY(s->memory, sema_span, b.n_fields);
    uint32_t *pairs = ARENA_ARRAY(s->memory, uint32_t, 2 * b.n_fields), k = 0, n_args;
    const sema_ty *args = ty_args(s, path.ty, &n_args);
    for (sema_node at = syntax_first_real(s, n); syntax_is(at); at = syntax_next_real(s, at)) {
        if (syntax_kind(s, at) != RUSTG_AST_FieldPat || !def_cfg_holds(s, at))
            continue;
        vec_push(s->memory, &b.given, at);
        const uint32_t i = pat_braces_field(&b, at);
        if (i == b.n_fields) {
            pat_bind_anyway(p, at);
            continue;
        }
        sema_node sub = syntax_child_in(s, at, RUSTG_AST_CLASS_PAT, 0);
        sema_ty field_ty = check_field_ty(c, b.fields[i], adt, args, n_args, span);
        pairs[2 * k] = i;
        pairs[2 * k + 1] = pat_check(p, sub, field_ty, peeled.mode);
        k++;
    }
    if (def_kind_of(s, def) == DEF_UNION) {
        pat_report_union(&b);
        for (uint32_t i = 0; i < k; i++)
            pat_need_unsafe(c, (thir_pat)pairs[2 * i + 1]);
    }
    pat_report_fields(&b);
    if (!fits)
        return pat_failed(p, n);
    const thir_pat made = pat_adt(p, n, def, path.ty, pairs, k);
    check_pat_at(c, made)->written = written;
    return pat_wrap(p, &peeled, made, span);
}
