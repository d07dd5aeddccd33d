/* Exif orientation: 1 upright, 2 mirrored, 3 turned by 180 degrees, 4 both; 5 to 8 the same with x and y exchanged. */
#include "picture_orient.h"

#include <string.h>

/* A number of `size` bytes, in the file's byte order. */
static unsigned number(const unsigned char *at, unsigned size, bool little)
{
    unsigned value = 0;
    for (unsigned i = 0; i < size; i++)
        value = value << 8 | at[little ? size - 1 - i : i];
    return value;
}

int picture_orientation(const unsigned char *exif, size_t length)
{
    enum { PREFIX = 6, HEADER = 8, ENTRY = 12, TAG = 0x112 };
    if (length < PREFIX + HEADER || memcmp(exif, "Exif\0", PREFIX) != 0)
        return 1;
    const unsigned char *tiff = exif + PREFIX;
    length -= PREFIX;
    bool little = tiff[0] == 'I';
    size_t directory = number(tiff + 4, 4, little);
    if (directory > length - 2)
        return 1;
    unsigned entries = number(tiff + directory, 2, little);
    for (size_t at = directory + 2; entries > 0 && at + ENTRY <= length; at += ENTRY, entries--) {
        if (number(tiff + at, 2, little) == TAG) {
            unsigned value = number(tiff + at + 8, 2, little);
            return value >= 1 && value <= 8 ? (int)value : 1;
        }
    }
    return 1;
}

bool picture_make_upright(picture *image, int orientation)
{
    static const struct {
        bool exchange, mirror_x, mirror_y; /* mirrored as stored */
    } moves[9] = {[2] = {0, 1, 0}, [3] = {0, 1, 1}, [4] = {0, 0, 1}, [5] = {1, 0, 0},
                  [6] = {1, 0, 1}, [7] = {1, 1, 1}, [8] = {1, 1, 0}};
    if (orientation <= 1)
        return true;
    bool exchange = moves[orientation].exchange;
    unsigned width = exchange ? image->height : image->width, height = exchange ? image->width : image->height;
    picture upright;
    if (!picture_create(&upright, width, height, image->channels))
        return false;
    for (unsigned y = 0; y < height; y++) {
        for (unsigned x = 0; x < width; x++) {
            unsigned stored_x = exchange ? y : x, stored_y = exchange ? x : y;
            if (moves[orientation].mirror_x)
                stored_x = image->width - 1 - stored_x;
            if (moves[orientation].mirror_y)
                stored_y = image->height - 1 - stored_y;
            memcpy(upright.samples + ((size_t)y * width + x) * image->channels,
                   image->samples + ((size_t)stored_y * image->width + stored_x) * image->channels, image->channels);
        }
    }
    picture_free(image);
    *image = upright;
    return true;
}
