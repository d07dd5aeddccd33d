/* Directed rounding: an exact result, as an integer of up to 128 bits times a power of two, is rounded
 * once, in pack(). */
#include "rounding.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

/* digits * 2^exponent. If a result has too many digits, its lowest bit is a sticky bit: the OR of all lost digits. It
 * is far below the digits of any format, so it only says that the value is inexact. */
struct exact {
    wide digits;
    int exponent;
    bool negative;
};

/* Digits of a number; exponents of the lowest digit, of denormals and of the largest numbers. */
static const struct {
    int precision, least, most;
} formats[] = {[EMU_SINGLE] = {24, -149, 104}, [EMU_DOUBLE] = {53, -1074, 971}};

enum { FRACTION = 52, TOP = 125 }; /* of a double; highest bit of a sum's terms, below its carry */

static int length(wide digits)
{
    uint64_t high = (uint64_t)(digits >> 64), low = (uint64_t)digits;
    return high ? 128 - __builtin_clzll(high) : low ? 64 - __builtin_clzll(low) : 0;
}

/* `x` is finite. */
static struct exact unpack(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int biased = (int)(bits >> FRACTION) & 0x7ff;
    uint64_t fraction = bits & ((1ull << FRACTION) - 1);
    return (struct exact){.digits = biased ? fraction | 1ull << FRACTION : fraction,
                          .exponent = (biased ? biased : 1) - 1023 - FRACTION,
                          .negative = bits >> 63};
}

/* Shifts the highest digit to bit `top`. `digits` is not 0, and no digit may be lost. */
static void normalise(struct exact *value, int top)
{
    int shift = top + 1 - length(value->digits);
    value->digits <<= shift;
    value->exponent -= shift;
}

static double signed_zero(bool negative)
{
    return negative ? -0.0 : 0.0;
}

static double pack(struct exact value, emu_format format, emu_direction direction)
{
    int precision = formats[format].precision, most = formats[format].most;
    bool away = direction == (value.negative ? EMU_DOWN : EMU_UP);
    if (value.digits == 0)
        return signed_zero(value.negative);
    int lowest = value.exponent + length(value.digits) - precision;
    if (lowest < formats[format].least)
        lowest = formats[format].least;
    int dropped = lowest - value.exponent;
    wide kept = dropped <= 0 ? value.digits << -dropped : dropped < 128 ? value.digits >> dropped : 0;
    bool inexact = dropped > 0 && (dropped >= 128 || kept << dropped != value.digits);
    kept += inexact && away;
    double result;
    if (lowest < most || (lowest == most && kept < (wide)1 << precision))
        result = ldexp((double)(uint64_t)kept, lowest);
    else
        result = away ? HUGE_VAL : ldexp((double)((1ull << precision) - 1), most);
    return value.negative ? -result : result;
}

/* The sum of two exact numbers. The direction decides the sign of a zero. */
static struct exact add(struct exact a, struct exact b, emu_direction direction)
{
    if (a.digits == 0 || b.digits == 0) {
        struct exact sum = a.digits ? a : b;
        if (sum.digits == 0 && a.negative != b.negative)
            sum.negative = direction == EMU_DOWN;
        return sum;
    }
    normalise(&a, TOP);
    normalise(&b, TOP);
    if (a.exponent < b.exponent || (a.exponent == b.exponent && a.digits < b.digits)) {
        struct exact larger = b;
        b = a, a = larger;
    }
    int shift = a.exponent - b.exponent;
    wide aligned = shift < 128 ? b.digits >> shift : 0;
    if (shift >= 128 || aligned << shift != b.digits)
        aligned |= 1;
    if (a.negative == b.negative)
        a.digits += aligned;
    else
        a.digits -= aligned;
    if (a.digits == 0)
        a.negative = direction == EMU_DOWN;
    return a;
}

static struct exact multiply(double x, double y)
{
    struct exact a = unpack(x), b = unpack(y);
    return (struct exact){a.digits * b.digits, a.exponent + b.exponent, a.negative != b.negative};
}

double emu_round_sum(double x, double y, emu_format format, emu_direction direction)
{
    if (!isfinite(x) || !isfinite(y))
        return x + y;
    return pack(add(unpack(x), unpack(y), direction), format, direction);
}

double emu_round_product(double x, double y, emu_format format, emu_direction direction)
{
    if (!isfinite(x) || !isfinite(y))
        return x * y;
    return pack(multiply(x, y), format, direction);
}

double emu_round_fma(double x, double y, double z, emu_format format, emu_direction direction)
{
    if (!isfinite(x) || !isfinite(y) || !isfinite(z))
        return fma(x, y, z);
    return pack(add(multiply(x, y), unpack(z), direction), format, direction);
}

double emu_round_quotient(double x, double y, emu_format format, emu_direction direction)
{
    if (!isfinite(x) || !isfinite(y) || x == 0 || y == 0)
        return x / y;
    struct exact a = unpack(x), b = unpack(y);
    normalise(&a, 2 * FRACTION + 20); /* the quotient then has 72 or 73 digits */
    normalise(&b, FRACTION);
    wide quotient = a.digits / b.digits;
    bool inexact = quotient * b.digits != a.digits;
    return pack((struct exact){quotient << 1 | inexact, a.exponent - b.exponent - 1, a.negative != b.negative}, format,
                direction);
}

double emu_round_root(double x, emu_format format, emu_direction direction)
{
    if (!isfinite(x) || x <= 0)
        return sqrt(x);
    struct exact a = unpack(x);
    normalise(&a, 2 * FRACTION + 1); /* the root then has 53 or 54 digits */
    if (a.exponent & 1) {
        a.digits <<= 1;
        a.exponent--;
    }
    /* The guess may be off by one; the squares decide. */
    wide root = (uint64_t)sqrt((double)a.digits);
    while (root * root > a.digits)
        root--;
    while ((root + 1) * (root + 1) <= a.digits)
        root++;
    return pack((struct exact){root << 1 | (root * root != a.digits), a.exponent / 2 - 1, false}, format, direction);
}

double emu_round_integer(uint64_t magnitude, int negative, emu_format format, emu_direction direction)
{
    return pack((struct exact){magnitude, 0, negative != 0 && magnitude != 0}, format, direction);
}
