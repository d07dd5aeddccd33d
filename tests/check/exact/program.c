/* One case a run: a kernel's name and its numbers. The script beside it says what is to be reported. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.h"

enum { WORDS = 1024 };
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
    if (count != 5)
        return 2;
    const char *name = words[1];
    int one = atoi(words[2]), two = atoi(words[3]), three = atoi(words[4]);
    int *data, *out;
    must(lw_device_open(&device, "cpu"));
    must(lw_malloc(device, (void **)&data, WORDS * sizeof *data));
    must(lw_malloc(device, (void **)&out, WORDS * sizeof *out));
    lw_stream *stream = lw_default_stream(device);
    if (strncmp(name, "of_", 3) == 0)
        must(lw_memset(device, data, 0, WORDS * sizeof *data));
    else
        must(lw_memset(device, data + 96, 0, 4 * sizeof *data));
    if (strcmp(name, "of_warp") == 0)
        must(lw_launch(of_warp, lw_linear(stream, 32, 32), out, one, two));
    else if (strcmp(name, "of_block") == 0) /* after a grid whose readers are forgotten */
        for (int i = 0; i < 2; i++)
            must(lw_launch(of_block, lw_linear(stream, (i ? 12 : 8) * 32, (i ? 12 : 8) * 32), data, out, i ? one : -1,
                           i ? two : 2, three));
    else if (strcmp(name, "of_grid") == 0)
        must(lw_launch(of_grid, lw_linear(stream, EXACT_GRID * EXACT_WARPS * 32, EXACT_WARPS * 32), data, data + 1, out,
                       one, two));
    else if (strcmp(name, "of_silent") == 0) /* by blocks beside it, or by a grid after it */
        for (int i = 0; i < 2; i++)
            must(lw_launch(of_silent, lw_linear(stream, (i == 1 && two ? 1 : 4) * 96, 96), data, out,
                           one || (i == 1 && two)));
    else if (strcmp(name, "of_halves") == 0)
        must(lw_launch(of_halves, lw_linear(stream, 64, 64), out));
    else if (strcmp(name, "of_places") == 0)
        must(lw_launch(of_places, lw_linear(stream, 64, 32), data, one));
    else if (strcmp(name, "of_group") == 0)
        must(lw_launch(of_group, lw_linear(stream, 64, 64), out, one));
    else if (strcmp(name, "of_buffers") == 0)
        must(lw_launch(of_buffers, lw_linear(stream, 64, 64), data, out, one));
    else if (strcmp(name, "of_values") == 0) /* by one grid, or after one whose hazards have been reported */
        for (int i = three ? 0 : 1; i < 2; i++) {
            must(lw_launch(of_values, lw_linear(stream, 40, 40), data, one, i ? two : -1));
            must(lw_device_synchronize(device));
        }
    else if (strcmp(name, "of_compare") == 0)
        must(lw_launch(of_compare, lw_linear(stream, 64, 64), data, out, one, two));
    else if (strcmp(name, "of_added") == 0)
        must(lw_launch(of_added, lw_linear(stream, three * 64, 64), data, out, one, two));
    else if (strcmp(name, "of_covered") == 0)
        must(lw_launch(of_covered, lw_linear(stream, three * 64, 64), data, out, one, two));
    else if (strcmp(name, "of_looks") == 0)
        must(lw_launch(of_looks, lw_linear(stream, 60000, 1), data));
    else if (strcmp(name, "of_ticket") == 0)
        must(lw_launch(of_ticket, lw_linear(stream, 4 * 32, 32), data, out, one));
    else if (strcmp(name, "last_copy") == 0)
        must(lw_launch(last_copy, lw_linear(stream, 1, 1), data + 96));
    else if (strcmp(name, "fields") == 0)
        must(lw_launch(fields, lw_linear(stream, 1, 1), data, one, two));
    else if (strcmp(name, "wholes") == 0)
        must(lw_launch(wholes, lw_linear(stream, 1, 1), data, one, two));
    else if (strcmp(name, "right") == 0)
        must(lw_launch(right, lw_linear(stream, 1, 1), data, one));
    else
        return 2;
    must(lw_device_synchronize(device));
    lw_device_close(device);
    return 0;
}
