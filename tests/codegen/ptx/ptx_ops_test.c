/* ptx_ops_test.c: every operation and intrinsic of tests/codegen, on edge values of every type, as PTX on this
 * interpreter: the IR interpreter's bits (transcendental functions: within the case's units; NaNs are equal). Exits 77
 * without NVRTC. */
#include "codegen/codegen_ops.h"

#include "ptx.h"

enum { N = N_VALUES * N_VALUES };
static uint8_t a[N * 8], b[N * 8], wanted[N * 8], out[N * 8];

static void fill(const kernel_case *c)
{
    size_t size_a = ir_size(&m, c->a), size_b = c->b ? ir_size(&m, c->b) : 0;
    for (unsigned i = 0; i < N; i++) {
        uint64_t x = edge(c->a, i % N_VALUES, false), y = c->b ? edge(c->b, i / N_VALUES, c->whole_b) : 0;
        if (c->a == IR_U16 && !c->b)
            x = i * 113;
        if (c->out == IR_U16 && c->a == IR_F32)
            x = (i & 1 ? 0x80000000u : 0) + 0x32F00000u + i * 0x28000u;
        x = swept(c, i, x);
        memcpy(a + i * size_a, &x, size_a);
        memcpy(b + i * size_b, &y, size_b);
    }
    memset(wanted, 0, sizeof wanted);
    memset(out, 0, sizeof out);
}

static void check_case(ptx_machine *ptx, const uint64_t *addresses, const kernel_case *c)
{
    const char *name = m.functions.at[c->f].name;
    const void *pointers[] = {a, b, wanted}, *args[] = {&pointers[0], &pointers[1], &pointers[2]};
    const void *params[] = {&addresses[0], &addresses[1], &addresses[2]};
    const ir_memory reached[] = {
        {a, sizeof a, "a", false}, {b, sizeof b, "b", false}, {wanted, sizeof wanted, "wanted", false}};
    ir_launch launch = {.grid = {N / BLOCK, 1, 1}, .block = {BLOCK, 1, 1}, .memory = reached, .n_memory = 3};
    ptx_launch own = {
        .kernel = name, .grid = {N / BLOCK, 1, 1}, .block = {BLOCK, 1, 1}, .params = params, .n_params = 3};
    ir_panic panic = {0};
    fill(c);
    ir_outcome outcome = ir_run_kernel(&m, c->f, &launch, args, &panic);
    if (!ptx_run(ptx, &own) || outcome != IR_RAN) {
        fprintf(stderr, "%s: %s\n", name, outcome == IR_RAN ? ptx->message : "the IR interpreter does not run it");
        ptx->failed = false;
        rig_n_failed++;
        return;
    }
    unsigned size = (unsigned)ir_size(&m, c->out), is_float = c->out == IR_F32 || c->out == IR_F64;
    for (unsigned i = 0; i < N; i++)
        if (is_float ? rig_distance(wanted + i * size, out + i * size, size) > c->ulps
                     : memcmp(wanted + i * size, out + i * size, size) != 0) {
            uint64_t x = 0, y = 0;
            memcpy(&x, wanted + i * size, size);
            memcpy(&y, out + i * size, size);
            fprintf(stderr, "%s: element %u is %#llx, not %#llx\n", name, i, (unsigned long long)y,
                    (unsigned long long)x);
            rig_n_failed++;
            return;
        }
}

int main(void)
{
    codegen_options options = {.checks = true, .opt_level = 3};
    tool_cuda_code made;
    rustg_error error;
    static ptx_machine ptx;
    if (setjmp(rig_out)) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    rig_begin(&m);
    add_all(true);
    rustg_status status = tool_nvrtc(&rig_arena, codegen_text_of(&codegen_target_cuda, &m, &options).text, "sm_90",
                                     false, &options, &made, &error);
    if (status == RUSTG_ERR_NO_NVRTC) {
        printf("skipped: %s\n", error.message);
        return 77;
    }
    if (status != RUSTG_OK || !ptx_read(&ptx, (const char *)made.bytes)) {
        fprintf(stderr, "%s\n", status == RUSTG_OK ? ptx.message : error.message);
        return 1;
    }
    ptx.memory.out_of_memory = &rig_out;
    uint64_t addresses[] = {ptx_map(&ptx, "a", a, sizeof a, false), ptx_map(&ptx, "b", b, sizeof b, false),
                            ptx_map(&ptx, "out", out, sizeof out, true)};
    for (uint32_t i = 0; i < n_cases; i++)
        check_case(&ptx, addresses, &cases[i]);
    printf("%u kernels, %d failed\n", n_cases, rig_n_failed);
    ptx_free(&ptx);
    arena_free(&rig_arena);
    return rig_n_failed != 0;
}
