/* W1 to W4, W45, W46: exact results, against the host's own arithmetic and its long double functions (their results
 * are exact, too, so the type does not matter); W11 and W23, whose functions have several arguments or results. */
#include <limits.h>
#include <math.h>

#include <tests/harness/arrays.h>

#include "W_sweep.h"
#include "device/W_exact.h"
#include "numbers.h"

enum { POINTS = 4000 };

typedef struct operands {
    float fx[POINTS], fy[POINTS], fz[POINTS];
    double x[POINTS], y[POINTS], z[POINTS];
    int n[POINTS];
} operands;

static void draw(struct test *t, operands *of)
{
    for (int i = 0; i < POINTS; i++) {
        of->fx[i] = random_float(t);
        of->fy[i] = random_float(t);
        of->fz[i] = random_float(t);
        of->x[i] = random_double(t);
        of->y[i] = random_double(t);
        of->z[i] = random_double(t);
        of->n[i] = (int)test_random_below(t, 4400) - 2200;
        if (i % 8 == 5) /* denormals, which are rounded: once */
            of->n[i] = (i % 16 == 5 ? -1022 : -126) - (int)test_random_below(t, 16);
        if (i % 8 == 3) { /* a quotient right between two integers, where the product is exact */
            of->fx[i] = of->fy[i] * ((float)test_random_below(t, 2000) + 0.5f);
            of->x[i] = of->y[i] * ((double)test_random_below(t, 2000000) + 0.5);
        }
    }
}

static bool same(double a, double b)
{
    return isnan(a) ? isnan(b) : double_bits(a) == double_bits(b);
}

static lw_launch_config points(struct test *t)
{
    return line(t, POINTS / 100, 100, 0);
}

/* ---- W1 to W4, W45 ---- */

/* Number `which` of the six, for all threads. */
static void check_arithmetic(struct test *t, int which)
{
    static operands of;
    static float single[6 * POINTS];
    static double twice[6 * POINTS];
    draw(t, &of);
    float *fx = array_of(t, of.fx, sizeof of.fx), *fy = array_of(t, of.fy, sizeof of.fy);
    float *fz = array_of(t, of.fz, sizeof of.fz), *fout = array_of(t, NULL, sizeof single);
    double *x = array_of(t, of.x, sizeof of.x), *y = array_of(t, of.y, sizeof of.y);
    double *z = array_of(t, of.z, sizeof of.z), *out = array_of(t, NULL, sizeof twice);
    CHECK(fx && fy && fz && fout && x && y && z && out);
    CHECK_STATUS(lw_launch(arithmetic_of_floats, points(t), POINTS, fx, fy, fz, fout), LW_SUCCESS);
    CHECK_STATUS(lw_launch(arithmetic_of_doubles, points(t), POINTS, x, y, z, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, single, fout, sizeof single));
    CHECK_CALL(array_read(t, twice, out, sizeof twice));
    for (int i = 0; i < POINTS; i++) {
        float a = of.fx[i], b = of.fy[i], floats[] = {a + b, a * b, a / b, 1 / a, sqrtf(a), fmaf(a, b, of.fz[i])};
        double c = of.x[i], d = of.y[i], doubles[] = {c + d, c * d, c / d, 1 / c, sqrt(c), fma(c, d, of.z[i])};
        if (!same(single[6 * i + which], floats[which]))
            FAIL("of %a, %a, %a: %a, expected %a", a, b, of.fz[i], single[6 * i + which], floats[which]);
        if (!same(twice[6 * i + which], doubles[which]))
            FAIL("of %a, %a, %a: %a, expected %a", c, d, of.z[i], twice[6 * i + which], doubles[which]);
    }
}

TEST(row, W1_sums_and_products_are_rounded_to_nearest)
{
    CHECK_CALL(check_arithmetic(t, 0));
    CHECK_CALL(check_arithmetic(t, 1));
}

TEST(row, W2_quotients_are_rounded_to_nearest)
{
    CHECK_CALL(check_arithmetic(t, 2));
}

TEST(row, W3_reciprocals_are_rounded_to_nearest)
{
    CHECK_CALL(check_arithmetic(t, 3));
}

TEST(row, W4_roots_are_rounded_to_nearest)
{
    CHECK_CALL(check_arithmetic(t, 4));
}

TEST(row, W45_fma_is_rounded_once)
{
    CHECK_CALL(check_arithmetic(t, 5));
}

/* ---- W46 ---- */

/* To the range of long long, which long has, too; a NaN is the lowest. */
static long long clamp(long double x)
{
    return isnan(x) || x < -0x1p63L ? LLONG_MIN : x >= 0x1p63L ? LLONG_MAX : (long long)x;
}

static long double rounded(long double x, bool single)
{
    return single ? (long double)(float)x : (long double)(double)x;
}

/* A double holds any of the results; n fits both types. */
static exact_values expected_values(double x, double y, int n, bool single)
{
    int exponent, quotient = 0;
    long double integral, scaled = rounded(ldexpl(x, n), single);
    exact_values e = {
        .frexp = (double)frexpl(x, &exponent),
        .ldexp = (double)scaled,
        .scalbn = (double)scaled,
        .scalbln = (double)scaled,
        .logb = (double)logbl(x),
        .fmod = (double)fmodl(x, y),
        .remainder = (double)remainderl(x, y),
        .remquo = (double)remquol(x, y, &quotient),
        .fdim = isnan(x) || isnan(y) ? NAN
                : x > y              ? single ? (float)x - (float)y : x - y
                                     : 0,
        .nextafter = single ? nextafterf((float)x, (float)y) : nextafter(x, y),
        .trunc = (double)truncl(x),
        .round = (double)roundl(x),
        .rint = (double)rintl(x),
        .nearbyint = (double)rintl(x),
        .ceil = (double)ceill(x),
        .floor = (double)floorl(x),
        .ilogb = x == 0 || isnan(x) ? INT_MIN
                 : isinf(x)         ? INT_MAX
                                    : ilogbl(x),
        .lrint = clamp(rintl(x)),
        .llrint = clamp(rintl(x)),
        .lround = clamp(roundl(x)),
        .llround = clamp(roundl(x)),
    };
    e.modf = (double)modfl(x, &integral);
    e.integral = (double)integral;
    e.exponent = exponent;
    e.quotient = quotient;
    return e;
}

#define CHECK_VALUE(name)                                                                                              \
    if (!same(got.name, want.name))                                                                                    \
    FAIL(#name " of %a, %a, %d (%s): %a, expected %a", x, y, n, single ? "float" : "double", got.name, want.name)
#define CHECK_INTEGER(name)                                                                                            \
    if (got.name != want.name)                                                                                         \
    FAIL(#name " of %a, %a, %d (%s): %lld, expected %lld", x, y, n, single ? "float" : "double", got.name, want.name)

static void check_exact(struct test *t, exact_values got, double x, double y, int n, bool single)
{
    exact_values want = expected_values(x, y, n, single);
    CHECK_VALUE(frexp);
    CHECK_VALUE(ldexp);
    CHECK_VALUE(scalbn);
    CHECK_VALUE(scalbln);
    CHECK_VALUE(logb);
    CHECK_VALUE(fmod);
    CHECK_VALUE(remainder);
    CHECK_VALUE(remquo);
    CHECK_VALUE(modf);
    CHECK_VALUE(integral);
    CHECK_VALUE(fdim);
    CHECK_VALUE(nextafter);
    CHECK_VALUE(trunc);
    CHECK_VALUE(round);
    CHECK_VALUE(rint);
    CHECK_VALUE(nearbyint);
    CHECK_VALUE(ceil);
    CHECK_VALUE(floor);
    CHECK_INTEGER(ilogb);
    CHECK_INTEGER(lrint);
    CHECK_INTEGER(llrint);
    CHECK_INTEGER(lround);
    CHECK_INTEGER(llround);
    if (isfinite(x)) /* otherwise undefined */
        CHECK_INTEGER(exponent);
    if (!isnan(want.remquo)) { /* three bits and the sign are promised */
        got.quotient = got.quotient < 0 ? -(-got.quotient & 7) : got.quotient & 7;
        want.quotient = want.quotient < 0 ? -(-want.quotient & 7) : want.quotient & 7;
        CHECK_INTEGER(quotient);
    }
}

TEST(row, W46_parts_remainders_and_roundings_are_exact)
{
    static operands of;
    static exact_values single[POINTS], twice[POINTS];
    if (!math_reference_is_wide())
        SKIP("a long double is no wider than a double here");
    draw(t, &of);
    float *fx = array_of(t, of.fx, sizeof of.fx), *fy = array_of(t, of.fy, sizeof of.fy);
    double *x = array_of(t, of.x, sizeof of.x), *y = array_of(t, of.y, sizeof of.y);
    int *n = array_of(t, of.n, sizeof of.n);
    exact_values *out = array_of(t, NULL, sizeof single);
    CHECK(fx && fy && x && y && n && out);
    CHECK_STATUS(lw_launch(exact_of_floats, points(t), POINTS, fx, fy, n, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, single, out, sizeof single));
    CHECK_STATUS(lw_launch(exact_of_doubles, points(t), POINTS, x, y, n, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, twice, out, sizeof twice));
    for (int i = 0; i < POINTS; i++) {
        CHECK_CALL(check_exact(t, single[i], of.fx[i], of.fy[i], of.n[i], true));
        CHECK_CALL(check_exact(t, twice[i], of.x[i], of.y[i], of.n[i], false));
    }
}

/* ---- W23, W24: both at once ---- */

static void check_sincos(struct test *t, double x, const double *out, bool single)
{
    static const math_function functions[] = {MATH_sin,   MATH_cos,   MATH_sin,   MATH_cos,
                                              MATH_sinpi, MATH_cospi, MATH_sinpi, MATH_cospi};
    for (int k = 0; k < 8; k++) {
        long double exact = math_reference(functions[k], (long double[]){x});
        if (math_distance(out[k], exact, single) > 2.501)
            FAIL("number %d at %a (%s) is %a, expected %La", k, x, single ? "float" : "double", out[k], exact);
    }
}

TEST(row, W23_sincos_and_sincospi_are_within_bounds)
{
    static operands of;
    static float single[8 * POINTS];
    static double twice[8 * POINTS];
    if (!math_reference_is_wide())
        SKIP("a long double is no wider than a double here");
    draw(t, &of);
    float *fx = array_of(t, of.fx, sizeof of.fx), *fout = array_of(t, NULL, sizeof single);
    double *x = array_of(t, of.x, sizeof of.x), *out = array_of(t, NULL, sizeof twice);
    CHECK(fx && fout && x && out);
    CHECK_STATUS(lw_launch(sincos_of_floats, points(t), POINTS, fx, fout), LW_SUCCESS);
    CHECK_STATUS(lw_launch(sincos_of_doubles, points(t), POINTS, x, out), LW_SUCCESS);
    CHECK_CALL(array_read(t, single, fout, sizeof single));
    CHECK_CALL(array_read(t, twice, out, sizeof twice));
    for (int i = 0; i < POINTS; i++) {
        double widened[8];
        for (int k = 0; k < 8; k++)
            widened[k] = single[8 * i + k];
        CHECK_CALL(check_sincos(t, of.fx[i], widened, true));
        CHECK_CALL(check_sincos(t, of.x[i], twice + 8 * i, false));
        /* One by one or at once: the same bits, here; CUDA does not say so. */
        for (int k = 0; k < 8 && on_cpu(t); k++) {
            CHECK(same(widened[k], widened[k ^ 2]));
            CHECK(same(twice[8 * i + k], twice[8 * i + (k ^ 2)]));
        }
    }
}

/* ---- W11 ---- */

/* CUDA gives no bound; Lanewise's is 4 ULP. */
static void check_norm(struct test *t, int dim, double scale)
{
    enum { MOST = 100 };
    float fx[MOST] = {0}, fout[2];
    double x[MOST] = {0}, out[2];
    long double fsum = 0, sum = 0;
    for (int i = 0; i < dim; i++) {
        x[i] = scale * ((double)test_random_below(t, 2000001) - 1e6);
        fx[i] = (float)x[i];
        sum += (long double)x[i] * x[i];
        fsum += (long double)fx[i] * fx[i];
    }
    float *fin = array_of(t, fx, sizeof fx), *fto = array_of(t, NULL, sizeof fout);
    double *in = array_of(t, x, sizeof x), *to = array_of(t, NULL, sizeof out);
    CHECK(fin && fto && in && to);
    CHECK_STATUS(lw_launch(norm_of_floats, line(t, 1, 32, 0), dim, fin, fto), LW_SUCCESS);
    CHECK_STATUS(lw_launch(norm_of_doubles, line(t, 1, 32, 0), dim, in, to), LW_SUCCESS);
    CHECK_CALL(array_read(t, fout, fto, sizeof fout));
    CHECK_CALL(array_read(t, out, to, sizeof out));
    CHECK(math_distance(fout[0], sqrtl(fsum), true) <= 4.5);
    CHECK(math_distance(fout[1], 1 / sqrtl(fsum), true) <= 4.5);
    CHECK(math_distance(out[0], sqrtl(sum), false) <= 4.5);
    CHECK(math_distance(out[1], 1 / sqrtl(sum), false) <= 4.5);
}

TEST(row, W11_norm_and_rnorm_of_any_number_of_dimensions)
{
    static const int dims[] = {1, 2, 3, 7, 64, 100};
    if (!math_reference_is_wide())
        SKIP("a long double is no wider than a double here");
    for (unsigned i = 0; i < COUNT_OF(dims); i++) {
        CHECK_CALL(check_norm(t, dims[i], 1e-3));
        CHECK_CALL(check_norm(t, dims[i], 1e24)); /* the squares are out of a float's range */
        CHECK_CALL(check_norm(t, dims[i], 1e-30));
    }
}
