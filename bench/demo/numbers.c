/* The picture's gray values as plain numbers: running sums, their sum, and a matrix product. */
#include <stdio.h>
#include <stdlib.h>

#include <kernels/reduce_sum.h>
#include <kernels/scan.h>
#include <kernels/sgemm.h>

#include "demo.h"
#include "reference.h"

enum { SIDE_MAX = 512 }; /* of the matrices */

/* Buffers: sums, light, workspace. */
static lw_status launch_scan(lw_stream *stream, const step *s, void *const memory[STEP_BUFFERS])
{
    return lwk_scan_inclusive_launch(stream, s->count, memory[1], memory[0], memory[2]);
}

/* Buffers: sum, light, workspace. */
static lw_status launch_sum(lw_stream *stream, const step *s, void *const memory[STEP_BUFFERS])
{
    return lwk_reduce_sum_launch(stream, s->buffer[1].size / sizeof(float), memory[1], memory[0], memory[2]);
}

/* Buffers: product, first factor, second factor. */
static lw_status launch_product(lw_stream *stream, const step *s, void *const memory[STEP_BUFFERS])
{
    int side = *(const int *)s->parameters;
    return lwk_sgemm_launch(stream, side, side, side, 1.0f, memory[1], side, memory[2], side, 0.0f, memory[0], side);
}

static bool sums(demo *d)
{
    size_t n = (size_t)d->photo.width * d->photo.height;
    double *expected = malloc(n * sizeof *expected);
    if (!expected)
        return false;
    double whole = reference_scan(n, d->light, expected);
    step scan = {.kernel = "scan",
                 .bytes = 8.0 * (double)n,
                 .type = STEP_FLOAT,
                 .count = n,
                 .expected = expected,
                 .expected_type = STEP_DOUBLE,
                 .tolerance = 1e-5,
                 .launch = launch_scan};
    scan.buffer[0].size = n * sizeof(float);
    scan.buffer[1] = (step_buffer){d->light, n * sizeof(float)};
    scan.buffer[2].size = lwk_scan_workspace(n);
    snprintf(scan.size, sizeof scan.size, "%zu", n);
    demo_step(d, &scan, NULL);

    step sum = {.kernel = "reduce_sum",
                .bytes = 4.0 * (double)n,
                .type = STEP_FLOAT,
                .count = 1,
                .expected = &whole,
                .expected_type = STEP_DOUBLE,
                .tolerance = 1e-5,
                .launch = launch_sum};
    sum.buffer[0].size = sizeof(float);
    sum.buffer[1] = (step_buffer){d->light, n * sizeof(float)};
    sum.buffer[2].size = lwk_reduce_sum_workspace(n);
    snprintf(sum.size, sizeof sum.size, "%zu", n);
    demo_step(d, &sum, NULL);
    free(expected);
    return true;
}

/* The left upper corner of the picture times its right lower corner. */
static bool product(demo *d)
{
    unsigned width = d->photo.width, height = d->photo.height;
    int side = (int)(width < height ? width : height);
    side = side < SIDE_MAX ? side : SIDE_MAX;
    size_t n = (size_t)side * (size_t)side;
    float *factors = malloc(2 * n * sizeof *factors);
    double *expected = malloc(n * sizeof *expected);
    bool enough = factors && expected;
    if (enough) {
        for (size_t i = 0; i < n; i++) {
            size_t x = i % (size_t)side, y = i / (size_t)side;
            factors[i] = d->light[y * width + x];
            factors[n + i] = d->light[(height - (size_t)side + y) * width + (width - (size_t)side + x)];
        }
        reference_multiply((size_t)side, factors, factors + n, expected);
        step s = {.kernel = "sgemm",
                  .flops = 2.0 * (double)n * side,
                  .type = STEP_FLOAT,
                  .count = n,
                  .expected = expected,
                  .expected_type = STEP_DOUBLE,
                  .tolerance = 1e-5,
                  .launch = launch_product,
                  .parameters = &side};
        s.buffer[0].size = n * sizeof *factors;
        s.buffer[1] = (step_buffer){factors, n * sizeof *factors};
        s.buffer[2] = (step_buffer){factors + n, n * sizeof *factors};
        snprintf(s.size, sizeof s.size, "%d x %d x %d", side, side, side);
        demo_step(d, &s, NULL);
    }
    free(expected);
    free(factors);
    return enough;
}

bool demo_numbers(demo *d)
{
    if (sums(d) && product(d))
        return true;
    fprintf(stderr, "out of memory\n");
    return false;
}
