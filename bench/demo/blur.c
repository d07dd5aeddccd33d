/* The box blur of the gray values, by each of the three kernels. The sheet shows a detail before and after. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <kernels/box_blur.h>

#include "demo.h"
#include "reference.h"
#include "sheet.h"

typedef struct blur_parameters {
    int width, height, variant;
} blur_parameters;

/* Buffers: blurred, light, a picture between the two passes. */
static lw_status launch_blur(lw_stream *stream, const step *s, void *const memory[STEP_BUFFERS])
{
    const blur_parameters *p = s->parameters;
    switch (p->variant) {
    case 0: return lwk_box_blur_nine_launch(stream, p->width, p->height, memory[1], memory[0]);
    case 1: return lwk_box_blur_separable_launch(stream, p->width, p->height, memory[1], memory[2], memory[0]);
    default: return lwk_box_blur_tiled_launch(stream, p->width, p->height, memory[1], memory[0]);
    }
}

/* A part of the picture, small enough for its pixels to be seen. */
typedef struct window {
    unsigned left, top, width, height;
} window;

/* The part where neighbours differ most. */
static window liveliest(const demo *d)
{
    window best = {0, 0, d->photo.width < 104 ? d->photo.width : 104, d->photo.height < 78 ? d->photo.height : 78};
    double most = -1;
    window at = best;
    for (at.top = 0; at.top + at.height <= d->photo.height; at.top += at.height) {
        for (at.left = 0; at.left + at.width <= d->photo.width; at.left += at.width) {
            double change = 0;
            for (unsigned y = 0; y < at.height; y++) {
                const float *row = d->light + (size_t)(at.top + y) * d->photo.width + at.left;
                for (unsigned x = 1; x < at.width; x++)
                    change += fabs((double)row[x] - (double)row[x - 1]);
            }
            if (change > most) {
                most = change;
                best = at;
            }
        }
    }
    return best;
}

static bool show_part(demo *d, const float *light, window at, int panel, const char *name, const char *text)
{
    picture part;
    if (!picture_create(&part, at.width, at.height, 1))
        return false;
    for (unsigned y = 0; y < at.height; y++) {
        for (unsigned x = 0; x < at.width; x++) {
            float value = light[(size_t)(at.top + y) * d->photo.width + at.left + x];
            part.samples[y * at.width + x] = (unsigned char)(value * 255 + 0.5f);
        }
    }
    demo_show(d, &part, name, panel, text);
    picture_free(&part);
    return true;
}

bool demo_blur(demo *d)
{
    static const char *const names[] = {"box blur, nine taps", "box blur, separable", "box blur, tiled"};
    size_t n = (size_t)d->photo.width * d->photo.height;
    double *expected = malloc(n * sizeof *expected);
    float *blurred = malloc(n * sizeof *blurred);
    bool enough = expected && blurred;
    if (enough) {
        reference_blur(d->photo.width, d->photo.height, d->light, expected);
        for (int variant = 0; variant < 3; variant++) {
            blur_parameters p = {(int)d->photo.width, (int)d->photo.height, variant};
            step s = {.kernel = names[variant],
                      .bytes = 8.0 * (double)n,
                      .type = STEP_FLOAT,
                      .count = n,
                      .expected = expected,
                      .expected_type = STEP_DOUBLE,
                      .tolerance = 1e-6,
                      .launch = launch_blur,
                      .parameters = &p};
            s.buffer[0].size = n * sizeof *blurred;
            s.buffer[1] = (step_buffer){d->light, n * sizeof *d->light};
            if (variant == 1)
                s.buffer[2].size = n * sizeof *blurred;
            snprintf(s.size, sizeof s.size, "%u x %u", d->photo.width, d->photo.height);
            demo_step(d, &s, blurred);
        }
        window part = liveliest(d);
        enough = show_part(d, d->light, part, 1, "detail", "a detail") &&
                 show_part(d, blurred, part, 2, "detail-blurred", "the detail after a 3 x 3 box blur");
    }
    if (!enough)
        fprintf(stderr, "out of memory\n");
    free(blurred);
    free(expected);
    return enough;
}
