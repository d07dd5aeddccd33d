#include <lanewise/kernel.h>

#include "device/philox.h"
#include "philox.h"

enum { THREADS = 256 };

static __device__ __forceinline__ unsigned long long own_counter(unsigned long long first)
{
    return first / 4 + (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
}

/* Whether a block stores all its numbers, each thread's four at once. */
static __device__ __forceinline__ bool is_whole(unsigned long long first, size_t n, const void *out)
{
    const unsigned long long end = 4 * ((unsigned long long)blockIdx.x + 1) * blockDim.x;
    return (first & 3) == 0 && ((uintptr_t)out & 15) == 0 && end <= n;
}

static __device__ __forceinline__ void words(struct lwk_philox own, unsigned value[4])
{
    _Pragma("unroll") for (int k = 0; k < 4; k++) value[k] = own.word[k];
}

static __device__ __forceinline__ void uniforms(struct lwk_philox own, float value[4])
{
    _Pragma("unroll") for (int k = 0; k < 4; k++) value[k] = lwk_philox_uniform_of(own.word[k]);
}

static __device__ __forceinline__ void normals(struct lwk_philox own, float mean, float deviation, float value[4])
{
    _Pragma("unroll") for (int k = 0; k < 4; k += 2) lwk_philox_normal_of(
        lwk_philox_uniform_of(own.word[k]), lwk_philox_uniform_of(own.word[k + 1]), &value[k], &value[k + 1]);
    _Pragma("unroll") for (int k = 0; k < 4; k++) value[k] = fmaf(deviation, value[k], mean);
}

/* On a CPU a barrier parts what is made of vectors from stores of every fourth number. */
#if defined(__CUDACC__)
#define MADE()
#else
#define MADE() __syncthreads()
#endif

/* Makes and stores a thread's four numbers, those inside. `at`: of the first; before `first` for some of the first thread's. */
#define NUMBERS(type, vector, ...)                                                                                     \
    const unsigned long long counter = own_counter(first), at = 4 * counter - first;                                   \
    const struct lwk_philox own = lwk_philox_at(counter, seed);                                                        \
    type value[4];                                                                                                     \
    __VA_ARGS__;                                                                                                       \
    MADE();                                                                                                            \
    if (is_whole(first, n, out)) {                                                                                     \
        *(vector *)(void *)(out + at) = make_##vector(value[0], value[1], value[2], value[3]);                         \
    } else {                                                                                                           \
        _Pragma("unroll") for (unsigned k = 0; k < 4; k++) if (at + k < n) out[at + k] = value[k];                     \
    }

LW_KERNEL(lwk_philox_uint32, LW_LAUNCH_BOUNDS(1024), (unsigned long long, seed), (unsigned long long, first),
          (size_t, n), (unsigned *, out)){NUMBERS(unsigned, uint4, words(own, value))}

LW_KERNEL(lwk_philox_uniform, LW_LAUNCH_BOUNDS(1024), (unsigned long long, seed), (unsigned long long, first),
          (size_t, n), (float *, out)){NUMBERS(float, float4, uniforms(own, value))}

LW_KERNEL(lwk_philox_normal, LW_LAUNCH_BOUNDS(1024), (unsigned long long, seed), (unsigned long long, first),
          (size_t, n), (float, mean), (float, deviation), (float *, out))
{
    NUMBERS(float, float4, normals(own, mean, deviation, value))
}

/* ---- the host's side ---- */
static lw_status check(const char *launcher, uint64_t first, size_t n, const void *out)
{
    const size_t most = (size_t)1 << 40;
    if (n > most)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: n is %zu, at most %zu", launcher, n, most);
    if (first > UINT64_MAX - 3 - n)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: first is %llu; expected at most 2^64 - 4 - n", launcher,
                        (unsigned long long)first);
    if (n > 0 && out == NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: out is null", launcher);
    return LW_SUCCESS;
}

static size_t counters(uint64_t first, size_t n)
{
    return (size_t)((first % 4 + n + 3) / 4);
}

lw_status lwk_philox_uint32_launch(lw_stream *stream, uint64_t seed, uint64_t first, size_t n, uint32_t *out)
{
    lw_status status = check("lwk_philox_uint32_launch", first, n, out);
    return status != LW_SUCCESS || n == 0
               ? status
               : lw_launch(lwk_philox_uint32, lw_linear(stream, counters(first, n), THREADS), seed, first, n, out);
}

lw_status lwk_philox_uniform_launch(lw_stream *stream, uint64_t seed, uint64_t first, size_t n, float *out)
{
    lw_status status = check("lwk_philox_uniform_launch", first, n, out);
    return status != LW_SUCCESS || n == 0
               ? status
               : lw_launch(lwk_philox_uniform, lw_linear(stream, counters(first, n), THREADS), seed, first, n, out);
}

lw_status lwk_philox_normal_launch(lw_stream *stream, uint64_t seed, uint64_t first, size_t n, float mean,
                                   float deviation, float *out)
{
    lw_status status = check("lwk_philox_normal_launch", first, n, out);
    return status != LW_SUCCESS || n == 0 ? status
                                          : lw_launch(lwk_philox_normal, lw_linear(stream, counters(first, n), THREADS),
                                                      seed, first, n, mean, deviation, out);
}
