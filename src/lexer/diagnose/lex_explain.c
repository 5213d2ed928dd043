/* lex_explain.c: see lex_explain.h. */
#include "lexer/diagnose/lex_explain.h"
#include "rustg/diagnostic_kind.h"

#include <string.h>

#include "lexer/diagnose/lex_confusable.h"

/* What stands between typographic quotes, and a run of one character, is suggested anew where it is no longer: the
 * errors behind it tell most of it again. */
enum { EXPLAIN_MAX_QUOTED = 1024 };

static const rustg_diagnostic *lex_explain_last_row(const lex_report *report)
{
    return &report->list->data[report->list->n - 1];
}

static const char *lex_kept_char(diag_list *list, uint32_t c)
{
    text_char(diag_begin(list), c);
    return diag_keep(list);
}

void lex_explain_space(lex_report *report, uint32_t at)
{
    diag_suggest(report->list, RUSTG_PART_SUGGESTION, "consider inserting whitespace here", at, at, " ");
}

static bool lex_span_is(const lex_report *report, const char *word)
{
    const rustg_diagnostic *row = lex_explain_last_row(report);
    size_t n = strlen(word);
    return row->end - row->start == n && memcmp(report->text.bytes + row->start, word, n) == 0;
}

void lex_explain_prefix(lex_report *report, uint32_t string_tick)
{
    diag_list *list = report->list;
    if (list->failed)
        return;
    uint32_t start = lex_explain_last_row(report)->start, end = lex_explain_last_row(report)->end;
    if (lex_span_is(report, "rb")) {
        diag_suggest(list, RUSTG_PART_SUGGESTION, "use `br` for a raw byte string", start, end, "br");
    } else if (lex_span_is(report, "rc")) {
        diag_suggest(list, RUSTG_PART_SUGGESTION, "use `cr` for a raw C-string", start, end, "cr");
    } else if (string_tick != LEX_NO_TICK) {
        diag_suggest(list, RUSTG_PART_SUGGESTION, "if you meant to write a string literal, use double quotes",
                     string_tick, string_tick + 1, "\"");
        diag_suggest_further(list, end, end + 1, "\"");
    } else {
        lex_explain_space(report, end);
    }
}

/* Goes from a left double quotation mark at start to the right one; start if none stands near. */
static uint32_t lex_directed_quotes(const lex_report *report, uint32_t start)
{
    const lex_text *text = &report->text;
    uint32_t last = text->n_bytes - start < EXPLAIN_MAX_QUOTED ? text->n_bytes : start + EXPLAIN_MAX_QUOTED;
    if (last - start < 3 || memcmp(text->bytes + start, "\xE2\x80\x9C", 3) != 0)
        return start;
    for (uint32_t pos = start + 3; pos + 3 <= last; pos++) {
        if (text->bytes[pos] == 0xE2 && memcmp(text->bytes + pos, "\xE2\x80\x9D", 3) == 0)
            return pos + 3;
    }
    return start;
}

/* A text n times. The errors of a run of one character have ever shorter ones: they share the longest. */
static const char *lex_repeat_patch(lex_report *report, const char *ascii, uint32_t n)
{
    size_t n_ascii = strlen(ascii);
    if (n > EXPLAIN_MAX_QUOTED)
        return NULL;
    if (!report->repeat_patch || strcmp(report->repeat_ascii, ascii) != 0 || n > report->n_repeat) {
        diag_text *text = diag_begin(report->list);
        for (uint32_t i = 0; i < n; i++)
            text_string(text, ascii);
        report->repeat_patch = diag_keep_patch(report->list);
        report->repeat_ascii = ascii;
        report->n_repeat = n;
    }
    return report->repeat_patch ? report->repeat_patch + (report->n_repeat - n) * n_ascii : NULL;
}

static void explain_confusable(lex_report *report, const lex_confusable *row, uint32_t n_chars)
{
    diag_list *list = report->list;
    const char *ascii_name = row->ascii_name;
    uint32_t start = lex_explain_last_row(report)->start, end = lex_directed_quotes(report, start);
    bool directed = end > start;
    diag_text *text = diag_begin(list);
    if (directed) {
        text_string(text, "Unicode characters '\xE2\x80\x9C' (Left Double Quotation Mark) and '\xE2\x80\x9D' "
                          "(Right Double Quotation Mark) look like '");
    } else {
        text_string(text, "Unicode character '");
        text_char(text, row->code_point);
        text_string(text, "' (");
        text_string(text, row->name);
        text_string(text, ") looks like '");
    }
    text_string(text, row->ascii);
    text_string(text, "' (");
    text_string(text, ascii_name);
    text_string(text, directed ? "), but are not" : "), but it is not");
    const char *message = diag_keep(list);
    if (directed) {
        text = diag_begin(list);
        text_string(text, "\"");
        text_source(text, report->text.bytes + start + 3, end - start - 6);
        text_string(text, "\"");
    } else {
        end = lex_explain_last_row(report)->end;
    }
    diag_suggest(list, RUSTG_PART_SUGGESTION, message, start, end,
                 directed ? diag_keep_patch(list) : lex_repeat_patch(report, row->ascii, n_chars));
}

void lex_explain_unknown(lex_report *report, uint32_t c)
{
    static const uint32_t invisible[] = {0x200B, 0x200C, 0x2060, 0x2061, 0x2062, 0x00AD, 0x034F, 0x061C};
    diag_list *list = report->list;
    const lex_confusable *row = lex_confusable_find(c);
    uint32_t length, n_chars;
    if (list->failed)
        return;
    (void)diag_char_at(report->text.bytes, report->text.n_bytes, lex_explain_last_row(report)->start, &length);
    n_chars = (lex_explain_last_row(report)->end - lex_explain_last_row(report)->start) / length;
    if (row)
        explain_confusable(report, row, n_chars);
    if (c == 0)
        diag_part(list, RUSTG_PART_HELP,
                  "source files must contain UTF-8 encoded text, unexpected null bytes might occur when a different "
                  "encoding is used");
    if (n_chars == 2)
        diag_part(list, RUSTG_PART_NOTE, "character appears once more");
    else if (n_chars > 2)
        diag_part(list, RUSTG_PART_NOTE, diag_format(list, "character appears %u more times", (unsigned)n_chars - 1));
    for (size_t i = 0; i < sizeof invisible / sizeof invisible[0]; i++) {
        if (invisible[i] != c)
            continue;
        diag_text *text = diag_begin(list);
        text_string(text, "invisible characters like '");
        text_escaped_char(text, c);
        text_string(text, "' are not usually visible in text editors");
        diag_part(list, RUSTG_PART_HELP, diag_keep(list));
    }
}

/* The word that ends at or before *end, with white space between, or as much of it as tells it from the words that
 * are asked for. *end moves to its start. */
static uint32_t lex_word_before(const lex_report *report, uint32_t *end)
{
    enum { LONGEST = 8 };
    const uint8_t *bytes = report->text.bytes;
    uint32_t n = *end;
    while (n > 0 && bytes[n - 1] <= ' ')
        n--;
    uint32_t last = n;
    while (n > 0 && bytes[n - 1] > ' ' && last - n < LONGEST)
        n--;
    *end = n;
    return last - n;
}

static bool lex_explain_is_word(const lex_report *report, uint32_t start, uint32_t n, const char *word)
{
    return n == strlen(word) && memcmp(report->text.bytes + start, word, n) == 0;
}

void lex_explain_ferris(lex_report *report)
{
    static const char *const types[] = {"struct", "trait", "mod", "union", "type", "enum"};
    if (report->list->failed)
        return;
    uint32_t at = lex_explain_last_row(report)->start, n = lex_word_before(report, &at);
    const char *name = "ferris";
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (lex_explain_is_word(report, at, n, types[i]))
            name = "Ferris";
    if (lex_explain_is_word(report, at, n, "mut")) {
        n = lex_word_before(report, &at);
        if (lex_explain_is_word(report, at, n, "static"))
            name = "FERRIS";
    } else if (lex_explain_is_word(report, at, n, "const") || lex_explain_is_word(report, at, n, "static")) {
        name = "FERRIS";
    }
    diag_suggest(report->list, RUSTG_PART_SUGGESTION_BESIDE, "try using their name instead",
                 lex_explain_last_row(report)->start, lex_explain_last_row(report)->end, name);
}

void lex_explain_comment(lex_report *report, const char *message, uint32_t open, uint32_t close_end)
{
    diag_list *list = report->list;
    if (list->failed)
        return;
    uint32_t start = lex_explain_last_row(report)->start;
    diag_part_at(list, RUSTG_PART_LABEL, start, start + 2, message);
    diag_part_at(list, RUSTG_PART_LABEL, open, open + 2,
                 "...as last nested comment starts here, maybe you want to close this instead?");
    diag_part_at(list, RUSTG_PART_LABEL, close_end - 2, close_end, "...and last nested comment terminates here.");
}

void lex_explain_string_ticks(lex_report *report, uint32_t tick)
{
    diag_list *list = report->list;
    if (list->failed)
        return;
    uint32_t start = lex_explain_last_row(report)->start;
    diag_suggest(list, RUSTG_PART_SUGGESTION, "if you meant to write a string literal, use double quotes", tick,
                 tick + 1, "\"");
    diag_suggest_further(list, start, start + 1, "\"");
}

void lex_explain_raw_string(lex_report *report, uint32_t n_hashes, uint32_t start, uint32_t end)
{
    diag_list *list = report->list;
    if (n_hashes == 0)
        return;
    diag_text *text = diag_begin(list);
    text_string(text, "this raw string should be terminated with `\"");
    for (uint32_t i = 0; i < n_hashes; i++)
        text_char(text, '#');
    text_string(text, "`");
    diag_part(list, RUSTG_PART_NOTE, diag_keep(list));
    if (end == start)
        return;
    text = diag_begin(list);
    for (uint32_t i = 0; i < n_hashes; i++)
        text_char(text, '#');
    diag_suggest(list, RUSTG_PART_SUGGESTION_BESIDE, "consider terminating the string here", start, end,
                 diag_keep_patch(list));
}

/* The literal as a raw string. Its errors are found one after the other and share the text. */
static const char *lex_raw_patch(lex_report *report, uint32_t start, uint32_t end)
{
    if (end - start > DIAG_MAX_TEXT)
        return NULL;
    if (report->raw_patch_start == start && report->raw_patch)
        return report->raw_patch;
    diag_text *text = diag_begin(report->list);
    text_string(text, "r\"");
    text_source(text, report->text.bytes + start + 1, end - start - 2);
    text_string(text, "\"");
    report->raw_patch = diag_keep_patch(report->list);
    report->raw_patch_start = start;
    return report->raw_patch;
}

void lex_explain_escape(lex_report *report, uint32_t c, uint32_t literal_start, uint32_t literal_end)
{
    diag_list *list = report->list;
    uint8_t first = report->text.bytes[literal_start];
    if (c == '{' || (c == '}' && first == '"')) {
        diag_part(list, RUSTG_PART_HELP, "if used in a formatting string, curly braces are escaped with `{{` and `}}`");
    } else if (c == '\r') {
        diag_part(list, RUSTG_PART_HELP,
                  "this is an isolated carriage return; consider checking your editor and version control settings");
    } else {
        if (first == '"' || first == '\'')
            diag_suggest(list, RUSTG_PART_SUGGESTION,
                         "if you meant to write a literal backslash (perhaps escaping in a regular expression), "
                         "consider a raw string literal",
                         literal_start, literal_end, lex_raw_patch(report, literal_start, literal_end));
        diag_part(list, RUSTG_PART_HELP,
                  "for more information, visit <https://doc.rust-lang.org/reference/tokens.html#literals>");
    }
}

void lex_explain_non_ascii(lex_report *report, uint32_t c)
{
    diag_list *list = report->list;
    bool low = c <= 0xFF;
    if (list->failed)
        return;
    uint32_t kind = lex_explain_last_row(report)->kind, start = lex_explain_last_row(report)->start,
             end = lex_explain_last_row(report)->end;
    diag_text *text = diag_begin(list);
    text_string(text, "must be ASCII");
    if (diag_is_zero_width(c)) {
        text_string(text, " but is ");
        text_debug_char(text, c);
    }
    diag_part_at(list, RUSTG_PART_LABEL, start, end, diag_keep(list));
    if (kind == RUSTG_DIAG_NON_ASCII_RAW_BYTE_STR)
        return;
    if (!low && kind == RUSTG_DIAG_NON_ASCII_BYTE) {
        diag_part_at(list, RUSTG_PART_LABEL, start, end, "this multibyte character does not fit into a single byte");
        return;
    }
    text = diag_begin(list);
    text_string(text,
                low ? "if you meant to use the unicode code point for " : "if you meant to use the UTF-8 encoding of ");
    text_debug_char(text, c);
    text_string(text, low ? ", use a \\xHH escape" : ", use \\xHH escapes");
    const char *message = diag_keep(list);
    text = diag_begin(list);
    for (uint32_t i = start; i < end; i++) {
        uint32_t byte = low ? c : report->text.bytes[i];
        text_string(text, "\\x");
        text_char(text, (uint32_t) "0123456789ABCDEF"[byte >> 4]);
        text_char(text, (uint32_t) "0123456789ABCDEF"[byte & 15]);
        if (low)
            break;
    }
    diag_suggest(list, RUSTG_PART_SUGGESTION, message, start, end, diag_keep_patch(list));
}

void lex_explain_hex_range(lex_report *report, uint32_t body_bytes)
{
    diag_list *list = report->list;
    if (list->failed)
        return;
    uint32_t start = lex_explain_last_row(report)->start, end = lex_explain_last_row(report)->end;
    if (body_bytes > 4 || end - start != 4)
        return;
    diag_text *text = diag_begin(list);
    text_string(text, "if you want to write a byte literal, use `b'");
    text_source(text, report->text.bytes + start, 4);
    text_string(text, "'`");
    diag_part(list, RUSTG_PART_HELP, diag_keep(list));
    text = diag_begin(list);
    text_string(text, "if you want to write a Unicode character, use `'\\u{");
    for (uint32_t i = start + 2; i < end; i++) {
        uint8_t b = report->text.bytes[i];
        text_char(text, b >= 'a' ? b - 0x20u : b);
    }
    text_string(text, "}'`");
    diag_part(list, RUSTG_PART_HELP, diag_keep(list));
}

static bool lex_explain_is_hex(uint8_t b)
{
    return (b >= '0' && b <= '9') || ((b | 0x20) >= 'a' && (b | 0x20) <= 'f');
}

void lex_explain_unicode_brace(lex_report *report, uint32_t body_end)
{
    diag_list *list = report->list;
    const uint8_t *bytes = report->text.bytes;
    if (list->failed)
        return;
    uint32_t start = lex_explain_last_row(report)->start, row_end = lex_explain_last_row(report)->end,
             first = row_end - 1, end = first;
    while (end < body_end && end - first < 6 && lex_explain_is_hex(bytes[end]))
        end++;
    if (end == first || row_end - start < 3) {
        diag_part_at(list, RUSTG_PART_LABEL, start, row_end, "incorrect unicode escape sequence");
        diag_part(list, RUSTG_PART_HELP, "format of unicode escape sequences is `\\u{...}`");
        return;
    }
    diag_text *text = diag_begin(list);
    text_string(text, "\\u{");
    text_source(text, bytes + first, end - first);
    text_string(text, "}");
    diag_suggest(list, RUSTG_PART_SUGGESTION, "format of unicode escape sequences uses braces", start, end,
                 diag_keep_patch(list));
}

void lex_explain_unicode_unclosed(lex_report *report)
{
    if (report->list->failed)
        return;
    uint32_t end = lex_explain_last_row(report)->end;
    diag_suggest(report->list, RUSTG_PART_SUGGESTION, "terminate the unicode escape", end, end, "}");
}

void lex_explain_bare(lex_report *report, uint32_t c)
{
    diag_list *list = report->list;
    if (list->failed)
        return;
    text_escape_default(diag_begin(list), c);
    diag_suggest(list, RUSTG_PART_SUGGESTION, "escape the character", lex_explain_last_row(report)->start,
                 lex_explain_last_row(report)->end, diag_keep_patch(list));
    diag_suggest_surely(list);
}

/* What the characters of a literal with too many are. */
typedef struct explain_chars {
    uint32_t first, n_further, n_shown, shown;
    bool all_marks; /* those behind the first */
} explain_chars;

static explain_chars lex_read_chars(const lex_report *report, uint32_t body, uint32_t end)
{
    explain_chars chars = {.all_marks = true};
    uint32_t length;
    for (uint32_t pos = body; pos < end; pos += length) {
        uint32_t c = diag_char_at(report->text.bytes, end, pos, &length);
        if (pos == body) {
            chars.first = c;
        } else {
            chars.all_marks = chars.all_marks && diag_is_mark(c);
            chars.n_further++;
        }
        if (c >= 0x20 && c != 0x7F && !(c >= 0x80 && c < 0xA0) && !diag_is_zero_width(c) && !diag_is_space(c)) {
            chars.n_shown++;
            chars.shown = c;
        }
    }
    return chars;
}

/* Characters from start on, escaped. */
static void lex_put_escaped(diag_text *text, const lex_report *report, uint32_t start, uint32_t end)
{
    uint32_t length;
    for (uint32_t pos = start; pos < end && text->n <= DIAG_MAX_TEXT; pos += length)
        text_escape_default(text, diag_char_at(report->text.bytes, end, pos, &length));
}

/* The literal between double quotes. True where a quote in it had to be escaped. */
static bool lex_put_as_string(diag_text *text, const lex_report *report, uint32_t body, uint32_t end)
{
    bool in_escape = false, quoted = false;
    uint32_t length;
    for (uint32_t pos = body; pos < end; pos += length) {
        uint32_t c = diag_char_at(report->text.bytes, end, pos, &length);
        if (c == '\\') {
            in_escape = !in_escape;
        } else if (c == '"' && !in_escape) {
            text_char(text, '\\');
            quoted = true;
        } else {
            in_escape = false;
        }
        text_char(text, c);
    }
    text_string(text, "\"");
    return quoted;
}

/* Either marks on one character, or one that shows, or a string. */
void lex_explain_long_char(lex_report *report, uint32_t start, uint32_t end)
{
    diag_list *list = report->list;
    if (list->failed)
        return;
    uint32_t row_start = lex_explain_last_row(report)->start, row_end = lex_explain_last_row(report)->end, length;
    bool is_byte = report->text.bytes[row_start] == 'b';
    const char *quote = is_byte ? "b\"" : "\"";
    uint32_t body = row_start + (is_byte ? 2 : 1), body_end = row_end - 1;
    explain_chars chars = lex_read_chars(report, body, body_end);
    if (chars.all_marks) {
        diag_text *text = diag_begin(list);
        text_string(text, "this `");
        text_char(text, chars.first);
        text_string(text, chars.n_further == 1 ? "` is followed by the combining mark `"
                                               : "` is followed by the combining marks `");
        (void)diag_char_at(report->text.bytes, body_end, body, &length);
        lex_put_escaped(text, report, body + length, body_end);
        text_string(text, "`");
        diag_part_at(list, RUSTG_PART_NOTE_AT, start, end, diag_keep(list));
    } else if (chars.n_shown == 1) {
        diag_text *text = diag_begin(list);
        text_string(text, "there are non-printing characters, the full sequence is `");
        lex_put_escaped(text, report, body, body_end);
        text_string(text, "`");
        diag_part_at(list, RUSTG_PART_NOTE_AT, start, end, diag_keep(list));
        diag_suggest(list, RUSTG_PART_SUGGESTION, "consider removing the non-printing characters", start, end,
                     lex_kept_char(list, chars.shown));
        return;
    }
    const char *message = is_byte ? "if you meant to write a byte string literal, use double quotes"
                                  : "if you meant to write a string literal, use double quotes";
    diag_text *text = diag_begin(list);
    text_string(text, quote);
    if (lex_put_as_string(text, report, body, body_end)) {
        diag_suggest(list, RUSTG_PART_SUGGESTION, message, row_start, row_end, diag_keep_patch(list));
    } else {
        diag_suggest(list, RUSTG_PART_SUGGESTION, message, row_start, body, quote);
        diag_suggest_further(list, body_end, row_end, "\"");
    }
    diag_suggest_surely(list);
}
