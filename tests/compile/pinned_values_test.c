/* pinned_values_test.c: the values of the public lists (the .def files of include/rustg) are those of
 * pinned_values.txt, and no list has one twice: a row put in the middle renumbers nothing. A new row is added to the
 * file by --update, which keeps the values of all others or fails; --renumber writes the file anew, for tokens and
 * nodes before the first release. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rustg/rustg.h"

typedef struct pinned_row {
    const char *list, *name;
    uint32_t value;
} pinned_row;

static const pinned_row rows[] = {
#define DIAG(value, name, ...) {"diagnostic", #name, RUSTG_DIAG_##name},
#include "rustg/diagnostic_kind.def"
#define TOK(name, ...) {"token", #name, RUSTG_TOK_##name},
#include "rustg/token_kind.def"
#define NODE(name, ...) {"node", #name, RUSTG_AST_##name},
#include "rustg/ast_kind.def"
#define STATUS(name, ...) {"status", #name, (uint32_t)RUSTG_##name},
#include "rustg/status.def"
#define ELEMENT(name, ...) {"element", #name, RUSTG_ELEMENT_##name},
#include "rustg/element.def"
};
enum { N_ROWS = sizeof rows / sizeof *rows, N_LINE = 256 };

static int failures;

static const pinned_row *find(const char *list, const char *name)
{
    for (size_t i = 0; i < N_ROWS; i++)
        if (strcmp(rows[i].list, list) == 0 && strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

static void check_unique(void)
{
    for (size_t i = 0; i < N_ROWS; i++)
        for (size_t k = i + 1; k < N_ROWS && strcmp(rows[i].list, rows[k].list) == 0; k++)
            if (rows[i].value == rows[k].value) {
                printf("%s %s and %s have one value\n", rows[i].list, rows[i].name, rows[k].name);
                failures++;
            }
}

/* Sets pinned[i] for the rows that the file names. */
static void read_pinned(FILE *file, bool pinned[N_ROWS])
{
    char line[N_LINE], list[N_LINE], name[N_LINE];
    unsigned value;
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "%s %s %u", list, name, &value) != 3) {
            printf("no row: %s", line);
            failures++;
            continue;
        }
        const pinned_row *row = find(list, name);
        if (!row) {
            printf("%s %s is gone\n", list, name);
            failures++;
        } else if (row->value != value) {
            printf("%s %s was %u and is %u: released values never change\n", list, name, value, (unsigned)row->value);
            failures++;
        }
        if (row)
            pinned[row - rows] = true;
    }
}

static void write_pinned(const char *path)
{
    FILE *file = fopen(path, "w");
    for (size_t i = 0; file && i < N_ROWS; i++)
        fprintf(file, "%s %s %u\n", rows[i].list, rows[i].name, (unsigned)rows[i].value);
    if (!file || fclose(file) != 0) {
        printf("%s: not written\n", path);
        failures++;
    }
}

int main(int n_arguments, char **arguments)
{
    static bool pinned[N_ROWS];
    const char *root = getenv("RUSTG_SOURCE_DIR"), *how = n_arguments > 1 ? arguments[1] : "";
    char path[1024];
    snprintf(path, sizeof path, "%s/tests/compile/pinned_values.txt", root ? root : ".");
    check_unique();
    FILE *file = fopen(path, "r");
    if (strcmp(how, "--renumber") == 0) {
        write_pinned(path);
    } else if (file) {
        read_pinned(file, pinned);
        if (strcmp(how, "--update") == 0 && failures == 0)
            write_pinned(path);
        else
            for (size_t i = 0; i < N_ROWS; i++)
                if (!pinned[i]) {
                    printf("%s %s is new: run this test with --update\n", rows[i].list, rows[i].name);
                    failures++;
                }
    } else {
        printf("%s: not found\n", path);
        failures++;
    }
    if (file)
        fclose(file);
    printf("%d rows, %d failures\n", (int)N_ROWS, failures);
    return failures != 0;
}
