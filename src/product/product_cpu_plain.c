/* product_cpu_plain.c: products by vectors of 16 bytes, which every processor has. */
#define INSTRUCTIONS      product_plain
#define INSTRUCTIONS_NAME "plain"
#define TARGET
#define VECTOR_BYTES 16
#define N_ROWS       4
#define EACH_ROW(X)  X(0) X(1) X(2) X(3)
#include "product/product_cpu_target.inc"
