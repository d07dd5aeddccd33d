/* Threads that run loops of their own. Each computes a function of its number, which the host computes, too. */
#ifndef MACHINE_INNER_LOOP_H
#define MACHINE_INNER_LOOP_H

#include <lanewise/launch.h>

enum { MACHINE_INNER_SIZE = 4096, MACHINE_INNER_STEPS = 6, MACHINE_INNER_STORES = 4 };

/* out[i] = the function of i, for i < count, in a grid-stride loop; a block's threads are in rows. `wrap`: an int that the
 * function adds to i, which may wrap around. `stored`: MACHINE_INNER_STORES numbers of each i. */
#define MACHINE_INNER_PARAMETERS                                                                                       \
    (int, count), (int, steps), (int, wrap), (const unsigned *, in), (unsigned *, out), (unsigned *, stored)
/* clang-format off */
#define MACHINE_INNER_FUNCTIONS(each)                                                                                  \
    each(uniform) each(own_count) each(nested) each(search) each(collatz) each(wraps) each(wraps_unsigned) each(two)   \
    each(mixed) each(some) each(chain) each(bytes) each(stores) each(triangle) each(row) each(row_stores) each(window) \
    each(steep)
/* clang-format on */
#define MACHINE_INNER_DECLARE(name) LW_DECLARE_KERNEL(machine_inner_##name, MACHINE_INNER_PARAMETERS);
MACHINE_INNER_FUNCTIONS(MACHINE_INNER_DECLARE)

#endif
