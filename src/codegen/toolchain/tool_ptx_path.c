/* tool_ptx_path.c: restores the names of files in a PTX text's line info: NVRTC puts the working folder before them. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <unistd.h>

#include "codegen/toolchain/tool_internal.h"

/* NVRTC writes a byte above ASCII as a backslash and three digits. Reads one; *n: how many it takes in the text. */
static unsigned char tool_ptx_path_byte(const char *at, size_t *n)
{
    unsigned value = 0;
    *n = 1;
    if (*at != '\\')
        return (unsigned char)*at;
    for (size_t i = 1; i <= 3; i++) {
        if (at[i] < '0' || at[i] > '7')
            return (unsigned char)*at;
        value = value * 8 + (unsigned)(at[i] - '0');
    }
    *n = value >= 0x80 && value < 0x100 ? 4 : 1;
    return *n == 4 ? (unsigned char)value : (unsigned char)*at;
}

/* How many bytes of path are the folder and a slash; 0: it does not begin so. */
static size_t tool_n_of_folder(const char *path, const char *folder)
{
    size_t at = 0, n;
    for (; *folder; folder++, at += n)
        if (!path[at] || tool_ptx_path_byte(path + at, &n) != (unsigned char)*folder)
            return 0;
    return path[at] == '/' ? at + 1 : 0;
}

/* Whether the path, n bytes from quote to quote, is one that #line gave. */
static bool tool_is_given(const char *cuda, const char *quoted, size_t n)
{
    char *plain = malloc(n);
    size_t n_plain = 0;
    if (!plain)
        return true;
    for (size_t at = 0, one; at < n; at += one)
        plain[n_plain++] = (char)tool_ptx_path_byte(quoted + at, &one);
    bool is_there = memmem(cuda, strlen(cuda), plain, n_plain) != NULL;
    free(plain);
    return is_there;
}

void tool_restore_paths(const char *cuda, tool_cuda_code *result)
{
    static const char word[] = "\n\t.file\t";
    char folder[4096], *text = (char *)result->bytes;
    if (!getcwd(folder, sizeof folder))
        return;
    for (char *at = strstr(text, word); at; at = strstr(at, word)) {
        at += sizeof word - 1;
        char *quoted = at + strcspn(at, "\"\n"), *path = quoted + 1;
        size_t n = *quoted == '"' ? tool_n_of_folder(path, folder) : 0;
        if (!n || tool_is_given(cuda, quoted, strcspn(path, "\"\n") + 2))
            continue;
        memmove(path, path + n, strlen(path + n) + 1);
        result->n -= n;
    }
}
