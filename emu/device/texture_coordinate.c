/* From a coordinate to elements, as an H200 does it.
 *
 * A normalised coordinate is first rounded down to a multiple of 2^-21. A linear filter's place between two elements
 * is rounded to the nearest multiple of 1/256, ties up. Denormal numbers and NaN count as 0.
 */
#include "texture.h"

#include <float.h>
#include <math.h>

enum { UNIT = 21, FRACTION = 8 };
/* Larger coordinates are limited to this, so that no product overflows. */
#define LARGEST 0x1p31

/* The coordinate in elements, times 2^UNIT. */
static int64_t fixed(double coordinate, int64_t size, bool normalized)
{
    double x = isnan(coordinate) || fabs(coordinate) < (double)FLT_MIN ? 0.0 : coordinate;
    x = x > LARGEST ? LARGEST : x < -LARGEST ? -LARGEST : x;
    int64_t units = (int64_t)(x * (1 << UNIT));
    units -= (double)units > x * (1 << UNIT); /* down, not towards zero */
    return normalized ? units * size : units;
}

/* The element of an index outside the texture; -1: the border. */
static int64_t place(int64_t index, int64_t size, emu_address address, bool normalized)
{
    if (index >= 0 && index < size)
        return index;
    if (address == EMU_ADDRESS_BORDER)
        return -1;
    if (address == EMU_ADDRESS_CLAMP || !normalized)
        return index < 0 ? 0 : size - 1;
    int64_t period = address == EMU_ADDRESS_MIRROR ? 2 * size : size, at = index % period;
    at += at < 0 ? period : 0;
    return at < size ? at : period - 1 - at;
}

emu_span emu_span_point(double coordinate, int64_t size, emu_address address, bool normalized)
{
    int64_t at = place(fixed(coordinate, size, normalized) >> UNIT, size, address, normalized);
    return (emu_span){{at, at}, 0};
}

emu_span emu_span_unlimited(double coordinate, int64_t size)
{
    int64_t half = 1 << (UNIT - FRACTION - 1);
    int64_t between = ((fixed(coordinate, size, true) + half) >> (UNIT - FRACTION)) - (1 << (FRACTION - 1));
    int64_t first = between >> FRACTION;
    return (emu_span){{first, first + 1}, (int)(between & ((1 << FRACTION) - 1))};
}

emu_span emu_span_linear(double coordinate, int64_t size, emu_address address, bool normalized)
{
    int64_t half = 1 << (UNIT - FRACTION - 1);
    int64_t between = ((fixed(coordinate, size, normalized) + half) >> (UNIT - FRACTION)) - (1 << (FRACTION - 1));
    int64_t first = between >> FRACTION;
    emu_span span = {{place(first, size, address, normalized), place(first + 1, size, address, normalized)},
                     (int)(between & ((1 << FRACTION) - 1))};
    /* Both are the element at an edge: there is nothing to filter. */
    if (span.at[0] == span.at[1] && (address == EMU_ADDRESS_CLAMP || !normalized))
        span.weight = 0;
    return span;
}
