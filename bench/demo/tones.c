/* Gray values, their histogram, and the picture with its histogram equalised. */
#include <stdio.h>
#include <stdlib.h>

#include <kernels/histogram.h>

#include "demo.h"
#include "device/demo_gray.h"
#include "histogram.h"
#include "reference.h"
#include "sheet.h"

enum { LANES = 256 };

/* Buffers: gray, rgb. */
static lw_status launch_gray(lw_stream *stream, const step *s, void *const memory[STEP_BUFFERS])
{
    return lw_launch(demo_gray, lw_linear(stream, s->count, LANES), (int)s->count, memory[1], memory[0]);
}

/* Buffers: counts, gray. */
static lw_status launch_histogram(lw_stream *stream, const step *s, void *const memory[STEP_BUFFERS])
{
    return lwk_histogram_launch(stream, s->buffer[1].size, memory[1], memory[0]);
}

/* Buffers: equalised, gray, cumulative. */
static lw_status launch_equalise(lw_stream *stream, const step *s, void *const memory[STEP_BUFFERS])
{
    return lw_launch(demo_equalise, lw_linear(stream, s->count, LANES), (int)s->count, memory[1], memory[2],
                     *(const unsigned *)s->parameters, memory[0]);
}

static void run_gray(demo *d, const char *size, unsigned char *expected)
{
    size_t n = (size_t)d->photo.width * d->photo.height;
    step s = {.kernel = "gray",
              .bytes = 4.0 * (double)n,
              .type = STEP_BYTE,
              .count = n,
              .expected = expected,
              .expected_type = STEP_BYTE,
              .launch = launch_gray};
    s.buffer[0].size = n;
    s.buffer[1] = (step_buffer){d->photo.samples, 3 * n};
    snprintf(s.size, sizeof s.size, "%s", size);
    reference_gray(n, d->photo.samples, expected);
    demo_step(d, &s, d->gray.samples);
}

static void run_histogram(demo *d, const char *size, unsigned counts[256])
{
    size_t n = (size_t)d->photo.width * d->photo.height;
    unsigned expected[256];
    step s = {.kernel = "histogram",
              .bytes = (double)n,
              .type = STEP_WORD,
              .count = 256,
              .expected = expected,
              .expected_type = STEP_WORD,
              .launch = launch_histogram};
    s.buffer[0].size = 256 * sizeof *counts;
    s.buffer[1] = (step_buffer){d->gray.samples, n};
    snprintf(s.size, sizeof s.size, "%s", size);
    reference_histogram(n, d->gray.samples, expected);
    demo_step(d, &s, counts);
}

static void run_equalise(demo *d, const char *size, const unsigned counts[256], unsigned char *expected, picture *out)
{
    size_t n = (size_t)d->photo.width * d->photo.height;
    unsigned cumulative[256], lowest = reference_cumulative(counts, cumulative);
    step s = {.kernel = "equalise",
              .bytes = 2.0 * (double)n,
              .type = STEP_BYTE,
              .count = n,
              .expected = expected,
              .expected_type = STEP_BYTE,
              .launch = launch_equalise,
              .parameters = &lowest};
    s.buffer[0].size = n;
    s.buffer[1] = (step_buffer){d->gray.samples, n};
    s.buffer[2] = (step_buffer){cumulative, sizeof cumulative};
    snprintf(s.size, sizeof s.size, "%s", size);
    reference_equalise(n, d->gray.samples, cumulative, lowest, expected);
    demo_step(d, &s, out->samples);
}

bool demo_tones(demo *d)
{
    unsigned width = d->photo.width, height = d->photo.height, counts[256], equalised_counts[256];
    size_t n = (size_t)width * height;
    char size[24];
    picture equalised = {0};
    unsigned char *expected = malloc(n);
    d->light = malloc(n * sizeof *d->light);
    bool enough = expected && d->light && picture_create(&d->gray, width, height, 1) &&
                  picture_create(&equalised, width, height, 1);
    if (enough) {
        snprintf(size, sizeof size, "%u x %u", width, height);
        run_gray(d, size, expected);
        run_histogram(d, size, counts);
        run_equalise(d, size, counts, expected, &equalised);
        for (size_t i = 0; i < n; i++)
            d->light[i] = (float)d->gray.samples[i] / 255;
        demo_show(d, &d->gray, "gray", 4, "gray");
        demo_show(d, &equalised, "equalised", 5, "histogram equalised");
        reference_histogram(n, equalised.samples, equalised_counts);
        histogram_put(&d->sheet, 6, counts, "histogram of gray");
        histogram_put(&d->sheet, 7, equalised_counts, "histogram after");
    } else {
        fprintf(stderr, "out of memory\n");
    }
    picture_free(&equalised);
    free(expected);
    return enough;
}
