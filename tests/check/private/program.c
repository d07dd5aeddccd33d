/* One launch: `wrong` or `right`, and its numbers. The script beside it says what is to be reported. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.h"

enum { WORDS = 1024, THREADS = 32 };
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
    if (count == 1) { /* how many there are */
        printf("%d %d %d %d\n", PRIVATE_WRONG, PRIVATE_RIGHT, PRIVATE_WORDS, PRIVATE_COPIES);
        return 0;
    }
    int *in, *out, *fresh, what = atoi(words[2]), fixed = count > 3 && atoi(words[3]);
    must(lw_device_open(&device, "cpu"));
    must(lw_malloc(device, (void **)&in, WORDS * sizeof *in));
    must(lw_malloc(device, (void **)&out, WORDS * sizeof *out));
    must(lw_malloc(device, (void **)&fresh, 4 * WORDS * sizeof *fresh));
    must(lw_memset(device, in, 1, WORDS * sizeof *in));
    must(lw_memset(device, out, 0, WORDS * sizeof *out));
    const lw_launch_config config = lw_linear(lw_default_stream(device), THREADS, THREADS);
    if (strcmp(words[1], "wrong") == 0)
        must(lw_launch(wrong, config, what, fixed, in, out));
    else if (strcmp(words[1], "right") == 0)
        must(lw_launch(right, config, what, in, out));
    else if (strcmp(words[1], "partly") == 0)
        must(lw_launch(partly, config, what, fixed, in, fresh, out));
    else
        must(lw_launch(copies, config, what, in, fresh, out));
    lw_device_synchronize(device); /* a use of a wild pointer ends the launch */
    lw_device_close(device);
}
