/* Loops over a thread's neighbours: indices that are clamped, tested, or wrap around. */
#ifndef MACHINE_HALO_H
#define MACHINE_HALO_H

#include <lanewise/launch.h>

/* out[y][x] = sum over dx, dy of -radius to radius of (dx + 2 * dy + 5) times the nearest of in[height][width] to (x + dx, y + dy). */
LW_DECLARE_KERNEL(machine_halo_nearest, (int, width), (int, height), (int, radius), (const int *, in), (int *, out));
/* out[i] = sum over d of -radius to radius of (d + radius + 3) * in[i + d], where i + d is one of `count` elements. */
LW_DECLARE_KERNEL(machine_halo_tested, (unsigned, count), (unsigned, radius), (const int *, in), (int *, out));
/* out[i] = sum over `steps` k of start + i + k, a number of 32 bits without a sign, and 3 times the same with one, extended to 64. */
LW_DECLARE_KERNEL(machine_halo_wrapped, (unsigned, start), (unsigned, count), (unsigned, steps), (long long *, out));

#endif
