/** @file
 * attention: for each query the mean of values, weighted by the softmax of its products with keys; float32, forward.
 *
 *     for (h = 0; h < heads; h++) for (i = 0; i < queries; i++) {
 *         int seen = causal ? i + 1 + keys - queries : keys;             // keys that query i sees; none where that is negative
 *         float most = -INFINITY, sum = 0, total[size] = {0};
 *         for (j = 0; j < seen; j++) score[j] = scale * dot(query[h][i], key[h / group][j]);
 *         for (j = 0; j < seen; j++) most = fmaxf(most, score[j]);
 *         for (j = 0; j < seen; j++) {
 *             sum += expf(score[j] - most);
 *             for (c = 0; c < size; c++) total[c] += expf(score[j] - most) * value[h / group][j][c];
 *         }
 *         for (c = 0; c < size; c++) out[h][i][c] = seen <= 0 ? 0 : total[c] / sum;
 *         log_sum[h][i] = most + logf(sum);
 *     }
 *
 * Arrays have heads, then rows, then `size` elements side by side; heads are those of all the sequences of a batch. `group` heads share keys and values: 1 for an own
 * head each. The last query sees all keys: queries that continue a sequence have those of its beginning among the keys.
 *
 * No scores are stored: a block has LWK_ATTENTION_ROWS queries and goes through the keys by tiles, with the greatest score and the sum so far (Milakov and
 * Gimelshein, Online normalizer calculation for softmax, 2018; Dao and others, FlashAttention, 2022). Work grows with queries times keys, memory does not.
 *
 * The bits are the same on every device and in every run. In units of 2^-24, with s the greatest sum of abs(scale * query * key) over the elements of a
 * row among a query's keys, an element of `out` is at most (2 * (size + 6) * s + 2 * keys + 40) * (the greatest abs(value)) from the exact one, and
 * log_sum (size + 6) * s + keys + 40 + 2 * abs(log_sum); powers below e^-87 are 0. A NaN or an infinity in a query makes its row NaN, one in a key the rows
 * of all queries that see it. One among values makes NaN of rows of queries that see it, and may of the 63 before them.
 */
#ifndef LWK_ATTENTION_H
#define LWK_ATTENTION_H

#include <stdbool.h>

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Shapes of the kernels. */
enum {
    LWK_ATTENTION_ROWS = 64,       /**< queries of a block */
    LWK_ATTENTION_THREADS = 256,   /**< threads of a block */
    LWK_ATTENTION_ROW_THREADS = 16 /**< threads of a block of lwk_attention_rows(), each with a query */
};

/** What attention works on. */
struct lwk_attention {
    int heads; /**< of queries, in all sequences, 0 or more; times the tiles of LWK_ATTENTION_ROW_THREADS queries at most 2^31 - 1 */
    int group;   /**< heads that share keys and values, 1 or more; divides heads */
    int queries; /**< rows of a head, 0 to 2^30 */
    int keys;    /**< rows of keys and values of a head, 0 to 2^30 */
    int size;    /**< elements of a row, 1 to 128 */
    int causal;  /**< not 0: queries see no keys after their own */
    float scale; /**< of scores; 1 / sqrt(size) is usual */
};

/** Attention of rows of at most 64 elements. Blocks of LWK_ATTENTION_THREADS threads, one for each LWK_ATTENTION_ROWS queries of each head.
 * @param by sizes
 * @param query heads * queries rows of floats in device memory
 * @param key heads / group * keys rows of floats in device memory
 * @param value as many
 * @param out heads * queries rows of floats in device memory, overlapping no other
 * @param log_sum heads * queries floats of device memory, or null
 * @param wide not 0: `size` is a multiple of 4 and arrays of rows are aligned to 16 */
LW_DECLARE_KERNEL(lwk_attention_64, (struct lwk_attention, by), (const float *, query), (const float *, key),
                  (const float *, value), (float *, out), (float *, log_sum), (int, wide));
/** As lwk_attention_64(), of at most 128 elements.
 * @param by,query,key,value,out,log_sum,wide as lwk_attention_64()'s */
LW_DECLARE_KERNEL(lwk_attention_128, (struct lwk_attention, by), (const float *, query), (const float *, key),
                  (const float *, value), (float *, out), (float *, log_sum), (int, wide));

/** The same with the same bits, a thread a query: for CPUs. Blocks of LWK_ATTENTION_ROW_THREADS threads, one for as many queries of each head.
 * @param by sizes
 * @param query,key,value,out,log_sum as lwk_attention_64()'s */
LW_DECLARE_KERNEL(lwk_attention_rows, (struct lwk_attention, by), (const float *, query), (const float *, key),
                  (const float *, value), (float *, out), (float *, log_sum));

/** Queues attention.
 * @param stream where
 * @param by sizes; read before the function returns. No heads or no queries do nothing; no keys make all of `out` 0
 * @param query heads * queries rows of `size` floats in device memory
 * @param key heads / group * keys rows of `size` floats in device memory
 * @param value as many
 * @param out heads * queries rows of `size` floats in device memory, overlapping no other
 * @param log_sum heads * queries floats of device memory: the logarithm of the sum of each query's powers of e, -infinity where it sees no keys; or null
 * @return LW_ERROR_INVALID_VALUE: a null pointer, or a size outside its range; or as lw_launch_kernel()
 *
 * CUDA: none; PyTorch's name is scaled_dot_product_attention. */
lw_status lwk_attention_launch(lw_stream *stream, const struct lwk_attention *by, const float *query, const float *key,
                               const float *value, float *out, float *log_sum);

#ifdef __cplusplus
}
#endif

#endif
