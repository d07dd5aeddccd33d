/* Texture and surface objects of the CPU device: how they read memory, and the table in which kernels find them. */
#ifndef EMU_TEXTURE_H
#define EMU_TEXTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device_texture.h"

enum { EMU_IMAGE_LEVELS = 18, EMU_IMAGE_CHANNELS = 4 };

/* One level of an array, or memory: elements in rows, rows in slices. Layers and faces are slices. */
typedef struct emu_image {
    char *memory;
    int64_t width, height, depth; /* at least 1, except the width of memory */
    size_t row, slice;            /* bytes from one to the next */
} emu_image;

/* What a channel is in memory. */
typedef enum emu_channel { EMU_CHANNEL_SIGNED, EMU_CHANNEL_UNSIGNED, EMU_CHANNEL_FLOAT } emu_channel;

/* The numbers are CUDA's. */
typedef enum emu_address { EMU_ADDRESS_WRAP, EMU_ADDRESS_CLAMP, EMU_ADDRESS_MIRROR, EMU_ADDRESS_BORDER } emu_address;

typedef struct emu_texture {
    uint64_t object; /* the number that kernels have; 0: destroyed */
    bool is_surface;
    emu_texture_shape shape;
    emu_channel kind;
    unsigned channels, bytes; /* bytes of a channel */
    unsigned levels;
    emu_image level[EMU_IMAGE_LEVELS];
    emu_address address[3];
    bool linear;     /* the filter */
    bool unit;       /* integers are read as floats in 0 .. 1 or -1 .. 1 */
    bool srgb;       /* and unsigned ones of 8 bits are colours */
    bool normalized; /* coordinates in 0 .. 1 */
    bool mip_linear; /* the filter between levels */
    bool seamless;   /* cubemaps */
    bool gathers;    /* the array was made for tex2Dgather() */
    float border[EMU_IMAGE_CHANNELS];
    float bias, least, most; /* level */
    const void *device;      /* whose it is */
} emu_texture;

/* Copies `texture` into the table and returns its object; 0: no memory. Thread-safe, as are all functions here. */
uint64_t emu_texture_add(const emu_texture *texture);
/* False: there is no such object of the device. */
bool emu_texture_remove(const void *device, uint64_t object);
/* The live object; null: there is none. Running kernels call it without a lock. */
const emu_texture *emu_texture_find(uint64_t object);

/* ---- coordinates (texture_coordinate.c) ---- */
/* Two neighbours on an axis, and the weight of the second: a multiple of 1/256. -1: outside, the border's colour. */
typedef struct emu_span {
    int64_t at[2];
    int weight;
} emu_span;
/* The element of a coordinate, or the two elements between which it is. */
emu_span emu_span_point(double coordinate, int64_t size, emu_address address, bool normalized);
emu_span emu_span_linear(double coordinate, int64_t size, emu_address address, bool normalized);
emu_span emu_span_unlimited(double coordinate, int64_t size); /* normalised; elements may be outside */

/* ---- elements (texture_element.c) ---- */
/* An element's channels, as floats or as the bits of integers. */
typedef union emu_element {
    float real[EMU_IMAGE_CHANNELS];
    uint32_t bits[EMU_IMAGE_CHANNELS];
} emu_element;
/* Whether a fetch returns floats. */
static inline bool emu_texture_is_real(const emu_texture *texture)
{
    return texture->kind == EMU_CHANNEL_FLOAT || texture->unit;
}
emu_element emu_element_decode(const emu_texture *texture, const char *memory);
/* As a linear filter weighs it; the border's colour; and a channel's result of the weighted sum. */
emu_element emu_element_weighable(const emu_texture *texture, const char *memory);
emu_element emu_element_border(const emu_texture *texture, bool weighable);
float emu_element_weighed(const emu_texture *texture, unsigned channel, double sum);
int emu_element_bits(const emu_texture *texture, unsigned channel); /* of values that are weighed */
float emu_half_to_float(uint16_t bits);

/* ---- filter (texture_filter.c) ---- */
/* The sum of a slice of four values with weights of 1/256. Of each value `bits` count, from the largest one's first. */
double emu_blend(const float values[4], const int weights[4], int bits);
/* The nearest number with so many bits; of two, the one away from zero. */
double emu_round_away(double x, int bits);
/* Weights of the elements (0, 0), (1, 0), (0, 1), (1, 1) of a slice that has itself the weight `slice`. */
void emu_blend_weights(int slice, int x, int y, int weights[4]);

#endif
