/* parse_expected.c: see parse_expected.h.
 * source: rustc 1.95's rustc_parse, wording. */
#include "parser/diagnose/parse_expected.h"

#include <string.h>

typedef struct expected_row {
    const char *text;
} expected_row;

static const expected_row expected_rows[PARSE_N_WANTS] = {
#define TOK(name, spelling, class) {spelling[0] ? "`" spelling "`" : ""},
#include "rustg/token_kind.def"
    {""},
#define GLUED(name, spelling, first, second, third) {"`" spelling "`"},
#include "parser/grammar/parse_glued.def"
    {"identifier"}, {"lifetime"},    {"path"},
    {"type"},       {"expression"},  {"pattern"},
    {"literal"},    {"an operator"}, {"a const expression"},
    {"item"},       {"statement"},
};

const char *rustg_diagnostic_expected(uint32_t bit)
{
    switch (bit) {
    case T_EOF: return "<eof>";
    case T_IDENT: return "identifier";
    case T_LIFETIME: return "lifetime";
    case T_DOC_COMMENT:
    case T_INNER_DOC: return "doc comment";
    default: return PARSE_IS_LITERAL(bit) ? "literal" : bit < PARSE_N_WANTS ? expected_rows[bit].text : "";
    }
}

const char *expected_word(uint32_t kind)
{
    switch (kind) {
    case T_UNDERSCORE: return "reserved identifier";
    case T_KW_ABSTRACT:
    case T_KW_BECOME:
    case T_KW_BOX:
    case T_KW_DO:
    case T_KW_FINAL:
    case T_KW_MACRO:
    case T_KW_OVERRIDE:
    case T_KW_PRIV:
    case T_KW_TYPEOF:
    case T_KW_UNSIZED:
    case T_KW_VIRTUAL:
    case T_KW_YIELD:
    case T_KW_GEN:
    case T_KW_TRY: return "reserved keyword";
    case T_DOC_COMMENT:
    case T_INNER_DOC: return "doc comment";
    default: return PARSE_IS_RESERVED(kind) ? "keyword" : "";
    }
}

const char *expected_found(parse_report *report)
{
    diag_list *list = report->list;
    if (list->failed)
        return NULL;
    const rustg_diagnostic *row = &list->data[list->n - 1];
    uint32_t start = row->start < row->end ? row->start : row->argument_start;
    uint32_t end = row->start < row->end ? row->end : row->argument_end;
    const char *word = expected_word(row->argument);
    diag_text *text = diag_begin(list);
    text_string(text, word);
    text_string(text, *word ? " `" : "`");
    if (row->argument == T_EOF) {
        text_string(text, "<eof>");
    } else if (row->argument >= T_L_PAREN && row->argument < PARSE_N_KINDS && *expected_rows[row->argument].text) {
        const char *spelling = expected_rows[row->argument].text;
        text_bytes(text, spelling + 1, strlen(spelling) - 2);
    } else {
        text_source(text, report->in->source + start, end - start < DIAG_MAX_TEXT ? end - start : DIAG_MAX_TEXT);
    }
    text_string(text, "`");
    return diag_keep(list);
}

typedef struct item_row {
    const char *word, *name, *with_article;
} item_row;

static const item_row *parse_find_item(const parse_report *report)
{
    static const item_row items[] = {
        {"use", "`use` import", "a `use` import"},
        {"mod", "module", "a module"},
        {"fn", "function", "a function"},
        {"static", "static item", "a static item"},
        {"const", "constant item", "a constant item"},
        {"type", "type alias", "a type alias"},
        {"extern", "extern block", "an extern block"},
        {"crate", "extern crate", "an extern crate"},
        {"enum", "enum", "an enum"},
        {"struct", "struct", "a struct"},
        {"union", "union", "a union"},
        {"trait", "trait", "a trait"},
        {"impl", "implementation", "an implementation"},
        {"macro", "macro definition", "a macro definition"},
        {"macro_rules", "macro definition", "a macro definition"},
        {"reuse", "delegated function", "a delegated function"},
        {"!", "item macro invocation", "an item macro invocation"},
        {"", "item", "an item"},
    };
    const rustg_diagnostic *row = &report->list->data[report->list->n - 1];
    const item_row *item = items;
    for (;; item++) {
        size_t n = strlen(item->word);
        if (n == 0 || (row->end >= row->start + n && memcmp(report->in->source + row->end - n, item->word, n) == 0))
            return item;
    }
}

const char *expected_item(const parse_report *report)
{
    return report->list->failed ? NULL : parse_find_item(report)->name;
}

const char *expected_an_item(const parse_report *report)
{
    return report->list->failed ? NULL : parse_find_item(report)->with_article;
}

void expected_collect(expected_names *list, const uint32_t expected[RUSTG_EXPECTED_WORDS])
{
    list->n = 0;
    for (uint32_t bit = 0; bit < 32 * RUSTG_EXPECTED_WORDS; bit++) {
        if (!(expected[bit / 32] >> (bit % 32) & 1))
            continue;
        const char *name = rustg_diagnostic_expected(bit);
        size_t i = list->n;
        while (i > 0 && strcmp(list->names[i - 1], name) > 0)
            i--;
        if (i > 0 && strcmp(list->names[i - 1], name) == 0)
            continue;
        memmove(&list->names[i + 1], &list->names[i], (list->n - i) * sizeof *list->names);
        list->names[i] = name;
        list->n++;
    }
}

void expected_put(diag_text *text, const expected_names *list)
{
    for (size_t i = 0; i < list->n; i++) {
        if (i > 0)
            text_string(text, i + 1 < list->n ? ", " : list->n > 2 ? ", or " : " or ");
        text_string(text, list->names[i]);
    }
}
