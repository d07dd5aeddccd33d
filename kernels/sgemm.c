#include <lanewise/kernel.h>

#include "sgemm.h"

/* A block's tile of C, the depth of the tiles of A and B that it goes through, and a lane's part of it: four groups of
 * 4 x 4, GROUP_M and GROUP_N apart, so that the lanes of a warp read neighbouring shared memory. The tile of A is held
 * by columns; PAD spreads their stores over the banks. */
enum { TILE = 128, DEPTH = 8, LANES = 256, PAD = 4, GROUP_M = 32, GROUP_N = 16, SMALL = 16, MOST_BLOCKS = 65535 };

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

/* Four floats of a row; where not `whole`, 0 beyond `columns` and below `rows`. */
__device__ __forceinline__ float4 load_four(const float *matrix, int ld, int row, int column, int rows, int columns,
                                            int whole)
{
    const float *from = matrix + (size_t)row * ld + column;
    if (whole)
        return *(const float4 *)(const void *)from;
    float4 four = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    if (row < rows) {
        if (column < columns)
            four.x = from[0];
        if (column + 1 < columns)
            four.y = from[1];
        if (column + 2 < columns)
            four.z = from[2];
        if (column + 3 < columns)
            four.w = from[3];
    }
    return four;
}

/* One level of depth: the products of 8 of A and 8 of B. */
__device__ __forceinline__ void multiply_level(const float *column_a, const float *row_b, float sum[8][8])
{
    float4 a0 = *(const float4 *)(const void *)column_a, a1 = *(const float4 *)(const void *)(column_a + GROUP_M);
    float4 b0 = *(const float4 *)(const void *)row_b, b1 = *(const float4 *)(const void *)(row_b + GROUP_N);
    float x[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w};
    float y[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
    for (int i = 0; i < 8; i++)
#pragma unroll
        for (int j = 0; j < 8; j++)
            sum[i][j] = fmaf(x[i], y[j], sum[i][j]);
}

__device__ __forceinline__ float blend(float alpha, float sum, float beta, const float *old)
{
    return beta == 0.0f ? alpha * sum : fmaf(alpha, sum, beta * *old);
}

/* Stores four floats of a row of C. */
__device__ __forceinline__ void store_four(float *c, int ldc, int row, int column, int m, int n, int whole, float alpha,
                                           float beta, const float sum[4])
{
    float *to = c + (size_t)row * ldc + column;
    if (whole) {
        float4 old = beta == 0.0f ? make_float4(0.0f, 0.0f, 0.0f, 0.0f) : *(const float4 *)(const void *)to;
        *(float4 *)(void *)to = make_float4(blend(alpha, sum[0], beta, &old.x), blend(alpha, sum[1], beta, &old.y),
                                            blend(alpha, sum[2], beta, &old.z), blend(alpha, sum[3], beta, &old.w));
    } else if (row < m) {
#pragma unroll
        for (int j = 0; j < 4; j++)
            if (column + j < n)
                to[j] = blend(alpha, sum[j], beta, &to[j]);
    }
}

/* The tiles are double-buffered: while a block multiplies one pair, the next is on its way through registers, and one
 * barrier a pair suffices. `whole` is a constant at each call. */
__device__ __forceinline__ void multiply(int m, int n, int k, float alpha, const float *a, int lda, const float *b,
                                         int ldb, float beta, float *c, int ldc, int whole)
{
    LW_SHARED(float4, tiles_a, [2][DEPTH][(TILE + PAD) / 4]); /* of float4 for their alignment */
    LW_SHARED(float4, tiles_b, [2][DEPTH][TILE / 4]);
    float(*tile_a)[DEPTH][TILE + PAD] = (float(*)[DEPTH][TILE + PAD])(void *)tiles_a;
    float(*tile_b)[DEPTH][TILE] = (float(*)[DEPTH][TILE])(void *)tiles_b;
    int lane = (int)threadIdx.x, top = (int)blockIdx.y * TILE, left = (int)blockIdx.x * TILE;
    int row_a = lane / 2, column_a = lane % 2 * 4, row_b = lane / 32, column_b = lane % 32 * 4;
    /* Warps cover 64 x 32 of the tile, lanes 8 x 4 of groups in it. */
    int down = lane / 128 * 64 + lane % 32 / 4 * 4, across = lane / 32 % 4 * 32 + lane % 4 * 4;

    float sum[8][8];
#pragma unroll
    for (int i = 0; i < 8; i++)
#pragma unroll
        for (int j = 0; j < 8; j++)
            sum[i][j] = 0.0f;

    float4 next_a = load_four(a, lda, top + row_a, column_a, m, k, whole);
    float4 next_b = load_four(b, ldb, row_b, left + column_b, k, n, whole);
    int now = 0;
    for (int start = 0; start < k; start += DEPTH, now ^= 1) {
        tile_a[now][column_a][row_a] = next_a.x;
        tile_a[now][column_a + 1][row_a] = next_a.y;
        tile_a[now][column_a + 2][row_a] = next_a.z;
        tile_a[now][column_a + 3][row_a] = next_a.w;
        *(float4 *)(void *)&tile_b[now][row_b][column_b] = next_b;
        __syncthreads();
        if (start + DEPTH < k) {
            next_a = load_four(a, lda, top + row_a, start + DEPTH + column_a, m, k, whole);
            next_b = load_four(b, ldb, start + DEPTH + row_b, left + column_b, k, n, whole);
        }
        if (whole || start + DEPTH <= k) {
#pragma unroll
            for (int l = 0; l < DEPTH; l++)
                multiply_level(&tile_a[now][l][down], &tile_b[now][l][across], sum);
        } else {
            for (int l = 0; l < k - start; l++)
                multiply_level(&tile_a[now][l][down], &tile_b[now][l][across], sum);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; i++) {
        int row = top + down + i / 4 * GROUP_M + i % 4;
        store_four(c, ldc, row, left + across, m, n, whole, alpha, beta, &sum[i][0]);
        store_four(c, ldc, row, left + across + GROUP_N, m, n, whole, alpha, beta, &sum[i][4]);
    }
}

LW_KERNEL(lwk_sgemm_whole, LW_LAUNCH_BOUNDS(256, 2), (int, m), (int, n), (int, k), (float, alpha), (const float *, a),
          (int, lda), (const float *, b), (int, ldb), (float, beta), (float *, c), (int, ldc))
{
    multiply(m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, 1);
}

LW_KERNEL(lwk_sgemm_any, LW_LAUNCH_BOUNDS(256, 2), (int, m), (int, n), (int, k), (float, alpha), (const float *, a),
          (int, lda), (const float *, b), (int, ldb), (float, beta), (float *, c), (int, ldc))
{
    multiply(m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, 0);
}

static lw_status check(const char *launcher, int m, int n, int k, const float *a, int lda, const float *b, int ldb,
                       const float *c, int ldc)
{
    const int most = INT_MAX - TILE; /* so that no index in the tile at the edge overflows */
    if (m < 0 || n < 0 || k < 0)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is %d", launcher,
                        m < 0   ? "m"
                        : n < 0 ? "n"
                                : "k",
                        m < 0   ? m
                        : n < 0 ? n
                                : k);
    if (m > most || n > most || k > most)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is over %d", launcher,
                        m > most   ? "m"
                        : n > most ? "n"
                                   : "k",
                        most);
    if (lda < k || ldb < n || ldc < n)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is %d, a row has %d", launcher,
                        lda < k   ? "lda"
                        : ldb < n ? "ldb"
                                  : "ldc",
                        lda < k   ? lda
                        : ldb < n ? ldb
                                  : ldc,
                        lda < k ? k : n);
    if (m > 0 && n > 0 && ((k > 0 && (!a || !b)) || !c))
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, !c ? "c" : !a ? "a" : "b");
    return LW_SUCCESS;
}

static bool aligned(const float *a, int lda, const float *b, int ldb, const float *c, int ldc)
{
    return (((size_t)a | (size_t)b | (size_t)c) & 15) == 0 && lda % 4 == 0 && ldb % 4 == 0 && ldc % 4 == 0;
}

/* A grid is 65535 blocks tall at most: taller matrices take several launches, each of `rows` rows. */
lw_status lwk_sgemm_launch(lw_stream *stream, int m, int n, int k, float alpha, const float *a, int lda, const float *b,
                           int ldb, float beta, float *c, int ldc)
{
    lw_status status = check("lwk_sgemm_launch", m, n, k, a, lda, b, ldb, c, ldc);
    for (int row = 0, rows; n > 0 && row < m && !status; row += rows) {
        rows = m - row < MOST_BLOCKS * TILE ? m - row : MOST_BLOCKS * TILE;
        const float *part_a = a + (k > 0 ? (size_t)row * lda : 0);
        float *part_c = c + (size_t)row * ldc;
        lw_dim3 grid = {((unsigned)n + TILE - 1) / TILE, ((unsigned)rows + TILE - 1) / TILE, 1}, block = {LANES, 1, 1};
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
    lw_status status = check("lwk_sgemm_tile16_launch", m, n, k, a, lda, b, ldb, c, ldc);
    for (int row = 0, rows; n > 0 && row < m && !status; row += rows) {
        rows = m - row < MOST_BLOCKS * SMALL ? m - row : MOST_BLOCKS * SMALL;
        lw_dim3 grid = {((unsigned)n + SMALL - 1) / SMALL, ((unsigned)rows + SMALL - 1) / SMALL, 1};
        lw_dim3 block = {SMALL, SMALL, 1};
        status = lw_launch(lwk_sgemm_tile16, lw_grid(stream, grid, block, 0), rows, n, k, alpha,
                           a + (k > 0 ? (size_t)row * lda : 0), lda, b, ldb, beta, c + (size_t)row * ldc, ldc);
    }
    return status;
}
