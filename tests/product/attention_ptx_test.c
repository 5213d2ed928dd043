/* attention_ptx_test.c: the Rust kernels of attention that CUDA devices run, as NVRTC compiles them, on the PTX
 * interpreter: copies come and products are done as late as PTX allows, and kernels from which a wait or a fence was
 * taken are found out. */
#include <stdio.h>
#include <string.h>

#include "product/attention_checked.h"
#include "product/attention_reference.h"
#include "product/ptx_device.h"

#include "base/error_check.h"

static rustg_context *context;
static rustg_stream *stream;
static const char *expected; /* the kernel's name */

rustg_status __wrap_attention_on_cpu(const attention *a, uint32_t n_threads, rustg_error *why);

rustg_status __wrap_attention_gradient_on_cpu(const attention_gradient *g, uint32_t n_threads, rustg_error *why);

static void put_place(size_t which, const attention *a, attention_tensor *tensor, bool is_of_keys, bool is_written)
{
    const uint64_t n[] = {a->n_batch, is_of_keys ? a->n_kv_heads : a->n_heads, is_of_keys ? a->n_keys : a->n_queries};
    const uint64_t before = tensor->pointer % 16;
    uint64_t end = a->head_size;
    for (size_t i = 0; i < 3; i++)
        end += n[i] ? (n[i] - 1) * tensor->strides[i] : 0;
    ptx_places[which] =
        (ptx_place){(uint8_t *)(uintptr_t)(tensor->pointer - before), n[2] ? end * 2 + before : 0, is_written};
    tensor->pointer = PTX_PLACE(which) + before;
}

enum { LOGS = 8, WORKSPACE };

static void put_attention(attention *a, bool is_forward)
{
    const uint64_t n_bytes = a->n_batch * a->n_heads * a->n_queries * sizeof(float), before = a->log_sums % 16;
    memset(ptx_places, 0, sizeof ptx_places);
    put_place(0, a, &a->q, false, false);
    put_place(1, a, &a->k, true, false);
    put_place(2, a, &a->v, true, false);
    put_place(3, a, &a->o, false, is_forward);
    if (!a->log_sums)
        return;
    ptx_places[LOGS] = (ptx_place){(uint8_t *)(uintptr_t)(a->log_sums - before), n_bytes + before, is_forward};
    a->log_sums = PTX_PLACE(LOGS) + before;
}

rustg_status __wrap_attention_on_cpu(const attention *a, uint32_t n_threads, rustg_error *why)
{
    attention own = *a;
    const char *kernel = NULL;
    (void)n_threads;
    put_attention(&own, true);
    rustg_status status = attention_by_kernels(&ptx_device_stream, &own, &kernel, why);
    CHECK(status != RUSTG_OK || strcmp(kernel, expected) == 0);
    return status;
}

rustg_status __wrap_attention_gradient_on_cpu(const attention_gradient *g, uint32_t n_threads, rustg_error *why)
{
    attention_gradient own = *g;
    const char *kernel = NULL;
    (void)n_threads;
    put_attention(&own.of, false);
    put_place(4, &own.of, &own.o_gradient, false, false);
    put_place(5, &own.of, &own.q_gradient, false, true);
    put_place(6, &own.of, &own.k_gradient, true, true);
    put_place(7, &own.of, &own.v_gradient, true, true);
    if (own.workspace) {
        ptx_places[WORKSPACE] =
            (ptx_place){(uint8_t *)(uintptr_t)own.workspace, attention_workspace_bytes(&own.of), true};
        own.workspace = PTX_PLACE(WORKSPACE);
    }
    rustg_status status = attention_gradient_by_kernels(&ptx_device_stream, &own, &kernel, why);
    CHECK(status != RUSTG_OK || strcmp(kernel, expected) == 0);
    return status;
}

/* n: multiprocessors. */
static const struct ptx_case {
    attention_case row;
    int n, capability;
    const char *kernel;
} cases[] = {
    {{"bf16 128", RUSTG_ELEMENT_BF16, 1, 2, 1, 130, 300, 128, false, LAYOUT_ROWS, 0}, 3, 90, "hopper"},
    {{"bf16 128 causal", RUSTG_ELEMENT_BF16, 1, 1, 0, 290, 300, 128, true, LAYOUT_PACKED, 0}, 2, 90, "hopper"},
    {{"f16 64 causal", RUSTG_ELEMENT_F16, 2, 2, 2, 150, 130, 64, true, LAYOUT_ROWS, 0.2}, 2, 90, "hopper"},
    {{"f16 64", RUSTG_ELEMENT_F16, 1, 1, 1, 1, 1, 64, false, LAYOUT_ROWS, 0}, 132, 90, "hopper"},
    {{"f16 128", RUSTG_ELEMENT_F16, 1, 3, 1, 20, 257, 128, false, LAYOUT_PACKED, 0.5}, 1, 90, "hopper"},
    {{"bf16 64 causal", RUSTG_ELEMENT_BF16, 1, 1, 1, 300, 70, 64, true, LAYOUT_PACKED, 0}, 1, 90, "hopper"},
    {{"bf16, no keys", RUSTG_ELEMENT_BF16, 1, 1, 1, 5, 0, 64, false, LAYOUT_PACKED, 0}, 1, 90, "mma"},
    {{"bf16, odd", RUSTG_ELEMENT_BF16, 2, 2, 1, 67, 101, 128, true, LAYOUT_ODD, 0}, 132, 90, "mma"},
    {{"f16 64, sm_80", RUSTG_ELEMENT_F16, 1, 2, 2, 130, 150, 64, false, LAYOUT_ROWS, 0}, 132, 80, "mma"},
    {{"bf16 128 causal, sm_80", RUSTG_ELEMENT_BF16, 1, 2, 1, 200, 130, 128, true, LAYOUT_PACKED, 0}, 132, 80, "mma"},
};

/* What is taken from the kernel, and what the interpreter says then. */
typedef struct ptx_mistake {
    const char *taken, *instead, *message;
} ptx_mistake;
static const ptx_mistake mistakes[] = {
    {"        fence();\n    }\n    block::sync", "    }\n    block::sync",
     "no fence is behind a write to shared memory"},
    {"            fence();\n", "", "no fence is behind a write to shared memory"},
    {"queries.full().wait(queries.parity);", "", "may still write these bytes"},
    {"keys.full().wait(keys.parity);", "", "may still write these bytes"},
    {"values.full().wait(values.parity);", "", "may still write these bytes"},
    {"self.empty().wait(self.parity ^ 1);", "", "more threads arrive than the mbarrier was begun with"},
    {"self.empty().wait(self.parity ^ 1);", "self.empty().wait(self.parity);", "deadlock"},
    {"scores.begin();", "", "no wgmma.fence"},
    {"out.wait_with::<0, 32>(&mut powers);", "out.wait_with::<1, 32>(&mut powers);", "the product of line"},
    {"keys.init(ROWS / 64);", "keys.init(ROWS / 64 + 1);", "deadlock"},
    {"pass::<256>(TURN + 3 - warpgroup);", "", "deadlock"},
    {"stores_wait::<0>();\n            }", "}", "the store of line"},
};

/* The same of the gradient's. */
static const ptx_mistake gradient_mistakes[] = {
    {"        fence();\n    }\n    block::sync", "    }\n    block::sync",
     "no fence is behind a write to shared memory"},
    {"fence();\n                meet::<256>", "meet::<256>", "no fence is behind a write to shared memory"},
    {"fence();\n            meet::<128>", "meet::<128>", "no fence is behind a write to shared memory"},
    {"outs.full().wait(outs.parity);", "", "may still write these bytes"},
    {"                ahead.full().wait(ahead.parity);\n", "", "may still write these bytes"},
    {"both.full().wait(both.parity);", "", "may still write these bytes"},
    {"numbers, QUERIES * 8);", "numbers, QUERIES * 8 + 4);", "no multiples of 16"},
    {"fewer_registers::<24>", "fewer_registers::<32>", "setmaxnreg gives 65536 registers"},
    {"outs.init(2);", "outs.init(3);", "deadlock"},
    {"both.give_back(is_first);", "both.next();", "deadlock"},
    {"                stores_wait::<0>();\n", "", "the store of line"},
    {"    if is_first {\n        stores_wait::<0>();", "    if is_first {", "the block ends before this store is done"},
};

/* Attention that is right, then the kernel with a mistake, which must be found. */
static int run_mistake(const ptx_mistake *mistake, bool is_gradient)
{
    const attention_case row = {"a mistake",  RUSTG_ELEMENT_BF16, 1, 1, 1, 200, is_gradient ? 300 : 600, 128,
                                !is_gradient, LAYOUT_PACKED,      0};
    ptx_open_device(context, stream, 1, 90);
    ptx_taken = mistake->taken;
    ptx_instead = mistake->instead;
    ptx_of = is_gradient ? "gradient" : "";
    expected = "hopper";
    ptx_was_taken = false;
    const int wrong =
        is_gradient ? attention_gradient_case_run(&row, context, stream) : attention_case_run(&row, context, stream);
    const bool is_found = ptx_was_taken && wrong == -1 && strstr(attention_case_error.message, mistake->message);
    ptx_close_device();
    return is_found ? 0
                    : printf("FAIL: without `%s`: %d, %s\n", mistake->taken, wrong, attention_case_error.message) > 0;
}

/* How many are wrong; -1: NVRTC is missing. Those for sm_90a are NVRTC's alone. */
static int run_cases(uint32_t backend)
{
    const uint32_t n_before = ptx_n_launches;
    int n_wrong = 0;
    ptx_backend = backend;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (backend == RUSTG_KERNEL_BACKEND_PTX && strcmp(cases[i].kernel, "hopper") == 0)
            continue;
        ptx_open_device(context, stream, cases[i].n, cases[i].capability);
        expected = cases[i].kernel;
        int wrong = attention_case_run(&cases[i].row, context, stream);
        if (wrong == -1 && strstr(attention_case_error.message, "NVRTC") && ptx_n_launches == n_before)
            return -1;
        if (wrong == 0)
            wrong = attention_gradient_case_run(&cases[i].row, context, stream);
        if (wrong)
            n_wrong += printf("FAIL: %s: %d, %s\n", cases[i].row.name, wrong, attention_case_error.message) > 0;
        ptx_close_device();
    }
    return n_wrong;
}

int main(void)
{
    GOOD(rustg_initialize(NULL, &error));
    GOOD(rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &context, &error));
    GOOD(rustg_stream_create(context, &stream, &error));
    const int n_own = run_cases(RUSTG_KERNEL_BACKEND_PTX), n_by_nvrtc = run_cases(RUSTG_KERNEL_BACKEND_NVRTC);
    if (n_own == 0 && n_by_nvrtc < 0) {
        printf("skipped: %s\n", attention_case_error.message);
        return 77;
    }
    int n_wrong = n_own + (n_by_nvrtc != 0);
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++)
        n_wrong += run_mistake(&mistakes[i], false);
    for (size_t i = 0; i < sizeof gradient_mistakes / sizeof gradient_mistakes[0]; i++)
        n_wrong += run_mistake(&gradient_mistakes[i], true);
    rustg_stream_destroy(stream);
    rustg_context_close(context);
    rustg_shutdown();
    printf("%u launches, %d wrong, greatest error over its bound %.3f\n", ptx_n_launches, n_wrong,
           attention_case_worst);
    return n_wrong != 0;
}
