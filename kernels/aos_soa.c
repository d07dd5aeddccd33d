#include <lanewise/kernel.h>

#include "aos_soa.h"
#include "device/kind.h"

enum { THREADS = 256, TILE_EACH = 4, TILE = THREADS * TILE_EACH }; /* structs of 3 fields: of a thread, of a tile */

/* Grid-stride loops: the same kernels serve a grid of one thread a struct and one too small for that. A struct is read before it is
 * stored, so that its fields are on their way at once. */
#define EACH(i, n)                                                                                                     \
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)

LW_KERNEL(lwk_aos_to_soa_2, (size_t, n), (const void *, structs), (unsigned *, x), (unsigned *, y))
{
    const unsigned *words = (const unsigned *)structs;
    if ((uintptr_t)structs % sizeof(uint2) == 0) {
        EACH(i, n)
        {
            uint2 all = ((const uint2 *)structs)[i];
            x[i] = all.x;
            y[i] = all.y;
        }
    } else {
        EACH(i, n)
        {
            uint2 all = make_uint2(words[2 * i], words[2 * i + 1]);
            x[i] = all.x;
            y[i] = all.y;
        }
    }
}

LW_KERNEL(lwk_aos_to_soa_4, (size_t, n), (const void *, structs), (unsigned *, x), (unsigned *, y), (unsigned *, z),
          (unsigned *, w))
{
    const unsigned *words = (const unsigned *)structs;
    if ((uintptr_t)structs % sizeof(uint4) == 0) {
        EACH(i, n)
        {
            uint4 all = ((const uint4 *)structs)[i];
            x[i] = all.x;
            y[i] = all.y;
            z[i] = all.z;
            w[i] = all.w;
        }
    } else {
        EACH(i, n)
        {
            uint4 all = make_uint4(words[4 * i], words[4 * i + 1], words[4 * i + 2], words[4 * i + 3]);
            x[i] = all.x;
            y[i] = all.y;
            z[i] = all.z;
            w[i] = all.w;
        }
    }
}

LW_KERNEL(lwk_soa_to_aos_2, (size_t, n), (const unsigned *, x), (const unsigned *, y), (void *, structs))
{
    unsigned *words = (unsigned *)structs;
    if ((uintptr_t)structs % sizeof(uint2) == 0) {
        EACH(i, n)
        ((uint2 *)structs)[i] = make_uint2(x[i], y[i]);
    } else {
        EACH(i, n)
        {
            uint2 all = make_uint2(x[i], y[i]);
            words[2 * i] = all.x;
            words[2 * i + 1] = all.y;
        }
    }
}

LW_KERNEL(lwk_soa_to_aos_4, (size_t, n), (const unsigned *, x), (const unsigned *, y), (const unsigned *, z),
          (const unsigned *, w), (void *, structs))
{
    unsigned *words = (unsigned *)structs;
    if ((uintptr_t)structs % sizeof(uint4) == 0) {
        EACH(i, n)
        ((uint4 *)structs)[i] = make_uint4(x[i], y[i], z[i], w[i]);
    } else {
        EACH(i, n)
        {
            uint4 all = make_uint4(x[i], y[i], z[i], w[i]);
            words[4 * i] = all.x;
            words[4 * i + 1] = all.y;
            words[4 * i + 2] = all.z;
            words[4 * i + 3] = all.w;
        }
    }
}

LW_KERNEL(lwk_aos_to_soa_3, (size_t, n), (const void *, structs), (unsigned *, x), (unsigned *, y), (unsigned *, z))
{
    const unsigned *words = (const unsigned *)structs;
    EACH(i, n)
    {
        uint3 all = make_uint3(words[3 * i], words[3 * i + 1], words[3 * i + 2]);
        x[i] = all.x;
        y[i] = all.y;
        z[i] = all.z;
    }
}

LW_KERNEL(lwk_soa_to_aos_3, (size_t, n), (const unsigned *, x), (const unsigned *, y), (const unsigned *, z),
          (void *, structs))
{
    unsigned *words = (unsigned *)structs;
    EACH(i, n)
    {
        uint3 all = make_uint3(x[i], y[i], z[i]);
        words[3 * i] = all.x;
        words[3 * i + 1] = all.y;
        words[3 * i + 2] = all.z;
    }
}

/* For GPUs. Threads 3 words apart find each in a bank of its own, since 3 and 32 have no common divisor: the tile needs no padding. A
 * thread has all its loads of a tile on their way at once: what bounds a copy on a GPU is how many bytes are. */
LW_KERNEL(lwk_aos_to_soa_3_tile, LW_BLOCK_SIZE(THREADS, 1, 1), (size_t, n), (const void *, structs), (unsigned *, x),
          (unsigned *, y), (unsigned *, z))
{
    LW_SHARED(unsigned, tile, [3 * TILE]);
    for (size_t first = (size_t)blockIdx.x * TILE; first < n; first += (size_t)gridDim.x * TILE) {
        const unsigned count = n - first < TILE ? (unsigned)(n - first) : (unsigned)TILE;
        const unsigned *words = (const unsigned *)structs + 3 * first;
        unsigned value[3 * TILE_EACH];
#pragma unroll
        for (unsigned k = 0; k < 3 * TILE_EACH; k++)
            value[k] = k * THREADS + threadIdx.x < 3 * count ? words[k * THREADS + threadIdx.x] : 0;
#pragma unroll
        for (unsigned k = 0; k < 3 * TILE_EACH; k++)
            tile[k * THREADS + threadIdx.x] = value[k];
        __syncthreads();
#pragma unroll
        for (unsigned i = threadIdx.x; i < TILE; i += THREADS)
            if (i < count) {
                x[first + i] = tile[3 * i];
                y[first + i] = tile[3 * i + 1];
                z[first + i] = tile[3 * i + 2];
            }
        __syncthreads(); /* the tile is free */
    }
}

LW_KERNEL(lwk_soa_to_aos_3_tile, LW_BLOCK_SIZE(THREADS, 1, 1), (size_t, n), (const unsigned *, x),
          (const unsigned *, y), (const unsigned *, z), (void *, structs))
{
    LW_SHARED(unsigned, tile, [3 * TILE]);
    for (size_t first = (size_t)blockIdx.x * TILE; first < n; first += (size_t)gridDim.x * TILE) {
        const unsigned count = n - first < TILE ? (unsigned)(n - first) : (unsigned)TILE;
        unsigned *words = (unsigned *)structs + 3 * first;
        uint3 value[TILE_EACH];
#pragma unroll
        for (unsigned k = 0; k < TILE_EACH; k++) {
            const unsigned i = k * THREADS + threadIdx.x;
            value[k] = i < count ? make_uint3(x[first + i], y[first + i], z[first + i]) : make_uint3(0, 0, 0);
        }
#pragma unroll
        for (unsigned k = 0; k < TILE_EACH; k++) {
            const unsigned i = k * THREADS + threadIdx.x;
            tile[3 * i] = value[k].x;
            tile[3 * i + 1] = value[k].y;
            tile[3 * i + 2] = value[k].z;
        }
        __syncthreads();
#pragma unroll
        for (unsigned word = threadIdx.x; word < 3 * TILE; word += THREADS)
            if (word < 3 * count)
                words[word] = tile[word];
        __syncthreads(); /* the tile is free */
    }
}

/* ---- the host's side ---- */
static lw_launch_config cover(lw_stream *stream, size_t n, size_t each)
{
    const size_t most = (size_t)THREADS * 0x7fffffff; /* that one grid has */
    size_t threads = n / each + (n % each != 0);
    return lw_linear(stream, threads < most ? threads : most, THREADS);
}

static lw_status check(const char *launcher, int fields, size_t n, const void *structs, const void *const arrays[])
{
    const size_t most = ((size_t)1 << 60) - 1;
    if (fields < 2 || fields > 4)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: fields is %d; expected 2, 3 or 4", launcher, fields);
    if (n > most)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: n is %zu, at most %zu", launcher, n, most);
    if (structs == NULL || arrays == NULL)
        return lw_error(LW_ERROR_INVALID_VALUE, "%s: %s is null", launcher, structs == NULL ? "structs" : "arrays");
    for (int f = 0; f < fields; f++)
        if (arrays[f] == NULL)
            return lw_error(LW_ERROR_INVALID_VALUE, "%s: arrays[%d] is null", launcher, f);
    return LW_SUCCESS;
}

lw_status lwk_aos_to_soa_launch(lw_stream *stream, int fields, size_t n, const void *structs, void *const arrays[])
{
    if (n == 0)
        return LW_SUCCESS;
    lw_status status = check("lwk_aos_to_soa_launch", fields, n, structs, (const void *const *)arrays);
    if (status != LW_SUCCESS)
        return status;
    unsigned *x = (unsigned *)arrays[0], *y = (unsigned *)arrays[1];
    if (fields == 2)
        return lw_launch(lwk_aos_to_soa_2, cover(stream, n, 1), n, structs, x, y);
    unsigned *z = (unsigned *)arrays[2];
    if (fields == 3) {
        bool is_cpu;
        status = lwk_stream_is_cpu(stream, &is_cpu);
        if (status != LW_SUCCESS)
            return status;
        return is_cpu ? lw_launch(lwk_aos_to_soa_3, cover(stream, n, 1), n, structs, x, y, z)
                      : lw_launch(lwk_aos_to_soa_3_tile, cover(stream, n, TILE_EACH), n, structs, x, y, z);
    }
    return lw_launch(lwk_aos_to_soa_4, cover(stream, n, 1), n, structs, x, y, z, (unsigned *)arrays[3]);
}

lw_status lwk_soa_to_aos_launch(lw_stream *stream, int fields, size_t n, const void *const arrays[], void *structs)
{
    if (n == 0)
        return LW_SUCCESS;
    lw_status status = check("lwk_soa_to_aos_launch", fields, n, structs, arrays);
    if (status != LW_SUCCESS)
        return status;
    const unsigned *x = (const unsigned *)arrays[0], *y = (const unsigned *)arrays[1];
    if (fields == 2)
        return lw_launch(lwk_soa_to_aos_2, cover(stream, n, 1), n, x, y, structs);
    const unsigned *z = (const unsigned *)arrays[2];
    if (fields == 3) {
        bool is_cpu;
        status = lwk_stream_is_cpu(stream, &is_cpu);
        if (status != LW_SUCCESS)
            return status;
        return is_cpu ? lw_launch(lwk_soa_to_aos_3, cover(stream, n, 1), n, x, y, z, structs)
                      : lw_launch(lwk_soa_to_aos_3_tile, cover(stream, n, TILE_EACH), n, x, y, z, structs);
    }
    return lw_launch(lwk_soa_to_aos_4, cover(stream, n, 1), n, x, y, z, (const unsigned *)arrays[3], structs);
}
