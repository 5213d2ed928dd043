/* device_validation.c: checks the devices of a machine: what they are, how fast memory moves, whether kernels compute
 * what they should. Needs no GPU: the CPU device is checked everywhere. */
#include "validation/validation_kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CPU_BYTES = 32 << 20, CUDA_BYTES = 256 << 20 };

enum direction { TO_DEVICE, FROM_DEVICE, WITHIN };

static void copy_once(rig *g, enum direction direction, rustg_buffer *a, rustg_buffer *b, void *host, uint64_t n_bytes)
{
    if (g->error.status != RUSTG_OK)
        return;
    if (direction == TO_DEVICE)
        rustg_copy_to_buffer(a, 0, host, n_bytes, g->stream, &g->error);
    else if (direction == FROM_DEVICE)
        rustg_copy_from_buffer(host, a, 0, n_bytes, g->stream, &g->error);
    else
        rustg_copy_between(b, 0, a, 0, n_bytes, g->stream, &g->error);
    rig_wait(g);
}

/* traffic: bytes moved for each that is copied. */
static void measure_copy(rig *g, report *r, expectation what, enum direction direction, rustg_buffer *a,
                         rustg_buffer *b, void *host, uint64_t n_bytes, double traffic)
{
    samples s = {.n = 0};
    copy_once(g, direction, a, b, host, n_bytes); /* first touch of the pages */
    while (samples_want(&s) && g->error.status == RUSTG_OK) {
        double start = report_now();
        copy_once(g, direction, a, b, host, n_bytes);
        samples_add(&s, report_now() - start);
    }
    if (g->error.status != RUSTG_OK) {
        report_failed(r, "bandwidth", g->device, "copies", &g->error);
        memset(&g->error, 0, sizeof g->error);
        return;
    }
    report_measured(r, "bandwidth", g->device, what, traffic * (double)n_bytes * 1e-9 / samples_least(&s),
                    (double)g->info.memory_bandwidth * 1e-9, &s);
}

static void validate_bandwidth(rig *g, report *r)
{
    int is_cuda = g->info.backend == RUSTG_BACKEND_CUDA;
    uint64_t n_bytes = is_cuda ? CUDA_BYTES : CPU_BYTES;
    rustg_pinned *pinned = NULL;
    rustg_buffer *a = rig_buffer(g, n_bytes), *b = rig_buffer(g, n_bytes);
    char *paged = malloc(n_bytes);
    if (g->error.status == RUSTG_OK)
        rustg_pinned_allocate(g->context, n_bytes, &pinned, &g->error);
    if (g->error.status == RUSTG_OK && paged) {
        char *host = rustg_pinned_pointer(pinned);
        for (uint64_t i = 0; i < n_bytes; i++)
            host[i] = paged[i] = (char)(i * 31 >> 3);
        measure_copy(g, r, is_cuda ? EXPECT_CUDA_HOST_TO_DEVICE : EXPECT_CPU_HOST_TO_DEVICE, TO_DEVICE, a, b, host,
                     n_bytes, 1);
        measure_copy(g, r, is_cuda ? EXPECT_CUDA_DEVICE_COPY : EXPECT_CPU_DEVICE_COPY, WITHIN, a, b, host, n_bytes, 2);
        memset(host, 0, n_bytes);
        measure_copy(g, r, is_cuda ? EXPECT_CUDA_DEVICE_TO_HOST : EXPECT_CPU_DEVICE_TO_HOST, FROM_DEVICE, b, a, host,
                     n_bytes, 1);
        int same = memcmp(host, paged, n_bytes) == 0;
        report_verdict(r, "bandwidth", g->device, "bytes after all copies", same ? VERDICT_OK : VERDICT_WRONG,
                       same ? "the same" : "not those that were copied");
        if (is_cuda) {
            measure_copy(g, r, EXPECT_CUDA_HOST_TO_DEVICE_PAGED, TO_DEVICE, a, b, paged, n_bytes, 1);
            measure_copy(g, r, EXPECT_CUDA_DEVICE_TO_HOST_PAGED, FROM_DEVICE, a, b, paged, n_bytes, 1);
        }
    } else {
        if (g->error.status == RUSTG_OK)
            snprintf(g->error.message, sizeof g->error.message, "no memory for %llu bytes",
                     (unsigned long long)n_bytes);
        report_failed(r, "bandwidth", g->device, "buffers", &g->error);
        memset(&g->error, 0, sizeof g->error);
    }
    free(paged);
    rustg_pinned_free(pinned);
    rustg_buffer_free(a);
    rustg_buffer_free(b);
}

int main(int argc, char **argv)
{
    static report r;
    rustg_error error = {0};
    int ended = report_begin(&r, "device_validation", argc, argv);
    if (ended)
        return ended - 1;
    if (rustg_initialize(NULL, &error)) {
        report_failed(&r, "devices", "host", "rustg_initialize", &error);
        return report_end(&r);
    }
    for (size_t i = 0, n = rustg_device_count(); i < n; i++) {
        rustg_device_info info = {.struct_size = sizeof info};
        rig g;
        if (rustg_device_info_get(i, &info, &error)) {
            report_failed(&r, "devices", "host", "rustg_device_info_get", &error);
            continue;
        }
        if (!device_wanted(&r, &info) || !rig_open(&g, &r, "devices", &info))
            continue;
        validate_bandwidth(&g, &r);
        validate_kernels(&g, &r);
        rig_close(&g);
    }
    int status = report_end(&r);
    rustg_shutdown();
    return status;
}
