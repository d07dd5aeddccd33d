/* Kernels that ask which device runs them, that queue copies, and that wait for a variable. */
#include <lanewise/kernel.h>
#include <lanewise/device_launch.h>

#include "R_kernel.h"

LW_GLOBAL(int, r_flag) = 0;
LW_GLOBAL(int, r_passed) = 0;
LW_GLOBAL(int, r_many, [R_MANY]);

LW_KERNEL(r_ask, (int *, out))
{
    out[0] = cudaGetDevice(&out[1]);
    out[2] = cudaGetDeviceCount(&out[3]);
    for (int i = 0; i < 2; i++)
        out[4 + i] = cudaDeviceGetAttribute(&out[6 + i], cudaDevAttrWarpSize, i);
    out[8] = cudaDeviceGetAttribute(&out[9], cudaDevAttrWarpSize, out[3] + 1);
}

LW_KERNEL(r_hold, (int *, open))
{
    while (atomicAdd_system(open, 0) == 0)
        __nanosleep(1000);
}

LW_KERNEL(r_queue_copy, (int *, to), (const int *, from), (int, n), (int *, open), (int *, error))
{
    lw_launch_device(r_hold, lw_device_linear(NULL, 1, 1), open);
    *error = cudaMemcpyAsync(to, from, n * sizeof *to, cudaMemcpyDeviceToDevice, NULL);
}

LW_KERNEL(r_wait_for_flag, (int, value))
{
    while (atomicAdd(&r_flag, 0) != value)
        __nanosleep(1000);
    r_passed = value;
}

LW_KERNEL(r_pass, (int, value))
{
    r_passed = value;
}

LW_KERNEL(r_fill, (int, value))
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < R_MANY; i += gridDim.x * blockDim.x)
        r_many[i] = value;
}
