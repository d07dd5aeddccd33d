/* Bessel functions of the first and second kind, by DLMF chapter 10 and series of our own (coefficients.py).
 *
 * Below 8: series on intervals, each multiplied by the distance from its zero, so that results are accurate near the
 * zero. At 0 those of Y have the logarithm split off (10.8). From 8 on: Hankel's amplitude and phase (10.17), with
 * an absolute error of about 1e-15; CUDA documents an absolute error, too. Higher orders: recurrence (10.6,
 * 10.74(iv)). */
#include <math.h>
#include <stdbool.h>

#include <emu/device/device_math.h>

#include "bessel_series.h"
#include "family.h"

#define EULER 0x1.2788cfc6fb619p-1

/* J or Y (`second`) of order 0 or 1, for x >= 8: P and Q, rotated by the phase. */
static double far(int order, bool second, double x)
{
    if (x > 0x1.fffffffffffffp+1023)
        return 0;
    double u = 8 / x, s = 2 * u * u - 1;
    double p = order ? SERIES(p1_far, s) : SERIES(p0_far, s), q = (order ? SERIES(q1_far, s) : SERIES(q0_far, s)) / x;
    double sine = emu_math_family->sin(x), cosine = emu_math_family->cos(x);
    /* sqrt(2) times the cosine and sine of x - pi/4 or x - 3 pi/4 */
    double along = order ? sine - cosine : sine + cosine, across = order ? -(sine + cosine) : sine - cosine;
    double turned = second ? p * across + q * along : p * along - q * across;
    return turned * __builtin_sqrt(M_1_PI / x);
}

double emu_math_j0(double x)
{
    double size = __builtin_fabs(x);
    return size < 8 ? piece_value(j0_near, size) : size >= 8 ? far(0, false, size) : x;
}

double emu_math_j1(double x)
{
    double size = __builtin_fabs(x);
    double value = size < 8 ? piece_value(j1_near, size) : size >= 8 ? far(1, false, size) : x;
    return __builtin_signbit(x) ? -value : value;
}

double emu_math_y0(double x)
{
    if (!(x > 0))
        return x == 0 ? -HUGE_VAL : NAN;
    if (x < 0.5)
        return M_2_PI * ((emu_math_family->log(x) + (EULER - M_LN2)) * emu_math_j0(x)) + SERIES(y0_rest, 8 * x * x - 1);
    return x < 8 ? piece_value(y0_near, x) : far(0, true, x);
}

double emu_math_y1(double x)
{
    if (!(x > 0))
        return x == 0 ? -HUGE_VAL : NAN;
    if (x < 1)
        return (M_2_PI * emu_math_family->log(x) * emu_math_j1(x) + x * SERIES(y1_rest, 2 * x * x - 1)) - M_2_PI / x;
    return x < 8 ? piece_value(y1_near, x) : far(1, true, x);
}

/* J of orders 2, 3, ... for x > 0. The recurrence goes upwards while the order is below x. Otherwise it goes
 * downwards from an order so high that J vanishes there (J. C. P. Miller), scaled by J of order 0 or 1, whichever is
 * farther from its zero. */
static double jn_up(int n, double x)
{
    double before = emu_math_j0(x), value = emu_math_j1(x);
    for (int k = 1; k < n; k++) {
        double next = 2 * k / x * value - before;
        before = value;
        value = next;
    }
    return value;
}

static double jn_down(int n, double x)
{
    if (x < 0x1p-25) { /* (x / 2)^n / n! */
        double value = 1;
        for (int k = 1; k <= n && value > 0; k++)
            value *= x / 2 / k;
        return value;
    }
    /* (x / 2)^n / n! is an upper bound: the result is 0 if that is below 2^-1075. */
    double bits = n * (emu_math_family->log2(x / 2) - emu_math_family->log2(n) + M_LOG2E);
    if (bits < -1100)
        return 0;
    double after = 0, value = 0x1p-1000, wanted = 0, first = 0;
    int start = n + 20 + (int)(8 * __builtin_sqrt((double)n));
    for (int k = start; k > 0; k--) {
        double before = 2 * k / x * value - after;
        after = value;
        value = before;
        if (k == n + 1)
            wanted = value;
        if (__builtin_fabs(value) > 0x1p500) {
            value *= 0x1p-600;
            after *= 0x1p-600;
            wanted *= 0x1p-600;
        }
        first = after;
    }
    double j0 = emu_math_j0(x), j1 = emu_math_j1(x);
    return __builtin_fabs(j0) > __builtin_fabs(j1) ? wanted / value * j0 : wanted / first * j1;
}

double emu_math_jn(int n, double x)
{
    if (n < 0 || x != x)
        return NAN;
    if (n < 2)
        return n ? emu_math_j1(x) : emu_math_j0(x);
    double size = __builtin_fabs(x);
    if (size == 0 || size > 0x1.fffffffffffffp+1023)
        return 0;
    double value = n < size ? jn_up(n, size) : jn_down(n, size);
    return x < 0 && n % 2 ? -value : value;
}

double emu_math_yn(int n, double x)
{
    if (n < 0 || !(x >= 0))
        return NAN;
    if (n < 2)
        return n ? emu_math_y1(x) : emu_math_y0(x);
    if (x == 0 || x > 0x1.fffffffffffffp+1023)
        return x == 0 ? -HUGE_VAL : 0;
    double before = emu_math_y0(x), value = emu_math_y1(x);
    for (int k = 1; k < n && value > -HUGE_VAL; k++) {
        double next = 2 * k / x * value - before;
        before = value;
        value = next;
    }
    return value;
}

#define FLOAT_OF_1(name)                                                                                               \
    float emu_math_##name##f(float x)                                                                                  \
    {                                                                                                                  \
        return (float)emu_math_##name(x);                                                                              \
    }
#define FLOAT_OF_ORDER(name)                                                                                           \
    float emu_math_##name##f(int n, float x)                                                                           \
    {                                                                                                                  \
        return (float)emu_math_##name(n, x);                                                                           \
    }
FLOAT_OF_1(j0)
FLOAT_OF_1(j1)
FLOAT_OF_1(y0)
FLOAT_OF_1(y1)
FLOAT_OF_ORDER(jn)
FLOAT_OF_ORDER(yn)
