/* A histogram as a panel of the contact sheet: bars of 256 counts, with axes. */
#ifndef DEMO_HISTOGRAM_H
#define DEMO_HISTOGRAM_H

#include "picture.h"

enum { HISTOGRAM_BINS = 256 };

/* The count at the upper end of the vertical axis: 1, 2 or 5 times a power of ten. It is that of the largest bin, unless that
 * is more than twice the fifth largest: then a few bins, such as those of clipped white and black, would flatten the others,
 * and the fifth largest counts. */
unsigned long long histogram_top(const unsigned counts[HISTOGRAM_BINS]);

/* Where the bars are, in pixels from the panel's left upper corner: the left end, the width of all of them together, the row of
 * the axis below them, and how high the highest is. */
enum { HISTOGRAM_LEFT = 66, HISTOGRAM_WIDTH = 448, HISTOGRAM_BOTTOM = 360, HISTOGRAM_HEIGHT = 340 };

/* Draws it. Bars that are higher than the axis have a tip of another colour, and a line says how many there are. */
void histogram_put(picture *sheet, int panel, const unsigned counts[HISTOGRAM_BINS], const char *text);

#endif
