/* arrow_export.c: gives a table away by Arrow's C data interface. The structs that are children and dictionaries lie in
 * one block, which the last of them to be released frees: a taker may move each of them out and keep it. */
#include <stdatomic.h>
#include <stdlib.h>

#include "base/error.h"
#include "compile/arrow_table.h"

enum { N_BUFFERS = 3, MOST_PARTS = ARROW_MOST_COLUMNS + 2 }; /* columns, the dictionary, the whole */

typedef struct arrow_schema_block {
    atomic_uint n_holders;
    struct ArrowSchema columns[ARROW_MOST_COLUMNS], dictionary, *children[ARROW_MOST_COLUMNS];
} arrow_schema_block;

typedef struct arrow_array_block {
    atomic_uint n_holders;
    rustg_result *result;
    arrow_table table;
    struct ArrowArray columns[ARROW_MOST_COLUMNS], dictionary, *children[ARROW_MOST_COLUMNS];
    const void *buffers[MOST_PARTS][N_BUFFERS];
} arrow_array_block;

static const char *arrow_format(arrow_type type)
{
    switch (type) {
    case ARROW_U8:
    case ARROW_KIND: return "C";
    case ARROW_U32: return "I";
    case ARROW_U64: return "L";
    case ARROW_TEXT: return "u";
    }
    return "";
}

/* ---- the schema ---- */

static void arrow_release_schema(struct ArrowSchema *schema)
{
    arrow_schema_block *block = schema->private_data;
    for (int64_t i = 0; i < schema->n_children; i++)
        if (schema->children[i]->release)
            schema->children[i]->release(schema->children[i]);
    if (schema->dictionary && schema->dictionary->release)
        schema->dictionary->release(schema->dictionary);
    schema->release = NULL;
    if (atomic_fetch_sub(&block->n_holders, 1) == 1)
        free(block);
}

static struct ArrowSchema arrow_schema_part(arrow_schema_block *block, const char *format, const char *name)
{
    block->n_holders++;
    return (struct ArrowSchema){.format = format, .name = name, .release = arrow_release_schema, .private_data = block};
}

static bool arrow_make_schema(const arrow_table *table, struct ArrowSchema *schema)
{
    arrow_schema_block *block = calloc(1, sizeof *block);
    if (!block)
        return false;
    *schema = arrow_schema_part(block, "+s", "");
    schema->n_children = (int64_t)table->n_columns;
    schema->children = block->children;
    for (size_t i = 0; i < table->n_columns; i++) {
        const arrow_column *column = &table->columns[i];
        block->columns[i] = arrow_schema_part(block, arrow_format(column->type), column->name);
        block->children[i] = &block->columns[i];
        if (column->type == ARROW_KIND) {
            block->dictionary = arrow_schema_part(block, arrow_format(ARROW_TEXT), "");
            block->columns[i].dictionary = &block->dictionary;
        }
    }
    return true;
}

/* ---- the array ---- */

static void arrow_release_array(struct ArrowArray *array)
{
    arrow_array_block *block = array->private_data;
    for (int64_t i = 0; i < array->n_children; i++)
        if (array->children[i]->release)
            array->children[i]->release(array->children[i]);
    if (array->dictionary && array->dictionary->release)
        array->dictionary->release(array->dictionary);
    array->release = NULL;
    if (atomic_fetch_sub(&block->n_holders, 1) > 1)
        return;
    arrow_table_free(&block->table);
    rustg_result_free(block->result);
    free(block);
}

/* The validity, which is not given as nothing is null, then starts and data. */
static struct ArrowArray arrow_array_part(arrow_array_block *block, const void **buffers, size_t n_rows,
                                          const arrow_column *column)
{
    int64_t n_buffers = 1;
    block->n_holders++;
    if (column && column->type == ARROW_TEXT)
        buffers[n_buffers++] = column->starts;
    if (column)
        buffers[n_buffers++] = column->data;
    return (struct ArrowArray){.length = (int64_t)n_rows,
                               .n_buffers = n_buffers,
                               .buffers = buffers,
                               .release = arrow_release_array,
                               .private_data = block};
}

static void arrow_make_array(arrow_array_block *block, struct ArrowArray *array)
{
    const arrow_table *table = &block->table;
    size_t n_parts = 0;
    *array = arrow_array_part(block, block->buffers[n_parts++], table->n_rows, NULL);
    array->n_children = (int64_t)table->n_columns;
    array->children = block->children;
    for (size_t i = 0; i < table->n_columns; i++) {
        const arrow_column *column = &table->columns[i];
        block->columns[i] = arrow_array_part(block, block->buffers[n_parts++], table->n_rows, column);
        block->children[i] = &block->columns[i];
        if (column->type == ARROW_KIND) {
            block->dictionary = arrow_array_part(block, block->buffers[n_parts++], table->n_names, &table->names);
            block->columns[i].dictionary = &block->dictionary;
        }
    }
}

rustg_status rustg_result_arrow(rustg_result *result, rustg_arrow_table kind, size_t batch_index,
                                struct ArrowSchema *schema, struct ArrowArray *array, rustg_error *error)
{
    if (!result || batch_index == ARROW_NO_BATCH)
        return error_set(error, RUSTG_ERR_ARGUMENT, result ? "there is no such batch" : "result is NULL");
    arrow_array_block *block = calloc(1, sizeof *block);
    if (!block)
        return error_set(error, RUSTG_ERR_MEMORY, "out of memory for a record batch");
    rustg_status status = arrow_table_make(result, kind, batch_index, &block->table, error);
    if (status == RUSTG_OK && schema && !arrow_make_schema(&block->table, schema))
        status = error_set(error, RUSTG_ERR_MEMORY, "out of memory for a schema");
    if (status == RUSTG_OK && array) {
        block->result = result_hold(result);
        arrow_make_array(block, array);
        return RUSTG_OK;
    }
    arrow_table_free(&block->table);
    free(block);
    return status;
}
