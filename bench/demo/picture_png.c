/* PNG, through libpng's simplified interface, which converts every colour type and depth. */
#include "picture.h"

#include <errno.h>
#include <png.h>
#include <string.h>

bool picture_read_png(picture *image, FILE *file, const char *path)
{
    static const png_color white = {255, 255, 255};
    png_image png = {.version = PNG_IMAGE_VERSION};
    bool done = false;
    *image = (picture){0};
    if (!png_image_begin_read_from_stdio(&png, file)) {
        fprintf(stderr, "%s: not a whole PNG picture (%s)\n", path, png.message);
    } else if (picture_size_is_fit(png.width, png.height, path)) {
        png.format = PNG_FORMAT_RGB;
        png.flags |= PNG_IMAGE_FLAG_16BIT_sRGB; /* not linear light, where the file does not say */
        if (!picture_create(image, png.width, png.height, 3))
            fprintf(stderr, "%s: out of memory\n", path);
        else if (!png_image_finish_read(&png, &white, image->samples, 0, NULL))
            fprintf(stderr, "%s: not a whole PNG picture (%s)\n", path, png.message);
        else
            done = true;
    }
    png_image_free(&png);
    if (!done)
        picture_free(image);
    return done;
}

bool picture_write(const picture *image, const char *path)
{
    png_image png = {.version = PNG_IMAGE_VERSION, .width = image->width, .height = image->height};
    png.format = image->channels == 3 ? PNG_FORMAT_RGB : PNG_FORMAT_GRAY;
    png.flags = PNG_IMAGE_FLAG_FAST; /* a demo's user waits; the files are a little larger */
    FILE *file = fopen(path, "wb");
    errno = file ? 0 : errno;
    bool written = file && png_image_write_to_stdio(&png, file, 0, image->samples, 0, NULL) && fflush(file) == 0;
    int error = errno; /* before fclose() has another */
    if (file && fclose(file) != 0 && written) {
        written = false;
        error = errno;
    }
    if (!written)
        fprintf(stderr, "cannot write %s: %s\n", path, error ? strerror(error) : png.message);
    return written;
}
