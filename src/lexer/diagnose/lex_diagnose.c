/* lex_diagnose.c: reports the lexical errors of one file as rustc does. It walks every token and comment, because
 * rustc's answers depend on a little state between them; only files that an engine found suspicious come here.
 * source: rustc 1.95's rustc_parse (lexer). */
#include "lexer/diagnose/lex_confusable.h"
#include "lexer/diagnose/lex_explain.h"
#include "rustg/diagnostic_kind.h"

#include <string.h>

void lex_add_argument(lex_report *report, uint32_t kind, uint32_t start, uint32_t end, uint32_t argument,
                      uint32_t argument_start, uint32_t argument_end)
{
    rustg_diagnostic *row = diag_list_add(report->list);
    if (!row)
        return;
    row->file = report->file;
    row->kind = kind;
    row->start = start;
    row->end = end;
    row->argument = argument;
    row->argument_start = argument_start;
    row->argument_end = argument_end;
}

/* How many bytes at pos are not UTF-8: 0 for a character, else as many as one error takes in. *cut says that the file
 * ends inside the character. */
static uint32_t lex_bad_utf8_at(const uint8_t *bytes, uint32_t n_bytes, uint32_t pos, uint32_t *n_char, bool *cut)
{
    uint8_t lead = bytes[pos], low = 0x80, high = 0xBF;
    uint32_t n_more = lead < 0xC2 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : lead < 0xF5 ? 3 : 0, i;
    *cut = false;
    *n_char = n_more + 1;
    if (lead < 0x80)
        return 0;
    if (n_more == 0)
        return 1;
    if (lead == 0xE0)
        low = 0xA0;
    else if (lead == 0xED)
        high = 0x9F;
    else if (lead == 0xF0)
        low = 0x90;
    else if (lead == 0xF4)
        high = 0x8F;
    for (i = 1; i <= n_more; i++) {
        if (pos + i >= n_bytes) {
            *cut = true;
            return i;
        }
        if (bytes[pos + i] < low || bytes[pos + i] > high)
            return i;
        low = 0x80;
        high = 0xBF;
    }
    return 0;
}

static bool lex_check_utf8(lex_report *report)
{
    const lex_text *text = &report->text;
    uint32_t pos = 0, n_char, n_bad;
    bool cut;
    while (pos < text->n_bytes) {
        n_bad = lex_bad_utf8_at(text->bytes, text->n_bytes, pos, &n_char, &cut);
        if (n_bad) {
            lex_add_argument(report, RUSTG_DIAG_INVALID_UTF8, pos, pos, cut ? 0 : n_bad, pos, pos + n_bad);
            return false;
        }
        pos += n_char;
    }
    return true;
}

/* Finds the last comment that was closed inside the unterminated one at start: where it opens, and what is behind its
 * closing. Both are 0 if there is none. */
static void lex_find_nested_comment(const lex_text *text, uint32_t start, uint32_t *open, uint32_t *close_end)
{
    const uint8_t *bytes = text->bytes;
    uint32_t close = text->n_bytes, pos, depth = 0, n_closed = 1;
    *open = *close_end = 0;
    while (close > start && !(bytes[close - 1] == '*' && lex_byte(text, close) == '/'))
        close--;
    if (close == start)
        return;
    close--;
    for (pos = start; pos < close; pos++) {
        if (bytes[pos] == '/' && bytes[pos + 1] == '*')
            depth++;
        else if (bytes[pos] == '*' && bytes[pos + 1] == '/' && depth > 0)
            depth--;
    }
    if (depth == 0)
        return;
    while (n_closed > 0) {
        pos--;
        if (bytes[pos] == '/' && bytes[pos + 1] == '*')
            n_closed--;
        else if (bytes[pos] == '*' && bytes[pos + 1] == '/')
            n_closed++;
    }
    *open = pos;
    *close_end = close + 2;
}

static bool lex_check_comment(lex_report *report, lex_token token)
{
    const lex_text *text = &report->text;
    bool block = text->bytes[token.start + 1] == '*', doc = token.kind == RUSTG_TOK_DOC_COMMENT, complete = true;
    uint32_t pos, next, end = token.end;
    report->last_tick = LEX_NO_TICK;
    if (block && token.end == text->n_bytes)
        (void)lex_block_comment_end(text, token.start + 2, &complete);
    if (!complete) {
        uint32_t open, close_end;
        lex_find_nested_comment(text, token.start, &open, &close_end);
        lex_add_argument(report, doc ? RUSTG_DIAG_UNTERMINATED_BLOCK_DOC : RUSTG_DIAG_UNTERMINATED_BLOCK_COMMENT,
                         token.start, token.end, 0, open, close_end);
        if (close_end > open)
            lex_explain_comment(report, doc ? "unterminated block doc-comment" : "unterminated block comment", open,
                                close_end);
        return false;
    }
    if (!doc)
        return true;
    if (block)
        end -= 2;
    for (pos = token.start + 3; pos < end; pos = next)
        if (lex_char_at(text, pos, &next) == '\r')
            lex_add(report, block ? RUSTG_DIAG_CR_BLOCK_DOC_COMMENT : RUSTG_DIAG_CR_DOC_COMMENT, pos, next);
    return true;
}

/* Whether a line feed stands in start..end; end never goes back from call to call. */
static bool lex_diagnose_has_line_feed(lex_report *report, uint32_t start, uint32_t end)
{
    const uint8_t *bytes = report->text.bytes;
    while (report->feeds_end < end) {
        const uint8_t *feed = memchr(bytes + report->feeds_end, '\n', end - report->feeds_end);
        if (!feed)
            break;
        report->feeds_end = report->last_feed = (uint32_t)(feed - bytes) + 1;
    }
    report->feeds_end = end;
    return report->last_feed > start;
}

/* An identifier or lifetime that a quote or hash follows is a prefix that Rust 2021 reserves. */
static void lex_add_unknown_prefix(lex_report *report, uint32_t start, uint32_t end)
{
    const lex_text *text = &report->text;
    bool string_meant = false;
    if (lex_byte(text, end) == '\'' && report->last_tick != LEX_NO_TICK) {
        uint32_t next;
        (void)lex_char_at(text, end + 1, &next);
        string_meant = lex_byte(text, next) != '\'' && !lex_diagnose_has_line_feed(report, report->last_tick, end);
    }
    if (string_meant)
        lex_add_argument(report, RUSTG_DIAG_UNKNOWN_PREFIX, start, end, 0, report->last_tick, end + 1);
    else
        lex_add(report, RUSTG_DIAG_UNKNOWN_PREFIX, start, end);
    lex_explain_prefix(report, string_meant ? report->last_tick : LEX_NO_TICK);
}

/* Words that name a path segment, and `_`, have no raw form. */
static bool lex_can_be_raw(const lex_text *text, uint32_t start, uint32_t end)
{
    uint8_t kind = lex_keyword(text->bytes + start, end - start, text->edition);
    return kind != RUSTG_TOK_UNDERSCORE && kind != RUSTG_TOK_KW_SUPER && kind != RUSTG_TOK_KW_SELF &&
           kind != RUSTG_TOK_KW_SELF_TYPE && kind != RUSTG_TOK_KW_CRATE;
}

static void lex_check_lifetime(lex_report *report, lex_token token)
{
    const lex_text *text = &report->text;
    if (token.flags & RUSTG_TOKEN_RAW) {
        if (lex_byte(text, token.end) == '\'') {
            lex_add_argument(report, RUSTG_DIAG_LONG_CHAR, token.start, token.end + 1, 0, token.start, token.end + 1);
            lex_explain_long_char(report, token.start, token.end + 1);
        }
        if (!lex_can_be_raw(text, token.start + 3, token.end))
            lex_add_argument(report, RUSTG_DIAG_NOT_RAW_LIFETIME, token.start, token.end, 0, token.start + 3,
                             token.end);
    } else if (lex_is_digit(lex_byte(text, token.start + 1))) {
        lex_add(report, RUSTG_DIAG_LIFETIME_NUMBER, token.start, token.end);
    } else if (lex_byte(text, token.end) == '#' && text->edition >= 2021) {
        lex_add_unknown_prefix(report, token.start, token.end);
    }
    report->last_tick = token.start;
}

/* Reports bytes that start no token, and emoji that rustc takes for punctuation. Returns where reading goes on. */
static uint32_t lex_check_unknown(lex_report *report, uint32_t start)
{
    const lex_text *text = &report->text;
    const lex_confusable *row;
    uint32_t end, next, c = lex_char_at(text, start, &end), first_end = end;
    if (c == 0xA0) {
        if (report->nbsp_seen)
            return end;
        report->nbsp_seen = true;
    }
    if (end < report->repeats_end)
        end = report->repeats_end;
    while (lex_char_at(text, end, &next) == c)
        end = next;
    report->repeats_end = end;
    lex_add_argument(report, RUSTG_DIAG_UNKNOWN_TOKEN, start, end, c, 0, 0);
    lex_explain_unknown(report, c);
    /* rustc stands at the look-alike's token after the first of them, and then reports the rest again. */
    row = lex_confusable_find(c);
    return row && row->is_token ? first_end : end;
}

/* Returns where reading goes on. */
static uint32_t lex_check_word(lex_report *report, lex_token token)
{
    const lex_text *text = &report->text;
    uint32_t valid_end, next;
    uint8_t after = lex_byte(text, token.end);
    if (token.flags & RUSTG_TOKEN_RAW) {
        if (!lex_can_be_raw(text, token.start + 2, token.end))
            lex_add_argument(report, RUSTG_DIAG_NOT_RAW_IDENT, token.start, token.end, 0, token.start + 2, token.end);
        return token.end;
    }
    valid_end = token.kind == RUSTG_TOK_IDENT ? lex_word_end(text, token.start) : token.end;
    if (valid_end < token.end) {
        uint32_t c = lex_char_at(text, token.start, &next);
        if (next == token.end && lex_confusable_find(c))
            return lex_check_unknown(report, token.start);
        bool is_ferris = next == token.end && c == 0x1F980;
        lex_add(report, is_ferris ? RUSTG_DIAG_FERRIS_IDENT : RUSTG_DIAG_EMOJI_IDENT, token.start, token.end);
        if (is_ferris)
            lex_explain_ferris(report);
    } else if (text->edition >= 2021 && (after == '"' || after == '\'' || after == '#')) {
        lex_add_unknown_prefix(report, token.start, token.end);
    }
    return token.end;
}

static void lex_check_tokens(lex_report *report)
{
    const lex_text *text = &report->text;
    uint32_t pos = lex_prologue(text->bytes, text->n_bytes);
    lex_token token = lex_make_token(pos, pos, RUSTG_TOK_NONE, 0);
    lex_check_frontmatter(report, pos);
    while (pos < text->n_bytes) {
        uint32_t space = lex_space_at(text, pos);
        if (space) {
            pos += space;
            continue;
        }
        token = lex_token_at_after(text, pos, token);
        pos = token.end;
        switch (rustg_token_kind_class(token.kind)) {
        case RUSTG_CLASS_NONE:
        case RUSTG_CLASS_DOC:
            if (!lex_check_comment(report, token))
                return;
            break;
        case RUSTG_CLASS_IDENT:
        case RUSTG_CLASS_WEAK:
        case RUSTG_CLASS_KEYWORD: pos = lex_check_word(report, token); break;
        case RUSTG_CLASS_LIFETIME: lex_check_lifetime(report, token); break;
        case RUSTG_CLASS_LITERAL:
            if (!lex_check_literal(report, token))
                return;
            break;
        case RUSTG_CLASS_ERROR: pos = lex_check_unknown(report, token.start); break;
        case RUSTG_CLASS_CLOSE: report->last_tick = LEX_NO_TICK; break;
        case RUSTG_CLASS_PUNCT:
            if (token.kind == RUSTG_TOK_SEMI)
                report->last_tick = LEX_NO_TICK;
            break;
        case RUSTG_CLASS_OPEN: break;
        }
    }
}

/* Only the frontmatter's rows can be out of order, and they are few. */
static void lex_sort_rows(rustg_diagnostic *rows, size_t n)
{
    size_t i, j;
    for (i = 1; i < n; i++) {
        rustg_diagnostic row = rows[i];
        for (j = i; j > 0 && rows[j - 1].start > row.start; j--)
            rows[j] = rows[j - 1];
        rows[j] = row;
    }
}

void lex_diagnose(const uint8_t *bytes, uint32_t n_bytes, uint32_t edition, uint32_t file, diag_list *list)
{
    lex_report report = {.text = {bytes, n_bytes, edition}, .file = file, .list = list, .last_tick = LEX_NO_TICK};
    size_t n_before = list->n;
    if (lex_check_utf8(&report))
        lex_check_tokens(&report);
    if (list->n > n_before)
        lex_sort_rows(list->data + n_before, list->n - n_before);
}
