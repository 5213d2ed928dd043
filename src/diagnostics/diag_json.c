/* diag_json.c: writes a diagnostic as one line of rustc's --error-format=json. */
#include "diagnostics/diag_view.h"

#include <string.h>

enum { MAX_QUOTED = 1 << 16 };

/* A character that JSON does not take as it is. */
static void diag_put_escape(diag_text *out, uint32_t c)
{
    const char *short_form = c == '"'    ? "\\\""
                             : c == '\\' ? "\\\\"
                             : c == '\n' ? "\\n"
                             : c == '\r' ? "\\r"
                             : c == '\t' ? "\\t"
                             : c == '\b' ? "\\b"
                             : c == '\f' ? "\\f"
                                         : NULL;
    if (short_form) {
        text_string(out, short_form);
    } else {
        char escape[7] = "\\u0000";
        escape[4] = (char)('0' + (c >> 4));
        escape[5] = "0123456789abcdef"[c & 15];
        text_string(out, escape);
    }
}

/* Text that is not UTF-8 (a file's name may be anything) becomes U+FFFD. */
static void diag_put_string(diag_text *out, const char *string, size_t n)
{
    size_t pos = 0;
    text_string(out, "\"");
    while (pos < n) {
        size_t plain = pos;
        while (plain < n && (uint8_t)(string[plain] - 0x20) < 0x60 && string[plain] != '"' && string[plain] != '\\')
            plain++;
        text_bytes(out, string + pos, plain - pos);
        pos = plain;
        if (pos == n)
            break;
        uint32_t length = 1, c = (uint8_t)string[pos];
        if (c >= 0x80)
            c = text_char_at(string, n, pos, &length);
        if (c < 0x20 || c == '"' || c == '\\')
            diag_put_escape(out, c);
        else
            text_char(out, c);
        pos += length;
    }
    text_string(out, "\"");
}

static void diag_json_put_text(diag_text *out, const char *string)
{
    diag_put_string(out, string, strlen(string));
}

static void diag_put_field(diag_text *out, const char *name, uint64_t value)
{
    text_string(out, ",\"");
    text_string(out, name);
    text_string(out, "\":");
    text_number(out, value);
}

/* Writes the source lines of a span, each with the columns that the span takes in it. Very long lines are left out,
 * because every error of such a line would repeat it. */
static void diag_put_lines(diag_text *out, const diag_view *view, diag_line line, const diag_line *last,
                           uint32_t first_column, uint32_t last_column, bool is_nowhere)
{
    bool more = !is_nowhere && last->end - line.start <= MAX_QUOTED, begun = false;
    diag_text source = {0};
    text_string(out, ",\"text\":[");
    while (more) {
        source.n = 0;
        text_source(&source, view->bytes + line.start, line.end - line.start);
        text_string(out, begun ? ",{\"text\":" : "{\"text\":");
        diag_put_string(out, source.data ? source.data : "", source.n);
        diag_put_field(out, "highlight_start", begun ? 1 : first_column);
        diag_put_field(out, "highlight_end",
                       line.number == last->number ? last_column : diag_line_chars(view->lines, &line, line.end) + 1u);
        text_string(out, "}");
        begun = true;
        more = line.number < last->number && diag_line_next(view->lines, &line);
    }
    text_string(out, "]");
    text_free(&source);
}

/* How many bytes the line feed at a place has. A patch that takes away all of a line takes that away, too. */
static uint32_t diag_line_feed(const diag_view *view, uint32_t at)
{
    const uint32_t n_return = at < view->n_bytes && view->bytes[at] == '\r' ? 1 : 0;
    return at + n_return < view->n_bytes && view->bytes[at + n_return] == '\n' ? n_return + 1 : 0;
}

/* label and replacement may be NULL. */
static void diag_put_span(diag_text *out, const diag_view *view, uint32_t start, uint32_t end, bool primary,
                          const char *label, const char *replacement, const char *applicability)
{
    diag_line first = diag_line_at(view->lines, start);
    if (replacement && *replacement == 0 && first.start == start)
        end += diag_line_feed(view, end);
    diag_line last = end > start ? diag_line_at(view->lines, end) : first;
    uint32_t first_column = diag_line_chars(view->lines, &first, start) + 1;
    uint32_t last_column = diag_line_chars(view->lines, &last, end) + 1;
    text_string(out, "{\"file_name\":");
    diag_json_put_text(out, view->path);
    diag_put_field(out, "byte_start", start);
    diag_put_field(out, "byte_end", end);
    diag_put_field(out, "line_start", first.number);
    diag_put_field(out, "line_end", last.number);
    diag_put_field(out, "column_start", first_column);
    diag_put_field(out, "column_end", last_column);
    text_string(out, primary ? ",\"is_primary\":true" : ",\"is_primary\":false");
    diag_put_lines(out, view, first, &last, first_column, last_column,
                   start == 0 && end == 0); /* rustc's mark of no place */
    text_string(out, ",\"label\":");
    if (label)
        diag_json_put_text(out, label);
    else
        text_string(out, "null");
    text_string(out, ",\"suggested_replacement\":");
    if (replacement)
        diag_json_put_text(out, replacement);
    else
        text_string(out, "null");
    text_string(out, ",\"suggestion_applicability\":");
    if (replacement)
        diag_json_put_text(out, applicability);
    else
        text_string(out, "null");
    text_string(out, ",\"expansion\":null}");
}

static void diag_put_mark(diag_text *out, const diag_view *view, const diag_mark *mark, bool further)
{
    if (further)
        text_string(out, ",");
    diag_put_span(out, view, mark->start, mark->end, mark->primary,
                  mark->label ? diag_view_text(view, mark->label) : NULL, NULL, NULL);
}

static void diag_begin_child(diag_text *out, bool *begun, const char *message, const char *level)
{
    text_string(out, *begun ? ",{\"message\":" : "{\"message\":");
    diag_json_put_text(out, message);
    text_string(out, ",\"code\":null,\"level\":");
    diag_json_put_text(out, level);
    text_string(out, ",\"spans\":[");
    *begun = true;
}

static void diag_end_child(diag_text *out)
{
    text_string(out, "],\"children\":[],\"rendered\":null}");
}

static void diag_put_children(diag_text *out, const diag_view *view)
{
    bool begun = false;
    size_t i, j;
    for (i = 0; i < view->n_children; i++) {
        const diag_child *child = &view->children[i];
        diag_begin_child(out, &begun, diag_view_text(view, child->message), diag_level_name(child->level));
        for (j = 0; j < child->n_marks; j++)
            diag_put_mark(out, view, &view->child_marks[child->first_mark + j], j > 0);
        diag_end_child(out);
    }
    for (i = 0; i < view->n_suggestions; i++) {
        const diag_suggestion *suggestion = &view->suggestions[i];
        diag_begin_child(out, &begun, diag_view_text(view, suggestion->message), "help");
        for (j = 0; j < suggestion->n_patches; j++) {
            const diag_patch *patch = &view->patches[suggestion->first_patch + j];
            if (j > 0)
                text_string(out, ",");
            diag_put_span(out, view, patch->start, patch->end, true, NULL, diag_view_text(view, patch->text),
                          suggestion->applicability);
        }
        diag_end_child(out);
    }
}

void diag_draw_json(diag_text *out, const diag_view *view, bool color)
{
    diag_text rendered = {0};
    size_t i;
    text_string(out, "{\"$message_type\":\"diagnostic\",\"message\":");
    diag_json_put_text(out, diag_view_text(view, view->message));
    text_string(out, ",\"code\":");
    if (*view->code) {
        text_string(out, "{\"code\":");
        diag_json_put_text(out, view->code);
        text_string(out, ",\"explanation\":null}");
    } else {
        text_string(out, "null");
    }
    text_string(out, ",\"level\":\"");
    text_string(out, diag_view_level(view));
    text_string(out, "\",\"spans\":[");
    for (i = 0; view->placed && i < view->n_marks; i++)
        diag_put_mark(out, view, &view->marks[i], i > 0);
    text_string(out, "],\"children\":[");
    if (view->placed)
        diag_put_children(out, view);
    text_string(out, "],\"rendered\":");
    diag_draw_human(&rendered, view, color);
    diag_put_string(out, rendered.data ? rendered.data : "", rendered.n);
    text_string(out, "}\n");
    if (rendered.failed)
        out->failed = true;
    text_free(&rendered);
}
