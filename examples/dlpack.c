/* dlpack.c: launches a kernel on tensors that another library lends by DLPack, without copies, and lends it one of
 * rustg's buffers in turn. The library is played by lend_numbers and see_tensor. */
#include <rustg/rustg.h>
#include <stdio.h>
#include <stdlib.h>

#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        if ((call) != RUSTG_OK)                                                                                        \
            return fprintf(stderr, "%s\n%s\n", error.message, error.hint), 1;                                          \
    } while (0)

/* As dlpack/dlpack.h has them. */
enum { kDLCPU = 1, kDLCUDA = 2 };
typedef struct {
    int32_t device_type, device_id;
} DLDevice;
typedef struct {
    uint8_t code, bits;
    uint16_t lanes;
} DLDataType;
typedef struct {
    void *data;
    DLDevice device;
    int32_t ndim;
    DLDataType dtype;
    int64_t *shape, *strides;
    uint64_t byte_offset;
} DLTensor;
typedef struct DLManagedTensor {
    DLTensor dl_tensor;
    void *manager_ctx;
    void (*deleter)(struct DLManagedTensor *self);
} DLManagedTensor;

static const char text[] = "use rustg_std::prelude::*;\n"
                           "#[kernel]\n"
                           "pub fn square(x: &[f32], mut y: GridMut<f32>) {\n"
                           "    let i = thread::index();\n"
                           "    if i < y.len() {\n"
                           "        y[i] = x[i] * x[i];\n"
                           "    }\n"
                           "}\n";

/* The other library: a tensor of its own, and a look at one of ours. */
static float numbers[] = {1, 2, 3, 4};
static int64_t n_numbers = 4;

static void give_back(DLManagedTensor *self)
{
    free(self);
}

static DLManagedTensor *lend_numbers(void)
{
    DLManagedTensor *lent = calloc(1, sizeof *lent);
    if (lent) {
        lent->dl_tensor = (DLTensor){numbers, {kDLCPU, 0}, 1, {2, 32, 1}, &n_numbers, NULL, 0};
        lent->deleter = give_back;
    }
    return lent;
}

static void see_tensor(DLManagedTensor *lent)
{
    const float *at = (const float *)((char *)lent->dl_tensor.data + lent->dl_tensor.byte_offset);
    for (int64_t i = 0; i < lent->dl_tensor.shape[0]; i++)
        printf("%g ", (double)at[i]);
    printf("(type %u, %u bits)\n", lent->dl_tensor.dtype.code, lent->dl_tensor.dtype.bits);
    lent->deleter(lent);
}

/* A dense tensor of one type as a buffer of rustg's; the tensor outlives it. */
static rustg_status borrow(rustg_context *context, const DLTensor *tensor, rustg_element wanted, rustg_buffer **buffer,
                           uint64_t *n_elements, rustg_error *error)
{
    uint8_t code, bits;
    rustg_element_dlpack(wanted, &code, &bits);
    *buffer = NULL;
    *n_elements = 1;
    int64_t step = 1;
    int is_dense = 1;
    for (int i = tensor->ndim - 1; i >= 0; i--) {
        is_dense = is_dense && (!tensor->strides || tensor->shape[i] == 1 || tensor->strides[i] == step);
        step *= tensor->shape[i];
        *n_elements *= (uint64_t)tensor->shape[i];
    }
    const int32_t here = rustg_context_backend(context) == RUSTG_BACKEND_CPU ? kDLCPU : kDLCUDA;
    if (tensor->dtype.code != code || tensor->dtype.bits != bits || tensor->dtype.lanes != 1 || !is_dense ||
        tensor->device.device_type != here) {
        *error = (rustg_error){.status = RUSTG_ERR_ARGUMENT, .message = "the tensor's type, strides or device differ"};
        return RUSTG_ERR_ARGUMENT;
    }
    return rustg_buffer_wrap(context, (uint64_t)(uintptr_t)tensor->data + tensor->byte_offset, *n_elements * bits / 8,
                             buffer, error);
}

/* A buffer as a tensor; its deleter frees both. */
typedef struct lent_buffer {
    DLManagedTensor managed;
    rustg_buffer *buffer;
    int64_t shape[1];
} lent_buffer;

static void free_lent(DLManagedTensor *self)
{
    lent_buffer *lent = self->manager_ctx;
    rustg_buffer_free(lent->buffer);
    free(lent);
}

static DLManagedTensor *lend(rustg_buffer *buffer, rustg_element element, uint64_t n_elements)
{
    lent_buffer *lent = calloc(1, sizeof *lent);
    if (!lent)
        return NULL;
    const rustg_context *context = rustg_buffer_context(buffer);
    DLTensor *tensor = &lent->managed.dl_tensor;
    lent->buffer = buffer;
    lent->shape[0] = (int64_t)n_elements;
    tensor->data = (void *)(uintptr_t)rustg_buffer_pointer(buffer);
    tensor->device.device_type = rustg_context_backend(context) == RUSTG_BACKEND_CPU ? kDLCPU : kDLCUDA;
    tensor->device.device_id = rustg_context_ordinal(context);
    tensor->ndim = 1;
    rustg_element_dlpack(element, &tensor->dtype.code, &tensor->dtype.bits);
    tensor->dtype.lanes = 1;
    tensor->shape = lent->shape;
    lent->managed.manager_ctx = lent;
    lent->managed.deleter = free_lent;
    return &lent->managed;
}

int main(void)
{
    rustg_error error;
    rustg_context *context;
    rustg_stream *stream;
    rustg_buffer *x, *y;
    rustg_module *module;
    rustg_function *square;
    uint64_t n;
    TRY(rustg_initialize(NULL, &error));
    TRY(rustg_context_open(RUSTG_BACKEND_CPU, 0, NULL, &context, &error)); /* where the tensor lies */
    TRY(rustg_stream_create(context, &stream, &error)); /* of a GPU's library: rustg_stream_wrap of its stream */
    const rustg_source source = {.name = "square.rs", .bytes = (const uint8_t *)text, .n_bytes = sizeof text - 1};
    TRY(rustg_module_from_rust(context, &source, 1, NULL, &module, &error));
    TRY(rustg_module_function(module, "square", &square, &error));

    DLManagedTensor *lent = lend_numbers();
    if (!lent)
        return 1;
    TRY(borrow(context, &lent->dl_tensor, RUSTG_ELEMENT_F32, &x, &n, &error));
    TRY(rustg_buffer_allocate(context, n * sizeof(float), stream, &y, &error));
    const rustg_launch_config config = {.struct_size = sizeof config, .n_elements = n};
    const rustg_launch_argument args[] = {{.buffer = x, .length = n}, {.buffer = y, .length = n}};
    TRY(rustg_launch(square, stream, &config, args, 2, &error));
    TRY(rustg_stream_wait(stream, &error));
    rustg_buffer_free(x);
    lent->deleter(lent);

    DLManagedTensor *ours = lend(y, RUSTG_ELEMENT_F32, n);
    if (!ours)
        return 1;
    see_tensor(ours);

    rustg_module_free(module);
    rustg_stream_destroy(stream);
    rustg_context_close(context);
    rustg_shutdown();
    return 0;
}
