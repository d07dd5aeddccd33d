/* The CUDA target: nvcc has CUDA's own vocabulary; these headers add Lanewise's. */
#ifndef LW_CUDA_TARGET_H
#define LW_CUDA_TARGET_H

/* The C headers that the CPU target includes, too. */
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
