/* Digits of keys in a radix sort. Without include guard: a file includes it once for each width of keys.
 *
 * RADIX_KEY: the unsigned type of that width. RADIX(name): a name of that width. */

/* What a key is inverted with, so that as an unsigned number it has the wanted order. */
struct RADIX(inverts) {
    RADIX_KEY zero;          /* counts as key 0 */
    RADIX_KEY all, negative; /* of all keys; besides, of those with a sign */
};

static __device__ __forceinline__ struct RADIX(inverts) RADIX(inverts_of)(int type, int order)
{
    const RADIX_KEY top = (RADIX_KEY)1 << (8 * sizeof(RADIX_KEY) - 1);
    bool is_float = type == LWK_RADIX_FLOAT || type == LWK_RADIX_DOUBLE;
    bool is_unsigned = type == LWK_RADIX_UINT32 || type == LWK_RADIX_UINT64;
    struct RADIX(inverts) inverts;
    inverts.zero = is_float ? top : 0;
    inverts.all = (order == LWK_RADIX_DESCENDING ? ~(RADIX_KEY)0 : 0) ^ (is_unsigned ? 0 : top);
    inverts.negative = is_float ? ~top : 0;
    return inverts;
}

/* Without a branch: a CPU would predict every other sign wrong. */
static __device__ __forceinline__ RADIX_KEY RADIX(inverted)(struct RADIX(inverts) inverts, RADIX_KEY key)
{
    key = key == inverts.zero ? 0 : key;
    return key ^ inverts.all ^ ((0 - (key >> (8 * sizeof(RADIX_KEY) - 1))) & inverts.negative);
}

static __device__ __forceinline__ unsigned RADIX(digit)(struct RADIX(inverts) inverts, RADIX_KEY key, int shift,
                                                        unsigned mask)
{
    return (unsigned)(RADIX(inverted)(inverts, key) >> shift) & mask;
}
