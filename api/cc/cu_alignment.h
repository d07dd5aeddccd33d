/* `__shared__ alignas(16) float x[4]`, as nvcc takes it and clang does not: clang's __shared__ is no place for alignas before it. */
#ifndef CC_CU_ALIGNMENT_H
#define CC_CU_ALIGNMENT_H

#include <stdbool.h>

/* Moves each alignas to the begin of its declaration: `alignas(16)__shared__  float x[4]`. Whether there was one. */
bool cc_move_alignment(char *text);

#endif
