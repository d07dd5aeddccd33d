/* Reciprocal roots and lengths of vectors: IEEE square roots and divisions, then one step of Newton's method on
 * their errors, which exact products give. Errors stay below 0.51 ULP if the result is not denormal, and else below
 * 0.76 (a float's result is the double's, rounded, except for rsqrtf). */
#include <math.h>
#include <stdbool.h>

#include <emu/device/device_math.h>

#include "family.h"
#include "pair.h"

double emu_math_rsqrt(double x)
{
    double scale = 1;
    if (x < 0x1p-900) { /* the remainder of the root must not underflow */
        x *= 0x1p200;
        scale = 0x1p100;
    }
    double root = __builtin_sqrt(x), inverse = 1 / root;
    if (!(root > 0 && root <= 0x1p1000)) /* 0, infinite, negative, NaN */
        return inverse;
    double root_rest = __builtin_fma(-root, root, x), inverse_rest = __builtin_fma(-inverse, root, 1);
    return (inverse + inverse * (inverse_rest - root_rest / x * 0.5)) * scale;
}

/* Within 1.5 ULP, where CUDA allows 2, and two instructions for all lanes of a vector. */
float emu_math_rsqrtf(float x)
{
    return 1 / __builtin_sqrtf(x);
}

double emu_math_rcbrt(double x)
{
    double inverse = 1 / emu_math_family->cbrt(x);
    if (!(__builtin_fabs(x) > 0x1p-1000 && __builtin_fabs(x) < 0x1p1000)) {
        if (x == 0 || !(__builtin_fabs(x) <= 0x1.fffffffffffffp+1023))
            return inverse;
        double scale = __builtin_fabs(x) < 1 ? 0x1p300 : 0x1p-300; /* squares of the inverse must not leave the range */
        return emu_math_rcbrt(x * (scale * scale * scale)) * scale;
    }
    pair cube = pair_multiply(pair_of_product(inverse, inverse), inverse);
    pair product = pair_multiply(cube, x);
    return inverse + inverse * ((1 - product.high - product.low) / 3);
}

float emu_math_rcbrtf(float x)
{
    return (float)(1 / emu_math_family->cbrt(x));
}

/* ---- lengths ---- */

/* The root of a sum of squares, given as a pair; and the reciprocal of that root. */
static double root_of(pair sum)
{
    double root = __builtin_sqrt(sum.high);
    return root == 0 ? 0 : root + (__builtin_fma(-root, root, sum.high) + sum.low) / (2 * root);
}

static double inverse_root_of(pair sum)
{
    double inverse = 1 / __builtin_sqrt(sum.high);
    pair product = pair_multiply(pair_multiply(sum, inverse), inverse);
    return inverse + inverse * ((1 - product.high - product.low) / 2);
}

/* sqrt(x[0]^2 + ...) or its reciprocal. The numbers are scaled by a power of two so that squares stay in range. An
 * infinite number makes the length infinite even if another is NaN. */
static double length(const double *x, int count, bool inverse)
{
    double largest = 0;
    bool nan = false;
    for (int i = 0; i < count; i++) {
        double size = __builtin_fabs(x[i]);
        nan |= size != size;
        largest = size > largest ? size : largest;
    }
    if (largest == HUGE_VAL)
        return inverse ? 0 : HUGE_VAL;
    if (nan)
        return NAN;
    if (largest == 0)
        return inverse ? HUGE_VAL : 0;
    double scale = largest > 0x1p+400 ? 0x1p-600 : largest < 0x1p-400 ? 0x1p+600 : 1;
    pair sum = {0, 0};
    for (int i = 0; i < count; i++)
        sum = pair_add(sum, pair_of_product(x[i] * scale, x[i] * scale));
    return inverse ? inverse_root_of(sum) * scale : root_of(sum) / scale;
}

double emu_math_norm(int count, const double *x)
{
    return length(x, count, false);
}

double emu_math_rnorm(int count, const double *x)
{
    return length(x, count, true);
}

double emu_math_rhypot(double x, double y)
{
    return length((double[]){x, y}, 2, true);
}

double emu_math_norm3d(double x, double y, double z)
{
    return length((double[]){x, y, z}, 3, false);
}

double emu_math_rnorm3d(double x, double y, double z)
{
    return length((double[]){x, y, z}, 3, true);
}

double emu_math_norm4d(double x, double y, double z, double w)
{
    return length((double[]){x, y, z, w}, 4, false);
}

double emu_math_rnorm4d(double x, double y, double z, double w)
{
    return length((double[]){x, y, z, w}, 4, true);
}

/* Squares of floats are exact in double, and their sums stay in range. */
static double float_length(const float *x, int count)
{
    double sum = 0;
    bool infinite = false;
    for (int i = 0; i < count; i++) {
        infinite |= __builtin_fabsf(x[i]) == HUGE_VALF;
        sum += (double)x[i] * x[i];
    }
    return infinite ? HUGE_VAL : __builtin_sqrt(sum);
}

float emu_math_normf(int count, const float *x)
{
    return (float)float_length(x, count);
}

float emu_math_rnormf(int count, const float *x)
{
    return (float)(1 / float_length(x, count));
}

float emu_math_rhypotf(float x, float y)
{
    return emu_math_rnormf(2, (float[]){x, y});
}

float emu_math_norm3df(float x, float y, float z)
{
    return emu_math_normf(3, (float[]){x, y, z});
}

float emu_math_rnorm3df(float x, float y, float z)
{
    return emu_math_rnormf(3, (float[]){x, y, z});
}

float emu_math_norm4df(float x, float y, float z, float w)
{
    return emu_math_normf(4, (float[]){x, y, z, w});
}

float emu_math_rnorm4df(float x, float y, float z, float w)
{
    return emu_math_rnormf(4, (float[]){x, y, z, w});
}
