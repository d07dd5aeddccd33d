/* Reading a texture at coordinates. */
#ifndef EMU_TEXTURE_SAMPLE_H
#define EMU_TEXTURE_SAMPLE_H

#include "texture.h"

typedef struct emu_texture_place {
    float x, y, z;
    int layer;
} emu_texture_place;

typedef struct emu_texture_access {
    const emu_texture *texture;
    uintptr_t by; /* checked mode: address in code of the fetch; else 0 */
} emu_texture_access;

/* Reports the read to the checker. False: the memory must not be read. */
bool emu_texture_may_read(const emu_texture_access *access, const char *memory);

/* A face of a cubemap, and a place on it: from -1 to 1. */
typedef struct emu_cube_place {
    int face;
    float across, down;
} emu_cube_place;
emu_cube_place emu_cube_find(float x, float y, float z);
/* Replaces an element beside a face, one outside the range of x or of y, by its element on the next face. */
void emu_cube_neighbour(int64_t size, int *face, int64_t *x, int64_t *y);

/* The texture at the place, at a level; levels are filtered, too. */
emu_element emu_sample(const emu_texture_access *access, emu_texture_place place, float level);
/* Channel `component` of the four elements of a linear filter, in CUDA's order. */
emu_element emu_sample_gather(const emu_texture_access *access, float x, float y, unsigned component);
/* The level at which derivatives of the coordinates ask for one element a thread. */
float emu_sample_level(const emu_texture *texture, const float *by_x, const float *by_y);

#endif
