/* Reads of textures, and reads and writes of surfaces. A thread does one access, and writes what it read. */
#ifndef J_TEXTURE_H
#define J_TEXTURE_H

#include <lanewise/launch.h>
#include <lanewise/texture.h>
#include <lanewise/types.h>

typedef enum texture_kind {
    TEXTURE_1D,
    TEXTURE_2D,
    TEXTURE_3D,
    TEXTURE_1D_LAYERED,
    TEXTURE_2D_LAYERED,
    TEXTURE_CUBEMAP,
    TEXTURE_CUBEMAP_LAYERED,
    TEXTURE_FETCH,
    TEXTURE_1D_LOD,
    TEXTURE_2D_LOD,
    TEXTURE_3D_LOD,
    TEXTURE_1D_LAYERED_LOD,
    TEXTURE_2D_LAYERED_LOD,
    TEXTURE_CUBEMAP_LOD,
    TEXTURE_CUBEMAP_LAYERED_LOD,
    TEXTURE_GATHER, /* the next three are of the other components */
    TEXTURE_GATHER_LAST = TEXTURE_GATHER + 3
} texture_kind;

/* at[4 * i]: x, y, z and the level of fetch i; layers[i]: its layer, or the index of TEXTURE_FETCH. */
LW_DECLARE_KERNEL(texture_read, (int, kind), (lw_texture_object, object), (int, n), (const float *, at),
                  (const int *, layers), (float4 *, out));
LW_DECLARE_KERNEL(texture_read_integer, (int, kind), (lw_texture_object, object), (int, n), (const float *, at),
                  (const int *, layers), (uint4 *, out));

/* at[8 * i]: x, y, z, then the derivatives by x of the three, then the first two by y. */
LW_DECLARE_KERNEL(texture_gradient, (int, kind), (lw_texture_object, object), (int, n), (const float *, at),
                  (float *, out));

/* The element 1 of linear memory, of types that a texture has, as bytes: 16 a type. `objects` has a texture for 8, 16 and 32
 * bits, each signed and unsigned, then of floats. */
enum { TEXTURE_TYPES = 22 };
LW_DECLARE_KERNEL(texture_types, (const lw_texture_object *, objects), (unsigned char *, out));

/* A product of two textures and plain memory, as kernels use them. */
LW_DECLARE_KERNEL(texture_mix, (lw_texture_object, a), (lw_texture_object, b), (int, width), (int, height),
                  (float *, out));

/* at[3 * i]: the byte x, the row, the slice, layer or face. */
LW_DECLARE_KERNEL(surface_read, (int, kind), (int, boundary), (lw_surface_object, object), (int, n), (const int *, at),
                  (int *, out));
LW_DECLARE_KERNEL(surface_write, (int, kind), (int, boundary), (lw_surface_object, object), (int, n), (const int *, at),
                  (const int *, values));
/* Of 2-D surfaces, by types of 1, 2, 4, 8 and 16 bytes; out[4 * i]. */
LW_DECLARE_KERNEL(surface_read_size, (int, size), (int, clamps), (lw_surface_object, object), (int, n),
                  (const int *, at), (int *, out));
LW_DECLARE_KERNEL(surface_write_size, (int, size), (lw_surface_object, object), (int, n), (const int *, at));

/* Each thread doubles an element through one surface into another. */
LW_DECLARE_KERNEL(surface_double, (lw_surface_object, from), (lw_surface_object, to), (int, width), (int, height));

/* Writes an element, and reads it through a texture or a surface of the same array. */
LW_DECLARE_KERNEL(j_read_of_written, (lw_surface_object, surface), (lw_texture_object, texture), (float *, out));

#endif
