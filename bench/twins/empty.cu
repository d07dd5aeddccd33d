#include "twins.h"

extern "C" __global__ void twin_empty()
{
}

int twin_empty_launch(void *stream)
{
    twin_empty<<<1, 32, 0, static_cast<cudaStream_t>(stream)>>>();
    return cudaGetLastError();
}
