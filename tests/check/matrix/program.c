/* The kernel of warp matrices, in the case of a number. */
#include <stdio.h>
#include <stdlib.h>

#include "kernels.h"

enum { HALVES = 256 };
static lw_device *device;

static void must(lw_status status)
{
    if (status == LW_SUCCESS)
        return;
    printf("%s\n", lw_last_error_message(device));
    exit(1);
}

int main(int count, char **words)
{
    if (count != 2)
        return 2;
    unsigned short *data, *out;
    must(lw_device_open(&device, "cpu"));
    must(lw_malloc(device, (void **)&data, HALVES * sizeof *data));
    must(lw_malloc(device, (void **)&out, HALVES * sizeof *out));
    must(lw_memset(device, data, 0, HALVES * sizeof *data));
    must(lw_launch(matrix, lw_linear(lw_default_stream(device), 64, 64), atoi(words[1]), data, out));
    lw_device_synchronize(device);
    lw_device_close(device);
}
