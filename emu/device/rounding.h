/* Arithmetic rounded towards zero, up or down: exact, then rounded once, in integers.
 *
 * The processor's rounding mode is left alone, so a switch of threads in between harms nobody and no compiler needs to
 * know. A float is a double whose digits are few: operands are doubles, and the format is that of the result, which
 * a cast to float then leaves as it is. Denormals are numbers like others. Where an operand is infinite or no number,
 * or a quotient or root has no finite value, there is nothing to round: the answer is the processor's.
 */
#ifndef EMU_ROUNDING_H
#define EMU_ROUNDING_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef enum emu_format { EMU_SINGLE, EMU_DOUBLE } emu_format;
typedef enum emu_direction { EMU_TO_ZERO, EMU_UP, EMU_DOWN } emu_direction;

double emu_round_sum(double x, double y, emu_format format, emu_direction direction);
double emu_round_product(double x, double y, emu_format format, emu_direction direction);
double emu_round_quotient(double x, double y, emu_format format, emu_direction direction);
double emu_round_root(double x, emu_format format, emu_direction direction);
double emu_round_fma(double x, double y, double z, emu_format format, emu_direction direction); /* x * y + z */
/* `magnitude`, or its negative. */
double emu_round_integer(uint64_t magnitude, int negative, emu_format format, emu_direction direction);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
