/* Launches errors() with the error that the argument names; twice, as a stack that
 * one launch has left is the next one's; and once more without it, where it ended a launch. A second argument leaves the device
 * open, with two more operations one behind the other. */
#include <stdio.h>
#include <stdlib.h>

#include "errors.h"

int main(int count, char **words)
{
    enum { N = 200 * 64 };
    static int numbers[N];
    int error = count > 1 ? atoi(words[1]) : NOTHING;
    lw_device *device;
    int *out;
    if (lw_device_open(&device, "cpu") || lw_malloc(device, (void **)&out, sizeof numbers))
        return 1;
    for (int i = 0; i < 2; i++)
        lw_launch(errors, lw_linear(lw_default_stream(device), N, 64), error, out);
    if (lw_memcpy(device, numbers, out, sizeof numbers, LW_MEMCPY_DEVICE_TO_HOST) != LW_SUCCESS) {
        puts(lw_last_error_message(device));
        lw_device_reset(device);
        if (lw_malloc(device, (void **)&out, sizeof numbers) != LW_SUCCESS)
            return 1;
        lw_launch(errors, lw_linear(lw_default_stream(device), N, 64), NOTHING, out);
        lw_memcpy(device, numbers, out, sizeof numbers, LW_MEMCPY_DEVICE_TO_HOST);
    }
    for (int i = 0; i < N; i++) {
        int next = (i + 1) % 64, expected = 4 * next + 6 + next + 16 + i;
        if (numbers[i] != expected) {
            printf("%d: %d instead of %d\n", i, numbers[i], expected);
            return 1;
        }
    }
    if (count > 2)
        return lw_memset(device, out, 0, sizeof numbers) || lw_memset(device, out, 1, sizeof numbers);
    lw_free(device, out);
    lw_device_close(device);
    puts("right");
    return 0;
}
