/* The CPU target: CUDA's vocabulary as the emulator's calls. Included by <lanewise/kernel.h>; a concept a header. */
#ifndef LW_CPU_TARGET_H
#define LW_CPU_TARGET_H

#include "qualifiers.h"

#include "atomic.h"
#include "bits.h"
#include "convert.h"
#include "device_assert.h"
#include "index.h"
#include "kernel_macro.h"
#include "load.h"
#include "math_functions.h"
#include "math_intrinsics.h"
#include "math_overloads.h"
#include "storage.h"
#include "sync.h"
#include "vector_functions.h"
#include "vector_types.h"
#include "warp.h"

#include "unsupported.h"

#endif
