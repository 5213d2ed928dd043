/* gpu_kernels.h: kernels of plain PTX for the tests of the runtime, and the same on the host for the fake driver, which
 * has no GPU. */
#ifndef GPU_KERNELS_H
#define GPU_KERNELS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "runtime/fake_cuda/fake_check.h"

enum { REVERSE_THREADS = 1024, REVERSE_SHARED = 64 << 10 };

#define GPU_INDEX                                                                                                      \
    "    .reg .pred %q; .reg .b32 %i, %b, %d, %t, %n, %v, %k; .reg .b64 %p, %o;\n"                                     \
    "    ld.param.u64 %p, [p]; ld.param.u32 %n, [n];\n"                                                                \
    "    mov.u32 %b, %ctaid.x; mov.u32 %d, %ntid.x; mov.u32 %t, %tid.x; mad.lo.u32 %i, %b, %d, %t;\n"                  \
    "    setp.ge.u32 %q, %i, %n; @%q bra DONE;\n"                                                                      \
    "    cvta.to.global.u64 %p, %p; mul.wide.u32 %o, %i, 4; add.u64 %p, %p, %o; ld.global.u32 %v, [%p];\n"

/* add_one: p[i] += 1. scale: p[i] *= k. reverse: the 1024 words at p, through the last of 64 KiB of dynamic shared
 * memory. poke: writes to p, wherever that is. */
static const char gpu_ptx[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n.extern .shared .align 16 .b8 dynamic[];\n"
    ".visible .entry add_one(.param .u64 p, .param .u32 n)\n{\n" GPU_INDEX
    "    add.u32 %v, %v, 1; st.global.u32 [%p], %v;\nDONE:\n    ret;\n}\n"
    ".visible .entry scale(.param .u64 p, .param .u32 n, .param .u32 k)\n{\n" GPU_INDEX
    "    ld.param.u32 %k, [k]; mul.lo.u32 %v, %v, %k; st.global.u32 [%p], %v;\nDONE:\n    ret;\n}\n"
    ".visible .entry reverse(.param .u64 p)\n{\n"
    "    .reg .b32 %t, %v, %s, %e, %m; .reg .b64 %p, %o;\n"
    "    ld.param.u64 %p, [p]; cvta.to.global.u64 %p, %p; mov.u32 %t, %tid.x; mul.wide.u32 %o, %t, 4; add.u64 %p, %p, "
    "%o;\n"
    "    mov.u32 %s, dynamic; add.u32 %s, %s, 61440; mul.lo.u32 %m, %t, 4; add.u32 %e, %s, %m;\n"
    "    ld.global.u32 %v, [%p]; st.shared.u32 [%e], %v; bar.sync 0;\n"
    "    add.u32 %e, %s, 4092; sub.u32 %e, %e, %m; ld.shared.u32 %v, [%e]; st.global.u32 [%p], %v;\n    ret;\n}\n"
    ".visible .entry poke(.param .u64 p)\n{\n"
    "    .reg .b64 %p;\n    ld.param.u64 %p, [p]; st.global.u32 [%p], 1;\n    ret;\n}\n";

static void run_on_host(const char *name, const unsigned shape[6], unsigned shared_bytes, const uint64_t *parameters)
{
    uint32_t *p = (uint32_t *)(uintptr_t)parameters[0], n = (uint32_t)parameters[1], k = (uint32_t)parameters[2];
    uint64_t n_threads = (uint64_t)shape[0] * shape[1] * shape[2] * shape[3] * shape[4] * shape[5];
    for (uint64_t i = 0; i < n_threads && i < n && strcmp(name, "add_one") == 0; i++)
        p[i]++;
    for (uint64_t i = 0; i < n_threads && i < n && strcmp(name, "scale") == 0; i++)
        p[i] *= k;
    if (strcmp(name, "reverse") == 0 && shared_bytes >= REVERSE_SHARED)
        for (uint32_t i = 0; i < REVERSE_THREADS / 2; i++) {
            uint32_t word = p[i];
            p[i] = p[REVERSE_THREADS - 1 - i];
            p[REVERSE_THREADS - 1 - i] = word;
        }
}

/* Is the driver the fake one? Then its kernels are those above. The driver must have been opened. */
static inline bool driver_is_fake(void)
{
    fake_cuda_run_fn run;
    if (!driver_symbol("rustg_fake_run"))
        return false;
    fake_find("rustg_fake_run", &run);
    run(run_on_host, 3);
    return true;
}

/* Exits where there is no device: 77 says skipped. */
static inline void need_device(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    GOOD(rustg_initialize(NULL, &error));
    if (rustg_driver_missing()[0]) {
        printf("skipped: %s\n", rustg_driver_missing());
        exit(77);
    }
}

static inline rustg_function *function_of(rustg_module *module, const char *name)
{
    rustg_function *function;
    GOOD(rustg_module_function(module, name, &function, &error));
    return function;
}

static inline rustg_module *load_ptx(rustg_context *context)
{
    rustg_module *module;
    GOOD(rustg_module_load(context, gpu_ptx, sizeof gpu_ptx, &module, &error));
    return module;
}

/* add_one or, k not 0, scale by k over the first n words of a buffer. */
static inline rustg_status launch_words(rustg_function *function, rustg_stream *stream, rustg_buffer *buffer,
                                        uint32_t n, uint32_t k)
{
    rustg_launch_argument args[] = {{.buffer = buffer}, {.value = &n, .n_bytes = 4}, {.value = &k, .n_bytes = 4}};
    rustg_launch_config config = {.struct_size = sizeof config, .n_elements = n};
    return rustg_launch(function, stream, &config, args, k ? 3 : 2, &error);
}

#endif
