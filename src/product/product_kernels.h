/* product_kernels.h: the texts of kernels/product and kernels/attention, which the build makes a table of, and what own
 * kernels on CUDA are launched with. */
#ifndef RUSTG_PRODUCT_KERNELS_H
#define RUSTG_PRODUCT_KERNELS_H

#include "product/product_cublaslt.h"

typedef struct product_text {
    const char *name, *text;
} product_text;
/* The last one has no name. */
extern const product_text product_texts[];

/* The kernel `instance` of a module of these texts, compiled in the place of the state; on a device of sm_90 for
 * sm_90a. root: the module's first file. The state's lock is held. */
rustg_status product_kernel_get(rustg_context *context, rustg_module **module, const char *root, const char *instance,
                                rustg_function **function, rustg_error *error);
rustg_status product_kernel_get_hopper(rustg_context *context, product_state *state, size_t place, const char *root,
                                       const char *instance, rustg_function **function, rustg_error *error);
/* Whether the context's device takes kernels for sm_90a with tensor maps, which NVRTC alone compiles. */
bool product_has_hopper(rustg_context *context);
/* An attribute of the device, and its compute capability, 90 for 9.0. */
int product_attribute(const rustg_context *context, int which);
int product_capability(const rustg_context *context);

#endif
