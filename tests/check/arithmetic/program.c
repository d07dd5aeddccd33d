/* Launches one kernel of kernels.c: program KERNEL X A B. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lanewise/host.h>

#include "kernels.h"

int main(int count, char **words)
{
    enum { OUT = 16 };
    static const long long zeros[OUT];
    lw_device *device;
    operands *in, numbers;
    long long *out;
    if (count != 5 || lw_device_open(&device, "cpu"))
        return 1;
    numbers = (operands){strtod(words[2], NULL), strtoll(words[3], NULL, 0), strtoll(words[4], NULL, 0)};
    if (lw_malloc(device, (void **)&in, sizeof numbers) || lw_malloc(device, (void **)&out, sizeof zeros) ||
        lw_memcpy(device, in, &numbers, sizeof numbers, LW_MEMCPY_HOST_TO_DEVICE) ||
        lw_memcpy(device, out, zeros, sizeof zeros, LW_MEMCPY_HOST_TO_DEVICE))
        return 1;
    lw_launch_config two_blocks = lw_linear(lw_default_stream(device), 64, 32);
#define KERNEL(kernel)                                                                                                 \
    if (strcmp(words[1], #kernel) == 0)                                                                                \
        lw_launch(kernel, two_blocks, in, out);
    KERNEL(casts)
    KERNEL(shifts)
    KERNEL(divisions)
    KERNEL(product)
    KERNEL(sum)
    KERNEL(difference)
    KERNEL(negative)
    KERNEL(part)
    KERNEL(pitch)
    KERNEL(wide_product)
    KERNEL(in_shared)
    KERNEL(in_local)
    KERNEL(behind_hash)
    KERNEL(hash)
    KERNEL(field)
    KERNEL(guarded)
    KERNEL(of_another)
    KERNEL(hash_then_end)
    KERNEL(structures)
    KERNEL(promised)
    lw_device_synchronize(device);
    lw_device_close(device);
    return 0;
}
