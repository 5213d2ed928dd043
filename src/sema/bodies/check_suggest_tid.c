/* check_suggest_tid.c: suggests what to write where a thread's own `Tid` meets a number, which it is not. */
#include "sema/bodies/check_internal.h"
#include "sema/items/def.h"
#include "sema/syntax/syntax.h"

static const char tid_gives[] = "a `Tid` is the proof that an element is the thread's own; `get` gives its number";

/* Patches in their order. */
typedef struct tid_change {
    sema_span at[4];
    const char *with[4];
    uint32_t n;
} tid_change;

bool check_is_tid(check *c, sema_ty t)
{
    const ty_info *i = ty_get(c->s, infer_shallow(c->infer, t));
    return i->kind == TY_ADT && i->def == def_lang(c->s, LANG_TID);
}

static void tid_patch(tid_change *change, sema_span at, const char *with)
{
    if (!*with)
        return;
    change->at[change->n] = at;
    change->with[change->n++] = with;
}

static void tid_give(sema_report *r, const tid_change *change, const char *text)
{
    for (uint32_t i = 0; i < change->n; i++)
        if (i == 0)
            sema_suggest(r, change->at[i], change->with[i], "%s", text);
        else
            sema_suggest_further(r, change->at[i], change->with[i]);
    if (change->n == 1 && strcmp(change->with[0], ".get()") == 0)
        sema_suggest_is(r, "MachineApplicable");
}

/* Is the next thing behind it a `<`, which a cast takes for the beginning of generic arguments? */
static bool tid_is_before_less(const sema *s, sema_span at)
{
    const sema_file *f = s->files.at[at.file];
    uint32_t end = at.end;
    while (end < f->n_bytes && (f->bytes[end] == ' ' || f->bytes[end] == '\n'))
        end++;
    return end < f->n_bytes && f->bytes[end] == '<';
}

/* Before a method or a cast is put behind it; not where it has parentheses already. */
static bool tid_wants_parens(check *c, thir_expr e)
{
    const sema_span at = check_at(c, e)->span;
    return *source_text(c->s, at) == '*' ||
           (check_wants_parens(c, e) && syntax_kind(c->s, syntax_innermost(c->s, at)) != RUSTG_AST_ExprParen);
}

/* Puts a method and a cast behind an expression, either of which may be empty. */
static void tid_convert(check *c, tid_change *change, thir_expr e, const char *method, const char *cast, bool in_parens)
{
    arena *memory = c->s->memory;
    const sema_span at = check_at(c, e)->span;
    const bool inner = tid_wants_parens(c, e);
    const bool outer = *cast && (in_parens || tid_is_before_less(c->s, at));
    tid_patch(change, source_start(at), arena_format(memory, "%s%s", outer ? "(" : "", inner ? "(" : ""));
    tid_patch(change, source_end(at),
              arena_format(memory, "%s%s%s%s", inner ? ")" : "", method, cast, outer ? ")" : ""));
}

/* Puts behind a `Tid` what makes a number of type `as`. */
static void tid_number(check *c, tid_change *change, thir_expr e, sema_ty as, bool in_parens)
{
    arena *memory = c->s->memory;
    const sema_span at = check_at(c, e)->span;
    const char *name = ty_print_short(c->s, as);
    if (!check_is_short_float(c, as)) {
        tid_convert(c, change, e, ".get()", as == TY_USIZE ? "" : arena_format(memory, " as %s", name), in_parens);
        return;
    }
    const bool inner = tid_wants_parens(c, e);
    tid_patch(change, source_start(at), arena_format(memory, "%s::from_f32(%s", name, inner ? "(" : ""));
    tid_patch(change, source_end(at), inner ? ").get() as f32)" : ".get() as f32)");
}

void check_suggest_number(check *c, sema_report *r, thir_expr e, sema_ty want)
{
    tid_change change = {.n = 0};
    tid_number(c, &change, e, want, false);
    tid_give(r, &change, tid_gives);
}

static bool tid_is_float(check *c, sema_ty t)
{
    const ty_info *i = ty_get(c->s, t);
    return ty_is_float(c->s, t) || check_is_short_float(c, t) || (i->kind == TY_INFER && i->sub == INFER_FLOAT);
}

/* The type in which a `Tid` and the other side of an operator meet, by what the whole is wanted as. */
static sema_ty tid_meets(check *c, sema_ty other, sema_ty wished)
{
    const bool is_open = ty_is_numeric_var(c->s, other);
    if (tid_is_float(c, other))
        return !is_open                                                      ? other
               : tid_is_float(c, wished) && !ty_is_numeric_var(c->s, wished) ? wished
                                                                             : (sema_ty)TY_F32;
    if (ty_is_integer(c->s, other) && other != TY_USIZE)
        return wished == TY_USIZE ? wished : other;
    const bool is_wish = ty_is_integer(c->s, wished) || (is_open && ty_is_float(c->s, wished));
    return is_wish && other != TY_USIZE ? wished : (sema_ty)TY_USIZE;
}

/* What an expression is wanted as; TY_NONE where that is not known. */
static sema_ty tid_wished(check *c)
{
    return c->wished ? infer_shallow(c->infer, c->wished) : (sema_ty)TY_NONE;
}

/* A `Tid` is changed: where it is a variable, suggests that this holds its number. */
static void tid_help_counting(check *c, sema_report *r, thir_expr e)
{
    const thir_node *place = check_at(c, e);
    if (place->op == THIR_LOCAL) {
        const sema_node let = source_parent(c->s, c->frame->body->locals.at[place->local].span, RUSTG_AST_StmtLet);
        const sema_node value = syntax_child_in(c->s, let, RUSTG_AST_CLASS_EXPR, 0);
        if (syntax_is(value) && !syntax_is(syntax_child_in(c->s, let, RUSTG_AST_CLASS_TY, 0)))
            sema_suggest(r, source_end(sema_node_span(c->s, value)), ".get()", "%s", tid_gives);
    }
    sema_help(
        r, "a `Tid` does not change: count in a number, or let `for i in thread::grid_stride(n)` give the next ones");
}

/* Where the operator's result is to be a `Tid`, which no number becomes: the index of a `GridMut`, or a new value. */
static bool tid_help_no_way_back(check *c, sema_report *r, thir_expr e)
{
    const sema_ty wished = tid_wished(c);
    if (!wished || !check_is_tid(c, wished))
        return false;
    sema_node around = syntax_innermost(c->s, check_at(c, e)->span);
    while (syntax_is(around) && syntax_kind(c->s, around) != RUSTG_AST_ExprIndex &&
           syntax_kind(c->s, around) != RUSTG_AST_ExprAssign)
        around = syntax_parent(c->s, around);
    if (syntax_kind(c->s, around) == RUSTG_AST_ExprAssign) {
        tid_help_counting(c, r, e);
        return true;
    }
    sema_help(
        r,
        "a `GridMut` is indexed by a thread's own `Tid`; another element is `unsafe { *y.get_unchecked_mut(j) }`, "
        "with a `usize` made of `%s.get()`",
        source_text(c->s, check_at(c, e)->span));
    return true;
}

void check_suggest_tid_operand(check *c, sema_report *r, bool is_shift, thir_expr a, thir_expr b)
{
    const sema_ty left = check_ty_of(c, a), right = check_ty_of(c, b), wished = tid_wished(c);
    const bool is_left = check_is_tid(c, left), is_right = check_is_tid(c, right);
    tid_change change = {.n = 0};
    sema_ty other = is_left ? right : left;
    if (ty_kind_of(c->s, other) == TY_REF)
        other = infer_shallow(c->infer, ty_arg(c->s, other, 1));
    if (tid_help_no_way_back(c, r, is_left ? a : b))
        return;
    sema_ty as = tid_meets(c, other, wished);
    if (is_shift)
        as = is_left && ty_is_integer(c->s, wished) ? wished : (sema_ty)TY_USIZE;
    const bool is_cast = !is_shift && as == TY_USIZE && ty_is_integer(c->s, other) && other != TY_USIZE;
    if (is_left)
        tid_number(c, &change, a, as, false);
    else if (is_cast)
        tid_convert(c, &change, a, "", " as usize", false);
    if (is_right)
        tid_number(c, &change, b, is_shift ? (sema_ty)TY_USIZE : as, false);
    else if (is_cast)
        tid_convert(c, &change, b, "", " as usize", false);
    tid_give(r, &change, tid_gives);
}

void check_suggest_tid_assigned(check *c, sema_report *r, thir_expr a, thir_expr b)
{
    if (!check_is_tid(c, check_ty_of(c, a))) {
        const sema_ty left = check_ty_of(c, a);
        check_suggest_number(c, r, b, ty_is_numeric_var(c->s, left) ? tid_meets(c, left, TY_NONE) : left);
        return;
    }
    tid_help_counting(c, r, a);
}

void check_suggest_tid_unary(check *c, sema_report *r, bool is_not, thir_expr a)
{
    const sema_ty wished = tid_wished(c);
    const bool fits =
        ty_is_integer(c->s, wished) ? is_not || ty_is_signed(c->s, wished) : !is_not && ty_is_float(c->s, wished);
    tid_change change = {.n = 0};
    if (tid_help_no_way_back(c, r, a))
        return;
    tid_number(c, &change, a, fits ? wished : is_not ? (sema_ty)TY_USIZE : (sema_ty)TY_ISIZE, true);
    tid_give(r, &change, tid_gives);
}

bool check_suggest_tid_method(check *c, sema_report *r, sema_span receiver, sema_symbol name, sema_span at)
{
    check_candidate found;
    bool is_ambiguous = false;
    if (!check_probe_assoc(c, TY_USIZE, name, at, &found, &is_ambiguous))
        return false;
    sema_suggest(r, source_end(receiver), ".get()", "%s", tid_gives);
    sema_suggest_is(r, "MachineApplicable");
    return true;
}

bool check_suggest_tid_argument(check *c, sema_report *r, sema_span at)
{
    sema *s = c->s;
    sema_node call = syntax_innermost(s, at);
    while (syntax_is(call) && syntax_kind(s, call) != RUSTG_AST_ExprMethodCall &&
           syntax_kind(s, call) != RUSTG_AST_ExprCall)
        call = syntax_parent(s, call);
    return syntax_kind(s, call) == RUSTG_AST_ExprMethodCall &&
           check_suggest_tid_method(c, r, sema_node_span(s, syntax_first_real(s, call)), syntax_name(s, call), at);
}

bool check_suggest_for_tid(check *c, sema_report *r, sema_span at, sema_ty want, sema_ty found, thir_expr e,
                           const check_why *why)
{
    sema *s = c->s;
    const bool has_number = ty_is_integer(s, found) || ty_is_numeric_var(s, found) || tid_is_float(c, found);
    const bool wants_any = ty_is_numeric_var(s, want);
    if (found != TY_ERROR && check_is_tid(c, found) && (ty_is_integer(s, want) || wants_any || tid_is_float(c, want))) {
        if (e)
            check_suggest_number(c, r, e,
                                 !wants_any              ? want
                                 : tid_is_float(c, want) ? (sema_ty)TY_F32
                                                         : (sema_ty)TY_USIZE);
        return true;
    }
    if (!has_number || !check_is_tid(c, want))
        return false;
    if (why && why->left && (why->kind_of_use == USE_IN_RANGE || tid_is_float(c, found))) {
        check_suggest_number(c, r, why->left,
                             !tid_is_float(c, found)       ? (sema_ty)TY_USIZE
                             : ty_is_numeric_var(s, found) ? (sema_ty)TY_F32
                                                           : found);
        return true;
    }
    if (why && why->left && e && found != TY_USIZE) {
        tid_change change = {.n = 0};
        tid_convert(c, &change, e, "", " as usize", false);
        tid_give(r, &change, "a `Tid` is compared with a `usize`");
        return true;
    }
    if (why && why->noun && check_suggest_tid_argument(c, r, at))
        return true;
    if (e) /* of a pattern the label of what is matched has said it */
        sema_help(
            r, "a thread writes the element of its own `Tid`, which `thread::index()` and "
               "`thread::grid_stride(n)` give; any other by `unsafe { *y.get_unchecked_mut(i) = value }`, and one that "
               "several threads change is an `Atomic`, in a `&[Atomic<T>]`");
    return true;
}

void check_suggest_agreement(check *c, sema_report *r, thir_expr a, thir_expr b)
{
    sema *s = c->s;
    const sema_ty left = check_ty_of(c, a), right = check_ty_of(c, b), wished = tid_wished(c);
    const bool is_left = left == TY_USIZE;
    const sema_ty other = is_left ? right : left;
    const thir_expr size = is_left ? a : b;
    if ((!is_left && right != TY_USIZE) || !ty_is_integer(s, other) ||
        !strstr(source_text(s, check_at(c, size)->span), ".get()"))
        return;
    tid_change change = {.n = 0};
    const bool keeps_other = wished == other;
    tid_convert(c, &change,
                keeps_other ? size
                : is_left   ? b
                            : a,
                "", keeps_other ? arena_format(s->memory, " as %s", ty_print_short(s, other)) : " as usize", false);
    tid_give(r, &change, "both sides are of one type");
}
