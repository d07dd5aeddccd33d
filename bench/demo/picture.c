/* Memory of pictures, and which reader a file needs. */
#include "picture.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool picture_create(picture *image, unsigned width, unsigned height, unsigned channels)
{
    *image = (picture){width, height, channels, calloc((size_t)width * height, channels)};
    return image->samples != NULL;
}

void picture_free(picture *image)
{
    free(image->samples);
    image->samples = NULL;
}

bool picture_size_is_fit(unsigned long width, unsigned long height, const char *path)
{
    if (width == 0 || height == 0) {
        fprintf(stderr, "%s: the picture is empty (%lu x %lu)\n", path, width, height);
        return false;
    }
    if (width > PICTURE_MAX_SIDE || height > PICTURE_MAX_SIDE || width * height > PICTURE_MAX_PIXELS) {
        fprintf(stderr, "%s: %lu x %lu is too large: the demo takes sides up to %d and %d pixels in all\n", path, width,
                height, PICTURE_MAX_SIDE, PICTURE_MAX_PIXELS);
        return false;
    }
    return true;
}

bool picture_read(picture *image, const char *path)
{
    static const unsigned char png[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    static const unsigned char jpeg[3] = {0xff, 0xd8, 0xff};
    unsigned char start[8] = {0};
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return false;
    }
    bool done = false;
    size_t length = fread(start, 1, sizeof start, file);
    if (ferror(file)) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    } else if (length == 0) {
        fprintf(stderr, "%s: the file is empty\n", path);
    } else {
        rewind(file);
        if (memcmp(start, png, sizeof png) == 0)
            done = picture_read_png(image, file, path);
        else if (memcmp(start, jpeg, sizeof jpeg) == 0)
            done = picture_read_jpeg(image, file, path);
        else
            fprintf(stderr, "%s: neither a PNG nor a JPEG picture\n", path);
    }
    fclose(file);
    return done;
}
