/* attention_ptx_test.c: the Rust kernels of attention that CUDA devices run, as NVRTC compiles them, on the PTX
 * interpreter: copies come and products are done as late as PTX allows, and kernels from which a wait or a fence was
 * taken are found out. */
#include <stdio.h>
#include <string.h>

#include "product/attention_inner.h"
#include "product/attention_reference.h"
#include "product/ptx_device.h"

#include "base/error_check.h"

static rustg_context *context;
static rustg_stream *stream;
static const char *expected; /* the kernel's name */

rustg_status __wrap_attention_on_cpu(const attention *a, uint32_t n_threads, rustg_error *why);

static void put_place(size_t which, const attention *a, attention_tensor *tensor)
{
    const bool is_kv = which == 1 || which == 2;
    const uint64_t n[] = {a->n_batch, is_kv ? a->n_kv_heads : a->n_heads, is_kv ? a->n_keys : a->n_queries};
    const uint64_t before = tensor->pointer % 16;
    uint64_t end = a->head_size;
    for (size_t i = 0; i < 3; i++)
        end += n[i] ? (n[i] - 1) * tensor->strides[i] : 0;
    ptx_places[which] =
        (ptx_place){(uint8_t *)(uintptr_t)(tensor->pointer - before), n[2] ? end * 2 + before : 0, which == 3};
    tensor->pointer = PTX_PLACE(which) + before;
}

rustg_status __wrap_attention_on_cpu(const attention *a, uint32_t n_threads, rustg_error *why)
{
    attention own = *a;
    attention_tensor *const tensors[] = {&own.q, &own.k, &own.v, &own.o};
    const char *kernel = NULL;
    (void)n_threads;
    for (size_t i = 0; i < 4; i++)
        put_place(i, a, tensors[i]);
    rustg_status status = attention_by_kernels(&ptx_device_stream, &own, &kernel, why);
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
static const struct ptx_mistake {
    const char *taken, *instead, *message;
} mistakes[] = {
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
    {"see_map(maps.wrapping_add(3));", "", "no fence.proxy.tensormap"},
};

int main(void)
{
    int n_wrong = 0;
    GOOD(rustg_initialize(NULL, &error));
    GOOD(rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &context, &error));
    GOOD(rustg_stream_create(context, &stream, &error));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ptx_open_device(context, stream, cases[i].n, cases[i].capability);
        expected = cases[i].kernel;
        const int wrong = attention_case_run(&cases[i].row, context, stream);
        if (wrong == -1 && strstr(attention_case_error.message, "NVRTC") && ptx_n_launches == 0) {
            printf("skipped: %s\n", attention_case_error.message);
            return 77;
        }
        if (wrong)
            n_wrong += printf("FAIL: %s: %d, %s\n", cases[i].row.name, wrong, attention_case_error.message) > 0;
        ptx_close_device();
    }
    const attention_case row = {"a mistake", RUSTG_ELEMENT_BF16, 1, 1, 1, 200, 600, 128, true, LAYOUT_PACKED, 0};
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        ptx_open_device(context, stream, 1, 90);
        ptx_taken = mistakes[i].taken;
        ptx_instead = mistakes[i].instead;
        expected = "hopper";
        ptx_was_taken = false;
        const int wrong = attention_case_run(&row, context, stream);
        if (!ptx_was_taken || wrong != -1 || !strstr(attention_case_error.message, mistakes[i].message))
            n_wrong +=
                printf("FAIL: without `%s`: %d, %s\n", mistakes[i].taken, wrong, attention_case_error.message) > 0;
        ptx_close_device();
    }
    rustg_stream_destroy(stream);
    rustg_context_close(context);
    rustg_shutdown();
    printf("%u launches, %d wrong, greatest error over its bound %.3f\n", ptx_n_launches, n_wrong,
           attention_case_worst);
    return n_wrong != 0;
}
