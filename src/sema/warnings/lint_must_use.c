/* lint_must_use.c: is the lint unused_must_use: it reports statements whose value is not used though its type, what
 * made it, or the operator says that it must be. */
#include "sema/lints/lint.h"
#include "sema/warnings/lint_statement.h"
#include "sema/syntax/syntax.h"

/* What marks a thing: its words, or "" where it has none. */
typedef struct must_use_row {
    const char *subject, *shown, *words, *names;
} must_use_row;
static const must_use_row must_use_rows[] = {
#define MUST_USE(subject, shown, words, names) {subject, shown, words, names},
#include "sema/warnings/must_use.def"
};

/* One way from the type of a value to what says that it must be used.
 *   pre, post  rustc's words before and behind its name
 *   def        0: it is a closure
 *   count      2 and more: there are several of it */
typedef struct must_use_path {
    const char *pre, *post;
    sema_def def;
    const char *words;
    uint64_t count;
    sema_span at;
    bool is_inner;
} must_use_path;

static bool must_use_lists(const char *names, const char *name)
{
    const size_t n = strlen(name);
    for (const char *at = strstr(names, name); at; at = strstr(at + 1, name))
        if ((at == names || at[-1] == ' ') && (at[n] == ' ' || !at[n]))
            return true;
    return false;
}

/* The name under which must_use.def has a type for which an impl of the library is. */
static const char *must_use_type(sema *s, sema_ty self)
{
    const ty_info *info = ty_get(s, self);
    if (ty_is_integer(s, self))
        return "<integer>";
    if (ty_is_float(s, self))
        return "<float>";
    if (info->kind == TY_ADT)
        return arena_format(s->memory, "<%s>", sema_text(s, def_get(s, info->def)->name));
    if (info->kind == TY_PTR)
        return info->mutable ? "<*mut T>" : "<*const T>";
    if (info->kind == TY_SLICE)
        return ty_arg(s, self, 0) == TY_U8 ? "<[u8]>" : "<[T]>";
    return info->kind == TY_CHAR ? "<char>" : info->kind == TY_STR ? "<str>" : info->kind == TY_ARRAY ? "<[T; N]>" : "";
}

static const char *must_use_subject(sema *s, sema_def d)
{
    const sema_def parent = def_get(s, d)->parent;
    const def_kind outer = parent ? def_kind_of(s, parent) : DEF_NONE;
    if (outer == DEF_IMPL)
        return must_use_type(s, def_self_ty(s, parent));
    if (outer == DEF_TRAIT)
        return sema_text(s, def_get(s, parent)->name);
    const char *module = "";
    for (sema_def m = parent; m && def_kind_of(s, m) != DEF_CRATE; m = def_get(s, m)->parent)
        module = sema_text(s, def_get(s, m)->name);
    return module;
}

/* NULL: the library does not mark it. */
static const must_use_row *must_use_row_of(sema *s, sema_def d)
{
    const char *subject = must_use_subject(s, d), *name = sema_text(s, def_get(s, d)->name);
    const bool is_fn = def_kind_of(s, d) == DEF_FN, is_member = is_fn && *subject == '<';
    for (size_t i = 0; i < sizeof must_use_rows / sizeof *must_use_rows; i++) {
        const must_use_row *row = &must_use_rows[i];
        if (strcmp(row->subject, subject) == 0 && (is_member || is_fn == (row->shown != NULL)) &&
            must_use_lists(row->names, name))
            return row;
    }
    return NULL;
}

/* Why a type, trait or function must be used. NULL: it need not be. */
static const char *must_use_words(sema *s, sema_def d)
{
    const def_info *about = def_get(s, d);
    def_attr attr;
    const char *words = "";
    if (about->is_library) {
        const must_use_row *row = must_use_row_of(s, d);
        return row ? row->words : NULL;
    }
    if (!syntax_is(about->node) || !def_find_attr(s, about->node, "must_use", 0, &attr))
        return NULL;
    def_attr_string(s, &attr, &words);
    return words;
}

/* ---- Names ---- */

static const char *must_use_fn_name(sema *s, sema_def fn)
{
    const def_info *about = def_get(s, fn);
    const sema_def parent = about->parent;
    const char *name = sema_text(s, about->name);
    const must_use_row *row = about->is_library ? must_use_row_of(s, fn) : NULL;
    if (row && row->shown) {
        const char *hole = strchr(row->shown, '$'), *type = hole ? ty_print(s, def_self_ty(s, parent)) : "";
        if (!hole)
            return arena_format(s->memory, "%s%s", row->shown, name);
        const char *second = strchr(hole + 1, '$'), *end = second ? second : hole;
        return arena_format(s->memory, "%.*s%s%.*s%s%s%s", (int)(hole - row->shown), row->shown, type,
                            second ? (int)(second - hole - 1) : 0, hole + 1, second ? type : "", end + 1, name);
    }
    if (def_kind_of(s, parent) == DEF_IMPL) {
        uint32_t n_args;
        const sema_ty *args = def_identity_args(s, fn, &n_args);
        return ty_print_fn(s, fn, args, def_generics(s, fn).n_parent);
    }
    if (def_kind_of(s, parent) == DEF_TRAIT)
        return arena_format(s->memory, "%s::%s", def_shown_name(s, parent), name);
    return def_is_only_value(s, fn) ? name : def_path(s, fn);
}

static const char *must_use_name(sema *s, sema_def d)
{
    return def_kind_of(s, d) == DEF_FN ? must_use_fn_name(s, d) : def_shown_name(s, d);
}

/* ---- Reports ---- */

static void must_use_suggest(sema_report *r, sema_span at, bool is_of_block)
{
    sema_suggest(r, source_start(at), "let _ = ", "use `let _ = ...` to ignore the resulting value");
    if (is_of_block)
        sema_suggest_further(r, source_end(at), ";");
}

/* Whether `let _ =` stands before it. */
static bool must_use_is_ignored(const sema *s, sema_span at)
{
    static const char words[] = "let _ =";
    const uint8_t *bytes = s->files.at[at.file]->bytes;
    uint32_t end = at.start;
    while (end && bytes[end - 1] <= ' ')
        end--;
    return end >= sizeof words - 1 && memcmp(bytes + end - (sizeof words - 1), words, sizeof words - 1) == 0;
}

static void must_use_report(lint_statement *t, const must_use_path *path)
{
    sema *s = t->s;
    lint_told told;
    if (!path->def) {
        if (!lint_begin(s, &told, LINT_UNUSED_MUST_USE, t->body->owner, path->at,
                        "unused %sclosure%s%s that must be used", path->pre, path->count > 1 ? "s" : "", path->post))
            return;
        sema_note(&told.report, "closures are lazy and do nothing unless called");
        lint_end(&told);
        return;
    }
    const sema_span at = sema_place(s, path->at);
    if (!lint_begin(s, &told, LINT_UNUSED_MUST_USE, t->body->owner, at, "unused %s`%s`%s that must be used", path->pre,
                    must_use_name(s, path->def), path->post))
        return;
    if (*path->words)
        sema_note(&told.report, "%s", path->words);
    if (!path->is_inner)
        must_use_suggest(&told.report, must_use_is_ignored(s, at) ? sema_origin(s, path->at) : at, t->is_of_block);
    lint_end(&told);
}

/* ---- Types ---- */

/* Whether a value of such a type need not be looked at: it is (), there is none, or the rest of a Result or ControlFlow
 * tells nothing. */
static bool must_use_is_trivial(lint_statement *t, sema_ty ty)
{
    sema *s = t->s;
    if (ty == ty_unit(s) || pattern_has_no_value(s, t->body, ty))
        return true;
    const ty_info *info = ty_get(s, ty);
    if (info->kind != TY_ADT || info->n_args != 2)
        return false;
    const bool is_flow =
        def_get(s, info->def)->is_library && strcmp(sema_text(s, def_get(s, info->def)->name), "ControlFlow") == 0;
    return (is_flow || info->def == def_lang(s, LANG_RESULT)) && ty_arg(s, ty, is_flow) == ty_unit(s) &&
           pattern_has_no_value(s, t->body, ty_arg(s, ty, !is_flow));
}

static bool must_use_of_def(lint_statement *t, must_use_path path, sema_def d)
{
    path.words = must_use_words(t->s, d);
    if (!path.words)
        return false;
    path.def = d;
    must_use_report(t, &path);
    return true;
}

/* The first trait of a list that must be used, supertraits included. */
static sema_def must_use_trait_in(sema *s, sema_def trait)
{
    if (must_use_words(s, trait))
        return trait;
    uint32_t n;
    sema_span nowhere = {0, 0, 0};
    if (!sema_enter(s, nowhere))
        return 0;
    const def_trait_ref *above = def_supertraits(s, trait, &n);
    sema_def found = 0;
    for (uint32_t i = 0; i < n && !found; i++)
        found = must_use_trait_in(s, above[i].trait);
    sema_leave(s);
    return found;
}

static bool must_use_of_bounds(lint_statement *t, must_use_path path, sema_def of)
{
    uint32_t n;
    const def_predicate *bounds = def_bounds(t->s, of, &n);
    sema_def trait = 0;
    for (uint32_t i = 0; i < n && !trait; i++)
        trait = bounds[i].kind == PREDICATE_TRAIT ? must_use_trait_in(t->s, bounds[i].trait) : 0;
    if (!trait)
        return false;
    path.pre = arena_format(t->s->memory, "%simplementer%s of ", path.pre, path.count > 1 ? "s" : "");
    path.is_inner = true;
    return must_use_of_def(t, path, trait);
}

static bool must_use_of_type(lint_statement *t, must_use_path path, sema_ty ty, sema_node written);

static bool must_use_of_tuple(lint_statement *t, must_use_path path, sema_ty ty, sema_node written)
{
    sema *s = t->s;
    uint32_t n;
    const sema_ty *elements = ty_args(s, ty, &n);
    const bool is_written = syntax_is(written) && syntax_kind(s, written) == RUSTG_AST_ExprTup;
    const must_use_path whole = path;
    bool found = false;
    for (uint32_t i = 0; i < n; i++) {
        const sema_node element = is_written ? syntax_child(s, written, i) : written;
        path = whole;
        path.at = is_written ? sema_node_span(s, element) : whole.at;
        path.post = arena_format(s->memory, " in tuple element %u", i);
        path.is_inner = true;
        found |= must_use_of_type(t, path, elements[i], lint_without_parens(s, element));
    }
    return found;
}

/* Reports what in the type must be used. False: nothing must. written: the expression. */
static bool must_use_of_type(lint_statement *t, must_use_path path, sema_ty ty, sema_node written)
{
    sema *s = t->s;
    const ty_info info = *ty_get(s, ty);
    uint64_t length;
    bool found = false;
    if (must_use_is_trivial(t, ty) || !sema_enter(s, path.at))
        return false;
    switch ((ty_kind)info.kind) {
    case TY_ADT: found = must_use_of_def(t, path, info.def); break;
    case TY_OPAQUE:
    case TY_PROJECTION: found = must_use_of_bounds(t, path, info.def); break;
    case TY_DYN:
        path.post = arena_format(s->memory, " trait object%s%s", path.count > 1 ? "s" : "", path.post);
        path.is_inner = true;
        found = info.def && must_use_of_def(t, path, info.def);
        break;
    case TY_TUPLE: found = must_use_of_tuple(t, path, ty, written); break;
    case TY_ARRAY:
        length = ty_kind_of(s, ty_arg(s, ty, 1)) == TY_CONST ? ty_get(s, ty_arg(s, ty, 1))->value : 0;
        path.pre = arena_format(s->memory, "%sarray%s of ", path.pre, path.count > 1 ? "s" : "");
        path.count += length;
        path.is_inner = true;
        found = length && must_use_of_type(t, path, ty_arg(s, ty, 0), written);
        break;
    case TY_CLOSURE:
        must_use_report(t, &path);
        found = true;
        break;
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_CASES_SCALAR:
    case TY_NEVER:
    case TY_STR:
    case TY_SLICE:
    case TY_CASES_POINTER:
    case TY_FN_DEF:
    case TY_FN_PTR:
    case TY_PARAM:
    case TY_INFER:
    case TY_CASES_NO_TYPE: break;
    }
    sema_leave(s);
    return found;
}

/* ---- Functions and operators ---- */

/* The function that is named in a call or that a method call means; 0: it is another expression. */
static sema_def must_use_called(lint_statement *t, const thir_node *call, sema_node written)
{
    sema *s = t->s;
    const uint8_t kind = syntax_kind(s, written);
    if (call->op != THIR_CALL || (kind != RUSTG_AST_ExprCall && kind != RUSTG_AST_ExprMethodCall))
        return 0;
    if (kind == RUSTG_AST_ExprCall &&
        syntax_kind(s, lint_without_parens(s, syntax_first_real(s, written))) != RUSTG_AST_ExprPath)
        return 0;
    const thir_node *callee = &t->body->exprs.at[call->a];
    while (callee->op == THIR_USE)
        callee = &t->body->exprs.at[callee->a];
    if (callee->op != THIR_FN || ty_kind_of(s, callee->ty) != TY_FN_DEF)
        return 0;
    const sema_def fn = ty_get(s, callee->ty)->def;
    if (def_kind_of(s, fn) != DEF_FN)
        return 0;
    const sema_def parent = def_get(s, fn)->parent;
    const sema_def trait = parent && def_kind_of(s, parent) == DEF_IMPL ? def_impl_trait(s, parent).trait : 0;
    const sema_def of_trait = trait ? def_assoc_item(s, trait, def_get(s, fn)->name, DEF_FN) : 0;
    return of_trait ? of_trait : fn;
}

static const char *must_use_operator(const sema *s, sema_node written)
{
    switch (syntax_kind(s, written)) {
    case RUSTG_AST_ExprAddrOf: return "borrow";
    case RUSTG_AST_ExprOffsetOf: return "`offset_of` call";
    case RUSTG_AST_ExprUnary: return "unary operation";
    case RUSTG_AST_ExprBinary: break;
    default: return NULL;
    }
    switch (syntax_operator(s, written)) {
    case OP_EQ:
    case OP_NE:
    case OP_LT:
    case OP_LE:
    case OP_GT:
    case OP_GE: return "comparison";
    case OP_AND:
    case OP_OR: return "logical operation";
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_DIV:
    case OP_REM: return "arithmetic operation";
    case OP_BIT_AND:
    case OP_BIT_OR:
    case OP_BIT_XOR:
    case OP_SHL:
    case OP_SHR: return "bitwise operation";
    default: return NULL;
    }
}

static void must_use_report_operator(lint_statement *t, const char *op, sema_span at)
{
    lint_told told;
    if (!lint_begin(t->s, &told, LINT_UNUSED_MUST_USE, t->body->owner, at, "unused %s that must be used", op))
        return;
    sema_primary_label(&told.report, "the %s produces a value", op);
    must_use_suggest(&told.report, sema_place(t->s, at), t->is_of_block);
    lint_end(&told);
}

void lint_must_use(lint_statement *t)
{
    sema *s = t->s;
    const thir_node *value = &t->body->exprs.at[t->value];
    if (value->op == THIR_RETURN)
        return;
    must_use_path path = {.pre = "", .post = "", .count = 1, .at = value->span};
    const bool is_trivial = must_use_is_trivial(t, value->ty),
               is_told = must_use_of_type(t, path, value->ty, t->written);
    const sema_def fn = must_use_called(t, value, t->written);
    path.pre = "return value of ";
    const bool is_fn_told = fn && must_use_of_def(t, path, fn);
    const char *op = is_fn_told || (!is_told && !is_trivial) ? must_use_operator(s, t->written) : NULL;
    if (op)
        must_use_report_operator(t, op, value->span);
}
