/* codegen_rig.h: for the tests of this folder: a module that is run by the interpreter and, through C, on the CPU. */
#ifndef CODEGEN_RIG_H
#define CODEGEN_RIG_H

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "codegen_text_of.h"
#include "codegen/toolchain/toolchain.h"
#include "runtime/cpu_run.h"

static int rig_n_failed;
#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                                    \
            rig_n_failed++;                                                                                            \
        }                                                                                                              \
    } while (0)

static arena rig_arena;
static jmp_buf rig_out;

static inline void rig_begin(ir_module *m)
{
    rig_arena.out_of_memory = &rig_out;
    memset(m, 0, sizeof *m);
    ir_begin(m, &rig_arena);
}

static inline ir_builder rig_kernel(ir_module *m, const char *name, uint32_t n_buffers)
{
    ir_type params[8];
    for (uint32_t i = 0; i < n_buffers; i++)
        params[i] = ir_ptr(m, IR_SPACE_GLOBAL);
    ir_function_id f = ir_declare(m, name, params, n_buffers, IR_VOID);
    m->functions.at[f].is_kernel = true;
    return (ir_builder){.m = m, .f = f};
}

/* blockIdx.x * blockDim.x + threadIdx.x, as u64 */
static inline ir_value rig_index(ir_builder *b)
{
    ir_value block = ir_intrinsic_call(b, IR_IN_BLOCK_IDX, IR_U32, NULL, 0, 0),
             dim = ir_intrinsic_call(b, IR_IN_BLOCK_DIM, IR_U32, NULL, 0, 0);
    ir_value thread = ir_intrinsic_call(b, IR_IN_THREAD_IDX, IR_U32, NULL, 0, 0);
    return ir_convert(b, IR_U64, ir_binary(b, IR_ADD, IR_U32, ir_binary(b, IR_MUL, IR_U32, block, dim), thread));
}

static inline ir_value rig_load(ir_builder *b, ir_type t, ir_value buffer, ir_value index)
{
    return ir_load(b, t, ir_element_addr(b, t, buffer, index));
}

static inline void rig_store(ir_builder *b, ir_value buffer, ir_value index, ir_value v)
{
    ir_type t = b->m->functions.at[b->f].values.at[v];
    ir_store(b, ir_element_addr(b, t, buffer, index), v);
}

/* The module's C in this process; NULL where no C compiler is. */
static inline void *rig_open(ir_module *m, const char **text)
{
    codegen_options options = {.checks = true, .opt_level = 1};
    codegen_text c = codegen_text_of(&codegen_target_c, m, &options);
    uint8_t *bytes;
    size_t n;
    rustg_error error;
    const char *folder = getenv("TMPDIR");
    char path[600];
    *text = c.text;
    rustg_status status = tool_cc(&rig_arena, c.text, true, &options, &bytes, &n, &error);
    if (status == RUSTG_ERR_NO_CC) {
        printf("skipped: %s\n", error.message);
        exit(77);
    }
    if (status != RUSTG_OK) {
        fprintf(stderr, "%s\n%s\n", error.message, c.text);
        exit(1);
    }
    snprintf(path, sizeof path, "%s/rustg-test-XXXXXX", folder && *folder ? folder : "/tmp");
    int file = mkstemp(path);
    bool written = file >= 0 && write(file, bytes, n) == (ssize_t)n;
    close(file);
    void *library = written ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    unlink(path);
    if (!library) {
        fprintf(stderr, "the shared object does not open: %s\n", dlerror());
        exit(1);
    }
    return library;
}

static inline rustg_status rig_run_c(ir_module *m, void *library, ir_function_id f, const ir_launch *launch,
                                     const void *const *args, panic_record *panic)
{
    char name[128];
    cpu_kernel *kernel;
    uint64_t shared = 0, calls = 0;
    rustg_error error;
    snprintf(name, sizeof name, "rustg_cpu_%s", m->functions.at[f].name);
    void *found = dlsym(library, name);
    memcpy(&kernel, &found, sizeof kernel);
    snprintf(name, sizeof name, "rustg_cpu_%s_shared_bytes", m->functions.at[f].name);
    const void *size = dlsym(library, name);
    snprintf(name, sizeof name, "rustg_cpu_%s_call_kind", m->functions.at[f].name);
    const void *call = dlsym(library, name);
    CHECK(found && size && call);
    if (!found || !size || !call)
        return RUSTG_ERR_INTERNAL;
    memcpy(&shared, size, sizeof shared);
    memcpy(&calls, call, sizeof calls);
    cpu_run_shape how = {
        .static_shared = (uint32_t)shared, .dyn_shared = (uint32_t)launch->dynamic_shared, .n_threads = 2};
    memcpy(how.grid, launch->grid, sizeof how.grid);
    memcpy(how.block, launch->block, sizeof how.block);
    return cpu_run(kernel, &how, (cpu_call)calls, args, panic, &error);
}

/* Runs kernel f both ways on copies of the buffers and compares the last one: bytes, or floats of size 4 or 8 within
 * ulps. */
typedef struct rig_buffer {
    const void *bytes;
    size_t n;
} rig_buffer;

static inline uint64_t rig_distance(const uint8_t *a, const uint8_t *b, unsigned size)
{
    int64_t x = 0, y = 0;
    double p, q;
    if (size == 4) {
        float s, t;
        int32_t i, j;
        memcpy(&s, a, 4);
        memcpy(&t, b, 4);
        memcpy(&i, a, 4);
        memcpy(&j, b, 4);
        p = (double)s;
        q = (double)t;
        x = i < 0 ? -(int64_t)(i & 0x7FFFFFFF) : i;
        y = j < 0 ? -(int64_t)(j & 0x7FFFFFFF) : j;
    } else {
        memcpy(&p, a, 8);
        memcpy(&q, b, 8);
        memcpy(&x, a, 8);
        memcpy(&y, b, 8);
        x = x < 0 ? -(x & INT64_MAX) : x;
        y = y < 0 ? -(y & INT64_MAX) : y;
    }
    if (p != p && q != q)
        return 0;
    return x > y ? (uint64_t)x - (uint64_t)y : (uint64_t)y - (uint64_t)x;
}

static inline bool rig_compare(ir_module *m, void *library, ir_function_id f, const ir_launch *launch,
                               const rig_buffer *buffers, uint32_t n, unsigned float_size, uint64_t ulps)
{
    uint8_t *of[2][8];
    const void *pointers[2][8], *args[2][8];
    ir_memory reached[8];
    ir_launch interpreted = *launch;
    ir_panic seen = {0};
    panic_record panic = {0};
    bool same = true;
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0; i < n; i++) {
            of[side][i] = malloc(buffers[i].n + 16);
            memcpy(of[side][i], buffers[i].bytes, buffers[i].n);
            pointers[side][i] = of[side][i];
            args[side][i] = &pointers[side][i];
        }
    for (uint32_t i = 0; i < n; i++)
        reached[i] = (ir_memory){of[0][i], buffers[i].n, "buffer", false};
    interpreted.memory = reached;
    interpreted.n_memory = n;
    ir_outcome outcome = ir_run_kernel(m, f, &interpreted, args[0], &seen);
    rustg_status status = rig_run_c(m, library, f, launch, args[1], &panic);
    bool agree = (outcome == IR_RAN && status == RUSTG_OK) || (outcome == IR_PANICKED && status == RUSTG_ERR_PANIC) ||
                 (outcome == IR_DEADLOCK && status == RUSTG_ERR_DEADLOCK);
    if (!agree) {
        fprintf(stderr, "%s: the interpreter ends with %d, the CPU with %s\n", m->functions.at[f].name, (int)outcome,
                rustg_status_string(status));
        same = false;
    }
    if (outcome == IR_PANICKED && agree && launch->grid[0] == 1) {
        CHECK(panic.site == seen.site && panic.kernel == seen.kernel && panic.operands[0] == seen.operands[0]);
        CHECK(panic.operands[1] == seen.operands[1] && memcmp(panic.thread, seen.thread, sizeof panic.thread) == 0);
    }
    const uint8_t *x = of[0][n - 1], *y = of[1][n - 1];
    size_t bytes = buffers[n - 1].n, step = float_size ? float_size : 1;
    for (size_t i = 0; i < bytes && same; i += step)
        if (float_size ? rig_distance(x + i, y + i, float_size) > ulps : x[i] != y[i]) {
            fprintf(stderr, "%s: byte %zu of the result differs: %02x, on the CPU %02x\n", m->functions.at[f].name, i,
                    x[i], y[i]);
            same = false;
        }
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0; i < n; i++)
            free(of[side][i]);
    rig_n_failed += !same;
    return same;
}

#endif
