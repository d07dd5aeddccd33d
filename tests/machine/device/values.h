/* Values that threads keep across barriers: addresses of their own arrays, structures of three bytes, 128 bits. */
#ifndef MACHINE_VALUES_H
#define MACHINE_VALUES_H

#include <lanewise/launch.h>

enum { MACHINE_VALUES_LANES = 64 }; /* of each block */

/* out[i] is in[i + 2] + 9: from an array of the thread's, whose address is exchanged for 0 in places[i], and back; */
LW_DECLARE_KERNEL(machine_values_exchanged, (const int *, in), (unsigned long long *, places), (int *, out));
/* or shuffled from the thread itself. */
LW_DECLARE_KERNEL(machine_values_shuffled, (const int *, in), (int *, out));
/* Blocks of one thread: out[block] is the new value of a variable whose address is in places[block]. */
LW_DECLARE_KERNEL(machine_values_of_one, (int, value), (unsigned long long *, places), (int *, out));
/* The lighter of the colours of three bytes at 4 * i of two arrays: its r + 256 * g + 65536 * b, and b of the right
 * neighbour, and the block's maximum of r. */
LW_DECLARE_KERNEL(machine_values_of_three_bytes, (const unsigned char *, a), (const unsigned char *, b),
                  (int *, lighter), (int *, blue), (int *, most));
/* Threads with base * 2^70 + id + 5 > base * 2^70 + bound write base + id. */
LW_DECLARE_KERNEL(machine_values_of_128_bits, (unsigned, base), (unsigned, bound), (int *, out));

#endif
