/* A product: a reduction that the kernel library lacks, made from its headers. */
#ifndef TEST_PRODUCT_H
#define TEST_PRODUCT_H

#include <lanewise/launch.h>

/* The product of each chunk of elements, modulo 2^32. */
LW_DECLARE_KERNEL(test_product, (size_t, n), (size_t, chunk), (const unsigned *, in), (unsigned *, out));

#endif
