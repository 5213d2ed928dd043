/* product_kernels.h: the texts of kernels/product, which the build makes a table of. */
#ifndef RUSTG_PRODUCT_KERNELS_H
#define RUSTG_PRODUCT_KERNELS_H

typedef struct product_text {
    const char *name, *text;
} product_text;
/* The last one has no name. */
extern const product_text product_texts[];

#endif
