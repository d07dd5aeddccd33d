/* The tree's lower four levels lie inside vectors of sixteen. Their last elements are the leaves of another tree, of
 * two vectors. */
#include "hand.h"
#include "vector.h"

enum { LANES = 256, SEGMENT = 2 * LANES, VECTORS = SEGMENT / VECTOR, UPPER = VECTORS / VECTOR };

typedef int mask __attribute__((vector_size(64)));

static const mask number = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/* Each element's partner at `distance` in its pair of groups, for those that end a group. */
static inline __attribute__((always_inline)) vector partners(vector v, int distance)
{
    if (distance == 8)
        return __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
    if (distance == 4)
        return __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11);
    if (distance == 2)
        return __builtin_shufflevector(v, v, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
    return __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
}

static inline vector keep(mask which, vector v)
{
    return (vector)(which & (mask)v);
}

static inline __attribute__((always_inline)) vector choose(mask which, vector a, vector b)
{
    return (vector)((which & (mask)a) | (~which & (mask)b));
}

static inline __attribute__((always_inline)) vector up(vector v)
{
    UNROLL_ALL
    for (int distance = 1; distance < VECTOR; distance *= 2) {
        mask right = ((number + 1) & (2 * distance - 1)) == 0;
        v = choose(right, v + partners(v, distance), v);
    }
    return v;
}

static inline __attribute__((always_inline)) vector down(vector v)
{
    UNROLL_ALL
    for (int distance = VECTOR / 2; distance > 0; distance /= 2) {
        mask right = ((number + 1) & (2 * distance - 1)) == 0, either = ((number + 1) & (distance - 1)) == 0;
        v = choose(either, partners(v, distance) + keep(right, v), v);
    }
    return v;
}

void hand_scan_blelloch(size_t first, size_t last, const float *restrict in, float *restrict out)
{
    for (size_t block = first; block < last; block++) {
        vector sum[VECTORS], end[UPPER];
        float ends[VECTORS];
        for (int i = 0; i < VECTORS; i++)
            sum[i] = up(vector_load(in + block * SEGMENT + i * VECTOR));
        UNROLL_ALL
        for (int i = 0; i < VECTORS; i++)
            ends[i] = sum[i][VECTOR - 1];
        end[0] = up(vector_load(ends));
        end[1] = up(vector_load(ends + VECTOR));
        /* The root keeps no sum: zero goes down to the left, the left sum to the right. */
        float left = end[0][VECTOR - 1];
        end[0][VECTOR - 1] = 0;
        end[1][VECTOR - 1] = left;
        vector_store(ends, down(end[0]));
        vector_store(ends + VECTOR, down(end[1]));
        UNROLL_ALL
        for (int i = 0; i < VECTORS; i++)
            sum[i][VECTOR - 1] = ends[i];
        for (int i = 0; i < VECTORS; i++)
            vector_store(out + block * SEGMENT + i * VECTOR, down(sum[i]));
    }
}
