/* arrow_table.c: makes tables of a result's arrays, its files and the names of kinds. */
#include "compile/arrow_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/utf8.h"

size_t arrow_element_bytes(arrow_type type)
{
    switch (type) {
    case ARROW_U8:
    case ARROW_KIND:
    case ARROW_TEXT: return 1;
    case ARROW_U32: return 4;
    case ARROW_U64: return 8;
    }
    return 0;
}

size_t arrow_data_bytes(const arrow_column *column, size_t n_rows)
{
    return column->type == ARROW_TEXT ? (size_t)column->starts[n_rows] : n_rows * arrow_element_bytes(column->type);
}

void arrow_table_free(arrow_table *table)
{
    free(table->owned);
    table->owned = NULL;
}

static void arrow_add(arrow_table *table, const char *name, arrow_type type, const void *data)
{
    table->columns[table->n_columns++] = (arrow_column){.name = name, .type = type, .data = data};
}

/* ---- names of kinds ---- */

static bool arrow_add_names(arrow_table *table, size_t n_names, const char *(*name_of)(uint8_t kind))
{
    size_t n_bytes = 0;
    for (size_t i = 0; i < n_names; i++)
        n_bytes += strlen(name_of((uint8_t)i));
    int32_t *starts = malloc((n_names + 1) * sizeof *starts + n_bytes);
    if (!starts)
        return false;
    char *text = (char *)(starts + n_names + 1);
    starts[0] = 0;
    for (size_t i = 0; i < n_names; i++) {
        size_t n = strlen(name_of((uint8_t)i));
        memcpy(text + starts[i], name_of((uint8_t)i), n);
        starts[i + 1] = starts[i] + (int32_t)n;
    }
    table->owned = starts;
    table->n_names = n_names;
    table->names = (arrow_column){.name = "kind", .type = ARROW_TEXT, .data = text, .starts = starts};
    return true;
}

/* ---- files ---- */

/* The path as UTF-8, which Arrow's texts are; U+FFFD stands for each byte that is none. to may be NULL. */
static size_t arrow_path(const char *path, char *to)
{
    const uint8_t *bytes = (const uint8_t *)path;
    size_t n = 0;
    for (uint32_t at = 0, n_bytes = (uint32_t)strlen(path), length; at < n_bytes; at += length) {
        const bool is_good = utf8_decode(bytes, n_bytes, at, &length) != UTF8_INVALID;
        const char *from = is_good ? path + at : "\xEF\xBF\xBD";
        if (!is_good)
            length = 1;
        if (to)
            memcpy(to + n, from, is_good ? length : 3);
        n += is_good ? length : 3;
    }
    return n;
}

static const char *arrow_name(const rustg_file *file)
{
    return file->name ? file->name : "";
}

static rustg_status arrow_files(const rustg_result *result, arrow_table *table, rustg_error *error)
{
    static const struct {
        const char *name;
        size_t offset;
    } numbers[] = {
        {"edition", offsetof(rustg_file, edition)}, {"batch", offsetof(rustg_file, batch)},
        {"base", offsetof(rustg_file, base)},       {"first_token", offsetof(rustg_file, first_tok)},
        {"n_tokens", offsetof(rustg_file, n_toks)}, {"first_node", offsetof(rustg_file, first_node)},
        {"n_nodes", offsetof(rustg_file, n_nodes)}, {"n_diagnostics", offsetof(rustg_file, n_diags)},
    };
    enum { N_NUMBERS = sizeof numbers / sizeof numbers[0] };
    const size_t n = result->n_files;
    size_t text_bytes = 0;
    for (size_t i = 0; i < n; i++)
        text_bytes += arrow_path(arrow_name(&result->files[i]), NULL);
    if (text_bytes > INT32_MAX)
        return error_set(error, RUSTG_ERR_TOO_LONG, "the paths of the files are longer than 2 GiB together");
    uint64_t *sizes =
        malloc(n * sizeof *sizes + N_NUMBERS * n * sizeof(uint32_t) + (n + 1) * sizeof(int32_t) + text_bytes);
    if (!sizes)
        return error_set(error, RUSTG_ERR_MEMORY, "out of memory for a table of %zu files", n);
    uint32_t *columns = (uint32_t *)(sizes + n);
    int32_t *starts = (int32_t *)(columns + N_NUMBERS * n);
    char *text = (char *)(starts + n + 1);
    starts[0] = 0;
    for (size_t i = 0; i < n; i++) {
        const rustg_file *file = &result->files[i];
        sizes[i] = file->n_bytes;
        for (size_t k = 0; k < N_NUMBERS; k++)
            memcpy(&columns[k * n + i], (const char *)file + numbers[k].offset, sizeof(uint32_t));
        starts[i + 1] = starts[i] + (int32_t)arrow_path(arrow_name(file), text + starts[i]);
    }
    table->owned = sizes;
    table->n_rows = n;
    arrow_add(table, "path", ARROW_TEXT, text);
    table->columns[0].starts = starts;
    arrow_add(table, "n_bytes", ARROW_U64, sizes);
    for (size_t k = 0; k < N_NUMBERS; k++)
        arrow_add(table, numbers[k].name, ARROW_U32, columns + k * n);
    return RUSTG_OK;
}

/* ---- tokens and nodes ---- */

static void arrow_tokens(const rustg_tokens *tokens, arrow_table *table)
{
    table->n_rows = tokens->n_toks;
    arrow_add(table, "kind", ARROW_KIND, tokens->kind);
    arrow_add(table, "flags", ARROW_U8, tokens->flags);
    arrow_add(table, "start", ARROW_U32, tokens->start);
    arrow_add(table, "end", ARROW_U32, tokens->end);
}

static void arrow_ast(const rustg_ast *ast, arrow_table *table)
{
    table->n_rows = ast->n_nodes;
    arrow_add(table, "kind", ARROW_KIND, ast->kind);
    arrow_add(table, "token", ARROW_U32, ast->tok);
    arrow_add(table, "start", ARROW_U32, ast->start);
    arrow_add(table, "end", ARROW_U32, ast->end);
    arrow_add(table, "next", ARROW_U32, ast->next);
    arrow_add(table, "parent", ARROW_U32, ast->parent);
}

rustg_status arrow_table_make(const rustg_result *result, rustg_arrow_table kind, size_t batch_index,
                              arrow_table *table, rustg_error *error)
{
    rustg_tokens tokens = {0};
    rustg_ast ast = {0};
    *table = (arrow_table){0};
    if ((unsigned)kind > RUSTG_ARROW_FILES)
        return error_set(error, RUSTG_ERR_ARGUMENT, "table %d is no rustg_arrow_table", (int)kind);
    if (kind == RUSTG_ARROW_FILES)
        return batch_index == 0 ? arrow_files(result, table, error)
                                : error_set(error, RUSTG_ERR_ARGUMENT,
                                            "batch is %zu; the table of files has no batches", batch_index);
    rustg_status status = batch_index == ARROW_NO_BATCH ? RUSTG_OK : rustg_result_tokens(result, batch_index, &tokens);
    if (status == RUSTG_ERR_DEVICE)
        return error_set(error, status, "the arrays were left on a device: compile without leave_on_device");
    if (status == RUSTG_OK && batch_index != ARROW_NO_BATCH)
        status = rustg_result_ast(result, batch_index, &ast);
    if (status != RUSTG_OK)
        return error_set(error, status, "batch is %zu; the result has %zu", batch_index,
                         rustg_result_n_batches(result));
    const bool is_ast = kind == RUSTG_ARROW_AST;
    if (!arrow_add_names(table, is_ast ? RUSTG_N_AST_KINDS : RUSTG_N_TOKEN_KINDS,
                         is_ast ? rustg_ast_kind_name : rustg_token_kind_name))
        return error_set(error, RUSTG_ERR_MEMORY, "out of memory for the names of kinds");
    if (is_ast)
        arrow_ast(&ast, table);
    else
        arrow_tokens(&tokens, table);
    return RUSTG_OK;
}
