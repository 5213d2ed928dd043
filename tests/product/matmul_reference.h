/* matmul_reference.h: a product's result in long double, and how far another one is from it. */
#ifndef RUSTG_MATMUL_REFERENCE_H
#define RUSTG_MATMUL_REFERENCE_H

#include <stdbool.h>

#include "rustg/matmul.h"

typedef struct case_row {
    const char *name;
    rustg_element element, output;
    uint64_t m, n, k, n_batch;
} case_row;

/* A kind is a combination: bits 0 and 1 transpose A and B; the epilogue and strides follow from the rest. */
enum { CASE_N_KINDS = 16, CASE_REFUSED = -2 };

/* Multiplies random matrices in gaps that hold NaN, and looks at each element of C and what lies between them.
 *   unit  an element may be (k + 8) unit, of the magnitudes that go into it, from the exact one, and twice the output's
 *         rounding. Of f64 sums the unit is 2^-53. The library may round once more to 16 bits, as matmul.h says
 * Returns the number of wrong elements, of which the first is printed; -1 where the call fails, which is printed too;
 * CASE_REFUSED where the library was asked for and has no such product, which is in case_error. */
int case_run(const case_row *row, uint32_t kind, rustg_context *context, rustg_stream *stream,
             rustg_matmul_backend backend, double unit);
/* Whether matmul.h says that the library has no such product. */
bool case_library_lacks(const case_row *row, uint32_t kind);
/* Whether the next runs allow tf32. */
extern bool case_allow_tf32;
/* What the last run answered. */
extern rustg_matmul_info case_info;
extern rustg_error case_error;
extern double case_worst; /* error over bound, of all runs so far */

#endif
