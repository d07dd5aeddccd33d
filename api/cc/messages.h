/* Prints the C compiler's messages about a kernel file, without those that only describe Lanewise's macros. */
#ifndef CC_MESSAGES_H
#define CC_MESSAGES_H

#include <stdbool.h>

#include "options.h"

/* Prints the log to standard error. Appends a hint to a message's first line if there is one. Leaves out repeats of a
 * first line, and messages that follow from a mistake with a hint; a last line counts the errors among the latter. */
void cc_show_messages(const char *log, const cc_options *options, const char *input);

/* Whether the compiler must colour its log, as it would colour text on standard error. */
bool cc_wants_colours(const cc_options *options);

#endif
