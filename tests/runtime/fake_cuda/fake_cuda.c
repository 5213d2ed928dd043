/* fake_cuda.c: the CUDA driver over host memory, for tests of the runtime where there is no GPU: contexts, devices,
 * modules. */
#include "fake_cuda_internal.h"

#include <dlfcn.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

pthread_mutex_t fake_lock = PTHREAD_MUTEX_INITIALIZER;
unsigned fake_n_live;
uint64_t fake_memory_bytes = UINT64_C(1) << 30;
fake_cuda_kernel fake_kernel;
unsigned fake_n_parameters;

static struct CUctx_st contexts[FAKE_MAX_DEVICES];
static cuda_module modules;
static void unload_all(cuda_context context);
static int n_devices = 1, has_peers = 1, is_initialized;
/* Of the model whose memory is there from a thread's start: the memory sanitizer knows no other in opened libraries. */
static _Thread_local __attribute__((tls_model("initial-exec"))) cuda_context current[16];
static _Thread_local __attribute__((tls_model("initial-exec"))) int n_current;

/* ---- counting calls, and faults ---- */

typedef struct call_row {
    const char *name;
    unsigned n_calls, fail_at;
    int result;
} call_row;

static call_row calls[] = {
#define FN(name, symbol, parameters)  {#name, 0, 0, 0},
#define OPT(name, symbol, parameters) {#name, 0, 0, 0},
#include "runtime/cuda_driver.def"
};

static call_row *row_of(const char *name)
{
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        if (strcmp(calls[i].name, name) == 0)
            return &calls[i];
    fprintf(stderr, "fake_cuda: no function %s\n", name);
    abort();
}

static int is_sticky(int result)
{
    return result == 700 || (result >= 709 && result <= 719);
}

int fake_enter(const char *name, cuda_context context)
{
    pthread_mutex_lock(&fake_lock);
    call_row *row = row_of(name);
    row->n_calls++;
    if (row->fail_at && --row->fail_at == 0) {
        if (is_sticky(row->result) && context)
            context->lost = row->result;
        return row->result;
    }
    return context ? context->lost : 0;
}

int fake_leave(int result)
{
    pthread_mutex_unlock(&fake_lock);
    return result;
}

cuda_context fake_current(void)
{
    return n_current > 0 ? current[n_current - 1] : NULL;
}

void rustg_fake_fail(const char *function, unsigned nth, int result)
{
    pthread_mutex_lock(&fake_lock);
    call_row *row = row_of(function);
    row->fail_at = nth;
    row->result = result;
    pthread_mutex_unlock(&fake_lock);
}

unsigned rustg_fake_calls(const char *function)
{
    pthread_mutex_lock(&fake_lock);
    unsigned n = row_of(function)->n_calls;
    pthread_mutex_unlock(&fake_lock);
    return n;
}

unsigned rustg_fake_live(void)
{
    pthread_mutex_lock(&fake_lock);
    unsigned n = fake_n_live;
    pthread_mutex_unlock(&fake_lock);
    return n;
}

void rustg_fake_run(fake_cuda_kernel kernel, unsigned n_parameters)
{
    fake_kernel = kernel;
    fake_n_parameters = n_parameters < FAKE_MAX_PARAMETERS ? n_parameters : FAKE_MAX_PARAMETERS;
}

/* ---- devices ---- */

static int number(const char *name, int otherwise)
{
    const char *text = getenv(name);
    return text ? atoi(text) : otherwise;
}

static void find_kernel(const char *path)
{
    void *library = dlopen(path, RTLD_NOW);
    if (library)
        *(void **)&fake_kernel = dlsym(library, "fake_kernel");
}

cuda_result cuInit(unsigned flags)
{
    int result = fake_enter("cuInit", NULL);
    (void)flags;
    n_devices = number("FAKE_CUDA_DEVICES", 1);
    n_devices = n_devices > FAKE_MAX_DEVICES ? FAKE_MAX_DEVICES : n_devices;
    has_peers = number("FAKE_CUDA_PEERS", 1);
    if (getenv("FAKE_CUDA_MEMORY"))
        fake_memory_bytes = strtoull(getenv("FAKE_CUDA_MEMORY"), NULL, 10);
    if (getenv("FAKE_CUDA_KERNEL"))
        find_kernel(getenv("FAKE_CUDA_KERNEL"));
    is_initialized = 1;
    return fake_leave(result ? result : number("FAKE_CUDA_INIT", 0));
}

cuda_result cuDriverGetVersion(int *version)
{
    *version = number("FAKE_CUDA_VERSION", 13000);
    return fake_leave(fake_enter("cuDriverGetVersion", NULL));
}

static const struct result_text {
    int result;
    const char *name, *text;
} texts[] = {
    {1, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {2, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {3, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {100, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {101, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {201, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {209, "CUDA_ERROR_NO_BINARY_FOR_GPU", "no kernel image is available for execution on the device"},
    {218, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
    {222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION", "the provided PTX was compiled with an unsupported toolchain."},
    {500, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {600, "CUDA_ERROR_NOT_READY", "device not ready"},
    {700, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {719, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
    {803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", "system has unsupported display driver / cuda driver combination"},
    {901, "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED", "operation failed due to a previous error during capture"},
};

static cuda_result text_of(cuda_result result, const char **text, int wants_name)
{
    *text = NULL;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (texts[i].result == result)
            *text = wants_name ? texts[i].name : texts[i].text;
    return *text ? 0 : 1;
}

cuda_result cuGetErrorName(cuda_result result, const char **text)
{
    return text_of(result, text, 1);
}

cuda_result cuGetErrorString(cuda_result result, const char **text)
{
    return text_of(result, text, 0);
}

cuda_result cuDeviceGetCount(int *count)
{
    *count = n_devices;
    return fake_leave(fake_enter("cuDeviceGetCount", NULL));
}

cuda_result cuDeviceGet(cuda_device *device, int ordinal)
{
    int result = fake_enter("cuDeviceGet", NULL);
    *device = ordinal;
    return fake_leave(result ? result : !is_initialized ? 3 : ordinal < 0 || ordinal >= n_devices ? 101 : 0);
}

cuda_result cuDeviceGetName(char *name, int capacity, cuda_device device)
{
    snprintf(name, (size_t)capacity, "Fake GPU %d", device);
    return fake_leave(fake_enter("cuDeviceGetName", NULL));
}

cuda_result cuDeviceGetUuid_v2(cuda_uuid *uuid, cuda_device device)
{
    for (int i = 0; i < 16; i++)
        uuid->bytes[i] = (unsigned char)(16 * device + i);
    return fake_leave(fake_enter("cuDeviceGetUuid", NULL));
}

/* As an H100 answers, where it is asked for. */
cuda_result cuDeviceGetAttribute(int *value, int attribute, cuda_device device)
{
    static const int values[][2] = {{1, 1024},      {2, 1024},   {3, 1024}, {4, 64},      {5, INT32_MAX}, {6, 65535},
                                    {7, 65535},     {8, 49152},  {10, 32},  {12, 65536},  {13, 1980000},  {16, 132},
                                    {18, 0},        {19, 1},     {31, 1},   {32, 1},      {36, 2619000},  {37, 5120},
                                    {38, 52428800}, {39, 2048},  {40, 3},   {41, 1},      {75, 9},        {76, 0},
                                    {81, 233472},   {82, 65536}, {95, 1},   {97, 232448}, {106, 32},      {115, 1}};
    int result = fake_enter("cuDeviceGetAttribute", NULL);
    (void)device;
    *value = 0;
    for (size_t i = 0; !result && i < sizeof values / sizeof values[0]; i++)
        if (values[i][0] == attribute)
            *value = values[i][1];
    return fake_leave(result);
}

cuda_result cuDeviceTotalMem_v2(size_t *n_bytes, cuda_device device)
{
    (void)device;
    *n_bytes = fake_memory_bytes;
    return fake_leave(fake_enter("cuDeviceTotalMem", NULL));
}

cuda_result cuDeviceCanAccessPeer(int *can, cuda_device device, cuda_device peer)
{
    *can = has_peers && device != peer;
    return fake_leave(fake_enter("cuDeviceCanAccessPeer", NULL));
}

/* ---- contexts ---- */

cuda_result cuDevicePrimaryCtxRetain(cuda_context *context, cuda_device device)
{
    int result = fake_enter("cuDevicePrimaryCtxRetain", NULL);
    if (!result && contexts[device].n_users++ == 0) {
        contexts[device].device = device;
        contexts[device].lost = 0;
        contexts[device].stack = 1024;
        fake_n_live++;
    }
    *context = result ? NULL : &contexts[device];
    return fake_leave(result);
}

cuda_result cuDevicePrimaryCtxRelease_v2(cuda_device device)
{
    int result = fake_enter("cuDevicePrimaryCtxRelease", NULL);
    if (--contexts[device].n_users == 0) {
        unload_all(&contexts[device]);
        fake_give_all(&contexts[device]);
        fake_n_live--;
    }
    return fake_leave(result);
}

cuda_result cuCtxPushCurrent_v2(cuda_context context)
{
    int result = fake_enter("cuCtxPushCurrent", NULL);
    if (!result && n_current == 16)
        result = 201;
    if (!result)
        current[n_current++] = context;
    return fake_leave(result);
}

cuda_result cuCtxPopCurrent_v2(cuda_context *context)
{
    int result = fake_enter("cuCtxPopCurrent", NULL);
    *context = fake_current();
    if (n_current == 0)
        abort(); /* a pop too many would make some other library's context current */
    n_current--;
    return fake_leave(result);
}

cuda_result cuCtxGetDevice(cuda_device *device)
{
    int result = fake_enter("cuCtxGetDevice", fake_current());
    if (!result && !fake_current())
        result = 201;
    if (!result)
        *device = fake_current()->device;
    return fake_leave(result);
}

cuda_result cuCtxGetLimit(size_t *value, int limit)
{
    int result = fake_enter("cuCtxGetLimit", fake_current());
    if (!result && limit != 0)
        result = 215;
    if (!result)
        *value = fake_current()->stack;
    return fake_leave(result);
}

cuda_result cuCtxSetLimit(int limit, size_t value)
{
    int result = fake_enter("cuCtxSetLimit", fake_current());
    if (!result && limit != 0)
        result = 215;
    if (!result)
        fake_current()->stack = value;
    return fake_leave(result);
}

cuda_result cuCtxEnablePeerAccess(cuda_context peer, unsigned flags)
{
    int result = fake_enter("cuCtxEnablePeerAccess", fake_current());
    (void)flags;
    uint32_t bit = 1u << peer->device;
    if (!result && fake_current()->peers & bit)
        result = 704;
    fake_current()->peers |= bit;
    return fake_leave(result);
}

/* ---- modules: PTX, where a kernel is what follows ".entry ", or a cubin, whose kernels are its functions ---- */

/* n_parameters: UINT32_MAX where the text does not say. */
struct CUfunc_st {
    cuda_module module;
    char name[128];
    cuda_function next;
    unsigned n_parameters, sizes[FAKE_MAX_PARAMETERS];
};

typedef struct fake_global {
    struct fake_global *next;
    char name[128];
    void *memory;
    size_t n_bytes;
} fake_global;

struct CUmod_st {
    cuda_context context;
    cuda_module next;
    char *text;
    int is_elf;
    cuda_function functions;
    fake_global *globals;
};

const char *fake_function_name(cuda_function function)
{
    return function->name;
}

static size_t elf_bytes(const char *image)
{
    Elf64_Ehdr header;
    memcpy(&header, image, sizeof header);
    return (size_t)header.e_shoff + (size_t)header.e_shentsize * header.e_shnum;
}

/* The symbol of this name and type; n_bytes: its size. */
static int elf_has(const char *image, const char *name, int type, size_t *n_bytes)
{
    Elf64_Ehdr header;
    Elf64_Shdr section, strings;
    Elf64_Sym symbol;
    memcpy(&header, image, sizeof header);
    for (unsigned i = 0; i < header.e_shnum; i++) {
        memcpy(&section, image + header.e_shoff + i * sizeof section, sizeof section);
        if (section.sh_type != SHT_SYMTAB)
            continue;
        memcpy(&strings, image + header.e_shoff + section.sh_link * sizeof section, sizeof strings);
        for (size_t at = 0; at < section.sh_size; at += sizeof symbol) {
            memcpy(&symbol, image + section.sh_offset + at, sizeof symbol);
            if (ELF64_ST_TYPE(symbol.st_info) == type &&
                strcmp(image + strings.sh_offset + symbol.st_name, name) == 0) {
                *n_bytes = symbol.st_size;
                return 1;
            }
        }
    }
    return 0;
}

/* Cubins are for another device, unless FAKE_CUDA_CUBIN says otherwise. */
static int ptx_version(const char *text)
{
    int major = 0, minor = 0;
    const char *at = strstr(text, ".version ");
    return at && sscanf(at, ".version %d.%d", &major, &minor) == 2 ? 10 * major + minor : 0;
}

/* What the driver of each CUDA release takes: PTX ISA manual, "Release Notes". */
static int newest_ptx(void)
{
    static const int releases[][2] = {{12000, 80}, {12010, 81}, {12020, 82}, {12030, 83}, {12040, 84}, {12050, 85},
                                      {12060, 85}, {12070, 86}, {12080, 87}, {12090, 88}, {13000, 90}};
    int version = 0, driver = number("FAKE_CUDA_VERSION", 13000);
    for (size_t i = 0; i < sizeof releases / sizeof releases[0]; i++)
        if (releases[i][0] <= driver)
            version = releases[i][1];
    return version;
}

/* The PTX of a fatbin (tool_fatbin.c), which ends in zeros; else the image itself. */
static const char *fatbin_ptx(const char *image)
{
    const uint32_t magic = 0xBA55ED50u;
    uint64_t n;
    if (memcmp(image, &magic, sizeof magic) != 0)
        return image;
    memcpy(&n, image + 8, sizeof n);
    for (const char *at = image; at + 8 <= image + 16 + n; at++)
        if (memcmp(at, ".version", 8) == 0)
            return at;
    return image;
}

static int load(cuda_module *module, const char *image)
{
    *module = NULL;
    image = fatbin_ptx(image);
    int is_elf = strncmp(image, "\177ELF", 4) == 0;
    if (is_elf && !getenv("FAKE_CUDA_CUBIN"))
        return 209;
    if (!is_elf && strncmp(image, ".version", 8) != 0 && strncmp(image, "//", 2) != 0)
        return 218;
    if (!is_elf && ptx_version(image) > newest_ptx())
        return 222;
    size_t n = is_elf ? elf_bytes(image) : strlen(image) + 1;
    cuda_module made = calloc(1, sizeof *made);
    made->is_elf = is_elf;
    made->context = fake_current();
    made->next = modules;
    modules = made;
    made->text = malloc(n);
    memcpy(made->text, image, n);
    *module = made;
    fake_n_live++;
    return 0;
}

cuda_result cuModuleLoadData(cuda_module *module, const void *image)
{
    int result = fake_enter("cuModuleLoadData", fake_current());
    return fake_leave(result ? result : load(module, image));
}

/* Options 5 and 6: where the log of errors goes, and its size. */
cuda_result cuModuleLoadDataEx(cuda_module *module, const void *image, unsigned n_options, int *options, void **values)
{
    int result = fake_enter("cuModuleLoadDataEx", fake_current());
    char *log = NULL;
    size_t n_log = 0;
    *module = NULL;
    for (unsigned i = 0; i < n_options; i++) {
        if (options[i] == 5)
            log = values[i];
        else if (options[i] == 6)
            n_log = (size_t)(uintptr_t)values[i];
    }
    if (!result)
        result = load(module, image);
    if (log && n_log > 0)
        snprintf(log, n_log, "%s", result == 218 ? "ptxas fatal: the fake driver sees no .version" : "");
    return fake_leave(result);
}

static void unload(cuda_module module)
{
    cuda_module *at = &modules;
    while (*at != module)
        at = &(*at)->next;
    *at = module->next;
    for (cuda_function function = module->functions, next; function; function = next) {
        next = function->next;
        free(function);
    }
    for (fake_global *global = module->globals, *next; global; global = next) {
        next = global->next;
        fake_give(global->memory);
        free(global);
    }
    free(module->text);
    free(module);
    fake_n_live--;
}

cuda_result cuModuleUnload(cuda_module module)
{
    int result = fake_enter("cuModuleUnload", fake_current());
    unload(module);
    return fake_leave(result);
}

static void unload_all(cuda_context context)
{
    for (cuda_module module = modules, next; module; module = next) {
        next = module->next;
        if (module->context == context)
            unload(module);
    }
}

unsigned fake_function_parameters(cuda_function function, const unsigned **sizes)
{
    *sizes = function->sizes;
    return function->n_parameters;
}

/* `(.param .u32 a, .param .u64 b)` */
static void read_parameters(cuda_function function, const char *at)
{
    const char *end = *at == '(' ? strchr(at, ')') : NULL;
    function->n_parameters = end ? 0 : UINT32_MAX;
    while (end && (at = strstr(at, ".param .")) != NULL && at < end && function->n_parameters < FAKE_MAX_PARAMETERS) {
        at += strlen(".param .") + 1;
        function->sizes[function->n_parameters++] = (unsigned)atoi(at) / 8;
    }
}

/* What is behind the name; NULL where there is no such entry. */
static const char *find_entry(cuda_module module, const char *name)
{
    size_t n = strlen(name);
    if (module->is_elf)
        return elf_has(module->text, name, STT_FUNC, &n) ? "" : NULL;
    for (const char *at = strstr(module->text, ".entry "); at; at = strstr(at, ".entry ")) {
        at += strlen(".entry ");
        if (strncmp(at, name, n) == 0 && (at[n] == '(' || at[n] == ' ' || at[n] == '\n'))
            return at + n;
    }
    return NULL;
}

cuda_result cuModuleGetFunction(cuda_function *function, cuda_module module, const char *name)
{
    int result = fake_enter("cuModuleGetFunction", fake_current());
    *function = NULL;
    const char *entry = find_entry(module, name);
    if (!result && !entry)
        result = 500;
    if (!result) {
        cuda_function made = calloc(1, sizeof *made);
        made->module = module;
        snprintf(made->name, sizeof made->name, "%s", name);
        read_parameters(made, entry);
        made->next = module->functions;
        module->functions = made;
        *function = made;
    }
    return fake_leave(result);
}

/* `NAME[bytes]` in the text, or an object of the cubin. */
static int has_global(cuda_module module, const char *name, size_t *n_bytes)
{
    size_t n_name = strlen(name);
    if (module->is_elf)
        return elf_has(module->text, name, STT_OBJECT, n_bytes);
    const char *at = strstr(module->text, name);
    while (at && at[n_name] != '[')
        at = strstr(at + 1, name);
    if (at)
        *n_bytes = strtoull(at + n_name + 1, NULL, 10);
    return at != NULL;
}

/* Behind `name[n]=` the text has the bytes in hex; else they are 0. */
static void fill_global(fake_global *global, const char *text)
{
    char head[sizeof global->name + 32];
    snprintf(head, sizeof head, "%s[%zu]=", global->name, global->n_bytes);
    const char *at = strstr(text, head);
    memset(global->memory, 0, global->n_bytes);
    at = at ? at + strlen(head) : NULL;
    for (size_t i = 0; at && i < global->n_bytes; i++) {
        char byte[3] = {at[2 * i], at[2 * i + 1], 0};
        ((unsigned char *)global->memory)[i] = (unsigned char)strtoul(byte, NULL, 16);
    }
}

cuda_result cuModuleGetGlobal_v2(cuda_pointer *pointer, size_t *n_bytes, cuda_module module, const char *name)
{
    int result = fake_enter("cuModuleGetGlobal", fake_current());
    *pointer = *n_bytes = 0;
    if (!result && !has_global(module, name, n_bytes))
        result = 500;
    if (!result) {
        fake_global *global = module->globals;
        while (global && strcmp(global->name, name) != 0)
            global = global->next;
        if (!global) {
            global = calloc(1, sizeof *global);
            snprintf(global->name, sizeof global->name, "%s", name);
            global->n_bytes = *n_bytes;
            global->memory = fake_take(global->n_bytes, 0, NULL);
            fill_global(global, module->text);
            global->next = module->globals;
            module->globals = global;
        }
        *pointer = (uintptr_t)global->memory;
        *n_bytes = global->n_bytes;
    }
    return fake_leave(result);
}

void *rustg_fake_global(const char *name)
{
    void *found = NULL;
    pthread_mutex_lock(&fake_lock);
    for (cuda_module module = modules; module && !found; module = module->next)
        for (fake_global *global = module->globals; global && !found; global = global->next)
            if (strcmp(global->name, name) == 0)
                found = global->memory;
    pthread_mutex_unlock(&fake_lock);
    return found;
}

cuda_result cuFuncSetAttribute(cuda_function function, int attribute, int value)
{
    (void)function, (void)attribute, (void)value;
    return fake_leave(fake_enter("cuFuncSetAttribute", fake_current()));
}

/* What cuda.h's CUfunction_attribute 0 to 6 ask: threads, shared, const, local bytes, registers, PTX and binary
 * version. */
cuda_result cuFuncGetAttribute(int *value, int attribute, cuda_function function)
{
    static const int values[] = {1024, 0, 0, 0, 16, 90, 90};
    int result = fake_enter("cuFuncGetAttribute", fake_current());
    (void)function;
    *value = attribute >= 0 && attribute < 7 ? values[attribute] : 0;
    return fake_leave(result);
}

#ifndef FAKE_CUDA_OLD
cuda_result cuFuncGetParamInfo(cuda_function function, size_t index, size_t *offset, size_t *n_bytes)
{
    int result = fake_enter("cuFuncGetParamInfo", fake_current());
    if (!result && function->n_parameters == UINT32_MAX)
        result = 801;
    if (!result && index >= function->n_parameters)
        result = 1;
    *offset = *n_bytes = 0;
    for (size_t i = 0; !result && i <= index; i++) {
        *offset = (*offset + *n_bytes + function->sizes[i] - 1) / function->sizes[i] * function->sizes[i];
        *n_bytes = function->sizes[i];
    }
    return fake_leave(result);
}
#endif

cuda_result cuOccupancyMaxPotentialBlockSize(int *grid, int *block, cuda_function function,
                                             cuda_shared_for_block shared_for_block, size_t shared_bytes,
                                             int block_limit)
{
    int result = fake_enter("cuOccupancyMaxPotentialBlockSize", fake_current());
    (void)function, (void)shared_for_block, (void)shared_bytes;
    *grid = 264;
    *block = block_limit > 0 && block_limit < 1024 ? block_limit : 1024;
    return fake_leave(result);
}

cuda_result cuOccupancyMaxActiveBlocksPerMultiprocessor(int *n_blocks, cuda_function function, int block,
                                                        size_t shared_bytes)
{
    int result = fake_enter("cuOccupancyMaxActiveBlocksPerMultiprocessor", fake_current());
    (void)function, (void)shared_bytes;
    *n_blocks = block > 0 ? 1024 / block : 0; /* half of what a multiprocessor holds */
    return fake_leave(result);
}

cuda_result cuMemGetInfo_v2(size_t *n_free, size_t *n_total)
{
    int result = fake_enter("cuMemGetInfo", fake_current());
    *n_total = fake_memory_bytes;
    *n_free = fake_memory_bytes - fake_current()->n_bytes;
    return fake_leave(result);
}

cuda_result cuMemHostAlloc(void **pointer, size_t n_bytes, unsigned flags)
{
    int result = fake_enter("cuMemHostAlloc", fake_current());
    (void)flags;
    *pointer = result ? NULL : fake_take(n_bytes, 1, NULL);
    return fake_leave(result);
}

cuda_result cuMemFreeHost(void *pointer)
{
    int result = fake_enter("cuMemFreeHost", fake_current());
    return fake_leave(fake_give(pointer) ? 1 : result);
}

#ifndef FAKE_CUDA_OLD
cuda_result cuMemHostRegister_v2(void *pointer, size_t n_bytes, unsigned flags)
{
    (void)pointer;
    (void)n_bytes;
    (void)flags;
    return fake_leave(fake_enter("cuMemHostRegister", fake_current()));
}

cuda_result cuMemHostUnregister(void *pointer)
{
    (void)pointer;
    return fake_leave(fake_enter("cuMemHostUnregister", fake_current()));
}

cuda_result cuDeviceGetDefaultMemPool(cuda_pool *pool, cuda_device device)
{
    (void)device;
    *pool = NULL;
    return fake_leave(fake_enter("cuDeviceGetDefaultMemPool", NULL) ? 1 : 801);
}
#endif

/* A map holds what it was made of. The driver refuses addresses, strides and tiles that the hardware does not take. */
cuda_result cuTensorMapEncodeTiled(void *map, int type, unsigned rank, void *tensor, const uint64_t *sizes,
                                   const uint64_t *strides, const unsigned *tile, const unsigned *steps, int interleave,
                                   int swizzle, int promotion, int fill)
{
    const uint64_t made[16] = {(uint64_t)(uintptr_t)tensor, sizes[0], sizes[1], strides[0], tile[0], tile[1]};
    int result = fake_enter("cuTensorMapEncodeTiled", NULL);
    (void)type, (void)interleave, (void)swizzle, (void)promotion, (void)fill;
    bool is_good = rank >= 2 && rank <= 5 && (uintptr_t)map % 64 == 0 && (uintptr_t)tensor % 16 == 0;
    for (unsigned i = 0; is_good && i < rank; i++)
        is_good = (i == 0 || strides[i - 1] % 16 == 0) && tile[i] <= 256 && steps[i] == 1 && sizes[i] != 0;
    if (!result && !is_good)
        result = CUDA_INVALID_VALUE;
    if (!result)
        memcpy(map, made, sizeof made);
    return fake_leave(result);
}
