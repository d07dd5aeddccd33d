/** @file
 * How reductions divide elements among blocks; for kernel files and for host code.
 */
#ifndef LWK_DEVICE_CHUNKS_H
#define LWK_DEVICE_CHUNKS_H

#include <stddef.h>

/* 64 threads: on a CPU the sums of a whole block stay in registers. 32 rows: more than a compiler for a CPU unrolls, which would make it go down
 * the columns, and read memory in strides. */
enum {
    LWK_REDUCE_THREADS = 64,                                /**< threads of a block */
    LWK_REDUCE_ROWS = 32,                                   /**< elements of a thread in a tile */
    LWK_REDUCE_TILE = LWK_REDUCE_THREADS * LWK_REDUCE_ROWS, /**< elements of a tile */
    LWK_REDUCE_CHUNK_LEAST = 2 * LWK_REDUCE_TILE,           /**< a chunk is a multiple of it */
    LWK_REDUCE_MOST_BLOCKS = 1056                           /**< eight blocks a multiprocessor on a GPU with 132 */
};

/** How n elements are divided among blocks. */
struct lwk_chunks {
    size_t chunk;    /**< elements of each block, except the last */
    unsigned blocks; /**< how many blocks; 1 where n is 0 */
};

/** Divides n elements among at most LWK_REDUCE_MOST_BLOCKS blocks.
 * @param n elements, any number
 * @return chunks that are multiples of LWK_REDUCE_CHUNK_LEAST */
static inline struct lwk_chunks lwk_chunks_of(size_t n)
{
    struct lwk_chunks all;
    size_t least = n / LWK_REDUCE_CHUNK_LEAST + (n % LWK_REDUCE_CHUNK_LEAST != 0);
    size_t each = least / LWK_REDUCE_MOST_BLOCKS + (least % LWK_REDUCE_MOST_BLOCKS != 0);
    all.chunk = (each == 0 ? 1 : each) * LWK_REDUCE_CHUNK_LEAST;
    all.blocks = n == 0 ? 1 : (unsigned)((n - 1) / all.chunk) + 1;
    return all;
}

#endif
