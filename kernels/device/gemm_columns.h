/* Products of matrices for a CPU, whose threads have a column of C each: elements of A are the same for all of them, those of B and C side by side. Without
 * include guard: a file includes it once for each type.
 *
 * GEMM(name): a name of that type. GEMM_TYPE, GEMM_FUSED: float or double, and its fused multiply-add. */

enum {
    GEMM(COLUMNS) = 16, /* threads of a block */
    GEMM(ROWS) = 4,     /* of a thread at once */
    GEMM(LEVELS) = 8    /* elements whose products are added without a jump between */
};

/* `many` rows of C from row i on. whole: the block has no column outside. many, whole: constants. */
static __device__ __forceinline__ void GEMM(rows)(int many, int whole, size_t i, int column, int n, int k,
                                                  GEMM_TYPE alpha, const GEMM_TYPE *a, int lda, const GEMM_TYPE *b,
                                                  int ldb, GEMM_TYPE beta, GEMM_TYPE *c, int ldc)
{
    GEMM_TYPE sum[GEMM(ROWS)];
    _Pragma("unroll") for (int r = 0; r < many; r++) sum[r] = 0;
    a += i * (size_t)lda;
    b += column;
    c += i * (size_t)ldc + (size_t)column;
    int l = 0;
    for (; l + GEMM(LEVELS) <= k; l += GEMM(LEVELS), b += GEMM(LEVELS) * (size_t)ldb) {
        _Pragma("unroll") for (int level = 0; level < GEMM(LEVELS); level++)
        {
            const GEMM_TYPE element = whole || column < n ? b[(size_t)level * (size_t)ldb] : 0;
            _Pragma("unroll") for (int r = 0; r < many; r++) sum[r] =
                GEMM_FUSED(a[(size_t)r * (size_t)lda + (size_t)(l + level)], element, sum[r]);
        }
    }
    for (; l < k; l++, b += ldb) {
        const GEMM_TYPE element = whole || column < n ? b[0] : 0;
        _Pragma("unroll") for (int r = 0; r < many; r++) sum[r] =
            GEMM_FUSED(a[(size_t)r * (size_t)lda + (size_t)l], element, sum[r]);
    }
    _Pragma("unroll") for (int r = 0; r < many; r++) if (whole || column < n) c[(size_t)r * (size_t)ldc] =
        beta == 0 ? alpha * sum[r] : GEMM_FUSED(alpha, sum[r], beta * c[(size_t)r * (size_t)ldc]);
}

static __device__ __forceinline__ void GEMM(panel)(int whole, int first, int end, int column, int n, int k,
                                                   GEMM_TYPE alpha, const GEMM_TYPE *a, int lda, const GEMM_TYPE *b,
                                                   int ldb, GEMM_TYPE beta, GEMM_TYPE *c, int ldc)
{
    int i = first;
    for (; i + GEMM(ROWS) <= end; i += GEMM(ROWS))
        GEMM(rows)(GEMM(ROWS), whole, (size_t)i, column, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
    for (; i < end; i++)
        GEMM(rows)(1, whole, (size_t)i, column, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

/** Rows `first` to end - 1 of the thread's column. */
static __device__ __forceinline__ void GEMM(column)(int first, int end, int column, int n, int k, GEMM_TYPE alpha,
                                                    const GEMM_TYPE *a, int lda, const GEMM_TYPE *b, int ldb,
                                                    GEMM_TYPE beta, GEMM_TYPE *c, int ldc)
{
    if (column - (int)threadIdx.x + GEMM(COLUMNS) <= n)
        GEMM(panel)(1, first, end, column, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
    else
        GEMM(panel)(0, first, end, column, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
