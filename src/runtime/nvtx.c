/* nvtx.c: NVTX without its headers. Version 3 is a protocol: the process loads the tool's library and lends it tables
 * of function pointers, which the tool fills. Version 2 is a library of functions. Source: NVTX's nvtxDetail/nvtxInit.h
 * and nvtxTypes.h (load sequence, export tables, callback ids). */
#include "runtime/nvtx.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/dynamic_symbol.h"

typedef void (*nvtx_function)(void);
typedef int (*nvtx_push_fn)(const char *name);
typedef int (*nvtx_pop_fn)(void);

enum {
    TABLE_CALLBACKS = 1,
    TABLE_VERSION = 3,
    MODULE_CORE = 1,
    N_MODULES = 7,
    MOST_SLOTS = 16,
    SLOT_PUSH = 9,
    SLOT_POP = 11,
    NVTX_VERSION_3 = 3
};

typedef struct nvtx_callbacks {
    size_t struct_size;
    int (*function_table)(int module, nvtx_function ***table, unsigned *n);
} nvtx_callbacks;

typedef struct nvtx_version {
    size_t struct_size;
    uint32_t version, reserved;
    void (*set_injection_version)(uint32_t version);
} nvtx_version;

static pthread_once_t nvtx_once = PTHREAD_ONCE_INIT;
static nvtx_push_fn push;
static nvtx_pop_fn pop;
static nvtx_function functions[N_MODULES][MOST_SLOTS];
static nvtx_function *slots[N_MODULES][MOST_SLOTS + 1];

/* How many slots each module's table has: core, CUDA, OpenCL, CUDA runtime, core 2, sync. Slot 0 is no function. */
static int nvtx_function_table(int module, nvtx_function ***table, unsigned *n)
{
    static const unsigned sizes[N_MODULES] = {0, 16, 9, 15, 7, 16, 7};
    if (module <= 0 || module >= N_MODULES)
        return 0;
    for (unsigned i = 1; i < sizes[module]; i++)
        slots[module][i] = &functions[module][i];
    if (table)
        *table = slots[module];
    if (n)
        *n = sizes[module];
    return 1;
}

static void nvtx_set_injection_version(uint32_t version)
{
    (void)version;
}

static const void *nvtx_export_table(uint32_t id)
{
    static const nvtx_callbacks callbacks = {sizeof callbacks, nvtx_function_table};
    static const nvtx_version version = {sizeof version, NVTX_VERSION_3, 0, nvtx_set_injection_version};
    return id == TABLE_CALLBACKS ? (const void *)&callbacks : id == TABLE_VERSION ? (const void *)&version : NULL;
}

static int nvtx_open_version_3(void)
{
    const char *path = getenv("NVTX_INJECTION64_PATH");
    int (*initialize)(const void *(*)(uint32_t)) = NULL;
    void *library = path && *path ? dlopen(path, RTLD_LAZY | RTLD_LOCAL) : NULL;
    if (!library)
        return 0;
    if (!dynamic_symbol_find(library, "InitializeInjectionNvtx2", &initialize) || !initialize(nvtx_export_table)) {
        dlclose(library);
        return 0;
    }
    memcpy(&push, &functions[MODULE_CORE][SLOT_PUSH], sizeof push);
    memcpy(&pop, &functions[MODULE_CORE][SLOT_POP], sizeof pop);
    return 1;
}

static void nvtx_open_once(void)
{
    void *library = nvtx_open_version_3() ? NULL : dlopen("libnvToolsExt.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (library && (!dynamic_symbol_find(library, "nvtxRangePushA", &push) ||
                    !dynamic_symbol_find(library, "nvtxRangePop", &pop))) {
        push = NULL;
        dlclose(library);
    }
    if (!push || !pop)
        push = NULL;
}

void nvtx_open(void)
{
    pthread_once(&nvtx_once, nvtx_open_once);
}

void nvtx_push(const char *name)
{
    if (push)
        push(name);
}

void nvtx_pop(void)
{
    if (push)
        pop();
}
