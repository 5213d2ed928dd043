/* hd.h: has what host C and CUDA C++ share. */
#ifndef RUSTG_HD_H
#define RUSTG_HD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* RUSTG_HD marks a function that host C and device code both compile; RUSTG_D one of device code alone, and
 * RUSTG_D_CALL one that is called instead of inlined, to keep a kernel small. RUSTG_TABLE marks a constant table that
 * host and device read: in device code it lies in global memory, cached. */
#ifdef __CUDACC__
#define RUSTG_HD     static __host__ __device__ __forceinline__
#define RUSTG_D      static __device__ __forceinline__
#define RUSTG_D_CALL static __device__ __noinline__
#define RUSTG_TABLE  static __device__ const
#else
#define RUSTG_HD    static inline
#define RUSTG_TABLE static const
#endif

/* A condition that the build checks, with what to do where it does not hold. */
#ifdef __cplusplus
#define HD_STATIC_ASSERT(condition, text) static_assert(condition, text)
#else
#define HD_STATIC_ASSERT(condition, text) _Static_assert(condition, text)
#endif

/* The 8 bytes at p, a multiple of 8. */
RUSTG_HD uint64_t hd_load_8(const uint8_t *p)
{
#ifdef __CUDA_ARCH__
    return *(const uint64_t *)p;
#else
    uint64_t word;
    memcpy(&word, p, sizeof word);
    return word;
#endif
}

#endif
