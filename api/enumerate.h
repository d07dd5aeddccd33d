/* From a device's name to its backend. */
#ifndef LW_ENUMERATE_H
#define LW_ENUMERATE_H

#include "dispatch.h"

/* `name` as in lw_device_open(), null included. */
lw_status lw_device_resolve(const char *function, const char *name, const lw_backend **backend, int *ordinal);

#endif
