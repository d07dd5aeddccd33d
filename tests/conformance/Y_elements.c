#include "Y_elements.h"

/* What the elements of a matrix are like. */
enum { NEAR_ONE, FAR_APART, ANY_BITS, SPARSE, SUBNORMAL, CANCELLING, LARGE, POWERS, ONE_TINY_REST, SPECIAL, ZEROS };

static uint32_t mix(uint32_t x)
{
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

static uint32_t random_at(const y_place *at, int which)
{
    uint32_t x = mix(at->seed + (uint32_t)at->matrix);
    x = mix(x + (uint32_t)at->operand * 4 + (uint32_t)which * 16);
    return mix(mix(x + (uint32_t)at->line) + (uint32_t)at->k * 0x9e3779b9u);
}

typedef struct format {
    int width, fraction, least, most;
} format;

static format format_of(y_element element)
{
    switch (element) {
    case Y_HALF: return (format){16, 10, -14, 15};
    case Y_BFLOAT16: return (format){16, 7, -126, 127};
    case Y_DOUBLE: return (format){64, 52, -1022, 1023};
    default: return (format){32, 23, -126, 127};
    }
}

/* The number 1.fraction * 2^exponent, cut to the format. */
static uint64_t number(format f, bool negative, int exponent, uint64_t fraction)
{
    uint64_t significand = (fraction >> (64 - f.fraction)) | 1ull << f.fraction;
    exponent = exponent > f.most ? f.most : exponent;
    int below = f.least - exponent;
    uint64_t bits = below <= 0           ? ((uint64_t)(1 - below) << f.fraction) + significand - (1ull << f.fraction)
                    : below > f.fraction ? 0
                                         : significand >> below;
    return bits | (uint64_t)negative << (f.width - 1);
}

static uint64_t float_at(y_element element, const y_place *at)
{
    format f = format_of(element);
    uint32_t r = random_at(at, 0), s = random_at(at, 2);
    uint64_t fraction = (uint64_t)random_at(at, 1) << 32 | s;
    bool negative = r >> 31, half = element == Y_HALF;
    int exponent, span = half ? 28 : 40;
    if (element == Y_TF32 && at->matrix / Y_KINDS % 2)
        fraction &= ~0ull << 54; /* as __float_to_tf32() leaves it */
    switch (at->matrix % Y_KINDS) {
    case NEAR_ONE: exponent = (int)(r % 7) - 3; break;
    case FAR_APART: exponent = (int)(r % (unsigned)span) - span / 2; break;
    case ANY_BITS: return fraction >> (64 - f.width);
    case SPARSE:
        if (at->operand != 2 && s % 4)
            return number(f, negative, f.least - 100, 0);
        exponent = (int)(r % (unsigned)span) - span / 2;
        break;
    case SUBNORMAL:
        exponent = at->operand == 1 ? (int)(r % 24) - (half ? 13 : 4) : f.least - (int)(r % 12);
        if (at->operand == 2 && element != Y_HALF)
            exponent = -126 - (int)(r % 20);
        break;
    case CANCELLING: {
        exponent = (int)(r % 30) - 25;
        if (at->operand == 2)
            break;
        y_place pair = *at;
        pair.k /= 2;
        r = random_at(&pair, 3);
        fraction = (uint64_t)random_at(&pair, 4) << 32;
        exponent = (int)(r % 20) - 10;
        negative = at->operand == 0 ? at->k % 2 != 0 : r >> 31 != 0;
        if (at->operand == 0 && s % 8 == 0)
            fraction ^= 1ull << (64 - f.fraction + (half || element == Y_BFLOAT16 ? 0 : 13));
        break;
    }
    case LARGE:
        exponent = at->operand == 1 ? (int)(r % 6) - 3 : f.most - (int)(r % 5);
        if (at->operand == 2 && element == Y_FLOAT && at->line % 2)
            exponent = (int)(r % 18);
        break;
    case POWERS:
        exponent = (int)(r % (unsigned)span) - span / 2;
        fraction = 0;
        break;
    case ONE_TINY_REST:
        exponent = at->operand == 2                        ? (int)(r % 8) - 4
                   : at->k % 4 == at->matrix / Y_KINDS % 4 ? (int)(r % 10)
                                                           : -(int)(r % 13);
        break;
    case SPECIAL:
        if (s % 16 == 0)
            return number(f, negative, f.most, 0) + (1ull << f.fraction);
        if (s % 16 < 6)
            return number(f, negative, f.least - 100, 0);
        exponent = (int)(r % 7) - 3;
        break;
    default: /* ZEROS, and a few of the least numbers */
        if (s % 16 == 0)
            return number(f, negative, f.least - 100, 0) | 1;
        negative = negative || (at->line + at->matrix) % 3 == 0;
        return number(f, negative, f.least - 100, 0);
    }
    return number(f, negative, exponent, fraction);
}

uint64_t y_element_at(y_element element, const y_place *at)
{
    uint32_t r = random_at(at, 0);
    switch (element) {
    case Y_INT: return at->matrix % 3 == 0 ? r & 0xffff : at->matrix % 3 == 1 ? (r & 1) * 0x7fffffffu + (r >> 20) : r;
    case Y_S8:
    case Y_U8: return at->matrix % 3 != 1 ? r & 0xff : r & 2 ? 0x80 : element == Y_U8 ? 0xff : 0x7f;
    case Y_S4:
    case Y_U4: return at->matrix % 3 != 1 ? r & 0xf : r & 2 ? 8 : element == Y_U4 ? 0xf : 7;
    case Y_B1: return at->matrix % 3 != 1 ? r & 1 : 1;
    default: return float_at(element, at);
    }
}
