/* arrow_file.c: writes a table as an Arrow IPC file ("Arrow Columnar Format", sections on encapsulated messages and the
 * file format; numbers of fields and unions are those of Schema.fbs, Message.fbs and File.fbs, version 1.5). */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "compile/arrow_flatbuffer.h"
#include "compile/arrow_table.h"

enum {
    VERSION_5 = 4,
    HEADER_SCHEMA = 1,
    HEADER_DICTIONARY = 2,
    HEADER_BATCH = 3,
    TYPE_INT = 2,
    TYPE_TEXT = 5,
    BUFFER_ALIGNMENT = 64,
    MOST_BUFFERS = 3 * ARROW_MOST_COLUMNS
};

/* Where a message lies in the file. */
typedef struct arrow_message {
    int64_t offset;
    int32_t metadata_bytes, padding;
    int64_t body_bytes;
} arrow_message;

/* A buffer of a body. data may be NULL where n_bytes is 0. */
typedef struct arrow_buffer {
    int64_t offset, n_bytes;
    const void *data;
} arrow_buffer;

typedef struct arrow_writer {
    FILE *out;
    int64_t at;
    bool has_failed;
} arrow_writer;

static const char arrow_magic[] = "ARROW1";

static void arrow_write(arrow_writer *writer, const void *bytes, size_t n)
{
    if (n > 0 && fwrite(bytes, 1, n, writer->out) != n)
        writer->has_failed = true;
    writer->at += (int64_t)n;
}

static void arrow_pad(arrow_writer *writer, size_t alignment)
{
    static const uint8_t zeros[BUFFER_ALIGNMENT];
    arrow_write(writer, zeros, (alignment - (size_t)writer->at % alignment) % alignment);
}

/* ---- descriptions ---- */

static void arrow_put_int(arrow_flatbuffer *fb, size_t from, uint32_t n_bits)
{
    size_t at[ARROW_FB_MOST_FIELDS];
    const arrow_field number[] = {{4, n_bits}, {1, 0}}; /* bitWidth, is_signed */
    arrow_fb_table(fb, from, number, 2, at);
}

static void arrow_put_field(arrow_flatbuffer *fb, size_t from, const arrow_column *column)
{
    size_t at[ARROW_FB_MOST_FIELDS], inner[ARROW_FB_MOST_FIELDS];
    const bool is_text = column->type == ARROW_TEXT || column->type == ARROW_KIND;
    const arrow_field field[] = {ARROW_POINTS, /* name */
                                 {1, 0},       /* nullable */
                                 {1, is_text ? TYPE_TEXT : TYPE_INT},
                                 ARROW_POINTS, /* type */
                                 column->type == ARROW_KIND ? ARROW_POINTS : ARROW_ABSENT,
                                 ARROW_POINTS}; /* children, which readers want to be there */
    arrow_fb_table(fb, from, field, 6, at);
    arrow_fb_text(fb, at[0], column->name);
    if (is_text)
        arrow_fb_table(fb, at[3], NULL, 0, inner);
    else
        arrow_put_int(fb, at[3], 8 * (uint32_t)arrow_element_bytes(column->type));
    if (column->type == ARROW_KIND) {
        const arrow_field dictionary[] = {{8, 0}, ARROW_POINTS, {1, 0}}; /* id, indexType, isOrdered */
        arrow_fb_table(fb, at[4], dictionary, 3, inner);
        arrow_put_int(fb, inner[1], 8);
    }
    arrow_fb_vector(fb, at[5], 0, 4);
}

static void arrow_put_schema(arrow_flatbuffer *fb, size_t from, const arrow_table *table)
{
    size_t at[ARROW_FB_MOST_FIELDS], fields[ARROW_MOST_COLUMNS];
    const arrow_field schema[] = {{2, 0}, ARROW_POINTS}; /* little-endian, fields */
    arrow_fb_table(fb, from, schema, 2, at);
    arrow_fb_vector(fb, at[1], table->n_columns, 4);
    for (size_t i = 0; i < table->n_columns; i++)
        fields[i] = arrow_fb_pointer(fb);
    for (size_t i = 0; i < table->n_columns; i++)
        arrow_put_field(fb, fields[i], &table->columns[i]);
}

static void arrow_put_batch(arrow_flatbuffer *fb, size_t from, size_t n_rows, size_t n_columns,
                            const arrow_buffer *buffers, size_t n_buffers)
{
    size_t at[ARROW_FB_MOST_FIELDS];
    const arrow_field rows[] = {{8, n_rows}, ARROW_POINTS, ARROW_POINTS}; /* length, nodes, buffers */
    const int64_t node[2] = {(int64_t)n_rows, 0};                         /* length, null_count */
    arrow_fb_table(fb, from, rows, 3, at);
    arrow_fb_vector(fb, at[1], n_columns, 8);
    for (size_t i = 0; i < n_columns; i++)
        arrow_fb_put(fb, node, sizeof node);
    arrow_fb_vector(fb, at[2], n_buffers, 8);
    for (size_t i = 0; i < n_buffers; i++)
        arrow_fb_put(fb, &buffers[i].offset, 2 * sizeof(int64_t));
}

/* The head of a message, which at[2] of the fields points to. */
static size_t arrow_put_message(arrow_flatbuffer *fb, uint8_t header, int64_t body_bytes)
{
    size_t at[ARROW_FB_MOST_FIELDS];
    const arrow_field message[] = {{2, VERSION_5}, {1, header}, ARROW_POINTS, {8, (uint64_t)body_bytes}};
    arrow_fb_table(fb, arrow_fb_pointer(fb), message, 4, at);
    return at[2];
}

/* ---- messages ---- */

/* Metadata behind a mark and its size, padded so that the body begins at a multiple of BUFFER_ALIGNMENT. */
static arrow_message arrow_write_message(arrow_writer *writer, arrow_flatbuffer *fb, const arrow_buffer *buffers,
                                         size_t n_buffers, int64_t body_bytes)
{
    arrow_message message = {.offset = writer->at, .body_bytes = body_bytes};
    const size_t prefix = 2 * sizeof(int32_t), begin = (size_t)writer->at + prefix;
    const size_t n_padding = (BUFFER_ALIGNMENT - (begin + fb->n) % BUFFER_ALIGNMENT) % BUFFER_ALIGNMENT;
    const int32_t head[2] = {-1, (int32_t)(fb->n + n_padding)};
    writer->has_failed |= fb->has_failed;
    if (fb->has_failed)
        return message;
    message.metadata_bytes = (int32_t)prefix + head[1];
    arrow_write(writer, head, sizeof head);
    arrow_write(writer, fb->bytes, fb->n);
    arrow_pad(writer, BUFFER_ALIGNMENT);
    for (size_t i = 0; i < n_buffers; i++) {
        arrow_write(writer, buffers[i].data, (size_t)buffers[i].n_bytes);
        arrow_pad(writer, BUFFER_ALIGNMENT);
    }
    return message;
}

/* The buffers of columns one behind the other; returns the bytes of the body. */
static int64_t arrow_lay_out(const arrow_column *columns, size_t n_columns, size_t n_rows, arrow_buffer *buffers,
                             size_t *n_buffers)
{
    int64_t at = 0;
    *n_buffers = 0;
    for (size_t i = 0; i < n_columns; i++) {
        const arrow_column *column = &columns[i];
        buffers[(*n_buffers)++] = (arrow_buffer){0}; /* validity: nothing is null */
        if (column->type == ARROW_TEXT)
            buffers[(*n_buffers)++] =
                (arrow_buffer){.n_bytes = (int64_t)((n_rows + 1) * sizeof(int32_t)), .data = column->starts};
        buffers[(*n_buffers)++] =
            (arrow_buffer){.n_bytes = (int64_t)arrow_data_bytes(column, n_rows), .data = column->data};
    }
    for (size_t i = 0; i < *n_buffers; i++) {
        buffers[i].offset = at;
        at += (buffers[i].n_bytes + BUFFER_ALIGNMENT - 1) / BUFFER_ALIGNMENT * BUFFER_ALIGNMENT;
    }
    return at;
}

static void arrow_write_schema(arrow_writer *writer, const arrow_table *table)
{
    arrow_flatbuffer fb = {0};
    arrow_put_schema(&fb, arrow_put_message(&fb, HEADER_SCHEMA, 0), table);
    arrow_write_message(writer, &fb, NULL, 0, 0);
    free(fb.bytes);
}

static arrow_message arrow_write_columns(arrow_writer *writer, const arrow_column *columns, size_t n_columns,
                                         size_t n_rows, bool is_dictionary)
{
    arrow_flatbuffer fb = {0};
    arrow_buffer buffers[MOST_BUFFERS];
    size_t n_buffers, at[ARROW_FB_MOST_FIELDS];
    const int64_t body_bytes = arrow_lay_out(columns, n_columns, n_rows, buffers, &n_buffers);
    size_t from = arrow_put_message(&fb, is_dictionary ? HEADER_DICTIONARY : HEADER_BATCH, body_bytes);
    if (is_dictionary) {
        const arrow_field dictionary[] = {{8, 0}, ARROW_POINTS}; /* id, data */
        arrow_fb_table(&fb, from, dictionary, 2, at);
        from = at[1];
    }
    arrow_put_batch(&fb, from, n_rows, n_columns, buffers, n_buffers);
    arrow_message message = arrow_write_message(writer, &fb, buffers, n_buffers, body_bytes);
    free(fb.bytes);
    return message;
}

static void arrow_write_footer(arrow_writer *writer, const arrow_table *table, const arrow_message *dictionary,
                               const arrow_message *batches, size_t n_batches)
{
    arrow_flatbuffer fb = {0};
    size_t at[ARROW_FB_MOST_FIELDS];
    const size_t n_dictionaries = table->n_names > 0;
    const arrow_field footer[] = {{2, VERSION_5}, ARROW_POINTS, ARROW_POINTS, ARROW_POINTS};
    const int32_t end[2] = {-1, 0}; /* of the stream that the messages are */
    arrow_write(writer, end, sizeof end);
    arrow_fb_table(&fb, arrow_fb_pointer(&fb), footer, 4, at);
    arrow_put_schema(&fb, at[1], table);
    arrow_fb_vector(&fb, at[2], n_dictionaries, 8);
    arrow_fb_put(&fb, dictionary, n_dictionaries * sizeof *dictionary);
    arrow_fb_vector(&fb, at[3], n_batches, 8);
    arrow_fb_put(&fb, batches, n_batches * sizeof *batches);
    const int32_t n_bytes = (int32_t)fb.n;
    writer->has_failed |= fb.has_failed;
    if (!fb.has_failed)
        arrow_write(writer, fb.bytes, fb.n);
    arrow_write(writer, &n_bytes, sizeof n_bytes);
    arrow_write(writer, arrow_magic, sizeof arrow_magic - 1);
    free(fb.bytes);
}

/* The first batch tells the schema, which is the same of all; where there is none, a table without rows does. */
static rustg_status arrow_write_all(arrow_writer *writer, const rustg_result *result, rustg_arrow_table kind,
                                    size_t n_batches, arrow_message *batches, rustg_error *error)
{
    arrow_table table;
    arrow_message dictionary = {0};
    arrow_write(writer, arrow_magic, sizeof arrow_magic);
    arrow_pad(writer, 8);
    for (size_t i = 0; i == 0 || i < n_batches; i++) {
        rustg_status status = arrow_table_make(result, kind, n_batches > 0 ? i : ARROW_NO_BATCH, &table, error);
        if (status != RUSTG_OK)
            return status;
        if (i == 0)
            arrow_write_schema(writer, &table);
        if (i == 0 && table.n_names > 0)
            dictionary = arrow_write_columns(writer, &table.names, 1, table.n_names, true);
        if (n_batches > 0)
            batches[i] = arrow_write_columns(writer, table.columns, table.n_columns, table.n_rows, false);
        if (i + 1 >= n_batches)
            arrow_write_footer(writer, &table, &dictionary, batches, n_batches);
        arrow_table_free(&table);
    }
    return RUSTG_OK;
}

rustg_status rustg_result_arrow_file(rustg_result *result, rustg_arrow_table kind, const char *path, rustg_error *error)
{
    if (!result || !path)
        return error_set(error, RUSTG_ERR_ARGUMENT, "%s is NULL", result ? "path" : "result");
    const size_t n_batches = kind == RUSTG_ARROW_FILES ? 1 : rustg_result_n_batches(result);
    arrow_message *batches = calloc(n_batches + 1, sizeof *batches);
    if (!batches)
        return error_set(error, RUSTG_ERR_MEMORY, "out of memory for %zu record batches", n_batches);
    arrow_writer writer = {.out = fopen(path, "wb")};
    struct stat about;
    rustg_status status = RUSTG_OK;
    if (!writer.out) {
        status = error_set(error, RUSTG_ERR_IO, "%s: %s", path, strerror(errno));
    } else {
        const bool is_file = fstat(fileno(writer.out), &about) == 0 && S_ISREG(about.st_mode);
        errno = 0;
        status = arrow_write_all(&writer, result, kind, n_batches, batches, error);
        if (fclose(writer.out) != 0 || writer.has_failed)
            status = status != RUSTG_OK ? status
                                        : error_set(error, errno ? RUSTG_ERR_IO : RUSTG_ERR_MEMORY, "%s: %s", path,
                                                    errno ? strerror(errno) : "out of memory");
        if (status != RUSTG_OK && is_file)
            remove(path);
    }
    free(batches);
    return status;
}
