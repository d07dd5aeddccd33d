/* Included by every subject: shorter names for its parts. */
#ifndef FUSED_SUBJECT_H
#define FUSED_SUBJECT_H

#include <math.h>
#include <stdlib.h>

#include "../fused.h"
#include "../kernels/kernels.h"
#include "../rivals/hand/hand.h"

/* The text of rivals/opencl/NAME.cl. */
#define OPENCL_SOURCE(name) fused_opencl_##name
#include "opencl_sources.h"

#define IN(type_, count_) {.type = FUSED_##type_, .count = (count_), .is_input = true}
#define OUT(type_, count_) {.type = FUSED_##type_, .count = (count_), .is_output = true}
#define IN_OUT(type_, count_) {.type = FUSED_##type_, .count = (count_), .is_input = true, .is_output = true}

#define BUFFER(number_) {.kind = FUSED_BUFFER, .number = (number_)}
#define UINT(number_) {.kind = FUSED_UINT, .number = (number_)}
#define FLOAT(real_) {.kind = FUSED_FLOAT, .real = (real_)}

#endif
