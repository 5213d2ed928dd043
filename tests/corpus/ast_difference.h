/* ast_difference.h: the nodes of one file as two parsers have them, compared as multisets; and tables of how often
 * each sort of difference was met. */
#ifndef TESTS_CORPUS_AST_DIFFERENCE_H
#define TESTS_CORPUS_AST_DIFFERENCE_H

#include "corpus/oracle_files.h"
#include "rustg/rustg.h"

/* rustc's classes; a kind's name begins with its class's. */
enum {
    CLASS_NONE,
    CLASS_ITEM,
    CLASS_FOREIGN_ITEM,
    CLASS_ASSOC_ITEM,
    CLASS_EXPR,
    CLASS_PAT,
    CLASS_TY,
    CLASS_STMT,
    CLASS_BLOCK,
    CLASS_PARAM,
    CLASS_ATTR,
    N_CLASSES
};
static const char *const class_names[N_CLASSES] = {
    "", "Item", "ForeignItem", "AssocItem", "Expr", "Pat", "Ty", "Stmt", "Block", "Param", "Attr",
};

/* One node. kind numbers names: ours by rustg_ast_kind, what we do not have from RUSTG_N_AST_KINDS on. */
typedef struct ast_row {
    uint32_t start, end;
    uint16_t node_class, kind;
} ast_row;

typedef struct ast_rows {
    ast_row *rows;
    size_t n, capacity;
} ast_rows;

static ast_row *ast_rows_add(ast_rows *list)
{
    if (list->n == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 4096;
        list->rows = (ast_row *)grow(list->rows, list->capacity * sizeof *list->rows);
    }
    return &list->rows[list->n++];
}

/* The class of a kind's name: that of the longest class name that it begins with. */
static uint16_t class_of_name(const char *name)
{
    uint16_t found = CLASS_NONE;
    for (uint16_t c = CLASS_ITEM; c < N_CLASSES; c++)
        if (strncmp(name, class_names[c], strlen(class_names[c])) == 0)
            found = c;
    return found;
}

static uint64_t mix64(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* Sums that are equal for equal multisets, and for others but by an accident of 2^-128. */
typedef struct ast_sums {
    uint64_t of_classes[2], of_kinds[2];
} ast_sums;

static ast_sums sum_rows(const ast_rows *list)
{
    ast_sums sums = {{0, 0}, {0, 0}};
    for (size_t i = 0; i < list->n; i++) {
        const ast_row *row = &list->rows[i];
        uint64_t span = (uint64_t)row->start << 32 | row->end;
        for (int s = 0; s < 2; s++) {
            uint64_t seed = s ? 0x9e3779b97f4a7c15u : 0xd1b54a32d192ed03u;
            uint64_t of_class = mix64(mix64(span + seed) + row->node_class);
            sums.of_classes[s] += of_class;
            sums.of_kinds[s] += mix64(of_class + row->kind);
        }
    }
    return sums;
}

static int compare_spans(const ast_row *a, const ast_row *b)
{
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    if (a->end != b->end)
        return a->end > b->end ? -1 : 1;
    return (int)a->node_class - (int)b->node_class;
}

static int compare_rows(const void *left, const void *right)
{
    const ast_row *a = (const ast_row *)left, *b = (const ast_row *)right;
    int order = compare_spans(a, b);
    return order ? order : (int)a->kind - (int)b->kind;
}

/* What only rustc has and what only we have; kinds count where with_kinds is set. Sorts both lists. */
static void difference(ast_rows *theirs, ast_rows *ours, bool with_kinds, ast_rows *missing, ast_rows *extra)
{
    size_t t = 0, o = 0;
    qsort(theirs->rows, theirs->n, sizeof *theirs->rows, compare_rows);
    qsort(ours->rows, ours->n, sizeof *ours->rows, compare_rows);
    missing->n = extra->n = 0;
    while (t < theirs->n || o < ours->n) {
        int order = t == theirs->n ? 1
                    : o == ours->n ? -1
                    : with_kinds   ? compare_rows(&theirs->rows[t], &ours->rows[o])
                                   : compare_spans(&theirs->rows[t], &ours->rows[o]);
        if (order < 0)
            *ast_rows_add(missing) = theirs->rows[t++];
        else if (order > 0)
            *ast_rows_add(extra) = ours->rows[o++];
        else
            t++, o++;
    }
}

/* How often each sort of difference was met, with a file that shows it. */
typedef struct tally_row {
    char sort[160], example[256];
    unsigned n;
} tally_row;

typedef struct tally {
    tally_row *rows;
    size_t n, capacity;
} tally;

static void tally_add(tally *table, const char *sort, const char *example)
{
    char cut[sizeof table->rows->sort];
    size_t i = 0;
    snprintf(cut, sizeof cut, "%s", sort);
    while (i < table->n && strcmp(table->rows[i].sort, cut) != 0)
        i++;
    if (i == table->n) {
        if (table->n == table->capacity) {
            table->capacity = table->capacity ? 2 * table->capacity : 64;
            table->rows = (tally_row *)grow(table->rows, table->capacity * sizeof *table->rows);
        }
        memset(&table->rows[table->n++], 0, sizeof *table->rows);
        memcpy(table->rows[i].sort, cut, sizeof cut);
        snprintf(table->rows[i].example, sizeof table->rows[i].example, "%.255s", example);
    }
    table->rows[i].n++;
}

static int compare_tallies(const void *left, const void *right)
{
    const tally_row *a = (const tally_row *)left, *b = (const tally_row *)right;
    return a->n != b->n ? (a->n > b->n ? -1 : 1) : strcmp(a->sort, b->sort);
}

static void tally_write(tally *table, const char *title, size_t n_most, FILE *out)
{
    if (table->n == 0)
        return;
    qsort(table->rows, table->n, sizeof *table->rows, compare_tallies);
    fprintf(out, "%s:\n", title);
    for (size_t i = 0; i < table->n && i < n_most; i++)
        fprintf(out, "%7u  %s  (%s)\n", table->rows[i].n, table->rows[i].sort, table->rows[i].example);
}

/* A message without what it quotes from the program, so that like ones count together. */
static void without_quotes(const char *message, char *text, size_t capacity)
{
    size_t n = 0;
    bool quoted = false;
    for (; *message && n + 2 < capacity; message++) {
        if (*message == '`') {
            quoted = !quoted;
            if (quoted)
                text[n++] = '`', text[n++] = '`';
        } else if (!quoted) {
            text[n++] = *message;
        }
    }
    text[n] = 0;
}

#endif
