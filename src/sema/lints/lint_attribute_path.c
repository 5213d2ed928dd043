/* lint_attribute_path.c: what the path of an attribute leads to, whether it is to be `unsafe(..)`, and the list of a
 * `cfg_attr`. */
#include "lexer/token_class.h"
#include "sema/lints/lint.h"
#include "sema/names/resolve.h"
#include "rustg/diagnostic_kind.h"

bool lint_is_tool(const char *name)
{
    static const char *const tools[] = {"clippy",     "rustc",         "rustdoc", "rustfmt",
                                        "diagnostic", "rust_analyzer", "miri",    NULL};
    return syntax_is_one_of(name, tools);
}

/* Attributes that need `unsafe(..)`, from an edition on. */
static const struct unsafe_attribute {
    const char *name;
    uint32_t edition;
} unsafe_attributes[] = {{"no_mangle", 2024}, {"export_name", 2024}, {"link_section", 2024}, {"naked", 0}};

static void path_check_unsafe(sema *s, const def_attr *attr)
{
    const sema_file *file = s->files.at[attr->file];
    const sema_span at = def_toks_span(s, attr->file, attr->path, attr->path_end);
    const char *name = source_text(s, at);
    const bool is_unsafe = attr->path > 1 && def_tok_kind(s, attr->file, attr->path - 1) == RUSTG_TOK_L_PAREN &&
                           def_tok_kind(s, attr->file, attr->path - 2) == RUSTG_TOK_KW_UNSAFE;
    const struct unsafe_attribute *row = NULL;
    for (size_t i = 0; i < sizeof unsafe_attributes / sizeof unsafe_attributes[0]; i++)
        if (strcmp(unsafe_attributes[i].name, name) == 0)
            row = &unsafe_attributes[i];
    if (is_unsafe && !row) {
        sema_report r = sema_error(s, RUSTG_DIAG_ATTRIBUTE_NOT_UNSAFE, syntax_tok_span(s, attr->file, attr->path - 2));
        sema_arg(&r, "%s", name);
    } else if (!is_unsafe && row && file->edition >= row->edition) {
        sema_report r = sema_error(s, RUSTG_DIAG_ATTRIBUTE_WANTS_UNSAFE, at);
        const uint32_t end = attr->first < attr->last ? syntax_tok_span(s, attr->file, attr->last - 1).end : at.end;
        sema_suggest(&r, (sema_span){at.file, at.start, at.start}, "unsafe(", "wrap the attribute in `unsafe(...)`");
        sema_suggest_further(&r, (sema_span){at.file, end, end}, ")");
        sema_suggest_is(&r, "MachineApplicable");
    }
}

/* A path into the library: the macros there that stable code may not have, and those that stand in front of an item
 * only. */
static void path_check_library(sema *s, const def_attr *attr)
{
    const sema_span at = def_toks_span(s, attr->file, attr->path, attr->path_end);
    const char *text = source_text(s, at);
    const uint32_t bang = syntax_first_tok(s, attr->node) + 1;
    if (strstr(text, "::contracts::")) {
        sema_report r = sema_error(s, RUSTG_DIAG_LIBRARY_UNSTABLE, at);
        sema_arg(&r, "contracts");
        sema_note(&r, "see issue #128044 <https://github.com/rust-lang/rust/issues/128044> for more information");
    } else if (def_tok_kind(s, attr->file, bang) == RUSTG_TOK_BANG) {
        lint_unstable(s, at, 54726, "inner macro attributes are unstable");
    }
}

/* Whether another token than an attribute's is the name: what it is may come from a macro or an import. */
static bool path_is_named(const sema *s, uint32_t file, sema_symbol name)
{
    const sema_file *f = s->files.at[file];
    for (uint32_t tok = 0; tok < f->toks.n_toks; tok++)
        if (TOKEN_IS_IDENT(def_tok_kind(s, file, tok)) && syntax_tok_name(s, file, tok) == name &&
            !(tok && def_tok_kind(s, file, tok - 1) == RUSTG_TOK_L_BRACKET))
            return true;
    return false;
}

/* `#[first::second]`: first is a module in scope, a crate, or a tool. */
static void path_check_segments(sema *s, const def_attr *attr)
{
    const uint32_t file = attr->file;
    if (!lint_is_colons(s, file, attr->path + 1, attr->path_end) || !TOKEN_IS_IDENT(def_tok_kind(s, file, attr->path)))
        return;
    const sema_symbol name = syntax_tok_name(s, file, attr->path);
    const sema_def module = lint_module_of(s, syntax_parent(s, attr->node));
    uint32_t n;
    const sema_def *crates = def_user_crates(s, &n);
    if (!n)
        return;
    const res first = resolve_name(s, module ? module : crates[0], name, NAMESPACE_TYPE);
    const bool is_module = first.kind == RES_DEF && def_kind_of(s, first.def) != DEF_NONE &&
                           (def_kind_of(s, first.def) == DEF_MOD || def_kind_of(s, first.def) == DEF_CRATE);
    if (is_module && def_get(s, first.def)->is_library) {
        path_check_library(s, attr);
        return;
    }
    const uint32_t second = attr->path + 3;
    if (is_module && module && attr->path_end == second + 1 && TOKEN_IS_IDENT(def_tok_kind(s, file, second)) &&
        resolve_name(s, first.def, syntax_tok_name(s, file, second), NAMESPACE_MACRO).kind == RES_UNRESOLVED) {
        sema_report r = sema_error(s, RUSTG_DIAG_UNRESOLVED_SEGMENT, syntax_tok_span(s, file, second));
        sema_arg(&r, "%s", sema_text(s, syntax_tok_name(s, file, second)));
        sema_arg(&r, "`%s`", sema_text(s, name));
        return;
    }
    if (first.kind != RES_UNRESOLVED || lint_is_tool(sema_text(s, name)) ||
        s->files.at[file]->origin != SEMA_FILE_SOURCE || path_is_named(s, file, name))
        return;
    sema_report r = sema_error(s, RUSTG_DIAG_UNRESOLVED_MODULE, syntax_tok_span(s, file, attr->path));
    sema_arg(&r, "%s", sema_text(s, name));
}

/* `#[default]` is known where the item around it derives `Default`. */
static void path_check_default(sema *s, const def_attr *attr)
{
    if (attr->path_end != attr->path + 1 || !syntax_tok_is(s, attr->file, attr->path, "default"))
        return;
    for (sema_node n = syntax_parent(s, attr->node); syntax_is(n); n = syntax_parent(s, n)) {
        def_attr derive;
        for (uint32_t i = 0; def_find_attr(s, n, "derive", i, &derive); i++)
            for (uint32_t tok = derive.first; tok < derive.last; tok++)
                if (syntax_tok_is(s, derive.file, tok, "Default"))
                    return;
        if (def_is_item(syntax_kind(s, n)))
            break;
    }
    sema_report r = sema_error(s, RUSTG_DIAG_NO_ATTRIBUTE, syntax_tok_span(s, attr->file, attr->path));
    sema_arg(&r, "default");
}

void lint_check_attribute_path(sema *s, const def_attr *attr)
{
    path_check_segments(s, attr);
    path_check_unsafe(s, attr);
    path_check_default(s, attr);
}

static sema_report path_error(sema *s, sema_span at, const char *message, const char *label)
{
    sema_report r = sema_error(s, RUSTG_DIAG_ATTRIBUTE_WRONG, at);
    sema_arg(&r, "%s", message);
    if (label)
        sema_primary_label(&r, "%s", label);
    return r;
}

void lint_check_cfg_attr(sema *s, sema_node node)
{
    const uint32_t file = node.file, last = syntax_last_tok(s, node);
    uint32_t tok = syntax_first_tok(s, node) + 1;
    tok += def_tok_kind(s, file, tok) == RUSTG_TOK_BANG;
    if (!syntax_tok_is(s, file, ++tok, "cfg_attr"))
        return;
    const uint32_t open = tok + 1, kind = def_tok_kind(s, file, open);
    if (kind == RUSTG_TOK_COLON)
        return;
    if (last <= open + 2 || (kind != RUSTG_TOK_L_PAREN && kind != RUSTG_TOK_L_BRACKET && kind != RUSTG_TOK_L_BRACE)) {
        sema_report r = sema_error(s, RUSTG_DIAG_ATTRIBUTE_MALFORMED, sema_node_span(s, node));
        sema_arg(&r, "cfg_attr");
        sema_primary_label(&r, "must be of the form: `#[cfg_attr(predicate, attr1, attr2, ...)]`");
        return;
    }
    if (kind != RUSTG_TOK_L_PAREN)
        path_error(s, def_toks_span(s, file, open, last), "wrong `cfg_attr` delimiters", NULL);
    uint32_t at = open + 1, first, end;
    if (!def_attr_entry(s, file, &at, last - 1, &first, &end))
        return;
    if (end == last - 1) {
        path_error(s, syntax_tok_span(s, file, last - 1), "expected `,`, found end of `cfg_attr` input",
                   "expected `,`");
        return;
    }
    while (def_attr_entry(s, file, &at, last - 1, &first, &end))
        if (first == end) {
            path_error(s, syntax_tok_span(s, file, first), "expected identifier, found `,`", "expected identifier");
            return;
        }
}
