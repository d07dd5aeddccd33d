/* Formats and shapes of arrays: which there are, and their sizes. */
#include "dispatch.h"

lw_channel_format lw_channel(lw_channel_kind kind, int bits, int channels)
{
    return (lw_channel_format){bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0, channels > 3 ? bits : 0, kind};
}

size_t lw_channel_bytes(lw_channel_format format)
{
    return (size_t)(format.x + format.y + format.z + format.w) / 8;
}

lw_status lw_channel_check(const lw_context *context, const char *function, lw_channel_format format)
{
    bool kind =
        format.kind == LW_CHANNEL_SIGNED || format.kind == LW_CHANNEL_UNSIGNED || format.kind == LW_CHANNEL_FLOAT;
    if (!kind)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: format.kind is %d, which is no lw_channel_kind",
                         function, (int)format.kind);
    bool size = format.x == 16 || format.x == 32 || (format.x == 8 && format.kind != LW_CHANNEL_FLOAT);
    if (!size)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: format.x is %d bits; expected %s", function, format.x,
                         format.kind == LW_CHANNEL_FLOAT ? "16 or 32, because the channels are floats" : "8, 16 or 32");
    bool one = !format.y && !format.z && !format.w, two = format.y == format.x && !format.z && !format.w;
    bool four = format.y == format.x && format.z == format.x && format.w == format.x;
    if (!one && !two && !four)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: format has channels of %d, %d, %d and %d bits; expected 1, 2 or 4 channels of one size",
                         function, format.x, format.y, format.z, format.w);
    return LW_SUCCESS;
}

/* The limits of all GPUs of compute capability 7.5 and later. */
enum {
    WIDE = 131072, /* 1-D, and a 2-D array's rows */
    HIGH = 65536,  /* a 2-D array */
    BOX = 16384,   /* 3-D, each */
    FLAT = 8192,   /* or 3-D: two of this */
    DEEP = 32768,  /* and one of this */
    SIDE = 32768,  /* layered, cubemap, mipmapped, gather, surface of 1-D */
    LAYERS = 2048,
    CUBE_LAYERS = 2046
};

static lw_status too_large(const lw_context *context, const char *function, const char *member, size_t value,
                           size_t most, const char *what)
{
    return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: shape.%s is %zu; %s has at most %zu", function, member,
                     value, what, most);
}

static lw_status check_size(const lw_context *context, const char *function, const lw_array_shape *shape)
{
    bool layered = shape->flags & LW_ARRAY_LAYERED, cube = shape->flags & LW_ARRAY_CUBEMAP;
    bool narrow = layered || cube || shape->levels || shape->flags & LW_ARRAY_GATHER ||
                  (shape->flags & LW_ARRAY_SURFACE && !shape->height);
    const char *what = cube ? "a cubemap" : layered ? "a layered array" : "an array of this kind";
    if (shape->depth && !layered && !cube) {
        bool box = shape->width <= BOX && shape->height <= BOX && shape->depth <= BOX;
        bool deep = shape->width <= FLAT && shape->height <= FLAT && shape->depth <= DEEP;
        if (!box && !deep)
            return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                             "%s: shape is %zu x %zu x %zu; an array of three dimensions has at most %d in each, or "
                             "%d x %d x %d",
                             function, shape->width, shape->height, shape->depth, BOX, FLAT, FLAT, DEEP);
        return LW_SUCCESS;
    }
    if (shape->width > (narrow ? SIDE : WIDE))
        return too_large(context, function, "width", shape->width, narrow ? SIDE : WIDE, what);
    if (shape->height > (narrow ? SIDE : HIGH))
        return too_large(context, function, "height", shape->height, narrow ? SIDE : HIGH, what);
    if (shape->depth > (cube ? CUBE_LAYERS : LAYERS))
        return too_large(context, function, "depth", shape->depth, cube ? CUBE_LAYERS : LAYERS, what);
    return LW_SUCCESS;
}

lw_status lw_array_shape_check(const lw_context *context, const char *function, const lw_array_shape *shape)
{
    unsigned known = LW_ARRAY_LAYERED | LW_ARRAY_SURFACE | LW_ARRAY_CUBEMAP | LW_ARRAY_GATHER;
    bool layered = shape->flags & LW_ARRAY_LAYERED, cube = shape->flags & LW_ARRAY_CUBEMAP;
    lw_status status = lw_channel_check(context, function, shape->format);
    if (status)
        return status;
    if (shape->flags & ~known)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: shape.flags is %#x, which has an unknown flag", function,
                         shape->flags);
    if (!shape->width)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: shape.width is 0", function);
    if (!shape->height && shape->depth && !layered)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: shape.height is 0 and shape.depth is %zu; only a layered array has one dimension and a "
                         "depth",
                         function, shape->depth);
    if (layered && !shape->depth)
        return lw_refuse(context, LW_ERROR_INVALID_VALUE, "%s: shape.depth is 0; expected the number of layers",
                         function);
    if (cube && (shape->width != shape->height || (layered ? shape->depth % 6 != 0 : shape->depth != 6)))
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: shape is %zu x %zu x %zu; a cubemap has square faces, and a depth of %s", function,
                         shape->width, shape->height, shape->depth, layered ? "6 times the layers" : "6");
    if (shape->flags & LW_ARRAY_GATHER && (!shape->height || shape->depth))
        return lw_refuse(context, LW_ERROR_INVALID_VALUE,
                         "%s: shape.flags has LW_ARRAY_GATHER, which is for arrays of two dimensions without layers",
                         function);
    return check_size(context, function, shape);
}

/* One more than the longest side can be halved. Layers and faces are not halved. */
unsigned lw_array_most_levels(const lw_array_shape *shape)
{
    bool slices = shape->flags & (LW_ARRAY_LAYERED | LW_ARRAY_CUBEMAP);
    size_t side = shape->width > shape->height ? shape->width : shape->height;
    side = !slices && shape->depth > side ? shape->depth : side;
    unsigned levels = 1;
    while (side >>= 1)
        levels++;
    return levels;
}

static size_t halved(size_t size, unsigned level)
{
    return size >> level || !size ? size >> level : 1;
}

void lw_array_level_size(const lw_array_shape *shape, unsigned level, size_t *width, size_t *height, size_t *depth)
{
    bool slices = shape->flags & (LW_ARRAY_LAYERED | LW_ARRAY_CUBEMAP);
    *width = halved(shape->width, level);
    *height = halved(shape->height, level);
    *depth = slices ? shape->depth : halved(shape->depth, level);
}
