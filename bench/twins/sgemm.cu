#include "twins.h"

struct shape {
    int m, n, k, lda, ldb, ldc;
};

__device__ void store(float *c, float alpha, float sum, float beta)
{
    float product = alpha * sum;
    *c = beta == 0 ? product : fmaf(beta, *c, product);
}

constexpr int SMALL = 16;

extern "C" __global__ void __block_size__((SMALL, SMALL, 1))
    twin_sgemm_tile16(shape s, float alpha, const float *a, const float *b, float beta, float *c)
{
    __shared__ float tile_a[SMALL][SMALL], tile_b[SMALL][SMALL];
    unsigned tiles = ((unsigned)s.n + SMALL - 1) / SMALL;
    int x = threadIdx.x, y = threadIdx.y;
    long long row = (long long)(blockIdx.x / tiles) * SMALL + y, column = (long long)(blockIdx.x % tiles) * SMALL + x;
    float sum = 0;
    for (long long p = 0; p < s.k; p += SMALL) {
        tile_a[y][x] = row < s.m && p + x < s.k ? a[row * s.lda + p + x] : 0.0f;
        tile_b[y][x] = p + y < s.k && column < s.n ? b[(p + y) * s.ldb + column] : 0.0f;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < SMALL; i++)
            sum = fmaf(tile_a[y][i], tile_b[i][x], sum);
        __syncthreads();
    }
    if (row < s.m && column < s.n)
        store(&c[row * s.ldc + column], alpha, sum, beta);
}

constexpr int TILE = 128, DEPTH = 8, THREADS = 256, A_ROW = TILE + 4, HALF = TILE / 2;

__device__ float4 load4(const float *row, long long count, bool aligned)
{
    if (aligned && count >= 4)
        return *reinterpret_cast<const float4 *>(row);
    float4 v = make_float4(0, 0, 0, 0);
    if (count > 0)
        v.x = row[0];
    if (count > 1)
        v.y = row[1];
    if (count > 2)
        v.z = row[2];
    if (count > 3)
        v.w = row[3];
    return v;
}

__device__ bool is_aligned(const float *pointer, int leading)
{
    return (uintptr_t)pointer % sizeof(float4) == 0 && leading % 4 == 0;
}

__device__ void store4(float *c, const float *sum, float alpha, float beta)
{
    auto place = reinterpret_cast<float4 *>(c);
    float4 v = make_float4(alpha * sum[0], alpha * sum[1], alpha * sum[2], alpha * sum[3]);
    if (beta != 0) {
        float4 old = *place;
        v = make_float4(fmaf(beta, old.x, v.x), fmaf(beta, old.y, v.y), fmaf(beta, old.z, v.z), fmaf(beta, old.w, v.w));
    }
    *place = v;
}

/* 128 x 128 by 256 threads, 8 x 8 each, double-buffered; WHOLE: no bounds to check. */
template <bool WHOLE>
__device__ void multiply(shape s, float alpha, const float *a, const float *b, float beta, float *c)
{
    __shared__ __align__(16) float tile_a[2][DEPTH][A_ROW];
    __shared__ __align__(16) float tile_b[2][DEPTH][TILE];
    unsigned thread = threadIdx.x, tiles = ((unsigned)s.n + TILE - 1) / TILE;
    long long top = (long long)(blockIdx.x / tiles) * TILE, left = (long long)(blockIdx.x % tiles) * TILE;

    unsigned a_row = thread / 2, a_column = thread % 2 * 4, b_row = thread / 32, b_column = thread % 32 * 4;
    bool a_there = WHOLE || top + a_row < s.m;
    bool a_aligned = WHOLE || is_aligned(a, s.lda), b_aligned = WHOLE || is_aligned(b, s.ldb);
    const float *from_a = a + (a_there ? top + a_row : 0) * s.lda + a_column;
    const float *from_b = b + (long long)b_row * s.ldb + left + b_column;
    long long a_end = a_there ? s.k - (long long)a_column : 0, b_end = s.n - left - b_column;
    float4 next_a, next_b;

    unsigned warp = thread / 32, lane = thread % 32;
    unsigned row = warp / 2 * 32 + lane / 8 * 4, column = warp % 2 * 32 + lane % 8 * 4;
    float sum[8][8] = {};

    for (long long p = -DEPTH; p < s.k; p += DEPTH) {
        int buffer = (int)(p / DEPTH) & 1;
        long long ahead = p + DEPTH;
        bool more = ahead < s.k;
        if (more) {
            if (WHOLE) {
                next_a = *reinterpret_cast<const float4 *>(from_a + ahead);
                next_b = *reinterpret_cast<const float4 *>(from_b + ahead * s.ldb);
            } else {
                next_a = load4(from_a + ahead, a_end - ahead, a_aligned);
                next_b = load4(from_b + ahead * s.ldb, ahead + b_row < s.k ? b_end : 0, b_aligned);
            }
        }
        if (p >= 0) {
#pragma unroll
            for (int d = 0; d < DEPTH; d++) {
                float x[8], y[8];
                *reinterpret_cast<float4 *>(x) = *reinterpret_cast<float4 *>(&tile_a[buffer][d][row]);
                *reinterpret_cast<float4 *>(x + 4) = *reinterpret_cast<float4 *>(&tile_a[buffer][d][row + 16]);
                *reinterpret_cast<float4 *>(y) = *reinterpret_cast<float4 *>(&tile_b[buffer][d][column]);
                *reinterpret_cast<float4 *>(y + 4) = *reinterpret_cast<float4 *>(&tile_b[buffer][d][column + HALF]);
#pragma unroll
                for (int i = 0; i < 8; i++)
#pragma unroll
                    for (int j = 0; j < 8; j++)
                        sum[i][j] = fmaf(x[i], y[j], sum[i][j]);
            }
        }
        if (more) {
            tile_a[buffer ^ 1][a_column][a_row] = next_a.x;
            tile_a[buffer ^ 1][a_column + 1][a_row] = next_a.y;
            tile_a[buffer ^ 1][a_column + 2][a_row] = next_a.z;
            tile_a[buffer ^ 1][a_column + 3][a_row] = next_a.w;
            *reinterpret_cast<float4 *>(&tile_b[buffer ^ 1][b_row][b_column]) = next_b;
        }
        __syncthreads();
    }

    bool c_aligned = WHOLE || is_aligned(c, s.ldc);
#pragma unroll
    for (int i = 0; i < 8; i++) {
        long long r = top + row + (i < 4 ? i : i + 12);
        if (!WHOLE && r >= s.m)
            continue;
#pragma unroll
        for (int half = 0; half < 2; half++) {
            long long q = left + column + half * HALF;
            float *place = c + r * s.ldc + q;
            if (WHOLE || (c_aligned && q + 4 <= s.n)) {
                store4(place, &sum[i][half * 4], alpha, beta);
                continue;
            }
#pragma unroll
            for (int j = 0; j < 4; j++)
                if (q + j < s.n)
                    store(place + j, alpha, sum[i][half * 4 + j], beta);
        }
    }
}

extern "C" __global__ void __launch_bounds__(THREADS, 2)
    twin_sgemm_tile128(shape s, float alpha, const float *a, const float *b, float beta, float *c)
{
    multiply<false>(s, alpha, a, b, beta, c);
}

extern "C" __global__ void __launch_bounds__(THREADS, 2)
    twin_sgemm_whole(shape s, float alpha, const float *a, const float *b, float beta, float *c)
{
    multiply<true>(s, alpha, a, b, beta, c);
}

static unsigned tiles_of(int m, int n, int side)
{
    return (unsigned)((m + side - 1) / side) * (unsigned)((n + side - 1) / side);
}

int twin_sgemm_launch(void *stream, int m, int n, int k, float alpha, const float *a, int lda, const float *b, int ldb,
                      float beta, float *c, int ldc)
{
    auto queue = static_cast<cudaStream_t>(stream);
    shape s = {m, n, alpha == 0 ? 0 : k, lda, ldb, ldc};
    bool whole = m % TILE == 0 && n % TILE == 0 && s.k % DEPTH == 0 && lda % 4 == 0 && ldb % 4 == 0 && ldc % 4 == 0 &&
                 ((uintptr_t)a | (uintptr_t)b | (uintptr_t)c) % sizeof(float4) == 0;
    if (whole)
        twin_sgemm_whole<<<tiles_of(m, n, TILE), THREADS, 0, queue>>>(s, alpha, a, b, beta, c);
    else
        twin_sgemm_tile128<<<tiles_of(m, n, TILE), THREADS, 0, queue>>>(s, alpha, a, b, beta, c);
    return cudaGetLastError();
}

int twin_sgemm_tile16_launch(void *stream, int m, int n, int k, float alpha, const float *a, int lda, const float *b,
                             int ldb, float beta, float *c, int ldc)
{
    shape s = {m, n, alpha == 0 ? 0 : k, lda, ldb, ldc};
    twin_sgemm_tile16<<<tiles_of(m, n, SMALL), dim3(SMALL, SMALL), 0, static_cast<cudaStream_t>(stream)>>>(s, alpha, a, b,
                                                                                                          beta, c);
    return cudaGetLastError();
}
