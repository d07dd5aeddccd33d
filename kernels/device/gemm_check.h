/* What launchers of products of matrices check, and how tiles cover a matrix. */
#ifndef LWK_DEVICE_GEMM_CHECK_H
#define LWK_DEVICE_GEMM_CHECK_H

#include <limits.h>

#include <lanewise/launch.h>

enum { LWK_GEMM_MOST = INT_MAX - 128 }; /* so that no index in the tile at the edge overflows */

static inline lw_status lwk_gemm_check_size(const char *launcher, const char *name, int size)
{
    if (size < 0)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is %d", launcher, name, size);
    if (size > LWK_GEMM_MOST)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is over %d", launcher, name, LWK_GEMM_MOST);
    return LW_SUCCESS;
}

/* `ld`: elements from a row of `length` to the next. */
static inline lw_status lwk_gemm_check_ld(const char *launcher, const char *name, int ld, int length)
{
    if (ld < length)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is %d, a row has %d", launcher, name, ld, length);
    return LW_SUCCESS;
}

/* C is m x n, A m x k and B k x n. */
static inline lw_status lwk_gemm_check(const char *launcher, int m, int n, int k, const void *a, int lda, const void *b,
                                       int ldb, const void *c, int ldc)
{
    lw_status status = lwk_gemm_check_size(launcher, "m", m);
    if (status == LW_SUCCESS)
        status = lwk_gemm_check_size(launcher, "n", n);
    if (status == LW_SUCCESS)
        status = lwk_gemm_check_size(launcher, "k", k);
    if (status == LW_SUCCESS)
        status = lwk_gemm_check_ld(launcher, "lda", lda, k);
    if (status == LW_SUCCESS)
        status = lwk_gemm_check_ld(launcher, "ldb", ldb, n);
    if (status == LW_SUCCESS)
        status = lwk_gemm_check_ld(launcher, "ldc", ldc, n);
    if (status != LW_SUCCESS)
        return status;
    if (m > 0 && n > 0 && ((k > 0 && (a == NULL || b == NULL)) || c == NULL))
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, c == NULL ? "c" : a == NULL ? "a" : "b");
    return LW_SUCCESS;
}

static inline size_t lwk_gemm_tiles(int length, int tile)
{
    return ((size_t)length + (size_t)tile - 1) / (size_t)tile;
}

#endif
