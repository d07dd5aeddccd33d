/* CUB's device-wide primitives: the vendor's library doing the same work. */
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cub/device/device_select.cuh>

#include <cstring>
#include <iostream>

#include "twins.h"

/* One of CUB's headers includes <iostream>, which would set up streams that nobody writes to. With that defined here,
 * the bench links without a C++ library. */
std::ios_base::Init::Init() {}

std::ios_base::Init::~Init() {}

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

template <typename T> static int reduce(void *stream, const char *operation, size_t n, const void *in, void *out)
{
    return run([=](void *temporary, size_t &bytes) {
        auto from = static_cast<const T *>(in);
        auto to = static_cast<T *>(out);
        auto queue = static_cast<cudaStream_t>(stream);
        return !strncmp(operation, "sum", 3)   ? cub::DeviceReduce::Sum(temporary, bytes, from, to, n, queue)
               : !strncmp(operation, "min", 3) ? cub::DeviceReduce::Min(temporary, bytes, from, to, n, queue)
                                               : cub::DeviceReduce::Max(temporary, bytes, from, to, n, queue);
    });
}

int cub_reduce(void *stream, const char *variant, size_t n, const void *in, void *out)
{
    const char *type = variant + 4;
    return !strcmp(type, "float")    ? reduce<float>(stream, variant, n, in, out)
           : !strcmp(type, "double") ? reduce<double>(stream, variant, n, in, out)
                                     : reduce<int>(stream, variant, n, in, out);
}

template <typename T>
static int argmin(void *stream, const char *operation, size_t n, const void *in, void *value, size_t *index)
{
    return run([=](void *temporary, size_t &bytes) {
        auto from = static_cast<const T *>(in);
        auto to = static_cast<T *>(value);
        auto at = reinterpret_cast<int64_t *>(index);
        auto count = static_cast<int64_t>(n);
        auto queue = static_cast<cudaStream_t>(stream);
        return !strncmp(operation, "min", 3) ? cub::DeviceReduce::ArgMin(temporary, bytes, from, to, at, count, queue)
                                             : cub::DeviceReduce::ArgMax(temporary, bytes, from, to, at, count, queue);
    });
}

int cub_argmin(void *stream, const char *variant, size_t n, const void *in, void *value, size_t *index)
{
    const char *type = variant + 4;
    return !strcmp(type, "float")    ? argmin<float>(stream, variant, n, in, value, index)
           : !strcmp(type, "double") ? argmin<double>(stream, variant, n, in, value, index)
                                     : argmin<int>(stream, variant, n, in, value, index);
}

template <typename T>
static int segments(void *stream, const char *operation, size_t count, const size_t *offsets, const void *in, void *out)
{
    return run([=](void *temporary, size_t &bytes) {
        using reduce = cub::DeviceSegmentedReduce;
        auto from = static_cast<const T *>(in);
        auto to = static_cast<T *>(out);
        auto queue = static_cast<cudaStream_t>(stream);
        auto number = static_cast<int64_t>(count);
        auto end = offsets + 1;
        return !strncmp(operation, "sum", 3)   ? reduce::Sum(temporary, bytes, from, to, number, offsets, end, queue)
               : !strncmp(operation, "min", 3) ? reduce::Min(temporary, bytes, from, to, number, offsets, end, queue)
                                               : reduce::Max(temporary, bytes, from, to, number, offsets, end, queue);
    });
}

int cub_segments(void *stream, const char *variant, size_t count, const size_t *offsets, const void *in, void *out)
{
    const char *type = variant + 4;
    return !strcmp(type, "float")    ? segments<float>(stream, variant, count, offsets, in, out)
           : !strcmp(type, "double") ? segments<double>(stream, variant, count, offsets, in, out)
                                     : segments<int>(stream, variant, count, offsets, in, out);
}

int cub_select(void *stream, size_t n, const unsigned char *flags, const void *in, void *out, size_t *count)
{
    return run([=](void *temporary, size_t &bytes) {
        return cub::DeviceSelect::Flagged(temporary, bytes, static_cast<const unsigned *>(in), flags,
                                          static_cast<unsigned *>(out), count, static_cast<int64_t>(n),
                                          static_cast<cudaStream_t>(stream));
    });
}

int cub_unique(void *stream, size_t n, const void *in, void *out, size_t *count)
{
    return run([=](void *temporary, size_t &bytes) {
        return cub::DeviceSelect::Unique(temporary, bytes, static_cast<const unsigned *>(in),
                                         static_cast<unsigned *>(out), count, static_cast<int64_t>(n),
                                         static_cast<cudaStream_t>(stream));
    });
}

int cub_run_lengths(void *stream, size_t n, const void *in, void *out, unsigned *lengths, size_t *count)
{
    return run([=](void *temporary, size_t &bytes) {
        return cub::DeviceRunLengthEncode::Encode(temporary, bytes, static_cast<const unsigned *>(in),
                                                  static_cast<unsigned *>(out), lengths, count, static_cast<int64_t>(n),
                                                  static_cast<cudaStream_t>(stream));
    });
}

int cub_sort_keys(void *stream, size_t n, const uint32_t *keys, uint32_t *keys_out)
{
    return run([=](void *temporary, size_t &bytes) {
        return cub::DeviceRadixSort::SortKeys(temporary, bytes, keys, keys_out, n, 0, 32,
                                              static_cast<cudaStream_t>(stream));
    });
}

int cub_sort_pairs(void *stream, size_t n, const uint32_t *keys, uint32_t *keys_out, const uint32_t *values,
                   uint32_t *values_out)
{
    return run([=](void *temporary, size_t &bytes) {
        return cub::DeviceRadixSort::SortPairs(temporary, bytes, keys, keys_out, values, values_out, n, 0, 32,
                                               static_cast<cudaStream_t>(stream));
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
