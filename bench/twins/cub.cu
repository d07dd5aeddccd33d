/* CUB's device-wide primitives: the vendor's library doing the same work. */
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>

#include <iostream>

#include "twins.h"

/* One of CUB's headers includes <iostream>, which would set up streams that nobody writes to. With that defined here,
 * the bench links without a C++ library. */
std::ios_base::Init::Init()
{
}

std::ios_base::Init::~Init()
{
}

/* Temporary storage, one for all: the bench runs one of them at a time, in one stream. */
static void *storage;
static size_t storage_bytes;

/* Calls `primitive` twice, as CUB asks: the first time it only says how much storage it wants. */
template <typename Primitive> static int run(Primitive primitive)
{
    size_t wanted = 0;
    cudaError_t error = primitive(nullptr, wanted);
    if (error == cudaSuccess && wanted > storage_bytes) {
        cudaFree(storage);
        storage = nullptr;
        storage_bytes = 0;
        error = cudaMalloc(&storage, wanted);
        if (error == cudaSuccess)
            storage_bytes = wanted;
    }
    size_t bytes = storage_bytes;
    return error == cudaSuccess ? primitive(storage, bytes) : error;
}

int cub_reduce_sum(void *stream, size_t n, const float *in, float *out)
{
    return run([=](void *temporary, size_t &bytes) {
        return cub::DeviceReduce::Sum(temporary, bytes, in, out, n, static_cast<cudaStream_t>(stream));
    });
}

int cub_scan(void *stream, size_t n, const float *in, float *out, int inclusive)
{
    return run([=](void *temporary, size_t &bytes) {
        return inclusive
                   ? cub::DeviceScan::InclusiveSum(temporary, bytes, in, out, n, static_cast<cudaStream_t>(stream))
                   : cub::DeviceScan::ExclusiveSum(temporary, bytes, in, out, n, static_cast<cudaStream_t>(stream));
    });
}

int cub_histogram(void *stream, size_t n, const uint8_t *in, uint32_t *counts)
{
    return run([=](void *temporary, size_t &bytes) {
        return cub::DeviceHistogram::HistogramEven(temporary, bytes, in, counts, 257, 0, 256, static_cast<int64_t>(n),
                                                   static_cast<cudaStream_t>(stream));
    });
}
