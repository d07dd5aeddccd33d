/* Pictures in files: PNG and JPEG in, PNG out. */
#ifndef DEMO_PICTURE_H
#define DEMO_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { PICTURE_MAX_SIDE = 32768, PICTURE_MAX_PIXELS = 1 << 27 };

/* 8-bit samples, rows top to bottom without gaps; 1 channel (gray) or 3 (red, green, blue). */
typedef struct picture {
    unsigned width, height, channels;
    unsigned char *samples; /* malloc */
} picture;

/* All samples 0. False when out of memory. */
bool picture_create(picture *image, unsigned width, unsigned height, unsigned channels);
void picture_free(picture *image);

/* Reads a PNG (any depth; transparent parts over white) or a JPEG (gray, colour, CMYK) as 3 channels. On failure prints
 * one sentence that begins with the path to stderr. */
bool picture_read(picture *image, const char *path);
bool picture_read_png(picture *image, FILE *file, const char *path);
bool picture_read_jpeg(picture *image, FILE *file, const char *path);

/* Whether the demo takes this size; false: prints a sentence to stderr. */
bool picture_size_is_fit(unsigned long width, unsigned long height, const char *path);

/* Writes a PNG. On failure prints one sentence to stderr. */
bool picture_write(const picture *image, const char *path);

#endif
