/* lint_case_words.c: how names are written, in camel case, snake case and upper case.
 *
 * Source: rustc 1.95's rustc_lint/src/nonstandard_style.rs. */
#include "base/utf8.h"
#include "lexer/lex_case.h"
#include "sema/syntax/syntax.h"
#include "sema/warnings/lint_case.h"

/* The characters of a name, without those that were trimmed off. */
typedef struct case_text {
    const char *at, *end;
} case_text;

/* Characters that are written; there is room for all of them. */
typedef struct case_made {
    uint32_t *chars;
    uint32_t n;
} case_made;

static case_text case_all(const char *name)
{
    return (case_text){name, name + strlen(name)};
}

static case_text case_without_underscores(const char *name)
{
    case_text text = case_all(name + strspn(name, "_"));
    while (text.end > text.at && text.end[-1] == '_')
        text.end--;
    return text;
}

/* Takes the next character; 0: none is left. */
static uint32_t case_next(case_text *text)
{
    if (text->at >= text->end)
        return 0;
    uint32_t length;
    const uint32_t c = utf8_decode((const uint8_t *)text->at, (uint32_t)(text->end - text->at), 0, &length);
    text->at += length;
    return c;
}

/* Whether a change of case changes it. */
static bool case_can_change(uint32_t c)
{
    uint32_t lower[LEX_CASE_MOST], upper[LEX_CASE_MOST];
    const uint32_t n_lower = lex_to_lowercase(c, lower), n_upper = lex_to_uppercase(c, upper);
    for (uint32_t i = 0; i < n_lower && i < n_upper; i++)
        if (lower[i] != upper[i])
            return true;
    return n_upper > n_lower;
}

static case_made case_begin_made(sema *s, const char *name)
{
    const size_t most = strlen(name) * (LEX_CASE_MOST + 1) + 1; /* each may become three, with a `_` before them */
    return (case_made){ARENA_ARRAY(s->memory, uint32_t, most), 0};
}

static void case_put_lower(case_made *made, uint32_t c)
{
    made->n += lex_to_lowercase(c, made->chars + made->n);
}

static void case_put_upper(case_made *made, uint32_t c)
{
    made->n += lex_to_uppercase(c, made->chars + made->n);
}

static const char *case_text_of(sema *s, const case_made *made)
{
    char *text = arena_alloc(s->memory, 4 * (size_t)made->n + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < made->n; i++)
        n += syntax_put_utf8((uint8_t *)text + n, made->chars[i]);
    return text;
}

bool lint_is_camel(const char *name)
{
    case_text text = case_without_underscores(name);
    uint32_t last = case_next(&text);
    if (lex_is_lowercase(last))
        return false;
    for (uint32_t c; (c = case_next(&text)) != 0; last = c)
        if ((c == '_' && (last == '_' || case_can_change(last))) || (last == '_' && case_can_change(c)))
            return false;
    return true;
}

/* A `_` stays between parts that no change of case tells apart. */
const char *lint_to_camel(sema *s, const char *name)
{
    case_made made = case_begin_made(s, name);
    case_text text = case_all(name);
    bool is_new = true, was_lower = true;
    for (uint32_t c, last = 0; (c = case_next(&text)) != 0; last = c) {
        if (c == '_') {
            is_new = was_lower = true;
            continue;
        }
        uint32_t first[LEX_CASE_MOST];
        lex_to_uppercase(c, first);
        if (last == '_' && made.n && !case_can_change(made.chars[made.n - 1]) && !case_can_change(first[0]))
            made.chars[made.n++] = '_';
        if (is_new || (was_lower && lex_is_uppercase(c)))
            case_put_upper(&made, c);
        else
            case_put_lower(&made, c);
        was_lower = lex_is_lowercase(c);
        is_new = false;
    }
    return case_text_of(s, &made);
}

bool lint_is_snake(const char *name)
{
    case_text text = case_without_underscores(name + strspn(name, "'"));
    for (uint32_t c, last = 0; (c = case_next(&text)) != 0; last = c)
        if (lex_is_uppercase(c) || (c == '_' && last == '_'))
            return false;
    return true;
}

/* Words begin behind a `_` and at a capital that follows no other one; what begins the name stays. */
static case_made case_snake(sema *s, const char *name)
{
    case_made made = case_begin_made(s, name);
    case_text text = case_all(name);
    for (; *text.at == '_'; text.at++)
        made.chars[made.n++] = '_';
    const uint32_t n_first = made.n;
    bool is_begun = false, was_upper = false;
    for (uint32_t c; (c = case_next(&text)) != 0;) {
        if (c == '_') {
            is_begun = was_upper = false;
            continue;
        }
        const bool is_upper = lex_is_uppercase(c);
        const bool is_word = !is_begun || (is_upper && !was_upper && made.chars[made.n - 1] != '\'');
        if (is_word && made.n > n_first)
            made.chars[made.n++] = '_';
        case_put_lower(&made, c);
        was_upper = is_upper;
        is_begun = true;
    }
    return made;
}

const char *lint_to_snake(sema *s, const char *name)
{
    const case_made made = case_snake(s, name);
    return case_text_of(s, &made);
}

bool lint_is_upper(const char *name)
{
    case_text text = case_all(name);
    for (uint32_t c; (c = case_next(&text)) != 0;)
        if (lex_is_lowercase(c))
            return false;
    return true;
}

const char *lint_to_upper(sema *s, const char *name)
{
    const char *snake = lint_to_snake(s, name);
    case_made made = case_begin_made(s, snake);
    case_text text = case_all(snake);
    for (uint32_t c; (c = case_next(&text)) != 0;)
        case_put_upper(&made, c);
    return case_text_of(s, &made);
}
