/* diagnostic_list_test.c: rows, parts and texts, and the bounds on what an error takes whatever is asked for. */
#include "base/diagnostic_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void check(bool ok, const char *what)
{
    if (!ok) {
        printf("%s\n", what);
        failures++;
    }
}

static void put_many(diag_text *text, const char *what, size_t n)
{
    for (size_t i = 0; i < n; i++)
        text_string(text, what);
}

static size_t bytes_of(const rustg_diagnostic *row)
{
    size_t n = 0;
    for (uint32_t i = 0; i < row->n_parts; i++)
        n += sizeof *row->parts + strlen(row->parts[i].text) + strlen(row->parts[i].patch);
    return n;
}

static void check_parts(void)
{
    diag_list list = {0};
    for (uint32_t i = 0; i < 100; i++) {
        rustg_diagnostic *row = diag_list_add(&list);
        row->file = i;
        for (uint32_t p = 0; p < i; p++)
            diag_part_at(&list, RUSTG_PART_LABEL, p, p + 1, diag_format(&list, "label %u of %u", p, i));
    }
    diag_suggest(&list, RUSTG_PART_SUGGESTION, "do it", 3, 4, "x");
    diag_suggest_further(&list, 5, 6, "y");
    diag_suggest_surely(&list);
    for (uint32_t i = 0; i < 100; i++) {
        const rustg_diagnostic *row = &list.data[i];
        check(row->n_parts == i + (i == 99 ? 3 : 0) && (i > 0) == (row->parts != NULL), "number of parts");
        for (uint32_t p = 0; p < i; p++) {
            char text[64];
            snprintf(text, sizeof text, "label %u of %u", p, i);
            check(row->parts[p].kind == RUSTG_PART_LABEL && row->parts[p].file == i && row->parts[p].start == p &&
                      row->parts[p].end == p + 1 && strcmp(row->parts[p].text, text) == 0 && !*row->parts[p].patch,
                  "a label");
        }
    }
    const rustg_diagnostic_part *last = list.data[99].parts + 99;
    check(strcmp(last[0].text, "do it") == 0 && strcmp(last[0].patch, "x") == 0, "a suggestion");
    check(last[1].kind == RUSTG_PART_SUGGESTION && !*last[1].text && strcmp(last[1].patch, "y") == 0,
          "a further patch");
    check(last[2].kind == RUSTG_PART_APPLICABILITY && strcmp(last[2].text, "MachineApplicable") == 0, "how sure");

    diag_list other = {0};
    const rustg_diagnostic *copy = diag_list_add_copy(&other, &list.data[99]);
    check(copy && copy->n_parts == 102, "a copy");
    diag_list_free(&list);
    check(strcmp(copy->parts[98].text, "label 98 of 99") == 0 && strcmp(copy->parts[99].patch, "x") == 0,
          "a copy has texts of its own");
    diag_list_free(&other);
}

static void check_bounds(void)
{
    diag_list list = {0};
    (void)diag_list_add(&list);
    put_many(diag_begin(&list), "\xE2\x82\xAC", DIAG_MAX_TEXT);
    const char *text = diag_keep(&list);
    size_t n = strlen(text);
    check(n <= DIAG_MAX_TEXT && n > DIAG_MAX_TEXT - 8 && strcmp(text + n - 6, "\xE2\x82\xAC...") == 0, "a cut text");
    put_many(diag_begin(&list), "x", DIAG_MAX_TEXT + 1);
    check(diag_keep_patch(&list) == NULL && !list.failed, "too long a patch");
    diag_suggest(&list, RUSTG_PART_SUGGESTION, "told", 0, 1, NULL);
    check(list.data[0].n_parts == 1 && list.data[0].parts[0].kind == RUSTG_PART_HELP, "told, not shown");
    for (int i = 0; i < 1000; i++)
        diag_part(&list, RUSTG_PART_NOTE, text);
    check(bytes_of(&list.data[0]) <= DIAG_MAX_BYTES && list.data[0].n_parts > 2, "many texts");
    (void)diag_list_add(&list);
    for (int i = 0; i < 100000; i++)
        diag_part_at(&list, RUSTG_PART_LABEL, 0, 1, "");
    check(bytes_of(&list.data[1]) <= DIAG_MAX_BYTES && list.data[1].n_parts > 1000, "many parts");

    /* A suggestion that finds no room for a patch is taken back as a whole; the one before it stays. */
    (void)diag_list_add(&list);
    diag_suggest(&list, RUSTG_PART_SUGGESTION, "first", 0, 1, "x");
    diag_suggest(&list, RUSTG_PART_SUGGESTION, "second", 0, 1, "x");
    for (int i = 0; i < 10; i++)
        diag_suggest_further(&list, 0, 1, text);
    check(list.data[2].n_parts == 1 && strcmp(list.data[2].parts[0].text, "first") == 0, "half a suggestion");
    check(!list.failed, "failed");
    diag_list_free(&list);
}

/* All that is asked of a list that failed does nothing. */
static void check_failed(void)
{
    diag_list list = {0};
    (void)diag_list_add(&list);
    diag_part(&list, RUSTG_PART_NOTE, NULL);
    check(list.failed && list.data[0].n_parts == 0, "no text is no memory");
    diag_part(&list, RUSTG_PART_NOTE, "x");
    diag_suggest(&list, RUSTG_PART_SUGGESTION, "x", 0, 0, diag_format(&list, "%d", 1));
    check(!diag_list_add(&list) && !diag_keep_string(&list, "x") && list.data[0].n_parts == 0, "after a failure");
    diag_list_free(&list);
    check(diag_list_add(&list) != NULL, "a freed list is usable");
    diag_list_free(&list);
}

int main(void)
{
    check_parts();
    check_bounds();
    check_failed();
    printf("%d failures\n", failures);
    return failures != 0;
}
