/** @file
 * stencil3d: a step of a stencil of 7 or 27 points on a grid of three dimensions.
 *
 * Grids are nx x ny x nz floats without gaps: in(x, y, z) = in[(z * ny + y) * nx + x]. Of 7 points:
 *
 *     for each x, y, z:
 *         if (x == 0 || y == 0 || z == 0 || x == nx - 1 || y == ny - 1 || z == nz - 1) out(x, y, z) = in(x, y, z);
 *         else out(x, y, z) = fmaf(face, cross(x, y, z) + (in(x, y, z - 1) + in(x, y, z + 1)), center * in(x, y, z));
 *
 * where cross(x, y, z) = (in(x - 1, y, z) + in(x + 1, y, z)) + (in(x, y - 1, z) + in(x, y + 1, z)). Of 27 points, with
 * corners(x, y, z) = (in(x - 1, y - 1, z) + in(x + 1, y - 1, z)) + (in(x - 1, y + 1, z) + in(x + 1, y + 1, z)):
 *
 *     faces = cross(x, y, z) + (in(x, y, z - 1) + in(x, y, z + 1));
 *     edges = corners(x, y, z) + (cross(x, y, z - 1) + cross(x, y, z + 1));
 *     out(x, y, z) = fmaf(corner, corners(x, y, z - 1) + corners(x, y, z + 1), fmaf(edge, edges, fmaf(face, faces, center * in(x, y, z))));
 *
 * exactly so: every kernel gives these bits on every device.
 */
#ifndef LWK_STENCIL3D_H
#define LWK_STENCIL3D_H

#include <lanewise/launch.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A step of 7 points. Blocks of 32 x 8 threads; along x and y the grid covers the columns, and a thread goes up `planes` elements of its column, of which it has
 * three in registers.
 * @param nx,ny,nz elements along x, y and z
 * @param planes of a block; along z the grid covers nz
 * @param center the factor of the element
 * @param face the factor of the 6 elements that share a face with it
 * @param in nx * ny * nz floats of device memory
 * @param out nx * ny * nz floats of device memory, not overlapping `in` */
LW_DECLARE_KERNEL(lwk_stencil7, (int, nx), (int, ny), (int, nz), (int, planes), (float, center), (float, face),
                  (const float *, in), (float *, out));
/** A step of 27 points, as lwk_stencil7(); a thread has the sums of three planes in registers.
 * @param nx,ny,nz,planes,center,face,in,out as lwk_stencil7()'s
 * @param edge the factor of the 12 elements that share an edge
 * @param corner the factor of the 8 elements that share a corner */
LW_DECLARE_KERNEL(lwk_stencil27, (int, nx), (int, ny), (int, nz), (int, planes), (float, center), (float, face),
                  (float, edge), (float, corner), (const float *, in), (float *, out));
/** lwk_stencil7() for a CPU: blocks of 256 threads have `rows` rows, along which they go. The grid covers ny * nz rows.
 * @param nx,ny,nz,center,face,in,out as lwk_stencil7()'s
 * @param rows of a block */
LW_DECLARE_KERNEL(lwk_stencil7_rows, (int, nx), (int, ny), (int, nz), (int, rows), (float, center), (float, face),
                  (const float *, in), (float *, out));
/** lwk_stencil27() for a CPU, as lwk_stencil7_rows().
 * @param nx,ny,nz,rows,center,face,edge,corner,in,out as lwk_stencil27()'s and lwk_stencil7_rows()'s */
LW_DECLARE_KERNEL(lwk_stencil27_rows, (int, nx), (int, ny), (int, nz), (int, rows), (float, center), (float, face),
                  (float, edge), (float, corner), (const float *, in), (float *, out));

/** Queues a step of 7 points.
 * @param stream where
 * @param nx,ny,nz elements along x, y and z, 0 to 65535 * 8; where one is 0, nothing is done
 * @param center the factor of the element
 * @param face the factor of the 6 elements that share a face with it
 * @param in nx * ny * nz floats of device memory
 * @param out nx * ny * nz floats of device memory, not overlapping `in`
 * @return LW_ERROR_INVALID_VALUE: a size outside its range, or a null pointer; or as lw_launch_kernel() */
lw_status lwk_stencil7_launch(lw_stream *stream, int nx, int ny, int nz, float center, float face, const float *in,
                              float *out);
/** Queues a step of 27 points.
 * @param stream,nx,ny,nz,center,face,in,out as lwk_stencil7_launch()'s
 * @param edge the factor of the 12 elements that share an edge
 * @param corner the factor of the 8 elements that share a corner
 * @return as lwk_stencil7_launch() */
lw_status lwk_stencil27_launch(lw_stream *stream, int nx, int ny, int nz, float center, float face, float edge,
                               float corner, const float *in, float *out);

#ifdef __cplusplus
}
#endif

#endif
