/* A kernel of warp matrices by hand in CUDA C++; sass_matrix_ours.h has the same in the kernel language. */
#include <mma.h>

using namespace nvcuda;

extern "C" __global__ void kernel(int depth, const __half *left, const __half *right, const signed char *bytes,
                                  float *out, int *sums)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int k = 0; k < depth; k += 16) {
        wmma::load_matrix_sync(a, left + k, depth);
        wmma::load_matrix_sync(b, right + k, depth);
        wmma::mma_sync(sum, a, b, sum);
    }
    for (int i = 0; i < sum.num_elements; i++)
        sum.x[i] *= 2.0f;
    wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);
    wmma::fragment<wmma::matrix_a, 8, 32, 16, signed char, wmma::row_major> c;
    wmma::fragment<wmma::matrix_b, 8, 32, 16, signed char, wmma::row_major> d;
    wmma::fragment<wmma::accumulator, 8, 32, 16, int> total;
    wmma::load_matrix_sync(c, bytes, 16);
    wmma::load_matrix_sync(d, bytes, 32);
    wmma::load_matrix_sync(total, sums, 32, wmma::mem_col_major);
    wmma::mma_sync(total, c, d, total, true);
    wmma::store_matrix_sync(sums, total, 32, wmma::mem_row_major);
    out[threadIdx.x] = wmma::__float_to_tf32(out[threadIdx.x]);
}
