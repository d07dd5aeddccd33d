/** @file
 * attention_backward: the gradients of attention (attention.h) with respect to queries, keys and values; float32.
 *
 *     for (h = 0; h < heads; h++) for (i = 0; i < queries; i++) {
 *         int g = h / group, seen = causal ? i + 1 + keys - queries : keys;     // keys that query i sees; none where that is negative
 *         float own = dot(grad_out[h][i], out[h][i]);
 *         for (j = 0; j < seen; j++) {
 *             float weight = expf(scale * dot(query[h][i], key[g][j]) - log_sum[h][i]);
 *             float factor = scale * weight * (dot(grad_out[h][i], value[g][j]) - own);
 *             for (c = 0; c < size; c++) {
 *                 grad_query[h][i][c] += factor * key[g][j][c];
 *                 grad_key[g][j][c] += factor * query[h][i][c];
 *                 grad_value[g][j][c] += weight * grad_out[h][i][c];
 *             }
 *         }
 *     }
 *
 * The three gradients are zeros before. Neither scores nor weights are stored: they are computed again, from what lwk_attention_launch() has stored of each query, `out` and
 * `log_sum` (Dao and others, FlashAttention, 2022). One kernel has blocks of queries, which go through the keys, another blocks of keys, which go through the queries
 * of all heads that share them: each computes scores for itself, and needs no atomic operations.
 *
 * The bits are the same on every device and in every run. In units of 2^-24 an element of grad_query is at most e from the exact one, e the sum over keys that the query sees of
 * scale * weight * (sum abs(grad_out * value) + sum abs(grad_out * out)) * abs(key's element) * ((size + 6) * s + size + 2 * abs(log_sum) + keys + 20), s as in attention.h
 * but of that key alone; for grad_key and grad_value likewise, over the queries of all heads that see the key, with their number in place of `keys`. Differences of scores and
 * log_sum are at most 64. A NaN goes to gradients of rows that it meets, at least where rows see each other.
 */
#ifndef LWK_ATTENTION_BACKWARD_H
#define LWK_ATTENTION_BACKWARD_H

#include <lanewise/launch.h>

#include "attention.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Shapes of the kernels. */
enum {
    LWK_ATTENTION_GRADIENT_ROWS = 32,    /**< queries or keys of a block */
    LWK_ATTENTION_GRADIENT_THREADS = 64, /**< threads of a block */
    LWK_ATTENTION_GRADIENT_OWN_THREADS =
        16 /**< threads of a block of lwk_attention_backward_query_rows() and _key_rows(), each with a row */
};

/** The product of each row of a gradient with its row of `out`, a thread a row. Any one-dimensional block; the grid covers the rows.
 * @param rows how many
 * @param size elements of a row
 * @param out rows of floats in device memory
 * @param grad_out as many
 * @param own rows floats of device memory */
LW_DECLARE_KERNEL(lwk_attention_backward_dots, (size_t, rows), (int, size), (const float *, out),
                  (const float *, grad_out), (float *, own));

/** The gradient of queries of at most 64 elements. Blocks of LWK_ATTENTION_GRADIENT_THREADS threads, one for each LWK_ATTENTION_GRADIENT_ROWS queries of each head.
 * @param by sizes
 * @param query heads * queries rows of floats in device memory
 * @param key heads / group * keys rows of floats in device memory
 * @param value as many as keys
 * @param grad_out as many as queries
 * @param log_sum heads * queries floats of device memory
 * @param own heads * queries floats of device memory: what lwk_attention_backward_dots() has stored
 * @param grad_query as many as queries, overlapping no other
 * @param wide not 0: `size` is a multiple of 4 and arrays of rows are aligned to 16 */
LW_DECLARE_KERNEL(lwk_attention_backward_query_64, (struct lwk_attention, by), (const float *, query),
                  (const float *, key), (const float *, value), (const float *, grad_out), (const float *, log_sum),
                  (const float *, own), (float *, grad_query), (int, wide));
/** The same of at most 128 elements.
 * @param by,query,key,value,grad_out,log_sum,own,grad_query,wide as lwk_attention_backward_query_64()'s */
LW_DECLARE_KERNEL(lwk_attention_backward_query_128, (struct lwk_attention, by), (const float *, query),
                  (const float *, key), (const float *, value), (const float *, grad_out), (const float *, log_sum),
                  (const float *, own), (float *, grad_query), (int, wide));
/** The gradients of keys and values of at most 64 elements. Blocks of LWK_ATTENTION_GRADIENT_THREADS threads, one for each LWK_ATTENTION_GRADIENT_ROWS keys of each
 * heads / group.
 * @param by,query,key,value,grad_out,log_sum,own,wide as lwk_attention_backward_query_64()'s
 * @param grad_key heads / group * keys rows of floats in device memory, overlapping no other
 * @param grad_value as many, overlapping no other */
LW_DECLARE_KERNEL(lwk_attention_backward_key_64, (struct lwk_attention, by), (const float *, query),
                  (const float *, key), (const float *, value), (const float *, grad_out), (const float *, log_sum),
                  (const float *, own), (float *, grad_key), (float *, grad_value), (int, wide));
/** The same of at most 128 elements.
 * @param by,query,key,value,grad_out,log_sum,own,grad_key,grad_value,wide as lwk_attention_backward_key_64()'s */
LW_DECLARE_KERNEL(lwk_attention_backward_key_128, (struct lwk_attention, by), (const float *, query),
                  (const float *, key), (const float *, value), (const float *, grad_out), (const float *, log_sum),
                  (const float *, own), (float *, grad_key), (float *, grad_value), (int, wide));

/** As lwk_attention_backward_query_64(), a thread a query: for CPUs. Blocks of LWK_ATTENTION_GRADIENT_OWN_THREADS threads, one for as many queries of each head.
 * @param by,query,key,value,grad_out,log_sum,own,grad_query as lwk_attention_backward_query_64()'s */
LW_DECLARE_KERNEL(lwk_attention_backward_query_rows, (struct lwk_attention, by), (const float *, query),
                  (const float *, key), (const float *, value), (const float *, grad_out), (const float *, log_sum),
                  (const float *, own), (float *, grad_query));
/** As lwk_attention_backward_key_64(), a thread a key: for CPUs. Blocks of LWK_ATTENTION_GRADIENT_OWN_THREADS threads, one for as many keys of each heads / group.
 * @param by,query,key,value,grad_out,log_sum,own,grad_key,grad_value as lwk_attention_backward_key_64()'s */
LW_DECLARE_KERNEL(lwk_attention_backward_key_rows, (struct lwk_attention, by), (const float *, query),
                  (const float *, key), (const float *, value), (const float *, grad_out), (const float *, log_sum),
                  (const float *, own), (float *, grad_key), (float *, grad_value));

/** How large a workspace lwk_attention_backward_launch() needs.
 * @param by sizes, within their ranges
 * @return bytes: 4 for each query */
size_t lwk_attention_backward_workspace(const struct lwk_attention *by);
/** Queues the gradients with respect to what lwk_attention_launch() was given.
 * @param stream where
 * @param by sizes; read before the function returns. No heads do nothing; no queries make gradients of keys and values 0, no keys those of queries
 * @param query,key,value as lwk_attention_launch()'s
 * @param out,log_sum what that has stored
 * @param grad_out heads * queries rows of `size` floats in device memory: the gradient with respect to `out`
 * @param grad_query heads * queries rows of `size` floats in device memory, overlapping no other
 * @param grad_key heads / group * keys rows of `size` floats in device memory, overlapping no other
 * @param grad_value as many, overlapping no other
 * @param workspace lwk_attention_backward_workspace(by) bytes of device memory, aligned to 4; contents undefined before and after
 * @return LW_ERROR_INVALID_VALUE: a null pointer, or a size outside its range; or as lw_launch_kernel()
 *
 * CUDA: none; PyTorch's name is scaled_dot_product_attention. */
lw_status lwk_attention_backward_launch(lw_stream *stream, const struct lwk_attention *by, const float *query,
                                        const float *key, const float *value, const float *out, const float *log_sum,
                                        const float *grad_out, float *grad_query, float *grad_key, float *grad_value,
                                        void *workspace);

#ifdef __cplusplus
}
#endif

#endif
