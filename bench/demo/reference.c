/* Plain loops; clarity before speed. */
#include "reference.h"

#include <math.h>
#include <string.h>

void reference_gray(size_t n, const unsigned char *rgb, unsigned char *gray)
{
    for (size_t i = 0; i < n; i++)
        gray[i] = (unsigned char)((77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2] + 128) / 256);
}

void reference_histogram(size_t n, const unsigned char *samples, unsigned counts[256])
{
    memset(counts, 0, 256 * sizeof *counts);
    for (size_t i = 0; i < n; i++)
        counts[samples[i]]++;
}

unsigned reference_cumulative(const unsigned counts[256], unsigned cumulative[256])
{
    unsigned total = 0, lowest = 0;
    for (int v = 0; v < 256; v++) {
        total += counts[v];
        cumulative[v] = total;
        lowest = lowest ? lowest : total;
    }
    return lowest;
}

void reference_equalise(size_t n, const unsigned char *in, const unsigned cumulative[256], unsigned lowest,
                        unsigned char *out)
{
    double range = (double)n - lowest;
    for (size_t i = 0; i < n; i++)
        out[i] = range > 0 ? (unsigned char)(255.0 * (cumulative[in[i]] - lowest) / range + 0.5) : in[i];
}

void reference_blur(size_t width, size_t height, const float *in, double *out)
{
    for (size_t y = 0; y < height; y++) {
        for (size_t x = 0; x < width; x++) {
            double sum = 0;
            for (size_t j = 0; j < 3; j++) {
                const float *row = in + (y + j < height ? y + j : height - 1) * width;
                for (size_t i = 0; i < 3; i++)
                    sum += (double)row[x + i < width ? x + i : width - 1];
            }
            out[y * width + x] = sum / 9;
        }
    }
}

static double sample(size_t width, size_t height, const unsigned char *in, double x, double y, size_t channel,
                     unsigned char fill)
{
    if (x < 0 || y < 0 || x >= (double)width || y >= (double)height)
        return fill;
    return in[3 * ((size_t)y * width + (size_t)x) + channel];
}

void reference_warp(size_t width, size_t height, const unsigned char *in, size_t out_width, size_t out_height,
                    const float m[6], unsigned char fill, unsigned char *out)
{
    for (size_t v = 0; v < out_height; v++) {
        for (size_t u = 0; u < out_width; u++) {
            double x = (double)m[0] * (double)u + (double)m[1] * (double)v + (double)m[2];
            double y = (double)m[3] * (double)u + (double)m[4] * (double)v + (double)m[5];
            double x0 = floor(x), y0 = floor(y), right = x - x0, below = y - y0;
            for (size_t c = 0; c < 3; c++) {
                double upper = (1 - right) * sample(width, height, in, x0, y0, c, fill) +
                               right * sample(width, height, in, x0 + 1, y0, c, fill);
                double lower = (1 - right) * sample(width, height, in, x0, y0 + 1, c, fill) +
                               right * sample(width, height, in, x0 + 1, y0 + 1, c, fill);
                out[3 * (v * out_width + u) + c] = (unsigned char)floor((1 - below) * upper + below * lower + 0.5);
            }
        }
    }
}

void reference_transpose(size_t width, size_t height, const float *in, float *out)
{
    for (size_t y = 0; y < height; y++) {
        for (size_t x = 0; x < width; x++)
            out[x * height + y] = in[y * width + x];
    }
}

double reference_scan(size_t n, const float *in, double *out)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        out[i] = sum += (double)in[i];
    return sum;
}

void reference_multiply(size_t n, const float *a, const float *b, double *c)
{
    memset(c, 0, n * n * sizeof *c);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n; k++) {
            for (size_t j = 0; j < n; j++)
                c[i * n + j] += (double)a[i * n + k] * (double)b[k * n + j];
        }
    }
}
