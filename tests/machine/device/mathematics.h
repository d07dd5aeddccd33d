#ifndef MACHINE_MATHEMATICS_H
#define MACHINE_MATHEMATICS_H

#include <emu/device/device_math_list.h>
#include <lanewise/launch.h>

/* The bits of all functions of the list, combined in its order: those of x, of x and y, of x, y and 3, of x, y, 3
 * and x. */
#define MATHEMATICS_MIX(sum, bits) ((sum) * 0x9e3779b97f4a7c15u + (bits))
LW_DECLARE_KERNEL(machine_mathematics_of_floats, (unsigned, count), (const float *, x), (const float *, y),
                  (unsigned long long *, out));
LW_DECLARE_KERNEL(machine_mathematics_of_doubles, (unsigned, count), (const double *, x), (const double *, y),
                  (unsigned long long *, out));

/* out[i] = n[i] < 9 ? jnf(n[i], x[i]) : x[i] */
LW_DECLARE_KERNEL(machine_mathematics_of_some, (unsigned, count), (const int *, n), (const float *, x), (float *, out));

/* Four for each i: fmod, remainder, and the same through pointers. */
LW_DECLARE_KERNEL(machine_mathematics_by_pointer, (unsigned, count), (const double *, x), (const double *, y),
                  (double *, out));

#endif
