/* A kernel that uses memory that it may not access. */
#ifndef R_MEMORY_H
#define R_MEMORY_H

#include <lanewise/launch.h>

LW_DECLARE_KERNEL(r_no_access, (int *, p)); /* *p = 1 */

#endif
