/* The CPU target: CUDA's names as calls of the emulator. <lanewise/kernel.h> includes it; each header has one
 * concept. */
#ifndef LW_CPU_TARGET_H
#define LW_CPU_TARGET_H

#if defined(LW_CPU_HALF_H) || defined(LW_CPU_BFLOAT16_H)
#error "include <lanewise/kernel.h> before <lanewise/half.h> and <lanewise/bfloat16.h>"
#endif

#include "qualifiers.h"

#include "atomic.h"
#include "atomic_scoped.h"
#include "bits.h"
#include "bulk_copy.h"
#include "cluster.h"
#include "convert.h"
#include "dependency.h"
#include "device_assert.h"
#include "device_launch.h"
#include "device_heap.h"
#include "device_printf.h"
#include "elect.h"
#include "hints.h"
#include "index.h"
#include "kernel_macro.h"
#include "load.h"
#include "math_exact.h"
#include "math_functions.h"
#include "math_intrinsics.h"
#include "math_overloads.h"
#include "mbarrier.h"
#include "pipeline.h"
#include "pipeline_stages.h"
#include "rounding.h"
#include "simd.h"
#include "simd_dot.h"
#include "simd_dpx.h"
#include "space.h"
#include "special.h"
#include "storage.h"
#include "sync.h"
#include "vector_functions.h"
#include "vector_types.h"
#include "warp.h"

#include "builtin_memory.h"
#include "unsupported.h"

#endif
