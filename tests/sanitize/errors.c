#include <lanewise/kernel.h>

#include "errors.h"

/* Not inlined: its array is on the stack of its thread, and others run while it waits. */
__device__ static __attribute__((noinline)) int sum_of_neighbours(int *tile, int index)
{
    int mine[4];
    int i = threadIdx.x;
    for (int k = 0; k < 4; k++) {
        __syncthreads();
        tile[i] = i + k;
        __syncthreads();
        mine[k] = tile[(i + 1) % 64];
    }
    __syncthreads();
    mine[index] += mine[0]; /* the array has 4 */
    return mine[0] + mine[1] + mine[2] + mine[3];
}

/* Leaves its array on the stack: the store ends the launch. */
__device__ static __attribute__((noinline)) void store_far(int *out, int index)
{
    volatile int between[50];
    between[index % 50] = index;
    out[index] = between[index % 50];
}

LW_KERNEL(errors, (int, error), (int *, out))
{
    LW_SHARED(int, tile, [64]);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int chosen = i == 3000;
    int sum = sum_of_neighbours(tile, error == ARRAY && chosen ? 5 : 3);
    int bits = error == SHIFT && chosen ? 40 : 4;
    sum += 1 << bits; /* an int has 32 bits */
    int by = error == DIVISION && chosen ? 0 : 1;
    sum += i / by; /* by nothing */
    if (error == DEVICE && chosen)
        store_far(out, i + 1000000);
    if (error == TRAP && chosen)
        __trap(); /* it does not return: AddressSanitizer clears the whole stack, whose bounds it must know */
    out[i] = sum;
}
