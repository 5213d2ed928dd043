/* cli_array.c: reads and writes NumPy's .npy files. Source: numpy.lib.format, versions 1.0 to 3.0. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool cli_read_exactly(FILE *in, void *to, size_t n)
{
    return n == 0 || fread(to, 1, n, in) == n;
}

/* The text behind 'key': in the header's dictionary, or NULL. */
static const char *cli_array_value_of(const char *header, const char *key)
{
    char quoted[32];
    snprintf(quoted, sizeof quoted, "'%s':", key);
    const char *at = strstr(header, quoted);
    if (!at)
        return NULL;
    at += strlen(quoted);
    return at + strspn(at, " ");
}

/* Not the 0 at a text's end, which strchr finds too. */
static bool cli_array_is_one_of(char c, const char *list)
{
    return c && strchr(list, c);
}

/* Reads type and shape from a header such as {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }. */
static const char *cli_parse_header(const char *header, cli_array *array)
{
    const char *descr = cli_array_value_of(header, "descr"), *order = cli_array_value_of(header, "fortran_order");
    const char *shape = cli_array_value_of(header, "shape");
    char *end;
    if (!descr || !order || !shape || descr[0] != '\'' || !cli_array_is_one_of(descr[1], "<|=") || shape[0] != '(')
        return "its header is not one of a plain little-endian array";
    if (!cli_array_is_one_of(descr[2], "fiubcV") || !cli_array_is_one_of(descr[3], "0123456789"))
        return "its element type is not one of numbers, bools or raw bytes";
    unsigned long item_bytes = strtoul(descr + 3, &end, 10);
    if (*end != '\'' || item_bytes == 0 || item_bytes > 1 << 20)
        return "its element type is not one of numbers, bools or raw bytes";
    array->kind = descr[2];
    array->item_bytes = (uint32_t)item_bytes;
    const char *close = strchr(shape, ')');
    size_t n = close ? (size_t)(close - shape) + 1 : 0;
    if (n == 0 || n >= sizeof array->shape_text)
        return "its shape cannot be read";
    memcpy(array->shape_text, shape, n);
    array->n_items = 1;
    size_t n_axes = 0;
    bool ends_in_comma = false;
    for (const char *at = shape + 1 + strspn(shape + 1, " "); at < close; at += strspn(at, " ")) {
        errno = 0;
        uint64_t axis = strtoull(at, &end, 10);
        if (!cli_array_is_one_of(*at, "0123456789") || errno || (axis && array->n_items > UINT64_MAX / axis))
            return "its shape cannot be read";
        array->n_items *= axis;
        n_axes++;
        at = end + strspn(end, " ");
        ends_in_comma = at < close;
        if (ends_in_comma && *at++ != ',')
            return "its shape cannot be read";
    }
    if (n_axes == 1 && !ends_in_comma) /* a number in parentheses */
        return "its shape cannot be read";
    const size_t n_order = strcspn(order, ", }");
    const bool in_order = n_order == 5 && memcmp(order, "False", 5) == 0;
    if (!in_order && (n_order != 4 || memcmp(order, "True", 4) != 0))
        return "its header is not one of a plain little-endian array";
    if (n_axes > 1 && !in_order)
        return "it is in Fortran order; store it in C order";
    return NULL;
}

static const char *cli_array_read_file(FILE *in, cli_array *array)
{
    uint8_t start[8], length[4] = {0};
    char *header = NULL;
    const char *problem = "it is not a .npy file";
    if (!cli_read_exactly(in, start, 8) || memcmp(start, "\x93NUMPY", 6) != 0 || start[6] < 1 || start[6] > 3)
        return problem;
    if (!cli_read_exactly(in, length, start[6] == 1 ? 2 : 4))
        return problem;
    size_t n_header = length[0] | (size_t)length[1] << 8 | (size_t)length[2] << 16 | (size_t)length[3] << 24;
    if (n_header > 1 << 20)
        return problem;
    header = malloc(n_header + 1);
    if (!header)
        return "out of memory";
    if (cli_read_exactly(in, header, n_header)) {
        header[n_header] = 0;
        problem = cli_parse_header(header, array);
    }
    free(header);
    if (problem)
        return problem;
    if (array->n_items > SIZE_MAX / array->item_bytes)
        return "it is too large";
    size_t n_bytes = (size_t)array->n_items * array->item_bytes;
    struct stat about; /* before memory is asked for by what the file says */
    if (fstat(fileno(in), &about) == 0 && S_ISREG(about.st_mode) && (uint64_t)about.st_size < n_bytes)
        return "it ends before its data does";
    array->data = malloc(n_bytes ? n_bytes : 1);
    if (!array->data)
        return "out of memory";
    return cli_read_exactly(in, array->data, n_bytes) ? NULL : "it ends before its data does";
}

bool cli_array_read(const char *path, cli_array *array)
{
    *array = (cli_array){0};
    const bool is_stdin = strcmp(path, "-") == 0;
    FILE *in = is_stdin ? stdin : fopen(path, "rb");
    if (!in) {
        cli_error("cannot read `%s`: %s", path, strerror(errno));
        return false;
    }
    const char *problem = cli_array_read_file(in, array);
    if (!is_stdin)
        fclose(in);
    if (!problem)
        return true;
    cli_error("cannot read `%s`: %s", is_stdin ? "standard input" : path, problem);
    free(array->data);
    array->data = NULL;
    return false;
}

bool cli_array_write(const char *path, const cli_array *array)
{
    char header[512], start[10] = "\x93NUMPY\x01";
    int n = snprintf(header, sizeof header, "{'descr': '%c%c%u', 'fortran_order': False, 'shape': %s, }",
                     array->item_bytes == 1 || array->kind == 'V' ? '|' : '<', array->kind, (unsigned)array->item_bytes,
                     array->shape_text);
    size_t n_header = (size_t)n, n_bytes = (size_t)array->n_items * array->item_bytes;
    while ((sizeof start + n_header + 1) % 64 != 0) /* data begins at a multiple of 64 */
        header[n_header++] = ' ';
    header[n_header++] = '\n';
    start[8] = (char)(n_header & 0xFF);
    start[9] = (char)(n_header >> 8);
    const bool is_stdout = strcmp(path, "-") == 0;
    FILE *out = is_stdout ? stdout : fopen(path, "wb");
    bool fine = out && fwrite(start, 1, sizeof start, out) == sizeof start &&
                fwrite(header, 1, n_header, out) == n_header &&
                (n_bytes == 0 || fwrite(array->data, 1, n_bytes, out) == n_bytes);
    int error = errno;
    if (out && (is_stdout ? fflush(out) : fclose(out)) != 0) {
        fine = false;
        error = errno;
    }
    if (!fine)
        cli_write_error(is_stdout ? NULL : path, error);
    return fine;
}
