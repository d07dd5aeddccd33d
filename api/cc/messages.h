/* Shows what the C compiler said of a kernel file, without what only describes Lanewise's own macros. */
#ifndef CC_MESSAGES_H
#define CC_MESSAGES_H

#include <stdbool.h>

#include "options.h"

/* Prints the log to standard error. Of each error and warning the first line stays, and says what to write where a hint
 * knows; no error is left out without a line that counts it. */
void cc_show_messages(const char *log, const cc_options *options, const char *input);

/* Whether the compiler is to colour what it writes to the log: it would, if it wrote to standard error itself. */
bool cc_wants_colours(const cc_options *options);

#endif
