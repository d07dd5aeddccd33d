/* The flat kernels as loops of OpenMP, `threads` of them; saxpy's is ../../rivals/saxpy.c. */
#ifndef FUSED_OPENMP_H
#define FUSED_OPENMP_H

#include <stddef.h>

int openmp_available(void);

void openmp_exp_saxpy(size_t n, float a, const float *x, float *y, int threads);
void openmp_stencil(size_t width, size_t height, float rate, const float *in, float *out, int threads);

#endif
