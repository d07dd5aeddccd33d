/* The gray values with rows and columns exchanged, by both of the library's kernels. */
#include <stdio.h>
#include <stdlib.h>

#include <kernels/transpose.h>

#include "demo.h"
#include "reference.h"

typedef struct transpose_parameters {
    int width, height, variant;
} transpose_parameters;

/* Buffers: transposed, light. */
static lw_status launch_transpose(lw_stream *stream, const step *s, void *const memory[STEP_BUFFERS])
{
    const transpose_parameters *p = s->parameters;
    return p->variant == 0 ? lwk_transpose_naive_launch(stream, p->width, p->height, memory[1], memory[0])
                           : lwk_transpose_launch(stream, p->width, p->height, memory[1], memory[0]);
}

bool demo_transpose(demo *d)
{
    static const char *const names[] = {"transpose, naive", "transpose, tiled"};
    size_t n = (size_t)d->photo.width * d->photo.height;
    float *expected = malloc(n * sizeof *expected), *transposed = malloc(n * sizeof *transposed);
    picture shown = {0};
    bool enough = expected && transposed && picture_create(&shown, d->photo.height, d->photo.width, 1);
    if (enough) {
        reference_transpose(d->photo.width, d->photo.height, d->light, expected);
        for (int variant = 0; variant < 2; variant++) {
            transpose_parameters p = {(int)d->photo.width, (int)d->photo.height, variant};
            step s = {.kernel = names[variant],
                      .bytes = 8.0 * (double)n,
                      .type = STEP_FLOAT,
                      .count = n,
                      .expected = expected,
                      .expected_type = STEP_FLOAT,
                      .launch = launch_transpose,
                      .parameters = &p};
            s.buffer[0].size = n * sizeof *transposed;
            s.buffer[1] = (step_buffer){d->light, n * sizeof *d->light};
            snprintf(s.size, sizeof s.size, "%u x %u", d->photo.width, d->photo.height);
            demo_step(d, &s, transposed);
        }
        for (size_t i = 0; i < n; i++)
            shown.samples[i] = (unsigned char)(transposed[i] * 255 + 0.5f);
        demo_show(d, &shown, "transposed", 8, "gray, transposed");
    } else {
        fprintf(stderr, "out of memory\n");
    }
    picture_free(&shown);
    free(transposed);
    free(expected);
    return enough;
}
