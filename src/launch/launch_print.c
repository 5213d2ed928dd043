/* launch_print.c: puts what kernels print on the CPU into a ring, and reads the rings of all devices at a wait. */
#include "launch/module_internal.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "runtime/error_note.h"

enum { FEW_BYTES = 512 };

void launch_print(void *user, uint32_t site, const uint64_t *operands, uint32_t n)
{
    rustg_module *module = user;
    pthread_mutex_lock(&module->lock);
    print_ring *ring = atomic_load(&module->printed);
    if (!ring) {
        ring = calloc(1, sizeof *ring);
        atomic_store(&module->printed, ring);
    }
    if (ring && ring->taken - ring->freed < PRINT_SLOTS) {
        print_slot *slot = &ring->slots[ring->taken++ % PRINT_SLOTS];
        slot->site = site;
        if (n > 0)
            memcpy(slot->operands, operands, n * sizeof *operands);
    } else if (ring) {
        ring->lost++;
    }
    pthread_mutex_unlock(&module->lock);
}

/* What was read of a ring: the slots, in order. */
typedef struct printed {
    print_slot *slots;
    uint64_t n, n_lost;
} printed;

static void launch_print_read_host(rustg_module *module, printed *to)
{
    print_ring *ring = atomic_load(&module->printed);
    if (!ring)
        return;
    to->n_lost = ring->lost - module->n_lost;
    module->n_lost = ring->lost;
    to->slots = malloc((ring->taken - ring->freed + 1) * sizeof *to->slots);
    for (; to->slots && ring->freed < ring->taken; ring->freed++)
        to->slots[to->n++] = ring->slots[ring->freed % PRINT_SLOTS];
}

/* Copies from or to the module's ring and waits. */
static rustg_status launch_print_copy(rustg_stream *stream, rustg_module *module, void *host, size_t offset, size_t n,
                                      bool is_written, rustg_error *error)
{
    rustg_context *context = stream->context;
    const cuda_driver *driver = context->driver;
    const cuda_pointer at = module->d_printed + offset;
    rustg_status status =
        is_written
            ? runtime_check(context, driver->cuMemcpyHtoDAsync(at, host, n, stream->cuda), "cuMemcpyHtoDAsync", error)
            : runtime_check(context, driver->cuMemcpyDtoHAsync(host, at, n, stream->cuda), "cuMemcpyDtoHAsync", error);
    return status == RUSTG_OK
               ? runtime_check(context, driver->cuStreamSynchronize(stream->cuda), "cuStreamSynchronize", error)
               : status;
}

static rustg_status launch_print_copy_slots(rustg_stream *stream, rustg_module *module, print_slot *to, uint64_t from,
                                            uint64_t n, rustg_error *error)
{
    const size_t n_head = offsetof(print_ring, slots);
    const uint64_t first = from % PRINT_SLOTS, n_first = n < PRINT_SLOTS - first ? n : PRINT_SLOTS - first;
    rustg_status status =
        launch_print_copy(stream, module, to, n_head + first * sizeof *to, n_first * sizeof *to, false, error);
    if (status == RUSTG_OK && n > n_first)
        status = launch_print_copy(stream, module, to + n_first, n_head, (n - n_first) * sizeof *to, false, error);
    return status;
}

/* Ends at a slot that a kernel in another stream has taken and not written yet. A copy may read the parts of a slot in
 * any order, and one that such a kernel writes meanwhile may have its turn and not its message. The turn is published
 * behind the message, so what a second copy reads of a slot whose turn the first one has seen is whole. */
static rustg_status launch_print_read_device(rustg_stream *stream, rustg_module *module, printed *to,
                                             rustg_error *error)
{
    struct {
        uint64_t taken, freed, lost, reserved;
    } head;
    const size_t n_head = offsetof(print_ring, slots);
    _Static_assert(sizeof head == offsetof(print_ring, slots), "what a ring begins with");
    rustg_status status = launch_print_copy(stream, module, &head, 0, n_head, false, error);
    if (status != RUSTG_OK)
        return status;
    to->n_lost = head.lost - module->n_lost;
    module->n_lost = head.lost;
    const uint64_t n = head.taken - head.freed;
    if (n == 0)
        return RUSTG_OK;
    to->slots = malloc(n * sizeof *to->slots);
    if (!to->slots)
        return error_fail(error, RUSTG_ERR_MEMORY, "out of memory for what kernels printed");
    status = launch_print_copy_slots(stream, module, to->slots, head.freed, n, error);
    uint64_t n_whole = 0;
    while (status == RUSTG_OK && n_whole < n &&
           to->slots[n_whole].turn == (uint32_t)((head.freed + n_whole) / PRINT_SLOTS) + 1)
        n_whole++;
    if (status == RUSTG_OK && n_whole)
        status = launch_print_copy_slots(stream, module, to->slots, head.freed, n_whole, error);
    if (status != RUSTG_OK)
        return status;
    to->n = n_whole;
    head.freed += to->n;
    return launch_print_copy(stream, module, &head.freed, offsetof(print_ring, freed), sizeof head.freed, true, error);
}

void launch_print_message(const rustg_result *result, const print_slot *slot, rustg_print_fn print, void *user)
{
    char few[FEW_BYTES], *text = few;
    const ir_site nameless = {.message = "a kernel printed at its site {}\n"}, *site = &nameless;
    uint64_t operands[PANIC_MOST_OPERANDS] = {slot->site};
    if (result && rustg_result_n_kernels(result) && slot->site < result->kernels->module.sites.n) {
        site = &result->kernels->module.sites.at[slot->site];
        memcpy(operands, slot->operands, sizeof operands);
    }
    const size_t n = ir_site_text(site, operands, few, sizeof few);
    if (n >= sizeof few) {
        text = malloc(n + 1);
        if (!text)
            return;
        ir_site_text(site, operands, text, n + 1);
    }
    const rustg_printed line = {.text = text, .n_bytes = n, .to_stderr = site->kind == IR_SITE_ERROR_OUTPUT};
    print(user, &line);
    if (text != few)
        free(text);
}

rustg_status launch_print_tell(rustg_stream *stream, rustg_module *module, rustg_error *error)
{
    rustg_context *context = stream->context;
    printed got = {0};
    rustg_status status = RUSTG_OK;
    if (!module->d_printed && !atomic_load(&module->printed))
        return RUSTG_OK;
    pthread_mutex_lock(&module->lock);
    if (module->d_printed)
        status = launch_print_read_device(stream, module, &got, error);
    else
        launch_print_read_host(module, &got);
    pthread_mutex_unlock(&module->lock);
    pthread_mutex_lock(&context->lock);
    const rustg_print_fn print = context->print;
    void *const user = context->print_user;
    pthread_mutex_unlock(&context->lock);
    const bool has_words = module->owns_result || !atomic_load(&module->is_freed);
    for (uint64_t i = 0; i < got.n && print; i++)
        launch_print_message(has_words ? module->result : NULL, &got.slots[i], print, user);
    if (got.n_lost && print)
        print(user, &(rustg_printed){.text = "", .n_lost = got.n_lost});
    free(got.slots);
    return status;
}
