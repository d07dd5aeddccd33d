/* What a fetch of a texture must return, computed on the host in the plainest way; and random fetches compared with it. */
#ifndef K_REFERENCE_H
#define K_REFERENCE_H

#include <tests/harness/arrays.h>

#include "device/J_texture.h"

/* A texture with random elements, and the host's copy of them: levels one after another, without gaps. */
typedef struct k_image {
    texture_kind kind;
    lw_array_shape shape;
    lw_texture_description how;
    lw_texture_resource_kind resource; /* an array, unless set */
    unsigned char *elements;
    lw_array *array;
    void *memory; /* of LW_TEXTURE_RESOURCE_LINEAR and LW_TEXTURE_RESOURCE_PITCH_2D */
    lw_texture_object object;
} k_image;

/* Makes the array or memory, fills it with random elements, and makes the object. `spread`: floats have exponents of this
 * range. */
void k_open(struct test *t, k_image *image, int spread);
void k_close(struct test *t, k_image *image);
unsigned k_levels(const k_image *image);
size_t k_element_bytes(const k_image *image);
/* A channel of an element, as the kernel reads it without a filter. */
double k_element(const k_image *image, unsigned level, size_t x, size_t y, size_t z, unsigned channel);

/* The result of a fetch with a point or linear filter at x, y, z, level and layer. */
void k_expect(const k_image *image, const float at[4], int layer, float result[4]);

/* Random fetches: in and around the texture, at edges and centres of elements, at ties of the weights, far away. */
unsigned k_fetches(void); /* how many of an image; fewer where each takes long */
void k_compare(struct test *t, k_image *image, double bound);

#endif
