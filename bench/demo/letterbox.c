/* The photograph fitted into 640 x 640, as detection networks take it: warp affine, bilinear, borders of 114. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <kernels/warp_affine.h>

#include "demo.h"
#include "reference.h"

enum { SIDE = 640, BORDER = 114 };

typedef struct warp_parameters {
    int width, height;
    lwk_affine map;
} warp_parameters;

/* Buffers: the 640 x 640 picture, the photograph. */
static lw_status launch_warp(lw_stream *stream, const step *s, void *const memory[STEP_BUFFERS])
{
    const warp_parameters *p = s->parameters;
    return lwk_warp_affine_launch(stream, memory[1], p->width, p->height, memory[0], SIDE, SIDE, p->map, BORDER);
}

bool demo_letterbox(demo *d)
{
    unsigned width = d->photo.width, height = d->photo.height;
    warp_parameters p = {(int)width, (int)height, lwk_letterbox((int)width, (int)height, SIDE, SIDE)};
    picture fitted, expected;
    bool enough = picture_create(&fitted, SIDE, SIDE, 3);
    bool both = picture_create(&expected, SIDE, SIDE, 3) && enough;
    if (both) {
        size_t n = 3 * SIDE * SIDE;
        /* Four pixels read for each written. */
        step s = {.kernel = "warp affine",
                  .bytes = 5.0 * (double)n,
                  .type = STEP_BYTE,
                  .count = n,
                  .expected = expected.samples,
                  .expected_type = STEP_BYTE,
                  .tolerance = 1.01 / 255,
                  .launch = launch_warp,
                  .parameters = &p};
        s.buffer[0].size = n;
        s.buffer[1] = (step_buffer){d->photo.samples, 3 * (size_t)width * height};
        snprintf(s.size, sizeof s.size, "%d x %d", SIDE, SIDE);
        reference_warp(width, height, d->photo.samples, SIDE, SIDE, p.map.m, BORDER, expected.samples);
        demo_step(d, &s, fitted.samples);
        demo_show(d, &fitted, "letterbox", 3, "warp affine to 640 x 640");
    } else {
        fprintf(stderr, "out of memory\n");
    }
    picture_free(&expected);
    picture_free(&fitted);
    return both;
}
