/* A histogram as a panel of the contact sheet: bars of 256 counts, with axes. */
#ifndef DEMO_HISTOGRAM_H
#define DEMO_HISTOGRAM_H

#include "picture.h"

enum { HISTOGRAM_BINS = 256 };

/* The count at the upper end of the vertical axis: 1, 2 or 5 times a power of ten, at least the largest bin. But if
 * that bin is more than twice the fifth largest, a few bins, such as clipped white and black, would flatten the
 * others: then the fifth largest decides. */
unsigned long long histogram_top(const unsigned counts[HISTOGRAM_BINS]);

/* The place of the bars, in pixels from the panel's left upper corner: the left end, the width of all bars together,
 * the row of the axis below them, and the height of the highest. */
enum { HISTOGRAM_LEFT = 66, HISTOGRAM_WIDTH = 448, HISTOGRAM_BOTTOM = 360, HISTOGRAM_HEIGHT = 340 };

/* Draws it. Bars higher than the axis have a tip of another colour, and a line says how many there are. */
void histogram_put(picture *sheet, int panel, const unsigned counts[HISTOGRAM_BINS], const char *text);

#endif
