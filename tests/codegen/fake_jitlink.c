/* fake_jitlink.c: a libnvJitLink.so.12 for machines that have none or another. What it makes of PTX is an ELF header
 * with the PTX behind it. Environment, read at each call:
 *   FAKE_JITLINK_FAIL  what nvJitLinkComplete answers, with a log */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC visibility push(default)

#define ERROR_LOG "warning : nothing\nerror   : Unexpected instruction at line 7\n"

typedef struct link {
    char *made;
    size_t n;
    bool has_failed;
} link;

enum { UNRECOGNIZED_OPTION = 1, INVALID_INPUT = 3, UNRECOGNIZED_ARCH = 16 };

int nvJitLinkCreate(link **made, uint32_t n_options, const char **options);
int nvJitLinkCreate(link **made, uint32_t n_options, const char **options)
{
    *made = NULL;
    for (uint32_t i = 0; i < n_options; i++) {
        if (strncmp(options[i], "-arch=", 6) == 0 && strcmp(options[i] + 6, "sm_121") == 0)
            return UNRECOGNIZED_ARCH;
        if (strncmp(options[i], "-arch=sm_", 9) != 0 && strncmp(options[i], "-Xptxas=-O", 10) != 0 &&
            strcmp(options[i], "-lineinfo") != 0)
            return UNRECOGNIZED_OPTION;
    }
    *made = calloc(1, sizeof **made);
    return 0;
}

int nvJitLinkDestroy(link **made);
int nvJitLinkDestroy(link **made)
{
    free((*made)->made);
    free(*made);
    *made = NULL;
    return 0;
}

int nvJitLinkAddData(link *to, int type, const void *data, size_t n, const char *name);
int nvJitLinkAddData(link *to, int type, const void *data, size_t n, const char *name)
{
    static const char head[] = "\177ELF\2";
    if (type != 2 || !name || !n || ((const char *)data)[n - 1] || strlen(data) != n - 1 || to->made)
        return INVALID_INPUT;
    to->n = sizeof head - 1 + n;
    to->made = malloc(to->n);
    memcpy(to->made, head, sizeof head - 1);
    memcpy(to->made + sizeof head - 1, data, n);
    return 0;
}

int nvJitLinkComplete(link *of);
int nvJitLinkComplete(link *of)
{
    const char *fail = getenv("FAKE_JITLINK_FAIL");
    of->has_failed = fail != NULL;
    return fail ? atoi(fail) : 0;
}

int nvJitLinkGetLinkedCubinSize(link *of, size_t *n);
int nvJitLinkGetLinkedCubinSize(link *of, size_t *n)
{
    *n = of->n;
    return 0;
}

int nvJitLinkGetLinkedCubin(link *of, void *cubin);
int nvJitLinkGetLinkedCubin(link *of, void *cubin)
{
    memcpy(cubin, of->made, of->n);
    return 0;
}

int nvJitLinkGetErrorLogSize(link *of, size_t *n);
int nvJitLinkGetErrorLogSize(link *of, size_t *n)
{
    *n = of->has_failed ? sizeof ERROR_LOG : 0;
    return 0;
}

int nvJitLinkGetErrorLog(link *of, char *log);
int nvJitLinkGetErrorLog(link *of, char *log)
{
    if (of->has_failed)
        memcpy(log, ERROR_LOG, sizeof ERROR_LOG);
    return 0;
}

int nvJitLinkGetInfoLogSize(link *of, size_t *n);
int nvJitLinkGetInfoLogSize(link *of, size_t *n)
{
    (void)of;
    *n = 0;
    return 0;
}

int nvJitLinkGetInfoLog(link *of, char *log);
int nvJitLinkGetInfoLog(link *of, char *log)
{
    (void)of, (void)log;
    return 0;
}
