/* What the demo's parts share. */
#ifndef DEMO_DEMO_H
#define DEMO_DEMO_H

#include "picture.h"
#include "step.h"

typedef struct demo {
    step_devices devices;
    const char *folder; /* where pictures go */
    picture photo;      /* 3 channels */
    picture gray;       /* of the same size; made by demo_tones() */
    float *light;       /* the gray values / 255, one a pixel */
    picture sheet;
    bool right;   /* every result so far */
    bool written; /* every picture so far */
} demo;

/* Runs the step on all devices; `result`: see step_run(). Updates `right`. */
void demo_step(demo *d, const step *s, void *result);

/* Writes the picture as NAME.png into the folder and, where panel >= 0, onto the sheet. */
void demo_show(demo *d, const picture *image, const char *name, int panel, const char *text);

/* Each runs some kernels and shows their results. False, after a sentence to stderr, when out of memory. */
bool demo_tones(demo *d);     /* gray, histogram, equalisation; fills in gray and light */
bool demo_blur(demo *d);      /* 3 x 3 box blur, three ways */
bool demo_letterbox(demo *d); /* warp affine to 640 x 640 */
bool demo_transpose(demo *d);
bool demo_numbers(demo *d); /* scan, reduction and matrix product of the picture's gray values */

#endif
