/* One kernel file into one object. */
#ifndef CC_COMPILE_H
#define CC_COMPILE_H

#include "options.h"

/* Compiles `input` for every wanted target, all at once, and joins the products into `object`. Answers the exit status
 * of the first compiler that failed, 0 when none did; on failure there is no object and no dependency file. */
int cc_compile(const cc_options *options, const char *input, const char *object);

/* -E, -S, -M ...: the CPU copy's compiler, with the user's flags. */
int cc_compile_cpu_only(const cc_options *options);

#endif
