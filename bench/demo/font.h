/* Capital letters, digits and some signs as 5 x 7 dots. */
#ifndef DEMO_FONT_H
#define DEMO_FONT_H

enum { FONT_WIDTH = 5, FONT_HEIGHT = 7 };

/* The rows of a character's dots from the top; bit 4 is the leftmost. A character without a glyph is blank. */
const unsigned char *font_glyph(char character);

#endif
