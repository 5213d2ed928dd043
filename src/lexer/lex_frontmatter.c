/* lex_frontmatter.c: reports the errors of a frontmatter. source: rustc 1.95's rustc_parse (lexer). */
#include "lexer/diagnose/lex_report.h"
#include "rustg/diagnostic_kind.h"

#define MAX_DASHES 255u

static uint32_t lex_skip_dashes(const lex_text *text, uint32_t pos)
{
    while (lex_byte(text, pos) == '-')
        pos++;
    return pos;
}

/* The end of blanks, a name and blanks behind the opening dashes. */
static uint32_t lex_infostring_end(const lex_text *text, uint32_t pos)
{
    pos = lex_skip_blanks(text, pos);
    if (lex_start_at(text, pos)) {
        uint32_t before;
        do {
            before = pos;
            pos = lex_continue_end(text, pos);
            while (lex_byte(text, pos) == '-' || lex_byte(text, pos) == '.')
                pos++;
        } while (pos > before);
    }
    return lex_skip_blanks(text, pos);
}

static void lex_check_close(lex_report *report, uint32_t open, uint32_t open_end, uint32_t last_line, uint32_t end)
{
    const lex_text *text = &report->text;
    diag_list *list = report->list;
    uint32_t n_open = open_end - open, dashes = lex_skip_blanks(text, last_line),
             dashes_end = lex_skip_dashes(text, dashes);
    uint32_t n_close = dashes_end - dashes;
    if (dashes + 3 > end || !lex_starts_with(text, dashes, "---")) {
        lex_add_argument(report, RUSTG_DIAG_FRONTMATTER_UNCLOSED, open, end, 0, open, open_end);
        diag_part_at(list, RUSTG_PART_NOTE_AT, open, open_end, "frontmatter opening here was not closed");
        return;
    }
    if (dashes > last_line) {
        lex_add_argument(report, RUSTG_DIAG_FRONTMATTER_CLOSE_SPACE, last_line, end, 0, last_line, dashes);
        diag_part_at(list, RUSTG_PART_NOTE_AT, last_line, dashes,
                     "frontmatter close should not be preceded by whitespace");
    }
    if (n_close != n_open) {
        lex_add_argument(report, RUSTG_DIAG_FRONTMATTER_LENGTH, open, end, n_open, last_line, last_line + n_close);
        diag_part_at(list, RUSTG_PART_LABEL, open, open_end,
                     diag_format(list, "the opening here has %u dashes...", (unsigned)n_open));
        diag_part_at(list, RUSTG_PART_LABEL, last_line, last_line + n_close,
                     diag_format(list, "...while the close has %u dashes", (unsigned)n_close));
    }
    if (n_open > MAX_DASHES) {
        lex_add_argument(report, RUSTG_DIAG_FRONTMATTER_DASHES, open, open_end, n_open, 0, 0);
        diag_part(list, RUSTG_PART_PLACELESS, "");
    }
    if (lex_skip_blanks(text, dashes_end) < end)
        lex_add(report, RUSTG_DIAG_FRONTMATTER_EXTRA, last_line, end);
}

void lex_check_frontmatter(lex_report *report, uint32_t end)
{
    const lex_text *text = &report->text;
    uint32_t pos = lex_starts_with(text, 0, "\xEF\xBB\xBF") ? 3 : 0, open, open_end, line, line_end, last_line, next;
    if (lex_starts_with(text, pos, "#!") && lex_next(text, pos + 2).kind != RUSTG_TOK_L_BRACKET)
        pos = lex_line_end(text, pos);
    open = line = pos;
    while ((next = lex_space_at(text, open)) != 0) {
        open += next;
        if (text->bytes[open - 1] == '\n')
            line = open;
    }
    if (open >= end || !lex_starts_with(text, open, "---"))
        return;
    open_end = lex_skip_dashes(text, open);
    if (open > pos && text->bytes[open - 1] != '\n') {
        lex_add_argument(report, RUSTG_DIAG_FRONTMATTER_OPEN_SPACE, line, open_end, 0, line, open);
        diag_part_at(report->list, RUSTG_PART_NOTE_AT, line, open,
                     "frontmatter opening should not be preceded by whitespace");
    }
    line_end = lex_line_end(text, open_end);
    if (line_end > end)
        line_end = end;
    if (lex_char_at(text, lex_infostring_end(text, open_end), &next) != '\n')
        lex_add(report, RUSTG_DIAG_FRONTMATTER_INFOSTRING, open_end, line_end);
    last_line = end;
    while (last_line > line_end && text->bytes[last_line - 1] != '\n')
        last_line--;
    for (pos = line_end; pos < last_line; pos = next) {
        if (lex_char_at(text, pos, &next) == '\r') {
            lex_add(report, RUSTG_DIAG_FRONTMATTER_CR, pos, next);
            break;
        }
    }
    lex_check_close(report, open, open_end, last_line, end);
}
