/* What every generated kernel file includes: the structures that kernels take. */
#ifndef DIFFERENTIAL_KERNEL_H
#define DIFFERENTIAL_KERNEL_H

#include <lanewise/kernel.h>
#include <lanewise/half.h>
#include <lanewise/groups.h>

#include "structures.h"
#include "table.h"

#endif
