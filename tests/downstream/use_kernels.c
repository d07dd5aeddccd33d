/* A user's program that calls the kernel library. */
#include <stdio.h>

#include <lanewise/kernels/saxpy.h>

int main(void)
{
    lw_device *device;
    void *x, *y;
    float host[3] = {1, 2, 3}, result[3];
    lw_status status = lw_device_open(&device, NULL);
    if (status == LW_SUCCESS)
        status = lw_malloc(device, &x, sizeof host);
    if (status == LW_SUCCESS)
        status = lw_malloc(device, &y, sizeof host);
    if (status == LW_SUCCESS)
        status = lw_memcpy(device, x, host, sizeof host, LW_MEMCPY_HOST_TO_DEVICE);
    if (status == LW_SUCCESS)
        status = lw_memcpy(device, y, host, sizeof host, LW_MEMCPY_HOST_TO_DEVICE);
    if (status == LW_SUCCESS)
        status = lwk_saxpy_launch(lw_default_stream(device), 3, 2.0f, x, y);
    if (status == LW_SUCCESS)
        status = lw_memcpy(device, result, y, sizeof result, LW_MEMCPY_DEVICE_TO_HOST);
    if (status != LW_SUCCESS) {
        fprintf(stderr, "%s: %s\n", lw_status_string(status), lw_last_error_message(NULL));
        return 1;
    }
    printf("%g %g %g\n", (double)result[0], (double)result[1], (double)result[2]);
    return !(result[0] == 3 && result[1] == 6 && result[2] == 9) || lw_device_close(device) != LW_SUCCESS;
}
