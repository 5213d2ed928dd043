/* check_suggest.c: suggests changes that give a value the type that is wanted. */
#include "sema/bodies/check_internal.h"
#include "sema/items/def.h"
#include "sema/syntax/syntax.h"

bool check_wants_parens(check *c, thir_expr e)
{
    thir_op op = check_at(c, e)->op;
    return op == THIR_BINARY || op == THIR_UNARY || op == THIR_CAST || op == THIR_LOGICAL || op == THIR_CLOSURE ||
           op == THIR_IF || op == THIR_MATCH;
}

static void suggest_around(sema_report *r, sema_span at, bool parens, const char *field, const char *with,
                           const char *text)
{
    sema_span before = {at.file, at.start, at.start}, after = {at.file, at.end, at.end};
    if (field) {
        sema_suggest(r, before, arena_format(r->s->memory, "%s: ", field), "%s", text);
        sema_suggest_further(r, after, with);
    } else if (parens) {
        sema_suggest(r, before, "(", "%s", text);
        sema_suggest_further(r, after, arena_format(r->s->memory, ")%s", with));
    } else {
        sema_suggest(r, after, with, "%s", text);
    }
    if (strncmp(with, " as ", 4) != 0)
        sema_suggest_is(r, "MachineApplicable");
}

/* Suggests Some(x) where x was given and an Option is wanted, and Ok(x) likewise. */
static bool suggest_wrapping(check *c, sema_report *r, sema_span at, sema_ty want, sema_ty found)
{
    sema *s = c->s;
    ty_info w = *ty_get(s, want);
    if (w.kind != TY_ADT || (w.def != def_lang(s, LANG_OPTION) && w.def != def_lang(s, LANG_RESULT)))
        return false;
    sema_ty inner = ty_arg(s, want, 0);
    infer_snapshot before = infer_save(c->infer);
    bool fits = infer_unify(c->infer, inner, found);
    infer_restore(c->infer, before);
    if (!fits)
        return false;
    const char *name = w.def == def_lang(s, LANG_OPTION) ? "Some" : "Ok";
    sema_suggest(r, (sema_span){at.file, at.start, at.start}, arena_format(s->memory, "%s(", name),
                 "try wrapping the expression in `%s`", name);
    sema_suggest_further(r, (sema_span){at.file, at.end, at.end}, ")");
    return true;
}

/* `2u32` where an f32 is wanted, and the like. */
static bool suggest_suffix(check *c, sema_report *r, sema_span at, sema_ty want, sema_ty found)
{
    sema *s = c->s;
    const char *text = source_text(s, at), *name = ty_print_short(s, found);
    size_t n = strlen(text), n_name = strlen(name);
    if (n <= n_name || strcmp(text + n - n_name, name) != 0)
        return false;
    sema_span suffix = {at.file, at.end - (uint32_t)n_name, at.end};
    if (ty_is_integer(s, want) && ty_is_float(s, found) && strchr(text, '.'))
        suffix.start = at.start + (uint32_t)(strchr(text, '.') - text);
    sema_suggest(r, suffix, ty_print_short(s, want), "change the type of the numeric literal from `%s` to `%s`", name,
                 ty_print_short(s, want));
    sema_suggest_is(r, "MachineApplicable");
    return true;
}

/* What is in an Option or a Result, where that is wanted. */
static bool suggest_unwrapping(check *c, sema_report *r, sema_span at, sema_ty want, sema_ty found, thir_expr e)
{
    sema *s = c->s;
    ty_info f = *ty_get(s, found);
    bool option = f.kind == TY_ADT && f.def == def_lang(s, LANG_OPTION),
         result = f.kind == TY_ADT && f.def == def_lang(s, LANG_RESULT);
    if ((!option && !result) || ty_arg(s, found, 0) != want || check_at(c, e)->op == THIR_ADT ||
        check_at(c, e)->op == THIR_CALL)
        return false;
    const ty_info *of_fn = ty_get(s, infer_shallow(c->infer, c->frame->result));
    const char *name = option ? "Option" : "Result", *other = option ? "Option::None" : "Result::Err";
    if (option && of_fn->kind == TY_ADT && of_fn->def == f.def) {
        sema_suggest(r, source_end(at), "?",
                     "use the `?` operator to extract the `%s` value, propagating an `%s` value to the caller",
                     ty_print_short(s, want), other);
        sema_suggest_is(r, "MachineApplicable");
        return true;
    }
    sema_suggest(r, source_end(at), ".expect(\"REASON\")",
                 "consider using `%s::expect` to unwrap the `%s` value, panicking if the value is %s `%s`", name,
                 ty_print_short(s, found), option ? "an" : "a", other);
    sema_suggest_is(r, "HasPlaceholders");
    return true;
}

static const char *suggest_placeholders(check *c, const sema_ty *inputs, uint32_t n)
{
    const char *list = "";
    for (uint32_t i = 0; i < n; i++)
        list = arena_format(c->s->memory, "%s%s/* %s */", list, i ? ", " : "",
                            ty_print_short(c->s, infer_resolve(c->infer, inputs[i])));
    return list;
}

/* A closure where its result is wanted. */
static bool suggest_calling_closure(check *c, sema_report *r, sema_span at, sema_ty want, sema_ty found, thir_expr e)
{
    const infer_closure *closure = infer_closure_of(c->s, ty_get(c->s, found)->def);
    if (!closure || ty_kind_of(c->s, want) == TY_FN_PTR)
        return false;
    const infer_snapshot before = infer_save(c->infer);
    const bool fits = infer_unify(c->infer, closure->output, want);
    infer_restore(c->infer, before);
    if (!fits)
        return false;
    const char *call = arena_format(c->s->memory, "(%s)", suggest_placeholders(c, closure->inputs, closure->n_inputs));
    if (check_at(c, e)->op == THIR_CLOSURE) {
        sema_suggest(r, (sema_span){at.file, at.start, at.start}, "(", "use parentheses to call this closure");
        sema_suggest_further(r, source_end(at), arena_format(c->s->memory, ")%s", call));
    } else {
        sema_suggest(r, source_end(at), call, "use parentheses to call this closure");
        sema_suggest_is(r, closure->n_inputs ? "HasPlaceholders" : "MachineApplicable");
    }
    return true;
}

/* A fn named where its result is wanted. */
static bool suggest_calling(check *c, sema_report *r, sema_span at, sema_ty want, sema_ty found, thir_expr e)
{
    sema *s = c->s;
    if (ty_kind_of(s, found) == TY_CLOSURE)
        return suggest_calling_closure(c, r, at, want, found, e);
    sema_def fn = ty_kind_of(s, found) == TY_FN_DEF ? ty_get(s, found)->def : 0;
    if (!fn || def_kind_of(s, fn) != DEF_FN || def_get(s, fn)->is_library || ty_kind_of(s, want) == TY_FN_PTR)
        return false;
    def_sig sig = def_fn_sig(s, fn);
    if (sig.output != want)
        return false;
    const char *list = suggest_placeholders(c, sig.inputs, sig.n_inputs);
    sema_label(r, def_head_span(s, fn), "function `%s` defined here", sema_text(s, def_get(s, fn)->name));
    sema_suggest(r, source_end(at), arena_format(s->memory, "(%s)", list), "use parentheses to call this function");
    sema_suggest_is(r, sig.n_inputs ? "HasPlaceholders" : "MachineApplicable");
    return true;
}

/* `'a'` for b'a', `-x` where nothing negative fits. */
static bool suggest_for_form(check *c, sema_report *r, sema_span at, sema_ty want, sema_ty found, thir_expr e)
{
    sema *s = c->s;
    const thir_node *node = check_at(c, e);
    if (node->op == THIR_LITERAL && found == TY_CHAR && want == TY_U8) {
        sema_suggest(r, at, arena_format(s->memory, "b%s", source_text(s, at)),
                     "if you meant to write a byte literal, prefix with `b`");
        sema_suggest_is(r, "MachineApplicable");
        return true;
    }
    if (node->op == THIR_UNARY && node->sub == OP_NEG && ty_is_integer(s, want) && !ty_is_signed(s, want) &&
        ty_is_integer(s, found)) {
        sema_note(r, "`%s` cannot fit into type `%s`", source_text(s, at), ty_print_short(s, want));
        return true;
    }
    return false;
}

/* Suggests a lossless conversion of the left side of a comparison to the type of the right side. */
static bool suggest_widening_left(check *c, sema_report *r, sema_span at, sema_ty want, sema_ty found, thir_expr left)
{
    sema *s = c->s;
    bool fits = ty_is_integer(s, want) && ty_is_integer(s, found) && ty_bits(s, found) > ty_bits(s, want) &&
                (ty_is_signed(s, found) || !ty_is_signed(s, want)) && want != TY_USIZE && want != TY_ISIZE &&
                found != TY_USIZE && found != TY_ISIZE;
    if (!left || !fits || check_at(c, left)->op == THIR_LITERAL)
        return false;
    sema_span lhs = check_at(c, left)->span;
    sema_suggest(r, source_start(lhs), arena_format(s->memory, "%s::from(", ty_print_short(s, found)),
                 "you can convert `%s` from `%s` to `%s`, matching the type of `%s`", source_text(s, lhs),
                 ty_print_short(s, want), ty_print_short(s, found), source_text(s, at));
    sema_suggest_further(r, source_end(lhs), ")");
    sema_suggest_is(r, "MachineApplicable");
    return true;
}

/* A value stands at the end of a function that has no written result; suggests that it returns that value. */
bool check_suggest_return(check *c, sema_report *r, sema_span at, sema_ty want, sema_ty found, thir_expr e,
                          const check_why *why)
{
    sema *s = c->s;
    const check_frame *frame = c->frame;
    found = infer_resolve(c->infer, found);
    const ty_info *f = ty_get(s, found);
    if (why || !e || frame->result_written || frame->is_closure || frame->is_const || !syntax_is(frame->body_block) ||
        infer_shallow(c->infer, want) != ty_unit(s) || !check_in_tail(c, frame->body_block, at))
        return false;
    bool number = f->kind == TY_INFER && (f->sub == INFER_INT || f->sub == INFER_FLOAT);
    if (ty_has(s, found, TY_HAS_INFER) && !number)
        return false;
    sema_def fn = c->owner, parent = def_get(s, fn)->parent;
    if (def_kind_of(s, fn) != DEF_FN ||
        (parent && def_kind_of(s, parent) == DEF_IMPL && def_impl_trait(s, parent).trait))
        return false;
    syntax_fn parts = syntax_fn_of(s, def_get(s, fn)->node);
    if (syntax_is(parts.where_clause))
        return false;
    const char *shown = !number ? ty_print_short(s, found) : f->sub == INFER_INT ? "i32" : "f64";
    sema_suggest_beside(r, source_end(def_head_span(s, fn)), arena_format(s->memory, " -> %s", shown),
                        "try adding a return type");
    sema_suggest_is(r, "MachineApplicable");
    return true;
}

void check_suggest_index(check *c, sema_report *r, thir_expr e)
{
    if (ty_is_integer(c->s, infer_shallow(c->infer, check_at(c, e)->ty)))
        suggest_around(r, check_at(c, e)->span, check_wants_parens(c, e), NULL, " as usize",
                       "slices and arrays are indexed by a `usize`");
}

bool check_is_atomic(const check *c, sema_ty t)
{
    const sema *s = c->s;
    const ty_info *i = ty_get(s, infer_shallow(c->infer, t));
    return i->kind == TY_ADT && def_get(s, i->def)->is_library &&
           strcmp(sema_text(s, def_get(s, i->def)->name), "Atomic") == 0;
}

void check_help_atomic(sema_report *r)
{
    sema_help(r,
              "an `Atomic` is changed by `fetch_add(value, Relaxed)` and the like, read by `load(Relaxed)` and written "
              "by `store(value, Relaxed)`");
}

bool check_is_short_float(check *c, sema_ty t)
{
    static const char *const names[] = {"f16", "bf16", "f8e4m3", "f8e5m2"};
    const sema *s = c->s;
    const ty_info *i = ty_get(s, infer_shallow(c->infer, t));
    for (size_t k = 0; k < sizeof names / sizeof *names && i->kind == TY_ADT && def_get(s, i->def)->is_library; k++)
        if (strcmp(sema_text(s, def_get(s, i->def)->name), names[k]) == 0)
            return true;
    return false;
}

static bool suggest_is_float(const sema *s, sema_ty t)
{
    return ty_is_float(s, t) || (ty_kind_of(s, t) == TY_INFER && ty_get(s, t)->sub == INFER_FLOAT);
}

/* Where a half or FP8 number, which is a struct, meets a float of Rust's own. */
static bool suggest_for_short_float(check *c, sema_report *r, sema_span at, sema_ty want, sema_ty found, thir_expr e)
{
    sema *s = c->s;
    const bool is_wide = want == TY_F64 || found == TY_F64;
    if (check_is_short_float(c, found) && (want == TY_F32 || want == TY_F64)) {
        suggest_around(
            r, at, check_wants_parens(c, e), NULL, is_wide ? ".to_f64()" : ".to_f32()",
            arena_format(s->memory, "you can convert `%s` to `%s`", ty_print_short(s, found), ty_print_short(s, want)));
        return true;
    }
    if (!check_is_short_float(c, want) || !suggest_is_float(s, found))
        return false;
    sema_suggest(r, source_start(at),
                 arena_format(s->memory, "%s::from_%s(", ty_print_short(s, want), is_wide ? "f64" : "f32"),
                 "you can convert %s to `%s`, rounded to the nearest",
                 ty_is_numeric_var(s, found) ? "the number" : arena_format(s->memory, "`%s`", ty_print_short(s, found)),
                 ty_print_short(s, want));
    sema_suggest_further(r, source_end(at), ")");
    return true;
}

void check_suggest_short_cast(check *c, sema_report *r, thir_expr operand, sema_span whole, sema_ty from, sema_ty to)
{
    const sema *s = c->s;
    const sema_span at = check_at(c, operand)->span, as = {at.file, at.end, whole.end};
    if (check_is_short_float(c, to)) {
        const bool is_f64 = from == TY_F64, is_integer = !suggest_is_float(s, from);
        sema_suggest(r, source_start(at),
                     arena_format(s->memory, "%s::from_%s(", ty_print_short(c->s, to), is_f64 ? "f64" : "f32"),
                     "a function makes the nearest `%s` of it", ty_print_short(c->s, to));
        const bool is_tid = check_is_tid(c, check_ty_of(c, operand));
        sema_suggest_further(r, as, is_tid ? ".get() as f32)" : is_integer ? " as f32)" : ")");
        return;
    }
    const char *method = to == TY_F64 ? ".to_f64()" : ".to_f32()";
    const char *more = to == TY_F32 || to == TY_F64 ? "" : arena_format(s->memory, " as %s", ty_print_short(c->s, to));
    const bool parens = check_wants_parens(c, operand);
    sema_suggest(r, parens ? source_start(at) : as, parens ? "(" : arena_format(s->memory, "%s%s", method, more),
                 "a method gives its number");
    if (parens)
        sema_suggest_further(r, as, arena_format(s->memory, ")%s%s", method, more));
}

/* What would make a value of type found one of type want. */
void check_suggest_value(check *c, sema_report *r, sema_span at, sema_ty want, sema_ty found, thir_expr e,
                         const check_why *why)
{
    sema *s = c->s;
    want = infer_resolve(c->infer, want);
    found = infer_resolve(c->infer, found);
    while (e && check_at(c, e)->op == THIR_BLOCK && check_at(c, e)->a)
        e = check_at(c, e)->a;
    ty_info w = *ty_get(s, want), f = *ty_get(s, found);
    sema_span before = {at.file, at.start, at.start};
    if (check_is_atomic(c, want) != check_is_atomic(c, found) && w.kind != TY_REF && f.kind != TY_REF) {
        check_help_atomic(r);
        return;
    }
    if (check_suggest_for_tid(c, r, at, want, found, e, why) ||
        (e && suggest_for_short_float(c, r, at, want, found, e)))
        return;
    if (w.kind == TY_REF && f.kind != TY_REF) {
        sema_ty inner = ty_arg(s, want, 1);
        if (inner == found ||
            (ty_kind_of(s, inner) == TY_SLICE && f.kind == TY_ARRAY && ty_arg(s, inner, 0) == ty_arg(s, found, 0))) {
            sema_suggest(r, before, w.mutable ? "&mut " : "&", "consider %sborrowing here",
                         w.mutable ? "mutably " : "");
            sema_suggest_is(r, "MachineApplicable");
            return;
        }
    }
    if (f.kind == TY_REF && ty_arg(s, found, 1) == want && w.kind != TY_REF && infer_is_copy(c->infer, want)) {
        if (e && check_at(c, e)->op == THIR_BORROW && !check_at(c, e)->desugared) {
            thir_expr inner = check_at(c, e)->a;
            sema_suggest(r, (sema_span){at.file, at.start, check_at(c, inner)->span.start}, "",
                         "consider removing the borrow");
        } else {
            sema_suggest(r, before, "*", "consider dereferencing the borrow");
        }
        sema_suggest_is(r, "MachineApplicable");
        return;
    }
    if ((w.kind == TY_REF && f.kind == TY_REF && w.mutable && !f.mutable) || !e ||
        suggest_wrapping(c, r, at, want, found))
        return;
    if (suggest_for_form(c, r, at, want, found, e) || suggest_calling(c, r, at, want, found, e))
        return;
    if (suggest_unwrapping(c, r, at, want, found, e) || (why && why->kind_of_use == USE_IN_FIELD))
        return;
    bool numbers =
        (ty_is_integer(s, want) || ty_is_float(s, want)) && (ty_is_integer(s, found) || ty_is_float(s, found));
    bool parens = check_wants_parens(c, e);
    const char *name = ty_print_short(s, want),
               *field = why && why->kind_of_use == USE_SHORTHAND ? source_text(s, at) : NULL;
    if (check_at(c, e)->op == THIR_LITERAL && ty_is_float(s, want) && ty_is_numeric_var(s, found) &&
        at.end > at.start && !check_at(c, e)->text) {
        sema_suggest(r, (sema_span){at.file, at.end, at.end}, ".0", "use a float literal");
        sema_suggest_is(r, "MachineApplicable");
        return;
    }
    if (numbers && check_at(c, e)->op == THIR_LITERAL && suggest_suffix(c, r, at, want, found))
        return;
    if (!numbers || check_at(c, e)->op == THIR_LITERAL)
        return;
    if (why && why->kind_of_use == USE_BY_OPERATOR && ty_is_integer(s, want) && ty_is_integer(s, found))
        return;
    if (why && why->left && why->kind_of_use != USE_IN_RANGE && suggest_widening_left(c, r, at, want, found, why->left))
        return;
    const char *from = ty_print_short(s, found);
    const char *types =
        arena_format(s->memory, "%s `%s` to %s `%s`", check_article(from), from, check_article(name), name);
    const char *text = arena_format(s->memory, "you can convert %s", types);
    bool is_size = found == TY_USIZE || found == TY_ISIZE || want == TY_USIZE || want == TY_ISIZE;
    bool wider = ty_bits(s, want) > ty_bits(s, found);
    if (ty_is_float(s, want) && ty_is_integer(s, found)) {
        bool exact = wider && !is_size;
        suggest_around(r, at, parens, field, exact ? ".into()" : arena_format(s->memory, " as %s", name),
                       arena_format(s->memory,
                                    "you can %s %s, producing the floating point representation of the integer%s",
                                    exact ? "convert" : "cast", types, exact ? "" : ", rounded if necessary"));
        return;
    }
    bool lossless = wider && ((ty_is_integer(s, want) && ty_is_integer(s, found) && !is_size &&
                               (ty_is_signed(s, want) || !ty_is_signed(s, found))) ||
                              (ty_is_float(s, want) && ty_is_float(s, found)));
    if (lossless)
        suggest_around(r, at, parens, field, ".into()", text);
    else if (ty_is_integer(s, want) && ty_is_integer(s, found))
        suggest_around(r, at, parens, field, ".try_into().unwrap()",
                       arena_format(s->memory, "%s and panic if the converted value doesn't fit", text));
}
