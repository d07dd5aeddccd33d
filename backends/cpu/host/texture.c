/* Texture and surface objects: the emulator's description of what they read. */
#include "array.h"
#include "cpu.h"

/* What the two have in common. */
static emu_texture describe(const lw_device_impl *device, lw_channel_format format)
{
    emu_texture texture = {.device = device};
    texture.kind = format.kind == LW_CHANNEL_FLOAT      ? EMU_CHANNEL_FLOAT
                   : format.kind == LW_CHANNEL_UNSIGNED ? EMU_CHANNEL_UNSIGNED
                                                        : EMU_CHANNEL_SIGNED;
    texture.bytes = (unsigned)format.x / 8;
    texture.channels = format.w ? 4 : format.y ? 2 : 1;
    return texture;
}

static emu_texture_shape shape_of(const lw_array_shape *shape)
{
    bool layered = shape->flags & LW_ARRAY_LAYERED;
    if (shape->flags & LW_ARRAY_CUBEMAP)
        return layered ? EMU_TEXTURE_CUBEMAP_LAYERED : EMU_TEXTURE_CUBEMAP;
    if (!shape->height)
        return layered ? EMU_TEXTURE_1D_LAYERED : EMU_TEXTURE_1D;
    return layered ? EMU_TEXTURE_2D_LAYERED : shape->depth ? EMU_TEXTURE_3D : EMU_TEXTURE_2D;
}

static void add_levels(emu_texture *texture, const lw_array_impl *array, unsigned first, unsigned count)
{
    texture->levels = count;
    for (unsigned i = 0; i < count; i++) {
        const lw_cpu_level *level = &array->level[first + i];
        texture->level[i] = (emu_image){array->memory + level->offset,
                                        (int64_t)level->width,
                                        (int64_t)level->height,
                                        (int64_t)level->depth,
                                        level->row,
                                        level->slice};
    }
}

static void add_memory(emu_texture *texture, const lw_texture_resource *resource)
{
    size_t bytes = (size_t)texture->channels * texture->bytes;
    bool linear = resource->kind == LW_TEXTURE_RESOURCE_LINEAR;
    texture->levels = 1;
    texture->shape = linear ? EMU_TEXTURE_LINEAR : EMU_TEXTURE_2D;
    texture->level[0] = (emu_image){.memory = resource->pointer,
                                    .width = (int64_t)(linear ? resource->size / bytes : resource->width),
                                    .height = linear ? 1 : (int64_t)resource->height,
                                    .depth = 1,
                                    .row = resource->pitch};
}

static lw_status add(lw_device_impl *device, const emu_texture *texture, uint64_t *object)
{
    uint64_t added = lw_allocation_fails() ? 0 : emu_texture_add(texture);
    if (!added)
        return lw_fail(device, LW_ERROR_OUT_OF_MEMORY, "no memory for a texture or surface object");
    *object = added;
    return LW_SUCCESS;
}

lw_status lw_cpu_texture_create(lw_device_impl *device, lw_array_impl *array, const lw_texture_resource *resource,
                                const lw_texture_description *texture, uint64_t *object)
{
    emu_texture made = describe(device, array ? array->shape.format : resource->format);
    if (array) {
        bool mipmapped = resource->kind == LW_TEXTURE_RESOURCE_MIPMAPPED;
        made.shape = shape_of(&array->shape);
        made.gathers = array->shape.flags & LW_ARRAY_GATHER;
        add_levels(&made, array, mipmapped ? 0 : resource->level, mipmapped ? array->levels : 1);
    } else {
        add_memory(&made, resource);
    }
    for (int i = 0; i < 3; i++)
        made.address[i] = (emu_address)texture->address[i]; /* CUDA's numbers, both */
    for (int i = 0; i < EMU_IMAGE_CHANNELS; i++)
        made.border[i] = texture->border[i];
    made.linear = texture->filter == LW_TEXTURE_FILTER_LINEAR;
    made.unit = texture->read == LW_TEXTURE_READ_NORMALIZED;
    made.srgb = texture->srgb;
    made.normalized = texture->normalized;
    made.mip_linear = texture->mip_filter == LW_TEXTURE_FILTER_LINEAR;
    made.seamless = texture->seamless;
    made.bias = texture->mip_bias;
    made.least = texture->mip_min;
    made.most = texture->mip_max;
    return add(device, &made, object);
}

lw_status lw_cpu_surface_create(lw_device_impl *device, lw_array_impl *array, unsigned level, uint64_t *object)
{
    emu_texture made = describe(device, array->shape.format);
    made.is_surface = true;
    made.shape = shape_of(&array->shape);
    add_levels(&made, array, level, 1);
    return add(device, &made, object);
}

lw_status lw_cpu_object_destroy(lw_device_impl *device, uint64_t object)
{
    lw_cpu_wait_unordered(device); /* programs destroy objects after a launch, which a GPU then reads on */
    if (!emu_texture_remove(device, object))
        return lw_fail(device, LW_ERROR_INVALID_VALUE, "%#llx is no live object", (unsigned long long)object);
    return LW_SUCCESS;
}
