/* cli_writer.c: buffered output; see cli_writer.h. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void writer_out(cli_writer *writer, const char *data, size_t n_bytes)
{
    while (n_bytes > 0 && writer->error == 0) {
        ssize_t done = write(writer->fd, data, n_bytes);
        if (done < 0) {
            if (errno != EINTR)
                writer->error = errno;
            continue;
        }
        data += done;
        n_bytes -= (size_t)done;
    }
}

bool writer_open(cli_writer *writer, const char *path)
{
    *writer = (cli_writer){.fd = -1};
    writer->buffer = malloc(CLI_WRITER_BYTES);
    if (writer->buffer == NULL) {
        writer->error = ENOMEM;
        return false;
    }
    if (path == NULL) {
        writer->fd = STDOUT_FILENO;
        return true;
    }
    writer->fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (writer->fd < 0) {
        writer->error = errno;
        return false;
    }
    writer->close_fd = true;
    return true;
}

bool writer_flush(cli_writer *writer)
{
    writer_out(writer, writer->buffer, writer->n);
    writer->n = 0;
    return writer->error == 0;
}

bool writer_patch_start(cli_writer *writer, const void *data, size_t n_bytes)
{
    if (!writer_flush(writer))
        return false;
    if (lseek(writer->fd, 0, SEEK_SET) != 0)
        writer->error = errno;
    writer_out(writer, data, n_bytes);
    return writer->error == 0;
}

bool writer_close(cli_writer *writer)
{
    if (writer->fd >= 0 && writer->buffer != NULL)
        writer_flush(writer);
    if (writer->close_fd && close(writer->fd) != 0 && writer->error == 0)
        writer->error = errno;
    free(writer->buffer);
    writer->buffer = NULL;
    writer->close_fd = false;
    writer->fd = -1;
    return writer->error == 0;
}

void writer_bytes(cli_writer *writer, const void *data, size_t n_bytes)
{
    if (n_bytes > CLI_WRITER_BYTES - writer->n) {
        writer_flush(writer);
        if (n_bytes >= CLI_WRITER_BYTES) {
            writer_out(writer, data, n_bytes);
            return;
        }
    }
    if (n_bytes > 0)
        memcpy(writer->buffer + writer->n, data, n_bytes);
    writer->n += n_bytes;
}

void writer_string(cli_writer *writer, const char *text)
{
    writer_bytes(writer, text, strlen(text));
}

/* As writer_digits_u32, for 64 bits. Needs 20 bytes. */
static char *writer_digits(char *text, uint64_t value)
{
    char digits[20];
    size_t n = sizeof digits;
    do {
        digits[--n] = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    memcpy(text, digits + n, sizeof digits - n);
    return text + (sizeof digits - n);
}

void writer_u64(cli_writer *writer, uint64_t value)
{
    char *room = writer_room(writer, 20);
    writer_advance(writer, writer_digits(room, value));
}

void writer_format(cli_writer *writer, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (n > 0)
        writer_bytes(writer, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

size_t writer_utf8(const uint8_t *text, size_t n_bytes)
{
    uint8_t lead = text[0];
    size_t length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    if (length < 2)
        return length;
    if (length > n_bytes)
        return 0;
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xC0) != 0x80)
            return 0;
    }
    bool overlong = (lead == 0xE0 && text[1] < 0xA0) || (lead == 0xF0 && text[1] < 0x90);
    bool surrogate = lead == 0xED && text[1] >= 0xA0;
    bool beyond = lead == 0xF4 && text[1] >= 0x90;
    return overlong || surrogate || beyond ? 0 : length;
}

void writer_json(cli_writer *writer, const char *text, size_t n_bytes)
{
    const uint8_t *bytes = (const uint8_t *)text;
    writer_char(writer, '"');
    for (size_t i = 0; i < n_bytes;) {
        uint8_t c = bytes[i];
        size_t length = writer_utf8(bytes + i, n_bytes - i);
        if (length == 0) {
            writer_string(writer, "\xEF\xBF\xBD");
            length = 1;
        } else if (c == '"' || c == '\\') {
            writer_char(writer, '\\');
            writer_char(writer, (char)c);
        } else if (c == '\n') {
            writer_string(writer, "\\n");
        } else if (c == '\t') {
            writer_string(writer, "\\t");
        } else if (c == '\r') {
            writer_string(writer, "\\r");
        } else if (c < 0x20 || c == 0x7F) {
            writer_format(writer, "\\u%04x", (unsigned)c);
        } else {
            writer_bytes(writer, bytes + i, length);
        }
        i += length;
    }
    writer_char(writer, '"');
}

void writer_tsv(cli_writer *writer, const char *text, size_t n_bytes)
{
    for (size_t i = 0; i < n_bytes; i++) {
        if (text[i] == '\t')
            writer_string(writer, "\\t");
        else if (text[i] == '\n')
            writer_string(writer, "\\n");
        else if (text[i] == '\r')
            writer_string(writer, "\\r");
        else
            writer_char(writer, text[i]);
    }
}
