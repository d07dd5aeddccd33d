/* A kernel whose loops over threads need frames larger than a thread's stack: an unrolled sum over a tile. */
#ifndef MACHINE_FRAME_H
#define MACHINE_FRAME_H

#include <lanewise/launch.h>

enum { MACHINE_FRAME_TILE = 256 };

/* out[i], three numbers, is the sum over all bodies of w * (their x, y, z - i's) / distance^3, distance = sqrt(the square + 3).
 * A body is x, y, z, w. Threads from `count` on end before the barriers. `tiles` blocks of 256 threads. */
LW_DECLARE_KERNEL(machine_frame_of_bodies, (int, tiles), (int, count), (const double *, bodies), (double *, out));

#endif
