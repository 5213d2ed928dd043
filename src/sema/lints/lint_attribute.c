/* lint_attribute.c: the form of `allow`, `expect`, `warn`, `deny` and `forbid` (Reference, lint check attributes): a
 * list in parentheses of lint names and, last, a reason. */
#include "lexer/token_class.h"
#include "sema/lints/lint.h"
#include "sema/macros/macro.h"
#include "sema/names/resolve.h"
#include "rustg/diagnostic_kind.h"

static void lint_token_expected(sema *s, const def_attr *attr, uint32_t tok, uint32_t end, uint32_t kind,
                                const char *expected)
{
    bool more = tok < end;
    sema_report r = sema_error(s, kind, syntax_tok_span(s, attr->file, more ? tok : end - 1));
    sema_span span = syntax_tok_span(s, attr->file, tok);
    if (expected)
        sema_arg(&r, "%s", expected);
    sema_arg(&r, "%.*s", more ? (int)(span.end - span.start) : 5,
             more ? (const char *)s->files.at[span.file]->bytes + span.start : "<eof>");
}

static bool lint_is_path_part(const sema *s, uint32_t file, uint32_t tok)
{
    uint32_t kind = def_tok_kind(s, file, tok);
    return TOKEN_IS_IDENT(kind) || kind == RUSTG_TOK_KW_CRATE || kind == RUSTG_TOK_KW_SELF ||
           kind == RUSTG_TOK_KW_SUPER || kind == RUSTG_TOK_KW_SELF_TYPE;
}

static bool lint_is_literal(const sema *s, uint32_t file, uint32_t tok)
{
    uint32_t kind = def_tok_kind(s, file, tok);
    return TOKEN_IS_LITERAL(kind) || kind == RUSTG_TOK_KW_TRUE || kind == RUSTG_TOK_KW_FALSE;
}

bool lint_is_colons(const sema *s, uint32_t file, uint32_t tok, uint32_t last)
{
    return tok + 1 < last && def_tok_kind(s, file, tok) == RUSTG_TOK_COLON &&
           def_tok_kind(s, file, tok + 1) == RUSTG_TOK_COLON;
}

static void lint_check_tool(sema *s, uint32_t file, uint32_t first, uint32_t end)
{
    bool global = lint_is_colons(s, file, first, end);
    const char *tool = global ? "{{root}}" : sema_text(s, syntax_tok_name(s, file, first));
    if (!global && lint_is_tool(tool))
        return;
    sema_span at = global ? def_toks_span(s, file, first, first + 2) : syntax_tok_span(s, file, first);
    sema_span path = def_toks_span(s, file, first, end);
    sema_report r = sema_error(s, RUSTG_DIAG_LINT_TOOL_UNKNOWN, at);
    sema_arg(&r, "%s", tool);
    sema_arg(&r, "%s%.*s", global ? "{{root}}" : "", (int)(path.end - path.start),
             (const char *)s->files.at[file]->bytes + path.start);
}

/* One entry of the list, the tokens [first, last) of which there is one at least; is_last: none follows. */
static void lint_check_entry(sema *s, const def_attr *attr, uint32_t first, uint32_t last, bool is_last)
{
    uint32_t file = attr->file, at = first;
    sema_span whole = def_toks_span(s, file, first, last);
    if (lint_is_literal(s, file, at)) {
        if (last > at + 1)
            lint_token_expected(s, attr, at + 1, last, RUSTG_DIAG_ATTR_TOKEN_EXPECTED, "`,`");
        else
            sema_error(s, RUSTG_DIAG_LINT_MALFORMED, whole);
        return;
    }
    bool scoped = lint_is_colons(s, file, at, last);
    if (scoped)
        at += 2;
    for (;; scoped = true, at += 2) {
        if (at >= last || !lint_is_path_part(s, file, at)) {
            lint_token_expected(s, attr, at, last, RUSTG_DIAG_ATTR_LITERAL_EXPECTED, NULL);
            return;
        }
        at++;
        if (!lint_is_colons(s, file, at, last))
            break;
    }
    uint32_t behind = at < last ? def_tok_kind(s, file, at) : RUSTG_TOK_COMMA;
    if (behind == RUSTG_TOK_COMMA) {
        if (scoped)
            lint_check_tool(s, file, first, last);
        return;
    }
    if (behind == RUSTG_TOK_L_PAREN) {
        sema_error(s, RUSTG_DIAG_LINT_MALFORMED, whole);
        return;
    }
    if (behind != RUSTG_TOK_EQ) {
        lint_token_expected(s, attr, at, last, RUSTG_DIAG_ATTR_TOKEN_EXPECTED, "one of `(`, `,`, `::`, or `=`");
        return;
    }
    if (at + 1 >= last || !lint_is_literal(s, file, at + 1)) {
        lint_token_expected(s, attr, at + 1, last, RUSTG_DIAG_ATTR_LITERAL_EXPECTED, NULL);
        return;
    }
    if (at + 2 < last) {
        lint_token_expected(s, attr, at + 2, last, RUSTG_DIAG_ATTR_TOKEN_EXPECTED, "`,`");
        return;
    }
    if (scoped || !syntax_tok_is(s, file, first, "reason")) {
        sema_error(s, RUSTG_DIAG_LINT_MALFORMED, whole);
        return;
    }
    uint32_t value = def_tok_kind(s, file, at + 1);
    if (value != RUSTG_TOK_STR && value != RUSTG_TOK_RAW_STR) {
        sema_report r = sema_error(s, RUSTG_DIAG_LINT_MALFORMED, syntax_tok_span(s, file, at + 1));
        sema_primary_label(&r, "reason must be a string literal");
    } else if (!is_last) {
        sema_report r = sema_error(s, RUSTG_DIAG_LINT_MALFORMED, whole);
        sema_primary_label(&r, "reason in lint attribute must come last");
    }
}

static void lint_check_list(sema *s, const def_attr *attr)
{
    uint32_t file = attr->file, at = attr->first + 1, end = attr->last - 1, entry, entry_last;
    while (def_attr_entry(s, file, &at, end, &entry, &entry_last)) {
        if (entry < entry_last)
            lint_check_entry(s, attr, entry, entry_last, at >= end);
        else
            lint_token_expected(s, attr, entry, end, RUSTG_DIAG_ATTR_LITERAL_EXPECTED, NULL);
    }
}

typedef struct attribute_row {
    const char *name, *message; /* message: of one that is unstable; "": it is internal */
    uint32_t issue;
    bool is_macro, is_own; /* is_own: of rustg_std */
} attribute_row;
static const attribute_row attribute_rows[] = {
#define ATTRIBUTE(name)                   {#name, NULL, 0, false, false},
#define MACRO(name)                       {#name, NULL, 0, true, false},
#define OWN_MACRO(name)                   {#name, NULL, 0, true, true},
#define GATED(name, issue, message)       {#name, message, issue, false, false},
#define INTERNAL(name)                    {#name, "", 0, false, false},
#define GATED_MACRO(name, issue, message) {#name, message, issue, true, false},
#include "sema/lints/attribute.def"
};

sema_report lint_unstable(sema *s, sema_span at, uint32_t issue, const char *message)
{
    sema_report r = sema_error(s, RUSTG_DIAG_ATTRIBUTE_UNSTABLE, at);
    sema_arg(&r, "%s", message);
    if (issue)
        sema_note(&r, "see issue #%u <https://github.com/rust-lang/rust/issues/%u> for more information", issue, issue);
    return r;
}

/* Words of `#[doc(..)]` that stable code may not have. */
static const struct doc_word {
    const char *word, *is;
    uint32_t issue;
} doc_words[] = {{"cfg", "experimental", 43781},
                 {"auto_cfg", "experimental", 43781},
                 {"masked", "experimental", 44027},
                 {"notable_trait", "experimental", 45040},
                 {"attribute", "meant for internal use only", 90418},
                 {"keyword", "meant for internal use only", 90418},
                 {"fake_variadic", "meant for internal use only", 90418},
                 {"search_unbox", "meant for internal use only", 90418}};

static void lint_check_doc(sema *s, const def_attr *attr)
{
    const bool is_list = attr->first < attr->last && def_tok_kind(s, attr->file, attr->first) == RUSTG_TOK_L_PAREN;
    uint32_t at = attr->first + 1, entry, entry_last;
    while (is_list && def_attr_entry(s, attr->file, &at, attr->last - 1, &entry, &entry_last))
        for (size_t i = 0; i < sizeof doc_words / sizeof doc_words[0] && entry < entry_last; i++)
            if (syntax_tok_is(s, attr->file, entry, doc_words[i].word))
                lint_unstable(s, sema_node_span(s, attr->node), doc_words[i].issue,
                              arena_format(s->memory, "`#[doc(%s)]` is %s", doc_words[i].word, doc_words[i].is));
}

/* Whether an expression goes on behind its first operand, to which our tree gives the attributes in front of all. */
static bool lint_is_postfix(uint8_t kind)
{
    return kind == RUSTG_AST_ExprCall || kind == RUSTG_AST_ExprMethodCall || kind == RUSTG_AST_ExprField ||
           kind == RUSTG_AST_ExprIndex || kind == RUSTG_AST_ExprTry || kind == RUSTG_AST_ExprAwait;
}

/* Whether an expression is a parenthesis that an expansion wrote around what it stands for. */
static bool lint_is_made_paren(const sema *s, sema_node n)
{
    const sema_file *f = s->files.at[n.file];
    return f->origin == SEMA_FILE_EXPANDED && syntax_kind(s, n) == RUSTG_AST_ExprParen &&
           !macro_piece_at(f, sema_node_span(s, n).start)->copied;
}

/* The first outer attribute of an expression that is neither a statement nor an element of a list, nor what a macro
 * stands for that a method is called on. */
static bool lint_is_on_part(const sema *s, const def_attr *attr)
{
    sema_node of = syntax_parent(s, attr->node), around = syntax_parent(s, of);
    const sema_span at = sema_node_span(s, attr->node);
    const bool is_inner = s->files.at[at.file]->bytes[at.start + 1] == '!';
    if (is_inner || rustg_ast_kind_class(syntax_kind(s, of)) != RUSTG_AST_CLASS_EXPR ||
        syntax_first(s, of).node != attr->node.node)
        return false;
    while (lint_is_postfix(syntax_kind(s, around)) &&
           syntax_child_in(s, around, RUSTG_AST_CLASS_EXPR, 0).node == of.node) {
        of = around;
        around = syntax_parent(s, of);
    }
    while (lint_is_made_paren(s, around)) {
        of = around;
        around = syntax_parent(s, of);
    }
    const uint8_t kind = syntax_kind(s, around);
    if (kind == RUSTG_AST_ExprCall)
        return syntax_child_in(s, around, RUSTG_AST_CLASS_EXPR, 0).node == of.node;
    return kind != RUSTG_AST_StmtExpr && kind != RUSTG_AST_StmtSemi && kind != RUSTG_AST_ExprArray &&
           kind != RUSTG_AST_ExprTup && kind != RUSTG_AST_ExprMethodCall;
}

static void lint_suggest_attribute(sema *s, sema_report *r, const def_attr *attr, sema_symbol name, sema_span at)
{
    enum { N_ROWS = sizeof attribute_rows / sizeof attribute_rows[0] };
    const sema_def module = lint_module_of(s, syntax_parent(s, attr->node));
    sema_symbol names[N_ROWS];
    uint32_t n = 0;
    for (size_t i = 0; i < N_ROWS; i++) {
        const char *known = attribute_rows[i].name;
        const sema_symbol symbol = sema_intern_text(s, known);
        if (strcmp(known, "default") == 0 || /* a helper of one derive */
            (attribute_rows[i].is_own && !(module && resolve_in_scope(s, module, symbol, NAMESPACE_MACRO).is_macro)))
            continue;
        names[n++] = symbol;
    }
    const sema_symbol nearest = resolve_closest(s, name, names, n);
    const attribute_row *row = attribute_rows;
    while (nearest && strcmp(row->name, sema_text(s, nearest)) != 0)
        row++;
    if (!nearest)
        return;
    if (row->is_macro)
        sema_primary_label(r, "%s", "");
    sema_suggest(r, at, row->name, "%s with a similar name exists",
                 row->is_macro ? "an attribute macro" : "a built-in attribute");
}

/* Whether rustc knows it, and stable code may have it. */
static void lint_check_known(sema *s, const def_attr *attr)
{
    lint_check_attribute_path(s, attr);
    if (attr->path_end != attr->path + 1 || !TOKEN_IS_IDENT(def_tok_kind(s, attr->file, attr->path)))
        return;
    const char *name = sema_text(s, syntax_tok_name(s, attr->file, attr->path));
    const sema_span at = syntax_tok_span(s, attr->file, attr->path), whole = sema_node_span(s, attr->node);
    for (size_t i = 0; i < sizeof attribute_rows / sizeof attribute_rows[0]; i++) {
        const attribute_row *row = &attribute_rows[i];
        if (row->name[0] != name[0] || strcmp(row->name, name) != 0)
            continue;
        if (!row->message && strcmp(name, "doc") == 0)
            lint_check_doc(s, attr);
        if (!row->message)
            return;
        sema_report r = lint_unstable(s, row->is_macro ? at : whole, row->issue,
                                      *row->message ? row->message : "use of an internal attribute");
        if (!*row->message)
            sema_note(&r, "the `#[%s]` attribute is an internal implementation detail that will never be stable", name);
        return;
    }
    if (strncmp(name, "rustc", 5) == 0)
        sema_error(s, RUSTG_DIAG_ATTRIBUTE_RESERVED, at);
    sema_report r = sema_error(s, RUSTG_DIAG_NO_ATTRIBUTE, at);
    sema_arg(&r, "%s", name);
    if (strcmp(name, "global") == 0 || strcmp(name, "__global__") == 0)
        sema_suggest(&r, at, "kernel", "a kernel is marked by `#[kernel]`");
    else if (strcmp(name, "device") == 0 || strcmp(name, "__device__") == 0)
        sema_suggest(&r, whole, "", "a function that kernels call needs no mark");
    else
        lint_suggest_attribute(s, &r, attr, syntax_tok_name(s, attr->file, attr->path), at);
}

static void lint_check_attribute(sema *s, const def_attr *attr)
{
    lint_check_known(s, attr);
    if (lint_is_on_part(s, attr))
        lint_unstable(s, sema_node_span(s, attr->node), 15701, "attributes on expressions are experimental");
    lint_check_form(s, attr);
    if (lint_level_of_attribute(s, attr) == LEVEL_NONE)
        return;
    uint32_t open = attr->first < attr->last ? def_tok_kind(s, attr->file, attr->first) : RUSTG_TOK_EOF;
    const char *name = sema_text(s, syntax_tok_name(s, attr->file, attr->path));
    if (open == RUSTG_TOK_L_PAREN) {
        lint_check_list(s, attr);
        lint_check_forbidden(s, attr);
    } else if (open == RUSTG_TOK_L_BRACKET || open == RUSTG_TOK_L_BRACE) {
        sema_report r =
            sema_error(s, RUSTG_DIAG_ATTR_DELIMITERS, def_toks_span(s, attr->file, attr->first, attr->last));
        sema_suggest(&r, syntax_tok_span(s, attr->file, attr->first), "(", "the delimiters should be `(` and `)`");
        sema_suggest_further(&r, syntax_tok_span(s, attr->file, attr->last - 1), ")");
        sema_suggest_is(&r, "MachineApplicable");
    } else {
        sema_report r = sema_error(s, RUSTG_DIAG_LINT_NO_LIST, sema_node_span(s, attr->node));
        sema_arg(&r, "%s", name);
    }
}

static bool lint_is_of_library(const sema *s, const sema_file *f)
{
    while (f->origin == SEMA_FILE_EXPANSION && f->from)
        f = s->files.at[f->from];
    return f->origin == SEMA_FILE_LIBRARY;
}

bool lint_looks_into(const sema *s, uint32_t file)
{
    const sema_file *f = s->files.at[file];
    return file >= s->n_library_files && !lint_is_of_library(s, f) && !f->is_draft && !f->bad_syntax && f->ast.kind;
}

/* What stands under a #[cfg] that does not hold is no part of the program. */
uint32_t lint_check_files(sema *s, uint32_t from)
{
    uint32_t file = from < s->n_library_files ? s->n_library_files : from;
    for (; file < s->files.n; file++) {
        const sema_file *f = s->files.at[file];
        if (!lint_looks_into(s, file))
            continue;
        for (uint32_t node = 1; node < f->ast.n_nodes;) {
            const sema_node n = {file, node};
            if (!def_cfg_holds(s, n)) {
                const uint32_t next = f->ast.next[node];
                for (; node < next; node++)
                    lint_check_left_out_code(s, (sema_node){file, node});
                f = s->files.at[file];
                continue;
            }
            const lint_rule rule = lint_rule_of(f->ast.kind[node]);
            def_attr attr;
            if (rule)
                rule(s, n);
            for (uint32_t k = 0; f->ast.kind[node] == RUSTG_AST_Attr && def_attr_of(s, n, k, &attr); k++)
                lint_check_attribute(s, &attr);
            f = s->files.at[file];
            node++;
        }
    }
    return file;
}
