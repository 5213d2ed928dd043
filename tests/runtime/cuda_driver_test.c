/* cuda_driver_test.c: cuda_driver.def and cuda_driver.h say what CUDA's own header says. Exits 77 where there is no
 * cuda.h. Types are compared by the compiler, names as cuda.h maps them to versioned symbols. */
#include <stdio.h>
#include <string.h>

#include "runtime/cuda_driver.h"

#if defined(__has_include)
#if __has_include(<cuda.h>)
#define HAVE_CUDA_H 1
#endif
#endif

#ifndef HAVE_CUDA_H
int main(void)
{
    printf("skipped: no cuda.h\n");
    return 77;
}
#else
#include <cuda.h>

/* An enum of cuda.h is an int of ours; these rows differ in nothing else, and their enums are checked below. */
static const char *const with_enums[] = {"cuPointerGetAttributes", "cuDeviceGetAttribute",  "cuMemPoolSetAttribute",
                                         "cuMemPoolCreate",        "cuMemPoolGetAttribute", "cuMemPoolSetAccess",
                                         "cuDeviceGetUuid",        "cuStreamBeginCapture",  "cuModuleLoadDataEx",
                                         "cuFuncSetAttribute",     "cuFuncGetAttribute",    "cuCtxGetLimit",
                                         "cuCtxSetLimit",          "cuLaunchKernelEx",      "cuTensorMapEncodeTiled"};
/* Both this symbol and the newer _v2 are exported and take the same parameters. */
static const char *const older_symbols[] = {"cuEventElapsedTime"};

typedef struct row {
    const char *name, *symbol, *mapped;
    int same_type;
} row;

#define cuda_result  CUresult
#define TEXT(word)   #word
#define MAPPED(word) TEXT(word)
#define FN(name, symbol, parameters)                                                                                   \
    {#name, #symbol, MAPPED(name), __builtin_types_compatible_p(__typeof__(&name), CUresult(*) parameters)},
#define OPT(name, symbol, parameters)                                                                                  \
    {#name, #symbol, MAPPED(name), __builtin_types_compatible_p(__typeof__(&name), CUresult(*) parameters)},
static const row rows[] = {
#include "runtime/cuda_driver.def"
};
#undef cuda_result

_Static_assert(sizeof(CUresult) == sizeof(int) && sizeof(CUdevice) == sizeof(cuda_device), "handles");
_Static_assert(sizeof(CUdevice_attribute) == sizeof(int) && sizeof(CUmemPool_attribute) == sizeof(int), "enums");
_Static_assert(sizeof(CUfunction_attribute) == sizeof(int) && sizeof(CUjit_option) == sizeof(int), "enums");
_Static_assert(sizeof(CUpointer_attribute) == sizeof(int), "enums");
_Static_assert(CUDA_POINTER_MEMORY_TYPE == (int)CU_POINTER_ATTRIBUTE_MEMORY_TYPE &&
                   CUDA_POINTER_DEVICE_POINTER == (int)CU_POINTER_ATTRIBUTE_DEVICE_POINTER &&
                   CUDA_POINTER_RANGE_START == (int)CU_POINTER_ATTRIBUTE_RANGE_START_ADDR &&
                   CUDA_POINTER_RANGE_BYTES == (int)CU_POINTER_ATTRIBUTE_RANGE_SIZE &&
                   CUDA_MEMORY_TYPE_HOST == (int)CU_MEMORYTYPE_HOST,
               "pointer attributes");
_Static_assert(sizeof(CUdeviceptr) == sizeof(cuda_pointer), "device pointers");
_Static_assert(sizeof(CUmemPoolProps) == sizeof(cuda_pool_props), "CUmemPoolProps");
_Static_assert(offsetof(CUmemPoolProps, location) == offsetof(cuda_pool_props, location_type), "location");
_Static_assert(offsetof(CUmemPoolProps, win32SecurityAttributes) == offsetof(cuda_pool_props, security_attributes),
               "security attributes");
_Static_assert(CUDA_OK == (int)CUDA_SUCCESS && CUDA_ERROR_MEMORY == (int)CUDA_ERROR_OUT_OF_MEMORY, "results");
_Static_assert(CUDA_STREAM_NON_BLOCKING == (int)CU_STREAM_NON_BLOCKING, "stream flags");
_Static_assert(CUDA_EVENT_DEFAULT == (int)CU_EVENT_DEFAULT, "event flags");
_Static_assert(CUDA_EVENT_NO_TIMING == (int)CU_EVENT_DISABLE_TIMING, "event flags");
_Static_assert(CUDA_NOT_READY == (int)CUDA_ERROR_NOT_READY &&
                   CUDA_PEER_ENABLED == (int)CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED,
               "results");
_Static_assert(CUDA_CAPTURE_RELAXED == (int)CU_STREAM_CAPTURE_MODE_RELAXED, "capture modes");
_Static_assert(CUDA_ACCESS_READ_WRITE == (int)CU_MEM_ACCESS_FLAGS_PROT_READWRITE, "access flags");
_Static_assert(CUDA_POOL_RESERVED == (int)CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT, "pool attributes");
_Static_assert(sizeof(CUmemAccessDesc) == sizeof(cuda_access) && sizeof(CUuuid) == sizeof(cuda_uuid), "structures");
_Static_assert(offsetof(CUmemAccessDesc, flags) == offsetof(cuda_access, flags), "CUmemAccessDesc");
_Static_assert(CUDA_HOST_PORTABLE == CU_MEMHOSTALLOC_PORTABLE, "host memory flags");
_Static_assert(CUDA_POOL_RELEASE_THRESHOLD == (int)CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, "pool attributes");
_Static_assert(CUDA_LIMIT_STACK == (int)CU_LIMIT_STACK_SIZE && sizeof(CUlimit) == sizeof(int), "limits");
_Static_assert(CUDA_FUNCTION_DYNAMIC_SHARED == (int)CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, "attribute");
_Static_assert(CUDA_ATTRIBUTE_MEMORY_CLOCK == (int)CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, "attribute");
_Static_assert(CUDA_ATTRIBUTE_BUS_WIDTH == (int)CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, "attribute");
_Static_assert(CUDA_ATTRIBUTE_L2_BYTES == (int)CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, "attribute");
_Static_assert(CUDA_ATTRIBUTE_MULTIPROCESSORS == (int)CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, "attribute");
_Static_assert(CUDA_ATTRIBUTE_COMPUTE_MAJOR == (int)CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, "attribute");
_Static_assert(CUDA_ATTRIBUTE_COMPUTE_MINOR == (int)CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, "attribute");
_Static_assert(CUDA_ATTRIBUTE_MEMORY_POOLS == (int)CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, "attribute");

_Static_assert(CUDA_FUNCTION_PTX_VERSION == (int)CU_FUNC_ATTRIBUTE_PTX_VERSION, "attribute");
_Static_assert(CUDA_LAUNCH_OVERLAPS == (int)CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION, "launches");
_Static_assert(sizeof(CUlaunchAttribute) == sizeof(cuda_launch_attribute) &&
                   offsetof(CUlaunchAttribute, value) == offsetof(cuda_launch_attribute, value),
               "launches");
_Static_assert(sizeof(CUlaunchConfig) == sizeof(cuda_launch_config) &&
                   offsetof(CUlaunchConfig, sharedMemBytes) == offsetof(cuda_launch_config, shared_bytes) &&
                   offsetof(CUlaunchConfig, hStream) == offsetof(cuda_launch_config, stream) &&
                   offsetof(CUlaunchConfig, attrs) == offsetof(cuda_launch_config, attributes) &&
                   offsetof(CUlaunchConfig, numAttrs) == offsetof(cuda_launch_config, n_attributes),
               "launches");
#if CUDA_VERSION >= 12000
_Static_assert(CUDA_TENSOR_F16 == (int)CU_TENSOR_MAP_DATA_TYPE_FLOAT16 &&
                   CUDA_TENSOR_BF16 == (int)CU_TENSOR_MAP_DATA_TYPE_BFLOAT16 &&
                   CUDA_TENSOR_NO_INTERLEAVE == (int)CU_TENSOR_MAP_INTERLEAVE_NONE &&
                   CUDA_TENSOR_SWIZZLE_128 == (int)CU_TENSOR_MAP_SWIZZLE_128B &&
                   CUDA_TENSOR_PROMOTE_256 == (int)CU_TENSOR_MAP_L2_PROMOTION_L2_256B &&
                   CUDA_TENSOR_ZEROS == (int)CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
               "tensor maps");
#endif

#define ATTRIBUTE(field, cuda, number, text)                                                                           \
    _Static_assert(CU_DEVICE_ATTRIBUTE_##cuda == (number), "device_attribute.def");
#include "rustg/device_attribute.def"

static int listed(const char *name, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(name, list[i]) == 0)
            return 1;
    return 0;
}

int main(void)
{
    int n_failures = 0;
    size_t n_rows = sizeof rows / sizeof rows[0];
    for (size_t i = 0; i < n_rows; i++) {
        const row *r = &rows[i];
        int enums = listed(r->name, with_enums, sizeof with_enums / sizeof with_enums[0]);
        int older = listed(r->symbol, older_symbols, sizeof older_symbols / sizeof older_symbols[0]);
        if (!r->same_type && !enums) {
            printf("%s: parameters differ from cuda.h's\n", r->name);
            n_failures++;
        }
        if (strcmp(r->symbol, r->mapped) != 0 && !older) {
            printf("%s: symbol is %s, in cuda.h %s\n", r->name, r->symbol, r->mapped);
            n_failures++;
        }
    }
    printf("%zu functions compared with cuda.h %d\n", n_rows, CUDA_VERSION);
    return n_failures != 0 || n_rows < 20;
}
#endif
