/* The functions of textures that kernels call: they find the object, check it, and convert the result. */
#include <string.h>

#include "../check/check.h"
#include "../machine/machine.h"
#include "texture_sample.h"

/* The caller's address in the kernel, in checked mode. */
#define HERE (emu_self->check ? (uintptr_t)__builtin_return_address(0) - 1 : 0)

bool emu_texture_may_read(const emu_texture_access *access, const char *memory)
{
    if (!access->by)
        return true;
    size_t bytes = (size_t)access->texture->channels * access->texture->bytes;
    return emu_check_cached_read(memory, bytes, EMU_CACHED_TEXTURE, access->by);
}

static const char *name_of(emu_texture_shape shape)
{
    static const char *const names[] = {"a texture of one dimension",
                                        "a texture of two dimensions",
                                        "a texture of three dimensions",
                                        "a layered texture of one dimension",
                                        "a layered texture of two dimensions",
                                        "a cubemap",
                                        "a layered cubemap",
                                        "linear memory"};
    return names[shape];
}

/* A texture of one row is also one of one dimension. CUDA does not say so, but programs make their tables with a height of 1,
 * and a GPU reads them. */
static bool is_of(const emu_texture *texture, emu_texture_shape shape)
{
    bool row = texture->level[0].height == 1;
    return texture->shape == shape || (row && shape == EMU_TEXTURE_1D && texture->shape == EMU_TEXTURE_2D) ||
           (row && shape == EMU_TEXTURE_1D_LAYERED && texture->shape == EMU_TEXTURE_2D_LAYERED);
}

static const emu_texture *find(unsigned texel, emu_texture_shape shape, uint64_t object, const emu_site *site)
{
    const emu_texture *texture = emu_texture_find(object);
    if (!texture)
        emu_fail_saying(emu_self, LW_ERROR_LAUNCH_FAILURE, site,
                        "%s: object is %#llx, which is no live texture object%s", site->what,
                        (unsigned long long)object, object ? "; it was destroyed, or never created" : "");
    if (texture->is_surface)
        emu_fail_saying(emu_self, LW_ERROR_LAUNCH_FAILURE, site,
                        "%s: object is %#llx, which is a surface object; expected a texture object", site->what,
                        (unsigned long long)object);
    if (!is_of(texture, shape))
        emu_fail_saying(emu_self, LW_ERROR_LAUNCH_FAILURE, site, "%s: object is %#llx, which is %s; expected %s",
                        site->what, (unsigned long long)object, name_of(texture->shape), name_of(shape));
    if (emu_texture_is_real(texture) != (texel >> 8 == EMU_TEXEL_FLOAT))
        emu_fail_saying(emu_self, LW_ERROR_LAUNCH_FAILURE, site,
                        "%s: the type is of %s, but a fetch of object %#llx returns %s", site->what,
                        texel >> 8 == EMU_TEXEL_FLOAT ? "floats" : "integers", (unsigned long long)object,
                        emu_texture_is_real(texture) ? "floats" : "integers");
    return texture;
}

/* The channels that the kernel asks for, each with its bytes. */
static emu_texel pack(unsigned texel, const emu_element *element)
{
    unsigned channels = texel & 15, bytes = texel >> 4 & 15;
    char packed[16] = {0};
    emu_texel result;
    if (bytes == sizeof *element->bits) {
        memcpy(&result, element->bits, sizeof result);
        return result;
    }
    for (unsigned i = 0; i < channels; i++) /* the processor has the low byte first */
        memcpy(packed + (size_t)i * bytes, &element->bits[i], bytes);
    memcpy(&result, packed, sizeof result);
    return result;
}

emu_texel emu_texture_fetch(unsigned texel, unsigned long long object, int x, const emu_site *site)
{
    emu_texture_access access = {find(texel, EMU_TEXTURE_LINEAR, object, site), HERE};
    const emu_image *image = &access.texture->level[0];
    emu_element element = {{0, 0, 0, 0}};
    size_t bytes = (size_t)access.texture->channels * access.texture->bytes;
    if (x >= 0 && x < image->width && emu_texture_may_read(&access, image->memory + (size_t)x * bytes))
        element = emu_element_decode(access.texture, image->memory + (size_t)x * bytes);
    return pack(texel, &element);
}

emu_texel emu_texture_sample(unsigned texel, emu_texture_shape shape, unsigned long long object, float x, float y,
                             float z, int layer, float level, const emu_site *site)
{
    emu_texture_access access = {find(texel, shape, object, site), HERE};
    emu_element element = emu_sample(&access, (emu_texture_place){x, y, z, layer}, level);
    return pack(texel, &element);
}

emu_texel emu_texture_gradient(unsigned texel, emu_texture_shape shape, unsigned long long object, float x, float y,
                               float z, int layer, const float *by_x, const float *by_y, const emu_site *site)
{
    emu_texture_access access = {find(texel, shape, object, site), HERE};
    float level = emu_sample_level(access.texture, by_x, by_y);
    emu_element element = emu_sample(&access, (emu_texture_place){x, y, z, layer}, level);
    return pack(texel, &element);
}

emu_texel emu_texture_gather(unsigned texel, unsigned long long object, float x, float y, int component,
                             const emu_site *site)
{
    emu_texture_access access = {find(texel, EMU_TEXTURE_2D, object, site), HERE};
    if (!access.texture->gathers)
        emu_fail_saying(emu_self, LW_ERROR_LAUNCH_FAILURE, site,
                        "%s: object is %#llx, whose array was made without LW_ARRAY_GATHER", site->what, object);
    if (component < 0 || component > 3)
        emu_fail_saying(emu_self, LW_ERROR_LAUNCH_FAILURE, site, "%s: component is %d; expected 0 to 3", site->what,
                        component);
    emu_element element = emu_sample_gather(&access, x, y, (unsigned)component);
    return pack(texel, &element);
}
