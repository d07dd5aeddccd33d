/* An element of memory as the numbers that a kernel reads, and as those that a linear filter weighs.
 *
 * The filter weighs normalised integers as integers of 16 bits, and half-precision numbers as floats whose sum it rounds
 * to half precision.
 */
#include "texture.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "texture_srgb.h"

enum { MOST_UNSIGNED = 65535, MOST_SIGNED = 32767 };

float emu_half_to_float(uint16_t bits)
{
    unsigned exponent = bits >> 10 & 31, mantissa = bits & 1023;
    uint32_t sign = (uint32_t)(bits & 0x8000) << 16, word;
    float value;
    if (exponent == 31) {
        word = sign | 0x7f800000u | mantissa << 13;
        memcpy(&value, &word, sizeof value);
        return value;
    }
    value = exponent ? ldexpf((float)(mantissa | 1024), (int)exponent - 25) : ldexpf((float)mantissa, -24);
    return sign ? -value : value;
}

static bool is_colour(const emu_texture *texture, unsigned channel)
{
    return texture->srgb && texture->unit && texture->kind == EMU_CHANNEL_UNSIGNED && texture->bytes == 1 &&
           channel < 3;
}

/* The bits of a channel, extended to 32 by its sign or by zeros. */
static uint32_t load(const emu_texture *texture, const char *memory)
{
    uint32_t bits;
    uint16_t pair;
    if (texture->bytes == 4) {
        memcpy(&bits, memory, sizeof bits);
        return bits;
    }
    if (texture->bytes == 2)
        memcpy(&pair, memory, sizeof pair);
    else
        pair = (uint8_t)*memory;
    bits = pair;
    if (texture->kind != EMU_CHANNEL_SIGNED)
        return bits;
    unsigned shift = 32 - 8 * texture->bytes;
    return (uint32_t)((int32_t)(bits << shift) >> shift);
}

static float unit_of(const emu_texture *texture, unsigned channel, uint32_t bits)
{
    if (is_colour(texture, channel))
        return ldexpf((float)emu_srgb[bits], -EMU_SRGB_BITS);
    if (texture->kind == EMU_CHANNEL_UNSIGNED)
        return (float)bits / (texture->bytes == 1 ? 255.0f : 65535.0f);
    float value = (float)(int32_t)bits / (texture->bytes == 1 ? 127.0f : 32767.0f);
    return value < -1.0f ? -1.0f : value;
}

emu_element emu_element_decode(const emu_texture *texture, const char *memory)
{
    emu_element element = {{0, 0, 0, 0}};
    for (unsigned i = 0; i < texture->channels; i++) {
        uint32_t bits = load(texture, memory + (size_t)i * texture->bytes);
        if (texture->kind == EMU_CHANNEL_FLOAT && texture->bytes == 2)
            element.real[i] = emu_half_to_float((uint16_t)bits);
        else if (texture->unit)
            element.real[i] = unit_of(texture, i, bits);
        else
            element.bits[i] = bits;
    }
    return element;
}

/* A normalised integer with 16 bits; one of 8 repeats its bits. */
static float widen(const emu_texture *texture, uint32_t bits)
{
    if (texture->kind == EMU_CHANNEL_UNSIGNED)
        return (float)(texture->bytes == 1 ? bits * 257 : bits);
    /* The smallest number is not limited to -1 here; the sum is. */
    int value = (int32_t)bits, size = value < 0 ? -value : value;
    if (texture->bytes == 1)
        size = size << 8 | size << 1 | size >> 6;
    return (float)(value < 0 ? -size : size);
}

emu_element emu_element_weighable(const emu_texture *texture, const char *memory)
{
    if (!texture->unit)
        return emu_element_decode(texture, memory);
    emu_element element = {{0, 0, 0, 0}};
    for (unsigned i = 0; i < texture->channels; i++) {
        uint32_t bits = load(texture, memory + (size_t)i * texture->bytes);
        element.real[i] = is_colour(texture, i) ? ldexpf((float)emu_srgb[bits], -EMU_SRGB_BITS) : widen(texture, bits);
    }
    return element;
}

/* The border's colour as an integer of the format: cut off if it is unsigned, else rounded. */
static uint32_t quantise(const emu_texture *texture, float colour)
{
    bool is_signed = texture->kind == EMU_CHANNEL_SIGNED;
    float most = texture->bytes == 1 ? (is_signed ? 127 : 255) : is_signed ? 32767 : 65535;
    float low = is_signed ? -1 : 0, limited = colour > 1 ? 1 : colour > low ? colour : low;
    return (uint32_t)(int32_t)(is_signed ? roundf(limited * most) : truncf(limited * most));
}

/* A float with the bits that half precision has; the others are cut off. */
static float half_cut(float value)
{
    int exponent;
    if (value == 0 || !isfinite(value))
        return value;
    frexpf(value, &exponent);
    float unit = ldexpf(1, (exponent < -13 ? -13 : exponent) - 11), cut = truncf(value / unit) * unit;
    return cut > 65504 ? 65504 : cut < -65504 ? -65504 : cut;
}

emu_element emu_element_border(const emu_texture *texture, bool weighable)
{
    emu_element element = {{0, 0, 0, 0}};
    for (unsigned i = 0; i < texture->channels; i++) {
        if (texture->unit) {
            uint32_t bits = quantise(texture, texture->border[i]);
            element.real[i] = is_colour(texture, i) ? half_cut(texture->border[i])
                              : weighable           ? widen(texture, bits)
                                                    : unit_of(texture, i, bits);
        } else if (texture->kind == EMU_CHANNEL_FLOAT) {
            element.real[i] = texture->bytes == 2 ? half_cut(texture->border[i]) : texture->border[i];
        } else {
            element.real[i] = texture->border[i];
            if (texture->bytes < 4)
                element.bits[i] &= (1u << 8 * texture->bytes) - 1;
        }
    }
    return element;
}

static bool is_half(const emu_texture *texture)
{
    return texture->kind == EMU_CHANNEL_FLOAT && texture->bytes == 2;
}

int emu_element_bits(const emu_texture *texture, unsigned channel)
{
    enum { COLOUR = 8, HALF = 15, REAL = 28 };
    return is_colour(texture, channel) ? COLOUR : is_half(texture) ? HALF : REAL;
}

/* Rounded to half precision, whose smallest numbers have fewer bits. */
static float to_half(double sum)
{
    const double least = 0x1p-14, unit = 0x1p-24;
    if (fabs(sum) >= least || sum == 0)
        return (float)emu_round_away(sum, 11);
    return (float)(trunc(sum / unit + (sum < 0 ? -0.5 : 0.5)) * unit);
}

/* The inverse of widen(). */
static float from_wide(const emu_texture *texture, double value)
{
    if (texture->kind == EMU_CHANNEL_UNSIGNED)
        return (float)(value / MOST_UNSIGNED);
    return value < -MOST_SIGNED ? -1.0f : (float)(value / MOST_SIGNED);
}

float emu_element_weighed(const emu_texture *texture, unsigned channel, double sum)
{
    if (is_half(texture) || is_colour(texture, channel))
        return to_half(sum);
    if (texture->unit)
        return from_wide(texture, floor(sum + 0.5));
    float value = (float)emu_round_away(sum, 24);
    return fabsf(value) < FLT_MIN ? 0 : value;
}
