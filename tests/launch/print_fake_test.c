/* print_fake_test.c: what kernels print through the fake driver: in which order a wait tells it, what is lost, and what
 * stays for a later wait. A slot that is being written while it is copied is told whole. */
#define _GNU_SOURCE
#include "launch/module_internal.h"
#include "runtime/fake_cuda/fake_check.h"

static fake_cuda_fail_fn fail;
static fake_cuda_run_fn run;
static fake_cuda_live_fn live;

static const char prints[] = ".version 7.0\n.entry k(.param .u64 ring, .param .u32 n, .param .u32 open)\n"
                             "rustg_printed[557088]\n";

/* As the emitted rustg_print does, n times; the slots of the last `open` are taken and not written. */
static void print_some(const char *name, const unsigned shape[6], unsigned shared_bytes, const uint64_t *parameters)
{
    print_ring *ring = (print_ring *)(uintptr_t)parameters[0];
    const uint32_t n = (uint32_t)parameters[1], open = (uint32_t)parameters[2];
    (void)name, (void)shape, (void)shared_bytes;
    for (uint32_t i = 0; i < n; i++) {
        if (ring->taken - ring->freed >= PRINT_SLOTS) {
            ring->lost++;
            continue;
        }
        print_slot *slot = &ring->slots[ring->taken % PRINT_SLOTS];
        slot->site = i + 1;
        if (i + open < n)
            slot->turn = (uint32_t)(ring->taken / PRINT_SLOTS) + 1;
        ring->taken++;
    }
}

static void launch(rustg_module *module, rustg_stream *stream, uint32_t n, uint32_t open)
{
    rustg_function *function;
    uint64_t ring = module->d_printed;
    rustg_launch_argument args[] = {
        {.value = &ring, .n_bytes = 8}, {.value = &n, .n_bytes = 4}, {.value = &open, .n_bytes = 4}};
    rustg_launch_config config = {.struct_size = sizeof config, .grid = {1, 1, 1}, .block = {1, 1, 1}};
    GOOD(rustg_module_function(module, "k", &function, &error));
    GOOD(rustg_launch(function, stream, &config, args, 3, &error));
}

typedef struct heard {
    uint64_t n, n_lost;
    bool is_in_order;
} heard;

static void hear(void *user, const rustg_printed *printed)
{
    heard *all = user;
    char wanted[64];
    if (printed->n_lost) {
        all->n_lost += printed->n_lost;
        return;
    }
    int n = snprintf(wanted, sizeof wanted, "a kernel printed at its site %u\n", (unsigned)++all->n);
    all->is_in_order &= printed->n_bytes == (size_t)n && memcmp(printed->text, wanted, (size_t)n) == 0;
}

static const cuda_driver *real;
static unsigned n_torn; /* copies of slots that are still to be torn */

/* Copies as a copy does that has read the messages of slots before their turns: these are there, and those are not. */
static cuda_result copy_torn(void *to, cuda_pointer from, size_t n_bytes, cuda_stream stream)
{
    const cuda_result result = real->cuMemcpyDtoHAsync(to, from, n_bytes, stream);
    if (n_bytes % sizeof(print_slot) || !n_torn)
        return result;
    n_torn--;
    real->cuStreamSynchronize(stream);
    for (size_t i = 0; i < n_bytes / sizeof(print_slot); i++)
        ((print_slot *)to)[i].site = 77;
    return result;
}

static void expect(rustg_context *context, rustg_stream *stream, uint64_t n, uint64_t n_lost)
{
    heard all = {.is_in_order = true};
    rustg_context_on_print(context, hear, &all);
    GOOD(rustg_stream_wait(stream, &error));
    CHECK(all.n == n && all.n_lost == n_lost && all.is_in_order);
}

int main(void)
{
    rustg_context *context;
    rustg_stream *stream;
    rustg_module *module;
    GOOD(rustg_initialize(NULL, &error));
    GOOD(rustg_context_open(RUSTG_BACKEND_CUDA, 0, NULL, &context, &error));
    fake_find("rustg_fake_fail", &fail);
    fake_find("rustg_fake_run", &run);
    fake_find("rustg_fake_live", &live);
    run(print_some, 3);
    GOOD(rustg_stream_create(context, &stream, &error));
    GOOD(rustg_module_load(context, prints, sizeof prints, &module, &error));
    CHECK(module->d_printed && !module->d_panic);
    expect(context, stream, 0, 0);
    launch(module, stream, 3, 0);
    expect(context, stream, 3, 0);
    expect(context, stream, 0, 0); /* nothing was launched since */
    for (int i = 0; i < 3; i++) {  /* the ring goes round, and is full */
        launch(module, stream, PRINT_SLOTS + 5, 0);
        expect(context, stream, PRINT_SLOTS, 5);
        launch(module, stream, 1000, 0);
        expect(context, stream, 1000, 0);
    }
    launch(module, stream, 5, 2); /* of a kernel that still runs elsewhere */
    expect(context, stream, 3, 0);
    print_ring *ring = (print_ring *)(uintptr_t)module->d_printed;
    for (uint64_t i = ring->freed; i < ring->taken; i++) {
        ring->slots[i % PRINT_SLOTS].turn = (uint32_t)(i / PRINT_SLOTS) + 1;
        ring->slots[i % PRINT_SLOTS].site -= 3;
    }
    launch(module, stream, 0, 0);
    expect(context, stream, 2, 0);
    cuda_driver torn = *(real = context->driver);
    torn.cuMemcpyDtoHAsync = copy_torn;
    context->driver = &torn;
    n_torn = 1;
    launch(module, stream, 9, 0);
    expect(context, stream, 9, 0);
    CHECK(n_torn == 0);
    context->driver = real;
    rustg_context_on_print(context, NULL, NULL); /* what nobody hears is dropped */
    launch(module, stream, 7, 0);
    GOOD(rustg_stream_wait(stream, &error));
    launch(module, stream, 1, 0);
    expect(context, stream, 1, 0);
    fail("cuMemcpyDtoHAsync", 1, 700);
    launch(module, stream, 1, 0);
    CHECK(rustg_stream_wait(stream, &error) == RUSTG_ERR_CUDA_STICKY && rustg_context_is_lost(context));
    rustg_module_free(module);
    rustg_stream_destroy(stream);
    rustg_context_close(context);
    rustg_shutdown();
    CHECK(live() == 0);
    return 0;
}
