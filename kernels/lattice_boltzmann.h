/** @file
 * lattice_boltzmann: a step of a fluid in two dimensions, D2Q9 with one relaxation time (Qian, d'Humieres and Lallemand, Lattice BGK Models for Navier-Stokes
 * Equation, 1992).
 *
 * A grid has width x height cells and nine populations of each, f[(i * height + y) * width + x], whose directions are
 *
 *     i:   0  1  2  3  4  5  6  7  8
 *     dx:  0  1  0 -1  0  1 -1 -1  1
 *     dy:  0  0  1  0 -1  1  1 -1 -1
 *     w: 4/9, four of 1/9, four of 1/36
 *
 * A step moves populations, then lets them collide; edges are joined to the opposite edges:
 *
 *     for each cell (x, y):
 *         p[i] = f(i, (x - dx[i]) mod width, (y - dy[i]) mod height)
 *         if (solid[y * width + x]) next(i, x, y) = p[opposite(i)]; // a wall throws back what comes
 *         else
 *             density = the sum of p
 *             ux = (the sum of p[i] dx[i] + force_x / omega) / density; uy likewise
 *             for i: c = 3 (dx[i] ux + dy[i] uy); e = w[i] density (1 + c + c c / 2 - 1.5 (ux ux + uy uy)); next(i, x, y) = p[i] + omega (e - p[i])
 *
 * with additions in an order of the kernel's, the same on every device: so are the bits. The fluid's viscosity is (1 / omega - 1/2) / 3 in cells and steps.
 */
#ifndef LWK_LATTICE_BOLTZMANN_H
#define LWK_LATTICE_BOLTZMANN_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A step. Blocks of 256 threads, one a cell of a row; along x the grid covers the width; along y it has any number of blocks.
 * @param width,height cells of a row, and rows
 * @param omega one over the relaxation time, 0 to 2
 * @param push_x,push_y a force divided by omega, which the equilibrium's momentum has besides the cell's
 * @param solid a byte for each cell of device memory, not 0 where it is a wall; null: there are none
 * @param in 9 * width * height floats of device memory
 * @param out 9 * width * height floats of device memory, not overlapping `in` */
LW_DECLARE_KERNEL(lwk_lattice_boltzmann, (int, width), (int, height), (float, omega), (float, push_x), (float, push_y),
                  (const unsigned char *, solid), (const float *, in), (float *, out));
/** lwk_lattice_boltzmann() for a CPU: blocks of 256 threads have `rows` rows, along which they go. The grid covers the height.
 * @param width,height,omega,push_x,push_y,solid,in,out as lwk_lattice_boltzmann()'s
 * @param rows of a block */
LW_DECLARE_KERNEL(lwk_lattice_boltzmann_rows, (int, width), (int, height), (int, rows), (float, omega), (float, push_x),
                  (float, push_y), (const unsigned char *, solid), (const float *, in), (float *, out));

/** Queues a step.
 * @param stream where
 * @param width,height cells of a row, and rows, 0 to 2^20; where one is 0, nothing is done
 * @param omega one over the relaxation time, more than 0 and less than 2
 * @param force_x,force_y the force on a cell of density 1, in cells and steps; 0: none
 * @param solid a byte for each cell of device memory, not 0 where it is a wall; null: there are none
 * @param in 9 * width * height floats of device memory
 * @param out 9 * width * height floats of device memory, not overlapping `in`
 * @return LW_ERROR_INVALID_VALUE: a size or omega outside its range, or a null array; or as lw_launch_kernel(), where parts may be queued already */
lw_status lwk_lattice_boltzmann_launch(lw_stream *stream, int width, int height, float omega, float force_x,
                                       float force_y, const unsigned char *solid, const float *in, float *out);

#ifdef __cplusplus
}
#endif

#endif
