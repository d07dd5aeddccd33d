/* A step's threads as two nested loops, over groups of `distance` threads and within each. Below sixteen a group is
 * less than a vector, and the keys of one vector are shuffled. All distances are constants. */
#include "hand.h"
#include "vector.h"

enum { LANES = 256, SEGMENT = 2 * LANES };

typedef uint32_t key_vector __attribute__((vector_size(64)));

static const key_vector number = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

static inline __attribute__((always_inline)) key_vector partners(key_vector v, unsigned distance)
{
    if (distance == 8)
        return __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
    if (distance == 4)
        return __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11);
    if (distance == 2)
        return __builtin_shufflevector(v, v, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
    return __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
}

static inline __attribute__((always_inline)) key_vector choose(key_vector mask, key_vector a, key_vector b)
{
    return (a & mask) | (b & ~mask);
}

static inline key_vector load(const uint32_t *from)
{
    key_vector v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline void store(uint32_t *to, key_vector v)
{
    memcpy(to, &v, sizeof v);
}

static inline key_vector least(key_vector a, key_vector b)
{
#if defined(__clang__)
    return __builtin_elementwise_min(a, b);
#else
    return choose((key_vector)(a < b), a, b);
#endif
}

static inline key_vector most(key_vector a, key_vector b)
{
#if defined(__clang__)
    return __builtin_elementwise_max(a, b);
#else
    return choose((key_vector)(a < b), b, a);
#endif
}

/* The steps of `size` from `from` down, for sixteen neighbours at a time. */
static inline __attribute__((always_inline)) void exchange_near(uint32_t *key, unsigned size, unsigned from)
{
    for (unsigned base = 0; base < SEGMENT; base += VECTOR) {
        key_vector v = load(key + base), ascending = (key_vector)(((number + base) & size) == 0);
        UNROLL_ALL
        for (unsigned distance = from; distance > 0; distance /= 2) {
            key_vector other = partners(v, distance), low = (key_vector)((number & distance) == 0);
            v = choose(low ^ ascending, most(v, other), least(v, other));
        }
        store(key + base, v);
    }
}

static inline __attribute__((always_inline)) void exchange_far(uint32_t *key, unsigned size, unsigned distance)
{
    for (unsigned base = 0; base < SEGMENT; base += 2 * distance) {
        uint32_t *low = key + base, *high = low + distance;
        for (unsigned i = 0; i < distance; i += VECTOR) {
            key_vector a = load(low + i), b = load(high + i);
            store((base & size ? high : low) + i, least(a, b));
            store((base & size ? low : high) + i, most(a, b));
        }
    }
}

void hand_bitonic(size_t first, size_t last, const uint32_t *restrict in, uint32_t *restrict out)
{
    for (size_t block = first; block < last; block++) {
        uint32_t key[SEGMENT] __attribute__((aligned(64)));
        memcpy(key, in + block * SEGMENT, sizeof key);
        UNROLL_ALL
        for (unsigned size = 2; size <= SEGMENT; size *= 2) {
            UNROLL_ALL
            for (unsigned distance = size / 2; distance >= VECTOR; distance /= 2)
                exchange_far(key, size, distance);
            exchange_near(key, size, size / 2 < VECTOR ? size / 2 : VECTOR / 2);
        }
        memcpy(out + block * SEGMENT, key, sizeof key);
    }
}
