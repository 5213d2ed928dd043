/* nvrtc_names_test.c: tool_nvrtc.def says what NVRTC's own header says. Exits 77 where there is no nvrtc.h. */
#include <stdio.h>

#include "codegen/toolchain/tool_internal.h"

#if defined(__has_include)
#if __has_include(<nvrtc.h>)
#define HAVE_NVRTC_H 1
#endif
#endif

#ifndef HAVE_NVRTC_H
int main(void)
{
    printf("skipped: no nvrtc.h\n");
    return 77;
}
#else
#include <nvrtc.h>

_Static_assert(sizeof(nvrtcResult) == sizeof(int) && NVRTC_SUCCESS == 0, "results");
_Static_assert((int)NVRTC_ERROR_INVALID_OPTION == 5, "the result for an option that is not known");

static const struct {
    const char *name;
    int same;
} rows[] = {
#define FN(name, parameters) {#name, __builtin_types_compatible_p(__typeof__(&name), nvrtcResult(*) parameters)},
#include "codegen/toolchain/tool_nvrtc.def"
};

int main(void)
{
    int n_failed = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (!rows[i].same) {
            printf("%s: other parameters than nvrtc.h says\n", rows[i].name);
            n_failed++;
        }
    return n_failed != 0;
}
#endif
