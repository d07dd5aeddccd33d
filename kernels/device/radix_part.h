/* A radix sort's part of the keys, counted and copied by one thread: for CPUs. Without include guard, as radix_digit.h. */

static __device__ __forceinline__ void RADIX(count_part)(size_t n, size_t part, int type, int order, int shift,
                                                         int bits, const RADIX_KEY *keys, unsigned long long *counts)
{
    struct RADIX(inverts) inverts = RADIX(inverts_of)(type, order);
    unsigned long long bins[RADIX_DIGITS];
    size_t first = blockIdx.x * part, end = n - first < part ? n : first + part;
    for (unsigned digit = 0; digit < RADIX_DIGITS; digit++)
        bins[digit] = 0;
    for (size_t i = first; i < end; i++)
        bins[RADIX(digit)(inverts, keys[i], shift, radix_mask(bits))]++;
    for (unsigned digit = 0; digit < RADIX_DIGITS; digit++)
        counts[(size_t)blockIdx.x * RADIX_DIGITS + digit] = bins[digit];
}

static __device__ __forceinline__ void RADIX(scatter_part)(size_t n, size_t part, int type, int order, int shift,
                                                           int bits, const RADIX_KEY *keys, RADIX_KEY *keys_out,
                                                           const unsigned *values, unsigned *values_out,
                                                           const unsigned long long *offsets)
{
    struct RADIX(inverts) inverts = RADIX(inverts_of)(type, order);
    unsigned long long places[RADIX_DIGITS];
    size_t first = blockIdx.x * part, end = n - first < part ? n : first + part;
    for (unsigned digit = 0; digit < RADIX_DIGITS; digit++)
        places[digit] = offsets[(size_t)blockIdx.x * RADIX_DIGITS + digit];
    if (values == NULL) {
        for (size_t i = first; i < end; i++)
            keys_out[places[RADIX(digit)(inverts, keys[i], shift, radix_mask(bits))]++] = keys[i];
        return;
    }
    for (size_t i = first; i < end; i++) {
        size_t place = places[RADIX(digit)(inverts, keys[i], shift, radix_mask(bits))]++;
        keys_out[place] = keys[i];
        values_out[place] = values[i];
    }
}
