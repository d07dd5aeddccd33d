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

/* ---- for files that draw into a panel ---- */
enum { SHEET_PANEL_WIDTH = 520, SHEET_PANEL_HEIGHT = 390, SHEET_DOT = 2 /* pixels of a glyph's dot, each way */ };

/* The text above the panel, whose left upper corner goes to x and y. */
void sheet_begin_panel(picture *sheet, int panel, const char *text, unsigned *x, unsigned *y);
void sheet_put_pixel(picture *sheet, unsigned x, unsigned y, const unsigned char rgb[3]);
/* The text's left upper corner is x, y; text right of `end` is omitted. */
void sheet_put_text(picture *sheet, unsigned x, unsigned y, unsigned end, const char *text);

#endif
