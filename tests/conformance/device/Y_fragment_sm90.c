#include <lanewise/kernel.h>
#include <lanewise/matrix.h>

#include "Y_fragment_sm90.h"

static __device__ unsigned low_bits(const void *number, size_t size)
{
    unsigned bits = 0;
    memcpy(&bits, number, size < 4 ? size : 4);
    return bits;
}

#define TELL(part)                                                                                                     \
    for (int i = 0; i < lw_num_storage_elements(&part); i++)                                                           \
        out[32 * i + threadIdx.x] = low_bits(&part.x[i], sizeof part.x[i]);                                            \
    if (threadIdx.x == 0) {                                                                                            \
        sizes[0] = lw_num_elements(&part);                                                                             \
        sizes[1] = lw_num_storage_elements(&part);                                                                     \
        sizes[2] = (int)sizeof part;                                                                                   \
    }

#define DEFINE_FRAGMENT(name, elements, stored, bytes, bits, use, m, n, k, type, memory, layout)                       \
    LW_KERNEL(name, (const void *, in), (int, distance), (unsigned *, out), (int *, sizes))                            \
    {                                                                                                                  \
        LW_FRAGMENT(use, m, n, k, type, layout) part;                                                                  \
        lw_load_matrix_sync(&part, (const memory *)in, (unsigned)distance);                                            \
        TELL(part)                                                                                                     \
    }
#define DEFINE_ACCUMULATOR(name, elements, stored, bytes, bits, use, m, n, k, type, memory, layout)                    \
    LW_KERNEL(name, (const void *, in), (int, distance), (unsigned *, out), (int *, sizes), (void *, copy),            \
              (int, by_column))                                                                                        \
    {                                                                                                                  \
        LW_FRAGMENT(use, m, n, k, type) part;                                                                          \
        lw_load_matrix_sync(&part, (const memory *)in, (unsigned)distance, by_column ? mem_col_major : mem_row_major); \
        TELL(part)                                                                                                     \
        lw_store_matrix_sync((memory *)copy, &part, (unsigned)distance, by_column ? mem_row_major : mem_col_major);    \
    }
Y_FRAGMENTS(DEFINE_FRAGMENT)
Y_ACCUMULATORS(DEFINE_ACCUMULATOR)

LW_KERNEL(y_fill, (unsigned *, bits))
{
    LW_FRAGMENT(matrix_a, 16, 16, 16, __half, row_major) half_;
    LW_FRAGMENT(matrix_b, 16, 16, 16, __nv_bfloat16, row_major) bfloat16;
    LW_FRAGMENT(matrix_a, 16, 16, 8, tf32, row_major) tf32_;
    LW_FRAGMENT(matrix_b, 16, 16, 16, signed char, row_major) s8;
    LW_FRAGMENT(matrix_a, 8, 8, 32, s4, row_major) s4_;
    LW_FRAGMENT(matrix_b, 8, 8, 32, u4, col_major) u4_;
    LW_FRAGMENT(matrix_a, 8, 8, 128, b1, row_major) b1_;
    LW_FRAGMENT(accumulator, 16, 16, 16, float) sum;
    lw_fill_fragment(&half_, __float2half(-1.5f));
    lw_fill_fragment(&bfloat16, __float2bfloat16(-1.5f));
    lw_fill_fragment(&tf32_, -1.5f);
    lw_fill_fragment(&s8, 3);
    lw_fill_fragment(&s4_, 3);
    lw_fill_fragment(&u4_, 3u);
    lw_fill_fragment(&b1_, 3u);
    lw_fill_fragment(&sum, -1.5f);
    unsigned *own = bits + Y_FILLS * threadIdx.x;
    own[0] = low_bits(&half_.x[15], 2);
    own[1] = low_bits(&bfloat16.x[7], 2);
    own[2] = low_bits(&tf32_.x[3], 4);
    own[3] = low_bits(&s8.x[7], 1);
    own[4] = low_bits(&s4_.x[0], 4);
    own[5] = low_bits(&u4_.x[0], 4);
    own[6] = low_bits(&b1_.x[0], 4);
    own[7] = low_bits(&sum.x[7], 4);
}

LW_KERNEL(y_to_tf32, (int, n), (const float *, in), (float *, out))
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[i] = __float_to_tf32(in[i]);
}

typedef struct __align__(32) tile {
    __half at[Y_PART * 16];
} tile;

LW_KERNEL(y_multiply, (int, columns), (int, depth), (const unsigned short *, a), (const unsigned short *, b),
          (float *, d))
{
    LW_SHARED(tile, left);
    LW_SHARED(tile, right);
    int warp = threadIdx.x / 32, row = warp / 2 * 16, column = warp % 2 * 16;
    LW_FRAGMENT(matrix_a, 16, 16, 16, __half, row_major) a_part;
    LW_FRAGMENT(matrix_b, 16, 16, 16, __half, row_major) b_part;
    LW_FRAGMENT(accumulator, 16, 16, 16, float) sum;
    lw_fill_fragment(&sum, 0.0f);
    for (int k = 0; k < depth; k += 16) {
        for (int i = threadIdx.x; i < Y_PART * 16; i += blockDim.x) {
            left->at[i] = __ushort_as_half(a[(blockIdx.y * Y_PART + i / 16) * depth + k + i % 16]);
            right->at[i] = __ushort_as_half(b[(k + i / Y_PART) * columns + blockIdx.x * Y_PART + i % Y_PART]);
        }
        __syncthreads();
        lw_load_matrix_sync(&a_part, left->at + row * 16, 16);
        lw_load_matrix_sync(&b_part, right->at + column, Y_PART);
        lw_mma_sync(&sum, &a_part, &b_part, &sum);
        __syncthreads();
    }
    for (int i = 0; i < lw_num_elements(&sum); i++)
        sum.x[i] *= 2.0f;
    lw_store_matrix_sync(d + (blockIdx.y * Y_PART + row) * columns + blockIdx.x * Y_PART + column, &sum, columns,
                         mem_row_major);
}

typedef LW_FRAGMENT(accumulator, 16, 16, 16, float) sum_part;

static __device__ void add_product(sum_part *sum, const unsigned short *a, const unsigned short *b, int a_distance,
                                   int b_distance)
{
    LW_FRAGMENT(matrix_a, 16, 16, 16, __half, row_major) a_part;
    LW_FRAGMENT(matrix_b, 16, 16, 16, __half, row_major) b_part;
    lw_load_matrix_sync(&a_part, (const __half *)a, a_distance);
    lw_load_matrix_sync(&b_part, (const __half *)b, b_distance);
    lw_mma_sync(sum, &a_part, &b_part, sum);
}

LW_KERNEL(y_multiply_alone, (int, columns), (int, depth), (const unsigned short *, a), (const unsigned short *, b),
          (float *, d))
{
    sum_part sum[2][2];
    int row = blockIdx.y * Y_PART, column = blockIdx.x * Y_PART;
    for (int i = 0; i < 4; i++)
        lw_fill_fragment(&sum[i / 2][i % 2], 0.0f);
    for (int k = 0; k < depth; k += 16)
        for (int i = 0; i < 4; i++)
            add_product(&sum[i / 2][i % 2], a + (row + i / 2 * 16) * depth + k, b + k * columns + column + i % 2 * 16,
                        depth, columns);
    for (int i = 0; i < 4; i++) {
        sum_part *part = &sum[i / 2][i % 2];
        for (int e = 0; e < lw_num_elements(part); e++)
            part->x[e] *= 2.0f;
        lw_store_matrix_sync(d + (row + i / 2 * 16) * columns + column + i % 2 * 16, part, columns, mem_row_major);
    }
}

LW_KERNEL(y_mistakes, (int, which), (int *, memory))
{
    int lane = threadIdx.x % 32;
    LW_FRAGMENT(matrix_a, 16, 16, 16, signed char, row_major) a;
    LW_FRAGMENT(matrix_b, 16, 16, 16, signed char, col_major) b;
    LW_FRAGMENT(accumulator, 16, 16, 16, int) sum;
    lw_fill_fragment(&a, 1);
    lw_fill_fragment(&b, 1);
    lw_fill_fragment(&sum, 1);
    switch (which) {
    case Y_OTHER_POINTERS: lw_load_matrix_sync(&sum, memory + (lane == 7 ? 256 : 0), 16, mem_row_major); break;
    case Y_OTHER_DISTANCES: lw_load_matrix_sync(&sum, memory, lane == 31 ? 32 : 16, mem_row_major); break;
    case Y_OTHER_LAYOUTS: lw_store_matrix_sync(memory, &sum, 16, lane % 2 ? mem_row_major : mem_col_major); break;
    case Y_OTHER_OPTIONS: lw_mma_sync(&sum, &a, &b, &sum, lane == 1); break;
    case Y_TWO_PLACES:
        if (lane < 16)
            lw_mma_sync(&sum, &a, &b, &sum);
        else
            lw_mma_sync(&sum, &a, &b, &sum);
        break;
    case Y_TWO_LOADS:
        if (lane < 16)
            lw_load_matrix_sync(&sum, memory, 16, mem_row_major);
        else
            lw_load_matrix_sync(&sum, memory, 16, mem_row_major);
        break;
    case Y_RETURNED:
        if (lane == 30)
            return;
        lw_mma_sync(&sum, &a, &b, &sum);
        break;
    case Y_STORE_RETURNED:
        if (lane == 30)
            return;
        lw_store_matrix_sync(memory, &sum, 16, mem_row_major);
        break;
    case Y_HALF_OF_THEM:
        if (lane < 16)
            lw_mma_sync(&sum, &a, &b, &sum);
        else
            __syncwarp();
        break;
    default: lw_mma_sync(&sum, &a, &b, &sum);
    }
    memory[256 + threadIdx.x] = sum.x[0];
}
