/* cli_file.c: paths, and files that are read whole. */
#define _POSIX_C_SOURCE 200809L
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *cli_join_path(const char *folder, const char *name)
{
    size_t n_folder = strlen(folder), n_name = strlen(name);
    bool slash = n_folder > 0 && folder[n_folder - 1] != '/';
    char *path = malloc(n_folder + slash + n_name + 1);
    if (path != NULL) {
        memcpy(path, folder, n_folder);
        if (slash)
            path[n_folder] = '/';
        memcpy(path + n_folder + slash, name, n_name + 1);
    }
    return path;
}

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
