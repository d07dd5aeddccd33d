/* Textures that fused copies read by themselves, in vectors: without a filter and without a conversion. */
#include <limits.h>

#include "texture.h"

/* The object, if its elements are of the type that the kernel asks for. */
static const emu_texture *find(unsigned texel, uint64_t object, emu_texture_shape shape)
{
    static const unsigned kinds[] = {[EMU_CHANNEL_SIGNED] = EMU_TEXEL_SIGNED,
                                     [EMU_CHANNEL_UNSIGNED] = EMU_TEXEL_UNSIGNED,
                                     [EMU_CHANNEL_FLOAT] = EMU_TEXEL_FLOAT};
    const emu_texture *texture = emu_texture_find(object);
    if (!texture || texture->is_surface || texture->shape != shape || texture->unit)
        return NULL;
    bool same = texel == EMU_TEXEL(texture->channels, texture->bytes, kinds[texture->kind]);
    return same && texture->level[0].width <= INT_MAX ? texture : NULL;
}

const char *emu_plain_linear(unsigned texel, unsigned long long object)
{
    const emu_texture *texture = find(texel, object, EMU_TEXTURE_LINEAR);
    return texture ? texture->level[0].memory : NULL;
}

const char *emu_plain_rows(unsigned texel, unsigned long long object)
{
    const emu_texture *texture = find(texel, object, EMU_TEXTURE_2D);
    bool points = texture && !texture->linear && !texture->normalized && texture->levels == 1;
    return points && texture->address[0] != EMU_ADDRESS_BORDER && texture->address[1] != EMU_ADDRESS_BORDER
               ? texture->level[0].memory
               : NULL;
}

long long emu_plain_pitch(unsigned long long object)
{
    const emu_texture *texture = emu_texture_find(object);
    return texture ? (long long)texture->level[0].row : 0;
}

int emu_plain_width(unsigned long long object)
{
    const emu_texture *texture = emu_texture_find(object);
    return texture ? (int)texture->level[0].width : 0;
}

int emu_plain_height(unsigned long long object)
{
    const emu_texture *texture = emu_texture_find(object);
    return texture ? (int)texture->level[0].height : 0;
}

const char *emu_plain_nothing(void)
{
    static const double nothing[2]; /* the largest element has 16 bytes */
    return (const char *)nothing;
}
