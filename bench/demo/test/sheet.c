/* Tests of what the demo draws and writes. Prints TAP.
 *
 *     demo-test            the tests
 *     demo-test PICTURE    writes a small photograph, for demo.sh
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../histogram.h"
#include "../sheet.h"

static int count, failures;

static void report(bool good, const char *name)
{
    printf("%s %d - demo/%s\n", good ? "ok" : "not ok", ++count, name);
    failures += !good;
}

static const unsigned char *pixel(const picture *sheet, unsigned x, unsigned y)
{
    return sheet->samples + 3 * ((size_t)y * sheet->width + x);
}

static bool is_same(const picture *sheet, unsigned x, unsigned y, const unsigned char *other)
{
    return memcmp(pixel(sheet, x, y), other, 3) == 0;
}

/* The bar's pixels above the axis, of whatever colour. */
static unsigned height_of(const picture *sheet, unsigned x, unsigned y, unsigned bin)
{
    const unsigned char empty[3] = {pixel(sheet, 0, 0)[0], pixel(sheet, 0, 0)[1], pixel(sheet, 0, 0)[2]};
    unsigned at = x + HISTOGRAM_LEFT + (bin * HISTOGRAM_WIDTH + HISTOGRAM_BINS - 1) / HISTOGRAM_BINS, height = 0;
    while (height < HISTOGRAM_HEIGHT && !is_same(sheet, at, y + HISTOGRAM_BOTTOM - 1 - height, empty))
        height++;
    return height;
}

static void test_top(void)
{
    unsigned counts[HISTOGRAM_BINS];
    for (unsigned i = 0; i < HISTOGRAM_BINS; i++)
        counts[i] = 100 + i;
    report(histogram_top(counts) == 500, "the axis ends at 1, 2 or 5 times a power of ten");
    counts[255] = 1000000;
    report(histogram_top(counts) == 500, "one clipped bin does not set the scale");
    counts[0] = counts[1] = 2000000;
    report(histogram_top(counts) == 500, "nor do three");
    counts[255] = counts[0] = counts[1] = 600;
    report(histogram_top(counts) == 1000, "a bin that is a little higher does");
    memset(counts, 0, sizeof counts);
    report(histogram_top(counts) == 1, "no counts");
    counts[7] = 4000000000u;
    counts[9] = 1;
    report(histogram_top(counts) == 5000000000u, "a picture of few values");
}

static void test_drawing(void)
{
    picture sheet;
    unsigned counts[HISTOGRAM_BINS], x, y;
    for (unsigned i = 0; i < HISTOGRAM_BINS; i++)
        counts[i] = 2 * i;
    counts[0] = 1000000;
    counts[1] = 1;
    if (!sheet_create(&sheet)) {
        printf("Bail out! out of memory\n");
        exit(1);
    }
    sheet_begin_panel(&sheet, 4, "", &x, &y);
    const unsigned char empty[3] = {pixel(&sheet, 0, 0)[0], pixel(&sheet, 0, 0)[1], pixel(&sheet, 0, 0)[2]};
    histogram_put(&sheet, 4, counts, "bars");
    /* Without the first bin the largest is 510: the axis ends at 1000. */
    report(height_of(&sheet, x, y, 250) == HISTOGRAM_HEIGHT * 500 / 1000 &&
               height_of(&sheet, x, y, 125) == HISTOGRAM_HEIGHT * 250 / 1000,
           "bars are as high as their counts");
    report(height_of(&sheet, x, y, 1) == 1, "a bar of few is seen");
    report(height_of(&sheet, x, y, 0) == HISTOGRAM_HEIGHT &&
               !is_same(&sheet, x + HISTOGRAM_LEFT, y + HISTOGRAM_BOTTOM - HISTOGRAM_HEIGHT,
                        pixel(&sheet, x + HISTOGRAM_LEFT, y + HISTOGRAM_BOTTOM - 1)),
           "a bar that is cut has a tip of another colour");
    bool across = true, up = true, numbers = false, names = false;
    const unsigned char *axis = pixel(&sheet, x + HISTOGRAM_LEFT - 1, y + HISTOGRAM_BOTTOM);
    for (unsigned i = 0; i < HISTOGRAM_WIDTH; i++)
        across = across && is_same(&sheet, x + HISTOGRAM_LEFT + i, y + HISTOGRAM_BOTTOM, axis);
    for (unsigned i = 0; i <= HISTOGRAM_HEIGHT; i++)
        up = up && is_same(&sheet, x + HISTOGRAM_LEFT - 1, y + HISTOGRAM_BOTTOM - i, axis);
    for (unsigned i = 0; i < HISTOGRAM_LEFT - 12; i++)
        for (unsigned j = 0; j < 14; j++)
            numbers = numbers || !is_same(&sheet, x + i, y + HISTOGRAM_BOTTOM - HISTOGRAM_HEIGHT - 7 + j, empty);
    for (unsigned i = 0; i < HISTOGRAM_WIDTH; i++)
        names = names || !is_same(&sheet, x + HISTOGRAM_LEFT + i, y + HISTOGRAM_BOTTOM + 12, empty);
    report(across && up && memcmp(axis, empty, 3) != 0, "two axes");
    report(numbers && names, "with numbers at both");
    picture_free(&sheet);
}

static void test_writing(void)
{
    picture small;
    if (!picture_create(&small, 40, 30, 3))
        exit(1);
    report(!picture_write(&small, "/none/x.png"), "a picture for a folder that is not there");
    FILE *full = fopen("/dev/full", "w");
    if (full) {
        fclose(full);
        report(!picture_write(&small, "/dev/full"), "a picture for a full disk");
    }
    picture_free(&small);
}

int main(int words, char **word)
{
    if (words == 2) {
        picture photo;
        if (!picture_create(&photo, 64, 48, 3))
            return 1;
        for (unsigned i = 0; i < 64 * 48 * 3; i++)
            photo.samples[i] = (unsigned char)(i * 7 + i / 64);
        return picture_write(&photo, word[1]) ? 0 : 1;
    }
    test_top();
    test_drawing();
    test_writing();
    printf("1..%d\n", count);
    return failures != 0;
}
