/* Draws the contact sheet. */
#include "sheet.h"

#include <string.h>

#include "font.h"

enum { PANEL_WIDTH = SHEET_PANEL_WIDTH, PANEL_HEIGHT = SHEET_PANEL_HEIGHT, MARGIN = 16, DOT = SHEET_DOT };
enum { CAPTION = FONT_HEIGHT * DOT + 10 };
static const unsigned char background = 24, ink = 230;

void sheet_put_pixel(picture *sheet, unsigned x, unsigned y, const unsigned char rgb[3])
{
    if (x < sheet->width && y < sheet->height)
        memcpy(sheet->samples + 3 * ((size_t)y * sheet->width + x), rgb, 3);
}

/* The panel's left upper corner, below its text. */
static void corner(int panel, unsigned *x, unsigned *y)
{
    *x = MARGIN + (unsigned)(panel % SHEET_COLUMNS) * (PANEL_WIDTH + MARGIN);
    *y = MARGIN + CAPTION + (unsigned)(panel / SHEET_COLUMNS) * (PANEL_HEIGHT + MARGIN + CAPTION);
}

void sheet_put_text(picture *sheet, unsigned left, unsigned top, unsigned end, const char *text)
{
    static const unsigned char colour[3] = {ink, ink, ink};
    for (; *text && left + (FONT_WIDTH + 1) * DOT <= end; text++, left += (FONT_WIDTH + 1) * DOT) {
        const unsigned char *rows = font_glyph(*text);
        for (unsigned y = 0; y < FONT_HEIGHT * DOT; y++) {
            for (unsigned x = 0; x < FONT_WIDTH * DOT; x++) {
                if (rows[y / DOT] >> (FONT_WIDTH - 1 - x / DOT) & 1)
                    sheet_put_pixel(sheet, left + x, top + y, colour);
            }
        }
    }
}

void sheet_begin_panel(picture *sheet, int panel, const char *text, unsigned *x, unsigned *y)
{
    corner(panel, x, y);
    sheet_put_text(sheet, *x, *y - CAPTION, *x + PANEL_WIDTH, text);
}

bool sheet_create(picture *sheet)
{
    if (!picture_create(sheet, MARGIN + SHEET_COLUMNS * (PANEL_WIDTH + MARGIN),
                        MARGIN + SHEET_ROWS * (PANEL_HEIGHT + CAPTION + MARGIN), 3))
        return false;
    memset(sheet->samples, background, (size_t)sheet->width * sheet->height * 3);
    return true;
}

/* The mean of the pixels in columns x0 .. x1 - 1 and rows y0 .. y1 - 1. */
static void mean(const picture *image, unsigned x0, unsigned x1, unsigned y0, unsigned y1, unsigned char rgb[3])
{
    unsigned long sum[3] = {0, 0, 0}, count = (unsigned long)(x1 - x0) * (y1 - y0);
    for (unsigned y = y0; y < y1; y++) {
        for (unsigned x = x0; x < x1; x++) {
            const unsigned char *pixel = image->samples + ((size_t)y * image->width + x) * image->channels;
            for (unsigned c = 0; c < 3; c++)
                sum[c] += pixel[image->channels == 3 ? c : 0];
        }
    }
    for (unsigned c = 0; c < 3; c++)
        rgb[c] = (unsigned char)((sum[c] + count / 2) / count);
}

void sheet_put(picture *sheet, int panel, const picture *image, const char *text)
{
    unsigned left, top, width = PANEL_WIDTH, height = PANEL_HEIGHT;
    sheet_begin_panel(sheet, panel, text, &left, &top);
    if ((size_t)image->width * PANEL_HEIGHT > (size_t)image->height * PANEL_WIDTH)
        height = (unsigned)((size_t)PANEL_WIDTH * image->height / image->width);
    else
        width = (unsigned)((size_t)PANEL_HEIGHT * image->width / image->height);
    width = width ? width : 1;
    height = height ? height : 1;
    left += (PANEL_WIDTH - width) / 2;
    top += (PANEL_HEIGHT - height) / 2;
    for (unsigned y = 0; y < height; y++) {
        unsigned y0 = (unsigned)((size_t)y * image->height / height);
        unsigned y1 = (unsigned)((size_t)(y + 1) * image->height / height);
        for (unsigned x = 0; x < width; x++) {
            unsigned x0 = (unsigned)((size_t)x * image->width / width);
            unsigned x1 = (unsigned)((size_t)(x + 1) * image->width / width);
            unsigned char rgb[3];
            mean(image, x0, x1 > x0 ? x1 : x0 + 1, y0, y1 > y0 ? y1 : y0 + 1, rgb);
            sheet_put_pixel(sheet, left + x, top + y, rgb);
        }
    }
}
