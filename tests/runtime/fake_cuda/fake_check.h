/* fake_check.h: what programs in front of the fake driver share: checks that end them, and the driver's functions by
 * name. */
#ifndef RUSTG_FAKE_CHECK_H
#define RUSTG_FAKE_CHECK_H

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/fake_cuda/fake_cuda.h"
#include "rustg/rustg.h"

static rustg_error error;
#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            printf("%d: %s (%s)\n", __LINE__, #condition, error.message);                                              \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)
#define GOOD(call) CHECK((call) == RUSTG_OK)

/* Of the driver that the runtime has opened. */
static inline void *fake_symbol(const char *name)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    void *found = library ? dlsym(library, name) : NULL;
    CHECK(found);
    dlclose(library);
    return found;
}

/* How often the driver's function was called. */
static inline unsigned fake_calls(const char *function)
{
    fake_cuda_calls_fn calls;
    void *found = fake_symbol("rustg_fake_calls");
    memcpy(&calls, &found, sizeof calls);
    return calls(function);
}

#endif
