#include <lanewise/kernel.h>

#include "device/gemm_check.h"
#include "device/kind.h"
#include "sgemm_batched.h"

enum { LARGE = 128, SMALL = 32, DEPTH = 8, MOST_Z = 65535 };

/* On a CPU: elements of a matrix B that stays in its cache, and products of a block, as each takes its time to start. */
enum { MOST_ON_CPU = 1 << 20, CPU_BLOCK = 1 << 18, CPU_COLUMNS = 16 };

#define GEMM(name) batched_##name##_large
#define GEMM_TYPE float
#define GEMM_VECTOR float4
#define GEMM_FUSED fmaf
#define GEMM_TILE 128
#define GEMM_EACH 8
#include "device/gemm_tile.h"
#undef GEMM
#undef GEMM_TILE
#undef GEMM_EACH
#define GEMM(name) batched_##name##_small
#define GEMM_TILE 32
#define GEMM_EACH 4
#include "device/gemm_tile.h"

#define KERNEL(size, tile, ...)                                                                                        \
    LW_KERNEL(lwk_sgemm_batched_##size, __VA_ARGS__, (int, m), (int, n), (int, k), (float, alpha), (const float *, a), \
              (int, lda), (size_t, stride_a), (const float *const *, all_a), (const float *, b), (int, ldb),           \
              (size_t, stride_b), (const float *const *, all_b), (float, beta), (float *, c), (int, ldc),              \
              (size_t, stride_c), (float *const *, all_c), (int, even))                                                \
    {                                                                                                                  \
        const size_t z = blockIdx.z;                                                                                   \
        const unsigned across = ((unsigned)n + tile - 1) / tile, row = blockIdx.x / across;                            \
        const int top = (int)row * tile, left = (int)(blockIdx.x - row * across) * tile;                               \
        a = all_a != NULL ? all_a[z] : a + z * stride_a;                                                               \
        b = all_b != NULL ? all_b[z] : b + z * stride_b;                                                               \
        c = all_c != NULL ? all_c[z] : c + z * stride_c;                                                               \
        const int whole = even && (((uintptr_t)a | (uintptr_t)b | (uintptr_t)c) & 15) == 0;                            \
        batched_multiply_##size(top, left, m, n, k, alpha, a, lda, 1, b, ldb, 0, beta, c, ldc, 0, whole);              \
    }

KERNEL(large, LARGE, LW_LAUNCH_BOUNDS(256, 2))
KERNEL(small, SMALL, LW_LAUNCH_BOUNDS(64))

/* ---- for CPUs ---- */
#undef GEMM
#define GEMM(name) batched_##name##_columns
#include "device/gemm_columns.h"

LW_KERNEL(lwk_sgemm_batched_columns, LW_BLOCK_SIZE(CPU_COLUMNS, 1, 1), (size_t, batch), (size_t, each), (int, m),
          (int, n), (int, k), (float, alpha), (const float *, a), (int, lda), (size_t, stride_a),
          (const float *const *, all_a), (const float *, b), (int, ldb), (size_t, stride_b),
          (const float *const *, all_b), (float, beta), (float *, c), (int, ldc), (size_t, stride_c),
          (float *const *, all_c))
{
    const size_t first = blockIdx.y * each, end = batch - first < each ? batch : first + each;
    const int column = (int)(blockIdx.x * CPU_COLUMNS + threadIdx.x);
    for (size_t z = first; z < end; z++) {
        const float *one_a = all_a != NULL ? all_a[z] : a + z * stride_a;
        const float *one_b = all_b != NULL ? all_b[z] : b + z * stride_b;
        float *one_c = all_c != NULL ? all_c[z] : c + z * stride_c;
        batched_column_columns(0, m, column, n, k, alpha, one_a, lda, one_b, ldb, beta, one_c, ldc);
    }
}

/* ---- the host's side ---- */

/* Large tiles read less for each product. Small ones waste less at edges, and give every multiprocessor a block. */
static bool takes_large(size_t batch, int m, int n)
{
    const size_t multiprocessors = 132;
    const size_t large = lwk_gemm_tiles(m, LARGE) * lwk_gemm_tiles(n, LARGE);
    const size_t small = lwk_gemm_tiles(m, SMALL) * lwk_gemm_tiles(n, SMALL);
    const size_t in_large = LARGE / SMALL * (LARGE / SMALL);
    return 2 * large * in_large <= 3 * small && large * batch >= multiprocessors;
}

#define LAUNCH(kernel)                                                                                                 \
    lw_launch(kernel, config, m, n, k, alpha, a, lda, stride_a, all_a, b, ldb, stride_b, all_b, beta, c, ldc,          \
              stride_c, all_c, even)

/* A grid has 65535 products at most. */
static lw_status queue(const char *launcher, lw_stream *stream, size_t batch, int m, int n, int k, float alpha,
                       const float *a, int lda, size_t stride_a, const float *const *all_a, const float *b, int ldb,
                       size_t stride_b, const float *const *all_b, float beta, float *c, int ldc, size_t stride_c,
                       float *const *all_c)
{
    bool is_cpu = false;
    const bool large = takes_large(batch, m, n);
    const int tile = large ? LARGE : SMALL;
    const size_t tiles = lwk_gemm_tiles(m, tile) * lwk_gemm_tiles(n, tile);
    const int even =
        k > 0 && m % tile == 0 && n % tile == 0 && k % DEPTH == 0 && lda % 4 == 0 && ldb % 4 == 0 && ldc % 4 == 0;
    lw_status status = lwk_stream_is_cpu(stream, &is_cpu);
    if (status != LW_SUCCESS)
        return status;
    if (is_cpu && (size_t)k * (size_t)n <= MOST_ON_CPU) {
        size_t each = 1 + CPU_BLOCK / ((size_t)m * (size_t)(k + 1) * CPU_COLUMNS);
        each = each * MOST_Z < batch ? batch / MOST_Z + 1 : each;
        const lw_dim3 grid = {((unsigned)n + CPU_COLUMNS - 1) / CPU_COLUMNS,
                              (unsigned)(batch / each + (batch % each != 0)), 1};
        return lw_launch(lwk_sgemm_batched_columns, lw_grid(stream, grid, CPU_COLUMNS, 0), batch, each, m, n, k, alpha,
                         a, lda, stride_a, all_a, b, ldb, stride_b, all_b, beta, c, ldc, stride_c, all_c);
    }
    if (tiles > INT_MAX)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: m is %d and n is %d; expected at most 2^31 - 1 tiles", launcher, m,
                        n);
    for (size_t first = 0, now; first < batch && status == LW_SUCCESS; first += now) {
        now = batch - first < MOST_Z ? batch - first : (size_t)MOST_Z;
        lw_launch_config config =
            lw_grid(stream, lw_make_dim3((unsigned)tiles, 1, (unsigned)now), large ? 256u : 64u, 0);
        status = large ? LAUNCH(lwk_sgemm_batched_large) : LAUNCH(lwk_sgemm_batched_small);
        if (all_c != NULL) {
            all_a = k > 0 ? all_a + now : all_a;
            all_b = k > 0 ? all_b + now : all_b;
            all_c += now;
        } else {
            a = k > 0 ? a + now * stride_a : a;
            b = k > 0 ? b + now * stride_b : b;
            c += first + now < batch ? now * stride_c : 0;
        }
    }
    return status;
}

lw_status lwk_sgemm_batched_launch(lw_stream *stream, size_t batch, int m, int n, int k, float alpha,
                                   const float *const *a, int lda, const float *const *b, int ldb, float beta,
                                   float *const *c, int ldc)
{
    const char *launcher = "lwk_sgemm_batched_launch";
    if (batch == 0)
        return LW_SUCCESS;
    lw_status status = lwk_gemm_check(launcher, m, n, k, a, lda, b, ldb, c, ldc);
    if (status != LW_SUCCESS || m == 0 || n == 0)
        return status;
    /* Without products only C is looked up. */
    return queue(launcher, stream, batch, m, n, k, alpha, NULL, lda, 0, k > 0 ? a : NULL, NULL, ldb, 0,
                 k > 0 ? b : NULL, beta, NULL, ldc, 0, c);
}

lw_status lwk_sgemm_strided_batched_launch(lw_stream *stream, size_t batch, int m, int n, int k, float alpha,
                                           const float *a, int lda, size_t stride_a, const float *b, int ldb,
                                           size_t stride_b, float beta, float *c, int ldc, size_t stride_c)
{
    const char *launcher = "lwk_sgemm_strided_batched_launch";
    if (batch == 0)
        return LW_SUCCESS;
    lw_status status = lwk_gemm_check(launcher, m, n, k, a, lda, b, ldb, c, ldc);
    if (status != LW_SUCCESS || m == 0 || n == 0)
        return status;
    if (batch > 1 && stride_c < (size_t)(m - 1) * (size_t)ldc + (size_t)n)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: stride_c is %zu, a matrix has %zu", launcher, stride_c,
                        (size_t)(m - 1) * (size_t)ldc + (size_t)n);
    return queue(launcher, stream, batch, m, n, k, alpha, a, lda, stride_a, NULL, b, ldb, stride_b, NULL, beta, c, ldc,
                 stride_c, NULL);
}
