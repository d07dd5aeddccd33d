/* A kernel with every form of an access, one a launch. */
#ifndef TESTS_CHECK_FORMS_KERNELS_H
#define TESTS_CHECK_FORMS_KERNELS_H

#include <lanewise/host.h>
#include <lanewise/launch.h>

enum { FORMS = 80, ROOM = 512 };

/* Accesses `p` in the form of that number, and uses ROOM bytes from `q` on. Thread t uses p + t * distance and
 * q + t * ROOM. `n` is 12. */
LW_DECLARE_KERNEL(forms, (int, form), (char *, p), (size_t, distance), (char *, q), (size_t, n));

#endif
