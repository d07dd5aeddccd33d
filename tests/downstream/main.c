/* A user's program: runs the kernel on the best device present and prints the result. */
#include <stdio.h>
#include <stdlib.h>

#include <lanewise/host.h>

#include "dot.h"

#define N 1000

static void check(lw_status status)
{
    if (status != LW_SUCCESS) {
        fprintf(stderr, "%s: %s\n", lw_status_string(status), lw_last_error_message(NULL));
        exit(1);
    }
}

int main(void)
{
    lw_device *device;
    void *a, *out;
    float host[N], result;
    for (int i = 0; i < N; i++)
        host[i] = (float)(i % 10);
    check(lw_device_open(&device, NULL));
    check(lw_malloc(device, &a, sizeof host));
    check(lw_malloc(device, &out, sizeof result));
    check(lw_memcpy(device, a, host, sizeof host, LW_MEMCPY_HOST_TO_DEVICE));
    check(lw_memset(device, out, 0, sizeof result));
    check(lw_launch(dot, lw_grid(lw_default_stream(device), lw_make_dim3(4, 1, 1), lw_make_dim3(DOT_LANES, 1, 1), 0), N,
                    a, a, out));
    check(lw_memcpy(device, &result, out, sizeof result, LW_MEMCPY_DEVICE_TO_HOST));
    check(lw_device_close(device));
    printf("dot = %g, Lanewise %s\n", (double)result, lw_version());
    return result == 28500.0f ? 0 : 1;
}
