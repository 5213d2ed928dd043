/* cuda_driver.h: declares the CUDA driver API without CUDA's headers. The driver is opened at run time. */
#ifndef RUSTG_CUDA_DRIVER_H
#define RUSTG_CUDA_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rustg/status.h"

typedef int cuda_result;
typedef int cuda_device;
typedef struct CUctx_st *cuda_context;
typedef struct CUmod_st *cuda_module;
typedef struct CUfunc_st *cuda_function;
typedef struct CUstream_st *cuda_stream;
typedef struct CUevent_st *cuda_event;
typedef struct CUmemPoolHandle_st *cuda_pool;
typedef struct CUgraph_st *cuda_graph;
typedef struct CUgraphExec_st *cuda_graph_exec;
typedef unsigned long long cuda_pointer;
typedef size_t (*cuda_shared_for_block)(int block);
typedef void (*cuda_host_call)(void *user);

typedef struct cuda_uuid {
    unsigned char bytes[16];
} cuda_uuid;

/* CUmemAccessDesc */
typedef struct cuda_access {
    int location_type; /* CU_MEM_LOCATION_TYPE_DEVICE */
    int location_id;
    int flags; /* CU_MEM_ACCESS_FLAGS_PROT_READWRITE */
} cuda_access;

/* CUmemPoolProps has 88 bytes in CUDA 12 and 13. Only the first 16 matter here. */
typedef struct cuda_launch_attribute {
    int kind; /* CUDA_LAUNCH_OVERLAPS */
    int unused;
    union {
        char bytes[64];
        int flag;
    } value;
} cuda_launch_attribute;

typedef struct cuda_launch_config {
    unsigned grid_x, grid_y, grid_z, block_x, block_y, block_z, shared_bytes;
    cuda_stream stream;
    cuda_launch_attribute *attributes;
    unsigned n_attributes;
} cuda_launch_config;

typedef struct cuda_pool_props {
    int allocation_type; /* CU_MEM_ALLOCATION_TYPE_PINNED */
    int handle_types;    /* CU_MEM_HANDLE_TYPE_NONE */
    int location_type;   /* CU_MEM_LOCATION_TYPE_DEVICE */
    int location_id;
    void *security_attributes;
    size_t max_bytes;
    unsigned char reserved[56];
} cuda_pool_props;

enum {
    CUDA_OK = 0,
    CUDA_INVALID_VALUE = 1,
    CUDA_ERROR_MEMORY = 2,
    CUDA_INVALID_IMAGE = 200,
    CUDA_NO_BINARY = 209,
    CUDA_UNSUPPORTED_PTX = 222,
    CUDA_NOT_READY = 600,
    CUDA_ILLEGAL_ADDRESS = 700,
    CUDA_PEER_ENABLED = 704,
    CUDA_HARDWARE_STACK = 714, /* CUDA_ERROR_HARDWARE_STACK_ERROR; up to the next: what a kernel did */
    CUDA_LAUNCH_FAILED = 719,
    CUDA_STREAM_NON_BLOCKING = 1,
    CUDA_MANAGED_GLOBAL = 1, /* CU_MEM_ATTACH_GLOBAL */
    CUDA_EVENT_DEFAULT = 0,
    CUDA_EVENT_NO_TIMING = 2,
    CUDA_CAPTURE_RELAXED = 2,
    CUDA_ACCESS_READ_WRITE = 3,
    CUDA_HOST_PORTABLE = 1,
    CUDA_POINTER_MEMORY_TYPE = 2,
    CUDA_POINTER_DEVICE_POINTER = 3,
    CUDA_POINTER_RANGE_START = 11, /* CU_POINTER_ATTRIBUTE_RANGE_START_ADDR */
    CUDA_POINTER_RANGE_BYTES = 12,
    CUDA_MEMORY_TYPE_HOST = 1,
    CUDA_POOL_RELEASE_THRESHOLD = 4,
    CUDA_POOL_RESERVED = 5,
    CUDA_LIMIT_STACK = 0,             /* CU_LIMIT_STACK_SIZE, bytes a thread */
    CUDA_FUNCTION_MOST_THREADS = 0,   /* CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK */
    CUDA_FUNCTION_PTX_VERSION = 5,    /* CU_FUNC_ATTRIBUTE_PTX_VERSION */
    CUDA_LAUNCH_OVERLAPS = 6,         /* CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION */
    CUDA_FUNCTION_DYNAMIC_SHARED = 8, /* CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES */
    CUDA_ATTRIBUTE_MAPS_HOST = 19,    /* CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY */
    CUDA_ATTRIBUTE_MEMORY_CLOCK = 36,
    CUDA_ATTRIBUTE_BUS_WIDTH = 37,
    CUDA_ATTRIBUTE_L2_BYTES = 38,
    CUDA_ATTRIBUTE_WARP = 10,
    CUDA_ATTRIBUTE_MULTIPROCESSORS = 16,
    CUDA_ATTRIBUTE_MULTIPROCESSOR_THREADS = 39,
    CUDA_ATTRIBUTE_UNIFIED_ADDRESSING = 41,
    CUDA_ATTRIBUTE_MULTIPROCESSOR_SHARED = 81,
    CUDA_ATTRIBUTE_COMPUTE_MAJOR = 75,
    CUDA_ATTRIBUTE_COMPUTE_MINOR = 76,
    CUDA_ATTRIBUTE_MEMORY_POOLS = 115,
    CUDA_TENSOR_F16 = 6, /* CU_TENSOR_MAP_DATA_TYPE_FLOAT16 */
    CUDA_TENSOR_BF16 = 9,
    CUDA_TENSOR_TF32 = 11, /* CU_TENSOR_MAP_DATA_TYPE_TFLOAT32: f32, which a copy rounds to tf32 */
    CUDA_TENSOR_NO_INTERLEAVE = 0,
    CUDA_TENSOR_SWIZZLE_128 = 3, /* CU_TENSOR_MAP_SWIZZLE_128B */
    CUDA_TENSOR_PROMOTE_256 = 3, /* CU_TENSOR_MAP_L2_PROMOTION_L2_256B */
    CUDA_TENSOR_ZEROS = 0        /* CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE: zeros outside of the tensor */
};

typedef struct cuda_driver {
#define FN(name, symbol, parameters)  cuda_result(*name) parameters;
#define OPT(name, symbol, parameters) FN(name, symbol, parameters)
#include "cuda_driver.def"
    int n_devices;
    int version;
} cuda_driver;

/* The driver, which the first call opens and initializes, and which is kept for the life of the process. NULL: there
 * is none, and *why says so in a static text. why may be NULL. Thread-safe. */
const cuda_driver *cuda_driver_get(const char **why);

/* Whether the context gives no further answer after this result (cuda_error.def). */
bool cuda_is_sticky(cuda_result result);
/* Returns RUSTG_OK for CUDA_OK. For a failed call it returns the status, and error gets the call, the driver's name
 * and text of the result, and what to do next. */
rustg_status cuda_check(cuda_result result, const char *call, rustg_error *error);
/* The same with a hint that the caller gives. */
rustg_status cuda_check_hinted(cuda_result result, const char *call, const char *hint, rustg_error *error);
/* The same for an allocation; the message has its size. */
rustg_status cuda_check_memory(cuda_result result, const char *call, uint64_t n_bytes, rustg_error *error);

#endif
