/* CUDA's <curand_kernel.h>: random numbers in kernels, by XORWOW, Philox4x32-10 and MRG32k3a with cuRAND's sequences. */
#ifndef LANEWISE_CUDA_CURAND_KERNEL_H
#define LANEWISE_CUDA_CURAND_KERNEL_H

#include "curand.h"
#include "device/random_state.h"
#ifdef __CUDA__
#include "device/random_poisson.h"
#endif

#endif
