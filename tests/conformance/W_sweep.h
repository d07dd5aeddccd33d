/* A function of W at many arguments, float and double, against its reference and CUDA's documented bound. */
#ifndef W_SWEEP_H
#define W_SWEEP_H

#include <tests/harness/test.h>

#include "W_reference.h"

/* Special numbers first, with either sign, then random ones of every size and of the range that the rule names. Fails
 * at the first result that is farther from the correctly rounded one than the rule allows, is a NaN where it must not
 * be, or a zero with the wrong sign. */
void math_sweep(struct test *t, math_function function);

#endif
