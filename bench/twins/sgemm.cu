#include "twins.h"

constexpr int TILE = 128, DEPTH = 8, THREADS = 256, PAD = 4, GROUP_M = 32, GROUP_N = 16, SMALL = 16;

__device__ float blend(float alpha, float sum, float beta, const float &old)
{
    return beta == 0 ? alpha * sum : fmaf(alpha, sum, beta * old);
}

extern "C" __global__ void __block_size__((SMALL, SMALL, 1))
    twin_sgemm_tile16(int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb, float beta,
                      float *c, int ldc)
{
    __shared__ float tile_a[SMALL][SMALL], tile_b[SMALL][SMALL];
    int row = blockIdx.y * SMALL + threadIdx.y, column = blockIdx.x * SMALL + threadIdx.x;
    float sum = 0;
    for (int start = 0; start < k; start += SMALL) {
        int across = start + (int)threadIdx.x, down = start + (int)threadIdx.y;
        tile_a[threadIdx.y][threadIdx.x] = row < m && across < k ? a[(size_t)row * lda + across] : 0.0f;
        tile_b[threadIdx.y][threadIdx.x] = down < k && column < n ? b[(size_t)down * ldb + column] : 0.0f;
        __syncthreads();
        int depth = min(SMALL, k - start);
        for (int l = 0; l < depth; l++)
            sum = fmaf(tile_a[threadIdx.y][l], tile_b[l][threadIdx.x], sum);
        __syncthreads();
    }
    if (row < m && column < n) {
        float &out = c[(size_t)row * ldc + column];
        out = blend(alpha, sum, beta, out);
    }
}

template <bool WHOLE>
__device__ float4 load4(const float *matrix, int ld, int row, int column, int rows, int columns)
{
    const float *from = matrix + (size_t)row * ld + column;
    if (WHOLE)
        return *reinterpret_cast<const float4 *>(from);
    float4 v = make_float4(0, 0, 0, 0);
    if (row < rows) {
        if (column < columns)
            v.x = from[0];
        if (column + 1 < columns)
            v.y = from[1];
        if (column + 2 < columns)
            v.z = from[2];
        if (column + 3 < columns)
            v.w = from[3];
    }
    return v;
}

template <bool WHOLE>
__device__ void store4(float *c, int ldc, int row, int column, int m, int n, float alpha, float beta,
                       const float sum[4])
{
    float *to = c + (size_t)row * ldc + column;
    if (WHOLE) {
        float4 old = beta == 0 ? make_float4(0, 0, 0, 0) : *reinterpret_cast<float4 *>(to);
        *reinterpret_cast<float4 *>(to) =
            make_float4(blend(alpha, sum[0], beta, old.x), blend(alpha, sum[1], beta, old.y),
                        blend(alpha, sum[2], beta, old.z), blend(alpha, sum[3], beta, old.w));
    } else if (row < m) {
#pragma unroll
        for (int j = 0; j < 4; j++)
            if (column + j < n)
                to[j] = blend(alpha, sum[j], beta, to[j]);
    }
}

/* The outer product of 8 of A and 8 of B. */
__device__ void multiply_level(const float *column_a, const float *row_b, float sum[8][8])
{
    float x[8], y[8];
    *reinterpret_cast<float4 *>(x) = *reinterpret_cast<const float4 *>(column_a);
    *reinterpret_cast<float4 *>(x + 4) = *reinterpret_cast<const float4 *>(column_a + GROUP_M);
    *reinterpret_cast<float4 *>(y) = *reinterpret_cast<const float4 *>(row_b);
    *reinterpret_cast<float4 *>(y + 4) = *reinterpret_cast<const float4 *>(row_b + GROUP_N);
#pragma unroll
    for (int i = 0; i < 8; i++)
#pragma unroll
        for (int j = 0; j < 8; j++)
            sum[i][j] = fmaf(x[i], y[j], sum[i][j]);
}

/* 128 x 128 by 256 threads, 8 x 8 each, double-buffered; WHOLE: no bounds to check. */
template <bool WHOLE>
__device__ void multiply(int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb, float beta,
                         float *c, int ldc)
{
    __shared__ __align__(16) float tile_a[2][DEPTH][TILE + PAD];
    __shared__ __align__(16) float tile_b[2][DEPTH][TILE];
    int thread = threadIdx.x, top = blockIdx.y * TILE, left = blockIdx.x * TILE;
    int row_a = thread / 2, column_a = thread % 2 * 4, row_b = thread / 32, column_b = thread % 32 * 4;
    int down = thread / 128 * 64 + thread % 32 / 4 * 4, across = thread / 32 % 4 * 32 + thread % 4 * 4;
    float sum[8][8] = {};

    float4 next_a = load4<WHOLE>(a, lda, top + row_a, column_a, m, k);
    float4 next_b = load4<WHOLE>(b, ldb, row_b, left + column_b, k, n);
    int now = 0;
    for (int start = 0; start < k; start += DEPTH, now ^= 1) {
        tile_a[now][column_a][row_a] = next_a.x;
        tile_a[now][column_a + 1][row_a] = next_a.y;
        tile_a[now][column_a + 2][row_a] = next_a.z;
        tile_a[now][column_a + 3][row_a] = next_a.w;
        *reinterpret_cast<float4 *>(&tile_b[now][row_b][column_b]) = next_b;
        __syncthreads();
        if (start + DEPTH < k) {
            next_a = load4<WHOLE>(a, lda, top + row_a, start + DEPTH + column_a, m, k);
            next_b = load4<WHOLE>(b, ldb, start + DEPTH + row_b, left + column_b, k, n);
        }
        if (WHOLE || start + DEPTH <= k) {
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
        store4<WHOLE>(c, ldc, row, left + across, m, n, alpha, beta, &sum[i][0]);
        store4<WHOLE>(c, ldc, row, left + across + GROUP_N, m, n, alpha, beta, &sum[i][4]);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS, 2)
    twin_sgemm_whole(int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb, float beta,
                     float *c, int ldc)
{
    multiply<true>(m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

extern "C" __global__ void __launch_bounds__(THREADS, 2)
    twin_sgemm_any(int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb, float beta,
                   float *c, int ldc)
{
    multiply<false>(m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

/* One grid each: up to 65535 tiles of rows. */
int twin_sgemm_launch(void *stream, int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb,
                      float beta, float *c, int ldc)
{
    auto queue = static_cast<cudaStream_t>(stream);
    dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
    bool aligned = ((uintptr_t)a | (uintptr_t)b | (uintptr_t)c) % 16 == 0 && (lda | ldb | ldc) % 4 == 0;
    if (aligned && k > 0 && m % TILE == 0 && n % TILE == 0 && k % DEPTH == 0)
        twin_sgemm_whole<<<grid, THREADS, 0, queue>>>(m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
    else
        twin_sgemm_any<<<grid, THREADS, 0, queue>>>(m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
    return cudaGetLastError();
}

int twin_sgemm_tile16_launch(void *stream, int m, int n, int k, float alpha, const float *a, int lda, const float *b,
                             int ldb, float beta, float *c, int ldc)
{
    dim3 grid((n + SMALL - 1) / SMALL, (m + SMALL - 1) / SMALL), block(SMALL, SMALL);
    twin_sgemm_tile16<<<grid, block, 0, static_cast<cudaStream_t>(stream)>>>(m, n, k, alpha, a, lda, b, ldb, beta, c,
                                                                             ldc);
    return cudaGetLastError();
}
