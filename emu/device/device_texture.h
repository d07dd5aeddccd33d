/* What compiled kernels call for textures and surfaces. Only kernels that include <lanewise/texture.h> see it. */
#ifndef EMU_DEVICE_TEXTURE_H
#define EMU_DEVICE_TEXTURE_H

#include <stdint.h>

#include "device.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef enum emu_texture_shape {
    EMU_TEXTURE_1D,
    EMU_TEXTURE_2D,
    EMU_TEXTURE_3D,
    EMU_TEXTURE_1D_LAYERED,
    EMU_TEXTURE_2D_LAYERED,
    EMU_TEXTURE_CUBEMAP,
    EMU_TEXTURE_CUBEMAP_LAYERED,
    EMU_TEXTURE_LINEAR
} emu_texture_shape;

/* A fetch's result as the bytes of the type that the kernel asks for; in registers, so that it needs no memory. */
typedef struct emu_texel {
    uint64_t low, high;
} emu_texel;

/* The type that the kernel asks for: channels, bytes of each, and whether they are signed, unsigned or float. */
#define EMU_TEXEL(channels, bytes, kind) ((channels) | (bytes) << 4 | (kind) << 8)
enum { EMU_TEXEL_SIGNED, EMU_TEXEL_UNSIGNED, EMU_TEXEL_FLOAT };

/* tex1Dfetch(). */
emu_texel emu_texture_fetch(unsigned texel, unsigned long long object, int x, const emu_site *site);
/* Coordinates that the shape does not have are 0. `level`: of a mipmapped array. */
emu_texel emu_texture_sample(unsigned texel, emu_texture_shape shape, unsigned long long object, float x, float y,
                             float z, int layer, float level, const emu_site *site);
/* The level follows from the derivatives of the coordinates. */
emu_texel emu_texture_gradient(unsigned texel, emu_texture_shape shape, unsigned long long object, float x, float y,
                               float z, int layer, const float *by_x, const float *by_y, const emu_site *site);
/* Channel `component` of the four elements of a linear filter. */
emu_texel emu_texture_gather(unsigned texel, unsigned long long object, float x, float y, int component,
                             const emu_site *site);

/* `size` bytes at the byte `x` of a row; `z`: slice, layer or face. `boundary`: CUDA's number. */
emu_texel emu_surface_read(unsigned size, emu_texture_shape shape, unsigned long long object, int x, int y, int z,
                           int boundary, const emu_site *site);
void emu_surface_write(unsigned size, emu_texture_shape shape, unsigned long long object, emu_texel value, int x, int y,
                       int z, int boundary, const emu_site *site);

/* For fused copies: memory that a fetch reads without a conversion, and its sizes; null: the fetch is a call. They never
 * fail, so the compiler may call them before it is known whether there is a fetch. Of linear memory; and of rows, point
 * sampled, with unnormalised coordinates that are limited to the edges. */
__attribute__((const, nothrow)) const char *emu_plain_linear(unsigned texel, unsigned long long object);
__attribute__((const, nothrow)) const char *emu_plain_rows(unsigned texel, unsigned long long object);
__attribute__((const, nothrow)) const char *emu_plain_nothing(void); /* an element that is zero */
__attribute__((const, nothrow)) long long emu_plain_pitch(unsigned long long object);
__attribute__((const, nothrow)) int emu_plain_width(unsigned long long object); /* elements */
__attribute__((const, nothrow)) int emu_plain_height(unsigned long long object);

/* For fused copies: fetches whose arguments are numbers, so that a loop that has one can be vectors. lanewise-fuse makes their vector
 * forms, which fetch thread by thread, and gives the last argument: the thread that a report names, or 0. `site`: an emu_site. They can
 * end the launch, so no other thread may make the call. The second form is for types of at most 8 bytes. */
#define EMU_FETCH(name, ...)                                                                                           \
    __attribute__((pure, nothrow)) emu_texel emu_fetch_##name(unsigned texel, __VA_ARGS__, uintptr_t site,             \
                                                              uintptr_t thread);                                       \
    __attribute__((pure, nothrow)) uint64_t emu_fetch_word_##name(unsigned texel, __VA_ARGS__, uintptr_t site,         \
                                                                  uintptr_t thread); /* `low` */
EMU_FETCH(linear, unsigned long long object, int x)
EMU_FETCH(sample, unsigned shape, unsigned long long object, float x, float y, float z, int layer, float level)
EMU_FETCH(gradient, unsigned shape, unsigned long long object, float x, float y, float z, int layer, float x_by_x,
          float y_by_x, float z_by_x, float x_by_y, float y_by_y, float z_by_y)
EMU_FETCH(gather, unsigned long long object, float x, float y, int component)
#undef EMU_FETCH

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
