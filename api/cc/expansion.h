/* Messages about code that Lanewise's macros made: shown where the user's code uses the macro, without the macro's inside. */
#ifndef CC_EXPANSION_H
#define CC_EXPANSION_H

#include "diagnostic.h"
#include "options.h"

/* The folder above Lanewise's headers; ends with a slash. The caller frees. */
char *cc_own_headers(const cc_options *options);
bool cc_is_own_header(const char *headers, const char *file);

/* Hides the steps of expansion that lie in those headers, and notes about what lies inside. A message that is in one of
 * them moves to the first step outside. */
void cc_hide_expansions(const char *headers, cc_diagnostic *diagnostic);

/* Says of a message that it is where another one is, and hides that one. */
void cc_move_record(cc_record *record, cc_record *use);
/* Whether two messages are about one line of one file. */
bool cc_same_line(const cc_record *one, const cc_record *other);

#endif
