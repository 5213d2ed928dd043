/* cli_file.c: files that are read whole. */
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

char *cli_read_file(const char *path, size_t *n_bytes)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t n = 0, capacity = 0, got = 1;
    while (file && got > 0) {
        if (n + 1 >= capacity) {
            capacity = capacity ? 2 * capacity : 1 << 14;
            char *more = realloc(text, capacity);
            if (!more) {
                errno = ENOMEM;
                break;
            }
            text = more;
        }
        got = fread(text + n, 1, capacity - n - 1, file);
        n += got;
    }
    if (!file || got > 0 || ferror(file)) {
        const int error = errno;
        free(text);
        if (file)
            fclose(file);
        errno = error;
        return NULL;
    }
    fclose(file);
    text[n] = 0;
    *n_bytes = n;
    return text;
}
