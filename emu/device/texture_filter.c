/* The arithmetic of the linear filter, as an H200 does it.
 *
 * Weights are multiples of 1/256 that add up to 1. The values of a slice are aligned to the largest exponent among
 * them, with four bits more than a float has; what is below is cut off. The weighted sum is exact, and is rounded once.
 * Denormal values count as zero.
 */
#include "texture.h"

#include <math.h>
#include <string.h>

enum { WHOLE = 256, MANTISSA = 24, BIAS = 127, LARGEST_EXPONENT = 255, DOUBLE_MANTISSA = 53, DOUBLE_BIAS = 1023 };

static int share(int whole, int weight)
{
    return (whole * weight + WHOLE / 2) / WHOLE;
}

void emu_blend_weights(int slice, int x, int y, int weights[4])
{
    int right = share(slice, x), left = slice - right;
    weights[3] = share(right, y);
    weights[1] = right - weights[3];
    weights[0] = share(left, WHOLE - y);
    weights[2] = left - weights[0];
}

/* 2 to a power that a double has. */
static double power_of_two(int exponent)
{
    uint64_t bits = (uint64_t)(exponent + DOUBLE_BIAS) << (DOUBLE_MANTISSA - 1);
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

/* Infinities and NaN, and what is weighed with them. */
static double blend_special(const float values[4], const int weights[4])
{
    double sum = 0;
    for (int i = 0; i < 4; i++)
        if (weights[i] && !isfinite(values[i]))
            sum += (double)values[i];
    return sum;
}

double emu_blend(const float values[4], const int weights[4], int bits)
{
    uint32_t words[4];
    int largest = 0;
    memcpy(words, values, sizeof words);
    for (int i = 0; i < 4; i++) {
        int exponent = weights[i] ? (int)(words[i] >> (MANTISSA - 1) & LARGEST_EXPONENT) : 0;
        largest = exponent > largest ? exponent : largest;
    }
    if (largest == 0)
        return 0;
    if (largest == LARGEST_EXPONENT)
        return blend_special(values, weights);
    int64_t sum = 0;
    for (int i = 0; i < 4; i++) {
        int exponent = (int)(words[i] >> (MANTISSA - 1) & LARGEST_EXPONENT);
        int shift = bits - MANTISSA - (largest - exponent);
        if (!weights[i] || !exponent || shift <= -MANTISSA)
            continue;
        int64_t mantissa = (words[i] & ((1u << (MANTISSA - 1)) - 1)) | 1u << (MANTISSA - 1);
        mantissa = shift > 0 ? mantissa << shift : mantissa >> -shift;
        sum += words[i] >> 31 ? -mantissa * weights[i] : mantissa * weights[i];
    }
    return (double)sum * power_of_two(largest - BIAS + 1 - bits) / WHOLE;
}

double emu_round_away(double x, int bits)
{
    uint64_t word, unit = 1ull << (DOUBLE_MANTISSA - bits);
    if (!isfinite(x))
        return x;
    memcpy(&word, &x, sizeof word);
    word = (word + unit / 2) & ~(unit - 1); /* may carry into the exponent, as it must */
    memcpy(&x, &word, sizeof x);
    return x;
}
