/* Compares a kernel's results with the expected ones. */
#include "../kernel_case.h"
#include "harness.h"
#include "kernel_check.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The distance between neighbouring numbers of the type at |value|; beyond the greatest, that of the greatest. */
static double ulp_at(double value, enum kernel_type type)
{
    value = fabs(value);
    if (type == KERNEL_F64)
        return value < DBL_MIN ? DBL_TRUE_MIN : ldexp(1.0, (value > DBL_MAX ? 1023 : ilogb(value)) - 52);
    return value < FLT_MIN ? 0x1p-149 : ldexp(1.0, (value > FLT_MAX ? 127 : ilogb(value)) - 23);
}

static double value_at(const struct kernel_buffer *buffer, const void *data, uint64_t i)
{
    switch (buffer->type) {
    case KERNEL_F32: return ((const float *)data)[i];
    case KERNEL_U8: return ((const uint8_t *)data)[i];
    case KERNEL_F64: return ((const double *)data)[i];
    case KERNEL_U64: return (double)((const uint64_t *)data)[i];
    case KERNEL_U32: break;
    }
    return ((const uint32_t *)data)[i];
}

static bool same_bits(double a, double b)
{
    return (isnan(a) && isnan(b)) || (a == b && signbit(a) == signbit(b));
}

/* `actual` came out of an array of the type. */
static bool close_enough(double actual, double expected, double magnitude, double tolerance, enum kernel_type type)
{
    if (type != KERNEL_F32 && type != KERNEL_F64)
        return fabs(actual - expected) <= tolerance;
    if (tolerance <= 0.0)
        return same_bits(actual, type == KERNEL_F64 ? expected : (double)(float)expected);
    if (isnan(expected) || isinf(expected))
        return isnan(expected) ? isnan(actual) : actual == expected;
    double allowed = tolerance * ulp_at(fmax(fabs(expected), magnitude), type);
    if (isinf(actual)) /* right if the exact result is about out of range */
        return (actual > 0) == (expected > 0) &&
               fabs(expected) + allowed > (type == KERNEL_F64 ? DBL_MAX : (double)FLT_MAX);
    return fabs(actual - expected) <= allowed;
}

static bool compute_expected(struct kernel_run *run)
{
    bool needed = false;
    for (int i = 0; i < run->buffer_count; i++) {
        struct kernel_buffer *buffer = &run->buffer[i];
        if (!(buffer->role & KERNEL_OUTPUT) || buffer->count == 0 || buffer->expected != NULL)
            continue;
        needed = true;
        buffer->expected = calloc(buffer->count, sizeof *buffer->expected);
        buffer->magnitude = calloc(buffer->count, sizeof *buffer->magnitude);
        buffer->actual = malloc(buffer->bytes);
        if (buffer->expected == NULL || buffer->magnitude == NULL || buffer->actual == NULL)
            return false;
    }
    if (needed)
        run->kase->reference(run);
    return true;
}

static bool check_output(const struct kernel_run *run, const struct kernel_buffer *buffer, double *difference,
                         char *message, size_t size)
{
    double tolerance = run->kase->tolerance ? run->kase->tolerance(run) : 0.0;
    uint64_t wrong = 0, first = 0;
    for (uint64_t i = 0; i < buffer->count; i++) {
        double actual = value_at(buffer, buffer->actual, i), expected = buffer->expected[i];
        double apart = fabs(actual - expected);
        if (apart > *difference && isfinite(apart))
            *difference = apart;
        bool close = close_enough(actual, expected, buffer->magnitude[i], tolerance, buffer->type);
        if (!close && wrong++ == 0)
            first = i;
    }
    if (wrong == 0)
        return true;
    double actual = value_at(buffer, buffer->actual, first), expected = buffer->expected[first];
    snprintf(message, size, "%s[%llu] is %.9g (%a), expected %.17g: %g ULP apart, %g allowed; %llu of %llu are wrong",
             buffer->name, (unsigned long long)first, actual, actual, expected,
             fabs(actual - expected) / ulp_at(fmax(fabs(expected), buffer->magnitude[first]), buffer->type), tolerance,
             (unsigned long long)wrong, (unsigned long long)buffer->count);
    return false;
}

static bool check_buffer(struct kernel_run *run, struct kernel_buffer *buffer, double *difference, char *message,
                         size_t size)
{
    if (buffer->count == 0)
        return true;
    unsigned char *copy = malloc(buffer->allocation_bytes);
    if (copy == NULL) {
        snprintf(message, size, "out of memory");
        return false;
    }
    bool good = false;
    long long offset;
    unsigned char *data = copy + ((char *)buffer->device - (char *)buffer->allocation);
    lw_status status =
        lw_memcpy(run->device, copy, buffer->allocation, buffer->allocation_bytes, LW_MEMCPY_DEVICE_TO_HOST);
    if (status != LW_SUCCESS) {
        snprintf(message, size, "reading %s: %s: %s", buffer->name, lw_status_string(status),
                 lw_last_error_message(run->device));
    } else if (!kernel_guards_intact(buffer, copy, &offset)) {
        snprintf(message, size, "%s: byte %lld of a buffer of %zu was written", buffer->name, offset, buffer->bytes);
    } else if (buffer->role == KERNEL_INPUT && memcmp(data, buffer->host, buffer->bytes) != 0) {
        snprintf(message, size, "the input %s has changed", buffer->name);
    } else if (buffer->role & KERNEL_OUTPUT) {
        memcpy(buffer->actual, data, buffer->bytes);
        good = check_output(run, buffer, difference, message, size);
    } else {
        good = true;
    }
    free(copy);
    return good;
}

bool kernel_run_check(struct kernel_run *run, double *difference, char *message, size_t size)
{
    double ignored = 0.0;
    if (difference == NULL)
        difference = &ignored;
    *difference = 0.0;
    if (!compute_expected(run)) {
        snprintf(message, size, "out of memory");
        return false;
    }
    lw_status status = lw_stream_synchronize(run->stream);
    if (status != LW_SUCCESS) {
        snprintf(message, size, "%s: %s", lw_status_string(status), lw_last_error_message(run->device));
        return false;
    }
    for (int i = 0; i < run->buffer_count; i++)
        if (!check_buffer(run, &run->buffer[i], difference, message, size))
            return false;
    return true;
}

bool kernel_runs_agree(const struct kernel_run *first, const struct kernel_run *second, char *message, size_t size)
{
    double tolerance = 0.0;
    if (first->variant->unordered || second->variant->unordered)
        tolerance = first->kase->tolerance ? first->kase->tolerance(first) : 0.0;
    for (int b = 0; b < first->buffer_count; b++) {
        const struct kernel_buffer *one = &first->buffer[b], *other = &second->buffer[b];
        if (!(one->role & KERNEL_OUTPUT))
            continue;
        for (uint64_t i = 0; i < one->count; i++) {
            double x = value_at(one, one->actual, i), y = value_at(other, other->actual, i);
            /* Each may be `tolerance` away from the exact value. */
            if (same_bits(x, y) || close_enough(x, y, one->magnitude[i], 2.0 * tolerance, one->type))
                continue;
            snprintf(message, size, "%s[%llu] is %.9g (%a) on one, %.9g (%a) on the other", one->name,
                     (unsigned long long)i, x, x, y, y);
            return false;
        }
    }
    return true;
}
