/* Of CUDA's driver interface only its version: a program that calls cu...() does not compile. */
#ifndef LANEWISE_CUDA_H
#define LANEWISE_CUDA_H

#ifndef CUDA_VERSION
#define CUDA_VERSION 12040
#endif

#endif
