/* N16: parameters, copied at the launch. */
#include <lanewise/kernel.h>
#include <lanewise/device_launch.h>

#include "N_launch.h"

LW_KERNEL(n_parameters, (char, a), (double, b), (struct n_mixed, c), (short, d), (long long, e), (float, f),
          (double *, out))
{
    out[0] = a;
    out[1] = b;
    out[2] = c.bytes[0] + 10 * c.bytes[1] + 100 * c.bytes[2];
    out[3] = d;
    out[4] = (double)e;
    out[5] = f;
}

LW_KERNEL(n_large, (struct n_large, all), (int *, out))
{
    long long sum = 0;
    for (int i = 0; i < 500; i++)
        sum += all.word[i];
    *out = (int)sum;
}

LW_KERNEL(n16_parameters, (double *, out))
{
    struct n_mixed mixed = {{1, 2, 3}};
    lw_launch_device(n_parameters, lw_device_linear(NULL, 1, 1), 1, 2.5, mixed, -4, 1ll << 40, 0.25f, out);
}

LW_KERNEL(n16_large, (int *, out))
{
    struct n_large all;
    for (int i = 0; i < 500; i++)
        all.word[i] = i;
    lw_launch_device(n_large, lw_device_linear(NULL, 1, 1), all, out);
    for (int i = 0; i < 500; i++)
        all.word[i] = -1;
    lw_launch_device(n_large, lw_device_linear(NULL, 1, 1), all, out + 1);
}
