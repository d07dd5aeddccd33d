/* The names of other files that kernels may use. */
#ifndef CC_DEVICE_NAME_H
#define CC_DEVICE_NAME_H

#include <stdbool.h>

/* Whether it is the emulator's, the compiler's own, or one of the functions that CUDA has, too. */
bool cc_is_device_name(const char *name);

#endif
