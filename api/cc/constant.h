/* Host constants that nvcc lets kernels read. */
#ifndef CC_CONSTANT_H
#define CC_CONSTANT_H

#include "options.h"

/* Whether nvcc refuses kernel code that reads the file's constant `name` from memory. It refuses arrays and, unless
 * `has_address`, all types except structures and unions. Other constants it replaces by their values, as the C
 * compiler does. */
bool cc_constant_is_refused(const cc_options *options, const char *input, const char *name, bool has_address);

#endif
