/* Names of devices, and their backends. */
#ifndef LW_ENUMERATE_H
#define LW_ENUMERATE_H

#include "dispatch.h"

/* `name` as in lw_device_open(), null included. */
lw_status lw_device_resolve(const char *function, const char *name, const lw_backend **backend, int *ordinal);

/* The device's name, as lw_device_name() returns it. */
void lw_device_write_name(char *name, size_t size, const lw_backend *backend, int ordinal);

#endif
