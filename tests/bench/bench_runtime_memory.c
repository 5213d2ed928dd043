/* bench_runtime_memory.c: allocations beside the driver's, and the bandwidth of copies. */
#include "bench/bench_runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGE_BYTES = 64 << 20, SMALL_BYTES = 4096 };

static void allocate_rustg(runtime_bench *b, int n)
{
    rustg_error error;
    rustg_buffer *buffer;
    for (int i = 0; i < n; i++) {
        runtime_good(rustg_buffer_allocate(b->context, b->n_bytes, b->stream, &buffer, &error), &error,
                     "rustg_buffer_allocate");
        rustg_buffer_free(buffer);
    }
}

static void allocate_async(runtime_bench *b, int n)
{
    cuda_pointer pointer;
    for (int i = 0; i < n; i++) {
        runtime_must(b->driver->cuMemAllocFromPoolAsync(&pointer, (size_t)b->n_bytes, b->pool, b->raw_stream),
                     "cuMemAllocFromPoolAsync");
        runtime_must(b->driver->cuMemFreeAsync(pointer, b->raw_stream), "cuMemFreeAsync");
    }
}

static void allocate_plain(runtime_bench *b, int n)
{
    cuda_pointer pointer;
    for (int i = 0; i < n; i++) {
        runtime_must(b->driver->cuMemAlloc(&pointer, (size_t)b->n_bytes), "cuMemAlloc");
        runtime_must(b->driver->cuMemFree(pointer), "cuMemFree");
    }
}

static void allocate_host(runtime_bench *b, int n)
{
    for (int i = 0; i < n; i++) {
        void *volatile pointer = malloc((size_t)b->n_bytes);
        free(pointer);
    }
}

static void pinned_rustg(runtime_bench *b, int n)
{
    rustg_error error;
    rustg_pinned *pinned;
    for (int i = 0; i < n; i++) {
        runtime_good(rustg_pinned_allocate(b->context, b->n_bytes, &pinned, &error), &error, "rustg_pinned_allocate");
        rustg_pinned_free(pinned);
    }
}

static void pinned_raw(runtime_bench *b, int n)
{
    void *pointer;
    for (int i = 0; i < n; i++) {
        runtime_must(b->driver->cuMemHostAlloc(&pointer, (size_t)b->n_bytes, CUDA_HOST_PORTABLE), "cuMemHostAlloc");
        runtime_must(b->driver->cuMemFreeHost(pointer), "cuMemFreeHost");
    }
}

/* n_bytes is 0 for the row, which is in microseconds: the size is set here. */
static uint64_t allocation_bytes;

static void set_bytes(runtime_bench *b, int v)
{
    (void)v;
    b->n_bytes = allocation_bytes;
}

static void allocation_rows(runtime_bench *b)
{
    static const struct {
        const char *name, *pinned;
        uint64_t n_bytes;
        int n;
    } sizes[] = {
        {"allocate and free 4 KiB", "page-locked, 4 KiB", 4096, 50},
        {"allocate and free 1 MiB", "page-locked, 1 MiB", 1 << 20, 50},
        {"allocate and free 256 MiB", "page-locked, 256 MiB", 256 << 20, 4},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        allocation_bytes = sizes[i].n_bytes;
        runtime_row row = {
            sizes[i].name, {"rustg", "malloc"}, sizes[i].n, 0, {allocate_rustg, allocate_host}, set_bytes, 0};
        if (b->driver && b->pool)
            row = (runtime_row){sizes[i].name,
                                {"rustg", "cuMemAllocAsync", "cuMemAlloc"},
                                sizes[i].n,
                                0,
                                {allocate_rustg, allocate_async, allocate_plain},
                                set_bytes,
                                0};
        else if (b->driver)
            row = (runtime_row){
                sizes[i].name, {"rustg", "cuMemAlloc"}, sizes[i].n, 0, {allocate_rustg, allocate_plain}, set_bytes, 0};
        runtime_run_row(b, &row);
        row = (runtime_row){sizes[i].pinned,
                            {"rustg", b->driver ? "cuMemHostAlloc" : "malloc"},
                            b->driver ? 2 : sizes[i].n,
                            0,
                            {pinned_rustg, b->driver ? pinned_raw : allocate_host},
                            set_bytes,
                            0};
        runtime_run_row(b, &row);
    }
}

/* ---- copies: waited for, as a bandwidth is of what has arrived ---- */

static void wait_raw(runtime_bench *b)
{
    runtime_must(b->driver->cuStreamSynchronize(b->raw_stream), "cuStreamSynchronize");
}

static void wait_rustg(runtime_bench *b)
{
    rustg_error error;
    runtime_good(rustg_stream_wait(b->stream, &error), &error, "rustg_stream_wait");
}

static void to_rustg(runtime_bench *b, int n)
{
    rustg_error error;
    for (int i = 0; i < n; i++) {
        runtime_good(rustg_copy_to_buffer(b->large[0], 0, b->host, b->n_bytes, b->stream, &error), &error,
                     "rustg_copy_to_buffer");
        wait_rustg(b);
    }
}

static void to_raw(runtime_bench *b, int n)
{
    for (int i = 0; i < n; i++) {
        runtime_must(
            b->driver->cuMemcpyHtoDAsync(rustg_buffer_pointer(b->large[0]), b->host, (size_t)b->n_bytes, b->raw_stream),
            "cuMemcpyHtoDAsync");
        wait_raw(b);
    }
}

static void from_rustg(runtime_bench *b, int n)
{
    rustg_error error;
    for (int i = 0; i < n; i++) {
        runtime_good(rustg_copy_from_buffer(b->host, b->large[0], 0, b->n_bytes, b->stream, &error), &error,
                     "rustg_copy_from_buffer");
        wait_rustg(b);
    }
}

static void from_raw(runtime_bench *b, int n)
{
    for (int i = 0; i < n; i++) {
        runtime_must(
            b->driver->cuMemcpyDtoHAsync(b->host, rustg_buffer_pointer(b->large[0]), (size_t)b->n_bytes, b->raw_stream),
            "cuMemcpyDtoHAsync");
        wait_raw(b);
    }
}

static void between_rustg(runtime_bench *b, int n)
{
    rustg_error error;
    for (int i = 0; i < n; i++)
        runtime_good(rustg_copy_between(b->large[1], 0, b->large[0], 0, b->n_bytes, b->stream, &error), &error,
                     "rustg_copy_between");
    wait_rustg(b);
}

static void between_raw(runtime_bench *b, int n)
{
    for (int i = 0; i < n; i++)
        runtime_must(b->driver->cuMemcpyDtoDAsync(rustg_buffer_pointer(b->large[1]), rustg_buffer_pointer(b->large[0]),
                                                  (size_t)b->n_bytes, b->raw_stream),
                     "cuMemcpyDtoDAsync");
    wait_raw(b);
}

static void copy_host(runtime_bench *b, int n)
{
    for (int i = 0; i < n; i++) {
        memcpy((void *)(uintptr_t)rustg_buffer_pointer(b->large[0]), b->host, (size_t)b->n_bytes);
        __asm__ volatile("" ::: "memory");
    }
}

static void copy_host_back(runtime_bench *b, int n)
{
    for (int i = 0; i < n; i++) {
        memcpy(b->host, (void *)(uintptr_t)rustg_buffer_pointer(b->large[0]), (size_t)b->n_bytes);
        __asm__ volatile("" ::: "memory");
    }
}

static void copy_rows(runtime_bench *b, const char *const names[3], void *host)
{
    bool raw = b->driver != NULL;
    const char *other = raw ? "raw" : "memcpy";
    runtime_row rows[] = {
        {names[0], {"rustg", other}, 4, LARGE_BYTES, {to_rustg, raw ? to_raw : copy_host}, NULL, 0},
        {names[1], {"rustg", other}, 4, LARGE_BYTES, {from_rustg, raw ? from_raw : copy_host_back}, NULL, 0},
        {names[2], {"rustg", other}, 50, SMALL_BYTES, {to_rustg, raw ? to_raw : copy_host}, NULL, 0},
    };
    b->host = host;
    for (size_t i = 0; i < 3; i++)
        runtime_run_row(b, &rows[i]);
}

void runtime_memory_rows(runtime_bench *b)
{
    static const char *const pinned_names[] = {"host to device, page-locked, 64 MiB",
                                               "device to host, page-locked, 64 MiB",
                                               "host to device, page-locked, 4 KiB"};
    static const char *const plain_names[] = {"host to device, pageable, 64 MiB", "device to host, pageable, 64 MiB",
                                              "host to device, pageable, 4 KiB"};
    runtime_row between = {"device to device, 64 MiB",
                           {"rustg", "raw"},
                           10,
                           LARGE_BYTES,
                           {between_rustg, b->driver ? between_raw : NULL},
                           NULL,
                           0};
    rustg_error error;
    rustg_pinned *pinned;
    void *plain = malloc(LARGE_BYTES);
    if (!plain)
        runtime_stop("malloc", "out of memory");
    memset(plain, 1, LARGE_BYTES);
    allocation_rows(b);
    runtime_good(rustg_pinned_allocate(b->context, LARGE_BYTES, &pinned, &error), &error, "rustg_pinned_allocate");
    memset(rustg_pinned_pointer(pinned), 1, LARGE_BYTES);
    for (int i = 0; i < 2; i++) {
        runtime_good(rustg_buffer_allocate(b->context, LARGE_BYTES, b->stream, &b->large[i], &error), &error,
                     "rustg_buffer_allocate");
        runtime_good(rustg_fill_buffer(b->large[i], 0, 0, 4, LARGE_BYTES, b->stream, &error), &error,
                     "rustg_fill_buffer");
    }
    wait_rustg(b);
    copy_rows(b, pinned_names, rustg_pinned_pointer(pinned));
    copy_rows(b, plain_names, plain);
    runtime_run_row(b, &between);
    for (int i = 0; i < 2; i++)
        rustg_buffer_free(b->large[i]);
    rustg_pinned_free(pinned);
    free(plain);
}
