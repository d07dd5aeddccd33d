/* What launchers of kernels of rows have in common: their checks, and which kernel takes a row. */
#ifndef LWK_DEVICE_ROW_LAUNCH_H
#define LWK_DEVICE_ROW_LAUNCH_H

#include <lanewise/launch.h>

#include "kind.h"
#include "rows.h"

static inline lw_status lwk_row_check_rows(const char *launcher, size_t rows)
{
    const size_t most = 0x7fffffff; /* blocks of a grid */
    if (rows > most)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: rows is %zu, at most %zu", launcher, rows, most);
    return LW_SUCCESS;
}

/* Of a matrix called `name`, with `ld` elements from a row to the next. */
static inline lw_status lwk_row_check(const char *launcher, size_t rows, size_t columns, const void *array,
                                      const char *name, size_t ld)
{
    const size_t most = ((size_t)1 << 60) / rows;
    if (array == NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, name);
    if (ld < columns)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: ld_%s is %zu; expected at least %zu, the columns", launcher, name,
                        ld, columns);
    if (ld > most)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: ld_%s is %zu, at most %zu for %zu rows", launcher, name, ld, most,
                        rows);
    return LW_SUCCESS;
}

/* A warp of a block of LWK_ROW_BLOCK_THREADS has LWK_ROW_SHORT_EACH rows of at most LWK_ROW_SHORT elements, which are too few bytes for it
 * alone, or one longer row; a block has a row. LWK_ROW_BY_...: a block of so many threads has `each` rows, one after another: on a CPU. */
enum lwk_row_kernel {
    LWK_ROW_OF_SHORT,
    LWK_ROW_OF_WARP,
    LWK_ROW_OF_BLOCK,
    LWK_ROW_LONGER,
    LWK_ROW_BY_32,
    LWK_ROW_BY_256,
    LWK_ROW_BY_1024
};

/** Which kernel takes the rows of a matrix, and how. */
struct lwk_row_launch {
    enum lwk_row_kernel kernel; /**< which */
    lw_launch_config config;    /**< its blocks */
    size_t each;                /**< rows of a warp, or of a block on a CPU */
};

/* Neither rows nor columns are 0. */
static inline lw_status lwk_row_choose(lw_stream *stream, size_t rows, size_t columns, struct lwk_row_launch *launch)
{
    const size_t cpu_block = 16384; /* elements, as each block takes its time to start */
    const bool warp = columns <= LWK_ROW_WARP, block = columns <= LWK_ROW_BLOCK;
    const unsigned threads = warp ? 32 : block ? LWK_ROW_BLOCK_THREADS : LWK_ROW_LONG_THREADS;
    bool is_cpu = false;
    lw_status status = lwk_stream_is_cpu(stream, &is_cpu);
    if (status != LW_SUCCESS)
        return status;
    launch->each = 1;
    if (is_cpu) {
        launch->kernel = warp ? LWK_ROW_BY_32 : block ? LWK_ROW_BY_256 : LWK_ROW_BY_1024;
        launch->each = columns < cpu_block ? cpu_block / columns : 1;
    } else {
        launch->kernel = columns <= LWK_ROW_SHORT ? LWK_ROW_OF_SHORT
                         : warp                   ? LWK_ROW_OF_WARP
                         : block                  ? LWK_ROW_OF_BLOCK
                                                  : LWK_ROW_LONGER;
        if (columns <= LWK_ROW_SHORT)
            launch->each = LWK_ROW_SHORT_EACH;
    }
    size_t teams = rows / launch->each + (rows % launch->each != 0);
    launch->config = lw_linear(stream, teams * threads, warp && !is_cpu ? (unsigned)LWK_ROW_BLOCK_THREADS : threads);
    return LW_SUCCESS;
}

#endif
