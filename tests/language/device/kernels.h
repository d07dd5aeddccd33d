/* Kernels of every signature and bound, and device functions of every form. */
#ifndef LANGUAGE_KERNELS_H
#define LANGUAGE_KERNELS_H

#include <lanewise/launch.h>
#include <lanewise/types.h>

typedef struct language_mixed {
    char tag;
    double value;
    short tail[3];
} language_mixed;

LW_DECLARE_SYMBOL(language_ran);

/* Adds 1 to language_ran. */
LW_DECLARE_KERNEL(language_no_parameter);
LW_DECLARE_KERNEL(language_bare_bounds);
LW_DECLARE_KERNEL(language_bare_shape);

/* out[i] is the i-th parameter after it, as a double; structures by their members. */
LW_DECLARE_KERNEL(language_sixteen, (double *, out), (signed char, a), (double, b), (short, c), (language_mixed, d),
                  (char, e), (float4, f), (unsigned char, g), (long long, h), (float, i), (const int *, j), (uchar3, k),
                  (int, l), (unsigned short, m), (double2, n), (float, o));

/* LW_LAUNCH_BOUNDS(64), LW_LAUNCH_BOUNDS(128, 2), LW_BLOCK_SIZE(8, 4, 2): *out += 1 a lane. */
LW_DECLARE_KERNEL(language_bounds, (unsigned *, out));
LW_DECLARE_KERNEL(language_bounds_resident, (unsigned *, out));
LW_DECLARE_KERNEL(language_shape, (unsigned *, out));

/* out[i]: what each form of device function adds to i. */
LW_DECLARE_KERNEL(language_device_functions, (int *, out));
/* 1 from one file, 2 from the other: both have a device function of the same name that is not static. */
LW_DECLARE_KERNEL(language_twin_one, (int *, out));
LW_DECLARE_KERNEL(language_twin_two, (int *, out));

/* A __host__ __device__ function, called from a host function of the kernel file. */
int language_on_host(int x);

#endif
