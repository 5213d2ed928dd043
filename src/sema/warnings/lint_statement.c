/* lint_statement.c: finds the statements of bodies for the lints that look at their values, and is the lint
 * path_statements itself: it reports statements that only name something. */
#include "sema/warnings/lint_statement.h"
#include "sema/macros/macro.h"
#include "sema/syntax/syntax.h"

sema_node lint_without_parens(const sema *s, sema_node n)
{
    while (syntax_kind(s, n) == RUSTG_AST_ExprParen)
        n = syntax_first_real(s, n);
    return n;
}

static bool statement_is_written(const sema *s, sema_node paren)
{
    const sema_file *file = s->files.at[paren.file];
    const sema_piece *piece =
        file->origin == SEMA_FILE_EXPANDED ? macro_piece_at(file, sema_node_span(s, paren).start) : NULL;
    return !piece || piece->copied;
}

static bool statement_is_paren(const sema *s, sema_node n)
{
    const uint8_t kind = syntax_kind(s, n);
    return kind == RUSTG_AST_ExprParen || kind == RUSTG_AST_PatParen || kind == RUSTG_AST_TyParen;
}

sema_node lint_real(const sema *s, sema_node n)
{
    while (statement_is_paren(s, n) && !statement_is_written(s, n))
        n = syntax_first_real(s, n);
    return n;
}

/* ---- path_statements ---- */

typedef struct statement_drops {
    sema *s;
    infer_ctx *infer;
    arena_map known; /* by type: a yes or no */
} statement_drops;

static bool statement_drops_ask(statement_drops *d, sema_ty ty);

static bool statement_drops_fields(statement_drops *d, sema_ty adt)
{
    sema *s = d->s;
    const sema_def def = ty_get(s, adt)->def;
    uint32_t n_variants, n_fields, n_args;
    const sema_ty *args = ty_args(s, adt, &n_args);
    const ty_subst subst = {def, args, n_args};
    const sema_def *variants = def_variants(s, def, &n_variants);
    const sema_span nowhere = {0, 0, 0};
    if (def == def_lang(s, LANG_MANUALLY_DROP) || def_kind_of(s, def) == DEF_UNION)
        return false;
    for (uint32_t v = 0; v < n_variants; v++) {
        const sema_def *fields = def_fields(s, variants[v], &n_fields);
        for (uint32_t i = 0; i < n_fields; i++) {
            const sema_ty field = ty_erase_regions(s, ty_substitute(s, def_type(s, fields[i]), &subst));
            if (statement_drops_ask(d, infer_resolve(d->infer, infer_normalize(d->infer, field, nowhere))))
                return true;
        }
    }
    return false;
}

static bool statement_drops_captures(statement_drops *d, sema_def closure)
{
    const thir_body *body = sema_body(d->s, closure);
    for (uint32_t i = 0; body && i < body->captures.n; i++)
        if (body->captures.at[i].mode == CAPTURE_VALUE && statement_drops_ask(d, body->captures.at[i].ty))
            return true;
    return false;
}

static bool statement_drops_parts(statement_drops *d, sema_ty ty)
{
    sema *s = d->s;
    const ty_info info = *ty_get(s, ty);
    uint32_t n;
    const sema_ty *parts;
    switch ((ty_kind)info.kind) {
    case TY_PARAM:
    case TY_PROJECTION:
    case TY_OPAQUE:
    case TY_DYN: return true;
    case TY_TUPLE:
        parts = ty_args(s, ty, &n);
        for (uint32_t i = 0; i < n; i++)
            if (statement_drops_ask(d, parts[i]))
                return true;
        return false;
    case TY_ARRAY: {
        const ty_info *length = ty_get(s, ty_arg(s, ty, 1));
        return (length->kind != TY_CONST || length->value > 0) && statement_drops_ask(d, ty_arg(s, ty, 0));
    }
    case TY_SLICE: return statement_drops_ask(d, ty_arg(s, ty, 0));
    case TY_CLOSURE: return statement_drops_captures(d, info.def);
    case TY_ADT: return def_destructor(s, info.def) || statement_drops_fields(d, ty);
    case TY_CASES_NOTHING:
    case TY_ERROR:
    case TY_CASES_SCALAR:
    case TY_NEVER:
    case TY_STR:
    case TY_CASES_POINTER:
    case TY_FN_DEF:
    case TY_FN_PTR:
    case TY_INFER:
    case TY_CASES_NO_TYPE: break;
    }
    return false;
}

/* Whether dropping such a value does something. */
static bool statement_drops_ask(statement_drops *d, sema_ty ty)
{
    sema *s = d->s;
    const sema_span nowhere = {0, 0, 0};
    const uint32_t known = *arena_map_at(s->memory, &d->known, (uint64_t)ty + 1, 1);
    if (known || infer_is_copy(d->infer, ty) || !sema_enter(s, nowhere))
        return known == SEMA_ANSWER_YES;
    *arena_map_at(s->memory, &d->known, (uint64_t)ty + 1, 1) = SEMA_ANSWER_NO;
    const bool drops = statement_drops_parts(d, ty);
    *arena_map_at(s->memory, &d->known, (uint64_t)ty + 1, 1) = drops ? SEMA_ANSWER_YES : SEMA_ANSWER_NO;
    sema_leave(s);
    return drops;
}

static void statement_check_path(lint_statement *t)
{
    sema *s = t->s;
    const thir_expr e = t->stmt->expr;
    const sema_span at = t->stmt->span;
    lint_told told;
    if (t->is_of_block || syntax_kind(s, t->written) != RUSTG_AST_ExprPath)
        return;
    statement_drops drops = {.s = s, .infer = infer_begin(s, t->body->generics_of)};
    const bool is_dropped = statement_drops_ask(&drops, t->body->exprs.at[e].ty);
    if (!lint_begin(s, &told, LINT_PATH_STATEMENTS, t->body->owner, at, "%s",
                    is_dropped ? "path statement drops value" : "path statement with no effect"))
        return;
    if (is_dropped) {
        const char *value = source_text(s, sema_origin(s, t->body->exprs.at[e].span));
        sema_suggest_beside(&told.report, at, arena_format(s->memory, "drop(%s);", value),
                            "use `drop` to clarify the intent");
        sema_suggest_is(&told.report, "MachineApplicable");
    }
    lint_end(&told);
}

/* ---- All statements ---- */

static bool statement_has_semicolon(const sema *s, sema_node n)
{
    const uint8_t kind = syntax_kind(s, n);
    return kind == RUSTG_AST_StmtSemi || (kind == RUSTG_AST_StmtMacCall && syntax_ends_with_semicolon(s, n));
}

static void statement_check(sema *s, const thir_body *body, const thir_stmt_node *stmt)
{
    if (stmt->kind != THIR_STMT_EXPR || sema_is_derived(s, stmt->span.file))
        return;
    const sema_node node = syntax_innermost(s, stmt->span);
    if (!syntax_is(node) || !statement_has_semicolon(s, node))
        return;
    lint_statement t = {.s = s, .body = body, .stmt = stmt, .value = stmt->expr};
    const thir_node *value = &body->exprs.at[t.value];
    while (value->op == THIR_BLOCK && value->a) {
        t.is_of_block = true;
        t.value = value->a;
        value = &body->exprs.at[t.value];
    }
    t.written = lint_without_parens(s, syntax_innermost(s, value->span));
    lint_must_use(&t);
    statement_check_path(&t);
}

void lint_statements(sema *s, const thir_body *body)
{
    for (uint32_t i = 1; i < body->stmts.n; i++)
        statement_check(s, body, &body->stmts.at[i]);
}
