/* A kernel for sanitize.sh. */
#include <lanewise/launch.h>

enum { NOTHING, ARRAY, SHIFT, DIVISION, DEVICE, TRAP };

/* Adds up the numbers of a block's neighbours; with another `error` than NOTHING one thread makes it. out has a number a thread. */
LW_DECLARE_KERNEL(errors, (int, error), (int *, out));
