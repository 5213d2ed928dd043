/* device_cpu.c: describes the CPU as a device, from what Linux says. */
#define _GNU_SOURCE
#include "runtime/device_info.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/parallel.h"
#include "lexer/lexer.h"

static void device_cpu_name(char *name, size_t capacity)
{
    char line[512];
    snprintf(name, capacity, "CPU");
    FILE *file = fopen("/proc/cpuinfo", "re");
    if (!file)
        return;
    while (fgets(line, sizeof line, file)) {
        char *value = strchr(line, ':');
        if (value && strncmp(line, "model name", 10) == 0) {
            value += 1 + strspn(value + 1, " \t");
            value[strcspn(value, "\n")] = 0;
            snprintf(name, capacity, "%.*s", (int)capacity - 1, value);
            break;
        }
    }
    fclose(file);
}

static void device_cpu_memory(uint64_t *total, uint64_t *free_now)
{
    char line[256];
    unsigned long long n_kib;
    *total = *free_now = 0;
    FILE *file = fopen("/proc/meminfo", "re");
    if (!file)
        return;
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "MemTotal: %llu kB", &n_kib) == 1)
            *total = (uint64_t)n_kib << 10;
        else if (sscanf(line, "MemAvailable: %llu kB", &n_kib) == 1)
            *free_now = (uint64_t)n_kib << 10;
    }
    fclose(file);
}

void device_cpu_info(rustg_device_info *info)
{
    memset(info, 0, sizeof *info);
    info->struct_size = sizeof *info;
    info->backend = RUSTG_BACKEND_CPU;
    device_cpu_name(info->name, sizeof info->name);
    info->n_multiprocessors = (int32_t)parallel_hardware_threads();
#ifdef _SC_LEVEL2_CACHE_SIZE
    long l2_bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
    info->l2_bytes = l2_bytes > 0 ? (int32_t)l2_bytes : 0;
#endif
    device_cpu_memory(&info->memory_total, &info->memory_free);
    info->usable = 1;
    /* These are limits of generated kernels: launches are checked against the same limits as with CUDA. */
    info->warp_size = 32;
    info->max_threads_per_block = info->max_block_x = info->max_block_y = 1024;
    info->max_block_z = 64;
    info->max_grid_x = INT32_MAX;
    info->max_grid_y = info->max_grid_z = 65535;
    info->shared_bytes_per_block = info->shared_bytes_per_block_optin = DEVICE_CPU_SHARED_BYTES;
    info->is_integrated = info->has_unified_addressing = info->has_memory_pools = 1;
    snprintf(info->reason, sizeof info->reason, "%s", lex_cpu_isa());
}
