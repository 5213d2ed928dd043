/* tvm_abi.h: declares as much of tvm-ffi's C interface (tvm/ffi/c_api.h, whose layouts are stable) and of DLPack as
 * kernels are called by. */
#ifndef RUSTG_TVM_ABI_H
#define RUSTG_TVM_ABI_H

#include <stdint.h>

/* TVMFFITypeIndex */
enum {
    TVM_NONE = 0,
    TVM_INT = 1,
    TVM_BOOL = 2,
    TVM_FLOAT = 3,
    TVM_OPAQUE_POINTER = 4,
    TVM_TENSOR_POINTER = 7,
    TVM_TENSOR = 70,
    TVM_OBJECT_BYTES = 24 /* of TVMFFIObject, behind which a tensor object has its DLTensor */
};

/* TVMFFIAny */
typedef struct tvm_any {
    int32_t type_index;
    uint32_t padding;
    union {
        int64_t integer;
        double number;
        void *pointer;
    };
} tvm_any;
_Static_assert(sizeof(tvm_any) == 16, "TVMFFIAny");

/* DLTensor. type_code, type_bits and lanes are its dtype. */
typedef struct tvm_tensor {
    void *data;
    int32_t device_type, device;
    int32_t n_dimensions;
    uint8_t type_code, type_bits;
    uint16_t lanes;
    const int64_t *shape, *strides;
    uint64_t byte_offset;
} tvm_tensor;
_Static_assert(sizeof(tvm_tensor) == 48 || sizeof(void *) != 8, "DLTensor");

/* DLDeviceType */
enum { TVM_ON_CPU = 1, TVM_ON_CUDA = 2, TVM_ON_CUDA_HOST = 3, TVM_ON_CUDA_MANAGED = 13 };

#endif
