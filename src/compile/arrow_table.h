/* arrow_table.h: tables of a result by columns, for arrow_export.c and arrow_file.c. */
#ifndef RUSTG_ARROW_TABLE_H
#define RUSTG_ARROW_TABLE_H

#include "compile/result.h"
#include "rustg/arrow.h"

enum { ARROW_MOST_COLUMNS = 10 };
#define ARROW_NO_BATCH SIZE_MAX

typedef enum arrow_type {
    ARROW_U8,
    ARROW_U32,
    ARROW_U64,
    ARROW_TEXT, /* bytes, and where each text begins */
    ARROW_KIND  /* u8, numbers of the table's names */
} arrow_type;

/*   data     u8, u32 or u64[n_rows]; of ARROW_TEXT char[starts[n_rows]]
 *   starts   i32[n_rows + 1], of ARROW_TEXT */
typedef struct arrow_column {
    const char *name;
    arrow_type type;
    const void *data;
    const int32_t *starts;
} arrow_column;

/*   names    ARROW_TEXT of n_names rows: of the kinds in column `kind`; n_names 0: there is none
 *   owned    memory of names and of columns that are no arrays of the result */
typedef struct arrow_table {
    size_t n_rows, n_columns, n_names;
    arrow_column columns[ARROW_MOST_COLUMNS];
    arrow_column names;
    void *owned;
} arrow_table;

/* fails as rustg_result_arrow. batch_index ARROW_NO_BATCH: a table without rows. arrow_table_free ends it. */
rustg_status arrow_table_make(const rustg_result *result, rustg_arrow_table kind, size_t batch_index,
                              arrow_table *table, rustg_error *error);
void arrow_table_free(arrow_table *table);

size_t arrow_element_bytes(arrow_type type);
/* Data, starts and bytes of a column of n_rows. */
size_t arrow_data_bytes(const arrow_column *column, size_t n_rows);

#endif
