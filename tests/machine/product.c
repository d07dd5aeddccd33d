/* The kernel library's parts for reductions of other operations. */
#include "device/product.h"

#include <kernels/device/chunks.h>

#include "../harness/test.h"

TEST(product, of_the_librarys_parts)
{
    enum { N = 9 * LWK_REDUCE_CHUNK_LEAST + 77 };
    static unsigned host[N];
    unsigned *in, *part, *out, expected = 1, actual = 0;
    for (unsigned i = 0; i < N; i++)
        expected *= host[i] = 2 * i + 1;
    struct lwk_chunks all = lwk_chunks_of(N);
    CHECK_EQUAL(all.blocks, 10);
    CHECK_EQUAL(all.chunk, LWK_REDUCE_CHUNK_LEAST);
    CHECK_STATUS(lw_malloc(t->device, (void **)&in, sizeof host), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&part, all.blocks * sizeof *part), LW_SUCCESS);
    CHECK_STATUS(lw_malloc(t->device, (void **)&out, sizeof *out), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, in, host, sizeof host, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    lw_stream *stream = lw_default_stream(t->device);
    lw_dim3 block = lw_make_dim3(LWK_REDUCE_THREADS, 1, 1);
    lw_launch_config many = lw_grid(stream, lw_make_dim3(all.blocks, 1, 1), block, 0);
    lw_launch_config one = lw_grid(stream, lw_make_dim3(1, 1, 1), block, 0);
    CHECK_STATUS(lw_launch(test_product, many, N, all.chunk, in, part), LW_SUCCESS);
    CHECK_STATUS(lw_launch(test_product, one, all.blocks, LWK_REDUCE_CHUNK_LEAST, part, out), LW_SUCCESS);
    CHECK_STATUS(lw_memcpy(t->device, &actual, out, sizeof actual, LW_MEMCPY_DEFAULT), LW_SUCCESS);
    CHECK_EQUAL(actual, expected);
}

/* Chunks cover any number of elements; a chunk grows where there would be too many blocks. */
TEST(product, chunks, .host = true)
{
    const size_t numbers[] = {0,
                              1,
                              LWK_REDUCE_CHUNK_LEAST,
                              LWK_REDUCE_CHUNK_LEAST + 1,
                              (size_t)LWK_REDUCE_CHUNK_LEAST * LWK_REDUCE_MOST_BLOCKS,
                              (size_t)LWK_REDUCE_CHUNK_LEAST * LWK_REDUCE_MOST_BLOCKS + 1,
                              SIZE_MAX};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct lwk_chunks all = lwk_chunks_of(numbers[i]);
        CHECK_EQUAL(all.chunk % LWK_REDUCE_CHUNK_LEAST, 0);
        CHECK(all.blocks >= 1 && all.blocks <= LWK_REDUCE_MOST_BLOCKS);
        CHECK(numbers[i] == 0 || (numbers[i] - 1) / all.chunk + 1 == all.blocks);
    }
}
