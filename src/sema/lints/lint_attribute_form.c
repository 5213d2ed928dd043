/* lint_attribute_form.c: what an attribute stands on, its arguments, and the unstable words in it (attribute_form.def).
 * What `derive`, `repr` and `test` may stand on, they say themselves. */
#include "lexer/token_class.h"
#include "sema/lints/lint.h"
#include "sema/names/resolve.h"
#include "rustg/diagnostic_kind.h"

#include <stdlib.h>
#include <strings.h>

typedef enum form_target {
#define TARGET(name, plural, outer) FORM_ON_##name,
#include "sema/lints/attribute_form.def"
    FORM_N_TARGETS,
    FORM_ON_UNKNOWN = FORM_N_TARGETS
} form_target;
static const char *const form_plurals[] = {
#define TARGET(name, plural, outer) plural,
#include "sema/lints/attribute_form.def"
};
static const char *const form_outers[] = {
#define TARGET(name, plural, outer) outer,
#include "sema/lints/attribute_form.def"
    "" /* FORM_ON_UNKNOWN */
};
#define ON(name) (1ull << FORM_ON_##name)
#define ON_ANY   ((1ull << FORM_N_TARGETS) - 1)

typedef enum form_is {
    FORM_ANY,
    FORM_WORD,
    FORM_EARLY_TEXT, /* a text that is wanted before macros are written out; so are the next two */
    FORM_CRATE_NAME,
    FORM_CRATE_TYPE,
    FORM_EXPORT_NAME,
    FORM_LIMIT,
    FORM_SUBSYSTEM,
    FORM_INLINE,
    FORM_MUST_USE,
    FORM_MACRO_USE,
    FORM_NO_MANGLE,
    FORM_INSTRUCTION_SET,
    FORM_VISUALIZER,
    FORM_DEPRECATED,
    FORM_DOC,
    FORM_REPR,
    FORM_TARGET_FEATURE,
    FORM_USED
} form_is;
typedef struct form_row {
    const char *name, *words, *docs;
    form_is is;
    uint64_t allowed, tolerated;
} form_row;
static const form_row form_rows[] = {
#define FORM(name, is, words, docs, allowed, tolerated) {#name, words, docs, FORM_##is, allowed, tolerated},
#include "sema/lints/attribute_form.def"
};

typedef struct unstable_row {
    const char *name, *message;
    uint32_t issue;
} unstable_row;
static const unstable_row unstable_features[] = {
#define UNSTABLE_FEATURE(name, issue) {name, NULL, issue},
#include "sema/lints/attribute_form.def"
};
static const unstable_row unstable_docs[] = {
#define UNSTABLE_DOC(name, issue, message) {#name, message, issue},
#include "sema/lints/attribute_form.def"
};

/* One attribute of a node. */
typedef struct form {
    sema *s;
    const def_attr *attr;
    const form_row *row;
    sema_node on;
    form_target target;
    sema_span whole, args; /* args: what stands behind the path */
    bool has_args, is_list, is_value;
} form;

static form_target form_target_of_fn(const sema *s, sema_node fn)
{
    sema_node around = syntax_parent(s, fn);
    if (syntax_kind(s, around) == RUSTG_AST_ItemTrait)
        return syntax_is(syntax_child_of(s, fn, RUSTG_AST_Block)) ? FORM_ON_METHOD_PROVIDED : FORM_ON_METHOD_REQUIRED;
    return syntax_is(syntax_child_of(s, around, RUSTG_AST_TraitRef)) ? FORM_ON_METHOD_OF_IMPL : FORM_ON_METHOD;
}

static form_target form_target_of(const sema *s, sema_node on)
{
    switch ((rustg_ast_kind)syntax_kind(s, on)) {
    case RUSTG_AST_File: return FORM_ON_CRATE;
    case RUSTG_AST_ItemMod: return FORM_ON_MOD;
    case RUSTG_AST_ItemFn: return FORM_ON_FN;
    case RUSTG_AST_ExprClosure: return FORM_ON_CLOSURE;
    case RUSTG_AST_AssocItemFn: return form_target_of_fn(s, on);
    case RUSTG_AST_ForeignItemFn: return FORM_ON_FOREIGN_FN;
    case RUSTG_AST_ItemStatic: return FORM_ON_STATIC;
    case RUSTG_AST_ItemConst: return FORM_ON_CONST;
    case RUSTG_AST_ItemStruct: return FORM_ON_STRUCT;
    case RUSTG_AST_ItemEnum: return FORM_ON_ENUM;
    case RUSTG_AST_ItemUnion: return FORM_ON_UNION;
    case RUSTG_AST_Variant: return FORM_ON_VARIANT;
    case RUSTG_AST_FieldDef: return FORM_ON_FIELD;
    case RUSTG_AST_ItemTrait: return FORM_ON_TRAIT;
    case RUSTG_AST_ItemImpl:
        return syntax_is(syntax_child_of(s, on, RUSTG_AST_TraitRef)) ? FORM_ON_IMPL_OF_TRAIT : FORM_ON_IMPL;
    case RUSTG_AST_ItemTyAlias: return FORM_ON_TYPE_ALIAS;
    case RUSTG_AST_ItemUse: return FORM_ON_USE;
    case RUSTG_AST_ItemExternCrate: return FORM_ON_EXTERN_CRATE;
    case RUSTG_AST_ItemForeignMod: return FORM_ON_FOREIGN_MOD;
    case RUSTG_AST_ItemMacroDef: return FORM_ON_MACRO_DEF;
    case RUSTG_AST_AssocItemConst: return FORM_ON_ASSOC_CONST;
    case RUSTG_AST_AssocItemType: return FORM_ON_ASSOC_TYPE;
    case RUSTG_AST_Arm: return FORM_ON_ARM;
    case RUSTG_AST_Param: return FORM_ON_PARAM;
    case RUSTG_AST_StmtLet: return FORM_ON_STATEMENT;
    default: return FORM_ON_UNKNOWN;
    }
}

/* Tells what the attribute is for. Targets of one kind, of which two or more are allowed, are called by one name,
 * unless it stands on one of them. */
static void form_say_targets(form *f, sema_report *r)
{
    static const struct {
        const char *name;
        uint64_t targets;
    } groups[] = {
        {"functions", ON(FN) | ON(CLOSURE) | ON(FOREIGN_FN) | ON(METHOD) | ON(METHOD_REQUIRED) | ON(METHOD_PROVIDED) |
                          ON(METHOD_OF_IMPL)},
        {"methods", ON(METHOD) | ON(METHOD_REQUIRED) | ON(METHOD_PROVIDED) | ON(METHOD_OF_IMPL)},
        {"impl blocks", ON(IMPL) | ON(IMPL_OF_TRAIT)},
        {"data types", ON(STRUCT) | ON(ENUM) | ON(UNION)},
    };
    enum { N_GROUPS = sizeof groups / sizeof groups[0] };
    const char *names[FORM_N_TARGETS + N_GROUPS];
    uint64_t left = f->row->allowed & ~ON(STATEMENT);
    uint32_t n = 0;
    for (uint32_t i = 0; i < N_GROUPS; i++) {
        const uint64_t both = left & groups[i].targets;
        if (groups[i].targets >> f->target & 1 || !(both & (both - 1)))
            continue;
        left &= ~both;
        names[n++] = groups[i].name;
    }
    for (uint32_t i = 0; i < FORM_N_TARGETS; i++)
        if (left >> i & 1)
            names[n++] = form_plurals[i];
    qsort(names, n, sizeof names[0], source_compare_texts);
    const char *list = n ? names[0] : "";
    for (uint32_t i = 1; i < n; i++)
        list = arena_format(f->s->memory, "%s%s%s", list, i + 1 < n ? ", " : n > 2 ? ", and " : " and ", names[i]);
    sema_help(r, "`#[%s]` can %sbe applied to %s", f->row->name, n == 1 ? "only " : "", list);
}

static bool form_check_target(form *f)
{
    if (f->target == FORM_ON_PARAM)
        sema_error(f->s, RUSTG_DIAG_PARAM_ATTRIBUTE, f->whole);
    if (f->target == FORM_ON_UNKNOWN || (f->row->allowed | f->row->tolerated) >> f->target & 1)
        return true;
    sema_report r = sema_error(f->s, RUSTG_DIAG_ATTRIBUTE_TARGET, f->whole);
    sema_arg(&r, "%s", f->row->name);
    sema_arg(&r, "%s", form_plurals[f->target]);
    form_say_targets(f, &r);
    return false;
}

/* The error of an attribute's arguments, with a label where something is wrong and the forms that it has. */
static sema_report form_malformed(form *f, uint32_t kind, sema_span at, const char *label)
{
    sema *s = f->s;
    sema_report r = sema_error(s, kind, f->whole);
    sema_arg(&r, "%s", f->row->name);
    if (label && at.start == f->whole.start && at.end == f->whole.end)
        sema_primary_label(&r, "%s", label);
    else if (label)
        sema_label(&r, at, "%s", label);
    if (*f->row->docs)
        sema_note(&r, "for more information, visit <https://doc.rust-lang.org/reference/%s>", f->row->docs);
    const bool inner = def_tok_kind(s, f->attr->file, syntax_first_tok(s, f->attr->node) + 1) == RUSTG_TOK_BANG;
    const bool is_single = !strchr(f->row->words, '|');
    for (const char *word = f->row->words; *word;) {
        const size_t n = strcspn(word, "|");
        const char *text = arena_format(s->memory, "#%s[%.*s]", inner ? "!" : "", (int)n, word);
        if (is_single)
            sema_suggest_beside(&r, f->whole, text, "must be of the form");
        else if (word == f->row->words)
            sema_suggest(&r, f->whole, text, "try changing it to one of the following valid forms of the attribute");
        else
            sema_suggest_or(&r, f->whole, text);
        word += n + (word[n] == '|');
    }
    if (*f->row->words)
        sema_suggest_is(&r, "HasPlaceholders");
    return r;
}

/* The text behind `=`. False: it is none, which has been reported where that is an error. */
static bool form_text(form *f, uint32_t tok, uint32_t last, sema_span *at)
{
    sema *s = f->s;
    const uint32_t file = f->attr->file, kind = tok < last ? def_tok_kind(s, file, tok) : RUSTG_TOK_EOF;
    if (tok + 1 != last || !TOKEN_IS_LITERAL(kind))
        return false;
    *at = syntax_tok_span(s, file, tok);
    if (kind == RUSTG_TOK_STR || kind == RUSTG_TOK_RAW_STR)
        return true;
    if (kind == RUSTG_TOK_BYTE_STR) {
        sema_report r = sema_error(s, RUSTG_DIAG_ATTRIBUTE_MALFORMED, f->whole);
        sema_arg(&r, "%s", f->row->name);
        sema_note(&r, "expected a normal string literal, not a byte string literal");
        sema_suggest_beside(&r, (sema_span){at->file, at->start, at->start + 1}, "", "consider removing the prefix");
    } else {
        form_malformed(f, RUSTG_DIAG_ATTRIBUTE_MALFORMED, *at, "expected a string literal here");
    }
    return false;
}

static void form_check_limit(form *f, sema_span at)
{
    const uint8_t *bytes = f->s->files.at[at.file]->bytes;
    uint64_t value = 0;
    const char *wrong = at.end - at.start == 2 ? "`limit` must be a non-negative integer" : NULL;
    for (uint32_t i = at.start + 1; i + 1 < at.end && !wrong; i++) {
        if (bytes[i] < '0' || bytes[i] > '9') {
            if (!(i == at.start + 1 && bytes[i] == '+' && at.end - at.start > 3))
                wrong = "not a valid integer";
        } else if (__builtin_mul_overflow(value, 10, &value) ||
                   __builtin_add_overflow(value, bytes[i] - (uint64_t)'0', &value)) {
            wrong = "`limit` is too large";
        }
    }
    if (!wrong)
        return;
    sema_report r = sema_error(f->s, RUSTG_DIAG_LIMIT_INVALID, f->whole);
    sema_label(&r, at, "%s", wrong);
}

static bool form_is_text(const sema *s, sema_span at, const char *text)
{
    return strcmp(source_text(s, at), text) == 0;
}

/* An attribute of the form `name = "text"`. */
static sema_report form_wrong(form *f, sema_span at, const char *message)
{
    sema_report r = sema_error(f->s, RUSTG_DIAG_ATTRIBUTE_WRONG, at);
    sema_arg(&r, "%s", message);
    return r;
}

/* What stands between the quotes. */
static const char *form_text_inside(const form *f, sema_span at)
{
    const char *text = source_text(f->s, at);
    return arena_text(f->s->memory, text + 1, strlen(text) - 2);
}

/* Of letters, digits and underscores. */
static void form_check_crate_name(form *f, sema_span at)
{
    const char *name = form_text_inside(f, at);
    const char *wrong = name + strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    if (!*name)
        form_wrong(f, at, "crate name must not be empty");
    else if (*wrong && !(*wrong & 0x80) && *wrong != '\\')
        form_wrong(f, at, arena_format(f->s->memory, "invalid character '%c' in crate name: `%s`", *wrong, name));
}

static void form_check_crate_type(form *f, sema_span at)
{
    static const char *const types[] = {"bin", "lib", "dylib", "staticlib", "cdylib", "rlib", "proc-macro", "sdylib"};
    sema *s = f->s;
    const char *type = form_text_inside(f, at), *near = NULL;
    uint32_t most = (uint32_t)(strlen(type) > 3 ? strlen(type) : 3) / 3;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const uint32_t distance = resolve_distance(types[i], type);
        if (!distance)
            return;
        if (distance <= most || strcasecmp(types[i], type) == 0) {
            near = types[i];
            most = distance <= most ? distance - 1 : 0;
        }
    }
    sema_span said;
    if (!lint_is_denied(s, lint_module_of(s, f->on), at, LINT_UNKNOWN_CRATE_TYPES, &said))
        return;
    sema_report r = form_wrong(f, at, "invalid `crate_type` value");
    if (near)
        sema_suggest_beside(&r, at, arena_format(s->memory, "\"%s\"", near), "did you mean");
    lint_note(s, &r, LINT_UNKNOWN_CRATE_TYPES, said);
}

static void form_check_text(form *f)
{
    sema *s = f->s;
    sema_span at;
    if (!f->is_value) {
        form_malformed(f, RUSTG_DIAG_ATTRIBUTE_MALFORMED, f->whole, NULL);
        return;
    }
    if (!form_text(f, f->attr->first + 1, f->attr->last, &at))
        return;
    if (f->row->is == FORM_LIMIT)
        form_check_limit(f, at);
    else if (f->row->is == FORM_SUBSYSTEM && !form_is_text(s, at, "\"console\"") && !form_is_text(s, at, "\"windows\""))
        form_malformed(f, RUSTG_DIAG_ATTRIBUTE_MALFORMED, at, "valid arguments are \"console\" or \"windows\"");
    else if (f->row->is == FORM_EXPORT_NAME && strstr(source_text(s, at), "\\0"))
        sema_error(s, RUSTG_DIAG_EXPORT_NAME_NULL, f->whole);
    else if (f->row->is == FORM_CRATE_NAME)
        form_check_crate_name(f, at);
    else if (f->row->is == FORM_CRATE_TYPE)
        form_check_crate_type(f, at);
}

static void form_check_inline(form *f)
{
    if (!f->is_list)
        return;
    sema *s = f->s;
    const def_attr *attr = f->attr;
    uint32_t at = attr->first + 1, first = at, last = at, next_first, next_last;
    const bool one = def_attr_entry(s, attr->file, &at, attr->last - 1, &first, &last) && first < last;
    if (!one || (def_attr_entry(s, attr->file, &at, attr->last - 1, &next_first, &next_last) && next_first < next_last))
        form_malformed(f, RUSTG_DIAG_ATTRIBUTE_SINGLE, f->args, "expected a single argument here");
    else if (last != first + 1 ||
             (!syntax_tok_is(s, attr->file, first, "always") && !syntax_tok_is(s, attr->file, first, "never")))
        form_malformed(f, RUSTG_DIAG_ATTRIBUTE_MALFORMED, def_toks_span(s, attr->file, first, last),
                       "valid arguments are `always` or `never`");
}

static void form_check_macro_use(form *f)
{
    sema *s = f->s;
    const def_attr *attr = f->attr;
    if (f->is_value)
        form_malformed(f, RUSTG_DIAG_ATTRIBUTE_MALFORMED, f->args, "expected a list or no arguments here");
    if (!f->is_list)
        return;
    uint32_t at = attr->first + 1, first, last;
    while (def_attr_entry(s, attr->file, &at, attr->last - 1, &first, &last))
        if (last > first + 1)
            form_malformed(f, RUSTG_DIAG_ATTRIBUTE_ARGUMENTS, def_toks_span(s, attr->file, first + 1, last),
                           "didn't expect any arguments here");
    if (f->target == FORM_ON_MOD || f->target == FORM_ON_CRATE)
        sema_error(s, RUSTG_DIAG_MACRO_USE_ARGUMENTS, f->whole);
}

/* What stands behind the `=` of a word in a list, and is no literal. */
static bool form_check_no_expression(form *f, uint32_t first, uint32_t last)
{
    sema *s = f->s;
    const uint32_t file = f->attr->file;
    if (first >= last || (last == first + 1 && TOKEN_IS_LITERAL(def_tok_kind(s, file, first))) ||
        syntax_tok_is(s, file, first, "true") || syntax_tok_is(s, file, first, "false") ||
        s->files.at[file]->origin == SEMA_FILE_EXPANDED)
        return true;
    uint32_t end = first;
    while (end < last && def_tok_kind(s, file, end) != RUSTG_TOK_BANG)
        end++;
    const bool is_call = end + 1 < last && def_tok_kind(s, file, end + 1) != RUSTG_TOK_EQ &&
                         TOKEN_IS_IDENT(def_tok_kind(s, file, first));
    const char *what = is_call ? "macro call" : "expression";
    sema_report r = form_wrong(
        f, def_toks_span(s, file, first, last),
        arena_format(s->memory, "expected a literal (`1u8`, `1.0f32`, `\"string\"`, etc.) here, found %s", what));
    sema_primary_label(&r, "%ss are not allowed here", what);
    return false;
}

static void form_check_deprecated(form *f)
{
    sema *s = f->s;
    const def_attr *attr = f->attr;
    sema_span text;
    uint32_t at = attr->first + 1, first, last;
    if (f->is_value)
        form_text(f, at, attr->last, &text);
    while (f->is_list && def_attr_entry(s, attr->file, &at, attr->last - 1, &first, &last)) {
        if (first >= last)
            continue;
        const sema_span whole = def_toks_span(s, attr->file, first, last);
        const bool since = syntax_tok_is(s, attr->file, first, "since"),
                   note = syntax_tok_is(s, attr->file, first, "note");
        if (TOKEN_IS_LITERAL(def_tok_kind(s, attr->file, first))) {
            form_malformed(f, RUSTG_DIAG_ATTRIBUTE_ARGUMENTS, whole, "didn't expect a literal here");
            return;
        }
        if (!since && !note) {
            if (!syntax_tok_is(s, attr->file, first, "suggestion"))
                form_malformed(f, RUSTG_DIAG_ATTRIBUTE_MALFORMED, whole, "valid arguments are `since` or `note`");
            return;
        }
        if (last == first + 1 || def_tok_kind(s, attr->file, first + 1) != RUSTG_TOK_EQ) {
            form_malformed(
                f, RUSTG_DIAG_ATTRIBUTE_MALFORMED, whole,
                arena_format(s->memory, "expected this to be of the form `%s = \"...\"`", since ? "since" : "note"));
            return;
        }
        if (!form_check_no_expression(f, first + 2, last) || !form_text(f, first + 2, last, &text))
            return;
    }
}

static void form_unstable(form *f, sema_span at, const char *message, uint32_t issue)
{
    sema_report r = sema_error(f->s, RUSTG_DIAG_ATTRIBUTE_UNSTABLE, at);
    sema_arg(&r, "%s", message);
    sema_note(&r, "see issue #%u <https://github.com/rust-lang/rust/issues/%u> for more information", issue, issue);
}

/* One name of `doc(alias)`. */
static void form_check_alias(form *f, uint32_t tok)
{
    sema *s = f->s;
    const sema_span at = syntax_tok_span(s, f->attr->file, tok);
    if (def_tok_kind(s, f->attr->file, tok) != RUSTG_TOK_STR) {
        if (def_tok_kind(s, f->attr->file, tok) != RUSTG_TOK_RAW_STR)
            form_malformed(f, RUSTG_DIAG_ATTRIBUTE_MALFORMED, at, "expected a string literal here");
        return;
    }
    const char *quoted = source_text(s, at), *text = arena_text(s->memory, quoted + 1, strlen(quoted) - 2);
    const size_t n = strlen(text);
    static const struct {
        const char *written, *shown;
    } refused[] = {{"\\\"", "'\"'"}, {"'", "'\\''"},   {"\\n", "'\\n'"},
                   {"\n", "'\\n'"},  {"\\t", "'\\t'"}, {"\t", "'\\t'"}};
    const char *name = syntax_is(f->on) ? sema_text(s, syntax_name(s, f->on)) : "";
    if (!n) {
        form_wrong(f, at, "`#[doc(alias = \"...\")]` attribute cannot have empty value");
        return;
    }
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        if (strstr(text, refused[i].written)) {
            form_wrong(
                f, at,
                arena_format(s->memory, "%s character isn't allowed in `#[doc(alias = \"...\")]`", refused[i].shown));
            return;
        }
    if (text[0] == ' ' || text[n - 1] == ' ')
        form_wrong(f, at, "`#[doc(alias = \"...\")]` cannot start or end with ' '");
    else if (strcmp(name, text) == 0)
        form_wrong(f, at, arena_format(s->memory, "`#[doc(alias = \"%s\"]` is the same as the item's name", text));
}

/* `alias = "name"` or `alias("name", "name")`, the tokens [first, last). */
static void form_check_aliases(form *f, uint32_t first, uint32_t last)
{
    sema *s = f->s;
    const uint32_t file = f->attr->file, behind = last > first + 1 ? def_tok_kind(s, file, first + 1) : RUSTG_TOK_EOF;
    if (behind == RUSTG_TOK_EOF) {
        form_wrong(f, syntax_tok_span(s, file, first),
                   "doc alias attribute expects a string `#[doc(alias = \"a\")]` or a list of strings "
                   "`#[doc(alias(\"a\", \"b\"))]`");
    } else if (behind == RUSTG_TOK_EQ && last == first + 3) {
        form_check_alias(f, first + 2);
    } else if (behind == RUSTG_TOK_L_PAREN) {
        uint32_t at = first + 2, entry, entry_last;
        while (def_attr_entry(s, file, &at, last - 1, &entry, &entry_last))
            if (entry_last == entry + 1)
                form_check_alias(f, entry);
    }
}

static void form_check_doc(form *f)
{
    sema *s = f->s;
    const def_attr *attr = f->attr;
    uint32_t at = attr->first + 1, first, last;
    while (f->is_list && def_attr_entry(s, attr->file, &at, attr->last - 1, &first, &last)) {
        if (first >= last)
            continue;
        if (syntax_tok_is(s, attr->file, first, "alias"))
            form_check_aliases(f, first, last);
        if (syntax_tok_is(s, attr->file, first, "rust_logo"))
            form_unstable(f, def_toks_span(s, attr->file, first, last),
                          "the `#[doc(rust_logo)]` attribute is used for Rust branding", 90418);
        for (size_t i = 0; i < sizeof unstable_docs / sizeof unstable_docs[0]; i++)
            if (syntax_tok_is(s, attr->file, first, unstable_docs[i].name))
                form_unstable(f, f->whole, unstable_docs[i].message, unstable_docs[i].issue);
    }
}

static void form_check_features(form *f)
{
    sema *s = f->s;
    const def_attr *attr = f->attr;
    uint32_t at = attr->first + 1, first, last;
    while (f->is_list && def_attr_entry(s, attr->file, &at, attr->last - 1, &first, &last)) {
        if (last != first + 3 || def_tok_kind(s, attr->file, first + 2) != RUSTG_TOK_STR)
            continue;
        const char *text = source_text(s, syntax_tok_span(s, attr->file, first + 2)) + 1;
        for (size_t n; *text; text += n + 1) {
            n = strcspn(text, ",\"");
            for (size_t i = 0; i < sizeof unstable_features / sizeof unstable_features[0]; i++) {
                const unstable_row *row = &unstable_features[i];
                if (strlen(row->name) == n && memcmp(row->name, text, n) == 0)
                    form_unstable(f, def_toks_span(s, attr->file, first, last),
                                  arena_format(s->memory, "the target feature `%s` is currently unstable", row->name),
                                  row->issue);
            }
            if (text[n] != ',')
                break;
        }
    }
}

/* `target_feature` on a method of a trait, which only an unsafe one may have. */
static void form_check_feature_target(form *f)
{
    sema *s = f->s;
    const bool in_trait = f->target == FORM_ON_METHOD_PROVIDED || f->target == FORM_ON_METHOD_OF_IMPL;
    if (!in_trait || syntax_is_unsafe(s, f->on))
        return;
    sema_report r = form_wrong(f, f->whole, "`#[target_feature(..)]` cannot be applied to safe trait method");
    sema_primary_label(&r, "cannot be applied to safe trait method");
    sema_label(&r, def_node_head(s, f->on), "not an `unsafe` function");
}

static void form_check_instruction_set(form *f)
{
    const uint32_t word = f->attr->first + 1;
    if (f->is_list && syntax_tok_is(f->s, f->attr->file, word, "arm"))
        form_wrong(f, f->whole, "target `nvptx64-nvidia-cuda` does not support `#[instruction_set(arm::*)]`");
}

static void form_check_visualizer(form *f)
{
    sema *s = f->s;
    const uint32_t file = f->attr->file, first = f->attr->first + 1;
    if (f->is_list && f->attr->last == first + 4 && def_tok_kind(s, file, first + 1) == RUSTG_TOK_EQ &&
        (syntax_tok_is(s, file, first, "natvis_file") || syntax_tok_is(s, file, first, "gdb_script_file")))
        return;
    form_malformed(f, RUSTG_DIAG_ATTRIBUTE_MALFORMED, f->has_args ? f->args : f->whole, NULL);
}

static void form_check_mangle(form *f)
{
    sema *s = f->s;
    for (const char *c = syntax_is(f->on) ? sema_text(s, syntax_name(s, f->on)) : ""; *c; c++)
        if ((uint8_t)*c >= 0x80) {
            sema_error(s, RUSTG_DIAG_NO_MANGLE_ASCII, def_node_head(s, f->on));
            return;
        }
}

static void form_check_used(form *f)
{
    const uint32_t word = f->attr->first + 1;
    if (!f->is_list || f->attr->last != word + 2)
        return;
    const char *text = source_text(f->s, syntax_tok_span(f->s, f->attr->file, word));
    if (strcmp(text, "linker") == 0 || strcmp(text, "compiler") == 0)
        form_unstable(f, f->whole, arena_format(f->s->memory, "`#[used(%s)]` is currently unstable", text), 93798);
}

/* What each word of a `repr` is for. */
static void form_check_repr(form *f)
{
    sema *s = f->s;
    const def_attr *attr = f->attr;
    if (!f->is_list) {
        form_malformed(f, RUSTG_DIAG_ATTRIBUTE_MALFORMED, f->has_args ? f->args : f->whole,
                       "expected this to be a list");
        return;
    }
    if (f->target == FORM_ON_PARAM)
        sema_error(f->s, RUSTG_DIAG_PARAM_ATTRIBUTE, f->whole);
    if (f->target == FORM_ON_UNKNOWN || f->target == FORM_ON_CRATE)
        return;
    def_attr of_item;
    bool is_first = def_find_attr(s, f->on, "repr", 0, &of_item) && of_item.path == attr->path;
    uint32_t at = attr->first + 1, first, last;
    for (; def_attr_entry(s, attr->file, &at, attr->last - 1, &first, &last); is_first = false) {
        if (first >= last)
            continue;
        const char *word = source_text(s, syntax_tok_span(s, attr->file, first));
        const sema_span whole = def_toks_span(s, attr->file, first, last);
        const char *wanted = NULL;
        uint64_t allowed = ON(STRUCT) | ON(ENUM) | ON(UNION);
        if (lint_is_repr_integer(word)) {
            allowed = ON(ENUM);
            wanted = "an enum";
        } else if (strcmp(word, "C") == 0 || strcmp(word, "Rust") == 0 || strcmp(word, "transparent") == 0) {
            wanted = "a struct, enum, or union";
        } else if (strcmp(word, "align") == 0) {
            if (!(allowed >> f->target & 1) && !def_repr_align(s, attr->file, first, last))
                continue;
            wanted = "a struct, enum, or union";
        } else if (strcmp(word, "packed") == 0) {
            allowed = ON(STRUCT) | ON(UNION);
            wanted = "a struct or union";
        }
        if (wanted && !(allowed >> f->target & 1)) {
            sema_report r = sema_error(s, RUSTG_DIAG_REPR_TARGET, whole);
            sema_arg(&r, "%s", wanted);
            sema_label(&r, sema_node_span(s, f->on), "not %s", wanted);
        } else if (f->target == FORM_ON_ENUM && wanted && is_first && *word != 'R' && *word != 'a' &&
                   !syntax_is(syntax_child_of(s, f->on, RUSTG_AST_Variant))) {
            sema_report r = sema_error(s, RUSTG_DIAG_REPR_NO_VARIANTS, whole);
            sema_label(&r, syntax_head_span(s, f->on), "zero-variant enum");
        }
    }
}

static void form_check_arguments(form *f)
{
    sema_span at;
    switch (f->row->is) {
    case FORM_ANY: return;
    case FORM_NO_MANGLE: form_check_mangle(f); /* fallthrough */
    case FORM_WORD:
        if (f->has_args)
            form_malformed(f, RUSTG_DIAG_ATTRIBUTE_ARGUMENTS, f->args, "didn't expect any arguments here");
        return;
    case FORM_EARLY_TEXT:
    case FORM_CRATE_NAME:
    case FORM_CRATE_TYPE:
    case FORM_EXPORT_NAME:
    case FORM_LIMIT:
    case FORM_SUBSYSTEM: form_check_text(f); return;
    case FORM_INLINE: form_check_inline(f); return;
    case FORM_MUST_USE:
        if (f->is_list)
            form_malformed(f, RUSTG_DIAG_ATTRIBUTE_MALFORMED, f->args, "didn't expect a list here");
        else if (f->is_value)
            form_text(f, f->attr->first + 1, f->attr->last, &at);
        return;
    case FORM_MACRO_USE: form_check_macro_use(f); return;
    case FORM_DEPRECATED: form_check_deprecated(f); return;
    case FORM_DOC: form_check_doc(f); return;
    case FORM_REPR: form_check_repr(f); return;
    case FORM_TARGET_FEATURE:
        form_check_features(f);
        form_check_feature_target(f);
        return;
    case FORM_INSTRUCTION_SET: form_check_instruction_set(f); return;
    case FORM_VISUALIZER: form_check_visualizer(f); return;
    case FORM_USED: form_check_used(f); return;
    }
}

/* What stands behind `=` is a literal, or a macro call that becomes one. */
static bool form_check_value(form *f)
{
    sema *s = f->s;
    const sema_node value =
        f->is_value ? syntax_child_in(s, f->attr->node, RUSTG_AST_CLASS_EXPR, 0) : (sema_node){0, 0};
    const uint8_t kind = syntax_kind(s, value);
    const bool is_early = f->row->is == FORM_EARLY_TEXT || f->row->is == FORM_LIMIT || f->row->is == FORM_CRATE_NAME ||
                          f->row->is == FORM_CRATE_TYPE;
    if (kind != RUSTG_AST_ExprPath && !(kind == RUSTG_AST_ExprMacCall && is_early))
        return true;
    sema_error(s, RUSTG_DIAG_ATTRIBUTE_VALUE, sema_node_span(s, value));
    return false;
}

/* The first item behind an inner attribute that was meant for it. */
static void form_say_outer(form *f, sema_report *r)
{
    sema *s = f->s;
    sema_node item = syntax_first_real(s, f->on);
    const char *what = form_outers[form_target_of(s, item)];
    if (!*what)
        return;
    sema_label(r, syntax_name_span(s, item), "the inner attribute doesn't annotate this %s", what);
    const char *text = source_text(s, f->whole);
    sema_suggest(r, f->whole, arena_format(s->memory, "#%s", text + 2), "perhaps you meant to use an outer attribute");
    sema_suggest_is(r, "MachineApplicable");
}

/* `derive` and `test`, which are macros. */
static void form_check_macro(form *f, const char *name, bool is_derive)
{
    sema *s = f->s;
    const uint8_t kind = syntax_kind(s, f->on);
    const sema_span word = def_toks_span(s, f->attr->file, f->attr->path, f->attr->path_end);
    switch (kind) {
    case RUSTG_AST_File: {
        sema_report r = sema_error(s, RUSTG_DIAG_ATTRIBUTE_OF_CRATE, f->whole);
        sema_arg(&r, "%s", name);
        form_say_outer(f, &r);
        return;
    }
    case RUSTG_AST_Variant:
    case RUSTG_AST_FieldDef:
    case RUSTG_AST_Param:
    case RUSTG_AST_Arm:
    case RUSTG_AST_FieldInit:
    case RUSTG_AST_FieldPat:
    case RUSTG_AST_GenericParamType:
    case RUSTG_AST_GenericParamLifetime:
    case RUSTG_AST_GenericParamConst: {
        sema_report r = sema_error(s, RUSTG_DIAG_ATTRIBUTE_IS_MACRO, word);
        sema_arg(&r, "%s", name);
        return;
    }
    default: break;
    }
    const form_target target = form_target_of(s, f->on);
    if (!is_derive && kind != RUSTG_AST_ItemFn) {
        sema_report r = form_wrong(f, f->whole, "the `#[test]` attribute may only be used on a free function");
        sema_primary_label(&r, "the `#[test]` macro causes a function to be run as a test and has no effect on "
                               "non-functions");
        return;
    }
    if (!is_derive || target == FORM_ON_UNKNOWN || (ON(STRUCT) | ON(ENUM) | ON(UNION)) >> target & 1)
        return;
    sema_report r = sema_error(s, RUSTG_DIAG_DERIVE_TARGET, f->whole);
    sema_label(&r, sema_node_span(s, f->on), "not a `struct`, `enum` or `union`");
}

void lint_check_form(sema *s, const def_attr *attr)
{
    if (attr->path_end != attr->path + 1)
        return;
    const char *name = sema_text(s, syntax_tok_name(s, attr->file, attr->path));
    form f = {.s = s, .attr = attr, .on = syntax_parent(s, attr->node), .whole = sema_node_span(s, attr->node)};
    if (strcmp(name, "derive") == 0 || strcmp(name, "test") == 0) {
        form_check_macro(&f, name, *name == 'd');
        return;
    }
    if (strcmp(name, "global_allocator") == 0) {
        const form_target target = form_target_of(s, f.on);
        if (target != FORM_ON_STATIC && target != FORM_ON_UNKNOWN)
            sema_error(s, RUSTG_DIAG_ALLOCATOR_NOT_STATIC, sema_node_span(s, f.on));
        return;
    }
    for (size_t i = 0; i < sizeof form_rows / sizeof form_rows[0] && !f.row; i++)
        if (form_rows[i].name[0] == name[0] && strcmp(form_rows[i].name, name) == 0)
            f.row = &form_rows[i];
    if (!f.row)
        return;
    f.target = form_target_of(s, f.on);
    f.has_args = attr->first < attr->last;
    if (f.has_args) {
        f.args = def_toks_span(s, attr->file, attr->first, attr->last);
        f.is_value = def_tok_kind(s, attr->file, attr->first) == RUSTG_TOK_EQ;
        f.is_list = !f.is_value;
    }
    if (form_check_target(&f) && form_check_value(&f))
        form_check_arguments(&f);
}
