/* check_macro_hole.c: finds what is wrong with the text between the braces of a format string.
 *
 * Source: rustc 1.95's rustc_parse_format/src/lib.rs. */
#include "sema/bodies/check_macro_internal.h"
#include "base/byte.h"

typedef struct hole_reader {
    const char *at;
    size_t n, i;
} hole_reader;

static bool hole_take(hole_reader *r, char c)
{
    const bool is_there = r->i < r->n && r->at[r->i] == c;
    r->i += is_there;
    return is_there;
}

static void hole_skip_space(hole_reader *r)
{
    while (r->i < r->n && strchr(" \t\n\r", r->at[r->i]))
        r->i++;
}

static bool hole_is_word_start(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 0x80;
}

static size_t hole_word(hole_reader *r)
{
    const size_t first = r->i;
    if (r->i < r->n && hole_is_word_start(r->at[r->i]))
        while (r->i < r->n && (hole_is_word_start(r->at[r->i]) || byte_is_digit(r->at[r->i])))
            r->i++;
    return r->i - first;
}

static size_t hole_digits(hole_reader *r)
{
    const size_t first = r->i;
    while (r->i < r->n && byte_is_digit(r->at[r->i]))
        r->i++;
    return r->i - first;
}

/* `5`, `5$` or `name$`; what is none stays. */
static void hole_count(hole_reader *r)
{
    const size_t first = r->i;
    if (hole_digits(r))
        hole_take(r, '$');
    else if (hole_word(r) && !hole_take(r, '$'))
        r->i = first;
}

/* Reads `:...`; *type is where the trait's letters are. */
static void hole_spec(hole_reader *r, size_t *type, size_t *n_type)
{
    *n_type = 0;
    if (!hole_take(r, ':'))
        return;
    size_t fill = 1; /* a character has up to four bytes */
    while (r->i + fill < r->n && ((unsigned char)r->at[r->i + fill] & 0xc0) == 0x80)
        fill++;
    if (r->i + fill < r->n && strchr("<^>", r->at[r->i + fill]))
        r->i += fill;
    if (!hole_take(r, '<') && !hole_take(r, '>'))
        hole_take(r, '^');
    if (!hole_take(r, '+'))
        hole_take(r, '-');
    hole_take(r, '#');
    if (!hole_take(r, '0') || !hole_take(r, '$'))
        hole_count(r);
    if (hole_take(r, '.') && !hole_take(r, '*'))
        hole_count(r);
    if (hole_take(r, 'x') || hole_take(r, 'X')) {
        hole_take(r, '?');
    } else if (!hole_take(r, '?')) {
        *type = r->i;
        *n_type = hole_word(r);
    }
}

/* `.x` or `.0` behind a name, and nothing but what a hole may have. */
static bool hole_is_field(hole_reader r, bool *is_tuple, size_t *last)
{
    size_t type, n_type;
    hole_take(&r, '.');
    *is_tuple = hole_digits(&r) > 0;
    const bool is_one = *is_tuple || hole_word(&r);
    *last = r.i;
    hole_spec(&r, &type, &n_type);
    hole_skip_space(&r);
    return is_one && r.i == r.n;
}

macro_hole_error macro_hole_wrong(arena *memory, const char *at, size_t n)
{
    hole_reader r = {at, n, 0};
    size_t type = 0, n_type, n_name = 0, last;
    bool is_tuple;
    if (!hole_digits(&r))
        n_name = hole_word(&r);
    if (r.i)
        hole_skip_space(&r);
    hole_spec(&r, &type, &n_type);
    hole_skip_space(&r);
    if (r.i == n) {
        const bool is_known = !n_type || (n_type == 1 && thir_shown_trait_of(at[type])->letter);
        return is_known ? (macro_hole_error){0}
                        : (macro_hole_error){arena_text(memory, at + type, n_type), type, type + n_type, HOLE_TRAIT};
    }
    if (n_name && r.i == n_name && at[r.i] == '.' && hole_is_field(r, &is_tuple, &last))
        return (macro_hole_error){is_tuple ? "tuple index access isn't supported" : "field access isn't supported", 0,
                                  last, HOLE_FIELD};
    if (at[r.i] == ',' && r.i + 1 == n)
        return (macro_hole_error){"python's numeric grouping `,` is not supported in rust format strings", r.i, r.i + 1,
                                  HOLE_GROUPED};
    size_t n_char = 1;
    while (r.i + n_char < n && ((unsigned char)at[r.i + n_char] & 0xc0) == 0x80)
        n_char++;
    return (macro_hole_error){arena_format(memory, "expected `}`, found `%.*s`", (int)n_char, at + r.i), r.i, r.i,
                              HOLE_OPEN};
}
