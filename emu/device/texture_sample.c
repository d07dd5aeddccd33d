/* Reads a texture: finds the elements, reads them, and filters. */
#include "texture_sample.h"

#include <math.h>

static const char *find(const emu_texture_access *access, const emu_image *image, int64_t x, int64_t y, int64_t z)
{
    size_t bytes = (size_t)access->texture->channels * access->texture->bytes;
    const char *memory = image->memory + (size_t)z * image->slice + (size_t)y * image->row + (size_t)x * bytes;
    return emu_texture_may_read(access, memory) ? memory : NULL;
}

/* The element at a place, as the kernel reads it or as a filter weighs it; outside, the border's colour. */
static emu_element read_at(const emu_texture_access *access, const emu_image *image, int64_t x, int64_t y, int64_t z,
                           bool weighable)
{
    static const emu_element nothing;
    if (x < 0 || y < 0 || z < 0)
        return emu_element_border(access->texture, weighable);
    const char *memory = find(access, image, x, y, z);
    if (!memory)
        return nothing;
    return weighable ? emu_element_weighable(access->texture, memory) : emu_element_decode(access->texture, memory);
}

/* Where an image is read. */
typedef struct spot {
    const emu_image *image;
    emu_span x, y, z;
    bool seamless; /* of a cubemap: x and y may be one outside the face */
} spot;

static bool is_outside(int64_t at, int64_t size)
{
    return at < 0 || at >= size;
}

/* One of the four elements of a seamless filter. At a corner of the cube, where three faces meet, there are three. */
static bool seamless_at(const emu_texture_access *access, const spot *at, int i, emu_element *element)
{
    int64_t size = at->image->width, x = at->x.at[i & 1], y = at->y.at[i >> 1], face = at->z.at[0];
    bool beside = is_outside(x, size), below = is_outside(y, size);
    if (beside && below)
        return false;
    if (beside || below) {
        int on = (int)(face % 6);
        emu_cube_neighbour(size, &on, &x, &y);
        face += on - face % 6;
    }
    *element = read_at(access, at->image, x, y, face, true);
    return true;
}

static void read_seamless(const emu_texture_access *access, const spot *at, emu_element elements[4])
{
    int missing = -1;
    for (int i = 0; i < 4; i++)
        if (!seamless_at(access, at, i, &elements[i]))
            missing = i;
    for (unsigned channel = 0; missing >= 0 && channel < access->texture->channels; channel++) {
        elements[missing].real[channel] = 0;
        float sum = 0;
        for (int i = 0; i < 4; i++)
            sum += elements[i].real[channel];
        elements[missing].real[channel] = sum / 3;
    }
}

/* Adds the weighted elements of four neighbours, which have `whole` 256ths of the sum. */
static void add_slice(const emu_texture_access *access, const spot *at, int z, int whole, double sum[])
{
    emu_element elements[4];
    int weights[4];
    emu_blend_weights(whole, at->x.weight, at->y.weight, weights);
    if (at->seamless)
        read_seamless(access, at, elements);
    for (int i = 0; i < 4 && !at->seamless; i++)
        if (weights[i])
            elements[i] = read_at(access, at->image, at->x.at[i & 1], at->y.at[i >> 1], at->z.at[z], true);
    for (unsigned channel = 0; channel < access->texture->channels; channel++) {
        float values[4] = {0, 0, 0, 0};
        for (int i = 0; i < 4; i++)
            if (weights[i])
                values[i] = elements[i].real[channel];
        sum[channel] += emu_blend(values, weights, emu_element_bits(access->texture, channel));
    }
}

static int64_t layer_of(int layer, int64_t layers)
{
    return (unsigned)layer >= layers ? layers - 1 : layer;
}

/* A place on a face, from -1 to 1, as a coordinate from 0 to 1. */
static double unit_place(float place)
{
    /* So small a number would be lost in the sum. */
    if (place < 0 && place > -0x1p-30f)
        place = -0x1p-30f;
    return ((double)place + 1.0) * 0.5;
}

static spot find_on_cube(const emu_texture_access *access, emu_texture_place place, unsigned level)
{
    const emu_texture *texture = access->texture;
    emu_span (*span)(double, int64_t, emu_address, bool) = texture->linear ? emu_span_linear : emu_span_point;
    emu_cube_place on = emu_cube_find(place.x, place.y, place.z);
    spot at = {.image = &texture->level[level]};
    int64_t cubes = at.image->depth / 6;
    at.seamless = texture->seamless && texture->linear;
    if (at.seamless) {
        at.x = emu_span_unlimited(unit_place(on.across), at.image->width);
        at.y = emu_span_unlimited(unit_place(on.down), at.image->height);
    } else {
        at.x = span(unit_place(on.across), at.image->width, texture->address[0], true);
        at.y = span(unit_place(on.down), at.image->height, texture->address[1], true);
    }
    at.z.at[0] = 6 * (texture->shape == EMU_TEXTURE_CUBEMAP ? 0 : layer_of(place.layer, cubes)) + on.face;
    at.z.at[1] = at.z.at[0];
    return at;
}

static spot find_spot(const emu_texture_access *access, emu_texture_place place, unsigned level)
{
    const emu_texture *texture = access->texture;
    if (texture->shape == EMU_TEXTURE_CUBEMAP || texture->shape == EMU_TEXTURE_CUBEMAP_LAYERED)
        return find_on_cube(access, place, level);
    emu_span (*span)(double, int64_t, emu_address, bool) = texture->linear ? emu_span_linear : emu_span_point;
    spot at = {.image = &texture->level[level]};
    at.x = span((double)place.x, at.image->width, texture->address[0], texture->normalized);
    at.y = span((double)place.y, at.image->height, texture->address[1], texture->normalized);
    if (texture->shape == EMU_TEXTURE_3D)
        at.z = span((double)place.z, at.image->depth, texture->address[2], texture->normalized);
    else if (texture->shape != EMU_TEXTURE_1D && texture->shape != EMU_TEXTURE_2D)
        at.z.at[0] = at.z.at[1] = layer_of(place.layer, at.image->depth);
    return at;
}

/* The level in 256ths, within the texture's. */
static int level_of(const emu_texture *texture, float level)
{
    double x = isnan(level) ? 0 : floor((double)level * 256) + floor((double)texture->bias * 256);
    double least = floor((double)texture->least * 256), most = floor((double)texture->most * 256);
    double last = 256.0 * (texture->levels - 1);
    x = x < least ? least : x;
    x = x > most ? most : x;
    x = x > last ? last : x;
    return x > 0 ? (int)x : 0;
}

emu_element emu_sample(const emu_texture_access *access, emu_texture_place place, float asked)
{
    const emu_texture *texture = access->texture;
    int level = texture->levels > 1 ? level_of(texture, asked) : 0;
    unsigned first = (unsigned)(texture->mip_linear ? level : level + 128) / 256;
    int second = texture->mip_linear ? level % 256 : 0;
    spot at = find_spot(access, place, first);
    if (!texture->linear && !second)
        return read_at(access, at.image, at.x.at[0], at.y.at[0], at.z.at[0], false);
    double sum[EMU_IMAGE_CHANNELS] = {0, 0, 0, 0};
    for (int i = 0; i < 2; i++) {
        int whole = i ? second : 256 - second, far = (whole * at.z.weight + 128) / 256;
        if (i && second)
            at = find_spot(access, place, first + 1), far = (whole * at.z.weight + 128) / 256;
        if (whole - far)
            add_slice(access, &at, 0, whole - far, sum);
        if (far)
            add_slice(access, &at, 1, far, sum);
    }
    emu_element result = {{0, 0, 0, 0}};
    for (unsigned channel = 0; channel < texture->channels; channel++)
        result.real[channel] = emu_element_weighed(texture, channel, sum[channel]);
    return result;
}

emu_element emu_sample_gather(const emu_texture_access *access, float x, float y, unsigned component)
{
    const emu_texture *texture = access->texture;
    const emu_image *image = &texture->level[0];
    emu_span across = emu_span_linear(x, image->width, texture->address[0], texture->normalized);
    emu_span down = emu_span_linear(y, image->height, texture->address[1], texture->normalized);
    static const int order[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    emu_element result = {{0, 0, 0, 0}};
    for (int i = 0; i < 4; i++)
        result.bits[i] = read_at(access, image, across.at[order[i][0]], down.at[order[i][1]], 0, false).bits[component];
    return result;
}

/* In elements, the length of the longer of the two derivatives. */
float emu_sample_level(const emu_texture *texture, const float *by_x, const float *by_y)
{
    const emu_image *image = &texture->level[0];
    double size[3] = {(double)image->width, (double)image->height, (double)image->depth};
    unsigned dimensions = texture->shape == EMU_TEXTURE_3D                                               ? 3
                          : texture->shape == EMU_TEXTURE_1D || texture->shape == EMU_TEXTURE_1D_LAYERED ? 1
                                                                                                         : 2;
    double x = 0, y = 0;
    for (unsigned i = 0; i < dimensions; i++) {
        double scale = texture->normalized ? size[i] : 1;
        x += (double)by_x[i] * scale * (double)by_x[i] * scale;
        y += (double)by_y[i] * scale * (double)by_y[i] * scale;
    }
    return (float)(0.5 * log2(x > y ? x : y));
}
