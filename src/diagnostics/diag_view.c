/* diag_view.c: labels, notes and suggestions of each kind. */
#include "diagnostics/diag_view_build.h"

#include <string.h>

#include "lexer/diagnose/lex_confusable.h"

static void add_placed_note(diag_view *view, size_t message, uint32_t start, uint32_t end)
{
    view_add_child_text(view, DIAG_LEVEL_NOTE, message);
    view_add_child_mark(view, start, end, true, 0);
}

static bool span_is(const diag_view *view, const char *word)
{
    const rustg_diagnostic *d = view->diagnostic;
    size_t n = strlen(word);
    return d->end - d->start == n && memcmp(view->bytes + d->start, word, n) == 0;
}

static void view_unknown_prefix(diag_view *view)
{
    const rustg_diagnostic *d = view->diagnostic;
    if (span_is(view, "rb")) {
        view_suggest(view, "use `br` for a raw byte string", view_maybe_incorrect);
        view_add_patch(view, d->start, d->end, view_add_text(view, "br"));
    } else if (span_is(view, "rc")) {
        view_suggest(view, "use `cr` for a raw C-string", view_maybe_incorrect);
        view_add_patch(view, d->start, d->end, view_add_text(view, "cr"));
    } else if (d->argument_end > d->argument_start) {
        view_suggest(view, "if you meant to write a string literal, use double quotes", view_maybe_incorrect);
        view_add_patch(view, d->argument_start, d->argument_start + 1, view_add_text(view, "\""));
        view_add_patch(view, d->end, d->end + 1, view_add_text(view, "\""));
    } else {
        view_suggest(view, "consider inserting whitespace here", view_maybe_incorrect);
        view_add_patch(view, d->end, d->end, view_add_text(view, " "));
    }
}

/* From a left double quotation mark to the right one, if that is what stands at start. */
static bool directed_quotes(const diag_view *view, uint32_t start, uint32_t *end)
{
    size_t pos;
    if (view->n_bytes - start < 3 || memcmp(view->bytes + start, "\xE2\x80\x9C", 3) != 0)
        return false;
    for (pos = start + 3; pos + 3 <= view->n_bytes; pos++) {
        if (view->bytes[pos] == 0xE2 && memcmp(view->bytes + pos, "\xE2\x80\x9D", 3) == 0) {
            *end = (uint32_t)pos + 3;
            return true;
        }
    }
    return false;
}

static void view_confusable(diag_view *view, const lex_confusable *row, uint32_t n_chars)
{
    const rustg_diagnostic *d = view->diagnostic;
    diag_text *strings = &view->strings;
    const char *ascii_name = lex_confusable_ascii_name(row);
    uint32_t end = d->end, i;
    bool directed = directed_quotes(view, d->start, &end);
    size_t text = view_begin_text(view);
    if (directed) {
        text_string(strings, "Unicode characters '\xE2\x80\x9C' (Left Double Quotation Mark) and '\xE2\x80\x9D' "
                             "(Right Double Quotation Mark) look like '");
    } else {
        text_string(strings, "Unicode character '");
        text_char(strings, row->code_point);
        text_string(strings, "' (");
        text_string(strings, row->name);
        text_string(strings, ") looks like '");
    }
    text_string(strings, row->ascii);
    text_string(strings, "' (");
    text_string(strings, ascii_name);
    text_string(strings, directed ? "), but are not" : "), but it is not");
    view_suggest_text(view, view_end_text(view, text), view_maybe_incorrect);
    text = view_begin_text(view);
    if (directed) {
        text_string(strings, "\"");
        text_source(strings, view->bytes + d->start + 3, end - d->start - 6);
        text_string(strings, "\"");
    } else {
        for (i = 0; i < n_chars; i++)
            text_string(strings, row->ascii);
    }
    view_add_patch(view, d->start, end, view_end_text(view, text));
}

static void view_unknown_token(diag_view *view)
{
    static const uint32_t invisible[] = {0x200B, 0x200C, 0x2060, 0x2061, 0x2062, 0x00AD, 0x034F, 0x061C};
    const rustg_diagnostic *d = view->diagnostic;
    const lex_confusable *row = lex_confusable_find(d->argument);
    diag_text *strings = &view->strings;
    uint32_t length, n_chars;
    size_t text, i;
    (void)diag_char_at(view->bytes, view->n_bytes, d->start, &length);
    n_chars = (d->end - d->start) / length;
    if (row)
        view_confusable(view, row, n_chars);
    if (d->argument == 0)
        view_add_child(
            view, DIAG_LEVEL_HELP,
            "source files must contain UTF-8 encoded text, unexpected null bytes might occur when a different "
            "encoding is used");
    if (n_chars > 1) {
        text = view_begin_text(view);
        text_string(strings, "character appears ");
        if (n_chars == 2) {
            text_string(strings, "once more");
        } else {
            text_number(strings, n_chars - 1);
            text_string(strings, " more times");
        }
        view_add_child_text(view, DIAG_LEVEL_NOTE, view_end_text(view, text));
    }
    for (i = 0; i < sizeof invisible / sizeof invisible[0]; i++) {
        if (invisible[i] == d->argument) {
            text = view_begin_text(view);
            text_string(strings, "invisible characters like '");
            text_escaped_char(strings, d->argument);
            text_string(strings, "' are not usually visible in text editors");
            view_add_child_text(view, DIAG_LEVEL_HELP, view_end_text(view, text));
        }
    }
}

static void view_raw_string(diag_view *view)
{
    const rustg_diagnostic *d = view->diagnostic;
    diag_text *strings = &view->strings;
    uint32_t i;
    size_t text;
    if (d->argument == 0)
        return;
    text = view_begin_text(view);
    text_string(strings, "this raw string should be terminated with `\"");
    for (i = 0; i < d->argument; i++)
        text_char(strings, '#');
    text_string(strings, "`");
    view_add_child_text(view, DIAG_LEVEL_NOTE, view_end_text(view, text));
    if (d->argument_end == d->argument_start)
        return;
    view_suggest(view, "consider terminating the string here", view_maybe_incorrect);
    view_suggest_style(view, DIAG_SUGGEST_BESIDE);
    text = view_begin_text(view);
    for (i = 0; i < d->argument; i++)
        text_char(strings, '#');
    view_add_patch(view, d->argument_start, d->argument_end, view_end_text(view, text));
}

static void view_unknown_escape(diag_view *view)
{
    const rustg_diagnostic *d = view->diagnostic;
    uint8_t first = view->bytes[d->argument_start];
    bool text_mode = first == '"' || first == '\'';
    if (d->argument == '{' || (d->argument == '}' && first == '"')) {
        view_add_child(view, DIAG_LEVEL_HELP,
                       "if used in a formatting string, curly braces are escaped with `{{` and `}}`");
    } else if (d->argument == '\r') {
        view_add_child(
            view, DIAG_LEVEL_HELP,
            "this is an isolated carriage return; consider checking your editor and version control settings");
    } else {
        if (text_mode) {
            size_t text = view_begin_text(view);
            text_string(&view->strings, "r\"");
            text_source(&view->strings, view->bytes + d->argument_start + 1, d->argument_end - d->argument_start - 2);
            text_string(&view->strings, "\"");
            text = view_end_text(view, text);
            view_suggest(
                view,
                "if you meant to write a literal backslash (perhaps escaping in a regular expression), consider a "
                "raw string literal",
                view_maybe_incorrect);
            view_add_patch(view, d->argument_start, d->argument_end, text);
        }
        view_add_child(view, DIAG_LEVEL_HELP,
                       "for more information, visit <https://doc.rust-lang.org/reference/tokens.html#literals>");
    }
}

static void view_non_ascii(diag_view *view)
{
    const rustg_diagnostic *d = view->diagnostic;
    diag_text *strings = &view->strings;
    uint32_t i;
    size_t text = view_begin_text(view);
    bool low = d->argument <= 0xFF;
    text_string(strings, "must be ASCII");
    if (diag_is_zero_width(d->argument)) {
        text_string(strings, " but is ");
        text_debug_char(strings, d->argument);
    }
    view_add_mark(view, d->start, d->end, view_end_text(view, text));
    if (d->kind == RUSTG_DIAG_NON_ASCII_RAW_BYTE_STR)
        return;
    if (!low && d->kind == RUSTG_DIAG_NON_ASCII_BYTE) {
        view_add_mark(view, d->start, d->end,
                      view_add_text(view, "this multibyte character does not fit into a single byte"));
        return;
    }
    text = view_begin_text(view);
    text_string(strings,
                low ? "if you meant to use the unicode code point for " : "if you meant to use the UTF-8 encoding of ");
    text_debug_char(strings, d->argument);
    text_string(strings, low ? ", use a \\xHH escape" : ", use \\xHH escapes");
    view_suggest_text(view, view_end_text(view, text), view_maybe_incorrect);
    text = view_begin_text(view);
    for (i = d->start; i < d->end; i++) {
        uint32_t byte = low ? d->argument : view->bytes[i];
        text_string(strings, "\\x");
        text_char(strings, (uint32_t) "0123456789ABCDEF"[byte >> 4]);
        text_char(strings, (uint32_t) "0123456789ABCDEF"[byte & 15]);
        if (low)
            break;
    }
    view_add_patch(view, d->start, d->end, view_end_text(view, text));
}

static void view_hex_range(diag_view *view)
{
    const rustg_diagnostic *d = view->diagnostic;
    diag_text *strings = &view->strings;
    size_t text;
    uint32_t i;
    if (d->argument_end - d->argument_start > 4 || d->end - d->start != 4)
        return;
    text = view_begin_text(view);
    text_string(strings, "if you want to write a byte literal, use `b'");
    text_source(strings, view->bytes + d->start, 4);
    text_string(strings, "'`");
    view_add_child_text(view, DIAG_LEVEL_HELP, view_end_text(view, text));
    text = view_begin_text(view);
    text_string(strings, "if you want to write a Unicode character, use `'\\u{");
    for (i = d->start + 2; i < d->end; i++) {
        uint8_t b = view->bytes[i];
        text_char(strings, b >= 'a' ? b - 0x20u : b);
    }
    text_string(strings, "}'`");
    view_add_child_text(view, DIAG_LEVEL_HELP, view_end_text(view, text));
}

static bool is_hex(uint8_t b)
{
    return (b >= '0' && b <= '9') || ((b | 0x20) >= 'a' && (b | 0x20) <= 'f');
}

static void view_unicode_brace(diag_view *view)
{
    const rustg_diagnostic *d = view->diagnostic;
    uint32_t first = d->end - 1, end = first;
    size_t text;
    while (end < d->argument_end && end - first < 6 && is_hex(view->bytes[end]))
        end++;
    if (end == first || d->end - d->start < 3) {
        view_add_mark(view, d->start, d->end, view_add_text(view, "incorrect unicode escape sequence"));
        view_add_child(view, DIAG_LEVEL_HELP, "format of unicode escape sequences is `\\u{...}`");
        return;
    }
    view_suggest(view, "format of unicode escape sequences uses braces", view_maybe_incorrect);
    text = view_begin_text(view);
    text_string(&view->strings, "\\u{");
    text_source(&view->strings, view->bytes + first, end - first);
    text_string(&view->strings, "}");
    view_add_patch(view, d->start, end, view_end_text(view, text));
}

/* A character literal with several characters: either marks on one character, or one that shows, or a string. */
static void view_long_char(diag_view *view)
{
    const rustg_diagnostic *d = view->diagnostic;
    diag_text *strings = &view->strings;
    bool is_byte = view->bytes[d->start] == 'b', all_marks = true, in_escape = false, quoted = false;
    uint32_t body = d->start + (is_byte ? 2 : 1), end = d->end - 1, pos, length, first;
    uint32_t n_marks = 0, n_shown = 0, shown = 0;
    const char *message = is_byte ? "if you meant to write a byte string literal, use double quotes"
                                  : "if you meant to write a string literal, use double quotes";
    size_t text, sugg;
    first = diag_char_at(view->bytes, end, body, &length);
    for (pos = body; pos < end; pos += length) {
        uint32_t c = diag_char_at(view->bytes, end, pos, &length);
        if (pos > body) {
            all_marks = all_marks && diag_is_mark(c);
            n_marks++;
        }
        if (c >= 0x20 && c != 0x7F && !(c >= 0x80 && c < 0xA0) && !diag_is_zero_width(c) && !diag_is_space(c)) {
            n_shown++;
            shown = c;
        }
    }
    if (all_marks) {
        text = view_begin_text(view);
        text_string(strings, "this `");
        text_char(strings, first);
        text_string(strings,
                    n_marks == 1 ? "` is followed by the combining mark `" : "` is followed by the combining marks `");
        for (pos = body; pos < end; pos += length) {
            uint32_t c = diag_char_at(view->bytes, end, pos, &length);
            if (pos > body)
                text_escape_default(strings, c);
        }
        text_string(strings, "`");
        add_placed_note(view, view_end_text(view, text), d->argument_start, d->argument_end);
    } else if (n_shown == 1) {
        text = view_begin_text(view);
        text_string(strings, "there are non-printing characters, the full sequence is `");
        for (pos = body; pos < end; pos += length)
            text_escape_default(strings, diag_char_at(view->bytes, end, pos, &length));
        text_string(strings, "`");
        add_placed_note(view, view_end_text(view, text), d->argument_start, d->argument_end);
        view_suggest(view, "consider removing the non-printing characters", view_maybe_incorrect);
        text = view_begin_text(view);
        text_char(strings, shown);
        view_add_patch(view, d->argument_start, d->argument_end, view_end_text(view, text));
        return;
    }
    view_suggest(view, message, view_machine_applicable);
    sugg = view_begin_text(view);
    text_string(strings, is_byte ? "b\"" : "\"");
    for (pos = body; pos < end; pos += length) {
        uint32_t c = diag_char_at(view->bytes, end, pos, &length);
        if (c == '\\') {
            in_escape = !in_escape;
        } else {
            if (c == '"' && !in_escape) {
                text_char(strings, '\\');
                quoted = true;
            } else {
                in_escape = false;
            }
        }
        text_char(strings, c);
    }
    text_string(strings, "\"");
    sugg = view_end_text(view, sugg);
    if (quoted) {
        view_add_patch(view, d->start, d->end, sugg);
    } else {
        view_add_patch(view, d->start, body, view_add_text(view, is_byte ? "b\"" : "\""));
        view_add_patch(view, end, d->end, view_add_text(view, "\""));
    }
}

static void view_escape_char(diag_view *view)
{
    const rustg_diagnostic *d = view->diagnostic;
    bool cr = d->kind == RUSTG_DIAG_CR_STR || d->kind == RUSTG_DIAG_CR_CHAR;
    size_t text = view_begin_text(view);
    text_escape_default(&view->strings, cr ? '\r' : d->argument);
    text = view_end_text(view, text);
    view_suggest(view, "escape the character", view_machine_applicable);
    view_add_patch(view, d->start, d->end, text);
}

/* The word that ends at or before *end, white space between; *end moves to its start. */
static size_t word_before(const diag_view *view, size_t *end)
{
    size_t last, n = *end;
    while (n > 0 && view->bytes[n - 1] <= ' ')
        n--;
    for (last = n; n > 0 && view->bytes[n - 1] > ' '; n--)
        continue;
    *end = n;
    return last - n;
}

static bool is_word(const diag_view *view, size_t start, size_t n, const char *word)
{
    return n == strlen(word) && memcmp(view->bytes + start, word, n) == 0;
}

static void view_ferris(diag_view *view)
{
    static const char *const types[] = {"struct", "trait", "mod", "union", "type", "enum"};
    const rustg_diagnostic *d = view->diagnostic;
    size_t at = d->start, n = word_before(view, &at), i;
    const char *name = "ferris";
    for (i = 0; i < sizeof types / sizeof *types; i++)
        if (is_word(view, at, n, types[i]))
            name = "Ferris";
    if (is_word(view, at, n, "mut")) {
        n = word_before(view, &at);
        if (is_word(view, at, n, "static"))
            name = "FERRIS";
    } else if (is_word(view, at, n, "const") || is_word(view, at, n, "static")) {
        name = "FERRIS";
    }
    view_suggest(view, "try using their name instead", view_maybe_incorrect);
    view_suggest_style(view, DIAG_SUGGEST_BESIDE);
    view_add_patch(view, d->start, d->end, view_add_text(view, name));
}

static void view_block_comment(diag_view *view)
{
    const rustg_diagnostic *d = view->diagnostic;
    if (d->argument_end == d->argument_start)
        return;
    view_add_mark(view, d->start, d->start + 2, view->message);
    view_add_mark(view, d->argument_start, d->argument_start + 2,
                  view_add_text(view, "...as last nested comment starts here, maybe you want to close this instead?"));
    view_add_mark(view, d->argument_end - 2, d->argument_end,
                  view_add_text(view, "...and last nested comment terminates here."));
}

static size_t dashes_text(diag_view *view, const char *before, uint32_t n, const char *after)
{
    size_t text = view_begin_text(view);
    text_string(&view->strings, before);
    text_number(&view->strings, n);
    text_string(&view->strings, after);
    return view_end_text(view, text);
}

static void view_of_kind(diag_view *view)
{
    const rustg_diagnostic *d = view->diagnostic;
    switch (d->kind) {
    case RUSTG_DIAG_UNKNOWN_TOKEN: view_unknown_token(view); break;
    case RUSTG_DIAG_UNKNOWN_PREFIX: view_unknown_prefix(view); break;
    case RUSTG_DIAG_FERRIS_IDENT: view_ferris(view); break;
    case RUSTG_DIAG_RESERVED_STRING:
    case RUSTG_DIAG_RESERVED_MULTIHASH:
        view_suggest(view, "consider inserting whitespace here", view_maybe_incorrect);
        view_add_patch(view, d->start + 1, d->start + 1, view_add_text(view, " "));
        break;
    case RUSTG_DIAG_UNTERMINATED_BLOCK_COMMENT:
    case RUSTG_DIAG_UNTERMINATED_BLOCK_DOC: view_block_comment(view); break;
    case RUSTG_DIAG_UNTERMINATED_CHAR:
        if (d->argument_end > d->argument_start) {
            view_suggest(view, "if you meant to write a string literal, use double quotes", view_maybe_incorrect);
            view_add_patch(view, d->argument_start, d->argument_end, view_add_text(view, "\""));
            view_add_patch(view, d->start, d->start + 1, view_add_text(view, "\""));
        }
        break;
    case RUSTG_DIAG_UNTERMINATED_RAW_STR: view_raw_string(view); break;
    case RUSTG_DIAG_LONG_CHAR: view_long_char(view); break;
    case RUSTG_DIAG_UNKNOWN_ESCAPE:
    case RUSTG_DIAG_UNKNOWN_BYTE_ESCAPE: view_unknown_escape(view); break;
    case RUSTG_DIAG_UNESCAPED_CHAR:
    case RUSTG_DIAG_UNESCAPED_BYTE:
    case RUSTG_DIAG_CR_CHAR:
    case RUSTG_DIAG_CR_STR: view_escape_char(view); break;
    case RUSTG_DIAG_HEX_ESCAPE_RANGE: view_hex_range(view); break;
    case RUSTG_DIAG_UNICODE_ESCAPE_BRACE: view_unicode_brace(view); break;
    case RUSTG_DIAG_UNICODE_ESCAPE_UNCLOSED:
        view_suggest(view, "terminate the unicode escape", view_maybe_incorrect);
        view_add_patch(view, d->end, d->end, view_add_text(view, "}"));
        break;
    case RUSTG_DIAG_FRONTMATTER_OPEN_SPACE:
        add_placed_note(view, view_add_text(view, "frontmatter opening should not be preceded by whitespace"),
                        d->argument_start, d->argument_end);
        break;
    case RUSTG_DIAG_FRONTMATTER_CLOSE_SPACE:
        add_placed_note(view, view_add_text(view, "frontmatter close should not be preceded by whitespace"),
                        d->argument_start, d->argument_end);
        break;
    case RUSTG_DIAG_FRONTMATTER_UNCLOSED:
        add_placed_note(view, view_add_text(view, "frontmatter opening here was not closed"), d->argument_start,
                        d->argument_end);
        break;
    case RUSTG_DIAG_FRONTMATTER_LENGTH:
        view_add_mark(view, d->start, d->start + d->argument,
                      dashes_text(view, "the opening here has ", d->argument, " dashes..."));
        view_add_mark(view, d->argument_start, d->argument_end,
                      dashes_text(view, "...while the close has ", d->argument_end - d->argument_start, " dashes"));
        break;
    default: view_of_syntax(view); break;
    }
}

static bool is_non_ascii(uint32_t kind)
{
    return kind == RUSTG_DIAG_NON_ASCII_BYTE || kind == RUSTG_DIAG_NON_ASCII_BYTE_STR ||
           kind == RUSTG_DIAG_NON_ASCII_RAW_BYTE_STR;
}

static bool has_place(const diag_view *view)
{
    uint32_t kind = view->diagnostic->kind;
    return view->bytes && view->diagnostic->start <= view->diagnostic->end && view->diagnostic->end <= view->n_bytes &&
           view->diagnostic->argument_end <= view->n_bytes && kind != RUSTG_DIAG_FILE_UNREADABLE &&
           kind != RUSTG_DIAG_FILE_TOO_LONG && kind != RUSTG_DIAG_FRONTMATTER_DASHES;
}

static void add_kind_child(diag_view *view, diag_level level, const char *format)
{
    if (!*format)
        return;
    size_t text = view_begin_text(view);
    diag_message(&view->strings, view->diagnostic, format, view->path, view->bytes, view->n_bytes);
    if (view_begin_text(view) > text)
        view_add_child_text(view, level, view_end_text(view, text));
}

bool diag_view_make(diag_view *view, const rustg_diagnostic *diagnostic, const char *path, const uint8_t *bytes,
                    size_t n_bytes)
{
    const rustg_diagnostic *d = diagnostic;
    const char *label = diag_kind_label(d->kind);
    size_t text, i;
    memset(view, 0, sizeof *view);
    view->diagnostic = d;
    view->path = path ? path : "";
    view->bytes = bytes;
    view->n_bytes = n_bytes;
    view->code = rustg_diagnostic_code(d->kind);
    text_bytes(&view->strings, "\0", 2); /* no text and DIAG_EMPTY_TEXT */
    text = view_begin_text(view);
    diag_message(&view->strings, d, diag_kind_message(d->kind), path, bytes, n_bytes);
    view->message = view_end_text(view, text);
    view->placed = has_place(view);
    if (!view->placed)
        return !view->strings.failed;
    if (*label && !is_non_ascii(d->kind)) {
        text = view_begin_text(view);
        diag_message(&view->strings, d, label, path, bytes, n_bytes);
        view_add_mark(view, d->start, d->end, view_end_text(view, text));
    }
    if (is_non_ascii(d->kind))
        view_non_ascii(view);
    add_kind_child(view, DIAG_LEVEL_NOTE, diag_kind_note(d->kind));
    view_of_parts(view);
    add_kind_child(view, DIAG_LEVEL_HELP, diag_kind_help(d->kind));
    view_of_kind(view);
    for (i = 0; i < view->n_marks; i++)
        if (view->marks[i].primary)
            break;
    if (i == view->n_marks)
        view_add_mark(view, d->start, d->end, 0);
    view_order_marks(view->marks, view->n_marks);
    for (i = 0; i < view->n_children; i++)
        if (view->children[i].n_marks)
            view_order_marks(view->child_marks + view->children[i].first_mark, view->children[i].n_marks);
    return !view->strings.failed;
}
