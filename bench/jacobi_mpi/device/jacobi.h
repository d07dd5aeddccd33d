/* The kernels of a tile: the part of the plate that one rank has. A tile has width x height points in rows of `pitch` floats. A
 * ring of halo points surrounds them: point (x, y) is tile[(y + 1) * pitch + x + 1], with x from -1 to width. */
#ifndef JACOBI_H
#define JACOBI_H

#include <lanewise/launch.h>

/* A halo buffer holds the four sides one after the other: top and bottom of `width` points, left and right of `height`. */
enum { JACOBI_TOP, JACOBI_BOTTOM, JACOBI_LEFT, JACOBI_RIGHT, JACOBI_SIDES };

/* One step for the points that read no halo: those with four neighbours in the tile. A thread has JACOBI_ROWS rows of a column;
 * the grid begins at column -1 and row 1. */
enum { JACOBI_ROWS = 4 };
LW_DECLARE_KERNEL(jacobi_interior, (int, width), (int, height), (int, pitch), (const float *, from), (float *, to));
/* The same for the points on the edge of the tile; a thread each, jacobi_edge_points(). */
LW_DECLARE_KERNEL(jacobi_edge, (int, points), (int, width), (int, height), (int, pitch), (const float *, from),
                  (float *, to));
/* Copies those sides of the edge whose bit is set to a halo buffer; a thread for each of its floats, jacobi_halo_points(). */
LW_DECLARE_KERNEL(jacobi_pack, (int, points), (int, width), (int, height), (int, pitch), (unsigned, sides),
                  (const float *, tile), (float *, halo));
/* Copies a halo buffer to the tile's halo, the same sides. */
LW_DECLARE_KERNEL(jacobi_unpack, (int, points), (int, width), (int, height), (int, pitch), (unsigned, sides),
                  (const float *, halo), (float *, tile));
/* *largest = max(*largest, |a - b|) over all points of a tile. Any grid of JACOBI_CHANGE_THREADS threads a block. */
LW_DECLARE_KERNEL(jacobi_change, (int, width), (int, height), (int, pitch), (const float *, a), (const float *, b),
                  (float *, largest));
enum { JACOBI_CHANGE_THREADS = 256 };

static inline int jacobi_edge_points(int width, int height)
{
    int rows = height > 1 ? 2 : 1, columns = width > 1 ? 2 : 1;
    return rows * width + (height > 2 ? columns * (height - 2) : 0);
}

static inline int jacobi_halo_points(int width, int height)
{
    return 2 * (width + height);
}

#endif
