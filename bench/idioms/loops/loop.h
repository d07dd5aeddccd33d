/* Included by every loop file here: the OpenMP loop that one would write instead of the kernel of the same name. */
#ifndef IDIOM_LOOP_H
#define IDIOM_LOOP_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define LOOP(name)                                                                                                     \
    void loop_##name(int n, int m, void *const *buffer);                                                               \
    void loop_##name(int n, int m, void *const *buffer)

#define BLOCK 256 /* threads of the kernel's block */

#endif
