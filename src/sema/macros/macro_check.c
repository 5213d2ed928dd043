/* macro_check.c: checks that a fragment is used as what it was matched as: an expression, a type or a pattern. */
#include "sema/macros/macro.h"

enum { AS_EXPR = 1, AS_TYPE = 2, AS_PATTERN = 4, AS_NAME = 8, AS_BLOCK = 16 };

static uint32_t macro_check_class_of(uint8_t kind)
{
    switch (kind) {
    case RUSTG_AST_PatIdent: return AS_PATTERN | AS_NAME;
    case RUSTG_AST_TraitRef: return AS_TYPE;
    case RUSTG_AST_Block: return AS_BLOCK;
    default: break;
    }
    switch (rustg_ast_kind_class(kind)) {
    case RUSTG_AST_CLASS_EXPR: return AS_EXPR;
    case RUSTG_AST_CLASS_TY: return AS_TYPE;
    case RUSTG_AST_CLASS_PAT: return AS_PATTERN;
    case RUSTG_AST_CLASS_NONE:
    case RUSTG_AST_CLASS_ITEM:
    case RUSTG_AST_CLASS_FOREIGN_ITEM:
    case RUSTG_AST_CLASS_ASSOC_ITEM:
    case RUSTG_AST_CLASS_STMT:
    case RUSTG_AST_CLASS_BLOCK: break;
    }
    return 0;
}

static uint32_t macro_check_wanted(uint8_t fragment)
{
    switch ((macro_fragment)fragment) {
    case FRAGMENT_EXPR:
    case FRAGMENT_EXPR_2021:
    case FRAGMENT_LITERAL: return AS_EXPR | AS_PATTERN | AS_TYPE;
    case FRAGMENT_TY: return AS_TYPE;
    case FRAGMENT_PAT:
    case FRAGMENT_PAT_PARAM: return AS_PATTERN;
    case FRAGMENT_BLOCK: return AS_BLOCK | AS_EXPR;
    case FRAGMENT_NONE:
    case FRAGMENT_IDENT:
    case FRAGMENT_LIFETIME:
    case FRAGMENT_TT:
    case FRAGMENT_VIS:
    case FRAGMENT_STMT:
    case FRAGMENT_PATH:
    case FRAGMENT_ITEM:
    case FRAGMENT_META:
    case FRAGMENT_N: break;
    }
    return 0;
}

/* What an attribute or the arguments of another macro hold is left for these to read. */
static bool macro_is_unread(const rustg_ast *ast, const sema_group *group)
{
    for (uint32_t i = 1; i < ast->n_nodes; i++)
        if ((ast->kind[i] == RUSTG_AST_TokenTree || ast->kind[i] == RUSTG_AST_Attr) && ast->start[i] <= group->start &&
            ast->end[i] >= group->end)
            return true;
    return false;
}

/* Told by what begins there instead. */
static void macro_report_fragment(sema *s, const rustg_ast *ast, const sema_group *group, sema_span at,
                                  const char *name)
{
    const char *what = NULL;
    for (uint32_t i = 1; i < ast->n_nodes && !what; i++) {
        rustg_ast_class class = rustg_ast_kind_class(ast->kind[i]);
        if (ast->start[i] == group->start)
            what = class == RUSTG_AST_CLASS_EXPR ? "expression" : class == RUSTG_AST_CLASS_PAT ? "pattern" : NULL;
    }
    if (what)
        macro_report(s, at, "expected %s, found `%s` metavariable", what, name);
    else
        macro_report(s, at, "expected identifier, found metavariable");
}

/* Whether what begins at a byte stands behind a `.`, as the name of a field does. */
static bool macro_is_field(const sema *s, uint32_t file, uint32_t byte)
{
    const uint32_t tok = syntax_tok_at(s, file, byte);
    return tok > 1 && syntax_tok_kind(s, file, tok - 1) == RUSTG_TOK_DOT &&
           syntax_tok_kind(s, file, tok - 2) != RUSTG_TOK_DOT;
}

bool macro_check_fragments(sema *s, uint32_t file)
{
    const sema_file *f = s->files.at[file];
    const rustg_ast ast = f->ast;
    const sema_group *groups = f->groups;
    uint32_t n_groups = f->n_groups;
    arena_map found = {0};
    for (uint32_t i = 1; n_groups && i < ast.n_nodes; i++) {
        uint32_t class = macro_check_class_of(ast.kind[i]);
        if (class)
            *arena_map_at(s->memory, &found, (uint64_t)ast.start[i] << 32 | ast.end[i], 1) |= class;
    }
    for (uint32_t i = 0; i < n_groups; i++) {
        const sema_group group = groups[i];
        uint32_t *is = arena_map_at(s->memory, &found, (uint64_t)group.start << 32 | group.end, 0),
                 want = macro_check_wanted(group.kind);
        bool names = is && *is & AS_NAME && !(*is & AS_EXPR) && want & AS_EXPR;
        bool literal =
            group.kind == FRAGMENT_LITERAL || group.kind == FRAGMENT_EXPR || group.kind == FRAGMENT_EXPR_2021;
        literal = literal && rustg_token_kind_class(syntax_tok_kind(s, file, syntax_tok_at(s, file, group.start))) ==
                                 RUSTG_CLASS_LITERAL;
        if (literal && macro_is_field(s, file, group.start)) {
            const sema_piece *of = macro_piece_at(s->files.at[file], group.start);
            macro_report(s, of->var ? s->macros->vars.at[of->var].at : (sema_span){file, group.start, group.end},
                         "unexpected token: `%s` metavariable",
                         macro_fragment_name(group.kind == FRAGMENT_LITERAL ? FRAGMENT_LITERAL : FRAGMENT_EXPR));
            return false;
        }
        names =
            names || (is && group.kind != FRAGMENT_LITERAL && *is & AS_PATTERN && !(*is & AS_EXPR) && want & AS_EXPR);
        if (!want || literal || (is && *is & want && !names) || macro_is_unread(&ast, &group))
            continue;
        const sema_piece *p = macro_piece_at(s->files.at[file], group.start);
        sema_span at = p->var ? s->macros->vars.at[p->var].at : (sema_span){file, group.start, group.end};
        const char *name =
            macro_fragment_name(group.kind == FRAGMENT_EXPR_2021 ? FRAGMENT_EXPR : (macro_fragment)group.kind);
        if (names)
            macro_report(s, (sema_span){file, group.start, group.end},
                         "arbitrary expressions aren't allowed in patterns");
        else
            macro_report_fragment(s, &ast, &group, at, name);
        return false;
    }
    return true;
}
