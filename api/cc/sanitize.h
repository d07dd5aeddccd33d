/* -fsanitize= on kernel files: it instruments the CPU copy, which fibers run. */
#ifndef CC_SANITIZE_H
#define CC_SANITIZE_H

#include <stdbool.h>

#include "options.h"

/* Whether a sanitizer looks for errors. A fuzzer's counters do not. */
bool cc_is_sanitized(const cc_options *options);

/* Whether any -fsanitize= instruments the code of threads. */
bool cc_is_instrumented(const cc_options *options);

/* Ends with an error where one is named that cannot say what is true of kernels. */
void cc_refuse_sanitizers(const cc_options *options);

#endif
