/* product_ptx_test.c: the Rust kernels of products that CUDA devices run, as NVRTC compiles them, on the PTX
 * interpreter: a context of ours stands for a device, and the launch, its module and its tensor maps end here. Copies
 * come and products are done as late as PTX allows; kernels from which a wait or a fence was taken are found out. */
#include <stdio.h>
#include <string.h>

#include "product/matmul_reference.h"
#include "product/product_cublaslt.h"
#include "product/ptx_device.h"

#include "base/error_check.h"

enum { A, B, C, BIAS }; /* places of matrices */

static rustg_context *context;
static rustg_stream *stream;
static const char *expected; /* the kernel's name */

rustg_status __wrap_product_on_cpu(const product *p, uint32_t n_threads, rustg_error *why);

static void put_place(int which, const product_matrix *matrix, uint64_t n_batch, uint64_t bytes, uint64_t *pointer)
{
    const uint64_t n = matrix->rows && matrix->columns ? (n_batch - 1) * matrix->batch_stride +
                                                             (matrix->rows - 1) * matrix->row_stride + matrix->columns
                                                       : 0;
    const uint64_t before = *pointer % 16;
    ptx_places[which] = (ptx_place){(uint8_t *)(uintptr_t)(*pointer - before), n ? n * bytes + before : 0, which == C};
    *pointer = PTX_PLACE(which) + before;
}

rustg_status __wrap_product_on_cpu(const product *p, uint32_t n_threads, rustg_error *why)
{
    product own = *p;
    const char *kernel = NULL;
    (void)n_threads;
    put_place(A, &p->a, p->n_batch, rustg_element_size(p->element), &own.a.pointer);
    put_place(B, &p->b, p->n_batch, rustg_element_size(p->element), &own.b.pointer);
    put_place(C, &p->c, p->n_batch, rustg_element_size(p->output), &own.c.pointer);
    memset(&ptx_places[BIAS], 0, sizeof ptx_places[BIAS]);
    if (p->bias)
        put_place(BIAS, &(product_matrix){.rows = 1, .columns = p->n}, 1, rustg_element_size(p->output), &own.bias);
    rustg_status status = product_by_kernels(&ptx_device_stream, &own, &kernel, why);
    CHECK(status != RUSTG_OK || strcmp(kernel, expected) == 0);
    return status;
}

/* n: multiprocessors, which decide the width of tiles. kinds: bits. */
static const struct ptx_case {
    case_row row;
    int n, capability;
    uint32_t kinds;
    const char *kernel;
} cases[] = {
    {{"bf16", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_BF16, 136, 72, 328, 2}, 132, 90, 0x00F, "hopper"},
    {{"f16", RUSTG_ELEMENT_F16, RUSTG_ELEMENT_F16, 64, 200, 40, 1}, 132, 90, 0xF00, "hopper"},
    {{"bf16, narrow", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_BF16, 264, 64, 24, 1}, 1, 90, 0x001, "hopper"},
    {{"f16 to f32, wide", RUSTG_ELEMENT_F16, RUSTG_ELEMENT_F32, 24, 248, 72, 1}, 1, 90, 0x001, "hopper"},
    {{"bf16 to f32", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_F32, 72, 200, 136, 2}, 132, 90, 0x7000, "hopper"},
    {{"bf16, alpha 0", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_BF16, 24, 40, 16, 1}, 132, 90, 0x8000, "mma"},
    {{"bf16, inside", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_BF16, 128, 128, 24, 1}, 1, 90, 0x020, "hopper"},
    {{"bf16, odd", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_BF16, 67, 37, 101, 2}, 132, 90, 0xF00, "mma"},
    {{"f16, aligned", RUSTG_ELEMENT_F16, RUSTG_ELEMENT_F16, 72, 136, 104, 2}, 1, 80, 0x00F, "mma"},
    {{"f16 to f32", RUSTG_ELEMENT_F16, RUSTG_ELEMENT_F32, 72, 136, 40, 1}, 4, 80, 0x0F0, "mma"},
    {{"bf16, packed", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_BF16, 259, 257, 37, 2}, 132, 90, 0x421, "hopper"},
    {{"bf16, thin", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_BF16, 13, 37, 101, 2}, 132, 90, 0xF00, "thin"},
    {{"f16, thin", RUSTG_ELEMENT_F16, RUSTG_ELEMENT_F32, 16, 72, 1040, 1}, 132, 80, 0x00F, "thin"},
    {{"tf32, thin", RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, 13, 37, 101, 2}, 132, 90, 0xF00, "thin"},
    {{"tf32, thin, aligned", RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, 16, 72, 1040, 1}, 132, 80, 0x00F, "thin"},
    {{"tf32", RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, 67, 37, 35, 2}, 132, 90, 0x00F, "mma"},
    {{"tf32, wide", RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, 72, 136, 40, 1}, 1, 80, 0x0F0, "mma"},
    {{"bf16, 192 columns", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_BF16, 72, 184, 72, 1}, 1, 90, 0x00F, "hopper"},
    {{"bf16, two tiles of 192 columns", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_BF16, 136, 184, 72, 1},
     1,
     90,
     0x001,
     "hopper"},
    {{"f16 to f32, 192 columns", RUSTG_ELEMENT_F16, RUSTG_ELEMENT_F32, 72, 376, 72, 1}, 1, 90, 0x003, "hopper"},
    {{"tf32 on hopper", RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, 136, 72, 152, 2}, 132, 90, 0x4444, "hopper"},
    {{"tf32 on hopper, wide", RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, 24, 248, 20, 1}, 1, 90, 0x0004, "hopper"},
    {{"tf32 on hopper, packed", RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, 259, 257, 37, 2}, 132, 90, 0x421, "hopper"},
    {{"f32", RUSTG_ELEMENT_F32, RUSTG_ELEMENT_F32, 9, 7, 5, 1}, 132, 90, 0x001, "general"},
    {{"bf16, old", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_BF16, 9, 7, 5, 1}, 132, 75, 0x001, "general"},
};

/* What is taken from the kernel, and what the interpreter says then. */
static const struct ptx_mistake {
    const char *taken, *instead, *message;
} mistakes[] = {
    {"        fence();\n", "", "no fence is behind a write to shared memory"},
    {"stages.full().wait(stages.parity);", "", "may still write these bytes"},
    {"stages.full().wait(stages.parity);", "stages.full().wait(stages.parity ^ 1);", "may still write these bytes"},
    {"stages.empty().wait(stages.parity ^ 1);", "", "more threads arrive than the mbarrier was begun with"},
    {"stages.empty().wait(stages.parity ^ 1);", "stages.empty().wait(stages.parity);", "deadlock"},
    {"sums.begin();", "", "no wgmma.fence"},
    {"sums.wait::<1>();", "sums.wait::<9>();", "the product of line"},
    {"sums.wait::<0>();", "", "the product of line"},
    {"stages.empty().init(2)", "stages.empty().init(1)", "deadlock"},
    {"stages.empty().init(2)", "stages.empty().init(3)", "deadlock"},
    {"                fence();\n", "", "no fence is behind a write to shared memory"},
    {"stores_wait::<{ PARTS - 1 }>();", "", "the store of line"},
    {"        stores_wait::<0>();\n", "", "the block ends before this store is done"},
    {"expect(Stages::<COLUMNS>::STAGE)", "expect(Stages::<COLUMNS>::STAGE + 16)", "deadlock"},
};

/* With tf32 2^-10 of all magnitudes together, whatever k is. */
static double unit_of(const case_row *row)
{
    return case_allow_tf32 ? 0x1p-10 / (double)(row->k + 8) : 0x1p-24;
}

/* Rows of product_choice.def, of square products. */
static void check_choice(void)
{
    static const struct {
        rustg_element element;
        bool allow_tf32;
        uint64_t side;
        int capability;
        rustg_matmul_backend backend;
    } rows[] = {{RUSTG_ELEMENT_BF16, false, 2048, 90, RUSTG_MATMUL_OWN},
                {RUSTG_ELEMENT_BF16, false, 2048, 80, RUSTG_MATMUL_LIBRARY},
                {RUSTG_ELEMENT_F32, false, 1024, 90, RUSTG_MATMUL_LIBRARY},
                {RUSTG_ELEMENT_F32, true, 512, 90, RUSTG_MATMUL_LIBRARY},
                {RUSTG_ELEMENT_F32, true, 1024, 90, RUSTG_MATMUL_OWN},
                {RUSTG_ELEMENT_F32, true, 2048, 90, RUSTG_MATMUL_LIBRARY}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const uint64_t n = rows[i].side;
        const product_matrix matrix = {.rows = n, .columns = n, .row_stride = n, .batch_stride = n * n};
        const product p = {.element = rows[i].element,
                           .output = rows[i].element,
                           .m = n,
                           .n = n,
                           .k = n,
                           .n_batch = 1,
                           .allow_tf32 = rows[i].allow_tf32,
                           .alpha = 1,
                           .a = matrix,
                           .b = matrix,
                           .c = matrix};
        ptx_open_device(context, stream, 132, rows[i].capability);
        CHECK(product_choice(&ptx_device_stream, &p) == rows[i].backend);
        ptx_close_device();
    }
}

/* A capture allocates nothing: hopper is taken where no operand is copied first. */
static void check_capture(void)
{
    static int anything;
    const product_matrix aligned = {.rows = 512, .columns = 512, .row_stride = 512, .batch_stride = 512 * 512},
                         odd = {.rows = 512, .columns = 512, .row_stride = 513, .batch_stride = 512 * 513};
    product p = {.element = RUSTG_ELEMENT_BF16,
                 .output = RUSTG_ELEMENT_BF16,
                 .m = 512,
                 .n = 512,
                 .k = 512,
                 .n_batch = 1,
                 .alpha = 1,
                 .a = aligned,
                 .b = aligned,
                 .c = aligned};
    ptx_open_device(context, stream, 132, 90);
    ptx_device_stream.capture = (void *)&anything;
    CHECK(product_kernel_of(&ptx_device_stream, &p) == PRODUCT_KERNEL_HOPPER);
    p.b = odd;
    CHECK(product_kernel_of(&ptx_device_stream, &p) == PRODUCT_KERNEL_MMA);
    ptx_device_stream.capture = NULL;
    CHECK(product_kernel_of(&ptx_device_stream, &p) == PRODUCT_KERNEL_HOPPER);
    ptx_close_device();
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
        case_allow_tf32 = strncmp(cases[i].row.name, "tf32", 4) == 0;
        for (uint32_t kind = 0; kind < CASE_N_KINDS; kind++) {
            if (!(cases[i].kinds >> kind & 1))
                continue;
            const int wrong = case_run(&cases[i].row, kind, context, stream, RUSTG_MATMUL_OWN, unit_of(&cases[i].row));
            if (wrong == -1 && strstr(case_error.message, "NVRTC") && ptx_n_launches == n_before)
                return -1;
            n_wrong += wrong != 0;
        }
        ptx_close_device();
    }
    return n_wrong;
}

int main(void)
{
    GOOD(rustg_initialize(NULL, &error));
    GOOD(rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &context, &error));
    GOOD(rustg_stream_create(context, &stream, &error));
    check_choice();
    check_capture();
    const int n_own = run_cases(RUSTG_KERNEL_BACKEND_PTX), n_by_nvrtc = run_cases(RUSTG_KERNEL_BACKEND_NVRTC);
    if (n_own == 0 && n_by_nvrtc < 0) {
        printf("skipped: %s\n", case_error.message);
        return 77;
    }
    int n_wrong = n_own + (n_by_nvrtc != 0);
    const case_row row = {"a mistake", RUSTG_ELEMENT_BF16, RUSTG_ELEMENT_BF16, 24, 504, 600, 1};
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        ptx_open_device(context, stream, 1, 90);
        ptx_taken = mistakes[i].taken;
        ptx_instead = mistakes[i].instead;
        expected = "hopper";
        ptx_was_taken = false;
        const int wrong = case_run(&row, 0, context, stream, RUSTG_MATMUL_OWN, 0x1p-24);
        if (!ptx_was_taken || wrong != -1 || !strstr(case_error.message, mistakes[i].message))
            n_wrong += printf("FAIL: without `%s`: %d, %s\n", mistakes[i].taken, wrong, case_error.message) > 0;
        ptx_close_device();
    }
    rustg_stream_destroy(stream);
    rustg_context_close(context);
    rustg_shutdown();
    printf("%u launches, %d wrong, greatest error over its bound %.3f\n", ptx_n_launches, n_wrong, case_worst);
    return n_wrong != 0;
}
