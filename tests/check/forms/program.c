/* Launches every form in one mode: what is wrong with p. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.h"

enum { SIZE = 4096 };
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
    const char *mode = count == 2 ? words[1] : "";
    bool bounds = strcmp(mode, "bounds") == 0, initialised = strcmp(mode, "unwritten") == 0,
         races = strcmp(mode, "races") == 0, right = strcmp(mode, "right") == 0;
    must(lw_device_open(&device, "cpu"));
    for (int form = 0; form < FORMS; form++) { /* in memory of its own */
        char *p, *q;
        must(lw_malloc(device, (void **)&p, SIZE));
        must(lw_malloc(device, (void **)&q, 33 * ROOM));
        must(lw_memset(device, q, 0, 33 * ROOM));
        if (!initialised)
            must(lw_memset(device, p, 0, SIZE));
        /* Threads 0 and 32 are in two warps, whose order the block does not fix. */
        must(lw_launch(forms, lw_linear(lw_default_stream(device), races ? 33 : 1, races ? 33 : 1), form,
                       bounds ? p + SIZE : p, 0, q, 12));
        must(lw_device_synchronize(device));
        if (right) /* two threads in memory of their own */
            must(lw_launch(forms, lw_linear(lw_default_stream(device), 2, 2), form, p, SIZE / 2, q, 12));
        must(lw_device_synchronize(device));
        must(lw_free(device, p));
        must(lw_free(device, q));
    }
    for (int form = 0; form < INDICES && (bounds || right); form++) {
        int *p;
        must(lw_malloc(device, (void **)&p, SIZE));
        must(lw_memset(device, p, 0, SIZE));
        must(lw_launch(indices, lw_linear(lw_default_stream(device), 1, 1), form, p, bounds ? 0 : -1));
        must(lw_device_synchronize(device));
        must(lw_free(device, p));
    }
    lw_device_close(device);
    return 0;
}
