/* error.c: fills the caller's error record. */
#include "base/error.h"

#include <stdio.h>
#include <string.h>

/* A cut text must stay UTF-8: drop the lead byte of a character whose rest did not fit. */
static void error_format(char *buffer, size_t capacity, const char *format, va_list values)
{
    int length = vsnprintf(buffer, capacity, format, values);
    if (length < 0) {
        buffer[0] = 0;
    } else if ((size_t)length >= capacity) {
        size_t end = capacity - 1;
        size_t lead = end;
        while (lead > 0 && end - lead < 4 && ((unsigned char)buffer[lead - 1] & 0xC0) == 0x80)
            lead--;
        if (lead > 0 && ((unsigned char)buffer[lead - 1] & 0xC0) == 0xC0) {
            unsigned char first = (unsigned char)buffer[lead - 1];
            size_t wanted = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
            if (end - (lead - 1) < wanted)
                buffer[lead - 1] = 0;
        }
    }
}

rustg_status error_set_list(rustg_error *error, rustg_status status, const char *format, va_list values)
{
    if (error) {
        memset(error, 0, sizeof *error);
        error->status = status;
        error->source = UINT64_MAX;
        error_format(error->message, sizeof error->message, format, values);
        error_hint(error, "%s", rustg_status_hint(status));
    }
    return status;
}

rustg_status error_set(rustg_error *error, rustg_status status, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    error_set_list(error, status, format, values);
    va_end(values);
    return status;
}

void error_hint(rustg_error *error, const char *format, ...)
{
    if (error) {
        va_list values;
        va_start(values, format);
        error_format(error->hint, sizeof error->hint, format, values);
        va_end(values);
    }
}

bool error_list_add(char *text, size_t n_bytes, const char *format, ...)
{
    static const char more[] = ", ...";
    const size_t end = strlen(text);
    const bool is_first = end == 0 || text[end - 1] == ' ';
    const size_t start = end + (is_first ? 0 : 2);
    va_list values;
    va_start(values, format);
    const int length = vsnprintf(text + start, n_bytes - start, format, values);
    va_end(values);
    const bool fits = length >= 0 && (size_t)length + sizeof more <= n_bytes - start;
    if (!fits)
        snprintf(text + end, n_bytes - end, "%s", is_first ? more + 2 : more);
    else if (!is_first)
        memcpy(text + end, more, 2);
    return fits;
}
