/* jitlink_names_test.c: tool_jitlink.def says what nvJitLink's own header says. Exits 77 where there is no
 * nvJitLink.h. */
#include <stdio.h>

#include "codegen/toolchain/tool_internal.h"

#if defined(__has_include)
#if __has_include(<nvJitLink.h>)
#define HAVE_JITLINK_H 1
#endif
#endif

#ifndef HAVE_JITLINK_H
int main(void)
{
    printf("skipped: no nvJitLink.h\n");
    return 77;
}
#else
#define jitlink_handle nvJitLinkHandle
#define jitlink_input  nvJitLinkInputType
#include <nvJitLink.h>

_Static_assert(sizeof(nvJitLinkResult) == sizeof(int) && NVJITLINK_SUCCESS == 0, "results");
_Static_assert((int)NVJITLINK_ERROR_UNRECOGNIZED_OPTION == 1 && (int)NVJITLINK_INPUT_PTX == 2, "their numbers");
_Static_assert(sizeof(nvJitLinkInputType) == sizeof(int), "an enum is passed as an int");

static const struct {
    const char *name;
    int same;
} rows[] = {
#define FN(name, parameters) {#name, __builtin_types_compatible_p(__typeof__(&name), nvJitLinkResult(*) parameters)},
#include "codegen/toolchain/tool_jitlink.def"
};

int main(void)
{
    int n_failed = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (!rows[i].same) {
            printf("%s: other parameters than nvJitLink.h says\n", rows[i].name);
            n_failed++;
        }
    return n_failed != 0;
}
#endif
