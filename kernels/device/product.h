/* A product that is rounded before it is added to something, so that all devices give the same bits. */
#ifndef LWK_DEVICE_PRODUCT_H
#define LWK_DEVICE_PRODUCT_H

#include <lanewise/kernel.h>

/* nvcc makes one operation of a product and a sum. For a CPU no kernel is compiled so, and __fmul_rn() would cost time for a GPU's NaN. */
#if defined(__CUDACC__)
#define LWK_PRODUCT(a, b) __fmul_rn(a, b)
#else
#define LWK_PRODUCT(a, b) ((a) * (b))
#endif

#endif
