/* Sweeps, in chunks: the devices compute one, then all threads of the host compare it. */
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include <lanewise/launch.h>

#include "ulp.h"

typedef struct chunk {
    math_function function;
    bool single, regions; /* regions: the bound differs by argument */
    unsigned count;
    double *x;                /* the arguments: all first ones, all second ones, ... */
    void *typed;              /* the same as floats or doubles */
    void *value[ULP_DEVICES]; /* results */
} chunk;

/* The distance that math_distance() gives for a float, in a few instructions. */
static double float_distance(float value, double exact)
{
    unsigned long long bits;
    if (isnan(value) || isnan(exact))
        return isnan(value) && isnan(exact) ? 0 : HUGE_VAL;
    double from = isinf(value) ? copysign(0x1p128, value) : value;
    if (fabs(exact) > 0x1p128)
        exact = copysign(0x1p128, exact);
    memcpy(&bits, &exact, sizeof bits);
    unsigned exponent = bits >> 52 & 2047; /* of 2^-126 to 2^127: 897 to 1150 */
    bits = (2069ull - (exponent < 897 ? 897 : exponent > 1150 ? 1150 : exponent)) << 52; /* ULPs in 1 */
    double ulps;
    memcpy(&ulps, &bits, sizeof ulps);
    return fabs(from - exact) * ulps;
}

static void note(ulp_worst *worst, double error, const double *x, int arguments)
{
    if (error == HUGE_VAL && worst->wrong++ == 0)
        memcpy(worst->wrong_at, x, sizeof *x * (size_t)arguments);
    if (error != HUGE_VAL && error > worst->error) {
        worst->error = error;
        memcpy(worst->at, x, sizeof *x * (size_t)arguments);
    }
}

/* Point i on every device. */
static void check(const chunk *part, unsigned i, ulp_worst worst[ULP_DEVICES][ULP_REGIONS])
{
    int arguments = abs(math_rules[part->function].arguments);
    double x[ULP_ARGUMENTS] = {0};
    for (int k = 0; k < arguments; k++)
        x[k] = part->x[(size_t)k * part->count + i];
    long double exact = math_reference(part->function, (long double[]){x[0], x[1], x[2], x[3]});
    ulp_region region = ulp_region_of(part->function, false, x);
    bool distance = ulp_is_distance(part->function, region);
    for (int d = 0; d < ULP_DEVICES; d++) {
        if (!part->value[d])
            continue;
        double value = ((double *)part->value[d])[i], error = math_distance(value, exact, false);
        if (distance && error > 0 && error < HUGE_VAL)
            error = (double)fabsl(value - exact);
        if (fabsl(value - exact) <= math_reference_slack(part->function))
            error = 0;
        note(&worst[d][region], error, x, arguments);
    }
}

/* The same for floats: there are billions, so rare cases are tested once. */
static void check_float(const chunk *part, unsigned i, ulp_worst worst[ULP_DEVICES][ULP_REGIONS])
{
    int arguments = abs(math_rules[part->function].arguments);
    double several[ULP_ARGUMENTS] = {0};
    const double *x = part->x + i;
    if (arguments > 1) {
        for (int k = 0; k < arguments; k++)
            several[k] = part->x[(size_t)k * part->count + i];
        x = several;
    }
    double exact = ulp_reference(part->function, x);
    ulp_region region = part->regions ? ulp_region_of(part->function, true, x) : ULP_NEAR;
    bool distance = part->regions && ulp_is_distance(part->function, region);
    for (int d = 0; d < ULP_DEVICES; d++) {
        if (!part->value[d])
            continue;
        float value = ((float *)part->value[d])[i];
        double error = float_distance(value, exact);
        if (distance && error > 0 && error < HUGE_VAL)
            error = fabs(value - exact);
        if (error > worst[d][region].error)
            note(&worst[d][region], error, x, arguments);
    }
}

static void merge(ulp_worst *into, const ulp_worst *from, int arguments)
{
    unsigned long long wrong = into->wrong + from->wrong;
    if (from->wrong && !into->wrong)
        memcpy(into->wrong_at, from->wrong_at, sizeof into->wrong_at);
    note(into, from->error, from->at, arguments);
    into->wrong = wrong;
}

static void compare(const chunk *part, ulp_result *result)
{
    int arguments = abs(math_rules[part->function].arguments);
#pragma omp parallel
    {
        ulp_worst mine[ULP_DEVICES][ULP_REGIONS] = {0};
#pragma omp for schedule(dynamic, 4096)
        for (unsigned i = 0; i < part->count; i++)
            (part->single ? check_float : check)(part, i, mine);
#pragma omp critical
        for (int d = 0; d < ULP_DEVICES; d++)
            for (int r = 0; r < ULP_REGIONS; r++)
                merge(&result->worst[d][r], &mine[d][r], arguments);
    }
    result->points += part->count;
}

/* Launches the chunk's kernel on every device, then copies the results here. */
static lw_status compute(ulp_device *devices, const chunk *part, unsigned first, unsigned stride)
{
    size_t size = part->single ? sizeof(float) : sizeof(double);
    size_t arguments = (size_t)abs(math_rules[part->function].arguments);
    lw_status status = LW_SUCCESS;
    for (int d = 0; d < ULP_DEVICES && !status; d++) {
        if (!devices[d].handle)
            continue;
        lw_launch_config grid = lw_linear(lw_default_stream(devices[d].handle), part->count, 256);
        if (stride) {
            enum { POINTS_A_LANE = 16 };
            size_t lanes = (part->count + POINTS_A_LANE - 1) / POINTS_A_LANE;
            grid = lw_linear(lw_default_stream(devices[d].handle), lanes, 256);
            status = lw_launch(math_float_range, grid, part->function, first, stride, part->count, devices[d].out);
            continue;
        }
        status = lw_memcpy(devices[d].handle, devices[d].in, part->typed, arguments * part->count * size,
                           LW_MEMCPY_HOST_TO_DEVICE);
        if (!status && part->single)
            status = lw_launch(math_floats, grid, part->function, part->count, devices[d].in, devices[d].out);
        else if (!status)
            status = lw_launch(math_doubles, grid, part->function, part->count, devices[d].in, devices[d].out);
    }
    for (int d = 0; d < ULP_DEVICES && !status; d++)
        if (devices[d].handle)
            status = lw_memcpy(devices[d].handle, part->value[d], devices[d].out, part->count * size,
                               LW_MEMCPY_DEVICE_TO_HOST);
    return status;
}

static bool prepare(chunk *part, const ulp_device *devices)
{
    const math_rule *rule = &math_rules[part->function];
    bool good = true;
    part->regions = rule->inside_low < 0 || rule->float_absolute > 0;
    part->x = malloc(sizeof(double) * ULP_ARGUMENTS * ULP_CHUNK);
    part->typed = malloc(sizeof(double) * ULP_ARGUMENTS * ULP_CHUNK);
    for (int d = 0; d < ULP_DEVICES; d++) {
        part->value[d] = devices[d].handle ? malloc(sizeof(double) * ULP_CHUNK) : NULL;
        good &= !devices[d].handle || part->value[d];
    }
    return good && part->x && part->typed;
}

static void release(chunk *part)
{
    for (int d = 0; d < ULP_DEVICES; d++)
        free(part->value[d]);
    free(part->typed);
    free(part->x);
}

/* Random points [from, from + count). */
static void draw(chunk *part, unsigned long long from)
{
    int arguments = abs(math_rules[part->function].arguments);
#pragma omp parallel for
    for (unsigned i = 0; i < part->count; i++) {
        double x[ULP_ARGUMENTS];
        ulp_arguments(part->function, part->single, from + i, x);
        for (int k = 0; k < arguments; k++) {
            size_t at = (size_t)k * part->count + i;
            part->x[at] = x[k];
            if (part->single)
                ((float *)part->typed)[at] = (float)x[k];
            else
                ((double *)part->typed)[at] = x[k];
        }
    }
}

static lw_status sweep_random(ulp_device *devices, math_function function, bool single, unsigned long long count,
                              ulp_result *result)
{
    chunk part = {.function = function, .single = single};
    lw_status status = prepare(&part, devices) ? LW_SUCCESS : LW_ERROR_OUT_OF_MEMORY;
    for (unsigned long long from = 0; from < count && !status; from += part.count) {
        part.count = count - from < ULP_CHUNK ? (unsigned)(count - from) : ULP_CHUNK;
        draw(&part, from);
        status = compute(devices, &part, 0, 0);
        if (!status)
            compare(&part, result);
    }
    release(&part);
    return status;
}

static lw_status sweep_range(ulp_device *devices, math_function function, unsigned stride, ulp_result *result)
{
    chunk part = {.function = function, .single = true};
    lw_status status = prepare(&part, devices) ? LW_SUCCESS : LW_ERROR_OUT_OF_MEMORY;
    unsigned long long count = (0xffffffffull + stride) / stride;
    for (unsigned long long from = 0; from < count && !status; from += part.count) {
        part.count = count - from < ULP_CHUNK ? (unsigned)(count - from) : ULP_CHUNK;
        unsigned first = (unsigned)(from * stride);
#pragma omp parallel for
        for (unsigned i = 0; i < part.count; i++) {
            unsigned bits = first + i * stride;
            float number;
            memcpy(&number, &bits, sizeof number);
            part.x[i] = number;
        }
        status = compute(devices, &part, first, stride);
        if (!status)
            compare(&part, result);
    }
    release(&part);
    return status;
}

lw_status ulp_sweep_floats(ulp_device *devices, math_function function, unsigned stride, unsigned long long count,
                           ulp_result *result)
{
    return math_rules[function].arguments == 1 ? sweep_range(devices, function, stride, result)
                                               : sweep_random(devices, function, true, count, result);
}

lw_status ulp_sweep_doubles(ulp_device *devices, math_function function, unsigned long long count, ulp_result *result)
{
    return sweep_random(devices, function, false, count, result);
}
