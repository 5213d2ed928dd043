/* syntax_normal.c: the canonical composition of names, which is what rustc's lexer makes of them: Unicode's
 * normalization form C (Unicode Standard Annex 15). */
#include "base/utf8.h"
#include "sema/syntax/syntax.h"
#include "sema/syntax/syntax_normal_tables.h"

enum {
    NORMAL_FIRST = 0x300, /* all before it stand for themselves, whatever is behind them */
    HANGUL_FIRST = 0xAC00,
    HANGUL_L = 0x1100,
    HANGUL_V = 0x1161,
    HANGUL_T = 0x11A7, /* one before the first: no T */
    HANGUL_N_L = 19,
    HANGUL_N_V = 21,
    HANGUL_N_T = 28,
    HANGUL_N = HANGUL_N_L * HANGUL_N_V * HANGUL_N_T,
    N_CLASSES = 256
};

typedef struct normal_text {
    uint32_t *at;
    uint8_t *class;
    uint32_t n;
} normal_text;

/* 0: of what is no combining mark. */
static uint8_t syntax_mark_class(uint32_t c)
{
    uint32_t low = 0, high = SYNTAX_N_MARKS;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (syntax_marks[middle][1] < c)
            low = middle + 1;
        else
            high = middle;
    }
    return low < SYNTAX_N_MARKS && syntax_marks[low][0] <= c ? (uint8_t)syntax_marks[low][2] : 0;
}

static void syntax_add_part(normal_text *text, uint32_t c)
{
    text->class[text->n] = syntax_mark_class(c);
    text->at[text->n++] = c;
}

static void syntax_decompose(normal_text *text, uint32_t c)
{
    uint32_t low = 0, high = SYNTAX_N_DECOMPOSED;
    if (c >= HANGUL_FIRST && c < HANGUL_FIRST + HANGUL_N) {
        const uint32_t i = c - HANGUL_FIRST, t = i % HANGUL_N_T;
        syntax_add_part(text, HANGUL_L + i / (HANGUL_N_V * HANGUL_N_T));
        syntax_add_part(text, HANGUL_V + i / HANGUL_N_T % HANGUL_N_V);
        if (t)
            syntax_add_part(text, HANGUL_T + t);
        return;
    }
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (syntax_decomposed[middle] < c)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == SYNTAX_N_DECOMPOSED || syntax_decomposed[low] != c) {
        syntax_add_part(text, c);
        return;
    }
    for (uint32_t i = syntax_parts_at[low]; i < syntax_parts_at[low + 1]; i++)
        syntax_add_part(text, syntax_parts[i]);
}

/* Sorts the marks [first, last) by their classes; those of one stay in their order. */
static void syntax_order_marks(normal_text *text, uint32_t first, uint32_t last, normal_text *scratch)
{
    uint32_t begins[N_CLASSES + 1] = {0};
    for (uint32_t i = first; i < last; i++)
        begins[text->class[i] + 1]++;
    for (uint32_t i = 0; i < N_CLASSES; i++)
        begins[i + 1] += begins[i];
    for (uint32_t i = first; i < last; i++) {
        const uint32_t to = begins[text->class[i]]++;
        scratch->at[to] = text->at[i];
        scratch->class[to] = text->class[i];
    }
    memcpy(text->at + first, scratch->at, (last - first) * sizeof *text->at);
    memcpy(text->class + first, scratch->class, (last - first) * sizeof *text->class);
}

static void syntax_order_all(normal_text *text, normal_text *scratch)
{
    for (uint32_t first = 0; first < text->n;) {
        uint32_t last = first;
        bool is_ordered = true;
        while (last < text->n && text->class[last]) {
            is_ordered = is_ordered && (last == first || text->class[last - 1] <= text->class[last]);
            last++;
        }
        if (!is_ordered)
            syntax_order_marks(text, first, last, scratch);
        first = last + 1;
    }
}

/* The one character for two; 0: there is none. */
static uint32_t syntax_compose_two(uint32_t a, uint32_t b)
{
    if (a >= HANGUL_L && a < HANGUL_L + HANGUL_N_L && b >= HANGUL_V && b < HANGUL_V + HANGUL_N_V)
        return HANGUL_FIRST + ((a - HANGUL_L) * HANGUL_N_V + (b - HANGUL_V)) * HANGUL_N_T;
    if (a >= HANGUL_FIRST && a < HANGUL_FIRST + HANGUL_N && (a - HANGUL_FIRST) % HANGUL_N_T == 0 && b > HANGUL_T &&
        b < HANGUL_T + HANGUL_N_T)
        return a + (b - HANGUL_T);
    uint32_t low = 0, high = SYNTAX_N_COMPOSED;
    while (low < high) {
        const uint32_t middle = (low + high) / 2, *row = syntax_composed[middle];
        if (row[0] < a || (row[0] == a && row[1] < b))
            low = middle + 1;
        else
            high = middle;
    }
    const uint32_t *found = low < SYNTAX_N_COMPOSED ? syntax_composed[low] : NULL;
    return found && found[0] == a && found[1] == b ? found[2] : 0;
}

static void syntax_compose_all(normal_text *text)
{
    uint32_t n = 0, starter = UINT32_MAX;
    for (uint32_t i = 0; i < text->n; i++) {
        const uint32_t c = text->at[i];
        const uint8_t class = text->class[i];
        /* A mark of its class or a higher one between them keeps it from the starter. */
        const bool is_free = starter != UINT32_MAX && (n == starter + 1 || (class && text->class[n - 1] < class));
        const uint32_t both = is_free ? syntax_compose_two(text->at[starter], c) : 0;
        if (both) {
            text->at[starter] = both;
            continue;
        }
        if (!class)
            starter = n;
        text->at[n] = c;
        text->class[n++] = class;
    }
    text->n = n;
}

static uint32_t syntax_put_character(uint8_t *to, uint32_t c)
{
    const uint32_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const uint8_t heads[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (uint32_t i = n; i-- > 1; c >>= 6)
        to[i] = (uint8_t)(0x80 | (c & 0x3F));
    to[0] = (uint8_t)(heads[n] | c);
    return n;
}

bool syntax_is_surely_normal(const char *bytes, size_t n)
{
    size_t i = 0;
    uint64_t some;
    for (; i + sizeof some <= n; i += sizeof some) {
        memcpy(&some, bytes + i, sizeof some);
        if (some & UINT64_C(0x8080808080808080))
            break;
    }
    while (i < n && (uint8_t)bytes[i] < 0xC0 + (NORMAL_FIRST >> 6))
        i++;
    return i == n;
}

const char *syntax_normal(arena *memory, const char *bytes, size_t n_bytes, size_t *n)
{
    const uint32_t most = (uint32_t)n_bytes * SYNTAX_MOST_PARTS;
    normal_text text = {ARENA_ARRAY(memory, uint32_t, most), ARENA_ARRAY(memory, uint8_t, most), 0},
                scratch = {ARENA_ARRAY(memory, uint32_t, most), ARENA_ARRAY(memory, uint8_t, most), 0};
    for (uint32_t i = 0, length; i < n_bytes; i += length)
        syntax_decompose(&text, utf8_decode((const uint8_t *)bytes, (uint32_t)n_bytes, i, &length));
    syntax_order_all(&text, &scratch);
    syntax_compose_all(&text);
    uint8_t *made = ARENA_ARRAY(memory, uint8_t, 4 * (size_t)text.n + 1);
    *n = 0;
    for (uint32_t i = 0; i < text.n; i++)
        *n += syntax_put_character(made + *n, text.at[i]);
    return (const char *)made;
}
