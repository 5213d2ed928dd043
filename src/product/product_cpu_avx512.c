/* product_cpu_avx512.c: products with AVX-512: 28 of the 32 registers hold sums. */
#if defined(__x86_64__)
#define INSTRUCTIONS      product_avx512
#define INSTRUCTIONS_NAME "avx512"
#define TARGET            __attribute__((target("avx512f,avx512vl,avx512bw,avx512dq,avx2,fma")))
#define VECTOR_BYTES      64
#define N_ROWS            14
#define EACH_ROW(X)       X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13)
#include "product/product_cpu_target.inc"
#else
typedef int product_cpu_avx512_unused;
#endif
