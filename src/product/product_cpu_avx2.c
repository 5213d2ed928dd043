/* product_cpu_avx2.c: products with AVX2 and fused multiply-add: 12 of the 16 registers hold sums. */
#if defined(__x86_64__)
#define INSTRUCTIONS      product_avx2
#define INSTRUCTIONS_NAME "avx2"
#define TARGET            __attribute__((target("avx2,fma")))
#define VECTOR_BYTES      32
#define N_ROWS            6
#define EACH_ROW(X)       X(0) X(1) X(2) X(3) X(4) X(5)
#include "product/product_cpu_target.inc"
#else
typedef int product_cpu_avx2_unused;
#endif
