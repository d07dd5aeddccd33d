#include <lanewise/kernel.h>
#include <lanewise/matrix.h>

#include "kernels.h"

typedef struct __align__(32) tile {
    __half at[256];
} tile;

LW_KERNEL(matrix, (int, what), (const unsigned short *, data), (unsigned short *, out))
{
    LW_SHARED(tile, shared, [2]);
    __half *own = shared[threadIdx.x / 32].at;
    const __half *from = (const __half *)data;
    LW_FRAGMENT(matrix_a, 16, 16, 16, __half, row_major) a;
    LW_FRAGMENT(matrix_b, 16, 16, 16, __half, row_major) b;
    LW_FRAGMENT(accumulator, 16, 16, 16, __half) sum;
    lw_fill_fragment(&sum, __float2half(0));
    lw_load_matrix_sync(&b, from, 16);
    lw_load_matrix_sync(&a, from, 16);
    switch (what) {
    case MATRIX_RIGHT:
    case MATRIX_NO_BARRIER:
        for (int i = threadIdx.x % 32; i < 256; i += 32)
            own[i] = from[i];
        if (what == MATRIX_RIGHT)
            __syncwarp();
        lw_load_matrix_sync(&a, own, 16);
        break;
    case MATRIX_UNWRITTEN: lw_load_matrix_sync(&a, own, 16); break;
    case MATRIX_ODD_POINTER: lw_load_matrix_sync(&a, from + 8, 8); break;
    case MATRIX_ODD_DISTANCE: lw_load_matrix_sync(&a, from, 20); break;
    case MATRIX_BEYOND: lw_load_matrix_sync(&a, from, 24); break;
    default: break;
    }
    lw_mma_sync(&sum, &a, &b, &sum);
    if (what == MATRIX_STORED_IN_TURN && threadIdx.x / 32 == 0)
        lw_store_matrix_sync((__half *)out, &sum, 16, mem_row_major);
    if (what == MATRIX_STORED_IN_TURN)
        __syncthreads();
    if (what == MATRIX_STORED_TWICE || what == MATRIX_STORED_IN_TURN)
        lw_fill_fragment(&sum, __float2half((float)(threadIdx.x / 32)));
    if (what == MATRIX_STORED_TWICE || threadIdx.x / 32 == 1)
        lw_store_matrix_sync((__half *)out, &sum, 16, mem_row_major);
}
