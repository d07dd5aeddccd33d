/* Names of other files that kernels may use. */
#ifndef CC_DEVICE_NAME_H
#define CC_DEVICE_NAME_H

#include <stdbool.h>

/* Whether the name is the emulator's, the compiler's, or a function that CUDA has, too. */
bool cc_is_device_name(const char *name);

#endif
