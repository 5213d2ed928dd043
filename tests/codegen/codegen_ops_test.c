/* codegen_ops_test.c: every operation and every intrinsic of numbers, on edge values of every type: the C target gives
 * the interpreter's bits (transcendental functions: within 4 ulps). Exits 77 without a C compiler. */
#include "codegen_ops.h"

static void run_case(void *library, const kernel_case *c)
{
    static uint8_t a[N_VALUES * N_VALUES * 8], b[sizeof a], out[sizeof a];
    ir_launch launch = {.grid = {N_VALUES * N_VALUES / BLOCK, 1, 1}, .block = {BLOCK, 1, 1}};
    size_t size_a = ir_size(&m, c->a), size_b = c->b ? ir_size(&m, c->b) : 0, size_out = ir_size(&m, c->out);
    for (unsigned i = 0; i < N_VALUES * N_VALUES; i++) {
        uint64_t x = edge(c->a, i % N_VALUES, false), y = c->b ? edge(c->b, i / N_VALUES, c->whole_b) : 0;
        if (c->a == IR_U16 && !c->b)
            x = i * 113;
        if (c->out == IR_U16 && c->a == IR_F32) /* halves too small to be normal, and ties */
            x = (i & 1 ? 0x80000000u : 0) + 0x32F00000u + i * 0x28000u;
        x = swept(c, i, x);
        memcpy(a + i * size_a, &x, size_a);
        memcpy(b + i * size_b, &y, size_b);
    }
    rig_buffer buffers[] = {{a, sizeof a}, {b, sizeof b}, {out, N_VALUES * N_VALUES * size_out}};
    unsigned float_size = c->out == IR_F32 ? 4 : c->out == IR_F64 ? 8 : 0;
    rig_compare(&m, library, c->f, &launch, buffers, 3, float_size, c->ulps);
}

int main(void)
{
    const char *text;
    if (setjmp(rig_out)) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    rig_begin(&m);
    add_all(true);
    const char *wrong = ir_verify(&m);
    if (wrong) {
        fprintf(stderr, "%s\n", wrong);
        return 1;
    }
    void *library = rig_open(&m, &text);
    for (uint32_t i = 0; i < n_cases; i++)
        run_case(library, &cases[i]);
    CHECK(strcmp(text, codegen_text_of(&codegen_target_c, &m, &(codegen_options){.checks = true}).text) == 0);
    printf("%u kernels, %d failed\n", n_cases, rig_n_failed);
    arena_free(&rig_arena);
    return rig_n_failed != 0;
}
