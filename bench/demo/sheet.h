/* The contact sheet: panels with a line of text above each, in rows of three. */
#ifndef DEMO_SHEET_H
#define DEMO_SHEET_H

#include "picture.h"

enum { SHEET_COLUMNS = 3, SHEET_ROWS = 3 };

/* An empty sheet of dark gray. False when out of memory. */
bool sheet_create(picture *sheet);

/* Puts the picture into panel 0 .. SHEET_COLUMNS * SHEET_ROWS - 1, made to fit (each pixel the mean of those that fall
 * on it, or repeated where the picture is small), with the text above: ASCII, shown in capitals. */
void sheet_put(picture *sheet, int panel, const picture *image, const char *text);

/* Puts a histogram of 256 counts into the panel, as bars. */
void sheet_put_histogram(picture *sheet, int panel, const unsigned counts[256], const char *text);

#endif
