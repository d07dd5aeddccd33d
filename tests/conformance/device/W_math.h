/* Mathematics by number: one kernel computes any function of a list, so that tests and the bench sweep them alike. */
#ifndef W_MATH_H
#define W_MATH_H

#include <emu/device/device_math_list.h>
#include <lanewise/launch.h>

#define MATH_NUMBER(name) MATH_##name,
typedef enum math_function {
    EMU_MATH_OF_1(MATH_NUMBER) EMU_MATH_INEXACT_OF_2(MATH_NUMBER) EMU_MATH_OF_3(MATH_NUMBER) EMU_MATH_OF_4(MATH_NUMBER)
        EMU_MATH_OF_ORDER(MATH_NUMBER) MATH_FUNCTIONS
} math_function;
#undef MATH_NUMBER

/* out[i] = the function of x[i], x[count + i], ... (as many as it takes); any block and grid that cover `count`. */
LW_DECLARE_KERNEL(math_floats, (int, function), (unsigned, count), (const float *, x), (float *, out));
LW_DECLARE_KERNEL(math_doubles, (int, function), (unsigned, count), (const double *, x), (double *, out));

/* out[i] = a function of one argument, of the float whose bits are first + i * stride; any block and grid. */
LW_DECLARE_KERNEL(math_float_range, (int, function), (unsigned, first), (unsigned, stride), (unsigned, count),
                  (float *, out));

#endif
