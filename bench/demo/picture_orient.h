/* The orientation in which a camera held a JPEG. */
#ifndef DEMO_PICTURE_ORIENT_H
#define DEMO_PICTURE_ORIENT_H

#include "picture.h"

/* The orientation, 1 to 8, in an Exif marker's `length` bytes; 1 (upright) if they contain none. */
int picture_orientation(const unsigned char *exif, size_t length);

/* Turns the picture upright. False, and the picture as it was, when out of memory. */
bool picture_make_upright(picture *image, int orientation);

#endif
