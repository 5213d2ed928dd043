/* tool_clang_text.c: see tool_clang_text.h. */
#include "codegen/toolchain/tool_clang_text.h"

#include <string.h>

#include "base/byte.h"

/* Behind a directive, which ends before the line's end. */
static const char *text_skip_directive(const char *at)
{
    for (; *at && *at != '\n'; at++)
        at += at[0] == '\\' && at[1];
    return at;
}

/* Behind a comment, a literal or a directive that begins at `at`; `at` itself where none does. */
static const char *text_skip(const char *at)
{
    const char *end = at;
    if (at[0] == '/' && at[1] == '/')
        return at + strcspn(at, "\n");
    if (at[0] == '/' && at[1] == '*')
        return (end = strstr(at + 2, "*/")) ? end + 2 : at + strlen(at);
    if (at[0] == '#')
        return text_skip_directive(at);
    if (*at != '"' && *at != '\'')
        return at;
    for (end++; *end && *end != *at && *end != '\n'; end++)
        end += end[0] == '\\' && end[1];
    return *end ? end + 1 : end;
}

/* Behind a word, whose digits may be separated; at where none begins. */
static const char *text_word_end(const char *at)
{
    while (byte_is_word(*at) || (*at == '\'' && byte_is_word(at[1]) && at[-1] >= '0' && at[-1] <= '9'))
        at++;
    return at;
}

/* The next of what counts behind *at: a word, or one other character. 0: the text's end. */
static size_t text_next(const char **at)
{
    for (const char *next; **at; *at = next) {
        next = text_skip(*at);
        if (next == *at && !byte_is_space(**at)) {
            if (!byte_is_word(**at))
                return 1;
            return (size_t)(text_word_end(*at + 1) - *at);
        }
        if (next == *at)
            next++;
    }
    return 0;
}

/* The name that a `__global__` is of, which is the last word before the first `(` that is no macro's, attribute's or
 * template's; 0 where there is none. */
static size_t text_name_behind(const char *at, const char **found)
{
    static const char *const with_words[] = {"__launch_bounds__", "__cluster_dims__", "__attribute__", "__maxnreg__",
                                             "__block_size__"};
    const char *name = at;
    size_t n_name = 0;
    int depth = 0;
    bool is_last = false; /* only a template's arguments stand behind the name */
    for (size_t n; (n = text_next(&at)) > 0 && (depth > 0 || (*at != ';' && *at != '{')); at += n) {
        if (byte_is_word(*at) && depth == 0) {
            name = at;
            n_name = n;
            is_last = true;
        }
        bool has_words = depth > 0;
        for (size_t i = 0; i < sizeof with_words / sizeof *with_words; i++)
            has_words |= byte_spells(name, n_name, with_words[i]);
        if (*at == '(' && !has_words) {
            *found = name;
            return is_last ? n_name : 0;
        }
        depth += (*at == '(' || *at == '<') - ((*at == ')' || *at == '>') && depth > 0);
    }
    return 0;
}

bool tool_clang_next(const char **at, uint32_t *line, clang_declared *declared)
{
    const char *from = *at;
    for (size_t n; (n = text_next(at)) > 0; *at += n) {
        for (; from < *at; from++)
            *line += *from == '\n';
        if (!byte_spells(*at, n, "__global__"))
            continue;
        *declared = (clang_declared){.line = *line};
        *at += n;
        declared->n_name = text_name_behind(*at, &declared->name);
        if (declared->n_name > 0)
            return true;
        n = 0;
    }
    return false;
}

/* Whether a __global__ function is declared before the next `(`, and `template` stands without parameters. */
static bool text_is_instantiation(const char *at)
{
    for (size_t n, i = 0; (n = text_next(&at)) > 0 && !strchr(";{(", *at); at += n, i++)
        if (i == 0 && *at == '<')
            return false;
        else if (byte_spells(at, n, "__global__"))
            return true;
    return false;
}

typedef struct text_state {
    char *out;
    bool is_head; /* from __global__ to the body */
    int depth;    /* of brackets of the body; 0: none */
} text_state;

/* Where clang lost a function it goes on behind the next `;`, which may stand where a function has ended. */
static const char *text_end_function(text_state *state, const char *at)
{
    if (byte_is_space(*at) && *at != '\n' && *at != '\r')
        at++;
    else if (*at && *at != '\n' && *at != '\r')
        return at;
    *state->out++ = ';';
    return at;
}

static void text_put(text_state *state, const char *at, size_t n)
{
    memcpy(state->out, at, n);
    state->out += n;
}

const char *tool_clang_text(arena *memory, const char *text)
{
    char *made = ARENA_ARRAY(memory, char, 2 * strlen(text) + 2);
    text_state state = {.out = made};
    const char *at = text, *from = text;
    for (size_t n; (n = text_next(&at)) > 0; from = at) {
        text_put(&state, from, (size_t)(at - from) + n);
        at += n;
        if (byte_spells(at - n, n, "__global__")) {
            state.is_head = true;
            state.depth = 0;
        } else if (state.depth == 0 && byte_spells(at - n, n, "template") && text_is_instantiation(at))
            text_put(&state, CLANG_TEXT_ADDED, sizeof CLANG_TEXT_ADDED - 1);
        else if (at[-1] == '{' && (state.is_head || state.depth > 0)) {
            state.is_head = false;
            state.depth++;
        } else if (at[-1] == ';')
            state.is_head = false;
        else if (at[-1] == '}' && state.depth > 0 && --state.depth == 0)
            at = text_end_function(&state, at);
    }
    text_put(&state, from, strlen(from) + 1);
    return made;
}

const char *tool_clang_spaced(arena *memory, const char *at, size_t n)
{
    char *spaced = ARENA_ARRAY(memory, char, n + 1), *out = spaced;
    for (size_t i = 0; i < n; i++)
        if (byte_is_space(at[i])) {
            if (out > spaced && !strchr(" (<", out[-1]))
                *out++ = ' ';
        } else {
            if (strchr(")>,", at[i]) && out > spaced && out[-1] == ' ')
                out--;
            *out++ = at[i];
        }
    while (out > spaced && out[-1] == ' ')
        out--;
    *out = 0;
    return spaced;
}

size_t tool_clang_n_name(const char *at)
{
    const char *begin = at, *end = at;
    for (size_t n; (n = text_next(&at)) > 0 && (end == begin || !strchr("(;{", *at)); at += n)
        end = at + n;
    return (size_t)(end - begin);
}

const char *tool_clang_head(arena *memory, const char *at)
{
    const char *begin = at;
    int depth = 0;
    for (size_t n; (n = text_next(&at)) > 0 && *at != ';' && *at != '{'; at += n) {
        depth += *at == '(';
        if (*at == ')' && --depth <= 0)
            return tool_clang_spaced(memory, begin, (size_t)(at + 1 - begin));
    }
    return "";
}
