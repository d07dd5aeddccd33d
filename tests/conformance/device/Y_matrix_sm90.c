#include <lanewise/kernel.h>
#include <lanewise/matrix.h>

#include "Y_matrix_sm90.h"

#define MULTIPLY_ lw_mma_sync(&d_part, &a_part, &b_part, &c_part)
#define MULTIPLY_SATURATES                                                                                             \
    if (option)                                                                                                        \
        lw_mma_sync(&d_part, &a_part, &b_part, &c_part, true);                                                         \
    else                                                                                                               \
        lw_mma_sync(&d_part, &a_part, &b_part, &c_part)
#define MULTIPLY_OPERATION                                                                                             \
    if (option)                                                                                                        \
        lw_bmma_sync(&d_part, &a_part, &b_part, &c_part, bmmaBitOpAND);                                                \
    else                                                                                                               \
        lw_bmma_sync(&d_part, &a_part, &b_part, &c_part)

#define DEFINE(name, m, n, k, element, type, memory, la, lb, c_element, c_type, d_element, d_type, option_)            \
    LW_KERNEL(name, (int, option), (const char *, a), (const char *, b), (const char *, c), (char *, d))               \
    {                                                                                                                  \
        size_t warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;                                                    \
        LW_FRAGMENT(matrix_a, m, n, k, type, la##_major) a_part;                                                       \
        LW_FRAGMENT(matrix_b, m, n, k, type, lb##_major) b_part;                                                       \
        LW_FRAGMENT(accumulator, m, n, k, c_type) c_part;                                                              \
        LW_FRAGMENT(accumulator, m, n, k, d_type) d_part;                                                              \
        lw_load_matrix_sync(                                                                                           \
            &a_part, (const memory *)(a + warp * Y_ELEMENTS(Y_BITS_##element, la, m, k) * Y_BITS_##element / 8),       \
            Y_DISTANCE(Y_BITS_##element, Y_IN_LINE_##la(m, k)));                                                       \
        lw_load_matrix_sync(                                                                                           \
            &b_part, (const memory *)(b + warp * Y_ELEMENTS(Y_BITS_##element, lb, k, n) * Y_BITS_##element / 8),       \
            Y_DISTANCE(Y_BITS_##element, Y_IN_LINE_##lb(k, n)));                                                       \
        lw_load_matrix_sync(&c_part, (const c_type *)c + warp * m * n, n, mem_row_major);                              \
        (void)option;                                                                                                  \
        MULTIPLY_##option_;                                                                                            \
        lw_store_matrix_sync((d_type *)d + warp * m * n, &d_part, n, mem_row_major);                                   \
    }

Y_OF_HALF(DEFINE)
Y_OF_BFLOAT16(DEFINE)
Y_OF_TF32(DEFINE)
Y_OF_DOUBLE(DEFINE)
Y_OF_BYTES(DEFINE)
Y_OF_PARTS(DEFINE)
