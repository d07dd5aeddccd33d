/* A kernel of warp matrices: one mistake each, or none. */
#ifndef TESTS_CHECK_MATRIX_KERNELS_H
#define TESTS_CHECK_MATRIX_KERNELS_H

#include <lanewise/host.h>
#include <lanewise/launch.h>

/* The cases; a matrix has 256 halves, and `data` as many. */
enum {
    MATRIX_RIGHT,         /* through shared memory, with a barrier of the warp before each load */
    MATRIX_NO_BARRIER,    /* other lanes' elements are loaded without it */
    MATRIX_UNWRITTEN,     /* shared memory that nobody has written */
    MATRIX_ODD_POINTER,   /* 16 bytes past an aligned address */
    MATRIX_ODD_DISTANCE,  /* 20 halves, 40 bytes */
    MATRIX_BEYOND,        /* rows too far apart: the last ones are past the end */
    MATRIX_STORED_TWICE,  /* by two warps */
    MATRIX_STORED_IN_TURN /* the same with a barrier of the block between */
};
LW_DECLARE_KERNEL(matrix, (int, what), (const unsigned short *, data), (unsigned short *, out));

#endif
