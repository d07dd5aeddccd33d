/* The launches of a program: shapes and counts around a strip, a warp and a block. */
#ifndef DIFFERENTIAL_LAUNCHES_H
#define DIFFERENTIAL_LAUNCHES_H

#include <stdint.h>

#include "structures.h"
#include "table.h"

enum { LAUNCHES = 14 };

typedef struct launch {
    unsigned grid[3], block[3];
    int n, m, w, h, cols, stride;
    intptr_t xs;
    float alpha;
    double beta;
    struct settings set;
} launch;

/* Launch `number` of the program: always the same. */
launch make_launch(const differential_program *of, unsigned number);

#endif
