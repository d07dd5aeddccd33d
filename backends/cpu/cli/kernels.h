/* compute-sanitizer's filters of kernels, as one regular expression. */
#ifndef CLI_KERNELS_H
#define CLI_KERNELS_H

#include <stdbool.h>

/* Adds a filter to the expression, as an alternative. A value is a list of KEY=TEXT, separated by commas. Keys are
 * kernel_substring or kns (TEXT is in the name; the default) and kernel_name or kne (TEXT is the whole name).
 * `expressions`: TEXT is a POSIX extended regular expression, else plain text. Exits if the value is wrong. */
void cli_kernels_add(char **expression, const char *option, const char *value, bool expressions);

#endif
