/* Draws histograms. */
#include "histogram.h"

#include <stdlib.h>
#include <string.h>

#include "font.h"
#include "sheet.h"

enum { BINS = HISTOGRAM_BINS, LEFT = HISTOGRAM_LEFT, WIDTH = HISTOGRAM_WIDTH, BOTTOM = HISTOGRAM_BOTTOM };
enum { HEIGHT = HISTOGRAM_HEIGHT, TICK = 5, TIP = 8, LETTER = (FONT_WIDTH + 1) * SHEET_DOT };

static const unsigned char bar_colour[3] = {120, 170, 220}, tip_colour[3] = {240, 140, 60},
                           axis_colour[3] = {150, 150, 150};

static int descending(const void *a, const void *b)
{
    unsigned left = *(const unsigned *)a, right = *(const unsigned *)b;
    return (left < right) - (left > right);
}

/* The least of 1, 2, 5, 10, 20 ... that is not below the count. */
static unsigned long long round_up(unsigned count)
{
    for (unsigned long long power = 1;; power *= 10)
        for (unsigned i = 0; i < 3; i++)
            if (power * (i == 2 ? 5 : i + 1) >= count)
                return power * (i == 2 ? 5 : i + 1);
}

unsigned long long histogram_top(const unsigned counts[BINS])
{
    enum { USUAL = 4 };
    unsigned sorted[BINS];
    memcpy(sorted, counts, sizeof sorted);
    qsort(sorted, BINS, sizeof *sorted, descending);
    bool has_few = sorted[USUAL] == 0; /* of bins that are not empty: each of them counts */
    return round_up(!has_few && sorted[0] / 2 > sorted[USUAL] ? sorted[USUAL] : sorted[0]);
}

/* "250", "2500", "25K", "2.5M": four letters or fewer for what is 1, 2, 2.5 or 5 times a power of ten. */
static void count_text(unsigned long long count, char text[24])
{
    if (count < 10000)
        snprintf(text, 24, "%llu", count);
    else if (count < 1000000)
        snprintf(text, 24, count % 1000 ? "%.1fK" : "%.0fK", (double)count / 1e3);
    else
        snprintf(text, 24, count % 1000000 ? "%.1fM" : "%.0fM", (double)count / 1e6);
}

static void put_line(picture *sheet, unsigned x, unsigned y, unsigned width, unsigned height)
{
    for (unsigned i = 0; i < width; i++)
        for (unsigned j = 0; j < height; j++)
            sheet_put_pixel(sheet, x + i, y + j, axis_colour);
}

/* x, y: the panel's corner. */
static void put_axes(picture *sheet, unsigned x, unsigned y, unsigned long long top)
{
    char text[24];
    put_line(sheet, x + LEFT - 1, y + BOTTOM, WIDTH + 1, 1);
    put_line(sheet, x + LEFT - 1, y + BOTTOM - HEIGHT, 1, HEIGHT + 1);
    for (unsigned i = 0; i <= 4; i++) {
        unsigned bin = i == 4 ? BINS - 1 : i * BINS / 4, at = x + LEFT + i * (WIDTH - 1) / 4;
        snprintf(text, sizeof text, "%u", bin);
        unsigned width = (unsigned)strlen(text) * LETTER - SHEET_DOT;
        put_line(sheet, at, y + BOTTOM, 1, TICK);
        unsigned begin = i == 4 ? at - width + 1 : i ? at - width / 2 : at;
        sheet_put_text(sheet, begin, y + BOTTOM + TICK + 4, x + SHEET_PANEL_WIDTH, text);
    }
    for (unsigned i = 0; i <= 2; i++) {
        unsigned at = y + BOTTOM - i * HEIGHT / 2;
        if (top * i % 2)
            continue; /* a half of 1 or 5 */
        count_text(top * i / 2, text);
        put_line(sheet, x + LEFT - 1 - TICK, at, TICK, 1);
        sheet_put_text(sheet, x + LEFT - 2 * TICK - (unsigned)strlen(text) * LETTER, at - FONT_HEIGHT * SHEET_DOT / 2,
                       x + SHEET_PANEL_WIDTH, text);
    }
}

void histogram_put(picture *sheet, int panel, const unsigned counts[BINS], const char *text)
{
    unsigned left, top, cut = 0;
    unsigned long long most = histogram_top(counts);
    sheet_begin_panel(sheet, panel, text, &left, &top);
    for (unsigned i = 0; i < BINS; i++)
        cut += counts[i] > most;
    for (unsigned x = 0; x < WIDTH; x++) {
        unsigned count = counts[x * BINS / WIDTH];
        unsigned height = count > most ? HEIGHT : (unsigned)(count * (unsigned long long)HEIGHT / most);
        if (count && !height)
            height = 1; /* few are not none */
        for (unsigned y = 0; y < height; y++)
            sheet_put_pixel(sheet, left + LEFT + x, top + BOTTOM - 1 - y,
                            count > most && y >= HEIGHT - TIP ? tip_colour : bar_colour);
    }
    put_axes(sheet, left, top, most);
    if (cut) {
        char line[40];
        snprintf(line, sizeof line, cut == 1 ? "%u bar cut" : "%u bars cut", cut);
        sheet_put_text(sheet, left + SHEET_PANEL_WIDTH - (unsigned)strlen(line) * LETTER, top, left + SHEET_PANEL_WIDTH,
                       line);
    }
}
