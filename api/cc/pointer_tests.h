/* Conditions on a scalar LW_SHARED, as in `if (last)`: it is a pointer, so they are always true. */
#ifndef CC_POINTER_TESTS_H
#define CC_POINTER_TESTS_H

#include "options.h"

/* Warns of them. Not 0 where the user's flags make these warnings errors. */
int cc_warn_of_pointer_tests(const cc_options *options, const char *input);

#endif
