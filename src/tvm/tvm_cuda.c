/* tvm_cuda.c: launches kernels by the CUDA driver, in the context and the stream of the framework. Panics are seen by
 * the next call: a panicking thread sets a word of the host's memory, which costs a launch one read. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/global_lock.h"
#include "base/tuning.h"
#include "tvm/tvm_internal.h"

enum { MOST_DEVICES = 64, HOST_PORTABLE = 1 };
enum { N_PROCESSORS = 16, N_PROCESSOR_THREADS = 39, LIMIT_STACK = 0 }; /* CUdevice_attribute, CUlimit */

typedef struct tvm_driver {
    int (*initialize)(unsigned flags);
    int (*get_device)(int *device, int ordinal);
    int (*get_attribute)(int *value, int attribute, int device);
    int (*get_memory)(size_t *n_bytes, int device);
    int (*retain)(void **context, int device);
    int (*push)(void *context);
    int (*pop)(void **context);
    int (*synchronize)(void);
    int (*get_limit)(size_t *value, int limit);
    int (*set_limit)(int limit, size_t value);
    int (*load)(void **module, const void *image);
    int (*get_function)(void **function, void *module, const char *name);
    int (*get_global)(uint64_t *pointer, size_t *n_bytes, void *module, const char *name);
    int (*allocate_host)(void **pointer, size_t n_bytes, unsigned flags);
    int (*to_device)(uint64_t to, const void *from, size_t n_bytes, void *stream);
    int (*to_host)(void *to, uint64_t from, size_t n_bytes, void *stream);
    int (*wait)(void *stream);
    int (*error_string)(int result, const char **text);
    int (*launch)(void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y,
                  unsigned block_z, unsigned shared_bytes, void *stream, void **params, void **extra);
    bool is_there;
} tvm_driver;

/* d_panic 0: no kernel can panic. */
typedef struct tvm_device {
    atomic_bool is_ready;
    void *context, *module, **functions;
    atomic_uint *panic_flag;
    uint64_t d_panic;
} tvm_device;

static pthread_once_t tvm_cuda_once = PTHREAD_ONCE_INIT;
static tvm_driver tvm_cuda_driver;
static tvm_device devices[MOST_DEVICES];
static void *(*get_stream)(int32_t device_type, int32_t device);

static void tvm_cuda_open(void)
{
    /* In the order of tvm_driver. */
    static const char *const names[] = {"cuInit",
                                        "cuDeviceGet",
                                        "cuDeviceGetAttribute",
                                        "cuDeviceTotalMem_v2",
                                        "cuDevicePrimaryCtxRetain",
                                        "cuCtxPushCurrent_v2",
                                        "cuCtxPopCurrent_v2",
                                        "cuCtxSynchronize",
                                        "cuCtxGetLimit",
                                        "cuCtxSetLimit",
                                        "cuModuleLoadData",
                                        "cuModuleGetFunction",
                                        "cuModuleGetGlobal_v2",
                                        "cuMemHostAlloc",
                                        "cuMemcpyHtoDAsync_v2",
                                        "cuMemcpyDtoHAsync_v2",
                                        "cuStreamSynchronize",
                                        "cuGetErrorString",
                                        "cuLaunchKernel"};
    enum { N_NAMES = sizeof names / sizeof names[0] };
    _Static_assert(offsetof(tvm_driver, is_there) == N_NAMES * sizeof(void *), "a function for each name");
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL), *stream = tvm_function("TVMFFIEnvGetStream");
    bool is_there = library != NULL && stream != NULL;
    for (size_t i = 0; i < N_NAMES && is_there; i++) {
        void *found = dlsym(library, names[i]);
        is_there = found != NULL;
        memcpy((char *)&tvm_cuda_driver + i * sizeof found, &found, sizeof found);
    }
    memcpy(&get_stream, &stream, sizeof stream);
    tvm_cuda_driver.is_there = is_there && tvm_cuda_driver.initialize(0) == 0;
}

static int tvm_cuda_fail(const char *what, int result)
{
    const char *text = NULL;
    tvm_cuda_driver.error_string(result, &text);
    return tvm_raise("RuntimeError", "CUDA: %s answers %d, %s", what, result, text ? text : "?");
}

/* A copy in the legacy default stream, done when it returns. */
static int tvm_cuda_copy_in(uint64_t to, const void *from, size_t n_bytes)
{
    const int result = tvm_cuda_driver.to_device(to, from, n_bytes, NULL);
    return result ? result : tvm_cuda_driver.wait(NULL);
}

static int tvm_cuda_copy_out(void *to, uint64_t from, size_t n_bytes)
{
    const int result = tvm_cuda_driver.to_host(to, from, n_bytes, NULL);
    return result ? result : tvm_cuda_driver.wait(NULL);
}

/* The flag by which panics are told, if some kernel can panic. Page-locked memory has one address everywhere. */
static int tvm_cuda_make_flag(tvm_device *d)
{
    uint64_t d_flag_pointer, d_flag;
    size_t n;
    void *flag;
    if (tvm_cuda_driver.get_global(&d_flag_pointer, &n, d->module, "rustg_panic_flag") || n != sizeof d_flag ||
        tvm_cuda_driver.get_global(&d->d_panic, &n, d->module, "rustg_panic") || n != sizeof(panic_record)) {
        d->d_panic = 0;
        return 0;
    }
    int result = tvm_cuda_driver.allocate_host(&flag, sizeof *d->panic_flag, HOST_PORTABLE);
    if (result)
        return tvm_cuda_fail("cuMemHostAlloc", result);
    d->panic_flag = flag;
    atomic_init(d->panic_flag, 0);
    d_flag = (uint64_t)(uintptr_t)flag;
    result = tvm_cuda_copy_in(d_flag_pointer, &d_flag, sizeof d_flag);
    return result ? tvm_cuda_fail("cuMemcpyHtoDAsync", result) : 0;
}

/* Room for recursion, whose need no compiler knows, as module_load.c gives it. */
static void tvm_cuda_allow_recursion(int device)
{
    int n_processors = 0, n_threads = 0;
    size_t n_memory = 0, now = 0, most = TUNING_KERNEL_STACK_BYTES;
    tvm_cuda_driver.get_attribute(&n_processors, N_PROCESSORS, device);
    tvm_cuda_driver.get_attribute(&n_threads, N_PROCESSOR_THREADS, device);
    tvm_cuda_driver.get_memory(&n_memory, device);
    const uint64_t n_at_once = (uint64_t)n_processors * (uint64_t)n_threads;
    while (most > 0 && n_at_once * most > n_memory / TUNING_KERNEL_STACK_PART)
        most /= 2;
    if (tvm_cuda_driver.get_limit(&now, LIMIT_STACK) == 0 && now < most)
        tvm_cuda_driver.set_limit(LIMIT_STACK, most);
}

/* With its context current. */
static int tvm_cuda_load(tvm_device *d, int device, const tvm_module *module)
{
    uint64_t mark;
    size_t n;
    int result = tvm_cuda_driver.load(&d->module, module->image);
    if (result)
        return tvm_cuda_fail("cuModuleLoadData", result);
    d->functions = calloc(module->n_kernels, sizeof *d->functions);
    if (!d->functions)
        return tvm_raise("MemoryError", "out of memory for kernels");
    for (uint32_t i = 0; i < module->n_kernels; i++)
        if ((result = tvm_cuda_driver.get_function(&d->functions[i], d->module, module->kernels[i].name)) != 0)
            return tvm_cuda_fail("cuModuleGetFunction", result);
    if (tvm_cuda_driver.get_global(&mark, &n, d->module, "rustg_recursion") == 0)
        tvm_cuda_allow_recursion(device);
    return tvm_cuda_make_flag(d);
}

static int tvm_cuda_begin(tvm_device *d, int32_t number, const tvm_module *module)
{
    void *popped;
    int device, result = tvm_cuda_driver.get_device(&device, number);
    if (result)
        return tvm_cuda_fail("cuDeviceGet", result);
    if ((result = tvm_cuda_driver.retain(&d->context, device)) != 0)
        return tvm_cuda_fail("cuDevicePrimaryCtxRetain", result);
    if ((result = tvm_cuda_driver.push(d->context)) != 0)
        return tvm_cuda_fail("cuCtxPushCurrent", result);
    const int failed = tvm_cuda_load(d, device, module);
    tvm_cuda_driver.pop(&popped);
    if (!failed)
        atomic_store_explicit(&d->is_ready, true, memory_order_release);
    return failed;
}

static tvm_device *tvm_cuda_device(int32_t number, const tvm_module *module)
{
    if (number < 0 || number >= MOST_DEVICES) {
        tvm_raise("ValueError", "there is no CUDA device %d", (int)number);
        return NULL;
    }
    tvm_device *d = &devices[number];
    if (atomic_load_explicit(&d->is_ready, memory_order_acquire))
        return d;
    pthread_once(&tvm_cuda_once, tvm_cuda_open);
    if (!module->image || !tvm_cuda_driver.is_there) {
        tvm_raise("RuntimeError", "a tensor is on cuda:%d, and %s", (int)number,
                  module->image ? "libcuda.so.1 was not found, or is too old" : module->no_image);
        return NULL;
    }
    global_lock(GLOBAL_LOCK_CUDA_CONTEXT);
    const int failed = atomic_load(&d->is_ready) ? 0 : tvm_cuda_begin(d, number, module);
    global_unlock(GLOBAL_LOCK_CUDA_CONTEXT);
    return failed ? NULL : d;
}

static bool tvm_cuda_has_panicked(const tvm_device *d)
{
    return d->d_panic && atomic_load_explicit(d->panic_flag, memory_order_relaxed);
}

/* With its context current. The record is whole once the flag is set; it is taken by one caller. */
static int tvm_cuda_tell_panic(tvm_device *d, const tvm_module *module)
{
    static const panic_record empty;
    panic_record panic;
    global_lock(GLOBAL_LOCK_CUDA_CONTEXT);
    const bool is_mine = atomic_exchange(d->panic_flag, 0) != 0;
    int result = 0;
    if (is_mine && (result = tvm_cuda_copy_out(&panic, d->d_panic, sizeof panic)) == 0)
        result = tvm_cuda_copy_in(d->d_panic, &empty, sizeof empty);
    global_unlock(GLOBAL_LOCK_CUDA_CONTEXT);
    if (result)
        return tvm_cuda_fail("cuMemcpy", result);
    return is_mine ? tvm_raise_panic(module, &panic) : 0;
}

/* With its context current. */
static int tvm_cuda_put(tvm_device *d, const tvm_call *c)
{
    void *params[2 * TVM_MOST_PARAMS];
    if (tvm_cuda_has_panicked(d) && tvm_cuda_tell_panic(d, c->module))
        return -1;
    for (uint32_t i = 0; i < c->n_params; i++)
        params[i] = (void *)(uintptr_t)c->params[i];
    const int result = tvm_cuda_driver.launch(d->functions[c->kernel - c->module->kernels], c->grid[0], c->grid[1],
                                              c->grid[2], c->block[0], c->block[1], c->block[2], 0,
                                              get_stream(TVM_ON_CUDA, c->device), params, NULL);
    return result ? tvm_cuda_fail("cuLaunchKernel", result) : 0;
}

int tvm_cuda_launch(const tvm_call *c)
{
    tvm_device *d = tvm_cuda_device(c->device, c->module);
    void *popped;
    if (!d)
        return -1;
    const int result = tvm_cuda_driver.push(d->context);
    if (result)
        return tvm_cuda_fail("cuCtxPushCurrent", result);
    const int failed = tvm_cuda_put(d, c);
    tvm_cuda_driver.pop(&popped);
    return failed;
}

int tvm_cuda_wait(const tvm_module *module)
{
    int failed = 0;
    for (int i = 0; i < MOST_DEVICES && !failed; i++) {
        tvm_device *d = &devices[i];
        void *popped;
        if (!atomic_load_explicit(&d->is_ready, memory_order_acquire))
            continue;
        int result = tvm_cuda_driver.push(d->context);
        if (result)
            return tvm_cuda_fail("cuCtxPushCurrent", result);
        result = tvm_cuda_driver.synchronize();
        if (result)
            failed = tvm_cuda_fail("cuCtxSynchronize", result);
        else if (tvm_cuda_has_panicked(d))
            failed = tvm_cuda_tell_panic(d, module);
        tvm_cuda_driver.pop(&popped);
    }
    return failed;
}
