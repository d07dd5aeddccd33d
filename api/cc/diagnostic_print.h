/* Prints a diagnostic to standard error, without its hidden messages. */
#ifndef CC_DIAGNOSTIC_PRINT_H
#define CC_DIAGNOSTIC_PRINT_H

#include "diagnostic.h"

/* `headers` is the folder above Lanewise's headers, `input` the kernel file. */
void cc_print_diagnostic(const char *headers, const char *input, const cc_diagnostic *diagnostic);
/* Prints the lines in front of a message: the function; for a message in a header, also how it was included. */
void cc_print_lines_before(const char *headers, const char *input, const cc_record *record, const cc_words *lines);

#endif
