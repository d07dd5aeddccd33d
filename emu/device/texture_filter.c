/* The arithmetic of the linear filter, as an H200 does it.
 *
 * Weights are multiples of 1/256 that add up to 1. The values of a slice are aligned to the largest exponent among
 * them, with four bits more than a float has; what is below is cut off. The weighted sum is exact, and is rounded once.
 */
#include "texture.h"

#include <limits.h>
#include <math.h>

enum { WHOLE = 256, MANTISSA = 24, GUARD = 4 };

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

double emu_blend(const float values[4], const int weights[4], int bits)
{
    int exponent = INT_MIN;
    double special = 0;
    for (int i = 0; i < 4; i++) {
        if (!weights[i] || values[i] == 0)
            continue;
        if (!isfinite(values[i])) {
            special += (double)values[i];
            continue;
        }
        int own;
        frexp((double)values[i], &own);
        exponent = own > exponent ? own : exponent;
    }
    if (special != 0)
        return special;
    if (exponent == INT_MIN)
        return 0;
    double sum = 0;
    for (int i = 0; i < 4; i++)
        if (weights[i])
            sum += trunc(ldexp((double)values[i], bits - exponent)) * weights[i];
    return ldexp(sum, exponent - bits) / WHOLE;
}

float emu_blend_round(double sum)
{
    int exponent;
    if (sum == 0 || !isfinite(sum))
        return (float)sum;
    double mantissa = ldexp(frexp(sum, &exponent), MANTISSA);
    return (float)ldexp(trunc(mantissa + (mantissa < 0 ? -0.5 : 0.5)), exponent - MANTISSA);
}
