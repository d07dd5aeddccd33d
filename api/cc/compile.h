/* Compiles one kernel file to one object. */
#ifndef CC_COMPILE_H
#define CC_COMPILE_H

#include "options.h"

/* Compiles `input` for all wanted targets at the same time, and joins the products into `object`. Returns the exit
 * status of the first compiler that failed, else 0. On failure there is no object and no dependency file. */
int cc_compile(const cc_options *options, const char *input, const char *object);

/* -E, -S, -M ...: runs the CPU copy's compiler with the user's flags. */
int cc_compile_cpu_only(const cc_options *options);

#endif
