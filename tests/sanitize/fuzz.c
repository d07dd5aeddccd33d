/* A fuzz target for libFuzzer and AFL++: a kernel's input is what the fuzzer makes up, and a fault is a crash. */
#include <stdio.h>
#include <stdlib.h>

#include "unpack.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { N = 4000 };
    static lw_device *device;
    uint8_t *packed, *out;
    if (size > 2 * RUNS || (!device && lw_device_open(&device, "cpu") != LW_SUCCESS))
        return -1;
    if (lw_malloc(device, (void **)&packed, 2 * RUNS) != LW_SUCCESS ||
        lw_malloc(device, (void **)&out, N) != LW_SUCCESS)
        abort();
    lw_memcpy(device, packed, data, size, LW_MEMCPY_HOST_TO_DEVICE);
    lw_launch(unpack, lw_linear(lw_default_stream(device), RUNS, RUNS), (int)size / 2, packed, N, out);
    if (lw_device_synchronize(device) != LW_SUCCESS) {
        fprintf(stderr, "%s\n", lw_last_error_message(device));
        abort();
    }
    lw_free(device, packed);
    lw_free(device, out);
    return 0;
}
