/* JPEG, through libjpeg. */
#include "picture.h"

#include <setjmp.h>
#include <stdlib.h>

#include <jpeglib.h>

#include "picture_orient.h"

/* libjpeg leaves its calls only through error_exit, which must not return. */
typedef struct jpeg_failure {
    struct jpeg_error_mgr manager; /* the first member: libjpeg knows only this */
    jmp_buf leave;
    const char *path;
} jpeg_failure;

static void fail(j_common_ptr decoder)
{
    jpeg_failure *failure = (jpeg_failure *)decoder->err;
    char message[JMSG_LENGTH_MAX];
    failure->manager.format_message(decoder, message);
    fprintf(stderr, "%s: not a whole JPEG picture (%s)\n", failure->path, message);
    longjmp(failure->leave, 1);
}

/* Warnings are only counted: a damaged file is read as far as possible. */
static void count_warning(j_common_ptr decoder, int level)
{
    if (level < 0)
        decoder->err->num_warnings++;
}

/* One row, 4 samples to 3. Adobe's files store the inks inverted. */
static void cmyk_to_rgb(unsigned char *rgb, const unsigned char *cmyk, unsigned width, bool inverted)
{
    for (unsigned x = 0; x < width; x++) {
        unsigned black = inverted ? cmyk[4 * x + 3] : 255u - cmyk[4 * x + 3];
        for (unsigned c = 0; c < 3; c++) {
            unsigned ink = inverted ? cmyk[4 * x + c] : 255u - cmyk[4 * x + c];
            rgb[3 * x + c] = (unsigned char)((ink * black + 127) / 255);
        }
    }
}

bool picture_read_jpeg(picture *image, FILE *file, const char *path)
{
    struct jpeg_decompress_struct decoder;
    jpeg_failure failure = {.path = path};
    unsigned char *volatile row = NULL; /* changed after setjmp */
    decoder.err = jpeg_std_error(&failure.manager);
    failure.manager.error_exit = fail;
    failure.manager.emit_message = count_warning;
    *image = (picture){0};
    if (setjmp(failure.leave)) {
        jpeg_destroy_decompress(&decoder);
        free(row);
        picture_free(image);
        return false;
    }
    jpeg_create_decompress(&decoder);
    jpeg_stdio_src(&decoder, file);
    jpeg_save_markers(&decoder, JPEG_APP0 + 1, 0xffff);
    jpeg_read_header(&decoder, TRUE);
    bool inks = decoder.jpeg_color_space == JCS_CMYK || decoder.jpeg_color_space == JCS_YCCK;
    decoder.out_color_space = inks ? JCS_CMYK : JCS_RGB;
    bool done = picture_size_is_fit(decoder.image_width, decoder.image_height, path);
    if (done) {
        jpeg_start_decompress(&decoder);
        row = malloc(4 * (size_t)decoder.output_width);
        done = picture_create(image, decoder.output_width, decoder.output_height, 3) && row != NULL;
        if (!done)
            fprintf(stderr, "%s: out of memory\n", path);
    }
    while (done && decoder.output_scanline < decoder.output_height) {
        unsigned char *out = image->samples + 3 * (size_t)image->width * decoder.output_scanline;
        unsigned char *line = inks ? row : out;
        jpeg_read_scanlines(&decoder, &line, 1);
        if (inks)
            cmyk_to_rgb(out, line, image->width, decoder.saw_Adobe_marker);
    }
    int orientation = 1;
    for (jpeg_saved_marker_ptr marker = decoder.marker_list; marker && orientation == 1; marker = marker->next)
        orientation = picture_orientation(marker->data, marker->data_length);
    if (done && !picture_make_upright(image, orientation)) {
        fprintf(stderr, "%s: out of memory\n", path);
        done = false;
    }
    if (done && failure.manager.num_warnings > 0)
        fprintf(stderr, "%s: the file is damaged; shown as far as it could be read\n", path);
    jpeg_destroy_decompress(&decoder);
    free(row);
    if (!done)
        picture_free(image);
    return done;
}
