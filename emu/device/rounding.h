/* Arithmetic rounded towards zero, up or down: computed exactly in integers, then rounded once.
 *
 * The processor's rounding mode does not change, so neither switches of threads nor the compiler need care. Operands
 * are doubles, which hold every float. `format` is the result's: a cast of an EMU_SINGLE result to float is exact.
 * Denormals are not flushed. For infinite and NaN operands, and for quotients and roots without a finite value, the
 * result is the processor's.
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
/* `magnitude`, negated if `negative`. */
double emu_round_integer(uint64_t magnitude, int negative, emu_format format, emu_direction direction);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
