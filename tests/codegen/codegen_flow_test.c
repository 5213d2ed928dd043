/* codegen_flow_test.c: control flow, memory, calls, panics, barriers, warps and atomics: the C target ends as the
 * interpreter does, with the same bytes. Exits 77 without a C compiler. */
#include "codegen_flow.h"

int main(void)
{
    static uint32_t input[FLOW_WORDS], output[FLOW_WORDS];
    static ir_module m;
    const char *text;
    if (setjmp(rig_out)) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    rig_begin(&m);
    flow_all(&m);
    flow_deadlock(&m);
    const char *wrong = ir_verify(&m);
    if (wrong) {
        fprintf(stderr, "%s\n", wrong);
        return 1;
    }
    void *library = rig_open(&m, &text);
    for (uint32_t i = 0; i < flow_n; i++) {
        ir_launch launch = flow_launch(i, input);
        rig_buffer buffers[] = {{input, sizeof input}, {output, sizeof output}};
        rig_compare(&m, library, flow_cases[i].f, &launch, buffers, 2, 0, 0);
    }
    CHECK(strcmp(text, codegen_text_of(&codegen_target_c, &m, &(codegen_options){.checks = true}).text) == 0);
    printf("%u kernels, %d failed\n", flow_n, rig_n_failed);
    arena_free(&rig_arena);
    return rig_n_failed != 0;
}
