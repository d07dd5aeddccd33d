/* The interface between the buffers of a kernel case and their checks. */
#ifndef KERNEL_CHECK_H
#define KERNEL_CHECK_H

#include "../kernel_case.h"

/* `allocation`: the whole allocation, read back. If it changed: `*offset` of the first changed byte, from the
 * buffer's first. */
bool kernel_guards_intact(const struct kernel_buffer *buffer, const unsigned char *allocation, long long *offset);

#endif
