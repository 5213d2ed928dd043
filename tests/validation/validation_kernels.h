/* validation_kernels.h: kernels whose results are known. */
#ifndef VALIDATION_KERNELS_H
#define VALIDATION_KERNELS_H

#include "validation/validation_rig.h"

/* A finding for each kernel: exact against the same arithmetic in C; and a panic that is reported and leaves the
 * context usable. */
void validate_kernels(rig *g, report *r);

#endif
