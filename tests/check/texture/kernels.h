/* Kernels that read textures, and read and write surfaces. */
#ifndef KERNELS_H
#define KERNELS_H

#include <lanewise/launch.h>
#include <lanewise/texture.h>

/* Copies elements 0 to 31. */
LW_DECLARE_KERNEL(from_linear, (lw_texture_object, linear), (float *, out));
LW_DECLARE_KERNEL(from_texture, (lw_texture_object, texture), (float *, out));
LW_DECLARE_KERNEL(from_surface, (lw_surface_object, surface), (float *, out));
/* Each thread writes its element; with `shared` all write the first. */
LW_DECLARE_KERNEL(to_surface, (lw_surface_object, surface), (int, shared));
/* Each thread doubles its element. */
LW_DECLARE_KERNEL(in_place, (lw_surface_object, surface));
/* Each thread writes its element, and reads it through a texture or, with 0, through the surface. */
LW_DECLARE_KERNEL(write_and_read, (lw_surface_object, surface), (lw_texture_object, texture), (float *, out));

#endif
