/* diagnostic_list.c: see diagnostic_list.h. */
#include "base/diagnostic_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The parts of a row, with what is known of them before the first.
 *   n_bytes   what they and their texts take
 *   is_full   a part found no room: no further one is taken */
typedef struct diag_part_block {
    uint32_t n_bytes, capacity;
    bool is_full;
    rustg_diagnostic_part parts[];
} diag_part_block;

void diag_list_free_rows(diag_list *list)
{
    free(list->data);
    text_free(&list->scratch);
    list->data = NULL;
    list->n = list->capacity = 0;
}

void diag_list_free(diag_list *list)
{
    diag_list_free_rows(list);
    arena_free(&list->memory);
    list->failed = false;
}

static void *list_alloc(diag_list *list, size_t n_bytes)
{
    jmp_buf no_memory;
    void *volatile memory = NULL;
    if (list->failed)
        return NULL;
    list->memory.out_of_memory = &no_memory;
    if (setjmp(no_memory) == 0)
        memory = arena_alloc(&list->memory, n_bytes);
    else
        list->failed = true;
    list->memory.out_of_memory = NULL;
    return memory;
}

rustg_diagnostic *diag_list_add(diag_list *list)
{
    if (list->failed)
        return NULL;
    if (list->n == list->capacity) {
        uint32_t capacity = list->capacity ? list->capacity * 2 : 16;
        rustg_diagnostic *data =
            capacity > list->capacity ? (rustg_diagnostic *)realloc(list->data, capacity * sizeof *data) : NULL;
        if (!data) {
            list->failed = true;
            return NULL;
        }
        list->data = data;
        list->capacity = capacity;
    }
    rustg_diagnostic *row = &list->data[list->n++];
    memset(row, 0, sizeof *row);
    return row;
}

rustg_diagnostic *diag_list_add_copy(diag_list *list, const rustg_diagnostic *row)
{
    rustg_diagnostic *copy = diag_list_add(list);
    if (!copy)
        return NULL;
    *copy = *row;
    copy->parts = NULL;
    copy->n_parts = 0;
    for (uint32_t i = 0; i < row->n_parts; i++) {
        rustg_diagnostic_part part = row->parts[i];
        part.text = diag_keep_string(list, part.text);
        part.patch = diag_keep_string(list, part.patch);
        diag_add_part(list, list->n - 1, part);
    }
    return list->failed ? NULL : copy;
}

diag_text *diag_begin(diag_list *list)
{
    list->scratch.n = 0;
    return &list->scratch;
}

/* The scratch text's first n bytes, and then what follows them. */
static const char *diagnostic_list_keep_bytes(diag_list *list, size_t n, const char *further)
{
    size_t n_further = strlen(further);
    list->failed = list->failed || list->scratch.failed;
    char *text = (char *)list_alloc(list, n + n_further + 1);
    if (!text)
        return NULL;
    if (n > 0)
        memcpy(text, list->scratch.data, n);
    memcpy(text + n, further, n_further);
    return text;
}

const char *diag_keep(diag_list *list)
{
    size_t n = list->scratch.n;
    if (n <= DIAG_MAX_TEXT)
        return diagnostic_list_keep_bytes(list, n, "");
    n = DIAG_MAX_TEXT - 3;
    while (n > 0 && ((uint8_t)list->scratch.data[n] & 0xC0) == 0x80)
        n--;
    return diagnostic_list_keep_bytes(list, n, "...");
}

const char *diag_keep_patch(diag_list *list)
{
    return list->scratch.n <= DIAG_MAX_TEXT ? diagnostic_list_keep_bytes(list, list->scratch.n, "") : NULL;
}

const char *diag_keep_string(diag_list *list, const char *string)
{
    if (!*string)
        return "";
    text_string(diag_begin(list), string);
    return diag_keep(list);
}

const char *diag_format_values(diag_list *list, const char *format, va_list values)
{
    va_list again;
    va_copy(again, values);
    int n = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (n <= 0)
        return "";
    if (n <= DIAG_MAX_TEXT) {
        char *text = (char *)list_alloc(list, (size_t)n + 1);
        if (text)
            vsnprintf(text, (size_t)n + 1, format, values);
        return text;
    }
    char *whole = (char *)malloc((size_t)n + 1);
    diag_text *text = diag_begin(list);
    if (!whole) {
        list->failed = true;
        return NULL;
    }
    vsnprintf(whole, (size_t)n + 1, format, values);
    text_string(text, whole);
    free(whole);
    return diag_keep(list);
}

const char *diag_format(diag_list *list, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    const char *text = diag_format_values(list, format, values);
    va_end(values);
    return text;
}

static diag_part_block *diagnostic_block_of(const rustg_diagnostic *row)
{
    if (!row->parts)
        return NULL;
    return (diag_part_block *)(void *)((uint8_t *)(uintptr_t)row->parts - offsetof(diag_part_block, parts));
}

/* The row's parts with room for one more; NULL when memory runs out. */
static diag_part_block *diagnostic_block_with_room(diag_list *list, rustg_diagnostic *row)
{
    diag_part_block *block = diagnostic_block_of(row);
    if (block && row->n_parts < block->capacity)
        return block;
    uint32_t capacity = block ? 2 * block->capacity : 2;
    diag_part_block *larger =
        (diag_part_block *)list_alloc(list, sizeof *larger + capacity * sizeof(rustg_diagnostic_part));
    if (!larger)
        return NULL;
    if (block)
        memcpy(larger, block, sizeof *block + row->n_parts * sizeof *row->parts);
    larger->capacity = capacity;
    row->parts = larger->parts;
    return larger;
}

static bool diagnostic_is_patch(const rustg_diagnostic_part *part)
{
    return part->kind == RUSTG_PART_SUGGESTION || part->kind == RUSTG_PART_SUGGESTION_BESIDE ||
           part->kind == RUSTG_PART_SUGGESTION_TOLD || part->kind == RUSTG_PART_SUGGESTION_HIDDEN ||
           part->kind == RUSTG_PART_ALTERNATIVE;
}

/* A suggestion without all of its patches would be wrong: it is taken back. */
static void diagnostic_drop_suggestion(rustg_diagnostic *row)
{
    while (row->n_parts > 0 && diagnostic_is_patch(&row->parts[row->n_parts - 1])) {
        bool is_first = *row->parts[row->n_parts - 1].text;
        row->n_parts--;
        if (is_first)
            break;
    }
}

void diag_add_part(diag_list *list, uint32_t row, rustg_diagnostic_part part)
{
    if (list->failed || !part.text || !part.patch) {
        list->failed = true;
        return;
    }
    rustg_diagnostic *to = &list->data[row];
    diag_part_block *block = diagnostic_block_with_room(list, to);
    if (!block || block->is_full)
        return;
    size_t n_bytes = sizeof part + strlen(part.text) + strlen(part.patch) + 2;
    if (n_bytes > DIAG_MAX_BYTES - block->n_bytes) {
        block->is_full = true;
        if (diagnostic_is_patch(&part) && !*part.text)
            diagnostic_drop_suggestion(to);
        return;
    }
    block->n_bytes += (uint32_t)n_bytes;
    block->parts[to->n_parts++] = part;
}

rustg_diagnostic_part *diag_parts(diag_list *list, uint32_t row)
{
    diag_part_block *block = diagnostic_block_of(&list->data[row]);
    return block ? block->parts : NULL;
}

static void diagnostic_add_to_last(diag_list *list, rustg_part_kind kind, uint32_t start, uint32_t end,
                                   const char *text, const char *patch)
{
    if (list->failed)
        return;
    rustg_diagnostic_part part = {(uint32_t)kind, list->data[list->n - 1].file, start, end, text, patch};
    diag_add_part(list, list->n - 1, part);
}

void diag_part(diag_list *list, rustg_part_kind kind, const char *text)
{
    diagnostic_add_to_last(list, kind, 0, 0, text, "");
}

void diag_part_at(diag_list *list, rustg_part_kind kind, uint32_t start, uint32_t end, const char *text)
{
    diagnostic_add_to_last(list, kind, start, end, text, "");
}

void diag_suggest(diag_list *list, rustg_part_kind kind, const char *text, uint32_t start, uint32_t end,
                  const char *patch)
{
    if (patch)
        diagnostic_add_to_last(list, kind, start, end, text, patch);
    else
        diagnostic_add_to_last(list, RUSTG_PART_HELP, 0, 0, text, "");
}

void diag_suggest_further(diag_list *list, uint32_t start, uint32_t end, const char *patch)
{
    diagnostic_add_to_last(list, RUSTG_PART_SUGGESTION, start, end, "", patch);
}

void diag_suggest_surely(diag_list *list)
{
    diagnostic_add_to_last(list, RUSTG_PART_APPLICABILITY, 0, 0, "MachineApplicable", "");
}
