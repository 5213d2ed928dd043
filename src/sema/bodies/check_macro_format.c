/* check_macro_format.c: reads format strings and checks their arguments. */
#include "sema/bodies/check_macro_internal.h"
#include "base/byte.h"
#include "rustg/diagnostic_kind.h"

sema_report macro_error(check *c, sema_span at, const char *text)
{
    sema_report r = check_error(c, RUSTG_DIAG_MACRO_ARGUMENTS, at);
    sema_arg(&r, "%s", text);
    return r;
}

sema_node macro_expr(check *c, const char *text, sema_span call)
{
    sema *s = c->s;
    sema_node root = syntax_expand_items(s, arena_format(s->memory, "const _:()=%s;", text), call, NULL, 0);
    return syntax_child_in(s, syntax_child_of(s, root, RUSTG_AST_ItemConst), RUSTG_AST_CLASS_EXPR, 0);
}

/* A borrow of a scalar place is read where it is shown, so no address is taken. */
static bool check_macro_format_read_scalar(check *c, check_deferred *d, bool last)
{
    thir_node borrow = *check_at(c, d->expr);
    sema_ty ty = infer_resolve(c->infer, check_ty_of(c, borrow.a));
    if (!last && ty_has(c->s, ty, TY_HAS_INFER))
        return false;
    if (ty_is_scalar(c->s, ty))
        *check_at(c, d->expr) = (thir_node){.op = THIR_USE, .ty = ty, .span = borrow.span, .a = borrow.a};
    return true;
}

/* A trait that a shown value wants. */
typedef struct format_bound {
    const thir_shown_trait *trait;
    infer_cause cause;
} format_bound;

static void check_report_not_shown(check *c, sema_ty ty, const format_bound *bound)
{
    const infer_cause *cause = &bound->cause;
    const char *name = bound->trait->name;
    while (ty_kind_of(c->s, ty) == TY_REF)
        ty = infer_resolve(c->infer, ty_arg(c->s, ty, 1));
    sema_report r = check_error(c, RUSTG_DIAG_TRAIT_NOT_SATISFIED, cause->at);
    sema_arg(&r, "%s", check_show(c, ty));
    sema_arg(&r, "%s", name);
    sema_arg(&r, "%s", "");
    sema_primary_label(&r, "the trait `%s` is not implemented for `%s`", name, check_show(c, ty));
    if (cause->part.file && !sema_same_span(cause->part, cause->at))
        sema_label(&r, cause->part, "required by this formatting parameter");
}

/* True: it is known whether the trait holds, and it is required where it does not, so that this is reported. */
static bool check_is_shown(check *c, const format_bound *bound, sema_ty t, bool last)
{
    sema *s = c->s;
    const bool is_plain = bound->trait->item == LANG_DEBUG || bound->trait->item == LANG_DISPLAY;
    sema_ty *self = ARENA_NEW(s->memory, sema_ty);
    *self = infer_resolve(c->infer, t);
    if (ty_has(s, *self, TY_HAS_ERROR))
        return true;
    if (check_is_var(c, *self))
        return last;
    const ty_kind kind = ty_kind_of(s, *self);
    if (is_plain && ty_is_scalar(s, *self) && kind != TY_PTR && kind != TY_FN_PTR)
        return true;
    const sema_def trait = def_lang(s, bound->trait->item);
    const infer_answer answer = infer_holds(c->infer, trait, self, 1);
    if (answer == ANSWER_NO && is_plain)
        infer_require(c->infer, (def_predicate){.kind = PREDICATE_TRAIT, .trait = trait, .args = self, .n_args = 1},
                      bound->cause);
    else if (answer == ANSWER_NO)
        check_report_not_shown(c, *self, bound);
    return answer != ANSWER_MAYBE || last;
}

static bool check_is_shown_now(check *c, check_deferred *d, bool last)
{
    return check_is_shown(c, d->user, d->ty, last);
}

static void check_require_shown(check *c, sema_ty ty, format_bound bound)
{
    if (check_is_shown(c, &bound, ty, false))
        return;
    format_bound *kept = ARENA_NEW(c->s->memory, format_bound);
    *kept = bound;
    check_defer(c, (check_deferred){.step = check_is_shown_now, .ty = ty, .user = kept});
}

void macro_require_debug(check *c, sema_ty ty, sema_span at, sema_span part)
{
    check_require_shown(c, ty, (format_bound){thir_shown_trait_of('?'), {.at = at, .part = part}});
}

/* What a hole shows: an argument of the call, or, with arg 0, a name of its own. */
typedef struct format_hole {
    sema_node value;
    uint32_t arg;
    const thir_shown_trait *trait;
    bool is_count; /* the width or precision of the next hole that is none */
    sema_span at;
} format_hole;

/* An operand as a message shows it. */
static thir_expr check_shown_operand(check *c, thir_expr e, const format_hole *hole)
{
    const sema_span at = hole->arg ? check_at(c, e)->span : hole->at;
    check_require_shown(c, check_at(c, e)->ty,
                        (format_bound){hole->trait, {.at = at, .part = hole->at, .is_shown = true}});
    thir_op op = (thir_op)check_at(c, e)->op;
    if (op == THIR_LITERAL || op == THIR_STRING || check_ty_of(c, e) == TY_ERROR)
        return e;
    thir_expr borrow = check_borrow(c, e, BORROW_SHARED, check_at(c, e)->span);
    check_defer(c, (check_deferred){.step = check_macro_format_read_scalar, .expr = borrow});
    return borrow;
}

typedef struct format_reader {
    check *c;
    const macro_args *args;
    /* first: of the n_args arguments, of which named ones have numbers, too; n_shown: holes without a name; behind: the
     * last argument shown, and 1 */
    uint32_t first, n_args, n_shown, behind;
    sema_span literal, first_hole, hole;
    bool plain;   /* no escapes: bytes of the text are bytes of the literal */
    bool is_made; /* by a macro */
    VEC(char) text;
    macro_message *message;
    bool *used;
    VEC(format_hole) holes;
    bool has_captured, is_reordered, has_values; /* names are shown; not in the order of evaluation; more than names */
    bool is_repeated;                            /* a value is shown twice */
} format_reader;

static void check_macro_format_put(format_reader *f, const char *bytes, size_t n)
{
    vec_push_all(f->c->s->memory, &f->text, bytes, n);
}

/* Messages are text up to the first NUL. */
static void check_macro_format_no_nul(format_reader *f)
{
    sema_report r = check_error(f->c, RUSTG_DIAG_NOT_COMPILED_YET, f->literal);
    sema_arg(&r, "a NUL character in a message");
    sema_arg(&r, "leave it out");
    f->message->failed = true;
}

/* spec: what stands behind the colon. */
static void check_macro_show(format_reader *f, uint32_t arg, sema_node value, const char *spec, size_t n_spec)
{
    const bool debug = n_spec && spec[n_spec - 1] == '?';
    f->c->s->has_debug_hex |= debug && n_spec > 1 && (spec[n_spec - 2] | 32) == 'x';
    check_macro_format_put(f, n_spec > debug ? "{:" : "{", n_spec > debug ? 2 : 1);
    check_macro_format_put(f, spec, n_spec);
    check_macro_format_put(f, "}", 1);
    const thir_shown_trait *trait = thir_shown_trait_of(n_spec ? spec[n_spec - 1] : 0);
    vec_push(f->c->s->memory, &f->holes, ((format_hole){value, arg, trait, false, f->hole}));
}

/* Whether it does not matter how often a value is read, and when. */
static bool check_format_is_plain(sema *s, sema_node value)
{
    while (syntax_kind(s, value) == RUSTG_AST_ExprField || syntax_kind(s, value) == RUSTG_AST_ExprParen ||
           syntax_kind(s, value) == RUSTG_AST_ExprAddrOf)
        value = syntax_child(s, value, 0);
    return syntax_kind(s, value) == RUSTG_AST_ExprPath || syntax_kind(s, value) == RUSTG_AST_ExprLit;
}

/* An argument is evaluated where it is shown, which is right where each is shown once, in their order and before names
 * that the string itself has. */
static void check_format_argument(format_reader *f, uint32_t i, sema_node value)
{
    const bool is_value = !check_format_is_plain(f->c->s, value);
    f->has_values |= is_value;
    f->is_repeated |= is_value && f->used[i];
    f->is_reordered |= f->has_captured || i + 1 < f->behind;
    f->used[i] = true;
    f->behind = i + 1;
}

/* Of `name = value`; 0: the argument has none. What else an assignment sets is no name. */
static sema_symbol check_argument_name(const format_reader *f, uint32_t i)
{
    sema *s = f->c->s;
    const sema_node value = f->args->list.at[i];
    const sema_node name =
        syntax_kind(s, value) == RUSTG_AST_ExprAssign ? syntax_child(s, value, 0) : (sema_node){0, 0};
    if (!syntax_is(name) || syntax_kind(s, name) != RUSTG_AST_ExprPath)
        return 0;
    const syntax_path path = syntax_path_of(s, name);
    return path.n_segments == 1 ? path.segments[0].name : 0;
}

/* An argument's value, below its name if it has one. */
static sema_node check_argument_value(const format_reader *f, uint32_t i)
{
    const sema_node value = f->args->list.at[i];
    return check_argument_name(f, i) ? syntax_child(f->c->s, value, 1) : value;
}

/* Reports names that come twice, which is as if they came once, and an argument without one behind one that has one.
 * False: there is such an argument. */
static bool check_argument_names(format_reader *f)
{
    sema *s = f->c->s;
    uint32_t named = 0;
    for (uint32_t i = f->first; i < f->args->list.n; i++) {
        const sema_symbol name = check_argument_name(f, i);
        uint32_t same = f->first;
        while (same < i && (!name || check_argument_name(f, same) != name))
            same++;
        if (!name && named) {
            sema_report r = macro_error(f->c, sema_node_span(s, f->args->list.at[i]),
                                        "positional arguments cannot follow named arguments");
            sema_primary_label(&r, "positional arguments must be before named arguments");
            for (uint32_t k = f->first; k < i; k++)
                if (check_argument_name(f, k))
                    sema_label(&r, sema_node_span(s, f->args->list.at[k]), "named argument");
            return false;
        }
        if (name && same < i) {
            const sema_span at = sema_node_span(s, syntax_child(s, f->args->list.at[i], 0));
            sema_report r =
                macro_error(f->c, at, arena_format(s->memory, "duplicate argument named `%s`", sema_text(s, name)));
            sema_primary_label(&r, "duplicate argument");
            sema_label(&r, sema_node_span(s, syntax_child(s, f->args->list.at[same], 0)), "previously here");
            f->message->failed = f->used[i] = true;
        }
        named += name != 0;
    }
    return true;
}

static void check_macro_show_argument(format_reader *f, uint32_t i, sema_node value, const char *spec, size_t n_spec)
{
    check_format_argument(f, i, value);
    check_macro_show(f, i, value, spec, n_spec);
}

/* Evaluates the arguments that are shown, once each and in their order, as rustc does. locals: by argument; what is
 * plain text has none. */
static void check_format_evaluate(format_reader *f, thir_local *locals)
{
    check *c = f->c;
    sema *s = c->s;
    for (uint32_t i = f->first; i < f->args->list.n; i++) {
        const sema_node value = check_argument_value(f, i);
        if (!f->used[i] || syntax_kind(s, value) == RUSTG_AST_ExprLit)
            continue;
        const thir_expr e = check_expr(c, value, CHECK_ANY);
        const thir_expr side = check_borrow(c, e, BORROW_SHARED, check_at(c, e)->span);
        locals[i] = check_local_new(c, 0, check_at(c, side)->ty, check_at(c, side)->span, false);
        vec_push(s->memory, &f->message->sides, side);
        vec_push(s->memory, &f->message->locals, locals[i]);
    }
}

static void check_format_operands(format_reader *f)
{
    check *c = f->c;
    thir_local *locals = ARENA_ARRAY(c->s->memory, thir_local, f->args->list.n);
    if (f->is_repeated || (f->is_reordered && f->has_values))
        check_format_evaluate(f, locals);
    for (uint32_t i = 0; i < f->holes.n; i++) {
        const format_hole *hole = &f->holes.at[i];
        const thir_local local = locals[hole->arg];
        const thir_expr e = local ? check_local_expr(c, local, sema_node_span(c->s, hole->value))
                                  : check_expr(c, hole->value, CHECK_ANY);
        if (hole->is_count) {
            const thir_expr count = check_borrow(c, e, BORROW_SHARED, check_at(c, e)->span);
            if (!f->message->failed)
                check_coerce(c, count, ty_ref(c->s, ty_erased(c->s), false, TY_USIZE), NULL);
            vec_push(c->s->memory, &f->message->operands, count);
            continue;
        }
        const thir_node *shown = check_at(c, e);
        if (hole->trait->item != LANG_DEBUG && shown->op == THIR_STRING && shown->text &&
            memchr(shown->text, 0, shown->n_text))
            check_macro_format_no_nul(f);
        vec_push(c->s->memory, &f->message->operands, check_shown_operand(c, e, hole));
    }
}

static size_t check_format_digits(const char *at, size_t n)
{
    size_t k = 0;
    while (k < n && at[k] >= '0' && at[k] <= '9')
        k++;
    return k;
}

/* The bytes of [[fill]align][+][#]. */
static size_t check_format_flags(const char *at, size_t n)
{
    size_t i = 0, first = n && (uint8_t)at[0] >= 0x80 ? 1 : 0;
    while (first && first < n && ((uint8_t)at[first] & 0xC0) == 0x80)
        first++;
    first = n && !first ? 1 : first;
    if (first < n && strchr("<^>", at[first]) && at[0] != '{')
        i = first + 1;
    else if (n && strchr("<^>", at[0]))
        i = 1;
    i += i < n && at[i] == '+';
    return i + (i < n && at[i] == '#');
}

/* [[fill]align][+][#][0][width][.precision][?|x?|X?|x|X|b|o|e|E|p]; width and precision are up to three digits, or $
 * for an operand. */
static bool check_knows_spec(const char *at, size_t n)
{
    if (n && at[0] == '}')
        return false;
    size_t i = check_format_flags(at, n);
    const size_t n_width = check_format_digits(at + i, n - i);
    i += n_width;
    i += i < n && at[i] == '$';
    size_t n_precision = 0;
    if (i < n && at[i] == '.') {
        n_precision = i + 1 < n && at[i + 1] == '$' ? 1 : check_format_digits(at + i + 1, n - i - 1);
        if (!n_precision)
            return false;
        i += 1 + n_precision;
    }
    if (n_width > 3 || n_precision > 3)
        return false;
    if (i == n)
        return true;
    return (i + 1 == n && strchr("?xXboeEp", at[i])) || (i + 2 == n && strchr("xX", at[i]) && at[i + 1] == '?');
}

/* The named argument `name = value`, as it was written. */
static sema_node check_named_argument(format_reader *f, sema_symbol name, uint32_t *index)
{
    for (uint32_t i = f->first; i < f->args->list.n; i++)
        if (check_argument_name(f, i) == name) {
            *index = i;
            return check_argument_value(f, i);
        }
    return (sema_node){0, 0};
}

/* Bytes of the string in the source. */
static sema_span check_macro_format_part_of(const format_reader *f, size_t start, size_t end)
{
    sema_span at = f->literal;
    if (f->plain) {
        at.start = f->literal.start + 1 + (uint32_t)start;
        at.end = f->literal.start + 1 + (uint32_t)end;
    }
    return at;
}

static bool check_fail(format_reader *f, sema_span at, const char *text)
{
    macro_error(f->c, at, text);
    f->message->failed = true;
    return false;
}

static bool check_format_is_word(char b)
{
    return b == '_' || (b >= '0' && b <= '9') || ((b | 32) >= 'a' && (b | 32) <= 'z') || (uint8_t)b >= 0x80;
}

/* Of a name or a number before a $. 0: there is none. */
static size_t check_format_count_bytes(const char *at, size_t n)
{
    size_t k = 0;
    while (k < n && check_format_is_word(at[k]))
        k++;
    return k < n && at[k] == '$' ? k : 0;
}

/* Of more than three digits the first four or so: no message has that many arguments. */
static uint32_t check_format_number(const char *digits, size_t n)
{
    uint32_t number = 0;
    for (size_t i = 0; i < n && number < 1000; i++)
        number = 10 * number + (uint32_t)(digits[i] - '0');
    return number;
}

/* "there are 2 arguments" */
static const char *check_format_given(const format_reader *f)
{
    if (!f->n_args)
        return "no arguments were given";
    return arena_format(f->c->s->memory, "there %s %u argument%s", f->n_args == 1 ? "is" : "are", f->n_args,
                        f->n_args == 1 ? "" : "s");
}

static bool check_format_positional(format_reader *f, uint32_t index, sema_span at)
{
    return index < f->n_args ||
           check_fail(f, at,
                      arena_format(f->c->s->memory, "invalid reference to positional argument %u (%s)", index,
                                   check_format_given(f)));
}

/* A name that the string has at `place`, which is none of an argument; no node: reported. */
static sema_node check_format_captured(format_reader *f, sema_symbol name, size_t place, size_t n)
{
    check *c = f->c;
    const char *text = sema_text(c->s, name);
    f->has_captured = true;
    if (!f->is_made)
        return macro_expr(c, text, check_macro_format_part_of(f, place, place + n));
    sema_report r = macro_error(c, f->literal, arena_format(c->s->memory, "there is no argument named `%s`", text));
    sema_note(&r, "did you intend to capture a variable `%s` from the surrounding scope?", text);
    sema_note(&r, "to avoid ambiguity, `format_args!` cannot capture variables when the format string is expanded "
                  "from a macro");
    return (sema_node){0, 0};
}

/* An argument that is a width or a precision: the name or number at `at`, or with n 0 the next one. False: reported. */
static bool check_format_count(format_reader *f, const char *at, size_t n, size_t place)
{
    check *c = f->c;
    uint32_t index = 0;
    format_hole hole = {.is_count = true};
    if (n == 0 || check_format_digits(at, n) == n) {
        index = n ? check_format_number(at, n) : f->n_shown++;
        if (n == 0 && index >= f->n_args)
            f->message->failed = true; /* reported with all of them */
        if (f->message->failed || !check_format_positional(f, index, f->literal))
            return n == 0;
        hole.arg = f->first + index;
        hole.value = check_argument_value(f, f->first + index);
        check_format_argument(f, hole.arg, hole.value);
    } else {
        const sema_symbol name = sema_intern(c->s, at, n);
        hole.value = check_named_argument(f, name, &hole.arg);
        if (syntax_is(hole.value)) {
            check_format_argument(f, hole.arg, hole.value);
        } else {
            hole.arg = 0;
            hole.value = check_format_captured(f, name, place, n);
        }
    }
    f->message->failed |= !syntax_is(hole.value);
    if (syntax_is(hole.value))
        vec_push(c->s->memory, &f->holes, hole);
    return syntax_is(hole.value);
}

/* Reads widths and precisions that are arguments, and leaves a $ for each. False: nothing more can be read. */
static bool check_format_counts(format_reader *f, const char **spec, size_t *n_spec, size_t place)
{
    const char *at = *spec;
    const size_t n = *n_spec;
    VEC(char) out = {0};
    size_t i = check_format_flags(at, n);
    i += i + 1 < n && at[i] == '0' && at[i + 1] != '$';
    const size_t n_flags = i, n_width = check_format_count_bytes(at + i, n - i);
    if (n_width && !check_format_count(f, at + i, n_width, place + i))
        return false;
    i += n_width ? n_width : check_format_digits(at + i, n - i);
    const size_t behind_width = i, behind_dot = i + (n_width != 0) + 1;
    if ((!n_width && i < n && at[i] == '$') || (behind_dot < n && at[behind_dot - 1] == '.' && at[behind_dot] == '$'))
        return check_fail(f, f->literal, "invalid format string: expected `}`, found `$`");
    i += n_width != 0;
    size_t n_precision = 0;
    const bool is_next = i + 1 < n && at[i] == '.' && at[i + 1] == '*';
    if (i < n && at[i] == '.')
        n_precision = check_format_count_bytes(at + i + 1, n - i - 1);
    if (!n_width && !n_precision && !is_next)
        return true;
    if ((n_precision || is_next) && !check_format_count(f, at + i + 1, n_precision, place + i + 1))
        return false;
    for (size_t k = 0; k < (n_width ? n_flags : behind_width); k++)
        vec_push(f->c->s->memory, &out, at[k]);
    if (n_width)
        vec_push(f->c->s->memory, &out, '$');
    if (n_precision || is_next) {
        vec_push(f->c->s->memory, &out, '.');
        vec_push(f->c->s->memory, &out, '$');
        i += 2 + n_precision;
    }
    for (; i < n; i++)
        vec_push(f->c->s->memory, &out, at[i]);
    *spec = out.at;
    *n_spec = out.n;
    return true;
}

/* Reports what is wrong with what stands between braces, and leaves letters of no trait out of the specification.
 * False: nothing more can be read. */
static bool check_format_hole(format_reader *f, const char *at, size_t n, size_t place, const char *spec,
                              size_t *n_spec)
{
    check *c = f->c;
    size_t n_plain = 0;
    while (n_plain < n && check_format_is_word(at[n_plain]))
        n_plain++;
    if (n_plain == n && !(n && at[0] >= '0' && at[0] <= '9'))
        return true;
    const macro_hole_error e = macro_hole_wrong(c->s->memory, at, n);
    const sema_span wrong = check_macro_format_part_of(f, place + e.first, place + e.last);
    if (e.kind == HOLE_FINE)
        return true;
    f->message->failed = true;
    if (e.kind == HOLE_TRAIT) {
        sema_report r = check_error(c, RUSTG_DIAG_FORMAT_TRAIT_UNKNOWN, wrong);
        sema_arg(&r, "%s", e.text);
        *n_spec = e.first - (size_t)(spec - at);
        return true;
    }
    sema_report r = macro_error(c, wrong, arena_format(c->s->memory, "invalid format string: %s", e.text));
    if (e.kind == HOLE_FIELD) {
        sema_primary_label(&r, "not supported in format string");
        sema_note(&r, "consider moving this expression to a local variable and then using the local here instead");
        return false;
    }
    sema_primary_label(&r, "expected `}` in format string");
    if (f->plain)
        sema_label(&r, check_macro_format_part_of(f, place - 1, place), "because of this opening brace");
    sema_note(&r, e.kind == HOLE_GROUPED ? "to print `{`, you can escape it using `{{`"
                                         : "if you intended to print `{`, you can escape it using `{{`");
    return false;
}

/* Reads what stands between braces; place is where that is in the string. False: nothing more can be read. */
static bool check_read_hole(format_reader *f, const char *at, size_t n, size_t place)
{
    check *c = f->c;
    sema *s = c->s;
    size_t n_name = 0;
    while (n_name < n && at[n_name] != ':')
        n_name++;
    size_t n_spec = n > n_name ? n - n_name - 1 : 0;
    while (n_name && byte_is_space(at[n_name - 1]))
        n_name--;
    const char *spec = at + n - n_spec;
    while (n_spec && byte_is_space(spec[n_spec - 1]))
        n_spec--;
    f->hole = check_macro_format_part_of(f, place - 1, place + n + 1);
    if (!f->n_shown)
        f->first_hole = f->hole;
    if (!check_format_hole(f, at, n, place, spec, &n_spec))
        return false;
    if (n_spec && !check_format_counts(f, &spec, &n_spec, place + (size_t)(spec - at)))
        return false;
    if (n_spec && !check_knows_spec(spec, n_spec)) {
        sema_report r = check_error(c, RUSTG_DIAG_NOT_COMPILED_YET, f->literal);
        sema_arg(&r, "a format specification");
        sema_arg(&r, "write `{}`");
        f->message->failed = true;
        return false;
    }
    if (n_name == 0 || (at[0] >= '0' && at[0] <= '9')) {
        const uint32_t index = n_name ? check_format_number(at, n_name) : f->n_shown++;
        if (index >= f->n_args) {
            f->message->failed = true;
            if (n_name)
                check_format_positional(f, index, check_macro_format_part_of(f, place, place + n_name));
            return true;
        }
        check_macro_show_argument(f, f->first + index, check_argument_value(f, f->first + index), spec, n_spec);
        return true;
    }
    uint32_t index = 0;
    sema_symbol name = sema_intern(s, at, n_name);
    sema_node value = check_named_argument(f, name, &index);
    if (syntax_is(value)) {
        check_macro_show_argument(f, index, value, spec, n_spec);
        return true;
    }
    value = check_format_captured(f, name, place, n_name);
    if (!syntax_is(value)) {
        f->message->failed = true;
        return f->is_made;
    }
    check_macro_show(f, 0, value, spec, n_spec);
    return true;
}

/* Whether the brace at `at` is what a specification fills with. */
static bool check_is_fill(const char *hole, size_t at, size_t n)
{
    return hole[at - 1] == ':' && at + 1 < n && strchr("<^>", hole[at + 1]);
}

/* False: the string is malformed. */
static bool check_read_format(format_reader *f, const char *bytes, size_t n)
{
    if (memchr(bytes, 0, n)) {
        check_macro_format_no_nul(f);
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        char b = bytes[i];
        if ((b == '{' || b == '}') && i + 1 < n && bytes[i + 1] == b) {
            check_macro_format_put(f, (const char[]){b, b}, 2);
            i++;
        } else if (b == '{') {
            size_t end = i + 1;
            while (end < n && (bytes[end] != '}' || check_is_fill(bytes + i, end - i, n - i)))
                end++;
            if (end == n) {
                return check_fail(f, check_macro_format_part_of(f, n, n + 1),
                                  "invalid format string: expected `}` but string was terminated");
            }
            if (!check_read_hole(f, bytes + i + 1, end - i - 1, i + 1))
                return false;
            i = end;
        } else if (b == '}') {
            return check_fail(f, check_macro_format_part_of(f, i, i + 1), "invalid format string: unmatched `}` found");
        } else {
            check_macro_format_put(f, &b, 1);
        }
    }
    return true;
}

/* Reports the arguments that nothing shows. */
static bool check_format_unused(const format_reader *f, sema_span text)
{
    sema *s = f->c->s;
    sema_report r;
    uint32_t n = 0, n_unused = 0;
    for (uint32_t i = f->first; i < f->args->list.n; i++)
        n_unused += !f->used[i];
    for (uint32_t i = f->first; i < f->args->list.n; i++) {
        if (f->used[i])
            continue;
        const sema_node value = check_argument_value(f, i);
        const char *label = check_argument_name(f, i) ? "named argument never used" : "argument never used";
        if (!n++) {
            r = macro_error(f->c, sema_node_span(s, value),
                            n_unused > 1 ? "multiple unused formatting arguments" : label);
            sema_primary_label(&r, "%s", label);
        } else {
            sema_primary_there(&r, sema_node_span(s, value), "%s", label);
        }
    }
    if (n)
        sema_label(&r, text, n > 1 ? "multiple missing formatting specifiers" : "formatting specifier missing");
    if (n > 1)
        sema_note(&r, "consider adding %u format specifiers", n);
    return n > 0;
}

macro_message macro_format(check *c, const macro_args *args, uint32_t first, const char *prefix, const char *none)
{
    sema *s = c->s;
    macro_message message = {.text = none, .n_text = (uint32_t)strlen(none)};
    if (args->list.n <= first)
        return message;
    sema_node string = args->list.at[first];
    sema_span span = sema_node_span(s, string);
    syntax_lit lit =
        syntax_kind(s, string) == RUSTG_AST_ExprLit ? syntax_literal(s, string) : (syntax_lit){.kind = LIT_BAD};
    if (macro_is_text(s, string)) {
        lit.bytes = (const uint8_t *)macro_text_of(c, string, &lit.n_bytes);
        lit.kind = LIT_STR;
        message.failed = !lit.bytes;
        if (message.failed)
            return message;
    }
    if (lit.kind == LIT_STR && lit.suffix) {
        sema_report r = check_error(c, RUSTG_DIAG_STRING_SUFFIX, span);
        sema_arg(&r, "string literals");
        sema_arg(&r, "%s", sema_text(s, lit.suffix));
        message.failed = true;
        return message;
    }
    if (lit.kind != LIT_STR) {
        sema_report r = macro_error(c, span, "format argument must be a string literal");
        sema_suggest(&r, (sema_span){span.file, span.start, span.start}, "\"{}\", ",
                     "you might be missing a string literal to format with");
        message.failed = true;
        return message;
    }
    format_reader f = {.c = c, .args = args, .first = first + 1, .literal = span, .message = &message};
    f.n_args = args->list.n - f.first;
    f.used = ARENA_ARRAY(s->memory, bool, args->list.n);
    f.is_made = macro_is_text(s, string);
    f.plain = !f.is_made && span.end - span.start == lit.n_bytes + 2;
    check_macro_format_put(&f, prefix, strlen(prefix));
    message.is_prefixed = *prefix;
    message.is_formatted = !f.plain || lit.n_bytes != 2 || memcmp(lit.bytes, "{}", 2) != 0;
    if (!check_argument_names(&f)) {
        message.failed = true;
        return message;
    }
    bool well_formed = check_read_format(&f, (const char *)lit.bytes, lit.n_bytes);
    check_format_operands(&f);
    if (f.n_shown > f.n_args) {
        macro_error(c, f.first_hole,
                    arena_format(s->memory, "%u positional argument%s in format string, but %s", f.n_shown,
                                 f.n_shown == 1 ? "" : "s", check_format_given(&f)));
    }
    if (well_formed && check_format_unused(&f, span))
        message.failed = true;
    message.text = arena_text(s->memory, f.text.at ? f.text.at : "", f.text.n);
    message.n_text = f.text.n;
    return message;
}

thir_expr macro_match_sides(check *c, const thir_expr *sides, const thir_local *locals, uint32_t n, thir_expr body,
                            sema_ty ty, sema_span at)
{
    sema *s = c->s;
    sema_ty *types = ARENA_ARRAY(s->memory, sema_ty, n);
    uint32_t *leaf = ARENA_ARRAY(s->memory, uint32_t, 2 * n);
    for (uint32_t i = 0; i < n; i++) {
        types[i] = check_at(c, sides[i])->ty;
        leaf[2 * i] = i;
        leaf[2 * i + 1] = control_binding_pat(c, locals[i], types[i], at);
    }
    const sema_ty tuple = ty_tuple(s, types, n);
    const thir_expr all = check_node(
        c, (thir_node){
               .op = THIR_TUPLE, .ty = tuple, .span = at, .desugared = true, .first = check_list(c, sides, n), .n = n});
    const thir_pat pat = check_new_pat(
        c, (thir_pat_node){.op = PAT_LEAF, .ty = tuple, .span = at, .first = check_list(c, leaf, 2 * n), .n = n});
    const uint32_t arm = control_arm(c, (thir_arm_node){.pat = pat, .body = body, .span = at});
    return control_match(c, all, &arm, 1, ty, at);
}

thir_expr macro_panic(check *c, const macro_message *message, thir_panic why, sema_ty ty, sema_span at)
{
    if (message->failed)
        check_error_expr(c, at);
    thir_expr e = check_node(c, (thir_node){.op = THIR_PANIC,
                                            .sub = (uint8_t)why,
                                            .ty = TY_NEVER,
                                            .span = at,
                                            .text = message->text,
                                            .n_text = message->n_text,
                                            .index = message->n_plain,
                                            .bits = (message->is_prefixed ? THIR_PANIC_PREFIXED : 0u) |
                                                    (message->is_formatted ? THIR_PANIC_FORMATTED : 0u),
                                            .n = message->operands.n,
                                            .first = check_list(c, message->operands.at, message->operands.n)});
    if (message->sides.n)
        e = macro_match_sides(c, message->sides.at, message->locals.at, message->sides.n, e, TY_NEVER, at);
    if (ty != TY_NEVER)
        check_wrap(c, e, (thir_node){.op = THIR_NEVER, .ty = ty, .span = at, .desugared = true});
    return e;
}

thir_expr macro_print_node(check *c, const macro_message *message, thir_print_to to, bool ends_line, sema_ty ty,
                           sema_span at)
{
    const char *text = message->text;
    if (ends_line)
        text = arena_format(c->s->memory, "%.*s\n", (int)message->n_text, message->text);
    const thir_expr e = check_node(c, (thir_node){.op = THIR_PRINT,
                                                  .sub = (uint8_t)to,
                                                  .ty = ty,
                                                  .span = at,
                                                  .text = text,
                                                  .n_text = message->n_text + ends_line,
                                                  .n = message->operands.n,
                                                  .first = check_list(c, message->operands.at, message->operands.n)});
    return message->sides.n ? macro_match_sides(c, message->sides.at, message->locals.at, message->sides.n, e, ty, at)
                            : e;
}

thir_expr macro_print(check *c, const macro_args *args, bool is_error, bool ends_line, sema_span at)
{
    const macro_message message = macro_format(c, args, 0, "", "");
    if (message.failed)
        return check_error_expr(c, at);
    return macro_print_node(c, &message, is_error ? THIR_PRINT_ERROR_OUTPUT : THIR_PRINT_OUTPUT, ends_line,
                            ty_unit(c->s), at);
}
