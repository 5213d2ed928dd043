/* parse_explain.c: see parse_explain.h.
 * source: rustc 1.95's rustc_parse, wording. */
#include "parser/diagnose/parse_explain.h"

#include <string.h>

#include "lexer/lex_keyword.h"
#include "parser/diagnose/parse_expected.h"
#include "parser/diagnose/parse_misspelled.h"

/* More names than the first are counted in a label; of the last few expected a keyword may have been misspelled. */
enum { MAX_NAMED_IN_LABEL = 6, N_LAST_EXPECTED = 10 };

static rustg_diagnostic parse_explain_last_row(const parse_report *report)
{
    return report->list->data[report->list->n - 1];
}

static const uint8_t *parse_source(const parse_report *report)
{
    return report->in->source;
}

static bool parse_explain_has_line_feed(const parse_report *report, uint32_t start, uint32_t end)
{
    return start < end && memchr(parse_source(report) + start, '\n', end - start) != NULL;
}

static const char *parse_unexpected_message(parse_report *report, const expected_names *names)
{
    const char *found = expected_found(report);
    diag_text *text = diag_begin(report->list);
    if (!found)
        return NULL;
    if (names->n == 0) {
        text_string(text, "unexpected token: ");
    } else {
        text_string(text, names->n > 1 ? "expected one of " : "expected ");
        expected_put(text, names);
        text_string(text, ", found ");
    }
    text_string(text, found);
    return diag_keep(report->list);
}

static const char *parse_unexpected_label(diag_list *list, const expected_names *names)
{
    if (names->n == 0)
        return "unexpected token after this";
    if (names->n > MAX_NAMED_IN_LABEL)
        return diag_format(list, "expected one of %zu possible tokens", names->n);
    diag_text *text = diag_begin(list);
    text_string(text, names->n > 1 ? "expected one of " : "expected ");
    expected_put(text, names);
    return diag_keep(list);
}

static bool parse_quote_is(const parse_report *report, const rustg_diagnostic *row, const char *word)
{
    size_t n = strlen(word);
    return row->argument_end - row->argument_start == n &&
           memcmp(parse_source(report) + row->argument_start, word, n) == 0;
}

/* Explains a name before the token, which together with the token is a keyword with a space in it. */
static bool parse_suggest_joined(parse_report *report, const rustg_diagnostic *row)
{
    char word[16];
    size_t n_before = row->argument_end - row->argument_start, n = n_before + (row->end - row->start);
    if (!PARSE_IS_WORD(row->argument) || n_before == 0 || n >= sizeof word)
        return false;
    memcpy(word, parse_source(report) + row->argument_start, n_before);
    memcpy(word + n_before, parse_source(report) + row->start, n - n_before);
    word[n] = 0;
    if (!PARSE_IS_RESERVED(lex_keyword((const uint8_t *)word, (uint32_t)n, 2024)))
        return false;
    diag_suggest(report->list, RUSTG_PART_SUGGESTION,
                 diag_format(report->list, "consider removing the space to spell keyword `%s`", word),
                 row->argument_start, row->end, diag_keep_string(report->list, word));
    diag_suggest_surely(report->list);
    return true;
}

static void parse_suggest_quote(diag_list *list, const rustg_diagnostic *row, rustg_part_kind kind, const char *message,
                                const char *text)
{
    diag_suggest(list, kind, message, row->argument_start, row->argument_end, text);
    diag_suggest_surely(list);
}

static bool parse_is_used_keyword(uint32_t kind)
{
    return PARSE_IS_RESERVED(kind) && kind != T_UNDERSCORE && strcmp(expected_word(kind), "keyword") == 0;
}

static bool parse_suggest_like(parse_report *report, const char *const *words, size_t n_words, uint32_t start,
                               uint32_t end)
{
    diag_list *list = report->list;
    bool wrong_case;
    size_t i = misspelled_find(words, n_words, parse_source(report) + start, end - start, &wrong_case);
    if (i == n_words)
        return false;
    const char *message = diag_format(
        list, wrong_case ? "write keyword `%s` in lowercase" : "there is a keyword `%s` with a similar name", words[i]);
    diag_suggest(list, RUSTG_PART_SUGGESTION, message, start, end, diag_keep_string(list, words[i]));
    diag_suggest_surely(list);
    return true;
}

/* The token at hand may be one of the last keywords expected, or the word before it any keyword. */
static void parse_suggest_misspelled(parse_report *report, const rustg_diagnostic *row, const expected_names *expected)
{
    static const char *const keywords[] = {
#define KW(name, spelling, edition) spelling,
#define TOK(name, spelling, class)
#include "rustg/token_kind.def"
    };
    const char *words[N_LAST_EXPECTED], *used[sizeof keywords / sizeof *keywords];
    char texts[N_LAST_EXPECTED][16];
    size_t n_words = 0, n_used = 0;
    if (!PARSE_IS_WORD(row->argument))
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
    if (n_words > 0 && !parse_is_used_keyword(row->argument) &&
        parse_suggest_like(report, words, n_words, row->start, row->end))
        return;
    uint32_t n = row->argument_end - row->argument_start;
    const uint8_t *before = parse_source(report) + row->argument_start;
    uint32_t kind = n > 0 ? lex_keyword(before, n, 2018) : T_NONE;
    if (n == 0 || parse_is_used_keyword(kind) || !(before[0] == '_' || (uint8_t)((before[0] | 0x20) - 'a') < 26))
        return;
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (parse_is_used_keyword(lex_keyword((const uint8_t *)keywords[i], (uint32_t)strlen(keywords[i]), 2018)))
            used[n_used++] = keywords[i];
    (void)parse_suggest_like(report, used, n_used, row->argument_start, row->argument_end);
}

/* Whether a comma or the parenthesis of a list follows. */
static bool parse_is_last_of_param(const parse_report *report, uint32_t at)
{
    const uint8_t *bytes = parse_source(report);
    while (at < report->n_bytes && bytes[at] == ' ')
        at++;
    return at < report->n_bytes && (bytes[at] == ',' || bytes[at] == ')');
}

/* Suggests what was probably meant by `def f()`, `pu b`, or `=>` for `>=`. rustc may suggest several; the first is
 * kept. */
static bool parse_suggest_for_unexpected(parse_report *report, const rustg_diagnostic *row)
{
    static const char *const fn_words[] = {"def", "fun", "func", "function"};
    diag_list *list = report->list;
    if (row->argument == T_FAT_ARROW && (report_wants(report, W_OPERATOR) || report_wants(report, T_LE)) &&
        !report_wants(report, T_FAT_ARROW) && !report_wants(report, T_COMMA)) {
        diag_suggest(list, RUSTG_PART_SUGGESTION,
                     "you might have meant to write a \"greater than or equal to\" comparison", row->start, row->end,
                     ">=");
        return true;
    }
    for (size_t i = 0; i < sizeof fn_words / sizeof *fn_words; i++) {
        if (parse_quote_is(report, row, fn_words[i])) {
            parse_suggest_quote(list, row, RUSTG_PART_SUGGESTION_MARKED,
                                diag_format(list, "write `fn` instead of `%s` to declare a function", fn_words[i]),
                                "fn");
            return true;
        }
    }
    if (parse_suggest_joined(report, row))
        return true;
    if (PARSE_IS_IDENT(row->argument) && report_wants(report, T_COLON) && report_wants(report, T_AT) &&
        !report_wants(report, T_EQ) && parse_is_last_of_param(report, row->end)) {
        diag_suggest(list, RUSTG_PART_SUGGESTION_BESIDE, "declare the type after the parameter binding",
                     row->argument_start, row->end, "<identifier>: <type>");
        diag_part(list, RUSTG_PART_APPLICABILITY, "HasPlaceholders");
        return true;
    }
    if (parse_quote_is(report, row, "public") && (report_begins_item(row->argument) || row->argument == T_L_PAREN)) {
        /* This suggestion is too long to stand beside the source, as rustc decides it. */
        parse_suggest_quote(list, row, RUSTG_PART_SUGGESTION, "write `pub` instead of `public` to make the item public",
                            "pub");
        return true;
    }
    if ((row->argument == T_DOC_COMMENT || row->argument == T_INNER_DOC) && !report_wants(report, T_COMMA)) {
        bool is_block = parse_source(report)[row->start + 1] == '*';
        diag_suggest(list, RUSTG_PART_SUGGESTION,
                     row->argument == T_INNER_DOC ? "add a space before `!` to write a regular comment"
                     : is_block                   ? "add a space before the last `*` to write a regular comment"
                                                  : "add a space before the last `/` to write a regular comment",
                     row->start + 2, row->start + 2, " ");
        return true;
    }
    return false;
}

void explain_unexpected(parse_report *report)
{
    diag_list *list = report->list;
    expected_names names;
    if (list->failed)
        return;
    const rustg_diagnostic row = parse_explain_last_row(report);
    expected_collect(&names, report->expected);
    diag_part(list, RUSTG_PART_TEXT, parse_unexpected_message(report, &names));
    const char *label = parse_unexpected_label(list, &names);
    uint32_t from = names.n == 0 || row.argument == T_EOF ? row.argument_start : row.argument_end;
    if (row.argument == T_EOF || row.argument_end == 0 || !parse_explain_has_line_feed(report, from, row.end)) {
        diag_part_at(list, RUSTG_PART_LABEL, row.start, row.end, label);
    } else {
        diag_part_at(list, RUSTG_PART_LABEL, names.n == 0 ? row.argument_start : row.argument_end, row.argument_end,
                     label);
        diag_part_at(list, RUSTG_PART_LABEL, row.start, row.end, "unexpected token");
    }
    if (!parse_suggest_for_unexpected(report, &row))
        parse_suggest_misspelled(report, &row, &names);
}

/* Whether what follows a reserved word shows that a name was meant. */
static bool parse_name_follows(const parse_report *report, uint32_t at)
{
    const uint8_t *bytes = parse_source(report);
    uint32_t n_bytes = report->n_bytes;
    while (at < n_bytes && (bytes[at] == ' ' || (uint8_t)(bytes[at] - '\t') < 5))
        at++;
    if (at >= n_bytes || !bytes[at] || !strchr("=:,;{(})", bytes[at]))
        return false;
    return bytes[at] != '=' || at + 1 >= n_bytes || !bytes[at + 1] || !strchr("=>", bytes[at + 1]);
}

void explain_ident(parse_report *report)
{
    diag_list *list = report->list;
    if (list->failed)
        return;
    const rustg_diagnostic row = parse_explain_last_row(report);
    uint32_t kind = row.argument;
    const char *word = expected_word(kind);
    bool can_be_raw = PARSE_IS_RESERVED(kind) && kind != T_UNDERSCORE && kind != T_KW_SELF && kind != T_KW_SELF_TYPE &&
                      kind != T_KW_SUPER && kind != T_KW_CRATE;
    diag_part(list, RUSTG_PART_TEXT, *word ? diag_format(list, ", found %s", word) : "");
    uint32_t next = report->failed_tok < report->in->eof_tok ? report->in->kinds[report->failed_tok + 1] : T_EOF;
    if (kind == T_COMMA && PARSE_IS_WORD(next)) {
        diag_suggest(list, RUSTG_PART_SUGGESTION, "remove this comma", row.start, row.end, "");
        diag_suggest_surely(list);
    }
    if (can_be_raw && parse_name_follows(report, row.end)) {
        diag_text *text = diag_begin(list);
        text_string(text, "escape `");
        text_source(text, parse_source(report) + row.start, row.end - row.start);
        text_string(text, "` to use it as an identifier");
        diag_suggest(list, RUSTG_PART_SUGGESTION, diag_keep(list), row.start, row.start, "r#");
    }
}

void explain_item(parse_report *report)
{
    diag_list *list = report->list;
    const uint8_t *bytes = parse_source(report);
    if (list->failed)
        return;
    const rustg_diagnostic row = parse_explain_last_row(report);
    bool is_let = row.argument == T_KW_LET;
    uint32_t next = row.end, n_bytes = report->n_bytes;
    diag_part_at(list, RUSTG_PART_LABEL, row.start, row.end,
                 is_let ? "`let` cannot be used for global variables" : "expected item");
    while (is_let && next < n_bytes && (bytes[next] == ' ' || bytes[next] == '\t'))
        next++;
    uint8_t first = next < n_bytes ? bytes[next] : 0;
    if (is_let && n_bytes - next >= 4 && memcmp(bytes + next, "mut ", 4) == 0) {
        diag_part(list, RUSTG_PART_HELP, "consider using `static` and a `Mutex` instead of `let mut`");
    } else if (is_let && (first == '_' || (uint8_t)((first | 0x20) - 'a') < 26)) {
        diag_suggest(list, RUSTG_PART_SUGGESTION_MARKED, "consider using `static` or `const` instead of `let`",
                     row.start, row.end, "static");
    } else if (is_let) {
        diag_part(list, RUSTG_PART_HELP, "consider using `static` or `const` instead of `let`");
    }
    diag_part(list, RUSTG_PART_NOTE,
              "for a full list of items that can appear in modules, see "
              "<https://doc.rust-lang.org/reference/items.html>");
}

void explain_semi(parse_report *report)
{
    diag_list *list = report->list;
    if (list->failed)
        return;
    const rustg_diagnostic row = parse_explain_last_row(report);
    bool is_typo = row.end > row.start;
    if (!is_typo)
        diag_part_at(list, RUSTG_PART_LABEL, row.argument_start, row.argument_end, "unexpected token");
    diag_suggest(list, RUSTG_PART_SUGGESTION_MARKED, is_typo ? "change this to `;`" : "add `;` here", row.start,
                 row.end, ";");
    diag_suggest_surely(list);
}

void explain_replace(parse_report *report, const char *message, const char *with)
{
    if (report->list->failed)
        return;
    const rustg_diagnostic row = parse_explain_last_row(report);
    diag_suggest(report->list, RUSTG_PART_SUGGESTION, message, row.start, row.end, with);
    diag_suggest_surely(report->list);
}

void explain_extra_hashes(parse_report *report)
{
    diag_list *list = report->list;
    uint32_t n_hashes = 0;
    if (list->failed)
        return;
    const rustg_diagnostic row = parse_explain_last_row(report);
    while (n_hashes < row.argument_end && parse_source(report)[row.argument_end - 1 - n_hashes] == '#')
        n_hashes++;
    diag_suggest(list, RUSTG_PART_SUGGESTION_MARKED,
                 row.end - row.start == 1 ? "remove the extra `#`" : "remove the extra `#`s", row.start, row.end, "");
    diag_suggest_surely(list);
    diag_part_at(
        list, RUSTG_PART_LABEL, row.argument_start, row.argument_end,
        diag_format(list, "this raw string started with %u `#`%s", (unsigned)n_hashes, n_hashes == 1 ? "" : "s"));
}

/* Finds a line of n times the character c, from a byte on that begins a line; the file's end if there is none. */
static uint32_t parse_marker_line(const parse_report *report, uint32_t from, char c, uint32_t n)
{
    const uint8_t *bytes = parse_source(report);
    uint32_t pos = from, n_bytes = report->n_bytes;
    while (n_bytes - pos >= n) {
        uint32_t i = 0;
        while (i < n && bytes[pos + i] == (uint8_t)c)
            i++;
        if (i == n)
            return pos;
        const uint8_t *feed = (const uint8_t *)memchr(bytes + pos, '\n', n_bytes - pos);
        if (!feed)
            break;
        pos = (uint32_t)(feed - bytes) + 1;
    }
    return n_bytes;
}

void explain_marker(parse_report *report, uint32_t n)
{
    diag_list *list = report->list;
    if (list->failed)
        return;
    const rustg_diagnostic row = parse_explain_last_row(report);
    uint32_t end = parse_marker_line(report, row.start, '>', n), base = parse_marker_line(report, row.start, '|', n);
    uint32_t middle = parse_marker_line(report, row.start, '=', n);
    bool has_base = base < end;
    if (has_base)
        diag_part_at(list, RUSTG_PART_LABEL, base, base + n,
                     "between this marker and `=======` is the base code (what the two refs diverged from)");
    diag_part_at(list, RUSTG_PART_LABEL, row.start, row.end,
                 has_base ? "between this marker and `|||||||` is the code that you are merging into"
                          : "between this marker and `=======` is the code that you are merging into");
    if (middle < end)
        diag_part_at(list, RUSTG_PART_LABEL, middle, middle + n,
                     "between this marker and `>>>>>>>` is the incoming code");
    if (end < report->n_bytes)
        diag_part_at(list, RUSTG_PART_PRIMARY, end, end + n, "this marker concludes the conflict region");
    diag_part(list, RUSTG_PART_HELP,
              "if you are in a merge, the top section is the code you already had checked out and the bottom section "
              "is the new code\n"
              "if you are in a rebase, the top section is the code being rebased onto and the bottom section is the "
              "code you had checked out which is being rebased");
    diag_part(list, RUSTG_PART_NOTE,
              "for an explanation on these markers from the `git` documentation, visit "
              "<https://git-scm.com/book/en/v2/Git-Tools-Advanced-Merging#_checking_out_conflicts>");
}
