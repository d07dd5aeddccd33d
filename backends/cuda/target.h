/* The CUDA target: CUDA's vocabulary is the compiler's own, beside it what C cannot spell. */
#ifndef LW_CUDA_TARGET_H
#define LW_CUDA_TARGET_H

/* The C headers that kernel files have on the other target too. */
#include <assert.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bulk_copy.h"
#include "elect.h"
#ifdef __CUDACC_RDC__
#include "device_launch.h"
#endif
#include "kernel_macro.h"
#include "mbarrier.h"
#include "pipeline.h"
#include "pipeline_stages.h"
#include "special.h"
#include "storage.h"
#include "sync.h"

#endif
