/* fuzz_ir.c: libFuzzer's entry for the IR's text. Checked: what the reader takes prints as a text that reads back as
 * the same; what the verifier takes is optimized into a module that it takes again, becomes text for both targets, and
 * is run by the interpreter, whatever it does there. */
#include "fuzz/fuzz_rig.h"

#include "codegen/codegen.h"
#include "opt/opt.h"

unsigned long fuzz_n_taken;

enum { MOST_STEPS = 20000, MOST_BYTES = 4096, MOST_THREADS = 64 };

/* Arguments are zeros, but for pointers, which are all of one buffer. */
static void run_function(ir_module *m, ir_function_id id)
{
    static uint64_t buffer[8];
    const ir_function *f = &m->functions.at[id];
    const ir_memory reached = {.start = buffer, .n_bytes = sizeof buffer, .name = "buffer"};
    ir_launch launch = {.grid = {1, 1, 1}, .block = {2, 1, 1}, .max_steps = MOST_STEPS};
    const void **args = calloc(f->n_params + 1, sizeof *args);
    uint64_t n_threads = 1, result_size = f->result ? ir_size(m, f->result) : 0;
    bool fits = result_size <= MOST_BYTES;
    launch.memory = &reached;
    launch.n_memory = 1;
    for (int i = 0; i < 3; i++) {
        launch.block[i] = f->block[i] ? f->block[i] : launch.block[i];
        n_threads *= launch.block[i] < MOST_THREADS ? launch.block[i] : MOST_THREADS + 1;
    }
    for (uint32_t i = 0; i < f->n_params; i++) {
        const uint64_t size = ir_size(m, f->params[i]);
        fits = fits && size <= MOST_BYTES;
        void *bytes = calloc(1, fits && size ? size : 1);
        const void *address = buffer;
        if (size >= sizeof address && size <= MOST_BYTES && f->params[i] > IR_F64)
            memcpy(bytes, &address, sizeof address);
        args[i] = bytes;
    }
    if (fits && f->is_kernel && n_threads <= MOST_THREADS) {
        ir_panic panic = {0};
        if (ir_run_kernel(m, id, &launch, args, &panic) == IR_PANICKED)
            ir_panic_text(m, &panic);
    } else if (fits && !f->is_kernel) {
        void *result = calloc(1, result_size + 16);
        ir_panic panic = {0};
        ir_run_function(m, id, &launch, args, result, &panic);
        free(result);
    }
    for (uint32_t i = 0; i < f->n_params; i++)
        free((void *)(uintptr_t)args[i]);
    free(args);
}

static void check_text(ir_module *m)
{
    const char *text = ir_print(m), *message = "";
    ir_module again;
    ir_begin(&again, m->memory);
    if (!ir_read(&again, text, strlen(text), &message)) {
        fputs(text, stderr);
        fuzz_fail("the printed text does not read back", message);
    }
    if (strcmp(ir_print(&again), text) != 0)
        fuzz_fail("the printed text reads back as another", text);
}

static void check_verified(ir_module *m)
{
    const codegen_options how = {.checks = true, .opt_level = 3};
    check_text(m);
    fuzz_n_taken++;
    for (ir_function_id id = 1; id < m->functions.n; id++)
        run_function(m, id);
    codegen_emit(&codegen_target_c, m, &how);
    codegen_emit(&codegen_target_cuda, m, &how);
    for (int for_cpu = 0; for_cpu < 2; for_cpu++) {
        ir_module *optimized = opt_optimize(m, &(opt_options){.coarsen = true, .for_cpu = for_cpu});
        const char *wrong = ir_verify(optimized);
        if (wrong)
            fuzz_fail("the optimized module", wrong);
        codegen_emit(for_cpu ? &codegen_target_c : &codegen_target_cuda, optimized, &how);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_data)
{
    arena memory = {0};
    jmp_buf out_of_memory;
    ir_module *m;
    const char *message;
    memory.out_of_memory = &out_of_memory;
    if (setjmp(out_of_memory) == 0) {
        m = ARENA_NEW(&memory, ir_module);
        ir_begin(m, &memory);
        if (ir_read(m, (const char *)data, n_data, &message)) {
            if (!ir_verify(m))
                check_verified(m);
        } else if (!message || !*message) {
            fuzz_fail("the reader says nothing", "");
        }
    }
    arena_free(&memory);
    return 0;
}
