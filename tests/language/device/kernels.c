#include <lanewise/kernel.h>

#include "kernels.h"

LW_GLOBAL(unsigned, language_ran);

LW_KERNEL(language_no_parameter)
{
    atomicAdd(&language_ran, 1u);
}

LW_KERNEL(language_bare_bounds, LW_LAUNCH_BOUNDS(32))
{
    atomicAdd(&language_ran, 1u);
}

LW_KERNEL(language_bare_shape, LW_BLOCK_SIZE(4, 1, 1))
{
    atomicAdd(&language_ran, 1u);
}

LW_KERNEL(language_sixteen, (double *, out), (signed char, a), (double, b), (short, c), (language_mixed, d), (char, e),
          (float4, f), (unsigned char, g), (long long, h), (float, i), (const int *, j), (uchar3, k), (int, l),
          (unsigned short, m), (double2, n), (float, o))
{
    double all[] = {(double)a, b,         (double)c, (double)d.tag, d.value, (double)d.tail[2], (double)e,
                    f.x,       f.w,       (double)g, (double)h,     i,       (double)*j,        (double)k.z,
                    (double)l, (double)m, n.x,       n.y,           o};
    if (threadIdx.x == 0)
        for (unsigned at = 0; at < sizeof all / sizeof *all; at++)
            out[at] = all[at];
}

LW_KERNEL(language_bounds, LW_LAUNCH_BOUNDS(64), (unsigned *, out))
{
    atomicAdd(out, 1u);
}

LW_KERNEL(language_bounds_resident, LW_LAUNCH_BOUNDS(128, 2), (unsigned *, out))
{
    atomicAdd(out, 1u);
}

LW_KERNEL(language_shape, LW_BLOCK_SIZE(8, 4, 2), (unsigned *, out))
{
    atomicAdd(out, 1u);
}

/* In front and behind, alone and with `static` and `inline`. */
__device__ int plain(int x)
{
    return x + 1;
}

__device__ inline int inline_only(int x)
{
    return x + 2;
}

static __device__ int static_before(int x)
{
    return x + 3;
}

__device__ static inline int static_after(int x)
{
    return x + 4;
}

__device__ __forceinline__ int forced(int x)
{
    return x + 5;
}

__noinline__ __device__ int apart(int x)
{
    return x + 6;
}

__host__ __device__ static int both(int x)
{
    return x + 7;
}

static inline __device__ __host__ int both_reversed(int x)
{
    return x + 8;
}

__device__ int declared_first(int x);

LW_KERNEL(language_device_functions, (int *, out))
{
    out[0] = plain(0);
    out[1] = inline_only(1);
    out[2] = static_before(2);
    out[3] = static_after(3);
    out[4] = forced(4);
    out[5] = apart(5);
    out[6] = both(6);
    out[7] = both_reversed(7);
    out[8] = declared_first(8);
}

__device__ int declared_first(int x)
{
    return x + 9;
}

__device__ int twin(void)
{
    return 1;
}

LW_KERNEL(language_twin_one, (int *, out))
{
    *out = twin();
}

int language_on_host(int x)
{
    return both(x) + both_reversed(x);
}
