/* Launches a kernel of neighbours.c: neighbours, or with an argument another; with "nothing" none. */
#include <stdio.h>
#include <string.h>

#include "neighbours.h"

static void no_grid(void)
{
    puts("no grid runs now"); /* for a breakpoint */
}

int main(int count, char **words)
{
    const char *what = count > 1 ? words[1] : "neighbours";
    lw_device *device;
    int *in, *out, numbers[240];
    for (int i = 0; i < 240; i++)
        numbers[i] = i;
    if (lw_device_open(&device, NULL) != LW_SUCCESS || lw_malloc(device, (void **)&in, sizeof numbers) != LW_SUCCESS ||
        lw_malloc(device, (void **)&out, sizeof numbers) != LW_SUCCESS)
        return 1;
    lw_memcpy(device, in, numbers, sizeof numbers, LW_MEMCPY_HOST_TO_DEVICE);
    lw_memset(device, out, 0, sizeof numbers);
    lw_stream *stream = lw_default_stream(device);
    if (strcmp(what, "neighbours") == 0)
        lw_launch(neighbours, lw_grid(stream, (lw_dim3){3, 1, 1}, (lw_dim3){40, 2, 1}, 0), in, out);
    else if (strcmp(what, "spin") == 0)
        lw_launch(spin, lw_linear(stream, 2, 2), out);
    else if (strcmp(what, "fault") == 0)
        lw_launch(fault, lw_linear(stream, 128, 32), out);
    if (lw_device_synchronize(device) != LW_SUCCESS) {
        puts(lw_last_error_message(device));
        return 1;
    }
    no_grid();
    lw_memcpy(device, numbers, out, sizeof numbers, LW_MEMCPY_DEVICE_TO_HOST);
    printf("the last number is %d\n", numbers[239]);
    lw_device_close(device);
    return 0;
}
