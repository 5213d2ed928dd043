/* parse_report.c: see parse_report.h.
 * source: rustc 1.95's rustc_parse (parser/diagnostics.rs). */
#include "parser/diagnose/parse_report.h"

#include "parser/diagnose/parse_expected.h"
#include "parser/diagnose/parse_explain.h"
#include "parser/diagnose/parse_suggest.h"
#include "rustg/diagnostic_kind.h"

#include <stdlib.h>
#include <string.h>

enum { N_MARKER = 7 };

rustg_diagnostic *report_add(diag_list *list, uint32_t index, uint32_t kind, uint32_t start, uint32_t end)
{
    rustg_diagnostic *row = diag_list_add(list);
    if (!row)
        return NULL;
    row->file = index;
    row->kind = kind;
    row->start = start;
    row->end = end;
    return row;
}

static uint32_t parse_report_kind_at(const parse_report *report, uint32_t tok)
{
    return report->in->kinds[tok];
}

uint32_t report_start_byte(const parse_report *report, uint32_t tok)
{
    return report->in->tok_start[tok] - report->in->base;
}

uint32_t report_end_byte(const parse_report *report, uint32_t tok)
{
    return report->in->tok_end[tok] - report->in->base;
}

/* The end of the glued token that begins at tok. */
static uint32_t parse_glued_end(const parse_report *report, uint32_t tok)
{
    return report_end_byte(report, tok + parse_kind_toks(parse_report_kind_at(report, tok)) - 1);
}

/* Where the glued token begins that ends before tok > first_tok. */
static uint32_t parse_token_before(const parse_report *report, uint32_t tok)
{
    uint32_t n = tok - report->in->first_tok;
    if (n >= 3 && parse_kind_toks(parse_report_kind_at(report, tok - 3)) == 3)
        return tok - 3;
    if (n >= 2 && parse_kind_toks(parse_report_kind_at(report, tok - 2)) == 2)
        return tok - 2;
    return tok - 1;
}

static bool parse_report_has_line_feed(const parse_report *report, uint32_t start, uint32_t end)
{
    return start < end && memchr(report->in->source + start, '\n', end - start) != NULL;
}

/* The kind's {0}, {1} as diagnostic_syntax.def says. */
static void parse_report_add_texts(parse_report *report, uint32_t kind)
{
    enum { NO_TEXT, FOUND_TEXT, ITEM_TEXTS };
    static const uint8_t texts[RUSTG_N_DIAGNOSTIC_KINDS] = {
#define DIAG(...)
#define DIAG_FOUND(value, name, ...) [RUSTG_DIAG_##name] = FOUND_TEXT,
#define DIAG_ITEM(value, name, ...)  [RUSTG_DIAG_##name] = ITEM_TEXTS,
#include "rustg/diagnostic_syntax.def"
#undef DIAG
    };
    if (texts[kind] == FOUND_TEXT) {
        diag_part(report->list, RUSTG_PART_TEXT, expected_found(report));
    } else if (texts[kind] == ITEM_TEXTS) {
        diag_part(report->list, RUSTG_PART_TEXT, expected_item(report));
        diag_part(report->list, RUSTG_PART_TEXT, expected_an_item(report));
    }
}

void report_tokens(parse_report *report, uint32_t kind, uint32_t from, uint32_t to)
{
    const parse_input *in = report->in;
    uint32_t start, end;
    if (from == in->eof_tok && from < to && from > in->first_tok) { /* rustc's end of a file stands at its last token */
        start = report_start_byte(report, from - 1);
        end = report_end_byte(report, from - 1);
    } else if (from >= to) {
        start = end = from > in->first_tok ? report_end_byte(report, from - 1) : report_start_byte(report, from);
    } else {
        start = report_start_byte(report, from);
        end = to == from + 1 ? parse_glued_end(report, from) : report_end_byte(report, to - 1);
    }
    rustg_diagnostic *row = report_add(report->list, report->index, kind, start, end);
    if (!row)
        return;
    row->argument = parse_report_kind_at(report, from);
    if (from >= to) {
        row->argument_start = report_start_byte(report, from);
        row->argument_end = parse_glued_end(report, from);
    } else if (from > in->first_tok) {
        row->argument_start = report_start_byte(report, parse_token_before(report, from));
        row->argument_end = report_end_byte(report, from - 1);
    }
    parse_report_add_texts(report, kind);
    suggest_for_kind(report, from, to);
}

void report_want(parse_report *report, uint32_t what)
{
    if (what == T_KW_GEN && report->in->edition < 2024)
        return;
    report->expected[what / 32] |= UINT32_C(1) << (what % 32);
    report->last_want = what;
}

void report_clear(parse_report *report)
{
    memset(report->expected, 0, sizeof report->expected);
    report->last_want = T_NONE;
}

bool report_wants(const parse_report *report, uint32_t what)
{
    return report->expected[what / 32] >> (what % 32) & 1;
}

bool report_begins_item(uint32_t k)
{
    switch (k) {
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

/* Reports a `;` that is missing at the end of a line, or mistyped. REPORT_GIVE_UP: it is neither. */
static report_remedy report_semi(parse_report *report, uint32_t pos)
{
    const parse_input *in = report->in;
    uint32_t k = parse_report_kind_at(report, pos);
    if (pos == in->first_tok || pos == in->eof_tok)
        return REPORT_GIVE_UP;
    uint32_t before = parse_token_before(report, pos), next = parse_report_kind_at(report, pos + parse_kind_toks(k));
    if (!parse_report_has_line_feed(report, report_start_byte(report, before), report_start_byte(report, pos)))
        return REPORT_GIVE_UP;
    bool is_typo = k == T_COMMA || k == T_COLON;
    if (is_typo && parse_report_kind_at(report, before) == T_R_PAREN)
        return REPORT_GIVE_UP;
    if (is_typo && (next == T_R_BRACE || parse_begins_expr(next))) {
        report_tokens(report, RUSTG_DIAG_EXPECTED_SEMI, pos, pos + 1);
        explain_semi(report);
        return REPORT_SKIP_ONE;
    }
    bool is_pound = k == T_POUND && parse_report_has_line_feed(report, report_end_byte(report, pos - 1),
                                                               report_start_byte(report, pos));
    if ((k == T_R_BRACE || is_pound || (k != T_POUND && (parse_begins_expr(k) || report_begins_item(k)))) &&
        !report_wants(report, T_COMMA)) {
        report_tokens(report, RUSTG_DIAG_EXPECTED_SEMI, pos, pos);
        explain_semi(report);
        return REPORT_AS_IF_THERE;
    }
    return REPORT_GIVE_UP;
}

/* Reports `:` at the end of a line where only `;` is expected. */
static bool parse_is_colon_as_semi(const parse_report *report, uint32_t pos)
{
    return report_wants(report, T_SEMI) && parse_report_kind_at(report, pos) == T_COLON &&
           parse_report_kind_at(report, pos + 1) != T_EOF &&
           parse_report_has_line_feed(report, report_start_byte(report, pos), report_start_byte(report, pos + 1));
}

/* Counts the hashes too many that follow a raw string, as in `r"..."##`. */
static uint32_t parse_count_extra_hashes(const parse_report *report, uint32_t pos)
{
    uint32_t n = 0;
    if (pos == report->in->first_tok)
        return 0;
    uint32_t before = parse_report_kind_at(report, pos - 1);
    if (before != T_RAW_STR && before != T_RAW_BYTE_STR)
        return 0;
    while (
        parse_report_kind_at(report, pos + n) == T_POUND &&
        !parse_report_has_line_feed(report, report_end_byte(report, pos + n - 1), report_start_byte(report, pos + n)))
        n++;
    return n;
}

static bool parse_follows_name(uint32_t k)
{
    return k == T_EQ || k == T_COLON || k == T_COMMA || k == T_SEMI || k == T_PATH_SEP || k == T_L_BRACE ||
           k == T_L_PAREN || k == T_R_BRACE || k == T_R_PAREN;
}

/* Reports the errors that rustc has in place of "expected one of". True: one was reported. */
static bool report_special(parse_report *report, uint32_t pos)
{
    uint32_t k = parse_report_kind_at(report, pos), n_hashes = parse_count_extra_hashes(report, pos);
    if (pos == report->in->first_tok)
        return false;
    uint32_t before = parse_report_kind_at(report, parse_token_before(report, pos));
    if (n_hashes > 0) {
        report_tokens(report, RUSTG_DIAG_RAW_STR_EXTRA_HASHES, pos, pos + n_hashes);
        explain_extra_hashes(report);
        return true;
    }
    if (k == T_EQ_EQ && PARSE_IS_WORD(before) && report_wants(report, T_EQ)) {
        report_tokens(report, RUSTG_DIAG_UNEXPECTED_EQ_EQ, pos, pos + 1);
        explain_replace(report, "try using `=` instead", "=");
        return true;
    }
    if ((k == T_KW_MOVE || k == T_KW_USE) && parse_text_is(report->in, pos - 1, "async", 5)) {
        report_tokens(report, k == T_KW_MOVE ? RUSTG_DIAG_ASYNC_MOVE_2015 : RUSTG_DIAG_ASYNC_USE_2015, pos - 1,
                      pos + 1);
        return true;
    }
    return false;
}

static bool report_kind_of_thing(parse_report *report, uint32_t pos)
{
    uint32_t kind = RUSTG_DIAG_UNEXPECTED_TOKEN;
    if (report_wants(report, W_EXPR))
        kind = RUSTG_DIAG_EXPECTED_EXPR;
    else if (report_wants(report, W_PATTERN))
        kind = report->pattern;
    else if (report_wants(report, W_ITEM))
        kind = RUSTG_DIAG_EXPECTED_ITEM;
    else if (report->last_want == W_TYPE)
        kind = RUSTG_DIAG_EXPECTED_TYPE;
    else if (report->last_want == W_IDENT || report->last_want == T_IDENT)
        kind = RUSTG_DIAG_EXPECTED_IDENT;
    if (kind == RUSTG_DIAG_UNEXPECTED_TOKEN)
        return false;
    uint32_t before = pos > report->in->first_tok ? parse_report_kind_at(report, pos - 1) : T_NONE;
    if (kind == RUSTG_DIAG_EXPECTED_IDENT && (before == T_DOC_COMMENT || before == T_INNER_DOC) &&
        parse_follows_name(parse_report_kind_at(report, pos))) {
        report_tokens(report, RUSTG_DIAG_DOC_COMMENT_ALONE, pos - 1, pos);
        return true;
    }
    report_tokens(report, kind, pos, pos + 1);
    if (kind == RUSTG_DIAG_EXPECTED_IDENT)
        explain_ident(report);
    else if (kind == RUSTG_DIAG_EXPECTED_ITEM)
        explain_item(report);
    return true;
}

report_remedy report_name(parse_report *report, uint32_t pos)
{
    uint32_t k = parse_report_kind_at(report, pos), next = k == T_EOF ? T_EOF : parse_report_kind_at(report, pos + 1);
    uint32_t n = report->list->n;
    if (report_unexpected(report, pos) != REPORT_GIVE_UP || report->list->failed || report->list->n == n ||
        report->list->data[n].kind != RUSTG_DIAG_EXPECTED_IDENT)
        return REPORT_GIVE_UP;
    if (k == T_COMMA && (PARSE_IS_IDENT(next) || PARSE_IS_RESERVED(next)))
        return REPORT_SKIP_ONE;
    bool is_number = (k == T_INT || k == T_FLOAT) && parse_number_is_name(report->in, pos);
    return PARSE_IS_RESERVED(k) || k == T_UNDERSCORE || is_number ? REPORT_AS_IF_THERE : REPORT_GIVE_UP;
}

report_remedy report_unexpected(parse_report *report, uint32_t pos)
{
    report_remedy remedy = REPORT_GIVE_UP;
    if (report->failed_tok == pos)
        return REPORT_GIVE_UP;
    report->failed_tok = pos;
    if (parse_is_colon_as_semi(report, pos)) {
        report_tokens(report, RUSTG_DIAG_COLON_AS_SEMI, pos, pos + 1);
        explain_replace(report, "use a semicolon instead", ";");
        return REPORT_SKIP_ONE;
    }
    if (report_kind_of_thing(report, pos))
        return REPORT_GIVE_UP;
    if (report_wants(report, T_SEMI))
        remedy = report_semi(report, pos);
    if (remedy == REPORT_GIVE_UP && !report_special(report, pos)) {
        report_tokens(report, RUSTG_DIAG_UNEXPECTED_TOKEN, pos, pos + 1);
        if (!report->list->failed)
            memcpy(report->list->data[report->list->n - 1].expected, report->expected, sizeof report->expected);
        explain_unexpected(report);
    }
    return remedy;
}

/* Counts the `<` tokens that directly follow one another from tok on. */
static uint32_t parse_count_less_than(const parse_input *in, uint32_t tok)
{
    uint32_t n = 0;
    while (in->kinds[tok + n] == T_LT || in->kinds[tok + n] == T_SHL) {
        n++;
        if (!(in->tok_flags[tok + n - 1] & RUSTG_TOKEN_JOINT))
            break;
    }
    return n;
}

uint32_t report_find_marker(const parse_input *in, uint32_t from)
{
    for (uint32_t tok = from; tok < in->eof_tok; tok++) {
        uint32_t at = in->tok_start[tok] - in->base;
        if (in->kinds[tok] != T_SHL || (at > 0 && in->source[at - 1] != '\n'))
            continue;
        if (parse_count_less_than(in, tok) >= N_MARKER)
            return tok;
    }
    return in->eof_tok;
}

void report_marker(parse_report *report, uint32_t tok)
{
    uint32_t n = parse_count_less_than(report->in, tok), start = report_start_byte(report, tok);
    rustg_diagnostic *row = report_add(report->list, report->index, RUSTG_DIAG_DIFF_MARKER, start, start + n);
    if (!row)
        return;
    row->argument = n;
    explain_marker(report, n);
}

static void parse_merge_rows(const rustg_diagnostic *from, rustg_diagnostic *to, size_t low, size_t middle, size_t high)
{
    size_t left = low, right = middle;
    for (size_t i = low; i < high; i++) {
        if (left < middle && (right >= high || from[left].start <= from[right].start))
            to[i] = from[left++];
        else
            to[i] = from[right++];
    }
}

void report_sort(diag_list *list, size_t first_row)
{
    size_t n = list->n - first_row;
    bool is_sorted = true;
    for (size_t i = first_row + 1; i < list->n; i++)
        is_sorted = is_sorted && list->data[i - 1].start <= list->data[i].start;
    if (is_sorted)
        return;
    rustg_diagnostic *rows = list->data + first_row;
    rustg_diagnostic *spare = (rustg_diagnostic *)malloc(n * sizeof *spare);
    if (!spare) {
        list->failed = true;
        return;
    }
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t low = 0; low < n; low += 2 * width) {
            size_t middle = low + width < n ? low + width : n, high = middle + width < n ? middle + width : n;
            parse_merge_rows(rows, spare, low, middle, high);
        }
        memcpy(rows, spare, n * sizeof *rows);
    }
    free(spare);
}
