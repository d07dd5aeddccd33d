#include "K_reference.h"

#include <math.h>
#include <stdio.h>

unsigned k_levels(const k_image *image)
{
    return image->shape.levels ? image->shape.levels : 1;
}

size_t k_element_bytes(const k_image *image)
{
    lw_channel_format f = image->shape.format;
    return (size_t)(f.x + f.y + f.z + f.w) / 8;
}

static unsigned channels(const k_image *image)
{
    return image->shape.format.w ? 4 : image->shape.format.y ? 2 : 1;
}

/* Elements of a level, in each dimension at least 1; returns how many lie before the level. */
static size_t level_size(const k_image *image, unsigned level, size_t size[3])
{
    size_t before = 0;
    for (unsigned l = 0;; l++) {
        size_t full[3] = {image->shape.width, image->shape.height, image->shape.depth};
        bool slices = image->shape.flags & (LW_ARRAY_LAYERED | LW_ARRAY_CUBEMAP);
        for (int i = 0; i < 3; i++) {
            size[i] = i == 2 && slices ? full[i] : full[i] >> l;
            size[i] = size[i] ? size[i] : 1;
        }
        if (l == level)
            return before;
        before += size[0] * size[1] * size[2];
    }
}

static double half_of(unsigned bits)
{
    int exponent = (int)(bits >> 10 & 31);
    double size = exponent ? ldexp(1024 + (bits & 1023), exponent - 25) : ldexp(bits & 1023, -24);
    return bits & 0x8000 ? -size : size;
}

static long long raw(const k_image *image, unsigned level, size_t x, size_t y, size_t z, unsigned channel)
{
    size_t size[3], before = level_size(image, level, size), bytes = (size_t)image->shape.format.x / 8;
    size_t at = ((before + (z * size[1] + y) * size[0] + x) * channels(image) + channel) * bytes;
    long long value = 0;
    memcpy(&value, image->elements + at, bytes);
    long long most = 1ll << (8 * bytes - 1);
    return image->shape.format.kind == LW_CHANNEL_SIGNED && value >= most ? value - 2 * most : value;
}

double k_element(const k_image *image, unsigned level, size_t x, size_t y, size_t z, unsigned channel)
{
    long long value = raw(image, level, x, y, z, channel);
    lw_channel_format f = image->shape.format;
    if (f.kind == LW_CHANNEL_FLOAT && f.x == 32) {
        uint32_t word = (uint32_t)value;
        float number;
        memcpy(&number, &word, sizeof number);
        return (double)number;
    }
    if (f.kind == LW_CHANNEL_FLOAT)
        return half_of((unsigned)value);
    if (image->how.read == LW_TEXTURE_READ_ELEMENT)
        return (double)value;
    double most = f.kind == LW_CHANNEL_UNSIGNED ? ldexp(1, f.x) - 1 : ldexp(1, f.x - 1) - 1;
    return (double)value < -most ? -1 : (double)((float)value / (float)most);
}

/* What the filter weighs: integers of 16 bits, halves or floats. */
static double weighable(const k_image *image, unsigned level, size_t x, size_t y, size_t z, unsigned channel)
{
    lw_channel_format f = image->shape.format;
    if (f.kind == LW_CHANNEL_FLOAT)
        return k_element(image, level, x, y, z, channel);
    long long value = raw(image, level, x, y, z, channel);
    if (f.kind == LW_CHANNEL_UNSIGNED)
        return (double)(f.x == 8 ? value * 257 : value);
    long long size = llabs(value);
    size = f.x == 8 ? size * 258 + (size >= 64) : size;
    return (double)(value < 0 ? -size : size);
}

/* The two elements that an axis reads, and the 256ths of the second; -1: the border. */
typedef struct axis {
    long long first, second;
    int part;
} axis;

static long long addressed(const k_image *image, lw_texture_address mode, long long at, long long n)
{
    if (at >= 0 && at < n)
        return at;
    if (mode == LW_TEXTURE_ADDRESS_BORDER)
        return -1;
    if (mode == LW_TEXTURE_ADDRESS_CLAMP || !image->how.normalized)
        return at < 0 ? 0 : n - 1;
    long long turn = (long long)floor((double)at / (double)n), in = at - turn * n;
    return mode == LW_TEXTURE_ADDRESS_MIRROR && turn & 1 ? n - 1 - in : in;
}

static axis axis_of(const k_image *image, int dimension, float coordinate, size_t size)
{
    double x = isnan(coordinate) || fabsf(coordinate) < 0x1p-126f ? 0 : fmin(fmax((double)coordinate, -0x1p31), 0x1p31);
    if (image->how.normalized)
        x = floor(x * 0x1p21) / 0x1p21 * (double)size;
    lw_texture_address mode = image->how.address[dimension];
    long long n = (long long)size;
    if (image->how.filter == LW_TEXTURE_FILTER_POINT) {
        long long at = addressed(image, mode, (long long)floor(x), n);
        return (axis){at, at, 0};
    }
    double parts = floor(x * 256 + 0.5) - 128, first = floor(parts / 256);
    axis result = {addressed(image, mode, (long long)first, n), addressed(image, mode, (long long)first + 1, n),
                   (int)(parts - first * 256)};
    bool clamps = mode == LW_TEXTURE_ADDRESS_CLAMP || !image->how.normalized;
    if (clamps && result.first == result.second)
        result.part = 0;
    return result;
}

static double border_of(const k_image *image, unsigned channel)
{
    double colour = (double)image->how.border[channel];
    lw_channel_format f = image->shape.format;
    bool linear = image->how.filter == LW_TEXTURE_FILTER_LINEAR;
    if (f.kind != LW_CHANNEL_UNSIGNED || image->how.read == LW_TEXTURE_READ_ELEMENT)
        return colour;
    double most = ldexp(1, f.x) - 1, cut = floor(fmin(fmax(colour, 0), 1) * most);
    return linear ? (f.x == 8 ? cut * 257 : cut) : (double)((float)cut / (float)most);
}

/* Four values with their 256ths: each is cut to `bits`, from the first bit of the largest on. */
static double weigh(const double value[4], const int part[4], int bits)
{
    int exponent = -10000;
    for (int i = 0; i < 4; i++) {
        int own;
        if (part[i] && value[i] != 0) {
            frexp(value[i], &own);
            exponent = own > exponent ? own : exponent;
        }
    }
    double sum = 0;
    for (int i = 0; i < 4; i++)
        if (part[i] && value[i] != 0)
            sum += trunc(ldexp(value[i], bits - exponent)) * part[i];
    return ldexp(sum, exponent - bits - 8);
}

static int share(int of, int parts)
{
    return (of * parts + 128) >> 8;
}

/* Adds a slice of four elements that has `whole` 256ths of the result. */
static double slice(const k_image *image, unsigned level, axis x, axis y, long long z, int whole, unsigned channel)
{
    int right = share(whole, x.part), left = whole - right, part[4];
    part[3] = share(right, y.part);
    part[1] = right - part[3];
    part[0] = share(left, 256 - y.part);
    part[2] = left - part[0];
    double value[4];
    for (int i = 0; i < 4; i++) {
        long long at[2] = {i & 1 ? x.second : x.first, i & 2 ? y.second : y.first};
        value[i] = at[0] < 0 || at[1] < 0 || z < 0
                       ? border_of(image, channel)
                       : weighable(image, level, (size_t)at[0], (size_t)at[1], (size_t)z, channel);
    }
    lw_channel_format f = image->shape.format;
    return weigh(value, part, f.kind != LW_CHANNEL_FLOAT ? 40 : f.x == 16 ? 15 : 28);
}

/* To the nearest number of `bits`; of two, the larger one. */
static double nearest(double x, int bits)
{
    int exponent;
    if (x == 0)
        return 0;
    double mantissa = ldexp(frexp(x, &exponent), bits);
    return ldexp(x < 0 ? -floor(-mantissa + 0.5) : floor(mantissa + 0.5), exponent - bits);
}

static float result_of(const k_image *image, double sum)
{
    lw_channel_format f = image->shape.format;
    if (f.kind == LW_CHANNEL_FLOAT)
        return (float)nearest(sum, f.x == 16 ? 11 : 24);
    return (float)fmax(floor(sum + 0.5) / (f.kind == LW_CHANNEL_UNSIGNED ? 65535 : 32767), -1);
}

/* A layer that is not there is the last one, also a negative one. */
static long long layer_of(const k_image *image, int layer)
{
    if (!(image->shape.flags & LW_ARRAY_LAYERED))
        return 0;
    return (unsigned)layer < image->shape.depth ? layer : (long long)image->shape.depth - 1;
}

static double level_of(const k_image *image, float level)
{
    double x = isnan(level) ? 0 : floor((double)level * 256) / 256 + floor((double)image->how.mip_bias * 256) / 256;
    x = fmax(x, floor((double)image->how.mip_min * 256) / 256);
    x = fmin(x, floor((double)image->how.mip_max * 256) / 256);
    return fmin(fmax(x, 0), k_levels(image) - 1);
}

void k_expect(const k_image *image, const float at[4], int layer, float result[4])
{
    bool is_3d = image->shape.depth && !(image->shape.flags & LW_ARRAY_LAYERED);
    double level = image->shape.levels ? level_of(image, at[3]) : 0;
    bool between = image->how.mip_filter == LW_TEXTURE_FILTER_LINEAR;
    unsigned first = (unsigned)(between ? level : floor(level + 0.5));
    int far_level = between ? (int)(level * 256) % 256 : 0;
    bool filters = image->how.filter == LW_TEXTURE_FILTER_LINEAR || far_level;
    for (unsigned channel = 0; channel < 4; channel++) {
        double sum = 0, single = 0;
        for (int i = 0; i < (far_level ? 2 : 1); i++) {
            size_t size[3];
            level_size(image, first + (unsigned)i, size);
            axis x = axis_of(image, 0, at[0], size[0]);
            axis y = axis_of(image, 1, image->shape.height ? at[1] : 0, size[1]);
            axis z = {layer_of(image, layer), layer_of(image, layer), 0};
            if (is_3d)
                z = axis_of(image, 2, at[2], size[2]);
            if (channel >= channels(image))
                continue;
            int whole = i ? far_level : 256 - far_level, back = share(whole, z.part);
            sum += slice(image, first + (unsigned)i, x, y, z.first, whole - back, channel);
            sum += back ? slice(image, first + (unsigned)i, x, y, z.second, back, channel) : 0;
            bool outside = x.first < 0 || y.first < 0 || z.first < 0;
            single = outside ? border_of(image, channel)
                             : k_element(image, first, (size_t)x.first, (size_t)y.first, (size_t)z.first, channel);
        }
        result[channel] = channel >= channels(image) ? 0 : filters ? result_of(image, sum) : (float)single;
    }
}
