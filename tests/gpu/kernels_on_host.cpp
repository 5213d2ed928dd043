/* kernels_on_host.cpp: enough of CUDA for the parser's kernels to run on the host, where no device is. A block is
 * PARSE_THREADS contexts that take turns at barriers and warp operations; blocks run on a few threads at a time, so
 * that what goes on between blocks is seen too. It stands in for the driver of parse_kernels_gpu_test.c. */
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
#define __align__(n) __attribute__((aligned(n)))

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

static thread_local host_block *host_current;

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

#ifdef HOST_LEXER
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

#include "lexer/lexer.cu"
typedef lex_batch_view host_view;
#else
#define WALK_SHARED(name) alignas(16) static thread_local uint8_t name[HOST_SHARED_BYTES]
#include "parser/parser.cu"
static_assert(HOST_BLOCK >= PARSE_WALK_THREADS, "the largest block");
typedef parse_batch_view host_view;
#endif

extern "C" {
#include "engine/engine_kernels.h"
#include "rustg/rustg.h"
}

typedef void (*host_kernel)(const host_view);

struct host_launch {
    host_kernel kernel;
    host_view view;
    uint32_t n_threads;
    host_index grid;
    std::atomic<uint32_t> next;
};

static thread_local host_launch *host_running;

static void host_thread()
{
    host_running->kernel(host_running->view);
    host_block *b = host_here();
    b->is_done[b->at] = true;
    b->n_alive--;
    if (b->n_alive == 0)
        setcontext(&b->outside);
    if (b->n_arrived > 0 && b->n_arrived == b->n_alive)
        host_pass_barrier(b);
    b->at = host_next_alive(b);
    setcontext(&b->threads[b->at]);
}

static void host_run_blocks(host_launch *launch)
{
    static thread_local host_block b;
    b.stacks.reset(new char[(size_t)HOST_BLOCK * HOST_STACK_BYTES]);
    host_current = &b;
    host_running = launch;
    for (;;) {
        const uint32_t i = launch->next++;
        if (i >= launch->grid.x * launch->grid.y)
            break;
        b.index = {i % launch->grid.x, i / launch->grid.x};
        b.grid = launch->grid;
        b.at = b.n_arrived = b.generation = 0;
        b.any[0] = b.any[1] = false;
        b.n_threads = b.n_alive = launch->n_threads;
        memset(b.is_done, 0, sizeof b.is_done);
        memset(b.warps, 0, sizeof b.warps);
        for (uint32_t t = 0; t < b.n_threads; t++) {
            getcontext(&b.threads[t]);
            b.threads[t].uc_stack.ss_sp = &b.stacks[(size_t)t * HOST_STACK_BYTES];
            b.threads[t].uc_stack.ss_size = HOST_STACK_BYTES;
            b.threads[t].uc_link = NULL;
            makecontext(&b.threads[t], host_thread, 0);
        }
        swapcontext(&b.outside, &b.threads[0]);
    }
}

static void host_launch_blocks(host_launch *launch)
{
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < HOST_BLOCKS_AT_ONCE && i < launch->grid.x * launch->grid.y; i++)
        threads.emplace_back(host_run_blocks, launch);
    for (std::thread &thread : threads)
        thread.join();
}

#ifndef HOST_LEXER
#define HOST_KERNEL(name) name,
static const host_kernel host_kernels[] = {CUDA_PARSE_KERNELS(HOST_KERNEL)};

static int host_launch_kernel(cuda_function function, unsigned x, unsigned y, unsigned z, unsigned block_x,
                              unsigned block_y, unsigned block_z, unsigned, cuda_stream, void **parameters, void **)
{
    if (x == 0 || y != 1 || z != 1 || block_x > HOST_BLOCK || block_x % 32 != 0 || block_y != 1 || block_z != 1)
        return 1;
    host_launch launch = {
        host_kernels[(uintptr_t)function - 1], *(const parse_batch_view *)parameters[0], block_x, {x, y}, {0}};
    host_launch_blocks(&launch);
    return 0;
}

static int host_memset(cuda_pointer to, unsigned char value, size_t n_bytes, cuda_stream)
{
    memset((void *)(uintptr_t)to, value, n_bytes);
    return 0;
}

static int host_copy_in(cuda_pointer to, const void *from, size_t n_bytes, cuda_stream)
{
    memcpy((void *)(uintptr_t)to, from, n_bytes);
    return 0;
}

static int host_copy_out(void *to, cuda_pointer from, size_t n_bytes, cuda_stream)
{
    memcpy(to, (const void *)(uintptr_t)from, n_bytes);
    return 0;
}

static int host_synchronize(cuda_stream)
{
    return 0;
}

static int host_push(cuda_context)
{
    return 0;
}

static int host_pop(cuda_context *)
{
    return 0;
}

/* Shared memory for a walk of 128 threads, and as many blocks as run at once. */
static int host_attribute(int *value, int attribute, cuda_device)
{
    *value = attribute == CUDA_ATTRIBUTE_MULTIPROCESSORS ? HOST_BLOCKS_AT_ONCE : HOST_SHARED_BYTES;
    return 0;
}

static int host_set_attribute(cuda_function, int, int)
{
    return 0;
}

static cuda_driver host_driver;
static cuda_context_entry host_entry;
static engine_kernels host_kernels_loaded;

extern "C" const char *rustg_cuda_missing(void)
{
    return "";
}

extern "C" rustg_status engine_kernels_acquire(int32_t, cuda_context_entry **entry, rustg_error *)
{
    host_driver.cuLaunchKernel = host_launch_kernel;
    host_driver.cuDeviceGetAttribute = host_attribute;
    host_driver.cuFuncSetAttribute = host_set_attribute;
    host_driver.cuMemsetD8Async = host_memset;
    host_driver.cuMemcpyHtoDAsync = host_copy_in;
    host_driver.cuMemcpyDtoHAsync = host_copy_out;
    host_driver.cuStreamSynchronize = host_synchronize;
    host_driver.cuCtxPushCurrent = host_push;
    host_driver.cuCtxPopCurrent = host_pop;
    host_entry.driver = &host_driver;
    host_entry.kernels = &host_kernels_loaded;
    host_kernels_loaded.d_table = (cuda_pointer)(uintptr_t)parse_table_bytes;
    size_t n_bytes;
    static void *const steps = engine_steps_make(&n_bytes);
    host_kernels_loaded.d_steps = (cuda_pointer)(uintptr_t)steps;
    for (uintptr_t i = 0; i < CUDA_N_PARSE_KERNELS; i++)
        host_kernels_loaded.parse[i] = (cuda_function)(i + 1);
    *entry = &host_entry;
    return RUSTG_OK;
}

extern "C" void cuda_context_release(cuda_context_entry *) {}

extern "C" rustg_status cuda_allocate(cuda_context_entry *, size_t n_bytes, cuda_stream, cuda_pointer *pointer,
                                      rustg_error *)
{
    *pointer = (cuda_pointer)(uintptr_t)aligned_alloc(256, (n_bytes + 255) / 256 * 256);
    return *pointer ? RUSTG_OK : RUSTG_ERR_MEMORY;
}

extern "C" void cuda_release(cuda_context_entry *, cuda_pointer pointer, cuda_stream)
{
    free((void *)(uintptr_t)pointer);
}

extern "C" rustg_status cuda_check(cuda_result result, const char *call, rustg_error *error)
{
    if (result == 0)
        return RUSTG_OK;
    snprintf(error->message, sizeof error->message, "%s: %d", call, result);
    return RUSTG_ERR_DEVICE;
}
#endif
