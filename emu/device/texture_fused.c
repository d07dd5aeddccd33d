/* Fetches for fused copies: their arguments are numbers, and they set the thread that a report names. */
#include "../machine/machine.h"
#include "texture.h"

static const emu_site *begin(uintptr_t site, uintptr_t thread)
{
    if (thread)
        emu_here.thread = (const emu_coordinates *)thread;
    return (const emu_site *)site;
}

emu_texel emu_fetch_linear(unsigned texel, unsigned long long object, int x, uintptr_t site, uintptr_t thread)
{
    return emu_texture_fetch(texel, object, x, begin(site, thread));
}

uint64_t emu_fetch_word_linear(unsigned texel, unsigned long long object, int x, uintptr_t site, uintptr_t thread)
{
    return emu_fetch_linear(texel, object, x, site, thread).low;
}

emu_texel emu_fetch_sample(unsigned texel, unsigned shape, unsigned long long object, float x, float y, float z,
                           int layer, float level, uintptr_t site, uintptr_t thread)
{
    return emu_texture_sample(texel, (emu_texture_shape)shape, object, x, y, z, layer, level, begin(site, thread));
}

uint64_t emu_fetch_word_sample(unsigned texel, unsigned shape, unsigned long long object, float x, float y, float z,
                               int layer, float level, uintptr_t site, uintptr_t thread)
{
    return emu_fetch_sample(texel, shape, object, x, y, z, layer, level, site, thread).low;
}

emu_texel emu_fetch_gradient(unsigned texel, unsigned shape, unsigned long long object, float x, float y, float z,
                             int layer, float x_by_x, float y_by_x, float z_by_x, float x_by_y, float y_by_y,
                             float z_by_y, uintptr_t site, uintptr_t thread)
{
    const float by_x[3] = {x_by_x, y_by_x, z_by_x}, by_y[3] = {x_by_y, y_by_y, z_by_y};
    return emu_texture_gradient(texel, (emu_texture_shape)shape, object, x, y, z, layer, by_x, by_y,
                                begin(site, thread));
}

uint64_t emu_fetch_word_gradient(unsigned texel, unsigned shape, unsigned long long object, float x, float y, float z,
                                 int layer, float x_by_x, float y_by_x, float z_by_x, float x_by_y, float y_by_y,
                                 float z_by_y, uintptr_t site, uintptr_t thread)
{
    return emu_fetch_gradient(texel, shape, object, x, y, z, layer, x_by_x, y_by_x, z_by_x, x_by_y, y_by_y, z_by_y,
                              site, thread)
        .low;
}

emu_texel emu_fetch_gather(unsigned texel, unsigned long long object, float x, float y, int component, uintptr_t site,
                           uintptr_t thread)
{
    return emu_texture_gather(texel, object, x, y, component, begin(site, thread));
}

uint64_t emu_fetch_word_gather(unsigned texel, unsigned long long object, float x, float y, int component,
                               uintptr_t site, uintptr_t thread)
{
    return emu_fetch_gather(texel, object, x, y, component, site, thread).low;
}
