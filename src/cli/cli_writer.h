/* cli_writer.h: buffers output, through which gigabytes of tokens go. It keeps failures and does not raise them. */
#ifndef RUSTG_CLI_WRITER_H
#define RUSTG_CLI_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CLI_WRITER_BYTES ((size_t)1 << 18)

/* error is the errno of the first failure, after which all output is discarded, or 0. With fd < 0 it is not open. */
typedef struct cli_writer {
    int fd;
    int error;
    bool close_fd;
    char *buffer;
    size_t n;
} cli_writer;

/* path NULL: standard output. False with writer->error set when it cannot be opened. */
bool writer_open(cli_writer *writer, const char *path);
/* Writes out what is buffered. */
bool writer_flush(cli_writer *writer);
/* Writes data over the first bytes of the file. */
bool writer_patch_start(cli_writer *writer, const void *data, size_t n_bytes);
/* Flushes, closes and frees; false when anything failed since it was opened. */
bool writer_close(cli_writer *writer);

void writer_bytes(cli_writer *writer, const void *data, size_t n_bytes);
void writer_string(cli_writer *writer, const char *text);
void writer_u64(cli_writer *writer, uint64_t value);
/* Formats as printf does; the text is cut at 1 KiB. */
void writer_format(cli_writer *writer, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes a quoted JSON string, in which bytes that are not UTF-8 become U+FFFD. */
void writer_json(cli_writer *writer, const char *text, size_t n_bytes);
/* Writes a text in which tab, line feed and carriage return become \t, \n and \r. */
void writer_tsv(cli_writer *writer, const char *text, size_t n_bytes);

/* Makes room for n_bytes, at most CLI_WRITER_BYTES, which the caller fills before it calls writer_advance. */
static inline char *writer_room(cli_writer *writer, size_t n_bytes)
{
    if (CLI_WRITER_BYTES - writer->n < n_bytes)
        writer_flush(writer);
    return writer->buffer + writer->n;
}

static inline void writer_advance(cli_writer *writer, const char *end)
{
    writer->n = (size_t)(end - writer->buffer);
}

static inline void writer_char(cli_writer *writer, char c)
{
    *writer_room(writer, 1) = c;
    writer->n++;
}

/* Decimal digits of value at text; returns the end. Needs 10 bytes. */
static inline char *writer_digits_u32(char *text, uint32_t value)
{
    char digits[10];
    size_t n = sizeof digits;
    while (value >= 100) {
        uint32_t pair = value % 100;
        value /= 100;
        digits[--n] = (char)('0' + pair % 10);
        digits[--n] = (char)('0' + pair / 10);
    }
    if (value >= 10) {
        *text++ = (char)('0' + value / 10);
        value %= 10;
    }
    *text++ = (char)('0' + value);
    while (n < sizeof digits)
        *text++ = digits[n++];
    return text;
}

/* Length of the UTF-8 character at text[0], 0 where there is none. */
size_t writer_utf8(const uint8_t *text, size_t n_bytes);

#endif
