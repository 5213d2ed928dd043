/* diag_message.c: makes messages, and tells the kinds, lines and columns of diagnostics. */
#include "diagnostics/diag_view.h"
#include "rustg/diagnostic_kind.h"

#include <errno.h>
#include <string.h>

typedef struct kind_row {
    const char *name, *code, *message, *label, *note, *help;
} kind_row;

/* By value, in whatever order the rows stand. */
static const kind_row kinds[RUSTG_N_DIAGNOSTIC_KINDS] = {
#define DIAG(value, name, code, message, label, note, help) [value] = {#name, code, message, label, note, help},
#include "rustg/diagnostic_kind.def"
};

/* Two rows of one value would be two members of one name. With as many rows as values below the count, none is left
 * out. */
struct kind_values {
#define DIAG(value, name, code, message, label, note, help) char value_##value;
#include "rustg/diagnostic_kind.def"
};
#define DIAG(value, name, code, message, label, note, help)                                                            \
    _Static_assert(value < RUSTG_N_DIAGNOSTIC_KINDS, "diagnostic_kind.def: " #name " takes the next free value");
#include "rustg/diagnostic_kind.def"

static const kind_row no_kind = {"?", "", "unknown diagnostic", "", "", ""};

static const kind_row *diag_message_kind_at(uint32_t kind)
{
    return kind < RUSTG_N_DIAGNOSTIC_KINDS ? &kinds[kind] : &no_kind;
}

const char *rustg_diagnostic_code(uint32_t kind)
{
    return diag_message_kind_at(kind)->code;
}

const char *rustg_diagnostic_kind_name(uint32_t kind)
{
    return diag_message_kind_at(kind)->name;
}

const char *diag_kind_message(uint32_t kind)
{
    return diag_message_kind_at(kind)->message;
}

const char *diag_kind_label(uint32_t kind)
{
    return diag_message_kind_at(kind)->label;
}

const char *diag_kind_note(uint32_t kind)
{
    return diag_message_kind_at(kind)->note;
}

const char *diag_kind_help(uint32_t kind)
{
    return diag_message_kind_at(kind)->help;
}

static void diag_put_source(diag_text *text, const uint8_t *bytes, size_t n_bytes, size_t start, size_t end)
{
    if (end > n_bytes)
        end = n_bytes;
    if (start < end)
        text_source(text, bytes + start, end - start);
}

/* strerror is not thread-safe and strerror_r has two meanings, so errors that reading a file gives are named here. */
static void diag_put_errno(diag_text *text, uint32_t number)
{
    static const struct {
        uint32_t number;
        const char *name;
    } names[] = {
        {EPERM, "Operation not permitted"},
        {ENOENT, "No such file or directory"},
        {EINTR, "Interrupted system call"},
        {EIO, "Input/output error"},
        {ENXIO, "No such device or address"},
        {ENOMEM, "Cannot allocate memory"},
        {EACCES, "Permission denied"},
        {ENOTDIR, "Not a directory"},
        {EISDIR, "Is a directory"},
        {EINVAL, "Invalid argument"},
        {ENFILE, "Too many open files in system"},
        {EMFILE, "Too many open files"},
        {EFBIG, "File too large"},
        {EMSGSIZE, "More than is read of what is no regular file"},
        {ENAMETOOLONG, "File name too long"},
        {ELOOP, "Too many levels of symbolic links"},
        {EOVERFLOW, "Value too large for defined data type"},
        {ETIMEDOUT, "Connection timed out"},
        {ESTALE, "Stale file handle"},
    };
    const char *name = "Unknown error";
    size_t i;
    for (i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].number == number)
            name = names[i].name;
    text_string(text, name);
    text_string(text, " (os error ");
    text_number(text, number);
    text_string(text, ")");
}

static void diag_put_bad_utf8(diag_text *text, const rustg_diagnostic *diagnostic, const uint8_t *bytes, size_t n_bytes)
{
    uint32_t n_bad = diagnostic->argument, i;
    if (n_bad == 0 || diagnostic->start + (size_t)n_bad > n_bytes) {
        text_string(text, "invalid utf-8 at byte `");
        text_number(text, diagnostic->start);
        text_string(text, "`");
        return;
    }
    text_string(text, n_bad == 1 ? "byte `" : "bytes `[");
    for (i = 0; i < n_bad; i++) {
        if (i > 0)
            text_string(text, ", ");
        text_number(text, bytes[diagnostic->start + i]);
    }
    text_string(text, n_bad == 1 ? "` is not valid utf-8" : "]` are not valid utf-8");
}

static void diag_put_base(diag_text *text, uint32_t base)
{
    text_string(text, base == 2 ? "binary" : base == 8 ? "octal" : "hexadecimal");
}

typedef enum diag_placeholder {
    PLACEHOLDER_SPAN,
    PLACEHOLDER_QUOTE,
    PLACEHOLDER_CHAR,
    PLACEHOLDER_COUNT,
    PLACEHOLDER_BASE,
    PLACEHOLDER_PATH,
    PLACEHOLDER_ERRNO,
    PLACEHOLDER_UTF8,
    PLACEHOLDER_NONE
} diag_placeholder;

/* A placeholder at format; returns its length, 0 where none stands. */
static size_t diag_put_placeholder(diag_text *text, const rustg_diagnostic *diagnostic, const char *format,
                                   const char *path, const uint8_t *bytes, size_t n_bytes)
{
    static const char *const names[PLACEHOLDER_NONE] = {
        [PLACEHOLDER_SPAN] = "{span}",   [PLACEHOLDER_QUOTE] = "{quote}", [PLACEHOLDER_CHAR] = "{char}",
        [PLACEHOLDER_COUNT] = "{count}", [PLACEHOLDER_BASE] = "{base}",   [PLACEHOLDER_PATH] = "{path}",
        [PLACEHOLDER_ERRNO] = "{errno}", [PLACEHOLDER_UTF8] = "{utf8}"};
    diag_placeholder i = 0;
    if (format[0] == '{' && format[1] >= '0' && format[1] <= '9' && format[2] == '}') {
        text_string(text, diag_part_text(diagnostic, (uint32_t)(format[1] - '0')));
        return 3;
    }
    while (i < PLACEHOLDER_NONE && strncmp(format, names[i], strlen(names[i])) != 0)
        i++;
    switch (i) {
    case PLACEHOLDER_SPAN: diag_put_source(text, bytes, n_bytes, diagnostic->start, diagnostic->end); break;
    case PLACEHOLDER_QUOTE:
        diag_put_source(text, bytes, n_bytes, diagnostic->argument_start, diagnostic->argument_end);
        break;
    case PLACEHOLDER_CHAR: text_escaped_char(text, diagnostic->argument); break;
    case PLACEHOLDER_COUNT: text_number(text, diagnostic->argument); break;
    case PLACEHOLDER_BASE: diag_put_base(text, diagnostic->argument); break;
    case PLACEHOLDER_PATH: text_string(text, path ? path : "the file"); break;
    case PLACEHOLDER_ERRNO: diag_put_errno(text, diagnostic->argument); break;
    case PLACEHOLDER_UTF8: diag_put_bad_utf8(text, diagnostic, bytes, n_bytes); break;
    case PLACEHOLDER_NONE: return 0;
    }
    return strlen(names[i]);
}

void diag_message(diag_text *text, const rustg_diagnostic *diagnostic, const char *format, const char *path,
                  const uint8_t *bytes, size_t n_bytes)
{
    while (*format) {
        size_t n = diag_put_placeholder(text, diagnostic, format, path, bytes, n_bytes);
        if (n == 0) {
            n = 1 + strcspn(format + 1, "{");
            text_bytes(text, format, n);
        }
        format += n;
    }
}

size_t rustg_diagnostic_message(const rustg_diagnostic *diagnostic, const uint8_t *bytes, size_t n_bytes, char *buffer,
                                size_t capacity)
{
    diag_text text = {0};
    size_t n;
    diag_message(&text, diagnostic, diag_kind_message(diagnostic->kind), NULL, bytes, n_bytes);
    text_replace_nul(&text, "", 1);
    n = text.n;
    if (capacity > 0) {
        size_t n_copied = n < capacity ? n : capacity - 1;
        if (n_copied > 0)
            memcpy(buffer, text.data, n_copied);
        buffer[n_copied] = 0;
    }
    text_free(&text);
    return n;
}
