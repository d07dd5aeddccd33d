/* From a direction to a face of a cubemap and a place on it.
 *
 * A GPU's code first divides the direction by its largest coordinate, by a product with the reciprocal. Of equal
 * coordinates z comes first, then y. An infinite coordinate leaves no direction: face 4, in its middle.
 */
#include "texture_sample.h"

#include <float.h>
#include <math.h>

static float flushed(float x)
{
    return fabsf(x) < FLT_MIN || isnan(x) ? 0 : x;
}

emu_cube_place emu_cube_find(float x, float y, float z)
{
    float most = fmaxf(fmaxf(fabsf(x), fabsf(y)), fabsf(z)), scale = flushed(1.0f / most);
    x = flushed(flushed(x) * scale);
    y = flushed(flushed(y) * scale);
    z = flushed(flushed(z) * scale);
    float ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
    if (az >= ax && az >= ay)
        return (emu_cube_place){z < 0 ? 5 : 4, z < 0 ? -x : x, -y};
    if (ay >= ax)
        return (emu_cube_place){y < 0 ? 3 : 2, x, y < 0 ? -z : z};
    return (emu_cube_place){x < 0 ? 1 : 0, x < 0 ? z : -z, -y};
}

/* The direction to a place on a face; the inverse of emu_cube_find(). */
static void direction_of(int face, double across, double down, double direction[3])
{
    double sign = face % 2 ? -1 : 1;
    switch (face / 2) {
    case 0: direction[0] = sign, direction[1] = -down, direction[2] = -sign * across; break;
    case 1: direction[0] = across, direction[1] = sign, direction[2] = sign * down; break;
    default: direction[0] = sign * across, direction[1] = -down, direction[2] = sign; break;
    }
}

void emu_cube_neighbour(int64_t size, int *face, int64_t *x, int64_t *y)
{
    double direction[3];
    direction_of(*face, (2.0 * (double)*x + 1) / (double)size - 1, (2.0 * (double)*y + 1) / (double)size - 1,
                 direction);
    emu_cube_place at = emu_cube_find((float)direction[0], (float)direction[1], (float)direction[2]);
    *face = at.face;
    *x = (int64_t)(((double)at.across + 1) * 0.5 * (double)size);
    *y = (int64_t)(((double)at.down + 1) * 0.5 * (double)size);
    *x = *x < size ? *x : size - 1;
    *y = *y < size ? *y : size - 1;
}
