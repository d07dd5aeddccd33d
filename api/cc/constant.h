/* Constants of the host that nvcc lets kernels read. */
#ifndef CC_CONSTANT_H
#define CC_CONSTANT_H

#include "options.h"

/* Whether nvcc refuses kernel code that reads the constant `name` of the file where it lies in memory: an array; and, unless
 * `has_address`, what is no structure. In place of other constants nvcc, as the C compiler, puts the value. */
bool cc_constant_is_refused(const cc_options *options, const char *input, const char *name, bool has_address);

#endif
