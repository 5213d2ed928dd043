/* lint_case.c: the lints of how names are written: non_camel_case_types, non_snake_case and non_upper_case_globals.
 *
 * Source: rustc 1.95's rustc_lint/src/nonstandard_style.rs. */
#include <stdlib.h>

#include "lexer/lex_keyword.h"
#include "rustg/ast.h"
#include "sema/names/resolve.h"
#include "sema/warnings/lint_case.h"
#include "sema/warnings/lint_warn.h"

/* modules: of each file, 1 + the module that its items are in; bindings: where patterns bind a name -> 1; constants:
 * where a constant is named -> 1; uses: the paths of constants and statics whose names are not upper case, by these and
 * in the order of the source */
typedef struct case_walk {
    sema *s;
    sema_def *modules;
    arena_map bindings, constants;
    VEC(resolve_mention) uses;
} case_walk;

/* The module of the file in which the user wrote what stands there. */
static sema_def case_module(case_walk *w, sema_span at)
{
    sema *s = w->s;
    const uint32_t file = sema_origin(s, at).file;
    if (!w->modules[file])
        w->modules[file] = 1 + lint_module_of(s, (sema_node){file, 1});
    return w->modules[file] - 1;
}

static bool case_begin(case_walk *w, lint_told *told, lint_name lint, sema_span at, const char *sort, const char *name,
                       const char *wanted)
{
    return lint_begin(w->s, told, lint, case_module(w, at), at, "%s `%s` should have %s name", sort, name, wanted);
}

static void case_check_camel(case_walk *w, sema_node n, const char *sort)
{
    sema *s = w->s;
    const char *name = sema_text(s, syntax_name(s, n));
    const sema_span at = syntax_name_span(s, n);
    lint_told told;
    if (lint_is_camel(name) || !case_begin(w, &told, LINT_NON_CAMEL_CASE_TYPES, at, sort, name, "an upper camel case"))
        return;
    const char *better = lint_to_camel(s, name);
    if (strcmp(better, name) != 0)
        sema_suggest_beside(&told.report, at, better, "convert the identifier to upper camel case");
    else
        sema_label(&told.report, at, "should have an UpperCamelCase name");
    lint_end(&told);
}

/* What is a keyword in snake case is written as a raw identifier, where it can be. */
static void case_suggest_snake(sema *s, sema_report *r, sema_span at, const char *better)
{
    const uint32_t n = (uint32_t)strlen(better);
    const uint8_t kind = lex_keyword((const uint8_t *)better, n, s->files.at[at.file]->edition);
    const char *raw = def_shown_ident(s, sema_intern(s, better, n));
    if (rustg_token_kind_class(kind) != RUSTG_CLASS_KEYWORD) {
        sema_suggest_beside(r, at, better, "convert the identifier to snake case");
    } else if (raw != better && strcmp(raw, better) != 0) {
        sema_suggest_beside(r, at, raw, "rename the identifier or convert it to a snake case raw identifier");
    } else {
        sema_note(r, "`%s` cannot be used as a raw identifier", better);
        sema_suggest_beside(r, at, "", "rename the identifier");
    }
}

static void case_check_snake_name(case_walk *w, const char *name, sema_span at, const char *sort)
{
    sema *s = w->s;
    lint_told told;
    if (lint_is_snake(name) || !case_begin(w, &told, LINT_NON_SNAKE_CASE, at, sort, name, "a snake case"))
        return;
    const char *better = lint_to_snake(s, name);
    if (strcmp(better, name) == 0)
        sema_label(&told.report, at, "should have a snake_case name");
    else
        case_suggest_snake(s, &told.report, at, better);
    lint_end(&told);
}

static void case_check_snake(case_walk *w, sema_node n, const char *sort)
{
    sema *s = w->s;
    const char *name = sema_text(s, syntax_name(s, n));
    if (syntax_kind(s, n) == RUSTG_AST_GenericParamLifetime)
        name = arena_format(s->memory, "'%s", name);
    case_check_snake_name(w, name, syntax_name_span(s, n), sort);
}

static void case_suggest_use(sema_report *r, sema_span at, const char *better)
{
    sema_suggest_hidden(r, at, better, "convert the identifier to upper case");
    sema_suggest_is(r, "MachineApplicable");
}

static sema_span case_last_segment(sema *s, sema_span at)
{
    const sema_node n = syntax_innermost(s, at);
    if (syntax_kind(s, n) == RUSTG_AST_PatIdent)
        return syntax_name_span(s, n);
    const syntax_path path = syntax_path_of(s, n);
    return path.n_segments ? path.segments[path.n_segments - 1].span : at;
}

/* Offers the better name where a constant or static is named. */
static void case_suggest_uses(case_walk *w, sema_report *r, sema_def of, const char *better)
{
    uint32_t first = 0, end = w->uses.n;
    while (first < end) {
        const uint32_t middle = first + (end - first) / 2;
        if (w->uses.at[middle].def < of)
            first = middle + 1;
        else
            end = middle;
    }
    for (uint32_t i = first; i < w->uses.n && w->uses.at[i].def == of; i++)
        if (i == first || !sema_same_span(w->uses.at[i].at, w->uses.at[i - 1].at))
            case_suggest_use(r, case_last_segment(w->s, w->uses.at[i].at), better);
}

/* The same of a const parameter, within what it is a parameter of. */
static void case_suggest_uses_within(sema *s, sema_report *r, sema_node param, const char *better)
{
    const sema_node item = syntax_parent(s, syntax_parent(s, param));
    const sema_symbol name = syntax_name(s, param);
    const rustg_ast *ast = &s->files.at[item.file]->ast;
    for (uint32_t node = item.node; node < ast->next[item.node]; node++) {
        const sema_node n = {item.file, node};
        if (ast->kind[node] != RUSTG_AST_ExprPath && ast->kind[node] != RUSTG_AST_TyPath)
            continue;
        const syntax_path path = syntax_path_of(s, n);
        if (path.n_segments != 1 || path.global || path.segments[0].name != name)
            continue;
        case_suggest_use(r, path.segments[0].span, better);
    }
}

/* of: the item, if it may be renamed by a machine as nothing outside of the crate can name it; 0: it may not, or is a
 * const parameter, which may. */
static void case_check_upper(case_walk *w, sema_node n, const char *sort, sema_def of)
{
    const bool is_param = syntax_kind(w->s, n) == RUSTG_AST_GenericParamConst;
    sema *s = w->s;
    const char *name = sema_text(s, syntax_name(s, n));
    const sema_span at = syntax_name_span(s, n);
    lint_told told;
    if (lint_is_upper(name) || !case_begin(w, &told, LINT_NON_UPPER_CASE_GLOBALS, at, sort, name, "an upper case"))
        return;
    const char *better = lint_to_upper(s, name);
    if (strcmp(better, name) == 0) {
        sema_label(&told.report, at, "should have an UPPER_CASE name");
    } else {
        sema_suggest_beside(&told.report, at, better, "convert the identifier to upper case");
        if (of || is_param)
            sema_suggest_is(&told.report, "MachineApplicable");
        if (of)
            case_suggest_uses(w, &told.report, of, better);
        else if (is_param)
            case_suggest_uses_within(s, &told.report, n, better);
    }
    lint_end(&told);
}

static int case_compare_uses(const void *left, const void *right)
{
    const resolve_mention *a = left, *b = right;
    if (a->def != b->def)
        return a->def < b->def ? -1 : 1;
    if (a->at.file != b->at.file)
        return a->at.file < b->at.file ? -1 : 1;
    return (a->at.start > b->at.start) - (a->at.start < b->at.start);
}

static void case_note_uses(case_walk *w)
{
    sema *s = w->s;
    const resolve_uses *uses = resolve_uses_of(s);
    for (uint32_t i = 0; i < uses->mentions.n; i++) {
        const resolve_mention *m = &uses->mentions.at[i];
        const def_kind kind = def_kind_of(s, m->def);
        if (kind != DEF_CONST && kind != DEF_STATIC)
            continue;
        if (kind == DEF_CONST)
            *arena_map_at(s->memory, &w->constants, sema_start_key(m->at), 1) = 1;
        if (!lint_is_upper(sema_text(s, def_get(s, m->def)->name)))
            vec_push(s->memory, &w->uses, *m);
    }
    if (w->uses.n)
        qsort(w->uses.at, w->uses.n, sizeof *w->uses.at, case_compare_uses);
}

/* Notes what a body and the closures in it bind. */
static void case_note_body(case_walk *w, const thir_body *body)
{
    for (thir_pat p = 1; p < body->pats.n; p++)
        if (body->pats.at[p].op == PAT_BINDING)
            *arena_map_at(w->s->memory, &w->bindings, sema_start_key(body->pats.at[p].span), 1) = 1;
    for (uint32_t i = 0; i < body->closures.n; i++) {
        const thir_body *closure = sema_body(w->s, body->closures.at[i]);
        if (closure)
            case_note_body(w, closure);
    }
}

/* Of a fn pointer or a trait's fn without a body the name of a parameter is all that it has. */
static bool case_is_mere_parameter(sema *s, sema_node n)
{
    const sema_node param = syntax_parent(s, n), of = syntax_parent(s, param);
    if (syntax_kind(s, param) != RUSTG_AST_Param)
        return false;
    return syntax_kind(s, of) == RUSTG_AST_TyFnPtr ||
           (syntax_kind(s, of) == RUSTG_AST_AssocItemFn && !syntax_is(syntax_fn_of(s, of).body));
}

/* A field that is bound by its own name has been told of where it is declared. */
static bool case_is_shorthand(sema *s, sema_node n)
{
    const sema_node field = syntax_parent(s, n);
    return syntax_kind(s, field) == RUSTG_AST_FieldPat &&
           syntax_name_span(s, field).start == syntax_name_span(s, n).start;
}

static void case_check_pattern(case_walk *w, sema_node n)
{
    sema *s = w->s;
    const char *name = sema_text(s, syntax_name(s, n));
    const uint64_t at = sema_start_key(sema_node_span(s, n));
    if (arena_map_at(s->memory, &w->constants, at, 0)) {
        case_check_upper(w, n, "constant in pattern", 0);
        return;
    }
    if (lint_is_snake(name) || case_is_shorthand(s, n))
        return;
    if (case_is_mere_parameter(s, n) || arena_map_at(s->memory, &w->bindings, at, 0))
        case_check_snake(w, n, "variable");
}

/* An impl of a trait has the trait's names. */
static bool case_is_of_trait_impl(sema *s, sema_node n)
{
    const sema_node of = syntax_parent(s, n);
    return syntax_kind(s, of) == RUSTG_AST_ItemImpl && syntax_is(syntax_impl_of(s, of).trait_ref);
}

static bool case_is_in_trait(sema *s, sema_node n)
{
    return syntax_kind(s, syntax_parent(s, n)) == RUSTG_AST_ItemTrait;
}

/* What others link with may have their names. */
static bool case_is_linked(sema *s, sema_node n)
{
    for (sema_node child = syntax_first(s, n); syntax_is(child); child = syntax_next(s, child)) {
        const sema_span at = sema_node_span(s, child);
        if (syntax_kind(s, child) == RUSTG_AST_Attr && strstr(source_text(s, at), "no_mangle"))
            return true;
    }
    return false;
}

static void case_check_fn(case_walk *w, sema_node n)
{
    sema *s = w->s;
    const bool is_item = syntax_kind(s, n) == RUSTG_AST_ItemFn;
    const char *name = sema_text(s, syntax_name(s, n));
    if (lint_is_snake(name) || case_is_of_trait_impl(s, n))
        return;
    if (!case_is_in_trait(s, n) && syntax_fn_of(s, n).is_extern && case_is_linked(s, n))
        return;
    case_check_snake(w, n, is_item ? "function" : case_is_in_trait(s, n) ? "trait method" : "method");
}

static bool case_is_repr_c(sema *s, sema_node n)
{
    const sema_node repr = syntax_attr(s, n, "repr");
    uint32_t first, last;
    if (!syntax_is(repr) || !syntax_group(s, repr, &first, &last))
        return false;
    for (; first < last; first++)
        if (syntax_tok_is(s, n.file, first, "C"))
            return true;
    return false;
}

static void case_check_type(case_walk *w, sema_node n)
{
    if (!case_is_repr_c(w->s, n))
        case_check_camel(w, n, syntax_kind(w->s, n) == RUSTG_AST_ItemTrait ? "trait" : "type");
}

static void case_check_assoc_const(case_walk *w, sema_node n)
{
    if (!case_is_of_trait_impl(w->s, n))
        case_check_upper(w, n, "associated constant", 0);
}

static void case_check_field(case_walk *w, sema_node n)
{
    if (syntax_is(n) && syntax_name(w->s, n))
        case_check_snake(w, n, "structure field");
}

static void case_check_node(case_walk *w, sema_node n)
{
    switch (syntax_kind(w->s, n)) {
    case RUSTG_AST_ItemTyAlias:
    case RUSTG_AST_ItemEnum:
    case RUSTG_AST_ItemStruct:
    case RUSTG_AST_ItemUnion:
    case RUSTG_AST_ItemTrait: case_check_type(w, n); break;
    case RUSTG_AST_AssocItemType:
        if (case_is_in_trait(w->s, n))
            case_check_camel(w, n, "associated type");
        break;
    case RUSTG_AST_Variant: case_check_camel(w, n, "variant"); break;
    case RUSTG_AST_GenericParamType: case_check_camel(w, n, "type parameter"); break;
    case RUSTG_AST_GenericParamConst: case_check_upper(w, n, "const parameter", 0); break;
    case RUSTG_AST_GenericParamLifetime: case_check_snake(w, n, "lifetime"); break;
    case RUSTG_AST_ItemFn:
    case RUSTG_AST_AssocItemFn: case_check_fn(w, n); break;
    case RUSTG_AST_ItemMod: case_check_snake(w, n, "module"); break;
    case RUSTG_AST_FieldDef: case_check_field(w, n); break;
    case RUSTG_AST_PatIdent: case_check_pattern(w, n); break;
    case RUSTG_AST_AssocItemConst: case_check_assoc_const(w, n); break;
    default: break; /* it gives no name that these lints look at */
    }
}

static void case_check_files(case_walk *w)
{
    sema *s = w->s;
    for (uint32_t file = s->n_library_files; file < s->files.n; file++) {
        if (!lint_looks_into(s, file) || sema_is_derived(s, file))
            continue;
        const rustg_ast *ast = &s->files.at[file]->ast;
        for (uint32_t node = 1; node < ast->n_nodes;) {
            const bool is_there = def_cfg_holds(s, (sema_node){file, node});
            if (is_there)
                case_check_node(w, (sema_node){file, node});
            ast = &s->files.at[file]->ast;
            node = is_there ? node + 1 : ast->next[node];
        }
    }
}

static void case_check_globals(case_walk *w)
{
    sema *s = w->s;
    uint32_t n;
    const sema_def *crates = def_user_crates(s, &n);
    for (sema_def d = n ? crates[0] : def_count(s); d < def_count(s); d++) {
        const sema_node node = def_get(s, d)->node;
        const uint8_t kind = syntax_kind(s, node);
        if (sema_is_derived(s, node.file))
            continue;
        if (kind == RUSTG_AST_ItemConst)
            case_check_upper(w, node, "constant", lint_is_exported(s, d) ? 0 : d);
        else if (kind == RUSTG_AST_ItemStatic && !case_is_linked(s, node))
            case_check_upper(w, node, "static variable", lint_is_exported(s, d) ? 0 : d);
    }
}

void lint_names_case(sema *s)
{
    case_walk w = {.s = s, .modules = ARENA_ARRAY(s->memory, sema_def, s->files.n)};
    uint32_t n;
    def_all_bodies(s, &n);
    for (uint32_t i = 0; i < n; i++) {
        const sema_def d = def_all_bodies(s, &n)[i];
        const thir_body *body = def_kind_of(s, d) == DEF_CLOSURE ? NULL : sema_body(s, d);
        if (body)
            case_note_body(&w, body);
    }
    case_note_uses(&w);
    case_check_files(&w);
    case_check_globals(&w);
}
