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

#include "kernel_macro.h"
#include "storage.h"

#endif
