#include <kernels/device/reduce.h>

#include "product.h"

static __device__ __forceinline__ unsigned product(unsigned a, unsigned b)
{
    return a * b;
}

static __device__ __forceinline__ unsigned as_it_is(unsigned x, unsigned flip)
{
    (void)flip;
    return x;
}

LWK_REDUCE_BLOCK(product_of_block, unsigned, product)
LWK_REDUCE_RANGE(product_of_range, unsigned, 1, product, as_it_is)

LW_KERNEL(test_product, LW_BLOCK_SIZE(LWK_REDUCE_THREADS, 1, 1), (size_t, n), (size_t, chunk), (const unsigned *, in),
          (unsigned *, out))
{
    size_t first = blockIdx.x * chunk, end = n - first < chunk ? n : first + chunk;
    unsigned all = product_of_block(product_of_range(first, end, in, 0));
    if (threadIdx.x == 0)
        out[blockIdx.x] = all;
}
