/* kernels_on_host.cpp: runs the parser's kernels on the host, where no device is (cuda_on_host.h), or the lexer's for
 * lexer_on_host.cpp. Blocks run on a few threads at a time, so that what goes on between blocks is seen too. It stands in
 * for the driver of parse_kernels_gpu_test.c and, with HOST_ENGINE and the lexer's kernels of kernels_lexer_on_host.cpp,
 * for that of the whole CUDA engine. */
#include "cuda_on_host.h"

#include <functional>

#ifdef HOST_LEXER
#include "lexer/lexer.cu"
#else
#include "parser/parser.cu"
static_assert(HOST_BLOCK >= PARSE_WALK_THREADS, "the largest block");
#endif

extern "C" {
#include "engine/engine_kernels.h"
#include "rustg/rustg.h"
}

struct host_launch {
    std::function<void()> kernel;
    uint32_t n_threads;
    host_index grid;
    std::atomic<uint32_t> next;
};

static thread_local host_launch *host_running;

static void host_thread()
{
    host_running->kernel();
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
/* Those of kernels_small_on_host.cpp, and of kernels_lexer_on_host.cpp. */
#define HOST_DECLARE_TILE(name)            void of_small_tiles_##name(const parse_batch_view);
#define HOST_DECLARE_LEX(launch, function) void function(const lex_batch_view);
extern "C" {
CUDA_TILED_KERNELS(HOST_DECLARE_TILE)
CUDA_LEX_KERNELS(HOST_DECLARE_LEX)
}

/* A kernel's number is 1 more than its place here, and the lexer's are behind them. */
#define HOST_KERNEL(name)                 name,
#define HOST_TILE_KERNEL(name)            of_small_tiles_##name,
#define HOST_LEX_KERNEL(launch, function) function,
#define HOST_INDEX(name)                  CUDA_##name,
static void (*const host_kernels[])(const parse_batch_view) = {CUDA_PARSE_KERNELS(HOST_KERNEL)
                                                                   CUDA_TILED_KERNELS(HOST_TILE_KERNEL)};
static const int host_tile_kernels[] = {CUDA_TILED_KERNELS(HOST_INDEX)};
enum { HOST_N_KERNELS = sizeof host_kernels / sizeof host_kernels[0] };
#ifdef HOST_ENGINE
static void (*const host_lex_kernels[])(const lex_batch_view) = {CUDA_LEX_KERNELS(HOST_LEX_KERNEL)};
#else
static void (*const host_lex_kernels[CUDA_N_KERNELS])(const lex_batch_view) = {};
#endif

/* What a launch of the kernel with a number does in each thread. */
static std::function<void()> host_kernel_of(uintptr_t number, void **parameters)
{
    if (number <= HOST_N_KERNELS) {
        const parse_batch_view view = *(const parse_batch_view *)parameters[0];
        return [=] { host_kernels[number - 1](view); };
    }
    const lex_batch_view view = *(const lex_batch_view *)parameters[0];
    return [=] { host_lex_kernels[number - 1 - HOST_N_KERNELS](view); };
}

static int host_launch_kernel(cuda_function function, unsigned x, unsigned y, unsigned z, unsigned block_x,
                              unsigned block_y, unsigned block_z, unsigned, cuda_stream, void **parameters, void **)
{
    if (x == 0 || y != 1 || z != 1 || block_x > HOST_BLOCK || block_x % 32 != 0 || block_y != 1 || block_z != 1)
        return 1;
    host_launch launch = {host_kernel_of((uintptr_t)function, parameters), block_x, {x, y}, {0}};
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

/* What the engine asks of the driver beside that. All is done when it is asked for, so events have no times. */
static void host_make_driver(cuda_driver *driver)
{
    driver->cuStreamCreate = [](cuda_stream *stream, unsigned) { return *stream = (cuda_stream)1, 0; };
    driver->cuStreamCreateWithPriority = [](cuda_stream *stream, unsigned, int) { return *stream = (cuda_stream)2, 0; };
    driver->cuStreamDestroy = [](cuda_stream) { return 0; };
    driver->cuStreamWaitEvent = [](cuda_stream, cuda_event, unsigned) { return 0; };
    driver->cuEventCreate = [](cuda_event *event, unsigned) { return *event = (cuda_event)1, 0; };
    driver->cuEventDestroy = [](cuda_event) { return 0; };
    driver->cuEventRecord = [](cuda_event, cuda_stream) { return 0; };
    driver->cuEventSynchronize = [](cuda_event) { return 0; };
    driver->cuEventElapsedTime = [](float *ms, cuda_event, cuda_event) { return *ms = 0, 0; };
    driver->cuMemHostAlloc = [](void **memory, size_t n_bytes, unsigned) {
        return *memory = aligned_alloc(256, (n_bytes + 255) / 256 * 256), *memory ? 0 : (int)CUDA_ERROR_MEMORY;
    };
    driver->cuMemFreeHost = [](void *memory) { return free(memory), 0; };
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
    host_make_driver(&host_driver);
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
        host_kernels_loaded.parse[i] = host_kernels_loaded.of_small_tiles[i] = (cuda_function)(i + 1);
    for (uintptr_t i = 0; i < sizeof host_tile_kernels / sizeof host_tile_kernels[0]; i++)
        host_kernels_loaded.of_small_tiles[host_tile_kernels[i]] = (cuda_function)(CUDA_N_PARSE_KERNELS + i + 1);
    for (uintptr_t i = 0; i < CUDA_N_KERNELS; i++)
        host_kernels_loaded.lex[i] = (cuda_function)(HOST_N_KERNELS + i + 1);
    *entry = &host_entry;
    return RUSTG_OK;
}

extern "C" rustg_status cuda_context_acquire(int32_t, cuda_context_entry **entry, rustg_error *)
{
    *entry = &host_entry;
    return RUSTG_OK;
}

extern "C" void cuda_context_release(cuda_context_entry *) {}

extern "C" void cuda_contexts_trim(void) {}

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
