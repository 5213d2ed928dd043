/* product_choice.c: who does a product, by the table; and what a context keeps of products. */
#include "product/product_cublaslt.h"

#include <stdlib.h>

#include "base/error.h"
#include "runtime/error_note.h"

enum { RUSTG_ELEMENT_ANY = -1, PRODUCT_KERNEL_ANY = -1 };

#define FITS_ALL(first_arch, last_arch, type, own, work_from, work_to)                                                 \
    ((first_arch) == 0 && (last_arch) == 9999 && (int)RUSTG_ELEMENT_##type == (int)RUSTG_ELEMENT_ANY &&                \
     (int)PRODUCT_KERNEL_##own == (int)PRODUCT_KERNEL_ANY && (work_from) == 0 && (work_to) == UINT64_MAX)
enum {
    N_FIT_ALL = 0
#define CHOICE(first_arch, last_arch, type, own, work_from, work_to, backend)                                          \
    +FITS_ALL(first_arch, last_arch, type, own, work_from, work_to)
#include "product/product_choice.def"
    ,
    LAST_FITS_ALL = 0
#define CHOICE(first_arch, last_arch, type, own, work_from, work_to, backend)                                          \
    *0 + FITS_ALL(first_arch, last_arch, type, own, work_from, work_to)
#include "product/product_choice.def"
};
_Static_assert(N_FIT_ALL == 1 && LAST_FITS_ALL,
               "product_choice.def: the row that fits all products stands last, for rows behind it decide nothing");
#undef FITS_ALL

rustg_matmul_backend product_choice(const rustg_stream *stream, const product *p)
{
    const rustg_context *context = stream->context;
    const int kernel = (int)product_kernel_of(stream, p);
    int major = 0, minor = 0;
    const double millions = (double)p->m * (double)p->n * (double)p->k * (double)p->n_batch / 1e6;
    context->driver->cuDeviceGetAttribute(&major, CUDA_ATTRIBUTE_COMPUTE_MAJOR, context->device);
    context->driver->cuDeviceGetAttribute(&minor, CUDA_ATTRIBUTE_COMPUTE_MINOR, context->device);
    const int arch = major * 10 + minor;
#define CHOICE(first_arch, last_arch, type, own, work_from, work_to, backend)                                          \
    if (arch >= (first_arch) && arch <= (last_arch) &&                                                                 \
        ((int)RUSTG_ELEMENT_##type == (int)RUSTG_ELEMENT_ANY || (int)p->element == (int)RUSTG_ELEMENT_##type) &&       \
        ((int)PRODUCT_KERNEL_##own == (int)PRODUCT_KERNEL_ANY || kernel == (int)PRODUCT_KERNEL_##own) &&               \
        millions >= (double)(work_from) && millions < (double)(work_to))                                               \
        return RUSTG_MATMUL_##backend;
#include "product/product_choice.def"
    return RUSTG_MATMUL_OWN;
}

static void product_close(rustg_context *context)
{
    product_state *state = context->products;
    const product_cublaslt *library = state->handle ? product_cublaslt_get() : NULL;
    for (size_t i = 0; i < PRODUCT_N_MODULES; i++) {
        rustg_module_free(state->modules[i]);
        rustg_result_free(state->results[i]);
    }
    if (library && context_enter(context, NULL) == RUSTG_OK) {
        for (size_t i = 0; i < PRODUCT_N_PLANS; i++)
            product_plan_free(library, &state->plans[i]);
        library->cublasLtDestroy(state->handle);
        context_leave(context);
    }
    pthread_mutex_destroy(&state->lock);
    free(state);
    context->products = NULL;
}

bool product_lacks_nvrtc(rustg_context *context)
{
    pthread_mutex_lock(&context->lock);
    const product_state *state = context->products;
    const bool lacks = state && state->lacks_nvrtc;
    pthread_mutex_unlock(&context->lock);
    return lacks;
}

rustg_status product_state_get(rustg_context *context, product_state **state, rustg_error *error)
{
    pthread_mutex_lock(&context->lock);
    *state = context->products;
    if (!*state && (*state = calloc(1, sizeof **state)) != NULL) {
        pthread_mutex_init(&(*state)->lock, NULL);
        context->products = *state;
        context->close_products = product_close;
    }
    pthread_mutex_unlock(&context->lock);
    return *state ? RUSTG_OK : error_fail(error, RUSTG_ERR_MEMORY, "out of memory for a context's products");
}
