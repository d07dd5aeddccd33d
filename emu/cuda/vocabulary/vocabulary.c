/* What device code of CUDA C++ calls, in the words of <lanewise/kernel.h>. The build compiles this file to bitcode once
 * for each copy (-DLW_CPU_FUSED, -DLW_CPU_CHECKED), and lanewise-lower-cuda links it to a file's kernels. */
#pragma clang diagnostic ignored "-Wmissing-prototypes"

#include "atomic.h"
#include "child.h"
#include "libdevice.h"
#include "matrix.h"
#include "place.h"
#include "ptx_arithmetic.h"
#include "ptx_memory.h"
#include "ptx_warp.h"
#include "runtime.h"
#include "texture.h"
#include "wait.h"
