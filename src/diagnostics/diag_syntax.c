/* diag_syntax.c: what syntax errors say: tokens expected and found, labels, suggestions.
 * source: rustc 1.95's rustc_parse, wording. */
#include "diagnostics/diag_view_build.h"

#include <string.h>

#include "diagnostics/diag_misspelled.h"
#include "lexer/lex_keyword.h"
#include "parser/diagnose/parse_delimiters.h"
#include "parser/grammar/parse_machine.h"

/* More names than the first are counted in a label; of the last few expected a keyword may have been misspelled. */
enum { MAX_NAMED_IN_LABEL = 6, N_LAST_EXPECTED = 10 };

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
    case T_INT:
    case T_FLOAT:
    case T_CHAR:
    case T_BYTE:
    case T_STR:
    case T_BYTE_STR:
    case T_C_STR:
    case T_RAW_STR:
    case T_RAW_BYTE_STR:
    case T_RAW_C_STR:
    case T_GUARDED_STR: return "literal";
    case T_DOC_COMMENT:
    case T_INNER_DOC: return "doc comment";
    default: return bit < PARSE_N_WANTS ? expected_rows[bit].text : "";
    }
}

/* "keyword" and the like, "" for tokens that need no such word. */
static const char *description(uint32_t kind)
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

void diag_found(diag_text *text, const rustg_diagnostic *diagnostic, const uint8_t *bytes, size_t n_bytes)
{
    const rustg_diagnostic *d = diagnostic;
    uint32_t start = d->start < d->end ? d->start : d->argument_start;
    uint32_t end = d->start < d->end ? d->end : d->argument_end;
    const char *word = description(d->argument);
    text_string(text, word);
    text_string(text, *word ? " `" : "`");
    if (d->argument == T_EOF) {
        text_string(text, "<eof>");
    } else if (d->argument >= T_L_PAREN && d->argument < PARSE_N_KINDS && *expected_rows[d->argument].text) {
        const char *spelling = expected_rows[d->argument].text;
        text_bytes(text, spelling + 1, strlen(spelling) - 2);
    } else if (end <= n_bytes && start < end) {
        text_source(text, bytes + start, end - start);
    }
    text_string(text, "`");
}

void diag_reserved(diag_text *text, const rustg_diagnostic *diagnostic)
{
    const char *word = description(diagnostic->argument);
    if (*word) {
        text_string(text, ", found ");
        text_string(text, word);
    }
}

void diag_item(diag_text *text, const rustg_diagnostic *diagnostic, const uint8_t *bytes, size_t n_bytes, bool article)
{
    static const struct {
        const char *word, *article, *name;
    } items[] = {
        {"use", "a ", "`use` import"},
        {"mod", "a ", "module"},
        {"fn", "a ", "function"},
        {"static", "a ", "static item"},
        {"const", "a ", "constant item"},
        {"type", "a ", "type alias"},
        {"extern", "an ", "extern block"},
        {"crate", "an ", "extern crate"},
        {"enum", "an ", "enum"},
        {"struct", "a ", "struct"},
        {"union", "a ", "union"},
        {"trait", "a ", "trait"},
        {"impl", "an ", "implementation"},
        {"macro", "a ", "macro definition"},
        {"macro_rules", "a ", "macro definition"},
        {"reuse", "a ", "delegated function"},
        {"!", "an ", "item macro invocation"},
    };
    size_t end = diagnostic->end < n_bytes ? diagnostic->end : n_bytes;
    for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
        size_t n = strlen(items[i].word);
        if (end < diagnostic->start + n || memcmp(bytes + end - n, items[i].word, n) != 0)
            continue;
        text_string(text, article ? items[i].article : "");
        text_string(text, items[i].name);
        return;
    }
    text_string(text, article ? "an item" : "item");
}

typedef struct name_list {
    const char *names[32 * RUSTG_EXPECTED_WORDS];
    size_t n;
} name_list;

/* In the order of their bytes, each once. */
static void collect_expected(name_list *list, const rustg_diagnostic *diagnostic)
{
    list->n = 0;
    for (uint32_t bit = 0; bit < 32 * RUSTG_EXPECTED_WORDS; bit++) {
        if (!(diagnostic->expected[bit / 32] >> (bit % 32) & 1))
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

static void put_names(diag_text *text, const name_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        if (i > 0)
            text_string(text, i + 1 < list->n ? ", " : list->n > 2 ? ", or " : " or ");
        text_string(text, list->names[i]);
    }
}

void diag_expected(diag_text *text, const rustg_diagnostic *diagnostic, const uint8_t *bytes, size_t n_bytes)
{
    name_list list;
    collect_expected(&list, diagnostic);
    if (list.n == 0) {
        text_string(text, "unexpected token: ");
    } else {
        text_string(text, list.n > 1 ? "expected one of " : "expected ");
        put_names(text, &list);
        text_string(text, ", found ");
    }
    diag_found(text, diagnostic, bytes, n_bytes);
}

static bool has_line_feed(const diag_view *view, uint32_t start, uint32_t end)
{
    return start < end && memchr(view->bytes + start, '\n', end - start) != NULL;
}

static size_t expected_label(diag_view *view, size_t n_names, const name_list *list)
{
    size_t text = view_begin_text(view);
    if (n_names == 0) {
        text_string(&view->strings, "unexpected token after this");
    } else {
        text_string(&view->strings, n_names > 1 ? "expected one of " : "expected ");
        if (n_names > MAX_NAMED_IN_LABEL) {
            text_number(&view->strings, n_names);
            text_string(&view->strings, " possible tokens");
        } else {
            put_names(&view->strings, list);
        }
    }
    return view_end_text(view, text);
}

static bool quote_is(const diag_view *view, const char *word)
{
    const rustg_diagnostic *d = view->diagnostic;
    size_t n = strlen(word);
    return d->argument_end - d->argument_start == n && memcmp(view->bytes + d->argument_start, word, n) == 0;
}

static bool is_word(uint32_t kind)
{
    return PARSE_IS_IDENT(kind) || PARSE_IS_RESERVED(kind);
}

/* A name before the token, and the token too: a keyword with a space in it. */
static bool suggest_joined(diag_view *view)
{
    const rustg_diagnostic *d = view->diagnostic;
    char word[16];
    size_t n_before = d->argument_end - d->argument_start, n = n_before + (d->end - d->start);
    if (!is_word(d->argument) || n_before == 0 || n >= sizeof word)
        return false;
    memcpy(word, view->bytes + d->argument_start, n_before);
    memcpy(word + n_before, view->bytes + d->start, n - n_before);
    word[n] = 0;
    if (!PARSE_IS_RESERVED(lex_keyword((const uint8_t *)word, (uint32_t)n, 2024)))
        return false;
    size_t text = view_begin_text(view);
    text_string(&view->strings, "consider removing the space to spell keyword `");
    text_string(&view->strings, word);
    text_string(&view->strings, "`");
    view_suggest_text(view, view_end_text(view, text), view_machine_applicable);
    view_add_patch(view, d->argument_start, d->end, view_add_text(view, word));
    return true;
}

static void suggest_quote(diag_view *view, size_t message, const char *text)
{
    const rustg_diagnostic *d = view->diagnostic;
    view_suggest_text(view, message, view_machine_applicable);
    view_add_patch(view, d->argument_start, d->argument_end, view_add_text(view, text));
    view_suggest_style(view, DIAG_SUGGEST_BESIDE_TOLD);
}

static bool is_used_keyword(uint32_t kind)
{
    return PARSE_IS_RESERVED(kind) && kind != T_UNDERSCORE && strcmp(description(kind), "keyword") == 0;
}

static bool suggest_like(diag_view *view, const char *const *words, size_t n_words, uint32_t start, uint32_t end)
{
    bool wrong_case;
    size_t i = misspelled_find(words, n_words, view->bytes + start, end - start, &wrong_case);
    if (i == n_words)
        return false;
    size_t text = view_begin_text(view);
    text_string(&view->strings, wrong_case ? "write keyword `" : "there is a keyword `");
    text_string(&view->strings, words[i]);
    text_string(&view->strings, wrong_case ? "` in lowercase" : "` with a similar name");
    view_suggest_text(view, view_end_text(view, text), view_machine_applicable);
    view_add_patch(view, start, end, view_add_text(view, words[i]));
    return true;
}

/* The token at hand may be one of the last keywords expected, or the word before it any keyword. */
static void suggest_misspelled(diag_view *view, const name_list *expected)
{
    static const char *const keywords[] = {
#define KW(name, spelling, edition) spelling,
#define TOK(name, spelling, class)
#include "rustg/token_kind.def"
    };
    const rustg_diagnostic *d = view->diagnostic;
    const char *words[N_LAST_EXPECTED], *used[sizeof keywords / sizeof *keywords];
    char texts[N_LAST_EXPECTED][16];
    size_t n_words = 0, n_used = 0;
    if (!is_word(d->argument))
        return;
    for (size_t i = expected->n > N_LAST_EXPECTED ? expected->n - N_LAST_EXPECTED : 0; i < expected->n; i++) {
        size_t n = strlen(expected->names[i]);
        if (expected->names[i][0] != '`' || n < 3 || n > sizeof texts[0] || expected->names[i][1] < '_')
            continue;
        if (expected->names[i][1] > 'z')
            continue;
        memcpy(texts[n_words], expected->names[i] + 1, n - 2);
        texts[n_words][n - 2] = 0;
        words[n_words] = texts[n_words];
        n_words++;
    }
    if (n_words > 0 && !is_used_keyword(d->argument) && suggest_like(view, words, n_words, d->start, d->end))
        return;
    uint32_t n = d->argument_end - d->argument_start;
    const uint8_t *before = view->bytes + d->argument_start;
    uint32_t kind = n > 0 ? lex_keyword(before, n, 2018) : T_NONE;
    if (n == 0 || is_used_keyword(kind) || !(before[0] == '_' || (uint8_t)((before[0] | 0x20) - 'a') < 26))
        return;
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (is_used_keyword(lex_keyword((const uint8_t *)keywords[i], (uint32_t)strlen(keywords[i]), 2018)))
            used[n_used++] = keywords[i];
    (void)suggest_like(view, used, n_used, d->argument_start, d->argument_end);
}

static bool wants(const rustg_diagnostic *d, uint32_t what)
{
    return d->expected[what / 32] >> (what % 32) & 1;
}

static bool can_begin_item(uint32_t kind)
{
    switch (kind) {
    case T_KW_FN:
    case T_KW_USE:
    case T_KW_STRUCT:
    case T_KW_ENUM:
    case T_KW_PUB:
    case T_KW_TRAIT:
    case T_KW_EXTERN:
    case T_KW_IMPL:
    case T_KW_UNSAFE:
    case T_KW_CONST:
    case T_WEAK_SAFE:
    case T_KW_STATIC:
    case T_WEAK_UNION:
    case T_KW_MACRO:
    case T_KW_MOD:
    case T_KW_TYPE: return true;
    default: return false;
    }
}

/* `def f()`, `pu b`, `=>` for `>=`: what was probably meant. rustc may suggest several; the first is kept. */
static void suggest_for_unexpected(diag_view *view)
{
    static const char *const fn_words[] = {"def", "fun", "func", "function"};
    const rustg_diagnostic *d = view->diagnostic;
    if (d->argument == T_FAT_ARROW && (wants(d, W_OPERATOR) || wants(d, T_LE)) && !wants(d, T_FAT_ARROW) &&
        !wants(d, T_COMMA)) {
        view_suggest(view, "you might have meant to write a \"greater than or equal to\" comparison",
                     view_maybe_incorrect);
        view_add_patch(view, d->start, d->end, view_add_text(view, ">="));
        return;
    }
    for (size_t i = 0; i < sizeof fn_words / sizeof *fn_words; i++) {
        if (quote_is(view, fn_words[i])) {
            size_t text = view_begin_text(view);
            text_string(&view->strings, "write `fn` instead of `");
            text_string(&view->strings, fn_words[i]);
            text_string(&view->strings, "` to declare a function");
            suggest_quote(view, view_end_text(view, text), "fn");
            return;
        }
    }
    if (suggest_joined(view))
        return;
    if (quote_is(view, "public") && (can_begin_item(d->argument) || d->argument == T_L_PAREN)) {
        suggest_quote(view, view_add_text(view, "write `pub` instead of `public` to make the item public"), "pub");
        view_suggest_style(view, DIAG_SUGGEST_APART); /* rustc keeps only short ones beside the source */
    } else if ((d->argument == T_DOC_COMMENT || d->argument == T_INNER_DOC) && !wants(d, T_COMMA)) {
        bool is_block = view->bytes[d->start + 1] == '*';
        view_suggest(view,
                     d->argument == T_INNER_DOC ? "add a space before `!` to write a regular comment"
                     : is_block                 ? "add a space before the last `*` to write a regular comment"
                                                : "add a space before the last `/` to write a regular comment",
                     view_maybe_incorrect);
        view_add_patch(view, d->start + 2, d->start + 2, view_add_text(view, " "));
    }
}

/* Whether what follows a reserved word shows that a name was meant. */
static bool follows_name(const diag_view *view, uint32_t at)
{
    while (at < view->n_bytes && (view->bytes[at] == ' ' || (uint8_t)(view->bytes[at] - '\t') < 5))
        at++;
    if (at >= view->n_bytes || !strchr("=:,;{(})", view->bytes[at]))
        return false;
    return view->bytes[at] != '=' || at + 1 >= view->n_bytes || !strchr("=>", view->bytes[at + 1]);
}

static void view_expected_ident(diag_view *view)
{
    const rustg_diagnostic *d = view->diagnostic;
    uint32_t kind = d->argument;
    bool can_be_raw = PARSE_IS_RESERVED(kind) && kind != T_UNDERSCORE && kind != T_KW_SELF && kind != T_KW_SELF_TYPE &&
                      kind != T_KW_SUPER && kind != T_KW_CRATE;
    if (can_be_raw && follows_name(view, d->end)) {
        size_t text = view_begin_text(view);
        text_string(&view->strings, "escape `");
        text_source(&view->strings, view->bytes + d->start, d->end - d->start);
        text_string(&view->strings, "` to use it as an identifier");
        view_suggest_text(view, view_end_text(view, text), view_maybe_incorrect);
        view_add_patch(view, d->start, d->start, view_add_text(view, "r#"));
    }
}

static void view_expected_item(diag_view *view)
{
    const rustg_diagnostic *d = view->diagnostic;
    bool is_let = d->argument == T_KW_LET;
    uint32_t next = d->end;
    view_add_mark(view, d->start, d->end,
                  view_add_text(view, is_let ? "`let` cannot be used for global variables" : "expected item"));
    while (next < view->n_bytes && (view->bytes[next] == ' ' || view->bytes[next] == '\t'))
        next++;
    uint8_t first = next < view->n_bytes ? view->bytes[next] : 0;
    if (is_let && next + 4 <= view->n_bytes && memcmp(view->bytes + next, "mut ", 4) == 0) {
        view_add_child(view, DIAG_LEVEL_HELP, "consider using `static` and a `Mutex` instead of `let mut`");
    } else if (is_let && (first == '_' || (uint8_t)((first | 0x20) - 'a') < 26)) {
        view_suggest(view, "consider using `static` or `const` instead of `let`", view_maybe_incorrect);
        view_add_patch(view, d->start, d->end, view_add_text(view, "static"));
        view_suggest_style(view, DIAG_SUGGEST_BESIDE_TOLD);
    } else if (is_let) {
        view_add_child(view, DIAG_LEVEL_HELP, "consider using `static` or `const` instead of `let`");
    }
    view_add_child(view, DIAG_LEVEL_NOTE,
                   "for a full list of items that can appear in modules, see "
                   "<https://doc.rust-lang.org/reference/items.html>");
}

static void view_unexpected(diag_view *view)
{
    const rustg_diagnostic *d = view->diagnostic;
    name_list list;
    uint32_t from = d->argument_end;
    collect_expected(&list, d);
    size_t label = expected_label(view, list.n, &list);
    if (list.n == 0 || d->argument == T_EOF)
        from = d->argument_start;
    if (d->argument == T_EOF || d->argument_end == 0 || !has_line_feed(view, from, d->end)) {
        view_add_mark(view, d->start, d->end, label);
    } else {
        view_add_mark(view, list.n == 0 ? d->argument_start : d->argument_end, d->argument_end, label);
        view_add_mark(view, d->start, d->end, view_add_text(view, "unexpected token"));
    }
    suggest_for_unexpected(view);
    if (view->n_patches == 0)
        suggest_misspelled(view, &list);
}

static void view_missing_semi(diag_view *view)
{
    const rustg_diagnostic *d = view->diagnostic;
    bool is_typo = d->end > d->start;
    if (!is_typo)
        view_add_mark(view, d->argument_start, d->argument_end, view_add_text(view, "unexpected token"));
    view_suggest(view, is_typo ? "change this to `;`" : "add `;` here", view_machine_applicable);
    view_add_patch(view, d->start, d->end, view_add_text(view, ";"));
    view_suggest_style(view, DIAG_SUGGEST_BESIDE_TOLD);
}

static void view_replace(diag_view *view, const char *message, const char *text, const char *applicability)
{
    const rustg_diagnostic *d = view->diagnostic;
    view_suggest(view, message, applicability);
    view_add_patch(view, d->start, d->end, view_add_text(view, text));
}

static void view_mismatched(diag_view *view)
{
    const rustg_diagnostic *d = view->diagnostic;
    view_add_mark(view, d->argument_start, d->argument_end, view_add_text(view, "mismatched closing delimiter"));
    view_mark_is_primary(view);
    if (d->argument)
        view_add_mark(view, d->argument - 1, d->argument,
                      view_add_text(view, "closing delimiter possibly meant for this"));
    view_add_mark(view, d->start, d->end, view_add_text(view, "unclosed delimiter"));
}

static size_t delimiter_text(diag_view *view, const parse_delimiter_label *label)
{
    static const char *const texts[] = {
        [PARSE_UNCLOSED] = "unclosed delimiter",
        [PARSE_NEAREST_OPEN] = "the nearest open delimiter",
        [PARSE_MISSING_PAREN] = "missing open `(` for this delimiter",
        [PARSE_MISSING_BRACKET] = "missing open `[` for this delimiter",
        [PARSE_DOUBTFUL_OPEN] = "this delimiter might not be properly closed...",
        [PARSE_DOUBTFUL_CLOSE] = "...as it matches this but it has different indentation",
        [PARSE_EMPTY_BLOCK] = "block is empty, you might have not meant to close it",
        [PARSE_LAST_OPEN] = "this opening brace...",
        [PARSE_LAST_CLOSE] = "...matches this closing brace",
    };
    if (label->text != PARSE_MORE_UNCLOSED)
        return view_add_text(view, texts[label->text]);
    size_t text = view_begin_text(view);
    text_string(&view->strings, "another ");
    text_number(&view->strings, label->number);
    text_string(&view->strings, " unclosed delimiters begin from here");
    return view_end_text(view, text);
}

static void view_delimiters(diag_view *view)
{
    const rustg_diagnostic *d = view->diagnostic;
    parse_delimiter_label labels[PARSE_MAX_DELIMITER_LABELS];
    size_t n = parse_delimiter_labels(view->bytes, (uint32_t)view->n_bytes, d->argument, labels);
    for (size_t i = 0; i < n; i++)
        view_add_mark(view, labels[i].start, labels[i].end, delimiter_text(view, &labels[i]));
    if (d->kind == RUSTG_DIAG_UNEXPECTED_CLOSE)
        view_add_mark(view, d->start, d->end, view_add_text(view, "unexpected closing delimiter"));
}

static void view_extra_hashes(diag_view *view)
{
    const rustg_diagnostic *d = view->diagnostic;
    uint32_t n_hashes = 0;
    while (n_hashes < d->argument_end && view->bytes[d->argument_end - 1 - n_hashes] == '#')
        n_hashes++;
    view_suggest(view, d->end - d->start == 1 ? "remove the extra `#`" : "remove the extra `#`s",
                 view_machine_applicable);
    view_add_patch(view, d->start, d->end, 0);
    view_suggest_style(view, DIAG_SUGGEST_BESIDE_TOLD);
    size_t text = view_begin_text(view);
    text_string(&view->strings, "this raw string started with ");
    text_number(&view->strings, n_hashes);
    text_string(&view->strings, n_hashes == 1 ? " `#`" : " `#`s");
    view_add_mark(view, d->argument_start, d->argument_end, view_end_text(view, text));
}

/* A line of n times the character c, from a byte on that begins a line; n_bytes where none is. */
static uint32_t marker_line(const diag_view *view, uint32_t from, char c, uint32_t n)
{
    const uint8_t *bytes = view->bytes;
    uint32_t pos = from;
    while (pos + n <= view->n_bytes) {
        uint32_t i = 0;
        while (i < n && bytes[pos + i] == (uint8_t)c)
            i++;
        if (i == n)
            return pos;
        const uint8_t *feed = memchr(bytes + pos, '\n', view->n_bytes - pos);
        if (!feed)
            break;
        pos = (uint32_t)(feed - bytes) + 1;
    }
    return (uint32_t)view->n_bytes;
}

static void view_marker(diag_view *view)
{
    const rustg_diagnostic *d = view->diagnostic;
    uint32_t n = d->argument, none = (uint32_t)view->n_bytes;
    uint32_t end = marker_line(view, d->start, '>', n), base = marker_line(view, d->start, '|', n);
    uint32_t middle = marker_line(view, d->start, '=', n);
    bool has_base = base < end;
    if (has_base)
        view_add_mark(view, base, base + n,
                      view_add_text(view, "between this marker and `=======` is the base code (what the two refs "
                                          "diverged from)"));
    view_add_mark(view, d->start, d->end,
                  view_add_text(view, has_base ? "between this marker and `|||||||` is the code that you are merging "
                                                 "into"
                                               : "between this marker and `=======` is the code that you are merging "
                                                 "into"));
    if (middle < end)
        view_add_mark(view, middle, middle + n,
                      view_add_text(view, "between this marker and `>>>>>>>` is the incoming code"));
    if (end < none) {
        view_add_mark(view, end, end + n, view_add_text(view, "this marker concludes the conflict region"));
        view_mark_is_primary(view);
    }
    view_add_child(view, DIAG_LEVEL_NOTE,
                   "for an explanation on these markers from the `git` documentation, visit "
                   "<https://git-scm.com/book/en/v2/Git-Tools-Advanced-Merging#_checking_out_conflicts>");
}

void view_of_syntax(diag_view *view)
{
    switch (view->diagnostic->kind) {
    case RUSTG_DIAG_UNEXPECTED_TOKEN: view_unexpected(view); break;
    case RUSTG_DIAG_EXPECTED_IDENT: view_expected_ident(view); break;
    case RUSTG_DIAG_EXPECTED_ITEM: view_expected_item(view); break;
    case RUSTG_DIAG_EXPECTED_SEMI: view_missing_semi(view); break;
    case RUSTG_DIAG_MISMATCHED_CLOSE: view_mismatched(view); break;
    case RUSTG_DIAG_UNEXPECTED_CLOSE:
    case RUSTG_DIAG_UNCLOSED_DELIMITER: view_delimiters(view); break;
    case RUSTG_DIAG_DIFF_MARKER: view_marker(view); break;
    case RUSTG_DIAG_RAW_STR_EXTRA_HASHES: view_extra_hashes(view); break;
    case RUSTG_DIAG_UNEXPECTED_EQ_EQ: view_replace(view, "try using `=` instead", "=", view_machine_applicable); break;
    case RUSTG_DIAG_COLON_AS_SEMI: view_replace(view, "use a semicolon instead", ";", view_machine_applicable); break;
    default: break;
    }
}
