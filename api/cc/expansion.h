/* Moves messages about expanded code of Lanewise's macros to the place where the user's code uses the macro. */
#ifndef CC_EXPANSION_H
#define CC_EXPANSION_H

#include "diagnostic.h"
#include "options.h"

/* The folder above Lanewise's headers; ends with a slash. The caller frees. */
char *cc_own_headers(const cc_options *options);
bool cc_is_own_header(const char *headers, const char *file);

/* Hides expansion steps in those headers, and notes in internal ones. A message in such a header moves to the first
 * step outside of them. */
void cc_hide_expansions(const char *headers, cc_diagnostic *diagnostic);

/* Moves a message to the place of `use`, and hides `use`. */
void cc_move_record(cc_record *record, cc_record *use);
/* Whether two messages are about the same line of the same file. */
bool cc_same_line(const cc_record *one, const cc_record *other);

#endif
