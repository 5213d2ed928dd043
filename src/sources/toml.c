/* toml.c: a forgiving reader of TOML; see toml.h. */
#include "sources/toml.h"

#include <stdbool.h>
#include <string.h>

enum { TOML_PATH = 512, TOML_TEXT = 4096, TOML_DEPTH = 16 };

typedef struct toml_reader {
    const char *at, *end;
    const char *wrong; /* where the first text that is no TOML begins; NULL: none was met */
    toml_fn fn;
    void *user;
    char path[TOML_PATH];
    size_t n_path;
    char text[TOML_TEXT];
} toml_reader;

static bool toml_is(const toml_reader *r, char c)
{
    return r->at < r->end && *r->at == c;
}

static bool toml_is_three(const toml_reader *r, char c)
{
    return r->end - r->at >= 3 && r->at[0] == c && r->at[1] == c && r->at[2] == c;
}

static void toml_note_wrong(toml_reader *r, const char *at)
{
    if (r->wrong == NULL)
        r->wrong = at;
}

static void toml_skip_line(toml_reader *r)
{
    while (r->at < r->end && *r->at != '\n')
        r->at++;
}

static void toml_skip_blanks(toml_reader *r)
{
    while (toml_is(r, ' ') || toml_is(r, '\t'))
        r->at++;
}

/* Skips white space, line ends and comments. */
static void toml_skip_space(toml_reader *r)
{
    while (r->at < r->end) {
        if (*r->at == '#')
            toml_skip_line(r);
        else if (*r->at == ' ' || *r->at == '\t' || *r->at == '\r' || *r->at == '\n')
            r->at++;
        else
            return;
    }
}

/* Reads a string of any of the four forms into r->text, cut at its size. */
static void toml_string(toml_reader *r)
{
    const char *first = r->at;
    char quote = *r->at;
    bool three = toml_is_three(r, quote);
    size_t n = 0;
    r->at += three ? 3 : 1;
    while (r->at < r->end) {
        bool closes = three ? toml_is_three(r, quote) : *r->at == quote;
        if (closes || (!three && *r->at == '\n'))
            break;
        if (n + 2 < TOML_TEXT)
            r->text[n++] = *r->at;
        if (quote == '"' && *r->at == '\\' && r->end - r->at > 1) {
            r->at++;
            if (n + 2 < TOML_TEXT)
                r->text[n++] = *r->at;
        }
        r->at++;
    }
    r->text[n] = 0;
    if (r->at < r->end && *r->at == quote)
        r->at += three ? 3 : 1;
    else
        toml_note_wrong(r, first);
    while (three && toml_is(r, quote)) /* up to two quotes may stand before the closing three */
        r->at++;
}

static void toml_path_add(toml_reader *r, const char *text, size_t n_bytes, bool quoted)
{
    if (r->n_path > 0 && r->n_path + 1 < TOML_PATH)
        r->path[r->n_path++] = '.';
    for (size_t i = 0; i < n_bytes && r->n_path + 1 < TOML_PATH; i++)
        r->path[r->n_path++] = quoted && text[i] == '.' ? '\x01' : text[i];
    r->path[r->n_path] = 0;
}

static bool toml_bare(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/* Reads a dotted key and appends it to the path. */
static bool toml_key(toml_reader *r)
{
    for (;;) {
        toml_skip_blanks(r);
        if (toml_is(r, '"') || toml_is(r, '\'')) {
            toml_string(r);
            toml_path_add(r, r->text, strlen(r->text), true);
        } else {
            const char *first = r->at;
            while (r->at < r->end && toml_bare(*r->at))
                r->at++;
            if (r->at == first)
                return false;
            toml_path_add(r, first, (size_t)(r->at - first), false);
        }
        toml_skip_blanks(r);
        if (!toml_is(r, '.'))
            return true;
        r->at++;
    }
}

/* Steps behind an array or inline table, nested ones included. */
static void toml_skip_nested(toml_reader *r)
{
    const char *first = r->at;
    size_t depth = 0;
    while (r->at < r->end) {
        char c = *r->at;
        if (c == '#') {
            toml_skip_line(r);
            continue;
        }
        if (c == '"' || c == '\'') {
            toml_string(r);
            continue;
        }
        r->at++;
        if (c == '[' || c == '{')
            depth++;
        else if ((c == ']' || c == '}') && --depth == 0)
            return;
    }
    toml_note_wrong(r, first);
}

/* Reads a string, number, boolean, date or array, and reports it under the path. */
static void toml_scalar(toml_reader *r)
{
    if (toml_is(r, '"') || toml_is(r, '\'')) {
        toml_string(r);
        r->fn(r->user, r->path, TOML_STRING, r->text);
        return;
    }
    if (toml_is(r, '[') || toml_is(r, '{')) {
        toml_skip_nested(r);
        return;
    }
    size_t n = 0;
    while (r->at < r->end && strchr(" \t\r\n,}]#", *r->at) == NULL) {
        if (n + 1 < TOML_TEXT)
            r->text[n++] = *r->at;
        r->at++;
    }
    r->text[n] = 0;
    if (n == 0)
        toml_note_wrong(r, r->at);
    r->fn(r->user, r->path, TOML_OTHER, r->text);
}

/* Reads any value. Inline tables nest: their paths' lengths are kept on a stack, and what is deeper than the stack is
 * passed over. */
static void toml_value(toml_reader *r)
{
    size_t outer[TOML_DEPTH];
    size_t depth = 0;
    for (;;) {
        toml_skip_blanks(r);
        if (toml_is(r, '{') && depth < TOML_DEPTH) {
            r->at++;
            r->fn(r->user, r->path, TOML_TABLE, "");
            outer[depth++] = r->n_path;
        } else {
            toml_scalar(r);
        }
        for (;;) {
            if (depth == 0)
                return;
            r->n_path = outer[depth - 1];
            r->path[r->n_path] = 0;
            toml_skip_space(r);
            if (toml_is(r, ',')) {
                r->at++;
                continue;
            }
            if (toml_is(r, '}')) {
                r->at++;
                depth--;
                continue;
            }
            if (!toml_key(r) || !toml_is(r, '=')) {
                toml_note_wrong(r, r->at);
                return;
            }
            r->at++;
            break;
        }
    }
}

static void toml_header(toml_reader *r)
{
    bool array = r->end - r->at >= 2 && r->at[1] == '[';
    r->at += array ? 2 : 1;
    r->n_path = 0;
    r->path[0] = 0;
    if (!toml_key(r) || !toml_is(r, ']')) {
        toml_note_wrong(r, r->at);
        r->n_path = 0;
        toml_path_add(r, "?", 1, false);
    } else {
        if (array && r->n_path + 3 < TOML_PATH) {
            memcpy(r->path + r->n_path, "[]", 3);
            r->n_path += 2;
        }
        r->fn(r->user, r->path, TOML_TABLE, "");
    }
    toml_skip_line(r);
}

size_t toml_read(const char *text, size_t n_bytes, toml_fn fn, void *user)
{
    toml_reader r = {.at = text, .end = text + n_bytes, .fn = fn, .user = user};
    if (n_bytes >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
        r.at += 3;
    for (;;) {
        toml_skip_space(&r);
        if (r.at >= r.end)
            break;
        if (*r.at == '[') {
            toml_header(&r);
            continue;
        }
        size_t n_table = r.n_path;
        if (toml_key(&r) && toml_is(&r, '=')) {
            r.at++;
            toml_value(&r);
        } else {
            toml_note_wrong(&r, r.at);
        }
        toml_skip_line(&r);
        r.n_path = n_table;
        r.path[n_table] = 0;
    }
    size_t line = r.wrong != NULL;
    for (const char *c = text; r.wrong != NULL && c < r.wrong; c++)
        line += *c == '\n';
    return line;
}
