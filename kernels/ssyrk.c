#include <lanewise/kernel.h>

#include "device/gemm_check.h"
#include "ssyrk.h"

enum { LARGE = 128, SMALL = 32, DEPTH = 8, MOST = 65535 * 128 };

#define GEMM(name) syrk_##name##_large
#define GEMM_TYPE float
#define GEMM_VECTOR float4
#define GEMM_FUSED fmaf
#define GEMM_TILE 128
#define GEMM_EACH 8
#include "device/gemm_tile.h"
#undef GEMM
#undef GEMM_TILE
#undef GEMM_EACH
#define GEMM(name) syrk_##name##_small
#define GEMM_TILE 32
#define GEMM_EACH 4
#include "device/gemm_tile.h"

/* A is the left matrix of both products, and transposed the right one. Tiles on the diagonal store a part. */
#define KERNEL(product, size, tile, deep, ...)                                                                         \
    LW_KERNEL(lwk_ssyrk_##product##_##size, __VA_ARGS__, (int, n), (int, k), (int, part), (float, alpha),              \
              (const float *, a), (int, lda), (float, beta), (float *, c), (int, ldc), (int, even))                    \
    {                                                                                                                  \
        const int top = (int)blockIdx.y * tile, left = (int)blockIdx.x * tile;                                         \
        const int side = part == LWK_SYRK_LOWER ? 1 : -1, stored = top == left ? side : 0;                             \
        if (side > 0 ? left > top : left < top)                                                                        \
            return;                                                                                                    \
        syrk_multiply_##size(top, left, n, n, k, alpha, a, lda, deep, a, lda, deep, beta, c, ldc, stored, even);       \
    }

KERNEL(rows, large, LARGE, 1, LW_LAUNCH_BOUNDS(256, 2))
KERNEL(rows, small, SMALL, 1, LW_LAUNCH_BOUNDS(64))
KERNEL(columns, large, LARGE, 0, LW_LAUNCH_BOUNDS(256, 2))
KERNEL(columns, small, SMALL, 0, LW_LAUNCH_BOUNDS(64))

static lw_status check(const char *launcher, lwk_syrk_part part, lwk_syrk_product product, int n, int k, const float *a,
                       int lda, const float *c, int ldc)
{
    if (part != LWK_SYRK_LOWER && part != LWK_SYRK_UPPER)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: part is %d", launcher, (int)part);
    if (product != LWK_SYRK_ROWS && product != LWK_SYRK_COLUMNS)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: product is %d", launcher, (int)product);
    if (n < 0 || n > MOST)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: n is %d; expected 0 to %d", launcher, n, MOST);
    lw_status status = lwk_gemm_check_size(launcher, "k", k);
    if (status == LW_SUCCESS)
        status = lwk_gemm_check_ld(launcher, "lda", lda, product == LWK_SYRK_ROWS ? k : n);
    if (status == LW_SUCCESS)
        status = lwk_gemm_check_ld(launcher, "ldc", ldc, n);
    if (status != LW_SUCCESS)
        return status;
    if (n > 0 && ((k > 0 && a == NULL) || c == NULL))
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, c == NULL ? "c" : "a");
    return LW_SUCCESS;
}

lw_status lwk_ssyrk_launch(lw_stream *stream, lwk_syrk_part part, lwk_syrk_product product, int n, int k, float alpha,
                           const float *a, int lda, float beta, float *c, int ldc)
{
    const size_t multiprocessors = 132, tiles = lwk_gemm_tiles(n, LARGE);
    const bool rows = product == LWK_SYRK_ROWS, large = tiles * (tiles + 1) / 2 >= multiprocessors;
    const int tile = large ? LARGE : SMALL;
    const unsigned side = (unsigned)lwk_gemm_tiles(n, tile);
    lw_status status = check("lwk_ssyrk_launch", part, product, n, k, a, lda, c, ldc);
    if (status != LW_SUCCESS || n == 0)
        return status;
    const int even =
        k > 0 && n % tile == 0 && k % DEPTH == 0 && lda % 4 == 0 && ldc % 4 == 0 && (((size_t)a | (size_t)c) & 15) == 0;
    lw_launch_config config = lw_grid(stream, lw_make_dim3(side, side, 1), large ? 256u : 64u, 0);
    if (rows && large)
        return lw_launch(lwk_ssyrk_rows_large, config, n, k, (int)part, alpha, a, lda, beta, c, ldc, even);
    if (rows)
        return lw_launch(lwk_ssyrk_rows_small, config, n, k, (int)part, alpha, a, lda, beta, c, ldc, even);
    if (large)
        return lw_launch(lwk_ssyrk_columns_large, config, n, k, (int)part, alpha, a, lda, beta, c, ldc, even);
    return lw_launch(lwk_ssyrk_columns_small, config, n, k, (int)part, alpha, a, lda, beta, c, ldc, even);
}
