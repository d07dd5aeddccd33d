#include <lanewise/kernel.h>

#include "device/gemm_check.h"
#include "device/kind.h"
#include "dgemm.h"

enum { TILE = 64, DEPTH = 8, THREADS = 256, MOST_BLOCKS = 65535 };

/* A block on a CPU: columns, one a thread, and rows. */
enum { CPU_COLUMNS = 16, CPU_ROWS = 128 };

/* Half as many elements a thread as in sgemm: a double takes two registers, and a GPU makes half as many products of doubles. */
#define GEMM(name) dgemm_##name
#define GEMM_TYPE double
#define GEMM_VECTOR double2
#define GEMM_FUSED fma
#define GEMM_TILE 64
#define GEMM_EACH 4
#include "device/gemm_tile.h"

LW_KERNEL(lwk_dgemm_whole, LW_LAUNCH_BOUNDS(256, 2), (int, m), (int, n), (int, k), (double, alpha), (const double *, a),
          (int, lda), (const double *, b), (int, ldb), (double, beta), (double *, c), (int, ldc))
{
    dgemm_multiply((int)blockIdx.y * TILE, (int)blockIdx.x * TILE, m, n, k, alpha, a, lda, 1, b, ldb, 0, beta, c, ldc,
                   0, 1);
}

LW_KERNEL(lwk_dgemm_any, LW_LAUNCH_BOUNDS(256, 2), (int, m), (int, n), (int, k), (double, alpha), (const double *, a),
          (int, lda), (const double *, b), (int, ldb), (double, beta), (double *, c), (int, ldc))
{
    dgemm_multiply((int)blockIdx.y * TILE, (int)blockIdx.x * TILE, m, n, k, alpha, a, lda, 1, b, ldb, 0, beta, c, ldc,
                   0, 0);
}

#undef GEMM
#define GEMM(name) dgemm_##name##_columns
#include "device/gemm_columns.h"

LW_KERNEL(lwk_dgemm_columns, LW_BLOCK_SIZE(CPU_COLUMNS, 1, 1), (int, m), (int, n), (int, k), (int, rows),
          (double, alpha), (const double *, a), (int, lda), (const double *, b), (int, ldb), (double, beta),
          (double *, c), (int, ldc))
{
    const int first = (int)blockIdx.y * rows, end = m - first < rows ? m : first + rows;
    dgemm_column_columns(first, end, (int)(blockIdx.x * CPU_COLUMNS + threadIdx.x), n, k, alpha, a, lda, b, ldb, beta,
                         c, ldc);
}

static bool aligned(const double *a, int lda, const double *b, int ldb, const double *c, int ldc)
{
    return (((size_t)a | (size_t)b | (size_t)c) & 15) == 0 && lda % 2 == 0 && ldb % 2 == 0 && ldc % 2 == 0;
}

/* A grid is 65535 blocks tall at most: taller matrices take several launches, each of `rows` rows. */
lw_status lwk_dgemm_launch(lw_stream *stream, int m, int n, int k, double alpha, const double *a, int lda,
                           const double *b, int ldb, double beta, double *c, int ldc)
{
    lw_status status = lwk_gemm_check("lwk_dgemm_launch", m, n, k, a, lda, b, ldb, c, ldc);
    bool is_cpu = false;
    if (status == LW_SUCCESS)
        status = lwk_stream_is_cpu(stream, &is_cpu);
    if (status == LW_SUCCESS && is_cpu && m > 0 && n > 0) {
        const int rows = m / MOST_BLOCKS < CPU_ROWS ? (int)CPU_ROWS : m / MOST_BLOCKS + 1;
        const lw_dim3 grid = {(unsigned)lwk_gemm_tiles(n, CPU_COLUMNS), (unsigned)lwk_gemm_tiles(m, rows), 1};
        return lw_launch(lwk_dgemm_columns, lw_grid(stream, grid, CPU_COLUMNS, 0), m, n, k, rows, alpha, a, lda, b, ldb,
                         beta, c, ldc);
    }
    for (int row = 0, rows; n > 0 && row < m && status == LW_SUCCESS; row += rows) {
        rows = m - row < MOST_BLOCKS * TILE ? m - row : MOST_BLOCKS * TILE;
        const double *part_a = a + (k > 0 ? (size_t)row * (size_t)lda : 0);
        double *part_c = c + (size_t)row * (size_t)ldc;
        lw_dim3 grid = {(unsigned)lwk_gemm_tiles(n, TILE), (unsigned)lwk_gemm_tiles(rows, TILE), 1};
        lw_launch_config config = lw_grid(stream, grid, THREADS, 0);
        if (rows % TILE == 0 && n % TILE == 0 && k % DEPTH == 0 && k > 0 && aligned(a, lda, b, ldb, c, ldc))
            status = lw_launch(lwk_dgemm_whole, config, rows, n, k, alpha, part_a, lda, b, ldb, beta, part_c, ldc);
        else
            status = lw_launch(lwk_dgemm_any, config, rows, n, k, alpha, part_a, lda, b, ldb, beta, part_c, ldc);
    }
    return status;
}
