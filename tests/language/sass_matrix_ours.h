/* A kernel of warp matrices in the kernel language; sass_matrix_hand.h has the same by hand. */
#include <lanewise/kernel.h>
#include <lanewise/matrix.h>

LW_KERNEL(kernel, (int, depth), (const __half *, left), (const __half *, right), (const signed char *, bytes),
          (float *, out), (int *, sums))
{
    LW_FRAGMENT(matrix_a, 16, 16, 16, __half, row_major) a;
    LW_FRAGMENT(matrix_b, 16, 16, 16, __half, col_major) b;
    LW_FRAGMENT(accumulator, 16, 16, 16, float) sum;
    lw_fill_fragment(&sum, 0.0f);
    for (int k = 0; k < depth; k += 16) {
        lw_load_matrix_sync(&a, left + k, depth);
        lw_load_matrix_sync(&b, right + k, depth);
        lw_mma_sync(&sum, &a, &b, &sum);
    }
    for (int i = 0; i < lw_num_elements(&sum); i++)
        sum.x[i] *= 2.0f;
    lw_store_matrix_sync(out, &sum, 16, mem_row_major);
    LW_FRAGMENT(matrix_a, 8, 32, 16, signed char, row_major) c;
    LW_FRAGMENT(matrix_b, 8, 32, 16, signed char, row_major) d;
    LW_FRAGMENT(accumulator, 8, 32, 16, int) total;
    lw_load_matrix_sync(&c, bytes, 16);
    lw_load_matrix_sync(&d, bytes, 32);
    lw_load_matrix_sync(&total, sums, 32, mem_col_major);
    lw_mma_sync(&total, &c, &d, &total, true);
    lw_store_matrix_sync(sums, &total, 32, mem_row_major);
    out[threadIdx.x] = __float_to_tf32(out[threadIdx.x]);
}
