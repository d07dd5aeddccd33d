#include <lanewise/kernel.h>

#include "device/gemm_check.h"
#include "sgemm.h"

/* DEPTH, THREADS: of the large tile. SMALL: rows and columns of the textbook's. */
enum { TILE = 128, DEPTH = 8, THREADS = 256, SMALL = 16, MOST_BLOCKS = 65535 };

LW_KERNEL(lwk_sgemm_tile16, LW_BLOCK_SIZE(16, 16, 1), (int, m), (int, n), (int, k), (float, alpha), (const float *, a),
          (int, lda), (const float *, b), (int, ldb), (float, beta), (float *, c), (int, ldc))
{
    LW_SHARED(float, tile_a, [SMALL][SMALL]);
    LW_SHARED(float, tile_b, [SMALL][SMALL]);
    int row = (int)(blockIdx.y * SMALL + threadIdx.y), column = (int)(blockIdx.x * SMALL + threadIdx.x);
    float sum = 0.0f;
    for (int start = 0; start < k; start += SMALL) {
        int across = start + (int)threadIdx.x, down = start + (int)threadIdx.y;
        tile_a[threadIdx.y][threadIdx.x] = row < m && across < k ? a[(size_t)row * lda + across] : 0.0f;
        tile_b[threadIdx.y][threadIdx.x] = down < k && column < n ? b[(size_t)down * ldb + column] : 0.0f;
        __syncthreads();
        /* No further than k: a product with the zeros outside could be no number. */
        int depth = min(SMALL, k - start);
        for (int l = 0; l < depth; l++)
            sum = fmaf(tile_a[threadIdx.y][l], tile_b[l][threadIdx.x], sum);
        __syncthreads();
    }
    if (row < m && column < n) {
        float *out = &c[(size_t)row * ldc + column];
        *out = beta == 0.0f ? alpha * sum : fmaf(alpha, sum, beta * *out);
    }
}

#define GEMM(name) sgemm_##name
#define GEMM_TYPE float
#define GEMM_VECTOR float4
#define GEMM_FUSED fmaf
#define GEMM_TILE 128
#define GEMM_EACH 8
#include "device/gemm_tile.h"

LW_KERNEL(lwk_sgemm_whole, LW_LAUNCH_BOUNDS(256, 2), (int, m), (int, n), (int, k), (float, alpha), (const float *, a),
          (int, lda), (const float *, b), (int, ldb), (float, beta), (float *, c), (int, ldc))
{
    sgemm_multiply((int)blockIdx.y * TILE, (int)blockIdx.x * TILE, m, n, k, alpha, a, lda, 1, b, ldb, 0, beta, c, ldc,
                   0, 1);
}

LW_KERNEL(lwk_sgemm_any, LW_LAUNCH_BOUNDS(256, 2), (int, m), (int, n), (int, k), (float, alpha), (const float *, a),
          (int, lda), (const float *, b), (int, ldb), (float, beta), (float *, c), (int, ldc))
{
    sgemm_multiply((int)blockIdx.y * TILE, (int)blockIdx.x * TILE, m, n, k, alpha, a, lda, 1, b, ldb, 0, beta, c, ldc,
                   0, 0);
}

static bool aligned(const float *a, int lda, const float *b, int ldb, const float *c, int ldc)
{
    return (((size_t)a | (size_t)b | (size_t)c) & 15) == 0 && lda % 4 == 0 && ldb % 4 == 0 && ldc % 4 == 0;
}

/* A grid is 65535 blocks tall at most: taller matrices take several launches, each of `rows` rows. */
lw_status lwk_sgemm_launch(lw_stream *stream, int m, int n, int k, float alpha, const float *a, int lda, const float *b,
                           int ldb, float beta, float *c, int ldc)
{
    lw_status status = lwk_gemm_check("lwk_sgemm_launch", m, n, k, a, lda, b, ldb, c, ldc);
    for (int row = 0, rows; n > 0 && row < m && !status; row += rows) {
        rows = m - row < MOST_BLOCKS * TILE ? m - row : MOST_BLOCKS * TILE;
        const float *part_a = a + (k > 0 ? (size_t)row * lda : 0);
        float *part_c = c + (size_t)row * ldc;
        lw_dim3 grid = {((unsigned)n + TILE - 1) / TILE, ((unsigned)rows + TILE - 1) / TILE, 1},
                block = {THREADS, 1, 1};
        lw_launch_config config = lw_grid(stream, grid, block, 0);
        if (rows % TILE == 0 && n % TILE == 0 && k % DEPTH == 0 && k > 0 && aligned(a, lda, b, ldb, c, ldc))
            status = lw_launch(lwk_sgemm_whole, config, rows, n, k, alpha, part_a, lda, b, ldb, beta, part_c, ldc);
        else
            status = lw_launch(lwk_sgemm_any, config, rows, n, k, alpha, part_a, lda, b, ldb, beta, part_c, ldc);
    }
    return status;
}

lw_status lwk_sgemm_tile16_launch(lw_stream *stream, int m, int n, int k, float alpha, const float *a, int lda,
                                  const float *b, int ldb, float beta, float *c, int ldc)
{
    lw_status status = lwk_gemm_check("lwk_sgemm_tile16_launch", m, n, k, a, lda, b, ldb, c, ldc);
    for (int row = 0, rows; n > 0 && row < m && !status; row += rows) {
        rows = m - row < MOST_BLOCKS * SMALL ? m - row : MOST_BLOCKS * SMALL;
        lw_dim3 grid = {((unsigned)n + SMALL - 1) / SMALL, ((unsigned)rows + SMALL - 1) / SMALL, 1};
        lw_dim3 block = {SMALL, SMALL, 1};
        status = lw_launch(lwk_sgemm_tile16, lw_grid(stream, grid, block, 0), rows, n, k, alpha,
                           a + (k > 0 ? (size_t)row * lda : 0), lda, b, ldb, beta, c + (size_t)row * ldc, ldc);
    }
    return status;
}
