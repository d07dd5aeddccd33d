/* A kernel with every form of an access, one a launch. */
#ifndef TESTS_CHECK_FORMS_KERNELS_H
#define TESTS_CHECK_FORMS_KERNELS_H

#include <lanewise/host.h>
#include <lanewise/launch.h>

enum { FORMS = 80, ROOM = 512 };

/* Accesses `p` in the form of that number, and uses ROOM bytes from `q` on. Thread t uses p + t * distance and
 * q + t * ROOM. `n` is 12. */
LW_DECLARE_KERNEL(forms, (int, form), (char *, p), (size_t, distance), (char *, q), (size_t, n));

enum { INDICES = 20 };

/* Index number `form` of an array is one that the array does not have; with -1 for `n` it has it. */
LW_DECLARE_KERNEL(indices, (int, form), (int *, p), (int, n));

#endif
