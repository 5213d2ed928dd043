/* async_copy.cuh: copies of 16 bytes from device memory to shared memory that go on beside a thread's work, and loads
 * into the cache. Source: PTX ISA, cp.async. */
#pragma once

#include "base/hd.h"

/* Both addresses are multiples of 16. */
RUSTG_D void async_copy(uint4 *shared, const uint4 *from)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((uint32_t)__cvta_generic_to_shared(shared)),
                 "l"(from)
                 : "memory");
#else
    *shared = *from;
#endif
}

/* Waits for the copies that this thread has begun. */
RUSTG_D void async_await()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

/* Has the line of the cache that holds an address of device memory loaded. Source: PTX ISA, prefetch. */
RUSTG_D void async_ask(const void *address)
{
#ifdef __CUDA_ARCH__
    asm volatile("prefetch.global.L2 [%0];" ::"l"(address));
#else
    (void)address;
#endif
}
