/* One case a run. The script beside it says what is to be reported. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.h"

enum { WIDTH = 32, HEIGHT = 2 };
static lw_device *device;

static void must(lw_status status)
{
    if (status == LW_SUCCESS)
        return;
    printf("%s\n", lw_last_error_message(device));
    exit(1);
}

#define IF_IS(wanted, launch)                                                                                          \
    if (strcmp(name, wanted) == 0)                                                                                     \
    must(launch)

int main(int count, char **words)
{
    if (count != 3)
        return 2;
    const char *name = words[1];
    int filled = atoi(words[2]);
    float values[WIDTH * HEIGHT] = {0}, *linear, *out;
    lw_array *array;
    lw_texture_object texture, memory;
    lw_surface_object surface;
    lw_array_shape shape = {.format = lw_channel(LW_CHANNEL_FLOAT, 32, 1), .width = WIDTH, .height = HEIGHT};
    lw_texture_description how = {.filter = LW_TEXTURE_FILTER_LINEAR};
    shape.flags = LW_ARRAY_SURFACE;
    must(lw_device_open(&device, "cpu"));
    lw_stream *stream = lw_default_stream(device);
    lw_launch_config line = lw_linear(stream, WIDTH, WIDTH);
    must(lw_malloc(device, (void **)&out, sizeof values));
    must(lw_malloc(device, (void **)&linear, sizeof values));
    must(lw_array_create(device, &array, &shape));
    if (filled) {
        must(lw_memset(device, linear, 0, sizeof values));
        must(lw_memcpy_2d_to_array(device, array, 0, 0, values, sizeof *values * WIDTH, sizeof *values * WIDTH, HEIGHT,
                                   LW_MEMCPY_HOST_TO_DEVICE));
    }
    lw_texture_resource rows = {
        .kind = LW_TEXTURE_RESOURCE_LINEAR, .pointer = linear, .format = shape.format, .size = sizeof values};
    must(lw_texture_create(device, &texture, &(lw_texture_resource){.array = array}, &how));
    must(lw_texture_create(device, &memory, &rows, &(lw_texture_description){.srgb = 0}));
    must(lw_surface_create(device, &surface, array, 0));
    IF_IS("linear", lw_launch(from_linear, line, memory, out));
    IF_IS("texture", lw_launch(from_texture, line, texture, out));
    IF_IS("surface", lw_launch(from_surface, line, surface, out));
    IF_IS("all_write_one", lw_launch(to_surface, line, surface, 1));
    IF_IS("in_place", lw_launch(in_place, line, surface));
    IF_IS("through_texture", lw_launch(write_and_read, line, surface, texture, out));
    IF_IS("through_surface", lw_launch(write_and_read, line, surface, 0ull, out));
    if (strcmp(name, "one_after_another") == 0) {
        must(lw_launch(to_surface, line, surface, 0));
        must(lw_launch(from_texture, line, texture, out));
    }
    if (strcmp(name, "two_streams") == 0) {
        lw_stream *other;
        must(lw_stream_create(device, &other));
        must(lw_launch(to_surface, line, surface, 0));
        must(lw_launch(from_texture, lw_linear(other, WIDTH, WIDTH), texture, out));
    }
    if (strcmp(name, "freed_memory") == 0) {
        must(lw_free(device, linear));
        linear = NULL;
        must(lw_launch(from_linear, line, memory, out));
    }
    if (strcmp(name, "freed_array") == 0) {
        must(lw_array_destroy(array));
        must(lw_launch(from_texture, line, texture, out));
    }
    if (strcmp(name, "destroyed") == 0) {
        must(lw_texture_destroy(device, texture));
        must(lw_launch(from_texture, line, texture, out));
    }
    must(lw_device_synchronize(device));
    must(lw_device_close(device));
    return 0;
}
