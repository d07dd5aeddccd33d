/* A block's tile of a product of matrices, C = alpha A B + beta C. Without include guard: a file includes it once for each type and size of tile.
 *
 * GEMM(name): a name of that tile. GEMM_TYPE, GEMM_FUSED: float or double, and its fused multiply-add. GEMM_VECTOR: a vector of 16 bytes of it.
 * GEMM_TILE: rows and columns of the tile. GEMM_EACH: rows and columns that a thread has of it, 4 or 8.
 *
 * Each element is summed up over k in one chain of fused operations, whatever the tile: all tiles give the same bits. */

/* The depth of the tiles of A and B that a block goes through. A thread has groups of 4 x 4 elements of C, GROUP_M and GROUP_N apart, so that
 * threads of a warp read neighbouring shared memory. PAD spreads over the banks what is stored by columns. */
enum {
    GEMM(DEPTH) = 8,
    GEMM(PAD) = 4,
    GEMM(GROUPS) = GEMM_EACH / 4,
    GEMM(GROUP_M) = 32,
    GEMM(GROUP_N) = 16,
    GEMM(THREADS) = GEMM_TILE / GEMM_EACH * (GEMM_TILE / GEMM_EACH),
    GEMM(WARPS_N) = GEMM_TILE / (16 * GEMM(GROUPS)), /* warps side by side */
    GEMM(VECTOR) = 16 / (int)sizeof(GEMM_TYPE),
    GEMM(LOADS) =
        GEMM_TILE * GEMM(DEPTH) / (GEMM(THREADS) * GEMM(VECTOR)) /* vectors that a thread loads of A or B at once */
};

/* Four elements of shared memory, aligned to 16 bytes. */
static __device__ __forceinline__ void GEMM(four)(const GEMM_TYPE *from, GEMM_TYPE to[4])
{
    _Pragma("unroll") for (int k = 0; k < 4; k += GEMM(VECTOR))
    {
        GEMM_VECTOR vector = *(const GEMM_VECTOR *)(const void *)(from + k);
        _Pragma("unroll") for (int j = 0; j < GEMM(VECTOR); j++) to[k + j] =
            ((const GEMM_TYPE *)(const void *)&vector)[j];
    }
}

/* A vector of a row; where not `whole`, 0 beyond `columns` and below `rows`. */
static __device__ __forceinline__ void GEMM(load)(const GEMM_TYPE *matrix, int ld, int row, int column, int rows,
                                                  int columns, int whole, GEMM_TYPE to[GEMM(VECTOR)])
{
    const GEMM_TYPE *from = matrix + (size_t)row * (size_t)ld + column;
    if (whole) {
        GEMM_VECTOR vector = *(const GEMM_VECTOR *)(const void *)from;
        _Pragma("unroll") for (int k = 0; k < GEMM(VECTOR); k++) to[k] = ((const GEMM_TYPE *)(const void *)&vector)[k];
    } else {
        _Pragma("unroll") for (int k = 0; k < GEMM(VECTOR); k++) to[k] =
            row < rows && column + k < columns ? from[k] : (GEMM_TYPE)0;
    }
}

/* What a thread loads of rows (of A) or columns (of B) `first` to first + GEMM_TILE - 1 of `count`, and levels `start` to start + DEPTH - 1
 * of k. deep, a constant: levels are side by side in memory. */
static __device__ __forceinline__ void GEMM(panel)(const GEMM_TYPE *matrix, int ld, int first, int count, int start,
                                                   int k, int deep, int whole, GEMM_TYPE to[GEMM(LOADS)][GEMM(VECTOR)])
{
    const int across = (deep ? (int)GEMM(DEPTH) : GEMM_TILE) / GEMM(VECTOR); /* vectors of a row */
    const int row = (int)threadIdx.x / across, column = (int)threadIdx.x % across * GEMM(VECTOR);
    _Pragma("unroll") for (int i = 0; i < GEMM(LOADS); i++)
    {
        const int down = row + i * (GEMM(THREADS) / across);
        if (deep)
            GEMM(load)(matrix, ld, first + down, start + column, count, k, whole, to[i]);
        else
            GEMM(load)(matrix, ld, start + down, first + column, k, count, whole, to[i]);
    }
}

/* Stores them in a tile, which has a row for each level. */
static __device__ __forceinline__ void GEMM(stage)(GEMM_TYPE tile[GEMM(DEPTH)][GEMM_TILE + GEMM(PAD)], int deep,
                                                   GEMM_TYPE from[GEMM(LOADS)][GEMM(VECTOR)])
{
    const int across = (deep ? (int)GEMM(DEPTH) : GEMM_TILE) / GEMM(VECTOR);
    const int row = (int)threadIdx.x / across, column = (int)threadIdx.x % across * GEMM(VECTOR);
    _Pragma("unroll") for (int i = 0; i < GEMM(LOADS); i++)
    {
        const int down = row + i * (GEMM(THREADS) / across);
        if (deep) {
            _Pragma("unroll") for (int k = 0; k < GEMM(VECTOR); k++) tile[column + k][down] = from[i][k];
        } else {
            GEMM_VECTOR vector;
            _Pragma("unroll") for (int k = 0; k < GEMM(VECTOR); k++)((GEMM_TYPE *)(void *)&vector)[k] = from[i][k];
            *(GEMM_VECTOR *)(void *)&tile[down][column] = vector;
        }
    }
}

/* One level: the products of GEMM_EACH elements of A and as many of B. */
static __device__ __forceinline__ void GEMM(level)(const GEMM_TYPE *column_a, const GEMM_TYPE *row_b,
                                                   GEMM_TYPE sum[GEMM_EACH][GEMM_EACH])
{
    GEMM_TYPE x[GEMM_EACH], y[GEMM_EACH];
    _Pragma("unroll") for (int i = 0; i < GEMM(GROUPS); i++) GEMM(four)(column_a + i * GEMM(GROUP_M), &x[4 * i]);
    _Pragma("unroll") for (int i = 0; i < GEMM(GROUPS); i++) GEMM(four)(row_b + i * GEMM(GROUP_N), &y[4 * i]);
    _Pragma("unroll") for (int i = 0; i < GEMM_EACH; i++)
    {
        _Pragma("unroll") for (int j = 0; j < GEMM_EACH; j++) sum[i][j] = GEMM_FUSED(x[i], y[j], sum[i][j]);
    }
}

static __device__ __forceinline__ GEMM_TYPE GEMM(blend)(GEMM_TYPE alpha, GEMM_TYPE sum, GEMM_TYPE beta,
                                                        const GEMM_TYPE *old)
{
    return beta == 0 ? alpha * sum : GEMM_FUSED(alpha, sum, beta * *old);
}

/* Stores four elements of a row of C; where not `whole`, those inside it, and of its `part`. */
static __device__ __forceinline__ void GEMM(store)(GEMM_TYPE *c, int ldc, int row, int column, int m, int n, int whole,
                                                   int part, GEMM_TYPE alpha, GEMM_TYPE beta, const GEMM_TYPE sum[4])
{
    GEMM_TYPE *to = c + (size_t)row * (size_t)ldc + column;
    if (whole) {
        GEMM_TYPE old[4] = {0, 0, 0, 0}, made[4];
        if (beta != 0)
            GEMM(four)(to, old);
        _Pragma("unroll") for (int j = 0; j < 4; j++) made[j] = GEMM(blend)(alpha, sum[j], beta, &old[j]);
        _Pragma("unroll") for (int j = 0; j < 4; j += GEMM(VECTOR))
        {
            GEMM_VECTOR vector;
            _Pragma("unroll") for (int k = 0; k < GEMM(VECTOR); k++)((GEMM_TYPE *)(void *)&vector)[k] = made[j + k];
            *(GEMM_VECTOR *)(void *)(to + j) = vector;
        }
    } else if (row < m) {
        _Pragma("unroll") for (int j = 0; j < 4; j++) if (column + j < n && (part <= 0 || column + j <= row) &&
                                                          (part >= 0 || column + j >= row)) to[j] =
            GEMM(blend)(alpha, sum[j], beta, &to[j]);
    }
}

/** The tile whose first element is in row `top` and column `left` of C. deep_a: a row of A is side by side in memory, else a column of it is;
 * deep_b: a column of B is. part: 0, all elements are stored; 1, those on and below the diagonal; -1, on and above it. whole: sizes are multiples
 * of the tile's and of its depth, and what is loaded and stored is aligned to 16 bytes. deep_a, deep_b: constants.
 *
 * Tiles of A and B are double-buffered: while a block multiplies one pair, the next is on its way through registers, and one barrier a pair suffices. */
static __device__ __forceinline__ void GEMM(multiply)(int top, int left, int m, int n, int k, GEMM_TYPE alpha,
                                                      const GEMM_TYPE *a, int lda, int deep_a, const GEMM_TYPE *b,
                                                      int ldb, int deep_b, GEMM_TYPE beta, GEMM_TYPE *c, int ldc,
                                                      int part, int whole)
{
    enum { STEP = GEMM(DEPTH), WIDE = GEMM_TILE + GEMM(PAD) };
    LW_SHARED(GEMM_VECTOR, tiles_a, [2][STEP][WIDE / GEMM(VECTOR)]); /* of vectors for their alignment */
    LW_SHARED(GEMM_VECTOR, tiles_b, [2][STEP][WIDE / GEMM(VECTOR)]);
    GEMM_TYPE(*tile_a)[STEP][WIDE] = (GEMM_TYPE(*)[STEP][WIDE])(void *)tiles_a;
    GEMM_TYPE(*tile_b)[STEP][WIDE] = (GEMM_TYPE(*)[STEP][WIDE])(void *)tiles_b;
    const int warp = (int)threadIdx.x / 32, lane = (int)threadIdx.x % 32;
    /* A warp covers groups of 32 x 16, its threads 8 x 4 elements in them. */
    const int down = warp / GEMM(WARPS_N) * 32 * GEMM(GROUPS) + lane / 4 * 4;
    const int across = warp % GEMM(WARPS_N) * 16 * GEMM(GROUPS) + lane % 4 * 4;
    GEMM_TYPE sum[GEMM_EACH][GEMM_EACH], next_a[GEMM(LOADS)][GEMM(VECTOR)], next_b[GEMM(LOADS)][GEMM(VECTOR)];
    _Pragma("unroll") for (int i = 0; i < GEMM_EACH; i++)
    {
        _Pragma("unroll") for (int j = 0; j < GEMM_EACH; j++) sum[i][j] = 0;
    }
    GEMM(panel)(a, lda, top, m, 0, k, deep_a, whole, next_a);
    GEMM(panel)(b, ldb, left, n, 0, k, deep_b, whole, next_b);
    int now = 0;
    for (int start = 0; start < k; start += STEP, now ^= 1) {
        GEMM(stage)(tile_a[now], deep_a, next_a);
        GEMM(stage)(tile_b[now], deep_b, next_b);
        __syncthreads();
        if (start + STEP < k) {
            GEMM(panel)(a, lda, top, m, start + STEP, k, deep_a, whole, next_a);
            GEMM(panel)(b, ldb, left, n, start + STEP, k, deep_b, whole, next_b);
        }
        if (whole || start + STEP <= k) {
            _Pragma("unroll") for (int l = 0; l < STEP; l++)
                GEMM(level)(&tile_a[now][l][down], &tile_b[now][l][across], sum);
        } else { /* no further than k: a product with the zeros outside could be no number */
            for (int l = 0; l < k - start; l++)
                GEMM(level)(&tile_a[now][l][down], &tile_b[now][l][across], sum);
        }
    }
    const int all = whole && part == 0;
    _Pragma("unroll") for (int i = 0; i < GEMM_EACH; i++)
    {
        const int row = top + down + i / 4 * GEMM(GROUP_M) + i % 4;
        _Pragma("unroll") for (int j = 0; j < GEMM(GROUPS); j++)
            GEMM(store)(c, ldc, row, left + across + j * GEMM(GROUP_N), m, n, all, part, alpha, beta, &sum[i][4 * j]);
    }
}
