/* compute-sanitizer's filters of kernels, as one regular expression. */
#ifndef CLI_KERNELS_H
#define CLI_KERNELS_H

#include <stdbool.h>

/* Adds a filter to the expression, which matches what either does. `expressions`: the values are POSIX extended regular
 * expressions, else names to the letter. A value is KEY=TEXT, several between commas: kernel_substring or kns (TEXT is
 * found in the name), kernel_name or kne (TEXT is all of it); without a key, as kns. Ends the program where it is none.
 * */
void cli_kernels_add(char **expression, const char *option, const char *value, bool expressions);

#endif
