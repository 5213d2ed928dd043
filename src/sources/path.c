/* path.c: see path.h. */
#include "sources/path.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/source_read.h"

enum { PATH_MOST_BYTES = 1 << 30 };

char *path_join(const char *folder, const char *name)
{
    const size_t n_folder = strlen(folder), n_name = strlen(name);
    const size_t n_slash = n_folder > 0 && folder[n_folder - 1] != '/';
    char *path = malloc(n_folder + n_slash + n_name + 1);
    if (path) {
        memcpy(path, folder, n_folder);
        memcpy(path + n_folder, "/", n_slash);
        memcpy(path + n_folder + n_slash, name, n_name + 1);
    }
    return path;
}

int path_read(const char *path, char **text, size_t *n_bytes)
{
    uint8_t *bytes;
    size_t n;
    *text = NULL;
    const int problem = source_read(path, PATH_MOST_BYTES, &bytes, &n);
    if (problem)
        return problem;
    char *ended = realloc(bytes, n + 1);
    if (!ended) {
        free(bytes);
        return ENOMEM;
    }
    ended[n] = 0;
    *text = ended;
    if (n_bytes)
        *n_bytes = n;
    return 0;
}
