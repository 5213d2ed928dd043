/* fake_check.h: what programs in front of the fake driver share: checks that end them, and the driver's functions by
 * name. */
#ifndef RUSTG_FAKE_CHECK_H
#define RUSTG_FAKE_CHECK_H

#include <dlfcn.h>
#include <string.h>

#include "base/error_check.h"
#include "runtime/fake_cuda/fake_cuda.h"

/* A function of the driver that the runtime has opened; NULL: it has none of that name, as a real driver has none of
 * the fake's own. */
static inline void *driver_symbol(const char *name)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    void *found = library ? dlsym(library, name) : NULL;
    if (library)
        dlclose(library);
    return found;
}

static inline void *fake_symbol(const char *name)
{
    void *found = driver_symbol(name);
    CHECK(found);
    return found;
}

/* Sets a pointer to a function of that name. */
static inline void fake_find(const char *name, void *function)
{
    void *found = fake_symbol(name);
    memcpy(function, &found, sizeof found);
}

/* How often the driver's function was called. */
static inline unsigned fake_calls(const char *function)
{
    fake_cuda_calls_fn calls;
    fake_find("rustg_fake_calls", &calls);
    return calls(function);
}

#endif
