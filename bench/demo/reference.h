/* The kernels' results in plain serial C, sums in double. Pictures are rows without gaps. */
#ifndef DEMO_REFERENCE_H
#define DEMO_REFERENCE_H

#include <stddef.h>

/* gray[i] from the 3 samples of pixel i. */
void reference_gray(size_t n, const unsigned char *rgb, unsigned char *gray);

/* counts[v]: how many samples are v. */
void reference_histogram(size_t n, const unsigned char *samples, unsigned counts[256]);

/* cumulative[v] = counts[0] + ... + counts[v]; returns the first of them that is not 0 (0 where there is none). */
unsigned reference_cumulative(const unsigned counts[256], unsigned cumulative[256]);

void reference_equalise(size_t n, const unsigned char *in, const unsigned cumulative[256], unsigned lowest,
                        unsigned char *out);

/* out(x, y) = the mean of in(x .. x + 2, y .. y + 2), coordinates beyond the picture held at its edge. */
void reference_blur(size_t width, size_t height, const float *in, double *out);

/* A picture of 3 channels through a map from destination to source: the pixel at (x, y) is the one at
 * (m[0] x + m[1] y + m[2], m[3] x + m[4] y + m[5]), bilinear between the four pixels around it, those outside the source
 * being `fill`; rounded to nearest. */
void reference_warp(size_t width, size_t height, const unsigned char *in, size_t out_width, size_t out_height,
                    const float m[6], unsigned char fill, unsigned char *out);

/* out(y, x) = in(x, y). */
void reference_transpose(size_t width, size_t height, const float *in, float *out);

/* out[i] = in[0] + ... + in[i]; returns the whole sum. */
double reference_scan(size_t n, const float *in, double *out);

/* c = a b, matrices of n rows and n columns. */
void reference_multiply(size_t n, const float *a, const float *b, double *c);

#endif
