/* Prints the C compiler's messages about a kernel file, without those that only describe Lanewise's macros. */
#ifndef CC_MESSAGES_H
#define CC_MESSAGES_H

#include <stdbool.h>

#include "options.h"

/* Prints the log to standard error. Keeps the first line of each error and warning, and appends a hint if there is one.
 * A last line counts the errors that were left out. */
void cc_show_messages(const char *log, const cc_options *options, const char *input);

/* Whether the compiler must colour its log, as it would colour text on standard error. */
bool cc_wants_colours(const cc_options *options);

#endif
