/* cuda_on_host.h: enough of CUDA C++ for the kernels of the lexer and the parser to be compiled and run on the host. A
 * block is contexts that take turns at barriers and warp operations. */
#ifndef RUSTG_CUDA_ON_HOST_H
#define RUSTG_CUDA_ON_HOST_H

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <thread>
#include <ucontext.h>
#include <vector>

#define __CUDACC__ 1
#define __host__
#define __device__
#define __forceinline__ inline
#define __global__
#define __launch_bounds__(...)
#define __shared__ static thread_local
#define __grid_constant__
#define __noinline__
#define __align__(n)      __attribute__((aligned(n)))
#define WALK_SHARED(name) alignas(16) static thread_local uint8_t name[HOST_SHARED_BYTES]

struct alignas(16) uint4 {
    uint32_t x, y, z, w;
};
struct alignas(8) uint2 {
    uint32_t x, y;
};
struct alignas(8) ushort4 {
    uint16_t x, y, z, w;
};

static inline uint2 make_uint2(uint32_t x, uint32_t y)
{
    return {x, y};
}

static inline uint4 make_uint4(uint32_t x, uint32_t y, uint32_t z, uint32_t w)
{
    return {x, y, z, w};
}

enum {
    HOST_BLOCK = 1024,
    HOST_SHARED_BYTES = 160 << 10,
    HOST_WARPS = HOST_BLOCK / 32,
    HOST_STACK_BYTES = 1 << 16,
    HOST_BLOCKS_AT_ONCE = 3
};

struct host_index {
    uint32_t x, y;
};

struct host_warp {
    uint32_t n_arrived, generation;
    uint64_t value[2][32]; /* in turn, so that one barrier is enough */
};

struct host_block {
    ucontext_t outside, threads[HOST_BLOCK];
    std::unique_ptr<char[]> stacks; /* only what is touched becomes memory */
    bool is_done[HOST_BLOCK];
    uint32_t n_threads, at, n_alive, n_arrived, generation;
    bool any[2]; /* by the lowest bit of generation: what __syncthreads_or was given */
    host_index index, grid;
    host_warp warps[HOST_WARPS];
};

inline thread_local host_block *host_current; /* of all files that have kernels */

/* A context stays on its thread, but the compiler may not know. */
__attribute__((noinline)) static host_block *host_here()
{
    asm volatile("");
    return host_current;
}

#define threadIdx (host_index{host_here()->at, 0})
#define blockIdx  (host_here()->index)
#define gridDim   (host_here()->grid)
#define blockDim  (host_index{host_here()->n_threads, 1})

static uint32_t host_next_alive(const host_block *b)
{
    uint32_t next = b->at;
    do {
        next = (next + 1) % b->n_threads;
    } while (b->is_done[next]);
    return next;
}

static void host_yield()
{
    host_block *b = host_here();
    const uint32_t from = b->at, to = host_next_alive(b);
    b->at = to;
    if (from != to)
        swapcontext(&b->threads[from], &b->threads[to]);
}

static void host_pass_barrier(host_block *b)
{
    b->n_arrived = 0;
    b->any[~b->generation & 1] = false;
    b->generation++;
}

static bool __syncthreads_or(bool own)
{
    host_block *b = host_here();
    const uint32_t generation = b->generation;
    b->any[generation & 1] |= own;
    if (++b->n_arrived == b->n_alive)
        host_pass_barrier(b);
    while (b->generation == generation)
        host_yield();
    return b->any[generation & 1];
}

static void __syncthreads()
{
    __syncthreads_or(false);
}

/* What all lanes of the warp gave. */
static const uint64_t *host_exchange(uint64_t value)
{
    host_block *b = host_here();
    host_warp *warp = &b->warps[b->at / 32];
    const uint32_t generation = warp->generation;
    warp->value[generation & 1][b->at % 32] = value;
    if (++warp->n_arrived == 32) {
        warp->n_arrived = 0;
        warp->generation++;
        if (b->n_alive == 32)
            std::this_thread::yield();
    }
    while (warp->generation == generation)
        host_yield();
    return warp->value[generation & 1];
}

template <typename T> static T __shfl_up_sync(uint32_t, T value, int d)
{
    const int lane = (int)threadIdx.x % 32;
    const uint64_t *all = host_exchange((uint64_t)value);
    return (T)all[lane >= d ? lane - d : lane];
}

template <typename T> static T __shfl_down_sync(uint32_t, T value, int d)
{
    const int lane = (int)threadIdx.x % 32;
    const uint64_t *all = host_exchange((uint64_t)value);
    return (T)all[lane + d < 32 ? lane + d : lane];
}

template <typename T> static T __shfl_sync(uint32_t, T value, int from)
{
    return (T)host_exchange((uint64_t)value)[from];
}

template <typename T> static T __shfl_xor_sync(uint32_t, T value, int with)
{
    const int lane = (int)threadIdx.x % 32;
    return (T)host_exchange((uint64_t)value)[lane ^ with];
}

static uint32_t __ballot_sync(uint32_t, bool is_set)
{
    const uint64_t *all = host_exchange(is_set);
    uint32_t mask = 0;
    for (int i = 0; i < 32; i++)
        mask |= (uint32_t)all[i] << i;
    return mask;
}

static bool __any_sync(uint32_t, bool is_set)
{
    return __ballot_sync(~0u, is_set) != 0;
}

static uint32_t __popc(uint32_t x)
{
    return (uint32_t)__builtin_popcount(x);
}

static int __ffs(int x)
{
    return __builtin_ffs(x);
}

static int __clz(int x)
{
    return x ? __builtin_clz((unsigned)x) : 32;
}

static uint32_t __funnelshift_r(uint32_t low, uint32_t high, uint32_t n)
{
    return (uint32_t)(((uint64_t)high << 32 | low) >> (n & 31));
}

static void __threadfence()
{
    std::atomic_thread_fence(std::memory_order_seq_cst);
}

static uint32_t atomicAdd(uint32_t *at, uint32_t value)
{
    return __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST);
}

static uint32_t atomicCAS(uint32_t *at, uint32_t expected, uint32_t value)
{
    __atomic_compare_exchange_n(at, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return expected;
}

static uint32_t atomicExch(uint32_t *at, uint32_t value)
{
    return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);
}

static uint32_t atomicOr(uint32_t *at, uint32_t value)
{
    return __atomic_fetch_or(at, value, __ATOMIC_SEQ_CST);
}

static void __syncwarp()
{
    host_exchange(0);
}

static void __nanosleep(unsigned)
{
    std::this_thread::yield();
}

static uint4 __ldcg(const uint4 *at)
{
    return *at;
}

static uint32_t atomicMin(uint32_t *at, uint32_t value)
{
    uint32_t before = __atomic_load_n(at, __ATOMIC_SEQ_CST);
    while (value < before &&
           !__atomic_compare_exchange_n(at, &before, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        ;
    return before;
}

static uint32_t atomicMax(uint32_t *at, uint32_t value)
{
    uint32_t before = __atomic_load_n(at, __ATOMIC_SEQ_CST);
    while (value > before &&
           !__atomic_compare_exchange_n(at, &before, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        ;
    return before;
}

static uint32_t min(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static uint32_t max(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static uint32_t __byte_perm(uint32_t x, uint32_t y, uint32_t selector)
{
    const uint64_t pool = (uint64_t)y << 32 | x;
    uint32_t out = 0;
    for (int i = 0; i < 4; i++)
        out |= (uint32_t)(pool >> 8 * (selector >> 4 * i & 7) & 255) << 8 * i;
    return out;
}

/* Adds halves of 16 bits. */
static uint32_t __vadd2(uint32_t x, uint32_t y)
{
    return ((x & 0xFFFF) + (y & 0xFFFF) & 0xFFFF) | ((x & 0xFFFF0000) + (y & 0xFFFF0000));
}

static int __popcll(uint64_t x)
{
    return __builtin_popcountll(x);
}

static unsigned long long atomicOr(unsigned long long *at, unsigned long long value)
{
    return __atomic_fetch_or(at, value, __ATOMIC_SEQ_CST);
}

static unsigned long long atomicAnd(unsigned long long *at, unsigned long long value)
{
    return __atomic_fetch_and(at, value, __ATOMIC_SEQ_CST);
}

static uint64_t min(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

#endif
