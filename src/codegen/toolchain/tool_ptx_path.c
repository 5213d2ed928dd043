/* tool_ptx_path.c: restores the names of files in a PTX text's line info: NVRTC puts the working folder before them. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <unistd.h>

#include "codegen/toolchain/tool_internal.h"

/* Whether the path, from quote to quote, is one that #line gave. */
static bool tool_is_given(const char *cuda, const char *quoted, size_t n)
{
    return memmem(cuda, strlen(cuda), quoted, n) != NULL;
}

void tool_restore_paths(const char *cuda, tool_cuda_code *result)
{
    static const char word[] = "\n\t.file\t";
    char folder[4096], *text = (char *)result->bytes;
    if (!getcwd(folder, sizeof folder))
        return;
    size_t n_folder = strlen(folder);
    for (char *at = strstr(text, word); at; at = strstr(at, word)) {
        at += sizeof word - 1;
        char *quoted = at + strcspn(at, "\"\n"), *path = quoted + 1;
        if (*quoted != '"' || strncmp(path, folder, n_folder) != 0 || path[n_folder] != '/' ||
            tool_is_given(cuda, quoted, strcspn(path, "\"\n") + 2))
            continue;
        memmove(path, path + n_folder + 1, strlen(path + n_folder + 1) + 1);
        result->n -= n_folder + 1;
    }
}
