/* Coordinates of a thread's index: quotients and remainders by a width that all threads share. */
#ifndef MACHINE_COORDINATES_H
#define MACHINE_COORDINATES_H

#include <lanewise/launch.h>

/* Thread i < n, n = from + i: quotient[i] = (from + i) / by, rest[i] = (from + i) % by. */
LW_DECLARE_KERNEL(machine_coordinates_signed, (int, n), (int, from), (int, by), (int *, quotient), (int *, rest));
LW_DECLARE_KERNEL(machine_coordinates_unsigned, (int, n), (unsigned, from), (unsigned, by), (unsigned *, quotient),
                  (unsigned *, rest));
/* The same by the constant 100. */
LW_DECLARE_KERNEL(machine_coordinates_constant, (int, n), (int, from), (int *, quotient), (int *, rest));
/* Thread i, numbered along the rows of blocks of any shape, below w * h: in a torus of rows of w, in[] of its own place and of
 * its four neighbours, with the weights 1, 10, 100, 1000 and 10000. */
LW_DECLARE_KERNEL(machine_coordinates_torus, (int, w), (int, h), (const int *, in), (int *, out));
/* Thread i < n, at = i - n / 2: out[i] = table[at / by * 2 + at % by]. */
LW_DECLARE_KERNEL(machine_coordinates_gather, (int, n), (int, by), (const int *, table), (int *, out));
/* After a condition of the thread, by a divisor that may be 0. */
LW_DECLARE_KERNEL(machine_coordinates_of_one, (int, by), (const int *, in), (int *, out));
int machine_coordinates_of_one_line(void);

#endif
