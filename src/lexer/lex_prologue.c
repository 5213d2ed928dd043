/* lex_prologue.c: skips what may stand before the tokens of a file: a byte-order mark, a shebang, a frontmatter.
 * source: the Rust Reference, "Input format"; RFC 3503 for frontmatter; rustc 1.95 for broken ones. */
#include "lexer/lex_scan.h"
#include "lexer/lexer.h"

#include <string.h>

/* The first place of `what` in [pos, n_bytes), or n_bytes. */
static uint32_t prologue_find(const lex_text *text, uint32_t pos, const char *what)
{
    while (pos < text->n_bytes) {
        const uint8_t *hit = memchr(text->bytes + pos, what[0], text->n_bytes - pos);
        if (hit == NULL)
            break;
        pos = (uint32_t)(hit - text->bytes);
        if (lex_starts_with(text, pos, what))
            return pos;
        pos++;
    }
    return text->n_bytes;
}

/* Past a shebang line at pos. `#!` is none where an opening bracket is the next token: then it begins an attribute. */
static uint32_t prologue_shebang(const lex_text *text, uint32_t pos)
{
    if (!lex_starts_with(text, pos, "#!"))
        return pos;
    lex_token next = lex_next(text, pos + 2);
    return next.kind == RUSTG_TOK_L_BRACKET ? pos : lex_line_end(text, pos + 2);
}

/* The line feed before the first line, from pos on, that begins with n_dashes dashes; n_bytes if there is none. */
static uint32_t prologue_find_fence(const lex_text *text, uint32_t pos, uint32_t n_dashes)
{
    for (;;) {
        uint32_t n = 0;
        pos = prologue_find(text, pos, "\n-");
        if (pos == text->n_bytes)
            return pos;
        while (n < n_dashes && lex_byte(text, pos + 1 + n) == '-')
            n++;
        if (n == n_dashes)
            return pos;
        pos++;
    }
}

/* The first dashes, three or more, that only blanks precede on their line; text before pos is not looked at. */
static uint32_t prologue_find_indented_fence(const lex_text *text, uint32_t pos)
{
    for (;;) {
        uint32_t dashes = prologue_find(text, pos, "---"), line = dashes;
        if (dashes == text->n_bytes)
            return dashes;
        while (line > pos && (text->bytes[line - 1] == ' ' || text->bytes[line - 1] == '\t'))
            line--;
        if (line == pos || text->bytes[line - 1] == '\n')
            return dashes;
        pos = dashes + 3;
    }
}

/* Where a frontmatter without its closing fence ends: behind a line that was probably meant to close it, before what
 * is surely Rust, or at the end of the file. */
static uint32_t prologue_recover(const lex_text *text, uint32_t pos)
{
    static const char *const rust_lines[] = {"\nuse ", "\n//!", "\n#!["};
    uint32_t end = prologue_find(text, pos, "\n---");
    if (end < text->n_bytes)
        return lex_line_end(text, end + 1);
    for (size_t i = 0; i < sizeof rust_lines / sizeof rust_lines[0]; i++) {
        end = prologue_find(text, pos, rust_lines[i]);
        if (end < text->n_bytes)
            return end;
    }
    return lex_line_end(text, prologue_find_indented_fence(text, pos));
}

/* Goes past a frontmatter, whose white space may begin at pos. Returns pos if there is none. */
static uint32_t prologue_frontmatter(const lex_text *text, uint32_t pos)
{
    uint32_t start = pos, space, after, close, n_dashes;
    while ((space = lex_space_at(text, start)) != 0)
        start += space;
    if (!lex_starts_with(text, start, "---"))
        return pos;
    after = start;
    while (lex_byte(text, after) == '-')
        after++;
    n_dashes = after - start;
    after = lex_skip_blanks(text, after);
    if (lex_start_at(text, after)) {
        uint32_t before;
        do {
            before = after;
            after = lex_continue_end(text, after);
            while (lex_byte(text, after) == '-' || lex_byte(text, after) == '.')
                after++;
        } while (after > before);
    }
    after = lex_skip_blanks(text, after);
    close = prologue_find_fence(text, after, n_dashes);
    if (close < text->n_bytes)
        return lex_line_end(text, close + 1);
    return prologue_recover(text, after);
}

uint32_t lex_prologue(const uint8_t *bytes, uint32_t n_bytes)
{
    /* No edition changes what is found here: a shebang looks for a bracket only. */
    const lex_text text = {bytes, n_bytes, 2024};
    uint32_t pos = lex_starts_with(&text, 0, "\xEF\xBB\xBF") ? 3 : 0;
    return prologue_frontmatter(&text, prologue_shebang(&text, pos));
}
