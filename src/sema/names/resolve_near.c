/* resolve_near.c: finds the name that is nearest to a misspelled one, as rustc does: one that differs in case alone,
 * else the one with the fewest changes, else one of the same words; of equally near ones the first by text. */
#include <stdlib.h>
#include <string.h>

#include "sema/names/resolve_near.h"

enum { MAX_NAME = 64 };                                      /* longer names are unlike all others */
enum { RANK_SAME_BUT_CASE = 0, RANK_SAME_WORDS = MAX_NAME }; /* between them: the number of changes */

typedef struct near_entry {
    const char *text;
    similar_name name;
    uint32_t order;
} near_entry;

typedef struct near_hash {
    uint64_t hash;
    uint32_t at; /* the entry */
} near_hash;

struct near_index {
    uint32_t n;
    near_entry *at;            /* by text */
    uint8_t *same;             /* with how many bytes an entry begins as the one before it does */
    uint32_t *fewer;           /* the next entry with fewer of these, or n */
    near_hash *cased, *worded; /* by hash, then by text: of what must be equal where names differ in case or in the
                                  words' order alone */
};

static char near_upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 32) : c;
}

static bool near_same_but_case(const char *a, const char *b)
{
    while (*a && near_upper(*a) == near_upper(*b)) {
        a++;
        b++;
    }
    return !*a && !*b;
}

static uint64_t near_hash_cased(const char *text)
{
    uint64_t hash = 0;
    for (; *text; text++)
        hash = (hash ^ (uint8_t)near_upper(*text)) * 0x9E3779B97F4A7C15u;
    return hash;
}

/* Of the words between underscores in any order: `max_size` is like `size_max`. */
static uint64_t near_hash_worded(const char *text)
{
    uint64_t sum = 0, hash = 0;
    for (;; text++)
        if (*text && *text != '_') {
            hash = (hash ^ (uint8_t)*text) * 0x9E3779B97F4A7C15u;
            hash ^= hash >> 29;
        } else {
            sum += (hash ^ hash >> 32) * 0xD6E8FEB86659FD93u + 1;
            hash = 0;
            if (!*text)
                return sum;
        }
}

static int near_by_word(const void *a, const void *b)
{
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    const size_t n = strcspn(x, "_"), m = strcspn(y, "_");
    const int order = memcmp(x, y, n < m ? n : m);
    return order ? order : (n > m) - (n < m);
}

enum { MOST_WORDS = 16 };

static uint32_t near_sort_words(const char *text, const char **words)
{
    uint32_t n = 0;
    for (const char *at = text; at && n < MOST_WORDS; at = *at ? at + 1 : NULL) {
        words[n++] = at;
        at += strcspn(at, "_");
    }
    qsort(words, n, sizeof *words, near_by_word);
    return n;
}

static bool near_same_words(const char *a, const char *b)
{
    const char *of_a[MOST_WORDS], *of_b[MOST_WORDS];
    const uint32_t n = near_sort_words(a, of_a);
    if (n != near_sort_words(b, of_b))
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (near_by_word(&of_a[i], &of_b[i]) != 0)
            return false;
    return true;
}

/* The row of restricted Damerau-Levenshtein distances of a text to its beginning of depth + 1 bytes, which ends with c,
 * from the rows above; where these are more than most, they are only known to be so. Returns the least in it. */
static uint8_t near_next_row(uint8_t (*rows)[MAX_NAME + 1], uint32_t depth, const char *begin, const char *text,
                             uint32_t n, uint32_t most)
{
    const uint8_t *last = rows[depth], *before = depth ? rows[depth - 1] : NULL;
    const uint32_t from = depth + 1 > most ? depth + 1 - most : 1, to = depth + 1 + most < n ? depth + 1 + most : n;
    uint8_t *row = rows[depth + 1], least = (uint8_t)(depth + 1);
    const char c = begin[depth];
    row[from - 1] = from == 1 ? least : (uint8_t)(most + 1);
    for (uint32_t j = from; j <= to; j++) {
        uint8_t best = (uint8_t)(last[j - 1] + (text[j - 1] != c));
        if (last[j] + 1 < best)
            best = (uint8_t)(last[j] + 1);
        if (row[j - 1] + 1 < best)
            best = (uint8_t)(row[j - 1] + 1);
        if (before && j > 1 && text[j - 2] == c && text[j - 1] == begin[depth - 1] && before[j - 2] + 1 < best)
            best = (uint8_t)(before[j - 2] + 1);
        row[j] = best;
        least = best < least ? best : least;
    }
    if (to < n)
        row[to + 1] = (uint8_t)(most + 1);
    return least;
}

static void near_first_row(uint8_t *row, uint32_t n)
{
    for (uint32_t j = 0; j <= n; j++)
        row[j] = (uint8_t)j;
}

/* The number of changes between two texts; UINT32_MAX where these are more than most. */
static uint32_t near_distance(const char *a, uint32_t n_a, const char *b, uint32_t n_b, uint32_t most)
{
    uint8_t rows[MAX_NAME + 1][MAX_NAME + 1], least_before = 0;
    if (n_a > MAX_NAME || n_b > MAX_NAME || (n_a < n_b ? n_b - n_a : n_a - n_b) > most)
        return UINT32_MAX;
    near_first_row(rows[0], n_a);
    for (uint32_t i = 0; i < n_b; i++) {
        const uint8_t least = near_next_row(rows, i, b, a, n_a, most);
        if (least > most && least_before >= most)
            return UINT32_MAX;
        least_before = least;
    }
    return rows[n_b][n_a] <= most ? rows[n_b][n_a] : UINT32_MAX;
}

uint32_t resolve_distance(const char *a, const char *b)
{
    return near_distance(a, (uint32_t)strnlen(a, MAX_NAME + 1), b, (uint32_t)strnlen(b, MAX_NAME + 1), MAX_NAME);
}

static uint32_t near_most_changes(size_t n)
{
    return (uint32_t)((n > 3 ? n : 3) / 3);
}

/* The end of the entries from i on that begin as the i-th does. */
static uint32_t near_end_of_prefix(const near_index *index, uint32_t i, size_t n_prefix)
{
    for (i++; i < index->n && index->same[i] >= n_prefix;)
        i = index->fewer[i];
    return i;
}

/* The first entry with at most so many changes, or index->n. Entries that begin alike share rows, and all that begin
 * with what no change can bring near enough are passed over at once. */
static uint32_t near_first_within(const near_index *index, sema_symbol name, const char *text, uint32_t n,
                                  uint32_t most)
{
    uint8_t rows[MAX_NAME + 1][MAX_NAME + 1], least[MAX_NAME + 1] = {0};
    const char *last = "";
    uint32_t depth = 0;
    near_first_row(rows[0], n);
    for (uint32_t i = 0; i < index->n;) {
        const char *other = index->at[i].text;
        uint32_t same = 0;
        while (same < depth && other[same] == last[same])
            same++;
        bool is_far = false;
        for (depth = same; other[depth] && depth < MAX_NAME && !is_far; depth++) {
            least[depth + 1] = near_next_row(rows, depth, other, text, n, most);
            is_far = least[depth + 1] > most && least[depth] >= most;
        }
        last = other;
        const bool may_end = (depth > n ? depth - n : n - depth) <= most;
        if (!is_far && !other[depth] && may_end && rows[depth][n] <= most && index->at[i].name.name != name)
            return i;
        i = is_far ? near_end_of_prefix(index, i, depth) : i + 1;
    }
    return index->n;
}

static int near_by_text(const void *a, const void *b)
{
    const near_entry *x = a, *y = b;
    const int order = strcmp(x->text, y->text);
    return order ? order : (x->order > y->order) - (x->order < y->order);
}

static int near_by_hash(const void *a, const void *b)
{
    const near_hash *x = a, *y = b;
    const int order = (x->hash > y->hash) - (x->hash < y->hash);
    return order ? order : (x->at > y->at) - (x->at < y->at);
}

static uint32_t near_first_of_hash(const near_hash *rows, uint32_t n, uint64_t hash)
{
    uint32_t low = 0, high = n;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (rows[middle].hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void near_note_prefixes(arena *memory, near_index *index)
{
    const uint32_t n = index->n;
    index->same = arena_alloc(memory, n);
    index->fewer = arena_alloc(memory, n * sizeof *index->fewer);
    for (uint32_t i = 0; i < n; i++) {
        const char *text = index->at[i].text, *last = i ? index->at[i - 1].text : "";
        uint8_t same = 0;
        while (text[same] && text[same] == last[same] && same < MAX_NAME)
            same++;
        index->same[i] = same;
    }
    for (uint32_t i = n; i-- > 0;) {
        uint32_t next = i + 1;
        while (next < n && index->same[next] >= index->same[i])
            next = index->fewer[next];
        index->fewer[i] = next;
    }
}

const near_index *near_make_index(sema *s, const similar_name *names, uint32_t n)
{
    near_index *made = ARENA_NEW(s->memory, near_index);
    made->n = n;
    made->at = arena_alloc(s->memory, n * sizeof *made->at);
    for (uint32_t i = 0; i < n; i++) {
        const char *text = sema_text(s, names[i].name);
        made->at[i] = (near_entry){text, names[i], i};
    }
    qsort(made->at, n, sizeof *made->at, near_by_text);
    near_note_prefixes(s->memory, made);
    made->cased = arena_alloc(s->memory, n * sizeof *made->cased);
    made->worded = arena_alloc(s->memory, n * sizeof *made->worded);
    for (uint32_t i = 0; i < n; i++) {
        made->cased[i] = (near_hash){near_hash_cased(made->at[i].text), i};
        made->worded[i] = (near_hash){near_hash_worded(made->at[i].text), i};
    }
    qsort(made->cased, n, sizeof *made->cased, near_by_hash);
    qsort(made->worded, n, sizeof *made->worded, near_by_hash);
    return made;
}

static near_name near_take(const near_entry *entry, uint32_t rank)
{
    return (near_name){entry->name, entry->text, rank};
}

near_name near_in_index(const sema *s, sema_symbol name, const near_index *index)
{
    const char *text = sema_text(s, name);
    const size_t n = strlen(text);
    const uint64_t cased = near_hash_cased(text), worded = near_hash_worded(text);
    for (uint32_t i = near_first_of_hash(index->cased, index->n, cased); i < index->n && index->cased[i].hash == cased;
         i++) {
        const near_entry *entry = &index->at[index->cased[i].at];
        if (entry->name.name != name && near_same_but_case(text, entry->text))
            return near_take(entry, RANK_SAME_BUT_CASE);
    }
    for (uint32_t most = 1; n <= MAX_NAME && most <= near_most_changes(n); most++) {
        const uint32_t i = near_first_within(index, name, text, (uint32_t)n, most);
        if (i < index->n)
            return near_take(&index->at[i], most);
    }
    for (uint32_t i = near_first_of_hash(index->worded, index->n, worded);
         strchr(text, '_') && i < index->n && index->worded[i].hash == worded; i++) {
        const near_entry *entry = &index->at[index->worded[i].at];
        if (entry->name.name != name && near_same_words(text, entry->text))
            return near_take(entry, RANK_SAME_WORDS);
    }
    return (near_name){.rank = UINT32_MAX};
}

near_name near_in_list(const sema *s, sema_symbol name, const similar_name *names, uint32_t n_names)
{
    const char *text = sema_text(s, name);
    const size_t n = strlen(text);
    const bool has_words = strchr(text, '_') != NULL;
    uint32_t most = near_most_changes(n);
    near_name best = {.rank = UINT32_MAX};
    for (uint32_t i = 0; i < n_names; i++) {
        const char *other = sema_text(s, names[i].name);
        const size_t n_other = strlen(other);
        uint32_t rank = UINT32_MAX;
        if (names[i].name == name)
            continue;
        if (n == n_other && near_same_but_case(text, other))
            rank = RANK_SAME_BUT_CASE;
        else if (n <= MAX_NAME && n_other <= MAX_NAME && best.rank > RANK_SAME_BUT_CASE)
            rank = near_distance(text, (uint32_t)n, other, (uint32_t)n_other, most);
        if (rank == UINT32_MAX && has_words && best.rank >= RANK_SAME_WORDS && n == n_other &&
            near_same_words(text, other))
            rank = RANK_SAME_WORDS;
        const near_name found = {names[i], other, rank};
        best = near_better(best, found);
        if (best.rank < most)
            most = best.rank;
    }
    return best;
}

near_name near_better(near_name a, near_name b)
{
    const bool is_b = b.rank < a.rank || (b.rank == a.rank && b.rank != UINT32_MAX && strcmp(b.text, a.text) < 0);
    return is_b ? b : a;
}
