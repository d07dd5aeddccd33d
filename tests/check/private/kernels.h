#ifndef TESTS_CHECK_PRIVATE_KERNELS_H
#define TESTS_CHECK_PRIVATE_KERNELS_H

#include <lanewise/launch.h>

enum { PRIVATE_WRONG = 18, PRIVATE_RIGHT = 16, PRIVATE_WORDS = 8, PRIVATE_COPIES = 8 };

/* A use of a local variable that is not written, or of a word of which some bytes are; `fixed`: its twin, which has written them. */
LW_DECLARE_KERNEL(wrong, (int, what), (int, fixed), (const int *, in), (int *, out));
/* Words of memory of which some bytes are written, by what: a use of one, or of a copy of one. `fixed`: all bytes are. */
LW_DECLARE_KERNEL(partly, (int, what), (int, fixed), (const int *, in), (int *, fresh), (int *, out));
/* What looks like a use of such a word. */
LW_DECLARE_KERNEL(copies, (int, what), (const int *, in), (int *, fresh), (int *, out));
/* What looks like such a use. */
LW_DECLARE_KERNEL(right, (int, what), (const int *, in), (int *, out));

#endif
