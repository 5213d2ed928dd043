/* lint_parens.c: is the lint unused_parens: it reports parentheses around expressions, patterns and types that mean the
 * same without them. It looks at the trees of the user's files, after macros, as rustc does. */
#include "sema/warnings/lint_parens.h"
#include "sema/warnings/lint_statement.h"
#include "sema/macros/macro.h"
#include "sema/syntax/syntax.h"

#include <ctype.h>

/* Where an expression stands. */
typedef enum parens_place {
    PARENS_FUNCTION_ARGUMENT,
    PARENS_METHOD_ARGUMENT,
    PARENS_ASSIGNED,
    PARENS_ASSIGNED_ELSE,
    PARENS_IF,
    PARENS_WHILE,
    PARENS_FOR,
    PARENS_MATCH,
    PARENS_RETURN,
    PARENS_BLOCK,
    PARENS_BREAK,
    PARENS_LET,
    PARENS_CONSTANT,
    PARENS_ARM,
    PARENS_INDEX,
    PARENS_CLOSURE
} parens_place;
static const char *const parens_words[] = {
    [PARENS_FUNCTION_ARGUMENT] = "function argument",
    [PARENS_METHOD_ARGUMENT] = "method argument",
    [PARENS_ASSIGNED] = "assigned value",
    [PARENS_ASSIGNED_ELSE] = "assigned value",
    [PARENS_IF] = "`if` condition",
    [PARENS_WHILE] = "`while` condition",
    [PARENS_FOR] = "`for` iterator expression",
    [PARENS_MATCH] = "`match` scrutinee expression",
    [PARENS_RETURN] = "`return` value",
    [PARENS_BLOCK] = "block return value",
    [PARENS_BREAK] = "`break` value",
    [PARENS_LET] = "`let` scrutinee expression",
    [PARENS_CONSTANT] = "const expression",
    [PARENS_ARM] = "match arm expression",
    [PARENS_INDEX] = "index expression",
    [PARENS_CLOSURE] = "closure body",
};

/* How the expression stands there.
 *   has_block  a block follows
 *   is_kw      a keyword stands before it, which a space must keep apart
 *   right      the first byte behind it before which a space must stay; 0: none */
typedef struct parens_how {
    bool has_block, is_kw;
    uint32_t right;
} parens_how;

static sema_node parens_child(const sema *s, sema_node n, uint32_t i)
{
    return lint_real(s, syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, i));
}

static bool parens_is_from_macro(const sema *s, sema_node n)
{
    return macro_place_of(s, sema_node_span(s, n)).mark != 0;
}

/* ---- Reports ---- */

/* What stands for the parentheses that go: a space where words would touch. */
static const char *parens_before(const sema *s, sema_span whole, bool keeps)
{
    const uint8_t *bytes = s->files.at[whole.file]->bytes;
    const uint8_t before = whole.start ? bytes[whole.start - 1] : ' ';
    return (keeps && before != ' ') || isalnum(before) ? " " : "";
}

/* rustc looks at the first byte of the file here. */
static const char *parens_behind(const sema *s, sema_span whole, bool keeps)
{
    const sema_file *file = s->files.at[whole.file];
    const uint8_t behind = whole.end < file->n_bytes ? file->bytes[whole.end] : '\n';
    return (keeps && behind != ' ') || (whole.start && isalnum(file->bytes[0])) ? " " : "";
}

/* Those that stand in what a built-in macro such as `dbg!` is made of are none of the user's. */
static bool parens_are_written(const sema *s, sema_span whole)
{
    const sema_file *file = s->files.at[whole.file];
    return whole.end <= file->n_bytes && whole.end > whole.start + 1 && file->bytes[whole.start] == '(' &&
           file->bytes[whole.end - 1] == ')';
}

void lint_parens_report(sema *s, sema_node n, sema_span inner, const char *what, bool keeps_before, bool keeps_behind)
{
    const sema_span whole = sema_origin(s, sema_node_span(s, n));
    const bool is_from_macro = parens_is_from_macro(s, n);
    const sema_span open = {whole.file, whole.start, inner.start}, close = {whole.file, inner.end, whole.end};
    lint_told told;
    if (!parens_are_written(s, whole))
        return;
    if (!is_from_macro && (inner.file != whole.file || open.end < open.start || close.end <= close.start))
        return;
    if (!lint_begin(s, &told, LINT_UNUSED_PARENS, lint_module_of(s, n), is_from_macro ? sema_node_span(s, n) : open,
                    "unnecessary parentheses around %s", what))
        return;
    if (!is_from_macro) {
        sema_primary_here(&told.report, open);
        sema_primary_here(&told.report, close);
        sema_suggest(&told.report, open, parens_before(s, whole, keeps_before), "remove these parentheses");
        sema_suggest_further(&told.report, close, parens_behind(s, whole, keeps_behind));
        sema_suggest_is(&told.report, "MachineApplicable");
    }
    lint_end(&told);
}

/* ---- Which are needed ---- */

/* Whether it needs no semicolon to be a statement. */
static bool parens_is_complete(const sema *s, sema_node n)
{
    switch (syntax_kind(s, n)) {
    case RUSTG_AST_ExprIf:
    case RUSTG_AST_ExprMatch:
    case RUSTG_AST_ExprBlock:
    case RUSTG_AST_ExprWhile:
    case RUSTG_AST_ExprLoop:
    case RUSTG_AST_ExprForLoop:
    case RUSTG_AST_ExprTryBlock:
    case RUSTG_AST_ExprConstBlock: return true;
    case RUSTG_AST_ExprMacCall: {
        const syntax_path path = syntax_path_of((sema *)s, n);
        return path.n_segments && strcmp(sema_text(s, path.segments[path.n_segments - 1].name), "matches") == 0;
    }
    default: return false;
    }
}

static bool parens_is_lazy(const sema *s, sema_node n)
{
    const syntax_op op = syntax_kind(s, n) == RUSTG_AST_ExprBinary ? syntax_operator(s, n) : OP_NONE;
    return op == OP_AND || op == OP_OR;
}

/* Whether its last token is a brace. */
static bool parens_ends_with_brace(const sema *s, sema_node n)
{
    for (;;)
        switch (syntax_kind(s, n)) {
        case RUSTG_AST_ExprAddrOf:
        case RUSTG_AST_ExprUnary:
        case RUSTG_AST_ExprBreak:
        case RUSTG_AST_ExprRet:
        case RUSTG_AST_ExprLet:
        case RUSTG_AST_ExprClosure: n = parens_child(s, n, 0); break;
        case RUSTG_AST_ExprAssign:
        case RUSTG_AST_ExprAssignOp:
        case RUSTG_AST_ExprBinary: n = parens_child(s, n, 1); break;
        case RUSTG_AST_ExprRange:
            if (syntax_tok_kind(s, n.file, syntax_last_tok(s, n)) != RUSTG_TOK_R_BRACE)
                return false;
            n = syntax_is(parens_child(s, n, 1)) ? parens_child(s, n, 1) : parens_child(s, n, 0);
            break;
        case RUSTG_AST_ExprStruct:
        case RUSTG_AST_ExprGen: return true;
        default: return syntax_is(n) && parens_is_complete(s, n);
        }
}

/* Whether a struct literal stands in it outside of delimiters. */
static bool parens_has_struct(sema *s, sema_node n)
{
    bool has = false;
    switch (syntax_kind(s, n)) {
    case RUSTG_AST_ExprStruct: return true;
    case RUSTG_AST_ExprAssign:
    case RUSTG_AST_ExprAssignOp:
    case RUSTG_AST_ExprBinary:
    case RUSTG_AST_ExprUnary:
    case RUSTG_AST_ExprAwait:
    case RUSTG_AST_ExprCast:
    case RUSTG_AST_ExprField:
    case RUSTG_AST_ExprIndex:
    case RUSTG_AST_ExprMethodCall: break;
    default: return false;
    }
    if (!sema_enter(s, sema_node_span(s, n)))
        return true;
    const uint8_t kind = syntax_kind(s, n);
    const bool has_two = kind == RUSTG_AST_ExprAssign || kind == RUSTG_AST_ExprAssignOp || kind == RUSTG_AST_ExprBinary;
    has = parens_has_struct(s, parens_child(s, n, 0)) || (has_two && parens_has_struct(s, parens_child(s, n, 1)));
    sema_leave(s);
    return has;
}

/* Whether a statement would end inside of it, at its left. */
static bool parens_begins_with_statement(const sema *s, sema_node n)
{
    for (;;)
        switch (syntax_kind(s, n)) {
        case RUSTG_AST_ExprBinary:
        case RUSTG_AST_ExprCall:
        case RUSTG_AST_ExprCast:
        case RUSTG_AST_ExprIndex:
            n = parens_child(s, n, 0);
            if (parens_is_complete(s, n))
                return true;
            break;
        default: return false;
        }
}

/* Whether without them its right side would take the block that follows. */
static bool parens_takes_block(sema *s, sema_node inner)
{
    sema_node n = inner;
    while (syntax_kind(s, n) == RUSTG_AST_ExprAddrOf)
        n = parens_child(s, n, 0);
    if (parens_has_struct(s, n))
        return true;
    for (n = inner;;)
        switch (syntax_kind(s, n)) {
        case RUSTG_AST_ExprUnary: n = parens_child(s, n, 0); break;
        case RUSTG_AST_ExprBinary:
        case RUSTG_AST_ExprAssignOp:
        case RUSTG_AST_ExprAssign: n = parens_child(s, n, 1); break;
        case RUSTG_AST_ExprRet:
        case RUSTG_AST_ExprYield:
        case RUSTG_AST_ExprYeet: return true;
        case RUSTG_AST_ExprBreak:
            n = parens_child(s, n, 0);
            return syntax_kind(s, n) == RUSTG_AST_ExprBlock || syntax_kind(s, n) == RUSTG_AST_ExprPath;
        case RUSTG_AST_ExprRange: {
            const uint32_t end = sema_node_span(s, n).end;
            const sema_node one = parens_child(s, n, 0), two = parens_child(s, n, 1), last = syntax_is(two) ? two : one;
            if (syntax_is(last) && sema_node_span(s, last).end == end)
                return syntax_kind(s, last) == RUSTG_AST_ExprBlock;
            return parens_has_struct(s, inner);
        }
        default: return parens_has_struct(s, inner);
        }
}

static bool parens_are_needed(sema *s, sema_node inner, parens_place place, bool has_block)
{
    const uint8_t kind = syntax_kind(s, inner);
    if (place == PARENS_ASSIGNED_ELSE && (parens_is_lazy(s, inner) || parens_ends_with_brace(s, inner)))
        return true;
    if (place == PARENS_LET && (kind == RUSTG_AST_ExprRange || parens_is_lazy(s, inner)))
        return true;
    if ((place == PARENS_RETURN || place == PARENS_BREAK) && kind == RUSTG_AST_ExprAssign)
        return true;
    if (kind == RUSTG_AST_ExprAddrOf && syntax_is_raw(s, inner))
        return true;
    return parens_begins_with_statement(s, inner) || (has_block && parens_takes_block(s, inner));
}

/* ---- Expressions ---- */

static void parens_check(sema *s, sema_node value, parens_place place, parens_how how)
{
    value = lint_real(s, value);
    if (syntax_kind(s, value) == RUSTG_AST_ExprLet) {
        value = parens_child(s, value, 0);
        place = PARENS_LET;
        how = (parens_how){.has_block = how.has_block};
    }
    if (syntax_kind(s, value) != RUSTG_AST_ExprParen || syntax_is(syntax_child_of(s, value, RUSTG_AST_Attr)))
        return;
    const sema_node inner = syntax_first_real(s, value);
    if (parens_are_needed(s, lint_real(s, inner), place, how.has_block) || parens_is_from_macro(s, value))
        return;
    const sema_span whole = sema_node_span(s, value);
    lint_parens_report(s, value, sema_place(s, sema_node_span(s, inner)), parens_words[place], how.is_kw,
                       how.right && how.right <= whole.end);
}

/* Whether a macro that another one wrote has written it. */
static bool parens_is_nested(const sema *s, sema_node n)
{
    sema_symbol first, last;
    const uint32_t mark = macro_place_of(s, sema_node_span(s, n)).mark;
    if (!mark)
        return false;
    sema_outermost_call(s, mark, &first, &last);
    const macro_table *t = s->macros;
    return macro_place_of(s, t->expansions.at[t->marks.at[mark].expansion].call).mark != 0;
}

static void parens_check_args(sema *s, sema_node call, parens_place place)
{
    if (parens_is_nested(s, call))
        return;
    for (sema_node arg = syntax_next_real(s, syntax_first_real(s, call)); syntax_is(arg);
         arg = syntax_next_real(s, arg))
        if (def_is_expr(syntax_kind(s, arg)))
            parens_check(s, arg, place, (parens_how){0});
}

static void parens_check_closure(sema *s, sema_node n)
{
    const sema_node body = syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 0);
    sema_node result = {0, 0};
    for (sema_node at = syntax_first_real(s, n); syntax_is(at); at = syntax_next_real(s, at))
        if (def_is_type(syntax_kind(s, at)))
            result = at;
    if (!syntax_is(result) && !parens_is_nested(s, n))
        parens_check(s, body, PARENS_CLOSURE, (parens_how){0});
}

static void parens_check_if(sema *s, sema_node n, bool is_loop)
{
    const sema_node condition = parens_child(s, n, 0);
    const sema_node block = syntax_child_of(s, n, RUSTG_AST_Block);
    sema_node peeled = condition;
    while (syntax_kind(s, peeled) == RUSTG_AST_ExprParen)
        peeled = syntax_first_real(s, peeled);
    parens_how how = {.has_block = true, .is_kw = true, .right = sema_node_span(s, block).start};
    if (!is_loop && syntax_kind(s, peeled) == RUSTG_AST_ExprLet)
        parens_check(s, peeled, PARENS_LET, how);
    else
        parens_check(s, condition, is_loop ? PARENS_WHILE : PARENS_IF, how);
}

static void parens_check_match(sema *s, sema_node n)
{
    const sema_node head = syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 0);
    const uint32_t keyword = syntax_tok_span(s, n.file, syntax_anchor(s, n)).end;
    if (sema_node_span(s, head).start >= keyword)
        parens_check(s, head, PARENS_MATCH, (parens_how){.has_block = true, .is_kw = true});
    for (sema_node arm = syntax_first_real(s, n); syntax_is(arm); arm = syntax_next_real(s, arm)) {
        if (syntax_kind(s, arm) != RUSTG_AST_Arm)
            continue;
        const sema_node pat = syntax_child_in(s, arm, RUSTG_AST_CLASS_PAT, 0);
        const bool is_guarded = syntax_tok_kind(s, arm.file, syntax_last_tok(s, pat) + 1) == RUSTG_TOK_KW_IF;
        const sema_node body = syntax_child_in(s, arm, RUSTG_AST_CLASS_EXPR, is_guarded);
        if (syntax_is(body))
            parens_check(s, body, PARENS_ARM, (parens_how){.is_kw = true});
    }
}

static void parens_check_break(sema *s, sema_node n)
{
    const sema_node value = parens_child(s, n, 0);
    if (!syntax_is(value) || (syntax_label(s, n) && syntax_kind(s, value) == RUSTG_AST_ExprParen &&
                              syntax_kind(s, lint_real(s, syntax_first_real(s, value))) == RUSTG_AST_ExprBlock))
        return;
    parens_check(s, value, PARENS_BREAK, (parens_how){.is_kw = true});
}

static void parens_check_let(sema *s, sema_node n)
{
    const sema_node value = parens_child(s, n, 0);
    const bool has_else = syntax_is(syntax_child_of(s, n, RUSTG_AST_Block));
    if (!syntax_is(value))
        return;
    if (has_else && syntax_kind(s, value) == RUSTG_AST_ExprParen &&
        parens_is_from_macro(s, syntax_first_real(s, value)) != parens_is_from_macro(s, value))
        return;
    parens_check(s, value, has_else ? PARENS_ASSIGNED_ELSE : PARENS_ASSIGNED, (parens_how){0});
}

/* ---- Patterns ---- */

/* What a place keeps: parentheses around `a | b` or `mut a`, a space before or behind them. */
typedef enum parens_kept { KEEPS_OR = 1, KEEPS_MUT = 2, KEEPS_BEFORE = 4, KEEPS_BEHIND = 8 } parens_kept;

static void parens_check_pat(sema *s, sema_node pat, uint32_t kept)
{
    pat = lint_real(s, pat);
    if (syntax_kind(s, pat) != RUSTG_AST_PatParen)
        return;
    const sema_node inner = lint_real(s, syntax_first_real(s, pat));
    const uint8_t kind = syntax_kind(s, inner);
    if (kind == RUSTG_AST_PatRange || kind == RUSTG_AST_PatGuard || (kind == RUSTG_AST_PatOr && kept & KEEPS_OR))
        return;
    if (kind == RUSTG_AST_PatIdent && kept & KEEPS_MUT) {
        const syntax_binding binding = syntax_pat_ident(s, inner);
        if (binding.mutable && !binding.by_ref)
            return;
    }
    lint_parens_report(s, pat, sema_place(s, sema_node_span(s, inner)), "pattern", kept & KEEPS_BEFORE,
                       kept & KEEPS_BEHIND);
}

static void parens_check_pats(sema *s, sema_node n, uint32_t kept)
{
    for (sema_node at = syntax_first_real(s, n); syntax_is(at); at = syntax_next_real(s, at))
        parens_check_pat(
            s, syntax_kind(s, at) == RUSTG_AST_FieldPat ? syntax_child_in(s, at, RUSTG_AST_CLASS_PAT, 0) : at, kept);
}

/* ---- All nodes ---- */

static void parens_check_pattern_of(sema *s, sema_node n)
{
    const sema_node pat = syntax_child_in(s, n, RUSTG_AST_CLASS_PAT, 0);
    switch (syntax_kind(s, n)) {
    case RUSTG_AST_ExprLet:
    case RUSTG_AST_ExprForLoop: parens_check_pat(s, pat, KEEPS_BEFORE | KEEPS_BEHIND); return;
    case RUSTG_AST_StmtLet: parens_check_pat(s, pat, KEEPS_OR | KEEPS_BEFORE); return;
    case RUSTG_AST_Param: parens_check_pat(s, pat, KEEPS_OR); return;
    case RUSTG_AST_Arm: parens_check_pat(s, pat, 0); return;
    case RUSTG_AST_PatTupleStruct:
    case RUSTG_AST_PatTuple:
    case RUSTG_AST_PatSlice:
    case RUSTG_AST_PatOr:
    case RUSTG_AST_PatStruct: parens_check_pats(s, n, 0); return;
    case RUSTG_AST_PatIdent:
    case RUSTG_AST_PatBox:
    case RUSTG_AST_PatDeref:
    case RUSTG_AST_PatGuard: parens_check_pats(s, n, KEEPS_OR); return;
    case RUSTG_AST_PatRef: parens_check_pats(s, n, KEEPS_OR | (syntax_is_mut(s, n) ? 0 : KEEPS_MUT)); return;
    default: return;
    }
}

static void parens_check_node(sema *s, sema_node n)
{
    const parens_how none = {0};
    parens_check_pattern_of(s, n);
    switch (syntax_kind(s, n)) {
    case RUSTG_AST_ExprIf: parens_check_if(s, n, false); return;
    case RUSTG_AST_ExprWhile: parens_check_if(s, n, true); return;
    case RUSTG_AST_ExprForLoop:
        parens_check(s, syntax_child_in(s, n, RUSTG_AST_CLASS_EXPR, 0), PARENS_FOR,
                     (parens_how){.has_block = true,
                                  .is_kw = true,
                                  .right = sema_node_span(s, syntax_child_of(s, n, RUSTG_AST_Block)).start});
        return;
    case RUSTG_AST_ExprMatch: parens_check_match(s, n); return;
    case RUSTG_AST_ExprRet:
        if (syntax_is(parens_child(s, n, 0)))
            parens_check(s, parens_child(s, n, 0), PARENS_RETURN, (parens_how){.is_kw = true});
        return;
    case RUSTG_AST_ExprBreak: parens_check_break(s, n); return;
    case RUSTG_AST_ExprIndex: parens_check(s, parens_child(s, n, 1), PARENS_INDEX, none); return;
    case RUSTG_AST_ExprAssign:
    case RUSTG_AST_ExprAssignOp: parens_check(s, parens_child(s, n, 1), PARENS_ASSIGNED, none); return;
    case RUSTG_AST_ExprCall: parens_check_args(s, n, PARENS_FUNCTION_ARGUMENT); return;
    case RUSTG_AST_ExprMethodCall: parens_check_args(s, n, PARENS_METHOD_ARGUMENT); return;
    case RUSTG_AST_ExprClosure: parens_check_closure(s, n); return;
    case RUSTG_AST_StmtLet: parens_check_let(s, n); return;
    case RUSTG_AST_StmtExpr: parens_check(s, parens_child(s, n, 0), PARENS_BLOCK, none); return;
    case RUSTG_AST_ItemConst:
    case RUSTG_AST_ItemStatic:
        if (syntax_is(parens_child(s, n, 0)))
            parens_check(s, parens_child(s, n, 0), PARENS_ASSIGNED, none);
        return;
    case RUSTG_AST_TyArray: parens_check(s, parens_child(s, n, 0), PARENS_CONSTANT, none); return;
    case RUSTG_AST_TyParen:
        if (lint_real(s, n).node == n.node)
            lint_parens_of_type(s, n);
        return;
    case RUSTG_AST_Bound: lint_parens_of_bound(s, n); return;
    default: return;
    }
}

/* Which file is read of each source: the one that macros made of it, where there is one. */
static bool parens_is_read(const sema *s, uint32_t file, const uint32_t *expanded)
{
    const sema_file *f = s->files.at[file];
    while (f->origin == SEMA_FILE_EXPANSION) {
        if (f->last <= f->first || !f->from) /* a derive wrote it */
            return false;
        file = f->from;
        f = s->files.at[file];
    }
    if (f->origin == SEMA_FILE_LIBRARY || f->is_draft)
        return false;
    return f->origin == SEMA_FILE_EXPANDED ? expanded[f->index] == file : !expanded[f->index];
}

void lint_parens(sema *s)
{
    uint32_t n_sources = 0;
    for (uint32_t file = 1; file < s->files.n; file++)
        n_sources = s->files.at[file]->index >= n_sources ? s->files.at[file]->index + 1 : n_sources;
    uint32_t *expanded = ARENA_ARRAY(s->memory, uint32_t, n_sources + 1);
    memset(expanded, 0, (n_sources + 1) * sizeof *expanded);
    for (uint32_t file = s->n_library_files; file < s->files.n; file++)
        if (s->files.at[file]->origin == SEMA_FILE_EXPANDED && !s->files.at[file]->is_draft)
            expanded[s->files.at[file]->index] = file;
    for (uint32_t file = s->n_library_files; file < s->files.n; file++) {
        if (!parens_is_read(s, file, expanded) || s->files.at[file]->bad_syntax || !s->files.at[file]->ast.kind)
            continue;
        const rustg_ast *ast = &s->files.at[file]->ast;
        for (uint32_t node = 1; node < ast->n_nodes;) {
            const sema_node n = {file, node};
            const bool holds = def_cfg_holds(s, n);
            if (holds)
                parens_check_node(s, n);
            ast = &s->files.at[file]->ast;
            node = holds ? node + 1 : ast->next[node];
        }
    }
}
