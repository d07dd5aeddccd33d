/* Finds conditions on a scalar LW_SHARED, as in `if (last)`: it is a pointer, so they are always true. */
#ifndef CC_POINTER_TESTS_H
#define CC_POINTER_TESTS_H

#include "options.h"

/* Prints a warning for each. Returns a status; not 0 if the user's flags make these warnings errors. */
int cc_warn_of_pointer_tests(const cc_options *options, const char *input);

#endif
