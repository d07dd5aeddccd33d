/* What lanes hold over barriers: addresses of their own arrays, structures of three bytes, 128 bits. */
#ifndef MACHINE_VALUES_H
#define MACHINE_VALUES_H

#include <lanewise/launch.h>

enum { MACHINE_VALUES_LANES = 64 }; /* of each block */

/* out[i] is in[i + 2] + 9: from an array of the lane's, whose address is exchanged for 0 in places[i], and back; */
LW_DECLARE_KERNEL(machine_values_exchanged, (const int *, in), (unsigned long long *, places), (int *, out));
/* or shuffled from the lane itself. */
LW_DECLARE_KERNEL(machine_values_shuffled, (const int *, in), (int *, out));
/* Blocks of one lane: out[block] is what a variable was changed to whose address is in places[block]. */
LW_DECLARE_KERNEL(machine_values_of_one, (int, value), (unsigned long long *, places), (int *, out));
/* The lighter of the colours of three bytes at 4 * i of two arrays: its r + 256 * g + 65536 * b, and b of the right
 * neighbour, and the most of r in the block. */
LW_DECLARE_KERNEL(machine_values_of_three_bytes, (const unsigned char *, a), (const unsigned char *, b),
                  (int *, lighter), (int *, blue), (int *, most));
/* Lanes with base * 2^70 + lane + 5 > base * 2^70 + bound write base + lane. */
LW_DECLARE_KERNEL(machine_values_of_128_bits, (unsigned, base), (unsigned, bound), (int *, out));

#endif
