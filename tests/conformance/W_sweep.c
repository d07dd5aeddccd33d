/* One list of arguments for both types: specials, then random numbers. */
#include <math.h>
#include <stdlib.h>

#include <tests/harness/arrays.h>

#include "W_sweep.h"
#include "numbers.h"

enum { POINTS = 3000, MOST_ARGUMENTS = 4, MOST_ORDER = 128 };

static unsigned specials(bool single)
{
    return 2 * (unsigned)(single ? COUNT_OF(special_floats) : COUNT_OF(special_doubles));
}

static double special(bool single, unsigned i)
{
    double size = single ? bits_float(special_floats[i / 2]) : bits_double(special_doubles[i / 2]);
    return i % 2 ? -size : size;
}

static double argument(struct test *t, const math_rule *rule, bool single, unsigned i)
{
    double fraction = (double)(test_random(t) >> 11) * 0x1p-53;
    if (rule->arguments == 1 && i < specials(single))
        return special(single, i);
    if (rule == &math_rules[MATH_lgamma] && i % 6 == 1) /* on both sides of the ends of its bound */
        return i % 12 == 1 ? -2.5 * fraction : -9.5 - 3 * fraction;
    switch (i % 3) {
    case 0: return single ? random_float(t) : random_double(t);
    case 1: return rule->low + (rule->high - rule->low) * fraction;
    default: return ldexp(rule->low < 0 && i % 2 ? -fraction : fraction, 3 - (int)test_random_below(t, 30));
    }
}

/* The allowed distance of the result from the exact one: in units in the last place, or, if `*absolute`, as a
 * distance. */
static double allowed(const math_rule *rule, bool single, const long double *x, bool *absolute)
{
    double bound = single ? rule->float_bound : rule->double_bound;
    bool inside = x[0] > rule->inside_low && x[0] < rule->inside_high;
    if (rule == &math_rules[MATH_lgamma] && single) /* the zeros below are no floats, nor near one */
        inside = x[0] > -10.001L && x[0] < -2.264L;
    double distance = single ? rule->float_absolute : rule->double_absolute;
    *absolute = false;
    if (rule->arguments == -2) {
        long double order = x[0], size = fabsl(x[1]);
        if (rule == &math_rules[MATH_yn] && single && size < order)
            return ceil(2 + 2.5 * (double)order);
        if (rule == &math_rules[MATH_yn] && !single && size <= 1.5L * order)
            return HUGE_VAL;
        *absolute = true;
        return distance;
    }
    if (distance == 0)
        return inside ? HUGE_VAL : bound;
    *absolute = !inside;
    return inside ? bound : distance;
}

/* CUDA does not define the sign of these zeros. */
static bool zero_has_a_sign(math_function function)
{
    return function != MATH_normcdfinv && function != MATH_lgamma && function != MATH_j1 && function != MATH_jn;
}

static void check(struct test *t, math_function function, bool single, const long double *x, double value)
{
    const math_rule *rule = &math_rules[function];
    long double exact = math_reference(function, x);
    bool absolute, plain = isfinite(exact) && isfinite(value);
    double bound = allowed(rule, single, x, &absolute);
    double distance = absolute && plain ? (double)fabsl(value - exact) : math_distance(value, exact, single);
    /* A bound counts from the rounded reference, which is up to half a unit away. */
    bool far = absolute ? distance > bound : distance > bound + 0.501;
    /* An H200's jn() is no number for arguments near zero; its bound is an absolute one. */
    if (function == MATH_jn && isnan(value) && fabsl(exact) < 1e-30L && !on_cpu(t))
        far = false;
    far &= !(fabsl(value - exact) <= math_reference_slack(function));
    bool sign = value == 0 && !isnan(exact) && zero_has_a_sign(function) && !signbit(value) != !signbit(exact);
    if (far || sign)
        test_fail(t, __FILE__, __LINE__, "%s%s(%a, %a, %a, %a) is %a, expected %La: off by %g%s%s", rule->name,
                  single ? "f" : "", (double)x[0], (double)x[1], (double)x[2], (double)x[3], value, exact, distance,
                  absolute ? "" : " ULP", sign ? ", or the zero has the wrong sign" : "");
}

static void sweep(struct test *t, math_function function, bool single)
{
    const math_rule *rule = &math_rules[function];
    unsigned arguments = (unsigned)abs(rule->arguments);
    size_t size = single ? sizeof(float) : sizeof(double);
    double *x = malloc(POINTS * MOST_ARGUMENTS * sizeof *x);
    void *typed = malloc(POINTS * MOST_ARGUMENTS * size);
    for (unsigned i = 0; i < POINTS * arguments; i++) {
        x[i] = argument(t, rule, single, i % POINTS);
        if (rule->arguments == -2)
            x[i] = i < POINTS ? (double)test_random_below(t, MOST_ORDER + 2) - 1 : fabs(x[i]) < 1e3 ? x[i] : 0;
        if (single)
            ((float *)typed)[i] = (float)x[i];
        else
            ((double *)typed)[i] = x[i];
    }
    void *in = array_of(t, typed, POINTS * arguments * size), *out = array_of(t, NULL, POINTS * size);
    lw_status status = LW_ERROR_OUT_OF_MEMORY;
    if (in && out && single)
        status = lw_launch(math_floats, line(t, POINTS / 100, 100, 0), function, POINTS, in, out);
    else if (in && out)
        status = lw_launch(math_doubles, line(t, POINTS / 100, 100, 0), function, POINTS, in, out);
    array_read(t, typed, out, POINTS * size);
    if (status != LW_SUCCESS)
        test_fail(t, __FILE__, __LINE__, "%s: %s", rule->name, lw_last_error_message(t->device));
    for (unsigned i = 0; i < POINTS && !t->failed; i++) {
        long double exact[MOST_ARGUMENTS] = {0};
        for (unsigned k = 0; k < arguments; k++)
            exact[k] = single ? (float)x[k * POINTS + i] : x[k * POINTS + i];
        check(t, function, single, exact, single ? ((float *)typed)[i] : ((double *)typed)[i]);
    }
    lw_free(t->device, in);
    lw_free(t->device, out);
    free(typed);
    free(x);
}

void math_sweep(struct test *t, math_function function)
{
    if (!math_reference_is_wide())
        SKIP("a long double is no wider than a double here");
    CHECK_CALL(sweep(t, function, true));
    CHECK_CALL(sweep(t, function, false));
}
