/* Draws the contact sheet. */
#include "sheet.h"

#include <string.h>

#include "font.h"

enum { PANEL_WIDTH = 520, PANEL_HEIGHT = 390, MARGIN = 16, DOT = 2, CAPTION = FONT_HEIGHT * DOT + 10 };
static const unsigned char background = 24, ink = 230;

static void put_pixel(picture *sheet, unsigned x, unsigned y, const unsigned char rgb[3])
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

static void put_text(picture *sheet, int panel, const char *text)
{
    static const unsigned char colour[3] = {ink, ink, ink};
    unsigned left, top;
    corner(panel, &left, &top);
    top -= CAPTION;
    for (unsigned column = 0; text[column] && (column + 1) * (FONT_WIDTH + 1) * DOT <= PANEL_WIDTH; column++) {
        const unsigned char *rows = font_glyph(text[column]);
        for (unsigned y = 0; y < FONT_HEIGHT * DOT; y++) {
            for (unsigned x = 0; x < FONT_WIDTH * DOT; x++) {
                if (rows[y / DOT] >> (FONT_WIDTH - 1 - x / DOT) & 1)
                    put_pixel(sheet, left + column * (FONT_WIDTH + 1) * DOT + x, top + y, colour);
            }
        }
    }
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
    corner(panel, &left, &top);
    put_text(sheet, panel, text);
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
            put_pixel(sheet, left + x, top + y, rgb);
        }
    }
}

void sheet_put_histogram(picture *sheet, int panel, const unsigned counts[256], const char *text)
{
    static const unsigned char colour[3] = {120, 170, 220}, floor_colour[3] = {70, 70, 70};
    unsigned left, top, most = 1;
    corner(panel, &left, &top);
    put_text(sheet, panel, text);
    for (int v = 0; v < 256; v++)
        most = counts[v] > most ? counts[v] : most;
    for (unsigned x = 0; x < 2 * 256; x++) {
        unsigned bar = (unsigned)((unsigned long long)counts[x / 2] * (PANEL_HEIGHT - 1) / most);
        put_pixel(sheet, left + x, top + PANEL_HEIGHT - 1, floor_colour);
        for (unsigned y = 0; y < bar; y++)
            put_pixel(sheet, left + x, top + PANEL_HEIGHT - 1 - y, colour);
    }
}
