/* Kernels that reach another device's memory, and variables of which each device has an instance. */
#ifndef R_PEER_H
#define R_PEER_H

#include <lanewise/launch.h>

LW_DECLARE_SYMBOL(r_counter); /* int, 5 */
LW_DECLARE_SYMBOL(r_factor);  /* constant int, 3 */

/* to[i] = from[i] * r_factor, for i < n. */
LW_DECLARE_KERNEL(r_scale, (int, n), (int *, to), (const int *, from));
/* *sum += from[i], for i < n. */
LW_DECLARE_KERNEL(r_sum, (int, n), (int *, sum), (const int *, from));
/* Each thread adds 1 to r_counter, `rounds` times. */
LW_DECLARE_KERNEL(r_count, (int, rounds));
/* to[i] = 5 * to[i] + from[i], for i < n; the grid adds 1 to r_counter. */
LW_DECLARE_KERNEL(r_mix, (int, n), (unsigned *, to), (const unsigned *, from));
/* to[0] = r_counter, to[1] = *at, which is the address that lw_get_symbol_address() returned. */
LW_DECLARE_KERNEL(r_look, (int *, to), (const int *, at));
/* Adds 1 to *to with an atomic of the system's scope, in each thread. */
LW_DECLARE_KERNEL(r_add, (int *, to));
/* *made = malloc() of `bytes` bytes succeeded. */
LW_DECLARE_KERNEL(r_allocate, (size_t, bytes), (int *, made));
LW_DECLARE_KERNEL(r_trap);

#endif
